"""How well is each class recognised?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.figures.answers import decided, in_class_order, named_algorithms
from benchreport.figures.canvas import (
    EDGE,
    MANY_MARKS,
    TICK_PAD,
    Look,
    Width,
    draw_legend,
    fitted,
    legend_of,
    looks,
    name_ticks,
    widest,
    width_of,
)
from benchreport.figures.kinds import Kind
from benchreport.figures.layouts import FEW, TALLEST
from benchreport.figures.panels import beside, note_high, note_lines
from benchreport.figures.remarks import small_print
from benchreport.figures.scales import AXIS_HIGH, GRID, axis_title, gridded, ruled
from benchreport.figures.style import FAINT, INK, SMALL_SIZE, paper, text_width, write
from benchreport.figures.values import counted, said
from benchreport.measures.classes import Positive
from benchreport.measures.confusion import per_class_measures
from benchreport.naming import ends_in_words

RATES = ("recall", "precision", "F1")
MOST_ROWS = 40
OTHERS = "the others"
GAP = 0.16
BLUE = "#0072B2"


def per_class_data(
    table: Any,
    *,
    dataset: str | None = None,
    algorithm: str | None = None,
    positive: Positive = None,
    cut: float | None = None,
) -> pl.DataFrame:
    """Give recall, precision and F of each class: a row per algorithm and class, and one per algorithm for their means.

    Rows of the means have ``item`` "macro"; a rate that is 0/0 is empty, and so is a mean over it. Parameters as in
    :func:`benchreport.figures.confusion.confusion_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = per_class_data(table, dataset="iris", algorithm="DecisionTree")
    >>> numbers.select("label", "n", "recall", pl.col("precision").round(4)).row(1)
    ('versicolor', 50, 0.94, 0.94)
    """
    known = named_algorithms(decided(table, dataset), algorithm)
    rows = per_class_measures(known, by="dataset", positive=positive, cut=cut)
    wanted = rows.filter(pl.col("average").is_in(["class", "macro"])).select(
        pl.col("average").alias("item"),
        pl.col("dataset", "algorithm", "label").cast(pl.String),
        "n",
        recall="tpr",
        precision="precision",
        F1="f_score",
    )
    order = in_class_order(wanted.get_column("label").drop_nulls().unique().to_list())
    place = pl.col("label").replace_strict({label: i for i, label in enumerate(order)}, return_dtype=pl.Int64)
    return wanted.with_columns(__place=place).sort("item", "algorithm", "__place").drop("__place")


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
    rows = numbers.filter(pl.col("item") == "class")
    labels, all_labels = _shown(rows)
    names = _best_first(numbers)
    styles = _styles(names)
    inches = width_of(width)
    sizes = dict(rows.group_by("label").agg(pl.col("n").max()).rows())
    counts = [f"({sizes[label]})" for label in labels]
    short = fitted(labels, 0.3 * inches - widest(counts) - 0.05)
    ticks = [beside(label, count) for label, count in zip(short, counts, strict=True)]
    others = len(names) > FEW
    keyed = {**styles, OTHERS: Look(colour=FAINT, marker="|", dash="-")} if others else styles
    with paper():
        legend = legend_of(list(keyed), inches - 2 * EDGE) if len(names) > 1 else None
        n = int(rows.group_by("algorithm").agg(pl.col("n").sum()).get_column("n").max() or 0)  # type: ignore[arg-type]
        some = f"; the {len(labels)} worst of {all_labels} classes" if len(labels) < all_labels else ""
        lines = note_lines(f"n = {n}, by class beside its name; higher is better{some}", inches)
        below = AXIS_HIGH + note_high(lines) + (legend.height + 0.06 if legend else 0.0)
        marks = 1 if others else len(names)
        pitch = min(max(0.2, 0.075 * marks + 0.06), (TALLEST - below - 0.1) / max(len(labels), 1))
        height = max(pitch * len(labels), 0.4) + below + 0.1
        figure = Figure(figsize=(inches, height))
        left = EDGE + widest(ticks) + TICK_PAD
        wide = (inches - left - 0.16 - 2 * GAP) / 3
        for place, rate in enumerate(RATES):
            box = ((left + place * (wide + GAP)) / inches, below / height, wide / inches, 1 - (below + 0.1) / height)
            axes = figure.add_axes(box)
            axes.set_ylim(len(labels) - 0.5, -0.5)
            ruled(axes, "x", (0.0, 1.0), slack=0.07)
            gridded(axes)
            axes.tick_params(left=False)
            axes.set_yticks([])
            if place == 0:
                name_ticks(axes, ticks)
            _draw(axes, rows, labels, rate, styles, others=others)
            axis_title(axes, "x", rate)
        if legend:
            draw_legend(figure, legend, keyed, left=EDGE, bottom=note_high(lines), lines=False)
        small_print(figure, lines)
    return figure


def per_class_alt(numbers: pl.DataFrame) -> str:
    """Say in words how well each class is recognised."""
    rows = numbers.filter(pl.col("item") == "class")
    names = _best_first(numbers)
    n = int(rows.group_by("algorithm").agg(pl.col("n").sum()).get_column("n").max() or 0)  # type: ignore[arg-type]
    classes = rows.get_column("label").n_unique()
    sentences = [
        f"Recall, precision and F of {classes} classes on {rows.get_column('dataset')[0]},"
        f" {counted(len(names), 'algorithm')}, {counted(n, 'instance')}."
    ]
    mean = rows.group_by("label").agg(pl.col("F1").mean()).drop_nulls().sort("label")
    by_class = {f"class {label}": value for label, value in mean.rows()}
    measure = "mean F over the algorithms" if len(names) > 1 else "F"
    words = ends_in_words(by_class, measure, ends=("highest", "lowest"), text=said, everyone="classes")
    sentences.append(f"{words[:1].upper()}{words[1:]}")
    if len(names) > 1:
        by_name = dict(rows.group_by("algorithm").agg(pl.col("F1").mean()).sort("algorithm").rows())
        sentences.append(ends_in_words(by_name, "mean F over the classes", ends=("highest", "lowest"), text=said))
    return " ".join(filter(None, sentences))


def _shown(rows: pl.DataFrame) -> tuple[list[str], int]:
    labels = rows.get_column("label").unique(maintain_order=True).to_list()
    if len(labels) <= MOST_ROWS:
        return labels, len(labels)
    order = rows.group_by("label").agg(pl.col("F1").mean().round_sig_figs(12)).sort("F1", "label", nulls_last=True)
    kept = set(order.get_column("label").head(MOST_ROWS))
    return [label for label in labels if label in kept], len(labels)


def _best_first(numbers: pl.DataFrame) -> list[str]:
    """Sort algorithms by the mean F of the classes that have one."""
    rows = numbers.filter(pl.col("item") == "class")
    mean = rows.group_by("algorithm").agg(pl.col("F1").mean().round_sig_figs(12))
    return mean.sort("F1", "algorithm", descending=[True, False], nulls_last=True).get_column("algorithm").to_list()


def _styles(names: Sequence[str]) -> dict[str, Look]:
    if len(names) <= FEW:
        return looks(names)
    first = {names[0]: Look(colour=BLUE, marker="o", dash="-")}
    return {**first, names[-1]: Look(colour="#D55E00", marker="^", dash="-")}


def _draw(
    axes: Axes, rows: pl.DataFrame, labels: Sequence[str], rate: str, styles: Mapping[str, Look], *, others: bool
) -> None:
    place = {label: i for i, label in enumerate(labels)}
    known = rows.filter(pl.col("label").is_in(labels), pl.col(rate).is_not_null())
    if rows.get_column("algorithm").n_unique() == 1:
        _draw_bars(axes, [place[label] for label in known.get_column("label")], known.get_column(rate).to_list())
        return
    if others:
        y = np.array([place[label] for label in known.get_column("label")])
        faint: dict[str, Any] = {"color": FAINT, "ls": "none", "markersize": 5, "mew": 0.6, "zorder": 2}
        axes.plot(known.get_column(rate), y, "|", rasterized=known.height > MANY_MARKS, label="others", **faint)
    axes.hlines(np.arange(len(labels) - 1) + 0.5, 0, 1, color=GRID, lw=0.5, zorder=1, label="between")
    count = 1 if others else len(styles)
    for i, (name, look) in enumerate(sorted(styles.items())):
        mine = known.filter(pl.col("algorithm") == name)
        shift = 0.0 if others else (i - (count - 1) / 2) * 0.74 / count
        y = np.array([place[label] for label in mine.get_column("label")]) + shift
        shape: dict[str, Any] = {"color": look.colour, "ls": "none", "markersize": 3.5, "clip_on": False, "zorder": 3}
        axes.plot(mine.get_column(rate), y, look.marker, label="rate", **shape)


def _draw_bars(axes: Axes, rows: Sequence[int], values: Sequence[float]) -> None:
    axes.barh(rows, values, height=0.7, color=BLUE, zorder=2, label="bars")
    inches = float(axes.figure.get_size_inches()[0] * axes.get_position().width)  # type: ignore[union-attr]
    high = float(axes.figure.get_size_inches()[1] * axes.get_position().height) / max(len(rows), 1)  # type: ignore[union-attr]
    if high < 0.13:
        return
    for row, value in zip(rows, values, strict=True):
        text = f"{value:.2f}"
        inside = value * inches > text_width(text, SMALL_SIZE) + 0.08
        x = value - 0.04 / inches if inside else value + 0.04 / inches
        at: dict[str, Any] = {"size": SMALL_SIZE, "va": "center_baseline", "ha": "right" if inside else "left"}
        write(axes, x, float(row), text, color="white" if inside else INK, label="value", zorder=3, **at)


PER_CLASS = Kind(
    id="per_class",
    title="Measures per class",
    question="How well is each class recognised?",
    shape="predictions",
    also=("counts",),
    data=per_class_data,
    draw=per_class,
    describe=per_class_alt,
)
