"""References and provenance: the works cited, in one list that citations lead to, and where the numbers came from."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import benchreport as br
from benchreport.cli import main
from benchreport.document.evidence import Provenance
from benchreport.document.formats.html import html_text
from benchreport.document.model.blocks import Bibliography, Mark, words_in
from benchreport.document.model.references import works_cited
from tests.document.sections.told import ERRORS, part_of, said, wide


def listed(report: br.Report) -> list[str]:
    """Return the keys of the works that a report lists."""
    blocks = [block for part in report.sections for block in part.blocks]
    (works,) = [block.works for block in blocks if isinstance(block, Bibliography)]
    return [key for key, _ in works]


@pytest.mark.parametrize("sections", [["standard"], ["references", "answer", "methods"], ["all"]])
def test_every_work_cited_is_listed_once_by_alphabet_and_no_other(sections: list[str]) -> None:
    report = br.report(wide("error", **ERRORS), sections=sections)
    marks = [w for part in report.sections for b in part.blocks for w in words_in(b) if isinstance(w, Mark)]
    cited = {key for mark in marks if mark.kind == "cite" for key in mark.text.split(",")}
    assert listed(report) == sorted(cited)
    assert "wilcoxon1945" in cited


def test_citations_lead_to_the_list_in_the_section_of_references() -> None:
    page = html_text(br.report(wide("error", **ERRORS), sections=["standard"]))
    assert set(re.findall(r'href="#(work-[^"]+)"', page)) == set(re.findall(r'id="(work-[^"]+)"', page))
    section = page[page.index('<section id="references"') :]
    assert section.count('id="work-') == page.count('id="work-')


def test_without_the_section_works_are_listed_at_the_end() -> None:
    report = br.report(wide("error", **ERRORS), sections=["answer", "methods"])
    page = html_text(report)
    assert page.count('id="work-') == len(works_cited(report.sections))
    assert "<h3>References</h3>" in page


def test_files_have_their_digests_and_the_recipe_is_printed(tmp_path: Path) -> None:
    table = tmp_path / "scores.csv"
    table.write_bytes(br.example("demsar2006_auc.csv").read_bytes())
    target = tmp_path / "report.md"
    command = ["build", str(table), "-o", str(target), "--sections", "references", "--reference", "C4.5"]
    done = CliRunner().invoke(main, command, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    text = target.read_text(encoding="utf8").replace("\\", "")
    assert f"scores.csv, SHA-256 <code>{hashlib.sha256(table.read_bytes()).hexdigest()}</code>." in text
    assert f"benchreport {br.__version__}, Python" in text
    assert 'reference = "C4.5"' in text
    assert str(tmp_path) not in text


def test_a_long_recipe_is_left_to_the_attachment() -> None:
    provenance = Provenance(recipe="\n".join(f"option_{n} = {n}" for n in range(9)))
    report = br.report(wide("error", **ERRORS), sections=["references"], provenance=provenance)
    text = said(report, "references")
    assert "attached to the PDF" in text
    assert "option_3" not in text


def test_a_table_in_memory_has_no_file_and_no_recipe() -> None:
    report = br.report(wide("error", **ERRORS), sections=["references"], seed=7)
    text = said(report, "references")
    assert "The input was a table in memory." in text
    assert "seed 7" in text
    assert "Recipe" not in text
    assert "attached" not in text
    assert not [block for block in part_of(report, "references").blocks if isinstance(block, Bibliography)]
