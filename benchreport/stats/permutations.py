"""How often would random signs give a sum this large? Exact laws where they can be had, seeded draws elsewhere."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchreport.errors import OptionError
from benchreport.method import Alternative

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

# Up to so many differences all signs are tried, whatever the differences are.
ENUMERATED_UP_TO = 20
# Differences that are multiples of one step are counted, up to so many steps in all.
COUNTED_UP_TO = 5000
CHUNK = 4_000_000
# Products of so few steps stay in the cache, and on one thread: waiting for a second costs more than it saves.
CACHED = 262_144
# Sums of whole numbers of twelve digits are exact, but for thousands of them.
SLACK = 1e-12

NONE, BINOMIAL, ENUMERATED, TWO_SIZES, COUNTED, DRAWN = range(6)


def checked_seed(seed: int) -> int:
    """Refuse a seed that is not a whole number from 0 up.

    Examples
    --------
    >>> checked_seed(0)
    0
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise OptionError(f"seed is {seed!r}", hint="a whole number from 0 up, such as 0")
    return seed


def sign_flips(
    differences: Floats, group: Integers, groups: int, *, alternative: Alternative, draws: int, seed: int, exact: bool
) -> tuple[Floats, Integers]:
    """Give the p-value of every group's sum of differences under random signs, and how it was found.

    ``differences`` are whole numbers, as rounding to twelve digits leaves them; ``group`` says to which group each
    belongs. The draws depend on the seed and the number of differences only.

    Examples
    --------
    >>> d = np.array([2.0, 1, 4, 1, -1, 3, 3, 3, 1, 4])
    >>> flips = dict(alternative="two-sided", draws=999, seed=0, exact=True)
    >>> sign_flips(d, np.zeros(10, dtype=np.int64), 1, **flips)[0].tolist()
    [0.009765625]
    """
    total = np.bincount(group, weights=differences, minlength=groups)
    sides = 1 if alternative != "two-sided" else 2
    at = {"greater": total, "less": -total, "two-sided": np.abs(total)}[alternative]
    size = np.abs(differences)
    order = np.lexsort((size, group))
    moving = order[size[order] > 0]
    n = np.bincount(group[moving], minlength=groups)
    starts = np.concatenate(([0], np.cumsum(n)))[:-1]
    p, how = np.ones(groups), np.full(groups, NONE)
    for m in np.unique(n[n > 0]):
        here = np.flatnonzero(n == m)
        sizes = size[moving[starts[here][:, None] + np.arange(m)]]
        routes = _routes(sizes) if exact else np.full(len(here), DRAWN)
        for route, tail in EXACT_TAILS.items():
            chosen = routes == route
            if chosen.any():
                p[here[chosen]] = np.minimum(1.0, sides * tail(sizes[chosen], at[here[chosen]]))
        how[here] = routes
    if sides == 2:
        p[total == 0] = 1.0
    drawn = np.flatnonzero(how == DRAWN)
    if len(drawn):
        p[drawn] = _drawn(differences, group, drawn, at, sides == 2, draws, seed)
    return p, how


def _routes(sizes: Floats) -> Integers:
    """Choose how each row is computed; the choice depends on the row alone."""
    m = sizes.shape[1]
    kinds = 1 + (np.diff(sizes, axis=1) > 0).sum(axis=1)
    step = np.gcd.reduce(sizes.astype(np.int64), axis=1)
    countable = sizes.sum(axis=1) / step <= COUNTED_UP_TO
    return np.select(
        [kinds == 1, np.full(len(sizes), m <= ENUMERATED_UP_TO), kinds == 2, countable],
        [BINOMIAL, ENUMERATED, TWO_SIZES, COUNTED],
        default=DRAWN,
    )


def binomial_upper(n: Floats | float, least: Floats) -> Floats:
    """Give P(X >= least) for a fair coin thrown n times."""
    from scipy.special import betainc

    inner = betainc(np.maximum(least, 1.0), np.maximum(n - least + 1, 1e-300), 0.5)
    return np.where(least <= 0, 1.0, np.where(least > n, 0.0, inner))


def _one_size(sizes: Floats, at: Floats) -> Floats:
    m, size = sizes.shape[1], sizes[:, 0]
    return binomial_upper(float(m), np.ceil((at / size + m) / 2 - SLACK * m))


def _two_sizes(sizes: Floats, at: Floats) -> Floats:
    """Sum over the outcomes of the smaller size; given one, the larger size has a binomial tail."""
    from scipy.special import gammaln

    small, large = sizes[:, 0], sizes[:, -1]
    n_small = (sizes == small[:, None]).sum(axis=1).astype(np.float64)
    n_large = sizes.shape[1] - n_small
    tail = np.zeros(len(at))
    width = max(1, CHUNK // (int(n_small.max()) + 1))
    for start in range(0, len(at), width):
        rows = slice(start, start + width)
        n = n_small[rows, None]
        heads = np.arange(n_small[rows].max() + 1)[None, :]
        inside = heads <= n
        log_ways = gammaln(n + 1) - gammaln(heads + 1) - gammaln(np.maximum(n - heads, 0) + 1) - n * np.log(2)
        needed = (at[rows, None] - small[rows, None] * (2 * heads - n)) / large[rows, None]
        least = np.ceil((needed + n_large[rows, None]) / 2 - SLACK * sizes.shape[1])
        upper = binomial_upper(n_large[rows, None], least)
        tail[rows] = np.where(inside, np.exp(log_ways) * upper, 0.0).sum(axis=1)
    return np.minimum(tail, 1.0)


def _enumerated(sizes: Floats, at: Floats) -> Floats:
    """Try all signs: the sums of either half are sorted against each other, so 2^20 sums cost 2^11."""
    m = sizes.shape[1]
    half = m // 2
    tail = np.empty(len(at))
    width = max(1, CHUNK >> (m - half + 1))
    for start in range(0, len(at), width):
        rows = slice(start, start + width)
        first, second = _half_sums(sizes[rows, :half]), _half_sums(sizes[rows, half:])
        slack = SLACK * sizes[rows].sum(axis=1)
        wanted = (at[rows] - slack)[:, None] - second
        # What is wanted comes first among equals, so a sum that just reaches it counts.
        order = np.argsort(np.concatenate([wanted, first], axis=1), axis=1, kind="stable")
        is_sum = order >= wanted.shape[1]
        short = np.where(is_sum, 0, np.cumsum(is_sum, axis=1)).sum(axis=1)
        tail[rows] = 1.0 - short / 2.0**m
    return tail


def _half_sums(sizes: Floats) -> Floats:
    sums = np.zeros((len(sizes), 1))
    for position in range(sizes.shape[1]):
        size = sizes[:, position : position + 1]
        sums = np.concatenate([sums - size, sums + size], axis=1)
    return sums


def _counted(sizes: Floats, at: Floats) -> Floats:
    """Count subsets step by step; every probability is a sum of positive terms and keeps its digits."""
    step = np.gcd.reduce(sizes.astype(np.int64), axis=1)
    steps = sizes.astype(np.int64) // step[:, None]
    whole = steps.sum(axis=1)
    # A sum of signs reaches s when what is signed negative is at most (whole - s) / 2.
    reach = np.floor((whole - at / step) / 2 + SLACK * whole).astype(np.int64)
    reach = np.minimum(reach, whole)
    tail = np.empty(len(at))
    order = np.argsort(reach, kind="stable")
    start = 0
    while start < len(order):
        shortest = max(0, int(reach[order[start]]))
        rows = order[start : start + max(1, CHUNK // 8 // (shortest + 1))]
        rows = rows[reach[rows] <= 2 * shortest + 64]
        tail[rows] = _subset_law(steps[rows], max(0, int(reach[rows].max())), reach[rows])
        start += len(rows)
    return tail


def _subset_law(steps: Integers, longest: int, reach: Integers) -> Floats:
    law = np.zeros((len(steps), longest + 1))
    law[:, 0] = 1.0
    place = np.arange(longest + 1)[None, :]
    for position in range(steps.shape[1]):
        before = place - steps[:, position : position + 1]
        shifted = np.take_along_axis(law, np.maximum(before, 0), axis=1)
        law = 0.5 * (law + np.where(before >= 0, shifted, 0.0))
    tail: Floats = np.where(place <= reach[:, None], law, 0.0).sum(axis=1)
    return tail


EXACT_TAILS = {BINOMIAL: _one_size, ENUMERATED: _enumerated, TWO_SIZES: _two_sizes, COUNTED: _counted}


def _drawn(
    differences: Floats, group: Integers, drawn: Integers, at: Floats, absolute: bool, draws: int, seed: int
) -> Floats:
    """Estimate by seeded draws, which groups of the same size share: one matrix product serves them all."""
    n = np.bincount(group, minlength=len(at))
    order = np.lexsort((differences, group))
    starts = np.concatenate(([0], np.cumsum(n)))[:-1]
    p = np.empty(len(at))
    for m in np.unique(n[drawn]):
        here = drawn[n[drawn] == m]
        values = differences[order[starts[here][:, None] + np.arange(m)]]
        p[here] = (1 + _exceeding(values, at[here], absolute, draws, seed)) / (draws + 1)
    return p[drawn]


def _exceeding(values: Floats, at: Floats, absolute: bool, draws: int, seed: int) -> Floats:
    """Count the draws whose sum reaches the one observed, tile by tile."""
    m = values.shape[1]
    rng = np.random.default_rng([seed, m])
    count = np.zeros(len(values))
    reached = (at - SLACK * np.abs(values).sum(axis=1))[:, None]
    rows = max(1, min(draws, CHUNK // m))
    small = m <= 128
    wide = CACHED // m // 32 if small else rows
    high = min(len(values), 32 if small else max(1, CHUNK // rows))
    # Written over again and again, since fresh memory costs more than the product.
    tile, hit = np.empty((high, wide)), np.empty((high, wide), dtype=bool)
    for start in range(0, draws, rows):
        signs = random_signs(rng, min(rows, draws - start), m).T
        signs = np.ascontiguousarray(signs) if small else signs
        for left in range(0, signs.shape[1], wide):
            some = signs[:, left : left + wide]
            for top in range(0, len(values), high):
                part = values[top : top + high]
                sums, hits = tile[: len(part), : some.shape[1]], hit[: len(part), : some.shape[1]]
                np.matmul(part, some, out=sums)
                if absolute:
                    np.abs(sums, out=sums)
                np.greater_equal(sums, reached[top : top + high], out=hits)
                count[top : top + high] += np.add.reduce(hits.view(np.uint8), axis=1, dtype=np.uint32)
    return count


def random_signs(rng: np.random.Generator, rows: int, columns: int) -> Floats:
    """Draw a table of -1 and 1, eight to a byte.

    Examples
    --------
    >>> random_signs(np.random.default_rng(0), 2, 3).shape
    (2, 3)
    """
    drawn = rng.integers(0, 256, size=-(-rows * columns // 8), dtype=np.uint8)
    bits = np.unpackbits(drawn, count=rows * columns).reshape(rows, columns)
    return bits.astype(np.float64) * 2 - 1
