"""A report as LaTeX: tables in columns that fit a venue, figures, and every number by its name, for a paper."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, product
from typing import Any

from benchreport.document.exhibits.cells import Number, heading_spans, numbers_in
from benchreport.document.exhibits.paper import names_on_the_left, part_of
from benchreport.document.formats import Format, Output, Written, render
from benchreport.document.model import blocks
from benchreport.document.model.references import bibtex, works_cited
from benchreport.errors import OptionError
from benchreport.figures.tex import escape, pieces_of, spelt_out
from benchreport.files import MARK
from benchreport.numerals import integer, number, p_value
from benchreport.records import dataclass
from benchreport.venues import VENUES, Venue

INCH = 72.27  # points
MILLIMETRES = 25.4 / INCH
# Widths of signs in thousandths of the size, of Computer Modern; other fonts of papers are narrower.
WIDTHS = {
    278: "ijl.,:;'![]|",
    333: "- ’f",
    389: "rst()I",
    444: "cez",
    500: "agox0123456789/*J",
    528: "kvy",
    556: "bdhnpquS–●○◐",
    681: "EFLPZ",
    722: "wBCRT",
    778: "ADGHKNOQUVXY+=<>−&±×≤≥",
    833: "m%",
    1028: "MW@—…",
}
OTHER = 650
WIDTH_OF = {sign: width for width, signs in WIDTHS.items() for sign in signs}
# A size in points sets its letters as broad as this size would, if they were not drawn broader when small.
BREADTH = {10: 10.0, 9: 9.25, 8: 8.5, 7: 8.0, 6: 7.35}
BOLD = 1.15
RAISED = 0.75
# Texts that may be broken into lines first, in signs.
LONG_TEXT = 34
# A head as broad as this stays in one line.
LEAST = "p (Holm)"
# Of a table that fills no more than this of the width the columns are not spread.
NARROW = 0.62
TALLEST_FLOAT = 520.0
TALLEST_HEAD = 100.0
SLACK = 2.0
MOST_SPREAD = 6.0
# Heads come apart at blanks and dashes, and names such as RandomForest at their capitals.
BREAKS = re.compile(r"(?<=–)|(?<=[a-z])(?=[A-Z][a-z])| ")
UNCERTAIN = " ± "
COMPARED = {"<": "<", ">": ">", "≤": "\\le", "≥": "\\ge"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How a table is set: the command of its size, the size in points, half the gap between columns, turned heads."""

    command: str
    size: int
    gap: float
    turned: bool = False

    def width(self, text: str, *, bold: bool = False) -> float:
        """Return about how broad a text is, in points."""
        return _ems(text) * BREADTH[self.size] * (BOLD if bold else 1.0)

    @property
    def leading(self) -> float:
        """The distance of lines, in points."""
        return 1.22 * self.size


@lru_cache(maxsize=100_000)
def _ems(text: str) -> float:
    return sum(WIDTH_OF.get(sign, OTHER) for sign in text) / 1000


def settings_for(base: int) -> tuple[Setting, ...]:
    """Return the settings of tables in a document of a size, the most legible first."""
    small = Setting(command="\\scriptsize", size=base - 3, gap=2.5)
    dense = Setting(command="\\fontsize{7}{8.5}\\selectfont", size=7, gap=1.6, turned=True)
    densest = Setting(command="\\fontsize{6}{7.4}\\selectfont", size=6, gap=1.4, turned=True)
    return Setting(command="\\footnotesize", size=base - 2, gap=4.0), small, dense, densest


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A table, or a block of its columns, that fits a width; ``held`` are widths of columns that break their texts.

    ``which`` says in words which columns a block has.
    """

    table: blocks.Table
    setting: Setting
    held: tuple[float, ...]
    natural: float
    room: float
    wide: bool = False
    which: str = ""

    @property
    def gap(self) -> float:
        """Half the gap between columns; a table that breaks across pages is spread by it."""
        spare = (self.room - SLACK - self.natural) / max(2 * len(self.held) - 2, 1)
        return self.setting.gap + (min(max(spare, 0.0), MOST_SPREAD) if self.breaks else 0.0)

    @property
    def narrow(self) -> bool:
        """Whether it keeps its own width; others fill the line."""
        return self.breaks or self.natural < NARROW * self.room

    @property
    def breaks(self) -> bool:
        """Whether it may break across pages and stands where it is: a complete table, or one too tall to float."""
        return self.table.complete or self.height > TALLEST_FLOAT

    @property
    def height(self) -> float:
        """The height of its rows in points."""
        held = [(place, width) for place, width in enumerate(self.held) if width]
        lines = (
            max((math.ceil(self.setting.width(row[place].text) / width) for place, width in held), default=1)
            for row in self.table.rows
        )
        return sum(lines) * self.setting.leading


def fitted_blocks(table: blocks.Table, venue: Venue) -> list[Fitted]:
    """Return a table in blocks of columns that fit: one column of the venue, else its page, else several blocks."""
    settings = settings_for(text_size(venue))
    page, column = venue.page * INCH, venue.column * INCH
    if venue.columns == 2 and (small := _in_one(table, settings[:2], column)):
        return [small]
    whole = _in_one(table, settings if table.complete else settings[:-1], page)
    parts = [whole] if whole else min((_blocks(table, page, setting) for setting in settings[2:]), key=len)
    return [replace(block, wide=venue.columns == 2) for block in parts]


def text_size(venue: Venue) -> int:
    """Return the size of the text that the class ``article`` has for a venue."""
    return 11 if venue.size > 10.5 else 10


def _in_one(table: blocks.Table, settings: Sequence[Setting], width: float) -> Fitted | None:
    """Return a table set as legibly as it fits a width: long texts are broken into lines first, then all of them."""
    order = [*product((LONG_TEXT, 0), settings[:2]), *product((LONG_TEXT, 0), settings[2:])]
    tries = (_tried(table, setting, width, least) for least, setting in order)
    return next((block for block in tries if block.natural <= width - SLACK), None)


def _tried(table: blocks.Table, setting: Setting, width: float, least: int) -> Fitted:
    natural = _widths(table, setting)
    held = _held(table, setting, natural, width, least)
    total = _total([own or broad for own, broad in zip(held, natural, strict=True)], setting)
    return Fitted(table=table, setting=setting, held=held, natural=total, room=width)


def _total(widths: Sequence[float], setting: Setting) -> float:
    return sum(widths) + 2 * setting.gap * (len(widths) - 1)


def _widths(table: blocks.Table, setting: Setting) -> list[float]:
    """Return how broad the columns are if nothing in them is broken but the words of heads."""
    widths = [max(_cells(table, place, setting), _head(table, place, setting)) for place in range(len(table.columns))]
    for heading, run in groupby(range(len(widths)), key=lambda place: table.columns[place].group):
        places = list(run)
        lack = setting.width(heading) - _total([widths[place] for place in places], setting)
        widths[places[-1]] += max(lack, 0.0)  # where LaTeX makes the room
    return widths


def _cells(table: blocks.Table, place: int, setting: Setting) -> float:
    cells = (row[place] for row in table.rows)
    return max((setting.width(cell.text, bold=cell.emphasis == "best") for cell in cells), default=0.0)


def _head(table: blocks.Table, place: int, setting: Setting) -> float:
    """Return how broad a head is: as its lines are high if it is turned."""
    if is_turned(table, place, setting):
        title = table.columns[place].title
        return setting.leading * math.ceil(setting.width(title) / max(head_height(title, setting), 1.0))
    return max((setting.width(line) for line in head_lines(table, place, setting)), default=0.0)


def head_height(title: str, setting: Setting) -> float:
    """Return how tall a turned head is; long ones take several lines."""
    words = [setting.width(word) for word in pieces_of(title)]
    return min(setting.width(title), max(TALLEST_HEAD, *words, 0.0) + SLACK)


def is_turned(table: blocks.Table, place: int, setting: Setting) -> bool:
    """Return whether the head of a column is turned: in dense tables, where it is broader than its numbers."""
    lines = head_lines(table, place, setting)
    broad = max(map(setting.width, lines)) > _cells(table, place, setting) or len(lines) > 1
    return setting.turned and table.columns[place].align != "left" and broad


def head_lines(table: blocks.Table, place: int, setting: Setting) -> list[str]:
    """Return the lines of a head: about as broad as the numbers below, but no more than two of them."""
    title = table.columns[place].title
    words = BREAKS.split(title)
    if table.columns[place].align == "left" or len(words) == 1:
        return [title]
    room = max(_cells(table, place, setting), *(setting.width(word) for word in (*words, LEAST)))
    if setting.width(title) <= room:
        return [title]
    ends = [match.end() for match in BREAKS.finditer(title)]
    return list(
        min(((title[:end].rstrip(), title[end:]) for end in ends), key=lambda lines: max(map(setting.width, lines)))
    )


def _held(
    table: blocks.Table, setting: Setting, natural: Sequence[float], width: float, least: int
) -> tuple[float, ...]:
    """Return the widths that columns of words longer than ``least`` signs are held to; 0 for all others."""
    longest = [max((len(row[place].text) for row in table.rows), default=0) for place in range(len(natural))]
    places = [place for place, column in enumerate(table.columns) if column.align == "left" and longest[place] > least]
    room = width - SLACK - _total([w for place, w in enumerate(natural) if place not in places], setting)
    room -= 2 * setting.gap * len(places)
    held = [0.0] * len(natural)
    if not places or sum(natural[place] for place in places) <= room:
        return tuple(held)
    for place in sorted(places, key=lambda place: natural[place]):
        share = room / sum(1 for other in places if not held[other])
        word = max((setting.width(piece) for row in table.rows for piece in pieces_of(row[place].text)), default=0.0)
        held[place] = max(min(natural[place], share), word, _head(table, place, setting)) + 0.5
        room -= held[place]
    return tuple(held)


def _blocks(table: blocks.Table, width: float, setting: Setting) -> list[Fitted]:
    """Return a table in blocks of columns, about as many in each; columns under a common heading stay together."""
    named = names_on_the_left(table)
    natural = _widths(table, setting)
    lead = min(sum(natural[:named]) + 2 * setting.gap * named, width / 3)
    runs = groupby(range(named, len(natural)), key=lambda place: table.columns[place].group or place)
    bundles = [list(run) for _, run in runs]
    if any(_total([natural[place] for place in bundle], setting) > width - lead - SLACK for bundle in bundles):
        bundles = [[place] for bundle in bundles for place in bundle]
    broad = [sum(natural[place] + 2 * setting.gap for place in bundle) for bundle in bundles]
    count = max(1, math.ceil(sum(broad) / (width - lead - SLACK)))
    chosen: list[list[int]] = [[]]
    room = 0.0
    for bundle, size in zip(bundles, broad, strict=True):
        enough = room + size / 2 > sum(broad) / count
        if chosen[-1] and (room + size > width - lead - SLACK or enough):
            chosen.append([])
            room = 0.0
        chosen[-1] += bundle
        room += size
    of = len(natural) - named
    parts = [
        part_of(table, [*range(named), *places], number, last=number == len(chosen))
        for number, places in enumerate(chosen, 1)
    ]
    words = [f"Columns {places[0] - named + 1}–{places[-1] - named + 1} of {of}." for places in chosen]
    return [replace(_tried(part, setting, width, 0), which=which) for part, which in zip(parts, words, strict=True)]


def with_siunitx(parts: dict[str, Any], table: blocks.Table) -> dict[str, Any]:
    """Return what a table macro prints, with formats and numbers of the columns that siunitx 3 can align.

    Cells of such a column that are no numbers keep their text; the macro puts braces around it.
    """
    for place, column in enumerate(parts["columns"]):
        texts = [row[place].text for row in table.rows]
        column["format"] = table_format(texts) if table.columns[place].align == "decimal" else ""
        for text, row in zip(texts, [*parts["rows"], *parts["foot"]], strict=True):
            row[place]["number"] = as_input(text) if column["format"] else ""
    return parts | {"siunitx": any(column["format"] for column in parts["columns"])}


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


TRIANGLES = "▴▾"
# The page of the other formats: a text of 168 mm.
USUAL = Venue(3.5, 168 / 25.4, 10.95)
# The note of a narrow table that stands alone is as broad as the table, and at least this much of the line.
LEAST_NOTE = 0.5
# Columns of a result row whose name in a paper is shorter; the other numbers bear the name of their column.
SHORTER = {"p_value": "p", "ci_low": "low", "ci_high": "high"}
KEYS = ("subset", "dataset", "metric", "a", "b", "term")
UNFIT = re.compile(r"[^A-Za-z0-9.+ :=()-]+")


def figure_file(figure: blocks.Figure) -> str:
    """Return where the file of a figure lies."""
    return f"figures/{figure.id}.pdf"


def formula(tex: str, display: bool) -> str:
    """Return a formula in its signs; one that is displayed has them from the macro."""
    return tex if display else rf"\({tex}\)"


LATEX = render.Markup("latex", escape, figure_file, formula)
DATA_FOLDER = "data"


def latex_files(report: blocks.Report, main: str, *, siunitx: bool = False, pgf: bool = False) -> dict[str, bytes]:
    """Return every file of the LaTeX folder: the document, its tables and figures, its named numbers, the works cited.

    Tables and figures are made for the widths of the venue. With ``siunitx`` columns of numbers are set by that
    package, with ``pgf`` the texts of figures by LaTeX.
    """
    form = LATEX.looking(report.look).with_data(DATA_FOLDER)
    venue = VENUES[report.venue] if report.venue else USUAL
    names = render.names_of(report)
    files: dict[str, bytes] = {"references.bib": _marked(bibtex(works_cited(report.sections), report.look))}
    for table in blocks.tables_of(report):
        pieces = [_table(form, block, names, siunitx=siunitx) for block in fitted_blocks(_set(table), venue)]
        files[f"tables/{table.id}.tex"] = _marked("\n".join(pieces))
    for figure in blocks.figures_of(report):
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
        "body": render.body(form, report),
        "headed": any(
            isinstance(block, blocks.Bibliography) for section in report.sections for block in section.blocks[:1]
        ),
        "siunitx": siunitx,
        "pgf": pgf,
    }
    return {main: _marked(form.macros.document(whole)), **files}


def table_file(table: blocks.Table, venue: str | None = None, *, siunitx: bool = False) -> str:
    """Return a table by itself as LaTeX that fits the widths of a venue; its first lines name the packages it needs."""
    parts = fitted_blocks(_set(table), VENUES[venue] if venue else USUAL)
    text = "\n".join(_table(LATEX, part, {table.id: "Table"}, siunitx=siunitx, alone=True) for part in parts)
    return _marked(text).decode()


def _marked(text: str) -> bytes:
    """Return a file that begins with the line by which benchreport recognises its own."""
    return f"% {MARK}\n{text}".encode()


def _set(table: blocks.Table) -> blocks.Table:
    """Return a table whose cells hold no sign that LaTeX cannot set, so that they are as broad as they look."""
    rows = tuple(
        tuple(replace(cell, text=spelt_out(render.turning_spelt(cell.text))) for cell in row) for row in table.rows
    )
    return replace(table, rows=rows)


def _table(form: render.Markup, block: Fitted, names: render.Names, *, siunitx: bool, alone: bool = False) -> str:
    """Return a block of a table; one that stands ``alone`` is centred, and its caption is plain."""
    table = block.table
    caption = render.caption_parts(form, table.caption, names)
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
        "note": render.inline(form, table.note, names),
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


def _cell(form: render.Markup, cell: blocks.Cell) -> dict[str, Any]:
    return {"text": form.text(cell.text), "emphasis": cell.emphasis, "sup": form.text(cell.sup), "number": ""}


def _column(form: render.Markup, block: Fitted, place: int) -> dict[str, Any]:
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


def _figure(
    form: render.Markup, figure: blocks.Figure, names: render.Names, venue: Venue, *, pgf: bool
) -> dict[str, bytes]:
    """Return the files of a figure that is drawn at a width of the venue, and not scaled."""
    drawn, inches = _at_width(figure, venue)
    code = _pgf(drawn) if pgf else None
    parts = render.figure_parts(form, figure, names) | {
        "float": "figure*" if venue.columns == 2 and inches > venue.column else "figure",
        "pgf": f"figures/{figure.id}.pgf" if code else "",
        "inches": f"{inches:.3g}",
    }
    words = parts["statement"] + parts["explanation"]
    signs = {"\\blacktriangle": "amssymb", "\\citep": "natbib"}
    parts["further"] = [package for sign, package in signs.items() if sign in words]
    files = {f"figures/{figure.id}.tex": _marked(form.macros.figure_file(parts)), figure_file(figure): drawn.pdf}
    return files | ({f"figures/{figure.id}.pgf": code} if code else {})


def _at_width(figure: blocks.Figure, venue: Venue) -> tuple[blocks.Figure, float]:
    """Return a figure drawn for a venue, with its width in inches; a drawing of the user's own stays as it is."""
    picture = figure.picture
    if not isinstance(picture, blocks.Picture):
        return figure, picture.width
    from benchreport.figures.plot import options_of

    width = picture.looks.get("width", options_of(picture.kind)["width"].default)
    wanted = picture.width if width is None else {"page": venue.page, "column": venue.column}.get(width, width)
    inches = venue.column if venue.columns == 2 and wanted < USUAL.page / 2 else min(float(wanted), venue.page)
    return replace(figure, picture=replace(picture, looks={**picture.looks, "width": inches})), inches


def _pgf(figure: blocks.Figure) -> bytes | None:
    """Return a figure as commands that LaTeX draws; None for one with a layer of pixels, which stays a PDF."""
    try:
        return figure.picture.rendered("pgf")
    except OptionError as problem:
        if "pixels" in problem.problem:
            return None
        raise


def named_numbers(report: blocks.Report) -> dict[str, str]:
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
    rows = blocks.rows_of(report)
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


def _written(report: blocks.Report, output: Output) -> Written:
    files = latex_files(report, output.main.name, siunitx=output.siunitx, pgf=output.pgf)
    return Written(files={output.folder / name: content for name, content in files.items()})


LATEX_FORMAT = Format(
    id="latex",
    title="LaTeX",
    suffixes=(".tex",),
    main="main.tex",
    data_folder=DATA_FOLDER,
    figures="pdf",
    write=_written,
)
