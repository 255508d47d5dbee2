"""Looks of algorithms in all figures, told apart by colour, mark and dash, and the legends that explain them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure

from benchreport.figures.layout.notes import headed
from benchreport.figures.layout.page import LINE, overlay, widest
from benchreport.figures.style import BLUE, HIGHLIGHT, INK, MEDIUM, PALETTE, fitted, write

FEW = 8  # up to so many algorithms a figure gives each its own look
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h", "d", "p")
DASHES: tuple[Any, ...] = ("-", (0, (4, 1.5)), (0, (1, 1)), (0, (4, 1.2, 1, 1.2)), (0, (6, 1.2, 1, 1.2, 1, 1.2)))

# Lengths in inches.
SWATCH = 0.26  # the line or mark of a legend entry
ENTRY_GAP = 0.16

OWN_COLOURS: ContextVar[Mapping[str, str]] = ContextVar("OWN_COLOURS", default={})  # noqa: B039  (never written to)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The look of one algorithm in every figure of a report."""

    colour: str
    marker: str
    dash: Any


@contextmanager
def coloured(colours: Mapping[str, str]) -> Iterator[None]:
    """Draw algorithms in colours of the user's choice.

    Examples
    --------
    >>> with coloured({"kNN": "#AA3377"}):
    ...     looks(["kNN", "C4.5"])["kNN"].colour
    '#AA3377'
    """
    before = OWN_COLOURS.set(colours)
    try:
        yield
    finally:
        OWN_COLOURS.reset(before)


def looks(algorithms: Iterable[str]) -> dict[str, Look]:
    """Return the look of every algorithm; it depends on the sorted names alone, so all figures agree.

    Examples
    --------
    >>> looks(["kNN", "C4.5"])["C4.5"]
    Look(colour='#000000', marker='o', dash='-')
    """
    own = OWN_COLOURS.get()
    taken = {colour.upper() for colour in own.values()}
    # Yellow is too faint for lines, and what the user chose for one is given to no other.
    colours = [colour for colour in PALETTE[:-1] if colour not in taken] or PALETTE[:-1]
    return {
        name: Look(
            colour=own.get(name, colours[i % len(colours)]),
            marker=MARKERS[i % len(MARKERS)],
            dash=DASHES[(i // len(colours)) % len(DASHES)],
        )
        for i, name in enumerate(sorted(set(map(str, algorithms))))
    }


def colours(algorithms: Sequence[str]) -> dict[str, str]:
    """Return the colour of each of a few algorithms, the same in all figures; many algorithms share one colour.

    Examples
    --------
    >>> colours(["A", "B"])["B"], len(set(colours([str(i) for i in range(20)]).values()))
    ('#0072B2', 1)
    """
    styles, own = looks(algorithms), OWN_COLOURS.get()
    return {name: look.colour if len(styles) <= FEW else own.get(name, BLUE) for name, look in styles.items()}


def looks_of_ends(names: Sequence[str], marker: str = "^") -> dict[str, Look]:
    """Return looks for the first and the last of many algorithms alone, told from the others in grey print as well."""
    last = Look(colour=HIGHLIGHT, marker=marker, dash=(0, (4, 1.5)))
    return {names[0]: Look(colour=BLUE, marker="o", dash="-"), names[-1]: last}


@dataclass(frozen=True, slots=True, kw_only=True)
class Legend:
    """A legend laid out in rows across a width: entry names and their places in inches from its left top corner."""

    names: tuple[str, ...]
    labels: tuple[str, ...]
    places: tuple[tuple[float, float], ...]
    height: float


def legend_of(names: Sequence[str], width: float, numbers: Sequence[str] = ()) -> Legend:
    """Return the layout of a legend in columns below a figure, with its height for the figure that is opened next.

    A name that is too long is cut, a number after it never.

    Examples
    --------
    >>> legend_of(["kNN", "C4.5"], 3.0).height
    0.16
    """
    room = width - SWATCH - ENTRY_GAP
    labels = fitted(headed(names, numbers, room) if numbers else names, room)
    step = SWATCH + widest(labels) + ENTRY_GAP
    across = max(1, min(len(labels), int((width + ENTRY_GAP) // step)))
    down = -(-len(labels) // across)
    # Columns are filled downwards, as a list is read.
    places = tuple(((i // down) * step, (i % down) * LINE) for i in range(len(labels)))
    return Legend(names=tuple(map(str, names)), labels=tuple(labels), places=places, height=down * LINE)


def draw_legend(
    figure: Figure, legend: Legend, styles: Mapping[str, Look], *, left: float, bottom: float, lw: float = MEDIUM
) -> None:
    """Draw a legend with its lower left corner at these inches; lines so wide with their marks, or marks alone."""
    axes = overlay(figure, "legend", layer=1)
    for name, text, (x, down) in zip(legend.names, legend.labels, legend.places, strict=True):
        look = styles[name]
        y = bottom + legend.height - down - LINE / 2
        ends = [left + x, left + x + SWATCH - 0.08]
        if lw:
            axes.plot(ends, [y, y], color=look.colour, ls=look.dash, lw=lw)
        axes.plot([sum(ends) / 2], [y], color=look.colour, marker=look.marker, ls="none", markersize=3.5)
        write(axes, left + x + SWATCH, y, text, va="center_baseline", color=INK, label="legend")
