"""DeLong's test of many algorithms, and areas over many groups."""

from __future__ import annotations

import numpy as np
import polars as pl
from sklearn.metrics import roc_auc_score

import benchreport as br
from tests.benchmarks.race import Goal, Race


def races() -> list[Race]:
    rng = np.random.default_rng(20260101)
    algorithms, n = 10, 100_000
    truth = rng.integers(0, 2, n)
    scores = rng.normal(size=(algorithms, n)) + truth
    names = np.repeat([f"algorithm {at}" for at in range(algorithms)], n)
    large = br.predictions(
        pl.DataFrame(
            {
                "algorithm": names,
                "instance": np.tile(np.arange(n), algorithms),
                "truth": np.tile(truth, algorithms),
                "score": scores.ravel(),
            }
        )
    )
    groups, size = 2_000, 200
    labels = rng.integers(0, 2, (groups, size))
    values = np.round(rng.normal(size=(groups, size)) + labels, 2)
    many = pl.DataFrame({"g": np.repeat(np.arange(groups), size), "y": labels.ravel(), "s": values.ravel()})
    return [
        Race(
            name="DeLong, 45 pairs of 10 algorithms on 100,000 instances",
            ours=lambda: br.delong(large, positive=1),
            peer="the ten argsorts it needs",
            theirs=lambda: [np.argsort(row) for _ in range(5) for row in scores],
            share=5,
            goal=Goal(ratio=2),
        ),
        Race(
            name="AUC, 2,000 groups of 200",
            ours=lambda: many.group_by("g").agg(br.expr.auc("y", "s", positive=1)),
            peer="sklearn.metrics.roc_auc_score in a loop",
            theirs=lambda: [roc_auc_score(labels[at], values[at]) for at in range(100)],
            share=100 / groups,
        ),
    ]
