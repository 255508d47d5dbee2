"""How is a matrix of algorithms against algorithms laid out, from few that can be read to many that are colours?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from benchreport.figures.layout.page import EDGE, MANY_MARKS, TICK_PAD, Width, name_ticks, sheet, widest, width_of
from benchreport.figures.layout.remarks import (
    LINE_HIGH,
    Colour,
    draw_key,
    key_lines,
    note_lines,
    side_by_side,
    small_print,
)
from benchreport.figures.style import INK, MUTED, SMALL_SIZE, Weight, fitted, text_width, write
from benchreport.numerals import p_value

MOST = 48  # rows that still have room for a name on one page
TALLEST = 9.0
TINY_SIZE = 6.0  # points, where cells are many but can still be read
BLANK: Colour = (0.94, 0.94, 0.94)  # nothing to compare

# Lengths in inches.
NAMES_SHARES = (0.3, 0.22, 0.15)  # of the width, at most for names; less where cells need the room
CELL_PAD = 0.055
CELL_LINE = 0.128
ROW_HIGH = (0.165, 0.3)  # of a row without texts, least and most
HEAD_HIGH = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """What a matrix shows: row ``i`` against column ``j``; keys of ``texts`` and ``marked`` are ``(i, j)``."""

    names: Sequence[str]
    heads: Sequence[str]
    colours: npt.NDArray[np.float64]
    texts: Mapping[tuple[int, int], Sequence[str]]
    marked: frozenset[tuple[int, int]] = frozenset()  # the last line is bold; without texts there is a dot
    key: Sequence[tuple[Colour, str]] = ()
    remark: str = ""
    without_texts: str = ""  # said instead where texts do not fit
    dotted: bool = True  # without texts, marked cells have a dot
    extra: int = 0  # columns at the end that only texts can show


def draw_matrix(matrix: Matrix, width: Width | float | None) -> Figure:
    """Draw a matrix; cells carry texts if they fit, else colours and dots alone.

    Without a width it takes a column if the texts fit there, else a page.
    """
    rows = len(matrix.names)
    choices: list[Width | float] = [width] if width is not None else ["column", "page"]
    tries = [(width_of(choice), share, SMALL_SIZE) for choice, share in product(choices, NAMES_SHARES)]
    for inches, share, size in [*tries, (*tries[-1][:2], TINY_SIZE)]:
        rooms = _rooms(matrix, inches, share, with_texts=True)
        with_texts = rooms.cell >= _needed(matrix, size) and rows * _text_high(matrix) <= TALLEST - 1.2
        if with_texts:
            break
    else:
        rooms = _rooms(matrix, inches, NAMES_SHARES[0], with_texts=False)
    columns = len(matrix.heads) - (0 if with_texts else matrix.extra)
    high = _text_high(matrix) if with_texts else min(max(rooms.cell, ROW_HIGH[0]), ROW_HIGH[1])
    remark = note_lines(matrix.remark if with_texts else matrix.without_texts or matrix.remark, inches)
    key = len(key_lines([text for _, text in matrix.key], inches - 2 * EDGE))
    print_high = 0.06 + len(remark) * LINE_HIGH
    below = print_high + key * LINE_HIGH + 0.06
    figure, axes = sheet(
        inches, EDGE + HEAD_HIGH + rows * high + below, left=rooms.left, top=EDGE + HEAD_HIGH, bottom=below
    )
    axes.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5))
    axes.spines[:].set_visible(False)
    axes.tick_params(left=False)
    axes.set_xticks([])
    _paint(axes, matrix.colours[:, :columns])
    name_ticks(axes, rooms.names)
    _head(axes, matrix.heads[:columns], rooms, rows * high)
    if with_texts:
        _write_cells(axes, matrix, high, size)
    elif matrix.dotted:
        _dot_cells(axes, matrix, columns)
    draw_key(figure, matrix.key, print_high)
    small_print(figure, remark)
    return figure


def shade(colour: str, share: float) -> Colour:
    """Mix a colour into white.

    Examples
    --------
    >>> shade("#000000", 0.25)
    (0.75, 0.75, 0.75)
    """
    red, green, blue = (1 - share * (1 - part) for part in to_rgb(colour))
    return red, green, blue


def ink_on(colour: Sequence[float]) -> str:
    """Choose black or white letters, whichever is read better on a ground.

    Examples
    --------
    >>> ink_on((1, 1, 1)), ink_on((0.03, 0.2, 0.5))
    ('#000000', '#FFFFFF')
    """
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return INK if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.18 else "#FFFFFF"


def p_text(p: float | None) -> str:
    """Print a p-value in a cell.

    Examples
    --------
    >>> p_text(0.01234), p_text(0.0009), p_text(None)
    ('.012', '<.001', '–')
    """
    return "–" if p is None else p_value(p).replace(" ", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rooms:
    """How the width is shared out, and whether columns are headed by names or by the numbers of the rows."""

    names: Sequence[str]
    left: float
    cell: float
    headed: bool


def _rooms(matrix: Matrix, inches: float, share: float, *, with_texts: bool) -> Rooms:
    heads = matrix.heads if with_texts else matrix.heads[: len(matrix.heads) - matrix.extra]
    for headed in (True, False):
        names = (
            list(matrix.names) if headed else [side_by_side(f"{i}  ", name) for i, name in enumerate(matrix.names, 1)]
        )
        names = fitted(names, share * inches)
        left = EDGE + widest(names) + TICK_PAD
        cell = (inches - left - EDGE) / max(len(heads), 1)
        if headed and widest(heads) <= cell - CELL_PAD:
            break
    return Rooms(names=names, left=left, cell=cell, headed=headed)


def _needed(matrix: Matrix, size: float) -> float:
    """Measure the widest text of a cell."""
    widths = [
        text_width(line, size, weight=_weight(matrix, place, line))
        for place, lines in matrix.texts.items()
        for line in lines
    ]
    return max([*widths, widest(matrix.heads[len(matrix.names) :])]) + CELL_PAD


def _weight(matrix: Matrix, place: tuple[int, int], line: str) -> Weight:
    return "bold" if place in matrix.marked and line == matrix.texts[place][-1] else "normal"


def _text_high(matrix: Matrix) -> float:
    return 0.1 + CELL_LINE * max((len(lines) for lines in matrix.texts.values()), default=1)


def _paint(axes: Axes, colours: npt.NDArray[np.float64]) -> None:
    rows, columns = colours.shape[:2]
    many = rows * columns > MANY_MARKS
    looks: dict[str, Any] = {"edgecolors": "white", "linewidth": 0.3 if many else 0.8, "rasterized": many}
    axes.pcolormesh(np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5, colours, label="cells", **looks)


def _head(axes: Axes, heads: Sequence[str], rooms: Rooms, height: float) -> None:
    """Head the columns: by names, by numbers, or by every fifth number where more would run together."""
    count = len(rooms.names)
    numbers = [str(i + 1) if i < count else head for i, head in enumerate(heads)]
    sparse = not rooms.headed and widest(numbers[:count]) > rooms.cell - 0.05
    looks: dict[str, Any] = {"ha": "center", "va": "bottom", "label": "head"}
    for place, text in enumerate(heads if rooms.headed else numbers):
        if sparse and place < count and place and (place + 1) % 5:
            continue
        y = -0.5 - 0.04 * count / height
        write(axes, float(place), y, text, color=INK if rooms.headed else MUTED, **looks)


def _write_cells(axes: Axes, matrix: Matrix, high: float, size: float) -> None:
    for (i, j), lines in matrix.texts.items():
        colour = ink_on(matrix.colours[i, j])
        for place, line in enumerate(lines):
            y = i + (place - (len(lines) - 1) / 2) * CELL_LINE / high
            looks: dict[str, Any] = {"size": size, "ha": "center", "va": "center_baseline", "label": "cell"}
            write(axes, float(j), y, line, weight=_weight(matrix, (i, j), line), color=colour, **looks)


def _dot_cells(axes: Axes, matrix: Matrix, columns: int) -> None:
    places = sorted(place for place in matrix.marked if place[1] < columns)
    if not places:
        return
    rows, heads = zip(*places, strict=True)
    paint = [ink_on(matrix.colours[place]) for place in places]
    axes.scatter(heads, rows, s=1.6, c=paint, linewidths=0, rasterized=len(places) > MANY_MARKS, label="dots")
