"""Every two algorithms side by side, block by block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, IncompleteError, did_you_mean, one_of
from benchreport.tables.cells import Reduce, as_scores, block_columns, cells, complete_cells, refuse_single_algorithm
from benchreport.tables.groups import By, aggregate, group_columns, joined, keeps_group_names
from benchreport.tables.reduction import Codes, Integers

Missing = Literal["refuse", "available"]


@keeps_group_names
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
    return _long(*_grid(table, by, control, missing, reduce), control)


def pair_lists(
    table: Any, *, by: By = "metric", control: str | None = None, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> pl.DataFrame:
    """Give the pairs of :func:`pairs` in one row each, with the values of their common blocks as lists ``x`` and ``y``.

    ``least`` and ``most`` tell how many runs a value stands for, over the blocks of the pair.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pair_lists(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> table.height, table["x"].list.len().unique().to_list()
    (6, [14])
    """
    grid, groups, block = _grid(table, by, control, missing, reduce)
    couples = _full_couples(grid, groups, block, control)
    if couples is None or (couples.n_blocks != couples.n_blocks[0]).any():
        both = pl.col("x").is_not_null() & pl.col("y").is_not_null()
        long = _long(grid, groups, block, control)
        return long.group_by(*groups, "a", "b", maintain_order=True).agg(
            pl.col("x", "y").filter(both),
            pl.col("orientation").drop_nulls().first(),
            pl.col("n_dropped", "policy").first(),
            pl.col("n_imputed").sum(),
            least=pl.min_horizontal("n_x", "n_y").min(),
            most=pl.max_horizontal("n_x", "n_y").max(),
        )
    x, y = couples.rows(couples.first), couples.rows(couples.second)
    shape = (len(couples.first), -1)
    values, runs, made = (grid.get_column(name).to_numpy() for name in ("value", "n_values", "n_imputed"))
    if (runs == runs[0]).all():
        least = most = np.repeat(runs[0], shape[0])
    else:
        least = np.minimum(runs[x], runs[y]).reshape(shape).min(axis=1)
        most = np.maximum(runs[x], runs[y]).reshape(shape).max(axis=1)
    first, second = grid[couples.order[couples.first]], grid[couples.order[couples.second]]
    return first.select(
        *groups,
        pl.col("algorithm").alias("a"),
        second.get_column("algorithm").alias("b"),
        pl.Series("x", values[x].reshape(shape)).arr.to_list(),
        pl.Series("y", values[y].reshape(shape)).arr.to_list(),
        "orientation",
        pl.Series("n_dropped", couples.n_dropped),
        grid.get_column("policy").gather(couples.start),
        n_imputed=pl.Series((made[x] + made[y]).reshape(shape).sum(axis=1) if made.any() else np.zeros_like(least)),
        least=pl.Series(least),
        most=pl.Series(most),
    )


def _grid(
    table: Any, by: By, control: str | None, missing: Missing, reduce: Reduce
) -> tuple[pl.DataFrame, list[str], list[str]]:
    """Reduce the table to one value per group, block and algorithm, sorted by them."""
    one_of(missing, ("refuse", "available"), name="missing")
    scores = as_scores(table)
    refuse_single_algorithm(scores)
    groups = group_columns(scores, by)
    block = block_columns(scores, groups)
    if control is not None and control not in (known := scores.get_column("algorithm").unique().sort().to_list()):
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, known))
    grid = (complete_cells if missing == "refuse" else cells)(scores, groups, reduce=reduce)
    if control is not None:
        _refuse_without_control(grid, groups, control)
    return grid, groups, block


def _long(grid: pl.DataFrame, groups: list[str], block: list[str], control: str | None) -> pl.DataFrame:
    couples = _full_couples(grid, groups, block, control)
    if couples is None:
        return _joined_pairs(grid, groups, block, control)
    n, x, y = couples.n_blocks, couples.rows(couples.first), couples.rows(couples.second)
    first = grid.select(*groups, *block, "algorithm", "value", "orientation", "n_values", "n_imputed")[x]
    second = grid.select("algorithm", "value", "n_values", "n_imputed")[y]
    return first.select(
        *groups,
        pl.col("algorithm").alias("a"),
        second.get_column("algorithm").alias("b"),
        *block,
        pl.col("value").alias("x"),
        second.get_column("value").alias("y"),
        "orientation",
        pl.col("n_values").alias("n_x"),
        second.get_column("n_values").alias("n_y"),
        pl.col("n_imputed") + second.get_column("n_imputed"),
        pl.Series("n_dropped", np.repeat(couples.n_dropped, n)),
        grid.get_column("policy").gather(np.repeat(couples.start, n)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Couples:
    """The pairs of a table without gaps, sorted by group and names.

    In ``order`` the rows of the grid lie group by group, algorithm by algorithm and block by block; there the values of
    a pair begin at ``first`` and ``second``. ``start`` is the first row of the group.
    """

    order: Integers
    first: Integers
    second: Integers
    n_blocks: Integers
    start: Integers
    n_dropped: Integers

    def rows(self, begin: Integers) -> Integers:
        """Give the rows of the grid for all pairs, one after the other."""
        n = self.n_blocks
        rows: Integers = self.order[np.repeat(begin - (np.cumsum(n) - n), n) + np.arange(n.sum())]
        return rows


def _full_couples(grid: pl.DataFrame, groups: list[str], block: list[str], control: str | None) -> _Couples | None:
    """Find the pairs without any join, where every block of a group has all its algorithms; else None."""
    if grid.get_column("value").null_count() or not grid.height:
        return None
    group = Codes(grid, groups)
    place = group.copy()
    for name in block:
        place.add(name)
    start, block_start = (np.flatnonzero(np.diff(codes.numbers, prepend=-1)) for codes in (group, place))
    height = np.diff(start, append=grid.height)
    width = np.diff(block_start, append=grid.height)[np.searchsorted(block_start, start)]
    n_blocks = np.diff(np.searchsorted(block_start, start), append=len(block_start))
    if (n_blocks * width != height).any():
        return None
    n, k = np.repeat(n_blocks, height), np.repeat(width, height)
    within = np.arange(grid.height) - np.repeat(start, height)
    algorithm = grid.get_column("algorithm").to_physical().to_numpy()
    if (algorithm[within >= k] != algorithm[np.flatnonzero(within >= k) - k[within >= k]]).any():
        return None
    order = np.empty(grid.height, dtype=np.int64)
    order[np.arange(grid.height) - within + within % k * n + within // k] = np.arange(grid.height)
    which, a, b = _combinations(grid, start, width, control)
    dropped = np.maximum.reduceat(grid.get_column("n_dropped").to_numpy(), start)
    begin, blocks = start[which], n_blocks[which]
    return _Couples(
        order=order,
        first=begin + a * blocks,
        second=begin + b * blocks,
        n_blocks=blocks,
        start=begin,
        n_dropped=dropped[which],
    )


def _combinations(
    grid: pl.DataFrame, start: Integers, width: Integers, control: str | None
) -> tuple[Integers, Integers, Integers]:
    """Number the group and both algorithms of every pair."""
    found = []
    named = None if control is None else (grid.get_column("algorithm") == control).to_numpy()
    for k in np.unique(width).tolist():
        alike = np.flatnonzero(width == k)
        if named is None:
            a, b = (np.tile(side, len(alike)) for side in np.triu_indices(k, 1))
        else:
            there = named[start[alike][:, None] + np.arange(k)]
            a = np.nonzero(~there)[1]
            b = np.repeat(np.nonzero(there)[1], k - 1)
        found.append((np.repeat(alike, len(a) // len(alike)), a, b))
    which, a, b = (np.concatenate(parts) for parts in zip(*found, strict=True))
    order = np.argsort(which, kind="stable")
    return which[order], a[order], b[order]


def _joined_pairs(grid: pl.DataFrame, groups: list[str], block: list[str], control: str | None) -> pl.DataFrame:
    """Match the algorithms block by block, where some lack a block."""
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
