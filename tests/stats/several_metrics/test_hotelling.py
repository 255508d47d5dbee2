"""Two algorithms in several metrics at once."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import benchreport as br
from benchreport.stats.forms.vectors import scores_of
from benchreport.stats.kernels.linear_algebra import orthonormal

# Fixture FX2 of the method catalogue: (fp, fn) on ten shared folds.
FX2 = {
    "A": [(3, 9), (5, 8), (4, 7), (4, 10), (5, 8), (6, 9), (3, 8), (2, 8), (5, 10), (4, 9)],
    "B": [(6, 8), (7, 7), (7, 8), (6, 9), (6, 6), (9, 8), (6, 8), (5, 7), (8, 8), (8, 8)],
    "C": [(5, 12), (6, 11), (5, 11), (6, 13), (4, 11), (7, 12), (6, 12), (4, 10), (7, 13), (5, 11)],
}
POSITIVE, NEGATIVE = 50, 60


def counts(*algorithms: str) -> pl.DataFrame:
    rows = [
        ("toy", name, k, POSITIVE - fn, fp, fn, NEGATIVE - fp)
        for name in algorithms or FX2
        for k, (fp, fn) in enumerate(FX2[name])
    ]
    return pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", "tp", "fp", "fn", "tn"], orient="row")


def wide(values: np.ndarray, **directions: str) -> pl.DataFrame:
    """Scores of algorithms a0, a1, ... in metrics m0, m1, ...: values are (blocks, algorithms, metrics)."""
    rows = [(f"d{k:03d}", f"a{j}", *map(float, cell)) for k, block in enumerate(values) for j, cell in enumerate(block)]
    names = [f"m{i}" for i in range(values.shape[2])]
    frame = pl.DataFrame(rows, schema=["dataset", "algorithm", *names], orient="row")
    return br.scores(frame, directions=dict.fromkeys(names, "higher") | directions)


def test_fixture_two_gives_the_test_of_the_catalogue() -> None:
    row = br.hotelling(counts("A", "B"), metrics=["fp", "fn"]).row(0, named=True)
    assert row["estimate"] == pytest.approx(162.440217391, rel=1e-10)
    assert row["statistic"] == pytest.approx(72.1956521739, rel=1e-10)
    assert (row["df1"], row["df2"]) == (2.0, 8.0)
    assert row["p_value"] == pytest.approx(7.59485003424e-06, rel=1e-9)


def test_the_critical_value_of_the_catalogue_is_where_p_is_the_level() -> None:
    # Critical T-squared 10.0326827419 for p = 2, K = 10 at 0.05.
    assert stats.f.sf(10.0326827419 * 8 / (2 * 9), 2, 8) == pytest.approx(0.05, rel=1e-9)


def test_all_four_confusion_counts_are_two_and_the_note_says_which() -> None:
    four, two = (br.hotelling(counts("A", "B"), metrics=names).row(0, named=True) for names in (None, ["fp", "fn"]))
    for name in ("statistic", "p_value", "estimate", "df1", "df2"):
        assert four[name] == pytest.approx(two[name], rel=1e-12)
    assert "left out tp, tn, which follow from fp, fn" in four["note"]
    assert "left out" not in two["note"]


def test_counts_in_long_form_give_the_same_and_empty_cells_are_zero() -> None:
    table = counts("A", "B").with_columns(tp=pl.lit(40), fn=pl.when(pl.col("fold") == 3).then(0).otherwise("fn"))
    long = br.counts(table)
    without_zeros = long.filter(pl.col("n") > 0)
    assert without_zeros.height < long.height
    expected = br.hotelling(table, metrics=["fp", "fn"])
    assert br.hotelling(without_zeros, metrics=["fp", "fn"]).equals(expected)


def three_classes(**chances: float) -> pl.DataFrame:
    """Counts of algorithms on twelve folds of three classes, one of which nobody misses."""
    rng = np.random.default_rng(11)
    rows = []
    for name, chance in (chances or {"a": 0.1, "b": 0.2}).items():
        for fold in range(12):
            for actual, others in (("x", "yz"), ("y", "xz"), ("z", "")):
                wrong = rng.binomial(20, chance, size=len(others))
                rows += [(name, "d", fold, actual, other, n) for other, n in zip(others, wrong, strict=True)]
                rows.append((name, "d", fold, actual, actual, 60 - wrong.sum()))
    return pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "actual", "predicted", "n"], orient="row")


def test_counts_of_several_classes_are_misses_per_true_class() -> None:
    table = three_classes()
    wrong = table.filter(pl.col("actual") != pl.col("predicted"))
    misses = wrong.group_by("algorithm", "dataset", "fold", "actual").agg(pl.col("n").sum())
    by_hand = misses.pivot("actual", index=["algorithm", "dataset", "fold"], values="n")
    expected = br.hotelling(br.scores(by_hand, directions={"x": "lower", "y": "lower"})).row(0, named=True)
    row = br.hotelling(table).row(0, named=True)
    for name in ("statistic", "df1", "df2", "p_value", "estimate"):
        assert row[name] == pytest.approx(expected[name], rel=1e-12)
    assert "counts are compared as misses per true class" in row["note"]
    assert "left out class z missed, where nothing varies" in row["note"]


def test_single_cells_of_several_classes_are_compared_when_named() -> None:
    found = scores_of(three_classes(), ["x as y"])
    assert found.filter(pl.col("metric") == "x as y")["direction"].unique().to_list() == ["lower"]
    assert found.filter(pl.col("metric") == "z as z")["direction"].unique().to_list() == ["higher"]
    rows = br.hotelling_posthoc(three_classes(), metrics=["x as y", "x as z"])
    assert rows["term"].to_list() == ["x as y", "x as z"]


def test_classes_of_one_dataset_are_no_metrics_of_another() -> None:
    table = three_classes()
    other = table.filter(pl.col("actual") != "z", pl.col("predicted") != "z").with_columns(dataset=pl.lit("e"))
    rows = br.hotelling_posthoc(pl.concat([table, other]))
    assert rows.filter(pl.col("dataset") == "e")["term"].to_list() == ["class x missed", "class y missed"]


def test_counts_under_other_names_are_counts_too() -> None:
    table = three_classes()
    named = table.rename({"actual": "truth", "predicted": "prediction", "n": "count"})
    assert br.hotelling(named).equals(br.hotelling(table))
    shares = table.with_columns(share=pl.col("n") / 60)
    assert br.hotelling(shares).equals(br.hotelling(table))


def test_true_cells_are_dropped_by_meaning_though_fold_sizes_differ_by_one() -> None:
    # tp + fn varies between folds, and one algorithm was counted on one instance more: no rank check finds tp and tn
    # dependent.
    table = counts().with_columns(
        tp=pl.col("tp") + (pl.col("fold") == 3) + ((pl.col("fold") == 5) & (pl.col("algorithm") == "B")).cast(int),
        tn=pl.col("tn") + (pl.col("fold") == 7) - ((pl.col("fold") == 6) & (pl.col("algorithm") == "A")).cast(int),
    )
    names = ("statistic", "df1", "df2", "p_value", "estimate")
    for method in (br.hotelling, br.manova):
        assert method(table).select(names).equals(method(counts(), metrics=["fp", "fn"]).select(names))
    rows = br.manova_directions(table)
    assert rows["term"].to_list() == ["fp", "fn"] * 2
    assert rows["statistic"].to_list() == pytest.approx([5.09457563324] * 2 + [0.809566200312] * 2, rel=1e-10)


def test_directions_of_counts_are_never_empty() -> None:
    rows = br.manova_directions(three_classes(a=0.1, b=0.2, c=0.3, d=0.4))
    assert rows["variant"].unique().sort().to_list() == ["direction 1", "direction 2"]
    assert rows["statistic"].null_count() == 0
    never = br.manova_directions(counts().with_columns(fp=0, tn=pl.lit(NEGATIVE)))
    assert never["variant"].unique().to_list() == ["direction 1"]


def test_error_beside_accuracy_is_left_out_and_changes_nothing() -> None:
    values = np.random.default_rng(3).normal(0.8, 0.05, (9, 2, 2))
    alone = br.hotelling(wide(values), by=None)
    beside = np.concatenate([values, 1 - values[:, :, :1]], axis=2)
    row = br.hotelling(wide(beside, m2="lower"), by=None).row(0, named=True)
    assert row["p_value"] == pytest.approx(alone["p_value"][0], rel=1e-9)
    assert row["note"] == "left out m2, to six digits a linear function of m0, m1"


def test_post_hoc_tests_are_those_of_the_catalogue() -> None:
    rows = br.hotelling_posthoc(counts("A", "B"), metrics=["fp", "fn"])
    # METHODS hotelling_posthoc: t_fp -10.3709872746, t_fn 3.25041803332 for A - B, whichever way is better.
    assert rows["statistic"].to_list() == pytest.approx([-10.3709872746, 3.25041803332], rel=1e-10)
    assert rows["p_value"].to_list() == pytest.approx([2.6402067224e-06, 0.00999068484976], rel=1e-9)
    assert rows["estimate"].to_list() == pytest.approx([-2.7, 0.9])
    assert rows["better"].to_list() == ["A", "B"]


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_post_hoc_tests_are_the_paired_t_tests_of_each_metric(alternative: Any) -> None:
    values = np.random.default_rng(6).normal(size=(9, 2, 2))
    rows = br.hotelling_posthoc(wide(values, m1="lower"), by=None, alternative=alternative)
    mirror = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
    for row, metric, sign in zip(rows.iter_rows(named=True), (0, 1), (1, -1), strict=True):
        x, y = values[:, 0, metric], values[:, 1, metric]
        side = alternative if sign == 1 else mirror[alternative]
        expected = stats.ttest_rel(x, y, alternative=side)
        low, high = expected.confidence_interval(0.95)
        assert row["statistic"] == pytest.approx(expected.statistic)
        assert row["p_value"] == pytest.approx(expected.pvalue)
        assert row["ci_low"] == (None if np.isinf(low) else pytest.approx(low))
        assert row["ci_high"] == (None if np.isinf(high) else pytest.approx(high))
        assert row["effect"] == pytest.approx(sign * (x - y).mean() / (x - y).std(ddof=1))


def test_corrected_post_hoc_tests_widen_the_error_by_what_folds_share() -> None:
    undeclared = br.counts(counts("A", "B")).drop("design")
    plain, corrected = (br.hotelling_posthoc(undeclared, variant=v) for v in ("paired", "corrected"))
    shrunk = (plain["statistic"] * np.sqrt(1 / 10 / (1 / 10 + 1 / 9))).to_list()
    assert corrected["statistic"].to_list() == pytest.approx(shrunk)
    assert "needs a declared design" in corrected["note"][0]


def test_the_total_error_of_the_catalogue() -> None:
    total = counts("A", "B").select("dataset", "algorithm", "fold", error=pl.col("fp") + pl.col("fn"))
    row = br.hotelling_posthoc(br.scores(total)).row(0, named=True)
    assert (row["statistic"], row["p_value"]) == pytest.approx((-4.0704031518, 0.00279795435717), rel=1e-9)


def test_the_direction_of_the_catalogue_and_what_its_projection_reaches() -> None:
    rows = br.hotelling_direction(counts("A", "B"), metrics=["fp", "fn"])
    weights = rows["estimate"].to_numpy()
    assert weights == pytest.approx([-5.0625, 2.86141304348], rel=1e-10)
    d = np.array(FX2["A"]) - np.array(FX2["B"])
    assert rows["effect"].to_numpy() == pytest.approx(weights * d.std(axis=0, ddof=1))
    t = stats.ttest_1samp(d @ weights, 0).statistic
    assert rows["statistic"].to_list() == pytest.approx([abs(t)] * 2)
    assert t**2 == pytest.approx(162.440217391, rel=1e-10)


def test_metrics_left_out_have_no_weight() -> None:
    rows = br.hotelling_direction(counts("A", "B"), metrics=["fp", "fn", "tp", "tn"])
    assert rows["estimate"].is_null().to_list() == [False, False, True, True]


def test_t_squared_is_printed_corrected_beside_the_corrected_f() -> None:
    # FX2 A-B: T2 162.440217391 divided by 1 + 10/9, and F = T2 (K - p) / (p (K - 1)) of that.
    row = br.hotelling(counts("A", "B"), variant="corrected").row(0, named=True)
    assert row["estimate"] == pytest.approx(162.440217391 / (1 + 10 / 9), rel=1e-10)
    assert row["statistic"] == pytest.approx(row["estimate"] * 8 / (2 * 9), rel=1e-12)
    assert row["p_value"] == pytest.approx(stats.f.sf(row["statistic"], 2, 8), rel=1e-9)
    assert "T2 is divided by" in row["note"]


def test_one_metric_gives_the_square_of_the_paired_t() -> None:
    values = np.random.default_rng(6).normal(size=(9, 2, 1))
    expected = stats.ttest_rel(values[:, 0, 0], values[:, 1, 0])
    row = br.hotelling(wide(values), by="metric").row(0, named=True)
    assert row["estimate"] == pytest.approx(expected.statistic**2)
    assert row["p_value"] == pytest.approx(expected.pvalue)


@settings(max_examples=10)
@given(st.integers(0, 10_000))
def test_no_change_of_units_and_no_mixing_of_metrics_changes_the_test(seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(8, 2, 3))
    mixed = values @ rng.normal(size=(3, 3)) * np.array([1e-6, 1.0, 1e6])
    ours, theirs = (br.hotelling(wide(part), by=None) for part in (values, mixed))
    if "left out" not in (theirs["note"][0] or ""):
        assert ours["estimate"][0] == pytest.approx(theirs["estimate"][0], rel=1e-5)


def test_swapping_the_two_algorithms_changes_nothing() -> None:
    values = np.random.default_rng(5).normal(size=(7, 2, 2))
    ours, theirs = (br.hotelling(wide(part), by=None) for part in (values, values[:, ::-1]))
    assert ours["p_value"][0] == pytest.approx(theirs["p_value"][0])
    assert ours["effect"][0] == pytest.approx(theirs["effect"][0])


def test_two_samples_agree_with_the_pooled_covariance_by_hand() -> None:
    values = np.random.default_rng(8).normal(size=(12, 2, 3)) + np.array([0.3, 0.0, -0.2])
    x, y = values[:, 0], values[:, 1]
    pooled = (np.cov(x.T) + np.cov(y.T)) / 2
    m = x.mean(axis=0) - y.mean(axis=0)
    t2 = 6 * m @ np.linalg.solve(pooled, m)
    row = br.hotelling(wide(values), by=None, variant="unpaired").row(0, named=True)
    assert row["estimate"] == pytest.approx(t2)
    assert row["p_value"] == pytest.approx(stats.f.sf(t2 * 20 / (3 * 22), 3, 20))
    assert row["effect"] == pytest.approx(np.sqrt(m @ np.linalg.solve(pooled, m)))


def test_the_corrected_form_divides_f_by_what_folds_share() -> None:
    undeclared = br.counts(counts("A", "B")).drop("design")
    plain, corrected = (br.hotelling(undeclared, variant=v).row(0, named=True) for v in ("paired", "corrected"))
    assert corrected["statistic"] == pytest.approx(plain["statistic"] / (1 + 10 / 9))
    assert corrected["status"] == "approximate"
    assert "heuristic" in corrected["note"]
    assert "needs a declared design" in corrected["note"]


def test_the_corrected_form_needs_sizes() -> None:
    one = wide(np.random.default_rng(1).normal(size=(6, 2, 2)))
    row = br.hotelling(one, by=None, variant="corrected").row(0, named=True)
    assert (row["status"], row["p_value"]) == ("undefined", None)
    assert "not known" in row["note"]


def brute_force_flips(d: np.ndarray) -> float:
    def t2(rows: np.ndarray) -> float:
        return float(len(rows) * rows.mean(axis=0) @ np.linalg.solve(np.cov(rows.T), rows.mean(axis=0)))

    observed = t2(d)
    every = [t2(d * np.array(signs)[:, None]) for signs in product([1, -1], repeat=len(d))]
    return float(np.mean(np.array(every) >= observed * (1 - 1e-9)))


@pytest.mark.parametrize("seed", range(3))
def test_exact_sign_flips_agree_with_enumeration(seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=(7, 2, 2)) + np.array([[0.8, 0.2], [0, 0]])
    row = br.hotelling(wide(values), by=None, variant="permutation").row(0, named=True)
    assert row["p_value"] == pytest.approx(brute_force_flips(values[:, 0] - values[:, 1]))
    assert row["law"] == "exact sign flips"
    assert row["status"] == "ok"
    assert row["estimate"] == pytest.approx(br.hotelling(wide(values), by=None)["estimate"][0])


def test_drawn_sign_flips_say_how_many_and_agree_with_the_exact_law() -> None:
    values = np.random.default_rng(0).normal(size=(16, 2, 2)) + np.array([[0.4, 0.1], [0, 0]])
    row = br.hotelling(wide(values), by=None, variant="permutation", seed=3).row(0, named=True)
    assert row["law"] == "Monte Carlo sign flips"
    assert row["status"] == "approximate"
    assert "9999 draws, seed 3, Monte Carlo standard error" in row["note"]
    other = br.hotelling(wide(values), by=None, variant="permutation", seed=4, draws=20_000)["p_value"][0]
    assert row["p_value"] == pytest.approx(other, abs=4 * np.sqrt(other / 9999) + 1e-3)


def test_a_constant_difference_has_no_f_but_exact_flips() -> None:
    values = np.random.default_rng(2).normal(size=(6, 1, 2)) + np.array([[[0.0, 0.0], [0.5, 0.25]]])
    row = br.hotelling(wide(values), by=None).row(0, named=True)
    assert (row["status"], row["p_value"], row["statistic"]) == ("zero_variance", None, None)
    flips = br.hotelling(wide(values), by=None, variant="permutation").row(0, named=True)
    assert flips["p_value"] == pytest.approx(2 / 2**6)


def test_a_combination_that_never_varies_is_told() -> None:
    rng = np.random.default_rng(4)
    first = rng.normal(size=(8, 2, 1))
    values = np.concatenate([first, first + np.array([[[0.3], [0.0]]])], axis=2)
    row = br.hotelling(wide(values), by=None).row(0, named=True)
    assert row["status"] == "zero_variance"
    assert "differs by the same amount on every block" in row["note"]


@pytest.mark.parametrize(("blocks", "metrics"), [(1, 1), (1, 2), (2, 2), (3, 3), (3, 5)])
def test_too_few_blocks_for_the_metrics_are_told(blocks: int, metrics: int) -> None:
    values = np.random.default_rng(1).normal(size=(blocks, 2, metrics))
    row = br.hotelling(wide(values), by=None).row(0, named=True)
    assert (row["status"], row["p_value"]) == ("too_few", None)


def test_equal_algorithms_tie_in_every_variant() -> None:
    values = np.repeat(np.random.default_rng(1).normal(size=(6, 1, 2)), 2, axis=1)
    for variant in ("paired", "permutation"):
        row = br.hotelling(wide(values), by=None, variant=variant).row(0, named=True)  # type: ignore[arg-type]
        assert (row["status"], row["p_value"], row["better"]) == ("all_ties", 1.0, None)
    # Unrelated samples with the same values differ by nothing, but they do vary.
    assert br.hotelling(wide(values), by=None, variant="unpaired")["p_value"][0] == pytest.approx(1.0)


def test_better_is_ahead_in_every_metric_or_nobody() -> None:
    rng = np.random.default_rng(0)
    shift = np.array([[[0.0, 0.0], [1.0, 1.0], [2.0, -1.0]]])
    rows = br.hotelling(wide(rng.normal(0, 0.1, (8, 3, 2)) + shift), by=None)
    assert rows.select("a", "b", "better").rows() == [("a0", "a1", "a1"), ("a0", "a2", None), ("a1", "a2", None)]
    lower = br.hotelling(wide(rng.normal(0, 0.1, (8, 3, 2)) + shift, m0="lower", m1="lower"), by=None)
    assert lower["better"][0] == "a0"


def test_a_metric_without_results_in_a_block_drops_the_block_for_all_and_counts_it() -> None:
    values = np.random.default_rng(6).normal(size=(9, 2, 2))
    table = wide(values)
    holey = table.filter((pl.col("dataset") != "d004") | (pl.col("metric") != "m1"))
    row = br.hotelling(holey, by=None).row(0, named=True)
    assert (row["n"], row["n_dropped"]) == (8, 1)
    assert row["p_value"] == pytest.approx(br.hotelling(wide(np.delete(values, 4, axis=0)), by=None)["p_value"][0])


def test_a_gap_of_one_algorithm_is_refused_or_left_out_on_request() -> None:
    values = np.random.default_rng(6).normal(size=(9, 3, 2))
    gap = (pl.col("dataset") == "d004") & (pl.col("metric") == "m1") & (pl.col("algorithm") == "a2")
    holey = wide(values).filter(~gap)
    with pytest.raises(br.BenchreportError, match="m1, d004 lacks a2"):
        br.hotelling(holey, by=None)
    rows = br.hotelling(holey, by=None, missing="available")
    assert rows.select("n", "n_dropped").rows() == [(9, 0), (8, 1), (8, 1)]
    assert rows["p_value"][0] == pytest.approx(br.hotelling(wide(values[:, :2]), by=None)["p_value"][0])


def test_a_control_is_always_b_and_must_exist() -> None:
    rows = br.hotelling(counts(), control="B")
    assert rows.select("a", "b").rows() == [("A", "B"), ("C", "B")]
    every = br.hotelling(counts())
    assert rows["estimate"].to_list() == pytest.approx([every["estimate"][0], every["estimate"][2]])
    with pytest.raises(br.BenchreportError, match="no algorithm 'Z' to be the control"):
        br.hotelling(counts(), control="Z")


def test_an_unknown_metric_is_refused_with_a_hint() -> None:
    with pytest.raises(br.BenchreportError, match="did you mean 'fp'"):
        br.hotelling(counts(), metrics=["fpp"])


def test_folds_of_one_dataset_carry_the_caveat_and_datasets_do_not() -> None:
    assert "share training data" in br.hotelling(counts("A", "B"))["note"][0]
    over_datasets = wide(np.random.default_rng(0).normal(size=(8, 2, 2)))
    assert br.hotelling(over_datasets, by=None).select("status", "note").row(0) == ("ok", None)


def test_groups_of_unlike_shape_are_tested_as_if_alone() -> None:
    rng = np.random.default_rng(9)
    parts = {}
    for name, shape in {"p": (8, 2, 2), "q": (12, 3, 2), "r": (8, 2, 3), "s": (1, 2, 2)}.items():
        parts[name] = wide(rng.normal(size=shape)).with_columns(suite=pl.lit(name))
    together = br.hotelling(pl.concat(parts.values()), by="suite")
    assert together["suite"].to_list() == ["p", "q", "q", "q", "r", "s"]
    for name, part in parts.items():
        alone = br.hotelling(part, by="suite")
        assert together.filter(pl.col("suite") == name).equals(alone)


def test_columns_within_rounding_of_each_other_are_one() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(1, 20, 1))
    near = rows + 1e-9 * rng.normal(size=rows.shape)
    kept = orthonormal(np.concatenate([rows, near], axis=2), np.zeros((1, 0, 2)), np.ones((1, 2))).independent
    assert kept.tolist() == [[True, False]]
