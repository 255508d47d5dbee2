"""How much richer in positives is the part that was selected? Lift and cumulative gains."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.figures.answers import LABELLED, against_rest, runs_in
from benchreport.figures.canvas import Width, metric_label, width_of
from benchreport.figures.curve_items import areas_said, best_area_first, curve_note, curves_of, in_order, opening
from benchreport.figures.curves import DOTS, GUIDE
from benchreport.figures.kinds import Kind
from benchreport.figures.panels import Board, Panel, drawn_panels
from benchreport.figures.values import said
from benchreport.measures.classes import Positive
from benchreport.measures.gains import gains as gains_by_part
from benchreport.measures.gains import lift as lift_by_threshold
from benchreport.measures.thinning import thinned
from benchreport.naming import ends_in_words

SELECTED = "share of instances selected"
GRID = 200
TENTHS = 10


def lift_data(table: Any, *, positive: Positive = None, dataset: str | None = None) -> pl.DataFrame:
    """Give what a lift chart shows: an ``item`` "curve" per class and algorithm, and its points.

    ``x`` is the share of instances selected, from the highest score down, ``y`` how many times richer in positives they
    are than all. Within equal scores positives are spread evenly. ``area`` of a curve is its lift at one tenth.

    Parameters
    ----------
    table
        Predictions with a ``score`` or probabilities; scores of several folds are put together.
    positive
        The positive class. Without it, and with more than two classes, each class is drawn against the rest.
    dataset
        Which of several datasets.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = lift_data(table, positive="malignant", dataset="breast_cancer")
    >>> numbers.select("algorithm", pl.col("area").round(3)).row(0)
    ('LogisticRegression', 2.684)
    """
    heads, points = _gained(table, positive, dataset)
    parts = []
    for part in points.partition_by("label", "algorithm", maintain_order=True):
        x, gain = (part.get_column(name).to_numpy() for name in ("x", "y"))
        at = np.unique(np.concatenate([x[x > 0], np.linspace(0, 1, GRID + 1)[1:]]))
        at = np.concatenate([[0.0], at])
        # Up to the first score the lift is that of the first score.
        y = np.interp(at, x, gain)[1:] / at[1:]
        label, name = part.select("label", "algorithm").row(0)
        parts.append(
            pl.DataFrame({"x": at, "y": np.concatenate([y[:1], y])}).with_columns(
                item=pl.lit("point"), label=pl.lit(label), algorithm=pl.lit(name)
            )
        )
    return pl.concat([heads.with_columns(area=pl.col("lift")), *parts], how="diagonal_relaxed").drop("lift", "gain")


def lift(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw lift charts from the numbers of :func:`lift_data`; beside each name the lift of the best-scored tenth.

    The upper dashes are the most that can be had, the lower ones, at 1, are chance.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> lift(lift_data(table, positive="malignant", dataset="breast_cancer"))
    <Figure size 350x...>
    """
    heads, labels, names = in_order(numbers)
    curves = curves_of(numbers, "point")
    shares = dict(heads.group_by("label").agg(pl.col("prevalence").max()).rows())
    most = max((1 / shares[label] for label in labels if shares[label]), default=1.0)
    top = 1.06 * max(most, 1.0)
    panels = [Panel(name=label, curves=curves.get(label, {}), y=(0.0, top), title=SELECTED) for label in labels]

    def bounds(axes: Axes, panel: Panel) -> None:
        axes.plot([0, 1], [1, 1], label="chance", **GUIDE)
        if share := shares.get(panel.name):
            x = np.concatenate([[0.0], np.linspace(share, 1, 60)])
            axes.plot(x, 1 / np.maximum(x, share), label="most", **GUIDE)

    board = Board(
        title=metric_label("lift", "higher"),
        said=areas_said(heads, names),
        note=curve_note(heads, "lift at 0.1"),
        reference=bounds,
    )
    return drawn_panels(panels, board, width_of(width))


def lift_alt(numbers: pl.DataFrame) -> str:
    """Say in words what a lift chart shows."""
    return _in_words(numbers, "Lift charts", "lift")


def gains_data(table: Any, *, positive: Positive = None, dataset: str | None = None) -> pl.DataFrame:
    """Give what a chart of cumulative gains shows: an ``item`` "curve" per class and algorithm, and its points.

    ``x`` is the share of instances selected, from the highest score down, ``y`` the share of all positives among them.
    ``area`` of a curve is its gain at one tenth. Parameters as in :func:`lift_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = gains_data(table, positive="malignant", dataset="breast_cancer")
    >>> numbers.select("algorithm", pl.col("area").round(3)).row(0)
    ('LogisticRegression', 0.268)
    """
    heads, points = _gained(table, positive, dataset)
    return pl.concat([heads.with_columns(area=pl.col("gain")), points], how="diagonal_relaxed").drop("lift", "gain")


def gains(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw cumulative gains from the numbers of :func:`gains_data`; beside each name the gain of the best tenth.

    The upper dashes are the most that can be had, the lower ones chance.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> gains(gains_data(table, positive="malignant", dataset="breast_cancer"))
    <Figure size 350x...>
    """
    heads, labels, names = in_order(numbers)
    curves = curves_of(numbers, "point")
    shares = dict(heads.group_by("label").agg(pl.col("prevalence").max()).rows())
    panels = [Panel(name=label, curves=curves.get(label, {}), title=SELECTED) for label in labels]

    def bounds(axes: Axes, panel: Panel) -> None:
        axes.plot([0, 1], [0, 1], label="chance", **GUIDE)
        if share := shares.get(panel.name):
            axes.plot([0, share, 1], [0, 1, 1], label="most", **GUIDE)

    board = Board(
        title=metric_label("share of positives found", "higher"),
        said=areas_said(heads, names),
        note=curve_note(heads, "gain at 0.1"),
        reference=bounds,
    )
    return drawn_panels(panels, board, width_of(width))


def gains_alt(numbers: pl.DataFrame) -> str:
    """Say in words what a chart of cumulative gains shows."""
    return _in_words(numbers, "Cumulative gains", "share of all positives")


def _gained(table: Any, positive: Positive, dataset: str | None) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Give the curves with gain and lift of their first tenth, and the points of the gains."""
    ready = against_rest(table, dataset, positive)
    steps = lift_by_threshold(ready, by=LABELLED, positive=1, resolution=None)
    text = pl.col("dataset", "label", "algorithm").cast(pl.String)
    tenth = gains_by_part(ready, by=LABELLED, positive=1, parts=TENTHS).filter(pl.col("part") == 1)
    total = pl.col("positives") + pl.col("negatives")
    heads = tenth.select(
        pl.lit("curve").alias("item"),
        text,
        "gain",
        "lift",
        "positives",
        "negatives",
        area=pl.col("gain"),
        prevalence=pl.when(total > 0).then(pl.col("positives") / total),
        n_curves=pl.lit(1, dtype=pl.Int64),
        folds=pl.lit("pooled" if runs_in(ready) else None, dtype=pl.String),
    )
    points = steps.filter(pl.col("gain").is_not_null()).select(
        pl.lit("point").alias("item"), pl.col("label", "algorithm").cast(pl.String), "x", y="gain"
    )
    return best_area_first(heads), thinned(points, ["label", "algorithm"], DOTS)


def _in_words(numbers: pl.DataFrame, what: str, number: str) -> str:
    heads, labels, names = in_order(numbers)
    sentences = [opening(what, heads, labels, names)]
    mean = dict(heads.group_by("algorithm").agg(pl.col("area").mean()).rows())
    shown = {name: mean[name] for name in names}
    ends = ends_in_words(shown, f"{number} in the best-scored tenth", ends=("largest", "smallest"), text=said)
    sentences.append(ends or "No curve is defined, because no instance is positive.")
    return " ".join(sentences)


LIFT = Kind(
    id="lift",
    title="Lift chart",
    question="How many times richer in positives is the selected part than a random one?",
    shape="predictions",
    data=lift_data,
    draw=lift,
    describe=lift_alt,
)

GAINS = Kind(
    id="gains",
    title="Cumulative gains",
    question="Which share of the positives is found in the best-scored part?",
    shape="predictions",
    data=gains_data,
    draw=gains,
    describe=gains_alt,
)
