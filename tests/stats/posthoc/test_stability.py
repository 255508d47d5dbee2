"""Verdicts that hang on other algorithms, and places that are not ruled out."""

from __future__ import annotations

import tracemalloc
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.method import schema_of
from benchreport.stats.ordering.plausible_ranks import RANK_SET_COLUMNS
from benchreport.stats.posthoc import stability
from benchreport.stats.posthoc.stability import STABILITY_COLUMNS


def test_p_values_without_an_algorithm_are_those_of_nemenyi_without_it(demsar: pl.DataFrame) -> None:
    stable = br.pool_stability(demsar)
    whole = br.nemenyi(demsar)
    assert stable["p_value"].to_list() == pytest.approx(whole["p_value"].to_list(), rel=1e-12)
    names = demsar["algorithm"].unique().sort().to_list()
    pools = {name: br.nemenyi(demsar.filter(pl.col("algorithm") != name)) for name in names}
    for row in stable.iter_rows(named=True):
        others = [name for name in names if name not in (row["a"], row["b"])]
        ps = [
            pools[name].filter((pl.col("a") == row["a"]) & (pl.col("b") == row["b"]))["p_value"].item()
            for name in others
        ]
        assert (row["n_pools"], row["n_flips"]) == (2, sum((p <= 0.05) != row["differs"] for p in ps))
        assert row["p_low"] == pytest.approx(min(*ps, row["p_value"]), rel=1e-12)
        assert row["p_high"] == pytest.approx(max(*ps, row["p_value"]), rel=1e-12)


def test_all_pools_of_three_or_more_are_looked_at(fx4: pl.DataFrame) -> None:
    stable = br.pool_stability(fx4, pools="all")
    row = stable.filter((pl.col("a") == "2") & (pl.col("b") == "3")).row(0, named=True)
    ps = []
    for size in (1, 2):
        for chosen in combinations(["1", "4"], size):
            rows = br.nemenyi(fx4.filter(pl.col("algorithm").cast(pl.String).is_in(["2", "3", *chosen])))
            ps.append(rows.filter((pl.col("a") == "2") & (pl.col("b") == "3"))["p_value"].item())
    assert row["n_pools"] == 2
    assert row["n_flips"] == sum((p <= 0.05) != row["differs"] for p in ps)
    assert (row["p_low"], row["p_high"]) == pytest.approx((min(ps), max(ps)), rel=1e-12)


@pytest.mark.parametrize("pools", ["leave_one_out", "all"])
@pytest.mark.parametrize("batch", [1, 40, 900])
def test_pairs_are_the_same_in_batches_of_any_size(
    batch: int, pools: Any, study: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    for by in ("metric", ("dataset", "metric")):
        together = br.pool_stability(study, by=by, pools=pools, alpha=0.2)
        with monkeypatch.context() as patch:
            patch.setattr(stability, "BATCH", batch)
            assert br.pool_stability(study, by=by, pools=pools, alpha=0.2).equals(together)
        assert together["flips_without"].null_count() < together.height


def test_eighty_algorithms_need_no_memory_to_the_fourth_power() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(np.linspace(0, 2, 80), 1, (12, 80)).ravel()
    rows = [(f"d{i // 80}", f"a{i % 80}", value) for i, value in enumerate(values.tolist())]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "reward"], orient="row"))
    tracemalloc.start()
    try:
        stable = br.pool_stability(table)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Every pair in every pool with everybody else in it: 80^4 / 2 numbers are 150 MB.
    assert peak < 60e6
    assert stable.height == 80 * 79 // 2
    row = stable.filter(pl.col("n_flips") > 0).row(0, named=True)
    gone = row["flips_without"].split(", ")
    assert len(gone) == row["n_flips"]
    without = br.nemenyi(table.filter(pl.col("algorithm") != gone[0]))
    p = without.filter((pl.col("a") == row["a"]) & (pl.col("b") == row["b"]))["p_value"].item()
    assert (p <= 0.05) != row["differs"]


def test_groups_too_small_for_nemenyi_have_rows_that_say_so() -> None:
    sizes = {"one": 1, "many": 3}
    rows = [(metric, f"d{i}", name, i / 7) for metric, size in sizes.items() for i in range(size) for name in "AB"]
    table = br.scores(
        pl.DataFrame(rows, schema=["metric", "dataset", "algorithm", "value"], orient="row"),
        directions={"one": "higher", "many": "higher"},
    )
    found = br.pool_stability(table)
    assert found["p_value"].null_count() == found.height == 2
    assert set(found["note"]) == {"fewer than two blocks or three algorithms"}


def test_too_many_pools_are_refused(study: pl.DataFrame) -> None:
    rows = [("d0", f"a{i}", i / 20) for i in range(13)] + [("d1", f"a{i}", i / 20) for i in range(13)]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "accuracy"], orient="row"))
    with pytest.raises(br.BenchreportError, match="too many pools"):
        br.pool_stability(table, pools="all")
    assert br.pool_stability(study).height == 4 * 15


def test_places_are_ruled_out_by_those_shown_better_or_worse(fx4: pl.DataFrame) -> None:
    # METHODS 14, Holm-adjusted Wilcoxon on FX4: only 1-3 and 1-4 differ at 0.05.
    rows = br.rank_sets(fx4).select(pl.col("algorithm").cast(pl.String), "place", "place_low", "place_high").rows()
    assert rows == [("1", 1, 1, 2), ("2", 2, 1, 4), ("3", 4, 2, 4), ("4", 3, 2, 4)]


def test_rank_sets_hold_the_observed_place_and_say_when_nothing_is_ruled_out(study: pl.DataFrame) -> None:
    found = br.rank_sets(study)
    assert (found["place_low"] <= found["place"]).all()
    assert (found["place"] <= found["place_high"]).all()
    assert set(found["note"]) == {"no place is ruled out"}  # four datasets
    with pytest.raises(br.BenchreportError, match=r"unknown .* 'bh'"):
        br.rank_sets(study, adjustment="bh")


OTHERS: list[tuple[Any, Any]] = [(br.pool_stability, STABILITY_COLUMNS), (br.rank_sets, RANK_SET_COLUMNS)]


@pytest.mark.parametrize(("function", "columns"), OTHERS, ids=["pool_stability", "rank_sets"])
def test_other_tables_keep_the_contract(function: Any, columns: Any, study: pl.DataFrame) -> None:
    eager = function(study)
    assert eager.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(columns))
    lazy = function(study.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(lazy.collect(engine=engine), eager)
    assert function(study.sample(fraction=1, shuffle=True, seed=3)).equals(eager)
    alone = function(study.filter(pl.col("metric") == "auc"))
    assert_frame_equal(alone, eager.filter(pl.col("metric") == "auc"))
    assert_frame_equal(function(study.filter(pl.col("metric") == "auc"), by=None), alone.drop("metric"))
    per_dataset = function(study, by=("dataset", "metric"))
    assert per_dataset.columns[:2] == ["dataset", "metric"]
    with pytest.raises(br.BenchreportError, match="compared with each other"):
        function(study, by=None)
    with pytest.raises(br.BenchreportError, match="alpha"):
        function(study, alpha=1.0)
    with pytest.raises(br.BenchreportError, match="lacks"):
        function(study.filter(~((pl.col("dataset") == study["dataset"][0]) & (pl.col("algorithm") == "Majority"))))
