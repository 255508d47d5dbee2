"""Midranks of values within their groups; values that are the same within rounding share one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from benchreport.tables.rounding import Flags, Integers, new_values


def double_midranks(
    groups: Sequence[npt.NDArray[Any]], values: npt.NDArray[Any], operands: npt.NDArray[Any] | None = None
) -> tuple[Integers, Integers]:
    """Compute ranks of values within their group, ties sharing their mean rank, times two so that ranks stay whole.

    One sort serves all groups, however many and however small. ``operands`` are the sizes of what the values come
    from, where they are differences. Returns the doubled ranks and the sizes of the ties.

    Examples
    --------
    >>> ranks, tied = double_midranks([np.array([0, 0, 0, 0, 1])], np.array([2.0, 1.0, 2.0, 4.0, 9.0]))
    >>> ranks.tolist(), tied.tolist()
    ([5, 2, 5, 8, 2], [2, 1, 2, 1, 1])
    """
    size = len(values)
    order = np.lexsort((values, *groups))
    new_group = _changes([group[order] for group in groups], size)
    new_value = new_group | new_values(values[order], None if operands is None else operands[order])
    begin, end = _runs(new_value, size)
    group_begin = _runs(new_group, size)[0]
    ranks, tied = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    ranks[order] = begin + end + 1 - 2 * group_begin
    tied[order] = end - begin
    return ranks, tied


def row_midranks(values: npt.NDArray[Any]) -> tuple[Integers, Integers]:
    """Compute :func:`double_midranks` of a matrix whose rows are the groups.

    Examples
    --------
    >>> ranks, tied = row_midranks(np.array([[2.0, 1.0, 2.0, 4.0]]))
    >>> ranks.tolist(), tied.tolist()
    ([[5, 2, 5, 8]], [[2, 1, 2, 1]])
    """
    rows, size = values.shape
    order = np.argsort(values, axis=1)
    order += np.arange(rows)[:, None] * size
    same = np.zeros((rows, size + 1), dtype=bool)
    np.logical_not(new_values(values.take(order)), out=same[:, :-1])
    ranks, tied = np.empty(rows * size, dtype=np.int64), np.ones(rows * size, dtype=np.int64)
    ranks[order] = np.arange(2, 2 * size + 2, 2)
    # Ties are runs of equal values, and mostly few: only their places are looked at again.
    shared = np.flatnonzero(same[:, :-1] | same[:, 1:])
    if len(shared):
        row, place = np.divmod(shared, size)
        begins = np.flatnonzero(~same[row, place])
        length = np.diff(begins, append=len(row))
        cell = order[row, place]
        ranks[cell] = np.repeat(2 * place[begins] + length + 1, length)
        tied[cell] = np.repeat(length, length)
    return ranks.reshape(rows, size), tied.reshape(rows, size)


def by_pattern(ranks: Integers) -> Iterator[tuple[Integers, Integers]]:
    """Yield every set of ranks that some rows have in any order, ascending, and which rows these are.

    Examples
    --------
    >>> [(pattern.tolist(), rows.tolist()) for pattern, rows in by_pattern(np.array([[4, 2], [3, 3], [2, 4]]))]
    [([2, 4], [0, 2]), ([3, 3], [1])]
    """
    patterns, which = np.unique(np.sort(ranks, axis=1), axis=0, return_inverse=True)
    which = which.reshape(-1)
    order = np.argsort(which, kind="stable")
    bounds = np.searchsorted(which[order], np.arange(len(patterns) + 1))
    for pattern, start, end in zip(patterns, bounds, bounds[1:], strict=False):
        yield pattern, order[start:end]


def _changes(columns: Sequence[npt.NDArray[Any]], size: int) -> Flags:
    """Return where a sorted table takes a new value."""
    changed = np.zeros(size, dtype=bool)
    changed[:1] = True
    for column in columns:
        changed[1:] |= column[1:] != column[:-1]
    return changed


def _runs(starts: Flags, size: int) -> tuple[Integers, Integers]:
    """Return for every place where its run begins and where the next one does."""
    begins = np.flatnonzero(starts)
    which = np.cumsum(starts) - 1
    return begins[which], np.append(begins[1:], size)[which]
