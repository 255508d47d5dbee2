"""References and provenance: the works cited, the input with its digests, the software, the recipe."""

from __future__ import annotations

import re
from collections.abc import Sequence

from benchreport.document.evidence import Evidence
from benchreport.document.model.blocks import Section
from benchreport.document.model.references import reference, works_cited
from benchreport.document.sections import Part
from benchreport.records import dataclass

# A recipe of more options is left to the PDF, which carries it.
SHORT_RECIPE = 6
OPTION = re.compile(r"\w+ = .{1,80}")


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    """What the template ``references`` prints: works by key, input files with their SHA-256, software, recipe."""

    works: tuple[tuple[str, str], ...]
    sources: tuple[tuple[str, str], ...]
    versions: str
    recipe: tuple[str, ...]
    attached: bool


def references_section(evidence: Evidence, sections: Sequence[Section]) -> Section:
    """Return the section of the works that the other sections cite, and of the origin of the numbers."""
    provenance = evidence.provenance
    lines = [line for line in provenance.recipe.splitlines() if line.strip() and not line.startswith("#")]
    short = len(lines) <= SHORT_RECIPE and all(OPTION.fullmatch(line) for line in lines)
    record = References(
        works=tuple((key, reference(key, look=evidence.look)) for key in works_cited(sections)),
        sources=tuple(provenance.sources.items()),
        versions=", ".join(f"{name} {version}" for name, version in provenance.versions.items()),
        recipe=tuple(lines) if short else (),
        attached=not short,
    )
    return evidence.section("references", record)


REFERENCES = Part(id="references", make=references_section, reads_sections=True, record=References)
