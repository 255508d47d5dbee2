"""Values of many groups in one array: rows of equal size, means, and residuals that are more than rounding."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from benchreport.records import dataclass
from benchreport.tables.rounding import Flags, Floats, Integers, slack

T = TypeVar("T", np.float64, np.int64)


def power_of_two(sizes: Floats) -> Floats:
    """Return the power of two above each size, by which numbers can be divided without losing a digit.

    Examples
    --------
    >>> power_of_two(np.array([0.3, 5.0, 0.0])).tolist()
    [0.5, 8.0, 1.0]
    """
    return np.asarray(np.ldexp(1.0, np.clip(np.frexp(sizes)[1], -1000, 1000)))


def rows_of_equal_size(values: npt.NDArray[T], sizes: Integers) -> Iterator[tuple[Integers, npt.NDArray[T]]]:
    """Yield the groups of each size from 1 up: which groups, and their values in rows. Groups lie one after another.

    Examples
    --------
    >>> parts = rows_of_equal_size(np.array([1.0, 2.0, 3.0, 4.0, 5.0]), np.array([2, 1, 0, 2]))
    >>> [(groups.tolist(), rows.tolist()) for groups, rows in parts]
    [([1], [[3.0]]), ([0, 3], [[1.0, 2.0], [4.0, 5.0]])]
    """
    starts = np.cumsum(sizes) - sizes
    for size in np.unique(sizes[sizes > 0]).tolist():
        groups = np.flatnonzero(sizes == size)
        yield groups, values[starts[groups][:, None] + np.arange(size)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Centred:
    """Means of owners as ``first + shift``, ``first`` being a value of theirs, and ``residual``, values less means."""

    first: Floats
    shift: Floats
    residual: Floats
    counts: Floats

    @property
    def mean(self) -> Floats:
        """Return the means."""
        return self.first + self.shift


def centred(values: Floats, owner: Integers, size: int, about: Floats | None = None) -> Centred:
    """Compute the mean of every owner's values and what is left of them, about one of them or a number of each owner.

    Sums of raw values lose the digits that values have in common: ten observations of 1000000000000.4 are as far from
    their mean as rounding of 10 000 000 000 004 takes it.

    Examples
    --------
    >>> parts = centred(np.array([1e12 + 1, 1e12 + 2, 7.0]), np.array([0, 0, 1]), 2)
    >>> parts.shift.tolist(), parts.residual.tolist()
    ([0.5, 0.0], [-0.5, 0.5, 0.0])
    """
    first = np.zeros(size) if about is None else about
    if about is None:
        first[owner[::-1]] = values[::-1]
    counts = np.bincount(owner, minlength=size).astype(np.float64)
    with np.errstate(all="ignore"):
        residual = values - first[owner]
        shift = np.bincount(owner, residual, size) / counts
        residual -= shift[owner]
        # What rounding has left in the mean.
        rest = np.bincount(owner, residual, size) / counts
        residual -= rest[owner]
        return Centred(first=first, shift=shift + rest, residual=residual, counts=counts)


def is_rounding(residual: Floats, *operands: Floats) -> Flags:
    """Return where the remainder of numbers is no more than their rounding: the last bits of decimals are no evidence.

    Examples
    --------
    >>> is_rounding(np.array([1e-17, 1e-13]), np.array([0.3, 0.3])).tolist()
    [True, False]
    """
    largest = reduce(np.maximum, (np.abs(operand) for operand in operands))
    return np.asarray(np.abs(residual) <= slack(largest))


def none_of(truths: Flags, owner: Integers, size: int) -> Flags:
    """Return the owners of which nothing is true.

    Examples
    --------
    >>> none_of(np.array([True, False, False]), np.array([0, 0, 1]), 2).tolist()
    [False, True]
    """
    return np.asarray(np.bincount(owner[truths], minlength=size) == 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spreads:
    """Mean and standard deviation of each group in a ``unit`` without overflow; NaN where a group has none.

    ``varies`` holds where some value is off the mean, and ``differs`` where some is off zero, by more than rounding of
    its operand. ``largest`` is the largest operand.
    """

    mean: Floats
    sd: Floats
    unit: Floats
    largest: Floats
    varies: Flags
    differs: Flags


def spreads(values: Floats, operands: Floats, counts: Integers) -> Spreads:
    """Compute the spread of groups that lie one after another; ``operands`` are the sizes of what values come from.

    Examples
    --------
    >>> values = np.array([1e12 + 1, 1e12 + 2, 1e12 + 3])
    >>> groups = spreads(values, np.abs(values), np.array([3]))
    >>> (groups.sd * groups.unit).tolist(), groups.varies.tolist()
    ([1.0], [True])
    """
    size = len(counts)
    group, some = np.repeat(np.arange(size), counts), counts > 0
    starts = (np.cumsum(counts) - counts)[some]
    largest, low, high = np.full(size, np.nan), np.zeros(size), np.zeros(size)
    largest[some] = np.maximum.reduceat(operands, starts) if len(starts) else 0.0
    unit = power_of_two(np.nan_to_num(largest))
    scaled, sizes = values / unit[group], operands / unit[group]
    # The middle of the range is the same whatever the order of the rows, and of the two that are compared.
    if len(starts):
        low[some], high[some] = np.minimum.reduceat(scaled, starts), np.maximum.reduceat(scaled, starts)
    origin = (low + high) / 2
    own = centred(scaled - origin[group], group, size, about=np.zeros(size))
    with np.errstate(all="ignore"):
        sd = np.sqrt(np.bincount(group, own.residual**2, size) / (counts - 1))
        usual = np.bincount(group, sizes, size) / counts
    return Spreads(
        mean=origin + own.shift,
        sd=np.where(counts > 1, sd, np.nan),
        unit=unit,
        largest=largest,
        varies=~none_of(~is_rounding(own.residual, sizes, usual[group]), group, size),
        differs=~none_of(~is_rounding(scaled, sizes), group, size),
    )
