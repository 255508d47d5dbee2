"""The section of methods: every method that a report used, and the works cited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import polars as pl

from benchreport.document.evidence.comparison import COMPARISON
from benchreport.document.model.blocks import Finding, Section, Table
from benchreport.document.model.references import reference, works_cited
from benchreport.document.sections import Part
from benchreport.method import Method
from benchreport.registry import METHODS

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence


OVER_DATASETS = "Comparison over datasets"


def methods_section(evidence: Evidence, told: Sequence[Section]) -> Section:
    """Describe the methods that were run, and no others, and list every work cited."""
    groups = methods_by_section(told)
    cited = {key for _, used in groups for method in used for key in method.cites} | set(
        works_cited(told, reasons=True)
    )
    works = [(key, reference(key, look=evidence.look)) for key in sorted(cited)]
    return evidence.section("methods", {"groups": groups, "works": works})


def methods_by_section(told: Sequence[Section]) -> list[tuple[str, list[Method]]]:
    """Group the methods that were run by the section that needed them first."""
    groups: dict[str, list[Method]] = {}
    known: set[str] = set()
    for part in told:
        new = [name for name in methods_used([part]) if name not in known]
        known.update(new)
        title = OVER_DATASETS if part.id.startswith(COMPARISON) else part.title
        if new:
            groups.setdefault(title, []).extend(METHODS[name] for name in new)
    return list(groups.items())


def methods_used(told: Sequence[Section]) -> list[str]:
    """Name the methods behind the result rows and those the sections say they use, each once, in order."""
    named: dict[str, None] = {}
    for part in told:
        for block in part.blocks:
            frame = block.rows if isinstance(block, Finding) else block.frame if isinstance(block, Table) else None
            named |= {} if frame is None else dict.fromkeys(_named_in(frame))
        named |= dict.fromkeys(part.uses)
        named |= dict.fromkeys(choice.method for choice in part.choices)
    return [name for name in named if name in METHODS]


def _named_in(rows: pl.DataFrame) -> list[str]:
    """Name the methods of result rows, and their adjustments where there was more than one test to adjust for."""
    names = rows["method"].drop_nulls().cast(pl.String).unique().sort().to_list() if "method" in rows.columns else []
    if {"adjustment", "family"} <= set(rows.columns):
        several = rows.filter(~pl.col("family").str.ends_with("1 test"))
        names += several["adjustment"].drop_nulls().unique().sort().to_list()
    return names


METHODS_PART = Part(id="methods", after="reasons", make=methods_section, reads_sections=True)
