"""Which combination of two factors is best, and where should the next run go? In pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import FOOT_HIGH, axis_title, foot, limits_of, number_texts, ruled
from benchreport.figures.layout.choose import better_sign, metric_facts, one_metric
from benchreport.figures.layout.levels import (
    NAMED,
    best_cell,
    in_order,
    level_names,
    levels_of,
    means_of,
    two_factors,
    write_levels,
)
from benchreport.figures.layout.page import (
    EDGE,
    MANY_MARKS,
    TICK_PAD,
    Look,
    Width,
    metric_label,
    name_ticks,
    sheet,
    widest,
    width_of,
)
from benchreport.figures.layout.plane import Floats, key_height, keyed, plane
from benchreport.figures.layout.rows_and_panels import TALLEST
from benchreport.figures.layout.values import items, size_text
from benchreport.figures.style import HIGHLIGHT, INK, fitted, write
from benchreport.remarks import words_of
from benchreport.stats.planning.surface import response_surface
from benchreport.tables.groups import By
from benchreport.threads import product

FINE = 81  # points of a fitted surface along a side
COLOURS = "cividis"  # even in grey, and to the colour-blind
CELL_TEXT = 0.3  # least width of a cell with its number in it, inches
MARKS = {  # of a surface: names in the legend, looks and sizes
    "run": ("run", Look(colour=INK, marker="o", dash="-"), 3.6),
    "best": ("best run", Look(colour=INK, marker="s", dash="-"), 5.5),
    "next": ("run next", Look(colour=HIGHLIGHT, marker="D", dash="-"), 6.0),
}


def grid_data(table: Any, *, factors: By = None, metric: str | None = None) -> pl.DataFrame:
    """Return the mean result of every cell of a grid of two factors; parameters as in :func:`interaction_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = grid_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("factor_x", "factor_y").row(0), numbers.height
    (('dataset', 'algorithm'), 56)
    """
    scores = one_metric(table, metric)
    names = two_factors(scores, factors)
    means = means_of(scores, names).rename({names[0]: "x", names[1]: "line"}).pipe(in_order, scores, names)
    return means.rename({"line": "y", "factor_line": "factor_y"})


def grid(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw a grid of means in colours, bright is better, with the numbers where they fit and the best cell framed.

    Examples
    --------
    >>> import benchreport as br
    >>> grid(grid_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    across, down = levels_of(numbers, "x"), levels_of(numbers, "y")
    values = _matrix(numbers, across, down)
    inches = width_of(width)
    ends = limits_of(numbers["mean"], pad=0.0)
    beside = 0.24 + _bar_wide(ends)
    pitch = min(0.22 if len(down) <= 20 else 0.165, (TALLEST - 1.4) / len(down))
    rows = fitted(down, 0.3 * inches) if pitch >= NAMED else []
    left = max(EDGE + 0.17 + widest(rows) + TICK_PAD, 0.4)
    wide = inches - left - beside - EDGE - 0.1
    columns, depth = level_names(across, wide)
    bottom = (depth + 0.08 if columns else 0.06) + 0.2 + FOOT_HIGH
    high = max(pitch * len(down), 0.6)
    figure, axes = sheet(inches, high + EDGE + bottom, left=left, right=beside + EDGE + 0.1, bottom=bottom)
    edges = [np.arange(len(levels) + 1) - 0.5 for levels in (across, down)]
    scale: dict[str, Any] = {"cmap": _colours(first["better"]), "vmin": ends[0], "vmax": ends[1]}
    image = axes.pcolormesh(*edges, np.ma.masked_invalid(values), rasterized=values.size > MANY_MARKS, **scale)
    axes.set(xlim=(-0.5, len(across) - 0.5), ylim=(len(down) - 0.5, -0.5))
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    axes.set_xticks([])
    axes.set_yticks([])
    if rows:
        name_ticks(axes, rows)
    write_levels(axes, columns)
    _draw_cells(axes, values, ends, wide / len(across), pitch, better=first["better"])
    axis_title(axes, "x", first["factor_x"], drop=bottom - FOOT_HIGH - 0.16)
    axis_title(axes, "y", first["factor_y"])
    if numbers["mean"].n_unique() > 1:
        _frame_best(axes, numbers, across, down)
        _draw_bar(figure, axes, image, ends)
    foot(figure, f"{metric_label('mean ' + first['metric'], first['direction'])}, n = {size_text(numbers)}")
    return figure


def grid_alt(numbers: pl.DataFrame) -> str:
    """Say in words what a grid shows."""
    first = numbers.row(0, named=True)
    best = best_cell(numbers)
    worst = best_cell(numbers, worst=True)
    x, y = first["factor_x"], first["factor_y"]
    empty = numbers["x"].n_unique() * numbers["y"].n_unique() - numbers.drop_nulls("mean").height
    gaps = "" if not empty else " One cell is empty." if empty == 1 else f" {empty} cells are empty."
    return (
        f"Mean {first['metric']} over a grid of {numbers['x'].n_unique()} levels of {x} and {numbers['y'].n_unique()} "
        f"levels of {y}, n = {size_text(numbers)} per cell. Best: {best['mean']:.4g}{_where(best, x, y)}. Worst: "
        f"{worst['mean']:.4g}{_where(worst, x, y)}.{gaps}"
    )


def _where(cell: dict[str, Any], x: str, y: str) -> str:
    return f" in {cell['n_equal']} cells" if cell["n_equal"] > 1 else f" at {x} {cell['x']}, {y} {cell['y']}"


def surface_data(table: Any, *, factors: By = None, metric: str | None = None) -> pl.DataFrame:
    """Return a quadratic surface fitted over two numeric factors: ``item`` "fit", "run", "next" and "best".

    Further numeric factors are held at their level of the next point.

    Parameters
    ----------
    table
        Scores of one algorithm, with columns for the factors.
    factors
        Numeric factors, the first two of which are drawn. Unless named, the columns that tell rows apart.
    metric
        Which of several metrics.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = [("svm", x, y, 0.9 - (x - 1) ** 2 - (y - 2) ** 2) for x in (0, 1, 2) for y in (1, 2, 4)]
    >>> table = pl.DataFrame(rows, schema=["model", "log_c", "log_gamma", "accuracy"], orient="row")
    >>> numbers = surface_data(br.scores(table, factors=["log_c", "log_gamma"]))
    >>> numbers.filter(pl.col("item") == "next").select(pl.col("x", "y").round(6)).row(0)
    (1.0, 2.0)
    """
    scores = one_metric(table, metric)
    found = response_surface(scores, factors=factors)
    names = found.get_column("factor").to_list()
    if len(names) < 2:
        raise OptionError("a surface needs two numeric factors", hint="factors=['depth', 'rate']")
    status, remarks = found.select("status", "remarks").row(0)
    means = means_of(scores, names)
    places = means.select(names).cast(pl.Float64).to_numpy()
    following, best = (found.get_column(name).to_list() for name in ("next_point", "best_run"))
    runs = {"item": "run", "x": places[:, 0], "y": places[:, 1], "value": means["mean"], "n": means["n"]}
    parts = [pl.DataFrame(runs, schema_overrides={"item": pl.String})]
    if status in ("ok", "approximate"):
        parts.insert(0, _fitted_surface(places, means["mean"].to_numpy(), following))
        parts.append(_marked("next", following, found["fitted_next"][0]))
    if best[0] is not None:
        parts.append(_marked("best", best, None))
    return pl.concat(parts, how="diagonal").with_columns(
        factor_x=pl.lit(names[0]),
        factor_y=pl.lit(names[1]),
        **metric_facts(scores),
        r_squared=pl.lit(found["r_squared"][0], dtype=pl.Float64),
        shape=pl.lit(found["shape"][0], dtype=pl.String),
        trouble=pl.lit(words_of(remarks) if remarks else None, dtype=pl.String),
    )


def surface(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw the contours of a fitted surface, bright is better, the runs, and where to run next.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = [("svm", x, y, 0.9 - (x - 1) ** 2 - (y - 2) ** 2) for x in (0, 1, 2) for y in (1, 2, 4)]
    >>> table = pl.DataFrame(rows, schema=["model", "log_c", "log_gamma", "accuracy"], orient="row")
    >>> surface(surface_data(br.scores(table, factors=["log_c", "log_gamma"])))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    inches = width_of(width)
    fit, *points = items(numbers, "fit", *MARKS)
    runs = points[0]
    styles = {name: look for part, (name, look, _) in zip(points, MARKS.values(), strict=True) if part.height}
    ends = limits_of(fit["value"], pad=0.0)
    right = (0.3 + _bar_wide(ends) if fit.height else 0.2) + EDGE
    x_side, y_side = ((first[f"factor_{side}"], limits_of(runs[side], pad=0.05)) for side in "xy")
    below = key_height(list(styles), inches)
    figure, axes = plane(inches, 0.66 * min(inches, 4.5), x_side, y_side, below=below, right=right)
    if fit.height and ends[1] > ends[0]:
        x, y = (np.unique(fit[side].to_numpy()) for side in "xy")
        height, levels = fit.sort("y", "x")["value"].to_numpy().reshape(len(y), len(x)), np.linspace(*ends, 13)
        image = axes.contourf(x, y, height, levels=levels, cmap=_colours(better_sign(first["direction"])))
        axes.contour(x, y, height, levels=levels, colors="white", linewidths=0.3)
        _draw_bar(figure, axes, image, ends)
    white: dict[str, Any] = {"mec": "white", "mew": 0.7, "ls": "none", "clip_on": False, "zorder": 5}
    for part, (item, (_, look, wide)) in zip(points, MARKS.items(), strict=True):
        axes.plot(part["x"], part["y"], look.marker, color=look.colour, markersize=wide, label=item, **white)
    keyed(figure, styles, lw=0.0)
    share = "" if first["r_squared"] is None else f", R² = {first['r_squared']:.2f}"
    size = f"n = {runs.height} combinations"
    trouble = "" if fit.height else f"no surface: {first['trouble'] or 'too few combinations'}"
    foot(figure, trouble or f"{metric_label(first['metric'], first['direction'])}, {size}{share}")
    return figure


def surface_alt(numbers: pl.DataFrame) -> str:
    """Say in words what a fitted surface shows."""
    first = numbers.row(0, named=True)
    runs, following = items(numbers, "run", "next")
    opening = f"{first['metric']} at {runs.height} combinations of {first['factor_x']} and {first['factor_y']}"
    if not following.height:
        return f"{opening}. No surface could be fitted: {first['trouble'] or 'too few combinations'}."
    point = following.row(0, named=True)
    return (
        f"{opening}, with the contours of a fitted quadratic surface (R squared {first['r_squared']:.2f}). It has "
        f"{'an' if first['shape'] == 'interior optimum' else ''} {first['shape']}; the next run should go to "
        f"{first['factor_x']} {point['x']:.4g} and {first['factor_y']} {point['y']:.4g}, where {point['value']:.4g} is "
        "promised."
    ).replace("  ", " ")


def _matrix(numbers: pl.DataFrame, across: list[str], down: list[str]) -> Floats:
    values: Floats = np.full((len(down), len(across)), np.nan)
    column, row = ({level: k for k, level in enumerate(levels)} for levels in (across, down))
    for x, y, mean in numbers.drop_nulls("mean").select("x", "y", "mean").rows():
        values[row[y], column[x]] = mean
    return values


def _bar_wide(ends: tuple[float, float]) -> float:
    """Measure the numbers beside the scale of the colours."""
    return widest(number_texts([round(end, 4) for end in (ends[0], (ends[0] + ends[1]) / 2, ends[1])]))


def _colours(better: float) -> str:
    return COLOURS if better > 0 else f"{COLOURS}_r"


def _draw_bar(figure: Figure, axes: Axes, image: Any, ends: tuple[float, float]) -> None:
    """Draw the scale of the colours beside the axes."""
    width = float(figure.get_size_inches()[0])
    box = axes.get_position()
    side = figure.add_axes((box.x1 + 0.08 / width, box.y0, 0.1 / width, box.height), label="scale")
    steps = np.linspace(*ends, 129) if ends[1] > ends[0] else np.array([ends[0], ends[0] + 1.0])
    side.pcolormesh([0.0, 1.0], steps, ((steps[:-1] + steps[1:]) / 2)[:, None], cmap=image.get_cmap(), rasterized=True)
    side.set_xticks([])
    side.spines[:].set_visible(False)
    side.yaxis.tick_right()
    ruled(side, "y", (float(steps[0]), float(steps[-1])), slack=0.03)
    side.tick_params(length=2)


def _draw_cells(
    axes: Axes, values: Floats, ends: tuple[float, float], wide: float, high: float, *, better: float
) -> None:
    """Write the means into the cells, where cells are large enough; light on dark."""
    if wide < CELL_TEXT or high < NAMED + 0.02 or values.size > 150:
        return
    span = (ends[1] - ends[0]) or 1.0
    decimals = max(0, min(4, 2 - int(np.floor(np.log10(span)))))
    texts = {(row, column): f"{values[row, column]:.{decimals}f}" for row, column in np.argwhere(~np.isnan(values))}
    if widest(texts.values()) + 0.04 > wide:
        return
    for (row, column), text in texts.items():
        share = (values[row, column] - ends[0]) / span
        ink = INK if (share if better > 0 else 1 - share) > 0.5 else "white"
        write(axes, float(column), float(row), text, color=ink, ha="center", va="center_baseline", label="cell")


def _frame_best(axes: Axes, numbers: pl.DataFrame, across: list[str], down: list[str]) -> None:
    best = best_cell(numbers)
    x, y = across.index(best["x"]), down.index(best["y"])
    across_to, down_to = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)]).T
    axes.plot(x + across_to, y + down_to, color=HIGHLIGHT, lw=1.4, clip_on=False, label="best", zorder=5)


def _fitted_surface(places: Floats, values: Floats, held: list[float]) -> pl.DataFrame:
    """Fit a quadratic surface by least squares and give it over the range of the first two factors."""
    low, high = places.min(axis=0), places.max(axis=0)
    middle, half = (low + high) / 2, np.where(high > low, (high - low) / 2, 1.0)
    weights = np.linalg.lstsq(_terms((places - middle) / half), values, rcond=None)[0]
    x, y = (np.linspace(low[k], high[k], FINE) for k in range(2))
    fine = np.tile(np.array(held, dtype=np.float64), (FINE * FINE, 1))
    fine[:, 0], fine[:, 1] = (side.ravel() for side in np.meshgrid(x, y))
    heights = product(_terms((fine - middle) / half), weights)
    surface = {"item": "fit", "x": fine[:, 0], "y": fine[:, 1], "value": heights}
    return pl.DataFrame(surface, schema_overrides={"item": pl.String})


def _terms(coded: Floats) -> Floats:
    count = coded.shape[1]
    products = [coded[:, i] * coded[:, j] for i in range(count) for j in range(i, count)]
    return np.column_stack([np.ones(len(coded)), coded, *products])


def _marked(item: str, place: list[float], value: float | None) -> pl.DataFrame:
    row = {"item": item, "x": place[0], "y": place[1], "value": value}
    return pl.DataFrame([row], schema={"item": pl.String, "x": pl.Float64, "y": pl.Float64, "value": pl.Float64})


GRID = Kind(id="grid", title="Grid of two factors", question="Which combination of two factors is best?")

SURFACE = Kind(id="surface", title="Response surface", question="Where should the next run go?")
