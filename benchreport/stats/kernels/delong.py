"""Areas under ROC curves of many sheets of scores, and DeLong's covariances of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchreport.records import dataclass
from benchreport.tables.rounding import Flags, Floats, Integers
from benchreport.threads import fast_product

Classes = npt.NDArray[np.int8]  # 1 positive, 0 negative, -1 none of both

NO_SPREAD = 1e-14
# Numbers that are worked on together, so that they stay near the processor.
IN_CACHE = 131_072
# Rows of so many values are sorted as whole numbers; of more, too few bits would be left for the values.
LONG, LONGEST = 2_048, 2**20


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


def ascending(values: Floats) -> Integers:
    """Return an order that sorts each row, NaN last; which of equal values comes first does not matter here.

    A long row is sorted as whole numbers, the leading bits of each value followed by its place, in a quarter of the
    time of an argsort; a row with values that differ beyond these bits alone is sorted once more.

    Examples
    --------
    >>> ascending(np.array([[0.5, -1.0, 0.25]])).tolist()
    [[1, 2, 0]]
    """
    rows, width = values.shape
    if not LONG <= width <= LONGEST or np.isnan(values).any():
        return np.argsort(values, axis=1)
    bits = np.ascontiguousarray(values, dtype=np.float64).view(np.int64)
    # The bits of a negative number, its sign apart, grow with its size.
    keys = bits ^ ((bits >> 63) & np.int64(2**63 - 1))
    places = np.int64((1 << (width - 1).bit_length()) - 1)
    keys &= ~places
    keys |= np.arange(width)
    keys.sort(axis=1)
    keys &= places
    for row in range(rows):
        ordered = values[row].take(keys[row])
        if (ordered[1:] < ordered[:-1]).any():
            keys[row] = np.argsort(values[row])
    return keys


def _place(values: Floats, flags: Classes, placed: npt.NDArray[np.int32]) -> None:
    if (flags < 0).any():
        values = np.where(flags < 0, np.nan, values)
    rows, width = values.shape
    order = ascending(values)
    order += (np.arange(rows) * width)[:, None]
    sorted_values, sorted_flags = values.take(order), flags.take(order)
    up, down = sorted_flags == 1, sorted_flags == 0
    ups, downs = np.cumsum(up, axis=1, dtype=np.int32), np.cumsum(down, axis=1, dtype=np.int32)
    doubled = 2 * np.where(up, downs, ups[:, -1:] - ups)
    # Whether a place is tied with the one before it; ties are stretches, and the first of a row begins one.
    tied = np.zeros(rows * width + 1, dtype=bool)
    tied[:-1].reshape(rows, width)[:, 1:] = sorted_values[:, 1:] == sorted_values[:, :-1]
    places = np.flatnonzero(tied[:-1] | tied[1:])
    if len(places):
        fresh = np.flatnonzero(~tied[places])
        lengths = np.diff(np.append(fresh, len(places)))
        starts, ends = places[fresh], places[fresh] + lengths - 1
        below = downs.take(starts) - down.take(starts) + downs.take(ends)
        above = 2 * ups[starts // width, -1] - (ups.take(starts) - up.take(starts) + ups.take(ends))
        doubled.ravel()[places] = np.where(up.take(places), np.repeat(below, lengths), np.repeat(above, lengths))
    placed.reshape(-1)[order.ravel()] = doubled.ravel()
