"""The section of provenance: files with their digests, software, recipe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from benchreport.document.exhibits import tables as exhibits
from benchreport.document.model.blocks import Section
from benchreport.document.sections import Part

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence


def provenance_section(evidence: Evidence, _: Sequence[Section]) -> Section:
    """Write where the numbers came from and how they can be made again."""
    provenance = evidence.provenance
    sources = provenance.sources or {"a table in memory": "no file"}
    context = {
        "sources": exhibits.facts_table("sources", "Input files and their SHA-256.", sources),
        "versions": exhibits.facts_table("versions", "Software.", provenance.versions),
        "recipe": provenance.recipe or "# made in memory, without a study file",
    }
    return evidence.section("provenance", context)


PROVENANCE = Part(id="provenance", after="methods", make=provenance_section, reads_sections=True)
