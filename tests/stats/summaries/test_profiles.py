"""Performance profiles and score distributions."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import schema_of
from benchreport.stats.summaries.profiles import PROFILE_COLUMNS
from tests.stats.summaries.test_aggregates import random_values, table


def seconds() -> pl.DataFrame:
    wide = pl.DataFrame(
        {
            "dataset": ["p", "q", "r", "s"],
            "A": [1.0, 4.0, 9.0, None],
            "B": [2.0, 2.0, 9.0, 1.0],
            "C": [3.0, 8.0, 9.0, 4.0],
        }
    )
    return br.scores(wide, metric="runtime")


def points(rows: pl.DataFrame, algorithm: str) -> list[tuple[float, float]]:
    return rows.filter(pl.col("algorithm") == algorithm).select("x", "y").rows()


def test_profiles_step_at_the_ratios_and_failures_are_never_reached() -> None:
    rows = br.performance_profile(seconds())
    # Ratios to the best: A 1, 2, 1, failed; B 2, 1, 1, 1; C 3, 4, 1, 4.
    assert points(rows, "A") == [(1, 0.5), (2, 0.75)]
    assert points(rows, "B") == [(1, 0.75), (2, 1)]
    assert points(rows, "C") == [(1, 0.25), (3, 0.5), (4, 1)]
    assert rows.filter(pl.col("algorithm") == "A")["n_failed"].unique().to_list() == [1]
    absent = seconds().filter(pl.col("value").is_not_null())
    assert_frame_equal(br.performance_profile(absent), rows)


def test_a_curve_without_a_win_starts_at_zero() -> None:
    wide = pl.DataFrame({"dataset": ["p", "q"], "A": [1.0, 2.0], "B": [2.0, 8.0]})
    assert points(br.performance_profile(br.scores(wide, metric="runtime")), "B") == [(1, 0), (2, 0.5), (4, 1)]


def test_where_higher_is_better_the_ratio_is_turned() -> None:
    inverse = seconds().with_columns(
        value=1 / pl.col("value"),
        direction=pl.lit("higher", dtype=pl.Categorical),
        metric=pl.lit("runtime", dtype=pl.Categorical),
    )
    assert_frame_equal(br.performance_profile(inverse), br.performance_profile(seconds()))


def test_values_that_are_not_positive_have_no_ratios() -> None:
    wide = pl.DataFrame({"dataset": ["p", "q"], "A": [1.0, 0.0], "B": [2.0, 8.0]})
    rows = br.performance_profile(br.scores(wide, metric="runtime"))
    assert rows["status"].to_list() == ["undefined", "undefined"]
    assert rows.select("x", "y").null_count().row(0) == (2, 2)


def test_score_profiles_are_shares_of_runs() -> None:
    values = random_values(2, 4, 5)
    rows = br.score_profile(table(values), thresholds=[0.5, 0.25, 0.75], draws=199)
    expected = [float((one >= t).mean()) for one in values for t in (0.25, 0.5, 0.75)]
    assert rows["y"].to_list() == pytest.approx(expected)
    assert rows["x"].to_list() == [0.25, 0.5, 0.75] * 2
    errors = br.score_profile(table(1 - values, "error"), thresholds=[0.5], draws=199)
    assert errors["y"].to_list() == pytest.approx(rows.filter(pl.col("x") == 0.5)["y"].to_list())
    inside = (rows["ci_low"] <= rows["y"] + 1e-12) & (rows["y"] <= rows["ci_high"] + 1e-12)
    assert inside.all()


def test_a_band_agrees_with_drawing_one_by_one() -> None:
    values = random_values(1, 6, 5)
    row = br.score_profile(table(values), thresholds=[0.65], draws=4000, resample="runs").row(0, named=True)
    rng = np.random.default_rng(2)
    found = [(np.take_along_axis(values[0], rng.integers(0, 5, (6, 5)), axis=1) >= 0.65).mean() for _ in range(4000)]
    low, high = np.quantile(found, [0.025, 0.975])
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), abs=0.04)


def test_by_default_the_scores_span_the_group_from_one_to_none() -> None:
    rows = br.score_profile(table(random_values(2, 3, 4)), draws=199)
    assert rows.height == 202
    assert rows.group_by("algorithm").agg(pl.col("y").first())["y"].to_list() == [1.0, 1.0]
    assert rows["x"].min() == rows["x"][0]


@pytest.mark.parametrize("method", [br.performance_profile, br.score_profile], ids=["performance", "score"])
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_curves_keep_the_contract(method: Any, engine: Any, study: pl.DataFrame) -> None:
    part = study.filter(pl.col("metric").is_in(["accuracy", "log_loss"]))
    rows = method(part)
    assert rows.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(PROFILE_COLUMNS))
    keys = ["metric", "algorithm", "x"]
    assert_frame_equal(rows.select(keys), rows.select(keys).sort(keys))
    lazy = method(part.sample(fraction=1.0, shuffle=True, seed=1).lazy()).collect(engine=engine)
    assert_frame_equal(lazy, rows)
    alone = method(part.filter(pl.col("metric") == "log_loss"))
    assert_frame_equal(rows.filter(pl.col("metric") == "log_loss"), alone)


def test_one_run_per_dataset_has_no_band_of_runs_and_an_exact_one_of_datasets(demsar: pl.DataFrame) -> None:
    rows = br.score_profile(demsar, thresholds=[0.9], resample="runs")
    assert set(rows["status"]) == {"too_few"}
    over = br.score_profile(demsar, thresholds=[0.9])
    reached = int((demsar.filter(pl.col("algorithm") == "C4.5")["value"] >= 0.9).sum())
    exact = stats.binomtest(reached, 14).proportion_ci(method="exact")
    assert over.row(0, named=True)["ci_low"] == pytest.approx(exact.low)
    assert over.row(0, named=True)["ci_high"] == pytest.approx(exact.high)


def test_thresholds_must_be_numbers(demsar: pl.DataFrame) -> None:
    for wrong in ([], [float("nan")]):
        with pytest.raises(br.BenchreportError, match="threshold"):
            br.score_profile(demsar, thresholds=wrong)
