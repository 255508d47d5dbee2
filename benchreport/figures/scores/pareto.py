"""Quality against cost: both relative to the best algorithm, with the Pareto front as steps."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, one_of
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import AXIS_HIGH, Ends, axis_title, left_of, limits_of, ruled
from benchreport.figures.layout.labels import name_points
from benchreport.figures.layout.looks import looks
from benchreport.figures.layout.page import EDGE, Width, page_of, sheet, width_of
from benchreport.figures.marks import mark_of
from benchreport.figures.selection import one_dataset, ranked_names
from benchreport.figures.style import MUTED, draw_line, text_width, write
from benchreport.figures.words import counted, names_in_words, number_text
from benchreport.numerals import number
from benchreport.records import dataclass
from benchreport.stats.answer.pair_verdicts import verdicts
from benchreport.stats.answer.verdict_intervals import verdict_interval
from benchreport.tables.blocks import cells_of
from benchreport.tables.metric_scale import COMPARABLE, scales_of
from benchreport.tables.reading.frames import ends_of
from benchreport.tables.scores import as_scores

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAMED_ALL = 12  # of more algorithms those on the front are named, and those not distinguished from the best
DOMINATED = "#f3f3f1"
# Lengths in inches.
HEIGHTS = (1.4, 3.2)
PLANE_HIGH = 1.65


def pareto_data(
    table: Any,
    *,
    quality: str | None = None,
    cost: str | None = None,
    dataset: str | None = None,
    control: str | None = None,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return quality and cost of each algorithm relative to the best by quality, and whether it is on the Pareto front.

    Differences and ratios are Hodges-Lehmann estimates over the datasets; metrics with units have ratios.

    Parameters
    ----------
    table
        Scores with at least two metrics.
    quality, cost
        The metrics of the two axes; of two metrics the one of which less is better is the cost.
    dataset
        Only this dataset, whose own values are then compared.
    control
        The algorithm that others are relative to; without it the one with the best mean rank by quality.
    alpha
        Level of the verdicts: ``alike`` are algorithms whose quality cannot be distinguished.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": ["A", "B", "C"], "accuracy": [0.9, 0.8, 0.7], "time": [9.0, 2.0, 3.0]})
    >>> numbers = pareto_data(br.scores(table))
    >>> numbers.select("algorithm", pl.col("cost", "quality").round(4), "on_front").rows()
    [('B', 0.2222, -0.1, True), ('C', 0.3333, -0.2, False), ('A', 1.0, 0.0, True)]
    """
    scores = as_scores(table)
    if dataset is not None:
        scores = one_dataset(scores, dataset)
    quality, cost = _two_metrics(scores, quality, cost)
    good, dear = (scores.filter(pl.col("metric").cast(pl.String) == name) for name in (quality, cost))
    shared = set(_measured(good)) & set(_measured(dear))
    if not shared:
        raise OptionError("no algorithm has both metrics", hint="name two others: quality='accuracy', cost='time'")
    good = good.filter(pl.col("algorithm").cast(pl.String).is_in(sorted(shared)))
    if control is not None:
        one_of(control, sorted(shared), name="control")
    focus = control or (ranked_names(good)[0] if len(shared) > 1 else next(iter(shared)))
    alike: list[str] = []
    if good.get_column("dataset").n_unique() > 1 and len(shared) > 1:
        rows = verdicts(good, control=control, alpha=alpha).filter(~(pl.col("p_adjusted") <= alpha))
        pairs = rows.select(pl.col("a", "b").cast(pl.String)).rows()
        alike = [name for pair in pairs if focus in pair for name in pair if name != focus]
    sides = [
        Side(metric=name, lower=part.get_column("direction")[0] == "lower", values=relative_values(part, focus))
        for name, part in ((quality, good), (cost, dear))
    ]
    return pareto_from(sides[0], sides[1], focus=focus, alike=alike, n=good.get_column("dataset").n_unique())


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A metric of the trade-off: the values of all algorithms relative to one, and whether lower ones are better."""

    metric: str
    lower: bool
    values: pl.DataFrame


def pareto_from(quality: Side, cost: Side, *, focus: str, alike: Collection[str], n: int) -> pl.DataFrame:
    """Return the numbers of the figure from the values of algorithms relative to the one in focus.

    ``alike`` are the algorithms that cannot be distinguished from it by quality, ``n`` counts the datasets.
    """
    sides = {"quality": quality, "cost": cost}
    parts = [side.values.select("algorithm", pl.col("value").alias(name)) for name, side in sides.items()]
    both = parts[0].join(parts[1], on="algorithm")
    facts: dict[str, Any] = {}
    for name, side in sides.items():
        own = side.values.filter(pl.col("algorithm") == focus).get_column("value").item()
        way = "lower" if side.lower else "higher"
        facts |= {f"{name}_metric": side.metric, f"{name}_direction": way, f"{name}_ratio": bool(own == 1.0)}
    sign = {name: -1.0 if side.lower else 1.0 for name, side in sides.items()}
    points = np.column_stack([sign[name] * both.get_column(name).to_numpy() for name in sides])
    at_least = np.all(points[None] >= points[:, None], axis=2)
    above = np.any(points[None] > points[:, None], axis=2)
    numbers = both.with_columns(
        on_front=pl.Series(~(at_least & above).any(axis=1)),
        alike=pl.col("algorithm").is_in(list(alike)),
        focus=pl.lit(focus),
        n=pl.lit(n, dtype=pl.Int64),
        **{name: pl.lit(value) for name, value in facts.items()},
    )
    return numbers.sort(-pl.col("cost") * sign["cost"], -pl.col("quality") * sign["quality"], "algorithm")


def relative_values(scores: pl.DataFrame, focus: str, **keywords: Any) -> pl.DataFrame:
    """Return the difference of every algorithm from the one in focus by one metric, or its ratio: 0 or 1 for itself.

    ``keywords`` are those of :func:`verdict_interval`, such as the scales of metrics.
    """
    metric = str(scores.get_column("metric")[0])
    declared = {name: scale for name, scale in (keywords.get("scales") or {}).items() if name == metric}
    ratio = scales_of([metric], declared)[metric] not in (*COMPARABLE, "ordinal")
    cells = cells_of(scores).select(pl.col("algorithm").cast(pl.String), "value").drop_nulls()
    if ratio and ends_of(cells.get_column("value"))[0] <= 0:
        raise OptionError(f"{metric} of 0 or below has no ratios", hint="leave out who has such values")
    if scores.get_column("dataset").n_unique() == 1 or cells.get_column("algorithm").n_unique() == 1:
        best = cells.filter(pl.col("algorithm") == focus).get_column("value")[0]
        means = cells.group_by("algorithm").agg(pl.col("value").mean())
        return means.with_columns(value=pl.col("value") / best if ratio else pl.col("value") - best).sort("algorithm")
    if scales_of([metric], declared)[metric] == "ordinal":
        raise OptionError(f"differences of {metric} are not comparable over datasets", hint="name one dataset")
    rows = verdict_interval(scores, control=focus, **{"missing": "available", **keywords})
    others = rows.select(algorithm=pl.col("a").cast(pl.String), value="estimate").drop_nulls()
    return pl.concat([pl.DataFrame({"algorithm": [focus], "value": [float(ratio)]}), others]).sort("algorithm")


def _measured(scores: pl.DataFrame) -> list[str]:
    return scores.drop_nulls("value").get_column("algorithm").cast(pl.String).unique().to_list()


def pareto(numbers: pl.DataFrame, *, width: Width | float = "page", height: float | None = None) -> Figure:
    """Draw quality against cost, better to the right and upwards; the front is a step line, what it dominates grey.

    Hollow marks cannot be distinguished from the best by quality. ``height`` is that of the plane in inches, 1.4 to
    3.2. Of more than twelve algorithms those on the front are named, and the hollow ones.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": ["A", "B", "C"], "accuracy": [0.9, 0.8, 0.7], "time": [9.0, 2.0, 3.0]})
    >>> pareto(pareto_data(br.scores(table)))
    <Figure size ...>
    """
    inches = width_of(width)
    facts = numbers.row(0, named=True)
    focus = facts["focus"]
    ends = {side: _ends(numbers, side) for side in ("cost", "quality")}
    high = min(max(PLANE_HIGH if height is None else height, HEIGHTS[0]), HEIGHTS[1])
    below = AXIS_HIGH + 0.02
    figure, axes = sheet(inches, high + below + EDGE, left=0.6, right=EDGE + 0.05, top=EDGE, bottom=below)
    texts = ruled(axes, "y", ends["quality"], log=facts["quality_ratio"])
    left, total = left_of(texts), high + below + EDGE
    axes.set_position((left / inches, below / total, (inches - left - EDGE - 0.05) / inches, high / total))
    ruled(axes, "x", ends["cost"], log=facts["cost_ratio"])
    _draw_front(axes, numbers, ends)
    styles = looks(numbers.get_column("algorithm"))
    few = numbers.get_column("alike").sum() <= NAMED_ALL
    named = numbers.filter(pl.col("on_front") | (pl.col("alike") & few) | (pl.col("algorithm") == focus))
    names = set(named.get_column("algorithm") if numbers.height > NAMED_ALL else numbers.get_column("algorithm"))
    for name, x, y, alike in numbers.select("algorithm", "cost", "quality", "alike").rows():
        look = styles[name]
        face = "white" if alike and name != focus else look.colour
        mark: dict[str, Any] = {"mec": look.colour, "mfc": face, "mew": 1.0, "ls": "none", "clip_on": False}
        mark["gid"] = mark_of(name, value=f"{_relative(facts, 'quality', y)}, {_relative(facts, 'cost', x)}")
        size = 6.0 if name in names else 4.0
        draw_line(axes, [x], [y], look.marker, markersize=size, zorder=4, label="algorithm", **mark)
    order = [focus, *(name for name in named.get_column("algorithm") if name != focus)]
    order += [name for name in numbers.get_column("algorithm") if name in names and name not in order]
    points = {name: (x, y) for name, x, y in numbers.select("algorithm", "cost", "quality").rows()}
    above = numbers.filter("on_front").get_column("algorithm").to_list()
    name_points(axes, points, order, bold=focus, above=above)
    axis_title(axes, "x", _title(facts, "cost", focus))
    axis_title(axes, "y", _title(facts, "quality", focus))
    way = f"{'less' if facts['cost_direction'] == 'lower' else 'more'} {facts['cost_metric']} →"
    if text_width(way) < 0.2 * inches:
        write(page_of(figure), inches - EDGE, 0.03, way, ha="right", va="bottom", color=MUTED, label="way")
    return figure


def pareto_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the trade-off shows."""
    facts = numbers.row(0, named=True)
    front = numbers.filter("on_front")
    members = [
        f"{name} ({number_text(cost)}; {number_text(quality)})"
        for name, cost, quality in front.select("algorithm", "cost", "quality").rows()
    ]
    rest = numbers.height - front.height
    others = f" {counted(rest, 'other')} {'is' if rest == 1 else 'are'} dominated by one of these." if rest else ""
    return (
        f"{facts['quality_metric']} against {facts['cost_metric']} of {counted(numbers.height, 'algorithm')}, relative"
        f" to {facts['focus']}, over {counted(facts['n'], 'dataset')}. On the Pareto front, with {facts['cost_metric']}"
        f" and {facts['quality_metric']}: {names_in_words(members, 6)}.{others}"
    )


def _relative(facts: Mapping[str, Any], side: str, value: float) -> str:
    """Return how an algorithm stands to the one in focus by one of the two metrics."""
    ratio, metric = facts[f"{side}_ratio"], facts[f"{side}_metric"]
    return f"{metric} × {number(value, 3)}" if ratio else f"difference in {metric} {number(value, 3)}"


def _title(facts: Mapping[str, Any], side: str, focus: str) -> str:
    metric = facts[f"{side}_metric"]
    if not facts[f"{side}_ratio"]:
        return f"difference in {metric}"
    return f"{metric}, as a ratio to {focus} (log scale)" if side == "cost" else f"{metric}, ratio"


def _ends(numbers: pl.DataFrame, side: str) -> Ends:
    """Return the ends of an axis, the better one last."""
    ratio, direction = numbers.select(f"{side}_ratio", f"{side}_direction").row(0)
    low, high = limits_of(numbers.get_column(side), log=ratio, pad=0.16 if side == "quality" else 0.18)
    return (low, high) if direction != "lower" else (high, low)


def _draw_front(axes: Axes, numbers: pl.DataFrame, ends: Mapping[str, Ends]) -> None:
    """Draw the front as steps, and what it dominates in grey."""
    front = numbers.filter("on_front").select("cost", "quality").rows()[::-1]  # the dearest first
    worst_cost, worst_quality = ends["cost"][0], ends["quality"][0]
    corners = [(worst_cost, front[0][1])]
    for (cost, quality), (_, following) in zip(front, [*front[1:], (0.0, worst_quality)], strict=True):
        corners += [(cost, quality), (cost, following)]
    x, y = zip(*corners, strict=True)
    axes.fill([*x, worst_cost], [*y, worst_quality], color=DOMINATED, lw=0, zorder=0, label="dominated")
    draw_line(axes, x, y, color=MUTED, lw=0.7, zorder=1, label="front")


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


PARETO = Kind(
    id="pareto",
    title="Quality against cost",
    question="Which algorithms are worth their time?",
    stretch=("height", 1.4, 2.6),
)
