"""Rows of long tables in blocks: laid out as one piece, drawn cell by cell, tagged as rows and cells of their table.

WeasyPrint takes about a millisecond for every cell that it lays out. So of a long table only those rows are cells to it
that show what no row above them does; the others have the places of their columns, their type and colours from these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from itertools import pairwise
from typing import Any, NamedTuple

from benchreport.document.exhibits import paper
from benchreport.document.exhibits.cells import LONGEST_NAME
from benchreport.document.formats.pdf_file import stream_content
from benchreport.document.model.blocks import Table

SCHEME = "rows:"
# A table of so many rows is set in blocks; so many rows are in one at most, and so many stay together at the beginning.
LONG, HIGH, FIRST = 25, 5, 3
# Scripts whose widths are estimated well.
PLAIN = re.compile("[ -~\u00a0-\u017f\u0370-\u03ff\u2000-\u200a\u2010-\u2027\u2030-\u203a\u2190-\u22ff]*")
# The properties of a style that decide how a text is drawn.
TYPE = (
    *("font_family", "font_size", "font_weight", "font_style", "font_stretch", "font_kerning", "font_variant_numeric"),
    *("font_variant_caps", "font_variant_ligatures", "font_feature_settings", "letter_spacing", "word_spacing"),
    *("color", "text_decoration_line", "text_decoration_color", "visibility", "lang", "white_space"),
)

# Cells of one kind look alike: heads of rows or other cells, on which side they are flush, how they are emphasised.
Kind = tuple[str, str, str]
Cell = Mapping[str, Any]


class Entry(NamedTuple):
    """A cell of a block: what is seen, the blanks behind it, and its emphasis."""

    text: str
    blank: str
    emphasis: str


class Line(NamedTuple):
    """What stands on a line of a table's markup: the cells of a row, or the address of a block of rows."""

    rule: str
    cells: Sequence[Cell] = ()
    block: str = ""
    rows: int = 0


class Place(NamedTuple):
    """Where a column is, in pixels from the left edge of its table: its cells with their margins, and the text."""

    tag: str
    side: str
    start: float
    end: float
    text_start: float
    text_end: float


class Sample(NamedTuple):
    """A text as WeasyPrint laid it out, how it is set, its baseline below the top of its row, what is behind it."""

    text: Any
    setting: str
    baseline: float
    ground: Any


class Ink(NamedTuple):
    """A text as operators of a page, drawn at the origin, with its width and its baseline."""

    operators: bytes
    width: float
    baseline: float


@dataclass(eq=False, kw_only=True)
class Looks:
    """The columns of a table as laid out, a sample of each kind of its cells, and texts that were drawn before."""

    places: Sequence[Place]
    samples: Mapping[Kind, Sample]
    inks: dict[tuple[str, str], Ink]

    def cell(self, stream: Any, entry: Entry, place: Place, top: float) -> bytes:
        """Draw a cell of the row that begins at a height of the block."""
        if not entry.text:
            return b""
        sample = self.samples[place.tag, place.side, entry.emphasis]
        apart = entry.emphasis == "second"  # blanks are not underlined
        ink = self._ink(stream, sample, entry.text if apart else entry.text + entry.blank)
        left = place.text_start
        if place.side == "right":
            behind = self._ink(stream, sample, entry.blank).width if apart and entry.blank else 0.0
            left = place.text_end - ink.width - behind
        return b"q\n1 0 0 1 %.3f %.3f cm\n%s\nQ" % (left, top + sample.baseline - ink.baseline, ink.operators)

    def ground(self, stream: Any, entry: Entry, place: Place, top: float, height: float) -> bytes:
        """Draw what is behind a cell."""
        sample = self.samples.get((place.tag, place.side, entry.emphasis))
        if sample is None or not sample.ground.alpha:
            return b""
        sheet = stream.clone(tags=None)
        sheet.set_color(sample.ground)
        sheet.rectangle(place.start, top, place.end - place.start, height)
        sheet.fill()
        return b"q\n%s\nQ\n" % stream_content(sheet)

    def _ink(self, stream: Any, sample: Sample, text: str) -> Ink:
        key = sample.setting, text
        if key not in self.inks:
            from weasyprint.draw.text import draw_text
            from weasyprint.text.line_break import split_first_line

            box = sample.text.copy_with_text(text)
            box.pango_layout, *_, box.width, box.height, box.baseline = split_first_line(text, box.style, None, None, 0)
            box.position_x = box.position_y = 0
            sheet = stream.clone(tags=None)
            draw_text(sheet, box, 0, "clip", "none")
            # Without the distances of nothing that WeasyPrint writes between letters.
            operators = stream_content(sheet).replace(b">0<", b"").replace(b">0]", b">]")
            self.inks[key] = Ink(operators, box.width, box.baseline)
        return self.inks[key]


@dataclass(eq=False, kw_only=True)
class Drawing:
    """A block that was drawn: the page, where on it the operators go, and those of the ground and of every cell.

    ``mark`` is the number by which the structure of the page knows the block, ``tags`` are those of the columns.
    """

    page: Any
    tags: Sequence[bytes]
    place: int
    mark: int
    ground: bytes
    rows: Sequence[Sequence[bytes]]


@dataclass(eq=False, kw_only=True)
class RowBlock:
    """Rows of a table that are laid out as one picture; WeasyPrint asks it for its size and has it drawn."""

    table: str
    rows: Sequence[Sequence[Entry]]
    looks: Looks | None = None
    drawing: Drawing | None = None

    def get_intrinsic_size(self, _resolution: float, _font_size: float) -> tuple[None, None, None]:
        """Return no size: the style sheet has it."""
        return None, None, None

    def draw(self, stream: Any, _width: float, height: float, _style: Any) -> None:
        """Draw the rows; what is drawn is written to the page when its numbers in the structure are known."""
        looks = self.looks
        if looks is None:
            raise TypeError(f"the columns of {self.table} were not measured")
        pitch = height / len(self.rows)
        rows = [
            [(entry, place, number * pitch) for entry, place in zip(row, looks.places, strict=True)]
            for number, row in enumerate(self.rows)
        ]
        self.drawing = Drawing(
            page=stream,
            tags=[place.tag.upper().encode() for place in looks.places],
            place=len(stream.stream),
            mark=len(stream._tags) - 1,
            ground=b"".join(looks.ground(stream, *cell, pitch) for row in rows for cell in row),
            rows=[[looks.cell(stream, *cell) for cell in row] for row in rows],
        )
        stream.stream.append(b"")


@dataclass(kw_only=True)
class RowBlocks:
    """The blocks of a document by their addresses: made with its markup, measured when it is laid out."""

    by_address: dict[str, RowBlock] = field(default_factory=dict)

    def lines(self, table: Table, rows: Sequence[Sequence[Cell]]) -> list[Line]:
        """Return the lines of a long table with most rows in blocks; none if all rows are set cell by cell."""
        if len(rows) < LONG or not _suitable(table):
            return []
        lines: list[Line] = []
        sampled: set[Kind] = set()
        plain = _plain_rows(table)
        rules = {place for place in table.rules if place < len(rows)}
        for start, end in pairwise(sorted({0, FIRST, len(rows), *range(HIGH, len(rows), HIGH), *rules})):
            names = {"ruled": start in rules, "fifth": start > 0 and start % HIGH == 0}
            rule = " ".join(name for name, drawn in names.items() if drawn)
            begun = start
            for number in range(start, end):
                kinds = set(_kinds(table, rows[number]))
                if number and plain[number] and kinds <= sampled:
                    continue
                sampled |= kinds
                lines += self._block(table, rows[begun:number], rule if begun == start else "")
                lines.append(Line(rule if number == start else "", cells=rows[number]))
                begun = number + 1
            lines += self._block(table, rows[begun:end], rule if begun == start else "")
        return lines

    def _block(self, table: Table, rows: Sequence[Sequence[Cell]], rule: str) -> list[Line]:
        """Return the line of a block, and keep its cells; none of no rows."""
        if not rows:
            return []
        address = f"{SCHEME}{len(self.by_address)}"
        self.by_address[address] = RowBlock(table=table.id, rows=[[_entry(cell) for cell in row] for row in rows])
        return [Line(rule, block=address, rows=len(rows))]

    def widest(self, table: Table) -> list[str]:
        """Return, for each column of a table, the widest text of its blocks."""
        rows = [row for block in self.by_address.values() if block.table == table.id for row in block.rows]
        return [
            max((entry.text + entry.blank for entry in column), key=paper.extent, default="")
            for column in zip(*rows, strict=True)
        ]

    def measure(self, document: Any) -> None:
        """Read off a laid out document where the columns of the blocks are, and what their texts look like."""
        inks: dict[tuple[str, str], Ink] = {}
        tables = {block.table for block in self.by_address.values()}
        looks: dict[str, Looks] = {}
        for name, rows in _sample_rows(document, tables):
            if name not in looks:
                places = [_place(cell, rows[0].children[0].position_x) for cell in rows[0].children]
                looks[name] = Looks(places=places, samples={}, inks=inks)
            samples = {kind: sample for row in reversed(rows) for kind, sample in _samples(row)}
            looks[name].samples = {**samples, **looks[name].samples}
        for block in self.by_address.values():
            block.looks = looks[block.table]

    def write(self, pdf: Any) -> None:
        """Write the drawn blocks to their pages, every cell marked, and their rows to the structure of the file."""
        if not self.by_address:
            return
        root = _object(pdf, pdf.catalog["StructTreeRoot"])
        numbers = _object(pdf, root["ParentTree"])["Nums"]
        contents = [_object(pdf, page)["Contents"] for page in pdf.page_references]
        for block in self.by_address.values():
            if block.drawing is not None:
                place = contents.index(block.drawing.page.reference)
                _write(pdf, block.drawing, pdf.page_references[place], numbers[2 * place + 1])
                block.drawing = None


def _suitable(table: Table) -> bool:
    """Return whether every row of a table is as high as one line of it and no text takes another column's room."""
    if not any(column.title for column in table.columns):
        return False
    if table.complete:
        return True
    words = [
        row[place].text for place, column in enumerate(table.columns) if column.align == "left" for row in table.rows
    ]
    fits = not table.wide and not paper.setting_of(table.columns, table.rows)
    return fits and all(len(text) <= LONGEST_NAME for text in words)


def _plain_rows(table: Table) -> list[bool]:
    """Return which rows have neither marks nor names on two lines, and signs whose widths are estimated well."""
    single = paper.rows_on_one_line(table) if table.complete else [True] * len(table.rows)
    return [
        fits and not any(cell.sup or not PLAIN.fullmatch(cell.text) for cell in row)
        for row, fits in zip(table.rows, single, strict=True)
    ]


def _kinds(table: Table, row: Sequence[Cell]) -> Iterator[Kind]:
    """Yield the kinds of the cells of a row that have a text."""
    named = table.columns[0].align == "left"
    for place, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
        if cell["text"]:
            tag = "th" if named and place == 0 else "td"
            yield tag, "left" if column.align == "left" else "right", cell["emphasis"] or ""


def _entry(cell: Cell) -> Entry:
    return Entry(re.sub(r"[ \t\n]+", " ", unescape(cell["text"])).strip(" "), cell["blank"], cell["emphasis"] or "")


def _sample_rows(document: Any, tables: set[str]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the rows of tables that were laid out cell by cell, page by page."""
    for sheet in document.pages:
        for box in sheet._page_box.descendants():
            name = box.element.get("id") if box.element is not None else None
            if name not in tables or box.element_tag != "div":
                continue
            rows = [
                row
                for row in box.descendants()
                if row.element_tag == "tr"
                and "block" not in row.element.get("class", "").split()
                and row.children
                and row.children[0].element.get("scope") not in ("col", "colgroup")
            ]
            if rows:
                yield name, rows


def _place(cell: Any, origin: float) -> Place:
    start, text = cell.position_x - origin, cell.content_box_x() - origin
    return Place(cell.element_tag, _side(cell), start, start + cell.border_width(), text, text + cell.width)


def _samples(row: Any) -> Iterator[tuple[Kind, Sample]]:
    from weasyprint.draw.color import get_color

    for cell in row.children:
        text = next((part for part in cell.descendants() if hasattr(part, "pango_layout")), None)
        if text is not None:
            baseline = text.position_y + text.baseline - row.position_y
            setting = repr([text.style[name] for name in TYPE])
            kind = cell.element_tag, _side(cell), _emphasis(cell)
            yield kind, Sample(text, setting, baseline, get_color(cell.style, "background_color"))


def _side(cell: Any) -> str:
    return "left" if "left" in cell.element.get("class", "").split() else "right"


def _emphasis(cell: Any) -> str:
    if "best" in cell.element.get("class", "").split():
        return "best"
    return "second" if any(part.get("class") == "second" for part in cell.element) else ""


# The structure of a table in the file


def _object(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _write(pdf: Any, drawing: Drawing, page: bytes, numbers: Any) -> None:
    """Write a block to its page, and its rows into the structure in the place of the row that was laid out."""
    chain = [_object(pdf, numbers[drawing.mark])]
    while chain[-1]["S"] != "/TR":
        chain.append(_object(pdf, chain[-1]["P"]))
    group = _object(pdf, chain[-1]["P"])
    heads = _heads(pdf, group if group["S"] == "/Table" else _object(pdf, group["P"]))
    taken = [item.number for item in chain]
    rows: list[bytes] = []
    # The mark of the picture that the block was laid out as is closed before anything is drawn.
    operators = [b"EMC", *([b"/Artifact BMC\n%sEMC" % drawing.ground] if drawing.ground else [])]
    marks: dict[int, bytes] = {}
    for cells in drawing.rows:
        row = _added(pdf, taken)
        rows.append(row.reference)
        name = b"(%d-0)" % row.number
        inside: list[bytes] = []
        for tag, head, ink in zip(drawing.tags, heads, cells, strict=True):
            cell = _added(pdf, taken)
            inside.append(cell.reference)
            own = [len(numbers) + len(marks)] if ink else []
            marks |= dict.fromkeys(own, cell.reference)
            operators += [b"/%s <</MCID %d>> BDC\n%s\nEMC" % (tag, mark, ink) for mark in own]
            if len(rows) == len(inside) == 1:
                numbers[drawing.mark] = cell.reference
                own = [drawing.mark, *own]
            looks = (
                b"/Scope /Row" if tag == b"TH" else b"/Headers [%s%s]" % (name if b"TH" in drawing.tags else b"", head)
            )
            cell.data = b"<</Type /StructElem /S /%s /P %s /Pg %s /K [%s]%s /A <</O /Table %s>>>>" % (
                *(tag, row.reference, page, b" ".join(b"%d" % mark for mark in own)),
                *(b" /ID " + name if tag == b"TH" else b"", looks),
            )
        row.data = b"<</Type /StructElem /S /TR /P %s /Pg %s /K [%s]>>" % (group.reference, page, b" ".join(inside))
    numbers.extend(marks.values())
    place = group["K"].index(chain[-1].reference)
    group["K"][place : place + 1] = rows
    drawing.page.stream[drawing.place] = b"\n".join([*operators, b"/Artifact BMC"])


def _heads(pdf: Any, table: Any) -> list[bytes]:
    """Return the names of the heads of every column of a table."""
    heads: dict[int, list[bytes]] = {}
    groups = [_object(pdf, reference) for reference in table["K"]]
    for row in (_object(pdf, reference) for group in groups if group["S"] == "/THead" for reference in group["K"]):
        place = 0
        for head in (_object(pdf, reference) for reference in row["K"]):
            for _ in range(head["A"].get("ColSpan", 1)):
                heads.setdefault(place, []).append(head["ID"].data)
                place += 1
    return [b"".join(heads[place]) for place in sorted(heads)]


def _added(pdf: Any, taken: list[int]) -> Any:
    """Return a new object of a file, first those in the place of objects that are not needed any more."""
    item = _written_object()()
    if taken:
        item.number = taken.pop()
        pdf.objects[item.number] = item
    else:
        pdf.add_object(item)
    return item


@lru_cache(maxsize=1)
def _written_object() -> Any:
    """Return the class of objects that are written out already; the library of the PDF is loaded when one is made."""
    import pydyf

    return type("WrittenObject", (pydyf.Object,), {"data": b""})
