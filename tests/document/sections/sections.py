"""What tests of single sections share: the section by itself, its words, its tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

import benchreport as br
from benchreport.document.model.blocks import Figure, Finding, Report, Section, Table, Words


def only(scores: pl.DataFrame, name: str, **wishes: Any) -> Section | None:
    """Make one section alone; None where the data call for none."""
    found = br.report(scores, sections=[name], **wishes).sections
    return found[0] if found else None


def told(scores: pl.DataFrame, name: str, **wishes: Any) -> Section:
    """Make one section that must be there."""
    section = only(scores, name, **wishes)
    assert section is not None
    return section


def plain(words: Words) -> str:
    """Give words without their marks."""
    return "".join(word if isinstance(word, str) else word.text for word in words)


def findings(section: Section) -> list[str]:
    """Give the verdicts of a section as text."""
    return [plain(block.words) for block in section.blocks if isinstance(block, Finding)]


def prose(section: Section) -> str:
    """Give all text of a section."""
    return " ".join(plain(block.words) for block in section.blocks if hasattr(block, "words"))


def findings_of(section: Section) -> list[Finding]:
    """List the verdicts of a section, with their rows."""
    return [block for block in section.blocks if isinstance(block, Finding)]


def table_of(section: Section, name: str) -> Table:
    """Find a table of a section."""
    return tables(section)[name]


def tables(section: Section) -> dict[str, Table]:
    """Give the tables of a section by id."""
    return {block.id: block for block in section.blocks if isinstance(block, Table)}


def figures(section: Section) -> dict[str, Figure]:
    """Give the figures of a section by id."""
    return {block.id: block for block in section.blocks if isinstance(block, Figure)}


def column(table: Table, title: str) -> list[str]:
    """Give the printed texts of a column."""
    place = [head.title for head in table.columns].index(title)
    return [row[place].text for row in table.rows]


def every_format(report: Report, folder: Path) -> None:
    """Write a report in the formats that need no further program, and look whether something came out."""
    for name in ("report.md", "report.html"):
        assert report.write(folder / name).stat().st_size > 1000
