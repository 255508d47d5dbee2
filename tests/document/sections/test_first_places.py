"""What page one says of a first place that rests on a part of the datasets, and of policies for missing results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from warnings import catch_warnings, simplefilter

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Text
from tests.document.sections import answers
from tests.document.sections.sections import plain
from tests.document.sections.told import said


def lacking(table: pl.DataFrame, **gaps: Sequence[int]) -> pl.DataFrame:
    """A table without the results of some algorithms on some datasets."""
    number = pl.col("dataset").cast(pl.String).str.slice(1).cast(pl.Int64)
    missing = [(pl.col("algorithm") == name) & number.is_in(list(places)) for name, places in gaps.items()]
    return table.filter(~pl.any_horizontal(missing))


def page(table: pl.DataFrame, **wishes: Any) -> tuple[str, str]:
    with catch_warnings():
        simplefilter("ignore", br.BenchreportWarning)
        (section,) = br.report(table, sections=["answer"], **wishes).sections
    headline, *leads = (plain(block.words) for block in section.blocks if isinstance(block, Text))
    return headline, " ".join(leads)


CLEAR = (0.0, 0.03, 0.06, 0.09)
ALIKE = (0.0, 0.001, 0.05, 0.08)


@pytest.mark.parametrize(
    ("shifts", "wishes", "headline"),
    [
        (CLEAR, {"missing": "available"}, "A is the best of four algorithms on 16 of 20 datasets."),
        (ALIKE, {}, "A ranks first of four, on 16 of 20 datasets; one algorithm cannot be distinguished from it."),
        # The leader has no result on four datasets, and made-up ones stand there.
        (
            CLEAR,
            {"missing": "stand_in", "reference": "B"},
            "Of three algorithms, one beats B and two are worse.",
        ),
        (
            CLEAR,
            {"missing": "drop_blocks"},
            "Only 16 of 20 datasets have results of all four algorithms. On these A beats all three others.",
        ),
        (CLEAR, {"reference": "A"}, "A beats all three other algorithms, on 16 of 20 datasets."),
        ((0.0, 0.03), {}, "A beats B on 16 of 20 datasets."),
        ((0.0, 0.0), {"missing": "available"}, "A and B cannot be distinguished on 16 of 20 datasets."),
    ],
)  # fmt: skip
def test_a_first_place_that_rests_on_a_part_says_so_in_the_headline(
    shifts: tuple[float, ...], wishes: dict[str, Any], headline: str
) -> None:
    table = lacking(answers.rates(20, *shifts), A=range(4))
    assert page(table, **wishes)[0] == headline


def test_a_leader_with_every_result_rests_on_all_datasets() -> None:
    table = lacking(answers.rates(20, *ALIKE), C=range(4))
    assert page(table)[0] == "A ranks first of four; one algorithm cannot be distinguished from it."
    assert page(answers.winner())[0] == "A is the best of four algorithms on 14 datasets."


def test_results_that_are_ranked_last_are_none_that_the_leader_has() -> None:
    table = lacking(answers.rates(30, 0.0, 0.1, 0.12), A=range(2))
    assert page(table, missing="worst")[0] == (
        "A is the best of three algorithms on 30 datasets, with results on 28 of 30 datasets."
    )


def test_with_lower_is_better_and_few_datasets_the_part_is_said_in_words() -> None:
    table = lacking(answers.rates(9, 0.0, 0.05, metric="error_rate"), A=[0, 1])
    assert page(table)[0] == "B beats A on seven of nine datasets."


def no_dataset_complete() -> pl.DataFrame:
    """Of six algorithms two lack results, on every dataset one of them."""
    return lacking(answers.rates(24, 0.0, 0.02, 0.04, 0.06, 0.08, 0.1), C=range(12), F=range(12, 24))


def test_a_policy_under_which_nothing_is_left_is_none_under_which_the_leader_is_first() -> None:
    table = no_dataset_complete()
    assert br.missing_sensitivity(table).filter(policy="drop_blocks")["leader"].to_list() == [None]
    lead = page(table)[1]
    assert "first under every policy" not in lead
    assert "A is first under three of four policies for missing results" in lead
    assert "; nothing is left to compare on the datasets that all have." in lead


def test_pairs_are_counted_under_policies_that_compare_some() -> None:
    table = no_dataset_complete()
    rows = br.missing_sensitivity(table).drop_nulls("leader")
    low, high = rows["n_verdicts"].min(), rows["n_verdicts"].max()
    assert 0 < low < high  # type: ignore[operator]
    assert f"; {low} to {high} pairs differ, depending on it;" in page(table)[1]


def test_under_every_policy_is_said_where_each_compares_the_leader() -> None:
    table = lacking(answers.rates(20, *ALIKE), C=range(4))
    assert br.missing_sensitivity(table)["leader"].unique().to_list() == ["A"]
    assert "A is first under every policy for missing results" in page(table)[1]


def test_pairs_that_share_no_dataset_share_none() -> None:
    report = br.report(no_dataset_complete(), sections=["answer", "data"])
    text = said(report, "data")
    assert "and some pairs share none, fewer than the" in text
    assert "share only 0" not in text
