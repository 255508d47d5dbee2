"""Whole reports as commands, by format and by stage: a large study, the demo table, a million predictions."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import polars as pl

import benchreport as br
from tests.benchmarks.race import ROUNDS, Cost, Goal, Race, benchreport, best, process, python, with_stages, within

ALGORITHMS, DATASETS, FOLDS = 40, 112, 30
SHAPE = "40 algorithms x 112 datasets x 30 folds x 4 metrics"
# Of a build in two processes: what the clock may show of the processor, and how much more the processor may do.
MOST_WALL, MOST_MORE = 0.65, 0.15
METRICS = ("accuracy", "balanced_accuracy", "auroc", "logloss")
FLOOR = Path(__file__).with_name("floor.py")
# The study whose shape the made one has, where it is at hand.
REFERENCE = Path(os.environ.get("ORACLES", "../shared/reference")) / "tsc_bakeoff2023_112.parquet"
# What most of us would write for a paper: scores of every model on every dataset, their means, and ROC curves.
BY_SCIKIT_LEARN = """
import sys
import matplotlib
matplotlib.use("agg")
import matplotlib.pyplot as plt
import pandas as pd
from sklearn import metrics as sk
table = pd.read_parquet(sys.argv[1])
rows = []
for (algorithm, dataset), part in table.groupby(["algorithm", "dataset"], observed=True):
    truth, prediction, score = part["truth"], part["prediction"], part["score"]
    rows.append({
        "algorithm": algorithm,
        "dataset": dataset,
        "accuracy": sk.accuracy_score(truth, prediction),
        "balanced accuracy": sk.balanced_accuracy_score(truth, prediction),
        "precision": sk.precision_score(truth, prediction),
        "recall": sk.recall_score(truth, prediction),
        "F1": sk.f1_score(truth, prediction),
        "MCC": sk.matthews_corrcoef(truth, prediction),
        "AUC": sk.roc_auc_score(truth, score),
        "average precision": sk.average_precision_score(truth, score),
        "Brier": sk.brier_score_loss(truth, score),
        "log loss": sk.log_loss(truth, score),
        "confusion": sk.confusion_matrix(truth, prediction).tolist(),
    })
scores = pd.DataFrame(rows)
pages = [scores.to_html(), scores.drop(columns=["dataset", "confusion"]).groupby("algorithm").mean().to_html()]
for dataset, part in table.groupby("dataset", observed=True):
    figure, axes = plt.subplots()
    for algorithm, own in part.groupby("algorithm", observed=True):
        fpr, tpr, _ = sk.roc_curve(own["truth"], own["score"])
        axes.plot(fpr, tpr, label=algorithm)
    axes.legend()
    figure.savefig(f"{sys.argv[2]}.{dataset}.svg")
    plt.close(figure)
open(sys.argv[2], "w").write("".join(pages))
"""


def bake_off() -> pl.DataFrame:
    """Make a table of the shape of the 2023 bake-off of time-series classifiers: 537,600 scores, with ties.

    Scores are shares of a test set, and on easy datasets many are perfect.
    """
    rng = np.random.default_rng(20260101)
    shape = (ALGORITHMS, DATASETS, FOLDS)
    instances = np.round(np.exp(rng.uniform(np.log(20), np.log(4_000), (1, DATASETS, 1))))
    skill = rng.normal(0, 0.7, (ALGORITHMS, 1, 1)) + rng.normal(2.2, 1.6, (1, DATASETS, 1))
    latent = skill + rng.normal(0, 0.5, (ALGORITHMS, DATASETS, 1)) + rng.normal(0, 0.3, shape)
    right = rng.binomial(instances.astype(int), 1 / (1 + np.exp(-latent))) / instances
    values = {
        "accuracy": right,
        "balanced_accuracy": np.clip(right - np.round(rng.exponential(0.02, shape), 3), 0, 1),
        "auroc": np.round(1 - (1 - right) ** 1.5, 6),
        "logloss": np.round(-np.log(np.clip(right, 0.01, 0.999)) + rng.exponential(0.05, shape), 6),
    }
    a, d, f = (index.ravel() for index in np.indices(shape))
    labels = pl.select(algorithm=pl.format("algorithm {}", pl.Series(a)), dataset=pl.format("dataset {}", pl.Series(d)))
    runs = labels.with_columns(fold=pl.Series(f, dtype=pl.Int16))
    return pl.concat(
        runs.with_columns(metric=pl.lit(metric), value=pl.Series(values[metric].ravel())) for metric in METRICS
    )


def write_predictions(path: Path, algorithms: int, datasets: int, instances: int) -> Path:
    """Write made predictions of two classes, with probabilities of four digits, on the same instances."""
    rng = np.random.default_rng(20260103)
    keys = pl.DataFrame(
        {
            "dataset": np.repeat(np.arange(datasets), instances),
            "instance": np.tile(np.arange(instances), datasets),
            "truth": rng.integers(0, 2, datasets * instances),
        }
    ).with_columns(pl.format("dataset {}", "dataset").alias("dataset"))
    signal = (keys["truth"].to_numpy() * 2 - 1) * np.repeat(rng.uniform(0.3, 1.5, datasets), instances)
    parts = []
    for number in range(algorithms):
        latent = signal * (1 + number / algorithms) + rng.normal(0, 1.2, len(signal))
        score = np.round(1 / (1 + np.exp(-latent)), 4)
        columns = {"prediction": (score >= 0.5).astype(np.int64), "score": score}
        parts.append(keys.with_columns(**{name: pl.Series(values) for name, values in columns.items()}))
        parts[-1].insert_column(0, pl.lit(f"algorithm {number}").alias("algorithm"))
    pl.concat(parts).write_parquet(path)
    return path


def measures() -> Iterator[str]:
    """Yield what a second process changes, of the clock and of the processor."""
    with tempfile.TemporaryDirectory(prefix="benchreport-workers-") as folder:
        table = Path(folder) / "bake_off.parquet"
        bake_off().write_parquet(table)
        words = ("build", table, "-o", f"{folder}/bake_off.html", "--force", "--workers")
        alone, both = benchreport(*words, "1"), benchreport(*words, "2")
        costs = [(alone(), both()) for _ in range(ROUNDS)]
    one, two = (best([pair[place] for pair in costs]) for place in (0, 1))
    share, more = two.wall / two.cpu, two.cpu / one.cpu - 1
    yield (
        f"bake-off, made, {SHAPE}, HTML in one process: {one.cpu:.2f} s CPU, {one.wall:.2f} s wall; with --workers 2: "
        f"{two.cpu:.2f} s CPU, {two.wall:.2f} s wall, {share:.2f} of its CPU (at most {MOST_WALL:g}: "
        f"{'met' if share <= MOST_WALL else 'missed'}), and {more:.0%} more CPU (at most {MOST_MORE:.0%}: "
        f"{'met' if more <= MOST_MORE else 'missed'}); best of {ROUNDS}"
    )


def races() -> list[Race]:
    folder = tempfile.TemporaryDirectory(prefix="benchreport-race-")
    place = Path(folder.name)
    large, predictions = place / "bake_off.parquet", place / "predictions.parquet"
    bake_off().write_parquet(large)
    write_predictions(predictions, 10, 10, 10_000)
    demo = Path(str(br.example("demsar2006_auc.csv")))

    def report(table: Path, output: str) -> Callable[[], Cost]:
        return within(folder, with_stages("build", table, "-o", f"{place}/{output}", "--force"))

    def build(name: str, table: Path, output: str, goal: Goal) -> Race:
        return Race(name=name, ours=report(table, output), goal=goal)

    bake_offs = {"bake-off, made": large} | ({"bake-off, real": REFERENCE.resolve()} if REFERENCE.exists() else {})
    return [
        *(
            Race(
                name=f"{name}, {SHAPE}, HTML",
                ours=report(table, "bake_off.html"),
                peer="the floor: read, means, 3,120 exact tests, 12 figures of matplotlib, write",
                theirs=process(sys.executable, FLOOR, table, place / "floor.html"),
                goal=Goal(ratio=2),
            )
            for name, table in bake_offs.items()
        ),
        *(
            build(f"{name}, PDF with complete tables", table, "bake_off.pdf", Goal(seconds=12, megabytes=400))
            for name, table in bake_offs.items()
        ),
        build("demo table, HTML", demo, "demo.html", Goal(seconds=2.0)),
        build("demo table, PDF", demo, "demo.pdf", Goal(seconds=3.6)),
        build("demo table, LaTeX", demo, "demo/", Goal(seconds=2.2)),
        build("demo table, Markdown", demo, "demo.md", Goal(seconds=1.8)),
        Race(
            name="1 million predictions, 10 algorithms x 10 datasets x 10,000, HTML",
            ours=report(predictions, "predictions.html"),
            peer="a scikit-learn script: ten scores each, their means, ROC curves",
            theirs=python(BY_SCIKIT_LEARN, predictions, place / "sklearn.html"),
            goal=Goal(seconds=5),
        ),
    ]
