"""What experiment is this?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from benchreport.tables.cells import as_scores, varying_columns
from benchreport.tables.checks import repeated
from benchreport.tables.complete import lay_out_runs
from benchreport.tables.rounding import tie_key
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scores import open_scores

SAME_SHARE = 0.02


def design(table: Any) -> pl.DataFrame:
    """Describe the experiment behind a score table, one row per metric and group of datasets with the same layout.

    Columns: ``metric``, ``direction`` (null if unknown), ``design`` (``holdout``, ``kfold_cv``, ``repeated_cv``,
    ``cv52``, ``loo_cv``, ``repeated_holdout``, ``bootstrap_oob``, ``seeds``), ``n_datasets``, ``n_algorithms``,
    ``n_repeats``, ``n_folds``, ``n_cells`` (algorithms times datasets), ``n_missing`` (cells without any value),
    ``n_partial`` (cells that lack some runs), ``n_failed`` (rows without a value), ``complete``, ``paired`` (all
    algorithms share all runs), ``n_tied`` (datasets where two algorithms tie), ``n_constant`` (datasets where all
    do), ``datasets``, ``note``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> br.design(scores).select("metric", "design", "n_repeats", "n_folds", "complete").row(0)
    ('accuracy', 'cv52', 5, 2, True)
    """
    scores = with_factors(as_scores(table, open_scores))
    places = ["metric", "dataset"]
    layout = scores.group_by(places).agg(
        pl.col("direction").first(),
        declared=_column("design", scores, pl.String).min(),
        n_train=_column("n_train", scores, pl.Float64).mean(),
        n_test=_column("n_test", scores, pl.Float64).mean(),
        singles=(_column("n_test", scores, pl.Float64).max() == 1).fill_null(False),
    )
    facts = layout.join(count_runs(scores, places), on=places).join(_coverage(scores), on=places)
    facts = facts.join(_ties(scores), on=places, how="left").with_columns(design=_design_name())
    grouped = facts.group_by("metric", "direction", "design", "n_repeats", "n_folds").agg(
        n_datasets=pl.len().cast(pl.Int64),
        n_algorithms=pl.col("n_algorithms").max(),
        n_cells=pl.col("n_algorithms").sum(),
        n_missing=pl.col("n_missing").sum(),
        n_partial=pl.col("n_partial").sum(),
        n_failed=pl.col("n_failed").sum(),
        n_tied=pl.col("tied").sum().cast(pl.Int64),
        n_constant=pl.col("constant").sum().cast(pl.Int64),
        least=pl.col("least").min(),
        most=pl.col("most").max(),
        assumed=(pl.col("declared").is_null() & pl.col("n_test").is_null()).any(),
        datasets=pl.col("dataset").cast(pl.String).sort(),
    )
    grouped = grouped.join(_echoes(scores), on="metric", how="left")
    return (
        grouped.with_columns(
            complete=pl.col("n_missing") == 0,
            paired=(pl.col("n_missing") == 0) & (pl.col("n_partial") == 0),
            note=_remarks(),
        )
        .sort("metric", "n_repeats", "n_folds", "design", "direction")
        .select(
            "metric", "direction", "design", "n_datasets", "n_algorithms", "n_repeats", "n_folds", "n_cells",
            "n_missing", "n_partial", "n_failed", "complete", "paired", "n_tied", "n_constant", "datasets", "note",
        )
    )  # fmt: skip


def with_factors(scores: pl.DataFrame) -> pl.DataFrame:
    """Let a dataset count once per level of the columns that tell its rows apart.

    Examples
    --------
    >>> table = pl.DataFrame({"algorithm": ["A", "A"], "dataset": ["d", "d"], "size": [1, 2], "value": [0.1, 0.2]})
    >>> with_factors(table.with_columns(metric=pl.lit("error")))["dataset"].to_list()
    ['d, size=1', 'd, size=2']
    """
    keys = [name for name in ("algorithm", "dataset", *RUN_KEYS, "metric") if name in scores.columns]
    varying = varying_columns(repeated(scores, keys), keys)
    if not varying:
        return scores
    levels = [pl.format(f"{name}={{}}", pl.col(name)) for name in varying]
    return scores.with_columns(dataset=pl.concat_str("dataset", *levels, separator=", ").cast(pl.Categorical))


def count_runs(table: pl.DataFrame, places: Sequence[str]) -> pl.DataFrame:
    """Count the repeats at each place, and the folds within one of them, however they are numbered.

    Examples
    --------
    >>> runs = pl.DataFrame({"dataset": ["d"] * 4, "repeat": [1, 1, 2, 2], "fold": [1, 2, 3, 4]})
    >>> count_runs(runs, ["dataset"]).row(0)
    ('d', 2, 2)
    """
    repeats = [*places, "repeat"] if "repeat" in table.columns else places
    folds = pl.col("fold").n_unique() if "fold" in table.columns else pl.lit(1)
    counted = table.group_by(repeats).agg(n_folds=folds.cast(pl.Int64))
    return counted.group_by(places).agg(n_repeats=pl.len().cast(pl.Int64), n_folds=pl.col("n_folds").max())


def _column(name: str, table: pl.DataFrame, kind: Any) -> pl.Expr:
    return pl.col(name).cast(kind) if name in table.columns else pl.lit(None, dtype=kind)


def _coverage(table: pl.DataFrame) -> pl.DataFrame:
    gap = pl.col("value").is_null()
    cells = (
        lay_out_runs(table, ["metric"], ["dataset"], "average")
        .group_by("metric", "dataset", "algorithm")
        .agg(
            measured=(~gap).sum().cast(pl.Int64),
            n_runs=pl.len().cast(pl.Int64),
            n_failed=(gap & pl.col("present")).sum().cast(pl.Int64),
        )
    )
    measured, runs = pl.col("measured"), pl.col("n_runs")
    return cells.group_by("metric", "dataset").agg(
        n_algorithms=pl.len().cast(pl.Int64),
        n_missing=(measured == 0).sum().cast(pl.Int64),
        n_partial=((measured > 0) & (measured < runs)).sum().cast(pl.Int64),
        n_failed=pl.col("n_failed").sum(),
        least=measured.filter(measured > 0).min(),
        most=measured.max(),
    )


def _ties(table: pl.DataFrame) -> pl.DataFrame:
    means = table.group_by("metric", "dataset", "algorithm").agg(pl.col("value").mean()).drop_nulls("value")
    distinct = pl.col("key").n_unique()
    return (
        means.with_columns(key=tie_key(pl.col("value"), ["metric", "dataset"]))
        .group_by("metric", "dataset")
        .agg(tied=distinct < pl.len(), constant=(distinct == 1) & (pl.len() > 1))
    )


def _echoes(scores: pl.DataFrame) -> pl.DataFrame:
    """Find metrics of unknown direction that merely repeat other metrics, and say on how many datasets."""
    keys = ["algorithm", "dataset", *(name for name in RUN_KEYS if name in scores.columns)]
    known = pl.col("direction").is_not_null()
    left = scores.filter(~known).select(*keys, "metric", "value").drop_nulls()
    right = scores.filter(known).select(*keys, "value", other="metric", way="direction").drop_nulls()
    same = pl.col("value") == pl.col("value_right")
    echoes = left.join(right, on=keys).group_by("metric", "dataset", "other", "way").agg(same=same.all()).filter("same")
    counted = echoes.group_by("metric", "other", "way").agg(n=pl.len()).sort("metric", "other")
    return counted.group_by("metric").agg(
        echo=pl.format("repeats {} on {} datasets", "other", "n").str.join(" and "),
        mixed=pl.col("way").n_unique() > 1,
    )


def _design_name() -> pl.Expr:
    repeats, folds = pl.col("n_repeats"), pl.col("n_folds")
    # In k-fold cross-validation a test fold is one k-th of the data.
    share = pl.col("n_test") / (pl.col("n_train") + pl.col("n_test"))
    partition = share.is_null() | ((share - 1 / folds).abs() < SAME_SHARE)
    return (
        pl.when(pl.col("declared").is_not_null())
        .then("declared")
        .when((repeats == 1) & (folds == 1))
        .then(pl.lit("holdout"))
        .when(pl.col("singles") & (folds > 2))
        .then(pl.lit("loo_cv"))
        .when((repeats == 5) & (folds == 2))
        .then(pl.lit("cv52"))
        .when((repeats > 1) & (folds == 1))
        .then(pl.lit("repeated_holdout"))
        .when(~partition)
        .then(pl.lit("repeated_holdout"))
        .when(repeats > 1)
        .then(pl.lit("repeated_cv"))
        .otherwise(pl.lit("kfold_cv"))
    )


def _remarks() -> pl.Expr:
    uneven = pl.when(pl.col("least") < pl.col("most")).then(pl.format("{} to {} runs per cell", "least", "most"))
    assumed = pl.when(pl.col("assumed") & (pl.col("design") == "kfold_cv")).then(
        pl.lit("folds taken as cross-validation, declare the design if they are resamples or seeds")
    )
    single = pl.when(pl.col("assumed") & (pl.col("design") == "holdout")).then(
        pl.lit("one value per cell, a single split or an average")
    )
    unknown = pl.when(pl.col("direction").is_null()).then(pl.lit("direction unknown, to be declared"))
    mixed = pl.when("mixed").then(pl.format("{}, so no one direction fits: leave it out", "echo")).otherwise("echo")
    text = pl.concat_str(unknown, mixed, uneven, single, assumed, separator="; ", ignore_nulls=True)
    return pl.when(text != "").then(text)
