"""Is the result of each algorithm acceptable? Tests of every algorithm against a stated value."""

from __future__ import annotations

from functools import partial

import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative
from benchreport.stats.forms.over import PER_DATASET, Frame, over_algorithms
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, checked_number
from benchreport.stats.one_algorithm import against_constant__columns_one_sample as columns
from benchreport.stats.one_algorithm.means import MeanVariant
from benchreport.stats.two_algorithms import over_datasets as paired
from benchreport.tables.blocks import Blocks, Reduce
from benchreport.tables.groups import By


@documented
def z_test_mean(
    table: Frame,
    *,
    by: By = PER_DATASET,
    constant: float,
    sigma: float,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Test of the mean result of every algorithm against a constant, the standard deviation being known.

    Parameters
    ----------
    constant
        The value to compare with, in the metric's units.
    sigma
        The known standard deviation of one block's result.
    alternative
        "greater" means that the algorithm is better than the constant.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.z_test_mean(scores, by="metric", constant=0.75, sigma=0.15)
    >>> rows.select("a", pl.col("statistic", "p_value").round(4)).row(0)
    ('C4.5', 1.3702, 0.1706)
    """
    test = partial(columns.z_test_mean, constant=checked_number(constant, "constant"), sigma=sigma, alpha=alpha)
    doubt = SHARED_RUNS
    return over_algorithms(Z_TEST_MEAN, test, table, by=by, alternative=alternative, reduce=reduce, doubt=doubt)


@documented
def one_sample_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    constant: float,
    alternative: Alternative = "two-sided",
    variant: MeanVariant = "corrected",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Student's t test of the mean result of every algorithm against a constant.

    Where the blocks are runs on one dataset that share training data, the variance is corrected as by Nadeau and
    Bengio; ``variant`` of each row says "plain" where there was nothing to correct. ``statistic`` has the sign of the
    mean minus the constant, whichever way is better.

    Parameters
    ----------
    constant
        The value to compare with, in the metric's units.
    alternative
        "greater" means that the algorithm is better than the constant.
    variant
        "corrected" for training data that runs share, or "plain" as if all blocks were independent.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.one_sample_t(scores, by="metric", constant=0.75, alternative="greater")
    >>> rows.select("a", "variant", pl.col("statistic", "p_value").round(4)).row(0)
    ('C4.5', 'plain, against 0.75', 1.283, 0.1109)
    """
    one_of(variant, ONE_SAMPLE_T.variants, name="variant")
    corrected, doubt = (True, None) if variant == "corrected" else (False, SHARED_RUNS)
    ratio, value = "ratio" if corrected else None, checked_number(constant, "constant")
    test = partial(columns.one_sample_t, constant=value, ratio=ratio, alpha=alpha)
    return over_algorithms(
        ONE_SAMPLE_T, test, table, by=by, alternative=alternative, reduce=reduce, doubt=doubt, corrected=corrected
    )


@documented
def one_sample_sign(
    table: Frame,
    *,
    by: By = "metric",
    constant: float,
    alternative: Alternative = "two-sided",
    ties: paired.Ties = "drop",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Sign test of the results of every algorithm against a constant.

    Counts the blocks where the algorithm is better than the constant, whichever direction the metric has.

    Parameters
    ----------
    constant
        The value to compare with, in the metric's units.
    alternative
        "greater" means that the algorithm is better than the constant.
    ties
        "drop" leaves tied blocks out, "split" gives half of them to each side.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.one_sample_sign(scores, constant=0.65).select("a", "n", "statistic", pl.col("p_value").round(4)).row(0)
    ('C4.5', 14, 10.0, 0.1796)
    """
    test = partial(columns.one_sample_sign, constant=checked_number(constant, "constant"), ties=ties, alpha=alpha)
    method, doubt, finish = ONE_SAMPLE_SIGN, SHARED_RUNS, _counted_better
    return over_algorithms(
        method, test, table, by=by, alternative=alternative, reduce=reduce, doubt=doubt, finish=finish
    )


@documented
def one_sample_wilcoxon(
    table: Frame,
    *,
    by: By = "metric",
    constant: float,
    alternative: Alternative = "two-sided",
    zeros: paired.Zeros = "drop",
    variant: paired.WilcoxonVariant = "exact",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Wilcoxon signed-rank test of the results of every algorithm against a constant.

    ``estimate`` is the pseudomedian in the metric's own units, ``statistic`` the rank sum of the results above the
    constant.

    Parameters
    ----------
    constant
        The value to compare with, in the metric's units.
    alternative
        "greater" means that the algorithm is better than the constant.
    zeros
        Blocks at the constant: "drop", "pratt" or "split", as in Wilcoxon's test of pairs.
    variant
        "exact", "normal" or "normal_corrected".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.one_sample_wilcoxon(scores, constant=0.65).select("a", "n", "statistic", pl.col("p_value").round(4)).row(0)
    ('C4.5', 14, 91.0, 0.0134)
    """
    value = checked_number(constant, "constant")
    test = partial(columns.one_sample_wilcoxon, constant=value, zeros=zeros, variant=variant, alpha=alpha)
    doubt = SHARED_RUNS
    return over_algorithms(ONE_SAMPLE_WILCOXON, test, table, by=by, alternative=alternative, reduce=reduce, doubt=doubt)


def _counted_better(rows: pl.DataFrame, blocks: Blocks) -> pl.DataFrame:
    """Where lower is better, count the blocks below the constant instead of those above it."""
    lower = pl.lit(pl.Series(blocks.orientation[rows["group"].to_numpy()] < 0))
    shares = {"estimate": "estimate", "ci_low": "ci_high", "ci_high": "ci_low"}
    return rows.with_columns(
        statistic=pl.when(lower).then(pl.col("n") - pl.col("statistic")).otherwise("statistic"),
        **{name: pl.when(lower).then(1 - pl.col(end)).otherwise(name) for name, end in shares.items()},
    )


Z_TEST_MEAN = columns.Z_TEST_MEAN.with_table(z_test_mean, SHARED_RUNS)

ONE_SAMPLE_T = columns.ONE_SAMPLE_T.with_table(one_sample_t, SHARED_RUNS)

ONE_SAMPLE_SIGN = columns.ONE_SAMPLE_SIGN.with_table(one_sample_sign, SHARED_RUNS)

ONE_SAMPLE_WILCOXON = columns.ONE_SAMPLE_WILCOXON.with_table(one_sample_wilcoxon, SHARED_RUNS)
