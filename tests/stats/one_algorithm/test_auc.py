"""Intervals of areas under ROC curves, tests against chance, and bands about curves."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.stats.one_algorithm.areas import newcombe_limits
from tests.stats.two_algorithms.test_delong import brute, side_by_side, table

FX5 = [0.95, 0.90, 0.90, 0.80, 0.70, 0.70, 0.60, 0.55, 0.50, 0.40, 0.30, 0.10]
LABELS = [1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0]


def fixture() -> pl.DataFrame:
    return br.predictions(side_by_side(LABELS, m=FX5))


def test_limits_of_fixture_five_follow_from_the_variance_of_all_pairs() -> None:
    _, covariance = brute(np.array(LABELS), np.array(FX5))
    error, z = np.sqrt(covariance[0, 0]), stats.norm.ppf(0.975)
    row = br.ci_auc(fixture(), positive=1, variant="wald").row(0, named=True)
    assert (row["estimate"], row["ci_low"], row["ci_high"]) == pytest.approx((0.75, 0.75 - z * error, 0.75 + z * error))
    odds, spread = np.log(3), error / (0.75 * 0.25)
    logit = br.ci_auc(fixture(), positive=1).row(0, named=True)
    limits = [1 / (1 + np.exp(-(odds + side * z * spread))) for side in (-1, 1)]
    assert (logit["ci_low"], logit["ci_high"]) == pytest.approx(tuple(limits))
    one = br.ci_auc(fixture(), positive=1, alternative="greater", alpha=0.025).row(0, named=True)
    assert (one["ci_low"], one["ci_high"]) == (logit["ci_low"], None)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 30), st.integers(1, 30), st.floats(0, 1), st.sampled_from([0.025, 0.05, 0.005]))
def test_newcombe_limits_solve_their_equation(positives: int, negatives: int, auc: float, level: float) -> None:
    low, high = newcombe_limits(np.array([auc]), np.array([float(positives)]), np.array([float(negatives)]), level)
    assert 0 <= low.item() <= auc <= high.item() <= 1
    m, z = (positives + negatives) / 2, stats.norm.isf(level)
    for t in (low.item(), high.item()):
        v = t * (1 - t) * (1 + (m - 1) * ((1 - t) / (2 - t) + t / (1 + t))) / (positives * negatives)
        if 1e-9 < t < 1 - 1e-9:
            assert abs(auc - t) == pytest.approx(z * np.sqrt(v), abs=1e-7)


def test_separated_classes_keep_an_area_and_a_limit() -> None:
    rows = br.ci_auc(br.predictions(side_by_side([1] * 10 + [0] * 10, m=range(20, 0, -1))), positive=1)
    row = rows.row(0, named=True)
    assert (row["estimate"], row["ci_high"], row["status"]) == (1.0, 1.0, "zero_variance")
    assert row["ci_low"] == pytest.approx(0.8002, abs=1e-4)
    assert "Newcombe" in row["note"]
    sound = br.ci_auc(
        br.predictions(side_by_side([1] * 10 + [0] * 10, m=range(20, 0, -1))), positive=1, variant="newcombe"
    )
    assert (sound["status"].item(), sound["ci_low"].item()) == ("ok", row["ci_low"])


def test_logit_limits_stay_inside_where_plain_ones_do_not() -> None:
    known = br.predictions(
        side_by_side([1] * 9 + [0] * 9, m=[18.0, 17, 16, 15, 14, 13, 12, 11, 8.5, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    )
    assert br.ci_auc(known, positive=1, variant="wald")["ci_high"].item() > 1
    assert 0 < br.ci_auc(known, positive=1)["ci_high"].item() < 1


@settings(max_examples=20, deadline=None)
@given(
    st.integers(1, 5), st.integers(1, 5), st.integers(0, 2**32 - 1), st.sampled_from(["two-sided", "greater", "less"])
)
def test_the_exact_test_counts_all_orders(positives: int, negatives: int, seed: int, alternative: str) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.r_[np.ones(positives), np.zeros(negatives)]).astype(int)
    scores = rng.integers(0, 4, len(truth))
    row = br.auc_test(br.predictions(side_by_side(truth, m=scores)), positive=1, alternative=alternative).row(
        0, named=True
    )
    ranks = stats.rankdata(scores)
    sums = np.array([ranks[list(chosen)].sum() for chosen in combinations(range(len(truth)), positives)])
    observed = ranks[truth == 1].sum()
    at_least, at_most = np.mean(sums >= observed - 1e-9), np.mean(sums <= observed + 1e-9)
    expected = {"two-sided": min(1.0, 2 * min(at_least, at_most)), "greater": at_least, "less": at_most}[alternative]
    assert row["p_value"] == pytest.approx(expected, rel=1e-12)
    assert row["estimate"] == pytest.approx((observed - positives * (positives + 1) / 2) / (positives * negatives))


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize(("variant", "corrected"), [("normal", False), ("normal_corrected", True)])
def test_the_normal_law_is_that_of_scipy(alternative: str, variant: str, corrected: bool) -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(0, 2, 200)
    scores = np.round(truth * 0.3 + rng.normal(size=200), 1)
    rows = br.auc_test(
        br.predictions(side_by_side(truth, m=scores)), positive=1, alternative=alternative, variant=variant
    )
    theirs = stats.mannwhitneyu(
        scores[truth == 1], scores[truth == 0], alternative=alternative, method="asymptotic", use_continuity=corrected
    )
    assert rows["p_value"].item() == pytest.approx(theirs.pvalue, rel=1e-9)
    assert rows["statistic"].item() == theirs.statistic
    assert rows["status"].item() == "ok"


def test_large_samples_are_said_to_be_approximate_when_exactness_was_asked() -> None:
    rng = np.random.default_rng(2)
    rows = br.auc_test(br.predictions(side_by_side(rng.integers(0, 2, 80), m=rng.normal(size=80))), positive=1)
    assert rows.select("variant", "law", "status").row(0) == ("normal", "normal", "approximate")


def test_tiny_scores_are_told_apart() -> None:
    # As probabilities of naive Bayes are: rounding to the largest would tie them all.
    known = br.predictions(side_by_side([1, 1, 0, 0, 1], m=[1e-20, 1e-25, 1e-30, 1e-35, 0.9]))
    assert br.auc_test(known, positive=1)["estimate"].item() == 1.0
    assert br.auc_rank(known, positive=1)["auc"].item() == 1.0
    assert br.auc_test(known, positive=1)["statistic"].item() == 6.0


def test_equal_scores_are_no_evidence() -> None:
    row = br.auc_test(br.predictions(side_by_side([1, 0, 1, 0], m=[1] * 4)), positive=1).row(0, named=True)
    assert (row["estimate"], row["p_value"], row["status"]) == (0.5, 1.0, "all_ties")


def test_intervals_cover_the_true_area_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(11)
    parts = [
        side_by_side([1] * 30 + [0] * 30, f"d{at}", m=np.r_[rng.normal(1, 1, 30), rng.normal(0, 1, 30)])
        for at in range(300)
    ]
    known, true = br.predictions(pl.concat(parts)), stats.norm.cdf(1 / np.sqrt(2))
    for variant in ("logit", "newcombe"):
        rows = br.ci_auc(known, positive=1, variant=variant)
        covered = ((rows["ci_low"] <= true) & (rows["ci_high"] >= true)).mean()
        assert 0.92 <= covered <= 0.985


def test_wilson_bands_are_those_of_each_rate() -> None:
    band = br.roc_band(fixture(), positive=1)
    row = band.filter(pl.col("threshold") == 0.8).row(0, named=True)
    for rate, low, high, k in (("y", "ci_low", "ci_high", 3), ("x", "x_low", "x_high", 1)):
        theirs = stats.binomtest(k, 6).proportion_ci(method="wilson")
        assert (row[rate], row[low], row[high]) == pytest.approx((k / 6, theirs.low, theirs.high))


def test_bootstrap_bands_hold_the_curve_and_depend_on_nothing_but_the_seed() -> None:
    known = table("delong")
    band = br.roc_band(known, positive=1, variant="bootstrap", draws=199, points=21)
    assert (band["ci_low"] <= band["y"] + 1e-12).mean() > 0.95
    assert (band["ci_high"] >= band["y"] - 1e-12).mean() > 0.95
    shuffled = known.sample(fraction=1.0, shuffle=True, seed=3)
    again = br.roc_band(shuffled, positive=1, variant="bootstrap", draws=199, points=21)
    assert_frame_equal(again, band, check_exact=True)
    small = br.roc_band(
        known.filter(pl.col("dataset") == "small"), positive=1, variant="bootstrap", draws=199, points=21
    )
    assert_frame_equal(small, band.filter(pl.col("dataset") == "small"), check_exact=True)
    other = br.roc_band(known, positive=1, variant="bootstrap", draws=199, points=21, seed=1)
    assert other["ci_low"].to_list() != band["ci_low"].to_list()
    assert band["law"][0] == "bootstrap, 199 draws, seed 0"


def test_bootstrap_bands_are_those_of_curves_drawn_one_by_one() -> None:
    truth, scores = np.array(LABELS), np.array(FX5)
    rng = np.random.default_rng(5)
    grid, heights = np.linspace(0, 1, 5), []
    for _ in range(2000):
        chosen = np.r_[rng.choice(np.flatnonzero(truth == 1), 6), rng.choice(np.flatnonzero(truth == 0), 6)]
        cuts = np.r_[np.inf, np.unique(scores)[::-1]]
        own = scores[chosen]
        fpr = np.array([(own[6:] >= cut).mean() for cut in cuts])
        tpr = np.array([(own[:6] >= cut).mean() for cut in cuts])
        heights.append(np.interp(grid + 1e-9, fpr, tpr))
    band = br.roc_band(fixture(), positive=1, variant="bootstrap", draws=1999, points=5)
    low, high = np.quantile(heights, [0.025, 0.975], axis=0)
    np.testing.assert_allclose(band["ci_low"].to_numpy(), low, atol=0.09)
    np.testing.assert_allclose(band["ci_high"].to_numpy(), high, atol=0.09)


def test_vertical_averages_are_means_over_the_folds() -> None:
    rng = np.random.default_rng(9)
    truth = np.tile([1, 0], 60)
    frame = side_by_side(truth, m=truth + rng.normal(size=120)).with_columns(fold=pl.col("instance") // 40)
    known = br.predictions(frame)
    rows = br.roc_average(known, positive=1, points=11)
    heights = []
    for fold in range(3):
        curve = br.roc_curve(known.filter(pl.col("fold") == fold), positive=1)
        heights.append(np.interp(np.linspace(0, 1, 11) + 1e-12, curve["x"], curve["y"]))
    np.testing.assert_allclose(rows["y"].to_numpy(), np.mean(heights, axis=0), atol=1e-9)
    reach = stats.t.ppf(0.975, 2) * np.std(heights, axis=0, ddof=1) / np.sqrt(3)
    np.testing.assert_allclose(rows["ci_low"].to_numpy(), np.clip(np.mean(heights, axis=0) - reach, 0, 1), atol=1e-8)
    assert set(rows["status"]) == {"approximate"}
    single = br.roc_average(known.filter(pl.col("fold") == 0), positive=1, points=3)
    assert set(single["status"]) == {"too_few"}
    assert single["ci_low"].null_count() == 3


def test_folds_without_a_class_are_left_out_of_averages_and_counted() -> None:
    frame = side_by_side([1, 0, 1, 1], m=[4, 3, 2, 1]).with_columns(fold=pl.Series([0, 0, 1, 1]))
    rows = br.roc_average(br.predictions(frame), positive=1, points=3)
    assert rows.select("n_curves", "n_dropped").unique().rows() == [(1, 1)]
    none = br.roc_average(br.predictions(frame).filter(pl.col("fold") == 1), positive=1, points=3)
    assert none.select("x", "y", "status").rows() == [(None, None, "undefined")]


def test_senseless_options_of_bands_are_refused() -> None:
    for options in ({"variant": "normal"}, {"alpha": 2}):
        with pytest.raises(br.BenchreportError):
            br.roc_band(fixture(), positive=1, **options)
    for options in ({"draws": 3}, {"points": 1}, {"seed": -1}):
        with pytest.raises(br.BenchreportError):
            br.roc_band(fixture(), positive=1, variant="bootstrap", **options)
    with pytest.raises(br.BenchreportError, match="points"):
        br.roc_average(fixture(), positive=1, points=True)
