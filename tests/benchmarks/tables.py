"""A long table in a PDF beside WeasyPrint alone, which lays out every cell."""

from __future__ import annotations

import numpy as np
import polars as pl

from benchreport.document.formats.pdf import load_typesetter, pdf_bytes
from benchreport.document.model.blocks import Cell, Column, Report, Section, Table
from tests.benchmarks.race import Goal, Race

ROWS, COLUMNS = 1_200, 12
# What most of us would write: three digits, no styles but small type and hairlines.
PLAIN = """<!DOCTYPE html><html><head><style>
@page {{ size: A4; margin: 20mm }} table {{ border-collapse: collapse; font: 7pt sans-serif }}
th, td {{ text-align: right; padding: 1pt 3pt; border-bottom: 0.3pt solid #ddd }}
</style></head><body><table><thead>{heads}</thead><tbody>{rows}</tbody></table></body></html>"""


def numbers() -> list[list[str]]:
    values = np.random.default_rng(20260105).random((ROWS, COLUMNS))
    return [[f"{value:.3f}" for value in row] for row in values]


def report_of(rows: list[list[str]]) -> Report:
    """Return a report of one complete table, every dataset a row and every algorithm a column."""
    table = Table(
        id="every-result",
        caption=("Every result.",),
        columns=(
            Column(title="dataset", align="left"),
            *(Column(title=f"algorithm {column}") for column in range(COLUMNS)),
        ),
        rows=tuple(
            (Cell(text=f"dataset {number}"), *(Cell(text=text) for text in row)) for number, row in enumerate(rows)
        ),
        frame=pl.DataFrame(),
        complete=True,
    )
    return Report(title="A long table", sections=(Section(id="results", title="Results", blocks=(table,)),))


def plain_page(rows: list[list[str]]) -> str:
    """Return the same table as a page of HTML."""
    heads = "".join(f"<th>{head}</th>" for head in ("dataset", *(f"algorithm {column}" for column in range(COLUMNS))))
    cells = "".join(
        f"<tr><th>dataset {number}</th>{''.join(f'<td>{text}</td>' for text in row)}</tr>"
        for number, row in enumerate(rows)
    )
    return PLAIN.format(heads=f"<tr>{heads}</tr>", rows=cells)


def races() -> list[Race]:
    load_typesetter()
    from weasyprint import HTML

    rows = numbers()
    report, page = report_of(rows), plain_page(rows)
    return [
        Race(
            name=f"a table of {ROWS:,} x {COLUMNS} as PDF, tagged",
            ours=lambda: pdf_bytes(report),
            peer="weasyprint.HTML(...).write_pdf(), not tagged",
            theirs=lambda: HTML(string=page).write_pdf(),
            goal=Goal(faster=8),
        )
    ]
