"""Results on folds with known answers, and a look into the sections made from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

import benchreport as br
from benchreport.document.model.blocks import Mark, Section, Table, Text

# Errors on ten shared folds: fixture FX1 of the method catalogue.
FX1: Mapping[str, Sequence[float]] = {
    "A": (0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13),
    "B": (0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17),
    "C": (0.18, 0.17, 0.16, 0.19, 0.15, 0.20, 0.18, 0.14, 0.21, 0.16),
}
# False positives and false negatives on ten shared folds: fixture FX2.
FX2: Mapping[str, Mapping[str, Sequence[int]]] = {
    "A": {"fp": (3, 5, 4, 4, 5, 6, 3, 2, 5, 4), "fn": (9, 8, 7, 10, 8, 9, 8, 8, 10, 9)},
    "B": {"fp": (6, 7, 7, 6, 6, 9, 6, 5, 8, 8), "fn": (8, 7, 8, 9, 6, 8, 8, 7, 8, 8)},
    "C": {"fp": (5, 6, 5, 6, 4, 7, 6, 4, 7, 5), "fn": (12, 11, 11, 13, 11, 12, 12, 10, 13, 11)},
}


def scores_of(values: Mapping[str, Mapping[str, Sequence[float | None]]], *, dataset: str = "demo") -> pl.DataFrame:
    """Make scores of algorithm, metric and one value per fold of cross-validation; of every metric less is better."""
    rows = [
        (algorithm, dataset, fold, metric, value)
        for algorithm, metrics in values.items()
        for metric, folds in metrics.items()
        for fold, value in enumerate(folds, 1)
    ]
    kinds = {"algorithm": pl.String, "dataset": pl.String, "fold": pl.Int64, "metric": pl.String, "value": pl.Float64}
    metrics = {metric for own in values.values() for metric in own}
    frame = pl.DataFrame(rows, schema=kinds, orient="row")
    return br.scores(frame, directions=dict.fromkeys(metrics, "lower"), design="kfold_cv")


def fx1() -> pl.DataFrame:
    """Errors of A, B and C on ten folds of one dataset."""
    return scores_of({name: {"error": values} for name, values in FX1.items()})


def fx2(*algorithms: str) -> pl.DataFrame:
    """False positives and negatives of A, B and C, or of those named."""
    return scores_of({name: FX2[name] for name in algorithms or FX2})


def section_of(report: br.Report, name: str) -> Section | None:
    """Find a section by its id."""
    return next((part for part in report.sections if part.id == name), None)


def found_section(report: br.Report, name: str) -> Section:
    """Find a section that must be there."""
    part = section_of(report, name)
    assert part is not None, f"no section {name}"
    return part


def printed(table: Table) -> list[dict[str, str]]:
    """Read a table row by row, by the titles of its columns."""
    titles = [f"{column.group} {column.title}".strip() for column in table.columns]
    return [dict(zip(titles, (cell.text for cell in row), strict=True)) for row in table.rows]


def references_of(part: Section) -> set[str]:
    """Name what the text of a section refers to."""
    words = [word for block in part.blocks if isinstance(block, Text) for word in block.words]
    return {word.text for word in words if isinstance(word, Mark) and word.kind == "ref"}
