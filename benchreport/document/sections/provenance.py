"""The section of provenance: files with their digests, software, recipe."""

from __future__ import annotations

from collections.abc import Sequence

from benchreport.document.evidence import NO_FILE, Evidence
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.model.blocks import Section, Table
from benchreport.document.sections import Part
from benchreport.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What the template ``provenance`` prints."""

    sources: Table
    versions: Table
    recipe: str


def provenance_section(evidence: Evidence, _: Sequence[Section]) -> Section:
    """Return the section on the input files, the software and the recipe of the report."""
    provenance = evidence.provenance
    sources = provenance.sources or {"a table in memory": NO_FILE}
    origin = Origin(
        sources=exhibits.facts_table("sources", "Input files and their SHA-256.", sources),
        versions=exhibits.facts_table("versions", "Software.", provenance.versions),
        recipe=provenance.recipe or "# made in memory, without a study file",
    )
    return evidence.section("provenance", origin)


PROVENANCE = Part(id="provenance", after="reasons", make=provenance_section, reads_sections=True, record=Origin)
