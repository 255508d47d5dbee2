"""Sizes of training and test sets over the runs, in words."""

from __future__ import annotations

import polars as pl

from benchreport.document.evidence.result_rows import largest, smallest
from benchreport.numerals import integer


def sizes_of(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the instances of every dataset and those of one test set, where the table has them."""
    empty = {"dataset": pl.String, "n_train": pl.Float64, "n_test": pl.Float64, "n": pl.Float64}
    if not {"n_train", "n_test"} <= set(scores.columns):
        return pl.DataFrame(schema=empty)
    sizes = scores.group_by(pl.col("dataset").cast(pl.String)).agg(pl.col("n_train", "n_test").cast(pl.Float64).mean())
    return sizes.with_columns(n=pl.col("n_train") + pl.col("n_test")).select(list(empty)).sort("dataset")


def span(counts: pl.Series) -> str:
    """Return the range of counts as text, in whole numbers; empty where nothing is known.

    Examples
    --------
    >>> span(pl.Series([150.0, 1797.0])), span(pl.Series([150, 150])), span(pl.Series([], dtype=pl.Float64))
    ('150 to 1,797', '150', '')
    """
    present = counts.drop_nulls()
    if present.is_empty():
        return ""
    least, most = (integer(round(end or 0)) for end in (smallest(present), largest(present)))
    return least if least == most else f"{least} to {most}"
