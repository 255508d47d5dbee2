"""When are two numbers the same? Ranks and signs see values rounded to twelve digits, nothing else does."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

DIGITS = 12
TOLERANCE = 10.0**-DIGITS
EXTREME = 300
# Looked up, since logarithms and powers are a hair off at powers of ten.
POWERS_OF_TEN = np.array([float(f"1e{power}") for power in range(-EXTREME, EXTREME + 1)])


def rounded(value: pl.Expr, largest: pl.Expr) -> pl.Expr:
    """Give whole numbers that are equal where values agree to 12 digits of the largest value of their group.

    Examples
    --------
    >>> frame = pl.DataFrame({"x": [0.1 + 0.2, 0.3, 0.31]})
    >>> frame.select(rounded(pl.col("x"), pl.col("x").abs().max()).n_unique()).item()
    2
    """
    scale = largest.map_batches(lambda sizes: _scale(sizes.to_numpy()), return_dtype=pl.Float64, is_elementwise=True)
    return (value * scale).round()


def rounded_array(values: npt.NDArray[Any], largest: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """As :func:`rounded`, on arrays that broadcast."""
    scaled: npt.NDArray[np.float64] = np.round(values * _scale(largest))
    return scaled


def _scale(largest: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Give the power of ten that leaves the largest value twelve digits before the point; 0 where all are 0."""
    exponent = np.searchsorted(POWERS_OF_TEN, largest, side="right") - 1 - EXTREME
    power = np.clip(DIGITS - 1 - exponent, -EXTREME, EXTREME)
    return np.where(largest > 0, POWERS_OF_TEN[power + EXTREME], 0.0)


def sign_of_difference(x: pl.Expr, y: pl.Expr) -> pl.Expr:
    """Give 1, 0 or -1 as x lies above, at or below y; differences within rounding are 0.

    Examples
    --------
    >>> pl.select(sign_of_difference(pl.lit(0.1) + pl.lit(0.2), pl.lit(0.3))).item()
    0.0
    """
    difference = x - y
    same = difference.abs() <= TOLERANCE * pl.max_horizontal(x.abs(), y.abs())
    return pl.when(same).then(0.0).otherwise(difference.sign())
