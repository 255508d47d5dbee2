"""What is in a table of predictions or counts?"""

from __future__ import annotations

import polars as pl

from benchreport.tables.designs.run_layout import count_runs
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scored__items import is_scored


def describe_predictions(table: pl.DataFrame) -> pl.DataFrame:
    """Describe canonical predictions, one row per dataset.

    ``same_instances`` tells whether all algorithms predicted the same instances in the same runs;
    ``disjoint_folds`` whether no instance is tested twice within a repeat.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> describe_predictions(table).select("dataset", "task", "n_instances", "same_instances").row(0)
    ('breast_cancer', 'binary', 569, True)
    """
    keys = [name for name in (*RUN_KEYS, "instance") if name in table.columns]
    once = [name for name in ("repeat", "instance") if name in table.columns]
    classes = pl.col("truth").n_unique()
    numeric = table.schema["truth"].is_float()
    scored = is_scored(table)
    task = pl.when(classes == 2).then(pl.lit("binary")).otherwise(pl.lit("multi-class"))
    summary = table.group_by("dataset").agg(
        task=pl.lit("regression") if numeric else pl.lit("scored items") if scored else task,
        n_classes=pl.lit(None, dtype=pl.Int64) if numeric or scored else classes.cast(pl.Int64),
        n_algorithms=pl.col("algorithm").n_unique().cast(pl.Int64),
        n_instances=pl.col("instance").n_unique().cast(pl.Int64),
        n_rows=pl.len().cast(pl.Int64),
        runs=pl.struct(keys).n_unique(),
    )
    tested = table.group_by("dataset", "algorithm").agg(twice=pl.struct(once).is_duplicated().any())
    twice = tested.group_by("dataset").agg(disjoint_folds=~pl.col("twice").any())
    same = pl.col("runs") * pl.col("n_algorithms") == pl.col("n_rows")
    return (
        summary.join(twice, on="dataset")
        .join(count_runs(table, ["dataset"]), on="dataset")
        .sort("dataset")
        .select(
            "dataset", "task", "n_classes", "n_algorithms", "n_repeats", "n_folds", "n_instances", "n_rows",
            "disjoint_folds", same_instances=same,
        )
    )  # fmt: skip


def describe_counts(table: pl.DataFrame) -> pl.DataFrame:
    """Describe canonical confusion counts, one row per dataset.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]}))
    >>> describe_counts(table).row(0)
    ('data', 2, 1, 1, 1, 100)
    """
    once = [name for name in ("dataset", "algorithm", "repeat") if name in table.columns]
    instances = table.group_by(once).agg(pl.col("n").sum()).group_by("dataset").agg(n_instances=pl.col("n").max())
    classes = pl.concat_list(pl.col("actual", "predicted").cast(pl.String)).explode().n_unique()
    return (
        table.group_by("dataset")
        .agg(n_classes=classes.cast(pl.Int64), n_algorithms=pl.col("algorithm").n_unique().cast(pl.Int64))
        .join(count_runs(table, ["dataset"]), on="dataset")
        .join(instances, on="dataset")
        .sort("dataset")
    )
