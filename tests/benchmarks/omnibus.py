"""Rank tests over many datasets and folds, analysis of variance over many groups."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from scipy import stats

import benchreport as br
from tests.benchmarks.race import Goal, Race, table

METRICS, DATASETS, ALGORITHMS, FOLDS = 20, 200, 30, 10


def long_table() -> pl.DataFrame:
    """Twenty metrics, 200 datasets, 30 algorithms and ten folds, in the order in which loops write result files."""
    rng = np.random.default_rng(20260101)
    shape = (METRICS, DATASETS, ALGORITHMS, FOLDS)
    level = rng.normal(0.8, 0.05, (1, DATASETS, 1, 1))
    values = np.round(level + rng.normal(0, 0.05, shape), 4)
    names = ("metric", "dataset", "algorithm", "fold")
    columns = {name: index.ravel() for name, index in zip(names, np.indices(shape), strict=True)}
    frame = pl.DataFrame(columns | {"value": values.ravel()})
    named = frame.with_columns(
        pl.format(f"{name} {{}}", name).cast(pl.Categorical).alias(name) for name in ("metric", "dataset", "algorithm")
    )
    return named.with_columns(direction=pl.lit("higher", dtype=pl.Categorical))


def usual_way(frame: pd.DataFrame) -> list[Any]:
    """Pivot each metric to datasets by algorithms, then SciPy, the F by hand, and mean ranks."""
    found = []
    for _, rows in frame.groupby("metric", observed=True):
        wide = rows.pivot_table(index="dataset", columns="algorithm", values="value", aggfunc="mean", observed=True)
        n, k = wide.shape
        chi2 = stats.friedmanchisquare(*wide.to_numpy().T).statistic
        f = (n - 1) * chi2 / (n * (k - 1) - chi2)
        found.append((chi2, f, stats.f.sf(f, k - 1, (k - 1) * (n - 1)), wide.rank(axis=1, ascending=False).mean()))
    return found


def races() -> list[Race]:
    long = long_table()
    labels = ["metric", "dataset", "algorithm"]
    frame = long.select(pl.col(labels).cast(pl.String), "fold", "value").to_pandas()
    many, many_values = table(5_000, 10, 4)
    shuffled = long.sample(fraction=1.0, shuffle=True, seed=1)
    mixed = frame.sample(frac=1.0, random_state=1)
    return [
        Race(
            name="Friedman, Iman-Davenport and mean ranks, 20 metrics x 200 datasets x 30 algorithms x 10 folds",
            ours=lambda: br.rank_tests(long),
            peer="pandas pivot_table and scipy.stats.friedmanchisquare per metric",
            theirs=lambda: usual_way(frame),
            goal=Goal(faster=15),
        ),
        Race(
            name="the same, rows in no order",
            ours=lambda: br.rank_tests(shuffled),
            peer="pandas pivot_table and scipy.stats.friedmanchisquare per metric",
            theirs=lambda: usual_way(mixed),
        ),
        Race(
            name="one-way analysis of variance, 5,000 groups of 10 x 4",
            ours=lambda: br.anova_oneway(many, by="metric"),
            peer="scipy.stats.f_oneway in a loop",
            theirs=lambda: [stats.f_oneway(*values.T) for values in many_values[:500]],
            share=500 / 5_000,
        ),
        Race(
            name="Kruskal-Wallis, 5,000 groups of 10 x 4",
            ours=lambda: br.kruskal_wallis(many),
            peer="scipy.stats.kruskal in a loop",
            theirs=lambda: [stats.kruskal(*values.T) for values in many_values[:500]],
            share=500 / 5_000,
        ),
    ]
