"""Sums of differences under random signs: exact laws where they can be computed, seeded draws elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from benchreport.method import Alternative
from benchreport.stats.kernels.binomial import at_least, log_ways
from benchreport.stats.kernels.centring import rows_of_equal_size
from benchreport.tables.rounding import SAME, Flags, Floats, Integers, new_values, order_within
from benchreport.threads import fast_product

Singles = npt.NDArray[np.float32]
# Up to so many differences all signs are tried, whatever the differences are.
ENUMERATED_UP_TO = 20
# Differences that are multiples of one step are counted, up to so many steps in all.
COUNTED_UP_TO = 5000
CHUNK = 4_000_000
# Products of so few steps stay in the cache, and on one thread: waiting for a second costs more than it saves.
CACHED = 262_144
# Up to so many differences their sums are looked at in single precision first, so many draws and groups at a time.
FEW, DRAWS_AT_HAND, GROUPS_AT_HAND = 128, 128, 1024
REGISTERS, DOUBTS_AT_HAND = 16, 16_384
# Half a unit of the last digit in single precision, and its least number with all digits.
HALF_DIGIT, LEAST_SINGLE = 2.0**-24, 2.0**-126
# Steps are looked for in the first digits of the largest number; as whole numbers, thousands of them add up exactly.
DIGITS = 12
SLACK = 1e-12
# What adding up costs, for every unit of the sum of all sizes.
ADDED = 1e-15

NONE, BINOMIAL, ENUMERATED, TWO_SIZES, COUNTED, DRAWN = range(6)


def sign_flips(
    differences: Floats,
    operands: Floats,
    group: Integers,
    groups: int,
    *,
    alternative: Alternative,
    draws: int,
    seed: int,
    exact: bool,
) -> tuple[Floats, Integers]:
    """Compute the p-value of every group's sum of differences under random signs, and by which route.

    ``operands`` are the sizes of the numbers whose differences they are, ``group`` says to which group each belongs.
    Sums whose gap is rounding are equal. The draws depend on the seed and the number of differences only.

    Examples
    --------
    >>> d = np.array([2.0, 1, 4, 1, -1, 3, 3, 3, 1, 4])
    >>> flips = dict(alternative="two-sided", draws=999, seed=0, exact=True)
    >>> sign_flips(d, np.abs(d), np.zeros(10, dtype=np.int64), 1, **flips)[0].tolist()
    [0.009765625]
    """
    largest = np.zeros(groups)
    np.maximum.at(largest, group, operands)
    original, order = _levelled(np.abs(differences), operands, group)
    # In units of a power of two, which costs no digits, so that sums do not overflow.
    power = -np.clip(np.frexp(largest)[1], -1000, 1000)
    size = np.ldexp(original, power[group])
    differences = np.sign(differences) * size
    total = np.bincount(group, weights=differences, minlength=groups)
    blur = SAME * np.ldexp(largest, power) + ADDED * np.bincount(group, weights=size, minlength=groups)
    sides = 1 if alternative != "two-sided" else 2
    side = {"greater": total, "less": -total, "two-sided": np.abs(total)}[alternative]
    moving = order[size[order] > 0]
    n = np.bincount(group[moving], minlength=groups)
    p, route_of = np.ones(groups), np.full(groups, NONE)
    for alike, places in rows_of_equal_size(moving, n):
        sizes = size[places]
        steps = _steps(original[places], operands[places], largest[alike])
        routes = _routes(sizes, steps) if exact else np.full(len(alike), DRAWN)
        for route, tail in EXACT_TAILS.items():
            chosen = routes == route
            if chosen.any():
                part = alike[chosen]
                p[part] = np.minimum(1.0, sides * tail(sizes[chosen], side[part], blur[part]))
        counted = np.flatnonzero(routes == COUNTED)
        if len(counted):
            turns = {"greater": 1, "less": -1, "two-sided": 1}[alternative]
            whole = turns * (steps[counted] * np.sign(differences[places[counted]]).astype(np.int64)).sum(axis=1)
            total_steps = np.abs(whole) if sides == 2 else whole
            p[alike[counted]] = np.minimum(1.0, sides * _counted(steps[counted], total_steps))
        route_of[alike] = routes
    if sides == 2:
        p[np.abs(total) <= blur] = 1.0
    drawn = np.flatnonzero(route_of == DRAWN)
    if len(drawn):
        p[drawn] = _drawn(differences, group, drawn, side - blur, sides == 2, draws, seed)
    return p, route_of


def _levelled(sizes: Floats, operands: Floats, group: Integers) -> tuple[Floats, Integers]:
    """Return the sizes, those that are the same within rounding replaced by the smallest of them, and their order."""
    order = order_within(sizes, group)
    ascending, owner = sizes[order], group[order]
    new = new_values(ascending, operands[order])
    new[1:] |= owner[1:] != owner[:-1]
    levels = np.empty_like(sizes)
    levels[order] = ascending[new][np.cumsum(new) - 1]
    return levels, order


def _steps(sizes: Floats, operands: Floats, largest: Floats) -> Integers:
    """Return each row in steps of one size, as few as possible; zeros where no step fits all within rounding."""
    with np.errstate(over="ignore"):
        scale = 10.0 ** (DIGITS - 1 - np.floor(np.log10(np.where(largest > 0, largest, 1.0))))[:, None]
    # The first size excludes almost all rows of measurements.
    rows = np.flatnonzero(_are_whole(sizes[:, :1], operands[:, :1], scale)[1])
    whole, fits = _are_whole(sizes[rows], operands[rows], scale[rows])
    steps = np.zeros(sizes.shape, dtype=np.int64)
    steps[rows[fits]] = whole[fits]
    common = np.gcd.reduce(steps, axis=1)
    return np.asarray(steps // np.maximum(common, 1)[:, None])


def _are_whole(sizes: Floats, operands: Floats, scale: Floats) -> tuple[Floats, Flags]:
    """Return sizes as whole numbers of the last digit, and in which rows they all are, within rounding."""
    with np.errstate(all="ignore"):
        whole = np.rint(sizes * scale)
        return whole, np.asarray((np.abs(whole / scale - sizes) <= SAME * operands).all(axis=1))


def _routes(sizes: Floats, steps: Integers) -> Integers:
    """Return how each row is computed; the choice depends on the row alone."""
    m = sizes.shape[1]
    kinds = 1 + (np.diff(sizes, axis=1) > 0).sum(axis=1)
    length = steps.astype(np.float64).sum(axis=1)
    countable = (length > 0) & (length <= COUNTED_UP_TO)
    return np.select(
        [kinds == 1, np.full(len(sizes), m <= ENUMERATED_UP_TO), kinds == 2, countable],
        [BINOMIAL, ENUMERATED, TWO_SIZES, COUNTED],
        default=DRAWN,
    )


def _one_size(sizes: Floats, total: Floats, blur: Floats) -> Floats:  # noqa: ARG001
    m, size = sizes.shape[1], sizes[:, 0]
    return at_least(np.ceil((total / size + m) / 2 - SLACK * m), float(m), 0.5)


def _two_sizes(sizes: Floats, total: Floats, blur: Floats) -> Floats:
    """Compute the tail as a sum over the outcomes of the smaller size: given one, the larger has a binomial tail."""
    small, large = sizes[:, 0], sizes[:, -1]
    n_small = (sizes == small[:, None]).sum(axis=1).astype(np.float64)
    n_large = sizes.shape[1] - n_small
    tail = np.zeros(len(total))
    width = max(1, CHUNK // (int(n_small.max()) + 1))
    for start in range(0, len(total), width):
        rows = slice(start, start + width)
        n = n_small[rows, None]
        heads = np.arange(n_small[rows].max() + 1)[None, :]
        inside = heads <= n
        log_chance = log_ways(n, np.minimum(heads, n)) - n * np.log(2)
        needed = (total[rows, None] - small[rows, None] * (2 * heads - n)) / large[rows, None]
        least = np.ceil((needed + n_large[rows, None]) / 2 - (blur[rows] / large[rows] / 2)[:, None])
        upper = at_least(least, n_large[rows, None], 0.5)
        tail[rows] = np.where(inside, np.exp(log_chance) * upper, 0.0).sum(axis=1)
    return np.minimum(tail, 1.0)


def _enumerated(sizes: Floats, total: Floats, blur: Floats) -> Floats:
    """Compute the tail over all signs: sums of both halves are sorted together, so 2^20 sums cost 2^11."""
    m = sizes.shape[1]
    half = m // 2
    tail = np.empty(len(total))
    width = max(1, CHUNK >> (m - half + 1))
    for start in range(0, len(total), width):
        rows = slice(start, start + width)
        first, second = _half_sums(sizes[rows, :half]), _half_sums(sizes[rows, half:])
        needed = (total[rows] - blur[rows])[:, None] - second
        # What is needed comes first among equals, so a sum that just reaches it counts.
        order = np.argsort(np.concatenate([needed, first], axis=1), axis=1, kind="stable")
        is_sum = order >= needed.shape[1]
        short = np.where(is_sum, 0, np.cumsum(is_sum, axis=1)).sum(axis=1)
        tail[rows] = 1.0 - short / 2.0**m
    return tail


def _half_sums(sizes: Floats) -> Floats:
    sums = np.zeros((len(sizes), 1))
    for position in range(sizes.shape[1]):
        size = sizes[:, position : position + 1]
        sums = np.concatenate([sums - size, sums + size], axis=1)
    return sums


def _counted(steps: Integers, total: Integers) -> Floats:
    """Compute the tail by counting subsets step by step: a sum of positive terms, which keeps its digits."""
    whole = steps.sum(axis=1)
    # A sum of signs reaches s when what is signed negative is at most (whole - s) / 2.
    reach = np.minimum((whole - total) // 2, whole)
    tail = np.empty(len(total))
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


EXACT_TAILS = {BINOMIAL: _one_size, ENUMERATED: _enumerated, TWO_SIZES: _two_sizes}


def _drawn(
    differences: Floats, group: Integers, drawn: Integers, least: Floats, absolute: bool, draws: int, seed: int
) -> Floats:
    """Compute tails by seeded draws, which groups of the same size share: one matrix product serves them all."""
    n = np.bincount(group, minlength=len(least))
    order = np.argsort(group, kind="stable")
    starts = np.concatenate(([0], np.cumsum(n)))[:-1]
    p = np.empty(len(least))
    for m in np.unique(n[drawn]):
        alike = drawn[n[drawn] == m]
        # In order of size, so that sums do not depend on the order of the rows.
        values = np.sort(differences[order[starts[alike][:, None] + np.arange(m)]], axis=1)
        p[alike] = (1 + _exceeding(values, least[alike], absolute, draws, seed)) / (draws + 1)
    return p[drawn]


def _exceeding(values: Floats, least: Floats, absolute: bool, draws: int, seed: int) -> Floats:
    """Return how many draws reach the observed sum."""
    m = values.shape[1]
    rng = np.random.default_rng([seed, m])
    rows = max(1, min(draws, CHUNK // m))
    count = np.zeros(len(values))
    reaching = _reaching_of_few if m <= FEW else _reaching
    for start in range(0, draws, rows):
        count += reaching(values, random_signs(rng, min(rows, draws - start), m), least, absolute)
    return count


def _reaching(values: Floats, signs: Singles, least: Floats, absolute: bool) -> Floats:
    """Return how many rows of signs bring each row of values to at least so much, tile by tile."""
    high = min(len(values), max(1, CHUNK // len(signs)))
    count, signs_in_full = np.zeros(len(values)), signs.T.astype(np.float64)
    # Written over again and again, since fresh memory costs more than the product.
    tile, hit = np.empty((high, len(signs))), np.empty((high, len(signs)), dtype=bool)
    for top in range(0, len(values), high):
        part = values[top : top + high]
        sums, hits = tile[: len(part)], hit[: len(part)]
        fast_product(part, signs_in_full, out=sums)
        if absolute:
            np.abs(sums, out=sums)
        np.greater_equal(sums, least[top : top + high, None], out=hits)
        count[top : top + high] += np.add.reduce(hits.view(np.uint8), axis=1, dtype=np.uint32)
    return count


def _reaching_of_few(values: Floats, signs: Singles, least: Floats, absolute: bool) -> Floats:
    """Compute :func:`_reaching` of short rows: sums in single precision, and again where that leaves a doubt.

    A sum of m numbers in single precision is off by at most (m + 1) 2^-24 of the sum of their sizes; only a sum that
    comes so close to what it has to reach is added up in full.
    """
    groups, m = values.shape
    doubt = (m + 2) * HALF_DIGIT * np.abs(values).sum(axis=1) + m * LEAST_SINGLE
    # One step further, since the limits are rounded too.
    surely = np.nextafter((least + doubt).astype(np.float32), np.float32(np.inf))
    perhaps = np.nextafter((least - doubt).astype(np.float32), np.float32(-np.inf))
    count, n_doubts = np.zeros(groups), 0
    doubts: list[tuple[Integers, Integers]] = []
    for left in range(0, groups, GROUPS_AT_HAND):
        some = slice(left, left + GROUPS_AT_HAND)
        parts = _parts(values[some])
        size, wide = len(values[some]), parts.shape[0] * parts.shape[2]
        # What only fills the last part up reaches nothing.
        high, low = np.full((2, wide), np.inf, dtype=np.float32)
        high[:size], low[:size] = surely[some], perhaps[some]
        tile = np.empty((DRAWS_AT_HAND, wide), dtype=np.float32)
        by_part = tile.reshape(DRAWS_AT_HAND, *parts.shape[::2]).swapaxes(0, 1)
        hit, near = (np.empty((DRAWS_AT_HAND, wide), dtype=bool) for _ in range(2))
        total = np.zeros(wide)
        for top in range(0, len(signs), DRAWS_AT_HAND):
            rows = signs[top : top + DRAWS_AT_HAND]
            sums, hits, nears = tile[: len(rows)], hit[: len(rows)], near[: len(rows)]
            fast_product(rows, parts, out=by_part[:, : len(rows)])
            if absolute:
                np.abs(sums, out=sums)
            np.greater_equal(sums, high, out=hits)
            np.greater_equal(sums, low, out=nears)
            # So few draws that a byte can count them.
            total += np.add.reduce(hits.view(np.uint8), axis=0, dtype=np.uint8)
            np.not_equal(hits, nears, out=nears)
            doubtful = np.flatnonzero(nears.ravel())
            if len(doubtful):
                draw, place = np.divmod(doubtful, wide)
                doubts.append((top + draw, left + place))
                n_doubts += len(draw)
                if n_doubts > DOUBTS_AT_HAND:
                    count += _settled(doubts, values, signs, least, absolute)
                    doubts, n_doubts = [], 0
        count[some] += total[:size]
    return count + _settled(doubts, values, signs, least, absolute)


def _parts(values: Floats) -> Singles:
    """Return rows as columns in single precision, in parts of one width; zeros fill the last one up.

    A product with all parts is one call, in which BLAS sees matrices that stay in the cache.
    """
    groups, m = values.shape
    # Products are made of whole blocks of a processor's registers.
    most = max(1, CACHED // (DRAWS_AT_HAND * m * REGISTERS)) * REGISTERS
    number = -(-groups // most)
    width = groups if number == 1 else -(-groups // (number * REGISTERS)) * REGISTERS
    parts = np.zeros((number, width, m), dtype=np.float32)
    parts.reshape(-1, m)[:groups] = values
    return np.ascontiguousarray(parts.swapaxes(1, 2))


def _settled(
    doubts: Sequence[tuple[Integers, Integers]], values: Floats, signs: Singles, least: Floats, absolute: bool
) -> Integers:
    """Return how many of some rows of signs bring rows of values to at least so much; each doubt names both rows."""
    if not doubts:
        return np.zeros(len(values), dtype=np.int64)
    draw, group = (np.concatenate(places) for places in zip(*doubts, strict=True))
    full = (signs[draw] * values[group]).sum(axis=1)
    reached = (np.abs(full) if absolute else full) >= least[group]
    return np.bincount(group[reached], minlength=len(values))


def random_signs(rng: np.random.Generator, rows: int, columns: int) -> Singles:
    """Return a random table of -1 and 1, drawn eight to a byte.

    Examples
    --------
    >>> random_signs(np.random.default_rng(0), 2, 3).shape
    (2, 3)
    """
    drawn = rng.integers(0, 256, size=-(-rows * columns // 8), dtype=np.uint8)
    bits = np.unpackbits(drawn, count=rows * columns).reshape(rows, columns)
    signs = bits.astype(np.float32)
    signs *= 2
    signs -= 1
    return signs
