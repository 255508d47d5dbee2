"""Ties within rounding as expressions: numbers of distinct values, signs of differences."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.tables.rounding import LARGEST, SAME


def tie_key(value: pl.Expr, place: Any) -> pl.Expr:
    """Return the number of each value among the distinct ones of its place, ascending; missing values have none.

    Examples
    --------
    >>> frame = pl.DataFrame({"dataset": ["a", "a", "a", "b"], "x": [0.1 + 0.2, 0.3, 1e12, 0.31]})
    >>> frame.select(tie_key(pl.col("x"), "dataset")).to_series().to_list()
    [0, 0, 1, 0]
    """
    before = value.shift(1)
    operand = pl.max_horizontal(value.abs(), before.abs()).clip(upper_bound=LARGEST)
    new = (value != before) & (value - before > SAME * operand)
    number = new.fill_null(False).cast(pl.Int64).cum_sum()
    return pl.when(value.is_not_null()).then(number.over(place, order_by=value))


def sign_of_difference(x: pl.Expr, y: pl.Expr) -> pl.Expr:
    """Return 1, 0 or -1 as x lies above, at or below y; values that are the same differ by 0.

    Examples
    --------
    >>> pl.select(sign_of_difference(pl.lit(0.1) + pl.lit(0.2), pl.lit(0.3))).item()
    0.0
    """
    difference = x - y
    operand = pl.max_horizontal(x.abs(), y.abs()).clip(upper_bound=LARGEST)
    # Equal infinities differ by NaN.
    same = (x == y) | (difference.abs() <= SAME * operand)
    return pl.when(same).then(0.0).otherwise(difference.sign())
