"""Files attached to a PDF, from which every number in it can be computed again."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping

import polars as pl

from benchreport.document.model.blocks import Report, files_named, rows_of, tables_of
from benchreport.document.times import timed
from benchreport.document.write import csv_text

INPUT, PREDICTIONS, COUNTS = "scores.parquet", "predictions.parquet", "counts.parquet"
RECIPE, RESULTS, PROVENANCE = "recipe.toml", "results.parquet", "provenance.json"
TEMPLATES = "templates.json"
WORDS = {
    INPUT: "The scores the report was made from",
    PREDICTIONS: "The predictions the report was made from",
    COUNTS: "The confusion counts the report was made from",
}

# How an attached file relates to the document, in the words of PDF/A-3; others are data it was made from.
RELATIONS = {RECIPE: "Source"}


# What a file is, and its content, by its name.
Attached = Mapping[str, tuple[str, bytes]]


@timed("attachments")
def attached_files(report: Report) -> dict[str, tuple[str, bytes]]:
    """Return the files that belong inside a PDF: name, what it is, content.

    A report composed by hand carries only the data that its words refer to.
    """
    named = files_named(report)
    tables = {
        f"{table.id}.csv": (f"All rows of the table {table.id}", csv_text(table.frame).encode())
        for table in tables_of(report)
        if f"{table.id}.csv" in named
    }
    if report.package is None:
        return tables
    own = json.dumps(dict(report.look.templates), ensure_ascii=False, indent=1).encode()
    return {
        **{name: (WORDS[name], parquet(table)) for name, table in report.package.tables.items()},
        **({TEMPLATES: ("Templates of the author's own, by path", own)} if report.look.templates else {}),
        RECIPE: ("How it was made, as a study file", report.package.recipe.encode()),
        RESULTS: ("Every result row the text, tables and figures were read from", parquet(rows_of(report))),
        PROVENANCE: ("Input files, recipe and software as printed", report.package.provenance.encode()),
        **tables,
    }


def parquet(frame: pl.DataFrame) -> bytes:
    """Return a frame as Parquet; the same frame gives the same bytes."""
    stream = io.BytesIO()
    frame.write_parquet(stream, compression="zstd", compression_level=9)
    return stream.getvalue()


def files_inside(content: bytes) -> Mapping[str, bytes]:
    """Return the files attached to a PDF, by name."""
    from pypdf import PdfReader

    return {name: parts[0] for name, parts in PdfReader(io.BytesIO(content)).attachments.items() if parts}
