"""A report as LaTeX: a folder whose tables and figures can each be put into a paper, and every number by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from benchreport.document.exhibits.cells import heading_spans
from benchreport.document.formats import Format, Output, Written
from benchreport.document.formats.latex_tables import (
    MILLIMETRES,
    Fitted,
    fitted_blocks,
    head_height,
    head_lines,
    is_turned,
    text_size,
    with_siunitx,
)
from benchreport.document.formats.render import (
    Markup,
    Names,
    body,
    caption_parts,
    figure_parts,
    inline,
    names_of,
    turning_spelt,
)
from benchreport.document.model.blocks import (
    Bibliography,
    Cell,
    Figure,
    Picture,
    Report,
    Table,
    figures_of,
    rows_of,
    tables_of,
)
from benchreport.document.model.references import bibtex, works_cited
from benchreport.errors import OptionError
from benchreport.figures.tex import escape, spelt_out
from benchreport.files import MARK
from benchreport.numerals import integer, number, p_value
from benchreport.venues import VENUES, Venue

TRIANGLES = "▴▾"
# The page of the other formats: a text of 168 mm.
USUAL = Venue(3.5, 168 / 25.4, 10.95)
# The note of a narrow table that stands alone is as broad as the table, and at least this much of the line.
LEAST_NOTE = 0.5
# Columns of a result row whose name in a paper is shorter; the other numbers bear the name of their column.
SHORTER = {"p_value": "p", "ci_low": "low", "ci_high": "high"}
KEYS = ("subset", "dataset", "metric", "a", "b", "term")
UNFIT = re.compile(r"[^A-Za-z0-9.+ :=()-]+")


def figure_file(figure: Figure) -> str:
    """Return where the file of a figure lies."""
    return f"figures/{figure.id}.pdf"


def formula(tex: str, display: bool) -> str:
    """Return a formula in its signs; one that is displayed has them from the macro."""
    return tex if display else rf"\({tex}\)"


LATEX = Markup("latex", escape, figure_file, formula)
DATA_FOLDER = "data"


def latex_files(report: Report, main: str, *, siunitx: bool = False, pgf: bool = False) -> dict[str, bytes]:
    """Return every file of the LaTeX folder: the document, its tables and figures, its named numbers, the works cited.

    Tables and figures are made for the widths of the venue. With ``siunitx`` columns of numbers are set by that
    package, with ``pgf`` the texts of figures by LaTeX.
    """
    form = LATEX.looking(report.look).with_data(DATA_FOLDER)
    venue = VENUES[report.venue] if report.venue else USUAL
    names = names_of(report)
    files: dict[str, bytes] = {"references.bib": _marked(bibtex(works_cited(report.sections), report.look))}
    for table in tables_of(report):
        blocks = [_table(form, block, names, siunitx=siunitx) for block in fitted_blocks(_set(table), venue)]
        files[f"tables/{table.id}.tex"] = _marked("\n".join(blocks))
    for figure in figures_of(report):
        files |= _figure(form, figure, names, venue, pgf=pgf)
    named = [(name, form.text(text)) for name, text in sorted(named_numbers(report).items())]
    files["numbers.tex"] = _marked(form.macros.numbers(named))
    whole = {
        "title": form.text(report.title),
        "author": form.text(report.author),
        "facts": [form.text(fact) for fact in report.facts],
        "venue": report.venue or "",
        "size": text_size(venue),
        "width": f"{venue.page:.4g}in",
        "body": body(form, report),
        "headed": any(isinstance(block, Bibliography) for section in report.sections for block in section.blocks[:1]),
        "siunitx": siunitx,
        "pgf": pgf,
    }
    return {main: _marked(form.macros.document(whole)), **files}


def table_file(table: Table, venue: str | None = None, *, siunitx: bool = False) -> str:
    """Return a table by itself as LaTeX that fits the widths of a venue; its first lines name the packages it needs."""
    blocks = fitted_blocks(_set(table), VENUES[venue] if venue else USUAL)
    text = "\n".join(_table(LATEX, block, {table.id: "Table"}, siunitx=siunitx, alone=True) for block in blocks)
    return _marked(text).decode()


def _marked(text: str) -> bytes:
    """Return a file that begins with the line by which benchreport recognises its own."""
    return f"% {MARK}\n{text}".encode()


def _set(table: Table) -> Table:
    """Return a table whose cells hold no sign that LaTeX cannot set, so that they are as broad as they look."""
    rows = tuple(tuple(replace(cell, text=spelt_out(turning_spelt(cell.text))) for cell in row) for row in table.rows)
    return replace(table, rows=rows)


def _table(form: Markup, block: Fitted, names: Names, *, siunitx: bool, alone: bool = False) -> str:
    """Return a block of a table; one that stands ``alone`` is centred, and its caption is plain."""
    table = block.table
    caption = caption_parts(form, table.caption, names)
    explanation = [] if table.part > 1 else [caption["explanation"]]
    which = [form.text(block.which)] if table.part == 1 else [form.text(f"Continued. {block.which}")]
    rows = [[_cell(form, cell) for cell in row] for row in table.rows]
    body_rows = len(rows) - table.foot
    parts: dict[str, Any] = {
        "id": table.id,
        "part": table.part,
        "name": names[table.id.removesuffix(f"-part-{table.part}")],
        "statement": caption["statement"],
        "explanation": " ".join(filter(None, [*explanation, *which])),
        "note": inline(form, table.note, names),
        "groups": heading_spans(form.text, table.columns),
        "columns": [_column(form, block, place) for place in range(len(table.columns))],
        "headed": any(column.title for column in table.columns),
        "rows": rows[:body_rows],
        "foot": rows[body_rows:],
        "marked": any(cell.sup for row in table.rows for cell in row),
        "triangles": any(sign in cell.sup for row in table.rows for cell in row for sign in TRIANGLES),
        "command": block.setting.command,
        "gap": f"{block.gap:.2g}pt",
        "turned": any(is_turned(table, place, block.setting) for place in range(len(table.columns))),
        "siunitx": False,
        "breaks": block.breaks,
        "apart": table.rules or (range(5, body_rows, 5) if block.breaks else ()),
        "float": "table*" if block.wide else "table",
        "narrow": block.narrow,
        "alone": alone,
        "note_width": f"{max(block.natural, LEAST_NOTE * block.room) / block.room:.2f}\\linewidth"
        if alone and block.narrow
        else "\\linewidth",
    }
    return form.macros.table_file(with_siunitx(parts, table) if siunitx else parts)


def _cell(form: Markup, cell: Cell) -> dict[str, Any]:
    return {"text": form.text(cell.text), "emphasis": cell.emphasis, "sup": form.text(cell.sup), "number": ""}


def _column(form: Markup, block: Fitted, place: int) -> dict[str, Any]:
    column, held = block.table.columns[place], block.held[place]
    turned = is_turned(block.table, place, block.setting)
    lines = [column.title] if turned else head_lines(block.table, place, block.setting)
    height = head_height(column.title, block.setting)
    return {
        "lines": [form.text(line) for line in lines],
        "stacked": len(lines) > 1,
        "words": column.align == "left",
        "turned": turned,
        "tall": f"{height * MILLIMETRES:.1f}mm" if turned and height < block.setting.width(column.title) else "",
        "held": f"{held * MILLIMETRES:.1f}mm" if held else "",
        "raised": form.text(max((row[place].sup for row in block.table.rows), key=len, default="")),
        "format": "",
    }


def _figure(form: Markup, figure: Figure, names: Names, venue: Venue, *, pgf: bool) -> dict[str, bytes]:
    """Return the files of a figure that is drawn at a width of the venue, and not scaled."""
    drawn, inches = _at_width(figure, venue)
    code = _pgf(drawn) if pgf else None
    parts = figure_parts(form, figure, names) | {
        "float": "figure*" if venue.columns == 2 and inches > venue.column else "figure",
        "pgf": f"figures/{figure.id}.pgf" if code else "",
        "inches": f"{inches:.3g}",
    }
    words = parts["statement"] + parts["explanation"]
    signs = {"\\blacktriangle": "amssymb", "\\citep": "natbib"}
    parts["further"] = [package for sign, package in signs.items() if sign in words]
    files = {f"figures/{figure.id}.tex": _marked(form.macros.figure_file(parts)), figure_file(figure): drawn.pdf}
    return files | ({f"figures/{figure.id}.pgf": code} if code else {})


def _at_width(figure: Figure, venue: Venue) -> tuple[Figure, float]:
    """Return a figure drawn for a venue, with its width in inches; a drawing of the user's own stays as it is."""
    picture = figure.picture
    if not isinstance(picture, Picture):
        return figure, picture.width
    from benchreport.figures.plot import options_of

    width = picture.looks.get("width", options_of(picture.kind)["width"].default)
    wanted = picture.width if width is None else {"page": venue.page, "column": venue.column}.get(width, width)
    inches = venue.column if venue.columns == 2 and wanted < USUAL.page / 2 else min(float(wanted), venue.page)
    return replace(figure, picture=replace(picture, looks={**picture.looks, "width": inches})), inches


def _pgf(figure: Figure) -> bytes | None:
    """Return a figure as commands that LaTeX draws; None for one with a layer of pixels, which stays a PDF."""
    try:
        return figure.picture.rendered("pgf")
    except OptionError as problem:
        if "pixels" in problem.problem:
            return None
        raise


def named_numbers(report: Report) -> dict[str, str]:
    """Return every number of the result rows by its name: method, groups, pair, column, with slashes between.

    Where a second row would bear the same name with another number, its variant comes in before the column, or the
    section that holds it.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = named_numbers(br.report(br.read_scores(br.example("demsar2006_auc.csv"))))
    >>> numbers["friedman/auc/p"]
    '.012'
    """
    rows = rows_of(report)
    numeric = [name for name, kind in rows.schema.items() if kind.is_numeric() and name != "row"]
    named: dict[str, dict[str, str]] = {}
    for row in rows.iter_rows(named=True):
        texts = {SHORTER.get(name, name): text for name in numeric if (text := _text(name, row[name]))}
        for stem in _stems(row):
            bearer = named.setdefault(stem, {})
            if all(bearer.get(word, text) == text for word, text in texts.items()):
                bearer.update(texts)
                break
    return {f"{stem}/{word}": text for stem, texts in named.items() for word, text in texts.items()}


def _stems(row: Mapping[str, Any]) -> Iterator[str]:
    """Return the names that a row may bear, the shortest first; the last is its own."""
    section = str(row["place"]).partition("/")[0]
    keys = [row[key] for key in KEYS if row.get(key) is not None]
    parts = [row["method"] if row.get("method") is not None else section, *keys]
    variant = [] if row.get("variant") is None else [row["variant"]]
    for further in ([], variant, [section], [*variant, section], [row["place"], row["row"] + 1]):
        yield "/".join(name_part(str(part)) for part in (*parts, *further))


def name_part(text: str) -> str:
    """Return a text as part of a name that LaTeX can read: letters, figures and a few signs.

    Examples
    --------
    >>> name_part("kNN_3 (50 %)"), name_part("C4.5+m")
    ('kNN-3 (50 -)', 'C4.5+m')
    """
    return UNFIT.sub("-", text)


def _text(column: str, value: float | int | None) -> str:
    if value is None:
        return ""
    if column.startswith("p_"):
        return p_value(float(value))
    return integer(value) if isinstance(value, int) else number(value)


def _written(report: Report, output: Output) -> Written:
    files = latex_files(report, output.main.name, siunitx=output.siunitx, pgf=output.pgf)
    return Written(files={output.folder / name: content for name, content in files.items()})


LATEX_FORMAT = Format(
    id="latex", title="LaTeX", suffixes=(".tex",), main="main.tex", data_folder=DATA_FOLDER, write=_written
)
