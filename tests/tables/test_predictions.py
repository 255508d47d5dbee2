"""Predictions and counts come in several spellings and leave in one; their kind is told from their columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.errors import BenchreportError, ColumnError, DuplicateKeyError, ReadError, ValueFormatError
from benchreport.tables.designs.prediction_design import describe_counts, describe_predictions
from benchreport.tables.schema import table_kind
from tests.tables.conftest import cell

PREDICTIONS = pl.DataFrame(
    {
        "algorithm": ["A", "A", "B", "B"],
        "dataset": ["d"] * 4,
        "instance": [1, 2, 1, 2],
        "truth": ["cat", "dog", "cat", "dog"],
        "prediction": ["cat", "cat", "dog", "dog"],
    }
)
COUNTS = pl.DataFrame(
    {
        "algorithm": ["A"] * 4,
        "dataset": ["d"] * 4,
        "actual": ["yes", "yes", "no", "no"],
        "predicted": ["yes", "no", "yes", "no"],
        "n": [40, 10, 5, 45],
    }
)
CELLS = pl.DataFrame({"model": ["A", "B"], "tp": [40, 30], "fp": [5, 6], "fn": [10, 20], "tn": [45, 44]})


# Predictions


def test_a_canonical_table_of_predictions_keeps_its_rows() -> None:
    table = br.predictions(PREDICTIONS)
    assert table.columns == PREDICTIONS.columns
    assert table.rows() == PREDICTIONS.rows()
    assert all(
        isinstance(table.schema[name], pl.Categorical) for name in ("algorithm", "dataset", "truth", "prediction")
    )


def test_predictions_pass_through_twice_unchanged() -> None:
    once = br.predictions(PREDICTIONS)
    assert_frame_equal(br.predictions(once), once)


def test_other_names_of_the_columns_are_understood() -> None:
    own = {"algorithm": "Model", "instance": "item", "truth": "y_true", "prediction": "y_pred"}
    assert br.predictions(PREDICTIONS.rename(own)).rows() == PREDICTIONS.rows()


def test_declared_columns_of_predictions_are_used() -> None:
    own = {"truth": "gold standard", "prediction": "answer"}
    table = br.predictions(PREDICTIONS.rename(own), columns={"gold standard": "truth", "answer": "prediction"})
    assert table.rows() == PREDICTIONS.rows()


def test_a_declared_truth_wins_over_a_column_called_truth() -> None:
    table = PREDICTIONS.with_columns(checked=pl.col("truth"), truth=pl.lit("x"))
    assert br.predictions(table, columns={"checked": "truth"})["truth"].to_list() == PREDICTIONS["truth"].to_list()


def test_the_dataset_may_be_given_once() -> None:
    assert br.predictions(PREDICTIONS.drop("dataset"), dataset="pets")["dataset"].unique().to_list() == ["pets"]


def test_runs_are_kept_and_tell_instances_apart() -> None:
    table = pl.concat([PREDICTIONS.with_columns(repeat=pl.lit(run), fold=pl.lit(1)) for run in (1, 2)])
    assert br.predictions(table).columns[:5] == ["algorithm", "dataset", "repeat", "fold", "instance"]


@pytest.mark.parametrize(
    ("truth", "prediction", "kind"),
    [
        ([0, 1, 0, 1], [0, 0, 1, 1], pl.Int64),
        ([0.5, 1.5, 0.5, 1.5], [0, 0, 1, 1], pl.Float64),
        ([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4], pl.Float64),
        (["0", "1", "0", "1"], [0, 0, 1, 1], pl.Categorical),
    ],
)
def test_truth_and_prediction_have_the_same_type(truth: list[Any], prediction: list[Any], kind: Any) -> None:
    table = br.predictions(PREDICTIONS.with_columns(truth=pl.Series(truth), prediction=pl.Series(prediction)))
    assert table.schema["truth"] == table.schema["prediction"] == kind


@pytest.mark.parametrize(
    "prediction",
    [
        [True, False, False, True],
        [1, 0, 0, 1],
        [1.0, 0.0, 0.0, 1.0],
        ["true", "false", "false", "true"],
        ["True", "False", "False", "True"],
    ],
)
def test_true_and_false_agree_with_every_way_to_write_them(prediction: list[Any]) -> None:
    table = PREDICTIONS.with_columns(truth=pl.Series([True, False, True, False]), prediction=pl.Series(prediction))
    agree = br.predictions(table).select(pl.col("truth") == pl.col("prediction")).to_series()
    assert agree.to_list() == [True, True, False, False]


def test_scores_may_stand_in_for_predictions() -> None:
    table = PREDICTIONS.drop("prediction").with_columns(y_score=pl.Series(["0.1", "0.9", "NA", "0.5"]))
    assert br.predictions(table)["score"].to_list() == [0.1, 0.9, None, 0.5]


def test_probabilities_may_stand_in_for_predictions() -> None:
    table = PREDICTIONS.drop("prediction").with_columns(prob_cat=pl.lit(1), prob_dog=pl.lit(0))
    assert br.predictions(table).schema["prob_cat"] == pl.Float64


@pytest.mark.parametrize(
    ("missing", "problem"),
    [
        ("algorithm", "names the algorithm"),
        ("truth", "holds the truth"),
        ("prediction", "holds a prediction"),
        ("instance", "names the instance"),
    ],
)
def test_a_missing_column_of_predictions_is_said(missing: str, problem: str) -> None:
    with pytest.raises(ColumnError, match=rf"(?s){problem}.*'{missing}'"):
        br.predictions(PREDICTIONS.drop(missing))


def test_an_instance_predicted_twice_is_a_duplicate() -> None:
    table = PREDICTIONS.with_columns(instance=pl.Series([1, 1, 1, 2]))
    with pytest.raises(DuplicateKeyError, match="algorithm=A, dataset=d, instance=1 in rows 1, 2"):
        br.predictions(table)


@pytest.mark.parametrize("column", ["truth", "instance", "algorithm"])
def test_an_empty_cell_of_a_key_or_the_truth_is_refused_with_its_row(column: str) -> None:
    table = PREDICTIONS.with_columns(pl.when(pl.int_range(pl.len()) != 2).then(column).alias(column))
    with pytest.raises(BenchreportError, match=f"'{column}' .*row 3"):
        br.predictions(table)


def test_an_infinite_score_is_refused_with_its_row() -> None:
    table = PREDICTIONS.with_columns(score=pl.Series([0.1, float("inf"), 0.2, 0.3]))
    with pytest.raises(ValueFormatError, match="'score', row 2"):
        br.predictions(table)


def test_predictions_are_read_from_a_file_that_names_the_dataset(tmp_path: Path) -> None:
    PREDICTIONS.drop("dataset").write_csv(tmp_path / "pets.csv")
    table = br.read_predictions(tmp_path / "pets.csv")
    assert table.rows() == PREDICTIONS.with_columns(dataset=pl.lit("pets")).rows()


# Counts


def test_a_canonical_table_of_counts_keeps_its_rows() -> None:
    table = br.counts(COUNTS)
    assert table.rows() == COUNTS.rows()
    assert table.schema["n"] == pl.Int64
    assert isinstance(table.schema["actual"], pl.Categorical)
    assert_frame_equal(br.counts(table), table)


def test_four_columns_of_counts_become_four_rows() -> None:
    table = br.counts(CELLS, dataset="d")
    assert table.height == 8
    assert cell(table, algorithm="A", actual="positive", predicted="positive")["n"] == 40
    assert cell(table, algorithm="A", actual="negative", predicted="positive")["n"] == 5
    assert cell(table, algorithm="A", actual="positive", predicted="negative")["n"] == 10
    assert cell(table, algorithm="B", actual="negative", predicted="negative")["n"] == 44


def test_four_columns_may_be_written_in_capitals() -> None:
    upper = CELLS.rename({name: name.upper() for name in ("tp", "fp", "fn", "tn")})
    assert br.counts(upper).rows() == br.counts(CELLS).rows()


def test_a_total_beside_the_four_columns_does_no_harm() -> None:
    table = br.counts(CELLS.with_columns(n=pl.lit(100)))
    assert sorted(table["n"].to_list()) == [5, 6, 10, 20, 30, 40, 44, 45]


@pytest.mark.parametrize("bad", [-1, 0.5, None])
def test_what_is_no_count_is_refused(bad: float | None) -> None:
    table = COUNTS.with_columns(n=pl.Series([1, 2, bad, 3], strict=False, dtype=pl.Float64))
    with pytest.raises(ColumnError, match="'n'"):
        br.counts(table)


def test_a_count_that_is_a_word_is_refused_with_its_row() -> None:
    with pytest.raises(ValueFormatError, match="column 'n' holds 'many', row 2"):
        br.counts(COUNTS.with_columns(n=pl.Series(["1", "many", "2", "3"])))


@pytest.mark.parametrize("missing", ["actual", "predicted", "n"])
def test_a_missing_column_of_counts_is_said(missing: str) -> None:
    with pytest.raises(ColumnError, match=f"no column holds '{missing}'"):
        br.counts(COUNTS.drop(missing))


def test_a_cell_counted_twice_is_a_duplicate() -> None:
    with pytest.raises(DuplicateKeyError, match="actual=yes, predicted=yes in rows 1, 5"):
        br.counts(pl.concat([COUNTS, COUNTS[:1]]))


def test_counts_are_read_from_a_file(tmp_path: Path) -> None:
    COUNTS.drop("dataset").write_parquet(tmp_path / "d.parquet")
    assert br.read_counts(tmp_path / "d.parquet").rows() == COUNTS.rows()


# Kinds


KINDS = {
    "predictions": [
        PREDICTIONS,
        PREDICTIONS.rename({"truth": "y_true", "prediction": "y_pred"}),
        PREDICTIONS.drop("prediction").with_columns(prob_cat=pl.lit(0.5), prob_dog=pl.lit(0.5)),
        PREDICTIONS.drop("prediction").with_columns(score=pl.lit(0.5)),
        PREDICTIONS.with_columns(label=pl.lit("a text beside the truth")),
    ],
    "counts": [COUNTS, COUNTS.rename({"actual": "truth", "predicted": "prediction", "n": "count"}), CELLS],
    "scores": [
        pl.DataFrame({"algorithm": ["A"], "dataset": ["d"], "metric": ["error"], "value": [0.1]}),
        pl.DataFrame({"dataset": ["d"], "A": [0.1], "B": [0.2]}),
        CELLS.with_columns(accuracy=pl.lit(0.85)),
    ],
}


@pytest.mark.parametrize(
    ("kind", "number"), [(kind, number) for kind, tables in KINDS.items() for number in range(len(tables))]
)
def test_the_kind_of_a_table_is_told_from_its_columns(kind: str, number: int) -> None:
    assert table_kind(KINDS[kind][number].columns) == kind


def test_declared_columns_tell_the_kind() -> None:
    table = PREDICTIONS.rename({"truth": "gold standard", "prediction": "answer"})
    assert table_kind(table.columns, {"gold standard": "truth", "answer": "prediction"}) == "predictions"


def test_declared_columns_settle_an_ambiguity_before_the_kind_is_told() -> None:
    table = pl.DataFrame({"model": ["A"], "method": ["x"], "dataset": ["d"], "accuracy": [0.1]})
    assert table_kind(table.columns, {"model": "algorithm"}) == "scores"


# Descriptions


def folded() -> pl.DataFrame:
    """Four instances in two folds, predicted by two algorithms."""
    rows = [
        (algorithm, instance, instance % 2, "yes" if instance < 2 else "no")
        for algorithm in "AB"
        for instance in range(4)
    ]
    raw = pl.DataFrame(rows, schema=["algorithm", "instance", "fold", "truth"], orient="row")
    return br.predictions(raw.with_columns(prediction=pl.lit("yes"), dataset=pl.lit("d")))


def test_predictions_are_described_per_dataset() -> None:
    assert describe_predictions(folded()).row(0, named=True) == {
        "dataset": "d",
        "task": "binary",
        "n_classes": 2,
        "n_algorithms": 2,
        "n_repeats": 1,
        "n_folds": 2,
        "n_instances": 4,
        "n_rows": 8,
        "disjoint_folds": True,
        "same_instances": True,
    }


def test_an_algorithm_that_lacks_an_instance_is_noticed() -> None:
    assert not describe_predictions(folded()[1:])["same_instances"].item()


def test_an_instance_in_two_folds_of_one_repeat_is_noticed() -> None:
    table = pl.concat([folded(), folded().with_columns(fold=pl.lit(7, dtype=pl.Int64))])
    assert not describe_predictions(table)["disjoint_folds"].item()


def test_an_instance_in_two_repeats_is_as_it_should_be() -> None:
    table = pl.concat([folded().with_columns(repeat=pl.lit(number)) for number in (1, 2)])
    facts = describe_predictions(table)
    assert facts.select("n_repeats", "n_instances", "disjoint_folds", "same_instances").row(0) == (2, 4, True, True)


@pytest.mark.parametrize(
    ("truth", "task", "classes"), [([0, 1, 2, 1], "multi-class", 3), ([0.5, 1.5, 2.5, 1.0], "regression", None)]
)
def test_the_task_is_told_from_the_truth(truth: list[float], task: str, classes: int | None) -> None:
    table = br.predictions(PREDICTIONS.with_columns(truth=pl.Series(truth), prediction=pl.Series(truth)))
    assert describe_predictions(table).select("task", "n_classes").row(0) == (task, classes)


def test_counts_are_described_per_dataset() -> None:
    facts = describe_counts(br.counts(CELLS, dataset="d")).row(0, named=True)
    assert facts == {
        "dataset": "d",
        "n_classes": 2,
        "n_algorithms": 2,
        "n_repeats": 1,
        "n_folds": 1,
        "n_instances": 100,
    }


def test_a_class_that_is_only_predicted_is_a_class() -> None:
    table = br.counts(pl.concat([COUNTS, COUNTS[:1].with_columns(predicted=pl.lit("maybe"))]))
    assert describe_counts(table)["n_classes"].item() == 3


def test_the_folds_of_counts_add_up_to_the_instances() -> None:
    table = pl.concat([COUNTS.with_columns(fold=pl.lit(number)) for number in (1, 2, 3)])
    assert describe_counts(br.counts(table)).select("n_folds", "n_instances").row(0) == (3, 300)


def test_folds_of_predictions_are_counted_within_a_repeat() -> None:
    table = pl.concat(
        [folded().with_columns(repeat=pl.lit(number), fold=pl.col("fold") + 2 * number) for number in (1, 2)]
    )
    assert describe_predictions(table).select("n_repeats", "n_folds").row(0) == (2, 2)


def test_repeats_of_counts_see_the_same_instances_again() -> None:
    table = pl.concat([COUNTS.with_columns(repeat=pl.lit(number)) for number in (1, 2)])
    assert describe_counts(br.counts(table)).select("n_repeats", "n_instances").row(0) == (2, 100)


def test_a_misspelt_truth_is_found() -> None:
    table = pl.DataFrame({"model": ["A"], "item": [1], "thruth": [0], "y_pred": [0]})
    with pytest.raises(ColumnError) as caught:
        br.predictions(table)
    assert "--column thruth=truth" in caught.value.hint
    with pytest.raises(ColumnError, match="table of predictions"):
        br.scores(table)


def test_a_path_is_needed_to_read() -> None:
    for read in (br.read_scores, br.read_predictions, br.read_counts):
        with pytest.raises(ReadError, match="a file is needed"):
            read(None)  # type: ignore[arg-type]
