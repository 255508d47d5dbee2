"""How are the curves of several algorithms, for one class or several, laid out on a page?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from benchreport.figures.layout.axes import AXIS_HIGH, axis_title, gridded, left_of, ruled
from benchreport.figures.layout.lines import BACKGROUND, Curve
from benchreport.figures.layout.page import (
    EDGE,
    ENTRY_GAP,
    MANY_MARKS,
    MARKERS,
    SWATCH,
    Legend,
    Look,
    draw_legend,
    legend_of,
    looks,
    sheet,
    widest,
)
from benchreport.figures.layout.remarks import beside, note_high, note_lines, small_print
from benchreport.figures.layout.rows_and_panels import BLUE, FEW, RIGHT, Rooms, headed, looks_of_ends, square_panels
from benchreport.figures.style import FAINT, MEDIUM, fitted

Floats = npt.NDArray[np.float64]
Ends = tuple[float, float]
MOST_PANELS = 42
MOST_CLASSES = 12
SIDE = 3.2  # inches, at most, of a lone square
PALE = Look(colour=FAINT, marker="None", dash="-")
ONE = Look(colour=BLUE, marker="None", dash="-")
OTHERS = "the others"


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
    """What is the same in all panels. ``said`` gives, by algorithm and best first, the number beside its name."""

    title: str
    said: Mapping[str, str]
    note: str
    right: float = RIGHT
    reference: Callable[[Axes, Panel], None] | None = None
    over: Callable[[Axes, Panel, Mapping[str, Look]], None] | None = None


def drawn_panels(panels: Sequence[Panel], board: Board, width: float) -> Figure:
    """Draw curves: in one square, or a panel per class; more than eight algorithms get a panel each.

    Of more than eight algorithms and several classes the best and the worst stand out before the others.
    """
    many = len(board.said) > FEW
    if len(panels) > 1:
        return _by_class(panels, board, width, many=many)
    return _by_algorithm(panels[0], board, width) if many else _one(panels[0], board, width)


def _one(panel: Panel, board: Board, width: float) -> Figure:
    left = left_of(["0.00"])
    side = min(width - left - board.right, SIDE)
    beside = width - left - side - board.right - EDGE
    styles = looks(board.said)
    right_hand = beside >= 1.4
    legend = _legend(board.said, styles, beside - 0.1 if right_hand else width - 2 * EDGE)
    lines = note_lines(board.note, width)
    below = AXIS_HIGH + note_high(lines) + (0.0 if right_hand else legend.height + 0.06)
    height = side + below + 0.1
    figure, axes = sheet(width, height, left=left, right=width - left - side, top=0.1, bottom=below)
    _fill(axes, panel, board, styles)
    axis_title(axes, "x", panel.title)
    axis_title(axes, "y", board.title)
    start = left + side + board.right + 0.1 if right_hand else EDGE
    draw_legend(
        figure, legend, styles, left=start, bottom=height - 0.1 - legend.height if right_hand else note_high(lines)
    )
    small_print(figure, lines)
    return figure


def _by_class(panels: Sequence[Panel], board: Board, width: float, *, many: bool) -> Figure:
    names = list(board.said)
    styles = looks_of_ends(names) if many else looks(names)
    keyed = {**{name: board.said[name] for name in styles}, OTHERS: ""} if many else board.said
    legend = _legend(keyed, {**styles, OTHERS: PALE}, width - 2 * EDGE)
    lines = note_lines(board.note, width)
    below = AXIS_HIGH + note_high(lines) + legend.height + 0.06
    rooms = Rooms(left=left_of(["0.00"]), below=below, gap=0.22, least=1.0 if len(panels) > 4 else 1.2)
    made = square_panels([panel.name for panel in panels], width, rooms)
    apart = len({panel.title for panel in panels}) > 1
    for place, (axes, panel) in enumerate(zip(made.axes, panels, strict=True)):
        _fill(axes, panel, board, styles, named=(made.is_last(place) or apart, made.is_first(place)))
        if apart:
            axis_title(axes, "x", panel.title)
    made.name_axes("" if apart else panels[0].title, board.title)
    draw_legend(made.figure, legend, {**styles, OTHERS: PALE}, left=EDGE, bottom=note_high(lines))
    small_print(made.figure, lines)
    return made.figure


def _by_algorithm(panel: Panel, board: Board, width: float) -> Figure:
    names = list(board.said)[:MOST_PANELS]
    left_out = f"; the best {len(names)} of {len(board.said)}" if len(names) < len(board.said) else ""
    lines = note_lines(f"{board.note}; grey: the others{left_out}", width)
    rooms = Rooms(left=left_of(["0.00"]), below=AXIS_HIGH + note_high(lines), least=0.8)
    heads = headed(names, [board.said[name] for name in names], rooms.across(len(names), width)[1])
    made = square_panels(heads, width, rooms)
    for place, (axes, name) in enumerate(zip(made.axes, names, strict=True)):
        _fill(axes, panel, board, {name: ONE}, named=(made.is_last(place), made.is_first(place)))
    made.name_axes(panel.title, board.title)
    small_print(made.figure, lines)
    return made.figure


def _fill(
    axes: Axes, panel: Panel, board: Board, styles: Mapping[str, Look], named: tuple[bool, bool] = (True, True)
) -> None:
    ruled(axes, "x", panel.x, slack=0.1 if len(styles) > 1 else 0.06, named=named[0])
    ruled(axes, "y", panel.y, named=named[1])
    gridded(axes, "both")
    if board.reference is not None:
        board.reference(axes, panel)
    pale = [np.column_stack([curve.x, curve.y]) for name, curve in panel.curves.items() if name not in styles]
    if pale:
        dense = sum(map(len, pale)) > MANY_MARKS
        looks_pale: dict[str, Any] = {"colors": BACKGROUND, "lw": 0.4, "rasterized": dense, "zorder": 1.5}
        axes.add_collection(LineCollection(pale, label="others", **looks_pale))
    for name, look in styles.items():
        if name in panel.curves and len(panel.curves[name].x):
            _draw(axes, panel, panel.curves[name], look)
    if board.over is not None:
        board.over(axes, panel, styles)


def _draw(axes: Axes, panel: Panel, curve: Curve, look: Look) -> None:
    if curve.low is not None and curve.high is not None:
        axes.fill_between(curve.x, curve.low, curve.high, color=look.colour, alpha=0.15, lw=0, zorder=2, label="band")
    shape: dict[str, Any] = {"color": look.colour, "ls": look.dash, "lw": MEDIUM, "zorder": 3, "clip_on": False}
    axes.plot(curve.x, curve.y, label="curve", **shape)
    if look.marker != "None":
        shift = 0.06 + 0.16 * (MARKERS.index(look.marker) % FEW) / FEW
        x, y = along(panel, curve, [shift + 0.18 * i for i in range(5)])
        axes.plot(x, y, look.marker, color=look.colour, markersize=3, ls="none", zorder=3, clip_on=False, label="marks")


def along(panel: Panel, curve: Curve, shares: Sequence[float]) -> tuple[Floats, Floats]:
    """Return points on a curve at shares of the length it has on paper, so that marks are spread evenly.

    Examples
    --------
    >>> curve = Curve(x=np.array([0.0, 0.0, 1.0]), y=np.array([0.0, 1.0, 1.0]))
    >>> [values.tolist() for values in along(Panel(name="", curves={}), curve, [0.25, 0.75])]
    [[0.0, 0.5], [0.5, 1.0]]
    """
    across, up = (np.diff(values) / (ends[1] - ends[0]) for values, ends in ((curve.x, panel.x), (curve.y, panel.y)))
    length = np.concatenate([[0.0], np.cumsum(np.hypot(across, up))])
    at = np.asarray(shares) * length[-1]
    return np.interp(at, length, curve.x), np.interp(at, length, curve.y)


def _legend(said: Mapping[str, str], styles: Mapping[str, Look], width: float) -> Legend:
    """Lay out a legend with a number after each name; a name that is too long is cut, the number never."""
    room = width - SWATCH - ENTRY_GAP - widest([f" {number}" for number in said.values()])
    labels = [beside(name, number) for name, number in zip(fitted(list(said), room), said.values(), strict=True)]
    return replace(legend_of(labels, width), names=tuple(name for name in said if name in styles))
