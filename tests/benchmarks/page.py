"""The page of a large study in a browser: time to the first paint, what-if, scrolling of the whole table, size."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from selenium import webdriver

import benchreport as br
from tests.benchmarks.documents import bake_off
from tests.benchmarks.tracing import Trace, load_of
from tests.document.chromium import Page, started
from tests.document.page.reports import report

REPEATS, CHANGES, FRAMES = 7, 24, 60
# What each may be at most.
MOST_RATIO, MOST_WHATIF, MOST_FRAME, MOST_MEGABYTES = 3.0, 100.0, 50.0, 3.0
# Leave an algorithm out, or put the first one back, with the layout that follows.
CHANGE = """
    const start = performance.now();
    document.querySelectorAll("#hero .keep")[arguments[0] % 2 ? 0 : 3 + arguments[0]].click();
    document.body.getBoundingClientRect();
    return performance.now() - start;
"""
SCROLL = """
    const box = document.querySelector("#g-box"), [count, done] = arguments, times = [];
    let last = 0;
    const step = (now) => {
        if (last) times.push(now - last);
        last = now;
        box.scrollBy({ left: 90, top: 70, behavior: "instant" });
        if (times.length < count) requestAnimationFrame(step); else done(times);
    };
    requestAnimationFrame(step);
"""


def measures() -> Iterator[str]:
    """Yield a line for each measure, with what it may be at most."""
    with tempfile.TemporaryDirectory(prefix="benchreport-page-") as name:
        folder = Path(name)
        page = br.report(br.scores(bake_off())).write(folder / "bake_off.html")
        size = page.stat().st_size
        yield f"page of 40 x 112 x 4: {size / 1e6:.2f} MB (at most {MOST_MEGABYTES:g})"
        # As many bytes in a comment, the cheapest thing to read, so that the ratio is the largest one.
        empty = folder / "empty.html"
        empty.write_text(f"<!DOCTYPE html><title>Empty</title><p>Empty</p><!-- {'x' * size} -->", encoding="utf8")
        driver = started(folder / "profile")
        view = Page(driver, page.as_uri())
        view.resize(1280, 900)
        yield from first_paint(driver, page, empty)
        view.open()
        clock, thread = what_if(view)
        yield f"what-if at 40 x 112, by the clock: {spread(clock)} (at most {MOST_WHATIF:g})"
        yield f"what-if at 40 x 112, of the main thread: {spread(thread)} (at most {MOST_WHATIF:g})"
        large = Page(driver, report("large").write(folder / "large.html").as_uri())
        large.open()
        large.run("document.querySelector('#grid').scrollIntoView({behavior: 'instant'})")
        large.wait("document.querySelector('#g-box .g-row')")
        trace = Trace(driver)
        clock = driver.execute_async_script(SCROLL, FRAMES)
        yield f"a frame of scrolling 200 x 200, by the clock: {spread(clock)} (at most {MOST_FRAME:g})"
        yield f"a frame of scrolling 200 x 200, of the main thread: {spread(trace.frames())} (at most {MOST_FRAME:g})"
        driver.quit()


def first_paint(browser: webdriver.Chrome, page: Path, empty: Path) -> Iterator[str]:
    """Yield how long the main thread works on a page beside an empty one; the best of runs that take turns."""
    runs = [(load_of(browser, page), load_of(browser, empty)) for _ in range(REPEATS)]
    for name, words in (
        ("first_paint", f"its first paint (at most {MOST_RATIO:g}x)"),
        ("first_screen", "its first screen with the board"),
        ("loaded", "it is loaded"),
    ):
        ours, theirs = (min(getattr(run[side], name) for run in runs) for side in (0, 1))
        ratio = f"{ours / theirs:.1f}x an empty page of its size ({theirs:.0f} ms)"
        yield f"main thread until {words}: {ours:.0f} ms, {ratio}"


def spread(times: list[float]) -> str:
    return f"median {median(times):.0f} ms, worst of {len(times)} {max(times):.0f} ms"


def what_if(page: Page) -> tuple[list[float], list[float]]:
    """Compute the milliseconds of each change by the clock, which other work lengthens, and of the main thread."""
    page.browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    page.click("#wi-button")
    clock, thread = [], []
    for number in range(CHANGES):
        start = task_seconds(page.browser)
        clock.append(page.run(CHANGE, number))
        thread.append(1e3 * (task_seconds(page.browser) - start))
    return clock, thread


def task_seconds(browser: webdriver.Chrome) -> float:
    """Return how long the main thread of the page has worked."""
    metrics = browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return float(next(item["value"] for item in metrics if item["name"] == "TaskDuration"))
