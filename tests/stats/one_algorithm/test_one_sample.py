"""Tests of one algorithm against a stated value, and against shuffled labels."""

from __future__ import annotations

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

# Fixture FX1 of the method catalogue: errors of algorithm A on ten folds.
A = [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]
samples = st.lists(st.integers(-30, 30), min_size=2, max_size=14)
sides = st.sampled_from(["two-sided", "greater", "less"])


def folds() -> pl.DataFrame:
    frame = pl.DataFrame({"algorithm": ["A"] * 10, "dataset": ["toy"] * 10, "fold": range(10), "error": A})
    return br.scores(frame)


def column(name: str, values: Any, **options: Any) -> dict[str, Any]:
    frame = pl.DataFrame({"x": pl.Series(values, dtype=pl.Float64)})
    return frame.select(getattr(br.expr, name)("x", **options)).unnest(name).row(0, named=True)


def test_fixture_one_gives_the_t_of_the_catalogue() -> None:
    row = column("one_sample_t", A, constant=0.12, alternative="greater")
    assert (row["statistic"], row["p_value"]) == pytest.approx((1.81934889319, 0.0511043804581), rel=1e-10)
    assert (row["df1"], row["variant"]) == (9, "plain, against 0.12")


def test_in_a_table_worse_than_the_constant_is_less() -> None:
    # Lower error is better: an error above the constant is the side "less"; t is of the error minus the constant.
    row = br.one_sample_t(folds(), constant=0.12, variant="plain", alternative="less").row(0, named=True)
    assert (row["statistic"], row["p_value"]) == pytest.approx((1.81934889319, 0.0511043804581), rel=1e-10)
    assert (row["a"], row["b"], row["variant"]) == ("A", None, "plain, against 0.12")
    assert row["estimate"] == pytest.approx(0.131)
    assert (row["ci_low"], row["ci_high"]) == (pytest.approx(0.119916780979, rel=1e-10), None)
    assert row["effect"] < 0
    assert row["status"] == "approximate"


def test_folds_have_their_variance_corrected_by_default() -> None:
    row = br.one_sample_t(folds().drop("design"), constant=0.12).row(0, named=True)
    t = (np.mean(A) - 0.12) / (np.std(A, ddof=1) * np.sqrt(1 / 10 + 1 / 9))
    assert row["statistic"] == pytest.approx(t, rel=1e-10)
    assert row["p_value"] == pytest.approx(2 * stats.t.sf(abs(t), 9), rel=1e-9)
    assert (row["variant"], row["status"]) == ("corrected, against 0.12", "approximate")
    assert "needs a declared design" in row["note"]


@pytest.mark.parametrize(("k", "critical"), [(10, 1.83311293266), (30, 1.69912702653)])
def test_the_critical_values_of_the_second_seed(k: int, critical: float) -> None:
    # Values whose t is exactly the critical one have p = 0.05 on one side.
    values = np.linspace(-1, 1, k)
    constant = -critical * values.std(ddof=1) / np.sqrt(k)
    assert column("one_sample_t", values, constant=constant, alternative="greater")["p_value"] == pytest.approx(
        0.05, rel=1e-9
    )


def test_the_z_test_uses_the_quantiles_of_the_catalogue() -> None:
    for side, z in (("two-sided", 1.95996398454), ("greater", 1.64485362695)):
        row = column("z_test_mean", [z, z, z, z], constant=0, sigma=2, alternative=side)
        assert row["statistic"] == pytest.approx(z, rel=1e-12)
        assert row["p_value"] == pytest.approx(0.05, rel=1e-10)


@given(samples, st.integers(-5, 5), sides)
def test_the_t_test_is_that_of_scipy(values: list[int], constant: int, side: Any) -> None:
    row = column("one_sample_t", values, constant=constant, alternative=side)
    if np.ptp(values) == 0:
        assert row["status"] == ("all_ties" if values[0] == constant else "zero_variance")
        assert row["p_value"] == (1.0 if values[0] == constant else None)
        return
    theirs = stats.ttest_1samp(values, constant, alternative=side)
    assert row["statistic"] == pytest.approx(theirs.statistic, rel=1e-9, abs=1e-12)
    assert row["p_value"] == pytest.approx(theirs.pvalue, rel=1e-8)
    interval = theirs.confidence_interval(0.95)
    if side != "less":
        assert row["ci_low"] == pytest.approx(interval.low, abs=1e-8)
    if side != "greater":
        assert row["ci_high"] == pytest.approx(interval.high, abs=1e-8)


@given(samples, st.integers(-5, 5))
def test_a_constant_lies_outside_the_interval_when_the_test_rejects(values: list[int], constant: int) -> None:
    test = column("one_sample_t", values, constant=constant)
    interval = column("ci_mean_t", values)
    if test["status"] == "ok" and abs(test["p_value"] - 0.05) > 1e-9:
        assert (test["p_value"] > 0.05) == (interval["ci_low"] <= constant <= interval["ci_high"])


@settings(max_examples=10)
@given(samples, st.integers(-5, 5), sides)
def test_signs_and_ranks_against_a_constant_are_the_paired_tests_beside_it(
    values: list[int], constant: int, side: Any
) -> None:
    frame = pl.DataFrame({"x": values, "y": [constant] * len(values)})
    for one, two in (("one_sample_sign", "sign_test"), ("one_sample_wilcoxon", "wilcoxon")):
        ours = column(one, values, constant=constant, alternative=side)
        theirs = frame.select(getattr(br.expr, two)("x", "y", alternative=side)).unnest(two).row(0, named=True)
        for name in ("n", "n_ties", "statistic", "p_value", "effect", "status", "note"):
            assert ours[name] == theirs[name]
        assert ours["method"] == one
        shift = constant if two == "wilcoxon" else 0
        if theirs["estimate"] is not None:
            assert ours["estimate"] == pytest.approx(theirs["estimate"] + shift, abs=1e-12)


def test_rounding_does_not_untie_a_decimal_from_the_constant() -> None:
    row = column("one_sample_sign", [0.1 + 0.2, 0.3, 0.4], constant=0.3)
    assert (row["n"], row["n_ties"]) == (1, 2)
    assert column("one_sample_t", [0.1 + 0.2, 0.3], constant=0.3)["status"] == "all_ties"


def test_wilcoxon_against_a_constant_is_that_of_scipy() -> None:
    values = np.array([0.11, 0.32, 0.54, 0.71, 0.83, 0.97, 1.29, 1.58])
    row = column("one_sample_wilcoxon", values, constant=0.5)
    theirs = stats.wilcoxon(values - 0.5, method="exact")
    assert row["p_value"] == pytest.approx(theirs.pvalue, rel=1e-12)
    walsh = [(x + y) / 2 for i, x in enumerate(values) for y in values[i:]]
    assert row["estimate"] == pytest.approx(np.median(walsh), rel=1e-12)


def test_estimates_stay_in_the_units_of_the_metric() -> None:
    rows = br.one_sample_wilcoxon(folds(), by=("dataset", "metric"), constant=0.2, alternative="greater")
    row = rows.row(0, named=True)
    assert row["estimate"] == pytest.approx(0.13, abs=0.01)
    assert row["ci_low"] is None
    assert row["ci_high"] < 0.2
    assert row["p_value"] == pytest.approx(1 / 2**10)
    sign = br.one_sample_sign(folds(), by=("dataset", "metric"), constant=0.2).row(0, named=True)
    assert (sign["statistic"], sign["estimate"]) == (10, 1.0)


def test_a_constant_must_be_a_number() -> None:
    for test in (br.one_sample_t, br.one_sample_sign, br.one_sample_wilcoxon):
        with pytest.raises(br.BenchreportError, match="constant"):
            test(folds(), constant=float("nan"))


def test_the_constant_may_be_a_column() -> None:
    frame = pl.DataFrame({"g": ["p"] * 3 + ["q"] * 3, "x": [1.0, 2.0, 4.0] * 2, "c": [1.0] * 3 + [3.0] * 3})
    for name in ("one_sample_t", "one_sample_sign", "one_sample_wilcoxon"):
        both = frame.group_by("g").agg(getattr(br.expr, name)("x", constant="c")).sort("g").unnest(name)
        for position, constant in enumerate((1.0, 3.0)):
            alone = column(name, [1.0, 2.0, 4.0], constant=constant)
            assert both.drop("g").row(position, named=True) == alone


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("z_test_mean", {"constant": 3, "sigma": 1}),
        ("one_sample_t", {"constant": 3}),
        ("one_sample_sign", {"constant": 3}),
        ("one_sample_wilcoxon", {"constant": 3}),
        ("ci_mean_z", {"sigma": 1}),
        ("ci_mean_t", {}),
        ("ci_bootstrap", {"draws": 199}),
        ("ci_hoeffding_mean", {"bound": (0, 10)}),
        ("ci_empirical_bernstein", {"bound": (0, 10)}),
    ],
)
def test_a_column_form_means_the_same_in_every_context(name: str, options: dict[str, Any]) -> None:
    x = [3.1, 2.0, 5.5, 4.0, 1.0, 2.5, 9.0, 1.0, 2.0, 3.0, 4.0, 5.0, None]
    frame = pl.DataFrame({"g": ["p"] * 7 + ["q"] * 5 + ["r"], "x": x})
    test = getattr(br.expr, name)("x", **options)
    grouped = frame.group_by("g").agg(test).sort("g")
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(frame.lazy().group_by("g").agg(test).collect(engine=engine).sort("g"), grouped)
    assert_frame_equal(frame.select("g", test.over("g")).unique(maintain_order=True).sort("g"), grouped)
    selected = [frame.filter(pl.col("g") == g).select(pl.lit(g).alias("g"), test) for g in "pqr"]
    assert_frame_equal(pl.concat(selected), grouped)
    assert grouped.unnest(name)["status"].to_list()[-1] == "too_few"
    dirty = pl.DataFrame({"x": [1.0, 2.5, float("nan"), 4.0, None]})
    clean = pl.DataFrame({"x": [1.0, 2.5, 4.0]})
    assert_frame_equal(dirty.select(test), clean.select(test))


# Shuffled labels.


def shuffles(observed: float, others: list[float], metric: str = "accuracy", algorithm: str = "A") -> pl.DataFrame:
    frame = pl.DataFrame({"permutation_id": range(len(others) + 1), metric: [observed, *others]})
    frame = frame.with_columns(algorithm=pl.lit(algorithm), dataset=pl.lit("toy"))
    return br.scores(frame, factors="permutation_id")


@pytest.mark.parametrize(("better", "draws", "expected"), [(0, 999, 0.001), (3, 99, 0.04)])
def test_the_p_values_of_the_catalogue(better: int, draws: int, expected: float) -> None:
    rows = br.label_permutation_test(shuffles(0.8, [0.9] * better + [0.5] * (draws - better)))
    assert rows["p_value"][0] == pytest.approx(expected, rel=1e-12)
    assert (rows["n"][0], rows["statistic"][0]) == (draws, better)


def test_a_shuffle_that_does_as_well_counts_even_if_its_last_bits_differ() -> None:
    rows = br.label_permutation_test(shuffles(0.3, [0.1 + 0.2, 0.2999, *[0.1] * 97]))
    assert rows["statistic"][0] == 1


def test_the_direction_of_the_metric_decides_what_is_better() -> None:
    others = [0.3, 0.4, *[0.5] * 97]
    error = br.label_permutation_test(shuffles(0.35, others, "error")).row(0, named=True)
    assert (error["statistic"], error["estimate"]) == (1, 0.35)
    assert error["effect"] > 0
    accuracy = br.label_permutation_test(shuffles(0.35, others)).row(0, named=True)
    assert accuracy["statistic"] == 98


def test_too_few_shuffles_are_told_and_none_at_all_give_no_p() -> None:
    few = br.label_permutation_test(shuffles(0.9, [0.5] * 10)).row(0, named=True)
    assert few["p_value"] == pytest.approx(1 / 11)
    assert "cannot reach alpha" in few["note"]
    none = br.label_permutation_test(shuffles(0.9, [])).row(0, named=True)
    assert (none["status"], none["p_value"]) == ("too_few", None)
    only = shuffles(0.9, [0.5] * 30).filter(pl.col("permutation_id") > 0)
    lost = br.label_permutation_test(only).row(0, named=True)
    assert (lost["status"], lost["p_value"]) == ("undefined", None)


def folded_shuffles() -> pl.DataFrame:
    rng = np.random.default_rng(2)
    rows = [
        (dataset, algorithm, fold, shuffle, metric, float(rng.normal(0.6 if shuffle else 0.7, 0.05)))
        for dataset in ("d", "e")
        for algorithm in ("A", "B")
        for fold in range(3)
        for shuffle in range(30)
        for metric in ("accuracy", "error")
    ]
    names = ["dataset", "algorithm", "fold", "permutation_id", "metric", "value"]
    return br.scores(pl.DataFrame(rows, schema=names, orient="row"), factors="permutation_id")


def test_folds_are_averaged_within_each_shuffle() -> None:
    table = folded_shuffles()
    rows = br.label_permutation_test(table)
    one = table.filter((pl.col("dataset") == "d") & (pl.col("algorithm") == "B") & (pl.col("metric") == "error"))
    means = dict(one.group_by("permutation_id").agg(pl.col("value").mean()).rows())
    expected = sum(value <= means[0] for shuffle, value in means.items() if shuffle)
    row = rows.row(
        by_predicate=(pl.col("dataset") == "d") & (pl.col("a") == "B") & (pl.col("metric") == "error"), named=True
    )
    assert row["statistic"] == expected
    assert row["estimate"] == pytest.approx(means[0], rel=1e-12)


def test_an_incomplete_shuffle_is_left_out_and_counted() -> None:
    gap = (pl.col("permutation_id") == 4) & (pl.col("fold") == 1) & (pl.col("algorithm") == "A")
    rows = br.label_permutation_test(folded_shuffles().filter(~gap))
    assert dict(rows.group_by("a").agg(pl.col("n").max()).sort("a").rows()) == {"A": 28, "B": 29}
    assert set(rows.filter(pl.col("a") == "A")["n_dropped"]) == {1}


def test_shuffled_rows_keep_the_contract() -> None:
    table = folded_shuffles()
    rows = br.label_permutation_test(table)
    keys = dict.fromkeys(("dataset", "metric"), pl.Categorical())
    assert rows.schema == pl.Schema(keys | schema_of(RESULT_COLUMNS))
    assert_frame_equal(rows, rows.sort("dataset", "metric", "a"))
    mixed = table.sample(fraction=1.0, shuffle=True, seed=3)
    assert br.label_permutation_test(mixed).equals(rows)
    lazy = br.label_permutation_test(table.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(lazy.collect(engine=engine), rows)
    plain = table.select(pl.col("dataset", "algorithm", "metric").cast(pl.String), "fold", "permutation_id", "value")
    assert_frame_equal(br.label_permutation_test(plain), rows)
    assert br.label_permutation_test(table, by="metric").height == 4


def test_a_table_that_does_not_number_its_shuffles_is_refused() -> None:
    with pytest.raises(br.BenchreportError, match="numbers the shuffles"):
        br.label_permutation_test(folds())
    words = shuffles(0.9, [0.5] * 30).with_columns(permutation_id=pl.lit("one"))
    with pytest.raises(br.BenchreportError, match="does not number"):
        br.label_permutation_test(words)
