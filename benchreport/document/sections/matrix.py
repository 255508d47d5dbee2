"""Wins, ties and losses of every pair of algorithms, and how far Nemenyi's test depends on the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from functools import cached_property, partial
from operator import attrgetter
from typing import Any, ClassVar

import numpy as np
import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison, turned_against
from benchreport.document.evidence.result_rows import adjusted, by_control, of_metrics, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, decimals, decision, label, level_title, limits_to
from benchreport.document.model.blocks import Figure, Part, Section, Table
from benchreport.document.model.former_names import COMPARED
from benchreport.method import Method
from benchreport.naming import named
from benchreport.numerals import counted, integer, percent
from benchreport.options import PAIR_TEST
from benchreport.records import dataclass
from benchreport.registry import METHODS, table_form
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.ordering.indistinguishable_sets import letters
from benchreport.stats.posthoc.stability import ALL_UP_TO, pool_stability
from benchreport.stats.summaries.winning import win_rates
from benchreport.stats.two_algorithms.over_datasets import sign_test

# So many algorithms leave room for three lines of text in every cell of the figure.
MOST_DRAWN = 10
LETTERED_UP_TO = 25


@dataclass(frozen=True, kw_only=True)
class PairCounts:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyOther:
    """The only other algorithm: how many datasets it won, tied and lost, and whether two tests find a difference."""

    algorithm: str
    wins: int
    ties: int
    losses: int
    p_first: float | None
    by_first: bool
    p_second: float | None
    by_second: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stability:
    """How many decisions of Nemenyi's test change when other algorithms leave; without ``gone`` a and b change."""

    rows: pl.DataFrame
    turned: int
    pairs: int
    any_pool: bool
    gone: str = ""
    a: str = ""
    b: str = ""
    becomes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """What the template ``matrix`` prints: wins, ties and losses against the algorithm in focus by one metric."""

    FORMER: ClassVar[Mapping[str, str]] = COMPARED | {
        "datasets": "s.c.datasets",
        "first": "s.c",
        "pool_rows": "s.pools.rows",
        "units": "s.c.metric.comparable",
        "unlike": "s.c.pairwise",
        "others": "s.only",
        "n_first": "s.only.by_first",
        "n_second": "s.only.by_second",
        "second_id": "s.second_test.id",
        "cycles": "s.n_circles",
    }

    c: Comparison
    first_test: Method
    second_test: Method
    only: OnlyOther | None
    ahead: str
    behind: str
    level_with: str
    second_names: str
    disputed: str
    untested: str
    rows: pl.DataFrame
    figure: Figure | None
    table: Table
    family: str
    gaps: bool
    n_circles: int
    circle: tuple[str, ...]
    pools: Stability | None
    metrics: Table | None
    lettered: bool


def matrix_section(evidence: Evidence) -> Section | None:
    """Return the section on wins, ties and losses; none where nothing could be compared over datasets."""
    counts = pair_counts(evidence)
    if not counts:
        return None
    first = counts[0]
    c = first.compared
    judged = _judged(first, evidence.options.alpha)
    single = judged.height == 1
    lead = pl.col("losses") - pl.col("wins")

    def names_where(condition: pl.Expr) -> str:
        return named(judged.filter(condition)["algorithm"].to_list(), judged.height)

    untested = judged.filter(pl.col("p_first").is_null() | pl.col("p_second").is_null()).height
    n_circles, circle = _circles(first) if c.several else (0, ())
    record = Matrix(
        c=c,
        first_test=METHODS[c.method],
        second_test=METHODS[beside_of(evidence)],
        only=OnlyOther(**judged.select(field.name for field in fields(OnlyOther)).row(0, named=True))
        if single
        else None,
        ahead=names_where(lead > 0) or "none of the others",
        behind=names_where(lead < 0),
        level_with=names_where(lead == 0),
        second_names=names_where(pl.col("by_second")),
        disputed="" if single else names_where(pl.col("by_first") != pl.col("by_second")),
        untested=counted(untested, "comparison") if untested else "",
        rows=first.beside,
        figure=_drawn(first, evidence),
        table=_table(first, judged, evidence),
        family=_family_words(c, evidence),
        gaps=evidence.filled,
        n_circles=n_circles,
        circle=circle,
        pools=_stability(first),
        metrics=_metrics(counts, evidence) if len(counts) > 1 else None,
        lettered=2 < c.ranks.height <= LETTERED_UP_TO,
    )
    return evidence.section("matrix", record)


def pair_counts(evidence: Evidence) -> list[PairCounts]:
    """Return the wins and the rows of the second test of the pairs, all metrics at once."""
    compared = [c for c in evidence.comparisons if c.reason is None]
    if not compared:
        return []
    alpha = evidence.options.alpha
    scores = of_metrics(evidence.paired, [c.metric.name for c in compared])
    wins = plain(win_rates(scores, missing="available", alpha=alpha)).filter(pl.col("b").is_not_null())
    keywords: dict[str, Any] = {"by": "metric", "missing": "available", "alpha": alpha}
    second = by_control(partial(table_form(beside_of(evidence)), **keywords), scores, compared, attrgetter("baseline"))
    beside = adjusted(second, evidence.options, [] if evidence.options.family == "all" else None)
    # Only the table of the first metric has them.
    odds = by_control(partial(sign_test, **keywords), scores, compared[:1], attrgetter("focus"))
    # Mean ranks need complete blocks.
    many = [c.metric.name for c in compared if c.ranks.height > 3 and c.policy != "available"]
    few = max(c.ranks.height for c in compared) <= ALL_UP_TO
    pools = (
        pool_stability(of_metrics(scores, many), pools="all" if few else "leave_one_out", alpha=alpha) if many else None
    )
    return [
        PairCounts(
            compared=c,
            wins=of_metrics(wins, [c.metric.name]),
            beside=of_metrics(beside, [c.metric.name]),
            odds=of_metrics(odds, [c.metric.name]),
            pools=pl.DataFrame() if pools is None else plain(of_metrics(pools, [c.metric.name])),
        )
        for c in compared
    ]


def beside_of(evidence: Evidence) -> str:
    """Return the test that is given beside the one that decides on pairs."""
    return PAIR_TEST if evidence.options.test_for("pairs") == "sign_test" else "sign_test"


def _judged(counts: PairCounts, alpha: float) -> pl.DataFrame:
    """Return a row per other algorithm, best mean rank first: its wins against the focus, and both verdicts."""
    focus, c = counts.compared.focus, counts.compared
    wins = counts.tally.filter(pl.col("b") == focus).select("wins", "ties", "losses", algorithm="a")
    odds = counts.odds.select(algorithm="a", odds="estimate", low="ci_low", high="ci_high")
    first, second = (
        plain(turned_against(rows.drop("p_nemenyi", strict=False), focus)).select(algorithm="a", **{name: "p_adjusted"})
        for rows, name in ((c.tested, "p_first"), (counts.beside, "p_second"))
    )
    order = c.ranks.select(pl.col("algorithm").cast(pl.String), "mean_rank")
    rows = order.filter(pl.col("algorithm") != focus)
    for part in (wins, odds, first, second):
        rows = rows.join(part, on="algorithm", how="left", maintain_order="left")
    return rows.with_columns(
        by_first=(pl.col("p_first") <= alpha).fill_null(False), by_second=(pl.col("p_second") <= alpha).fill_null(False)
    )


def _table(counts: PairCounts, judged: pl.DataFrame, evidence: Evidence) -> Table:
    c, alpha = counts.compared, evidence.options.alpha
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
    return exhibits.table(f"wins-{c.metric.slug}", caption, frame, columns, twin=counts.beside, note=note)


def _test_titles(c: Comparison, evidence: Evidence) -> tuple[str, str]:
    """Return the column heads of the deciding test and of the test beside it."""
    return METHODS[c.method].label, METHODS[beside_of(evidence)].label


def _drawn(counts: PairCounts, evidence: Evidence) -> Figure | None:
    """Return the figure of the differences of two algorithms, or the matrix of several.

    Differences need a scale that datasets share, and means the same datasets for all algorithms.
    """
    c = counts.compared
    if not c.metric.comparable:
        return None
    if c.ranks.height == 2:
        return _differences(counts, evidence)
    return None if c.policy == "available" else _figure(counts, evidence)


def _figure(counts: PairCounts, evidence: Evidence) -> Figure:
    """Return the multi-comparison matrix of the best algorithms, from the rows that decide."""
    from benchreport.figures.comparison.pairs import both_ways, pairs_in_order

    c, options = counts.compared, evidence.options
    ranked, names = c.algorithms, c.best_with_focus(MOST_DRAWN)
    whole = (evidence.measured if evidence.filled else evidence.averaged).of_metrics(c.metric.name)
    means = _means(whole)
    by_mean = sorted(names, key=lambda name: (means[name] if c.metric.lower else -means[name], name))
    difference = pl.col("a").replace_strict(means) - pl.col("b").replace_strict(means)
    tally = counts.tally.filter(pl.col("a").is_in(names) & pl.col("b").is_in(names))
    decided = both_ways(plain(c.pairs)).select("a", "b", "p", "differs")
    numbers = pairs_in_order(
        tally.join(decided, on=["a", "b"], how="left").with_columns(difference=difference), by_mean
    )
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
    if evidence.filled and (n := whole["dataset"].n_unique()) < len(evidence.datasets):
        caption += f" Means and their differences rest on the {n} datasets without a missing result."
    width = "page" if len(names) > 4 else None
    return evidence.drawn("mcm", numbers, id=f"matrix-{c.metric.slug}", caption=caption, width=width)


def _family_words(c: Comparison, evidence: Evidence) -> str:
    if evidence.options.family == "all":
        size = sum(other.pairs.height for other in evidence.comparisons if other.reason is None)
        return f"the {integer(size)} pairs of all metrics"
    return f"all {integer(c.pairs.height)} pairs"


def _means(scores: pl.DataFrame) -> dict[str, float]:
    cells = scores.group_by("algorithm", "dataset").agg(pl.col("value").sort().mean())
    means = cells.group_by(pl.col("algorithm").cast(pl.String)).agg(pl.col("value").sort().mean())
    return dict(means.rows())


def _differences(counts: PairCounts, evidence: Evidence) -> Figure:
    """Return the figure of the difference of two algorithms on every dataset."""
    c = counts.compared
    other = next(str(name) for name in c.ranks["algorithm"] if str(name) != c.focus)
    scores = evidence.averaged.of_metrics(c.metric.name)
    means = scores.group_by("algorithm", "dataset", "metric", "direction", maintain_order=True).agg(
        pl.col("value").sort().mean()
    )
    caption = f"Difference in {c.metric.name} on every dataset, {c.focus} − {other}, the largest advantage on top."
    name = f"dataset-differences-{c.metric.slug}"
    return evidence.plotted("fold_differences", means, algorithm=c.focus, control=other, id=name, caption=caption)


def _circles(counts: PairCounts) -> tuple[int, tuple[str, ...]]:
    """Return how many triples beat each other on most datasets in a circle, and the first such triple."""
    names = counts.compared.algorithms
    place = {name: i for i, name in enumerate(names)}
    won = counts.tally.filter(pl.col("wins") > pl.col("losses")).select(
        pl.col("a", "b").replace_strict(place, return_dtype=pl.Int64)
    )
    beats = np.zeros((len(names), len(names)), dtype=bool)
    beats[won["a"].to_numpy(), won["b"].to_numpy()] = True
    n, example = 0, tuple[str, ...]()
    # Every circle is counted at its first algorithm; a thousand algorithms have too many triples to list.
    for a in range(len(names)):
        b, c = a + 1 + np.flatnonzero(beats[a, a + 1 :]), a + 1 + np.flatnonzero(beats[a + 1 :, a])
        closed = beats[np.ix_(b, c)]
        circles = int(closed.sum())
        if circles and not example:
            second, third = (int(axis[0]) for axis in np.nonzero(closed))
            example = (names[a], names[b[second]], names[c[third]])
        n += circles
    return n, example


def _stability(counts: PairCounts) -> Stability | None:
    """Return how many decisions of Nemenyi's test change when other algorithms leave, with an example."""
    pools = counts.pools
    pairs = pools.filter(pl.col("n_flips").is_not_null()).height if pools.height else 0
    if not pairs:
        return None
    turned = pools.filter(pl.col("n_flips") > 0)
    alone = turned.filter(pl.col("flips_without").is_not_null())
    stability = Stability(
        rows=pools, turned=turned.height, pairs=pairs, any_pool=counts.compared.ranks.height <= ALL_UP_TO
    )
    if alone.is_empty():
        return stability
    a, b, differs, without = alone.select("a", "b", "differs", "flips_without").row(0)
    # Names may hold commas; the longest that fits the beginning of the list is meant.
    gone = [name for name in counts.compared.algorithms if f"{without}, ".startswith(f"{name}, ")]
    becomes = "no longer differ significantly" if differs else "differ significantly"
    return replace(stability, gone=max(gone, key=len, default=""), a=a, b=b, becomes=becomes)


def _metrics(counts: Sequence[PairCounts], evidence: Evidence) -> Table:
    """Return the table with a line for every metric: what was won and lost against the algorithm in focus."""
    alpha = evidence.options.alpha
    first, second = _test_titles(counts[0].compared, evidence)
    lines = []
    for counts_of_metric in counts:
        judged = _judged(counts_of_metric, alpha)
        turned = counts_of_metric.pools.filter(pl.col("n_flips") > 0).height if counts_of_metric.pools.height else None
        lines.append(
            {
                "metric": counts_of_metric.compared.metric.name,
                "focus": counts_of_metric.compared.focus,
                "won": int(judged["losses"].sum()),
                "tied": int(judged["ties"].sum()),
                "lost": int(judged["wins"].sum()),
                "second": int(judged["by_second"].sum()),
                "first": int(judged["by_first"].sum()),
                "both": judged.filter(pl.col("by_first") & pl.col("by_second")).height,
                "turned": None if turned is None else f"{turned} of {counts_of_metric.pools.height}",
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
    twin = pl.concat([counts_of_metric.beside for counts_of_metric in counts])
    return exhibits.table("wins-metrics", caption, frame, columns, twin=twin)


MATRIX = Part(id="matrix", after="ranks", make=matrix_section, record=Matrix)
