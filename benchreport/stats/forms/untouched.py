"""Which predictions were made on data that was not trained on?"""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.errors import ColumnError
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scored import Scored, as_predictions

PART = "subset"
TRAINING, TESTING = ("train", "training"), ("test", "testing")


def untouched_predictions(table: Any) -> pl.DataFrame:
    """Take a table of predictions without the rows that a column ``subset`` marks as training.

    A column of that name with no such rows is one of the user's own and left alone.

    Examples
    --------
    >>> rows = {"algorithm": ["kNN"] * 2, "instance": [1, 2], "truth": [0, 1], "prediction": [0, 1]}
    >>> untouched_predictions(pl.DataFrame(rows | {"subset": ["train", "test"]}))["instance"].to_list()
    [2]
    """
    known = as_predictions(table)
    if PART not in known.columns:
        return known
    part = known.get_column(PART).cast(pl.String).str.to_lowercase()
    return untouched_rows(known) if part.is_in(TRAINING).any() else known


def untouched(scored: Scored) -> Scored:
    """Return the layout of predictions without the rows that were trained on; the same one where there are none."""
    kept = untouched_predictions(scored.source)
    return scored if kept is scored.source else Scored.of(kept, by=scored.by)


def held_out(scored: Scored) -> Scored:
    """Return the layout of the rows that test, as :func:`untouched_rows` keeps them."""
    kept = untouched_rows(scored.source)
    return scored if kept is scored.source else Scored.of(kept, by=scored.by)


def untouched_rows(table: pl.DataFrame) -> pl.DataFrame:
    """Keep the rows that test; refuse an instance that one run both trains and tests on."""
    if PART not in table.columns:
        return table
    part = pl.col(PART).cast(pl.String).str.to_lowercase()
    strange = table.filter(~part.is_in([*TRAINING, *TESTING]).fill_null(False))
    if strange.height:
        raise ColumnError(
            f"column 'subset' holds {strange.get_column(PART)[0]!r}", hint="it says 'train' or 'test' in every row"
        )
    keys = ["algorithm", "dataset", *(name for name in RUN_KEYS if name in table.columns), "instance"]
    training, testing = table.filter(part.is_in(TRAINING)), table.filter(part.is_in(TESTING))
    both = testing.join(training, on=keys, how="semi")
    if both.height:
        first = ", ".join(f"{key} {both.get_column(key)[0]}" for key in keys)
        raise ColumnError(
            f"{both.height} instances are trained and tested on in the same run: {first}",
            hint="a risk needs instances untouched by training; split again",
        )
    return testing
