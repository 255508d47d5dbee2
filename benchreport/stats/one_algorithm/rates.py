"""Where does the true error rate of each algorithm lie? Intervals from predictions or confusion counts."""

from __future__ import annotations

from functools import partial

from benchreport.method import Alternative
from benchreport.stats.forms.rates import Rate, of_counts, over_rates, turned
from benchreport.stats.forms.rows import Frame
from benchreport.stats.one_algorithm import rates__columns_rates as columns
from benchreport.tables.groups import By


def ci_wilson(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    variant: columns.WilsonVariant = "plain",
    alpha: float = 0.05,
) -> Frame:
    """Wilson's score interval of the error rate of every algorithm; the default interval for rates.

    Parameters
    ----------
    table
        Predictions or confusion counts.
    by
        Groups to count separately.
    rate
        "error", the share of wrong predictions, or "accuracy", the share of right ones.
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be (an upper bound of its error, a
        lower bound of its accuracy), "less" how good.
    variant
        "plain", or "corrected" for continuity.
    alpha
        Level of the interval.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, named in ``a``, sorted by them. Where counts of several folds are pooled the
        status is "approximate".

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    >>> br.ci_wilson(table).select("a", "n", "estimate", pl.col("ci_low", "ci_high").round(4)).row(0)
    ('kNN', 40, 0.3, 0.1807, 0.4543)
    """
    limits = partial(columns.ci_wilson, alternative=turned(alternative, rate), variant=variant, alpha=alpha)
    return over_rates(CI_WILSON, limits, table, by=by, rate=rate, alternative=alternative)


def ci_proportion_wald(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Wald's normal interval of the error rate of every algorithm; kept for comparison with :func:`ci_wilson`.

    It has no width where all predictions are right or all wrong, and is not given there. Parameters as in
    :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    >>> br.ci_proportion_wald(table).select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.158, 0.442)
    """
    limits = partial(columns.ci_proportion_wald, alternative=turned(alternative, rate), alpha=alpha)
    return over_rates(CI_PROPORTION_WALD, limits, table, by=by, rate=rate, alternative=alternative)


def ci_clopper_pearson(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Exact interval of the error rate of every algorithm: it covers with probability 1 - alpha at least.

    Parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    >>> br.ci_clopper_pearson(table).select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.1656, 0.4653)
    """
    limits = partial(columns.ci_clopper_pearson, alternative=turned(alternative, rate), alpha=alpha)
    return over_rates(CI_CLOPPER_PEARSON, limits, table, by=by, rate=rate, alternative=alternative)


def ci_midp(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Mid-p interval of the error rate of every algorithm: less cautious than the exact one.

    Parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [5], "fp": [0], "fn": [0], "tn": [5]}))
    >>> br.ci_midp(table).select("ci_low", pl.col("ci_high").round(4)).row(0)
    (0.0, 0.2589)
    """
    limits = partial(columns.ci_midp, alternative=turned(alternative, rate), alpha=alpha)
    return over_rates(CI_MIDP, limits, table, by=by, rate=rate, alternative=alternative)


def ci_blaker(table: Frame, *, by: By = "dataset", rate: Rate = "error", alpha: float = 0.05) -> Frame:
    """Blaker's exact interval of the error rate of every algorithm: inside that of Clopper and Pearson, two-sided.

    Parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [5], "fp": [1], "fn": [0], "tn": [4]}))
    >>> br.ci_blaker(table).select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.0051, 0.4444)
    """
    return over_rates(CI_BLAKER, partial(columns.ci_blaker, alpha=alpha), table, by=by, rate=rate)


def ci_jeffreys(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    variant: columns.JeffreysVariant = "equal_tailed",
    alpha: float = 0.05,
) -> Frame:
    """Bayesian interval of the error rate of every algorithm under Jeffreys' prior.

    ``variant="hpd"`` is the shortest such interval. Other parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [5], "fp": [1], "fn": [0], "tn": [4]}))
    >>> br.ci_jeffreys(table).select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.011, 0.3813)
    """
    limits = partial(columns.ci_jeffreys, alternative=turned(alternative, rate), variant=variant, alpha=alpha)
    return over_rates(CI_JEFFREYS, limits, table, by=by, rate=rate, alternative=alternative)


def ci_agresti_coull(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Agresti and Coull's interval of the error rate of every algorithm; a limit may leave [0, 1].

    Parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [5], "fp": [1], "fn": [0], "tn": [4]}))
    >>> br.ci_agresti_coull(table).select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (-0.0039, 0.426)
    """
    limits = partial(columns.ci_agresti_coull, alternative=turned(alternative, rate), alpha=alpha)
    return over_rates(CI_AGRESTI_COULL, limits, table, by=by, rate=rate, alternative=alternative)


def ci_hoeffding(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Interval of the error rate of every algorithm by Hoeffding's inequality: wide, and valid whatever the law.

    Parameters as in :func:`ci_wilson`; for losses other than 0 and 1 see :func:`ci_hoeffding_mean`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [300], "fp": [150], "fn": [100], "tn": [450]}))
    >>> br.ci_hoeffding(table).select(((pl.col("ci_high") - pl.col("ci_low")) / 2).round(4)).item()
    0.0429
    """
    limits = partial(columns.ci_hoeffding, alternative=turned(alternative, rate), alpha=alpha)
    return over_rates(CI_HOEFFDING, limits, table, by=by, rate=rate, alternative=alternative)


def ci_transformed(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    variant: columns.Scale = "logit",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Interval of the error rate of every algorithm found on another scale.

    ``variant`` is "logit", "probit", "cloglog", "arcsine" or "likelihood". Other parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [5], "fp": [1], "fn": [0], "tn": [4]}))
    >>> br.ci_transformed(table, variant="probit").select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.0096, 0.4121)
    """
    limits = partial(columns.ci_transformed, alternative=turned(alternative, rate), variant=variant, alpha=alpha)
    return over_rates(CI_TRANSFORMED, limits, table, by=by, rate=rate, alternative=alternative)


CI_PROPORTION_WALD = of_counts(columns.CI_PROPORTION_WALD, ci_proportion_wald)
CI_WILSON = of_counts(columns.CI_WILSON, ci_wilson)
CI_CLOPPER_PEARSON = of_counts(columns.CI_CLOPPER_PEARSON, ci_clopper_pearson)
CI_MIDP = of_counts(columns.CI_MIDP, ci_midp)
CI_BLAKER = of_counts(columns.CI_BLAKER, ci_blaker)
CI_JEFFREYS = of_counts(columns.CI_JEFFREYS, ci_jeffreys)
CI_AGRESTI_COULL = of_counts(columns.CI_AGRESTI_COULL, ci_agresti_coull)
CI_HOEFFDING = of_counts(columns.CI_HOEFFDING, ci_hoeffding)
CI_TRANSFORMED = of_counts(columns.CI_TRANSFORMED, ci_transformed)
