"""Win rates, probabilities of improvement and ranks with intervals."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from tests.stats.test_aggregates import random_values, table


def test_the_probability_of_improvement_is_the_mean_of_mann_whitney_shares() -> None:
    x, y = random_values(2, 6, 5).round(1)
    row = br.probability_of_improvement(table(np.stack([x, y])), draws=199).row(0, named=True)
    shares = [stats.mannwhitneyu(a, b).statistic / 25 for a, b in zip(x, y, strict=True)]
    assert row["estimate"] == pytest.approx(np.mean(shares), rel=1e-12)
    errors = br.probability_of_improvement(table(1 - np.stack([x, y]), "error"), draws=199).row(0, named=True)
    assert (errors["estimate"], errors["ci_low"]) == pytest.approx((row["estimate"], row["ci_low"]), rel=1e-9)


def test_its_interval_agrees_with_drawing_one_by_one() -> None:
    values = random_values(2, 8, 5)
    row = br.probability_of_improvement(table(values), draws=4000).row(0, named=True)
    rng = np.random.default_rng(8)
    found = []
    for _ in range(2000):
        x, y = (np.take_along_axis(v, rng.integers(0, 5, v.shape), axis=1) for v in values)
        wins = (x[:, :, None] > y[:, None]) + 0.5 * (x[:, :, None] == y[:, None])
        found.append(wins.mean())
    low, high = np.quantile(found, [0.025, 0.975])
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), abs=0.08 * (high - low))


def test_unequal_numbers_of_runs_are_compared_all_with_all() -> None:
    values = random_values(2, 3, 5)
    values[0, :, 3:] = np.nan
    values[1, 2, 4:] = np.nan
    row = br.probability_of_improvement(table(values), draws=199).row(0, named=True)
    shares = []
    for x, y in zip(*values, strict=True):
        x, y = x[~np.isnan(x)], y[~np.isnan(y)]
        shares.append(stats.mannwhitneyu(x, y).statistic / (x.size * y.size))
    assert row["estimate"] == pytest.approx(np.mean(shares), rel=1e-12)


def test_a_sure_winner_has_probability_one_and_no_interval() -> None:
    row = br.probability_of_improvement(table(np.stack([random_values(4, 3), 2 + random_values(4, 3)]))).row(
        0, named=True
    )
    assert (row["estimate"], row["better"], row["status"], row["ci_low"]) == (0.0, "a1", "zero_variance", None)


def test_one_value_per_dataset_gives_the_win_rate_and_datasets_can_be_drawn(demsar: pl.DataFrame) -> None:
    rows = br.probability_of_improvement(demsar, resample="datasets")
    rates = br.win_rates(demsar).filter(pl.col("b").is_not_null() & (pl.col("a") < pl.col("b")))
    assert rows["estimate"].to_list() == pytest.approx(rates["estimate"].to_list())
    assert set(rows["status"]) == {"ok"}
    assert rows["better"].to_list() == rates["better"].to_list()
    control = br.probability_of_improvement(demsar, control="C4.5", resample="datasets")
    assert control["b"].unique().to_list() == ["C4.5"]


def test_win_rates_form_a_matrix_whose_opposite_cells_sum_to_one(demsar: pl.DataFrame) -> None:
    rows = br.win_rates(demsar)
    matrix = rows.filter(pl.col("b").is_not_null()).pivot("b", index="a", values="estimate")
    names = matrix["a"].to_list()
    square = matrix.select(names).to_numpy()
    off = ~np.eye(len(names), dtype=bool)
    assert np.isnan(square[~off].astype(float)).all()
    assert (square + square.T)[off] == pytest.approx(np.ones(off.sum()))
    overall = rows.filter(pl.col("b").is_null())
    assert overall["estimate"].to_list() == pytest.approx(np.nanmean(square.astype(float), axis=1).tolist())
    # Demsar 2006, page 9: C4.5+m wins over C4.5 on 10 of 14 datasets, loses on 2.
    pair = rows.filter((pl.col("a") == "C4.5+m") & (pl.col("b") == "C4.5")).row(0, named=True)
    assert (pair["statistic"], pair["n_ties"], pair["estimate"]) == (10, 2, 11 / 14)


def test_pairs_are_compared_on_what_both_have_when_asked(demsar: pl.DataFrame) -> None:
    gap = (pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5+m")
    rows = br.win_rates(demsar.filter(~gap), missing="available")
    assert rows.filter((pl.col("a") == "C4.5+m") & (pl.col("b") == "C4.5"))["n"].to_list() == [13]


def test_rank_intervals_hold_the_mean_ranks_and_agree_with_drawing_one_by_one(demsar: pl.DataFrame) -> None:
    rows = br.rank_intervals(demsar, draws=4000)
    assert rows["estimate"].to_list() == pytest.approx(br.average_ranks(demsar)["mean_rank"].to_list())
    wide = demsar.pivot("algorithm", index="dataset", values="value").drop("dataset")
    ranks = stats.rankdata(-wide.select(rows["a"].to_list()).to_numpy(), axis=1)
    rng = np.random.default_rng(4)
    found = np.array([ranks[rng.integers(0, 14, 14)].mean(axis=0) for _ in range(4000)])
    low, high = np.quantile(found, [0.025, 0.975], axis=0)
    assert rows["ci_low"].to_numpy() == pytest.approx(low, abs=0.08)
    assert rows["ci_high"].to_numpy() == pytest.approx(high, abs=0.08)


def test_a_rank_that_never_changes_has_no_interval() -> None:
    values = np.stack([np.full((5, 1), 0.9), random_values(5, 1) / 2, random_values(5, 1, seed=6) / 2])
    rows = br.rank_intervals(table(values))
    assert rows["status"].to_list() == ["zero_variance", "ok", "ok"]
