"""Sizes of training and test sets, and which runs share training data."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from benchreport.method import Remark
from benchreport.tables.blocks import Grouped
from benchreport.tables.designs.declared_design import column_or_null
from benchreport.tables.designs.run_layout import hidden_layouts
from benchreport.tables.groups import aggregate, joined

PARTITIONS = ("kfold_cv", "repeated_cv", "cv52", "loo_cv")
# Said of a result whose correction rests on a guess.
NEEDS_DESIGN = Remark(
    code="needs_design",
    note="needs a declared design: test over training size guessed as 1 / (folds - 1), that of cross-validation",
)


def sizes_of(table: Grouped) -> pl.DataFrame:
    """Return, one row per group, the ``ratio`` of test to training size, and whether it had to be ``assumed``.

    The sizes of the table come first; else the number of folds tells them, if cross-validation was declared. Where
    neither is known, cross-validation is a guess. Declared resamples and seeds without sizes have no ratio.
    """
    ratios = _ratios(table.source, table.by)
    rows = table.keys.join(ratios, on=table.by, how="left", maintain_order="left") if table.by else ratios
    return rows.select(ratio="__ratio", assumed="__assumed")


def size_ratios(scores: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Return :func:`sizes_of` of a canonical table: one row per group, with its columns."""
    return _ratios(scores, groups).rename({"__ratio": "ratio", "__assumed": "assumed"})


def _ratios(scores: pl.DataFrame, groups: Sequence[str]) -> pl.DataFrame:
    sized = {"n_train", "n_test"} <= set(scores.columns)
    ratio = pl.col("n_test").mean() / pl.col("n_train").mean() if sized else pl.lit(None, dtype=pl.Float64)
    design = column_or_null(scores, "design", pl.String)
    declared, partition = design.is_not_null().all(), design.is_in(PARTITIONS).all()
    ratios = aggregate(scores, groups, __measured=ratio, __declared=declared, __partition=partition)
    ratios = joined(ratios, hidden_layouts(scores, groups), groups)
    declared = pl.col("__declared").fill_null(False)
    fits = (pl.col("__n_folds") > 1) & (pl.col("__partition") | ~declared)
    from_folds = pl.when(fits).then(1 / (pl.col("__n_folds") - 1))
    return ratios.select(
        *groups,
        __ratio=pl.coalesce("__measured", from_folds),
        __assumed=pl.col("__measured").is_null() & from_folds.is_not_null() & ~declared,
    )
