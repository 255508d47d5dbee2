"""A report as LaTeX: a folder whose tables and figures can each be put into a paper, and every number by its name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from benchreport.document.exhibits.cells import Number, numbers_in
from benchreport.document.exhibits.paper import line_of, on_paper, parts_of
from benchreport.document.formats import Format, Output, Written
from benchreport.document.formats.render import Markup, Names, body, figure_parts, names_of, table_parts, turning_spelt
from benchreport.document.model.blocks import Figure, Report, Table, figures_of, rows_of, tables_of
from benchreport.document.model.references import bibtex, works_cited
from benchreport.files import MARK
from benchreport.numerals import integer, number, p_value

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
# Columns of a result row whose name in a paper is shorter; the other numbers bear the name of their column.
SHORTER = {"p_value": "p", "ci_low": "low", "ci_high": "high"}
KEYS = ("subset", "dataset", "metric", "a", "b", "term")
UNFIT = re.compile(r"[^A-Za-z0-9.+ :=()-]+")
UNCERTAIN = " ± "
COMPARED = {"<": "<", ">": ">", "≤": "\\le", "≥": "\\ge"}


def escape(text: str) -> str:
    """Return any text harmless in LaTeX; what pdfLaTeX cannot set is spelt out by its code points.

    Examples
    --------
    >>> escape("A&B_100%"), escape("漢")
    ('A\\\\&B\\\\_100\\\\%', 'U+6F22')
    """
    return UNBROKEN.sub(lambda run: _breakable(run[0]), _spelt_out(text))


def _breakable(run: str) -> str:
    """Return a run without blanks, escaped; a long one may be broken anywhere."""
    signs = [SIGNS.get(sign, sign) for sign in run]
    return "\\allowbreak{}".join(signs) if len(run) > LONGEST_RUN else "".join(signs)


def _spelt_out(text: str) -> str:
    return "".join(sign if sign in LETTERS or sign in SIGNS else _spelt(sign) for sign in text)


def _spelt(sign: str) -> str:
    return " " if sign.isspace() else f"U+{ord(sign):04X}"


def figure_file(figure: Figure) -> str:
    """Return where the file of a figure lies."""
    return f"figures/{figure.id}.pdf"


LATEX = Markup("latex", escape, figure_file)
DATA_FOLDER = "data"


def latex_files(report: Report, main: str, *, siunitx: bool = False) -> dict[str, bytes]:
    """Return every file of the LaTeX folder: the document, its tables and figures, its named numbers, the works cited.

    With ``siunitx`` columns of numbers are set by that package instead of with blanks of measured width.
    """
    form = LATEX.looking(report.look).with_data(DATA_FOLDER)
    names = names_of(on_paper(report))
    files: dict[str, bytes] = {"references.bib": _marked(bibtex(works_cited(report.sections), report.look))}
    for table in tables_of(report):
        parts = [_table(form, part, names, siunitx=siunitx) for part in parts_of(table)]
        files[f"tables/{table.id}.tex"] = _marked("".join(parts))
    for figure in figures_of(report):
        drawn = figure_parts(form, figure, names) | {"line": form.text(line_of(figure.caption))}
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
    """Return a file that begins with the line by which benchreport recognises its own."""
    return f"% {MARK}\n{text}".encode()


def _table(form: Markup, table: Table, names: Names, *, siunitx: bool) -> str:
    parts = table_parts(form, table, names) | {"line": form.text(line_of(table.caption)), "siunitx": False}
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


def with_siunitx(parts: dict[str, Any], table: Table, escape: Callable[[str], str]) -> dict[str, Any]:
    """Return what a table macro prints, with formats and numbers of the columns that siunitx 3 can align.

    Cells of such a column that are no numbers keep their text; the macro puts braces around it.
    """
    rows = [*parts["rows"], *parts["foot"]]
    for place, column in enumerate(parts["columns"]):
        texts = [row[place].text for row in table.rows]
        column["format"] = table_format(texts) if column["decimal"] else ""
        if not column["format"]:
            continue
        widest = _front(texts)
        for text, row in zip(texts, rows, strict=True):
            row[place]["number"] = as_input(text)
            row[place]["front"] = escape(widest[: len(widest) - len(_front([text]))]) if as_input(text) else ""
    return parts | {"siunitx": True}


def table_format(texts: Sequence[str]) -> str:
    """Return the ``table-format`` that has room for all numbers of a column; nothing where it is no column of numbers.

    Examples
    --------
    >>> table_format(["0.812", "−12.5", "—"]), table_format(["< 1.2", "0.5"]), table_format(["0.81 ± 0.05"])
    ('-2.3', '<1.1', '1.2 +- 1.2')
    >>> table_format(["[0.1, 0.2]"]), table_format(["1.23e−08"]), table_format([".031", "< .001"])
    ('', '1.2e-1', '')
    """
    parsed = [numbers_in(text) for text in texts]
    numeric = [(front.strip(), numbers) for front, numbers in parsed if numbers]
    if not numeric or not all(_readable(front, numbers) for front, numbers in numeric):
        return ""
    compared = "<" if any(front for front, _ in numeric) else ""
    second = [numbers[1] for _, numbers in numeric if len(numbers) == 2]
    spread = f" +- {_digits(second)}" if second else ""
    return f"{compared}{_digits([numbers[0] for _, numbers in numeric])}{spread}"


def as_input(text: str) -> str:
    """Return a number as siunitx reads it; nothing for a text that is none.

    Examples
    --------
    >>> as_input("< 1.2"), as_input("−1,234.5"), as_input("0.81 ± 0.05"), as_input("—")
    ('<1.2', '-1234.5', '0.81+-0.05', '')
    """
    front, numbers = numbers_in(text)
    written = "+-".join(map(_plain, numbers))
    return COMPARED.get(front.strip(), "") + written if numbers else ""


def _readable(front: str, numbers: Sequence[Number]) -> bool:
    between = [number.between for number in numbers]
    # siunitx would print the zero that p-values go without.
    whole = all(number.whole for number in numbers)
    return whole and (not front or front in COMPARED) and between in ([""], [UNCERTAIN, ""])


def _digits(numbers: Sequence[Number]) -> str:
    sign = "-" if any(number.sign for number in numbers) else ""
    whole = max(len(number.whole.replace(",", "")) for number in numbers)
    decimals = max(len(number.decimals.removeprefix(".")) for number in numbers)
    powers = [number.power.removeprefix("e") for number in numbers if number.power]
    below = "-" if any(power.startswith(("−", "-")) for power in powers) else ""
    power = f"e{below}{max(len(power.lstrip('+−-').lstrip('0')) or 1 for power in powers)}" if powers else ""
    return f"{sign}{whole}.{decimals}{power}" if decimals else f"{sign}{whole}{power}"


def _plain(parts: Number) -> str:
    power = f"e{int(parts.power[1:].replace('−', '-'))}" if parts.power else ""
    return f"{'-' if parts.sign else ''}{parts.whole.replace(',', '')}{parts.decimals}{power}"


def _front(texts: Sequence[str]) -> str:
    """Return the longest text that stands before the decimal sign, without the thousands' commas."""
    fronts = [numbers_in(text) for text in texts]
    heads = [f"{front.strip()}{numbers[0].sign}{numbers[0].whole}" for front, numbers in fronts if numbers]
    return max((head.replace(",", "") for head in heads), key=len, default="")


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
    files = latex_files(report, output.main.name, siunitx=output.siunitx)
    return Written(files={output.folder / name: content for name, content in files.items()})


LATEX_FORMAT = Format(
    id="latex", title="LaTeX", suffixes=(".tex",), main="main.tex", data_folder=DATA_FOLDER, write=_written
)
