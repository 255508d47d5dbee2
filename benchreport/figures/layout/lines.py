"""How are many curves kept apart: in one picture, or each before the others in a panel of its own?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from benchreport.figures.layout.axes import FOOT_HIGH, fitting, foot, gridded, left_of, ruled
from benchreport.figures.layout.page import EDGE, MANY_MARKS, MARKERS, Look, draw_legend, legend_of, looks
from benchreport.figures.layout.plane import plane
from benchreport.figures.layout.rows_and_panels import BLUE, FEW, Rooms, panel_sheet
from benchreport.figures.style import MEDIUM

Floats = np.ndarray[Any, np.dtype[np.float64]]
BACKGROUND = "#CFCFCF"
PLOT_HIGH = 2.1
PANEL_HIGH = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One line of a figure, with a band around it where there is one."""

    x: Floats
    y: Floats
    low: Floats | None = None
    high: Floats | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The axes that curves are drawn in."""

    x: tuple[float, float]
    y: tuple[float, float]
    titles: tuple[str, str]
    note: str
    log_x: bool = False
    log_y: bool = False
    steps: bool = False
    marked: bool = False  # every point is a measurement, and shown as such


def curves_by_algorithm(numbers: pl.DataFrame, y: str) -> dict[str, Curve]:
    """Return the curve of each algorithm over ``x``, with a band where there are intervals; gaps have no width."""
    curves = {}
    for (name,), part in numbers.group_by("algorithm", maintain_order=True):
        sides = part.select(x="x", y=y)
        if "ci_low" in part.columns and part.get_column("ci_low").count():
            sides = part.select(
                x="x", y=y, low=pl.col("ci_low").fill_null(pl.col(y)), high=pl.col("ci_high").fill_null(pl.col(y))
            )
        curves[str(name)] = Curve(**{side.name: side.to_numpy() for side in sides})
    return curves


def drawn_curves(curves: Mapping[str, Curve], frame: Frame, width: float) -> Figure:
    """Draw curves in one picture with a legend; more than eight get a panel each, the others pale behind.

    Examples
    --------
    >>> curve = Curve(x=np.array([0.0, 1.0]), y=np.array([0.0, 1.0]))
    >>> frame = Frame(x=(0.0, 1.0), y=(0.0, 1.0), titles=("x", "y"), note="n = 2")
    >>> len(drawn_curves({"A": curve, "B": curve}, frame, 3.5).axes[0].lines)
    2
    """
    return (_together if len(curves) <= FEW else _apart)(curves, frame, width)


def _together(curves: Mapping[str, Curve], frame: Frame, width: float) -> Figure:
    styles = looks(curves)
    figure, axes = keyed_plane({name: styles[name] for name in curves}, frame, width)
    for name, curve in curves.items():
        _draw(axes, curve, frame, styles[name], shade=max(0.06, 0.3 / len(curves)))
    return figure


def keyed_plane(styles: Mapping[str, Look], frame: Frame, width: float, *, lw: float = MEDIUM) -> tuple[Figure, Axes]:
    """Open axes with a grid, their titles, a legend of lines or of marks alone, and a note at the foot."""
    legend = legend_of(list(styles), width - 2 * EDGE)
    sides = ((frame.titles[0], frame.x), (frame.titles[1], frame.y))
    below = legend.height + 0.06
    figure, axes = plane(width, PLOT_HIGH, *sides, above=0.1, below=below, x_log=frame.log_x, y_log=frame.log_y)
    gridded(axes, "both")
    draw_legend(figure, legend, styles, left=EDGE, bottom=FOOT_HIGH + 0.04, lw=lw)
    foot(figure, frame.note)
    return figure, axes


def _apart(curves: Mapping[str, Curve], frame: Frame, width: float) -> Figure:
    names = list(curves)
    numbers = fitting(frame.y, PANEL_HIGH, log=frame.log_y)[1]
    panels = panel_sheet(names, width, Rooms(left=left_of(numbers), height=PANEL_HIGH))
    paths = [np.column_stack(_path(curve, frame)) for curve in curves.values()]
    many = sum(len(path) for path in paths) * len(names) > MANY_MARKS
    one = Look(colour=BLUE, marker="o", dash="-")
    for place, (axes, curve) in enumerate(zip(panels.axes, curves.values(), strict=True)):
        ruled(axes, "x", frame.x, log=frame.log_x, slack=0.06, named=panels.is_last(place))
        ruled(axes, "y", frame.y, log=frame.log_y, named=panels.is_first(place))
        axes.add_collection(LineCollection(paths, colors=BACKGROUND, lw=0.4, rasterized=many, zorder=1, label="others"))
        _draw(axes, curve, frame, one, size=2.0)
    panels.name_axis("x", frame.titles[0])
    panels.name_axis("y", frame.titles[1])
    foot(panels.figure, f"{frame.note}; grey: the others")
    return panels.figure


def _draw(axes: Axes, curve: Curve, frame: Frame, look: Look, size: float = 3.5, shade: float = 0.15) -> None:
    if curve.low is not None and curve.high is not None:
        axes.fill_between(curve.x, curve.low, curve.high, color=look.colour, alpha=shade, lw=0, zorder=2, label="band")
    x, y = _path(curve, frame)
    shape: dict[str, Any] = {"color": look.colour, "ls": look.dash, "lw": MEDIUM, "zorder": 3, "clip_on": True}
    if frame.marked:
        shape |= {"marker": look.marker, "markersize": size}
    elif len(curve.x) > 1 and size > 2:
        # A few marks tell the curves apart in grey print; each curve begins with its own.
        shape |= {"marker": look.marker, "markersize": 3, "markevery": _marks(len(x), look.marker)}
    axes.plot(x, y, label="curve", **shape)


def _marks(count: int, marker: str) -> list[int]:
    shift = 0.06 + 0.1 * ((MARKERS.index(marker) % 8) / 8)
    return sorted({int((shift + 0.17 * i) * (count - 1)) for i in range(6) if shift + 0.17 * i <= 1})


def _path(curve: Curve, frame: Frame) -> tuple[Floats, Floats]:
    """Return the corners of a line: a step function keeps its height until the next step."""
    if not frame.steps or not len(curve.x):
        return curve.x, curve.y
    end = max(frame.x[1], float(curve.x[-1]))
    return np.append(np.repeat(curve.x, 2)[1:], end), np.repeat(curve.y, 2)
