"""How far would a mean difference move, were the instances or clusters drawn anew? Seeded draws, shared by groups."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from benchreport.stats.kernels.bootstrap__resampled_means import drawn_counts
from benchreport.tables.rounding import SAME
from benchreport.threads import product

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
BootstrapVariant = Literal["bca", "percentile"]

CHUNK = 4_000_000
# Groups whose resampled means are kept at once.
GROUPS = 500


def bootstrap_limits(
    sums: Floats, sizes: Floats, *, variant: BootstrapVariant, levels: tuple[float, float], draws: int, seed: int
) -> tuple[Floats, Floats]:
    """Return the limits of the mean of every row when its clusters are drawn anew, with replacement.

    ``sums`` and ``sizes`` have one row per group and one column per cluster; single instances are clusters of size 1.
    The draws depend on the seed and the number of clusters only. ``levels`` are the tail areas below the two limits.

    Examples
    --------
    >>> low, high = bootstrap_limits(
    ...     np.array([[0.0, 1, 1, 0]]), np.ones((1, 4)), variant="percentile", levels=(0.05, 0.95), draws=999, seed=0
    ... )
    >>> low.tolist(), high.tolist()
    ([0.0], [1.0])
    """
    low, high = np.empty(len(sums)), np.empty(len(sums))
    for start in range(0, len(sums), GROUPS):
        rows = slice(start, start + GROUPS)
        means = np.sort(_resampled_means(sums[rows], sizes[rows], draws, seed), axis=0)
        areas = [np.full(means.shape[1], level) for level in levels]
        if variant == "bca":
            areas = _accelerated(means, sums[rows], sizes[rows], levels)
        low[rows], high[rows] = (_quantiles(means, area) for area in areas)
    return low, high


def _resampled_means(sums: Floats, sizes: Floats, draws: int, seed: int) -> Floats:
    m = sums.shape[1]
    rng = np.random.default_rng([seed, m])
    plain = bool((sizes == sizes[:1, :1]).all())
    means = np.empty((draws, len(sums)))
    rows = max(1, min(draws, CHUNK // m))
    for start in range(0, draws, rows):
        stop = min(draws, start + rows)
        counts = drawn_counts(rng, stop - start, m)
        weight = m * sizes[:1, 0] if plain else product(counts, sizes.T)
        means[start:stop] = product(counts, sums.T) / weight
    return means


def _accelerated(means: Floats, sums: Floats, sizes: Floats, levels: tuple[float, float]) -> list[Floats]:
    """Move the tail areas for bias and skewness, after Efron; the skewness is that of the jackknife."""
    from scipy.special import ndtr, ndtri

    whole, size = sums.sum(axis=1), sizes.sum(axis=1)
    mean = whole / size
    # Ties with the mean count half, else discrete data look biased.
    slack = SAME * np.abs(sums).max(axis=1) + 1e-300
    below = ((means < mean - slack).sum(axis=0) + (means <= mean + slack).sum(axis=0)) / (2 * len(means))
    bias = ndtri(np.clip(below, 1 / (2 * len(means)), 1 - 1 / (2 * len(means))))
    without = (whole[:, None] - sums) / (size[:, None] - sizes)
    apart = without.mean(axis=1, keepdims=True) - without
    squares = (apart**2).sum(axis=1)
    acceleration = np.where(squares > 0, (apart**3).sum(axis=1) / np.maximum(6 * squares**1.5, 1e-300), 0.0)
    moved = []
    for level in levels:
        z = bias + ndtri(level)
        moved.append(np.asarray(ndtr(bias + z / (1 - acceleration * z)), dtype=np.float64))
    return moved


def _quantiles(means: Floats, area: Floats) -> Floats:
    """Interpolate linearly between sorted draws, one area per column."""
    place = np.clip(area, 0.0, 1.0) * (len(means) - 1)
    lower = np.floor(place).astype(np.int64)
    upper = np.minimum(lower + 1, len(means) - 1)
    column = np.arange(means.shape[1])
    return means[lower, column] + (place - lower) * (means[upper, column] - means[lower, column])
