"""Tables in Typst: every text harmless, heads that span columns, rules as in books."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from benchreport.document.exhibits.cells import heading_spans
from benchreport.document.formats.render import turning_spelt
from benchreport.document.model.blocks import Cell, Column, Look, Table, spoken
from benchreport.document.model.sandbox import macros_of

# Signs that Typst obeys anywhere in a text, and what it makes lists or other signs of.
SPECIAL = re.compile(r"""([\\#$*_`<>@\[\]/~=+\-"'])""")
LISTED = re.compile(r"^(\s*\d+)\.(?=\s|$)|\.(?=\.)")

# Names such as RandomForest may be broken in heads.
CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")


def escape(text: str) -> str:
    r"""Return any text harmless in Typst.

    Examples
    --------
    >>> escape("#import a_b [x]"), escape("1. first"), escape("a...")
    ('\\#import a\\_b \\[x\\]', '1\\. first', 'a\\.\\..')
    """
    line = re.sub(r"\s+", " ", turning_spelt(text))
    return LISTED.sub(lambda match: f"{match[1] or ''}\\.", SPECIAL.sub(r"\\\1", line))


def typst_table(table: Table) -> str:
    """Return a table as a Typst figure with a label."""
    columns = [_cells(column, [row[place] for row in table.rows]) for place, column in enumerate(table.columns)]
    rows = [list(row) for row in zip(*columns, strict=True)]
    body = len(rows) - table.foot
    spans, place = [], 0
    for name, width in heading_spans(escape, table.columns):
        spans.append({"name": name, "width": width, "start": place, "end": place + width})
        place += width
    parts: dict[str, Any] = {
        "id": table.id,
        "caption": escape(spoken(table.caption)),
        "note": escape(spoken(table.note)),
        "columns": [
            {"title": CAPITAL.sub("\N{ZERO WIDTH SPACE}", escape(column.title)), "left": column.align == "left"}
            for column in table.columns
        ],
        "spans": spans,
        "rows": rows[:body],
        "foot": rows[body:],
        "rules": table.rules,
    }
    return macros_of("typst", Look()).table(parts)


def _cells(column: Column, cells: Sequence[Cell]) -> list[dict[str, str]]:
    """Return the cells of a column; a number stays on its line, and leaves room for the marks of others."""
    raised = max((cell.sup for cell in cells), key=len, default="")
    return [
        {
            "text": escape(cell.text)
            if column.align == "left"
            else escape(cell.text).replace(" ", "\N{NO-BREAK SPACE}"),
            "emphasis": cell.emphasis,
            "sup": escape(cell.sup),
            "room": escape(raised) if not cell.sup else "",
        }
        for cell in cells
    ]
