"""Which effect sizes are compatible with an observed t? The noncentral law of Student's t and its inversion."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from benchreport.threads import product

Floats = npt.NDArray[np.float64]

DEGREE = 80
TABLED_FROM = 4
NODES = 120
REACH = 9.5
STEPS = 80
WIDE = 40.0
SETTLED = 1e-14


def noncentral_t_cdf(t: npt.ArrayLike, df: npt.ArrayLike, nc: npt.ArrayLike) -> Floats:
    """Give P(T <= t) when T is noncentral t.

    Examples
    --------
    >>> round(float(noncentral_t_cdf(2.0, 9, 1.0)), 10)
    0.8041440183
    """
    from scipy.special import nctdtr

    value, degrees, shift = (np.asarray(number, dtype=np.float64) for number in (t, df, nc))
    return np.asarray(nctdtr(degrees, shift, value), dtype=np.float64)


def solved_noncentrality(t: npt.ArrayLike, df: npt.ArrayLike, p: float) -> Floats:
    """Find the noncentrality at which P(T <= t) = p.

    Examples
    --------
    >>> round(float(noncentral_t_cdf(2.0, 9, solved_noncentrality(2.0, 9, 0.025))), 12)
    0.025
    """
    angle = np.arctan(np.asarray(t, dtype=np.float64) / np.sqrt(np.asarray(df, dtype=np.float64)))
    return _scaled_noncentrality(angle, np.asarray(df, dtype=np.float64), p) / np.cos(angle)


def _scaled_noncentrality(angle: Floats, df: Floats, p: float) -> Floats:
    """Find g with P(sin(angle) chi - cos(angle) Z >= g) = p, where chi and Z are independent chi and normal.

    For t = sqrt(df) tan(angle) that is the noncentrality times the cosine. On the scale of the normal law the
    probability is almost linear in g, so that secants need few steps.
    """
    from scipy.special import gammaln, ndtri

    angle, df = np.broadcast_arrays(angle, df)
    target = float(ndtri(p))
    mean = np.sqrt(2) * np.exp(gammaln((df + 1) / 2) - gammaln(df / 2))
    spread = np.sqrt(np.cos(angle) ** 2 + np.sin(angle) ** 2 * (df - mean**2))
    centre = np.sin(angle) * mean
    low, high = centre - WIDE * spread, centre + WIDE * spread

    def miss(g: Floats, here: npt.NDArray[np.bool_]) -> Floats:
        return np.asarray(ndtri(np.clip(_upper_tail(g[here], angle[here], df[here]), 1e-300, 1 - 1e-16)) - target)

    before = centre - target * spread
    after = before + 0.01 * spread
    done = np.zeros(after.shape, dtype=bool)
    with np.errstate(all="ignore"):
        miss_before, miss_after = (miss(g, ~done).reshape(done.shape) for g in (before, after))
        for _ in range(STEPS):
            done |= np.abs(miss_after) <= SETTLED
            if done.all():
                break
            low, high = np.where(miss_after > 0, after, low), np.where(miss_after > 0, high, after)
            proposed = after - miss_after * (after - before) / (miss_after - miss_before)
            near = np.abs(proposed - after) <= SETTLED * spread
            inside = near | ((proposed > low) & (proposed < high))
            proposed = np.where(done, after, np.where(inside, proposed, (low + high) / 2))
            before, miss_before, after = after, miss_after, proposed
            miss_after = miss_after.copy()
            miss_after[~done] = miss(after, ~done)
            done |= near
    return np.asarray(after)


def _upper_tail(g: Floats, angle: Floats, df: Floats) -> Floats:
    """Give P(sin(angle) chi - cos(angle) Z >= g), summing over whichever of the two leaves a smooth integrand."""
    steep = np.abs(angle) > np.pi / 4
    tail = np.empty(g.shape)
    for here, summed in ((steep, _over_normal), (~steep, _over_chi)):
        if here.any():
            tail[here] = summed(g[here][:, None], angle[here][:, None], df[here][:, None])
    return tail


def _over_normal(level: Floats, angle: Floats, degrees: Floats) -> Floats:
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


def _over_chi(level: Floats, angle: Floats, degrees: Floats) -> Floats:
    from scipy.special import gammaincinv, gammaln, ndtr

    nodes, weights = _quadrature()
    low = np.sqrt(2 * gammaincinv(degrees / 2, 1e-18))
    high = np.sqrt(2 * (degrees / 2 + 8 * np.sqrt(degrees) + 45))
    chi = low + (high - low) * (nodes + 1) / 2
    log_density = (degrees - 1) * np.log(chi) - chi * chi / 2 - (degrees / 2 - 1) * np.log(2) - gammaln(degrees / 2)
    share = (high - low) / 2 * weights * np.exp(log_density)
    return np.asarray((share * ndtr((chi * np.sin(angle) - level) / np.cos(angle))).sum(axis=1))


def noncentrality(t: npt.ArrayLike, df: npt.ArrayLike, p: float) -> Floats:
    """As :func:`solved_noncentrality`, for many t with whole degrees of freedom; good to about 11 digits.

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
    for known in np.unique(degrees[usable]).tolist():
        here = usable & (degrees == known)
        if known < TABLED_FROM or here.sum() < DEGREE:
            result[here] = solved_noncentrality(value[here], known, p)
            continue
        angle = np.arctan(value[here] / np.sqrt(known))
        scaled = np.polynomial.chebyshev.chebval(angle / (np.pi / 2), _coefficients(known, p))
        result[here] = scaled / np.cos(angle)
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
