"""Matrices of rows against columns: cells with texts where they fit, else colours and dots alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from benchreport.figures.layout.notes import Colour, draw_key, key_high, note_high, note_lines, side_by_side, write_note
from benchreport.figures.layout.page import EDGE, MANY, TALLEST, Width, room_of, sheet, widest, width_of
from benchreport.figures.layout.sheets import name_rows
from benchreport.figures.style import INK, MUTED, SMALL_SIZE, Weight, fitted, text_width, write
from benchreport.numerals import p_value
from benchreport.records import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST = 48  # rows that still have room for a name on one page
TINY_SIZE = 6.0  # points, where cells are many but can still be read
BLANK: Colour = (0.94, 0.94, 0.94)  # nothing to compare
Cell = tuple[int, int]

# Lengths in inches.
NAMES_SHARES = (0.3, 0.22, 0.15)  # of the width, at most for names; less where cells need the room
CELL_PAD = 0.055
CELL_LINE = 0.128
ROW_HIGH = (0.165, 0.3)  # of a row without texts, least and most
HEAD_HIGH = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """What a matrix shows: row ``i`` against column ``j``; keys of the mappings are ``(i, j)``, others are blank."""

    names: Sequence[str]
    colours: Mapping[Cell, Colour]
    texts: Mapping[Cell, Sequence[str]]
    marked: frozenset[Cell] = frozenset()  # the last line is bold; without texts there is a dot
    key: Sequence[tuple[Colour, str]] = ()
    remark: str = ""
    with_texts: str = ""  # added to the remark where texts fit
    without_texts: str = ""  # added where they do not
    dotted: bool = True  # without texts, marked cells have a dot
    extra: Sequence[str] = ()  # heads of columns at the end that only texts can show


def draw_matrix(matrix: Matrix, width: Width | float | None) -> Figure:
    """Draw a matrix; cells carry texts if they fit, else colours and dots alone.

    Without a width it takes a column if the texts fit there, else a page.
    """
    rows = len(matrix.names)
    choices: list[Width | float] = [width] if width is not None else ["column", "page"]
    tries = [(width_of(choice), share, SMALL_SIZE) for choice, share in product(choices, NAMES_SHARES)]
    for inches, share, size in [*tries, (*tries[-1][:2], TINY_SIZE)]:
        shares = _shares(matrix, inches, share, with_texts=True)
        with_texts = shares.cell >= _needed(matrix, size) and rows * _text_high(matrix) <= TALLEST - 1.2
        if with_texts:
            break
    else:
        shares = _shares(matrix, inches, NAMES_SHARES[0], with_texts=False)
    columns = len(shares.heads)
    high = _text_high(matrix) if with_texts else min(max(shares.cell, ROW_HIGH[0]), ROW_HIGH[1])
    remark = note_lines(matrix.remark + (matrix.with_texts if with_texts else matrix.without_texts), inches)
    below = note_high(remark) + key_high(matrix.key, inches) + 0.06
    top = EDGE + HEAD_HIGH
    figure, axes = sheet(inches, top + rows * high + below, left=shares.left, top=top, bottom=below)
    axes.set(xlim=(-0.5, columns - 0.5))
    axes.spines[:].set_visible(False)
    axes.set_xticks([])
    paint_cells(axes, matrix.colours, (rows, columns))
    name_rows(axes, rows, shares.names)
    _head(axes, shares, rows * high)
    if with_texts:
        _write_cells(axes, matrix, high, size)
    elif matrix.dotted:
        _dot_cells(axes, matrix, columns)
    draw_key(figure, matrix.key, note_high(remark))
    write_note(figure, remark)
    return figure


def shade(colour: str, share: float) -> Colour:
    """Return a colour mixed into white.

    Examples
    --------
    >>> shade("#000000", 0.25)
    (0.75, 0.75, 0.75)
    """
    from matplotlib.colors import to_rgb

    red, green, blue = (1 - share * (1 - part) for part in to_rgb(colour))
    return red, green, blue


def ink_on(colour: Sequence[float]) -> str:
    """Return black or white for letters, whichever is read better on a ground.

    Examples
    --------
    >>> ink_on((1, 1, 1)), ink_on((0.03, 0.2, 0.5))
    ('#000000', '#FFFFFF')
    """
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    return "#000000" if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.18 else "#FFFFFF"


def p_text(p: float | None) -> str:
    """Return a p-value for a cell.

    Examples
    --------
    >>> p_text(0.01234), p_text(0.0009), p_text(None)
    ('.012', '<.001', '–')
    """
    return "–" if p is None else p_value(p).replace(" ", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """How the width is shared out, and whether columns are headed by names or by the numbers of the rows."""

    names: Sequence[str]
    heads: Sequence[str]
    left: float
    cell: float
    headed: bool


def _shares(matrix: Matrix, inches: float, share: float, *, with_texts: bool) -> Shares:
    heads = [*matrix.names, *(matrix.extra if with_texts else ())]
    for headed in (True, False):
        numbered = [side_by_side(f"{i}  ", name) for i, name in enumerate(matrix.names, 1)]
        names = fitted(matrix.names if headed else numbered, share * inches)
        left = room_of(names)
        cell = (inches - left - EDGE) / max(len(heads), 1)
        if headed and widest(heads) <= cell - CELL_PAD:
            break
    return Shares(names=names, heads=heads, left=left, cell=cell, headed=headed)


def _needed(matrix: Matrix, size: float) -> float:
    """Return the width that the widest text of a cell needs."""
    widths = [
        text_width(line, size, weight=_weight(matrix, place, line))
        for place, lines in matrix.texts.items()
        for line in lines
    ]
    return max([*widths, widest(matrix.extra)]) + CELL_PAD


def _weight(matrix: Matrix, place: Cell, line: str) -> Weight:
    return "bold" if place in matrix.marked and line == matrix.texts[place][-1] else "normal"


def _text_high(matrix: Matrix) -> float:
    return 0.1 + CELL_LINE * max((len(lines) for lines in matrix.texts.values()), default=1)


def paint_cells(
    axes: Axes, colours: Mapping[Cell, Colour], size: Cell, lw: float | None = None, gid: str | None = None
) -> None:
    """Draw so many rows and columns of cells in their colours, with white lines between them."""
    rows, columns = size
    many = rows * columns > MANY
    looks: dict[str, Any] = {"edgecolors": "white", "linewidth": lw or (0.3 if many else 0.8), "rasterized": many}
    cells = np.array([[colours.get((i, j), BLANK) for j in range(columns)] for i in range(rows)])
    axes.pcolormesh(np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5, cells, label="cells", gid=gid, **looks)


def _head(axes: Axes, shares: Shares, height: float) -> None:
    """Write the heads of columns: names, numbers, or every fifth number where more would run together."""
    count = len(shares.names)
    numbers = [str(i + 1) if i < count else head for i, head in enumerate(shares.heads)]
    sparse = not shares.headed and widest(numbers[:count]) > shares.cell - 0.05
    looks: dict[str, Any] = {"ha": "center", "va": "bottom", "label": "head"}
    for place, text in enumerate(shares.heads if shares.headed else numbers):
        if sparse and place < count and place and (place + 1) % 5:
            continue
        y = -0.5 - 0.04 * count / height
        write(axes, float(place), y, text, color=INK if shares.headed else MUTED, **looks)


def _write_cells(axes: Axes, matrix: Matrix, high: float, size: float) -> None:
    for (i, j), lines in matrix.texts.items():
        colour = ink_on(matrix.colours.get((i, j), BLANK))
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
    axes.scatter(heads, rows, s=1.6, c=paint, linewidths=0, rasterized=len(places) > MANY, label="dots")
