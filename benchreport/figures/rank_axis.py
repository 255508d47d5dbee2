"""Where do mean ranks, names and bars go on the axis of a critical difference diagram?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes

from benchreport.figures.remarks import side_by_side
from benchreport.figures.style import (
    COLUMN_WIDTH,
    FAINT,
    HIGHLIGHT,
    INK,
    MEDIUM,
    MUTED,
    PAGE_WIDTH,
    SMALL_SIZE,
    THICK,
    THIN,
    Weight,
    text_width,
    told_apart,
    write,
)

SIDES = {-1: "right", 1: "left"}  # how the texts of a column are aligned
FULL_AXIS = 12  # up to so many algorithms the axis shows every possible rank

# Lengths in inches.
MARGIN = 0.06
GAP = 0.06  # between a line, the mean rank and the name
LEAD = 0.18  # least way of a line from the axis to its label
AXIS_LEAST = (2.5, 0.8)  # on a page and in a column
TICK = 0.045
TICK_PITCH = 0.19  # least distance of two numbers on the axis
RULER_HEIGHT = 0.2
NUMBERS_HEIGHT = 0.2
OVERHANG = 0.03  # how far a bar reaches beyond its outer members, where there is room
BAR_GAP = 0.08  # least distance of two bars on one level


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """An algorithm in one of the two columns: left the better half, right the worse."""

    name: str
    rank: float
    side: int  # -1 left, 1 right
    row: int  # 0 is on top
    is_control: bool
    letters: str | None = None  # those it shares with algorithms it was not shown to differ from

    @property
    def number(self) -> str:
        """The mean rank as printed."""
        return f"{self.rank:.2f}"

    @property
    def weight(self) -> Weight:
        """The control stands out."""
        return "bold" if self.is_control else "normal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Where ranks lie across the page, in inches."""

    first: int
    last: int
    start: float
    unit: float
    lines: Mapping[int, float]  # where lines end, by side
    names: Mapping[int, float]  # where names begin, by side

    def at(self, rank: float) -> float:
        """Give the place of a rank; the best is on the left."""
        return self.start + (rank - self.first) * self.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A group of algorithms that were not shown to differ."""

    start: float
    stop: float
    level: int


def labels_of(places: pl.DataFrame, control: str | None) -> list[Label]:
    """Share the algorithms out to two columns, outermost ranks on top, so that no lines cross."""
    names, means = places["algorithm"].to_list(), places["mean_rank"].to_list()
    shared = places["letters"].to_list() if "letters" in places.columns else [None] * len(names)
    half = (len(names) + 1) // 2
    return [
        Label(
            name=name,
            rank=mean,
            side=-1 if place < half else 1,
            row=place if place < half else len(names) - 1 - place,
            is_control=name == control,
            letters=letters,
        )
        for place, (name, mean, letters) in enumerate(zip(names, means, shared, strict=True))
    ]


def fitted_labels(labels: Sequence[Label], width: float) -> list[Label]:
    """Shorten names so that the axis keeps a readable width; a column may use what the other leaves free."""
    weight: Weight = "bold" if any(label.is_control for label in labels) else "normal"
    endings = [f" ({label.letters})" if label.letters else "" for label in labels]
    longest = max(text_width(ending, weight=weight) if ending else 0.0 for ending in endings)
    numbers = sum(_widest(labels, side)[1] for side in (-1, 1))
    room = width - 2 * (MARGIN + 2 * GAP + LEAD + longest) - numbers - _axis_least(width)
    widest = max(room / 2, room - min(_widest(labels, side)[0] for side in (-1, 1)))
    names = told_apart([label.name for label in labels], widest, weight=weight)
    joined = [side_by_side(name, ending) if ending else name for name, ending in zip(names, endings, strict=True)]
    return [replace(label, name=name) for label, name in zip(labels, joined, strict=True)]


def _axis_least(width: float) -> float:
    """Keep the axis wide enough to read ranks from it; a narrow figure gives more of its width to the names."""
    return float(np.interp(width, (COLUMN_WIDTH, PAGE_WIDTH), AXIS_LEAST[::-1]))


def _widest(labels: Sequence[Label], side: int) -> tuple[float, float]:
    """Measure the names and the numbers of a column."""
    column = [label for label in labels if label.side == side]
    names = max(text_width(label.name, weight=label.weight) for label in column)
    numbers = max(text_width(label.number, weight=label.weight) for label in column)
    return names, numbers


def scale_of(labels: Sequence[Label], difference: float | None, width: float) -> Scale:
    """Lay the axis between the two columns."""
    first, last = math.floor(min(label.rank for label in labels)), math.ceil(max(label.rank for label in labels))
    if len(labels) <= FULL_AXIS:
        first, last = min(first, 1), max(last, len(labels))
    last = max(last, first + 1)
    names = {side: MARGIN + _widest(labels, side)[0] for side in (-1, 1)}  # from the edge of the page
    lines = {side: names[side] + 2 * GAP + _widest(labels, side)[1] for side in (-1, 1)}
    start, stop = lines[-1] + LEAD, width - lines[1] - LEAD
    unit = (stop - start) / (last - first)
    if difference:  # a ruler longer than the page shrinks the axis
        room = width - MARGIN - start - GAP - text_width(_value(difference), SMALL_SIZE)
        unit = min(unit, room / difference)
    return Scale(
        first=first,
        last=last,
        start=start,
        unit=unit,
        lines={-1: lines[-1], 1: width - lines[1]},
        names={-1: names[-1], 1: width - names[1]},
    )


def bars_of(groups: pl.DataFrame, labels: Sequence[Label], scale: Scale) -> list[Bar]:
    """Put the bars on as few levels as possible, none touching another."""
    ranks = [label.rank for label in labels]
    ends = []
    for low, high in groups.select("low", "high").rows():
        before = max((rank for rank in ranks if rank < low), default=-math.inf)
        after = min((rank for rank in ranks if rank > high), default=math.inf)
        # A bar must not seem to reach an algorithm that is no member.
        ends.append((scale.at(low) - _overhang(low - before, scale), scale.at(high) + _overhang(after - high, scale)))
    bars: list[Bar] = []
    taken: list[float] = []  # where the last bar of each level stops
    for start, stop in sorted(ends):
        level = next((level for level, end in enumerate(taken) if end + BAR_GAP <= start), len(taken))
        taken[level : level + 1] = [stop]
        bars.append(Bar(start=start, stop=stop, level=level))
    return bars


def _overhang(distance: float, scale: Scale) -> float:
    return max(0.01, min(OVERHANG, 0.4 * distance * scale.unit))


def draw_axis(axes: Axes, scale: Scale, y: float) -> None:
    """Draw the axis of ranks with as many numbers as fit, and say which end is better."""
    start, stop = scale.at(scale.first), scale.at(scale.last)
    axes.plot([start, stop], [y, y], color=INK, lw=MEDIUM, solid_capstyle="projecting", label="axis", zorder=4)
    step = next(step for step in (1, 2, 5, 10, 20, 50) if step * scale.unit >= TICK_PITCH or step == 50)
    for rank in range(scale.first, scale.last + 1):
        # Every second rank is counted from 1 where the axis has it, every fifth or tenth from 0.
        numbered = (rank - (scale.first == 1 and step == 2)) % step == 0 or rank == 1
        x, length = scale.at(rank), TICK if numbered else TICK / 2
        axes.plot([x, x], [y, y - length], color=INK, lw=THIN, label="tick", zorder=4)
        if numbered:
            write(axes, x, y - TICK - 0.02, str(rank), size=SMALL_SIZE, ha="center", va="bottom", label="number")
    looks: dict[str, Any] = {"size": SMALL_SIZE, "color": MUTED, "va": "center_baseline", "label": "end"}
    write(axes, start - GAP, y, "better", ha="right", **looks)
    write(axes, stop + GAP, y, "worse", ha="left", **looks)


def draw_ruler(axes: Axes, scale: Scale, difference: float, y: float) -> None:
    """Draw the critical difference to scale."""
    start, stop = scale.start, scale.start + difference * scale.unit
    axes.plot([start, stop], [y, y], color=INK, lw=MEDIUM, solid_capstyle="butt", label="ruler")
    for x in (start, stop):
        axes.plot([x, x], [y - TICK, y + TICK], color=INK, lw=MEDIUM, solid_capstyle="butt", label="ruler end")
    write(axes, stop + GAP, y, _value(difference), size=SMALL_SIZE, va="center_baseline", label="ruler value")


def draw_band(axes: Axes, scale: Scale, ends: tuple[float, float], y: float) -> None:
    """Mark on the axis how far from the control mean ranks are not shown to differ; beyond the axis it is cut."""
    low, high = (min(max(end, scale.first), scale.last) for end in ends)
    start, stop = scale.at(low), scale.at(high)
    looks: dict[str, Any] = {"color": HIGHLIGHT, "solid_capstyle": "butt", "zorder": 5}
    axes.plot([start, stop], [y, y], lw=THICK, label="band", **looks)
    for end, x in zip(ends, (start, stop), strict=True):
        if scale.first <= end <= scale.last:
            axes.plot([x, x], [y - TICK, y + TICK], lw=MEDIUM, label="band end", **looks)


def _value(difference: float) -> str:
    return f"CD = {difference:.2f}"


def draw_label(axes: Axes, scale: Scale, label: Label, top: float, y: float) -> None:
    """Lead a line from the axis down and out to the mean rank and the name."""
    x, end = scale.at(label.rank), scale.lines[label.side]
    line, number, name = (HIGHLIGHT,) * 3 if label.is_control else (FAINT, MUTED, INK)
    width, layer = (MEDIUM, 2.5) if label.is_control else (THIN, 2)
    axes.plot([x, x, end], [top, y, y], color=line, lw=width, solid_joinstyle="miter", label="line", zorder=layer)
    looks: dict[str, Any] = {"weight": label.weight, "va": "center_baseline", "ha": SIDES[label.side]}
    write(axes, scale.names[label.side], y, label.name, color=name, label="name", **looks)
    # Numbers end in one line in both columns, so that their points stand below each other.
    looks["ha"], edge = "right", end if label.side < 0 else scale.names[label.side]
    write(axes, edge - GAP, y, label.number, color=number, label="mean rank", **looks)
