"""What does a table macro print in each cell? Everything is escaped here, and numbers are made to align."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from benchreport.document.exhibits.alignment import Aligned, Piece, aligned, spaces
from benchreport.document.model.blocks import Cell, Column, Table

Escape = Callable[[str], str]
LONG_RUN = re.compile(r"\S{25}")


def printed_columns(escape: Escape, table: Table) -> list[dict[str, Any]]:
    """Escape the heads of a table and say how each column is set.

    ``align`` is how the column is set, as classes of a style sheet: flush left or right, marked, or broken where names
    too long for a page may come apart anywhere. ``decimal`` tells a column of numbers, ``raised`` is its longest mark;
    ``long`` and ``format`` are for a format that has to be told widths.
    """
    return [_column(escape, table, place, column) for place, column in enumerate(table.columns)]


def _column(escape: Escape, table: Table, place: int, column: Column) -> dict[str, Any]:
    raised = max((row[place].sup for row in table.rows), key=len, default="")
    side = "left" if column.align == "left" else "right"
    broken = side == "left" and any(LONG_RUN.search(escape(row[place].text)) for row in table.rows)
    return {
        "title": escape(column.title),
        "align": side + (" marked" if raised else "") + (" broken" if broken else ""),
        "decimal": column.align == "decimal",
        "group": escape(column.group),
        "raised": escape(raised),
        "long": 0,
        "format": "",
    }


def printed_rows(escape: Escape, table: Table) -> list[list[dict[str, Any]]]:
    """Escape the cells of a table, row by row, with the blanks that make numbers align.

    ``text`` is what is seen and ``blank`` the blanks behind it, for formats that have blanks of fixed width. For a
    format that measures, ``before`` and ``after`` are the same cut at the decimal sign, and ``room`` is the text that
    the blanks are as wide as.
    """
    columns = [_cells(escape, column, [row[place] for row in table.rows]) for place, column in enumerate(table.columns)]
    return [list(row) for row in zip(*columns, strict=True)]


def _cells(escape: Escape, column: Column, cells: Sequence[Cell]) -> list[dict[str, Any]]:
    texts = [cell.text for cell in cells]
    placed = aligned(texts) if column.align == "decimal" else [Aligned(before=text) for text in texts]
    return [_cell(escape, cell, place) for cell, place in zip(cells, placed, strict=True)]


def _cell(escape: Escape, cell: Cell, place: Aligned) -> dict[str, Any]:
    *seen, last = (Piece(place.before), *place.after)
    if not last.blank:
        seen, last = [*seen, last], Piece("", blank=True)
    return {
        "text": "".join(spaces(piece.text) if piece.blank else escape(piece.text) for piece in seen),
        "blank": spaces(last.text),
        "before": escape(place.before),
        "after": [(escape(piece.text), piece.blank) for piece in seen[1:]],
        "room": escape(last.text),
        "emphasis": cell.emphasis,
        "value": cell.value,
        "sup": escape(cell.sup),
    }


def heading_spans(escape: Escape, columns: Sequence[Column]) -> list[tuple[str, int]]:
    """Name the headings that span several columns, with their widths; none when no column has one.

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
