"""The answer: the first page of a report, with a headline, its reasons, one picture and what to read with care."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from benchreport.document.analyses.answer.care import care_items
from benchreport.document.analyses.answer.one_dataset import OneDataset, one_dataset
from benchreport.document.analyses.answer.picture import picture, single_picture
from benchreport.document.analyses.answer.several_datasets import (
    Standing,
    further_words,
    in_words,
    missing_words,
    singles_words,
    standing_of,
)
from benchreport.document.analyses.compared import Compared, compared
from benchreport.document.analyses.levels import Levels, levels_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.model.blocks import Figure, Section
from benchreport.document.sections import Part
from benchreport.naming import spelled
from benchreport.numerals import counted, integer
from benchreport.records import dataclass

# Fewer of the datasets than these are used: the headline says so.
MOST_USED = 0.9


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the template ``answer`` prints.

    ``only`` and ``missing`` say what is missing, in the headline or below it. ``policy`` says what
    else could have been done about that, ``line`` how far the verdicts hang on the analysis, on which there is the
    section ``sensitivity``; the sentences of ``closing`` say what other metrics and single datasets show. ``levels``
    puts the levels of a factor side by side.
    """

    noun: str
    nouns: str
    several_metrics: bool
    standing: Standing | None
    only: str
    missing: str
    single: OneDataset | None = None
    obstacle: str = ""
    policy: str = ""
    line: str = ""
    sensitivity: Section | None = None
    closing: tuple[str, ...] = ()
    levels: Levels | None = None
    figure: Figure | None = None
    care: tuple[tuple[str, str], ...] = ()


def answer_section(evidence: Evidence, sections: Sequence[Section] = ()) -> Section:
    """Return the first page: the answer, its picture, and what to read with care."""
    usable = [c for c in evidence.comparisons if c.reason is None]
    standing = standing_of(usable[0], evidence) if usable else None
    single = None if standing else one_dataset(evidence)
    record = replace(
        _headline(evidence, standing),
        single=single,
        obstacle=_obstacle(evidence),
        policy=missing_words(evidence, standing.c) if standing else "",
        line=standing.line.removesuffix(".") if standing else "",
        sensitivity=next((section for section in sections if section.id == "sensitivity"), None),
        closing=_closing(evidence, standing),
        levels=levels_of(evidence, standing.c) if standing else None,
        figure=picture(evidence, standing) if standing else single_picture(evidence, single) if single else None,
        care=care_items(evidence, standing, single),
    )
    return replace(evidence.section("answer", record), numbered=False, rows=_verdicts(usable, single))


def answer_text(evidence: Evidence, c: Comparison) -> Section:
    """Return headline and reasons of the answer by one metric, as the first page would have them for it alone."""
    return evidence.section("answer", _headline(evidence, standing_of(c, evidence)))


def _headline(evidence: Evidence, standing: Standing | None) -> Answer:
    """Return what headline and reasons are written from."""
    only, missing = _missing(evidence, standing)
    return Answer(
        noun=evidence.noun,
        nouns=evidence.nouns,
        several_metrics=len(evidence.metrics) > 1,
        standing=standing,
        only=only,
        missing=missing,
    )


def _verdicts(comparisons: Sequence[Comparison], single: OneDataset | None) -> pl.DataFrame | None:
    """Return the rows that decide: tests of all together, then of pairs, of every metric, or of runs on one dataset."""
    if single is not None and not single.errors:
        return single.rows
    frames = [frame for c in comparisons for frame in (c.omnibus, c.tested) if frame.height]
    return pl.concat(frames, how="diagonal_relaxed") if frames else None


def _closing(evidence: Evidence, standing: Standing | None) -> tuple[str, ...]:
    if standing is None:
        return ()
    singles = singles_words(evidence, standing.c.metric) if standing.case == "few" else ""
    sentences = (*further_words(evidence, standing), singles)
    return tuple(sentence for sentence in sentences if sentence)


def _obstacle(evidence: Evidence) -> str:
    reasons = list(dict.fromkeys(c.reason for c in evidence.comparisons if c.reason))
    return f"The {evidence.nouns} could not be compared: {'; '.join(reasons)}." if reasons else ""


def _missing(evidence: Evidence, standing: Standing | None) -> tuple[str, str]:
    """Return what is missing, for the headline and for the first sentence; only one of them speaks."""
    if standing is None or standing.c.policy == "complete":
        return "", ""
    facts = next(part for part in compared(evidence) if part.metric == standing.c.metric.name)
    whole = facts.policy == "drop_blocks" and standing.case in ("best", "ahead", "nothing", "unclear")
    if whole and facts.most < MOST_USED * facts.datasets:
        have = "has" if facts.most == 1 else "have"
        return (
            f"Only {spelled(facts.most)} of {counted(facts.datasets, 'dataset')} {have} results of all "
            f"{spelled(facts.algorithms)} {evidence.nouns}.",
            "",
        )
    return "", _counts(facts, evidence.nouns)


def _counts(facts: Compared, nouns: str) -> str:
    """Return how many results are missing and what is compared, as a sentence."""
    results = integer(facts.algorithms * facts.datasets)
    deed, bracket, names = facts.deed.partition(" (")
    deed = in_words(deed.replace("algorithms", nouns)) + bracket + names
    return f"Of {results} results, {spelled(facts.missing)} {'is' if facts.missing == 1 else 'are'} missing; {deed}."


ANSWER = Part(id="answer", make=answer_section, reads_sections=True, record=Answer)
