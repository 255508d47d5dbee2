"""Two algorithms head to head: the drawer beside the page."""

from __future__ import annotations

import json
from urllib.parse import quote

import polars as pl
import pytest
from selenium.webdriver.common.keys import Keys

import benchreport as br
from tests.document.chromium import Page
from tests.document.page.conftest import Opener
from tests.document.page.reports import explorer_of, report
from tests.document.sections import answers

pytestmark = pytest.mark.long

A, B = "C4.5+m", "C4.5"


def differences() -> pl.DataFrame:
    """Return the differences of the two, derived from the table, the largest win first."""
    table = answers.demo().with_columns(pl.col("algorithm", "dataset").cast(pl.String))
    wide = table.pivot("algorithm", index="dataset", values="value")
    return wide.select("dataset", difference=(pl.col(A) - pl.col(B)).round(9)).sort("difference", descending=True)


def sides(page: Page) -> tuple[str, str]:
    chosen = [page.run("return document.querySelector(arguments[0]).selectedOptions[0].text", side)
              for side in ("#duel-a", "#duel-b")]  # fmt: skip
    return chosen[0], chosen[1]


def test_a_permalink_opens_the_drawer_with_all_it_holds(opened: Opener) -> None:
    page = opened("demo", f"#vs={quote(A, safe='')},{B}")
    rows = differences()
    wins, losses = rows.filter(pl.col("difference") > 0), rows.filter(pl.col("difference") < 0)
    assert sides(page) == (A, B)
    assert page.count("#duel .pt") == page.count("#duel .bar") == rows.height
    assert page.attributes("#duel .bar", "data-d")[0] == rows["dataset"][0]
    summary = f"won {wins.height}, tied {rows.height - wins.height - losses.height}, lost {losses.height}"
    assert summary in page.text("#duel-counts")
    largest = page.attributes("#duel .two > :first-child li", "data-d")
    assert largest == wins["dataset"][:5].to_list()
    smallest = page.attributes("#duel .two > :last-child li", "data-d")
    assert smallest == losses["dataset"].reverse()[:5].to_list()


def test_the_test_of_the_pair_is_that_of_the_rows(opened: Opener) -> None:
    page = opened("demo", f"#vs={quote(A, safe='')},{B}")
    rows = br.verdicts(answers.demo()).with_columns(pl.col("a", "b").cast(pl.String))
    (row,) = rows.filter(pl.col("a").is_in([A, B]) & pl.col("b").is_in([A, B])).to_dicts()
    cells = dict(zip(page.texts("#duel dt"), page.texts("#duel dd"), strict=True))
    sign = 1 if row["a"] == A else -1
    assert cells["difference"] == f"{sign * row['estimate']:+.3f}".replace("-", "−")
    adjusted = next(value for key, value in cells.items() if key.startswith("p, "))
    assert adjusted == f"{row['p_adjusted']:.3f}"[1:]
    assert cells["p"] == f"{row['p_value']:.3f}"[1:]


def test_the_drawer_has_the_posterior_of_the_pair_from_both_sides(opened: Opener) -> None:
    rows = br.bayes_signed_rank(answers.demo(), rope=0.01, draws=20_000).with_columns(pl.col("a", "b").cast(pl.String))
    chances = {
        row["term"]: row["estimate"]
        for row in rows.filter(pl.col("a").is_in([A, B]), pl.col("b").is_in([A, B])).to_dicts()
    }
    first = rows.filter(pl.col("a").is_in([A, B]), pl.col("b").is_in([A, B]))["a"][0]
    for a, b in ((A, B), (B, A)):
        page = opened("demo", f"#vs={quote(a, safe='')},{quote(b, safe='')}")
        cells = dict(zip(page.texts("#duel dt"), page.texts("#duel dd"), strict=True))
        better = chances["a_better" if a == first else "b_better"]
        assert float(cells["P(better by > 0.01)"]) == pytest.approx(better, abs=0.02)
        assert float(cells["P(within 0.01)"]) == pytest.approx(chances["rope"], abs=0.02)


@pytest.mark.parametrize("place", ["hero", "figure", "grid"])
def test_one_click_compares_with_the_reference(place: str, opened: Opener) -> None:
    page = opened("demo")
    page.wait("document.querySelector('#tables')")
    if place == "hero":
        page.click(f'#hero tr[data-a="{B}"] .c-score')
    elif place == "figure":
        page.click(page.mark(B))
    else:
        page.bring(page.find("#g-box"))
        page.wait("document.querySelector('#g-box .g-row .g-cell')")
        column = page.attributes("#g-head .g-col", "data-a").index(B)
        page.click(page.all("#g-box .g-row:nth-of-type(3) .g-cell, #g-box .g-row .g-cell")[column])
    first = json.loads(explorer_of(report("demo")))["algorithms"][0]
    assert sides(page) == (B, first)
    assert page.is_seen("#duel")
    page.wait("location.hash.startsWith('#vs=C4.5,')")


def test_enter_opens_and_escape_closes_and_returns(opened: Opener) -> None:
    page = opened("demo")
    page.focus("#hero button.alg")
    page.press(Keys.ARROW_DOWN, Keys.ENTER)
    second = page.attributes("#hero tbody tr", "data-a")[1]
    assert sides(page)[0] == second
    assert page.focused().get_attribute("id") == "duel-title"
    page.escape()
    page.escape()
    assert not page.is_seen("#duel")
    assert page.focused().get_attribute("data-a") == second
    page.wait("!location.hash.includes('vs=')")


def test_the_reference_is_compared_with_the_best_of_the_others(opened: Opener) -> None:
    page = opened("demo")
    order = page.attributes("#hero tbody tr", "data-a")
    page.click("#hero tr.is-ref .c-score")
    assert sides(page) == (order[0], order[1])


def test_the_sides_are_chosen_and_swapped(opened: Opener) -> None:
    page = opened("demo", f"#vs={quote(A, safe='')},{B}")
    page.click("#duel-swap")
    assert sides(page) == (B, A)
    page.choose("#duel-a", A)
    assert sides(page) == (A, B)
    page.choose("#duel-b", "C4.5+cf")
    assert sides(page) == (A, "C4.5+cf")
    page.click("#duel-link")
    assert page.wait("window.copied").endswith("#vs=C4.5%2Bm,C4.5%2Bcf")
    page.click("#duel-close")
    assert not page.is_seen("#duel")


def test_arrow_keys_walk_the_datasets_from_the_largest_win(opened: Opener) -> None:
    page = opened("demo", f"#vs={quote(A, safe='')},{B}")
    drawings = page.all("#duel svg.fig")
    assert len(drawings) == 2
    for drawing in drawings:
        page.focus(drawing)
        page.press(Keys.ARROW_RIGHT)
        assert differences()["dataset"][0] in page.wait_for_tip()
        page.press(Keys.END)
        page.wait("document.querySelector('#tip').innerText.includes(arguments[0])", differences()["dataset"][-1])
        page.escape()
    assert page.is_seen("#duel")


def test_a_tap_on_a_row_opens_a_sheet(opened: Opener) -> None:
    page = opened("demo")
    page.resize(390, 844, touch=True)
    page.tap(f'#hero tr[data-a="{B}"] .c-name button')
    assert page.is_seen("#duel")
    box = page.run("const box = document.querySelector('#duel').getBoundingClientRect(); return [box.left, box.right]")
    assert box[0] >= 0
    assert box[1] <= 390
    page.tap("#duel-close")
    assert not page.is_seen("#duel")


def test_a_link_that_names_nobody_is_ignored(opened: Opener) -> None:
    page = opened("demo", "#vs=nobody,C4.5&metric=none&ref=%E0%A4%A&without=,,&skip=%")
    assert not page.is_seen("#duel")
    assert page.text(".headline") == json.loads(explorer_of(report("demo")))["metrics"][0]["answer"]["headline"]


def test_a_wide_screen_shows_the_most_asked_comparison_at_once(opened: Opener) -> None:
    page = opened("demo")
    page.resize(1920, 1080)
    page.open()
    order = page.attributes("#hero tbody tr", "data-a")
    assert page.is_seen("#duel")
    assert sides(page) == (order[0], order[1])
