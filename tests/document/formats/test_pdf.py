"""Is the PDF what a publisher wants: tagged, with bookmarks, lists and true page numbers, marked for archives?"""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pypdfium2
import pytest
from pypdf import PdfReader

import benchreport as br
from benchreport.document.exhibits.paper import line_of
from benchreport.document.formats.pdf import pdf_bytes
from benchreport.document.model.blocks import Figure, Mark, Report, Section, Text, figures_of, tables_of
from benchreport.document.proof.attach import INPUT, PROVENANCE, RECIPE, RESULTS


@pytest.fixture(scope="module")
def reader(plain_pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(plain_pdf))


@pytest.fixture(scope="module")
def pages(reader: PdfReader) -> list[str]:
    return [page.extract_text() for page in reader.pages]


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
    assert [title.split(" ", 1)[1] for title in tops] == [section.title for section in plain.sections]
    below = [item.title for items in reader.outline if isinstance(items, list) for item in items]
    headings = [
        "".join(word if isinstance(word, str) else word.text for word in block.words)
        for section in plain.sections
        for block in section.blocks
        if isinstance(block, Text) and block.kind == "heading"
    ]
    assert headings
    assert [title for title in below if title != "References"] == headings


def test_the_contents_give_the_pages_where_sections_begin(plain: Report, pages: list[str], reader: PdfReader) -> None:
    begins = {
        item.title: reader.get_destination_page_number(item) + 1  # type: ignore[operator]
        for item in reader.outline
        if not isinstance(item, list)
    }
    for number, section in enumerate(plain.sections, 1):
        title = f"{number} {section.title}"
        assert leads_to(pages, "Contents", title) == begins[title]


def test_the_list_of_tables_gives_their_pages(plain: Report, pages: list[str]) -> None:
    tables = tables_of(plain)
    assert len(tables) > 3
    for number, table in enumerate(tables, 1):
        assert leads_to(pages, "Tables", f"{number} {line_of(table.caption)}") == page_of(pages, f"Table {number}. ")


def test_figures_are_listed_when_there_are_more_than_three(plain: Report) -> None:
    (figure, *_) = figures_of(plain)
    assert isinstance(figure, Figure)

    def front(n: int) -> str:
        figures = tuple(replace(figure, id=f"figure-{i}") for i in range(n))
        content, _ = pdf_bytes(Report(title="T", sections=(Section(id="s", title="S", blocks=figures),)))
        return PdfReader(io.BytesIO(content)).pages[0].extract_text()

    assert "Figures" in front(4).splitlines()
    assert "Figures" not in front(3).splitlines()


def test_a_reference_to_another_section_gives_its_page(plain: Report, pages: list[str]) -> None:
    told = flat(" ".join(pages))
    found = re.findall(r"Section (\d+), p\. (\d+)", told)
    assert found
    for section, page in found:
        title = f"{section} {plain.sections[int(section) - 1].title}"
        assert leads_to(pages, "Contents", title) == int(page)


def test_a_reference_to_a_distant_table_gives_its_page(plain: Report) -> None:
    (table, *_) = tables_of(plain)
    far = Section(id="far", title="Far", blocks=(Text(kind="paragraph", words=("See ", Mark("ref", table.id), ".")),))
    filler = Section(id="filler", title="Filler", blocks=tuple(Text(kind="paragraph", words=("x",)) for _ in range(90)))
    report = Report(title="T", sections=(far, filler, Section(id="near", title="Near", blocks=(table,))))
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf_bytes(report)[0])).pages]
    assert f"See Table 1 (p. {page_of(pages, 'Table 1. ')})." in flat(pages[0])


# What the file says of itself


def test_the_metadata_say_what_was_found_and_by_which_methods(reader: PdfReader) -> None:
    told = reader.metadata
    assert told is not None
    assert told.title == "C4.5 and its variants"
    assert told.subject is not None
    assert told.subject.startswith("Over 14 datasets, the algorithms differ significantly by auc (Iman-Davenport")
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
    assert found == {INPUT: "/Data", RECIPE: "/Source", RESULTS: "/Data", PROVENANCE: "/Data"}


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


@pytest.mark.parametrize("which", ["plain_pdf", "hostile_pdf"])
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


def test_the_typesetter_has_nothing_to_complain_of_and_the_whole_report_is_verified(
    plain: Report, plain_pdf: bytes, tmp_path: Path
) -> None:
    content, complaints = pdf_bytes(plain)
    assert complaints == []
    assert content == plain_pdf
    (tmp_path / "r.pdf").write_bytes(content)
    assert br.verify(tmp_path / "r.pdf") == []
