"""Relatives of Friedman's test on shared blocks, and tests for a declared order."""

from __future__ import annotations

import json
import os
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.stats.kernels.friedman_exact import exact_law

ORDER = ["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"]


def table_of(matrix: Any, metric: str = "error") -> pl.DataFrame:
    rows = [(f"d{i:02}", f"a{j}", float(value)) for i, row in enumerate(matrix) for j, value in enumerate(row)]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "value"], orient="row"), metric=metric)


def chance_of_squares(matrix: list[list[int]]) -> float:
    """Count all arrangements of the ranks within blocks."""
    ranks = np.array([stats.rankdata(row) for row in matrix])
    observed = (ranks.sum(axis=0) ** 2).sum()
    arrangements = product(*(list(permutations(row)) for row in ranks))
    return float(np.mean([(np.sum(rows, axis=0) ** 2).sum() >= observed - 1e-9 for rows in arrangements]))


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=2, max_size=4))
def test_the_exact_friedman_law_counts_all_arrangements_ties_included(matrix: list[list[int]]) -> None:
    row = br.friedman(table_of(matrix), variant="exact").row(0, named=True)
    if all(len(set(block)) == 1 for block in matrix):
        assert (row["status"], row["p_value"]) == ("all_ties", 1.0)
        return
    assert row["p_value"] == pytest.approx(chance_of_squares(matrix), rel=1e-12)
    assert (row["law"], row["status"], row["variant"]) == ("exact", "ok", "exact")


FEW = {
    # The exact law of Friedman's statistic: 7 of the 36 arrangements of the second and third block reach this one.
    7 / 36: [[1, 2, 3], [1, 2, 3], [1, 3, 2]],
    9 / 216: [[1, 2, 3], [1, 2, 3], [1, 2, 3], [1, 3, 2]],
}


@pytest.mark.parametrize("chance", list(FEW))
@pytest.mark.parametrize("method", ["friedman", "iman_davenport", "kendall_w", "quade", "friedman_aligned"])
def test_up_to_five_datasets_all_tests_of_ranks_are_exact(method: str, chance: float) -> None:
    row = getattr(br, method)(table_of(FEW[chance])).row(0, named=True)
    assert row["p_value"] == pytest.approx(chance, rel=1e-12)
    assert (row["law"], row["status"]) == ("exact", "ok")
    assert "arrangements" in row["note"]


def test_six_datasets_keep_the_usual_laws() -> None:
    matrix = [[1, 2, 3], [1, 3, 2]] * 3
    laws = {name: getattr(br, name)(table_of(matrix)).row(0, named=True) for name in ("friedman", "iman_davenport")}
    assert {row["law"] for row in laws.values()} == {"chi-square", "F"}
    assert {row["status"] for row in laws.values()} == {"approximate"}


def chance_of_quade(matrix: list[list[int]]) -> float:
    """Count all arrangements of the ranks within blocks, which keep their ranges."""
    ranks = np.array([stats.rankdata(row) for row in matrix])
    weights = stats.rankdata(np.ptp(matrix, axis=1))
    blocks = weights[:, None] * (ranks - ranks.mean())
    observed = (blocks.sum(axis=0) ** 2).sum()
    arrangements = product(*(list(permutations(row)) for row in blocks))
    return float(np.mean([(np.sum(rows, axis=0) ** 2).sum() >= observed - 1e-9 for rows in arrangements]))


def chance_of_aligned(matrix: list[list[int]]) -> float:
    """Count all arrangements of the values within blocks, which keep their means."""
    observed = aligned_by_definition(np.array(matrix, dtype=float))
    arrangements = product(*(list(permutations(row)) for row in matrix))
    reached = [aligned_by_definition(np.array(rows, dtype=float)) >= observed - 1e-9 for rows in arrangements]
    return float(np.mean(reached))


@given(st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=2, max_size=3))
def test_few_blocks_of_quade_and_of_aligned_ranks_count_all_arrangements_ties_included(matrix: list[list[int]]) -> None:
    if all(len(set(block)) == 1 for block in matrix):
        return
    table = table_of(matrix)
    assert br.quade(table)["p_value"][0] == pytest.approx(chance_of_quade(matrix), rel=1e-9)
    assert br.friedman_aligned(table)["p_value"][0] == pytest.approx(chance_of_aligned(matrix), rel=1e-9)


def test_too_many_arrangements_of_few_blocks_are_sampled_with_a_fixed_seed() -> None:
    # Two blocks of eight: the sum of squared rank sums depends on all 8! arrangements of the second block alone.
    order = [3, 1, 2, 4, 5, 8, 6, 7]
    every = np.array(list(permutations(range(1, 9))))
    exact = float((((every + np.arange(1, 9)) ** 2).sum(axis=1) >= ((np.arange(1, 9) + order) ** 2).sum()).mean())
    rows = [br.iman_davenport(table_of([[1, 2, 3, 4, 5, 6, 7, 8], order])).row(0, named=True) for _ in range(2)]
    assert rows[0] == rows[1]
    assert (rows[0]["law"], rows[0]["status"]) == ("Monte Carlo permutations", "ok")
    assert "99,999 permutations" in rows[0]["note"]
    assert 0 < abs(rows[0]["p_value"] - exact) < 4 * (exact / 99_999) ** 0.5


def test_the_exact_law_of_a_group_does_not_depend_on_the_other_groups() -> None:
    random = np.random.default_rng(5)
    tables = [
        table_of(random.integers(0, 4, (n, k)), name) for name, n, k in (("f1", 3, 4), ("auc", 3, 9), ("mcc", 5, 4))
    ]
    alone = pl.concat([br.friedman(table) for table in tables]).sort(pl.col("metric").cast(pl.String))
    together = br.friedman(pl.concat(tables)).sort(pl.col("metric").cast(pl.String))
    assert_frame_equal(together, alone, check_exact=True, categorical_as_str=True)


@pytest.mark.reference
def test_published_laws_of_friedmans_statistic_are_met() -> None:
    entries = json.loads((Path(os.environ["ORACLES"]) / "third" / "oracles.json").read_text(encoding="utf8"))
    laws = next(one["values"] for one in entries if one["name"].startswith("exact law of Friedman"))
    for size, law in laws.items():
        k, n = (int(part.partition("=")[2]) for part in size.split())
        squares, tails = exact_law([tuple(range(2, 2 * k + 1, 2))] * n)
        statistic = 12 * (squares / 4 - n**2 * k * (k + 1) ** 2 / 4) / (n * k * (k + 1))
        for value, chance in law:
            assert tails[np.abs(statistic - value) < 1e-6] == pytest.approx([chance], abs=1e-12)


def test_the_exact_friedman_law_of_four_algorithms() -> None:
    matrix = [[1, 2, 2, 4], [2, 1, 4, 3], [1, 2, 3, 4]]
    assert br.friedman(table_of(matrix), variant="exact")["p_value"][0] == pytest.approx(chance_of_squares(matrix))


def test_perfect_agreement_has_the_exact_chance_of_one_order_in_all_blocks() -> None:
    row = br.friedman(table_of([[1, 2, 3]] * 5), variant="exact").row(0, named=True)
    assert row["p_value"] == pytest.approx((1 / 6) ** 4, rel=1e-12)


def test_a_group_too_large_for_the_exact_law_says_so() -> None:
    row = br.friedman(table_of(np.arange(120).reshape(12, 10) % 7), variant="exact").row(0, named=True)
    assert (row["law"], row["status"]) == ("chi-square", "approximate")
    assert "too many arrangements" in row["note"]


def test_tests_over_runs_of_one_dataset_are_approximate(study: pl.DataFrame) -> None:
    rows = br.friedman(study, by=("dataset", "metric"))
    assert set(rows["status"]) <= {"approximate", "all_ties"}
    assert "runs share training data" in rows["note"][0]


def test_quade_gives_what_r_gives_for_its_own_example() -> None:
    # R 4.2.2, example(quade.test): Conover (1999), p. 375; F = 3.8293, df 4 and 24, p 0.01519.
    counts = [
        (5, 4, 7, 10, 12), (1, 3, 1, 0, 2), (16, 12, 22, 22, 35), (5, 4, 3, 5, 4), (10, 9, 7, 13, 10),
        (19, 18, 28, 37, 58), (10, 7, 6, 8, 7),
    ]  # fmt: skip
    row = br.quade(table_of(counts)).row(0, named=True)
    assert (row["statistic"], row["df1"], row["df2"]) == pytest.approx((3.829252, 4, 24), rel=1e-6)
    assert row["p_value"] == pytest.approx(0.015189, abs=5e-7)


def test_quade_does_not_depend_on_the_direction_of_the_metric() -> None:
    matrix = np.array([[5, 4, 7], [1, 3, 1], [16, 12, 22], [5, 4, 3], [10, 9, 7]], dtype=float)
    up, down = br.quade(table_of(matrix, "accuracy")), br.quade(table_of(matrix, "error"))
    assert up["statistic"][0] == pytest.approx(down["statistic"][0], rel=1e-12)


def test_quade_on_perfect_agreement_with_equal_ranges_gives_the_exact_chance() -> None:
    row = br.quade(table_of([[i, i + 1, i + 2] for i in range(1, 6)])).row(0, named=True)
    assert row["statistic"] is None
    assert row["p_value"] == pytest.approx((1 / 6) ** 4)
    assert "infinite" in row["note"]


def test_ranges_that_differ_by_rounding_only_are_tied_in_quade() -> None:
    # 0.12 - 0.10 and 0.22 - 0.20 differ in the last bit; as whole hundredths they do not.
    hundredths = np.array([[10, 12, 11], [20, 22, 21], [5, 9, 6], [31, 30, 35]])
    whole, decimal = br.quade(table_of(hundredths)), br.quade(table_of(hundredths / 100))
    assert decimal["statistic"][0] == pytest.approx(whole["statistic"][0], rel=1e-12)


def aligned_by_definition(matrix: np.ndarray) -> float:
    n, k = matrix.shape
    ranks = stats.rankdata(np.round(matrix - matrix.mean(axis=1, keepdims=True), 9)).reshape(n, k)
    spread = ((ranks.sum(axis=0) - n * (n * k + 1) / 2) ** 2).sum()
    return float((k - 1) * spread / ((ranks**2).sum() - (ranks.sum(axis=1) ** 2).sum() / k))


@given(st.lists(st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=3, max_size=7))
def test_aligned_ranks_follow_their_definition(matrix: list[list[int]]) -> None:
    row = br.friedman_aligned(table_of(matrix)).row(0, named=True)
    if all(len(set(block)) == 1 for block in matrix):
        assert row["p_value"] == 1.0
        return
    assert row["statistic"] == pytest.approx(aligned_by_definition(np.array(matrix, dtype=float)), rel=1e-9, abs=1e-12)


def test_aligned_ranks_without_ties_need_no_correction() -> None:
    matrix = np.array([[0.11, 0.23, 0.37], [0.52, 0.59, 0.71], [0.13, 0.44, 0.29], [0.83, 0.61, 0.97]])
    both = [br.friedman_aligned(table_of(matrix), variant=v)["statistic"][0] for v in ("corrected", "uncorrected")]
    assert both[0] == pytest.approx(both[1], rel=1e-12)


def test_kendalls_w_is_friedmans_statistic_on_a_scale_from_zero_to_one(demsar: pl.DataFrame) -> None:
    row, friedman = (f(demsar).row(0, named=True) for f in (br.kendall_w, br.friedman))
    # R 4.2.2: friedman.test(X)$statistic / (n * (k - 1)).
    assert row["estimate"] == pytest.approx(0.260770975056689, rel=1e-12)
    assert (row["statistic"], row["p_value"]) == (friedman["statistic"], friedman["p_value"])
    by_f, iman = br.kendall_w(demsar, variant="f").row(0, named=True), br.iman_davenport(demsar).row(0, named=True)
    assert (by_f["statistic"], by_f["p_value"], by_f["df2"]) == (iman["statistic"], iman["p_value"], iman["df2"])


def test_rank_tests_stack_what_the_single_functions_give(study: pl.DataFrame) -> None:
    rows = br.rank_tests(study)
    for function in (br.friedman, br.iman_davenport, br.kendall_w):
        alone = function(study)
        assert_frame_equal(rows.filter(pl.col("method") == alone["method"][0]), alone)
    ranks = br.average_ranks(study)
    stacked = rows.filter(pl.col("method") == "average_ranks")
    assert stacked["estimate"].to_list() == ranks["mean_rank"].to_list()
    assert stacked["a"].to_list() == ranks["algorithm"].to_list()
    assert rows.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    assert_frame_equal(br.rank_tests(study.lazy()).collect(), rows)
    assert br.rank_tests(study.sample(fraction=1.0, shuffle=True, seed=5)).equals(rows)


@given(st.integers(0, 10_000))
def test_pages_trend_agrees_with_scipy(seed: int) -> None:
    matrix = np.random.default_rng(seed).permuted(np.tile(np.arange(4.0), (6, 1)), axis=1)
    table = table_of(matrix)
    for variant, method in (("normal", "asymptotic"), ("exact", "exact")):
        row = br.page_trend(table, order=["a0", "a1", "a2", "a3"], variant=variant).row(0, named=True)
        expected = stats.page_trend_test(matrix, method=method)
        assert row["estimate"] == expected.statistic
        assert row["p_value"] == pytest.approx(expected.pvalue, rel=1e-9)


# Page (1963, table 2): the least L that is significant at 5 %, 1 % and 0.1 %, by number of algorithms and of blocks.
CRITICAL = {
    (3, 2): (28, None, None),
    (3, 4): (54, 55, 56),
    (3, 10): (128, 131, 134),
    (4, 2): (58, 60, None),
    (4, 5): (137, 141, 145),
    (5, 3): (150, 155, 160),
}


@pytest.mark.parametrize(("k", "n"), list(CRITICAL), ids=str)
def test_pages_test_is_exact_for_few_blocks_and_agrees_with_the_published_critical_values(k: int, n: int) -> None:
    random = np.random.default_rng([k, n])
    groups = 300
    ranks = random.permuted(np.tile(np.arange(float(k)), (groups, n, 1)), axis=2)
    # Blocks in the declared order, as many as it takes to reach every L.
    ordered = random.random((groups, n, 1)) < random.random((groups, 1, 1))
    values = np.where(ordered, np.arange(float(k)), ranks)
    group, block, algorithm = (places.ravel() for places in np.indices(values.shape))
    frame = pl.DataFrame({"group": group, "dataset": block, "algorithm": algorithm, "value": values.ravel()})
    named = frame.with_columns(algorithm=pl.format("a{}", "algorithm"), dataset=pl.format("d{}", "dataset"))
    table = br.scores(named, metric="error", directions={"error": "lower"}, factors="group")
    rows = br.page_trend(table, by="group", order=[f"a{j}" for j in range(k)])
    assert set(rows.select("variant", "law", "status").rows()) == {("exact", "exact", "ok")}
    reached = dict(rows.select("estimate", "p_value").rows())
    assert len(reached) > 5
    for critical, level in zip(CRITICAL[k, n], (0.05, 0.01, 0.001), strict=True):
        for value, p in reached.items():
            assert (p <= level) == (critical is not None and value >= critical), (value, p, critical, level)


def test_pages_test_is_normal_where_algorithms_or_blocks_are_many() -> None:
    many = np.random.default_rng(1).permuted(np.tile(np.arange(9.0), (12, 1)), axis=1)
    row = br.page_trend(table_of(many), order=[f"a{j}" for j in range(9)]).row(0, named=True)
    assert (row["variant"], row["law"]) == ("normal", "normal")
    long = np.random.default_rng(1).permuted(np.tile(np.arange(3.0), (61, 1)), axis=1)
    order = ["a0", "a1", "a2"]
    row = br.page_trend(table_of(long), order=order).row(0, named=True)
    assert (row["law"], row["status"]) == ("normal", "ok")
    exact = br.page_trend(table_of(long), order=order, variant="exact").row(0, named=True)
    assert exact["p_value"] == pytest.approx(stats.page_trend_test(long, method="exact").pvalue, rel=1e-9)


def test_pages_exact_law_counts_ties_too() -> None:
    matrix = [[1, 2, 2], [1, 1, 3], [2, 1, 3]]
    ranks = [stats.rankdata(row) for row in matrix]
    observed = sum(float(np.dot([1, 2, 3], row)) for row in ranks)
    sums = [
        sum(float(np.dot([1, 2, 3], row)) for row in rows)
        for rows in product(*(list(permutations(row)) for row in ranks))
    ]
    row = br.page_trend(table_of(matrix), order=["a0", "a1", "a2"], variant="exact").row(0, named=True)
    assert row["p_value"] == pytest.approx(np.mean([total >= observed for total in sums]))
    # The normal law has the variance that the ties leave.
    plain = br.page_trend(table_of(matrix), order=["a0", "a1", "a2"]).row(0, named=True)
    assert plain["statistic"] == pytest.approx((observed - np.mean(sums)) / np.std(sums), rel=1e-9)


def test_the_reverse_order_mirrors_the_trend(demsar: pl.DataFrame) -> None:
    for function in (br.page_trend, br.jonckheere):
        there, back = function(demsar, order=ORDER), function(demsar, order=ORDER[::-1], alternative="less")
        assert there["p_value"][0] == pytest.approx(back["p_value"][0], rel=1e-12)
        assert there["statistic"][0] == pytest.approx(-back["statistic"][0], rel=1e-12)


def test_jonckheere_counts_how_often_the_earlier_beats_the_later(demsar: pl.DataFrame) -> None:
    columns = [demsar.filter(pl.col("algorithm") == name)["value"].to_numpy() for name in ORDER]
    wins = sum(
        float((x[:, None] > y[None, :]).sum() + (x[:, None] == y[None, :]).sum() / 2)
        for i, x in enumerate(columns)
        for y in columns[i + 1 :]
    )
    assert br.jonckheere(demsar, order=ORDER)["estimate"][0] == wins


@pytest.mark.parametrize("function", [br.page_trend, br.jonckheere], ids=["page_trend", "jonckheere"])
def test_an_order_must_name_each_algorithm_once(function: Any, demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match=r"does not place 'C4\.5'"):
        function(demsar, order=ORDER[:3])
    with pytest.raises(br.BenchreportError, match="twice"):
        function(demsar, order=[*ORDER, "C4.5"])
    with pytest.raises(br.BenchreportError, match=r"no algorithm 'C4\.6'"):
        function(demsar, order=[*ORDER[:3], "C4.6"])


@pytest.mark.parametrize("function", [br.page_trend, br.jonckheere], ids=["page_trend", "jonckheere"])
def test_trends_keep_the_common_contract(function: Any, study: pl.DataFrame) -> None:
    order = sorted(study["algorithm"].unique().to_list())
    rows = function(study, order=order)
    assert rows.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    assert_frame_equal(function(study.lazy(), order=order).collect(), rows)
    assert function(study.sample(fraction=1.0, shuffle=True, seed=3), order=order).equals(rows)
    flat = table_of([[0.5, 0.5, 0.5]] * 4)
    tied = function(flat, order=["a0", "a1", "a2"]).row(0, named=True)
    assert (tied["status"], tied["p_value"], tied["statistic"]) == ("all_ties", 1.0, None)
    alone = function(table_of([[0.5, 0.4, 0.3]]), order=["a0", "a1", "a2"]).row(0, named=True)
    assert (alone["status"], alone["p_value"]) == ("too_few", None)
    with pytest.raises(br.BenchreportError, match="alpha"):
        function(flat, order=["a0", "a1", "a2"], alpha=2.0)
