"""Cells of printed tables: texts escaped, numbers aligned at their decimal signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from benchreport.document.model.blocks import Cell, Column, Table
from benchreport.records import dataclass

Escape = Callable[[str], str]
LONGEST_NAME = 26  # stays on one line
LONG_RUN = re.compile(r"\S{25}")
NUMBER = re.compile(r"([−-]?)(\d+(?:,\d{3})*|(?=\.\d))((?:\.\d+)?)((?:e[+−-]?\d+)?)")
BEFORE = re.compile(r"[<>≤≥≈~=\[(]*\s*")
BETWEEN = re.compile(r"[^\w.]*")
DASHES = frozenset(("—", "–"))
# A blank as wide as a sign, in fonts whose figures are all as wide as each other.
WIDTHS = {" ": "\u00a0", ".": "\u2008", ",": "\u2008", "[": "\u2004", "]": "\u2004", "(": "\u2004", ")": "\u2004"}
WIDE = "\u2007\u2009"
FIGURES = frozenset("0123456789")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a cell: text that is seen, or a blank as wide as a text would be."""

    text: str
    blank: bool = False


class Number(NamedTuple):
    """A number of a cell in its parts, with what stands between it and the next."""

    sign: str
    whole: str
    decimals: str
    power: str
    between: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Aligned:
    """A cell cut at the decimal sign; in a column set flush right, ``after`` is equally wide in all cells."""

    before: str
    after: tuple[Piece, ...] = ()


def aligned(texts: Sequence[str]) -> list[Aligned]:
    """Return the cells of a column cut at their decimal signs, the shorter ones filled with blanks.

    Every number of a cell stands under its fellows, so "mean ± sd" and intervals align too. A dash ends where the
    decimal sign would be; any other text is left alone.

    Examples
    --------
    >>> for cell in aligned(["0.812", "< 0.05", "—"]):
    ...     print(cell.before, [(piece.text, piece.blank) for piece in cell.after])
    0 [('.812', False)]
    < 0 [('.05', False), ('2', True)]
    — [('.812', True)]
    >>> [cell.before for cell in aligned([".031", "< .001"])]
    ['', '< ']
    """
    cells = [numbers_in(text) for text in texts]
    longest = _longest([numbers for _, numbers in cells])
    return [_filled(text, *cell, longest) for text, cell in zip(texts, cells, strict=True)]


@lru_cache(maxsize=4096)
def numbers_in(text: str) -> tuple[str, tuple[Number, ...]]:
    """Return what stands in front of the numbers of a cell, and the numbers; none if it holds words.

    Examples
    --------
    >>> front, (mean, spread) = numbers_in("0.81 ± 0.05")
    >>> mean.decimals, mean.between, spread.whole
    ('.81', ' ± ', '0')
    >>> numbers_in("C4.5")
    ('C4.5', ())
    """
    start = BEFORE.match(text)
    front = start[0] if start else ""
    place = len(front)
    numbers: list[Number] = []
    while place < len(text):
        number = NUMBER.match(text, place)
        if number is None:
            return text, ()
        between = BETWEEN.match(text, number.end())
        rest = between[0] if between else ""
        # A minus before a figure belongs to the next number.
        if number.end() + len(rest) < len(text) and rest.endswith(("−", "-")):
            rest = rest[:-1]
        numbers.append(Number(number[1], number[2], number[3], number[4], rest))
        place = number.end() + len(rest)
    return (front, tuple(numbers)) if numbers else (text, ())


def _longest(cells: Sequence[Sequence[Number]]) -> tuple[Number, ...]:
    """Return, place by place, the longest text of each part."""
    places = max(map(len, cells), default=0)
    columns = [[cell[place] for cell in cells if place < len(cell)] for place in range(places)]
    return tuple(Number(*(max(parts, key=len) for parts in zip(*column, strict=True))) for column in columns)


def _filled(text: str, front: str, numbers: Sequence[Number], longest: Sequence[Number]) -> Aligned:
    whole_rest = "".join(part for number in longest for part in number)
    if not numbers:
        head = longest[0].sign + longest[0].whole if longest else ""
        room = (Piece(whole_rest.removeprefix(head), blank=True),) if text in DASHES else ()
        return Aligned(before=text, after=tuple(piece for piece in room if piece.text))
    pieces: list[Piece] = []
    for place, most in enumerate(longest):
        if place >= len(numbers):
            pieces.append(Piece("".join(most), blank=True))
            continue
        own = numbers[place]
        if place:
            pieces.append(Piece("" if own.sign else most.sign, blank=True))
            pieces.append(Piece(most.whole[: len(most.whole) - len(own.whole)], blank=True))
            pieces.append(Piece(own.sign + own.whole))
        for part, widest in ((own.decimals, most.decimals), (own.power, most.power), (own.between, most.between)):
            pieces += [Piece(part), Piece(widest[len(part) :], blank=True)]
    first = numbers[0]
    return Aligned(before=front + first.sign + first.whole, after=_joined(pieces))


def _joined(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    runs = groupby((piece for piece in pieces if piece.text), key=lambda piece: piece.blank)
    return tuple(Piece("".join(piece.text for piece in run), blank) for blank, run in runs)


@lru_cache(maxsize=4096)
def spaces(text: str) -> str:
    """Return blanks as wide as a text.

    Examples
    --------
    >>> [hex(ord(blank)) for blank in spaces(".5")]
    ['0x2008', '0x2007']
    """
    return "".join("\u2007" if sign in FIGURES else WIDTHS.get(sign, WIDE) for sign in text)


def printed_columns(escape: Escape, table: Table) -> list[dict[str, Any]]:
    """Return the heads of a table, escaped, and how each column is set.

    ``align`` is how the column is set, as classes of a style sheet: flush left or right, marked, a gap away from the
    columns of another heading, solid where short names stay on one line, or broken where names too long for a page may
    come apart anywhere. ``decimal`` marks a column of numbers, ``raised`` is its longest mark.
    """
    return [_column(escape, table, place, column) for place, column in enumerate(table.columns)]


def _column(escape: Escape, table: Table, place: int, column: Column) -> dict[str, Any]:
    raised = max((row[place].sup for row in table.rows), key=len, default="")
    side = "left" if column.align == "left" else "right"
    broken = side == "left" and any(LONG_RUN.search(escape(row[place].text)) for row in table.rows)
    apart = place > 0 and column.group != table.columns[place - 1].group
    solid = side == "left" and place == 0 and all(len(row[0].text) <= LONGEST_NAME for row in table.rows)
    looks = {"marked": raised, "broken": broken, "solid": solid, "gap": apart}
    return {
        "title": escape(column.title),
        "named": column.named,
        "align": " ".join([side, *(name for name, applies in looks.items() if applies)]),
        "decimal": column.align == "decimal",
        "group": escape(column.group),
        "raised": escape(raised),
    }


def printed_rows(escape: Escape, table: Table, looks: Sequence[Mapping[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the cells of a table, escaped, row by row, with the blanks that make numbers align.

    ``text`` is what is seen and ``blank`` the blanks behind it; ``align`` is that of its column, whose ``looks`` are
    those of :func:`printed_columns`, and ``head`` marks the name of a row.
    """
    columns = [
        _cells(escape, column, [row[place] for row in table.rows], look["align"], place == 0 and column.align == "left")
        for place, (column, look) in enumerate(zip(table.columns, looks, strict=True))
    ]
    return [list(row) for row in zip(*columns, strict=True)]


def _cells(escape: Escape, column: Column, cells: Sequence[Cell], align: str, head: bool) -> list[dict[str, Any]]:
    texts = [cell.text for cell in cells]
    decimal = column.align == "decimal"
    placed = [_placed(escape, cell) for cell in aligned(texts)] if decimal else [(escape(text), "") for text in texts]
    return [
        {
            "text": text,
            "blank": blank,
            "emphasis": cell.emphasis,
            "value": cell.value,
            "sup": escape(cell.sup) if cell.sup else "",
            "align": align,
            "head": head,
        }
        for cell, (text, blank) in zip(cells, placed, strict=True)
    ]


def _placed(escape: Escape, cell: Aligned) -> tuple[str, str]:
    """Return what is seen of a cell that was cut, and the blanks behind it."""
    *pieces, last = (Piece(cell.before), *cell.after)
    if not last.blank:
        pieces, last = [*pieces, last], Piece("", blank=True)
    seen = "".join(spaces(piece.text) if piece.blank else escape(piece.text) for piece in pieces)
    return seen, spaces(last.text)


def heading_spans(escape: Escape, columns: Sequence[Column]) -> list[tuple[str, int]]:
    """Return the headings that span several columns, with their widths; none if no column has one.

    Examples
    --------
    >>> heading_spans(str, [Column(title="name"), Column(title="mean", group="auc"), Column(title="rank", group="auc")])
    [('', 1), ('auc', 2)]
    """
    spans: list[tuple[str, int]] = []
    for column in columns:
        if spans and spans[-1][0] == column.group:
            spans[-1] = (column.group, spans[-1][1] + 1)
        else:
            spans.append((column.group, 1))
    return [(escape(name), width) for name, width in spans] if any(name for name, _ in spans) else []
