"""Signed ranks without each difference in turn: all sums of ranks from one sort, all exact tails from two laws."""

from __future__ import annotations

import numpy as np

from benchreport.records import dataclass
from benchreport.stats.kernels.signed_rank import EXACT_UP_TO, Law, untied_tail
from benchreport.tables.rounding import Flags, Floats, Integers
from benchreport.threads import product

# So many numbers of unfinished laws are in memory together.
LAWS_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Sums of doubled ranks without each of the n differences of a row, none of which is zero: rows by differences.

    ``above`` is the sum of the wins, ``decided`` that of all, and ``squares`` that of the squares of all.
    ``lengths`` are the numbers of ties of each size, ``begins`` the number of smaller sizes.
    """

    decided: int
    above: Integers
    squares: Floats
    begins: Integers
    lengths: Integers

    def tail(self) -> Floats:
        """Compute P(W <= the smaller of both sums) for each, when every rank counts or not with probability one half.

        Leaving one out changes no rank below it, and lowers all ranks above it by one: the law is made of that of the
        ranks below and that of the lowered ranks above, which all that are left out have in common.
        """
        total = np.minimum(self.above, self.decided - self.above)
        n = total.shape[1]
        # Of a tie of two, one is left out, and no tie is left.
        surplus = n - (self.begins == np.arange(n)).sum(axis=1, keepdims=True)
        untied = surplus == np.where(self.lengths == 2, 1, 0)
        tails = np.empty(total.shape)
        tails[untied] = untied_tail(n - 1, total[untied] // 2)
        rows = np.flatnonzero(~untied.all(axis=1))
        # Beyond the first place after its last tie a row has the ranks of all others: their subsets are counted once.
        bounds = np.minimum(n - np.argmax(self.lengths[rows, ::-1] > 1, axis=1) + 1, n)
        reach = int(total[rows].max(initial=0))
        at_most, above = Law(ways=np.ones(reach // 2 + 1), top=reach // 2), n
        for row, place in sorted(zip(rows.tolist(), bounds.tolist(), strict=True), key=lambda case: -case[1]):
            at_most.add(np.arange(place, above))  # without one of the differences they are one lower
            above = place
            some = ~untied[row]
            shared = np.repeat(at_most.ways, 2)
            tails[row, some] = _tails(self.begins[row], self.lengths[row], some, total[row], place, shared)
        return np.minimum(tails, 1.0)  # a sum of many terms may pass 1 by its last digit

    @property
    def is_exact(self) -> bool:
        """Whether so few differences are left that their exact law is used."""
        return bool(self.above.shape[1] - 1 <= EXACT_UP_TO)


def without_each(keys: Integers) -> LeftOut:
    """Compute the sums of ranks without each of the differences that are not zero, of rows sorted by size.

    ``keys`` are those of :func:`ordered_differences`.

    Examples
    --------
    >>> from benchreport.stats.kernels.signed_rank import ordered_differences
    >>> ordered = ordered_differences(np.array([[3.0, 1.0, 5.0]]), np.array([[1.0, 2.0, 1.0]]))
    >>> left_out = without_each(ordered.keys)
    >>> left_out.above.tolist(), left_out.decided, left_out.tail().tolist()
    ([[6, 4, 4]], 6, [[0.25, 0.5, 0.5]])
    """
    rows, n = keys.shape
    new = np.ones((rows, n), dtype=bool)
    np.not_equal(keys[:, 1:] >> 2, keys[:, :-1] >> 2, out=new[:, 1:])
    starts = np.flatnonzero(new)
    length = np.diff(starts, append=rows * n)
    begins, lengths = (np.repeat(part, length).reshape(rows, n) for part in (starts % n, length))
    ends = begins + lengths
    ranks, win = 2 * begins + lengths + 1, keys >> 1 & 1
    wins = np.zeros((rows, n + 1), dtype=np.int64)
    np.cumsum(win, axis=1, out=wins[:, 1:])
    won_below, won_up_to = (np.take_along_axis(wins, part, axis=1) for part in (begins, ends))
    above = (ranks * win).sum(axis=1, keepdims=True) - ranks * win
    above -= (won_up_to - won_below - win) + 2 * (wins[:, -1:] - won_up_to)
    size = ranks.astype(np.float64)
    below, over = np.zeros((rows, n + 1)), np.zeros((rows, n + 1))
    np.cumsum(size**2, axis=1, out=below[:, 1:])
    np.cumsum((size - 2) ** 2, axis=1, out=over[:, 1:])
    squares = np.take_along_axis(below, begins, axis=1) + (lengths - 1) * (size - 1) ** 2
    squares += over[:, -1:] - np.take_along_axis(over, ends, axis=1)
    return LeftOut(decided=n * (n - 1), above=above, squares=squares, begins=begins, lengths=lengths)


def _tails(begins: Integers, lengths: Integers, some: Flags, total: Integers, bound: int, shared: Floats) -> Floats:
    """Compute tails without some of the differences of one row, from counts of subsets by their sum.

    ``shared`` are the numbers of subsets of the ranks from ``bound`` on with at most each sum.
    """
    n = len(begins)
    # Leaving out either of two neighbours without ties leaves the same ranks: one stands for all.
    alone = lengths == 1
    same = np.zeros(n, dtype=bool)
    same[1:] = (begins[1:] == begins[:-1]) | (alone[1:] & alone[:-1])
    first = np.flatnonzero(~same)
    last = np.append(first[1:], n) - 1
    member = np.where(first + 1 < bound, last, first)  # the one next to the ties, whose laws are needed anyway
    untied = int(np.argmin(alone))
    kind = np.cumsum(~same) - 1
    wanted = np.flatnonzero(some)
    reach = int(total[wanted].max())
    # One number stands for a kind and a total; those of a kind follow each other.
    cases, which = np.unique(kind[wanted] * (reach + 1) + total[wanted], return_inverse=True)
    kinds, starts = np.unique(cases // (reach + 1), return_index=True)
    ends_of_kinds = np.append(starts[1:], len(cases))
    totals = (cases % (reach + 1)).tolist()
    tails = np.empty(len(cases))
    ranks = 2 * begins + lengths + 1
    step = max(1, LAWS_AT_ONCE // (reach + 1))
    for start in range(0, len(kinds), step):
        part = kinds[start : start + step]
        places = begins[member[part]]
        ends = places + lengths[member[part]]
        above = _laws_above(ranks[:bound] - 2, ends, shared[: reach + 1])
        done = min(untied, int(places[0]))
        below = Law.of_first(done, reach)
        for number, (place, end) in enumerate(zip(places.tolist(), ends.tolist(), strict=True)):
            below.add(ranks[done:place])
            done = place
            others = below.copy()
            others.add(ranks[place : end - 1] - 1)
            for case in range(starts[start + number], ends_of_kinds[start + number]):
                t = totals[case]
                longest = min(t, others.top) + 1
                tails[case] = product(others.ways[:longest], above[number, reach - t : reach - t + longest])
    return np.asarray(np.ldexp(tails, 1 - n)[which.reshape(-1)])


def _laws_above(ranks: Integers, places: Integers, shared: Floats) -> Floats:
    """Return how many subsets of the ranks from each place on, and of those shared, sum to at most reach, ..., 0."""
    reach = len(shared) - 1
    laws = np.empty((len(places), reach + 1))
    law, done = Law(ways=shared.copy(), top=reach), len(ranks)
    for number in range(len(places) - 1, -1, -1):
        place = int(places[number])
        law.add(ranks[place:done])
        done = place
        laws[number] = law.ways[::-1]
    return laws
