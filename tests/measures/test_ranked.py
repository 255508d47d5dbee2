"""Rankings as one number: areas, average precision and their kin."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from sklearn import metrics as sk

import benchreport as br

# Fixture FX5 of the method catalogue: two tied pairs of mixed class.
SCORES = [0.95, 0.90, 0.90, 0.80, 0.70, 0.70, 0.60, 0.55, 0.50, 0.40, 0.30, 0.10]
TRUTH = [1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0]
RANKED = st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=2, max_size=40).filter(
    lambda rows: 0 < sum(row[0] for row in rows) < len(rows)
)


def scored(truth: Any, scores: Any, **more: Any) -> pl.DataFrame:
    frame = pl.DataFrame({"truth": truth, "score": scores}).with_row_index("instance")
    return br.predictions(frame.with_columns(algorithm=pl.lit("m"), **more))


def value(function: Any, truth: Any, scores: Any, column: str, **options: Any) -> Any:
    return function(scored(truth, scores), positive=1, **options)[column].item()


def test_fixture_five_gives_the_areas_of_the_catalogue() -> None:
    row = br.auc_rank(scored(TRUTH, SCORES), positive=1).row(0, named=True)
    assert (row["rank_sum"], row["u"], row["auc"]) == (48.0, 27.0, 0.75)
    walks = [value(br.auc_direct, TRUTH, SCORES, "auc", ties=ties) for ties in ("half", "first", "last")]
    assert walks == pytest.approx([0.75, 0.777777777778, 0.722222222222], rel=1e-11)
    early = [value(br.auc_n, TRUTH, SCORES, "auc_n", n=n) for n in (2, 3, 50)]
    assert early == pytest.approx([0.416666666667, 0.555555555556, 0.75], rel=1e-11)
    assert value(br.average_precision_11, TRUTH, SCORES, "average_precision_11") == pytest.approx(
        0.758441558442, rel=1e-11
    )
    assert value(br.average_precision, TRUTH, SCORES, "average_precision") == pytest.approx(0.732936507937, rel=1e-11)
    assert value(br.break_even_point, TRUTH, SCORES, "break_even_point") == pytest.approx(0.666666666667, rel=1e-11)
    assert br.break_even_point(scored(TRUTH, SCORES), positive=1)["status"].item() == "ok"


def test_measure_gives_the_same_numbers() -> None:
    names = ["auc", "auc_50", "average_precision", "average_precision_11", "break_even_point", "roc_auc"]
    rows = br.measure(scored(TRUTH, SCORES), metrics=names, positive=1)
    found = dict(rows.select("metric", "value").rows())
    assert found == pytest.approx(
        {
            "auc": 0.75,
            "auc_50": 0.75,
            "average_precision": 0.732936507937,
            "average_precision_11": 0.758441558442,
            "break_even_point": 2 / 3,
            "roc_auc": 0.75,
        },
        rel=1e-11,
    )
    assert set(rows["direction"]) == {"higher"}


def test_chance_level_of_the_early_area_is_that_of_all_orders() -> None:
    # Catalogue: enumeration with 2 positives, 4 negatives, n = 2 gives 0.3; 1000 negatives, n = 50: 0.0254745254745.
    orders = sorted(set(permutations([1, 1, 0, 0, 0, 0])))
    found = [value(br.auc_n, list(order), [6, 5, 4, 3, 2, 1], "auc_n", n=2) for order in orders]
    assert np.mean(found) == pytest.approx(0.3, rel=1e-12)
    assert value(br.auc_n, [1, 1, 0, 0, 0, 0], [6, 5, 4, 3, 2, 1], "chance", n=2) == pytest.approx(0.3)
    many = value(br.auc_n, [1] + [0] * 1000, list(range(1001)), "chance")
    assert many == pytest.approx(0.0254745254745, rel=1e-11)


def test_counting_only_the_positives_seen_forgives_missed_ones() -> None:
    # One hit before the first false alarm, the other positive last of all.
    truth, scores = [1, 0, 0, 1], [4, 3, 2, 1]
    assert value(br.auc_n, truth, scores, "auc_n", n=1) == 0.5
    assert value(br.auc_n, truth, scores, "auc_n", n=1, normalise="seen") == 1.0


@settings(max_examples=25, deadline=None)
@given(RANKED)
def test_areas_agree_with_scikit_learn(rows: list[tuple[bool, int]]) -> None:
    truth, scores = [int(row[0]) for row in rows], [row[1] / 7 for row in rows]
    table = scored(truth, scores)
    auc = sk.roc_auc_score(truth, scores)
    assert br.auc_rank(table, positive=1)["auc"].item() == pytest.approx(auc, abs=1e-12)
    assert br.auc_direct(table, positive=1)["auc"].item() == pytest.approx(auc, abs=1e-12)
    assert table.select(br.expr.auc("truth", "score", positive=1)).item() == pytest.approx(auc, abs=1e-12)
    found = dict(br.measure(table, metrics=["auc", "ap"], positive=1).select("metric", "value").rows())
    assert found["auc"] == pytest.approx(auc, abs=1e-12)
    assert found["ap"] == pytest.approx(sk.average_precision_score(truth, scores), abs=1e-12)
    turned = br.auc_rank(scored(truth, [-score for score in scores]), positive=1)["auc"].item()
    assert turned == pytest.approx(1 - auc, abs=1e-12)


@settings(max_examples=20, deadline=None)
@given(RANKED, st.sampled_from([0.1, 0.25, 0.5, 0.9, 1.0]))
def test_partial_areas_agree_with_scikit_learn(rows: list[tuple[bool, int]], high: float) -> None:
    truth, scores = [int(row[0]) for row in rows], [row[1] / 7 for row in rows]
    row = br.partial_auc(scored(truth, scores), positive=1, high=high).row(0, named=True)
    ours = row["standardised"] if high < 1 else row["area"]
    theirs = sk.roc_auc_score(truth, scores, max_fpr=high) if high < 1 else sk.roc_auc_score(truth, scores)
    assert ours == pytest.approx(theirs, abs=1e-10)


def test_the_parts_of_an_area_add_up_whichever_rate_they_are_of() -> None:
    table = scored(TRUTH, SCORES)
    for of in ("fpr", "tpr"):
        pieces = [
            br.partial_auc(table, positive=1, low=low, high=low + 0.25, of=of)["area"].item()
            for low in (0.0, 0.25, 0.5, 0.75)
        ]
        assert sum(pieces) == pytest.approx(0.75, abs=1e-12)


@settings(max_examples=20, deadline=None)
@given(RANKED, st.integers(0, 2**32 - 1))
def test_weights_count_like_repeated_instances(rows: list[tuple[bool, int]], seed: int) -> None:
    weights = np.random.default_rng(seed).integers(1, 4, len(rows)).tolist()
    truth, scores = [int(row[0]) for row in rows], [float(row[1]) for row in rows]
    weighted = scored(truth, scores, weight=pl.Series(weights).cast(pl.Float64))
    copies = scored(np.repeat(truth, weights).tolist(), np.repeat(scores, weights).tolist())
    expected = br.auc_rank(copies, positive=1)["auc"].item()
    assert br.auc_direct(weighted, positive=1, weighted=True)["auc"].item() == pytest.approx(expected, abs=1e-12)
    column = br.expr.auc("truth", "score", positive=1, weight="weight")
    assert weighted.select(column).item() == pytest.approx(expected, abs=1e-12)
    for function, name in ((br.average_precision, "average_precision"), (br.break_even_point, "break_even_point")):
        ours = function(weighted, positive=1, weighted=True)[name].item()
        assert ours == pytest.approx(function(copies, positive=1)[name].item(), abs=1e-12)


def test_one_class_alone_has_no_area_and_the_note_says_why() -> None:
    folds = scored([1, 1, 0, 1, 0, 0], [3, 2, 1, 4, 6, 5], fold=pl.Series([0, 0, 1, 2, 2, 2]))
    rows = br.auc_rank(folds, by=("dataset", "fold"), positive=1)
    assert rows["status"].to_list() == ["undefined", "undefined", "ok"]
    assert rows["auc"].to_list() == [None, None, 0.0]
    assert rows["note"].to_list() == ["no instance is negative", "no instance is positive", None]
    measured = br.measure(folds, metrics=["auc", "average_precision"], positive=1)
    auc = measured.filter(pl.col("metric") == "auc")
    assert auc["value"].to_list() == [None, None, 0.0]
    assert auc["note"].to_list()[:2] == ["only one class occurs"] * 2
    for function in (br.auc_direct, br.auc_n, br.partial_auc, br.youden):
        rows = function(folds, by=("dataset", "fold"), positive=1)
        assert rows["status"].to_list() == ["undefined", "undefined", "ok"]


def test_equal_scores_have_half_the_area() -> None:
    table = scored([1, 0, 1, 0, 0], [0.3] * 5)
    assert br.auc_rank(table, positive=1)["auc"].item() == 0.5
    assert br.auc_n(table, positive=1, n=1)["auc_n"].item() == pytest.approx(1 / 6)
    assert br.average_precision(table, positive=1)["average_precision"].item() == pytest.approx(0.4)


def test_scores_pooled_over_folds_are_told_apart_from_sound_ones() -> None:
    folds = scored(TRUTH, SCORES, fold=pl.Series([0, 1] * 6))
    row = br.auc_rank(folds, positive=1).row(0, named=True)
    assert (row["auc"], row["status"]) == (0.75, "approximate")
    assert "several trained models" in row["note"]


def test_probabilities_of_the_positive_class_are_the_scores() -> None:
    chances = pl.DataFrame({"prob_no": [0.9, 0.4, 0.6, 0.1], "prob_yes": [0.1, 0.6, 0.4, 0.9]})
    frame = chances.with_columns(truth=pl.Series(["no", "no", "yes", "yes"]), instance=pl.Series(range(4)))
    table = br.predictions(frame.with_columns(algorithm=pl.lit("m")))
    assert br.auc_rank(table, positive="yes")["auc"].item() == 0.75
    assert br.auc_rank(table, positive={"data": "no"})["auc"].item() == 0.75


def test_missing_scores_unknown_classes_and_senseless_options_are_refused() -> None:
    table = scored(TRUTH, SCORES)
    with pytest.raises(br.BenchreportError, match="1 instances have no score, first algorithm m"):
        br.auc_rank(scored([1, 0, 1], [0.5, float("nan"), 0.1]), positive=1)
    with pytest.raises(br.BenchreportError, match="never guessed"):
        br.auc_rank(table, positive=None)
    with pytest.raises(br.BenchreportError, match="no class '7'"):
        br.auc_rank(table, positive=7)
    with pytest.raises(br.BenchreportError, match="no score to rank by"):
        br.auc_rank(table.with_columns(prediction=pl.col("truth")).drop("score"), positive=1)
    for options in ({"n": 0}, {"n": 2.5}, {"normalise": "some"}):
        with pytest.raises(br.BenchreportError):
            br.auc_n(table, positive=1, **options)
    for limits in ({"low": 0.5, "high": 0.5}, {"high": 1.5}, {"of": "tnr"}):
        with pytest.raises(br.BenchreportError):
            br.partial_auc(table, positive=1, **limits)
    with pytest.raises(br.BenchreportError, match="no column holds weights"):
        br.auc_direct(table, positive=1, weighted=True)


def test_the_order_of_rows_changes_nothing() -> None:
    rng = np.random.default_rng(3)
    table = scored(
        rng.integers(0, 2, 200).tolist(), np.round(rng.random(200), 2).tolist(), fold=pl.Series([0, 1] * 100)
    )
    shuffled = table.sample(fraction=1.0, shuffle=True, seed=1)
    for function in (br.auc_rank, br.auc_direct, br.auc_n, br.partial_auc, br.average_precision, br.youden):
        for by in ("dataset", ("dataset", "fold"), None):
            assert_frame_equal(
                function(shuffled, by=by, positive=1), function(table, by=by, positive=1), check_exact=True
            )
