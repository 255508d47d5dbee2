"""The section of reasons: why these tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from benchreport.document.evidence import Evidence
from benchreport.document.model.blocks import Part, Section, Words
from benchreport.numerals import integer
from benchreport.options import FILLING
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.tables.complete import OLD_WORDS

# Why missing results are treated as they are, by policy.
POLICY_REASONS = {
    "auto": "The pattern of missing results decides between complete datasets, the datasets of each pair and the "
    "largest complete part of the table, so that no value can sway the choice.",
    "refuse": "None is missing; a table with gaps would have been refused.",
    "drop_blocks": "Datasets that lack an algorithm are left out, so that all are compared on the same datasets; "
    "failures then go unpunished.",
    "drop_algorithms": "Algorithms that lack a dataset are left out, so that all datasets are used.",
    "subtable": "The largest complete part of the table is compared; algorithms outside it get no place.",
    "available": "Each pair is compared on the datasets that both have, so that no result is wasted; this assumes that "
    "results are missing for reasons unrelated to the differences they would show.",
    "worst": "A missing result is ranked last on its dataset, so that a failure counts against an algorithm; its size "
    "is made up.",
    "stand_in": "What the baseline reached takes the place of a missing result, so that a failure counts as no gain; "
    "its size is made up.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasons:
    """What the template ``reasons`` prints: ``choices`` are questions, the titles of their tests, and the reasons."""

    FORMER: ClassVar[Mapping[str, str]] = {"against": "options.reference", "baseline": "options.reference"}

    choices: tuple[tuple[str, str, Words], ...]
    asked_for: str
    family: str
    units: tuple[str, ...]
    several_metrics: bool
    missing: bool
    policy: str
    default_policy: bool


def reasons_section(evidence: Evidence, sections: Sequence[Section]) -> Section | None:
    """Return the section on which test was chosen for which question, and why; none where none was chosen."""
    choices = dict.fromkeys(
        (choice.question, choice.method, choice.reason) for part in sections for choice in part.choices
    )
    if not choices:
        return None
    options = evidence.options
    comparisons = [comparison for comparison in evidence.comparisons if comparison.reason is None]
    sizes = [comparison.tested.height for comparison in comparisons]
    family = sum(sizes) if options.family == "all" else max(sizes, default=0)
    reasons = Reasons(
        choices=tuple((question, METHODS[method].title, reason) for question, method, reason in choices),
        asked_for=", ".join(f"{question}: {METHODS[name].title}" for question, name in options.tests.items()),
        family=integer(family) if family > 1 else "",
        units=tuple(c.metric.name for c in comparisons if not c.metric.comparable),
        several_metrics=len(comparisons) > 1,
        missing=bool(evidence.design["n_missing"].sum()),
        policy=POLICY_REASONS[OLD_WORDS.get(options.missing, options.missing)],
        default_policy=options.missing == FILLING[0],
    )
    return evidence.section("reasons", reasons)


REASONS = Part(id="reasons", after="advice", make=reasons_section, reads_sections=True, record=Reasons)
