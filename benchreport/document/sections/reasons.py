"""The section of reasons: why these tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from benchreport.document.exhibits.numbers import integer
from benchreport.document.model.blocks import Section
from benchreport.document.sections import Part
from benchreport.options import FILLING
from benchreport.registry import METHODS
from benchreport.tables.complete import OLD_WORDS

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence


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


def reasons_section(evidence: Evidence, told: Sequence[Section]) -> Section | None:
    """Write which test was chosen for which question, and why."""
    choices = dict.fromkeys((choice.question, choice.method, choice.reason) for part in told for choice in part.choices)
    if not choices:
        return None
    options = evidence.options
    tested = [one.tested.height for one in evidence.comparisons if one.reason is None]
    family = sum(tested) if options.family == "all" else max(tested, default=0)
    context = {
        "choices": [(question, METHODS[method].title, reason) for question, method, reason in choices],
        "asked_for": ", ".join(f"{question}: {METHODS[name].title}" for question, name in options.tests.items()),
        "family": integer(family) if family > 1 else "",
        "units": [one.metric.name for one in evidence.comparisons if one.reason is None and not one.metric.comparable],
        "several_metrics": len(tested) > 1,
        "missing": bool(evidence.design["n_missing"].sum()),
        "policy": POLICY_REASONS[OLD_WORDS.get(options.missing, options.missing)],
        "default_policy": options.missing == FILLING[0],
    }
    return evidence.section("reasons", context)


REASONS = Part(id="reasons", after="datasets", make=reasons_section, reads_sections=True)
