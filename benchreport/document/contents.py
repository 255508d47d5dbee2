"""Which sections has a report, and in what order?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from benchreport.document.blocks import Section
from benchreport.document.evidence import Evidence
from benchreport.document.parts.advice import advice_section
from benchreport.document.parts.aggregates import aggregates_section
from benchreport.document.parts.audit import coverage_section
from benchreport.document.parts.bayesian import bayes_section
from benchreport.document.parts.closing import methods_section, provenance_section, reasons_section, summary_section
from benchreport.document.parts.comparison import comparison_sections
from benchreport.document.parts.confusions import confusion_section
from benchreport.document.parts.curves import curves_section
from benchreport.document.parts.equivalence import equivalence_section
from benchreport.document.parts.matrix import matrix_section
from benchreport.document.parts.multivariate import multivariate_section
from benchreport.document.parts.opening import setup_section
from benchreport.document.parts.ordering import ordering_section
from benchreport.document.parts.predicted import predicted_section
from benchreport.document.parts.probabilities import probabilities_section
from benchreport.document.parts.regression import regression_section
from benchreport.document.parts.single import single_section
from benchreport.document.parts.spread import distributions_section
from benchreport.document.parts.standings import datasets_section, leaderboard_section
from benchreport.document.parts.subsets import subsets_section
from benchreport.document.parts.variance import variance_section
from benchreport.document.parts.within import within_section
from benchreport.errors import OptionError, did_you_mean

Made = Section | Sequence[Section] | None
SectionMaker = Callable[[Evidence], Made]

# Each looks at the evidence and gives its section, several, or None where the data call for none.
PARTS: Mapping[str, SectionMaker] = {
    "setup": setup_section,
    "coverage": coverage_section,
    "leaderboard": leaderboard_section,
    "ranks": comparison_sections,
    "matrix": matrix_section,
    "subsets": subsets_section,
    "aggregates": aggregates_section,
    "ordering": ordering_section,
    "distributions": distributions_section,
    "within": within_section,
    "variance": variance_section,
    "multivariate": multivariate_section,
    "predicted": predicted_section,
    "regression": regression_section,
    "confusion": confusion_section,
    "curves": curves_section,
    "probabilities": probabilities_section,
    "single": single_section,
    "bayes": bayes_section,
    "equivalence": equivalence_section,
    "advice": advice_section,
    "datasets": datasets_section,
}
# These also look at the other sections.
CLOSING: Mapping[str, Callable[[Evidence, Sequence[Section]], Section | None]] = {
    "summary": summary_section,
    "reasons": reasons_section,
    "methods": methods_section,
    "provenance": provenance_section,
}
ORDER = ("summary", *PARTS, "reasons", "methods", "provenance")
OTHERS = "..."


def contents(evidence: Evidence, own: Mapping[str, SectionMaker]) -> tuple[Section, ...]:
    """Make the sections that the data call for, in the order asked for."""
    wanted = _wanted(evidence, own)
    makers = {**PARTS, **own}
    made: dict[str, list[Section]] = {}
    for name in wanted:
        if name not in CLOSING:
            made[name] = _listed(makers.get(name, _of_template(name))(evidence))
    told = [part for name in wanted for part in made.get(name, [])]
    for name in reversed(wanted):  # the methods hear of the reasons, the summary of both
        if name in CLOSING:
            made[name] = _listed(CLOSING[name](evidence, told))
    return tuple(part for name in wanted for part in made[name])


def _wanted(evidence: Evidence, own: Mapping[str, SectionMaker]) -> list[str]:
    options = evidence.options
    templates = [name.removeprefix("sections/").removesuffix(".jinja") for name in evidence.look.templates]
    known = [*ORDER, *own, *(name for name in templates if "/" not in name and name not in ORDER)]
    for name in (*options.sections, *options.omit):
        if name not in known and name != OTHERS:
            raise OptionError(f"no section {name!r}", hint=did_you_mean(name, known))
    rest = [name for name in ORDER if name not in options.sections]
    chosen = options.sections or (OTHERS,)
    order = [name for word in chosen for name in (rest if word == OTHERS else [word])]
    return [name for name in dict.fromkeys(order) if name not in options.omit]


def _of_template(name: str) -> SectionMaker:
    """Make a section of a template alone, which may print whatever the evidence holds."""

    def make(evidence: Evidence) -> Section:
        facts = {
            "evidence": evidence,
            "algorithms": evidence.algorithms,
            "datasets": evidence.datasets,
            "metrics": evidence.metrics,
            "comparisons": evidence.comparisons,
            "options": evidence.options,
            "asked": evidence.options,  # in the word of older templates
        }
        return evidence.section(name, facts)

    return make


def _listed(made: Made) -> list[Section]:
    if made is None:
        return []
    return [made] if isinstance(made, Section) else list(made)
