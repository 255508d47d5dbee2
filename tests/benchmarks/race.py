"""A race: one of our calls beside the usual way to the same numbers, in one run."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """One of our calls beside the usual way to the same numbers.

    ``part`` is how much of the work ours does and ``share`` how much theirs; times are scaled to the whole.
    """

    name: str
    ours: Callable[[], Any]
    peer: str
    theirs: Callable[[], Any]
    share: float = 1.0
    part: float = 1.0


def seconds(call: Callable[[], Any], repeats: int = 3) -> float:
    """Take the best of a few runs, since these machines are noisy."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def table(groups: int, blocks: int, algorithms: int) -> tuple[pl.DataFrame, np.ndarray]:
    rng = np.random.default_rng(20260101)
    values = np.round(rng.normal(0.8, 0.05, (groups, blocks, algorithms)), 3)
    g, b, a = np.indices(values.shape).reshape(3, -1)
    frame = pl.DataFrame({"metric": g, "dataset": b, "algorithm": a, "value": values.ravel()})
    labelled = frame.with_columns(pl.col("metric", "dataset", "algorithm").cast(pl.String).cast(pl.Categorical))
    return labelled.with_columns(direction=pl.lit("higher", dtype=pl.Categorical)), values
