"""Gaps of large tables of results: those of the collection, and made ones of the same shape where it is absent."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import benchreport as br
from tests.document.sections.sections import prose, table_of, told

COLLECTION = Path(os.environ.get("ORACLES", "../shared/reference"))
# Shape: file of the collection, one of its metrics, what its runs are.
SHAPES = {
    # 20 algorithms on 26 datasets, five of which failed on six of them: rows are absent.
    "absent rows": ("tsml_multivariate2021_missing.parquet", "accuracy", "repeated_holdout"),
    # Seven systems on 39 tasks, ten folds: values are empty, and some combinations lack only a few folds.
    "failed runs": ("automlbenchmark2019_4h.csv", "acc", "kfold_cv"),
    # Eight networks on 128 datasets, five runs each: complete.
    "complete": ("dl4tsc_ucr128.parquet", "accuracy", "seeds"),
}


def collected(shape: str) -> pl.DataFrame:
    """Read a table of the collection, one metric of it."""
    name, metric, _ = SHAPES[shape]
    path = COLLECTION / name
    if not path.exists():
        pytest.skip(f"no {name} in {COLLECTION}; make oracles ORACLES=folder names another collection")
    table = pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_csv(path, infer_schema_length=None)
    return table.filter(pl.col("metric") == metric).select("algorithm", "dataset", "fold", "metric", "value")


def made(shape: str) -> pl.DataFrame:
    """Draw a table of the shape of one of the collection, with fewer runs."""
    algorithms, datasets, folds = {"absent rows": (20, 26, 3), "failed runs": (7, 39, 4), "complete": (8, 128, 2)}[
        shape
    ]
    rng = np.random.default_rng(algorithms)
    a, d, f = np.indices((algorithms, datasets, folds)).reshape(3, -1)
    level = rng.uniform(0.5, 0.9, datasets)[d] + rng.normal(0, 0.03, algorithms)[a] + rng.normal(0, 0.02, a.size)
    table = pl.DataFrame(
        {
            "algorithm": [f"algorithm{i:02}" for i in a],
            "dataset": [f"data{i:03}" for i in d],
            "fold": f,
            "metric": "accuracy",
            "value": level.clip(0, 1).round(4),
        }
    )
    if shape == "absent rows":
        return table.filter(~pl.Series((a < 5) & (d < 6) & ((a + d) % 6 != 0)))
    if shape == "failed runs":
        failed = pl.Series(((a < 2) & (d % 11 == 3)) | ((a == 4) & (d % 7 == 1) & (f == 0)))
        return table.with_columns(value=pl.when(~failed).then("value"))
    return table


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "source", [made, pytest.param(collected, marks=pytest.mark.reference)], ids=["made", "collected"]
)
def test_a_report_counts_the_gaps_that_a_table_has(source: Callable[[str], pl.DataFrame], shape: str) -> None:
    raw = source(shape)
    there = {
        str(name): set(datasets)
        for name, datasets in raw.drop_nulls("value").group_by("algorithm").agg("dataset").rows()
    }
    everywhere = set(raw["dataset"])
    absent = sum(len(everywhere - datasets) for datasets in there.values())
    section = told(br.scores(raw, design=SHAPES[shape][2]), "coverage")
    words = prose(section)
    if absent == 0:
        assert "Every algorithm has a result on every dataset" in words
        return
    fewest = min(len(there[one] & there[other]) for one, other in combinations(there, 2))
    assert f"any two algorithms share at least {fewest} of {len(everywhere)} datasets" in words
    assert f"{absent} combinations of algorithm, dataset and metric have no result" in words
    assert table_of(section, "missing").frame.height >= absent
