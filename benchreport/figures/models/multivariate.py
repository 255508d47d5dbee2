"""Do two algorithms differ in two metrics at once? A cloud of differences and its ellipse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import OptionError, one_of
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import axis_title, fitting, foot, left_of, limits_of, ruled
from benchreport.figures.layout.choose import MOST_PAIRS, of_dataset, overlap, rivals
from benchreport.figures.layout.page import EDGE, MANY_MARKS, Width, width_of
from benchreport.figures.layout.plane import ellipse_columns, mean_ellipse, mean_reach
from benchreport.figures.layout.rows_and_panels import BLUE, Rooms, panel_sheet
from benchreport.figures.layout.values import items, names_in_words, size_text
from benchreport.figures.style import FAINT, HIGHLIGHT, INK, MEDIUM, THIN
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.forms.vectors import vectors_of
from benchreport.stats.several_metrics.t2_tests import hotelling
from benchreport.threads import covariance

DEPENDENT = "ellipses too small, runs share data"


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
    known = scores.get_column("metric").cast(pl.String).unique().sort().to_list()
    chosen = list(known[:2] if metrics is None else metrics)
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
    found: dict[str, list[dict[str, Any]]] = {}
    for pair in vectors.pairs(middle):
        if pair.metrics != tuple(chosen):
            raise OptionError(f"one of {chosen} was not measured", hint="name two metrics that all algorithms have")
        for k, name in enumerate(pair.algorithms[:, 0]):
            difference = pair.values[k, :, 0] - pair.values[k, :, 1]
            wider = overlap(vectors.source, groups, pair.n) if variant == "corrected" else 1.0
            found[str(name)] = _cloud(difference, tests[str(name)], alpha, wider)
    rows = [{"a": name, **row, **facts} for name in others[:MOST_PAIRS] for row in found.get(name, [])]
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
    many = numbers.height > MANY_MARKS
    for axes, name in zip(panels.axes, names, strict=True):
        _draw_cloud(axes, numbers.filter(pl.col("a") == name), outlines.get(name), rasterized=many)
        ruled(axes, "y", spans[name][1])
        ruled(axes, "x", spans[name][0], slack=0.06)
    axis_title(panels.axes[(len(names) - 1) // panels.across * panels.across], "x", _difference_label(first, "x"))
    axis_title(panels.axes[0], "y", _difference_label(first, "y"))
    foot(panels.figure, _cloud_foot(numbers, first, len(names)))
    return panels.figure


def difference_ellipse_alt(numbers: pl.DataFrame) -> str:
    """Say in words what clouds of differences show."""
    first = numbers.row(0, named=True)
    (means,) = items(numbers, "mean")
    known = pl.col("reach").is_not_null()
    groups = {
        "The origin lies outside the ellipse of": known & (pl.col("p_value") <= pl.col("alpha")),
        "The origin lies inside the ellipse of": known & (pl.col("p_value") > pl.col("alpha")),
        "No ellipse can be drawn for": ~known,
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


def _spans(part: pl.DataFrame, outline: Any) -> list[tuple[float, float]]:
    reached = [[] if outline is None else [float(value) for value in outline[k]] for k in range(2)]
    return [limits_of([0.0, *part.get_column(side), *reached[k]], pad=0.08) for k, side in enumerate("xy")]


def _cloud(difference: Any, test: dict[str, Any], alpha: float, wider: float | None) -> list[dict[str, Any]]:
    n = len(difference)
    mean = difference.mean(axis=0) if n else np.zeros(2)
    spread = covariance(difference) if n > 1 else np.zeros((2, 2))
    reach = mean_reach(n, alpha)
    whole = test["p_value"] is not None and test["status"] in ("ok", "approximate") and test["df1"] == 2
    middle = {
        "item": "mean",
        "n": n,
        **ellipse_columns(mean, spread),
        "reach": reach * wider if whole and reach is not None and wider is not None else None,
        "t2": test["estimate"],
        "p_value": test["p_value"],
        "status": test["status"],
    }
    return [middle, *({"item": "point", "x": float(x), "y": float(y)} for x, y in difference)]


def _draw_cloud(axes: Axes, part: pl.DataFrame, outline: Any, *, rasterized: bool) -> None:
    for line in (axes.axhline, axes.axvline):
        line(0.0, color=FAINT, lw=THIN, zorder=0)
    points, mean = items(part, "point", "mean")
    marks: dict[str, Any] = {"color": BLUE, "alpha": 0.5, "mew": 0, "markersize": 2.6, "rasterized": rasterized}
    axes.plot(points["x"], points["y"], "o", label="point", **marks)
    if outline is not None:
        axes.fill(*outline, facecolor=HIGHLIGHT, alpha=0.18, lw=0)
        axes.plot(*outline, color=HIGHLIGHT, lw=MEDIUM, label="ellipse")
    axes.plot(mean["x"], mean["y"], "D", color=HIGHLIGHT, markersize=3.5, label="mean", zorder=4)
    axes.plot([0.0], [0.0], "+", color=INK, markersize=8, mew=1.2, label="origin", zorder=5)


def _difference_label(first: dict[str, Any], side: str) -> str:
    way = {"higher": "more", "lower": "less"}.get(first[f"direction_{side}"])
    name = f"Δ {first[f'metric_{side}']}"
    return f"{name} ({way} is better)" if way else name


def _cloud_foot(numbers: pl.DataFrame, first: dict[str, Any], shown: int) -> str:
    parts = [] if shown == 1 else [f"minus {first['b']}"]
    parts.append(f"n = {size_text(numbers)} {first['points']}")
    if shown < first["n_pairs"]:
        parts.append(f"{shown} of {first['n_pairs']} pairs")
    if first["dependent"]:
        parts.append(DEPENDENT)
    return "; ".join(parts)


DIFFERENCE_ELLIPSE = Kind(
    id="difference_ellipse",
    title="Differences in two metrics",
    question="Do two algorithms differ in two metrics at once?",
)
