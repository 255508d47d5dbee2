"""Two kinds of errors against each other: mean counts per fold, and differences from the best with ellipses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import Floats, fitting, number_texts, ruled
from benchreport.figures.layout.labels import Box, boxes_meet, name_points
from benchreport.figures.layout.looks import Look, Looks, looks
from benchreport.figures.layout.millimetres import HEAD, SMALL, TINY, Sheet, millimetres, sheet_in_mm, wide_in_mm
from benchreport.figures.layout.page import Point, Width
from benchreport.figures.layout.table_picture import MM
from benchreport.figures.marks import mark_of
from benchreport.figures.models.separation import centre_columns, ellipse, mean_reach
from benchreport.figures.selection import of_dataset, overlap
from benchreport.figures.style import FAINT, MUTED, draw_box, draw_line
from benchreport.figures.values import items
from benchreport.figures.words import counted
from benchreport.naming import ends_in_words, named
from benchreport.numerals import integer, number, p_statement, percent
from benchreport.stats.forms.vectors import ERRORS, vectors_of
from benchreport.stats.multiplicity.adjusting import adjust as adjusted
from benchreport.stats.several_metrics.t2_tests import hotelling

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

MOST_PANELS = 12
ACROSS = 3
DOT = "#6f6f6b"
# Lengths in millimetres.
PLANE_LEFT, PLANE_TOP, PLANE_WIDE, PLANE_HIGH = 11.5, 5.5, 60.0, 67.5
PANELS_LEFT, PANEL, DOWN = 88.0, 20.6, 25.2
NARROW = 140.0


def error_plane_data(
    table: Any,
    *,
    dataset: str | None = None,
    positive: str | None = None,
    control: str | None = None,
    adjust: str = "holm",
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return mean counts of two kinds of errors ("mean") and differences from the best ("difference" and "fold").

    A difference has its mean, its covariance over the folds, and how far the ellipses reach: ``reach`` that of the pair
    alone, ``reach_all`` that of all pairs together, which excludes no difference iff the adjusted test rejects. Both
    allow for overlapping training sets.

    Parameters
    ----------
    table
        Confusion counts of two classes, with several folds.
    dataset
        Which of several datasets.
    positive
        The positive class: its misses are drawn upwards, false alarms to the right.
    control
        The reference, in place of the algorithm with the fewest errors.
    adjust, alpha
        Adjustment of the tests of pairs, and the level.

    Examples
    --------
    >>> import benchreport as br
    >>> folds = {"model": ["A", "B"] * 4, "fold": [1, 1, 2, 2, 3, 3, 4, 4], "tp": [9, 8, 9, 7, 8, 7, 9, 9]}
    >>> cells = pl.DataFrame(folds).with_columns(fn=10 - pl.col("tp"), fp=pl.Series([1, 0, 2, 1, 0, 2, 1, 3]), tn=20)
    >>> numbers = error_plane_data(br.counts(cells, design="kfold_cv"))
    >>> numbers.filter(pl.col("item") == "mean").select("algorithm", "x", "y").rows()
    [('A', 1.0, 1.25), ('B', 1.5, 2.25)]
    """
    scores, groups = of_dataset(table, dataset)
    if not groups:
        raise OptionError("errors are drawn over the folds of one dataset", hint="dataset=")
    kinds = kinds_of_errors(scores, positive)
    rows = hotelling(
        scores, metrics=list(kinds), control=control, variant="corrected", alpha=alpha, missing="available"
    )
    pairs = adjusted(rows, adjust).with_columns(pl.col("a", "b").cast(pl.String))
    return plane_items(scores, pairs, kinds=kinds, control=control)


def kinds_of_errors(scores: pl.DataFrame, positive: str | None = None) -> dict[str, str]:
    """Return the two metrics to be drawn to the right and upwards, with the words for their axes."""
    metrics = scores.get_column("metric").cast(pl.String).unique().sort().to_list()
    if len(metrics) != 2:
        raise OptionError(f"an error plane needs two classes, not {len(metrics)}", hint="class_misses draws more")
    if set(metrics) == set(ERRORS):
        return {"fp": "false alarms", "fn": "misses"}
    upwards = f"class {positive} missed" if positive is not None else metrics[-1]
    order = sorted(metrics, key=lambda name: name == upwards)
    words = {name: f"missed instances of {name.removesuffix(' missed')}" for name in order}
    if positive is not None and upwards in metrics:
        words = {order[0]: "false alarms", order[1]: "misses"}
    return words


def plane_items(
    scores: pl.DataFrame, pairs: pl.DataFrame, *, kinds: Mapping[str, str], control: str | None
) -> pl.DataFrame:
    """Return all numbers of the figure from error counts per fold and adjusted Hotelling tests of pairs."""
    metrics = list(kinds)
    vectors = vectors_of(scores, ["dataset"], metrics, missing="available")
    wide = (
        scores.with_columns(pl.col("algorithm", "metric").cast(pl.String))
        .group_by("algorithm", "metric")
        .agg(mean=pl.col("value").mean(), total=pl.col("value").sum(), n=pl.len())
    )
    sides = [wide.filter(pl.col("metric") == metric) for metric in metrics]
    means = (
        sides[0]
        .select("algorithm", "n", x="mean", total="total")
        .join(sides[1].select("algorithm", y="mean", more="total"), on="algorithm")
    )
    means = means.with_columns(errors=(pl.col("total") + pl.col("more")).cast(pl.Int64)).drop("total", "more")
    means = means.sort(pl.col("x") + pl.col("y"), "algorithm")
    first = control or str(means.get_column("algorithm")[0])
    tests = {(a, b): row for a, b, row in zip(pairs["a"], pairs["b"], pairs.iter_rows(named=True), strict=True)}
    alpha = float(pairs.get_column("alpha")[0])
    rows: list[dict[str, Any]] = [{"item": "mean", **row} for row in means.iter_rows(named=True)]
    for stack in vectors.pairs(first):
        for k, name in enumerate(map(str, stack.algorithms[:, 0])):
            difference = stack.values[k, :, 0] - stack.values[k, :, 1]
            test = tests.get((name, first)) or tests[first, name]
            wider = overlap(vectors.source, ["dataset"], stack.n)
            rows.append(
                {"item": "difference", "algorithm": name, "n": stack.n, **centre_columns(difference)}
                | _reaches(test, stack.n, wider, alpha / pairs.height, alpha)
            )
            spots, counts = np.unique(difference, axis=0, return_counts=True)
            rows += [
                {"item": "fold", "algorithm": name, "x": float(x), "y": float(y), "n": int(n)}
                for (x, y), n in zip(spots, counts, strict=True)
            ]
    order = {name: place for place, name in enumerate(means.get_column("algorithm"))}
    frame = pl.DataFrame(rows, infer_schema_length=None).sort(
        pl.col("item") != "mean", pl.col("algorithm").replace_strict(order, return_dtype=pl.Int64), maintain_order=True
    )
    return frame.with_columns(
        dataset=pl.lit(str(scores.get_column("dataset")[0])),
        first=pl.lit(first),
        reference=pl.lit(control, dtype=pl.String),
        label_x=pl.lit(kinds[metrics[0]]),
        label_y=pl.lit(kinds[metrics[1]]),
        tests=pl.lit(pairs.height, dtype=pl.Int64),
        alpha=pl.lit(alpha),
    )


def _reaches(
    test: Mapping[str, Any], n: int, wider: float | None, share: float, alpha: float
) -> dict[str, float | None]:
    """Return the reach of both ellipses; that of all pairs together agrees with the adjusted verdict.

    Where only the steps of the adjustment reject, it is that of the level at which the pair was tested.
    """
    p, p_adjusted = test["p_value"], test["p_adjusted"]
    whole = p is not None and test["status"] in ("ok", "approximate") and test["df1"] == 2
    verdict: dict[str, float | None] = {"p_adjusted": p_adjusted}
    if not whole or wider is None:
        return verdict | {"reach": None, "reach_all": None}
    stepped = p_adjusted is not None and p_adjusted <= alpha and p > share
    level = alpha * p / p_adjusted if stepped else share
    alone, together = mean_reach(n, alpha), mean_reach(n, level)
    return verdict | {
        "reach": None if alone is None else alone * wider,
        "reach_all": None if together is None else together * wider,
    }


def error_plane(numbers: pl.DataFrame, *, width: Width | float = "page") -> Figure:
    """Draw the numbers of :func:`error_plane_data`: means of all at the left, a panel per difference at the right.

    On a diagonal of the plane the number of errors is the same. In a panel the filled ellipse holds for the pair alone
    and the outline for all pairs together; where it excludes the diamond, the two differ significantly.

    Examples
    --------
    >>> import benchreport as br
    >>> folds = {"model": ["A", "B"] * 4, "fold": [1, 1, 2, 2, 3, 3, 4, 4], "tp": [9, 8, 9, 7, 8, 7, 9, 9]}
    >>> cells = pl.DataFrame(folds).with_columns(fn=10 - pl.col("tp"), fp=pl.Series([1, 0, 2, 1, 0, 2, 1, 3]), tn=20)
    >>> error_plane(error_plane_data(br.counts(cells, design="kfold_cv")))
    <Figure size ...>
    """
    wide = millimetres(width)
    means, differences = items(numbers, "mean", "difference")
    styles = looks(means.get_column("algorithm"))
    names = differences.get_column("algorithm").to_list()[:MOST_PANELS]
    narrow = wide < NARROW
    left = PLANE_LEFT if narrow else PANELS_LEFT
    across = ACROSS if len(names) > 2 else max(len(names), 1)
    down = -(-len(names) // across)
    free = across * down - len(names)
    key = _key_entries(numbers)
    beside = free >= 2 or across < ACROSS
    panels_high = 8.8 + DOWN * down + (0.0 if beside else 4.1 * -(-len(key) // 2) + 1)
    plane_high = PLANE_TOP + PLANE_HIGH + 9.0
    top = plane_high + 2 if narrow else 0.0
    sheet = sheet_in_mm(wide, top + panels_high if narrow else max(plane_high, panels_high))
    _draw_plane(sheet, means, styles, numbers)
    gap = (wide - 0.4 - left - PANEL * ACROSS) / (ACROSS - 1)
    _draw_panels(sheet, numbers, names, styles, (left, top), gap, across)
    last = len(names) % across
    if beside and free >= 2:
        places = [(left + last * (PANEL + gap) + 2, top + 13.0 + DOWN * (down - 1) + 4.1 * i) for i in range(len(key))]
    elif beside:
        places = [(left + across * (PANEL + gap), top + 13.0 + 4.1 * i) for i in range(len(key))]
    else:
        half = -(-len(key) // 2)
        places = [(left + 42.0 * (i // half), top + 10.5 + DOWN * down + 4.1 * (i % half)) for i in range(len(key))]
    first = str(numbers.get_column("first")[0])
    _draw_key(sheet, key, places, styles[first], wide - places[0][0] if beside else 41.0)
    return sheet.figure


def error_plane_alt(numbers: pl.DataFrame) -> str:
    """Return in words what an error plane shows."""
    means, differences = items(numbers, "mean", "difference")
    dataset, first, x, y, alpha = numbers.select("dataset", "first", "label_x", "label_y", "alpha").row(0)
    errors = dict(means.select("algorithm", "errors").rows())
    different = differences.filter(pl.col("p_adjusted") <= alpha).get_column("algorithm").to_list()
    from_whom = f"from {named(different, differences.height)}" if different else "from none of the others"
    return " ".join(
        [
            f"Mean {x} and {y} per fold of {counted(means.height, 'algorithm')} on {dataset}.",
            ends_in_words(errors, "number of errors", lower=True, ends=("smallest", "largest"), text=_whole),
            f"Hotelling’s test distinguishes {first} {from_whom}.",
        ]
    )


def _whole(value: float) -> str:
    return integer(int(value))


def _draw_plane(sheet: Sheet, means: pl.DataFrame, styles: Looks, numbers: pl.DataFrame) -> None:
    x_label, y_label, first, dataset = numbers.select("label_x", "label_y", "first", "dataset").row(0)
    axes = sheet.panel(PLANE_LEFT, PLANE_TOP, PLANE_WIDE, PLANE_HIGH, "plane")
    tops = [1.15 * max(float(max(means.get_column(side))), 0.1) for side in ("x", "y")]
    for side, top in zip(("x", "y"), tops, strict=True):
        ruled(axes, side, (0.0, top), slack=0.1)  # type: ignore[arg-type]
    sheet.write(PLANE_LEFT, 2.2, "Mean errors per fold", bold=True)
    sheet.write(
        PLANE_LEFT + PLANE_WIDE / 2, PLANE_TOP + PLANE_HIGH + 7.2, f"{x_label} per fold", size=HEAD, ha="center"
    )
    upright: dict[str, Any] = {"size": HEAD, "rotation": 90, "ha": "left", "va": "center"}
    sheet.write(0.4, PLANE_TOP + PLANE_HIGH / 2, f"{y_label} per fold", most=PLANE_HIGH, **upright)
    spots = {}
    for name, x, y in means.select("algorithm", "x", "y").rows():
        look = styles[name]
        size = 6.0 if name == first else 5.4
        gid = mark_of(name, dataset, f"{_kinds(numbers, x, y)} per fold")
        draw_line(
            axes, [x], [y], look.marker, color=look.colour, markersize=size, mec="white", mew=0.4, zorder=4, gid=gid
        )
        spots[name] = (x, y)
    written = _draw_diagonals(sheet, axes, tops, int(means.get_column("n")[0]), list(spots.values()))
    name_points(axes, spots, dict.fromkeys([first, *spots]), bold=first, written=written)


def _kinds(numbers: pl.DataFrame, x: float, y: float) -> str:
    """Return so many errors of both kinds in words."""
    return ", ".join(
        f"{number(value, 3)} {label}"
        for label, value in zip(numbers.select("label_x", "label_y").row(0), (x, y), strict=True)
    )


def _draw_diagonals(sheet: Sheet, axes: Axes, tops: Sequence[float], folds: int, points: Sequence[Point]) -> list[Box]:
    """Draw lines of equal numbers of errors, with these at their lower ends unless a point lies there.

    Returns the boxes of what was written, in inches from the lower left corner.
    """
    slope = float(np.arctan(PLANE_HIGH / PLANE_WIDE * tops[0] / tops[1]))
    wide, high = PLANE_WIDE / MM, PLANE_HIGH / MM
    marks = [(wide * x / tops[0], high * y / tops[1]) for x, y in points]
    written: list[Box] = []
    for total in fitting((0.0, sum(tops) * folds), 1.2)[0]:
        mean = total / folds
        ends = np.array([max(0.0, mean - tops[1]), min(mean, tops[0])])
        if ends[1] - ends[0] < 0.2 * tops[0]:
            continue
        draw_line(axes, ends, mean - ends, color=FAINT, lw=0.5, zorder=1)
        x, y = ends[1] - 0.015 * tops[0], mean - ends[1] + 0.015 * tops[0] + 0.008 * tops[1]
        text = f"{integer(round(total))} errors"
        right, low, long = wide * x / tops[0], high * y / tops[1], wide_in_mm([text], TINY) / MM
        box = (right - long * np.cos(slope), low - 0.02, right + 0.07, low + long * np.sin(slope) + 0.09)
        if any(boxes_meet(box, (px - 0.05, py - 0.05, px + 0.05, py + 0.05)) for px, py in marks):
            continue
        place = (PLANE_LEFT + PLANE_WIDE * x / tops[0], PLANE_TOP + PLANE_HIGH * (1 - y / tops[1]))
        tilt: dict[str, Any] = {"rotation_mode": "anchor", "ha": "right", "va": "bottom"}
        sheet.write(*place, text, size=TINY, color=MUTED, rotation=-float(np.degrees(slope)), **tilt)
        written.append(box)
    return written


def _draw_panels(
    sheet: Sheet, numbers: pl.DataFrame, names: Sequence[str], styles: Looks, corner: Point, gap: float, across: int
) -> None:
    left, top = corner
    first = str(numbers.get_column("first")[0])
    differences, folds = items(numbers, "difference", "fold")
    rows = {row["algorithm"]: row for row in differences.iter_rows(named=True)}
    outlines = {name: _outlines(rows[name]) for name in names}
    shapes = [line for pair in outlines.values() for line in pair if line is not None]
    edges = [np.array([[0.0], [0.0]]), folds.select("x", "y").to_numpy().T, *shapes]
    cloud = np.concatenate(edges, axis=1)
    low, high = cloud.min(axis=1), cloud.max(axis=1)
    reach = 0.58 * max(float((high - low).max()), 1.0)
    middle = (low + high) / 2 - np.array([0.0, 0.13 * reach])  # below, p-values have room
    sheet.write(left, top + 2.2, f"Differences from {first} per fold", bold=True, most=sheet.width - left)
    for place, name in enumerate(names):
        line, column = divmod(place, across)
        x, y = left + column * (PANEL + gap), top + 8.8 + line * DOWN
        axes = sheet.panel(x, y, PANEL, PANEL, "difference")
        last = place + across >= len(names)
        for axis, centre, seen in ((axes.xaxis, middle[0], last), (axes.yaxis, middle[1], column == 0)):
            _draw_ticks(axis, float(centre), reach, named=seen)
        axes.tick_params(length=1.5, pad=1)
        axes.set(xlim=(middle[0] - reach, middle[0] + reach), ylim=(middle[1] - reach, middle[1] + reach))
        _draw_difference(axes, rows[name], outlines[name], folds.filter(pl.col("algorithm") == name), styles, numbers)
        sheet.write(x, y - 1.9, name, size=HEAD, bold=True, most=PANEL + gap - 1, gid=mark_of(name))
        if rows[name]["p_adjusted"] is not None:
            text = f"p {p_statement(rows[name]['p_adjusted'])}"
            sheet.write(x + PANEL - 0.8, y + PANEL - 1.7, text, size=TINY, ha="right")


def _draw_ticks(axis: Axis, centre: float, reach: float, *, named: bool) -> None:
    """Draw a few round numbers with their signs beside an axis that shows so much on either side of its middle."""
    from matplotlib.ticker import MaxNLocator

    ladder = MaxNLocator(5, steps=[1, 2, 5, 10], integer=reach > 1).tick_values(centre - reach, centre + reach)
    places = [float(place) for place in ladder if abs(place - centre) <= 0.85 * reach]
    axis.set_ticks(places, labels=[_signed(text) if named else "" for text in number_texts(places)], fontsize=TINY)


def _signed(text: str) -> str:
    return text if text.startswith("−") or not text.strip("0.") else f"+{text}"


def _outlines(row: Mapping[str, Any]) -> tuple[Floats | None, Floats | None]:
    centre, spread = (row["x"], row["y"]), (row["xx"], row["xy"], row["yy"])
    alone, together = (
        None if row[reach] is None else ellipse(centre, spread, row[reach]) for reach in ("reach", "reach_all")
    )
    return alone, together


def _draw_difference(
    axes: Axes,
    row: Mapping[str, Any],
    outlines: tuple[Floats | None, Floats | None],
    folds: pl.DataFrame,
    styles: Looks,
    numbers: pl.DataFrame,
) -> None:
    name, look = row["algorithm"], styles[row["algorithm"]]
    first, dataset = numbers.select("first", "dataset").row(0)
    words = f"difference from {first} per fold: {_kinds(numbers, row['x'], row['y'])}"
    gid = mark_of(name, dataset, words)
    axes.axhline(0, color=FAINT, lw=0.5, zorder=1)
    axes.axvline(0, color=FAINT, lw=0.5, zorder=1)
    alone, together = outlines
    if alone is not None:
        axes.fill(*alone, fc=look.colour, alpha=0.16, lw=0, zorder=2, label="alone", gid=gid)
    if together is not None:
        draw_line(axes, *together, color=look.colour, lw=0.9, zorder=3, label="together", gid=gid)
    texts = [f"{_kinds(numbers, x, y)} in {counted(n, 'fold')}" for x, y, n in folds.select("x", "y", "n").rows()]
    dots: dict[str, Any] = {"s": 4.2 * folds["n"].to_numpy(), "color": DOT, "lw": 0, "zorder": 4}
    axes.scatter(folds["x"], folds["y"], gid=mark_of(name, dataset, texts), **dots)
    centre: dict[str, Any] = {"color": styles[first].colour, "markersize": 4.2, "zorder": 6, "gid": mark_of(first)}
    draw_line(axes, [0], [0], "D", mec="white", mew=0.5, **centre)
    mean: dict[str, Any] = {"color": look.colour, "markersize": 5.2, "zorder": 7, "gid": gid}
    draw_line(axes, [row["x"]], [row["y"]], look.marker, mec="white", mew=0.5, **mean)
    for spine in axes.spines.values():
        spine.set(visible=True, linewidth=0.4, edgecolor=FAINT)


def _key_entries(numbers: pl.DataFrame) -> list[tuple[str, str]]:
    first, tests, alpha = numbers.select("first", "tests", "alpha").row(0)
    level = percent(1 - alpha)
    entries = [
        ("D", f"{first} (no difference)"),
        ("o", "mean difference"),
        (".", "differences of one and three folds"),
        ("fill", f"{level} region of this pair alone" if tests > 1 else f"{level} region"),
    ]
    return entries + ([("line", f"{level} for all {integer(tests)} pairs together")] if tests > 1 else [])


def _draw_key(
    sheet: Sheet, entries: Sequence[tuple[str, str]], places: Sequence[Point], first: Look, room: float
) -> None:
    for (mark, text), (x, y) in zip(entries, places, strict=True):
        if mark == "fill":
            draw_box(sheet.page, (x, y - 1.1), 4, 2.2, fc=MUTED, alpha=0.22, lw=0)
        elif mark == "line":
            sheet.rule(y, 0.9, x, x + 4, color=MUTED)
        elif mark == ".":
            sheet.page.scatter([x + 1.0, x + 3.0], [y, y], s=[4.2, 12.6], color=DOT, lw=0)
        else:
            colour = first.colour if mark == "D" else MUTED
            draw_line(sheet.page, [x + 2], [y], mark, markersize=4.2 if mark == "D" else 5.0, color=colour, mew=0)
        sheet.write(x + 5.6, y, text, size=SMALL, most=room - 6.0)


ERROR_PLANE = Kind(
    id="error_plane",
    title="Two kinds of errors",
    question="Do classifiers differ in false alarms and misses taken together?",
    shape="counts",
)
