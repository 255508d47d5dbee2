"""Every result at a glance: values by dataset with deviations from their median, a map of ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout import axes as scales
from benchreport.figures.layout.looks import draw_legend, legend_of, looks
from benchreport.figures.layout.page import EDGE, LINE, MANY, TALLEST, TICK_PAD, Width, page_of, widest, width_of
from benchreport.figures.marks import mark_of, mark_of_image
from benchreport.figures.selection import one_metric
from benchreport.figures.style import (
    FAINT,
    GRID_LINE,
    HIGHLIGHT,
    INK,
    MEDIUM,
    MUTED,
    SMALL_SIZE,
    THIN,
    draw_line,
    empty_figure,
    fitted,
    shades_of,
    write,
)
from benchreport.figures.values import place_among, values_of
from benchreport.figures.words import counted, metric_title, names_in_words, number_text
from benchreport.numerals import number
from benchreport.stats.many_algorithms.incomplete_blocks import rank_effects
from benchreport.tables.ties import tie_key

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure

MOST_DATASETS, FEW_DATASETS = 60, 8
# Marks look equally large at these sizes.
SIZES = {"^": 5.0, "v": 5.0, "D": 4.0, "s": 4.2, "*": 6.0, "P": 5.0, "X": 5.0}
RANK_SHADES = ("#08335c", "#2f73ad", "#9cc0dd", "#e9eff4", "#f7f7f5")  # from the best to the worst
SHADE = "#c9d3dc"

# Lengths in inches.
FOR_NAMES = 0.24  # of the width, at most for names
ROWS = (0.11, 0.2)  # the least and the greatest height of a row of all results
MAP_ROWS = (0.06, 0.2)
BETWEEN = 0.28  # between the two panels
STRIP = 0.5  # height of the medians above the map
CELL_NAMED = 0.105  # columns of this width have names below them


def all_results_data(table: Any, *, metric: str | None = None, ratio: bool = False) -> pl.DataFrame:
    """Return every result beside the median of its dataset; datasets of the best median first, then algorithms by rank.

    Parameters
    ----------
    table
        Scores; gaps are left out.
    metric
        Which of several metrics.
    ratio
        Divide by the median of the dataset instead of taking the difference from it, for metrics with units.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = all_results_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("dataset", "algorithm", "value", pl.col("deviation").round(4)).row(4)
    ('voting', 'C4.5+m+cf', 0.975, 0.0)
    """
    scores = one_metric(table, metric)
    values = values_of(scores, metric, "datasets")
    if ratio and values.filter(pl.col("value") <= 0).height:
        raise OptionError("ratios need positive values", hint="ratio=False")
    middle = pl.col("value").median().over("dataset")
    deviation = pl.col("value") / pl.col("median") if ratio else pl.col("value") - pl.col("median")
    numbers = values.with_columns(median=middle, order=place_among("algorithm", _by_rank(scores)))
    best = -pl.col("median") * pl.col("better")
    return numbers.sort(best, "dataset", "order").select(
        *("dataset", "algorithm", "value", "median"),
        deviation=deviation,
        ratio=pl.lit(ratio),
        order="order",
        metric="metric",
        direction="direction",
    )


def all_results(numbers: pl.DataFrame, *, width: Width | float = "page", row: float | None = None) -> Figure:
    """Draw range and median of every dataset, and beside them how far each result lies from that median.

    Better results are on the right. ``row`` is the height of a dataset in inches, 0.11 to 0.2.

    Examples
    --------
    >>> import benchreport as br
    >>> all_results(all_results_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size ...>
    """
    datasets = numbers.get_column("dataset").unique(maintain_order=True).to_list()
    if len(datasets) > MOST_DATASETS:
        raise OptionError(f"{len(datasets)} datasets do not fit", hint=f"up to {MOST_DATASETS}; 'rank_map' takes more")
    inches = width_of(width)
    names = _names(numbers)
    styles = looks(names)
    metric, direction, ratio = numbers.select("metric", "direction", "ratio").row(0)
    labels = fitted(datasets, FOR_NAMES * inches)
    left = EDGE + widest(labels) + TICK_PAD
    wide = inches - left - EDGE - BETWEEN
    start = left + 0.28 * wide + BETWEEN
    legend = legend_of(names, inches - start - EDGE)
    above = max(legend.height, LINE) + 0.08
    wished = row or (0.134 if len(datasets) > FEW_DATASETS else ROWS[1])
    step = min(max(wished, ROWS[0]), ROWS[1], (TALLEST - above - scales.AXIS_HIGH) / len(datasets))
    high = step * len(datasets)
    figure = empty_figure(inches, high + above + scales.AXIS_HIGH)
    level = _panel(figure, left, 0.28 * wide, scales.AXIS_HIGH, high)
    apart = _panel(figure, start, 0.72 * wide, scales.AXIS_HIGH, high)
    for axes, column, title in ((level, "value", metric), (apart, "deviation", _deviation(metric, ratio=ratio))):
        log = ratio if column == "deviation" else scales.wants_log(numbers.get_column(column))
        least, most = scales.limits_of(numbers.get_column(column), log=log, pad=0.05)
        scales.ruled(axes, "x", (most, least) if direction == "lower" else (least, most), log=log)
        scales.gridded(axes)
        scales.axis_title(axes, "x", title)
        axes.set(ylim=(len(datasets) - 0.5, -0.5), yticks=[])
        axes.spines["left"].set_visible(False)
    apart.axvline(1.0 if ratio else 0.0, color=FAINT, lw=THIN, zorder=1.5, label="median")
    _draw_ranges(level, apart, numbers, datasets)
    for place, name in reversed(list(enumerate(names))):
        own = numbers.filter(pl.col("algorithm") == name).with_columns(y=place_among("dataset", datasets))
        marks: dict[str, Any] = {
            "marker": styles[name].marker,
            "markersize": SIZES.get(styles[name].marker, 4.6),
            "mec": "white",
            "mew": 0.4,
        }
        texts = [f"{metric} {number(value)}" for value in own.get_column("value")]
        marks["gid"] = mark_of(name, own.get_column("dataset").to_list(), texts)
        x, y = own.select("deviation", "y").to_numpy().T
        draw_line(apart, x, y, ls="none", color=styles[name].colour, zorder=5 - place / 100, label=name, **marks)
    page = page_of(figure)
    top = scales.AXIS_HIGH + high
    for place, label in enumerate(labels):
        y = top - (place + 0.5) * step
        side: dict[str, Any] = {"ha": "right", "va": "center_baseline", "gid": mark_of(dataset=datasets[place])}
        write(page, left - TICK_PAD, y, label, color=INK, label="dataset", **side)
    write(page, left, top + 0.08, "range and median", weight="bold", va="bottom", label="panel name")
    draw_legend(figure, legend, styles, left=start, bottom=top + 0.05, lw=0.0, of_algorithms=True)
    return figure


def all_results_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the figure of all results shows."""
    datasets = numbers.get_column("dataset").n_unique()
    best, worst = numbers.select(first=pl.col("dataset").first(), last=pl.col("dataset").last()).row(0)
    medians = numbers.select(first=pl.col("median").first(), last=pl.col("median").last()).row(0)
    far = numbers.sort(_distance().abs(), descending=True, maintain_order=True).row(0, named=True)
    return (
        f"All {counted(numbers.height, 'result')} of {metric_title(numbers)}: range and median of each of"
        f" {counted(datasets, 'dataset')}, and the deviations of {counted(len(_names(numbers)), 'algorithm')} from the"
        f" median. The median is {number_text(medians[0])} on {best} and {number_text(medians[1])} on {worst}."
        f" {far['algorithm']} deviates most, on {far['dataset']}: {number_text(far['value'])} against a median of"
        f" {number_text(far['median'])}."
    )


def rank_map_data(table: Any, *, metric: str | None = None) -> pl.DataFrame:
    """Return the rank of every algorithm on every dataset among those with a result; null where there is none.

    Algorithms come in the order of their mean ranks, datasets by their median from the worst to the best.

    Parameters
    ----------
    table
        Scores; gaps are allowed.
    metric
        Which of several metrics.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = rank_map_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("algorithm", "dataset", "rank", "median").row(0)
    ('C4.5+m+cf', 'lung cancer', 1.0, 0.583)
    """
    scores = one_metric(table, metric)
    values = values_of(scores, metric, "datasets")
    order = _by_rank(scores)
    key = tie_key(pl.col("value"), ["dataset"]) * -pl.col("better")
    ranked = values.with_columns(key=key, median=pl.col("value").median().over("dataset")).with_columns(
        rank=pl.col("key").rank("average").over("dataset")
    )
    heads = ranked.unique("dataset").sort(pl.col("median") * pl.col("better"), "dataset")
    heads = heads.select("dataset", "median", "metric", "direction", column=pl.int_range(pl.len()))
    grid = pl.DataFrame({"algorithm": order}).join(heads, how="cross")
    cells = grid.join(ranked.select("algorithm", "dataset", "rank"), on=["algorithm", "dataset"], how="left")
    return (
        cells.with_columns(order=place_among("algorithm", order))
        .sort("order", "column")
        .select(*("algorithm", "dataset", "rank", "median", "order", "metric", "direction"))
    )


def rank_map(numbers: pl.DataFrame, *, width: Width | float = "page", row: float | None = None) -> Figure:
    """Draw the ranks as a map, dark where an algorithm is among the best, below the median score of every dataset.

    ``row`` is the height of an algorithm in inches, 0.06 to 0.2.

    Examples
    --------
    >>> import benchreport as br
    >>> rank_map(rank_map_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size ...>
    """
    inches = width_of(width)
    names, datasets = _names(numbers), numbers.get_column("dataset").unique(maintain_order=True).to_list()
    count, columns = len(names), len(datasets)
    labels = fitted(names, FOR_NAMES * inches)
    metric, direction = numbers.select("metric", "direction").row(0)
    left = EDGE + max(widest(labels) + TICK_PAD, min(widest([metric, "median"]), FOR_NAMES * inches) + 0.4)
    wide = inches - left - EDGE
    columns_named = wide / columns >= CELL_NAMED
    below_names = fitted(datasets, 1.1) if columns_named else []
    under = widest(below_names) + 0.08 if columns_named else 0.0
    below, above = under + 0.62, STRIP + 0.16
    least, most = MAP_ROWS
    wished = row or (0.148 if count > 12 else 0.2)
    step = min(max(wished, least), most, (TALLEST - below - above) / count)
    high = step * count
    figure = empty_figure(inches, high + below + above)
    top = below + high
    strip = _panel(figure, left, wide, top + 0.08, STRIP)
    _draw_medians(strip, numbers.head(columns))
    axes = _panel(figure, left, wide, below, high)
    ranks = numbers.get_column("rank").to_numpy().reshape(count, columns)
    shades = shades_of(RANK_SHADES, missing="white")
    looks_of_cells: dict[str, Any] = {"aspect": "auto", "cmap": shades, "interpolation": "none"}
    texts = ["no result" if rank is None else f"rank {rank:g}" for rank in numbers.get_column("rank")]
    looks_of_cells["gid"] = mark_of_image(names, datasets, texts)
    # Cells are drawn as several dots each, so that no viewer blurs their borders.
    fine = np.ma.masked_invalid(np.kron(ranks, np.ones((6, 6))))
    axes.imshow(fine, vmin=1, vmax=max(count, 2), extent=(0, columns, count, 0), **looks_of_cells)
    y, x = np.nonzero(np.isnan(ranks))
    size = min(3.5, 40 * wide / columns, 40 * step)
    cross: dict[str, Any] = {"color": HIGHLIGHT, "markersize": size, "rasterized": len(x) > MANY, "label": "missing"}
    cross["gid"] = mark_of([names[i] for i in y], [datasets[j] for j in x], "no result")
    draw_line(axes, x + 0.5, y + 0.5, "x", **cross)
    axes.set(xticks=[], yticks=[], xlim=(0, columns), ylim=(count, 0))
    axes.spines[:].set_visible(True)
    axes.spines[:].set_color(MUTED)
    page = page_of(figure)
    for place, label in enumerate(labels if step >= 0.085 else []):
        y_name = top - (place + 0.5) * step
        side: dict[str, Any] = {"ha": "right", "va": "center_baseline", "gid": mark_of(names[place])}
        write(page, left - TICK_PAD, y_name, label, color=INK, label="algorithm", **side)
    beside: dict[str, Any] = {"ha": "right", "va": "center_baseline", "color": INK}
    for y_line, word in ((0.6, "median"), (0.3, metric)):
        text = fitted([word], left - 0.4)[0]
        write(page, left - 0.34, top + 0.08 + y_line * STRIP, text, label="strip", **beside)
    for place, label in enumerate(below_names):
        x_name = left + (place + 0.5) * wide / columns
        foot: dict[str, Any] = {"rotation": 90, "ha": "center", "va": "top", "gid": mark_of(dataset=datasets[place])}
        write(page, x_name, below - 0.05, label, color=INK, label="dataset", **foot)
    _draw_ends(page, (left, left + wide), below - under - 0.12, metric, columns, lower=direction == "lower")
    _draw_shades(figure, shades, count, left + wide / 2)
    return figure


def rank_map_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a map of ranks shows."""
    names = _names(numbers)
    first = numbers.filter(pl.col("rank") == pl.col("rank").min().over("dataset"))
    ahead = first.group_by("algorithm", maintain_order=True).len().sort("len", descending=True, maintain_order=True)
    most = ahead.filter(pl.col("len") == ahead["len"].max())["algorithm"].to_list()
    missing = numbers.get_column("rank").null_count()
    # With gaps, rows may follow the mean ranks of what is compared, and end with what is not.
    rows = "Rows from the top" if missing else "From the best mean rank to the worst"
    sentences = [
        f"Map of the ranks of {counted(len(names), 'algorithm')} on"
        f" {counted(numbers.get_column('dataset').n_unique(), 'dataset')} by {metric_title(numbers)}.",
        f"{rows}: {names_in_words(names)}.",
        f"Best most often, on {counted(int(ahead['len'][0]), 'dataset')}: {names_in_words(most)}.",
    ]
    return " ".join([*sentences, *([f"{counted(missing, 'result')} missing."] if missing else [])])


def _by_rank(scores: pl.DataFrame) -> list[str]:
    """Return the algorithms by their mean ranks, adjusted where results are missing."""
    ranks = rank_effects(scores).with_columns(pl.col("algorithm").cast(pl.String))
    return ranks.sort(pl.col("mean_rank").round_sig_figs(12), "algorithm", nulls_last=True)["algorithm"].to_list()


def _names(numbers: pl.DataFrame) -> list[str]:
    """Return the algorithms in the order of their mean ranks."""
    return numbers.sort("order", maintain_order=True).get_column("algorithm").unique(maintain_order=True).to_list()


def _distance() -> pl.Expr:
    """Return how far a result lies from the median of its dataset, ratios on a logarithmic scale."""
    return pl.when("ratio").then(pl.col("deviation").log()).otherwise("deviation")


def _deviation(metric: str, *, ratio: bool) -> str:
    return f"{metric} as a ratio to the median of the dataset" if ratio else f"{metric} minus the median of the dataset"


def _panel(figure: Figure, left: float, width: float, bottom: float, height: float) -> Axes:
    """Return axes at these inches of a figure."""
    wide, high = figure.get_size_inches()
    return figure.add_axes((left / wide, bottom / high, width / wide, height / high))


def _draw_ranges(level: Axes, apart: Axes, numbers: pl.DataFrame, datasets: list[str]) -> None:
    """Draw from the least to the greatest value of every dataset, as they are and from their median."""
    spans = numbers.group_by("dataset", maintain_order=True).agg(
        pl.col("value").min().alias("low"),
        pl.col("value").max().alias("high"),
        pl.col("median").first(),
        pl.col("deviation").min().alias("least"),
        pl.col("deviation").max().alias("most"),
    )
    y, low, high, median, least, most = (
        spans.select(place_among("dataset", datasets), "low", "high", "median", "least", "most").to_numpy().T
    )
    metric, names = numbers.get_column("metric")[0], spans.get_column("dataset").to_list()
    span = [f"{metric} {number(first)} to {number(last)}" for first, last in spans.select("low", "high").rows()]
    gid, middle = mark_of(dataset=names, value=span), [f"median {metric} {number(value)}" for value in spans["median"]]
    level.hlines(y, low, high, color=FAINT, lw=2.2, alpha=0.6, zorder=2, label="range", gid=gid)
    tick: dict[str, Any] = {"color": INK, "markersize": 5, "mew": MEDIUM, "zorder": 3, "label": "median"}
    draw_line(level, median, y, "|", gid=mark_of(dataset=names, value=middle), **tick)
    apart.hlines(y, least, most, color=GRID_LINE, lw=1.2, zorder=1.2, label="range", gid=gid)


def _draw_medians(axes: Axes, heads: pl.DataFrame) -> None:
    """Draw the median score of every dataset as an area."""
    values = heads.get_column("median")
    log = scales.wants_log(values)
    medians = values.to_numpy()
    low, high = scales.limits_of(medians, log=log, pad=0.0)
    floor = low if log or low < 0 else 0.0
    ends = (floor, max(high, floor + 1e-12) * 1.02 if high > 0 else high)
    scales.ruled(axes, "y", ends, log=log)
    edges = np.arange(len(medians) + 1)
    texts = [f"median {heads['metric'][0]} {number(value)}" for value in values]
    area: dict[str, Any] = {"step": "post", "color": SHADE, "lw": 0, "label": "median"}
    area["gid"] = mark_of_image([""], heads.get_column("dataset").to_list(), texts)
    axes.fill_between(edges, np.append(medians, medians[-1]), floor, **area)
    axes.set(xlim=(0, len(medians)), xticks=[])
    axes.spines["bottom"].set_visible(False)


def _draw_ends(page: Axes, ends: tuple[float, float], y: float, metric: str, columns: int, *, lower: bool) -> None:
    """Write below the map what its columns are, and which way they are sorted."""
    words = [f"{counted(columns, 'dataset')}, sorted by median {metric}", f"← {'high' if lower else 'low'}"]
    words.append(f"{'low' if lower else 'high'} →")
    for x, text, side in (
        (sum(ends) / 2, words[0], "center"),
        (ends[0], words[1], "left"),
        (ends[1], words[2], "right"),
    ):
        write(page, x, y, text, ha=side, va="center_baseline", color=INK if side == "center" else MUTED, label="ends")


def _draw_shades(figure: Figure, shades: LinearSegmentedColormap, count: int, middle: float) -> None:
    """Draw which shade is which rank, at the foot of the page."""
    bar = _panel(figure, middle - 1.0, 2.0, scales.TICKS_HIGH, 0.09)
    last = max(count, 2)
    bar.imshow(
        np.linspace(1, last, 200)[None], aspect="auto", cmap=shades, extent=(1, last, 0, 1), interpolation="none"
    )
    every = scales.whole_step(last / 8)
    ticks = [1, *range(max(every, 2), last + 1, every)]
    bar.set(xticks=ticks, yticks=[])
    bar.tick_params(axis="x", length=2, labelsize=SMALL_SIZE)
    write(
        page_of(figure), middle - 1.08, scales.TICKS_HIGH + 0.045, "rank", ha="right", va="center_baseline", color=INK
    )


ALL_RESULTS = Kind(
    id="all_results",
    title="All results by dataset",
    question="What did every algorithm reach on every dataset, and how far apart are they?",
    stretch=("row", 0.11, 0.2),
)

RANK_MAP = Kind(
    id="rank_map",
    title="Map of ranks",
    question="On which datasets is an algorithm among the best, and on which among the worst?",
    stretch=("row", 0.1, 0.2),
)
