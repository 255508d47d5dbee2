"""What do the other sections come to: in short, by which tests and why, from which sources?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.compared import clauses
from benchreport.document.analyses.error_rates import populations
from benchreport.document.evidence.comparison import COMPARISON, undecided_metrics
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.numbers import counted, enumerated, fixed, number
from benchreport.document.model.blocks import Finding, Section, Table, Words
from benchreport.document.sections import Part
from benchreport.naming import spelled

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence
    from benchreport.document.evidence.comparison import Comparison

MOST_HEADLINES = 9
# What is left on the page of the summary for its table and headlines, in lines; how long a line is, in characters.
MOST_LINES, LINE = 25, 88
MOST_METRICS = 12
# What a reference to the section adds.
LINK = 20


def summary_section(evidence: Evidence, told: Sequence[Section]) -> Section:
    """Write the one page that is read first: what was compared, the outcome by metric, every headline."""
    compared = [one for one in evidence.comparisons if one.reason is None]
    headlines, last = _alike(
        [
            (part, block.words)
            for part in told
            for block in part.blocks
            if isinstance(block, Finding) and block.headline
        ],
        evidence,
    )
    lines = [_line(one, evidence) for one in compared]
    chosen = _chosen(headlines, MOST_LINES - min(len(lines), MOST_METRICS))
    context = {
        "n_algorithms": _worded(len(evidence.algorithms), "algorithm"),
        "n_datasets": counted(len(evidence.datasets), "dataset"),
        "n_metrics": evidence.metrics[0].name
        if len(evidence.metrics) == 1
        else counted(len(evidence.metrics), "metric"),
        "outcome": _outcome(lines, evidence) if compared else None,
        "headlines": [(part, last.get(part.id), words) for part, words in chosen],
        "populations": populations(evidence) if {"within", "predicted"} <= {part.id for part, _ in chosen} else "",
        "more": len(headlines) - len(chosen),
        "more_word": counted(len(headlines) - len(chosen), "further finding"),
        "undecided": [(enumerated(names), why) for why, names in undecided_metrics(compared).items()],
        "standing": _standing(compared, lines),
        "advice": next((part for part in told if part.id == "advice"), None),
        "adjusted": len(evidence.algorithms) > 2 or evidence.options.family == "all",
        "confirmed": [one.metric.name for one in compared if one.procedure == "nemenyi_confirmed"],
        "coverage": clauses(evidence),
        "units": [one.metric.name for one in compared if not one.metric.comparable],
    }
    return evidence.section("summary", context)


def _alike(
    headlines: Sequence[tuple[Section, Words]], evidence: Evidence
) -> tuple[list[tuple[Section, Words]], dict[str, Section]]:
    """Say once what neighbouring metrics have in common: that by none of them a difference was shown.

    Beside the headlines stands the last section of those that begin such a row, by the id of the first.
    """
    alpha = evidence.options.alpha
    silent = {
        f"{COMPARISON}{one.metric.slug}": one.metric.name
        for one in evidence.comparisons
        if one.reason is None and not one.tested.filter(pl.col("p_adjusted") <= alpha).height
    }

    def key(headline: tuple[Section, Words]) -> tuple[str, Words] | tuple[str]:
        part, words = headline
        return ("alike", _by(words, silent[part.id], "")) if part.id in silent else (part.id,)

    merged: list[tuple[Section, Words]] = []
    last: dict[str, Section] = {}
    for shared, group in groupby(headlines, key):
        run = list(group)
        names = [silent[part.id] for part, _ in run] if len(shared) == 2 else []
        if len(names) < 2:
            merged += run
            continue
        merged.append((run[0][0], _by(run[0][1], names[0], enumerated(names, "or"))))
        last[run[0][0].id] = run[-1][0]
    return merged, last


def _by(words: Words, metric: str, names: str) -> Words:
    """Put other names where a sentence says by which metric."""
    said = [isinstance(word, str) and word.endswith(" by ") for word in words]
    return tuple(
        names if before and word == metric else word for before, word in zip([False, *said], words, strict=False)
    )


def _chosen(headlines: Sequence[tuple[Section, Words]], room: float) -> list[tuple[Section, Words]]:
    """Choose what fits on the page: a sentence of each section before a second one, further metrics last.

    The table of outcomes tells of every metric, so that none is lost.
    """
    compared = list(dict.fromkeys(part.id for part, _ in headlines if part.id.startswith(COMPARISON)))
    firsts = {part.id: place for place, (part, _) in reversed(list(enumerate(headlines)))}

    def weight(place: int) -> tuple[bool, bool, int]:
        part = headlines[place][0].id
        return part in compared[1:], place != firsts[part], place

    chosen = []
    for place in sorted(range(len(headlines)), key=weight)[:MOST_HEADLINES]:
        room -= 0.3 + ceil((LINK + length(headlines[place][1])) / LINE)
        if room < 0:
            break
        chosen.append(place)
    return [headlines[place] for place in sorted(chosen)]


def length(words: Words) -> int:
    """Count the characters that words take.

    Examples
    --------
    >>> from benchreport.document.model.blocks import Mark
    >>> length(("As ", Mark("strong", "C4.5"), " shows"))
    13
    """
    return sum(len(word if isinstance(word, str) else word.text) for word in words)


def _worded(count: int, noun: str) -> str:
    """Write so many of a thing at the start of a sentence."""
    return f"{spelled(count)} {noun}{'' if count == 1 else 's'}".capitalize()


def _standing(compared: Sequence[Comparison], lines: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return how the reference, or the algorithm of best mean rank, stands to the others, if pairs can be decided."""
    decided = [
        (one, line)
        for one, line in zip(compared, lines, strict=True)
        if one.undecided is None and line["open"] is not None
    ]
    if not decided:
        return None
    if len(decided) > 1 or len(compared) > 1:
        still_open = sum(line["open"] for _, line in decided)
        total = sum(line["worse"] + line["open"] + line["better"] for _, line in decided)
        whom = compared[0].baseline or "the algorithm of best mean rank"
        return {"kind": "many", "open": still_open, "total": total, "focus": whom}
    one = decided[0][0]
    focus, rivals = one.baseline or one.leader, one.ranks.height - 1
    clear = {name for row in one.significant().select("a", "b").rows() if focus in row for name in row}
    alike = [name for name in one.ranks["algorithm"].cast(pl.String) if name not in clear and name != focus]
    whom = "any of the others" if len(alike) == rivals > 2 else "the other" if rivals == 1 else enumerated(alike)
    if len(alike) == rivals == 2:
        whom = "either of the others"
    return {
        "kind": "one",
        "focus": focus,
        "metric": one.metric.name,
        "alike": whom if alike else None,
    }


def _outcome(lines: Sequence[Mapping[str, Any]], evidence: Evidence) -> Table:
    """Print the outcome of every metric in a line."""
    frame = pl.DataFrame(lines, infer_schema_length=None)
    columns = exhibits.outcome_columns("metric", evidence.options.reference or "the best")
    after = " after adjustment" if len(evidence.algorithms) > 2 or evidence.options.family == "all" else ""
    note = f"Significant at {number(evidence.options.alpha)}{after}."
    if frame["open"].count() and any(one.undecided for one in evidence.comparisons):
        note += " Empty cells: no pair can be decided."
    shared = any(one.reason is None and one.leader is None for one in evidence.comparisons)
    if evidence.options.reference is None and shared:
        note += " Where several share the best mean rank, none is compared with the others."
    cut = frame.height > MOST_METRICS
    rest = f"The first {MOST_METRICS} of {frame.height} metrics; all are in" if cut else ""
    caption = "The outcome over the datasets, by metric."
    return exhibits.table("outcome", caption, frame.head(MOST_METRICS), columns, twin=frame, note=note, rest=rest)


def _line(c: Comparison, evidence: Evidence) -> dict[str, Any]:
    decider = c.omnibus.filter(pl.col("method") == evidence.options.test_for("omnibus"))
    if not decider.height:
        decider = c.omnibus.filter(pl.col("method") == "iman_davenport")
    counts: dict[str, int | None] = {"worse": None, "open": None, "better": None}
    focus = c.baseline or c.leader
    if focus is not None and c.undecided is None:
        clear = c.significant().select(pl.col("a", "b").cast(pl.String)).rows()
        ahead = sum(winner == focus for winner, _ in clear)
        behind = sum(loser == focus for _, loser in clear)
        counts = {"worse": ahead, "open": c.ranks.height - 1 - ahead - behind, "better": behind}
    return {
        "metric": c.metric.name,
        "datasets": c.datasets.partition(" dataset")[0],
        "best": ", ".join(c.best[:3]) + (" …" if len(c.best) > 3 else ""),
        "rank": fixed(c.ranks["mean_rank"][0], 2),
        "p_omnibus": decider["p_value"][0] if c.several and decider.height else None,
        **counts,
    }


SUMMARY = Part(id="summary", after=None, make=summary_section, reads_sections=True)
