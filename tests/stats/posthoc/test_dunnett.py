"""Dunnett's test, and the law of the largest of several t statistics that share a control."""

from __future__ import annotations

from collections import Counter
from typing import Any

import mpmath as mp
import numpy as np
import polars as pl
import pytest
from scipy import special, stats

import benchreport as br
from benchreport.stats.kernels.many_to_one import Design, quantile, survival

# Dunnett (1955), section 5: blood counts of a control group and of animals treated with two drugs.
BLOOD = {
    "control": [7.40, 8.50, 7.20, 8.24, 9.84, 8.32],
    "drug A": [9.76, 8.80, 7.68, 9.36],
    "drug B": [12.80, 9.68, 12.16, 9.20, 10.55],
}
# Dobson (1983), dried weights of plants under a control and two treatments: PlantGrowth of R.
PLANTS = {
    "ctrl": [4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14],
    "trt1": [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69],
    "trt2": [6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26],
}
INDEPENDENT: dict[str, Any] = {"by": "metric", "variant": "oneway", "missing": "available"}


def samples(groups: dict[str, list[float]], direction: str = "higher") -> pl.DataFrame:
    rows = [(name, f"d{i}", value) for name, values in groups.items() for i, value in enumerate(values)]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "value"], orient="row")
    return br.scores(frame, metric="count", directions={"count": direction})


def nodes(low: float, high: float, panels: int, order: int) -> tuple[np.ndarray, np.ndarray]:
    node, weight = np.polynomial.legendre.leggauss(order)
    edge = np.linspace(low, high, panels + 1)
    half = np.diff(edge)[:, None] / 2
    return (edge[:-1, None] + half * (1 + node)).ravel(), (half * weight).ravel()


def by_gauss_legendre(t: float, df: float, ratios: list[float], *, two_sided: bool) -> float:
    """Integrate the textbook form over the control's deviation and the spread, both by Gauss-Legendre panels."""
    y, y_weight = nodes(-12, 12 + 2 * abs(t), 240, 12)
    inner, inner_weight = nodes(0, 1, 120, 10)
    s, s_weight = inner / (1 - inner), inner_weight / (1 - inner) ** 2
    log_density = np.log(2) + df / 2 * np.log(df / 2) - special.gammaln(df / 2) + (df - 1) * np.log(s) - df / 2 * s**2
    total = 0.0
    for spread, mass in zip(s, s_weight * np.exp(log_density), strict=True):
        if mass < 1e-30:
            continue
        none = np.ones(len(y))
        for ratio, count in Counter(ratios).items():
            towards, away = np.sqrt(ratio) * y, np.sqrt(1 + ratio) * t * spread
            none *= (special.ndtr(away - towards) - (special.ndtr(-away - towards) if two_sided else 0)) ** count
        total += mass * (y_weight * np.exp(-(y**2) / 2) / np.sqrt(2 * np.pi) * (1 - none)).sum()
    return total


def by_mpmath(t: float, ratios: list[float], *, two_sided: bool) -> mp.mpf:
    """Integrate over the control's deviation with 25 digits, the spread being known."""
    with mp.workdps(25):

        def integrand(y: mp.mpf) -> mp.mpf:
            none = mp.mpf(1)
            for ratio in ratios:
                towards, away = mp.sqrt(ratio) * y, mp.sqrt(1 + mp.mpf(ratio)) * t
                none *= 1 - mp.ncdf(towards - away) - (mp.ncdf(-towards - away) if two_sided else 0)
            return mp.npdf(y) * (1 - none)

        peaks = [float(mp.sqrt(mp.mpf(ratio) / (1 + ratio))) * t for ratio in ratios]
        return mp.quad(integrand, sorted({-12.0, -6.0, -3.0, 0.0, 3.0, 6.0, 12.0, t + 10.0, *peaks}))


@pytest.mark.parametrize(
    ("t", "ratios", "two_sided"),
    [
        (2.2, [1, 1, 1], True),
        (5.0, [0.3, 2, 9], True),
        (1.5, [0.05, 1, 4], False),
        (9.0, [0.1, 1, 5], True),
        (3.0, [30, 50, 0.5], True),
    ],
)
def test_known_spread_agrees_with_an_integral_of_25_digits(t: float, ratios: list[float], two_sided: bool) -> None:
    ours = float(survival(t, np.inf, Design.of(ratios, two_sided=two_sided)))
    assert abs(float(mp.mpf(ours) / by_mpmath(t, ratios, two_sided=two_sided) - 1)) < 1e-12


@pytest.mark.parametrize(
    ("t", "df", "ratios", "two_sided"),
    [
        (2.4, 10, [1, 1], True),
        (2.4, 3, [1] * 9, True),
        (5.0, 4, [0.3, 2, 9], True),
        (1.5, 12, [0.05, 1, 4], False),
        (-0.5, 8, [0.1, 1, 5], False),
        (3.0, 50, [1] * 100, False),
        (3.0, 1, [1] * 4, True),
    ],
)
def test_few_degrees_of_freedom_agree_with_a_double_integral(
    t: float, df: float, ratios: list[float], two_sided: bool
) -> None:
    ours = float(survival(t, df, Design.of(ratios, two_sided=two_sided)))
    assert ours == pytest.approx(by_gauss_legendre(t, df, ratios, two_sided=two_sided), rel=1e-11)


@pytest.mark.parametrize("df", [1, 2.5, 14, 100, 1e5, np.inf])
def test_one_comparison_is_a_t_test_into_the_far_tail(df: float) -> None:
    t = np.geomspace(0.01, 35, 80)
    tail = special.stdtr(df, -t) if np.isfinite(df) else special.ndtr(-t)
    seen = tail > 1e-280
    for ratio in (0.2, 1.0, 7.0):
        two_sided, greater = (survival(t, df, Design.of([ratio], two_sided=sides)) for sides in (True, False))
        np.testing.assert_allclose(two_sided[seen], 2 * tail[seen], rtol=2e-12)
        np.testing.assert_allclose(greater[seen], tail[seen], rtol=2e-12)
        np.testing.assert_allclose(survival(-t, df, Design.of([ratio], two_sided=False)), 1 - tail, rtol=1e-13)


@pytest.mark.parametrize("comparisons", [1, 2, 4, 50, 500])
@pytest.mark.parametrize("df", [1, 27, np.inf])
def test_the_control_is_the_best_of_equals_as_often_as_any_other(comparisons: int, df: float) -> None:
    # P(no t is positive) is the probability that the control is the largest of comparisons + 1 alike means.
    design = Design.of([1.0] * comparisons, two_sided=False)
    assert float(survival(0.0, df, design)) == pytest.approx(comparisons / (comparisons + 1), rel=1e-13)


def test_critical_values_are_those_of_dunnetts_tables() -> None:
    # Dunnett (1955), Tables 1a and 2a: joint confidence coefficient 95 %, one and two sides, two decimals.
    one_side = {(5, 1): 2.02, (5, 2): 2.44, (5, 3): 2.68, (5, 4): 2.85, (np.inf, 2): 1.92, (np.inf, 3): 2.06}
    # Two sides: Dunnett (1964), Table II.
    two_sides = {(5, 1): 2.57, (5, 2): 3.03, (5, 3): 3.29, (5, 4): 3.48, (np.inf, 2): 2.21, (np.inf, 3): 2.35}
    for two_sided, table in ((False, one_side), (True, two_sides)):
        for (df, comparisons), printed in table.items():
            ours = float(quantile(0.05, df, Design.of([1.0] * comparisons, two_sided=two_sided)))
            assert ours == pytest.approx(printed, abs=0.0051), (two_sided, df, comparisons)


@pytest.mark.parametrize("two_sided", [True, False])
@pytest.mark.parametrize("ratios", [[1.0], [1.0, 0.5, 3.0], [1.0] * 30])
def test_the_quantile_leads_back_to_the_probability(two_sided: bool, ratios: list[float]) -> None:
    p = np.array([0.999, 0.9, 0.6, 0.3, 0.05, 1e-4, 1e-12, 1e-60])[:, None]
    df = np.array([1, 2.5, 14, 1e6, np.inf])
    design = Design.of(ratios, two_sided=two_sided)
    np.testing.assert_allclose(survival(quantile(p, df, design), df, design), np.tile(p, 5), rtol=1e-11)


def test_the_law_at_its_ends() -> None:
    one, two = (Design.of([1.0, 2.0], two_sided=sides) for sides in (False, True))
    assert survival([-np.inf, np.inf], 5, one).tolist() == [1, 0]
    assert survival([-np.inf, -3.0, 0.0, np.inf], 5, two).tolist() == [1, 1, 1, 0]
    assert np.isnan(survival([np.nan, 1.0], [5, 0], two)).all()
    assert np.isnan(quantile([0.0, 1.0, 0.5], [5, 5, -1], two)).all()


def test_more_comparisons_and_less_correlation_make_large_values_more_probable() -> None:
    tails = [float(survival(2.5, 12, Design.of([1.0] * k, two_sided=True))) for k in (1, 2, 5, 20)]
    assert tails == sorted(tails)
    # Small samples beside a large control are nearly independent of each other.
    tails = [float(survival(2.5, 12, Design.of([ratio] * 5, two_sided=True))) for ratio in (100, 1, 0.01)]
    assert tails == sorted(tails)


def test_plants_give_the_statistics_and_p_values_of_multcomp() -> None:
    # multcomp 1.4-22: glht(aov(weight ~ group), mcp(group = "Dunnett")), whose integration is good to 0.001.
    rows = br.dunnett(samples(PLANTS), control="ctrl", **INDEPENDENT)
    assert rows["a"].to_list() == ["trt1", "trt2"]
    assert rows["statistic"].to_list() == pytest.approx([-1.33079080116468, 1.77199637675297], rel=1e-9)
    assert rows["p_value"].to_list() == pytest.approx([0.322695685768781, 0.153485861515124], abs=2e-3)
    assert set(rows["df1"]) == {27.0}
    assert set(rows["status"]) == {"ok"}


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_samples_of_unlike_size_agree_with_scipy_as_far_as_it_can(alternative: Any) -> None:
    rows = br.dunnett(samples(BLOOD), control="control", alternative=alternative, **INDEPENDENT)
    peer = stats.dunnett(
        BLOOD["drug A"],
        BLOOD["drug B"],
        control=BLOOD["control"],
        alternative=alternative,
        rng=np.random.default_rng(1),
    )
    assert rows["statistic"].to_list() == pytest.approx(peer.statistic, rel=1e-12)
    assert rows["p_value"].to_list() == pytest.approx(peer.pvalue, abs=1e-3)
    limits = peer.confidence_interval()
    for ours, theirs in ((rows["ci_low"], limits.low), (rows["ci_high"], limits.high)):
        expected = [value if np.isfinite(value) else None for value in theirs]
        assert ours.is_null().to_list() == [value is None for value in expected]
        assert ours.drop_nulls().to_list() == pytest.approx([v for v in expected if v is not None], abs=5e-3)


def test_samples_of_unlike_size_agree_with_a_double_integral() -> None:
    rows = br.dunnett(samples(BLOOD), control="control", **INDEPENDENT)
    exact = [by_gauss_legendre(abs(t), 12, [4 / 6, 5 / 6], two_sided=True) for t in rows["statistic"]]
    assert rows["p_value"].to_list() == pytest.approx(exact, rel=1e-11)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.3, 0.7])
def test_an_interval_excludes_zero_where_the_test_rejects(alternative: Any, alpha: float) -> None:
    for table in (samples(BLOOD), samples(PLANTS, "lower")):
        control = "control" if "control" in table["algorithm"] else "ctrl"
        rows = br.dunnett(table, control=control, alternative=alternative, alpha=alpha, **INDEPENDENT)
        excluded = (pl.col("ci_low") > 0).fill_null(False) | (pl.col("ci_high") < 0).fill_null(False)
        assert rows.select(excluded).to_series().to_list() == (rows["p_value"] <= alpha).to_list()


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_the_limit_is_where_the_p_value_equals_alpha(alternative: Any) -> None:
    row = br.dunnett(samples(BLOOD), control="control", alternative=alternative, **INDEPENDENT).row(1, named=True)
    limit = row["ci_high"] if alternative == "less" else row["ci_low"]
    # Without the limit's worth of difference drug B would just be significant.
    moved = BLOOD | {"drug B": [value - limit for value in BLOOD["drug B"]]}
    again = br.dunnett(samples(moved), control="control", alternative=alternative, **INDEPENDENT).row(1, named=True)
    assert again["p_value"] == pytest.approx(0.05, rel=1e-9)


def test_two_algorithms_are_a_t_test_with_a_pooled_variance() -> None:
    two = {name: PLANTS[name] for name in ("ctrl", "trt2")}
    ours = br.dunnett(samples(two), control="ctrl", **INDEPENDENT).row(0, named=True)
    theirs = br.pairwise_t_pooled(samples(two), by="metric", control="ctrl").row(0, named=True)
    for name in ("a", "b", "better", "statistic", "df1", "p_value", "estimate", "ci_low", "ci_high"):
        assert ours[name] == (pytest.approx(theirs[name], rel=1e-11) if isinstance(ours[name], float) else theirs[name])


def test_it_lies_between_a_single_t_test_and_bonferroni(demsar: pl.DataFrame) -> None:
    ours = br.dunnett(demsar, by="metric", control="C4.5")
    single = br.fisher_lsd(demsar, by="metric", control="C4.5")
    assert ours["statistic"].to_list() == single["statistic"].to_list()
    assert (ours["p_value"] > single["p_value"]).all()
    assert (ours["p_value"] < br.adjust(single, "bonferroni")["p_adjusted"]).all()


def test_the_blocked_form_has_the_error_of_the_two_way_table(demsar: pl.DataFrame) -> None:
    rows = br.dunnett(demsar, by="metric", control="C4.5")
    design = Design.of([1.0] * 3, two_sided=True)
    assert set(rows["df1"]) == {39.0}
    np.testing.assert_allclose(rows["p_value"], survival(rows["statistic"].abs().to_numpy(), 39, design), rtol=1e-14)


def test_turning_values_and_direction_changes_no_p_value() -> None:
    higher = br.dunnett(samples(BLOOD), control="control", alternative="greater", **INDEPENDENT)
    turned = {name: [-value for value in values] for name, values in BLOOD.items()}
    lower = br.dunnett(samples(turned, "lower"), control="control", alternative="greater", **INDEPENDENT)
    assert lower["p_value"].to_list() == pytest.approx(higher["p_value"].to_list(), rel=1e-12)
    assert lower["statistic"].to_list() == pytest.approx((-higher["statistic"]).to_list(), rel=1e-12)
    assert lower["ci_high"].to_list() == pytest.approx((-higher["ci_low"]).to_list(), rel=1e-12)
    assert lower["better"].to_list() == higher["better"].to_list()


def test_mirroring_the_values_exchanges_the_sides() -> None:
    mirrored = {name: [20 - value for value in values] for name, values in BLOOD.items()}
    greater = br.dunnett(samples(BLOOD), control="control", alternative="greater", **INDEPENDENT)
    less = br.dunnett(samples(mirrored), control="control", alternative="less", **INDEPENDENT)
    assert less["p_value"].to_list() == pytest.approx(greater["p_value"].to_list(), rel=1e-9)


@pytest.mark.parametrize(("scale", "shift"), [(1e-3, 0.0), (1e300, 0.0), (0.7, -100.0), (1.0, 1e6)])
def test_units_change_no_p_value(scale: float, shift: float) -> None:
    moved = {name: [scale * value + shift for value in values] for name, values in BLOOD.items()}
    ours = br.dunnett(samples(BLOOD), control="control", **INDEPENDENT)["p_value"].to_list()
    again = br.dunnett(samples(moved), control="control", **INDEPENDENT)["p_value"].to_list()
    assert again == pytest.approx(ours, rel=1e-8)


def test_groups_of_unlike_sizes_do_not_touch_each_other() -> None:
    plants = {"control" if name == "ctrl" else name: values for name, values in PLANTS.items()}
    tables = {"blood": samples(BLOOD), "plants": samples(plants)}
    both = pl.concat(table.with_columns(study=pl.lit(name)) for name, table in tables.items())
    together = br.dunnett(both, control="control", **(INDEPENDENT | {"by": ("metric", "study")}))
    for name, table in tables.items():
        alone = br.dunnett(table, control="control", **INDEPENDENT)
        part = together.filter(pl.col("study") == name).drop("study")
        assert part["p_value"].to_list() == alone["p_value"].to_list()
        assert part["ci_low"].to_list() == alone["ci_low"].to_list()


def test_groups_that_cannot_be_tested_say_why() -> None:
    groups = {
        "one block": {"A": [1.0], "B": [2.0], "C": [3.0]},
        "all tied": {"A": [1.0] * 4, "B": [1.0] * 4, "C": [1.0] * 4},
        "no spread": {"A": [1.0] * 4, "B": [2.0] * 4, "C": [3.0] * 4},
        "fine": {"A": [1.0, 2.0, 4.0], "B": [2.0, 3.0, 3.5], "C": [3.0, 5.0, 9.0]},
    }
    tables = [samples(values).with_columns(metric=pl.lit(name).cast(pl.Categorical)) for name, values in groups.items()]
    rows = br.dunnett(pl.concat(tables), by="metric", control="B")
    status = {row["metric"]: (row["status"], row["p_value"]) for row in rows.iter_rows(named=True)}
    assert status["one block"] == ("too_few", None)
    assert status["all tied"] == ("all_ties", 1.0)
    assert status["no spread"] == ("zero_variance", None)
    assert status["fine"][0] == "ok"
    assert rows.filter(pl.col("metric") == "no spread")["note"].str.contains("no spread").all()


def test_an_algorithm_without_results_is_not_counted_as_a_comparison() -> None:
    empty = samples(BLOOD | {"drug C": [8.0]}).with_columns(
        value=pl.when(pl.col("algorithm") != "drug C").then("value")
    )
    rows = br.dunnett(empty, control="control", **INDEPENDENT)
    alone = br.dunnett(samples(BLOOD), control="control", **INDEPENDENT)
    assert rows["p_value"].to_list() == [*alone["p_value"], None]
    assert rows["status"].to_list()[-1] == "too_few"


def test_adjusting_its_p_values_again_is_noted(demsar: pl.DataFrame) -> None:
    rows = br.adjust(br.dunnett(demsar, by="metric", control="C4.5"), "holm")
    assert rows["note"].str.contains("already held for all comparisons").all()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"control": None}, "control is None"),
        ({"control": "C4.6"}, "no algorithm 'C4.6' to be the control"),
        ({"control": "C4.5", "alternative": "larger"}, "alternative"),
        ({"control": "C4.5", "variant": "paired"}, "variant"),
        ({"control": "C4.5", "alpha": 1.5}, "alpha"),
        ({"control": "C4.5", "missing": "available"}, "blocks with gaps"),
    ],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, Any], said: str, demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match=said):
        br.dunnett(demsar, by="metric", **options)


def test_lazy_in_lazy_out(demsar: pl.DataFrame) -> None:
    lazy = br.dunnett(demsar.lazy(), by="metric", control="C4.5")
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect().equals(br.dunnett(demsar, by="metric", control="C4.5"))
