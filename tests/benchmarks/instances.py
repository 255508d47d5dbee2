"""Sign flips and bootstrap over many groups."""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy import stats

import benchreport as br
from tests.benchmarks.race import Goal, Race


def mean(x: np.ndarray, axis: int) -> np.ndarray:
    return x.mean(axis=axis)


def races() -> list[Race]:
    rng = np.random.default_rng(20260101)
    values = rng.normal(0.1, 1.0, (1000, 30))
    frame = pl.DataFrame({"g": np.repeat(np.arange(1000), 30), "x": values.ravel(), "y": 0.0})
    return [
        Race(
            name="sign flips, 1,000 groups of 30, 9,999 draws",
            ours=lambda: frame.group_by("g").agg(br.expr.permutation_signflip("x", "y")),
            peer="scipy.stats.permutation_test(axis=1)",
            theirs=lambda: stats.permutation_test(
                (values[:50],), mean, permutation_type="samples", n_resamples=9999, vectorized=True, axis=1
            ),
            share=50 / 1000,
            goal=Goal(faster=100),
            profile="products of matrices 37 %, comparing and counting sums 23 %, "
            "gathering groups and writing rows 22 %",
        ),
        Race(
            name="paired bootstrap (BCa), 1,000 groups of 30, 9,999 draws",
            ours=lambda: frame.group_by("g").agg(br.expr.bootstrap_paired("x", "y")),
            peer="scipy.stats.bootstrap(axis=1)",
            theirs=lambda: stats.bootstrap((values[:50],), mean, n_resamples=9999, axis=1, method="BCa"),
            share=50 / 1000,
        ),
    ]
