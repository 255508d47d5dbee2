"""What rebuild takes from a stranger's PDF, and what it leaves there."""

from __future__ import annotations

from pathlib import Path

import pytest

import benchreport as br
from benchreport.document.proof import attach
from benchreport.errors import ReadError
from benchreport.resources import resource
from tests.cli.shell import run
from tests.document.proof.test_verify import with_file

SECTIONS = ["setup", "provenance"]


@pytest.fixture(scope="module")
def decorated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A PDF whose author brought a format, a theme and words of their own."""
    loud = resource("templates", "formats/markdown.jinja").read_text(encoding="utf8")
    loud = loud.replace("{% macro document(d) %}", "{% macro document(d) %}\nTHE AUTHOR'S OWN FORMAT\n")
    templates = {
        "formats/markdown.jinja": loud,
        "styles/themes/own.css": ":root{--accent:#a00b00}",
        "sections/provenance.jinja": "# Thanks\n\nThanks to all.",
    }
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    report = br.report(scores, sections=SECTIONS, theme="own", templates=templates)
    return report.write(tmp_path_factory.mktemp("decorated") / "own.pdf")


def test_rebuild_leaves_a_strangers_markup_alone_and_says_that_it_is_there(decorated: Path, tmp_path: Path) -> None:
    result = run("rebuild", decorated, "-o", tmp_path / "again.md")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "again.md").read_text(encoding="utf8")
    assert "THE AUTHOR'S OWN FORMAT" not in text
    assert "Thanks to all." in text
    assert "formats/markdown.jinja, styles/themes/own.css" in result.stderr


def test_rebuild_uses_a_strangers_markup_when_told_to(decorated: Path, tmp_path: Path) -> None:
    result = run("rebuild", decorated, "--with-templates", "-o", tmp_path / "again.md", "-o", tmp_path / "again.pdf")
    assert result.exit_code == 0, result.output
    assert "THE AUTHOR'S OWN FORMAT" in (tmp_path / "again.md").read_text(encoding="utf8")
    assert (tmp_path / "again.pdf").read_bytes() == decorated.read_bytes()


@pytest.mark.parametrize("content", [b'"examples/templates"', b"[1]", b'{"sections/a.jinja": 1}', b"{"])
def test_templates_inside_a_pdf_are_texts_by_path_and_never_a_folder(
    content: bytes, decorated: Path, tmp_path: Path
) -> None:
    forged = with_file(decorated, attach.TEMPLATES, content, tmp_path)
    with pytest.raises(ReadError, match="not a list of texts"):
        br.rebuild(forged)
