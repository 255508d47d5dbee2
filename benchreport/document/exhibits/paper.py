"""Exhibits on paper: tables in parts that fit the page, page numbers of references, lines of the lists in front."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from benchreport.document.model.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Finding,
    Inline,
    Mark,
    Report,
    Section,
    Table,
    Text,
    Words,
)

# What fits a page across, in widths of a figure.
PORTRAIT, LANDSCAPE = 104, 150
# A table a little too broad is set snug: smaller signs, and half the space between columns.
SMALLER = 0.9
NARROW, BROAD = frozenset("fijlrtI.,:;|!'()[] "), frozenset("ABCDEFGHKLMNOPQRSTUVWXYZmw±<>−+…")
# Longer texts are broken into lines.
LONGEST_TEXT = 40
# An exhibit so many blocks away is in sight.
NEAR = 2
LONGEST_LINE = 96


def width_of(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> int:
    """Return about how broad a table is, in widths of a figure.

    Examples
    --------
    >>> width_of([Column(title="n")], [[Cell(text="1200", sup="*")]])
    8
    """
    widths = [_width(column, [row[place] for row in rows]) for place, column in enumerate(columns)]
    runs = groupby(range(len(columns)), key=lambda place: columns[place].group or place)
    return sum(_span(heading, sum(widths[place] for place in places)) for heading, places in runs)


def is_snug(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> bool:
    """Return whether a table fits an upright page only when it is set snug.

    Examples
    --------
    >>> [is_snug([Column(title="n")] * 9, [[Cell(text="1" * digits)] * 9]) for digits in (9, 10, 14)]
    [False, True, False]
    """
    return width_of(columns, rows) > PORTRAIT and not must_turn(columns, rows)


def must_turn(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> bool:
    """Return whether a table is too broad for an upright page even when it is set snug."""
    gaps = 2 * len(columns)
    return (width_of(columns, rows) - gaps) * SMALLER + gaps / 2 > PORTRAIT


def _span(heading: str | int, width: int) -> int:
    """Return the width of columns under a common heading, which may be broader than they are."""
    return max(width, _breadth(heading) + 2) if isinstance(heading, str) else width


def _width(column: Column, cells: Sequence[Cell]) -> int:
    marked = any(cell.sup for cell in cells)  # a mark takes room in every row
    return 2 + marked + max(_breadth(column.title), *(_breadth(cell.text + cell.sup) for cell in cells), 0)


def _breadth(text: str) -> int:
    return round(sum(0.6 if sign in NARROW else 1.4 if sign in BROAD else 1 for sign in text))


def parts_of(table: Table, most: int = LANDSCAPE) -> list[Table]:
    """Return a wide table in parts that fit a page across; each repeats the names on the left.

    Columns under a common heading stay together where they fit. The note stands under the last part.

    Examples
    --------
    >>> import polars as pl
    >>> heads = [Column(title="dataset", align="left"), *(Column(title=f"algorithm {n}") for n in range(20))]
    >>> row = tuple(Cell(text="0.1") for _ in heads)
    >>> broad = Table(id="t", caption=("All.",), columns=tuple(heads), rows=(row,), frame=pl.DataFrame(), wide=True)
    >>> [(part.id, len(part.columns)) for part in parts_of(broad)]
    [('t', 13), ('t-part-2', 9)]
    """
    widths = [
        min(_width(column, [row[place] for row in table.rows]), LONGEST_TEXT)
        for place, column in enumerate(table.columns)
    ]
    if not table.wide or sum(widths) <= most:
        return [table]
    named = _names_on_the_left(table)
    room = most - sum(widths[:named])
    chosen: list[list[int]] = [[]]
    for bundle in _bundles(table, named, widths, room):
        if chosen[-1] and sum(widths[place] for place in (*chosen[-1], *bundle)) > room:
            chosen.append([])
        chosen[-1] += bundle
    return [
        _part(table, [*range(named), *places], number, last=number == len(chosen))
        for number, places in enumerate(chosen, 1)
    ]


def _names_on_the_left(table: Table) -> int:
    """Return how many columns of words a table begins with; they name its rows."""
    words = [column.align == "left" for column in table.columns]
    return words.index(False) if False in words else 1


def _bundles(table: Table, named: int, widths: Sequence[int], room: int) -> list[list[int]]:
    """Return the columns in bundles under a common heading; a bundle too broad for a page comes apart."""
    bundles: list[list[int]] = []
    for _, run in groupby(range(named, len(widths)), key=lambda place: table.columns[place].group or place):
        places = list(run)
        fits = sum(widths[place] for place in places) <= room
        bundles += [places] if fits else [[place] for place in places]
    return bundles


def _part(table: Table, places: Sequence[int], number: int, *, last: bool) -> Table:
    return replace(
        table,
        id=table.id if number == 1 else f"{table.id}-part-{number}",
        columns=tuple(table.columns[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
        note=table.note if last else (),
        part=number,
    )


def on_paper(report: Report) -> Report:
    """Return a report whose tables fit the page across."""

    def fitted(section: Section) -> Iterator[Block]:
        for block in section.blocks:
            yield from parts_of(block) if isinstance(block, Table) else [block]

    return _with_blocks(report, fitted)


def _with_blocks(report: Report, blocks_of: Callable[[Section], Iterable[Block]]) -> Report:
    sections = [replace(section, blocks=tuple(blocks_of(section))) for section in report.sections]
    return replace(report, sections=tuple(sections))


def with_pages(report: Report) -> Report:
    """Return a report with the page behind every reference to something that is not in sight.

    Examples
    --------
    >>> from benchreport.document.model.blocks import Section
    >>> words = ("See ", Mark("ref", "b"), ".")
    >>> first = Section(id="a", title="A", blocks=(Text(kind="paragraph", words=words),))
    >>> paged = with_pages(Report(title="T", sections=(first, Section(id="b", title="B", blocks=()))))
    >>> [word if isinstance(word, str) else (word.kind, word.text) for word in paged.sections[0].blocks[0].words]
    ['See ', ('ref', 'b'), ('page', 'b'), '.']
    """
    places = {
        block.id: (section.id, place)
        for section in report.sections
        for place, block in enumerate(section.blocks)
        if isinstance(block, (Table, Figure))
    }
    return _with_blocks(
        report,
        lambda section: (_paged(block, section.id, place, places) for place, block in enumerate(section.blocks)),
    )


def _paged(block: Block, section: str, place: int, places: Mapping[str, tuple[str, int]]) -> Block:
    if not isinstance(block, (Text, Finding)):
        return block

    def in_sight(target: str) -> bool:
        home, target_place = places.get(target, (target, place))
        return home == section and abs(target_place - place) <= NEAR

    words: list[Inline] = []
    for word in block.words:
        words.append(word)
        if isinstance(word, Mark) and word.kind == "ref" and not in_sight(word.text):
            words.append(Mark("page", word.text))
    return replace(block, words=tuple(words))


def line_of(caption: Words) -> str:
    """Return the first sentence of a caption, short enough for a line of a list.

    Examples
    --------
    >>> line_of(("Mean ranks by auc; rank 1 is best. Bars join those not shown to differ.",))
    'Mean ranks by auc; rank 1 is best'
    """
    text = "".join(word if isinstance(word, str) else word.text for word in caption)
    sentence = text.split(". ")[0].rstrip(".")
    if len(sentence) <= LONGEST_LINE:
        return sentence
    return sentence[:LONGEST_LINE].rsplit(" ", 1)[0].rstrip(",;:") + " …"
