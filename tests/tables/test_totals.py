"""Rows and columns of totals are left out by name and value; what only bears such a name is kept."""

from __future__ import annotations

import random
from statistics import fmean, median
from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.tables.scores import opened_scores
from tests.document.sections.sections import prose

ALGORITHMS = ("A", "B", "C", "D")
DATASETS = ("d1", "d2", "d3", "d4", "d5")


def values(decimals: int = 4) -> dict[str, list[float]]:
    """Return unrounded accuracies in percent, one list per algorithm; every dataset has another order."""
    draw = random.Random(decimals)
    return {name: [70 + 4 * d + 3 * j + draw.gauss(0, 3) for d in range(5)] for j, name in enumerate(ALGORITHMS)}


def ranks(of: dict[str, list[float]]) -> dict[str, float]:
    """Return mean ranks by counting who is better."""
    return {
        name: fmean(1 + sum(other[d] > own[d] for other in of.values()) for d in range(5)) for name, own in of.items()
    }


def wins(of: dict[str, list[float]]) -> dict[str, int]:
    return {name: sum(own[d] == max(other[d] for other in of.values()) for d in range(5)) for name, own in of.items()}


def total(kind: str, of: dict[str, list[float]]) -> dict[str, float]:
    if kind in ("rank", "wins"):
        return {"rank": ranks, "wins": wins}[kind](of)  # type: ignore[return-value]
    return {name: {"mean": fmean, "median": median, "sum": sum}[kind](own) for name, own in of.items()}


def datasets_in_rows(name: str, kind: str, decimals: int = 1, *, off: float = 0.0) -> pl.DataFrame:
    """Return the table as a paper prints it: everything rounded, totals of what was not."""
    exact = values()
    last = total(kind, exact)
    columns = {
        algorithm: [*(round(value, decimals) for value in own), round(last[algorithm] + off * j, decimals)]
        for j, (algorithm, own) in enumerate(exact.items())
    }
    return pl.DataFrame({"dataset": [*DATASETS, name], **columns})


def names(table: pl.DataFrame, column: str = "dataset") -> set[str]:
    return set(table.get_column(column).cast(pl.String))


def quietly(frame: Any, **declared: Any) -> tuple[pl.DataFrame, list[str], list[str]]:
    opened = opened_scores(frame, {"metric": "accuracy", **declared})  # type: ignore[typeddict-item]
    return opened.table, opened.doubts, opened.notes


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Average", "mean"), ("Avg.", "mean"), ("MEAN", "mean"), ("average (all datasets)", "mean"),
        ("Overall", "mean"), ("Median", "median"), ("Total", "sum"), ("All", "sum"), ("Mean rank", "rank"),
        ("Avg. rank", "rank"), ("Rank", "rank"), ("Wins", "wins"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("decimals", [1, 3])
def test_a_row_of_totals_is_left_out_and_named(name: str, kind: str, decimals: int) -> None:
    frame = datasets_in_rows(name, kind, decimals)
    with pytest.warns(br.BenchreportWarning, match="left out") as caught:
        table = br.scores(frame, metric="accuracy")
    assert names(table) == set(DATASETS)
    assert table.height == 20
    (text,) = [str(one.message) for one in caught]
    assert text.startswith(f"left out as a total: dataset {name!r} (4 values: ")


@pytest.mark.parametrize("name", ["Average", "Total", "All", "Rank", "Wins", "Overall"])
def test_a_dataset_that_only_bears_such_a_name_is_kept_with_a_note(name: str) -> None:
    table, doubts, notes = quietly(datasets_in_rows(name, "mean", off=0.4))
    assert names(table) == {*DATASETS, name}
    assert doubts == []
    assert notes == [f"dataset {name!r} is kept: it is no mean, median, sum or rank of the other datasets"]


def test_names_that_hold_more_words_are_not_looked_at() -> None:
    table, doubts, notes = quietly(datasets_in_rows("mean_field", "mean"))
    assert ("mean_field" in names(table), doubts, notes) == (True, [], [])


def test_means_of_other_numbers_are_no_totals_of_these() -> None:
    frame = datasets_in_rows("Average", "mean").with_columns(D=pl.Series([1.0, 2, 3, 4, 5, 9]))
    assert "Average" in names(quietly(frame)[0])


def test_a_row_called_so_is_left_out_of_long_tables_run_by_run_or_once() -> None:
    exact = values()
    rows = [
        (name, DATASETS[d], fold, own[d] + fold) for name, own in exact.items() for d in range(5) for fold in range(3)
    ]
    each = [(name, "Average", fold, fmean(own) + fold) for name, own in exact.items() for fold in range(3)]
    once = [(name, "Average", 0, fmean(own) + 1) for name, own in exact.items()]
    for further in (each, once):
        frame = pl.DataFrame([*rows, *further], schema=["algorithm", "dataset", "fold", "value"], orient="row")
        table, (doubt,), _ = quietly(frame)
        assert names(table) == set(DATASETS)
        assert "means of the other datasets" in doubt


def test_gaps_do_not_hide_a_row_of_totals() -> None:
    frame = datasets_in_rows("Average", "mean").with_columns(D=pl.Series([70.0, None, 81.0, 85.0, 90.0, 81.5]))
    table, (doubt,), _ = quietly(frame)
    assert "Average" not in names(table)
    assert "means" in doubt


@pytest.mark.parametrize(("name", "kind"), [("Avg.", fmean), ("Median", median), ("Total", sum)])
def test_a_column_of_totals_among_algorithms_and_among_metrics_is_left_out(name: str, kind: Any) -> None:
    exact = values()
    wide = pl.DataFrame({key: [round(value, 1) for value in own] for key, own in exact.items()}).with_columns(
        pl.Series("dataset", DATASETS),
        pl.Series(name, [round(kind(row), 1) for row in zip(*exact.values(), strict=False)]),
    )
    table, (doubt,), _ = quietly(wide)
    assert names(table, "algorithm") == set(ALGORITHMS)
    assert doubt.startswith(f"left out as a total: algorithm {name!r} (5 values: ")
    metrics = wide.rename(dict(zip(ALGORITHMS, ("f1", "auc", "accuracy", "recall"), strict=False))).rename(
        {"dataset": "model"}
    )
    table = opened_scores(metrics, {"dataset": "one"}).table
    assert names(table, "metric") == {"f1", "auc", "accuracy", "recall"}
    kept = opened_scores(metrics, {"dataset": "one", "directions": {name: "higher"}}).table
    assert name in names(kept, "metric"), "a metric that the user names stays"


def test_an_algorithm_called_mean_whose_values_are_its_own_is_kept_in_silence() -> None:
    frame = pl.DataFrame({"dataset": DATASETS, "kNN": [1.0, 2, 3, 4, 5], "SVM": [2.0, 2, 4, 4, 6], "Mean": [9.0] * 5})
    table, doubts, notes = quietly(frame)
    assert ("Mean" in names(table, "algorithm"), doubts, notes) == (True, [], [])


def test_the_report_says_what_was_left_out_of_the_table() -> None:
    frame = datasets_in_rows("Average", "mean").unpivot(index="dataset", variable_name="model", value_name="accuracy")
    with pytest.warns(br.BenchreportWarning, match="'Average'"):
        report = br.report(frame, sections=["data"])
    assert "5 datasets" in report.facts[1]
    assert "Left out as totals: dataset 'Average' (4 values: means of the other datasets)." in prose(report.sections[0])
