"""Differences of absolute errors between predictors of numbers, instance by instance, sorted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, TooFewAlgorithmsError, one_of
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import left_of, ruled
from benchreport.figures.layout.looks import Look, looks
from benchreport.figures.layout.millimetres import HEAD, NUMBER, SMALL, Sheet, millimetres, sheet_in_mm, wide_in_mm
from benchreport.figures.layout.page import Point, Width
from benchreport.figures.layout.table_picture import MM
from benchreport.figures.marks import mark_of
from benchreport.figures.predictions.selection import predictions_of, runs_in
from benchreport.figures.style import FAINT, INK, MUTED
from benchreport.figures.values import items
from benchreport.figures.words import counted
from benchreport.naming import ends_in_words
from benchreport.numerals import fixed, p_statement, percent
from benchreport.tables.schema import RUN_KEYS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_PANELS = 12
POINTS = 400  # of a curve: more instances are drawn as quantiles
GREY = "#b9b9b5"
# Lengths in millimetres.
LEAST_PANEL, HIGH, HEAD_HIGH, GAP = 34.0, 30.0, 10.5, 5.0


def absolute_errors_data(table: Any, *, dataset: str | None = None, control: str | None = None) -> pl.DataFrame:
    """Return how much closer each predictor comes than the best: sorted differences of absolute errors ("point").

    An ``item`` "pair" has the share of instances on which it is ``closer``, its ``rmse`` and the ``ratio`` to that of
    the best. Positive differences favour the predictor named.

    Parameters
    ----------
    table
        Predictions of numbers.
    dataset
        Which of several datasets.
    control
        The reference, in place of the predictor with the smallest root mean squared error.

    Examples
    --------
    >>> import benchreport as br
    >>> truth, near, far = [1.0, 2.0, 3.0, 4.0], [1.1, 2.1, 3.1, 4.1], [1.0, 2.5, 2.5, 4.5]
    >>> rows = {"model": ["near"] * 4 + ["far"] * 4, "item": [*range(4), *range(4)], "truth": truth * 2}
    >>> numbers = absolute_errors_data(br.predictions(pl.DataFrame(rows | {"prediction": near + far})))
    >>> numbers.filter(pl.col("item") == "pair").select("algorithm", "closer", pl.col("ratio").round(3)).row(0)
    ('far', 0.25, 4.33)
    """
    single = predictions_of(table, dataset).drop_nulls(["truth", "prediction"])
    if not single["truth"].dtype.is_numeric():
        raise ColumnError("absolute errors need numbers, and these predictions are classes", hint="plot instance_map")
    runs = [name for name in RUN_KEYS if name in single.columns]
    units = [*runs, "instance"]
    errors = single.select(
        pl.col("algorithm").cast(pl.String), *units, error=(pl.col("prediction") - pl.col("truth")).abs()
    )
    roots = errors.group_by("algorithm").agg(rmse=pl.col("error").pow(2).mean().sqrt())
    order = roots.sort(pl.col("rmse").round_sig_figs(12), "algorithm")
    names = order.get_column("algorithm").to_list()
    if len(names) < 2:
        raise TooFewAlgorithmsError("a comparison needs two algorithms", hint="keep two or more")
    if control is not None:
        one_of(control, names, name="control")
    first = control or names[0]
    best = errors.filter(pl.col("algorithm") == first).drop("algorithm").rename({"error": "best"})
    paired = errors.filter(pl.col("algorithm") != first).join(best, on=units, nulls_equal=True)
    pairs = paired.group_by("algorithm").agg(
        n=pl.len().cast(pl.Int64),
        closer=(pl.col("error") < pl.col("best")).mean(),
        farther=(pl.col("error") > pl.col("best")).mean(),
        ratio=(pl.col("error").pow(2).mean() / pl.col("best").pow(2).mean()).sqrt().fill_nan(None),
    )
    pairs = pairs.with_columns(ratio=pl.when(pl.col("ratio").is_finite()).then("ratio"))
    listed = order.filter(pl.col("algorithm") != first).join(pairs, on="algorithm", maintain_order="left")
    points = [_curve(name, paired.filter(pl.col("algorithm") == name)) for name in listed.get_column("algorithm")]
    return pl.concat([listed.with_columns(item=pl.lit("pair")), *points], how="diagonal_relaxed").with_columns(
        dataset=pl.lit(str(single.get_column("dataset")[0])),
        first=pl.lit(first),
        folds=pl.lit("pooled" if runs_in(single) else None, dtype=pl.String),
    )


def _curve(name: str, rows: pl.DataFrame) -> pl.DataFrame:
    """Return the sorted differences of one pair, over the share of instances; of many, as many quantiles."""
    gain = np.sort((rows["best"] - rows["error"]).to_numpy())[::-1]
    places = np.unique(np.linspace(0, len(gain) - 1, min(len(gain), POINTS)).round().astype(int))
    share = (places + 0.5) / max(len(gain), 1)
    return pl.DataFrame({"item": "point", "algorithm": name, "x": share, "y": gain[places]})


def absolute_errors(numbers: pl.DataFrame, *, width: Width | float = "page", height: float = HIGH) -> Figure:
    """Draw the numbers of :func:`absolute_errors_data`, a panel per predictor; ``height`` of a panel is in millimetres.

    Coloured: instances on which it comes closer than the best; grey: on which the best does.

    Examples
    --------
    >>> import benchreport as br
    >>> truth, near, far = [1.0, 2.0, 3.0, 4.0], [1.1, 2.1, 3.1, 4.1], [1.0, 2.5, 2.5, 4.5]
    >>> rows = {"model": ["near"] * 4 + ["far"] * 4, "item": [*range(4), *range(4)], "truth": truth * 2}
    >>> absolute_errors(absolute_errors_data(br.predictions(pl.DataFrame(rows | {"prediction": near + far}))))
    <Figure size ...>
    """
    wide = millimetres(width)
    pairs, points = items(numbers, "pair", "point")
    names = pairs.get_column("algorithm").to_list()[:MOST_PANELS]
    styles = looks([*pairs.get_column("algorithm"), str(numbers.get_column("first")[0])])
    curves = points.filter(pl.col("algorithm").is_in(names))
    ends = _ends(curves)
    left = MM * left_of(["−0.00"]) + 1.0
    across = max(1, min(len(names), 4, int((wide - left + GAP) // (LEAST_PANEL + GAP))))
    down = -(-len(names) // across)
    panel = min((wide - left - 4.0 - GAP * (across - 1)) / across, 60.0)
    step = HEAD_HIGH + height + 2.0
    sheet = sheet_in_mm(wide, step * down + 7.5)
    rows = {row["algorithm"]: row for row in pairs.iter_rows(named=True)}
    for place, name in enumerate(names):
        line, column = divmod(place, across)
        x, y = left + column * (panel + GAP), step * line
        _draw_panel(
            sheet,
            rows[name],
            curves.filter(pl.col("algorithm") == name),
            styles[name],
            (x, y),
            (panel, height),
            ends,
            named=column == 0,
            last=place + across >= len(names),
        )
    title: dict[str, Any] = {"size": HEAD, "rotation": 90, "ha": "left", "va": "center"}
    sheet.write(0.4, HEAD_HIGH + height / 2, "gain in absolute error", most=height + 8, **title)
    middle = left + (across * (panel + GAP) - GAP) / 2
    sheet.write(middle, step * down + 5.0, "share of instances, sorted", size=HEAD, ha="center")
    return sheet.figure


def _ends(points: pl.DataFrame) -> Point:
    """Return what the axis shows: all but the outermost hundredth on either side, and no difference."""
    low, high = (points["y"].quantile(share, "linear") or 0.0 for share in (0.01, 0.99))
    low, high = min(low, 0.0), max(high, 0.0)
    pad = 0.06 * (high - low) or 1.0
    return low - pad, high + pad


def _draw_panel(
    sheet: Sheet,
    row: Mapping[str, Any],
    points: pl.DataFrame,
    look: Look,
    corner: Point,
    size: Point,
    ends: Point,
    *,
    named: bool,
    last: bool,
) -> None:
    (x, y), (wide, high) = corner, size
    closer = f"closer on {percent(row['closer'], 0)}"
    sheet.name(x, y + 2.2, row["algorithm"], look, bold=True, size=NUMBER, most=wide - 5 - wide_in_mm([closer], SMALL))
    sheet.write(x + wide, y + 2.2, closer, size=SMALL, ha="right", color=MUTED)
    ratio = "" if row["ratio"] is None else f"RMSE × {fixed(row['ratio'], 2)}"
    p = row.get("p_adjusted")
    sheet.write(x, y + 6.2, f"{ratio}{'' if p is None else f', p {p_statement(p)}'}", size=HEAD, most=wide)
    axes = sheet.panel(x, y + HEAD_HIGH, wide, high, "differences")
    share, gain = (points.get_column(name).to_numpy() for name in ("x", "y"))
    shape: dict[str, Any] = {"lw": 0, "interpolate": True, "zorder": 2}
    shape["gid"] = mark_of(row["algorithm"], row["dataset"], ", ".join(filter(None, [closer, ratio])))
    axes.fill_between(share, np.maximum(gain, 0.0), 0.0, color=look.colour, **shape)
    axes.fill_between(share, np.minimum(gain, 0.0), 0.0, color=GREY, **shape)
    axes.axhline(0.0, color=INK, lw=0.6, zorder=3)
    ruled(axes, "y", ends, named=named)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.5, 1], ["0", "50 %", "100 %"] if last else ["", "", ""], fontsize=SMALL)
    axes.grid(axis="y", color=FAINT, lw=0.3)
    axes.set_axisbelow(True)


def absolute_errors_alt(numbers: pl.DataFrame) -> str:
    """Return in words how much closer predictors of numbers come than the best."""
    (pairs,) = items(numbers, "pair")
    dataset, first = numbers.select("dataset", "first").row(0)
    ratios = dict(pairs.select("algorithm", "ratio").rows())
    n = int(max(pairs.get_column("n")))
    root = "pooled RMSE" if pairs.get_column("folds").count() else "RMSE"
    return " ".join(
        filter(
            None,
            [
                f"Differences in absolute error from {first} on {dataset}, {counted(pairs.height, 'algorithm')}, "
                f"{counted(n, 'instance')}.",
                ends_in_words(ratios, f"ratio of {root} to {first}", lower=True, ends=("smallest", "largest")),
            ],
        )
    )


ABSOLUTE_ERRORS = Kind(
    id="absolute_errors",
    title="Differences of absolute errors",
    stretch=("height", 24.0, 42.0),
    question="On which share of the instances does a predictor come closer than the best, and by how much?",
    shape="predictions",
)
