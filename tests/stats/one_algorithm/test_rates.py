"""Intervals and tests for rates, from counts, predictions and confusion tables."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import special, stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.stats.kernels import binomial as kernels

SINGLES: dict[str, dict[str, Any]] = {
    "ci_proportion_wald": {},
    "ci_wilson": {},
    "ci_clopper_pearson": {},
    "ci_midp": {},
    "ci_blaker": {},
    "ci_jeffreys": {},
    "ci_agresti_coull": {},
    "ci_hoeffding": {},
    "ci_transformed": {},
    "binomial_test": {"constant": 0.2},
    "approx_normal_test": {"constant": 0.2},
}
PAIRS = ("ci_difference_errors", "two_proportions")
every_single = pytest.mark.parametrize("name", SINGLES)
every_id = pytest.mark.parametrize("name", [*SINGLES, *PAIRS])
counts_of_trials = st.integers(1, 80).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def row(name: str, *counts: float, **options: Any) -> dict[str, Any]:
    return pl.select(getattr(br.expr, name)(*counts, **options)).unnest(name).row(0, named=True)


def limits(name: str, *counts: float, **options: Any) -> tuple[float, float]:
    found = row(name, *counts, **options)
    return found["ci_low"], found["ci_high"]


def same(ours: float | None, theirs: float | None) -> bool:
    return ours is theirs if ours is None or theirs is None else ours == pytest.approx(theirs, rel=1e-9, abs=1e-12)


def function_of(name: str) -> Callable[..., Any]:
    return partial(getattr(br, name), **SINGLES.get(name, {}))


def predictions() -> pl.DataFrame:
    """Three algorithms on two datasets; the algorithms saw different instances."""
    rng = np.random.default_rng(3)
    rows = [
        (algorithm, dataset, 1000 * i + j, truth, truth if rng.random() < 0.8 else "other")
        for dataset in ("d", "e")
        for i, algorithm in enumerate("ABC")
        for j, truth in enumerate(rng.choice(["x", "y"], 25))
    ]
    names = ["algorithm", "dataset", "instance", "truth", "prediction"]
    return br.predictions(pl.DataFrame(rows, schema=names, orient="row"))


def confusion(**cells: int) -> pl.DataFrame:
    return br.counts(pl.DataFrame({"model": ["A"], **{name: [count] for name, count in cells.items()}}))


# Values of the method catalogue, section 4.


def test_twelve_errors_of_forty_give_the_intervals_of_the_catalogue() -> None:
    assert limits("ci_proportion_wald", 12, 40) == pytest.approx((0.157987117455, 0.442012882545), rel=1e-11)
    assert limits("ci_wilson", 12, 40) == pytest.approx((0.180748452297, 0.454300188181), rel=1e-11)
    assert limits("ci_clopper_pearson", 12, 40) == pytest.approx((0.165627204393, 0.465316285254), rel=1e-11)
    low, high = limits("ci_hoeffding", 12, 40)
    assert (high - low) / 2 == pytest.approx(0.214734704173, rel=1e-11)


@pytest.mark.parametrize(
    ("successes", "n", "expected"),
    [
        (750, 1000, (0.732051313847, 0.767128845431)),
        (75, 100, (0.690769726823, 0.801151091514)),
        (7.5, 10, (0.548317231625, 0.88114842733)),
    ],
)
def test_eighty_percent_score_intervals_of_the_third_seed(
    successes: float, n: int, expected: tuple[float, float]
) -> None:
    assert limits("ci_wilson", successes, n, alpha=0.2) == pytest.approx(expected, rel=1e-11)


def test_a_clean_sheet_has_a_lower_limit_of_nought() -> None:
    assert limits("ci_wilson", 0, 40) == pytest.approx((0, 0.0876216011973), rel=1e-11)
    assert limits("ci_clopper_pearson", 0, 40) == pytest.approx((0, 0.0880973028788), rel=1e-11)
    assert limits("ci_clopper_pearson", 40, 40)[1] == 1


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        (0, (0, 0.00368208389687)),
        (10, (0.00480551069105, 0.0183132430551)),
        (100, (0.0821053343556, 0.120287936519)),
        (250, (0.223430406265, 0.278050006224)),
        (500, (0.468549172972, 0.531450827028)),
    ],
)
def test_exact_limits_of_the_first_seed_lie_within_those_of_hoeffding(
    errors: int, expected: tuple[float, float]
) -> None:
    exact = limits("ci_clopper_pearson", errors, 1000)
    assert exact == pytest.approx(expected, rel=1e-11)
    low, high = limits("ci_hoeffding", errors, 1000)
    assert low <= exact[0]
    assert exact[1] <= high


def test_hoeffding_half_widths_of_the_first_seed() -> None:
    low, high = limits("ci_hoeffding", 500, 1000)
    assert (high - low) / 2 == pytest.approx(0.0429469408347, rel=1e-11)
    upper = row("ci_hoeffding", 500, 1000, alternative="less")
    assert upper["ci_high"] - 0.5 == pytest.approx(0.038702275602, rel=1e-11)
    assert upper["ci_low"] is None
    assert upper["variant"] == "upper_bound"
    # 682 of 925, PEERS section 5.
    low, high = limits("ci_hoeffding", 682, 925)
    assert (high - low) / 2 == pytest.approx(0.0446541, abs=5e-8)
    assert limits("ci_clopper_pearson", 682, 925) == pytest.approx((0.70766826, 0.76540656), abs=5e-9)


def test_the_difference_of_two_errors_is_that_of_the_catalogue() -> None:
    found = row("ci_difference_errors", 12, 40, 10, 50, variant="wald")
    assert (found["ci_low"], found["ci_high"]) == pytest.approx((-0.0801674971655, 0.280167497165), rel=1e-11)
    assert found["statistic"] == pytest.approx(0.1 / 0.0919238815543, rel=1e-11)
    assert found["p_value"] == pytest.approx(2 * stats.norm.sf(found["statistic"]), rel=1e-12)


def test_newcombes_interval_is_the_one_of_his_paper() -> None:
    # Newcombe 1998, Table II, 56/70 against 48/80, method 10.
    assert limits("ci_difference_errors", 56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)


def test_without_spread_the_wald_difference_hands_over_to_newcombe_and_says_so() -> None:
    found = row("ci_difference_errors", 0, 10, 0, 20, variant="wald")
    assert (found["variant"], found["status"]) == ("newcombe", "ok")
    assert "no width" in found["note"]
    assert (found["ci_low"], found["ci_high"]) == limits("ci_difference_errors", 0, 10, 0, 20)


# Other implementations.


@given(counts_of_trials, st.sampled_from(["two-sided", "greater", "less"]))
def test_score_and_exact_limits_are_those_of_scipy(counts: tuple[int, int], alternative: Any) -> None:
    test = stats.binomtest(*counts, alternative=alternative)
    for name, method, options in (
        ("ci_clopper_pearson", "exact", {}),
        ("ci_wilson", "wilson", {}),
        ("ci_wilson", "wilsoncc", {"variant": "corrected"}),
    ):
        theirs = test.proportion_ci(method=method)
        ours = row(name, *counts, alternative=alternative, **options)
        if alternative != "less":
            assert ours["ci_low"] == pytest.approx(theirs.low, abs=1e-12)
        if alternative != "greater":
            assert ours["ci_high"] == pytest.approx(theirs.high, abs=1e-12)


@given(counts_of_trials, st.sampled_from([0.0, 0.01, 0.2, 0.5, 0.9, 1.0]), st.sampled_from(["two-sided", "greater"]))
def test_the_binomial_test_is_that_of_scipy(counts: tuple[int, int], rate: float, alternative: Any) -> None:
    theirs = stats.binomtest(*counts, rate, alternative=alternative).pvalue
    assert row("binomial_test", *counts, constant=rate, alternative=alternative)["p_value"] == pytest.approx(
        theirs, rel=1e-9, abs=1e-300
    )


@given(counts_of_trials, counts_of_trials, st.sampled_from(["two-sided", "greater", "less"]))
def test_fishers_test_is_that_of_scipy(one: tuple[int, int], other: tuple[int, int], alternative: Any) -> None:
    table = [[one[0], other[0]], [one[1] - one[0], other[1] - other[0]]]
    found = row("two_proportions", *one, *other, variant="fisher", alternative=alternative)
    if one[0] + other[0] in (0, one[1] + other[1]):
        assert (found["status"], found["p_value"]) == ("all_ties", 1.0)
    else:
        assert found["p_value"] == pytest.approx(stats.fisher_exact(table, alternative=alternative).pvalue, rel=1e-8)


@pytest.mark.parametrize(("x", "n"), [(1, 10), (5, 10), (7, 20), (48, 50), (3, 7)])
def test_blakers_limits_are_where_the_acceptability_crosses_the_level(x: int, n: int) -> None:
    def acceptability(rate: float) -> float:
        # Blaker 2000, by enumeration: the chance of a count whose smaller tail is no larger than the observed one.
        counts = np.arange(n + 1)
        chance = stats.binom.pmf(counts, n, rate)
        tails = np.minimum(stats.binom.cdf(counts, n, rate), stats.binom.sf(counts - 1, n, rate))
        return float(chance[tails <= tails[x] * (1 + 1e-12)].sum())

    low, high = limits("ci_blaker", x, n)
    for inside, outside in ((low + 1e-9, low - 1e-9), (high - 1e-9, high + 1e-9)):
        assert acceptability(inside) >= 0.05 - 1e-7
        assert acceptability(outside) < 0.05
    assert all(acceptability(rate) < 0.05 for rate in np.linspace(0, low - 1e-6, 300))
    assert all(acceptability(rate) < 0.05 for rate in np.linspace(high + 1e-6, 1, 300))


def test_the_midp_limit_of_a_clean_sheet_has_a_closed_form() -> None:
    assert limits("ci_midp", 0, 10)[1] == pytest.approx(1 - 0.05**0.1, rel=1e-14)


@given(counts_of_trials)
def test_the_shortest_posterior_interval_holds_its_share_and_is_no_longer_than_the_equal_tailed(
    counts: tuple[int, int],
) -> None:
    x, n = counts
    low, high = limits("ci_jeffreys", x, n, variant="hpd")
    law = stats.beta(x + 0.5, n - x + 0.5)
    assert law.cdf(high) - law.cdf(low) == pytest.approx(0.95, abs=1e-10)
    equal = limits("ci_jeffreys", x, n)
    assert high - low <= equal[1] - equal[0] + 1e-12


def test_the_arcsine_interval_is_normal_on_its_own_scale() -> None:
    low, high = limits("ci_transformed", 12, 40, variant="arcsine")
    centre, reach = math.asin(math.sqrt(0.3)), 1.959963984540054 / (2 * math.sqrt(40))
    assert (low, high) == pytest.approx((math.sin(centre - reach) ** 2, math.sin(centre + reach) ** 2), rel=1e-12)


@pytest.mark.parametrize(
    ("variant", "scale", "error"),
    [
        ("logit", special.logit, 1 / math.sqrt(40 * 0.3 * 0.7)),
        ("probit", special.ndtri, math.sqrt(0.3 * 0.7 / 40) / stats.norm.pdf(special.ndtri(0.3))),
        ("cloglog", lambda p: -math.log(-math.log(p)), math.sqrt(0.7 / (40 * 0.3)) / -math.log(0.3)),
    ],
)
def test_limits_on_another_scale_lie_a_normal_quantile_of_errors_from_the_rate(
    variant: str, scale: Callable[[float], float], error: float
) -> None:
    low, high = limits("ci_transformed", 12, 40, variant=variant)
    reach = 1.959963984540054 * error
    assert (scale(low), scale(high)) == pytest.approx((scale(0.3) - reach, scale(0.3) + reach), rel=1e-12)


# Laws.


RATES = [0.05, 0.2, 0.5, 0.77, 0.99]


def p_values(name: str, counts: tuple[int, int], alternative: str) -> list[float]:
    """Test one count against several rates, each a group of its own."""
    frame = pl.DataFrame({"rate": RATES}).with_columns(k=pl.lit(counts[0]), n=pl.lit(counts[1]))
    test = getattr(br.expr, name)("k", "n", constant="rate", alternative=alternative)
    return frame.group_by("rate").agg(test).sort("rate").unnest(name)["p_value"].to_list()


@given(counts_of_trials)
def test_a_rate_lies_outside_the_exact_interval_when_a_one_sided_test_rejects(counts: tuple[int, int]) -> None:
    low, high = limits("ci_clopper_pearson", *counts)
    tails = zip(*(p_values("binomial_test", counts, side) for side in ("greater", "less")), strict=True)
    for rate, p in zip(RATES, map(min, tails), strict=True):
        if abs(p - 0.025) > 1e-9:
            assert (not low <= rate <= high) == (p < 0.025)


@given(counts_of_trials)
def test_a_rate_lies_in_the_score_interval_when_the_normal_test_does_not_reject(counts: tuple[int, int]) -> None:
    low, high = limits("ci_wilson", *counts)
    for rate, p in zip(RATES, p_values("approx_normal_test", counts, "two-sided"), strict=True):
        if abs(p - 0.05) > 1e-9:
            assert (low <= rate <= high) == (p > 0.05)


@settings(max_examples=12)
@given(counts_of_trials, st.sampled_from([0.01, 0.05, 0.2, 0.6]))
def test_intervals_hold_the_rate_lie_in_the_unit_interval_and_mirror(counts: tuple[int, int], alpha: float) -> None:
    x, n = counts
    for name in ("ci_wilson", "ci_clopper_pearson", "ci_midp", "ci_blaker", "ci_jeffreys"):
        low, high = limits(name, x, n, alpha=alpha)
        assert 0 <= low <= high <= 1
        if name != "ci_jeffreys":
            assert low <= x / n <= high
        assert limits(name, n - x, n, alpha=alpha) == pytest.approx((1 - high, 1 - low), abs=1e-12)
    exact, inside = limits("ci_clopper_pearson", x, n, alpha=alpha), limits("ci_blaker", x, n, alpha=alpha)
    assert exact[0] - 1e-12 <= inside[0]
    assert inside[1] <= exact[1] + 1e-12


def test_the_exact_interval_covers_at_least_what_it_promises() -> None:
    n = 30
    counts = np.arange(n + 1.0)
    sizes = np.full(n + 1, float(n))
    for kernel in (kernels.clopper_pearson, kernels.blaker):
        low, high = kernel(counts, sizes, 0.025)
        for rate in np.linspace(0.01, 0.99, 99):
            covered = (low <= rate) & (rate <= high)
            assert stats.binom.pmf(counts, n, rate)[covered].sum() >= 0.95


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("ci_difference_errors", {"variant": "newcombe"}),
        ("ci_difference_errors", {"variant": "wald"}),
        ("two_proportions", {"variant": "plain"}),
        ("two_proportions", {"variant": "corrected"}),
        ("two_proportions", {"variant": "fisher"}),
    ],
)
@settings(max_examples=3)
@given(st.lists(st.tuples(counts_of_trials, counts_of_trials), min_size=5, max_size=30))
def test_swapping_the_two_rates_mirrors_everything(
    name: str, options: dict[str, str], data: list[tuple[tuple[int, int], tuple[int, int]]]
) -> None:
    frame = pl.DataFrame([(*one, *other) for one, other in data], schema=["k", "n", "j", "m"], orient="row")

    def rows(*counts: str, alternative: str = "two-sided") -> list[dict[str, Any]]:
        test = getattr(br.expr, name)(*counts, alternative=alternative, **options)
        return frame.with_row_index("g").group_by("g").agg(test).sort("g").unnest(name).to_dicts()

    ahead, behind = rows("k", "n", "j", "m"), rows("j", "m", "k", "n")
    greater, less = rows("k", "n", "j", "m", alternative="greater"), rows("j", "m", "k", "n", alternative="less")
    for one, other, above, below in zip(ahead, behind, greater, less, strict=True):
        assert one["estimate"] == pytest.approx(-other["estimate"], abs=1e-15)
        assert same(one["p_value"], other["p_value"])
        assert same(one["ci_low"], other["ci_high"] and -other["ci_high"])
        assert same(above["p_value"], below["p_value"])


# Tests against a constant, section 5 of the catalogue.


def test_the_binomial_test_gives_the_value_and_the_size_of_the_catalogue() -> None:
    p = [row("binomial_test", k, 40, constant=0.2, alternative="greater")["p_value"] for k in (12, 13)]
    assert p == pytest.approx([0.087505235922, 0.0432416223763], rel=1e-11)


def test_the_lower_tail_certifies_a_low_error() -> None:
    certified = br.binomial_test(confusion(tp=150, tn=148, fp=1, fn=1), constant=0.02, alternative="greater")
    assert certified["p_value"][0] == pytest.approx(stats.binom.cdf(2, 300, 0.02), rel=1e-12)
    assert certified["effect"][0] > 0
    assert certified["ci_low"][0] is None


def test_the_normal_test_gives_the_values_of_the_catalogue() -> None:
    plain = row("approx_normal_test", 12, 40, constant=0.2, alternative="greater")
    assert (plain["statistic"], plain["p_value"]) == pytest.approx((1.58113883008, 0.0569231490033), rel=1e-11)
    assert plain["status"] == "ok"
    corrected = row("approx_normal_test", 12, 40, constant=0.2, alternative="greater", variant="corrected")
    assert (corrected["statistic"], corrected["p_value"]) == pytest.approx((1.38349647632, 0.083256343511), rel=1e-11)


def test_the_normal_test_shows_the_exact_p_where_it_is_rough() -> None:
    found = row("approx_normal_test", 3, 20, constant=0.2)
    assert found["status"] == "approximate"
    assert "the exact p is 0.7818" in found["note"]


@pytest.mark.parametrize(("rate", "k", "expected"), [(0, 0, 1.0), (0, 1, 0.0), (1, 5, 1.0), (1, 4, 0.0)])
def test_rates_of_nought_and_one_are_decided_exactly(rate: float, k: int, expected: float) -> None:
    assert row("binomial_test", k, 5, constant=rate)["p_value"] == expected


def test_a_test_that_cannot_reach_the_level_says_so() -> None:
    assert "cannot reach alpha" in row("binomial_test", 2, 3, constant=0.5)["note"]
    assert row("binomial_test", 2, 3, constant=0.01)["note"] is None


def test_midp_takes_half_the_chance_of_the_observed_count() -> None:
    exact, half = (
        row("binomial_test", 12, 40, constant=0.2, alternative="greater", variant=variant)["p_value"]
        for variant in ("exact", "midp")
    )
    assert half == pytest.approx(exact - stats.binom.pmf(12, 40, 0.2) / 2, rel=1e-11)


def test_fishers_test_takes_large_tables() -> None:
    found = row("two_proportions", 30_000_500, 60_000_000, 29_999_500, 60_000_000, variant="fisher")
    normal = row("two_proportions", 30_000_500, 60_000_000, 29_999_500, 60_000_000, variant="corrected")
    assert found["p_value"] == pytest.approx(normal["p_value"], rel=1e-4)


@pytest.mark.parametrize(
    ("name", "counts"),
    [*((name, ("k", "n")) for name in SINGLES), *((name, ("k", "n", "j", "m")) for name in PAIRS)],
)
def test_a_column_form_means_the_same_in_every_context(name: str, counts: tuple[str, ...]) -> None:
    frame = pl.DataFrame(
        {"g": list("ppqqr"), "k": [3, 4, 9, 6, None], "n": [10, 12, 20, 25, 5], "j": [2] * 5, "m": [9] * 5}
    )
    test = getattr(br.expr, name)(*counts, **SINGLES.get(name, {}))
    grouped = frame.group_by("g").agg(test).sort("g")
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(frame.lazy().group_by("g").agg(test).collect(engine=engine).sort("g"), grouped)
    assert_frame_equal(frame.select("g", test.over("g")).unique(maintain_order=True).sort("g"), grouped)
    selected = [frame.filter(pl.col("g") == g).select(pl.lit(g).alias("g"), test) for g in "pqr"]
    assert_frame_equal(pl.concat(selected), grouped)
    assert grouped.unnest(name)["status"].to_list()[-1] == "too_few"


@given(counts_of_trials, st.sampled_from([0.05, 0.6]))
def test_the_likelihood_limits_are_where_the_deviance_is_the_quantile(counts: tuple[int, int], alpha: float) -> None:
    x, n = counts
    z = stats.norm.isf(alpha)
    high = row("ci_transformed", x, n, variant="likelihood", alternative="less", alpha=alpha)["ci_high"]
    if x == n:
        assert high == 1 if z > 0 else high < 1
        return
    deviance = 2 * (stats.binom.logpmf(x, n, x / n) - stats.binom.logpmf(x, n, high))
    assert np.sign(high - x / n) * np.sqrt(abs(deviance)) == pytest.approx(z if x > 0 or z > 0 else 0, abs=1e-6)


# Degenerate groups.


@every_single
def test_bad_counts_give_rows_with_a_status(name: str) -> None:
    frame = pl.DataFrame({"g": list("abcd"), "k": [0.0, 7.0, -1.0, None], "n": [0.0, 5.0, 5.0, 5.0]})
    column = getattr(br.expr, name)("k", "n", **SINGLES[name])
    rows = frame.group_by("g").agg(column).sort("g").unnest(name)
    assert rows["status"].to_list() == ["too_few", "undefined", "undefined", "too_few"]
    assert rows["p_value"].null_count() == rows["estimate"].null_count() == rows["ci_high"].null_count() == 4


def test_a_column_of_outcomes_is_counted_and_anything_else_refused() -> None:
    frame = pl.DataFrame({"wrong": [1, 0, 0, 1, None], "flag": [True, False, True, True, False], "loss": [0.5] * 5})
    assert_frame_equal(frame.select(br.expr.ci_wilson("wrong")), pl.select(br.expr.ci_wilson(2, 4)))
    assert_frame_equal(frame.select(br.expr.ci_wilson("flag")), pl.select(br.expr.ci_wilson(3, 5)))
    assert frame.select(br.expr.ci_wilson("loss")).unnest("ci_wilson")["status"][0] == "undefined"


def test_wald_is_not_offered_without_errors_and_doubted_with_few() -> None:
    assert row("ci_proportion_wald", 0, 40)["status"] == "zero_variance"
    assert limits("ci_proportion_wald", 0, 40) == (None, None)
    assert row("ci_proportion_wald", 3, 40)["status"] == "approximate"
    assert row("ci_transformed", 0, 40)["status"] == "undefined"


def test_both_without_errors_are_tied() -> None:
    assert row("two_proportions", 0, 10, 0, 20)["status"] == "all_ties"
    assert row("two_proportions", 0, 10, 0, 20)["p_value"] == 1


@pytest.mark.parametrize("alpha", [0, 1, -0.1, float("nan")])
@every_id
def test_a_level_outside_zero_and_one_is_refused(name: str, alpha: float) -> None:
    with pytest.raises(br.BenchreportError, match="alpha"):
        function_of(name)(predictions(), alpha=alpha)


def test_misspelt_options_are_refused_before_anything_is_read() -> None:
    lazy = predictions().lazy()
    with pytest.raises(br.BenchreportError, match="choose from 'plain', 'corrected'"):
        br.ci_wilson(lazy, variant="correct")  # type: ignore[arg-type]
    with pytest.raises(br.BenchreportError, match="two sides"):
        br.ci_jeffreys(lazy, variant="hpd", alternative="less")
    with pytest.raises(br.BenchreportError, match=r"constant is 1\.2"):
        br.binomial_test(lazy, constant=1.2)
    with pytest.raises(br.BenchreportError, match="unknown variant None"):
        br.ci_wilson(lazy, variant=None)  # type: ignore[arg-type]
    with pytest.raises(br.BenchreportError, match="rate"):
        br.ci_wilson(lazy, rate="errors")  # type: ignore[arg-type]
    with pytest.raises(br.BenchreportError, match="rate"):
        br.two_proportions(lazy, rate="errors")  # type: ignore[arg-type]


# Tables.


@every_id
def test_rows_have_the_one_schema_sorted_by_their_keys(name: str) -> None:
    rows = function_of(name)(predictions())
    assert rows.schema == pl.Schema({"dataset": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    keys = ["dataset", "a", "b"]
    assert_frame_equal(rows.select(keys), rows.select(keys).sort(keys))
    assert rows.height == 6


@every_id
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazy_in_lazy_out_and_every_engine_agrees(name: str, engine: Any) -> None:
    lazy = function_of(name)(predictions().lazy())
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect(engine=engine).equals(function_of(name)(predictions()))


@every_id
def test_the_order_of_rows_changes_not_a_bit(name: str) -> None:
    shuffled = predictions().sample(fraction=1.0, shuffle=True, seed=5)
    assert function_of(name)(shuffled).equals(function_of(name)(predictions()))


@every_id
def test_plain_frames_and_pandas_go_through_the_door(name: str) -> None:
    plain = predictions().cast({pl.Categorical: pl.String})
    expected = function_of(name)(predictions())
    assert_frame_equal(function_of(name)(plain), expected)
    assert_frame_equal(function_of(name)(plain.to_pandas()), expected)
    assert_frame_equal(function_of(name)(plain.lazy()).collect(), expected)


@every_single
def test_predictions_and_their_confusion_counts_agree(name: str) -> None:
    table = predictions()
    cells = table.group_by("algorithm", "dataset", actual="truth", predicted="prediction").agg(n=pl.len())
    assert_frame_equal(function_of(name)(br.counts(cells)), function_of(name)(table))


@every_id
def test_groups_may_be_none(name: str) -> None:
    rows = function_of(name)(predictions(), by=None)
    assert rows.height == 3
    assert rows["n"].max() == (100 if name in PAIRS else 50)


def test_error_and_accuracy_are_mirror_images() -> None:
    error, accuracy = (br.ci_wilson(predictions(), rate=rate) for rate in ("error", "accuracy"))
    assert error["ci_low"].to_list() == pytest.approx((1 - accuracy["ci_high"]).to_list(), rel=1e-12)
    for method, options in ((br.binomial_test, {}), (br.approx_normal_test, {})):
        for side in ("two-sided", "greater", "less"):
            wrong = method(predictions(), constant=0.2, rate="error", alternative=side, **options)
            right = method(predictions(), constant=0.8, rate="accuracy", alternative=side, **options)
            assert wrong["p_value"].to_list() == pytest.approx(right["p_value"].to_list(), rel=1e-9)
            assert wrong["effect"].to_list() == pytest.approx(right["effect"].to_list(), abs=1e-12)
    # METHODS approx_normal_test: 12 errors of 40 against 0.2 have z = 1.58113883008, of the error minus the constant.
    forty = br.counts(pl.DataFrame({"model": ["A"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    assert br.approx_normal_test(forty, constant=0.2)["statistic"][0] == pytest.approx(1.58113883008, rel=1e-10)
    assert br.approx_normal_test(forty, constant=0.8, rate="accuracy")["statistic"][0] == pytest.approx(-1.58113883008)
    turned = br.two_proportions(predictions(), rate="accuracy")
    plain = br.two_proportions(predictions())
    assert_frame_equal(
        turned.drop("estimate", "ci_low", "ci_high", "estimand", "statistic"),
        plain.drop("estimate", "ci_low", "ci_high", "estimand", "statistic"),
    )
    assert (turned["statistic"] + plain["statistic"]).abs().max() == 0
    exact = [br.two_proportions(predictions(), rate=rate, variant="fisher") for rate in ("error", "accuracy")]
    assert all(rows["statistic"].min() >= 0 for rows in exact)
    assert (turned["estimate"] + plain["estimate"]).abs().max() == 0


def test_greater_bounds_how_bad_an_algorithm_may_be() -> None:
    error = br.ci_wilson(confusion(tp=18, tn=10, fp=6, fn=6), alternative="greater").row(0, named=True)
    assert (error["ci_low"], error["variant"]) == (None, "plain, upper_bound")
    accuracy = br.ci_wilson(confusion(tp=18, tn=10, fp=6, fn=6), rate="accuracy", alternative="greater")
    assert accuracy["ci_low"][0] == pytest.approx(1 - error["ci_high"], rel=1e-12)
    assert accuracy["ci_high"][0] is None


def test_shared_instances_are_refused_and_mcnemar_named() -> None:
    same = predictions().with_columns(instance=pl.col("instance") % 1000)
    for method in (br.two_proportions, br.ci_difference_errors):
        with pytest.raises(br.BenchreportError, match="same instances") as problem:
            method(same)
        assert "mcnemar" in problem.value.hint


def test_a_control_becomes_b() -> None:
    rows = br.two_proportions(predictions(), control="A")
    assert set(rows["b"]) == {"A"}
    assert rows["a"].to_list() == ["B", "C", "B", "C"]
    with pytest.raises(br.BenchreportError, match="no algorithm 'D'"):
        br.two_proportions(predictions(), control="D")


def test_one_algorithm_alone_is_no_comparison_but_has_a_rate() -> None:
    alone = predictions().filter(pl.col("algorithm") == "A")
    assert br.ci_wilson(alone).height == 2
    with pytest.raises(br.BenchreportError, match="only one algorithm"):
        br.two_proportions(alone)


def test_pooled_folds_and_repeated_instances_are_doubted() -> None:
    folds = predictions().with_columns(fold=pl.col("instance") % 5)
    pooled = br.ci_wilson(folds)
    assert set(pooled["status"]) == {"approximate"}
    assert pooled["note"].str.contains("pooled").all()
    assert set(br.ci_wilson(folds, by=("dataset", "fold"))["status"]) == {"ok"}
    again = pl.concat(predictions().with_columns(repeat=pl.lit(r, dtype=pl.Int64)) for r in (1, 2))
    assert br.ci_wilson(again)["note"].str.contains("several times").all()
    clustered = predictions().with_columns(cluster=pl.col("instance") // 10)
    assert br.ci_wilson(clustered)["note"].str.contains("clusters").all()


def test_a_missing_prediction_is_left_out_and_counted() -> None:
    holey = predictions().with_columns(prediction=pl.when(pl.col("instance") % 1000 >= 5).then("prediction"))
    rows = br.ci_wilson(holey)
    assert set(rows["n"]) == {20}
    assert set(rows["n_dropped"]) == {5}


def test_without_predictions_the_most_probable_class_is_taken() -> None:
    chances = (
        predictions()
        .filter(pl.col("prediction") != "other")
        .with_columns(prob_x=pl.when(pl.col("prediction") == "x").then(0.9).otherwise(0.2))
    )
    chances = chances.with_columns(prob_y=1 - pl.col("prob_x"), truth=pl.lit("x").cast(pl.Categorical))
    assert_frame_equal(br.ci_wilson(chances.drop("prediction")), br.ci_wilson(chances))


def test_scores_and_numeric_targets_are_refused() -> None:
    with pytest.raises(br.BenchreportError, match="table of scores"):
        br.ci_wilson(br.read_scores(br.example("demsar2006_auc.csv")))
    numeric = predictions().with_columns(truth=pl.lit(0.5), prediction=pl.lit(0.25))
    with pytest.raises(br.BenchreportError, match="decimals"):
        br.ci_wilson(numeric)
    scored = predictions().drop("prediction").with_columns(score=pl.lit(0.5))
    with pytest.raises(br.BenchreportError, match="predicted class"):
        br.ci_wilson(scored)


def test_rows_told_apart_by_another_column_must_be_grouped_by_it() -> None:
    twice = pl.concat(predictions().with_columns(noise=pl.lit(level)) for level in ("low", "high"))
    with pytest.raises(br.BenchreportError, match="several rows per"):
        br.ci_wilson(twice)
    assert br.ci_wilson(twice, by=("dataset", "noise")).height == 12


def test_five_thousand_groups_go_through_in_one_pass() -> None:
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({"g": np.arange(5000), "k": rng.integers(0, 50, 5000), "n": np.full(5000, 50)})
    rows = frame.group_by("g").agg(br.expr.ci_blaker("k", "n")).unnest("ci_blaker")
    assert rows["status"].unique().to_list() == ["ok"]
