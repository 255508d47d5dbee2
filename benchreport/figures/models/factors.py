"""Which factor matters, and does its effect depend on another? In pictures."""

from __future__ import annotations

from typing import Any

import polars as pl
from matplotlib.figure import Figure

from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import axis_title, foot, gridded, limits_of, ruled
from benchreport.figures.layout.choose import one_metric
from benchreport.figures.layout.levels import (
    best_cell,
    check_factors,
    in_order,
    level_names,
    levels_of,
    means_of,
    two_factors,
    write_levels,
)
from benchreport.figures.layout.page import LINE, Look, Width, looks, metric_label, width_of
from benchreport.figures.layout.plane import key_height, keyed, plane
from benchreport.figures.layout.rows_and_panels import BLUE, FEW, looks_of_ends, row_sheet
from benchreport.figures.layout.values import names_in_words, size_text
from benchreport.figures.style import FAINT, INK, THIN
from benchreport.naming import best_of, enumerated
from benchreport.numerals import p_statement
from benchreport.stats.planning.factors import controlled_factors, interactions
from benchreport.stats.planning.factors import main_effects as effects_of
from benchreport.tables.groups import By, listed

MOST_LEVELS = 15  # of more levels of a factor, the best and the worst are shown


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
    names = two_factors(scores, factors)
    tests = interactions(scores, factors=names).get_column("p_value").to_list() if "dataset" not in names else []
    means = means_of(scores, names).rename({names[0]: "x", names[1]: "line"})
    p_value = pl.lit(tests[0] if tests else None, dtype=pl.Float64)
    return means.with_columns(p_value=p_value).pipe(in_order, scores, names)


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
    levels = levels_of(numbers, "x")
    lines = levels_of(numbers, "line")
    inches = width_of(width)
    styles = _line_looks(numbers, lines)
    numeric = bool(numbers["x_value"].is_not_null().all()) and len(levels) > 1
    high = 0.62 * min(inches, 4.5)
    ends = limits_of(numbers["mean"], pad=0.06)
    below = key_height(list(styles), inches)
    span = limits_of(numbers["x_value"], pad=0.04) if numeric else (-0.4, len(levels) - 0.6)
    y_title = metric_label(f"mean {first['metric']}", first["direction"])
    names, depth = ([], 0.0) if numeric else level_names(levels, inches - 0.9)
    drop = 0.0 if numeric else max(0.0, depth - LINE)
    sides = ((first["factor_x"], span), (y_title, ends))
    figure, axes = plane(inches, high, *sides, below=below + drop, x_drop=drop)
    gridded(axes, "y")
    place = {level: k for k, level in enumerate(levels)}
    for line in lines:
        mine = numbers.filter(pl.col("line") == line)
        x = mine["x_value"].to_list() if numeric else [place[level] for level in mine["x"]]
        look = styles.get(line)
        style: dict[str, Any] = {"color": "#BFBFBF", "lw": THIN, "zorder": 1}
        if look is not None:
            marker = look.marker if len(levels) <= 30 else ""
            style = {"color": look.colour, "ls": look.dash, "marker": marker, "markersize": 3, "lw": 1.2}
        axes.plot(x, mine["mean"], label="line", rasterized=look is None and len(lines) > 50, **style)
    if not numeric:
        write_levels(axes, names)
    keyed(figure, styles)
    rest = f", {len(lines)} in all" if len(lines) > FEW else ""
    foot(figure, f"lines: {first['factor_line']}{rest}; n = {size_text(numbers)} per mean")
    return figure


def interaction_alt(numbers: pl.DataFrame) -> str:
    """Say in words what an interaction plot shows."""
    first = numbers.row(0, named=True)
    best = best_cell(numbers)
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
    check_factors(scores, names)
    tests = effects_of(scores, factors=names) if "dataset" not in names else None
    parts = []
    for name in names:
        p_value = None if tests is None else tests.filter(pl.col("term") == name).get_column("p_value").to_list()
        means = means_of(scores, [name]).rename({name: "x"}).pipe(in_order, scores, [name])
        parts.append(
            means.select(
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
    inches = width_of(width)
    figure, axes = row_sheet([f"{name}:" if k in heads else name for k, (name, _) in enumerate(rows)], inches)
    for k, text in enumerate(axes.texts):
        text.set_color(BLUE if k in heads else INK)
    overall = first["overall"]
    axes.axvline(overall, color=FAINT, lw=THIN, ls=(0, (4, 2)), label="overall")
    for head, stop in zip(heads, [*heads[1:], len(rows)], strict=True):
        axes.axhline(head, color="#E3E3E3", lw=0.5, zorder=0)
        means = [float("nan") if mean is None else mean for _, mean in rows[head + 1 : stop]]
        axes.plot(means, range(head + 1, stop), "-o", color=BLUE, markersize=4, lw=THIN, label="levels")
    ruled(axes, "x", limits_of([overall, *numbers["mean"]], pad=0.06))
    axis_title(axes, "x", metric_label(f"mean {first['metric']}", first["direction"]))
    foot(figure, f"n = {size_text(numbers)} per mean; dashed: mean of all")
    return figure


def main_effects_alt(numbers: pl.DataFrame) -> str:
    """Say in words what the means of the levels show."""
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


def _line_looks(numbers: pl.DataFrame, lines: list[str]) -> dict[str, Look]:
    """Return each of a few lines its look; of many only to the best and the worst on average."""
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


INTERACTION = Kind(
    id="interaction", title="Interaction plot", question="Does the effect of one factor depend on another?"
)

MAIN_EFFECTS = Kind(id="main_effects", title="Main effects", question="Which level of each factor is best on average?")
