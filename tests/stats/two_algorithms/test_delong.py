"""DeLong's tests of areas under ROC curves, and what every method over scores of instances promises."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal, assert_series_equal
from scipy import stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.stats.forms import areas as module
from benchreport.stats.forms.areas import score_matrix
from benchreport.stats.kernels.delong import areas
from benchreport.tables.scored import Scored

STATUSES = {"ok", "approximate", "too_few", "zero_variance", "all_ties", "singular", "undefined"}
PAIRED = ("delong", "delong_unpaired")
EVERY = ("auc_test", "ci_auc", "delong", "delong_omnibus", "delong_unpaired")


def function_of(name: str) -> Callable[..., Any]:
    return partial(getattr(br, name), positive=1)


def side_by_side(truth: Any, dataset: str = "data", *, apart: bool = False, **scores: Any) -> pl.DataFrame:
    frame = pl.DataFrame({"truth": truth, **scores}).with_row_index("instance").with_columns(dataset=pl.lit(dataset))
    index = ["dataset", "instance", "truth"]
    long = frame.unpivot(list(scores), index=index, variable_name="algorithm", value_name="score")
    if apart:
        names = pl.col("algorithm").rank("dense").cast(pl.Int64)
        long = long.with_columns(pl.col("instance").cast(pl.Int64) + 1000 * names)
    return long.with_columns(pl.col("score").cast(pl.Float64))


def table(name: str, algorithms: str = "ABC") -> pl.DataFrame:
    rng = np.random.default_rng(20260101)
    parts = []
    for dataset, n in (("large", 45), ("small", 30)):
        truth = rng.integers(0, 2, n)
        scores = {letter: np.round(truth + rng.normal(0, 1 + at, n), 1) for at, letter in enumerate(algorithms)}
        parts.append(side_by_side(truth, dataset, apart=name == "delong_unpaired", **scores))
    return br.predictions(pl.concat(parts))


def hostile(name: str) -> pl.DataFrame:
    groups: dict[str, tuple[list[int], dict[str, list[float]]]] = {
        "one_instance": ([1], {"A": [1], "B": [2]}),
        "one_positive": ([1, 0, 0], {"A": [1, 2, 0], "B": [2, 0, 1]}),
        "single_class": ([0, 0, 0], {"A": [1, 2, 3], "B": [3, 2, 1]}),
        "perfect": ([1, 1, 0, 0], {"A": [4, 3, 2, 1], "B": [9, 8, 7, 6]}),
        "opposite": ([1, 1, 0, 0], {"A": [4, 3, 2, 1], "B": [1, 2, 3, 4]}),
        "flat": ([1, 1, 0, 0], {"A": [1, 1, 1, 1], "B": [2, 2, 2, 2]}),
        "same": ([1, 0, 1, 0, 1], {"A": [1, 2, 3, 0, 5], "B": [10, 20, 30, 0, 50]}),
        "alone": ([1, 0, 1, 0], {"A": [1, 2, 3, 0]}),
    }
    parts = [
        side_by_side(truth, dataset, apart=name == "delong_unpaired", **scores)
        for dataset, (truth, scores) in groups.items()
    ]
    return br.predictions(pl.concat(parts))


def brute(truth: np.ndarray, *scores: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Areas and covariances from all pairs of a positive and a negative."""
    kernels = []
    for values in scores:
        up, down = values[truth == 1], values[truth == 0]
        kernels.append((up[:, None] > down) + 0.5 * (up[:, None] == down))
    auc = np.array([kernel.mean() for kernel in kernels])
    by_positive = np.cov([kernel.mean(axis=1) for kernel in kernels]) / (truth == 1).sum()
    by_negative = np.cov([kernel.mean(axis=0) for kernel in kernels]) / (truth == 0).sum()
    return auc, np.atleast_2d(by_positive + by_negative)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 12), st.integers(2, 12), st.integers(0, 2**32 - 1), st.sampled_from([2, 5, 1000]))
def test_covariances_are_those_of_all_pairs(positives: int, negatives: int, seed: int, levels: int) -> None:
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.r_[np.ones(positives, dtype=np.int8), np.zeros(negatives, dtype=np.int8)])
    scores = rng.integers(0, levels, (3, len(truth))).astype(float)
    found = areas(scores[None], truth[None])
    auc, covariance = brute(truth, *scores)
    np.testing.assert_allclose(found.auc[0], auc, atol=1e-12)
    np.testing.assert_allclose(found.covariance[0], covariance, atol=1e-12)
    own = np.diagonal(covariance)
    np.testing.assert_allclose(found.spread[0], own[:, None] + own[None, :] - 2 * covariance, atol=1e-12)


def test_fixture_five_against_its_own_noise_gives_the_brute_numbers() -> None:
    truth = np.array([1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0])
    a = np.array([0.95, 0.90, 0.90, 0.80, 0.70, 0.70, 0.60, 0.55, 0.50, 0.40, 0.30, 0.10])
    b = np.array([3.0, 5, 5, 4, 1, 2, 2, 4, 0, 3, 1, 0])
    auc, covariance = brute(truth, a, b)
    error = np.sqrt(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1])
    row = br.delong(br.predictions(side_by_side(truth, A=a, B=b)), positive=1).row(0, named=True)
    z = (auc[0] - auc[1]) / error
    assert row["statistic"] == pytest.approx(z)
    assert row["p_value"] == pytest.approx(2 * stats.norm.sf(abs(z)))
    assert row["estimate"] == pytest.approx(auc[0] - auc[1])
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(
        (row["estimate"] - stats.norm.ppf(0.975) * error, row["estimate"] + stats.norm.ppf(0.975) * error)
    )
    omnibus = br.delong_omnibus(br.predictions(side_by_side(truth, A=a, B=b)), positive=1).row(0, named=True)
    assert (omnibus["statistic"], omnibus["df1"], omnibus["p_value"]) == pytest.approx((z**2, 1.0, row["p_value"]))


def test_many_areas_are_compared_by_their_whole_covariance() -> None:
    rng = np.random.default_rng(4)
    truth = rng.integers(0, 2, 80)
    scores = {name: truth * at + rng.normal(size=80) for name, at in (("A", 0.5), ("B", 1.0), ("C", 2.0))}
    auc, covariance = brute(truth, *scores.values())
    contrast = np.array([[1, -1, 0], [0, 1, -1]])
    gap = contrast @ auc
    expected = gap @ np.linalg.solve(contrast @ covariance @ contrast.T, gap)
    row = br.delong_omnibus(br.predictions(side_by_side(truth, **scores)), positive=1).row(0, named=True)
    assert (row["statistic"], row["df1"]) == pytest.approx((expected, 2.0))
    assert row["p_value"] == pytest.approx(stats.chi2.sf(expected, 2))
    assert row["effect"] == pytest.approx(np.ptp(auc))
    twins = scores | {"D": scores["A"] * 3}
    twice = br.delong_omnibus(br.predictions(side_by_side(truth, **twins)), positive=1).row(0, named=True)
    assert (twice["statistic"], twice["df1"]) == pytest.approx((expected, 2.0))


def test_counts_beyond_what_32_bits_hold_stay_exact() -> None:
    # 150,000 instances: 5.6e9 pairs of a positive and a negative, the size at which pROC overflowed.
    n = 150_000
    truth, up = np.arange(n) % 2, np.arange(n, dtype=float)
    scores = np.where(truth == 1, up + n, up)
    table = br.predictions(side_by_side(truth, A=scores, B=up, C=-up))
    rows = br.delong(table, positive=1)
    # B: every positive outscores the negatives up to its own place, C the others.
    half = n // 2
    area = (half * (half + 1) / 2) / half**2
    assert rows["estimate"].to_list() == pytest.approx([1 - area, area, 2 * area - 1], abs=1e-15)
    assert rows["p_value"].drop_nulls().is_finite().all()


def test_a_difference_without_variance_is_not_judged() -> None:
    rows = br.delong(hostile("delong"), positive=1)
    found = {row["dataset"]: row for row in rows.iter_rows(named=True)}
    assert found["perfect"]["status"] == found["same"]["status"] == found["flat"]["status"] == "all_ties"
    assert {found[name]["p_value"] for name in ("perfect", "same", "flat")} == {1.0}
    assert (found["opposite"]["status"], found["opposite"]["p_value"]) == ("zero_variance", None)
    assert (found["opposite"]["estimate"], found["opposite"]["better"]) == (1.0, "A")
    assert found["one_positive"]["status"] == "too_few"
    assert found["single_class"]["status"] == found["one_instance"]["status"] == "undefined"
    assert found["single_class"]["note"] == "no such class in this dataset"
    assert "alone" not in found


def test_swapping_the_names_mirrors_the_test() -> None:
    for name in PAIRED:
        known = table(name, "AB")
        swapped = known.with_columns(pl.col("algorithm").cast(pl.String).replace({"A": "B", "B": "A"}))
        for one, other in (("two-sided", "two-sided"), ("greater", "less"), ("less", "greater")):
            ours, theirs = function_of(name)(known, alternative=one), function_of(name)(swapped, alternative=other)
            assert_series_equal(ours["p_value"], theirs["p_value"], rel_tol=1e-9)
            assert ours["estimate"].to_list() == pytest.approx((-theirs["estimate"]).to_list())


def test_one_sided_limits_agree_with_the_p_value() -> None:
    for name in PAIRED:
        rows = function_of(name)(table(name), alternative="greater")
        assert rows["ci_high"].null_count() == rows.height
        excludes = rows["ci_low"] > 0
        assert excludes.to_list() == (rows["p_value"] < 0.05).to_list()


def test_missing_scores_are_refused_or_left_out_pair_by_pair() -> None:
    known = table("delong")
    gap = (pl.col("dataset") == "small") & (pl.col("algorithm") == "B") & (pl.col("instance") == 3)
    for holey in (known.filter(~gap), known.with_columns(score=pl.when(~gap).then("score"))):
        with pytest.raises(br.BenchreportError, match="small, 3 lacks B"):
            br.delong(holey, positive=1)
        with pytest.raises(br.BenchreportError, match="lacks B"):
            br.delong_omnibus(holey, positive=1)
        rows = br.delong(holey, positive=1, missing="available")
        assert rows.filter(pl.col("dataset") == "small")["n_dropped"].to_list() == [1, 0, 1]
        without = known.filter(~((pl.col("dataset") == "small") & (pl.col("instance") == 3)))
        expected = br.delong(without, positive=1)
        chosen = (pl.col("dataset") == "small") & (pl.col("n_dropped") == 1)
        keys = ["dataset", "a", "b"]
        assert_frame_equal(
            rows.filter(chosen).drop("n_dropped"),
            expected.join(rows.filter(chosen).select(keys), on=keys, how="semi").drop("n_dropped"),
        )
        assert_frame_equal(rows.filter(pl.col("dataset") == "large"), expected.filter(pl.col("dataset") == "large"))


def test_shared_instances_are_refused_where_test_sets_must_differ() -> None:
    with pytest.raises(br.BenchreportError, match="scored by several algorithms"):
        br.delong_unpaired(table("delong"), positive=1)


def test_separate_test_sets_have_the_degrees_of_freedom_of_satterthwaite() -> None:
    known = table("delong_unpaired", "AB").filter(pl.col("dataset") == "large")
    found = []
    for letter in "AB":
        own = known.filter(pl.col("algorithm") == letter)
        auc, covariance = brute(own["truth"].to_numpy(), own["score"].to_numpy())
        found.append((auc[0], covariance[0, 0], own.height))
    (a, va, na), (b, vb, nb) = found
    df = (va + vb) ** 2 / (va**2 / (na - 1) + vb**2 / (nb - 1))
    row = br.delong_unpaired(known, positive=1).row(0, named=True)
    t = (a - b) / np.sqrt(va + vb)
    assert (row["statistic"], row["df1"], row["p_value"]) == pytest.approx((t, df, 2 * stats.t.sf(abs(t), df)))


def test_folds_put_together_are_marked_and_repeats_warned_of() -> None:
    once = table("delong").with_columns(fold=pl.col("instance") % 3)
    rows = br.delong(br.predictions(once), positive=1)
    assert set(rows["status"]) == {"approximate"}
    assert "several trained models" in rows["note"][0]
    plain = br.delong(table("delong"), positive=1)
    assert rows["p_value"].to_list() == plain["p_value"].to_list()
    again = pl.concat([table("delong").with_columns(repeat=pl.lit(r)) for r in (0, 1)])
    twice = br.delong(br.predictions(again), positive=1)
    assert twice["n"].to_list() == [2 * n for n in plain["n"]]
    assert "predicted in several runs" in twice["note"][0]


def test_folds_may_be_cut_anew_for_every_algorithm() -> None:
    at = pl.when(pl.col("algorithm") == "A").then(pl.col("instance") % 3).otherwise(pl.col("instance") % 2)
    rows = br.delong(br.predictions(table("delong").with_columns(fold=at)), positive=1)
    assert rows["p_value"].to_list() == br.delong(table("delong"), positive=1)["p_value"].to_list()


def test_a_truth_that_differs_between_algorithms_is_refused() -> None:
    wrong = table("delong").with_columns(
        truth=pl.when((pl.col("algorithm") == "B") & (pl.col("instance") == 0))
        .then(1 - pl.col("truth"))
        .otherwise("truth")
    )
    with pytest.raises(br.BenchreportError, match="differs between algorithms"):
        br.delong(wrong, positive=1)


def test_tables_in_any_order_have_the_same_matrix_of_scores() -> None:
    known = table("delong")
    regular = score_matrix(Scored.of(known), 1)
    for other in (known.sort("instance", "algorithm"), known.sample(fraction=1.0, shuffle=True, seed=2)):
        matrix = score_matrix(Scored.of(other), 1)
        np.testing.assert_array_equal(matrix.scores, regular.scores)
        np.testing.assert_array_equal(matrix.flags, regular.flags)


def test_a_control_is_the_second_of_every_pair() -> None:
    for name in PAIRED:
        rows = function_of(name)(table(name), control="A")
        assert set(rows["b"]) == {"A"}
        assert set(rows["a"]) == {"B", "C"}
        with pytest.raises(br.BenchreportError, match="'Z'"):
            function_of(name)(table(name), control="Z")


def test_more_groups_than_one_size_are_stacked_without_harm() -> None:
    rng = np.random.default_rng(8)
    parts = []
    for at in range(60):
        n = int(rng.integers(4, 70))
        truth = np.r_[1, 1, 0, 0, rng.integers(0, 2, n)]
        parts.append(side_by_side(truth, f"d{at}", A=rng.integers(0, 9, n + 4), B=rng.integers(0, 9, n + 4)))
    known = br.predictions(pl.concat(parts))
    together = br.delong(known, positive=1)
    for part in parts[::15]:
        alone = br.delong(br.predictions(part), positive=1)
        assert_frame_equal(alone, together.join(alone.select("dataset"), on="dataset", how="semi"))


@pytest.mark.parametrize("name", EVERY)
def test_results_have_the_one_schema_and_sorted_rows(name: str) -> None:
    rows = function_of(name)(table(name))
    assert rows.schema == pl.Schema({"dataset": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    assert set(rows["method"]) == {name}
    keys = rows.select("dataset", "a", "b")
    assert_frame_equal(keys, keys.sort("dataset", "a", "b"))


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazy_in_lazy_out(name: str, engine: Any) -> None:
    known = table(name)
    lazy = function_of(name)(known.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    assert_frame_equal(lazy.collect(engine=engine), function_of(name)(known))
    plain = known.with_columns(pl.col("algorithm", "dataset").cast(pl.String))
    assert_frame_equal(function_of(name)(plain.lazy()).collect(), function_of(name)(known))


@pytest.mark.parametrize("name", EVERY)
def test_the_order_of_rows_changes_not_a_bit(name: str) -> None:
    known = table(name)
    shuffled = known.sample(fraction=1.0, shuffle=True, seed=7)
    assert_frame_equal(function_of(name)(shuffled), function_of(name)(known), check_exact=True)
    text = known.with_columns(instance=pl.format("i{}", "instance"))
    assert_frame_equal(function_of(name)(br.predictions(text)), function_of(name)(known), check_exact=True)


@pytest.mark.parametrize("name", EVERY)
def test_groups_may_be_one_column_several_or_none(name: str) -> None:
    known = br.predictions(table(name).with_columns(fold=pl.col("instance") % 2))
    several = function_of(name)(known, by=("dataset", "fold"))
    assert several.columns[:2] == ["dataset", "fold"]
    single = known.filter(pl.col("dataset") == "small")
    assert_frame_equal(function_of(name)(single, by=None), function_of(name)(single, by="dataset").drop("dataset"))
    for taken in ("n", "alpha"):
        with pytest.raises(br.BenchreportError):
            function_of(name)(known.with_columns(pl.lit("x").alias(taken)), by=("dataset", taken))


@pytest.mark.parametrize("name", EVERY)
def test_hostile_groups_give_rows_with_a_status(name: str) -> None:
    rows = function_of(name)(hostile(name))
    assert set(rows["status"]) <= STATUSES
    assert rows["p_value"].drop_nulls().is_between(0, 1).all()
    bad = rows.filter(~pl.col("status").is_in(["ok", "approximate", "all_ties"]))
    assert bad["p_value"].null_count() == bad.height
    assert bad["statistic"].null_count() == bad.height
    for column, kind in rows.schema.items():
        if kind == pl.Float64:
            assert rows[column].drop_nulls().is_finite().all(), column
    none = rows.filter(pl.col("dataset") == "single_class")
    assert set(none["status"]) == {"undefined"}


@pytest.mark.parametrize("name", EVERY)
def test_an_absent_class_gives_rows_not_an_error(name: str) -> None:
    known = table(name)
    rows = function_of(name)(known, positive={"large": 1})
    absent = rows.filter(pl.col("dataset") == "small")
    assert set(absent["status"]) == {"undefined"}
    assert absent["note"].str.contains("no such class").all()


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("options", [{"alpha": 0.0}, {"alpha": 1.0}, {"positive": 9}, {"positive": None}])
def test_senseless_options_are_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(br.BenchreportError):
        function_of(name)(table(name), **options)


@pytest.mark.parametrize("name", ["delong", "delong_unpaired", "delong_omnibus"])
def test_one_algorithm_alone_is_refused(name: str) -> None:
    with pytest.raises(br.BenchreportError, match="only one algorithm"):
        function_of(name)(table(name, "A"))


@pytest.mark.parametrize("names", ["AB", "ABC"])
@pytest.mark.parametrize("control", [None, "A", "B"])
@pytest.mark.parametrize("gaps", [False, True])
def test_a_dataset_alone_has_the_rows_that_it_has_among_others(
    names: str, control: str | None, gaps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Datasets of one size are stacked, and the scores of one alone are worked on where they lie."""
    rng = np.random.default_rng(20261119)
    rows = [
        (name, dataset, item, item % 2, None if gaps and rng.random() < 0.2 else round(rng.normal() + item % 2, 1))
        for name in names
        for dataset in ("d", "e")
        for item in range(16)
    ]
    predicted = br.predictions(
        pl.DataFrame(rows, schema=["algorithm", "dataset", "instance", "truth", "score"], orient="row")
    )
    both = br.delong(predicted, positive=1, control=control, missing="available")
    # So few numbers at a time, and every pair is one of its own too.
    monkeypatch.setattr(module, "CHUNK", 1)
    alone = br.delong(predicted.filter(pl.col("dataset") == "d"), positive=1, control=control, missing="available")
    assert alone.rows() == both.filter(pl.col("dataset") == "d").rows()
    assert alone["n"].n_unique() > 1 or not gaps or alone.height == 1
