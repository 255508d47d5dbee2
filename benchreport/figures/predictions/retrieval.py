"""Circles of the relevant and the retrieved set, whose areas show how they overlap."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.figures.kinds import Kind
from benchreport.figures.layout.matrix import shade
from benchreport.figures.layout.notes import LINE_HIGH, draw_key
from benchreport.figures.layout.page import EDGE, Width, size_of, width_of
from benchreport.figures.layout.sheets import Rooms, panel_sheet
from benchreport.figures.predictions.selection import decided, of_algorithm
from benchreport.figures.style import BLUE, HIGHLIGHT, INK, MUTED, write
from benchreport.figures.words import counted, first_and_last, number_text
from benchreport.measures.classes import Positive
from benchreport.measures.retrieval import retrieval_venn as overlap_counts
from benchreport.records import dataclass

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
    answers = of_algorithm(decided(table, dataset), algorithm)
    rows = overlap_counts(answers, by="dataset", positive=positive, cut=cut)
    f = 2 * pl.col("overlap") / (pl.col("relevant") + pl.col("retrieved")).replace(0, None)
    rows = rows.with_columns(pl.col("dataset", "algorithm").cast(pl.String), f=f, label=pl.lit(str(positive)))
    return rows.sort(pl.col("f").round_sig_figs(12), "algorithm", descending=[True, False], nulls_last=True)


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
    note = f"n = {n}; relevant: {rows[0]['label']}; areas to scale{more}"
    least, height = 1.3 if len(names) <= 16 else 1.25, (1.2 if len(names) <= 2 else 0.75) + TEXTS_HIGH
    below = LINE_HIGH + 0.08
    rooms = Rooms(left=EDGE, right=EDGE, below=below, gap=0.1, least=least, height=height, note=note)
    panels = panel_sheet(names, inches, rooms)
    for axes, row in zip(panels.axes, rows, strict=True):
        _draw(axes, row, _circles(row, most), reach)
    key = [(shade(RELEVANT, LIGHT), "relevant"), (shade(RETRIEVED, LIGHT), "retrieved")]
    draw_key(panels.figure, key, panels.foot)
    return panels.figure


def retrieval_venn_alt(numbers: pl.DataFrame) -> str:
    """Return in words how the relevant and the retrieved sets overlap."""
    first = numbers.row(0, named=True)
    sentences = [
        f"Circles of relevant ({first['label']}) and retrieved instances on {first['dataset']},"
        f" {counted(numbers.height, 'algorithm')}."
    ]
    overlapping = numbers.drop_nulls("overlap").to_dicts()
    if not overlapping:
        return f"{sentences[0]} The dataset has no such class."
    for row in first_and_last(overlapping):
        precision = "" if row["precision"] is None else f", a precision of {number_text(row['precision'])}"
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
    sectors = 0.0
    for radius, other in ((first, second), (second, first)):
        cosine = (distance**2 + radius**2 - other**2) / (2 * distance * radius)
        sectors += radius**2 * math.acos(min(1.0, max(-1.0, cosine)))
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
    from matplotlib.patches import Circle

    axes.set_axis_off()
    wide, high = size_of(axes)
    room = high - TEXTS_HIGH
    unit = min(room / 2.04, wide / (1.02 * reach))  # inches of the largest radius
    axes.set(xlim=(0, wide), ylim=(0, high))
    start, middle = (wide - circles.span * unit) / 2 - circles.left * unit, TEXTS_HIGH + room / 2
    sets = (("relevant", "recall", RELEVANT), ("retrieved", "precision", RETRIEVED))
    places = ((circles.relevant, start), (circles.retrieved, start + circles.distance * unit))
    for (name, _, colour), (radius, x) in zip(sets, places, strict=True):
        if radius > 0:
            place = (x, middle)
            axes.add_patch(Circle(place, radius * unit, facecolor=colour, alpha=LIGHT, lw=0, label=name))
            axes.add_patch(Circle(place, radius * unit, facecolor="none", edgecolor=colour, lw=0.9))
    lines = ["no such class"]
    if row["overlap"] is not None:
        rates = {rate: "–" if row[rate] is None else f"{row[rate]:.2f}" for _, rate, _ in sets}
        lines = [f"{rate} {rates[rate]} ({row['overlap']}/{row[name]})" for name, rate, _ in sets]
    for line, y, colour in zip(lines, (TEXTS_HIGH - 0.03, TEXTS_HIGH - 0.03 - LINE_HIGH), (INK, MUTED), strict=False):
        write(axes, wide / 2, y, line, color=colour, ha="center", va="top", label="numbers")


RETRIEVAL_VENN = Kind(
    id="retrieval_venn",
    title="Overlap of the relevant and the retrieved",
    question="How do the relevant and the retrieved set overlap?",
    shape="predictions",
    also=("counts",),
)
