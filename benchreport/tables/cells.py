"""Which values does a method compare: one per block and algorithm?"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import (
    ColumnError,
    DirectionError,
    DuplicateKeyError,
    IncompleteError,
    TooFewAlgorithmsError,
    one_of,
)
from benchreport.tables.checks import repeated
from benchreport.tables.groups import By, aggregate, group_columns, joined
from benchreport.tables.infinite import Infinite, without_infinite
from benchreport.tables.reduction import Codes, Floats, Integers, exact_sums, full_means, sorted_by
from benchreport.tables.schema import BOOKKEEPING, HISTORY, RUN_KEYS
from benchreport.tables.scores import refuse_unknown_directions
from benchreport.tables.scores import scores as canonical_scores

Reduce = Literal["mean", "median"]
CANONICAL = ("algorithm", "dataset", "metric", "value", "direction")


def as_scores(
    table: Any, door: Callable[..., pl.DataFrame] = canonical_scores, *, infinite: Infinite = "refuse"
) -> pl.DataFrame:
    """Take a canonical table as it is, and bring anything else in through the door; NaN is null in both.

    Infinite values are refused with the names of their runs, or count as missing where they are bad.
    """
    if isinstance(table, pl.LazyFrame):
        table = table.collect()
    if not isinstance(table, pl.DataFrame) or not is_canonical(table.schema):
        return door(table) if infinite == "refuse" else door(table, infinite=infinite)
    value = table.get_column("value")
    # A sum is finite only if all its terms are, and takes a fraction of the time.
    if math.isfinite(value.sum() or 0.0):
        return table
    return without_infinite(table.with_columns(pl.col("value").fill_nan(None)), infinite)


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

    Finer rows are averaged; ``n_values`` says how many. Cells without any value have a null ``value``. Rows are sorted.
    ``orientation`` is -1 where lower values are better; ``n_dropped``, ``n_imputed`` and ``policy`` tell what
    :func:`complete` did to the group and the cell.

    Examples
    --------
    >>> import benchreport as br
    >>> cells(br.read_scores(br.example("demsar2006_auc.csv"))).columns
    ['metric', 'dataset', 'algorithm', 'value', 'orientation', 'n_values', 'n_dropped', 'n_imputed', 'policy']
    """
    scores = as_scores(table)
    return _cells(scores, group_columns(scores, by), reduce)[0]


def _cells(scores: pl.DataFrame, groups: list[str], reduce: Reduce) -> tuple[pl.DataFrame, bool]:
    """Reduce a canonical table, and tell whether it is known to have every combination of keys."""
    one_of(reduce, ("mean", "median"), name="reduce")
    cell = [*groups, *block_columns(scores, groups), "algorithm"]
    completed = all(name in scores.columns for name in HISTORY) and not _untouched(scores)
    nothing = {
        "n_dropped": pl.lit(0, dtype=pl.Int64),
        "n_imputed": pl.lit(0, dtype=pl.Int64),
        "policy": pl.lit(None, dtype=pl.Categorical),
    }
    if not completed and reduce == "mean" and "metric" in groups:
        refuse_unlike(scores, groups)
        means = full_means(scores, cell, [key for key in _run_keys(scores, groups) if key not in cell])
        if means is not None:
            way = _orientation(scores, means)
            return means.select(*cell, "value", orientation=way, n_values="n_values", **nothing), True
    codes = Codes(scores, cell)
    refuse_mixtures(scores, groups, codes.copy(), cell)
    values = scores.get_column("value").to_numpy()
    measured = None if not scores.get_column("value").null_count() else ~np.isnan(values)
    which, used = (codes.numbers, values) if measured is None else (codes.numbers[measured], values[measured])
    n_values = np.bincount(which, minlength=codes.size)
    rows = codes.representatives()
    keys = scores.select(*cell, "direction")[rows]
    order = sorted_by(keys, cell)
    kept = codes.numbers[rows[order]]
    result = keys[order].select(
        *cell,
        value=pl.Series(_reduced(which, codes.size, used, n_values, reduce)[kept]).fill_nan(None),
        orientation=pl.when(pl.col("direction") == "lower").then(-1.0).otherwise(1.0),
        n_values=pl.Series(n_values[kept]).cast(pl.Int64),
        **nothing,
    )
    if not completed:
        return result, False
    told = (
        scores.select(*HISTORY, __cell=pl.Series(codes.numbers))
        .group_by("__cell")
        .agg(
            n_dropped=pl.col("n_dropped").max(),
            n_imputed=pl.col("imputed").sum().cast(pl.Int64),
            policy=pl.col("policy").max(),
        )
    )
    return result.with_columns(told.sort("__cell").drop("__cell")[order]), False


def _untouched(completed: pl.DataFrame) -> bool:
    """Tell whether :func:`complete` found nothing to do anywhere."""
    imputed, dropped, policy = (completed.get_column(name) for name in HISTORY)
    return policy.null_count() == completed.height and not imputed.any() and not dropped.max()


def _orientation(scores: pl.DataFrame, means: pl.DataFrame) -> pl.Series:
    """Give -1 where lower values are better; a metric has one direction."""
    direction = scores.get_column("direction")
    codes = direction.to_physical()
    if codes.min() == codes.max():
        return pl.Series([-1.0 if direction[0] == "lower" else 1.0]).new_from_index(0, means.height)
    ways = scores.group_by("metric").agg(way=pl.col("direction").first() == "lower")
    lower = means.select("metric").join(ways, on="metric", how="left", maintain_order="left")
    return lower.select(pl.when("way").then(-1.0).otherwise(1.0)).to_series()


def _reduced(cell: Integers, size: int, values: Floats, counts: Integers, reduce: Reduce) -> Floats:
    """Give the mean or median of every cell, whatever the order of the rows; NaN where nothing was measured."""
    most = int(counts.max(initial=0))
    if reduce == "mean" or most < 2:
        total = exact_sums(cell, size, values, most)
        if total is not None:
            with np.errstate(invalid="ignore"):
                return np.asarray(total / counts)
    rows = pl.DataFrame({"cell": cell, "value": values})
    value = pl.col("value").sort().mean() if reduce == "mean" else pl.col("value").median()
    found = rows.group_by("cell").agg(value)
    reduced = np.full(size, np.nan)
    reduced[found.get_column("cell").to_numpy()] = found.get_column("value").to_numpy()
    return reduced


def complete_cells(table: Any, by: By = "metric", *, reduce: Reduce = "mean") -> pl.DataFrame:
    """As :func:`cells`, refusing a table in which an algorithm lacks a block that others have, or is the only one."""
    scores = as_scores(table)
    refuse_single_algorithm(scores)
    groups = group_columns(scores, by)
    grid, full = _cells(scores, groups, reduce)
    block = block_columns(scores, groups)
    if not full and not _is_complete(grid, groups, block):
        raise incomplete(missing_of_grid(grid, groups, block), [*groups, *block])
    return grid


def _is_complete(grid: pl.DataFrame, groups: Sequence[str], block: Sequence[str]) -> bool:
    """Tell whether every block that anyone was measured on has all algorithms of its group."""
    group = Codes(grid, groups)
    algorithm = group.copy()
    algorithm.add("algorithm")
    width = np.bincount(group.numbers[algorithm.representatives()], minlength=group.size)
    place = group.copy()
    for name in block:
        place.add(name)
    measured = grid.get_column("value").is_not_null().to_numpy()
    blocks = np.zeros(place.size, dtype=bool)
    blocks[place.numbers[measured]] = True
    tried = place.representatives()
    tried = tried[blocks[place.numbers[tried]]]
    return int(width[group.numbers[tried]].sum()) == int(np.count_nonzero(measured))


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
    codes = table.get_column("algorithm").to_physical()
    if codes.min() == codes.max():
        names = table.get_column("algorithm").unique().to_list()
        raise TooFewAlgorithmsError(
            f"only one algorithm, {names[0]!r}" if names else "no rows are left to compare",
            hint="a comparison needs two; does another column name the algorithm? --column your_column=algorithm",
        )


def refuse_mixtures(
    table: pl.DataFrame, groups: Sequence[str], codes: Codes | None = None, coded: Sequence[str] = ()
) -> None:
    """Raise when values of unlike kinds, or the same run twice, would be averaged or ranked together.

    ``codes`` are numbers of the columns ``coded``, if at hand.
    """
    refuse_unlike(table, groups)
    keys = _run_keys(table, groups)
    codes = codes or Codes(table)
    for key in keys:
        if key not in coded:
            codes.add(key)
    if not codes.are_distinct():
        twice = repeated(table, keys)
        varying = varying_columns(twice, keys)
        raise DuplicateKeyError(
            f"several rows per {', '.join(keys)}" + (f"; column {varying[0]!r} varies" if varying else ""),
            hint=f"put {varying[0]!r} into by, or filter it" if varying else "drop the repeated rows",
        )


def _run_keys(table: pl.DataFrame, groups: Sequence[str]) -> list[str]:
    """List the columns that tell one measurement from another."""
    keys = ["algorithm", "dataset", *RUN_KEYS, "metric", *groups]
    return list(dict.fromkeys(key for key in keys if key in table.columns))


def refuse_unlike(table: pl.DataFrame, groups: Sequence[str]) -> None:
    """Raise when values of unlike metrics, or of unknown direction, would be compared."""
    if table.get_column("direction").null_count():
        refuse_unknown_directions(table)
    _refuse_two_directions(table)
    if "metric" not in groups:
        mixed = aggregate(table, groups, metric=pl.col("metric").unique().sort().implode()).get_column("metric")
        several = mixed.filter(mixed.list.len() > 1)
        if several.len():
            raise ColumnError(
                f"metrics {', '.join(min(several.to_list()))} would be compared with each other",
                hint="put 'metric' into by",
            )


def _refuse_two_directions(table: pl.DataFrame) -> None:
    codes = table.get_column("direction").to_physical()
    if codes.min() == codes.max():
        return
    ways = table.select("metric", "direction").unique()
    contradictory = ways.filter(pl.col("metric").is_duplicated()).get_column("metric").sort().to_list()
    if contradictory:
        raise DirectionError(f"metric {contradictory[0]!r} has two directions", hint="give each metric one direction")


def varying_columns(table: pl.DataFrame, keys: Sequence[str]) -> list[str]:
    """List the columns, values and bookkeeping apart, that take several values within a key."""
    others = [name for name in table.columns if name not in (*keys, *BOOKKEEPING, "value")]
    varies = table.group_by(keys).agg(pl.col(others).n_unique() > 1)
    return [name for name in others if varies.get_column(name).any()]


def incomplete(lacking: pl.DataFrame, places: Sequence[str]) -> IncompleteError:
    """Return the error that names the first of the results that are missing."""
    shown = lacking.head(3).to_dicts()
    first = "; ".join(", ".join(str(row[place]) for place in places) + f" lacks {row['algorithm']}" for row in shown)
    more = f"; {lacking.height - 3} more" if lacking.height > 3 else ""
    return IncompleteError(
        f"results are missing: {first}{more}",
        hint="br.complete(scores, 'drop_blocks') first, or another policy; --missing drop_blocks on the command line",
    )
