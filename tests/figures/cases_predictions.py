"""Cases of the figures that compare predictions: areas, decisions, instances, classes, kinds of errors."""

from __future__ import annotations

from functools import cache

import numpy as np
import polars as pl

import benchreport as br
from tests.figures.cases import HOSTILE, Cases
from tests.figures.cases_curves import (
    alone,
    cancer,
    counted,
    digits,
    hostile,
    hostile_classes,
    iris,
    large,
    many_classes,
    one_sided,
    small_study,
    tied,
    two_valued,
)


def error_counts(algorithms: int, folds: int = 10, names: tuple[str, ...] = ()) -> pl.DataFrame:
    """Return confusion counts of two classes, the later algorithms worse."""
    rng = np.random.default_rng(3)
    called = names or tuple(f"algorithm{i:02d}" for i in range(algorithms))
    rows = [
        (
            name,
            fold,
            fn := int(rng.binomial(20, 0.05 + 0.02 * i)),
            fp := int(rng.binomial(36, 0.03 + 0.01 * i)),
            20 - fn,
            36 - fp,
        )
        for i, name in enumerate(called)
        for fold in range(folds)
    ]
    frame = pl.DataFrame(rows, schema=["model", "fold", "fn", "fp", "tp", "tn"], orient="row")
    return br.counts(frame, dataset="made", design="kfold_cv")


@cache
def few_errors() -> pl.DataFrame:
    return error_counts(8)


@cache
def many_errors() -> pl.DataFrame:
    return error_counts(20)


@cache
def hostile_errors() -> pl.DataFrame:
    return error_counts(len(HOSTILE), names=HOSTILE)


@cache
def two_with_errors() -> pl.DataFrame:
    return error_counts(2)


@cache
def three_with_errors() -> pl.DataFrame:
    return error_counts(3, folds=3)


@cache
def same_errors() -> pl.DataFrame:
    """Return counts of three algorithms that err alike in every fold."""
    return pl.concat([error_counts(1, names=(name,)) for name in ("A", "B", "C")])


def numbers(algorithms: int, names: tuple[str, ...] = (), instances: int = 90) -> pl.DataFrame:
    """Return predictions of numbers, the later algorithms worse."""
    rng = np.random.default_rng(5)
    truth = rng.normal(0, 100, instances)
    called = names or tuple(f"algorithm{i:02d}" for i in range(algorithms))
    rows = [
        (name, i, float(truth[i]), float(truth[i] + (10 + 3 * place) * rng.normal()))
        for place, name in enumerate(called)
        for i in range(instances)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "instance", "truth", "prediction"], orient="row")
    return br.predictions(frame, dataset="made")


@cache
def few_numbers() -> pl.DataFrame:
    return numbers(5)


@cache
def many_numbers() -> pl.DataFrame:
    return numbers(30, instances=1200)


@cache
def hostile_numbers() -> pl.DataFrame:
    return numbers(len(HOSTILE), names=HOSTILE)


@cache
def perfect_numbers() -> pl.DataFrame:
    return few_numbers().with_columns(prediction=pl.col("truth"))


MALIGNANT = {"positive": "malignant"}
CASES: Cases = {
    "roc_areas": {
        "real": (cancer, MALIGNANT),
        "reference": (cancer, {**MALIGNANT, "control": "kNN", "adjust": "bonferroni"}),
        "column": (cancer, {**MALIGNANT, "width": "column"}),
        "two_valued": (two_valued, {"positive": 1}),
        "large": (large, {"positive": 1}),
        "hostile": (hostile, {"positive": 1}),
        "hostile_column": (hostile, {"positive": 1, "width": "column"}),
        "one_sided": (one_sided, {"positive": 1}),
        "tied": (tied, {"positive": 1}),
    },
    "decisions": {
        "real": (cancer, MALIGNANT),
        "column": (cancer, {**MALIGNANT, "width": "column"}),
        "undeclared": (cancer, {}),
        "classes": (iris, {}),
        "two_valued": (two_valued, {"positive": 1}),
        "large": (large, {"positive": 1}),
        "hostile": (hostile, {"positive": 1}),
        "hostile_classes": (hostile_classes, {}),
        "alone": (alone, {"positive": 1}),
        "tied": (tied, {"positive": 1}),
    },
    "instance_map": {
        "real": (cancer, MALIGNANT),
        "classes": (iris, {}),
        "digits": (digits, {}),
        "column": (cancer, {**MALIGNANT, "width": "column"}),
        "large": (large, {"positive": 1}),
        "hostile": (hostile, {"positive": 1}),
        "hostile_classes": (hostile_classes, {}),
        "many_classes": (many_classes, {}),
        "alone": (alone, {}),
    },
    "class_misses": {
        "real": (small_study, {}),
        "one": (iris, {}),
        "column": (digits, {"width": "column"}),
        "counts": (counted, {}),
        "large": (large, {}),
        "hostile": (hostile, {}),
        "hostile_classes": (hostile_classes, {}),
        "many_classes": (many_classes, {}),
    },
    "absolute_errors": {
        "real": (few_numbers, {}),
        "column": (few_numbers, {"width": "column"}),
        "reference": (few_numbers, {"control": "algorithm03"}),
        "large": (many_numbers, {}),
        "hostile": (hostile_numbers, {}),
        "perfect": (perfect_numbers, {}),
    },
    "error_plane": {
        "real": (few_errors, {}),
        "column": (few_errors, {"width": "column"}),
        "reference": (few_errors, {"control": "algorithm05"}),
        "large": (many_errors, {}),
        "hostile": (hostile_errors, {}),
        "two": (two_with_errors, {}),
        "three": (three_with_errors, {}),
        "same": (same_errors, {}),
    },
}
