"""How do two axes with numbers, a legend and a foot share the page?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchreport.errors import ColumnError, OptionError, TooFewAlgorithmsError, did_you_mean
from benchreport.figures.canvas import EDGE, Look, draw_legend, legend_of, sheet
from benchreport.figures.scales import AXIS_HIGH, FOOT_HIGH, TICKS_HIGH, axis_title, left_of, page_of, ruled
from benchreport.figures.style import FONT_SIZE, shortened, text_width, write
from benchreport.stats.sheets import scores_of
from benchreport.tables.cells import as_scores
from benchreport.tables.sizes import size_ratios
from benchreport.threads import product

Floats = npt.NDArray[np.float64]
Ends = tuple[float, float]
MOST_PANELS = 12
RIGHT = 0.2
KEY_LEFT = 0.2
KEY_BOTTOM = FOOT_HIGH + 0.03


def plane(width: float, height: float, x: tuple[str, Ends], y: tuple[str, Ends], **rooms: Any) -> tuple[Figure, Axes]:
    """Open axes with a title, numbers and these ends on both sides; call it within ``paper()``.

    ``height`` is that of the axes; ``below`` and ``above`` are further inches, ``right`` those beside.
    ``x_log`` asks for a logarithmic axis.

    Examples
    --------
    >>> figure, axes = plane(3.5, 2.0, ("n", (0.0, 10.0)), ("power", (0.0, 1.0)))
    >>> [float(end) for end in axes.get_xlim()], round(float(figure.get_size_inches()[0]), 2)
    ([0.0, 10.0], 3.5)
    """
    below, above, right = rooms.get("below", 0.0), rooms.get("above", EDGE), rooms.get("right", RIGHT)
    bottom = AXIS_HIGH + FOOT_HIGH + below
    total = height + above + bottom
    figure, axes = sheet(width, total, left=0.5, right=right, top=above, bottom=bottom)
    named = rooms.get("y_named", True)
    left = left_of(ruled(axes, "y", y[1], named=named) if named else [""])
    if not named:
        axes.set(ylim=y[1], yticks=[])
    axes.set_position((left / width, bottom / total, (width - left - right) / width, height / total))
    ruled(axes, "x", x[1], log=rooms.get("x_log", False))
    title_below(axes, x[0], TICKS_HIGH + rooms.get("x_drop", 0.0))
    axis_title(axes, "y", y[0])
    return figure, axes


def title_below(axes: Axes, text: str, drop: float) -> None:
    """Name an x axis so many inches below it, within the page."""
    figure: Figure = axes.figure  # type: ignore[assignment]
    width, height = (float(side) for side in figure.get_size_inches())
    words = shortened(text, width - 2 * EDGE, FONT_SIZE)
    half = text_width(words, FONT_SIZE) / 2 + EDGE
    box = axes.get_position()
    middle = min(max((box.x0 + box.x1) / 2 * width, half), width - half)
    write(page_of(figure), middle, box.y0 * height - drop, words, ha="center", va="top", label="axis title")


def keyed(figure: Figure, styles: Mapping[str, Look], *, lines: bool = True) -> None:
    """Draw the legend between the axis and the foot; :func:`key_height` says how much room it takes."""
    legend = legend_of(list(styles), float(figure.get_size_inches()[0]) - KEY_LEFT - EDGE)
    draw_legend(figure, legend, styles, left=KEY_LEFT, bottom=KEY_BOTTOM, lines=lines)


def key_height(names: Sequence[str], width: float) -> float:
    """Say how much room a legend of these names takes below the axis.

    Examples
    --------
    >>> key_height(["a", "b"], 3.5)
    0.21
    """
    return round(legend_of(list(names), width - KEY_LEFT - EDGE).height + 0.05, 6)


def ellipse(centre: Ends, covariance: tuple[float, float, float], reach: float, points: int = 181) -> Floats:
    """Give the outline of the ellipse ``(x - c)' S^-1 (x - c) = reach``, two rows of coordinates.

    ``covariance`` lists the variance of x, the covariance, and the variance of y.

    Examples
    --------
    >>> ellipse((0.0, 0.0), (1.0, 0.0, 4.0), 1.0).max(axis=1).round(6).tolist()
    [1.0, 2.0]
    """
    xx, xy, yy = covariance
    values, vectors = np.linalg.eigh(np.array([[xx, xy], [xy, yy]]))
    angle = np.linspace(0, 2 * math.pi, points)
    axes = vectors * np.sqrt(np.maximum(values, 0.0) * reach)
    outline: Floats = product(axes, np.stack([np.cos(angle), np.sin(angle)])) + np.array(centre)[:, None]
    return outline


def mean_reach(n: int, alpha: float) -> float | None:
    """Give the reach of the confidence ellipse of a mean of n points in two metrics: 2 (n-1) F / (n (n-2)).

    Examples
    --------
    >>> round(mean_reach(20, 0.05), 4), mean_reach(2, 0.05)
    (0.3752, None)
    """
    if n < 3:
        return None
    # The F law with 2 and m degrees of freedom has a quantile in closed form.
    quantile = (n - 2) / 2 * (alpha ** (-2 / (n - 2)) - 1)
    return float(2 * (n - 1) * quantile / (n * (n - 2)))


def overlap(scores: pl.DataFrame, groups: list[str], n: int) -> float | None:
    """Return what overlapping training sets multiply the squared reach of an ellipse by: 1 + n n_test/n_train.

    None where the sizes are not known.

    Examples
    --------
    >>> import benchreport as br
    >>> scores, groups = of_dataset(br.read_scores(br.example("small_study_5x2.csv")), "wine")
    >>> overlap(scores, groups, 10)
    11.0
    """
    ratio = size_ratios(scores, groups).get_column("ratio").max()
    return None if ratio is None else 1.0 + n * float(ratio)  # type: ignore[arg-type]


def of_dataset(table: Any, dataset: str | None, metrics: Sequence[str] | None = None) -> tuple[pl.DataFrame, list[str]]:
    """Keep one dataset, if it is named or alone; gives the scores and the groups: a dataset, or none over datasets.

    Confusion counts become vectors of errors.

    Examples
    --------
    >>> import benchreport as br
    >>> of_dataset(br.read_scores(br.example("small_study_5x2.csv")), "iris")[1]
    ['dataset']
    """
    scores = as_scores(scores_of(table, metrics))
    known = scores.get_column("dataset").cast(pl.String).unique().sort().to_list()
    if dataset is not None and dataset not in known:
        raise ColumnError(f"no dataset {dataset!r} to draw", hint=did_you_mean(dataset, known))
    if dataset is not None:
        return scores.filter(pl.col("dataset") == dataset), ["dataset"]
    return scores, ["dataset"] if len(known) == 1 else []


def rivals(scores: pl.DataFrame, control: str | None, metric: str) -> tuple[str, list[str]]:
    """Name the algorithm that others are compared with, by default the best on average, and those, the best first.

    Examples
    --------
    >>> import benchreport as br
    >>> rivals(br.read_scores(br.example("demsar2006_auc.csv")), "C4.5", "auc")
    ('C4.5', ['C4.5+m+cf', 'C4.5+m', 'C4.5+cf'])
    """
    better = pl.when(pl.col("direction") == "lower").then(-1.0).otherwise(1.0)
    means = (
        scores.filter(pl.col("metric") == metric)
        .group_by(pl.col("algorithm").cast(pl.String))
        .agg(mean=(pl.col("value") * better).mean().round_sig_figs(12))
        .sort(pl.col("mean"), "algorithm", descending=[True, False], nulls_last=True)
    )
    names = means.get_column("algorithm").to_list()
    if len(names) < 2:
        raise TooFewAlgorithmsError("a comparison needs two algorithms", hint="keep two or more")
    if control is not None and control not in names:
        raise OptionError(f"no algorithm {control!r} to compare with", hint=did_you_mean(control, names))
    chosen = names[0] if control is None else control
    return chosen, [name for name in names if name != chosen]


def pushed_apart(places: Sequence[float], gap: float, ends: Ends) -> list[float]:
    """Move places on a line as little as needed to stand ``gap`` apart between the ends; the order stays.

    Examples
    --------
    >>> pushed_apart([0.5, 0.5], 0.2, (0.0, 1.0))
    [0.4, 0.6]
    """
    order = sorted(range(len(places)), key=lambda i: places[i])
    groups: list[tuple[list[int], float]] = []
    for i in order:
        groups.append(([i], places[i]))
        while len(groups) > 1:
            (first, low), (second, high) = groups[-2:]
            if high - (len(second) - 1) * gap / 2 - (low + (len(first) - 1) * gap / 2) >= gap:
                break
            members = first + second
            # Each would have its group's middle where its own wish is met on average.
            middle = sum(places[j] for j in members) / len(members)
            groups[-2:] = [(members, middle)]
    found = [0.0] * len(places)
    for members, middle in groups:
        half = (len(members) - 1) * gap / 2
        middle = min(max(middle, ends[0] + half), ends[1] - half)
        for k, j in enumerate(members):
            found[j] = round(middle - half + k * gap, 9)
    for before, after in pairwise(order):
        found[after] = max(found[after], round(found[before] + gap, 9))
    return found


def names_in_words(names: Sequence[str], most: int = 4) -> str:
    """List names in a sentence, the first of many.

    Examples
    --------
    >>> names_in_words(["A", "B", "C"]), names_in_words(list("ABCDEF"))
    ('A, B and C', 'A, B, C, D and 2 more')
    """
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def size_text(numbers: pl.DataFrame, column: str = "n") -> str:
    """Write how many values there were, or the fewest and the most.

    Examples
    --------
    >>> size_text(pl.DataFrame({"n": [4, 4]})), size_text(pl.DataFrame({"n": [4, None, 9]}))
    ('4', '4 to 9')
    """
    sizes = [int(size) for size in numbers.get_column(column).drop_nulls()]
    low, high = min(sizes, default=0), max(sizes, default=0)
    return f"{low}" if low == high else f"{low} to {high}"


def mean_ellipse(row: Mapping[str, Any]) -> Floats | None:
    """Give the outline of the ellipse that a row describes: its centre, covariance and reach; None without a reach."""
    if row["reach"] is None:
        return None
    return ellipse((row["x"], row["y"]), (row["xx"], row["xy"], row["yy"]), row["reach"])
