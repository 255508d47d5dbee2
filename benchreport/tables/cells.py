"""Which values does a method compare: one per block and algorithm?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import polars as pl

from benchreport.errors import (
    ColumnError,
    DirectionError,
    DuplicateKeyError,
    IncompleteError,
    TooFewAlgorithmsError,
    one_of,
)
from benchreport.tables.checks import refuse_infinite, repeated
from benchreport.tables.groups import By, aggregate, group_columns, joined
from benchreport.tables.schema import BOOKKEEPING, HISTORY, RUN_KEYS
from benchreport.tables.scores import refuse_unknown_directions
from benchreport.tables.scores import scores as canonical_scores

Reduce = Literal["mean", "median"]
CANONICAL = ("algorithm", "dataset", "metric", "value", "direction")


def as_scores(table: Any, door: Callable[..., pl.DataFrame] = canonical_scores) -> pl.DataFrame:
    """Take a canonical table as it is, and bring anything else in through the door; NaN is null in both."""
    if isinstance(table, pl.LazyFrame):
        table = table.collect()
    if not isinstance(table, pl.DataFrame) or not is_canonical(table.schema):
        return door(table)
    refuse_infinite(table.get_column("value"))
    return table.with_columns(pl.col("value").fill_nan(None))


def is_canonical(schema: pl.Schema) -> bool:
    """Tell whether a table has been through the door: the names, and the types that sort and compare as they should."""
    kinds = {name: pl.Float64 if name == "value" else pl.Categorical for name in CANONICAL}
    return all(isinstance(schema.get(name), kind) for name, kind in kinds.items())


def block_columns(table: pl.DataFrame, by: Sequence[str]) -> list[str]:
    """Say what a block is: the dataset, or within one dataset the run.

    Examples
    --------
    >>> table = pl.DataFrame(schema=["dataset", "fold"])
    >>> block_columns(table, ["metric"]), block_columns(table, ["dataset", "metric"])
    (['dataset'], ['fold'])
    """
    if "dataset" not in by:
        return ["dataset"]
    return [name for name in RUN_KEYS if name in table.columns and name not in by]


def cells(table: Any, by: By = "metric", *, reduce: Reduce = "mean") -> pl.DataFrame:
    """Reduce a score table to one value per group, block and algorithm.

    Finer rows are averaged; ``n_values`` says how many. Cells without any value have a null ``value``.
    ``orientation`` is -1 where lower values are better; ``n_dropped``, ``n_imputed`` and ``policy`` tell what
    :func:`complete` did to the group and the cell.

    Examples
    --------
    >>> import benchreport as br
    >>> cells(br.read_scores(br.example("demsar2006_auc.csv"))).columns
    ['metric', 'dataset', 'algorithm', 'value', 'orientation', 'n_values', 'n_dropped', 'n_imputed', 'policy']
    """
    one_of(reduce, ("mean", "median"), name="reduce")
    scores = as_scores(table)
    groups = group_columns(scores, by)
    block = block_columns(scores, groups)
    refuse_mixtures(scores, groups)
    if any(name in scores.columns and name not in (*groups, *block) for name in RUN_KEYS):
        # Sums of decimals depend on their order; this one does not depend on the order of the rows.
        scores = scores.sort("value")
    value = pl.col("value").mean() if reduce == "mean" else pl.col("value").median()
    completed = all(name in scores.columns for name in HISTORY)
    return scores.group_by(*groups, *block, "algorithm").agg(
        value=value,
        orientation=pl.when(pl.col("direction").first() == "lower").then(-1.0).otherwise(1.0),
        n_values=pl.col("value").count().cast(pl.Int64),
        n_dropped=pl.col("n_dropped").max() if completed else pl.lit(0, dtype=pl.Int64),
        n_imputed=pl.col("imputed").sum().cast(pl.Int64) if completed else pl.lit(0, dtype=pl.Int64),
        policy=pl.col("policy").first() if completed else pl.lit(None, dtype=pl.Categorical),
    )


def complete_cells(table: Any, by: By = "metric", *, reduce: Reduce = "mean") -> pl.DataFrame:
    """As :func:`cells`, refusing a table in which an algorithm lacks a block that others have, or is the only one."""
    scores = as_scores(table)
    refuse_single_algorithm(scores)
    groups = group_columns(scores, by)
    grid = cells(scores, groups, reduce=reduce)
    block = block_columns(scores, groups)
    lacking = missing_of_grid(grid, groups, block)
    if lacking.height:
        raise _incomplete(lacking, [*groups, *block])
    return grid


def missing_of_grid(grid: pl.DataFrame, groups: Sequence[str], block: Sequence[str]) -> pl.DataFrame:
    """List the cells that lack a value while other algorithms of the group have one in that block."""
    measured = grid.filter(pl.col("value").is_not_null())
    blocks = measured.select(*groups, *block).unique()
    algorithms = grid.select(*groups, "algorithm").unique()
    full = joined(blocks, algorithms, groups)
    keys = [*groups, *block, "algorithm"]
    return full.join(measured, on=keys, how="anti").select(keys).sort(keys)


def refuse_single_algorithm(table: pl.DataFrame) -> None:
    """Raise when there is nothing to compare."""
    names = table.get_column("algorithm").unique().to_list()
    if len(names) < 2:
        raise TooFewAlgorithmsError(
            f"only one algorithm, {names[0]!r}" if names else "no rows are left to compare",
            hint="a comparison needs two; does another column name the algorithm? --column your_column=algorithm",
        )


def refuse_mixtures(table: pl.DataFrame, groups: Sequence[str]) -> None:
    """Raise when values of unlike kinds, or the same run twice, would be averaged or ranked together."""
    refuse_unknown_directions(table)
    ways = table.select("metric", "direction").unique()
    contradictory = ways.filter(pl.col("metric").is_duplicated()).get_column("metric").sort().to_list()
    if contradictory:
        raise DirectionError(f"metric {contradictory[0]!r} has two directions", hint="give each metric one direction")
    if "metric" not in groups:
        mixed = aggregate(table, groups, metric=pl.col("metric").unique().sort().implode()).get_column("metric")
        several = mixed.filter(mixed.list.len() > 1)
        if several.len():
            raise ColumnError(
                f"metrics {', '.join(several[0])} would be compared with each other", hint="put 'metric' into by"
            )
    keys = ["algorithm", "dataset", *RUN_KEYS, "metric", *groups]
    keys = list(dict.fromkeys(key for key in keys if key in table.columns))
    twice = repeated(table, keys)
    if not twice.is_empty():
        varying = varying_columns(twice, keys)
        raise DuplicateKeyError(
            f"several rows per {', '.join(keys)}" + (f"; column {varying[0]!r} varies" if varying else ""),
            hint=f"put {varying[0]!r} into by, or filter it" if varying else "drop the repeated rows",
        )


def varying_columns(table: pl.DataFrame, keys: Sequence[str]) -> list[str]:
    """List the columns, values and bookkeeping apart, that take several values within a key."""
    others = [name for name in table.columns if name not in (*keys, *BOOKKEEPING, "value")]
    varies = table.group_by(keys).agg(pl.col(others).n_unique() > 1)
    return [name for name in others if varies.get_column(name).any()]


def _incomplete(lacking: pl.DataFrame, places: Sequence[str]) -> IncompleteError:
    shown = lacking.head(3).to_dicts()
    first = "; ".join(", ".join(str(row[place]) for place in places) + f" lacks {row['algorithm']}" for row in shown)
    more = f"; {lacking.height - 3} more" if lacking.height > 3 else ""
    return IncompleteError(
        f"results are missing: {first}{more}",
        hint="br.complete(scores, 'drop_blocks') first, or another policy; --missing drop_blocks on the command line",
    )
