"""Linked highlighting: an algorithm pointed at anywhere is marked everywhere."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.keys import Keys

from tests.document.chromium import Page
from tests.document.page.conftest import Opener

pytestmark = pytest.mark.long

NAME = "C4.5+m"
# What a page shows an algorithm in, and where to point at it.
PLACES = {
    "sentence": f'#answer p .alg[data-a="{NAME}"], main p .alg[data-a="{NAME}"]',
    "hero": f'#hero tr[data-a="{NAME}"] .c-name button',
    "strip": f'#hero tr[data-a="{NAME}"] .c-diff',
    "table": f'main section:not(.opening) table .alg[data-a="{NAME}"]',
}


def is_marked_everywhere(page: Page, name: str = NAME) -> bool:
    """Return whether all that shows an algorithm is marked, and nothing else."""
    every, marked = page.count(f'[data-a="{name}"]'), page.count(f'.lit[data-a="{name}"]')
    return every == marked > 8 and set(page.attributes(".lit[data-a]", "data-a")) == {name}


def named(page: Page) -> None:
    """Read on until the names of all sections are marked up, after the first paint, with all that is folded open."""
    page.wait("[...document.querySelectorAll('main td, main tbody th')].some((cell) => cell.matches(':has(.alg)'))")
    page.run("for (const box of document.querySelectorAll('main details')) box.open = true")


@pytest.mark.parametrize("place", [*PLACES, "figure"])
def test_pointing_at_an_algorithm_marks_it_everywhere_and_escape_clears(place: str, opened: Opener) -> None:
    page = opened("demo")
    named(page)
    page.hover(page.find(PLACES[place]) if place in PLACES else page.mark(NAME))
    assert is_marked_everywhere(page)
    assert page.count("svg.dim") > 0
    page.escape()
    assert page.count(".lit, .dim") == 0
    assert not page.is_seen("#tip")


@pytest.mark.parametrize("place", ["sentence", "hero", "table"])
def test_focus_marks_like_pointing(place: str, opened: Opener) -> None:
    page = opened("demo")
    named(page)
    page.run("document.querySelector(arguments[0]).tabIndex = 0", PLACES[place])
    page.focus(PLACES[place])
    assert is_marked_everywhere(page)
    page.escape()
    assert page.count(".lit") == 0


def test_a_tap_marks_and_shows_values(opened: Opener) -> None:
    page = opened("demo")
    page.resize(390, 844, touch=True)
    named(page)
    page.tap(page.mark(NAME))
    assert NAME in page.wait_for_tip()
    assert is_marked_everywhere(page)
    assert not page.is_seen("#duel")


def test_every_figure_has_marks_that_say_what_they_show(opened: Opener) -> None:
    page = opened("demo")
    figures = page.run(
        "return [...document.querySelectorAll('figure.exhibit svg:not(.fig)')].map((drawing) => ({"
        "  id: drawing.closest('figure').id || drawing.closest('figure').dataset.id,"
        "  marks: [...drawing.querySelectorAll('[data-v]')].map((mark) => [mark.dataset.a, mark.dataset.d,"
        "    mark.dataset.v]),"
        "  cells: [...drawing.querySelectorAll('[data-cells]')].map((image) => [JSON.parse(image.dataset.rows).length *"
        "    JSON.parse(image.dataset.cols).length, JSON.parse(image.dataset.cells).length])}))"
    )
    assert len(figures) >= 4
    for figure in figures:
        assert figure["marks"] or figure["cells"], figure["id"]
        unnamed = [value for algorithm, dataset, value in figure["marks"] if not algorithm and not dataset]
        assert all("C4.5" in value for value in unnamed), figure["id"]
        assert all(value for _, _, value in figure["marks"]), figure["id"]
        assert all(wanted == count > 3 for wanted, count in figure["cells"]), figure["id"]
    everything = [mark for figure in figures for mark in figure["marks"]]
    assert sum(1 for algorithm, dataset, _ in everything if algorithm and dataset) >= 14 * 4


def test_arrow_keys_walk_the_marks_of_a_figure_with_their_values(opened: Opener) -> None:
    page = opened("demo")
    drawings = page.run(
        "return [...document.querySelectorAll('figure.exhibit > svg')].filter((drawing) =>"
        " drawing.checkVisibility() && drawing.querySelector('[data-v]') && !drawing.querySelector('[data-cells]'))"
    )
    assert drawings
    for drawing in drawings:
        page.bring(drawing)
        page.run("arguments[0].focus()", drawing)
        wanted = page.run("return arguments[0].querySelector('[data-v]').dataset.v", drawing)
        page.press(Keys.ARROW_RIGHT)
        assert wanted.split()[0] in page.wait_for_tip()
        assert page.count(".lit") > 0
        page.escape()
        assert not page.is_seen("#tip")


def test_pictures_of_cells_are_walked_and_pointed_at(opened: Opener) -> None:
    page = opened("bake_off")
    (image, *_) = page.all("figure.exhibit image[data-cells]")
    page.hover(image)
    assert page.wait_for_tip()
    assert page.count(".spot:not(.off)") == 1
    page.escape()
    page.run("arguments[0].ownerSVGElement.focus()", image)
    page.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    rows, columns = page.run("return [arguments[0].dataset.rows, arguments[0].dataset.cols].map(JSON.parse)", image)
    tip = page.wait_for_tip()
    assert any(name in tip for name in rows)
    assert any(name in tip for name in columns)


def test_datasets_are_linked_too(opened: Opener) -> None:
    page = opened("demo", "#vs=C4.5%2Bm,C4.5")
    page.hover("#duel .ext li .link")
    name = page.text("#duel .ext li .link")
    marked = page.attributes("#duel .lit", "data-d")
    assert set(marked) == {name}
    assert len(marked) >= 3


def test_names_in_a_table_are_one_tab_stop_walked_by_arrow_keys(opened: Opener) -> None:
    page = opened("demo")
    named(page)
    table = "main section:not(.opening) table:has(.alg)"
    assert (
        page.run("return document.querySelector(arguments[0]).querySelectorAll('.alg[tabindex=\"0\"]').length", table)
        == 1
    )
    names = page.run("return [...document.querySelector(arguments[0]).querySelectorAll('.alg')]", table)
    page.focus(names[0])
    page.press(Keys.ARROW_DOWN)
    assert page.focused() == names[1]
    assert is_marked_everywhere(page, names[1].get_attribute("data-a") or "")
