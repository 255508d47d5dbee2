"""How are many algorithms laid out: as rows with names, or as panels side by side?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.figures.canvas import EDGE, LINE, OWN_COLOURS, TICK_PAD, Look, fitted, looks, name_ticks, sheet, widest
from benchreport.figures.scales import AXIS_HIGH, FOOT_HIGH, axis_title, page_of
from benchreport.figures.style import INK, MUTED, SMALL_SIZE, write

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
    """Give each of a few algorithms its colour in all figures; of many, one colour to all.

    Examples
    --------
    >>> colours(["A", "B"])["B"], len(set(colours([str(i) for i in range(20)]).values()))
    ('#0072B2', 1)
    """
    styles: Mapping[str, Look] = looks(algorithms)
    own = OWN_COLOURS.get()
    return {name: styles[name].colour if len(styles) <= FEW else own.get(name, BLUE) for name in styles}


def row_sheet(names: Sequence[str], width: float, **rooms: Any) -> tuple[Figure, Axes]:
    """Open a figure with a row per name, the first on top, row i at y = i; call it within ``paper()``.

    Rooms in inches: ``right`` of the rows, ``above`` and ``below`` them besides the axis, ``pitch`` of the rows; in
    rows: ``head`` above the first.

    Examples
    --------
    >>> figure, axes = row_sheet(["kNN", "C4.5"], 3.5)
    >>> [float(end) for end in axes.get_ylim()]
    [1.5, -0.5]
    """
    count, head = max(len(names), 1), rooms.get("head", 0.0)
    above, below = rooms.get("above", EDGE), rooms.get("below", 0.0) + AXIS_HIGH + FOOT_HIGH
    room = TALLEST - above - below
    pitch = min(rooms.get("pitch", ROOMY if count <= 12 else TIGHT), room / (count + head))
    named = pitch >= NAMELESS
    if not named:
        pitch = min(pitch, max(4.0 / count, THINNEST))
    shown = fitted(names, NAMES_SHARE * width) if named else []
    left = max(EDGE + widest(shown) + TICK_PAD, 0.3)
    height = max((count + head) * pitch, 0.5)
    right = rooms.get("right", RIGHT)
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
        """Tell whether a panel stands at the left, where the numbers of the y axis are."""
        return place % self.across == 0

    def is_last(self, place: int) -> bool:
        """Tell whether no panel stands below, so that the numbers of the x axis do."""
        return place + self.across >= len(self.axes)

    def name_axis(self, side: Literal["x", "y"], text: str) -> None:
        """Write the title of an axis once for all panels: below the bottom row, or beside the left column."""
        bottom = self.axes[(len(self.axes) - 1) // self.across * self.across :]
        row = bottom if side == "x" else self.axes[:: self.across]
        axis_title(row[0], side, text, until=row[-1])


def panel_sheet(names: Sequence[str], width: float, **rooms: Any) -> Panels:
    """Open a figure with a panel per name, its name above it; call it within ``paper()``.

    Rooms in inches: ``left`` and ``below`` of all panels, ``least`` width and wished ``height`` of a panel, ``gap``.

    Examples
    --------
    >>> panels = panel_sheet(["A", "B", "C"], 3.5, left=0.5)
    >>> len(panels.axes), panels.across
    (3, 3)
    """
    count = max(len(names), 1)
    left, gap, right = rooms.get("left", 0.45), rooms.get("gap", PANEL_GAP), rooms.get("right", RIGHT)
    below = rooms.get("below", AXIS_HIGH + FOOT_HIGH)
    room = width - left - right
    for least in (rooms.get("least", 0.75), 0.65, 0.5):  # rather narrow panels than flat ones
        most = max(1, int((room + gap) // (least + gap)))
        down = -(-count // most)
        across = -(-count // down)
        # Panels above a gap in the last row carry their numbers there, so rows stand a line apart at least.
        step = min(rooms.get("height", 0.85) + LINE + gap, (TALLEST - below - EDGE) / down)
        wide, high = (room - (across - 1) * gap) / across, step - LINE - gap
        if high >= FLATTEST:
            break
    height = EDGE + down * step - gap + below
    figure = Figure(figsize=(width, height))
    page = page_of(figure)
    axes = []
    for place, name in enumerate(fitted(names, wide - 0.06)):
        x = left + (place % across) * (wide + gap)
        top = height - EDGE - (place // across) * step - LINE
        axes.append(figure.add_axes((x / width, (top - high) / height, wide / width, high / height)))
        axes[-1].tick_params(length=2)
        write(page, x, top + 0.03, name, size=SMALL_SIZE, color=INK, va="bottom", label="panel name")
    return Panels(figure=figure, axes=tuple(axes), across=across)
