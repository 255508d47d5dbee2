"""Intervals of the expected result of one algorithm."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of

# Fixture FX1 of the method catalogue: errors on ten folds.
A = [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]
B = [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17]

NEEDS: dict[str, dict[str, Any]] = {
    "ci_mean_z": {"sigma": 0.02},
    "ci_mean_t": {},
    "ci_bootstrap": {"draws": 499},
    "ci_hoeffding_mean": {"bound": (0, 10)},
    "ci_empirical_bernstein": {"bound": (0, 10)},
}
every_interval = pytest.mark.parametrize("name", NEEDS)


def folds(**more: Any) -> pl.DataFrame:
    rows = [("toy", name, k, value) for name, values in (("A", A), ("B", B)) for k, value in enumerate(values)]
    frame = pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", "error"], orient="row")
    return br.scores(frame.with_columns(pl.lit(value).alias(name) for name, value in more.items()))


def function_of(name: str) -> Callable[..., Any]:
    return partial(getattr(br, name), **NEEDS[name])


def column(name: str, values: list[float | None], **options: Any) -> dict[str, Any]:
    frame = pl.DataFrame({"x": values}, schema={"x": pl.Float64})
    given_options = {**NEEDS[name], **options}
    return frame.select(getattr(br.expr, name)("x", **given_options)).unnest(name).row(0, named=True)


# Values of the method catalogue, section 4.


def test_fixture_one_gives_the_z_interval_of_the_catalogue() -> None:
    row = br.ci_mean_z(folds(), sigma=0.02).row(0, named=True)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((0.118604099354, 0.143395900646), rel=1e-11)
    assert (row["a"], row["b"], row["p_value"]) == ("A", None, None)


def test_fixture_one_gives_the_t_interval_of_the_catalogue() -> None:
    row = br.ci_mean_t(folds(), variant="plain").row(0, named=True)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((0.117322728486, 0.144677271514), rel=1e-11)
    assert (row["variant"], row["status"], row["df1"]) == ("plain", "approximate", 9)
    assert "share training data" in row["note"]


def test_one_sided_bounds_are_those_of_the_catalogue() -> None:
    lower, upper = (column("ci_mean_t", A, alternative=side) for side in ("greater", "less"))
    assert lower["ci_low"] == pytest.approx(0.119916780979, rel=1e-11)
    assert (lower["ci_high"], lower["variant"]) == (None, "plain, lower_bound")
    assert upper["ci_high"] == pytest.approx(0.142083219021, rel=1e-11)
    assert (upper["ci_low"], upper["variant"]) == (None, "plain, upper_bound")


def test_in_a_table_greater_bounds_how_bad_the_algorithm_may_be() -> None:
    row = br.ci_mean_t(folds(), variant="plain", alternative="greater").row(0, named=True)
    assert row["ci_high"] == pytest.approx(0.142083219021, rel=1e-11)
    assert (row["ci_low"], row["variant"]) == (None, "plain, upper_bound")


def test_paired_differences_give_the_interval_of_the_catalogue() -> None:
    row = column("ci_mean_t", [a - b for a, b in zip(A, B, strict=True)])
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((-0.0324108832149, -0.00958911678515), rel=1e-9)


@pytest.mark.parametrize(
    ("tail", "t"),
    [
        (0.001, 4.29680566273),
        (0.005, 3.24983554159),
        (0.01, 2.82143792503),
        (0.05, 1.83311293266),
        (0.1, 1.3830287384),
        (0.2, 0.883403859686),
    ],
)
def test_the_table_of_student_quantiles(tail: float, t: float) -> None:
    row = column("ci_mean_t", A, alternative="less", alpha=tail)
    reach = (row["ci_high"] - 0.131) / (0.0191195071996 / np.sqrt(10))
    assert reach == pytest.approx(t, rel=1e-9)


@pytest.mark.parametrize(
    ("tail", "z"),
    [
        (0.001, 3.09023230617),
        (0.01, 2.32634787404),
        (0.05, 1.64485362695),
        (0.1, 1.28155156554),
        (0.2, 0.841621233573),
        (0.4, 0.253347103136),
    ],
)
def test_the_table_of_normal_quantiles(tail: float, z: float) -> None:
    row = column("ci_mean_z", [0.0], sigma=1.0, alternative="less", alpha=tail)
    assert row["ci_high"] == pytest.approx(z, rel=1e-11)


# Runs that share training data.


def test_folds_have_their_variance_corrected() -> None:
    row = br.ci_mean_t(folds().drop("design")).row(0, named=True)
    reach = stats.t.isf(0.025, 9) * np.std(A, ddof=1) * np.sqrt(1 / 10 + 1 / 9)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((0.131 - reach, 0.131 + reach), rel=1e-10)
    assert (row["variant"], row["status"]) == ("corrected", "approximate")
    assert "needs a declared design" in row["note"]
    told = br.ci_mean_t(folds(n_train=70, n_test=30)).row(0, named=True)
    assert told["ci_high"] - 0.131 == pytest.approx(
        stats.t.isf(0.025, 9) * np.std(A, ddof=1) * np.sqrt(1 / 10 + 3 / 7), rel=1e-10
    )
    assert told["note"] is None


def test_datasets_and_seeds_have_nothing_to_correct() -> None:
    over = br.ci_mean_t(folds().with_columns(dataset=pl.col("fold").cast(pl.String).cast(pl.Categorical)), by="metric")
    assert over["variant"].unique().to_list() == ["plain"]
    assert over["ci_low"][0] == pytest.approx(0.117322728486, rel=1e-11)
    frame = folds().select("algorithm", "dataset", "fold", error="value")
    seeds = br.ci_mean_t(br.scores(frame, design="seeds"))
    assert (seeds["variant"][0], seeds["status"][0]) == ("plain", "ok")


def test_resamples_of_unknown_size_have_no_corrected_interval() -> None:
    frame = folds().select("algorithm", "dataset", "fold", error="value")
    row = br.ci_mean_t(br.scores(frame, design="repeated_holdout")).row(0, named=True)
    assert (row["status"], row["ci_low"]) == ("undefined", None)
    assert "ratio of test to training size" in row["note"]
    assert row["estimate"] == pytest.approx(0.131)


# Bounded results.


def test_hoeffdings_half_width_is_that_of_the_catalogue() -> None:
    row = column("ci_hoeffding_mean", [0.0, 1.0] * 500, bound=(0, 1))
    assert (row["ci_high"] - row["ci_low"]) / 2 == pytest.approx(0.0429469408347, rel=1e-11)
    wide = column("ci_hoeffding_mean", [0.0, 1.0] * 500, bound=(-1, 2))
    assert (wide["ci_high"] - wide["ci_low"]) / 2 == pytest.approx(3 * 0.0429469408347, rel=1e-11)


def test_the_empirical_bernstein_bound_is_that_of_its_theorem() -> None:
    # Maurer and Pontil 2009, theorem 4, for results in [0, 1], on both sides at half the level each.
    values = np.random.default_rng(0).beta(2, 30, 400)
    row = column("ci_empirical_bernstein", values.tolist(), bound=(0, 1))
    cost = np.log(4 / 0.05)
    reach = np.sqrt(2 * values.var(ddof=1) * cost / 400) + 7 * cost / (3 * 399)
    assert row["ci_high"] - row["estimate"] == pytest.approx(reach, rel=1e-12)
    hoeffding = column("ci_hoeffding_mean", values.tolist(), bound=(0, 1))
    assert row["ci_high"] < hoeffding["ci_high"]


def test_results_outside_the_declared_bound_are_told() -> None:
    for name in ("ci_hoeffding_mean", "ci_empirical_bernstein"):
        row = column(name, [0.5, 1.5], bound=(0, 1))
        assert (row["status"], row["ci_low"]) == ("undefined", None)
        assert "outside the declared bound" in row["note"]


@pytest.mark.parametrize("bound", [(1, 0), (0, 0), (0,), (0, float("inf")), "01"])
def test_a_bound_that_is_no_range_is_refused(bound: Any) -> None:
    with pytest.raises(br.BenchreportError, match="bound"):
        br.ci_hoeffding_mean(folds(), bound=bound)


def test_a_bound_is_in_the_units_of_the_metric_whichever_way_is_better() -> None:
    error = br.ci_hoeffding_mean(folds(), by=("dataset", "metric"), bound=(0, 0.5)).row(0, named=True)
    alone = column("ci_hoeffding_mean", list(A), bound=(0, 0.5))
    assert (error["ci_low"], error["ci_high"]) == pytest.approx((alone["ci_low"], alone["ci_high"]), rel=1e-12)


# The bootstrap.


@pytest.mark.parametrize("variant", ["bca", "percentile"])
@pytest.mark.parametrize("statistic", ["mean", "median"])
def test_bootstrap_limits_are_those_of_scipy_within_monte_carlo_error(variant: Any, statistic: Any) -> None:
    values = np.random.default_rng(5).exponential(size=40)
    ours = column("ci_bootstrap", values.tolist(), variant=variant, statistic=statistic, draws=9999)
    method = {"bca": "BCa", "percentile": "percentile"}[variant]
    theirs = stats.bootstrap(
        (values,), getattr(np, statistic), n_resamples=9999, method=method, rng=np.random.default_rng(1)
    ).confidence_interval
    scale = values.std() / np.sqrt(40)
    assert ours["ci_low"] == pytest.approx(theirs.low, abs=0.08 * scale)
    assert ours["ci_high"] == pytest.approx(theirs.high, abs=0.08 * scale)
    assert ours["estimate"] == pytest.approx(getattr(np, statistic)(values), rel=1e-12)


def test_the_median_moves_by_its_jackknife_values() -> None:
    from benchreport.stats.kernels.bootstrap import _median_pull

    for n in (2, 3, 6, 7):
        ordered = np.sort(np.random.default_rng(n).normal(size=(1, n)))
        left_out = np.array([np.median(np.delete(ordered[0], i)) for i in range(n)])
        assert _median_pull(ordered)[0] == pytest.approx(left_out.mean() - left_out, abs=1e-12)


def test_draws_depend_on_the_seed_and_the_size_of_a_group_alone() -> None:
    frame = pl.DataFrame({"g": ["p"] * 10 + ["q"] * 10 + ["r"] * 7, "x": A + B + A[:7]})
    test = br.expr.ci_bootstrap("x", draws=499)
    together = frame.group_by("g").agg(test).sort("g")
    alone = pl.concat(frame.filter(pl.col("g") == g).group_by("g").agg(test) for g in "pqr")
    assert_frame_equal(together, alone)
    turned = frame.reverse().group_by("g").agg(test).sort("g")
    assert_frame_equal(together, turned)
    other = frame.group_by("g").agg(br.expr.ci_bootstrap("x", draws=499, seed=1)).sort("g")
    assert not other.equals(together)
    assert "499 draws, seed 0" in together.unnest("ci_bootstrap")["note"][0]


@settings(max_examples=10)
@given(st.lists(st.integers(-50, 50), min_size=2, max_size=12), st.integers(1, 9), st.integers(-20, 20))
def test_bootstrap_limits_follow_a_change_of_units(values: list[int], factor: int, shift: int) -> None:
    plain = column("ci_bootstrap", [float(value) for value in values], draws=199)
    moved = column("ci_bootstrap", [float(factor * value + shift) for value in values], draws=199)
    for name in ("ci_low", "ci_high", "estimate"):
        assert moved[name] == pytest.approx(factor * plain[name] + shift, abs=1e-9)


def test_few_blocks_make_the_bootstrap_doubtful() -> None:
    assert column("ci_bootstrap", A[:5])["status"] == "approximate"
    assert column("ci_bootstrap", A)["status"] == "ok"


@pytest.mark.parametrize("options", [{"draws": 10}, {"seed": -1}, {"statistic": "mode"}, {"variant": "basic"}])
def test_bad_options_of_the_bootstrap_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(br.BenchreportError):
        br.ci_bootstrap(folds(), **options)


# Degenerate groups.


@every_interval
def test_degenerate_groups_give_rows_with_a_status(name: str) -> None:
    groups: dict[str, list[float | None]] = {
        "constant": [0.5] * 4,
        "empty": [None],
        "huge": [1e300, 2e300, 3e300],
        "one": [0.5],
        "tiny": [1e-300, 2e-300, 3e-300],
        "wobble": [0.1 + 0.2, 0.3, 0.1 + 0.2],
    }
    frame = pl.DataFrame({"g": list(groups), "x": list(groups.values())}).explode("x")
    rows = frame.group_by("g").agg(getattr(br.expr, name)("x", **NEEDS[name])).sort("g").unnest(name)
    status = dict(rows.select("g", "status").rows())
    assert status["empty"] == "too_few"
    assert set(rows["status"]) <= {"ok", "approximate", "too_few", "zero_variance", "undefined"}
    assert not any(rows.select(pl.col(pl.Float64).is_infinite().any()).row(0))
    if name in ("ci_mean_t", "ci_bootstrap"):
        assert status["one"] == "too_few"
        assert (status["constant"], status["wobble"]) == ("zero_variance", "zero_variance")
        constant = rows.row(by_predicate=pl.col("g") == "constant", named=True)
        assert (constant["ci_low"], constant["ci_high"]) == (0.5, 0.5)
        huge = rows.row(by_predicate=pl.col("g") == "huge", named=True)
        assert huge["ci_low"] < 2e300 < huge["ci_high"]


def test_nothing_but_positive_spread_is_taken_as_known() -> None:
    with pytest.raises(br.BenchreportError, match="sigma"):
        br.ci_mean_z(folds(), sigma=0)


# What every method promises.


@every_interval
def test_rows_have_the_one_schema_sorted_by_their_keys(name: str, study: pl.DataFrame) -> None:
    rows = function_of(name)(study, by=("dataset", "metric"))
    keys = dict.fromkeys(("dataset", "metric"), pl.Categorical())
    assert rows.schema == pl.Schema(keys | schema_of(RESULT_COLUMNS))
    assert_frame_equal(rows, rows.sort("dataset", "metric", "a"))
    assert rows["b"].null_count() == rows.height


@every_interval
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazy_in_lazy_out_and_every_engine_agrees(name: str, engine: Any, study: pl.DataFrame) -> None:
    lazy = function_of(name)(study.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    assert_frame_equal(lazy.collect(engine=engine), function_of(name)(study))


@every_interval
def test_the_order_of_rows_changes_not_a_bit(name: str, study: pl.DataFrame) -> None:
    shuffled = study.sample(fraction=1.0, shuffle=True, seed=11)
    assert function_of(name)(shuffled).equals(function_of(name)(study))


@every_interval
def test_a_group_is_not_touched_by_its_neighbours(name: str, study: pl.DataFrame) -> None:
    one = pl.col("metric") == "log_loss"
    assert_frame_equal(function_of(name)(study).filter(one), function_of(name)(study.filter(one)))


@every_interval
def test_a_level_outside_zero_and_one_is_refused(name: str, demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="alpha"):
        function_of(name)(demsar, alpha=1.0)


@every_interval
def test_pandas_and_plain_lazy_frames_go_straight_in(name: str, demsar: pl.DataFrame) -> None:
    plain = demsar.select(pl.col("algorithm", "dataset", "metric").cast(pl.String), "value")
    expected = function_of(name)(demsar, by="metric")
    assert_frame_equal(function_of(name)(plain.to_pandas(), by="metric"), expected)
    assert_frame_equal(function_of(name)(plain.lazy(), by="metric").collect(), expected)


@every_interval
def test_one_algorithm_is_enough_and_gaps_are_counted(name: str, demsar: pl.DataFrame) -> None:
    assert function_of(name)(demsar.filter(pl.col("algorithm") == "C4.5"), by="metric").height == 1
    gap = (pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5")
    rows = function_of(name)(demsar.filter(~gap), by="metric")
    assert rows["n_dropped"].to_list() == [1, 0, 0, 0]
    assert rows["n"].to_list() == [13, 14, 14, 14]


@every_interval
def test_metrics_are_never_mixed(name: str, study: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="compared with each other"):
        function_of(name)(study, by=None)


def test_a_thousand_datasets_are_drawn_again_in_one_pass() -> None:
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({"g": np.repeat(np.arange(1000), 10), "x": rng.normal(size=10_000)})
    rows = frame.group_by("g").agg(br.expr.ci_bootstrap("x", draws=999)).unnest("ci_bootstrap")
    assert (rows["ci_low"] < rows["ci_high"]).all()
    covered = rows.select(pl.lit(0.0).is_between("ci_low", "ci_high").mean()).item()
    assert 0.85 < covered < 0.96
