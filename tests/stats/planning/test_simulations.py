"""Rejection rates by simulation, against exact probabilities and the tests of SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br

# Ours bears a name that pytest would collect if it stood here by itself.
size_simulation = br.simulate_test_size


def shares(rows: pl.DataFrame, column: str) -> dict[str, float]:
    return dict(zip(rows["test"], rows[column], strict=True))


def test_the_size_of_the_catalogue() -> None:
    # METHODS 5: N 40, p0 .2, alpha .05: both binomial tests reject from 13 errors on, size 0.0432416223763.
    exact = shares(size_simulation(n=40, p0=0.2), "exact")
    assert exact["binomial_test"] == pytest.approx(0.0432416223763, rel=1e-10)
    assert exact["approx_normal_test"] == pytest.approx(0.0432416223763, rel=1e-10)


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize(("n", "p0", "p"), [(12, 0.3, 0.3), (12, 0.3, 0.55), (9, 0.5, 0.2)])
def test_exact_sizes_equal_the_sum_over_all_counts(n: int, p0: float, p: float, alternative: Any) -> None:
    # SciPy: binomtest and ttest_1samp on every possible count of errors.
    expected = {"binomial_test": 0.0, "approx_normal_test": 0.0, "one_sample_t": 0.0}
    for errors in range(n + 1):
        chance = stats.binom.pmf(errors, n, p)
        z = (errors / n - p0) / np.sqrt(p0 * (1 - p0) / n)
        tails = {"greater": stats.norm.sf(z), "less": stats.norm.cdf(z), "two-sided": 2 * stats.norm.sf(abs(z))}
        rejected = {
            "binomial_test": stats.binomtest(errors, n, p0, alternative=alternative).pvalue <= 0.1,
            "approx_normal_test": tails[alternative] <= 0.1,
            "one_sample_t": False,
        }
        if 0 < errors < n:
            values = [1] * errors + [0] * (n - errors)
            rejected["one_sample_t"] = stats.ttest_1samp(values, p0, alternative=alternative).pvalue <= 0.1
        for test, does in rejected.items():
            expected[test] += chance * does
    rows = size_simulation(n=n, p0=p0, p=p, alpha=0.1, alternative=alternative, draws=999)
    assert shares(rows, "exact") == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_simulated_shares_lie_within_four_standard_errors_of_the_exact_ones() -> None:
    rows = size_simulation(n=[10, 40, 200], p0=0.2, p=[0.2, 0.3])
    assert rows.height == 18
    slack = (4 * rows["se"]).clip(lower_bound=1e-3)
    assert ((rows["rejected"] - rows["exact"]).abs() <= slack).all()


def test_the_exact_test_never_exceeds_its_level() -> None:
    rows = size_simulation(n=[5, 17, 60, 333], p0=[0.05, 0.5, 0.9], alternative="two-sided", draws=99)
    assert rows.filter(pl.col("test") == "binomial_test")["exact"].max() <= 0.05
    assert rows["p"].equals(rows["p0"].rename("p"))


def test_a_single_instance_never_rejects_by_t() -> None:
    rows = size_simulation(n=1, p0=0.5, draws=99)
    assert shares(rows, "exact")["one_sample_t"] == 0
    assert "no spread" in rows["note"].to_list()[2]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_wilcoxon_power_is_the_share_of_rejections_of_scipy(alternative: Any) -> None:
    n, shift, draws = 9, 0.6, 200
    noise = np.random.default_rng([3, n]).standard_normal((draws, n)) + shift
    p_values = stats.wilcoxon(noise, axis=1, alternative=alternative, method="exact").pvalue
    row = br.power_wilcoxon(n=n, shift=shift, alternative=alternative, draws=draws, seed=3).row(0, named=True)
    assert row["power"] == pytest.approx(np.mean(p_values <= 0.05), abs=1e-12)


@pytest.mark.parametrize("noise", ["normal", "logistic", "laplace"])
def test_without_a_shift_wilcoxon_rejects_at_its_attained_level(noise: Any) -> None:
    # n = 12: P(W <= 13) = 0.021240..., the largest attainable level below .025, on both sides.
    row = br.power_wilcoxon(n=12, shift=0, noise=noise).row(0, named=True)
    sums = np.array([sum(k + 1 for k in range(12) if mask >> k & 1) for mask in range(4096)])
    attained = max(2 * np.mean(sums <= w) for w in range(30) if 2 * np.mean(sums <= w) <= 0.05)
    assert abs(row["power"] - attained) <= 4 * row["se"]


@pytest.mark.parametrize("noise", ["normal", "logistic", "laplace"])
def test_noise_has_standard_deviation_one(noise: Any) -> None:
    from benchreport.stats.planning.simulations import _noise

    drawn = _noise(np.random.default_rng(1), (200_000,), noise)
    assert np.std(drawn) == pytest.approx(1, abs=0.02)


def test_too_few_datasets_cannot_reach_alpha_and_say_so() -> None:
    rows = br.power_wilcoxon(n=[5, 6], shift=9, draws=99)
    assert rows["power"].to_list() == [0, 1]
    assert rows["note"].is_null().to_list() == [False, True]


@pytest.mark.parametrize("variant", ["friedman", "iman_davenport"])
def test_friedman_power_is_the_share_of_rejections_of_scipy(variant: Any) -> None:
    n, k, draws = 8, 4, 150
    results = np.random.default_rng([5, n, k]).standard_normal((draws, n, k)) + np.array([0, 0, 0, 1.0])
    rejected = 0
    for study in results:
        chi2, p = stats.friedmanchisquare(*study.T)
        if variant == "iman_davenport":
            p = stats.f.sf((n - 1) * chi2 / (n * (k - 1) - chi2), k - 1, (k - 1) * (n - 1))
        rejected += p <= 0.05
    row = br.power_friedman(n=n, algorithms=k, shift=1.0, variant=variant, draws=draws, seed=5).row(0, named=True)
    assert row["power"] == pytest.approx(rejected / draws, abs=1e-12)


def test_evenly_spread_means_are_spread_evenly() -> None:
    n, k, draws = 6, 3, 120
    results = np.random.default_rng([0, n, k]).standard_normal((draws, n, k)) + np.array([0, 1.0, 2.0])
    expected = np.mean([stats.friedmanchisquare(*study.T)[1] <= 0.05 for study in results])
    row = br.power_friedman(n=n, algorithms=k, shift=2.0, pattern="spread", draws=draws).row(0, named=True)
    assert row["power"] == pytest.approx(expected, abs=1e-12)


def test_power_grows_with_the_shift_and_the_number_of_datasets() -> None:
    shifts = br.power_wilcoxon(n=15, shift=[0, 0.3, 0.6, 1.2], alternative="greater", draws=999)["power"]
    assert shifts.is_sorted()
    sizes = br.power_friedman(n=[5, 15, 45], algorithms=3, shift=0.8, draws=999)["power"]
    assert sizes.is_sorted()


def test_the_seed_decides_and_portions_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, Any] = {"n": 7, "shift": 0.5, "draws": 999}
    once = br.power_wilcoxon(**options)
    assert_frame_equal(br.power_wilcoxon(**options), once)
    assert br.power_wilcoxon(**options, seed=1)["power"].item() != once["power"].item()
    monkeypatch.setattr("benchreport.stats.planning.simulations.CHUNK", 500)
    assert_frame_equal(br.power_wilcoxon(**options), once)


def test_a_row_alone_is_the_row_among_others() -> None:
    together = br.power_friedman(n=[5, 9], algorithms=[3, 4], shift=[0.5, 1], draws=99)
    alone = br.power_friedman(n=9, algorithms=4, shift=1, draws=99)
    assert_frame_equal(together.tail(1), alone)


@pytest.mark.parametrize(
    ("call", "options", "problem"),
    [
        ("power_wilcoxon", {"n": 501, "shift": 1}, "n is 501"),
        ("power_wilcoxon", {"n": 5, "shift": 1, "noise": "cauchy"}, "noise 'cauchy'"),
        ("power_wilcoxon", {"n": 5, "shift": 1, "draws": 10}, "draws is 10"),
        ("power_friedman", {"n": 1, "algorithms": 3, "shift": 1}, "n is 1"),
        ("power_friedman", {"n": 5, "algorithms": 1, "shift": 1}, "algorithms is 1"),
        ("power_friedman", {"n": 5, "algorithms": 3, "shift": 1, "pattern": "two"}, "pattern 'two'"),
        ("simulate_test_size", {"n": 5, "p0": 0}, "p0 is 0"),
    ],
)
def test_options_that_mean_nothing_are_refused(call: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(br.BenchreportError, match=problem):
        getattr(br, call)(**options)
