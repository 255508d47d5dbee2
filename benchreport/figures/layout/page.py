"""Where does everything go on the page? Margins and legends in inches, from measured text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import one_of
from benchreport.figures.style import COLUMN_WIDTH, INK, MEDIUM, PAGE_WIDTH, PALETTE, fitted, text_width, write

Width = Literal["column", "page"]
WIDTHS: Mapping[str, float] = {"column": COLUMN_WIDTH, "page": PAGE_WIDTH}
MANY_MARKS = 500  # above so many marks a layer is stored as pixels

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
    """Return every algorithm its look; it depends on the sorted names alone, so all figures agree.

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


def widest(texts: Iterable[str]) -> float:
    """Measure the widest of several texts in inches; 0 without any."""
    return max((text_width(text) for text in texts), default=0.0)


def overlay(figure: Figure, label: str) -> Axes:
    """Open axes that cover the page in inches, for what lies outside the others."""
    width, height = figure.get_size_inches()
    axes = figure.add_axes((0, 0, 1, 1), label=label)
    axes.set(xlim=(0, width), ylim=(0, height))
    axes.set_axis_off()
    return axes


def figure_of(axes: Axes) -> Figure:
    """Return the figure that axes are drawn in."""
    return axes.figure.get_figure(root=True)


def size_of(axes: Axes) -> tuple[float, float]:
    """Return the width and the height of axes in inches.

    Examples
    --------
    >>> [round(side, 3) for side in size_of(sheet(3.5, 2.0, left=0.5, bottom=0.4)[1])]
    [2.94, 1.54]
    """
    width, height = figure_of(axes).get_size_inches()
    box = axes.get_position()
    return float(width * box.width), float(height * box.height)


def name_ticks(axes: Axes, names: Sequence[str], *, side: Literal["x", "y"] = "y") -> None:
    """Write names as they are beside the ticks 0, 1, 2, ... of an axis, in fonts that can show them.

    On the y axis names end at the axis; on the x axis they are centred below it. Make room with :func:`widest`.
    """
    wide, high = size_of(axes)
    looks: dict[str, Any] = {"label": "tick name"}
    if side == "y":
        axes.set_yticks(range(len(names)), [""] * len(names))
        looks |= {"ha": "right", "va": "center_baseline", "transform": axes.get_yaxis_transform()}
    else:
        axes.set_xticks(range(len(names)), [""] * len(names))
        looks |= {"ha": "center", "va": "top", "transform": axes.get_xaxis_transform()}
    for place, name in enumerate(names):
        x, y = (-TICK_PAD / wide, place) if side == "y" else (place, -TICK_PAD / high)
        write(axes, x, y, name, **looks)


def metric_label(metric: str, direction: str | None) -> str:
    """Name a metric on an axis, with the way that is better.

    Examples
    --------
    >>> metric_label("accuracy", "higher"), metric_label("log_loss", "lower"), metric_label("share", None)
    ('accuracy (higher is better)', 'log_loss (lower is better)', 'share')
    """
    return f"{metric} ({direction} is better)" if direction in ("higher", "lower") else metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend:
    """A legend laid out in rows across a width: entry names and their places in inches from its left top corner."""

    names: tuple[str, ...]
    labels: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    height: float


def legend_of(names: Sequence[str], width: float) -> Legend:
    """Lay out a legend in columns below a figure; ask for its height before the figure is opened.

    Examples
    --------
    >>> legend_of(["kNN", "C4.5"], 3.0).height
    0.16
    """
    labels = fitted(names, width - SWATCH - ENTRY_GAP)
    step = SWATCH + widest(labels) + ENTRY_GAP
    across = max(1, min(len(labels), int((width + ENTRY_GAP) // step)))
    down = -(-len(labels) // across)
    # Columns are filled downwards, as a list is read.
    places = tuple(((i // down) * step, (i % down) * LINE) for i in range(len(labels)))
    return Legend(names=tuple(map(str, names)), labels=tuple(labels), places=places, height=down * LINE)


def draw_legend(
    figure: Figure, legend: Legend, styles: Mapping[str, Look], *, left: float, bottom: float, lw: float = MEDIUM
) -> None:
    """Draw a legend with its lower left corner at these inches; lines so wide with their marks, or marks alone."""
    axes = overlay(figure, "legend")
    for name, text, (x, down) in zip(legend.names, legend.labels, legend.places, strict=True):
        look = styles[name]
        y = bottom + legend.height - down - LINE / 2
        ends = [left + x, left + x + SWATCH - 0.08]
        if lw:
            axes.plot(ends, [y, y], color=look.colour, ls=look.dash, lw=lw)
        axes.plot([sum(ends) / 2], [y], color=look.colour, marker=look.marker, ls="none", markersize=3.5)
        write(axes, left + x + SWATCH, y, text, va="center_baseline", color=INK, label="legend")
