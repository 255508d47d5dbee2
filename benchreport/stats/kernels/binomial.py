"""Between which limits does a rate lie, when k of n trials succeeded? Kernels over arrays of counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from benchreport.stats.kernels.roots import bisected

Array = npt.NDArray[np.float64]
# Gives the lower and the upper limit at tail levels of their own; NaN where there is none.
Limits = Callable[[Array, Array, float], tuple[Array, Array]]
Scale = Callable[[Array], Array]

SAME_CHANCE = 1 + 1e-7  # outcomes as likely as the observed one, within rounding


def normal_point(level: float) -> float:
    """Return the upper quantile of the standard normal law."""
    from scipy.special import ndtri

    return float(-ndtri(level))


def at_least(count: Array, n: Array, rate: Array) -> Array:
    """Probability of so many successes or more."""
    from scipy.special import betainc

    inner = betainc(np.maximum(count, 1e-300), np.maximum(n - count + 1, 1e-300), rate)
    return np.where(count <= 0, 1.0, np.where(count > n, 0.0, inner))


def at_most(count: Array, n: Array, rate: Array) -> Array:
    """Probability of so many successes or fewer."""
    return at_least(n - count, n, 1 - rate)


def mirrored(lower: Callable[[Array, Array, float], Array]) -> Limits:
    """Make both limits of the lower one: successes and failures change places."""

    def limits(k: Array, n: Array, level: float) -> tuple[Array, Array]:
        return lower(k, n, level), 1 - lower(n - k, n, level)

    return limits


def wald(k: Array, n: Array, level: float) -> tuple[Array, Array]:
    """Normal limits about the observed rate; none where it is 0 or 1."""
    rate = k / n
    reach = normal_point(level) * np.sqrt(rate * (1 - rate) / n)
    inner = (k > 0) & (k < n)
    return np.where(inner, rate - reach, np.nan), np.where(inner, rate + reach, np.nan)


def agresti_coull(k: Array, n: Array, level: float) -> tuple[Array, Array]:
    """Normal limits after z^2 / 2 successes and as many failures are added."""
    z = normal_point(level)
    size = n + z**2
    centre = (k + z**2 / 2) / size
    reach = z * np.sqrt(centre * (1 - centre) / size)
    return centre - reach, centre + reach


def hoeffding(k: Array, n: Array, level: float) -> tuple[Array, Array]:
    """Limits that hold whatever the law, by Hoeffding's inequality."""
    reach = np.sqrt(np.log(1 / level) / (2 * n))
    return k / n - reach, k / n + reach


def _wilson_lower(k: Array, n: Array, level: float, shift: float = 0.0) -> Array:
    z = normal_point(level)
    rate = np.clip((k - shift) / n, 0.0, 1.0)
    half = z**2 / (2 * n)
    root = np.sqrt(rate * (1 - rate) / n + half / (2 * n))
    # Below one half z is negative and the other root is meant.
    limit = (rate + half - z * root) / (1 + 2 * half)
    return np.where((rate == 0) & (z >= 0), 0.0, limit)


def _clopper_pearson_lower(k: Array, n: Array, level: float) -> Array:
    from scipy.special import betaincinv

    inner = betaincinv(np.maximum(k, 1e-300), n - k + 1, level)
    return np.where(k <= 0, 0.0, inner)


def _jeffreys_lower(k: Array, n: Array, level: float) -> Array:
    from scipy.special import betaincinv

    return np.where(k <= 0, 0.0, betaincinv(k + 0.5, n - k + 0.5, level))


def _midp_lower(k: Array, n: Array, level: float) -> Array:
    def enough(rate: Array) -> npt.NDArray[np.bool_]:
        return np.asarray((at_least(k, n, rate) + at_least(k + 1, n, rate)) / 2 >= level)

    found = bisected(enough, np.zeros_like(n), np.ones_like(n))
    return np.where((k <= 0) & (level <= 0.5), 0.0, found)


def _blaker_lower(k: Array, n: Array, level: float) -> Array:
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
    found = bisected(
        lambda rate: np.asarray(at_least(k, n, rate) + np.where(low < 0, 0.0, at_most(low, n, rate)) >= 2 * level),
        start,
        jump,
    )
    return np.where(k <= 0, 0.0, found)


def jeffreys_hpd(k: Array, n: Array, level: float) -> tuple[Array, Array]:
    """Return the shortest interval that holds all but 2 * level of the Jeffreys posterior."""
    from scipy.special import betaincinv, xlog1py, xlogy

    a, b, alpha = k + 0.5, n - k + 0.5, 2 * level

    def log_density(rate: Any) -> Array:
        return np.asarray(xlogy(a - 1, rate) + xlog1py(b - 1, -rate))

    def too_far_right(share: Array) -> npt.NDArray[np.bool_]:
        left, right = betaincinv(a, b, share), betaincinv(a, b, np.minimum(1 - alpha + share, 1.0))
        return np.asarray(log_density(left) >= log_density(right))

    share = bisected(too_far_right, np.zeros_like(n), np.full_like(n, alpha))
    share = np.where(k <= 0, 0.0, np.where(k >= n, alpha, share))
    low, high = betaincinv(a, b, share), betaincinv(a, b, np.minimum(1 - alpha + share, 1.0))
    return np.where(k <= 0, 0.0, low), np.where(k >= n, 1.0, high)


def logit(k: Array, n: Array, level: float) -> tuple[Array, Array]:
    """Return normal limits on the scale of the logarithm of the odds."""
    from scipy import special

    return _on_scale(k, n, level, special.logit, special.expit, lambda p: 1 / (p * (1 - p)))


def probit(k: Array, n: Array, level: float) -> tuple[Array, Array]:
    """Return normal limits on the scale of normal quantiles."""
    from scipy.special import ndtr, ndtri

    return _on_scale(k, n, level, ndtri, ndtr, lambda p: np.sqrt(2 * np.pi) * np.exp(ndtri(p) ** 2 / 2))


def cloglog(k: Array, n: Array, level: float) -> tuple[Array, Array]:
    """Return normal limits on the complementary log-log scale."""
    return _on_scale(
        k, n, level, lambda p: -np.log(-np.log(p)), lambda y: np.exp(-np.exp(-y)), lambda p: -1 / (p * np.log(p))
    )


def _on_scale(k: Array, n: Array, level: float, scale: Scale, back: Scale, slope: Scale) -> tuple[Array, Array]:
    """Take normal limits on another scale, of known slope, back to rates; none where the observed rate is 0 or 1."""
    inner = (k > 0) & (k < n)
    rate = np.where(inner, k / n, 0.5)
    reach = normal_point(level) * slope(rate) * np.sqrt(rate * (1 - rate) / n)
    low, high = (np.where(inner, back(scale(rate) + side), np.nan) for side in (-reach, reach))
    return low, high


def arcsine(k: Array, n: Array, level: float) -> tuple[Array, Array]:
    """Return normal limits on the scale of the arcsine of the square root."""
    angle, reach = np.arcsin(np.sqrt(k / n)), normal_point(level) / (2 * np.sqrt(n))
    low, high = (np.sin(np.clip(angle + side, 0, np.pi / 2)) ** 2 for side in (-reach, reach))
    return low, high


def _likelihood_lower(k: Array, n: Array, level: float) -> Array:
    from scipy.special import xlog1py, xlogy

    z = normal_point(level)
    best = k / n

    def log_likelihood(rate: Array) -> Array:
        return np.asarray(xlogy(k, rate) + xlog1py(n - k, -rate))

    top = log_likelihood(best)

    def near(rate: Array) -> npt.NDArray[np.bool_]:
        root = np.sqrt(np.maximum(2 * (top - log_likelihood(rate)), 0.0))
        return np.asarray(np.sign(best - rate) * root <= z)

    found = bisected(near, np.zeros_like(n), np.ones_like(n))
    return np.where((k <= 0) & (z >= 0), 0.0, found)


wilson: Limits = mirrored(_wilson_lower)
wilson_corrected: Limits = mirrored(lambda k, n, level: _wilson_lower(k, n, level, 0.5))
clopper_pearson: Limits = mirrored(_clopper_pearson_lower)
jeffreys: Limits = mirrored(_jeffreys_lower)
midp: Limits = mirrored(_midp_lower)
blaker: Limits = mirrored(_blaker_lower)
likelihood: Limits = mirrored(_likelihood_lower)


def no_likelier(k: Array, n: Array, rate: Array) -> Array:
    """Probability of all counts that are no likelier than the observed one: the two-sided exact p-value."""
    from scipy.special import gammaln, xlog1py, xlogy

    def log_chance(count: Array) -> Array:
        ways = gammaln(n + 1) - gammaln(count + 1) - gammaln(n - count + 1)
        return np.asarray(ways + xlogy(count, rate) + xlog1py(n - count, -rate))

    seen = log_chance(k) + np.log(SAME_CHANCE)
    mode = np.clip(np.floor((n + 1) * rate), 0, n)

    def nearest(end: Array) -> Array:
        """Halve to the first count on the way from the mode to an end, where chances only fall, that is no likelier."""
        near, far = mode, end
        while (np.abs(far - near) > 1).any():
            middle = np.floor((near + far) / 2)
            rare = (log_chance(np.clip(middle, 0.0, n)) <= seen) & (middle != near)
            near, far = np.where(rare, near, middle), np.where(rare, middle, far)
        return np.where(log_chance(mode) <= seen, mode, far)

    tails = np.where(
        k < n * rate,
        at_most(k, n, rate) + at_least(np.maximum(nearest(n + 1), k + 1), n, rate),
        at_least(k, n, rate) + at_most(np.minimum(nearest(np.full_like(n, -1.0)), k - 1), n, rate),
    )
    return np.where(k == n * rate, 1.0, np.minimum(tails, 1.0))
