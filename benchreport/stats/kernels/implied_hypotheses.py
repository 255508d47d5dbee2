"""Sets of pairwise equalities that can be true together, and adjustments of p-values by them."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import numpy as np

from benchreport.tables.rounding import Flags, Floats

MOST_ALGORITHMS = 9  # 21146 sets; ten algorithms would have 115974


@lru_cache(maxsize=16)
def possible_counts(algorithms: int) -> tuple[int, ...]:
    """Return how many of the pairwise equalities of so many algorithms can be true at once, ascending.

    Examples
    --------
    >>> possible_counts(4)
    (0, 1, 2, 3, 6)
    """
    # Bit c of a number says that c equalities are possible. The last algorithm is one of ``size`` equal ones;
    # their pairs are equal, and the others are a smaller problem.
    sums = [1]
    for number in range(1, algorithms + 1):
        possible = 0
        for size in range(1, number + 1):
            possible |= sums[number - size] << (size * (size - 1) // 2)
        sums.append(possible)
    bits = np.frombuffer(sums[-1].to_bytes(sums[-1].bit_length() // 8 + 1, "little"), dtype=np.uint8)
    return tuple(np.flatnonzero(np.unpackbits(bits, bitorder="little")).tolist())


def pairs_of(algorithms: int) -> list[tuple[int, int]]:
    """Return the pairs in the order in which sets of hypotheses count them.

    Examples
    --------
    >>> pairs_of(3)
    [(0, 1), (0, 2), (1, 2)]
    """
    return list(combinations(range(algorithms), 2))


@lru_cache(maxsize=MOST_ALGORITHMS)
def exhaustive_sets(algorithms: int) -> Flags:
    """Return every exhaustive set of hypotheses as a row: which pairs are equal under one division into equal groups.

    Examples
    --------
    >>> exhaustive_sets(3).astype(int).tolist()
    [[1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    """
    labels = np.zeros((1, 1), dtype=np.int8)
    for _ in range(algorithms - 1):
        # Each division takes the next algorithm into one of its groups, or into a new one.
        choices = labels.max(axis=1).astype(int) + 2
        grown = np.repeat(labels, choices, axis=0)
        starts = np.repeat(np.cumsum(choices) - choices, choices)
        labels = np.column_stack((grown, (np.arange(len(grown)) - starts).astype(np.int8)))
    pairs = pairs_of(algorithms)
    first, second = [i for i, _ in pairs], [j for _, j in pairs]
    equal = labels[:, first] == labels[:, second]
    return np.asarray(equal[equal.any(axis=1)])


def bergmann_hommel_adjusted(p: Floats, algorithms: int) -> Floats:
    """Compute Bergmann-Hommel adjusted families of p-values, one per row, in the order of :func:`pairs_of`.

    Of every exhaustive set the bound is its size times its smallest p; a hypothesis takes the largest bound of the sets
    that hold it.

    Examples
    --------
    >>> bergmann_hommel_adjusted(np.array([[0.01, 0.02, 0.5]]), 3).round(4).tolist()
    [[0.03, 0.03, 0.5]]
    """
    member = exhaustive_sets(algorithms)
    size = member.sum(axis=1)
    adjusted = np.empty_like(p)
    for row, family in enumerate(p):
        smallest = np.where(member, family, np.inf).min(axis=1)
        bound = np.minimum(1.0, size * smallest)
        adjusted[row] = np.where(member, bound[:, None], 0.0).max(axis=0)
    return adjusted


def shaffer_adjusted(p: Floats, algorithms: int) -> Floats:
    """Compute families of ascending p-values, one per row, adjusted by Shaffer's static procedure.

    Examples
    --------
    >>> shaffer_adjusted(np.array([[0.01, 0.02, 0.5]]), 3).round(4).tolist()
    [[0.03, 0.03, 0.5]]
    """
    m = p.shape[1]
    counts = np.array(possible_counts(algorithms))
    remaining = m - np.arange(m)
    most = counts[np.searchsorted(counts, remaining, side="right") - 1]
    return np.minimum(1.0, np.maximum.accumulate(most * p, axis=1))
