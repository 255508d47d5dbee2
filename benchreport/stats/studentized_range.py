"""How surprising is so wide a range of several means, when every group has the same mean?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from numpy.polynomial import chebyshev

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

PANELS = 60  # the table ends where exp(-w^2 / 4) has underflowed
SIZES = (8, 16, 32, PANELS)  # of the tables that are made, for few values reach far
DEGREE = 20  # per panel of width one
STEP = 0.1  # trapezoidal step over x
OFFSETS = np.arange(-70, 96) * STEP  # x - w / 2 wherever the integrand is not negligible, for every w
SPREAD_NODES = 160  # over the estimated standard deviation
SPREAD_DEPTH = 50.0  # its density is followed down to exp(-50) of the peak
LARGEST_DF = 1e18  # from here on the tail equals that of df = inf to rounding
CHUNK = 32 * SPREAD_NODES  # table look-ups at a time: they fit the processor's cache
SECANT_STEPS = 100
SMALLEST = 5e-324
LOG_Q_TOLERANCE = 1e-12  # of the last step; what remains is its power 1.6
LOG_P_TOLERANCE = 1e-15  # near p = 1 the tail is too flat to say more


def survival(q: npt.ArrayLike, groups: npt.ArrayLike, df: npt.ArrayLike = np.inf) -> Floats:
    """Probability that the studentised range of ``groups`` equal means is at least ``q``.

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
        for rows in _chunks(normal, CHUNK):
            tail.flat[rows] = _normal_tail(q.flat[rows], float(count), reach)
        for rows in _chunks(alike & np.isfinite(df), CHUNK // SPREAD_NODES):
            tail.flat[rows] = _student_tail(q.flat[rows], df.flat[rows], float(count))
    return np.minimum(tail, 1.0, out=tail)


def quantile(p: npt.ArrayLike, groups: npt.ArrayLike, df: npt.ArrayLike = np.inf) -> Floats:
    """Range that ``groups`` equal means reach or exceed with probability ``p``.

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
            q[inside] = _invert(p[inside], groups[inside], df[inside])
    return q


def _broadcast(*arguments: npt.ArrayLike) -> tuple[Floats, ...]:
    return np.broadcast_arrays(*(np.asarray(argument, dtype=np.float64) for argument in arguments))


def _defined(groups: Floats, df: Floats) -> Flags:
    return (groups >= 2) & (groups < np.inf) & (df > 0)


def _chunks(selected: Flags, size: int) -> Iterator[npt.NDArray[np.intp]]:
    rows = np.flatnonzero(selected)
    return (rows[start : start + size] for start in range(0, rows.size, size))


@lru_cache(maxsize=512)
def _tail_table(groups: float, panels: int) -> Floats:
    """Chebyshev coefficients of the scaled tail exp(w^2 / 4) P(W >= w), one column per unit of w.

    W is the range of k = ``groups`` standard normal values, so P(W >= w) is the integral over the maximum x of
    k phi(x) (Phi(x)^(k - 1) - (Phi(x) - Phi(x - w))^(k - 1)). Scaled, it neither underflows nor varies fast.
    """
    below_maximum, log_not_low, density = _integrand(panels)
    some_too_low = -np.expm1((groups - 1) * log_not_low)  # 1 - (1 - r)^(k - 1), all digits kept
    integrand = density * below_maximum ** (groups - 1) * some_too_low
    scaled = groups * STEP / np.sqrt(2 * np.pi) * integrand.sum(axis=2)
    # Through as many points as coefficients; sums, since a least-squares solver rounds by the number of its threads.
    angles = np.arccos(chebyshev.chebpts1(DEGREE + 1))
    waves = 2 / (DEGREE + 1) * np.cos(np.arange(DEGREE + 1)[:, None] * angles)
    waves[0] /= 2
    table: Floats = (waves[:, :, None] * scaled.T).sum(axis=1)
    return table


@lru_cache(maxsize=len(SIZES))
def _integrand(panels: int) -> tuple[Floats, Floats, Floats]:
    """Return what all tables share, at every point of every panel and every x."""
    from scipy.special import ndtr

    points = chebyshev.chebpts1(DEGREE + 1)
    half = (np.arange(panels)[:, None, None] + (points[:, None] + 1) / 2) / 2
    below_maximum = ndtr(OFFSETS + half)
    too_low = ndtr(OFFSETS - half) / below_maximum
    with np.errstate(divide="ignore"):  # log1p(-1) = -inf is the right limit
        log_not_low = np.log1p(-too_low)
    density = np.exp((half**2 - 2 * OFFSETS * half - OFFSETS**2) / 2)  # times exp(w^2 / 4)
    return below_maximum, log_not_low, density


def _scaled_tail(w: Floats, groups: float, reach: float) -> Floats:
    table = _tail_table(groups, next((size for size in SIZES if reach < size), PANELS))
    panel = np.minimum(w, PANELS - 1).astype(np.intp)
    within = np.minimum(2 * (w - panel) - 1, 1.0)
    return np.asarray(chebyshev.chebval(within, table[:, panel], tensor=False), dtype=np.float64)


def _normal_tail(q: Floats, groups: float, reach: float) -> Floats:
    return np.exp(-(np.minimum(q, PANELS) ** 2) / 4) * _scaled_tail(q, groups, reach)


def _student_tail(q: Floats, df: Floats, groups: float) -> Floats:
    """Mean of the normal tail over the estimated standard deviation.

    The factor exp(-(q s)^2 / 4) of the tail is absorbed exactly into the density of s, which only rescales s.
    So the nodes sit where the integrand is, however far the tail.
    """
    df = np.minimum(df, LARGEST_DF)
    distinct, which = np.unique(df, return_inverse=True)
    spread, mass = _spread_nodes(distinct)
    ratio = q / np.sqrt(2 * df)
    shrunk = q / np.hypot(1, ratio)
    log_scale = np.log1p(np.minimum(ratio, 1e8) ** 2) / 2 + np.log(np.maximum(ratio / 1e8, 1))  # of hypot(1, ratio)
    w = shrunk[:, None] * spread[which]
    scaled = _scaled_tail(w, groups, float(w.max(initial=0.0)))
    tail: Floats = np.exp(-df * log_scale) * (mass[which] * scaled).sum(axis=1)
    return tail


def _spread_nodes(df: Floats) -> tuple[Floats, Floats]:
    """Nodes s and probability masses that stand for s = sqrt(chi-squared / df), one row per ``df``.

    The trapezoidal rule in t, s = exp(t - exp(-t)): the slow fall of the density towards s = 0 becomes a steep one.
    """
    from scipy.special import wrightomega

    depth = SPREAD_DEPTH / df
    lowest = -np.sqrt(depth) - depth  # bounds on log s beyond which the density is below exp(-SPREAD_DEPTH)
    highest = np.log1p(2 * np.sqrt(depth) + 2 * depth) / 2
    first, last = (log_s + wrightomega(-log_s) for log_s in (lowest, highest))  # solve t - exp(-t) = log s
    t = np.linspace(first, last, SPREAD_NODES, axis=-1)
    log_spread = t - np.exp(-t)
    density = np.exp(-df[:, None] * (np.expm1(2 * log_spread) / 2 - log_spread)) * (1 + np.exp(-t))
    return np.exp(log_spread), density / density.sum(axis=1, keepdims=True)


def _invert(p: Floats, groups: Floats, df: Floats) -> Floats:
    """Secant steps on log p against log q, from near Bonferroni's bound.

    The log tail is concave in log q, so from the second step on the iterates fall towards the root.
    """
    from scipy.special import ndtri

    def excess(log_q: Floats, here: Flags) -> Floats:
        return np.log(np.maximum(survival(np.exp(log_q[here]), groups[here], df[here]), SMALLEST) / p[here])

    finite_df = np.minimum(df, LARGEST_DF)
    bound = ndtri(p / (groups * (groups - 1))) ** 2 / finite_df
    near = (np.log(-2 * finite_df * np.expm1(-bound)) + bound) / 2  # q^2 = 2 df (exp(bound) - 1)
    far = near + 0.01
    sought = np.ones(p.shape, dtype=bool)
    near_excess, far_excess = excess(near, sought), excess(far, sought)
    for _ in range(SECANT_STEPS):
        rise = near_excess - far_excess
        step = np.clip(near_excess * (far - near) / np.where(rise == 0, np.inf, rise), -1, 1)
        step[~sought] = 0.0
        far, far_excess = near, near_excess.copy()
        near = near + step
        near_excess[sought] = excess(near, sought)
        sought &= (np.abs(step) >= LOG_Q_TOLERANCE) & (np.abs(near_excess) >= LOG_P_TOLERANCE)
        if not sought.any():
            break
    q: Floats = np.exp(near)
    return q
