"""The layout of a table as a frame with one row per cell."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.tables.blocks import Blocks as Blocks
from benchreport.tables.blocks import Reduce as Reduce
from benchreport.tables.blocks import block_columns as block_columns
from benchreport.tables.blocks import incomplete as incomplete
from benchreport.tables.blocks import refuse_mixtures as refuse_mixtures
from benchreport.tables.blocks import refuse_single_algorithm as refuse_single_algorithm
from benchreport.tables.blocks import varying_columns as varying_columns
from benchreport.tables.groups import By
from benchreport.tables.scores import as_scores as as_scores
from benchreport.tables.scores import is_canonical as is_canonical


def cells(table: Any, by: By = "metric", *, reduce: Reduce = "mean") -> pl.DataFrame:
    """Reduce a score table to one value per group, block and algorithm, sorted.

    Examples
    --------
    >>> import benchreport as br
    >>> cells(br.read_scores(br.example("demsar2006_auc.csv"))).columns
    ['metric', 'dataset', 'algorithm', 'value', 'orientation', 'n_values', 'n_dropped', 'n_imputed', 'policy']
    """
    return _frame(Blocks.of(table, by=by, reduce=reduce, missing="available", alone=True))


def complete_cells(table: Any, by: By = "metric", *, reduce: Reduce = "mean") -> pl.DataFrame:
    """As :func:`cells`, refusing a table in which an algorithm lacks a block that others have, or is the only one."""
    return _frame(Blocks.of(table, by=by, reduce=reduce))


def _frame(blocks: Blocks) -> pl.DataFrame:
    counts = ["orientation", "n_values", "n_dropped", "n_imputed", "policy"]
    rows = blocks.long().select("group", *blocks.block_keys.columns, "algorithm", "value", *counts)
    return blocks.with_keys(rows.with_columns(pl.col("policy").cast(pl.Categorical)))
