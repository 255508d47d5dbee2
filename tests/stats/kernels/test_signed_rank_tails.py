"""Are the tails of the signed-rank law probabilities, however many blocks and ties there are?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from benchreport.stats.kernels import signed_rank
from benchreport.stats.kernels.signed_rank import lower_tail


@pytest.mark.parametrize("n", [60, 112, 200])
def test_the_upper_end_of_the_law_is_one_and_never_more(n: int) -> None:
    # Doubled midranks in which the first two are tied, as 0.5-step ranks are kept in whole numbers.
    ranks = np.tile(np.concatenate([[3, 3], 2 * np.arange(3, n + 1)]), (200, 1))
    whole = n * (n + 1)
    totals = whole - np.arange(200)
    tails = lower_tail(ranks, totals)
    assert tails.max() <= 1.0
    assert tails == pytest.approx(np.ones(200), abs=1e-9)


def rows_with_ties(n: int, rows: int, steps: int) -> npt.NDArray[np.int64]:
    sizes = np.sort(np.random.default_rng(n).integers(1, steps, (rows, n)), axis=1)
    return signed_rank.midranks_of_sorted(sizes)


@pytest.mark.parametrize(("n", "steps"), [(40, 4), (60, 30), (100, 200), (101, 5000), (150, 2), (150, 80)])
def test_the_sum_of_few_waves_is_the_law_that_counts_subsets(
    n: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signed_rank, "MANY_WAVES", n**2)
    ranks = rows_with_ties(n, 70, steps)
    total = n * (n + 1) // 2 - np.random.default_rng(1).integers(0, 2 * n, 70)
    waves, counted = signed_rank._waves(ranks, total), signed_rank._counted(ranks, total)
    np.testing.assert_allclose(waves, counted, rtol=1e-12, atol=0)


@pytest.mark.parametrize("n", [61, 96, 98, 104])
def test_rows_of_neighbouring_sizes_share_a_table_of_waves(n: int) -> None:
    ranks = rows_with_ties(n, 70, 120)
    total = n * (n + 1) // 2 - np.random.default_rng(3).integers(-n, 2 * n, 70)
    waves, counted = signed_rank._waves(ranks, total), signed_rank._counted(ranks, total)
    np.testing.assert_allclose(waves, counted, rtol=1e-12, atol=0)


def test_waves_of_a_row_do_not_depend_on_the_rows_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signed_rank, "WAVES_FOR", 1)
    monkeypatch.setattr(signed_rank, "MANY_WAVES", 10_000)
    ranks = np.concatenate([rows_with_ties(64, 40, 100), np.full((1, 64), 65), 2 * np.arange(1, 65)[None, :]])
    total = np.full(len(ranks), 64 * 65 // 2 - 40)
    alone = signed_rank._waves(ranks[::5], total[::5])
    np.testing.assert_allclose(signed_rank._waves(ranks, total)[::5], alone, rtol=1e-14, atol=0)


@pytest.mark.parametrize("n", [60, 81, 100, 127, 150])
def test_bounds_lie_above_every_wave_that_is_not_among_the_lowest(n: int) -> None:
    waves = signed_rank._wave_table(n)
    ranks = np.concatenate([rows_with_ties(n, 6, 2), rows_with_ties(n, 6, 9), rows_with_ties(n, 6, 500)])
    counts = np.stack([np.bincount(row, minlength=2 * n + 1) for row in ranks]).astype(np.float64)
    lowest = waves.low.shape[1]
    assert (waves.cosine[(2 * n * np.arange(1, lowest + 1)) % len(waves.cosine)] > 0).all()
    frequency = np.arange(lowest + 1, waves.size // 2 + 1)  # and, below, as good as any totals
    tiles = [np.tile(row.astype(np.uint32), (len(frequency), 1)) for row in ranks]
    sizes = np.stack([np.abs(waves.terms(frequency, tile, frequency)) for tile in tiles])
    bounds = waves.bounds(counts).astype(np.float64)
    assert (sizes.sum(axis=1) <= bounds.sum(axis=1) * 1.0001).all()
    # Of waves left out between two small bounds the same holds.
    for row in range(len(ranks)):
        for permitted in (1e-6, 1e-12, 1e-18):
            rows, heard = waves.audible(counts[row : row + 1], np.array([permitted]))
            _, loud = waves.frequencies(rows, heard)
            assert sizes[row].sum() - sizes[row, loud - lowest - 1].sum() <= permitted + 1e-15 * sizes[row].sum()


@pytest.mark.parametrize("n", [61, 100])
def test_rows_that_waves_do_not_suit_are_counted(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signed_rank, "WAVES_FOR", 10)
    fine, coarse = rows_with_ties(n, 30, 300), rows_with_ties(n, 10, 3)
    zeros = np.where(np.arange(n) < 4, 0, rows_with_ties(n, 10, 100))
    ranks = np.concatenate([fine, fine, coarse, zeros])
    half, far = n * (n + 1) // 2, n * (n + 1) // 5
    total = np.repeat([half - n, far, half, half - n, n * (n + 1) - far], [30, 25, 5, 10, 10])
    waves, counted = signed_rank._waves(ranks, total), signed_rank._counted(ranks, total)
    assert np.isfinite(waves[:30]).all()
    assert np.isnan(waves[30:55]).all()
    assert np.isnan(waves[60:]).all()
    np.testing.assert_allclose(lower_tail(ranks, total), counted, rtol=1e-12, atol=0)
    assert (lower_tail(ranks, total)[30:55] == counted[30:55]).all()


def counted_by_whole_numbers(ranks: list[int], total: int) -> float:
    """Count subsets without any rounding, in whole numbers of any size."""
    ways, counting = [1] + [0] * sum(ranks), [rank for rank in ranks if rank]
    for rank in counting:
        for value in range(len(ways) - 1, rank - 1, -1):
            ways[value] += ways[value - rank]
    return sum(ways[: total + 1]) / 2 ** len(counting)


@pytest.mark.parametrize("tie", [0, 6, 15, None])
def test_rows_share_the_ranks_beside_their_ties_and_have_laws_of_their_own(tie: int | None) -> None:
    n, ranks = 17, 2 * np.arange(1, 18)
    if tie is not None:
        ranks[tie : tie + 2] = ranks[tie] + 1
    rows = np.stack([ranks, np.where(np.arange(n) < 3, 0, ranks), rows_with_ties(n, 1, 9)[0], 2 * np.arange(1, n + 1)])
    for total in (0, 3, 40, 120, 152, 153, 154, 200, 290):
        expected = [counted_by_whole_numbers(row.tolist(), total) for row in rows]
        np.testing.assert_allclose(lower_tail(rows, np.full(len(rows), total)), expected, rtol=1e-13, atol=0)


def test_long_rows_with_a_late_tie_have_the_law_of_whole_numbers() -> None:
    ranks = 2 * np.arange(1, 141)
    ranks[134:136] = 271
    expected = counted_by_whole_numbers(ranks.tolist(), 4000)
    np.testing.assert_allclose(lower_tail(ranks[None, :], np.array([4000])), [expected], rtol=1e-13, atol=0)
