"""Panel of intervals beside the rows of a table: differences, ratios, wins or mean ranks, better to the right."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from benchreport.figures.comparison.verdict_rows import Row, Rows, is_flipped, row_text
from benchreport.figures.layout.axes import Ends, fitting
from benchreport.figures.layout.looks import Looks
from benchreport.figures.layout.table_picture import AXIS_SIZE, HEAD_SIZE, MM, text_mm
from benchreport.figures.marks import mark_of
from benchreport.figures.style import MUTED, draw_line, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes

EDGE_PAD = 0.05
# Ends of an axis of ratios, and the ratios numbered on it.
RATIO_ENDS: Mapping[float, tuple[float, ...]] = {
    1.02: (0.98, 0.99, 1, 1.01, 1.02),
    1.1: (0.91, 0.95, 1, 1.05, 1.1),
    1.25: (0.8, 0.9, 1, 1.1, 1.25),
    2.0: (0.5, 0.6, 0.8, 1, 1.25, 1.5, 2),
    10.0: (0.1, 0.2, 0.5, 1, 2, 5, 10),
    1000.0: (0.001, 0.01, 0.1, 1, 10, 100, 1000),
}
USUAL_RATIO = 2.0


def panel_head(rows: Rows, *, short: bool = False) -> str:
    """Return what the panel shows: differences, ratios or wins, and from or against whom."""
    first = rows[0]
    focus = next(str(item["algorithm"]) for item in rows if item["is_focus"])
    heads = {
        "difference": f"difference from {focus}",
        "ratio": f"ratio to {focus}" if short else f"{first['metric']}, as a ratio to {focus}",
        "wins": f"share won against {focus}" if short else f"share of datasets won against {focus}",
        "ranks": f"mean rank minus that of {focus}",
    }
    return heads[first["terms"]]


def draw_panel(
    axes: Axes, rows: Rows, styles: Looks, wide: float, places: Sequence[float], *, size: float = 5.0
) -> None:
    """Draw the intervals of rows at their places in a panel of so many mm, around the line of no difference."""
    first = rows[0]
    log = first["terms"] == "ratio"
    low, high = _ends(rows)
    axes.set_xlim((high, low) if is_flipped(first["terms"], first["direction"]) else (low, high))
    ticks, texts = _ticks(rows, (low, high), wide)
    axes.xaxis.minorticks_off()
    axes.set_xticks(ticks, texts, fontsize=AXIS_SIZE)
    focus = next(item for item in rows if item["is_focus"])
    ink = styles[focus["algorithm"]].colour
    null = _scaled(first["null_value"], log)
    axes.axvline(null, color=ink, lw=0.8, zorder=1, label="null")
    for y, item in zip(places, rows, strict=True):
        if item["is_focus"]:
            gid = mark_of(item["algorithm"], value=row_text(item))
            draw_line(axes, [null], [y], "D", ms=size - 0.4, color=ink, mec="none", zorder=5, label="focus", gid=gid)
        elif item["estimate"] is not None:
            draw_interval(axes, y, item, styles[item["algorithm"]].colour, (low, high), log=log, size=size)


def draw_interval(
    axes: Axes, y: float, item: Row, ink: str, ends: Ends, *, log: bool = False, size: float = 5.0
) -> None:
    """Draw the interval of all comparisons thin, that of the comparison alone thick, and the estimate as a ring or dot.

    Rings stand where a limit was cut at the null value. An interval that goes on beyond the axis ends in a small arrow,
    an estimate beyond it is a large one.
    """
    low, high = ends
    inside = {name: _within(_scaled(item[name], log), ends) for name in ("low", "high", "single_low", "single_high")}
    estimate = _scaled(item["estimate"], log)
    gid = mark_of(item["algorithm"], value=row_text(item))
    for first, last, width, label in (
        ("low", "high", 0.8, "interval"),
        ("single_low", "single_high", 0.52 * size, "single"),
    ):
        span = [inside[first], inside[last]]
        if None not in span and (low <= estimate <= high or span[0] != span[1]):
            line: dict[str, Any] = {"color": ink, "lw": width, "solid_capstyle": "butt", "zorder": 2 + (width > 1)}
            draw_line(axes, span, [y, y], label=label, gid=gid, **line)
    for name in ("low", "high"):
        if item[f"{name}_open"]:
            ring: dict[str, Any] = {"ms": 3.0, "mfc": "white", "mec": ink, "mew": 0.7, "zorder": 6, "label": "cut"}
            draw_line(axes, [inside[name]], [y], "o", gid=gid, **ring)
    before, after = axes.get_xlim()
    for name, edge, beyond in (("low", low, estimate >= low), ("high", high, estimate <= high)):
        limit = _scaled(item[name], log)
        if beyond and limit is not None and inside[name] != limit:
            arrow = ">" if edge == after else "<"
            tip: dict[str, Any] = {"ms": 3.5, "mfc": ink, "mec": ink, "mew": 0, "zorder": 4, "clip_on": False}
            draw_line(axes, [edge], [y], arrow, label="goes on", gid=gid, **tip)
    look: dict[str, Any] = {"mfc": ink if item["differs"] else "white", "mec": ink, "gid": gid, "clip_on": False}
    if low <= estimate <= high:
        draw_line(axes, [estimate], [y], "o", ms=size, mew=1.2, zorder=5, label="estimate", **look)
        return
    edge = low if estimate < low else high
    arrow = ">" if edge == after else "<"
    draw_line(axes, [edge], [y], arrow, ms=size + 0.5, mew=0.9, zorder=6, label="beyond", **look)
    if inside["low"] is None or inside["low"] == inside["high"]:
        tail = edge + 0.07 * (before - after if edge == after else after - before)
        draw_line(axes, [edge, tail], [y, y], color=ink, lw=0.8, gid=gid)


def _scaled(value: float | None, log: bool) -> Any:
    return math.log(value) if log and value else value if not log else None


def _within(value: float | None, ends: Ends) -> Any:
    return None if value is None else min(max(value, ends[0]), ends[1])


def _values(rows: Rows) -> list[float]:
    names = ("estimate", "low", "high", "single_low", "single_high")
    return [item[name] for item in rows for name in names if item[name] is not None]


def _ends(rows: Rows) -> Ends:
    """Return the ends of the axis around all intervals and the null value; shares of wins lie between 0 and 1."""
    first, values = rows[0], _values(rows)
    if first["terms"] == "wins":
        return -0.03, 1.03
    if first["terms"] == "ratio":
        reach = math.log(_ratio_reach(rows)) * (1 + EDGE_PAD)
        return -reach, reach
    low, high = min([0.0, *values]), max([0.0, *values])
    pad = EDGE_PAD * (high - low) or 0.5
    return low - pad, high + pad


def _ratio_reach(rows: Rows) -> float:
    """Return how far an axis of ratios reaches: around all intervals, up to 2 unless most estimates lie beyond."""
    sizes = [max(value, 1 / value) for value in _values(rows) if value > 0]
    estimates = sorted(max(item["estimate"], 1 / item["estimate"]) for item in rows if item["estimate"])
    middle = estimates[(len(estimates) - 1) // 2] if estimates else 1.0
    usual = [reach for reach in RATIO_ENDS if reach <= USUAL_RATIO]
    if middle <= USUAL_RATIO:
        return next((reach for reach in usual if reach >= max(sizes, default=1.0)), USUAL_RATIO)
    return next((reach for reach in RATIO_ENDS if reach >= middle), max(RATIO_ENDS))


def _ticks(rows: Rows, ends: Ends, wide: float) -> tuple[list[float], list[str]]:
    if rows[0]["terms"] == "ratio":
        ratios = RATIO_ENDS[_ratio_reach(rows)]
        return [math.log(ratio) for ratio in ratios], [f"{ratio:g}" for ratio in ratios]
    return fitting(ends, wide / MM, across=True)


def write_ways(page: Axes, rows: Rows, left: float, right: float, y: float) -> None:
    """Write below the panel which way is better, and what the axis shows where there is room."""
    first = rows[0]
    place: dict[str, Any] = {"va": "center_baseline"}
    title = f"difference in {first['metric']}"
    title = {"ratio": "log scale", "ranks": "difference of mean ranks", "wins": ""}.get(first["terms"], title)
    sides = "← worse", "better →"
    for x, text, way in ((left, sides[0], "left"), (right, sides[1], "right")):
        write(page, x, y, text, size=AXIS_SIZE, color=MUTED, ha=way, label="way", **place)
    room = right - left - sum(text_mm(side, AXIS_SIZE) for side in sides) - 4
    if title and text_mm(title, HEAD_SIZE) <= room:
        write(page, (left + right) / 2, y, title, size=HEAD_SIZE, ha="center", label="axis title", **place)
