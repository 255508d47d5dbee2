"""Where does the expected result of each algorithm lie? Intervals over runs or datasets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Alternative, Method
from benchreport.stats.columns import means as columns
from benchreport.stats.columns.moments import checked_level
from benchreport.stats.rows import Frame, over_table
from benchreport.stats.single import (
    DEPENDENT_INTERVAL,
    PER_DATASET,
    over_algorithms,
    shared_training,
    with_sizes_told,
)
from benchreport.tables.cells import Reduce
from benchreport.tables.groups import By

MeanVariant = Literal["corrected", "plain"]


def ci_mean_z(
    table: Frame,
    *,
    by: By = PER_DATASET,
    sigma: float,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Interval of the mean result of every algorithm when the standard deviation of a result is known.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to take separately. With ``dataset`` among them the blocks are runs, else datasets.
    sigma
        The known standard deviation of one block's result.
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be (an upper bound where lower
        values are better), "less" how good.
    alpha
        Level of the interval.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.ci_mean_z(scores, by="metric", sigma=0.15)
    >>> rows.select("a", pl.col("estimate", "ci_low", "ci_high").round(3)).row(0)
    ('C4.5', 0.805, 0.726, 0.884)
    """

    def test(x: pl.Expr) -> pl.Expr:
        return columns.ci_mean_z(x, sigma=sigma, alternative=alternative, alpha=alpha)

    return _intervals(table, by, CI_MEAN_Z, test, reduce)


def ci_mean_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    alternative: Alternative = "two-sided",
    variant: MeanVariant = "corrected",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Interval of the mean result of every algorithm.

    Where the blocks are runs on one dataset that share training data, the variance is corrected as by Nadeau and
    Bengio; ``variant`` of each row says "plain" where there was nothing to correct.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to take separately. With ``dataset`` among them the blocks are runs, else datasets.
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be, "less" how good.
    variant
        "corrected" for training data that runs share, or "plain" as if all blocks were independent.
    alpha
        Level of the interval.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.ci_mean_t(scores, by="metric").select("a", "variant", pl.col("ci_low", "ci_high").round(3)).row(0)
    ('C4.5', 'plain', 0.712, 0.897)
    """
    one_of(variant, CI_MEAN_T.variants, name="variant")
    checked_level(alpha, alternative)

    def test(x: pl.Expr) -> pl.Expr:
        ratio = "__ratio" if variant == "corrected" else None
        return columns.ci_mean_t(x, ratio=ratio, alternative=alternative, alpha=alpha)

    def run(scores: Any) -> pl.DataFrame:
        if variant == "plain":
            return over_algorithms(scores, by, CI_MEAN_T, test, reduce=reduce, doubt=DEPENDENT_INTERVAL)
        facts = shared_training(scores, by)
        return with_sizes_told(over_algorithms(scores, by, CI_MEAN_T, test, reduce=reduce, facts=facts), facts)

    return over_table(table, by, RESULT_COLUMNS, run)


def ci_bootstrap(
    table: Frame,
    *,
    by: By = "metric",
    statistic: columns.Statistic = "mean",
    variant: columns.BootstrapVariant = "bca",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
    reduce: Reduce = "mean",
) -> Frame:
    """Bootstrap interval of the mean or median result of every algorithm, blocks drawn again.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to take separately. With ``dataset`` among them the blocks are runs, else datasets.
    statistic
        "mean" or "median" over the blocks.
    variant
        "bca" corrects the percentile interval for bias and skewness; "percentile" does not.
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be, "less" how good.
    alpha
        Level of the interval.
    draws, seed
        How often the blocks are drawn again, and from which seed; the result depends on nothing else.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.ci_bootstrap(scores).select("a", "variant", pl.col("ci_low", "ci_high").round(2)).row(0)
    ('C4.5', 'bca, mean', 0.72, 0.88)
    """

    def test(x: pl.Expr) -> pl.Expr:
        return columns.ci_bootstrap(
            x, statistic=statistic, variant=variant, alternative=alternative, alpha=alpha, draws=draws, seed=seed
        )

    return _intervals(table, by, CI_BOOTSTRAP, test, reduce)


def ci_hoeffding_mean(
    table: Frame,
    *,
    by: By = "metric",
    bound: Sequence[float],
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Interval of the mean result of every algorithm by Hoeffding's inequality, for bounded results of any law.

    ``bound`` is the range that the metric cannot leave, such as (0, 1); other parameters as in :func:`ci_mean_t`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.ci_hoeffding_mean(scores, bound=(0, 1)).select("a", pl.col("ci_low", "ci_high").round(3)).row(0)
    ('C4.5', 0.442, 1.168)
    """
    return _bounded(table, by, CI_HOEFFDING_MEAN, bound, alternative, alpha, reduce)


def ci_empirical_bernstein(
    table: Frame,
    *,
    by: By = "metric",
    bound: Sequence[float],
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Interval of the mean result of every algorithm by the empirical Bernstein bound, for bounded results of any law.

    Narrower than :func:`ci_hoeffding_mean` where there are many blocks and they vary little; parameters as there.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> rows = br.ci_empirical_bernstein(scores, by=("dataset", "metric"), bound=(0, 1))
    >>> rows.select("dataset", "a", pl.col("ci_low").round(2), "status").row(0)
    ('breast_cancer', 'DecisionTree', 0.82, 'approximate')
    """
    return _bounded(table, by, CI_EMPIRICAL_BERNSTEIN, bound, alternative, alpha, reduce)


def _bounded(
    table: Frame,
    by: By,
    method: Method,
    bound: Sequence[float],
    alternative: Alternative,
    alpha: float,
    reduce: Reduce,
) -> Frame:
    low, high = columns.checked_bound(bound)
    turned = pl.col("orientation") == -1

    def test(x: pl.Expr) -> pl.Expr:
        ends = (pl.when(turned).then(-high).otherwise(low), pl.when(turned).then(-low).otherwise(high))
        return columns.bounded(method, x, *ends, alternative, alpha)

    return _intervals(table, by, method, test, reduce)


def _intervals(table: Frame, by: By, method: Method, test: Any, reduce: Reduce) -> Frame:
    test(pl.col("value"))  # a misspelt option is refused before a lazy frame is read

    def run(scores: Any) -> pl.DataFrame:
        return over_algorithms(scores, by, method, test, reduce=reduce, doubt=DEPENDENT_INTERVAL)

    return over_table(table, by, RESULT_COLUMNS, run)


CI_MEAN_Z = replace(columns.CI_MEAN_Z, remarks=(*columns.CI_MEAN_Z.remarks, DEPENDENT_INTERVAL), table=ci_mean_z)

CI_MEAN_T = replace(columns.CI_MEAN_T, remarks=(*columns.CI_MEAN_T.remarks, DEPENDENT_INTERVAL), table=ci_mean_t)

CI_BOOTSTRAP = replace(
    columns.CI_BOOTSTRAP, remarks=(*columns.CI_BOOTSTRAP.remarks, DEPENDENT_INTERVAL), table=ci_bootstrap
)

CI_HOEFFDING_MEAN = replace(
    columns.CI_HOEFFDING_MEAN, remarks=(*columns.CI_HOEFFDING_MEAN.remarks, DEPENDENT_INTERVAL), table=ci_hoeffding_mean
)

CI_EMPIRICAL_BERNSTEIN = replace(
    columns.CI_EMPIRICAL_BERNSTEIN,
    remarks=(*columns.CI_EMPIRICAL_BERNSTEIN.remarks, DEPENDENT_INTERVAL),
    table=ci_empirical_bernstein,
)
