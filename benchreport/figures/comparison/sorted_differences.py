"""Paired differences of one algorithm from others, dataset by dataset, sorted, with their estimate and interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import OptionError, one_of
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import fitting, left_of, limits_of, ruled, write_title
from benchreport.figures.layout.looks import looks
from benchreport.figures.layout.notes import side_by_side
from benchreport.figures.layout.page import EDGE, LINE, Width, page_of, widest, width_of
from benchreport.figures.marks import mark_of
from benchreport.figures.selection import better_sign, direction_of, metric_facts, one_metric, ranked_names
from benchreport.figures.style import INK, MUTED, THIN, fitted, shortened, text_width, write
from benchreport.figures.values import place_among
from benchreport.figures.words import counted, number_text
from benchreport.naming import enumerated
from benchreport.numerals import decimals_for, fixed, limits, number
from benchreport.stats.answer.pair_verdicts import verdicts
from benchreport.stats.answer.verdict_intervals import WIN_SHARE, turned
from benchreport.stats.posthoc.mean_ranks import RANKS
from benchreport.tables.blocks import cells_of
from benchreport.tables.metric_scale import COMPARABLE
from benchreport.tables.reading.frames import ends_of
from benchreport.tables.ties import sign_of_difference

MOST_PANELS = 3
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
    pairs = pairs.head(MOST_PANELS).sort("place")
    ratio = not pairs.get_column("scale").is_in(COMPARABLE).all()
    null = 1.0 if ratio else 0.0
    cells = cells_of(scores).select(pl.col("algorithm", "dataset").cast(pl.String), "value").drop_nulls()
    if ratio and ends_of(cells.get_column("value"))[0] <= 0:
        raise OptionError("values of 0 or below have no ratios", hint="the figure scatter_pair takes any values")
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
    figure = Figure(figsize=(inches, total))
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
    axes.plot(places[ties], values[ties], "_", gid=_marks(pair, ties), **tie)
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


SORTED_DIFFERENCES = Kind(
    id="sorted_differences",
    title="Sorted differences",
    question="On how many datasets is an algorithm ahead of another, and by how much?",
    stretch=("height", 1.1, 2.0),
)
