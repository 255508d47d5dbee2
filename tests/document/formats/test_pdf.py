"""Is the PDF what a publisher wants: tagged, with bookmarks, lists and true page numbers, marked for archives?"""

from __future__ import annotations

import ctypes.util
import io
import re
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pydyf
import pypdfium2
import pytest
from pypdf import PdfReader

import benchreport as br
from benchreport.document.formats import pdf
from benchreport.document.formats.pdf import NOTES, load_typesetter, pdf_bytes
from benchreport.document.formats.pdf_file import compress_stream, pdf_file
from benchreport.document.machine import libraries_by_file
from benchreport.document.model.blocks import Finding, Mark, Report, Section, Text, figures_of, tables_of
from benchreport.document.proof.attach import INPUT, PROVENANCE, RECIPE, RESULTS


@pytest.fixture(scope="module")
def reader(plain_pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(plain_pdf))


@pytest.fixture(scope="module")
def pages(reader: PdfReader) -> list[str]:
    return texts_of(reader)


@pytest.fixture(scope="module")
def standard() -> Report:
    """Return the report that is made where nothing else is asked for."""
    return br.report(br.read_scores(br.example("demsar2006_auc.csv")))


@pytest.fixture(scope="module")
def standard_reader(standard: Report) -> PdfReader:
    return PdfReader(io.BytesIO(pdf_bytes(standard)[0]))


def texts_of(reader: PdfReader) -> list[str]:
    return [page.extract_text() for page in reader.pages]


def subject_of(report: Report) -> str:
    """Read off the first words of the headline, or of the first verdict."""
    blocks = [block for section in report.sections for block in section.blocks]
    headlines = [block for block in blocks if isinstance(block, Text) and block.kind == "headline"]
    (first, *_) = [*headlines, *(block for block in blocks if isinstance(block, Finding))]
    return str(first.words[0])


def numbered(report: Report) -> list[Section]:
    return [section for section in report.sections if section.numbered]


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def page_of(pages: list[str], words: str) -> int:
    """Find the page on which a caption stands; lists in front do not have its full words."""
    (found,) = [number for number, text in enumerate(pages, 1) if words in flat(text)]
    return found


def leads_to(pages: list[str], start: str, title: str) -> int:
    """Read off the page number behind the dots of a line in a list."""
    front = flat(" ".join(pages[:3]))
    found = re.search(re.escape(title) + r"[ .]*(\d+)", front[front.index(start) :])
    assert found is not None, title
    return int(found[1])


# Finding one's way


def test_sections_and_subsections_are_bookmarks(plain: Report, reader: PdfReader) -> None:
    tops = [item.title for item in reader.outline if not isinstance(item, list)]
    assert [title.split(" ", 1)[1] for title in tops] == [section.title for section in numbered(plain)]
    below = [item.title for items in reader.outline if isinstance(items, list) for item in items]
    headings = [
        "".join(word if isinstance(word, str) else word.text for word in block.words)
        for section in plain.sections
        for block in section.blocks
        if isinstance(block, Text) and block.kind == "heading"
    ]
    assert headings
    assert [title for title in below if title != "References"] == headings


def test_the_contents_give_the_pages_where_sections_begin(plain: Report, reader: PdfReader, pages: list[str]) -> None:
    begins = {
        item.title: reader.get_destination_page_number(item) + 1  # type: ignore[operator]
        for item in reader.outline
        if not isinstance(item, list)
    }
    for number, section in enumerate(numbered(plain), 1):
        title = f"{number} {section.title}"
        assert leads_to(pages, "Contents", title) == begins[title]


def test_a_report_of_few_sections_has_no_contents(standard: Report, standard_reader: PdfReader) -> None:
    text = " ".join(texts_of(standard_reader))
    assert all(section.title in text for section in numbered(standard))
    assert "Contents" not in text


def test_a_reference_to_another_section_gives_its_page(plain: Report, pages: list[str]) -> None:
    found = re.findall(r"Section (\d+), p\. (\d+)", flat(" ".join(pages)))
    assert found
    for section, page in found:
        title = f"{section} {numbered(plain)[int(section) - 1].title}"
        assert leads_to(pages, "Contents", title) == int(page)


def test_a_reference_to_a_distant_table_gives_its_page(plain: Report) -> None:
    (table, *_) = tables_of(plain)
    far = Section(id="far", title="Far", blocks=(Text(kind="paragraph", words=("See ", Mark("ref", table.id), ".")),))
    filler = [
        Section(id=f"filler-{n}", title="Filler", blocks=(Text(kind="paragraph", words=("x",)),)) for n in range(20)
    ]
    report = Report(title="T", sections=(far, *filler, Section(id="near", title="Near", blocks=(table,))))
    pages = texts_of(PdfReader(io.BytesIO(pdf_bytes(report)[0])))
    assert f"See Table 1 (p. {page_of(pages, 'Table 1. ')})." in flat(" ".join(pages))


# What the file says of itself


def test_the_metadata_say_what_was_found_and_by_which_methods(plain: Report, reader: PdfReader) -> None:
    told = reader.metadata
    assert told is not None
    assert told.title == "C4.5 and its variants"
    assert told.subject is not None
    assert told.subject.startswith(subject_of(plain))
    assert "Friedman test" in told["/Keywords"]
    assert told.creator == "benchreport"
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_a_date_is_stated_only_if_somebody_said_one(monkeypatch: pytest.MonkeyPatch) -> None:
    small = Report(title="T", sections=(Section(id="s", title="S", blocks=()),))
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert "/CreationDate" not in (PdfReader(io.BytesIO(pdf_bytes(small)[0])).metadata or {})
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    dated = PdfReader(io.BytesIO(pdf_bytes(small)[0])).metadata
    assert dated is not None
    assert dated.creation_date == datetime.fromtimestamp(1_700_000_000, UTC)


def test_the_marks_of_an_archive_file_are_there(reader: PdfReader) -> None:
    root: Any = reader.trailer["/Root"]
    (intent,) = root["/OutputIntents"]
    assert intent.get_object()["/S"] == "/GTS_PDFA1"
    assert intent.get_object()["/DestOutputProfile"].get_object()["/N"] == 3
    described = root["/Metadata"].get_object().get_data().decode()
    assert 'part="3"' in described
    assert 'conformance="U"' in described
    assert root["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in root


def test_attached_files_say_how_they_relate_to_the_document(reader: PdfReader) -> None:
    root: Any = reader.trailer["/Root"]
    found = {one.get_object()["/UF"]: one.get_object()["/AFRelationship"] for one in root["/AF"]}
    tables = {name: "/Data" for name in found if name.endswith(".csv")}
    assert found == {INPUT: "/Data", RECIPE: "/Source", RESULTS: "/Data", PROVENANCE: "/Data", **tables}


def test_without_data_nothing_is_attached(demsar: pl.DataFrame) -> None:
    report = br.report(demsar, sections=["setup"])
    assert PdfReader(io.BytesIO(pdf_bytes(report)[0])).attachments.keys() >= {INPUT, RECIPE}
    reader = PdfReader(io.BytesIO(pdf_bytes(report, data=False)[0]))
    assert reader.attachments == {}
    assert "/AF" not in reader.trailer["/Root"]


def test_every_font_is_embedded(reader: PdfReader) -> None:
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"].get("/Font", {}).values()]
    assert fonts
    for font in fonts:
        described = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile2", "/FontFile3"} & set(described)
        assert "/ToUnicode" in font


def test_no_claim_of_compliance_is_printed(pages: list[str]) -> None:
    assert "PDF/A" not in " ".join(pages)


# The page


@pytest.mark.parametrize("which", ["plain_pdf", pytest.param("hostile_pdf", marks=pytest.mark.long)])
def test_everything_lies_within_the_margins(which: str, request: pytest.FixtureRequest) -> None:
    document = pypdfium2.PdfDocument(request.getfixturevalue(which))
    try:
        for number in range(len(document)):
            page = document[number]
            text = page.get_textpage()
            width, height = page.get_size()
            for place in range(text.count_rects()):
                left, bottom, right, top = text.get_rect(place)
                assert left >= 36, f"page {number + 1}"
                assert right <= width - 36, f"page {number + 1}: {text.get_text_bounded(left, bottom, right, top)}"
                assert bottom >= 20
                assert top <= height - 20
            text.close()
            page.close()
    finally:
        document.close()


def test_captions_stay_with_their_tables(plain: Report, pages: list[str]) -> None:
    for number, table in enumerate(tables_of(plain), 1):
        page = flat(pages[page_of(pages, f"Table {number}. ") - 1])
        caption = page.index(f"Table {number}. ")
        assert flat(table.rows[0][0].text) in page[caption:], table.id


@pytest.mark.long
def test_the_typesetter_has_nothing_to_complain_of_and_the_whole_report_is_verified(
    plain: Report, plain_pdf: bytes, tmp_path: Path
) -> None:
    content, complaints = pdf_bytes(plain)
    assert complaints == []
    assert content == plain_pdf
    (tmp_path / "r.pdf").write_bytes(content)
    assert br.verify(tmp_path / "r.pdf") == []


# The structure that is read aloud


def structure(reader: PdfReader) -> list[dict[str, Any]]:
    """Read the elements of the structure in order, each with the chain of kinds above it."""
    elements: list[dict[str, Any]] = []

    def walk(node: Any, above: tuple[str, ...]) -> None:
        node = node.get_object()
        if not isinstance(node, dict) or ("/S" not in node and "/K" not in node):
            return
        kind = node.get("/S", "")
        elements.append({"kind": kind, "above": above, "alt": node.get("/Alt"), "looks": node.get("/A", {})})
        kids = node.get("/K", [])
        kids = kids.get_object() if hasattr(kids, "get_object") else kids
        for kid in kids if isinstance(kids, list) else [kids]:
            if not isinstance(kid, int):
                walk(kid, (*above, kind))

    walk(reader.trailer["/Root"]["/StructTreeRoot"], ())
    return elements


def test_headings_are_tagged_in_order_and_no_level_is_left_out(standard: Report, standard_reader: PdfReader) -> None:
    levels = [int(item["kind"][2:]) for item in structure(standard_reader) if re.fullmatch(r"/H\d", item["kind"])]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert levels.count(2) == len(numbered(standard))
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_heads_of_columns_and_rows_have_a_scope_and_cells_name_their_heads(standard_reader: PdfReader) -> None:
    elements = structure(standard_reader)
    heads = [item for item in elements if item["kind"] == "/TH"]
    assert {item["looks"]["/Scope"] for item in heads} == {"/Column", "/Row"}
    for item in heads:
        assert (item["looks"]["/Scope"] == "/Column") == ("/THead" in item["above"])
    assert all(item["looks"]["/Headers"] for item in elements if item["kind"] == "/TD")


def test_figures_have_their_words_and_formulas_their_text(standard: Report, standard_reader: PdfReader) -> None:
    elements = structure(standard_reader)
    words = [item["alt"] for item in elements if item["kind"] == "/Figure"]
    assert sorted(words) == sorted(figure.alternative for figure in figures_of(standard))
    formulas = [item["alt"] for item in elements if item["kind"] == "/Formula"]
    assert all(formulas)
    assert any("chi" in text for text in formulas)


def test_no_font_is_drawn_letter_by_letter(reader: PdfReader) -> None:
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"].get("/Font", {}).values()]
    assert "/Type3" not in {font["/Subtype"] for font in fonts}


def test_the_typesetter_is_loaded_without_another_program() -> None:
    script = """
import sys
sys.addaudithook(lambda event, _: print(event) if event in ("subprocess.Popen", "os.posix_spawn", "os.fork") else None)
from benchreport.document.formats.pdf import load_typesetter
load_typesetter()
print("weasyprint" in sys.modules)
"""
    answer = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["True"]


def test_libraries_are_searched_for_where_no_file_has_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[str | None] = []

    def loaded(_: str) -> None:
        answers.append(ctypes.util.find_library("pango-1.0"))
        if answers[-1] is None:
            raise OSError("cannot load library 'pango-1.0'")

    monkeypatch.setattr("ctypes.util.find_library", lambda name: f"/elsewhere/{name}.dylib")
    monkeypatch.setattr(pdf, "import_module", loaded)
    load_typesetter()
    assert answers == [None, "/elsewhere/pango-1.0.dylib"]


def test_only_the_thread_that_imports_does_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.util.find_library", lambda name: f"/elsewhere/{name}")
    with libraries_by_file(), ThreadPoolExecutor(1) as other:
        assert ctypes.util.find_library("c") is None
        assert other.submit(ctypes.util.find_library, "c").result() == "/elsewhere/c"
    assert ctypes.util.find_library("c") == "/elsewhere/c"


def test_pages_are_the_same_without_styles_of_notes(standard: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    from weasyprint.html import UA_STYLESHEET

    usual, lean = UA_STYLESHEET.matcher.other_selectors, pdf._without_notes([UA_STYLESHEET])[0].matcher.other_selectors
    assert {rule[3] for rule in usual} - {rule[3] for rule in lean} == NOTES
    assert pdf._without_notes([object()])[0] is not None  # a library that keeps its rules in another way
    content, _ = pdf_bytes(standard)
    monkeypatch.setattr(pdf, "_without_notes", lambda sheets: sheets)
    assert pdf_bytes(standard)[0] == content


def test_streams_are_compressed_once_and_hold_what_the_library_would_write() -> None:
    parts = [b"q", "Q", 1.5, pydyf.Array([1, 2])]
    plain, packed = pydyf.Stream(parts), pydyf.Stream(parts, {"Type": "/XObject"}, compress=True)
    compress_stream(packed)
    compress_stream(packed)
    head, _, content = packed.data.partition(b"stream\n")
    written = zlib.decompress(content.removesuffix(b"\nendstream"))
    assert written == plain.data.partition(b"stream\n")[2].removesuffix(b"\nendstream") == b"q\nQ\n1.5\n[1 2]"
    assert b"/Filter /FlateDecode" in head
    assert b"/Type /XObject" in head
    assert not packed.compress


def test_a_file_holds_every_object_that_the_library_would_write() -> None:
    def made() -> pydyf.PDF:
        file = pydyf.PDF()
        file.info["Title"] = pydyf.String("Größe (1)")
        content = pydyf.Stream([b"q", b"Q"], compress=True)
        file.add_object(content)
        box = pydyf.Array([0, 0, 9, 9])
        page = pydyf.Dictionary(
            {"Type": "/Page", "Parent": file.pages.reference, "Contents": content.reference, "MediaBox": box}
        )
        file.add_page(page)
        file.add_object(pydyf.Dictionary({"Left": pydyf.Array([1, 2])}))
        return file

    output = io.BytesIO()
    made().write(output, b"1.7", b"name", compress=True)
    written = (pdf_file(made(), "1.7", b"name"), output.getvalue())
    files = [PdfReader(io.BytesIO(content), strict=True) for content in written]
    ours, theirs = ([file.get_object(number) for number in range(1, 7)] for file in files)
    assert re.sub(r"\d{9,}", "", repr(ours)) == re.sub(r"\d{9,}", "", repr(theirs))
    assert files[0].metadata is not None
    assert files[0].metadata.title == "Größe (1)"
    assert files[0].pages[0].get_contents().get_data() == b"q\nQ"
    assert files[0].trailer["/ID"][0] == files[1].trailer["/ID"][0]


def test_what_follows_a_name_read_from_the_right_stays_behind_it() -> None:
    report = br.Report(title="Names", sections=(br.section("One", "It beats שלום (0.84) twice."),))
    page = pypdfium2.PdfDocument(io.BytesIO(pdf_bytes(report)[0]))[0].get_textpage()
    left = {page.get_text_range(place, 1): page.get_charbox(place)[0] for place in range(page.count_chars())}
    opening, closing = sorted((left["("], left[")"]))  # turned round where a program reads them beside such letters
    assert left["ש"] < opening < left["8"] < closing
