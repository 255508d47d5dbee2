"""Equivalence and non-inferiority of two classifiers on the same instances."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import optimize, stats

import benchreport as br

# Fixture FX6 of the method catalogue: both wrong 5, only the first wrong 12, only the second 4, both right 79.
FX6 = (5, 12, 4, 79)


def counted(both_wrong: int, only_first: int, only_second: int, both_right: int) -> pl.DataFrame:
    first = [1] * (both_wrong + only_first) + [0] * (only_second + both_right)
    second = [1] * both_wrong + [0] * only_first + [1] * only_second + [0] * both_right
    rows = [(name, i, 0, wrong) for name, values in (("1", first), ("2", second)) for i, wrong in enumerate(values)]
    return pl.DataFrame(rows, schema=["algorithm", "instance", "truth", "prediction"], orient="row")


def result(cells: tuple[int, int, int, int], **options: Any) -> dict[str, Any]:
    rows = br.tost_paired_proportions(counted(*cells), **options)
    assert rows.height == 1
    return rows.row(0, named=True)


def brute_score(first: int, second: int, n: int, difference: float) -> float:
    """Score statistic of p(only first) - p(only second) = difference, its likelihood maximised numerically."""

    def loss(q: float) -> float:
        p = q + difference
        rest = 1 - p - q
        if min(p, q, rest) <= 0:
            return np.inf
        return -(first * np.log(p) + second * np.log(q) + (n - first - second) * np.log(rest))

    span = max(0.0, -difference) + 1e-12, (1 - difference) / 2 - 1e-12
    q = optimize.minimize_scalar(loss, bounds=span, method="bounded", options={"xatol": 1e-12}).x
    return (first - second - n * difference) / np.sqrt(n * (2 * q + difference * (1 - difference)))


@pytest.mark.parametrize("cells", [FX6, (10, 3, 3, 184), (0, 20, 9, 71), (2, 1, 8, 89)])
@pytest.mark.parametrize("margin", [0.05, 0.1, 0.2])
def test_p_is_the_larger_of_two_score_tests_with_the_likelihood_maximised(
    cells: tuple[int, int, int, int], margin: float
) -> None:
    # In units of what is right: only the second wrong means only the first right.
    first, second, n = cells[2], cells[1], sum(cells)
    above = stats.norm.sf(brute_score(first, second, n, -margin))
    below = stats.norm.cdf(brute_score(first, second, n, margin))
    assert result(cells, margin=margin)["p_value"] == pytest.approx(max(above, below), rel=1e-5)
    assert result(cells, margin=margin, alternative="greater")["p_value"] == pytest.approx(above, rel=1e-5)
    assert result(cells, margin=margin, alternative="less")["p_value"] == pytest.approx(below, rel=1e-5)


def test_the_interval_is_tangos_of_level_90_percent_and_agrees_with_the_test() -> None:
    found = result(FX6, margin=0.1)
    tango = br.ci_tango(counted(*FX6), alpha=0.1).row(0, named=True)
    assert (found["ci_low"], found["ci_high"]) == pytest.approx((tango["ci_low"], tango["ci_high"]), rel=1e-12)
    assert (found["estimate"], found["better"], found["n_ties"]) == (pytest.approx(0.08), "2", 84)
    at_the_limit = result(FX6, margin=found["ci_high"])
    assert at_the_limit["p_value"] == pytest.approx(0.05, rel=1e-9)
    assert (
        result(FX6, margin=found["ci_high"] + 0.001)["p_value"]
        < 0.05
        < result(FX6, margin=found["ci_high"] - 0.001)["p_value"]
    )


def test_a_classifier_that_is_worse_is_not_shown_to_be_as_good() -> None:
    # The first errs more often: 'greater' asks whether the first is not worse.
    assert result(FX6, margin=0.1, alternative="greater")["p_value"] > 0.05
    assert result(FX6, margin=0.1, alternative="less")["p_value"] < 0.001


def test_two_that_always_agree_are_equivalent_when_instances_are_many() -> None:
    assert result((10, 0, 0, 390), margin=0.05)["p_value"] < 1e-4
    few = result((1, 0, 0, 9), margin=0.05)
    assert few["p_value"] > 0.05
    assert few["status"] == "approximate"


def test_swapping_the_two_mirrors_the_sides() -> None:
    swapped = (FX6[0], FX6[2], FX6[1], FX6[3])
    p = result(FX6, margin=0.1, alternative="greater")["p_value"]
    assert result(swapped, margin=0.1, alternative="less")["p_value"] == pytest.approx(p, rel=1e-12)
    assert result(swapped, margin=0.1)["p_value"] == pytest.approx(result(FX6, margin=0.1)["p_value"], rel=1e-12)


@pytest.mark.parametrize("margin", [0, -0.1, 1.0, float("nan")])
def test_a_margin_that_is_none_is_refused(margin: float) -> None:
    with pytest.raises(br.BenchreportError, match="margin"):
        result(FX6, margin=margin)
