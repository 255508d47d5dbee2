"""Tests of normality: Shapiro-Wilk, Anderson-Darling."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.stats.kernels.normality import shapiro_weights

BOTH = ["shapiro_wilk", "anderson_darling"]
LEAST = {"shapiro_wilk": 3, "anderson_darling": 8}


def column(method: str, values: list[Any]) -> dict[str, Any]:
    frame = pl.DataFrame({"x": values}, schema={"x": pl.Float64})
    return frame.select(getattr(br.expr, method)("x")).unnest(method).row(0, named=True)


def numbers(row: dict[str, Any]) -> tuple[Any, Any]:
    return row["statistic"], row["p_value"]


def test_demsars_table_gives_what_shapiro_test_of_r_gives(demsar: pl.DataFrame) -> None:
    # R 4.2.2, shapiro.test of every column: statistic and p-value.
    theirs = {
        "C4.5": (0.856072085814609, 0.0268810960394305),
        "C4.5+cf": (0.846952608775945, 0.0201970548098378),
        "C4.5+m": (0.861962433288587, 0.0324111646971521),
        "C4.5+m+cf": (0.863249263297775, 0.0337715970689849),
    }
    for row in br.shapiro_wilk(demsar, by="metric").iter_rows(named=True):
        assert numbers(row) == pytest.approx(theirs[row["a"]], rel=1e-11)
        assert (row["variant"], row["n"], row["law"], row["status"]) == ("results", 14, "normal", "ok")


def test_demsars_table_gives_what_ad_test_of_nortest_gives(demsar: pl.DataFrame) -> None:
    # nortest 1.0-4, ad.test of every column.
    theirs = {
        "C4.5": (0.815088940652469, 0.0260345656334283),
        "C4.5+cf": (0.877949408959967, 0.0178045710593848),
        "C4.5+m": (0.760974174918557, 0.036113392368181),
        "C4.5+m+cf": (0.810730485678786, 0.0267297357108492),
    }
    for row in br.anderson_darling(demsar, by="metric").iter_rows(named=True):
        assert numbers(row) == pytest.approx(theirs[row["a"]], rel=1e-11)
        assert row["status"] == "ok"


def test_residuals_of_demsars_table_give_what_r_gives(demsar: pl.DataFrame) -> None:
    # R 4.2.2, shapiro.test(residuals(aov(y ~ algorithm + dataset))).
    (row,) = br.shapiro_wilk(demsar, by="metric", variant="residuals").iter_rows(named=True)
    assert numbers(row) == pytest.approx((0.954203697020136, 0.032904430676637), rel=1e-11)
    assert (row["a"], row["n"], row["variant"]) == (None, 14, "residuals")
    values = demsar.pivot("algorithm", index="dataset", values="value").drop("dataset").to_numpy()
    residuals = values - values.mean(axis=0) - values.mean(axis=1, keepdims=True) + values.mean()
    (anderson,) = br.anderson_darling(demsar, by="metric", variant="residuals").iter_rows(named=True)
    assert anderson["statistic"] == pytest.approx(column("anderson_darling", residuals.ravel())["statistic"], rel=1e-9)


def test_weights_of_small_samples_are_close_to_those_of_shapiro_and_wilk() -> None:
    # Shapiro and Wilk (1965), Table 5; Royston's weights approximate them to three decimals.
    printed = {3: [0.7071], 4: [0.6872, 0.1677], 5: [0.6646, 0.2413], 10: [0.5739, 0.3291, 0.2141, 0.1224, 0.0399]}
    for n, weights in printed.items():
        assert shapiro_weights(n)[::-1][: len(weights)].tolist() == pytest.approx(weights, abs=1.5e-3)
        assert (shapiro_weights(n) ** 2).sum() == pytest.approx(1)


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, 11, 12, 13, 50, 500, 4999])
@pytest.mark.parametrize("law", ["normal", "exponential", "uniform"])
def test_shapiro_agrees_with_scipy_for_every_size(n: int, law: str) -> None:
    values = getattr(np.random.default_rng(n), law)(size=n)
    peer, row = stats.shapiro(values), column("shapiro_wilk", values)
    # SciPy's normal quantiles have nine digits, and 1 - W of large samples is small.
    assert row["statistic"] == pytest.approx(peer.statistic, rel=1e-8)
    assert row["p_value"] == pytest.approx(peer.pvalue, rel=2e-6, abs=1e-12)


@pytest.mark.parametrize("n", [8, 9, 20, 200])
@pytest.mark.parametrize("law", ["normal", "exponential", "uniform"])
def test_the_statistic_of_anderson_agrees_with_scipy(n: int, law: str) -> None:
    values = getattr(np.random.default_rng(n), law)(size=n)
    peer = stats.anderson(values, "norm", method="interpolate").statistic
    assert column("anderson_darling", values)["statistic"] == pytest.approx(peer, rel=1e-10)


def test_the_pieces_of_andersons_p_value_join_and_fall() -> None:
    # Mixtures of a normal sample and an outlier take the statistic through all pieces.
    base = stats.norm.ppf((np.arange(40) + 0.5) / 40)
    samples = [(g, value) for g, outlier in enumerate(np.linspace(0, 60, 400)) for value in (*base, outlier)]
    frame = pl.DataFrame(samples, schema=["g", "x"], orient="row")
    rows = frame.group_by("g").agg(br.expr.anderson_darling("x")).unnest("anderson_darling")
    statistic, p = (rows[name].to_numpy() for name in ("statistic", "p_value"))
    order = np.argsort(statistic)
    assert statistic.min() < 0.2
    assert statistic.max() > 1
    assert np.all(np.diff(p[order]) < 2e-3)  # the pieces were fitted, so they meet but roughly
    assert p.max() > 0.99


def test_three_values_have_an_exact_law() -> None:
    # W of three values x1 <= x2 <= x3 is (x3 - x1)^2 / (2 sum of squares); P(W <= w) = 6/pi (asin sqrt w - pi/3).
    row = column("shapiro_wilk", [0.0, 1.0, 5.0])
    w = 25 / (2 * (4 + 1 + 9))
    assert row["statistic"] == pytest.approx(w, rel=1e-14)
    assert row["p_value"] == pytest.approx(6 / np.pi * (np.arcsin(np.sqrt(w)) - np.pi / 3), rel=1e-13)
    assert row["law"] == "exact"
    assert column("shapiro_wilk", [0.0, 0.0, 5.0])["p_value"] == pytest.approx(0, abs=1e-7)
    assert column("shapiro_wilk", [0.0, 1.0, 2.0])["p_value"] == pytest.approx(1)


@pytest.mark.parametrize("method", BOTH)
def test_normal_samples_are_rejected_as_often_as_the_level_says(method: str) -> None:
    values = np.random.default_rng(5).normal(size=(4000, 12))
    frame = pl.DataFrame({"g": np.repeat(np.arange(4000), 12), "x": values.ravel()})
    p = frame.group_by("g").agg(getattr(br.expr, method)("x")).unnest(method)["p_value"]
    for level in (0.05, 0.2):
        assert (p <= level).mean() == pytest.approx(level, abs=4 * np.sqrt(level * (1 - level) / 4000))


@pytest.mark.parametrize("method", BOTH)
@given(
    values=st.lists(st.integers(-50, 50), min_size=8, max_size=30, unique=True),
    scale=st.sampled_from([-3.0, 0.125, 1e200, -1e-200]),
    shift=st.integers(-1000, 1000),
)
def test_units_and_their_sign_change_nothing(method: str, values: list[int], scale: float, shift: int) -> None:
    plain = column(method, values)
    moved = column(method, [scale * (value + shift) for value in values])
    assert numbers(moved) == pytest.approx(numbers(plain), rel=1e-6)


@pytest.mark.parametrize("method", BOTH)
def test_values_far_from_zero_keep_their_digits(method: str) -> None:
    values = np.random.default_rng(2).integers(0, 1000, 15).astype(float)
    assert numbers(column(method, list(values + 1e12))) == pytest.approx(
        numbers(column(method, list(values))), rel=1e-9
    )


@pytest.mark.parametrize("method", BOTH)
def test_too_few_values_have_no_statistic(method: str) -> None:
    least = LEAST[method]
    values = [float(i * i) for i in range(least)]
    assert column(method, values)["status"] == "ok"
    for few in (values[:-1], [], [None] * 20, [*values[:-1], float("nan"), None]):
        row = column(method, few)
        assert (row["status"], *numbers(row)) == ("too_few", None, None)
        assert row["note"] == f"fewer than {least} values"


@pytest.mark.parametrize("method", BOTH)
def test_values_that_vary_by_rounding_alone_have_no_statistic(method: str) -> None:
    for values in ([0.5] * 10, [0.0] * 10, [0.3, 0.1 + 0.2] * 5):
        row = column(method, values)
        assert (row["status"], *numbers(row)) == ("zero_variance", None, None)
        assert row["note"] == "the results never vary"


@pytest.mark.parametrize("method", BOTH)
def test_infinite_values_are_counted_and_leave_no_statistic(method: str) -> None:
    row = column(method, [float("inf"), *range(10)])
    assert (row["status"], row["n"], *numbers(row)) == ("undefined", 11, None, None)
    assert row["note"] == "1 infinite value, so no mean exists"


@pytest.mark.parametrize("method", BOTH)
def test_ties_are_taken_as_they_are(method: str) -> None:
    values = [1.0, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 4.0, 9.0]
    row = column(method, values)
    peer = (
        stats.shapiro(values).statistic
        if method == "shapiro_wilk"
        else stats.anderson(values, "norm", method="interpolate").statistic
    )
    assert row["statistic"] == pytest.approx(peer, rel=1e-8)


@pytest.mark.parametrize("method", BOTH)
def test_a_column_form_means_the_same_in_every_context(method: str) -> None:
    rng = np.random.default_rng(3)
    frame = pl.DataFrame({"g": [0] * 12 + [1] * 9 + [2] * 12 + [3], "x": rng.normal(size=34)})
    test = getattr(br.expr, method)("x")
    grouped = frame.group_by("g").agg(test).sort("g")
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(frame.lazy().group_by("g").agg(test).collect(engine=engine).sort("g"), grouped)
    shuffled = frame.sample(fraction=1.0, shuffle=True, seed=1)
    assert shuffled.group_by("g").agg(test).sort("g").equals(grouped)
    selected = [frame.filter(pl.col("g") == g).select(pl.lit(g).alias("g"), test) for g in range(4)]
    assert_frame_equal(pl.concat(selected).cast({"g": pl.Int64}), grouped)
    assert grouped.unnest(method)["status"].to_list() == ["ok", "ok", "ok", "too_few"]


def test_samples_beyond_roystons_fit_are_marked() -> None:
    row = column("shapiro_wilk", list(np.random.default_rng(0).normal(size=5001)))
    assert row["status"] == "approximate"
    assert "5000" in row["note"]


def test_the_end_of_andersons_approximation_is_marked() -> None:
    row = column("anderson_darling", [0.0] * 200 + [1.0] * 5)
    assert (row["p_value"], row["status"]) == (3.7e-24, "approximate")
    assert "3.7e-24" in row["note"]


@pytest.mark.parametrize("method", BOTH)
def test_runs_that_share_training_data_make_the_test_approximate(method: str, study: pl.DataFrame) -> None:
    rows = getattr(br, method)(study).filter(pl.col("p_value").is_not_null())
    assert set(rows["status"]) == {"approximate"}
    assert rows["note"].str.contains("share training data").all()


@pytest.mark.parametrize("method", BOTH)
def test_residuals_that_cannot_be_tested_say_why(method: str) -> None:
    def table(blocks: list[tuple[float, ...]]) -> pl.DataFrame:
        rows = [(f"a{j}", f"d{i}", value) for i, block in enumerate(blocks) for j, value in enumerate(block)]
        return br.scores(
            pl.DataFrame(rows, schema=["algorithm", "dataset", "auc"], orient="row"), directions={"auc": "higher"}
        )

    def status(blocks: list[tuple[float, ...]]) -> str:
        return str(getattr(br, method)(table(blocks), by="metric", variant="residuals")["status"].item())

    additive = [(x, x + 0.1, x + 0.3) for x in (0.1, 0.2, 0.5, 0.6)]
    assert status(additive) == "zero_variance"
    assert status(additive[:2]) == "too_few"
    assert status([(1e300, 2e300, 0.0), (2e300, 1e300, 0.0), (0.0, 1e300, 5e299), (0.0, 0.0, 1e300)]) == "ok"


def test_a_table_with_one_algorithm_can_be_described(demsar: pl.DataFrame, study: pl.DataFrame) -> None:
    for method in BOTH:
        assert getattr(br, method)(demsar.filter(pl.col("algorithm") == "C4.5"), by="metric").height == 1
    assert br.multivariate_shapiro(study.filter(pl.col("algorithm") == "kNN")).height == 4


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda table: br.shapiro_wilk(table, variant="differences"), "variant"),  # type: ignore[arg-type]
        (lambda table: br.anderson_darling(table, alpha=0), "alpha"),
        (lambda table: br.multivariate_shapiro(table, variant="exact"), "variant"),  # type: ignore[arg-type]
        (lambda table: br.multivariate_shapiro(table, draws=5), "draws"),
        (lambda table: br.multivariate_shapiro(table, metrics=["aucc"]), "no metric 'aucc'"),
    ],
)
def test_options_that_mean_nothing_are_refused(call: Any, said: str, study: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match=said):
        call(study)
