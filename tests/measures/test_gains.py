"""Lift, cumulative gains, the Youden index and the overlap of two sets."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given, settings

import benchreport as br
from tests.measures.test_ranked import RANKED, SCORES, TRUTH, scored

FX7 = pl.DataFrame({"algorithm": ["m"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]})


def test_lift_of_the_fixtures_is_that_of_the_catalogue() -> None:
    at = br.lift(scored(TRUTH, SCORES), positive=1, cut=0.8).row(0, named=True)
    assert (at["y"], at["x"], at["gain"], at["threshold"]) == (pytest.approx(1.5), pytest.approx(1 / 3), 0.5, 0.8)
    decided = br.lift(br.counts(FX7), positive="positive")
    assert decided["y"].item() == pytest.approx(1.77777777778, rel=1e-11)


def test_lift_of_everything_is_one_and_of_nothing_is_none() -> None:
    curve = br.lift(scored(TRUTH, SCORES), positive=1)
    assert curve.select("x", "y", "gain").row(0) == (0.0, None, 0.0)
    assert curve.select("x", "y", "gain").row(-1) == (1.0, 1.0, 1.0)
    nothing = br.lift(scored(TRUTH, SCORES), positive=1, cut=2.0).row(0, named=True)
    assert (nothing["x"], nothing["y"], nothing["status"]) == (0.0, None, "ok")


@settings(max_examples=20, deadline=None)
@given(RANKED)
def test_lift_is_precision_over_prevalence_and_never_beyond_its_bound(rows: list[tuple[bool, int]]) -> None:
    truth, scores = [int(row[0]) for row in rows], [float(row[1]) for row in rows]
    table = scored(truth, scores)
    prevalence = sum(truth) / len(truth)
    lift = br.lift(table, positive=1).filter(pl.col("threshold").is_not_null())
    precision = br.pr_curve(table, positive=1).filter(pl.col("threshold").is_not_null())
    assert lift["y"].to_list() == pytest.approx((precision["y"] / prevalence).to_list())
    assert lift["y"].max() <= 1 / prevalence + 1e-12


def test_gains_by_quarters_count_the_positives_of_fixture_five() -> None:
    rows = br.gains(scored(TRUTH, SCORES), positive=1, parts=4)
    # Three instances per quarter: 2, 2 (.8 and one of the tied .7), 1 and 1 of six positives.
    assert (rows["gain"] * 6).to_list() == pytest.approx([2, 4, 5, 6])
    assert rows["lift"].to_list() == pytest.approx([4 / 3, 4 / 3, 10 / 9, 1])
    assert rows["part_lift"].to_list() == pytest.approx([4 / 3, 4 / 3, 2 / 3, 2 / 3])
    assert rows["share"].to_list() == [0.25, 0.5, 0.75, 1.0]


def test_a_part_that_ends_within_a_tie_takes_its_share() -> None:
    rows = br.gains(scored([1, 0, 1, 0], [0.5] * 4), positive=1, parts=10)
    assert rows["gain"].to_list() == pytest.approx([part / 10 for part in range(1, 11)])
    assert rows["lift"].to_list() == pytest.approx([1.0] * 10)
    with pytest.raises(br.BenchreportError, match="parts"):
        br.gains(scored(TRUTH, SCORES), positive=1, parts=0)


def test_without_positives_there_is_neither_gain_nor_lift() -> None:
    table = scored([0, 0, 1], [1, 2, 3], fold=pl.Series([0, 0, 1]))
    gains = br.gains(table, by=("dataset", "fold"), positive=1, parts=2).filter(pl.col("fold") == 0)
    assert gains["gain"].to_list() == [None, None]
    assert set(gains["status"]) == {"undefined"}
    lift = br.lift(table, by=("dataset", "fold"), positive=1).filter(pl.col("fold") == 0)
    assert lift.select("y", "status").rows() == [(None, "undefined")]


def test_the_overlap_of_fixture_seven_is_that_of_the_catalogue() -> None:
    row = br.retrieval_venn(br.counts(FX7), positive="positive").row(0, named=True)
    assert (row["relevant"], row["retrieved"], row["overlap"]) == (50, 45, 40)
    assert (row["precision"], row["recall"]) == (pytest.approx(40 / 45), 0.8)
    empty = FX7.with_columns(tp=pl.lit(0), fp=pl.lit(0))
    assert br.retrieval_venn(br.counts(empty), positive="positive")["precision"].item() is None


def test_youden_takes_the_highest_of_the_best_thresholds() -> None:
    row = br.youden(scored(TRUTH, SCORES), positive=1).row(0, named=True)
    # tpr - fpr is 3/6 at .60 (5 hits, 2 alarms) and nowhere larger.
    assert (row["threshold"], row["j"]) == (0.6, pytest.approx(0.5))
    assert (row["tpr"], row["tnr"]) == (pytest.approx(5 / 6), pytest.approx(4 / 6))
    backwards = br.youden(scored([0, 1], [2, 1]), positive=1).row(0, named=True)
    assert (backwards["threshold"], backwards["j"]) == (None, 0.0)
