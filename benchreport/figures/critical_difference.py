"""Which algorithms rank best, and which of them were not shown to differ? In one picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import OptionError, TooFewAlgorithmsError, one_of
from benchreport.figures.choose import compared_pairs, one_metric
from benchreport.figures.style import (
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
    paper,
    text_width,
    told_apart,
    write,
)
from benchreport.stats.cliques import in_rank_order, indistinguishable
from benchreport.stats.posthoc import critical_difference
from benchreport.stats.ranks import average_ranks

MOST_ALGORITHMS = 40
SIDES = {-1: "right", 1: "left"}  # how the texts of a column are aligned
FULL_AXIS = 12  # up to so many algorithms the axis shows every possible rank

# Lengths in inches.
MARGIN = 0.06
GAP = 0.06  # between a line, the mean rank and the name
LEAD = 0.18  # least way of a line from the axis to its label
AXIS_LEAST = 2.5
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


def critical_difference_diagram(
    ranks: pl.DataFrame, groups: pl.DataFrame, *, difference: float | None = None, control: str | None = None
) -> Figure:
    """Draw mean ranks on an axis, best on the left, and join by a bar the algorithms not shown to differ.

    Parameters
    ----------
    ranks
        Mean ranks of one group: columns ``algorithm`` and ``mean_rank``, one row per algorithm, at most 40.
    groups
        One row per bar, as :func:`benchreport.stats.cliques.indistinguishable` gives them: ``members``, ``low``,
        ``high``.
    difference
        Critical difference, drawn as a ruler above the axis; only Nemenyi's test has one.
    control
        Algorithm to stand out.

    Examples
    --------
    >>> import benchreport as br
    >>> from benchreport.stats.cliques import indistinguishable
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> ranks = br.average_ranks(scores)
    >>> groups = indistinguishable(ranks, br.nemenyi(scores))
    >>> critical_difference_diagram(ranks, groups, difference=br.critical_difference(4, 14))
    <Figure size 690x...>
    """
    places = in_rank_order(ranks)
    _check(places["algorithm"].to_list(), control)
    labels = _fitted(_labels(places, control))
    scale = _scale(labels, difference)
    bars = _bars(groups, labels, scale)
    roomy = len(labels) <= FULL_AXIS
    row_height, level_height = (0.2, 0.1) if roomy else (0.165, 0.075)
    axis = MARGIN + (0 if difference is None else RULER_HEIGHT) + NUMBERS_HEIGHT
    levels = axis + 0.13
    rows = levels + (0 if not bars else (1 + max(bar.level for bar in bars)) * level_height) + 0.06
    height = rows + max(label.row for label in labels) * row_height + 0.08 + MARGIN
    with paper():
        figure = Figure(figsize=(PAGE_WIDTH, height))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, PAGE_WIDTH), ylim=(height, 0))  # inches, from the top left corner
        axes.set_axis_off()
        _draw_axis(axes, scale, axis)
        if difference is not None:
            _draw_ruler(axes, scale, difference, MARGIN + 0.07)
        for label in labels:
            _draw_label(axes, scale, label, axis, rows + label.row * row_height)
        for bar in bars:
            y = levels + bar.level * level_height
            axes.plot([bar.start, bar.stop], [y, y], color=INK, lw=THICK, solid_capstyle="butt", label="bar", zorder=3)
    return figure


def description(ranks: pl.DataFrame, groups: pl.DataFrame, difference: float | None) -> str:
    """Say in words what the diagram shows, for readers who cannot see it.

    Examples
    --------
    >>> ranks = pl.DataFrame({"algorithm": ["A", "B", "C"], "mean_rank": [1.2, 2.0, 2.8]})
    >>> groups = pl.DataFrame({"members": [["A", "B"], ["B", "C"]], "low": [1.2, 2.0], "high": [2.0, 2.8]})
    >>> print(description(ranks, groups, 0.9))
    Critical difference diagram: mean ranks of 3 algorithms, rank 1 is best. A ranks best (1.20), C worst (2.80). Bars
    join algorithms not shown to differ: A and B; B and C. The critical difference is 0.90.
    """
    places = in_rank_order(ranks)
    names, means = places["algorithm"].to_list(), places["mean_rank"].to_list()
    sentences = [f"Critical difference diagram: mean ranks of {len(names)} algorithms, rank 1 is best."]
    if means and means[0] == means[-1]:
        sentences.append(f"All share the mean rank {means[0]:.2f}.")
    elif means:
        sentences.append(f"{names[0]} ranks best ({means[0]:.2f}), {names[-1]} worst ({means[-1]:.2f}).")
    bars = [_in_words(members, len(names)) for members in groups["members"].to_list()]
    joined = f"Bars join algorithms not shown to differ: {'; '.join(bars)}."
    sentences.append(joined if bars else "There is no bar: any two neighbours in rank differ.")
    if difference is not None:
        sentences.append(f"The critical difference is {difference:.2f}.")
    return " ".join(sentences)


def cd_data(
    table: Any,
    *,
    metric: str | None = None,
    posthoc: str = "wilcoxon",
    adjust: str | None = "holm",
    control: str | None = None,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Give what a critical difference diagram shows: an ``item`` per algorithm, bar and ruler.

    Parameters
    ----------
    table
        Scores without gaps.
    metric
        Which of several metrics.
    posthoc
        The test of all pairs that the bars rest on: "wilcoxon", "nemenyi" or any other.
    adjust
        Adjustment of its p-values, where it has none of its own.
    control
        Algorithm to stand out.
    alpha
        Level of the decisions.
    """
    scores = one_metric(table, metric)
    ranks = average_ranks(scores)
    rows = compared_pairs(scores, posthoc, adjust, alpha=alpha)
    n = ranks["n"].to_list()[0]
    ruled = posthoc == "nemenyi" and ranks.height > 2 and n > 1
    algorithms = in_rank_order(ranks).select(
        pl.lit("algorithm").alias("item"),
        pl.col("algorithm").cast(pl.String),
        "mean_rank",
        is_control=(pl.col("algorithm").cast(pl.String) == control) if control else pl.lit(False),
    )
    bars = indistinguishable(ranks, rows, alpha=alpha).select(pl.lit("bar").alias("item"), "members", "low", "high")
    rulers = [critical_difference(ranks.height, n, alpha=alpha)] if ruled else []
    ruler = pl.DataFrame({"high": rulers}, schema={"high": pl.Float64}).with_columns(item=pl.lit("ruler"))
    return pl.concat([algorithms, bars, ruler], how="diagonal_relaxed")


def cd(numbers: pl.DataFrame) -> Figure:
    """Draw a critical difference diagram from the numbers of :func:`cd_data`."""
    ranks, groups, difference = _parts(numbers)
    named = ranks.filter("is_control").get_column("algorithm").to_list()
    return critical_difference_diagram(ranks, groups, difference=difference, control=named[0] if named else None)


def cd_alt(numbers: pl.DataFrame) -> str:
    """Say in words what a critical difference diagram shows."""
    return description(*_parts(numbers))


def _parts(numbers: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, float | None]:
    of = {item: numbers.filter(pl.col("item") == item) for item in ("algorithm", "bar", "ruler")}
    ruler = of["ruler"].get_column("high").to_list()
    return of["algorithm"], of["bar"], ruler[0] if ruler else None


def _in_words(members: Sequence[str], total: int) -> str:
    if len(members) == total and total > 2:
        return f"all {total}"
    if len(members) > 4:
        return f"the {len(members)} from {members[0]} to {members[-1]}"
    return f"{', '.join(members[:-1])} and {members[-1]}"


def _check(names: Sequence[str], control: str | None) -> None:
    if len(names) < 2:
        raise TooFewAlgorithmsError("a diagram needs two algorithms", hint="give the mean ranks of two or more")
    if len(names) > MOST_ALGORITHMS:
        raise OptionError(
            f"{len(names)} algorithms do not fit into a critical difference diagram",
            hint=f"a table of mean ranks serves better; up to {MOST_ALGORITHMS} can be drawn",
        )
    if control is not None:
        one_of(control, names, name="control")


def _labels(places: pl.DataFrame, control: str | None) -> list[Label]:
    """Share the algorithms out to two columns, outermost ranks on top, so that no lines cross."""
    names, means = places["algorithm"].to_list(), places["mean_rank"].to_list()
    half = (len(names) + 1) // 2
    return [
        Label(
            name=name,
            rank=mean,
            side=-1 if place < half else 1,
            row=place if place < half else len(names) - 1 - place,
            is_control=name == control,
        )
        for place, (name, mean) in enumerate(zip(names, means, strict=True))
    ]


def _fitted(labels: Sequence[Label]) -> list[Label]:
    """Shorten names so that the axis keeps a readable width; a column may use what the other leaves free."""
    numbers = sum(_widest(labels, side)[1] for side in (-1, 1))
    room = PAGE_WIDTH - 2 * (MARGIN + 2 * GAP + LEAD) - numbers - AXIS_LEAST
    widest = max(room / 2, room - min(_widest(labels, side)[0] for side in (-1, 1)))
    weight: Weight = "bold" if any(label.is_control for label in labels) else "normal"
    names = told_apart([label.name for label in labels], widest, weight=weight)
    return [replace(label, name=name) for label, name in zip(labels, names, strict=True)]


def _widest(labels: Sequence[Label], side: int) -> tuple[float, float]:
    """Measure the names and the numbers of a column."""
    column = [label for label in labels if label.side == side]
    names = max(text_width(label.name, weight=label.weight) for label in column)
    numbers = max(text_width(label.number, weight=label.weight) for label in column)
    return names, numbers


def _scale(labels: Sequence[Label], difference: float | None) -> Scale:
    """Lay the axis between the two columns."""
    first, last = math.floor(min(label.rank for label in labels)), math.ceil(max(label.rank for label in labels))
    if len(labels) <= FULL_AXIS:
        first, last = min(first, 1), max(last, len(labels))
    last = max(last, first + 1)
    names = {side: MARGIN + _widest(labels, side)[0] for side in (-1, 1)}  # from the edge of the page
    lines = {side: names[side] + 2 * GAP + _widest(labels, side)[1] for side in (-1, 1)}
    start, stop = lines[-1] + LEAD, PAGE_WIDTH - lines[1] - LEAD
    unit = (stop - start) / (last - first)
    if difference:  # a ruler longer than the page shrinks the axis
        room = PAGE_WIDTH - MARGIN - start - GAP - text_width(_value(difference), SMALL_SIZE)
        unit = min(unit, room / difference)
    return Scale(
        first=first,
        last=last,
        start=start,
        unit=unit,
        lines={-1: lines[-1], 1: PAGE_WIDTH - lines[1]},
        names={-1: names[-1], 1: PAGE_WIDTH - names[1]},
    )


def _bars(groups: pl.DataFrame, labels: Sequence[Label], scale: Scale) -> list[Bar]:
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


def _draw_axis(axes: Axes, scale: Scale, y: float) -> None:
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


def _draw_ruler(axes: Axes, scale: Scale, difference: float, y: float) -> None:
    start, stop = scale.start, scale.start + difference * scale.unit
    axes.plot([start, stop], [y, y], color=INK, lw=MEDIUM, solid_capstyle="butt", label="ruler")
    for x in (start, stop):
        axes.plot([x, x], [y - TICK, y + TICK], color=INK, lw=MEDIUM, solid_capstyle="butt", label="ruler end")
    write(axes, stop + GAP, y, _value(difference), size=SMALL_SIZE, va="center_baseline", label="ruler value")


def _value(difference: float) -> str:
    return f"CD = {difference:.2f}"


def _draw_label(axes: Axes, scale: Scale, label: Label, top: float, y: float) -> None:
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
