"""Tables that figures are drawn from in the tests: real ones, large ones, hostile ones.

Each topic is a module with CASES: kind of figure -> name of a case -> (function that makes the table, options).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import polars as pl

import benchreport as br

Case = tuple[Callable[[], Any], Mapping[str, Any]]
Cases = Mapping[str, Mapping[str, Case]]

TOPICS = ("comparison", "distributions", "models", "curves", "predictions")

HOSTILE = (
    "GradientBoosting(n_estimators=500, max_depth=None, learning_rate=0.05)",
    "GradientBoosting(n_estimators=500, max_depth=None, learning_rate=0.01)",
    "漢字カナ",
    "שלום",
    "a_b^c$d$ %&#{}",
    "é",
)


@cache
def demsar() -> pl.DataFrame:
    return br.read_scores(br.example("demsar2006_auc.csv"))


@cache
def study() -> pl.DataFrame:
    return br.read_scores(br.example("small_study_5x2.csv"))


@cache
def accuracy() -> pl.DataFrame:
    return study().filter(pl.col("metric") == "accuracy")


def made(algorithms: int, datasets: int, folds: int = 1, metric: str = "accuracy", seed: int = 1) -> pl.DataFrame:
    """Scores of so many algorithms, the later ones better, on so many datasets."""
    rng = np.random.default_rng(seed)
    values = 0.6 + 0.3 * np.arange(algorithms) / max(algorithms, 1) + rng.normal(0, 0.05, (datasets, folds, algorithms))
    d, f, a = np.indices(values.shape).reshape(3, -1)
    names = [f"algorithm{i:02d}" for i in range(algorithms)]
    frame = pl.DataFrame(
        {
            "algorithm": [names[i] for i in a],
            "dataset": [f"dataset{i:03d}" for i in d],
            "fold": f,
            metric: np.clip(values.ravel(), 0.01, 0.999).round(4),
        }
    )
    return br.scores(frame if folds > 1 else frame.drop("fold"), directions={metric: "higher"})


@cache
def large() -> pl.DataFrame:
    """40 algorithms on 200 datasets."""
    return made(40, 200)


@cache
def hostile() -> pl.DataFrame:
    """Long, alike, foreign and typographically awkward names."""
    table = made(len(HOSTILE), 8, folds=4)
    renamed = dict(zip([f"algorithm{i:02d}" for i in range(len(HOSTILE))], HOSTILE, strict=True))
    return table.with_columns(pl.col("algorithm").cast(pl.String).replace(renamed).cast(pl.Categorical))


@cache
def constant() -> pl.DataFrame:
    """Everyone has the same value everywhere."""
    return made(3, 4, folds=3).with_columns(value=pl.lit(0.5))


def all_cases() -> list[tuple[str, str, Case]]:
    modules = [import_module(f"tests.figures.cases_{topic}") for topic in TOPICS]
    return [
        (kind, name, case) for module in modules for kind, cases in module.CASES.items() for name, case in cases.items()
    ]
