"""The first screen of a page: answer, board, metrics, references."""

from __future__ import annotations

import csv
import io
import json
import re

import polars as pl
import pytest
from selenium.webdriver.common.keys import Keys

import benchreport as br
from tests.document.chromium import Page
from tests.document.page.conftest import Opener
from tests.document.page.reports import explorer_of, report
from tests.document.sections import answers


def names(page: Page) -> list[str | None]:
    return page.attributes("#hero tbody tr", "data-a")


def test_answer_and_board_are_the_first_screen(opened: Opener) -> None:
    page = opened("demo")
    page.resize(1280, 900)
    data = json.loads(explorer_of(report("demo")))
    (metric,) = data["metrics"]
    assert page.text(".headline") == metric["answer"]["headline"]
    assert not page.is_seen("#answer figure")
    assert page.run("return document.querySelector('#hero').getBoundingClientRect().bottom") < 900
    assert names(page) == data["algorithms"]
    assert page.texts("#hero td.c-place") == [str(place) for place in metric["place"]]
    sets = [f"{low}–{high}" for low, high in zip(metric["low"], metric["high"], strict=True)]
    assert page.texts("#hero td.c-set") == sets
    assert page.count("#hero .c-diff .whisker") == page.count("#hero .c-diff .mark") == 3


def test_intervals_that_go_on_beyond_the_panel_end_in_arrows(opened: Opener) -> None:
    page = opened("wide_intervals")
    ends = page.run(
        "return [...document.querySelectorAll('#hero .whisker')]"
        ".flatMap((line) => ['x1', 'x2'].map((name) => line.getAttribute(name)))"
    )
    # The axis ends at 2 % and at 98 %; several different limits drawn there lie beyond.
    cut = [end for end in ends if end in ("2.00%", "98.00%")]
    printed = re.findall(r"\[(\S+), (\S+)\]", " ".join(page.texts("#hero td.c-dnum")))
    assert len({limit for pair in printed for limit in pair}) == len(ends) == 6
    assert len(cut) > 2
    assert page.count("#hero .c-diff .arrow.on") == len(cut)


def test_the_bracket_joins_those_not_distinguished_from_the_best(opened: Opener) -> None:
    page = opened("demo")
    data = json.loads(explorer_of(report("demo")))
    tied = [q > data["alpha"] for q in data["metrics"][0]["pairs"]["q"][:3]]
    joined = [page.count(f"#hero tbody tr:nth-child({row}) .bracket:not(.gap)") == 2 for row in (2, 3, 4)]
    assert joined == tied


def test_every_metric_has_its_answer_and_its_order(opened: Opener) -> None:
    page = opened("two_fold")
    data = json.loads(explorer_of(report("two_fold")))
    assert len(data["metrics"]) > 2
    radios = page.all("#metrics input")
    for radio, metric in zip(radios, data["metrics"], strict=True):
        page.click(radio)
        assert page.text(".headline") == metric["answer"]["headline"]
        ranked = sorted(zip(metric["rank"], data["algorithms"], strict=True))
        assert [name for _, name in ranked] == names(page)
        assert metric["name"] in page.text("#hero caption")
    page.wait("location.hash.includes(arguments[0])", f"metric={data['metrics'][-1]['id']}")
    page.focus("#metrics input:checked")
    page.press(Keys.ARROW_LEFT)
    assert page.text(".headline") == data["metrics"][-2]["answer"]["headline"]


def test_another_reference_is_compared_by_all_pairs(opened: Opener) -> None:
    page = opened("demo")
    written = page.text(".headline")
    page.choose("#ref", "C4.5")
    assert re.match(r"C4\.5 is .* of 3 algorithms", page.text(".headline"))
    assert "all 6 pairs" in page.text("#verdict")
    assert page.text("#hero tr.is-ref").find("C4.5") >= 0
    page.wait("location.hash === '#ref=C4.5'")
    page.choose("#ref", names(page)[0] or "")
    assert page.text(".headline") == written


def test_a_declared_reference_has_its_own_family_until_another_is_chosen(opened: Opener) -> None:
    page = opened("declared")
    data = json.loads(explorer_of(report("declared")))
    own = data["metrics"][0]["own"]
    assert page.text("#hero tr.is-ref .c-name") == "C4.5"
    assert "3 comparisons with C4.5" in page.text("#board-note")
    rows = page.table("the leaderboard")
    for row in rows:
        q = own["q"][data["algorithms"].index(row["Algorithm"])]
        assert row["p"] == ("" if q is None else str(q))
    page.choose("#ref", "C4.5+m")
    assert "all 6 pairs" in page.text("#board-note")
    assert "3 comparisons with C4.5" in page.text("#board-note")
    assert "not over the 3 comparisons with C4.5" in page.text("#verdict")


@pytest.mark.parametrize("form", ["CSV", "TSV"])
def test_estimates_and_their_limits_are_columns_of_their_own(form: str, opened: Opener) -> None:
    page = opened("demo")
    text = page.copied("the leaderboard", form)
    rows = list(csv.DictReader(io.StringIO(text), delimiter="," if form == "CSV" else "\t"))
    (first, *others) = rows
    assert [first["Estimate"], first["Interval low"], first["Interval high"]] == ["reference", "", ""]
    verdicts = br.verdicts(answers.demo()).with_columns(pl.col("a", "b").cast(pl.String)).to_dicts()
    pairs = {(row["a"], row["b"]): (row["estimate"], row["ci_low"], row["ci_high"]) for row in verdicts}
    for row in others:
        pair = row["Algorithm"], first["Algorithm"]
        estimate, low, high = pairs.get(pair) or [-x for x in (pairs[pair[::-1]][i] for i in (0, 2, 1))]
        printed = [float(row[name]) for name in ("Estimate", "Interval low", "Interval high")]
        assert printed == pytest.approx([estimate, low, high], rel=1e-6, abs=1e-12)
    page.click("#wi-button")
    page.click(f'#hero tr[data-a="{others[-1]["Algorithm"]}"] .keep')
    assert {row["Interval low"] for row in page.table("the leaderboard")} == {""}


@pytest.mark.parametrize("key", ["place", "name", "score", "diff", "p", "rank", "wins"])
def test_the_board_is_sorted_by_its_heads_and_back(key: str, opened: Opener) -> None:
    page = opened("demo")
    head = f"#hero th.c-{key}"
    page.click(f"{head} .sort")
    first, order = page.find(head).get_attribute("aria-sort"), names(page)
    page.focus(f"{head} .sort")
    page.press(Keys.ENTER)
    assert {first, page.find(head).get_attribute("aria-sort")} == {"ascending", "descending"}
    # The reference has no p-value and stays last.
    tested = len(order) - (key == "p")
    assert names(page)[:tested] == order[:tested][::-1]


def test_a_page_from_a_file_fetches_nothing_and_runs_no_other_script(opened: Opener) -> None:
    page = opened("demo")
    assert page.run("return location.protocol") == "file:"
    fetched = page.run("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert [name for name in fetched if not name.startswith("data:")] == []
    assert page.run("return document.title") == "Four trees"
    assert page.find("meta[name=description]").get_attribute("content") == page.text(".headline")
