"""How are many algorithms laid out: as rows with names, or as panels side by side?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.figures.layout.axes import AXIS_HIGH, FOOT_HIGH, TICKS_HIGH, axis_title, page_of, write_title
from benchreport.figures.layout.page import EDGE, LINE, OWN_COLOURS, TICK_PAD, Look, looks, name_ticks, sheet, widest
from benchreport.figures.layout.remarks import beside
from benchreport.figures.style import HIGHLIGHT, INK, MUTED, fitted, write

FEW = 8  # up to so many algorithms a figure gives each its own look
BLUE = "#0072B2"
TALLEST = 9.0

# Lengths in inches.
NAMES_SHARE = 0.42  # of the width, at most for names
ROOMY, TIGHT, NAMELESS = 0.21, 0.165, 0.13  # heights of a row; below the last, names do not fit
THINNEST = 0.02
PANEL_GAP = 0.12
FLATTEST = 0.4  # height of a panel
RIGHT = 0.2


def colours(algorithms: Sequence[str]) -> dict[str, str]:
    """Return each of a few algorithms its colour in all figures; of many, one colour to all.

    Examples
    --------
    >>> colours(["A", "B"])["B"], len(set(colours([str(i) for i in range(20)]).values()))
    ('#0072B2', 1)
    """
    styles: Mapping[str, Look] = looks(algorithms)
    own = OWN_COLOURS.get()
    return {name: styles[name].colour if len(styles) <= FEW else own.get(name, BLUE) for name in styles}


def looks_of_ends(names: Sequence[str], marker: str = "^") -> dict[str, Look]:
    """Return looks for the first and the last of many algorithms alone, told from the others in grey print as well."""
    last = Look(colour=HIGHLIGHT, marker=marker, dash=(0, (4, 1.5)))
    return {names[0]: Look(colour=BLUE, marker="o", dash="-"), names[-1]: last}


def row_sheet(
    names: Sequence[str],
    width: float,
    *,
    above: float = EDGE,
    below: float = 0.0,
    right: float = RIGHT,
    pitch: float | None = None,
    head: float = 0.0,
) -> tuple[Figure, Axes]:
    """Open a figure with a row per name, the first on top, row i at y = i; call it within ``paper()``.

    Rooms in inches: ``right`` of the rows, ``above`` and ``below`` them besides the axis, ``pitch`` of the rows; in
    rows: ``head`` above the first.

    Examples
    --------
    >>> figure, axes = row_sheet(["kNN", "C4.5"], 3.5)
    >>> [float(end) for end in axes.get_ylim()]
    [1.5, -0.5]
    """
    count = max(len(names), 1)
    below += AXIS_HIGH + FOOT_HIGH
    pitch = min(pitch or (ROOMY if count <= 12 else TIGHT), (TALLEST - above - below) / (count + head))
    named = pitch >= NAMELESS
    if not named:
        pitch = min(pitch, max(4.0 / count, THINNEST))
    shown = fitted(names, NAMES_SHARE * width) if named else []
    left = max(EDGE + widest(shown) + TICK_PAD, 0.3)
    height = max((count + head) * pitch, 0.5)
    figure, axes = sheet(width, height + above + below, left=left, right=right, top=above, bottom=below)
    axes.set_ylim(count - 0.5, -0.5 - head)
    axes.tick_params(left=False)
    axes.spines["left"].set_color(MUTED)
    if named:
        name_ticks(axes, shown)
    else:
        axes.set_yticks([])
    return figure, axes


@dataclass(frozen=True, slots=True, kw_only=True)
class Panels:
    """Axes side by side, in reading order."""

    figure: Figure
    axes: tuple[Axes, ...]
    across: int

    def is_first(self, place: int) -> bool:
        """Return whether a panel stands at the left, where the numbers of the y axis are."""
        return place % self.across == 0

    def is_last(self, place: int) -> bool:
        """Return whether no panel stands below, so that the numbers of the x axis do."""
        return place + self.across >= len(self.axes)

    def name_axis(self, side: Literal["x", "y"], text: str) -> None:
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
            write_title(self.figure, "x", x, (left + right) / 2, low - TICKS_HIGH)
        write_title(self.figure, "y", y, (low + high) / 2, low)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rooms:
    """Inches beside and below all panels and between them, and the least width and wished height of a panel."""

    left: float = 0.45
    right: float = RIGHT
    below: float = AXIS_HIGH + FOOT_HIGH
    gap: float = PANEL_GAP
    least: float = 0.75
    height: float = 0.85

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


def panel_sheet(names: Sequence[str], width: float, rooms: Rooms) -> Panels:
    """Open a figure with a panel per name, its name above it; call it within ``paper()``.

    Examples
    --------
    >>> panels = panel_sheet(["A", "B", "C"], 3.5, Rooms(left=0.5))
    >>> len(panels.axes), panels.across
    (3, 3)
    """
    count = max(len(names), 1)
    for least in (rooms.least, 0.65, 0.5):  # rather narrow panels than flat ones
        across, wide = replace(rooms, least=least).across(count, width)
        down = -(-count // across)
        # Panels above a gap in the last row carry their numbers there, so rows stand a line apart at least.
        step = min(rooms.height + LINE + rooms.gap, (TALLEST - rooms.below - EDGE) / down)
        high = step - LINE - rooms.gap
        if high >= FLATTEST:
            break
    height = EDGE + down * step - rooms.gap + rooms.below
    figure = Figure(figsize=(width, height))
    page = page_of(figure)
    axes = []
    for place, name in enumerate(fitted(names, wide - 0.06)):
        x = rooms.left + (place % across) * (wide + rooms.gap)
        top = height - EDGE - (place // across) * step - LINE
        axes.append(figure.add_axes((x / width, (top - high) / height, wide / width, high / height)))
        axes[-1].tick_params(length=2)
        write(page, x, top + 0.03, name, color=INK, va="bottom", label="panel name")
    return Panels(figure=figure, axes=tuple(axes), across=across)


def square_panels(names: Sequence[str], width: float, rooms: Rooms, ratio: float = 1.0) -> Panels:
    """Open panels so many times as high as wide, or as high as the page allows; call it within ``paper()``."""
    return panel_sheet(names, width, replace(rooms, height=ratio * rooms.across(len(names), width)[1]))


def headed(names: Sequence[str], numbers: Sequence[str], wide: float) -> list[str]:
    """Write numbers after the names of panels; a name that is too long is cut so that it stays told apart."""
    short = fitted(names, wide - 0.1 - widest([f" {number}" for number in numbers]))
    return [beside(name, number) for name, number in zip(short, numbers, strict=True)]
