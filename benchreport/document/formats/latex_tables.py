"""Tables in LaTeX: set in columns that fit the width of a venue, in blocks of columns where there are too many."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, product
from typing import Any

from benchreport.document.exhibits.cells import Number, numbers_in
from benchreport.document.exhibits.paper import names_on_the_left, part_of
from benchreport.document.model.blocks import Table
from benchreport.figures.tex import pieces_of
from benchreport.venues import Venue

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

    table: Table
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


def fitted_blocks(table: Table, venue: Venue) -> list[Fitted]:
    """Return a table in blocks of columns that fit: one column of the venue, else its page, else several blocks."""
    settings = settings_for(text_size(venue))
    page, column = venue.page * INCH, venue.column * INCH
    if venue.columns == 2 and (small := _in_one(table, settings[:2], column)):
        return [small]
    whole = _in_one(table, settings if table.complete else settings[:-1], page)
    blocks = [whole] if whole else min((_blocks(table, page, setting) for setting in settings[2:]), key=len)
    return [replace(block, wide=venue.columns == 2) for block in blocks]


def text_size(venue: Venue) -> int:
    """Return the size of the text that the class ``article`` has for a venue."""
    return 11 if venue.size > 10.5 else 10


def _in_one(table: Table, settings: Sequence[Setting], width: float) -> Fitted | None:
    """Return a table set as legibly as it fits a width: long texts are broken into lines first, then all of them."""
    order = [*product((LONG_TEXT, 0), settings[:2]), *product((LONG_TEXT, 0), settings[2:])]
    tries = (_tried(table, setting, width, least) for least, setting in order)
    return next((block for block in tries if block.natural <= width - SLACK), None)


def _tried(table: Table, setting: Setting, width: float, least: int) -> Fitted:
    natural = _widths(table, setting)
    held = _held(table, setting, natural, width, least)
    total = _total([own or broad for own, broad in zip(held, natural, strict=True)], setting)
    return Fitted(table=table, setting=setting, held=held, natural=total, room=width)


def _total(widths: Sequence[float], setting: Setting) -> float:
    return sum(widths) + 2 * setting.gap * (len(widths) - 1)


def _widths(table: Table, setting: Setting) -> list[float]:
    """Return how broad the columns are if nothing in them is broken but the words of heads."""
    widths = [max(_cells(table, place, setting), _head(table, place, setting)) for place in range(len(table.columns))]
    for heading, run in groupby(range(len(widths)), key=lambda place: table.columns[place].group):
        places = list(run)
        lack = setting.width(heading) - _total([widths[place] for place in places], setting)
        widths[places[-1]] += max(lack, 0.0)  # where LaTeX makes the room
    return widths


def _cells(table: Table, place: int, setting: Setting) -> float:
    cells = (row[place] for row in table.rows)
    return max((setting.width(cell.text, bold=cell.emphasis == "best") for cell in cells), default=0.0)


def _head(table: Table, place: int, setting: Setting) -> float:
    """Return how broad a head is: as its lines are high if it is turned."""
    if is_turned(table, place, setting):
        title = table.columns[place].title
        return setting.leading * math.ceil(setting.width(title) / max(head_height(title, setting), 1.0))
    return max((setting.width(line) for line in head_lines(table, place, setting)), default=0.0)


def head_height(title: str, setting: Setting) -> float:
    """Return how tall a turned head is; long ones take several lines."""
    words = [setting.width(word) for word in pieces_of(title)]
    return min(setting.width(title), max(TALLEST_HEAD, *words, 0.0) + SLACK)


def is_turned(table: Table, place: int, setting: Setting) -> bool:
    """Return whether the head of a column is turned: in dense tables, where it is broader than its numbers."""
    lines = head_lines(table, place, setting)
    broad = max(map(setting.width, lines)) > _cells(table, place, setting) or len(lines) > 1
    return setting.turned and table.columns[place].align != "left" and broad


def head_lines(table: Table, place: int, setting: Setting) -> list[str]:
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


def _held(table: Table, setting: Setting, natural: Sequence[float], width: float, least: int) -> tuple[float, ...]:
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


def _blocks(table: Table, width: float, setting: Setting) -> list[Fitted]:
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


def with_siunitx(parts: dict[str, Any], table: Table) -> dict[str, Any]:
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
