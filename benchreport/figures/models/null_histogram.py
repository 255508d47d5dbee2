"""Histograms of the results on shuffled labels, with the result on the true labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import Floats, gridded, left_of, limits_of, ruled
from benchreport.figures.layout.page import Width, width_of
from benchreport.figures.layout.sheets import Rooms, panel_sheet
from benchreport.figures.selection import metric_facts, one_metric
from benchreport.figures.style import FAINT, HIGHLIGHT, MUTED
from benchreport.figures.values import items
from benchreport.figures.words import counted, first_and_last, metric_title, number_text, size_text
from benchreport.method import Alternative
from benchreport.numerals import p_statement
from benchreport.stats.one_algorithm.label_permutation import label_permutation_test
from benchreport.tables.blocks import cells_of
from benchreport.tables.reading.frames import ends_of, largest
from benchreport.tables.rounding import new_values
from benchreport.tables.scores import as_scores
from benchreport.tables.scores import scores as score_door

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BINS = 25
MOST_PANELS = 40


def null_histogram_data(
    table: Any,
    *,
    metric: str | None = None,
    shuffle: str = "permutation_id",
    alternative: Alternative = "greater",
    bins: int = BINS,
) -> pl.DataFrame:
    """Return what histograms of a label permutation test show: an ``item`` "test" per panel and a "bar" per bin.

    A panel is an algorithm on a dataset.

    Parameters
    ----------
    table
        Scores with a column that is 0 for runs on the true labels and numbers the shuffles from 1.
    metric
        Which of several metrics.
    shuffle
        The column that numbers the shuffles.
    alternative
        "greater" means that the true labels give the better result.
    bins
        Bars at most.

    Examples
    --------
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"permutation_id": range(100), "accuracy": [0.9] + [0.95] * 3 + [0.5] * 96})
    >>> table = br.scores(runs.with_columns(model=pl.lit("kNN"), dataset=pl.lit("toy")), factors="permutation_id")
    >>> null_histogram_data(table).select("item", "panel", "observed", "p_value", "n").row(0)
    ('test', 'kNN', 0.9, 0.04, 99)
    """
    scores = one_metric(as_scores(table, door=lambda frame: score_door(frame, factors=shuffle)), metric)
    tested = label_permutation_test(scores, shuffle=shuffle, alternative=alternative)
    grid = cells_of(
        scores.with_columns(pl.col(shuffle).cast(pl.Int64).alias("shuffle")), ["dataset", "metric", "shuffle"]
    )
    place = ["dataset", "algorithm"]
    cells = grid.filter(pl.col("value").is_not_null()).sort("value")
    results = cells.group_by(*place, "shuffle").agg(value=pl.col("value").mean(), __blocks=pl.len())
    blocks = pl.col("__blocks").filter(pl.col("shuffle") == 0).first().over(place)
    shuffled = results.filter((pl.col("shuffle") > 0) & (pl.col("__blocks") == blocks).fill_null(False))
    single = {name: scores.get_column(name).n_unique() == 1 for name in place}
    panel = pl.col("algorithm") if single["dataset"] else pl.col("dataset") if single["algorithm"] else None
    named = pl.format("{}, {}", "algorithm", "dataset") if panel is None else panel.cast(pl.String)
    heads = tested.rename({"a": "algorithm"}).select(
        pl.lit("test").alias("item"),
        pl.col(*place).cast(pl.String),
        observed="estimate",
        p_value="p_value",
        n="n",
        **metric_facts(scores),
    )
    heads = heads.with_columns(panel=named.cast(pl.String)).sort("panel")
    values = shuffled.with_columns(pl.col(*place).cast(pl.String)).partition_by(place, as_dict=True)
    bars = []
    for key in heads.select(*place, "panel").rows(named=True):
        if (part := values.get((key["dataset"], key["algorithm"]))) is not None:
            shuffles = part.get_column("value")
            counts, edges = np.histogram(shuffles.to_numpy(), bins=_edges(shuffles, bins))
            bar = {"low": edges[:-1], "high": edges[1:], "n": counts.astype(np.int64), "item": "bar", **key}
            bars.append(pl.DataFrame(bar))
    return pl.concat([heads, *bars], how="diagonal_relaxed")


def null_histogram(numbers: pl.DataFrame, *, width: Width | float | None = None) -> Figure:
    """Draw a histogram of the results on shuffled labels, and a line at the result on the true ones.

    Examples
    --------
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"permutation_id": range(100), "accuracy": [0.9] + [0.95] * 3 + [0.5] * 96})
    >>> table = br.scores(runs.with_columns(model=pl.lit("kNN"), dataset=pl.lit("toy")), factors="permutation_id")
    >>> null_histogram(null_histogram_data(table))
    <Figure size 350x...>
    """
    heads, bars = items(numbers, "test", "bar")
    heads = heads.head(MOST_PANELS)
    names = heads.get_column("panel").to_list()
    inches = width_of(width if width is not None else "column" if len(names) <= 3 else "page")
    ends = limits_of([*bars["low"], *bars["high"], *heads["observed"]])
    top = 1.06 * (largest(bars.get_column("n")) or 1)
    note = f"bars: results on shuffled labels (n = {size_text(heads)}); line: on the true ones"
    least, high = 1.6 if len(names) <= 12 else 1.0, 1.7 if len(names) == 1 else 0.8
    rooms = Rooms(left=left_of([str(round(top))]), least=least, height=high, note=note)
    panels = panel_sheet(names, inches, rooms, [f"p {p_statement(p)}" for p in heads.get_column("p_value")])
    for place, (axes, row) in enumerate(zip(panels.axes, heads.rows(named=True), strict=True)):
        ruled(axes, "x", ends, slack=0.06, named=panels.is_last(place))
        ruled(axes, "y", (0.0, top), named=panels.is_first(place))
        gridded(axes, "y")
        _draw(axes, bars.filter(pl.col("panel") == row["panel"]), row["observed"], top)
    panels.name_axes(metric_title(heads), "shuffles")
    return panels.figure


def null_histogram_alt(numbers: pl.DataFrame) -> str:
    """Return in words what histograms of a label permutation test show."""
    (heads,) = items(numbers, "test")
    opening = (
        f"Histograms of {metric_title(heads)} on shuffled labels, {counted(heads.height, 'panel')}, up to"
        f" {counted(largest(heads.get_column('n')), 'shuffle')} each, with a line at the result on the true labels."
    )
    tested = heads.drop_nulls("p_value").sort("p_value", "panel").select("panel", "observed", "p_value").rows()
    ends = [
        f"{panel} has {number_text(observed)} on the true labels, p {p_statement(p)}."
        for panel, observed, p in first_and_last(tested)
    ]
    return " ".join([opening, *(ends or ["No test was possible."])])


def _edges(values: pl.Series, most: int) -> Floats:
    """Return the edges of bars; few distinct values have a bar each."""
    count = int(new_values(values.sort().to_numpy()).sum())
    low, high = ends_of(values)
    if count == 1:
        wide = max(abs(low) * 0.01, 0.005)
        return np.array([low - wide, low + wide])
    return np.linspace(low, high, min(most, max(5, round(np.sqrt(values.len()) * 1.5)), max(count, 5)) + 1)


def _draw(axes: Axes, bars: pl.DataFrame, observed: float | None, top: float) -> None:
    if bars.height:
        low, high, n = bars.select("low", "high", "n").to_numpy().T
        looks: dict[str, Any] = {"align": "edge", "color": FAINT, "edgecolor": MUTED, "linewidth": 0.3, "zorder": 2}
        axes.bar(low, n, width=high - low, label="shuffled", **looks)
    if observed is not None:
        axes.plot([observed, observed], [0, top], color=HIGHLIGHT, lw=1.6, zorder=3, clip_on=False, label="observed")


NULL_HISTOGRAM = Kind(id="null_histogram", title="Results on shuffled labels", question="Is there anything to learn?")
