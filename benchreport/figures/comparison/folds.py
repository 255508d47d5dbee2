"""Paired differences of algorithms: on every fold of every dataset, or dataset by dataset, sorted, with an estimate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError, TooFewAlgorithmsError, one_of
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import (
    AXIS_HIGH,
    Ends,
    axis_title,
    fitting,
    gridded,
    left_of,
    limits_of,
    ruled,
    write_title,
)
from benchreport.figures.layout.looks import looks
from benchreport.figures.layout.notes import FOOT_HIGH, foot, side_by_side
from benchreport.figures.layout.page import EDGE, LINE, MANY, TALLEST, Width, page_of, room_of, widest, width_of
from benchreport.figures.layout.sheets import CROWDED, FOR_NAMES, TIGHT, Frame, Rooms, name_rows, panel_sheet, row_sheet
from benchreport.figures.marks import mark_of
from benchreport.figures.scores.distributions import jitter
from benchreport.figures.selection import better_sign, direction_of, metric_facts, one_metric, ranked_names
from benchreport.figures.style import (
    BLUE,
    FAINT,
    HIGHLIGHT,
    INK,
    MUTED,
    THIN,
    draw_line,
    empty_figure,
    fitted,
    shortened,
    text_width,
    write,
)
from benchreport.figures.values import best_first, items, place_among, values_of
from benchreport.figures.words import counted, metric_title, number_text, size_text
from benchreport.naming import enumerated
from benchreport.numerals import decimals_for, fixed, limits, number
from benchreport.stats.answer.pair_verdicts import verdicts
from benchreport.stats.answer.verdict_intervals import WIN_SHARE, turned
from benchreport.stats.posthoc.mean_ranks import RANKS
from benchreport.tables.blocks import cells_of
from benchreport.tables.metric_scale import COMPARABLE
from benchreport.tables.reading.frames import ends_of, largest
from benchreport.tables.ties import sign_of_difference

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
            draw_line(axes, x[which], y[which], mark, markersize=size, label="fold", zorder=2, **looks)
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


MOST_PAIRS = 3
NAMED_DATASETS = 40  # of a lone panel
BAND = "#e9eef3"
HEIGHTS = (1.1, 3.0)  # of a panel, in inches
PANEL_HIGH = 1.3
GAP = 0.26
HEAD_HIGH = 2.35 * LINE
LEAST_BELOW = 0.1
LONGEST_LABEL = 1.3
HEAD_SIZE = 8.0
# Estimates that are no differences of values.
NO_SIZES = (WIN_SHARE, RANKS)


def sorted_differences_data(
    table: Any, *, metric: str | None = None, control: str | None = None, adjust: str = "holm", alpha: float = 0.05
) -> pl.DataFrame:
    """Return the differences of one algorithm from up to three others on every dataset, its largest leads first.

    Those that cannot be distinguished from it come before others, best first. Metrics with units have ratios.

    Parameters
    ----------
    table
        Scores without gaps.
    metric
        Which of several metrics.
    control
        The algorithm in focus; without it the one with the best mean rank, and all pairs are one family.
    adjust
        Adjustment of the verdicts and of their intervals.
    alpha
        Level of the verdicts.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = sorted_differences_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("a", "b", "dataset", pl.col("difference").round(4), "wins", "ties", "losses").row(0)
    ('C4.5+m+cf', 'C4.5+m', 'lung cancer', 0.042, 6, 3, 5)
    """
    scores = one_metric(table, metric)
    names = ranked_names(scores)
    if control is not None:
        one_of(control, names, name="control")
    rows = verdicts(scores, control=control, adjustment=adjust, alpha=alpha)
    return differences_from(scores, rows, control or names[0], names)


def differences_from(scores: pl.DataFrame, rows: pl.DataFrame, focus: str, names: Sequence[str]) -> pl.DataFrame:
    """Return the numbers of the figure from the scores of one metric and the verdicts on its pairs.

    ``names`` are the algorithms, best first. Where verdicts rest on wins or ranks there are no estimates.
    """
    second = pl.col("b").cast(pl.String) == focus
    own = turned(rows.filter(second | (pl.col("a").cast(pl.String) == focus)), second)
    own = own.with_columns(pl.col("a", "b", "better").cast(pl.String))
    differs = ((pl.col("p_adjusted") <= pl.col("alpha")) & pl.col("better").is_not_null()).fill_null(False)
    pairs = own.with_columns(differs=differs, place=place_among("b", names)).sort("differs", "place")
    pairs = pairs.head(MOST_PAIRS).sort("place")
    ratio = not pairs.get_column("scale").is_in(COMPARABLE).all()
    null = 1.0 if ratio else 0.0
    cells = cells_of(scores).select(pl.col("algorithm", "dataset").cast(pl.String), "value").drop_nulls()
    if ratio and (pairs["scale"].is_in(["ordinal"]).any() or ends_of(cells.get_column("value"))[0] <= 0):
        raise OptionError(
            "values of 0 or below, and shares without a lower end, have no ratios",
            hint="the figure scatter_pair takes any values",
        )
    first = cells.filter(pl.col("algorithm") == focus).select("dataset", x="value")
    both = first.join(cells.rename({"algorithm": "b", "value": "y"}), on="dataset")
    x, y = pl.col("x"), pl.col("y")
    apart = pl.when(sign_of_difference(x, y) == 0).then(null).otherwise(x / y if ratio else x - y)
    sized = ~pl.col("estimand").is_in(NO_SIZES).fill_null(True)
    numbers = pairs.select(
        *("a", "b", "place", "differs", "low_open", "high_open", "alpha"),
        *(pl.when(sized).then(name).alias(name) for name in ("estimate", "ci_low", "ci_high")),
        ratio=pl.lit(ratio),
    ).join(both.select("b", "dataset", difference=apart), on="b", maintain_order="left")
    ahead = (pl.col("difference") - null) * better_sign(direction_of(scores))
    signs = {"wins": ahead > 0, "ties": ahead == 0, "losses": ahead < 0}
    counts = {name: sign.sum().over("b").cast(pl.Int64) for name, sign in signs.items()}
    return numbers.with_columns(**counts, **metric_facts(scores)).sort("place", -ahead, "dataset").drop("place")


def sorted_differences(numbers: pl.DataFrame, *, width: Width | float = "page", height: float | None = None) -> Figure:
    """Draw the differences on every dataset as bars, one panel for each other algorithm; up is better.

    A dashed line is the estimate, the band its interval; numbers above are these, and wins, ties and losses. ``height``
    is that of the panels in inches, 1.1 to 3. Ratios are on a logarithmic axis.

    Examples
    --------
    >>> import benchreport as br
    >>> sorted_differences(sorted_differences_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size ...>
    """
    inches = width_of(width)
    pairs = numbers.partition_by("b", maintain_order=True)
    facts = pairs[0].row(0, named=True)
    drawn = [value for name in ("difference", "estimate", "ci_low", "ci_high") for value in numbers.get_column(name)]
    ends = limits_of([_null(facts), *drawn], log=facts["ratio"], pad=0.06)
    high = min(max(PANEL_HIGH if height is None else height, HEIGHTS[0]), HEIGHTS[1])
    left = left_of(fitting(ends, high, log=facts["ratio"])[1])
    wide = (inches - left - EDGE - GAP * (len(pairs) - 1)) / len(pairs)
    labels = _dataset_names(pairs)
    below = LEAST_BELOW if not labels else widest(labels) + 0.1
    total = high + HEAD_HIGH + below
    figure = empty_figure(inches, total)
    page_of(figure)
    upward = ends if better_sign(facts["direction"]) > 0 else (ends[1], ends[0])
    styles = looks([facts["a"], *(pair.get_column("b")[0] for pair in pairs)])
    decimals = _decimals(numbers)
    for place, pair in enumerate(pairs):
        start = left + place * (wide + GAP)
        axes = figure.add_axes((start / inches, below / total, wide / inches, high / total))
        ruled(axes, "y", upward, log=facts["ratio"], named=place == 0)
        rival = pair.get_column("b")[0]
        _draw_bars(axes, pair, [styles[name].colour for name in (facts["a"], rival)], wide, decimals[rival])
        _write_heads(figure, pair, (start, total - 0.01), wide, decimals[rival])
    _write_names(figure, labels, pairs[0].get_column("dataset").to_list(), left, wide, below)
    title = f"{facts['metric']}, as a ratio" if facts["ratio"] else f"difference in {facts['metric']}"
    write_title(figure, "y", title, below + high / 2, below)
    return figure


def sorted_differences_alt(numbers: pl.DataFrame) -> str:
    """Return in words what sorted differences show."""
    facts = numbers.row(0, named=True)
    ratio = facts["ratio"]
    others = numbers.get_column("b").unique(maintain_order=True).to_list()
    what = "Ratios" if ratio else "Differences"
    sentences = [
        f"{what} of {facts['a']} {'to' if ratio else 'from'} {enumerated(others)} in {facts['metric']}"
        f" on {counted(numbers.get_column('dataset').n_unique(), 'dataset')}, sorted."
    ]
    for pair in numbers.partition_by("b", maintain_order=True):
        row = pair.row(0, named=True)
        record = f"better on {row['wins']}, equal on {row['ties']}, worse on {row['losses']}"
        low, high = ends_of(pair.get_column("difference"))
        sentences.append(f"Against {row['b']}: {record}; from {number_text(low)} to {number_text(high)}.")
    return " ".join(sentences)


def _null(facts: Mapping[str, Any]) -> float:
    return 1.0 if facts["ratio"] else 0.0


def _decimals(numbers: pl.DataFrame) -> dict[str, int]:
    """Return the decimals of every estimate: of ratios by their size, of differences three or two digits of them."""
    estimates = dict(numbers.unique("b").select("b", "estimate").rows())
    if numbers.get_column("ratio")[0]:
        return {name: 0 if value is None else decimals_for(value / 2, 4) for name, value in estimates.items()}
    sizes = [abs(value) for value in estimates.values() if value is not None]
    usual = decimals_for(median(sizes) if sizes else None)
    return dict.fromkeys(estimates, 3 if 0 <= usual <= 4 else usual)


def _dataset_names(pairs: Sequence[pl.DataFrame]) -> list[str]:
    """Return the names of the datasets below a lone panel with room for them, else none."""
    alone = len(pairs) == 1 and pairs[0].height <= NAMED_DATASETS
    return fitted(pairs[0].get_column("dataset").to_list(), LONGEST_LABEL) if alone else []


def _draw_bars(axes: Axes, pair: pl.DataFrame, colours: Sequence[str], wide: float, decimals: int) -> None:
    row = pair.row(0, named=True)
    null, sign = _null(row), better_sign(row["direction"])
    values = pair.get_column("difference").to_numpy()
    places = np.arange(len(values)) + 0.5
    gid = mark_of(row["b"], value=f"{_compared(row)} {_estimate(row, decimals)}")
    if row["ci_low"] is not None and row["ci_high"] is not None:
        axes.axhspan(row["ci_low"], row["ci_high"], color=BAND, lw=0, zorder=0, label="interval", gid=gid)
    if row["estimate"] is not None:
        axes.axhline(row["estimate"], color=MUTED, lw=0.7, ls=(0, (4, 2)), zorder=1, label="estimate", gid=gid)
    thickness: dict[str, Any] = {"lw": max(0.66 * 72 * wide / len(values), 0.3), "capstyle": "butt", "zorder": 2}
    ahead = (values - null) * sign
    for colour, side, label in zip(colours, (ahead > 0, ahead < 0), ("ahead", "behind"), strict=True):
        gid = _marks(pair, side)
        axes.vlines(places[side], null, values[side], color=colour, label=label, gid=gid, **thickness)
    ties = ahead == 0
    tie: dict[str, Any] = {"color": MUTED, "markersize": 4, "mew": 1.0, "zorder": 4, "label": "tie"}
    draw_line(axes, places[ties], values[ties], "_", gid=_marks(pair, ties), **tie)
    axes.axhline(null, color=INK, lw=THIN, zorder=3, label="no difference")
    axes.set(xlim=(0, len(values)), xticks=[])
    axes.spines["bottom"].set_visible(False)


def _marks(pair: pl.DataFrame, side: Any) -> str | None:
    """Return what the bars of some datasets show: the difference or ratio there."""
    some = pair.filter(pl.Series(side, dtype=pl.Boolean))
    words = _compared(pair.row(0, named=True))
    values = [f"{words} {number(value, 3)}" for value in some.get_column("difference")]
    return mark_of(str(pair.get_column("b")[0]), some.get_column("dataset").to_list(), values)


def _compared(row: Mapping[str, Any]) -> str:
    return side_by_side(row["a"], " / " if row["ratio"] else " minus ", row["b"])


def _write_heads(figure: Figure, pair: pl.DataFrame, corner: tuple[float, float], wide: float, decimals: int) -> None:
    """Write above a panel who is compared, the estimate with its interval, and wins, ties and losses."""
    row, page = pair.row(0, named=True), page_of(figure)
    x, top = corner
    between = " / " if row["ratio"] else " minus "
    room = (wide - text_width(f".{between}.", HEAD_SIZE, weight="bold")) / 2  # blanks at an end have no width
    title = _compared(row)
    if text_width(title, HEAD_SIZE, weight="bold") > wide:
        title = side_by_side(*_interleaved(fitted([row["a"], row["b"]], room, HEAD_SIZE, weight="bold"), between))
    write(page, x, top, title, size=HEAD_SIZE, weight="bold", va="top", label="panel name", gid=mark_of(row["b"]))
    record = f"{row['wins']}–{row['ties']}–{row['losses']}"
    write(page, x + wide, top - 1.05 * LINE, record, ha="right", va="top", color=MUTED, label="record")
    if row["estimate"] is not None:
        words = shortened(_estimate(row, decimals), wide - text_width(record) - 0.08)
        write(page, x, top - 1.05 * LINE, words, va="top", label="estimate")


def _estimate(row: Mapping[str, Any], decimals: int) -> str:
    opened = {"open_low": bool(row["low_open"]), "open_high": bool(row["high_open"])}
    interval = limits(row["ci_low"], row["ci_high"], decimals, null=_null(row), **opened)
    return f"{fixed(row['estimate'], decimals)} {interval}".strip()


def _interleaved(names: Sequence[str], between: str) -> tuple[str, str, str]:
    return names[0], between, names[1]


def _write_names(
    figure: Figure, labels: Sequence[str], datasets: Sequence[str], left: float, wide: float, below: float
) -> None:
    for place, name in enumerate(labels):
        x = left + wide * (place + 0.5) / len(labels)
        look: dict[str, Any] = {"rotation": 90, "ha": "center", "va": "top", "gid": mark_of(dataset=datasets[place])}
        write(page_of(figure), x, below - 0.05, name, label="dataset", **look)


FOLD_DIFFERENCES = Kind(
    id="fold_differences",
    title="Differences on folds",
    question="How do two algorithms differ on every fold of every dataset?",
)

SORTED_DIFFERENCES = Kind(
    id="sorted_differences",
    title="Sorted differences",
    question="On how many datasets is an algorithm ahead of another, and by how much?",
    stretch=("height", 1.1, 2.0),
)
