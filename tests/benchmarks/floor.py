"""The least that a report of the bake-off must do, written by hand: python tests/benchmarks/floor.py TABLE OUTPUT.

Read the table, take means over folds, run the 3,120 exact Wilcoxon tests of all pairs by all metrics with Holm's
adjustment, draw twelve plain figures, and write them as one page. No words, tables, intervals, sizes or checks, and
nothing is imported but Polars, NumPy and matplotlib.
"""

from __future__ import annotations

import sys
from functools import cache
from io import StringIO
from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl
from matplotlib import rc_context
from matplotlib.figure import Figure


@cache
def law(n: int) -> np.ndarray:
    """Compute the probabilities that the rank sum of n signed differences is at most 0, 1, 2, ..."""
    chances = np.ones(1)
    for rank in range(1, n + 1):
        chances = (np.pad(chances, (0, rank)) + np.pad(chances, (rank, 0))) / 2
    return chances.cumsum()


def wilcoxon(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Compute two-sided p-values of columns, differences of zero left out, tied sizes ranked as they come."""
    differences = x - y
    sizes = np.where(differences == 0, np.inf, np.abs(differences))
    ranks = sizes.argsort(axis=0).argsort(axis=0) + 1
    n = (differences != 0).sum(axis=0)
    lower = np.minimum((ranks * (differences > 0)).sum(axis=0), (ranks * (differences < 0)).sum(axis=0))
    return np.array([min(1.0, 2 * law(size)[total]) for size, total in zip(n.tolist(), lower.tolist(), strict=True)])


def holm(p: np.ndarray) -> np.ndarray:
    """Compute Holm's adjusted p-values."""
    order = np.argsort(p)
    adjusted = np.empty_like(p)
    adjusted[order] = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)).clip(max=1)
    return adjusted


def figures_of(metric: str, names: list[str], means: np.ndarray, adjusted: np.ndarray) -> list[Figure]:
    """Draw what one metric needs: its distributions, the mean ranks, and the matrix of p-values."""
    figures = [Figure(figsize=(7, 6)) for _ in range(3)]
    quartiles, ranks, matrix = (figure.subplots() for figure in figures)
    rows = np.arange(len(names))
    low, middle, high = np.quantile(means, (0.25, 0.5, 0.75), axis=0)
    quartiles.hlines(rows, low, high)
    quartiles.plot(middle, rows, "o")
    quartiles.set_xlabel(metric)
    ranks.plot((-means).argsort(axis=1).argsort(axis=1).mean(axis=0) + 1, rows, "o")
    ranks.set_xlabel(f"mean rank by {metric}")
    square = np.ones((len(names), len(names)))
    square[np.triu_indices(len(names), 1)] = adjusted
    matrix.imshow(np.minimum(square, square.T))
    for axes in (quartiles, ranks, matrix):
        axes.set_yticks(rows, names)
    return figures


def drawn(figure: Figure) -> str:
    """Return a figure as SVG, its texts as texts, without its prologue."""
    stream = StringIO()
    with rc_context({"svg.fonttype": "none"}):
        figure.savefig(stream, format="svg")
    return stream.getvalue().partition("?>")[2]


def main(table: Path, output: Path) -> None:
    """Write the page."""
    scores = pl.read_parquet(table).group_by("metric", "algorithm", "dataset").agg(pl.col("value").mean())
    parts, tests = [], 0
    for (metric,), rows in sorted(scores.partition_by("metric", as_dict=True).items()):
        wide = rows.pivot("algorithm", index="dataset", values="value").sort("dataset").drop("dataset")
        means = wide.to_numpy()
        pairs = np.array(list(combinations(range(wide.width), 2)))
        p = wilcoxon(means[:, pairs[:, 0]], means[:, pairs[:, 1]])
        tests += len(p)
        parts += [drawn(figure) for figure in figures_of(str(metric), wide.columns, means, holm(p))]
    output.write_text(f"<!DOCTYPE html><title>{tests} tests</title>{''.join(parts)}", encoding="utf8")
    print(tests, "tests,", len(parts), "figures")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
