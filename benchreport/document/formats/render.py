"""Blocks as marked-up text: all words are escaped, all markup comes from one template per format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from benchreport.document.exhibits.cells import heading_spans, printed_columns, printed_rows
from benchreport.document.exhibits.paper import is_snug
from benchreport.document.model.blocks import (
    Bibliography,
    Block,
    Figure,
    Finding,
    Look,
    Mark,
    Report,
    Section,
    Table,
    Text,
    Words,
    figures_of,
    tables_of,
)
from benchreport.document.model.references import reference, short_reference, works_cited
from benchreport.document.model.sandbox import Macros, macros_of
from benchreport.errors import TemplateError
from benchreport.files import name_as_text

FORMULA = re.compile(r"([A-Za-z]+)((?:[\^_][A-Za-z0-9]+)*)")
GREEK = {"chi": "χ"}
TURNING = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Markup:
    """The markup of a report: how text is escaped, where the markup is, how a figure is shown, in which look.

    ``folder`` is where the data of the tables lie beside it; ``attached`` says that the file carries them itself.
    """

    name: str
    escape: Callable[[str], str]
    figure_source: Callable[[Figure], str]
    look: Look = field(default_factory=Look)
    folder: str = ""
    attached: bool = False

    def looking(self, look: Look) -> Markup:
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
    return TURNING.sub(lambda sign: f"U+{ord(sign[0]):04X}", text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What every table, figure and section is called where it is referred to."""

    names: Mapping[str, str]

    @classmethod
    def of(cls, report: Report) -> Numbers:
        """Return the numbers of the exhibits and sections of a report; further parts of a table bear its number."""
        tables = tables_of(report)
        exhibits: tuple[tuple[str, Sequence[Table | Figure | Section]], ...] = (
            ("Table", [table for table in tables if table.part == 1]),
            ("Figure", figures_of(report)),
            ("Section", report.sections),
        )
        names = {item.id: f"{word} {n}" for word, items in exhibits for n, item in enumerate(items, 1)}
        further = [table for table in tables if table.part > 1]
        return cls(
            names=names
            | {part.id: f"{names[part.id.removesuffix(f'-part-{part.part}')]} (continued)" for part in further}
        )


def body(form: Markup, report: Report) -> str:
    """Return all sections of a report."""
    return "\n".join(section_texts(form, report))


def section_texts(form: Markup, report: Report) -> list[str]:
    """Return the sections of a report, one by one; works that are cited but listed nowhere come last."""
    numbers = Numbers.of(report)
    parts = [section_text(form, section, numbers) for section in report.sections]
    listed = any(isinstance(block, Bibliography) for section in report.sections for block in section.blocks)
    cited = [] if listed else works_cited(report.sections)
    works = [(key, form.text(reference(key, look=form.look))) for key in cited]
    return [*parts, *([str(form.macros.bibliography(works))] if works else [])]


def section_text(form: Markup, section: Section, numbers: Numbers) -> str:
    """Return one section with its heading."""
    text = "\n".join(_blocks(form, section.blocks, numbers))
    number = numbers.names[section.id].removeprefix("Section ")
    return str(form.macros.section(section.id, number, form.text(section.title), text, _turned(section)))


def _turned(section: Section) -> bool:
    """Return whether a section fits landscape pages as a whole: wide tables and the words that lead to them."""
    exhibits = [block for block in section.blocks if isinstance(block, (Table, Figure))]
    return bool(exhibits) and all(isinstance(block, Table) and block.wide for block in exhibits)


def _blocks(form: Markup, blocks: Sequence[Block], numbers: Numbers) -> Iterable[str]:
    items: list[str] = []
    for block in blocks:
        if isinstance(block, Text) and block.kind == "item":
            items.append(inline(form, block.words, numbers))
            continue
        if items:
            yield str(form.macros.items(items))
            items = []
        yield block_text(form, block, numbers)
    if items:
        yield str(form.macros.items(items))


def block_text(form: Markup, block: Block, numbers: Numbers) -> str:
    """Return one block as marked-up text."""
    match block:
        case Text(kind="literal"):
            return str(form.macros.literal(form.text("".join(map(str, block.words))), "".join(map(str, block.words))))
        case Text(kind="heading"):
            return str(form.macros.heading(inline(form, block.words, numbers)))
        case Text():
            return str(form.macros.paragraph(inline(form, block.words, numbers)))
        case Bibliography():
            return str(form.macros.bibliography([(key, form.text(text)) for key, text in block.works]))
        case Finding():
            return str(form.macros.finding(inline(form, block.words, numbers)))
        case Table():
            return str(form.macros.table(table_parts(form, block, numbers)))
        case Figure():
            return str(form.macros.figure(figure_parts(form, block, numbers)))


def inline(form: Markup, words: Words, numbers: Numbers) -> str:
    """Return running text."""
    return "".join(form.text(word) if isinstance(word, str) else _mark(form, word, numbers) for word in words)


def _mark(form: Markup, mark: Mark, numbers: Numbers) -> str:
    macros = form.macros
    if mark.kind == "math":
        return str(macros.math(formula_parts(form, mark.text)))
    if mark.kind == "cite":
        works = [(key, short_reference(key, look=form.look)) for key in mark.text.split(",")]
        return macros.cite([(key, form.text(words)) for key, words in works])
    if mark.kind == "file":
        return form.data_words(mark.text)
    if mark.kind in ("ref", "page"):
        if mark.text not in numbers.names:
            raise TemplateError(
                f"a section refers to {mark.text!r}, which is not in the report",
                hint="m.ref(...) takes a table, figure or section that is placed somewhere",
            )
        return str(getattr(macros, mark.kind)(mark.text, form.text(numbers.names[mark.text])))
    return str(getattr(macros, mark.kind)(form.text(mark.text)))


def formula_parts(form: Markup, tex: str) -> list[tuple[str, str]]:
    """Return the symbol of a small formula such as ``chi^2_F``, and what is raised and lowered."""
    formula = FORMULA.fullmatch(tex)
    if formula is None:
        return [("symbol", form.text(tex))]
    kinds = {"^": "upper", "_": "lower"}
    raised = re.findall(r"([\^_])([A-Za-z0-9]+)", formula[2])
    return [("symbol", GREEK.get(formula[1], formula[1])), *((kinds[sign], text) for sign, text in raised)]


def table_parts(form: Markup, table: Table, numbers: Numbers) -> dict[str, Any]:
    """Return everything a table macro prints, escaped."""
    rows = printed_rows(form.text, table)
    body_rows = len(rows) - table.foot
    return {
        "id": table.id,
        "name": form.text(numbers.names[table.id]),
        "caption": inline(form, table.caption, numbers),
        "groups": heading_spans(form.text, table.columns),
        "columns": printed_columns(form.text, table),
        "headed": any(column.title for column in table.columns),
        "rows": rows[:body_rows],
        "foot": rows[body_rows:],
        "note": inline(form, table.note, numbers),
        "wide": table.wide,
        "snug": not table.wide and is_snug(table.columns, table.rows),
        "part": table.part,
    }


def figure_parts(form: Markup, figure: Figure, numbers: Numbers) -> dict[str, Any]:
    """Return everything a figure macro prints, escaped."""
    return {
        "id": figure.id,
        "name": numbers.names[figure.id],
        "caption": inline(form, figure.caption, numbers),
        "alternative": form.text(figure.alternative),
        "source": form.figure_source(figure),
    }
