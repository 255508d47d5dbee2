"""Quality against its cost in time or data: Pareto fronts, learning curves."""

from __future__ import annotations

from typing import Any

import polars as pl
from matplotlib.figure import Figure

from benchreport.errors import ColumnError, OptionError, did_you_mean
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import Scale, is_log, limits_of, metric_label
from benchreport.figures.layout.curves import curves_by_algorithm, drawn_curves, keyed_plane
from benchreport.figures.layout.looks import looks
from benchreport.figures.layout.page import Width, width_of
from benchreport.figures.layout.sheets import Frame
from benchreport.figures.selection import better_sign, direction_of, one_dataset, one_metric
from benchreport.figures.style import MUTED
from benchreport.figures.words import count_text, counted, first_and_last, metric_title
from benchreport.stats.several_metrics.trade_offs import pareto_front
from benchreport.stats.summaries.aggregates import mean_score
from benchreport.tables.blocks import cells_of
from benchreport.tables.reading.frames import ends_of
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scores import as_scores

NAMED_ALL = 12  # of more algorithms only those on the front are named
GROWTH = 20.0  # a factor that grows so much wants a logarithmic axis
PALE = "#B0B0B0"
NOT_FACTORS = ("value", *RUN_KEYS)


def pareto_data(
    table: Any, *, quality: str | None = None, cost: str | None = None, dataset: str | None = None
) -> pl.DataFrame:
    """Return the mean quality and cost of each algorithm, cheapest first, and whether it is on the Pareto front.

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
        scores = one_dataset(scores, dataset)
    quality, cost = _two_metrics(scores, quality, cost)
    scores = scores.filter(pl.col("metric").cast(pl.String).is_in([quality, cost]))
    ways = dict(scores.select(pl.col("metric", "direction").cast(pl.String)).unique().rows())
    metrics = {"quality": quality, "cost": cost}
    values = {side: pl.col("value").filter(pl.col("metric").cast(pl.String) == name) for side, name in metrics.items()}
    means = cells_of(scores, "metric").group_by(pl.col("algorithm").cast(pl.String))
    both = means.agg(
        **{side: value.sort().mean() for side, value in values.items()},
        n=pl.min_horizontal(*(value.count() for value in values.values())).cast(pl.Int64),
    ).drop_nulls(["quality", "cost"])
    if not both.height:
        raise OptionError("no algorithm has both metrics", hint="name two others: quality='accuracy', cost='time'")
    front = pareto_front(scores, by=None).with_columns(pl.col("algorithm", "dominated_by").cast(pl.String))
    numbers = both.join(front, on="algorithm", how="left").select(
        *("algorithm", "cost", "quality", "on_front", "dominated_by", "n"),
        quality_metric=pl.lit(quality),
        quality_direction=pl.lit(ways[quality]),
        cost_metric=pl.lit(cost),
        cost_direction=pl.lit(ways[cost]),
        dataset=pl.lit(dataset, dtype=pl.String),
        remarks="remarks",
    )
    return numbers.sort("cost", "quality", "algorithm")


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
    cost, quality = numbers.get_column("cost"), numbers.get_column("quality")
    log_x, log_y = _is_wide(cost, scale), is_log(quality, "auto")
    styles = looks(numbers.get_column("algorithm"))
    named = numbers if numbers.height <= NAMED_ALL else numbers.filter("on_front")
    front = numbers.filter("on_front")
    facts = numbers.row(0, named=True)
    frame = Frame(
        x=(_title(facts, "cost"), limits_of(cost, log=log_x, pad=0.08)),
        y=(_title(facts, "quality"), limits_of(quality, log=log_y, pad=0.08)),
        note=f"filled: Pareto front; {_over(numbers)}{_unnamed(numbers)}",
        log_x=log_x,
        log_y=log_y,
        key={name: styles[name] for name in named.get_column("algorithm")},
        key_lw=0.0,
    )
    figure, axes = keyed_plane(frame, width_of(width))
    x, y = front.select("cost", "quality").to_numpy().T
    # The best quality at hand for a cost stays the same until the next member of the front.
    draws = "steps-post" if facts["cost_direction"] == "lower" else "steps-pre"
    axes.plot(x, y, color=MUTED, lw=0.8, ls=(0, (3, 1.5)), drawstyle=draws, zorder=2, label="front")
    for name, across, up, leads in numbers.select("algorithm", "cost", "quality", "on_front").rows():
        distinct = leads or numbers.height <= NAMED_ALL
        colour, marker = (styles[name].colour, styles[name].marker) if distinct else (PALE, "o")
        face, size = (colour, 5.0) if leads else ("white", 4.0 if distinct else 3.0)
        mark: dict[str, Any] = {"color": colour, "markerfacecolor": face, "mew": 0.9, "ls": "none", "clip_on": False}
        axes.plot([across], [up], marker=marker, markersize=size, zorder=3, label="algorithm", **mark)
    return figure


def pareto_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the trade-off shows."""
    facts = numbers.row(0, named=True)
    front = numbers.filter("on_front")
    named = [
        f"{name} ({cost:.4g}; {quality:.4g})"
        for name, cost, quality in front.select("algorithm", "cost", "quality").rows()
    ]
    members = ", ".join(named[:8]) + (f" and {len(named) - 8} more" if len(named) > 8 else "")
    rest = numbers.height - front.height
    others = f" {counted(rest, 'other')} {'is' if rest == 1 else 'are'} dominated by one of these." if rest else ""
    sides = f"{_title(facts, 'quality')} against {_title(facts, 'cost')}"
    return (
        f"{sides} of {counted(numbers.height, 'algorithm')}, {_over(numbers)}. On the Pareto front,"
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
    """Return the mean of each algorithm at every value of a numeric factor, with bootstrap intervals, best end first.

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
        numeric = [name for name, kind in scores.schema.items() if kind.is_numeric() and name not in NOT_FACTORS]
        hint = f"factor={numeric[0]!r}" if numeric else "add a numeric column, such as n_train"
        raise ColumnError(f"no numeric column {factor!r} to draw along", hint=hint)
    scores = scores.drop_nulls([factor, "value"])
    if not scores.height:
        raise OptionError(f"no value has a {factor!r}", hint="fill the column, or name another factor")
    runs = [key for key in RUN_KEYS if key in scores.columns]
    several = scores.select("dataset", factor, *runs).n_unique() > scores.select("dataset", factor).n_unique()
    # The unit is the dataset; of a single one its runs are all there is.
    unit: Any = "runs" if several and scores.get_column("dataset").n_unique() == 1 else "datasets"
    # Any name may be a factor, even one of a result.
    placed = scores.with_columns(place=pl.col(factor).cast(pl.Float64))
    rows = mean_score(placed, by=["metric", "place"], resample=unit, draws=draws, seed=seed, alpha=alpha)
    direction = direction_of(scores)
    means = rows.drop_nulls("estimate").select(
        pl.col("a").cast(pl.String).alias("algorithm"),
        pl.col("place").alias("x"),
        *("estimate", "ci_low", "ci_high", "n"),
        pl.col("metric").cast(pl.String),
        direction=pl.lit(direction, dtype=pl.String),
        factor=pl.lit(factor),
        resample=pl.lit(unit),
    )
    end = pl.col("estimate").sort_by("x").last().over("algorithm") * better_sign(direction)
    return means.sort(-end, "algorithm", "x")


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
    log_x = _is_wide(x, scale)
    ends = pl.concat([numbers.get_column(name).alias("end") for name in ("estimate", "ci_low", "ci_high")])
    log_y = is_log(ends, "auto")
    facts = numbers.row(0, named=True)
    banded = numbers.get_column("ci_low").count() > 0
    frame = Frame(
        x=(facts["factor"], limits_of(x, log=log_x)),
        y=(metric_title(numbers), limits_of(ends, log=log_y)),
        note=count_text(numbers, "datasets") + (f"; bands: over {facts['resample']}" if banded else ""),
        log_x=log_x,
        log_y=log_y,
    )
    return drawn_curves(curves_by_algorithm(numbers, "estimate"), frame, width_of(width), marked=True)


def learning_curve_alt(numbers: pl.DataFrame) -> str:
    """Return in words what learning curves show."""
    facts = numbers.row(0, named=True)
    estimate, x = pl.col("estimate"), pl.col("x")
    ends = numbers.group_by("algorithm", maintain_order=True).agg(
        first=estimate.first(), last=estimate.last(), low=x.first(), high=x.last()
    )
    sentences = [
        f"{metric_title(numbers)} along {facts['factor']} for {counted(ends.height, 'algorithm')},"
        f" means over datasets, {count_text(numbers, 'datasets')}."
    ]
    for name, first, last, low, high in first_and_last(ends.rows()):
        sentences.append(f"{name} goes from {first:.4g} at {low:.4g} to {last:.4g} at {high:.4g}.")
    return " ".join(sentences)


def _two_metrics(scores: pl.DataFrame, quality: str | None, cost: str | None) -> tuple[str, str]:
    """Return the metrics of the two axes, or raise an error that says how to name them."""
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
        hint = "name them: quality='accuracy', cost='time'"
        raise OptionError(f"which of the metrics {', '.join(ways)} are quality and cost?", hint=hint)
    return quality, cost


def _is_wide(values: pl.Series, scale: Scale) -> bool:
    """Check for a logarithmic axis; costs and sizes grow by factors, so they want one sooner than others."""
    least, most = ends_of(values)
    return is_log(values, scale) or (scale == "auto" and least > 0 and most / least > GROWTH)


def _over(numbers: pl.DataFrame) -> str:
    return numbers.get_column("dataset")[0] or count_text(numbers, "datasets")


def _title(facts: dict[str, Any], side: str) -> str:
    return metric_label(facts[f"{side}_metric"], facts[f"{side}_direction"])


def _unnamed(numbers: pl.DataFrame) -> str:
    rest = numbers.filter(~pl.col("on_front")).height
    return f"; {rest} others not named" if numbers.height > NAMED_ALL and rest else ""


PARETO = Kind(id="pareto", title="Quality against cost", question="Which algorithms are worth their time?")

LEARNING_CURVE = Kind(
    id="learning_curve", title="Learning curve", question="How does each algorithm improve with more data?"
)
