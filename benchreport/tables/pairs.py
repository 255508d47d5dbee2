"""Every two algorithms side by side, block by block."""

from __future__ import annotations

from typing import Any, Literal

import polars as pl

from benchreport.errors import ColumnError, IncompleteError, did_you_mean, one_of
from benchreport.tables.cells import Reduce, as_scores, block_columns, cells, complete_cells, refuse_single_algorithm
from benchreport.tables.groups import By, aggregate, group_columns, joined

Missing = Literal["refuse", "available"]


def pairs(
    table: Any, *, by: By = "metric", control: str | None = None, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> pl.DataFrame:
    """Put every two algorithms side by side: one row per group, pair and block.

    ``a`` sorts before ``b``; with ``control`` only pairs with it are made and ``b`` is the control. ``x`` and ``y`` are
    the values of ``a`` and ``b``, ``orientation`` is -1 where lower values are better. With ``missing="available"``
    blocks that one of the two lacks are left out and counted in ``n_dropped``.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.pairs(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> table.select("a", "b", "dataset", "x", "y").row(0)
    ('C4.5', 'C4.5+cf', 'adult (sample)', 0.763, 0.771)
    """
    one_of(missing, ("refuse", "available"), name="missing")
    scores = as_scores(table)
    refuse_single_algorithm(scores)
    groups = group_columns(scores, by)
    block = block_columns(scores, groups)
    if control is not None and control not in (known := scores.get_column("algorithm").unique().sort().to_list()):
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, known))
    grid = (complete_cells if missing == "refuse" else cells)(scores, groups, reduce=reduce)
    grid = grid.sort(*groups, *block, "algorithm")
    if control is not None:
        _refuse_without_control(grid, groups, control)
    measured = grid.filter(pl.col("value").is_not_null())
    keys = [*groups, *block]
    first = measured.select(*keys, a="algorithm", x="value", n_x="n_values", imputed_x="n_imputed")
    second = measured.select(*keys, "orientation", b="algorithm", y="value", n_y="n_values", imputed_y="n_imputed")
    # Joins that keep the order of the grid spare a slow sort of the long table.
    wanted = pl.col("a") < pl.col("b") if control is None else pl.col("b") == control
    matched = first.join(second, on=keys, maintain_order="left").filter(wanted)
    # Left, so that a pair without a common block still has a row to say so.
    return (
        _couples(grid, groups, block, control)
        .sort(*groups, "a", "b")
        .join(matched, on=[*groups, "a", "b"], how="left", maintain_order="left_right")
        .with_columns(
            n_imputed=pl.col("imputed_x") + pl.col("imputed_y"),
            n_dropped=pl.col("n_dropped") + pl.col("n_blocks") - pl.col("x").count().over(*groups, "a", "b"),
        )
        .select(*groups, "a", "b", *block, "x", "y", "orientation", "n_x", "n_y", "n_imputed", "n_dropped", "policy")
    )


def _refuse_without_control(grid: pl.DataFrame, groups: list[str], control: str) -> None:
    lacking = aggregate(grid, groups, lacks=(pl.col("algorithm") != control).all()).filter("lacks")
    if lacking.is_empty():
        return
    first = ", ".join(map(str, lacking.select(groups).sort(groups).row(0)))
    more = f" and {lacking.height - 1} more" if lacking.height > 1 else ""
    raise IncompleteError(
        f"group {first}{more} lacks the control {control!r}",
        hint="filter them out, or choose a control that was measured in every group",
    )


def _couples(grid: pl.DataFrame, groups: list[str], block: list[str], control: str | None) -> pl.DataFrame:
    """List every pair of each group, with the number of blocks that anyone was measured on."""
    measured = pl.col("value").is_not_null()
    algorithms = grid.select(*groups, "algorithm").unique()
    facts = aggregate(
        grid,
        groups,
        n_blocks=(pl.struct(block) if block else pl.lit(0)).filter(measured).n_unique().cast(pl.Int64),
        n_dropped=pl.col("n_dropped").max(),
        policy=pl.col("policy").first(),
    )
    a, b = algorithms.rename({"algorithm": "a"}), algorithms.rename({"algorithm": "b"})
    wanted = pl.col("a") < pl.col("b")
    if control is not None:
        b, wanted = b.filter(pl.col("b") == control), pl.col("a") != pl.col("b")
    return joined(joined(a, b, groups).filter(wanted), facts, groups)
