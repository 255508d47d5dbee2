"""Small tables of every kind that a method takes; see contract.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
import polars as pl

import benchreport as br

ALGORITHMS = ("A", "B", "C", "D")
DATASETS = ("glass", "iris", "sonar", "vote", "wine", "zoo")


def runs(datasets: tuple[str, ...], **columns: Callable[[np.random.Generator, int, int], float]) -> pl.DataFrame:
    """Return five repeats of two folds of four algorithms; a column is made of chance, algorithm and dataset."""
    chance = np.random.default_rng(20260201)
    rows = [
        {"algorithm": name, "dataset": dataset, "repeat": repeat, "fold": fold}
        | {column: make(chance, number, place) for column, make in columns.items()}
        for number, name in enumerate(ALGORITHMS)
        for place, dataset in enumerate(datasets)
        for repeat in range(5)
        for fold in range(2)
    ]
    return pl.DataFrame(rows).with_columns(n_train=pl.lit(100), n_test=pl.lit(100))


def accuracy(chance: np.random.Generator, number: int, place: int) -> float:
    return float(chance.binomial(100, 0.66 + 0.015 * number + 0.02 * place)) / 100


def log_loss(chance: np.random.Generator, number: int, place: int) -> float:
    return float(chance.gamma(20, 0.03 - 0.001 * number + 0.001 * place))


def scores() -> pl.DataFrame:
    """Four algorithms on six datasets in five repeats of two folds, by accuracy and log loss."""
    return br.scores(runs(DATASETS, accuracy=accuracy, log_loss=log_loss))


def scores_with_gaps() -> pl.DataFrame:
    """The scores without all results of one algorithm on one dataset."""
    return scores().filter((pl.col("algorithm") != "C") | (pl.col("dataset") != "sonar"))


def scores_of_groups() -> pl.DataFrame:
    """The scores on datasets of three groups."""
    return scores().with_columns(group=pl.col("dataset").cast(pl.String).str.slice(1, 1))


def ten_folds() -> pl.DataFrame:
    """Four algorithms on six datasets in ten folds, by accuracy and log loss."""
    frame = runs(DATASETS, accuracy=accuracy, log_loss=log_loss)
    return br.scores(frame.with_columns(fold=2 * pl.col("repeat") + pl.col("fold")).drop("repeat"))


def bootstrap_runs() -> pl.DataFrame:
    """Errors on what ten bootstrap samples left out, beside the errors on the training data."""
    frame = runs(
        DATASETS[:2],
        error=lambda chance, number, place: 1 - accuracy(chance, number, place),
        train_error=lambda chance, number, _: float(chance.binomial(100, 0.1 + 0.01 * number)) / 100,
    )
    samples = frame.with_columns(repeat=2 * pl.col("repeat") + pl.col("fold")).drop("fold")
    return br.scores(samples, directions={"train_error": "lower"})


def shuffled_labels() -> pl.DataFrame:
    """The accuracy of two algorithms on two datasets, with the true labels and 39 times with shuffled ones."""
    chance = np.random.default_rng(20260202)
    rows = [
        (name, dataset, shuffle, accuracy(chance, 9, place) if shuffle == 0 else float(chance.binomial(100, 0.5)) / 100)
        for name in ALGORITHMS[:2]
        for place, dataset in enumerate(DATASETS[:2])
        for shuffle in range(40)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "permutation_id", "accuracy"], orient="row")
    return br.scores(frame, factors="permutation_id")


def factor_grid() -> pl.DataFrame:
    """One algorithm on two datasets with four depths and three rates, two runs of each."""
    chance = np.random.default_rng(20260203)
    rows = [
        ("net", dataset, depth, rate, repeat, *(0.9 - (depth - 2) ** 2 / 9 - (rate - 1) ** 2 / 7 + noise))
        for dataset in DATASETS[:2]
        for depth in range(4)
        for rate in range(3)
        for repeat in range(2)
        for noise in [chance.normal(0, 0.02, 2)]
    ]
    names = ["algorithm", "dataset", "depth", "rate", "repeat", "accuracy", "auc"]
    return br.scores(pl.DataFrame(rows, schema=names, orient="row"), factors=["depth", "rate"])


def factor_grid_with_gaps() -> pl.DataFrame:
    """The grid without one of its twelve combinations."""
    return factor_grid().filter((pl.col("depth") != 3) | (pl.col("rate") != 2))


def predicted(*, separate: bool = False, classes: int = 2) -> pl.DataFrame:
    """Return predictions with probabilities of three algorithms on two datasets, on common or on separate instances."""
    chance = np.random.default_rng(20260204)
    frames = []
    for dataset, n in (("large", 60), ("small", 45)):
        truth = chance.integers(0, classes, n)
        for number, name in enumerate(ALGORITHMS[:3]):
            evidence = chance.normal(size=(n, classes))
            evidence[np.arange(n), truth] += 1.6 - 0.3 * number
            shares = np.exp(evidence) / np.exp(evidence).sum(axis=1, keepdims=True)
            frames.append(
                pl.DataFrame({f"prob_{label}": shares[:, label] for label in range(classes)}).with_columns(
                    algorithm=pl.lit(name),
                    dataset=pl.lit(dataset),
                    instance=pl.int_range(n) + (1000 * number if separate else 0),
                    truth=pl.Series(truth),
                    prediction=pl.Series(shares.argmax(axis=1)),
                    **({"score": pl.Series(shares[:, 1])} if classes == 2 else {}),
                )
            )
    return br.predictions(pl.concat(frames))


def predictions() -> pl.DataFrame:
    """Three classifiers of two classes on common instances of two datasets, with probabilities."""
    return predicted()


def predictions_of_folds() -> pl.DataFrame:
    """The predictions, made by the models of three folds."""
    return predicted().with_columns(fold=pl.col("instance") % 3)


def separate_predictions() -> pl.DataFrame:
    """Three classifiers of two classes, each on instances of its own."""
    return predicted(separate=True)


def multiclass_predictions() -> pl.DataFrame:
    """Three classifiers of three classes, with probabilities."""
    return predicted(classes=3)


def numeric_predictions() -> pl.DataFrame:
    """Three regressions on two datasets, each fitted three times."""
    chance = np.random.default_rng(20260205)
    frames = []
    for dataset, n in (("large", 30), ("small", 20)):
        truth = chance.normal(size=n)
        for number, name in enumerate(ALGORITHMS[:3]):
            for repeat in range(3):
                noise = chance.normal(scale=0.5 + 0.2 * number, size=n)
                frames.append(
                    pl.DataFrame({"truth": truth, "prediction": truth + noise}).with_columns(
                        algorithm=pl.lit(name), dataset=pl.lit(dataset), repeat=pl.lit(repeat), instance=pl.int_range(n)
                    )
                )
    return br.predictions(pl.concat(frames))


def single_predictions() -> pl.DataFrame:
    """Three regressions on two datasets, each fitted once."""
    return numeric_predictions().filter(pl.col("repeat") == 0).drop("repeat")


def rows_of_pairs() -> pl.DataFrame:
    """The rows of a test of all pairs of algorithms over datasets, by metric."""
    return br.nemenyi(scores())


TABLES: Mapping[str, Callable[[], pl.DataFrame]] = {
    make.__name__: cache(make)
    for make in (
        scores,
        scores_with_gaps,
        scores_of_groups,
        ten_folds,
        bootstrap_runs,
        shuffled_labels,
        factor_grid,
        factor_grid_with_gaps,
        predictions,
        predictions_of_folds,
        separate_predictions,
        multiclass_predictions,
        numeric_predictions,
        single_predictions,
        rows_of_pairs,
    )
}
# Columns side by side, named as the parameters of column forms are.
COLUMNS = pl.DataFrame(
    {
        "x": [1.0, 2.0, 3.5, 4.0, 5.0, 6.0, 7.5, 8.5, 9.0, 9.5],
        "y": [0.5, 1.0, 1.2, 5.0, 2.0, 3.0, 7.0, 3.1, 4.7, 1.9],
        "right_x": [1, 1, 0, 1, 1, 1, 0, 1, 1, 0],
        "right_y": [0, 1, 0, 0, 1, 0, 1, 0, 1, 0],
        "repeat": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
        "fold": [1, 2] * 5,
        "ratio": [0.1] * 10,
        "truth": [0, 1, 1, 0, 1, 0, 1, 1, 0, 1],
        "prediction": [0, 1, 0, 0, 1, 1, 1, 1, 0, 0],
        "score": [0.1, 0.8, 0.4, 0.3, 0.9, 0.6, 0.7, 0.6, 0.2, 0.4],
        "chance": [0.1, 0.8, 0.4, 0.3, 0.9, 0.6, 0.7, 0.6, 0.2, 0.4],
        "given": [0.9, 0.8, 0.4, 0.7, 0.9, 0.4, 0.7, 0.6, 0.8, 0.4],
        "prob_0": [0.9, 0.2, 0.6, 0.7, 0.1, 0.4, 0.3, 0.4, 0.8, 0.6],
        "prob_1": [0.1, 0.8, 0.4, 0.3, 0.9, 0.6, 0.7, 0.6, 0.2, 0.4],
        **{name: [30, 22, 28, 25, 31, 27, 24, 33, 26, 29] for name in ("successes", "successes_x", "successes_a")},
        **{name: [28, 25, 21, 25, 24, 27, 22, 30, 19, 23] for name in ("successes_y", "successes_b")},
        **{name: [40] * 10 for name in ("trials", "trials_a", "trials_b", "n_x", "n_y")},
    }
)
