"""Identical algorithms, divergent results, coarse values: on tables with and without them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.tables.designs.doubtful_results import (
    coarse_metrics,
    divergent_results,
    doubtful_results,
    identical_algorithms,
)

VALUES = [0.81, 0.732, 0.9, 0.654, 0.77, 0.712, 0.69, 0.85]


def wide(metric: str = "accuracy", **algorithms: list[float]) -> pl.DataFrame:
    n = len(next(iter(algorithms.values())))
    return br.scores(pl.DataFrame({"dataset": [f"d{i}" for i in range(n)]} | algorithms), metric=metric)


def test_algorithms_with_the_same_numbers_on_all_datasets_are_identical() -> None:
    other = [value - 0.01 for value in VALUES]
    nearly = [*VALUES[:-1], VALUES[-1] + 1e-12]
    found = identical_algorithms(wide(A=VALUES, B=VALUES, C=other, D=other, E=nearly))
    assert found["algorithms"].to_list() == [["A", "B"], ["C", "D"]]
    shuffled = wide(A=VALUES, B=VALUES).sample(fraction=1.0, shuffle=True, seed=3)
    assert identical_algorithms(shuffled)["algorithms"].to_list() == [["A", "B"]]


def test_the_same_numbers_in_another_order_or_of_few_values_are_not() -> None:
    assert identical_algorithms(wide(A=VALUES, B=VALUES[::-1])).is_empty()
    assert identical_algorithms(wide(A=VALUES[:5], B=VALUES[:5])).is_empty()
    assert identical_algorithms(wide(A=[1.0, 0.0] * 5, B=[1.0, 0.0] * 5)).is_empty()


def test_the_sentence_on_identical_algorithms_names_metric_and_datasets() -> None:
    assert dict(doubtful_results(wide(A=VALUES, B=VALUES, C=VALUES))) == {
        "Identical results": "A, B and C agree to the last digit in accuracy on all eight datasets. Was the same file "
        "read twice?"
    }
    runs = wide(A=VALUES, B=VALUES).with_columns(fold=pl.int_range(8).over("algorithm"), dataset=pl.lit("d"))
    one = dict(doubtful_results(br.scores(runs.drop("direction"), design="kfold_cv")))
    assert "agree to the last digit in accuracy on all eight runs." in one["Identical results"]
    gap = wide(A=VALUES, B=VALUES, C=[value - 0.02 for value in VALUES])
    some = gap.filter((pl.col("dataset") != "d0") | (pl.col("algorithm") == "C"))
    assert "on all seven datasets that they have." in dict(doubtful_results(some))["Identical results"]


def test_results_a_thousand_times_the_median_of_their_dataset_diverge_the_most_divergent_first() -> None:
    table = wide("rmse", A=[1.0, 2.0, 3e4], B=[1.1, 5e9, 3.0], C=[0.9, 2.1, 3.0])
    assert divergent_results(table).select("algorithm", "dataset").rows() == [("B", "d1"), ("A", "d2")]
    assert dict(doubtful_results(table)) == {
        "Divergent results": "B has rmse 5e+09 on d1, 2.4e+09 times the median of this dataset (2.1). One more result "
        "is at least 1,000 times the median of its dataset."
    }
    far = pl.col("value") > 1e9
    folds = [
        table.with_columns(fold=pl.lit(k), value=pl.when(far & (k > 0)).then(2.0).otherwise("value")) for k in (0, 1)
    ]
    said = dict(doubtful_results(br.scores(pl.concat(folds).drop("direction"), design="kfold_cv")))["Divergent results"]
    assert "(2.1); the mean over its runs rests on it. Two more runs are" in said
    alike = pl.concat([table.with_columns(fold=pl.lit(k)) for k in (0, 1)])
    assert "rests on it" not in str(list(doubtful_results(br.scores(alike.drop("direction"), design="kfold_cv"))))
    assert divergent_results(wide("log_loss", Dummy=[0.7], B=[1e-4], C=[1e-4])).is_empty()
    assert divergent_results(wide("rmse", A=[999.0], B=[1.0], C=[1.0])).is_empty()
    assert divergent_results(wide("train_time", A=[5e6], B=[1.0], C=[1.0])).is_empty()
    assert divergent_results(wide("r2", A=[-5e6], B=[0.5], C=[0.4])).is_empty()
    assert divergent_results(wide("r2", A=[0.3], B=[-5e3], C=[-5.0])).is_empty()


@pytest.mark.parametrize("scale", [1.0, 100.0])
def test_values_on_a_grid_of_which_half_the_pairs_tie_are_coarse(scale: float) -> None:
    rng = np.random.default_rng(1)
    columns = {name: list(rng.choice([0.7, 0.75, 0.75, 0.75, 0.75, 0.75], 20) * scale) for name in "ABC"}
    (row,) = coarse_metrics(wide(**columns)).rows()
    tied = [abs(a - b) < 1e-9 for x, y in combinations("ABC", 2) for a, b in zip(columns[x], columns[y], strict=True)]
    assert row == ("accuracy", pytest.approx(0.05 * scale), pytest.approx(np.mean(tied)))
    assert np.mean(tied) > 0.5
    sentence = dict(doubtful_results(wide(**columns)))["Coarse values"]
    assert sentence == (
        f"All values of accuracy are multiples of {0.05 * scale:g}; {100 * np.mean(tied):.0f} % of the pairs of "
        "results are tied."
    )


def test_a_fine_grid_and_ties_without_a_grid_are_not_coarse() -> None:
    rng = np.random.default_rng(2)
    fine = {name: list(rng.integers(60, 90, 20) / 100) for name in "AB"}
    assert coarse_metrics(wide(**fine)).is_empty()
    third = {name: list(rng.choice([1 / 3, 2 / 3, 2 / 3], 20)) for name in "AB"}
    assert coarse_metrics(wide(**third)).is_empty()
    # What ties because two algorithms are one says nothing about the grid.
    assert coarse_metrics(wide(A=VALUES * 2, B=VALUES * 2, C=[value - 0.01 for value in VALUES * 2])).is_empty()


def test_of_several_metrics_the_one_is_named_of_which_it_holds() -> None:
    rows = [
        (name, f"d{i}", metric, value)
        for metric, factor in (("auc", 1.0), ("accuracy", 0.9))
        for name, shift in (("A", 0.0), ("B", 0.0 if metric == "accuracy" else 0.01))
        for i, value in enumerate(factor * (v - shift) for v in VALUES)
    ]
    table = br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "metric", "value"], orient="row"))
    assert "A and B agree to the last digit in accuracy" in dict(doubtful_results(table))["Identical results"]


def test_a_table_without_a_doubt_has_none() -> None:
    assert list(doubtful_results(br.read_scores(br.example("demsar2006_auc.csv")))) == []
