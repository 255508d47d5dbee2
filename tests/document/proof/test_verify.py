"""Does verify pass what is sound and catch every kind of tampering?"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest
from pypdf import PdfReader, PdfWriter

import benchreport as br
from benchreport.document.formats.pdf import pdf_bytes
from benchreport.document.model.blocks import Cell, Figure, Finding, Report, Table
from benchreport.document.proof import attach
from benchreport.document.proof.verify import Difference, version_differences
from tests.cli.shell import fine, refused, run

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def sound(demsar_scores: pl.DataFrame) -> Report:
    sections = ["ranks", "provenance"]  # whole reports are verified in other tests
    return br.report(demsar_scores, title="Appendix B", baseline="C4.5", sections=sections)


@pytest.fixture(scope="module")
def demsar_scores() -> pl.DataFrame:
    return br.read_scores(br.example("demsar2006_auc.csv"))


@pytest.fixture(scope="module")
def pdf(sound: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sound.write(tmp_path_factory.mktemp("sound") / "appendix.pdf")


def altered(report: Report, change: Callable[[object], object]) -> Report:
    """Change blocks of a report, whose package stays what it was."""
    sections = [replace(part, blocks=tuple(change(block) for block in part.blocks)) for part in report.sections]
    return replace(report, sections=tuple(sections))


def saved(content: bytes, folder: Path) -> Path:
    (path := folder / "appendix.pdf").write_bytes(content)
    return path


def with_file(pdf: Path, name: str, content: bytes, folder: Path) -> Path:
    """Exchange one attached file, leaving every page as it is."""
    reader = PdfReader(pdf)
    writer = PdfWriter()
    writer.append_pages_from_reader(reader)
    for other, parts in reader.attachments.items():
        writer.add_attachment(other, content if other == name else parts[0])
    stream = io.BytesIO()
    writer.write(stream)
    return saved(stream.getvalue(), folder)


def places(differences: list[Difference]) -> str:
    return "; ".join(one.where for one in differences)


def test_a_sound_report_is_verified(pdf: Path) -> None:
    assert br.verify(pdf) == []
    assert "follows from the data" in fine("verify", pdf)


def test_a_changed_cell_of_the_data_is_found(pdf: Path, demsar_scores: pl.DataFrame, tmp_path: Path) -> None:
    first = pl.int_range(pl.len()) == 0
    changed = demsar_scores.with_columns(value=pl.when(first).then(0.999).otherwise("value"))
    found = br.verify(with_file(pdf, attach.INPUT, attach.parquet(changed), tmp_path))
    assert "comparison-auc" in places(found)
    assert "page" in places(found)


def test_a_changed_option_of_the_recipe_is_found(pdf: Path, tmp_path: Path) -> None:
    recipe = attach.files_inside(pdf.read_bytes())[attach.RECIPE].decode()
    assert 'reference = "C4.5"' in recipe
    found = br.verify(with_file(pdf, attach.RECIPE, recipe.replace('"C4.5"', '"C4.5+m"').encode(), tmp_path))
    assert "comparison-auc" in places(found)


def test_a_recipe_that_means_nothing_is_found(pdf: Path, tmp_path: Path) -> None:
    found = br.verify(with_file(pdf, attach.RECIPE, b"scores = 3", tmp_path))
    assert places(found) == "attached data"


def test_a_changed_result_row_is_found(pdf: Path, tmp_path: Path) -> None:
    rows = pl.read_parquet(io.BytesIO(attach.files_inside(pdf.read_bytes())[attach.RESULTS]))
    changed = rows.with_columns(p_value=pl.when(pl.col("method") == "wilcoxon").then(0.001).otherwise("p_value"))
    found = br.verify(with_file(pdf, attach.RESULTS, attach.parquet(changed), tmp_path))
    assert "p_value" in places(found)
    assert "page" not in places(found)


def test_a_result_row_left_out_or_added_is_found(pdf: Path, tmp_path: Path) -> None:
    rows = pl.read_parquet(io.BytesIO(attach.files_inside(pdf.read_bytes())[attach.RESULTS]))
    shorter = br.verify(with_file(pdf, attach.RESULTS, attach.parquet(rows[:-1]), tmp_path))
    assert shorter[0].said == "no row"
    longer = pl.concat([rows, rows[:1].with_columns(row=pl.lit(99, dtype=rows.schema["row"]))])
    assert br.verify(with_file(pdf, attach.RESULTS, attach.parquet(longer), tmp_path))[0].computed == "none"


def test_a_changed_origin_of_the_input_is_found(pdf: Path, tmp_path: Path) -> None:
    origin = attach.files_inside(pdf.read_bytes())[attach.PROVENANCE].decode()
    changed = origin.replace('"sources": {}', '"sources": {"other.csv": "0"}')
    assert changed != origin
    assert "page" in places(br.verify(with_file(pdf, attach.PROVENANCE, changed.encode(), tmp_path)))


def test_a_printed_number_that_was_changed_is_found(sound: Report, tmp_path: Path) -> None:
    def change(block: object) -> object:
        if isinstance(block, Table) and block.id == "omnibus-auc":
            first, *rest = block.rows
            return replace(block, rows=((*first[:-2], Cell(text="0.001"), first[-1]), *rest))
        return block

    found = br.verify(saved(pdf_bytes(altered(sound, change))[0], tmp_path))
    assert places(found).startswith("page")
    assert "0.001" in found[0].said


def test_a_changed_verdict_is_found(sound: Report, tmp_path: Path) -> None:
    def change(block: object) -> object:
        return replace(block, words=("All algorithms are equal.",)) if isinstance(block, Finding) else block

    found = br.verify(saved(pdf_bytes(altered(sound, change))[0], tmp_path))
    assert any("All algorithms are equal." in one.said for one in found)


def test_a_changed_caption_of_a_figure_is_found(sound: Report, tmp_path: Path) -> None:
    def change(block: object) -> object:
        return replace(block, caption=("Mean ranks by accuracy.",)) if isinstance(block, Figure) else block

    assert "page" in places(br.verify(saved(pdf_bytes(altered(sound, change))[0], tmp_path)))


def test_further_columns_of_the_attached_table_are_named(demsar_scores: pl.DataFrame, tmp_path: Path) -> None:
    told = demsar_scores.with_columns(colour=pl.lit("red"))
    judged = br.verification(br.report(told, sections=["setup"]).write(tmp_path / "appendix.pdf"))
    assert judged.differences == ()
    assert "the attached table has further columns: colour" in judged.remarks


def test_an_attached_table_without_directions_is_no_internal_error(
    pdf: Path, demsar_scores: pl.DataFrame, tmp_path: Path
) -> None:
    stream = io.BytesIO()
    demsar_scores.drop("direction").write_parquet(stream)
    assert br.verify(with_file(pdf, attach.INPUT, stream.getvalue(), tmp_path))


def test_the_shell_says_that_no_program_can_prove_that_data_are_real(pdf: Path) -> None:
    for words in (run("verify", str(pdf)).output, run("verify", "--help").output):
        assert "no program can prove that these data are real" in " ".join(words.split())


def test_a_figure_drawn_otherwise_is_found_though_its_words_are_the_same(sound: Report, tmp_path: Path) -> None:
    def change(block: object) -> object:
        if isinstance(block, Figure):
            thinner = re.sub(rb"stroke-width: [0-9.]+", b"stroke-width: 0.1", block.svg)
            assert thinner != block.svg
            return replace(block, picture=SimpleNamespace(rendered=lambda _: thinner))
        return block

    found = br.verify(saved(pdf_bytes(altered(sound, change))[0], tmp_path))
    assert "page" not in places(found)
    assert found[0].said == "other content"


def test_a_page_that_was_taken_out_is_found(pdf: Path, tmp_path: Path) -> None:
    reader, writer = PdfReader(pdf), PdfWriter()
    for page in list(reader.pages)[:-1]:
        writer.add_page(page)
    for name, parts in reader.attachments.items():
        writer.add_attachment(name, parts[0])
    stream = io.BytesIO()
    writer.write(stream)
    found = br.verify(saved(stream.getvalue(), tmp_path))
    assert found[0].where == "document"


def test_a_changed_title_is_found(sound: Report, tmp_path: Path) -> None:
    assert "page 1" in places(br.verify(saved(pdf_bytes(replace(sound, title="Appendix C"))[0], tmp_path)))


def test_a_report_without_its_data_cannot_be_verified(sound: Report, tmp_path: Path) -> None:
    blind = sound.write(tmp_path / "blind.pdf", data=False)
    error, hint = refused("verify", blind, code=2)
    assert "scores.parquet" in error
    assert "--no-data" in hint


def test_what_is_no_report_is_refused(tmp_path: Path) -> None:
    (path := tmp_path / "text.pdf").write_text("hello")
    assert "not a readable PDF" in refused("verify", path, code=2)[0]
    assert "no report" in refused("verify", tmp_path / "absent.pdf", code=2)[0]


def test_the_shell_exits_with_1_and_names_what_differs(sound: Report, tmp_path: Path) -> None:
    path = saved(pdf_bytes(replace(sound, title="Appendix C"))[0], tmp_path)
    result = run("verify", path)
    assert result.exit_code == 1
    assert "Appendix C" in result.stdout


def test_a_report_is_made_again_from_its_pdf_to_the_byte(pdf: Path, tmp_path: Path) -> None:
    fine("rebuild", pdf, "-o", tmp_path / "again.pdf", "-o", tmp_path / "again.md")
    assert (tmp_path / "again.pdf").read_bytes() == pdf.read_bytes()
    assert (tmp_path / "again.md").exists()


def test_rows_of_another_version_are_matched_under_the_former_name_of_their_method() -> None:
    said = pl.DataFrame({"a": ["A"], "b": ["B"], "method": ["tests_on_risk"], "p_value": [0.25]})
    computed = said.with_columns(method=pl.lit("risk_test"))
    assert version_differences(said, computed) == ([], 1, 0)
    ((method, column, _),), rows, alone = version_differences(said, computed.with_columns(p_value=pl.lit(0.5)))
    assert (method, column, rows, alone) == ("risk_test", "p_value", 1, 0)
