"""How fast, against the usual way in Python? Ratios measured in one run: python -m tests.benchmarks."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

import benchreport as br


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """One of our calls beside the usual way to the same numbers, on ``share`` of the work."""

    name: str
    ours: Callable[[], Any]
    peer: str
    theirs: Callable[[], Any]
    share: float = 1.0


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


def races() -> list[Race]:
    many, many_values = table(20_000, 10, 4)
    wide, wide_values = table(4, 112, 40)
    pairs = [(i, j) for i in range(40) for j in range(i + 1, 40)]
    q = np.linspace(0.5, 12, 780)
    few = q[::39]
    python = [sys.executable, "-c"]
    return [
        Race(
            name="friedman, 20,000 groups of 10 x 4",
            ours=lambda: br.friedman(many),
            peer="scipy.stats.friedmanchisquare in a loop",
            theirs=lambda: [stats.friedmanchisquare(*values.T) for values in many_values[:500]],
            share=500 / 20_000,
        ),
        Race(
            name="exact Wilcoxon with interval, 3,120 pairs of 112",
            ours=lambda: br.wilcoxon(wide),
            peer="scipy.stats.wilcoxon (exact without ties, no interval) in a loop",
            theirs=lambda: [
                stats.wilcoxon(wide_values[0][:, i], wide_values[0][:, j], method="exact") for i, j in pairs
            ],
            share=1 / 4,
        ),
        Race(
            name="nemenyi, 40 algorithms x 4 metrics",
            ours=lambda: br.nemenyi(wide),
            peer="scipy.stats.studentized_range.sf",
            theirs=lambda: stats.studentized_range.sf(few, 40, np.inf),
            share=len(few) / 3_120,
        ),
        Race(
            name="benchreport --help",
            ours=lambda: subprocess.run(
                [sys.executable, "-m", "benchreport", "--help"], capture_output=True, check=True
            ),
            peer="python -c 'import click'",
            theirs=lambda: subprocess.run([*python, "import click"], check=True),
        ),
    ]


def main() -> None:
    for race in races():
        ours, theirs = seconds(race.ours), seconds(race.theirs) / race.share
        ratio = f"{theirs / ours:.1f}x faster than" if theirs > ours else f"{ours / theirs:.2f}x the time of"
        print(f"{race.name}: {ours:.3f} s, {ratio} {race.peer} ({theirs:.3f} s)")


if __name__ == "__main__":
    main()
