"""Do two algorithms differ, when their runs are not matched? Every pair, as two samples, group by group."""

from __future__ import annotations

from typing import Literal

import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method
from benchreport.stats.forms.over import MATCHED, PER_DATASET, Frame, over_samples
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS
from benchreport.stats.two_algorithms import separate_samples__columns_unpaired as columns
from benchreport.stats.two_algorithms.over_datasets import WILCOXON, wilcoxon
from benchreport.stats.two_algorithms.over_folds import KFOLD_PAIRED_T, kfold_paired_t
from benchreport.tables.blocks import Reduce
from benchreport.tables.groups import By

Rewards = Literal["welch", "permutation", "paired_t", "wilcoxon"]


@documented
def unpaired_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: columns.UnpairedVariant = "welch",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """T test of every two algorithms, their runs taken as two separate samples.

    For runs with different seeds, splits or numbers of folds. ``n`` is the size of the smaller sample, the note gives
    both. Where both were measured on the same blocks the row says that a paired test would see more.

    Parameters
    ----------
    table
        Scores; gaps do not matter.
    variant
        "welch" degrees of freedom, "conservative" ones (the smaller sample minus 1), or "pooled" variances.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.unpaired_t(scores, control="Majority").select("dataset", "a", "n", "status").row(0)
    ('breast_cancer', 'DecisionTree', 10, 'approximate')
    """
    test = columns.unpaired_t_rows(alternative, variant, alpha)
    return over_samples(UNPAIRED_T, test, table, by=by, control=control, reduce=reduce, doubt=SHARED_RUNS)


@documented
def mann_whitney(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: columns.RankSumVariant = "exact",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Mann-Whitney test of every two algorithms, their runs taken as two separate samples.

    The p-value is exact, ties included, up to 50 runs of both together; ``statistic`` is U, the number of pairs of runs
    in which the value of ``a`` is the larger, ties half, whichever way is better. ``estimate`` is the Hodges-Lehmann
    shift a - b, ``effect`` is Cliff's delta.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.mann_whitney(scores, control="Majority").select("a", "statistic", "effect").row(0)
    ('DecisionTree', 100.0, 1.0)
    """
    test = columns.mann_whitney_rows(alternative, variant, alpha)
    return over_samples(MANN_WHITNEY, test, table, by=by, control=control, reduce=reduce, doubt=SHARED_RUNS)


@documented
def permutation_two_sample(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: columns.SplitVariant = "mean",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
    reduce: Reduce = "mean",
) -> Frame:
    """Permutation test of every two algorithms, their runs taken as two separate samples.

    Counts all splits of the runs up to 100,000 of them, else ``draws`` random ones and the observed split. The variant
    "studentized" divides the difference of the means by Welch's standard error, for spreads that differ. Other
    parameters as in :func:`unpaired_t`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> one = scores.filter(pl.col("repeat") < 3)
    >>> br.permutation_two_sample(one, control="Majority").select("a", "n", "law").row(0)
    ('DecisionTree', 4, 'all splits')
    """
    test = columns.permutation_rows(alternative, variant, alpha, draws, seed)
    return over_samples(PERMUTATION_TWO_SAMPLE, test, table, by=by, control=control, reduce=reduce, doubt=SHARED_RUNS)


@documented
def reward_comparison(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    variant: Rewards = "welch",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
) -> Frame:
    """Compare the rewards of every two learners; one value per independently seeded run.

    Runs that share no environment seeds are two samples: "welch", or "permutation" where rewards are skewed. Runs
    matched by environment seed are pairs: "paired_t", or "wilcoxon". Episodes of one run are no replicates: average
    them first.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.reward_comparison(scores, control="Majority").select("a", "method", "variant").row(0)
    ('DecisionTree', 'reward_comparison', 'welch')
    """
    one_of(variant, REWARD_COMPARISON.variants, name="variant")
    if variant == "welch":
        rows = unpaired_t(table, by=by, control=control, alternative=alternative, alpha=alpha)
    elif variant == "permutation":
        rows = permutation_two_sample(
            table, by=by, control=control, alternative=alternative, alpha=alpha, draws=draws, seed=seed
        )
    else:
        paired = kfold_paired_t if variant == "paired_t" else wilcoxon
        rows = paired(table, by=by, control=control, alternative=alternative, alpha=alpha)
    return rows.with_columns(method=pl.lit(REWARD_COMPARISON.id), variant=pl.lit(variant))


UNPAIRED_T = columns.UNPAIRED_T.with_table(unpaired_t, MATCHED, SHARED_RUNS)

MANN_WHITNEY = columns.MANN_WHITNEY.with_table(mann_whitney, MATCHED, SHARED_RUNS)

PERMUTATION_TWO_SAMPLE = columns.PERMUTATION_TWO_SAMPLE.with_table(permutation_two_sample, MATCHED, SHARED_RUNS)

REWARD_COMPARISON = Method(
    id="reward_comparison",
    title="Comparison of expected rewards",
    question="Which of two learners earns the larger expected reward?",
    symbol="t",
    formula="the test named in variant, one value per independently seeded run",
    null="both learners have the same expected reward",
    assumes=("each run is an independent replicate: episodes of one run are averaged first, they are not replicates",),
    cites=("alpaydin2010", "welch1947"),
    estimand="difference in reward a - b",
    effect="effect size of the test used",
    variants=("welch", "permutation", "paired_t", "wilcoxon"),
    signed=True,
    remarks=tuple(
        dict.fromkeys(
            remark
            for method in (UNPAIRED_T, PERMUTATION_TWO_SAMPLE, KFOLD_PAIRED_T, WILCOXON)
            for remark in method.remarks
        )
    ),
    table=reward_comparison,
)
