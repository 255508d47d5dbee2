"""Detectable differences, what is established and what is open, notes on the design."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.reach import POWER, Reach, Runs, means_of, reach_table, reaches, runs_of, runs_table
from benchreport.document.evidence.comparison import turned_against
from benchreport.document.evidence.predictions import has_classes
from benchreport.document.evidence.result_rows import grouped, outcome_of
from benchreport.document.exhibits.numbers import counted, enumerated, fixed, integer, number, p_value, percent
from benchreport.document.model.blocks import Figure, Section
from benchreport.document.sections import Part
from benchreport.naming import best_of, named
from benchreport.options import PAIR_TEST
from benchreport.stats.planning.advising import Facts, applying, facts_of

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

TOLD_METRICS = 6
# In other sections, in their own words.
SAID_ELSEWHERE = frozenset(
    (
        *("guideline_a_aim", "guideline_b_response", "guideline_c_factors", "guideline_d_design"),
        *("guideline_e_run", "guideline_f_analysis", "guideline_g_conclusions", "leakage_rules"),
        *("absolute_value_caveat", "one_run_caveat", "holdout", "overfitting_note", "other_criteria"),
        *("no_free_lunch", "metric_agnostic_note"),
    )
)
OF_CLASSES = ("stratified_cv", "balancing")


def advice_section(evidence: Evidence) -> Section:
    """Return the section on detectable differences, established and open comparisons."""
    options = evidence.options
    facts = facts_of(evidence.scores, described=evidence.design)
    found, runs = reaches(evidence), runs_of(evidence)
    counts = _judged(evidence)
    margins = _margins(evidence)
    settled = _alike([one for one in counts if one["shown"]], "focus", "ahead", "behind")
    still_open = _alike([one for one in counts if one["open"]], "focus", "left")
    context = {
        "reach": reach_table(found, margins, options.alpha) if found else None,
        "out_of_reach": _out_of_reach(found, options.alpha),
        "runs": runs_table(runs) if runs else None,
        "floors": any(one.floors["floor"].count() for one in runs),
        "figure": _figure(evidence, found, runs),
        "by_ranks": options.test_for("pairs") == PAIR_TEST,
        "several_tests": any(one.tests > 1 for one in found),
        "gaps": evidence.filled,
        "power": percent(POWER),
        "settled": settled[:TOLD_METRICS],
        "open": still_open[:TOLD_METRICS],
        "more_metrics": max(len(settled), len(still_open)) > TOLD_METRICS,
        "cost": _cheapest(evidence, facts, counts),
        "notes": _notes(facts, classless=evidence.predictions is not None and not has_classes(evidence)),
        "with_predictions": evidence.predictions is not None,
    }
    return evidence.section("advice", context)


def _notes(facts: Facts, *, classless: bool) -> list[tuple[str, str]]:
    """Return the notes on the design that no other section has; none on classes where there are none."""
    found = applying(facts).filter(~pl.col("id").is_in([*SAID_ELSEWHERE, *(OF_CLASSES if classless else ())]))
    return [(title, text) for title, text in found.select("title", "text").rows()]


def _margins(evidence: Evidence) -> Mapping[str, float]:
    """Take the difference that matters, as declared: the margin of equivalence, or else the region that does not."""
    declared = evidence.options.margin if evidence.options.margin is not None else evidence.options.rope
    if isinstance(declared, Mapping):
        return declared
    return {} if declared is None else {one.name: float(declared) for one in evidence.metrics}


def _out_of_reach(found: Sequence[Reach], alpha: float) -> list[dict[str, str]]:
    """Return where no pair could become significant; metrics alike in that stand together."""
    lacking = [one for one in found if one.smallest is not None and one.smallest > alpha]
    alike = grouped(lacking, attrgetter("n", "tests", "smallest", "needed"))
    return [
        {
            "metrics": enumerated([one.metric.name for one in same]),
            "n": counted(n, "dataset"),
            "smallest": p_value(least),
            "needed": integer(needed),
            "tests": counted(tests, "comparison"),
        }
        for (n, tests, least, needed), same in alike.items()
    ]


def _judged(evidence: Evidence) -> list[dict[str, Any]]:
    """Part the rivals by metric: over the datasets, or over the runs where there is but one dataset."""
    over = [
        _counts(one.metric.name, one.focus, turned_against(one.tested, one.focus), evidence.options.alpha)
        for one in evidence.comparisons
        if one.reason is None
    ]
    if over or len(evidence.datasets) > 1:
        return over
    return [_counts(one.metric.name, one.focus, one.with_focus, evidence.options.alpha) for one in evidence.within]


def _counts(metric: str, focus: str, rows: pl.DataFrame, alpha: float) -> dict[str, Any]:
    """Part the rivals of the algorithm in focus into those shown to differ and those not."""
    outcome = outcome_of(rows, focus, alpha)
    decided = (*outcome.worse, *outcome.better)
    left = [name for name in rows["a"].cast(pl.String) if name not in decided]
    return {
        "metric": metric,
        "focus": focus,
        "ahead": named(outcome.worse, rows.height),
        "behind": named(outcome.better, rows.height),
        "shown": outcome.clear,
        "open": len(left),
        "left": named(left, rows.height, "or"),
        "peers": left,
    }


def _alike(counts: Sequence[Mapping[str, Any]], *keys: str) -> list[Mapping[str, Any]]:
    """Tell once what several metrics have in common."""
    groups = grouped(counts, itemgetter(*keys)).values()
    return [{**same[0], "metric": enumerated([one["metric"] for one in same])} for same in groups]


def _cheapest(evidence: Evidence, facts: Facts, counts: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return, of the algorithms that the best does not significantly beat in quality, those of least cost."""
    quality = next((one for one in counts if one["metric"] not in facts.costs and one["open"]), None)
    if quality is None or not facts.costs:
        return None
    peers = [quality["focus"], *quality["peers"]]
    here = evidence.ranks.filter(
        (pl.col("metric") == facts.costs[0]) & pl.col("algorithm").cast(pl.String).is_in(peers)
    ).drop_nulls("mean_rank")
    if here.is_empty():
        return None
    ranks = dict(here.select(pl.col("algorithm").cast(pl.String), "mean_rank").sort("algorithm").rows())
    cheapest = best_of(ranks, lower=True)
    return {
        "names": named(cheapest, len(peers)),
        "shared": len(cheapest) > 1,
        "rank": fixed(ranks[cheapest[0]], 2),
        "cost": facts.costs[0],
        "focus": quality["focus"],
        "quality": quality["metric"],
    }


def _figure(evidence: Evidence, found: Sequence[Reach], runs: Sequence[Runs]) -> Figure | None:
    """Draw power against the true difference: over datasets by the first metric, or over the runs of the only one."""
    told = next((one for one in found if one.detectable is not None), None)
    how: dict[str, Any]
    if told is not None:
        scores = evidence.measured_of(told.metric) if evidence.filled else evidence.averaged_of(told.metric)
        here, metric = means_of(scores, [told.metric.name]), told.metric
        if here.select("dataset").n_unique() < 2:
            return None  # pairs share datasets, but no two of these have all results
        how = {"control": told.focus}
    else:
        inside = [one for one in runs if one.rows.height == 1 and one.rows["detectable"][0] is not None]
        if not inside:
            return None
        (metric,) = [one for one in evidence.metrics if one.name == inside[0].metric]
        here, how = evidence.of(metric), {"control": inside[0].b, "dataset": inside[0].rows["dataset"][0]}
    caption = (
        f"Power of a paired t test of this design to detect a true difference in {metric.name}, one curve per rival, "
        f"with the spread observed. Marks: the difference detected with power {number(POWER)}."
    )
    name, alpha = f"power-{metric.slug}", evidence.options.alpha
    return evidence.plotted("power_curve", here, alpha=alpha, id=name, caption=caption, width="page", **how)


ADVICE = Part(id="advice", after="equivalence", make=advice_section)
