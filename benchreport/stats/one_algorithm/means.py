"""Where does the expected result of each algorithm lie? Intervals over runs or datasets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative
from benchreport.stats.forms.over import DEPENDENT_INTERVAL, PER_DATASET, Frame, over_algorithms
from benchreport.stats.forms.parameters import documented
from benchreport.stats.one_algorithm import means__columns_means as columns
from benchreport.tables.blocks import Reduce
from benchreport.tables.groups import By

MeanVariant = Literal["corrected", "plain"]


@documented
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
    sigma
        The known standard deviation of one block's result.
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be (an upper bound where lower
        values are better), "less" how good.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.ci_mean_z(scores, by="metric", sigma=0.15)
    >>> rows.select("a", pl.col("estimate", "ci_low", "ci_high").round(3)).row(0)
    ('C4.5', 0.805, 0.726, 0.884)
    """
    test = partial(columns.ci_mean_z, sigma=sigma, alpha=alpha)
    doubt = DEPENDENT_INTERVAL
    return over_algorithms(CI_MEAN_Z, test, table, by=by, alternative=alternative, reduce=reduce, doubt=doubt)


@documented
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
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be, "less" how good.
    variant
        "corrected" for training data that runs share, or "plain" as if all blocks were independent.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.ci_mean_t(scores, by="metric").select("a", "variant", pl.col("ci_low", "ci_high").round(3)).row(0)
    ('C4.5', 'plain', 0.712, 0.897)
    """
    one_of(variant, CI_MEAN_T.variants, name="variant")
    corrected, doubt = (True, None) if variant == "corrected" else (False, DEPENDENT_INTERVAL)
    test = partial(columns.ci_mean_t, ratio="ratio" if corrected else None, alpha=alpha)
    return over_algorithms(
        CI_MEAN_T, test, table, by=by, alternative=alternative, reduce=reduce, doubt=doubt, corrected=corrected
    )


@documented
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
    statistic
        "mean" or "median" over the blocks.
    variant
        "bca" corrects the percentile interval for bias and skewness; "percentile" does not.
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be, "less" how good.
    draws
        How often the blocks are drawn again.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.ci_bootstrap(scores).select("a", "variant", pl.col("ci_low", "ci_high").round(2)).row(0)
    ('C4.5', 'bca, mean', 0.72, 0.88)
    """
    how = columns.oriented_bootstrap
    test = partial(
        how, pl.col("orientation"), statistic=statistic, variant=variant, alpha=alpha, draws=draws, seed=seed
    )
    doubt = DEPENDENT_INTERVAL
    return over_algorithms(CI_BOOTSTRAP, test, table, by=by, alternative=alternative, reduce=reduce, doubt=doubt)


@documented
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

    Parameters
    ----------
    bound
        The range that the metric cannot leave, such as (0, 1).
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be, "less" how good.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.ci_hoeffding_mean(scores, bound=(0, 1)).select("a", pl.col("ci_low", "ci_high").round(3)).row(0)
    ('C4.5', 0.442, 1.168)
    """
    test = partial(columns.ci_hoeffding_mean, bound=bound, alpha=alpha)
    doubt = DEPENDENT_INTERVAL
    return over_algorithms(CI_HOEFFDING_MEAN, test, table, by=by, alternative=alternative, reduce=reduce, doubt=doubt)


@documented
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

    Narrower than :func:`ci_hoeffding_mean` where there are many blocks and they vary little.

    Parameters
    ----------
    bound
        The range that the metric cannot leave, such as (0, 1).
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be, "less" how good.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> rows = br.ci_empirical_bernstein(scores, by=("dataset", "metric"), bound=(0, 1))
    >>> rows.select("dataset", "a", pl.col("ci_low").round(2), "status").row(0)
    ('breast_cancer', 'DecisionTree', 0.82, 'approximate')
    """
    test = partial(columns.ci_empirical_bernstein, bound=bound, alpha=alpha)
    doubt = DEPENDENT_INTERVAL
    return over_algorithms(
        CI_EMPIRICAL_BERNSTEIN, test, table, by=by, alternative=alternative, reduce=reduce, doubt=doubt
    )


CI_MEAN_Z = columns.CI_MEAN_Z.with_table(ci_mean_z, DEPENDENT_INTERVAL)

CI_MEAN_T = columns.CI_MEAN_T.with_table(ci_mean_t, DEPENDENT_INTERVAL)

CI_BOOTSTRAP = columns.CI_BOOTSTRAP.with_table(ci_bootstrap, DEPENDENT_INTERVAL)

CI_HOEFFDING_MEAN = columns.CI_HOEFFDING_MEAN.with_table(ci_hoeffding_mean, DEPENDENT_INTERVAL)

CI_EMPIRICAL_BERNSTEIN = columns.CI_EMPIRICAL_BERNSTEIN.with_table(ci_empirical_bernstein, DEPENDENT_INTERVAL)
