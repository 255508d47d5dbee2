"""Every result: the table of datasets by algorithms, as colours and as numbers."""

from __future__ import annotations

import csv
import io

import polars as pl
import pytest
from selenium.webdriver.common.keys import Keys

from tests.document.chromium import Page
from tests.document.page.conftest import Opener
from tests.document.sections import answers

pytestmark = pytest.mark.long


def shown_grid(page: Page) -> Page:
    """Return the page with the table in sight."""
    page.run("document.querySelector('#grid').scrollIntoView({block: 'start', behavior: 'instant'})")
    page.wait("document.querySelector('#g-box .g-row')")
    return page


def datasets(page: Page) -> list[str | None]:
    """Return the names of the rows from top to bottom."""
    return page.run(  # type: ignore[no-any-return]
        "return [...document.querySelectorAll('#g-box .g-row')].sort((p, q) => p.getAttribute('aria-rowindex') -"
        " q.getAttribute('aria-rowindex')).map((row) => row.dataset.d)"
    )


def values() -> dict[str, dict[str, float]]:
    table = answers.demo().with_columns(pl.col("algorithm", "dataset").cast(pl.String))
    wide = table.pivot("algorithm", index="dataset", values="value")
    return {row.pop("dataset"): row for row in wide.to_dicts()}


def show(page: Page, kind: str, value: str) -> None:
    page.click(page.find(f'[name="g-{kind}"][value="{value}"]').find_element("xpath", ".."))


def test_every_value_is_there_exactly(opened: Opener) -> None:
    page = shown_grid(opened("demo"))
    rows = page.table("every result")
    assert {row.pop("Dataset"): {name: float(value) for name, value in row.items()} for row in rows} == values()


def test_scores_ranks_and_differences_as_numbers_and_as_colours(opened: Opener) -> None:
    page = shown_grid(opened("demo"))
    reference = page.run("return document.querySelector('#ref').selectedOptions[0].text")
    show(page, "show", "difference")
    for row in page.table("every result"):
        whole = values()[row.pop("Dataset")]
        gaps = {name: value - whole[reference] for name, value in whole.items()}
        assert {name: float(value) for name, value in row.items()} == pytest.approx(gaps, abs=1e-12)
    assert page.count("#g-box .g-cell.g4") >= 14
    show(page, "show", "rank")
    for row in page.table("every result"):
        row.pop("Dataset")
        assert sum(float(rank) for rank in row.values()) == 10
    show(page, "as", "heat")
    assert page.count("#g-box.heat") == 1
    shades = {shade for names in page.attributes("#g-box .g-cell", "class") for shade in (names or "").split()}
    assert {"h0", "h8", "top"} <= shades
    grounds = page.run(
        "return [...new Set([...document.querySelectorAll('#g-box .g-cell')]"
        ".map((cell) => getComputedStyle(cell).backgroundColor))].length"
    )
    assert grounds >= 4


def test_rows_are_sorted_by_name_and_by_column(opened: Opener) -> None:
    page = shown_grid(opened("demo"))
    whole = values()
    by_name = datasets(page)
    assert sorted(by_name, key=str) == sorted(whole)
    page.click('#g-head [data-a="C4.5"] .sort')
    scores = [whole[name or ""]["C4.5"] for name in datasets(page)]
    assert scores == sorted(scores, reverse=True)
    assert page.find('#g-head [data-a="C4.5"]').get_attribute("aria-sort") == "descending"
    page.click('#g-head [data-a="C4.5"] .sort')
    assert [whole[name or ""]["C4.5"] for name in datasets(page)] == sorted(scores)
    page.click("#g-head .g-corner .sort")
    assert datasets(page) == by_name
    page.click("#g-head .g-corner .sort")
    assert datasets(page) == by_name[::-1]


def test_a_search_leaves_the_rows_with_all_its_words(opened: Opener) -> None:
    page = shown_grid(opened("demo"))
    page.click("#g-find")
    page.press("CANCER", " ", "breast")
    wanted = [name for name in values() if "cancer" in name and "breast" in name]
    assert datasets(page) == wanted
    assert page.text("#g-count").startswith(f"{len(wanted)} of 14 datasets")
    assert [row["Dataset"] for row in page.table("every result")] == wanted


def test_a_search_finds_what_a_static_table_had_cut(opened: Opener) -> None:
    page = shown_grid(opened("bake_off"))
    page.enter("#g-find", "dataset 29")
    assert datasets(page) == ["dataset 29"]


def test_groups_of_datasets_filter_the_rows(opened: Opener) -> None:
    page = shown_grid(opened("families"))
    assert page.is_seen("#g-group")
    whole, groups = datasets(page), page.texts("#g-group option")[1:]
    assert len(groups) > 1
    parts = []
    for group in groups:
        page.choose("#g-group", group)
        parts.append(datasets(page))
    assert sorted(str(name) for part in parts for name in part) == sorted(map(str, whole))
    assert all(0 < len(part) < len(whole) for part in parts)


def test_the_areas_of_published_datasets_filter_the_rows_and_what_is_copied(opened: Opener) -> None:
    page = shown_grid(opened("areas"))
    assert sorted(page.texts("#g-group option")[1:]) == ["life", "physical", "social"]
    page.choose("#g-group", "physical")
    assert datasets(page) == ["ionosphere", "wine"]
    assert page.text("#g-count").startswith("2 of 14 datasets")
    assert page.find("#g-count").get_attribute("role") == "status"
    copied = {
        row.pop("Dataset"): {name: float(value) for name, value in row.items()} for row in page.table("every result")
    }
    assert copied == {name: values()[name] for name in ("ionosphere", "wine")}
    page.enter("#g-find", "wi")
    assert datasets(page) == ["wine"]
    page.choose("#g-group", "all")
    assert "breast cancer wisconsin" in datasets(page)
    page.focus("#g-find")
    page.press(*[Keys.BACKSPACE] * 2)
    assert len(datasets(page)) == 14


@pytest.mark.parametrize(
    ("form", "start"),
    [("LaTeX", "\\begin{tabular}{lrrrr}"), ("Markdown", "| Dataset |"), ("CSV", "Dataset,"), ("TSV", "Dataset\t")],
)
def test_the_table_is_copied_in_four_forms(form: str, start: str, opened: Opener) -> None:
    page = shown_grid(opened("demo"))
    text = page.copied("every result", form)
    assert text.startswith(start)
    assert all(name in text for name in values())
    page.wait_for_words(f"Copied as {form}")


def test_the_table_is_downloaded(opened: Opener) -> None:
    page = shown_grid(opened("demo"))
    page.take("every result", "Download as CSV")
    name, text = page.wait("window.saved")
    assert name == "results.csv"
    assert len(list(csv.reader(io.StringIO(text)))) == 15


def test_cells_are_walked_by_keys_and_compare_on_enter(opened: Opener) -> None:
    page = shown_grid(opened("demo"))
    page.focus("#g-box")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    active = page.find("#g-box").get_attribute("aria-activedescendant")
    assert page.count(f"[id='{active}'].active") == 1
    tip = page.wait_for_tip()
    algorithm, _, dataset = tip.splitlines()[0].partition(" on ")
    assert f"{values()[dataset][algorithm]:.3f}" in tip
    assert page.count(f'.lit[data-a="{algorithm}"]') > 0
    page.press(Keys.ENTER)
    assert page.run("return document.querySelector('#duel-a').selectedOptions[0].text") == algorithm


def test_pointing_at_a_cell_tells_its_value(opened: Opener) -> None:
    page = shown_grid(opened("demo"))
    page.hover(page.all("#g-box .g-row .g-cell")[5])
    assert page.wait_for_tip().splitlines()[0].partition(" on ")[2] in values()
    page.escape()
    assert not page.is_seen("#tip")


def test_a_tap_on_a_cell_tells_and_does_not_compare(opened: Opener) -> None:
    page = opened("demo")
    page.resize(390, 844, touch=True)
    shown_grid(page)
    page.tap(page.all("#g-box .g-row .g-cell")[4])
    assert " on " in page.wait_for_tip()
    assert not page.is_seen("#duel")


def test_names_of_rows_stay_in_sight_on_a_telephone(opened: Opener) -> None:
    page = opened("bake_off")
    page.resize(390, 844, touch=True)
    shown_grid(page)
    page.run("document.querySelector('#g-box').scrollLeft = 300")
    edge = page.run(
        "const left = (query) => document.querySelector(query).getBoundingClientRect().left;"
        "return left('#g-box .g-row .g-name') - left('#g-box')"
    )
    assert abs(edge) <= 2


def test_links_to_a_complete_table_lead_to_its_metric(opened: Opener) -> None:
    page = opened("bake_off")
    ids = page.attributes("#every-result-grid .anchor", "id")
    assert len(ids) > 1
    page.run("location.hash = arguments[0]", ids[-1])
    last = page.run("return [...document.querySelectorAll('#metrics input')].at(-1).checked")
    assert last


def test_the_rows_of_many_algorithms_are_few_elements(opened: Opener) -> None:
    page = shown_grid(opened("large"))
    assert page.count("#g-box .g-row .g-strip") == page.count("#g-box .g-row") > 5
    assert page.count("#g-box .g-cell") <= 1
    before = page.count("#grid *")
    for top, left in ((0, 2000), (2000, 0), (3000, 3000)):
        page.run("document.querySelector('#g-box').scrollTo(...arguments)", left, top)
        page.rest()
        assert page.count("#grid *") < 2 * before < 2500
    page.focus("#g-box")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    assert page.find("#g-box").get_attribute("aria-activedescendant") == "g-active"
    assert page.wait_for_tip()
    rows = page.table("every result")
    assert len(rows) == 200
    assert len(rows[0]) == 201
