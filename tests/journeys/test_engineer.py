"""U6, a data engineer: the same results from pandas, Arrow, DuckDB, lazy frames and files, and predictions measured."""

from __future__ import annotations

import random
from statistics import fmean

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy.stats import friedmanchisquare

import benchreport as br
from tests.journeys.desk import Desk

ALGORITHMS, DATASETS, FOLDS = 5, 100, 10


def table() -> pl.DataFrame:
    """Return 5,000 rows with names of the warehouse."""
    draw = random.Random(1)
    cells = [(a, d, f) for d in range(DATASETS) for a in range(ALGORITHMS) for f in range(FOLDS)]
    return pl.DataFrame(
        {
            "model_name": [f"m{a}" for a, _, _ in cells],
            "task": [f"t{d}" for _, d, _ in cells],
            "fold": [f for _, _, f in cells],
            "accuracy": [0.7 + 0.004 * a + 0.001 * (d % 50) + draw.gauss(0, 0.02) for a, d, _ in cells],
        }
    )


def statistic(frame: pl.DataFrame) -> float:
    """Return Friedman's statistic of the means over folds, by SciPy."""
    means = frame.group_by("model_name", "task").agg(pl.col("accuracy").mean()).sort("task")
    return float(friedmanchisquare(*(part["accuracy"] for part in means.partition_by("model_name"))).statistic)


def test_every_kind_of_frame_gives_the_same_result(desk: Desk) -> None:
    frame = table()
    expected = pytest.approx(statistic(frame))
    desk.names |= {"br": br, "pl": pl, "pd": pd, "pa": pa, "duckdb": duckdb, "frame": frame}
    columns = 'columns={"model_name": "algorithm"}'
    for source in (
        "frame",
        "frame.lazy()",
        "frame.to_pandas()",
        'frame.to_pandas().set_index(["model_name", "task", "fold"])',
        "frame.to_arrow()",
        'duckdb.sql("select * from frame")',
    ):
        (value,) = desk.cell(f"br.friedman(br.scores({source}, {columns}))")["statistic"]
        assert value == expected, source
    lazy = desk.cell(f"br.friedman(br.scores(frame, {columns}).lazy())")
    assert isinstance(lazy, pl.LazyFrame), "a test of a lazy frame is lazy"
    assert lazy.collect()["statistic"].item() == expected
    assert isinstance(desk.cell(f"br.scores(frame.lazy(), {columns})"), pl.DataFrame), "scores are checked, so read"
    assert (desk.commands, desk.edits) == (8, 0)


def test_a_warehouse_in_a_file_is_asked_for_its_table(desk: Desk) -> None:
    frame = table()
    with duckdb.connect("warehouse.duckdb") as warehouse:
        warehouse.sql("create table results as select * from frame")
    seen = desk.shell("benchreport test friedman warehouse.duckdb --column model_name=algorithm --json")
    assert pl.read_json(seen.out.encode())["statistic"].item() == pytest.approx(statistic(frame))
    assert (desk.commands, desk.edits) == (1, 0)


def test_predictions_are_measured_in_a_stream_and_from_the_shell(desk: Desk) -> None:
    draw = random.Random(2)
    items, models = 10_000, ("m0", "m1")
    rows = [(model, item, item % 2) for model in models for item in range(items)]
    hits = [draw.random() < (0.8 if model == "m0" else 0.75) for model, _, _ in rows]
    predictions = pl.DataFrame(
        {
            "model": [model for model, _, _ in rows],
            "item": [item for _, item, _ in rows],
            "y_true": [truth for _, _, truth in rows],
            "y_pred": [truth if hit else 1 - truth for (_, _, truth), hit in zip(rows, hits, strict=True)],
        }
    )
    predictions.write_parquet("predictions.parquet")
    accuracy = {
        name: fmean(hit for (model, _, _), hit in zip(rows, hits, strict=True) if model == name) for name in models
    }
    desk.names |= {"br": br, "pl": pl}
    lazy = desk.cell(
        'predictions = br.predictions(pl.read_parquet("predictions.parquet"))\n'
        'br.measure(predictions.lazy(), metrics=["accuracy"])'
    )
    assert isinstance(lazy, pl.LazyFrame)
    measured = dict(lazy.collect().select(pl.col("algorithm").cast(pl.String), "value").rows())
    assert measured == pytest.approx(accuracy)
    desk.types("benchreport measure predictions.parquet --metrics accuracy -o new/scores.csv")
    assert dict(pl.read_csv("new/scores.csv").select("algorithm", "value").rows()) == pytest.approx(accuracy)
    assert (desk.commands, desk.edits) == (2, 0)


@pytest.mark.long
def test_twenty_thousand_rows_become_a_report(desk: Desk) -> None:
    pl.concat(
        [table().with_columns(pl.format("{}-{}", "task", pl.lit(part)).alias("task")) for part in range(4)]
    ).write_parquet("scores.parquet")
    declared = "--column model_name=algorithm --design kfold_cv --sections answer,data,results"
    seen = desk.types(f"benchreport build scores.parquet {declared} -o report.html")
    assert seen.out == "report.html\n"
    assert "400 datasets" in desk.read("report.html")
    assert (desk.commands, desk.edits) == (1, 0)
