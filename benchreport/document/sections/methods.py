"""The section of methods: every method that a report used, and the works cited."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import COMPARISON
from benchreport.document.model.blocks import Finding, Section, Table
from benchreport.document.model.references import reference, works_cited
from benchreport.document.sections import Part
from benchreport.method import Method
from benchreport.registry import METHODS

OVER_DATASETS = "Comparison over datasets"
Groups = tuple[tuple[str, tuple[Method, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Methods:
    """What the template ``methods`` prints: the methods by title of their section, and works by key, as text."""

    groups: Groups
    works: tuple[tuple[str, str], ...]


def methods_section(evidence: Evidence, sections: Sequence[Section]) -> Section:
    """Return the section that describes the methods that were run, and no others, and lists every work cited."""
    groups = methods_by_section(sections)
    cited = {key for _, methods in groups for method in methods for key in method.cites}
    keys = sorted(cited.union(works_cited(sections, reasons=True)))
    works = tuple((key, reference(key, look=evidence.look)) for key in keys)
    return evidence.section("methods", Methods(groups=groups, works=works))


def methods_by_section(sections: Sequence[Section]) -> Groups:
    """Return the methods that were run by the title of the section that needed them first."""
    groups: dict[str, dict[str, Method]] = {}
    first_title: dict[str, str] = {}
    for section in sections:
        title = OVER_DATASETS if section.id.startswith(COMPARISON) else section.title
        for name in _methods_used(section):
            groups.setdefault(first_title.setdefault(name, title), {})[name] = METHODS[name]
    return tuple((title, tuple(methods.values())) for title, methods in groups.items())


def _methods_used(section: Section) -> list[str]:
    """Return the methods behind the result rows of a section and those it says it uses, each once, in order."""
    names: list[str] = []
    for block in section.blocks:
        rows = block.rows if isinstance(block, Finding) else block.frame if isinstance(block, Table) else None
        names += [] if rows is None else _named_in(rows)
    names += [*section.uses, *(choice.method for choice in section.choices)]
    return [name for name in dict.fromkeys(names) if name in METHODS]


def _named_in(rows: pl.DataFrame) -> list[str]:
    """Return the methods of result rows, and their adjustments where there was more than one test to adjust for."""
    names = rows["method"].drop_nulls().cast(pl.String).unique().sort().to_list() if "method" in rows.columns else []
    if {"adjustment", "family"} <= set(rows.columns):
        several = rows.filter(~pl.col("family").str.ends_with("1 test"))
        names += several["adjustment"].drop_nulls().unique().sort().to_list()
    return names


METHODS_PART = Part(id="methods", after="reasons", make=methods_section, reads_sections=True, record=Methods)
