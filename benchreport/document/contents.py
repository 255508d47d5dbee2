"""The contents of a report: its sections in order, made from the evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from benchreport.document.evidence import Evidence
from benchreport.document.model.blocks import Section
from benchreport.document.sections import PARTS
from benchreport.errors import OptionError, did_you_mean, refuse_unknown

Made = Section | Sequence[Section] | None
SectionMaker = Callable[[Evidence], Made]

OTHERS = "..."


def section_order() -> list[str]:
    """Return the ids of all sections in the order of a report.

    Examples
    --------
    >>> section_order()[:3]
    ['summary', 'setup', 'coverage']
    """
    return in_order({name: part.field("after") for name, part in PARTS.declared.items()})


def in_order(after: Mapping[str, str | None]) -> list[str]:
    """Return names so that each stands behind the one it comes after.

    Of several behind the same one, the shortest chain comes first: a new section stands directly behind the one it
    names, and the rest of the report follows. Chains of one length keep their order.

    Examples
    --------
    >>> in_order({"setup": None, "ranks": "setup", "datasets": "ranks", "costs": "setup"})
    ['setup', 'costs', 'ranks', 'datasets']
    """

    def chain(name: str | None) -> list[str]:
        behind = sorted(([other, *chain(other)] for other, before in after.items() if before == name), key=len)
        return [other for names in behind for other in names]

    order = chain(None)
    stray = next((name for name in after if name not in order), None)
    if stray is not None:
        hint = did_you_mean(str(after[stray]), order)
        raise OptionError(f"section {stray!r} comes after {after[stray]!r}, which has no place in a report", hint=hint)
    return order


def contents(evidence: Evidence, own: Mapping[str, SectionMaker]) -> tuple[Section, ...]:
    """Return the sections that the data call for, in the order asked for."""
    wanted = _wanted(evidence, own)
    closing = {name for name in wanted if name in PARTS and PARTS[name].reads_sections}
    made = {name: _listed(_maker(name, own)(evidence)) for name in wanted if name not in closing}
    others = [section for sections in made.values() for section in sections]
    for name in reversed(wanted):  # the methods hear of the reasons, the summary of both
        if name in closing:
            made[name] = _listed(PARTS[name].make(evidence, others))
    return tuple(section for name in wanted for section in made[name])


def _wanted(evidence: Evidence, own: Mapping[str, SectionMaker]) -> list[str]:
    options = evidence.options
    usual = section_order()
    templates = [name.removeprefix("sections/").removesuffix(".jinja") for name in evidence.look.templates]
    known = [*usual, *own, *(name for name in templates if "/" not in name and name not in usual)]
    named = [name for name in (*options.sections, *options.omit) if name != OTHERS]
    refuse_unknown(named, known, "no section {!r}", OptionError)
    rest = [name for name in usual if name not in options.sections]
    chosen = options.sections or (OTHERS,)
    order = [name for word in chosen for name in (rest if word == OTHERS else [word])]
    return [name for name in dict.fromkeys(order) if name not in options.omit]


def _maker(name: str, own: Mapping[str, SectionMaker]) -> SectionMaker:
    if name in own:
        return own[name]
    return PARTS[name].make if name in PARTS else _of_template(name)


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
