"""Sheets measured in millimetres from the upper left corner: panels, texts, rules, rows of named algorithms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from benchreport.figures.layout import table_picture as picture
from benchreport.figures.layout.looks import Look
from benchreport.figures.layout.page import Width, width_of
from benchreport.figures.style import INK, draw_line, fitted, write
from benchreport.records import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAME, NUMBER, HEAD, SMALL, TINY = (
    picture.VALUE_SIZE,
    picture.ASIDE_SIZE,
    picture.HEAD_SIZE,
    picture.AXIS_SIZE,
    6.5,
)  # points
PALE = "#e4e4e1"  # lines that cells and names stand on
OTHERS = "#cfcfcb"  # curves of algorithms that are not named


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A page in millimetres, y downwards, with the figure it belongs to."""

    figure: Figure
    page: Axes
    width: float
    height: float

    def panel(self, x: float, y: float, wide: float, high: float, label: str = "") -> Axes:
        """Return axes whose upper left corner lies at these millimetres."""
        box = (x / self.width, 1 - (y + high) / self.height, wide / self.width, high / self.height)
        axes = self.figure.add_axes(box, label=label)
        axes.patch.set_alpha(0)
        return axes

    def write(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = NUMBER,
        bold: bool = False,
        most: float | None = None,
        **looks: Any,
    ) -> None:
        """Write a text around the height ``y``, shortened where it is wider than ``most``."""
        words = text if most is None else picture.cut(text, most, size, "bold" if bold else "normal")
        face: dict[str, Any] = {"weight": "bold" if bold else "normal", "va": "center_baseline", "color": INK}
        write(self.page, x, y, words, size=size, **face | looks)

    def rule(self, y: float, lw: float, left: float = 0.0, right: float | None = None, color: str = INK) -> None:
        """Draw a horizontal line."""
        ends = [left, self.width if right is None else right]
        draw_line(self.page, ends, [y, y], color=color, lw=lw, solid_capstyle="butt", zorder=0)

    def name(
        self,
        x: float,
        y: float,
        text: str,
        look: Look,
        *,
        algorithm: str | None = None,
        bold: bool = False,
        size: float = NAME,
        most: float = 1000,
    ) -> None:
        """Write the name of an algorithm behind its mark, shortened where it is wider than ``most``."""
        words = picture.cut(text, most, size, "bold" if bold else "normal")
        picture.write_name(self.page, y, words, look, algorithm=algorithm or text, bold=bold, left=x, size=size)

    def key_line(self, x: float, y: float, look: Look, wide: float = 7.6, gid: str | None = None) -> None:
        """Draw the line and the mark of an algorithm, for a key."""
        draw_line(self.page, [x, x + wide], [y, y], color=look.colour, ls=look.dash, lw=1.35, gid=gid)
        style: dict[str, Any] = {"color": look.colour, "markersize": 4.0, "mec": "white", "mew": 0.4, "gid": gid}
        draw_line(self.page, [x + wide / 2], [y], look.marker, **style)


def millimetres(width: Width | float) -> float:
    """Return "column", "page" or inches in millimetres.

    Examples
    --------
    >>> round(millimetres("column"), 1)
    88.9
    """
    return picture.MM * width_of(width)


def sheet_in_mm(width: float, height: float) -> Sheet:
    """Return an empty page of so many millimetres; call it within ``paper()``."""
    figure, page = picture.open_sheet(width, height)
    page.set_zorder(-1)  # below what panels show
    return Sheet(figure=figure, page=page, width=width, height=height)


def wide_in_mm(texts: Iterable[str], size: float = NUMBER, *, bold: bool = False) -> float:
    """Return the width of the widest text in millimetres; 0 without any."""
    return max((picture.text_mm(text, size, "bold" if bold else "normal") for text in texts), default=0.0)


def fitted_in_mm(texts: Sequence[str], wide: float, size: float = NAME) -> list[str]:
    """Return texts shortened to a width, different ones kept apart."""
    return fitted(texts, wide / picture.MM, size, weight="bold")


def name_column(names: Sequence[str], most: float) -> tuple[dict[str, str], float]:
    """Return names shortened to what a column may take at most, and the width of the column with its marks."""
    short = fitted_in_mm(names, most - picture.NAME_LEFT)
    return dict(zip(names, short, strict=True)), picture.NAME_LEFT + wide_in_mm(short, NAME, bold=True)
