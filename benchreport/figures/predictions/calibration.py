"""Reliability diagrams of forecast probabilities, and histograms of scores by class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import polars as pl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import gridded, left_of, limits_of, ruled
from benchreport.figures.layout.looks import Look, draw_legend, legend_of, looks
from benchreport.figures.layout.page import Width, width_of
from benchreport.figures.layout.sheets import Panels, Rooms, panel_sheet
from benchreport.figures.marks import mark_of
from benchreport.figures.predictions.curves import GUIDE
from benchreport.figures.predictions.selection import LABELLED, against_rest, instances, of_algorithm, predictions_of
from benchreport.figures.style import FAINT, HIGHLIGHT, INK, MEDIUM, THIN
from benchreport.figures.values import items
from benchreport.figures.words import counted, number_text
from benchreport.measures.areas import auc_rank
from benchreport.measures.classes import Positive
from benchreport.measures.reliability import BINS, EVENT, FORECAST, bin_of, checked_bins, with_forecasts
from benchreport.measures.reliability import calibration as reliability_table
from benchreport.naming import ends_in_words
from benchreport.numerals import fixed, limits, number
from benchreport.tables.reading.frames import ends_of, largest

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
    predictions = predictions_of(table, dataset)
    points = reliability_table(predictions, by="dataset", positive=positive, bins=bins, alpha=alpha)
    forecasts = with_forecasts(predictions, positive).drop_nulls([FORECAST, EVENT])
    keys = ["dataset", "algorithm"]
    counts = forecasts.group_by(*keys, bin=bin_of(pl.col(FORECAST), bins)).agg(n=pl.len().cast(pl.Int64))
    places = forecasts.select(keys).unique().join(pl.DataFrame({"bin": range(bins)}), how="cross")
    bars = places.join(counts, on=[*keys, "bin"], how="left").select(
        *keys, item=pl.lit("bar"), low=pl.col("bin") / bins, high=(pl.col("bin") + 1) / bins, n=pl.col("n").fill_null(0)
    )
    both = pl.concat([points.with_columns(item=pl.lit("point")), bars], how="diagonal_relaxed")
    text = both.with_columns(
        pl.col("dataset", "algorithm").cast(pl.String),
        event=pl.lit("most probable class" if positive is None else _label(predictions, positive)),
    )
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
    note = f"n = {instances(bars)}; bars: number of forecasts{more}"
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
        f" {_event(numbers)}, {counted(instances(bars), 'instance')}.",
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
    ready = of_algorithm(against_rest(table, dataset, positive), algorithm)
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
    areas = auc_rank(ready, by=LABELLED, positive=1).select(panel=panel, auc="auc")
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


def _label(predictions: pl.DataFrame, positive: Positive) -> str:
    return str(positive.get(str(predictions.get_column("dataset")[0])) if isinstance(positive, dict) else positive)


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
