"""Values of algorithms that figures show, one per dataset or run, and their summaries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.figures.selection import one_metric
from benchreport.tables.blocks import cells_of
from benchreport.tables.reading.frames import ends_of
from benchreport.tables.schema import RUN_KEYS

Points = Literal["datasets", "runs"]
REACH = 1.5  # whiskers end at most so many box lengths from the box
FAR = 4.0  # where values lie so many times farther apart than the whiskers, the axis stops at the whiskers


def values_of(table: Any, metric: str | None, points: Points | None) -> pl.DataFrame:
    """Return a row per algorithm and value: the mean over the runs of each dataset, or each run.

    Without a choice values are of datasets where there are several, else of runs. What was not measured is left out.
    ``better`` is -1 where lower values are better.

    Examples
    --------
    >>> import benchreport as br
    >>> values_of(br.read_scores(br.example("demsar2006_auc.csv")), None, None).head(1).row(0)
    ('C4.5', 'adult (sample)', 'adult (sample)', 0.763, 'auc', 'higher', 1.0, 'datasets')
    """
    scores = one_metric(table, metric)
    if points is None:
        points = "datasets" if scores.get_column("dataset").n_unique() > 1 else "runs"
    one_of(points, ("datasets", "runs"), name="points")
    keys = [key for key in RUN_KEYS if key in scores.columns] if points == "runs" else []
    grid = cells_of(scores, ["dataset", "metric"] if points == "runs" else "metric")
    cells = grid.filter(pl.col("value").is_not_null())
    if not cells.height:
        raise OptionError("no value is left to draw", hint="is the column of values empty?")
    direction = scores.get_column("direction").drop_nulls().first()
    block = pl.concat_str(pl.col("dataset", *keys).cast(pl.String), separator=", ", ignore_nulls=True)
    return cells.select(
        pl.col("algorithm", "dataset").cast(pl.String),
        block.alias("block"),
        "value",
        pl.col("metric").cast(pl.String),
        direction=pl.lit(direction, dtype=pl.String),
        better="orientation",
        points=pl.lit(points),
    ).sort("algorithm", "block")


def items(numbers: pl.DataFrame, *names: str) -> list[pl.DataFrame]:
    """Return the numbers of a figure in parts by ``item``, in the order of the names."""
    parts = numbers.partition_by("item", as_dict=True)
    return [parts[name,] if (name,) in parts else numbers.clear() for name in names]


def best_first(middle: str = "median") -> list[pl.Expr]:
    """Return what algorithms are sorted by: a summary of theirs, the best first, equal ones by name."""
    return [-pl.col(middle) * pl.col("better"), pl.col("algorithm")]


def summaries(values: pl.DataFrame, middle: str = "median") -> pl.DataFrame:
    """Compute summaries of the values of each algorithm, the best first.

    Examples
    --------
    >>> import benchreport as br
    >>> values = values_of(br.read_scores(br.example("demsar2006_auc.csv")), None, None)
    >>> summaries(values).select("algorithm", "n", "least", "q1", "q3", "most").row(0)
    ('C4.5+m+cf', 14, 0.569, 0.673, 0.96575, 1.0)
    """
    value = pl.col("value")
    quarters = {"q1": 0.25, "median": 0.5, "q3": 0.75}
    return (
        values.group_by("algorithm")
        .agg(
            n=pl.len().cast(pl.Int64),
            least=value.min(),
            **{name: value.quantile(share, "linear") for name, share in quarters.items()},
            most=value.max(),
            mean=value.sort().mean(),
            **{name: pl.col(name).first() for name in ("metric", "direction", "better", "points")},
        )
        .sort(best_first(middle))
    )


def ends_in_view(values: pl.DataFrame) -> tuple[float, float]:
    """Return the ends of what an axis shows: all values, or the whiskers of all boxes where single values lie far off.

    Examples
    --------
    >>> values = pl.DataFrame({"algorithm": ["A"] * 6, "value": [1.0, 2.0, 3.0, 4.0, 5.0, 900.0]})
    >>> ends_in_view(values)
    (1.0, 5.0)
    """
    value = pl.col("value")
    quarters = {"__q1": value.quantile(0.25, "linear"), "__q3": value.quantile(0.75, "linear")}
    boxed = values.with_columns(**{name: quarter.over("algorithm") for name, quarter in quarters.items()})
    reach = REACH * (pl.col("__q3") - pl.col("__q1"))
    near = boxed.filter(value >= pl.col("__q1") - reach, value <= pl.col("__q3") + reach).get_column("value")
    everything = values.get_column("value")
    (low, high), (least, most) = ends_of(near), ends_of(everything)
    return (low, high) if most - least > FAR * (high - low) > 0 else (least, most)


def place_among(column: str, names: Sequence[str]) -> pl.Expr:
    """Return the place of each name of a column among others."""
    places = {name: place for place, name in enumerate(names)}
    return pl.col(column).cast(pl.String).replace_strict(places, return_dtype=pl.Int64)
