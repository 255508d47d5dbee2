"""Board of many algorithms: places, mean ranks, places not excluded, differences from the best or the reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.figures.comparison.differences import estimate_columns, judged_differences
from benchreport.figures.comparison.interval_panel import draw_panel, panel_head, write_ways
from benchreport.figures.comparison.verdict_rows import Row, Rows
from benchreport.figures.kinds import Kind
from benchreport.figures.layout import table_picture as picture
from benchreport.figures.layout.axes import whole_step
from benchreport.figures.layout.looks import CROWD, MOST_CAST, Looks, looks
from benchreport.figures.layout.page import Width, width_of
from benchreport.figures.marks import mark_of
from benchreport.figures.selection import one_metric
from benchreport.figures.style import CARE, GRID_LINE, MUTED, TINT, Weight, draw_box, draw_line, fitted, write
from benchreport.figures.words import counted, names_in_words
from benchreport.numerals import fixed, limits, percent
from benchreport.records import dataclass
from benchreport.stats.multiplicity.adjusting import Adjustment
from benchreport.stats.summaries.winning import rank_intervals
from benchreport.tables.blocks import Missing, cells_of
from benchreport.tables.complete import complete

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ROWS, FIRST_ROWS, LAST_ROWS = 45, 30, 3
MANY_ROWS = 25
PLACES = ("place", "place_low", "place_high")
# Heights in mm.
ROW, CROWDED_ROW, LOWEST, HIGHEST = 4.0, 3.22, 3.0, 5.0
HEAD_HIGH, FOOT_HIGH = 9.2, 5.4
# Widths in mm.
NAME_LEFT, NAMES_LEAST, NAMES_MOST, GAP = 6.2, 18.0, 34.0, 3.6
STRIP_MOST, CELL_MOST = 30.0, 1.0
SIZE = 7.8  # points
PRESENT = "#8fa9bf"
SET_SHARE = 0.38  # of the room for panels


def standings_data(
    table: Any,
    *,
    metric: str | None = None,
    control: str | None = None,
    adjust: Adjustment = "holm",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    seed: int = 0,
) -> pl.DataFrame:
    """Return a row per algorithm: place, mean rank, places not excluded, difference from the best, results that exist.

    Parameters
    ----------
    table
        Scores.
    metric
        Which of several metrics.
    control
        The reference, declared before the data were seen; then there are no places.
    adjust
        Adjustment of the p-values.
    alpha
        Level of the decisions.
    missing
        What to do about missing results.
    seed
        Seed of the intervals of mean ranks.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = standings_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("algorithm", "place", "place_low", "place_high").rows()[0]
    ('C4.5+m+cf', 1, 1, 4)
    """
    everything = one_metric(table, metric)
    scores = everything if missing in ("refuse", "available") else complete(everything, missing, reference=control)
    gaps: Missing = "available" if missing == "available" else "refuse"
    ranked = control is None and gaps == "refuse"
    return standing_numbers(
        *judged_differences(scores, control, {"adjustment": adjust, "alpha": alpha, "missing": gaps}),
        intervals=rank_intervals(scores, alpha=alpha, seed=seed) if ranked else None,
        everything=everything,
    )


def standing_numbers(
    differences: pl.DataFrame,
    placed: pl.DataFrame,
    *,
    intervals: pl.DataFrame | None = None,
    everything: pl.DataFrame | None = None,
) -> pl.DataFrame:
    """Return the numbers of a board from differences, places and intervals of mean ranks that are there already.

    ``differences`` are those of :func:`difference_numbers`, ``placed`` the rows of places, or with a reference mean
    ranks. ``intervals`` are those of mean ranks; ``everything`` are all scores by the metric, also where some are
    missing.
    """
    name = pl.col("algorithm").cast(pl.String)
    columns = PLACES if differences.get_column("reference")[0] is None else ()
    empty = {column: pl.lit(None, dtype=pl.Int64) for column in PLACES if column not in columns}
    numbers = differences.join(placed.select(name, *columns), on="algorithm", how="left", maintain_order="left")
    limits = pl.DataFrame(schema={"a": pl.String, "ci_low": pl.Float64, "ci_high": pl.Float64})
    limits = limits if intervals is None else intervals.select(pl.col("a").cast(pl.String), "ci_low", "ci_high")
    numbers = numbers.with_columns(**empty).join(
        limits.rename({"a": "algorithm", "ci_low": "rank_low", "ci_high": "rank_high"}),
        on="algorithm", how="left", maintain_order="left",
    )  # fmt: skip
    if everything is None:
        gaps = {"coverage": pl.List(pl.Boolean), "datasets": pl.List(pl.String)}
        return numbers.with_columns(**{name: pl.lit(None, dtype=dtype) for name, dtype in gaps.items()})
    return numbers.join(_coverage(everything), on="algorithm", how="left", maintain_order="left")


def _coverage(scores: pl.DataFrame) -> pl.DataFrame:
    """Return for every algorithm on which datasets it has a result, those that all have first, and their names."""
    cells = cells_of(scores, "metric").select(
        pl.col("algorithm", "dataset").cast(pl.String), present=pl.col("value").is_not_null()
    )
    grid = cells.select("algorithm").unique().join(cells.select("dataset").unique(), how="cross")
    full = grid.join(cells, on=["algorithm", "dataset"], how="left").with_columns(pl.col("present").fill_null(False))
    order = pl.col("present").sum().over("dataset")
    return (
        full.with_columns(order=order)
        .sort("order", "dataset", descending=[True, False])
        .group_by("algorithm", maintain_order=True)
        .agg(coverage=pl.col("present"), datasets=pl.col("dataset"))
    )


def standings(
    numbers: pl.DataFrame,
    *,
    width: Width | float = "page",
    row: float | None = None,
    noun: str = "algorithm",
    more: str | None = None,
    marked: Sequence[str] = (),
) -> Figure:
    """Draw a row per algorithm, tinted where it does not differ significantly from the best or the reference.

    Bars are places that are not excluded, for all algorithms together, with a tick at the own place. Of more than 45
    algorithms the first 30 and the last 3 are drawn; ``more`` is the text between them. ``marked`` ones bear a sign.

    Examples
    --------
    >>> import benchreport as br
    >>> standings(standings_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 661...>
    """
    lines, rows = _lines(numbers, more), numbers.to_dicts()
    high = min(max(row or (ROW if len(lines) <= MANY_ROWS else CROWDED_ROW), LOWEST), HIGHEST)
    wide, bottom = picture.MM * width_of(width), HEAD_HIGH + high * len(lines)
    by_reference = rows[0]["reference"] is not None
    figure, page = picture.open_sheet(wide, bottom + FOOT_HIGH + (4.0 if by_reference else 0.0))
    middles = [HEAD_HIGH + high * (place + 0.5) for place in range(len(lines))]
    drawn_rows = [rows[line] if isinstance(line, int) else None for line in lines]
    alike = [item["algorithm"] for item in rows if item["is_focus"] or not item["differs"]]
    leading = alike if numbers.height > MOST_CAST else [item["algorithm"] for item in rows]
    styles = looks(numbers.get_column("algorithm"), leading=leading)
    _draw_ground(page, drawn_rows, set(alike), middles, high, wide)
    picture.rule_table(page, 0, wide, bottom + 0.3, HEAD_HIGH)
    layout = _layout(rows, drawn_rows, wide, noun, frozenset(marked))
    _write_names(page, layout, drawn_rows, styles, middles, noun, set(alike))
    for place, line in enumerate(lines):
        if isinstance(line, str):
            write(page, NAME_LEFT, middles[place], line, size=SIZE, slant="italic", color=MUTED, va="center_baseline")
    for x, column in layout.columns:
        picture.write_head(page, x, column.head, bottom=HEAD_HIGH)
        picture.write_texts(page, x, column, middles)
    present = [(place + 0.5, item) for place, item in enumerate(drawn_rows) if item]
    if by_reference:
        (ends,) = layout.panels
        head = picture.cut(panel_head(rows), ends[1] - ends[0] + 6, picture.HEAD_SIZE, "bold")
        picture.write_head(page, sum(ends) / 2, ("", head), "center", HEAD_HIGH)
        axes = picture.panel(page, ends[0], HEAD_HIGH, ends[1] - ends[0], bottom - HEAD_HIGH, len(lines))
        draw_panel(axes, [i for _, i in present], styles, ends[1] - ends[0], [y for y, _ in present], size=3.7)
        write_ways(page, rows, *ends, bottom + 7.4)
    else:
        _draw_places(page, layout, present, styles, bottom, len(lines), numbers.height)
    if layout.strip is not None:
        _draw_coverage(page, layout.strip, drawn_rows, middles, high)
    return figure


def standings_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a board shows."""
    first = numbers.row(0, named=True)
    focus = numbers.filter("is_focus").get_column("algorithm")[0]
    others = numbers.filter(~pl.col("is_focus"))
    alike = others.filter(~pl.col("differs")).get_column("algorithm").to_list()
    way = f" ({first['direction']} is better)" if first["direction"] else ""
    lead = "is the reference" if first["reference"] is not None else "has the best mean rank"
    sentences = [f"Board of {counted(numbers.height, 'algorithm')} by {first['metric']}{way}; {focus} {lead}."]
    same = f"{counted(len(alike), 'other')} cannot be distinguished from it: {names_in_words(alike)}."
    sentences.append(same if alike else f"It differs significantly from all {others.height} others.")
    if first["place_low"] is not None:
        last = numbers.row(numbers.height - 1, named=True)
        ranges = [f"{item['algorithm']} {_range(item)}" for item in (first, last)]
        sentences.append(f"Places not excluded: {', '.join(ranges)}.")
    lacking = numbers.filter(~pl.col("coverage").list.all()).height if numbers["coverage"].count() else 0
    if lacking:
        sentences.append(f"{counted(lacking, 'algorithm')} lack{'s' if lacking == 1 else ''} some results.")
    return " ".join(sentences)


def _range(item: Row) -> str:
    low, high = item["place_low"], item["place_high"]
    return "" if low is None else str(low) if low == high else f"{low}–{high}"


def _lines(numbers: pl.DataFrame, more: str | None) -> list[int | str]:
    """Return what the lines show: the number of a row, or the text about those left out."""
    count = numbers.height
    if count <= MOST_ROWS:
        return list(range(count))
    text = more or f"{count - FIRST_ROWS - LAST_ROWS} more"
    return [*range(FIRST_ROWS), text, *range(count - LAST_ROWS, count)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where the parts of a board lie, in mm: names as they fit, columns by their right edges, panels, coverage."""

    names: tuple[str, ...]
    columns: tuple[tuple[float, picture.Column], ...]
    panels: tuple[tuple[float, float], ...]
    strip: tuple[float, float] | None


def _layout(rows: Rows, drawn_rows: Sequence[Row | None], wide: float, noun: str, marked: frozenset[str]) -> Layout:
    """Return the layout of a board: texts take the room that they need, panels the rest."""
    first = rows[0]
    ranked, gaps = first["reference"] is None, any(not all(item["coverage"] or ()) for item in rows)
    before = [column for column in (_scores(drawn_rows), _mean_ranks(drawn_rows) if ranked else None) if column]
    title = picture.cut(panel_head(rows), 45.0, picture.HEAD_SIZE, "bold") if ranked else None
    after = [
        _spread(column, drawn_rows) for column in estimate_columns([item for item in drawn_rows if item], SIZE, title)
    ]
    if ranked and first["place_low"] is not None and not gaps:
        after.insert(0, _column(("", ""), drawn_rows, _range))
    texts = [f"{item['algorithm']} °" if item["algorithm"] in marked else str(item["algorithm"]) for item in rows]
    longest = max(picture.head_width(noun), *(picture.text_mm(text, SIZE, "bold") for text in texts))
    room = wide - NAME_LEFT - sum(column.width + GAP for column in (*before, *after))
    names_wide = min(longest, NAMES_MOST, max(room - 50.0, NAMES_LEAST))
    names = dict(zip(texts, fitted(texts, names_wide / picture.MM, SIZE, weight="bold"), strict=True))
    x = NAME_LEFT + names_wide
    strip = None
    if gaps:
        datasets = len(first["coverage"])
        strip = (x + GAP, min(STRIP_MOST, CELL_MOST * datasets))
        x += GAP + strip[1] + 1.5 + picture.text_mm(str(datasets), SIZE, "bold")
    placed = []
    for column in before:
        x += GAP + column.width
        placed.append((x, column))
    left, right = x + GAP, wide
    for column in reversed(after):
        placed.append((right, column))
        right -= column.width + GAP
    right = max(right, left + 20.0)
    middle = right - SET_SHARE * (right - left)
    panels = ((left, middle - GAP), (middle, right)) if ranked and first["place_low"] is not None else ((left, right),)
    short_names = tuple("" if item is None else names[text] for item, text in _texts(drawn_rows, marked))
    return Layout(names=short_names, columns=tuple(placed), panels=panels, strip=strip)


def _texts(drawn_rows: Sequence[Row | None], marked: frozenset[str]) -> list[tuple[Row | None, str]]:
    """Return the rows with their names, marked ones with a sign."""
    names = ["" if item is None else str(item["algorithm"]) for item in drawn_rows]
    return [(item, f"{name} °" if name in marked else name) for item, name in zip(drawn_rows, names, strict=True)]


def _column(head: tuple[str, str], drawn_rows: Sequence[Row | None], text: Callable[[Row], str]) -> picture.Column:
    return picture.Column(head=head, texts=tuple("" if item is None else text(item) for item in drawn_rows), size=SIZE)


def _spread(column: picture.Column, drawn_rows: Sequence[Row | None]) -> picture.Column:
    """Return a column of the rows that exist with empty lines between them."""
    places = [place for place, item in enumerate(drawn_rows) if item]
    texts = dict(zip(places, column.texts, strict=True))
    bold = frozenset(places[row] for row in column.bold)
    lines = tuple(texts.get(place, "") for place in range(len(drawn_rows)))
    return replace(column, texts=lines, bold=bold, least=0.0)


def _scores(drawn_rows: Sequence[Row | None]) -> picture.Column | None:
    scores = [item["score"] for item in drawn_rows if item]
    if None in scores:
        return None
    decimals, metric = (3 if max(map(abs, scores)) <= 1 else 1), next(item["metric"] for item in drawn_rows if item)
    return _column(picture.in_two_lines(f"mean {metric}"), drawn_rows, lambda item: fixed(item["score"], decimals))


def _mean_ranks(drawn_rows: Sequence[Row | None]) -> picture.Column:
    return _column(("mean", "rank"), drawn_rows, lambda item: fixed(item["mean_rank"], 1))


def _draw_ground(
    page: Axes, drawn_rows: Sequence[Row | None], alike: set[str], middles: Sequence[float], high: float, wide: float
) -> None:
    """Draw a tint behind those not distinguished, and a hairline after every fifth row."""
    for item, y in zip(drawn_rows, middles, strict=True):
        if item and item["algorithm"] in alike:
            look: dict[str, Any] = {"color": TINT, "lw": 0, "zorder": 0, "label": "tint"}
            draw_box(page, (0, y - high / 2), wide, high, **look)
    picture.rule_rows(page, 0, wide, [y - high / 2 for place, y in enumerate(middles) if place and place % 5 == 0])


def _write_names(
    page: Axes,
    layout: Layout,
    drawn_rows: Sequence[Row | None],
    styles: Looks,
    middles: Sequence[float],
    noun: str,
    alike: set[str],
) -> None:
    """Write places and names; in bold who is not distinguished and has a colour of its own."""
    picture.write_head(page, 0, ("", f"{noun[:1].upper()}{noun[1:]}"), "left", HEAD_HIGH)
    for item, name, y in zip(drawn_rows, layout.names, middles, strict=True):
        if item is None:
            continue
        look, gid = styles[item["algorithm"]], mark_of(item["algorithm"])
        weight: Weight = "bold" if look.colour != CROWD and item["algorithm"] in alike else "normal"
        write(page, NAME_LEFT, y, name, size=SIZE, weight=weight, va="center_baseline", label="name", gid=gid)
        if item["place"] is not None:
            place: dict[str, Any] = {"size": 7.2, "color": MUTED, "ha": "right", "va": "center_baseline"}
            write(page, NAME_LEFT - 2.0, y, str(item["place"]), label="place", **place)
        else:
            mark: dict[str, Any] = {"ms": 3.6, "color": look.colour, "mec": "none", "gid": gid}
            draw_line(page, [NAME_LEFT - 3.0], [y], look.marker, label="mark", **mark)


def _draw_places(
    page: Axes,
    layout: Layout,
    present: Sequence[tuple[float, Row]],
    styles: Looks,
    bottom: float,
    lines: int,
    count: int,
) -> None:
    """Draw mean ranks with their intervals, and places that are not excluded as bars with a tick at the own place."""
    level = percent(1 - present[0][1]["alpha"])
    intervals = f", {level} interval" if any(item["rank_low"] is not None for _, item in present) else ""
    heads = (f"mean rank{intervals}", "places not excluded")
    panels = []
    for (left, right), head in zip(layout.panels, heads, strict=False):
        axes = picture.panel(page, left, HEAD_HIGH, right - left, bottom - HEAD_HIGH, lines)
        step = whole_step(count * 5.5 / (right - left))
        ticks = range(1, count + 1, step) if step <= 2 else [1, *range(step, count + 1, step)]
        axes.set(xlim=(0.2, count + 0.8), xticks=ticks)
        axes.grid(axis="x", color=GRID_LINE, lw=0.4)
        axes.set_axisbelow(True)
        axes.tick_params(labelsize=picture.AXIS_SIZE, length=1.8)
        picture.write_head(
            page,
            left,
            picture.in_two_lines(head) if picture.head_width(head) > right - left else ("", head),
            "left",
            HEAD_HIGH,
        )
        panels.append(axes)
    for y, item in present:
        ink = styles[item["algorithm"]].colour
        own: dict[str, Any] = {"color": ink, "gid": mark_of(item["algorithm"], value=rank_text(item))}
        if item["rank_low"] is not None:
            ends = [item["rank_low"], item["rank_high"]]
            draw_line(panels[0], ends, [y, y], lw=1.3, solid_capstyle="butt", zorder=3, label="rank interval", **own)
        draw_line(panels[0], [item["mean_rank"]], [y], "o", ms=3.7, mec="none", zorder=4, label="mean rank", **own)
        if item["place_low"] is not None:
            own["gid"] = mark_of(item["algorithm"], value=place_text(item))
            ends = [item["place_low"] - 0.5, item["place_high"] + 0.5]
            share = 0.3 if ink == CROWD else 0.4
            look: dict[str, Any] = {"lw": 4.2, "alpha": share, "solid_capstyle": "butt", "zorder": 2}
            draw_line(panels[1], ends, [y, y], label="rank set", **own, **look)
            draw_line(panels[1], [item["place"]] * 2, [y - 0.3, y + 0.3], lw=1.3, zorder=4, label="own place", **own)


def rank_text(item: Row) -> str:
    """Return the mean rank of a row with its interval.

    Examples
    --------
    >>> rank_text({"mean_rank": 2.41, "rank_low": 1.9, "rank_high": 3.0})
    'mean rank 2.41 [1.90, 3.00]'
    """
    interval = limits(item["rank_low"], item["rank_high"], 2, null=None) if item["rank_low"] is not None else ""
    return f"mean rank {fixed(item['mean_rank'], 2)} {interval}".rstrip()


def place_text(item: Row) -> str:
    """Return the place of a row, and which others are not excluded.

    Examples
    --------
    >>> place_text({"place": 2, "place_low": 1, "place_high": 4})
    'place 2, not excluded 1–4'
    """
    return f"place {item['place']}, not excluded {_range(item)}"


def _draw_coverage(
    page: Axes, strip: tuple[float, float], drawn_rows: Sequence[Row | None], middles: Sequence[float], high: float
) -> None:
    """Draw a cell per dataset, hollow where the result is missing, and the number of results."""
    left, wide = strip
    datasets = len(next(item["coverage"] for item in drawn_rows if item))
    cell = wide / datasets
    picture.write_head(page, left, ("results on", f"{datasets} datasets"), "left", HEAD_HIGH)
    for item, y in zip(drawn_rows, middles, strict=True):
        if item is None:
            continue
        for place, (present, dataset) in enumerate(zip(item["coverage"], item["datasets"], strict=True)):
            looks_of_cell: dict[str, Any] = {"fc": PRESENT if present else "white", "ec": "none" if present else CARE}
            looks_of_cell["gid"] = mark_of(item["algorithm"], dataset, "has a result" if present else "no result")
            box = (left + cell * (place + 0.17), y - 0.3 * high), 0.66 * cell, 0.6 * high
            draw_box(page, *box, lw=0.55 * min(1.0, cell), zorder=2, label="cell", **looks_of_cell)
        count = sum(item["coverage"])
        weight: Weight = "normal" if count == datasets else "bold"
        x = left + wide + 1.5 + picture.text_mm(str(datasets), SIZE, "bold")
        colour = MUTED if count == datasets else CARE
        text: dict[str, Any] = {"size": SIZE, "weight": weight, "color": colour, "label": "n"}
        write(page, x, y, str(count), ha="right", va="center_baseline", **text)


STANDINGS = Kind(
    id="standings",
    title="Board of places",
    question="Which place does each of many algorithms have, and which places are not excluded?",
    stretch=("row", 3.0, 5.0),
)
