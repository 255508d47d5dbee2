"""Distances from the best of each dataset: performance profiles, and median and quartiles of every algorithm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout import page as pages
from benchreport.figures.layout.axes import AXIS_HIGH, Ends, axis_title, gridded, left_of, ruled
from benchreport.figures.layout.looks import Look, Looks, looks
from benchreport.figures.layout.page import Width
from benchreport.figures.marks import mark_of
from benchreport.figures.selection import direction_of, metric_facts, one_metric, ranked_names
from benchreport.figures.style import INK, THIN, draw_line, empty_figure, fitted, shortened, write
from benchreport.figures.words import counted, metric_title, number_text
from benchreport.numerals import number, percent
from benchreport.stats.summaries.profiles import performance_profile
from benchreport.tables.blocks import cells_of
from benchreport.tables.metric_scale import COMPARABLE, known_scale
from benchreport.tables.reading.frames import ends_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RATIOS_LOG = 8.0  # factors beyond it want a logarithmic axis
LEADING, COLOURED = 5, 7  # lines that stand out of many, at most
ROWS = 10
NEARLY_ALL = 0.97
PALE, GREY = "#d4d4d0", "#8a8a86"
Styles = Looks
SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)
# Lengths in inches.
HEIGHTS = (1.1, 2.6)
PANEL_HIGH = 1.35
NAME_STEP = 0.125  # from one name beside a line to the next
SIDE_BY_SIDE = 5.0  # least width of two panels side by side
LEADER = 0.14  # from the end of a line to its name


def profile_data(table: Any, *, metric: str | None = None) -> pl.DataFrame:
    """Return the performance profile of Dolan and More: a row per algorithm and step, largest area first.

    Parameters
    ----------
    table
        Scores, none negative; a gap is a failure, never within any factor, and so is 0 where higher is better.
    metric
        Which of several metrics.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = profile_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("algorithm", "x", pl.col("y").round(4)).row(0)
    ('C4.5+m+cf', 1.0, 0.5)
    """
    scores = one_metric(table, metric)
    # Of what should be high, 0 is infinitely far from the best: never within any factor, as a gap.
    reached = pl.when((pl.col("value") != 0) | (pl.col("orientation") < 0)).then("value")
    way = pl.lit(direction_of(scores), dtype=pl.Categorical)
    grid = cells_of(scores, "metric").with_columns(value=reached, direction=way)
    rows = performance_profile(grid.select("algorithm", "dataset", "metric", "value", "direction"))
    if rows.get_column("x").null_count():
        raise OptionError("a performance profile needs positive values", hint="the figure ecdf takes any values")
    following = pl.col("x").shift(-1, fill_value=ends_of(rows.get_column("x"))[1])
    area = (pl.col("y") * (following - pl.col("x"))).sum().over("algorithm").round(12)
    ordered = rows.with_columns(
        pl.col("algorithm", "metric").cast(pl.String),
        direction=pl.lit(direction_of(scores), dtype=pl.String),
        wins=pl.col("y").first().over("algorithm"),
        area=area,
    ).sort(-pl.col("area"), -pl.col("wins"), "algorithm", "x", maintain_order=True)
    return ordered.select("algorithm", "x", "y", "wins", "n", "n_failed", "metric", "direction")


def profile(numbers: pl.DataFrame, *, width: Width | float = "page", most: float | None = None) -> Figure:
    """Draw performance profiles as steps at the factors measured; ``most`` is the largest factor shown.

    Of many algorithms the first stand out and the others are pale. By default the axis ends where those that stand out
    have nearly all of their datasets.

    Examples
    --------
    >>> import benchreport as br
    >>> profile(profile_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size ...>
    """
    if most is not None and most <= 1:
        raise OptionError("the largest factor is above 1", hint="most=2")
    curves = {
        str(name): part.select("x", "y").to_numpy().T
        for (name,), part in numbers.group_by("algorithm", maintain_order=True)
    }
    styles = leading_looks(list(curves))
    if most is None:
        most = max(_reaching(*curves[name]) for name in styles)
    log = most > RATIOS_LOG
    end = most * 1.05 if log else 1 + max(1.03 * (most - 1), 0.05 if most == 1 else 0.0)
    metric, direction = numbers.select("metric", "direction").row(0)
    inches = pages.width_of(width)
    labels = fitted(list(styles), 0.25 * inches)
    left, right = left_of(["100 %"]), pages.widest(labels) + LEADER + pages.EDGE
    high = min(0.5 * inches, 2.3)
    total = high + AXIS_HIGH + pages.EDGE
    figure = empty_figure(inches, total)
    box = (left / inches, AXIS_HIGH / total, (inches - left - right) / inches, high / total)
    axes = figure.add_axes(box)
    ruled(axes, "x", (1.0, end), log=log)
    wins = numbers.unique("algorithm", maintain_order=True).select("algorithm", "wins").rows()
    texts = {name: best_share(share) for name, share in wins}
    _draw_profiles(axes, curves, styles, dict(zip(styles, labels, strict=True)), texts)
    factor = f"its {metric} / the best {metric}" if direction == "lower" else f"the best {metric} / its {metric}"
    axis_title(axes, "x", f"{factor}, at most")
    axis_title(axes, "y", "share of datasets")
    return figure


def profile_alt(numbers: pl.DataFrame) -> str:
    """Return in words what performance profiles show."""
    heads = numbers.unique("algorithm", maintain_order=True).sort("wins", descending=True, maintain_order=True)
    worst = numbers.sort("x", descending=True, maintain_order=True).select("x", "algorithm").row(0)
    first, last = (heads.select("algorithm", "wins").row(place) for place in (0, -1))
    others = f", {last[0]} on {100 * last[1]:.0f}%" if heads.height > 1 else ""
    failed = int(heads.get_column("n_failed").sum())
    lacking = f" {counted(failed, 'result')} {'is' if failed == 1 else 'are'} missing or 0." if failed else ""
    return (
        f"Performance profiles of {counted(heads.height, 'algorithm')} on"
        f" {counted(heads.get_column('n')[0], 'dataset')} by {metric_title(heads)}. {first[0]} is best or shares the"
        f" best on {100 * first[1]:.0f}% of the datasets{others}. The largest factor of the best is"
        f" {number_text(worst[0])}, of {worst[1]}.{lacking}"
    )


def distances_data(table: Any, *, metric: str | None = None, ratio: bool | None = None) -> pl.DataFrame:
    """Return how far every algorithm is from the best on every dataset, the best mean rank first.

    Parameters
    ----------
    table
        Scores without gaps.
    metric
        Which of several metrics.
    ratio
        Factors of the best instead of differences from it; by default for metrics with units.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = distances_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.filter(pl.col("dataset") == "iris").select("algorithm", pl.col("distance").round(4)).rows()
    [('C4.5+m+cf', 0.005), ('C4.5+m', 0.005), ('C4.5+cf', 0.02), ('C4.5', 0.0)]
    """
    scores = one_metric(table, metric)
    facts = metric_facts(scores)
    if ratio is None:
        ratio = known_scale(str(pl.select(facts["metric"]).item())) not in (*COMPARABLE, "ordinal")
    return distances_from(scores, ranked_names(scores), ratio=ratio)


def distances_from(scores: pl.DataFrame, names: Sequence[str], *, ratio: bool) -> pl.DataFrame:
    """Return the distances of the named algorithms, best first, from the best of all on every dataset."""
    cells = (
        cells_of(scores)
        .select(pl.col("algorithm", "dataset").cast(pl.String), "value", "orientation")
        .drop_nulls("value")
    )
    if ratio and ends_of(cells.get_column("value"))[0] <= 0:
        raise OptionError("values of 0 or below have no ratios", hint="ratio=False")
    value, way = pl.col("value"), pl.col("orientation")
    best = (value * way).max().over("dataset") * way
    factor = pl.when(way > 0).then(best / value).otherwise(value / best)
    distance = factor if ratio else (best - value) * way
    places = {name: place for place, name in enumerate(names)}
    rows = cells.with_columns(distance=distance + 0.0).filter(pl.col("algorithm").is_in(list(names)))
    return rows.sort(pl.col("algorithm").replace_strict(places, return_dtype=pl.Int64), "dataset").select(
        "algorithm", "dataset", "distance", ratio=pl.lit(ratio), **metric_facts(scores)
    )


def distances(numbers: pl.DataFrame, *, width: Width | float = "page", height: float | None = None) -> Figure:
    """Draw the share of datasets within a distance of the best, and median, quartiles and central 80 % beside it.

    ``height`` is that of the panels in inches, 1.1 to 2.6.

    Examples
    --------
    >>> import benchreport as br
    >>> distances(distances_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size ...>
    """
    inches = pages.width_of(width)
    ratio, metric, direction = numbers.select("ratio", "metric", "direction").row(0)
    values = {
        str(name): np.sort(part.get_column("distance").to_numpy())
        for (name,), part in numbers.group_by("algorithm", maintain_order=True)
    }
    styles = leading_looks(list(values))
    rows = list(values)[:ROWS]
    quantiles = {name: np.quantile(values[name], SHARES) for name in {*rows, *styles}}
    ends = _ends(quantiles, ratio=ratio)
    log = ratio and ends[1] > RATIOS_LOG
    high = min(max(PANEL_HIGH if height is None else height, HEIGHTS[0], NAME_STEP * len(rows)), HEIGHTS[1])
    stacked = inches < SIDE_BY_SIDE
    step = high + AXIS_HIGH + 1.3 * pages.LINE
    total = step * (1 + stacked)
    figure = empty_figure(inches, total)
    labels = dict(zip(values, fitted(list(values), (0.3 if stacked else 0.17) * inches), strict=True))
    left, names = left_of(["100 %"]), pages.widest(labels[name] for name in rows) + pages.TICK_PAD + 0.12
    beside = pages.widest(labels[name] for name in styles) + LEADER + 0.1
    wide = (inches - left - beside - (0.0 if stacked else names + pages.EDGE + 0.1)) / (1 if stacked else 2)
    corners = [(left, step, wide), (names, 0.0, inches - names - pages.EDGE - 0.1)]
    if not stacked:
        corners = [(left, 0.0, wide), (left + wide + beside + names, 0.0, wide)]
    profiles, summary = (
        figure.add_axes((x / inches, (y + AXIS_HIGH) / total, across / inches, high / total))
        for x, y, across in corners
    )
    for axes in (profiles, summary):
        ruled(axes, "x", ends, log=log)
    curves = {name: _steps(distance, ends[0]) for name, distance in values.items()}
    texts = {name: best_share(float(np.mean(distance <= ends[0]))) for name, distance in values.items()}
    _draw_profiles(profiles, curves, styles, labels, texts)
    _draw_summary(summary, {name: quantiles[name] for name in rows}, styles, labels)
    where = "factor of the best of the dataset" if ratio else f"{metric} {_below(direction)} the best of the dataset"
    axis_title(profiles, "x", f"{where}, at most")
    axis_title(summary, "x", where)
    count = "" if len(rows) == len(values) else f", first {len(rows)}"
    titles = ("Share of datasets within a distance of the best", f"Distance from the best{count}")
    for title, (x, y, across) in zip(titles, corners, strict=True):
        words = shortened(title, min(across + beside, inches - x - pages.EDGE), weight="bold")
        write(pages.page_of(figure), x, y + step - 0.01, words, va="top", weight="bold", label="panel name")
    return figure


def distances_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the distances from the best show."""
    middles = numbers.group_by("algorithm", maintain_order=True).agg(pl.col("distance").median())
    rows = middles.rows()
    ratio = numbers.get_column("ratio")[0]
    what = "Factors of the best" if ratio else "Distances from the best"
    spoken = [f"{name} {number_text(middle)}" for name, middle in rows[:3]]
    return (
        f"{what} of {counted(numbers.get_column('dataset').n_unique(), 'dataset')} in {metric_title(numbers)}"
        f" of {counted(len(rows), 'algorithm')}: share of datasets within a distance, and quartiles."
        f" Medians: {', '.join(spoken)}{'' if len(rows) <= 3 else f'; last {rows[-1][0]} {number_text(rows[-1][1])}'}."
    )


def leading_looks(names: Sequence[str]) -> dict[str, Look]:
    """Return the looks of the algorithms that stand out: those with a look of their own, or the first of many.

    Examples
    --------
    >>> list(leading_looks(["A", "B"])), len(leading_looks([f"A{i}" for i in range(40)])) < 8
    (['A', 'B'], True)
    """
    styles = looks(names)
    counts = Counter(styles.values())
    own = [name for name in names if counts[styles[name]] == 1][:COLOURED]
    return {name: styles[name] for name in own} or {name: looks(names[:LEADING])[name] for name in names[:LEADING]}


def best_share(share: float) -> str:
    """Return on which share of the datasets an algorithm is best or shares the best.

    Examples
    --------
    >>> best_share(0.25)
    'best on 25 % of the datasets'
    """
    return f"best on {percent(share, 0)} of the datasets"


def _reaching(x: Any, y: Any) -> float:
    """Return the factor within which nearly all datasets lie that are ever within one."""
    return float(x[np.searchsorted(y, NEARLY_ALL * y[-1])])


def _below(direction: str | None) -> str:
    return "above" if direction == "lower" else "below"


def _ends(quantiles: Mapping[str, Any], *, ratio: bool) -> Ends:
    """Return the ends of the axis of distances: what nine tenths of the datasets of each algorithm lie within."""
    start, most = (1.0 if ratio else 0.0), max(float(values[-1]) for values in quantiles.values())
    return start, start + 1.05 * (most - start) if most > start else start + 0.1


def _steps(distance: Any, start: float) -> tuple[Any, Any]:
    """Return the corners of the share of datasets within a distance; distances are sorted."""
    shares = np.arange(1, len(distance) + 1) / len(distance)
    at_start = float(np.mean(distance <= start))
    return np.append(start, distance), np.append(at_start, shares)


def _draw_profiles(
    axes: Axes, curves: Mapping[str, Any], styles: Looks, labels: Mapping[str, str], texts: Mapping[str, str]
) -> None:
    """Draw step functions, those with a look named at their right end; ``texts`` are what they begin with."""
    axes.set_ylim(0, 1.02)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1], labels=["0 %", "25 %", "50 %", "75 %", "100 %"])
    end = axes.get_xlim()[1]
    heights = {}
    for name, (x, y) in reversed(list(curves.items())):
        look = styles.get(name)
        path = (np.append(x, max(end, float(x[-1]))), np.append(y, y[-1]))
        shape = (
            {"color": PALE, "lw": 0.5, "zorder": 1}
            if look is None
            else {"color": look.colour, "ls": look.dash, "lw": 1.3, "zorder": 3}
        )
        gid = mark_of(name, value=texts[name])
        draw_line(axes, *path, drawstyle="steps-post", label="others" if look is None else name, gid=gid, **shape)
        if look is not None:
            heights[name] = float(y[np.searchsorted(x, end, side="right") - 1])
    _name_lines(axes, heights, styles, labels)


def _name_lines(axes: Axes, heights: Mapping[str, float], styles: Looks, labels: Mapping[str, str]) -> None:
    figure = pages.figure_of(axes)
    width, height = (float(side) for side in figure.get_size_inches())
    box, page = axes.get_position(), pages.page_of(figure)
    low, high = axes.get_ylim()
    bottom, tall = box.y0 * height, box.height * height
    wanted = {name: bottom + tall * (share - low) / (high - low) for name, share in heights.items()}
    order = [name for name in styles if name in wanted]
    order.sort(key=lambda name: -wanted[name])
    places = apart([wanted[name] for name in order], bottom, bottom + tall)
    for name, y in zip(order, places, strict=True):
        x, gid = box.x1 * width, mark_of(name)
        draw_line(
            page, [x, x + 0.8 * LEADER], [wanted[name], y], color=styles[name].colour, lw=THIN, label="lead", gid=gid
        )
        write(page, x + LEADER, y, labels[name], va="center_baseline", color=INK, label="line name", gid=gid)


def apart(wanted: Sequence[float], low: float, high: float, step: float = NAME_STEP) -> list[float]:
    """Return places near the wanted ones, which fall, at least a step from each other and between two ends.

    Examples
    --------
    >>> apart([0.9, 0.85, 0.2], 0.0, 1.0, 0.2)
    [0.975, 0.775, 0.2]
    """
    places = list(wanted)
    for _ in range(100):
        for i in range(len(places) - 1):
            lack = step - (places[i] - places[i + 1])
            if lack > 0:
                places[i], places[i + 1] = places[i] + lack / 2, places[i + 1] - lack / 2
        if places:
            places[0], places[-1] = min(places[0], high), max(places[-1], low)
    return [round(place, 6) for place in places]


def _draw_summary(axes: Axes, quantiles: Mapping[str, Any], styles: Looks, labels: Mapping[str, str]) -> None:
    axes.set_ylim(len(quantiles) - 0.5, -0.5)
    axes.tick_params(left=False)
    axes.spines["left"].set_visible(False)
    gridded(axes)
    pages.name_ticks(axes, [labels[name] for name in quantiles], algorithms=list(quantiles))
    for row, (name, (least, low, middle, high, most)) in enumerate(quantiles.items()):
        look = styles.get(name, Look(colour=GREY, marker="o", dash="-"))
        words = f"median distance {number(middle, 3)}, quartiles {number(low, 3)} and {number(high, 3)}"
        own: dict[str, Any] = {"color": look.colour, "gid": mark_of(name, value=words)}
        draw_line(axes, [least, most], [row, row], lw=0.7, zorder=2, label="central 80 %", **own)
        bar: dict[str, Any] = {"lw": 3.4, "alpha": 0.55, "zorder": 3, "solid_capstyle": "butt"}
        draw_line(axes, [low, high], [row, row], label="quartiles", **own, **bar)
        marks: dict[str, Any] = {"mec": "white", "mew": 0.5, "markersize": 4.2, "clip_on": False}
        draw_line(axes, [middle], [row], look.marker, zorder=4, label="median", **own, **marks)


PROFILE = Kind(
    id="profile",
    title="Performance profile",
    question="On which share of the datasets is each algorithm within a factor of the best?",
)

DISTANCES = Kind(
    id="distances",
    title="Distances from the best",
    question="How far is each algorithm from the best of every dataset?",
    stretch=("height", 1.2, 2.2),
)
