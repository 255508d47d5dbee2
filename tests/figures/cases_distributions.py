"""Cases of the figures that show how results are spread and what they cost."""

from __future__ import annotations

from functools import cache

import numpy as np
import polars as pl

import benchreport as br
from tests.figures.cases import Case, Cases, accuracy, constant, demsar, hostile, large, made, study


@cache
def one_dataset() -> pl.DataFrame:
    return made(4, 1, folds=10)


@cache
def gaps() -> pl.DataFrame:
    """Some algorithms were not measured everywhere."""
    table = made(5, 12, folds=3)
    return table.filter(~((pl.col("dataset").cast(pl.String) > "dataset008") & (pl.col("algorithm") == "algorithm02")))


@cache
def alone() -> pl.DataFrame:
    """One algorithm, one dataset, one value."""
    return made(1, 1)


@cache
def pair() -> pl.DataFrame:
    return made(2, 9, folds=4)


@cache
def wide_span() -> pl.DataFrame:
    """Times from milliseconds to days."""
    rng = np.random.default_rng(3)
    rows = [(f"s{a}", f"d{d:02d}", float(10 ** (rng.uniform(-3, 5) - a))) for a in range(4) for d in range(20)]
    return br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "time"], orient="row"))


@cache
def outlying() -> pl.DataFrame:
    """One algorithm fails badly on one dataset."""
    table = made(5, 15, metric="r2")
    worst = (pl.col("algorithm") == "algorithm01") & (pl.col("dataset") == "dataset003")
    return table.with_columns(value=pl.when(worst).then(-250.0).otherwise("value"))


def costly(algorithms: int, datasets: int, names: tuple[str, ...] = ()) -> pl.DataFrame:
    """Quality and time; who takes longer is often better."""
    quality = made(algorithms, datasets)
    rng = np.random.default_rng(5)
    number = quality.get_column("algorithm").cast(pl.String).str.slice(9).cast(pl.Int64).to_numpy()
    seconds = 10 ** (number / max(algorithms, 1) * 3 + rng.normal(0, 0.4, len(number)) - 1)
    time = quality.with_columns(
        value=pl.Series(seconds.round(4)),
        metric=pl.lit("train_time").cast(pl.Categorical),
        direction=pl.lit("lower").cast(pl.Categorical),
    )
    both = pl.concat([quality, time])
    if not names:
        return both
    renamed = {f"algorithm{i:02d}": name for i, name in enumerate(names)}
    return both.with_columns(pl.col("algorithm").cast(pl.String).replace(renamed).cast(pl.Categorical))


def growing(algorithms: int, runs: int = 5, names: tuple[str, ...] = ()) -> pl.DataFrame:
    """Accuracy along the number of training examples."""
    rng = np.random.default_rng(7)
    labels = names or tuple(f"algorithm{i:02d}" for i in range(algorithms))
    rows = [
        (name, "data", run, size, round(float(0.95 - 0.01 * i - 1.5 / size**0.5 + rng.normal(0, 0.02)), 4))
        for i, name in enumerate(labels)
        for run in range(runs)
        for size in (20, 50, 100, 200, 500, 1000)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "n_train", "accuracy"], orient="row")
    return br.scores(frame, factors="n_train")


def hostile_names() -> tuple[str, ...]:
    return tuple(map(str, hostile().get_column("algorithm").unique().sort()))


SPREAD: dict[str, Case] = {
    "published": (demsar, {}),
    "page": (demsar, {"width": "page"}),
    "study": (study, {"metric": "log_loss", "points": "runs"}),
    "large": (large, {}),
    "hostile": (hostile, {}),
    "constant": (constant, {}),
    "one_dataset": (one_dataset, {}),
    "gaps": (gaps, {}),
    "alone": (alone, {}),
    "span": (wide_span, {}),
    "outlying": (outlying, {}),
}
RESCALED = {name: SPREAD[name] for name in ("published", "page", "study", "large", "hostile", "one_dataset", "gaps")}
FEW_DRAWS = {"draws": 99}

CASES: Cases = {
    "box": SPREAD,
    "rescaled_box": {
        **RESCALED,
        "outlying": (outlying, {"baseline": "median"}),
        "baseline": (accuracy, {"baseline": "Majority", "best": "RandomForest", "points": "runs"}),
    },
    "ridge": SPREAD,
    "histogram": SPREAD,
    "range": SPREAD,
    "strip": {**SPREAD, "pair": (pair, {}), "pair_runs": (pair, {"points": "runs"})},
    "all_results": {
        "published": (demsar, {}),
        "study": (accuracy, {}),
        "pair": (pair, {}),
        "gaps": (gaps, {}),
        "lower": (wide_span, {"ratio": True}),
        "differences": (wide_span, {}),
        "constant": (constant, {}),
        "outlying": (outlying, {"row": 0.2}),
        "narrow": (demsar, {"width": "column"}),
        "hostile": (hostile, {}),
    },
    "rank_map": {
        "published": (demsar, {}),
        "gaps": (gaps, {"row": 0.1}),
        "pair": (pair, {}),
        "lower": (wide_span, {}),
        "large": (large, {}),
        "constant": (constant, {}),
        "hostile": (hostile, {}),
    },
    "rank_distribution": {
        "published": (demsar, {}),
        "large": (large, {}),
        "hostile": (hostile, {}),
        "constant": (constant, {}),
        "one_dataset": (one_dataset, {}),
        "pair": (pair, {}),
    },
    "fold_differences": {
        "study": (accuracy, {}),
        "loss": (study, {"metric": "log_loss", "algorithm": "kNN", "control": "GaussianNB"}),
        "control": (accuracy, {"control": "Majority", "width": "page"}),
        "control_column": (accuracy, {"control": "Majority"}),
        "large": (large, {}),
        "large_folds": (lambda: made(3, 200, folds=10), {}),
        "large_control": (lambda: made(12, 200, folds=2), {"control": "algorithm05", "width": "page"}),
        "hostile": (hostile, {}),
        "hostile_control": (hostile, {"control": "é"}),
        "constant": (constant, {}),
        "one_dataset": (one_dataset, {}),
        "gaps": (gaps, {"algorithm": "algorithm02", "control": "algorithm01"}),
    },
    "profile": {
        "published": (demsar, {}),
        "span": (wide_span, {}),
        "large": (large, {}),
        "hostile": (hostile, {}),
        "constant": (constant, {}),
        "one_dataset": (one_dataset, {}),
        "gaps": (gaps, {"most": 1.2}),
        "alone": (alone, {}),
    },
    "distances": {
        "published": (demsar, {}),
        "column": (demsar, {"width": "column"}),
        "losses": (lambda: study().filter(pl.col("algorithm") != "Majority"), {"metric": "log_loss"}),
        "large": (large, {"height": 2.4}),
        "hostile": (hostile, {}),
        "constant": (constant, {}),
        "one_dataset": (one_dataset, {}),
    },
    "ecdf": {
        "published": (demsar, FEW_DRAWS),
        "study": (study, {"metric": "log_loss", **FEW_DRAWS}),
        "large": (large, {"width": "page", **FEW_DRAWS}),
        "hostile": (hostile, FEW_DRAWS),
        "constant": (constant, FEW_DRAWS),
        "one_dataset": (one_dataset, FEW_DRAWS),
        "alone": (alone, FEW_DRAWS),
        "span": (wide_span, FEW_DRAWS),
    },
    "iqm": {
        "published": (demsar, FEW_DRAWS),
        "study": (study, {"metric": "log_loss", "width": "column", **FEW_DRAWS}),
        "large": (large, FEW_DRAWS),
        "large_column": (large, {"width": "column", **FEW_DRAWS}),
        "hostile": (hostile, FEW_DRAWS),
        "constant": (constant, FEW_DRAWS),
        "one_dataset": (one_dataset, FEW_DRAWS),
        "alone": (alone, FEW_DRAWS),
    },
    "pareto": {
        "made": (lambda: costly(8, 20), {}),
        "large": (lambda: costly(40, 200), {}),
        "page": (lambda: costly(12, 5), {"width": "page"}),
        "hostile": (lambda: costly(6, 5, hostile_names()), {}),
        "constant": (lambda: costly(3, 2).with_columns(value=pl.lit(0.5)), {}),
        "one_dataset": (lambda: costly(5, 3), {"dataset": "dataset001"}),
        "two_qualities": (study, {"quality": "accuracy", "cost": "log_loss"}),
        "alone": (lambda: costly(1, 1), {}),
    },
    "learning_curve": {
        "made": (lambda: growing(4), FEW_DRAWS),
        "large": (lambda: growing(40), {"width": "page", **FEW_DRAWS}),
        "large_column": (lambda: growing(40, runs=2), FEW_DRAWS),
        "hostile": (lambda: growing(6, names=hostile_names()), FEW_DRAWS),
        "constant": (lambda: growing(3).with_columns(value=pl.lit(0.5)), FEW_DRAWS),
        "single_runs": (lambda: growing(3, runs=1), FEW_DRAWS),
        "one_size": (lambda: growing(3).filter(pl.col("n_train") == 100), FEW_DRAWS),
    },
}
