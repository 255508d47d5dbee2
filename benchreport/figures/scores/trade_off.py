"""Learning curves: quality against the number of training examples, or another factor."""

from __future__ import annotations

from typing import Any

import polars as pl
from matplotlib.figure import Figure

from benchreport.errors import ColumnError, OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import Scale, is_log, limits_of
from benchreport.figures.layout.curves import curves_by_algorithm, drawn_curves
from benchreport.figures.layout.page import Width, width_of
from benchreport.figures.layout.sheets import Frame
from benchreport.figures.selection import better_sign, direction_of, one_metric
from benchreport.figures.words import count_text, counted, first_and_last, metric_title
from benchreport.stats.summaries.aggregates import mean_score
from benchreport.tables.reading.frames import ends_of
from benchreport.tables.schema import RUN_KEYS

GROWTH = 20.0  # a factor that grows so much wants a logarithmic axis
NOT_FACTORS = ("value", *RUN_KEYS)


def learning_curve_data(
    table: Any,
    *,
    metric: str | None = None,
    factor: str = "n_train",
    draws: int = 500,
    seed: int = 0,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return the mean of each algorithm at every value of a numeric factor, with bootstrap intervals, best end first.

    Parameters
    ----------
    table
        Scores with a numeric column, such as the number of training examples.
    metric
        Which of several metrics.
    factor
        The column along the axis.
    draws
        Number of bootstrap draws: of datasets, or of the runs where there is one dataset.
    seed
        Of the draws.
    alpha
        Level of the intervals.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": ["A", "A", "B", "B"], "size": [10, 20, 10, 20], "auc": [0.5, 0.7, 0.6, 0.65]})
    >>> learning_curve_data(br.scores(table, factors="size"), factor="size").select("algorithm", "x", "estimate").rows()
    [('A', 10.0, 0.5), ('A', 20.0, 0.7), ('B', 10.0, 0.6), ('B', 20.0, 0.65)]
    """
    scores = one_metric(table, metric)
    if factor not in scores.columns or not scores.schema[factor].is_numeric():
        numeric = [name for name, kind in scores.schema.items() if kind.is_numeric() and name not in NOT_FACTORS]
        hint = f"factor={numeric[0]!r}" if numeric else "add a numeric column, such as n_train"
        raise ColumnError(f"no numeric column {factor!r} to draw along", hint=hint)
    scores = scores.drop_nulls([factor, "value"])
    if not scores.height:
        raise OptionError(f"no value has a {factor!r}", hint="fill the column, or name another factor")
    runs = [key for key in RUN_KEYS if key in scores.columns]
    several = scores.select("dataset", factor, *runs).n_unique() > scores.select("dataset", factor).n_unique()
    # The unit is the dataset; of a single one its runs are all there is.
    unit: Any = "runs" if several and scores.get_column("dataset").n_unique() == 1 else "datasets"
    # Any name may be a factor, even one of a result.
    placed = scores.with_columns(place=pl.col(factor).cast(pl.Float64))
    rows = mean_score(placed, by=["metric", "place"], resample=unit, draws=draws, seed=seed, alpha=alpha)
    direction = direction_of(scores)
    means = rows.drop_nulls("estimate").select(
        pl.col("a").cast(pl.String).alias("algorithm"),
        pl.col("place").alias("x"),
        *("estimate", "ci_low", "ci_high", "n"),
        pl.col("metric").cast(pl.String),
        direction=pl.lit(direction, dtype=pl.String),
        factor=pl.lit(factor),
        resample=pl.lit(unit),
    )
    end = pl.col("estimate").sort_by("x").last().over("algorithm") * better_sign(direction)
    return means.sort(-end, "algorithm", "x")


def learning_curve(numbers: pl.DataFrame, *, width: Width | float = "column", scale: Scale = "auto") -> Figure:
    """Draw a curve per algorithm along the factor, with bands; ``scale`` is that of the factor.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": ["A", "A", "B", "B"], "size": [10, 20, 10, 20], "auc": [0.5, 0.7, 0.6, 0.65]})
    >>> learning_curve(learning_curve_data(br.scores(table, factors="size"), factor="size"))
    <Figure size 350x...>
    """
    x = numbers.get_column("x")
    log_x = _is_wide(x, scale)
    ends = pl.concat([numbers.get_column(name).alias("end") for name in ("estimate", "ci_low", "ci_high")])
    log_y = is_log(ends, "auto")
    facts = numbers.row(0, named=True)
    banded = numbers.get_column("ci_low").count() > 0
    frame = Frame(
        x=(facts["factor"], limits_of(x, log=log_x)),
        y=(metric_title(numbers), limits_of(ends, log=log_y)),
        note=count_text(numbers, "datasets") + (f"; bands: over {facts['resample']}" if banded else ""),
        log_x=log_x,
        log_y=log_y,
    )
    return drawn_curves(curves_by_algorithm(numbers, "estimate"), frame, width_of(width), marked=True)


def learning_curve_alt(numbers: pl.DataFrame) -> str:
    """Return in words what learning curves show."""
    facts = numbers.row(0, named=True)
    estimate, x = pl.col("estimate"), pl.col("x")
    ends = numbers.group_by("algorithm", maintain_order=True).agg(
        first=estimate.first(), last=estimate.last(), low=x.first(), high=x.last()
    )
    sentences = [
        f"{metric_title(numbers)} along {facts['factor']} for {counted(ends.height, 'algorithm')},"
        f" means over datasets, {count_text(numbers, 'datasets')}."
    ]
    for name, first, last, low, high in first_and_last(ends.rows()):
        sentences.append(f"{name} goes from {first:.4g} at {low:.4g} to {last:.4g} at {high:.4g}.")
    return " ".join(sentences)


def _is_wide(values: pl.Series, scale: Scale) -> bool:
    """Check for a logarithmic axis; costs and sizes grow by factors, so they want one sooner than others."""
    least, most = ends_of(values)
    return is_log(values, scale) or (scale == "auto" and least > 0 and most / least > GROWTH)


LEARNING_CURVE = Kind(
    id="learning_curve", title="Learning curve", question="How does each algorithm improve with more data?"
)
