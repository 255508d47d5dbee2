"""What is left of values less their mean? Summed about a value of their own, and told from rounding."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.tables.blocks import Cells, Floats, Integers
from benchreport.tables.rounding import slack

Truths = npt.NDArray[np.bool_]


def power_of_two(sizes: Floats) -> Floats:
    """Return the power of two above each size, by which numbers can be divided without losing a digit.

    Examples
    --------
    >>> power_of_two(np.array([0.3, 5.0, 0.0])).tolist()
    [0.5, 8.0, 1.0]
    """
    return np.asarray(np.ldexp(1.0, np.clip(np.frexp(sizes)[1], -1000, 1000)))


def scaled(cells: Cells) -> tuple[Floats, Floats]:
    """Return values in units of a power of two, in which no square overflows; and the unit of each group."""
    unit = power_of_two(cells.largest())
    return cells.values / unit[cells.group], unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Centred:
    """Means of owners as ``first + shift``, ``first`` being a value of theirs, and ``residual``, values less means."""

    first: Floats
    shift: Floats
    residual: Floats
    counts: Floats

    @property
    def mean(self) -> Floats:
        """Add up the parts of the means."""
        return self.first + self.shift


def centred(values: Floats, owner: Integers, size: int, about: Floats | None = None) -> Centred:
    """Take the mean of every owner off its values, summed about one of them, or ``about`` a number of each owner.

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
        gap = values - first[owner]
        shift = np.bincount(owner, gap, size) / counts
        residual = gap - shift[owner]
        # What rounding has left in the mean.
        rest = np.bincount(owner, residual, size) / counts
        return Centred(first=first, shift=shift + rest, residual=residual - rest[owner], counts=counts)


def is_rounding(residual: Floats, *operands: Floats) -> Truths:
    """Tell what is left of numbers that is no more than rounding of them: the last bits of decimals are no evidence.

    Examples
    --------
    >>> is_rounding(np.array([1e-17, 1e-13]), np.array([0.3, 0.3])).tolist()
    [True, False]
    """
    largest = reduce(np.maximum, (np.abs(operand) for operand in operands))
    return np.asarray(np.abs(residual) <= slack(largest))


def none_of(truths: Truths, owner: Integers, size: int) -> Truths:
    """Tell the owners of which nothing is true.

    Examples
    --------
    >>> none_of(np.array([True, False, False]), np.array([0, 0, 1]), 2).tolist()
    [False, True]
    """
    return np.asarray(np.bincount(owner[truths], minlength=size) == 0)


def spread_lists(value: pl.Expr, operand: pl.Expr) -> dict[str, pl.Expr]:
    """Aggregate a column to the lists that :func:`with_spread` sums up.

    ``operand`` is the size of each value, or of the larger of the two numbers whose difference it is.
    """
    measured = value.is_not_null()
    return {"__values": value.filter(measured).implode(), "__operands": operand.filter(measured).implode()}


def with_spread(lists: pl.DataFrame) -> pl.DataFrame:
    """Sum up lists of values, one row per group: ``n``, mean and standard deviation in a ``unit`` without overflow.

    ``varies`` tells whether some value is off the mean, and ``differs`` whether some is off zero, by more than rounding
    of its operand. ``largest`` is the largest operand.

    Examples
    --------
    >>> frame = pl.DataFrame({"x": [1e12 + 1, 1e12 + 2, 1e12 + 3]})
    >>> facts = with_spread(frame.select(**spread_lists(pl.col("x"), pl.col("x").abs())))
    >>> facts.select("n", pl.col("sd") * pl.col("unit"), "varies", "differs").row(0)
    (3, 1.0, True, True)
    """
    values, operands = (
        lists.get_column(name).explode(empty_as_null=False).to_numpy().astype(np.float64)
        for name in ("__values", "__operands")
    )
    counts, size = lists.get_column("__values").list.len().to_numpy().astype(np.int64), lists.height
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
        columns = {"mean": origin + own.shift, "sd": np.where(counts > 1, sd, np.nan), "unit": unit, "largest": largest}
    truths = {
        "varies": ~none_of(~is_rounding(own.residual, sizes, usual[group]), group, size),
        "differs": ~none_of(~is_rounding(scaled, sizes), group, size),
    }
    return lists.drop("__values", "__operands").with_columns(
        n=pl.Series(counts),
        **{name: pl.Series(column).fill_nan(None) for name, column in columns.items()},
        **{name: pl.Series(column) for name, column in truths.items()},
    )
