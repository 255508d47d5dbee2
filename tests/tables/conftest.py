"""Small tables that the tests of this room share."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import polars as pl

import benchreport as br

KEYS = ("dataset", "repeat", "fold")


def wide(metric: str = "accuracy", **columns: Sequence[object]) -> pl.DataFrame:
    """Scores from one column per algorithm; None is a failed run."""
    typed = {
        name: pl.Series(values) if name in KEYS else pl.Series(values, dtype=pl.Float64)
        for name, values in columns.items()
    }
    return br.scores(pl.DataFrame(typed), metric=metric)


def long(
    algorithms: str, datasets: str, values: Sequence[object], metric: str = "accuracy", **more: object
) -> pl.DataFrame:
    """A long table as a user writes it: one letter per algorithm and per dataset."""
    columns = {"algorithm": list(algorithms), "dataset": list(datasets), "metric": metric, "value": values, **more}
    return pl.DataFrame(columns, strict=False)


def gappy() -> pl.DataFrame:
    """Three algorithms on three datasets; B failed on e, C on f."""
    return wide(dataset=["d", "e", "f"], A=[0.9, 0.8, 0.7], B=[0.8, None, 0.6], C=[0.7, 0.6, None])


def layout(repeats: int = 0, folds: int = 0, *, datasets: str = "de", **more: object) -> pl.DataFrame:
    """A raw table of two algorithms measured in every run; 0 leaves the column out."""
    rows = [
        {"algorithm": algorithm, "dataset": dataset, "repeat": repeat, "fold": fold, **more}
        for algorithm, dataset, repeat, fold in product(
            "AB", datasets, range(1, max(repeats, 1) + 1), range(1, max(folds, 1) + 1)
        )
    ]
    absent = [name for name, number in (("repeat", repeats), ("fold", folds)) if not number]
    frame = pl.DataFrame(rows).drop(absent)
    return frame.with_columns(accuracy=pl.int_range(pl.len()) / 1000)


def cell(table: pl.DataFrame, **where: object) -> dict[str, object]:
    """The one row that fits."""
    return table.row(by_predicate=pl.all_horizontal(pl.col(name) == value for name, value in where.items()), named=True)
