"""Stratified bootstrap of the interquartile mean."""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy import stats

import benchreport as br
from tests.benchmarks.race import Race

ALGORITHMS, DATASETS, RUNS, DRAWS = 8, 128, 5, 2000
SHARE = 200


def one_by_one(values: np.ndarray, draws: int) -> np.ndarray:
    """Rewrite the loop of rliable 1.2, which is not installed: per draw choose runs for every cell, index, trim."""
    generator = np.random.RandomState(0)
    runs, tasks = values.shape
    columns = np.arange(tasks)[None, :]
    drawn = []
    for _ in range(draws):
        rows = generator.choice(runs, values.shape, replace=True)
        drawn.append([stats.trim_mean(values[rows, columns], proportiontocut=0.25, axis=None)])
    return np.percentile(np.array(drawn), [2.5, 97.5], axis=0)


def races() -> list[Race]:
    rng = np.random.default_rng(20260101)
    values = rng.beta(5, 2, (ALGORITHMS, DATASETS, RUNS))
    a, d, r = np.indices(values.shape).reshape(3, -1)
    frame = pl.DataFrame({"algorithm": a, "dataset": d, "seed": r, "accuracy": values.ravel()})
    scores = br.scores(frame.with_columns(pl.col("algorithm", "dataset").cast(pl.String)))
    return [
        Race(
            name=f"bootstrap of the IQM, {ALGORITHMS} algorithms x {DATASETS} datasets x {RUNS} runs, {DRAWS} draws",
            ours=lambda: br.iqm(scores, draws=DRAWS, resample="runs"),
            peer="the loop of rliable, rewritten",
            theirs=lambda: one_by_one(values[0].T, SHARE),
            share=SHARE / (DRAWS * ALGORITHMS),
        ),
    ]
