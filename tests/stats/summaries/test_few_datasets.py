"""Intervals of means and medians over few datasets: exact where they can be, and none where nothing holds."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.stats.summaries import aggregates
from benchreport.stats.summaries.aggregates import studentised_limits
from benchreport.stats.summaries.interval_levels import level_words, simulated, simulated_level
from benchreport.stats.summaries.strata import Resampling


def scores(values: np.ndarray) -> pl.DataFrame:
    names = [f"d{place:02}" for place in range(len(values))]
    return br.scores(pl.DataFrame({"dataset": names, "algorithm": "a", "accuracy": values}))


def asked(draws: int = 9999, alpha: float = 0.05) -> Resampling:
    return Resampling(resample="datasets", draws=draws, seed=0, alpha=alpha)


def enumerated(values: np.ndarray, level: float) -> float:
    """The quantile of T* over all n^n resamples, each as likely as the other: no draw, no product code."""
    n, ratios = len(values), []
    for places in product(range(n), repeat=n):
        drawn = values[list(places)]
        move, spread = drawn.mean() - values.mean(), drawn.std(ddof=1)
        if len(set(drawn)) == 1:
            ratios.append(0.0 if abs(move) < 1e-12 else np.copysign(np.inf, move))
        else:
            ratios.append(move / (spread / np.sqrt(n)))
    return float(np.sort(ratios)[int(np.ceil(level * len(ratios))) - 1])


@pytest.mark.parametrize("values", [[0.61, 0.72, 0.9, 0.97, 0.99], [0.2, 0.5, 0.55, 0.9], [0.1, 0.1, 0.4, 0.7, 0.7]])
def test_the_bootstrap_t_agrees_with_all_resamples_written_out(values: list[float]) -> None:
    x = np.array(values)
    error = x.std(ddof=1) / np.sqrt(len(x))
    low, high = (x.mean() - enumerated(x, level) * error for level in (0.975, 0.025))
    found = studentised_limits(x[None], asked(draws=99_999))
    if not np.isfinite([low, high]).all():
        assert np.isnan(found["low"][0])
        return
    # Quantiles of a law with few values jump: allow four Monte Carlo errors, or the level a little to either side.
    for limit, exact in ((found["low"][0], 0.975), (found["high"][0], 0.025)):
        near = sorted(x.mean() - enumerated(x, exact + step) * error for step in (-0.002, 0.002))
        assert near[0] - 1e-9 <= limit <= near[1] + 1e-9


def test_an_interval_of_a_mean_needs_four_datasets() -> None:
    three = br.mean_interval_few(scores(np.array([0.5, 0.7, 0.9]))).row(0, named=True)
    assert (three["ci_low"], three["ci_high"], three["status"]) == (None, None, "too_few")
    assert "at least 4 datasets" in three["note"]
    four = br.mean_interval_few(scores(np.array([0.5, 0.7, 0.8, 0.9]))).row(0, named=True)
    assert four["ci_low"] < 0.725 < four["ci_high"]
    assert np.isnan(studentised_limits(np.array([[0.5, 0.7, 0.9]]), asked())["low"]).all()


@pytest.mark.parametrize(("n", "c"), [(5, None), (6, 0), (8, 0), (14, 2), (20, 5), (30, 9)])
def test_the_median_lies_between_order_statistics_and_needs_six_datasets(n: int, c: int | None) -> None:
    # Tables of the sign test: the largest c with P(Bin(n, 1/2) <= c) <= .025.
    values = np.random.default_rng(n).permutation(n) / n
    row = br.mean_interval_few(scores(values), statistic="median").row(0, named=True)
    expected = (None, None) if c is None else (np.sort(values)[c], np.sort(values)[n - c - 1])
    assert (row["ci_low"], row["ci_high"]) == expected
    assert row["status"] == ("too_few" if c is None else "ok")


def test_the_trimmed_mean_is_that_of_tukey_and_mclaughlin() -> None:
    values = np.random.default_rng(4).beta(4, 2, 11)
    row = br.mean_interval_few(scores(values), statistic="trimmed_mean").row(0, named=True)
    # SciPy's trimmed mean and its winsorised values.
    assert row["estimate"] == pytest.approx(stats.trim_mean(values, 0.25))
    spread = np.std(stats.mstats.winsorize(values, (0.25, 0.25)).data, ddof=1)
    reach = stats.t.ppf(0.975, 11 - 4 - 1) * spread / ((1 - 4 / 11) * np.sqrt(11))
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((row["estimate"] - reach, row["estimate"] + reach))


def test_student_is_an_option_for_means() -> None:
    values = np.random.default_rng(5).beta(4, 2, 9)
    row = br.mean_interval_few(scores(values), variant="t").row(0, named=True)
    low, high = stats.t.interval(0.95, 8, values.mean(), stats.sem(values))
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high))


def test_runs_are_averaged_before_datasets_are_drawn() -> None:
    values = 0.9 * np.random.default_rng(6).beta(4, 2, 8)
    wobble = np.array([-0.05, 0.0, 0.05])
    frame = pl.DataFrame(
        {
            "dataset": np.repeat([f"d{place:02}" for place in range(8)], 3),
            "algorithm": "a",
            "seed": np.tile([1, 2, 3], 8),
            "accuracy": (values[:, None] + wobble).ravel(),
        }
    )
    several = br.mean_interval_few(br.scores(frame)).row(0, named=True)
    single = br.mean_interval_few(scores(values)).row(0, named=True)
    assert several["n"] == 8
    assert (several["ci_low"], several["ci_high"]) == pytest.approx((single["ci_low"], single["ci_high"]))


@pytest.mark.parametrize("options", [{"statistic": "mode"}, {"variant": "order_statistics"}, {"draws": 3}])
def test_senseless_options_are_refused(options: dict[str, Any], demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError):
        br.mean_interval_few(demsar, **options)


def test_an_interval_whose_level_is_off_carries_it_and_another_does_not(demsar: pl.DataFrame) -> None:
    low, high = simulated_level("bootstrap_t", 14) or (0.0, 0.0)
    assert 0.88 < low < 0.94
    words = f"simulated level {round(100 * low)} to {round(100 * high)} %"
    assert level_words("bootstrap_t", 14) in words
    assert words in br.mean_score(demsar)["note"][0]
    assert words in br.rank_intervals(demsar)["note"][0]
    assert "simulated" not in str(br.median_score(demsar)["note"][0])
    # Simulated at 95 % only.
    assert "simulated" not in br.mean_score(demsar, alpha=0.1)["note"][0]


def test_levels_are_those_of_the_next_smaller_simulated_number_of_datasets() -> None:
    known = simulated()["bootstrap_t"]
    assert sorted(known) == [5, 8, 14, 30, 100]
    assert simulated_level("bootstrap_t", 29) == simulated_level("bootstrap_t", 14)
    assert simulated_level("bootstrap_t", 4) == simulated_level("bootstrap_t", 5)


@pytest.mark.parametrize("held", [1, 40, 500])
def test_limits_are_the_same_however_many_draws_are_held(held: int, monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(4).normal(0.7, 0.1, (3, 11))
    asked = Resampling(resample="datasets", draws=199, seed=0, alpha=0.05)
    together = studentised_limits(values, asked)
    monkeypatch.setattr(aggregates, "NUMBERS_AT_ONCE", held)
    for name, limits in studentised_limits(values, asked).items():
        assert limits == pytest.approx(together[name], rel=1e-12)
