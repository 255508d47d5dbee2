"""The page of a large study in a browser: time to the first paint, what-if, scrolling of the whole table, size."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from selenium import webdriver

import benchreport as br
from tests.benchmarks.documents import bake_off
from tests.document.chromium import Page, started
from tests.document.page.reports import report

REPEATS, CHANGES, FRAMES = 5, 24, 60
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
        empty, still = folder / "empty.html", folder / "still.html"
        still.write_text(
            page.read_text(encoding="utf8").replace("script-src 'sha256-", "script-src 'sha256-x"), encoding="utf8"
        )
        empty.write_text(f"<!DOCTYPE html><title>Empty</title><p>Empty</p><!-- {'x' * size} -->", encoding="utf8")
        yield f"page of 40 x 112 x 4: {size / 1e6:.2f} MB (at most {MOST_MEGABYTES:g})"
        driver = started(folder / "profile")
        driver.set_script_timeout(120)
        ours, theirs, without = (milliseconds_to_paint(driver, path) for path in (page, empty, still))
        yield (
            f"main thread to its first paint: {ours:.0f} ms, {ours / theirs:.1f}x an empty page of its size "
            f"({theirs:.0f} ms; at most {MOST_RATIO:g}x), {ours / without:.1f}x that of itself without its script"
        )
        view = Page(driver, page.as_uri())
        view.open()
        view.resize(1280, 900)
        clock, thread = what_if(view)
        yield f"what-if at 40 x 112, by the clock: {spread(clock)} (at most {MOST_WHATIF:g})"
        yield f"what-if at 40 x 112, of the main thread: {spread(thread)} (at most {MOST_WHATIF:g})"
        large = Page(driver, report("large").write(folder / "large.html").as_uri())
        large.open()
        large.run("document.querySelector('#grid').scrollIntoView({behavior: 'instant'})")
        large.wait("document.querySelector('#g-box .g-row')")
        frames = driver.execute_async_script(SCROLL, FRAMES)
        yield f"a frame of scrolling 200 x 200: {spread(frames)} (at most {MOST_FRAME:g})"
        driver.quit()


def spread(times: list[float]) -> str:
    return f"median {median(times):.0f} ms, worst of {len(times)} {max(times):.0f} ms"


def what_if(page: Page) -> tuple[list[float], list[float]]:
    """Compute the milliseconds of each change by the clock, which other work lengthens, and of the main thread."""
    page.click("#wi-button")
    clock, thread = [], []
    for number in range(CHANGES):
        start = task_seconds(page.browser)
        clock.append(page.run(CHANGE, number))
        thread.append(1e3 * (task_seconds(page.browser) - start))
    return clock, thread


def milliseconds_to_paint(browser: webdriver.Chrome, path: Path) -> float:
    """Compute how long the main thread works until a page is loaded and painted, the best of a few runs."""
    times = []
    for _ in range(REPEATS):
        browser.get("about:blank")
        browser.execute_cdp_cmd("Performance.disable", {})
        browser.execute_cdp_cmd(
            "Performance.enable", {"timeDomain": "threadTicks"}
        )  # what others compute costs nothing
        start = task_seconds(browser)
        browser.get(path.as_uri())
        Page(browser, path.as_uri()).wait("performance.getEntriesByName('first-contentful-paint').length")
        times.append(1e3 * (task_seconds(browser) - start))
    return min(times)


def task_seconds(browser: webdriver.Chrome) -> float:
    """Return how long the main thread of the page has worked."""
    metrics = browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return float(next(item["value"] for item in metrics if item["name"] == "TaskDuration"))
