"""Summaries over all datasets with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of

AGGREGATES = {"iqm": br.iqm, "mean_score": br.mean_score, "median_score": br.median_score, "gap": br.optimality_gap}
OTHERS = {"improvement": br.probability_of_improvement, "ranks": br.rank_intervals, "wins": br.win_rates}
FEW = 199
EVERY: dict[str, Callable[..., Any]] = {
    name: method if name == "wins" else partial(method, draws=FEW) for name, method in (AGGREGATES | OTHERS).items()
}
every = pytest.mark.parametrize("name", EVERY)
every_aggregate = pytest.mark.parametrize("name", AGGREGATES)


def table(values: np.ndarray, metric: str = "accuracy") -> pl.DataFrame:
    """Scores from algorithms x datasets x runs; NaN is left out."""
    a, d, r = np.indices(values.shape).reshape(3, -1)
    frame = pl.DataFrame({"algorithm": a, "dataset": d, "fold": r, metric: values.ravel()})
    named = frame.with_columns(algorithm=pl.format("a{}", "algorithm"), dataset=pl.format("d{}", "dataset"))
    declared = {"design": "seeds"} if values.shape[2] > 1 else {}
    return br.scores(named.filter(pl.col(metric).is_not_nan()), **declared)


def random_values(*shape: int, seed: int = 5) -> np.ndarray:
    return np.round(np.random.default_rng(seed).beta(4, 2, shape), 3)


def drawn_again(
    values: np.ndarray, statistic: Callable[[np.ndarray], np.ndarray], draws: int = 4000
) -> tuple[float, float]:
    """Draw runs again within datasets one draw at a time; values are datasets x runs."""
    rng = np.random.default_rng(99)
    datasets, runs = values.shape
    drawn = [np.take_along_axis(values, rng.integers(0, runs, (datasets, runs)), axis=1) for _ in range(draws)]
    found = statistic(np.array(drawn))
    low, high = np.quantile(found, [0.025, 0.975])
    return float(low), float(high)


def test_the_interquartile_mean_is_the_trimmed_mean_of_scipy() -> None:
    for shape in [(2, 5, 4), (2, 3, 7), (2, 1, 5), (2, 2, 1)]:
        values = random_values(*shape)
        ours = br.iqm(table(values), draws=FEW)["estimate"].to_list()
        assert ours == pytest.approx([stats.trim_mean(one, 0.25, axis=None) for one in values], rel=1e-12)


def test_mean_median_and_gap_follow_their_definitions() -> None:
    values = random_values(3, 6, 5)
    scores = table(values)
    means = values.mean(axis=2)
    assert br.mean_score(scores, draws=FEW)["estimate"].to_list() == pytest.approx(means.mean(axis=1).tolist())
    assert br.median_score(scores, draws=FEW)["estimate"].to_list() == pytest.approx(np.median(means, axis=1).tolist())
    gap = 0.7 - np.minimum(values, 0.7).mean(axis=(1, 2))
    assert br.optimality_gap(scores, target=0.7, draws=FEW)["estimate"].to_list() == pytest.approx(gap.tolist())


def test_the_gap_of_an_error_is_its_distance_above_the_target() -> None:
    values = random_values(2, 4, 3)
    up = br.optimality_gap(table(values), draws=FEW)
    down = br.optimality_gap(table(1 - values, "error"), draws=FEW)
    assert up["estimate"].to_list() == pytest.approx(down["estimate"].to_list(), rel=1e-12)
    assert up["ci_low"].to_list() == pytest.approx(down["ci_low"].to_list(), rel=1e-9)


@pytest.mark.parametrize(
    ("name", "statistic"),
    [
        ("iqm", lambda x: stats.trim_mean(x.reshape(len(x), -1), 0.25, axis=1)),
        ("mean_score", lambda x: x.mean(axis=(1, 2))),
        ("median_score", lambda x: np.median(x.mean(axis=2), axis=1)),
        ("gap", lambda x: 1 - np.minimum(x, 1).mean(axis=(1, 2))),
    ],
)
def test_intervals_agree_with_drawing_one_by_one(name: str, statistic: Any) -> None:
    values = random_values(2, 8, 5)
    rows = AGGREGATES[name](table(values), draws=4000, resample="runs")
    for row, one in zip(rows.iter_rows(named=True), values, strict=True):
        low, high = drawn_again(one, statistic)
        width = high - low
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), abs=0.06 * width)
        assert "4000 draws, seed 0, Monte Carlo error" in row["note"]


def test_an_interquartile_mean_draws_whole_datasets_from_ten_on() -> None:
    values = random_values(1, 10, 3)
    row = br.iqm(table(values), draws=4000).row(0, named=True)
    drawn = values[0][np.random.default_rng(3).integers(0, 10, (4000, 10))]
    low, high = np.quantile(stats.trim_mean(drawn.reshape(4000, -1), 0.25, axis=1), [0.025, 0.975])
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), abs=0.06 * (high - low))
    assert (row["variant"], row["law"], row["status"]) == ("datasets", "bootstrap of datasets", "ok")
    nine = br.iqm(table(random_values(1, 9, 3)), draws=FEW).row(0, named=True)
    assert (nine["ci_low"], nine["status"]) == (None, "too_few")
    assert "at least 10 datasets" in nine["note"]


@every_aggregate
def test_the_resampled_unit_is_the_dataset_and_the_row_says_so(name: str) -> None:
    rows = AGGREGATES[name](table(random_values(2, 12, 5)), draws=FEW)
    assert set(rows["law"]) <= {
        "bootstrap of datasets",
        "bootstrap-t of datasets",
        "exact order statistics of datasets",
    }
    # Runs that agree better within their datasets change nothing, as long as the means of the datasets stay.
    calm = random_values(2, 12, 5).mean(axis=2, keepdims=True).repeat(5, axis=2)
    if name in ("mean_score", "median_score"):
        steady = AGGREGATES[name](table(calm), draws=FEW)
        assert steady["ci_low"].to_list() == pytest.approx(rows["ci_low"].to_list(), rel=1e-9)


def test_uneven_numbers_of_runs_are_drawn_within_their_own_dataset() -> None:
    values = random_values(1, 6, 5)
    values[0, 1, 3:] = np.nan
    values[0, 4, 2:] = np.nan
    rows = br.mean_score(table(values), draws=4000, resample="runs").row(0, named=True)
    assert rows["estimate"] == pytest.approx(np.nanmean(values[0], axis=1).mean())
    assert "cells average 2 to 5 runs" in rows["note"]
    rng = np.random.default_rng(1)
    lists = [one[~np.isnan(one)] for one in values[0]]
    found = [np.mean([rng.choice(one, one.size).mean() for one in lists]) for _ in range(2000)]
    low, high = np.quantile(found, [0.025, 0.975])
    assert (rows["ci_low"], rows["ci_high"]) == pytest.approx((low, high), abs=0.08 * (high - low))
    pooled = np.concatenate(lists)
    assert br.iqm(table(values), draws=FEW)["estimate"][0] == pytest.approx(stats.trim_mean(pooled, 0.25))


def test_runs_of_a_single_dataset_are_drawn_again() -> None:
    values = random_values(1, 1, 8)
    row = br.mean_score(table(values), draws=4000, resample="runs").row(0, named=True)
    assert (row["n"], row["estimate"]) == (1, pytest.approx(values.mean()))
    again = np.random.default_rng(1).choice(values.ravel(), (4000, 8)).mean(axis=1)
    low, high = np.quantile(again, [0.025, 0.975])
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((low, high), abs=0.08 * (high - low))
    shares = br.score_profile(table(values), thresholds=[0.5, 0.75], resample="runs", draws=FEW)["y"].to_list()
    assert shares == pytest.approx([(values >= 0.5).mean(), (values >= 0.75).mean()])


@every_aggregate
def test_one_run_per_dataset_has_no_interval_of_runs_but_one_of_datasets(name: str, demsar: pl.DataFrame) -> None:
    alone = AGGREGATES[name](demsar, draws=FEW, resample="runs")
    assert set(alone["status"]) == {"too_few"}
    assert alone["ci_low"].null_count() == alone.height
    assert alone["estimate"].null_count() == 0
    assert "resample='datasets'" in alone["note"][0]
    assert set(AGGREGATES[name](demsar, draws=FEW)["status"]) == {"ok"}


@every_aggregate
def test_runs_that_never_vary_have_no_interval(name: str) -> None:
    rows = AGGREGATES[name](table(np.full((2, 12, 4), 0.3)), draws=FEW)
    assert set(rows["status"]) == {"zero_variance"}
    assert rows["ci_low"].null_count() == 2


@every_aggregate
def test_folds_make_the_interval_doubtful_and_seeds_do_not(name: str, study: pl.DataFrame) -> None:
    rows = AGGREGATES[name](study.filter(pl.col("metric") == "accuracy"), draws=FEW, resample="runs")
    assert set(rows["status"]) == {"approximate"}
    assert "share training data" in rows["note"][0]
    assert set(AGGREGATES[name](table(random_values(2, 3, 4)), draws=FEW, resample="runs")["status"]) == {"ok"}
    # Datasets are independent, whatever their runs share.
    assert "share training data" not in str(AGGREGATES[name](study, draws=FEW)["note"].to_list())


def test_the_seed_decides_the_draws_and_nothing_else_does() -> None:
    scores = table(random_values(3, 12, 5))
    first = br.iqm(scores, draws=FEW, seed=1)
    assert first.equals(br.iqm(scores.sample(fraction=1.0, shuffle=True, seed=2), draws=FEW, seed=1))
    assert not first.equals(br.iqm(scores, draws=FEW, seed=2))
    one = br.iqm(scores.filter(pl.col("algorithm") == "a1"), draws=FEW, seed=1)
    assert_frame_equal(first.filter(pl.col("a") == "a1"), one)


@pytest.mark.parametrize(
    "options", [{"draws": 10}, {"draws": 1.5}, {"seed": -1}, {"alpha": 1.0}, {"resample": "folds"}]
)
@every_aggregate
def test_senseless_options_are_refused(name: str, options: dict[str, Any], demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError):
        AGGREGATES[name](demsar, **options)


@every
def test_results_have_the_one_schema_and_are_sorted(name: str, study: pl.DataFrame) -> None:
    rows = EVERY[name](study)
    assert rows.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    keys = ["metric", "a", "b"]
    assert_frame_equal(rows.select(keys), rows.select(keys).sort(keys))


@every
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazy_and_shuffled_tables_give_the_same(name: str, engine: Any, study: pl.DataFrame) -> None:
    rows = EVERY[name](study)
    lazy = EVERY[name](study.sample(fraction=1.0, shuffle=True, seed=3).lazy())
    assert isinstance(lazy, pl.LazyFrame)
    assert_frame_equal(lazy.collect(engine=engine), rows)


@every
def test_a_group_is_not_touched_by_its_neighbours(name: str, study: pl.DataFrame) -> None:
    together = EVERY[name](study).filter(pl.col("metric") == "log_loss")
    assert_frame_equal(together, EVERY[name](study.filter(pl.col("metric") == "log_loss")))


@every
def test_groups_may_be_several_or_none(name: str, study: pl.DataFrame) -> None:
    both = EVERY[name](study, by=("dataset", "metric"))
    assert both.columns[:2] == ["dataset", "metric"]
    one = study.filter(pl.col("metric") == "auc")
    assert_frame_equal(EVERY[name](one, by=None), EVERY[name](one).drop("metric"))
    with pytest.raises(br.BenchreportError, match="compared with each other"):
        EVERY[name](study, by=None)


@every
def test_bad_groups_give_rows_and_no_infinities(name: str) -> None:
    groups = {
        "one_block": [(0.1, 0.2)],
        "all_tied": [(0.5, 0.5)] * 4,
        "huge": [(1e300, 2e300), (2e300, 1e300)],
        "zero": [(0.0, 0.0)] * 2,
    }
    rows = [(m, f"d{i}", f"a{j}", v) for m, b in groups.items() for i, row in enumerate(b) for j, v in enumerate(row)]
    frame = pl.DataFrame(rows, schema=["metric", "dataset", "algorithm", "value"], orient="row")
    result = EVERY[name](br.scores(frame, directions=dict.fromkeys(groups, "higher")))
    assert result["metric"].unique().sort().to_list() == sorted(groups)
    for column, kind in result.schema.items():
        if kind == pl.Float64:
            assert result[column].drop_nulls().is_finite().all()
    assert result.filter(pl.col("status") == "ok")["estimate"].null_count() == 0


@every
def test_a_missing_dataset_is_refused(name: str, demsar: pl.DataFrame) -> None:
    gap = (pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5+m")
    with pytest.raises(br.BenchreportError, match=r"auc, wine lacks C4\.5\+m"):
        EVERY[name](demsar.filter(~gap))


def test_many_groups_go_through_together() -> None:
    values = random_values(2, 2, 3)
    one = table(values)
    many = pl.concat(one.with_columns(metric=pl.lit(f"m{i:03}").cast(pl.Categorical)) for i in range(300))
    rows = br.iqm(many, draws=FEW, resample="runs")
    assert rows.height == 600
    assert rows["ci_low"].n_unique() == 2
