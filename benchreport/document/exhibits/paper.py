"""Exhibits on paper: tables in parts that fit the page, page numbers of references, lines of the lists in front."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from benchreport.document.model import blocks

# What fits a page across, in widths of a figure.
PORTRAIT, LANDSCAPE = 112, 174
# A table too broad is set snug or tight: in smaller type, with less space between columns, both as parts of the usual.
SMALLER: Mapping[str, tuple[float, float]] = {"": (1.0, 1.0), "snug": (0.94, 0.57), "tight": (0.87, 0.4)}
BETWEEN = 3
NARROW, BROAD = frozenset("fijlrtI.,:;|!'()[] "), frozenset("ABCDEFGHKLMNOPQRSTUVWXYZmw±<>−+…")
# Longer texts are broken into lines.
LONGEST_TEXT = 40
# Complete tables in millimetres: the page across, a figure of the usual size and of the small one, the least distance
# of two columns, and the most that names take on one line, in one column or in each of several.
ACROSS, USUAL, SMALL, DISTANCE, NAMES = 168.0, 1.31, 1.19, 1.1, (36.0, 28.0)
MOST_COLUMNS = 20
# An exhibit so many blocks away is in sight.
NEAR = 2
LONGEST_LINE = 96


def width_of(columns: Sequence[blocks.Column], rows: Sequence[Sequence[blocks.Cell]]) -> int:
    """Return about how broad a table is, in widths of a figure.

    Examples
    --------
    >>> width_of([blocks.Column(title="n")], [[blocks.Cell(text="1200", sup="*")]])
    9
    """
    widths = [_width(column, [row[place] for row in rows]) for place, column in enumerate(columns)]
    runs = groupby(range(len(columns)), key=lambda place: columns[place].group or place)
    return sum(_span(heading, sum(widths[place] for place in places)) for heading, places in runs)


def setting_of(columns: Sequence[blocks.Column], rows: Sequence[Sequence[blocks.Cell]]) -> str:
    """Return how a table must be set to fit an upright page: as usual, snug or tight.

    Examples
    --------
    >>> heads = [blocks.Column(title="n")] * 9
    >>> [setting_of(heads, [[blocks.Cell(text="1" * digits)] * 9]) for digits in (9, 11, 12, 40)]
    ['', 'snug', 'tight', 'tight']
    """
    gaps = BETWEEN * len(columns)
    letters = width_of(columns, rows) - gaps
    sizes = [name for name, (size, apart) in SMALLER.items() if letters * size + gaps * apart <= PORTRAIT]
    return next(iter(sizes), [*SMALLER][-1])


def must_turn(columns: Sequence[blocks.Column], rows: Sequence[Sequence[blocks.Cell]]) -> bool:
    """Return whether a table is too broad for an upright page even when it is set tight."""
    gaps = BETWEEN * len(columns)
    size, apart = SMALLER["tight"]
    return (width_of(columns, rows) - gaps) * size + gaps * apart > PORTRAIT


def _span(heading: str | int, width: int) -> int:
    """Return the width of columns under a common heading, which may be broader than they are."""
    return max(width, _breadth(heading) + BETWEEN) if isinstance(heading, str) else width


def _width(column: blocks.Column, cells: Sequence[blocks.Cell]) -> int:
    marked = any(cell.sup for cell in cells)  # a mark takes room in every row
    words = [_breadth(word) for word in column.title.split()]  # a head may take two lines
    head = max(_breadth(column.title) // 2, *words) if words else 0
    return BETWEEN + marked + max(head, *(_breadth(cell.text + cell.sup) for cell in cells), 0)


def _breadth(text: str) -> int:
    return round(extent(text, 1.4))


@lru_cache(maxsize=4096)
def extent(text: str, broad: float = 1.2) -> float:
    """Return about how broad a text is, in widths of a figure."""
    return sum(0.6 if sign in NARROW else broad if sign in BROAD else 1 for sign in text)


def fits_upright(columns: Sequence[blocks.Column], rows: Sequence[Sequence[blocks.Cell]], digit: float = SMALL) -> bool:
    """Return whether the columns of a complete table fit side by side without turning their heads.

    ``digit`` is the width of a figure, by default that of the smallest type.

    Examples
    --------
    >>> heads = [blocks.Column(title="dataset", align="left"), *[blocks.Column(title="algorithm", align="right")] * 17]
    >>> [fits_upright(heads[:most], [[blocks.Cell(text=".912")] * most]) for most in (9, 18)]
    [True, False]
    """
    across = [
        max(_longest_word(column.title), *(extent(row[place].text) for row in rows)) * digit + DISTANCE
        for place, column in enumerate(columns)
        if column.align != "left"
    ]
    return sum(name_widths(columns, rows, digit)) + max(across, default=0.0) * len(across) <= ACROSS


def is_dense(table: blocks.Table) -> bool:
    """Return whether a complete table is set in the smallest type."""
    return table.turned or not fits_upright(table.columns, table.rows, USUAL)


def name_widths(columns: Sequence[blocks.Column], rows: Sequence[Sequence[blocks.Cell]], digit: float) -> list[float]:
    """Return the millimetres that the names on the left of a complete table take, broken between words only."""
    texts = [[row[place].text for row in rows] for place, column in enumerate(columns) if column.align == "left"]
    most = NAMES[len(texts) > 1]
    return [
        max(max(min(extent(text) * digit, most), _longest_word(text) * digit) for text in names) + DISTANCE
        for names in texts
    ]


def rows_on_one_line(table: blocks.Table) -> list[bool]:
    """Return, for each row of a complete table, whether its names are not broken."""
    digit = SMALL if is_dense(table) else USUAL
    widths = name_widths(table.columns, table.rows, digit)
    places = [place for place, column in enumerate(table.columns) if column.align == "left"]
    return [
        all(extent(row[place].text) * digit + DISTANCE <= width for place, width in zip(places, widths, strict=True))
        for row in table.rows
    ]


def head_height(columns: Sequence[blocks.Column]) -> float:
    """Return the millimetres that heads take which are turned by 74 degrees."""
    return 3.5 + 1.02 * SMALL * max(extent(column.title) for column in columns if column.align != "left")


def _longest_word(text: str) -> float:
    return max(map(extent, text.split()), default=0.0)


def _blocks_of(table: blocks.Table) -> list[list[int]]:
    """Return the columns of a complete table in blocks that fit a page across, all about as broad as each other."""
    digit = SMALL if is_dense(table) else USUAL
    named = names_on_the_left(table)
    room = ACROSS - sum(name_widths(table.columns, table.rows, digit))
    places = range(named, len(table.columns))
    widest = max(extent(row[place].text, 1.0) for row in table.rows for place in places) * digit + DISTANCE
    most = min(MOST_COLUMNS, max(int(room / widest), 1)) if table.turned else len(places)
    count = -(-len(places) // most)
    each = -(-len(places) // count)
    return [list(places[start : start + each]) for start in range(0, len(places), each)]


def parts_of(table: blocks.Table, most: int = LANDSCAPE) -> list[blocks.Table]:
    """Return a wide table in parts that fit a page across; each repeats the names on the left.

    Columns under a common heading stay together where they fit. The note stands under the last part. A complete table
    has at most twenty columns a part.

    Examples
    --------
    >>> import polars as pl
    >>> algorithms = [blocks.Column(title=f"algorithm {n}") for n in range(20)]
    >>> heads = (blocks.Column(title="dataset", align="left"), *algorithms)
    >>> row = tuple(blocks.Cell(text="0.1") for _ in heads)
    >>> broad = blocks.Table(id="t", caption=("All.",), columns=heads, rows=(row,), frame=pl.DataFrame(), wide=True)
    >>> [(part.id, len(part.columns)) for part in parts_of(broad)]
    [('t', 16), ('t-part-2', 6)]
    """
    if table.complete:
        return _complete_parts(table)
    widths = [
        min(_width(column, [row[place] for row in table.rows]), LONGEST_TEXT)
        for place, column in enumerate(table.columns)
    ]
    if not table.wide or sum(widths) <= most:
        return [table]
    named = names_on_the_left(table)
    room = most - sum(widths[:named])
    chosen: list[list[int]] = [[]]
    for bundle in _bundles(table, named, widths, room):
        if chosen[-1] and sum(widths[place] for place in (*chosen[-1], *bundle)) > room:
            chosen.append([])
        chosen[-1] += bundle
    return [
        part_of(table, [*range(named), *places], number, last=number == len(chosen))
        for number, places in enumerate(chosen, 1)
    ]


def _complete_parts(table: blocks.Table) -> list[blocks.Table]:
    """Return a complete table in blocks of columns, whose captions say which."""
    named, parts = names_on_the_left(table), _blocks_of(table)
    if len(parts) == 1:
        return [table]
    columns = len(table.columns) - named
    return [
        replace(
            part_of(table, [*range(named), *places], number, last=number == len(parts)),
            caption=(
                *(table.caption if number == 1 else (f"{line_of(table.caption)}.",)),
                f" Columns {places[0] - named + 1}–{places[-1] - named + 1} of {columns}.",
            ),
        )
        for number, places in enumerate(parts, 1)
    ]


def names_on_the_left(table: blocks.Table) -> int:
    """Return how many columns of words a table begins with; they name its rows."""
    words = [column.align == "left" for column in table.columns]
    return words.index(False) if False in words else 1


def _bundles(table: blocks.Table, named: int, widths: Sequence[int], room: int) -> list[list[int]]:
    """Return the columns in bundles under a common heading; a bundle too broad for a page comes apart."""
    bundles: list[list[int]] = []
    for _, run in groupby(range(named, len(widths)), key=lambda place: table.columns[place].group or place):
        places = list(run)
        fits = sum(widths[place] for place in places) <= room
        bundles += [places] if fits else [[place] for place in places]
    return bundles


def part_of(table: blocks.Table, places: Sequence[int], number: int, *, last: bool) -> blocks.Table:
    """Return some columns of a table as a numbered part of it."""
    return replace(
        table,
        id=table.id if number == 1 else f"{table.id}-part-{number}",
        columns=tuple(table.columns[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
        note=table.note if last else (),
        part=number,
    )


def on_paper(report: blocks.Report) -> blocks.Report:
    """Return a report whose tables fit the page across."""

    def fitted(section: blocks.Section) -> Iterator[blocks.Block]:
        for block in section.blocks:
            yield from parts_of(block) if isinstance(block, blocks.Table) else [block]

    return _with_blocks(report, fitted)


def _with_blocks(report: blocks.Report, blocks_of: Callable[[blocks.Section], Iterable[blocks.Block]]) -> blocks.Report:
    sections = [replace(section, blocks=tuple(blocks_of(section))) for section in report.sections]
    return replace(report, sections=tuple(sections))


def with_pages(report: blocks.Report) -> blocks.Report:
    """Return a report with the page behind every reference to something that is not in sight.

    Examples
    --------
    >>> from benchreport.document.model.blocks import Section
    >>> words = ("See ", blocks.Mark("ref", "b"), ".")
    >>> first = Section(id="a", title="A", blocks=(blocks.Text(kind="paragraph", words=words),))
    >>> paged = with_pages(blocks.Report(title="T", sections=(first, Section(id="b", title="B", blocks=()))))
    >>> [word if isinstance(word, str) else (word.kind, word.text) for word in paged.sections[0].blocks[0].words]
    ['See ', ('ref', 'b'), ('page', 'b'), '.']
    """
    places = {
        block.id: (section.id, place)
        for section in report.sections
        for place, block in enumerate(section.blocks)
        if isinstance(block, (blocks.Table, blocks.Figure))
    }
    return _with_blocks(
        report, lambda section: (_paged(block, section.id, place, places) for place, block in enumerate(section.blocks))
    )


def _paged(block: blocks.Block, section: str, place: int, places: Mapping[str, tuple[str, int]]) -> blocks.Block:
    if not isinstance(block, (blocks.Text, blocks.Finding)):
        return block

    def in_sight(target: str) -> bool:
        home, target_place = places.get(target, (target, place))
        return home == section and abs(target_place - place) <= NEAR

    words: list[blocks.Inline] = []
    for word in block.words:
        words.append(word)
        if isinstance(word, blocks.Mark) and word.kind == "ref" and not in_sight(word.text):
            words.append(blocks.Mark("page", word.text))
    return replace(block, words=tuple(words))


def line_of(caption: blocks.Words) -> str:
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


def parted_caption(caption: blocks.Words) -> tuple[blocks.Words, blocks.Words]:
    """Return the first sentence of a caption, which states what there is to see, and the rest.

    Examples
    --------
    >>> parted_caption(("Mean ranks by ", blocks.Mark("em", "AUC"), ". Lines: sets. Bars: ties.",))[1]
    ('Lines: sets. Bars: ties.',)
    """
    for place, word in enumerate(caption):
        if isinstance(word, str) and ". " in word:
            first, _, rest = word.partition(". ")
            return (*caption[:place], f"{first}."), (rest, *caption[place + 1 :])
    return caption, ()
