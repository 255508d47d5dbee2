"""Two separate samples per group: moments, dominance, rank sums, shifts and permutation tails."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from benchreport.records import dataclass
from benchreport.stats.kernels.centring import centred, is_rounding, none_of, power_of_two
from benchreport.stats.kernels.midranks import by_pattern, double_midranks, row_midranks
from benchreport.tables.rounding import SAME, Flags, Floats, Integers, tie_keys
from benchreport.threads import product

EXACT_SPLITS = 100_000
EXACT_RANKS_UP_TO = 50
DIFFERENCES_UP_TO = 250_000
CHUNK = 4_000_000
STUDENTIZED = 1e-12  # what rounding leaves of a ratio
LEFT = 1e-15  # what rounding leaves of a difference of squares


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Two flat samples per group; ``x_of`` and ``y_of`` say which group a value belongs to."""

    x: Floats
    y: Floats
    x_of: Integers
    y_of: Integers
    n_x: Integers
    n_y: Integers
    largest: Floats

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(self.n_x)

    def sizes(self) -> Iterator[tuple[int, int, Integers, Floats, Floats]]:
        """Yield the groups of equal sizes together: sizes, which groups, and their values in rows."""
        starts_x, starts_y = np.cumsum(self.n_x) - self.n_x, np.cumsum(self.n_y) - self.n_y
        for k, j in np.unique(np.stack([self.n_x, self.n_y], axis=1), axis=0).tolist():
            alike = np.flatnonzero((self.n_x == k) & (self.n_y == j))
            x = self.x[starts_x[alike][:, None] + np.arange(k)]
            y = self.y[starts_y[alike][:, None] + np.arange(j)]
            yield k, j, alike, x, y


def moments(samples: Samples) -> dict[str, npt.NDArray[Any]]:
    """Return sizes, difference of means and standard deviations, in a unit in which no square overflows.

    ``steady`` marks where neither sample varies though both could, ``level`` where neither does, ``same`` where their
    means are the same.
    """
    unit, groups = power_of_two(samples.largest), samples.groups
    facts: dict[str, npt.NDArray[Any]] = {"n_x": samples.n_x, "n_y": samples.n_y, "unit": unit}
    parts, level = [], np.ones(groups, dtype=bool)
    with np.errstate(divide="ignore", invalid="ignore"):
        for name, values, of in (("x", samples.x, samples.x_of), ("y", samples.y, samples.y_of)):
            scaled = values / unit[of]
            own = centred(scaled, of, groups)
            square = np.bincount(of, weights=own.residual**2, minlength=groups)
            facts[f"sd_{name}"] = np.sqrt(square / (own.counts - 1))
            level &= none_of(~is_rounding(own.residual, scaled, own.mean[of]), of, groups)
            parts.append(own)
        x, y = parts
        difference = x.first - y.first + (x.shift - y.shift)
        same = is_rounding(difference, x.mean, y.mean)
    steady = level & (x.counts > 1) & (y.counts > 1)
    return facts | {"difference": np.where(same, 0.0, difference), "steady": steady, "level": level, "same": same}


def dominance(samples: Samples) -> dict[str, npt.NDArray[Any]]:
    """Return for every group how often x lies above y, and the unbiased variance of that share's balance.

    ``u`` counts pairs with x above y, ties half; ``delta`` is the share above minus the share below; ``tie_sum`` is
    the sum of t^3 - t over all ties of the pooled sample.
    """
    groups, n_x, n_y = samples.groups, samples.n_x.astype(np.float64), samples.n_y.astype(np.float64)
    of = np.concatenate([samples.x_of, samples.y_of])
    is_x = np.concatenate([np.ones(len(samples.x), dtype=np.int64), np.zeros(len(samples.y), dtype=np.int64)])
    # What is the same among all is the same within a sample.
    keys = tie_keys([of], np.concatenate([samples.x, samples.y]))
    pooled, pooled_ties = double_midranks([of], keys)
    own, own_ties = double_midranks([of, is_x], keys)
    above = (pooled - own) / 2  # values of the other sample below this one, ties half
    crossed = (pooled_ties - own_ties).astype(np.float64)
    first = is_x == 1
    with np.errstate(divide="ignore", invalid="ignore"):
        u = np.bincount(of[first], weights=above[first], minlength=groups)
        ties = np.bincount(of[first], weights=crossed[first], minlength=groups)
        delta = 2 * u / (n_x * n_y) - 1
        row = 2 * above[first] / n_y[of[first]] - 1 - delta[of[first]]
        column = 1 - 2 * above[~first] / n_x[of[~first]] - delta[of[~first]]
        rows = np.bincount(of[first], weights=row**2, minlength=groups)
        columns = np.bincount(of[~first], weights=column**2, minlength=groups)
        inner = n_x * n_y * (1 - delta**2) - ties
        variance = (n_y**2 * rows + n_x**2 * columns - inner) / (n_x * n_y * (n_x - 1) * (n_y - 1))
        # Cliff's lower bound: the estimate may fall to zero or below, the variance cannot.
        variance = np.maximum(variance, (1 - delta**2) / (n_x * n_y - 1))
        tie_sum = np.bincount(of, weights=pooled_ties.astype(np.float64) ** 2 - 1, minlength=groups)
    return {
        "n_x": samples.n_x,
        "n_y": samples.n_y,
        "u": u,
        "crossed": ties.astype(np.int64),
        "delta": delta,
        "variance": variance,
        "tie_sum": tie_sum,
    }


def rank_sum_tails(samples: Samples, chosen: Flags) -> tuple[Floats, Floats]:
    """Return P(U <= u) and P(U >= u) for the chosen groups, all splits of the pooled ranks equally likely.

    Groups with the same ranks share one law.
    """
    lower, upper = np.full(samples.groups, np.nan), np.full(samples.groups, np.nan)
    for k, _, alike, x, y in samples.sizes():
        rows = np.flatnonzero(chosen[alike])
        if not len(rows):
            continue
        both = np.concatenate([x[rows], y[rows]], axis=1)
        ranks = row_midranks(both)[0]
        total = ranks[:, :k].sum(axis=1)
        for pattern, own in by_pattern(ranks):
            ways = _subset_sums(tuple(pattern.tolist()), k)
            below = np.cumsum(ways)
            lower[alike[rows[own]]] = below[total[own]] / below[-1]
            at_least = below[-1] - np.where(total[own] > 0, below[np.maximum(total[own] - 1, 0)], 0.0)
            upper[alike[rows[own]]] = at_least / below[-1]
    return lower, upper


@lru_cache(maxsize=256)
def _subset_sums(ranks: tuple[int, ...], size: int) -> Floats:
    """Return how many subsets of a given size have each sum; whole numbers, so nothing is lost."""
    ways = np.zeros((size + 1, sum(ranks) + 1))
    ways[0, 0] = 1.0
    for rank in ranks:
        ways[1:, rank:] += ways[:-1, : ways.shape[1] - rank].copy()
    counted: Floats = ways[size]
    return counted


@lru_cache(maxsize=4096)
def rank_sum_quantile(k: int, j: int, p: float) -> int:
    """Return the smallest u with P(U <= u) > p for samples of k and j values without ties.

    Examples
    --------
    >>> rank_sum_quantile(5, 5, 0.025)
    3
    """
    if k + j > EXACT_RANKS_UP_TO:
        from scipy.special import ndtri

        spread = np.sqrt(k * j * (k + j + 1) / 12)
        return max(int(np.ceil(k * j / 2 + ndtri(p) * spread)), 0)
    least = k * (k + 1) // 2
    below = np.cumsum(_subset_sums(tuple(range(1, k + j + 1)), k)[least:])
    return int(np.searchsorted(below / below[-1], p * (1 + 1e-12), side="right"))


def shifts(samples: Samples, level: float, *, lower: bool, upper: bool) -> tuple[Floats, Floats, Floats]:
    """Return the median of all differences x - y, with limits that leave ``level`` outside on each chosen side."""
    estimate, low, high = (np.full(samples.groups, np.nan) for _ in range(3))
    for k, j, alike, x, y in samples.sizes():
        size = k * j
        if size == 0 or size > DIFFERENCES_UP_TO:
            continue
        rank = rank_sum_quantile(k, j, level)
        middle = [(size - 1) // 2, size // 2]
        places = sorted({*middle, *((rank - 1, size - rank) if rank >= 1 else ())})
        step = max(1, CHUNK // size)
        for start in range(0, len(alike), step):
            part = slice(start, start + step)
            with np.errstate(invalid="ignore", over="ignore"):
                differences = (x[part, :, None] - y[part, None, :]).reshape(-1, size)
                # Equal infinities tie.
                ordered = np.partition(np.where(np.isnan(differences), 0.0, differences), places, axis=1)
                estimate[alike[part]] = ordered[:, middle].mean(axis=1)
            if rank >= 1 and lower:
                low[alike[part]] = ordered[:, rank - 1]
            if rank >= 1 and upper:
                high[alike[part]] = ordered[:, size - rank]
    return estimate, low, high


@lru_cache(maxsize=16)
def every_split(k: int, j: int) -> Floats:
    """Return every choice of k out of k + j places, one row of zeros and ones each.

    Examples
    --------
    >>> every_split(1, 2).tolist()
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    size = comb(k + j, k)
    chosen = np.fromiter((place for split in combinations(range(k + j), k) for place in split), np.int64, size * k)
    splits = np.zeros((size, k + j))
    splits[np.repeat(np.arange(size), k), chosen] = 1.0
    return splits


def random_splits(k: int, j: int, draws: int, seed: int) -> Iterator[Floats]:
    """Yield random choices of k out of k + j places, a part at a time; they depend on the sizes and the seed only."""
    generator = np.random.default_rng([seed, k, j])
    rows = max(1, CHUNK // (k + j))
    for start in range(0, draws, rows):
        keys = generator.random((min(rows, draws - start), k + j))
        splits = np.zeros(keys.shape)
        np.put_along_axis(splits, np.argpartition(keys, k - 1, axis=1)[:, :k], 1.0, axis=1)
        yield splits


def split_tails(
    samples: Samples, *, studentized: bool, draws: int, seed: int
) -> tuple[Floats, Floats, Floats, Floats, Flags]:
    """Return the shares of splits of the pooled sample that are as extreme as the observed one.

    These are the statistic, the shares at least as large, at most as large and at least as far from 0, and whether all
    splits were counted; of drawn splits the observed one is counted as one more.
    """
    groups = samples.groups
    statistic, upper, lower, both = (np.full(groups, np.nan) for _ in range(4))
    exact = np.ones(groups, dtype=bool)
    for k, j, alike, x, y in samples.sizes():
        if min(k, j) < (2 if studentized else 1):
            continue
        size = comb(k + j, k)
        complete = size <= EXACT_SPLITS
        exact[alike] = complete
        unit = power_of_two(samples.largest[alike])[:, None]
        pooled = np.concatenate([x, y], axis=1) / unit
        pooled = pooled - pooled[:, :1]
        pooled = pooled - pooled.mean(axis=1, keepdims=True)
        # In units of the spread, in which the rounding of the values shows by how far they lie from zero.
        spread = power_of_two(np.abs(pooled).max(axis=1, initial=0.0))[:, None]
        pooled, unit = pooled / spread, unit * spread
        blur = SAME * (1 + samples.largest[alike][:, None] / unit)
        observed_split = np.concatenate([np.ones(k), np.zeros(j)])[None, :]
        observed = _split_statistic(pooled, observed_split, k, j, blur, studentized)
        statistic[alike] = observed[:, 0] * (1.0 if studentized else unit[:, 0])
        far = np.maximum(np.where(np.isfinite(observed), np.abs(observed), 1.0), 1.0)
        slack = far * (blur + STUDENTIZED) if studentized else blur
        counts = np.zeros((3, len(alike)))
        for splits in [every_split(k, j)] if complete else random_splits(k, j, draws, seed):
            step = max(1, CHUNK // len(splits))
            for start in range(0, len(alike), step):
                part = slice(start, start + step)
                drawn = _split_statistic(pooled[part], splits, k, j, blur[part], studentized)
                counts[0, part] += (drawn >= observed[part] - slack[part]).sum(axis=1)
                counts[1, part] += (drawn <= observed[part] + slack[part]).sum(axis=1)
                counts[2, part] += (np.abs(drawn) >= np.abs(observed[part]) - slack[part]).sum(axis=1)
        upper[alike], lower[alike], both[alike] = counts / size if complete else (counts + 1) / (draws + 1)
    return statistic, upper, lower, both, exact


def _split_statistic(pooled: Floats, splits: Floats, k: int, j: int, blur: Floats, studentized: bool) -> Floats:
    total = product(pooled, splits.T)
    difference = total * (1 / k + 1 / j)  # the pooled values sum to zero
    if not studentized:
        return difference
    square = pooled**2
    first = product(square, splits.T)
    rest = square.sum(axis=1, keepdims=True) - first
    within_x = np.maximum(first - total**2 / k, 0.0) / (k - 1)
    within_y = np.maximum(rest - total**2 / j, 0.0) / (j - 1)
    error = np.sqrt(within_x / k + within_y / j)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = difference / error
    # Squares of the values leave their last digits in what should be no variance.
    flat = error <= np.sqrt(LEFT * square.mean(axis=1, keepdims=True)) + blur
    edge = np.where(np.abs(difference) <= blur, 0.0, np.sign(difference) * np.inf)
    return np.where(flat, edge, ratio)
