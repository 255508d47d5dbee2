"""Means of the rows of a long table that belong to the same cell, by whole numbers in place of keys."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

Integers = npt.NDArray[np.int64]
Small = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float64]
# A table of codes may be so many times longer than the table it numbers.
SPARSE = 8
WIDEST = 2**32 - 1
GLANCE = 4_096
# So few numbers are looked for one by one, faster than all are counted.
FEW_LEVELS = 8
ROWS_AT_HAND = 65_536  # they fit the processor's cache, and fresh memory costs more than sums
MANTISSA = 53
# Repeated without memory of its own where all rows have one key.
NOUGHT = np.uint32(0)
# NumPy adds up the numbers of a row in so many sums side by side.
ABREAST = 8
FEW_RUNS = 64
# So few names are sorted before a query for them would have begun.
FEW_NAMES = 64


def numbered(column: pl.Series) -> tuple[Integers, int]:
    """Return the numbers of the values of a column in their order, and how many there are; nulls come first.

    Examples
    --------
    >>> numbers, size = numbered(pl.Series(["b", "a", "b"], dtype=pl.Categorical))
    >>> numbers.tolist(), size
    ([1, 0, 1], 2)
    """
    raw = _raw(column)
    if raw is not None and raw[2] == 1:
        return np.broadcast_to(np.int64(0), column.len()), 1
    if raw is not None and not isinstance(column.dtype, pl.Categorical) and _is_ascending(raw[0]):
        return np.arange(column.len()), column.len()
    if raw is not None:
        codes, behind = _dense(*raw)
        if not isinstance(column.dtype, pl.Categorical):
            return codes.astype(np.int64), len(behind)
        place = np.empty(len(behind), dtype=np.int64)
        place[_order(_levels(column, behind))] = np.arange(len(behind))
        return place[codes], len(behind)
    ranks = column.rank("dense").fill_null(0).to_numpy().astype(np.int64)
    ranks -= ranks.min(initial=1)
    return ranks, int(ranks.max(initial=-1)) + 1


def _raw(column: pl.Series) -> tuple[Small, int, int] | None:
    """Return the whole numbers behind a column, the least taken off, that number, and how many there may be.

    There may be gaps between them; None where there is nothing behind it, or the gaps are large.
    """
    if not _has_raw_codes(column):
        return None
    codes = _physical(column)
    low, high = codes.min(), codes.max()
    if not isinstance(low, int) or not isinstance(high, int) or high - low + 1 > column.len() + 1_000:
        return None
    if low == high:
        return np.broadcast_to(NOUGHT, len(codes)), low, 1
    whole = (codes.cast(pl.Int64) if low < 0 else codes).to_numpy()
    return (whole - low if low else whole).astype(np.uint32, copy=False), low, high - low + 1


def _dense(numbers: Small, low: int, reach: int) -> tuple[Small, Integers]:
    """Return the numbers behind a column without gaps, and what each had been."""
    used = np.flatnonzero(np.bincount(numbers, minlength=reach))
    if len(used) < reach:
        place = np.zeros(reach, dtype=np.uint32)
        place[used] = np.arange(len(used), dtype=np.uint32)
        numbers = place.take(numbers)
    return numbers, used + low


def _levels(column: pl.Series, numbers: Integers | None) -> pl.Series:
    """Return the values of a column that have some numbers behind them; all in order without such numbers."""
    if numbers is None:
        return column.unique().sort()
    if isinstance(column.dtype, pl.Categorical):
        return pl.Series(numbers).cast(column.dtype.categories.physical()).cat.to(column.dtype)
    return pl.Series(numbers).cast(column.dtype)


def distinct_values(column: pl.Series) -> pl.Series:
    """Return the different values of a column, in any order.

    Examples
    --------
    >>> distinct_values(pl.Series([3, 1, 3])).to_list()
    [1, 3]
    """
    if _has_raw_codes(column):
        codes = _physical(column)
        low, high = codes.min(), codes.max()
        if isinstance(low, int) and isinstance(high, int) and high - low < FEW_LEVELS:
            between = [number for number in range(low + 1, high) if (codes == number).any()]
            return _levels(column, np.array(sorted({low, *between, high})))
    return column.unique()


class Codes:
    """One whole number per row, below ``size``, that tells rows with different keys apart.

    Between the numbers of a key may lie gaps, unless they are ``dense``, which takes longer.
    """

    def __init__(self, table: pl.DataFrame, keys: Sequence[str] = (), *, dense: bool = False) -> None:
        self.table = table
        self.dense = dense
        self.size = 1
        self._keys: list[tuple[int, pl.Series, Integers | None]] = []
        # Half the memory takes half the time; sums and look-ups want the longer kind, once.
        self._small: Small = np.broadcast_to(NOUGHT, table.height)
        self._numbers: Integers | None = None
        self._ends: Integers | None = None
        for key in keys:
            self.add(key)

    @property
    def numbers(self) -> Integers:
        """Return the number of every row."""
        if self._numbers is None:
            numbers = np.broadcast_to(np.int64(0), self.table.height) if self.size == 1 else self._small
            self._numbers = numbers.astype(np.int64, copy=False)
        return self._numbers

    def add(self, key: str) -> None:
        """Compute the numbers of rows that differ by a further column too."""
        column = self.table.get_column(key)
        raw = _raw(column)
        most = min(SPARSE * (self.table.height + 1_000), WIDEST)
        behind: Integers | None = None
        if raw is None:
            ranks, size = numbered(column)
            numbers = ranks.astype(np.uint32)
        elif self.dense or self.size * raw[2] > most:
            numbers, behind = _dense(*raw)
            size = len(behind)
        else:
            numbers, low, size = raw
            behind = np.arange(low, low + size)
        self._keys = [*self._keys, (size, column, behind)]
        if self.size * size > most:
            distinct, codes = np.unique(self.numbers * size + numbers, return_inverse=True)
            self._small, self.size = codes.astype(np.uint32), len(distinct)
        elif self.size == 1:
            self._small, self.size = numbers, size
        elif size > 1:
            # Not in place, since copies share the numbers.
            self._small = self._small * np.uint32(size)
            self._small += numbers
            self.size *= size
        self._numbers = self._ends = None

    def copy(self) -> Codes:
        """Return a copy that starts from the same numbers."""
        return copy(self)

    def cube(self, values: Floats) -> tuple[Floats, list[pl.Series]] | None:
        """Return one value per row as a cube with an axis per key, and the values of the keys.

        None unless every combination of keys occurs once.
        """
        shape = [size for size, _, _ in self._keys]
        if not math.prod(shape) == self.size == len(values):
            return None
        cube = np.full(self.size, np.nan)
        cube[self.numbers] = values
        # A sum tells of a cell without a value, and takes a fraction of the time of looking for it.
        if math.isnan(cube.sum()):
            return None
        return cube.reshape(shape), [_levels(column, behind) for _, column, behind in self._keys]

    @property
    def ends(self) -> Integers:
        """The last row of every stretch of rows with one key."""
        height = self.table.height
        if self._ends is None and self.size == 1:
            self._ends = np.arange(max(height - 1, 0), height)
        elif self._ends is None:
            is_end = np.ones(height, dtype=bool)
            np.not_equal(self._small[1:], self._small[:-1], out=is_end[:-1])
            self._ends = np.flatnonzero(is_end)
        return self._ends

    def representatives(self) -> Integers:
        """Return one row for every key that occurs, in the order of the numbers."""
        anyone, ends = np.full(self.size, -1, dtype=np.int64), self.ends
        anyone[self._small[ends]] = ends
        return anyone[anyone >= 0]

    def are_distinct(self) -> bool:
        """Return whether no two rows share their keys."""
        if _is_ascending(self._small):
            return True
        used = np.zeros(self.size, dtype=bool)
        used[self.numbers] = True
        return int(np.count_nonzero(used)) == self.table.height


def relabelled(column: pl.Series, labels: Mapping[str, str | None]) -> pl.Series:
    """Return a column of categories under other names; a name is looked at once, however many rows bear it.

    Examples
    --------
    >>> relabelled(pl.Series(["kNN", "SVM", "kNN"], dtype=pl.Categorical), {"kNN": "k-NN"}).to_list()
    ['k-NN', 'SVM', 'k-NN']
    """
    if column.null_count():
        return column.cast(pl.String).replace(dict(labels)).cast(pl.Categorical)
    levels = column.unique()
    names = pl.Series([labels.get(name, name) for name in levels.cast(pl.String)], dtype=pl.String)
    behind = levels.to_physical().to_numpy()
    place = np.zeros(int(behind.max(initial=0)) + 1, dtype=np.uint32)
    place[behind] = np.arange(len(behind), dtype=np.uint32)
    return names.cast(pl.Categorical).gather(place[column.to_physical().to_numpy()]).alias(column.name)


def is_dense(table: pl.DataFrame, keys: Sequence[str]) -> bool:
    """Return whether all keys have whole numbers behind them, so close together that rows are numbered without search.

    Examples
    --------
    >>> is_dense(pl.DataFrame({"fold": [3, 1, 3]}), ["fold"]), is_dense(pl.DataFrame({"fold": ["a"]}), ["fold"])
    (True, False)
    """
    size, most = 1, min(SPARSE * (table.height + 1_000), WIDEST)
    for key in keys:
        column = table.get_column(key)
        if not _has_raw_codes(column):
            return False
        codes = _physical(column)
        low, high = codes.min(), codes.max()
        if not isinstance(low, int) or not isinstance(high, int):
            return False
        size *= high - low + 1
    return size <= most


def counted_rows(table: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Return the keys that occur in a table, each with the number of its rows in ``n``.

    Examples
    --------
    >>> counted_rows(pl.DataFrame({"fold": [3, 1, 3]}), ["fold"]).rows()
    [(1, 1), (3, 2)]
    """
    codes = Codes(table, keys)
    n = np.bincount(codes.numbers, minlength=codes.size)
    return table.select(keys)[codes.representatives()].with_columns(n=pl.Series(n[n > 0], dtype=pl.Int64))


def counted_keys(codes: Codes, places: Sequence[str]) -> pl.DataFrame:
    """Return how many different keys there are at each place, in ``n``; a place is a part of the key.

    Examples
    --------
    >>> table = pl.DataFrame({"dataset": ["d", "d", "e"], "instance": [1, 1, 1]})
    >>> counted_keys(Codes(table, ["dataset", "instance"]), ["dataset"]).rows()
    [('d', 1), ('e', 1)]
    """
    return counted_rows(codes.table.select(places)[codes.representatives()], places)


def sorted_numbers(codes: Codes, keys: Sequence[str]) -> tuple[Integers, Integers]:
    """Return the number of the key of every row, keys being numbered in their order, and a row for every number.

    Examples
    --------
    >>> table = pl.DataFrame({"fold": [3, 1, 3]})
    >>> sorted_numbers(Codes(table, ["fold"]), ["fold"])[0].tolist()
    [1, 0, 1]
    """
    rows = codes.representatives()
    rows = rows[sorted_by(codes.table.select(keys)[rows], keys)] if keys and len(rows) > 1 else rows
    number = np.zeros(codes.size, dtype=np.int64)
    number[codes.numbers[rows]] = np.arange(len(rows))
    is_sorted = bool((number == np.arange(codes.size)).all())
    return codes.numbers if is_sorted else np.asarray(number[codes.numbers]), rows


def sorted_stretches(codes: Codes, keys: Sequence[str]) -> tuple[Integers, int, Integers]:
    """Return :func:`sorted_numbers` with one number for every stretch of so many rows, which may be one.

    Examples
    --------
    >>> table = pl.DataFrame({"fold": [3, 3, 1, 1]})
    >>> [part.tolist() for part in sorted_stretches(Codes(table, ["fold"]), ["fold"])[::2]]
    [[1, 0], [3, 1]]
    """
    ends = codes.ends
    n = codes.table.height // max(len(ends), 1)
    if n > 1 and np.array_equal(ends, np.arange(1, len(ends) + 1) * n - 1):
        numbers, rows = sorted_numbers(Codes(codes.table.select(keys)[ends], keys), keys)
        return numbers, n, ends[rows]
    numbers, rows = sorted_numbers(codes, keys)
    return numbers, 1, rows


def sorted_by(table: pl.DataFrame, keys: Sequence[str]) -> Integers:
    """Return the order that sorts a table by keys which tell all its rows apart.

    Examples
    --------
    >>> sorted_by(pl.DataFrame({"fold": [3, 1, 2]}), ["fold"]).tolist()
    [1, 2, 0]
    """
    codes, size = np.zeros(table.height, dtype=np.int64), 1
    for key in keys:
        numbers, levels = numbered(table.get_column(key))
        if levels == 1:
            continue
        if size * levels > SPARSE * (table.height + 1_000):
            distinct, codes = np.unique(codes, return_inverse=True)
            size = len(distinct)
        codes, size = codes * levels + numbers, size * levels
    if _is_ascending(codes):
        return np.arange(len(codes))
    if size > SPARSE * (table.height + 1_000):
        return np.argsort(codes, kind="stable")
    anyone = np.full(size, -1, dtype=np.int64)
    anyone[codes] = np.arange(len(codes))
    return anyone[anyone >= 0]


def _is_ascending(numbers: npt.NDArray[Any]) -> bool:
    """Return whether each number is larger than the one before, so that all differ and are sorted."""
    return bool((numbers[1:] > numbers[:-1]).all())


def full_means(
    table: pl.DataFrame, cell: Sequence[str], runs: Sequence[str]
) -> tuple[Floats, list[pl.Series], int] | None:
    """Return the means of the runs of every cell, if every combination of keys occurs exactly once; else None.

    Such a table is a cube: one look at every row puts its value in place, and runs are added up in their own order.
    Returns the means with an axis per key of the cell, the sorted values of these keys, and the number of runs.

    Examples
    --------
    >>> table = pl.DataFrame({"algorithm": [2, 1, 1, 2], "fold": [1, 2, 1, 2], "value": [3.0, 2.0, 1.0, 4.0]})
    >>> means, levels, n_runs = full_means(table, ["algorithm"], ["fold"])
    >>> means.tolist(), levels[0].to_list(), n_runs
    ([1.5, 3.5], [1, 2], 2)
    """
    if table.get_column("value").null_count() or not table.height:
        return None
    keys, values = [*cell, *runs], table.get_column("value").to_numpy()
    full = _regular_cube(table, keys) or Codes(table, keys, dense=True).cube(values)
    if full is None:
        return None
    cube, levels = full
    # Runs are added up in their own order, whatever that of the rows.
    for position in range(len(cell), cube.ndim):
        order = _order(levels[position])
        if (order[1:] < order[:-1]).any():
            cube = np.take(cube, order, axis=position)
    levels, shape = levels[: len(cell)], cube.shape[: len(cell)]
    n_runs = table.height // math.prod(shape)
    orders = [_order(level) for level in levels]
    means = _run_sums(cube, shape, n_runs)
    for position, order in enumerate(orders):
        if (order[1:] < order[:-1]).any():
            means = means.take(order, axis=position)
    # In place where the sums are our own, since fresh memory costs more than the quotients.
    means = np.divide(means, n_runs, out=means if n_runs > 1 else None)
    return means, [_in_order(level, order) for level, order in zip(levels, orders, strict=True)], n_runs


def _in_order(level: pl.Series, order: Integers) -> pl.Series:
    return level[order] if (order[1:] < order[:-1]).any() else level


def _run_sums(cube: Floats, shape: Sequence[int], n_runs: int) -> Floats:
    """Return the sums of the runs, which lie along the last axes, added in the order in which NumPy adds up a row."""
    runs = cube.reshape(*shape, n_runs)
    if n_runs == 1:
        return runs[..., 0]
    if not ABREAST <= n_runs <= FEW_RUNS:
        return np.asarray(np.ascontiguousarray(runs).sum(axis=-1))
    # Few numbers per row take longer to start on than to add, so whole columns are added instead.
    sums = np.empty(shape)
    whole = n_runs - n_runs % ABREAST
    for start in range(0, shape[0], step := max(1, ROWS_AT_HAND // (runs[0].size or 1))):
        part = runs[start : start + step]
        r = [sum((part[..., j] for j in range(i + ABREAST, whole, ABREAST)), part[..., i]) for i in range(ABREAST)]
        total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
        for j in range(whole, n_runs):
            total += part[..., j]
        sums[start : start + step] = total
    return sums


def _regular_cube(table: pl.DataFrame, keys: Sequence[str]) -> tuple[Floats, list[pl.Series]] | None:
    """Return the values as a cube with an axis per key, where the rows lie in the order of nested loops already."""
    axes = []
    for key in keys:
        axis = _loop(table.get_column(key))
        if axis is None:
            return None
        axes.append(axis)
    # The outermost loop has the longest stride; a key with a single value has one as long as the table.
    nested = sorted(range(len(keys)), key=lambda position: -axes[position][0])
    below = table.height
    for position in nested:
        stride, levels = axes[position]
        if stride * levels.len() != below:
            return None
        below = stride
    if below != 1:
        return None
    values = table.get_column("value").to_numpy()
    cube = values.reshape([axes[position][1].len() for position in nested])
    return cube.transpose([nested.index(position) for position in range(len(keys))]), [levels for _, levels in axes]


def _loop(column: pl.Series) -> tuple[int, pl.Series] | None:
    """Return after how many rows a column moves on, and its values, if it repeats them as a loop does."""
    if not _has_raw_codes(column):
        return None
    codes = _physical(column).to_numpy()
    height = len(codes)
    stride = _first(codes[: 2 * GLANCE] != codes[0]) or _first(codes != codes[0]) or height
    ahead = codes[::stride]
    period = _first(ahead[:GLANCE] == ahead[0], 1) or _first(ahead == ahead[0], 1) or len(ahead)
    turn = stride * period
    if height % turn or len(np.unique(ahead[:period])) != period:
        return None
    if not (codes[:turn].reshape(period, stride) == ahead[:period, None]).all():
        return None
    # Every turn is like the one before it: one comparison of long stretches, however short the turns.
    if not np.array_equal(codes[turn:], codes[:-turn]):
        return None
    return stride, column[pl.Series(np.arange(0, turn, stride, dtype=np.uint32))]


def _first(holds: npt.NDArray[np.bool_], start: int = 0) -> int:
    """Return the first place from ``start`` on at which something holds; 0 if there is none."""
    place = int(holds[start:].argmax()) + start if len(holds) > start else 0
    return place if holds[place] else 0


def _physical(column: pl.Series) -> pl.Series:
    """Return the whole numbers behind a column that has some."""
    return column.to_physical() if isinstance(column.dtype, pl.Categorical) else column


def _order(levels: pl.Series) -> Integers:
    """Return the order that sorts the values of a key."""
    if isinstance(levels.dtype, pl.Categorical) and levels.len() <= FEW_NAMES and not levels.null_count():
        names = levels.to_list()
        return np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int64)
    if isinstance(levels.dtype, pl.Categorical) or not _has_raw_codes(levels):
        return levels.arg_sort().to_numpy().astype(np.int64)
    return np.argsort(levels.to_numpy(), kind="stable")


def _has_raw_codes(column: pl.Series) -> bool:
    whole = column.dtype.is_integer() or column.dtype == pl.Categorical
    return whole and column.len() > 0 and not column.null_count()


def exact_sums(cell: Integers, size: int, values: Floats, most: int) -> Floats | None:
    """Return the sums of the values of each cell, the same to the last bit in any order of the rows.

    Values are cut into two parts, each a multiple of one power of two, whose sums have no rounding; ``most`` is the
    largest number of values in a cell. None where values are too unlike in size for two parts.

    Examples
    --------
    >>> exact_sums(np.array([0, 0, 0]), 1, np.array([0.1, 0.2, 0.3]), 3).tolist()
    [0.6]
    """
    sizes = np.abs(values)
    largest, least = float(sizes.max(initial=0.0)), float(sizes.min(initial=np.inf))
    if largest == 0.0:
        return np.zeros(size)
    if least == 0.0:
        least = float(sizes[sizes > 0].min())
    room = MANTISSA - 2 - int(most).bit_length()
    top, bottom = int(np.frexp(largest)[1]), int(np.frexp(least)[1])
    if not -900 < bottom <= top < 900 or top - bottom > 2 * room - MANTISSA:
        return None
    high = values + (shift := 1.5 * 2.0 ** (top - room + MANTISSA - 1))
    high -= shift  # adding and taking off a number this large leaves no finer bits
    low = np.subtract(values, high, out=sizes)
    total = np.bincount(cell, high, size)
    total += np.bincount(cell, low, size)
    return total.astype(np.float64)
