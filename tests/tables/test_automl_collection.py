"""Real results of the AutoML benchmark: two time limits, failures with their reasons."""

from __future__ import annotations

import os
from pathlib import Path

import polars as pl
import pytest

import benchreport as br

COLLECTION = Path(os.environ.get("ORACLES", "../shared/reference"))


@pytest.fixture
def results() -> pl.DataFrame:
    """The file as the tool writes it, with a second time limit in which every third fold is worse."""
    path = COLLECTION / "automlbenchmark2019_4h.csv"
    if not path.is_file():
        pytest.skip(f"no {path.name} in {COLLECTION}; make oracles ORACLES=folder names another collection")
    long = pl.read_csv(path, infer_schema_length=None)
    wide = long.pivot("metric", index=["algorithm", "dataset", "fold", "type", "info"], values="value")
    wide = wide.rename({"algorithm": "framework", "dataset": "task"}).with_columns(
        constraint=pl.lit("4h8c"), utc=pl.lit("2019-04-15T12:22:02"), id=pl.lit("openml.org/t/1")
    )
    worse = pl.col("acc") * (1 - 0.01 * (pl.col("fold") % 3))
    return pl.concat([wide, wide.with_columns(worse, constraint=pl.lit("1h8c"))])


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore::benchreport.errors.BenchreportWarning")
def test_failure_texts_of_real_runs_are_no_datasets(results: pl.DataFrame) -> None:
    assert results["info"].drop_nulls().n_unique() > 10
    scores = br.from_automlbenchmark(results, factors="constraint")
    described = br.design(scores.filter(pl.col("metric") == "acc"))
    names = {name for row in described["datasets"] for name in row}
    assert names == {f"{task}, constraint={limit}" for task in results["task"].unique() for limit in ("4h8c", "1h8c")}
    assert len(names) == 78
    rows = br.friedman(
        scores.filter(pl.col("metric") == "acc").pipe(br.complete, "drop_blocks", by=["metric", "constraint"]),
        by=["metric", "constraint"],
    )
    assert rows["status"].to_list() == ["ok", "ok"]
