"""Which values does a distribution show: one per dataset, or one per run?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.figures.layout.choose import one_metric
from benchreport.figures.layout.page import metric_label
from benchreport.naming import ends_in_words, enumerated
from benchreport.tables.blocks import cells_of
from benchreport.tables.reading.frames import ends_of
from benchreport.tables.schema import RUN_KEYS

Points = Literal["datasets", "runs"]
T = TypeVar("T")
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
    known = grid.filter(pl.col("value").is_not_null())
    if not known.height:
        raise OptionError("no value is left to draw", hint="is the column of values empty?")
    direction = scores.get_column("direction").drop_nulls().first()
    block = pl.concat_str(pl.col("dataset", *keys).cast(pl.String), separator=", ", ignore_nulls=True)
    return known.select(
        pl.col("algorithm", "dataset").cast(pl.String),
        block.alias("block"),
        "value",
        pl.col("metric").cast(pl.String),
        direction=pl.lit(direction, dtype=pl.String),
        better="orientation",
        points=pl.lit(points),
    ).sort("algorithm", "block")


def items(numbers: pl.DataFrame, *names: str) -> list[pl.DataFrame]:
    """Part the numbers of a figure by ``item``, in the order of the names."""
    return [numbers.filter(pl.col("item") == name) for name in names]


def best_first(middle: str = "median") -> list[pl.Expr]:
    """Sort algorithms by a summary of theirs, the best first, equal ones by name."""
    return [-pl.col(middle) * pl.col("better"), pl.col("algorithm")]


def summaries(values: pl.DataFrame, middle: str = "median") -> pl.DataFrame:
    """Summarise the values of each algorithm, the best first.

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


def count_text(numbers: pl.DataFrame, points: str = "") -> str:
    """Return in words how many values each algorithm has, of datasets, of runs, or of what the column ``points`` says.

    Examples
    --------
    >>> count_text(pl.DataFrame({"n": [4, 4], "points": ["runs", "runs"]}))
    'n = 4 runs'
    """
    size, what = size_text(numbers), points or str(numbers.get_column("points").drop_nulls()[0])
    return f"n = {size} {what.removesuffix('s') if size == '1' else what}"


def metric_title(numbers: pl.DataFrame) -> str:
    """Name the metric of a figure on an axis, with the way that is better."""
    return metric_label(*numbers.select("metric", "direction").row(0))


def title_and_size(heads: pl.DataFrame) -> str:
    """Return in words which metric is shown, for how many algorithms, each a row, and how many values each has."""
    return f"{metric_title(heads)} for {counted(heads.height, 'algorithm')}, {count_text(heads)} each"


def best_and_worst(heads: pl.DataFrame, middle: str) -> str:
    """Return a sentence on who is best and who is worst in a summary."""
    lower = bool(heads.get_column("better")[0] == -1)
    return ends_in_words(dict(heads.select("algorithm", middle).rows()), middle, lower=lower, text=said)


def first_and_last(rows: Sequence[T]) -> list[T]:
    """Return the first and the last of several rows, or all of fewer than two."""
    return [rows[0], rows[-1]] if len(rows) > 1 else list(rows)


def names_in_words(names: Sequence[str], most: int = 4) -> str:
    """List names in a sentence, the first of many.

    Examples
    --------
    >>> names_in_words(["A", "B", "C"]), names_in_words(list("ABCDEF"))
    ('A, B and C', 'A, B, C, D and 2 more')
    """
    return enumerated(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"


def size_text(numbers: pl.DataFrame, column: str = "n") -> str:
    """Write how many values there were, or the fewest and the most.

    Examples
    --------
    >>> size_text(pl.DataFrame({"n": [4, 4]})), size_text(pl.DataFrame({"n": [4, None, 9]}))
    ('4', '4 to 9')
    """
    low, high = ends_of(numbers.get_column(column))
    return f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}"


def counted(number: int, what: str) -> str:
    """Count things in words.

    Examples
    --------
    >>> counted(1, "dataset"), counted(3, "algorithm")
    ('1 dataset', '3 algorithms')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def said(value: float) -> str:
    """Write a number for a sentence; what only rounding keeps from 0 is 0.

    Examples
    --------
    >>> said(0.123456), said(-1e-17), said(1234.5)
    ('0.1235', '0', '1234')
    """
    return f"{round(value, 12) + 0.0:.4g}"


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
