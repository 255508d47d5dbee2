"""Axes: their ends and scales, the numbers that fit beside them, their titles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.figures.layout.page import EDGE, TICK_PAD, Side, figure_of, page_of, size_of, widest
from benchreport.figures.style import GRID_LINE, SMALL_SIZE, shortened, text_width, write
from benchreport.tables.reading.frames import ends_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Scale = Literal["auto", "linear", "log"]
Ends = tuple[float, float]
Floats = npt.NDArray[np.float64]
LOG_SPAN = 1000.0  # positive values that span so much want a logarithmic axis
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")

# Lengths in inches.
TICK_GAP = 0.1  # least distance of two numbers on an axis
TICKS_HIGH = 0.24  # from an axis down to its title
AXIS_HIGH = 0.39  # below an axis: its numbers and its title
NUMBER_HIGH = 0.13


def metric_label(metric: str, direction: str | None) -> str:
    """Return the name of a metric for an axis, with the way that is better.

    Examples
    --------
    >>> metric_label("accuracy", "higher"), metric_label("log_loss", "lower"), metric_label("share", None)
    ('accuracy (higher is better)', 'log_loss (lower is better)', 'share')
    """
    return f"{metric} ({direction} is better)" if direction in ("higher", "lower") else metric


def wants_log(values: pl.Series) -> bool:
    """Check whether values span so many orders of magnitude that a linear axis would hide most of them.

    Examples
    --------
    >>> wants_log(pl.Series([0.1, 5000.0])), wants_log(pl.Series([0.0, 5000.0]))
    (True, False)
    """
    if not values.count():
        return False
    low, high = ends_of(values)
    return low > 0 and high / low > LOG_SPAN


def is_log(values: pl.Series, scale: Scale) -> bool:
    """Check whether an axis is logarithmic.

    Examples
    --------
    >>> is_log(pl.Series([1.0, 5.0]), "auto"), is_log(pl.Series([1.0, 5.0]), "log")
    (False, True)
    """
    one_of(scale, ("auto", "linear", "log"), name="scale")
    if scale != "log":
        return scale == "auto" and wants_log(values)
    if values.count() and ends_of(values)[0] <= 0:
        raise OptionError("a logarithmic axis needs positive values", hint="scale='linear'")
    return True


def limits_of(values: Iterable[float | None], *, log: bool = False, pad: float = 0.04) -> Ends:
    """Return the ends of an axis around some values; a single value gets room on both sides.

    Examples
    --------
    >>> limits_of([1.0, 2.0], pad=0.1), limits_of([3.0])
    ((0.9, 2.1), (2.5, 3.5))
    """
    numbers = [float(value) for value in values if value is not None]
    low, high = (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
    if log:
        ends = _wider(math.log10(low), math.log10(high), pad, 0.5)
        return 10.0 ** ends[0], 10.0 ** ends[1]
    return _wider(low, high, pad, abs(low) / 6 or 0.5)


def ruled(
    axes: Axes, side: Side, ends: Ends, *, log: bool = False, slack: float = 0.15, named: bool = True
) -> list[str]:
    """Draw as many numbers beside an axis with these ends as fit without touching, and return their texts.

    ``slack`` is how far a number may reach beyond the axis in inches; ``named=False`` leaves the numbers out.
    """
    across = side == "x"
    if log:
        (axes.set_xscale if across else axes.set_yscale)("log")
    (axes.set_xlim if across else axes.set_ylim)(*ends)
    axis = axes.xaxis if across else axes.yaxis
    axis.minorticks_off()
    places, texts = fitting(ends, size_of(axes)[0 if across else 1], slack, log=log, across=across)
    axis.set_ticks(places, labels=texts if named else [""] * len(texts), fontsize=SMALL_SIZE)
    return texts


def gridded(axes: Axes, side: Literal["x", "y", "both"] = "x") -> None:
    """Draw faint lines from the numbers of an axis into the figure."""
    axes.grid(axis=side, color=GRID_LINE, lw=0.5)
    axes.set_axisbelow(True)


def axis_title(axes: Axes, side: Side, text: str, *, until: Axes | None = None, drop: float = 0.0) -> None:
    """Write the title of an axis, or of those from one panel to another, ``drop`` inches further below than usual."""
    width, height = figure_of(axes).get_size_inches()
    box = axes.get_position()
    end = box if until is None else until.get_position()
    middle = (box.x0 + end.x1) / 2 * width if side == "x" else (end.y0 + box.y1) / 2 * height
    write_title(figure_of(axes), side, text, middle, box.y0 * height, drop)


def write_title(figure: Figure, side: Side, text: str, middle: float, axis: float, drop: float = 0.0) -> None:
    """Write a title around the middle of an axis: below the x axis at these inches, or upright at the left edge.

    It stays within the page and is shortened to it.
    """
    along = float(figure.get_size_inches()[0 if side == "x" else 1])
    beside = NUMBER_HIGH if side == "x" else 0.0  # an upright title may stand there
    words = shortened(text, along - 2 * EDGE - beside)
    half = text_width(words) / 2 + EDGE
    middle = min(max(middle, half + beside), along - half)
    looks: dict[str, Any] = {"label": "axis title"}
    if side == "x":
        write(page_of(figure), middle, axis - (TICKS_HIGH + drop), words, ha="center", va="top", **looks)
    else:
        write(page_of(figure), EDGE, middle, words, ha="left", va="center", rotation=90, **looks)


def left_of(texts: Iterable[str]) -> float:
    """Return how much room the numbers and the title of a y axis take."""
    return EDGE + 0.17 + widest(texts) + TICK_PAD + 0.06


def number_texts(places: Sequence[float]) -> list[str]:
    """Return numbers as texts with the same decimals, as many as tell them apart.

    Examples
    --------
    >>> number_texts([0.9, 0.95, 1.0]), number_texts([-1.0, 0.0]), number_texts([0.0, 2e7])
    (['0.90', '0.95', '1.00'], ['−1', '0'], ['0', '2e+07'])
    """
    largest = max((abs(place) for place in places), default=0.0)
    step = min((b - a for a, b in pairwise(places)), default=largest) or 1.0
    decimals = next((d for d in range(7) if all(abs(round(p, d) - p) <= 1e-6 * step for p in places)), None)
    if decimals is None or largest >= 1e7:
        texts = [f"{place:.4g}" for place in places]
    else:
        texts = [f"{round(place, decimals) + 0.0:.{decimals}f}" for place in places]
    return [text.replace("-", "−") if "e" not in text else text for text in texts]


def power_text(value: float) -> str:
    """Return a number of a logarithmic axis as a text.

    Examples
    --------
    >>> power_text(0.01), power_text(1e6), power_text(2e-7)
    ('0.01', '10⁶', '2·10⁻⁷')
    """
    if 1e-4 <= value < 1e5:
        return f"{value:g}"
    power = math.floor(math.log10(value) + 1e-9)
    digit = round(value / 10.0**power)
    return ("" if digit == 1 else f"{digit}·") + f"10{str(power).translate(SUPERSCRIPTS)}"


def whole_step(least: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50, 100, ... that is not below a number, as the step of an axis of ranks.

    Examples
    --------
    >>> [whole_step(least) for least in (0.3, 2, 2.1, 11, 51)]
    [1, 2, 5, 20, 100]
    """
    scale = int(10.0 ** math.floor(math.log10(max(least, 1))))
    return next(lead * scale for lead in (1, 2, 5, 10) if lead * scale >= least)


def _wider(low: float, high: float, pad: float, alone: float) -> Ends:
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        return low - alone, high + alone
    return low - pad * (high - low), high + pad * (high - low)


def fitting(
    ends: Ends, length: float, slack: float = 0.15, *, log: bool = False, across: bool = False
) -> tuple[list[float], list[str]]:
    """Return the finest ladder of numbers that fits beside an axis of a length; if none does, the fewest.

    Examples
    --------
    >>> fitting((0.0, 1.0), 0.5)
    ([0.0, 0.5, 1.0], ['0.0', '0.5', '1.0'])
    """
    low, high = sorted(ends)
    begin, span = (math.log10(low), math.log10(high / low)) if log else (low, high - low)
    best: tuple[list[float], list[str]] = ([], [])
    for ladder in (_log_ladders if log else _ladders)(low, high):
        inside = [place for place in ladder if low <= place <= high]
        texts = [power_text(place) for place in inside] if log else number_texts(inside)
        middles = [((math.log10(place) if log else place) - begin) / span * length for place in inside]
        sizes = [text_width(text) if across else NUMBER_HIGH for text in texts]
        visible = [
            i
            for i, (middle, size) in enumerate(zip(middles, sizes, strict=True))
            if middle - size / 2 >= -slack and middle + size / 2 <= length + slack
        ]
        gaps = [middles[j] - middles[i] - (sizes[i] + sizes[j]) / 2 for i, j in pairwise(visible)]
        if min(gaps, default=1.0) < TICK_GAP:
            continue
        ticks = [inside[i] for i in visible], [texts[i] for i in visible]
        if len(visible) >= 2:
            return ticks
        best = max(best, ticks, key=lambda pair: len(pair[0]))
    return best


def _ladders(low: float, high: float) -> Iterable[list[float]]:
    from matplotlib.ticker import MaxNLocator

    for count in (6, 5, 4, 3, 2, 1):
        steps = [1, 2, 2.5, 5, 10]
        yield [float(place) for place in MaxNLocator(nbins=count, steps=steps).tick_values(low, high)]


def _log_ladders(low: float, high: float) -> Iterable[list[float]]:
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    if high / low < 10:
        yield from ([place for place in ladder if place > 0] for ladder in _ladders(low, high))
    for digits in ((1, 2, 5), (1, 3), (1,), (2,), (5,)):
        yield [digit * 10.0**power for power in powers for digit in digits]
    for every in (2, 3, 5, 10, 20):
        yield [10.0**power for power in powers if power % every == 0]
