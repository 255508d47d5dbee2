"""Where might a mean or median lie, were the blocks drawn again? Bootstrap limits of many groups at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.tables.rounding import TOLERANCE
from benchreport.threads import product

Array = npt.NDArray[np.float64]
NUMBERS_AT_ONCE = 4_000_000


def bootstrap_limits(
    lists: pl.Series, *, statistic: str, variant: str, draws: int, seed: int, levels: tuple[float, float]
) -> pl.DataFrame:
    """Return estimate, limits and their Monte Carlo errors for every list of values.

    Groups of the same size share their draws, which depend on the seed and that size alone.
    """
    sizes = lists.list.len().to_numpy().astype(np.int64)
    flat = lists.explode(empty_as_null=False).to_numpy().astype(np.float64)
    starts = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    found = {name: np.full(len(sizes), np.nan) for name in ("estimate", "low", "high", "error_low", "error_high")}
    for n in np.unique(sizes[sizes > 0]):
        here = np.flatnonzero(sizes == n)
        at_once = max(1, NUMBERS_AT_ONCE // draws)
        for part in np.array_split(here, -(-len(here) // at_once)):
            # In order of size, so that the order of the rows plays no part.
            values = np.sort(flat[starts[part][:, None] + np.arange(n)], axis=1)
            limits = _limits(values, statistic, variant, draws, seed, levels)
            for name, column in zip(found, limits, strict=True):
                found[name][part] = column
    return pl.DataFrame(found).fill_nan(None)


def _limits(
    values: Array, statistic: str, variant: str, draws: int, seed: int, levels: tuple[float, float]
) -> tuple[Array, ...]:
    largest = np.abs(values).max(axis=1, keepdims=True)
    scale = np.where(largest > 0, largest, 1.0)
    scaled = values / scale
    centre = _of(scaled, statistic)
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


def drawn_counts(generator: np.random.Generator, draws: int, n: int) -> Array:
    """Count how often each of n blocks is taken when n are drawn with replacement, draw by draw.

    Examples
    --------
    >>> drawn_counts(np.random.default_rng(0), 2, 3).sum(axis=1).tolist()
    [3.0, 3.0]
    """
    places = generator.integers(0, n, (draws, n)) + n * np.arange(draws)[:, None]
    return np.bincount(places.ravel(), minlength=draws * n).reshape(draws, n).astype(np.float64)


def _of(values: Array, statistic: str) -> Array:
    summary = values.mean(axis=1) if statistic == "mean" else np.median(values, axis=1)
    return np.asarray(summary)[:, None]


def _moves(offsets: Array, statistic: str, draws: int, seed: int) -> Iterator[Any]:
    """Draw the blocks again and give how far the statistic moves, a batch of draws at a time."""
    n = offsets.shape[1]
    generator = np.random.default_rng([seed, n])
    batch = max(1, NUMBERS_AT_ONCE // n)
    for start in range(0, draws, batch):
        size = min(batch, draws - start)
        if statistic == "mean":
            yield product(offsets, drawn_counts(generator, size, n).T) / n
        else:
            # Values lie in order, so the middle of the drawn places is the place of the median.
            places = np.sort(generator.integers(0, n, (size, n)), axis=1)
            yield (offsets[:, places[:, (n - 1) // 2]] + offsets[:, places[:, n // 2]]) / 2


def _corrected(shares: list[Array], moves: Array, offsets: Array, statistic: str, draws: int) -> list[Array]:
    """Shift the shares for bias and skewness, as Efron's BCa interval does."""
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


def _median_pull(ordered: Array) -> Array:
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


def _quantile(ordered: Array, share: Array) -> Array:
    draws = ordered.shape[1]
    place = np.clip(share * (draws + 1) - 1, 0, draws - 1)
    below = np.floor(place).astype(np.int64)
    above = np.minimum(below + 1, draws - 1)
    row = np.arange(len(ordered))
    return np.asarray(ordered[row, below] + (place - below) * (ordered[row, above] - ordered[row, below]))
