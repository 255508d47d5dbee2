"""Tail probabilities that fall like a normal density: Chebyshev tables, means over an estimated spread, inversion."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.polynomial import chebyshev

from benchreport.stats.kernels.roots import secant_root
from benchreport.tables.rounding import Flags, Floats, Integers

DEGREE = 20  # per panel of width one
SPREAD_NODES = 160  # over the estimated standard deviation
SPREAD_DEPTH = 50.0  # its density is followed down to exp(-50) of the peak
LARGEST_DF = 1e18  # from here on the tail equals that of df = inf to rounding
SMALLEST = 5e-324
LOG_Q_TOLERANCE = 1e-12  # of the last step; what remains is its power 1.6
LOG_P_TOLERANCE = 1e-15  # near p = 1 the tail is too flat to say more


def chunks(selected: Flags, size: int) -> Iterator[Integers]:
    """Yield the places that are selected, so many at a time.

    Examples
    --------
    >>> [places.tolist() for places in chunks(np.array([True, False, True, True]), 2)]
    [[0, 2], [3]]
    """
    places = np.flatnonzero(selected)
    return (places[start : start + size] for start in range(0, places.size, size))


def panel_points(panels: int) -> Floats:
    """Return where a function is to be known on panels of width one from 0 on: one row per panel.

    Examples
    --------
    >>> panel_points(3).shape
    (3, 21)
    """
    return np.asarray(np.arange(panels)[:, None] + (chebyshev.chebpts1(DEGREE + 1) + 1) / 2)


def panel_table(values: Floats) -> Floats:
    """Return the Chebyshev coefficients, one column per panel, of values at the :func:`panel_points`."""
    # Through as many points as coefficients; sums, since a least-squares solver rounds by the number of its threads.
    angles = np.arccos(chebyshev.chebpts1(DEGREE + 1))
    waves = 2 / (DEGREE + 1) * np.cos(np.arange(DEGREE + 1)[:, None] * angles)
    waves[0] /= 2
    return np.asarray((waves[:, :, None] * values.T).sum(axis=1))


def look_up(w: Floats, table: Floats) -> Floats:
    """Return the function of a table at any places from 0 on; beyond the last panel, its value at the end.

    Examples
    --------
    >>> look_up(np.array([0.25, 1.5, 9.0]), panel_table(np.exp(-panel_points(2)))).round(9).tolist()
    [0.778800783, 0.22313016, 0.135335283]
    """
    panel = np.minimum(w, table.shape[1] - 1).astype(np.intp)
    within = np.minimum(2 * (w - panel) - 1, 1.0)
    return np.asarray(chebyshev.chebval(within, table[:, panel], tensor=False), dtype=np.float64)


def student_tail(q: Floats, df: Floats, decay: float, scaled: Callable[[Floats], Floats]) -> Floats:
    """Compute the mean over the estimated standard deviation s of the tail exp(-decay (q s)^2) scaled(q s).

    The exponential is absorbed exactly into the density of s, which only rescales s. So the nodes sit where the
    integrand is, however far the tail.
    """
    df = np.minimum(df, LARGEST_DF)
    distinct, which = np.unique(df, return_inverse=True)
    spread, mass = spread_nodes(distinct)
    ratio = q / np.sqrt(df / (2 * decay))
    shrunk = q / np.hypot(1, ratio)
    log_scale = np.log1p(np.minimum(ratio, 1e8) ** 2) / 2 + np.log(np.maximum(ratio / 1e8, 1))  # of hypot(1, ratio)
    tail: Floats = np.exp(-df * log_scale) * (mass[which] * scaled(shrunk[:, None] * spread[which])).sum(axis=1)
    return tail


def spread_nodes(df: Floats) -> tuple[Floats, Floats]:
    """Return nodes s and probability masses that stand for s = sqrt(chi-squared / df), one row per ``df``.

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


def log_bound(share: Floats, df: Floats, decay: float) -> Floats:
    """Return log q near which a tail that falls as exp(-decay q^2) with ``df = inf`` equals a share."""
    from scipy.special import ndtri

    finite_df = np.minimum(df, LARGEST_DF)
    bound = ndtri(share) ** 2 / finite_df
    scale = finite_df / (2 * decay)
    return np.asarray((np.log(-scale * np.expm1(-bound)) + bound) / 2)  # q^2 = scale (exp(bound) - 1)


def falling_root(p: Floats, near: Floats, tail: Callable[[Floats, Flags], Floats]) -> Floats:
    """Return q with tail(q) = p by secant steps on log p against log q, from ``near`` log q.

    ``tail`` takes the values of q still sought, and where they stand. The log tail is concave in log q, so from the
    second step on the iterates fall towards the root.
    """

    def excess(log_q: Floats, sought: Flags) -> Floats:
        return np.log(np.maximum(tail(np.exp(log_q), sought), SMALLEST) / p[sought])

    log_q = secant_root(excess, near, near + 0.01, tolerance=LOG_Q_TOLERANCE, least=LOG_P_TOLERANCE, most_step=1.0)
    return np.asarray(np.exp(log_q))
