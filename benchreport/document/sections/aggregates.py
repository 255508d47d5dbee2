"""Aggregates over datasets: interquartile mean, median, optimality gap, probability of improvement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.common_scale import PER_CENT, scale_of
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.evidence.result_rows import by_control, in_order, of_metrics, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, interval, label, level_title
from benchreport.document.exhibits.paper import PORTRAIT, width_of
from benchreport.document.exhibits.tables import emphases
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import enumerated, named
from benchreport.numerals import SCIENTIFIC, counted, decimals_for, fixed, integer, limits, percent
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

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

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
    shown: Mapping[str, tuple[str, ...]]
    runs: bool
    draws: int
    averaged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The aggregates of one metric: ``rows`` of every summary and algorithm, ``chances`` to beat the focus."""

    compared: Comparison
    shown: tuple[str, ...]
    datasets: int
    rows: pl.DataFrame
    chances: pl.DataFrame

    def of(self, method: str) -> pl.DataFrame:
        """Return the rows of one summary, in the order of mean ranks."""
        return in_order(self.rows.filter(pl.col("method") == method), "a", self.shown)


def aggregates_section(evidence: Evidence) -> Section | None:
    """Write the section on aggregates; none where no metric is a rate, or with fewer than three datasets."""
    rates = [
        (one, scale)
        for one in evidence.on_blocks
        if one.reason is None and one.metric.comparable and one.ranks["n"][0] >= FEWEST_DATASETS
        if (scale := scale_of(evidence, one.metric)) is not None
    ]
    if not rates:
        return None
    options = evidence.options
    pool = _pool(evidence, [one for one, _ in rates])
    told = _summaries(evidence, rates, pool)
    kept = [part.compared.metric for part in told]
    skipped = [one.name for one in evidence.metrics if one not in kept]
    everything = pl.concat([rows for one in told for rows in (one.rows, one.chances)])
    context = {
        "parts": [_facts(one, evidence, runs=pool.runs) for one in told],
        "runs": pool.runs,
        "intervals": _intervals(told, options.alpha),
        "averaged": pool.averaged,
        "most": integer(MOST_RESULTS),
        "constant": everything.filter(pl.col("status") == "zero_variance").height > 0,
        "gaps": evidence.filled,
        "skipped": enumerated(skipped),
        "skipped_one": len(skipped) == 1,
        "profile": _profile(told[0], evidence, pool),
        "metric": told[0].compared.metric.name,
        "per_cent": rates[0][1] == PER_CENT,
    }
    return evidence.section("aggregates", context)


def _pool(evidence: Evidence, rates: Sequence[Comparison]) -> Pool:
    """Gather the results to be summarised."""
    shown = {one.metric.name: _shown(one) for one in rates}
    keys = pl.DataFrame(
        [(metric, name) for metric, names in shown.items() for name in names],
        schema=["__metric", "__name"],
        orient="row",
    )
    named = evidence.measured.with_columns(
        __metric=pl.col("metric").cast(pl.String), __name=pl.col("algorithm").cast(pl.String)
    )
    scores = named.join(keys, on=["__metric", "__name"], how="semi", maintain_order="left").drop("__metric", "__name")
    places = scores.select("metric", "algorithm", "dataset").n_unique()
    averaged = scores.height > places and scores.height / len(shown) > MOST_RESULTS
    if averaged:
        scores = scores.group_by("algorithm", "dataset", "metric", "direction", maintain_order=True).agg(
            pl.col("value").sort().mean()
        )
    each = max(scores.height // len(shown), 1)
    return Pool(
        scores=ScoreTable(scores),
        shown=shown,
        runs=scores.height > places,
        draws=min(max(WORK // each, FEWEST_DRAWS), MOST_DRAWS) // 100 * 100,
        averaged=averaged,
    )


def _summaries(evidence: Evidence, rates: Sequence[tuple[Comparison, float]], pool: Pool) -> list[Summary]:
    how: dict[str, Any] = {"seed": evidence.options.seed, "alpha": evidence.options.alpha}
    found = [iqm(pool.scores, draws=pool.draws, **how), median_score(pool.scores, **how)]
    targets = {one.metric.name: 0.0 if one.metric.lower else scale for one, scale in rates}
    for target in dict.fromkeys(targets.values()):
        part = of_metrics(pool.scores, [name for name, own in targets.items() if own == target])
        found.append(optimality_gap(part, target=target, **how))
    rows = pl.concat([plain(part) for part in found])
    beats = partial(probability_of_improvement, **how)
    beaten = by_control(beats, pool.scores, [one for one, _ in rates], attrgetter("focus"))
    return [
        Summary(
            compared=one,
            shown=pool.shown[one.metric.name],
            datasets=of_metrics(pool.scores.drop_nulls("value"), [one.metric.name])["dataset"].n_unique(),
            rows=rows.filter(pl.col("metric") == one.metric.name),
            chances=beaten.filter(pl.col("metric") == one.metric.name),
        )
        for one, _ in rates
    ]


def _shown(c: Comparison) -> tuple[str, ...]:
    """Choose the algorithms of best mean rank, and the one in focus."""
    ranked = c.ranks["algorithm"].cast(pl.String).to_list()
    kept = ranked[:MOST_ALGORITHMS]
    return tuple(kept if c.focus in kept else [*kept[:-1], c.focus])


def _shown_words(one: Summary) -> str:
    """Return which algorithms are drawn: those of best mean rank, and a reference that is not among them."""
    c = one.compared
    if c.focus in c.ranks["algorithm"].cast(pl.String).to_list()[: len(one.shown)]:
        return f", the {len(one.shown)} algorithms of best mean rank"
    return f", the {len(one.shown) - 1} algorithms of best mean rank, and {c.focus}"


def _facts(one: Summary, evidence: Evidence, *, runs: bool) -> dict[str, Any]:
    c = one.compared
    ranked = one.of("iqm").sort("estimate", descending=not c.metric.lower, maintain_order=True)
    firsts = {method: _firsts(one.of(method), lower=c.metric.lower or method == "optimality_gap") for method in HEADS}
    best = firsts["iqm"]
    others = {method: names for method, names in firsts.items() if not set(names) & set(best)}
    leader = ranked.row(0, named=True)
    behind = ranked.filter(~pl.col("a").is_in(best))
    second = _firsts(behind, lower=c.metric.lower) if behind.height else []
    decimals = _decimals(one)
    table = _table(one, decimals, evidence, runs=runs)
    broad = width_of(table.columns, table.rows) > PORTRAIT
    if broad and decimals > FEWEST_DECIMALS:  # a decimal less may save a page turned round, or small print
        decimals -= 1
        table = _table(one, decimals, evidence, runs=runs)
    return {
        "metric": c.metric.name,
        "datasets": counted(one.datasets, "dataset"),
        "rows": pl.concat([one.rows, one.chances]),
        "best": named(best, len(one.shown)),
        "n_best": len(best),
        "iqm": fixed(leader["estimate"], decimals),
        "interval": limits(leader["ci_low"], leader["ci_high"], decimals, null=None) if len(best) == 1 else "",
        "interval_level": level_words("iqm_percentile", one.datasets, evidence.options.alpha),
        "second": named(second, len(one.shown)),
        "second_iqm": fixed(behind["estimate"][0], decimals) if behind.height else "",
        "others": [(HEADS[method], named(names, len(one.shown))) for method, names in others.items()],
        "table": table,
    }


def _firsts(rows: pl.DataFrame, *, lower: bool) -> list[str]:
    """Name the algorithms that share the best value."""
    marks = emphases(rows["estimate"].to_list(), lower=lower)
    return [name for name, mark in zip(rows["a"], marks, strict=True) if mark == "best"]


def _decimals(one: Summary) -> int:
    spread = one.rows.select((pl.col("ci_high") - pl.col("ci_low")).median()).item()
    if spread is None:
        spread = one.rows.filter(pl.col("method") == "iqm").select(pl.col("estimate").std()).item()
    deserved = decimals_for(spread)
    return deserved if deserved == SCIENTIFIC else max(deserved, FEWEST_DECIMALS)


def _table(one: Summary, decimals: int, evidence: Evidence, *, runs: bool) -> Table:
    c = one.compared
    level = level_title(evidence.options)
    frame = pl.DataFrame({"algorithm": list(one.shown)})
    columns = [label("algorithm")]
    for method, head in HEADS.items():
        rows, ends = one.of(method), (f"{method}_low", f"{method}_high")
        cells = exhibits.marked(
            rows["estimate"].to_list(), decimals, lower=c.metric.lower or method == "optimality_gap"
        )
        frame = frame.with_columns(
            pl.Series(method, cells, dtype=pl.Object), rows["ci_low"].alias(ends[0]), rows["ci_high"].alias(ends[1])
        )
        columns += [column(method, "value", group=head), interval(level, decimals, null=None, ends=ends, group=head)]
    beaten = one.chances.select("ci_low", "ci_high", algorithm="a", chance="estimate")
    frame = frame.join(beaten, on="algorithm", how="left", maintain_order="left")
    against = "probability of improvement"
    columns += [
        column("chance", "value", partial(fixed, decimals=2), group=against),
        interval(level, 2, null=0.5, group=against),
    ]
    left = c.ranks.height - len(one.shown)
    beats = f"a run beats a run of {c.focus} on the same dataset" if runs else f"it beats {c.focus}"
    note = (
        "In the order of mean ranks. Bold: best. Underlined: second. Optimality gap: mean shortfall from the best "
        f"possible value. Probability of improvement: how often {beats}, ties half."
    )
    if left:
        note += f" The {len(one.shown)} algorithms of best mean rank out of {c.ranks.height}."
    caption = (
        f"Aggregates of {c.metric.name} over {counted(one.datasets, 'dataset')}, and the probability of improvement "
        f"over {c.focus}.{_levels(one, evidence.options.alpha)}"
    )
    twin = pl.concat([one.rows, one.chances])
    return exhibits.table(f"aggregates-{c.metric.slug}", caption, frame, columns, twin=twin, note=note)


def _intervals(told: Sequence[Summary], alpha: float) -> str:
    """Say what the intervals of the aggregates are made of, and which of them are not given."""
    fewest = min(one.datasets for one in told)
    words = {
        "iqm": ("those of interquartile means are percentiles of resampled datasets", FEWEST_FOR_IQM),
        "median_score": ("those of medians are order statistics of the datasets", fewest_for_median(alpha)),
        "optimality_gap": ("those of optimality gaps are bootstrap-t intervals of datasets", FEWEST_FOR_MEAN),
    }
    given = {method for method in words if any(one.of(method)["ci_low"].count() for one in told)}
    said = [made for method, (made, _) in words.items() if method in given]
    said.append("those of probabilities of improvement are exact binomial limits with datasets as trials")
    lacking = [
        LACKING[method].format(least) for method, (_, least) in words.items() if method not in given and fewest < least
    ]
    without = f" No interval of {enumerated(lacking, 'or')} holds its level, so none is given." if lacking else ""
    return f"The unit of every interval is the dataset: {enumerated(said)}.{without}"


def _levels(one: Summary, alpha: float) -> str:
    """Return for the caption the simulated level of the intervals that are given and miss more often than stated."""
    said = [
        f"{head} {words}"
        for method, head, interval in (
            ("iqm", "interquartile mean", "iqm_percentile"),
            ("optimality_gap", "optimality gap", "bootstrap_t"),
        )
        if one.of(method)["ci_low"].count() and (words := level_words(interval, one.datasets, alpha))
    ]
    return f" Simulated level of the {percent(1 - alpha)} intervals: {enumerated(said)}." if said else ""


def _profile(one: Summary, evidence: Evidence, pool: Pool) -> Figure:
    """Draw the share of results that reach a given score, by algorithm."""
    c, alpha = one.compared, evidence.options.alpha
    left = _shown_words(one) if c.ranks.height > len(one.shown) else ""
    reach = "less" if c.metric.lower else "more"
    results = "runs" if pool.runs else "results"
    equally = ", every dataset weighing the same" if pool.runs else ""
    caption = (
        f"Performance profiles by {c.metric.name}{left}: share of {results} with that {c.metric.name} or {reach}"
        f"{equally}. Bands are pointwise exact {percent(1 - alpha)} intervals with datasets as trials."
    )
    scores = of_metrics(pool.scores, [c.metric.name])
    return evidence.plotted("ecdf", scores, alpha=alpha, id=f"profile-{c.metric.slug}", caption=caption, width="page")


AGGREGATES = Part(id="aggregates", after="subsets", make=aggregates_section)
