"""What is the exact law of the signed-rank sum, ties included, and what shift does it leave open?"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

EXACT_UP_TO = 500
# Between these sizes summing waves beats counting subsets, if there are many sets of ranks.
WAVES_FROM, WAVES_UP_TO, WAVES_FOR = 40, 150, 64
FAR_TAIL = 1e-4
NEGLIGIBLE = -34.0
WALSH_UP_TO = 2000
CHUNK = 4_000_000


def row_midranks(keys: Floats) -> tuple[Integers, npt.NDArray[np.intp]]:
    """Rank each row ascending, ties sharing their mean rank, times two; in ascending order, which is given too.

    Examples
    --------
    >>> ranks, order = row_midranks(np.array([[2.0, 1.0, 2.0, 4.0]]))
    >>> ranks.tolist(), order.tolist()
    ([[2, 5, 5, 8]], [[1, 0, 2, 3]])
    """
    n = keys.shape[1]
    order = np.argsort(keys, axis=1, kind="stable")
    ordered = np.take_along_axis(keys, order, axis=1)
    starts = np.ones(keys.shape, dtype=bool)
    starts[:, 1:] = ordered[:, 1:] != ordered[:, :-1]
    place = np.arange(n)
    begin = np.maximum.accumulate(np.where(starts, place, 0), axis=1)
    ends = np.ones(keys.shape, dtype=bool)
    ends[:, :-1] = starts[:, 1:]
    end = np.minimum.accumulate(np.where(ends, place, n)[:, ::-1], axis=1)[:, ::-1]
    return begin + end + 2, order


def lower_tail(ranks: Integers, total: Integers) -> Floats:
    """Give P(W <= total) when each rank of the row counts or not with probability one half.

    Subsets are counted by adding one rank at a time, so every probability is a sum of positive terms and keeps its
    digits however small it is. Rows with the same ranks share one law; ranks of 0 change nothing.

    Examples
    --------
    >>> lower_tail(np.array([[2, 4, 6]]), np.array([2])).tolist()
    [0.25]
    """
    tails = np.empty(len(total))
    whole = ranks.shape[1] * (ranks.shape[1] + 1)
    fits = WAVES_FROM <= ranks.shape[1] <= WAVES_UP_TO and len(ranks) >= WAVES_FOR
    if fits and (ranks.sum(axis=1) == whole).all():
        near = _is_near(ranks, total)
        tails[near] = _waves(ranks[near], total[near])
        tails[~near] = _counted(ranks[~near], total[~near])
        return tails
    return _counted(ranks, total)


def _is_near(ranks: Integers, total: Integers) -> npt.NDArray[np.bool_]:
    """Tell totals whose tail is so large that a rounding error of the unit does not matter."""
    from scipy.special import ndtr

    spread = np.sqrt((ranks.astype(np.float64) ** 2).sum(axis=1)) / 2
    return np.asarray(ndtr((total - ranks.sum(axis=1) / 2) / spread) > FAR_TAIL)


def _waves(ranks: Integers, total: Integers) -> Floats:
    """Sum the Fourier series of the law, whose coefficients are products of cosines.

    All frequencies are bounded first, in single precision; those whose product cannot reach the last digit are left
    out, which leaves few of them: all together are below 2e-15.
    """
    rows, n = ranks.shape
    whole = n * (n + 1)
    size = whole + 1  # odd, and more than the law can reach: no wave is mistaken for another
    frequency, log_size, rough, negative = _wave_table(n)
    tails = np.empty(rows)
    step = 512
    for start in range(0, rows, step):
        part = slice(start, start + step)
        height = len(ranks[part])
        places = np.arange(height)[:, None] * (2 * n + 1) + ranks[part]
        counts = np.bincount(places.ravel(), minlength=height * (2 * n + 1)).reshape(height, 2 * n + 1)
        kept = ((counts.astype(np.float32) @ rough) > NEGLIGIBLE).any(axis=0)
        weights = counts.astype(np.float64)
        sign = 1 - 2 * (np.rint(weights @ negative[:, kept].astype(np.float64)) % 2)
        wave = sign * np.exp(weights @ log_size[:, kept])
        angle = frequency[kept]
        upper, lower = np.sin(angle * (whole + 1) / 2), np.sin(angle * (whole - 2 * total[part, None] - 1) / 2)
        series = wave * (upper - lower) / np.sin(angle / 2)
        tails[part] = (total[part] + 1 + series.sum(axis=1)) / size
    return tails


@lru_cache(maxsize=8)
def _wave_table(n: int) -> tuple[Floats, Floats, npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
    """Give the frequencies for n blocks and the cosines of all doubled ranks: logarithms, rough ones, and signs."""
    size = n * (n + 1) + 1
    frequency = 2 * np.pi * np.arange(1, size // 2 + 1) / size
    cosine = np.cos(np.outer(np.arange(2 * n + 1), frequency / 2))
    log_size = np.log(np.maximum(np.abs(cosine), 1e-12))
    return frequency, log_size, log_size.astype(np.float32), cosine < 0


def _counted(ranks: Integers, total: Integers) -> Floats:
    """Count subsets by their sum, once for every set of ranks."""
    tails = np.empty(len(total))
    patterns, which = np.unique(np.sort(ranks, axis=1), axis=0, return_inverse=True)
    which = which.reshape(-1)
    order = np.argsort(which, kind="stable")
    bounds = np.searchsorted(which[order], np.arange(len(patterns) + 1))
    for index, pattern in enumerate(patterns):
        rows = order[bounds[index] : bounds[index + 1]]
        tails[rows] = _tails_of(pattern[pattern > 0], total[rows])
    return tails


def _tails_of(pattern: Integers, total: Integers) -> Floats:
    """Look up several totals in the law of one set of ranks, working on the shorter side only."""
    whole = int(pattern.sum())
    mirrored = 2 * total > whole
    # P(W <= t) = 1 - P(W <= whole - t - 1), by symmetry.
    side = np.where(mirrored, whole - total - 1, total)
    reach = int(side.max(initial=0))
    below = np.ldexp(np.cumsum(_ways(pattern, reach)), -len(pattern))
    tail = np.where(side < 0, 0.0, below[np.maximum(side, 0)])
    return np.where(mirrored, 1.0 - tail, tail)


@lru_cache(maxsize=4096)
def untied_quantile(n: int, p: float) -> int:
    """Give the smallest w with P(W <= w) > p for ranks 1..n: one more than can be cut off at level p.

    Examples
    --------
    >>> untied_quantile(9, 0.025)
    6
    """
    if n > EXACT_UP_TO:
        from scipy.special import ndtri

        spread = np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        return max(int(np.ceil(n * (n + 1) / 4 + ndtri(p) * spread)), 0)
    reach = n * (n + 1) // 2 if p > 0.4 else n * (n + 1) // 4
    below = np.ldexp(np.cumsum(_ways(np.arange(1, n + 1), reach)), -n)
    return int(np.searchsorted(below, p * (1 + 1e-12), side="right"))


def _ways(pattern: Integers, reach: int) -> Floats:
    """Count the subsets of the ranks that sum to 0, 1, ..., reach."""
    ways = np.zeros(reach + 1)
    ways[0] = 1.0
    top = 0
    for rank in pattern.tolist():
        top = min(top + rank, reach)
        if rank <= top:
            ways[rank : top + 1] += ways[: top + 1 - rank].copy()
    return ways


def hodges_lehmann(differences: Floats, level: float, *, lower: bool, upper: bool) -> tuple[Floats, Floats, Floats]:
    """Give the median of the pairwise means of each row, with limits that leave ``level`` outside on each asked side.

    Limits that no order statistic can give at that level, or that are not asked for, are NaN.

    Examples
    --------
    >>> estimate, low, high = hodges_lehmann(np.array([[1.0, 2.0, 4.0]]), 0.25, lower=True, upper=True)
    >>> estimate.tolist(), low.tolist(), high.tolist()
    ([2.25], [1.5], [3.0])
    """
    rows, n = differences.shape
    estimate, low, high = np.full(rows, np.nan), np.full(rows, np.nan), np.full(rows, np.nan)
    size = n * (n + 1) // 2
    if n == 0 or n > WALSH_UP_TO:
        return estimate, low, high
    rank = untied_quantile(n, level)
    i, j = np.triu_indices(n)
    middle = [(size - 1) // 2, size // 2]
    reachable = rank >= 1
    places = sorted({*middle, *((rank - 1, size - rank) if reachable else ())})
    step = max(1, CHUNK // size)
    for start in range(0, rows, step):
        part = differences[start : start + step]
        means = np.partition((part[:, i] + part[:, j]) / 2, places, axis=1)
        here = slice(start, start + step)
        estimate[here] = means[:, middle].mean(axis=1)
        if lower and reachable:
            low[here] = means[:, rank - 1]
        if upper and reachable:
            high[here] = means[:, size - rank]
    return estimate, low, high
