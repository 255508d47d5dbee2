"""Score distributions and aggregates of algorithms over datasets."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import AXIS_HIGH, Scale, gridded, is_log, limits_of, metric_label, ruled, wants_log
from benchreport.figures.layout.curves import curves_by_algorithm, drawn_curves, stepped
from benchreport.figures.layout.looks import colours
from benchreport.figures.layout.notes import FOOT_HIGH, foot
from benchreport.figures.layout.page import EDGE, LINE, TALLEST, Width, page_of, room_of, width_of
from benchreport.figures.layout.sheets import CROWDED, FOR_NAMES, RIGHT, ROOMY, TIGHT, Frame, name_rows
from benchreport.figures.selection import better_sign, direction_of, one_metric
from benchreport.figures.style import MUTED, fitted, shortened, write
from benchreport.figures.words import count_text, counted, metric_title, number_text
from benchreport.naming import ends_in_words
from benchreport.stats.summaries.aggregates import iqm as iqm_rows
from benchreport.stats.summaries.aggregates import mean_score, median_score, optimality_gap
from benchreport.stats.summaries.profiles import score_profile
from benchreport.stats.summaries.strata import Resample
from benchreport.tables.reading.frames import ends_of, largest
from benchreport.tables.schema import RUN_KEYS

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
    figure = Figure(figsize=(wide, height))
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


ECDF = Kind(
    id="ecdf", title="Score distribution", question="Which share of its runs does each algorithm bring to a score?"
)

IQM = Kind(
    id="iqm",
    title="Aggregates with intervals",
    question="How good is each algorithm over all datasets, and how sure is that?",
)
