"""Whatever shape a table of scores has, the canonical table holds the same numbers, or the error names the place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.errors import (
    BenchreportError,
    ColumnError,
    DirectionError,
    DuplicateKeyError,
    OptionError,
    ValueFormatError,
)
from benchreport.tables.schema import known_direction
from benchreport.tables.scores import open_scores, recognise
from tests.tables.conftest import cell, long

# The same four numbers three times.
LONG = pl.DataFrame(
    {
        "algorithm": ["A", "A", "B", "B"],
        "dataset": ["d", "e", "d", "e"],
        "metric": ["accuracy"] * 4,
        "value": [0.1, 0.2, 0.3, 0.4],
    }
)
PER_METRIC = LONG.drop("metric").rename({"value": "accuracy"})
PER_ALGORITHM = pl.DataFrame({"dataset": ["d", "e"], "A": [0.1, 0.2], "B": [0.3, 0.4]})
ROWS = [("A", "d", 0.1), ("A", "e", 0.2), ("B", "d", 0.3), ("B", "e", 0.4)]


def read(table: pl.DataFrame) -> pl.DataFrame:
    """Scores of any shape; only the widest does not name its metric."""
    return br.scores(table) if "algorithm" in table.columns else br.scores(table, metric="accuracy")


def values(table: pl.DataFrame) -> list[tuple[Any, ...]]:
    return table.select("algorithm", "dataset", "value").sort("algorithm", "dataset").rows()


# Shapes


@pytest.mark.parametrize(
    ("table", "shape"),
    [(LONG, "long"), (PER_METRIC, "metrics"), (PER_ALGORITHM, "algorithms")],
    ids=["long", "metrics", "algorithms"],
)
def test_every_shape_gives_the_same_scores(table: pl.DataFrame, shape: str) -> None:
    scores = read(table)
    assert recognise(table).shape == shape
    assert scores.columns == ["algorithm", "dataset", "metric", "value", "direction"]
    assert values(scores) == ROWS
    assert scores["metric"].unique().to_list() == ["accuracy"]
    assert scores["direction"].unique().to_list() == ["higher"]


def test_several_metric_columns_are_stacked_with_their_own_directions() -> None:
    table = br.scores(PER_METRIC.with_columns(logloss=pl.lit(2.0)))
    assert table.height == 8
    assert dict(table.select("metric", "direction").unique().iter_rows()) == {"accuracy": "higher", "logloss": "lower"}
    assert values(table.filter(pl.col("metric") == "accuracy")) == ROWS


def test_one_column_per_algorithm_may_have_a_metric_column() -> None:
    table = pl.DataFrame({"dataset": ["d", "d"], "metric": ["accuracy", "error"], "A": [0.9, 0.1], "B": [0.8, 0.2]})
    scores = br.scores(table)
    assert cell(scores, algorithm="B", metric="error")["value"] == 0.2
    assert cell(scores, algorithm="B", metric="error")["direction"] == "lower"


def test_a_file_with_only_a_fold_column_has_one_column_per_algorithm() -> None:
    table = br.scores(pl.DataFrame({"fold": [1, 2], "A": [0.1, 0.2], "B": [0.3, 0.4]}), metric="error", dataset="iris")
    assert table.select("algorithm", "dataset", "fold", "value").sort("algorithm", "fold").rows() == [
        ("A", "iris", 1, 0.1),
        ("A", "iris", 2, 0.2),
        ("B", "iris", 1, 0.3),
        ("B", "iris", 2, 0.4),
    ]


@pytest.mark.parametrize("first", [0, 1])
def test_a_first_column_that_counts_rows_is_the_dataset(first: int) -> None:
    table = pl.DataFrame({"#": [first, first + 1, first + 2], "A": [0.1, 0.2, 0.3], "B": [0.4, 0.5, 0.6]})
    scores = br.scores(table, metric="accuracy")
    assert scores["algorithm"].unique().sort().to_list() == ["A", "B"]
    assert scores.filter(pl.col("algorithm") == "A")["dataset"].to_list() == [str(first + row) for row in range(3)]


def test_whole_numbers_that_do_not_count_are_scores() -> None:
    table = pl.DataFrame({"problem": ["x", "y"], "A": [1, 5], "B": [2, 3]})
    assert br.scores(table, metric="error")["algorithm"].unique().sort().to_list() == ["A", "B"]


def test_an_unnamed_text_column_names_the_dataset_of_a_wide_table() -> None:
    table = pl.DataFrame({"UCI name": ["d", "e"], "A": [0.1, 0.2], "B": [0.3, 0.4]})
    assert values(br.scores(table, metric="accuracy")) == ROWS


@pytest.mark.parametrize("name", ["", "Unnamed: 0", "__index_level_0__"])
def test_a_row_index_left_by_pandas_is_left_out(name: str) -> None:
    table = PER_METRIC.select(pl.Series(name, [7, 8, 9, 10]), pl.all())
    assert br.scores(table).columns == ["algorithm", "dataset", "metric", "value", "direction"]
    assert f"row index {name!r} left out" in recognise(table).sentence()


def test_a_column_called_result_beside_metrics_is_one_more_metric() -> None:
    table = PER_METRIC.rename({"accuracy": "result"}).with_columns(auc=pl.lit(0.5), logloss=pl.lit(0.7))
    assert recognise(table).spread == ("result", "auc", "logloss")
    with pytest.raises(DirectionError, match="'result'"):
        br.scores(table)
    assert br.scores(table, metrics=["auc", "logloss"]).height == 8
    assert values(br.scores(table, metrics="result", directions={"result": "higher"})) == ROWS


def test_a_column_called_result_alone_is_the_value() -> None:
    assert values(br.scores(PER_METRIC.rename({"accuracy": "result"}), metric="accuracy")) == ROWS


def test_what_was_recognised_is_said() -> None:
    table = PER_METRIC.rename({"algorithm": "Model", "dataset": "task"})
    assert recognise(table).sentence() == (
        "one column per metric (accuracy); 'Model' read as algorithm; 'task' read as dataset"
    )


def test_what_was_recognised_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="benchreport"):
        br.scores(PER_ALGORITHM, metric="accuracy")
    assert "one column per algorithm (A, B)" in caplog.text


def test_a_metric_column_without_a_recognised_value_is_an_error_that_names_the_way() -> None:
    with pytest.raises(ColumnError, match="'value'"):
        br.scores(LONG.rename({"value": "mean"}))


def test_a_declared_value_column_is_used() -> None:
    assert values(br.scores(LONG.rename({"value": "mean"}), columns={"mean": "value"})) == ROWS


@pytest.mark.parametrize("missing", ["", "NA", None])
def test_an_algorithm_that_failed_everywhere_keeps_its_column(missing: str | None) -> None:
    table = PER_ALGORITHM.with_columns(C=pl.Series([missing, missing], dtype=pl.String))
    scores = br.scores(table, metric="accuracy")
    assert scores.filter(pl.col("algorithm") == "C")["value"].to_list() == [None, None]


def test_an_algorithm_column_of_words_is_refused_and_not_lost() -> None:
    table = PER_ALGORITHM.with_columns(C=pl.Series(["timeout", "crash"]))
    with pytest.raises(ValueFormatError, match="column 'C' holds 'timeout', row 1, 2"):
        br.scores(table, metric="accuracy")


def test_an_algorithm_may_be_called_like_a_column() -> None:
    table = PER_ALGORITHM.rename({"B": "Score"})
    scores = br.scores(table, metric="accuracy")
    assert scores["algorithm"].unique().sort().to_list() == ["A", "Score"]


def test_algorithms_may_be_called_like_keys() -> None:
    table = pl.DataFrame({"dataset": ["d", "e"], "Bootstrap": [0.1, 0.2], "Method": [0.3, 0.4], "Model": [0.5, 0.6]})
    scores = br.scores(table, metric="accuracy")
    assert scores["algorithm"].unique().sort().to_list() == ["Bootstrap", "Method", "Model"]


def test_words_before_the_first_score_describe_the_dataset() -> None:
    described = PER_ALGORITHM.select("dataset", pl.Series("domain", ["image", "text"]), "A", "B")
    table = br.scores(described, metric="accuracy")
    assert values(table) == ROWS
    assert table["domain"].unique().sort().to_list() == ["image", "text"]


def test_words_among_the_scores_may_be_declared_a_factor() -> None:
    table = PER_ALGORITHM.with_columns(domain=pl.Series(["image", "text"]))
    with pytest.raises(ValueFormatError, match=r"factors=\['domain'\]"):
        br.scores(table, metric="accuracy")
    assert values(br.scores(table, metric="accuracy", factors="domain")) == ROWS


def test_a_table_of_metrics_alone_is_not_taken_for_one_of_algorithms() -> None:
    with pytest.raises(ColumnError, match="no column names the algorithm"):
        br.scores(pl.DataFrame({"dataset": ["d"], "accuracy": [0.5], "auc": [0.6]}))


def test_a_declared_value_stays_the_value_beside_metrics() -> None:
    table = PER_METRIC.rename({"accuracy": "result"}).with_columns(auc=pl.lit(0.5))
    assert values(br.scores(table, columns={"result": "value"}, metric="accuracy")) == ROWS


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(BenchreportError, match=r"no row|empty"):
        br.scores(LONG.clear())


def test_a_table_without_columns_is_refused() -> None:
    with pytest.raises(BenchreportError, match=r"no rows|no column"):
        br.scores(pl.DataFrame())


# Names of columns


@pytest.mark.parametrize(
    "name", ["model", "Method", "CLASSIFIER", "estimator", "framework", "Model Name", " algorithm "]
)
def test_other_names_of_the_algorithm_are_understood(name: str) -> None:
    assert values(br.scores(PER_METRIC.rename({"algorithm": name}))) == ROWS


@pytest.mark.parametrize("name", ["data", "Data Set", "data-set", "task", "problem", "env", "DATASET"])
def test_other_names_of_the_dataset_are_understood(name: str) -> None:
    assert values(br.scores(PER_METRIC.rename({"dataset": name}))) == ROWS


@pytest.mark.parametrize(("name", "canonical"), [("cv_fold", "fold"), ("split", "fold"), ("rep", "repeat")])
def test_other_names_of_runs_are_understood(name: str, canonical: str) -> None:
    table = br.scores(PER_METRIC.with_columns(pl.lit(3).alias(name)))
    assert table[canonical].to_list() == [3] * 4


def test_a_seed_beside_folds_is_the_repeat() -> None:
    table = br.scores(PER_METRIC.with_columns(fold=pl.lit(1), seed=pl.lit(42)))
    assert table["repeat"].to_list() == [42] * 4


def test_the_canonical_name_wins_over_an_alias() -> None:
    table = br.scores(PER_METRIC.with_columns(model=pl.lit("v2")))
    assert values(table) == ROWS
    assert table["model"].unique().to_list() == ["v2"]


def test_declared_columns_win_over_recognised_ones() -> None:
    table = PER_METRIC.rename({"algorithm": "who", "dataset": "where"}).with_columns(method=pl.lit("x"))
    assert values(br.scores(table, columns={"who": "algorithm", "where": "dataset"})) == ROWS


def test_a_declared_column_wins_over_the_canonical_one() -> None:
    table = PER_METRIC.with_columns(variant=pl.col("algorithm"), algorithm=pl.lit("same"))
    assert values(br.scores(table, columns={"variant": "algorithm"})) == ROWS


def test_two_columns_declared_the_same_are_refused() -> None:
    table = PER_METRIC.rename({"algorithm": "p"}).with_columns(q=pl.lit("x"))
    with pytest.raises(ColumnError, match=r"'p'.*'q'"):
        br.scores(table, columns={"p": "algorithm", "q": "algorithm"})


def test_a_misspelt_declared_column_is_named_with_the_nearest_one() -> None:
    with pytest.raises(ColumnError, match=r"(?s)no column 'modle'.*did you mean 'model'"):
        br.scores(PER_METRIC.rename({"algorithm": "model"}), columns={"modle": "algorithm"})


def test_a_misspelt_canonical_name_is_named_with_the_nearest_one() -> None:
    with pytest.raises(ColumnError, match=r"(?s)'algoritm' is not a column of scores.*did you mean 'algorithm'"):
        br.scores(PER_METRIC, columns={"algorithm": "algoritm"})


@pytest.mark.parametrize("more", [[], ["logloss"]], ids=["one metric", "two metrics"])
def test_a_misspelt_column_is_named_with_the_nearest_one(more: list[str]) -> None:
    table = PER_METRIC.rename({"algorithm": "algoritm"}).with_columns(pl.lit(1.0).alias(name) for name in more)
    with pytest.raises(ColumnError, match=r"(?s)hint: .*'algoritm'"):
        br.scores(table)


def test_a_misspelt_dataset_column_is_suggested_as_the_dataset() -> None:
    with pytest.raises(BenchreportError, match=r"'datset': 'dataset'"):
        br.scores(PER_METRIC.rename({"dataset": "datset"}))


def test_ambiguous_columns_are_named_both() -> None:
    table = PER_METRIC.rename({"algorithm": "model"}).with_columns(method=pl.lit("x"))
    with pytest.raises(ColumnError, match=r"(?s)'model' and 'method' could both be the 'algorithm'.*columns=\{"):
        br.scores(table)
    assert values(br.scores(table, columns={"model": "algorithm"})) == ROWS


@pytest.mark.parametrize("function", [br.scores, br.predictions, br.counts])
def test_a_misspelt_keyword_is_refused(function: Any) -> None:
    with pytest.raises(OptionError, match=r"(?s)unknown keyword 'direction'.*did you mean 'directions'"):
        function(PER_METRIC, direction={"accuracy": "lower"})


def test_a_misspelt_keyword_of_a_reader_is_refused(tmp_path: Path) -> None:
    PER_METRIC.write_csv(tmp_path / "t.csv")
    with pytest.raises(OptionError, match="did you mean 'factors'"):
        br.read_scores(tmp_path / "t.csv", factor="size")  # type: ignore[call-arg]


def test_a_missing_algorithm_column_is_said() -> None:
    with pytest.raises(ColumnError, match="no column names the algorithm among dataset, metric, value"):
        br.scores(LONG.drop("algorithm"))


def test_a_table_without_scores_is_said() -> None:
    with pytest.raises(ColumnError, match="no column of scores among algorithm, dataset"):
        br.scores(LONG.select("algorithm", "dataset"))


# Keys


def test_keys_are_categories_and_values_are_floats() -> None:
    table = br.scores(PER_METRIC.with_columns(pl.col("accuracy").cast(pl.Float32), fold=pl.lit(1, dtype=pl.Int8)))
    categories = ("algorithm", "dataset", "metric", "direction")
    assert all(isinstance(table.schema[name], pl.Categorical) for name in categories)
    assert table.schema["value"] == pl.Float64
    assert table.schema["fold"] == pl.Int64


def test_whole_numbers_as_dataset_names_stay_whole() -> None:
    table = br.scores(PER_METRIC.with_columns(dataset=pl.Series([3, 31, 3, 31])))
    assert table["dataset"].to_list() == ["3", "31", "3", "31"]


def test_folds_written_as_decimals_are_whole_numbers() -> None:
    assert br.scores(PER_METRIC.with_columns(fold=pl.lit(2.0)))["fold"].to_list() == [2] * 4


def test_folds_may_have_names() -> None:
    assert br.scores(PER_METRIC.with_columns(fold=pl.lit("north")))["fold"].to_list() == ["north"] * 4


def test_blanks_around_names_do_not_count() -> None:
    table = pl.DataFrame({"algorithm": [" A", "B\t"], " dataset": ["d ", "d"], " accuracy ": [0.1, 0.3]})
    scores = br.scores(table)
    assert values(scores) == [("A", "d", 0.1), ("B", "d", 0.3)]
    assert scores["metric"].to_list() == ["accuracy", "accuracy"]


@pytest.mark.parametrize(
    "name", ["naïve Bayes", "随机森林", "🌲🌲", "عشوائي", "x" * 120, 'a,b;"c"', "NaN", "1e3", "#1"]
)
def test_any_printable_name_is_kept_as_it_is(name: str, tmp_path: Path) -> None:
    table = PER_METRIC.with_columns(pl.col("algorithm").replace("A", name), pl.col("dataset").replace("d", name))
    table.write_csv(tmp_path / "t.csv")
    for scores in (br.scores(table), br.read_scores(tmp_path / "t.csv")):
        assert cell(scores, algorithm=name, dataset=name)["value"] == 0.1


@pytest.mark.parametrize("key", ["algorithm", "dataset", "metric"])
@pytest.mark.parametrize("empty", [None, "", "  "])
def test_an_empty_key_is_refused_with_its_row(key: str, empty: str | None) -> None:
    column = pl.Series(key, [*LONG[key][:2], empty, LONG[key][3]])
    with pytest.raises(ColumnError, match=rf"column '{key}' is empty, row 3\n"):
        br.scores(LONG.with_columns(column))


@pytest.mark.parametrize("key", ["repeat", "fold"])
def test_an_empty_run_is_refused_with_its_row(key: str) -> None:
    with pytest.raises(ColumnError, match=rf"column '{key}' is empty, row 2\n"):
        br.scores(LONG.with_columns(pl.Series(key, [1, None, 1, 1])))


def test_an_empty_key_of_a_wide_table_is_refused_with_the_row_of_the_file() -> None:
    table = PER_METRIC.with_columns(auc=pl.lit(0.5), algorithm=pl.Series(["A", None, "B", "B"]))
    with pytest.raises(ColumnError, match=r"column 'algorithm' is empty, row 2\n"):
        br.scores(table)


def test_a_nul_byte_in_a_name_is_refused_with_its_row() -> None:
    with pytest.raises(ColumnError, match=r"column 'algorithm' holds a NUL byte, row 2\n"):
        br.scores(long("AB", "dd", [0.1, 0.2]).with_columns(algorithm=pl.Series(["A", "B\x00"])))


def test_many_bad_rows_are_counted_and_three_are_shown() -> None:
    table = long("ABCDEF", "dddddd", [0.1] * 6).with_columns(algorithm=pl.lit(None, dtype=pl.String))
    with pytest.raises(ColumnError, match=r"row 1, 2, 3 and 3 more\n"):
        br.scores(table)


# Duplicates and factors


def test_a_duplicate_key_is_named_with_its_rows() -> None:
    with pytest.raises(DuplicateKeyError, match=r"algorithm=A, dataset=d, metric=accuracy in rows 1, 3\n"):
        br.scores(long("ABA", "ddd", [0.1, 0.2, 0.3]))


def test_the_first_three_duplicate_keys_are_named_and_the_others_counted() -> None:
    table = long("AABBCCDDEE", "d" * 10, [0.5] * 10)
    with pytest.raises(DuplicateKeyError) as caught:
        br.scores(table)
    assert "algorithm=A" in caught.value.problem
    assert "algorithm=C" in caught.value.problem
    assert "algorithm=D" not in caught.value.problem
    assert "2 more keys" in caught.value.problem


def test_the_column_that_tells_duplicates_apart_is_named() -> None:
    table = long("AA", "dd", [0.1, 0.2], size=["small", "large"], note=["same", "same"])
    with pytest.raises(DuplicateKeyError, match=r"column 'size' tells them apart: factors=\['size'\]"):
        br.scores(table)


def test_a_column_called_row_may_tell_duplicates_apart() -> None:
    with pytest.raises(DuplicateKeyError, match="column 'row' tells them apart"):
        br.scores(long("AA", "dd", [0.1, 0.2], row=[5, 6]))


def test_duplicates_of_a_wide_table_are_named_with_the_rows_of_the_file() -> None:
    table = pl.DataFrame({"algorithm": ["A", "B", "A"], "dataset": ["d"] * 3, "accuracy": [0.1] * 3, "auc": [0.2] * 3})
    with pytest.raises(DuplicateKeyError, match=r"metric=auc in rows 1, 3\n"):
        br.scores(table)


def test_duplicates_among_chosen_metrics_are_named_with_the_rows_of_the_file() -> None:
    table = long("ABA", "ddd", [0.1, 0.2, 0.3]).with_columns(metric=pl.Series(["auc", "error", "auc"]))
    with pytest.raises(DuplicateKeyError, match="in rows 1, 3"):
        br.scores(table, metrics="auc")


def test_duplicates_among_metrics_that_are_left_out_do_not_matter() -> None:
    table = long("ABA", "ddd", [0.1, 0.2, 0.3]).with_columns(metric=pl.Series(["auc", "error", "auc"]))
    assert br.scores(table, metrics="error").height == 1


def test_sizes_given_as_metrics_stay_with_the_chosen_ones() -> None:
    table = long("AAA", "ddd", [0.1, 0.9, 10]).with_columns(metric=pl.Series(["error", "accuracy", "n_test"]))
    assert br.scores(table, metrics="error").select("metric", "n_test").rows() == [("error", 10)]


def test_names_that_differ_only_in_blanks_are_duplicates() -> None:
    table = long("AA", "dd", [0.1, 0.2]).with_columns(algorithm=pl.Series(["A", "A "]))
    with pytest.raises(DuplicateKeyError):
        br.scores(table)


def test_a_factor_tells_rows_apart_and_is_kept() -> None:
    table = br.scores(long("AA", "dd", [0.1, 0.2], size=["small", "large"]), factors=["size"])
    assert cell(table, size="large")["value"] == 0.2


def test_a_numeric_factor_is_not_taken_for_a_metric() -> None:
    table = br.scores(PER_METRIC.with_columns(depth=pl.Series([1, 1, 2, 2])), factors="depth")
    assert table["metric"].unique().to_list() == ["accuracy"]
    assert table["depth"].to_list() == [1, 1, 2, 2]


def test_a_misspelt_factor_is_named_with_the_nearest_one() -> None:
    with pytest.raises(ColumnError, match=r"(?s)'sise'.*did you mean 'size'"):
        br.scores(long("AA", "dd", [0.1, 0.2], size=[1, 2]), factors="sise")


def test_a_factor_may_bear_a_name_that_would_otherwise_be_recognised() -> None:
    table = br.scores(long("AA", "dd", [0.1, 0.2], seed=[1, 2]), factors=["seed"])
    assert table["seed"].to_list() == [1, 2]
    assert "fold" not in table.columns


# Values


@pytest.mark.parametrize("word", ["NA", "n/a", "NaN", "null", "None", "-", "?", "", "  "])
def test_the_usual_words_for_missing_become_null(word: str) -> None:
    assert br.scores(long("AB", "dd", ["0.5", word]))["value"].to_list() == [0.5, None]


def test_nan_becomes_null() -> None:
    assert br.scores(long("AB", "dd", [0.5, float("nan")]))["value"].to_list() == [0.5, None]


@pytest.mark.parametrize("infinite", [float("inf"), float("-inf")])
@pytest.mark.parametrize("shape", ["long", "metrics", "algorithms"])
def test_an_infinite_value_is_refused_with_its_run_and_row_and_the_policy_that_takes_it(
    infinite: float, shape: str
) -> None:
    column = {"long": "value", "metrics": "accuracy", "algorithms": "B"}[shape]
    table = {"long": LONG, "metrics": PER_METRIC, "algorithms": PER_ALGORITHM}[shape]
    bad = pl.when(pl.int_range(pl.len()) == 1).then(infinite).otherwise(column).alias(column)
    found = r"(?s)infinite value: \w+ of [A-Z] on \w+.*, row 2\nhint: .*--missing worst"
    with pytest.raises(ValueFormatError, match=found):
        read(table.with_columns(bad))


def runs_of_error(value: float) -> pl.DataFrame:
    keys = {"algorithm": ["A", "A", "B", "B"], "dataset": ["iris"] * 4, "fold": [1, 2, 1, 2]}
    return pl.DataFrame(keys | {"error": [0.1, 0.2, 0.3, value]})


def test_an_infinitely_bad_run_counts_as_missing_where_missing_results_rank_last() -> None:
    table = runs_of_error(float("inf"))
    done = br.complete(table, "worst", by=("dataset", "metric"))
    assert done.filter(pl.col("imputed"))["value"].item() > 0.2
    assert br.scores(table, infinite="missing")["value"].to_list() == [0.1, 0.2, 0.3, None]
    with pytest.raises(ValueFormatError, match="infinite value: error of B on iris, fold 2"):
        br.complete(table, "drop_blocks", by=("dataset", "metric"))


def test_an_infinitely_good_run_is_refused_whatever_the_policy() -> None:
    with pytest.raises(ValueFormatError, match="infinitely good value: error of B on iris, fold 2"):
        br.complete(runs_of_error(float("-inf")), "worst", by=("dataset", "metric"))


def test_many_infinite_runs_are_counted_and_the_first_are_named() -> None:
    table = br.scores(pl.DataFrame({"dataset": list("abcde"), "A": [0.5] * 5, "B": [0.4] * 5}), metric="rmse")
    endless = table.with_columns(value=pl.when(pl.col("algorithm") == "A").then(float("inf")).otherwise("value"))
    named = "infinite values: rmse of A on a; rmse of A on b; rmse of A on c and 2 more"
    with pytest.raises(ValueFormatError, match=named):
        br.wilcoxon(endless)


def test_an_infinite_value_written_as_text_is_refused() -> None:
    with pytest.raises(ValueFormatError, match="infinite value"):
        br.scores(long("AB", "dd", ["0.5", "inf"]))


def test_a_word_among_values_is_refused_with_its_row() -> None:
    with pytest.raises(ValueFormatError, match=r"(?s)column 'value' holds 'timeout', row 2, 4\nhint: .*NA"):
        br.scores(long("ABAB", "ddee", ["0.5", "timeout", "0.4", "crash"]))


def test_a_word_in_a_metric_column_is_refused_with_its_row() -> None:
    table = PER_METRIC.with_columns(accuracy=pl.Series(["0.1", "0.2", "failed", "0.4"]))
    with pytest.raises(ValueFormatError, match=r"column 'accuracy' holds 'failed', row 3\n"):
        br.scores(table)


@pytest.mark.parametrize(("word", "hint"), [("0,95", "--decimal ,"), ("95%", "--percent")])
@pytest.mark.parametrize("shape", ["long", "metrics", "algorithms"])
def test_decimal_commas_and_percents_are_refused_with_what_to_write(word: str, hint: str, shape: str) -> None:
    table = {
        "long": long("AB", "dd", [word, word]),
        "metrics": pl.DataFrame({"algorithm": ["A", "B"], "dataset": ["d", "d"], "accuracy": [word, word]}),
        "algorithms": pl.DataFrame({"dataset": ["d", "e"], "A": [word, word], "B": [word, word]}),
    }[shape]
    with pytest.raises(ValueFormatError, match=rf"(?s)'{word}', row 1.*{hint}"):
        read(table)


def test_values_of_a_strange_type_are_refused() -> None:
    table = LONG.with_columns(value=pl.duration(seconds=pl.int_range(pl.len())))
    with pytest.raises(ValueFormatError, match="holds Duration"):
        br.scores(table)


def test_lists_as_names_are_refused() -> None:
    with pytest.raises(BenchreportError, match="algorithm"):
        br.scores(LONG.with_columns(algorithm=pl.Series([["A"], ["A"], ["B"], ["B"]])))


def test_true_and_false_count_as_one_and_zero() -> None:
    assert br.scores(long("AB", "dd", [True, False], metric="success"))["value"].to_list() == [1.0, 0.0]


# Sizes of folds


def test_sizes_given_as_metrics_become_columns() -> None:
    rows = [
        ("A", "accuracy", 0.5),
        ("A", "n_train", 90),
        ("A", "n_test", 10),
        ("B", "accuracy", 0.6),
        ("B", "n_test", 11),
    ]
    table = pl.DataFrame(rows, schema=["algorithm", "metric", "value"], orient="row", strict=False)
    scores = br.scores(table)
    assert scores.select("algorithm", "metric", "value", "n_train", "n_test").rows() == [
        ("A", "accuracy", 0.5, 90, 10),
        ("B", "accuracy", 0.6, None, 11),
    ]
    assert scores.schema["n_test"] == pl.Int64


def test_sizes_given_as_columns_stay_columns() -> None:
    scores = br.scores(PER_METRIC.with_columns(n_train=pl.lit(90), test_size=pl.lit(10.0)))
    assert scores.select("n_train", "n_test").unique().rows() == [(90, 10)]
    assert scores["metric"].unique().to_list() == ["accuracy"]


def test_a_test_share_is_not_cut_down_to_a_size_of_zero() -> None:
    with pytest.raises(BenchreportError, match=r"test_size|n_test"):
        br.scores(PER_METRIC.with_columns(test_size=pl.lit(0.3)))


def test_sizes_that_differ_by_factor_stay_with_their_factor() -> None:
    table = long("AAAA", "dddd", [0.1, 10, 0.2, 20], size=["s", "s", "l", "l"]).with_columns(
        metric=pl.Series(["accuracy", "n_test"] * 2)
    )
    scores = br.scores(table, factors="size")
    assert dict(scores.select("size", "n_test").iter_rows()) == {"s": 10, "l": 20}


def test_two_sizes_of_one_fold_are_duplicates() -> None:
    table = long("AAA", "ddd", [0.1, 10, 20]).with_columns(metric=pl.Series(["accuracy", "n_test", "n_test"]))
    with pytest.raises(DuplicateKeyError, match="n_test"):
        br.scores(table)


def test_an_algorithm_with_a_size_but_no_score_is_not_lost() -> None:
    table = long("AAB", "ddd", [0.1, 10, 10]).with_columns(metric=pl.Series(["accuracy", "n_test", "n_test"]))
    assert br.scores(table)["algorithm"].unique().sort().to_list() == ["A", "B"]


# Directions


@pytest.mark.parametrize(
    ("metric", "direction"),
    [
        ("accuracy", "higher"), ("Balanced Accuracy", "higher"), ("ROC-AUC", "higher"), ("val_f1", "higher"),
        ("Accuracy (%)", "higher"), ("test_r2", "higher"), ("MCC", "higher"), ("macro_f1", "higher"),
        ("error", "lower"), ("log-loss", "lower"), ("RMSE", "lower"), ("train_time", "lower"), ("test error", "lower"),
        ("metric_error", "lower"), ("time_train_s", "lower"), ("mean_absolute_error", "lower"),
        ("score", None), ("result", None), ("gain", None), ("точность", None), ("accuracy_std", None),
    ],
)  # fmt: skip
def test_the_direction_of_well_known_metrics_is_known_and_of_no_others(metric: str, direction: str | None) -> None:
    assert known_direction(metric) == direction


@pytest.mark.parametrize("metric", ["neg_log_loss", "neg_mean_squared_error", "negative_error", "1 - error"])
def test_a_negated_loss_is_never_read_as_lower_is_better(metric: str) -> None:
    assert known_direction(metric) != "lower"


@pytest.mark.parametrize("metric", ["top_1_accuracy", "explained_variance", "pass_at_1"])
def test_a_one_or_a_variance_in_a_well_known_name_unsettles_nothing(metric: str) -> None:
    assert known_direction(metric) == "higher"


@pytest.mark.parametrize("metric", ["std_accuracy", "rank_accuracy", "std test accuracy"])
def test_a_spread_or_rank_of_a_metric_is_never_read_as_higher_is_better(metric: str) -> None:
    assert known_direction(metric) != "higher"


def test_an_unknown_direction_is_an_error_that_says_how_to_declare_it() -> None:
    with pytest.raises(
        DirectionError, match=r"(?s)'gain'.*hint: directions=\{'gain': 'higher'\}.*--direction gain=higher"
    ):
        br.scores(long("AB", "dd", [1, 2], metric="gain"))


@pytest.mark.parametrize(("word", "direction"), [("higher", "higher"), ("min", "lower"), ("Maximize", "higher")])
def test_a_declared_direction_is_used(word: str, direction: str) -> None:
    table = br.scores(long("AB", "dd", [1, 2], metric="gain"), directions={"gain": word})
    assert table["direction"].to_list() == [direction] * 2


def test_a_declared_direction_wins_over_the_usual_one() -> None:
    assert br.scores(LONG, directions={"accuracy": "lower"})["direction"].unique().to_list() == ["lower"]


def test_a_direction_column_is_used() -> None:
    table = br.scores(long("AB", "dd", [1, 2], metric="gain", direction=["lower", None]))
    assert table["direction"].to_list() == ["lower", "lower"]


def test_a_direction_column_wins_over_the_usual_direction_and_a_declared_one_over_both() -> None:
    table = LONG.with_columns(direction=pl.lit("lower"))
    assert br.scores(table)["direction"].unique().to_list() == ["lower"]
    assert br.scores(table, directions={"accuracy": "higher"})["direction"].unique().to_list() == ["higher"]


def test_a_metric_with_two_directions_is_refused() -> None:
    with pytest.raises(DirectionError, match="'gain' has two directions"):
        br.scores(long("AB", "dd", [1, 2], metric="gain", direction=["lower", "higher"]))


def test_two_words_for_one_direction_are_one_direction() -> None:
    table = br.scores(long("AB", "dd", [1, 2], metric="gain", direction=["max", "higher"]))
    assert table["direction"].to_list() == ["higher", "higher"]


def test_a_misspelt_direction_is_refused() -> None:
    with pytest.raises(DirectionError, match=r"(?s)'hihger' of metric 'gain'.*'higher' or 'lower'"):
        br.scores(long("AB", "dd", [1, 2], metric="gain"), directions={"gain": "hihger"})


def test_a_direction_for_a_misspelt_metric_is_named_with_the_nearest_one() -> None:
    with pytest.raises(DirectionError, match=r"(?s)'accurcy'.*did you mean 'accuracy'"):
        br.scores(LONG, directions={"accurcy": "higher"})


def test_the_open_form_leaves_an_unknown_direction_null() -> None:
    table = open_scores(pl.concat([LONG, LONG.with_columns(metric=pl.lit("gain"))]))
    assert dict(table.select("metric", "direction").unique().iter_rows()) == {"accuracy": "higher", "gain": None}


# Choosing metrics


@pytest.mark.parametrize("table", [LONG, PER_METRIC], ids=["long", "metrics"])
def test_a_table_that_names_its_metrics_cannot_be_given_another_name(table: pl.DataFrame) -> None:
    with pytest.raises(OptionError, match=r"(?s)metrics of its own.*metrics=\['auc'\]"):
        br.scores(table, metric="auc")


def test_only_the_chosen_metrics_are_kept() -> None:
    table = br.scores(PER_METRIC.with_columns(gain=pl.lit(1.0), error=pl.lit(0.5)), metrics=["accuracy", "error"])
    assert sorted(table["metric"].unique().to_list()) == ["accuracy", "error"]


def test_a_misspelt_metric_to_keep_is_named_with_the_nearest_one() -> None:
    with pytest.raises(ColumnError, match=r"(?s)'acuracy'.*did you mean 'accuracy'"):
        br.scores(LONG, metrics="acuracy")


def test_a_misspelt_design_is_named_with_the_nearest_one() -> None:
    with pytest.raises(OptionError, match=r"(?s)'kfoldcv'.*did you mean 'kfold_cv'"):
        br.scores(LONG, design="kfoldcv")


# Frames of other libraries


def frames() -> dict[str, Any]:
    source = PER_METRIC.to_arrow()
    return {
        "polars": PER_METRIC,
        "polars lazy": PER_METRIC.lazy(),
        "pandas": PER_METRIC.to_pandas(),
        "pandas categories": PER_METRIC.to_pandas().astype({"algorithm": "category", "dataset": "category"}),
        "pyarrow": source,
        "duckdb": duckdb.connect().from_arrow(source),
    }


@pytest.mark.parametrize("library", list(frames()))
def test_frames_of_every_library_give_the_same_scores(library: str) -> None:
    assert_frame_equal(br.scores(frames()[library]), br.scores(PER_METRIC))


def test_a_filtered_pandas_frame_does_not_bring_its_index() -> None:
    frame = PER_METRIC.to_pandas()
    assert br.scores(frame[frame["algorithm"] == "B"]).columns == [
        "algorithm",
        "dataset",
        "metric",
        "value",
        "direction",
    ]


def test_nan_of_pandas_becomes_null() -> None:
    frame = pd.DataFrame({"algorithm": ["A", "B"], "dataset": ["d", "d"], "accuracy": [0.5, float("nan")]})
    assert br.scores(frame)["value"].to_list() == [0.5, None]


def test_a_pivoted_pandas_frame_keeps_the_datasets_of_its_index() -> None:
    pivot = PER_METRIC.to_pandas().pivot_table(index="dataset", columns="algorithm", values="accuracy")
    assert values(br.scores(pivot, metric="accuracy")) == ROWS


def test_a_pandas_column_of_numbers_and_words_for_missing_is_read() -> None:
    frame = pd.DataFrame(
        {"algorithm": ["A", "B"], "dataset": ["d", "d"], "accuracy": pd.Series([0.5, "n/a"], dtype=object)}
    )
    assert br.scores(frame)["value"].to_list() == [0.5, None]


def test_a_pandas_frame_with_a_repeated_column_is_refused() -> None:
    frame = pd.DataFrame([["d", 0.1, 0.2]], columns=["dataset", "A", "A"])
    with pytest.raises(ColumnError, match="'A'"):
        br.scores(frame, metric="accuracy")


def test_numbers_as_pandas_column_names_are_algorithms() -> None:
    frame = pd.DataFrame({"dataset": ["d", "e"], 1: [0.1, 0.2], 2: [0.3, 0.4]})
    assert br.scores(frame, metric="accuracy")["algorithm"].unique().sort().to_list() == ["1", "2"]


# Laws


@pytest.mark.parametrize("table", [LONG, PER_METRIC, PER_ALGORITHM], ids=["long", "metrics", "algorithms"])
def test_the_input_is_not_modified(table: pl.DataFrame) -> None:
    before = table.clone()
    read(table)
    assert_frame_equal(table, before)


def test_a_pandas_input_is_not_modified() -> None:
    frame = PER_METRIC.to_pandas()
    before = frame.copy(deep=True)
    br.scores(frame)
    pd.testing.assert_frame_equal(frame, before)


NAMES = st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=8).map(str.strip).filter(bool)
NUMBERS = st.none() | st.floats(allow_nan=False, allow_infinity=False)
TABLES = st.lists(
    st.tuples(NAMES, NAMES, st.integers(0, 3), st.sampled_from(["reward", "loss"]), NUMBERS),
    min_size=1,
    max_size=12,
    unique_by=lambda row: row[:4],
)
SCHEMA = {
    "algorithm": pl.String, "dataset": pl.String, "fold": pl.Int64, "metric": pl.String, "value": pl.Float64
}  # fmt: skip


@settings(max_examples=40)
@given(TABLES)
def test_a_canonical_table_passes_through_unchanged(rows: list[tuple[Any, ...]]) -> None:
    once = br.scores(pl.DataFrame(rows, schema=SCHEMA, orient="row"))
    assert_frame_equal(br.scores(once), once)


@settings(max_examples=40)
@given(TABLES)
def test_no_row_is_lost_and_no_value_is_changed(rows: list[tuple[Any, ...]]) -> None:
    table = br.scores(pl.DataFrame(rows, schema=SCHEMA, orient="row"))
    assert table.select("algorithm", "dataset", "fold", "metric", "value").rows() == rows


@settings(max_examples=40)
@given(TABLES)
def test_a_pivoted_table_gives_back_the_long_one(rows: list[tuple[Any, ...]]) -> None:
    frame = pl.DataFrame(rows, schema=SCHEMA, orient="row").filter(pl.col("metric") == "loss").drop("metric")
    frame = frame.with_columns(algorithm="alg. " + pl.col("algorithm"))
    assume(frame["algorithm"].n_unique() > 1)
    pivot = frame.pivot("algorithm", index=["dataset", "fold"], values="value")
    keys = ["algorithm", "dataset", "fold"]
    back = br.scores(pivot, metric="loss").drop_nulls("value").sort(keys)
    assert back.select(*keys, "value").rows() == frame.drop_nulls("value").sort(keys).select(*keys, "value").rows()


def test_a_column_nearly_called_metric_is_not_passed_over() -> None:
    table = pl.DataFrame({"algorithm": ["A", "B"], "dataset": "d", "metrik": "auc", "value": [0.1, 0.2]})
    with pytest.raises(ColumnError, match="nearly called 'metric'") as caught:
        br.scores(table)
    assert "--column metrik=metric" in caught.value.hint
    assert br.scores(table, columns={"metrik": "metric"})["metric"].to_list() == ["auc", "auc"]
    assert "metrik" in br.scores(table, factors=["metrik"], metric="auc").columns


@pytest.mark.parametrize("declared", [{"columns": "x"}, {"directions": "higher"}, {"factors": 3}, {"metrics": 3}])
def test_declarations_of_the_wrong_kind_are_refused(declared: dict[str, Any]) -> None:
    table = pl.DataFrame({"algorithm": ["A", "B"], "dataset": "d", "metric": "auc", "value": [0.1, 0.2]})
    with pytest.raises(OptionError):
        br.scores(table, **declared)


@pytest.mark.parametrize("by", [3, [3]])
def test_groups_are_named_by_texts(by: Any) -> None:
    with pytest.raises(OptionError, match="is not a name"):
        br.friedman(br.read_scores(br.example("demsar2006_auc.csv")), by=by)


def test_a_lazy_frame_is_read_at_the_door_and_stays_lazy_in_a_test() -> None:
    frame = pl.DataFrame(
        {"algorithm": ["A", "B"] * 3, "dataset": ["x", "x", "y", "y", "z", "z"], "accuracy": [0.5] * 6}
    )
    assert isinstance(br.scores(frame.lazy()), pl.DataFrame)
    assert isinstance(br.sign_test(br.scores(frame).lazy()), pl.LazyFrame)
