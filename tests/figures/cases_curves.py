"""Cases of the figures that show predictions: curves, calibration, confusions, overlaps and shuffled labels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import polars as pl

import benchreport as br
from tests.figures.cases import HOSTILE, Case, Cases

CLASSES = ("a rather long name of a class, with a comma", "漢字 k", "שלום s", "$x_1$")


@cache
def small_study() -> pl.DataFrame:
    return br.read_predictions(br.example("small_study_predictions.parquet"))


@cache
def cancer() -> pl.DataFrame:
    return small_study().filter(pl.col("dataset") == "breast_cancer")


@cache
def iris() -> pl.DataFrame:
    return small_study().filter(pl.col("dataset") == "iris")


@cache
def digits() -> pl.DataFrame:
    return small_study().filter(pl.col("dataset") == "digits")


def scored(
    algorithms: int, instances: int = 120, *, folds: int = 1, share: float = 0.3, names: tuple[str, ...] = ()
) -> pl.DataFrame:
    """Scores of two classes; the later an algorithm, the better it ranks."""
    rng = np.random.default_rng(7)
    called = names or tuple(f"algorithm{i:02d}" for i in range(algorithms))
    truth = (np.arange(instances) < max(1, round(share * instances))).astype(int)
    parts = []
    for i, name in enumerate(called):
        raw = truth * (0.3 + 2.5 * i / max(algorithms, 1)) + rng.normal(0, 1, instances)
        parts.append(
            pl.DataFrame({"instance": range(instances), "truth": truth, "score": (1 / (1 + np.exp(1 - raw))).round(4)})
            .with_columns(algorithm=pl.lit(name), fold=pl.col("instance") % folds)
            .with_columns(prediction=(pl.col("score") >= 0.5).cast(pl.Int64))
        )
    table = pl.concat(parts)
    return br.predictions(table if folds > 1 else table.drop("fold"), dataset="made")


def classes(algorithms: int, labels: tuple[str, ...], instances: int = 120) -> pl.DataFrame:
    """Probabilities of several classes, and the most probable one as the prediction."""
    rng = np.random.default_rng(11)
    truth = np.arange(instances) % len(labels)
    parts = []
    for i in range(algorithms):
        raw = rng.normal(0, 1, (instances, len(labels)))
        raw[np.arange(instances), truth] += 0.5 + 2 * i / algorithms
        chance = np.exp(raw) / np.exp(raw).sum(axis=1, keepdims=True)
        columns = {f"prob_{label}": chance[:, j] for j, label in enumerate(labels)}
        predictions = [labels[j] for j in chance.argmax(axis=1)]
        frame = pl.DataFrame(
            {"instance": range(instances), "truth": [labels[j] for j in truth], "prediction": predictions}
        )
        parts.append(frame.with_columns(algorithm=pl.lit(f"algorithm{i:02d}")).with_columns(**columns_of(columns)))
    return br.predictions(pl.concat(parts), dataset="made")


def columns_of(values: dict[str, np.ndarray]) -> dict[str, pl.Series]:
    return {name: pl.Series(column) for name, column in values.items()}


@cache
def two_valued() -> pl.DataFrame:
    """Scores are 0 or 1, as those of a nearest neighbour."""
    return scored(3).with_columns(score=(pl.col("score") >= 0.5).cast(pl.Float64))


@cache
def large() -> pl.DataFrame:
    return scored(40, 200)


@cache
def many_classes() -> pl.DataFrame:
    return classes(3, tuple(f"class {i}" for i in range(40)), 400)


@cache
def many_of_both() -> pl.DataFrame:
    return classes(12, tuple(f"class {i}" for i in range(15)), 150)


@cache
def hostile() -> pl.DataFrame:
    return scored(len(HOSTILE), names=HOSTILE, folds=4)


@cache
def hostile_classes() -> pl.DataFrame:
    return classes(3, CLASSES)


@cache
def alone() -> pl.DataFrame:
    return scored(1, 30)


@cache
def tied() -> pl.DataFrame:
    """Every score is the same."""
    return scored(3).with_columns(score=pl.lit(0.5))


@cache
def one_sided() -> pl.DataFrame:
    """Some folds have no positive instance at all."""
    return scored(2, 24, folds=12, share=0.1)


@cache
def rare() -> pl.DataFrame:
    return scored(4, 900, share=0.01)


@cache
def unbounded() -> pl.DataFrame:
    """Scores that are no probabilities, each algorithm on a scale of its own."""
    scale = pl.col("algorithm").cast(pl.String).str.slice(9).cast(pl.Float64)
    return scored(5).with_columns(score=(pl.col("score") - 0.5) * 10 ** (scale * 2))


@cache
def counted() -> pl.DataFrame:
    """The two-class table of METHODS, FX7."""
    return br.counts(pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]}))


@cache
def unretrieved() -> pl.DataFrame:
    """Nothing is called positive by one, everything by the other."""
    cells = {"model": ["none", "all"], "tp": [0, 20], "fp": [0, 80], "fn": [20, 0], "tn": [80, 0]}
    return br.counts(pl.DataFrame(cells))


def shuffles(algorithms: int, datasets: int = 1, draws: int = 99, names: tuple[str, ...] = ()) -> pl.DataFrame:
    """Accuracies on the true labels (0) and on shuffled ones."""
    rng = np.random.default_rng(13)
    called = names or tuple(f"algorithm{i:02d}" for i in range(algorithms))
    rows = [
        (name, f"d{d}", s, round(float(0.5 + rng.normal(0, 0.04) + (0.15 * i / algorithms if s == 0 else 0)), 3))
        for i, name in enumerate(called)
        for d in range(datasets)
        for s in range(draws + 1)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "permutation_id", "accuracy"], orient="row")
    return br.scores(frame, factors="permutation_id")


@cache
def one_shuffled() -> pl.DataFrame:
    return shuffles(1)


@cache
def few_shuffled() -> pl.DataFrame:
    return shuffles(3, 2)


@cache
def many_shuffled() -> pl.DataFrame:
    return shuffles(40)


@cache
def hostile_shuffled() -> pl.DataFrame:
    return shuffles(len(HOSTILE), names=HOSTILE)


@cache
def constant_shuffled() -> pl.DataFrame:
    return shuffles(2).with_columns(value=pl.lit(0.5))


@cache
def lost_shuffled() -> pl.DataFrame:
    """One algorithm has no run on the true labels."""
    lost = (pl.col("algorithm") == "algorithm01") & (pl.col("permutation_id") == 0)
    return shuffles(2).filter(~lost)


def of_curves(**more: Case) -> dict[str, Case]:
    """The cases that every figure of curves must bear."""
    malignant = {"positive": "malignant"}
    cases: dict[str, tuple[Callable[[], pl.DataFrame], dict[str, object]]] = {
        "real": (cancer, malignant),
        "classes": (iris, {}),
        "two_valued": (two_valued, {"positive": 1}),
        "large": (large, {"positive": 1, "width": "page"}),
        "hostile": (hostile, {"positive": 1}),
        "alone": (alone, {"positive": 1}),
        "one_sided": (one_sided, {"positive": 1}),
    }
    return {**cases, **more}


CASES: Cases = {
    "roc": of_curves(
        page=(cancer, {"positive": "malignant", "width": "page"}),
        digits=(digits, {"width": "page"}),
        tied=(tied, {"positive": 1}),
        many_of_both=(many_of_both, {}),
        hostile_classes=(hostile_classes, {}),
        pooled=(cancer, {"positive": "malignant", "folds": "pooled", "cost_ratio": 2.0}),
        early=(rare, {"positive": 1, "early": 50}),
        early_classes=(iris, {"early": 10, "cost_ratio": 1.0}),
        priced=(iris, {"cost_ratio": 0.5}),
    ),
    "pr": of_curves(
        plain=(cancer, {"positive": "malignant", "iso_f": False}),
        many_classes=(many_classes, {"width": "page"}),
    ),
    "lift": of_curves(rare=(rare, {"positive": 1})),
    "gains": of_curves(),
    "reliability": {
        "real": (cancer, {"positive": "malignant"}),
        "classes": (digits, {}),
        "two_valued": (two_valued, {"positive": 1}),
        "large": (large, {"positive": 1}),
        "hostile": (hostile, {"positive": 1}),
        "alone": (alone, {"positive": 1}),
        "tied": (tied, {"positive": 1, "bins": 4}),
    },
    "score_histograms": {
        "real": (cancer, {"positive": "malignant"}),
        "classes": (digits, {"algorithm": "GaussianNB"}),
        "unbounded": (unbounded, {"positive": 1}),
        "large": (large, {"positive": 1}),
        "hostile": (hostile, {"positive": 1}),
        "hostile_column": (hostile, {"positive": 1, "width": "column"}),
        "alone": (alone, {"positive": 1}),
        "tied": (tied, {"positive": 1}),
        "rare": (rare, {"positive": 1}),
    },
    "retrieval_venn": {
        "published": (counted, {"positive": "positive"}),
        "real": (cancer, {"positive": "malignant"}),
        "classes": (iris, {"positive": "versicolor"}),
        "large": (large, {"positive": 1}),
        "hostile": (hostile, {"positive": 1}),
        "unretrieved": (unretrieved, {"positive": "positive"}),
        "rare": (rare, {"positive": 1, "cut": 0.5}),
    },
    "null_histogram": {
        "one": (one_shuffled, {}),
        "few": (few_shuffled, {}),
        "large": (many_shuffled, {}),
        "hostile": (hostile_shuffled, {}),
        "constant": (constant_shuffled, {}),
        "lost": (lost_shuffled, {}),
    },
    "confusion": {
        "real": (iris, {}),
        "one": (iris, {"algorithm": "DecisionTree"}),
        "digits": (digits, {}),
        "digits_one": (digits, {"algorithm": "GaussianNB", "width": "page"}),
        "published": (counted, {}),
        "large": (large, {}),
        "many_classes": (many_classes, {}),
        "many_classes_one": (many_classes, {"algorithm": "algorithm02", "width": "page"}),
        "many_of_both": (many_of_both, {"width": "column"}),
        "hostile": (hostile, {}),
        "hostile_classes": (hostile_classes, {"width": "column"}),
        "unretrieved": (unretrieved, {}),
    },
    "per_class": {
        "real": (iris, {}),
        "one": (iris, {"algorithm": "DecisionTree"}),
        "digits": (digits, {"width": "page"}),
        "published": (counted, {}),
        "large": (large, {}),
        "many_classes": (many_classes, {}),
        "many_of_both": (many_of_both, {"width": "page"}),
        "hostile": (hostile, {}),
        "hostile_classes": (hostile_classes, {}),
        "unretrieved": (unretrieved, {}),
    },
}
