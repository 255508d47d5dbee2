"""Score distributions and aggregates of algorithms over datasets, and quality against the number of examples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import AXIS_HIGH, Scale, gridded, is_log, limits_of, metric_label, ruled, wants_log
from benchreport.figures.layout.curves import curves_by_algorithm, drawn_curves, stepped
from benchreport.figures.layout.looks import colours
from benchreport.figures.layout.notes import FOOT_HIGH, foot
from benchreport.figures.layout.page import EDGE, LINE, TALLEST, Width, page_of, room_of, width_of
from benchreport.figures.layout.sheets import CROWDED, FOR_NAMES, RIGHT, ROOMY, TIGHT, Frame, name_rows
from benchreport.figures.selection import better_sign, direction_of, one_metric
from benchreport.figures.style import MUTED, empty_figure, fitted, shortened, write
from benchreport.figures.words import count_text, counted, first_and_last, metric_title, number_text
from benchreport.naming import ends_in_words
from benchreport.stats.summaries.aggregates import iqm as iqm_rows
from benchreport.stats.summaries.aggregates import mean_score, median_score, optimality_gap
from benchreport.stats.summaries.profiles import score_profile
from benchreport.stats.summaries.strata import Resample
from benchreport.tables.reading.frames import ends_of, largest
from benchreport.tables.schema import RUN_KEYS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LOG_POINTS = 101
MOST_STEPS = 500  # more distinct values are drawn on a grid
AGGREGATES = {"median": "median", "iqm": "IQM", "mean": "mean", "gap": "optimality gap"}


def ecdf_data(
    table: Any,
    *,
    metric: str | None = None,
    resample: Resample = "datasets",
    draws: int = 500,
    seed: int = 0,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return score distributions: the share of runs of each algorithm that reach a score, largest mean share first.

    Shares are given at every value measured, or at 101 scores where there are more than 500 of them (``exact`` is then
    false).

    Parameters
    ----------
    table
        Scores without gaps.
    metric
        Which of several metrics.
    resample
        "datasets" takes every dataset as a trial, "runs" draws the runs of each dataset again.
    draws
        Number of bootstrap draws for the band.
    seed
        Of the draws.
    alpha
        Level of the band.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = ecdf_data(br.read_scores(br.example("demsar2006_auc.csv")), draws=100)
    >>> numbers.select("algorithm", "x", "y").row(0)
    ('C4.5+m+cf', 0.563, 1.0)
    """
    scores = one_metric(table, metric)
    values = scores.get_column("value").drop_nulls()
    steps = values.unique().sort()
    points: list[float] | None = steps.to_list()
    if steps.len() > MOST_STEPS:
        points = np.geomspace(*ends_of(values), LOG_POINTS).tolist() if wants_log(values) else None
    rows = score_profile(scores, thresholds=points, resample=resample, draws=draws, seed=seed, alpha=alpha)
    level = pl.col("y").mean().over("algorithm").round(12)
    ordered = rows.with_columns(pl.col("algorithm", "metric").cast(pl.String)).sort(
        -level, "algorithm", "x", maintain_order=True
    )
    return ordered.select(
        *("algorithm", "x", "y", "ci_low", "ci_high", "n", "metric"),
        direction=pl.lit(direction_of(scores)),
        resample=pl.lit(resample),
        result=pl.lit(_result(scores)),
        exact=pl.lit(steps.len() <= MOST_STEPS),
    )


def ecdf(numbers: pl.DataFrame, *, width: Width | float = "column", scale: Scale = "auto") -> Figure:
    """Draw the share of runs that reach each score, as steps at the values measured, with bands.

    Examples
    --------
    >>> import benchreport as br
    >>> ecdf(ecdf_data(br.read_scores(br.example("demsar2006_auc.csv")), draws=100))
    <Figure size 350x...>
    """
    log = is_log(numbers.get_column("x"), scale)
    metric, direction, exact = numbers.select("metric", "direction", "exact").row(0)
    curves = curves_by_algorithm(numbers, "y")
    if exact:
        curves = {name: stepped(curve, falling=direction != "lower") for name, curve in curves.items()}
    results = f"{numbers.get_column('result')[0]}s"
    reach = f"share of {results} with {metric} or {'less' if direction == 'lower' else 'more'}"
    x = (metric_label(metric, direction), limits_of(numbers.get_column("x"), log=log, pad=0.02))
    note = count_text(numbers.head(1), results) + _band_text(numbers)
    return drawn_curves(curves, Frame(x=x, y=(reach, (0.0, 1.03)), note=note, log_x=log), width_of(width))


def ecdf_alt(numbers: pl.DataFrame) -> str:
    """Return in words what score distributions show."""
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    direction, exact, result = numbers.select("direction", "exact", "result").row(0)
    runs = counted(largest(numbers.get_column("n")), result)
    words = f"Score distributions of {counted(len(names), 'algorithm')}, {runs} each, by {metric_title(numbers)}."
    if not exact:
        return words
    half = pl.col("x").min() if direction == "lower" else pl.col("x").max()
    reached = dict(numbers.filter(pl.col("y") >= 0.5).group_by("algorithm").agg(half).rows())
    last = f", half of those of {names[-1]} {number_text(reached[names[-1]])}" if len(names) > 1 else ""
    return f"{words} Half of the {result}s of {names[0]} reach {number_text(reached[names[0]])}{last}."


def iqm_data(
    table: Any,
    *,
    metric: str | None = None,
    target: float | None = None,
    resample: Resample = "datasets",
    draws: int = 2000,
    seed: int = 0,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return median, interquartile mean, mean and optimality gap of each algorithm with intervals, best IQM first.

    ``target`` of the optimality gap is 1 by default, 0 where lower is better; other parameters as in
    :func:`ecdf_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = iqm_data(br.read_scores(br.example("demsar2006_auc.csv")), draws=100)
    >>> numbers.select("algorithm", "aggregate", pl.col("estimate").round(4)).row(1)
    ('C4.5+m+cf', 'iqm', 0.8481)
    """
    scores = one_metric(table, metric)
    options: dict[str, Any] = {"resample": resample, "draws": draws, "seed": seed, "alpha": alpha}
    aggregates = {
        "median": median_score(scores, **options),
        "iqm": iqm_rows(scores, **options),
        "mean": mean_score(scores, **options),
        "gap": optimality_gap(scores, target=target, **options),
    }
    direction = direction_of(scores)
    rows = pl.concat(
        [
            aggregate.select(
                pl.col("a").cast(pl.String).alias("algorithm"),
                pl.lit(name).alias("aggregate"),
                *("estimate", "ci_low", "ci_high", "n"),
                pl.col("metric").cast(pl.String),
                direction=pl.lit("lower" if name == "gap" else direction),
                resample=pl.lit(resample),
            )
            for name, aggregate in aggregates.items()
        ]
    )
    middle = pl.col("estimate").filter(pl.col("aggregate") == "iqm").first().over("algorithm")
    return rows.sort(-middle * better_sign(direction), "algorithm", maintain_order=True)


def iqm(numbers: pl.DataFrame, *, width: Width | float = "page") -> Figure:
    """Draw the four aggregates side by side, a row per algorithm, with intervals.

    Examples
    --------
    >>> import benchreport as br
    >>> iqm(iqm_data(br.read_scores(br.example("demsar2006_auc.csv")), draws=100))
    <Figure size 661...>
    """
    wide = width_of(width)
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    paint = [colours(names)[name] for name in names]
    kinds = [kind for kind in AGGREGATES if kind in numbers.get_column("aggregate")]
    across = len(kinds) if wide > 5 else 2
    down = -(-len(kinds) // across)
    gap, room = 0.2, TALLEST / down - LINE - AXIS_HIGH - FOOT_HIGH
    pitch = min(ROOMY if len(names) <= 12 else TIGHT, room / len(names))
    labels = fitted(names, FOR_NAMES * wide * (0.6 if across > 2 else 0.8)) if pitch >= CROWDED else []
    left = room_of(labels)
    size = (wide - left - RIGHT - (across - 1) * gap) / across
    high = max(len(names) * pitch, 0.5)
    step = high + LINE + AXIS_HIGH
    height = EDGE + down * step + FOOT_HIGH
    figure = empty_figure(wide, height)
    page = page_of(figure)
    for place, kind in enumerate(kinds):
        part = numbers.filter(pl.col("aggregate") == kind)
        x, top = left + (place % across) * (size + gap), height - EDGE - (place // across) * step - LINE
        axes = figure.add_axes((x / wide, (top - high) / height, size / wide, high / height))
        name_rows(axes, len(names), labels if place % across == 0 else [])
        rows = np.arange(len(names))
        limits = part.select("estimate", pl.col("ci_low", "ci_high").fill_null(pl.col("estimate"))).to_numpy()
        estimate, low, top_end = limits.T
        ruled(axes, "x", limits_of(limits.ravel()), slack=gap / 2)
        gridded(axes)
        axes.hlines(rows, low, top_end, color=paint, lw=2.0, alpha=0.55, label="interval", zorder=2)
        axes.scatter(estimate, rows, s=14, color=paint, edgecolor="white", lw=0.3, label="estimate", zorder=3)
        write(page, x, top + 0.03, AGGREGATES[kind], va="bottom", label="panel name")
        way = part.get_column("direction")[0]
        words = shortened(f"{way} is better" if way else "", size + gap)
        write(page, x + size / 2, top - high - 0.23, words, color=MUTED, ha="center", va="top", label="axis title")
    metric, n = numbers.select("metric", "n").row(0)
    foot(figure, f"{metric}, n = {counted(n, 'dataset')}{_band_text(numbers)}")
    return figure


def iqm_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the four aggregates show."""
    parts = numbers.filter(pl.col("aggregate") == "iqm")
    direction, n = parts.select("direction", "n").row(0)
    estimates = dict(parts.select("algorithm", "estimate").rows())
    return (
        f"Median, interquartile mean (IQM), mean and optimality gap of {counted(parts.height, 'algorithm')} over"
        f" {counted(n, 'dataset')} by {metric_title(parts)}, with intervals."
        f" {ends_in_words(estimates, 'IQM', lower=direction == 'lower', text=number_text)}"
    )


def _result(scores: pl.DataFrame) -> str:
    """Return the name of what is counted: runs where some dataset has several, else results."""
    runs = [key for key in RUN_KEYS if key in scores.columns]
    several = bool(runs) and scores.select("dataset", *runs).unique().height > scores.get_column("dataset").n_unique()
    return "run" if several else "result"


def _band_text(numbers: pl.DataFrame) -> str:
    """Return in words what bands or intervals are made of, if there are any."""
    return f"; intervals: over {numbers.get_column('resample')[0]}" if numbers.get_column("ci_low").count() else ""


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


ECDF = Kind(
    id="ecdf", title="Score distribution", question="Which share of its runs does each algorithm bring to a score?"
)

IQM = Kind(
    id="iqm",
    title="Aggregates with intervals",
    question="How good is each algorithm over all datasets, and how sure is that?",
)

LEARNING_CURVE = Kind(
    id="learning_curve", title="Learning curve", question="How does each algorithm improve with more data?"
)
