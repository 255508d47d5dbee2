"""Ranks on the datasets by metric: a dot per dataset and a bar at the mean, one panel per metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import ColumnError, did_you_mean
from benchreport.figures.kinds import Kind
from benchreport.figures.layout import table_picture as picture
from benchreport.figures.layout.looks import MOST_CAST, Looks, looks
from benchreport.figures.layout.page import TALLEST, Width, width_of
from benchreport.figures.marks import mark_of
from benchreport.figures.style import FAINT, MUTED, Weight, fitted, write
from benchreport.figures.words import counted, names_in_words
from benchreport.numerals import fixed
from benchreport.stats.many_algorithms.complete_blocks import average_ranks, block_ranks
from benchreport.tables.metric_names import printed_metrics
from benchreport.tables.scores import as_scores

# Lengths in mm.
ROW, LOWEST, HIGHEST = 6.4, 3.4, 8.0
HEAD_HIGH, FOOT_HIGH, BLOCK_GAP = 12.0, 8.0, 3.0
NAMES_LEAST, NAMES_MOST = 16.0, 40.0
GAP, NUMBER = 3.6, 7.0
ACROSS = (6, 8, 10, 12)  # panels side by side: as few as the height allows


def rank_dots_data(table: Any, *, metrics: Sequence[str] | None = None) -> pl.DataFrame:
    """Return the rank of every algorithm on every dataset by every metric, and its mean; the best first.

    Parameters
    ----------
    table
        Scores; a dataset without a result of every algorithm is refused.
    metrics
        Which metrics, in this order; all by default.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = rank_dots_data(br.read_scores(br.example("small_study_5x2.csv")), metrics=["accuracy"])
    >>> numbers.group_by("algorithm", maintain_order=True).agg(pl.col("rank"), pl.col("mean_rank").first()).row(0)
    ('kNN', [2.0, 1.0, 2.0, 4.0], 2.25)
    """
    scores = as_scores(table)
    every = scores.get_column("metric").cast(pl.String).unique(maintain_order=True).to_list()
    for name in metrics or ():
        if name not in every:
            raise ColumnError(f"no metric {name!r} to draw", hint=did_you_mean(name, every))
    chosen = list(metrics or every)
    printed = printed_metrics(chosen)
    names = {name: printed.get(name, name) for name in chosen}
    return rank_dot_numbers(scores.filter(pl.col("metric").cast(pl.String).is_in(chosen)), chosen, names)


def rank_dot_numbers(
    scores: pl.DataFrame, metrics: Sequence[str], printed: Mapping[str, str] | None = None
) -> pl.DataFrame:
    """Return the numbers of the figure for metrics in this order, under the names to be printed."""
    text = pl.col("algorithm", "dataset", "metric").cast(pl.String)
    ranks = block_ranks(scores, "metric", "mean")[0].drop_nulls("rank").select(text, "rank")
    means = average_ranks(scores).select(pl.col("algorithm", "metric").cast(pl.String), "mean_rank")
    way = pl.col("direction").cast(pl.String).drop_nulls().first()
    ways = scores.group_by(pl.col("metric").cast(pl.String)).agg(way)
    first = means.filter(pl.col("metric") == metrics[0]).sort("mean_rank", "algorithm")["algorithm"].to_list()
    names = list(dict.fromkeys([*first, *means.get_column("algorithm").sort().to_list()]))
    order = [
        pl.col("metric").replace_strict(metrics, range(len(metrics)), return_dtype=pl.Int64),
        pl.col("algorithm").replace_strict(names, range(len(names)), return_dtype=pl.Int64),
        pl.col("dataset"),
    ]
    joined = ranks.join(means, on=["algorithm", "metric"]).join(ways, on="metric").sort(order)
    titles = pl.col("metric").replace(printed or {})
    return joined.select("algorithm", titles, "direction", "dataset", "rank", "mean_rank", count=pl.lit(len(names)))


def rank_dots(
    numbers: pl.DataFrame, *, width: Width | float = "page", row: float = ROW, noun: str = "algorithm"
) -> Figure:
    """Draw the ranks by metric: dots per dataset, a bar and the number at the mean, rank 1 at the right.

    More than six metrics are drawn in blocks below each other.

    Examples
    --------
    >>> import benchreport as br
    >>> rank_dots(rank_dots_data(br.read_scores(br.example("small_study_5x2.csv"))))
    <Figure size 661...>
    """
    wide, tallest = picture.MM * width_of(width), picture.MM * TALLEST
    names = numbers.get_column("algorithm").unique(maintain_order=True).to_list()
    metrics = numbers.get_column("metric").unique(maintain_order=True).to_list()
    across, high, drawn_rows = _fit(len(metrics), len(names), wide, min(max(row, LOWEST), HIGHEST), tallest)
    lines = [*names[:drawn_rows], *([f"{len(names) - drawn_rows} more"] if drawn_rows < len(names) else [])]
    block = HEAD_HIGH + high * len(lines) + FOOT_HIGH
    blocks = [metrics[start : start + across] for start in range(0, len(metrics), across)]
    figure, page = picture.open_sheet(wide, block * len(blocks) + BLOCK_GAP * (len(blocks) - 1))
    styles = looks(names, leading=names)
    parts = numbers.partition_by("metric", as_dict=True)
    for number, part in enumerate(blocks):
        top = number * (block + BLOCK_GAP)
        left = _write_rows(page, lines, drawn_rows, styles, top, high, wide, noun)
        step = (wide - left + GAP) / across
        for place, metric in enumerate(part):
            box = (left + place * step, top, step - GAP)
            _draw_metric(page, box, parts[(metric,)], lines[:drawn_rows], len(lines), high, styles)
    return figure


def rank_dots_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the ranks by metric show."""
    heads = numbers.unique(["algorithm", "metric"], maintain_order=True)
    metrics = heads.get_column("metric").unique(maintain_order=True).to_list()
    datasets = numbers.get_column("dataset").n_unique()
    sentences = [
        f"Ranks of {counted(numbers['count'][0], 'algorithm')} on {counted(datasets, 'dataset')} by "
        f"{counted(len(metrics), 'metric')}: a dot per dataset, a bar at the mean."
    ]
    best = []
    for metric in metrics[:8]:
        part = heads.filter(pl.col("metric") == metric)
        least = part.get_column("mean_rank").min()
        leaders = part.filter(pl.col("mean_rank") == least).get_column("algorithm").to_list()
        best.append(f"{metric} {names_in_words(leaders, 3)} ({fixed(least, 2)})")  # type: ignore[arg-type]
    rest = "; and so on" if len(metrics) > 8 else ""
    return " ".join([*sentences, f"Best mean rank by metric: {'; '.join(best)}{rest}."])


def _fit(metrics: int, names: int, wide: float, high: float, tallest: float) -> tuple[int, float, int]:
    """Return how many panels stand side by side, the height of a row, and how many algorithms have one."""
    most = max(1, int((wide - NAMES_LEAST - picture.NAME_LEFT) // (NUMBER + 12.0)))
    for across in (count for count in ACROSS if count <= max(most, ACROSS[0])):
        across = min(across, max(most, 1))
        blocks = -(-metrics // across)
        room = (tallest - (blocks - 1) * BLOCK_GAP) / blocks - HEAD_HIGH - FOOT_HIGH
        if names * LOWEST <= room:
            return -(-metrics // blocks), min(high, room / names), names
    return -(-metrics // blocks), min(high, LOWEST), max(int(room // LOWEST) - 1, 1)


def _write_rows(
    page: Axes, lines: Sequence[str], drawn_rows: int, styles: Looks, top: float, high: float, wide: float, noun: str
) -> float:
    """Write the names of a block between its rules, and return where the panels begin."""
    longest = max(picture.head_width(noun), *(picture.text_mm(name, picture.NAME_SIZE, "bold") for name in lines))
    room = min(max(longest, NAMES_LEAST), NAMES_MOST)
    bottom = top + HEAD_HIGH + high * len(lines)
    picture.rule_table(page, 0, wide, bottom + 0.4, top + HEAD_HIGH, top + 0.3)
    picture.rule_rows(page, 0, wide, [top + HEAD_HIGH + high * place for place in range(1, len(lines))])
    picture.write_head(page, 0, ("", f"{noun[:1].upper()}{noun[1:]}"), "left", top + HEAD_HIGH)
    size = min(picture.NAME_SIZE, 2.3 * high)
    for place, name in enumerate(fitted(lines, room / picture.MM, size)):
        y = top + HEAD_HIGH + high * (place + 0.5)
        if place < drawn_rows:
            picture.write_name(page, y, name, styles[lines[place]], algorithm=lines[place], size=size)
        else:
            write(page, picture.NAME_LEFT, y, name, size=size, slant="italic", color=MUTED, va="center_baseline")
    return picture.NAME_LEFT + room + GAP


def _draw_metric(
    page: Axes,
    box: tuple[float, float, float],
    numbers: pl.DataFrame,
    names: Sequence[str],
    lines: int,
    high: float,
    styles: Looks,
) -> None:
    """Draw one panel of ranks with the mean ranks beside it, the best in bold."""
    left, top, wide = box
    metric, direction, count = numbers.select("metric", "direction", "count").row(0)
    axes = picture.panel(page, left, top + HEAD_HIGH, wide - NUMBER, high * lines, lines)
    axes.set(xlim=(count + 0.6, 0.4), xticks=sorted({1, count} | ({(count + 1) // 2} if count > 4 else set())))
    ranks = {name: part for (name,), part in numbers.partition_by("algorithm", as_dict=True).items()}
    least = min(part.get_column("mean_rank")[0] for part in ranks.values())
    right, size = left + wide, min(picture.VALUE_SIZE, 2.3 * high)
    for place, name in enumerate(names):
        if name not in ranks:
            continue
        part, y = ranks[name].get_column("rank").to_list(), place + 0.5
        mean = ranks[name].get_column("mean_rank")[0]
        axes.plot([min(part), max(part)], [y, y], color=FAINT, lw=0.6, zorder=1, label="span", gid=mark_of(name))
        texts = [f"rank {rank:g} by {metric}" for rank in part]
        dots: dict[str, Any] = {"ms": 2.4, "mec": "none", "color": MUTED, "zorder": 3, "label": "rank"}
        axes.plot(part, [y] * len(part), "o", gid=mark_of(name, ranks[name]["dataset"].to_list(), texts), **dots)
        gid = mark_of(name, value=f"mean rank {fixed(mean, 2)} by {metric}")
        bar: dict[str, Any] = {"color": styles[name].colour, "lw": 2.0, "solid_capstyle": "butt", "zorder": 4}
        axes.plot([mean] * 2, [y - 0.36, y + 0.36], label="mean", gid=gid, **bar)
        weight: Weight = "bold" if mean == least else "normal"
        look: dict[str, Any] = {"size": size, "weight": weight, "ha": "right", "va": "center_baseline", "gid": gid}
        write(
            page,
            right,
            top + HEAD_HIGH + high * y,
            fixed(mean, 2 if count <= MOST_CAST else 1),
            label="mean rank",
            **look,
        )
    title = f"{metric}, lower better" if direction == "lower" else str(metric)
    upper, lower = picture.in_two_lines(title) if picture.head_width(title) > wide else ("", title)
    for step, text in enumerate((upper, lower)):
        if text:
            y = top + HEAD_HIGH - 8.4 + picture.HEAD_STEP * step
            heading = picture.cut(text, wide, picture.HEAD_SIZE, "bold")
            write(page, left, y, heading, size=picture.HEAD_SIZE, weight="bold", va="baseline", label="head")
    bottom: dict[str, Any] = {"size": picture.AXIS_SIZE, "label": "axis title"}
    write(page, right, top + HEAD_HIGH - 1.8, "mean", color=MUTED, ha="right", va="baseline", **bottom)
    middle = left + (wide - NUMBER) / 2
    write(page, middle, top + HEAD_HIGH + high * lines + 6.2, "rank", ha="center", va="center_baseline", **bottom)


RANK_DOTS = Kind(
    id="rank_dots",
    title="Ranks by metric",
    question="Which ranks do the algorithms have on the single datasets, by each metric?",
    stretch=("row", 5.0, 8.0),
)
