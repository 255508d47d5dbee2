"""Counts of every combination of keys, in rows of any order, made without hashing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import polars as pl

# Combinations that are counted at places of their own, at most; rows that are counted at a time.
PLACES, CLOSE = 1 << 21, 1 << 15
# Kinds of numbers that NumPy adds to signed ones of 64 bits without rounding.
SMALL_KINDS = (pl.Boolean, pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32)
Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Layout:
    """The least value of every column, and how many values it may have from there on."""

    lows: tuple[int, ...] = ()
    widths: tuple[int, ...] = ()

    @classmethod
    def of(cls, numbers: pl.DataFrame) -> Self | None:
        """Return the values of columns of whole numbers; nothing where some are none."""
        if not numbers.height or any(column.null_count() or column.dtype not in SMALL_KINDS for column in numbers):
            return None
        lows, highs = (numbers.select(ends.cast(pl.Int64)).row(0) for ends in (pl.all().min(), pl.all().max()))
        return cls(lows, tuple(high - low + 1 for low, high in zip(lows, highs, strict=True)))

    @property
    def size(self) -> int:
        """Count the places."""
        size = 1
        for width in self.widths:
            size *= width
        return size

    def joined(self, other: Layout) -> Layout:
        """Return ranges that hold the values of both."""
        if not self.widths or self == other:
            return other
        lows = tuple(min(pair) for pair in zip(self.lows, other.lows, strict=True))
        ends = (
            max(low + width, low_2 + width_2)
            for low, width, low_2, width_2 in zip(self.lows, self.widths, other.lows, other.widths, strict=True)
        )
        return Layout(lows, tuple(end - low for low, end in zip(lows, ends, strict=True)))

    def places(self, columns: Sequence[npt.NDArray[np.integer[Any] | np.bool_]]) -> Whole:
        """Return the place of every row.

        Examples
        --------
        >>> Layout((1, 0), (2, 3)).places([np.array([1, 2]), np.array([2, 0])])
        array([2, 3])
        """
        place = np.zeros(columns[0].size, dtype=np.int64)
        for values, low, width in zip(columns, self.lows, self.widths, strict=True):
            place *= width
            place += values
            place -= low
        return place

    def values(self, places: Whole) -> list[Whole]:
        """Return the value of every column at places."""
        found = np.unravel_index(places, self.widths)
        return [values + low for values, low in zip(found, self.lows, strict=True)]

    def counts(self, columns: Sequence[npt.NDArray[np.integer[Any] | np.bool_]]) -> Whole:
        """Return the number of rows at every place."""
        height = columns[0].size
        if self.size > CLOSE:
            return np.bincount(self.places(columns), minlength=self.size)
        counts = np.zeros(self.size, dtype=np.int64)
        for cut in range(0, height, CLOSE):
            counts += np.bincount(self.places([v[cut : cut + CLOSE] for v in columns]), minlength=self.size)
        return counts


def as_numbers(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame with the numbers of categories in place of their names."""
    return frame.with_columns(pl.col(pl.Categorical, pl.Enum).to_physical())


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What a few rows hold: how many of them lie at which places, and the names that occur."""

    layout: Layout
    at: Whole
    n: Whole
    kinds: dict[str, pl.DataType]
    names: dict[str, pl.Series]


@dataclass(slots=True)
class Tally:
    """Adds up counts: how often every combination of values occurs, and the first and the last reading it occurs in."""

    layout: Layout = field(default_factory=Layout)
    kinds: dict[str, pl.DataType] = field(default_factory=dict)
    names: dict[str, pl.Series] = field(default_factory=dict)
    n: Whole = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    first: Whole = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    last: Whole = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def counted(self, frame: pl.DataFrame) -> Counts | None:
        """Return counts of the rows of a table, which changes nothing yet; None where there are too many places."""
        numbers = as_numbers(frame)
        own = Layout.of(numbers)
        layout = own and self.layout.joined(own)
        if own is None or layout is None or layout.size > PLACES:
            return None
        columns = [column.to_numpy() for column in numbers]
        counts = layout.counts(columns)
        at = np.flatnonzero(counts)
        names = {}
        for column, values, low, width in zip(frame, columns, own.lows, own.widths, strict=True):
            if column.dtype != numbers.schema[column.name]:
                row = np.full(width, -1)
                row[values - low] = np.arange(values.size)
                names[column.name] = column.gather(row[row >= 0])
        return Counts(layout=layout, at=at, n=counts[at], kinds=dict(frame.schema), names=names)

    def add(self, counts: Counts, first: int, last: int) -> None:
        """Compute the totals with the counts of the rows from a first to a last one."""
        self.kinds = counts.kinds
        for name, seen in counts.names.items():
            known = self.names.get(name)
            if known is None or not seen.to_physical().is_in(known.to_physical().implode()).all():
                self.names[name] = seen if known is None else pl.concat([known, seen]).unique()
        layout = self.layout.joined(counts.layout)
        at = counts.at if counts.layout == layout else layout.places(counts.layout.values(counts.at))
        if layout != self.layout:
            self._moved(layout)
        self.n[at] += counts.n
        self.first[at] = np.minimum(self.first[at], first)
        self.last[at] = np.maximum(self.last[at], last)

    def _moved(self, layout: Layout) -> None:
        held = np.flatnonzero(self.n)
        at = layout.places(self.layout.values(held)) if held.size else held
        for name, filler in (("n", 0), ("first", np.iinfo(np.int64).max), ("last", -1)):
            moved = np.full(layout.size, filler, dtype=np.int64)
            moved[at] = getattr(self, name)[held]
            setattr(self, name, moved)
        self.layout = layout

    def frame(self) -> pl.DataFrame:
        """Return a row per combination that occurs."""
        at = np.flatnonzero(self.n)
        made = {}
        for (name, kind), values in zip(self.kinds.items(), self.layout.values(at), strict=True):
            if name not in self.names:
                made[name] = pl.Series(values).cast(kind)
                continue
            known = self.names[name].to_physical().to_numpy().astype(np.int64)
            order = np.argsort(known)
            made[name] = self.names[name].gather(order[np.searchsorted(known[order], values)])
        return pl.DataFrame(made).with_columns(
            n=pl.Series(self.n[at]), first=pl.Series(self.first[at]), last=pl.Series(self.last[at])
        )


def lookup(keys: pl.DataFrame, codes: Whole) -> tuple[Layout, Whole] | None:
    """Return a table of codes by place; None where there are too many places."""
    numbers = as_numbers(keys)
    layout = Layout.of(numbers)
    if layout is None or layout.size > PLACES:
        return None
    code_at = np.full(layout.size, -1, dtype=np.int64)
    code_at[layout.places([column.to_numpy() for column in numbers])] = codes
    return layout, code_at
