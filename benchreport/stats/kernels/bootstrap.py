"""Bootstrap of many groups at once: how often runs and blocks are drawn, percentile and BCa limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from benchreport.stats.kernels.centring import rows_of_equal_size
from benchreport.tables.rounding import SAME, TOLERANCE, Floats, Integers
from benchreport.threads import product

BootstrapVariant = Literal["bca", "percentile"]

# Numbers held at once; a batch this large stays in the cache of most machines.
BATCH = 1 << 19
NUMBERS_AT_ONCE = 4_000_000
# Groups whose resampled means are held at once.
GROUPS = 500


def resampled_counts(
    sizes: Integers, *, whole_strata: bool, draws: int, seed: int, stream: int = 0, width: int | None = None
) -> Iterator[Floats]:
    """Yield how often each run is taken: arrays of draws x strata x runs, a part of the draws at a time.

    ``sizes`` says how many runs each stratum has; places beyond them are never drawn. Whole strata are drawn, or the
    runs of each. What comes out depends on the sizes, the seed and the stream alone; ``width`` adds places.
    """
    strata, width = sizes.size, width or int(sizes.max())
    generator = np.random.default_rng([seed, stream])
    step = max(1, BATCH // (strata * width))
    for start in range(0, draws, step):
        size = min(step, draws - start)
        if whole_strata:
            drawn = _tally(generator, size, np.array([strata]), strata)
            present = np.arange(width) < sizes[:, None]
            yield drawn.reshape(size, strata, 1) * present
        else:
            yield _tally(generator, size, sizes, width)


def _tally(generator: np.random.Generator, draws: int, sizes: npt.NDArray[Any], width: int) -> Floats:
    places = np.empty((draws, int(sizes.sum())), dtype=np.int64)
    filled = 0
    for size in np.unique(sizes):
        strata = np.flatnonzero(sizes == size)
        drawn = generator.integers(0, size, (draws, strata.size, size), dtype=np.uint16 if size < 60_000 else np.uint64)
        until = filled + strata.size * int(size)
        places[:, filled:until] = (drawn + (strata * width)[:, None]).reshape(draws, -1)
        filled = until
    places += (np.arange(draws) * (sizes.size * width))[:, None]
    tallied = np.bincount(places.ravel(), minlength=draws * sizes.size * width)
    return tallied.reshape(draws, sizes.size, width).astype(np.float64)


def percentile_limits(replicates: Floats, alpha: float) -> dict[str, Floats]:
    """Compute the percentile interval of every row of replicates, and the Monte Carlo error of its limits."""
    low = alpha / 2
    error = np.sqrt(low * (1 - low) / replicates.shape[1])
    levels = np.array([low, 1 - low, low - error, low + error, 1 - low - error, 1 - low + error]).clip(0, 1)
    quantiles = np.quantile(replicates, levels, axis=1)
    return {
        "low": quantiles[0],
        "high": quantiles[1],
        "error": np.maximum(quantiles[3] - quantiles[2], quantiles[5] - quantiles[4]) / 2,
    }


def batches(n_rows: int, numbers_per_row: int) -> Iterator[slice]:
    """Yield parts of the rows, so that no more than a batch of numbers is held at once."""
    step = max(1, BATCH // max(1, numbers_per_row))
    for start in range(0, n_rows, step):
        yield slice(start, min(start + step, n_rows))


def drawn_blocks(n: int, *, draws: int, seed: int) -> Iterator[Floats]:
    """Yield how often each of n blocks is taken when n are drawn with replacement: draws x blocks, some at a time.

    Examples
    --------
    >>> [counts.sum(axis=1).tolist() for counts in drawn_blocks(3, draws=2, seed=0)]
    [[3.0, 3.0]]
    """
    generator = np.random.default_rng([seed, n])
    step = max(1, NUMBERS_AT_ONCE // n)
    for start in range(0, draws, step):
        size = min(step, draws - start)
        places = generator.integers(0, n, (size, n)) + n * np.arange(size)[:, None]
        yield np.bincount(places.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)


def location_limits(
    values: Floats, sizes: Integers, *, statistic: str, variant: str, draws: int, seed: int, levels: tuple[float, float]
) -> dict[str, Floats]:
    """Compute the mean or median of every group, its limits and their Monte Carlo errors; groups lie one after another.

    Groups of the same size share their draws, which depend on the seed and that size alone.
    """
    columns = {name: np.full(len(sizes), np.nan) for name in ("estimate", "low", "high", "error_low", "error_high")}
    at_once = max(1, NUMBERS_AT_ONCE // draws)
    for groups, rows in rows_of_equal_size(values, sizes):
        for part in np.array_split(np.arange(len(groups)), -(-len(groups) // at_once)):
            # In order of size, so that the order of the rows plays no part.
            limits = _limits(np.sort(rows[part], axis=1), statistic, variant, draws, seed, levels)
            for name, column in zip(columns, limits, strict=True):
                columns[name][groups[part]] = column
    return columns


def _limits(
    values: Floats, statistic: str, variant: str, draws: int, seed: int, levels: tuple[float, float]
) -> tuple[Floats, ...]:
    largest = np.abs(values).max(axis=1, keepdims=True)
    scale = np.where(largest > 0, largest, 1.0)
    scaled = values / scale
    centre = np.asarray(scaled.mean(axis=1) if statistic == "mean" else np.median(scaled, axis=1))[:, None]
    offsets = scaled - centre
    moves = np.sort(np.concatenate(list(_moves(offsets, statistic, draws, seed)), axis=1), axis=1)
    shares = [np.full(len(values), level) for level in (levels[0], 1 - levels[1])]
    if variant == "bca":
        shares = _corrected(shares, moves, offsets, statistic, draws)
    ends = []
    for share in shares:
        limit = _quantile(moves, share)
        step = np.sqrt(share * (1 - share) / draws)
        error = (_quantile(moves, share + step) - _quantile(moves, share - step)) / 2
        error = np.where(error <= TOLERANCE, 0.0, error)
        ends.append(((centre[:, 0] + limit) * scale[:, 0], error * scale[:, 0]))
    (low, error_low), (high, error_high) = ends
    return centre[:, 0] * scale[:, 0], low, high, error_low, error_high


def _moves(offsets: Floats, statistic: str, draws: int, seed: int) -> Iterator[Floats]:
    """Yield how far the statistic moves when the blocks are drawn again, a batch of draws at a time."""
    n = offsets.shape[1]
    if statistic == "mean":
        for counts in drawn_blocks(n, draws=draws, seed=seed):
            yield product(offsets, counts.T) / n
        return
    generator = np.random.default_rng([seed, n])
    batch = max(1, NUMBERS_AT_ONCE // n)
    for start in range(0, draws, batch):
        # Values lie in order, so the middle of the drawn places is the place of the median.
        places = np.sort(generator.integers(0, n, (min(batch, draws - start), n)), axis=1)
        yield np.asarray((offsets[:, places[:, (n - 1) // 2]] + offsets[:, places[:, n // 2]]) / 2)


def _corrected(shares: list[Floats], moves: Floats, offsets: Floats, statistic: str, draws: int) -> list[Floats]:
    """Compute the shares of Efron's BCa interval, moved for bias and skewness."""
    from scipy.special import ndtr, ndtri

    below = (moves < -TOLERANCE).sum(axis=1) + (np.abs(moves) <= TOLERANCE).sum(axis=1) / 2
    bias = ndtri(np.clip(below / draws, 0.5 / draws, 1 - 0.5 / draws))
    pull = offsets if statistic == "mean" else _median_pull(offsets)
    spread = (pull**2).sum(axis=1) ** 1.5
    skew = np.where(spread > 0, (pull**3).sum(axis=1) / np.where(spread > 0, 6 * spread, 1.0), 0.0)
    corrected = []
    for share in shares:
        z = bias + ndtri(share)
        corrected.append(np.asarray(ndtr(bias + z / np.maximum(1 - skew * z, TOLERANCE))))
    return corrected


def _median_pull(ordered: Floats) -> Floats:
    """Return how far the median falls when each value in turn is left out, about the mean of that."""
    n = ordered.shape[1]
    half, place = n // 2, np.arange(n)
    if n % 2:
        left, middle, right = ordered[:, max(half - 1, 0)], ordered[:, half], ordered[:, min(half + 1, n - 1)]
        medians = np.where(place < half, ((middle + right) / 2)[:, None], ((left + middle) / 2)[:, None])
        medians[:, half] = (left + right) / 2
    else:
        medians = np.where(place < half, ordered[:, [half]], ordered[:, [half - 1]])
    return np.asarray(medians.mean(axis=1, keepdims=True) - medians)


def _quantile(ordered: Floats, share: Floats) -> Floats:
    draws = ordered.shape[1]
    place = np.clip(share * (draws + 1) - 1, 0, draws - 1)
    below = np.floor(place).astype(np.int64)
    above = np.minimum(below + 1, draws - 1)
    row = np.arange(len(ordered))
    return np.asarray(ordered[row, below] + (place - below) * (ordered[row, above] - ordered[row, below]))


def cluster_mean_limits(
    sums: Floats, sizes: Floats, *, variant: BootstrapVariant, levels: tuple[float, float], draws: int, seed: int
) -> tuple[Floats, Floats]:
    """Compute the limits of the mean of every row when its clusters are drawn anew, with replacement.

    ``sums`` and ``sizes`` have one row per group and one column per cluster; single instances are clusters of size 1.
    The draws depend on the seed and the number of clusters only. ``levels`` are the tail areas below the two limits.

    Examples
    --------
    >>> low, high = cluster_mean_limits(
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
    plain = bool((sizes == sizes[:1, :1]).all())
    means = np.empty((draws, len(sums)))
    start = 0
    for counts in drawn_blocks(m, draws=draws, seed=seed):
        weight = m * sizes[:1, 0] if plain else product(counts, sizes.T)
        means[start : start + len(counts)] = product(counts, sums.T) / weight
        start += len(counts)
    return means


def _accelerated(means: Floats, sums: Floats, sizes: Floats, levels: tuple[float, float]) -> list[Floats]:
    """Compute the tail areas moved for bias and skewness, after Efron; the skewness is that of the jackknife."""
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
    """Compute quantiles between sorted draws by linear interpolation, one area per column."""
    place = np.clip(area, 0.0, 1.0) * (len(means) - 1)
    lower = np.floor(place).astype(np.int64)
    upper = np.minimum(lower + 1, len(means) - 1)
    column = np.arange(means.shape[1])
    return means[lower, column] + (place - lower) * (means[upper, column] - means[lower, column])
