"""Every two algorithms as two samples, when their runs are not matched."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.errors import ColumnError, IncompleteError, did_you_mean
from benchreport.tables.cells import Reduce, as_scores, block_columns, cells, refuse_single_algorithm
from benchreport.tables.doubtful import is_cost
from benchreport.tables.groups import By, aggregate, group_columns, joined


def samples(table: Any, *, by: By = "metric", control: str | None = None, reduce: Reduce = "mean") -> pl.DataFrame:
    """Put the measurements of every two algorithms side by side: one row per group and pair.

    ``x`` and ``y`` list the values of ``a`` and ``b`` in ascending order, turned so that higher is better where
    ``orientation`` is -1. ``matched`` says whether both were measured on blocks that may be the same; runs of one
    dataset are none where they are seeds, or measure time or memory: rounds of a timer have nothing in common. Gaps do
    not matter here.

    Examples
    --------
    >>> import benchreport as br
    >>> table = samples(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> table.select("a", "b", pl.col("x").list.len(), "matched").row(0)
    ('C4.5', 'C4.5+cf', 14, True)
    """
    scores = as_scores(table)
    refuse_single_algorithm(scores)
    groups = group_columns(scores, by, ("matched", "blocks", "apart"))
    if control is not None and control not in (known := scores.get_column("algorithm").unique().sort().to_list()):
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, known))
    grid = cells(scores, groups, reduce=reduce)
    if control is not None:
        _refuse_without_control(grid, groups, control)
    sample = _by_algorithm(grid, groups, block_columns(scores, groups))
    facts = aggregate(grid, groups, n_dropped=pl.col("n_dropped").max(), policy=pl.col("policy").first())
    apart = aggregate(scores, groups, apart=_nothing_shared(scores, groups))
    first = sample.rename({"algorithm": "a"})
    second = sample.rename({"algorithm": "b"})
    wanted = pl.col("a") < pl.col("b") if control is None else (pl.col("b") == control) & (pl.col("a") != control)
    side_by_side = joined(first, second, groups).filter(wanted)
    return (
        joined(joined(side_by_side, facts, groups), apart, groups)
        .sort(*groups, "a", "b")
        .select(
            *groups,
            "a",
            "b",
            "orientation",
            "n_dropped",
            "policy",
            x="values",
            y="values_right",
            matched=(pl.col("blocks") == pl.col("blocks_right")) & (pl.col("blocks").list.len() > 1) & ~pl.col("apart"),
            n_imputed=pl.col("n_imputed") + pl.col("n_imputed_right"),
            least=pl.min_horizontal("least", "least_right"),
            most=pl.max_horizontal("most", "most_right"),
        )
    )


def _nothing_shared(scores: pl.DataFrame, groups: list[str]) -> pl.Expr:
    """Return whether the runs of a group have nothing but their numbers in common."""
    if "dataset" not in groups:
        return pl.lit(False).first()
    costs = [name for name in scores.get_column("metric").cast(pl.String).unique() if is_cost(name)]
    apart = pl.col("metric").cast(pl.String).is_in(costs)
    if "design" in scores.columns:
        apart |= (pl.col("design").cast(pl.String) == "seeds").fill_null(False)
    return apart.any()


def _by_algorithm(grid: pl.DataFrame, groups: list[str], block: list[str]) -> pl.DataFrame:
    measured = pl.col("value").is_not_null()
    place = (pl.struct(block).hash() if block else pl.lit(0, dtype=pl.UInt64)).alias("blocks")
    return (
        grid.with_columns(place)
        .group_by(*groups, "algorithm")
        .agg(
            values=(pl.col("value") * pl.col("orientation")).filter(measured).sort(),
            blocks=pl.col("blocks").filter(measured).sort(),
            orientation=pl.col("orientation").first(),
            n_imputed=pl.col("n_imputed").sum(),
            least=pl.col("n_values").filter(measured).min(),
            most=pl.col("n_values").filter(measured).max(),
        )
    )


def _refuse_without_control(grid: pl.DataFrame, groups: list[str], control: str) -> None:
    lacking = aggregate(grid, groups, lacks=(pl.col("algorithm") != control).all()).filter("lacks")
    if lacking.height:
        first = ", ".join(map(str, lacking.select(groups).sort(groups).row(0)))
        raise IncompleteError(
            f"group {first} lacks the control {control!r}",
            hint="filter such groups out, or choose a control that was measured in every group",
        )
