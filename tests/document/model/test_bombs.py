"""PDF files made to exhaust whoever verifies them: each ends in a sentence, by a check or by the limits."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DecodedStreamObject, NameObject

import benchreport as br
from benchreport.cli import limits
from benchreport.document.proof import attach
from benchreport.errors import ReadError
from benchreport.resources import resource
from tests.cli.shell import run

WORDS = '# Own\n\nWords {{ m.cite("demsar2006") }}.'
LOOPS = "# Own\n\n{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    report = br.report(scores, sections=["own"], templates={"sections/own.jinja": WORDS})
    return report.write(tmp_path_factory.mktemp("sound") / "report.pdf")


def carrying(pdf: Path, templates: dict[str, str], folder: Path) -> Path:
    """Exchange the templates that a PDF carries."""
    writer = PdfWriter(clone_from=PdfReader(pdf))
    listed = writer._root_object["/Names"]["/EmbeddedFiles"].get_object()["/Names"]
    stream = DecodedStreamObject()
    stream.set_data(json.dumps({"sections/own.jinja": WORDS} | templates).encode())
    for entry in listed[1::2]:
        if entry.get_object()["/UF"] == attach.TEMPLATES:
            entry.get_object()["/EF"][NameObject("/F")] = writer._add_object(stream)
    return saved(writer, folder)


def saved(writer: PdfWriter, folder: Path) -> Path:
    stream = io.BytesIO()
    writer.write(stream)
    (path := folder / "bomb.pdf").write_bytes(stream.getvalue())
    return path


@pytest.mark.long
def test_nested_loops_end_at_the_limit_of_time(pdf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS", 5.0)
    monkeypatch.setattr(limits, "PER_PAGE", (0.0, 0.0))
    result = run("verify", carrying(pdf, {"sections/own.jinja": LOOPS}, tmp_path))
    assert result.exit_code == 2
    assert "was stopped after 5 seconds" in result.stderr


@pytest.mark.long
def test_a_cell_over_a_hundred_million_columns_ends_at_a_limit(
    pdf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SECONDS", 10.0)
    monkeypatch.setattr(limits, "PER_PAGE", (0.0, 0.0))
    page = resource("templates", "formats/html.jinja").read_text(encoding="utf8")
    cell = '<table><tr><td colspan="100000000">a</td></tr></table></body>'
    assert "</body>" in page
    result = run("verify", carrying(pdf, {"formats/html.jinja": page.replace("</body>", cell)}, tmp_path))
    assert result.exit_code in (1, 2)
    assert "internal error" not in result.stderr


@pytest.mark.parametrize("entry", ["@a{", "@article{a,\n"])
def test_many_unclosed_entries_of_a_bibliography_take_no_time(entry: str, pdf: Path, tmp_path: Path) -> None:
    text = entry * (900_000 // len(entry))
    found = br.verification(carrying(pdf, {"references.bib": text}, tmp_path))
    assert found.differences != ()


def cyclic_pages(writer: PdfWriter) -> None:
    writer._root_object["/Pages"].get_object()["/Kids"].append(writer._root_object.raw_get("/Pages"))


def cyclic_names(writer: PdfWriter) -> None:
    names = writer._root_object["/Names"]["/EmbeddedFiles"].get_object()
    reference = writer._add_object(names)
    writer._root_object["/Names"][NameObject("/EmbeddedFiles")] = reference
    names[NameObject("/Kids")] = ArrayObject([reference])


def cyclic_array(writer: PdfWriter) -> None:
    reference = writer._add_object(array := ArrayObject())
    array.append(reference)
    writer._root_object[NameObject("/Extra")] = reference


@pytest.mark.parametrize("forge", [cyclic_pages, cyclic_names, cyclic_array])
def test_objects_that_contain_themselves_are_found_or_refused(
    forge: Callable[[PdfWriter], None], pdf: Path, tmp_path: Path
) -> None:
    forge(writer := PdfWriter(clone_from=PdfReader(pdf)))
    path = saved(writer, tmp_path)
    if forge is cyclic_pages:
        with pytest.raises(ReadError, match="not a readable PDF"):
            br.verification(path)
    else:
        assert br.verification(path).differences != ()


def test_a_style_that_is_nested_too_deeply_is_an_error_that_names_its_file(pdf: Path, tmp_path: Path) -> None:
    style = "body { padding: " + "calc(" * 2000 + "1px" + ")" * 2000 + "}"
    usual = resource("templates", "styles/themes/article.css").read_text(encoding="utf8")
    result = run("verify", carrying(pdf, {"styles/themes/article.css": usual + style}, tmp_path))
    assert result.exit_code == 2
    assert "cannot be laid out with styles/themes/article.css" in result.stderr
