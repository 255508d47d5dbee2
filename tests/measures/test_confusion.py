"""Confusion matrices and measures per class."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from sklearn import metrics as sk

import benchreport as br
from tests.measures.test_measure import FX7, predicted

# Seed 004, three classes: rows A (25, 5, 20), B (0, 45, 5), C (25, 0, 25).
THREE = {"A": (25, 5, 20), "B": (0, 45, 5), "C": (25, 0, 25)}


def three() -> pl.DataFrame:
    cells = [("m", actual, said, n) for actual, row in THREE.items() for said, n in zip("ABC", row, strict=True)]
    return br.counts(pl.DataFrame(cells, schema=["model", "actual", "predicted", "n"], orient="row"))


def test_fixture_seven_has_its_margins() -> None:
    row = br.confusion_binary(predicted(FX7), positive="+").row(0, named=True)
    expected = {"tp": 40, "fn": 10, "fp": 5, "tn": 45, "positives": 50, "negatives": 50}
    expected |= {"called_positive": 45, "called_negative": 55, "total": 100}
    assert {name: row[name] for name in expected} == expected
    counted = br.counts(pl.DataFrame({"model": ["m"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]}))
    again = br.confusion_binary(counted, positive="positive").row(0, named=True)
    assert {name: again[name] for name in expected} == expected


def test_a_dataset_without_the_positive_class_has_no_counts() -> None:
    table = pl.concat([predicted(FX7), predicted([("a", "a"), ("b", "a"), ("b", None)], dataset=pl.lit("e"))])
    rows = br.confusion_binary(table, positive="+")
    assert rows["tp"].to_list() == [40, None]
    assert rows["n_dropped"].to_list() == [0, 1]


def test_three_classes_give_the_measures_of_the_catalogue() -> None:
    rows = br.per_class_measures(three())
    single = {row["label"]: row for row in rows.filter(pl.col("average") == "class").iter_rows(named=True)}
    for label, four, recall, fpr, mcc, balanced in [
        ("A", (25, 25, 25, 75), 0.5, 0.25, 0.25, 0.625),
        ("B", (45, 5, 5, 95), 0.9, 0.05, 0.85, 0.925),
        ("C", (25, 25, 25, 75), 0.5, 0.25, 0.25, 0.625),
    ]:
        row = single[label]
        assert tuple(row[name] for name in ("tp", "fn", "fp", "tn")) == four
        assert [row[name] for name in ("tpr", "precision", "f_score")] == pytest.approx([recall] * 3)
        assert (row["fpr"], row["mcc"], row["balanced_accuracy"]) == pytest.approx((fpr, mcc, balanced))
    macro = rows.filter(pl.col("average") == "macro").row(0, named=True)
    assert macro["accuracy"] == pytest.approx(0.633333333333, rel=1e-11)
    assert macro["tpr"] == pytest.approx(0.633333333333, rel=1e-11)
    assert (macro["mcc"], macro["kappa"]) == pytest.approx((0.45, 0.45))


def test_every_class_of_the_dataset_has_its_row_and_column_in_every_fold() -> None:
    pairs = [("a", "a"), ("b", "a"), ("c", "c"), ("a", "a")]
    table = predicted(pairs, fold=pl.Series([1, 1, 2, 2]))
    folds = br.confusion_multiclass(table, by=("dataset", "fold"))
    assert folds.height == 2 * 9
    whole = br.confusion_multiclass(table)
    added = folds.group_by("actual", "predicted").agg(pl.col("n").sum()).sort("actual", "predicted")
    assert added["n"].to_list() == whole["n"].to_list()
    truth, said = zip(*pairs, strict=True)
    assert whole["n"].to_list() == sk.confusion_matrix(truth, said).ravel().tolist()
    absent = folds.filter((pl.col("fold") == 1) & (pl.col("actual") == "c"))
    assert absent["share"].null_count() == 3


def test_averages_over_an_undefined_rate_stay_empty_unless_a_number_is_put_in() -> None:
    table = predicted([("a", "a"), ("b", "a"), ("c", "c")])
    empty = br.per_class_measures(table).filter(pl.col("average") == "macro").row(0, named=True)
    assert empty["precision"] is None
    filled = br.per_class_measures(table, undefined=0).filter(pl.col("average") == "macro").row(0, named=True)
    expected = sk.precision_score([*"abc"], [*"aac"], average="macro", zero_division=0)
    assert filled["precision"] == pytest.approx(expected)


def test_two_thousand_runs_go_through_in_one_pass() -> None:
    rng = np.random.default_rng(0)
    truth, said = rng.integers(0, 3, (2, 2000, 10))
    frame = pl.DataFrame({"truth": truth.ravel(), "prediction": said.ravel(), "fold": np.repeat(np.arange(2000), 10)})
    table = br.predictions(frame.with_row_index("instance").with_columns(algorithm=pl.lit("m")))
    scores = br.measure(table, metrics=["mcc", "accuracy"])
    seventh = scores.filter((pl.col("fold") == 7) & (pl.col("metric") == "mcc"))["value"][0]
    assert seventh == pytest.approx(sk.matthews_corrcoef(truth[7], said[7]))


def test_counts_of_two_classes_may_come_as_the_user_wrote_them() -> None:
    wide = pl.DataFrame({"model": ["kNN"], "task": ["d"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]})
    rows = br.confusion_binary(wide, positive="positive")
    assert rows.select("tp", "fp", "fn", "tn", "total").row(0) == (10, 5, 7, 18, 40)
    assert rows.equals(br.confusion_binary(br.counts(wide), positive="positive"))
    assert rows.equals(br.confusion_binary(wide.to_pandas(), positive="positive"))
