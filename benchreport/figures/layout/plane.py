"""How do two axes with numbers, a legend and a foot share the page?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.figures.layout.axes import AXIS_HIGH, FOOT_HIGH, TICKS_HIGH, axis_title, left_of, ruled
from benchreport.figures.layout.page import EDGE, Look, draw_legend, legend_of, sheet
from benchreport.figures.layout.rows_and_panels import RIGHT
from benchreport.figures.style import MEDIUM
from benchreport.threads import product

Floats = npt.NDArray[np.float64]
Ends = tuple[float, float]
KEY_LEFT = 0.2
KEY_BOTTOM = FOOT_HIGH + 0.03


def plane(
    width: float,
    height: float,
    x: tuple[str, Ends],
    y: tuple[str, Ends],
    *,
    above: float = EDGE,
    below: float = 0.0,
    right: float = RIGHT,
    x_log: bool = False,
    y_log: bool = False,
    y_named: bool = True,
    x_drop: float = 0.0,
) -> tuple[Figure, Axes]:
    """Open axes with a title, numbers and these ends on both sides; call it within ``paper()``.

    ``height`` is that of the axes; ``below`` and ``above`` are further inches, ``right`` those beside, ``x_drop`` those
    between the x axis and its title.

    Examples
    --------
    >>> figure, axes = plane(3.5, 2.0, ("n", (0.0, 10.0)), ("power", (0.0, 1.0)))
    >>> [float(end) for end in axes.get_xlim()], round(float(figure.get_size_inches()[0]), 2)
    ([0.0, 10.0], 3.5)
    """
    bottom = AXIS_HIGH + FOOT_HIGH + below
    total = height + above + bottom
    figure, axes = sheet(width, total, left=0.5, right=right, top=above, bottom=bottom)
    if y_named:
        left = left_of(ruled(axes, "y", y[1], log=y_log))
    else:
        left = left_of([""])
        axes.set(ylim=y[1], yticks=[])
    axes.set_position((left / width, bottom / total, (width - left - right) / width, height / total))
    ruled(axes, "x", x[1], log=x_log)
    axis_title(axes, "x", x[0], drop=TICKS_HIGH + x_drop)
    axis_title(axes, "y", y[0])
    return figure, axes


def keyed(figure: Figure, styles: Mapping[str, Look], *, lw: float = MEDIUM) -> None:
    """Draw the legend between the axis and the foot; :func:`key_height` says how much room it takes."""
    legend = legend_of(list(styles), float(figure.get_size_inches()[0]) - KEY_LEFT - EDGE)
    draw_legend(figure, legend, styles, left=KEY_LEFT, bottom=KEY_BOTTOM, lw=lw)


def key_height(names: Sequence[str], width: float) -> float:
    """Return how much room a legend of these names takes below the axis.

    Examples
    --------
    >>> key_height(["a", "b"], 3.5)
    0.21
    """
    return round(legend_of(list(names), width - KEY_LEFT - EDGE).height + 0.05, 6)


def ellipse(centre: Ends, covariance: tuple[float, float, float], reach: float, points: int = 181) -> Floats:
    """Return the outline of the ellipse ``(x - c)' S^-1 (x - c) = reach``, two rows of coordinates.

    ``covariance`` lists the variance of x, the covariance, and the variance of y.

    Examples
    --------
    >>> ellipse((0.0, 0.0), (1.0, 0.0, 4.0), 1.0).max(axis=1).round(6).tolist()
    [1.0, 2.0]
    """
    xx, xy, yy = covariance
    values, vectors = np.linalg.eigh(np.array([[xx, xy], [xy, yy]]))
    angle = np.linspace(0, 2 * math.pi, points)
    axes = vectors * np.sqrt(np.maximum(values, 0.0) * reach)
    outline: Floats = product(axes, np.stack([np.cos(angle), np.sin(angle)])) + np.array(centre)[:, None]
    return outline


def mean_reach(n: int, alpha: float) -> float | None:
    """Return the reach of the confidence ellipse of a mean of n points in two metrics: 2 (n-1) F / (n (n-2)).

    Examples
    --------
    >>> round(mean_reach(20, 0.05), 4), mean_reach(2, 0.05)
    (0.3752, None)
    """
    if n < 3:
        return None
    # The F law with 2 and m degrees of freedom has a quantile in closed form.
    quantile = (n - 2) / 2 * (alpha ** (-2 / (n - 2)) - 1)
    return float(2 * (n - 1) * quantile / (n * (n - 2)))


def ellipse_columns(mean: Floats, spread: Floats) -> dict[str, float]:
    """Return the columns that :func:`mean_ellipse` reads: a centre, and the variances and covariance around it."""
    (xx, xy), (_, yy) = spread.tolist()
    return {"x": float(mean[0]), "y": float(mean[1]), "xx": xx, "xy": xy, "yy": yy}


def mean_ellipse(row: Mapping[str, Any]) -> Floats | None:
    """Return the outline of the ellipse that a row describes: its centre, covariance and reach; None without one."""
    if row["reach"] is None:
        return None
    return ellipse((row["x"], row["y"]), (row["xx"], row["xy"], row["yy"]), row["reach"])
