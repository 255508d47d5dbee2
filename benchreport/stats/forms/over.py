"""Table forms: a function of Blocks over a table, and a column test over every algorithm, or every two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, BETWEEN, RESULT_COLUMNS, Alternative, Method, Remark, schema_of
from benchreport.remarks import with_remarks, with_words
from benchreport.stats.forms.distributions import IntoExpr
from benchreport.stats.forms.rows import (
    COMPUTED,
    NUMBERS,
    SHARED_RUNS,
    SINGLE_DATASET,
    in_metric_units,
    result_rows,
    table_remarks,
)
from benchreport.stats.forms.samples import difference_facts, with_spread
from benchreport.tables.blocks import MISSING, REDUCE, Blocks, Flags, Grouped, Missing, Pairs, Reduce, pairs_of
from benchreport.tables.designs.doubtful import is_cost
from benchreport.tables.designs.sizes import NEEDS_DESIGN, sizes_of
from benchreport.tables.groups import By, listed, refuse_results
from benchreport.tables.schema import canonical_kind
from benchreport.threads import undivided

Frame = TypeVar("Frame", pl.DataFrame, pl.LazyFrame)
Layout = TypeVar("Layout", bound=Grouped)
Rows = Callable[[Blocks], pl.DataFrame]
Finish = Callable[[pl.DataFrame, Blocks], pl.DataFrame]
ColumnTest = Callable[[IntoExpr, IntoExpr], pl.Expr]
ListTest = Callable[[pl.DataFrame], pl.DataFrame]
PER_DATASET = ("dataset", "metric")
MIRRORED: Mapping[Alternative, Alternative] = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
DEPENDENT_INTERVAL = Remark(
    code="shared_runs_interval", note="runs share training data (unless they are seeds), so this interval is too narrow"
)
MATCHED = Remark(
    code="matched_runs",
    note="runs of both have the same names: where these mean the same splits, a paired test would use that",
)


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
    """Compute a function of Blocks over a table: at once for a frame, deferred for a lazy frame.

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
    """Compute a function of another layout of a table, as :func:`over_blocks` does."""
    refuse_results(listed(by), columns)

    def finished(frame: Any) -> pl.DataFrame:
        with undivided():
            grouped = layout(frame)
            result = rows(grouped)
            return grouped.with_keys(with_words(result) if "remarks" in result.columns else result)

    if isinstance(table, pl.LazyFrame):
        own = table.collect_schema()
        door = {} if canonical_kind(own) == "scores" else dict.fromkeys(("dataset", "metric"), pl.Categorical())
        schema: dict[str, Any] = {name: door.get(name) or own.get(name, pl.Categorical()) for name in listed(by)}
        return pl.defer(lambda: finished(table.collect()), schema=schema | schema_of(columns))
    return finished(table)


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
    finish: Finish | None = None,
) -> Frame:
    """Compute a column test of every pair of algorithms, or of the pairs with ``control``.

    The test sees values turned so that higher is better; estimates in metric units are turned back. ``doubt`` is the
    remark where runs share training data. ``facts`` returns further columns for the test, one row per group; the
    columns of the blocks (``dataset``, or ``repeat`` and ``fold``) are there too. ``finish`` is the last to see rows.
    """
    tested = test("x", "y")  # checks the options before any table is read

    def rows(blocks: Blocks) -> pl.DataFrame:
        pairs = pairs_of(blocks, control)
        long = pairs.long(turned=True)
        if facts is not None:
            long = long.hstack(blocks.once(facts)[pairs.group[long["pair"].to_numpy()]])
        numbers = long.group_by("pair", maintain_order=True).agg(tested).get_column(method.id).struct.unnest()
        return _judged(pair_rows(method, pairs.spans(), numbers), blocks, doubt, finish)

    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


def over_lists(
    method: Method,
    test: ListTest,
    table: Frame,
    *,
    by: By,
    control: str | None,
    missing: Missing,
    reduce: Reduce = "mean",
    doubt: Remark | None = None,
) -> Frame:
    """Compute a test of every pair as :func:`over_pairs`, by a function of the values as lists ``x`` and ``y``.

    It sees one row per pair. Where the statistic is a rank sum, it also returns the one of b - a, in a column
    ``mirrored``.
    """

    def rows(blocks: Blocks) -> pl.DataFrame:
        lists = pairs_of(blocks, control).lists(turned=True)
        return doubted(pair_rows(method, lists.drop("x", "y"), test(lists.select("x", "y"))), blocks, doubt)

    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


def over_samples(method: Method, test: ListTest, table: Frame, *, by: By, control: str | None, reduce: Reduce) -> Frame:
    """Compute a test of every pair as :func:`over_lists`; the values of two algorithms are separate samples.

    Gaps do not matter. Where runs share training data the remark is the one that the method declares.
    """
    doubt = SHARED_RUNS if SHARED_RUNS in method.remarks else DEPENDENT_INTERVAL

    def rows(blocks: Blocks) -> pl.DataFrame:
        pairs = pairs_of(blocks, control)
        lists = pairs.samples()
        shared = pl.col("shared") & ~pl.Series(_nothing_shared(blocks)[pairs.group])
        matched = MATCHED.where(pl.col("status").is_in(["ok", "approximate"]) & shared)
        return doubted(pair_rows(method, lists.drop("x", "y"), test(lists.select("x", "y")), matched), blocks, doubt)

    return over_blocks(table, rows, by=by, reduce=reduce, missing="available")


def _nothing_shared(blocks: Blocks) -> Flags:
    """Return which groups have runs with nothing but their numbers in common: seeds, and rounds of a timer."""
    if "dataset" not in blocks.by:
        return np.zeros(blocks.n_groups, dtype=bool)
    metrics = blocks.source.get_column("metric").cast(pl.String).unique()
    apart = pl.col("metric").cast(pl.String).is_in([name for name in metrics if is_cost(name)])
    if "design" in blocks.source.columns:
        apart |= (pl.col("design").cast(pl.String) == "seeds").fill_null(False)
    return blocks.of_source(apart=apart.any())["apart"].to_numpy()


def over_algorithms(
    method: Method,
    test: Callable[..., pl.Expr],
    table: Frame,
    *,
    by: By,
    alternative: Alternative = "two-sided",
    reduce: Reduce = "mean",
    corrected: bool = False,
    finish: Finish | None = None,
) -> Frame:
    """Compute a column test of the results of every algorithm: rows with ``a`` alone, sorted by group and algorithm.

    The test sees the metric's own values, and the other alternative where lower is better; effects are turned there,
    so that higher is better. Where runs share training data, tests and intervals have a remark each, unless they are
    ``corrected``: then the test finds in a column ``ratio`` what to correct its variance by, and where that is a guess
    the row is marked. Other parameters as in :func:`over_pairs`.
    """
    one_of(alternative, ALTERNATIVES, name="alternative")
    tests = {1.0: test("value", alternative=alternative)}
    if MIRRORED[alternative] != alternative:
        tests[-1.0] = test("value", alternative=MIRRORED[alternative])

    def rows(blocks: Blocks) -> pl.DataFrame:
        finished = _tested_algorithms(blocks, method, tests, corrected)
        if corrected:
            marked = with_guessed_sizes(finished, blocks, sizes=_shared_training, used="df1")
            return _judged(marked, blocks, None, finish)
        return _judged(finished, blocks, SHARED_RUNS if method.null else DEPENDENT_INTERVAL, finish)

    return over_blocks(table, rows, by=by, reduce=reduce, missing="available", alone=True)


def _tested_algorithms(blocks: Blocks, method: Method, tests: Mapping[float, pl.Expr], corrected: bool) -> pl.DataFrame:
    group, column = np.nonzero(blocks.present)
    long = blocks.long().sort("group", "algorithm", "block")
    if corrected:
        long = long.hstack(blocks.once(_shared_training)[long["group"].to_numpy()])
    ways = np.unique(blocks.orientation).tolist() if len(tests) > 1 else []
    sides = [(long.filter(pl.col("orientation") == way), tests[way]) for way in ways] or [(long, tests[1.0])]
    parts = [side.group_by("group", "algorithm", maintain_order=True).agg(test) for side, test in sides]
    tested = pl.concat(parts).sort("group", maintain_order=True) if len(parts) > 1 else parts[0]
    measured = blocks.over_blocks(np.add, blocks.measured.astype(np.int64))[group, column]
    missing = blocks.n_listed[group] - measured
    rows = tested.select(pl.col(method.id).struct.field(*COMPUTED)).with_columns(
        group=pl.Series(group),
        a=blocks.names(group, column),
        n_dropped=pl.Series(blocks.history["n_dropped"].to_numpy()[group] + missing),
        policy=blocks.history["policy"][group],
        least=pl.Series(blocks.runs[0][group, column]),
        most=pl.Series(blocks.runs[1][group, column]),
    )
    lower = pl.lit(pl.Series(blocks.orientation[group] == -1))
    ends = {"effect": "effect", "effect_low": "effect_high", "effect_high": "effect_low"}
    return result_rows(
        rows,
        method,
        alternative=pl.when(lower).then(pl.col("alternative").replace(MIRRORED)).otherwise("alternative"),
        **{name: pl.when(lower).then(-pl.col(end)).otherwise(name) for name, end in ends.items()},
        remarks=[pl.col("remarks"), *table_remarks()],
    )


def _judged(rows: pl.DataFrame, blocks: Blocks, doubt: Remark | None, finish: Finish | None) -> pl.DataFrame:
    judged = doubted(rows, blocks, doubt)
    return judged if finish is None else finish(judged, blocks)


def pair_rows(method: Method, pairs: pl.DataFrame, tested: pl.DataFrame, *remarks: pl.Expr) -> pl.DataFrame:
    """Return the rows of tests on pairs: who is better, numbers in metric units, what the cells went through.

    ``pairs`` come from :meth:`Pairs.spans`, ``tested`` from a test that saw higher values as better.
    """
    computed = [name for name in (*COMPUTED, "mirrored") if name in tested.columns and name != "n_dropped"]
    in_units = (method.estimand or "").endswith("a - b")
    ahead = pl.coalesce("effect", "estimate") if in_units else pl.col("effect")
    mirrored = pl.col("mirrored") if "mirrored" in tested.columns else None
    return result_rows(
        pairs.hstack(tested.select(computed)),
        method,
        better=pl.when(ahead > 0).then("a").when(ahead < 0).then("b"),
        **in_metric_units(method, pl.col("orientation") == -1, in_units=in_units, mirrored=mirrored),
        remarks=[pl.col("remarks"), *remarks, *table_remarks()],
    )


def spreads_of(pairs: Pairs) -> pl.DataFrame:
    """Return one row per pair, as :meth:`Pairs.spans`, with the moments of its differences: see :func:`with_spread`."""
    long = pairs.long(turned=True).group_by("pair", maintain_order=True)
    return pairs.spans().hstack(with_spread(long.agg(**difference_facts("x", "y"))).drop("pair"))


def doubted(rows: pl.DataFrame, table: Grouped, remark: Remark | None, dependent: Flags | None = None) -> pl.DataFrame:
    """Return rows in which the sound ones of groups whose runs share training data are approximate, with a remark.

    Groups of a single dataset with several runs have nothing to test until runs are compared: see ``SINGLE_DATASET``.
    Rows that say themselves which groups are ``dependent`` draw the runs again, and keep their numbers.
    """
    rows = _without_single_blocks(rows, table) if isinstance(table, Blocks) and dependent is None else rows
    sharing = table.dependent if dependent is None else dependent
    if remark is None or not sharing.any():
        return rows
    status = rows.get_column("status")
    doubtful = pl.Series(sharing[table.numbers(rows)]) & ((status == "ok") | (status == "approximate"))
    remarks = pl.concat_str("remarks", pl.lit(remark.code), separator=BETWEEN, ignore_nulls=True)
    return rows.with_columns_seq(
        status=pl.when(doubtful).then(pl.lit("approximate")).otherwise("status"),
        remarks=pl.when(doubtful).then(remarks).otherwise("remarks"),
    )


def _without_single_blocks(rows: pl.DataFrame, blocks: Blocks) -> pl.DataFrame:
    """Return rows without numbers where a group has one dataset, whose runs could be compared."""
    single = (blocks.n_blocks == 1) & (blocks.runs[1].max(axis=1, initial=0) > 1)
    if "dataset" in blocks.by or not single.any():
        return rows
    alone = pl.lit(pl.Series(single[blocks.numbers(rows)]))
    nothing = {name: pl.when(~alone).then(name) for name in (*NUMBERS, "better")}
    status = pl.when(alone).then(pl.lit("too_few")).otherwise("status")
    return with_remarks(rows, SINGLE_DATASET.where(alone)).with_columns(status=status, **nothing)


def _shared_training(blocks: Blocks) -> pl.DataFrame:
    """Return, one row per group, the ``ratio`` of sizes to correct its variance by: 0 where runs share no training."""
    dependent = pl.Series(blocks.dependent)
    return blocks.once(sizes_of).select(
        ratio=pl.when(dependent).then("ratio").otherwise(0.0), assumed=pl.lit(dependent) & pl.col("assumed")
    )


def with_guessed_sizes(
    rows: pl.DataFrame, blocks: Blocks, *, sizes: Rows = sizes_of, used: str = "p_value"
) -> pl.DataFrame:
    """Return rows, approximate where their corrected variance rests on guessed ``sizes``: they need a declared design.

    They are ``used`` where a row has a value in that column.
    """
    guessed = blocks.once(sizes)["assumed"].fill_null(False).gather(rows["group"].to_numpy())
    doubtful = pl.lit(guessed) & pl.col(used).is_not_null()
    marked = with_remarks(rows, NEEDS_DESIGN.where(doubtful))
    return marked.with_columns(
        status=pl.when(doubtful & (pl.col("status") == "ok")).then(pl.lit("approximate")).otherwise("status")
    )
