"""METHODS 0.2.7: ties are what rounding of its own operands can explain, in every method that ranks or takes signs."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.stats.forms.samples import gathered
from benchreport.stats.kernels.two_samples import dominance
from tests.contract import NEEDS

ALGORITHMS = "ABCD"
# Options without which a method has nothing to compute, beside those of the contract.
ORDERED = {"page_trend": {"order": list(ALGORITHMS)}, "jonckheere": {"order": list(ALGORITHMS)}}
# What the rules of the catalogue below are checked on must at least hold these.
BY_RANK = {
    *("friedman", "iman_davenport", "kendall_w", "nemenyi", "siegel", "conover", "miller", "bonferroni_dunn"),
    *("friedman_posthoc_z", "exact_friedman_pairs", "page_trend", "skillings_mack", "average_ranks", "rank_sets"),
    *("rank_intervals", "pool_stability", "bradley_terry", "plackett_luce", "probability_of_improvement"),
    *("sign_test", "sign_test_normal", "win_tie_loss", "win_rates", "bayes_sign"),
}

# Matrices of blocks by algorithms in hundredths, two of them all tied; in each, one block, one cell of it and a factor.
RNG = np.random.default_rng(2027)
CASES = [
    (RNG.integers(1, most, (6, 4)) / 100, int(RNG.integers(6)), int(RNG.integers(4)), factor)
    for most in (2, 61, 61, 61, 61)
    for factor in (1e9, 1e-9)
]


def table(cases: list[Any]) -> pl.DataFrame:
    """Give every case, a matrix of blocks by algorithms, as a metric of its own: lower is better."""
    rows = [
        (f"case {c}", f"d{i}", name, float(value))
        for c, matrix in enumerate(cases)
        for i, values in enumerate(matrix)
        for name, value in zip(ALGORITHMS, values, strict=False)
    ]
    long = pl.DataFrame(rows, schema=["metric", "dataset", "algorithm", "value"], orient="row")
    return br.scores(long.with_columns(direction=pl.lit("lower")))


def pair(name: str, x: list[float], y: list[float], **options: Any) -> dict[str, Any]:
    return pl.DataFrame({"x": x, "y": y}).select(getattr(br.expr, name)("x", "y", **options)).unnest(name).to_dicts()[0]


def rows_of(method: br.Method, scores: pl.DataFrame) -> pl.DataFrame | None:
    """Call a method of the catalogue over the datasets of each metric; nothing where it asks for another table."""
    function = getattr(br, method.id)
    known = inspect.signature(function).parameters
    options: dict[str, Any] = {**NEEDS.get(method.id, {}), **ORDERED.get(method.id, {})}
    options |= {name: value for name, value in {"by": "metric", "draws": 99}.items() if name in known}
    try:
        found: pl.DataFrame = function(scores, **options)
    except (br.BenchreportError, TypeError):
        return None
    return found


def is_same(found: pl.DataFrame | None, expected: pl.DataFrame | None) -> bool:
    if found is None or expected is None:
        return False
    try:
        assert_frame_equal(found, expected, rel_tol=1e-12, abs_tol=1e-12)
    except AssertionError:
        return False
    return True


METHODS_ON_SCORES = [m for m in br.METHODS.values() if m.kind in ("table", "columns") and m.shape == "scores"]
PLAIN = np.round(np.random.default_rng(7).normal(0.5, 0.1, (3, 6, 4)), 2)


@cache
def plain_rows() -> dict[str, pl.DataFrame | None]:
    return {method.id: rows_of(method, table(list(PLAIN))) for method in METHODS_ON_SCORES}


@cache
def unmoved_by(change: str) -> list[br.Method]:
    """Find the methods of the catalogue whose rows do not change when blocks change their scale, or only their order.

    Small changes, which no tolerance can mistake for anything else.
    """
    moved = PLAIN.copy()
    moved[:, 1] = moved[:, 1] * 2 if change == "scale" else moved[:, 1] ** 3
    moved[:, 4] = moved[:, 4] / 2 if change == "scale" else np.exp(moved[:, 4])
    return [m for m in METHODS_ON_SCORES if is_same(rows_of(m, table(list(moved))), plain_rows()[m.id])]


def test_fixture_four_ties_differences_of_decimals(fx4: pl.DataFrame) -> None:
    # METHODS 0.2.7: w+ is 5.5, and 5 to who takes 0.12 - 0.10 and 0.22 - 0.20 for different numbers.
    row = br.wilcoxon(fx4).filter(pl.col("a") == "1", pl.col("b") == "2").row(0, named=True)
    assert row["p_value"] == 0.05078125
    assert row["statistic"] in (5.5, 39.5)


def test_one_diverged_run_leaves_the_ranks_of_its_block_alone() -> None:
    # METHODS 0.2.7: 3 - 1 - 2 in every block, so Friedman is 20 over ten blocks, not 19.538.
    blocks = [(1e12, 0.1, 0.9), *[(3.0, 1.0, 2.0)] * 9]
    scores = table([blocks])
    ranks = dict(br.average_ranks(scores).select(pl.col("algorithm").cast(pl.String), "mean_rank").rows())
    assert ranks == {"A": 3.0, "B": 1.0, "C": 2.0}
    expected = stats.friedmanchisquare(*np.array(blocks).T).statistic
    assert br.friedman(scores)["statistic"][0] == pytest.approx(expected, rel=1e-12) == pytest.approx(20)
    assert br.friedman(scores)["n_ties"][0] == 0
    assert br.design(scores)["n_tied"][0] == 0


SMALL_BESIDE_LARGE = [*(k * 1e-6 for k in range(1, 10)), 1e7], [*(k * 1e-6 for k in range(11, 20)), 1e7 + 1]


def test_small_values_beside_a_large_one_keep_their_order_between_samples() -> None:
    x, y = SMALL_BESIDE_LARGE
    row = pair("mann_whitney", x, y)
    # METHODS 0.2.7: p 0.00105; SciPy agrees, since no two of these numbers are equal.
    assert row["p_value"] == pytest.approx(stats.mannwhitneyu(x, y, method="exact").pvalue, rel=1e-12)
    assert row["p_value"] == pytest.approx(0.00105, abs=5e-6)
    delta = np.mean(np.sign(np.subtract.outer(np.array(x), np.array(y))))
    assert dominance(gathered(pl.DataFrame({"x": [x], "y": [y]})))["delta"][0] == pytest.approx(delta) == -0.82


def test_cliffs_delta_of_a_table_keeps_small_values_beside_a_large_one() -> None:
    x, y = SMALL_BESIDE_LARGE
    scores = table([np.array([x, y]).T])
    assert abs(br.cliff_delta(scores, by="metric")["effect"][0]) == pytest.approx(0.82)
    assert br.kruskal_wallis(scores)["statistic"][0] == pytest.approx(stats.kruskal(x, y).statistic, rel=1e-12)
    assert abs(br.dscf(scores)["effect"][0]) == pytest.approx(0.82)


def test_small_differences_beside_large_ones_are_ranked() -> None:
    x = [1e-7, 3e-7, 2e-7, 5e-7, 1e6, 2e6]
    y = [2e-7, 1e-7, 9e-7, 1e-7, 1e6 + 1, 2e6 + 3]
    row = pair("wilcoxon", x, y)
    # METHODS 0.2.7: p 0.3125. Sizes 1 2 7 4 in units of 1e-7, then 1 and 3: w+ is 2 + 3, all of 2^6 signs tried.
    assert (row["p_value"], row["n_ties"], row["n"]) == (0.3125, 0, 6)
    assert row["statistic"] in (5.0, 16.0)


def test_aligned_ranks_and_spreads_keep_small_values_beside_a_large_one() -> None:
    rng = np.random.default_rng(3)
    # Whole numbers with whole means, which NumPy and SciPy compare without rounding.
    blocks = 3 * np.round(rng.normal(500, 100, (8, 3)))
    blocks[0] = (3e17, 6e17, 18e17)
    aligned = blocks - blocks.mean(axis=1, keepdims=True)
    ranks = stats.rankdata(aligned).reshape(aligned.shape)
    n, k = ranks.shape
    unexplained = (ranks**2).sum() - (ranks.sum(axis=1) ** 2).sum() / k
    expected = (k - 1) * ((ranks.sum(axis=0) - n * (n * k + 1) / 2) ** 2).sum() / unexplained
    scores = table([blocks])
    assert br.friedman_aligned(scores)["statistic"][0] == pytest.approx(expected, rel=1e-9)
    assert br.fligner(scores, by="metric")["statistic"][0] == pytest.approx(stats.fligner(*blocks.T).statistic)
    # Quade weighs a block by the rank of its range.
    shares = br.quade(scores)["statistic"][0], br.quade_posthoc(scores)["p_value"][0]
    assert shares == pytest.approx(_quade(blocks), rel=1e-9)


def _quade(blocks: np.ndarray) -> tuple[float, float]:
    """Compute F of Quade's test and the p-value of its first pair, from the formulas in Conover (1999), section 5.8."""
    n, k = blocks.shape
    weights = stats.rankdata(np.ptp(blocks, axis=1))
    s = weights[:, None] * (stats.rankdata(blocks, axis=1) - (k + 1) / 2)
    a, b = (s**2).sum(), (s.sum(axis=0) ** 2).sum() / n
    sums = s.sum(axis=0)
    t = abs(sums[0] - sums[1]) / np.sqrt(2 * n * (a - b) / ((n - 1) * (k - 1)))
    return (n - 1) * b / (a - b), float(2 * stats.t.sf(t, (n - 1) * (k - 1)))


@given(st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=6, max_size=10))
@settings(max_examples=10)
def test_a_common_offset_of_two_to_the_fortieth_changes_no_rank_test(blocks: list[list[int]]) -> None:
    plain, far = np.array(blocks, dtype=float), np.array(blocks) + 2.0**40
    for test in (br.wilcoxon, br.friedman, br.quade, br.friedman_aligned, br.permutation_signflip):
        ours, theirs = (test(table([matrix]), by="metric") for matrix in (far, plain))
        columns = ["n", "n_ties", "statistic", "p_value", "status"]
        assert_frame_equal(ours.select(columns), theirs.select(columns), rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize("zeros", ["drop", "pratt", "split"])
def test_a_difference_is_none_by_its_own_operands_only(zeros: str) -> None:
    x = [1e6, 1e-7, 3e-7, 0.1 + 0.2, 5.0]
    y = [1e6 + 1e-9, 2e-7, 1e-7, 0.3, 4.0]
    row = pair("wilcoxon", x, y, zeros=zeros)
    # 1e-9 beside a million is none, 1e-7 beside 2e-7 is one.
    assert (row["n_ties"], pair("sign_test", x, y)["n_ties"]) == (2, 2)
    assert pair("permutation_signflip", x, y)["n_ties"] == 2


def test_sign_flips_count_small_differences_beside_large_ones() -> None:
    d = np.array([1e6, 1e-6, 2e-6, -3e-6, 5e-6, 7e-6, 1.1e-5])
    signs = np.array(np.meshgrid(*[[-1, 1]] * 7)).reshape(7, -1).T
    # With the large one positive, the rest decides; whole numbers, so that the sums are exact.
    sums = signs @ np.round(d * 1e6)
    expected = np.mean(np.abs(sums) >= np.abs(np.round(d * 1e6).sum()))
    assert pair("permutation_signflip", d.tolist(), [0.0] * 7)["p_value"] == expected


def test_bayesian_signs_and_wins_see_a_small_difference_beside_a_diverged_run() -> None:
    blocks = [(0.1, 0.9), (0.2, 0.8), (1e14, 0.5), (0.3, 0.6)]
    scores = table([blocks])
    assert br.win_rates(scores).filter(pl.col("b") == "B")["statistic"].to_list() == [3.0]
    shares = br.bayes_sign(scores, by="metric").select("term", "effect").rows()
    assert dict(shares)["rope"] < 0.5


def test_the_scale_of_one_block_changes_no_test_within_blocks_and_no_sign_test() -> None:
    before = [matrix for matrix, *_ in CASES]
    after = [matrix.copy() for matrix in before]
    for matrix, (_, row, _, factor) in zip(after, CASES, strict=True):
        matrix[row] *= factor
    methods = unmoved_by("scale")
    assert {method.id for method in methods} >= BY_RANK
    _assert_unmoved(methods, table(before), table(after))


def test_a_run_that_diverges_further_changes_no_test_within_blocks_and_no_sign_test() -> None:
    before = [matrix.copy() for matrix, *_ in CASES]
    for matrix, (_, row, column, _) in zip(before, CASES, strict=True):
        matrix[row, column] = 2.0  # the worst of its block
    after = [matrix.copy() for matrix in before]
    for matrix, (_, row, column, factor) in zip(after, CASES, strict=True):
        matrix[row, column] *= 1e15 if factor > 1 else 1e13
    methods = unmoved_by("order")
    assert {method.id for method in methods} >= BY_RANK
    _assert_unmoved(methods, table(before), table(after))


def _assert_unmoved(methods: list[br.Method], before: pl.DataFrame, after: pl.DataFrame) -> None:
    moved = [method.id for method in methods if not is_same(rows_of(method, after), rows_of(method, before))]
    assert moved == []
