"""Sheets that figures are drawn on: rows with names, a plane of two axes, panels side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal

from benchreport.figures.layout.axes import AXIS_HIGH, Ends, axis_title, gridded, left_of, ruled, write_title
from benchreport.figures.layout.looks import Legend, Looks, draw_legend, legend_of
from benchreport.figures.layout.notes import FOOT_HIGH, foot, headed, note_high, note_lines, write_note
from benchreport.figures.layout.page import EDGE, LINE, TALLEST, Side, name_ticks, page_of, room_of, sheet
from benchreport.figures.style import INK, MEDIUM, MUTED, empty_figure, fitted, write
from benchreport.records import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Lengths in inches.
FOR_NAMES = 0.42  # of the width, at most for names
ROOMY, TIGHT, CROWDED = 0.21, 0.165, 0.13  # heights of a row; below the last, names do not fit
THINNEST = 0.02
FLATTEST = 0.4  # height of a panel
RIGHT = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The frame of a picture: titles and ends of its axes, a legend below them, and a note at the foot.

    ``key_corner`` is where the legend begins, in inches from the left edge and above the foot; with a ``key_lw`` of 0
    it shows marks alone. Axes without a title are named later.
    """

    x: tuple[str, Ends]
    y: tuple[str, Ends] = ("", (0.0, 1.0))
    note: str = ""
    log_x: bool = False
    log_y: bool = False
    number_y: bool = True
    slack: float = 0.15
    grid: Literal["x", "y", "both"] | None = None
    key: Looks = field(default_factory=dict)
    key_lw: float = MEDIUM
    key_corner: tuple[float, float] = (0.2, 0.03)

    def legend(self, width: float) -> Legend:
        """Return the legend laid out for a page of a width."""
        return legend_of(list(self.key), width - self.key_corner[0] - EDGE)

    def key_high(self, width: float) -> float:
        """Return how much room the legend takes on a page of a width."""
        return round(self.legend(width).height + (self.key_corner[1] + 0.02), 6) if self.key else 0.0

    def draw(self, figure: Figure, axes: Axes, drop: float = 0.0) -> None:
        """Draw the x axis and its title ``drop`` inches further down, the grid, the legend and the note."""
        ruled(axes, "x", self.x[1], log=self.log_x, slack=self.slack)
        if self.grid:
            gridded(axes, self.grid)
        if self.x[0]:
            axis_title(axes, "x", self.x[0], drop=drop)
        if self.y[0]:
            axis_title(axes, "y", self.y[0])
        if self.key:
            left, above = self.key_corner
            legend = self.legend(float(figure.get_size_inches()[0]))
            draw_legend(figure, legend, self.key, left=left, bottom=FOOT_HIGH + above, lw=self.key_lw)
        if self.note:
            foot(figure, self.note)


def row_sheet(
    names: Sequence[str],
    width: float,
    frame: Frame,
    *,
    above: float = EDGE,
    below: float = 0.0,
    right: float = RIGHT,
    pitch: float | None = None,
    head: float = 0.0,
) -> tuple[Figure, Axes]:
    """Return a figure with a row per name, the first on top, row i at y = i; call it within ``paper()``.

    Rooms in inches: ``right`` of the rows, ``above`` and ``below`` them besides the frame, ``pitch`` of the rows; in
    rows: ``head`` above the first.

    Examples
    --------
    >>> figure, axes = row_sheet(["kNN", "C4.5"], 3.5, Frame(x=("accuracy", (0.0, 1.0))))
    >>> [float(end) for end in axes.get_ylim()]
    [1.5, -0.5]
    """
    count = max(len(names), 1)
    below += frame.key_high(width) + (AXIS_HIGH + FOOT_HIGH)
    pitch = min(pitch or (ROOMY if count <= 12 else TIGHT), (TALLEST - above - below) / (count + head))
    named = pitch >= CROWDED
    if not named:
        pitch = min(pitch, max(4.0 / count, THINNEST))
    labels = fitted(names, FOR_NAMES * width) if named else []
    left = max(room_of(labels), 0.3)
    height = max((count + head) * pitch, 0.5)
    figure, axes = sheet(width, height + above + below, left=left, right=right, top=above, bottom=below)
    axes.spines["left"].set_color(MUTED)
    name_rows(axes, count, labels, head)
    frame.draw(figure, axes)
    return figure, axes


def name_rows(axes: Axes, count: int, labels: Sequence[str], head: float = 0.0) -> None:
    """Write names beside so many rows, the first on top with ``head`` rows above it; without names there are none."""
    axes.set_ylim(count - 0.5, -0.5 - head)
    axes.tick_params(left=False)
    axes.set_yticks([])
    if labels:
        name_ticks(axes, labels)


def plane(
    width: float, height: float, frame: Frame, *, above: float = EDGE, right: float = RIGHT, x_drop: float = 0.0
) -> tuple[Figure, Axes]:
    """Return a figure with axes inside a frame; call it within ``paper()``.

    ``height`` is that of the axes; ``above`` and ``right`` are further inches, ``x_drop`` those between the x axis and
    its title.

    Examples
    --------
    >>> figure, axes = plane(3.5, 2.0, Frame(x=("n", (0.0, 10.0)), y=("power", (0.0, 1.0))))
    >>> [float(end) for end in axes.get_xlim()], round(float(figure.get_size_inches()[0]), 2)
    ([0.0, 10.0], 3.5)
    """
    key = frame.key_high(width)
    bottom = AXIS_HIGH + FOOT_HIGH + (key + x_drop)
    height = min(height, TALLEST - AXIS_HIGH - FOOT_HIGH - key - above)
    total = height + above + bottom
    figure, axes = sheet(width, total, left=0.5, right=right, top=above, bottom=bottom)
    if frame.number_y:
        left = left_of(ruled(axes, "y", frame.y[1], log=frame.log_y))
    else:
        left = left_of([""])
        axes.set(ylim=frame.y[1], yticks=[])
    axes.set_position((left / width, bottom / total, (width - left - right) / width, height / total))
    frame.draw(figure, axes, x_drop)
    return figure, axes


@dataclass(frozen=True, slots=True, kw_only=True)
class Panels:
    """Axes side by side, in reading order, above a note of a height."""

    figure: Figure
    axes: tuple[Axes, ...]
    across: int
    foot: float

    def is_first(self, place: int) -> bool:
        """Check whether a panel stands at the left, where the numbers of the y axis are."""
        return place % self.across == 0

    def is_last(self, place: int) -> bool:
        """Check whether no panel stands below, so that the numbers of the x axis do."""
        return place + self.across >= len(self.axes)

    def name_axis(self, side: Side, text: str) -> None:
        """Write the title of an axis once for all panels: below the bottom row, or beside the left column."""
        bottom = self.axes[(len(self.axes) - 1) // self.across * self.across :]
        row = bottom if side == "x" else self.axes[:: self.across]
        axis_title(row[0], side, text, until=row[-1])

    def name_axes(self, x: str, y: str) -> None:
        """Write the titles of both axes once, in the middle below and beside all panels and what lies within them."""
        boxes = [axes.get_position() for axes in self.figure.axes if axes.get_label() not in ("page", "legend")]
        width, height = self.figure.get_size_inches()
        left, right = min(box.x0 for box in boxes) * width, max(box.x1 for box in boxes) * width
        low, high = min(box.y0 for box in boxes) * height, max(box.y1 for box in boxes) * height
        if x:
            write_title(self.figure, "x", x, (left + right) / 2, low)
        write_title(self.figure, "y", y, (low + high) / 2, low)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rooms:
    """Inches beside and below all panels and between them, and the least width and wished height of a panel.

    A ``ratio`` of height to width replaces the height. The ``note`` takes lines at the foot, ``key`` is the height of a
    legend above it.
    """

    left: float = 0.45
    right: float = RIGHT
    below: float = AXIS_HIGH
    key: float = 0.0
    gap: float = 0.12
    least: float = 0.75
    height: float = 0.85
    ratio: float | None = None
    note: str = ""

    def across(self, count: int, width: float) -> tuple[int, float]:
        """Return how many panels stand side by side, and how wide they are.

        Examples
        --------
        >>> Rooms(left=0.5, right=0.5, least=1.0, gap=0.5).across(3, 3.5)
        (2, 1.0)
        """
        room = width - self.left - self.right
        most = max(1, int((room + self.gap) // (self.least + self.gap)))
        across = -(-count // -(-count // most))
        return across, (room - (across - 1) * self.gap) / across


def panel_sheet(names: Sequence[str], width: float, rooms: Rooms, numbers: Sequence[str] = ()) -> Panels:
    """Return a figure with a panel per name, its name above it, with a number after it; call it within ``paper()``.

    Examples
    --------
    >>> panels = panel_sheet(["A", "B", "C"], 3.5, Rooms(left=0.5))
    >>> len(panels.axes), panels.across
    (3, 3)
    """
    count = max(len(names), 1)
    wide = rooms.across(count, width)[1]
    if numbers:
        names = headed(names, numbers, wide - 0.1)
    lines = note_lines(rooms.note, width)
    foot_high = note_high(lines) if lines else FOOT_HIGH
    below = rooms.below + foot_high + rooms.key + (0.06 if rooms.key else 0.0)
    wished = rooms.height if rooms.ratio is None else rooms.ratio * wide
    for least in (rooms.least, 0.65, 0.5):  # rather narrow panels than flat ones
        across, wide = replace(rooms, least=least).across(count, width)
        down = -(-count // across)
        # Panels above a gap in the last row carry their numbers there, so rows stand a line apart at least.
        step = min(wished + LINE + rooms.gap, (TALLEST - below - EDGE) / down)
        high = step - LINE - rooms.gap
        if high >= FLATTEST:
            break
    height = EDGE + down * step - rooms.gap + below
    figure = empty_figure(width, height)
    page = page_of(figure)
    axes = []
    for place, name in enumerate(fitted(names, wide - 0.06)):
        x = rooms.left + (place % across) * (wide + rooms.gap)
        top = height - EDGE - (place // across) * step - LINE
        axes.append(figure.add_axes((x / width, (top - high) / height, wide / width, high / height)))
        axes[-1].tick_params(length=2)
        write(page, x, top + 0.03, name, color=INK, va="bottom", label="panel name")
    write_note(figure, lines)
    return Panels(figure=figure, axes=tuple(axes), across=across, foot=foot_high)
