"""What is conclusive, what is not, and what should be run next?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.blocks import Figure, Section
from benchreport.document.numbers import counted, decimals_for, enumerated, fixed, integer, number, p_value, percent
from benchreport.document.parts.classified import is_numeric_truth
from benchreport.document.parts.comparison import turned_against
from benchreport.document.parts.reach import POWER, Reach, Runs, means_of, reach_table, reaches, runs_of, runs_table
from benchreport.stats.planning import sample_size_hoeffding, sample_size_selection
from benchreport.stats.strategy import Facts, applying, facts_of
from benchreport.tables.schema import normalised

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

NAMED_UP_TO = 6
TOLD_METRICS = 6
MARGINS = (0.01, 0.05)
# Metrics that are rates of right or wrong answers.
RATES = frozenset(("accuracy", "acc", "error", "err", "error_rate", "zero_one_loss", "test_accuracy", "test_error"))
# Told in other sections, in their own words.
SAID_ELSEWHERE = frozenset(
    (
        *("guideline_a_aim", "guideline_b_response", "guideline_c_factors", "guideline_f_analysis"),
        *("guideline_e_run", "guideline_g_conclusions", "leakage_rules", "absolute_value_caveat", "one_run_caveat"),
        *("holdout", "overfitting_note", "other_criteria", "no_free_lunch", "metric_agnostic_note"),
    )
)


OF_CLASSES = ("stratified_cv", "balanced_classes")


def advice_section(evidence: Evidence) -> Section:
    """Write what the experiment could have shown, what it has shown, and what follows for the next one."""
    asked = evidence.asked
    facts = facts_of(evidence.scores, described=evidence.design)
    found, runs = reaches(evidence), runs_of(evidence)
    counts = _judged(evidence)
    margins = _margins(evidence)
    settled = _alike([one for one in counts if one["shown"]], "focus", "ahead", "behind")
    left = [one | {"reach": _reach_of(one, found, asked.alpha)} for one in counts if one["open"]]
    still_open = _alike(left, "focus", "left", "reach")
    context = {
        "reach": reach_table(found, margins, asked.alpha) if found else None,
        "out_of_reach": _out_of_reach(found, asked.alpha),
        "runs": runs_table(runs) if runs else None,
        "floors": any(one.floors["floor"].count() for one in runs),
        "figure": _figure(evidence, found, runs),
        "wilcoxon": asked.test_for("pairs") == "wilcoxon",
        "several_tests": any(one.tests > 1 for one in found),
        "margins": bool(margins),
        "several_metrics": len(found) > 1,
        "gaps": evidence.filled,
        "power": percent(POWER),
        "alpha": number(asked.alpha),
        "instances": _instances(evidence),
        "settled": settled[:TOLD_METRICS],
        "open": still_open[:TOLD_METRICS],
        "more_metrics": max(len(settled), len(still_open)) > TOLD_METRICS,
        "cost": _cheapest(evidence, facts, counts),
        "costs": facts.costs,
        "cost_names": ", ".join(facts.costs),
        "cost_over_datasets": bool(facts.costs) and facts.n_datasets > 1,
        "no_baseline": not facts.baselines and evidence.predictions is None and evidence.counts is None,
        "many": facts.n_algorithms >= 10,
        "n_algorithms": integer(facts.n_algorithms),
        "one_dataset": facts.n_datasets == 1,
        "one_run": facts.most_runs == 1,
        "missing": facts.n_missing,
        "missing_word": counted(facts.n_missing, "cell"),
        "notes": _notes(facts, numeric=evidence.predictions is not None and is_numeric_truth(evidence.predictions)),
        "with_predictions": evidence.predictions is not None,
    }
    return evidence.section("advice", context)


def _notes(facts: Facts, *, numeric: bool) -> list[tuple[str, str]]:
    """Give the notes on the design that no other section says; where numbers are predicted, none on classes."""
    found = applying(facts).filter(~pl.col("id").is_in([*SAID_ELSEWHERE, *(OF_CLASSES if numeric else ())]))
    return [(title, text) for title, text in found.select("title", "text").rows()]


def _margins(evidence: Evidence) -> Mapping[str, float]:
    """Take the difference that matters, as declared: the margin of equivalence, or else the region that does not."""
    declared = evidence.asked.margin if evidence.asked.margin is not None else evidence.asked.rope
    if isinstance(declared, Mapping):
        return declared
    return {} if declared is None else {one.name: float(declared) for one in evidence.metrics}


def _out_of_reach(found: Sequence[Reach], alpha: float) -> list[dict[str, str]]:
    """Tell where no result whatever could have become significant; metrics alike in that stand together."""
    alike: dict[tuple[int, int, float, int | None], list[str]] = {}
    for one in found:
        if one.smallest is not None and one.smallest > alpha:
            alike.setdefault((one.n, one.tests, one.smallest, one.needed), []).append(one.metric.name)
    return [
        {
            "metrics": enumerated(metrics),
            "n": counted(n, "dataset"),
            "smallest": p_value(smallest),
            "needed": integer(needed),
            "tests": counted(tests, "comparison"),
        }
        for (n, tests, smallest, needed), metrics in alike.items()
    ]


def _judged(evidence: Evidence) -> list[dict[str, Any]]:
    """Part the rivals by metric: over the datasets, or over the runs where there is but one dataset."""
    over = [
        _counts(one.metric.name, one.focus, turned_against(one.tested, one.focus), evidence.asked.alpha)
        for one in evidence.comparisons
        if one.reason is None
    ]
    if over or len(evidence.datasets) > 1:
        return over
    return [_counts(one.metric.name, one.focus, one.told, evidence.asked.alpha) for one in evidence.within]


def _counts(metric: str, focus: str, rows: pl.DataFrame, alpha: float) -> dict[str, Any]:
    """Part the rivals of the algorithm in focus into those shown to differ and those not."""
    mine = rows.with_columns(pl.col("a", "better").cast(pl.String))
    clear = pl.col("p_adjusted") <= alpha
    ahead = mine.filter(clear & (pl.col("better") == focus))["a"].to_list()
    behind = mine.filter(clear & (pl.col("better") != focus))["a"].to_list()
    left = [name for name in mine["a"].to_list() if name not in (*ahead, *behind)]
    return {
        "metric": metric,
        "focus": focus,
        "ahead": named(ahead, mine.height),
        "behind": named(behind, mine.height),
        "shown": len(ahead) + len(behind),
        "open": len(left),
        "left": named(left, mine.height, "or"),
        "peers": left,
    }


def _alike(counts: Sequence[Mapping[str, Any]], *keys: str) -> list[Mapping[str, Any]]:
    """Tell once what several metrics have in common."""
    groups: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for one in counts:
        groups.setdefault(tuple(one[key] for key in keys), []).append(one)
    return [{**same[0], "metric": enumerated([one["metric"] for one in same])} for same in groups.values()]


def named(names: Sequence[str], of: int, last: str = "and") -> str:
    """Name a few of so many others, or count them.

    Examples
    --------
    >>> named(["kNN", "SVM", "tree"], 20), named([str(k) for k in range(12)], 20), named([], 20)
    ('kNN, SVM and tree', '12 of the 20 others', '')
    >>> named([str(k) for k in range(12)], 12)
    'any of the 12 others'
    """
    if len(names) > NAMED_UP_TO:
        return f"any of the {of} others" if len(names) == of else f"{len(names)} of the {of} others"
    return enumerated(names, last)


def _reach_of(counts: Mapping[str, Any], found: Sequence[Reach], alpha: float) -> str:
    """Say the difference that this design finds of the pairs left open, at the strictest level, if it can."""
    able = [one for one in found if one.metric.name == counts["metric"] and (one.smallest or 0.0) <= alpha]
    if not able:
        return ""
    left = able[0].rows.filter(pl.col("a").is_in(counts["peers"]))
    strict: float | None = left["detectable_strict"].median()  # type: ignore[assignment]
    return "" if strict is None else fixed(strict, decimals_for(strict))


def _cheapest(evidence: Evidence, facts: Facts, counts: Sequence[Mapping[str, Any]]) -> dict[str, str] | None:
    """Name, among the algorithms not shown to be worse by the first metric of quality, the one of least cost."""
    quality = next((one for one in counts if one["metric"] not in facts.costs and one["open"]), None)
    if quality is None or not facts.costs:
        return None
    peers = [quality["focus"], *quality["peers"]]
    here = evidence.ranks.filter(
        (pl.col("metric") == facts.costs[0]) & pl.col("algorithm").cast(pl.String).is_in(peers)
    ).drop_nulls("mean_rank")
    if here.is_empty():
        return None
    name, rank = here.sort("mean_rank", "algorithm").select(pl.col("algorithm").cast(pl.String), "mean_rank").row(0)
    return {
        "name": name,
        "rank": fixed(rank, 2),
        "cost": facts.costs[0],
        "focus": quality["focus"],
        "quality": quality["metric"],
        "itself": name == quality["focus"],
    }


def _instances(evidence: Evidence) -> dict[str, Any] | None:
    """Say how many test instances an error rate takes; nothing where no metric is one."""
    if not RATES & {normalised(one.name) for one in evidence.metrics}:
        return None
    alpha = evidence.asked.alpha
    sizes = sample_size_hoeffding(margin=list(MARGINS), alpha=alpha)["n"].to_list()
    picked = sample_size_selection(candidates=len(evidence.algorithms), margin=MARGINS[-1], alpha=alpha)["n"].item()
    return {
        "margins": [(number(margin), integer(n)) for margin, n in zip(MARGINS, sizes, strict=True)],
        "picked": integer(picked),
        "margin": number(MARGINS[-1]),
        "candidates": integer(len(evidence.algorithms)),
        "level": percent(1 - alpha),
    }


def _figure(evidence: Evidence, found: Sequence[Reach], runs: Sequence[Runs]) -> Figure | None:
    """Draw power against the true difference: over datasets by the first metric, or over the runs of the only one."""
    from benchreport.figures.plot import plot_data

    told = next((one for one in found if one.detectable is not None), None)
    if told is not None:
        scores = evidence.measured_of(told.metric) if evidence.filled else evidence.averaged_of(told.metric)
        here = means_of(scores, [told.metric.name])
        if here.select("dataset").n_unique() < 2:
            return None  # pairs share datasets, but no two of these have all results
        numbers = plot_data("power_curve", here, control=told.focus, alpha=evidence.asked.alpha)
        metric, slug = told.metric.name, told.metric.slug
    else:
        inside = [one for one in runs if one.rows.height == 1 and one.rows["detectable"][0] is not None]
        if not inside:
            return None
        metric = inside[0].metric
        (chosen,) = [one for one in evidence.metrics if one.name == metric]
        slug = chosen.slug
        numbers = plot_data(
            "power_curve",
            evidence.of(chosen),
            control=inside[0].b,
            dataset=inside[0].rows["dataset"][0],
            alpha=evidence.asked.alpha,
        )
    caption = (
        f"Power of a paired t test of this design to find a true difference in {metric}, one curve per rival, with the "
        "spread observed. Marks show the observed differences where they lie on a curve; they are no verdict."
    )
    return evidence.drawn("power_curve", numbers, id=f"power-{slug}", caption=caption, width="page")
