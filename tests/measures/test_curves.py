"""ROC, precision-recall and early curves, and which of two lies above the other."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from polars.testing import assert_frame_equal
from sklearn import metrics as sk

import benchreport as br
from benchreport.measures.curves import thinned
from tests.measures.test_ranked import RANKED, SCORES, TRUTH, scored


def points(curve: pl.DataFrame) -> list[tuple[float, float]]:
    return curve.select("x", "y").rows()


def test_fixture_five_gives_the_vertices_of_the_catalogue() -> None:
    curve = br.roc_curve(scored(TRUTH, SCORES), positive=1)
    assert curve.select("fp", "tp").rows() == [
        (0, 0), (0, 1), (1, 2), (1, 3), (2, 4), (2, 5), (3, 5), (4, 5), (4, 6), (5, 6), (6, 6),
    ]  # fmt: skip
    assert points(curve) == [(fp / 6, tp / 6) for fp, tp in curve.select("fp", "tp").rows()]
    assert curve["threshold"].to_list() == [None, *sorted(set(SCORES), reverse=True)]


def test_a_flipped_curve_is_that_of_negated_scores_and_never_the_default() -> None:
    backwards = scored(TRUTH, [-score for score in SCORES])
    assert br.roc_curve(backwards, positive=1)["y"][1] == 0.0
    flipped = br.roc_curve(backwards, positive=1, flipped=True)
    straight = br.roc_curve(scored(TRUTH, SCORES), positive=1)
    assert points(flipped) == points(straight)
    assert flipped["threshold"].to_list() == (-straight["threshold"]).to_list()


def test_fixture_five_gives_the_precisions_of_the_catalogue() -> None:
    curve = br.pr_curve(scored(TRUTH, SCORES), positive=1)
    expected = [
        (0.1667, 1.0), (0.3333, 0.6667), (0.5, 0.75), (0.6667, 0.6667), (0.8333, 0.7143), (0.8333, 0.625),
        (0.8333, 0.5556), (1.0, 0.6), (1.0, 0.5455), (1.0, 0.5),
    ]  # fmt: skip
    rounded = curve.filter(pl.col("threshold").is_not_null()).select(pl.col("x", "y").round(4)).rows()
    assert rounded == expected
    assert points(curve)[0] == (0.0, 1.0)
    assert set(curve["prevalence"]) == {0.5}


def test_sensitivity_and_specificity_are_the_roc_curve_mirrored() -> None:
    table = scored(TRUTH, SCORES)
    roc, mirrored = br.roc_curve(table, positive=1), br.sens_spec_curve(table, positive=1)
    assert (1 - mirrored["x"]).to_list() == pytest.approx(roc["x"].to_list())
    assert mirrored["y"].to_list() == roc["y"].to_list()
    area = -np.trapezoid(mirrored["y"].to_numpy(), mirrored["x"].to_numpy())
    assert area == pytest.approx(0.75)


@settings(max_examples=25, deadline=None)
@given(RANKED)
def test_curves_agree_with_scikit_learn(rows: list[tuple[bool, int]]) -> None:
    truth, scores = [int(row[0]) for row in rows], [row[1] / 7 for row in rows]
    table = scored(truth, scores)
    fpr, tpr, cuts = sk.roc_curve(truth, scores, drop_intermediate=False)
    roc = br.roc_curve(table, positive=1)
    assert roc["x"].to_list() == pytest.approx(fpr.tolist())
    assert roc["y"].to_list() == pytest.approx(tpr.tolist())
    assert roc["threshold"].to_list()[1:] == pytest.approx(cuts[1:].tolist())
    precision, recall, _ = sk.precision_recall_curve(truth, scores)
    ours = br.pr_curve(table, positive=1).filter(pl.col("threshold").is_not_null()).reverse()
    assert ours["x"].to_list() == pytest.approx(recall[:-1].tolist())
    assert ours["y"].to_list() == pytest.approx(precision[:-1].tolist())


def test_the_early_curve_ends_at_the_last_false_alarm_that_counts() -> None:
    table = scored(TRUTH, SCORES)
    early = br.roc_n(table, positive=1, n=2)
    assert early.select("x", pl.col("y") * 6).rows() == [(0, 0), (0, 1), (1, 2), (1, 3), (2, 4)]
    whole = br.roc_n(table, positive=1)
    assert whole["y"].to_list() == br.roc_curve(table, positive=1)["y"].to_list()
    seen = br.roc_n(table, positive=1, n=2, normalise="seen")
    assert seen["y"].to_list()[-1] == 1.0
    # A block of two negatives and two positives is cut in its middle.
    tied = br.roc_n(scored([1, 1, 0, 0], [1.0] * 4), positive=1, n=1)
    assert points(tied) == [(0.0, 0.0), (1.0, 0.5)]


def test_precision_at_recall_takes_the_best_threshold_that_reaches_it() -> None:
    rows = br.precision_at_recall(scored(TRUTH, SCORES), positive=1)
    # Mean over the eleven recalls, catalogue: 0.758441558442.
    assert rows["precision"].mean() == pytest.approx(0.758441558442, rel=1e-11)
    at = br.precision_at_recall(scored(TRUTH, SCORES), positive=1, levels=(0.75,)).row(0, named=True)
    assert (at["precision"], at["threshold"]) == (pytest.approx(5 / 7), 0.6)
    with pytest.raises(br.BenchreportError, match="a recall of"):
        br.precision_at_recall(scored(TRUTH, SCORES), positive=1, levels=(1.2,))


def test_a_group_with_one_class_keeps_a_row_without_numbers() -> None:
    folds = scored([1, 1, 0, 1], [3, 2, 1, 4], fold=pl.Series([0, 0, 1, 1]))
    for function in (br.roc_curve, br.sens_spec_curve, br.roc_n):
        rows = function(folds, by=("dataset", "fold"), positive=1).filter(pl.col("fold") == 0)
        assert rows.select("threshold", "x", "y", "status").rows() == [(None, None, None, "undefined")]
    only = br.pr_curve(folds, by=("dataset", "fold"), positive=1).filter(pl.col("fold") == 0)
    assert set(only["y"]) == {1.0}
    none = br.pr_curve(scored([0, 0, 1], [1, 2, 3], fold=pl.Series([0, 0, 1])), by=("dataset", "fold"), positive=1)
    assert none.filter(pl.col("fold") == 0)["y"].to_list() == [None]


def test_a_thinned_curve_stays_within_a_dot_of_the_whole() -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 20_000)
    table = scored(truth.tolist(), (truth + rng.normal(size=20_000)).tolist())
    whole = br.roc_curve(table, positive=1)
    thin = br.roc_curve(table, positive=1, resolution=200)
    assert thin.height < whole.height / 10
    assert points(thin)[0] == (0.0, 0.0)
    assert points(thin)[-1] == (1.0, 1.0)
    drawn = np.interp(whole["x"].to_numpy(), thin["x"].to_numpy(), thin["y"].to_numpy())
    assert np.abs(drawn - whole["y"].to_numpy()).max() <= 2 / 200
    assert abs(np.trapezoid(thin["y"], thin["x"]) - np.trapezoid(whole["y"], whole["x"])) < 1e-3
    with pytest.raises(br.BenchreportError, match="resolution"):
        br.roc_curve(table, positive=1, resolution=1)


def side_by_side(truth: Any, **scores: Any) -> pl.DataFrame:
    frame = pl.DataFrame({"truth": truth, **scores}).with_row_index("instance")
    long = frame.unpivot(list(scores), index=["instance", "truth"], variable_name="algorithm", value_name="score")
    return br.predictions(long.with_columns(pl.col("score").cast(pl.Float64)))


def test_a_curve_equals_itself_and_fixture_five_dominates_the_diagonal() -> None:
    table = side_by_side(TRUTH, fixture=SCORES, flat=[0.5] * 12, same=SCORES)
    rows = br.roc_dominance(table, positive=1)
    assert rows.select("a", "b", "verdict", "better").rows() == [
        ("fixture", "flat", "dominates", "fixture"),
        ("fixture", "same", "equal", None),
        ("flat", "same", "dominated", "same"),
    ]
    assert set(rows["crossings"]) == {0}


def test_crossing_curves_say_where_they_cross() -> None:
    # a: (0, 1/2), (1/2, 1/2), (1/2, 1), (1, 1); b is the diagonal up to (1/2, 1/2), then above: they meet, not cross.
    truth = [1, 0, 1, 0]
    table = side_by_side(truth, early=[4, 3, 2, 1], late=[3, 4, 2, 1])
    assert br.roc_dominance(table, positive=1)["verdict"].item() == "dominates"
    crossing = side_by_side([1, 1, 0, 0, 1, 1, 0, 0], early=[8, 7, 6, 5, 2, 1, 4, 3], late=[8, 5, 7, 1, 6, 4, 3, 2])
    row = br.roc_dominance(crossing, positive=1).row(0, named=True)
    # early stays at 1/2 until all negatives are passed; late is at 1/4 up to fpr 1/4 and at 1 from there.
    assert (row["verdict"], row["crossings"], row["crossing"], row["better"]) == ("cross", 1, 0.25, None)
    assert row["slope"] == 1.0


@settings(max_examples=20, deadline=None)
@given(RANKED, RANKED)
def test_dominance_agrees_with_curves_read_one_by_one(
    first: list[tuple[bool, int]], second: list[tuple[bool, int]]
) -> None:
    size = min(len(first), len(second))
    truth = [int(row[0]) for row in first[:size]]
    assume(len(set(truth)) == 2)
    a, b = [row[1] for row in first[:size]], [row[1] for row in second[:size]]
    row = br.roc_dominance(side_by_side(truth, a=a, b=b), positive=1).row(0, named=True)
    curves = [sk.roc_curve(truth, scores, drop_intermediate=False)[:2] for scores in (a, b)]
    # A little right and left of every corner stands for the ends of straight rises.
    corners = np.unique(np.concatenate([curve[0] for curve in curves]))
    places = np.unique(np.clip(np.concatenate([corners - 1e-9, corners + 1e-9]), 1e-12, 1 - 1e-12))
    gap = np.subtract(*(np.interp(places, fpr, tpr) for fpr, tpr in curves))
    above, below = (gap > 1e-6).any(), (gap < -1e-6).any()
    words = {(False, False): "equal", (True, False): "dominates", (False, True): "dominated", (True, True): "cross"}
    assert row["verdict"] == words[bool(above), bool(below)]


def test_the_order_of_rows_changes_no_curve() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 150)
    table = side_by_side(truth.tolist(), a=np.round(rng.random(150), 1).tolist(), b=rng.random(150).tolist())
    shuffled = table.sample(fraction=1.0, shuffle=True, seed=1)
    for function in (br.roc_curve, br.pr_curve, br.sens_spec_curve, br.roc_n, br.roc_dominance, br.precision_at_recall):
        assert_frame_equal(function(shuffled, positive=1), function(table, positive=1), check_exact=True)
        assert_frame_equal(function(table.lazy(), positive=1), function(table, positive=1))


def test_curves_named_by_several_columns_keep_the_points_of_each() -> None:
    x = [place / 10 for place in range(11)]
    curves = pl.DataFrame({"label": ["p"] * 22, "algorithm": ["A"] * 11 + ["B"] * 11, "x": x * 2}).with_columns(
        y=pl.when(pl.col("algorithm") == "A").then(pl.col("x") ** 0.5).otherwise(pl.col("x") ** 2)
    )
    alone = [thinned(part, "algorithm", 20) for part in curves.partition_by("algorithm", maintain_order=True)]
    assert thinned(curves, ["label", "algorithm"], 20).equals(pl.concat(alone))
