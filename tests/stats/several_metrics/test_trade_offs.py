"""Pareto fronts of quality against cost."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.method import schema_of
from benchreport.stats.several_metrics.trade_offs import PARETO_COLUMNS


def table(rows: list[tuple[Any, ...]]) -> pl.DataFrame:
    return br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "accuracy", "time"], orient="row"))


def test_who_is_beaten_in_both_is_off_the_front() -> None:
    rows = br.pareto_front(
        table([("A", "d", 0.9, 9.0), ("B", "d", 0.8, 2.0), ("C", "d", 0.8, 3.0), ("D", "d", 0.7, 9.0)])
    )
    assert rows["on_front"].to_list() == [True, True, False, False]
    assert rows["n_dominating"].to_list() == [0, 0, 1, 3]
    assert rows["n_dominated"].to_list() == [1, 2, 1, 0]
    assert rows["dominated_by"].to_list() == [None, None, "B", "A"]
    assert rows["metrics"][0] == "accuracy (higher is better), time (lower is better)"


def test_equals_do_not_dominate_each_other_even_by_rounding() -> None:
    rows = br.pareto_front(table([("A", "d", 0.1 + 0.2, 1.0), ("B", "d", 0.3, 1.0)]))
    assert rows["on_front"].to_list() == [True, True]


def test_one_metric_leaves_its_best() -> None:
    rows = br.pareto_front(table([("A", "d", 0.9, 9.0), ("B", "d", 0.8, 2.0)]), metrics="time")
    assert rows["on_front"].to_list() == [False, True]


def test_runs_are_averaged_and_datasets_only_on_request() -> None:
    scores = table([("A", "x", 0.9, 1.0), ("A", "y", 0.5, 1.0), ("B", "x", 0.6, 1.0), ("B", "y", 0.6, 1.0)])
    per_dataset = br.pareto_front(scores)
    assert per_dataset.select("dataset", "algorithm", "on_front").rows() == [
        ("x", "A", True),
        ("x", "B", False),
        ("y", "A", False),
        ("y", "B", True),
    ]
    over_all = br.pareto_front(scores, by=None)
    assert over_all["on_front"].to_list() == [True, False]
    assert over_all["n"].to_list() == [2, 2]
    assert over_all["note"].to_list() == ["means over datasets"] * 2


def test_an_algorithm_without_one_of_the_metrics_is_left_aside() -> None:
    rows = br.pareto_front(table([("A", "d", 0.9, 9.0), ("B", "d", None, 2.0), ("C", "d", 0.8, 2.0)]))
    assert rows.select("algorithm", "on_front", "status").rows()[1] == ("B", None, "undefined")
    assert rows["on_front"].to_list() == [True, None, True]


def test_different_numbers_of_runs_are_told() -> None:
    frame = pl.DataFrame({"algorithm": ["A", "A", "B"], "fold": [1, 2, 1], "accuracy": [0.9, 0.8, 0.7]})
    rows = br.pareto_front(br.scores(frame))
    assert set(rows["status"]) == {"approximate"}


@given(data=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=9))
def test_fronts_are_those_of_the_definition(data: list[tuple[int, int, int]]) -> None:
    rows = [(f"a{i}", *values) for i, values in enumerate(data)]
    frame = pl.DataFrame(rows, schema=["algorithm", "accuracy", "time", "memory"], orient="row")
    found = br.pareto_front(br.scores(frame))
    points = np.array(data, dtype=float) * [1, -1, -1]
    beats = (points[:, None] >= points[None]).all(axis=2) & (points[:, None] > points[None]).any(axis=2)
    assert found["n_dominating"].to_list() == beats.sum(axis=0).tolist()
    assert found["n_dominated"].to_list() == beats.sum(axis=1).tolist()
    front = set(found.filter("on_front")["algorithm"])
    assert set(found["dominated_by"].drop_nulls()) <= front


def test_rows_do_not_depend_on_order_laziness_or_engine(study: pl.DataFrame) -> None:
    chosen = {"metrics": ("accuracy", "log_loss")}
    expected = br.pareto_front(study, **chosen)
    assert expected.schema == pl.Schema({"dataset": pl.Categorical()} | schema_of(PARETO_COLUMNS))
    assert br.pareto_front(study.sample(fraction=1.0, shuffle=True, seed=1), **chosen).equals(expected)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(br.pareto_front(study.lazy(), **chosen).collect(engine=engine), expected)


def test_metrics_that_are_not_there_and_grouping_by_metric_are_refused(study: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match=r"no metric 'acuracy'[\s\S]*'accuracy'"):
        br.pareto_front(study, metrics=("acuracy", "auc"))
    with pytest.raises(br.BenchreportError, match="not grouped by"):
        br.pareto_front(study, by="metric")
