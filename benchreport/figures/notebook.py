"""Figures where they are made: pictures that notebooks show, and figures inside the axes of others."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib import figure as drawings
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backend_bases import RendererBase

from benchreport.errors import OptionError
from benchreport.figures.style import rendered

# Pixels per inch in a notebook, and how much a figure may exceed the axes that it is drawn in, in inches.
SCREEN = 144
SLACK = 0.02


class Figure(drawings.Figure):
    """A figure that a notebook shows when it is the value of a cell."""

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        width, height = (round(float(inches) * SCREEN / 1.5) for inches in self.get_size_inches())
        return rendered(self, "png", dpi=SCREEN), {"width": width, "height": height}


def shown(figure: drawings.Figure) -> Figure:
    """Return a figure as one that shows itself.

    Examples
    --------
    >>> shown(drawings.Figure(figsize=(2, 1)))._repr_png_()[1]
    {'width': 192, 'height': 96}
    """
    figure.__class__ = Figure
    return figure  # type: ignore[return-value]


class Inset(Artist):
    """A whole figure drawn in the middle of axes, with the lines and texts that it has."""

    def __init__(self, inner: drawings.Figure, axes: Axes) -> None:
        super().__init__()
        self._inner, self._size = inner, inner.get_size_inches().copy()
        self.set_figure(outer_figure(axes))

    def draw(self, renderer: RendererBase) -> None:
        """Draw the figure where the axes are now."""
        outer: Any = self.get_figure(root=True)
        frame = self.axes.get_window_extent(renderer)  # type: ignore[union-attr]
        self._inner.set_dpi(outer.dpi)
        start = np.array([frame.x0 + frame.x1, frame.y0 + frame.y1]) / 2 / outer.dpi - self._size / 2
        # The page of the inner figure begins where it lies on the outer one; everything in it follows.
        self._inner.bbox_inches.set_points(np.array([start, start + self._size]))
        self._inner.draw(renderer)
        self.stale = False


def outer_figure(axes: Axes) -> drawings.Figure:
    """Return the figure that axes belong to; raise where there is none."""
    outer = axes.get_figure(root=True)
    if outer is None:
        raise OptionError("these axes belong to no figure", hint="figure, ax = plt.subplots()")
    return outer


def size_in_inches(axes: Axes) -> tuple[float, float]:
    """Return the width and the height of axes in inches."""
    width, height = outer_figure(axes).get_size_inches()
    box = axes.get_position()
    return float(width * box.width), float(height * box.height)


def drawn_inside(figure: drawings.Figure, axes: Axes) -> drawings.Figure:
    """Draw a figure inside axes and return the figure that these belong to; raise where it does not fit."""
    (wide, high), (width, height) = figure.get_size_inches(), size_in_inches(axes)
    if wide > width + SLACK or high > height + SLACK:
        raise OptionError(
            f"the figure is {wide:.1f} by {high:.1f} inches, and the axes are {width:.1f} by {height:.1f}",
            hint="give the axes more room, such as plt.subplots(figsize=(7, 5))",
        )
    axes.set_axis_off()
    axes.add_artist(Inset(figure, axes))
    return outer_figure(axes)
