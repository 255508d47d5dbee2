"""Replicates, blocks and shared runs of an experiment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import polars as pl

from benchreport.method import REMARK_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import Frame, over_layout
from benchreport.stats.planning.factors import Factored, over_factors
from benchreport.tables.blocks import Grouped, grouped_scores, refuse_mixtures
from benchreport.tables.groups import By, aggregate, joined, within
from benchreport.tables.schema import RUN_KEYS

REPLICATION_COLUMNS: Mapping[str, tuple[str, str]] = {
    "n_cells": ("Int64", "configurations times datasets"),
    "least": ("Int64", "fewest runs of a cell"),
    "most": ("Int64", "most runs of a cell"),
    "n_single": ("Int64", "cells that were run once"),
    "error_sd": ("Float64", "standard deviation of runs within a cell, pooled"),
    "status": ("String", "ok or too_few"),
    **REMARK_COLUMNS,
}

BLOCK_COLUMNS: Mapping[str, tuple[str, str]] = {
    "n_combinations": ("Int64", "combinations of the factors"),
    "n_blocks": ("Int64", "blocks: datasets, or runs on one dataset"),
    "n_complete": ("Int64", "blocks in which every combination was measured"),
    "complete": ("Boolean", "all blocks are complete"),
    **REMARK_COLUMNS,
}

PAIRING_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair"),
    "n_a": ("Int64", "runs of a"),
    "n_b": ("Int64", "runs of b"),
    "n_shared": ("Int64", "runs that both have"),
    "paired": ("Boolean", "both have the same runs"),
    **REMARK_COLUMNS,
}
SINGLE_RUNS = Remark(code="single_runs", note="one value per cell shows nothing of the experimental error")
UNEVEN_REPLICATES = Remark(code="uneven_replicates", note="cells differ in their number of runs")
INCOMPLETE_BLOCK = Remark(code="incomplete_block", note="first incomplete block: {0}")
ONLY_BLOCK_INCOMPLETE = Remark(code="only_block_incomplete", note="first incomplete block: the only one")
NO_COMMON_RUN = Remark(code="no_common_run", note="no common run: only unpaired tests apply")
PARTLY_PAIRED = Remark(code="partly_paired", note="paired on the shared runs only")


def replication(table: Frame, *, by: By = "metric", factors: By = None) -> Frame:
    """Return how often every configuration was run on every dataset, and how much its runs differ; one row per group.

    Parameters as in :func:`factors_response`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.replication(scores).select("n_cells", "least", "most").row(0)
    (24, 10, 10)
    """
    return over_factors(table, _replication, by=by, factors=factors, columns=REPLICATION_COLUMNS)


def blocking(table: Frame, *, by: By = "metric", factors: By = None) -> Frame:
    """Return whether every combination of the factors met the same blocks, one row per group.

    Parameters as in :func:`factors_response`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.blocking(scores).select("n_combinations", "n_blocks", "n_complete", "complete").row(0)
    (6, 40, 40, True)
    """
    return over_factors(table, _blocking, by=by, factors=factors, columns=BLOCK_COLUMNS)


def pairing(table: Frame, *, by: By = "metric") -> Frame:
    """Return for every two algorithms how many runs both have, one row per group and pair.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.pairing(scores).select("a", "b", "n_shared", "paired").row(0)
    ('DecisionTree', 'GaussianNB', 40, True)
    """
    return over_layout(table, partial(_runs, by=by), _pairing, by=by, columns=PAIRING_COLUMNS)


def _replication(table: Factored) -> pl.DataFrame:
    scores, groups, names = table.rows, table.number, table.factors
    places = list(dict.fromkeys([*groups, *names, "dataset"]))
    n = pl.col("value").count().cast(pl.Int64)
    # Scaled, so that squares of huge values stay finite.
    largest = pl.col("value").abs().max().over(within(groups))
    scaled = scores.with_columns(__largest=pl.when(largest > 0).then(largest).otherwise(1.0))
    # Sorted, so that the order of the rows changes no digit; each cell by itself, which is faster than the table.
    cells = scaled.group_by(places).agg(
        pl.col("__largest").first(), __n=n, __sd=(pl.col("value").sort() / pl.col("__largest").first()).std()
    )
    cells = cells.filter(pl.col("__n") > 0)
    free = pl.col("__n") - 1
    rows = aggregate(
        cells.sort(places),
        groups,
        n_cells=pl.len().cast(pl.Int64),
        least=pl.col("__n").min(),
        most=pl.col("__n").max(),
        n_single=(pl.col("__n") == 1).sum().cast(pl.Int64),
        error_sd=((free * pl.col("__sd").fill_null(0) ** 2).sum() / free.sum()).sqrt() * pl.col("__largest").first(),
    )
    rows = rows.with_columns(error_sd=pl.col("error_sd").fill_nan(None)).with_columns(
        status=pl.when(pl.col("error_sd").is_null()).then(pl.lit("too_few")).otherwise(pl.lit("ok")),
        remarks=joined_remarks(
            SINGLE_RUNS.where(pl.col("most") == 1), UNEVEN_REPLICATES.where(pl.col("least") < pl.col("most"))
        ),
        note=None,
    )
    return (rows.sort(groups) if groups else rows).select(*groups, *REPLICATION_COLUMNS)


def _blocking(table: Factored) -> pl.DataFrame:
    scores, groups, names = table.rows, table.number, table.factors
    places = [name for name in ("dataset", *RUN_KEYS) if name in scores.columns and name not in (*table.by, *names)]
    measured = scores.filter(pl.col("value").is_not_null())
    combinations = aggregate(measured, groups, n_combinations=pl.struct(names).n_unique().cast(pl.Int64))
    met = measured.group_by(*groups, *places).agg(__met=pl.struct(names).n_unique().cast(pl.Int64))
    full = pl.col("__met") == pl.col("n_combinations")
    place = pl.format(", ".join(["{}"] * len(places)), *places) if places else pl.lit("")
    rows = aggregate(
        joined(met, combinations, groups).sort(*groups, *places),
        groups,
        n_combinations=pl.col("n_combinations").first(),
        n_blocks=pl.len().cast(pl.Int64),
        n_complete=full.sum().cast(pl.Int64),
        complete=full.all(),
        __first=place.filter(~full).first(),
    )
    lacking = ~pl.col("complete")
    incomplete = INCOMPLETE_BLOCK.where(lacking, "__first") if places else ONLY_BLOCK_INCOMPLETE.where(lacking)
    rows = rows.with_columns(remarks=incomplete, note=None)
    return (rows.sort(groups) if groups else rows).select(*groups, *BLOCK_COLUMNS)


def _runs(table: Any, *, by: By) -> Grouped:
    grouped = Grouped.split(grouped_scores(table, by), by)
    refuse_mixtures(grouped.source, grouped.by)
    return grouped


def _pairing(table: Grouped) -> pl.DataFrame:
    scores, groups = table.rows, table.number
    places = [name for name in ("dataset", *RUN_KEYS) if name in scores.columns and name not in table.by]
    measured = scores.filter(pl.col("value").is_not_null()).select(*groups, *places, "algorithm").unique()
    n = pl.col("__measured").sum().cast(pl.Int64)
    seats = scores.with_columns(__measured=pl.col("value").is_not_null()).group_by(*groups, *places, "algorithm")
    counted = seats.agg(pl.col("__measured").any()).group_by(*groups, "algorithm").agg(__n=n)
    both, matched = (
        joined(frame.rename({"algorithm": "a"}), frame.rename({"algorithm": "b"}), keys).filter(
            pl.col("a") < pl.col("b")
        )
        for frame, keys in ((counted, groups), (measured, [*groups, *places]))
    )
    both = both.rename({"__n": "n_a", "__n_right": "n_b"})
    shared = matched.group_by(*groups, "a", "b").agg(n_shared=pl.len().cast(pl.Int64))
    same = (pl.col("n_shared") == pl.col("n_a")) & (pl.col("n_shared") == pl.col("n_b"))
    rows = both.join(shared, on=[*groups, "a", "b"], how="left").with_columns(pl.col("n_shared").fill_null(0))
    rows = rows.with_columns(
        paired=same & (pl.col("n_shared") > 0),
        remarks=joined_remarks(
            NO_COMMON_RUN.where(pl.col("n_shared") == 0), PARTLY_PAIRED.where((pl.col("n_shared") > 0) & ~same)
        ),
        note=None,
    )
    return rows.sort(*groups, "a", "b").select(*groups, *PAIRING_COLUMNS)


REPLICATION = Method(
    table=replication,
    title="Replicates",
    question="How often was each configuration run, and how much do its runs differ?",
    symbol="s",
    formula="pooled standard deviation of the runs of one configuration on one dataset: the experimental error",
    tex=r"s = \sqrt{\frac{\sum_c (n_c - 1) s_c^2}{\sum_c (n_c - 1)}}",
    null="none",
    assumes=("runs differ by uncontrollable factors only",),
    cites=("alpaydin2010", "montgomery2005"),
    remarks=(SINGLE_RUNS, UNEVEN_REPLICATES),
)

BLOCKING = Method(
    table=blocking,
    title="Blocks",
    question="Did every configuration meet the same datasets and splits?",
    symbol="complete blocks",
    formula="a block is complete when every combination of the factors was measured in it",
    null="none",
    assumes=("equal names of folds mean equal splits",),
    cites=("alpaydin2010", "montgomery2005"),
    remarks=(INCOMPLETE_BLOCK, ONLY_BLOCK_INCOMPLETE),
)

PAIRING = Method(
    table=pairing,
    title="Shared runs of every pair",
    question="Which two algorithms were measured on the same datasets and splits?",
    symbol="shared runs",
    formula="number of runs that both algorithms have, against those that one has",
    tex=r"|A \cap B|",
    null="none",
    assumes=("equal names of folds mean equal splits",),
    cites=("alpaydin2010", "dietterich1998"),
    remarks=(NO_COMMON_RUN, PARTLY_PAIRED),
)
