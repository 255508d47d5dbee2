"""Table forms: a function of Blocks over a table, and a column test over every two of its algorithms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Method, Remark, schema_of
from benchreport.remarks import joined_remarks, with_words
from benchreport.stats.distributions import IntoExpr
from benchreport.stats.rows import COMPUTED, fields, in_metric_units, table_remarks
from benchreport.tables.blocks import MISSING, REDUCE, Blocks, Flags, Grouped, Missing, Reduce, pairs_of
from benchreport.tables.groups import By, listed, refuse_results
from benchreport.tables.scores import is_canonical
from benchreport.threads import undivided

Frame = TypeVar("Frame", pl.DataFrame, pl.LazyFrame)
Layout = TypeVar("Layout", bound=Grouped)
Rows = Callable[[Blocks], pl.DataFrame]
ColumnTest = Callable[[IntoExpr, IntoExpr], pl.Expr]


def over_blocks(
    table: Frame,
    rows: Rows,
    *,
    by: By,
    reduce: Reduce = "mean",
    missing: Missing = "refuse",
    control: str | None = None,
    alone: bool = False,
    columns: Mapping[str, tuple[str, str]] = RESULT_COLUMNS,
) -> Frame:
    """Lay a table out and hand it to a function of Blocks: at once for a frame, deferred for a lazy frame.

    The function returns rows with our own columns alone, the number of their group in ``group``; without that column
    there is one row per group. The keys of the groups, and the words of the remarks, are put in here.
    """
    one_of(reduce, REDUCE, name="reduce")
    one_of(missing, MISSING, name="missing")
    layout = partial(Blocks.of, by=by, reduce=reduce, missing=missing, control=control, alone=alone)
    return over_layout(table, layout, rows, by=by, columns=columns)


def over_layout(
    table: Frame,
    layout: Callable[[Any], Layout],
    rows: Callable[[Layout], pl.DataFrame],
    *,
    by: By,
    columns: Mapping[str, tuple[str, str]] = RESULT_COLUMNS,
) -> Frame:
    """Lay a table out in some way, and hand it to a function, as :func:`over_blocks` does."""
    refuse_results(listed(by), columns)
    finish = partial(_finished, layout=layout, rows=rows)
    if isinstance(table, pl.LazyFrame):
        own = table.collect_schema()
        door = {} if is_canonical(own) else dict.fromkeys(("dataset", "metric"), pl.Categorical())
        schema: dict[str, Any] = {name: door.get(name) or own.get(name, pl.Categorical()) for name in listed(by)}
        return pl.defer(lambda: finish(table.collect()), schema=schema | schema_of(columns))
    return finish(table)


def _finished(table: Any, *, layout: Callable[[Any], Layout], rows: Callable[[Layout], pl.DataFrame]) -> pl.DataFrame:
    with undivided():
        grouped = layout(table)
        finished = rows(grouped)
        return grouped.with_keys(with_words(finished) if "remarks" in finished.columns else finished)


def over_pairs(
    method: Method,
    test: ColumnTest,
    table: Frame,
    *,
    by: By,
    control: str | None,
    missing: Missing,
    reduce: Reduce = "mean",
    doubt: Remark | None = None,
    facts: Rows | None = None,
) -> Frame:
    """Apply a column test to every pair of algorithms, or to the pairs with ``control``.

    The test sees values turned so that higher is better; estimates in metric units are turned back. ``doubt`` is the
    remark where runs share training data. ``facts`` returns further columns for the test, one row per group; the
    columns of the blocks (``dataset``, or ``repeat`` and ``fold``) are there too.
    """
    tested = test("x", "y")  # checks the options before any table is read
    rows = partial(_tested_pairs, method=method, test=tested, control=control, doubt=doubt, facts=facts)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


def _tested_pairs(
    blocks: Blocks, *, method: Method, test: pl.Expr, control: str | None, doubt: Remark | None, facts: Rows | None
) -> pl.DataFrame:
    pairs = pairs_of(blocks, control)
    long = pairs.long(turned=True)
    if facts is not None:
        long = long.hstack(facts(blocks)[pairs.group[long["pair"].to_numpy()]])
    tested = long.group_by("pair", maintain_order=True).agg(test).get_column(method.id).struct.unnest()
    return doubted(pair_rows(method, pairs.spans(), tested), blocks, doubt)


def over_lists(
    method: Method,
    test: Callable[[pl.DataFrame], pl.DataFrame],
    table: Frame,
    *,
    by: By,
    control: str | None,
    missing: Missing,
    reduce: Reduce = "mean",
    doubt: Remark | None = None,
) -> Frame:
    """As :func:`over_pairs`, by a function of one row per pair with the values as lists ``x`` and ``y``.

    Where the statistic is a rank sum, the function also gives the one of b - a, in a column ``mirrored``.
    """
    rows = partial(_tested_lists, method=method, test=test, control=control, doubt=doubt)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


def _tested_lists(
    blocks: Blocks,
    *,
    method: Method,
    test: Callable[[pl.DataFrame], pl.DataFrame],
    control: str | None,
    doubt: Remark | None,
) -> pl.DataFrame:
    lists = pairs_of(blocks, control).lists(turned=True)
    return doubted(pair_rows(method, lists.drop("x", "y"), test(lists.select("x", "y"))), blocks, doubt)


def pair_rows(method: Method, pairs: pl.DataFrame, tested: pl.DataFrame, *remarks: pl.Expr) -> pl.DataFrame:
    """Finish the rows of tests on pairs: who is better, numbers in metric units, what the cells went through.

    ``pairs`` come from :meth:`Pairs.spans`, ``tested`` from a test that saw higher values as better.
    """
    mirrored = ["mirrored"] if "mirrored" in tested.columns else []
    rows = pairs.rename({"n_dropped": "dropped"}).drop("n_imputed").hstack(tested.select(*COMPUTED, *mirrored))
    in_units = (method.estimand or "").endswith("a - b")
    ahead = pl.coalesce("effect", "estimate") if in_units else pl.col("effect")
    statistic = pl.col("mirrored") if mirrored else None
    changed = {
        "a": pl.col("a"),
        "b": pl.col("b"),
        "better": pl.when(ahead > 0).then("a").when(ahead < 0).then("b"),
        "n_dropped": pl.col("dropped"),
        **in_metric_units(method, pl.col("orientation") == -1, in_units=in_units, mirrored=statistic),
        "remarks": joined_remarks(pl.col("remarks"), *remarks, *table_remarks()),
    }
    return rows.select("group", *fields(method, **({name: pl.col(name) for name in COMPUTED} | changed)))


def doubted(rows: pl.DataFrame, table: Grouped, remark: Remark | None, dependent: Flags | None = None) -> pl.DataFrame:
    """Mark the sound rows of groups whose runs share training data as approximate, and remark why."""
    sharing = table.dependent if dependent is None else dependent
    if remark is None or not sharing.any():
        return rows
    of_rows = pl.Series(sharing[rows.get_column("group").to_numpy()] if "group" in rows.columns else sharing)
    hit = of_rows & pl.col("status").is_in(["ok", "approximate"])
    return rows.with_columns(
        status=pl.when(hit).then(pl.lit("approximate")).otherwise("status"),
        remarks=joined_remarks(pl.col("remarks"), remark.where(hit)),
    )
