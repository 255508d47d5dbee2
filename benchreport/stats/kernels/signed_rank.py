"""Signed ranks: the exact law of their sum, ties included, and Hodges-Lehmann estimates with limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from benchreport.records import dataclass
from benchreport.stats.kernels.centring import rows_of_equal_size
from benchreport.tables.rounding import Flags, Floats, Integers, is_zero, new_values, slack
from benchreport.threads import fast_product, product, undivided_product

EXACT_UP_TO = 500
# Between these sizes summing waves beats counting subsets, if there are many sets of ranks with no far tail; a table of
# waves is for so many neighbouring sizes.
WAVES_FROM, WAVES_UP_TO, WAVES_FOR, SIZES_AT_ONCE = 60, 150, 64, 5
# A rounding error of the unit matters in a far tail; of others waves may be left out that are less than this part.
FAR_TAIL, NOISE = 2e-4, 1e-12
# Logarithms of cosines are no lower at a knot: beside it a line would have to rise steeply.
DEEPEST = -2.5
# So many rows at a time, and of a row at most so many waves, each of which is heard by itself where it is so loud.
ROWS_OF_WAVES, MANY_WAVES, MUCH = 1024, 512, 16
# Laws of the ranks 1 to at most so many lie ready; together they take 3 MB.
SHARED_UP_TO = 128
WALSH_UP_TO = 2000
SORT_FROM = 24  # so many places of a row: sorting it costs less than finding each
CHUNK = 400_000
AT_HAND = 40_000  # differences at a time: they fit the processor's cache
HIDDEN, LEAST = 2.0**-49, 2.0**-1022  # gaps change by less than this part, or this, when sizes lose two bits


def sorted_differences(x: Floats, y: Floats, *, drop: bool) -> tuple[Integers, Integers]:
    """Return the differences of each row in order of size with their signs, and how many are none within rounding.

    A whole number stands for each: four times the place of its size among the distinct ones, plus 0 for a loss, 1 for
    no difference and 2 for a win. To ``drop`` differences of zero puts -1 in their place, at the front.

    Examples
    --------
    >>> keys, n_zero = sorted_differences(np.array([[3.0, 1.0, 5.0]]), np.array([[1.0, 2.0, 5.0]]), drop=True)
    >>> (keys & 3).tolist(), n_zero.tolist()
    ([[3, 0, 2]], [1])
    """
    rows, width = x.shape
    keys, n_zero = np.empty((rows, width), dtype=np.int64), np.zeros(rows, dtype=np.int64)
    step = max(1, AT_HAND // max(width, 1))
    for start in range(0, rows, step):
        part = slice(start, start + step)
        with np.errstate(invalid="ignore", over="ignore"):
            difference = x[part] - y[part]
        operands = np.maximum(np.abs(x[part]), np.abs(y[part]))
        unclear = _sort(difference, operands, keys[part], n_zero[part])
        if len(unclear):
            ordered = _ordered(x[part][unclear], y[part][unclear], difference[unclear], operands[unclear])
            keys[start + unclear], n_zero[start + unclear] = ordered.keys, ordered.n_zero
    if not drop:
        keys[keys < 0] = 1
    return keys, n_zero


def _sort(difference: Floats, operands: Floats, keys: Integers, n_zero: Integers) -> Integers:
    """Write the keys of rows and how many zeros they have, and return the rows that are unclear.

    Sizes without their last two bits, which hold the sign, sort as whole numbers: a fraction of the time of sorting
    places. A row is clear if neighbours, and the first of them and zero, lie so near to each other that any two of its
    operands make a tie, or so far that none do.
    """
    width = difference.shape[1]
    bits = np.abs(difference).view(np.int64) & -4
    bits |= (difference > 0) * np.int64(2)
    bits.sort(axis=1)
    size = (bits & -4).view(np.float64)
    with np.errstate(invalid="ignore"):
        gap = size.copy()
        gap[:, 1:] -= size[:, :-1]
        hidden = HIDDEN * size[:, -1:] + LEAST
        new = gap > slack(operands.max(axis=1, initial=0.0))[:, None] + hidden
        bits &= 2
        np.add(bits, 4 * np.arange(1, width + 1), out=keys)
        tied = np.flatnonzero(~new.all(axis=1))
        if not len(tied):
            return np.asarray(tied)
        new, gap, size = new[tied], gap[tied], size[tied]
        near = (slack(operands[tied].min(axis=1)) - hidden[tied, 0])[:, None]
        zero = size <= near
    none = zero.sum(axis=1)
    first = new[np.arange(len(tied)), np.minimum(none, width - 1)] | (none == width)
    clear = (new | (gap <= near)).all(axis=1) & first
    places = 4 * np.cumsum(new, axis=1)
    places += bits[tied]
    places[zero] = -1
    keys[tied], n_zero[tied] = places, none
    return np.asarray(tied[~clear])


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderedDifferences:
    """Differences of each row in order of size, as keys of :func:`sorted_differences`, zeros first as -1.

    ``places`` says where in its row each was, ``n_zero`` how many are none; ``sizes`` and ``operands`` say what ties.
    """

    keys: Integers
    places: Integers
    n_zero: Integers
    sizes: Floats
    operands: Floats

    @property
    def loose(self) -> Flags:
        """Which rows have a tie of neighbours that would fall apart without one of them."""
        outer, inner = self.operands[:, 2:], self.operands[:, :-2]
        with np.errstate(invalid="ignore", over="ignore"):
            apart = self.sizes[:, 2:] - self.sizes[:, :-2] > slack(np.maximum(outer, inner))
        tied = (self.keys[:, 2:] >> 2 == self.keys[:, :-2] >> 2) & (self.keys[:, :-2] >= 0)
        return np.asarray((apart & tied).any(axis=1))


def ordered_differences(x: Floats, y: Floats) -> OrderedDifferences:
    """Return the differences of each row in order of size with their places; zeros come first.

    Examples
    --------
    >>> ordered = ordered_differences(np.array([[3.0, 1.0, 5.0]]), np.array([[1.0, 2.0, 5.0]]))
    >>> (ordered.keys & 3).tolist(), ordered.places.tolist(), ordered.n_zero.tolist()
    ([[3, 0, 2]], [[2, 1, 0]], [1])
    """
    with np.errstate(invalid="ignore", over="ignore"):
        difference = x - y
    return _ordered(x, y, difference, np.maximum(np.abs(x), np.abs(y)))


def _ordered(x: Floats, y: Floats, difference: Floats, operands: Floats) -> OrderedDifferences:
    rows, width = x.shape
    zero = is_zero(x, y)
    none = zero.sum(axis=1)
    # Zeros go first, whatever their last bits.
    size = np.where(zero, -1.0, np.abs(difference))
    places = np.argsort(size, axis=1)
    order = places + np.arange(rows)[:, None] * width
    size, operands = size.ravel()[order], operands.ravel()[order]
    new = new_values(size, operands)
    new |= np.arange(width) == none[:, None]
    key: Integers = 4 * np.cumsum(new, axis=1, dtype=np.int64)
    key += (difference > 0).ravel()[order] * np.int64(2)
    key[np.arange(width) < none[:, None]] = -1
    return OrderedDifferences(keys=key, places=places, n_zero=none, sizes=size, operands=operands)


def midranks_of_sorted(keys: Integers) -> Integers:
    """Compute the ranks of ascending rows, ties sharing their mean rank, times two.

    Examples
    --------
    >>> midranks_of_sorted(np.array([[1, 2, 2, 4]])).tolist()
    [[2, 5, 5, 8]]
    """
    rows, width = keys.shape
    new = np.ones((rows, width), dtype=bool)
    np.not_equal(keys[:, 1:], keys[:, :-1], out=new[:, 1:])
    # Ties are runs of equal values, and a row is a new value too.
    begins = np.flatnonzero(new)
    lengths = np.diff(begins, append=rows * width)
    ranks = np.repeat(2 * begins + lengths + 1, lengths).reshape(rows, width)
    ranks -= 2 * width * np.arange(rows)[:, None]
    return ranks


@dataclass(frozen=True, slots=True, kw_only=True)
class RankSums:
    """Sums of doubled ranks, one per row: of the wins, of all that decide, and of squares of these and of all ranks.

    ``tied`` marks the rows that do not have the ranks 1 to ``width``; ``counted`` are their ranks, 0 for no difference.
    """

    width: int
    tied: Flags
    counted: Integers
    above: Integers
    decided: Integers
    squares: Floats
    all_squares: Floats

    def tail(self, total: Integers) -> Floats:
        """Return P(W <= total) when each rank counts or not with probability one half."""
        tails = np.empty(len(total))
        tails[~self.tied] = untied_tail(self.width, total[~self.tied] // 2)
        tails[self.tied] = lower_tail(self.counted, total[self.tied])
        return tails


def rank_sums(keys: Integers) -> RankSums:
    """Compute the rank sums of differences, sorted and none dropped, as :func:`sorted_differences` returns them.

    Examples
    --------
    >>> keys, _ = sorted_differences(np.array([[3.0, 1.0, 5.0]]), np.array([[1.0, 2.0, 5.0]]), drop=False)
    >>> sums = rank_sums(keys)
    >>> sums.above.tolist(), sums.decided.tolist()
    ([6], [10])
    """
    rows, width = keys.shape
    step = max(1, AT_HAND // max(width, 1))
    parts = [_rank_sums(keys[start : start + step]) for start in range(0, max(rows, 1), step)]
    names = [name for name in RankSums.__slots__ if name != "width"]
    return RankSums(width=width, **{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})


def _rank_sums(keys: Integers) -> RankSums:
    rows, width = keys.shape
    size = keys >> 2
    none = keys[:, 0] == 1
    tied = (size[:, 1:] == size[:, :-1]).any(axis=1) | none
    places, above = np.arange(1.0, width + 1), np.zeros(rows, dtype=np.int64)
    if not tied.all():
        # 2 stands for a win, so that this is twice its rank; products of floats are fast, and whole numbers stay exact.
        above[:] = fast_product((keys & 2).astype(np.float64), places)
    decided = np.full(rows, width * (width + 1), dtype=np.int64)
    squares = np.full(rows, 4 * (places**2).sum())
    all_squares = squares.copy()
    ranks = counted = midranks_of_sorted(size[tied])
    if len(ranks):
        own = keys[tied]
        squares[tied] = all_squares[tied] = _sums_of_products(ranks, ranks)
        if none.any():
            counted = np.where(own & 1, 0, ranks)
            decided[tied] = counted.sum(axis=1)
            squares[tied] = _sums_of_products(counted, counted)
        above[tied] = _sums_of_products(counted, own & 2) // 2
    return RankSums(
        width=width, tied=tied, counted=counted, above=above, decided=decided, squares=squares, all_squares=all_squares
    )


def _sums_of_products(first: Integers, second: Integers) -> Integers:
    return np.asarray(np.einsum("ij,ij->i", first, second))


def untied_tail(n: int, total: Integers) -> Floats:
    """Return P(W <= total) for the ranks 1 to n.

    Examples
    --------
    >>> untied_tail(3, np.array([1, 6])).tolist()
    [0.25, 1.0]
    """
    return _folded(total, n * (n + 1) // 2, lambda _: _untied_law(n))


def _folded(total: Integers, whole: int, law: Callable[[int], Floats]) -> Floats:
    """Return P(W <= total) from the lower half of the law: P(W <= t) = 1 - P(W <= whole - t - 1), by symmetry.

    ``law`` returns P(W <= w) for every w from 0 to the largest needed.
    """
    mirrored = 2 * total > whole
    side = np.where(mirrored, whole - total - 1, total)
    tail = np.where(side < 0, 0.0, law(int(side.max(initial=0)))[np.maximum(side, 0)])
    return np.where(mirrored, 1.0 - tail, tail)


@lru_cache(maxsize=64)
def _untied_law(n: int) -> Floats:
    """Compute P(W <= w) for the ranks 1 to n, up to the middle."""
    return _law(np.arange(1, n + 1), n * (n + 1) // 4)


def lower_tail(ranks: Integers, total: Integers) -> Floats:
    """Return P(W <= total) when each rank of the row counts or not with probability one half.

    Subsets are counted by adding one rank at a time, so every probability is a sum of positive terms and keeps its
    digits however small it is. Rows with the same ranks share one law; ranks of 0 change nothing. Where many rows have
    no far tail, sums of waves say the same in less time.

    Examples
    --------
    >>> lower_tail(np.array([[2, 4, 6]]), np.array([2])).tolist()
    [0.25]
    """
    tails = np.full(len(total), np.nan)
    if WAVES_FROM <= ranks.shape[1] <= WAVES_UP_TO and len(ranks) >= WAVES_FOR:
        for start in range(0, len(ranks), ROWS_OF_WAVES):
            part = slice(start, start + ROWS_OF_WAVES)
            tails[part] = _waves(ranks[part], total[part])
    rest = np.isnan(tails)
    if rest.any():
        tails[rest] = _counted(ranks[rest], total[rest])
    return np.asarray(np.minimum(tails, 1.0))  # a sum of many terms may pass 1 by its last digit


def _table_size(n: int) -> int:
    return -(-n // SIZES_AT_ONCE) * SIZES_AT_ONCE


def _waves(ranks: npt.NDArray[Any], total: Integers) -> Floats:
    """Compute tails from the Fourier series of the law, whose coefficients are products of cosines.

    Zeros fill up rows of fewer ranks. The lowest frequencies are summed for all rows, of others those that matter in
    a row; all that are left out are together below ``NOISE`` of the tail. NaN where that does not pay: few rows, far
    tails, many frequencies that matter or ranks of differences among which some count for nothing.
    """
    from scipy.special import ndtr

    rows, n = len(ranks), _table_size(ranks.shape[1])
    tails = np.full(rows, np.nan)
    places = np.arange(rows)[:, None] * (2 * n + 1) + ranks
    counts = np.bincount(places.ravel(), minlength=rows * (2 * n + 1)).reshape(rows, 2 * n + 1).astype(np.float64)
    each = np.arange(2.0 * n + 1)
    whole, squares = fast_product(counts, np.stack([each, each**2], axis=1)).T
    about = ndtr((2 * total - whole) / np.sqrt(np.maximum(squares, 1.0)))
    ranked = ranks.shape[1] - counts[:, 0]
    fits = np.flatnonzero((about > FAR_TAIL) & (whole == ranked * (ranked + 1)))
    if len(fits) < WAVES_FOR:
        return tails
    if len(fits) < rows:
        ranks, total, counts, about, whole = ranks[fits], total[fits], counts[fits], about[fits], whole[fits]
    counts[:, 0] = 0.0
    waves, beyond = _wave_table(n), 2 * total + 1 - whole.astype(np.int64)
    series = waves.low_terms(counts, beyond).sum(axis=1)
    row, heard = waves.audible(counts, NOISE * about)
    many = heard.sum(axis=1) * waves.step > MANY_WAVES
    series[row[many]] = np.nan
    row, frequency = waves.frequencies(row[~many], heard[~many])
    small = ranks.astype(np.uint32)
    for start in range(0, len(row), CHUNK // n):
        own, k = row[start : start + CHUNK // n], frequency[start : start + CHUNK // n]
        series += np.bincount(own, waves.terms(k, small[own], beyond[own]), len(fits))
    tails[fits] = (waves.size + beyond) / (2 * waves.size) + series
    return tails


@dataclass(frozen=True, slots=True, kw_only=True)
class Waves:
    """The Fourier series of sums of at most n doubled ranks that are at most n (n + 1) in all, of period ``size``.

    ``low`` are, by doubled rank, the logarithms of cosines at the lowest frequencies, where none is negative. Above the
    logarithms at all others lie lines between those of ``odd`` and ``even`` ranks at ``knots``, which are ``step``
    apart. Those of even ranks are the same on both sides of a quarter of the period: ``even`` has one side, and on the
    other side there are ``mirrored`` knots. The first row of ``odd`` has the logarithms of what waves weigh.
    ``cosine`` and ``sine`` have the angles that are multiples of pi / size. How far a sum lies ``beyond`` the middle of
    the law is 2 total + 1 minus the sum of all ranks.
    """

    size: int
    step: float
    cosine: Floats
    sine: Floats
    low: Floats
    knots: Floats
    mirrored: int
    odd: npt.NDArray[np.float32]
    even: npt.NDArray[np.float32]

    def low_terms(self, counts: Floats, beyond: Integers) -> Floats:
        """Return the terms of the series at the lowest frequencies, given how often a row has each rank."""
        waves = np.exp(undivided_product(counts, self.low))
        waves *= self._shares(np.arange(1, self.low.shape[1] + 1), beyond[:, None])
        return waves

    def terms(self, frequency: Integers, ranks: npt.NDArray[np.uint32], beyond: Integers) -> Floats:
        """Return a term of the series for each row of ranks."""
        cosines = self.cosine.take(self._angles(frequency[:, None], ranks))
        return np.asarray(cosines.prod(axis=1) * self._shares(frequency, beyond))

    def _shares(self, frequency: Integers, beyond: Integers) -> Floats:
        """Return by what waves of these frequencies enter P(W <= total)."""
        angle = self._angles(frequency, beyond + 2 * self.size)
        return np.asarray(self.sine.take(angle) / (self.size * self.sine.take(frequency)))

    def _angles(self, frequency: Integers, ranks: npt.NDArray[Any]) -> npt.NDArray[np.uint32]:
        """Return the angle of each rank or sum at each frequency, as a place among the cosines."""
        # Quotients of small whole numbers without a sign are faster than remainders.
        angle, turn = frequency.astype(np.uint32) * ranks.astype(np.uint32, copy=False), np.uint32(len(self.cosine))
        angle -= angle // turn * turn
        return np.asarray(angle)

    def bounds(self, counts: Floats) -> npt.NDArray[np.float32]:
        """Return what a wave at each knot weighs at most, given how often a row has each rank."""
        odd = np.ones((len(counts), len(self.odd)), dtype=np.float32)
        odd[:, 1:] = counts[:, 1::2]
        sizes, side = undivided_product(odd, self.odd), undivided_product(counts[:, ::2].astype(np.float32), self.even)
        sizes[:, self.mirrored :] += side
        sizes[:, : self.mirrored] += side[:, self.mirrored - 1 :: -1]
        with np.errstate(over="ignore", under="ignore"):
            return np.exp(sizes, out=sizes)

    def audible(self, counts: Floats, permitted: Floats) -> tuple[Integers, Flags]:
        """Return rows, and between which knots a row has waves without which the others are below what is permitted.

        A wave between two knots is smaller than the mean of their bounds, weighted by how near it is to each.
        """
        sizes = self.bounds(counts)
        row = np.flatnonzero(sizes.sum(axis=1) > permitted)
        sizes = sizes[row]
        # What is much smaller than permitted is left out, unless there is too much of it: then what all may be.
        limit, least = permitted[row] / MUCH, permitted[row] / sizes.shape[1]
        together = np.where(sizes <= limit[:, None], sizes, 0.0).sum(axis=1)
        heard = sizes > np.where(together <= permitted[row], limit, least)[:, None]
        return row, heard[:, :-1] | heard[:, 1:]

    def frequencies(self, row: Integers, heard: Flags) -> tuple[Integers, Integers]:
        """Return the row and the number of each frequency that lies between two such knots."""
        place, span = np.nonzero(heard)
        ends = np.minimum(np.ceil(self.knots).astype(np.int64), self.size // 2 + 1)
        lengths = np.diff(ends)[span]
        frequency = np.repeat(ends[span] - np.cumsum(lengths) + lengths, lengths) + np.arange(lengths.sum())
        return np.repeat(row[place], lengths), frequency


@lru_cache(maxsize=8)
def _wave_table(n: int) -> Waves:
    # The period is one more than the law can reach, and odd: no wave is mistaken for another. The more ranks there are,
    # the smaller are the waves, and the fewer knots tell that they are.
    size, lowest, widest = n * (n + 1) + 1, (n + 1) // 4, max(min((n - 60) // 4, n // 8), 2)
    angles, ranks = np.pi * np.arange(2 * size) / size, np.arange(2 * n + 1)[:, None]
    cosine, sine = np.cos(angles), np.sin(angles)
    log_size = np.log(np.abs(cosine))
    # From the first frequency to a quarter of the period, and as far apart beyond it.
    middle = size / 4
    mirrored = math.ceil((middle - lowest - 1) / widest + 0.5)
    step = (middle - lowest - 1) / (mirrored - 0.5)
    beyond = math.floor((size // 2 - middle) / step + 0.5) + 1
    knots = middle + step * (np.arange(-mirrored, beyond) + 0.5)
    knots[0] = lowest + 1
    curve = np.log(np.maximum(np.abs(np.cos(np.pi * ranks / size * knots)), np.exp(DEEPEST)))
    frequency = np.arange(lowest + 1, size // 2 + 1)
    span = np.searchsorted(knots, frequency, side="right") - 1
    place = (frequency - knots[span]) / step
    rise = log_size.astype(np.float32).take(ranks * frequency % size)
    rise -= (curve[:, span] + np.diff(curve, axis=1)[:, span] * place).astype(np.float32)
    # How far the curve rises above the straight line between two knots.
    highest = np.maximum(np.maximum.reduceat(rise, np.flatnonzero(np.diff(span, prepend=-1)), axis=1), 0.0)
    bounds = curve.astype(np.float32)
    bounds[:, 0] += highest[:, 0]
    bounds[:, 1:-1] += np.maximum(highest[:, 1:], highest[:, :-1])
    bounds[:, -1] += highest[:, -1]
    weight = 1 / (size * np.sin(np.pi * frequency / size))
    weights = np.bincount(span, (1 - place) * weight, len(knots)) + np.bincount(span + 1, place * weight, len(knots))
    odd, even = np.concatenate([np.log(weights)[None].astype(np.float32), bounds[1::2]]), bounds[::2, mirrored:].copy()
    # Frequencies lie elsewhere between mirrored knots.
    np.maximum(even[:, :mirrored], bounds[::2, mirrored - 1 :: -1], out=even[:, :mirrored])
    low = log_size.take(ranks * np.arange(1, lowest + 1))
    return Waves(
        size=size,
        step=step,
        cosine=cosine,
        sine=sine,
        low=low,
        knots=np.asarray(knots),
        mirrored=mirrored,
        odd=odd,
        even=even,
    )


def _counted(ranks: Integers, total: Integers) -> Floats:
    """Compute tails by counting subsets by their sum, once for every set of ranks.

    Below its first tie and above its last a row has the even numbers: their subsets are counted for all rows together,
    and row by row only those of the ranks between.
    """
    ordered = np.sort(ranks, axis=1)
    n = ordered.shape[1]
    whole = ordered.sum(axis=1)
    mirrored = 2 * total > whole
    side = np.where(mirrored, whole - total - 1, total)
    plain = ordered == 2 * np.arange(1, n + 1)
    tied = np.where(plain.all(axis=1), 0, n - np.argmin(plain[:, ::-1], axis=1))
    untied = np.argmin(plain, axis=1)
    tails = np.zeros(len(total))
    sets: dict[bytes, list[int]] = {}
    for row in np.flatnonzero(side >= 0).tolist():
        sets.setdefault(ordered[row].tobytes(), []).append(row)
    reach = int(side.max(initial=0)) // 2
    # How many subsets of the halved ranks above the last tie have at most each sum; the empty one at first.
    at_most, above = Law(ways=np.ones(reach + 1), top=reach), n + 1
    last, backwards = 2 * reach + 1, np.repeat(at_most.ways, 2)[::-1]
    for rows in sorted(sets.values(), key=lambda rows: -int(tied[rows[0]])):
        place = int(tied[rows[0]])
        if place + 1 < above:
            at_most.add(np.arange(place + 1, above))
            above, backwards = place + 1, np.repeat(at_most.ways, 2)[::-1]
        below = Law.of_first(int(untied[rows[0]]), int(side[rows].max()))
        between = ordered[rows[0], untied[rows[0]] : place]
        below.add(between[between > 0])
        for row in rows:
            length = min(int(side[row]), below.top) + 1
            start = last - int(side[row])
            tails[row] = product(below.ways[:length], backwards[start : start + length])
    tails = np.ldexp(tails, -np.count_nonzero(ordered, axis=1))
    shares: Floats = np.where(mirrored, 1.0 - tails, tails)
    return shares


@dataclass(slots=True, kw_only=True)
class Law:
    """How many subsets of some ranks sum to 0, 1, ...; ``top`` is the largest sum, or the largest that is counted."""

    ways: Floats
    top: int

    @classmethod
    def of(cls, ranks: Integers, reach: int) -> Law:
        """Return the law of some ranks, whose sums are counted up to ``reach``."""
        ways = np.zeros(reach + 1)
        ways[0] = 1.0
        law = cls(ways=ways, top=0)
        law.add(ranks)
        return law

    @classmethod
    def of_first(cls, size: int, reach: int) -> Law:
        """Return the law of the doubled ranks 2, 4, ..., 2 ``size``."""
        law = cls.of(np.arange(0), reach)
        shared = min(size, SHARED_UP_TO)
        ways = _ways_of_first(shared)[: reach // 2 + 1]
        law.ways[: 2 * len(ways) : 2] = ways
        law.top = min(shared * (shared + 1), reach)
        law.add(2 * np.arange(shared + 1, size + 1))
        return law

    def copy(self) -> Law:
        """Return the same law, to which other ranks can be added."""
        return Law(ways=self.ways.copy(), top=self.top)

    def add(self, ranks: Integers) -> None:
        """Compute the law with further ranks."""
        ways, reach, top = self.ways, len(self.ways) - 1, self.top
        for rank in ranks.tolist():
            top = min(top + rank, reach)
            if rank <= top:
                upper = ways[rank : top + 1]  # a name of its own: to assign to a part copies it once more
                upper += ways[: top + 1 - rank].copy()
        self.top = top


@lru_cache(maxsize=SHARED_UP_TO + 1)
def _ways_of_first(size: int) -> Floats:
    """Return how many subsets of the ranks 1 to ``size`` have each sum."""
    if not size:
        return np.ones(1)
    before = _ways_of_first(size - 1)
    ways = np.zeros(len(before) + size)
    ways[: len(before)] = before
    ways[size:] += before
    return ways


def _law(pattern: Integers, reach: int) -> Floats:
    """Return P(W <= w) of one set of ranks, for every w up to ``reach``."""
    return np.asarray(np.ldexp(np.cumsum(Law.of(pattern, reach).ways), -len(pattern)))


@lru_cache(maxsize=4096)
def untied_quantile(n: int, p: float) -> int:
    """Return the smallest w with P(W <= w) > p for ranks 1..n: one more than can be cut off at level p.

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
    return int(np.searchsorted(_law(np.arange(1, n + 1), reach), p * (1 + 1e-12), side="right"))


@dataclass(frozen=True, slots=True, kw_only=True)
class WalshLimits:
    """Hodges-Lehmann estimates with limits on both sides, one per row; NaN where a row has none.

    ``level`` is the attained confidence level, 1 - 2 P(W <= c), at least one minus the given error.
    """

    estimate: Floats
    low: Floats
    high: Floats
    level: Floats


def walsh_limits(differences: Floats, error: float | Floats) -> WalshLimits:
    """Compute the median of the Walsh averages of each row, and the order statistics that leave ``error`` outside.

    The Walsh averages are the means of every two differences and the differences themselves, ``n(n+1)/2`` in all. Of
    these the limits leave out the ``c`` smallest and the ``c`` largest, where ``c`` is the largest whole number with
    ``2 P(W <= c) <= error`` by the exact law without ties (the normal law from 501 differences). No limits exist where
    not even ``c = 0`` is within the error, nor any estimate from more than 2000 differences, or from infinities of both
    signs. All rows have the same number of differences, zeros included; ``error`` is one number or one per row.

    Examples
    --------
    >>> limits = walsh_limits(np.array([[1.0, 2.0, 4.0]]), 0.5)
    >>> limits.estimate.tolist(), limits.low.tolist(), limits.high.tolist(), limits.level.tolist()
    ([2.25], [1.5], [3.0], [0.5])
    """
    return _limits_at(differences, [error])[0]


def _limits_at(differences: Floats, errors: Sequence[float | Floats]) -> list[WalshLimits]:
    """Compute :func:`walsh_limits` for several errors of the same rows, whose averages are put in order once."""
    rows, n = differences.shape
    differences = np.sort(differences, axis=1)  # sums that nearly ascend fall into place sooner
    size = n * (n + 1) // 2
    estimate, sides = np.full(rows, np.nan), np.full((len(errors), 3, rows), np.nan)
    low, high, level = sides[:, 0], sides[:, 1], sides[:, 2]
    if rows and 0 < n <= WALSH_UP_TO:
        every = np.stack([np.broadcast_to(np.asarray(error, dtype=np.float64), rows) for error in errors])
        levels, which = np.unique(every, return_inverse=True)
        left_out = np.array([min(untied_quantile(n, float(value) / 2), size) - 1 for value in levels])
        cut = left_out[which.reshape(every.shape)]
        attained = _attained(n, left_out)[which.reshape(every.shape)]
        level[cut >= 0] = attained[cut >= 0]
        middle = [(size - 1) // 2, size // 2]
        ends = left_out[left_out >= 0]
        places = np.unique(np.concatenate([middle, ends, size - 1 - ends]))
        step = max(1, CHUNK // size)
        memory = np.empty((min(step, rows), size))  # fresh memory costs more than sums
        for start in range(0, rows, step):
            part = slice(start, start + step)
            with np.errstate(invalid="ignore"):
                sums = _pairwise_sums(differences[part], memory)
            if len(places) > SORT_FROM:
                sums.sort(axis=1)
            else:
                sums.partition(places, axis=1)
            with np.errstate(invalid="ignore"):
                estimate[part] = (sums[:, middle] / 2).mean(axis=1)
            for number, own in enumerate(cut[:, part]):
                first = np.maximum(own, 0)[:, None]
                bounded = own >= 0
                low[number, part] = np.where(bounded, np.take_along_axis(sums, first, axis=1)[:, 0] / 2, np.nan)
                last = np.take_along_axis(sums, size - 1 - first, axis=1)[:, 0]
                high[number, part] = np.where(bounded, last / 2, np.nan)
    # Opposite infinities have no mean, so that their Walsh averages have no order.
    torn = (differences == np.inf).any(axis=1) & (differences == -np.inf).any(axis=1)
    for column in (estimate, *low, *high):
        column[torn] = np.nan
    return [WalshLimits(estimate=estimate, low=low[i], high=high[i], level=level[i]) for i in range(len(errors))]


def walsh_limits_of_lists(differences: Floats, sizes: Integers, *errors: float | Floats) -> list[WalshLimits]:
    """Compute :func:`walsh_limits` for groups of any sizes that lie one after another, for each of several errors.

    Examples
    --------
    >>> (limits,) = walsh_limits_of_lists(np.array([1.0, 2.0, 4.0, 3.0]), np.array([3, 1]), 0.5)
    >>> limits.estimate.tolist(), limits.low.tolist()
    ([2.25, 3.0], [1.5, nan])
    """
    every = [np.broadcast_to(np.asarray(error, dtype=np.float64), len(sizes)) for error in errors]
    limits = [WalshLimits(**{name: np.full(len(sizes), np.nan) for name in WalshLimits.__slots__}) for _ in errors]
    for groups, rows in rows_of_equal_size(differences, sizes):
        for whole, part in zip(limits, _limits_at(rows, [error[groups] for error in every]), strict=True):
            for name in WalshLimits.__slots__:
                getattr(whole, name)[groups] = getattr(part, name)
    return limits


def _attained(n: int, left_out: Integers) -> Floats:
    """Compute the level 1 - 2 P(W <= c) for each number of averages left out on either side."""
    if n <= EXACT_UP_TO:
        return 1 - 2 * untied_tail(n, np.maximum(left_out, 0))
    from scipy.special import ndtr

    spread = np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return np.asarray(1 - 2 * ndtr((left_out - n * (n + 1) / 4) / spread))


def _pairwise_sums(rows: Floats, memory: Floats) -> Floats:
    """Return the sums of every number of a row with itself and those behind it."""
    height, n = rows.shape
    end = 0
    for first in range(n):
        begin, end = end, end + n - first
        np.add(rows[:, first, None], rows[:, first:], out=memory[:height, begin:end])
    return memory[:height]
