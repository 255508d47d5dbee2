"""Ranks within blocks, Friedman and Iman-Davenport."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import benchreport as br
from benchreport.stats.kernels.midranks import row_midranks
from benchreport.stats.many_algorithms import complete_blocks as ranks_module
from benchreport.stats.many_algorithms.complete_blocks import ranks_within
from benchreport.tables.blocks import Blocks, ScoreTable


def table_of(matrix: list[list[float]], metric: str = "accuracy") -> pl.DataFrame:
    rows = [(f"d{i}", f"a{j}", value) for i, row in enumerate(matrix) for j, value in enumerate(row)]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "value"], orient="row"), metric=metric)


def test_fixture_four_gives_the_mean_ranks_of_the_catalogue(fx4: pl.DataFrame) -> None:
    assert br.average_ranks(fx4)["mean_rank"].to_list() == pytest.approx([1.25, 2.1, 3.5, 3.15])


def test_fixture_four_gives_the_friedman_values_of_the_catalogue(fx4: pl.DataFrame) -> None:
    row = br.friedman(fx4).row(0, named=True)
    assert row["statistic"] == pytest.approx(19.2551020408, rel=1e-10)
    assert row["p_value"] == pytest.approx(0.000242122143576, rel=1e-10)
    plain = br.friedman(fx4, variant="uncorrected").row(0, named=True)
    assert plain["statistic"] == pytest.approx(18.87, rel=1e-12)
    f = br.iman_davenport(fx4).row(0, named=True)
    assert (f["statistic"], f["df1"], f["df2"]) == pytest.approx((16.1282051282, 3, 27), rel=1e-10)
    assert f["p_value"] == pytest.approx(3.32153641851e-06, rel=1e-10)


def test_rounding_times_give_what_r_gives() -> None:
    # R 4.2.2, example(friedman.test): Hollander & Wolfe (1973), p. 140; friedman.test -> 11.143, p 0.003805.
    times = [
        (5.40, 5.50, 5.55), (5.85, 5.70, 5.75), (5.20, 5.60, 5.50), (5.55, 5.50, 5.40), (5.90, 5.85, 5.70),
        (5.45, 5.55, 5.60), (5.40, 5.40, 5.35), (5.45, 5.50, 5.35), (5.25, 5.15, 5.00), (5.85, 5.80, 5.70),
        (5.25, 5.20, 5.10), (5.65, 5.55, 5.45), (5.60, 5.35, 5.45), (5.05, 5.00, 4.95), (5.50, 5.50, 5.40),
        (5.45, 5.55, 5.50), (5.55, 5.55, 5.35), (5.45, 5.50, 5.55), (5.50, 5.45, 5.25), (5.65, 5.60, 5.40),
        (5.70, 5.65, 5.55), (6.30, 6.30, 6.25),
    ]  # fmt: skip
    row = br.friedman(table_of([list(row) for row in times], "time")).row(0, named=True)
    assert row["statistic"] == pytest.approx(11.1428571428571, rel=1e-12)
    assert row["p_value"] == pytest.approx(0.00380504077551136, rel=1e-10)


def test_the_published_ranks_of_demsar_need_the_unrounded_voting_value(demsar: pl.DataFrame) -> None:
    # Demsar 2006, p. 14-16: mean ranks 3.143, 2.000, 2.893, 1.964, chi2 9.28, F 3.69 follow once the tie is broken.
    cell = (pl.col("dataset") == "voting") & (pl.col("algorithm") == "C4.5+cf")
    broken = demsar.with_columns(value=pl.when(cell).then(0.97501).otherwise("value"))
    ranks = br.average_ranks(broken)["mean_rank"].round(3).to_list()
    assert ranks == [3.143, 2.893, 2.0, 1.964]
    assert br.friedman(broken, variant="uncorrected")["statistic"][0] == pytest.approx(9.28, abs=0.005)
    assert br.iman_davenport(broken, variant="uncorrected")["statistic"][0] == pytest.approx(3.69, abs=0.005)


@given(
    st.integers(3, 6).flatmap(
        lambda k: st.lists(st.lists(st.integers(0, 8), min_size=k, max_size=k), min_size=2, max_size=9)
    )
)
def test_friedman_agrees_with_scipy_on_any_table(matrix: list[list[int]]) -> None:
    row = br.friedman(table_of([[float(x) for x in row] for row in matrix])).row(0, named=True)
    if all(len(set(block)) == 1 for block in matrix):
        assert (row["status"], row["p_value"]) == ("all_ties", 1.0)
        return
    expected = stats.friedmanchisquare(*np.array(matrix).T)
    assert row["statistic"] == pytest.approx(expected.statistic, rel=1e-9, abs=1e-12)
    if len(matrix) > 5:
        assert row["p_value"] == pytest.approx(expected.pvalue, rel=1e-9)
    assert row["effect"] == pytest.approx(expected.statistic / (len(matrix) * (len(matrix[0]) - 1)), abs=1e-12)


@given(st.lists(st.lists(st.integers(0, 5), min_size=4, max_size=4), min_size=1, max_size=8))
def test_ranks_of_a_block_sum_to_the_same_whatever_the_ties(matrix: list[list[int]]) -> None:
    ranks = br.average_ranks(table_of([[float(x) for x in row] for row in matrix]))["mean_rank"]
    assert ranks.sum() == pytest.approx(10)


def test_a_monotone_transform_of_the_metric_changes_nothing(fx4: pl.DataFrame) -> None:
    logged = fx4.with_columns(value=pl.col("value").log())
    assert br.friedman(logged)["statistic"][0] == pytest.approx(br.friedman(fx4)["statistic"][0], rel=1e-12)


def test_equal_means_that_differ_in_the_last_bit_are_ties() -> None:
    table = table_of([[0.1 + 0.2, 0.3, 0.5], [0.7, 0.1 * 7, 0.2]])
    assert br.average_ranks(table)["mean_rank"].to_list() == [2.0, 2.0, 2.0]


def test_perfect_agreement_gives_the_exact_chance_instead_of_an_infinite_f() -> None:
    row = br.iman_davenport(table_of([[0.1, 0.2, 0.3]] * 5)).row(0, named=True)
    assert row["statistic"] is None
    assert row["p_value"] == pytest.approx((1 / 6) ** 4, rel=1e-12)
    assert row["law"] == "exact agreement"
    assert "infinite" in row["note"]


def test_perfect_agreement_with_a_tie_counts_the_arrangements_that_exist() -> None:
    # 3!/2! = 3 distinct arrangements of one pair of ties among three.
    row = br.iman_davenport(table_of([[0.1, 0.3, 0.3]] * 4)).row(0, named=True)
    assert row["p_value"] == pytest.approx((1 / 3) ** 3, rel=1e-12)


def test_two_algorithms_are_sent_to_the_paired_tests(demsar: pl.DataFrame) -> None:
    row = br.friedman(demsar.filter(pl.col("algorithm").is_in(["C4.5", "C4.5+m"]))).row(0, named=True)
    assert row["status"] == "too_few"
    assert row["p_value"] is None
    assert "wilcoxon" in row["note"]


def test_uneven_numbers_of_runs_are_noted() -> None:
    rows = [("d1", a, f, 0.5 + f / 10) for a in "xyz" for f in (0, 1)] + [("d2", a, 0, 0.5) for a in "xyz"]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", "accuracy"], orient="row"))
    assert "cells average 1 to 2 runs" in br.friedman(table)["note"][0]


def test_the_median_of_runs_can_take_the_place_of_the_mean() -> None:
    runs = {"x": (0.0, 0.6, 0.6), "y": (0.5, 0.5, 0.5), "z": (0.1, 0.1, 0.1)}
    rows = [("d1", a, f, v) for a, values in runs.items() for f, v in enumerate(values)]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", "accuracy"], orient="row"))
    assert br.average_ranks(table)["mean_rank"].to_list() == [2.0, 1.0, 3.0]
    assert br.average_ranks(table, reduce="median")["mean_rank"].to_list() == [1.0, 2.0, 3.0]


def test_the_firsts_are_counted_where_nobody_ranked_better() -> None:
    table = table_of([[0.9, 0.8, 0.7], [0.9, 0.9, 0.7], [0.5, 0.9, 0.7]])
    assert br.average_ranks(table)["n_first"].to_list() == [2, 2, 0]


def test_p_values_do_not_underflow_to_zero() -> None:
    # 150 blocks in perfect agreement: chi-square 150 * 9, p about 1e-285, which 1 - cdf would round to 0.
    p = br.friedman(table_of([list(range(10))] * 150))["p_value"][0]
    assert 0 < p < 1e-280
    assert math.isclose(p, stats.chi2.sf(1350, 9), rel_tol=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_ranks_within_blocks_are_those_of_each_block_alone_whatever_is_missing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    # Two metrics, one with lower values better; each lacks an algorithm, and a fifth of all results are missing.
    rows = [
        (f"d{i}", f"a{j}", metric, float(rng.integers(0, 4)) if rng.random() > 0.2 else None)
        for metric, members in (("accuracy", (0, 1, 2, 4)), ("error", (1, 2, 3)))
        for i in range(8)
        for j in members
    ]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "metric", "value"], orient="row"))
    blocks = Blocks.of(table, missing="available")
    ranks = ranks_within(blocks)
    for row, group in enumerate(blocks.group.tolist()):
        there = blocks.measured[row]
        turned = -blocks.orientation[group] * blocks.values[row, there]
        alone = stats.rankdata(turned)
        assert (ranks.doubled[row, there] / 2).tolist() == alone.tolist()
        assert ranks.tied[row, there].tolist() == [int((turned == value).sum()) for value in turned]
        assert not ranks.doubled[row, ~there].any()
        assert not ranks.tied[row, ~there].any()


def test_the_ranks_of_blocks_are_computed_once_whoever_asks(demsar: pl.DataFrame, monkeypatch: Any) -> None:
    calls = []
    monkeypatch.setattr(ranks_module, "row_midranks", lambda values: calls.append(values) or row_midranks(values))
    remembered = ScoreTable(demsar)
    methods = ("average_ranks", "friedman", "iman_davenport", "kendall_w", "quade", "nemenyi", "conover", "siegel")
    for method in methods:
        shared, alone = (getattr(br, method)(table) for table in (remembered, demsar))
        assert shared.equals(alone)
    assert len(calls) == 1 + len(methods)
