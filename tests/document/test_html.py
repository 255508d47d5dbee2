"""The HTML page in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

import benchreport as br
from tests.document.conftest import needs

CATCH_WHAT_IS_COPIED = """
    window.copied = null;
    document.execCommand = function () { window.copied = document.activeElement.value; return true; };
    if (navigator.clipboard) navigator.clipboard.writeText = function (text) {
        window.copied = text;
        return Promise.resolve();
    };
"""


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
    assert len(browser.find_elements(By.TAG_NAME, "section")) == 9


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
        ("Copy as Markdown", "| --- |"),
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
