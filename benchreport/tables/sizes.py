"""How large were the parts of each dataset, and do runs share training data?"""

from __future__ import annotations

import polars as pl

from benchreport.tables.groups import By, aggregate, group_columns
from benchreport.tables.schema import RUN_KEYS

PARTITIONS = ("kfold_cv", "repeated_cv", "cv52", "loo_cv")


def size_ratios(scores: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Give every group its ratio of test to training size, and whether it had to be taken from the design.

    Only in cross-validation does the number of folds tell the sizes; of resamples and seeds it says nothing.
    """
    sized = {"n_train", "n_test"} <= set(scores.columns)
    told = pl.col("n_test").mean() / pl.col("n_train").mean() if sized else pl.lit(None, dtype=pl.Float64)
    ratios = aggregate(scores, groups, told=told, folds=_folds_per_repeat(scores), partitioned=_is_partitioned(scores))
    from_design = pl.when((pl.col("folds") > 1) & pl.col("partitioned")).then(1 / (pl.col("folds") - 1))
    return ratios.select(
        *groups, ratio=pl.coalesce("told", from_design), assumed=pl.col("told").is_null() & from_design.is_not_null()
    )


def _folds_per_repeat(scores: pl.DataFrame) -> pl.Expr:
    """Count folds within a repeat: those of 5x2 may be numbered 1 to 10 through."""
    runs = [name for name in RUN_KEYS if name in scores.columns]
    if "fold" not in runs:
        return pl.lit(1.0)
    repeats = pl.col("repeat").n_unique() if "repeat" in runs else pl.lit(1)
    return pl.struct(runs).n_unique() / repeats


def _is_partitioned(scores: pl.DataFrame) -> pl.Expr:
    if "design" not in scores.columns:
        return pl.lit(True)
    return pl.col("design").cast(pl.String).is_in(PARTITIONS).all()


def dependent_runs(scores: pl.DataFrame, by: By) -> pl.DataFrame:
    """Tell the groups whose blocks are runs on one dataset that share training data, in a column ``dependent``.

    Folds and resamples of one dataset do; seeds of a method on one fixed split are another matter, and datasets are
    independent blocks.

    Examples
    --------
    >>> import benchreport as br
    >>> folds = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> dependent_runs(folds, ("dataset", "metric"))["dependent"].all(), dependent_runs(folds, "metric").row(0)
    (True, ('accuracy', False))
    """
    groups = group_columns(scores, by, taken=("dependent",))
    runs = [name for name in RUN_KEYS if name in scores.columns and name not in groups]
    if not groups:
        return pl.DataFrame({"dependent": [False]})
    if not runs or "dataset" not in groups:
        return scores.select(groups).unique(maintain_order=True).with_columns(dependent=pl.lit(False)).sort(groups)
    several = pl.any_horizontal(pl.col(name).ne_missing(pl.col(name).first()).any() for name in runs)
    seeds = pl.lit(False)
    if "design" in scores.columns:
        seeds = (pl.col("design").cast(pl.String) == "seeds").all().fill_null(False)
    return aggregate(scores, groups, dependent=several & ~seeds).sort(groups)
