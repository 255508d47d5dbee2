"""Warnings that an importer gives in Python, as the command line prints them."""

from __future__ import annotations

import polars as pl

from benchreport.errors import give_warning
from benchreport.tables.designs.design import design_warnings
from benchreport.tables.schema import RUN_KEYS


def with_design_warnings(scores: pl.DataFrame) -> pl.DataFrame:
    """Return scores as they are, after warning at the user's line of what is in doubt about their runs."""
    if any(name in scores.columns for name in RUN_KEYS):
        for text in design_warnings(scores):
            give_warning(text, depth=3)  # the guard of the importers stands between
    return scores
