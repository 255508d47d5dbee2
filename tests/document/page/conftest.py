"""Pages in a browser; each test ends with an empty console and nothing broken out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from selenium import webdriver

from tests.document.chromium import Page, restored
from tests.document.page.reports import report

Opener = Callable[..., Page]


@pytest.fixture(scope="session")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Return where the page of a report lies, written when it is first wanted."""
    folder = tmp_path_factory.mktemp("pages")

    def address(name: str) -> str:
        path = folder / f"{name}.html"
        return (path if path.exists() else report(name).write(path)).as_uri()

    return address


@pytest.fixture
def opened(browser: webdriver.Chrome, addresses: Callable[[str], str]) -> Iterator[Opener]:
    """Yield what opens the page of a report; afterwards nobody has complained and no name has run."""
    restored(browser)

    def open_page(name: str, fragment: str = "", *, scripted: bool = True) -> Page:
        page = Page(browser, addresses(name))
        page.open(fragment, scripted=scripted)
        return page

    yield open_page
    messages = browser.get_log("browser")
    broken = browser.execute_script("return window.broken ?? null")
    restored(browser)
    assert messages == []
    assert broken is None
