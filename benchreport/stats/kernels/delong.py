"""Areas under ROC curves of many sheets of scores, and DeLong's covariances of them."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from benchreport.records import dataclass
from benchreport.tables.rounding import Flags, Floats, Integers
from benchreport.threads import fast_product

Classes = npt.NDArray[np.int8]  # 1 positive, 0 negative, -1 none of both

NO_SPREAD = 1e-14
# Numbers that are worked on together, so that they stay near the processor.
IN_CACHE = 131_072
# Rows of so many values are sorted by their leading bits.
LONG = 2_048
# NumPy's names of the processors on which it sorts by vectors of 512 bits.
WIDE_VECTORS = frozenset({"AVX512_SKX", "X86_V4"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Areas:
    """Areas of stacked sheets and how they vary: ``auc`` and twice U per row, ``covariance`` of every two rows,
    ``spread`` the variance of their difference; NaN where a class has fewer than two instances."""

    positives: Integers
    negatives: Integers
    twice_u: Integers
    auc: Floats
    covariance: Floats
    spread: Floats


def areas(scores: Floats, flags: Classes) -> Areas:
    """Compute the areas of stacked sheets (stack, row, column) and DeLong's covariances.

    Examples
    --------
    >>> stack = areas(np.array([[[0.9, 0.4, 0.4, 0.1]]]), np.array([[1, 0, 1, 0]], dtype=np.int8))
    >>> stack.auc.tolist(), stack.covariance.ravel().tolist()
    ([[0.875]], [0.03125])
    """
    placed = double_placements(scores, flags)
    n1, n0 = (flags == 1).sum(axis=-1), (flags == 0).sum(axis=-1)
    twice_u, *ups = _scatter(placed, flags == 1, n1, n0)
    _, *downs = _scatter(placed, flags == 0, n0, n1)
    covariance, spread = ups[0] + downs[0], ups[1] + downs[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        auc = twice_u / (2.0 * n1[:, None] * n0[:, None])
    own = np.diagonal(covariance, axis1=1, axis2=2)
    spread = np.where(spread <= NO_SPREAD * (own[:, :, None] + own[:, None, :]), 0.0, spread)
    return Areas(
        positives=n1, negatives=n0, twice_u=twice_u, auc=auc, covariance=covariance,
        spread=np.where(np.isnan(covariance), np.nan, spread),
    )  # fmt: skip


def _scatter(
    placed: npt.NDArray[np.int32], chosen: Flags, n: Integers, other: Integers
) -> tuple[Integers, Floats, Floats]:
    """Return the sums of the placements of one class, the covariances of their means, and the variances of differences.

    Placements are whole numbers; taken about a whole number near their mean their products add up without rounding,
    so the order of instances does not matter.
    """
    # One sheet alone is cut to the columns of the class, a stack keeps its shape.
    alone = len(chosen) == 1
    own = placed.take(np.flatnonzero(chosen[0]), axis=2) if alone else np.where(chosen[:, None, :], placed, 0)
    total = own.sum(axis=-1, dtype=np.int64)
    with np.errstate(divide="ignore", invalid="ignore"):
        middle = np.nan_to_num(np.round(total / n[:, None]))
        apart = own - middle[:, :, None]
        if not alone:
            apart *= chosen[:, None, :]
        sums = total - n[:, None] * middle
        products = fast_product(apart, apart.transpose(0, 2, 1))  # of whole numbers
        scale = (np.where(n > 1, n * (n - 1.0), np.nan) * 4.0 * other.astype(np.float64) ** 2)[:, None, None]
        squares = np.diagonal(products, axis1=1, axis2=2)
        apart_squares = squares[:, :, None] + squares[:, None, :] - 2 * products
        gap = sums[:, :, None] - sums[:, None, :]
        size = n[:, None, None]
        covariance = (products - sums[:, :, None] * sums[:, None, :] / size) / scale
        spread = (apart_squares - gap**2 / size) / scale
    return total, covariance, np.maximum(spread, 0.0)


def double_placements(scores: Floats, flags: Classes) -> npt.NDArray[np.int32]:
    """Return twice the number of negatives below each positive and the positives above each negative; ties count half.

    Examples
    --------
    >>> double_placements(np.array([[[0.9, 0.4, 0.4, 0.1]]]), np.array([[1, 0, 1, 0]], dtype=np.int8)).tolist()
    [[[4, 3, 3, 4]]]
    """
    stack, rows, width = scores.shape
    values, of = scores.reshape(stack * rows, width), np.repeat(np.arange(stack), rows)
    placed = np.empty((stack * rows, width), dtype=np.int32)
    step = max(1, IN_CACHE // max(width, 1))
    for begin in range(0, stack * rows, step):
        part = slice(begin, begin + step)
        _place(values[part], flags[of[part]], placed[part])
    return placed.reshape(stack, rows, width)


def ascending(values: Floats) -> tuple[Integers, Flags]:
    """Return an order that sorts each row, NaN last, and which values in it are the same as the one before.

    Which of equal values comes first does not matter here. A long row is sorted by the leading bits of its values, and
    only values that agree in these are sorted by all bits.

    Examples
    --------
    >>> order, tied = ascending(np.array([[0.5, -1.0, 0.25, 0.5]]))
    >>> order.tolist(), tied.tolist()
    ([[1, 2, 0, 3]], [[False, False, False, True]])
    """
    width = values.shape[1]
    tied = np.zeros(values.shape, dtype=bool)
    if width < LONG or np.isnan(values).any():
        order = np.argsort(values, axis=1)
        ordered = np.take_along_axis(values, order, axis=1)
        np.equal(ordered[:, 1:], ordered[:, :-1], out=tied[:, 1:])
        return order, tied
    order = np.empty(values.shape, dtype=np.int64)
    by_leading_bits = _by_packed_places if sorts_by_vectors() else _by_digits
    for row, bits in enumerate(_ordered_bits(values)):
        order[row], alike = by_leading_bits(bits)
        if not alike.any():
            continue
        ordered = bits.take(order[row])
        if (ordered[1:] < ordered[:-1]).any():
            places = _of_stretches(alike)
            order[row, places] = order[row, places].take(np.argsort(ordered[places]))
            ordered = bits.take(order[row])
        np.equal(ordered[1:], ordered[:-1], out=tied[row, 1:])
    return order, tied


@cache
def sorts_by_vectors() -> bool:
    """Return whether NumPy sorts numbers of 64 bits by vectors of 512 bits on this processor."""
    features = np.show_config(mode="dicts").get("SIMD Extensions", {})
    return not WIDE_VECTORS.isdisjoint([*features.get("baseline", ()), *features.get("found", ())])


def _ordered_bits(values: Floats) -> npt.NDArray[np.uint64]:
    """Return whole numbers in the order of the values, the same number for the same value."""
    # A negative zero is the same as zero, but has other bits.
    numbers = np.add(values, 0.0, dtype=np.float64).view(np.int64)
    # All bits of a number below zero turn round, as they grow with its size, and of the others only the sign.
    turned = numbers >> 63
    turned |= np.int64(-(2**63))
    numbers ^= turned
    return numbers.view(np.uint64)


def _by_packed_places(numbers: npt.NDArray[np.uint64]) -> tuple[Integers, Flags]:
    """Return the order of whole numbers by their leading bits, and which agree in these with the one before.

    The last bits make room for the place of each number, so that numbers are sorted in place of an order of them.
    """
    bits = np.uint64((len(numbers) - 1).bit_length())
    room = (np.uint64(1) << bits) - np.uint64(1)
    packed = numbers & ~room
    packed |= np.arange(len(numbers), dtype=np.uint64)
    packed.sort()
    order = (packed & room).view(np.int64)
    packed >>= bits
    return order, packed[1:] == packed[:-1]


def _by_digits(numbers: npt.NDArray[np.uint64]) -> tuple[Integers, Flags]:
    """Return the order of whole numbers by their first 48 bits, and which agree in these with the one before.

    They are sorted digit by digit, the last one first: NumPy sorts numbers of 16 bits by counting, in a tenth of the
    time that it takes to compare longer ones.
    """
    order = np.argsort((numbers >> np.uint64(16)).astype(np.uint16), kind="stable")
    for shift in (32, 48):
        digits = (numbers >> np.uint64(shift)).astype(np.uint16)
        order = order.take(np.argsort(digits.take(order), kind="stable"))
    leading = numbers.take(order)
    leading >>= np.uint64(16)
    return order, leading[1:] == leading[:-1]


def _of_stretches(alike: Flags) -> Integers:
    """Return the places like the one before or behind; ``alike`` marks the former, from the second place on."""
    beside = np.zeros(len(alike) + 1, dtype=bool)
    beside[1:] = alike
    beside[:-1] |= alike
    return np.flatnonzero(beside)


def _place(values: Floats, flags: Classes, placed: npt.NDArray[np.int32]) -> None:
    if (flags < 0).any():
        values = np.where(flags < 0, np.nan, values)
    rows, width = values.shape
    order, repeated = ascending(values)
    order += (np.arange(rows) * width)[:, None]
    sorted_flags = flags.take(order)
    up, down = sorted_flags == 1, sorted_flags == 0
    ups, downs = np.cumsum(up, axis=1, dtype=np.int32), np.cumsum(down, axis=1, dtype=np.int32)
    # Of positives the negatives so far, of negatives the positives to come: products take a tenth of a choice's time.
    doubled = ups[:, -1:] - ups
    doubled += up * (downs - doubled)
    doubled *= 2
    # Ties are stretches, and the first of a row begins one.
    tied = repeated.ravel()
    places = _of_stretches(tied[1:])
    if len(places):
        fresh = np.flatnonzero(~tied[places])
        lengths = np.diff(np.append(fresh, len(places)))
        starts, ends = places[fresh], places[fresh] + lengths - 1
        below = downs.take(starts) - down.take(starts) + downs.take(ends)
        above = 2 * ups[starts // width, -1] - (ups.take(starts) - up.take(starts) + ups.take(ends))
        doubled.ravel()[places] = np.where(up.take(places), np.repeat(below, lengths), np.repeat(above, lengths))
    placed.reshape(-1)[order.ravel()] = doubled.ravel()
