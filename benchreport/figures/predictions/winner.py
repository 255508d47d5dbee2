"""The confusion matrix of one algorithm beside reliability diagrams of a few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.figures.kinds import Kind
from benchreport.figures.layout import millimetres as mm
from benchreport.figures.layout.looks import Look, Looks, looks
from benchreport.figures.layout.matrix import ink_on, shade
from benchreport.figures.layout.page import Point, Width
from benchreport.figures.layout.table_picture import NAME_LEFT
from benchreport.figures.marks import mark_of
from benchreport.figures.predictions.confusion import confusion_data, confusion_text
from benchreport.figures.predictions.curves import bin_marks, mark_counts, reliability_data
from benchreport.figures.predictions.selection import predictions_of
from benchreport.figures.style import FAINT, MUTED, draw_box, draw_line
from benchreport.figures.values import items
from benchreport.figures.words import counted
from benchreport.measures.classes import Positive, positive_of
from benchreport.numerals import fixed, integer, percent
from benchreport.tables.reading.frames import largest
from benchreport.tables.schema import probability_columns

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

IN_PANELS = 3
COUNT, MANY = 11.0, 10_000  # points of a count below so many
WRONG = (0.957, 0.890, 0.847)
BARS = "#c3c9cf"
# Lengths in millimetres.
CELL, HEIGHT, NARROW = 12.2, 50.0, 110.0
PANEL_TOP, FOOT, STRIP, GAP, BESIDE = 8.5, 9.0, 5.0, 5.0, 10.5


def decisions_data(
    table: Any,
    *,
    positive: Positive = None,
    dataset: str | None = None,
    algorithm: str | None = None,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return the confusions of one algorithm ("cell") and the reliability of three ("point" and "bar").

    These are the two with the lowest errors and the worst calibrated one, of those whose probabilities take more than
    two values. There are cells for two classes only.

    Parameters
    ----------
    table
        Predictions, with probabilities where reliability is to be drawn.
    positive
        The positive class, whose probability is meant; without it the class deemed most probable.
    dataset
        Which of several datasets.
    algorithm
        Whose confusions; by default those of the lowest error.
    alpha
        Level of the intervals of observed shares.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = decisions_data(table, positive="malignant", dataset="breast_cancer")
    >>> numbers.filter(pl.col("item") == "cell").select("actual", "predicted", "n").rows()[:2]
    [('malignant', 'malignant', 205), ('malignant', 'benign', 7)]
    """
    single = predictions_of(table, dataset)
    cells = confusion_data(single)
    order = _by_error(cells)
    parts = [decision_cells(cells, algorithm or order[0], _label(single, positive))]
    forecast = "score" in single.columns and positive is not None
    if forecast or probability_columns(single.columns):
        parts.append(few_reliable(reliability_data(single, positive=positive, alpha=alpha), order))
    return pl.concat(parts, how="diagonal_relaxed")


def decision_cells(cells: pl.DataFrame, algorithm: str, positive: str | None) -> pl.DataFrame:
    """Return the confusions of one algorithm, the positive class first; none of more than two classes."""
    own = cells.filter(pl.col("algorithm") == algorithm)
    if own.get_column("actual").n_unique() != 2:
        own = own.clear()
    first = [pl.col(side) != pl.lit(positive or "") for side in ("actual", "predicted")]
    return own.sort(first, maintain_order=True).with_columns(item=pl.lit("cell"))


def few_reliable(numbers: pl.DataFrame, order: Sequence[str]) -> pl.DataFrame:
    """Return the reliability of the first two in order and of the worst calibrated, without hard labels."""
    soft = [name for name in order if name not in hard_labels(numbers)]
    errors = dict(numbers.group_by("algorithm").agg(pl.col("ece").max()).rows())
    worst = sorted(soft, key=lambda name: (-(errors[name] or 0.0), name))[:1]
    chosen = list(dict.fromkeys([*soft[: IN_PANELS - 1], *worst, *soft]))[:IN_PANELS]
    places = {name: place for place, name in enumerate(chosen)}
    few = numbers.filter(pl.col("algorithm").is_in(chosen))
    return few.sort(pl.col("algorithm").replace_strict(places, return_dtype=pl.Int64), maintain_order=True)


def hard_labels(numbers: pl.DataFrame) -> list[str]:
    """Return the algorithms all of whose forecasts lie in the outermost bins and are 0 or 1."""
    points = numbers.filter(pl.col("item") == "point")
    certain = (pl.col("forecast") <= 0) | (pl.col("forecast") >= 1)
    every = points.group_by("algorithm").agg(certain.all()).filter("forecast")
    return every.get_column("algorithm").sort().to_list()


def _by_error(cells: pl.DataFrame) -> list[str]:
    """Return the algorithms by their errors, equal ones by name."""
    wrong = pl.col("n").filter(pl.col("actual") != pl.col("predicted")).sum()
    return cells.group_by("algorithm").agg(wrong).sort("n", "algorithm").get_column("algorithm").to_list()


def _label(single: pl.DataFrame, positive: Positive) -> str | None:
    return None if positive is None else str(positive_of(single, positive).get_column("positive")[0])


def decisions(numbers: pl.DataFrame, *, width: Width | float = "page", height: float = HEIGHT) -> Figure:
    """Draw the numbers of :func:`decisions_data`: a matrix of counts, and diagrams with counts below.

    Rows of the matrix are true classes, with the share of the row in each cell. Points on the diagonal are calibrated;
    lines are Wilson's intervals; bars count the instances of each bin, on one scale. ``height`` is in millimetres.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> decisions(decisions_data(table, positive="malignant", dataset="breast_cancer"))
    <Figure size ...>
    """
    wide = mm.millimetres(width)
    cells, points, bars = items(numbers, "cell", "point", "bar")
    names = points.get_column("algorithm").unique(maintain_order=True).to_list() if points.height else []
    styles = looks([*names, *cells.get_column("algorithm").unique()])
    stacked = wide < NARROW and cells.height and names
    matrix_high = 14.0 + 2 * CELL
    total = height + (matrix_high + 2 if stacked else 0)
    sheet = mm.sheet_in_mm(wide, total if names else matrix_high)
    end = _draw_matrix(sheet, cells, styles) if cells.height else 0.0
    if names:
        start = BESIDE + 0.5 if stacked or not cells.height else max(end + BESIDE + 4.0, 64.0)
        _draw_panels(sheet, points, bars, styles, (start, matrix_high + 2 if stacked else 0.0), height)
    return sheet.figure


def decisions_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a confusion matrix beside reliability diagrams shows."""
    cells, points = items(numbers, "cell", "point")
    dataset = numbers.get_column("dataset")[0]
    sentences = []
    if cells.height:
        wrong = cells.filter(pl.col("actual") != pl.col("predicted"))
        misses = [
            f"{counted(n, 'instance')} of class {actual} predicted as {predicted}"
            for actual, predicted, n in wrong.select("actual", "predicted", "n").rows()
        ]
        sentences.append(f"Confusion of {cells['algorithm'][0]} on {dataset}: {' and '.join(misses)}.")
    if points.height:
        errors = points.group_by("algorithm", maintain_order=True).agg(pl.col("ece").first()).rows()
        listed = ", ".join(f"{name} {fixed(error, 3)}" for name, error in errors)
        sentences.append(f"Reliability diagrams on {dataset}; expected calibration error: {listed}.")
    return " ".join(sentences) or f"There is nothing to draw of {dataset}: more than two classes, no probabilities."


def _draw_matrix(sheet: mm.Sheet, cells: pl.DataFrame, styles: Looks) -> float:
    """Draw the matrix of one algorithm, and return where it ends."""
    name, dataset = cells.select("algorithm", "dataset").row(0)
    colour = shade(styles[name].colour, 1.0)
    labels = cells.get_column("actual").unique(maintain_order=True).to_list()
    texts = dict(zip(labels, mm.fitted_in_mm(labels, 20.0, mm.SMALL), strict=True))
    left, top = max(mm.wide_in_mm(texts.values(), mm.SMALL), 6.0) + 2.0, 12.5
    sheet.write(0, 2.2, f"{name}: confusion", bold=True, most=52.0)
    sheet.write(left + CELL, 6.2, "predicted", size=mm.SMALL, ha="center", color=MUTED)
    sheet.write(left - 1.6, 9.9, "true", size=mm.SMALL, ha="right", color=MUTED)
    for place, label in enumerate(labels):
        sheet.write(left + CELL * (place + 0.5), 9.9, label, size=mm.SMALL, most=CELL - 0.6, ha="center")
        sheet.write(left - 1.6, top + CELL * (place + 0.5), texts[label], size=mm.SMALL, ha="right")
        total = int(cells.filter(pl.col("actual") == label).get_column("n").sum())
        looks_of_total: dict[str, Any] = {"size": mm.SMALL, "color": MUTED}
        sheet.write(left + 2 * CELL + 1.6, top + CELL * (place + 0.5), f"of {integer(total)}", **looks_of_total)
    for actual, predicted, n, share in cells.select("actual", "predicted", "n", "share").rows():
        x, y = left + CELL * labels.index(predicted), top + CELL * labels.index(actual)
        ground = colour if actual == predicted else WRONG
        gid = mark_of(name, dataset, confusion_text(actual, predicted, n, share))
        cell: dict[str, Any] = {"fc": ground, "ec": "none", "zorder": 1, "gid": gid}
        draw_box(sheet.page, (x + 0.3, y + 0.3), CELL - 0.6, CELL - 0.6, **cell)
        ink: dict[str, Any] = {"ha": "center", "color": ink_on(ground), "zorder": 3, "gid": gid}
        size = COUNT if n < MANY else mm.NUMBER
        sheet.write(x + CELL / 2, y + CELL / 2 - 1.3, integer(n), size=size, bold=True, **ink)
        sheet.write(x + CELL / 2, y + CELL / 2 + 3.1, percent(share, 1), size=mm.TINY, **ink)
    return left + 2 * CELL + 1.6 + mm.wide_in_mm(["of 10,000"], mm.SMALL)


def _draw_panels(
    sheet: mm.Sheet, points: pl.DataFrame, bars: pl.DataFrame, styles: Looks, corner: Point, height: float
) -> None:
    start, top = corner
    names = points.get_column("algorithm").unique(maintain_order=True).to_list()
    wide = min((sheet.width - start - GAP * (len(names) - 1) - 1.0) / len(names), 55.0)
    event = str(points.get_column("event")[0])
    lone = event == "most probable class"
    title = f"predicted P({event})" if not lone else "P(predicted class)"
    most = largest(bars.get_column("n")) or 1
    high = height - PANEL_TOP - FOOT - STRIP - 1.0
    for place, name in enumerate(names):
        x = start + place * (wide + GAP)
        own, counts = (rows.filter(pl.col("algorithm") == name) for rows in (points, bars))
        error = f"ECE {fixed(own.get_column('ece')[0], 3)}"
        room = wide - NAME_LEFT - mm.wide_in_mm([error], mm.SMALL) - 2
        sheet.name(x, top + 2.2, name, styles[name], bold=True, size=mm.NUMBER, most=room)
        sheet.write(x + wide, top + 2.2, error, size=mm.SMALL, ha="right")
        upper = sheet.panel(x, top + PANEL_TOP, wide, high, "reliability")
        _draw_points(upper, own, styles[name], named=place == 0)
        lower = sheet.panel(x, top + height - FOOT - STRIP, wide, STRIP, "counts")
        low, edge, n = counts.select("low", "high", "n").to_numpy().T
        mark_counts(lower.bar((low + edge) / 2, n, width=0.86 * (edge - low), color=BARS, zorder=2), counts)
        lower.set(xlim=(-0.03, 1.03), ylim=(0, 1.02 * most), yticks=[])
        lower.set_xticks([0, 0.5, 1], ["0", "0.5", "1"], fontsize=mm.SMALL)
        lower.spines["left"].set_visible(False)
        sheet.write(x + wide / 2, top + height - 1.8, title, size=mm.HEAD, most=wide, ha="center")
    looks_of_title: dict[str, Any] = {"size": mm.HEAD, "rotation": 90, "ha": "left", "va": "center"}
    sheet.write(start - BESIDE, top + PANEL_TOP + high / 2, "observed share", **looks_of_title)


def _draw_points(axes: Axes, points: pl.DataFrame, look: Look, *, named: bool) -> None:
    draw_line(axes, [0, 1], [0, 1], color=FAINT, lw=0.6, zorder=1)
    x, y, low, high = points.select("forecast", "observed", "ci_low", "ci_high").to_numpy().T
    gid = bin_marks(points)
    if points.get_column("ci_low").count():
        axes.vlines(x, low, high, color=look.colour, lw=0.9, zorder=3, label="interval", gid=gid)
    style: dict[str, Any] = {"color": look.colour, "markersize": 4.2, "mec": "white", "mew": 0.4, "zorder": 5}
    style["gid"] = gid
    draw_line(axes, x, y, look.marker, clip_on=False, label="points", **style)
    axes.set(xlim=(-0.03, 1.03), ylim=(-0.04, 1.04), xticks=[])
    axes.set_yticks([0, 0.5, 1], ["0", "0.5", "1"] if named else ["", "", ""], fontsize=mm.SMALL)
    axes.spines["bottom"].set_visible(False)


DECISIONS = Kind(
    id="decisions",
    title="Confusion matrix and reliability",
    question="Which errors does the best classifier make, and can predicted probabilities be trusted?",
    shape="predictions",
    stretch=("height", 42.0, 60.0),
)
