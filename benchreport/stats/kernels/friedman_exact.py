"""Exact law of Friedman's statistic over all arrangements of the ranks within blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

import numpy as np

from benchreport.tables.rounding import Floats, Integers
from benchreport.threads import fast_product

Pattern = tuple[int, ...]
MOST_ALGORITHMS = 7
# Sums of ranks times arrangements, added up over the blocks: beyond this a group takes longer than a second.
MOST_STEPS = 5_000_000
NO_LAW = np.empty(0, dtype=np.int64), np.array([np.nan])


def exact_tails(groups: Iterable[Integers]) -> Floats:
    """Return the exact p-value of Friedman's statistic for each group, NaN where it is too large for that.

    Each of ``groups`` holds ranks times two, one row per block. Conditional on the ties: every block keeps its ranks
    and shuffles them among the algorithms. Groups whose blocks have the same ties share one law.

    Examples
    --------
    >>> exact_tails([np.array([[2, 4, 6], [2, 4, 6]]), np.empty((0, 3), dtype=np.int64)]).round(4).tolist()
    [0.1667, nan]
    """
    laws: dict[tuple[Pattern, ...], tuple[Integers, Floats] | None] = {}
    tails = []
    for ranks in groups:
        ties = tuple(sorted(map(tuple, np.sort(ranks, axis=1).tolist())))
        if ties and ties not in laws:
            laws[ties] = exact_law(ties)
        squares, above = laws.get(ties) or NO_LAW
        tails.append(above[np.searchsorted(squares, (ranks.sum(axis=0) ** 2).sum())])
    return np.array(tails, dtype=np.float64)


def exact_law(blocks: Sequence[Pattern]) -> tuple[Integers, Floats] | None:
    """Return the sums of squared rank sums that can occur, ascending, and how probable each or a larger one is.

    ``blocks`` are the doubled ranks of every block, sorted. None where there are too many arrangements.

    Examples
    --------
    >>> squares, tails = exact_law([(2, 4, 6)] * 2)
    >>> squares.tolist(), tails.round(4).tolist()
    ([192, 200, 216, 224], [1.0, 0.8333, 0.5, 0.1667])
    """
    L = len(blocks[0])
    if L > MOST_ALGORITHMS:
        return None
    # The first block may stay as it is: only how the others lie to it matters, and only as a multiset.
    sums, weights = np.array([blocks[0]], dtype=np.int64), np.ones(1)
    powers = np.int64(2 * L * len(blocks) + 1) ** np.arange(L, dtype=np.int64)
    steps = 0
    for pattern in blocks[1:]:
        moves = np.array(sorted(set(permutations(pattern))), dtype=np.int64)
        steps += len(sums) * len(moves)
        if steps > MOST_STEPS:
            return None
        reached = np.sort((sums[:, None, :] + moves[None, :, :]).reshape(-1, L), axis=1)
        share = np.repeat(weights / len(moves), len(moves))
        _, first, which = np.unique(fast_product(reached, powers), return_index=True, return_inverse=True)
        sums, weights = reached[first], np.bincount(which, share).astype(np.float64)
    squares, which = np.unique((sums**2).sum(axis=1), return_inverse=True)
    chances = np.bincount(which, weights)
    return squares, np.minimum(np.cumsum(chances[::-1])[::-1], 1.0)
