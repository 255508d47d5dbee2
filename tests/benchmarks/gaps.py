"""Tables with gaps: what to compare, verdicts on pairs available, and how the outcome depends on the policy."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

import benchreport as br
from tests.benchmarks.race import Race

ALGORITHMS, DATASETS = 150, 41
PAIRS = ALGORITHMS * (ALGORITHMS - 1) // 2
SAMPLE = 400


def gappy(share: float, columns: int = ALGORITHMS) -> tuple[pl.DataFrame, np.ndarray]:
    """150 algorithms on 41 datasets; a share of the results of the first columns is missing."""
    random = np.random.default_rng(20260101)
    values = np.round(random.normal(0.8, 0.05, (DATASETS, ALGORITHMS)) + np.linspace(0, 0.1, ALGORITHMS), 4)
    gaps = np.zeros(values.shape, dtype=bool)
    gaps[:, :columns] = random.random((DATASETS, columns)) < share
    values[gaps] = np.nan
    d, a = np.indices(values.shape).reshape(2, -1)
    frame = pl.DataFrame({"dataset": d, "algorithm": a, "value": values.ravel()})
    named = frame.with_columns(
        pl.format("d{}", "dataset").alias("dataset"), pl.format("a{}", "algorithm").alias("algorithm")
    )
    return br.scores(named, metric="accuracy"), values


def one_by_one(values: np.ndarray) -> list[Any]:
    """Wilcoxon's test of some pairs by SciPy, each on the datasets that both have."""
    found = []
    for a, b in islice(combinations(range(ALGORITHMS), 2), SAMPLE):
        both = ~np.isnan(values[:, a]) & ~np.isnan(values[:, b])
        found.append(stats.wilcoxon(values[both, a], values[both, b], method="approx").pvalue)
    return found


def races() -> list[Race]:
    few, _ = gappy(0.5, columns=6)
    scattered, values = gappy(0.02)
    loop: dict[str, Any] = {
        "peer": f"scipy.stats.wilcoxon on every pair (asymptotic, {SAMPLE} of {PAIRS} pairs timed)",
        "theirs": lambda: one_by_one(values),
        "share": SAMPLE / PAIRS,
    }
    return [
        Race(
            name="what to compare, 150 algorithms x 41 datasets, gaps in 6 algorithms",
            ours=lambda: br.missing_auto(few),
            **loop,
        ),
        Race(
            name="largest complete sub-table, 150 algorithms x 41 datasets, 2 % of results missing",
            ours=lambda: br.complete(scattered, "subtable"),
            **loop,
        ),
        Race(
            name="exact verdicts on pairs available, 150 algorithms x 41 datasets, 2 % of results missing",
            ours=lambda: br.verdicts(scattered, missing="available"),
            **loop,
        ),
        Race(
            name="all policies for missing results, 150 algorithms x 41 datasets",
            ours=lambda: br.missing_sensitivity(scattered),
            **(loop | {"share": SAMPLE / PAIRS / 4}),
        ),
    ]
