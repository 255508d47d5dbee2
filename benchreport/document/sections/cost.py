"""The section of cost: quality against time, memory or another cost, and the cheapest of the best."""

from __future__ import annotations

import polars as pl

from benchreport.document.analyses.answer.amounts import Lead, is_time, leads_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison, Metric, turned_against
from benchreport.document.evidence.result_rows import largest
from benchreport.document.evidence.verdict_words import RANK_DIFFERENCE
from benchreport.document.model.blocks import Figure, Section
from benchreport.document.sections import Part
from benchreport.naming import enumerated, spelled
from benchreport.records import dataclass
from benchreport.stats.answer.verdict_intervals import WIN_SHARE
from benchreport.tables.designs.doubtful import is_cost

# So many costs have a picture, and so many savings are named.
DRAWN, NAMED = 2, 3
MINUS = "−"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """One cost metric: who is the cheapest of the algorithms that cannot be distinguished from the best, and of all.

    ``savings`` are those of the ``cheapest`` over others of these, significant ones in words, ``open`` names the
    others. ``cheaper`` counts the algorithms that cost less than the one in focus, where all are significantly worse.
    ``bargain`` is the cheapest of all, where it is not one of the best: ``saving`` is how much less it costs than the
    one in focus, ``change`` what that does to the quality.
    """

    metric: str
    cheapest: str
    alone: bool
    savings: str
    open: str
    cheaper: str
    bargain: str
    saving: str
    change: str
    figure: Figure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What the template ``cost`` prints; ``group`` are the algorithms not distinguished from the one in focus."""

    quality: str
    focus: str
    group: str
    costs: tuple[Cost, ...]


def cost_section(evidence: Evidence) -> Section | None:
    """Return the section on costs; none without a cost that was measured, or a quality that can be compared."""
    costs = [c for c in evidence.comparisons if _is_cost(evidence, c.metric)]
    qualities = [c for c in evidence.comparisons if not _is_cost(evidence, c.metric)]
    if not costs or not qualities or qualities[0].reason is not None:
        return None
    q = qualities[0]
    alike = [lead.other for lead in leads_of(q, q.focus) if not lead.significant]
    parts = [part for place, c in enumerate(costs) if (part := _cost(evidence, q, c, alike, drawn=place < DRAWN))]
    if not parts:
        return None
    others = evidence.noun if len(alike) == 1 else f"{spelled(len(alike))} {evidence.nouns}"
    # Where no test can decide, nobody can be distinguished from anybody, and that is said elsewhere.
    decided = q.undecided is None and alike
    group = f"{q.focus} and the {others} that cannot be distinguished from it by {q.metric.name}" if decided else ""
    return evidence.section("cost", Costs(quality=q.metric.name, focus=q.focus, group=group, costs=tuple(parts)))


def _is_cost(evidence: Evidence, metric: Metric) -> bool:
    return not metric.comparable and is_cost(evidence.table_metrics.get(metric.name, metric.name))


def _cost(evidence: Evidence, q: Comparison, c: Comparison, alike: list[str], *, drawn: bool) -> Cost | None:
    """Return what one cost says; None where it cannot be compared with that of the algorithm in focus."""
    if c.reason is not None or q.focus not in c.algorithms or (c.tested["null_value"] == 0.5).any():
        return None
    values = _relative(evidence, c, q.focus)
    ratios = dict(values.rows())
    sign = 1.0 if c.metric.lower else -1.0
    order = sorted(ratios, key=lambda name: (sign * ratios[name], name != q.focus, name))
    best = [name for name in (q.focus, *alike) if name in ratios]
    cheapest = next(name for name in order if name in best)
    # With a declared reference only the comparisons with it are decided.
    rows = c.tested if c.baseline is not None else c.pairs
    leads = [lead for lead in leads_of(c, cheapest, rows)[::-1] if lead.other in best]
    savings = [_saving(lead) for lead in leads if lead.significant]
    open_names = [lead.other for lead in leads if not lead.significant]
    worse = {lead.other for lead in leads_of(q, q.focus) if lead.significant and lead.size > 0}
    cheaper = order[: order.index(q.focus)]
    bargain = order[0] if order[0] not in best else ""
    saving = next((lead for lead in leads_of(c, bargain, rows) if lead.other == q.focus), None)
    change = next((lead for lead in leads_of(q, bargain) if lead.other == q.focus), None)
    return Cost(
        metric=c.metric.name,
        cheapest=cheapest,
        alone=len(best) == 1,
        savings=enumerated(savings) if len(savings) <= NAMED else f"{savings[-1]} to {savings[0]}",
        open=enumerated(open_names, "or") if len(open_names) <= NAMED else f"{spelled(len(open_names))} of them",
        cheaper=spelled(len(cheaper)) if cheaper and worse.issuperset(cheaper) else "",
        bargain=bargain if saving is not None and saving.significant else "",
        saving="" if saving is None else _clause(saving, c.metric),
        change="" if change is None else _change(change, q.metric),
        figure=_figure(evidence, q, c, values, alike) if drawn else None,
    )


def _saving(lead: Lead) -> str:
    """Return by how much an algorithm is cheaper than another, as in "13 % less time than B (6 to 26 %)"."""
    amount, _, limits = lead.apart.partition(", ")
    return f"{amount} {'as' if 'times' in amount else 'than'} {lead.other}{f' ({limits})' if limits else ''}"


def _clause(lead: Lead, metric: Metric) -> str:
    """Return the same as a clause with a verb."""
    amount = lead.apart.partition(", ")[0]
    verb = "takes" if amount.endswith("time") else "is" if "times" in amount else f"has a {metric.name}"
    return f"{verb} {_saving(lead)}"


def _change(lead: Lead, metric: Metric) -> str:
    """Return what an algorithm loses in quality, or gains, against the one in focus."""
    verb = "gains" if lead.size > 0 else "loses"
    if lead.own.startswith("ratio "):
        return f"{verb} in {metric.name} ({lead.own})"
    if "%" in lead.own or "factor" in lead.own:
        amount, _, limits = lead.own.partition(", ")
        return f"has a {metric.name} that is {amount}{f' ({limits})' if limits else ''}"
    return f"{verb} {lead.own.removeprefix(MINUS)} in {metric.name}"


def _relative(evidence: Evidence, c: Comparison, focus: str) -> pl.DataFrame:
    """Return the value of every algorithm relative to the one in focus, as the verdicts estimate it where they do."""
    from benchreport.figures.scores.pareto import relative_values

    rows = turned_against(c.pairs if c.baseline is None else c.tested, focus)
    unsized = rows["estimand"].is_in([RANK_DIFFERENCE, WIN_SHARE]).any() or rows["estimate"].null_count()
    if not unsized and rows.height == len(c.algorithms) - 1:
        own = pl.DataFrame({"algorithm": [focus], "value": [float(not c.metric.comparable)]})
        others = rows.select(algorithm=pl.col("a").cast(pl.String), value="estimate")
        return pl.concat([own, others])
    keywords = {"scales": {c.metric.name: c.metric.scale}, "group": evidence.compared_families(c.metric.name)}
    return relative_values(evidence.paired.of_metrics(c.metric.name), focus, **keywords)


def _figure(evidence: Evidence, q: Comparison, c: Comparison, values: pl.DataFrame, alike: list[str]) -> Figure | None:
    from benchreport.figures.scores.pareto import Side, pareto_from

    if (q.tested["null_value"] == 0.5).any():
        return None
    quality = Side(metric=q.metric.name, lower=q.metric.lower, values=_relative(evidence, q, q.focus))
    cost = Side(metric=c.metric.name, lower=c.metric.lower, values=values)
    n = int(largest(q.ranks["n"]) or 0) if q.shared is None else q.shared[1]
    numbers = pareto_from(quality, cost, focus=q.focus, alike=alike, n=n)
    hollow = f" Hollow: {q.metric.name} not distinguished from that of {q.focus}." if numbers["alike"].any() else ""
    better, less = ("lower" if q.metric.lower else "higher"), ("less" if c.metric.lower else "more")
    spent = f"in {less} time" if is_time(c.metric.name) else f"with {less} {c.metric.name}"
    absent = [name for name in q.algorithms if name not in numbers["algorithm"]]
    lacking = f" Without {c.metric.name}: {enumerated(absent)}." if absent else ""
    caption = (
        f"{q.metric.name} against {c.metric.name}. Estimates relative to {q.focus}.{hollow} On the step line no other "
        f"{evidence.noun} has a {better} {q.metric.name} {spent}; in the grey area one has.{lacking}"
    )
    return evidence.drawn("pareto", numbers, id=f"pareto-{c.metric.slug}", caption=caption, width="page")


COST = Part(id="cost", make=cost_section, record=Costs)
