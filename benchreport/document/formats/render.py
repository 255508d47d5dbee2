"""Blocks as marked-up text: all words are escaped, all markup comes from one template per format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby
from typing import Any

from benchreport.document.exhibits import paper
from benchreport.document.exhibits.cells import heading_spans, printed_columns, printed_rows
from benchreport.document.formats.row_blocks import RowBlocks
from benchreport.document.model import blocks
from benchreport.document.model.references import reference, short_reference, works_cited
from benchreport.document.model.sandbox import Macros, macros_of
from benchreport.errors import TemplateError
from benchreport.figures.formulas import formula_lines
from benchreport.files import name_as_text
from benchreport.records import dataclass

SYMBOL = re.compile(r"([A-Za-z]+)((?:[\^_][A-Za-z0-9]+)*)")
GREEK = {"chi": "χ"}
GREEK_WORD = re.compile("|".join(GREEK))
# What every table, figure and section is called where it is referred to, by id.
Names = Mapping[str, str]
NUMERAL = r"[−-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:e[+−-]?\d+)?"
VALUE = re.compile(rf"\s?[=<>≤≥]\s?{NUMERAL}")
# An interval, a p-value, a number of per cent, one without its zero: broken over two lines they would be misread.
ONE_NUMBER = re.compile(
    rf"([\[(]{NUMERAL},\s{NUMERAL}[\])]|(?:\bp\s)?[=<>≤≥]\s{NUMERAL}|{NUMERAL}\s%|(?<![\w.])[−-]?\.\d+"
    r"|\bp(?=-values?\b)|(?<=adjusted )p(?![\w-]))"
)
HEAD_SYMBOL = re.compile(r"^[pnrtF](?=$| \()")
MOST_UNLISTED = 12
TURNING = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Markup:
    """The markup of a report: how text is escaped, how figures and formulas are shown, in which look.

    ``formula`` takes one of one line in TeX and whether it is displayed.
    ``folder`` is where the data of the tables lie beside it; ``attached`` says that the file carries them itself.
    Where it is ``explored``, a script shows complete tables. ``row_blocks`` are the rows that are set in blocks, where
    rows may be.
    """

    name: str
    escape: Callable[[str], str]
    figure_source: Callable[[blocks.Figure], str]
    formula: Callable[[str, bool], str]
    look: blocks.Look = field(default_factory=blocks.Look)
    folder: str = ""
    attached: bool = False
    explored: bool = False
    row_blocks: RowBlocks | None = None

    def looking(self, look: blocks.Look) -> Markup:
        """Return the same markup in another look."""
        return replace(self, look=look)

    def with_data(self, folder: str, *, attached: bool = False) -> Markup:
        """Return the same markup for a report whose data files lie in a folder, or inside the file."""
        return replace(self, folder=name_as_text(folder), attached=attached)

    def data_words(self, name: str) -> str:
        """Return where a reader finds a data file."""
        path = f"{self.folder}/{name}" if self.folder and not self.attached else name
        where = " (attached)" if self.attached else "" if self.folder else " (written with the report)"
        return f"{self.macros.code(self.text(path))}{self.text(where)}"

    def text(self, words: str) -> str:
        """Return a text escaped, with the signs spelt out that would turn the direction of what follows."""
        return self.escape(turning_spelt(words))

    @property
    def macros(self) -> Macros:
        """The macros of the format's template."""
        return macros_of(self.name, self.look)


def turning_spelt(text: str) -> str:
    """Return a text with the signs spelt out that would turn the direction of what follows.

    Examples
    --------
    >>> turning_spelt("A\N{RIGHT-TO-LEFT OVERRIDE}live")
    'AU+202Elive'
    """
    return text if text.isascii() else TURNING.sub(lambda sign: f"U+{ord(sign[0]):04X}", text)


def names_of(report: blocks.Report) -> Names:
    """Return the names of the exhibits and sections of a report, numbered; further parts of a table bear its number."""
    tables = blocks.tables_of(report)
    exhibits: tuple[tuple[str, Sequence[blocks.Table | blocks.Figure | blocks.Section]], ...] = (
        ("Table", [table for table in tables if table.part == 1]),
        ("Figure", blocks.figures_of(report)),
        ("Section", [section for section in report.sections if section.numbered]),
    )
    names = {item.id: f"{word} {n}" for word, items in exhibits for n, item in enumerate(items, 1)}
    names |= {section.id: "Page one" for section in report.sections if not section.numbered}
    further = [table for table in tables if table.part > 1]
    return names | {part.id: f"{names[part.id.removesuffix(f'-part-{part.part}')]} (continued)" for part in further}


def headings_of(form: Markup, report: blocks.Report) -> list[tuple[str, str, str]]:
    """Return the id, the number and the title of every section; the one that opens the report has no number."""
    names = names_of(report)
    numbers = [names[section.id].removeprefix("Section ") if section.numbered else "" for section in report.sections]
    return [(part.id, n, form.text(part.title)) for part, n in zip(report.sections, numbers, strict=True)]


def contents_of(form: Markup, report: blocks.Report) -> list[tuple[str, str, str]]:
    """Return the list of contents on paper; a report of few sections needs none."""
    numbered = [heading for heading in headings_of(form, report) if heading[1]]
    return numbered if len(numbered) > MOST_UNLISTED else []


def body(form: Markup, report: blocks.Report) -> str:
    """Return all sections of a report."""
    return "\n".join(section_texts(form, report))


def section_texts(form: Markup, report: blocks.Report) -> list[str]:
    """Return the sections of a report, one by one; works that are cited but listed nowhere come last."""
    names = names_of(report)
    parts = [section_text(form, section, names) for section in report.sections]
    listed = any(isinstance(block, blocks.Bibliography) for section in report.sections for block in section.blocks)
    cited = [] if listed else works_cited(report.sections)
    works = [(key, form.text(reference(key, look=form.look))) for key in cited]
    return [*parts, *([form.macros.heading("References"), form.macros.bibliography(works)] if works else [])]


def section_text(form: Markup, section: blocks.Section, names: Names) -> str:
    """Return one section with its heading."""
    text = "\n".join(_blocks(form, section.blocks, names))
    complete = [block.id for block in section.blocks if isinstance(block, blocks.Table) and block.complete]
    if form.explored and complete and len(complete) == len(section.blocks):
        text = str(form.macros.explored(complete, text))
    if not section.numbered:
        return str(form.macros.opening(section.id, form.text(section.title), text))
    number = names[section.id].removeprefix("Section ")
    return str(form.macros.section(section.id, number, form.text(section.title), text, _turned(section)))


def _turned(section: blocks.Section) -> bool:
    """Return whether a section fits landscape pages as a whole: wide tables and the words that lead to them."""
    exhibits = [block for block in section.blocks if isinstance(block, (blocks.Table, blocks.Figure))]
    return bool(exhibits) and all(isinstance(block, blocks.Table) and block.wide for block in exhibits)


def _blocks(form: Markup, parts: Sequence[blocks.Block], names: Names) -> Iterable[str]:
    items: list[str] = []
    for block in parts:
        if isinstance(block, blocks.Text) and block.kind == "item":
            items.append(inline(form, block.words, names))
            continue
        if items:
            yield str(form.macros.items(items))
            items = []
        yield block_text(form, block, names)
    if items:
        yield str(form.macros.items(items))


def block_text(form: Markup, block: blocks.Block, names: Names) -> str:
    """Return one block as marked-up text."""
    match block:
        case blocks.Text(kind="literal"):
            return str(form.macros.literal(form.text("".join(map(str, block.words))), "".join(map(str, block.words))))
        case blocks.Text(kind="formula", words=(blocks.Mark(text=tex),)):
            return str(form.macros.formula([form.formula(line, True) for line in formula_lines(tex)]))
        case blocks.Text(kind="heading" | "headline" | "lead"):
            return str(getattr(form.macros, block.kind)(inline(form, block.words, names)))
        case blocks.Care():
            return str(
                form.macros.care([(form.text(label), inline(form, words, names)) for label, words in block.items])
            )
        case blocks.Text():
            return str(form.macros.paragraph(inline(form, block.words, names)))
        case blocks.Bibliography():
            return str(form.macros.bibliography([(key, form.text(text)) for key, text in block.works]))
        case blocks.Finding():
            return str(form.macros.finding(inline(form, block.words, names)))
        case blocks.Table():
            return str(form.macros.table(table_parts(form, block, names)))
        case blocks.Figure():
            return str(form.macros.figure(figure_parts(form, block, names)))


def inline(form: Markup, words: blocks.Words, names: Names) -> str:
    """Return running text; on a page what reads as one number stays on one line."""
    pieces = _unbroken(form, words, names) if form.name == "html" else (_piece(form, word, names) for word in words)
    return "".join(pieces)


def _piece(form: Markup, word: blocks.Inline, names: Names) -> str:
    return form.text(word) if isinstance(word, str) else _mark(form, word, names)


def _unbroken(form: Markup, words: blocks.Words, names: Names) -> Iterator[str]:
    """Yield running text whose numbers are marked as unbroken, each with the symbol that it is the value of."""
    symbol = ""
    for kind, run in groupby(words, key=lambda word: "" if isinstance(word, str) else word.kind):
        if kind:
            *before, last = [_piece(form, word, names) for word in run]
            yield from (symbol, *before)
            symbol = last
            continue
        text = "".join(map(str, run))
        value = VALUE.match(text) if symbol else None
        yield form.macros.unbroken(symbol + form.text(value[0])) if value else symbol
        symbol = ""
        for place, piece in enumerate(ONE_NUMBER.split(text[value.end() :] if value else text)):
            yield form.macros.unbroken(_number(form, piece)) if place % 2 else form.text(piece)
    yield symbol


def _number(form: Markup, text: str) -> str:
    symbol = str(form.macros.math([("symbol", "p")])) if text.startswith("p") else ""
    return symbol + form.text(text.removeprefix("p"))


def caption_parts(form: Markup, caption: blocks.Words, names: Names) -> dict[str, str]:
    """Return a caption as marked-up text: the statement that it begins with, and what explains it."""
    statement, rest = paper.parted_caption(caption)
    return {"statement": inline(form, statement, names), "explanation": inline(form, rest, names)}


def _mark(form: Markup, mark: blocks.Mark, names: Names) -> str:
    macros = form.macros
    if mark.kind == "formula":
        return form.formula(mark.text, False)
    if mark.kind == "math":
        parts = symbol_parts(form, mark.text)
        both = {kind for kind, _ in parts} == {"symbol", "upper", "lower"}  # one stands above the other
        return form.formula(GREEK_WORD.sub(r"\\\g<0>", mark.text), False) if both else str(macros.math(parts))
    if mark.kind == "cite":
        works = [(key, short_reference(key, look=form.look)) for key in mark.text.split(",")]
        return macros.cite([(key, form.text(words)) for key, words in works])
    if mark.kind == "file":
        return form.data_words(mark.text)
    if mark.kind in ("ref", "page"):
        if mark.text not in names:
            raise TemplateError(
                f"a section refers to {mark.text!r}, which is not in the report",
                hint="m.ref(...) takes a table, figure or section that is placed somewhere",
            )
        return str(getattr(macros, mark.kind)(mark.text, form.text(names[mark.text])))
    return str(getattr(macros, mark.kind)(form.text(mark.text)))


def symbol_parts(form: Markup, symbol: str) -> list[tuple[str, str]]:
    """Return the letter of a symbol such as ``chi^2_F``, and what is raised and lowered."""
    letter = SYMBOL.fullmatch(symbol)
    if letter is None:
        return [("symbol", form.text(symbol))]
    kinds = {"^": "upper", "_": "lower"}
    raised = re.findall(r"([\^_])([A-Za-z0-9]+)", letter[2])
    return [("symbol", GREEK.get(letter[1], letter[1])), *((kinds[sign], text) for sign, text in raised)]


def table_parts(form: Markup, table: blocks.Table, names: Names) -> dict[str, Any]:
    """Return everything a table macro prints, escaped."""
    columns = printed_columns(form.text, table)
    rows = printed_rows(form.text, table, columns)
    body_rows = len(rows) - table.foot
    dense = table.complete and paper.is_dense(table)
    lines = form.row_blocks.lines(table, rows[:body_rows]) if form.row_blocks is not None else []
    return {
        "id": table.id,
        "name": form.text(names[table.id]),
        "caption": inline(form, table.caption, names),
        **caption_parts(form, table.caption, names),
        "groups": heading_spans(form.text, table.columns),
        "columns": [column | {"title": _head(form, column["title"], column["named"])} for column in columns],
        "named": bool(table.columns) and table.columns[0].align == "left",
        "names": paper.name_widths(table.columns, table.rows, paper.SMALL if dense else paper.USUAL)
        if table.complete
        else [],
        "headed": any(column.title for column in table.columns),
        "rows": rows[:body_rows],
        "lines": lines,
        "widest": form.row_blocks.widest(table) if form.row_blocks is not None and lines and not table.complete else [],
        "foot": rows[body_rows:],
        "note": inline(form, table.note, names),
        "wide": table.wide,
        "setting": "" if table.wide or table.complete else paper.setting_of(table.columns, table.rows),
        "complete": table.complete,
        "dense": dense,
        "turned": paper.head_height(table.columns) if table.turned else 0.0,
        "rules": table.rules,
        "part": table.part,
    }


def _head(form: Markup, title: str, named: bool) -> str:
    """Return the head of a column; on a page a p and other symbols of statistics are set as such."""
    if form.name != "html" or named:
        return title
    return HEAD_SYMBOL.sub(lambda symbol: str(form.macros.math([("symbol", symbol[0])])), title)


def figure_parts(form: Markup, figure: blocks.Figure, names: Names) -> dict[str, Any]:
    """Return everything a figure macro prints, escaped."""
    return {
        "id": figure.id,
        "name": names[figure.id],
        "caption": inline(form, figure.caption, names),
        **caption_parts(form, figure.caption, names),
        "alternative": form.text(figure.alternative),
        "source": form.figure_source(figure),
    }
