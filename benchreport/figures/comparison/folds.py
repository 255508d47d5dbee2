"""Differences of two algorithms on every fold of every dataset."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import OptionError, TooFewAlgorithmsError, one_of
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import AXIS_HIGH, Ends, axis_title, gridded, limits_of, ruled
from benchreport.figures.layout.notes import FOOT_HIGH, foot
from benchreport.figures.layout.page import EDGE, LINE, MANY, TALLEST, Width, page_of, room_of, width_of
from benchreport.figures.layout.sheets import CROWDED, FOR_NAMES, TIGHT, Frame, Rooms, name_rows, panel_sheet, row_sheet
from benchreport.figures.scores.distributions import jitter
from benchreport.figures.selection import metric_facts, one_metric
from benchreport.figures.style import BLUE, FAINT, HIGHLIGHT, INK, MUTED, fitted, shortened, text_width, write
from benchreport.figures.values import best_first, items, values_of
from benchreport.figures.words import counted, metric_title, size_text
from benchreport.tables.reading.frames import largest
from benchreport.tables.ties import sign_of_difference

NOISE = 1e-12
MOST_PANELS = 12


def fold_differences_data(
    table: Any, *, metric: str | None = None, algorithm: str | None = None, control: str | None = None
) -> pl.DataFrame:
    """Return the differences on every run: an ``item`` "dataset" per pair and dataset, and a "fold" per run.

    Parameters
    ----------
    table
        Scores; runs that one of a pair lacks are left out.
    metric
        Which of several metrics.
    algorithm, control
        Differences are algorithm - control, in metric units. A control alone is compared with every other, of which
        twelve can be drawn; without both, the algorithm with the best mean over datasets with the second best.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> numbers = fold_differences_data(scores, metric="accuracy", algorithm="kNN", control="GaussianNB")
    >>> numbers.filter(pl.col("item") == "dataset").select("dataset", "n", pl.col("mean").round(4)).row(0)
    ('digits', 10, 0.1393)
    """
    scores = one_metric(table, metric)
    values = values_of(scores, None, "runs")
    others, control = _pairs(values, algorithm, control)
    base = values.filter(pl.col("algorithm") == control).select("block", base="value")
    sign = sign_of_difference(pl.col("value"), pl.col("base")) * pl.col("better")
    compared = values.filter(pl.col("algorithm").is_in(others))
    folds = compared.join(base, on="block", maintain_order="left").select(
        "algorithm", "dataset", "block", difference=pl.col("value") - pl.col("base"), sign=sign, better="better"
    )
    if not folds.height:
        raise OptionError("the algorithms share no run", hint="name a pair that was measured on the same folds")
    facts = folds.group_by("algorithm", "dataset").agg(
        n=pl.len().cast(pl.Int64),
        wins=(pl.col("sign") > 0).sum().cast(pl.Int64),
        losses=(pl.col("sign") < 0).sum().cast(pl.Int64),
        mean=pl.col("difference").sort().mean(),
        better=pl.col("better").first(),
    )
    # All pairs show the datasets in one order: by how much the control is beaten on average.
    gain = (pl.col("mean") * pl.col("better")).mean().over("dataset")
    facts = facts.with_columns(gain=gain).sort(-pl.col("gain"), "dataset", "algorithm")
    order = facts.get_column("dataset").unique(maintain_order=True)
    place = pl.col("dataset").replace_strict(order, np.arange(len(order)))
    shared = {"control": pl.lit(control), **metric_facts(scores), "row": place.cast(pl.Int64)}
    heads = facts.drop("gain").with_columns(item=pl.lit("dataset"), **shared)
    return pl.concat([heads, folds.with_columns(item=pl.lit("fold"), **shared)], how="diagonal")


def fold_differences(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw the difference on every run, a row per dataset: blue where the algorithm is better, orange where not.

    Bars are means. Datasets too many for names are rows without them, sorted by their mean.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> fold_differences(fold_differences_data(scores, metric="accuracy"))
    <Figure size 350x...>
    """
    heads, folds = items(numbers, "dataset", "fold")
    pairs = sorted(heads.get_column("algorithm").unique())
    datasets = heads.sort("row").get_column("dataset").unique(maintain_order=True).to_list()
    wide = width_of(width)
    ends = limits_of([*folds.get_column("difference"), 0.0], pad=0.05)
    if len(pairs) == 1:
        figure, axes = row_sheet(datasets, wide, Frame(x=("", ends)), above=EDGE + LINE)
        _draw(axes, heads, folds, many=folds.height > MANY)
        control, direction = heads.select("control", "direction").row(0)
        _draw_sides(figure, axes, pairs[0], control, higher=direction != "lower")
        axis_title(axes, "x", f"difference in {metric_title(heads)}")
    else:
        figure = _panels(heads, folds, wide, ends, datasets)
    named = len(datasets) * CROWDED <= TALLEST - 1 and len(pairs) == 1
    size = "" if named else f"{counted(len(datasets), 'dataset')}; "
    foot(figure, f"{size}{_runs_text(heads)}" + ("" if _single(heads) else "; bars: means"))
    return figure


def fold_differences_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the differences on the folds show."""
    heads, folds = items(numbers, "dataset", "fold")
    where, averaged = counted(heads.get_column("dataset").n_unique(), "dataset"), _single(heads)
    to = f"to {heads.get_column('control')[0]} on {where if averaged else f'the runs of {where}'}"
    opening = f"Differences in {metric_title(heads)} {to}, {_runs_text(heads)}."
    # A mean of differences that cancel is no lead, though rounding leaves a trace of one.
    noise = folds.group_by("algorithm", "dataset").agg(__noise=NOISE * pl.col("difference").abs().max())
    heads = heads.join(noise, on=["algorithm", "dataset"], how="left", maintain_order="left")
    sums = heads.group_by("algorithm").agg(
        pl.col("n", "wins", "losses").sum(), ahead=(pl.col("mean") * pl.col("better") > pl.col("__noise")).sum()
    )
    parts = [
        f"{name} is better on {wins} of {n} datasets and worse on {losses}"
        if averaged
        else f"{name} is better on {wins} of {n} runs and worse on {losses}, ahead on average on"
        f" {counted(ahead, 'dataset')}"
        for name, n, wins, losses, ahead in sums.sort("algorithm").rows()[:6]
    ]
    rest = sums.height - 6
    more = f"; {counted(rest, 'more algorithm')} {'is' if rest == 1 else 'are'} compared" if rest > 0 else ""
    return f"{opening} {'; '.join(parts)}{more}."


def _pairs(values: pl.DataFrame, algorithm: str | None, control: str | None) -> tuple[list[str], str]:
    """Return the algorithms that are compared, and the control they are compared with."""
    means = values.group_by("algorithm", "dataset").agg(pl.col("value").sort().mean(), pl.col("better").first())
    levels = means.sort("dataset").group_by("algorithm").agg(pl.col("value").mean(), pl.col("better").first())
    names = levels.sort(best_first("value")).get_column("algorithm").to_list()
    if len(names) < 2:
        raise TooFewAlgorithmsError("differences need two algorithms", hint="give the scores of two or more")
    for name, option in ((algorithm, "algorithm"), (control, "control")):
        if name is not None:
            one_of(name, names, name=option)
    if algorithm is not None and algorithm == control:
        raise OptionError("an algorithm does not differ from itself", hint=f"control={names[names[0] == control]!r}")
    if control is None:
        algorithm = algorithm or names[0]
        return [algorithm], next(name for name in names if name != algorithm)
    if algorithm is not None:
        return [algorithm], control
    others = [name for name in names if name != control]
    if len(others) > MOST_PANELS:
        hint = f"name one of them: algorithm={others[0]!r}"
        raise OptionError(f"{len(others)} algorithms against a control do not fit into a figure", hint=hint)
    return others, control


def _draw(axes: Axes, heads: pl.DataFrame, folds: pl.DataFrame, *, many: bool) -> None:
    gridded(axes)
    axes.axvline(0.0, color=INK, lw=0.8, zorder=1.5, label="zero")
    spaced = folds.sort("row", "difference").with_columns(order=pl.int_range(pl.len()).over("row"))
    shifts = jitter(largest(spaced.get_column("order")) + 1, 0.5)
    x, row, order, sign = spaced.select("difference", "row", "order", "sign").to_numpy().T
    y = row + shifts[order.astype(int)]
    size = 1.4 if largest(heads.get_column("row")) > 60 else 3.6 if _single(heads) else 2.8
    for colour, mark, which in ((BLUE, "o", sign > 0), (HIGHLIGHT, "s", sign < 0), (FAINT, "d", sign == 0)):
        looks: dict[str, Any] = {"color": colour, "ls": "none", "mew": 0, "alpha": 0.6, "rasterized": many}
        if which.any():
            axes.plot(x[which], y[which], mark, markersize=size, label="fold", zorder=2, **looks)
    if _single(heads):  # a mean would hide the one result that it is the mean of
        return
    means, rows = heads.select("mean", "row").to_numpy().T
    axes.vlines(means, rows - 0.4, rows + 0.4, color=INK, lw=1.5, zorder=3, label="mean")


def _draw_sides(figure: Figure, axes: Axes, algorithm: str, control: str, *, higher: bool) -> None:
    """Write above the rows which side is whose."""
    page, box = page_of(figure), axes.get_position()
    width, height = figure.get_size_inches()
    sides = (control, algorithm) if higher else (algorithm, control)
    room = width - 2 * EDGE - 0.15 - 2 * text_width("←  better")
    if sum(text_width(name) for name in sides) > room:
        sides = (shortened(sides[0], room / 2), shortened(sides[1], room / 2))
    frame: dict[str, Any] = {"color": MUTED, "va": "bottom", "label": "side"}
    write(page, EDGE, box.y1 * height + 0.04, f"← {sides[0]} better", **frame)
    write(page, width - EDGE, box.y1 * height + 0.04, f"{sides[1]} better →", ha="right", **frame)


def _panels(heads: pl.DataFrame, folds: pl.DataFrame, wide: float, ends: Ends, datasets: list[str]) -> Figure:
    pairs = sorted(heads.get_column("algorithm").unique())
    least = 1.0 if wide > 5 else 0.85
    labels = fitted(datasets, FOR_NAMES * 0.7 * wide)
    left = room_of(labels)
    across = max(1, int((wide - left - 0.2) // (least + 0.12)))
    down = -(-len(pairs) // across)
    room = (TALLEST - AXIS_HIGH - FOOT_HIGH) / down - LINE - 0.2
    named = len(datasets) * CROWDED <= room
    left = left if named else 0.3
    high = min(len(datasets) * TIGHT, room) if named else min(1.6, room)
    panels = panel_sheet(pairs, wide, Rooms(left=left, least=least, height=max(high, 0.4)))
    for place, (name, axes) in enumerate(zip(pairs, panels.axes, strict=True)):
        name_rows(axes, len(datasets), labels if named and panels.is_first(place) else [])
        ruled(axes, "x", ends, slack=0.06, named=panels.is_last(place))
        parts = (part.filter(pl.col("algorithm") == name) for part in (heads, folds))
        _draw(axes, *parts, many=folds.height > MANY)
    panels.name_axis("x", f"difference to {heads.get_column('control')[0]} in {metric_title(heads)}")
    return panels.figure


def _single(heads: pl.DataFrame) -> bool:
    return heads.get_column("n").max() == 1


def _runs_text(heads: pl.DataFrame) -> str:
    return "one difference each" if _single(heads) else f"n = {size_text(heads)} runs each"


FOLD_DIFFERENCES = Kind(
    id="fold_differences",
    title="Differences on folds",
    question="How do two algorithms differ on every fold of every dataset?",
)
