"""Distributions of the results of each algorithm: boxes, boxes of rescaled scores, ridges."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import Ends, Floats, Scale, is_log, limits_of, wants_log
from benchreport.figures.layout.looks import colours
from benchreport.figures.layout.page import MANY, Width, width_of
from benchreport.figures.layout.sheets import Frame, row_sheet
from benchreport.figures.selection import one_metric
from benchreport.figures.style import INK, MEDIUM, MUTED, THIN
from benchreport.figures.values import REACH, Points, ends_in_view, items, summaries, values_of
from benchreport.figures.words import best_and_worst, count_text, metric_title, number_text, title_and_size
from benchreport.stats.summaries.rescaling import Anchor, rescaled
from benchreport.tables.rounding import TOLERANCE

GOLDEN = 0.6180339887498949
GRID_POINTS = 161
NOISE = 1e-12
RIDGE_HEIGHT = 1.7  # height of a ridge in rows


def box_data(table: Any, *, metric: str | None = None, points: Points | None = None) -> pl.DataFrame:
    """Return what a box plot shows: an ``item`` "box" per algorithm, best median first, and a "point" per value.

    Parameters
    ----------
    table
        Scores; gaps are left out.
    metric
        Which of several metrics.
    points
        "datasets" are means over the runs of each, "runs" are single values; by default datasets if there are several.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = box_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("algorithm", "n", "q1", pl.col("median").round(4), "q3").row(0)
    ('C4.5+m+cf', 14, 0.673, 0.8865, 0.96575)
    """
    return _boxes(values_of(table, metric, points))


def box(numbers: pl.DataFrame, *, width: Width | float = "column", scale: Scale = "auto") -> Figure:
    """Draw a box, its whiskers and all values per algorithm, from the numbers of :func:`box_data`.

    The line in the box is the median, whiskers reach to the last value within one and a half box lengths. Values far
    beyond all whiskers stand as triangles at the edge.

    Examples
    --------
    >>> import benchreport as br
    >>> box(box_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    return _drawn_boxes(numbers, width, scale, ())


def box_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a box plot shows."""
    return _in_words(items(numbers, "box")[0], "Box plot")


def rescaled_box_data(
    table: Any,
    *,
    metric: str | None = None,
    points: Points | None = None,
    baseline: Anchor = "worst",
    best: Anchor = "best",
) -> pl.DataFrame:
    """Return what a box plot of rescaled scores shows; on each dataset the baseline is 0 and the best 1.

    ``baseline`` and ``best`` as in :func:`benchreport.rescaled`, other parameters as in :func:`box_data`. Datasets
    without a scale, where both agree, are left out.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = rescaled_box_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("algorithm", "n", "baseline", "best").row(0)
    ('C4.5+m+cf', 13, 'worst', 'best')
    """
    moved = rescaled(one_metric(table, metric), baseline=baseline, best=best)
    if not moved.get_column("value").count():
        raise OptionError("no dataset has a scale: baseline and best agree", hint="baseline='worst', best='best'")
    return _boxes(values_of(moved, None, points)).with_columns(baseline=pl.lit(str(baseline)), best=pl.lit(str(best)))


def rescaled_box(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw boxes of rescaled scores, with lines at the baseline and the best.

    Examples
    --------
    >>> import benchreport as br
    >>> rescaled_box(rescaled_box_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    return _drawn_boxes(numbers, width, "linear", (0.0, 1.0))


def rescaled_box_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a box plot of rescaled scores shows."""
    baseline, best = (
        f"the {anchor} algorithm" if anchor in ("worst", "median", "best") else anchor
        for anchor in numbers.select("baseline", "best").row(0)
    )
    return f"{box_alt(numbers)} On each dataset 0 is {baseline} and 1 is {best}."


def ridge_data(
    table: Any, *, metric: str | None = None, points: Points | None = None, bandwidth: float | None = None
) -> pl.DataFrame:
    """Return what a ridge plot shows: an ``item`` "ridge" per algorithm, best median first, and its "curve".

    Densities are sums of normal bells and end at the smallest and largest value. ``bandwidth`` is the standard
    deviation of a bell, by default Silverman's. Values that span orders of magnitude are taken as their decimal
    logarithms. Other parameters as in :func:`box_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = ridge_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.filter(pl.col("item") == "curve").height
    644
    """
    values = values_of(table, metric, points)
    if bandwidth is not None and bandwidth <= 0:
        raise OptionError("a bandwidth is positive", hint="bandwidth=0.02, in metric units")
    log = wants_log(values.get_column("value"))
    low, high = ends_in_view(values) if not log else (0.0, 0.0)
    heads = summaries(values).with_columns(item=pl.lit("ridge"), log=pl.lit(log), view_low=low, view_high=high)
    curves = []
    for name in heads.get_column("algorithm"):
        part = values.filter(pl.col("algorithm") == name).get_column("value").to_numpy()
        x, density = _density(np.log10(part) if log else part, bandwidth, None if log else (low, high))
        curve = {"item": "curve", "algorithm": name, "x": 10**x if log else x, "density": density}
        curves.append(pl.DataFrame(curve))
    return pl.concat([heads, *curves], how="diagonal")


def ridge(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw a density per algorithm, one above the other and all of one height, with the median marked.

    Examples
    --------
    >>> import benchreport as br
    >>> ridge(ridge_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    heads, curves = items(numbers, "ridge", "curve")
    names = heads.get_column("algorithm").to_list()
    paint, shapes = colours(names), curves.partition_by("algorithm", as_dict=True)
    log, low, high = heads.select("log", "view_low", "view_high").row(0)
    values = [*heads.get_column("least"), *heads.get_column("most")]
    beyond = 0 if log else sum(value < low or value > high for value in values)
    ends = limits_of(values if log else [low, high], log=log)
    note = f"{count_text(heads)}; line: median" + (f"; {beyond} curves go on beyond" if beyond else "")
    frame = Frame(x=(metric_title(heads), ends), note=note, log_x=log, grid="x")
    figure, axes = row_sheet(names, width_of(width), frame, head=RIDGE_HEIGHT - 0.4)
    for row, (name, median) in enumerate(heads.select("algorithm", "median").rows()):
        x, density = shapes[(name,)].select("x", "density").to_numpy().T
        height = row - RIDGE_HEIGHT * density / density.max()
        layer = 3 + row
        axes.fill_between(x, height, row, facecolor=paint[name], alpha=0.35, lw=0, zorder=layer)
        axes.plot(x, height, color=paint[name], lw=MEDIUM, label="ridge", zorder=layer)
        axes.axhline(row, color=MUTED, lw=0.4, zorder=layer)
        top = float(np.interp(median, x, height)) if len(set(x)) > 1 else row - RIDGE_HEIGHT
        axes.plot([median, median], [row, top], color=INK, lw=MEDIUM, label="median", zorder=layer)
    return figure


def ridge_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a ridge plot shows."""
    return _in_words(items(numbers, "ridge")[0], "Ridge plot: densities")


def jitter(count: int, height: float) -> Floats:
    """Return places of marks spread evenly across a height, the same way each time.

    Examples
    --------
    >>> [round(float(place), 3) for place in jitter(3, 1.0)]
    [0.118, -0.264, 0.354]
    """
    return np.asarray(height * ((np.arange(1, count + 1) * GOLDEN) % 1 - 0.5), dtype=np.float64)


def _boxes(values: pl.DataFrame) -> pl.DataFrame:
    heads = summaries(values)
    reach = REACH * (pl.col("q3") - pl.col("q1"))
    near = values.join(heads.select("algorithm", "q1", "q3"), on="algorithm").group_by("algorithm")
    whiskers = near.agg(
        low=pl.col("value").filter(pl.col("value") >= pl.col("q1") - reach - TOLERANCE).min(),
        high=pl.col("value").filter(pl.col("value") <= pl.col("q3") + reach + TOLERANCE).max(),
    )
    boxes = heads.join(whiskers, on="algorithm", how="left", maintain_order="left")
    dots = values.select(pl.lit("point").alias("item"), "algorithm", "block", "value")
    return pl.concat([boxes.select(pl.lit("box").alias("item"), pl.all()), dots], how="diagonal")


def _drawn_boxes(numbers: pl.DataFrame, width: Width | float, scale: Scale, lines: tuple[float, ...]) -> Figure:
    boxes, dots = items(numbers, "box", "point")
    names = boxes.get_column("algorithm").to_list()
    values = dots.get_column("value")
    log = is_log(values, scale)
    view = [*values] if log else [*ends_in_view(dots)]
    ends = limits_of([*view, *lines], log=log, pad=0.05)
    beyond = dots.filter(~pl.col("value").is_between(*ends)).height
    note = count_text(boxes) + (f"; triangles: {beyond} values beyond the axis" if beyond else "")
    frame = Frame(x=(metric_title(boxes), ends), note=note, log_x=log, grid="x")
    figure, axes = row_sheet(names, width_of(width), frame)
    for line in lines:
        axes.axvline(line, color=MUTED, lw=MEDIUM, ls=(0, (3, 2)), zorder=1.5, label="anchor")
    _draw_marks(axes, dots, names, ends)
    _draw_boxes(axes, boxes)
    return figure


def _draw_boxes(axes: Axes, boxes: pl.DataFrame) -> None:
    rows = np.arange(boxes.height)
    low, q1, median, q3, high = boxes.select("low", "q1", "median", "q3", "high").to_numpy().T
    # Whiskers never end inside the box: with few values the last one within reach may.
    axes.hlines(rows, np.minimum(low, q1), q1, color=INK, lw=THIN, zorder=3, label="whisker")
    axes.hlines(rows, q3, np.maximum(high, q3), color=INK, lw=THIN, zorder=3, label="whisker")
    box_looks: dict[str, Any] = {"facecolor": "none", "edgecolor": INK, "lw": THIN, "zorder": 3}
    axes.barh(rows, q3 - q1, left=q1, height=0.62, **box_looks)
    axes.vlines(median, rows - 0.31, rows + 0.31, color=INK, lw=1.6, zorder=4, label="median")


def _draw_marks(axes: Axes, dots: pl.DataFrame, names: list[str], ends: Ends) -> None:
    """Draw every value; those beyond the axis become triangles at its ends."""
    paint, many = colours(names), dots.height > MANY
    parts = dots.partition_by("algorithm", as_dict=True)
    for row, name in enumerate(names):
        values = parts[(name,)].sort("value").get_column("value").to_numpy()
        places = row + jitter(len(values), 0.5)
        inside = (values >= ends[0]) & (values <= ends[1])
        looks: dict[str, Any] = {"ls": "none", "color": paint[name], "mew": 0, "alpha": 0.45, "zorder": 2}
        looks["rasterized"] = many
        axes.plot(values[inside], places[inside], "o", markersize=2.2 if many else 3.0, label="value", **looks)
        for end, mark, out in ((ends[0], "<", values < ends[0]), (ends[1], ">", values > ends[1])):
            if out.any():
                edge = np.full(int(out.sum()), end)
                axes.plot(edge, places[out], mark, markersize=3.5, clip_on=False, label="beyond", **looks)


def _density(values: Floats, bandwidth: float | None, view: Ends | None) -> tuple[Floats, Floats]:
    """Compute a density as the sum of normal bells at the values; values that all agree are one spike."""
    low, high = float(values.min()), float(values.max())
    if high - low <= TOLERANCE * max(abs(low), abs(high)):
        return np.array([low, low]), np.array([0.0, 1.0])
    if bandwidth is None:
        middle_half = float(np.subtract(*np.quantile(values, (0.75, 0.25)))) / 1.34
        spread = float(values.std(ddof=1))
        bandwidth = 0.9 * (min(spread, middle_half) or spread) * len(values) ** -0.2
    low, high = (low, high) if view is None else (max(low, view[0]), min(high, view[1]))
    x = np.linspace(low, high, GRID_POINTS)
    bells = np.exp(-0.5 * ((x[:, None] - np.sort(values)[None, :]) / bandwidth) ** 2)
    return x, bells.sum(axis=1) / (len(values) * bandwidth * np.sqrt(2 * np.pi))


def _in_words(heads: pl.DataFrame, plot: str) -> str:
    sentences = [f"{plot} of {title_and_size(heads)}.", best_and_worst(heads, "median")]
    # Quartiles are sums of a few values: what their difference owes to rounding makes no box wider.
    width = pl.col("q3") - pl.col("q1")
    noise = NOISE * pl.max_horizontal(pl.col("q1").abs(), pl.col("q3").abs()).max()
    widest = heads.filter(width >= width.max() - noise).select("algorithm", "q1", "q3").rows()
    if len(widest) == 1 and heads.height > 1:
        name, low, high = widest[0]
        sentences.append(f"The middle half of {name} is the widest ({number_text(low)} to {number_text(high)}).")
    return " ".join(filter(None, sentences))


BOX = Kind(id="box", title="Box plot", question="How are the results of each algorithm spread?")

RESCALED_BOX = Kind(
    id="rescaled_box",
    title="Box plot of rescaled scores",
    question="How far does each algorithm come from the baseline to the best?",
)

RIDGE = Kind(id="ridge", title="Ridge plot", question="What shape do the results of each algorithm have?")
