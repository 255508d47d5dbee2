"""A report as LaTeX: a folder whose tables and figures can each be put into a paper."""

from __future__ import annotations

import re

from benchreport.document.blocks import Figure, Report, figures_of, tables_of
from benchreport.document.named_numbers import named_numbers
from benchreport.document.render import Format, Numbers, body, figure_parts, table_parts
from benchreport.resources import resource

SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", '"': r"\textquotedbl{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", "`": r"\textasciigrave{}", "'": "'", "−": r"\ensuremath{-}",
    "±": r"\ensuremath{\pm}", "×": r"\ensuremath{\times}", "–": "--", "—": "---", "’": "'", "“": "``", "”": "''",
    "…": r"\dots{}", "[": "{[}", "*": "{*}", "\N{NO-BREAK SPACE}": "~", "χ": r"\ensuremath{\chi}", "-": r"{-}",
}  # fmt: skip
# What pdfLaTeX sets in the T1 encoding without more packages.
LETTERS = frozenset(chr(code) for code in range(0x20, 0x7F)) | frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž§£")  # fmt: skip  # noqa: E501


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


LATEX = Format("latex", escape, figure_file)


def latex_files(report: Report, main: str) -> dict[str, bytes]:
    """Give every file of the LaTeX folder."""
    numbers = Numbers.of(report)
    files: dict[str, bytes] = {"references.bib": resource("templates", "references.bib").read_bytes()}
    for table in tables_of(report):
        files[f"tables/{table.id}.tex"] = str(LATEX.macros.table_file(table_parts(LATEX, table, numbers))).encode()
    for figure in figures_of(report):
        files[f"figures/{figure.id}.tex"] = str(LATEX.macros.figure_file(figure_parts(LATEX, figure, numbers))).encode()
        files[figure_file(figure)] = figure.pdf
    named = [(name, LATEX.text(text)) for name, text in sorted(named_numbers(report).items())]
    files["numbers.tex"] = str(LATEX.macros.numbers(named)).encode()
    text = LATEX.macros.document({"title": LATEX.text(report.title), "body": body(LATEX, report)})
    return {main: str(text).encode(), **files}
