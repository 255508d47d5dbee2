"""How do neutral blocks become marked-up text? All words are escaped, all markup comes from one file per format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from benchreport.document.blocks import (
    Bibliography,
    Block,
    Cell,
    Figure,
    Finding,
    Mark,
    Report,
    Section,
    Table,
    Text,
    Words,
    figures_of,
    tables_of,
)
from benchreport.document.references import references
from benchreport.resources import PLACES

FORMULA = re.compile(r"([A-Za-z]+)((?:[\^_][A-Za-z0-9]+)*)")
LONG_TEXT = 34
GREEK = {"chi": "χ"}
TURNING = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Format:
    """A way to write a report: how text is escaped, where the markup is, how a figure is shown."""

    name: str
    escape: Callable[[str], str]
    figure_source: Callable[[Figure], str]

    def text(self, words: str) -> str:
        """Escape a text, and spell out the signs that would turn the direction of what follows."""
        return self.escape(turning_spelt(words))

    @cached_property
    def macros(self) -> Any:
        """The macros of the format's template."""
        delimiters: dict[str, Any] = DELIMITERS.get(self.name, {})
        loader = FileSystemLoader([str(place / "formats") for place in PLACES["templates"]])
        environment = Environment(  # every text is escaped before it comes here
            loader=loader,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            **delimiters,
        )
        return environment.get_template(f"{self.name}.jinja").module


def turning_spelt(text: str) -> str:
    """Spell out the signs that would turn the direction of what follows.

    Examples
    --------
    >>> turning_spelt("A\N{RIGHT-TO-LEFT OVERRIDE}live")
    'AU+202Elive'
    """
    return TURNING.sub(lambda sign: f"U+{ord(sign[0]):04X}", text)


# LaTeX is full of braces and per cent signs.
DELIMITERS: Mapping[str, dict[str, Any]] = {
    "latex": {
        "block_start_string": "<%",
        "block_end_string": "%>",
        "variable_start_string": "<<",
        "variable_end_string": ">>",
        "comment_start_string": "<#",
        "comment_end_string": "#>",
    }
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What every table, figure and section is called where it is referred to."""

    names: Mapping[str, str]

    @classmethod
    def of(cls, report: Report) -> Numbers:
        """Number the exhibits and sections of a report in order."""
        exhibits: tuple[tuple[str, Sequence[Table | Figure | Section]], ...] = (
            ("Table", tables_of(report)),
            ("Figure", figures_of(report)),
            ("Section", report.sections),
        )
        return cls(names={item.id: f"{word} {n}" for word, items in exhibits for n, item in enumerate(items, 1)})


def body(form: Format, report: Report) -> str:
    """Write all sections of a report."""
    numbers = Numbers.of(report)
    return "\n".join(section_text(form, section, numbers) for section in report.sections)


def section_text(form: Format, section: Section, numbers: Numbers) -> str:
    """Write one section with its heading."""
    text = "\n".join(_blocks(form, section.blocks, numbers))
    number = numbers.names[section.id].removeprefix("Section ")
    return str(form.macros.section(section.id, number, form.text(section.title), text, _turned(section)))


def _turned(section: Section) -> bool:
    """Tell a section that fits landscape pages as a whole: wide tables and the words that lead to them."""
    exhibits = [block for block in section.blocks if isinstance(block, (Table, Figure))]
    return bool(exhibits) and all(isinstance(block, Table) and block.wide for block in exhibits)


def _blocks(form: Format, blocks: Sequence[Block], numbers: Numbers) -> Iterable[str]:
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


def block_text(form: Format, block: Block, numbers: Numbers) -> str:
    """Write one block."""
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


def inline(form: Format, words: Words, numbers: Numbers) -> str:
    """Write running text."""
    return "".join(form.text(word) if isinstance(word, str) else _mark(form, word, numbers) for word in words)


def _mark(form: Format, mark: Mark, numbers: Numbers) -> str:
    macros = form.macros
    if mark.kind == "math":
        return str(macros.math(formula_parts(form, mark.text)))
    if mark.kind == "cite":
        return str(macros.cite([(key, form.text(short_reference(key))) for key in mark.text.split(",")]))
    if mark.kind == "ref":
        return str(macros.ref(mark.text, form.text(numbers.names[mark.text])))
    return str(getattr(macros, mark.kind)(form.text(mark.text)))


def formula_parts(form: Format, tex: str) -> list[tuple[str, str]]:
    """Split a small formula such as ``chi^2_F`` into its symbol and what is raised and lowered."""
    found = FORMULA.fullmatch(tex)
    if found is None:
        return [("symbol", form.text(tex))]
    kinds = {"^": "upper", "_": "lower"}
    raised = re.findall(r"([\^_])([A-Za-z0-9]+)", found[2])
    return [("symbol", GREEK.get(found[1], found[1])), *((kinds[sign], text) for sign, text in raised)]


def table_parts(form: Format, table: Table, numbers: Numbers) -> dict[str, Any]:
    """Escape everything a table macro prints."""
    return {
        "id": table.id,
        "name": numbers.names[table.id],
        "caption": inline(form, table.caption, numbers),
        "groups": _groups(form, table),
        "columns": [
            {
                "title": form.text(column.title),
                "align": column.align,
                "group": form.text(column.group),
                "long": _long(form, table, place),
            }
            for place, column in enumerate(table.columns)
        ],
        "headed": any(column.title for column in table.columns),
        "rows": [[_cell(form, cell) for cell in row] for row in table.rows],
        "note": inline(form, table.note, numbers),
        "wide": table.wide,
    }


def _long(form: Format, table: Table, place: int) -> int:
    """Give the width in millimetres that a column of long texts is held to; 0 for a column of short ones."""
    longest = max((len(form.text(row[place].text).replace("\\allowbreak{}", "")) for row in table.rows), default=0)
    if longest <= LONG_TEXT:
        return 0
    return 60 if table.wide else 110 if len(table.columns) <= 3 else 45


def _cell(form: Format, cell: Cell) -> dict[str, Any]:
    return {"text": form.text(cell.text), "emphasis": cell.emphasis, "value": cell.value}


def _groups(form: Format, table: Table) -> list[tuple[str, int]]:
    """Name the headings that span several columns, with their widths; none when no column has one."""
    spans: list[tuple[str, int]] = []
    for column in table.columns:
        if spans and spans[-1][0] == column.group:
            spans[-1] = (column.group, spans[-1][1] + 1)
        else:
            spans.append((column.group, 1))
    return [(form.text(name), width) for name, width in spans] if any(name for name, _ in spans) else []


def figure_parts(form: Format, figure: Figure, numbers: Numbers) -> dict[str, Any]:
    """Escape everything a figure macro prints."""
    return {
        "id": figure.id,
        "name": numbers.names[figure.id],
        "caption": inline(form, figure.caption, numbers),
        "alternative": form.text(figure.alternative),
        "source": form.figure_source(figure),
    }


@lru_cache(maxsize=256)
def short_reference(key: str) -> str:
    """Name a work by its authors and year.

    Examples
    --------
    >>> short_reference("demsar2006"), short_reference("garcia2008"), short_reference("benavoli2016")
    ('Demšar 2006', 'García and Herrera 2008', 'Benavoli et al. 2016')
    """
    work = references()[key]
    names = [name.split(",")[0] for name in work["author"].split(" and ")]
    authors = names[0] if len(names) == 1 else " and ".join(names) if len(names) == 2 else f"{names[0]} et al."
    return f"{authors} {work['year']}"
