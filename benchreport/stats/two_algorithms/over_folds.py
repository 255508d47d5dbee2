"""Do two algorithms differ on one dataset? Every pair, over the folds of each dataset."""

from __future__ import annotations

from functools import partial

import polars as pl

from benchreport.method import Alternative, Remark
from benchreport.remarks import with_remarks
from benchreport.stats.forms.over import PER_DATASET, Frame, over_pairs, with_guessed_sizes
from benchreport.stats.forms.parameters import documented
from benchreport.stats.two_algorithms import over_folds__columns_folds as columns
from benchreport.tables.blocks import Blocks, Missing, pairs_of
from benchreport.tables.designs.sizes import sizes_of
from benchreport.tables.groups import By
from benchreport.tables.schema import RUN_KEYS

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


@documented
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

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> once = scores.filter(pl.col("repeat") == 1)
    >>> br.kfold_paired_t(once, control="Majority").select("dataset", "a", "n", "status").row(0)
    ('breast_cancer', 'DecisionTree', 10, 'approximate')
    """
    test = partial(columns.kfold_paired_t, alternative=alternative, alpha=alpha)
    caveats = partial(_with_caveats, control=control, alternative=alternative)
    return over_pairs(KFOLD_PAIRED_T, test, table, by=by, control=control, missing=missing, finish=caveats)


@documented
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
    folds are a guess: such a row is approximate and says that it needs a declared design.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> br.corrected_resampled_t(scores, control="Majority").select("dataset", "a", "n", "df1").row(0)
    ('breast_cancer', 'DecisionTree', 100, 99.0)
    """
    test = partial(columns.corrected_resampled_t, ratio="ratio", alternative=alternative, alpha=alpha)
    method, finish = CORRECTED_RESAMPLED_T, with_guessed_sizes
    return over_pairs(method, test, table, by=by, control=control, missing=missing, facts=sizes_of, finish=finish)


@documented
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

    Groups that are not five repeats of two folds get a row that says so.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.cv52_t(scores, control="Majority").select("dataset", "a", "n", "df1").row(0)
    ('breast_cancer', 'DecisionTree', 10, 5.0)
    """
    orientation = pl.col("orientation")
    test = partial(columns.oriented_cv52_t, orientation=orientation, alternative=alternative, alpha=alpha)
    return over_pairs(CV52_T, test, table, by=by, control=control, missing=missing, facts=_design_columns)


@documented
def cv52_f(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Alpaydin's combined 5x2 cv F test of every two algorithms, the default for 5x2 designs.

    Groups that are not five repeats of two folds get a row that says so.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.cv52_f(scores, control="Majority").select("dataset", "a", "df1", "df2").row(0)
    ('breast_cancer', 'DecisionTree', 10.0, 5.0)
    """
    test = partial(columns.cv52_f, alpha=alpha)
    return over_pairs(CV52_F, test, table, by=by, control=control, missing=missing, facts=_design_columns)


def _design_columns(blocks: Blocks) -> pl.DataFrame:
    """Return the orientation, and let a table without repeats or folds pass as one of a single repeat or fold."""
    absent = [name for name in RUN_KEYS if name not in blocks.block_keys.columns]
    return pl.DataFrame({"orientation": blocks.orientation}).with_columns(pl.lit(1).alias(name) for name in absent)


def _with_caveats(rows: pl.DataFrame, blocks: Blocks, *, control: str | None, alternative: Alternative) -> pl.DataFrame:
    """Mark tests over folds as approximate and take back those over repeated runs; over datasets, add sign flips."""
    if not {*blocks.by, *blocks.block_keys.columns} & {*RUN_KEYS}:
        return _with_sign_flips(rows, alternative)
    fine = pl.col("status") == "ok"
    again = pl.lit(_repeated(blocks, control))
    void = fine & again
    emptied = ("statistic", "df1", "p_value", "ci_low", "ci_high")
    remarked = with_remarks(rows, REPEATED.where(void), DEPENDENT.where(fine & ~again))
    judged = remarked.with_columns(
        *(pl.when(~void).then(name).alias(name) for name in emptied),
        status=pl.when(void).then(pl.lit("undefined")).when(fine).then(pl.lit("approximate")).otherwise("status"),
    )
    if "n_test" not in blocks.source.columns:
        return judged
    small = blocks.of_source(small=(pl.col("n_test").min() < LEAST_INSTANCES).fill_null(False))["small"]
    held = pl.col("status").is_in(["ok", "approximate"])
    return with_remarks(judged, SMALL_FOLDS.where(held & small.gather(rows["group"].to_numpy())))


def _repeated(blocks: Blocks, control: str | None) -> pl.Series:
    """Return which pairs have common runs from several repeats."""
    pairs = pairs_of(blocks, control)
    if "repeat" not in blocks.block_keys.columns or blocks.block_keys["repeat"].n_unique() == 1:
        return pl.repeat(False, pairs.size, eager=True)
    runs = pairs.long().group_by("pair", maintain_order=True)
    return runs.agg(repeated=pl.col("repeat").n_unique() > 1)["repeated"]


def _with_sign_flips(rows: pl.DataFrame, alternative: Alternative) -> pl.DataFrame:
    """Where independent blocks all differ by the same amount, give the exact p-value of random signs beside."""
    steady, n, ahead = pl.col("status") == "zero_variance", pl.col("n"), pl.col("better") == pl.col("a")
    least = pl.lit(0.5).pow(n)
    sided = pl.when(ahead if alternative == "greater" else ~ahead).then(least).otherwise(1.0)
    p = (2 * least).clip(upper_bound=1.0) if alternative == "two-sided" else sided
    return with_remarks(rows, FLIPS_BESIDE.where(steady & pl.col("better").is_not_null(), p.round_sig_figs(4)))


KFOLD_PAIRED_T = columns.KFOLD_PAIRED_T.with_table(kfold_paired_t, REPEATED, DEPENDENT, FLIPS_BESIDE, SMALL_FOLDS)

CORRECTED_RESAMPLED_T = columns.CORRECTED_RESAMPLED_T.with_table(corrected_resampled_t)

CV52_T = columns.CV52_T.with_table(cv52_t)

CV52_F = columns.CV52_F.with_table(cv52_f)
