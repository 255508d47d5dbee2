"""Long tables in blocks of rows: tagged as tables, read in order, looking as if every cell had been laid out."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pypdfium2
import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ContentStream, NameObject

import benchreport as br
from benchreport.document.formats.pdf import pdf_bytes
from benchreport.document.formats.row_blocks import FIRST, HIGH, LONG, RowBlocks
from benchreport.document.model.blocks import Cell, Column, Look, Report, Section, Table
from benchreport.resources import resource

ROWS, COLUMNS = 63, 4
NAMES = [f"set {number}" for number in range(ROWS)]
VALUES = np.random.default_rng(7).random((ROWS, COLUMNS)).round(3)
# Whoever has a style sheet of their own gets every cell laid out; this is ours.
CELL_BY_CELL = Look(templates={"styles/paper.css": resource("templates", "styles/paper.css").read_text("utf8")})


def row(number: int) -> tuple[Cell, ...]:
    best, second = sorted(VALUES[number], reverse=True)[:2]
    marks = {best: "best", second: "second"}
    return (
        Cell(text=NAMES[number]),
        *(Cell(text=f"{value:.3f}", emphasis=marks.get(value, "")) for value in VALUES[number]),  # type: ignore[arg-type]
    )


def table(**changes: Any) -> Table:
    heads = (
        Column(title="dataset", align="left"),
        *(Column(title=f"c{n}", align="decimal", group="auc" if n > 1 else "") for n in range(COLUMNS)),
    )
    plain = Table(
        id="t", caption=("Values. All.",), columns=heads, rows=tuple(map(row, range(ROWS))), frame=pl.DataFrame()
    )
    return replace(plain, **changes)


def report_of(block: Table, **changes: Any) -> Report:
    return Report(title="T", sections=(Section(id="results", title="Results", blocks=(block,)),), **changes)


@pytest.fixture(scope="module")
def content() -> bytes:
    written, complaints = pdf_bytes(report_of(table()))
    assert complaints == []
    return written


@pytest.fixture(scope="module")
def reader(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


def kids(element: Any) -> list[Any]:
    return [kid if isinstance(kid, int) else kid.get_object() for kid in element.get("/K", [])]


def elements(element: Any, kind: str) -> Iterator[Any]:
    """Yield the elements of a kind below another, in order."""
    for kid in kids(element):
        if not isinstance(kid, int) and kid.get("/S") == kind:
            yield kid
        elif not isinstance(kid, int):
            yield from elements(kid, kind)


def marked_texts(reader: PdfReader) -> dict[tuple[int, int], str]:
    """Read the text of every marked content, by the object number of its page and its own."""
    texts: dict[tuple[int, int], str] = {}
    for page in reader.pages:
        fonts = {name: unicode_of(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}
        marks, letters = [], {}
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator in (b"BDC", b"BMC"):
                marks.append(operands[1].get("/MCID") if operator == b"BDC" else None)
                assert sum(mark is not None for mark in marks) <= 1  # no marked content lies in another
            elif operator == b"EMC":
                marks.pop()
            elif operator == b"Tf":
                letters = fonts[operands[0]]
            elif operator == b"TJ" and marks and marks[-1] is not None:
                glyphs = b"".join(bytes(part.original_bytes) for part in operands[0] if hasattr(part, "original_bytes"))
                codes = [int.from_bytes(glyphs[place : place + 2], "big") for place in range(0, len(glyphs), 2)]
                key = page.indirect_reference.idnum, int(marks[-1])
                texts[key] = texts.get(key, "") + "".join(letters[code] for code in codes)
        assert marks == []
    return texts


def unicode_of(font: Any) -> dict[int, str]:
    listing = font["/ToUnicode"].get_object().get_data().decode()
    pairs = re.findall(r"<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>", listing)
    return {int(glyph, 16): bytes.fromhex(text).decode("utf-16-be") for glyph, text in pairs}


def text_of(element: Any, texts: dict[tuple[int, int], str]) -> str:
    page = element.raw_get("/Pg").idnum
    parts = [texts.get((page, kid), "") if isinstance(kid, int) else text_of(kid, texts) for kid in kids(element)]
    return "".join(parts)


# The structure


def test_every_row_is_tagged_with_its_head_and_its_cells(reader: PdfReader) -> None:
    texts = marked_texts(reader)
    root = reader.trailer["/Root"]["/StructTreeRoot"]
    rows = [one for body in elements(root, "/TBody") for one in elements(body, "/TR")]
    printed = [[text_of(cell, texts).strip() for cell in kids(one)] for one in rows]
    assert printed == [
        [name, *(f"{value:.3f}" for value in values)] for name, values in zip(NAMES, VALUES, strict=True)
    ]
    assert {tuple(cell["/S"] for cell in kids(one)) for one in rows} == {("/TH", *["/TD"] * COLUMNS)}
    assert {kids(one)[0]["/A"]["/Scope"] for one in rows} == {"/Row"}


def test_cells_name_the_heads_of_their_row_and_column(reader: PdfReader) -> None:
    texts = marked_texts(reader)
    checked = 0
    for block in elements(reader.trailer["/Root"]["/StructTreeRoot"], "/Table"):
        heads = [head for one in elements(block, "/TR") for head in kids(one) if head["/S"] == "/TH"]
        names = {head["/ID"]: text_of(head, texts).strip() for head in heads}
        assert len(names) == len(heads)
        for body in elements(block, "/TBody"):
            for one in elements(body, "/TR"):
                title, *cells = kids(one)
                for number, cell in enumerate(cells):
                    headers = {names[name] for name in cell["/A"]["/Headers"]}
                    # Of a head over several columns WeasyPrint tells the first one alone.
                    assert headers - {"" if number < 2 else "auc"} == {names[title["/ID"]], f"c{number}"}
                    checked += 1
    assert checked == ROWS * COLUMNS


def test_the_numbers_of_marked_contents_lead_to_their_elements(reader: PdfReader) -> None:
    root: Any = reader.trailer["/Root"]["/StructTreeRoot"]
    numbers = root["/ParentTree"]["/Nums"]
    by_page = dict(zip(numbers[::2], numbers[1::2], strict=True))
    for page in reader.pages:
        owners = by_page[page["/StructParents"]]
        marks = [
            operands[1]["/MCID"]
            for operands, operator in ContentStream(page.get_contents(), reader).operations
            if operator == b"BDC"
        ]
        assert sorted(marks) == list(range(len(owners)))
        for mark in marks:
            assert mark in owners[mark].get_object()["/K"]


def test_nothing_in_the_file_calls_a_block_a_figure(reader: PdfReader) -> None:
    assert list(elements(reader.trailer["/Root"]["/StructTreeRoot"], "/Figure")) == []


# The page


def words_of(content: bytes) -> list[str]:
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return [word for word in text.split() if word not in ("/", "dataset", "auc", "c0", "c1", "c2", "c3")]


def test_the_text_is_that_of_a_table_laid_out_cell_by_cell(content: bytes) -> None:
    plain, _ = pdf_bytes(report_of(table(), look=CELL_BY_CELL))
    assert words_of(content) == words_of(plain)


def rectangles(content: bytes, words: list[str]) -> np.ndarray:
    """Read where words are on the first page."""
    page = pypdfium2.PdfDocument(content)[0].get_textpage()
    places = []
    for word in words:
        start, count = page.search(word, match_whole_word=True).get_next()
        boxes = [page.get_charbox(place) for place in range(start, start + count)]
        places.append([boxes[0][0], boxes[0][1], boxes[-1][2], boxes[-1][3]])
    return np.array(places)


def test_every_text_is_where_it_would_be_if_every_cell_was_laid_out(content: bytes) -> None:
    numbers = [f"{value:.3f}" for value in VALUES[:20].ravel()]
    unique = [word for word in numbers if numbers.count(word) == 1]
    words = [*NAMES[10:20], *unique]
    plain, _ = pdf_bytes(report_of(table(), look=CELL_BY_CELL))
    assert np.abs(rectangles(content, words) - rectangles(plain, words)).max() < 1.2


def test_the_same_table_has_the_same_bytes(content: bytes) -> None:
    assert pdf_bytes(report_of(table()))[0] == content


@pytest.mark.parametrize(
    ("change", "printed"),
    [
        (Cell(text="set 30", sup="a"), "set 30a"),
        (Cell(text="\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}"), "\N{HEBREW LETTER ALEF}"),
        (Cell(text="R&D <b>"), "R&D <b>"),
    ],
)
def test_rows_out_of_the_ordinary_stay_in_their_place(change: Cell, printed: str) -> None:
    rows = [row(number) for number in range(ROWS)]
    rows[30] = (change, *rows[30][1:])
    written, _ = pdf_bytes(report_of(table(rows=tuple(rows))))
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(written)).pages).split())
    before, after = text.index("set 29 "), text.index("set 31 ")
    assert printed in text[before:after]


# What is set in blocks


def cells_of(block: Table) -> list[list[dict[str, Any]]]:
    return [
        [{"text": cell.text, "blank": "", "emphasis": cell.emphasis, "sup": cell.sup} for cell in one]
        for one in block.rows
    ]


def test_rows_that_show_something_new_are_cells_and_a_rule_begins_another_block() -> None:
    block = table(rules=(17,))
    lines = RowBlocks().lines(block, cells_of(block))
    assert [line.rows for line in lines[:7]] == [0, FIRST - 1, HIGH - FIRST, 5, 5, 2, 3]
    assert [line.rule for line in lines[:7]] == ["", "", "", "fifth", "fifth", "fifth", "ruled"]
    assert sum(line.rows or 1 for line in lines) == ROWS
    # Without emphasis before the eighth row, this one is the first that shows it.
    later = replace(block, rows=tuple(tuple(replace(cell, emphasis="") for cell in one) for one in block.rows[:7]))
    later = replace(later, rows=later.rows + block.rows[7:])
    lines = RowBlocks().lines(later, cells_of(later))
    assert [line.rows for line in lines[:6]] == [0, 2, 2, 2, 0, 2]
    assert [line.rule for line in lines[:6]] == ["", "", "", "fifth", "", ""]


def test_short_tables_and_long_words_are_laid_out_cell_by_cell() -> None:
    short = table(rows=tuple(map(row, range(LONG - 1))))
    assert RowBlocks().lines(short, cells_of(short)) == []
    wordy = table(rows=tuple((Cell(text="word " * 9), *row(number)[1:]) for number in range(ROWS)))
    assert RowBlocks().lines(wordy, cells_of(wordy)) == []


# The proof


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    keys = [(f"set {dataset}", f"method {algorithm}") for dataset in range(30) for algorithm in range(3)]
    values = np.random.default_rng(3).random(len(keys)).round(4)
    frame = pl.DataFrame(keys, schema=["dataset", "algorithm"], orient="row").with_columns(
        metric=pl.lit("accuracy"), value=pl.Series(values)
    )
    return br.report(frame, sections=["tables"]).write(tmp_path_factory.mktemp("study") / "study.pdf")


def test_a_report_with_blocks_is_verified(study: Path) -> None:
    assert br.verify(study) == []


def test_a_changed_digit_of_a_block_is_found(study: Path, tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=PdfReader(study))
    page = next(page for page in writer.pages if "set 20" in page.extract_text())
    stream = page["/Contents"].get_object()
    cells = stream.get_data().split(b"/TD <</MCID ")[-2:]
    first, other = (re.findall(rb"<[0-9a-f]{8,}>", cell)[0] for cell in cells)
    assert first != other
    changed = ContentStream(None, writer)
    changed.set_data(stream.get_data().replace(first, other))
    page[NameObject("/Contents")] = writer._add_object(changed)
    writer.write(tmp_path / "forged.pdf")
    assert br.verify(tmp_path / "forged.pdf") != []
