"""Ranks by metric: a dot per dataset and a bar at the mean, or places joined from metric to metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean
from benchreport.figures.kinds import Kind
from benchreport.figures.layout import table_picture as picture
from benchreport.figures.layout.axes import ruled
from benchreport.figures.layout.looks import MOST_CAST, Look, Looks, looks
from benchreport.figures.layout.page import EDGE, TALLEST, Width, page_of, size_of, widest, width_of
from benchreport.figures.layout.sheets import Rooms, panel_sheet
from benchreport.figures.marks import mark_of
from benchreport.figures.style import (
    FAINT,
    GRID_LINE,
    INK,
    MEDIUM,
    MUTED,
    THIN,
    Weight,
    draw_line,
    empty_figure,
    fitted,
    text_width,
    write,
)
from benchreport.figures.words import counted, names_in_words
from benchreport.numerals import fixed
from benchreport.stats.many_algorithms.complete_blocks import average_ranks, block_ranks
from benchreport.stats.many_algorithms.incomplete_blocks import rank_effects
from benchreport.tables.metric_names import printed_metrics
from benchreport.tables.scores import as_scores

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Lengths in mm.
ROW, LOWEST, HIGHEST = 6.4, 3.4, 8.0
HEAD_HIGH, FOOT_HIGH, BLOCK_GAP = 12.0, 8.0, 3.0
NAMES_LEAST, NAMES_MOST = 16.0, 40.0
GAP, NUMBER = 3.6, 7.0
ACROSS = (6, 8, 10, 12)  # panels side by side: as few as the height allows


def rank_dots_data(table: Any, *, metrics: Sequence[str] | None = None) -> pl.DataFrame:
    """Return the rank of every algorithm on every dataset by every metric, and its mean; the best first.

    Parameters
    ----------
    table
        Scores; a dataset without a result of every algorithm is refused.
    metrics
        Which metrics, in this order; all by default.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = rank_dots_data(br.read_scores(br.example("small_study_5x2.csv")), metrics=["accuracy"])
    >>> numbers.group_by("algorithm", maintain_order=True).agg(pl.col("rank"), pl.col("mean_rank").first()).row(0)
    ('kNN', [2.0, 1.0, 2.0, 4.0], 2.25)
    """
    scores = as_scores(table)
    every = scores.get_column("metric").cast(pl.String).unique(maintain_order=True).to_list()
    for name in metrics or ():
        if name not in every:
            raise ColumnError(f"no metric {name!r} to draw", hint=did_you_mean(name, every))
    chosen = list(metrics or every)
    printed = printed_metrics(chosen)
    names = {name: printed.get(name, name) for name in chosen}
    return rank_dot_numbers(scores.filter(pl.col("metric").cast(pl.String).is_in(chosen)), chosen, names)


def rank_dot_numbers(
    scores: pl.DataFrame, metrics: Sequence[str], printed: Mapping[str, str] | None = None
) -> pl.DataFrame:
    """Return the numbers of the figure for metrics in this order, under the names to be printed."""
    text = pl.col("algorithm", "dataset", "metric").cast(pl.String)
    ranks = block_ranks(scores, "metric", "mean")[0].drop_nulls("rank").select(text, "rank")
    means = average_ranks(scores).select(pl.col("algorithm", "metric").cast(pl.String), "mean_rank")
    way = pl.col("direction").cast(pl.String).drop_nulls().first()
    ways = scores.group_by(pl.col("metric").cast(pl.String)).agg(way)
    first = means.filter(pl.col("metric") == metrics[0]).sort("mean_rank", "algorithm")["algorithm"].to_list()
    names = list(dict.fromkeys([*first, *means.get_column("algorithm").sort().to_list()]))
    order = [
        pl.col("metric").replace_strict(metrics, range(len(metrics)), return_dtype=pl.Int64),
        pl.col("algorithm").replace_strict(names, range(len(names)), return_dtype=pl.Int64),
        pl.col("dataset"),
    ]
    joined = ranks.join(means, on=["algorithm", "metric"]).join(ways, on="metric").sort(order)
    titles = pl.col("metric").replace(printed or {})
    return joined.select("algorithm", titles, "direction", "dataset", "rank", "mean_rank", count=pl.lit(len(names)))


def rank_dots(
    numbers: pl.DataFrame, *, width: Width | float = "page", row: float = ROW, noun: str = "algorithm"
) -> Figure:
    """Draw the ranks by metric: dots per dataset, a bar and the number at the mean, rank 1 at the right.

    More than six metrics are drawn in blocks below each other.

    Examples
    --------
    >>> import benchreport as br
    >>> rank_dots(rank_dots_data(br.read_scores(br.example("small_study_5x2.csv"))))
    <Figure size 661...>
    """
    wide, tallest = picture.MM * width_of(width), picture.MM * TALLEST
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    metrics = numbers.get_column("metric").unique(maintain_order=True).to_list()
    across, high, drawn_rows = _fit(len(metrics), len(names), wide, min(max(row, LOWEST), HIGHEST), tallest)
    lines = [*names[:drawn_rows], *([f"{len(names) - drawn_rows} more"] if drawn_rows < len(names) else [])]
    block = HEAD_HIGH + high * len(lines) + FOOT_HIGH
    blocks = [metrics[start : start + across] for start in range(0, len(metrics), across)]
    figure, page = picture.open_sheet(wide, block * len(blocks) + BLOCK_GAP * (len(blocks) - 1))
    styles = looks(names, leading=names)
    parts = numbers.partition_by("metric", as_dict=True)
    for number, part in enumerate(blocks):
        top = number * (block + BLOCK_GAP)
        left = _write_rows(page, lines, drawn_rows, styles, top, high, wide, noun)
        step = (wide - left + GAP) / across
        for place, metric in enumerate(part):
            box = (left + place * step, top, step - GAP)
            _draw_metric(page, box, parts[(metric,)], lines[:drawn_rows], len(lines), high, styles)
    return figure


def rank_dots_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the ranks by metric show."""
    heads = numbers.unique(["algorithm", "metric"], maintain_order=True)
    metrics = heads.get_column("metric").unique(maintain_order=True).to_list()
    datasets = numbers.get_column("dataset").n_unique()
    sentences = [
        f"Ranks of {counted(numbers['count'][0], 'algorithm')} on {counted(datasets, 'dataset')} by "
        f"{counted(len(metrics), 'metric')}: a dot per dataset, a bar at the mean."
    ]
    best = []
    for metric in metrics[:8]:
        part = heads.filter(pl.col("metric") == metric)
        least = part.get_column("mean_rank").min()
        leaders = part.filter(pl.col("mean_rank") == least).get_column("algorithm").to_list()
        best.append(f"{metric} {names_in_words(leaders, 3)} ({fixed(least, 2)})")  # type: ignore[arg-type]
    rest = "; and so on" if len(metrics) > 8 else ""
    return " ".join([*sentences, f"Best mean rank by metric: {'; '.join(best)}{rest}."])


def _fit(metrics: int, names: int, wide: float, high: float, tallest: float) -> tuple[int, float, int]:
    """Return how many panels stand side by side, the height of a row, and how many algorithms have one."""
    most = max(1, int((wide - NAMES_LEAST - picture.NAME_LEFT) // (NUMBER + 12.0)))
    for across in (count for count in ACROSS if count <= max(most, ACROSS[0])):
        across = min(across, max(most, 1))
        blocks = -(-metrics // across)
        room = (tallest - (blocks - 1) * BLOCK_GAP) / blocks - HEAD_HIGH - FOOT_HIGH
        if names * LOWEST <= room:
            return -(-metrics // blocks), min(high, room / names), names
    return -(-metrics // blocks), min(high, LOWEST), max(int(room // LOWEST) - 1, 1)


def _write_rows(
    page: Axes, lines: Sequence[str], drawn_rows: int, styles: Looks, top: float, high: float, wide: float, noun: str
) -> float:
    """Write the names of a block between its rules, and return where the panels begin."""
    longest = max(picture.head_width(noun), *(picture.text_mm(name, picture.NAME_SIZE, "bold") for name in lines))
    room = min(max(longest, NAMES_LEAST), NAMES_MOST)
    bottom = top + HEAD_HIGH + high * len(lines)
    picture.rule_table(page, 0, wide, bottom + 0.4, top + HEAD_HIGH, top + 0.3)
    picture.rule_rows(page, 0, wide, [top + HEAD_HIGH + high * place for place in range(1, len(lines))])
    picture.write_head(page, 0, ("", f"{noun[:1].upper()}{noun[1:]}"), "left", top + HEAD_HIGH)
    size = min(picture.NAME_SIZE, 2.3 * high)
    for place, name in enumerate(fitted(lines, room / picture.MM, size)):
        y = top + HEAD_HIGH + high * (place + 0.5)
        if place < drawn_rows:
            picture.write_name(page, y, name, styles[lines[place]], algorithm=lines[place], size=size)
        else:
            write(page, picture.NAME_LEFT, y, name, size=size, slant="italic", color=MUTED, va="center_baseline")
    return picture.NAME_LEFT + room + GAP


def _draw_metric(
    page: Axes,
    box: tuple[float, float, float],
    numbers: pl.DataFrame,
    names: Sequence[str],
    lines: int,
    high: float,
    styles: Looks,
) -> None:
    """Draw one panel of ranks with the mean ranks beside it, the best in bold."""
    left, top, wide = box
    metric, direction, count = numbers.select("metric", "direction", "count").row(0)
    axes = picture.panel(page, left, top + HEAD_HIGH, wide - NUMBER, high * lines, lines)
    axes.set(xlim=(count + 0.6, 0.4), xticks=sorted({1, count} | ({(count + 1) // 2} if count > 4 else set())))
    ranks = {name: part for (name,), part in numbers.partition_by("algorithm", as_dict=True).items()}
    least = min(part.get_column("mean_rank")[0] for part in ranks.values())
    right, size = left + wide, min(picture.VALUE_SIZE, 2.3 * high)
    for place, name in enumerate(names):
        if name not in ranks:
            continue
        part, y = ranks[name].get_column("rank").to_list(), place + 0.5
        mean = ranks[name].get_column("mean_rank")[0]
        draw_line(axes, [min(part), max(part)], [y, y], color=FAINT, lw=0.6, zorder=1, label="span", gid=mark_of(name))
        texts = [f"rank {rank:g} by {metric}" for rank in part]
        dots: dict[str, Any] = {"ms": 2.4, "mec": "none", "color": MUTED, "zorder": 3, "label": "rank"}
        draw_line(axes, part, [y] * len(part), "o", gid=mark_of(name, ranks[name]["dataset"].to_list(), texts), **dots)
        gid = mark_of(name, value=f"mean rank {fixed(mean, 2)} by {metric}")
        bar: dict[str, Any] = {"color": styles[name].colour, "lw": 2.0, "solid_capstyle": "butt", "zorder": 4}
        draw_line(axes, [mean] * 2, [y - 0.36, y + 0.36], label="mean", gid=gid, **bar)
        weight: Weight = "bold" if mean == least else "normal"
        look: dict[str, Any] = {"size": size, "weight": weight, "ha": "right", "va": "center_baseline", "gid": gid}
        write(
            page,
            right,
            top + HEAD_HIGH + high * y,
            fixed(mean, 2 if count <= MOST_CAST else 1),
            label="mean rank",
            **look,
        )
    title = f"{metric}, lower better" if direction == "lower" else str(metric)
    upper, lower = picture.in_two_lines(title) if picture.head_width(title) > wide else ("", title)
    for step, text in enumerate((upper, lower)):
        if text:
            y = top + HEAD_HIGH - 8.4 + picture.HEAD_STEP * step
            heading = picture.cut(text, wide, picture.HEAD_SIZE, "bold")
            write(page, left, y, heading, size=picture.HEAD_SIZE, weight="bold", va="baseline", label="head")
    bottom: dict[str, Any] = {"size": picture.AXIS_SIZE, "label": "axis title"}
    write(page, right, top + HEAD_HIGH - 1.8, "mean", color=MUTED, ha="right", va="baseline", **bottom)
    middle = left + (wide - NUMBER) / 2
    write(page, middle, top + HEAD_HIGH + high * lines + 6.2, "rank", ha="center", va="center_baseline", **bottom)


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
    figure = empty_figure(inches, total)
    axes = figure.add_axes((side / inches, 0.1 / total, 1 - 2 * side / inches, high / total))
    axes.set(xlim=(0, len(metrics) - 1), ylim=(last, first), xticks=[], yticks=[])
    axes.spines[:].set_visible(False)
    axes.vlines(range(len(metrics)), first, last, color=GRID_LINE, lw=MEDIUM, zorder=1, label="metric")
    for row, name in reversed(list(enumerate(names))):
        look = styles[name]
        marks: dict[str, Any] = {"marker": look.marker, "markersize": 4.5, "mec": "white", "mew": 0.4}
        marks["gid"] = mark_of(name, value=[_rank(rank, by) for rank, by in zip(grid[row], metrics, strict=True)])
        draw_line(
            axes,
            range(len(metrics)),
            grid[row],
            color=look.colour,
            ls=look.dash,
            lw=1.2,
            clip_on=False,
            zorder=4 - row / 100,
            **marks,
        )
    page = page_of(figure)
    unit = high / (last - first)
    for end, x, ha in ((0, side - LEAD, "right"), (-1, inches - side + LEAD, "left")):
        wanted = 0.1 + high - (grid[:, end] - first) * unit
        for label, name, y, place in zip(labels, names, wanted, _spread(wanted, 0.1, 0.1 + high), strict=True):
            write(page, x, place, label, ha=ha, va="center_baseline", color=INK, label="name", gid=mark_of(name))
            lead = [x + 0.03, side - 0.05] if end == 0 else [inches - side + 0.05, x - 0.03]
            ys = [place, y] if end == 0 else [y, place]
            draw_line(page, lead, ys, color=styles[name].colour, lw=THIN, label="lead", gid=mark_of(name))
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
        draw_line(axes, ends, ends, color=FAINT, lw=THIN, zorder=1, label="diagonal")
        x, y = grid[:, 0], grid[:, place + 1]
        for row, name in reversed(list(enumerate(names))):
            look = styles[name]
            marks: dict[str, Any] = {"marker": look.marker, "markersize": 4.4, "mec": "white", "mew": 0.4}
            ranks = [_rank(x[row], metrics[0]), _rank(y[row], metrics[place + 1])]
            marks |= {"zorder": 4 - row / 1000, "label": "rank", "gid": mark_of(name, value=", ".join(ranks))}
            draw_line(axes, [x[row]], [y[row]], ls="none", color=look.colour, **marks)
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
            draw_line(axes, *lead, color=colour, lw=0.4, zorder=2, **place)
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


RANK_DOTS = Kind(
    id="rank_dots",
    title="Ranks by metric",
    question="Which ranks do the algorithms have on the single datasets, by each metric?",
    stretch=("row", 5.0, 8.0),
)

PLACES_BY_METRIC = Kind(
    id="places_by_metric",
    title="Mean ranks by metric",
    question="Does an algorithm that ranks well by one metric rank well by others?",
    stretch=("height", 0.8, 3.0),
)
