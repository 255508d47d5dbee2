"""Table-picture of differences from the best or the reference, with intervals, p-values and sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

import polars as pl

from benchreport.errors import OptionError
from benchreport.figures.comparison.interval_panel import draw_panel, panel_head, write_ways
from benchreport.figures.comparison.verdict_rows import (
    RATE_DECIMALS,
    Row,
    Rows,
    difference_numbers,
    error_numbers,
    estimate_text,
)
from benchreport.figures.kinds import Kind
from benchreport.figures.layout import table_picture as picture
from benchreport.figures.layout.axes import Ends
from benchreport.figures.layout.looks import Looks, looks
from benchreport.figures.layout.page import Width, width_of
from benchreport.figures.marks import mark_of
from benchreport.figures.predictions.selection import predictions_of
from benchreport.figures.selection import direction_of, metric_of, one_metric
from benchreport.figures.style import FAINT, INK, draw_box, draw_line, fitted, write
from benchreport.figures.words import counted, names_in_words
from benchreport.numerals import fixed, integer, p_statement, p_value, percent
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.answer.agreeing_pairs import agreeing_pairs
from benchreport.stats.answer.pair_verdicts import verdicts
from benchreport.stats.answer.standings import places
from benchreport.stats.forms.predictions import untouched_predictions
from benchreport.stats.multiplicity.adjusting import Adjustment
from benchreport.stats.one_algorithm.rates import ci_wilson
from benchreport.stats.two_algorithms.on_instances import holds_predictions, instance_dependence
from benchreport.tables.blocks import Missing, cells_of
from benchreport.tables.metric_names import printed_metrics
from benchreport.tables.metric_scale import COMPARABLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS = 15
ROW, LOWEST, HIGHEST = 6.6, 5.0, 8.0  # mm: usual, least and largest height of a row
NAMES_LEAST, NAMES_MOST = 18.0, 45.0  # mm
GAP = 5.0  # before the rails
PANEL_LEAST, BUTTERFLY = 25.0, 27.0
RAIL_HEAD = ("not", "distinguished")
# What fits: the gap between columns, rails and their head, bars of errors, and columns before the panel.
ROOMS = (
    (5.0, True, RAIL_HEAD, True, 2),
    (3.6, True, RAIL_HEAD, True, 2),
    (3.0, True, ("", ""), True, 1),
    (2.6, True, ("", ""), True, 0),
    (3.6, False, ("", ""), True, 2),
    (3.6, False, ("", ""), False, 1),
    (2.6, False, ("", ""), False, 0),
)
RAIL_STEP = 3.2
HIGHEST_WORD = {"lower": "lowest", "higher": "highest", None: "best"}


def differences_data(
    table: Any,
    *,
    metric: str | None = None,
    control: str | None = None,
    adjust: Adjustment = "holm",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    dataset: str | None = None,
) -> pl.DataFrame:
    """Return a row per algorithm: its difference from the best, or from the reference, in the terms of the verdicts.

    ``low`` and ``high`` hold for all comparisons together and agree with ``p``, which is adjusted; ``single_low`` and
    ``single_high`` are those of the comparison alone. Algorithms that share a number in ``sets`` do not differ
    significantly.

    Parameters
    ----------
    table
        Scores, or predictions of classes.
    metric
        Which of several metrics.
    control
        The reference, declared before the data were seen.
    adjust
        Adjustment of the p-values.
    alpha
        Level of the decisions.
    missing
        What to do about missing results.
    dataset
        Which of several datasets, of predictions.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = differences_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("algorithm", pl.col("estimate", "low", "high").round(4)).row(3)
    ('C4.5', -0.02, -0.05, 0.001)
    """
    if holds_predictions(table):
        return _of_errors(table, dataset, control, adjust, alpha)
    judging: Judging = {"adjustment": adjust, "alpha": alpha, "missing": missing}
    return judged_differences(one_metric(table, metric), control, judging)[0]


class Judging(TypedDict):
    """The options of verdicts and places."""

    adjustment: Adjustment
    alpha: float
    missing: Missing


def judged_differences(
    scores: pl.DataFrame, control: str | None, judging: Judging
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the differences of scores by one metric from the best or the reference, and the places they come with."""
    rows, ranks = verdicts(scores, control=control, **judging), places(scores, **judging)
    name = metric_of(scores)
    comparable = rows.height > 0 and rows.get_column("scale")[0] in COMPARABLE
    numbers = difference_numbers(
        rows,
        ranks,
        metric=printed_metrics([name]).get(name, name),
        direction=direction_of(scores),
        control=control,
        scores=mean_scores(scores) if comparable else None,
    )
    return numbers, ranks


def _of_errors(table: Any, dataset: str | None, control: str | None, adjust: Adjustment, alpha: float) -> pl.DataFrame:
    """Return the numbers from errors on the same instances of one dataset, by the test that these allow."""
    decisions = untouched_predictions(predictions_of(table, dataset))
    test: Any = METHODS[instance_dependence(decisions).test].table
    rows = agreeing_pairs(
        lambda error: test(decisions, by="dataset", control=control, alpha=error, missing="available"),
        adjustment=adjust,
        alpha=alpha,
    )
    return error_numbers(rows, ci_wilson(decisions, alpha=alpha), control=control)


def mean_scores(scores: pl.DataFrame) -> pl.DataFrame | None:
    """Return the mean of every algorithm over the datasets; None where they do not have the same datasets.

    Examples
    --------
    >>> import benchreport as br
    >>> means = mean_scores(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> means.sort("algorithm").with_columns(pl.col("score").round(3)).row(0)
    ('C4.5', 0.805)
    """
    cells = cells_of(scores, "metric").filter(pl.col("value").is_not_null())
    means = cells.group_by(pl.col("algorithm").cast(pl.String)).agg(score=pl.col("value").sort().mean(), n=pl.len())
    return means.select("algorithm", "score") if means.get_column("n").n_unique() == 1 else None


def differences(
    numbers: pl.DataFrame, *, width: Width | float = "page", row: float = ROW, noun: str = "algorithm"
) -> Figure:
    """Draw a row per algorithm: mark, name, scores, the interval of its difference, the numbers, and sets as rails.

    Better is to the right. Thin lines hold for all comparisons together, thick ones for each alone; marks are filled
    where the difference is significant. A rail joins algorithms of which no two differ significantly.

    Examples
    --------
    >>> import benchreport as br
    >>> differences(differences_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 661...>
    """
    if numbers.height > MOST_ROWS:
        hint = f"draw 'standings'; up to {MOST_ROWS} can be drawn"
        raise OptionError(f"{numbers.height} algorithms do not fit into a table of differences", hint=hint)
    wide, high = picture.MM * width_of(width), min(max(row, LOWEST), HIGHEST)
    rows = numbers.to_dicts()
    bottom = picture.HEAD_HIGH + high * len(rows)
    figure, page = picture.open_sheet(wide, bottom + picture.FOOT_HIGH)
    middles = [picture.HEAD_HIGH + high * (place + 0.5) for place in range(len(rows))]
    layout = _layout(rows, wide, noun)
    left, right = layout.panel
    picture.rule_table(page, 0, wide, bottom + 0.4)
    picture.rule_rows(page, 0, wide, [picture.HEAD_HIGH + high * place for place in range(1, len(rows))])
    picture.write_head(page, 0, ("", f"{noun[:1].upper()}{noun[1:]}"), "left")
    for x, column in layout.columns:
        picture.write_head(page, x, column.head)
        picture.write_texts(page, x, column, middles)
    styles = looks(numbers.get_column("algorithm"), leading=numbers.get_column("algorithm").to_list())
    for item, name, y in zip(rows, layout.names, middles, strict=True):
        picture.write_name(page, y, name, styles[item["algorithm"]], algorithm=item["algorithm"], bold=item["is_focus"])
        if item["is_focus"]:
            x = min(x for x, _ in layout.columns if x > right)
            picture.write_aside(page, x, y, focus_words(item))
    picture.write_head(
        page,
        (left + right) / 2,
        ("", picture.cut(panel_head(rows), right - left + 8, picture.HEAD_SIZE, "bold")),
        "center",
    )
    axes = picture.panel(page, left, picture.HEAD_HIGH, right - left, bottom - picture.HEAD_HIGH, len(rows))
    draw_panel(axes, rows, styles, right - left, [place + 0.5 for place in range(len(rows))])
    write_ways(page, rows, left, right, bottom + 7.4)
    if layout.sets:
        _draw_rails(page, layout, rows, wide, middles)
    if layout.butterfly is not None:
        _draw_butterfly(page, layout.butterfly, rows, styles, middles, high)
    return figure


def differences_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a table of differences shows."""
    first = numbers.row(0, named=True)
    focus = numbers.filter("is_focus").get_column("algorithm")[0]
    others = numbers.filter(~pl.col("is_focus"))
    what = {"difference": "differences in", "ratio": "ratios of", "wins": "wins by", "ranks": "mean ranks by"}
    way = f" ({first['direction']} is better)" if first["direction"] else ""
    together = "" if first["comparisons"] == 1 else f" for all {first['comparisons']} comparisons together"
    bounded = others.select(pl.any_horizontal(pl.col("low", "high").is_not_null()).any()).item()
    intervals = f", with {percent(1 - first['alpha'])} intervals{together}" if bounded else ""
    sentences = [
        f"Table of {what[first['terms']]} {first['metric']}{way}: {counted(others.height, 'algorithm')} "
        f"against {focus}{intervals}."
    ]
    words = [_in_words(item) for item in others.head(6).iter_rows(named=True)]
    sentences.append(f"{'; '.join(words)}{'; and so on' if others.height > 6 else ''}.")
    beaten = int(others.get_column("differs").sum())
    differing = f"{beaten} of {others.height} differ" if beaten else "No algorithm differs"
    sentences.append(f"{differing} significantly from {focus}.")
    return " ".join(sentences)


def _in_words(item: Row) -> str:
    p = f", p {p_statement(item['p'], alpha=item['alpha'])}" if item["p"] is not None and item["decided"] else ""
    return f"{item['algorithm']} {estimate_text(item)}".rstrip() + p


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where the parts lie, in mm: names as they fit, columns by their right edges, panels, and the sets of rails."""

    names: Sequence[str]
    columns: Sequence[tuple[float, picture.Column]]
    panel: Ends
    butterfly: Ends | None
    sets: Sequence[Sequence[int]]
    rail_head: tuple[str, str]


def _layout(rows: Rows, wide: float, noun: str) -> Layout:
    """Return the layout: texts take the room that they need, the panel the rest."""
    every, after = _columns(rows)
    longest = max(
        picture.head_width(noun), *(picture.text_mm(str(item["algorithm"]), picture.NAME_SIZE, "bold") for item in rows)
    )
    # Where a page is narrow, gaps, columns, rails and bars give way to the panel.
    for gap, rails, head, wings, most in ROOMS:
        before, sets = every[:most], _rail_sets(rows) if rails else []
        aside = _rails_wide(sets, head)
        beside = aside + (BUTTERFLY if wings and _has_butterfly(rows) else 0.0)
        taken = beside + sum(column.width + gap for column in (*before, *after)) + picture.NAME_LEFT + 2 * (gap + 1)
        names_wide = min(longest, NAMES_MOST, max(wide - taken - PANEL_LEAST, NAMES_LEAST))
        if wide - taken - names_wide >= PANEL_LEAST:
            break
    names = fitted([str(item["algorithm"]) for item in rows], names_wide / picture.MM, picture.NAME_SIZE, weight="bold")
    x, placed = picture.NAME_LEFT + names_wide, []
    for column in before:
        x += gap + column.width
        placed.append((x, column))
    left, x = x + gap + 1, wide - aside
    for column in reversed(after):
        placed.insert(len(before), (x, column))
        x -= column.width + gap
    end = x - (beside - aside)
    return Layout(
        names=names,
        columns=placed,
        panel=(left, max(end - 1, left + 10.0)),
        butterfly=(end + 2.0, x) if end < x else None,
        sets=sets,
        rail_head=head,
    )


def focus_words(item: Row) -> str:
    """Return what is written in the place of the estimate of the algorithm that the others are compared with."""
    if item["reference"] is not None:
        return "reference"
    if item["mean_rank"] is not None:
        return "best mean rank"
    return "lowest error" if item["errors"] is not None else f"{HIGHEST_WORD[item['direction']]} {item['metric']}"


def _has_butterfly(rows: Rows) -> bool:
    """Return whether the instances are known on which only one of the two errs."""
    others = [item for item in rows if not item["is_focus"]]
    return all(item["errors"] is not None and item["wins"] is not None for item in others)


def _draw_butterfly(page: Axes, ends: Ends, rows: Rows, styles: Looks, middles: Sequence[float], high: float) -> None:
    """Draw bars to both sides of a line: instances that only the algorithm in focus, and only this one, gets wrong."""
    others = [(item, y) for item, y in zip(rows, middles, strict=True) if not item["is_focus"]]
    focus = next(str(item["algorithm"]) for item in rows if item["is_focus"])
    most = [max(item[side] for item, _ in others) for side in ("wins", "losses")]
    margins = [1.0 + max(picture.text_mm(str(count), picture.AXIS_SIZE), 2.0) for count in most]
    left_head = picture.cut(f"only {focus}", (ends[1] - ends[0]) * 0.55, picture.HEAD_SIZE, "bold")
    unit = (ends[1] - ends[0] - sum(margins)) / max(sum(most), 1)
    zero = ends[0] + margins[0] + unit * most[0]
    zero = max(zero, ends[0] + picture.head_width(left_head) + 0.8)
    unit = min(unit, (ends[1] - margins[1] - zero) / max(most[1], 1))
    picture.write_head(page, zero - 0.8, (left_head, "wrong"))
    picture.write_head(page, zero + 0.8, ("only this", "one wrong"), "left")
    top, bottom = middles[0] - high / 2, middles[-1] + high / 2
    draw_line(page, [zero, zero], [top, bottom], color=FAINT, lw=0.6, zorder=1, label="wings")
    for item, y in others:
        for side, name, way in ((-1, focus, "right"), (1, str(item["algorithm"]), "left")):
            count = item["wins"] if side < 0 else item["losses"]
            box = (min(zero, zero + side * unit * count), y - 1.35), unit * count, 2.7
            other = str(item["algorithm"]) if side < 0 else focus
            gid = mark_of(name, value=f"{counted(count, 'error')} where {other} is right")
            draw_box(page, *box, color=styles[name].colour, lw=0, zorder=2, label="wing", gid=gid)
            x, size = zero + side * (unit * count + 0.8), picture.AXIS_SIZE + 0.5
            write(page, x, y, str(count), size=size, ha=way, va="center_baseline", label="count", gid=gid)


def _columns(rows: Rows) -> tuple[list[picture.Column], list[picture.Column]]:
    """Return the columns before and after the panel."""
    first = rows[0]
    if first["errors"] is not None:
        return _error_columns(rows), estimate_columns(rows)
    before = []
    scores = [item["score"] for item in rows]
    if None not in scores:
        decimals = 3 if max(map(abs, scores)) <= 1 else 1
        before.append(
            picture.Column(
                head=picture.in_two_lines(f"mean {first['metric']}"), texts=tuple(fixed(s, decimals) for s in scores)
            )
        )
    ranked = first["reference"] is None and len(rows) > 2 and all(item["mean_rank"] is not None for item in rows)
    if ranked:
        before.append(picture.Column(head=("mean", "rank"), texts=tuple(fixed(item["mean_rank"], 2) for item in rows)))
    if (not ranked or not before[:-1]) and any(item["wins"] is not None for item in rows):
        records = tuple("" if item["wins"] is None else record_text(item) for item in rows)
        before.append(picture.Column(head=("wins–ties", "–losses"), texts=records))
    return before, estimate_columns(rows)


def _error_columns(rows: Rows) -> list[picture.Column]:
    """Return the columns of the numbers of errors, and of the error rates."""
    sizes = {item["instances"] for item in rows}
    head = ("errors", f"of {integer(sizes.pop())}") if len(sizes) == 1 else ("", "errors")
    rates = tuple(fixed(item["score"], RATE_DECIMALS) for item in rows)
    counts = tuple(integer(item["errors"]) for item in rows)
    return [picture.Column(head=head, texts=counts), picture.Column(head=("error", "rate"), texts=rates)]


def estimate_columns(rows: Rows, size: float = picture.VALUE_SIZE, title: str | None = None) -> list[picture.Column]:
    """Return the columns of the estimates with their intervals, and of the p-values where pairs can be decided."""
    first = rows[0]
    level = percent(1 - first["alpha"])
    together = "interval" if first["comparisons"] == 1 else "together"
    word = title or {"ratio": "ratio", "wins": "share won"}.get(first["terms"], "estimate")
    intervals = any(item["low"] is not None for item in rows)
    head = (word, f"[{level} {together}]") if intervals else ("", word)
    least = picture.text_mm(focus_words(first), picture.ASIDE_SIZE)
    estimates = picture.Column(head=head, texts=tuple(map(estimate_text, rows)), least=least, size=size)
    if not first["decided"]:
        return [estimates]
    p_texts = tuple(p_value(item["p"], alpha=first["alpha"]) for item in rows)
    significant = frozenset(place for place, item in enumerate(rows) if item["differs"])
    p_head = ("p", f"({first['adjustment']})") if first["adjustment"] else ("", "p")
    return [estimates, picture.Column(head=p_head, texts=p_texts, bold=significant, size=size)]


def record_text(item: Row) -> str:
    """Return wins, ties and losses against the algorithm in focus.

    Examples
    --------
    >>> record_text({"wins": 22, "ties": 1, "losses": 7})
    '22–1–7'
    """
    return f"{item['wins']}–{item['ties']}–{item['losses']}"


def _rail_sets(rows: Rows) -> list[list[int]]:
    """Return the places of the members of every set."""
    count = 1 + max((number for item in rows for number in item["sets"] or ()), default=-1)
    return [[place for place, item in enumerate(rows) if number in (item["sets"] or ())] for number in range(count)]


def _rails_wide(sets: Sequence[Sequence[int]], head: tuple[str, str]) -> float:
    return GAP + max(*map(picture.head_width, head), RAIL_STEP * len(sets)) if sets else 0.0


def _draw_rails(page: Axes, layout: Layout, rows: Rows, wide: float, middles: Sequence[float]) -> None:
    """Draw a vertical line per set with a dot for each member; it passes by who is not in the set."""
    sets = layout.sets
    picture.write_head(page, wide, layout.rail_head)
    start = wide - (_rails_wide(sets, layout.rail_head) - GAP + RAIL_STEP * (len(sets) - 1)) / 2
    for number, members in enumerate(sets):
        x = start + RAIL_STEP * number
        places = [middles[place] for place in members]
        names = [str(rows[place]["algorithm"]) for place in members]
        words = f"no significant difference between {names_in_words(names)}"
        draw_line(
            page, [x, x], [places[0], places[-1]], color=INK, lw=0.9, zorder=3, label="rail", gid=mark_of(value=words)
        )
        dots: dict[str, Any] = {"ms": 3.4, "color": INK, "mec": "none", "zorder": 4, "label": "member"}
        draw_line(page, [x] * len(places), places, "o", gid=mark_of(names, value=words), **dots)


DIFFERENCES = Kind(
    id="differences",
    title="Table of differences",
    question="How far is each algorithm from the best, and which of them cannot be distinguished?",
    also=("predictions",),
    stretch=("row", 5.6, 8.0),
)
