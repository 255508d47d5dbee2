"""Win rates, probabilities of improvement and ranks with intervals."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from tests.remark_codes import codes_of
from tests.stats.summaries.test_aggregates import random_values, table


def test_the_probability_of_improvement_is_the_mean_of_mann_whitney_shares() -> None:
    x, y = random_values(2, 6, 5).round(1)
    row = br.probability_of_improvement(table(np.stack([x, y])), draws=199).row(0, named=True)
    shares = [stats.mannwhitneyu(a, b).statistic / 25 for a, b in zip(x, y, strict=True)]
    assert row["estimate"] == pytest.approx(np.mean(shares), rel=1e-12)
    errors = br.probability_of_improvement(table(1 - np.stack([x, y]), "error"), draws=199).row(0, named=True)
    assert (errors["estimate"], errors["ci_low"]) == pytest.approx((row["estimate"], row["ci_low"]), rel=1e-9)


def test_its_interval_agrees_with_drawing_one_by_one() -> None:
    values = random_values(2, 8, 5)
    row = br.probability_of_improvement(table(values), draws=4000, resample="runs").row(0, named=True)
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


def test_a_sure_winner_has_probability_one_and_no_interval_of_runs() -> None:
    sure = table(np.stack([random_values(4, 3), 2 + random_values(4, 3)]))
    row = br.probability_of_improvement(sure, resample="runs").row(0, named=True)
    assert (row["estimate"], row["better"], row["status"], row["ci_low"]) == (0.0, "a1", "zero_variance", None)
    # Over datasets: 0 of 4 trials, whose exact upper limit is 1 - 0.025^(1/4).
    over = br.probability_of_improvement(sure).row(0, named=True)
    assert (over["ci_low"], over["ci_high"]) == pytest.approx((0.0, 1 - 0.025**0.25))


def test_the_probability_of_improvement_takes_datasets_as_trials(demsar: pl.DataFrame) -> None:
    rows = br.probability_of_improvement(demsar)
    assert set(rows["law"]) == {"exact binomial limits, datasets as trials"}
    row = rows.filter((pl.col("a") == "C4.5") & (pl.col("b") == "C4.5+m")).row(0, named=True)
    # 2 wins, 2 ties, 10 losses of 14: 3 of 14, as by SciPy.
    exact = stats.binomtest(3, 14).proportion_ci(method="exact")
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((exact.low, exact.high))


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
    # The studentised bootstrap written out, with draws of its own.
    for place, row in enumerate(rows.iter_rows(named=True)):
        drawn = ranks[np.random.default_rng(4).integers(0, 14, (20_000, 14)), place]
        with np.errstate(divide="ignore"):
            ratio = (drawn.mean(axis=1) - ranks[:, place].mean()) / (drawn.std(axis=1, ddof=1) / np.sqrt(14))
        error = stats.sem(ranks[:, place])
        low, high = ranks[:, place].mean() - np.quantile(ratio, [0.975, 0.025]) * error
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((max(low, 1), min(high, 4)), abs=0.08)


def test_a_rank_that_never_changes_has_no_interval() -> None:
    values = np.stack([np.full((9, 1), 0.9), random_values(9, 1) / 2, random_values(9, 1, seed=6) / 2])
    rows = br.rank_intervals(table(values))
    assert rows["status"].to_list() == ["zero_variance", "ok", "ok"]


@pytest.mark.parametrize(
    ("method", "codes"),
    [
        ("win_rates", {"all_opponents", "uneven_runs"}),
        ("rank_intervals", {"few_for_rank_interval", "uneven_runs"}),
        ("probability_of_improvement", {"uneven_runs"}),
        ("iqm", {"few_for_iqm", "uneven_runs"}),
        ("missing_auto", set()),
    ],
)
def test_rows_of_few_datasets_carry_codes(method: str, codes: set[str]) -> None:
    values = random_values(2, 3, 5)
    values[0, 0, 3:] = np.nan
    rows = br.METHODS[method].table(table(values))  # type: ignore[misc]
    assert codes_of(rows["remarks"]) == codes
    assert rows["note"].is_null().equals(rows["remarks"].is_null())
