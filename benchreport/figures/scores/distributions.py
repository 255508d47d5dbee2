"""Distributions of the results of each algorithm: boxes, ridges, histograms, ranges, single values, ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout import axes as scales
from benchreport.figures.layout.axes import Scale
from benchreport.figures.layout.looks import FEW, colours, looks
from benchreport.figures.layout.notes import FOOT_HIGH, foot
from benchreport.figures.layout.page import EDGE, LINE, MANY, Width, page_of, width_of
from benchreport.figures.layout.sheets import Frame, Rooms, panel_sheet, row_sheet
from benchreport.figures.selection import metric_of, one_metric
from benchreport.figures.style import BLUE, FAINT, HIGHLIGHT, INK, MEDIUM, MUTED, THIN, text_width, write
from benchreport.figures.values import REACH, Points, ends_in_view, items, summaries, values_of
from benchreport.figures.words import best_and_worst, count_text, counted, metric_title, number_text, title_and_size
from benchreport.naming import best_of, ends_in_words, enumerated
from benchreport.stats.many_algorithms.complete_blocks import average_ranks, block_ranks
from benchreport.stats.summaries.rescaling import Anchor, rescaled
from benchreport.tables.reading.frames import largest
from benchreport.tables.rounding import TOLERANCE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
    log = scales.wants_log(values.get_column("value"))
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
    ends = scales.limits_of(values if log else [low, high], log=log)
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


def jitter(count: int, height: float) -> scales.Floats:
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
    log = scales.is_log(values, scale)
    view = [*values] if log else [*ends_in_view(dots)]
    ends = scales.limits_of([*view, *lines], log=log, pad=0.05)
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


def _draw_marks(axes: Axes, dots: pl.DataFrame, names: list[str], ends: scales.Ends) -> None:
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


def _density(
    values: scales.Floats, bandwidth: float | None, view: scales.Ends | None
) -> tuple[scales.Floats, scales.Floats]:
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


CIVIDIS = "cividis"  # told apart by the colour-blind and in grey


def histogram_data(
    table: Any, *, metric: str | None = None, points: Points | None = None, bins: int | None = None
) -> pl.DataFrame:
    """Return what histograms show: a row per algorithm and bin, the same bins for all, best median first.

    Parameters
    ----------
    table
        Scores; gaps are left out.
    metric
        Which of several metrics.
    points
        "datasets" are means over the runs of each, "runs" are single values; by default datasets if there are several.
    bins
        How many bins; by default as Freedman and Diaconis advise, 5 to 40.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = histogram_data(br.read_scores(br.example("demsar2006_auc.csv")), bins=4)
    >>> numbers.select("algorithm", "count").rows()[:4]
    [('C4.5+m+cf', 4), ('C4.5+m+cf', 1), ('C4.5+m+cf', 2), ('C4.5+m+cf', 7)]
    """
    if bins is not None and not 1 <= bins <= 200:
        raise OptionError("bins is a number from 1 to 200", hint="bins=20")
    values = values_of(table, metric, points)
    heads = summaries(values)
    log = scales.wants_log(values.get_column("value"))
    inside = values if log else values.filter(pl.col("value").is_between(*ends_in_view(values)))
    edges = _edges(inside.get_column("value").to_numpy(), bins, largest(heads.get_column("n")), log=log)
    heads = heads.with_columns(log=pl.lit(log), beyond=pl.lit(values.height - inside.height))
    rows = []
    for head in heads.iter_rows(named=True):
        part = inside.filter(pl.col("algorithm") == head["algorithm"]).get_column("value").to_numpy()
        counts = np.histogram(part, edges)[0]
        rows.append(pl.DataFrame({**head, "low": edges[:-1], "high": edges[1:], "count": counts}))
    return pl.concat(rows)


def histogram(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw a histogram per algorithm, all on the same axes, the median marked.

    Examples
    --------
    >>> import benchreport as br
    >>> histogram(histogram_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    paint = colours(names)
    highest = float(largest(numbers.get_column("count")))
    log, beyond = numbers.select("log", "beyond").row(0)
    ends = scales.limits_of([*numbers.get_column("low"), *numbers.get_column("high")], log=log, pad=0.0)
    panels = panel_sheet(
        names, width_of(width), Rooms(left=scales.left_of(scales.number_texts([0, highest])), least=0.9)
    )
    for place, (axes, name) in enumerate(zip(panels.axes, names, strict=True)):
        part = numbers.filter(pl.col("algorithm") == name)
        low, high, count = part.select("low", "high", "count").to_numpy().T
        axes.bar(low, count, high - low, align="edge", color=paint[name], alpha=0.55, edgecolor="white", lw=0.3)
        axes.axvline(part.get_column("median")[0], color=INK, lw=MEDIUM, ls=(0, (2, 1.5)), label="median")
        scales.ruled(axes, "x", ends, log=log, slack=0.06, named=panels.is_last(place))
        scales.ruled(axes, "y", (0.0, highest * 1.05), named=panels.is_first(place))
    panels.name_axis("x", metric_title(numbers))
    panels.name_axis("y", f"number of {numbers.get_column('points')[0]}")
    far = f"; {beyond} values lie beyond" if beyond else ""
    foot(panels.figure, f"{count_text(numbers)}; dashed: median{far}")
    return panels.figure


def histogram_alt(numbers: pl.DataFrame) -> str:
    """Return in words what histograms show."""
    heads = numbers.unique("algorithm", maintain_order=True)
    fullest = numbers.filter(pl.col("count") == pl.col("count").max())
    low, high, name = fullest.select("low", "high", "algorithm").row(0)
    top = f" The fullest bin is {number_text(low)} to {number_text(high)} of {name}." if fullest.height == 1 else ""
    return f"Histograms of {title_and_size(heads)}. {best_and_worst(heads, 'median')}{top}"


def range_data(table: Any, *, metric: str | None = None, points: Points | None = None) -> pl.DataFrame:
    """Return the smallest, mean and largest value per algorithm, best mean first; parameters as :func:`histogram_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = range_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("algorithm", "least", pl.col("mean").round(4), "most").row(0)
    ('C4.5+m+cf', 0.569, 0.8272, 1.0)
    """
    return summaries(values_of(table, metric, points), "mean")


def range(numbers: pl.DataFrame, *, width: Width | float = "column", scale: Scale = "auto") -> Figure:  # noqa: A001
    """Draw a line from the smallest to the largest value of each algorithm, with its mean.

    Examples
    --------
    >>> import benchreport as br
    >>> range(range_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    names = numbers.get_column("algorithm").to_list()
    paint = [colours(names)[name] for name in names]
    rows = np.arange(len(names))
    both = pl.concat([numbers.get_column("least"), numbers.get_column("most")])
    log = scales.is_log(both, scale)
    x, note = (
        (metric_title(numbers), scales.limits_of(both, log=log)),
        f"{count_text(numbers)}; smallest, mean, largest",
    )
    figure, axes = row_sheet(names, width_of(width), Frame(x=x, note=note, log_x=log, grid="x"))
    least, mean, most = numbers.select("least", "mean", "most").to_numpy().T
    axes.hlines(rows, least, most, color=paint, lw=1.4, label="range", zorder=2)
    for ends in (least, most):
        axes.vlines(ends, rows - 0.18, rows + 0.18, color=paint, lw=MEDIUM, zorder=2, label="end")
    axes.scatter(mean, rows, s=22, color=paint, edgecolor="white", lw=0.4, zorder=3, label="mean")
    return figure


def range_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a range plot shows."""
    name, least, most = numbers.select("algorithm", "least", "most").row(0)
    first = f"{name}, on top, ranges from {number_text(least)} to {number_text(most)}."
    return f"Range plot of {title_and_size(numbers)}. {best_and_worst(numbers, 'mean')} {first}"


def strip_data(table: Any, *, metric: str | None = None, points: Points | None = None) -> pl.DataFrame:
    """Return a row per algorithm and value, best median first; parameters as in :func:`histogram_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> strip_data(br.read_scores(br.example("demsar2006_auc.csv"))).select("algorithm", "block", "value").row(0)
    ('C4.5+m+cf', 'adult (sample)', 0.798)
    """
    values = values_of(table, metric, points)
    heads = summaries(values)
    return heads.join(
        values.select("algorithm", "block", "value"), on="algorithm", how="left", maintain_order="left_right"
    )


def strip(numbers: pl.DataFrame, *, width: Width | float = "column", scale: Scale = "auto") -> Figure:
    """Draw every value; lines join those of one dataset or run. More than eight algorithms become rows without lines.

    Of two algorithms, lines are blue where the first is better and orange where it is worse.

    Examples
    --------
    >>> import benchreport as br
    >>> strip(strip_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    log = scales.is_log(numbers.get_column("value"), scale)
    styles, paint = looks(names), colours(names)
    few, many = len(names) <= FEW, numbers.height > MANY
    lines = f"; lines: one {str(numbers.get_column('points')[0]).removesuffix('s')}" if few else ""
    x, note = (metric_title(numbers), scales.limits_of(numbers["value"], log=log)), f"{count_text(numbers)}{lines}"
    frame = Frame(x=x, note=f"{note}; bars: medians", log_x=log, grid="x")
    figure, axes = row_sheet(names, width_of(width), frame, pitch=max(0.36, 1.6 / len(names)) if few else None)
    if few:
        _draw_joined(axes, numbers, names)
    half = min(0.35, 0.09 / (figure.get_size_inches()[1] / len(names)) + 0.1) if few else 0.35
    for row, name in enumerate(names):
        part = numbers.filter(pl.col("algorithm") == name).sort("value")
        values, median = part.get_column("value").to_numpy(), part.get_column("median")[0]
        places = np.full(len(values), float(row)) if few else row + jitter(len(values), 0.5)
        marks: dict[str, Any] = {"color": paint[name], "ls": "none", "mew": 0, "rasterized": many, "zorder": 3}
        marks |= {"markersize": 3.2} if few else {"markersize": 2.2, "alpha": 0.45}
        axes.plot(values, places, styles[name].marker if few else "o", label="value", **marks)
        axes.vlines(median, row - half, row + half, color=INK, lw=1.6, zorder=4, label="median")
    return figure


def strip_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a strip plot shows."""
    heads = numbers.unique("algorithm", maintain_order=True)
    every = f"every value of {counted(heads.height, 'algorithm')}, {count_text(heads)} each"
    return f"Strip plot of {metric_title(heads)}: {every}. {best_and_worst(heads, 'median')}"


def rank_distribution_data(table: Any, *, metric: str | None = None) -> pl.DataFrame:
    """Return the share of datasets on which each algorithm has each rank, best mean rank first; ties share their ranks.

    Parameters
    ----------
    table
        Scores without gaps.
    metric
        Which of several metrics.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = rank_distribution_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("algorithm", "rank", pl.col("share").round(4)).row(0)
    ('C4.5+m+cf', 1, 0.4464)
    """
    scores = one_metric(table, metric)
    ranks = block_ranks(scores, "metric", "mean")[0].drop_nulls("rank")
    means = average_ranks(scores).select(pl.col("algorithm").cast(pl.String), "mean_rank", "n")
    # Algorithms that share a mid-rank share the whole ranks around it, each the same part.
    size = pl.len().over("dataset", "rank")
    first = (pl.col("rank") - (size - 1) / 2).round().cast(pl.Int64)
    whole = ranks.select(pl.col("algorithm").cast(pl.String), rank=pl.int_ranges(first, first + size), part=1 / size)
    shares = whole.explode("rank", empty_as_null=False).group_by("algorithm", "rank").agg(part=pl.col("part").sum())
    every = means.join(pl.DataFrame({"rank": np.arange(1, means.height + 1)}), how="cross")
    numbers = every.join(shares, on=["algorithm", "rank"], how="left").select(
        "algorithm",
        "rank",
        share=(pl.col("part").fill_null(0.0) / pl.col("n")),
        mean_rank="mean_rank",
        n=pl.col("n").cast(pl.Int64),
        metric=pl.lit(metric_of(scores)),
        points=pl.lit("datasets"),
    )
    return numbers.sort("mean_rank", "algorithm", "rank")


def rank_distribution(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw the shares of the ranks of each algorithm as one bar, the best rank at the left; mean ranks at the right.

    Examples
    --------
    >>> import benchreport as br
    >>> rank_distribution(rank_distribution_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    import matplotlib
    from matplotlib.collections import PolyCollection

    heads = numbers.unique("algorithm", maintain_order=True)
    names, count = heads.get_column("algorithm").to_list(), heads.height
    shares = numbers.get_column("share").to_numpy().reshape(count, count)
    shades = matplotlib.colormaps[CIVIDIS](np.linspace(0.0, 1.0, max(count, 2)))
    title, note = "mean rank", f"{count_text(heads)}; ties share their ranks"
    right, frame = text_width(title) + 2 * EDGE, Frame(x=("share of datasets", (0.0, 1.0)), slack=0.12, note=note)
    figure, axes = row_sheet(names, width_of(width), frame, right=right, above=EDGE + LINE, below=0.4)
    starts = np.cumsum(shares, axis=1) - shares
    row, rank = np.nonzero(shares > 0)
    left, right_end = starts[row, rank], starts[row, rank] + shares[row, rank]
    x, y = np.stack([left, right_end, right_end, left], axis=1), row[:, None] + np.array([-0.4, -0.4, 0.4, 0.4])
    edge: dict[str, Any] = {"edgecolors": "white", "lw": 0.3} if count <= 12 else {"lw": 0.0}
    bars = PolyCollection(list(np.stack([x, y], axis=2)), facecolors=shades[rank], label="rank", **edge)
    bars.set_rasterized(len(row) > MANY)
    axes.add_collection(bars)
    beside: dict[str, Any] = {"ha": "right", "color": MUTED, "label": "mean rank"}
    page, box = page_of(figure), axes.get_position()
    wide, high = figure.get_size_inches()
    write(page, wide - EDGE, box.y1 * high + 0.03, title, va="bottom", **beside)
    pitch = box.height * high / count
    for place, mean in enumerate(heads.get_column("mean_rank") if pitch >= LINE * 0.8 else ()):
        write(page, wide - EDGE, box.y1 * high - (place + 0.5) * pitch, f"{mean:.2f}", va="center_baseline", **beside)
    _draw_rank_key(figure, shades, count)
    return figure


def rank_distribution_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the distribution of ranks shows."""
    heads = numbers.unique("algorithm", maintain_order=True)
    firsts = dict(numbers.filter(pl.col("rank") == 1).select("algorithm", "share").rows())
    means = dict(heads.select("algorithm", "mean_rank").rows())
    ends = ends_in_words(means, "mean rank", lower=True, text="{:.2f}".format)
    most = best_of(firsts)
    often = f" {enumerated(most)} {'is' if len(most) == 1 else 'are'} first most often, on" if most else ""
    return (
        f"Distribution of ranks by {heads.get_column('metric')[0]}: {heads.height} algorithms on"
        f" {heads.get_column('n')[0]} datasets, rank 1 is best. {ends}"
        + (f"{often} {100 * firsts[most[0]]:.0f}% of the datasets." if most else "")
    )


def _edges(values: scales.Floats, bins: int | None, most: int, *, log: bool) -> scales.Floats:
    """Return the edges of bins over the range of all values; about so many as suit one algorithm's number of values."""
    along = np.log10(values) if log else values
    low, high = scales.limits_of(along, pad=0.0)
    if bins is None:
        middle_half = float(np.subtract(*np.quantile(along, (0.75, 0.25))))
        step = 2 * middle_half / most ** (1 / 3)
        bins = int(np.clip(np.ceil((high - low) / step) if step > 0 else 10, 5, 40))
    edges = np.linspace(low, high, bins + 1)
    # The outer edges are values themselves, which powers of ten might miss by a hair.
    return np.concatenate([[values.min()], 10 ** edges[1:-1], [values.max()]]) if log else edges


def _draw_joined(axes: Axes, numbers: pl.DataFrame, names: list[str]) -> None:
    """Draw lines that join the values of one dataset or run across the rows; of two algorithms by who is better."""
    from matplotlib.collections import LineCollection

    row = {name: place for place, name in enumerate(names)}
    better = float(numbers.get_column("better")[0])
    paths, tints = [], []
    for _, part in numbers.sort("block", maintain_order=True).group_by("block", maintain_order=True):
        path = sorted((row[name], value) for name, value in part.select("algorithm", "value").rows())
        if len(path) > 1:
            paths.append([(value, place) for place, value in path])
            gain = better * (path[0][1] - path[-1][1])
            tints.append(BLUE if gain > 0 else HIGHLIGHT if gain < 0 else MUTED)
    fade = 0.8 if len(paths) <= 40 else 0.35
    lines: dict[str, Any] = {"colors": tints if len(names) == 2 else FAINT, "lw": THIN, "alpha": fade}
    axes.add_collection(LineCollection(paths, rasterized=len(paths) > MANY, label="joined", **lines))


def _draw_rank_key(figure: Figure, shades: scales.Floats, count: int) -> None:
    """Draw which shade is which rank: a row of boxes above the foot, numbered where numbers fit."""
    page = page_of(figure)
    width = float(figure.get_size_inches()[0])
    first, second = (text_width(word) for word in ("rank: better ", "worse "))
    step = min(0.22, (width - 2 * EDGE - first - second - 0.2) / count)
    left = (width - (first + second + 0.1 + step * count)) / 2
    y = FOOT_HIGH + 0.22
    start = left + first + 0.05
    for x, words in ((left, "rank: better"), (start + step * count + 0.05, "worse")):
        write(page, x, y, words, color=MUTED, va="center_baseline", label="rank key")
    page.bar(start + step * np.arange(count), 0.11, step, y - 0.055, align="edge", color=shades[:count], label="key")
    every = scales.whole_step(0.2 / step)
    for rank in np.arange(1, count + 1):
        if rank == 1 or rank % every == 0:
            x = start + (rank - 0.5) * step
            write(page, x, y - 0.07, str(rank), ha="center", va="top", label="rank key number")


BOX = Kind(id="box", title="Box plot", question="How are the results of each algorithm spread?")

RESCALED_BOX = Kind(
    id="rescaled_box",
    title="Box plot of rescaled scores",
    question="How far does each algorithm come from the baseline to the best?",
)

RIDGE = Kind(id="ridge", title="Ridge plot", question="What shape do the results of each algorithm have?")

HISTOGRAM = Kind(id="histogram", title="Histograms", question="How often does each algorithm come to which result?")

RANGE = Kind(id="range", title="Range plot", question="What are the worst, mean and best results of each algorithm?")

STRIP = Kind(
    id="strip",
    title="Strip plot",
    question="What are all the results, and how do they change from one algorithm to the next?",
)

RANK_DISTRIBUTION = Kind(
    id="rank_distribution",
    title="Distribution of ranks",
    question="How often does each algorithm come first, second and so on?",
)
