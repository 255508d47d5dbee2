"""The HTML page in a real browser."""

from __future__ import annotations

import csv
import io
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
from tests.document.chromium import Page, restored
from tests.document.model.test_templates import contrast

pytestmark = pytest.mark.long

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


def opened(browser: webdriver.Chrome, report: br.Report, folder: Path) -> Page:
    restored(browser)
    page = Page(browser, report.write(folder / "report.html").as_uri())
    page.open()
    return page


def click(browser: webdriver.Chrome, element: WebElement) -> None:
    # Bring it to the middle first: the page scrolls smoothly, and a moving button is missed.
    browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
    element.click()


def menu_of(page: Page, table: str) -> str:
    """Return what the menu of a table is called by."""
    return page.text(f"#{table} .name").removesuffix(".")


def column(table: WebElement, index: int) -> list[str]:
    return [cell.text for cell in table.find_elements(By.CSS_SELECTOR, f"tbody tr > :nth-child({index})")]


@pytest.mark.parametrize("which", ["plain", "hostile"])
def test_the_page_opens_without_an_error_on_the_console(
    which: str, request: pytest.FixtureRequest, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    opened(browser, request.getfixturevalue(which), tmp_path)
    assert [entry for entry in browser.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")] == []
    report: br.Report = request.getfixturevalue(which)
    assert len(browser.find_elements(By.TAG_NAME, "section")) == len(report.sections) > 5


def test_tables_sort_by_value_and_say_so(long: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    opened(browser, long, tmp_path)
    table = browser.find_element(By.CSS_SELECTOR, "#long table")
    header = table.find_elements(By.CSS_SELECTOR, "thead tr:last-child th")[1]
    click(browser, header.find_element(By.TAG_NAME, "button"))
    assert header.get_attribute("aria-sort") == "ascending"
    values = [float(text) for text in column(table, 2)]
    assert values == sorted(values)
    click(browser, header.find_element(By.TAG_NAME, "button"))
    assert header.get_attribute("aria-sort") == "descending"
    assert [float(text) for text in column(table, 2)] == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("form", "expected"),
    [("CSV", "C4.5+m+cf"), ("TSV", "\t"), ("LaTeX", "\\begin{tabular}{l"), ("Markdown", "| :--- | ---: |")],
)
def test_a_table_can_be_copied(
    form: str, expected: str, plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    page = opened(browser, plain, tmp_path)
    text = page.copied(menu_of(page, "board"), form)
    assert expected in text
    assert "C4.5" in text
    page.wait_for_words(f"Copied as {form}")


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
    page = opened(browser, plain, tmp_path)
    fetched = browser.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
    assert [name for name in fetched if not name.startswith("data:")] == []
    ways = ("const s = document.createElement('script'); s.append('window.broken = 1'); document.body.append(s)",
            "document.body.innerHTML = '<img src=x onerror=window.broken=1>'",
            "document.createElement('script').textContent = 'window.broken = 1'",)  # fmt: skip
    refused = [page.run(f"try {{ {way}; return ''; }} catch (error) {{ return error.name; }}") for way in ways]
    assert refused == ["", "TypeError", "TypeError"]
    assert page.run("return window.broken ?? null") is None


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
    page = opened(browser, long, tmp_path)
    page.click("#long .dots")
    field = page.find("#long .menu input[type=search]")
    assert field.accessible_name.startswith("Filter rows")
    assert not page.is_seen("#long .caption .chip")
    field.send_keys("SET 3")
    assert shown_rows(page) == [name for name in NAMES if name.startswith("set 3")]
    page.run("document.querySelector('#long .menu').hidePopover()")
    assert page.text("#long .caption .chip").startswith("10 of 40 rows")
    page.wait_for_words("10 of 40 rows")
    page.click("#long .caption .chip")
    assert shown_rows(page) == NAMES
    page.enter("#long-filter", "no such row")
    assert page.text("#long .caption .chip").startswith("0 of 40 rows")


def shown_rows(page: Page) -> list[str]:
    return page.texts("#long tbody tr:not([hidden]) > :first-child")


def test_a_short_table_needs_no_filter(plain: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    page = opened(browser, plain, tmp_path)
    assert page.count("#board .menu") == 1
    assert page.count("#board input") == 0


def test_what_is_copied_is_what_is_shown_in_the_order_in_which_it_is_shown(
    long: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    page = opened(browser, long, tmp_path)
    page.enter("#long-filter", "set 2")
    page.click("#long thead tr:last-child th:nth-child(2) button")
    for form in ("CSV", "TSV", "LaTeX", "Markdown"):
        text = page.copied(menu_of(page, "long"), form)
        assert all((place in text) == place.startswith("set 2") for place in NAMES), form
    head, *rows = csv.reader(io.StringIO(page.copied(menu_of(page, "long"), "CSV")))
    assert head[:3] == ["dataset", "first c0", "first c1"]
    assert head[11] == "second c10"
    assert [float(row[1]) for row in rows] == sorted(float(row[1]) for row in rows)


def test_bold_and_underlined_cells_are_copied_as_such(browser: webdriver.Chrome, tmp_path: Path) -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    page = opened(browser, br.report(scores, sections=["leaderboard", "tables"]), tmp_path)
    for table, form, marked in (
        ("complete-auc", "LaTeX", [r"\textbf{.798}"]),
        ("complete-auc", "Markdown", ["**.798**"]),
        ("board", "LaTeX", [r"\textbf{1.93}", r"\underline{2.00}"]),
        ("board", "Markdown", ["**1.93**", "<u>2.00</u>"]),
    ):
        text = page.copied(menu_of(page, table), form)
        assert [mark for mark in marked if mark not in text] == []


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
    exhibits = browser.find_elements(By.CSS_SELECTOR, "main section:not(.opening), .exhibit:not([hidden])")
    linked = {
        (link.get_attribute("href") or "").partition("#")[2] for link in browser.find_elements(By.CLASS_NAME, "here")
    }
    picture = browser.find_element(By.CSS_SELECTOR, "#answer figure[hidden]").get_attribute("data-id")
    assert {item.get_attribute("id") for item in exhibits} | {picture} == linked
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


def test_figures_stand_on_the_paper_of_the_page(plain: br.Report, browser: webdriver.Chrome, tmp_path: Path) -> None:
    page = opened(browser, plain, tmp_path)
    page.run("document.documentElement.dataset.theme = 'dark'")
    grounds = page.run(
        "return [...document.querySelectorAll('figure svg')].map((svg) => getComputedStyle(svg).backgroundColor)"
    )
    assert set(grounds) == {"rgba(0, 0, 0, 0)"}


# Figures to take away


def test_a_figure_is_downloaded_with_its_title_and_its_words(
    plain: br.Report, browser: webdriver.Chrome, tmp_path: Path
) -> None:
    page = opened(browser, plain, tmp_path)
    figure = page.find("main section:not(.opening) figure.exhibit")
    name = figure.find_element(By.CLASS_NAME, "name").text.removesuffix(".")
    page.take(name, "Download as SVG")
    file, text = page.wait("window.saved")
    drawing = ElementTree.fromstring(text)
    words = [drawing.findtext(f"{{http://www.w3.org/2000/svg}}{kind}") or "" for kind in ("title", "desc")]
    assert file == f"{figure.get_attribute('id')}.svg"
    assert words[0].startswith(f"{name}. ")
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
