"""Scores of unlike datasets on one scale."""

from __future__ import annotations

import logging

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br


def errors() -> pl.DataFrame:
    wide = pl.DataFrame({"dataset": ["iris", "wine"], "A": [0.1, 30.0], "B": [0.2, 10.0], "C": [0.05, 20.0]})
    return br.scores(wide, metric="error")


def values(table: pl.DataFrame) -> dict[tuple[str, str], float]:
    return {(a, d): v for a, d, v in table.select("algorithm", "dataset", "value").rows()}


def test_worst_and_best_of_each_dataset_become_zero_and_one() -> None:
    table = br.rescaled(errors())
    found = values(table)
    assert found[("B", "iris")] == found[("A", "wine")] == 0
    assert found[("C", "iris")] == found[("B", "wine")] == 1
    assert found[("A", "iris")] == pytest.approx(2 / 3)
    assert table["direction"].unique().to_list() == ["higher"]
    assert table["metric"].unique().to_list() == ["rescaled error"]


def test_an_algorithm_or_a_number_may_be_the_anchor() -> None:
    found = values(br.rescaled(errors(), baseline="A", best=0))
    assert found[("A", "iris")] == found[("A", "wine")] == 0
    assert found[("C", "iris")] == pytest.approx(0.5)
    assert found[("B", "iris")] == pytest.approx(-1)
    assert values(br.rescaled(errors(), baseline="median"))[("C", "wine")] == 0


def test_runs_keep_their_spread_around_the_anchors(study: pl.DataFrame) -> None:
    table = br.rescaled(study, baseline="Majority")
    means = table.group_by("algorithm", "dataset", "metric").agg(pl.col("value").mean())
    assert means.filter(pl.col("algorithm") == "Majority")["value"].abs().max() == pytest.approx(0, abs=1e-9)
    tops = means.group_by("dataset", "metric").agg(pl.col("value").max())["value"]
    assert tops.to_list() == pytest.approx([1.0] * tops.len())
    assert table.height == study.height
    assert_frame_equal(br.friedman(table).select("n"), br.friedman(study).select("n"))


def test_a_dataset_without_a_scale_becomes_null_and_is_told(caplog: pytest.LogCaptureFixture) -> None:
    wide = pl.DataFrame({"dataset": ["iris", "wine"], "A": [0.3, 0.1], "B": [0.1 + 0.2, 0.2]})
    with caplog.at_level(logging.WARNING, logger="benchreport"):
        table = br.rescaled(br.scores(wide, metric="error"))
    assert table.filter(pl.col("dataset") == "iris")["value"].null_count() == 2
    assert table.filter(pl.col("dataset") == "wine")["value"].null_count() == 0
    assert "1 datasets have no scale" in caplog.text


def test_an_unknown_anchor_is_named() -> None:
    with pytest.raises(br.BenchreportError, match="no algorithm 'D' to be the baseline"):
        br.rescaled(errors(), baseline="D")
    with pytest.raises(br.BenchreportError, match="best is nan"):
        br.rescaled(errors(), best=float("nan"))
