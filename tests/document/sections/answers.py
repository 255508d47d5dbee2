"""Small tables with a known answer, one for each case of page one."""

from __future__ import annotations

from math import exp, sin

import polars as pl

import benchreport as br
from tests.document.sections.told import wide


def noise(dataset: int, algorithm: int) -> float:
    """A number between -1 and 1 that looks random and is the same everywhere."""
    return sin(12.9898 * (dataset + 1) * (algorithm + 2) + 78.233 * algorithm)


def rates(
    n: int, *shifts: float, metric: str = "accuracy", spread: float = 0.012, names: str = "ABCDEFGH"
) -> pl.DataFrame:
    """One value per algorithm and dataset: the level of the dataset less the shift of the algorithm."""
    columns = {
        names[j] if j < len(names) else f"M{j}": [
            round(0.72 + 0.15 * noise(i, 91) - shift + spread * noise(i, j), 4) for i in range(n)
        ]
        for j, shift in enumerate(shifts)
    }
    return wide(metric, **columns)


def sizes(n: int, *factors: float, metric: str = "rmse", spread: float = 0.1) -> pl.DataFrame:
    """Values with units: the size of the dataset times the factor of the algorithm."""
    columns = {
        "ABCDEFGH"[j]: [round(exp(3 * noise(i, 91)) * factor * exp(spread * noise(i, j)), 6) for i in range(n)]
        for j, factor in enumerate(factors)
    }
    return wide(metric, **columns)


def demo() -> pl.DataFrame:
    """Demšar's table."""
    return br.read_scores(br.example("demsar2006_auc.csv"))


def winner() -> pl.DataFrame:
    """A beats everyone."""
    return rates(14, 0.0, 0.03, 0.06, 0.09)


def some_alike() -> pl.DataFrame:
    """A leads, B cannot be distinguished from it."""
    return rates(14, 0.0, 0.001, 0.05, 0.08)


def nothing() -> pl.DataFrame:
    """Nobody differs."""
    return rates(14, 0.0, 0.0, 0.0, 0.0)


def between() -> pl.DataFrame:
    """C has two above and one below, and one like itself."""
    return rates(14, 0.0, 0.03, 0.06, 0.061, 0.11)


def losses() -> pl.DataFrame:
    """C has the lowest error."""
    return rates(14, 0.0, 0.03, 0.06, metric="error_rate")


def ratios() -> pl.DataFrame:
    """A has the lowest RMSE."""
    return sizes(14, 1.0, 1.25, 1.6)


def times() -> pl.DataFrame:
    """A is many times as fast."""
    return sizes(14, 1.0, 3.4, 40.0, metric="train_time")


def zeros() -> pl.DataFrame:
    """Some values are 0."""
    first = pl.col("dataset").cast(pl.String) == "d03"
    return ratios().with_columns(value=pl.when(first).then(0.0).otherwise("value"))


def apart_together() -> pl.DataFrame:
    """Six algorithms on eleven datasets that differ taken together, though no pair does after adjustment."""
    return rates(11, 0.0, 0.007, 0.009, 0.011, 0.013, 0.015, spread=0.018)


def few() -> pl.DataFrame:
    """Four datasets."""
    return rates(4, 0.0, 0.03, 0.06, 0.09, 0.12)


def seven() -> pl.DataFrame:
    """Seven datasets, too few for exact tests of all pairs."""
    return rates(7, 0.0, 0.05, 0.1, 0.15, 0.2)


def gaps() -> pl.DataFrame:
    """C and D lack results on four datasets of 14, which are harder."""
    table = rates(14, 0.0, 0.03, 0.06, 0.09)
    lacking = ["d00", "d01", "d02", "d03"]
    name, dataset = pl.col("algorithm").cast(pl.String), pl.col("dataset").cast(pl.String)
    harder = table.with_columns(
        value=pl.when(dataset.is_in(lacking)).then(pl.col("value") - 0.4).otherwise(pl.col("value"))
    )
    return harder.filter(~(name.is_in(["C", "D"]) & dataset.is_in(lacking)))


def pair() -> pl.DataFrame:
    """Two algorithms that differ."""
    return rates(12, 0.0, 0.03)


def equal_pair() -> pl.DataFrame:
    """Two algorithms that do not."""
    return rates(12, 0.0, 0.0)


def crowd() -> pl.DataFrame:
    """Fifty algorithms."""
    return rates(18, *(0.004 * j for j in range(50)), names="")


def circle() -> pl.DataFrame:
    """A beats B, B beats C and C beats A, each on two datasets of three."""
    orders = [(0.9, 0.8, 0.7), (0.7, 0.9, 0.8), (0.8, 0.7, 0.9)]
    columns = {
        name: [round(orders[i % 3][j] + 0.01 * noise(i, 5), 4) for i in range(90)] for j, name in enumerate("ABC")
    }
    return wide("accuracy", **columns)


def beaten() -> pl.DataFrame:
    """X has the best mean rank, and Y beats it: Y is far ahead where it wins and last, by little, where it loses."""
    columns: dict[str, list[float]] = {name: [] for name in ("X", "Y", "Z1", "Z2", "Z3")}
    for i in range(24):
        level, wins = 0.7 + 0.002 * i, i % 3 != 0
        columns["X"].append(level)
        columns["Y"].append(level + 0.1 + 0.001 * i if wins else level - 0.004 - 0.0001 * i)
        for j in (1, 2, 3):
            columns[f"Z{j}"].append(level - (0.05 + 0.01 * j if wins else 0.001 * j) - 0.0001 * i)
    return wide("accuracy", **{name: [round(x, 5) for x in values] for name, values in columns.items()})


def shared_first() -> pl.DataFrame:
    """A and B take turns in the first place."""
    turns = [(0.01, 0.0) if i % 2 else (0.0, 0.01) for i in range(12)]
    level = [0.7 + 0.01 * i for i in range(12)]
    columns = {
        "A": [x + turn[0] for x, turn in zip(level, turns, strict=True)],
        "B": [x + turn[1] for x, turn in zip(level, turns, strict=True)],
        "C": [x - 0.05 - 0.001 * i for i, x in enumerate(level)],
    }
    return wide("accuracy", **{name: [round(x, 4) for x in values] for name, values in columns.items()})


def families() -> pl.DataFrame:
    """Eighteen datasets in nine families."""
    table = rates(18, 0.0, 0.03, 0.06)
    number = pl.col("dataset").cast(pl.String).str.slice(1).cast(pl.Int64) // 2
    return table.with_columns(group=pl.format("f{}", number))


def metrics() -> pl.DataFrame:
    """Three metrics: A leads by two of them, D by the third, of which less is better."""
    parts = {"accuracy": winner(), "auc": rates(14, 0.0, 0.02, 0.04, 0.06), "logloss": sizes(14, 1.6, 1.4, 1.2, 1.0)}
    renamed = [table.with_columns(metric=pl.lit(name).cast(table.schema["metric"])) for name, table in parts.items()]
    return br.scores(pl.concat([table.drop("direction") for table in renamed]))


def one_value() -> pl.DataFrame:
    """One dataset, one value of every algorithm."""
    return rates(1, 0.0, 0.03, 0.06)


def runs_of_one(*, design: str | None = "kfold_cv") -> pl.DataFrame:
    """Ten runs on one dataset: A and B alike, C far below."""
    rows = [
        (name, "wine", fold, round(0.9 - shift + 0.01 * noise(fold, j), 4))
        for j, (name, shift) in enumerate({"A": 0.0, "B": 0.004, "C": 0.08}.items())
        for fold in range(10)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row")
    return br.scores(frame.rename({"fold": "run"})) if design is None else br.scores(frame, design=design)


def undeclared_runs() -> pl.DataFrame:
    """The same runs, of which no design is declared."""
    return runs_of_one(design=None)


def predictions() -> pl.DataFrame:
    """Three classifiers on 200 instances: A errs on 10, B on 14, C on 40."""
    wrong = {"A": range(10), "B": range(4, 18), "C": range(40)}
    rows = [
        (name, "wine", i, i % 2, i % 2 if i not in errors else 1 - i % 2)
        for name, errors in wrong.items()
        for i in range(200)
    ]
    return pl.DataFrame(rows, schema=["algorithm", "dataset", "instance", "truth", "prediction"], orient="row")


def counts() -> pl.DataFrame:
    """Confusion counts of three classifiers on ten folds of three datasets."""
    rows = [
        (name, f"d{d}", fold, truth, call, 20 - errors if truth == call else errors)
        for j, name in enumerate("ABC")
        for d in range(3)
        for fold in range(10)
        for truth in (0, 1)
        for call in (0, 1)
        for errors in [2 + 3 * j + (fold + truth + d) % 3]
    ]
    columns = ["algorithm", "dataset", "fold", "truth", "prediction", "count"]
    return br.counts(pl.DataFrame(rows, schema=columns, orient="row"), design="kfold_cv")
