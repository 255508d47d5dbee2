"""Skillings and Mack's test for tables with gaps."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import benchreport as br

# Nine assemblers, four methods, two gaps: Hollander & Wolfe (1999), table 7.8, as in R's Skillings.Mack.
# T = 15.493, p 0.0014 (Chatfield & Mander 2009, Stata Journal 9, p. 302).
ASSEMBLY = [
    (3.2, 4.1, 3.8, 4.2), (3.1, 3.9, 3.4, 4.0), (4.3, 3.5, 4.6, 4.8), (3.5, 3.6, 3.9, 4.0), (3.6, 4.2, 3.7, 3.9),
    (4.5, 4.7, 3.7, None), (None, 4.2, 3.4, None), (4.3, 4.6, 4.4, 4.9), (3.5, None, 3.7, 3.9),
]  # fmt: skip


def table_of(matrix: list[tuple[float | None, ...]]) -> pl.DataFrame:
    rows = [(f"d{i}", f"a{j}", value) for i, row in enumerate(matrix) for j, value in enumerate(row)]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "value"], orient="row"), metric="time")


def by_definition(matrix: list[tuple[float | None, ...]]) -> float:
    """Compute the statistic block by block, inverted with NumPy."""
    total, inverse = sums_by_definition(matrix)
    return float(total @ inverse @ total)


def sums_by_definition(matrix: list[tuple[float | None, ...]]) -> tuple[np.ndarray, np.ndarray]:
    """Add the adjusted ranks of the blocks up one by one; the covariance is inverted with NumPy."""
    k = len(matrix[0])
    total, covariance = np.zeros(k), np.zeros((k, k))
    for block in matrix:
        present = [j for j, value in enumerate(block) if value is not None]
        if len(present) < 2:
            continue
        values = np.array([block[j] for j in present], dtype=float)
        ranks = np.array([(values < v).sum() + ((values == v).sum() + 1) / 2 for v in values])
        total[present] += np.sqrt(12 / (len(present) + 1)) * (ranks - (len(present) + 1) / 2)
        for i in present:
            for j in present:
                covariance[i, j] += (len(present) - 1) if i == j else -1
    return total, np.linalg.pinv(covariance, rcond=1e-10)


def test_gaps_are_taken_as_they_are_and_counted() -> None:
    row = br.skillings_mack(table_of(ASSEMBLY)).row(0, named=True)
    assert row["statistic"] == pytest.approx(by_definition(ASSEMBLY), rel=1e-10)
    assert row["statistic"] == pytest.approx(15.493, abs=5e-4)
    assert row["n"] == 9
    assert "4 of 36 results missing" in row["note"]


def test_a_complete_table_without_ties_gives_friedmans_test() -> None:
    matrix = np.random.default_rng(1).normal(size=(12, 5))
    table = table_of([tuple(row) for row in matrix])
    assert br.skillings_mack(table)["statistic"][0] == pytest.approx(br.friedman(table)["statistic"][0], rel=1e-10)
    assert br.skillings_mack(table)["note"][0] is None


def test_a_block_with_a_single_result_says_nothing_and_is_counted() -> None:
    lonely = [*ASSEMBLY, (None, None, 1.0, None)]
    row = br.skillings_mack(table_of(lonely)).row(0, named=True)
    assert (row["n"], row["n_dropped"]) == (9, 1)
    assert row["statistic"] == pytest.approx(by_definition(ASSEMBLY), rel=1e-10)


def test_algorithms_that_share_no_block_cannot_be_compared() -> None:
    apart = [(1.0, 2.0, None, None), (2.0, 1.0, None, None), (None, None, 1.0, 2.0), (None, None, 3.0, 2.0)]
    row = br.skillings_mack(table_of(apart)).row(0, named=True)
    assert (row["status"], row["p_value"]) == ("singular", None)
    assert "share no block" in row["note"]


def test_groups_of_unlike_shape_are_served_together() -> None:
    small = [(1.0, 2.0, 3.0), (2.0, None, 3.0), (2.0, 1.0, 3.0)]
    both = pl.concat(
        table_of(matrix).with_columns(noise=pl.lit(name)) for name, matrix in (("big", ASSEMBLY), ("small", small))
    )
    rows = br.skillings_mack(both, by=("metric", "noise"))
    assert rows["statistic"].to_list() == pytest.approx([by_definition(ASSEMBLY), by_definition(small)], rel=1e-10)


# Effects: the order of places under gaps


def test_effects_are_the_generalised_inverse_times_the_adjusted_rank_sums() -> None:
    total, inverse = sums_by_definition(ASSEMBLY)
    rows = br.rank_effects(table_of(ASSEMBLY))
    assert rows["effect"].to_list() == pytest.approx((inverse @ total).tolist(), rel=1e-10)
    assert rows["place"].to_list() == [1, 3, 2, 4]
    assert rows["n"].to_list() == [8, 8, 9, 7]


def test_without_gaps_effects_give_the_mean_ranks_to_the_last_digit() -> None:
    demsar = br.read_scores(br.example("demsar2006_auc.csv"))
    ours, theirs = br.rank_effects(demsar), br.average_ranks(demsar)
    for name in ("algorithm", "n", "mean_rank", "n_first"):
        assert ours[name].to_list() == theirs[name].to_list()
    by_hand = (4 + 1) / 2 + ours["effect"] * 4 / (12 / (4 + 1)) ** 0.5
    assert by_hand.to_list() == pytest.approx(theirs["mean_rank"].to_list(), rel=1e-12)


def test_weak_company_does_not_lift_an_algorithm_to_the_top() -> None:
    # d met only c, which is worst everywhere, and always ranked first; a beats c by more than that.
    gappy = [(1.0, 2.0, 4.0, None)] * 8 + [(None, None, 4.0, 3.0)] * 4
    rows = br.rank_effects(table_of(gappy))
    assert rows["place"].to_list() == [1, 3, 4, 2]
    total, inverse = sums_by_definition(gappy)
    assert rows["effect"].to_list() == pytest.approx((inverse @ total).tolist(), rel=1e-9)


def test_algorithms_that_share_no_block_get_places_within_their_component() -> None:
    apart = [(1.0, 2.0, None, None, 3.0), (2.0, 1.0, None, None, 3.0), (1.0, 2.0, None, None, None)]
    apart += [(None, None, 1.0, 2.0, None), (None, None, 1.0, 2.0, None)]
    rows = br.rank_effects(table_of(apart))
    assert rows["component"].to_list() == [1, 1, 2, 2, 1]
    assert rows["place"].to_list() == [1, 2, 1, 2, 3]
    assert rows["mean_rank"].to_list()[2:4] == pytest.approx([1.0, 2.0])
    assert all("places within components" in note for note in rows["note"])


def test_an_algorithm_that_met_nobody_gets_no_place() -> None:
    lonely = [(1.0, 2.0, None), (1.0, 2.0, None), (None, None, 5.0)]
    rows = br.rank_effects(table_of(lonely))
    assert rows["place"].to_list() == [1, 2, None]
    assert rows["mean_rank"].to_list() == [1.0, 2.0, None]
    assert rows["n"].to_list() == [2, 2, 0]


def test_effects_of_many_groups_are_those_of_each_alone() -> None:
    tables = [table_of(ASSEMBLY).with_columns(noise=pl.lit(f"g{i}")) for i in range(3)]
    small = table_of([(1.0, 2.0, 3.0), (2.0, None, 3.0)]).with_columns(noise=pl.lit("small"))
    rows = br.rank_effects(pl.concat([*tables, small]), by=("metric", "noise"))
    alone = br.rank_effects(table_of(ASSEMBLY))
    for i in range(3):
        mine = rows.filter(pl.col("noise") == f"g{i}")
        assert mine["effect"].to_list() == pytest.approx(alone["effect"].to_list(), rel=1e-12)
    assert rows.filter(pl.col("noise") == "small").height == 3
