"""Normality of samples in rows: statistics and p-values of Shapiro-Wilk and Anderson-Darling, also of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from benchreport.stats.kernels.centring import is_rounding, power_of_two
from benchreport.stats.kernels.linear_algebra import Array, Basis, orthonormal
from benchreport.tables.rounding import Flags, Floats

CHUNK = 2_000_000  # numbers drawn at a time
# Royston (1995): corrections of the two outermost weights as polynomials in 1 / sqrt(n), lowest power first.
FIRST_WEIGHT = (0.0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056)
SECOND_WEIGHT = (0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633)
# Mean and log standard deviation of the transformed 1 - W: up to 11 values in n, beyond in log n.
SMALL_MEAN = (0.544, -0.39978, 0.025054, -6.714e-4)
SMALL_LOG_SD = (1.3822, -0.77857, 0.062767, -0.0020322)
SMALL_BOUND = (-2.273, 0.459)
LARGE_MEAN = (-1.5861, -0.31082, -0.083751, 0.0038915)
LARGE_LOG_SD = (-0.4803, -0.082676, 0.0030302)
BEYOND_BOUND = 1e-99  # where W lies below all that the transformation of small samples reaches, as in R

# D'Agostino and Stephens (1986): upper end of the modified statistic, polynomial of the log of p, or of 1 - p.
ANDERSON_PIECES = (
    (0.2, (-13.436, 101.14, -223.73), True),
    (0.34, (-8.318, 42.796, -59.938), True),
    (0.6, (0.9177, -4.279, -1.38), False),
    (10.0, (1.2937, -5.709, 0.0186), False),
)
ANDERSON_LEAST_P = 3.7e-24


def standardised(values: Floats, operands: Floats) -> tuple[Floats, Flags]:
    """Return samples in rows sorted, with mean 0 and standard deviation 1; and which vary by no more than rounding.

    ``operands`` are the sizes of the numbers that each value comes from.

    Examples
    --------
    >>> rows = np.array([[3.0, 1.0, 2.0], [0.3, 0.1 + 0.2, 0.3]])
    >>> standard, still = standardised(rows, np.abs(rows))
    >>> standard[0].tolist(), still.tolist()
    ([-1.0, 0.0, 1.0], [False, True])
    """
    unit = power_of_two(operands.max(axis=1))[:, None]
    x, sizes = values / unit, operands / unit
    # About the middle of the range, since sums of raw values lose digits.
    x = x - (x.min(axis=1, keepdims=True) + x.max(axis=1, keepdims=True)) / 2
    x = x - x.mean(axis=1, keepdims=True)
    still = np.asarray(is_rounding(x, sizes, sizes.mean(axis=1, keepdims=True)).all(axis=1))
    with np.errstate(all="ignore"):
        return np.sort(x, axis=1) / np.sqrt((x**2).sum(axis=1, keepdims=True) / (x.shape[1] - 1)), still


@lru_cache(maxsize=256)
def shapiro_weights(n: int) -> Floats:
    """Compute Royston's weights of n sorted values, symmetric about 0.

    Examples
    --------
    >>> shapiro_weights(5).round(6).tolist()
    [-0.664639, -0.24136, 0.0, 0.24136, 0.664639]
    """
    from scipy.special import ndtri

    if n == 3:
        return np.array([-np.sqrt(0.5), 0.0, np.sqrt(0.5)])
    scores = -ndtri((np.arange(1, n // 2 + 1) - 0.375) / (n + 0.25))
    squares = 2 * (scores**2).sum()
    corrections = (FIRST_WEIGHT, SECOND_WEIGHT)[: 2 if n > 5 else 1]
    outer = np.array([_polynomial(terms, n**-0.5) for terms in corrections]) + scores[: len(corrections)] / squares**0.5
    # The inner weights are normal scores, scaled so that all squares add up to one.
    inner = squares - 2 * (scores[: len(outer)] ** 2).sum()
    weights = scores * np.sqrt((1 - 2 * (outer**2).sum()) / inner)
    weights[: len(outer)] = outer
    return np.concatenate([-weights, np.zeros(n % 2), weights[::-1]])


def shapiro(standard: Floats) -> tuple[Floats, Floats]:
    """Compute W, the squared correlation of sorted values with Royston's weights, and its p-value."""
    from scipy.special import ndtr

    n = standard.shape[1]
    weights = shapiro_weights(n)
    squares = (weights**2).sum() * (standard**2).sum(axis=1)
    length, shared = np.sqrt(squares), (standard * weights).sum(axis=1)
    # 1 - W by its factors, since W is close to 1 in large samples.
    rest = (length - shared) * (length + shared) / squares
    with np.errstate(all="ignore"):
        if n == 3:
            angle = np.arcsin(np.sqrt(np.clip(1 - rest, 0.75, 1.0)))
            return 1 - rest, 6 / np.pi * (angle - np.pi / 3)
        log_rest = np.log(rest)
        if n <= 11:
            bound = _polynomial(SMALL_BOUND, n)
            z = (-np.log(bound - log_rest) - _polynomial(SMALL_MEAN, n)) / np.exp(_polynomial(SMALL_LOG_SD, n))
            return 1 - rest, np.where(log_rest < bound, ndtr(-z), BEYOND_BOUND)
        z = (log_rest - _polynomial(LARGE_MEAN, np.log(n))) / np.exp(_polynomial(LARGE_LOG_SD, np.log(n)))
        return 1 - rest, ndtr(-z)


def anderson(standard: Floats) -> tuple[Floats, Floats]:
    """Compute A-squared of standardised values against the normal law, and its p-value."""
    from scipy.special import log_ndtr

    n = standard.shape[1]
    odd = 2 * np.arange(1, n + 1) - 1
    statistic = -n - (odd * (log_ndtr(standard) + log_ndtr(-standard)[:, ::-1])).mean(axis=1)
    modified = statistic * (1 + 0.75 / n + 2.25 / n**2)
    p = np.full(len(standard), ANDERSON_LEAST_P)
    for end, terms, complement in reversed(ANDERSON_PIECES):
        share = np.exp(_polynomial(terms, np.minimum(modified, end)))
        p = np.where(modified < end, 1 - share if complement else share, p)
    return statistic, p


def _polynomial(terms: Sequence[float], x: Any) -> Any:
    return np.polynomial.polynomial.polyval(x, terms)


def farthest_projection(values: Array) -> tuple[Array, Basis]:
    """Return every sample of vectors, projected on the direction of the vector farthest from the mean; and its basis.

    Distances are those of Mahalanobis. Columns that say nothing new are left out of the basis.

    Examples
    --------
    >>> sample = np.array([[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [9.0, 9.0]]])
    >>> farthest_projection(sample)[0].round(4).tolist()
    [[-0.2876, -0.2301, -0.2301, 0.7478]]
    """
    many, _, p = values.shape
    rows = values - values.mean(axis=1, keepdims=True)
    basis = orthonormal(rows, np.zeros((many, 0, p)), np.abs(values).max(axis=1))
    columns = basis.columns
    distance = (columns**2).sum(axis=2)
    farthest = columns[np.arange(many), distance.argmax(axis=1)]
    return np.einsum("gnp,gp->gn", columns, farthest), basis


@lru_cache(maxsize=64)
def simulated_shapiro(n: int, p: int, seed: int, draws: int) -> Floats:
    """Return the sorted multivariate statistics of simulated samples of n normal vectors of p metrics.

    Examples
    --------
    >>> simulated_shapiro(10, 2, 0, 99).shape
    (99,)
    """
    random = np.random.default_rng([seed, n, p])
    step = max(1, CHUNK // (n * p))
    parts = []
    for start in range(0, draws, step):
        projected, _ = farthest_projection(random.standard_normal((min(step, draws - start), n, p)))
        parts.append(shapiro(standardised(projected, np.abs(projected))[0])[0])
    return np.sort(np.concatenate(parts))
