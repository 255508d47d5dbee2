"""Outcomes in declared subsets of the datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, ClassVar

import polars as pl

from benchreport.document.analyses.groups_of_datasets import Subsets, subsets_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison, turned_against
from benchreport.document.evidence.result_rows import adjusted, by_control, of_metrics, outcome_of, plain, smallest
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.exhibits.tables import outcome_columns
from benchreport.document.model.blocks import Figure, Part, Section, Table
from benchreport.document.model.former_names import REFERENCE
from benchreport.naming import enumerated, named
from benchreport.numerals import counted, fixed, integer, number
from benchreport.records import dataclass
from benchreport.registry import METHODS, table_form
from benchreport.stats.many_algorithms.complete_blocks import average_ranks, block_ranks
from benchreport.stats.multiplicity.adjusting import least_p

MOST_ALGORITHMS = 10
MOST_COLUMNS = 8
MOST_LINES = 40
MOST_LEVELS = 12
ALIKE = 1e-9
GROUPS = ("subset", "metric")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """What the tests say of one metric in every subset: mean ranks, tests of all together, pairs adjusted over all."""

    compared: Comparison
    ranks: pl.DataFrame
    omnibus: pl.DataFrame
    pairs: pl.DataFrame
    with_focus: pl.DataFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class SubsetVerdict:
    """What the tests of one metric find within the subsets; ``leader`` has the best mean rank in all of them."""

    metric: str
    focus: str
    leader: str
    leaders: str
    comparisons: str
    ahead: int
    behind: int
    adjusted: bool
    untested: int
    family: str
    rows: pl.DataFrame
    table: Table
    ranks: Table
    figure: Figure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelPart:
    """One level of a factor: who has the best mean rank by each metric, and every pair that was tested there."""

    level: str
    metrics: tuple[tuple[str, str, bool, str, str], ...]
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetSubsets:
    """What the template ``subsets`` prints; ``small`` names the subsets in which no exact test can reach the level."""

    FORMER: ClassVar[Mapping[str, str]] = REFERENCE | {
        "parts": "s.metrics",
        "by_size": "s.division.origin",
        "one_outside": "s.division.outside",
    }

    division: Subsets
    subsets: tuple[tuple[str, str], ...]
    outside: str
    metrics: tuple[SubsetVerdict, ...]
    small: str
    test: str
    factor: str = ""
    levels: tuple[LevelPart, ...] = ()


def subsets_section(evidence: Evidence) -> Section | None:
    """Return the section on subsets of the datasets; none unless they were asked for."""
    options = evidence.options
    asks_signs = options.test_of_two == "sign_test"
    compared = [c for c in evidence.on_blocks if c.reason is None and (asks_signs or c.method != "sign_test")]
    if options.subsets is None or not compared:
        return None
    division = subsets_of(evidence)
    parted = _parted(evidence, compared, division)
    counts = parted[0].ranks.group_by("subset").agg(pl.col("n").max())
    sizes = {name: n or 0 for name, n in counts.rows()}
    exact = METHODS[options.test_of_two].least_p is not None
    small = [name for name in division.order if exact and least_p(sizes.get(name, 0)) > options.alpha]
    record = DatasetSubsets(
        division=division,
        subsets=tuple((name, counted(sizes.get(name, 0), "dataset")) for name in division.order),
        outside=counted(division.outside, "dataset") if division.outside else "",
        metrics=tuple(
            _verdict(part, evidence, division, first=place == 0, of=len(parted)) for place, part in enumerate(parted)
        ),
        small=enumerated(small),
        test=METHODS[options.test_of_two].name,
        factor=evidence.levels,
        levels=tuple(_level(parted, name, place, options.alpha) for place, name in enumerate(division.order))
        if evidence.levels and len(division.order) <= MOST_LEVELS
        else (),
    )
    return evidence.section("subsets", record)


def _level(parted: Sequence[Parted], level: str, place: int, alpha: float) -> LevelPart:
    """Return what the tests find at one level of a factor."""
    words = []
    for part in parted:
        ranks = part.ranks.filter(pl.col("subset") == level).sort("mean_rank", "algorithm")
        best = ranks.filter(pl.col("mean_rank") - pl.col("mean_rank").min() < ALIKE)["algorithm"].sort().to_list()
        pairs = part.pairs.filter(pl.col("subset") == level)
        decided = pairs.filter(pl.col("p_adjusted") <= alpha)
        clear = f"{integer(decided.height) if decided.height else 'none'} of {counted(pairs.height, 'pair')}"
        rank = fixed(smallest(ranks["mean_rank"]), 2)
        words.append((part.compared.metric.name, enumerated(best), len(best) > 1, rank, clear))
    return LevelPart(
        level=level,
        metrics=tuple(words),
        tables=tuple(_pairs(part, level, place) for part in parted),
    )


def _pairs(part: Parted, level: str, place: int) -> Table:
    """Return the table of the pairs at one level, those of least p-value where they are many."""
    c = part.compared
    pairs = part.pairs.filter(pl.col("subset") == level)
    first = pairs.sort("p_adjusted", maintain_order=True, nulls_last=True).head(MOST_LINES)
    frame = (pairs if pairs.height <= MOST_LINES else first).select(
        pl.col("a", "b", "better").cast(pl.String), "n", "estimate", "p_adjusted"
    )
    columns = [label("a"), label("b"), label("better"), column("n"), column("estimate"), column("p_adjusted", "p")]
    estimand = pairs["estimand"][0] if pairs.height else ""
    scale = "" if c.metric.comparable else ", of logarithms"
    rest = f"Printed are the {MOST_LINES} pairs of least p-value; all are in" if pairs.height > MOST_LINES else ""
    note = f"Estimate: {estimand}{scale}. Adjusted over the pairs of all levels."
    name, caption = f"level-{place + 1}-{c.metric.slug}", f"Pairs by {c.metric.name} at level {level}."
    return exhibits.table(name, caption, frame, columns, twin=pairs, note=note, rest=rest)


def _parted(evidence: Evidence, compared: Sequence[Comparison], division: Subsets) -> list[Parted]:
    """Return the tests of the report in every subset; all pairs of a metric in all subsets are one family."""
    options = evidence.options
    names = [c.metric.name for c in compared]
    scores = (
        evidence.completed.drop("subset", strict=False)
        .filter(pl.col("metric").cast(pl.String).is_in(names))
        .with_columns(__dataset=pl.col("dataset").cast(pl.String))
        .join(division.membership, left_on="__dataset", right_on="dataset", how="inner", maintain_order="left")
        .drop("__dataset")
    )
    units = [c.metric.name for c in compared if not c.metric.comparable]
    keywords: dict[str, Any] = {"by": GROUPS, "alpha": options.alpha}
    ranks = plain(average_ranks(scores, by=GROUPS))
    omnibus = plain(table_form(options.test_for("omnibus"))(scores, **keywords))
    test = partial(table_form(options.test_of_two), **keywords)
    tested = by_control(test, on_log_scale(scores, units), compared, attrgetter("baseline"))
    pairs = adjusted(tested, options, [] if options.family == "all" else ["metric", "method"])
    return [
        Parted(
            compared=c,
            ranks=of_metrics(ranks, [c.metric.name]),
            omnibus=of_metrics(omnibus, [c.metric.name]),
            pairs=own,
            with_focus=turned_against(own, c.focus),
        )
        for c in compared
        for own in [of_metrics(pairs, [c.metric.name])]
    ]


def on_log_scale(scores: pl.DataFrame, metrics: Sequence[str]) -> pl.DataFrame:
    """Return scores with logarithms of the means of metrics with units, whose differences are log ratios."""
    with_units = pl.col("metric").cast(pl.String).is_in(list(metrics))
    # What was done about gaps is alike in all rows of a metric, but for the runs that were filled in.
    names = ("subset", "metric", "dataset", "algorithm", "direction", "n_dropped", "policy")
    own = scores.filter(with_units).group_by([name for name in names if name in scores.columns], maintain_order=True)
    filled = [pl.col("imputed").any()] if "imputed" in scores.columns else []
    means = own.agg(pl.col("value").mean().log(), *filled)
    return pl.concat([scores.filter(~with_units), means], how="diagonal_relaxed") if means.height else scores


def _verdict(part: Parted, evidence: Evidence, division: Subsets, *, first: bool, of: int) -> SubsetVerdict:
    c, alpha = part.compared, evidence.options.alpha
    leaders = _leaders(part, division)
    outcome = outcome_of(part.with_focus, c.focus, alpha)
    best = {name for names in leaders.values() for name in names}
    return SubsetVerdict(
        metric=c.metric.name,
        focus=c.focus,
        leader=next(iter(best)) if len(best) == 1 else "",
        leaders=enumerated(
            [f"{named(names, c.ranks.height)} in {subset}" for subset, names in leaders.items() if names]
        ),
        comparisons=counted(part.with_focus.height, "comparison"),
        ahead=len(outcome.worse),
        behind=len(outcome.better),
        adjusted=part.with_focus.height > 1,
        untested=part.with_focus["p_value"].null_count(),
        family=counted(part.pairs.height, "test"),
        rows=part.pairs,
        table=_outcome(part, division, leaders, alpha, METHODS[evidence.options.test_for("omnibus")].title),
        ranks=_ranks(part, division, MOST_LINES // of),
        figure=_figure(part, evidence, division) if first and len(division.order) > 1 else None,
    )


def _leaders(part: Parted, division: Subsets) -> dict[str, list[str]]:
    """Return the algorithms of best mean rank in each subset."""
    best = part.ranks.filter((pl.col("mean_rank") - pl.col("mean_rank").min().over("subset")).abs() < 1e-9)
    return {name: best.filter(pl.col("subset") == name)["algorithm"].sort().to_list() for name in division.order}


def _outcome(part: Parted, division: Subsets, leaders: dict[str, list[str]], alpha: float, omnibus_title: str) -> Table:
    c = part.compared
    lines = []
    for name in division.order:
        ranks = part.ranks.filter(pl.col("subset") == name)
        with_focus = part.with_focus.filter(pl.col("subset") == name)
        outcome = outcome_of(with_focus, c.focus, alpha)
        omnibus = part.omnibus.filter(pl.col("subset") == name)
        lines.append(
            {
                "subset": name,
                "datasets": ranks["n"].max(),
                "best": ", ".join(leaders[name][:2]) + (" …" if len(leaders[name]) > 2 else ""),
                "rank": fixed(smallest(ranks["mean_rank"]), 2),
                "p_omnibus": omnibus["p_value"][0] if omnibus.height and c.several else None,
                "worse": len(outcome.worse),
                "open": with_focus.height - outcome.clear,
                "better": len(outcome.better),
            }
        )
    frame = pl.DataFrame(lines, infer_schema_length=None, schema_overrides={"p_omnibus": pl.Float64})
    note = f"Significant at {number(alpha)} after adjustment over all subsets."
    if frame["p_omnibus"].count():
        note += f" p, any difference: {omnibus_title}, not adjusted."
    twin = pl.concat([part.omnibus, part.pairs], how="diagonal_relaxed")
    caption = f"The outcome by {c.metric.name} in subsets of the datasets."
    columns = outcome_columns("subset", c.focus)
    return exhibits.table(f"subsets-{c.metric.slug}", caption, frame, columns, twin=twin, note=note)


def _ranks(part: Parted, division: Subsets, most: int) -> Table:
    """Return the table of mean ranks, a column per subset, beside those over all datasets."""
    c = part.compared
    ranked, names = c.algorithms, c.best_with_focus(max(2, min(MOST_ALGORITHMS, most)))
    subsets = division.order[:MOST_COLUMNS]
    ranks = {"all": c.ranks} | {subset: part.ranks.filter(pl.col("subset") == subset) for subset in subsets}
    frame, columns = exhibits.rank_columns(names, ranks)
    choices = (
        [f"the {len(names)} algorithms of best mean rank out of {len(ranked)}"] if len(ranked) > len(names) else []
    )
    if len(division.order) > MOST_COLUMNS:
        choices.append(f"the first {MOST_COLUMNS} of {len(division.order)} subsets")
    note = "Bold: best of those printed. Underlined: second."
    rest = exhibits.choices_printed(choices)
    caption = f"Mean ranks by {c.metric.name}, over all datasets and in the subsets."
    name = f"subset-ranks-{c.metric.slug}"
    return exhibits.table(name, caption, frame, columns, twin=part.ranks, note=note, rest=rest)


def _figure(part: Parted, evidence: Evidence, division: Subsets) -> Figure | None:
    """Return the figure of the mean rank of every algorithm in every subset, as a grid."""
    c = part.compared
    names = c.algorithms[: 2 * MOST_ALGORITHMS]
    ranked, _ = block_ranks(evidence.completed.of_metrics(c.metric.name), "metric", "mean")
    ranks = (
        plain(ranked)
        .filter(pl.col("algorithm").is_in(names) & pl.col("rank").is_not_null())
        .join(division.membership, on="dataset", how="inner", maintain_order="left")
        .filter(pl.col("subset").is_in(division.order[:MOST_COLUMNS]))
    )
    if ranks["subset"].n_unique() < 2:
        return None
    scores = ranks.select(
        "algorithm", "dataset", "subset", metric=pl.lit("rank"), value="rank", direction=pl.lit("lower")
    )
    choice = f" The {len(names)} algorithms of best mean rank." if c.ranks.height > len(names) else ""
    caption = f"Mean ranks by {c.metric.name} in the subsets; rank 1 is best.{choice}"
    factors, name = ["subset", "algorithm"], f"subset-grid-{c.metric.slug}"
    return evidence.plotted("grid", scores, factors=factors, id=name, caption=caption)


SUBSETS = Part(id="subsets", after="matrix", make=subsets_section, record=DatasetSubsets)
