"""Names beside points, where there is room for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from benchreport.figures.layout.page import Point, size_of
from benchreport.figures.marks import mark_of
from benchreport.figures.style import INK, SMALL_SIZE, fitted, text_width, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Box = tuple[float, float, float, float]
# Inches from a point to its name, aside and upwards, and half the height of a name.
ASIDE, UP, HALF = 0.09, 0.11, 0.06


def name_points(
    axes: Axes,
    points: Mapping[str, Point],
    order: Iterable[str],
    *,
    bold: str | None = None,
    above: Collection[str] = (),
    most: float = 0.4,
    written: Iterable[Box] = (),
) -> None:
    """Write names beside their points, the first of an order first; who finds no room stays unnamed.

    Names in ``above`` stand there if they can; ``most`` is the share of the width that a name may take. ``written`` are
    the boxes of other texts, in inches from the lower left corner of the axes.
    """
    wide, high = size_of(axes)
    scaled = axes.transAxes.inverted().transform(axes.transData.transform(np.array(list(points.values()))))
    places = dict(zip(points, scaled * [wide, high], strict=True))
    taken = list(written)
    for name in order:
        weight: Any = "bold" if name == bold else "normal"
        (text,) = fitted([name], most * wide, weight=weight)
        size = text_width(text, SMALL_SIZE, weight=weight)
        x, y = places[name]
        level = [(-ASIDE - size, 0.0), (ASIDE, 0.0)]
        upper = [(ASIDE / 2, UP), (-size / 2, UP + 0.02), (-ASIDE - size, UP)]
        lower = [(-size / 2, -UP - 0.02), (ASIDE / 2, -UP)]
        spots = [*upper, *level, *lower] if name in above else [*level, *lower, *upper]
        for start, middle in ((x + across, y + up) for across, up in spots):
            box = (start, middle - HALF, start + size, middle + HALF)
            inside = box[0] >= 0 and box[2] <= wide and box[1] >= 0 and box[3] <= high + HALF
            others = [place for other, place in places.items() if other != name]
            if (
                inside
                and not any(boxes_meet(box, other) for other in taken)
                and not any(_covers(box, point) for point in others)
            ):
                taken.append(box)
                looks: dict[str, Any] = {"transform": axes.transAxes, "va": "center_baseline", "color": INK}
                looks["gid"] = mark_of(name)
                write(axes, start / wide, middle / high, text, weight=weight, zorder=6, label="name", **looks)
                break


def boxes_meet(box: Box, other: Box) -> bool:
    """Return whether two boxes overlap."""
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def _covers(box: Box, point: Any) -> bool:
    return bool(box[0] - 0.04 < point[0] < box[2] + 0.04 and box[1] - 0.03 < point[1] < box[3] + 0.03)
