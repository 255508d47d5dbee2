"""Aggregates over datasets: interquartile mean, median, optimality gap, probability of improvement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, ClassVar

import polars as pl

from benchreport.document.analyses.common_scale import PER_CENT, scale_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.evidence.result_rows import by_control, in_order, of_metrics, plain, result_row
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, interval, label, level_title
from benchreport.document.exhibits.paper import PORTRAIT, width_of
from benchreport.document.exhibits.tables import emphases
from benchreport.document.model.blocks import Figure, Part, Section, Table
from benchreport.naming import enumerated, named
from benchreport.numerals import SCIENTIFIC, counted, decimals_for, fixed, integer, limits, percent
from benchreport.records import dataclass
from benchreport.stats.summaries.aggregates import (
    FEWEST_FOR_IQM,
    FEWEST_FOR_MEAN,
    fewest_for_median,
    iqm,
    median_score,
    optimality_gap,
)
from benchreport.stats.summaries.interval_levels import level_words
from benchreport.stats.summaries.winning import probability_of_improvement
from benchreport.tables.blocks import ScoreTable

FEWEST_DATASETS = 3
FEWEST_DECIMALS = 2
MOST_ALGORITHMS = 8
# More results of a metric than these are averaged within datasets first.
MOST_RESULTS = 20_000
# Draws of the bootstrap: as many as the numbers to be drawn allow, within these.
FEWEST_DRAWS, MOST_DRAWS, WORK = 500, 2000, 4_000_000
LACKING = {
    "iqm": "an interquartile mean of fewer than {} datasets",
    "median_score": "a median of fewer than {}",
    "optimality_gap": "a mean of fewer than {}",
}
HEADS = {"iqm": "interquartile mean", "median_score": "median", "optimality_gap": "optimality gap"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The results that are pooled: of which algorithms by metric, whether datasets have several runs, and the draws."""

    scores: pl.DataFrame
    printed: Mapping[str, tuple[str, ...]]
    runs: bool
    draws: int
    averaged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The aggregates of one metric: ``rows`` of every summary and algorithm, ``chances`` to beat the focus."""

    compared: Comparison
    printed: tuple[str, ...]
    datasets: int
    rows: pl.DataFrame
    chances: pl.DataFrame

    def of(self, method: str) -> pl.DataFrame:
        """Return the rows of one summary, in the order of mean ranks."""
        return in_order(self.rows.filter(pl.col("method") == method), "a", self.printed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """Who has the best interquartile mean by one metric, who the second, and whom the other aggregates put first."""

    metric: str
    datasets: str
    names: str
    n: int
    iqm: str
    interval: str
    interval_level: str
    second: str
    second_iqm: str
    others: tuple[tuple[str, str], ...]
    rows: pl.DataFrame
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregates:
    """What the template ``aggregates`` prints; ``averaged`` is the number of results above which runs are averaged."""

    FORMER: ClassVar[Mapping[str, str]] = {
        "parts": "s.metrics",
        "metric": "metric of each of s.metrics",
        "most": "s.averaged",
        "skipped_one": "s.several_skipped",
    }

    metrics: tuple[Best, ...]
    skipped: str
    several_skipped: bool
    per_cent: bool
    averaged: str
    gaps: bool
    intervals: str
    constant: bool
    profile: Figure
    runs: bool


def aggregates_section(evidence: Evidence) -> Section | None:
    """Return the section on aggregates; none where no metric is a rate, or with fewer than three datasets."""
    rates = [
        (c, scale)
        for c in evidence.on_blocks
        if c.reason is None and c.metric.comparable and c.ranks["n"][0] >= FEWEST_DATASETS
        if (scale := scale_of(evidence, c.metric)) is not None
    ]
    if not rates:
        return None
    pool = _pool(evidence, [c for c, _ in rates])
    summaries = _summaries(evidence, rates, pool)
    summarised = [summary.compared.metric for summary in summaries]
    skipped = [metric.name for metric in evidence.metrics if metric not in summarised]
    rows = pl.concat([rows for summary in summaries for rows in (summary.rows, summary.chances)])
    record = Aggregates(
        metrics=tuple(_best(summary, evidence, runs=pool.runs) for summary in summaries),
        skipped=enumerated(skipped),
        several_skipped=len(skipped) > 1,
        per_cent=rates[0][1] == PER_CENT,
        averaged=integer(MOST_RESULTS) if pool.averaged else "",
        gaps=evidence.filled,
        intervals=_intervals(summaries, evidence.options.alpha),
        constant=rows.filter(pl.col("status") == "zero_variance").height > 0,
        profile=_profile(summaries[0], evidence, pool),
        runs=pool.runs,
    )
    return evidence.section("aggregates", record)


def _pool(evidence: Evidence, rates: Sequence[Comparison]) -> Pool:
    """Return the results to be summarised."""
    printed = {c.metric.name: tuple(c.best_with_focus(MOST_ALGORITHMS)) for c in rates}
    keys = pl.DataFrame(
        [(metric, name) for metric, names in printed.items() for name in names],
        schema=["__metric", "__name"],
        orient="row",
    )
    named = evidence.measured.with_columns(
        __metric=pl.col("metric").cast(pl.String), __name=pl.col("algorithm").cast(pl.String)
    )
    scores = named.join(keys, on=["__metric", "__name"], how="semi", maintain_order="left").drop("__metric", "__name")
    places = scores.select("metric", "algorithm", "dataset").n_unique()
    averaged = scores.height > places and scores.height / len(printed) > MOST_RESULTS
    if averaged:
        scores = scores.group_by("algorithm", "dataset", "metric", "direction", maintain_order=True).agg(
            pl.col("value").sort().mean()
        )
    each = max(scores.height // len(printed), 1)
    return Pool(
        scores=ScoreTable(scores),
        printed=printed,
        runs=scores.height > places,
        draws=min(max(WORK // each, FEWEST_DRAWS), MOST_DRAWS) // 100 * 100,
        averaged=averaged,
    )


def _summaries(evidence: Evidence, rates: Sequence[tuple[Comparison, float]], pool: Pool) -> list[Summary]:
    keywords: dict[str, Any] = {"seed": evidence.options.seed, "alpha": evidence.options.alpha}
    frames = [iqm(pool.scores, draws=pool.draws, **keywords), median_score(pool.scores, **keywords)]
    targets = {c.metric.name: 0.0 if c.metric.lower else scale for c, scale in rates}
    for target in dict.fromkeys(targets.values()):
        part = of_metrics(pool.scores, [name for name, own in targets.items() if own == target])
        frames.append(optimality_gap(part, target=target, **keywords))
    rows = pl.concat([plain(part) for part in frames])
    beats = partial(probability_of_improvement, **keywords)
    beaten = by_control(beats, pool.scores, [c for c, _ in rates], attrgetter("focus"))
    return [
        Summary(
            compared=c,
            printed=pool.printed[c.metric.name],
            datasets=of_metrics(pool.scores.drop_nulls("value"), [c.metric.name])["dataset"].n_unique(),
            rows=rows.filter(pl.col("metric") == c.metric.name),
            chances=beaten.filter(pl.col("metric") == c.metric.name),
        )
        for c, _ in rates
    ]


def _printed_words(summary: Summary) -> str:
    """Return which algorithms are drawn: those of best mean rank, and a reference that is not among them."""
    c = summary.compared
    if c.focus in c.algorithms[: len(summary.printed)]:
        return f", the {len(summary.printed)} algorithms of best mean rank"
    return f", the {len(summary.printed) - 1} algorithms of best mean rank, and {c.focus}"


def _best(summary: Summary, evidence: Evidence, *, runs: bool) -> Best:
    c, total = summary.compared, len(summary.printed)
    ranked = summary.of("iqm").sort("estimate", descending=not c.metric.lower, maintain_order=True)
    firsts = {
        method: _firsts(summary.of(method), lower=c.metric.lower or method == "optimality_gap") for method in HEADS
    }
    best = firsts["iqm"]
    leader = result_row(ranked)
    behind = ranked.filter(~pl.col("a").is_in(best))
    second = _firsts(behind, lower=c.metric.lower) if behind.height else []
    decimals = _decimals(summary)
    table = _table(summary, decimals, evidence, runs=runs)
    broad = width_of(table.columns, table.rows) > PORTRAIT
    if broad and decimals > FEWEST_DECIMALS:  # a decimal less may save a page turned round, or small print
        decimals -= 1
        table = _table(summary, decimals, evidence, runs=runs)
    return Best(
        metric=c.metric.name,
        datasets=counted(summary.datasets, "dataset"),
        names=named(best, total),
        n=len(best),
        iqm=fixed(leader.estimate, decimals),
        interval=limits(leader.ci_low, leader.ci_high, decimals, null=None) if len(best) == 1 else "",
        interval_level=level_words("iqm_percentile", summary.datasets, evidence.options.alpha),
        second=named(second, total),
        second_iqm=fixed(behind["estimate"][0], decimals) if behind.height else "",
        others=tuple(
            (HEADS[method], named(names, total)) for method, names in firsts.items() if not set(names) & set(best)
        ),
        rows=pl.concat([summary.rows, summary.chances]),
        table=table,
    )


def _firsts(rows: pl.DataFrame, *, lower: bool) -> list[str]:
    """Return the algorithms that share the best value."""
    marks = emphases(rows["estimate"].to_list(), lower=lower)
    return [name for name, mark in zip(rows["a"], marks, strict=True) if mark == "best"]


def _decimals(summary: Summary) -> int:
    spread = summary.rows.select((pl.col("ci_high") - pl.col("ci_low")).median()).item()
    if spread is None:
        spread = summary.rows.filter(pl.col("method") == "iqm").select(pl.col("estimate").std()).item()
    deserved = decimals_for(spread)
    return deserved if deserved == SCIENTIFIC else max(deserved, FEWEST_DECIMALS)


def _table(summary: Summary, decimals: int, evidence: Evidence, *, runs: bool) -> Table:
    c = summary.compared
    level = level_title(evidence.options)
    frame = pl.DataFrame({"algorithm": list(summary.printed)})
    columns = [label("algorithm")]
    for method, head in HEADS.items():
        rows, ends = summary.of(method), (f"{method}_low", f"{method}_high")
        cells = exhibits.marked(
            rows["estimate"].to_list(), decimals, lower=c.metric.lower or method == "optimality_gap"
        )
        frame = frame.with_columns(
            pl.Series(method, cells, dtype=pl.Object), rows["ci_low"].alias(ends[0]), rows["ci_high"].alias(ends[1])
        )
        columns += [column(method, "value", group=head), interval(level, decimals, null=None, ends=ends, group=head)]
    beaten = summary.chances.select("ci_low", "ci_high", algorithm="a", chance="estimate")
    frame = frame.join(beaten, on="algorithm", how="left", maintain_order="left")
    against = "probability of improvement"
    columns += [
        column("chance", "value", partial(fixed, decimals=2), group=against),
        interval(level, 2, null=0.5, group=against),
    ]
    omitted = c.ranks.height - len(summary.printed)
    beats = f"a run beats a run of {c.focus} on the same dataset" if runs else f"it beats {c.focus}"
    note = (
        "In the order of mean ranks. Bold: best. Underlined: second. Optimality gap: mean shortfall from the best "
        f"possible value. Probability of improvement: how often {beats}, ties half."
    )
    if omitted:
        note += f" The {len(summary.printed)} algorithms of best mean rank out of {c.ranks.height}."
    caption = (
        f"Aggregates of {c.metric.name} over {counted(summary.datasets, 'dataset')}, and the probability of "
        f"improvement over {c.focus}.{_levels(summary, evidence.options.alpha)}"
    )
    twin = pl.concat([summary.rows, summary.chances])
    return exhibits.table(f"aggregates-{c.metric.slug}", caption, frame, columns, twin=twin, note=note)


def _intervals(summaries: Sequence[Summary], alpha: float) -> str:
    """Return what the intervals of the aggregates are made of, and which of them are not given, in words."""
    fewest = min(summary.datasets for summary in summaries)
    words = {
        "iqm": ("those of interquartile means are percentiles of resampled datasets", FEWEST_FOR_IQM),
        "median_score": ("those of medians are order statistics of the datasets", fewest_for_median(alpha)),
        "optimality_gap": ("those of optimality gaps are bootstrap-t intervals of datasets", FEWEST_FOR_MEAN),
    }
    methods = {method for method in words if any(summary.of(method)["ci_low"].count() for summary in summaries)}
    clauses = [clause for method, (clause, _) in words.items() if method in methods]
    clauses.append("those of probabilities of improvement are exact binomial limits with datasets as trials")
    lacking = [
        LACKING[method].format(least)
        for method, (_, least) in words.items()
        if method not in methods and fewest < least
    ]
    without = f" No interval of {enumerated(lacking, 'or')} holds its level, so none is given." if lacking else ""
    return f"The unit of every interval is the dataset: {enumerated(clauses)}.{without}"


def _levels(summary: Summary, alpha: float) -> str:
    """Return for the caption the simulated level of the intervals that are given and miss more often than stated."""
    levels = [
        f"{head} {words}"
        for method, head, interval in (
            ("iqm", "interquartile mean", "iqm_percentile"),
            ("optimality_gap", "optimality gap", "bootstrap_t"),
        )
        if summary.of(method)["ci_low"].count() and (words := level_words(interval, summary.datasets, alpha))
    ]
    return f" Simulated level of the {percent(1 - alpha)} intervals: {enumerated(levels)}." if levels else ""


def _profile(summary: Summary, evidence: Evidence, pool: Pool) -> Figure:
    """Return the figure of the share of results that reach a given score, by algorithm."""
    c, alpha = summary.compared, evidence.options.alpha
    printed = _printed_words(summary) if c.ranks.height > len(summary.printed) else ""
    reach = "less" if c.metric.lower else "more"
    results = "runs" if pool.runs else "results"
    equally = ", every dataset weighing the same" if pool.runs else ""
    caption = (
        f"Performance profiles by {c.metric.name}{printed}: share of {results} with that {c.metric.name} or {reach}"
        f"{equally}. Bands are pointwise exact {percent(1 - alpha)} intervals with datasets as trials."
    )
    scores = of_metrics(pool.scores, [c.metric.name])
    return evidence.plotted("ecdf", scores, alpha=alpha, id=f"profile-{c.metric.slug}", caption=caption, width="page")


AGGREGATES = Part(id="aggregates", after="subsets", make=aggregates_section, record=Aggregates)
