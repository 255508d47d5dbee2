"""The page in inches, measured from its texts: widths, margins, layers, names at ticks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from benchreport.errors import one_of
from benchreport.figures.marks import mark_of
from benchreport.figures.style import COLUMN_WIDTH, PAGE_WIDTH, empty_figure, text_width, write
from benchreport.venues import VenueWidth, named_widths

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Width = Literal["column", "page"] | VenueWidth
Point = tuple[float, float]
Side = Literal["x", "y"]
WIDTHS: Mapping[str, float] = {"column": COLUMN_WIDTH, "page": PAGE_WIDTH, **named_widths()}
MANY = 500  # above so many marks a layer is stored as pixels

# Lengths in inches.
TALLEST = 9.0
EDGE = 0.06
LINE = 0.16  # height of a line of text
TICK_PAD = 0.07  # between an axis and its tick labels


def width_of(width: Width | float) -> float:
    """Return "column", "page", a width of a venue or inches in inches.

    Examples
    --------
    >>> width_of("column"), width_of("icml*"), width_of(5)
    (3.5, 6.75, 5.0)
    """
    if isinstance(width, str):
        one_of(width, WIDTHS, name="width")
        return WIDTHS[width]
    return float(width)


def sheet(
    width: float, height: float, *, left: float = EDGE, right: float = EDGE, top: float = EDGE, bottom: float = EDGE
) -> tuple[Figure, Axes]:
    """Return a figure of so many inches with one set of axes inside the margins. Call it within ``paper()``.

    Examples
    --------
    >>> figure, axes = sheet(3.5, 2.0, left=0.5, bottom=0.4)
    >>> [round(float(edge), 3) for edge in axes.get_position().bounds]
    [0.143, 0.2, 0.84, 0.77]
    """
    figure = empty_figure(width, height)
    box = (left / width, bottom / height, (width - left - right) / width, (height - top - bottom) / height)
    return figure, figure.add_axes(box)


def widest(texts: Iterable[str]) -> float:
    """Return the width of the widest of several texts in inches; 0 without any."""
    return max((text_width(text) for text in texts), default=0.0)


def room_of(names: Iterable[str], title: float = 0.0) -> float:
    """Return how much room names beside an axis take, with the margin and the room of a title."""
    return EDGE + title + widest(names) + TICK_PAD


def overlay(figure: Figure, label: str, layer: int) -> Axes:
    """Return new axes that cover the page in inches, for what lies outside the others; higher layers lie above."""
    width, height = figure.get_size_inches()
    axes = figure.add_axes((0, 0, 1, 1), label=label, zorder=layer)
    axes.set(xlim=(0, width), ylim=(0, height))
    axes.set_axis_off()
    return axes


def page_of(figure: Figure) -> Axes:
    """Return the axes that cover the page in inches, for texts outside the others."""
    return next((axes for axes in figure.axes if axes.get_label() == "page"), None) or overlay(figure, "page", -1)


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


def name_ticks(axes: Axes, names: Sequence[str], *, side: Side = "y", algorithms: Sequence[str] = ()) -> None:
    """Write names as they are beside the ticks 0, 1, 2, ... of an axis, in fonts that can show them.

    On the y axis names end at the axis; on the x axis they are centred below it. Make room with :func:`widest`.
    ``algorithms`` are the whole names where they are of algorithms.
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
        write(axes, x, y, name, gid=mark_of(algorithms[place] if algorithms else None), **looks)
