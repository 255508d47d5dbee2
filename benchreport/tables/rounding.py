"""Equality within rounding: ranks, signs and "at least" see no gap that is rounding of its own operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

# About 45 units in the last place: means and differences of decimals are off by a few.
SAME = 1e-14
LARGEST = float(np.finfo(np.float64).max)
# The same line separates spreads from rounding.
TOLERANCE = SAME
# From so many values on, those that are far from their neighbours are found first; the others are few below this share.
LONG, FEW = 4_096, 0.05


def slack(operand: npt.NDArray[Any]) -> Floats:
    """Return how far apart two numbers may lie and still be the same, given the larger of their operands.

    The operand of a value is its size; that of a difference x - y is the larger of |x| and |y|. An infinite operand
    leaves a finite slack, so that only infinities equal it.

    Examples
    --------
    >>> slack(np.array([0.0, 1.0, 2e3])).tolist()
    [0.0, 1e-14, 2e-11]
    """
    return np.asarray(SAME * np.minimum(operand, LARGEST))


def is_zero(x: npt.NDArray[Any], y: npt.NDArray[Any]) -> Flags:
    """Return where two values are the same.

    Examples
    --------
    >>> is_zero(np.array([0.1 + 0.2, 0.4, np.inf]), np.array([0.3, 0.3, np.inf])).tolist()
    [True, False, True]
    """
    with np.errstate(invalid="ignore", over="ignore"):
        # Equal infinities have no difference: NaN does not exceed anything.
        return np.asarray(~(np.abs(x - y) > slack(np.maximum(np.abs(x), np.abs(y)))))


def new_values(ordered: npt.NDArray[Any], operands: npt.NDArray[Any] | None = None) -> Flags:
    """Return where, along the last axis, an ascending value is not the same as the one before; the first is new.

    A run of neighbours that are the same is one tie. ``operands`` are the sizes of the numbers that each value comes
    from, by default the size of the value. Only the operands of two neighbours decide between them, so that one
    diverged run ties nothing but itself.

    Examples
    --------
    >>> new_values(np.array([1e-7, 3e-7, 0.3, 0.1 + 0.2, 1e12])).tolist()
    [True, True, True, False, True]
    """
    new = np.ones(ordered.shape, dtype=bool)
    # Rows one after the other, as one long line: many short ones take longer to start on than to compare.
    line, later = ordered.ravel(), new.reshape(-1)[1:]
    below, above = line[:-1], line[1:]
    close: Any = ...
    with np.errstate(invalid="ignore", over="ignore"):
        gap = above - below
        if operands is None and line.size > LONG:
            # What lies further apart than the slack of the largest size is new; mostly few are left to look at.
            np.greater(gap, slack(np.maximum(line.max(), -line.min())), out=later)
            new[..., :1] = True
            if later.size - np.count_nonzero(later) < FEW * later.size:
                close = np.flatnonzero(~later)
        if operands is None:
            # Of ascending values the larger size is that of the upper one, or of the lower one where both are negative.
            larger = np.maximum(above[close], -below[close])
        else:
            larger = np.maximum(operands.ravel()[1:], operands.ravel()[:-1])
        later[close] = gap[close] > slack(larger)
    new[..., :1] = True
    return new


def order_within(values: npt.NDArray[Any], group: npt.NDArray[Any]) -> Integers:
    """Return the order that sorts values by their group and then by size; equal ones stay in their order.

    Where the groups lie one after the other and are of one size, each is sorted by itself, in a fraction of the time.

    Examples
    --------
    >>> order_within(np.array([0.5, 0.1, 0.3, 0.2]), np.array([0, 0, 1, 1])).tolist()
    [1, 0, 3, 2]
    """
    begins = np.flatnonzero(group[1:] != group[:-1]) + 1
    size = int(begins[0]) if len(begins) else len(group)
    ascending = bool((group[begins] > group[begins - 1]).all())
    if not (size and ascending and len(group) == (len(begins) + 1) * size and (begins % size == 0).all()):
        return np.lexsort((values, group))
    rows = values.reshape(-1, size)
    order = np.argsort(rows, axis=1)
    # A stable order takes three times as long, and is the same where no two values are equal.
    in_order = np.take_along_axis(rows, order, axis=1)
    tied = np.flatnonzero(~(in_order[:, 1:] > in_order[:, :-1]).all(axis=1))
    order[tied] = np.argsort(rows[tied], axis=1, kind="stable")
    order += np.arange(0, len(group), size)[:, None]
    return order.reshape(-1)


def tie_keys(
    groups: Sequence[npt.NDArray[Any]], values: npt.NDArray[Any], operands: npt.NDArray[Any] | None = None
) -> Integers:
    """Return the number of each value among the distinct ones of its group, ascending; equal values share a number.

    Examples
    --------
    >>> tie_keys([np.array([0, 0, 0, 1])], np.array([0.3, 1e9, 0.1 + 0.2, 5.0])).tolist()
    [0, 1, 0, 2]
    """
    order = order_within(values, groups[0]) if len(groups) == 1 else np.lexsort((values, *groups))
    new = new_values(values[order], None if operands is None else operands[order])
    for group in groups:
        new[1:] |= group[order][1:] != group[order][:-1]
    keys = np.empty(len(order), dtype=np.int64)
    keys[order] = np.cumsum(new) - 1
    return keys


def row_tie_keys(values: npt.NDArray[Any], operands: npt.NDArray[Any] | None = None) -> Integers:
    """Return the numbers of values along the last axis, as :func:`tie_keys` does; what NaN gets means nothing.

    Examples
    --------
    >>> row_tie_keys(np.array([[0.3, 1e9, 0.1 + 0.2], [3.0, 2.0, 1.0]])).tolist()
    [[1, 2, 1], [3, 2, 1]]
    """
    order = np.argsort(values, axis=-1, kind="stable")
    sizes = None if operands is None else np.take_along_axis(operands, order, axis=-1)
    numbers = np.cumsum(new_values(np.take_along_axis(values, order, axis=-1), sizes), axis=-1)
    keys = np.empty(values.shape, dtype=np.int64)
    np.put_along_axis(keys, order, numbers, axis=-1)
    return keys
