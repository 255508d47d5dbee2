"""Confusion matrices of classes, and recall, precision and F of each class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.figures.kinds import Kind
from benchreport.figures.layout import page as pages
from benchreport.figures.layout.axes import AXIS_HIGH, axis_title, gridded, ruled, whole_step
from benchreport.figures.layout.curves import OTHERS
from benchreport.figures.layout.looks import FEW, Look, Looks, draw_legend, legend_of, looks, looks_of_ends
from benchreport.figures.layout.matrix import BLANK, Cell, ink_on, paint_cells, shade
from benchreport.figures.layout.notes import Colour, beside, draw_key, key_high, note_high, note_lines, write_note
from benchreport.figures.layout.page import Width
from benchreport.figures.layout.sheets import Rooms, name_rows, panel_sheet
from benchreport.figures.marks import mark_of
from benchreport.figures.predictions.selection import decided, in_class_order, instances, of_algorithm
from benchreport.figures.style import BLUE, FAINT, GRID_LINE, INK, empty_figure, fitted, shortened, text_width, write
from benchreport.figures.values import items, place_among
from benchreport.figures.words import counted, number_text
from benchreport.measures.classes import Positive
from benchreport.measures.confusion import confusion_multiclass, per_class_measures
from benchreport.naming import ends_in_words
from benchreport.numerals import integer, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

RATES = ("recall", "precision", "F1")
MOST_ROWS = 40
GAP = 0.16
RIGHT, WRONG = "#08519C", "#B8460B"
MOST_CLASSES = 30
MOST_SMALL = 20  # classes in the panels of several algorithms
MOST_PANELS = 42
ON_A_COLUMN = 12  # classes
# Lengths in inches.
WIDEST_CELL, CELL_LINE = 0.48, 0.13


def confusion_data(
    table: Any,
    *,
    dataset: str | None = None,
    algorithm: str | None = None,
    positive: Positive = None,
    cut: float | None = None,
) -> pl.DataFrame:
    """Return what a confusion matrix shows: for each algorithm how often each class was called each class.

    Parameters
    ----------
    table
        Predictions, or counts of confusions; folds are added up.
    dataset, algorithm
        Which of several datasets; one algorithm alone, in place of a panel for each.
    positive, cut
        Call positive what scores the cut or more, instead of reading the predictions.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = confusion_data(table, dataset="iris", algorithm="DecisionTree")
    >>> numbers.select("actual", "predicted", "n", "share").row(4)
    ('versicolor', 'versicolor', 47, 0.94)
    """
    answers = of_algorithm(decided(table, dataset), algorithm)
    cells = confusion_multiclass(answers, by="dataset", positive=positive, cut=cut)
    text = cells.with_columns(pl.col("dataset", "algorithm", "actual", "predicted").cast(pl.String))
    order = in_class_order(text.get_column("actual").unique().to_list())
    places = [place_among(side, order) for side in ("actual", "predicted")]
    return text.sort("algorithm", *places).select("dataset", "algorithm", "actual", "predicted", "n", "share")


def confusion(numbers: pl.DataFrame, *, width: Width | float | None = None) -> Figure:
    """Draw confusion matrices from the numbers of :func:`confusion_data`: true classes in rows, predicted in columns.

    Colour is the share of the row, blue where right and orange where wrong. One algorithm has counts and shares in its
    cells where they fit; several are panels side by side, best first, with shares in per cent. Of many classes those
    most often mistaken are shown, the rest is put together.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> confusion(confusion_data(table, dataset="iris", algorithm="DecisionTree"))
    <Figure size 350x...>
    """
    names = _best_first(numbers)
    if len(names) == 1:
        return _large(numbers, names[0], width)
    few = len(names) <= 2 and numbers.get_column("actual").n_unique() <= 4
    return _small(numbers, names, pages.width_of(width if width is not None else "column" if few else "page"))


def confusion_alt(numbers: pl.DataFrame) -> str:
    """Return in words what confusion matrices show."""
    names = _best_first(numbers)
    classes = numbers.get_column("actual").n_unique()
    right = _accuracies(numbers)
    many = "Confusion matrix" if len(names) == 1 else f"Confusion matrices of {len(names)} algorithms"
    size = counted(instances(numbers), "instance")
    sentences = [
        f"{many} on {numbers.get_column('dataset')[0]}: {classes} classes, {size}.",
        ends_in_words({name: right[name] for name in names}, "accuracy", ends=("highest", "lowest"), text=_percent),
    ]
    mistaken = numbers.filter(pl.col("actual") != pl.col("predicted"))
    wrong = mistaken.group_by("actual", "predicted").agg(pl.col("n").sum())
    worst = wrong.filter((pl.col("n") == pl.col("n").max()) & (pl.col("n") > 0)).sort("actual", "predicted")
    together = " by all algorithms together" if len(names) > 1 else ""
    if worst.height == 1:
        actual, predicted, times = worst.row(0)
        mistake = f"class {actual} predicted as {predicted} ({counted(times, 'time')}{together})"
        sentences.append(f"The most frequent confusion is {mistake}.")
    elif worst.height:
        times = counted(worst.get_column("n")[0], "time")
        sentences.append(f"The most frequent of {wrong.height} confusions occur {times} each{together}.")
    elif any(share is not None for share in right.values()):
        sentences.append("No instance is misclassified.")
    return " ".join(filter(None, sentences))


def confusion_text(actual: str, predicted: str, n: int, share: float | None) -> str:
    """Return how many instances of a class are predicted as another one or as their own.

    Examples
    --------
    >>> confusion_text("benign", "malignant", 7, 0.0327)
    'class benign predicted as malignant: 7 (3.3 %)'
    """
    return f"class {actual} predicted as {predicted}: {integer(n)}{'' if share is None else f' ({percent(share, 1)})'}"


def _accuracies(numbers: pl.DataFrame) -> dict[str, float | None]:
    right = pl.col("n").filter(pl.col("actual") == pl.col("predicted")).sum()
    total = pl.col("n").sum()
    return dict(numbers.group_by("algorithm").agg(pl.when(total > 0).then(right / total).alias("right")).rows())


def _best_first(numbers: pl.DataFrame) -> list[str]:
    right = _accuracies(numbers)
    return sorted(right, key=lambda name: (right[name] is None, -(right[name] or 0.0), name))


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}%"


def _merged(numbers: pl.DataFrame, most: int) -> tuple[list[str], pl.DataFrame]:
    """Return the classes most often mistaken and the rest together, and the numbers of these."""
    labels = numbers.get_column("actual").unique(maintain_order=True).to_list()
    if len(labels) <= most:
        return labels, numbers
    wrong = numbers.filter(pl.col("actual") != pl.col("predicted"))
    both = pl.concat([wrong.select("n", label=side) for side in ("actual", "predicted")])
    order = both.group_by("label").agg(pl.col("n").sum()).sort("n", "label", descending=[True, False])
    frequent = set(order.get_column("label").head(most - 1))
    rest = f"{len(labels) - len(frequent)} others"
    while rest in frequent:
        rest += " "
    named = {label: label if label in frequent else rest for label in labels}
    merged = numbers.with_columns(pl.col("actual", "predicted").replace_strict(named, return_dtype=pl.String))
    keys = ["dataset", "algorithm", "actual", "predicted"]
    added = merged.group_by(keys, maintain_order=True).agg(pl.col("n").sum())
    row = pl.col("n").sum().over("algorithm", "actual")
    shares = added.with_columns(share=pl.when(row > 0).then(pl.col("n") / row))
    return [*(label for label in labels if label in frequent), rest], shares


def _painted(cells: pl.DataFrame, labels: Sequence[str]) -> tuple[dict[Cell, Colour], dict[Cell, tuple[int, float]]]:
    """Return the colours of cells, and the counts and shares of those that are not empty."""
    place = {label: i for i, label in enumerate(labels)}
    rows = cells.select("actual", "predicted", "n", "share").rows()
    values = {(place[actual], place[predicted]): (n, share) for actual, predicted, n, share in rows}
    colours = {
        (i, j): BLANK if share is None else _colour(share, right=i == j) for (i, j), (_, share) in values.items()
    }
    return colours, {cell: (n, share) for cell, (n, share) in values.items() if n and share is not None}


def _marks(cells: pl.DataFrame, labels: Sequence[str]) -> str | None:
    """Return what the cells of a matrix show, row by row."""
    name, dataset = cells.select("algorithm", "dataset").row(0)
    rows = {row[:2]: row[2:] for row in cells.select("actual", "predicted", "n", "share").rows()}
    texts = [confusion_text(*place, *rows.get(place, (0, None))) for place in product(labels, labels)]
    return mark_of(name, dataset, texts)


def _colour(share: float, *, right: bool) -> Colour:
    # Rare mistakes are what a reader looks for: the root lifts them from white.
    return shade(RIGHT if right else WRONG, float(np.sqrt(share))) if share > 0 else (1.0, 1.0, 1.0)


def _key() -> list[tuple[Colour, str]]:
    sides = ((True, "right ", 0.5), (True, "", 1.0), (False, "wrong ", 0.1), (False, "", 0.5))
    return [(_colour(share, right=right), f"{word}{share:.0%}") for right, word, share in sides]


def _large(numbers: pl.DataFrame, name: str, width: Width | float | None) -> Figure:
    """Draw the matrix of one algorithm: square cells with counts, and shares of the row where they fit."""
    labels, cells = _merged(numbers, MOST_CLASSES)
    colours, values = _painted(cells, labels)
    count = len(labels)
    inches = pages.width_of(width if width is not None else "column" if count <= ON_A_COLUMN else "page")
    side = min(WIDEST_CELL, (inches - 0.3) / (count + 2))
    heads, codes = _class_names(labels, side, 0.25 * inches)
    left = pages.room_of(codes, 0.17)
    side = min(side, (inches - left - pages.EDGE) / count)
    top = pages.EDGE + pages.LINE
    figure, axes = pages.sheet(
        inches, top + side * count + AXIS_HIGH, left=left, right=inches - left - side * count, top=top, bottom=AXIS_HIGH
    )
    axes.set(xlim=(-0.5, count - 0.5), ylim=(count - 0.5, -0.5))
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    paint_cells(axes, colours, (count, count), gid=_marks(cells, labels))
    pages.name_ticks(axes, _sparse(heads, side * count, across=True), side="x")
    pages.name_ticks(axes, _sparse(codes, side * count))
    axis_title(axes, "x", "predicted class")
    axis_title(axes, "y", "true class")
    write(axes, -0.5, -0.5 - 0.04 / side, shortened(name, inches - left), weight="bold", va="bottom", label="head")
    both = side >= 2 * CELL_LINE + 0.08
    for (i, j), (n, share) in values.items():
        lines = [integer(n), f"{100 * share:.0f}%"][: 1 + both]
        if pages.widest(lines) > side - 0.04:
            continue
        for place, text in enumerate(lines):
            y = i + (place - (len(lines) - 1) / 2) * CELL_LINE / side
            style: dict[str, Any] = {"ha": "center", "va": "center_baseline", "color": ink_on(colours[i, j])}
            write(axes, float(j), y, text, weight="normal" if place else "bold", label="cell", **style)
    return figure


def _small(numbers: pl.DataFrame, names: Sequence[str], width: float) -> Figure:
    left_out = len(names) - MOST_PANELS
    names = names[:MOST_PANELS]
    labels, cells = _merged(numbers, MOST_SMALL)
    right = _accuracies(numbers)
    parts = cells.partition_by("algorithm", as_dict=True)
    least = 1.1 if len(names) <= 16 else 0.85
    more = f"; {left_out} more algorithms not shown" if left_out > 0 else ""
    note = f"n = {instances(numbers)}; cells in per cent of the true class; beside names: accuracy{more}"
    below = AXIS_HIGH + key_high(_key(), width) + 0.06
    rooms = Rooms(left=0.6, right=pages.EDGE, below=below, least=least, ratio=1.0, note=note)
    heads, codes = _class_names(labels, rooms.across(len(names), width)[1] / len(labels), 0.22 * width)
    rooms = replace(rooms, left=pages.room_of(codes, 0.17))
    panels = panel_sheet(names, width, rooms, [_percent(right[name]) for name in names])
    for place, (axes, name) in enumerate(zip(panels.axes, names, strict=True)):
        _draw_small(axes, parts[(name,)], labels)
        wide, high = pages.size_of(axes)
        if panels.is_first(place):
            pages.name_ticks(axes, _sparse(codes, high))
        if panels.is_last(place):
            pages.name_ticks(axes, _sparse(heads, wide, across=True), side="x")
    panels.name_axes("predicted class", "true class")
    draw_key(panels.figure, _key(), panels.foot + 0.02)
    return panels.figure


def _class_names(labels: Sequence[str], cell: float, most: float) -> tuple[list[str], list[str]]:
    """Return the names below and beside a matrix; numbers stand for names that do not fit below."""
    if pages.widest(labels) <= cell - 0.03:
        return list(labels), list(labels)
    numbers = [str(i) for i in range(1, len(labels) + 1)]
    room = most - pages.widest([f"{number}  " for number in numbers])
    return numbers, [beside(number, label) for number, label in zip(numbers, fitted(list(labels), room), strict=True)]


def _sparse(names: Sequence[str], inches: float, *, across: bool = False) -> list[str]:
    """Return names without those that would touch."""
    pitch = inches / len(names)
    need = pages.widest(names) + 0.03 if across else 0.105
    step = whole_step(need / pitch)
    return [name if i % step == 0 else "" for i, name in enumerate(names)]


def _draw_small(axes: Axes, cells: pl.DataFrame, labels: Sequence[str]) -> None:
    colours, values = _painted(cells, labels)
    count = len(labels)
    axes.set(xlim=(-0.5, count - 0.5), ylim=(count - 0.5, -0.5), xticks=[], yticks=[])
    axes.spines[:].set_visible(True)
    paint_cells(axes, colours, (count, count), lw=0.2, gid=_marks(cells, labels))
    wide, high = (inches / count for inches in pages.size_of(axes))
    if wide < text_width("100") + 0.03 or high < 0.13:
        return
    for (i, j), (_, share) in values.items():
        text, ink = f"{100 * share:.0f}" if share >= 0.005 else "<1", ink_on(colours[i, j])
        write(axes, float(j), float(i), text, color=ink, ha="center", va="center_baseline", label="cell")


def per_class_data(
    table: Any,
    *,
    dataset: str | None = None,
    algorithm: str | None = None,
    positive: Positive = None,
    cut: float | None = None,
) -> pl.DataFrame:
    """Return recall, precision and F of each class: a row per algorithm and class, and one per algorithm for means.

    Rows of the means have ``item`` "macro"; a rate that is 0/0 is empty, and so is a mean over it. Parameters as in
    :func:`confusion_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = per_class_data(table, dataset="iris", algorithm="DecisionTree")
    >>> numbers.select("label", "n", "recall", pl.col("precision").round(4)).row(1)
    ('versicolor', 50, 0.94, 0.94)
    """
    answers = of_algorithm(decided(table, dataset), algorithm)
    measured = per_class_measures(answers, by="dataset", positive=positive, cut=cut)
    rows = measured.filter(pl.col("average").is_in(["class", "macro"])).select(
        pl.col("average").alias("item"),
        pl.col("dataset", "algorithm", "label").cast(pl.String),
        "n",
        recall="tpr",
        precision="precision",
        F1="f_score",
    )
    order = in_class_order(rows.get_column("label").drop_nulls().unique().to_list())
    return rows.sort("item", "algorithm", place_among("label", order))


def per_class(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw recall, precision and F of each class from the numbers of :func:`per_class_data`.

    One algorithm has bars, up to eight have marks below each other; of more, the best and the worst stand out. Of many
    classes the forty with the lowest F are shown.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> per_class(per_class_data(table, dataset="iris"))
    <Figure size 350x...>
    """
    (rows,) = items(numbers, "class")
    labels, all_labels = _worst_classes(rows)
    names = _best_f_first(rows)
    styles = looks(names) if len(names) <= FEW else looks_of_ends(names)
    inches = pages.width_of(width)
    sizes = dict(rows.group_by("label").agg(pl.col("n").max()).rows())
    counts = [f"({sizes[label]})" for label in labels]
    short = fitted(labels, 0.3 * inches - pages.widest(counts) - 0.05)
    ticks = [beside(label, count) for label, count in zip(short, counts, strict=True)]
    others = len(names) > FEW
    keyed = {**styles, OTHERS: Look(colour=FAINT, marker="|", dash="-")} if others else styles
    legend = legend_of(list(keyed), inches - 2 * pages.EDGE) if len(names) > 1 else None
    some = f"; the {len(labels)} worst of {all_labels} classes" if len(labels) < all_labels else ""
    lines = note_lines(f"n = {instances(rows)}, by class beside its name; higher is better{some}", inches)
    below = AXIS_HIGH + note_high(lines) + (legend.height + 0.06 if legend else 0.0)
    marks = 1 if others else len(names)
    pitch = min(max(0.2, 0.075 * marks + 0.06), (pages.TALLEST - below - 0.1) / max(len(labels), 1))
    height = max(pitch * len(labels), 0.4) + below + 0.1
    figure = empty_figure(inches, height)
    left = pages.room_of(ticks)
    wide = (inches - left - 0.16 - 2 * GAP) / 3
    for place, rate in enumerate(RATES):
        box = ((left + place * (wide + GAP)) / inches, below / height, wide / inches, 1 - (below + 0.1) / height)
        axes = figure.add_axes(box)
        name_rows(axes, len(labels), ticks if place == 0 else [])
        ruled(axes, "x", (0.0, 1.0), slack=0.07)
        gridded(axes)
        _draw_rates(axes, rows, labels, rate, styles, others=others)
        axis_title(axes, "x", rate)
    if legend:
        draw_legend(figure, legend, keyed, left=pages.EDGE, bottom=note_high(lines), lw=0.0)
    write_note(figure, lines)
    return figure


def per_class_alt(numbers: pl.DataFrame) -> str:
    """Return in words how well each class is recognised."""
    (rows,) = items(numbers, "class")
    names = _best_f_first(rows)
    classes = rows.get_column("label").n_unique()
    sentences = [
        f"Recall, precision and F of {classes} classes on {rows.get_column('dataset')[0]},"
        f" {counted(len(names), 'algorithm')}, {counted(instances(rows), 'instance')}."
    ]
    mean = rows.group_by("label").agg(pl.col("F1").mean()).drop_nulls().sort("label")
    by_class = {f"class {label}": value for label, value in mean.rows()}
    measure = "mean F over the algorithms" if len(names) > 1 else "F"
    words = ends_in_words(by_class, measure, ends=("highest", "lowest"), text=number_text, everyone="classes")
    sentences.append(f"{words[:1].upper()}{words[1:]}")
    if len(names) > 1:
        by_name = dict(rows.group_by("algorithm").agg(pl.col("F1").mean()).sort("algorithm").rows())
        measure = "mean F over the classes"
        sentences.append(ends_in_words(by_name, measure, ends=("highest", "lowest"), text=number_text))
    return " ".join(filter(None, sentences))


def _worst_classes(rows: pl.DataFrame) -> tuple[list[str], int]:
    labels = rows.get_column("label").unique(maintain_order=True).to_list()
    if len(labels) <= MOST_ROWS:
        return labels, len(labels)
    order = rows.group_by("label").agg(pl.col("F1").mean().round_sig_figs(12)).sort("F1", "label", nulls_last=True)
    worst = set(order.get_column("label").head(MOST_ROWS))
    return [label for label in labels if label in worst], len(labels)


def _best_f_first(rows: pl.DataFrame) -> list[str]:
    """Return the algorithms sorted by the mean F of the classes that have one."""
    mean = rows.group_by("algorithm").agg(pl.col("F1").mean().round_sig_figs(12))
    return mean.sort("F1", "algorithm", descending=[True, False], nulls_last=True).get_column("algorithm").to_list()


def _draw_rates(
    axes: Axes, rows: pl.DataFrame, labels: Sequence[str], rate: str, styles: Looks, *, others: bool
) -> None:
    rated = rows.filter(pl.col("label").is_in(labels), pl.col(rate).is_not_null())
    rated = rated.select("algorithm", rate=rate, row=place_among("label", labels))
    if rows.get_column("algorithm").n_unique() == 1:
        _draw_bars(axes, rated.get_column("row").to_list(), rated.get_column("rate").to_list())
        return
    if others:
        faint: dict[str, Any] = {"color": FAINT, "ls": "none", "markersize": 5, "mew": 0.6, "zorder": 2}
        axes.plot(rated["rate"], rated["row"], "|", rasterized=rated.height > pages.MANY, label="others", **faint)
    axes.hlines(np.arange(len(labels) - 1) + 0.5, 0, 1, color=GRID_LINE, lw=0.5, zorder=1, label="between")
    count = 1 if others else len(styles)
    for i, (name, look) in enumerate(sorted(styles.items())):
        part = rated.filter(pl.col("algorithm") == name)
        shift = 0.0 if others else (i - (count - 1) / 2) * 0.74 / count
        shape: dict[str, Any] = {"color": look.colour, "ls": "none", "markersize": 3.5, "clip_on": False, "zorder": 3}
        axes.plot(part["rate"], part["row"] + shift, look.marker, label="rate", **shape)


def _draw_bars(axes: Axes, rows: Sequence[int], values: Sequence[float]) -> None:
    axes.barh(rows, values, height=0.7, color=BLUE, zorder=2, label="bars")
    inches, high = pages.size_of(axes)
    if high / max(len(rows), 1) < 0.13:
        return
    for row, value in zip(rows, values, strict=True):
        text = f"{value:.2f}"
        inside = value * inches > text_width(text) + 0.08
        shift, colour, ha = (-0.04, "white", "right") if inside else (0.04, INK, "left")
        looks: dict[str, Any] = {"color": colour, "ha": ha, "va": "center_baseline", "zorder": 3}
        write(axes, value + shift / inches, float(row), text, label="value", **looks)


CONFUSION = Kind(
    id="confusion",
    title="Confusion matrix",
    question="Which classes are mistaken for which?",
    shape="predictions",
    also=("counts",),
)

PER_CLASS = Kind(
    id="per_class",
    title="Measures per class",
    question="How well is each class recognised?",
    shape="predictions",
    also=("counts",),
)
