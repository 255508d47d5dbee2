"""Curves of several algorithms: in one picture with a legend, or in panels, each before the others in grey."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.figures.layout.axes import AXIS_HIGH, Ends, Floats, axis_title, fitting, gridded, left_of, ruled
from benchreport.figures.layout.looks import FEW, MARKERS, Look, Looks, draw_legend, legend_of, looks, looks_of_ends
from benchreport.figures.layout.notes import foot, note_high, note_lines, write_note
from benchreport.figures.layout.page import EDGE, MANY, sheet
from benchreport.figures.layout.sheets import RIGHT, Frame, Rooms, panel_sheet, plane
from benchreport.figures.style import BLUE, FAINT, MEDIUM
from benchreport.records import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BACKGROUND = "#CFCFCF"
MOST_PANELS = 42
PALE = Look(colour=FAINT, marker="None", dash="-")
OTHERS = "the others"

# Lengths in inches.
PLOT_HIGH = 2.1
PANEL_HIGH = 0.75
SIDE = 3.2  # at most, of a lone square


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One line of a figure, with a band around it where there is one."""

    x: Floats
    y: Floats
    low: Floats | None = None
    high: Floats | None = None


def curves_by_algorithm(numbers: pl.DataFrame, y: str) -> dict[str, Curve]:
    """Return the curve of each algorithm over ``x``, with a band where there are intervals; gaps have no width."""
    curves = {}
    for (name,), part in numbers.group_by("algorithm", maintain_order=True):
        banded = "ci_low" in part.columns and part.get_column("ci_low").count()
        ends = {"low": "ci_low", "high": "ci_high"} if banded else {}
        sides = part.select(x="x", y=y, **{side: pl.col(end).fill_null(pl.col(y)) for side, end in ends.items()})
        curves[str(name)] = Curve(**{side.name: side.to_numpy() for side in sides})
    return curves


def stepped(curve: Curve, *, falling: bool = True) -> Curve:
    """Return a curve with the corners of its steps: a height holds back to the x before it, or on to the next."""
    if not len(curve.x):
        return curve
    first, last = (slice(None, -1), slice(1, None)) if falling else (slice(1, None), slice(None, -1))
    low, high = (None if side is None else np.repeat(side, 2)[last] for side in (curve.low, curve.high))
    return Curve(x=np.repeat(curve.x, 2)[first], y=np.repeat(curve.y, 2)[last], low=low, high=high)


def keyed_plane(frame: Frame, width: float) -> tuple[Figure, Axes]:
    """Return axes with a grid, and the legend of the frame across the page below them."""
    return plane(width, PLOT_HIGH, replace(frame, grid="both", key_corner=(EDGE, 0.04)), above=0.1)


def drawn_curves(
    curves: Mapping[str, Curve], frame: Frame, width: float, *, steps: bool = False, marked: bool = False
) -> Figure:
    """Draw curves in one picture with a legend; more than eight get a panel each, the others pale behind.

    ``steps`` keep their height until the next; ``marked`` curves are measured at every point, and show it.

    Examples
    --------
    >>> curve = Curve(x=np.array([0.0, 1.0]), y=np.array([0.0, 1.0]))
    >>> frame = Frame(x=("x", (0.0, 1.0)), y=("y", (0.0, 1.0)), note="n = 2")
    >>> len(drawn_curves({"A": curve, "B": curve}, frame, 3.5).axes[0].lines)
    2
    """
    # A step function is drawn to the end of the axis.
    paths = {name: _to_the_end(curve, frame.x[1][1]) if steps else curve for name, curve in curves.items()}
    if len(curves) > FEW:
        return _apart(paths, frame, width, marked=marked)
    styles = looks(curves)
    figure, axes = keyed_plane(replace(frame, key={name: styles[name] for name in curves}), width)
    for name, curve in paths.items():
        look, marks = styles[name], {"marker": styles[name].marker, "markersize": 3.5}
        if not marked:
            # A few marks tell the curves apart in grey print; each curve begins with its own.
            few = {"marker": look.marker, "markersize": 3, "markevery": _marks(len(curve.x), look.marker)}
            marks = few if len(curves[name].x) > 1 else {}
        _draw_curve(axes, curve, look, shade=max(0.06, 0.3 / len(curves)), **marks)
    return figure


def _apart(curves: Mapping[str, Curve], frame: Frame, width: float, *, marked: bool) -> Figure:
    numbers = fitting(frame.y[1], PANEL_HIGH, log=frame.log_y)[1]
    panels = panel_sheet(list(curves), width, Rooms(left=left_of(numbers), height=PANEL_HIGH))
    paths = [np.column_stack([curve.x, curve.y]) for curve in curves.values()]
    many = sum(len(path) for path in paths) * len(curves) > MANY
    marks: dict[str, Any] = {"marker": "o", "markersize": 2.0} if marked else {}
    for place, (axes, curve) in enumerate(zip(panels.axes, curves.values(), strict=True)):
        ruled(axes, "x", frame.x[1], log=frame.log_x, slack=0.06, named=panels.is_last(place))
        ruled(axes, "y", frame.y[1], log=frame.log_y, named=panels.is_first(place))
        _draw_others(axes, paths, 1, many=many)
        _draw_curve(axes, curve, Look(colour=BLUE, marker="o", dash="-"), **marks)
    panels.name_axis("x", frame.x[0])
    panels.name_axis("y", frame.y[0])
    foot(panels.figure, f"{frame.note}; grey: the others")
    return panels.figure


def _to_the_end(curve: Curve, end: float) -> Curve:
    if not len(curve.x):
        return curve
    corners = np.append(np.repeat(curve.x, 2)[1:], max(end, float(curve.x[-1])))
    return replace(curve, x=corners, y=np.repeat(curve.y, 2))


def _marks(count: int, marker: str) -> list[int]:
    shift = 0.06 + 0.1 * ((MARKERS.index(marker) % 8) / 8)
    return sorted({int((shift + 0.17 * i) * (count - 1)) for i in range(6) if shift + 0.17 * i <= 1})


def _draw_curve(axes: Axes, curve: Curve, look: Look, *, shade: float = 0.15, **marks: Any) -> None:
    if curve.low is not None and curve.high is not None:
        axes.fill_between(curve.x, curve.low, curve.high, color=look.colour, alpha=shade, lw=0, zorder=2, label="band")
    axes.plot(curve.x, curve.y, color=look.colour, ls=look.dash, lw=MEDIUM, zorder=3, label="curve", **marks)


def _draw_others(axes: Axes, paths: Sequence[Floats], layer: float, *, many: bool) -> None:
    from matplotlib.collections import LineCollection

    looks: dict[str, Any] = {"colors": BACKGROUND, "lw": 0.4, "rasterized": many, "zorder": layer}
    axes.add_collection(LineCollection(paths, label="others", **looks))


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Curves that share axes, by algorithm; the name stands above them."""

    name: str
    curves: Mapping[str, Curve]
    x: Ends = (0.0, 1.0)
    y: Ends = (0.0, 1.0)
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What is the same in all panels; ``numbers`` stand beside the names of the algorithms, best first."""

    title: str
    numbers: Mapping[str, str]
    note: str
    right: float = RIGHT
    reference: Callable[[Axes, Panel], None] | None = None
    over: Callable[[Axes, Panel, Looks], None] | None = None


def drawn_panels(panels: Sequence[Panel], board: Board, width: float) -> Figure:
    """Draw curves: in one square, or a panel per class; more than eight algorithms get a panel each.

    Of more than eight algorithms and several classes the best and the worst stand out before the others.
    """
    many = len(board.numbers) > FEW
    if len(panels) > 1:
        return _by_class(panels, board, width, many=many)
    return _by_algorithm(panels[0], board, width) if many else _lone_square(panels[0], board, width)


def _lone_square(panel: Panel, board: Board, width: float) -> Figure:
    left = left_of(["0.00"])
    side = min(width - left - board.right, SIDE)
    beside = width - left - side - board.right - EDGE
    styles = looks(board.numbers)
    right_hand = beside >= 1.4
    room = beside - 0.1 if right_hand else width - 2 * EDGE
    legend = legend_of(list(board.numbers), room, list(board.numbers.values()))
    lines = note_lines(board.note, width)
    below = AXIS_HIGH + note_high(lines) + (0.0 if right_hand else legend.height + 0.06)
    height = side + below + 0.1
    figure, axes = sheet(width, height, left=left, right=width - left - side, top=0.1, bottom=below)
    _fill(axes, panel, board, styles)
    axis_title(axes, "x", panel.title)
    axis_title(axes, "y", board.title)
    start, bottom = EDGE, note_high(lines)
    if right_hand:
        start, bottom = left + side + board.right + 0.1, height - 0.1 - legend.height
    draw_legend(figure, legend, styles, left=start, bottom=bottom)
    write_note(figure, lines)
    return figure


def _by_class(panels: Sequence[Panel], board: Board, width: float, *, many: bool) -> Figure:
    names = list(board.numbers)
    styles = looks_of_ends(names) if many else looks(names)
    entries = {**{name: board.numbers[name] for name in styles}, OTHERS: ""} if many else board.numbers
    legend = legend_of(list(entries), width - 2 * EDGE, list(entries.values()))
    least = 1.0 if len(panels) > 4 else 1.2
    rooms = Rooms(left=left_of(["0.00"]), key=legend.height, gap=0.22, least=least, ratio=1.0, note=board.note)
    squares = panel_sheet([panel.name for panel in panels], width, rooms)
    apart = len({panel.title for panel in panels}) > 1
    for place, (axes, panel) in enumerate(zip(squares.axes, panels, strict=True)):
        _fill(axes, panel, board, styles, named=(squares.is_last(place) or apart, squares.is_first(place)))
        if apart:
            axis_title(axes, "x", panel.title)
    squares.name_axes("" if apart else panels[0].title, board.title)
    draw_legend(squares.figure, legend, {**styles, OTHERS: PALE}, left=EDGE, bottom=squares.foot)
    return squares.figure


def _by_algorithm(panel: Panel, board: Board, width: float) -> Figure:
    names = list(board.numbers)[:MOST_PANELS]
    left_out = f"; the best {len(names)} of {len(board.numbers)}" if len(names) < len(board.numbers) else ""
    rooms = Rooms(left=left_of(["0.00"]), least=0.8, ratio=1.0, note=f"{board.note}; grey: the others{left_out}")
    squares = panel_sheet(names, width, rooms, [board.numbers[name] for name in names])
    for place, (axes, name) in enumerate(zip(squares.axes, names, strict=True)):
        look = Look(colour=BLUE, marker="None", dash="-")
        _fill(axes, panel, board, {name: look}, named=(squares.is_last(place), squares.is_first(place)))
    squares.name_axes(panel.title, board.title)
    return squares.figure


def _fill(axes: Axes, panel: Panel, board: Board, styles: Looks, named: tuple[bool, bool] = (True, True)) -> None:
    ruled(axes, "x", panel.x, slack=0.1 if len(styles) > 1 else 0.06, named=named[0])
    ruled(axes, "y", panel.y, named=named[1])
    gridded(axes, "both")
    if board.reference is not None:
        board.reference(axes, panel)
    pale = [np.column_stack([curve.x, curve.y]) for name, curve in panel.curves.items() if name not in styles]
    if pale:
        _draw_others(axes, pale, 1.5, many=sum(map(len, pale)) > MANY)
    for name, look in styles.items():
        if name in panel.curves and len(panel.curves[name].x):
            _draw_curve(axes, panel.curves[name], look, clip_on=False)
            _draw_marks(axes, panel, panel.curves[name], look)
    if board.over is not None:
        board.over(axes, panel, styles)


def _draw_marks(axes: Axes, panel: Panel, curve: Curve, look: Look) -> None:
    """Draw marks at even distances along a curve as it lies on paper."""
    if look.marker == "None":
        return
    across, up = (np.diff(values) / (ends[1] - ends[0]) for values, ends in ((curve.x, panel.x), (curve.y, panel.y)))
    length = np.concatenate([[0.0], np.cumsum(np.hypot(across, up))])
    shift = 0.06 + 0.16 * (MARKERS.index(look.marker) % FEW) / FEW
    places = np.array([shift + 0.18 * i for i in range(5)]) * length[-1]
    x, y = (np.interp(places, length, values) for values in (curve.x, curve.y))
    axes.plot(x, y, look.marker, color=look.colour, markersize=3, ls="none", zorder=3, clip_on=False, label="marks")
