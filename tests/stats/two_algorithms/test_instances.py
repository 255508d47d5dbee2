"""Tests of two predictors on the same instances."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

import benchreport as br

# Fixture FX6 of the method catalogue: both wrong 5, only the first wrong 12, only the second 4, both right 79.
FIRST = [1] * 5 + [1] * 12 + [0] * 4 + [0] * 79
SECOND = [1] * 5 + [0] * 12 + [1] * 4 + [0] * 79
# Fixture FX8: residuals of two regressors on the same eight points.
R1 = [0.5, -0.3, 0.8, -0.6, 0.2, -0.9, 0.4, 0.1]
R2 = [0.3, -0.2, 0.6, -0.2, 0.1, -0.5, 0.5, 0.2]

bits = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=40)


def predictions(first: list[Any], second: list[Any], truth: Any = 0, **further: list[Any]) -> pl.DataFrame:
    """Two algorithms, 1 and 2, whose predictions are given and whose truth is always the same."""
    rows = [(name, i, truth, value) for name, values in (("1", first), ("2", second)) for i, value in enumerate(values)]
    frame = pl.DataFrame(rows, schema=["algorithm", "instance", "truth", "prediction"], orient="row")
    return frame.with_columns(pl.Series(name, values * 2) for name, values in further.items())


def fx6() -> pl.DataFrame:
    return predictions(FIRST, SECOND)


def fx8() -> pl.DataFrame:
    return predictions(R1, R2, truth=0.0)


def one(rows: pl.DataFrame) -> dict[str, Any]:
    assert rows.height == 1
    return rows.row(0, named=True)


def column(test: str, x: Any, y: Any, *further: Any, **options: Any) -> dict[str, Any]:
    frame = pl.DataFrame({"x": x, "y": y} | {f"c{i}": values for i, values in enumerate(further)})
    named = getattr(br.expr, test)("x", "y", *(f"c{i}" for i in range(len(further))), **options)
    return frame.select(named).unnest(test).row(0, named=True)


@pytest.mark.parametrize(
    ("variant", "statistic", "p"),
    [
        ("exact", 4, 0.0768127441406),
        ("midp", 4, 0.0490417480469),
        ("corrected", 3.0625, 0.0801183137276),
        ("uncorrected", 4, 0.0455002638964),
    ],
)
def test_fixture_six_gives_the_mcnemar_values_of_the_catalogue(variant: Any, statistic: float, p: float) -> None:
    row = one(br.mcnemar(fx6(), variant=variant))
    assert (row["statistic"], row["p_value"]) == pytest.approx((statistic, p), rel=1e-9)
    assert (row["n"], row["n_ties"], row["estimate"], row["better"]) == (100, 84, pytest.approx(0.08), "2")
    assert row["status"] == ("ok" if variant in ("exact", "midp") else "approximate")


def test_the_note_gives_the_other_variants_beside_the_exact_one() -> None:
    note = one(br.mcnemar(fx6()))["note"]
    for text in ("mid-p 0.04904", "chi-square 4.0 (p 0.0455)", "continuity 3.063 (p 0.08012)", "disagree about zero"):
        assert text in note


def test_the_one_sided_mcnemar_test_is_the_exact_tail() -> None:
    # Only a is right 4 times of 16.
    greater, less = (one(br.mcnemar(fx6(), alternative=side))["p_value"] for side in ("greater", "less"))
    assert greater == pytest.approx(stats.binom.sf(3, 16, 0.5), rel=1e-12)
    assert less == pytest.approx(stats.binom.cdf(4, 16, 0.5), rel=1e-12)


def test_as_many_wins_as_losses_are_no_evidence_in_any_variant() -> None:
    # R 4.2.2, mcnemar.test: chi-square 0, p 1, where (|b - c| - 1)^2 would give p < 1.
    for variant in ("exact", "midp", "corrected", "uncorrected"):
        row = column("mcnemar", [1, 0, 1], [0, 1, 1], variant=variant)
        assert row["p_value"] == 1
        assert row["statistic"] == (1 if variant in ("exact", "midp") else 0)


def test_two_classifiers_that_never_differ_are_all_ties() -> None:
    row = column("mcnemar", [1, 0, 1], [1, 0, 1])
    assert (row["status"], row["p_value"], row["statistic"]) == ("all_ties", 1.0, None)


def test_truth_values_are_as_good_as_zeros_and_ones_and_other_numbers_are_not() -> None:
    assert column("mcnemar", [True, True], [False, True])["statistic"] == 1
    row = column("mcnemar", [0.5, 1.0], [0.0, 1.0])
    assert (row["status"], row["p_value"]) == ("undefined", None)


@given(bits)
def test_the_exact_sign_flip_on_zero_one_losses_is_the_exact_mcnemar_test(data: list[tuple[int, int]]) -> None:
    x, y = map(list, zip(*data, strict=True))
    alternative = ("two-sided", "greater", "less")[len(data) % 3]
    flip = column("permutation_signflip", x, y, alternative=alternative)
    assert flip["p_value"] == pytest.approx(column("mcnemar", x, y, alternative=alternative)["p_value"], rel=1e-9)
    assert flip["law"] == "exact sign flips"


def every_count(most: int = 9) -> pl.DataFrame:
    """Groups with every number of wins and losses up to most, and three ties."""
    return pl.concat(
        pl.DataFrame({"wins": w, "losses": v, "x": [1] * w + [0] * v + [0, 1, 1], "y": [0] * w + [1] * v + [0, 1, 1]})
        for w in range(most + 1)
        for v in range(most + 1)
    )


def over_counts(test: pl.Expr, name: str) -> pl.DataFrame:
    return every_count().group_by("wins", "losses", maintain_order=True).agg(test).unnest(name)


def test_the_exact_mcnemar_test_is_the_sign_test_and_scipy_agrees() -> None:
    rows = over_counts(br.expr.mcnemar("x", "y"), "mcnemar")
    signs = over_counts(br.expr.sign_test("x", "y"), "sign_test")
    assert rows["p_value"].to_list() == pytest.approx(signs["p_value"].to_list(), rel=1e-12)
    for row in rows.filter(pl.col("wins") + pl.col("losses") > 0).iter_rows(named=True):
        expected = stats.binomtest(row["wins"], row["wins"] + row["losses"]).pvalue
        assert row["p_value"] == pytest.approx(expected, rel=1e-9)


def test_the_effect_interval_is_dual_to_the_exact_test() -> None:
    rows = over_counts(br.expr.mcnemar("x", "y"), "mcnemar").filter(pl.col("status") == "ok")
    outside = (rows["effect_low"] > 0) | (rows["effect_high"] < 0)
    assert outside.to_list() == (rows["p_value"] <= 0.05).to_list()


def test_tangos_interval_is_where_the_score_of_the_restricted_likelihood_reaches_z() -> None:
    # The restricted estimate is found by maximising the likelihood, not by the closed form.
    b, c, n, z = 12, 4, 100, stats.norm.ppf(0.975)

    def score(gap: float) -> float:
        def cost(q: float) -> float:
            return -(b * np.log(q + gap) + c * np.log(q) + (n - b - c) * np.log(1 - 2 * q - gap))

        bounds = (max(0.0, -gap) + 1e-12, (1 - gap) / 2 - 1e-12)
        q = optimize.minimize_scalar(cost, bounds=bounds, method="bounded", options={"xatol": 1e-13}).x
        return float((b - c - n * gap) / np.sqrt(n * (2 * q + gap - gap**2)))

    low = optimize.brentq(lambda gap: score(gap) - z, -0.5, 0.08)
    high = optimize.brentq(lambda gap: score(gap) + z, 0.08, 0.6)
    row = one(br.ci_tango(fx6()))
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), rel=1e-5)
    assert (row["estimate"], row["p_value"], row["better"]) == (pytest.approx(0.08), None, "2")


def test_the_paired_intervals_of_a_published_table_are_met() -> None:
    # Fagerland, Lydersen, Laake (2014), airway hyper-responsiveness: 1, 1, 7, 12 of 21 children.
    x, y = [1, 1] + [0] * 7 + [0] * 12, [1, 0] + [1] * 7 + [0] * 12
    tango, newcombe = column("ci_tango", x, y), column("ci_tango", x, y, variant="newcombe")
    assert (tango["ci_low"], tango["ci_high"]) == pytest.approx((-0.517, -0.026), abs=5e-4)
    assert (newcombe["ci_low"], newcombe["ci_high"]) == pytest.approx((-0.507, -0.026), abs=5e-4)


@pytest.mark.parametrize("variant", ["tango", "newcombe"])
def test_paired_intervals_hold_the_estimate_within_minus_one_and_one(variant: Any) -> None:
    rows = over_counts(br.expr.ci_tango("x", "y", variant=variant), "ci_tango")
    assert rows["ci_low"].is_between(-1 - 1e-9, rows["estimate"] + 1e-9).all()
    assert rows["ci_high"].is_between(rows["estimate"] - 1e-9, 1 + 1e-9).all()


def test_tangos_interval_excludes_zero_where_the_uncorrected_test_rejects() -> None:
    rows = over_counts(br.expr.mcnemar("x", "y", variant="uncorrected"), "mcnemar")
    rows = rows.filter(pl.col("status") == "approximate")
    outside = (rows["ci_low"] > 0) | (rows["ci_high"] < 0)
    assert outside.to_list() == (rows["p_value"] < 0.05).to_list()


def test_fixture_six_gives_the_paired_t_of_the_catalogue() -> None:
    row = one(br.paired_t_instances(fx6()))
    assert row["statistic"] == pytest.approx(2.03100960116, rel=1e-9)
    assert row["better"] == "2"  # the first errs more often
    assert row["p_value"] == pytest.approx(0.0449347252126, rel=1e-9)
    assert row["estimate"] / row["effect"] == pytest.approx(-np.sqrt(0.155151515152), rel=1e-9)
    assert row["status"] == "ok"


def test_fixture_six_gives_the_sign_flip_of_the_catalogue() -> None:
    row = one(br.permutation_signflip(fx6()))
    assert row["p_value"] == pytest.approx(0.0768127441406, rel=1e-9)
    assert (row["statistic"], row["n"], row["n_ties"], row["variant"]) == (8, 100, 84, "exact")


def test_fixture_eight_gives_the_regression_tests_of_the_catalogue() -> None:
    f = one(br.f_test_regression(fx8()))
    assert (f["statistic"], f["p_value"]) == pytest.approx((2.18518518519, 0.28968785385), rel=1e-9)
    assert (f["status"], f["better"]) == ("approximate", "2")
    assert "paired_t_instances" in f["note"]
    side = one(br.f_test_regression(fx8(), alternative="less"))
    assert side["p_value"] == pytest.approx(0.144843926925, rel=1e-9)
    t = one(br.paired_t_instances(fx8(), loss="squared"))
    assert (t["statistic"], t["p_value"]) == pytest.approx((2.09190544147, 0.0747594021702), rel=1e-9)
    assert (t["status"], t["better"]) == ("approximate", "2")
    pm = one(br.pitman_morgan(fx8()))
    assert (pm["effect"], pm["p_value"]) == pytest.approx((-0.857934376634, 0.00642608898853), rel=1e-9)
    assert pm["statistic"] > 0  # the first has the larger variance
    assert (pm["estimate"], pm["better"]) == (pytest.approx(np.var(R1) / np.var(R2), rel=1e-9), "2")


def test_the_interval_of_the_f_test_is_its_own_inversion() -> None:
    row = one(br.f_test_regression(fx8()))
    for limit in (row["ci_low"], row["ci_high"]):
        ratio = row["statistic"] / limit
        assert 2 * min(stats.f.sf(ratio, 8, 8), stats.f.cdf(ratio, 8, 8)) == pytest.approx(0.05, rel=1e-8)


def test_the_f_test_is_sound_on_separate_test_sets() -> None:
    rows = [("1", i, 0.0, r) for i, r in enumerate(R1)] + [("2", 100 + i, 0.0, r) for i, r in enumerate(R2[:6])]
    row = one(br.f_test_regression(pl.DataFrame(rows, ["algorithm", "instance", "truth", "prediction"], orient="row")))
    assert (row["status"], row["note"], row["df1"], row["df2"]) == ("ok", None, 8, 6)
    assert row["statistic"] == pytest.approx(np.mean(np.square(R1)) / np.mean(np.square(R2[:6])), rel=1e-12)


def test_a_regressor_without_error_leaves_no_ratio() -> None:
    row = one(br.f_test_regression(predictions(R1, [0.0] * 8, truth=0.0)))
    assert (row["status"], row["p_value"]) == ("undefined", None)
    both = one(br.f_test_regression(predictions([0.0] * 8, [0.0] * 8, truth=0.0)))
    assert (both["status"], both["p_value"]) == ("all_ties", 1.0)
    first = one(br.f_test_regression(predictions([0.0] * 8, R2, truth=0.0)))
    assert (first["p_value"], first["better"]) == (0.0, "1")


@given(st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), min_size=4, max_size=12))
def test_pitman_morgan_is_the_correlation_of_sums_and_differences(data: list[tuple[int, int]]) -> None:
    x, y = (np.array(values, dtype=float) for values in zip(*data, strict=True))
    row = column("pitman_morgan", x, y)
    if row["status"] == "ok":
        expected = stats.pearsonr(x + y, x - y)
        assert row["effect"] == pytest.approx(expected.statistic, rel=1e-9, abs=1e-12)
        assert row["p_value"] == pytest.approx(expected.pvalue, rel=1e-7)
        # The interval ends where scaling y leaves a p-value of alpha.
        scaled = column("pitman_morgan", x, y * np.sqrt(row["ci_low"]))
        assert scaled["p_value"] == pytest.approx(0.05, rel=1e-6)


@pytest.mark.parametrize(
    ("x", "y", "status"),
    [
        ([1.0, 2.0], [2.0, 1.0], "too_few"),
        ([1.0, 2.0, 4.0], [2.0, 3.0, 5.0], "all_ties"),
        ([1.0, 2.0, 4.0], [2.0, 4.0, 8.0], "singular"),
        ([1.0, 2.0, 4.0], [2.0, 2.0, 2.0], "zero_variance"),
    ],
    ids=["two", "shifted", "proportional", "constant"],
)
def test_variances_that_cannot_be_compared_have_a_status(x: list[float], y: list[float], status: str) -> None:
    row = column("pitman_morgan", x, y)
    assert (row["status"], row["p_value"]) == (status, 1.0 if status == "all_ties" else None)


CLUSTERED = (
    [0.31, 0.52, 0.9, 0.22, 0.41, 0.63, 0.15, 0.77, 0.35, 0.58],
    [0.2, 0.5, 0.35, 0.12, 0.44, 0.2, 0.1, 0.5, 0.3, 0.6],
    [1, 1, 2, 2, 2, 3, 3, 4, 4, 5],
)
# statsmodels 0.15.0, OLS(x - y, 1).fit(cov_type="cluster", cov_kwds={"groups": g}, use_t=True): t, p, df.
STATSMODELS = (3.99568387234, 0.0161881220031, 4)


def test_cluster_robust_errors_are_those_of_statsmodels() -> None:
    row = column("paired_t_instances", *CLUSTERED)
    assert (row["statistic"], row["p_value"], row["df1"]) == pytest.approx(STATSMODELS, rel=1e-9)
    assert row["status"] == "approximate"
    assert "5 clusters" in row["note"]


def test_clusters_of_one_instance_change_nothing() -> None:
    x, y, _ = CLUSTERED
    alone = column("paired_t_instances", x, y)
    single = column("paired_t_instances", x, y, [str(i) for i in range(10)])
    assert single["statistic"] == pytest.approx(alone["statistic"], rel=1e-12)
    assert single["df1"] == alone["df1"]


def test_a_cluster_column_in_the_table_is_used_and_its_order_is_not() -> None:
    x, y, cluster = CLUSTERED
    table = predictions(x, y, truth=0.0, cluster=[f"patient {c}" for c in cluster])
    row = one(br.paired_t_instances(table, loss="absolute"))
    assert row["statistic"] == pytest.approx(STATSMODELS[0], rel=1e-9)
    shuffled = table.sample(fraction=1.0, shuffle=True, seed=3)
    assert br.paired_t_instances(shuffled, loss="absolute").equals(br.paired_t_instances(table, loss="absolute"))
    interval = one(br.bootstrap_paired(table, loss="absolute", draws=999))
    assert interval["variant"] == "bca, clusters"


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=15))
def test_the_paired_t_agrees_with_scipy(data: list[tuple[int, int]]) -> None:
    x, y = map(np.array, zip(*data, strict=True))
    for alternative in ("two-sided", "greater", "less"):
        row = column("paired_t_instances", x, y, alternative=alternative)
        if np.ptp(x - y) == 0:
            assert row["status"] == ("zero_variance" if (x - y).any() else "all_ties")
            continue
        expected = stats.ttest_rel(x, y, alternative=alternative)
        assert row["p_value"] == pytest.approx(expected.pvalue, rel=1e-8)


def test_predictions_pooled_over_folds_are_approximate_and_repeats_are_named() -> None:
    pooled = fx6().with_columns(fold=pl.col("instance") % 10)
    row = one(br.mcnemar(pooled))
    assert (row["status"], row["p_value"]) == ("approximate", pytest.approx(0.0768127441406, rel=1e-9))
    assert "several trained models" in row["note"]
    again = pl.concat(fx6().with_columns(repeat=pl.lit(repeat)) for repeat in (1, 2))
    repeated = one(br.mcnemar(again))
    assert (repeated["status"], repeated["n"]) == ("approximate", 200)
    assert "predicted in several runs" in repeated["note"]
    per_repeat = br.mcnemar(again, by=("dataset", "repeat"))
    assert per_repeat["status"].to_list() == ["ok", "ok"]


def test_an_infinite_loss_leaves_the_pair_undefined() -> None:
    frame = predictions([0, 1], [0, 0]).with_columns(
        prob_0=pl.Series([1.0, 0.0, 0.9, 0.8]), prob_1=pl.Series([0.0, 1.0, 0.1, 0.2])
    )
    for test in (br.paired_t_instances, br.permutation_signflip, br.bootstrap_paired):
        row = one(test(frame, loss="log_loss"))
        assert (row["status"], row["p_value"], row["estimate"], row["n"]) == ("undefined", None, None, 2)
        assert "infinite loss on 1 instances" in row["note"]


def test_weights_are_not_silently_ignored() -> None:
    row = one(br.mcnemar(predictions(FIRST, SECOND, weight=[1.0] * 100)))
    assert "weights are not used" in row["note"]


def test_missing_predictions_are_refused_or_dropped_and_counted() -> None:
    holey = fx6().with_columns(
        prediction=pl.when((pl.col("algorithm") == "1") & (pl.col("instance") == 99)).then(None).otherwise("prediction")
    )
    with pytest.raises(br.BenchreportError, match="data, 99 lacks 1"):
        br.mcnemar(holey)
    row = one(br.mcnemar(holey, missing="available"))
    assert (row["n"], row["n_dropped"], row["statistic"]) == (99, 1, 4)


def test_a_pair_without_a_common_instance_has_a_row_that_says_so() -> None:
    apart = pl.DataFrame(
        [("1", 0, 0, 0), ("2", 1, 0, 0)], ["algorithm", "instance", "truth", "prediction"], orient="row"
    )
    row = one(br.mcnemar(apart, missing="available"))
    assert (row["status"], row["n"], row["n_dropped"], row["p_value"]) == ("too_few", 0, 2, None)


def test_costs_decide_who_is_better() -> None:
    # The first raises ten false alarms, the second misses three.
    truth = [0] * 10 + [1] * 3 + [0] * 40 + [1] * 40
    rows = [("1", i, t, 1 if i < 13 else t) for i, t in enumerate(truth)]
    rows += [("2", i, t, 0 if i < 13 else t) for i, t in enumerate(truth)]
    table = pl.DataFrame(rows, ["algorithm", "instance", "truth", "prediction"], orient="row")
    assert one(br.mcnemar(table))["better"] == "2"
    both = br.risk_test(table, costs=(1, 10), positive=1)
    assert both["variant"].to_list() == ["paired_t", "sign_flip"]
    assert both["better"].to_list() == ["1", "1"]
    assert both["estimate"].to_list() == pytest.approx([(10 - 30) / 93] * 2)
    assert all("other way round" in note for note in both["note"])
    d = np.array([-1.0] * 10 + [10.0] * 3 + [0] * 80)
    assert both["p_value"][0] == pytest.approx(stats.ttest_1samp(d, 0).pvalue, rel=1e-9)
    assert one(br.paired_t_instances(table, costs=(1, 10), positive=1))["p_value"] == both["p_value"][0]


@pytest.mark.parametrize("variant", ["percentile", "bca"])
def test_the_bootstrap_agrees_with_scipy_within_its_noise(variant: Any) -> None:
    rng = np.random.default_rng(3)
    x, y = rng.exponential(size=40), rng.exponential(size=40)
    row = column("bootstrap_paired", x, y, variant=variant, draws=19_999)
    method = {"percentile": "percentile", "bca": "BCa"}[variant]
    theirs = stats.bootstrap((x - y,), np.mean, method=method, n_resamples=19_999, random_state=1)
    width = row["ci_high"] - row["ci_low"]
    assert row["ci_low"] == pytest.approx(theirs.confidence_interval.low, abs=0.03 * width)
    assert row["ci_high"] == pytest.approx(theirs.confidence_interval.high, abs=0.03 * width)


def test_drawing_clusters_is_drawing_their_sums_and_sizes() -> None:
    x, y, cluster = CLUSTERED
    row = column("bootstrap_paired", x, y, cluster, variant="percentile", draws=19_999)
    d, c = np.subtract(x, y), np.array(cluster)
    sums, sizes = (np.array([f(d[c == g]) for g in np.unique(c)]) for f in (np.sum, len))
    picks = np.random.default_rng(9).integers(0, 5, (19_999, 5))
    low, high = np.quantile(sums[picks].sum(axis=1) / sizes[picks].sum(axis=1), [0.025, 0.975])
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), abs=0.01)
    assert row["estimate"] == pytest.approx(d.mean(), rel=1e-12)


def test_the_same_seed_gives_the_same_interval_and_another_gives_another() -> None:
    x, y, _ = CLUSTERED
    first, again = (column("bootstrap_paired", x, y, draws=999, seed=1) for _ in range(2))
    other = column("bootstrap_paired", x, y, draws=999, seed=2)
    assert first == again
    assert first["ci_low"] != other["ci_low"]


@pytest.mark.parametrize(
    ("x", "y", "status"),
    [([1.0], [2.0], "too_few"), ([1.0, 2.0], [1.0, 2.0], "all_ties"), ([1.0, 2.0], [1.1, 2.1], "zero_variance")],
    ids=["one", "tied", "constant"],
)
def test_a_bootstrap_of_nothing_that_varies_gives_no_interval(x: list[float], y: list[float], status: str) -> None:
    row = column("bootstrap_paired", x, y, draws=99)
    assert (row["status"], row["ci_low"], row["ci_high"]) == (status, None, None)


@pytest.mark.parametrize("options", [{"seed": -1}, {"seed": 0.5}, {"draws": 10}, {"variant": "bc"}], ids=str)
def test_senseless_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(br.BenchreportError):
        br.bootstrap_paired(fx6(), **options)


def test_datasets_that_no_two_algorithms_share_give_no_rows() -> None:
    rows = [("1", "iris", 0, 0, 0), ("2", "wine", 0, 0, 1)]
    table = pl.DataFrame(rows, ["algorithm", "dataset", "instance", "truth", "prediction"], orient="row")
    tests = (br.mcnemar, br.ci_tango, br.paired_t_instances, br.permutation_signflip, br.bootstrap_paired)
    for test in (*tests, br.same_rate_other_errors):
        assert test(table).height == 0
    numeric = table.with_columns(pl.col("truth", "prediction").cast(pl.Float64))
    for test in (br.f_test_regression, br.pitman_morgan):
        assert test(numeric).height == 0


@pytest.mark.parametrize("kind", [pl.Categorical, pl.Int64, pl.String, pl.Float64, pl.Boolean], ids=str)
def test_clusters_may_be_named_by_anything(kind: Any) -> None:
    x, y, cluster = CLUSTERED
    names = pl.Series(cluster)
    named = (names > 2) if kind == pl.Boolean else names.cast(pl.String).cast(kind)
    table = predictions(x, y, truth=0.0, cluster=named.to_list()).with_columns(pl.col("cluster").cast(kind))
    for test in (br.paired_t_instances, partial(br.bootstrap_paired, draws=99)):
        row = one(test(table, loss="absolute"))
        assert "clusters" in row["note"]


def test_an_instance_without_its_cluster_is_refused() -> None:
    x, y, _ = CLUSTERED
    with pytest.raises(br.BenchreportError, match="'cluster' is empty"):
        br.paired_t_instances(predictions(x, y, truth=0.0, cluster=[1] * 9 + [None]), loss="absolute")


def test_a_constant_difference_has_the_sign_flip_beside_it() -> None:
    row = one(br.paired_t_instances(predictions([1] * 6, [0] * 6)))
    assert (row["status"], row["p_value"]) == ("zero_variance", None)
    assert "exact sign-flip p 0.03125" in row["note"]


def test_scores_have_no_loss_to_choose(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="these are scores"):
        br.permutation_signflip(demsar, by="metric", loss="squared")
