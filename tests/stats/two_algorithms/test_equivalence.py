"""Equivalence and non-inferiority."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import optimize, stats

import benchreport as br

# Fixture FX1 of the method catalogue.
A = [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]
B = [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17]


def row(name: str, x: list[float], y: list[float], **options: Any) -> dict[str, Any]:
    frame = pl.DataFrame({"x": x, "y": y}, schema={"x": pl.Float64, "y": pl.Float64})
    return frame.select(getattr(br.expr, name)("x", "y", **options)).unnest(name).row(0, named=True)


def rates(*counts: float, **options: Any) -> dict[str, Any]:
    frame = pl.DataFrame([counts], schema=["a", "n", "b", "m"], orient="row")
    test = br.expr.tost_proportions("a", "n", "b", "m", **options)
    return frame.select(test).unnest("tost_proportions").row(0, named=True)


def test_the_t_form_is_the_larger_of_two_shifted_t_tests() -> None:
    d = np.subtract(A, B)
    above = stats.ttest_1samp(d, -0.03, alternative="greater").pvalue
    below = stats.ttest_1samp(d, 0.03, alternative="less").pvalue
    found = row("tost_paired_t", A, B, margin=0.03)
    # statsmodels 0.15, ttost_paired(A, B, -.03, .03): 0.054027621173009764, t 1.7842102212287418.
    assert found["p_value"] == pytest.approx(max(above, below), rel=1e-10)
    assert found["p_value"] == pytest.approx(0.054027621173009764, rel=1e-9)
    assert found["statistic"] == pytest.approx(1.7842102212287418, rel=1e-9)
    assert row("tost_paired_t", A, B, margin=0.03, alternative="greater")["p_value"] == pytest.approx(above, rel=1e-10)
    assert row("tost_paired_t", A, B, margin=0.03, alternative="less")["p_value"] == pytest.approx(below, rel=1e-10)
    interval = stats.t.interval(0.90, 9, d.mean(), stats.sem(d))
    assert (found["ci_low"], found["ci_high"]) == pytest.approx(interval, rel=1e-9)
    assert "interval of level 90 %" in found["note"]


def test_equivalence_is_shown_just_when_the_interval_lies_within_the_margins() -> None:
    interval = row("tost_paired_t", A, B, margin=0.03)
    edge = max(-interval["ci_low"], interval["ci_high"])
    for margin in (0.015, edge * (1 - 1e-9), edge * (1 + 1e-9), 0.05):
        found = row("tost_paired_t", A, B, margin=float(margin))
        inside = -margin < found["ci_low"] and found["ci_high"] < margin
        assert (found["p_value"] < 0.05) == inside


def test_the_rank_form_is_the_larger_of_two_shifted_wilcoxon_tests() -> None:
    rng = np.random.default_rng(8)
    x, y = rng.normal(0, 1, 12), rng.normal(0.1, 1, 12)
    above = stats.wilcoxon(x - y + 1.0, alternative="greater", method="exact").pvalue
    below = stats.wilcoxon(x - y - 1.0, alternative="less", method="exact").pvalue
    found = row("tost_wilcoxon", x.tolist(), y.tolist(), margin=1.0)
    assert found["p_value"] == pytest.approx(max(above, below), rel=1e-12)
    assert found["law"] == "exact signed-rank"


def test_identical_results_show_equivalence_by_ranks_but_leave_no_spread_for_t() -> None:
    ranked = row("tost_wilcoxon", [0.5] * 6, [0.5] * 6, margin=0.1)
    assert (ranked["p_value"], ranked["estimate"]) == (0.5**6, 0.0)
    spread = row("tost_paired_t", [0.5] * 6, [0.5] * 6, margin=0.1)
    assert (spread["status"], spread["p_value"]) == ("zero_variance", None)


@pytest.mark.parametrize(
    "counts", [(180, 200, 178, 200), (12, 40, 10, 50), (3, 30, 1, 25)], ids=["large", "medium", "small"]
)
@pytest.mark.parametrize("margin", [0.05, 0.2])
def test_rates_are_tested_at_the_most_likely_rates_of_the_margin(counts: tuple[int, ...], margin: float) -> None:
    a, n, b, m = counts

    def z(difference: float) -> float:
        def slope(rate: float) -> float:
            other = rate - difference
            return a / rate - (n - a) / (1 - rate) + b / other - (m - b) / (1 - other)

        rate = optimize.brentq(slope, max(difference, 0) + 1e-12, min(1 + difference, 1) - 1e-12)
        other = rate - difference
        return float((a / n - b / m - difference) / np.sqrt(rate * (1 - rate) / n + other * (1 - other) / m))

    found = rates(*counts, margin=margin)
    assert found["p_value"] == pytest.approx(max(stats.norm.sf(z(-margin)), stats.norm.cdf(z(margin))), rel=1e-8)
    assert abs(z(found["ci_low"])) == pytest.approx(stats.norm.isf(0.05), rel=1e-8)
    assert abs(z(found["ci_high"])) == pytest.approx(stats.norm.isf(0.05), rel=1e-8)


def test_the_plain_form_for_rates_is_that_of_statsmodels() -> None:
    # statsmodels 0.15, tost_proportions_2indep(180, 200, 178, 200, -.1, .1, method="wald").
    found = rates(180, 200, 178, 200, margin=0.1, variant="wald")
    assert found["p_value"] == pytest.approx(0.0016609929951959116, rel=1e-10)
    assert found["statistic"] == pytest.approx(-2.93625735212234, rel=1e-10)


def test_rates_that_are_none_or_have_no_cases_get_a_status() -> None:
    assert rates(0, 0, 1, 4, margin=0.1)["status"] == "too_few"
    assert rates(5, 4, 1, 4, margin=0.1)["status"] == "undefined"
    assert rates(4, 4, 4, 4, margin=0.1, variant="wald")["status"] == "zero_variance"
    assert rates(4, 4, 4, 4, margin=0.1)["p_value"] > 0.05


def test_tables_of_rates_are_pooled_by_test_size(study: pl.DataFrame) -> None:
    one = study.filter((pl.col("metric") == "accuracy") & (pl.col("dataset") == "iris"))
    found = br.tost_proportions(one, margin=0.1).row(0, named=True)
    sums = one.group_by("algorithm").agg((pl.col("value") * pl.col("n_test")).sum(), pl.col("n_test").sum())
    counts = {name: (right, n) for name, right, n in sums.rows()}
    alone = rates(*counts[found["a"]], *counts[found["b"]], margin=0.1)
    assert found["p_value"] == pytest.approx(alone["p_value"], rel=1e-9)
    assert "same runs" in found["note"]
    error = one.with_columns(value=1 - pl.col("value"), direction=pl.lit("lower").cast(pl.Categorical))
    mirrored = br.tost_proportions(error, margin=0.1).row(0, named=True)
    assert mirrored["estimate"] == pytest.approx(-found["estimate"], rel=1e-9)
    assert (mirrored["better"], mirrored["p_value"]) == (found["better"], pytest.approx(found["p_value"], rel=1e-9))
    assert br.tost_proportions(one.lazy(), margin=0.1).collect().equals(br.tost_proportions(one, margin=0.1))
    with pytest.raises(br.BenchreportError, match="n_test"):
        br.tost_proportions(one.drop("n_test"), margin=0.1)


def test_the_corrected_form_widens_the_interval(study: pl.DataFrame) -> None:
    one = study.filter((pl.col("metric") == "accuracy") & (pl.col("repeat") == 1))
    plain, corrected = (br.tost_paired_t(one, margin=0.1, variant=v) for v in ("plain", "corrected"))
    widths = [(rows["ci_high"] - rows["ci_low"]).drop_nulls() for rows in (plain, corrected)]
    assert (widths[1] > widths[0]).all()
    # Two folds: the variance factor is 1/2 + 1 instead of 1/2.
    assert (widths[1] / widths[0]).to_list() == pytest.approx([np.sqrt(3)] * len(widths[0]), rel=0.02)


@pytest.mark.parametrize("margin", [0, -0.1, float("nan"), float("inf")])
def test_a_margin_that_is_none_is_refused(margin: float, demsar: pl.DataFrame) -> None:
    for name in ("tost_paired_t", "tost_wilcoxon"):
        with pytest.raises(br.BenchreportError, match="margin"):
            getattr(br, name)(demsar, by="metric", margin=margin)
