"""Column tests over frames of pairs."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from benchreport.method import Method
from benchreport.remarks import joined_remarks
from benchreport.stats.distributions import IntoExpr
from benchreport.stats.rows import COMPUTED, fields, in_metric_units, table_remarks

ColumnTest = Callable[[IntoExpr, IntoExpr], pl.Expr]


def over_pairs(side_by_side: pl.DataFrame, method: Method, test: ColumnTest) -> pl.DataFrame:
    """Apply a column test to every pair of a table made by :func:`pairs`.

    The test sees values turned so that higher is better; estimates in metric units are turned back.
    """
    groups = side_by_side.columns[: side_by_side.columns.index("a")]
    x, y = pl.col("x") * pl.col("orientation"), pl.col("y") * pl.col("orientation")
    tested = side_by_side.group_by(*groups, "a", "b", maintain_order=True).agg(
        test(x, y),
        pl.col("orientation").drop_nulls().first(),
        pl.col("n_dropped").first().alias("dropped"),
        pl.col("policy").first(),
        pl.col("n_imputed").sum(),
        least=pl.min_horizontal("n_x", "n_y").min(),
        most=pl.max_horizontal("n_x", "n_y").max(),
    )
    return _finished(tested.drop(method.id), tested.get_column(method.id).struct.unnest(), groups, method)


def over_lists(lists: pl.DataFrame, method: Method, rows: Callable[[pl.DataFrame], pl.DataFrame]) -> pl.DataFrame:
    """As :func:`over_pairs`, by a function of lists ``x`` and ``y``, on a table made by :func:`pair_lists`.

    Where the statistic is a rank sum, the function also gives the one of b - a, in a column ``mirrored``.
    """
    groups = lists.columns[: lists.columns.index("a")]
    turned = lists.select("x", "y")
    if (lists.get_column("orientation") == -1).any():
        turned = lists.select(pl.col("x", "y") * pl.col("orientation"))
    told = lists.drop("x", "y").rename({"n_dropped": "dropped"})
    return _finished(told, rows(turned), groups, method)


def _finished(told: pl.DataFrame, tested: pl.DataFrame, groups: list[str], method: Method) -> pl.DataFrame:
    """Finish the rows: which algorithm is better, numbers in metric units, what the cells went through."""
    mirrored = pl.col("mirrored") if "mirrored" in tested.columns else None
    rows = told.hstack(tested.select(*COMPUTED, *(["mirrored"] if mirrored is not None else [])))
    in_units = (method.estimand or "").endswith("a - b")
    lower = pl.col("orientation") == -1
    ahead = pl.coalesce("effect", "estimate") if in_units else pl.col("effect")
    better = pl.when(ahead > 0).then("a").when(ahead < 0).then("b")
    changed = {
        "a": pl.col("a"),
        "b": pl.col("b"),
        "better": better,
        "n_dropped": pl.col("dropped"),
        **in_metric_units(method, lower, in_units=in_units, mirrored=mirrored),
        "remarks": joined_remarks(pl.col("remarks"), *table_remarks()),
    }
    kept = {name: pl.col(name) for name in COMPUTED}
    return rows.select(*groups, *fields(method, **(kept | changed)))
