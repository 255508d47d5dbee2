"""Wins, ties and losses of every pair of algorithms, and how far Nemenyi's test depends on the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.document.evidence.comparison import Comparison, turned_against
from benchreport.document.evidence.result_rows import adjusted, by_control, of_metrics, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, decimals, decision, label, level_title, limits_to
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import named
from benchreport.numerals import counted, integer, percent
from benchreport.options import PAIR_TEST
from benchreport.registry import METHODS, table_form
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.ordering.indistinguishable_sets import letters
from benchreport.stats.posthoc.stability import ALL_UP_TO, pool_stability
from benchreport.stats.summaries.winning import win_rates
from benchreport.stats.two_algorithms.over_datasets import sign_test

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

# So many algorithms leave room for three lines of text in every cell of the figure.
MOST_DRAWN = 10
LETTERED_UP_TO = 25


@dataclass(frozen=True, kw_only=True)
class Matrix:
    """Wins and losses of one metric, beside the comparison that decides.

    ``wins`` counts for every ordered pair; ``beside`` are the rows of the second test of the pairs, adjusted over the
    same family as the first; ``odds`` estimates how often each other algorithm beats the one in focus; ``pools`` says
    which of Nemenyi's verdicts hang on others.
    """

    compared: Comparison
    wins: pl.DataFrame
    beside: pl.DataFrame
    odds: pl.DataFrame
    pools: pl.DataFrame

    @cached_property
    def tally(self) -> pl.DataFrame:
        """How many datasets ``a`` won, tied and lost against ``b``, for every ordered pair."""
        won = pl.col("statistic").cast(pl.Int64)
        return self.wins.select("a", "b", wins=won, ties="n_ties", losses=pl.col("n") - won - pl.col("n_ties"), n="n")


def matrix_section(evidence: Evidence) -> Section | None:
    """Write the section on wins, ties and losses; none where nothing could be compared over datasets."""
    told = matrices(evidence)
    if not told:
        return None
    first, options = told[0], evidence.options
    c = first.compared
    second = beside_of(evidence)
    judged = _judged(first, options.alpha)
    others = judged.height
    lead = pl.col("losses") - pl.col("wins")

    def names_where(condition: pl.Expr) -> str:
        return named(judged.filter(condition)["algorithm"].to_list(), others)

    untested = judged.filter(pl.col("p_first").is_null() | pl.col("p_second").is_null()).height
    context = {
        "first": first,
        "c": c,
        "others": others,
        "only": judged.row(0, named=True),
        "ahead": names_where(lead > 0),
        "behind": names_where(lead < 0),
        "level_with": names_where(lead == 0),
        "second_names": names_where(pl.col("by_second")),
        "n_first": judged["by_first"].sum(),
        "n_second": judged["by_second"].sum(),
        "disputed": "" if others == 1 else names_where(pl.col("by_first") != pl.col("by_second")),
        "untested": counted(untested, "comparison") if untested else "",
        "first_test": METHODS[c.method].name,
        "second_test": METHODS[second].name,
        "second_id": second,
        "figure": _drawn(first, evidence),
        "table": _table(first, judged, evidence),
        "family": _family_words(c, evidence),
        "lettered": 2 < c.ranks.height <= LETTERED_UP_TO,
        "cycles": _cycles(first) if c.several else None,
        "pools": _stability(first) if first.pools.height else None,
        "gaps": evidence.filled,
        "metrics": _metrics(told, evidence) if len(told) > 1 else None,
    }
    return evidence.section("matrix", context)


def matrices(evidence: Evidence) -> list[Matrix]:
    """Count wins and run the second test of the pairs, all metrics at once."""
    compared = [one for one in evidence.comparisons if one.reason is None]
    if not compared:
        return []
    alpha = evidence.options.alpha
    here = of_metrics(evidence.paired, [one.metric.name for one in compared])
    wins = plain(win_rates(here, missing="available", alpha=alpha)).filter(pl.col("b").is_not_null())
    how: dict[str, Any] = {"by": "metric", "missing": "available", "alpha": alpha}
    second = by_control(partial(table_form(beside_of(evidence)), **how), here, compared, attrgetter("baseline"))
    beside = adjusted(second, evidence.options, [] if evidence.options.family == "all" else None)
    # Only the table of the first metric has them.
    odds = by_control(partial(sign_test, **how), here, compared[:1], attrgetter("focus"))
    # Mean ranks need complete blocks.
    many = [one.metric.name for one in compared if one.ranks.height > 3 and one.policy != "available"]
    few = max(one.ranks.height for one in compared) <= ALL_UP_TO
    pools = (
        pool_stability(of_metrics(here, many), pools="all" if few else "leave_one_out", alpha=alpha) if many else None
    )
    return [
        Matrix(
            compared=one,
            wins=of_metrics(wins, [one.metric.name]),
            beside=of_metrics(beside, [one.metric.name]),
            odds=of_metrics(odds, [one.metric.name]),
            pools=pl.DataFrame() if pools is None else plain(of_metrics(pools, [one.metric.name])),
        )
        for one in compared
    ]


def beside_of(evidence: Evidence) -> str:
    """Name the test that stands beside the one that decides on pairs."""
    return PAIR_TEST if evidence.options.test_for("pairs") == "sign_test" else "sign_test"


def _judged(one: Matrix, alpha: float) -> pl.DataFrame:
    """Return a row per other algorithm, best mean rank first: its wins against the focus, and both verdicts."""
    focus, c = one.compared.focus, one.compared
    wins = one.tally.filter(pl.col("b") == focus).select("wins", "ties", "losses", algorithm="a")
    odds = one.odds.select(algorithm="a", odds="estimate", low="ci_low", high="ci_high")
    first, second = (
        plain(turned_against(rows.drop("p_nemenyi", strict=False), focus)).select(algorithm="a", **{name: "p_adjusted"})
        for rows, name in ((c.tested, "p_first"), (one.beside, "p_second"))
    )
    order = c.ranks.select(pl.col("algorithm").cast(pl.String), "mean_rank")
    rows = order.filter(pl.col("algorithm") != focus)
    for part in (wins, odds, first, second):
        rows = rows.join(part, on="algorithm", how="left", maintain_order="left")
    return rows.with_columns(
        by_first=(pl.col("p_first") <= alpha).fill_null(False), by_second=(pl.col("p_second") <= alpha).fill_null(False)
    )


def _table(one: Matrix, judged: pl.DataFrame, evidence: Evidence) -> Table:
    c, alpha = one.compared, evidence.options.alpha
    order = c.ranks.select(pl.col("algorithm").cast(pl.String), "mean_rank")
    frame = order.join(judged.drop("mean_rank"), on="algorithm", how="left", maintain_order="left")
    if 2 < c.ranks.height <= LETTERED_UP_TO:
        shared = plain(letters(c.pairs, ranks=c.ranks, alpha=alpha)).select("algorithm", "letters")
        frame = frame.join(shared, on="algorithm", how="left", maintain_order="left")
    else:
        frame = frame.filter(pl.col("algorithm") != c.focus)
    against = f"against {c.focus}"
    first, second = _test_titles(c, evidence)
    single = c.tested.height == 1
    columns = (
        label("algorithm"),
        column("mean_rank", "mean rank", decimals(2)),
        label("letters", when="letters" in frame.columns),
        column("wins", "won", group=against),
        column("ties", "tied", group=against),
        column("losses", "lost", group=against),
        column("odds", "share won", decimals(2), group=against),
        column(("low", "high"), level_title(evidence.options), limits_to(2, null=0.5), group=against),
        column("p_second", second, decision(alpha), group="p" if single else "p, adjusted"),
        column("p_first", first, decision(alpha), group="p" if single else "p, adjusted"),
    )
    caption = f"Datasets won, tied and lost against {c.focus} by {c.metric.name}."
    notes = [f"Share won: of the datasets without a tie, with its exact {percent(1 - alpha)} interval."]
    if frame.filter((pl.col("p_first") <= alpha) | (pl.col("p_second") <= alpha)).height:
        notes.append(exhibits.boldness(c.tested.height))
    if "letters" in frame.columns:
        judge = METHODS[str(c.pairs["method"][0])].name
        over = f"{adjustment_name(evidence.options.adjust)} over {_family_words(c, evidence)}"
        notes.append(f"Algorithms that share a letter do not differ significantly ({judge}, {over}).")
    note = " ".join(notes)
    return exhibits.table(f"wins-{c.metric.slug}", caption, frame, columns, twin=one.beside, note=note)


def _test_titles(c: Comparison, evidence: Evidence) -> tuple[str, str]:
    """Return the column heads of the deciding test and of the test beside it."""
    return METHODS[c.method].label, METHODS[beside_of(evidence)].label


def _drawn(one: Matrix, evidence: Evidence) -> Figure | None:
    """Draw the differences of two algorithms, or the matrix of several.

    Differences need a scale that datasets share, and means the same datasets for all algorithms.
    """
    c = one.compared
    if not c.metric.comparable:
        return None
    if c.ranks.height == 2:
        return _differences(one, evidence)
    return None if c.policy == "available" else _figure(one, evidence)


def _figure(one: Matrix, evidence: Evidence) -> Figure:
    """Draw the multi-comparison matrix of the best algorithms, from the rows that decide."""
    from benchreport.figures.layout.pair_numbers import both_ways, in_order

    c, options = one.compared, evidence.options
    ranked = c.ranks["algorithm"].cast(pl.String).to_list()
    names = ranked[:MOST_DRAWN]
    if c.focus not in names:
        names[-1] = c.focus
    means = _means(evidence.measured_of(c.metric) if evidence.filled else evidence.averaged_of(c.metric))
    shown = sorted(names, key=lambda name: (means[name] if c.metric.lower else -means[name], name))
    difference = pl.col("a").replace_strict(means) - pl.col("b").replace_strict(means)
    tally = one.tally.filter(pl.col("a").is_in(names) & pl.col("b").is_in(names))
    decided = both_ways(plain(c.pairs)).select("a", "b", "p", "differs")
    numbers = in_order(tally.join(decided, on=["a", "b"], how="left").with_columns(difference=difference), shown)
    over = f"{adjustment_name(options.adjust)} over {_family_words(c, evidence)}" if c.pairs.height > 1 else "one pair"
    numbers = numbers.with_columns(
        metric=pl.lit(c.metric.name),
        direction=pl.lit("lower" if c.metric.lower else "higher"),
        posthoc=pl.lit(str(c.pairs["method"][0])),
        judged=pl.lit(over),
        alpha=pl.lit(options.alpha),
    )
    best = f" The {len(names)} algorithms of best mean rank out of {len(ranked)}." if len(ranked) > len(names) else ""
    if c.focus not in ranked[:MOST_DRAWN]:
        best = f" The {len(names) - 1} algorithms of best mean rank out of {len(ranked)}, and {c.focus}."
    caption = f"Every algorithm against every other by {c.metric.name}.{best}"
    if evidence.filled and (whole := evidence.measured_of(c.metric)["dataset"].n_unique()) < len(evidence.datasets):
        caption += f" Means and their differences rest on the {whole} datasets without a missing result."
    width = "page" if len(names) > 4 else None
    return evidence.drawn("mcm", numbers, id=f"matrix-{c.metric.slug}", caption=caption, width=width)


def _family_words(c: Comparison, evidence: Evidence) -> str:
    if evidence.options.family == "all":
        size = sum(one.pairs.height for one in evidence.comparisons if one.reason is None)
        return f"the {integer(size)} pairs of all metrics"
    return f"all {integer(c.pairs.height)} pairs"


def _means(scores: pl.DataFrame) -> dict[str, float]:
    cells = scores.group_by("algorithm", "dataset").agg(pl.col("value").sort().mean())
    means = cells.group_by(pl.col("algorithm").cast(pl.String)).agg(pl.col("value").sort().mean())
    return dict(means.rows())


def _differences(one: Matrix, evidence: Evidence) -> Figure:
    """Draw the difference of two algorithms on every dataset."""
    c = one.compared
    other = next(str(name) for name in c.ranks["algorithm"] if str(name) != c.focus)
    scores = evidence.averaged_of(c.metric)
    means = scores.group_by("algorithm", "dataset", "metric", "direction", maintain_order=True).agg(
        pl.col("value").sort().mean()
    )
    caption = f"Difference in {c.metric.name} on every dataset, {c.focus} − {other}, the largest advantage on top."
    name = f"dataset-differences-{c.metric.slug}"
    return evidence.plotted("fold_differences", means, algorithm=c.focus, control=other, id=name, caption=caption)


def _cycles(one: Matrix) -> dict[str, Any]:
    """Count the triples in which each algorithm beats the next on most datasets, in a circle."""
    names = one.compared.ranks["algorithm"].cast(pl.String).to_list()
    place = {name: i for i, name in enumerate(names)}
    won = one.tally.filter(pl.col("wins") > pl.col("losses")).select(
        pl.col("a", "b").replace_strict(place, return_dtype=pl.Int64)
    )
    beats = np.zeros((len(names), len(names)), dtype=bool)
    beats[won["a"].to_numpy(), won["b"].to_numpy()] = True
    n, example = 0, list[str]()
    # Every circle is counted at its first algorithm; a thousand algorithms have too many triples to list.
    for a in range(len(names)):
        b, c = a + 1 + np.flatnonzero(beats[a, a + 1 :]), a + 1 + np.flatnonzero(beats[a + 1 :, a])
        closed = beats[np.ix_(b, c)]
        circles = int(closed.sum())
        if circles and not example:
            second, third = (int(axis[0]) for axis in np.nonzero(closed))
            example = [names[a], names[b[second]], names[c[third]]]
        n += circles
    return {"n": n, "example": example}


def _stability(one: Matrix) -> dict[str, Any]:
    """Count the decisions of Nemenyi's test that change when other algorithms leave, with an example."""
    turned = one.pools.filter(pl.col("n_flips") > 0)
    alone = turned.filter(pl.col("flips_without").is_not_null())
    example = alone.row(0, named=True) if alone.height else None
    gone = []
    if example is not None:
        names = one.compared.ranks["algorithm"].cast(pl.String).to_list()
        # Names may hold commas; the longest that fits the beginning of the list is meant.
        gone = [name for name in names if f"{example['flips_without']}, ".startswith(f"{name}, ")]
    return {
        "turned": turned.height,
        "pairs": one.pools.filter(pl.col("n_flips").is_not_null()).height,
        "all": one.compared.ranks.height <= ALL_UP_TO,
        "example": example,
        "becomes": "no longer differ significantly" if example and example["differs"] else "differ significantly",
        "gone": max(gone, key=len, default=""),
    }


def _metrics(told: Sequence[Matrix], evidence: Evidence) -> Table:
    """Print a line for every metric: what was won and lost against the algorithm in focus."""
    alpha = evidence.options.alpha
    first, second = _test_titles(told[0].compared, evidence)
    lines = []
    for one in told:
        judged = _judged(one, alpha)
        turned = one.pools.filter(pl.col("n_flips") > 0).height if one.pools.height else None
        lines.append(
            {
                "metric": one.compared.metric.name,
                "focus": one.compared.focus,
                "won": int(judged["losses"].sum()),
                "tied": int(judged["ties"].sum()),
                "lost": int(judged["wins"].sum()),
                "second": int(judged["by_second"].sum()),
                "first": int(judged["by_first"].sum()),
                "both": judged.filter(pl.col("by_first") & pl.col("by_second")).height,
                "turned": None if turned is None else f"{turned} of {one.pools.height}",
            }
        )
    won, differences = "datasets, all others", "significant differences"
    columns = (
        label("metric"),
        label("focus", "algorithm"),
        column("won", group=won),
        column("tied", group=won),
        column("lost", group=won),
        column("second", second, group=differences),
        column("first", first, group=differences),
        column("both", group=differences),
        column("turned", "Nemenyi decisions that change", unless_empty=True),
    )
    frame = pl.DataFrame(lines, infer_schema_length=None)
    caption = "Datasets won, tied and lost against all others together, by metric."
    twin = pl.concat([one.beside for one in told])
    return exhibits.table("wins-metrics", caption, frame, columns, twin=twin)


MATRIX = Part(id="matrix", after="ranks", make=matrix_section)
