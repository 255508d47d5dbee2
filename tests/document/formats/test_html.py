"""The HTML page in a real browser."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

import benchreport as br
from benchreport.document.model.blocks import Cell, Column, Look, Report, Section, Table
from benchreport.document.model.looks import themes
from tests.document.conftest import needs
from tests.document.model.test_templates import contrast

pytestmark = pytest.mark.long

CATCH_WHAT_IS_COPIED = """
    window.copied = null;
    document.execCommand = function () { window.copied = document.activeElement.value; return true; };
    if (navigator.clipboard) navigator.clipboard.writeText = function (text) {
        window.copied = text;
        return Promise.resolve();
    };
"""


# Every text that is seen, with its colour and the first ground behind it that lets nothing through.
SEEN_COLOURS = """
    const hex = (colour) => { const parts = colour.match(/[0-9.]+/g).map(Number); return parts[3] === 0 ? null :
        '#' + parts.slice(0, 3).map((part) => part.toString(16).padStart(2, '0')).join(''); };
    const ground = (element) => hex(getComputedStyle(element).backgroundColor) || ground(element.parentElement);
    const seen = new Set();
    for (const element of document.querySelectorAll('body *:not(svg *):not(script)')) {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
        const colour = hex(getComputedStyle(element).color);
        if (own && element.getClientRects().length) seen.add(colour + ' ' + ground(element));
    }
    return [...seen];
"""
# A drawing that is offered for download, caught instead of saved.
CATCH_WHAT_IS_DOWNLOADED = """
    window.saved = null;
    HTMLAnchorElement.prototype.click = function () {
        const name = this.download;
        window.offered.text().then((text) => { window.saved = [name, text]; });
    };
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => { window.offered = blob; return make(blob); };
"""
NAMES = [f"set {n:02d}" for n in range(1, 41)]


@pytest.fixture(scope="module")
def long() -> br.Report:
    """A table of forty rows and more columns than a narrow window shows, with a footer."""
    columns = (
        Column(title="dataset", align="left"),
        *(Column(title=f"c{i}", group="first" if i < 10 else "second") for i in range(20)),
    )
    rows = tuple(
        (Cell(text=name), *(Cell(text=f"0.{(7 * n + i) % 100:02d}", value=(7 * n + i) % 100 / 100) for i in range(20)))
        for n, name in enumerate(NAMES)
    )
    table = Table(id="long", caption=("Everything",), columns=columns, rows=rows, frame=pl.DataFrame({"n": [1]}))
    return Report(title="Long", sections=(Section(id="all", title="All", blocks=(table,)),))


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    needs("chromium", "chromedriver")
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    profile = tmp_path_factory.mktemp("profile")
    for flag in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
        "--disable-background-networking", "--disable-component-update", "--window-size=1280,1600",
        f"--user-data-dir={profile}",
    ):  # fmt: skip
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService("/usr/bin/chromedriver"))
    yield driver
    driver.quit()


def opened(browser: webdriver.Chrome, report: br.Report, folder: Path) -> None:
    browser.get_log("browser")  # what earlier tests provoked
    browser.get(report.write(folder / "report.html").as_uri())


def click(browser: webdriver.Chrome, element: WebElement) -> None:
    # Bring it to the middle first: the page scrolls smoothly, and a moving button is missed.
    browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
    element.click()


def column(table: WebElement, index: int) -> list[str]:
    return [cell.text for cell in table.find_elements(By.CSS_SELECTOR, f"tbody td:nth-child({index})")]


@pytest.mark.parametrize("which", ["plain", "hostile"])
def test_the_page_opens_without_an_error_on_the_console(
    which: str, request: pytest.FixtureRequest, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, request.getfixturevalue(which), tmp_path)
    assert [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []
    report: br.Report = request.getfixturevalue(which)
    assert len(browser.find_elements(By.TAG_NAME, "section")) == len(report.sections) > 5


def test_tables_sort_by_value_and_say_so(plain: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    opened(browser, plain, tmp_path)
    table = browser.find_element(By.CSS_SELECTOR, "#datasets-auc table")
    header = table.find_elements(By.CSS_SELECTOR, "thead th")[1]
    click(browser, header.find_element(By.TAG_NAME, "button"))
    assert header.get_attribute("aria-sort") == "ascending"
    values = [float(text) for text in column(table, 2)]
    assert values == sorted(values)
    click(browser, header.find_element(By.TAG_NAME, "button"))
    assert header.get_attribute("aria-sort") == "descending"
    assert [float(text) for text in column(table, 2)] == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("button", "expected"),
    [
        ("Copy as CSV", "C4.5+m+cf"),
        ("Copy as LaTeX", "\\begin{tabular}{l"),
        ("Copy as Markdown", "| :--- | ---: |"),
    ],
)
def test_a_table_can_be_copied(
    button: str, expected: str, plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, plain, tmp_path)
    browser.execute_script(CATCH_WHAT_IS_COPIED)
    box = browser.find_element(By.ID, "board")
    click(browser, next(item for item in box.find_elements(By.TAG_NAME, "button") if item.text == button))
    copied = browser.execute_script("return window.copied")
    assert expected in copied
    assert "C4.5" in copied
    assert browser.find_element(By.ID, "said").text == button.replace("Copy", "Copied")


def test_links_of_the_contents_lead_to_their_sections(
    plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, plain, tmp_path)
    for link in browser.find_elements(By.CSS_SELECTOR, "nav a, a.ref, main a[href^='#']"):
        target = (link.get_attribute("href") or "").partition("#")[2]
        assert browser.find_elements(By.ID, target), target


def test_nothing_is_fetched_and_no_other_script_may_run(
    plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, plain, tmp_path)
    fetched = browser.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
    assert [name for name in fetched if not name.startswith("data:")] == []
    browser.execute_script(
        "var s = document.createElement('script'); s.textContent = 'window.broken = 1'; document.body.appendChild(s);"
    )
    assert browser.execute_script("return window.broken") is None


def test_figures_have_words_for_those_who_cannot_see_them(
    plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, plain, tmp_path)
    drawing = browser.find_element(By.CSS_SELECTOR, "figure svg")
    assert drawing.get_attribute("role") == "img"
    assert "C4.5" in (drawing.get_attribute("aria-label") or "")


def test_the_page_fits_a_telephone(plain: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    opened(browser, plain, tmp_path)
    browser.set_window_size(420, 900)
    overflow = browser.execute_script(
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    browser.set_window_size(1280, 1600)
    assert overflow <= 0


# Filtering


def test_a_long_table_can_be_filtered_and_counts_what_it_shows(
    long: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, long, tmp_path)
    box = browser.find_element(By.ID, "long")
    field = box.find_element(By.CSS_SELECTOR, "input[type=search]")
    count = box.find_element(By.CSS_SELECTOR, "[role=status]")
    assert field.accessible_name == "Filter the rows of Table 1"
    assert count.text == "40 rows"
    field.send_keys("SET 3")
    assert [text for text in column(box, 1) if text] == [name for name in NAMES if name.startswith("set 3")]
    assert count.text == "10 of 40 rows"
    field.send_keys(Keys.ESCAPE)
    assert [text for text in column(box, 1) if text] == NAMES
    field.send_keys("no such row")
    assert count.text == "0 of 40 rows"


def test_a_short_table_needs_no_filter(plain: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    opened(browser, plain, tmp_path)
    filtered = {
        box.get_attribute("id"): bool(box.find_elements(By.CSS_SELECTOR, "input"))
        for box in browser.find_elements(By.CSS_SELECTOR, ".table")
    }
    assert filtered["datasets-auc"]
    assert not filtered["board"]


def test_what_is_copied_is_what_is_shown_in_the_order_in_which_it_is_shown(
    long: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, long, tmp_path)
    browser.execute_script(CATCH_WHAT_IS_COPIED)
    box = browser.find_element(By.ID, "long")
    box.find_element(By.CSS_SELECTOR, "input").send_keys("set 2")
    header = box.find_elements(By.CSS_SELECTOR, "thead tr:last-child th")[1]
    click(browser, header.find_element(By.TAG_NAME, "button"))
    for name in ("CSV", "LaTeX", "Markdown"):
        click(browser, next(item for item in box.find_elements(By.TAG_NAME, "button") if item.text.endswith(name)))
        copied = browser.execute_script("return window.copied")
        assert all((place in copied) == place.startswith("set 2") for place in NAMES), name
    click(browser, next(item for item in box.find_elements(By.TAG_NAME, "button") if item.text.endswith("CSV")))
    head, *rows = csv.reader(io.StringIO(browser.execute_script("return window.copied")))
    assert head[:3] == ["dataset", "first c0", "first c1"]
    assert head[11] == "second c10"
    assert [float(row[1]) for row in rows] == sorted(float(row[1]) for row in rows)


def test_bold_and_underlined_cells_are_copied_as_such(
    plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, plain, tmp_path)
    browser.execute_script(CATCH_WHAT_IS_COPIED)
    box = browser.find_element(By.ID, "datasets-auc")
    for name, best, second in (
        ("LaTeX", r"\textbf{0.798}", r"\underline{0.771}"),
        ("Markdown", "**0.798**", "<u>0.771</u>"),
    ):
        click(browser, next(item for item in box.find_elements(By.TAG_NAME, "button") if item.text.endswith(name)))
        copied = browser.execute_script("return window.copied")
        assert best in copied
        assert second in copied


# By keyboard, and without seeing


def test_the_first_press_of_tab_offers_to_skip_the_contents(
    plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, plain, tmp_path)
    webdriver.ActionChains(browser).send_keys(Keys.TAB).perform()
    link = browser.switch_to.active_element
    assert link.text == "Skip to content"
    assert browser.execute_script("return arguments[0].getBoundingClientRect().top >= 0", link)
    link.send_keys(Keys.ENTER)
    assert browser.switch_to.active_element.tag_name == "main"


def test_a_table_is_sorted_and_scrolled_by_keyboard(long: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    opened(browser, long, tmp_path)
    browser.set_window_size(700, 900)
    region = browser.find_element(By.CSS_SELECTOR, "#long .scroll")
    assert region.aria_role == "region"
    assert region.accessible_name == "Table 1. Everything"
    browser.execute_script("arguments[0].focus()", region)
    webdriver.ActionChains(browser).send_keys(Keys.ARROW_RIGHT * 5).perform()
    moved = WebDriverWait(browser, 5)
    moved.until(lambda page: page.execute_script("return arguments[0].scrollLeft", region) > 0)
    header = region.find_elements(By.CSS_SELECTOR, "thead tr:last-child th")[0]
    header.find_element(By.TAG_NAME, "button").send_keys(Keys.ENTER)
    header.find_element(By.TAG_NAME, "button").send_keys(Keys.ENTER)
    browser.set_window_size(1280, 1600)
    assert header.get_attribute("aria-sort") == "descending"
    assert column(region, 1) == NAMES[::-1]


def test_the_head_of_a_long_table_stays_in_sight(long: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    opened(browser, long, tmp_path)
    browser.set_window_size(900, 600)
    region = browser.find_element(By.CSS_SELECTOR, "#long .scroll")
    browser.execute_script("arguments[0].scrollTop = 400", region)
    gap = browser.execute_script(
        "const top = (element) => element.getBoundingClientRect().top;"
        "return top(arguments[0].querySelector('thead')) - top(arguments[0])",
        region,
    )
    scrolled = browser.execute_script("return arguments[0].scrollTop", region)
    browser.set_window_size(1280, 1600)
    assert scrolled == 400
    assert abs(gap) < 1


def test_sections_tables_and_figures_can_be_linked_to(
    plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, plain, tmp_path)
    exhibits = browser.find_elements(By.CSS_SELECTOR, "main section, .exhibit")
    linked = {
        (link.get_attribute("href") or "").partition("#")[2] for link in browser.find_elements(By.CLASS_NAME, "here")
    }
    assert {item.get_attribute("id") for item in exhibits} == linked
    link = browser.find_element(By.CSS_SELECTOR, "#board .here")
    assert link.accessible_name.startswith("Link to Table")


def test_the_page_has_its_landmarks(plain: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    opened(browser, plain, tmp_path)
    assert browser.find_element(By.TAG_NAME, "main").aria_role == "main"
    assert browser.find_element(By.TAG_NAME, "nav").accessible_name == "Contents"
    assert len(browser.find_elements(By.TAG_NAME, "h1")) == 1
    ids = [element.get_attribute("id") for element in browser.find_elements(By.CSS_SELECTOR, "[id]")]
    assert len(ids) == len(set(ids))


# Colours


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_that_is_seen_can_be_read_in_every_theme(
    theme: str, scheme: str, plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, replace(plain, look=Look(theme=theme)), tmp_path)
    switch = browser.find_element(By.ID, "scheme")
    while switch.text != f"Colours: {scheme}":
        click(browser, switch)
    pairs = [tuple(pair.split()) for pair in browser.execute_script(SEEN_COLOURS)]
    assert len(pairs) > 3
    assert {pair: contrast(*pair) for pair in pairs if contrast(*pair) < 4.5} == {}
    ground = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (scheme == "light")


def test_the_page_follows_the_system_until_told_otherwise(
    plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, plain, tmp_path)
    grounds = []
    for wish in ("dark", "light"):
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": wish}]}
        )
        grounds.append(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": [
        {"name": "prefers-color-scheme", "value": "dark"}]})  # fmt: skip
    grounds.append(browser.execute_script("return getComputedStyle(document.body).backgroundColor"))
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    assert grounds == ["rgb(22, 24, 27)", "rgb(255, 255, 255)", "rgb(255, 255, 255)"]


def test_figures_stand_on_white_in_the_dark(plain: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    opened(browser, plain, tmp_path)
    browser.execute_script("document.documentElement.dataset.scheme = 'dark'")
    grounds = browser.execute_script(
        "return [...document.querySelectorAll('figure svg')].map((svg) => getComputedStyle(svg).backgroundColor)"
    )
    assert set(grounds) == {"rgb(255, 255, 255)"}


# Figures to take away


def test_a_figure_is_downloaded_with_its_title_and_its_words(
    plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, plain, tmp_path)
    browser.execute_script(CATCH_WHAT_IS_DOWNLOADED)
    figure = browser.find_element(By.CSS_SELECTOR, "figure.exhibit")
    click(browser, figure.find_element(By.TAG_NAME, "button"))
    waiting = WebDriverWait(browser, 5)
    name, text = waiting.until(lambda page: page.execute_script("return window.saved"))
    drawing = ElementTree.fromstring(text)
    words = [drawing.findtext(f"{{http://www.w3.org/2000/svg}}{kind}") or "" for kind in ("title", "desc")]
    assert name == f"{figure.get_attribute('id')}.svg"
    assert words[0].startswith("Figure 1. ")
    assert "C4.5" in words[1]
    assert drawing.find(".//{http://www.w3.org/2000/svg}path") is not None


def test_nothing_that_serves_the_screen_is_printed(long: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    opened(browser, long, tmp_path)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = browser.execute_script(
        "const parts = [...document.querySelectorAll('nav, .tools, .filter, .here, .skip')];"
        "return parts.filter((part) => part.getClientRects().length).length"
    )
    hidden = browser.execute_script(
        "const box = document.querySelector('#long .scroll'); return box.scrollHeight - box.clientHeight"
    )
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert shown == 0
    assert hidden <= 0
