"""The section of the summary: what was compared, the outcome by metric, and every headline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import ceil
from typing import Any, ClassVar

import polars as pl

from benchreport.document.analyses.compared import Extent, clauses, extent_of
from benchreport.document.analyses.predictions.error_rates import populations
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import COMPARISON, Comparison, undecided_metrics
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.model.blocks import Finding, Part, Section, Table, Words
from benchreport.naming import enumerated, spelled
from benchreport.numerals import fixed, number
from benchreport.records import dataclass

MOST_HEADLINES = 9
# What is left on the page of the summary for its table and headlines, in lines; how long a line is, in characters.
MOST_LINES, LINE = 25, 88
MOST_METRICS = 12
# What a reference to the section adds.
LINK = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """A finding of a section; ``last`` is the last of several sections in a row that have it in common."""

    section: Section
    words: Words
    last: Section | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How the reference, or the algorithm of best mean rank, stands to the others.

    Of ``total`` comparisons, ``open`` show no significant difference. Where there is one metric, ``alike`` names the
    algorithms that cannot be distinguished.
    """

    focus: str
    total: int
    open: int
    metric: str = ""
    alike: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What the template ``summary`` prints.

    ``undecided`` are metrics by which no pair can be decided, with the reason; ``units`` those compared by ratios.
    ``more`` headlines had no room.
    """

    FORMER: ClassVar[Mapping[str, str]] = {
        "n_algorithms": "s.algorithms",
        "more_word": "s.more",
        "against": "options.reference",
        "baseline": "options.reference",
    }

    extent: Extent
    algorithms: str
    outcome: Table | None
    headlines: tuple[Headline, ...]
    populations: str
    more: int
    undecided: tuple[tuple[str, str], ...]
    standing: Standing | None
    advice: Section | None
    coverage: str
    units: tuple[str, ...]


def summary_section(evidence: Evidence, sections: Sequence[Section]) -> Section:
    """Return the page that is read first: what was compared, the outcome by metric, every headline."""
    comparisons = [comparison for comparison in evidence.comparisons if comparison.reason is None]
    outcomes = pl.DataFrame([_outcome(c, evidence) for c in comparisons], infer_schema_length=None)
    headlines = _merged(
        [
            Headline(section=section, words=block.words)
            for section in sections
            for block in section.blocks
            if isinstance(block, Finding) and block.headline
        ],
        evidence,
    )
    chosen = _chosen(headlines, MOST_LINES - min(len(comparisons), MOST_METRICS))
    ids = {headline.section.id for headline in chosen}
    n = len(evidence.algorithms)
    summary = Summary(
        extent=extent_of(evidence),
        algorithms=f"{spelled(n)} algorithm{'' if n == 1 else 's'}",
        outcome=_table(outcomes, evidence) if comparisons else None,
        headlines=tuple(chosen),
        populations=populations(evidence) if {"within", "predicted"} <= ids else "",
        more=len(headlines) - len(chosen),
        undecided=tuple((enumerated(names), why) for why, names in undecided_metrics(comparisons).items()),
        standing=_standing(comparisons, outcomes) if comparisons else None,
        advice=next((section for section in sections if section.id == "advice"), None),
        coverage=clauses(evidence),
        units=tuple(c.metric.name for c in comparisons if not c.metric.comparable),
    )
    return evidence.section("summary", summary)


def _merged(headlines: Sequence[Headline], evidence: Evidence) -> list[Headline]:
    """Return the headlines; neighbouring metrics by which no difference was shown in the same words share one."""
    alpha = evidence.options.alpha
    open_metrics = {
        f"{COMPARISON}{c.metric.slug}": c.metric.name
        for c in evidence.comparisons
        if c.reason is None and not c.tested.filter(pl.col("p_adjusted") <= alpha).height
    }

    def key(headline: Headline) -> tuple[str, Words] | str:
        name = headline.section.id
        return ("", _by(headline.words, open_metrics[name], "")) if name in open_metrics else name

    merged: list[Headline] = []
    for shared, group in groupby(headlines, key):
        run = list(group)
        if isinstance(shared, str) or len(run) < 2:
            merged += run
            continue
        names = [open_metrics[headline.section.id] for headline in run]
        words = _by(run[0].words, names[0], enumerated(names, "or"))
        merged.append(replace(run[0], words=words, last=run[-1].section))
    return merged


def _by(words: Words, metric: str, names: str) -> Words:
    """Return a sentence with other names where it names the metric."""
    after_by = [False, *(isinstance(word, str) and word.endswith(" by ") for word in words)]
    return tuple(names if after and word == metric else word for after, word in zip(after_by, words, strict=False))


def _chosen(headlines: Sequence[Headline], room: float) -> list[Headline]:
    """Return what fits on the page: a sentence of each section before a second one, further metrics last.

    The table of outcomes has every metric, so that none is lost.
    """
    ids = [headline.section.id for headline in headlines]
    compared = list(dict.fromkeys(name for name in ids if name.startswith(COMPARISON)))

    def weight(place: int) -> tuple[bool, bool, int]:
        return ids[place] in compared[1:], place != ids.index(ids[place]), place

    chosen = []
    for place in sorted(range(len(headlines)), key=weight)[:MOST_HEADLINES]:
        length = sum(len(word if isinstance(word, str) else word.text) for word in headlines[place].words)
        room -= 0.3 + ceil((LINK + length) / LINE)
        if room < 0:
            break
        chosen.append(place)
    return [headlines[place] for place in sorted(chosen)]


def _standing(comparisons: Sequence[Comparison], outcomes: pl.DataFrame) -> Standing | None:
    """Return how the reference, or the algorithm of best mean rank, stands to the others, if pairs can be decided."""
    decided = outcomes.drop_nulls("open")
    if decided.is_empty():
        return None
    still_open = int(decided["open"].sum())
    total = still_open + int(decided["worse"].sum()) + int(decided["better"].sum())
    c = comparisons[0]
    if len(comparisons) > 1:
        return Standing(focus=c.baseline or "the algorithm of best mean rank", total=total, open=still_open)
    if not still_open:
        return None
    focus = c.focus
    different = {name for row in c.significant().select("a", "b").rows() if focus in row for name in row}
    alike = [name for name in c.ranks["algorithm"].cast(pl.String) if name not in different and name != focus]
    words = enumerated(alike)
    if len(alike) == total:
        words = {1: "the other", 2: "either of the others"}.get(total, "any of the others")
    return Standing(focus=focus, total=total, open=still_open, metric=c.metric.name, alike=words)


def _table(outcomes: pl.DataFrame, evidence: Evidence) -> Table:
    """Return the table of outcomes, a line for each metric."""
    columns = exhibits.outcome_columns("metric", evidence.options.reference or "the best")
    after = " after adjustment" if extent_of(evidence).adjusted else ""
    note = f"Significant at {number(evidence.options.alpha)}{after}."
    if outcomes["open"].count() and any(c.undecided for c in evidence.comparisons):
        note += " Empty cells: no pair can be decided."
    shared = any(c.reason is None and c.leader is None for c in evidence.comparisons)
    if evidence.options.reference is None and shared:
        note += " Where several share the best mean rank, none is compared with the others."
    cut = outcomes.height > MOST_METRICS
    rest = f"The first {MOST_METRICS} of {outcomes.height} metrics; all are in" if cut else ""
    caption = "The outcome over the datasets, by metric."
    return exhibits.table("outcome", caption, outcomes.head(MOST_METRICS), columns, twin=outcomes, note=note, rest=rest)


def _outcome(c: Comparison, evidence: Evidence) -> dict[str, Any]:
    """Return the line of one metric in the table of outcomes."""
    decider = c.omnibus.filter(pl.col("method") == evidence.options.test_for("omnibus"))
    if not decider.height:
        decider = c.omnibus.filter(pl.col("method") == "iman_davenport")
    counts: dict[str, int | None] = {"worse": None, "open": None, "better": None}
    focus = c.baseline or c.leader
    if focus is not None and c.undecided is None:
        significant = c.significant().select(pl.col("a", "b").cast(pl.String)).rows()
        ahead = sum(winner == focus for winner, _ in significant)
        behind = sum(loser == focus for _, loser in significant)
        counts = {"worse": ahead, "open": c.ranks.height - 1 - ahead - behind, "better": behind}
    return {
        "metric": c.metric.name,
        "datasets": c.datasets.partition(" dataset")[0],
        "best": ", ".join(c.best[:3]) + (" …" if len(c.best) > 3 else ""),
        "rank": fixed(c.ranks["mean_rank"][0], 2),
        "p_omnibus": decider["p_value"][0] if c.several and decider.height else None,
        **counts,
    }


SUMMARY = Part(id="summary", after=None, make=summary_section, reads_sections=True, record=Summary)
