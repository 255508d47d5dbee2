"""A report as LaTeX: a folder whose tables and figures can each be put into a paper."""

from __future__ import annotations

import re

from benchreport.document.exhibits.named_numbers import named_numbers
from benchreport.document.exhibits.split import on_paper, parts_of
from benchreport.document.formats import Format, Output, Written
from benchreport.document.formats.pages import line_of
from benchreport.document.formats.render import Markup, Numbers, body, figure_parts, table_parts, turning_spelt
from benchreport.document.formats.siunitx import with_siunitx
from benchreport.document.model.blocks import Figure, Report, Table, figures_of, tables_of
from benchreport.document.model.references import bibtex, works_cited
from benchreport.files import MARK

SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", '"': r"\textquotedbl{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", "`": r"\textasciigrave{}", "'": "'", "−": r"\ensuremath{-}",
    "±": r"\ensuremath{\pm}", "×": r"\ensuremath{\times}", "–": "--", "—": "---", "’": "'", "“": "``", "”": "''",
    "…": r"\dots{}", "[": "{[}", "*": "{*}", "\N{NO-BREAK SPACE}": "~", "χ": r"\ensuremath{\chi}", "-": r"{-}",
    "▴": r"\ensuremath{\blacktriangle}", "▾": r"\ensuremath{\blacktriangledown}", "≤": r"\ensuremath{\le}",
    "≥": r"\ensuremath{\ge}", "≈": r"\ensuremath{\approx}",
    "η": r"\ensuremath{\eta}", "Λ": r"\ensuremath{\Lambda}", "²": r"\textsuperscript{2}",
}  # fmt: skip
# What pdfLaTeX sets in the T1 encoding without more packages.
LETTERS = frozenset(chr(code) for code in range(0x20, 0x7F)) | frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž§£")  # fmt: skip  # noqa: E501


TRIANGLES = "▴▾"
LONG_TEXT = 34
# A table of so many rows need not break across pages.
LONGEST_UNBROKEN = 35
UNBROKEN = re.compile(r"[^ ]+")
LONGEST_RUN = 30


def escape(text: str) -> str:
    """Make any text harmless in LaTeX; what pdfLaTeX cannot set is spelt out by its code points.

    Examples
    --------
    >>> escape("A&B_100%"), escape("漢")
    ('A\\\\&B\\\\_100\\\\%', 'U+6F22')
    """
    return UNBROKEN.sub(lambda run: _breakable(run[0]), _spelt_out(text))


def _breakable(run: str) -> str:
    """Escape a run without blanks; a long one may be broken anywhere."""
    signs = [SIGNS.get(sign, sign) for sign in run]
    return "\\allowbreak{}".join(signs) if len(run) > LONGEST_RUN else "".join(signs)


def _spelt_out(text: str) -> str:
    return "".join(sign if sign in LETTERS or sign in SIGNS else _spelt(sign) for sign in text)


def _spelt(sign: str) -> str:
    return " " if sign.isspace() else f"U+{ord(sign):04X}"


def figure_file(figure: Figure) -> str:
    """Say where a figure's file lies."""
    return f"figures/{figure.id}.pdf"


LATEX = Markup("latex", escape, figure_file)
DATA_FOLDER = "data"


def latex_files(report: Report, main: str, *, siunitx: bool = False) -> dict[str, bytes]:
    """Return every file of the LaTeX folder: the document, its tables and figures, its named numbers, the works cited.

    With ``siunitx`` columns of numbers are set by that package instead of with blanks of measured width.
    """
    form = LATEX.looking(report.look).with_data(DATA_FOLDER)
    numbers = Numbers.of(on_paper(report))
    files: dict[str, bytes] = {"references.bib": _marked(bibtex(works_cited(report.sections), report.look))}
    for table in tables_of(report):
        parts = [_table(form, part, numbers, siunitx=siunitx) for part in parts_of(table)]
        files[f"tables/{table.id}.tex"] = _marked("".join(parts))
    for figure in figures_of(report):
        drawn = figure_parts(form, figure, numbers) | {"line": form.text(line_of(figure.caption))}
        files[f"figures/{figure.id}.tex"] = _marked(form.macros.figure_file(drawn))
        files[figure_file(figure)] = figure.pdf
    named = [(name, form.text(text)) for name, text in sorted(named_numbers(report).items())]
    files["numbers.tex"] = _marked(form.macros.numbers(named))
    whole = {
        "title": form.text(report.title),
        "body": body(form, report),
        "siunitx": siunitx,
        "tables": len(tables_of(report)),
        "figures": len(figures_of(report)),
    }
    return {main: _marked(form.macros.document(whole)), **files}


def _marked(text: str) -> bytes:
    """Put the line on top by which a file is known as ours."""
    return f"% {MARK}\n{text}".encode()


def _table(form: Markup, table: Table, numbers: Numbers, *, siunitx: bool) -> str:
    parts = table_parts(form, table, numbers) | {"line": form.text(line_of(table.caption)), "siunitx": False}
    for place, column in enumerate(parts["columns"]):
        column["long"] = _held_to(table, place)
    breaks = len(table.rows) > LONGEST_UNBROKEN or any(column["long"] for column in parts["columns"])
    marked = any(sign in cell.sup for row in table.rows for cell in row for sign in TRIANGLES)
    parts = with_siunitx(parts, table, form.text) if siunitx else parts
    return form.macros.table_file(parts | {"marked": marked, "breaks": breaks})


def _held_to(table: Table, place: int) -> int:
    """Return the width in millimetres that a column of long texts is held to; 0 for a column of short ones."""
    longest = max((len(_spelt_out(turning_spelt(row[place].text))) for row in table.rows), default=0)
    if table.columns[place].align != "left" or longest <= LONG_TEXT:
        return 0
    return 60 if table.wide else 110 if len(table.columns) <= 3 else 45


def _written(report: Report, output: Output) -> Written:
    files = latex_files(report, output.main.name, siunitx=output.siunitx)
    return Written(files={output.folder / name: content for name, content in files.items()})


LATEX_FORMAT = Format(
    id="latex", title="LaTeX", suffixes=(".tex",), main="main.tex", data_folder=DATA_FOLDER, write=_written
)
