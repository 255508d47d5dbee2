"""The page for all readers: no serious violation that axe-core finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.document.chromium import Page
from tests.document.conftest import needs
from tests.document.page.conftest import Opener
from tests.document.page.npm import installed

pytestmark = pytest.mark.long

# A page, what is done to it, and whether it is dark.
VIEWS = {
    "demo": ("demo", "", False),
    "declared": ("declared", "", False),
    "several metrics": ("two_fold", "", False),
    "bake-off": ("bake_off", "", False),
    "predictions": ("predictions", "", False),
    "missing results": ("gaps", "", False),
    "hostile": ("hostile", "", False),
    "drawer": ("demo", "#vs=C4.5%2Bm,C4.5", False),
    "what-if": ("demo", "#without=C4.5&skip=iris", False),
    "dark": ("demo", "", True),
    "dark bake-off": ("bake_off", "#vs=algorithm%200,algorithm%205", True),
    "dark what-if": ("demo", "#without=C4.5&skip=iris", True),
    "dark predictions": ("predictions", "", True),
}


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    needs("npm")
    return Path(installed("axe-core", tmp_path_factory), "axe-core", "axe.min.js").read_text(encoding="utf8")


def violations(page: Page, axe: str) -> list[Any]:
    """Return what is serious or worse, with where it is."""
    page.run(axe)
    return page.run(  # type: ignore[no-any-return]
        "return axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations"
        ".filter(({impact}) => impact === 'serious' || impact === 'critical')"
        ".map(({id, nodes}) => [id, nodes.length,"
        " nodes.slice(0, 3).map((node) => [node.target, node.failureSummary])]))"
    )


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_serious(view: str, axe: str, opened: Opener) -> None:
    name, fragment, dark = VIEWS[view]
    page = opened(name, fragment)
    if dark:
        page.media(prefers_color_scheme="dark")
    page.run("for (const box of document.querySelectorAll('main details')) box.open = true")
    if page.count("#grid"):
        page.run("document.querySelector('#grid').scrollIntoView()")
        page.wait("document.querySelector('#g-box .g-row')")
    assert violations(page, axe) == []


def test_axe_finds_nothing_serious_on_a_telephone(axe: str, opened: Opener) -> None:
    page = opened("demo")
    page.resize(390, 844, touch=True)
    page.open("#vs=C4.5%2Bm,C4.5")
    assert violations(page, axe) == []
