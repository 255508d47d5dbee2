"""What a report says: its words and tables, section by section."""

from __future__ import annotations

import polars as pl

import benchreport as br
from benchreport.document.model.blocks import Section, Table, tables_of
from tests.document.sections.sections import prose


def part_of(report: br.Report, name: str) -> Section:
    (part,) = [part for part in report.sections if part.id == name]
    return part


def said(report: br.Report, name: str) -> str:
    """All paragraphs, items and verdicts of a section."""
    return prose(part_of(report, name))


def table_of(report: br.Report, name: str) -> Table:
    (table,) = [table for table in tables_of(report) if table.id == name]
    return table


def printed(table: Table) -> list[dict[str, str]]:
    heads = [column.title for column in table.columns]
    return [dict(zip(heads, (cell.text for cell in row), strict=True)) for row in table.rows]


def wide(metric: str = "accuracy", **algorithms: list[float | None]) -> pl.DataFrame:
    """One value per algorithm and dataset."""
    n = len(next(iter(algorithms.values())))
    return br.scores(pl.DataFrame({"dataset": [f"d{i:02}" for i in range(n)]} | algorithms), metric=metric)


def folds(metric: str = "accuracy", *, datasets: int = 1, repeats: int = 1, **algorithms: list[float]) -> pl.DataFrame:
    """The same fold values on every dataset and in every repeat, a little shifted."""
    rows = [
        (name, f"d{d}", repeat, fold, value + 0.001 * d + 0.0001 * repeat)
        for name, values in algorithms.items()
        for d in range(datasets)
        for repeat in range(repeats)
        for fold, value in enumerate(values)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "repeat", "fold", metric], orient="row")
    n = len(next(iter(algorithms.values())))
    design = "kfold_cv" if repeats == 1 else "cv52" if (repeats, n) == (5, 2) else "repeated_cv"
    return br.scores(frame if repeats > 1 else frame.drop("repeat"), design=design)


def halved(algorithms: dict[str, list[float]]) -> dict[str, list[float]]:
    """Other numbers in the same order: the same numbers under two names would be told once."""
    return {name: [value / 2 for value in values] for name, values in algorithms.items()}


# METHODS 0.3: errors of four algorithms on ten datasets, and of three on ten shared folds.
ERRORS = {
    "A": [0.10, 0.20, 0.05, 0.30, 0.15, 0.08, 0.25, 0.12, 0.40, 0.18],
    "B": [0.12, 0.22, 0.05, 0.28, 0.18, 0.11, 0.24, 0.15, 0.41, 0.21],
    "C": [0.15, 0.25, 0.09, 0.33, 0.19, 0.10, 0.29, 0.18, 0.45, 0.20],
    "D": [0.14, 0.21, 0.07, 0.35, 0.18, 0.12, 0.27, 0.16, 0.42, 0.23],
}
FOLDS = {
    "A": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13],
    "B": [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17],
    "C": [0.18, 0.17, 0.16, 0.19, 0.15, 0.20, 0.18, 0.14, 0.21, 0.16],
}
