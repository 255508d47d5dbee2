"""Simulated benchmarks in which it is known which algorithms differ: complete and partial nulls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Generator = np.random.Generator
# The median of the mean of two exponential variables with mean 1: their pseudo-median.
EXPONENTIAL = 0.839173495


@dataclass(frozen=True, slots=True, kw_only=True)
class Null:
    """A way to draw scores, replications x datasets x algorithms, and the true standing of the algorithms.

    Two algorithms of equal standing are alike: the pseudo-median of their differences is zero.
    """

    draw: Callable[[Generator, int, int, int], Floats]
    standing: Callable[[int], Floats]


def normal(random: Generator, *shape: int) -> Floats:
    return random.standard_normal(shape)


def identical(random: Generator, runs: int, n: int, k: int) -> Floats:
    return normal(random, runs, n, 1) + normal(random, runs, n, k)


def near_duplicates(random: Generator, runs: int, n: int, k: int) -> Floats:
    """Algorithms come in pairs whose results have correlation .95."""
    shared = np.repeat(normal(random, runs, n, (k + 1) // 2), 2, axis=2)[:, :, :k]
    return np.sqrt(0.95) * shared + np.sqrt(0.05) * normal(random, runs, n, k)


def skewed(random: Generator, runs: int, n: int, k: int) -> Floats:
    return -np.exp(normal(random, runs, n, k))


def half_spread(random: Generator, runs: int, n: int, k: int) -> Floats:
    return identical(random, runs, n, k) + spread_below(k)


def spread_below(k: int) -> Floats:
    """The second half of the algorithms is worse, each by more than the one before."""
    return np.concatenate([np.zeros(k - k // 2), -1.5 * np.arange(1, k // 2 + 1) / max(k // 2, 1)])


def noisy_two(random: Generator, runs: int, n: int, k: int) -> Floats:
    """Two identical noisy algorithms around a tight ordered bunch."""
    scores = ordered(k) + 0.05 * normal(random, runs, n, k)
    scores[:, :, :2] = 3 * normal(random, runs, n, 2)
    return scores


def ordered(k: int) -> Floats:
    return np.concatenate([[0.0, 0.0], 0.2 * (np.arange(k - 2) - (k - 3) / 2) / max(k - 2, 1)])


def straddling(random: Generator, runs: int, n: int, k: int) -> Floats:
    """Two equal algorithms that lie on opposite sides of all others on every dataset."""
    scores = ordered(k) + 0.05 * normal(random, runs, n, k)
    side = random.choice([-1.0, 1.0], size=(runs, n))
    reach = 2 + np.abs(normal(random, runs, n))
    scores[:, :, 0], scores[:, :, 1] = side * reach, -side * reach
    return scores


def skewed_difference(random: Generator, runs: int, n: int, k: int) -> Floats:
    """The first algorithm differs from the others by an exponential variable with pseudo-median 0."""
    common = normal(random, runs, n, 1)
    scores = np.repeat(common, k, axis=2)
    scores[:, :, 0] += random.exponential(size=(runs, n)) - EXPONENTIAL
    # The others are near copies, so that their differences from the first are all but exponential.
    scores[:, :, 1:] += 1e-6 * normal(random, runs, n, k - 1)
    return scores


def level(k: int) -> Floats:
    return np.zeros(k)


NULLS: Mapping[str, Null] = {
    "ident": Null(draw=identical, standing=level),
    "corr": Null(draw=near_duplicates, standing=level),
    "skew": Null(draw=skewed, standing=level),
    "half": Null(draw=half_spread, standing=spread_below),
    "noisy2": Null(draw=noisy_two, standing=ordered),
    "strad": Null(draw=straddling, standing=ordered),
    "skewd": Null(draw=skewed_difference, standing=level),
}
