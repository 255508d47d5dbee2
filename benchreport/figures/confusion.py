"""Which classes are mistaken for which?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.figures.answers import decided, in_class_order, named_algorithms
from benchreport.figures.canvas import EDGE, MANY_MARKS, TICK_PAD, Width, fitted, name_ticks, widest, width_of
from benchreport.figures.grid import BLANK, Matrix, draw_matrix, ink_on, shade
from benchreport.figures.kinds import Kind
from benchreport.figures.layouts import panel_sheet
from benchreport.figures.panels import beside, headed, note_high, note_lines, panel_width, titled
from benchreport.figures.remarks import LINE_HIGH, draw_key, key_lines, small_print
from benchreport.figures.scales import AXIS_HIGH
from benchreport.figures.style import INK, SMALL_SIZE, paper, text_width, write
from benchreport.figures.values import counted, said
from benchreport.measures.classes import Positive
from benchreport.measures.confusion import confusion_multiclass
from benchreport.naming import ends_in_words

Colours = npt.NDArray[np.float64]
RIGHT, WRONG = "#08519C", "#B8460B"
MOST_CLASSES = 30
MOST_SMALL = 20  # classes in the panels of several algorithms
MOST_PANELS = 42
KEY = (0.1, 0.5, 1.0)


def confusion_data(
    table: Any,
    *,
    dataset: str | None = None,
    algorithm: str | None = None,
    positive: Positive = None,
    cut: float | None = None,
) -> pl.DataFrame:
    """Give what a confusion matrix shows: for each algorithm how often each class was called each class.

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
    known = named_algorithms(decided(table, dataset), algorithm)
    cells = confusion_multiclass(known, by="dataset", positive=positive, cut=cut)
    text = cells.with_columns(pl.col("dataset", "algorithm", "actual", "predicted").cast(pl.String))
    order = in_class_order(text.get_column("actual").unique().to_list())
    place = {label: i for i, label in enumerate(order)}
    ranked = text.with_columns(
        __row=pl.col("actual").replace_strict(place, return_dtype=pl.Int64),
        __column=pl.col("predicted").replace_strict(place, return_dtype=pl.Int64),
    )
    return ranked.sort("algorithm", "__row", "__column").select(
        "dataset", "algorithm", "actual", "predicted", "n", "share"
    )


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
    return _small(numbers, names, width_of(width if width is not None else "column" if few else "page"))


def confusion_alt(numbers: pl.DataFrame) -> str:
    """Say in words what confusion matrices show."""
    names = _best_first(numbers)
    classes = numbers.get_column("actual").n_unique()
    right = _accuracies(numbers)
    n = int(numbers.group_by("algorithm").agg(pl.col("n").sum()).get_column("n").max() or 0)  # type: ignore[arg-type]
    many = "Confusion matrix" if len(names) == 1 else f"Confusion matrices of {len(names)} algorithms"
    sentences = [f"{many} on {numbers.get_column('dataset')[0]}: {classes} classes, {counted(n, 'instance')}."]
    known = [name for name in names if right[name] is not None]
    shown = {name: right[name] for name in names}
    sentences.append(ends_in_words(shown, "accuracy", ends=("highest", "lowest"), text=_percent))
    wrong = (
        numbers.filter(pl.col("actual") != pl.col("predicted")).group_by("actual", "predicted").agg(pl.col("n").sum())
    )
    worst = wrong.filter((pl.col("n") == pl.col("n").max()) & (pl.col("n") > 0)).sort("actual", "predicted")
    together = " by all algorithms together" if len(names) > 1 else ""
    if worst.height == 1:
        actual, predicted, times = worst.row(0)
        mistake = f"class {actual} predicted as {predicted} ({counted(times, 'time')}{together})"
        sentences.append(f"The most frequent confusion is {mistake}.")
    elif worst.height:
        times = counted(worst.get_column("n")[0], "time")
        sentences.append(f"The most frequent of {wrong.height} confusions occur {times} each{together}.")
    elif known:
        sentences.append("No instance is misclassified.")
    return " ".join(filter(None, sentences))


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
    """Keep the classes most often mistaken, and put the rest together."""
    labels = numbers.get_column("actual").unique(maintain_order=True).to_list()
    if len(labels) <= most:
        return labels, numbers
    wrong = numbers.filter(pl.col("actual") != pl.col("predicted"))
    both = pl.concat([wrong.select("n", label=side) for side in ("actual", "predicted")])
    order = both.group_by("label").agg(pl.col("n").sum()).sort("n", "label", descending=[True, False])
    kept = set(order.get_column("label").head(most - 1))
    rest = f"{len(labels) - len(kept)} others"
    while rest in kept:
        rest += " "
    shown = [label for label in labels if label in kept]
    named = {label: label if label in kept else rest for label in labels}
    told = numbers.with_columns(pl.col("actual", "predicted").replace_strict(named, return_dtype=pl.String))
    keys = ["dataset", "algorithm", "actual", "predicted"]
    added = told.group_by(keys, maintain_order=True).agg(pl.col("n").sum())
    row = pl.col("n").sum().over("algorithm", "actual")
    return [*shown, rest], added.with_columns(share=pl.when(row > 0).then(pl.col("n") / row))


def _painted(
    cells: pl.DataFrame, labels: Sequence[str]
) -> tuple[Colours, dict[tuple[int, int], tuple[int, float | None]]]:
    place = {label: i for i, label in enumerate(labels)}
    colours = np.ones((len(labels), len(labels), 3))
    values = {}
    for actual, predicted, n, share in cells.select("actual", "predicted", "n", "share").rows():
        at = place[actual], place[predicted]
        values[at] = (n, share)
        colours[at] = BLANK if share is None else _colour(share, right=at[0] == at[1])
    return colours, values


def _colour(share: float, *, right: bool) -> tuple[float, float, float]:
    # Rare mistakes are what a reader looks for: the root lifts them from white.
    return shade(RIGHT if right else WRONG, float(np.sqrt(share))) if share > 0 else (1.0, 1.0, 1.0)


def _key() -> list[tuple[tuple[float, float, float], str]]:
    right = [
        (_colour(share, right=True), f"{word}{share:.0%}") for share, word in zip(KEY[1:], ("right ", ""), strict=True)
    ]
    wrong = [
        (_colour(share, right=False), f"{word}{share:.0%}") for share, word in zip(KEY[:2], ("wrong ", ""), strict=True)
    ]
    return right + wrong


def _large(numbers: pl.DataFrame, name: str, width: Width | float | None) -> Figure:
    labels, cells = _merged(numbers, MOST_CLASSES)
    colours, values = _painted(cells, labels)
    roomy = len(labels) <= 12
    texts = {
        at: [str(n), f"{100 * share:.0f}%"] if roomy else [str(n)]
        for at, (n, share) in values.items()
        if n and share is not None
    }
    total = sum(n for n, _ in values.values())
    facts = f"{name}, n = {total}, accuracy {said(_accuracies(numbers)[name] or 0.0)}."
    return draw_matrix(
        Matrix(
            names=labels,
            heads=labels,
            colours=colours,
            texts=texts,
            key=_key(),
            remark=f"Rows are true classes, columns predicted ones; shares are of the row. {facts}",
        ),
        width,
    )


def _small(numbers: pl.DataFrame, names: Sequence[str], width: float) -> Figure:
    left_out = len(names) - MOST_PANELS
    names = names[:MOST_PANELS]
    labels, cells = _merged(numbers, MOST_SMALL)
    right = _accuracies(numbers)
    parts = cells.partition_by("algorithm", as_dict=True)
    least = 1.1 if len(names) <= 16 else 0.85
    with paper():
        n = int(numbers.group_by("algorithm").agg(pl.col("n").sum()).get_column("n").max() or 0)  # type: ignore[arg-type]
        more = f"; {left_out} more algorithms not shown" if left_out > 0 else ""
        lines = note_lines(f"n = {n}; cells in per cent of the true class; beside names: accuracy{more}", width)
        key = LINE_HIGH * len(key_lines([text for _, text in _key()], width - 2 * EDGE))
        below = AXIS_HIGH + key + 0.06 + note_high(lines)
        rooms: dict[str, Any] = {"left": 0.6, "least": least, "below": below, "right": EDGE}
        wide = panel_width(len(names), width, **rooms)
        heads, codes = _class_names(labels, wide / len(labels), 0.22 * width)
        rooms["left"] = EDGE + 0.17 + widest(codes) + TICK_PAD
        wide = panel_width(len(names), width, **rooms)
        numbers_said = [_percent(right[name]) for name in names]
        panels = panel_sheet(headed(names, numbers_said, wide), width, height=wide, **rooms)
        for place, name in enumerate(names):
            axes = panels.axes[place]
            _draw_small(axes, parts[(name,)], labels)
            if panels.is_first(place):
                name_ticks(axes, _sparse(codes, _inches(axes)[1]))
            if panels.is_last(place):
                name_ticks(axes, _sparse(heads, _inches(axes)[0], across=True), side="x")
        titled(panels, "predicted class", "true class")
        draw_key(panels.figure, _key(), note_high(lines) + 0.02)
        small_print(panels.figure, lines)
    return panels.figure


def _inches(axes: Axes) -> tuple[float, float]:
    width, height = axes.figure.get_size_inches()  # type: ignore[union-attr]
    box = axes.get_position()
    return float(width * box.width), float(height * box.height)


def _class_names(labels: Sequence[str], cell: float, most: float) -> tuple[list[str], list[str]]:
    """Give the names below and beside a matrix; numbers stand for names that do not fit below."""
    if widest(labels) <= cell - 0.03:
        return list(labels), list(labels)
    numbers = [str(i) for i in range(1, len(labels) + 1)]
    room = most - widest([f"{number}  " for number in numbers])
    return numbers, [beside(number, label) for number, label in zip(numbers, fitted(list(labels), room), strict=True)]


def _sparse(names: Sequence[str], inches: float, *, across: bool = False) -> list[str]:
    """Leave out names that would touch."""
    pitch = inches / len(names)
    need = widest(names) + 0.03 if across else 0.105
    step = next((step for step in (1, 2, 5, 10, 20, 50) if step * pitch >= need), len(names))
    return [name if i % step == 0 else "" for i, name in enumerate(names)]


def _draw_small(axes: Axes, cells: pl.DataFrame, labels: Sequence[str]) -> None:
    colours, values = _painted(cells, labels)
    count = len(labels)
    axes.set(xlim=(-0.5, count - 0.5), ylim=(count - 0.5, -0.5))
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(True)
    edges = np.arange(count + 1) - 0.5
    dense = count * count > MANY_MARKS
    looks: dict[str, Any] = {"edgecolors": "white", "linewidth": 0.2, "rasterized": dense, "label": "cells"}
    axes.pcolormesh(edges, edges, colours, **looks)
    wide, high = (inches / count for inches in _inches(axes))
    if wide < text_width("100", SMALL_SIZE) + 0.03 or high < 0.13:
        return
    for (i, j), (n, share) in values.items():
        if n and share is not None:
            shown = f"{100 * share:.0f}" if share >= 0.005 else "<1"
            at: dict[str, Any] = {"size": SMALL_SIZE, "ha": "center", "va": "center_baseline", "label": "cell"}
            write(axes, float(j), float(i), shown, color=ink_on(colours[i, j]) if n else INK, **at)


CONFUSION = Kind(
    id="confusion",
    title="Confusion matrix",
    question="Which classes are mistaken for which?",
    shape="predictions",
    also=("counts",),
    data=confusion_data,
    draw=confusion,
    describe=confusion_alt,
)
