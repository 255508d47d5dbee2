"""Damaged and altered PDF files given to verify: every one ends in a comparison or in an error of ours."""

from __future__ import annotations

import io
from pathlib import Path

import polars as pl
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject, StreamObject, TextStringObject

import benchreport as br
from benchreport.document.proof import attach
from benchreport.document.proof.rebuild import size_of
from benchreport.errors import OptionError, ReadError
from tests.document.proof.test_verify import with_file


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    return br.report(scores, sections=["setup"]).write(tmp_path_factory.mktemp("sound") / "report.pdf")


def saved(writer: PdfWriter, folder: Path) -> Path:
    stream = io.BytesIO()
    writer.write(stream)
    (path := folder / "damaged.pdf").write_bytes(stream.getvalue())
    return path


def test_an_attached_file_that_is_no_stream_is_refused(pdf: Path, tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=PdfReader(pdf))
    listed = writer._root_object["/Names"]["/EmbeddedFiles"].get_object()["/Names"]
    listed[1].get_object()["/EF"][NameObject("/F")] = writer._add_object(DictionaryObject())
    with pytest.raises(ReadError, match="not a readable PDF"):
        br.verification(saved(writer, tmp_path))


def test_a_stream_with_an_unknown_filter_is_refused(pdf: Path, tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=PdfReader(pdf))
    contents = writer.pages[0]["/Contents"].get_object()
    stream = contents if isinstance(contents, StreamObject) else contents[0].get_object()
    stream[NameObject("/Filter")] = TextStringObject("text")
    with pytest.raises(ReadError, match="not a readable PDF"):
        br.verification(saved(writer, tmp_path))


def test_an_attached_table_that_is_cut_off_is_named_as_a_difference(pdf: Path, tmp_path: Path) -> None:
    table = attach.files_inside(pdf.read_bytes())[attach.INPUT]
    path = with_file(pdf, attach.INPUT, table[:-10], tmp_path)
    assert size_of(path)[0] == size_of(pdf)[0]
    assert [one.where for one in br.verification(path).differences] == ["attached data"]


def test_a_title_that_would_take_minutes_to_lay_out_is_refused(pdf: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="5,000 characters"):
        br.report(pl.DataFrame({"algorithm": ["A", "B"], "auc": [0.5, 0.6]}), title="a" * 5000)
    recipe = attach.files_inside(pdf.read_bytes())[attach.RECIPE].decode()
    path = with_file(pdf, attach.RECIPE, f'title = "{"a" * 5000}"\n{recipe}'.encode(), tmp_path)
    assert [one.where for one in br.verification(path).differences] == ["attached data"]
