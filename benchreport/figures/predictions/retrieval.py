"""How do the relevant and the retrieved set overlap?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from benchreport.figures.kinds import Kind
from benchreport.figures.layout.answers import decided, named_algorithms
from benchreport.figures.layout.matrix import shade
from benchreport.figures.layout.page import EDGE, Width, size_of, width_of
from benchreport.figures.layout.remarks import LINE_HIGH, draw_key, note_high, note_lines, small_print
from benchreport.figures.layout.rows_and_panels import BLUE, Rooms, panel_sheet
from benchreport.figures.layout.values import counted, first_and_last, said
from benchreport.figures.style import HIGHLIGHT, INK, MUTED, write
from benchreport.measures.classes import Positive
from benchreport.measures.retrieval import retrieval_venn as overlap_counts

RELEVANT, RETRIEVED = BLUE, HIGHLIGHT
PARTS = ("overlap", "only_relevant", "only_retrieved", "neither")
MOST_PANELS = 40
LIGHT = 0.35
TEXTS_HIGH = 2 * LINE_HIGH + 0.03  # inches of the two lines below the circles


def retrieval_venn_data(
    table: Any,
    *,
    positive: Positive = None,
    dataset: str | None = None,
    algorithm: str | None = None,
    cut: float | None = None,
) -> pl.DataFrame:
    """Return what a Venn picture of retrieval shows: sizes of the relevant and the retrieved set and of their overlap.

    Parameters
    ----------
    table
        Predictions, or counts of confusions.
    positive
        The class that is relevant.
    dataset, algorithm
        Which of several.
    cut
        Retrieve what scores this or more, instead of reading the predictions.

    Examples
    --------
    >>> import benchreport as br
    >>> cells = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]}))
    >>> retrieval_venn_data(cells, positive="positive").select("relevant", "retrieved", "overlap").row(0)
    (50, 45, 40)
    """
    known = named_algorithms(decided(table, dataset), algorithm)
    rows = overlap_counts(known, by="dataset", positive=positive, cut=cut)
    f = 2 * pl.col("overlap") / (pl.col("relevant") + pl.col("retrieved")).replace(0, None)
    told = rows.with_columns(pl.col("dataset", "algorithm").cast(pl.String), f=f, label=pl.lit(str(positive)))
    return told.sort(pl.col("f").round_sig_figs(12), "algorithm", descending=[True, False], nulls_last=True)


def retrieval_venn(numbers: pl.DataFrame, *, width: Width | float | None = None) -> Figure:
    """Draw the relevant and the retrieved set of each algorithm as circles from :func:`retrieval_venn_data`.

    Areas are proportional to the numbers, on one scale for all. An empty set has no circle. The best F is first.

    Examples
    --------
    >>> import benchreport as br
    >>> cells = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]}))
    >>> retrieval_venn(retrieval_venn_data(cells, positive="positive"))
    <Figure size 350x...>
    """
    rows = numbers.head(MOST_PANELS).rows(named=True)
    names = [row["algorithm"] for row in rows]
    inches = width_of(width if width is not None else "column" if len(names) <= 4 else "page")
    most = max(max(row["relevant"] or 0, row["retrieved"] or 0) for row in rows) or 1
    reach = max(_circles(row, most).span for row in rows)
    n = max(sum(row[part] or 0 for part in PARTS) for row in rows)
    more = f"; the best {len(names)} of {numbers.height}" if numbers.height > len(names) else ""
    lines = note_lines(f"n = {n}; relevant: {rows[0]['label']}; areas to scale{more}", inches)
    below, least = note_high(lines) + LINE_HIGH + 0.08, 1.3 if len(names) <= 16 else 1.25
    height = (1.2 if len(names) <= 2 else 0.75) + TEXTS_HIGH
    rooms = Rooms(left=EDGE, right=EDGE, below=below, gap=0.1, least=least, height=height)
    panels = panel_sheet(names, inches, rooms)
    for axes, row in zip(panels.axes, rows, strict=True):
        _draw(axes, row, _circles(row, most), reach)
    key = [(shade(RELEVANT, LIGHT), "relevant"), (shade(RETRIEVED, LIGHT), "retrieved")]
    draw_key(panels.figure, key, note_high(lines))
    small_print(panels.figure, lines)
    return panels.figure


def retrieval_venn_alt(numbers: pl.DataFrame) -> str:
    """Say in words how the relevant and the retrieved sets overlap."""
    first = numbers.row(0, named=True)
    sentences = [
        f"Circles of relevant ({first['label']}) and retrieved instances on {first['dataset']},"
        f" {counted(numbers.height, 'algorithm')}."
    ]
    known = numbers.drop_nulls("overlap").to_dicts()
    if not known:
        return f"{sentences[0]} The dataset has no such class."
    for row in first_and_last(known):
        precision = "" if row["precision"] is None else f", a precision of {said(row['precision'])}"
        sentences.append(
            f"{row['algorithm']} retrieves {row['overlap']} of {row['relevant']} relevant instances and"
            f" {row['only_retrieved']} others{precision}."
        )
    return " ".join(sentences)


def lens(first: float, second: float, distance: float) -> float:
    """Return the area that two circles of these radii share at a distance of their centres.

    Examples
    --------
    >>> round(lens(1.0, 1.0, 0.0) / math.pi, 9), lens(1.0, 1.0, 2.0)
    (1.0, 0.0)
    """
    if distance >= first + second:
        return 0.0
    if distance <= abs(first - second):
        return math.pi * min(first, second) ** 2
    sides = ((first, second), (second, first))
    sectors = 0.0
    for one, other in sides:
        cosine = (distance**2 + one**2 - other**2) / (2 * distance * one)
        sectors += one**2 * math.acos(min(1.0, max(-1.0, cosine)))
    kite = (first + second - distance) * (distance + first - second) * (distance - first + second)
    return sectors - 0.5 * math.sqrt(max(0.0, kite * (distance + first + second)))


def apart(first: float, second: float, shared: float) -> float:
    """Return the distance at which two circles share an area, by halving.

    Examples
    --------
    >>> round(lens(1.0, 0.8, apart(1.0, 0.8, 1.2)), 9)
    1.2
    """
    low, high = abs(first - second), first + second
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if lens(first, second, middle) > shared else (low, middle)
    return (low + high) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Circles:
    """Radii of the relevant and the retrieved set, and the distance of their centres; the first stands at 0."""

    relevant: float
    retrieved: float
    distance: float

    @property
    def left(self) -> float:
        """Where the circles begin."""
        return min(-self.relevant, self.distance - self.retrieved)

    @property
    def span(self) -> float:
        """How wide they are together."""
        return max(self.relevant, self.distance + self.retrieved) - self.left


def _circles(row: dict[str, Any], most: int) -> Circles:
    """Return the circles of a row; a set of the largest size has radius 1."""
    relevant, retrieved = (math.sqrt((row[name] or 0) / most) for name in ("relevant", "retrieved"))
    distance = apart(relevant, retrieved, math.pi * (row["overlap"] or 0) / most)
    return Circles(relevant=relevant, retrieved=retrieved, distance=distance)


def _draw(axes: Axes, row: dict[str, Any], circles: Circles, reach: float) -> None:
    axes.set_axis_off()
    wide, high = size_of(axes)
    room = high - TEXTS_HIGH
    unit = min(room / 2.04, wide / (1.02 * reach))  # inches of the largest radius
    axes.set(xlim=(0, wide), ylim=(0, high))
    start, middle = (wide - circles.span * unit) / 2 - circles.left * unit, TEXTS_HIGH + room / 2
    for radius, x, colour, name in (
        (circles.relevant, start, RELEVANT, "relevant"),
        (circles.retrieved, start + circles.distance * unit, RETRIEVED, "retrieved"),
    ):
        if radius > 0:
            place = (x, middle)
            axes.add_patch(Circle(place, radius * unit, facecolor=colour, alpha=LIGHT, lw=0, label=name))
            axes.add_patch(Circle(place, radius * unit, facecolor="none", edgecolor=colour, lw=0.9))
    lines = ["no such class"]
    if row["overlap"] is not None:
        sides = (("recall", "relevant"), ("precision", "retrieved"))
        lines = [f"{rate} {_rate(row[rate])} ({row['overlap']}/{row[of]})" for rate, of in sides]
    for line, y, colour in zip(lines, (TEXTS_HIGH - 0.03, TEXTS_HIGH - 0.03 - LINE_HIGH), (INK, MUTED), strict=False):
        write(axes, wide / 2, y, line, color=colour, ha="center", va="top", label="numbers")


def _rate(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


RETRIEVAL_VENN = Kind(
    id="retrieval_venn",
    title="Overlap of the relevant and the retrieved",
    question="How do the relevant and the retrieved set overlap?",
    shape="predictions",
    also=("counts",),
)
