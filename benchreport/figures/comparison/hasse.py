"""Graph of the significant differences: lines lead down from an algorithm to those it beats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.figures.comparison.pairs import both_ways, compared_pairs, facts_of_test, titled
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.notes import LINE_HIGH, note_lines, side_by_side, write_note
from benchreport.figures.layout.order_graph import Link, Placed, evened, layers_of, placed
from benchreport.figures.layout.page import EDGE, TALLEST, Width, page_of, width_of
from benchreport.figures.selection import one_metric
from benchreport.figures.style import INK, MUTED, THIN, empty_figure, fitted, text_width, write
from benchreport.figures.values import items
from benchreport.naming import best_of, enumerated
from benchreport.options import PAIR_TEST
from benchreport.stats.many_algorithms.complete_blocks import average_ranks
from benchreport.stats.ordering.complete_order import partial_order
from benchreport.stats.ordering.indistinguishable_sets import in_rank_order
from benchreport.tables.reading.frames import largest

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAME_WIDTHS = (2.0, 1.3, 0.9)  # inches a name may take, tried in turn
MOST_EDGES = 45  # more lines cannot be followed

# Lengths in inches.
NODE_PAD = 0.1
PITCH = 0.46  # from layer to layer
LEAST_PITCH = 0.27
LIST_MARGIN = 0.3
LIST_PITCH = 0.155


def hasse_data(
    table: Any, *, metric: str | None = None, posthoc: str = PAIR_TEST, adjust: str | None = "holm", alpha: float = 0.05
) -> pl.DataFrame:
    """Return the order that significant differences make: an ``item`` per algorithm and per edge that no path implies.

    ``layer`` 0 holds the algorithms that none was shown to beat; ``beats`` counts those an algorithm was shown to beat.

    Parameters
    ----------
    table
        Scores without gaps.
    metric
        Which of several metrics.
    posthoc
        The test of all pairs: Wilcoxon's, "nemenyi" or any other.
    adjust
        Adjustment of its p-values, where it has none of its own.
    alpha
        Level of the decisions.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = hasse_data(br.read_scores(br.example("demsar2006_auc.csv")), posthoc="nemenyi", alpha=0.1)
    >>> numbers.filter(pl.col("item") == "edge").select("above", "below").rows()
    [('C4.5+m', 'C4.5'), ('C4.5+m+cf', 'C4.5')]
    """
    scores = one_metric(table, metric)
    rows = compared_pairs(scores, posthoc, adjust, alpha=alpha)
    return order_numbers(rows, average_ranks(scores), facts_of_test(scores, posthoc, adjust, alpha), alpha=alpha)


def order_numbers(
    rows: pl.DataFrame, ranks: pl.DataFrame, facts: Mapping[str, Any], *, alpha: float, points: str = "datasets"
) -> pl.DataFrame:
    """Return the numbers of the graph from the result rows of any test of all pairs, in one group.

    ``ranks`` are the mean ranks that order a layer, ``facts`` the columns that say what the rows rest on, ``points``
    what was counted: datasets, or the runs of one.
    """
    edges = partial_order(rows, alpha=alpha).select(pl.col("above", "below").cast(pl.String), "p", "remarks")
    ranked = in_rank_order(ranks)
    names = ranked.get_column("algorithm").to_list()
    sound = edges.filter(pl.col("remarks").is_null()).select("above", "below").rows()
    layer = layers_of(names, sound)
    tested = both_ways(rows)
    beats = dict(tested.filter("differs", pl.col("row_is") == "better").group_by("a").len().rows())
    nodes = ranked.select(
        pl.lit("algorithm").alias("item"),
        "algorithm",
        "mean_rank",
        layer=pl.col("algorithm").replace_strict(layer, return_dtype=pl.Int64),
        beats=pl.col("algorithm").replace_strict(beats, default=0, return_dtype=pl.Int64),
    )
    n = tested.get_column("n").max()
    lines = edges.select(pl.lit("edge").alias("item"), pl.all())
    both = pl.concat([nodes.sort("layer", "mean_rank", "algorithm"), lines], how="diagonal_relaxed")
    return both.with_columns(n=pl.lit(n), points=pl.lit(points), **facts)


def hasse(numbers: pl.DataFrame, *, width: Width | float | None = None) -> Figure:
    """Draw the order as a graph: a line leads down to each algorithm that was shown to be worse.

    Without a width it takes a column if the names fit there, else a page. Graphs too crowded to follow become a list
    of their layers.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> hasse(hasse_data(scores, posthoc="nemenyi", alpha=0.1))
    <Figure size 350x...>
    """
    nodes, edges = items(numbers, "algorithm", "edge")
    layer = dict(nodes.select("algorithm", "layer").rows())
    links = edges.select("above", "below").rows()
    sound = edges.filter(pl.col("remarks").is_null()).select("above", "below").rows()
    choices: list[Width | float] = [width] if width is not None else ["column", "page"]
    pitch = min(PITCH, (TALLEST - 1.0) / (max(layer.values()) + 1))
    inches = width_of(choices[-1])
    if len(links) <= MOST_EDGES and pitch >= LEAST_PITCH:
        tries = product(map(width_of, choices), (layer, evened(layer, sound)), NAME_WIDTHS)
        for inches, levels, room in tries:
            labels = dict(zip(layer, fitted(list(layer), room), strict=True))
            widths = {name: text_width(text) + NODE_PAD for name, text in labels.items()}
            places = placed(levels, sound, widths, inches - 2 * EDGE)
            if places is not None:
                return _graph(numbers, places, labels, [link for link in links if link not in sound], inches, pitch)
    return _list(numbers, inches)


def hasse_alt(numbers: pl.DataFrame) -> str:
    """Return in words what the graph of an order shows."""
    nodes, edges = items(numbers, "algorithm", "edge")
    first = numbers.row(0, named=True)
    top = nodes.filter(pl.col("layer") == 0).get_column("algorithm").to_list()
    sentences = [
        f"Order of {nodes.height} algorithms by {_measured(first)}: an algorithm stands above those it beats "
        f"significantly at {_test(first)}."
    ]
    if not edges.height:
        return sentences[0] + " No algorithm beats another significantly."
    named = f"{', '.join(top[:3])}{f' and {len(top) - 3} more' if len(top) > 3 else ''}"
    sentences.append(f"No other beats {named} significantly.")
    counts = dict(nodes.sort("algorithm").select("algorithm", "beats").rows())
    most = best_of({name: float(count) for name, count in counts.items()})
    who = f"{most[0]} beats" if len(most) == 1 else f"{enumerated(most)} each beat"
    sentences.append(f"{who} the most others ({counts[most[0]]}).")
    sentences.append(f"There are {largest(nodes.get_column('layer')) + 1} layers.")
    if edges.get_column("remarks").is_not_null().any():
        sentences.append("Some tests contradict an order.")
    return " ".join(sentences)


def _graph(
    numbers: pl.DataFrame, places: Placed, names: Mapping[str, str], cycles: Sequence[Link], inches: float, pitch: float
) -> Figure:
    dashed = "; dashed: tests that contradict an order" if cycles else ""
    implied = "; lines that follow from others are left out" if places.paths else ""
    lines = note_lines(f"{_note(numbers)}{implied}{dashed}", inches)
    height = 0.12 + len(lines) * LINE_HIGH + max(level for _, level in places.nodes.values()) * pitch + 0.3
    figure = empty_figure(inches, height)
    page = page_of(figure)
    nodes = {name: (EDGE + x, height - 0.15 - level * pitch) for name, (x, level) in places.nodes.items()}
    for path in places.paths:
        x, level = np.asarray(path).T
        page.plot(EDGE + x, height - 0.15 - level * pitch, color=MUTED, lw=THIN, zorder=1, label="edge")
    for above, below in cycles:
        (x0, y0), (x1, y1) = nodes[above], nodes[below]
        page.plot([x0, x1], [y0, y1], color=MUTED, lw=THIN, ls=(0, (3, 2)), zorder=1, label="cycle")
    box = {"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": INK, "linewidth": THIN}
    for name, (x, y) in nodes.items():
        write(page, x, y, names[name], bbox=box, ha="center", va="center", zorder=3, label="node")
    write_note(figure, lines)
    return figure


def _list(numbers: pl.DataFrame, inches: float) -> Figure:
    """Write the layers one below the other, where a graph would be too crowded."""
    (nodes,) = items(numbers, "algorithm")
    room = inches - 2 * EDGE - LIST_MARGIN
    short = fitted(nodes.get_column("algorithm").to_list(), room - 0.4)
    rows: list[tuple[str, str]] = []
    for name, (layer, beats) in zip(short, nodes.select("layer", "beats").rows(), strict=True):
        number, text = str(layer + 1), side_by_side(name, f" ({beats})")
        if rows and rows[-1][0] == number and text_width(longer := f"{rows[-1][1]} · {text}") <= room:
            rows[-1] = number, longer
        else:
            rows.append((number, text))
    most = int((TALLEST - 1.0) / LIST_PITCH)
    cut, rows = f"; {len(rows) - most} lines more" if len(rows) > most else "", rows[:most]
    shows = "in brackets how many others an algorithm was shown to beat"
    stands = "each stands in the first layer below all that were shown to beat it"
    lines = note_lines(f"{_note(numbers, shows)}; {stands}; the graph is too crowded to draw{cut}", inches)
    height = 0.14 + len(lines) * LINE_HIGH + len(rows) * LIST_PITCH + EDGE
    figure = empty_figure(inches, height)
    page = page_of(figure)
    for row, (number, text) in enumerate(rows):
        y = height - EDGE - (row + 0.5) * LIST_PITCH
        if row == 0 or rows[row - 1][0] != number:
            write(page, EDGE, y, number, color=MUTED, va="center_baseline", label="layer")
            if row:
                page.plot([EDGE, inches - EDGE], [y + LIST_PITCH / 2] * 2, color="#DDDDDD", lw=0.5, label="rule")
        write(page, EDGE + LIST_MARGIN, y, text, color=INK, va="center_baseline", label="node")
    write_note(figure, lines)
    return figure


def _note(numbers: pl.DataFrame, shows: str = "the upper is better") -> str:
    first = numbers.row(0, named=True)
    decision = f"{shows}, p ≤" if numbers.filter(pl.col("item") == "edge").height else "no pair differs at"
    return f"{_measured(first)}; {decision} {_test(first)}"


def _measured(first: Mapping[str, Any]) -> str:
    """Return in words what was measured on how many; numbers that do not say on what count datasets."""
    return f"{first['metric']}, n = {first['n']} {first.get('points', 'datasets')}"


def _test(first: Mapping[str, Any]) -> str:
    return f"{first['alpha']:g} ({titled(first['posthoc'])}, {first['judged']})"


HASSE = Kind(
    id="hasse",
    title="Graph of significant differences",
    question="Which algorithms were shown to be better than which?",
)
