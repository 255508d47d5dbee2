"""The predictions that a figure shows: one dataset, one class against the rest, some algorithms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import polars as pl

from benchreport.errors import OptionError, did_you_mean
from benchreport.figures.selection import one_dataset
from benchreport.measures import classes
from benchreport.measures.multiclass import one_vs_rest
from benchreport.measures.ranked import with_ranking
from benchreport.tables.reading.frames import largest
from benchreport.tables.schema import RUN_KEYS, probability_columns
from benchreport.tables.scored import PredictionTable, Scored, as_decisions, as_predictions

LABELLED = ("dataset", "label")


def predictions_of(table: Any, dataset: str | None) -> pl.DataFrame:
    """Return the predictions on the one dataset a figure shows; among several it must be named.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> predictions_of(table, "iris").height
    900
    """
    return one_dataset(as_predictions(table), dataset)


def decided(table: Any, dataset: str | None) -> pl.DataFrame:
    """Return the predictions, or the counts of confusions, on one dataset.

    Examples
    --------
    >>> import benchreport as br
    >>> cells = pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]})
    >>> decided(br.counts(cells), None).height
    4
    """
    return one_dataset(as_decisions(table), dataset)


def label_of(positive: classes.Positive, dataset: str) -> str:
    """Return the positive class of a dataset, which was declared for all datasets or for each."""
    return str(positive.get(dataset) if isinstance(positive, dict) else positive)


def against_rest(table: Any, dataset: str | None, positive: classes.Positive) -> pl.DataFrame:
    """Return predictions on one dataset as a truth of 0 or 1 and a score, for one class or for each of several.

    Column ``label`` names the class. Without a positive class there must be more than two, and each has its turn.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> against_rest(table, "iris", None)["label"].n_unique(), against_rest(table, "iris", "setosa")["label"].n_unique()
    (3, 1)
    """
    return Scored.of(predictions_of(table, dataset)).once(_against_rest, classes.frozen_positive(positive))


def _against_rest(scored: Scored, frozen: classes.FrozenPositive) -> PredictionTable:
    source, positive = scored.source, classes.declared_positive(frozen)
    if positive is None and source.get_column("truth").n_unique() > 2 and probability_columns(source.columns):
        return PredictionTable(one_vs_rest(source))
    label = classes.positive_of(source, positive).get_column("positive")[0]
    marked = with_ranking(source, positive)
    two = marked.select(
        *(name for name in ("algorithm", "dataset", *RUN_KEYS, "instance") if name in marked.columns),
        truth=pl.col(classes.IS_POSITIVE).cast(pl.Int64),
        score=pl.col(classes.CHANCE),
        label=pl.lit(str(label)).cast(pl.Categorical),
    )
    return PredictionTable(two)


def runs_in(table: pl.DataFrame) -> list[str]:
    """Return the columns that number the runs, if there is more than one run."""
    runs = [name for name in RUN_KEYS if name in table.columns]
    return runs if runs and table.select(runs).n_unique() > 1 else []


def of_algorithm(table: pl.DataFrame, algorithm: str | None) -> pl.DataFrame:
    """Return the rows of one algorithm, if it is named, else all."""
    if algorithm is None:
        return table
    names = table.get_column("algorithm").cast(pl.String).unique().sort().to_list()
    if algorithm not in names:
        raise OptionError(f"no algorithm {algorithm!r} to draw", hint=did_you_mean(algorithm, names))
    return table.filter(pl.col("algorithm").cast(pl.String) == algorithm)


def instances(numbers: pl.DataFrame) -> int:
    """Return the number of instances of the algorithm that has the most, where rows hold counts ``n`` of them."""
    return largest(numbers.group_by("algorithm").agg(pl.col("n").sum()).get_column("n"))


def in_class_order(labels: Sequence[str]) -> list[str]:
    """Return the names of classes sorted, numbers in them by value.

    Examples
    --------
    >>> in_class_order(["class 10", "class 9", "other"])
    ['class 9', 'class 10', 'other']
    """
    return sorted(labels, key=_numbered)


def _numbered(label: str) -> tuple[list[tuple[bool, int, str]], str]:
    parts = [part for part in re.split(r"([0-9]+)", label) if part]
    return [(not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts], label
