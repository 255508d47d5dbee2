"""Which factors does a figure show, and how are their levels ordered and named?"""

from __future__ import annotations

from typing import Any

import polars as pl
from matplotlib.axes import Axes

from benchreport.errors import ColumnError, OptionError, refuse_unknown
from benchreport.figures.layout.choose import better_sign, direction_of, metric_facts
from benchreport.figures.layout.page import LINE, size_of, widest
from benchreport.figures.style import fitted, write
from benchreport.naming import best_of
from benchreport.stats.planning.factors import controlled_factors
from benchreport.tables.groups import By, listed
from benchreport.tables.schema import RUN_KEYS

NAMED = 0.13  # least room of an upright name, inches


def two_factors(scores: pl.DataFrame, factors: By) -> list[str]:
    """Name the two factors of a plane: those given, those that tell rows apart, or dataset and algorithm."""
    names = listed(factors)
    if not names:
        further = [name for name in controlled_factors(scores, ["metric"]) if name != "algorithm"]
        names = further[:2] if len(further) >= 2 else [*(further or ["dataset"]), "algorithm"]
    if len(names) != 2:
        raise OptionError(f"two factors make a plane, not {len(names)}", hint=f"factors=['{names[0]}', 'algorithm']")
    check_factors(scores, names)
    return names


def check_factors(scores: pl.DataFrame, names: list[str]) -> None:
    """Raise an error for what is no factor of the table."""
    for name in names:
        refuse_unknown([name], scores.columns, "no column {!r} to be a factor")
        if name in ("metric", "value", "direction"):
            raise ColumnError(f"{name!r} cannot be a factor", hint="a factor is neither a group nor a result")


def means_of(scores: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    """Average every combination: the runs of a block first, then the blocks."""
    keys = list(dict.fromkeys([*names, "dataset"]))
    runs = [name for name in RUN_KEYS if name in scores.columns]
    ordered = scores.drop_nulls("value").sort(*keys, *runs, "value")
    each = ordered.group_by(keys, maintain_order=True).agg(pl.col("value").mean(), __n=pl.len())
    return each.group_by(names, maintain_order=True).agg(
        mean=pl.col("value").mean(), n=pl.col("__n").sum().cast(pl.Int64)
    )


def in_order(means: pl.DataFrame, scores: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    """Bring levels into order: numbers by size, names by their mean, the best first."""
    better = better_sign(direction_of(scores))
    sides = ("x", "line")[: len(names)]
    found = means.with_columns(better=pl.lit(better))
    for side in sides:
        number = means.schema[side].is_numeric()
        rank = pl.col(side).cast(pl.Float64) if number else -(pl.col("mean").mean() * better).over(side)
        value = pl.col(side).cast(pl.Float64) if number else pl.lit(None, dtype=pl.Float64)
        found = found.with_columns(rank.alias(f"__{side}"), value.alias(f"{side}_value"))
    found = found.with_columns(pl.col(sides).cast(pl.String))
    order = [part for side in reversed(sides) for part in (f"__{side}", side)]
    places = {f"{side}_place": pl.col(f"__{side}").rank("dense") for side in sides}
    facts = {f"factor_{side}": pl.lit(name) for side, name in zip(sides, names, strict=True)}
    found = found.sort(order).with_columns(**places).drop(f"__{side}" for side in sides)
    return found.with_columns(**facts, **metric_facts(scores))


def levels_of(numbers: pl.DataFrame, column: str) -> list[str]:
    """Return the levels of a factor in the order they are drawn in."""
    place = f"{'line' if column == 'y' else column}_place"
    return numbers.sort(place, column).get_column(column).unique(maintain_order=True).to_list()


def best_cell(numbers: pl.DataFrame, *, worst: bool = False) -> dict[str, Any]:
    """Return the row of the best combination, or of the worst; ``n_equal`` counts those that share its mean."""
    keys = [name for name in ("x", "line", "y") if name in numbers.columns]
    order = numbers.drop_nulls("mean").sort(
        pl.col("mean") * pl.col("better"), *keys, descending=[not worst, *([False] * len(keys))]
    )
    means = {str(place): mean for place, mean in enumerate(order.get_column("mean") * order.get_column("better"))}
    return order.row(0, named=True) | {"n_equal": len(best_of(means, lower=worst))}


def level_names(levels: list[str], wide: float) -> tuple[list[str], float]:
    """Choose how levels are named below an axis: side by side, upright, or not at all; gives their depth."""
    step = wide / max(len(levels), 1)
    if widest(levels) + 0.08 <= step:
        return levels, LINE
    if step < NAMED:
        return [], 0.0
    upright = fitted(levels, 1.1)
    return upright, widest(upright) + 0.05


def write_levels(axes: Axes, names: list[str]) -> None:
    """Write the names of levels below an axis, upright if they do not fit side by side."""
    axes.set_xticks([])
    if not names:
        return
    wide, high = size_of(axes)
    flat = widest(names) + 0.06 <= wide / (axes.get_xlim()[1] - axes.get_xlim()[0])
    look: dict[str, Any] = {"ha": "center", "va": "top", "rotation": 0 if flat else 90}
    for place, name in enumerate(names):
        write(axes, place, -0.05 / high, name, transform=axes.get_xaxis_transform(), label="tick name", **look)
