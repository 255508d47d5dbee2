"""Metrics that measure nothing, or not what their name says, are recognised by names and numbers."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl
import pytest

import benchreport as br
from benchreport.errors import DirectionError
from benchreport.tables.designs.doubtful import (
    is_cost,
    is_count,
    piled_times,
    same_numbers,
    unlike_scales,
    unrecorded_costs,
)


def table_of(metric: str, **columns: Sequence[float | None]) -> pl.DataFrame:
    """Scores of one metric, a list per algorithm over the datasets d0, d1, ..."""
    frame = pl.DataFrame({name: pl.Series(values, dtype=pl.Float64) for name, values in columns.items()})
    return br.scores(frame.with_columns(dataset=pl.format("d{}", pl.int_range(pl.len()))), metric=metric)


@pytest.mark.parametrize(
    "name", ["n_correct", "n_test", "num_samples", "N correct", "support", "tp", "number of classes"]
)
def test_counts_are_no_metrics(name: str) -> None:
    assert is_count(name)


@pytest.mark.parametrize("name", ["accuracy", "n_parameters", "nmi", "ndcg", "negative_log_likelihood", "parameters"])
def test_metrics_are_no_counts(name: str) -> None:
    assert not is_count(name)


def test_a_column_of_counts_beside_metrics_is_left_out_at_the_door() -> None:
    frame = pl.DataFrame({"model": ["A", "B"], "data": ["d", "d"], "accuracy": [0.9, 0.8], "n_correct": [90, 80]})
    assert br.scores(frame)["metric"].unique().to_list() == ["accuracy"]
    declared = br.scores(frame, directions={"n_correct": "higher"})
    assert declared["metric"].unique().sort().to_list() == ["accuracy", "n_correct"]
    with pytest.raises(DirectionError, match="'n_correct'"):
        br.scores(frame.drop("accuracy"))


@pytest.mark.parametrize("name", ["train_time", "Duration", "seconds", "peak_memory", "test latency", "time_train_s"])
def test_costs_are_known_by_their_name(name: str) -> None:
    assert is_cost(name)


@pytest.mark.parametrize("name", ["total_cost", "accuracy", "rmse", "n_parameters", "runtime_error"])
def test_other_metrics_are_no_costs(name: str) -> None:
    assert not is_cost(name)


def test_a_time_of_zero_or_one_number_for_a_whole_algorithm_was_not_recorded() -> None:
    table = table_of("train_time", A=[0.0, 0.0, 0.0], B=[1.0, 1.0, 1.0], C=[0.0, 1.0, 2.0], D=[5.0, None, None])
    assert unrecorded_costs(table, ["train_time"]).rows() == [("train_time", "A", 0.0), ("train_time", "B", 1.0)]


def test_two_equal_times_may_be_equal_by_chance() -> None:
    assert unrecorded_costs(table_of("train_time", A=[1.0, 1.0], B=[2.0, 3.0]), ["train_time"]).is_empty()


def test_the_same_numbers_under_two_names_are_one_metric() -> None:
    values = {"A": [0.1, 0.2, 0.3], "B": [0.4, 0.5, 0.6]}
    same = pl.concat([table_of("accuracy", **values), table_of("acc", **values)])
    assert same_numbers(same) == {"acc": "accuracy"}
    other = pl.concat([table_of("accuracy", **values), table_of("auc", A=[0.1, 0.2, 0.3], B=[0.4, 0.5, 0.6000001])])
    assert same_numbers(other) == {}


def test_a_metric_with_other_gaps_is_another_one() -> None:
    first = table_of("accuracy", A=[0.1, 0.2, 0.3, 0.35], B=[0.4, 0.5, 0.6, 0.7])
    second = table_of("acc", A=[0.1, 0.2, 0.3, None], B=[0.4, 0.5, 0.6, 0.7])
    assert same_numbers(pl.concat([first, second])) == {}


def test_metrics_that_agree_in_few_values_are_not_called_the_same() -> None:
    perfect = {"A": [1.0] * 4, "B": [1.0] * 4}
    assert same_numbers(pl.concat([table_of("accuracy", **perfect), table_of("auc", **perfect)])) == {}


def test_the_same_numbers_read_in_two_directions_are_two_metrics() -> None:
    values = {"A": [0.1, 0.2, 0.3], "B": [0.4, 0.5, 0.6]}
    assert same_numbers(pl.concat([table_of("accuracy", **values), table_of("error", **values)])) == {}


def test_one_algorithm_in_shares_beside_others_in_percent_is_seen() -> None:
    table = table_of("accuracy", ours=[0.91, 0.85, 0.77], kNN=[88.0, 84.0, 70.0], SVM=[90.0, 80.1, 75.0])
    assert unlike_scales(table).rows() == [("accuracy", ["ours"], ["SVM", "kNN"])]


@pytest.mark.parametrize(
    "columns",
    [
        {"A": [0.9, 0.8], "B": [0.5, 0.4]},
        {"A": [90.0, 80.0], "B": [0.4, 85.0]},
        {"A": [0.3, 0.2], "B": [1.5, 1.9]},
        {"A": [0.3, 0.2], "B": [400.0, 300.0]},
    ],
)
def test_values_on_one_scale_are_not_accused(columns: dict[str, list[float]]) -> None:
    assert unlike_scales(table_of("log_loss", **columns)).is_empty()


def test_times_that_pile_up_below_a_limit_are_seen() -> None:
    table = table_of(
        "duration",
        A=[3600.2, 3601.0, 3605.5, 3600.1, 40.0],
        B=[3600.9, 120.0, 3600.3, 3604.0, 900.0],
        C=[2.0, 3.0, 40.0, 7.0, 11.0],
    )
    assert piled_times(table).rows() == [("duration", 7, 0, 15, 3600.1, 3605.5)]


@pytest.mark.parametrize(
    ("metric", "columns"),
    [
        ("duration", {"A": [1.0, 5.0, 25.0, 125.0, 625.0], "B": [2.0, 9.0, 44.0, 230.0, 999.0]}),
        ("duration", {"A": [10.0, 10.1, 10.2, 10.3, 10.2], "B": [10.1, 10.2, 10.0, 10.1, 10.2]}),
        ("duration", {"A": [60.0, 60.1, 60.2, 60.3, 60.2], "B": [1.1, 1.2, 1.0, 1.1, 1.2]}),
        ("accuracy", {"A": [0.9, 0.91, 0.92, 0.1, 0.9], "B": [0.9, 0.9, 0.2, 0.9, 0.91]}),
    ],
    ids=["spread", "alike", "one algorithm", "no time"],
)
def test_times_that_no_limit_has_cut_are_not_accused(metric: str, columns: dict[str, list[float]]) -> None:
    assert piled_times(table_of(metric, **columns)).is_empty()
