"""Counts of successes: exact tails, limits of one rate and of two paired rates, Fisher's exact p-values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchreport.method import Alternative
from benchreport.stats.kernels.roots import bisected
from benchreport.tables.rounding import Flags, Floats

# The lower and the upper limit at tail levels of their own; NaN where there is none.
Limits = Callable[[Floats, Floats, float], tuple[Floats, Floats]]
Scale = Callable[[Floats], Floats]

SAME_CHANCE = 1 + 1e-7  # outcomes as likely as the observed one, within rounding
CELLS_AT_ONCE = 5_000_000
REACH = 40  # standard deviations


def normal_point(level: float) -> float:
    """Return the upper quantile of the standard normal law."""
    from scipy.special import ndtri

    return float(-ndtri(level))


def log_ways(n: Floats, k: Floats) -> Floats:
    """Return the logarithm of the number of ways to choose k of n."""
    from scipy.special import gammaln

    return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))


def at_least(count: Floats, n: Floats | float, rate: Floats | float) -> Floats:
    """Return the probability of so many successes or more."""
    from scipy.special import betainc

    inner = betainc(np.maximum(count, 1e-300), np.maximum(n - count + 1, 1e-300), rate)
    return np.where(count <= 0, 1.0, np.where(count > n, 0.0, inner))


def at_most(count: Floats, n: Floats, rate: Floats) -> Floats:
    """Return the probability of so many successes or fewer."""
    return at_least(n - count, n, 1 - rate)


def mirrored(lower: Callable[[Floats, Floats, float], Floats]) -> Limits:
    """Return a function of both limits from one of the lower: successes and failures change places."""

    def limits(k: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
        return lower(k, n, level), 1 - lower(n - k, n, level)

    return limits


def wald(k: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Compute normal limits about the observed rate; none where it is 0 or 1."""
    rate = k / n
    reach = normal_point(level) * np.sqrt(rate * (1 - rate) / n)
    inner = (k > 0) & (k < n)
    return np.where(inner, rate - reach, np.nan), np.where(inner, rate + reach, np.nan)


def agresti_coull(k: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Compute normal limits after z^2 / 2 successes and as many failures are added."""
    z = normal_point(level)
    size = n + z**2
    centre = (k + z**2 / 2) / size
    reach = z * np.sqrt(centre * (1 - centre) / size)
    return centre - reach, centre + reach


def hoeffding(k: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Compute limits that hold whatever the law, by Hoeffding's inequality."""
    reach = np.sqrt(np.log(1 / level) / (2 * n))
    return k / n - reach, k / n + reach


def _wilson_lower(k: Floats, n: Floats, level: float, shift: float = 0.0) -> Floats:
    z = normal_point(level)
    rate = np.clip((k - shift) / n, 0.0, 1.0)
    half = z**2 / (2 * n)
    root = np.sqrt(rate * (1 - rate) / n + half / (2 * n))
    # Below one half z is negative and the other root is meant.
    limit = (rate + half - z * root) / (1 + 2 * half)
    return np.where((rate == 0) & (z >= 0), 0.0, limit)


def _clopper_pearson_lower(k: Floats, n: Floats, level: float) -> Floats:
    from scipy.special import betaincinv

    inner = betaincinv(np.maximum(k, 1e-300), n - k + 1, level)
    return np.where(k <= 0, 0.0, inner)


def _jeffreys_lower(k: Floats, n: Floats, level: float) -> Floats:
    from scipy.special import betaincinv

    return np.where(k <= 0, 0.0, betaincinv(k + 0.5, n - k + 0.5, level))


def _midp_lower(k: Floats, n: Floats, level: float) -> Floats:
    def enough(rate: Floats) -> Flags:
        return np.asarray((at_least(k, n, rate) + at_least(k + 1, n, rate)) / 2 >= level)

    limit = bisected(enough, np.zeros_like(n), np.ones_like(n))
    return np.where((k <= 0) & (level <= 0.5), 0.0, limit)


def _blaker_lower(k: Floats, n: Floats, level: float) -> Floats:
    """Return the smallest rate whose acceptability reaches twice the level.

    Below the Clopper-Pearson limit both tails are under the level. Above it the acceptability follows one smooth piece,
    on which it crosses at most once, up to the next rate at which one more outcome of the other tail counts; there both
    tails are equal, hence at the level or more.
    """
    start = _clopper_pearson_lower(k, n, level)
    # The largest count j whose lower tail stays within the level at the start; -1 if none does.
    low, high = np.full_like(n, -1.0), np.maximum(k - 1, 0.0)
    while ((high - low) > 1).any():
        middle = np.floor((low + high) / 2)
        fits = (at_most(middle, n, start) <= level) & (middle > low)
        low = np.where(fits, middle, low)
        high = np.where(fits, high, np.maximum(middle, low + 1))
    jump = bisected(
        lambda rate: np.asarray(at_least(k, n, rate) >= at_most(low + 1, n, rate)), start, np.ones_like(start)
    )
    limit = bisected(
        lambda rate: np.asarray(at_least(k, n, rate) + np.where(low < 0, 0.0, at_most(low, n, rate)) >= 2 * level),
        start,
        jump,
    )
    return np.where(k <= 0, 0.0, limit)


def jeffreys_hpd(k: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Return the shortest interval that holds all but 2 * level of the Jeffreys posterior."""
    from scipy.special import betaincinv, xlog1py, xlogy

    a, b, alpha = k + 0.5, n - k + 0.5, 2 * level

    def log_density(rate: Any) -> Floats:
        return np.asarray(xlogy(a - 1, rate) + xlog1py(b - 1, -rate))

    def too_far_right(share: Floats) -> Flags:
        left, right = betaincinv(a, b, share), betaincinv(a, b, np.minimum(1 - alpha + share, 1.0))
        return np.asarray(log_density(left) >= log_density(right))

    share = bisected(too_far_right, np.zeros_like(n), np.full_like(n, alpha))
    share = np.where(k <= 0, 0.0, np.where(k >= n, alpha, share))
    low, high = betaincinv(a, b, share), betaincinv(a, b, np.minimum(1 - alpha + share, 1.0))
    return np.where(k <= 0, 0.0, low), np.where(k >= n, 1.0, high)


def logit(k: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Return normal limits on the scale of the logarithm of the odds."""
    from scipy import special

    return _on_scale(k, n, level, special.logit, special.expit, lambda p: 1 / (p * (1 - p)))


def probit(k: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Return normal limits on the scale of normal quantiles."""
    from scipy.special import ndtr, ndtri

    return _on_scale(k, n, level, ndtri, ndtr, lambda p: np.sqrt(2 * np.pi) * np.exp(ndtri(p) ** 2 / 2))


def cloglog(k: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Return normal limits on the complementary log-log scale."""
    return _on_scale(
        k, n, level, lambda p: -np.log(-np.log(p)), lambda y: np.exp(-np.exp(-y)), lambda p: -1 / (p * np.log(p))
    )


def _on_scale(k: Floats, n: Floats, level: float, scale: Scale, back: Scale, slope: Scale) -> tuple[Floats, Floats]:
    """Compute normal limits on another scale, of known slope, as rates; none where the observed rate is 0 or 1."""
    inner = (k > 0) & (k < n)
    rate = np.where(inner, k / n, 0.5)
    reach = normal_point(level) * slope(rate) * np.sqrt(rate * (1 - rate) / n)
    low, high = (np.where(inner, back(scale(rate) + side), np.nan) for side in (-reach, reach))
    return low, high


def arcsine(k: Floats, n: Floats, level: float) -> tuple[Floats, Floats]:
    """Return normal limits on the scale of the arcsine of the square root."""
    angle, reach = np.arcsin(np.sqrt(k / n)), normal_point(level) / (2 * np.sqrt(n))
    low, high = (np.sin(np.clip(angle + side, 0, np.pi / 2)) ** 2 for side in (-reach, reach))
    return low, high


def _likelihood_lower(k: Floats, n: Floats, level: float) -> Floats:
    from scipy.special import xlog1py, xlogy

    z = normal_point(level)
    best = k / n

    def log_likelihood(rate: Floats) -> Floats:
        return np.asarray(xlogy(k, rate) + xlog1py(n - k, -rate))

    top = log_likelihood(best)

    def near(rate: Floats) -> Flags:
        root = np.sqrt(np.maximum(2 * (top - log_likelihood(rate)), 0.0))
        return np.asarray(np.sign(best - rate) * root <= z)

    limit = bisected(near, np.zeros_like(n), np.ones_like(n))
    return np.where((k <= 0) & (z >= 0), 0.0, limit)


wilson: Limits = mirrored(_wilson_lower)
wilson_corrected: Limits = mirrored(lambda k, n, level: _wilson_lower(k, n, level, 0.5))
clopper_pearson: Limits = mirrored(_clopper_pearson_lower)
jeffreys: Limits = mirrored(_jeffreys_lower)
midp: Limits = mirrored(_midp_lower)
blaker: Limits = mirrored(_blaker_lower)
likelihood: Limits = mirrored(_likelihood_lower)


def no_likelier(k: Floats, n: Floats, rate: Floats) -> Floats:
    """Return the probability of all counts that are no likelier than the observed one: the two-sided exact p-value."""
    from scipy.special import xlog1py, xlogy

    def log_chance(count: Floats) -> Floats:
        return np.asarray(log_ways(n, count) + xlogy(count, rate) + xlog1py(n - count, -rate))

    observed = log_chance(k) + np.log(SAME_CHANCE)
    mode = np.clip(np.floor((n + 1) * rate), 0, n)

    def nearest(end: Floats) -> Floats:
        """Return the first count from the mode to an end, where chances only fall, that is no likelier; by halving."""
        near, far = mode, end
        while (np.abs(far - near) > 1).any():
            middle = np.floor((near + far) / 2)
            rare = (log_chance(np.clip(middle, 0.0, n)) <= observed) & (middle != near)
            near, far = np.where(rare, near, middle), np.where(rare, middle, far)
        return np.where(log_chance(mode) <= observed, mode, far)

    tails = np.where(
        k < n * rate,
        at_most(k, n, rate) + at_least(np.maximum(nearest(n + 1), k + 1), n, rate),
        at_least(k, n, rate) + at_most(np.minimum(nearest(np.full_like(n, -1.0)), k - 1), n, rate),
    )
    return np.where(k == n * rate, 1.0, np.minimum(tails, 1.0))


def tango_limits(both: Floats, first: Floats, second: Floats, neither: Floats, level: float) -> tuple[Floats, Floats]:
    """Return Tango's score limits for the difference of two paired rates; ``level`` is the area of each tail.

    ``first`` and ``second`` count the instances on which only the first, or only the second, is 1.

    Examples
    --------
    >>> counts = [np.array([count]) for count in (79.0, 4.0, 12.0, 5.0)]
    >>> [round(float(limit[0]), 4) for limit in tango_limits(*counts, 0.025)]
    [-0.1656, -0.0018]
    """
    z = normal_point(level)
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
        shrunk = np.where(product > n / 2, product - n / 2, np.where(product >= 0, 0.0, product))
        margins = (both + first) * (second + neither) * (both + second) * (first + neither)
        correlation = np.where(margins > 0, shrunk / np.sqrt(np.maximum(margins, 1.0)), 0.0)
        low = _apart(p - p_low, q_high - q, correlation)
        high = _apart(q - q_low, p_high - p, correlation)
        return p - q - low, p - q + high


def _apart(first: Floats, second: Floats, correlation: Floats) -> Floats:
    return np.sqrt(np.maximum(first**2 - 2 * correlation * first * second + second**2, 0.0))


def fisher_p(ka: Floats, na: Floats, kb: Floats, nb: Floats, *, alternative: Alternative) -> Floats:
    """Compute the p-value of ``ka`` successes of ``na`` against ``kb`` of ``nb``, given the total of successes.

    Examples
    --------
    >>> counts = [np.array([float(value)]) for value in (3, 4, 1, 4)]
    >>> fisher_p(*counts, alternative="two-sided").round(6).tolist()
    [0.485714]
    """
    tables, which = np.unique(np.stack([ka, na, kb, nb], axis=1), axis=0, return_inverse=True)
    low, high = _support(tables)
    order = np.argsort(high - low, kind="stable")
    p = np.full(len(tables), np.nan)
    start = 0
    while start < len(order):
        # Tables of like support go together, as many as fit; the widest of them comes last.
        stop = start + 1
        while stop < len(order) and (stop + 1 - start) * (high - low)[order[stop]] < CELLS_AT_ONCE:
            stop += 1
        part = order[start:stop]
        p[part] = _fisher_tails(tables[part], alternative)
        start = stop
    return np.asarray(p[which.ravel()])


def _support(tables: Floats) -> tuple[Floats, Floats]:
    """Return the counts that can occur, less those so far off that their chance is below the smallest number."""
    ka, na, kb, nb = tables.T
    successes, whole = ka + kb, na + nb
    centre = na * successes / whole
    spread = np.sqrt(centre * (nb / whole) * (1 - successes / whole))
    reach = REACH * (spread + 1)
    low = np.maximum(np.maximum(0.0, successes - nb), np.floor(np.minimum(centre, ka) - reach))
    high = np.minimum(np.minimum(successes, na), np.ceil(np.maximum(centre, ka) + reach))
    return low, high


def _fisher_tails(tables: Floats, alternative: Alternative) -> Floats:
    ka, na, kb, nb = (column[:, None] for column in tables.T)
    low, high = (end[:, None] for end in _support(tables))
    count = low + np.arange(int((high - low).max()) + 1)
    inside = count <= high
    count = np.minimum(count, high)
    successes = ka + kb
    log_chance = log_ways(na, count) + log_ways(nb, successes - count) - log_ways(na + nb, successes)
    chance = np.where(inside, np.exp(log_chance), 0.0)
    observed = np.where(inside & (count == ka), chance, 0.0).sum(axis=1, keepdims=True)
    far = {"greater": count >= ka, "less": count <= ka, "two-sided": chance <= observed * SAME_CHANCE}[alternative]
    return np.asarray(np.minimum(1.0, np.where(far, chance, 0.0).sum(axis=1)))
