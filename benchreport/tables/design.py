"""What experiment is this?"""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.tables.cells import CANONICAL
from benchreport.tables.complete import lay_out_runs
from benchreport.tables.rounding import rounded
from benchreport.tables.schema import BOOKKEEPING, RUN_KEYS
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
    scores = with_factors(_open(table))
    places = ["metric", "dataset"]
    runs = [name for name in RUN_KEYS if name in scores.columns]
    layout = scores.group_by(places).agg(
        pl.col("direction").first(),
        _distinct("repeat", runs).alias("n_repeats"),
        _distinct("fold", runs).alias("n_folds"),
        _first("design", scores, pl.String).alias("declared"),
        _first("n_train", scores, pl.Float64).alias("n_train"),
        _first("n_test", scores, pl.Float64).alias("n_test"),
        (pl.col("n_test").max() == 1 if "n_test" in scores.columns else pl.lit(False)).alias("singles"),
    )
    facts = layout.join(_coverage(scores), on=places).join(_ties(scores), on=places, how="left")
    facts = facts.with_columns(design=_design_name())
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
        .sort("metric", "n_repeats", "n_folds")
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
    twice = scores.filter(scores.select(pl.col(*keys).to_physical()).is_duplicated())
    others = [name for name in scores.columns if name not in (*keys, *BOOKKEEPING, "value")]
    varying = [name for name in others if twice.group_by(keys).agg(pl.col(name).n_unique() > 1)[name].any()]
    if not varying:
        return scores
    levels = [pl.format(f"{name}={{}}", pl.col(name)) for name in varying]
    return scores.with_columns(dataset=pl.concat_str("dataset", *levels, separator=", ").cast(pl.Categorical))


def _open(table: Any) -> pl.DataFrame:
    if isinstance(table, pl.DataFrame) and all(name in table.columns for name in CANONICAL):
        return table
    return open_scores(table)


def _distinct(name: str, runs: list[str]) -> pl.Expr:
    return (pl.col(name).n_unique() if name in runs else pl.lit(1)).cast(pl.Int64)


def _first(name: str, table: pl.DataFrame, kind: Any) -> pl.Expr:
    return pl.col(name).first().cast(kind) if name in table.columns else pl.lit(None, dtype=kind)


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
    key = rounded(pl.col("value"), pl.col("value").abs().max().over("metric", "dataset"))
    distinct = pl.col("key").n_unique()
    return (
        means.with_columns(key=key)
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
