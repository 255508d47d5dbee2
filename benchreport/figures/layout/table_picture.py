"""Table-pictures: rows of text columns with a panel drawn between them, laid out in millimetres."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from benchreport.figures.layout.looks import Look
from benchreport.figures.layout.page import figure_of
from benchreport.figures.marks import mark_of
from benchreport.figures.style import (
    HAIRLINE,
    INK,
    MUTED,
    Weight,
    draw_line,
    empty_figure,
    shortened,
    text_width,
    write,
)
from benchreport.records import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Way = Literal["left", "center", "right"]
MM = 25.4  # millimetres of an inch
NAME_SIZE, VALUE_SIZE, ASIDE_SIZE, HEAD_SIZE, AXIS_SIZE = 8.5, 8.2, 8.0, 7.5, 7.0  # points
NAME_LEFT = 3.6  # mm, after the mark of an algorithm
HEAD_HIGH = 8.5  # two lines
FOOT_HIGH = 9.5  # numbers of an axis and its title
HEAD_STEP = 3.1  # from one line of a head to the next


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of texts, one for each row, below a head of two lines, at ``least`` so many mm wide.

    ``bold`` rows stand out.
    """

    head: tuple[str, str]
    texts: tuple[str, ...]
    bold: frozenset[int] = frozenset()
    way: Way = "right"
    size: float = VALUE_SIZE
    least: float = 0.0

    @property
    def width(self) -> float:
        """The width of the widest text or line of the head in mm."""
        return max(*map(head_width, self.head), *(text_mm(text, self.size) for text in self.texts), self.least)


def text_mm(text: str, size: float = VALUE_SIZE, weight: Weight = "normal") -> float:
    """Return the width of a text in millimetres.

    Examples
    --------
    >>> round(text_mm("0.827"), 1)
    6.5
    """
    return MM * text_width(text, size, weight=weight) if text else 0.0


def head_width(text: str) -> float:
    """Return the width of a line of a column head in millimetres."""
    return text_mm(text, HEAD_SIZE, "bold")


def cut(text: str, wide: float, size: float = VALUE_SIZE, weight: Weight = "normal") -> str:
    """Return a text without its middle where it is wider than so many millimetres."""
    return shortened(text, wide / MM, size, weight=weight)


def in_two_lines(text: str) -> tuple[str, str]:
    """Return a head broken between words so that its wider line is as narrow as can be; one word is the lower line.

    Examples
    --------
    >>> in_two_lines("mean balanced accuracy"), in_two_lines("AUC")
    (('mean balanced', 'accuracy'), ('', 'AUC'))
    """
    words = text.split()
    breaks = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(min(1, len(words) - 1), len(words))]
    return min(breaks, key=lambda lines: max(map(head_width, lines)), default=("", text))


def open_sheet(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a figure of so many millimetres, and axes that cover it, in millimetres from the left top corner."""
    figure = empty_figure(width / MM, height / MM)
    page = figure.add_axes((0, 0, 1, 1), label="page", zorder=1)
    page.set(xlim=(0, width), ylim=(height, 0))
    page.set_axis_off()
    return figure, page


def panel(page: Axes, left: float, top: float, width: float, height: float, rows: float) -> Axes:
    """Return axes over a part of the sheet, in millimetres, with so many rows from the top and no frame."""
    figure = figure_of(page)
    w, h = figure.get_size_inches() * MM
    axes = figure.add_axes((left / w, 1 - (top + height) / h, width / w, height / h), zorder=2)
    axes.set(ylim=(rows, 0), yticks=[])
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.patch.set_alpha(0)
    axes.tick_params(labelsize=AXIS_SIZE, pad=2)
    return axes


def write_head(page: Axes, x: float, lines: tuple[str, str], way: Way = "right", bottom: float = HEAD_HIGH) -> None:
    """Write a column head of two lines; a lone p is in italics."""
    for text, y in zip(lines, (bottom - 1.8 - HEAD_STEP, bottom - 1.8), strict=True):
        if text:
            face: dict[str, Any] = {"slant": "italic"} if text == "p" else {"weight": "bold"}
            size = HEAD_SIZE + (0.5 if text == "p" else 0.0)
            write(page, x, y, text, size=size, ha=way, va="baseline", label="head", **face)


def rule_table(page: Axes, left: float, right: float, bottom: float, head: float = HEAD_HIGH, top: float = 0.3) -> None:
    """Draw the three rules of a table: on top, below the head, and at the foot."""
    for y, width in ((top, 0.8), (head - 0.6, 0.4), (bottom, 0.4)):
        draw_line(page, [left, right], [y, y], color=INK, lw=width, solid_capstyle="butt", label="rule")


def rule_rows(page: Axes, left: float, right: float, places: Sequence[float]) -> None:
    """Draw hairlines between rows."""
    for y in places:
        draw_line(
            page, [left, right], [y, y], color=HAIRLINE, lw=0.3, zorder=0, solid_capstyle="butt", label="hairline"
        )


def write_texts(page: Axes, x: float, column: Column, places: Sequence[float]) -> None:
    """Write the texts of a column at the middles of the rows."""
    for row, (text, y) in enumerate(zip(column.texts, places, strict=True)):
        weight: Weight = "bold" if row in column.bold else "normal"
        if text:
            write(page, x, y, text, size=column.size, weight=weight, ha=column.way, va="center_baseline", label="value")


def write_name(
    page: Axes,
    y: float,
    name: str,
    look: Look,
    *,
    algorithm: str | None = None,
    bold: bool = False,
    left: float = 0.0,
    size: float = NAME_SIZE,
) -> None:
    """Write the name of an algorithm after its mark: the legend of all other figures.

    ``algorithm`` is the whole name where it was shortened.
    """
    gid = mark_of(algorithm or name)
    draw_line(page, [left + 1.2], [y], look.marker, ms=4.2, color=look.colour, mec="none", label="mark", gid=gid)
    weight: Weight = "bold" if bold else "normal"
    write(page, left + NAME_LEFT, y, name, size=size, weight=weight, va="center_baseline", label="name", gid=gid)


def write_aside(page: Axes, x: float, y: float, text: str, way: Way = "right") -> None:
    """Write a remark in the place of a value, in grey italics."""
    write(page, x, y, text, size=ASIDE_SIZE, slant="italic", color=MUTED, ha=way, va="center_baseline", label="aside")
