"""How far apart are two rates that were counted on the same instances? Score and Wilson-based limits."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchreport.stats.kernels.binomial import wilson
from benchreport.stats.kernels.roots import Flags, bisected

Floats = npt.NDArray[np.float64]


def tango_limits(both: Floats, first: Floats, second: Floats, neither: Floats, level: float) -> tuple[Floats, Floats]:
    """Return Tango's score limits for the difference of two paired rates; ``level`` is the area of each tail.

    ``first`` and ``second`` count the instances on which only the first, or only the second, is 1.

    Examples
    --------
    >>> counts = [np.array([count]) for count in (79.0, 4.0, 12.0, 5.0)]
    >>> [round(float(limit[0]), 4) for limit in tango_limits(*counts, 0.025)]
    [-0.1656, -0.0018]
    """
    from scipy.special import ndtri

    z = -float(ndtri(level))
    n = both + first + second + neither
    estimate = (first - second) / np.maximum(n, 1)

    def limit(end: float) -> Floats:
        def outside(difference: Floats) -> Flags:
            return np.asarray(-end * tango_score(first, second, n, difference) >= z)

        return np.where(n > 0, bisected(outside, estimate, np.full_like(estimate, end)), np.nan)

    return limit(-1.0), limit(1.0)


def tango_score(first: Floats, second: Floats, n: Floats, difference: Floats) -> Floats:
    """Return the score statistic of a difference, with the other rate at its most likely value given it."""
    linear = (2 * n - first + second) * difference - first - second
    constant = -second * difference * (1 - difference)
    root = np.sqrt(np.maximum(linear**2 - 8 * n * constant, 0.0))
    rest = (root - linear) / np.maximum(4 * n, 1)
    spread = np.sqrt(np.maximum(n * (2 * rest + difference * (1 - difference)), 0.0))
    distance = first - second - n * difference
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(distance == 0, 0.0, distance / spread)


def newcombe_limits(
    both: Floats, first: Floats, second: Floats, neither: Floats, level: float
) -> tuple[Floats, Floats]:
    """Return Newcombe's limits from two Wilson intervals and the correlation of the pairs (his method 10).

    Examples
    --------
    >>> counts = [np.array([count]) for count in (79.0, 4.0, 12.0, 5.0)]
    >>> [round(float(limit[0]), 4) for limit in newcombe_limits(*counts, 0.025)]
    [-0.1642, 0.0007]
    """
    n = both + first + second + neither
    with np.errstate(divide="ignore", invalid="ignore"):
        p, q = (both + first) / n, (both + second) / n
        (p_low, p_high), (q_low, q_high) = wilson(both + first, n, level), wilson(both + second, n, level)
        product = both * neither - first * second
        kept = np.where(product > n / 2, product - n / 2, np.where(product >= 0, 0.0, product))
        margins = (both + first) * (second + neither) * (both + second) * (first + neither)
        correlation = np.where(margins > 0, kept / np.sqrt(np.maximum(margins, 1.0)), 0.0)
        low = _apart(p - p_low, q_high - q, correlation)
        high = _apart(q - q_low, p_high - p, correlation)
        return p - q - low, p - q + high


def _apart(one: Floats, other: Floats, correlation: Floats) -> Floats:
    return np.sqrt(np.maximum(one**2 - 2 * correlation * one * other + other**2, 0.0))
