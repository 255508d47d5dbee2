"""What does a PDF carry, so that every number in it can be computed again?"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from datetime import UTC, datetime

import polars as pl

from benchreport.document.blocks import Report, rows_of

INPUT, PREDICTIONS = "scores.parquet", "predictions.parquet"
RECIPE, RESULTS, PROVENANCE = "recipe.toml", "results.parquet", "provenance.json"


def attached_files(report: Report) -> dict[str, tuple[str, bytes]]:
    """Give the files that belong inside a PDF: name, what it is, content; none for a report composed by hand."""
    if report.package is None:
        return {}
    name = PREDICTIONS if "truth" in report.package.table.columns else INPUT
    return {
        name: ("The table the report was made from", parquet(report.package.table)),
        RECIPE: ("How it was made, as a study file", report.package.recipe.encode()),
        RESULTS: ("Every result row the text, tables and figures were read from", parquet(rows_of(report))),
        PROVENANCE: ("Input files, recipe and software as printed", report.package.provenance.encode()),
    }


def parquet(frame: pl.DataFrame) -> bytes:
    """Write a frame as Parquet; the same frame gives the same bytes."""
    stream = io.BytesIO()
    frame.write_parquet(stream, compression="zstd", compression_level=9)
    return stream.getvalue()


def made_at() -> datetime:
    """Give the moment that files claim to be made at: SOURCE_DATE_EPOCH, or the beginning of time."""
    return datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)


def files_inside(content: bytes) -> Mapping[str, bytes]:
    """Take the attached files out of a PDF."""
    from pypdf import PdfReader

    return {name: parts[0] for name, parts in PdfReader(io.BytesIO(content)).attachments.items() if parts}
