"""What could an experiment of this size show, and how sure is an error rate? In pictures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import axis_title, foot, gridded, limits_of, ruled
from benchreport.figures.layout.choose import metric_of, of_dataset, one_dataset, one_metric, rivals
from benchreport.figures.layout.page import DASHES, MARKERS, Look, Width, metric_label, width_of
from benchreport.figures.layout.plane import key_height, keyed, plane
from benchreport.figures.layout.rows_and_panels import row_sheet
from benchreport.figures.layout.values import counted, items, names_in_words, size_text
from benchreport.figures.style import FAINT, MUTED, PALETTE, THIN, write
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
    type2_power,
    whole_numbers,
)

CURVE = 121
MOST_CURVES = 6
WANTED = 0.8
MOST_RUNS = 100_000
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
    if table is not None:
        return _observed_power(table, (metric, dataset, control), alpha, alternative)
    if sd is None or (difference is None) == (n is None):
        raise OptionError(
            "a power curve needs sd, and either difference or n",
            hint="sd=0.02, difference=0.01 (--set sd=0.02 --set difference=0.01)",
        )
    if n is None and difference is not None:
        return _power_over_runs(difference, sd, alpha, alternative, variant)
    return _power_over_difference(sd, n or (), alpha, alternative, variant)


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
    sides = ((first["x_label"], limits_of(curves["x"], log=log, pad=0.0)), ("power", (0.0, 1.02)))
    below = key_height(list(styles), inches)
    figure, axes = plane(inches, 0.6 * min(inches, 4.5), *sides, below=below, x_log=log)
    gridded(axes, "both")
    axes.axhline(WANTED, color=FAINT, lw=THIN, ls=(0, (4, 2)))
    for name, look in styles.items():
        curve, mark = (part.filter(pl.col("label") == name) for part in (curves, marks.drop_nulls("power")))
        axes.plot(curve["x"], curve["power"], color=look.colour, ls=look.dash, lw=1.3, label="curve")
        axes.plot(mark["x"], mark["power"], look.marker, color=look.colour, markersize=4.5, label="mark", clip_on=False)
    keyed(figure, styles)
    foot(figure, first["foot"])
    return figure


def power_curve_alt(numbers: pl.DataFrame) -> str:
    """Say in words what the power curves show."""
    first = numbers.row(0, named=True)
    (marks,) = items(numbers, "mark")
    said = []
    for row in marks.head(5).to_dicts():
        if row["power"] is None:
            said.append(f"{row['label']}: unknown power")
        elif first["axis"] == "n":
            said.append(f"{row['label']}: {row['x']:.0f} runs for power {row['power']:.2f}")
        else:
            said.append(f"{row['label']}: power {row['power']:.2f} at {row['x']:.3g}")
    if not said:
        said = ["No curve reaches a power of 0.8"]
    more = f"; and {counted(marks.height - 5, 'more curve')}" if marks.height > 5 else ""
    return f"Power of a test against {first['x_label']}, {first['foot']}. {'; '.join(said)}{more}."


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
        found = grid.group_by("errors", "n", maintain_order=True).agg(found=limits)
        low, high = (pl.col("found").struct.field(f"ci_{end}") for end in ("low", "high"))
        parts.append(found.select(rate, "errors", "n", algorithm=nobody, interval=pl.lit(name), low=low, high=high))
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
    level = f"{100 * (1 - first['alpha']):g} % intervals"
    below = key_height(list(styles), inches)
    if first["algorithm"] is None:
        offsets = numbers.select(down=pl.col("low") - pl.col("rate"), up=pl.col("high") - pl.col("rate"))
        ends = limits_of([*offsets["down"], *offsets["up"]], pad=0.06)
        sides = (("observed error rate", (0.0, 1.0)), ("limit − observed rate", ends))
        figure, axes = plane(inches, 0.6 * min(inches, 4.5), *sides, below=below)
        gridded(axes, "both")
        axes.axhline(0.0, color=FAINT, lw=THIN)
        for name, look in styles.items():
            mine = numbers.filter(pl.col("interval") == name)
            for limit in ("low", "high"):
                offset = (mine[limit] - mine["rate"]).to_numpy()
                axes.plot(mine["rate"], offset, color=look.colour, ls=look.dash, lw=1.3, label=f"{name} {limit}")
        foot(figure, f"n = {first['n']} instances, {level}")
    else:
        figure, axes = _interval_rows(numbers, inches, below, styles)
        foot(figure, f"{first['dataset']}, n = {size_text(numbers)} instances, {level}")
    keyed(figure, styles)
    return figure


def interval_comparison_alt(numbers: pl.DataFrame) -> str:
    """Say in words what the comparison of intervals shows."""
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
    """Tell curves apart by colour, dash and mark, in the order of their names."""
    colours = PALETTE[:-1]
    return {
        name: Look(colour=colours[k % len(colours)], marker=MARKERS[k % MOST_CURVES], dash=DASHES[k % len(DASHES)])
        for k, name in enumerate(names)
    }


def _power_over_runs(
    difference: Numbers, sd: Numbers, alpha: float, alternative: Alternative, variant: PowerVariant
) -> pl.DataFrame:
    sizes, spreads = checked_numbers(difference, "difference"), checked_numbers(sd, "sd", least=0.0, strict=True)
    cases = [(float(size), float(spread)) for size in sizes for spread in spreads][:MOST_CURVES]
    start = 2 if variant == "t" else 1
    options: dict[str, Any] = {"alpha": alpha, "alternative": alternative, "variant": variant}
    needed = [_runs_for(size, spread, start, options) for size, spread in cases]
    last = max(10, *(min(MOST_RUNS, 3 * (runs or 0)) for runs in needed))
    grid = np.unique(np.geomspace(start, last, CURVE).round().astype(int))
    parts = []
    for (size, spread), runs in zip(cases, needed, strict=True):
        label = f"difference {size:g}" + (f", sd {spread:g}" if len(spreads) > 1 else "")
        curve = type2_power(difference=size, sd=spread, n=grid.tolist(), **options)
        parts.append(_part("curve", label, curve["n"].cast(pl.Float64), curve["power"]))
        if runs is not None:
            at = type2_power(difference=size, sd=spread, n=runs, **options)
            parts.append(_part("mark", label, at["n"].cast(pl.Float64), at["power"]))
    spread_text = f"sd {float(spreads[0]):g}, " if len(spreads) == 1 else ""
    return _described(parts, "n", "number of runs", f"{spread_text}level {alpha:g}, {alternative}")


def _runs_for(size: float, spread: float, start: int, options: dict[str, Any]) -> int | None:
    from benchreport.stats.planning.sizes import sample_size_power

    found = sample_size_power(difference=size, sd=spread, power=WANTED, **options).get_column("n")[0]
    return None if found is None or found > MOST_RUNS else max(start, int(found))


def _power_over_difference(
    sd: Numbers, n: Numbers, alpha: float, alternative: Alternative, variant: PowerVariant
) -> pl.DataFrame:
    spreads, runs = checked_numbers(sd, "sd", least=0.0, strict=True), whole_numbers(n, "n", least=2)
    cases = [(float(spread), int(count)) for spread in spreads for count in runs][:MOST_CURVES]
    shifts = {count: float(needed_shift(np.array([float(count)]), 0.995, alpha, alternative)[0]) for _, count in cases}
    far = max(shifts[count] * spread / math.sqrt(count) for spread, count in cases)
    sign = -1.0 if alternative == "less" else 1.0
    grid = sign * np.linspace(0.0, far, CURVE)
    options: dict[str, Any] = {"alpha": alpha, "alternative": alternative, "variant": variant}
    parts = []
    for spread, count in cases:
        label = f"n = {count}" + (f", sd {spread:g}" if len(spreads) > 1 else "")
        curve = type2_power(difference=grid.tolist(), sd=spread, n=count, **options)
        parts.append(_part("curve", label, curve["difference"], curve["power"]))
        shift = float(needed_shift(np.array([float(count)]), WANTED, alpha, alternative)[0])
        at = type2_power(difference=sign * shift * spread / math.sqrt(count), sd=spread, n=count, **options)
        parts.append(_part("mark", label, at["difference"], at["power"]))
    spread_text = f"sd {float(spreads[0]):g}, " if len(spreads) == 1 else ""
    return _described(parts, "difference", "true difference", f"{spread_text}level {alpha:g}, {alternative}")


def _observed_power(
    table: Any, choice: tuple[str | None, str | None, str | None], alpha: float, alternative: Alternative
) -> pl.DataFrame:
    metric, dataset, control = choice
    scores, groups = of_dataset(one_metric(table, metric), dataset)
    name = metric_of(scores)
    middle, others = rivals(scores, control, name)
    by = [*groups, "metric"]
    rows = detectable_difference(
        scores, by=by, control=middle, power=WANTED, alpha=alpha, alternative=alternative, missing="available"
    ).with_columns(pl.col("a").cast(pl.String))
    side: Alternative = "two-sided" if alternative == "two-sided" else "greater"
    known = [
        row
        for other in others
        for row in rows.filter((pl.col("a") == other) & pl.col("detectable").is_not_null()).to_dicts()
    ][:MOST_CURVES]
    size = f"n = {size_text(rows)}"
    where = f"{scores.get_column('dataset')[0]}, {size} runs" if groups else f"{size} datasets"
    shown = f"{len(known)} of {len(others)} pairs, " if len(known) < len(others) else ""
    label = f"true difference in {name} to {middle}"
    if not known:
        nothing = _part("curve", "no spread to plan with", pl.Series([0.0, 1.0]), pl.Series([None, None]))
        return _described([nothing], "difference", label, f"{where}, level {alpha:g}")
    parts = []
    far = 1.6 * max(row["detectable"] for row in known)
    for row in known:
        n = float(row["n"])
        error = row["detectable"] / float(needed_shift(np.array([n]), WANTED, alpha, alternative)[0])
        for item, sizes in (("curve", np.linspace(0.0, far, CURVE)), ("mark", np.array([row["detectable"]]))):
            power = power_and_error(sizes / error, np.full(len(sizes), n), np.full(len(sizes), alpha), side, "t")[0]
            parts.append(_part(item, row["a"], pl.Series(sizes), pl.Series(power)))
    return _described(parts, "difference", label, f"{shown}{where}, level {alpha:g}, marks: power {WANTED:g}")


def _part(item: str, label: str, x: pl.Series, power: pl.Series) -> pl.DataFrame:
    columns = {"item": item, "label": label, "x": x.cast(pl.Float64), "power": power.cast(pl.Float64)}
    schema = {"item": pl.String, "label": pl.String}
    return pl.DataFrame(columns, schema_overrides=schema).with_columns(pl.col("x", "power").fill_nan(None))


def _described(parts: list[pl.DataFrame], axis: str, label: str, text: str) -> pl.DataFrame:
    return pl.concat(parts).with_columns(axis=pl.lit(axis), x_label=pl.lit(label), foot=pl.lit(text))


def _intervals_of_table(table: Any, dataset: str | None, alpha: float) -> pl.DataFrame:
    parts = []
    for name, (_, test) in INTERVALS.items():
        rows = test(table, alpha=alpha)
        parts.append(
            rows.select(
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
        )
    return one_dataset(pl.concat(parts), dataset).drop_nulls("rate").sort("rate", "algorithm")


def _interval_rows(numbers: pl.DataFrame, inches: float, below: float, styles: dict[str, Look]) -> tuple[Figure, Axes]:
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    figure, axes = row_sheet(names, inches, below=below, pitch=0.26 if len(names) <= 30 else 0.2)
    place = {name: row for row, name in enumerate(names)}
    for k, (kind, look) in enumerate(styles.items()):
        mine = numbers.filter(pl.col("interval") == kind)
        rows = np.array([place[name] for name in mine["algorithm"]]) + (k - 1) * 0.22
        line: dict[str, Any] = {"color": look.colour, "lw": 1.3, "linestyles": look.dash}
        axes.hlines(rows, mine["low"], mine["high"], label=f"{kind} interval", **line)
        axes.plot(mine["rate"], rows, look.marker, color=look.colour, markersize=2.6, label="rate")
    ends = limits_of([*numbers["low"], *numbers["high"]], pad=0.04)
    gridded(axes, "x")
    ruled(axes, "x", (max(ends[0], -0.01), min(ends[1], 1.01)))
    axis_title(axes, "x", metric_label("error rate", "lower"))
    if not names:
        write(axes, 0.5, 0.5, "no rate is known", color=MUTED, transform=axes.transAxes)
    return figure, axes


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
