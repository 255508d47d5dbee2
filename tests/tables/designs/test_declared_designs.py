"""A design is declared or doubted: declared ones are checked against the table, undeclared runs are never named."""

from __future__ import annotations

import warnings
from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.errors import ColumnError, OptionError
from benchreport.tables.designs.sizes import size_ratios
from benchreport.tables.schema import DESIGNS
from tests.tables.conftest import layout

MISFITS = {
    "cross-validation with one value per cell": ("kfold_cv", layout(), "one value per cell"),
    "cross-validation with one fold": ("kfold_cv", layout(folds=1), "one value per cell"),
    "repeated cross-validation with one value": ("repeated_cv", layout(), "one value per cell"),
    "seeds with one value": ("seeds", layout(), "one value per cell"),
    "a single split with ten": ("holdout", layout(folds=10), "1 x 10 runs"),
    "one repeat called repeated": ("repeated_cv", layout(folds=10), "1 x 10 runs"),
    "repeats called k-fold": ("kfold_cv", layout(3, 10), "3 x 10 runs"),
    "ten folds called 5 x 2": ("cv52", layout(folds=10), "1 x 10 runs"),
    "4 x 2 called 5 x 2": ("cv52", layout(4, 2), "4 x 2 runs"),
    "folds of ten called leave-one-out": ("loo_cv", layout(folds=10, n_train=90, n_test=10), "up to 10 instances"),
    "splits of 30 % called ten folds": ("kfold_cv", layout(folds=10, n_train=70, n_test=30), "hold 30 % of the data"),
    "splits of 10 % called 5 x 2": ("cv52", layout(5, 2, n_train=90, n_test=10), "hold 10 % of the data"),
}


@pytest.mark.parametrize("name", MISFITS)
def test_a_declared_design_that_the_table_contradicts_is_refused_with_a_hint(name: str) -> None:
    design, table, problem = MISFITS[name]
    with pytest.raises(OptionError, match=problem) as caught:
        br.scores(table, design=design)
    assert "design" in caught.value.hint or "sizes" in caught.value.hint or "n_train" in caught.value.hint


def test_a_column_of_the_table_declares_the_design_too() -> None:
    table = layout(folds=10).with_columns(design=pl.lit("kfold_cv"))
    assert br.design(table)["design"].to_list() == ["kfold_cv"]
    with pytest.raises(OptionError, match="one value per cell"):
        br.scores(layout().with_columns(design=pl.lit("kfold_cv")))


def test_a_column_called_design_that_holds_something_else_is_named() -> None:
    with pytest.raises(ColumnError, match="'central composite'") as caught:
        br.scores(layout(folds=10).with_columns(design=pl.lit("central composite")))
    assert "rename" in caught.value.hint


def test_a_dataset_has_one_design() -> None:
    odd = pl.when(pl.col("fold") > 5).then(pl.lit("seeds")).otherwise(pl.lit("kfold_cv"))
    with pytest.raises(ColumnError, match="several designs"):
        br.scores(layout(folds=10).with_columns(design=odd))


def test_datasets_may_have_designs_of_their_own() -> None:
    kinds = pl.when(pl.col("dataset") == "d").then(pl.lit("seeds")).otherwise(pl.lit("kfold_cv"))
    found = br.design(layout(folds=10).with_columns(design=kinds)).select("design", "datasets")
    assert sorted(found.rows()) == [("kfold_cv", ["e"]), ("seeds", ["d"])]


def test_a_metric_measured_once_beside_folds_is_one_value_per_cell() -> None:
    folds = layout(folds=10).unpivot("accuracy", index=["algorithm", "dataset", "fold"], variable_name="metric")
    once = folds.filter(pl.col("fold") == 1).with_columns(metric=pl.lit("memory"))
    found = br.design(br.scores(pl.concat([folds, once]), design="kfold_cv"))
    assert dict(found.select("metric", "design").rows()) == {"accuracy": "kfold_cv", "memory": "single"}
    assert "not that of this metric" in found.filter(metric="memory")["note"].item()


# Folds that some datasets lack


def incomplete(labels: list[int]) -> pl.DataFrame:
    """Ten folds, 0 to 9, on three datasets; on the fourth these only."""
    table = layout(folds=10, datasets="abcd").with_columns(fold=pl.col("fold") - 1)
    return table.filter((pl.col("dataset") != "d") | pl.col("fold").is_in(labels))


@pytest.mark.parametrize("declared", [{}, {"design": "kfold_cv"}], ids=["undeclared", "declared"])
def test_folds_1_4_and_6_beside_ten_are_missing_folds(declared: dict[str, str]) -> None:
    found = br.design(br.scores(incomplete([1, 4, 6]), **declared))
    # Two algorithms lack seven of the ten folds of d.
    assert found.select("n_folds", "n_datasets", "n_partial").rows() == [(10, 4, 2)]
    assert "3 of 10 on d (1, 4, 6)" in found["note"][0]


def test_missing_folds_do_not_change_the_size_of_a_fold() -> None:
    scores = br.scores(incomplete([1, 4, 6]), design="kfold_cv")
    ratios = size_ratios(scores, ["dataset", "metric"])
    assert ratios["ratio"].to_list() == pytest.approx([1 / 9] * 4)
    assert not ratios["assumed"].any()


@pytest.mark.parametrize("labels", [[0, 1, 2, 3, 4], list(range(10))], ids=["five folds", "ten"])
def test_the_first_labels_may_be_a_layout_of_their_own(labels: list[int]) -> None:
    from benchreport.tables.designs.run_layout import run_layouts

    found = run_layouts(br.scores(incomplete(labels)), ["metric", "dataset"]).filter(pl.col("dataset") == "d")
    assert found.select("n_folds", "n_runs", "n_labels").row(0) == (len(labels),) * 3


def test_one_fold_of_ten_is_no_one_fold_cross_validation() -> None:
    found = br.design(br.scores(incomplete([3]), design="kfold_cv"))
    assert found.select("design", "n_folds", "n_partial").rows() == [("kfold_cv", 10, 2)]
    assert "1 of 10 on d (3)" in found["note"][0]


def test_labels_that_no_other_dataset_has_are_its_own() -> None:
    table = layout(folds=5, datasets="ab")
    table = table.with_columns(fold=pl.col("fold") + pl.when(pl.col("dataset") == "b").then(10).otherwise(0))
    assert br.design(table)["n_partial"].to_list() == [0]


def test_labels_in_words_are_counted_as_people_count() -> None:
    table = layout(folds=12, datasets="abc").with_columns(fold=pl.format("fold{}", "fold"))
    table = table.filter((pl.col("dataset") != "c") | pl.col("fold").is_in([f"fold{i}" for i in range(1, 11)]))
    assert br.design(table)["n_partial"].sum() == 0  # the first ten of twelve
    holes = table.filter((pl.col("dataset") != "c") | (pl.col("fold") != "fold5"))
    assert br.design(holes)["n_partial"].sum() == 2


def test_numbers_of_trials_are_no_folds() -> None:
    table = pl.DataFrame({"model": list("ABC"), "run": [7, 8, 9], "accuracy": [0.1, 0.2, 0.3]})
    assert br.design(table).select("design", "n_folds", "n_partial").row(0) == ("single", 1, 0)


def test_unequal_runs_of_algorithms_are_said() -> None:
    table = br.scores(layout(folds=10), design="kfold_cv")
    lacking = (pl.col("algorithm") == "A") & (pl.col("dataset") == "d") & (pl.col("fold") > 7)
    note = br.design(table.filter(~lacking))["note"][0]
    assert "fewer runs than the other algorithms: A on d has 7 of 10" in note


# Granularity


@pytest.mark.parametrize(
    ("values", "off"),
    [
        ([14 / 15, 11 / 15, 1.0, 0.8], None),
        ([0.933, 0.733, 1.0, 0.8], None),
        ([93.3, 73.3, 100.0, 80.0], None),
        ([0.91, 0.73, 1.0, 0.8], "in 1 of 4 rows"),
        ([0.92, 0.71, 1.0, 0.8], "in 2 of 4 rows"),
    ],
    ids=["exact", "three decimals", "percent", "one average", "two averages"],
)
def test_accuracies_that_no_test_set_of_that_size_gives_are_a_hint(values: list[float], off: str | None) -> None:
    rows = {"model": list("AABB"), "fold": [1, 2, 1, 2], "accuracy": values, "n_train": 135, "n_test": 15}
    note = br.design(br.scores(pl.DataFrame(rows), design="repeated_holdout"))["note"][0]
    assert note is None if off is None else (off in note and "no whole number of n_test" in note)


# Warnings in Python


def validated(**indices: Any) -> dict[str, Any]:
    return {name: {"test_accuracy": [0.9, 0.8, 0.7, 0.9], **indices} for name in ("A", "B")}


def test_importers_warn_of_splits_that_nobody_declared() -> None:
    with pytest.warns(br.BenchreportWarning, match="need a declared design") as caught:
        br.from_cross_validate(validated(), dataset="iris")
    assert caught[0].filename == __file__
    found = {"params": [{"k": 1}, {"k": 3}], "split0_test_score": [0.8, 0.9], "split1_test_score": [0.7, 0.9]}
    with pytest.warns(br.BenchreportWarning, match="need a declared design"):
        br.from_search(found, metric="accuracy")


def test_importers_do_not_warn_of_what_is_declared_or_seen_in_the_indices() -> None:
    tests = [[0, 1], [2, 3], [4, 5], [6, 7]]
    indices = {"train": [[i for i in range(8) if i not in test] for test in tests], "test": tests}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seen = br.from_cross_validate(validated(indices=indices), dataset="iris")
        declared = br.from_cross_validate(validated(), dataset="iris", design="repeated_holdout")
        repeated = br.from_cross_validate(validated(), dataset="iris", repeats=2)
    kinds = [br.design(table)["design"][0] for table in (seen, declared, repeated)]
    assert kinds == ["kfold_cv", "repeated_holdout", "repeated_cv"]


def test_a_warning_is_one_that_users_know_how_to_silence() -> None:
    assert issubclass(br.BenchreportWarning, UserWarning)


# Predictions


def predicted(folds: list[list[int]]) -> pl.DataFrame:
    rows = [
        (name, "d", fold, at, at % 2, (at + fold + (name == "B")) % 2)
        for name in "AB"
        for fold, part in enumerate(folds)
        for at in part
    ]
    return pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "instance", "truth", "prediction"], orient="row")


PARTITION = [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
SPLITS = [[0, 1, 2, 3], [2, 3, 4, 5], [1, 3, 5, 7]]


@pytest.mark.parametrize(
    ("folds", "design"),
    [(SPLITS, "kfold_cv"), (PARTITION, "seeds"), (PARTITION, "repeated_cv"), (PARTITION[:1], "kfold_cv")],
)
def test_a_design_that_the_instances_contradict_is_refused(folds: list[list[int]], design: str) -> None:
    with pytest.raises(OptionError, match=f"the design '{design}' does not fit d"):
        br.predictions(predicted(folds), design=design)


def test_a_design_that_the_instances_show_needs_no_declaration() -> None:
    assert br.prediction_design(predicted(PARTITION))["design"][0] == "kfold_cv"
    assert br.prediction_design(predicted(SPLITS))["design"][0] == "repeated_holdout"
    assert br.prediction_design(br.predictions(predicted(PARTITION), design="kfold_cv"))["design"][0] == "kfold_cv"


def test_every_design_can_be_checked_against_instances() -> None:
    from benchreport.tables.designs.prediction_design import FITTING

    assert set(FITTING) == set(DESIGNS)
