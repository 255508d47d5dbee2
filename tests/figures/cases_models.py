"""Cases of the figures of several metrics, posteriors, plans, factors and risks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import polars as pl

import benchreport as br
from tests.figures.cases import HOSTILE, Cases, accuracy, constant, demsar, hostile, large, made, study


def nothing() -> None:
    """No table: the figure is made of numbers alone."""


def two_metrics(table: pl.DataFrame, names: Sequence[str] = ("accuracy", "log_loss"), seed: int = 3) -> pl.DataFrame:
    """The scores of a table once more in a second metric, noisy and turned."""
    rng = np.random.default_rng(seed)
    noise = pl.Series(rng.normal(0, 0.05, table.height))
    text = pl.col("metric").cast(pl.String)
    first = table.with_columns(text.replace({"accuracy": names[0]}).cast(pl.Categorical))
    second = table.with_columns(
        pl.lit(names[1], dtype=pl.Categorical).alias("metric"),
        value=1.5 - pl.col("value") + noise,
        direction=pl.lit("lower", dtype=table.schema["direction"]),
    )
    return pl.concat([first, second])


@cache
def large_metrics() -> pl.DataFrame:
    return two_metrics(large())


@cache
def hostile_metrics() -> pl.DataFrame:
    return two_metrics(hostile(), (HOSTILE[0], HOSTILE[2]))


@cache
def constant_metrics() -> pl.DataFrame:
    return two_metrics(constant()).with_columns(value=pl.lit(0.5))


@cache
def gappy_metrics() -> pl.DataFrame:
    table = two_metrics(made(3, 8))
    return table.filter(~((pl.col("dataset") == "dataset000") & (pl.col("algorithm") == "algorithm00")))


@cache
def two_algorithms() -> pl.DataFrame:
    return two_metrics(made(2, 12))


@cache
def one_dataset() -> pl.DataFrame:
    return made(40, 1, folds=10)


@cache
def still() -> pl.DataFrame:
    """One dataset on which everyone is always equal."""
    return made(3, 1, folds=3).with_columns(value=pl.lit(0.5))


def tuned(
    names: Sequence[str] = ("depth", "rate"), datasets: int = 4, model: str = "boosting", way: float = 1.0
) -> pl.DataFrame:
    """A grid of two numeric factors with a best place inside."""
    rng = np.random.default_rng(5)
    rows = [
        (model, f"d{d}", x, y, 0.8 + 0.02 * d - way * (0.0007 * (x - 7) ** 2 + 0.02 * (y + 1.6) ** 2) + noise)
        for d in range(datasets)
        for x in (1, 2, 4, 8, 16)
        for y in (-3.0, -2.0, -1.0, 0.0)
        for noise in (rng.normal(0, 0.003),)
    ]
    frame = pl.DataFrame(rows, schema=["model", "dataset", *names, "accuracy"], orient="row")
    return br.scores(frame, factors=list(names), directions={"accuracy": "higher" if way > 0 else "lower"})


@cache
def grid_scores() -> pl.DataFrame:
    return tuned()


@cache
def lower_grid() -> pl.DataFrame:
    return tuned(way=-1.0)


@cache
def hostile_grid() -> pl.DataFrame:
    return tuned(names=(HOSTILE[0], "漢字カナ"), model=HOSTILE[1])


@cache
def flat_grid() -> pl.DataFrame:
    return tuned().with_columns(value=pl.lit(0.5))


@cache
def holed_grid() -> pl.DataFrame:
    return tuned(datasets=1).filter(~((pl.col("depth") == 4) & (pl.col("rate") == -1.0)))


@cache
def refits(names: Sequence[str] = ("linear", "spline", "kNN", "tree"), repeats: int = 10) -> pl.DataFrame:
    """Predictions of numbers by models trained several times."""
    rng = np.random.default_rng(7)
    rows = [
        (name, r, i, np.sin(i / 5), np.sin(i / 5) + 0.6 / (k + 1) * np.cos(i) + 0.1 * (k + 1) * rng.normal())
        for k, name in enumerate(names)
        for i in range(30)
        for r in range(repeats)
    ]
    return pl.DataFrame(rows, schema=["model", "repeat", "instance", "truth", "prediction"], orient="row")


def hostile_refits() -> pl.DataFrame:
    return refits(HOSTILE)


def many_refits() -> pl.DataFrame:
    return refits(tuple(f"algorithm{i:02d}" for i in range(40)), 3)


def single_fits() -> pl.DataFrame:
    return refits(repeats=1)


@cache
def classified() -> pl.DataFrame:
    return br.read_predictions(br.example("small_study_predictions.parquet"))


@cache
def hostile_counts() -> pl.DataFrame:
    cells = {"tp": 40, "fp": 5, "fn": 7, "tn": 48}
    return br.counts(pl.DataFrame({"model": list(HOSTILE), **{name: [n] * len(HOSTILE) for name, n in cells.items()}}))


@cache
def many_counts() -> pl.DataFrame:
    names = [f"algorithm{i:02d}" for i in range(40)]
    right = [30 + i for i in range(40)]
    frame = {"model": names, "tp": right, "fp": [5] * 40, "fn": [80 - n for n in right], "tn": [60] * 40}
    return br.counts(pl.DataFrame(frame))


@cache
def plane_points() -> pl.DataFrame:
    rng = np.random.default_rng(2)
    truth = ["yes", "no"] * 20
    shift = np.array([1.5, 0.0] * 20)
    return pl.DataFrame({HOSTILE[0]: rng.normal(shift, 1), "漢字カナ": rng.normal(shift, 2), "truth": truth})


CASES: Cases = {
    "difference_ellipse": {
        "study": (study, {"metrics": ["accuracy", "auc"], "dataset": "wine", "control": "kNN"}),
        "pair": (two_algorithms, {}),
        "page": (study, {"metrics": ["accuracy", "log_loss"], "dataset": "digits", "width": "page"}),
        "large": (large_metrics, {"width": "page"}),
        "hostile": (hostile_metrics, {}),
        "constant": (constant_metrics, {}),
        "gaps": (gappy_metrics, {}),
    },
    "directions": {
        "study": (study, {"dataset": "wine"}),
        "page": (study, {"dataset": "digits", "width": "page", "variant": "oneway"}),
        "pair": (study, {"dataset": "wine", "algorithms": ["kNN", "DecisionTree"]}),
        "large": (large_metrics, {}),
        "hostile": (hostile_metrics, {}),
        "constant": (constant_metrics, {}),
    },
    "manova_scores": {
        "study": (study, {"dataset": "wine"}),
        "page": (study, {"dataset": "digits", "width": "page", "variant": "oneway"}),
        "pair": (two_algorithms, {}),
        "large": (large_metrics, {"width": "page"}),
        "large_column": (large_metrics, {}),
        "hostile": (hostile_metrics, {}),
        "constant": (constant_metrics, {}),
    },
    "simplex": {
        "published": (demsar, {"control": "C4.5", "draws": 2000}),
        "sign": (demsar, {"method": "bayes_sign", "rope": 0.02, "draws": 2000}),
        "study": (accuracy, {"width": "page", "draws": 2000}),
        "large": (large, {"draws": 500, "width": "page"}),
        "hostile": (hostile, {"draws": 500}),
        "constant": (constant, {"draws": 500}),
    },
    "posterior": {
        "study": (accuracy, {"dataset": "wine", "control": "kNN"}),
        "page": (accuracy, {"dataset": "digits", "width": "page", "rope": 0.0}),
        "lower": (study, {"metric": "log_loss", "dataset": "iris"}),
        "large": (one_dataset, {}),
        "hostile": (hostile, {"dataset": "dataset003"}),
        "constant": (still, {}),
    },
    "power_curve": {
        "runs": (nothing, {"sd": 0.02, "difference": [0.005, 0.01, 0.02]}),
        "differences": (nothing, {"sd": 0.02, "n": [5, 10, 30], "variant": "z"}),
        "less": (nothing, {"sd": [1.0, 2.0], "n": 10, "alternative": "less", "width": "page"}),
        "never": (nothing, {"sd": 0.02, "difference": 0.0}),
        "study": (accuracy, {"dataset": "digits"}),
        "large": (large, {}),
        "hostile": (hostile, {}),
        "constant": (constant, {}),
    },
    "interval_comparison": {
        "lecture": (nothing, {"n": 40}),
        "one": (nothing, {"n": 1}),
        "many": (nothing, {"n": 100_000, "width": "page"}),
        "study": (classified, {"dataset": "wine"}),
        "large": (many_counts, {}),
        "hostile": (hostile_counts, {}),
    },
    "interaction": {
        "grid": (grid_scores, {}),
        "lower": (lower_grid, {"factors": ["rate", "depth"], "width": "page"}),
        "study": (accuracy, {}),
        "large": (large, {"width": "page"}),
        "hostile": (hostile_grid, {}),
        "names": (hostile, {"factors": ["algorithm", "dataset"]}),
        "constant": (constant, {}),
    },
    "main_effects": {
        "grid": (grid_scores, {}),
        "study": (accuracy, {"factors": ["algorithm", "dataset"], "width": "page"}),
        "large": (large, {"factors": ["algorithm", "dataset"]}),
        "hostile": (hostile_grid, {}),
        "names": (hostile, {}),
        "constant": (constant, {}),
    },
    "grid": {
        "grid": (grid_scores, {}),
        "lower": (lower_grid, {}),
        "holes": (holed_grid, {}),
        "study": (accuracy, {"width": "page"}),
        "published": (demsar, {}),
        "large": (large, {"width": "page"}),
        "hostile": (hostile_grid, {}),
        "names": (hostile, {"factors": ["algorithm", "dataset"]}),
        "constant": (constant, {}),
    },
    "surface": {
        "grid": (grid_scores, {}),
        "lower": (lower_grid, {"width": "page"}),
        "holes": (holed_grid, {}),
        "hostile": (hostile_grid, {}),
        "constant": (flat_grid, {}),
    },
    "gaussian_border": {
        "lecture": (nothing, {}),
        "circle": (
            nothing,
            {
                "mean_positive": (0, 0),
                "mean_negative": (0, 0),
                "covariance_positive": ((0.3, 0), (0, 0.3)),
                "covariance_negative": ((4, 0), (0, 4)),
                "n": 2000,
                "width": "page",
            },
        ),
        "hostile": (plane_points, {}),
    },
    "bias_variance": {
        "simulated": (refits, {"truth": "exact"}),
        "noise": (refits, {"noise": 0.005, "width": "page"}),
        "noisy": (refits, {}),
        "single": (single_fits, {}),
        "large": (many_refits, {}),
        "hostile": (hostile_refits, {"truth": "exact"}),
    },
}
