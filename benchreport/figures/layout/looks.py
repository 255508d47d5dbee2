"""Looks of algorithms in all figures, told apart by colour, mark and dash, and the legends that explain them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from benchreport.figures.layout.notes import headed
from benchreport.figures.layout.page import LINE, overlay, widest
from benchreport.figures.marks import mark_of
from benchreport.figures.style import BLUE, HIGHLIGHT, INK, MEDIUM, PALETTE, draw_line, fitted, write
from benchreport.records import dataclass

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FEW = 8  # up to so many algorithms a figure gives each its own look
MOST_CAST = 15  # above so many algorithms only the leading ones have colours
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p", "<", ">", "h", "*", "d", "8", "H")
DASHES: tuple[Any, ...] = (
    "-",
    (0, (5, 1.6)),
    (0, (1.2, 1.4)),
    (0, (6, 1.5, 1.2, 1.5)),
    (0, (3, 1)),
    (0, (8, 1.2, 1.2, 1.2, 1.2, 1.2)),
    (0, (1, 0.8)),
)
BEYOND = "#8a8a86"  # from the eighth algorithm on
CROWD = "#7d7d7a"  # of many algorithms, those that do not lead

# Lengths in inches.
SWATCH = 0.26  # the line or mark of a legend entry
ENTRY_GAP = 0.16

OWN_COLOURS: ContextVar[Mapping[str, str]] = ContextVar("OWN_COLOURS", default={})  # noqa: B039  (never written to)
CAST: ContextVar[tuple[str, ...]] = ContextVar("CAST", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The look of one algorithm in every figure of a report."""

    colour: str
    marker: str
    dash: Any


Looks = Mapping[str, Look]  # by the names of algorithms


@contextmanager
def coloured(colours: Mapping[str, str], cast: Sequence[str] = ()) -> Iterator[None]:
    """Draw algorithms in colours of the user's choice; those of a cast have one look in all figures of a report.

    Who is not in the cast is grey.

    Examples
    --------
    >>> with coloured({"kNN": "#AA3377"}, cast=["SVM", "kNN"]):
    ...     styles = looks(["C4.5", "SVM", "kNN"])
    >>> [styles[name].colour for name in ("kNN", "SVM", "C4.5")]
    ['#AA3377', '#0b4f8a', '#7d7d7a']
    """
    before, former = OWN_COLOURS.set(colours), CAST.set(tuple(cast))
    try:
        yield
    finally:
        OWN_COLOURS.reset(before)
        CAST.reset(former)


def looks(algorithms: Iterable[str], leading: Sequence[str] = ()) -> dict[str, Look]:
    """Return the look of every algorithm: by its place in the cast of the report, or without one by its name.

    Seven have colours, the next ones are grey with marks of their own. Without a cast the ``leading`` ones, if there
    are any, take the place of the sorted names; of many only they have colours, and all others are grey.

    Examples
    --------
    >>> looks(["kNN", "C4.5"])["C4.5"]
    Look(colour='#0b4f8a', marker='o', dash='-')
    """
    names, own = sorted(set(map(str, algorithms))), OWN_COLOURS.get()
    order = leading or (names if len(names) <= MOST_CAST else [])
    cast = CAST.get() or tuple(order if len(names) <= MOST_CAST else order[: len(PALETTE)])
    taken = {colour.lower() for colour in own.values()}  # what the user chose for one is given to no other
    free = [colour for colour in PALETTE if colour not in taken] or list(PALETTE)
    paint = dict(zip([name for name in cast if name not in own], free, strict=False))
    crowd = Look(colour=CROWD, marker=MARKERS[0], dash=DASHES[0])
    styles = {
        name: Look(colour=paint.get(name, BEYOND), marker=MARKERS[i % len(MARKERS)], dash=DASHES[i % len(DASHES)])
        for i, name in enumerate(cast)
    }
    own_looks = {name: styles.get(name, crowd) for name in names}
    return {name: replace(look, colour=own.get(name, look.colour)) for name, look in own_looks.items()}


def colours(algorithms: Sequence[str]) -> dict[str, str]:
    """Return the colour of each algorithm, the same in all figures.

    Examples
    --------
    >>> colours(["A", "B"])["B"], len(set(colours([str(i) for i in range(20)]).values()))
    ('#d55e00', 1)
    """
    return {name: look.colour for name, look in looks(algorithms).items()}


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
    figure: Figure,
    legend: Legend,
    styles: Looks,
    *,
    left: float,
    bottom: float,
    lw: float = MEDIUM,
    of_algorithms: bool = False,
) -> None:
    """Draw a legend with its lower left corner at these inches; lines so wide with their marks, or marks alone."""
    axes = overlay(figure, "legend", layer=1)
    for name, text, (x, down) in zip(legend.names, legend.labels, legend.places, strict=True):
        look = styles[name]
        y = bottom + legend.height - down - LINE / 2
        ends = [left + x, left + x + SWATCH - 0.08]
        gid = mark_of(name if of_algorithms else None)
        if lw:
            draw_line(axes, ends, [y, y], color=look.colour, ls=look.dash, lw=lw, gid=gid)
        draw_line(axes, [sum(ends) / 2], [y], color=look.colour, marker=look.marker, ls="none", markersize=3.5, gid=gid)
        write(axes, left + x + SWATCH, y, text, va="center_baseline", color=INK, label="legend", gid=gid)
