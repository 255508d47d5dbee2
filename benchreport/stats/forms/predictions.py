"""Result rows of predictions: table forms over a layout, held-out rows, doubts about dependent instances."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec

import polars as pl

from benchreport.errors import ColumnError
from benchreport.method import RESULT_COLUMNS, Remark, schema_of
from benchreport.remarks import joined_remarks, with_words
from benchreport.stats.forms.rows import Frame
from benchreport.tables.groups import By, listed, refuse_results
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scored import Scored, as_predictions
from benchreport.threads import in_one_order

PART = "subset"
TRAINING, TESTING = ("train", "training"), ("test", "testing")
P = ParamSpec("P")
# What is to be doubted of the instances of a row.
FLAGS = ("again", "pooled", "clustered")


def untouched_predictions(table: Any) -> pl.DataFrame:
    """Return a table of predictions without the rows that a column ``subset`` marks as training.

    A column of that name with no such rows is one of the user's own and left alone.

    Examples
    --------
    >>> rows = {"algorithm": ["kNN"] * 2, "instance": [1, 2], "truth": [0, 1], "prediction": [0, 1]}
    >>> untouched_predictions(pl.DataFrame(rows | {"subset": ["train", "test"]}))["instance"].to_list()
    [2]
    """
    predictions = as_predictions(table)
    if PART not in predictions.columns:
        return predictions
    part = predictions.get_column(PART).cast(pl.String).str.to_lowercase()
    return untouched_rows(predictions) if part.is_in(TRAINING).any() else predictions


def untouched(scored: Scored) -> Scored:
    """Return the layout of predictions without the rows that were trained on; the same one where there are none."""
    rows = untouched_predictions(scored.source)
    return scored if rows is scored.source else Scored.of(rows, by=scored.by)


def held_out(scored: Scored) -> Scored:
    """Return the layout of the rows that test, as :func:`untouched_rows` keeps them."""
    rows = untouched_rows(scored.source)
    return scored if rows is scored.source else Scored.of(rows, by=scored.by)


def untouched_rows(table: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that test, or raise where one run both trains and tests on an instance."""
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


def over_predictions(
    table: Frame, by: By, rows: Callable[Concatenate[Scored, P], pl.DataFrame], *args: P.args, **options: P.kwargs
) -> Frame:
    """Compute a function of Scored and its options over predictions; deferred for a lazy frame.

    The function returns rows with the number of their group in the column ``group``, which its keys take the place of.
    """
    return rows_over(RESULT_COLUMNS, table, by, lambda scored: rows(scored, *args, **options))


def rows_over(
    columns: Mapping[str, tuple[str, str]], table: Frame, by: By, rows: Callable[[Scored], pl.DataFrame]
) -> Frame:
    """Compute a function of Scored as :func:`over_predictions` does, for rows of other columns."""
    refuse_results(listed(by), columns)
    if isinstance(table, pl.LazyFrame):
        types = {**table.collect_schema(), "dataset": pl.Categorical()}
        schema: dict[str, Any] = {name: types.get(name, pl.Categorical()) for name in listed(by)}
        return pl.defer(lambda: _keyed(table.collect(), rows, by), schema=schema | schema_of(columns))
    return _keyed(table, rows, by)


@in_one_order
def _keyed(table: Any, rows: Callable[[Scored], pl.DataFrame], by: By) -> pl.DataFrame:
    scored = Scored.of(table, by=by)
    return scored.with_keys(with_words(rows(scored)))


def with_doubts(
    rows: pl.DataFrame, again: Remark, pooled: Remark, clustered: Remark, *further: pl.Expr
) -> pl.DataFrame:
    """Return rows, approximate where instances are predicted ``again``, ``pooled`` over runs or ``clustered``.

    The flags are columns of these names, which are dropped; ``further`` remarks come last.
    """
    sound = pl.col("status").is_in(["ok", "approximate"])
    doubts = {again: pl.col("again"), pooled: pl.col("pooled") & ~pl.col("again"), clustered: pl.col("clustered")}
    remarks = (remark.where(sound & doubt) for remark, doubt in doubts.items())
    return rows.with_columns(
        status=pl.when(sound & pl.any_horizontal(FLAGS)).then(pl.lit("approximate")).otherwise("status"),
        remarks=joined_remarks(pl.col("remarks"), *remarks, *further),
    ).drop(FLAGS)
