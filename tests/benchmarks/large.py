"""Five million rows: reports of scores and of predictions, what is in a table, and one test of all pairs."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import polars as pl

from tests.benchmarks.documents import write_predictions
from tests.benchmarks.race import Goal, Race, Word, with_stages, within

# 25 algorithms x 200 datasets x 10 x 10 folds x 10 metrics.
ALGORITHMS, DATASETS, REPEATS, FOLDS = 25, 200, 10, 10
METRICS = (
    *("accuracy", "balanced_accuracy", "f1", "auc", "mcc"),
    *("precision", "recall", "specificity", "kappa", "average_precision"),
)
# Minutes for a few rounds of each would be too many.
ROUNDS = 4


def write_scores(path: Path) -> Path:
    """Write five million made scores as a long table, in the order in which loops write result files."""
    rng = np.random.default_rng(20260104)
    shape = (ALGORITHMS, DATASETS, REPEATS, FOLDS)
    a, d, r, f = (index.ravel() for index in np.indices(shape))
    runs = pl.DataFrame({"algorithm": a, "dataset": d, "repeat": r, "fold": f}).with_columns(
        pl.format("algorithm {}", "algorithm").alias("algorithm"), pl.format("dataset {}", "dataset").alias("dataset")
    )
    level = rng.uniform(0.55, 0.85, (1, DATASETS, 1, 1)) + rng.normal(0, 0.02, (ALGORITHMS, 1, 1, 1))
    cell = level + rng.normal(0, 0.02, (ALGORITHMS, DATASETS, 1, 1))
    values = (np.round(cell + rng.normal(0, 0.02, shape), 4).clip(0, 1).ravel() for _ in METRICS)
    pl.concat(
        runs.with_columns(metric=pl.lit(metric), value=pl.Series(column))
        for metric, column in zip(METRICS, values, strict=True)
    ).write_parquet(path)
    return path


def races() -> list[Race]:
    folder = tempfile.TemporaryDirectory(prefix="benchreport-race-")
    place = Path(folder.name)
    scores = write_scores(place / "scores.parquet")
    predictions = write_predictions(place / "predictions.parquet", 10, 50, 10_000)

    def command(name: str, goal: Goal, *words: Word) -> Race:
        return Race(name=name, ours=within(folder, with_stages(*words)), goal=goal, rounds=ROUNDS)

    return [
        command(
            "5 million scores, 25 algorithms x 200 datasets x 100 folds x 10 metrics, HTML",
            Goal(seconds=15, megabytes=1000),
            *("build", scores, "-o", place / "scores.html", "--force"),
        ),
        command(
            "5 million predictions, 10 algorithms x 50 datasets x 10,000, HTML",
            Goal(seconds=60, megabytes=1000),
            *("build", predictions, "-o", place / "predictions.html", "--force"),
        ),
        command("check of 5 million predictions", Goal(seconds=4, megabytes=600), "check", predictions),
        command(
            "McNemar's test of all pairs, 5 million predictions",
            Goal(seconds=8, megabytes=800),
            *("test", "mcnemar", predictions),
        ),
    ]
