"""The design of a table is declared or doubted, and what is missing in it is counted."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.tables.schema import DESIGNS
from tests.remark_codes import codes_of
from tests.tables.conftest import gappy, layout, long, wide


def facts(table: Any, *names: str) -> tuple[Any, ...]:
    row = br.design(table).select(names)
    assert row.height == 1
    return row.row(0)


SIZES = {"n_train": 90, "n_test": 10}
UNDECLARED = {
    "one value": (layout(), "single", 1, 1),
    "one fold": (layout(folds=1), "single", 1, 1),
    "ten runs": (layout(folds=10).rename({"fold": "run"}), "runs", 1, 10),
    "ten runs of a tenth": (layout(folds=10, **SIZES).rename({"fold": "split"}), "runs", 1, 10),
    "three times ten runs": (layout(3, 10).rename({"fold": "trial"}), "runs", 3, 10),
    "five times two halves": (layout(5, 2, n_train=50, n_test=50).rename({"fold": "split"}), "runs", 5, 2),
    "folds of 30 %": (layout(folds=10, n_train=70, n_test=30), "runs", 1, 10),
    "folds from 2 on": (layout(folds=5).with_columns(pl.col("fold") + 1), "runs", 1, 5),
    "eleven folds": (layout(folds=11), "runs", 1, 11),
    "repeats of seeds": (layout(3, 5).rename({"fold": "seed"}), "runs", 3, 5),
    "single instances": (layout(folds=20, n_train=19, n_test=1), "runs", 1, 20),
    "repeats alone": (layout(repeats=30), "runs", 30, 1),
    "thirty tenths": (layout(folds=30, **SIZES), "runs", 1, 30),
    "resamples": (layout(folds=30).rename({"fold": "resample"}), "runs", 1, 30),
    "trials": (layout(folds=5).rename({"fold": "trial"}), "runs", 1, 5),
}
NAMED = {
    "seeds": (layout(folds=5).rename({"fold": "Seed"}), "seeds", 1, 5),
    "thirty seeds": (layout(folds=30).rename({"fold": "seed"}), "seeds", 1, 30),
    "ten folds": (layout(folds=10), "kfold_cv", 1, 10),
    "folds from 0": (layout(folds=10).select(pl.exclude("fold"), cv_fold=pl.col("fold") - 1), "kfold_cv", 1, 10),
    "folds of a tenth": (layout(folds=10, **SIZES), "kfold_cv", 1, 10),
    "repeats and folds": (layout(3, 10), "repeated_cv", 3, 10),
    "seeds beside folds": (layout(3, 10).rename({"repeat": "seed"}), "repeated_cv", 3, 10),
    "five times two": (layout(5, 2), "cv52", 5, 2),
}
DECLARED = {
    "holdout": layout(),
    "kfold_cv": layout(folds=10),
    "repeated_cv": layout(3, 10),
    "cv52": layout(5, 2, n_train=50, n_test=50),
    "loo_cv": layout(folds=20, n_train=19, n_test=1),
    "repeated_holdout": layout(folds=30, **SIZES),
    "bootstrap_oob": layout(folds=30),
    "seeds": layout(folds=5),
}


@pytest.mark.parametrize("name", UNDECLARED)
def test_no_design_is_read_from_numbers_or_sizes_of_runs(name: str) -> None:
    table, design, repeats, folds = UNDECLARED[name]
    assert facts(table, "design", "n_repeats", "n_folds") == (design, repeats, folds)


@pytest.mark.parametrize("name", NAMED)
def test_columns_called_seed_and_fold_say_what_the_runs_are(name: str) -> None:
    table, design, repeats, folds = NAMED[name]
    assert facts(table, "design", "n_repeats", "n_folds") == (design, repeats, folds)
    assert br.design(br.scores(table, design="repeated_holdout"))["design"][0] == "repeated_holdout"


def test_columns_called_fold_say_it_of_confusion_counts_too() -> None:
    cells = {"tp": 40, "fp": 5, "fn": 10, "tn": 45}
    table = layout(folds=5).drop("accuracy").with_columns(**{name: pl.lit(n) for name, n in cells.items()})
    assert set(br.counts(table)["design"]) == {"kfold_cv"}
    assert set(br.counts(table.rename({"fold": "seed"}))["design"]) == {"seeds"}
    assert "design" not in br.counts(table.rename({"fold": "run"})).columns


@pytest.mark.parametrize("design", DESIGNS)
def test_a_declared_design_that_fits_is_taken(design: str) -> None:
    assert facts(br.scores(DECLARED[design], design=design), "design") == (design,)


def test_folds_numbered_through_all_repeats_are_still_five_times_two() -> None:
    table = layout(5, 2).with_columns(fold=2 * pl.col("repeat") + pl.col("fold"))
    assert facts(br.scores(table, design="cv52"), "design", "n_repeats", "n_folds") == ("cv52", 5, 2)


def test_undeclared_runs_are_said_to_need_a_declared_design() -> None:
    runs = layout(folds=10).rename({"fold": "run"})
    assert "A test within a dataset needs a declared design" in facts(runs, "note")[0]
    assert facts(br.scores(layout(folds=10), design="kfold_cv"), "note") == (None,)


def test_sizes_of_undeclared_runs_are_a_hint() -> None:
    runs = layout(folds=10, **SIZES).rename({"fold": "run"})
    assert "test sets of 10.0 % would fit 10-fold cross-validation" in facts(runs, "note")[0]
    assert "test sets of 10.0 % do not fit 30-fold cross-validation" in facts(layout(folds=30, **SIZES), "note")[0]
    assert "would fit leave-one-out" in facts(layout(folds=20, n_train=19, n_test=1), "note")[0]


def test_a_complete_table_is_complete_and_paired() -> None:
    names = ("n_datasets", "n_algorithms", "n_cells", "n_missing", "n_partial", "n_failed", "complete", "paired")
    assert facts(layout(3, 10), *names) == (2, 2, 4, 0, 0, 0, True, True)


def test_datasets_are_listed_in_order() -> None:
    assert facts(layout(datasets="zad"), "datasets")[0] == ["a", "d", "z"]


def test_failed_and_missing_cells_are_counted() -> None:
    names = ("n_cells", "n_missing", "n_partial", "n_failed", "complete", "paired")
    assert facts(gappy(), *names) == (9, 2, 0, 2, False, False)


def test_an_absent_cell_is_missing_but_has_not_failed() -> None:
    names = ("n_cells", "n_missing", "n_partial", "n_failed", "complete")
    assert facts(gappy().drop_nulls("value"), *names) == (9, 2, 0, 0, False)


def test_an_algorithm_without_one_dataset_is_missing_there() -> None:
    table = br.scores(layout(folds=10)).filter(~((pl.col("algorithm") == "B") & (pl.col("dataset") == "e")))
    assert facts(table, "n_cells", "n_missing", "complete") == (4, 1, False)


def test_a_cell_that_lacks_some_runs_is_partial() -> None:
    table = br.scores(layout(folds=10))
    first = (pl.col("algorithm") == "A") & (pl.col("dataset") == "d")
    failed = table.with_columns(value=pl.when(first & (pl.col("fold") > 7)).then(None).otherwise("value"))
    names = ("n_missing", "n_partial", "n_failed", "complete", "paired")
    assert facts(failed, *names) == (0, 1, 3, True, False)
    assert facts(failed.drop_nulls("value"), *names) == (0, 1, 0, True, False)
    assert "7 to 10 runs per cell" in facts(failed, "note")[0]


def test_datasets_with_other_runs_have_a_row_of_their_own() -> None:
    table = pl.concat([layout(3, 10, datasets="ab"), layout(10, 10, datasets="c")])
    design = br.design(table).select("n_repeats", "n_folds", "n_datasets", "n_cells", "datasets")
    assert design.rows() == [(3, 10, 2, 4, ["a", "b"]), (10, 10, 1, 2, ["c"])]


def test_unbalanced_repeats_of_one_algorithm_are_partial() -> None:
    table = br.scores(layout(10, 10, datasets="d")).filter((pl.col("algorithm") == "A") | (pl.col("repeat") <= 3))
    assert facts(table, "n_repeats", "n_folds", "n_missing", "n_partial", "paired") == (10, 10, 0, 1, False)
    assert "30 to 100 runs per cell" in facts(table, "note")[0]


def test_each_metric_has_its_own_row_and_direction() -> None:
    table = layout().with_columns(error=1 - pl.col("accuracy"))
    assert br.design(table).select("metric", "direction").rows() == [("accuracy", "higher"), ("error", "lower")]


def test_a_metric_measured_on_fewer_datasets_is_not_missing_on_the_others() -> None:
    table = pl.concat([long("ABAB", "ddee", [1, 2, 3, 4]), long("AB", "dd", [5, 6], metric="error")])
    assert br.design(table).select("metric", "n_datasets", "n_missing").rows() == [("accuracy", 2, 0), ("error", 1, 0)]


def test_ties_and_constant_datasets_are_counted() -> None:
    table = wide(dataset=["d", "e", "f"], A=[0.1, 0.3, 0.5], B=[0.2, 0.1 + 0.2, 0.5], C=[0.3, 0.4, 0.5])
    assert facts(table, "n_tied", "n_constant") == (2, 1)


def test_ties_are_ties_of_the_averages_over_runs() -> None:
    table = br.scores(pl.DataFrame({"fold": [1, 2], "A": [0.1, 0.3], "B": [0.3, 0.1]}), metric="accuracy")
    assert facts(table, "n_tied", "n_constant") == (1, 1)


def test_a_single_result_is_neither_tied_nor_constant() -> None:
    assert facts(wide(dataset=["d"], A=[0.5], B=[None]), "n_tied", "n_constant") == (0, 0)


def test_a_dataset_that_nobody_finished_is_neither_tied_nor_constant() -> None:
    assert facts(wide(dataset=["d"], A=[None], B=[None]), "n_tied", "n_constant", "n_missing") == (0, 0, 2)


def test_an_unknown_direction_is_left_open_and_noted() -> None:
    table = long("AB", "dd", [1, 2], metric="gain")
    assert facts(table, "direction") == (None,)
    assert "direction unknown" in facts(table, "note")[0]


def test_a_metric_that_mixes_directions_is_said_to_be_useless() -> None:
    raw = pl.DataFrame(
        {
            "framework": ["A", "B"] * 3,
            "task": ["d", "d", "e", "e", "f", "f"],
            "result": [0.8, 0.9, 0.8, 0.7, 1.5, 1.2],
            "auc": [0.8, 0.9, 0.8, 0.7, None, None],
            "logloss": [0.4, 0.3, 0.4, 0.5, 1.5, 1.2],
        }
    )
    note = br.design(raw).filter(pl.col("metric") == "result")["note"].item()
    assert "repeats auc on 2 datasets" in note
    assert "repeats logloss on 1 datasets" in note
    assert "no one direction fits" in note


def test_a_metric_that_repeats_one_other_metric_is_said_to_do_so() -> None:
    note = br.design(layout().with_columns(gain=pl.col("accuracy"))).filter(pl.col("metric") == "gain")["note"].item()
    assert "repeats accuracy on 2 datasets" in note
    assert "no one direction fits" not in note


def test_rows_are_sorted_whatever_the_order_of_the_input() -> None:
    halves = layout(folds=10, datasets="abc", n_train=50, n_test=50)
    tenths = layout(folds=10, datasets="def", **SIZES)
    kinds = [br.scores(halves, design="repeated_holdout"), br.scores(tenths, design="kfold_cv")]
    table = pl.concat(kinds)
    first = br.design(table)
    assert first.height == 2
    for seed in range(8):
        assert_frame_equal(br.design(table.sample(fraction=1, shuffle=True, seed=seed)), first)


def test_raw_lazy_and_canonical_tables_are_described_alike() -> None:
    raw = layout(5, 2)
    assert_frame_equal(br.design(raw.lazy()), br.design(raw))
    assert_frame_equal(br.design(br.scores(raw)), br.design(raw))


def test_one_algorithm_alone_can_be_described() -> None:
    table = layout(folds=10).filter(pl.col("algorithm") == "A")
    assert facts(table, "n_algorithms", "n_tied", "complete") == (1, 0, True)


def test_the_remarks_of_a_design_are_codes_with_their_values() -> None:
    runs = layout(3, 10, n_train=90, n_test=10).rename({"fold": "run"})
    undeclared = br.design(runs).row(0, named=True)
    assert undeclared["remarks"] == "undeclared_design|fits_folds:10.0:3 x 10|off_grid:accuracy:118:120"
    assert undeclared["note"].startswith(
        "folds, resamples or seeds? A test within a dataset needs a declared design; "
        "test sets of 10.0 % would fit 3 x 10-fold cross-validation; accuracy is no whole number"
    )
    assert codes_of(br.design(layout())["remarks"]) == {"one_value"}
