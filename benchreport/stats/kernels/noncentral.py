"""Noncentral t distribution: the noncentrality at which an observed t has a given probability."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from benchreport.stats.kernels.roots import secant_root
from benchreport.tables.rounding import Flags, Floats
from benchreport.threads import product

DEGREE = 80
TABLED_FROM = 4
NODES = 120
REACH = 9.5
TOLERANCE = 1e-14


def solved_noncentrality(t: Floats, df: float, p: float) -> Floats:
    """Return the noncentrality at which P(T <= t) = p.

    Examples
    --------
    >>> from scipy.special import nctdtr
    >>> nctdtr(9, solved_noncentrality(np.array([2.0]), 9, 0.025), 2.0).round(12).tolist()
    [0.025]
    """
    angle = np.arctan(t / np.sqrt(df))
    return np.asarray(_scaled_noncentrality(angle, np.full(angle.shape, float(df)), p) / np.cos(angle))


def _scaled_noncentrality(angle: Floats, df: Floats, p: float) -> Floats:
    """Return g with P(sin(angle) chi - cos(angle) Z >= g) = p, where chi and Z are independent chi and normal.

    For t = sqrt(df) tan(angle) that is the noncentrality times the cosine. On the scale of the normal law the
    probability is almost linear in g, so that secants need few steps. They start where g would be if the distances of
    both quantiles from their medians added up as those of normal variables do.
    """
    from scipy.special import gammainccinv, gammaincinv, ndtri

    if p > 0.5:  # a small tail keeps its digits
        return -_scaled_noncentrality(-angle, df, 1 - p)
    target = float(ndtri(p))
    sine, cosine = np.sin(angle), np.cos(angle)
    median = np.sqrt(2 * gammaincinv(df / 2, 0.5))
    quantile = np.sqrt(2 * np.where(sine > 0, gammainccinv(df / 2, p), gammaincinv(df / 2, p)))
    start = sine * median + np.hypot(sine * (quantile - median), cosine * target)

    def excess(g: Floats, sought: Flags) -> Floats:
        return np.asarray(ndtri(np.clip(_upper_tail(g, angle[sought], df[sought]), 1e-300, 1 - 1e-16)) - target)

    return secant_root(excess, start, start + 0.01, tolerance=TOLERANCE, least=TOLERANCE)


def _upper_tail(g: Floats, angle: Floats, df: Floats) -> Floats:
    """Return P(sin(angle) chi - cos(angle) Z >= g).

    SciPy has it as P(T <= t) and loses digits where t is far larger than the root of its degrees of freedom; there the
    integrand over Z is smooth.
    """
    from scipy.special import nctdtr

    steep = np.abs(angle) > np.pi / 4
    flat = ~steep
    tail = np.empty(g.shape)
    tail[steep] = _over_normal(g[steep][:, None], angle[steep][:, None], df[steep][:, None])
    tail[flat] = nctdtr(df[flat], g[flat] / np.cos(angle[flat]), np.sqrt(df[flat]) * np.tan(angle[flat]))
    return tail


def _over_normal(level: Floats, angle: Floats, degrees: Floats) -> Floats:
    """Return the tail as a sum over the values of Z."""
    from scipy.special import gammainc, gammaincc, ndtr

    nodes, weights = _quadrature()
    sine, cosine = np.sin(angle), np.cos(angle)
    # The law of chi has an edge at 0, where z is -g / cos: on one side of it the tail is 0 or 1.
    edge = np.clip(-level / np.maximum(cosine, 1e-300), -REACH, REACH)
    rising = sine > 0
    start, stop = np.where(rising, edge, -REACH), np.where(rising, REACH, edge)
    z = (start + stop) / 2 + (stop - start) / 2 * nodes
    density = (stop - start) / 2 * weights * np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    square = ((level + cosine * z) / sine) ** 2 / 2
    tail, up = np.empty(square.shape), rising[:, 0]
    tail[up] = gammaincc(degrees[up] / 2, square[up])
    tail[~up] = gammainc(degrees[~up] / 2, square[~up])
    return np.asarray((density * tail).sum(axis=1) + np.where(rising, ndtr(edge), 0.0)[:, 0])


def noncentrality(t: npt.ArrayLike, df: npt.ArrayLike, p: float) -> Floats:
    """Compute :func:`solved_noncentrality`, for many t with whole degrees of freedom; good to about 11 digits.

    With t = sqrt(df) tan(angle) the noncentrality times the cosine is a smooth function of the angle, finite at both
    ends; each number of degrees of freedom has one table of its Chebyshev coefficients. Where t are few, or below
    4, where the function bends sharply near its ends, it is solved for each t.

    Examples
    --------
    >>> round(float(noncentrality(np.array([2.0]), np.array([9.0]), 0.025)[0]), 9)
    4.116210097
    """
    value, degrees = np.broadcast_arrays(np.asarray(t, dtype=np.float64), np.asarray(df, dtype=np.float64))
    result = np.full(value.shape, np.nan)
    usable = np.isfinite(value) & (degrees >= 1)
    for df_value in np.unique(degrees[usable]).tolist():
        rows = usable & (degrees == df_value)
        if df_value < TABLED_FROM or rows.sum() < DEGREE:
            result[rows] = solved_noncentrality(value[rows], df_value, p)
            continue
        angle = np.arctan(value[rows] / np.sqrt(df_value))
        scaled = np.polynomial.chebyshev.chebval(angle / (np.pi / 2), _coefficients(df_value, p))
        result[rows] = scaled / np.cos(angle)
    return result


@lru_cache(maxsize=1)
def _quadrature() -> tuple[Floats, Floats]:
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    return nodes, weights


@lru_cache(maxsize=4096)
def _coefficients(df: float, p: float) -> Floats:
    nodes = np.cos(np.pi * (np.arange(DEGREE) + 0.5) / DEGREE)
    angle = nodes * np.pi / 2
    scaled = _scaled_noncentrality(angle, np.full(DEGREE, df), p)
    order = np.arange(DEGREE)
    weights = np.cos(np.pi * np.outer(order, np.arange(DEGREE) + 0.5) / DEGREE)
    coefficients: Floats = product(weights, scaled) * (2 / DEGREE)
    coefficients[0] /= 2
    return coefficients
