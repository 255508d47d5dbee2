"""What does quality cost, in time or in data?"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from matplotlib.figure import Figure

from benchreport.errors import ColumnError, OptionError, did_you_mean
from benchreport.figures.canvas import EDGE, Width, draw_legend, legend_of, looks, metric_label, sheet, width_of
from benchreport.figures.choose import direction_of, one_metric
from benchreport.figures.kinds import Kind
from benchreport.figures.lines import PLOT_HIGH, Curve, Frame, drawn_curves
from benchreport.figures.scales import (
    AXIS_HIGH,
    FOOT_HIGH,
    Scale,
    axis_title,
    foot,
    gridded,
    is_log,
    left_of,
    limits_of,
    ruled,
)
from benchreport.figures.style import MUTED, paper
from benchreport.figures.values import counted
from benchreport.stats.aggregates import mean_score
from benchreport.stats.trade_offs import pareto_front
from benchreport.tables.cells import as_scores, cells
from benchreport.tables.schema import RUN_KEYS

NAMED_ALL = 12  # of more algorithms only those on the front are named
GROWTH = 20.0  # a factor that grows so much wants a logarithmic axis
PALE = "#B0B0B0"
NOT_FACTORS = ("value", *RUN_KEYS)


def pareto_data(
    table: Any, *, quality: str | None = None, cost: str | None = None, dataset: str | None = None
) -> pl.DataFrame:
    """Give the mean quality and cost of each algorithm, cheapest first, and whether it is on the Pareto front.

    Parameters
    ----------
    table
        Scores with at least two metrics.
    quality, cost
        The metrics of the two axes; of two metrics the one of which less is better is the cost.
    dataset
        Only this dataset; else means over datasets.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": ["A", "B", "C"], "accuracy": [0.9, 0.8, 0.7], "time": [9.0, 2.0, 3.0]})
    >>> pareto_data(br.scores(table)).select("algorithm", "cost", "quality", "on_front").rows()
    [('B', 2.0, 0.8, True), ('C', 3.0, 0.7, False), ('A', 9.0, 0.9, True)]
    """
    scores = as_scores(table)
    if dataset is not None:
        known = scores.get_column("dataset").unique().sort().to_list()
        if dataset not in known:
            raise ColumnError(f"no dataset {dataset!r} to draw", hint=did_you_mean(dataset, known))
        scores = scores.filter(pl.col("dataset") == dataset)
    quality, cost = _two_metrics(scores, quality, cost)
    scores = scores.filter(pl.col("metric").cast(pl.String).is_in([quality, cost]))
    ways = dict(scores.select(pl.col("metric", "direction").cast(pl.String)).unique().rows())
    means = (
        cells(scores, "metric")
        .group_by("metric", "algorithm")
        .agg(pl.col("value").sort().mean(), n=pl.col("value").count().cast(pl.Int64))
    )
    named = means.with_columns(pl.col("metric", "algorithm").cast(pl.String))
    sides = {
        name: named.filter(pl.col("metric") == metric).select(
            "algorithm", pl.col("value").alias(name), pl.col("n").alias(f"n_{name}")
        )
        for metric, name in ((quality, "quality"), (cost, "cost"))
    }
    front = pareto_front(scores, by=None).select(
        pl.col("algorithm").cast(pl.String), "on_front", "dominated_by", "remarks"
    )
    both = sides["quality"].join(sides["cost"], on="algorithm").drop_nulls(["quality", "cost"])
    if not both.height:
        raise OptionError("no algorithm has both metrics", hint="name two others: quality='accuracy', cost='time'")
    return (
        both.join(front, on="algorithm", how="left")
        .select(
            "algorithm",
            "cost",
            "quality",
            "on_front",
            pl.col("dominated_by").cast(pl.String),
            n=pl.min_horizontal("n_quality", "n_cost"),
            quality_metric=pl.lit(quality),
            quality_direction=pl.lit(ways[quality]),
            cost_metric=pl.lit(cost),
            cost_direction=pl.lit(ways[cost]),
            dataset=pl.lit(dataset, dtype=pl.String),
            remarks="remarks",
        )
        .sort("cost", "quality", "algorithm")
    )


def pareto(numbers: pl.DataFrame, *, width: Width | float = "column", scale: Scale = "auto") -> Figure:
    """Draw quality against cost; the front is joined by steps and filled, what it dominates is hollow.

    More than twelve algorithms are named only on the front. ``scale`` is that of the cost.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": ["A", "B", "C"], "accuracy": [0.9, 0.8, 0.7], "time": [9.0, 2.0, 3.0]})
    >>> pareto(pareto_data(br.scores(table)))
    <Figure size 350x...>
    """
    wide = width_of(width)
    cost, quality = numbers.get_column("cost"), numbers.get_column("quality")
    log_x, log_y = _is_wide(cost, scale), is_log(quality, "auto")
    styles = looks(numbers.get_column("algorithm"))
    named = numbers if numbers.height <= NAMED_ALL else numbers.filter("on_front")
    front = numbers.filter("on_front")
    facts = numbers.row(0, named=True)
    with paper():
        legend = legend_of(named.get_column("algorithm").to_list(), wide - 2 * EDGE)
        below = AXIS_HIGH + FOOT_HIGH + legend.height + 0.06
        height = PLOT_HIGH + below + 0.1
        figure, axes = sheet(wide, height, left=left_of(["0.00"]), right=0.2, top=0.1, bottom=below)
        left = left_of(ruled(axes, "y", limits_of(quality, log=log_y, pad=0.08), log=log_y))
        axes.set_position((left / wide, below / height, (wide - left - 0.2) / wide, PLOT_HIGH / height))
        ruled(axes, "x", limits_of(cost, log=log_x, pad=0.08), log=log_x)
        gridded(axes, "both")
        x, y = front.select("cost", "quality").to_numpy().T
        # The best quality at hand for a cost stays the same until the next member of the front.
        draws = "steps-post" if facts["cost_direction"] == "lower" else "steps-pre"
        axes.plot(x, y, color=MUTED, lw=0.8, ls=(0, (3, 1.5)), drawstyle=draws, zorder=2, label="front")
        for name, at, value, leads in numbers.select("algorithm", "cost", "quality", "on_front").rows():
            look = styles[name]
            shown = leads or numbers.height <= NAMED_ALL
            colour = look.colour if shown else PALE
            face = colour if leads else "white"
            mark_looks: dict[str, Any] = {"color": colour, "markerfacecolor": face, "ls": "none", "clip_on": False}
            size = 5.0 if leads else 4.0 if shown else 3.0
            mark = look.marker if shown else "o"
            axes.plot([at], [value], marker=mark, markersize=size, mew=0.9, zorder=3, label="algorithm", **mark_looks)
        axis_title(axes, "x", metric_label(facts["cost_metric"], facts["cost_direction"]))
        axis_title(axes, "y", metric_label(facts["quality_metric"], facts["quality_direction"]))
        draw_legend(figure, legend, styles, left=EDGE, bottom=FOOT_HIGH + 0.04, lines=False)
        foot(figure, f"filled: Pareto front; {_over(numbers)}{_unnamed(numbers)}")
    return figure


def pareto_alt(numbers: pl.DataFrame) -> str:
    """Say in words what the trade-off shows."""
    facts = numbers.row(0, named=True)
    front = numbers.filter("on_front")
    named = [
        f"{name} ({cost:.4g}; {quality:.4g})"
        for name, cost, quality in front.select("algorithm", "cost", "quality").rows()
    ]
    members = ", ".join(named[:8]) + (f" and {len(named) - 8} more" if len(named) > 8 else "")
    rest = numbers.height - front.height
    others = f" {counted(rest, 'other')} {'is' if rest == 1 else 'are'} dominated by one of these." if rest else ""
    return (
        f"{facts['quality_metric']} ({facts['quality_direction']} is better) against {facts['cost_metric']}"
        f" ({facts['cost_direction']} is better) of {counted(numbers.height, 'algorithm')}, {_over(numbers)}."
        " On the Pareto front,"
        f" with {facts['cost_metric']} and {facts['quality_metric']}: {members}.{others}"
    )


def learning_curve_data(
    table: Any,
    *,
    metric: str | None = None,
    factor: str = "n_train",
    draws: int = 500,
    seed: int = 0,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Give the mean of each algorithm at every value of a numeric factor, with bootstrap intervals, best end first.

    Parameters
    ----------
    table
        Scores with a numeric column, such as the number of training examples.
    metric
        Which of several metrics.
    factor
        The column along the axis.
    draws
        Number of bootstrap draws: of datasets, or of the runs where there is one dataset.
    seed
        Of the draws.
    alpha
        Level of the intervals.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": ["A", "A", "B", "B"], "size": [10, 20, 10, 20], "auc": [0.5, 0.7, 0.6, 0.65]})
    >>> learning_curve_data(br.scores(table, factors="size"), factor="size").select("algorithm", "x", "estimate").rows()
    [('A', 10.0, 0.5), ('A', 20.0, 0.7), ('B', 10.0, 0.6), ('B', 20.0, 0.65)]
    """
    scores = one_metric(table, metric)
    if factor not in scores.columns or not scores.schema[factor].is_numeric():
        numeric = [
            name for name, kind in scores.schema.items() if kind.is_numeric() and name not in ("value", *RUN_KEYS)
        ]
        hint = f"factor={numeric[0]!r}" if numeric else "add a numeric column, such as n_train"
        raise ColumnError(f"no numeric column {factor!r} to draw along", hint=hint)
    kept = scores.filter(pl.col(factor).is_not_null(), pl.col("value").is_not_null())
    if not kept.height:
        raise OptionError(f"no value has a {factor!r}", hint="fill the column, or name another factor")
    runs = [key for key in RUN_KEYS if key in kept.columns]
    places = kept.select("dataset", factor, *runs).unique().height
    several = places > kept.select("dataset", factor).unique().height
    # The unit is the dataset; of a single one its runs are all there is.
    chosen: Any = "runs" if several and kept.get_column("dataset").n_unique() == 1 else "datasets"
    placed = kept.with_columns(__x=pl.col(factor).cast(pl.Float64))  # any name may be a factor, even one of a result
    rows = mean_score(placed, by=["metric", "__x"], resample=chosen, draws=draws, seed=seed, alpha=alpha)
    direction = direction_of(kept)
    found = rows.filter(pl.col("estimate").is_not_null()).select(
        algorithm=pl.col("a").cast(pl.String),
        x="__x",
        estimate="estimate",
        ci_low="ci_low",
        ci_high="ci_high",
        n="n",
        metric=pl.col("metric").cast(pl.String),
        direction=pl.lit(direction, dtype=pl.String),
        factor=pl.lit(factor),
        resample=pl.lit(chosen),
    )
    better = -1.0 if direction == "lower" else 1.0
    end = pl.col("estimate").sort_by("x").last().over("algorithm") * better
    return found.with_columns(end=end).sort(-pl.col("end"), "algorithm", "x").drop("end")


def learning_curve(numbers: pl.DataFrame, *, width: Width | float = "column", scale: Scale = "auto") -> Figure:
    """Draw a curve per algorithm along the factor, with bands; ``scale`` is that of the factor.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": ["A", "A", "B", "B"], "size": [10, 20, 10, 20], "auc": [0.5, 0.7, 0.6, 0.65]})
    >>> learning_curve(learning_curve_data(br.scores(table, factors="size"), factor="size"))
    <Figure size 350x...>
    """
    x = numbers.get_column("x")
    least, most = float(x.min()), float(x.max())  # type: ignore[arg-type]
    log_x = _is_wide(x, scale)
    curves = {}
    for (name,), part in numbers.group_by("algorithm", maintain_order=True):
        estimate = part.get_column("estimate")
        banded = part.get_column("ci_low").count() > 0
        low, high = (
            part.get_column(end).fill_null(estimate).to_numpy() if banded else None for end in ("ci_low", "ci_high")
        )
        curves[str(name)] = Curve(x=part.get_column("x").to_numpy(), y=estimate.to_numpy(), low=low, high=high)
    ends = [value for column in ("estimate", "ci_low", "ci_high") for value in numbers.get_column(column).drop_nulls()]
    log_y = is_log(pl.Series(ends), "auto")
    facts = numbers.row(0, named=True)
    banded = any(curve.low is not None for curve in curves.values())
    frame = Frame(
        x=limits_of([least, most], log=log_x),
        y=limits_of(ends, log=log_y),
        titles=(facts["factor"], metric_label(facts["metric"], facts["direction"])),
        note=_datasets(numbers) + (f"; bands: over {facts['resample']}" if banded else ""),
        log_x=log_x,
        log_y=log_y,
        marked=True,
    )
    return drawn_curves(curves, frame, width_of(width))


def learning_curve_alt(numbers: pl.DataFrame) -> str:
    """Say in words what learning curves show."""
    facts = numbers.row(0, named=True)
    ends = numbers.group_by("algorithm", maintain_order=True).agg(
        first=pl.col("estimate").first(),
        last=pl.col("estimate").last(),
        low=pl.col("x").first(),
        high=pl.col("x").last(),
    )
    title = metric_label(facts["metric"], facts["direction"])
    said = (
        f"{title} along {facts['factor']} for {counted(ends.height, 'algorithm')},"
        f" means over datasets, {_datasets(numbers)}."
    )
    rows = [ends.row(0), *([ends.row(-1)] if ends.height > 1 else [])]
    for name, first, last, low, high in rows:
        said += f" {name} goes from {first:.4g} at {low:.4g} to {last:.4g} at {high:.4g}."
    return said


def _two_metrics(scores: pl.DataFrame, quality: str | None, cost: str | None) -> tuple[str, str]:
    """Find the metrics of the two axes, or say how to name them."""
    ways = dict(scores.select(pl.col("metric", "direction").cast(pl.String)).unique().sort("metric").rows())
    for metric in (quality, cost):
        if metric is not None and metric not in ways:
            raise ColumnError(f"no metric {metric!r} to draw", hint=did_you_mean(metric, ways))
    if quality is not None and quality == cost:
        raise OptionError("quality and cost are the same metric", hint="name two metrics")
    costs = [metric for metric, way in ways.items() if way == "lower" and metric != quality]
    goods = [metric for metric, way in ways.items() if way == "higher" and metric != cost]
    cost = cost or (costs[0] if len(costs) == 1 else None)
    quality = quality or (goods[0] if len(goods) == 1 else None)
    if quality is None or cost is None or quality == cost:
        raise OptionError(
            f"which of the metrics {', '.join(ways)} are quality and cost?",
            hint="name them: quality='accuracy', cost='time'",
        )
    return quality, cost


def _is_wide(values: pl.Series, scale: Scale) -> bool:
    """Costs and sizes grow by factors, so they want a logarithmic axis sooner than others."""
    least, most = float(values.min()), float(values.max())  # type: ignore[arg-type]
    return is_log(values, scale) or (scale == "auto" and least > 0 and most / least > GROWTH)


def _over(numbers: pl.DataFrame) -> str:
    facts = numbers.row(0, named=True)
    return facts["dataset"] or _datasets(numbers)


def _datasets(numbers: pl.DataFrame) -> str:
    least, most = (int(value) for value in numbers.select(pl.col("n").min(), most=pl.col("n").max()).row(0))
    return f"n = {counted(least, 'dataset')}" if least == most else f"n = {least} to {most} datasets"


def _unnamed(numbers: pl.DataFrame) -> str:
    rest = int(np.sum(~numbers.get_column("on_front").to_numpy()))
    return f"; {rest} others not named" if numbers.height > NAMED_ALL and rest else ""


PARETO = Kind(
    id="pareto",
    title="Quality against cost",
    question="Which algorithms are worth their time?",
    shape="scores",
    data=pareto_data,
    draw=pareto,
    describe=pareto_alt,
)

LEARNING_CURVE = Kind(
    id="learning_curve",
    title="Learning curve",
    question="How does each algorithm improve with more data?",
    shape="scores",
    data=learning_curve_data,
    draw=learning_curve,
    describe=learning_curve_alt,
)
