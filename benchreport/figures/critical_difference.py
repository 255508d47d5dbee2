"""Critical difference diagrams: mean ranks, with bars over algorithms without a significant difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import polars as pl
from matplotlib.figure import Figure

from benchreport.errors import OptionError, TooFewAlgorithmsError, one_of
from benchreport.figures.canvas import Width, width_of
from benchreport.figures.choose import adjustment_of, compared_pairs, one_metric, titled
from benchreport.figures.kinds import Kind
from benchreport.figures.rank_axis import (
    FULL_AXIS,
    MARGIN,
    NUMBERS_HEIGHT,
    RULER_HEIGHT,
    bars_of,
    draw_axis,
    draw_band,
    draw_label,
    draw_ruler,
    fitted_labels,
    labels_of,
    scale_of,
)
from benchreport.figures.remarks import LINE_HIGH, small_print, wrapped
from benchreport.figures.style import INK, PAGE_WIDTH, THICK, paper
from benchreport.naming import ends_in_words
from benchreport.options import PAIR_TEST
from benchreport.stats.cliques import in_rank_order, indistinguishable
from benchreport.stats.letters import letters as shared_letters
from benchreport.stats.posthoc import critical_difference
from benchreport.stats.ranks import average_ranks

MOST_ALGORITHMS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """What a diagram shows besides mean ranks and bars."""

    difference: float | None = None
    control: str | None = None
    band: tuple[float, float] | None = None  # around the control
    remark: str = ""


def critical_difference_diagram(
    ranks: pl.DataFrame, groups: pl.DataFrame, *, difference: float | None = None, control: str | None = None
) -> Figure:
    """Draw mean ranks on an axis, best on the left, and join by a bar the algorithms that do not differ significantly.

    Parameters
    ----------
    ranks
        Mean ranks of one group: columns ``algorithm`` and ``mean_rank``, one row per algorithm, at most 40.
    groups
        One row per bar, as :func:`benchreport.stats.cliques.indistinguishable` gives them: ``members``, ``low``,
        ``high``.
    difference
        Critical difference, drawn as a ruler above the axis; only Nemenyi's test has one.
    control
        Algorithm to stand out.

    Examples
    --------
    >>> import benchreport as br
    >>> from benchreport.stats.cliques import indistinguishable
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> ranks = br.average_ranks(scores)
    >>> groups = indistinguishable(ranks, br.nemenyi(scores))
    >>> critical_difference_diagram(ranks, groups, difference=br.critical_difference(4, 14))
    <Figure size 690x...>
    """
    return _drawn(ranks, groups, Marks(difference=difference, control=control), PAGE_WIDTH)


def description(ranks: pl.DataFrame, groups: pl.DataFrame, difference: float | None) -> str:
    """Say in words what the diagram shows, for readers who cannot see it.

    Examples
    --------
    >>> ranks = pl.DataFrame({"algorithm": ["A", "B", "C"], "mean_rank": [1.2, 2.0, 2.8]})
    >>> groups = pl.DataFrame({"members": [["A", "B"], ["B", "C"]], "low": [1.2, 2.0], "high": [2.0, 2.8]})
    >>> print(description(ranks, groups, 0.9))
    Critical difference diagram: mean ranks of 3 algorithms, rank 1 is best. A has the best mean rank (1.20), C the
    worst (2.80). Bars join algorithms without a significant difference: A and B; B and C. The critical difference is
    0.90.
    """
    sentences = _extremes(ranks)
    names = ranks["algorithm"].to_list()
    bars = [_in_words(members, len(names)) for members in groups["members"].to_list()]
    joined = f"Bars join algorithms without a significant difference: {'; '.join(bars)}."
    sentences.append(joined if bars else "There is no bar: all neighbours in rank differ significantly.")
    if difference is not None:
        sentences.append(f"The critical difference is {difference:.2f}.")
    return " ".join(sentences)


def cd_data(
    table: Any,
    *,
    metric: str | None = None,
    posthoc: str = PAIR_TEST,
    adjust: str | None = "holm",
    control: str | None = None,
    letters: bool = False,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Give what a critical difference diagram shows: an ``item`` per algorithm, bar, ruler, band and unjoined pair.

    Bars join neighbours in rank. Two algorithms without a significant difference, although one between them differs
    from either, cannot be joined by a bar; each such pair is an ``unjoined`` item. With a control and "bonferroni_dunn"
    there are no bars but a ``band``: the ranks that do not differ significantly from that of the control.

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
    rows = compared_pairs(scores, posthoc, adjust, alpha=alpha)
    parts: list[pl.DataFrame] = []
    if posthoc == "bonferroni_dunn" and control is not None and n > 1:
        reach = critical_difference(ranks.height, n, alpha=alpha, variant="bonferroni_dunn")
        middle = places.filter(pl.col("algorithm") == control).get_column("mean_rank")[0]
        parts = [_item("band", low=middle - reach, high=middle + reach), _item("ruler", high=reach)]
    else:
        bars = indistinguishable(ranks, rows, alpha=alpha)
        ruled = posthoc == "nemenyi" and ranks.height > 2 and n > 1
        parts = joined_items(bars, rows, critical_difference(ranks.height, n, alpha=alpha) if ruled else None, alpha)
    algorithms = ranked_items(ranks, control)
    if letters:
        shown = shared_letters(rows, ranks=ranks, alpha=alpha).select(pl.col("algorithm").cast(pl.String), "letters")
        algorithms = algorithms.join(shown, on="algorithm", how="left", maintain_order="left")
    return cd_items([algorithms, *parts], n=n, posthoc=posthoc, judged=adjustment_of(posthoc, adjust), alpha=alpha)


def ranked_items(ranks: pl.DataFrame, control: str | None) -> pl.DataFrame:
    """Give the items of the algorithms, best first."""
    return in_rank_order(ranks).select(
        pl.lit("algorithm").alias("item"),
        "algorithm",
        "mean_rank",
        is_control=pl.col("algorithm") == pl.lit(control) if control is not None else pl.lit(False),
    )


def joined_items(bars: pl.DataFrame, rows: pl.DataFrame, difference: float | None, alpha: float) -> list[pl.DataFrame]:
    """Give the items of the bars, of the pairs that no bar can join, and of the ruler."""
    ruler = [] if difference is None else [_item("ruler", high=difference)]
    return [bars.select(pl.lit("bar").alias("item"), "members", "low", "high"), _unjoined(bars, rows, alpha), *ruler]


def undecided_items() -> pl.DataFrame:
    """Give the item that says that no pair can be decided, so that there are no bars."""
    return pl.DataFrame({"item": ["undecided"], "members": [[]]}, schema=UNJOINED)


def compared_items(rows: pl.DataFrame, control: str, alpha: float) -> pl.DataFrame:
    """Give the items of the comparisons with a reference: the algorithms that differ significantly, and the others."""
    first = pl.col("a").cast(pl.String) == control
    known = rows.select(
        other=pl.when(first).then(pl.col("b").cast(pl.String)).otherwise(pl.col("a").cast(pl.String)),
        differs=(pl.coalesce("p_adjusted", "p_value") <= alpha).fill_null(False),
    )
    sides = [
        known.filter(side).get_column("other").sort().to_list() for side in (pl.col("differs"), ~pl.col("differs"))
    ]
    return pl.DataFrame({"item": ["differs", "alike"], "members": sides}, schema=UNJOINED)


def cd_items(
    parts: Sequence[pl.DataFrame], *, n: int, posthoc: str, judged: str, alpha: float, least: int | None = None
) -> pl.DataFrame:
    """Stack the items of a diagram, with what they rest on; with gaps a pair shares ``least`` to ``n`` datasets."""
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
    <Figure size 690x...>
    """
    of = _parts(numbers)
    named = of["algorithm"].filter("is_control").get_column("algorithm").to_list()
    bands, rulers = of["band"].select("low", "high").rows() if of["band"].height else [], of["ruler"]["high"].to_list()
    marks = Marks(
        difference=rulers[0] if rulers else None,
        control=named[0] if named else None,
        band=bands[0] if bands else None,
        remark=_remark(numbers, of),
    )
    return _drawn(of["algorithm"], of["bar"], marks, width_of(width))


def cd_alt(numbers: pl.DataFrame) -> str:
    """Say in words what a critical difference diagram shows."""
    of = _parts(numbers)
    datasets = f"{_datasets(numbers)}."
    rulers = of["ruler"]["high"].to_list()
    if of["band"].height:
        sentences = _extremes(of["algorithm"])
        low, high = of["band"].select("low", "high").row(0)
        others = of["algorithm"].filter(~pl.col("is_control"))
        near = others.filter(pl.col("mean_rank").is_between(low, high)).height
        control = of["algorithm"].filter("is_control").get_column("algorithm")[0]
        sentences.append(
            f"{near} of the {others.height} others lie within the critical difference {rulers[0]:.2f} of {control}."
        )
        return " ".join([*sentences, datasets])
    if of["differs"].height or of["undecided"].height:
        words = _compared(of) if of["differs"].height else UNDECIDED
        return " ".join([*_extremes(of["algorithm"]), f"{words[0].upper()}{words[1:]}.", datasets])
    words = description(of["algorithm"], of["bar"], rulers[0] if rulers else None)
    pairs = of["unjoined"].height
    which = "1 further pair does" if pairs == 1 else f"{pairs} further pairs do"
    left = f" {which} not differ significantly, but cannot be joined by a bar." if pairs else ""
    return f"{words}{left} {datasets}"


def _compared(of: dict[str, pl.DataFrame]) -> str:
    """Say which algorithms differ significantly from the reference."""
    control = of["algorithm"].filter("is_control").get_column("algorithm")[0]
    names = of["differs"]["members"][0].to_list()
    if not names:
        return f"no significant difference from {control}"
    if not of["alike"]["members"][0].to_list():
        return f"all others differ significantly from {control}"
    return f"significantly different from {control}: {', '.join(names)}"


UNDECIDED = "no pair can be decided, so there are no bars"


def _drawn(ranks: pl.DataFrame, groups: pl.DataFrame, marks: Marks, width: float) -> Figure:
    places = in_rank_order(ranks)
    if "letters" in ranks.columns:
        shown = ranks.select(pl.col("algorithm").cast(pl.String), "letters")
        places = places.join(shown, on="algorithm", how="left", maintain_order="left")
    _check(places["algorithm"].to_list(), marks.control)
    labels = fitted_labels(labels_of(places, marks.control), width)
    scale = scale_of(labels, marks.difference, width)
    bars = bars_of(groups, labels, scale)
    roomy = len(labels) <= FULL_AXIS
    row_height, level_height = (0.2, 0.1) if roomy else (0.165, 0.075)
    axis = MARGIN + (0 if marks.difference is None else RULER_HEIGHT) + NUMBERS_HEIGHT
    levels = axis + 0.13
    rows = levels + (0 if not bars else (1 + max(bar.level for bar in bars)) * level_height) + 0.06
    remark = wrapped(marks.remark, width - 2 * MARGIN)
    height = rows + max(label.row for label in labels) * row_height + 0.08 + MARGIN
    height += len(remark) * LINE_HIGH + (0.08 if remark else 0.0)
    with paper():
        figure = Figure(figsize=(width, height))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, width), ylim=(height, 0))  # inches, from the top left corner
        axes.set_axis_off()
        draw_axis(axes, scale, axis)
        if marks.difference is not None:
            draw_ruler(axes, scale, marks.difference, MARGIN + 0.07)
        if marks.band is not None:
            draw_band(axes, scale, marks.band, axis)
        for label in labels:
            draw_label(axes, scale, label, axis, rows + label.row * row_height)
        for bar in bars:
            y = levels + bar.level * level_height
            axes.plot([bar.start, bar.stop], [y, y], color=INK, lw=THICK, solid_capstyle="butt", label="bar", zorder=3)
        if remark:
            small_print(figure, remark)
    return figure


def _item(item: str, **values: float) -> pl.DataFrame:
    return pl.DataFrame({"item": [item], **{name: [value] for name, value in values.items()}})


def _unjoined(bars: pl.DataFrame, rows: pl.DataFrame, alpha: float) -> pl.DataFrame:
    """List the pairs not shown to differ that no bar joins."""
    joined = {pair for members in bars["members"].to_list() for pair in combinations(sorted(members), 2)}
    alike = rows.filter((pl.coalesce("p_adjusted", "p_value") > alpha).fill_null(True))
    pairs = [sorted(pair) for pair in alike.select(pl.col("a", "b").cast(pl.String)).rows()]
    left = sorted(pair for pair in pairs if tuple(pair) not in joined)
    return pl.DataFrame({"item": ["unjoined"] * len(left), "members": left}, schema=UNJOINED)


BOUNDS: dict[str, Any] = {"members": pl.List(pl.String), "low": pl.Float64, "high": pl.Float64}
UNJOINED: dict[str, Any] = {"item": pl.String, "members": pl.List(pl.String)}


def _parts(numbers: pl.DataFrame) -> dict[str, pl.DataFrame]:
    kinds = ("algorithm", "bar", "ruler", "band", "unjoined", "differs", "alike", "undecided")
    return {item: numbers.filter(pl.col("item") == item) for item in kinds}


def _remark(numbers: pl.DataFrame, of: dict[str, pl.DataFrame]) -> str:
    posthoc, judged, alpha = numbers.select("posthoc", "judged", "alpha").row(0)
    rests = f"{_datasets(numbers)}; {titled(posthoc)}, {judged}, level {alpha:g}"
    if of["band"].height:
        return f"{rests}; outside the thick line: significantly different from the control"
    if of["differs"].height:
        return f"{rests}; {_compared(of)}"
    if of["undecided"].height:
        return f"{_datasets(numbers)}; {UNDECIDED}"
    pairs = of["unjoined"]["members"].to_list()
    if not pairs:
        return rests
    if len(pairs) <= 2:
        named = "; ".join(" and ".join(pair) for pair in pairs)
        return f"{rests}; no significant difference, but not joined, as one between them differs: {named}"
    return f"{rests}; {len(pairs)} more pairs do not differ significantly, but one between them does: no bar joins them"


def _extremes(ranks: pl.DataFrame) -> list[str]:
    places = in_rank_order(ranks)
    names, means = places["algorithm"].to_list(), places["mean_rank"].to_list()
    sentences = [f"Critical difference diagram: mean ranks of {len(names)} algorithms, rank 1 is best."]
    sentences.append(ends_in_words(dict(zip(names, means, strict=True)), "mean rank", lower=True, text="{:.2f}".format))
    return [sentence for sentence in sentences if sentence]


def _in_words(members: Sequence[str], total: int) -> str:
    if len(members) == total and total > 2:
        return f"all {total}"
    if len(members) > 4:
        return f"the {len(members)} from {members[0]} to {members[-1]}"
    return f"{', '.join(members[:-1])} and {members[-1]}"


def _check(names: Sequence[str], control: str | None) -> None:
    if len(names) < 2:
        raise TooFewAlgorithmsError("a diagram needs two algorithms", hint="give the mean ranks of two or more")
    if len(names) > MOST_ALGORITHMS:
        raise OptionError(
            f"{len(names)} algorithms do not fit into a critical difference diagram",
            hint=f"a table of mean ranks serves better; up to {MOST_ALGORITHMS} can be drawn",
        )
    if control is not None:
        one_of(control, names, name="control")


CD = Kind(
    id="cd",
    title="Critical difference diagram",
    question="Which algorithms rank best, and which of them were not shown to differ?",
    shape="scores",
    data=cd_data,
    draw=cd,
    describe=cd_alt,
)
