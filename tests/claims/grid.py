"""A seeded grid of small studies: tables of every kind, and the options under which their reports are made."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import numpy as np
import polars as pl

import benchreport as br
from benchreport.document.model.blocks import Report

# Some names begin with another, hold figures or signs, or both.
NAMES = ("kNN-3", "C4.5", "C4.5+m", "SVM (rbf)", "Forest", "Forest 500", "Ridge", "Boosting", "Naive-Bayes", "MLP_2")
ADJUSTMENTS = ("holm", "bonferroni", "hochberg", "bh", "by", "hommel", "sidak", "finner")
PAIR_TESTS = ("wilcoxon", "sign_test", "kfold_paired_t", "permutation_signflip")
MISSING = ("auto", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in")
# Higher is better, a share; lower is better, a share; lower is better, with units; the same, another unit.
METRICS = ("accuracy", "error_rate", "rmse", "runtime")
OMNIBUS = ("iman_davenport", "friedman", "quade", "friedman_aligned", "kruskal_wallis")
DESIGNS = ("one value", "folds", "repeated folds", "resamples", "undeclared runs")
KINDS = ("scores", "scores", "scores", "scores", "scores", "scores", "binary", "multiclass", "regression", "counts")
# The closing sections repeat no claim and cost little, but the table of methods is long.
PRINTED = "benchreport.document.evidence.printed_metrics"
CLOSING = ("methods", "provenance")
# A small grid makes the sections in turns: these in every report, and one of three groups.
ALWAYS = ("summary", "setup", "coverage", "leaderboard", "ranks", "matrix")
IN_TURN = (
    ("aggregates", "distributions", "within", "predicted", "confusion", "datasets"),
    ("variance", "multivariate", "curves", "regression", "advice"),
    ("probabilities", "single", "bayes", "subsets", "reasons"),
)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One report of the grid: how its table is drawn, and the options it is made with."""

    seed: int
    kind: str
    algorithms: int
    datasets: int
    metrics: tuple[str, ...]
    design: str
    gaps: float
    ties: bool
    effect: float
    options: Mapping[str, Any] = field(default_factory=dict)


def settings(n: int, *, seed: int = 0) -> list[Setting]:
    """Return so many settings; the first of them are those of any smaller grid."""
    return [_setting(seed * 100_003 + place) for place in range(n)]


def _setting(seed: int) -> Setting:
    rng = np.random.default_rng(seed)
    kind = KINDS[seed % len(KINDS)]
    algorithms = int(rng.choice([2, 3, 3, 4, 4, 5, 6, 9]))
    datasets = int(rng.choice([3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 20, 30, 40]))
    if kind in ("binary", "multiclass", "regression"):
        algorithms, datasets = min(algorithms, 4), int(rng.choice([1, 2, 3, 8]))
    options: dict[str, Any] = {"adjustment": str(rng.choice(ADJUSTMENTS)) if rng.random() < 0.6 else "holm"}
    tests: dict[str, str] = {}
    if rng.random() < 0.4:
        tests["pairs"] = str(rng.choice(PAIR_TESTS))
    if rng.random() < 0.2:
        tests["omnibus"] = str(rng.choice(OMNIBUS))
    if tests:
        options["tests"] = tests
    if rng.random() < 0.4:
        options["baseline"] = NAMES[int(rng.integers(algorithms))]
    if rng.random() < 0.15:
        options["alpha"] = float(rng.choice([0.01, 0.1]))
    if rng.random() < 0.1:
        options["family"] = "all"
    gaps = float(rng.choice([0.0, 0.0, 0.0, 0.03, 0.1, 0.25])) if kind == "scores" else 0.0
    if rng.random() < 0.5:
        policy = str(rng.choice(MISSING))
        options["missing"] = "auto" if policy == "stand_in" and "baseline" not in options else policy
    design = str(rng.choice(DESIGNS)) if kind == "scores" else "one value"
    metrics = tuple(str(name) for name in rng.choice(METRICS, int(rng.choice([1, 1, 2, 3])), replace=False))
    if kind == "binary":
        options["positive"] = "yes"
    return Setting(
        seed=seed,
        kind=kind,
        algorithms=algorithms,
        datasets=datasets,
        metrics=metrics,
        design=design,
        gaps=gaps,
        ties=bool(rng.random() < 0.3),
        effect=float(rng.choice([0.0, 0.5, 2.0])),
        options=options,
    )


def asked_settings() -> list[Setting]:
    """Return settings of complete tables in which a post-hoc test of mean ranks decides because it was asked for."""
    return [
        Setting(
            seed=900_000 + place,
            kind="scores",
            algorithms=3 + place % 4,
            datasets=8 + 3 * place,
            metrics=("accuracy", "rmse")[: 1 + place % 2],
            design="one value",
            gaps=0.0,
            ties=place == 3,
            effect=(2.0, 0.5, 2.0, 2.0, 0.0, 2.0)[place],
            options={"tests": {"pairs": test}, "adjustment": "holm"} | ({"baseline": NAMES[1]} if place > 3 else {}),
        )
        for place, test in enumerate(("nemenyi", "nemenyi", "siegel", "conover", "nemenyi", "bonferroni_dunn"))
    ]


def level_settings() -> list[Setting]:
    """Return settings of tables with a factor, whose levels part the report."""
    return [
        Setting(
            seed=910_000 + place,
            kind="levels",
            algorithms=3 + place,
            datasets=9 + place,
            metrics=("accuracy", "rmse")[: 1 + place % 2],
            design="one value",
            gaps=0.0,
            ties=place == 2,
            effect=(2.0, 0.0, 0.5)[place],
        )
        for place in range(3)
    ]


def some_sections(setting: Setting) -> tuple[str, ...]:
    """Return the sections that the report of a setting has in a small grid."""
    return ALWAYS + IN_TURN[setting.seed % len(IN_TURN)]


def table_of(setting: Setting) -> pl.DataFrame:
    """Draw the table of a setting."""
    rng = np.random.default_rng([setting.seed, 1])
    if setting.kind == "scores":
        return _scores(setting, rng)
    if setting.kind == "levels":
        levels = [_scores(setting, rng).with_columns(noise=pl.lit(level)) for level in ("low", "middle", "high")]
        return pl.concat(levels)
    if setting.kind == "counts":
        return _counts(setting, rng)
    return _predictions(setting, rng)


def report_of(setting: Setting, table: pl.DataFrame, sections: Sequence[str] = ()) -> Report:
    """Make the report of a setting, or some of its sections."""
    options = dict(setting.options) | {"omit": CLOSING}
    options["sections"] = tuple(sections) or ("all",)
    # Metrics keep the names of the table, by which facts are looked up; how they are printed has tests of its own.
    with patch(PRINTED, lambda names: dict(zip(names, names, strict=True))), warnings.catch_warnings():
        warnings.simplefilter("ignore", br.BenchreportWarning)
        return br.report(table, **options)


def _runs(design: str) -> list[dict[str, Any]]:
    folds = [{"fold": fold} for fold in range(5)]
    if design == "one value":
        return [{}]
    if design == "folds":
        return [{**run, "design": "kfold_cv"} for run in folds]
    if design == "repeated folds":
        return [{**run, "repeat": repeat, "design": "repeated_cv"} for repeat in range(2) for run in folds[:3]]
    if design == "resamples":
        return [{"fold": run, "design": "repeated_holdout"} for run in range(4)]
    return [{"fold": 2 * run + 1} for run in range(4)]  # numbers that folds do not have


def _scores(setting: Setting, rng: np.random.Generator) -> pl.DataFrame:
    k, n = setting.algorithms, setting.datasets
    runs = _runs(setting.design)
    rows = []
    lost = rng.random((n, k)) < setting.gaps
    lost[0] = False
    for metric in setting.metrics:
        strength = setting.effect * np.linspace(1, 0, k) * 0.03
        level = rng.uniform(0.5, 0.85, n)
        noise = rng.normal(0, 0.02, (n, k))
        for dataset in range(n):
            unit = 10.0 ** rng.uniform(-3, 3)
            for name in range(k):
                if lost[dataset, name]:
                    continue
                for run in runs:
                    value = level[dataset] + strength[name] + noise[dataset, name] + rng.normal(0, 0.01)
                    value = float(np.clip(value, 0.01, 0.99))
                    value = value if metric == "accuracy" else 1 - value
                    if setting.ties:
                        value = round(value, 1 if setting.effect == 0.5 else 2)
                    value = max(value, 0.01) * (unit if metric in ("rmse", "runtime") else 1)
                    rows.append(
                        {"dataset": f"data-{dataset + 1}", "algorithm": NAMES[name], **run, "metric": metric}
                        | {"value": value}
                    )
    return pl.DataFrame(rows)


CLASSES = {"binary": ("yes", "no"), "multiclass": ("cat", "dog", "owl"), "counts": ("cat", "dog", "owl")}


def _predictions(setting: Setting, rng: np.random.Generator) -> pl.DataFrame:
    classes = CLASSES.get(setting.kind)
    folded = rng.random() < 0.6
    rows: list[dict[str, Any]] = []
    for dataset in range(setting.datasets):
        size = int(rng.choice([30, 40, 60]))
        truths = rng.integers(0, len(classes), size) if classes else rng.normal(10, 3, size)
        for name in range(setting.algorithms):
            skill = 1.0 + setting.effect * (setting.algorithms - name) / setting.algorithms
            for instance, truth in enumerate(truths):
                row: dict[str, Any] = {"dataset": f"data-{dataset + 1}", "algorithm": NAMES[name], "instance": instance}
                if folded:
                    row |= {"fold": instance % 5, "design": "kfold_cv"}
                if classes:
                    logits = rng.normal(0, 1, len(classes))
                    logits[int(truth)] += skill
                    chances = np.exp(logits) / np.exp(logits).sum()
                    row |= {"truth": classes[int(truth)], "prediction": classes[int(chances.argmax())]}
                    row |= {f"prob_{label}": float(chance) for label, chance in zip(classes, chances, strict=True)}
                else:
                    row |= {"truth": float(truth), "prediction": float(truth + rng.normal(0, 2 / skill))}
                rows.append(row)
    return pl.DataFrame(rows)


def _counts(setting: Setting, rng: np.random.Generator) -> pl.DataFrame:
    labels = CLASSES["counts"]
    rows = []
    for dataset in range(setting.datasets):
        for name in range(setting.algorithms):
            for actual in labels:
                right = int(rng.integers(10, 30) + 3 * setting.effect * (setting.algorithms - name))
                for predicted in labels:
                    n = right if predicted == actual else int(rng.integers(0, 8))
                    rows.append(
                        {"dataset": f"data-{dataset + 1}", "algorithm": NAMES[name]}
                        | {"actual": actual, "predicted": predicted, "n": n}
                    )
    return pl.DataFrame(rows)
