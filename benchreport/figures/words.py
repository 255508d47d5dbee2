"""Words for the numbers of a figure: counts, sizes, names, the best and the worst."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import polars as pl

from benchreport.figures.layout.axes import metric_label
from benchreport.naming import ends_in_words, enumerated
from benchreport.tables.reading.frames import ends_of

T = TypeVar("T")


def count_text(numbers: pl.DataFrame, points: str = "") -> str:
    """Return in words how many values each algorithm has, of datasets, of runs, or of what the column ``points`` says.

    Examples
    --------
    >>> count_text(pl.DataFrame({"n": [4, 4], "points": ["runs", "runs"]}))
    'n = 4 runs'
    """
    size, plural = size_text(numbers), points or str(numbers.get_column("points").drop_nulls()[0])
    return f"n = {size} {plural.removesuffix('s') if size == '1' else plural}"


def metric_title(numbers: pl.DataFrame) -> str:
    """Return the title of an axis: the metric of a figure, with the way that is better."""
    return metric_label(*numbers.select("metric", "direction").row(0))


def title_and_size(heads: pl.DataFrame) -> str:
    """Return in words which metric is shown, for how many algorithms, each a row, and how many values each has."""
    return f"{metric_title(heads)} for {counted(heads.height, 'algorithm')}, {count_text(heads)} each"


def best_and_worst(heads: pl.DataFrame, middle: str) -> str:
    """Return a sentence on who is best and who is worst in a summary."""
    lower = bool(heads.get_column("better")[0] == -1)
    return ends_in_words(dict(heads.select("algorithm", middle).rows()), middle, lower=lower, text=number_text)


def first_and_last(rows: Sequence[T]) -> list[T]:
    """Return the first and the last of several rows, or all of fewer than two."""
    return [rows[0], rows[-1]] if len(rows) > 1 else list(rows)


def names_in_words(names: Sequence[str], most: int = 4) -> str:
    """Return names listed for a sentence, the first of many.

    Examples
    --------
    >>> names_in_words(["A", "B", "C"]), names_in_words(list("ABCDEF"))
    ('A, B and C', 'A, B, C, D and 2 more')
    """
    return enumerated(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"


def size_text(numbers: pl.DataFrame, column: str = "n") -> str:
    """Return in digits how many values there were, or the fewest and the most.

    Examples
    --------
    >>> size_text(pl.DataFrame({"n": [4, 4]})), size_text(pl.DataFrame({"n": [4, None, 9]}))
    ('4', '4 to 9')
    """
    low, high = ends_of(numbers.get_column(column))
    return f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}"


def counted(number: int, noun: str) -> str:
    """Return a number of things in words.

    Examples
    --------
    >>> counted(1, "dataset"), counted(3, "algorithm")
    ('1 dataset', '3 algorithms')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def number_text(value: float) -> str:
    """Return a number for a sentence; what only rounding keeps from 0 is 0.

    Examples
    --------
    >>> number_text(0.123456), number_text(-1e-17), number_text(1234.5)
    ('0.1235', '0', '1234')
    """
    return f"{round(value, 12) + 0.0:.4g}"
