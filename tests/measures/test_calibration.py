"""Calibration tables, thresholds, and how two classifiers use the classes."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import benchreport as br


def forecasts(chances: list[float], truth: list[int]) -> pl.DataFrame:
    frame = pl.DataFrame({"score": chances, "truth": truth, "instance": range(len(truth)), "algorithm": "m"})
    return br.predictions(frame)


def test_bins_tell_forecast_and_frequency_with_a_wilson_interval() -> None:
    table = forecasts([0.05] * 10 + [0.95] * 10, [0] * 9 + [1] + [1] * 10)
    rows = br.calibration(table, positive=1)
    assert rows.select("low", "high", "n", "observed").rows() == [(0.0, 0.1, 10, 0.1), (0.9, 1.0, 10, 1.0)]
    # Wilson interval of 1 of 10, R binom.confint(1, 10, methods = "wilson"): 0.01787621, 0.404150.
    assert (rows["ci_low"][0], rows["ci_high"][0]) == pytest.approx((0.01787621, 0.40415), abs=1e-6)
    assert rows["ece"][0] == pytest.approx((abs(0.5 - 1) + abs(9.5 - 10)) / 20)


def test_small_bins_are_merged_with_their_neighbours() -> None:
    table = forecasts([0.05] * 6 + [0.15] * 2 + [0.25] * 4 + [0.95] * 3, [1] + [0] * 14)
    merged = br.calibration(table, positive=1)
    assert merged.select("low", "high", "n").rows() == [(0.0, 0.1, 6), (0.1, 1.0, 9)]


def test_constant_scores_make_one_bin() -> None:
    rows = br.calibration(forecasts([0.3] * 8, [0, 1] * 4), positive=1)
    assert rows.select("low", "high", "n", "forecast", "observed").rows() == [
        (pytest.approx(0.3), pytest.approx(0.4), 8, pytest.approx(0.3), 0.5)
    ]


def test_a_perfect_forecast_lies_inside_every_interval() -> None:
    rng = np.random.default_rng(1)
    chances = rng.random(4000)
    rows = br.calibration(forecasts(chances.tolist(), (rng.random(4000) < chances).astype(int).tolist()), positive=1)
    assert rows.filter(pl.col("forecast").is_between("ci_low", "ci_high")).height >= 9
    assert rows["n"].sum() == 4000


def test_without_a_positive_class_the_top_class_is_judged() -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet")).filter(pl.col("dataset") == "iris")
    rows = br.calibration(study)
    whole = br.measure(study, metrics="ece", average="pooled")
    assert rows.group_by("algorithm").agg(pl.col("ece").first()).sort("algorithm")["ece"].to_list() == pytest.approx(
        whole.sort("algorithm")["value"].to_list()
    )


@pytest.mark.parametrize("options", [{"bins": 0}, {"alpha": 0}, {"positive": 7}])
def test_senseless_options_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(br.BenchreportError):
        br.calibration(forecasts([0.3] * 8, [0, 1] * 4), **({"positive": 1} | options))


def test_scores_that_are_no_probabilities_are_refused() -> None:
    with pytest.raises(br.BenchreportError, match="not a probability"):
        br.calibration(forecasts([1.3] * 8, [0, 1] * 4), positive=1)


def test_cuts_for_given_costs_are_those_of_the_catalogue() -> None:
    assert br.cost_threshold(5, 1) == pytest.approx(0.833333333333, rel=1e-11)
    assert br.decision_threshold(5, 1) == pytest.approx(0.666666666667, rel=1e-11)
    assert (br.cost_threshold(2, 2), br.decision_threshold(2, 2)) == (0.5, 0.0)
    for wrong in (0, -1, float("inf"), float("nan"), True):
        with pytest.raises(br.BenchreportError, match="a cost is"):
            br.cost_threshold(wrong, 1)


@given(st.integers(1, 50), st.integers(1, 50))
def test_the_cut_makes_the_expected_cost_least(false_alarm: int, miss: int) -> None:
    cut = br.cost_threshold(false_alarm, miss)
    for chance in np.linspace(0.01, 0.99, 33):
        cheaper = miss * chance >= false_alarm * (1 - chance) * (1 - 1e-12)
        assert cheaper == (chance >= cut * (1 - 1e-12))
