"""Which plans are asked for, when every number may be one or several?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.method import Method
from benchreport.stats.forms.rows import checked_number

# One number, or several to be gone through.
Numbers = float | Sequence[float]

planning_method = partial(Method, kind="numbers", shape="none")


def combinations(**numbers: Sequence[float]) -> pl.DataFrame:
    """Cross several lists of numbers, the last changing fastest.

    Examples
    --------
    >>> combinations(n=[1, 2], alpha=[0.05]).rows()
    [(1, 0.05), (2, 0.05)]
    """
    plans = pl.DataFrame()
    for name, values in numbers.items():
        column = pl.DataFrame({name: values})
        plans = plans.join(column, how="cross", maintain_order="left_right") if plans.width else column
    return plans


def checked_numbers(
    values: Numbers, name: str, *, least: float = -np.inf, most: float = np.inf, strict: bool = False
) -> list[float]:
    """Check one number or several, and give them as a list."""
    listed = list(values) if isinstance(values, Sequence | np.ndarray) and not isinstance(values, str) else [values]
    if not listed:
        raise OptionError(f"{name} is empty", hint="give one number or several")
    return [checked_number(_plain(value), name, least=least, most=most, strict=strict) for value in listed]


def whole_numbers(values: Numbers, name: str, *, least: int) -> list[int]:
    """Check whole numbers, one or several."""
    numbers = checked_numbers(values, name, least=least)
    for number in numbers:
        if number != int(number):
            raise OptionError(f"{name} is {number:g}", hint="it is a whole number")
    return [int(number) for number in numbers]


def checked_levels(alpha: Numbers) -> list[float]:
    """Check one level or several."""
    return checked_numbers(alpha, "alpha", least=0.0, most=1.0, strict=True)


def _plain(value: float) -> float:
    return value.item() if isinstance(value, np.generic) else value
