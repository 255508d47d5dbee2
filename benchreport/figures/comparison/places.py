"""Places by metric: mean ranks by several metrics, joined from metric to metric or against those by the first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import ruled
from benchreport.figures.layout.looks import Look, looks
from benchreport.figures.layout.page import EDGE, TALLEST, Width, page_of, size_of, widest, width_of
from benchreport.figures.layout.sheets import Rooms, panel_sheet
from benchreport.figures.marks import mark_of
from benchreport.figures.style import FAINT, GRID_LINE, INK, MEDIUM, THIN, fitted, text_width, write
from benchreport.figures.words import counted, names_in_words
from benchreport.numerals import fixed
from benchreport.stats.many_algorithms.incomplete_blocks import rank_effects
from benchreport.tables.scores import as_scores

JOINED_UP_TO = 15  # algorithms whose ranks are joined by lines; of more, ranks are drawn against each other
LABELLED = 4  # names in a panel, at most, of those whose ranks differ most

# Lengths in inches.
LINE_STEP = 0.145  # least distance of two names
LEAD = 0.16  # from a mark to its name
FOR_NAMES = 0.2  # of the width, at most for names on one side
NAME_HIGH = 0.12
# Where a name may stand: how far beside its mark, and how much higher, the nearest first.
REACHES = ((0.06, 0.0), (0.08, 0.14), (0.08, -0.14), (0.14, 0.26), (0.14, -0.26), (0.3, 0.2), (0.3, -0.2))
Box = tuple[float, float, float, float]  # left, bottom, right, top


def places_by_metric_data(table: Any) -> pl.DataFrame:
    """Return mean rank and place of every algorithm by every metric, in the order of the metrics in the table.

    Parameters
    ----------
    table
        Scores by two metrics or more; where results are missing, ranks are adjusted for the gaps.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = places_by_metric_data(br.read_scores(br.example("small_study_5x2.csv")))
    >>> numbers.select("metric", "algorithm", "mean_rank", "place").row(0)
    ('accuracy', 'kNN', 2.25, 1)
    """
    scores = as_scores(table)
    metrics = scores.get_column("metric").cast(pl.String).unique(maintain_order=True).to_list()
    if len(metrics) < 2:
        raise OptionError("places by metric need two metrics", hint="give a table with several")
    ranks = rank_effects(scores).with_columns(pl.col("metric", "algorithm").cast(pl.String))
    return ranked_by_metric(ranks, metrics)


def ranked_by_metric(ranks: pl.DataFrame, metrics: Sequence[str]) -> pl.DataFrame:
    """Return the ranks of the algorithms that every metric ranks, metrics in their order, the best mean rank first."""
    ranked = ranks.filter(pl.col("mean_rank").is_not_null() & pl.col("metric").is_in(metrics))
    everywhere = ranked.filter(pl.col("metric").n_unique().over("algorithm") == len(metrics))
    order = pl.col("metric").replace_strict({name: place for place, name in enumerate(metrics)})
    columns = everywhere.select("metric", "algorithm", "mean_rank", "place", number=order)
    return columns.sort("number", "mean_rank", "algorithm").drop("number")


def places_by_metric(numbers: pl.DataFrame, *, width: Width | float = "page", height: float | None = None) -> Figure:
    """Draw mean ranks by metric: few algorithms as lines from metric to metric, many against those by the first metric.

    ``height`` is that of the ranks in inches.

    Examples
    --------
    >>> import benchreport as br
    >>> places_by_metric(places_by_metric_data(br.read_scores(br.example("small_study_5x2.csv"))))
    <Figure size ...>
    """
    metrics = numbers.get_column("metric").unique(maintain_order=True).to_list()
    names = numbers.filter(pl.col("metric") == metrics[0]).get_column("algorithm").to_list()
    grid = _grid(numbers, metrics, names)
    draw = _joined if len(names) <= JOINED_UP_TO else _against_first
    return draw(grid, metrics, names, width_of(width), height)


def places_by_metric_alt(numbers: pl.DataFrame) -> str:
    """Return in words what places by metric show."""
    metrics = numbers.get_column("metric").unique(maintain_order=True).to_list()
    places = numbers.group_by("algorithm", maintain_order=True).agg("metric", "place")
    sentences = [f"Mean ranks of {counted(places.height, 'algorithm')} by {names_in_words(metrics)}, rank 1 is best."]
    for metric in metrics:
        first = numbers.filter((pl.col("metric") == metric) & (pl.col("place") == 1)).get_column("algorithm").to_list()
        have = "has" if len(first) == 1 else "share"
        # Who is first by a metric may not be ranked by another, and is not drawn.
        sentences += [f"{names_in_words(first)} {have} the best mean rank by {metric}."] if first else []
    spans = numbers.group_by("algorithm", maintain_order=True).agg(span=pl.col("place").max() - pl.col("place").min())
    span = spans.get_column("span").max()
    movers = spans.filter(pl.col("span") == span).get_column("algorithm").to_list() if span else []
    if len(movers) == 1:
        own = numbers.filter(pl.col("algorithm") == movers[0]).sort("place", maintain_order=True)
        (low, best), (high, worst) = own.select("metric", "place").row(0), own.select("metric", "place").row(-1)
        sentences.append(f"{movers[0]} moves most: place {best} by {low}, place {worst} by {high}.")
    elif movers:
        sentences.append(f"{names_in_words(movers)} move most, by {counted(int(str(span)), 'place')}.")
    return " ".join(sentences[:1] + sentences[1:9] + sentences[9:][-1:])


def _grid(numbers: pl.DataFrame, metrics: Sequence[str], names: Sequence[str]) -> Any:
    """Return the mean ranks, algorithms by metrics."""
    cells = dict(zip(numbers.select("algorithm", "metric").rows(), numbers.get_column("mean_rank"), strict=True))
    return np.array([[cells[name, metric] for metric in metrics] for name in names])


def _joined(grid: Any, metrics: list[str], names: list[str], inches: float, height: float | None) -> Figure:
    """Draw a line per algorithm from metric to metric, its name at both ends."""
    styles = looks(names)
    labels = fitted(names, FOR_NAMES * inches)
    side = EDGE + widest(labels) + LEAD
    high = min(max(height or 0.19 * len(names) + 0.3, LINE_STEP * len(names), 0.8), TALLEST - 0.6)
    above, total = 0.24, high + 0.24 + 0.14
    first, last = float(grid.min()) - 0.15, float(grid.max()) + 0.15
    figure = Figure(figsize=(inches, total))
    axes = figure.add_axes((side / inches, 0.1 / total, 1 - 2 * side / inches, high / total))
    axes.set(xlim=(0, len(metrics) - 1), ylim=(last, first), xticks=[], yticks=[])
    axes.spines[:].set_visible(False)
    axes.vlines(range(len(metrics)), first, last, color=GRID_LINE, lw=MEDIUM, zorder=1, label="metric")
    for row, name in reversed(list(enumerate(names))):
        look = styles[name]
        marks: dict[str, Any] = {"marker": look.marker, "markersize": 4.5, "mec": "white", "mew": 0.4}
        marks["gid"] = mark_of(name, value=[_rank(rank, by) for rank, by in zip(grid[row], metrics, strict=True)])
        axes.plot(grid[row], color=look.colour, ls=look.dash, lw=1.2, clip_on=False, zorder=4 - row / 100, **marks)
    page = page_of(figure)
    unit = high / (last - first)
    for end, x, ha in ((0, side - LEAD, "right"), (-1, inches - side + LEAD, "left")):
        wanted = 0.1 + high - (grid[:, end] - first) * unit
        for label, name, y, place in zip(labels, names, wanted, _spread(wanted, 0.1, 0.1 + high), strict=True):
            write(page, x, place, label, ha=ha, va="center_baseline", color=INK, label="name", gid=mark_of(name))
            lead = [x + 0.03, side - 0.05] if end == 0 else [inches - side + 0.05, x - 0.03]
            ys = [place, y] if end == 0 else [y, place]
            page.plot(lead, ys, color=styles[name].colour, lw=THIN, label="lead", gid=mark_of(name))
    room = (inches - 2 * side) / max(len(metrics) - 1, 1) - 0.06
    for place, title in enumerate(fitted(metrics, min(max(room, 0.4), 2 * side - 2 * EDGE), weight="bold")):
        x = side + place * (inches - 2 * side) / (len(metrics) - 1)
        write(page, x, total - above + 0.1, title, ha="center", va="bottom", weight="bold", label="metric")
    return figure


def _rank(rank: float, metric: str) -> str:
    return f"mean rank {fixed(rank, 2)} by {metric}"


def _spread(wanted: Any, low: float, high: float) -> list[float]:
    """Return places for names as near to the wanted ones as their distance allows, between two ends."""
    order = np.argsort(-np.asarray(wanted), kind="stable")
    places = np.asarray(wanted, dtype=float)[order]
    for _ in range(200):
        gaps = places[:-1] - places[1:]
        short = np.clip(LINE_STEP - gaps, 0, None)
        if not short.any():
            break
        places[:-1] += short / 2
        places[1:] -= short / 2
        places += max(0.0, low - places[-1]) - max(0.0, places[0] - high)
    result = np.empty(len(places))
    result[order] = places
    return [float(place) for place in result]


def _against_first(grid: Any, metrics: list[str], names: list[str], inches: float, height: float | None) -> Figure:
    """Draw the mean ranks by every further metric against those by the first, one panel each."""
    styles = looks(names)
    ends = (float(grid.min()) - 1.5, float(grid.max()) + 1.5)
    rooms = Rooms(left=0.42, right=0.1, gap=0.3, least=1.7, height=height or 1.55)
    panels = panel_sheet(metrics[1:], inches, rooms)
    for place, axes in enumerate(panels.axes):
        ruled(axes, "x", ends, slack=0.06)
        ruled(axes, "y", (ends[1], ends[0]))
        axes.plot(ends, ends, color=FAINT, lw=THIN, zorder=1, label="diagonal")
        x, y = grid[:, 0], grid[:, place + 1]
        for row, name in reversed(list(enumerate(names))):
            look = styles[name]
            marks: dict[str, Any] = {"marker": look.marker, "markersize": 4.4, "mec": "white", "mew": 0.4}
            ranks = [_rank(x[row], metrics[0]), _rank(y[row], metrics[place + 1])]
            marks |= {"zorder": 4 - row / 1000, "label": "rank", "gid": mark_of(name, value=", ".join(ranks))}
            axes.plot(x[row], y[row], ls="none", color=look.colour, **marks)
        _label(axes, x, y, names, styles)
    panels.name_axes(f"mean rank by {metrics[0]}", "mean rank by the metric")
    return panels.figure


def _label(axes: Axes, x: Any, y: Any, names: Sequence[str], styles: dict[str, Look]) -> None:
    """Write the names of the first and of those that move most near their marks, where there is room."""
    wide, high = size_of(axes)
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    points = np.stack([(x - left) / (right - left) * wide, (y - bottom) / (top - bottom) * high], axis=1)
    moved = np.argsort(-np.abs(x - y), kind="stable")[:LABELLED]
    taken: list[Box] = []
    for row in dict.fromkeys([0, *(int(place) for place in moved)]):
        text = fitted([names[row]], 0.55 * wide)[0]
        own_x, own_y = (float(place) for place in points[row])
        boxes = [_box(own_x, own_y, text_width(text), side, reach, rise) for reach, rise in REACHES for side in (1, -1)]
        box = next((box for box in boxes if _is_free(box, (wide, high), taken, np.delete(points, row, axis=0))), None)
        if box is None:
            continue
        taken.append(box)
        place: dict[str, Any] = {"transform": axes.transAxes, "label": "name", "gid": mark_of(names[row])}
        colour, ink = styles[names[row]].colour, INK if row else styles[names[row]].colour
        middle = (box[1] + box[3]) / 2
        end = box[0] if box[0] > own_x else box[2]
        if abs(middle - own_y) > NAME_HIGH / 2:
            lead = [own_x / wide, end / wide], [own_y / high, middle / high]
            axes.plot(*lead, color=colour, lw=0.4, zorder=2, **place)
        write(axes, box[0] / wide, middle / high, text, ha="left", va="center_baseline", color=ink, zorder=6, **place)


def _box(x: float, y: float, width: float, side: int, reach: float, rise: float) -> Box:
    """Return the box of a name beside a mark: to the right or the left of it, so far away and so much higher."""
    start = x + reach if side > 0 else x - reach - width
    return start, y + rise - NAME_HIGH / 2, start + width, y + rise + NAME_HIGH / 2


def _is_free(box: Box, room: tuple[float, float], taken: Sequence[Box], points: Any) -> bool:
    """Return whether a name lies inside the panel, apart from other names and from all other marks."""
    if box[0] < 0 or box[1] < 0 or box[2] > room[0] or box[3] > room[1]:
        return False
    near = (points[:, 0] > box[0] - 0.07) & (points[:, 0] < box[2] + 0.07)
    near &= (points[:, 1] > box[1] - 0.02) & (points[:, 1] < box[3] + 0.02)
    meets = any(box[0] < o[2] and o[0] < box[2] and box[1] < o[3] and o[1] < box[3] for o in taken)
    return not near.any() and not meets


PLACES_BY_METRIC = Kind(
    id="places_by_metric",
    title="Mean ranks by metric",
    question="Does an algorithm that ranks well by one metric rank well by others?",
    stretch=("height", 0.8, 3.0),
)
