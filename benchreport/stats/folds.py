"""Do two algorithms differ on one dataset? Every pair, over the folds of each dataset."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl

from benchreport.method import RESULT_COLUMNS, Alternative, Remark
from benchreport.remarks import with_remarks
from benchreport.stats.columns import folds as columns
from benchreport.stats.distributions import IntoExpr
from benchreport.stats.pairs_of_frames import over_pairs
from benchreport.stats.rows import Frame, over_table, with_guessed_sizes
from benchreport.tables.cells import as_scores
from benchreport.tables.groups import By, aggregate, group_columns, joined
from benchreport.tables.pairs import Missing, pairs
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.sizes import size_ratios

PER_DATASET = ("dataset", "metric")
DEPENDENT = Remark(
    code="shared_folds", note="folds share training data, so this test rejects too often; see corrected_resampled_t"
)
REPEATED = Remark(
    code="repeated_runs", note="runs of repeated cross-validation are no independent sample; use corrected_resampled_t"
)
# A rate over fewer instances is taken to be too far from normal.
LEAST_INSTANCES = 30
SMALL_FOLDS = Remark(
    code="small_folds",
    note=f"test folds of fewer than {LEAST_INSTANCES} instances: their scores may be far from normal",
)
FLIPS_BESIDE = Remark(code="sign_flips_beside", note="exact sign flips beside it: p {0}")


def kfold_paired_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Paired t test of every two algorithms over the folds they share.

    On folds of one dataset it is approximate, and its note says so; on runs of repeated cross-validation it is refused,
    since it would reject most true null hypotheses. With ``by="metric"`` it compares over datasets. ``statistic`` has
    the sign of the mean difference a - b in the metric's units, whichever way is better.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    alpha
        Level of the interval.
    missing
        "refuse" incomplete tables, or compare each pair on the blocks "available" to both.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> once = scores.filter(pl.col("repeat") == 1)
    >>> br.kfold_paired_t(once, control="Majority").select("dataset", "a", "n", "status").row(0)
    ('breast_cancer', 'DecisionTree', 10, 'approximate')
    """

    def test(x: IntoExpr, y: IntoExpr) -> pl.Expr:
        return columns.kfold_paired_t(x, y, alternative=alternative, alpha=alpha)

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        side_by_side = pairs(known, by=by, control=control, missing=missing)
        rows = _with_fold_caveats(over_pairs(side_by_side, KFOLD_PAIRED_T, test), side_by_side)
        if not any(name in side_by_side.columns for name in RUN_KEYS):
            return _with_sign_flips(rows, alternative)
        return _with_small_folds(rows, known, group_columns(known, by))

    return over_table(table, by, RESULT_COLUMNS, run)


def corrected_resampled_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Corrected resampled t test of Nadeau and Bengio, every two algorithms over the runs they share.

    For k-fold, repeated k-fold and repeated holdout. The ratio of test to training size is the mean ``n_test`` over
    the mean ``n_train`` where the table has them, else 1 / (folds - 1) where cross-validation is declared. Undeclared
    folds are a guess: such a row is approximate and says that it needs a declared design. Parameters as in
    :func:`kfold_paired_t`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> br.corrected_resampled_t(scores, control="Majority").select("dataset", "a", "n", "df1").row(0)
    ('breast_cancer', 'DecisionTree', 100, 99.0)
    """

    def test(x: IntoExpr, y: IntoExpr) -> pl.Expr:
        return columns.corrected_resampled_t(x, y, "ratio", alternative=alternative, alpha=alpha)

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        side_by_side = pairs(known, by=by, control=control, missing=missing)
        groups = group_columns(known, by)
        ratios = size_ratios(known, groups)
        rows = over_pairs(joined(side_by_side, ratios, groups), CORRECTED_RESAMPLED_T, test)
        return with_guessed_sizes(rows, ratios, pl.col("p_value").is_not_null())

    return over_table(table, by, RESULT_COLUMNS, run)


def cv52_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Dietterich's 5x2 cv paired t test of every two algorithms; the note gives the range over the ten numerators.

    Groups that are not five repeats of two folds get a row that says so. Parameters as in :func:`kfold_paired_t`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.cv52_t(scores, control="Majority").select("dataset", "a", "n", "df1").row(0)
    ('breast_cancer', 'DecisionTree', 10, 5.0)
    """

    def run(scores: Any) -> pl.DataFrame:
        side_by_side = _with_run_columns(pairs(scores, by=by, control=control, missing=missing))

        def test(x: IntoExpr, y: IntoExpr) -> pl.Expr:
            return columns.oriented_cv52_t(x, y, *RUN_KEYS, pl.col("orientation"), alternative, alpha)

        return over_pairs(side_by_side, CV52_T, test)

    return over_table(table, by, RESULT_COLUMNS, run)


def cv52_f(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Alpaydin's combined 5x2 cv F test of every two algorithms, the default for 5x2 designs.

    Groups that are not five repeats of two folds get a row that says so. Parameters as in :func:`kfold_paired_t`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.cv52_f(scores, control="Majority").select("dataset", "a", "df1", "df2").row(0)
    ('breast_cancer', 'DecisionTree', 10.0, 5.0)
    """

    def run(scores: Any) -> pl.DataFrame:
        side_by_side = _with_run_columns(pairs(scores, by=by, control=control, missing=missing))

        def test(x: IntoExpr, y: IntoExpr) -> pl.Expr:
            return columns.cv52_f(x, y, *RUN_KEYS, alpha=alpha)

        return over_pairs(side_by_side, CV52_F, test)

    return over_table(table, by, RESULT_COLUMNS, run)


def _with_run_columns(side_by_side: pl.DataFrame) -> pl.DataFrame:
    """Let a table without repeats or folds pass as one of a single repeat or fold."""
    absent = [name for name in RUN_KEYS if name not in side_by_side.columns]
    return side_by_side.with_columns(pl.lit(1).alias(name) for name in absent)


def _with_small_folds(rows: pl.DataFrame, scores: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Say where a test fold holds too few instances for its score to be about normal."""
    if "n_test" not in scores.columns:
        return rows
    small = aggregate(scores, groups, __small=(pl.col("n_test").min() < LEAST_INSTANCES).fill_null(False))
    held = pl.col("status").is_in(["ok", "approximate"])
    remarked = with_remarks(joined(rows, small, groups), SMALL_FOLDS.where(held & pl.col("__small")))
    return remarked.select(rows.columns)


def _with_sign_flips(rows: pl.DataFrame, alternative: Alternative) -> pl.DataFrame:
    """Where independent blocks all differ by the same amount, give the exact p-value of random signs beside."""
    steady, n, ahead = pl.col("status") == "zero_variance", pl.col("n"), pl.col("better") == pl.col("a")
    least = pl.lit(0.5).pow(n)
    sided = pl.when(ahead if alternative == "greater" else ~ahead).then(least).otherwise(1.0)
    p = (2 * least).clip(upper_bound=1.0) if alternative == "two-sided" else sided
    return with_remarks(rows, FLIPS_BESIDE.where(steady & pl.col("better").is_not_null(), p.round_sig_figs(4)))


def _with_fold_caveats(rows: pl.DataFrame, side_by_side: pl.DataFrame) -> pl.DataFrame:
    """Mark tests over folds as approximate, and take back those over repeated runs."""
    on_runs = any(name in side_by_side.columns for name in RUN_KEYS)
    if not on_runs:
        return rows
    groups = side_by_side.columns[: side_by_side.columns.index("a")]
    repeats = pl.col("repeat").n_unique() > 1 if "repeat" in side_by_side.columns else pl.lit(False)
    repeated = side_by_side.group_by(*groups, "a", "b").agg(repeated=repeats)
    judged = rows.join(repeated, on=[*groups, "a", "b"], how="left", maintain_order="left")
    fine, again = pl.col("status") == "ok", pl.col("repeated")
    void = fine & again
    emptied = ("statistic", "df1", "p_value", "ci_low", "ci_high")
    remarked = with_remarks(judged, REPEATED.where(void), DEPENDENT.where(fine & ~again))
    return remarked.with_columns(
        *(pl.when(~void).then(name).alias(name) for name in emptied),
        status=pl.when(void).then(pl.lit("undefined")).when(fine).then(pl.lit("approximate")).otherwise("status"),
    ).drop("repeated")


KFOLD_PAIRED_T = replace(
    columns.KFOLD_PAIRED_T,
    remarks=(*columns.KFOLD_PAIRED_T.remarks, REPEATED, DEPENDENT, FLIPS_BESIDE, SMALL_FOLDS),
    table=kfold_paired_t,
)

CORRECTED_RESAMPLED_T = replace(columns.CORRECTED_RESAMPLED_T, table=corrected_resampled_t)

CV52_T = replace(columns.CV52_T, table=cv52_t)

CV52_F = replace(columns.CV52_F, table=cv52_f)
