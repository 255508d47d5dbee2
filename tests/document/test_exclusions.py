"""A report leaves out what is no metric, what was not recorded and what it has told already, and says why."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.evidence import Evidence, Provenance, evidence_of
from benchreport.document.model.looks import look_of
from benchreport.document.sections.coverage import coverage_section
from benchreport.errors import ColumnError
from benchreport.options import read_options
from benchreport.tables.scores import open_scores
from tests.cli.shell import fine
from tests.document.sections.sections import prose


def scores(**more: Any) -> pl.DataFrame:
    """Three algorithms on eight datasets, with further metrics as functions of the row."""
    random = np.random.default_rng(7)
    rows = [
        {"model": name, "data": f"d{number}", "accuracy": round(float(random.uniform(0.5, 0.9)), 4)}
        for name in ("ours", "kNN", "SVM")
        for number in range(8)
    ]
    frame = pl.DataFrame(rows).with_row_index("row")
    return open_scores(frame.with_columns(**more).drop("row"))


def evidence(table: pl.DataFrame, **wishes: Any) -> Evidence:
    return evidence_of(table, None, read_options(wishes), look_of("article", None), Provenance())


def printed(table: pl.DataFrame) -> str:
    """The words of the section on coverage."""
    return prose(coverage_section(evidence(table)))


def test_counts_are_left_out_with_the_reason_and_no_hint_to_declare_them() -> None:
    given = evidence(scores(n_correct=(pl.col("accuracy") * 100).round()))
    assert given.excluded == (("n_correct", "it is a count, not a metric"),)
    assert [metric.name for metric in given.metrics] == ["accuracy"]
    assert given.warnings == ("metric 'n_correct' is left out: it is a count, not a metric",)


def test_a_time_that_is_zero_for_a_whole_algorithm_is_excluded_with_the_reason() -> None:
    time = pl.when(pl.col("model") == "ours").then(0.0).otherwise(pl.col("row") + 1.5)
    given = evidence(scores(train_time=time))
    assert given.excluded == (("train_time", "it is 0 in every run of ours, so it was not recorded"),)
    assert [metric.name for metric in given.metrics] == ["accuracy"]
    text = printed(scores(train_time=time))
    assert "The metric train_time was left out: it is 0 in every run of ours, so it was not recorded." in text


def test_a_memory_that_is_constant_for_two_algorithms_is_excluded_with_both_named() -> None:
    memory = pl.when(pl.col("model") == "ours").then(pl.col("row") + 1.5).otherwise(512.0)
    reason = "it is 512 in every run of SVM and kNN, so it was not recorded"
    assert evidence(scores(memory=memory)).excluded == (("memory", reason),)


def test_the_time_of_a_trivial_baseline_is_left_out_and_the_metric_stays() -> None:
    table = scores(train_time=pl.when(pl.col("model") == "kNN").then(0.0).otherwise(pl.col("row") + 1.5))
    table = table.with_columns(
        pl.col("algorithm").cast(pl.String).replace("kNN", "constantpredictor").cast(pl.Categorical)
    )
    given = evidence(table)
    assert given.excluded == ()
    assert given.of(given.metrics[1])["algorithm"].unique().cast(pl.String).sort().to_list() == ["SVM", "ours"]
    assert given.warnings == (
        "train_time of constantpredictor is left out: it was not recorded for a trivial baseline",
    )


def test_the_same_numbers_under_two_names_are_told_once() -> None:
    given = evidence(scores(acc=pl.col("accuracy")))
    assert given.excluded == (("acc", "it repeats the numbers of accuracy"),)
    assert [metric.name for metric in given.metrics] == ["accuracy"]


def test_one_algorithm_in_shares_beside_others_in_percent_is_a_warning() -> None:
    percent = pl.when(pl.col("model") == "ours").then("accuracy").otherwise(pl.col("accuracy") * 100)
    given = evidence(scores(accuracy=percent))
    assert given.warnings == (
        "accuracy of ours lies between 0 and 1, that of SVM and kNN between 0 and 100: bring them to one scale",
    )


def test_times_that_pile_up_at_a_limit_are_said_to_measure_the_limit() -> None:
    time = pl.when(pl.col("row") % 3 > 0).then(3600.0 + pl.col("row") / 10).otherwise(pl.col("row") + 2.0)
    text = printed(scores(runtime=time))
    assert "16 of 24 mean times lie between 3600 and 3602, 0 above" in text
    assert "runs that stop at a time limit measure the limit, not the algorithm" in text
    assert set(evidence(scores(runtime=time)).budgets) == {"runtime"}


def test_a_table_of_which_no_metric_is_left_is_an_error() -> None:
    table = scores(train_time=pl.when(pl.col("model") == "ours").then(0.0).otherwise(pl.col("row") + 1.5))
    with pytest.raises(ColumnError, match="no metric is left to compare: 'train_time' is left out, since it is 0"):
        br.report(table.filter(pl.col("metric") == "train_time"))


def test_check_says_what_a_report_would_leave_out(tmp_path: Any) -> None:
    frame = pl.DataFrame(
        {
            "model": ["ours"] * 3 + ["kNN"] * 3,
            "data": list("defdef"),
            "accuracy": [0.91, 0.83, 0.79, 88.0, 84.0, 71.0],
            "train_time": [0.0, 0.0, 0.0, 1.5, 2.5, 3.5],
            "n_correct": [91, 83, 79, 88, 84, 71],
        }
    )
    path = tmp_path / "scores.csv"
    frame.write_csv(path)
    text = fine("check", path)
    assert "note: metric 'n_correct' is left out: it is a count, not a metric" in text
    assert "note: metric 'train_time' is left out: it is 0 in every run of ours" in text
    assert "note: accuracy of ours lies between 0 and 1, that of kNN between 0 and 100" in text
    assert "--direction n_correct" not in text
