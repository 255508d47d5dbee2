"""Sizes of differences: forest plots of pairs with intervals, scatters of two algorithms over datasets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.figures.comparison.pairs import adjustment_of, both_ways, compared_pairs, titled, with_control
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import LOG_SPAN, axis_title, gridded, left_of, limits_of, ruled, wants_log
from benchreport.figures.layout.matrix import p_text
from benchreport.figures.layout.notes import LINE_HIGH, headed, note_lines, side_by_side, write_note
from benchreport.figures.layout.page import EDGE, MANY, Width, figure_of, page_of, sheet, widest, width_of
from benchreport.figures.layout.sheets import FOR_NAMES, Frame, row_sheet
from benchreport.figures.selection import better_sign, direction_of, metric_of, one_metric, ranked_names
from benchreport.figures.style import BLUE, FAINT, FONT_SIZE, HIGHLIGHT, INK, MEDIUM, MUTED, THIN, fitted, write
from benchreport.figures.values import Points, values_of
from benchreport.figures.words import counted, first_and_last, metric_title, size_text
from benchreport.options import PAIR_TEST
from benchreport.registry import METHODS
from benchreport.tables.ties import sign_of_difference

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS = 48
MOSTLY = 100.0
MINUS = " − "


def forest_data(
    table: Any,
    *,
    metric: str | None = None,
    posthoc: str = PAIR_TEST,
    control: str | None = None,
    adjust: str | None = "holm",
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return the difference of every pair, or from a control, with its interval; the largest advantage of ``a`` first.

    More pairs than a page has rows become differences from the algorithm with the best mean rank; ``shown`` says so.

    Parameters
    ----------
    table
        Scores without gaps.
    metric
        Which of several metrics.
    posthoc
        The test of the pairs; its estimate and interval are shown.
    control
        Compare all others with this algorithm only.
    adjust
        Adjustment of the p-values, where the test has none of its own; intervals are as the test gives them.
    alpha
        Level of the intervals and decisions.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = forest_data(br.read_scores(br.example("demsar2006_auc.csv")), control="C4.5")
    >>> numbers.select("a", "b", pl.col("estimate", "low", "high").round(4)).row(0)
    ('C4.5+m+cf', 'C4.5', 0.02, 0.0065, 0.0355)
    """
    scores = one_metric(table, metric)
    names = ranked_names(scores)
    remark = None
    if control is not None:
        one_of(control, names, name="control")
    rows = compared_pairs(scores, posthoc, adjust, alpha=alpha, control=control)
    if rows.height > MOST_ROWS and control is None:
        control = names[0]
        rows = with_control(rows, control)
        remark = f"too many pairs to draw: only those with {control}, best in mean rank"
    p = both_ways(rows).select("a", "b", "p", "differs", "n")
    ranked = any("rank" in str(text) for text in rows.get_column("estimand").drop_nulls())
    direction = "lower" if ranked else direction_of(scores)
    swapped = pl.col("a") == control if control is not None else _ahead(direction) < 0
    named = rows.with_columns(pl.col("a", "b").cast(pl.String))
    sign = pl.when(swapped.fill_null(False)).then(-1.0).otherwise(1.0)
    turned = named.select(
        a=pl.when(sign < 0).then("b").otherwise("a"),
        b=pl.when(sign < 0).then("a").otherwise("b"),
        estimate=sign * pl.col("estimate"),
        low=pl.when(sign < 0).then(-pl.col("ci_high")).otherwise("ci_low"),
        high=pl.when(sign < 0).then(-pl.col("ci_low")).otherwise("ci_high"),
        estimand="estimand",
        status="status",
    )
    pairs = turned.join(p, on=["a", "b"], how="left").with_columns(pl.col("estimate", "low", "high") + 0.0)
    return pairs.sort(-_ahead(direction), "a", "b", nulls_last=True).with_columns(
        metric=pl.lit(metric_of(scores)),
        direction=pl.lit(direction, dtype=pl.String),
        control=pl.lit(control, dtype=pl.String),
        posthoc=pl.lit(posthoc),
        judged=pl.lit(adjustment_of(posthoc, adjust)),
        alpha=pl.lit(alpha),
        shown=pl.lit(remark, dtype=pl.String),
    )


def forest(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw one interval per row, the largest advantage on top; filled marks differ, hollow ones were not shown to.

    Examples
    --------
    >>> import benchreport as br
    >>> forest(forest_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    inches = width_of(width)
    pairs = numbers.head(MOST_ROWS)
    control, estimand, metric = pairs.select("control", "estimand", "metric").row(0)
    names = _row_names(pairs, FOR_NAMES * inches)
    p_texts = [p_text(p) for p in pairs.get_column("p")]
    lines = note_lines(_note(numbers), inches)
    below = max(0.0, (len(lines) - 1) * LINE_HIGH) + 0.02
    ends = limits_of([0.0, *pairs["low"], *pairs["high"], *pairs["estimate"]], pad=0.05)
    frame = Frame(x=("", ends), grid="x")
    figure, axes = row_sheet(names, inches, frame, right=widest(p_texts) + 0.2, above=0.36, below=below)
    axes.axvline(0.0, color=INK, lw=MEDIUM, zorder=2, label="reference")
    _draw_intervals(axes, pairs)
    _write_margins(axes, pairs, p_texts)
    difference = f"difference from {control}" if control is not None else "difference of the two"
    axis_title(axes, "x", f"{difference}, {metric if 'rank' not in (estimand or '') else 'mean rank'}")
    write_note(figure, lines)
    return figure


def forest_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a forest plot shows."""
    metric, control, alpha = numbers.select("metric", "control", "alpha").row(0)
    against = f"of {numbers.height} algorithms from {control}" if control is not None else f"of {numbers.height} pairs"
    hits = int(numbers.get_column("differs").sum())
    size = f"n = {size_text(numbers)} datasets"
    sentences = [
        f"Forest plot: differences {against} in {metric}, with {1 - alpha:.0%} intervals, {size}.",
        f"{hits} of {numbers.height} differ at {alpha:g}.",
    ]
    estimated = numbers.drop_nulls("estimate").to_dicts()
    for row in first_and_last(estimated):
        span = "" if row["low"] is None or row["high"] is None else f" ({row['low']:.3g} to {row['high']:.3g})"
        sentences.append(f"{row['a']} minus {row['b']}: {row['estimate']:.3g}{span}.")
    if not estimated:
        sentences.append("No difference could be estimated.")
    return " ".join(sentences)


def scatter_pair_data(
    table: Any, *, metric: str | None = None, a: str | None = None, b: str | None = None, points: Points | None = None
) -> pl.DataFrame:
    """Return the results of two algorithms side by side, one row per dataset or run that both have.

    Parameters
    ----------
    table
        Scores.
    metric
        Which of several metrics.
    a, b
        The algorithms across and upwards; without them the two with the best mean results.
    points
        One point per dataset, or per run; by itself datasets where there are several.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = scatter_pair_data(br.read_scores(br.example("demsar2006_auc.csv")), a="C4.5", b="C4.5+m")
    >>> numbers["winner"].value_counts(sort=True).row(0)
    ('C4.5+m', 10)
    """
    values = values_of(table, metric, points)
    means = values.group_by("algorithm").agg(best=(pl.col("value").sort() * pl.col("better").first()).mean())
    names = means.sort("best", "algorithm", descending=[True, False]).get_column("algorithm").to_list()
    if len(names) < 2:
        raise OptionError("a scatter of pairs needs two algorithms", hint="give a table with two or more")
    for name in (a, b):
        if name is not None:
            one_of(name, sorted(names), name="algorithm")
    if a is not None and a == b:
        raise OptionError(f"a and b are both {a!r}", hint="name two algorithms")
    first = a if a is not None else next(name for name in names if name != b)
    second = b if b is not None else next(name for name in names if name != first)
    x, y = (values.filter(pl.col("algorithm") == name) for name in (first, second))
    pairs = x.select("dataset", "block", "metric", "direction", "better", "points", a="value").join(
        y.select("block", b="value"), on="block", how="inner", maintain_order="left"
    )
    if not pairs.height:
        raise OptionError(f"{first} and {second} share no {x['points'][0]}", hint="choose two that do")
    sign = sign_of_difference(pl.col("a"), pl.col("b")) * pl.col("better")
    return pairs.select(
        "block",
        *("a", "b"),
        winner=pl.when(sign > 0).then(pl.lit(first)).when(sign < 0).then(pl.lit(second)),
        name_a=pl.lit(first),
        name_b=pl.lit(second),
        metric="metric",
        direction="direction",
        points="points",
        n_left_out=pl.lit(x.height + y.height - 2 * pairs.height),
    )


def scatter_pair(numbers: pl.DataFrame, *, width: Width | float = "column") -> Figure:
    """Draw one algorithm against another on equal axes; points off the diagonal are wins, counted in each half.

    Examples
    --------
    >>> import benchreport as br
    >>> scatter_pair(scatter_pair_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    inches = width_of(width)
    name_a, name_b, direction = numbers.select("name_a", "name_b", "direction").row(0)
    both = pl.concat([numbers.get_column("a"), numbers.get_column("b").alias("a")])
    log = _wants_log(both)
    ends = limits_of(both, log=log, pad=0.05)
    winners = numbers.get_column("winner")
    above, below = (name_b, name_a) if direction != "lower" else (name_a, name_b)
    counts = {name: int((winners == name).sum()) for name in (name_a, name_b)}
    lines = note_lines(_scatter_note(numbers, log=log), inches)
    left, bottom = left_of(["0.000"]), 0.47 + len(lines) * LINE_HIGH
    side = min(inches, 4.2) - left - 0.14
    right = inches - left - side
    figure, axes = sheet(inches, side + bottom + 0.26, left=left, right=right, top=0.26, bottom=bottom)
    ruled(axes, "x", ends, log=log)
    ruled(axes, "y", ends, log=log)
    gridded(axes, "both")
    axes.plot(ends, ends, color=FAINT, lw=THIN, zorder=2, label="diagonal")
    _draw_points(axes, numbers, name_a)
    _count_wins(axes, above, below, counts, side)
    across, up = fitted([name_a, name_b], side, FONT_SIZE)
    axis_title(axes, "x", across)
    axis_title(axes, "y", up)
    write_note(figure, lines)
    return figure


def scatter_pair_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a scatter of two algorithms shows."""
    name_a, name_b, points = numbers.select("name_a", "name_b", "points").row(0)
    winners = numbers.get_column("winner")
    wins = [int((winners == name).sum()) for name in (name_a, name_b)]
    widest_gap = numbers.with_columns(gap=(pl.col("a") - pl.col("b")).abs()).sort("gap", "block", descending=True)
    block, a, b = widest_gap.select("block", "a", "b").row(0)
    return (
        f"Scatter plot of {metric_title(numbers)}: {name_a} against {name_b}, n = {numbers.height} {points}. "
        f"{name_a} wins {wins[0]}, {name_b} wins {wins[1]}, {winners.null_count()} are ties. "
        f"They lie furthest apart on {block}: {a:.4g} and {b:.4g}."
    )


def _ahead(direction: str | None) -> pl.Expr:
    """Return by how much ``a`` is better."""
    return pl.col("estimate") * better_sign(direction)


def _row_names(numbers: pl.DataFrame, inches: float) -> list[str]:
    """Return the names of rows: the algorithm that is compared with the control, or both of a pair."""
    if numbers.get_column("control")[0] is not None:
        return fitted(numbers.get_column("a").to_list(), inches)
    every = sorted({*numbers.get_column("a"), *numbers.get_column("b")})
    short = dict(zip(every, fitted(every, (inches - widest([MINUS]) - 0.04) / 2), strict=True))
    return [side_by_side(short[a], MINUS, short[b]) for a, b in numbers.select("a", "b").rows()]


def _draw_intervals(axes: Axes, numbers: pl.DataFrame) -> None:
    for row, item in enumerate(numbers.iter_rows(named=True)):
        if item["estimate"] is None:
            continue
        colour = BLUE if item["differs"] else MUTED
        if item["low"] is not None and item["high"] is not None:
            axes.plot([item["low"], item["high"]], [row, row], color=colour, lw=1.4, zorder=3, label="interval")
        fill = colour if item["differs"] else "white"
        looks: dict[str, Any] = {"mec": colour, "mfc": fill, "mew": MEDIUM, "markersize": 4, "zorder": 4}
        axes.plot([item["estimate"]], [row], "o", label="estimate", **looks)


def _write_margins(axes: Axes, numbers: pl.DataFrame, p_texts: list[str]) -> None:
    """Write p-values right of the rows, and above them which way is better."""
    figure = figure_of(axes)
    page = page_of(figure)
    width, height = figure.get_size_inches()
    box = axes.get_position()
    top, right = box.y1 * height, width - EDGE
    step = box.height * height / numbers.height
    looks: dict[str, Any] = {"va": "center_baseline"}
    for row, text in enumerate(p_texts):
        write(page, right, top - (row + 0.5) * step, text, ha="right", color=INK, label="p", **looks)
    write(page, right, top + 0.07, "p", ha="right", color=MUTED, label="p head", **looks)
    low, high = axes.get_xlim()
    zero = (box.x0 + box.width * (0.0 - low) / (high - low)) * width
    lower = numbers.get_column("direction")[0] == "lower"
    before, after = ("← better", "worse →") if lower else ("← worse", "better →")
    end = box.x1 * width
    # Where one side of the line is too narrow for its word, the word is left out: the other tells.
    if zero - EDGE >= widest([before]) + 0.05:
        write(page, zero - 0.05, top + 0.07, before, ha="right", color=MUTED, label="way", **looks)
    if end - zero >= widest([after]) - 0.05:
        write(page, zero + 0.05, top + 0.07, after, ha="left", color=MUTED, label="way", **looks)
    first = "first of the pair" if numbers.get_column("control")[0] is None else "named algorithm"
    half = widest([f"{first} is"]) / 2 + EDGE
    middle = min(max(zero, half), width - half)
    write(page, middle, top + 0.21, f"{first} is", ha="center", color=MUTED, label="way", **looks)


def _note(numbers: pl.DataFrame) -> str:
    posthoc, judged, alpha, remark = numbers.select("posthoc", "judged", "alpha", "shown").row(0)
    together = "for all pairs together" if METHODS[posthoc].simultaneous else "each for itself"
    intervals = f"{1 - alpha:.0%} intervals, {together}" if numbers.get_column("low").count() else "no intervals"
    parts = [f"n = {size_text(numbers)} datasets", intervals, f"filled: p ≤ {alpha:g} ({titled(posthoc)}, {judged})"]
    cut = f"the first {MOST_ROWS} of {numbers.height}" if numbers.height > MOST_ROWS else None
    return "; ".join(filter(None, [*parts, remark, cut]))


def _draw_points(axes: Axes, numbers: pl.DataFrame, first: str) -> None:
    winners = numbers.get_column("winner")
    ties = winners.is_null()
    won = (winners == first).fill_null(False)
    looks: dict[str, Any] = {"ls": "none", "markersize": 4, "mew": 0.5, "mec": "white", "zorder": 3}
    many = numbers.height > MANY
    kinds = ((won, "o", HIGHLIGHT, "a wins"), (~won & ~ties, "^", BLUE, "b wins"), (ties, "D", MUTED, "tie"))
    for mask, mark, colour, label in kinds:
        x, y = numbers.filter(mask).select("a", "b").to_numpy().T
        axes.plot(x, y, mark, color=colour, label=label, rasterized=many, **looks)


def _count_wins(axes: Axes, above: str, below: str, counts: dict[str, int], side: float) -> None:
    """Write into each half who wins there, and how often."""
    for name, x, y, ha, va in ((above, 0.03, 0.97, "left", "top"), (below, 0.97, 0.03, "right", "bottom")):
        (text,) = headed([name], [f"wins {counts[name]}"], 0.55 * side)
        plain = {"facecolor": "white", "alpha": 0.8, "lw": 0, "pad": 1.5}
        write(axes, x, y, text, ha=ha, va=va, transform=axes.transAxes, bbox=plain, zorder=5, label="wins")


def _wants_log(values: pl.Series) -> bool:
    """Check whether most values span orders of magnitude; a few next to 0 are no reason."""
    least, low, high = (values.quantile(share) for share in (0.0, 0.05, 0.95))
    if not wants_log(values) or least is None or low is None or high is None:
        return False
    return high / low > MOSTLY and low / least < LOG_SPAN


def _scatter_note(numbers: pl.DataFrame, *, log: bool) -> str:
    points, left_out = numbers.select("points", "n_left_out").row(0)
    ties = counted(numbers.get_column("winner").null_count(), "tie")
    rest = f"; {left_out} results without a partner are left out" if left_out else ""
    axes = "; logarithmic axes" if log else ""
    return f"{metric_title(numbers)}; n = {numbers.height} {points}, {ties}{rest}{axes}"


FOREST = Kind(
    id="forest",
    title="Forest plot of differences",
    question="How large are the differences, and how far could they be off?",
)

SCATTER_PAIR = Kind(
    id="scatter_pair", title="Scatter of two algorithms", question="On which datasets does one algorithm beat another?"
)
