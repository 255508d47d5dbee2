"""Where does everything go on the page? Margins and legends in inches, from measured text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import one_of
from benchreport.figures.style import (
    COLUMN_WIDTH,
    FONT_SIZE,
    INK,
    MEDIUM,
    MUTED,
    PAGE_WIDTH,
    PALETTE,
    SMALL_SIZE,
    text_width,
    told_apart,
    write,
)

Width = Literal["column", "page"]
WIDTHS: Mapping[str, float] = {"column": COLUMN_WIDTH, "page": PAGE_WIDTH}
MANY_MARKS = 500  # above so many marks a layer is stored as pixels
LOG_SPAN = 1000.0  # positive values that span so much want a logarithmic axis

# Lengths in inches.
EDGE = 0.06
LINE = 0.16  # height of a line of text
TICK_PAD = 0.07  # between an axis and its tick labels
SWATCH = 0.26  # the line or mark of a legend entry
ENTRY_GAP = 0.16

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h", "d", "p")
DASHES: tuple[Any, ...] = ("-", (0, (4, 1.5)), (0, (1, 1)), (0, (4, 1.2, 1, 1.2)), (0, (6, 1.2, 1, 1.2, 1, 1.2)))


OWN_COLOURS: ContextVar[Mapping[str, str]] = ContextVar("OWN_COLOURS", default={})  # noqa: B039  (never written to)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How one algorithm is drawn in every figure of a report: told apart by colour, mark and dash."""

    colour: str
    marker: str
    dash: Any


@contextmanager
def coloured(colours: Mapping[str, str]) -> Iterator[None]:
    """Draw algorithms in colours of the user's choice.

    Examples
    --------
    >>> with coloured({"kNN": "#AA3377"}):
    ...     looks(["kNN", "C4.5"])["kNN"].colour
    '#AA3377'
    """
    before = OWN_COLOURS.set(colours)
    try:
        yield
    finally:
        OWN_COLOURS.reset(before)


def looks(algorithms: Iterable[str]) -> dict[str, Look]:
    """Give every algorithm its look; it depends on the sorted names alone, so all figures agree.

    Examples
    --------
    >>> looks(["kNN", "C4.5"])["C4.5"]
    Look(colour='#000000', marker='o', dash='-')
    """
    own = OWN_COLOURS.get()
    taken = {colour.upper() for colour in own.values()}
    # Yellow is too faint for lines, and what the user chose for one is given to no other.
    colours = [colour for colour in PALETTE[:-1] if colour not in taken] or PALETTE[:-1]
    names = sorted(set(map(str, algorithms)))
    return {
        name: Look(
            colour=own.get(name, colours[i % len(colours)]),
            marker=MARKERS[i % len(MARKERS)],
            dash=DASHES[(i // len(colours)) % len(DASHES)],
        )
        for i, name in enumerate(names)
    }


def width_of(width: Width | float) -> float:
    """Turn "column", "page" or inches into inches.

    Examples
    --------
    >>> width_of("column"), width_of(5)
    (3.5, 5.0)
    """
    if isinstance(width, str):
        one_of(width, WIDTHS, name="width")
        return WIDTHS[width]
    return float(width)


def sheet(
    width: float, height: float, *, left: float = EDGE, right: float = EDGE, top: float = EDGE, bottom: float = EDGE
) -> tuple[Figure, Axes]:
    """Open a figure of so many inches with one set of axes inside the margins. Call it within ``paper()``.

    Examples
    --------
    >>> figure, axes = sheet(3.5, 2.0, left=0.5, bottom=0.4)
    >>> [round(float(edge), 3) for edge in axes.get_position().bounds]
    [0.143, 0.2, 0.84, 0.77]
    """
    figure = Figure(figsize=(width, height))
    box = (left / width, bottom / height, (width - left - right) / width, (height - top - bottom) / height)
    return figure, figure.add_axes(box)


def fitted(names: Sequence[str], inches: float, size: float = SMALL_SIZE) -> list[str]:
    """Shorten names to a width, so that different ones stay different."""
    return told_apart([str(name) for name in names], inches, size)


def widest(texts: Iterable[str], size: float = SMALL_SIZE) -> float:
    """Measure the widest of several texts in inches; 0 without any."""
    return max((text_width(str(text), size) for text in texts), default=0.0)


def name_ticks(axes: Axes, names: Sequence[str], *, side: Literal["x", "y"] = "y", **looks: Any) -> None:
    """Write names as they are beside the ticks 0, 1, 2, ... of an axis, in fonts that can show them.

    On the y axis names end at the axis; on the x axis they are centred below it. Make room with :func:`widest`.
    """
    places = np.arange(len(names))
    scale = (axes.set_xticks, axes.set_yticks)[side == "y"]
    scale(places, [""] * len(names))
    size = looks.pop("size", SMALL_SIZE)
    for place, name in zip(places, names, strict=True):
        if side == "y":
            inches = axes.figure.get_size_inches()[0] * axes.get_position().width  # type: ignore[union-attr]
            at: Any = {"ha": "right", "va": "center_baseline", "transform": axes.get_yaxis_transform()}
            write(axes, -TICK_PAD / inches, float(place), name, size=size, label="tick name", **at, **looks)
        else:
            inches = axes.figure.get_size_inches()[1] * axes.get_position().height  # type: ignore[union-attr]
            at = {"ha": "center", "va": "top", "transform": axes.get_xaxis_transform()}
            write(axes, float(place), -TICK_PAD / inches, name, size=size, label="tick name", **at, **looks)


def metric_label(metric: str, direction: str | None) -> str:
    """Name a metric on an axis, with the way that is better.

    Examples
    --------
    >>> metric_label("accuracy", "higher"), metric_label("log_loss", "lower"), metric_label("share", None)
    ('accuracy (higher is better)', 'log_loss (lower is better)', 'share')
    """
    return f"{metric} ({direction} is better)" if direction in ("higher", "lower") else metric


def wants_log(values: pl.Series) -> bool:
    """Tell values that span so many orders of magnitude that a linear axis would hide most of them.

    Examples
    --------
    >>> wants_log(pl.Series([0.1, 5000.0])), wants_log(pl.Series([0.0, 5000.0]))
    (True, False)
    """
    low, high = values.drop_nulls().min(), values.drop_nulls().max()
    return bool(low is not None and low > 0 and high / low > LOG_SPAN)  # type: ignore[operator]


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend:
    """A legend laid out in rows across a width: entry names and their places in inches from its left top corner."""

    names: tuple[str, ...]
    labels: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    height: float


def legend_of(names: Sequence[str], width: float, size: float = SMALL_SIZE) -> Legend:
    """Lay out a legend in columns below a figure; ask for its height before the figure is opened.

    Examples
    --------
    >>> legend_of(["kNN", "C4.5"], 3.0).height
    0.16
    """
    labels = fitted(names, width - SWATCH - ENTRY_GAP, size)
    step = SWATCH + widest(labels, size) + ENTRY_GAP
    across = max(1, min(len(labels), int((width + ENTRY_GAP) // step)))
    down = -(-len(labels) // across)
    # Columns are filled downwards, as a list is read.
    places = tuple(((i // down) * step, (i % down) * LINE) for i in range(len(labels)))
    return Legend(names=tuple(map(str, names)), labels=tuple(labels), places=places, height=down * LINE)


def draw_legend(
    figure: Figure, legend: Legend, styles: Mapping[str, Look], *, left: float, bottom: float, lines: bool = True
) -> None:
    """Draw a legend with its lower left corner at these inches; lines with their marks, or marks alone."""
    width, height = figure.get_size_inches()
    axes = figure.add_axes((0, 0, 1, 1), label="legend")
    axes.set(xlim=(0, width), ylim=(0, height))
    axes.set_axis_off()
    for name, text, (x, down) in zip(legend.names, legend.labels, legend.places, strict=True):
        look = styles[name]
        y = bottom + legend.height - down - LINE / 2
        ends = [left + x, left + x + SWATCH - 0.08]
        if lines:
            axes.plot(ends, [y, y], color=look.colour, ls=look.dash, lw=MEDIUM)
        axes.plot([sum(ends) / 2], [y], color=look.colour, marker=look.marker, ls="none", markersize=3.5)
        write(axes, left + x + SWATCH, y, text, size=SMALL_SIZE, va="center_baseline", color=INK, label="legend")


def footnote(figure: Figure, text: str) -> None:
    """Write a small line, such as how many datasets a figure shows, into the lower right corner."""
    width, height = figure.get_size_inches()
    axes = figure.add_axes((0, 0, 1, 1), label="footnote")
    axes.set(xlim=(0, width), ylim=(0, height))
    axes.set_axis_off()
    looks: dict[str, Any] = {"size": SMALL_SIZE, "color": MUTED, "ha": "right", "va": "bottom"}
    write(axes, width - EDGE, 0.03, text, label="footnote", **looks)


def tick_texts(axes: Axes, side: Literal["x", "y"]) -> list[str]:
    """List the tick labels that an axis will show within its limits, once its limits are set."""
    axis = axes.xaxis if side == "x" else axes.yaxis
    low, high = sorted(axis.get_view_interval())
    places = [place for place in axis.get_majorticklocs() if low - 1e-9 <= place <= high + 1e-9]
    return [str(text) for text in axis.get_major_formatter().format_ticks(places)]


def label_axes(axes: Axes, x: str = "", y: str = "", size: float = FONT_SIZE) -> None:
    """Name the axes; texts are shown as written."""
    if x:
        axes.set_xlabel(x, fontsize=size, parse_math=False)
    if y:
        axes.set_ylabel(y, fontsize=size, parse_math=False)
