"""Curves of predicted scores: ROC, precision against recall, lift, gains, reliability; scores of each class."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import Ends, gridded, left_of, limits_of, metric_label, ruled
from benchreport.figures.layout.curves import Board, Curve, Panel, drawn_panels, stepped
from benchreport.figures.layout.looks import FEW, Look, Looks, draw_legend, legend_of, looks
from benchreport.figures.layout.page import Width, figure_of, page_of, width_of
from benchreport.figures.layout.sheets import Panels, Rooms, panel_sheet
from benchreport.figures.marks import mark_of
from benchreport.figures.predictions import selection
from benchreport.figures.style import FAINT, HIGHLIGHT, INK, MEDIUM, MUTED, THIN, text_width, write
from benchreport.figures.values import items
from benchreport.figures.words import counted, number_text
from benchreport.measures.areas import auc_n, auc_rank, average_precision
from benchreport.measures.classes import Positive
from benchreport.measures.curves import pr_curve, roc_curve, roc_n, thinned
from benchreport.measures.reliability import BINS, EVENT, FORECAST, bin_of, checked_bins, with_forecasts
from benchreport.measures.reliability import calibration as reliability_table
from benchreport.measures.retrieval import gains as gains_by_part
from benchreport.measures.retrieval import lift as lift_by_threshold
from benchreport.naming import best_of, ends_in_words, enumerated
from benchreport.numerals import fixed, limits, number
from benchreport.stats.one_algorithm.roc_bands import roc_average
from benchreport.tables.reading.frames import ends_of, largest

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Folds = Literal["average", "pooled"]
DOTS = 500  # dots a side that a curve keeps
BANDS = 2
MOST_CLASSES = 12
F_LEVELS = (0.2, 0.4, 0.6, 0.8)
FEWEST_DOTS = 101
GUIDE: Mapping[str, Any] = {"color": MUTED, "lw": 0.7, "ls": (0, (3, 2)), "zorder": 1.4}
SELECTED = "share of instances selected"
GRID = 200
TENTHS = 10
Most = Callable[[float], tuple[Any, Any]]


def roc_data(
    table: Any,
    *,
    positive: Positive = None,
    dataset: str | None = None,
    folds: Folds | None = None,
    cost_ratio: float | None = None,
    early: int | None = None,
) -> pl.DataFrame:
    """Return what a ROC figure shows: an ``item`` "curve" per class and algorithm with its area, and its points.

    Parameters
    ----------
    table
        Predictions with a ``score`` or probabilities.
    positive
        The positive class. Without it, and with more than two classes, each class is drawn against the rest.
    dataset
        Which of several datasets.
    folds
        "average" draws the mean curve of the folds with a band of one standard deviation, and the mean of their areas;
        "pooled" puts the scores of all folds together. By default the average, where there are folds.
    cost_ratio
        Cost of a false positive over that of a false negative: adds the cheapest point of each curve ("cut").
    early
        Also the part of the curve before so many false positives ("early"), such as 50.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = roc_data(table, positive="malignant", dataset="breast_cancer")
    >>> numbers.filter(pl.col("item") == "curve").select("algorithm", pl.col("area").round(4), "n_curves").row(0)
    ('LogisticRegression', 0.9942, 10)
    """
    if cost_ratio is not None and not (math.isfinite(cost_ratio) and cost_ratio > 0):
        hint = "a number above 0; 5 means a false alarm costs 5 misses"
        raise OptionError(f"cost_ratio is {cost_ratio!r}", hint=hint)
    ready = selection.against_rest(table, dataset, positive)
    runs = selection.runs_in(ready)
    folds = folds or ("average" if runs else "pooled")
    one_of(folds, ("average", "pooled"), name="folds")
    areas = auc_rank(ready, by=selection.LABELLED, positive=1)
    if folds == "average" and runs:
        each = auc_rank(ready, by=(*selection.LABELLED, *runs), positive=1)
        mean = each.group_by("label", "algorithm").agg(area=pl.col("auc").drop_nulls().sort().mean())
        heads = areas.drop("auc", "status").join(mean, on=["label", "algorithm"], how="left")
        points = _averaged(ready)
        counts = points.group_by(pl.col("label", "algorithm")).agg(n_curves=pl.col("n_curves").max())
    else:
        heads = areas.rename({"auc": "area"})
        points = _points(roc_curve(ready, by=selection.LABELLED, positive=1, resolution=DOTS))
        counts = heads.select(pl.col("label", "algorithm").cast(pl.String), n_curves=pl.lit(1, dtype=pl.Int64))
    heads = _heads(heads).join(counts, on=["label", "algorithm"], how="left")
    parts = [_best_area_first(heads.with_columns(folds=pl.lit(folds if runs else None, dtype=pl.String)))]
    parts.append(points.with_columns(item=pl.lit("point")).drop("n_curves", strict=False))
    if cost_ratio is not None:
        parts.append(_cheapest(points, heads, float(cost_ratio)))
    if early is not None:
        first = roc_n(ready, by=selection.LABELLED, positive=1, n=early)
        parts.append(_points(first).with_columns(item=pl.lit("early")))
        area = auc_n(ready, by=selection.LABELLED, positive=1, n=early)
        begun = area.select(pl.col("label", "algorithm").cast(pl.String), early_area="auc_n", chance="chance")
        parts[0] = parts[0].join(begun, on=["label", "algorithm"], how="left", maintain_order="left")
        parts[0] = parts[0].with_columns(early=pl.lit(early, dtype=pl.Int64))
    return pl.concat(parts, how="diagonal_relaxed")


def roc(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw ROC curves from the numbers of :func:`roc_data`; the area stands beside each name.

    Where folds are averaged, the two largest areas have bands. Dashes mark chance. Big marks are the cheapest points
    where a cost ratio was given, and the dotted line joins points of equal cost. The early part is drawn beside a lone
    picture, and in place of it where there are several.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> roc(roc_data(table, positive="malignant", dataset="breast_cancer"))
    <Figure size 350x...>
    """
    heads, labels, names = _in_order(numbers)
    curves, begun = _curves(numbers, "point"), _curves(numbers, "early")
    # More bands than two cover each other and the curves.
    curves = {label: _banded(parts, names[:BANDS]) for label, parts in curves.items()}
    alone = len(labels) == 1 and len(names) <= FEW
    panels = []
    if not begun:
        title = metric_label("false positive rate", "lower")
        panels = [Panel(name=label, curves=curves.get(label, {}), title=title) for label in labels]
    elif alone:
        panels = [Panel(name="whole curve", curves=curves.get(labels[0], {}), title="false positive rate")]
    for label in labels if begun else ():
        parts = begun.get(label, {})
        end = max((float(curve.x[-1]) for curve in parts.values() if len(curve.x)), default=1.0)
        early = int(heads.get_column("early").drop_nulls()[0])
        name = f"first {counted(early, 'false positive')}" if alone else label
        panels.append(Panel(name=name, curves=parts, x=(0.0, end or 1.0), title="false positives"))
    (cuts,) = items(numbers, "cut")

    def chance(axes: Axes, panel: Panel) -> None:
        rise = 1.0
        if panel.x != (0.0, 1.0):
            negatives = _of_label(heads, panel, labels).get_column("negatives")[0]
            rise = panel.x[1] / (negatives or 1)
        axes.plot([0, panel.x[1]], [0, rise], label="chance", **GUIDE)

    def cut(axes: Axes, panel: Panel, styles: Looks) -> None:
        if panel.x == (0.0, 1.0):
            _draw_cuts(axes, _of_label(cuts, panel, labels), styles)

    board = Board(
        title=metric_label("true positive rate", "higher"),
        numbers=_area_texts(heads, names),
        note=_note(heads, "AUC", cuts),
        reference=chance,
        over=cut,
    )
    return drawn_panels(panels, board, width_of(width))


def _banded(curves: Mapping[str, Curve], names: Sequence[str]) -> dict[str, Curve]:
    """Return curves without their bands, but for those named."""
    return {name: curve if name in names else replace(curve, low=None, high=None) for name, curve in curves.items()}


def roc_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a ROC figure shows."""
    heads, labels, names = _in_order(numbers)
    sentences = [_opening("ROC curves", heads, labels, names), _areas_in_words(heads, names, "AUC")]
    (cuts,) = items(numbers, "cut")
    if cuts.height:
        costs = dict(cuts.group_by("algorithm").agg(pl.col("cost").min()).sort("algorithm").rows())
        cheapest = best_of(costs, lower=True)
        ratio = f"At a cost ratio of {number_text(cuts['cost_ratio'][0])}"
        if len(cheapest) == 1:
            x, y = cuts.filter(pl.col("algorithm") == cheapest[0]).sort("cost").select("x", "y").row(0)
            rates = f"a false positive rate of {number_text(x)} and a true positive rate of {number_text(y)}"
            sentences.append(f"{ratio}, {cheapest[0]} is cheapest, with {rates}.")
        else:
            sentences.append(f"{ratio}, {enumerated(cheapest)} are equally cheap and cheapest.")
    if "early" in heads.columns:
        sentences.append(f"The part before {heads.get_column('early')[0]} false positives is shown as well.")
    return " ".join(sentences)


def pr_data(table: Any, *, positive: Positive = None, dataset: str | None = None) -> pl.DataFrame:
    """Return what a figure of precision against recall shows: an ``item`` "curve" per class and algorithm, and points.

    Parameters as in :func:`roc_data`. Areas are average precisions; scores of several folds are put together.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = pr_data(table, positive="malignant", dataset="breast_cancer")
    >>> numbers.filter(pl.col("item") == "curve").select("algorithm", pl.col("prevalence").round(4)).row(0)
    ('LogisticRegression', 0.3726)
    """
    ready = selection.against_rest(table, dataset, positive)
    areas = average_precision(ready, by=selection.LABELLED, positive=1).rename({"average_precision": "area"})
    heads = _heads(areas).with_columns(**_pooled(ready))
    points = _points(pr_curve(ready, by=selection.LABELLED, positive=1, resolution=DOTS)).with_columns(
        item=pl.lit("point")
    )
    return pl.concat([_best_area_first(heads), points], how="diagonal_relaxed")


def pr(numbers: pl.DataFrame, *, width: Width | float = "column", iso_f: bool = True) -> Figure:
    """Draw precision against recall from the numbers of :func:`pr_data`; average precision beside each name.

    Curves are steps. Dashes mark the prevalence, which is the precision of random calls; pale lines join points of
    equal F (``iso_f``).

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> pr(pr_data(table, positive="malignant", dataset="breast_cancer"))
    <Figure size 350x...>
    """
    heads, labels, names = _in_order(numbers)
    curves = _curves(numbers, "point")
    title = metric_label("recall", "higher")
    steps = {label: {name: stepped(curve) for name, curve in curves.get(label, {}).items()} for label in labels}
    panels = [Panel(name=label, curves=steps[label], title=title) for label in labels]
    shares = _prevalences(numbers)
    lone = len(labels) == 1 and len(names) <= FEW

    def reference(axes: Axes, panel: Panel) -> None:
        if (share := shares.get(panel.name)) is not None:
            axes.plot([0, 1], [share, share], label="prevalence", **GUIDE)
        if iso_f:
            _draw_iso_f(axes, named=lone)

    board = Board(
        title=metric_label("precision", "higher"),
        numbers=_area_texts(heads, names),
        note=_note(heads, "average precision"),
        right=0.1 + text_width("F 0.8") if iso_f and lone else 0.2,
        reference=reference,
    )
    return drawn_panels(panels, board, width_of(width))


def pr_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a figure of precision against recall shows."""
    heads, labels, names = _in_order(numbers)
    words = _opening("Precision-recall curves", heads, labels, names)
    sentences = [words, _areas_in_words(heads, names, "average precision")]
    share = heads.get_column("prevalence").drop_nulls()
    if len(labels) == 1 and share.len():
        sentences.append(f"Random calls have a precision of {number_text(float(share[0]))}.")
    return " ".join(sentences)


def _heads(areas: pl.DataFrame) -> pl.DataFrame:
    """Return a row per class and algorithm with its area."""
    rows = areas.with_columns(pl.col("dataset", "label", "algorithm").cast(pl.String), item=pl.lit("curve"))
    return rows.select("item", "dataset", "label", "algorithm", "area", "positives", "negatives")


def _pooled(ready: pl.DataFrame) -> dict[str, pl.Expr]:
    """Return the columns of curves for which the scores of all folds are put together."""
    total = pl.col("positives") + pl.col("negatives")
    return {
        "prevalence": pl.when(total > 0).then(pl.col("positives") / total),
        "n_curves": pl.lit(1, dtype=pl.Int64),
        "folds": pl.lit("pooled" if selection.runs_in(ready) else None, dtype=pl.String),
    }


def _best_area_first(heads: pl.DataFrame) -> pl.DataFrame:
    """Return curves sorted by label, and within it the algorithm with the best mean area first."""
    mean = pl.col("area").mean().round_sig_figs(12).over("algorithm")
    return heads.sort("label", mean, "algorithm", descending=[False, True, False], nulls_last=True)


def _points(curve: pl.DataFrame) -> pl.DataFrame:
    """Return the points of curves, without those that are undefined."""
    return curve.drop_nulls(["x", "y"]).select(pl.col("label", "algorithm").cast(pl.String), "x", "y")


def _in_order(numbers: pl.DataFrame) -> tuple[pl.DataFrame, list[str], list[str]]:
    """Return the curves, the classes drawn (of many, the hardest) and the algorithms, the best first."""
    (heads,) = items(numbers, "curve")
    labels = selection.in_class_order(heads.get_column("label").unique().to_list())
    mean = pl.col("area").mean().round_sig_figs(12)
    if len(labels) > MOST_CLASSES:
        hardest = heads.group_by("label").agg(mean).sort("area", "label").get_column("label").head(MOST_CLASSES)
        labels = [label for label in labels if label in hardest]
    order = heads.group_by("algorithm").agg(mean)
    order = order.sort("area", "algorithm", descending=[True, False], nulls_last=True)
    return heads, labels, order.get_column("algorithm").to_list()


def _of_label(rows: pl.DataFrame, panel: Panel, labels: Sequence[str]) -> pl.DataFrame:
    """Return the rows of the class that a panel shows; a lone class has panels with other names."""
    return rows.filter(pl.col("label") == (panel.name if panel.name in labels else labels[0]))


def _curves(numbers: pl.DataFrame, item: str) -> dict[str, dict[str, Curve]]:
    """Return the curves of an item by class and algorithm."""
    curves: dict[str, dict[str, Curve]] = {}
    for (label, name), part in items(numbers, item)[0].group_by("label", "algorithm", maintain_order=True):
        banded = item == "point" and "low" in part.columns and part.get_column("low").count() > 0
        sides = part.select("x", "y", *(("low", "high") if banded else ())).fill_null(strategy="backward")
        curves.setdefault(str(label), {})[str(name)] = Curve(**{side.name: side.to_numpy() for side in sides})
    return curves


def _mean_areas(heads: pl.DataFrame, names: Sequence[str]) -> dict[str, float | None]:
    means = dict(heads.group_by("algorithm").agg(pl.col("area").mean()).rows())
    return {name: means[name] for name in names}


def _area_texts(heads: pl.DataFrame, names: Sequence[str]) -> dict[str, str]:
    """Return the mean area of each algorithm, as it stands beside its name."""
    return {name: "–" if area is None else f"{area:.3f}" for name, area in _mean_areas(heads, names).items()}


def _total(heads: pl.DataFrame) -> int:
    return largest(heads.select(pl.col("positives") + pl.col("negatives")).to_series())


def _note(heads: pl.DataFrame, number: str, cuts: pl.DataFrame | None = None) -> str:
    """Return how many instances curves rest on, what became of folds, and what the numbers beside names are."""
    labels = heads.get_column("label").unique(maintain_order=True)
    split = f", {largest(heads.get_column('positives'))} of them {labels[0]}" if labels.len() == 1 else ""
    parts = [f"n = {_total(heads)}{split}"]
    if labels.len() > MOST_CLASSES:
        parts.append(f"the {MOST_CLASSES} hardest of {labels.len()} classes")
    if (most := largest(heads.get_column("n_curves"))) > 1:
        parts.append(f"mean of {most} folds ± sd")
    elif heads.get_column("folds").count():
        parts.append("folds put together")
    if cuts is not None and cuts.height:
        parts.append(f"cost ratio {number_text(cuts.get_column('cost_ratio')[0])}")
    return "; ".join([*parts, f"numbers: {_area_kind(heads)}{number}"])


def _opening(curves: str, heads: pl.DataFrame, labels: Sequence[str], names: Sequence[str]) -> str:
    """Return the first sentence: which curves, of how many algorithms, on what."""
    count = heads.get_column("label").n_unique()
    of = f"class {labels[0]}" if count == 1 else f"each of {count} classes against the rest"
    where = f"{heads.get_column('dataset')[0]}, {of}, {counted(_total(heads), 'instance')}"
    return f"{curves} of {counted(len(names), 'algorithm')} on {where}."


def _areas_in_words(heads: pl.DataFrame, names: Sequence[str], number: str) -> str:
    """Return a sentence on the largest and the smallest area; the numbers are those beside the names."""
    measure, ends = f"{_area_kind(heads)}{number}", ("largest", "smallest")
    words = ends_in_words(_mean_areas(heads, names), measure, ends=ends, text="{:.3f}".format)
    return words or "No curve is defined, because one of the two sides is empty."


def _area_kind(heads: pl.DataFrame) -> str:
    """Return how areas were put together: over classes, over folds, or from the pooled scores of the folds."""
    classes = "mean " if heads.get_column("label").n_unique() > 1 else ""
    folds = heads.get_column("folds").drop_nulls()
    return f"{classes}fold-averaged " if "average" in folds else f"{classes}pooled " if folds.len() else classes


def _averaged(ready: pl.DataFrame) -> pl.DataFrame:
    """Compute the mean curve of the runs, from 0, with a band of one standard deviation on each side."""
    rows = roc_average(ready, by=selection.LABELLED, positive=1, points=FEWEST_DOTS).filter(pl.col("y").is_not_null())
    means = rows.select(
        pl.col("label", "algorithm").cast(pl.String),
        "x",
        "y",
        low=(pl.col("y") - pl.col("sd")).clip(lower_bound=0.0),
        high=(pl.col("y") + pl.col("sd")).clip(upper_bound=1.0),
        n_curves="n_curves",
    )
    begin = means.filter(pl.col("x") == 0).with_columns(y=pl.lit(0.0), low=pl.lit(None, dtype=pl.Float64), high=None)
    return pl.concat([begin, means], how="vertical_relaxed").sort("label", "algorithm", "x", maintain_order=True)


def _cheapest(points: pl.DataFrame, heads: pl.DataFrame, ratio: float) -> pl.DataFrame:
    """Return the point of each curve with the least cost per instance, a miss costing 1; of equals the leftmost."""
    classes = heads.group_by("label").agg(pl.col("positives", "negatives").max())
    p, n = pl.col("positives"), pl.col("negatives")
    priced = points.join(classes, on="label", how="left").with_columns(
        item=pl.lit("cut"),
        cost=((ratio * pl.col("x") * n + (1 - pl.col("y")) * p) / (p + n)).round_sig_figs(12),
        slope=ratio * n / p,
        cost_ratio=pl.lit(ratio),
    )
    first = priced.sort("label", "algorithm", "cost", "x").group_by("label", "algorithm", maintain_order=True).first()
    return first.select("item", "label", "algorithm", "x", "y", "cost", "slope", "cost_ratio")


def _draw_cuts(axes: Axes, cuts: pl.DataFrame, styles: Looks) -> None:
    if not cuts.height:
        return
    best = cuts.sort("cost", "algorithm").row(0, named=True)
    x = np.clip([(end - best["y"]) / best["slope"] + best["x"] for end in (0.0, 1.0)], 0.0, 1.0)
    y = np.clip(best["y"] + best["slope"] * (x - best["x"]), 0.0, 1.0)
    axes.plot(x, y, color=INK, lw=MEDIUM, ls=(0, (1, 1.5)), zorder=2.5, label="equal cost")
    for name, across, up in cuts.select("algorithm", "x", "y").rows():
        if name in styles:
            mark = styles[name].marker if styles[name].marker != "None" else "o"
            looks: dict[str, Any] = {"color": styles[name].colour, "mec": "white", "mew": 0.6, "zorder": 4}
            axes.plot([across], [up], mark, markersize=6.5, clip_on=False, label="cut", **looks)


def _draw_iso_f(axes: Axes, *, named: bool) -> None:
    for level in F_LEVELS:
        x = np.linspace(level / (2 - level), 1.0, 60)
        axes.plot(x, level * x / (2 * x - level), color=FAINT, lw=0.5, zorder=1.2, label="equal F")
        if named:
            figure, box = figure_of(axes), axes.get_position()
            width, height = figure.get_size_inches()
            x_end, y = box.x1 * width + 0.05, (box.y0 + box.height * level / (2 - level)) * height
            write(page_of(figure), x_end, y, f"F {level}", color=MUTED, va="center_baseline", label="F")


def lift_data(table: Any, *, positive: Positive = None, dataset: str | None = None) -> pl.DataFrame:
    """Return what a lift chart shows: an ``item`` "curve" per class and algorithm, and its points.

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
    parts = [heads.with_columns(area=pl.col("lift"))]
    for (label, name), part in points.group_by("label", "algorithm", maintain_order=True):
        x, gain = part.select("x", "y").to_numpy().T
        fine = np.unique(np.concatenate([x[x > 0], np.linspace(0, 1, GRID + 1)[1:]]))
        # Up to the first score the lift is that of the first score.
        y = np.interp(fine, x, gain) / fine
        curve = pl.DataFrame({"x": np.append(0.0, fine), "y": np.append(y[0], y)})
        parts.append(curve.with_columns(item=pl.lit("point"), label=pl.lit(label), algorithm=pl.lit(name)))
    return pl.concat(parts, how="diagonal_relaxed").drop("lift", "gain")


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
    _, labels, _ = _in_order(numbers)
    shares = _prevalences(numbers)
    top = 1.06 * max([1.0, *(1 / shares[label] for label in labels if shares.get(label))])

    def most(share: float) -> tuple[Any, Any]:
        x = np.append(0.0, np.linspace(share, 1, 60))
        return x, 1 / np.maximum(x, share)

    return _drawn_gains(numbers, width_of(width), ("lift", "lift at 0.1"), ((1.0, 1.0), most), top)


def lift_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a lift chart shows."""
    return _gains_in_words(numbers, "Lift charts", "lift")


def gains_data(table: Any, *, positive: Positive = None, dataset: str | None = None) -> pl.DataFrame:
    """Return what a chart of cumulative gains shows: an ``item`` "curve" per class and algorithm, and its points.

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

    def most(share: float) -> tuple[Any, Any]:
        return [0.0, share, 1.0], [0.0, 1.0, 1.0]

    titles = ("share of positives found", "gain at 0.1")
    return _drawn_gains(numbers, width_of(width), titles, ((0.0, 1.0), most))


def gains_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a chart of cumulative gains shows."""
    return _gains_in_words(numbers, "Cumulative gains", "share of all positives")


def _gained(table: Any, positive: Positive, dataset: str | None) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the curves with gain and lift of their first tenth, and the points of the gains."""
    ready = selection.against_rest(table, dataset, positive)
    tenth = gains_by_part(ready, by=selection.LABELLED, positive=1, parts=TENTHS).filter(pl.col("part") == 1)
    heads = tenth.select(
        pl.lit("curve").alias("item"),
        pl.col("dataset", "label", "algorithm").cast(pl.String),
        *("gain", "lift", "positives", "negatives"),
        area=pl.col("gain"),
        **_pooled(ready),
    )
    steps = lift_by_threshold(ready, by=selection.LABELLED, positive=1, resolution=None).drop_nulls("gain")
    points = steps.select(pl.lit("point").alias("item"), pl.col("label", "algorithm").cast(pl.String), "x", y="gain")
    return _best_area_first(heads), thinned(points, ["label", "algorithm"], DOTS)


def _prevalences(numbers: pl.DataFrame) -> dict[str, float]:
    return dict(numbers.drop_nulls("prevalence").group_by("label").agg(pl.col("prevalence").max()).rows())


def _drawn_gains(
    numbers: pl.DataFrame, width: float, titles: tuple[str, str], bounds: tuple[Ends, Most], top: float = 1.0
) -> Figure:
    """Draw curves over the share selected; bounds are the ends of the line of chance, and the line of the best."""
    heads, labels, names = _in_order(numbers)
    curves, shares = _curves(numbers, "point"), _prevalences(numbers)
    panels = [Panel(name=label, curves=curves.get(label, {}), y=(0.0, top), title=SELECTED) for label in labels]
    chance, most = bounds

    def reference(axes: Axes, panel: Panel) -> None:
        axes.plot([0, 1], chance, label="chance", **GUIDE)
        if share := shares.get(panel.name):
            axes.plot(*most(share), label="most", **GUIDE)

    title, note = metric_label(titles[0], "higher"), _note(heads, titles[1])
    board = Board(title=title, numbers=_area_texts(heads, names), note=note, reference=reference)
    return drawn_panels(panels, board, width)


def _gains_in_words(numbers: pl.DataFrame, curves: str, number: str) -> str:
    heads, labels, names = _in_order(numbers)
    measure = f"{number} in the best-scored tenth"
    ends = ends_in_words(_mean_areas(heads, names), measure, ends=("largest", "smallest"), text=number_text)
    words = _opening(curves, heads, labels, names)
    return f"{words} {ends or 'No curve is defined, because no instance is positive.'}"


MOST_PANELS = 42
COUNTS_SHARE = 0.24  # of a panel's height, for the counts below
MIDDLE_GAP = 0.05


def reliability_data(
    table: Any, *, positive: Positive = None, dataset: str | None = None, bins: int = BINS, alpha: float = 0.05
) -> pl.DataFrame:
    """Return what a reliability diagram shows: an ``item`` "point" per algorithm and bin, and a "bar" with its count.

    Parameters
    ----------
    table
        Predictions with probabilities.
    positive
        The class whose probability is meant; without it the class deemed most probable.
    dataset
        Which of several datasets.
    bins
        Bins of equal width; points of fewer than 5 instances are merged with the next, bars are not.
    alpha
        Level of the interval of the observed frequency.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = reliability_data(table, positive="malignant", dataset="breast_cancer", bins=5)
    >>> numbers.filter(pl.col("algorithm") == "GaussianNB").select("item", "low", "high", "n").rows()[:3]
    [('point', 0.0, 0.2, 365), ('point', 0.2, 0.8, 8), ('point', 0.8, 1.0, 196)]
    """
    checked_bins(bins)
    predictions = selection.predictions_of(table, dataset)
    points = reliability_table(predictions, by="dataset", positive=positive, bins=bins, alpha=alpha)
    forecasts = with_forecasts(predictions, positive).drop_nulls([FORECAST, EVENT])
    keys = ["dataset", "algorithm"]
    counts = forecasts.group_by(*keys, bin=bin_of(pl.col(FORECAST), bins)).agg(n=pl.len().cast(pl.Int64))
    places = forecasts.select(keys).unique().join(pl.DataFrame({"bin": range(bins)}), how="cross")
    bars = places.join(counts, on=[*keys, "bin"], how="left").select(
        *keys, item=pl.lit("bar"), low=pl.col("bin") / bins, high=(pl.col("bin") + 1) / bins, n=pl.col("n").fill_null(0)
    )
    both = pl.concat([points.with_columns(item=pl.lit("point")), bars], how="diagonal_relaxed")
    only = str(predictions.get_column("dataset")[0])
    event = "most probable class" if positive is None else selection.label_of(positive, only)
    text = both.with_columns(pl.col("dataset", "algorithm").cast(pl.String), event=pl.lit(event))
    error = pl.col("ece").min().round_sig_figs(12).over("algorithm")
    return text.sort(error, "algorithm", pl.col("item") != "point", "low", nulls_last=True).select(
        *("item", "dataset", "algorithm", "event", "low", "high", "n"),
        *("forecast", "observed", "ci_low", "ci_high", "ece"),
    )


def reliability(numbers: pl.DataFrame, *, width: Width | float | None = None) -> Figure:
    """Draw reliability diagrams from the numbers of :func:`reliability_data`, the best calibrated algorithm first.

    Points on the diagonal are calibrated; lines are intervals of the observed share. Below each diagram stands how many
    forecasts there are; beside each name the expected calibration error (ECE).

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> reliability(reliability_data(table, positive="malignant", dataset="breast_cancer"))
    <Figure size 661...>
    """
    points, bars = items(numbers, "point", "bar")
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    errors = dict(numbers.group_by("algorithm").agg(pl.col("ece").max()).rows())
    inches = width_of(width if width is not None else "column" if len(names) <= 2 else "page")
    more = f"; the best {MOST_PANELS} of {len(names)}" if len(names) > MOST_PANELS else ""
    note = f"n = {selection.instances(bars)}; bars: number of forecasts{more}"
    names = names[:MOST_PANELS]
    least, ratio = 1.15 if len(names) <= 15 else 0.8, 1 + COUNTS_SHARE
    rooms = Rooms(left=left_of(["0.00"]), gap=0.2, least=least, ratio=ratio, note=note)
    panels = panel_sheet(names, inches, rooms, [f"ECE {_error(errors[name])}" for name in names])
    most = largest(bars.get_column("n")) or 1
    styles = looks(names)
    for place, name in enumerate(names):
        upper, lower = _split(panels, place)
        own = points.filter(pl.col("algorithm") == name)
        _draw_points(upper, own, styles[name], named=panels.is_first(place))
        _draw_counts(lower, bars.filter(pl.col("algorithm") == name), most, named=panels.is_last(place))
    panels.name_axes(f"forecast probability of {_event(numbers)}", "observed frequency")
    return panels.figure


def reliability_alt(numbers: pl.DataFrame) -> str:
    """Return in words what reliability diagrams show."""
    points, bars = items(numbers, "point", "bar")
    errors = dict(numbers.group_by("algorithm", maintain_order=True).agg(pl.col("ece").max()).rows())
    dataset, event = numbers.select("dataset", "event").row(0)
    measure = "expected calibration error" + ("" if event == "most probable class" else f" for {event}")
    sentences = [
        f"Reliability diagrams of {counted(len(errors), 'algorithm')} on {dataset}, forecasts of"
        f" {_event(numbers)}, {counted(selection.instances(bars), 'instance')}.",
        ends_in_words(errors, measure, lower=True, ends=("smallest", "largest"), text=_error),
    ]
    points = points.filter(pl.col("n") > 0)
    off = points.filter((pl.col("forecast") < pl.col("ci_low")) | (pl.col("forecast") > pl.col("ci_high"))).height
    if points.get_column("ci_low").count():
        sentences.append(f"The interval of {off} of {points.height} bins excludes the diagonal.")
    return " ".join(filter(None, sentences))


def score_histograms_data(
    table: Any, *, positive: Positive = None, dataset: str | None = None, algorithm: str | None = None, bins: int = 20
) -> pl.DataFrame:
    """Return what histograms of scores by class show: a row per panel and bin with the shares of both classes in it.

    Parameters
    ----------
    table
        Predictions with a ``score`` or probabilities.
    positive
        The positive class; panels are algorithms. Without it, and with more than two classes, panels are classes of one
        algorithm, which must be named among several.
    dataset, algorithm
        Which of several.
    bins
        Bins of equal width, from 0 to 1 where all scores lie there.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> numbers = score_histograms_data(table, positive="malignant", dataset="breast_cancer", bins=2)
    >>> numbers.select("panel", "low", "high", "positives", "negatives").row(0)
    ('DecisionTree', 0.0, 0.5, 22, 345)
    """
    checked_bins(bins)
    ready = selection.of_algorithm(selection.against_rest(table, dataset, positive), algorithm)
    labels, names = (ready.get_column(name).cast(pl.String).unique().to_list() for name in ("label", "algorithm"))
    if len(labels) > 1 and len(names) > 1:
        hint = f"algorithm={min(names)!r} or positive={min(labels)!r} (--set algorithm={min(names)})"
        count = f"histograms of {len(labels)} classes are of one algorithm, and there are {len(names)}"
        raise OptionError(count, hint=hint)
    ready = ready.drop_nulls(["score", "truth"])
    panel = pl.col("label" if len(labels) > 1 else "algorithm").cast(pl.String)
    score = pl.col("score")
    unit = bool(ready.select(score.is_between(0, 1).all()).item())
    # Scores of different kinds have scales of their own.
    ranged = ready.with_columns(
        panel=panel,
        __low=pl.lit(0.0) if unit else score.min().over(panel),
        __high=pl.lit(1.0) if unit else score.max().over(panel),
    ).with_columns(
        __wide=pl.when(pl.col("__high") > pl.col("__low")).then(pl.col("__high") - pl.col("__low")).otherwise(1.0)
    )
    place = ((score - pl.col("__low")) / pl.col("__wide") * bins).round(9).floor().clip(0, bins - 1).cast(pl.Int64)
    truth = pl.col("truth") == 1
    counted_bins = ranged.group_by("panel", bin=place).agg(
        positives=truth.sum().cast(pl.Int64), negatives=(~truth).sum().cast(pl.Int64)
    )
    places = ranged.select("panel", "__low", "__wide").unique().join(pl.DataFrame({"bin": range(bins)}), how="cross")
    full = places.join(counted_bins, on=["panel", "bin"], how="left").with_columns(
        pl.col("positives", "negatives").fill_null(0),
        low=pl.col("__low") + pl.col("__wide") * pl.col("bin") / bins,
        high=pl.col("__low") + pl.col("__wide") * (pl.col("bin") + 1) / bins,
    )
    shares = {
        f"{side}_share": pl.col(side) / pl.col(side).sum().over("panel").replace(0, None)
        for side in ("positives", "negatives")
    }
    areas = auc_rank(ready, by=selection.LABELLED, positive=1).select(panel=panel, auc="auc")
    return (
        full.with_columns(**shares)
        .join(areas, on="panel", how="left")
        .sort("panel", "low")
        .select(
            pl.lit(str(ready.get_column("dataset")[0])).alias("dataset"),
            pl.lit("classes" if len(labels) > 1 else "algorithms").alias("panels"),
            pl.lit(names[0] if len(labels) > 1 else labels[0]).alias("of"),
            *("panel", "low", "high", "positives", "negatives", *shares, "auc"),
            unit=pl.lit(unit),
        )
    )


def score_histograms(numbers: pl.DataFrame, *, width: Width | float | None = None) -> Figure:
    """Draw histograms from the numbers of :func:`score_histograms_data`: the class filled, the rest as a line.

    Each side adds up to 1, so that a rare class is seen; the less both overlap, the better a ranking.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> score_histograms(score_histograms_data(table, positive="malignant", dataset="breast_cancer"))
    <Figure size 661...>
    """
    names = numbers.get_column("panel").unique(maintain_order=True).to_list()
    total, names = len(names), names[:MOST_PANELS]
    inches = width_of(width if width is not None else "column" if len(names) <= 2 else "page")
    panels_are, of, unit = numbers.select("panels", "of", "unit").row(0)
    styles = {
        f"truth: {'the class' if panels_are == 'classes' else of}": Look(colour=HIGHLIGHT, marker="s", dash="-"),
        "truth: any other": Look(colour=INK, marker="None", dash="-"),
    }
    shares = numbers.select(pl.max_horizontal("positives_share", "negatives_share")).to_series()
    top = 1.05 * (ends_of(shares)[1] or 1.0)
    legend = legend_of(list(styles), inches - 0.2)
    first = numbers.filter(pl.col("panel") == names[0])
    positives, negatives = (int(first[side].sum()) for side in ("positives", "negatives"))
    split = f", {positives} of them {of}" if panels_are == "algorithms" else ""
    more = f"; {total - len(names)} more panels not shown" if total > len(names) else ""
    note = f"n = {positives + negatives}{split}{more}"
    gap, high = 0.2 if unit else 0.26, 1.6 if len(names) == 1 else 0.85
    rooms = Rooms(left=left_of(["0.00"]), key=legend.height, gap=gap, least=1.0, height=high, note=note)
    panels = panel_sheet(names, inches, rooms)
    for place, (axes, name) in enumerate(zip(panels.axes, names, strict=True)):
        bars = numbers.filter(pl.col("panel") == name)
        ends = (bars["low"][0], bars["high"][-1])
        view = (0.0, 1.0) if unit else limits_of(ends)
        if len(ruled(axes, "x", view, slack=0.09, named=panels.is_last(place) or not unit)) < 2:
            _end_ticks(axes, *ends)
        ruled(axes, "y", (0.0, top), named=panels.is_first(place))
        _draw_sides(axes, bars)
    title = "score (higher is more likely positive)" if panels_are == "algorithms" else f"score by {of}"
    panels.name_axes(title, "share of class")
    draw_legend(panels.figure, legend, styles, left=0.1, bottom=panels.foot)
    return panels.figure


def score_histograms_alt(numbers: pl.DataFrame) -> str:
    """Return in words what histograms of scores show."""
    dataset, panels_are, of = numbers.select("dataset", "panels", "of").row(0)
    heads = numbers.group_by("panel", maintain_order=True).agg(
        pl.col("auc").first(), n=pl.col("positives").sum() + pl.col("negatives").sum()
    )
    subject = f"for class {of}, of {counted(heads.height, 'algorithm')}"
    if panels_are == "classes":
        subject = f"of {of}, for {heads.height} classes"
    areas, measure = dict(heads.sort("panel").select("panel", "auc").rows()), "area under the ROC curve of all scores"
    ends = ends_in_words(areas, measure, ends=("largest", "smallest"), text=number_text, everyone=panels_are)
    words = f"Histograms of scores {subject} on {dataset}, {counted(largest(heads['n']), 'instance')}."
    return f"{words} {ends}".rstrip()


def _error(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _event(numbers: pl.DataFrame) -> str:
    event = str(numbers.get_column("event")[0])
    return f"the {event}" if event == "most probable class" else event


def _split(panels: Panels, place: int) -> tuple[Axes, Axes]:
    """Return a panel in two parts: the diagram, and the counts below it."""
    axes = panels.axes[place]
    box = axes.get_position()
    low = box.height * COUNTS_SHARE / (1 + COUNTS_SHARE)
    gap = MIDDLE_GAP / float(panels.figure.get_size_inches()[1])
    axes.set_position((box.x0, box.y0 + low, box.width, box.height - low))
    return axes, panels.figure.add_axes((box.x0, box.y0, box.width, max(low - gap, 0.4 * low)), label="counts")


def _draw_points(axes: Axes, points: pl.DataFrame, look: Look, *, named: bool) -> None:
    ruled(axes, "x", (0.0, 1.0), named=False)
    ruled(axes, "y", (0.0, 1.0), named=named)
    gridded(axes, "both")
    axes.plot([0, 1], [0, 1], label="perfect", **GUIDE)
    if not points.height:
        return
    x, y, low, high = points.select("forecast", "observed", "ci_low", "ci_high").to_numpy().T
    gid = bin_marks(points)
    if np.isfinite(low.astype(np.float64)).any():
        axes.vlines(x, low, high, color=look.colour, lw=THIN, zorder=2.5, label="interval", gid=gid)
    style: dict[str, Any] = {"color": look.colour, "ls": "none", "markersize": 4, "mec": "white", "mew": 0.4}
    style["gid"] = gid
    axes.plot(x, y, look.marker, clip_on=False, zorder=3, label="reliability", **style)


def _draw_counts(axes: Axes, bars: pl.DataFrame, most: int, *, named: bool) -> None:
    ruled(axes, "x", (0.0, 1.0), slack=0.09, named=named)
    axes.set_ylim(0, 1.02 * most)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    low, high, n = bars.select("low", "high", "n").to_numpy().T
    looks: dict[str, Any] = {"align": "edge", "color": FAINT, "edgecolor": "white", "linewidth": 0.3}
    mark_counts(axes.bar(low, n, width=high - low, label="counts", **looks), bars)


def bin_marks(points: pl.DataFrame) -> str | None:
    """Return what the points of a reliability diagram show: forecast, observed share with its interval, instances."""
    texts = [
        f"forecast {fixed(row['forecast'], 2)}, observed {fixed(row['observed'], 2)}"
        f" {limits(row['ci_low'], row['ci_high'], 2, null=None)}".rstrip()
        + f", n = {row['n']}"
        for row in points.iter_rows(named=True)
    ]
    name, dataset = points.select("algorithm", "dataset").row(0)
    return mark_of(name, dataset, texts)


def mark_counts(drawn: Iterable[Artist], bars: pl.DataFrame) -> None:
    """Write onto each drawn bar how many instances have forecasts in its bin."""
    for artist, row in zip(drawn, bars.iter_rows(named=True), strict=True):
        span = f"{number(row['low'], 2)} to {number(row['high'], 2)}"
        artist.set_gid(mark_of(row["algorithm"], row["dataset"], f"{counted(row['n'], 'forecast')} of {span}"))


def _end_ticks(axes: Axes, low: float, high: float) -> None:
    """Write the ends of a scale whose round numbers are too long to stand side by side."""
    forms = {end: ".1e" if abs(end) >= 1e4 else ".0f" if abs(end) >= 100 else ".2g" for end in (low, high)}
    axes.set_xticks([low, high], [f"{end:{forms[end]}}".replace("-", "−") for end in (low, high)])
    first, last = axes.get_xticklabels()
    first.set_horizontalalignment("left")
    last.set_horizontalalignment("right")


def _draw_sides(axes: Axes, bars: pl.DataFrame) -> None:
    edges = np.append(bars.get_column("low").to_numpy(), bars.get_column("high")[-1])
    filled, line = (bars.get_column(f"{side}_share").fill_null(0.0).to_numpy() for side in ("positives", "negatives"))
    axes.stairs(filled, edges, fill=True, color=HIGHLIGHT, alpha=0.55, lw=0, zorder=2, label="positives")
    axes.stairs(line, edges, color=INK, lw=MEDIUM, zorder=3, label="negatives")


ROC = Kind(
    id="roc", title="ROC curves", question="How many hits are bought with how many false alarms?", shape="predictions"
)

PR = Kind(
    id="pr",
    title="Precision-recall curves",
    question="How pure does the retrieved set stay as more positives are demanded?",
    shape="predictions",
)

LIFT = Kind(
    id="lift",
    title="Lift chart",
    question="How many times richer in positives is the selected part than a random one?",
    shape="predictions",
)

GAINS = Kind(
    id="gains",
    title="Cumulative gains",
    question="Which share of the positives is found in the best-scored part?",
    shape="predictions",
)

RELIABILITY = Kind(
    id="reliability",
    title="Reliability diagram",
    question="Do events forecast with probability p happen with frequency p?",
    shape="predictions",
)

SCORE_HISTOGRAMS = Kind(
    id="score_histograms",
    title="Histograms of scores by class",
    question="How far do the scores of the classes lie apart?",
    shape="predictions",
)
