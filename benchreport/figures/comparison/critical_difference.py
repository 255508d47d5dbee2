"""Critical difference diagrams: mean ranks, with bars over algorithms without a significant difference."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import polars as pl

from benchreport.errors import OptionError, TooFewAlgorithmsError, one_of
from benchreport.figures import style
from benchreport.figures.comparison.pairs import adjustment_of, compared_pairs, titled
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.axes import whole_step
from benchreport.figures.layout.looks import looks
from benchreport.figures.layout.notes import side_by_side
from benchreport.figures.layout.page import Width, width_of
from benchreport.figures.marks import mark_of
from benchreport.figures.selection import one_metric
from benchreport.figures.values import items
from benchreport.figures.words import names_in_words
from benchreport.naming import ends_in_words, enumerated
from benchreport.options import PAIR_TEST
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.answer.pair_verdicts import verdicts
from benchreport.stats.many_algorithms.complete_blocks import average_ranks
from benchreport.stats.multiplicity.adjusting import Adjustment
from benchreport.stats.ordering.indistinguishable_sets import few_cliques, in_rank_order, indistinguishable
from benchreport.stats.ordering.indistinguishable_sets import letters as shared_letters
from benchreport.stats.posthoc.mean_ranks import critical_difference
from benchreport.stats.two_algorithms.differences import Scales
from benchreport.tables.designs.families import families_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_ALGORITHMS, MOST_SETS = 40, 16
Bar = tuple[float, float, int]  # where a group that was not shown to differ starts and stops, and its level
SIDES = {-1: "right", 1: "left"}  # how the texts of a column are aligned
FULL_AXIS = 12  # up to so many algorithms the axis shows every possible rank

# Lengths in inches.
MARGIN = 0.06
GAP = 0.06  # between a line, the mean rank and the name
LEAD = 0.18  # least way of a line from the axis to its label
AXIS_LEAST = (0.8, 2.5)  # in a column and on a page
TICK = 0.045
TICK_PITCH = 0.19  # least distance of two numbers on the axis
RULER_HEIGHT = 0.2
NUMBERS_HEIGHT = 0.2
OVERHANG = 0.03  # how far a bar reaches beyond its outer members, where there is room
BAR_GAP = 0.08  # least distance of two bars on one level


def cd_data(
    table: Any,
    *,
    metric: str | None = None,
    posthoc: str = PAIR_TEST,
    adjust: str | None = "holm",
    control: str | None = None,
    letters: bool = False,
    scales: Scales = None,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return what a critical difference diagram shows: an ``item`` per algorithm, bar, set, ruler and band.

    Bars and sets are the largest groups without a significant difference; a ``set`` passes by an algorithm that is not
    in it. Where there are too many, bars join neighbours in rank alone, and a pair that they cannot join is an
    ``unjoined`` item. With a control and "bonferroni_dunn" there are no bars but a ``band``: the ranks that do not
    differ significantly from that of the control. Tests that may decide a report decide as they do there, see
    :func:`verdicts`: by log ratios for metrics with units, and without any bar where no pair can be decided.

    Parameters
    ----------
    table
        Scores without gaps.
    metric
        Which of several metrics.
    posthoc
        The test of all pairs that the bars rest on: Wilcoxon's, "nemenyi" or any other.
    adjust
        Adjustment of its p-values, where it has none of its own.
    control
        Algorithm to stand out.
    letters
        Give each algorithm its letters: two that share one do not differ significantly.
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation" or "ratio".
    alpha
        Level of the decisions.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = cd_data(br.read_scores(br.example("demsar2006_auc.csv")), posthoc="nemenyi", alpha=0.1)
    >>> numbers["item"].to_list()
    ['algorithm', 'algorithm', 'algorithm', 'algorithm', 'bar', 'bar', 'ruler']
    """
    scores = one_metric(table, metric)
    ranks = average_ranks(scores)
    n = ranks["n"].to_list()[0]
    places = in_rank_order(ranks)
    if control is not None:
        one_of(control, places["algorithm"].to_list(), name="control")
    decides = adjust is not None and posthoc in METHODS.answering("pairs")
    rows = (
        verdicts(
            scores, adjustment=cast(Adjustment, adjust), test=posthoc, scales=scales,
            group=families_of(scores), alpha=alpha,
        )
        if decides
        else compared_pairs(scores, posthoc, adjust, alpha=alpha)
    )  # fmt: skip
    if decides and "none" in rows["procedure"]:
        parts = [undecided_items()]
    elif posthoc == "bonferroni_dunn" and control is not None and n > 1:
        reach = critical_difference(ranks.height, n, alpha=alpha, variant="bonferroni_dunn")
        middle = places.filter(pl.col("algorithm") == control).get_column("mean_rank")[0]
        parts = [_item("band", low=middle - reach, high=middle + reach), _item("ruler", high=reach)]
    else:
        bars = indistinguishable(ranks, rows, alpha=alpha)
        ruled = posthoc in ("nemenyi", "nemenyi_confirmed") and ranks.height > 2 and n > 1
        parts = joined_items(bars, rows, critical_difference(ranks.height, n, alpha=alpha) if ruled else None, alpha)
    algorithms = ranked_items(ranks, control)
    if letters:
        lettered = shared_letters(rows, ranks=ranks, alpha=alpha).select(pl.col("algorithm").cast(pl.String), "letters")
        algorithms = algorithms.join(lettered, on="algorithm", how="left", maintain_order="left")
    method = rows["method"][0] if decides else posthoc
    return cd_items([algorithms, *parts], n=n, posthoc=method, judged=adjustment_of(posthoc, adjust), alpha=alpha)


def ranked_items(ranks: pl.DataFrame, control: str | None) -> pl.DataFrame:
    """Return the items of the algorithms, best first."""
    return in_rank_order(ranks).select(
        pl.lit("algorithm").alias("item"),
        "algorithm",
        "mean_rank",
        is_control=pl.col("algorithm") == pl.lit(control) if control is not None else pl.lit(False),
    )


def joined_items(bars: pl.DataFrame, rows: pl.DataFrame, difference: float | None, alpha: float) -> list[pl.DataFrame]:
    """Return the items of the bars and sets, of the pairs that none can join where they are too many, and of the ruler.

    ``bars`` are runs of neighbours in rank, ``rows`` the tests of all pairs.
    """
    ruler = [] if difference is None else [_item("ruler", high=difference)]
    unjoined = _unjoined(bars, rows, alpha)
    sets = few_cliques(rows, MOST_SETS, alpha=alpha) if unjoined.height else []
    if not sets:
        return [bars.select(pl.lit("bar").alias("item"), "members", "low", "high"), unjoined, *ruler]
    runs = [sorted(members) for members in bars.get_column("members").to_list()]
    whole = [sorted(members) in runs for members in sets]
    same = [run in [sorted(members) for members in sets] for run in runs]
    gaps = [members for members, is_run in zip(sets, whole, strict=True) if not is_run]
    items_of_bars = bars.filter(pl.Series(same, dtype=pl.Boolean)).select(
        pl.lit("bar").alias("item"), "members", "low", "high"
    )
    return [items_of_bars, pl.DataFrame({"item": ["set"] * len(gaps), "members": gaps}, schema=UNJOINED), *ruler]


def undecided_items() -> pl.DataFrame:
    """Return the item that says that no pair can be decided, so that there are no bars."""
    return pl.DataFrame({"item": ["undecided"], "members": [[]]}, schema=UNJOINED)


def compared_items(rows: pl.DataFrame, control: str, alpha: float) -> pl.DataFrame:
    """Return the items of the comparisons with a reference: those that differ significantly, and the others."""
    first = pl.col("a").cast(pl.String) == control
    decisions = rows.select(
        other=pl.when(first).then(pl.col("b").cast(pl.String)).otherwise(pl.col("a").cast(pl.String)),
        differs=(pl.coalesce("p_adjusted", "p_value") <= alpha).fill_null(False),
    )
    sides = [decisions.filter(differs=side).get_column("other").sort().to_list() for side in (True, False)]
    return pl.DataFrame({"item": ["differs", "alike"], "members": sides}, schema=UNJOINED)


def cd_items(
    parts: Sequence[pl.DataFrame], *, n: int, posthoc: str, judged: str, alpha: float, least: int | None = None
) -> pl.DataFrame:
    """Return the items of a diagram with what they rest on; with gaps a pair shares ``least`` to ``n`` datasets."""
    both = pl.concat([*parts, pl.DataFrame(schema=BOUNDS)], how="diagonal_relaxed")
    stacked = both.with_columns(n=pl.lit(n), posthoc=pl.lit(posthoc), judged=pl.lit(judged), alpha=pl.lit(alpha))
    return stacked if least in (None, n) else stacked.with_columns(n_least=pl.lit(least))


def _datasets(numbers: pl.DataFrame) -> str:
    """Return how many datasets the comparisons rest on, in words."""
    n = numbers.get_column("n")[0]
    if "n_least" not in numbers.columns:
        return f"n = {n} datasets"
    return f"n = {numbers.get_column('n_least')[0]} to {n} datasets for each pair"


def cd(numbers: pl.DataFrame, *, width: Width | float = "page") -> Figure:
    """Draw a critical difference diagram from the numbers of :func:`cd_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> cd(cd_data(br.read_scores(br.example("demsar2006_auc.csv")), letters=True))
    <Figure size 661...>
    """
    of = _parts(numbers)
    inches = width_of(width)
    if (count := of["algorithm"].height) < 2:
        raise TooFewAlgorithmsError("a diagram needs two algorithms", hint="give the mean ranks of two or more")
    if count > MOST_ALGORITHMS:
        hint = f"a table of mean ranks serves better; up to {MOST_ALGORITHMS} can be drawn"
        raise OptionError(f"{count} algorithms do not fit into a critical difference diagram", hint=hint)
    rulers, bands = of["ruler"].get_column("high").to_list(), of["band"].select("low", "high").rows()
    places = dict(of["algorithm"].select("algorithm", "mean_rank").rows())
    labels = fitted_labels(labels_of(of["algorithm"]), inches)
    scale = scale_of(labels, rulers[0] if rulers else None, inches)
    sets = _with_ends(of["set"], places)
    bars = bars_of(pl.concat([of["bar"].select("low", "high"), sets.select("low", "high")]), labels, scale)
    row_height, level_height = (0.2, 0.1) if len(labels) <= FULL_AXIS else (0.165, 0.075)
    undecided = bool(of["undecided"].height)
    axis = MARGIN + (RULER_HEIGHT if rulers or undecided else 0) + NUMBERS_HEIGHT
    levels = axis + 0.13
    rows = levels + max((1 + level for *_, level in bars), default=0) * level_height + 0.06
    height = rows + max(label.row for label in labels) * row_height + 0.08 + MARGIN
    figure = style.empty_figure(inches, height)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, inches), ylim=(height, 0))  # inches, from the top left corner
    axes.set_axis_off()
    if undecided:  # without bars every pair would seem to differ
        style.write(axes, scale.start, MARGIN + 0.07, "no pair can be decided", color=style.MUTED, label="undecided")
    draw_axis(axes, scale, axis)
    for difference in rulers:
        draw_ruler(axes, scale, difference, MARGIN + 0.07)
    for band in bands:
        draw_band(axes, scale, band, axis)
    styles = looks(places, leading=list(places))
    for label, (name, rank) in zip(labels, places.items(), strict=True):
        gid = mark_of(name, value=f"mean rank {label.number}")
        draw_label(axes, scale, label, axis, rows + label.row * row_height, gid)
        mark: dict[str, Any] = {"ms": 4.6, "color": styles[name].colour, "mec": "white", "mew": 0.3, "zorder": 6}
        style.draw_line(axes, [scale.place(rank)], [axis], styles[name].marker, label="mark", gid=gid, **mark)
    groups = [*of["bar"].get_column("members").to_list(), *sets.get_column("members").to_list()]
    for number, ((start, stop, level), members) in enumerate(zip(bars, groups, strict=True)):
        inside = {name: scale.place(places[name]) for name in members}
        draw_set(axes, (start, stop), levels + level * level_height, inside, dotted=number >= of["bar"].height)
    return figure


def _with_ends(sets: pl.DataFrame, places: Mapping[str, float]) -> pl.DataFrame:
    """Return sets with the mean ranks of their outermost members."""
    ranks = [[places[name] for name in members] for members in sets.get_column("members").to_list()]
    low, high = ([end(inside) for inside in ranks] for end in (min, max))
    return sets.select("members", low=pl.Series(low, dtype=pl.Float64), high=pl.Series(high, dtype=pl.Float64))


def draw_set(
    axes: Axes, ends: tuple[float, float], y: float, members: Mapping[str, float], *, dotted: bool = True
) -> None:
    """Draw a bar over algorithms without a significant difference, or a line with a dot at each of its members."""
    words = f"no significant difference between {names_in_words(list(members))}"
    gid = mark_of(value=words)
    if not dotted:
        style.draw_line(
            axes, ends, [y, y], color=style.INK, lw=style.THICK, solid_capstyle="butt", label="bar", zorder=3, gid=gid
        )
        return
    x = list(members.values())
    style.draw_line(axes, [min(x), max(x)], [y, y], color=style.INK, lw=style.MEDIUM, label="set", zorder=3, gid=gid)
    dots: dict[str, Any] = {"color": style.INK, "ms": 3.4, "mec": "none", "label": "member", "zorder": 4}
    style.draw_line(axes, x, [y] * len(x), "o", gid=mark_of(list(members), value=words), **dots)


def cd_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a critical difference diagram shows."""
    of = _parts(numbers)
    ranks, rulers = of["algorithm"], of["ruler"].get_column("high").to_list()
    means = dict(ranks.select("algorithm", "mean_rank").rows())
    sentences = [
        f"Critical difference diagram: mean ranks of {len(means)} algorithms, rank 1 is best.",
        ends_in_words(means, "mean rank", lower=True, text="{:.2f}".format),
    ]
    if of["band"].height:
        others = ranks.filter(~pl.col("is_control"))
        near = others.filter(pl.col("mean_rank").is_between(*of["band"].select("low", "high").row(0))).height
        reach = f"the critical difference {rulers[0]:.2f} of {_control(of)}"
        sentences.append(f"{near} of the {others.height} others lie within {reach}.")
    elif of["differs"].height or of["undecided"].height:
        words = _compared(of) if of["differs"].height else UNDECIDED
        sentences.append(f"{words[0].upper()}{words[1:]}.")
    else:
        groups = [_in_words(members, len(means)) for members in of["bar"]["members"].to_list()]
        groups += [enumerated(members) for members in of["set"]["members"].to_list()]
        bars = "; ".join(groups)
        test = ", ".join(map(titled, numbers.select("posthoc", "judged").row(0)))
        joined = f"Bars join algorithms without a significant difference ({test}): {bars}."
        sentences.append(joined if bars else "There is no bar: all neighbours in rank differ significantly.")
        sentences += [f"The critical difference is {difference:.2f}." for difference in rulers]
        if pairs := of["unjoined"].height:
            which = "1 further pair does" if pairs == 1 else f"{pairs} further pairs do"
            sentences.append(f"{which} not differ significantly, but cannot be joined by a bar.")
    return " ".join(filter(None, [*sentences, f"{_datasets(numbers)}."]))


def _control(of: dict[str, pl.DataFrame]) -> str:
    return str(of["algorithm"].filter("is_control").get_column("algorithm")[0])


def _compared(of: dict[str, pl.DataFrame]) -> str:
    """Return which algorithms differ significantly from the reference."""
    control = _control(of)
    names = of["differs"]["members"][0].to_list()
    if not names:
        return f"no significant difference from {control}"
    if not of["alike"]["members"][0].to_list():
        return f"all others differ significantly from {control}"
    return f"significantly different from {control}: {', '.join(names)}"


UNDECIDED = "no pair can be decided, so there are no bars"
DOTTED = "a thin line passes algorithms without a dot, which are not in its set"


def _item(item: str, **values: float) -> pl.DataFrame:
    return pl.DataFrame({"item": [item], **{name: [value] for name, value in values.items()}})


def _unjoined(bars: pl.DataFrame, rows: pl.DataFrame, alpha: float) -> pl.DataFrame:
    """Return the pairs not shown to differ that no bar joins."""
    joined = {pair for members in bars["members"].to_list() for pair in combinations(sorted(members), 2)}
    alike = rows.filter((pl.coalesce("p_adjusted", "p_value") > alpha).fill_null(True))
    pairs = [sorted(pair) for pair in alike.select(pl.col("a", "b").cast(pl.String)).rows()]
    unjoined = sorted(pair for pair in pairs if tuple(pair) not in joined)
    return pl.DataFrame({"item": ["unjoined"] * len(unjoined), "members": unjoined}, schema=UNJOINED)


BOUNDS: dict[str, Any] = {"members": pl.List(pl.String), "low": pl.Float64, "high": pl.Float64}
UNJOINED: dict[str, Any] = {"item": pl.String, "members": pl.List(pl.String)}


def _parts(numbers: pl.DataFrame) -> dict[str, pl.DataFrame]:
    kinds = ("algorithm", "bar", "set", "ruler", "band", "unjoined", "differs", "alike", "undecided")
    return dict(zip(kinds, items(numbers, *kinds), strict=True))


def cd_note(numbers: pl.DataFrame) -> str:
    """Return what a diagram rests on, for a caption: datasets, test, level, and how its bars are read.

    Examples
    --------
    >>> import benchreport as br
    >>> cd_note(cd_data(br.read_scores(br.example("demsar2006_auc.csv")), posthoc="nemenyi"))
    'n = 14 datasets; Nemenyi test, for all pairs together, level 0.05'
    """
    of = _parts(numbers)
    posthoc, judged, alpha = numbers.select("posthoc", "judged", "alpha").row(0)
    rests = f"{_datasets(numbers)}; {titled(posthoc)}, {judged}, level {alpha:g}"
    if of["band"].height:
        return f"{rests}; outside the thick line: significantly different from the control"
    if of["differs"].height:
        return f"{rests}; {_compared(of)}"
    if of["undecided"].height:
        return f"{_datasets(numbers)}; {UNDECIDED}"
    if of["set"].height:
        return f"{rests}; {DOTTED}"
    count = of["unjoined"].height
    return f"{rests}; {count} more pairs do not differ significantly, but no bar joins them" if count else rests


def _in_words(members: Sequence[str], total: int) -> str:
    if len(members) == total and total > 2:
        return f"all {total}"
    if len(members) > 4:
        return f"the {len(members)} from {members[0]} to {members[-1]}"
    return f"{', '.join(members[:-1])} and {members[-1]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """An algorithm in one of the two columns: left the better half, right the worse."""

    name: str
    rank: float
    side: int  # -1 left, 1 right
    row: int  # 0 is on top
    is_control: bool
    letters: str | None = None  # those it shares with algorithms it was not shown to differ from

    @property
    def number(self) -> str:
        """The mean rank as printed."""
        return f"{self.rank:.2f}"

    @property
    def weight(self) -> style.Weight:
        """The control stands out."""
        return "bold" if self.is_control else "normal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Where ranks lie across the page, in inches."""

    first: int
    last: int
    start: float
    unit: float
    lines: Mapping[int, float]  # where lines end, by side
    names: Mapping[int, float]  # where names begin, by side

    def place(self, rank: float) -> float:
        """Return the place of a rank; the best is on the left."""
        return self.start + (rank - self.first) * self.unit


def labels_of(ranks: pl.DataFrame) -> list[Label]:
    """Return the labels of algorithms, best first, in two columns, outermost ranks on top, so that no lines cross."""
    half = (ranks.height + 1) // 2
    return [
        Label(
            name=row["algorithm"],
            rank=row["mean_rank"],
            side=-1 if place < half else 1,
            row=place if place < half else ranks.height - 1 - place,
            is_control=row["is_control"],
            letters=row.get("letters"),
        )
        for place, row in enumerate(ranks.to_dicts())
    ]


def fitted_labels(labels: Sequence[Label], width: float) -> list[Label]:
    """Return labels with names so short that the axis can be read; a column may use what the other leaves free."""
    weight: style.Weight = "bold" if any(label.is_control for label in labels) else "normal"
    endings = [f" ({label.letters})" if label.letters else "" for label in labels]
    longest = max(style.text_width(ending, style.FONT_SIZE, weight=weight) if ending else 0.0 for ending in endings)
    numbers = sum(_widest(labels, side)[1] for side in (-1, 1))
    # The axis stays wide enough to read ranks from it; a narrow figure gives more of its width to the names.
    axis = float(np.interp(width, (width_of("column"), width_of("page")), AXIS_LEAST))
    room = width - 2 * (MARGIN + 2 * GAP + LEAD + longest) - numbers - axis
    widest = max(room / 2, room - min(_widest(labels, side)[0] for side in (-1, 1)))
    names = style.fitted([label.name for label in labels], widest, style.FONT_SIZE, weight=weight)
    joined = [side_by_side(name, ending) if ending else name for name, ending in zip(names, endings, strict=True)]
    return [replace(label, name=name) for label, name in zip(labels, joined, strict=True)]


def _widest(labels: Sequence[Label], side: int) -> tuple[float, float]:
    """Return the widths of the widest name and number of a column."""
    column = [label for label in labels if label.side == side]
    names = max(style.text_width(label.name, style.FONT_SIZE, weight=label.weight) for label in column)
    return names, max(style.text_width(label.number, style.FONT_SIZE, weight=label.weight) for label in column)


def scale_of(labels: Sequence[Label], difference: float | None, width: float) -> Scale:
    """Return the scale of the axis between the two columns."""
    first, last = math.floor(min(label.rank for label in labels)), math.ceil(max(label.rank for label in labels))
    if len(labels) <= FULL_AXIS:
        first, last = min(first, 1), max(last, len(labels))
    last = max(last, first + 1)
    names = {side: MARGIN + _widest(labels, side)[0] for side in (-1, 1)}  # from the edge of the page
    lines = {side: names[side] + 2 * GAP + _widest(labels, side)[1] for side in (-1, 1)}
    start, stop = lines[-1] + LEAD, width - lines[1] - LEAD
    unit = (stop - start) / (last - first)
    if difference:  # a ruler longer than the page shrinks the axis
        room = width - MARGIN - start - GAP - style.text_width(_value(difference))
        unit = min(unit, room / difference)
    return Scale(
        first=first,
        last=last,
        start=start,
        unit=unit,
        lines={-1: lines[-1], 1: width - lines[1]},
        names={-1: names[-1], 1: width - names[1]},
    )


def bars_of(groups: pl.DataFrame, labels: Sequence[Label], scale: Scale) -> list[Bar]:
    """Return the bars, in their order, on as few levels as possible, none touching another."""
    ranks = [label.rank for label in labels]
    ends = []
    for low, high in groups.select("low", "high").rows():
        before = max((rank for rank in ranks if rank < low), default=-math.inf)
        after = min((rank for rank in ranks if rank > high), default=math.inf)
        # A bar must not seem to reach an algorithm that is no member.
        start, stop = scale.place(low), scale.place(high)
        ends.append((start - _overhang(low - before, scale), stop + _overhang(after - high, scale)))
    bars: dict[int, Bar] = {}
    taken: list[float] = []  # where the last bar of each level stops
    for number, (start, stop) in sorted(enumerate(ends), key=lambda bar: bar[1]):
        level = next((level for level, end in enumerate(taken) if end + BAR_GAP <= start), len(taken))
        taken[level : level + 1] = [stop]
        bars[number] = (start, stop, level)
    return [bars[number] for number in range(len(ends))]


def _overhang(distance: float, scale: Scale) -> float:
    return max(0.01, min(OVERHANG, 0.4 * distance * scale.unit))


def draw_axis(axes: Axes, scale: Scale, y: float) -> None:
    """Draw the axis of ranks with as many numbers as fit, and say which end is better."""
    start, stop = scale.place(scale.first), scale.place(scale.last)
    style.draw_line(
        axes,
        [start, stop],
        [y, y],
        color=style.INK,
        lw=style.MEDIUM,
        solid_capstyle="projecting",
        label="axis",
        zorder=4,
    )
    step = whole_step(TICK_PITCH / scale.unit)
    for rank in range(scale.first, scale.last + 1):
        # Every second rank is counted from 1 where the axis has it, every fifth or tenth from 0.
        numbered = (rank - (scale.first == 1 and step == 2)) % step == 0 or rank == 1
        x, length = scale.place(rank), TICK if numbered else TICK / 2
        style.draw_line(axes, [x, x], [y, y - length], color=style.INK, lw=style.THIN, label="tick", zorder=4)
        if numbered:
            style.write(axes, x, y - TICK - 0.02, str(rank), ha="center", va="bottom", label="number")
    looks: dict[str, Any] = {"color": style.MUTED, "va": "center_baseline", "label": "end"}
    style.write(axes, start - GAP, y, "better", ha="right", **looks)
    style.write(axes, stop + GAP, y, "worse", ha="left", **looks)


def draw_ruler(axes: Axes, scale: Scale, difference: float, y: float) -> None:
    """Draw the critical difference to scale."""
    start, stop = scale.start, scale.start + difference * scale.unit
    style.draw_line(axes, [start, stop], [y, y], color=style.INK, lw=style.MEDIUM, solid_capstyle="butt", label="ruler")
    for x in (start, stop):
        style.draw_line(
            axes,
            [x, x],
            [y - TICK, y + TICK],
            color=style.INK,
            lw=style.MEDIUM,
            solid_capstyle="butt",
            label="ruler end",
        )
    style.write(axes, stop + GAP, y, _value(difference), va="center_baseline", label="ruler value")


def draw_band(axes: Axes, scale: Scale, ends: tuple[float, float], y: float) -> None:
    """Draw on the axis how far from the control mean ranks are not shown to differ; beyond the axis it is cut."""
    low, high = (min(max(end, scale.first), scale.last) for end in ends)
    start, stop = scale.place(low), scale.place(high)
    looks: dict[str, Any] = {"color": style.HIGHLIGHT, "solid_capstyle": "butt", "zorder": 5}
    style.draw_line(axes, [start, stop], [y, y], lw=style.THICK, label="band", **looks)
    for end, x in zip(ends, (start, stop), strict=True):
        if scale.first <= end <= scale.last:
            style.draw_line(axes, [x, x], [y - TICK, y + TICK], lw=style.MEDIUM, label="band end", **looks)


def _value(difference: float) -> str:
    return f"CD = {difference:.2f}"


def draw_label(axes: Axes, scale: Scale, label: Label, top: float, y: float, gid: str | None = None) -> None:
    """Draw a line from the axis down and out to the mean rank and the name."""
    x, end = scale.place(label.rank), scale.lines[label.side]
    line, number, name = (style.HIGHLIGHT,) * 3 if label.is_control else (style.FAINT, style.MUTED, style.INK)
    width, layer = (style.MEDIUM, 2.5) if label.is_control else (style.THIN, 2)
    path: dict[str, Any] = {"color": line, "lw": width, "solid_joinstyle": "miter", "zorder": layer}
    style.draw_line(axes, [x, x, end], [top, y, y], label="line", gid=gid, **path)
    looks: dict[str, Any] = {"size": style.FONT_SIZE, "weight": label.weight, "va": "center_baseline", "gid": gid}
    style.write(axes, scale.names[label.side], y, label.name, color=name, ha=SIDES[label.side], label="name", **looks)
    # Numbers end in one line in both columns, so that their points stand below each other.
    edge = end if label.side < 0 else scale.names[label.side]
    style.write(axes, edge - GAP, y, label.number, color=number, ha="right", label="mean rank", **looks)


CD = Kind(
    id="cd",
    title="Critical difference diagram",
    question="Which algorithms rank best, and which of them were not shown to differ?",
)
