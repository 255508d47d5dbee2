"""Which results are equal in the numbers that a file means? Decided in exact fractions, by no rule of the product."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

SIMPLE = 10**6  # a rate of so many instances is meant as that fraction
DIGITS = 15  # as files write numbers that have no end


def meant(number: float) -> Fraction:
    """Return the number that a file means: a simple fraction if its first digits are those, else the decimal itself.

    Examples
    --------
    >>> meant(0.1), meant(0.794285714285714), meant(0.123456789)
    (Fraction(1, 10), Fraction(139, 175), Fraction(123456789, 1000000000))
    """
    decimal = Fraction(repr(number))
    simple = decimal.limit_denominator(SIMPLE)
    last_digit = Fraction(10) ** (math.floor(math.log10(abs(number))) + 1 - DIGITS) if number else 0
    return simple if 2 * abs(simple - decimal) <= last_digit else decimal


def written(values: np.ndarray) -> np.ndarray:
    """Return the numbers of a file as they are meant, exactly."""
    exact = np.array([meant(float(value)) for value in values.ravel()], dtype=object)
    return exact.reshape(values.shape)


def noise_splits(values: np.ndarray, computed: Callable[[np.ndarray], Any]) -> bool:
    """Tell whether results that are equal as meant differ in their last bits, so that ranks of raw numbers part them.

    R and SciPy rank raw differences: 0.3 - 0.1 and 0.4 - 0.2 are no tie to them, and are one as meant.

    Examples
    --------
    >>> pairs = np.array([[0.3, 0.1], [0.4, 0.2]])
    >>> noise_splits(pairs, lambda rows: rows[:, 0] - rows[:, 1]), noise_splits(pairs, lambda rows: rows[:, 0])
    (True, False)
    """
    raw, exact = (np.asarray(computed(version)).ravel().tolist() for version in (values, written(values)))
    return len(set(raw)) != len(set(exact))


def medians(values: np.ndarray) -> np.ndarray:
    """Return the median of every column, of floats as well as of fractions.

    Examples
    --------
    >>> medians(np.array([[1.0], [2.0], [5.0], [9.0]])).tolist()
    [3.5]
    """
    ordered = np.sort(values, axis=0)
    n = len(ordered)
    return (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
