"""Scored items: answers that are right or wrong, without classes."""

from __future__ import annotations

import polars as pl

from benchreport.errors import ValueFormatError
from benchreport.tables.checks import numbers
from benchreport.tables.schema import SCORED, normalised, probability_columns

RIGHT, WRONG = "right", "wrong"


def mark_of(columns: list[str]) -> str | None:
    """Return the column that says whether an item was answered right, if there is one.

    Examples
    --------
    >>> mark_of(["model", "item", "Is correct"])
    'Is correct'
    """
    return next((name for mark in SCORED for name in columns if normalised(name) == mark), None)


def with_answers(table: pl.DataFrame, mark: str) -> pl.DataFrame:
    """Return scored items as predictions: the truth is "right" throughout, the prediction "right" or "wrong".

    Examples
    --------
    >>> with_answers(pl.DataFrame({"item": [1, 2], "correct": [True, False]}), "correct").rows()
    [(1, 'right', 'right'), (2, 'right', 'wrong')]
    """
    hits = numbers(table, mark)
    strange = hits.filter(~hits.is_in([0.0, 1.0]))
    if strange.len():
        raise ValueFormatError(
            f"column {mark!r} holds {strange[0]}, neither 0 nor 1",
            hint="items that score a number are scores: algorithm, dataset, metric, value",
        )
    said = pl.when(hits == 1).then(pl.lit(RIGHT)).when(hits == 0).then(pl.lit(WRONG))
    return table.drop(mark).with_columns(truth=pl.lit(RIGHT), prediction=said)


def is_scored(predicted: pl.DataFrame) -> bool:
    """Return whether a table of predictions holds scored items: one truth throughout, and at most one other answer.

    Examples
    --------
    >>> items = pl.DataFrame({"truth": ["right"] * 3, "prediction": ["right", "wrong", "right"]})
    >>> is_scored(items), is_scored(items.with_columns(truth=pl.col("prediction")))
    (True, False)
    """
    if "prediction" not in predicted.columns or predicted.schema["truth"].is_float():
        return False
    if "score" in predicted.columns or probability_columns(predicted.columns):
        return False
    truth = predicted.get_column("truth")
    if truth.n_unique() != 1:
        return False
    others = predicted.get_column("prediction").drop_nulls().unique()
    return others.filter(others.cast(pl.String) != str(truth[0])).len() <= 1
