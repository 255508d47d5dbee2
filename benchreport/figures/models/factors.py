"""Results over factors: interactions, main effects, grids of two factors, fitted response surfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, refuse_unknown
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import Ends, Floats, axis_title, limits_of, metric_label, number_texts, ruled
from benchreport.figures.layout.looks import FEW, Look, looks, looks_of_ends
from benchreport.figures.layout.notes import FOOT_HIGH, foot
from benchreport.figures.layout.page import EDGE, LINE, MANY, TALLEST, Width, room_of, sheet, size_of, widest, width_of
from benchreport.figures.layout.sheets import CROWDED, Frame, name_rows, plane, row_sheet
from benchreport.figures.selection import better_sign, direction_of, metric_facts, one_metric
from benchreport.figures.style import BLUE, FAINT, GRID_LINE, HIGHLIGHT, INK, THIN, fitted, write
from benchreport.figures.values import items
from benchreport.figures.words import names_in_words, size_text
from benchreport.naming import best_of, enumerated
from benchreport.numerals import p_statement
from benchreport.remarks import words_of
from benchreport.stats.planning.factors import controlled_factors, interactions
from benchreport.stats.planning.factors import main_effects as effects_of
from benchreport.stats.planning.surface import response_surface
from benchreport.tables.groups import By, listed
from benchreport.tables.schema import RUN_KEYS
from benchreport.threads import product

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_LEVELS = 15  # of more levels of a factor, the best and the worst are shown
FINE = 81  # points of a fitted surface along a side
COLOURS = "cividis"  # even in grey, and to the colour-blind
CELL_TEXT = 0.3  # least width of a cell with its number in it, inches
MARKS = {  # of a surface: names in the legend, looks and sizes
    "run": ("run", Look(colour=INK, marker="o", dash="-"), 3.6),
    "best": ("best run", Look(colour=INK, marker="s", dash="-"), 5.5),
    "next": ("run next", Look(colour=HIGHLIGHT, marker="D", dash="-"), 6.0),
}


def interaction_data(table: Any, *, factors: By = None, metric: str | None = None) -> pl.DataFrame:
    """Return the mean result of every combination of two factors, a row each.

    Parameters
    ----------
    table
        Scores, with columns for the factors.
    factors
        Two: levels of the first lie along the axis, of the second in lines. Unless named, those that the table shows;
        failing that, dataset and algorithm.
    metric
        Which of several metrics.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = interaction_data(br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy"))
    >>> numbers.select("factor_x", "factor_line").row(0), numbers.height
    (('dataset', 'algorithm'), 24)
    """
    scores = one_metric(table, metric)
    names = _two_factors(scores, factors)
    tests = interactions(scores, factors=names).get_column("p_value").to_list() if "dataset" not in names else []
    p_value = pl.lit(tests[0] if tests else None, dtype=pl.Float64)
    return _level_means(scores, names, p_value=p_value)


def interaction(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw a line of means per level of one factor over the levels of the other; parallel lines do not interact.

    Of more than eight lines the best and the worst stand out.

    Examples
    --------
    >>> import benchreport as br
    >>> interaction(interaction_data(br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    levels = _levels_of(numbers, "x")
    lines = _levels_of(numbers, "line")
    inches = width_of(width)
    styles = _line_looks(numbers, lines)
    numeric = bool(numbers["x_value"].is_not_null().all()) and len(levels) > 1
    high = 0.62 * min(inches, 4.5)
    span = limits_of(numbers["x_value"], pad=0.04) if numeric else (-0.4, len(levels) - 0.6)
    names, depth = ([], 0.0) if numeric else _level_names(levels, inches - 0.9)
    drop = 0.0 if numeric else max(0.0, depth - LINE)
    rest = f", {len(lines)} in all" if len(lines) > FEW else ""
    frame = Frame(
        x=(first["factor_x"], span),
        y=(metric_label(f"mean {first['metric']}", first["direction"]), limits_of(numbers["mean"], pad=0.06)),
        note=f"lines: {first['factor_line']}{rest}; n = {size_text(numbers)} per mean",
        grid="y",
        key=styles,
    )
    figure, axes = plane(inches, high, frame, x_drop=drop)
    place = {level: k for k, level in enumerate(levels)}
    for line in lines:
        part = numbers.filter(pl.col("line") == line)
        x = part["x_value"].to_list() if numeric else [place[level] for level in part["x"]]
        look = styles.get(line)
        style: dict[str, Any] = {"color": "#BFBFBF", "lw": THIN, "zorder": 1}
        if look is not None:
            marker = look.marker if len(levels) <= 30 else ""
            style = {"color": look.colour, "ls": look.dash, "marker": marker, "markersize": 3, "lw": 1.2}
        axes.plot(x, part["mean"], label="line", rasterized=look is None and len(lines) > 50, **style)
    if not numeric:
        _write_levels(axes, names)
    return figure


def interaction_alt(numbers: pl.DataFrame) -> str:
    """Return in words what an interaction plot shows."""
    first = numbers.row(0, named=True)
    best = _best_cell(numbers)
    where = f" at {first['factor_x']} {best['x']} and {first['factor_line']} {best['line']}"
    where = where if best["n_equal"] == 1 else f", shared by {best['n_equal']} combinations"
    ordered = numbers.sort(pl.col("mean") * pl.col("better"), descending=True)
    winners = ordered.unique("x", keep="first", maintain_order=True).get_column("line").n_unique()
    sentences = [
        f"Mean {first['metric']} over {numbers['x'].n_unique()} levels of {first['factor_x']}, one line for each of "
        f"{numbers['line'].n_unique()} levels of {first['factor_line']}, n = {size_text(numbers)} per mean.",
        f"The best mean is {best['mean']:.4g}{where}.",
        "The same line leads everywhere." if winners == 1 else f"{winners} different lines lead at some level.",
    ]
    if first["p_value"] is not None:
        sentences.append(f"The F test of the interaction has p {p_statement(first['p_value'])}.")
    return " ".join(sentences)


def main_effects_data(table: Any, *, factors: By = None, metric: str | None = None) -> pl.DataFrame:
    """Return the mean result at every level of every factor, averaged over all others.

    Parameters
    ----------
    table
        Scores, with columns for the factors.
    factors
        The factors; unless named, the algorithm and whatever other columns tell its rows apart.
    metric
        Which of several metrics.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = main_effects_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("factor", "level", pl.col("mean").round(4)).row(0)
    ('algorithm', 'C4.5+m+cf', 0.8272)
    """
    scores = one_metric(table, metric)
    names = listed(factors) or controlled_factors(scores, ["metric"])
    _check_factors(scores, names)
    tests = effects_of(scores, factors=names) if "dataset" not in names else None
    parts = []
    for name in names:
        p_value = None if tests is None else tests.filter(pl.col("term") == name).get_column("p_value").to_list()
        parts.append(
            _level_means(scores, [name]).select(
                pl.lit(name).alias("factor"),
                pl.col("x").alias("level"),
                *("mean", "n", "metric", "direction", "better"),
                overall=pl.lit(scores.get_column("value").sort().mean(), dtype=pl.Float64),
                p_value=pl.lit(p_value[0] if p_value else None, dtype=pl.Float64),
            )
        )
    return pl.concat(parts)


def main_effects(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw the mean of every level of every factor on one scale; the dashed line is the mean of all.

    Examples
    --------
    >>> import benchreport as br
    >>> main_effects(main_effects_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    rows: list[tuple[str, float | None]] = []
    heads = []
    for part in numbers.partition_by("factor", maintain_order=True):
        heads.append(len(rows))
        rows.append((part["factor"][0], None))
        rows += _shortened_levels(part)
    names = [f"{name}:" if k in heads else name for k, (name, _) in enumerate(rows)]
    overall, title = first["overall"], metric_label(f"mean {first['metric']}", first["direction"])
    ends, note = limits_of([overall, *numbers["mean"]], pad=0.06), f"n = {size_text(numbers)} per mean"
    figure, axes = row_sheet(names, width_of(width), Frame(x=(title, ends), note=f"{note}; dashed: mean of all"))
    for k, text in enumerate(axes.texts):
        text.set_color(BLUE if k in heads else INK)
    axes.axvline(overall, color=FAINT, lw=THIN, ls=(0, (4, 2)), label="overall")
    for head, stop in zip(heads, [*heads[1:], len(rows)], strict=True):
        axes.axhline(head, color=GRID_LINE, lw=0.5, zorder=0)
        means = [float("nan") if mean is None else mean for _, mean in rows[head + 1 : stop]]
        axes.plot(means, range(head + 1, stop), "-o", color=BLUE, markersize=4, lw=THIN, label="levels")
    return figure


def main_effects_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the means of the levels show."""
    first = numbers.row(0, named=True)
    names = numbers.get_column("factor").unique(maintain_order=True).to_list()
    sentences = [
        f"Mean {first['metric']} at the levels of {names_in_words(names)}, "
        f"{first['direction'] or 'no way'} is better; n = {size_text(numbers)} per mean."
    ]
    for part in numbers.drop_nulls("mean").partition_by("factor", maintain_order=True)[:4]:
        row = part.row(0, named=True)
        means = {str(level): mean for level, mean in part.sort("level").select("level", "mean").rows()}
        lower = row["better"] == -1
        best, worst = best_of(means, lower=lower), best_of(means, lower=not lower)
        p = "" if row["p_value"] is None else f", p {p_statement(row['p_value'])}"
        sentences.append(
            f"{row['factor']}: best at {enumerated(best)} ({means[best[0]]:.4g}), worst at {enumerated(worst)} "
            f"({means[worst[0]]:.4g}){p}."
        )
    return " ".join(sentences)


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
    return _level_means(scores, _two_factors(scores, factors)).rename({"line": "y", "factor_line": "factor_y"})


def grid(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw a grid of means in colours, bright is better, with the numbers where they fit and the best cell framed.

    Examples
    --------
    >>> import benchreport as br
    >>> grid(grid_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    first = numbers.row(0, named=True)
    across, down = _levels_of(numbers, "x"), _levels_of(numbers, "y")
    values = _matrix(numbers, across, down)
    inches = width_of(width)
    ends = limits_of(numbers["mean"], pad=0.0)
    beside = 0.24 + _bar_wide(ends)
    pitch = min(0.22 if len(down) <= 20 else 0.165, (TALLEST - 1.4) / len(down))
    rows = fitted(down, 0.3 * inches) if pitch >= CROWDED else []
    left = max(room_of(rows, 0.17), 0.4)
    wide = inches - left - beside - EDGE - 0.1
    columns, depth = _level_names(across, wide)
    bottom = (depth + 0.08 if columns else 0.06) + 0.2 + FOOT_HIGH
    high = max(pitch * len(down), 0.6)
    figure, axes = sheet(inches, high + EDGE + bottom, left=left, right=beside + EDGE + 0.1, bottom=bottom)
    edges = [np.arange(len(levels) + 1) - 0.5 for levels in (across, down)]
    scale: dict[str, Any] = {"cmap": _colours(first["better"]), "vmin": ends[0], "vmax": ends[1]}
    image = axes.pcolormesh(*edges, np.ma.masked_invalid(values), rasterized=values.size > MANY, **scale)
    axes.set(xlim=(-0.5, len(across) - 0.5))
    axes.spines[:].set_visible(False)
    name_rows(axes, len(down), rows)
    axes.tick_params(left=True, length=0)
    _write_levels(axes, columns)
    _draw_cells(axes, values, ends, wide / len(across), pitch, better=first["better"])
    axis_title(axes, "x", first["factor_x"], drop=bottom - FOOT_HIGH - 0.16 - 0.24)
    axis_title(axes, "y", first["factor_y"])
    if numbers["mean"].n_unique() > 1:
        _frame_best(axes, numbers, across, down)
        _draw_bar(figure, axes, image, ends)
    foot(figure, f"{metric_label('mean ' + first['metric'], first['direction'])}, n = {size_text(numbers)}")
    return figure


def grid_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a grid shows."""
    first = numbers.row(0, named=True)
    best, worst = _best_cell(numbers), _best_cell(numbers, worst=True)
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
    >>> rows = [("svm", x, y, 0.9 - 0.1 * (x - 1) ** 2 - 0.1 * (y - 2) ** 2) for x in (0, 1, 2) for y in (1, 2, 4)]
    >>> table = pl.DataFrame(rows, schema=["model", "log_c", "log_gamma", "accuracy"], orient="row")
    >>> numbers = surface_data(br.scores(table, factors=["log_c", "log_gamma"]))
    >>> numbers.filter(pl.col("item") == "next").select(pl.col("x", "y").round(6)).row(0)
    (1.0, 2.0)
    """
    scores = one_metric(table, metric)
    rows = response_surface(scores, factors=factors)
    names, following, best = (rows.get_column(name).to_list() for name in ("factor", "next_point", "best_run"))
    if len(names) < 2:
        raise OptionError("a surface needs two numeric factors", hint="factors=['depth', 'rate']")
    fit = rows.row(0, named=True)
    means = _means_of(scores, names)
    places = means.select(names).cast(pl.Float64).to_numpy()
    runs = {"item": "run", "x": places[:, 0], "y": places[:, 1], "value": means["mean"], "n": means["n"]}
    parts = [pl.DataFrame(runs, schema_overrides={"item": pl.String})]
    if fit["status"] in ("ok", "approximate"):
        parts.insert(0, _fitted_surface(places, means["mean"].to_numpy(), following))
        parts.append(_marked("next", following, fit["fitted_next"]))
    if best[0] is not None:
        parts.append(_marked("best", best, None))
    return pl.concat(parts, how="diagonal").with_columns(
        factor_x=pl.lit(names[0]),
        factor_y=pl.lit(names[1]),
        **metric_facts(scores),
        r_squared=pl.lit(fit["r_squared"], dtype=pl.Float64),
        shape=pl.lit(fit["shape"], dtype=pl.String),
        trouble=pl.lit(words_of(fit["remarks"]) if fit["remarks"] else None, dtype=pl.String),
    )


def surface(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw the contours of a fitted surface, bright is better, the runs, and where to run next.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = [("svm", x, y, 0.9 - 0.1 * (x - 1) ** 2 - 0.1 * (y - 2) ** 2) for x in (0, 1, 2) for y in (1, 2, 4)]
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
    share = "" if first["r_squared"] is None else f", R² = {first['r_squared']:.2f}"
    note = f"{metric_label(first['metric'], first['direction'])}, n = {runs.height} combinations{share}"
    trouble = "" if fit.height else f"no surface: {first['trouble'] or 'too few combinations'}"
    frame = Frame(x=x_side, y=y_side, note=trouble or note, key=styles, key_lw=0.0)
    figure, axes = plane(inches, 0.66 * min(inches, 4.5), frame, right=right)
    if fit.height and ends[1] > ends[0]:
        x, y = (np.unique(fit[side].to_numpy()) for side in "xy")
        height, levels = fit.sort("y", "x")["value"].to_numpy().reshape(len(y), len(x)), np.linspace(*ends, 13)
        image = axes.contourf(x, y, height, levels=levels, cmap=_colours(better_sign(first["direction"])))
        axes.contour(x, y, height, levels=levels, colors="white", linewidths=0.3)
        _draw_bar(figure, axes, image, ends)
    white: dict[str, Any] = {"mec": "white", "mew": 0.7, "ls": "none", "clip_on": False, "zorder": 5}
    for part, (item, (_, look, wide)) in zip(points, MARKS.items(), strict=True):
        axes.plot(part["x"], part["y"], look.marker, color=look.colour, markersize=wide, label=item, **white)
    return figure


def surface_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a fitted surface shows."""
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


def _two_factors(scores: pl.DataFrame, factors: By) -> list[str]:
    """Return the two factors of a plane: those given, those that tell rows apart, or dataset and algorithm."""
    names = listed(factors)
    if not names:
        further = [name for name in controlled_factors(scores, ["metric"]) if name != "algorithm"]
        names = further[:2] if len(further) >= 2 else [*(further or ["dataset"]), "algorithm"]
    if len(names) != 2:
        raise OptionError(f"two factors make a plane, not {len(names)}", hint=f"factors=['{names[0]}', 'algorithm']")
    _check_factors(scores, names)
    return names


def _check_factors(scores: pl.DataFrame, names: list[str]) -> None:
    for name in names:
        refuse_unknown([name], scores.columns, "no column {!r} to be a factor")
        if name in ("metric", "value", "direction"):
            raise ColumnError(f"{name!r} cannot be a factor", hint="a factor is neither a group nor a result")


def _means_of(scores: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    """Compute the mean of every combination of levels: of the runs of a block first, then of the blocks."""
    keys = list(dict.fromkeys([*names, "dataset"]))
    runs = [name for name in RUN_KEYS if name in scores.columns]
    ordered = scores.drop_nulls("value").sort(*keys, *runs, "value")
    blocks = ordered.group_by(keys, maintain_order=True).agg(pl.col("value").mean(), __n=pl.len())
    size = pl.col("__n").sum().cast(pl.Int64)
    return blocks.group_by(names, maintain_order=True).agg(mean=pl.col("value").mean(), n=size)


def _level_means(scores: pl.DataFrame, names: list[str], **columns: pl.Expr) -> pl.DataFrame:
    """Compute the means of the levels of one or two factors, in order: numbers by size, names by mean, best first."""
    better = better_sign(direction_of(scores))
    sides = ("x", "line")[: len(names)]
    means = _means_of(scores, names).rename(dict(zip(names, sides, strict=True)))
    means = means.with_columns(**columns, better=pl.lit(better))
    numeric = [side for side in sides if means.schema[side].is_numeric()]
    for side in sides:
        number = pl.col(side).cast(pl.Float64) if side in numeric else pl.lit(None, dtype=pl.Float64)
        rank = number if side in numeric else -(pl.col("mean").mean() * better).over(side)
        means = means.with_columns(rank.alias(f"__{side}"), number.alias(f"{side}_value"))
    order = [part for side in reversed(sides) for part in (f"__{side}", side)]
    places = {f"{side}_place": pl.col(f"__{side}").rank("dense") for side in sides}
    facts = {f"factor_{side}": pl.lit(name) for side, name in zip(sides, names, strict=True)}
    means = means.with_columns(pl.col(sides).cast(pl.String)).sort(order).with_columns(**places)
    return means.drop(f"__{side}" for side in sides).with_columns(**facts, **metric_facts(scores))


def _levels_of(numbers: pl.DataFrame, column: str) -> list[str]:
    """Return the levels of a factor in the order they are drawn in."""
    place = f"{'line' if column == 'y' else column}_place"
    return numbers.sort(place, column).get_column(column).unique(maintain_order=True).to_list()


def _best_cell(numbers: pl.DataFrame, *, worst: bool = False) -> dict[str, Any]:
    """Return the row of the best combination, or of the worst; ``n_equal`` counts those that share its mean."""
    keys = [name for name in ("x", "line", "y") if name in numbers.columns]
    order = numbers.drop_nulls("mean").sort(
        pl.col("mean") * pl.col("better"), *keys, descending=[not worst, *([False] * len(keys))]
    )
    means = {str(place): mean for place, mean in enumerate(order.get_column("mean") * order.get_column("better"))}
    return order.row(0, named=True) | {"n_equal": len(best_of(means, lower=worst))}


def _level_names(levels: list[str], wide: float) -> tuple[list[str], float]:
    """Return the names of levels below an axis and their depth: side by side, upright, or none."""
    step = wide / max(len(levels), 1)
    if widest(levels) + 0.08 <= step:
        return levels, LINE
    if step < CROWDED:
        return [], 0.0
    upright = fitted(levels, 1.1)
    return upright, widest(upright) + 0.05


def _write_levels(axes: Axes, names: list[str]) -> None:
    """Write the names of levels below an axis, upright if they do not fit side by side."""
    axes.set_xticks([])
    wide, high = size_of(axes)
    flat = widest(names) + 0.06 <= wide / (axes.get_xlim()[1] - axes.get_xlim()[0])
    look: dict[str, Any] = {"ha": "center", "va": "top", "rotation": 0 if flat else 90}
    for place, name in enumerate(names):
        write(axes, place, -0.05 / high, name, transform=axes.get_xaxis_transform(), label="tick name", **look)


def _line_looks(numbers: pl.DataFrame, lines: list[str]) -> dict[str, Look]:
    """Return the look of each of a few lines; of many only of the best and the worst on average."""
    if len(lines) <= FEW:
        styles = looks(lines)
        return {line: styles[line] for line in lines}
    means = numbers.group_by("line").agg((pl.col("mean") * pl.col("better")).mean())
    return looks_of_ends(means.sort("mean", "line", descending=[True, False]).get_column("line").to_list(), "s")


def _shortened_levels(part: pl.DataFrame) -> list[tuple[str, float | None]]:
    rows = part.select("level", "mean").rows()
    if len(rows) <= MOST_LEVELS:
        return rows
    half = MOST_LEVELS // 2
    return [*rows[:half], (f"… {len(rows) - 2 * half} more", None), *rows[-half:]]


def _matrix(numbers: pl.DataFrame, across: list[str], down: list[str]) -> Floats:
    values: Floats = np.full((len(down), len(across)), np.nan)
    column, row = ({level: k for k, level in enumerate(levels)} for levels in (across, down))
    for x, y, mean in numbers.drop_nulls("mean").select("x", "y", "mean").rows():
        values[row[y], column[x]] = mean
    return values


def _bar_wide(ends: Ends) -> float:
    """Return the width of the numbers beside the scale of the colours."""
    return widest(number_texts([round(end, 4) for end in (ends[0], (ends[0] + ends[1]) / 2, ends[1])]))


def _colours(better: float) -> str:
    return COLOURS if better > 0 else f"{COLOURS}_r"


def _draw_bar(figure: Figure, axes: Axes, image: Any, ends: Ends) -> None:
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


def _draw_cells(axes: Axes, values: Floats, ends: Ends, wide: float, high: float, *, better: float) -> None:
    """Write the means into the cells, where cells are large enough; light on dark."""
    if wide < CELL_TEXT or high < CROWDED + 0.02 or values.size > 150:
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
    best = _best_cell(numbers)
    x, y = across.index(best["x"]), down.index(best["y"])
    across_to, down_to = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)]).T
    axes.plot(x + across_to, y + down_to, color=HIGHLIGHT, lw=1.4, clip_on=False, label="best", zorder=5)


def _fitted_surface(places: Floats, values: Floats, held: list[float]) -> pl.DataFrame:
    """Return a quadratic surface fitted by least squares, over the range of the first two factors."""
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


INTERACTION = Kind(
    id="interaction", title="Interaction plot", question="Does the effect of one factor depend on another?"
)

MAIN_EFFECTS = Kind(id="main_effects", title="Main effects", question="Which level of each factor is best on average?")

GRID = Kind(id="grid", title="Grid of two factors", question="Which combination of two factors is best?")

SURFACE = Kind(id="surface", title="Response surface", question="Where should the next run go?")
