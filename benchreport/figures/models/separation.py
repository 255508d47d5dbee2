"""Several metrics at once: ellipses of differences, directions that tell algorithms apart, algorithms along them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.figures.kinds import Kind
from benchreport.figures.layout import axes as scales
from benchreport.figures.layout.looks import looks
from benchreport.figures.layout.notes import FOOT_HIGH, foot
from benchreport.figures.layout.order_graph import pushed_apart
from benchreport.figures.layout.page import EDGE, LINE, MANY, Width, page_of, room_of, sheet, size_of, width_of
from benchreport.figures.layout.sheets import ROOMY, TIGHT, Frame, Rooms, name_rows, panel_sheet, plane
from benchreport.figures.selection import MOST_PAIRS, of_dataset, overlap, rivals
from benchreport.figures.style import BLUE, FAINT, HIGHLIGHT, INK, MEDIUM, MUTED, THIN, fitted, text_width, write
from benchreport.figures.values import items
from benchreport.figures.words import names_in_words, size_text
from benchreport.records import dataclass
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.forms.vectors import vectors_of
from benchreport.stats.kernels.linear_algebra import length_of
from benchreport.stats.several_metrics.t2_tests import hotelling
from benchreport.stats.several_metrics.variance_of_vectors import scatter, tied_metrics
from benchreport.threads import covariance, product

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def difference_ellipse_data(
    table: Any,
    *,
    metrics: Sequence[str] | None = None,
    dataset: str | None = None,
    control: str | None = None,
    variant: Literal["paired", "corrected"] = "paired",
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return what clouds of differences show: an ``item`` "mean" per pair with its ellipse, a "point" per block.

    Parameters
    ----------
    table
        Scores with two metrics or more, or confusion counts.
    metrics
        The two to draw, the first two by default.
    dataset
        Compare over the runs of this dataset; over datasets, where there are several and none is named.
    control
        The algorithm that others are compared with, by default the best on average in the first metric.
    variant
        "corrected" widens the ellipses for training sets that overlap, as :func:`hotelling` does; "paired" does not.
    alpha
        Level of the ellipses.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> numbers = difference_ellipse_data(scores, metrics=["accuracy", "auc"], dataset="wine", control="kNN")
    >>> numbers.select("item", "a", "b", "n").row(0)
    ('mean', 'RandomForest', 'kNN', 10)
    """
    checked_alpha(alpha)
    one_of(variant, ("paired", "corrected"), name="variant")
    scores, groups = of_dataset(table, dataset, metrics)
    every = scores.get_column("metric").cast(pl.String).unique().sort().to_list()
    chosen = list(every[:2] if metrics is None else metrics)
    if len(chosen) != 2:
        raise OptionError(f"an ellipse needs two metrics, not {len(chosen)}", hint="metrics=['accuracy', 'auc']")
    vectors = vectors_of(scores, groups, chosen, missing="available")
    middle, others = rivals(vectors.source, control, chosen[0])
    tests = hotelling(
        scores, by=groups or None, metrics=chosen, control=middle, variant=variant, alpha=alpha, missing="available"
    ).rows_by_key("a", named=True, unique=True)
    ways = {metric: "higher" if sign > 0 else "lower" for metric, sign in vectors.signs.items()}
    facts = {
        "b": middle,
        "metric_x": chosen[0],
        "metric_y": chosen[1],
        "direction_x": ways.get(chosen[0]),
        "direction_y": ways.get(chosen[1]),
        "alpha": alpha,
        "points": "runs" if groups else "datasets",
        "corrected": variant == "corrected",
        "dependent": variant == "paired" and bool(vectors.dependent.any()),
        "n_pairs": len(others),
    }
    clouds: dict[str, list[dict[str, Any]]] = {}
    for pair in vectors.pairs(middle):
        if pair.metrics != tuple(chosen):
            raise OptionError(f"one of {chosen} was not measured", hint="name two metrics that all algorithms have")
        for k, name in enumerate(pair.algorithms[:, 0]):
            difference = pair.values[k, :, 0] - pair.values[k, :, 1]
            wider = overlap(vectors.source, groups, pair.n) if variant == "corrected" else 1.0
            clouds[str(name)] = _cloud(difference, tests[str(name)], alpha, wider)
    rows = [{"a": name, **row, **facts} for name in others[:MOST_PAIRS] for row in clouds.get(name, [])]
    return pl.DataFrame(rows, infer_schema_length=None)


def difference_ellipse(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw differences in two metrics, their mean with its confidence ellipse, and the origin: no difference.

    Where the origin lies outside the ellipse, Hotelling's test of the two algorithms is significant by itself.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> difference_ellipse(difference_ellipse_data(scores, metrics=["accuracy", "auc"], dataset="wine"))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    names = numbers.get_column("a").unique(maintain_order=True).to_list()
    outlines = {row["a"]: mean_ellipse(row) for row in items(numbers, "mean")[0].to_dicts()}
    high = 2.0 if len(names) == 1 else 1.15
    # Panels have scales of their own: one far pair would press all others into a corner.
    spans = {name: _spans(numbers.filter(pl.col("a") == name), outlines.get(name)) for name in names}
    left = scales.left_of([text for span in spans.values() for text in scales.fitting(span[1], high)[1]])
    titles = [f"{name} − {first['b']}" for name in names] if len(names) == 1 else names
    rooms = Rooms(left=left, right=EDGE + 0.08, gap=max(left - 0.2, 0.3), least=1.0, height=high)
    panels = panel_sheet(titles, width_of(width), rooms)
    many = numbers.height > MANY
    for axes, name in zip(panels.axes, names, strict=True):
        _draw_cloud(axes, numbers.filter(pl.col("a") == name), outlines.get(name), rasterized=many)
        scales.ruled(axes, "y", spans[name][1])
        scales.ruled(axes, "x", spans[name][0], slack=0.06)
    scales.axis_title(
        panels.axes[(len(names) - 1) // panels.across * panels.across], "x", _difference_label(first, "x")
    )
    scales.axis_title(panels.axes[0], "y", _difference_label(first, "y"))
    foot(panels.figure, _cloud_note(numbers, first, len(names)))
    return panels.figure


def difference_ellipse_alt(numbers: pl.DataFrame) -> str:
    """Return in words what clouds of differences show."""
    first = numbers.row(0, named=True)
    (means,) = items(numbers, "mean")
    has_ellipse = pl.col("reach").is_not_null()
    groups = {
        "The origin lies outside the ellipse of": has_ellipse & (pl.col("p_value") <= pl.col("alpha")),
        "The origin lies inside the ellipse of": has_ellipse & (pl.col("p_value") > pl.col("alpha")),
        "No ellipse can be drawn for": ~has_ellipse,
    }
    sentences = [
        f"Differences in {first['metric_x']} and {first['metric_y']} to {first['b']}, one point for each of "
        f"{size_text(means)} {first['points']}, with the {100 * (1 - first['alpha']):g} % confidence ellipse "
        f"of the mean{', corrected for overlapping training sets' if first['corrected'] else ''}."
    ]
    for words, group in groups.items():
        if names := means.filter(group).get_column("a").to_list():
            sentences.append(f"{words} {names_in_words(names)}.")
    if first["dependent"]:
        sentences.append("Runs share training data (unless they are seeds), so the ellipses are too small.")
    return " ".join(sentences)


def ellipse(
    centre: scales.Ends, covariance: tuple[float, float, float], reach: float, points: int = 181
) -> scales.Floats:
    """Return the outline of the ellipse ``(x - c)' S^-1 (x - c) = reach``, two rows of coordinates.

    ``covariance`` lists the variance of x, the covariance, and the variance of y.

    Examples
    --------
    >>> ellipse((0.0, 0.0), (1.0, 0.0, 4.0), 1.0).max(axis=1).round(6).tolist()
    [1.0, 2.0]
    """
    xx, xy, yy = covariance
    values, vectors = np.linalg.eigh(np.array([[xx, xy], [xy, yy]]))
    angle = np.linspace(0, 2 * math.pi, points)
    axes = vectors * np.sqrt(np.maximum(values, 0.0) * reach)
    outline: scales.Floats = product(axes, np.stack([np.cos(angle), np.sin(angle)])) + np.array(centre)[:, None]
    return outline


def mean_reach(n: int, alpha: float) -> float | None:
    """Return the reach of the confidence ellipse of a mean of n points in two metrics: 2 (n-1) F / (n (n-2)).

    Examples
    --------
    >>> round(mean_reach(20, 0.05), 4), mean_reach(2, 0.05)
    (0.3752, None)
    """
    if n < 3:
        return None
    # The F law with 2 and m degrees of freedom has a quantile in closed form.
    quantile = (n - 2) / 2 * (alpha ** (-2 / (n - 2)) - 1)
    return float(2 * (n - 1) * quantile / (n * (n - 2)))


def centre_columns(points: scales.Floats) -> dict[str, float]:
    """Return the columns that :func:`mean_ellipse` reads of points: their mean, variances and covariance."""
    mean = points.mean(axis=0) if len(points) else np.zeros(2)
    (xx, xy), (_, yy) = (covariance(points) if len(points) > 1 else np.zeros((2, 2))).tolist()
    return {"x": float(mean[0]), "y": float(mean[1]), "xx": xx, "xy": xy, "yy": yy}


def mean_ellipse(row: Mapping[str, Any]) -> scales.Floats | None:
    """Return the outline of the ellipse that a row describes: its centre, covariance and reach; None without one."""
    if row["reach"] is None:
        return None
    return ellipse((row["x"], row["y"]), (row["xx"], row["xy"], row["yy"]), row["reach"])


def draw_outline(axes: Axes, outline: scales.Floats, colour: str, *, alpha: float, lw: float) -> None:
    """Draw an ellipse as a filled outline."""
    axes.fill(*outline, facecolor=colour, alpha=alpha, lw=0)
    axes.plot(*outline, color=colour, lw=lw, label="ellipse")


def draw_origin(axes: Axes) -> None:
    """Draw faint lines through the origin."""
    for line in (axes.axhline, axes.axvline):
        line(0.0, color=FAINT, lw=THIN, zorder=0)


def _spans(part: pl.DataFrame, outline: scales.Floats | None) -> list[scales.Ends]:
    edges = [[], []] if outline is None else outline.tolist()
    return [scales.limits_of([0.0, *part.get_column(side), *edges[k]], pad=0.08) for k, side in enumerate("xy")]


def _cloud(difference: Any, test: dict[str, Any], alpha: float, wider: float | None) -> list[dict[str, Any]]:
    reach = mean_reach(len(difference), alpha)
    whole = test["p_value"] is not None and test["status"] in ("ok", "approximate") and test["df1"] == 2
    middle = {
        "item": "mean",
        "n": len(difference),
        **centre_columns(difference),
        "reach": reach * wider if whole and reach is not None and wider is not None else None,
        "t2": test["estimate"],
        "p_value": test["p_value"],
        "status": test["status"],
    }
    return [middle, *({"item": "point", "x": float(x), "y": float(y)} for x, y in difference)]


def _draw_cloud(axes: Axes, part: pl.DataFrame, outline: scales.Floats | None, *, rasterized: bool) -> None:
    draw_origin(axes)
    points, mean = items(part, "point", "mean")
    marks: dict[str, Any] = {"color": BLUE, "alpha": 0.5, "mew": 0, "markersize": 2.6, "rasterized": rasterized}
    axes.plot(points["x"], points["y"], "o", label="point", **marks)
    if outline is not None:
        draw_outline(axes, outline, HIGHLIGHT, alpha=0.18, lw=MEDIUM)
    axes.plot(mean["x"], mean["y"], "D", color=HIGHLIGHT, markersize=3.5, label="mean", zorder=4)
    axes.plot([0.0], [0.0], "+", color=INK, markersize=8, mew=1.2, label="origin", zorder=5)


def _difference_label(first: dict[str, Any], side: str) -> str:
    way = {"higher": "more", "lower": "less"}.get(first[f"direction_{side}"])
    name = f"Δ {first[f'metric_{side}']}"
    return f"{name} ({way} is better)" if way else name


def _cloud_note(numbers: pl.DataFrame, first: dict[str, Any], pairs: int) -> str:
    parts = {
        f"minus {first['b']}": pairs > 1,
        f"n = {size_text(numbers)} {first['points']}": True,
        f"{pairs} of {first['n_pairs']} pairs": pairs < first["n_pairs"],
        "ellipses too small, runs share data": first["dependent"],
    }
    return "; ".join(text for text, applies in parts.items() if applies)


Design = Literal["blocked", "oneway"]
ScoreDesign = Literal["blocked", "oneway", "corrected"]
FEW_CLOUDS = 8  # of more algorithms only the means are drawn
MOST_ARROWS = 8
MOST_DIRECTIONS = 3
HALO = {"facecolor": "white", "alpha": 0.75, "lw": 0, "pad": 0.5}
ARROWS = 0.5  # of the farther side of an axis, at least kept for arrows on the other


def directions_data(
    table: Any,
    *,
    metrics: Sequence[str] | None = None,
    dataset: str | None = None,
    algorithms: Sequence[str] | None = None,
    variant: Design = "blocked",
) -> pl.DataFrame:
    """Return the weights of the metrics in the directions that tell the algorithms apart best, a row for each.

    ``weight`` is for metrics in standard deviations, the largest of a direction 1 or -1; null for metrics that follow
    from others. ``share`` is that of the direction in all difference.

    Parameters
    ----------
    table
        Scores with two metrics or more, without gaps.
    metrics
        The metrics, all by default; of metrics that depend on each other the first is kept.
    dataset
        Compare over the runs of this dataset; over datasets, where there are several and none is named.
    algorithms
        Those to tell apart, all by default; of two, the direction is Hotelling's.
    variant
        "blocked" takes out what blocks share, "oneway" does not.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> numbers = directions_data(scores, metrics=["accuracy", "auc"], dataset="wine")
    >>> numbers.select("direction", "metric").rows()
    [(1, 'accuracy'), (1, 'auc'), (2, 'accuracy'), (2, 'auc')]
    """
    separation = _separation(table, metrics, dataset, algorithms, variant)
    rows = [
        {
            "direction": d + 1,
            "metric": metric,
            "metric_direction": separation.ways.get(metric),
            "weight": _finite(separation.weights[m, d]),
            "share": _finite(separation.shares[d]),
            **separation.facts,
        }
        for d in range(max(1, separation.real))
        for m, metric in enumerate(separation.metrics)
    ]
    schema = {"weight": pl.Float64, "share": pl.Float64, "metric_direction": pl.String, "trouble": pl.String}
    return pl.DataFrame(rows, schema_overrides=schema, infer_schema_length=None)


def directions(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw the weights of metrics in each direction as bars.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> directions(directions_data(scores, dataset="wine"))
    <Figure size 350x...>
    """
    inches = width_of(width)
    names = numbers.get_column("metric").unique(maintain_order=True).to_list()
    parts = numbers.partition_by("direction", maintain_order=True)[:MOST_DIRECTIONS]
    first = numbers.row(0, named=True)
    labels = fitted(names, 0.4 * inches)
    left = room_of(labels)
    high = max(len(names) * (ROOMY if len(names) <= 12 else TIGHT), 0.5)
    below = scales.AXIS_HIGH + FOOT_HIGH
    total = EDGE + LINE + high + below
    figure, whole = sheet(inches, total, left=left, right=EDGE, top=EDGE + LINE, bottom=below)
    whole.set_axis_off()
    room = (inches - left - EDGE - 0.1 * (len(parts) - 1)) / len(parts)
    for k, part in enumerate(parts):
        x = left + k * (room + 0.1)
        axes = figure.add_axes((x / inches, below / total, room / inches, high / total))
        _draw_weights(axes, part, labels if k == 0 else [])
        share = part.get_column("share")[0]
        title = f"direction {k + 1}" if len(parts) > 1 else "best direction"
        words = title if share is None else f"{title}: {_percent(share)}"
        short = words if text_width(words) <= room - 0.04 else f"{k + 1}: {_percent(share or 0)}"
        write(page_of(figure), x + room / 2, total - EDGE, short, ha="center", va="top")
    scales.axis_title(whole, "x", "weight, metrics in standard deviations")
    foot(figure, first["trouble"] or f"{first['k']} algorithms, n = {first['n']} {first['points']}")
    return figure


def directions_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the bars of weights show."""
    first = numbers.row(0, named=True)
    sentences = [
        f"Weights of {numbers['metric'].n_unique()} metrics in the directions in which {first['k']} algorithms differ "
        f"most, over {first['n']} {first['points']}."
    ]
    if first["trouble"]:
        return f"{sentences[0]} There is no direction: {first['trouble']}."
    for part in numbers.partition_by("direction", maintain_order=True)[:2]:
        top = part.drop_nulls("weight").sort(pl.col("weight").abs(), "metric", descending=[True, False])
        listed = [f"{name} ({weight:.2f})" for name, weight in top.head(3).select("metric", "weight").rows()]
        direction, share = part.select("direction", "share").row(0)
        holds = f"Direction {direction} holds {_percent(share)} of the difference"
        sentences.append(f"{holds}; largest weights: {names_in_words(listed)}.")
    lost = numbers.filter(pl.col("weight").is_null()).get_column("metric").unique(maintain_order=True).to_list()
    if lost:
        sentences.append(
            f"Left out as linear functions of the others (to six digits) or without any spread: {names_in_words(lost)}."
        )
    return " ".join(sentences)


def manova_scores_data(
    table: Any,
    *,
    metrics: Sequence[str] | None = None,
    dataset: str | None = None,
    algorithms: Sequence[str] | None = None,
    variant: ScoreDesign = "blocked",
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return algorithms in the two directions that tell them apart best: ``item`` "mean", "point" and "arrow".

    Scores are in standard deviations of what is left, the mean of all at 0. An arrow holds the correlations of a metric
    with the two scores. Parameters as in :func:`directions_data`; ``alpha`` is the level of the ellipses of means,
    which ``variant="corrected"`` widens for training sets that overlap.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> numbers = manova_scores_data(scores, metrics=["accuracy", "auc"], dataset="wine")
    >>> numbers.group_by("item", maintain_order=True).len().rows()
    [('mean', 6), ('point', 60), ('arrow', 2)]
    """
    checked_alpha(alpha)
    one_of(variant, ("blocked", "oneway", "corrected"), name="variant")
    design: Design = "oneway" if variant == "oneway" else "blocked"
    separation = _separation(table, metrics, dataset, algorithms, design)
    places, names = separation.places, separation.names
    reach = mean_reach(len(places), alpha)
    if variant == "corrected" and reach is not None:
        scores, groups = of_dataset(table, dataset, metrics)
        wider = overlap(scores, groups, len(places))
        reach = None if wider is None else reach * wider
    # Columns of a mean come in this order, whichever of them a point or an arrow has.
    order = dict.fromkeys(("item", "name", "x", "y", "reach"))
    rows: list[dict[str, Any]] = [
        order | {"item": "mean", "name": name, "reach": reach, **centre_columns(places[:, j]), "alpha": alpha}
        for j, name in enumerate(names)
    ]
    for j, name in enumerate(names if len(names) <= FEW_CLOUDS else []):
        rows += [{"item": "point", "name": name, "x": float(x), "y": float(y)} for x, y in places[:, j]]
    for metric, (x, y) in zip(separation.metrics, separation.arrows, strict=True):
        rows.append({"item": "arrow", "name": metric, "x": _finite(x), "y": _finite(y)})
    shares = {f"share_{side}": _finite(share) for side, share in zip("xy", separation.shares[:2], strict=False)}
    facts = separation.facts | shares | {"real": separation.real}
    schema = {"share_x": pl.Float64, "share_y": pl.Float64, "reach": pl.Float64, "trouble": pl.String}
    return pl.DataFrame([row | facts for row in rows], schema_overrides=schema, infer_schema_length=None)


def manova_scores(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw algorithms in the two best directions, ellipses of their means, and metrics as arrows.

    Of more than eight algorithms only the means are drawn.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> manova_scores(manova_scores_data(scores, dataset="wine"))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    means, points, arrows = items(numbers, "mean", "point", "arrow")
    names = means.get_column("name").to_list()
    styles = looks(names)
    outlines = {row["name"]: mean_ellipse(row) for row in means.to_dicts()} if first["real"] > 1 else {}
    drawn = [outline for outline in outlines.values() if outline is not None]
    inches = width_of(width)
    ends = []
    for k, side in enumerate("xy"):
        values = [*numbers.filter(pl.col("item") != "arrow")[side], *(float(v) for o in drawn for v in o[k])]
        far = max((abs(value) for value in values), default=1.0) or 1.0
        ends.append((min(1.1 * min(values), -ARROWS * far), max(1.1 * max(values), ARROWS * far)))
    x, y = (_score_label(first, "x"), ends[0]), (_score_label(first, "y"), ends[1])
    note = first["trouble"] or f"n = {first['n']} {first['points']} per algorithm"
    frame = Frame(x=x, y=y, number_y=first["real"] > 1, note=note, key=styles, key_lw=0.0)
    figure, axes = plane(inches, min(0.8 * inches, 3.6), frame)
    draw_origin(axes)
    for name in names:
        cloud, mean = (part.filter(pl.col("name") == name) for part in (points, means))
        look = styles[name]
        marks: dict[str, Any] = {"color": look.colour, "marker": look.marker, "ls": "none"}
        many = points.height > MANY
        axes.plot(cloud["x"], cloud["y"], markersize=2, alpha=0.45, mew=0, label="point", rasterized=many, **marks)
        if (outline := outlines.get(name)) is not None and len(names) <= FEW_CLOUDS:
            draw_outline(axes, outline, look.colour, alpha=0.15, lw=THIN)
        axes.plot(mean["x"], mean["y"], markersize=5, mec="white", mew=0.4, label="mean", zorder=4, **marks)
    _draw_arrows(axes, arrows)
    return figure


def manova_scores_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the scores in the best directions show."""
    first = numbers.row(0, named=True)
    means, arrows = items(numbers, "mean", "arrow")
    opening = (
        f"Positions of {first['k']} algorithms along the directions in which they differ most, over {first['n']} "
        f"{first['points']}."
    )
    if first["trouble"]:
        return f"{opening} There is no such direction: {first['trouble']}."
    low, *_, high = means.sort("x", "name").get_column("name")
    arrows = arrows.drop_nulls("x").sort(pl.col("x").abs(), descending=True)
    sentences = [
        opening,
        f"The first direction holds {_percent(first['share_x'])} of the difference; {low} and {high} lie farthest "
        "apart on it.",
    ]
    if arrows.height:
        top = arrows.row(0, named=True)
        sentences.append(f"It goes most with {top['name']} (correlation {top['x']:.2f}).")
    return " ".join(sentences)


def _finite(value: Any) -> float | None:
    return float(value) if np.isfinite(value) else None


def _percent(share: float) -> str:
    return "< 1 %" if 0 < share < 0.01 else "> 99 %" if 0.99 < share < 1 else f"{100 * share:.0f} %"


@dataclass(frozen=True, slots=True, kw_only=True)
class Separation:
    """The directions that separate algorithms: weights of the metrics, shares, and the place of every block."""

    metrics: Sequence[str]
    names: Sequence[str]
    ways: Mapping[str, str]
    weights: scales.Floats  # not a number for metrics that follow from others
    shares: scales.Floats
    real: int  # directions in which means differ
    places: scales.Floats
    arrows: scales.Floats
    facts: dict[str, Any]


def _separation(
    table: Any, metrics: Sequence[str] | None, dataset: str | None, algorithms: Sequence[str] | None, variant: Design
) -> Separation:
    """Compute the directions that separate algorithms."""
    scores, groups = of_dataset(table, dataset, metrics)
    if algorithms is not None:
        scores = scores.filter(pl.col("algorithm").cast(pl.String).is_in(list(algorithms)))
    laid_out = vectors_of(scores, groups, metrics)
    if len(laid_out.stacks) != 1:
        raise OptionError("the table has no single group of complete blocks", hint="dataset='iris'")
    part = laid_out.whole()[0]
    values = part.values
    n, k, p = values.shape[1:]
    scattered = scatter(values, blocked=variant == "blocked")
    basis, whole = scattered.basis, values[0]
    roots, axes = (part[0] for part in scattered.directions())
    rank = int(basis.rank[0])
    few = n < 2 or rank > scattered.freedom or (rank < p and rank >= scattered.freedom)
    troubles = {
        "all values are tied": tied_metrics(values).all(),
        "fewer blocks than the metrics need": few,
        "some combination of metrics does not vary": basis.clashing[0].any() or rank == 0,
        "the means are equal": roots.sum() <= 0,
    }
    trouble = next((words for words, applies in troubles.items() if applies), None)
    real = 0 if trouble else min(rank, k - 1)
    residuals, centre = whole - whole.mean(axis=0), whole - whole.mean(axis=(0, 1))
    if variant == "blocked":
        residuals, centre = (part - part.mean(axis=1, keepdims=True) for part in (residuals, whole))
    freedom = max(scattered.freedom, 1)
    flat = residuals.reshape(-1, p)
    sd = length_of(flat[None])[0] / np.sqrt(freedom)
    vectors = axes * np.sqrt(freedom)
    # The side of a direction means nothing; the largest weight is made positive.
    with np.errstate(all="ignore"):
        scaled = vectors * sd[:, None]
        side = np.sign(np.take_along_axis(scaled, np.abs(scaled).argmax(axis=0)[None], axis=0))
        weights = scaled * side / np.abs(scaled).max(axis=0)
        places = np.zeros((n, k, 2))
        for d in range(min(real, 2)):
            places[:, :, d] = product(centre, vectors[:, d] * side[0, d])
        shares = roots / roots.sum()
        inner = places - places.mean(axis=0)
        if variant == "blocked":
            inner = inner - inner.mean(axis=1, keepdims=True)
        joint = product(flat.T, inner.reshape(-1, 2))
        arrows = joint / (length_of(flat[None])[0][:, None] * length_of(inner.reshape(1, -1, 2))[0])
    if real < 2:
        places[:, :, 1] = np.arange(k)[::-1] - (k - 1) / 2
        arrows[:, 1] = 0.0
    if real < 1:
        places[:, :, 0], arrows = 0.0, np.full((p, 2), np.nan)
        weights = np.full((p, p), np.nan)
        shares = np.full(p, np.nan)
    return Separation(
        metrics=part.metrics,
        names=[str(name) for name in part.algorithms[0]],
        ways={metric: "higher" if sign > 0 else "lower" for metric, sign in laid_out.signs.items()},
        weights=np.where(basis.independent[0][:, None], weights, np.nan),
        shares=shares,
        real=real,
        places=places,
        arrows=arrows,
        facts={"n": n, "k": k, "points": "runs" if groups else "datasets", "trouble": trouble},
    )


def _draw_weights(axes: Axes, part: pl.DataFrame, labels: list[str]) -> None:
    rows = np.arange(part.height)
    weights = part.get_column("weight").fill_null(0.0).to_numpy()
    axes.barh(rows, weights, height=0.62, color=BLUE, label="weight")
    axes.axvline(0.0, color=INK, lw=THIN)
    name_rows(axes, part.height, labels)
    axes.set_yticks([])
    scales.ruled(axes, "x", (-1.3, 1.3), slack=0.0)
    scales.gridded(axes, "x")
    axes.spines["left"].set_visible(False)
    for row in part.with_row_index("row").filter(pl.col("weight").is_null()).get_column("row"):
        write(axes, 0.06, float(row), "left out", color=MUTED, va="center_baseline", label="left out")


def _score_label(first: dict[str, Any], side: str) -> str:
    number = 1 if side == "x" else 2
    share = first.get(f"share_{side}")
    if first["real"] < number or share is None:
        return "no direction" if first["real"] == 0 else "algorithms, one below the other"
    return f"direction {number} ({_percent(share)} of the difference)"


def _draw_arrows(axes: Axes, arrows: pl.DataFrame) -> None:
    """Draw an arrow from the middle along every metric; names end or begin at the tips and keep their distance."""
    length = (pl.col("x") ** 2 + pl.col("y") ** 2).sqrt()
    longest = arrows.drop_nulls("x").sort(length, "name", descending=[True, False]).head(MOST_ARROWS)
    if not longest.height:
        return
    (low_x, high_x), (low_y, high_y) = axes.get_xlim(), axes.get_ylim()
    wide, high = size_of(axes)
    unit, step = (high_x - low_x) / wide, LINE * (high_y - low_y) / high
    metrics = longest.get_column("name").to_list()
    names = dict(zip(metrics, fitted(metrics, 0.7 * min(-low_x, high_x) / unit), strict=True))
    # Arrows are as long as leaves room for the names at their tips.
    rooms = [
        ((high_x if x >= 0 else -low_x) - (text_width(names[name]) + 0.06) * unit) / max(abs(x), 0.1)
        for name, x in longest.select("name", "x").rows()
    ]
    long_x, long_y = min(0.8 * min(-low_x, high_x), *rooms), 0.8 * min(-low_y, high_y)
    for right in (True, False):
        side = longest.filter((pl.col("x") >= 0) == right).sort("y").select("x", "y", "name").rows()
        tips = [(long_x * x, long_y * y, names[name]) for x, y, name in side]
        ends = (low_y + step, high_y - step)
        heights = pushed_apart([y for _, y, _ in tips], [step] * (len(tips) - 1), ends) if tips else []
        for (x, y, name), height in zip(tips, heights, strict=True):
            arrow = {"arrowstyle": "-|>", "color": MUTED, "lw": 0.8, "shrinkB": 0}
            axes.annotate("", (x, y), (0.0, 0.0), arrowprops=arrow)
            long, pad = text_width(name) * unit, 0.04 * unit
            edge = min(x + pad, high_x - long) if right else max(x - pad, low_x + long)
            looks: dict[str, Any] = {"color": INK, "ha": "left" if right else "right", "va": "center_baseline"}
            write(axes, edge, height, name, bbox=HALO, label="metric", **looks)


DIFFERENCE_ELLIPSE = Kind(
    id="difference_ellipse",
    title="Differences in two metrics",
    question="Do two algorithms differ in two metrics at once?",
)

DIRECTIONS = Kind(
    id="directions",
    title="Directions of difference",
    question="Which combinations of metrics tell the algorithms apart?",
)

MANOVA_SCORES = Kind(
    id="manova_scores",
    title="Algorithms along the directions of difference",
    question="Where do the algorithms lie when all metrics are taken together?",
)
