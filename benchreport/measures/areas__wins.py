"""How often does a positive outscore a negative? Counted for many groups at once, by one sort of whole numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

# Rows that are ranked at a time.
CLOSE = 1 << 15


def won_pairs(
    group: npt.NDArray[np.int64], score: npt.NDArray[np.float64], positive: npt.NDArray[np.bool_], groups: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Count twice the pairs in which a positive outscores a negative of its group, a tie once; and the positives.

    Examples
    --------
    >>> won_pairs(np.array([0, 0, 0]), np.array([0.9, 0.4, 0.4]), np.array([True, True, False]), 1)
    (array([3]), array([2]))
    """
    key = _keyed(score, positive)
    if (group[1:] < group[:-1]).any():
        # Whole numbers of 16 bits are sorted by their digits, which is quick.
        order = np.argsort(group.astype(np.uint16 if groups <= 1 << 16 else np.int64), kind="stable")
        group, key = group[order], key[order]
    sizes = np.diff(np.searchsorted(group, np.arange(groups + 1)))
    wins, positives = np.zeros(groups, dtype=np.int64), np.zeros(groups, dtype=np.int64)
    ends = sizes.cumsum()
    low = 0
    while low < groups:
        # A few groups at a time, so that the numbers stay close at hand.
        high = max(low + 1, int(np.searchsorted(ends, ends[low] - sizes[low] + CLOSE, side="right")))
        here = slice(int(ends[low] - sizes[low]), int(ends[high - 1]))
        wins[low:high], positives[low:high] = _won_pairs(key[here], sizes[low:high])
        low = high
    return wins, positives


def _won_pairs(
    key: npt.NDArray[np.uint64], sizes: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    wins, positives = np.zeros(sizes.size, dtype=np.int64), np.zeros(sizes.size, dtype=np.int64)
    width = int(sizes.max())
    if width == 0:
        return wins, positives
    if width * sizes.size <= 2 * key.size:
        key, there = _sorted_in_rows(key, sizes, width), np.ones(sizes.size, dtype=bool)
        firsts = np.arange(sizes.size) * width
    else:
        key, there = key[np.lexsort((key, np.repeat(np.arange(sizes.size), sizes)))], sizes > 0
        firsts = (sizes.cumsum() - sizes)[there]
    flag = (key & np.uint64(1)).view(np.int64)
    hits = np.add.reduceat(flag, firsts)
    flag *= np.arange(key.size)
    # In the order of their scores, a positive has as many negatives before it as rows less positives.
    before = np.add.reduceat(flag, firsts) - firsts * hits - hits * (hits - 1) // 2
    wins[there], positives[there] = 2 * before - _tied_pairs(key, firsts), hits
    return wins, positives


def _keyed(score: npt.NDArray[np.float64], positive: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint64]:
    """Return whole numbers that sort as scores do, a negative just before a positive of the same score."""
    # The digits of a number from 0 up sort as it does, and leave one bit free; -0.0 becomes 0.0 first.
    score = score + 0.0
    digits = score.view(np.int64)
    if digits.min(initial=0) < 0:
        top = np.abs(score).max()
        _, exponent = np.frexp(top)
        small = np.ldexp(score, -exponent)
        if np.isfinite(top) and np.array_equal(np.ldexp(small, exponent), score):
            # Between -1 and 1 the digits of all numbers fit in 63 bits, those below 0 counted backwards.
            digits = small.view(np.int64)
            digits ^= (digits >> 63) & np.iinfo(np.int64).max
            digits -= digits.min()
        else:
            digits = np.unique(score, return_inverse=True)[1]
    keys = digits.view(np.uint64) << np.uint64(1)
    keys |= positive
    return keys


def _sorted_in_rows(key: npt.NDArray[np.uint64], sizes: npt.NDArray[np.int64], width: int) -> npt.NDArray[np.uint64]:
    """Sort each group in a row of its own, filled up with negatives that come last."""
    if width * sizes.size == key.size:
        rows = key.reshape(-1, width)
    else:
        there = np.arange(width) < sizes[:, None]
        rows = np.full(there.shape, np.iinfo(np.uint64).max - 1)
        rows[there] = key
    rows.sort(axis=1)
    return rows.ravel()


def _tied_pairs(key: npt.NDArray[np.uint64], firsts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Count the pairs of a positive and a negative of the same score, per group."""
    step = key[1:] ^ key[:-1]
    step[firsts[1:] - 1] = 2
    at, ends = np.flatnonzero(step == 1), np.flatnonzero(step != 0)
    edges = np.concatenate(([-1], ends, [key.size - 1]))
    place = np.searchsorted(ends, at) + 1
    tied = np.zeros(firsts.size, dtype=np.int64)
    pairs = (at - edges[place - 1]) * (edges[place + 1] - at)
    np.add.at(tied, np.searchsorted(firsts, at, side="right") - 1, pairs)
    return tied
