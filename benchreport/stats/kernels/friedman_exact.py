"""Laws of sums of squared rank sums over all arrangements of the ranks within blocks: exact, or by permutations."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations

import numpy as np

from benchreport.tables.rounding import Flags, Floats, Integers
from benchreport.threads import fast_product

Pattern = tuple[int, ...]
MOST_ALGORITHMS = 7
# Sums of ranks times arrangements, added up over the blocks: more take longer than permutations.
MOST_STEPS = 1_000_000
PERMUTATIONS, SEED = 99_999, 1
# Scores that go through at once.
MOST_SCORES = 200_000


def tails(tables: Integers, *, permuted: bool) -> tuple[Floats, Flags]:
    """Return the p-value of the sum of squared column sums of each table, and whether it is exact.

    ``tables`` hold whole numbers, tables by blocks by algorithms: ranks times two, or what else a block may shuffle
    among the algorithms. Conditional on the ties: every block keeps its numbers. Tables whose blocks hold the same
    numbers share one law. Where that has too many arrangements the p-value is from 99,999 seeded permutations within
    blocks if these are ``permuted``, else NaN.

    Examples
    --------
    >>> p_value, exact = tails(np.array([[[2, 4, 6], [2, 4, 6]], [[2, 4, 6], [6, 4, 2]]]), permuted=True)
    >>> p_value.round(4).tolist(), exact.tolist()
    ([0.1667, 1.0], [True, True])
    """
    many, n, k = tables.shape
    observed = (tables.sum(axis=1) ** 2).sum(axis=1)
    patterns, of_block = np.unique(np.sort(tables, axis=2).reshape(-1, k), axis=0, return_inverse=True)
    cases, of_table = np.unique(np.sort(of_block.reshape(many, n), axis=1), axis=0, return_inverse=True)
    alike = np.argsort(of_table.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(of_table.ravel(), minlength=len(cases)))
    p_value, exact = np.full(many, np.nan), np.zeros(many, dtype=bool)
    for case, (start, end) in zip(cases, pairwise([0, *ends.tolist()]), strict=True):
        which, blocks = alike[start:end], patterns[case]
        law = exact_law([tuple(block) for block in blocks.tolist()])
        if law is not None:
            p_value[which], exact[which] = law[1][np.searchsorted(law[0], observed[which])], True
        elif permuted:
            p_value[which] = (1 + _permuted(blocks, observed[which])) / (1 + PERMUTATIONS)
    return p_value, exact


def _permuted(blocks: Integers, observed: Integers) -> Integers:
    """Return how many permutations within ``blocks`` reach each of the sums of squares ``observed``."""
    random, at_least = np.random.default_rng(SEED), np.zeros(len(observed), dtype=np.int64)
    # Only how the others lie to the first block matters.
    first, others = blocks[0], blocks[1:].astype(np.int32)
    size = max(1, MOST_SCORES // others.size)
    for start in range(0, PERMUTATIONS, size):
        shape = (min(size, PERMUTATIONS - start), *others.shape)
        sums = first + random.permuted(np.broadcast_to(others, shape), axis=2).sum(axis=1, dtype=np.int64)
        squares = np.sort((sums**2).sum(axis=1))
        at_least += len(squares) - np.searchsorted(squares, observed)
    return at_least


def exact_law(blocks: Sequence[Pattern]) -> tuple[Integers, Floats] | None:
    """Return the sums of squared rank sums that can occur, ascending, and how probable each or a larger one is.

    ``blocks`` are the doubled ranks, or other whole numbers, of every block, sorted. None where there are too many
    arrangements.

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
    powers = np.int64(sum(max(block) - min(block) for block in blocks) + 1) ** np.arange(L, dtype=np.int64)
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
