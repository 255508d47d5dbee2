"""Studentised range: tail probabilities and quantiles, accurate into the far tail."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from benchreport.stats.kernels import scaled_tails
from benchreport.tables.rounding import Flags, Floats

PANELS = 60  # the table ends where exp(-w^2 / 4) has underflowed
SIZES = (8, 16, 32, PANELS)  # of the tables that are made, for few values reach far
DECAY = 1 / 4  # the tail falls as exp(-w^2 / 4)
STEP = 0.1  # trapezoidal step over x
OFFSETS = np.arange(-70, 96) * STEP  # x - w / 2 wherever the integrand is not negligible, for every w
CHUNK = 32 * scaled_tails.SPREAD_NODES  # table look-ups at a time: they fit the processor's cache


def survival(q: npt.ArrayLike, groups: npt.ArrayLike, df: npt.ArrayLike = np.inf) -> Floats:
    """Compute the probability that the studentised range of ``groups`` equal means is at least ``q``.

    Its relative error stays below 1e-12 up to 1,000 groups, so the tiniest p-values can be adjusted and ranked.
    The arguments broadcast; ``df = inf`` is the range of standard normal values, as in Nemenyi's test.
    Fewer than two groups, ``df <= 0`` and NaN give NaN.

    Examples
    --------
    >>> survival([0.0, 3.0, 15.0], 3).tolist()
    [1.0, 0.0855425716549..., 8.3299481524...e-26]
    >>> float(survival(3.0, 3, df=10))
    0.1349834151895...
    """
    q, groups, df = _broadcast(q, groups, df)
    valid = ~np.isnan(q) & _defined(groups, df)
    tail = np.where(valid, np.where(q > 0, 0.0, 1.0), np.nan)
    inside = valid & (q > 0) & (q < np.inf)
    for count in np.unique(groups[inside]):
        alike = inside & (groups == count)
        normal = alike & np.isinf(df)
        reach = float(q[normal].max(initial=0.0))  # of all, so that their chunks share one table
        for rows in scaled_tails.chunks(normal, CHUNK):
            w = q.flat[rows]
            tail.flat[rows] = np.exp(-(np.minimum(w, PANELS) ** 2) / 4) * _scaled_tail(w, float(count), reach)
        for rows in scaled_tails.chunks(alike & np.isfinite(df), CHUNK // scaled_tails.SPREAD_NODES):
            tail.flat[rows] = _student_tail(q.flat[rows], df.flat[rows], float(count))
    return np.minimum(tail, 1.0, out=tail)


def quantile(p: npt.ArrayLike, groups: npt.ArrayLike, df: npt.ArrayLike = np.inf) -> Floats:
    """Compute the range that ``groups`` equal means reach or exceed with probability ``p``.

    The arguments broadcast. ``p`` outside [0, 1], fewer than two groups, ``df <= 0`` and NaN give NaN.

    Examples
    --------
    >>> quantile([1.0, 0.05, 0.0], 4).tolist()
    [0.0, 3.63315957..., inf]
    """
    p, groups, df = _broadcast(p, groups, df)
    valid = (p >= 0) & (p <= 1) & _defined(groups, df)
    q = np.where(valid, np.where(p > 0, 0.0, np.inf), np.nan)
    inside = valid & (p > 0) & (p < 1)
    if inside.any():
        with np.errstate(over="ignore"):  # df below 1 can ask for more than the largest float
            p, groups, df = p[inside], groups[inside], df[inside]
            near = scaled_tails.log_bound(p / (groups * (groups - 1)), df, DECAY)  # Bonferroni's bound
            q[inside] = scaled_tails.falling_root(p, near, lambda w, sought: survival(w, groups[sought], df[sought]))
    return q


def _broadcast(*arguments: npt.ArrayLike) -> tuple[Floats, ...]:
    return np.broadcast_arrays(*(np.asarray(argument, dtype=np.float64) for argument in arguments))


def _defined(groups: Floats, df: Floats) -> Flags:
    return (groups >= 2) & (groups < np.inf) & (df > 0)


@lru_cache(maxsize=512)
def _tail_table(groups: float, panels: int) -> Floats:
    """Compute Chebyshev coefficients of the scaled tail exp(w^2 / 4) P(W >= w), one column per unit of w.

    W is the range of k = ``groups`` standard normal values, so P(W >= w) is the integral over the maximum x of
    k phi(x) (Phi(x)^(k - 1) - (Phi(x) - Phi(x - w))^(k - 1)). Scaled, it neither underflows nor varies fast.
    """
    below_maximum, log_not_low, density = _integrand(panels)
    some_too_low = -np.expm1((groups - 1) * log_not_low)  # 1 - (1 - r)^(k - 1), all digits kept
    integrand = density * below_maximum ** (groups - 1) * some_too_low
    return scaled_tails.panel_table(groups * STEP / np.sqrt(2 * np.pi) * integrand.sum(axis=2))


@lru_cache(maxsize=len(SIZES))
def _integrand(panels: int) -> tuple[Floats, Floats, Floats]:
    """Return what all tables share, at every point of every panel and every x."""
    from scipy.special import ndtr

    half = scaled_tails.panel_points(panels)[:, :, None] / 2
    below_maximum = ndtr(OFFSETS + half)
    too_low = ndtr(OFFSETS - half) / below_maximum
    with np.errstate(divide="ignore"):  # log1p(-1) = -inf is the right limit
        log_not_low = np.log1p(-too_low)
    density = np.exp((half**2 - 2 * OFFSETS * half - OFFSETS**2) / 2)  # times exp(w^2 / 4)
    return below_maximum, log_not_low, density


def _scaled_tail(w: Floats, groups: float, reach: float) -> Floats:
    return scaled_tails.look_up(w, _tail_table(groups, next((size for size in SIZES if reach < size), PANELS)))


def _student_tail(q: Floats, df: Floats, groups: float) -> Floats:
    return scaled_tails.student_tail(q, df, DECAY, lambda w: _scaled_tail(w, groups, float(w.max(initial=0.0))))
