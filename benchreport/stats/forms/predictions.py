"""Result rows of predictions: table forms over a layout, and doubts about instances that are not independent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec

import polars as pl

from benchreport.method import RESULT_COLUMNS, Remark, schema_of
from benchreport.remarks import joined_remarks, with_words
from benchreport.stats.forms.rows import Frame
from benchreport.tables.groups import By, listed, refuse_results
from benchreport.tables.scored import Scored
from benchreport.threads import in_one_order

P = ParamSpec("P")
# What is to be doubted of the instances of a row.
FLAGS = ("again", "pooled", "clustered")


def over_predictions(
    table: Frame, by: By, rows: Callable[Concatenate[Scored, P], pl.DataFrame], *args: P.args, **options: P.kwargs
) -> Frame:
    """Lay predictions out and hand them to a function of Scored and its options; deferred for a lazy frame.

    The function returns rows with the number of their group in the column ``group``, which its keys take the place of.
    """
    return rows_over(RESULT_COLUMNS, table, by, lambda scored: rows(scored, *args, **options))


def rows_over(
    columns: Mapping[str, tuple[str, str]], table: Frame, by: By, rows: Callable[[Scored], pl.DataFrame]
) -> Frame:
    """Do as :func:`over_predictions` does, for rows of other columns."""
    refuse_results(listed(by), columns)
    if isinstance(table, pl.LazyFrame):
        known = {**table.collect_schema(), "dataset": pl.Categorical()}
        schema: dict[str, Any] = {name: known.get(name, pl.Categorical()) for name in listed(by)}
        return pl.defer(lambda: _keyed(table.collect(), rows, by), schema=schema | schema_of(columns))
    return _keyed(table, rows, by)


@in_one_order
def _keyed(table: Any, rows: Callable[[Scored], pl.DataFrame], by: By) -> pl.DataFrame:
    scored = Scored.of(table, by=by)
    return scored.with_keys(with_words(rows(scored)))


def with_doubts(
    rows: pl.DataFrame, again: Remark, pooled: Remark, clustered: Remark, *further: pl.Expr
) -> pl.DataFrame:
    """Mark sound rows as approximate where instances are predicted ``again``, ``pooled`` over runs or ``clustered``.

    The flags are columns of these names, which are dropped; ``further`` remarks come last.
    """
    sound = pl.col("status").is_in(["ok", "approximate"])
    doubts = {again: pl.col("again"), pooled: pl.col("pooled") & ~pl.col("again"), clustered: pl.col("clustered")}
    remarks = (remark.where(sound & doubt) for remark, doubt in doubts.items())
    return rows.with_columns(
        status=pl.when(sound & pl.any_horizontal(FLAGS)).then(pl.lit("approximate")).otherwise("status"),
        remarks=joined_remarks(pl.col("remarks"), *remarks, *further),
    ).drop(FLAGS)
