"""Every two algorithms side by side, with their groups' own columns."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.tables.blocks import Blocks, Reduce, pairs_of
from benchreport.tables.blocks import Missing as Missing
from benchreport.tables.blocks import pairs as pairs
from benchreport.tables.groups import By


def pair_lists(
    table: Any, *, by: By = "metric", control: str | None = None, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> pl.DataFrame:
    """Return the pairs in one row each, with the values of their common blocks as lists ``x`` and ``y``."""
    blocks = Blocks.of(table, by=by, reduce=reduce, missing=missing)
    return blocks.with_keys(pairs_of(blocks, control).lists())
