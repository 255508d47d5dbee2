"""When are two numbers the same? Ranks and signs see values rounded to twelve digits, nothing else does."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

DIGITS = 12
TOLERANCE = 10.0**-DIGITS


def rounded(value: pl.Expr, largest: pl.Expr) -> pl.Expr:
    """Give whole numbers that are equal where values agree to 12 digits of the largest value of their group.

    Examples
    --------
    >>> frame = pl.DataFrame({"x": [0.1 + 0.2, 0.3, 0.31]})
    >>> frame.select(rounded(pl.col("x"), pl.col("x").abs().max()).n_unique()).item()
    2
    """
    power = (DIGITS - 1 - largest.log10().floor()).clip(-300, 300)
    return pl.when(largest > 0).then((value * pl.lit(10.0).pow(power)).round()).otherwise(0.0)


def rounded_array(values: npt.NDArray[Any], largest: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """As :func:`rounded`, on arrays that broadcast."""
    positive = largest > 0
    power = np.clip(DIGITS - 1 - np.floor(np.log10(np.where(positive, largest, 1.0))), -300, 300)
    return np.where(positive, np.round(values * 10.0**power), 0.0)


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
