"""Differences of two algorithms in two metrics at once: clouds, and the confidence ellipses of their means."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import OptionError, one_of
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import Ends, Floats, axis_title, fitting, left_of, limits_of, ruled
from benchreport.figures.layout.notes import foot
from benchreport.figures.layout.page import EDGE, MANY, Width, width_of
from benchreport.figures.layout.sheets import Rooms, panel_sheet
from benchreport.figures.selection import MOST_PAIRS, of_dataset, overlap, rivals
from benchreport.figures.style import BLUE, FAINT, HIGHLIGHT, INK, MEDIUM, THIN
from benchreport.figures.values import items
from benchreport.figures.words import names_in_words, size_text
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.forms.vectors import vectors_of
from benchreport.stats.several_metrics.t2_tests import hotelling
from benchreport.threads import covariance, product


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
    left = left_of([text for span in spans.values() for text in fitting(span[1], high)[1]])
    titles = [f"{name} − {first['b']}" for name in names] if len(names) == 1 else names
    rooms = Rooms(left=left, right=EDGE + 0.08, gap=max(left - 0.2, 0.3), least=1.0, height=high)
    panels = panel_sheet(titles, width_of(width), rooms)
    many = numbers.height > MANY
    for axes, name in zip(panels.axes, names, strict=True):
        _draw_cloud(axes, numbers.filter(pl.col("a") == name), outlines.get(name), rasterized=many)
        ruled(axes, "y", spans[name][1])
        ruled(axes, "x", spans[name][0], slack=0.06)
    axis_title(panels.axes[(len(names) - 1) // panels.across * panels.across], "x", _difference_label(first, "x"))
    axis_title(panels.axes[0], "y", _difference_label(first, "y"))
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


def ellipse(centre: Ends, covariance: tuple[float, float, float], reach: float, points: int = 181) -> Floats:
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
    outline: Floats = product(axes, np.stack([np.cos(angle), np.sin(angle)])) + np.array(centre)[:, None]
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


def centre_columns(points: Floats) -> dict[str, float]:
    """Return the columns that :func:`mean_ellipse` reads of points: their mean, variances and covariance."""
    mean = points.mean(axis=0) if len(points) else np.zeros(2)
    (xx, xy), (_, yy) = (covariance(points) if len(points) > 1 else np.zeros((2, 2))).tolist()
    return {"x": float(mean[0]), "y": float(mean[1]), "xx": xx, "xy": xy, "yy": yy}


def mean_ellipse(row: Mapping[str, Any]) -> Floats | None:
    """Return the outline of the ellipse that a row describes: its centre, covariance and reach; None without one."""
    if row["reach"] is None:
        return None
    return ellipse((row["x"], row["y"]), (row["xx"], row["xy"], row["yy"]), row["reach"])


def draw_outline(axes: Axes, outline: Floats, colour: str, *, alpha: float, lw: float) -> None:
    """Draw an ellipse as a filled outline."""
    axes.fill(*outline, facecolor=colour, alpha=alpha, lw=0)
    axes.plot(*outline, color=colour, lw=lw, label="ellipse")


def draw_origin(axes: Axes) -> None:
    """Draw faint lines through the origin."""
    for line in (axes.axhline, axes.axvline):
        line(0.0, color=FAINT, lw=THIN, zorder=0)


def _spans(part: pl.DataFrame, outline: Floats | None) -> list[Ends]:
    edges = [[], []] if outline is None else outline.tolist()
    return [limits_of([0.0, *part.get_column(side), *edges[k]], pad=0.08) for k, side in enumerate("xy")]


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


def _draw_cloud(axes: Axes, part: pl.DataFrame, outline: Floats | None, *, rasterized: bool) -> None:
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


DIFFERENCE_ELLIPSE = Kind(
    id="difference_ellipse",
    title="Differences in two metrics",
    question="Do two algorithms differ in two metrics at once?",
)
