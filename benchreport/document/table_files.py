"""The table of a paper in every form: LaTeX, Typst, Markdown, HTML, CSV, Excel, an object of great_tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

from benchreport.document.crossed import Entry, PaperTable
from benchreport.document.exhibits.cells import heading_spans
from benchreport.document.formats.html import HTML, escape
from benchreport.document.formats.latex import table_file
from benchreport.document.formats.markdown import markup_for
from benchreport.document.formats.render import Markup, block_text, turning_spelt
from benchreport.document.formats.typst import typst_table
from benchreport.document.model.blocks import Look, spoken
from benchreport.document.model.sandbox import macros_of
from benchreport.document.write import csv_text
from benchreport.errors import BenchreportError, OptionError
from benchreport.files import file_named, made_at, write_file

NAME = "Table"
# Sheets show a number as printed, and hold all its digits.
LONGEST_WIDTH = 40


def _marked_up(form: Markup, table: PaperTable) -> str:
    return block_text(form, table.table, {table.id: NAME}).strip() + "\n"


def html_fragment(table: PaperTable) -> str:
    """Return the table as HTML with the few rules that set it, to be put into a page."""
    return macros_of("html", Look()).single_table(_marked_up(HTML, table))


def _page(table: PaperTable) -> str:
    title = escape(turning_spelt(spoken(table.caption)))
    return f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n{html_fragment(table)}'


TEXTS: Mapping[str, Callable[[PaperTable, bool], str]] = {
    "tex": lambda table, siunitx: table_file(table.table, table.venue, siunitx=siunitx),
    "typ": lambda table, _: typst_table(table.table),
    "md": lambda table, _: _marked_up(markup_for(""), table),
    "html": lambda table, _: _page(table),
    "csv": lambda table, _: csv_text(table.numbers),
}
EXCEL = "xlsx"
ENDINGS = (*TEXTS, EXCEL)


def table_endings() -> str:
    """Return the endings that the file of a table may have, for help texts and hints.

    Examples
    --------
    >>> table_endings()
    '.tex, .typ, .md, .html, .csv, .xlsx'
    """
    return ", ".join(f".{ending}" for ending in ENDINGS)


def table_text(table: PaperTable, form: str, *, siunitx: bool = False) -> str:
    """Return a table as text of a format."""
    if form not in TEXTS:
        raise OptionError(f"a table has no text {form!r}", hint=f"one of {', '.join(TEXTS)}")
    return TEXTS[form](table, siunitx)


def check_table_name(path: str | Path) -> Path:
    """Return the path of a table that a user named; raise on an ending that means no format.

    Examples
    --------
    >>> check_table_name("table.docx")
    Traceback (most recent call last):
    benchreport.errors.OptionError: unknown format 'table.docx'
    hint: .tex, .typ, .md, .html, .csv, .xlsx
    """
    name = file_named(path)
    if name.suffix.lower().removeprefix(".") not in ENDINGS:
        raise OptionError(f"unknown format {str(path)!r}", hint=table_endings())
    return name


def table_bytes(table: PaperTable, ending: str, *, siunitx: bool = False) -> bytes:
    """Return the file of a table."""
    return _workbook(table) if ending == EXCEL else table_text(table, ending, siunitx=siunitx).encode()


def write_table(table: PaperTable, path: str | Path, *, siunitx: bool = False) -> Path:
    """Write a table in the format that the ending of its name means."""
    name = check_table_name(path)
    write_file(name, table_bytes(table, name.suffix.lower().removeprefix("."), siunitx=siunitx))
    return name


def _missing_package(package: str, extra: str, use: str) -> BenchreportError:
    return OptionError(f"{use} needs the package {package}", hint=f"pip install 'benchreport[{extra}]'")


def _workbook(table: PaperTable) -> bytes:
    """Return the table as an Excel file: numbers with all their digits, shown as printed; texts are never formulas."""
    try:
        import xlsxwriter
    except ImportError as problem:
        raise _missing_package("xlsxwriter", "excel", "an Excel file") from problem
    buffer = BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    book.set_properties({"created": made_at().replace(tzinfo=None)})
    sheet = book.add_worksheet(NAME)
    styles: dict[tuple[tuple[str, Any], ...], Any] = {}

    def style(**looks: Any) -> Any:
        key = tuple(sorted(looks.items()))
        if key not in styles:
            styles[key] = book.add_format(looks)
        return styles[key]

    spreads = [_numbers_of(table, place) for place in range(len(table.columns))]
    starts = [sum(spreads[:place]) for place in range(len(spreads) + 1)]
    sheet.write_string(0, 0, spoken(table.caption), style(bold=True))
    line = 2
    if spans := heading_spans(str, table.columns):
        place = 0
        for name, width in spans:
            _across(sheet, line, starts[place], starts[place + width], name, style(align="center", bottom=1))
            place += width
        line += 1
    for place, column in enumerate(table.columns):
        side = "left" if column.align == "left" else "right"
        _across(sheet, line, starts[place], starts[place + 1], column.title, style(bold=True, align=side, bottom=1))
    sheet.freeze_panes(line + 1, sum(column.align == "left" for column in table.columns))
    for number, row in enumerate(table.entries, line + 1):
        ruled = number - line - 1 in (*table.rules, len(table.entries) - table.foot)
        for place, entry in enumerate(row):
            looks = {"bold": entry.cell.emphasis == "best", "underline": entry.cell.emphasis == "second"}
            _entry(sheet, number, starts[place], entry, style, looks | ({"top": 1} if ruled else {}))
    sheet.write_string(line + len(table.entries) + 2, 0, spoken(table.note))
    names = [len(row[0].cell.text) for row in table.entries]
    sheet.set_column(0, 0, min(max(names, default=8) + 2, LONGEST_WIDTH))
    book.close()
    return buffer.getvalue()


def _numbers_of(table: PaperTable, place: int) -> int:
    """Return how many numbers the cells of a column have, at least one."""
    sizes = (sum(value is not None for value in row[place].values) for row in table.entries)
    return max(1, *sizes)


def _across(sheet: Any, line: int, start: int, end: int, text: str, look: Any) -> None:
    if end - start > 1 and text:
        sheet.merge_range(line, start, line, end - 1, "", look)
    sheet.write_string(line, start, text, look)


def _entry(
    sheet: Any, line: int, start: int, entry: Entry, style: Callable[..., Any], looks: Mapping[str, Any]
) -> None:
    numbers = [value for value in entry.values if value is not None]
    if not numbers:
        sheet.write_string(line, start, entry.cell.text, style(**looks, **({"align": "right"} if entry.values else {})))
    for part, value in enumerate(numbers):
        last = part == len(numbers) - 1
        digits = "0." + "0" * entry.decimals if entry.decimals > 0 else "0" if entry.decimals == 0 else "0.00E+00"
        mark = f'"{entry.cell.sup}"' if last and entry.cell.sup else ""
        sheet.write_number(line, start + part, value, style(**looks, num_format=f"{digits}{mark}"))


def great_table(table: PaperTable) -> Any:
    """Return the table as an object of great_tables."""
    try:
        from great_tables import GT, loc, style
    except ImportError as problem:
        raise _missing_package("great_tables", "gt", "gt()") from problem
    import polars as pl

    names = [f"c{place}" for place in range(len(table.columns))]
    texts = [[turning_spelt(entry.cell.text + entry.cell.sup) for entry in row] for row in table.entries]
    gt = GT(pl.DataFrame(texts, schema=dict.fromkeys(names, pl.String), orient="row"), id=table.id)
    named = dict(zip(names, table.columns, strict=True))
    heads: dict[str, Any] = {name: turning_spelt(column.title) for name, column in named.items()}
    left = [name for name, column in named.items() if column.align == "left"]
    gt = gt.cols_label(heads).cols_align("right").cols_align("left", columns=left)
    gt = gt.tab_header(title=turning_spelt(spoken(table.caption))).tab_source_note(turning_spelt(spoken(table.note)))
    place = 0
    for group, width in heading_spans(str, table.columns):
        if group:
            columns = names[place : place + width]
            gt = gt.tab_spanner(label=turning_spelt(group), columns=columns, id=f"s{place}")
        place += width
    looks = {"best": style.text(weight="bold"), "second": style.text(decorate="underline")}
    for emphasis, look in looks.items():
        for name, rows in _where(table, names, emphasis).items():
            gt = gt.tab_style(style=look, locations=loc.body(columns=name, rows=rows))
    return gt


def _where(table: PaperTable, names: list[str], emphasis: str) -> dict[str, list[int]]:
    """Return the rows of each column whose cells have an emphasis."""
    places = {
        name: [line for line, row in enumerate(table.entries) if row[place].cell.emphasis == emphasis]
        for place, name in enumerate(names)
    }
    return {name: rows for name, rows in places.items() if rows}
