"""Result rows as plain text: what is empty or always the same left out, columns aligned for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

import polars as pl

from benchreport.method import BETWEEN
from benchreport.numerals import integer, number, p_value
from benchreport.records import dataclass
from benchreport.remarks import NOTE, REMARKS, code_of, kinds_in_words

P_COLUMNS = ("p_value", "p_adjusted")
# Said once below the table when they are the same in every row.
SAID_ONCE = (
    "method", "variant", "alpha", "law", "estimand", "effect_name", "alternative", "adjustment", "family", "status"
)  # fmt: skip
# What a page that is too narrow goes without, in this order; the rest is what a person reads.
SPARED = (
    *("df1", "df2", "family", "law", "estimand", "effect_name", "alternative", "adjustment", "alpha", "method"),
    *("effect_low", "effect_high", "n_ties", "variant", "statistic", "effect", "ci_low", "ci_high", "estimate"),
)  # fmt: skip
LINE = 120
# No column of words is made narrower.
NARROWEST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Readable:
    """Rows without what is empty or always the same, and below them what was taken out."""

    frame: pl.DataFrame
    once: str
    notes: tuple[tuple[str, str], ...]
    spared: tuple[str, ...] = ()


def readable(rows: pl.DataFrame, *, width: int | None = None) -> Readable:
    """Return rows without columns that are empty or always say the same, and long notes below them.

    Codes of remarks are for programs: a reader sees their words, once for every kind. With a ``width`` the columns that
    are read least are left out until the rows fit.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.sign_test(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> readable(rows).frame.columns[:6]
    ['metric', 'a', 'b', 'better', 'n', 'n_ties']
    """
    empty = [name for name in rows.columns if rows.get_column(name).null_count() == rows.height]
    if "n_dropped" in rows.columns and not rows.get_column("n_dropped").sum():
        empty.append("n_dropped")
    once = [name for name in SAID_ONCE if name in rows.columns and name not in empty and rows[name].n_unique() == 1]
    remarks = rows.get_column(REMARKS).to_list() if REMARKS in rows.columns else []
    columns, notes = _with_footnotes(rows.drop({*empty, *once, REMARKS}, strict=False), remarks, width or LINE)
    spared = [] if width is None else too_many(columns, SPARED, width)
    return Readable(
        frame=columns.drop(spared),
        once="; ".join(f"{name} {rows[name][0]}" for name in once),
        notes=tuple(notes),
        spared=tuple(name for name in columns.columns if name in spared),
    )


def _with_footnotes(
    rows: pl.DataFrame, remarks: list[str | None], width: int
) -> tuple[pl.DataFrame, list[tuple[str, str]]]:
    """Return rows without notes that make lines too long, and these: what every row says once, the others numbered."""
    if not remarks or NOTE not in rows.columns or _width(rows) <= width:
        return rows, []
    words = kinds_in_words(remarks)
    kinds = [dict.fromkeys(map(code_of, spelled.split(BETWEEN))) if spelled else {} for spelled in remarks]
    common = [code for code in words if all(code in row for row in kinds)]
    numbers = {code: f"[{i}]" for i, code in enumerate((code for code in words if code not in common), start=1)}
    footnotes = [("note:", "; ".join(words[code] for code in common))] if common else []
    footnotes += [(mark, words[code]) for code, mark in numbers.items()]
    if not numbers:
        return rows.drop(NOTE), footnotes
    marks = ["".join(numbers[code] for code in row if code in numbers) or None for row in kinds]
    return rows.with_columns(pl.Series(NOTE, marks, dtype=pl.String)), footnotes


def _width(frame: pl.DataFrame) -> int:
    return max(map(len, text_table(frame).splitlines()))


def too_many(frame: pl.DataFrame, spare: Sequence[str], width: int) -> list[str]:
    """Return which columns to spare, in this order, until the others fit a width.

    Examples
    --------
    >>> too_many(pl.DataFrame({"algorithm": ["kNN"], "n": [14], "missing": [0], "tied": [0]}), ["missing", "tied"], 20)
    ['missing']
    """
    candidates = [name for name in spare if name in frame.columns]
    sizes = {name: len(_column(frame.get_column(name))[0]) + 2 for name in candidates}
    excess, spared = _width(frame) - width, []
    for name in candidates:
        if excess <= 0:
            break
        spared.append(name)
        excess -= sizes[name]
    return spared


def text_table(frame: pl.DataFrame, *, width: int | None = None) -> str:
    """Return a frame as aligned text: words to the left, numbers to the right, no frame around.

    With a ``width`` the widest columns of words are broken into lines where the table would be wider.

    Examples
    --------
    >>> print(text_table(pl.DataFrame({"algorithm": ["kNN", "SVM"], "n": [14, 9], "p_value": [0.0312, 1e-9]})))
    algorithm   n  p_value
    kNN        14     .031
    SVM         9   < .001
    """
    columns = [_column(frame.get_column(name)) for name in frame.columns]
    if width is not None:
        columns = _narrowed(columns, [not kind.is_numeric() for kind in frame.dtypes], width)
    return "\n".join("  ".join(parts).rstrip() for parts in zip(*columns, strict=True))


def _narrowed(columns: list[list[str]], words: list[bool], width: int) -> list[list[str]]:
    """Return columns of cells whose words are broken into lines, the widest first, until a row fits."""
    from rich.cells import cell_len

    widths = [cell_len(column[0]) for column in columns]
    while sum(widths) + 2 * (len(widths) - 1) > width:
        widest = max((i for i, is_words in enumerate(words) if is_words), key=widths.__getitem__, default=None)
        if widest is None or widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    broken = [[_lines(cell.strip(), size) for cell in column] for column, size in zip(columns, widths, strict=True)]
    heights = [max(map(len, row)) for row in zip(*broken, strict=True)]
    return [
        [
            line + " " * (size - cell_len(line)) if is_words else line.rjust(size)
            for cell, height in zip(column, heights, strict=True)
            for line in [*cell, *[""] * (height - len(cell))]
        ]
        for column, size, is_words in zip(broken, widths, words, strict=True)
    ]


def _lines(cell: str, width: int) -> list[str]:
    """Return a cell in lines, broken between words, and within a word that is wider."""
    from rich.cells import cell_len, chop_cells

    if cell_len(cell) <= width:
        return [cell]
    lines = textwrap.wrap(cell, width) if cell.isascii() else chop_cells(cell, width)
    return [line for line in lines if line] or [""]


def _column(values: pl.Series) -> list[str]:
    """Return the name and the values of a column, all as wide on a terminal as the widest of them."""
    from rich.cells import cell_len

    cells = [_printable(text) for text in (values.name, *(_cell(values.name, value) for value in values.to_list()))]
    widths = [len(cell) if cell.isascii() else cell_len(cell) for cell in cells]
    padding = [" " * (max(widths) - width) for width in widths]
    to_right = values.dtype.is_numeric()
    return [blank + cell if to_right else cell + blank for blank, cell in zip(padding, cells, strict=True)]


def _printable(text: str) -> str:
    """Return a text with escapes for whatever would break a line or command a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        # A terminal's text goes on into other programs, which know the minus of the keyboard only.
        return p_value(value) if name in P_COLUMNS else number(value).replace("−", "-")
    if isinstance(value, int):
        return integer(value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
