"""What do the results of each algorithm say on their own? Every algorithm of a score table, group by group."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl

from benchreport.method import Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.rows import COMPUTED, doubted, fields, in_metric_units, table_remarks, with_guessed_sizes
from benchreport.tables.cells import Reduce, as_scores, block_columns, cells
from benchreport.tables.groups import By, aggregate, group_columns, joined
from benchreport.tables.sizes import dependent_runs, size_ratios

PER_DATASET = ("dataset", "metric")
DEPENDENT_INTERVAL = Remark(
    code="shared_runs_interval",
    note="runs share training data (unless they are seeds), so this interval is too narrow",
)

ColumnTest = Callable[[pl.Expr], pl.Expr]


def over_algorithms(
    table: Any,
    by: By,
    method: Method,
    test: ColumnTest,
    *,
    reduce: Reduce = "mean",
    constant: float | None = None,
    in_units: bool = True,
    mirrored: pl.Expr | None = None,
    doubt: Remark | None = None,
    facts: pl.DataFrame | None = None,
) -> pl.DataFrame:
    """Apply a column form to the results of every algorithm: rows with ``a`` alone, sorted by group and algorithm.

    The test sees values turned so that higher is better, and a column ``orientation`` to turn its own options by;
    signed statistics and estimates ``in_units`` of the metric are turned back. ``mirrored`` is the statistic of a rank
    sum of the constant against the values. ``doubt`` is the remark where runs share training data; ``facts`` are
    further columns per group.
    """
    scores = as_scores(table)
    groups = group_columns(scores, by)
    block = block_columns(scores, groups)
    grid = cells(scores, groups, reduce=reduce)
    measured = pl.col("value").is_not_null()
    blocks = aggregate(grid, groups, n_blocks=(pl.struct(block) if block else pl.lit(0)).n_unique().cast(pl.Int64))
    grid = joined(grid, blocks, groups)
    grid = (joined(grid, facts, groups) if facts is not None else grid).sort(*groups, "algorithm", *block)
    tested = grid.group_by(*groups, "algorithm", maintain_order=True).agg(
        test(pl.col("value") * pl.col("orientation")).alias(method.id),
        pl.col("orientation").first(),
        pl.col("policy").first(),
        dropped=pl.col("n_dropped").max() + pl.col("n_blocks").first() - measured.sum().cast(pl.Int64),
        least=pl.col("n_values").filter(measured).min(),
        most=pl.col("n_values").max(),
    )
    rows = tested.with_columns(pl.col(method.id).struct.field(*COMPUTED)).drop(method.id)
    kept = {name: pl.col(name) for name in COMPUTED}
    turned = _turned_back(method, constant, in_units, mirrored)
    finished = rows.select(*groups, *fields(method, **(kept | turned)))
    return doubted(finished, doubt, dependent_runs(scores, groups)) if doubt is not None else finished


def _turned_back(
    method: Method, constant: float | None, in_units: bool, mirrored: pl.Expr | None
) -> dict[str, pl.Expr]:
    lower = pl.col("orientation") == -1
    swapped = pl.col("variant").str.replace_many(["lower_bound", "upper_bound"], ["upper_bound", "lower_bound"])
    variant = pl.when(lower & in_units).then(swapped).otherwise("variant")
    if constant is not None:
        variant = variant.str.replace("against .*$", f"against {float(constant)}")
    return {
        "a": pl.col("algorithm"),
        "variant": variant,
        "n_dropped": pl.col("dropped"),
        **in_metric_units(method, lower, in_units=in_units, mirrored=mirrored),
        "remarks": joined_remarks(pl.col("remarks"), *table_remarks()),
    }


def shared_training(table: Any, by: By) -> pl.DataFrame:
    """Give every group the ratio of sizes to correct its variance by: 0 where runs do not share training data.

    ``__assumed`` tells where the ratio had to be taken from the design.
    """
    scores = as_scores(table)
    groups = group_columns(scores, by)
    sizes = joined(dependent_runs(scores, groups), size_ratios(scores, groups), groups)
    return sizes.select(
        *groups,
        __ratio=pl.when("dependent").then("ratio").otherwise(0.0),
        __assumed=pl.col("dependent") & pl.col("assumed"),
    )


def with_sizes_told(rows: pl.DataFrame, facts: pl.DataFrame) -> pl.DataFrame:
    """Mark the rows whose corrected variance rests on guessed sizes."""
    return with_guessed_sizes(
        rows, facts.select(pl.exclude("__ratio", "__assumed"), assumed="__assumed"), pl.col("df1").is_not_null()
    )
