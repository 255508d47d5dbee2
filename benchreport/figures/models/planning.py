"""Power of an experiment over its size or the true difference, and intervals of an error rate."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import limits_of, metric_label
from benchreport.figures.layout.looks import DASHES, MARKERS, Look
from benchreport.figures.layout.page import Width, width_of
from benchreport.figures.layout.sheets import Frame, plane, row_sheet
from benchreport.figures.selection import metric_of, of_dataset, one_dataset, one_metric, rivals
from benchreport.figures.style import FAINT, MUTED, PALETTE, THIN, write
from benchreport.figures.values import items, place_among
from benchreport.figures.words import counted, names_in_words, size_text
from benchreport.method import Alternative
from benchreport.naming import ends_in_words
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.one_algorithm import rates
from benchreport.stats.planning.detectable import detectable_difference, needed_shift
from benchreport.stats.planning.sizes import (
    Numbers,
    PowerVariant,
    checked_numbers,
    power_and_error,
    sample_size_power,
    type2_power,
    whole_numbers,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CURVE = 121
MOST_CURVES = 6
WANTED = 0.8
MOST_RUNS = 100_000
AXES = {  # titles, and what a curve is called
    "n": ("number of runs", "difference {difference:g}"),
    "difference": ("true difference", "n = {n}"),
}
Case = tuple[Mapping[str, Any], float | None]  # numbers of a curve, and where its power is 0.8
INTERVALS = {  # of columns, and of a table
    "Clopper-Pearson": (rates.ci_clopper_pearson_expr, rates.ci_clopper_pearson),
    "Wilson": (rates.ci_wilson_expr, rates.ci_wilson),
    "Hoeffding": (rates.ci_hoeffding_expr, rates.ci_hoeffding),
}


def power_curve_data(
    table: Any = None,
    *,
    difference: Numbers | None = None,
    sd: Numbers | None = None,
    n: Numbers | None = None,
    metric: str | None = None,
    dataset: str | None = None,
    control: str | None = None,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    variant: PowerVariant = "t",
) -> pl.DataFrame:
    """Return power curves: an ``item`` "curve" per point, and a "mark" where a curve reaches a power of 0.8.

    Without a table: ``sd`` and ``difference`` give power against the number of runs, ``sd`` and ``n`` power against the
    true difference. With a table of scores: power of the paired t test of this design against the true difference,
    with the spread observed, one curve per pair. Nothing is marked at the observed differences: power there says no
    more than their p-values do.

    Parameters
    ----------
    table
        Scores, or None.
    difference, sd, n
        True difference, standard deviation of a run, number of runs; each may be several numbers.
    metric, dataset, control
        Of the table: which metric, the runs of which dataset, and the algorithm that others are compared with.
    alpha, alternative, variant
        Of the test, as in :func:`benchreport.type2_power`.

    Examples
    --------
    >>> numbers = power_curve_data(difference=0.01, sd=0.02)
    >>> numbers.filter(pl.col("item") == "mark").select("x", pl.col("power").round(2)).row(0)
    (34.0, 0.81)
    """
    checked_alpha(alpha)
    options: dict[str, Any] = {"alpha": alpha, "alternative": alternative, "variant": variant}
    if table is not None:
        return _observed_power(table, (metric, dataset, control), options)
    if sd is None or (difference is None) == (n is None):
        hint = "sd=0.02, difference=0.01 (--set sd=0.02 --set difference=0.01)"
        raise OptionError("a power curve needs sd, and either difference or n", hint=hint)
    if n is None and difference is not None:
        return _power_over_runs(difference, sd, options)
    return _power_over_difference(sd, n or (), options)


def power_curve(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw power against the number of runs or the true difference, from the numbers of :func:`power_curve_data`.

    Examples
    --------
    >>> power_curve(power_curve_data(difference=[0.01, 0.02], sd=0.02))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    curves, marks = items(numbers, "curve", "mark")
    styles = _styles(curves.get_column("label").unique(maintain_order=True).to_list())
    inches = width_of(width)
    log = first["axis"] == "n"
    x = (first["x_label"], limits_of(curves["x"], log=log, pad=0.0))
    frame = Frame(x=x, y=("power", (0.0, 1.02)), note=first["foot"], log_x=log, grid="both", key=styles)
    figure, axes = plane(inches, 0.6 * min(inches, 4.5), frame)
    axes.axhline(WANTED, color=FAINT, lw=THIN, ls=(0, (4, 2)))
    for name, look in styles.items():
        curve, mark = (part.filter(pl.col("label") == name) for part in (curves, marks.drop_nulls("power")))
        axes.plot(curve["x"], curve["power"], color=look.colour, ls=look.dash, lw=1.3, label="curve")
        axes.plot(mark["x"], mark["power"], look.marker, color=look.colour, markersize=4.5, label="mark", clip_on=False)
    return figure


def power_curve_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the power curves show."""
    first = numbers.row(0, named=True)
    (marks,) = items(numbers, "mark")
    over_runs = first["axis"] == "n"
    text = "{label}: {x:.0f} runs for power {power:.2f}" if over_runs else "{label}: power {power:.2f} at {x:.3g}"
    curves = [
        f"{row['label']}: unknown power" if row["power"] is None else text.format_map(row)
        for row in marks.head(5).to_dicts()
    ]
    more = f"; and {counted(marks.height - 5, 'more curve')}" if marks.height > 5 else ""
    words = "; ".join(curves) or "No curve reaches a power of 0.8"
    return f"Power of a test against {first['x_label']}, {first['foot']}. {words}{more}."


def interval_comparison_data(
    table: Any = None, *, n: Numbers = 100, dataset: str | None = None, alpha: float = 0.05
) -> pl.DataFrame:
    """Return limits of an error rate by Clopper and Pearson, Wilson, and Hoeffding.

    Without a table: limits for every number of errors among ``n`` test instances. With a table of predictions or
    counts: limits for each algorithm on one dataset.

    Parameters
    ----------
    table
        Predictions or counts, or None.
    n
        Number of test instances, where there is no table.
    dataset
        Which of several datasets.
    alpha
        Level of the intervals.

    Examples
    --------
    >>> numbers = interval_comparison_data(n=40)
    >>> numbers.filter((pl.col("errors") == 12) & (pl.col("interval") == "Wilson")).select(
    ...     "rate", pl.col("low", "high").round(4)
    ... ).row(0)
    (0.3, 0.1807, 0.4543)
    """
    checked_alpha(alpha)
    if table is not None:
        return _intervals_of_table(table, dataset, alpha)
    sizes = whole_numbers(n, "n", least=1)
    if len(sizes) != 1:
        raise OptionError(f"one figure shows one n, not {len(sizes)}", hint="n=100")
    size = int(sizes[0])
    # Every rate of a large sample would make the curves heavy and no smoother.
    errors = np.unique(np.linspace(0, size, min(size, 200) + 1).round().astype(int))
    grid = pl.DataFrame({"errors": errors, "n": size}).with_columns(pl.all().cast(pl.Int64))
    rate, nobody = (pl.col("errors") / pl.col("n")).alias("rate"), pl.lit(None, dtype=pl.String)
    parts = []
    for name, (test, _) in INTERVALS.items():
        limits = test(pl.col("errors").first(), pl.col("n").first(), alpha=alpha)
        rows = grid.group_by("errors", "n", maintain_order=True).agg(limits=limits)
        low, high = (pl.col("limits").struct.field(f"ci_{end}") for end in ("low", "high"))
        parts.append(rows.select(rate, "errors", "n", algorithm=nobody, interval=pl.lit(name), low=low, high=high))
    return pl.concat(parts).with_columns(alpha=pl.lit(alpha), dataset=nobody)


def interval_comparison(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw how far each interval reaches from the observed rate, or the three intervals of each algorithm.

    Examples
    --------
    >>> interval_comparison(interval_comparison_data(n=40))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    inches = width_of(width)
    styles = _styles(list(INTERVALS))
    note = f"n = {size_text(numbers)} instances, {100 * (1 - first['alpha']):g} % intervals"
    if first["algorithm"] is not None:
        return _interval_rows(numbers, inches, styles, f"{first['dataset']}, {note}")
    offsets = numbers.select("interval", "rate", pl.col("low", "high") - pl.col("rate"))
    y = ("limit − observed rate", limits_of([*offsets["low"], *offsets["high"]], pad=0.06))
    frame = Frame(x=("observed error rate", (0.0, 1.0)), y=y, note=note, grid="both", key=styles)
    figure, axes = plane(inches, 0.6 * min(inches, 4.5), frame)
    axes.axhline(0.0, color=FAINT, lw=THIN)
    for name, look in styles.items():
        part = offsets.filter(pl.col("interval") == name)
        for limit in ("low", "high"):
            axes.plot(part["rate"], part[limit], color=look.colour, ls=look.dash, lw=1.3, label=f"{name} {limit}")
    return figure


def interval_comparison_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the comparison of intervals shows."""
    first = numbers.row(0, named=True)
    wide = pl.col("high") - pl.col("low")
    mean = numbers.group_by("interval").agg(wide.mean().alias("wide")).sort("wide", "interval").rows()
    order = names_in_words([f"{name} ({size:.3f})" for name, size in mean])
    level = f"{100 * (1 - first['alpha']):g} %"
    if first["algorithm"] is None:
        return (
            f"How far {level} limits of an error rate lie from the observed rate, for {first['n']} test instances. "
            f"Mean width from narrow to wide: {order}."
        )
    rates = dict(numbers.unique("algorithm", maintain_order=True).select("algorithm", "rate").rows())
    ends = ends_in_words(rates, "error rate", lower=True, ends=("lowest", "highest"), text="{:.3f}".format)
    return (
        f"Three {level} intervals of the error rate of each of {len(rates)} algorithms on {first['dataset']}, n = "
        f"{size_text(numbers)}; lower is better. {ends} Mean width from narrow to wide: {order}."
    )


def _styles(names: Sequence[str]) -> dict[str, Look]:
    """Return looks that tell curves apart by colour, dash and mark, in the order of their names."""
    colours = PALETTE[:-1]
    return {
        name: Look(colour=colours[k % len(colours)], marker=MARKERS[k % MOST_CURVES], dash=DASHES[k % len(DASHES)])
        for k, name in enumerate(names)
    }


def _power_over_runs(difference: Numbers, sd: Numbers, options: dict[str, Any]) -> pl.DataFrame:
    sizes, spreads = checked_numbers(difference, "difference"), checked_numbers(sd, "sd", least=0.0, strict=True)
    pairs = [(float(size), float(spread)) for size in sizes for spread in spreads]
    cases: list[dict[str, Any]] = [{"difference": size, "sd": spread} for size, spread in pairs[:MOST_CURVES]]
    start = 2 if options["variant"] == "t" else 1
    needed = [sample_size_power(**case, power=WANTED, **options).get_column("n")[0] for case in cases]
    marks = [None if runs is None or runs > MOST_RUNS else max(start, int(runs)) for runs in needed]
    last = max(10, *(min(MOST_RUNS, 3 * (runs or 0)) for runs in marks))
    grid = np.unique(np.geomspace(start, last, CURVE).round().astype(int))
    return _planned_power(list(zip(cases, marks, strict=True)), "n", grid.tolist(), len(spreads), options)


def _power_over_difference(sd: Numbers, n: Numbers, options: dict[str, Any]) -> pl.DataFrame:
    spreads, runs = checked_numbers(sd, "sd", least=0.0, strict=True), whole_numbers(n, "n", least=2)
    cases = [{"n": int(count), "sd": float(spread)} for spread in spreads for count in runs][:MOST_CURVES]
    sign = -1.0 if options["alternative"] == "less" else 1.0
    far, marks = (
        [sign * _shift(case["n"], power, options) * case["sd"] / math.sqrt(case["n"]) for case in cases]
        for power in (0.995, WANTED)
    )
    grid = sign * np.linspace(0.0, max(map(abs, far)), CURVE)
    return _planned_power(list(zip(cases, marks, strict=True)), "difference", grid.tolist(), len(spreads), options)


def _planned_power(
    cases: Sequence[Case], axis: str, grid: list[float], spreads: int, options: dict[str, Any]
) -> pl.DataFrame:
    """Return the power of several cases along an axis, and the marks where they reach 0.8."""
    title, label = AXES[axis]
    parts = []
    for case, mark in cases:
        name = label.format_map(case) + (f", sd {case['sd']:g}" if spreads > 1 else "")
        points: dict[str, Any] = {"curve": grid, "mark": mark}
        for item, values in points.items():
            if values is not None:
                power = type2_power(**case, **{axis: values}, **options)
                parts.append(_part(item, name, power[axis], power["power"]))
    spread = f"sd {cases[0][0]['sd']:g}, " if spreads == 1 else ""
    return _described(parts, axis, title, f"{spread}level {options['alpha']:g}, {options['alternative']}")


def _shift(n: float, power: float, options: Mapping[str, Any]) -> float:
    return float(needed_shift(np.array([float(n)]), power, options["alpha"], options["alternative"])[0])


def _observed_power(
    table: Any, choice: tuple[str | None, str | None, str | None], options: dict[str, Any]
) -> pl.DataFrame:
    metric, dataset, control = choice
    alpha, alternative = options["alpha"], options["alternative"]
    scores, groups = of_dataset(one_metric(table, metric), dataset)
    name = metric_of(scores)
    middle, others = rivals(scores, control, name)
    by = [*groups, "metric"]
    rows = detectable_difference(
        scores, by=by, control=middle, power=WANTED, alpha=alpha, alternative=alternative, missing="available"
    ).with_columns(pl.col("a").cast(pl.String))
    side: Alternative = "two-sided" if alternative == "two-sided" else "greater"
    detectable = rows.drop_nulls("detectable").sort(place_among("a", others), maintain_order=True)
    pairs = detectable.head(MOST_CURVES).to_dicts()
    size = f"n = {size_text(rows)}"
    where = f"{scores.get_column('dataset')[0]}, {size} runs" if groups else f"{size} datasets"
    part = f"{len(pairs)} of {len(others)} pairs, " if len(pairs) < len(others) else ""
    label = f"true difference in {name} to {middle}"
    if not pairs:
        nothing = _part("curve", "no spread to plan with", pl.Series([0.0, 1.0]), pl.Series([None, None]))
        return _described([nothing], "difference", label, f"{where}, level {alpha:g}")
    parts = []
    far = 1.6 * max(row["detectable"] for row in pairs)
    for row in pairs:
        error = row["detectable"] / _shift(row["n"], WANTED, options)
        for item, sizes in (("curve", np.linspace(0.0, far, CURVE)), ("mark", np.array([row["detectable"]]))):
            n, level = np.full(len(sizes), float(row["n"])), np.full(len(sizes), alpha)
            power = power_and_error(sizes / error, n, level, side, "t")[0]
            parts.append(_part(item, row["a"], pl.Series(sizes), pl.Series(power)))
    return _described(parts, "difference", label, f"{part}{where}, level {alpha:g}, marks: power {WANTED:g}")


def _part(item: str, label: str, x: pl.Series, power: pl.Series) -> pl.DataFrame:
    columns = {"item": item, "label": label, "x": x.cast(pl.Float64), "power": power.cast(pl.Float64)}
    schema = {"item": pl.String, "label": pl.String}
    return pl.DataFrame(columns, schema_overrides=schema).with_columns(pl.col("x", "power").fill_nan(None))


def _described(parts: list[pl.DataFrame], axis: str, label: str, note: str) -> pl.DataFrame:
    return pl.concat(parts).with_columns(axis=pl.lit(axis), x_label=pl.lit(label), foot=pl.lit(note))


def _intervals_of_table(table: Any, dataset: str | None, alpha: float) -> pl.DataFrame:
    parts = [
        test(table, alpha=alpha).select(
            pl.col("dataset").cast(pl.String),
            "n",
            algorithm=pl.col("a").cast(pl.String),
            interval=pl.lit(name),
            rate="estimate",
            low="ci_low",
            high="ci_high",
            errors=(pl.col("estimate") * pl.col("n")).round().cast(pl.Int64),
            alpha=pl.lit(alpha),
        )
        for name, (_, test) in INTERVALS.items()
    ]
    return one_dataset(pl.concat(parts), dataset).drop_nulls("rate").sort("rate", "algorithm")


def _interval_rows(numbers: pl.DataFrame, inches: float, styles: dict[str, Look], note: str) -> Figure:
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    low, high = limits_of([*numbers["low"], *numbers["high"]], pad=0.04)
    x = (metric_label("error rate", "lower"), (max(low, -0.01), min(high, 1.01)))
    frame = Frame(x=x, note=note, grid="x", key=styles)
    figure, axes = row_sheet(names, inches, frame, pitch=0.26 if len(names) <= 30 else 0.2)
    for k, (kind, look) in enumerate(styles.items()):
        part = numbers.filter(pl.col("interval") == kind)
        rows = part.select(place_among("algorithm", names)).to_series().to_numpy() + (k - 1) * 0.22
        line: dict[str, Any] = {"color": look.colour, "lw": 1.3, "linestyles": look.dash}
        axes.hlines(rows, part["low"], part["high"], label=f"{kind} interval", **line)
        axes.plot(part["rate"], rows, look.marker, color=look.colour, markersize=2.6, label="rate")
    if not names:
        write(axes, 0.5, 0.5, "no rate is known", color=MUTED, transform=axes.transAxes)
    return figure


POWER_CURVE = Kind(
    id="power_curve",
    title="Power curve",
    question="How many runs does it take, or how small a difference can be found?",
    shape="none",
    also=("scores",),
)

INTERVAL_COMPARISON = Kind(
    id="interval_comparison",
    title="Intervals of an error rate",
    question="How sure is an error rate, by different intervals?",
    shape="none",
    also=("predictions", "counts"),
)
