"""Is the result of each algorithm acceptable? Tests of every algorithm against a stated value."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Alternative, Method
from benchreport.stats.columns import one_sample as columns
from benchreport.stats.columns import paired
from benchreport.stats.columns.moments import checked_level
from benchreport.stats.means import MeanVariant
from benchreport.stats.rows import SHARED_RUNS, Frame, checked_number, over_table
from benchreport.stats.single import PER_DATASET, over_algorithms, shared_training, with_sizes_told
from benchreport.tables.cells import Reduce
from benchreport.tables.groups import By


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
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    constant
        The value to compare with, in the metric's units.
    sigma
        The known standard deviation of one block's result.
    alternative
        "greater" means that the algorithm is better than the constant.
    alpha
        Level of the interval.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.z_test_mean(scores, by="metric", constant=0.75, sigma=0.15)
    >>> rows.select("a", pl.col("statistic", "p_value").round(4)).row(0)
    ('C4.5', 1.3702, 0.1706)
    """

    def test(x: pl.Expr) -> pl.Expr:
        return columns.z_test_mean(x, constant=_turned(constant), sigma=sigma, alternative=alternative, alpha=alpha)

    return _against(table, by, Z_TEST_MEAN, test, constant, reduce)


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
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    constant
        The value to compare with, in the metric's units.
    alternative
        "greater" means that the algorithm is better than the constant.
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
    >>> rows = br.one_sample_t(scores, by="metric", constant=0.75, alternative="greater")
    >>> rows.select("a", "variant", pl.col("statistic", "p_value").round(4)).row(0)
    ('C4.5', 'plain, against 0.75', 1.283, 0.1109)
    """
    one_of(variant, ONE_SAMPLE_T.variants, name="variant")
    checked_level(alpha, alternative)
    checked_number(constant, "constant")

    def test(x: pl.Expr) -> pl.Expr:
        ratio = "__ratio" if variant == "corrected" else None
        return columns.one_sample_t(x, constant=_turned(constant), ratio=ratio, alternative=alternative, alpha=alpha)

    def run(scores: Any) -> pl.DataFrame:
        if variant == "plain":
            return over_algorithms(scores, by, ONE_SAMPLE_T, test, reduce=reduce, constant=constant, doubt=SHARED_RUNS)
        facts = shared_training(scores, by)
        rows = over_algorithms(scores, by, ONE_SAMPLE_T, test, reduce=reduce, constant=constant, facts=facts)
        return with_sizes_told(rows, facts)

    return over_table(table, by, RESULT_COLUMNS, run)


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

    Counts the blocks where the algorithm is better than the constant, whichever direction the metric has. Parameters as
    in :func:`one_sample_t`, ``ties`` as in :func:`sign_test`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.one_sample_sign(scores, constant=0.65).select("a", "n", "statistic", pl.col("p_value").round(4)).row(0)
    ('C4.5', 14, 10.0, 0.1796)
    """

    def test(x: pl.Expr) -> pl.Expr:
        return columns.one_sample_sign(x, constant=_turned(constant), alternative=alternative, ties=ties, alpha=alpha)

    return _against(table, by, ONE_SAMPLE_SIGN, test, constant, reduce)


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
    constant. Parameters as in :func:`one_sample_t`, ``zeros`` and ``variant`` as in Wilcoxon's test of pairs.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.one_sample_wilcoxon(scores, constant=0.65).select("a", "n", "statistic", pl.col("p_value").round(4)).row(0)
    ('C4.5', 14, 91.0, 0.0134)
    """

    def test(x: pl.Expr) -> pl.Expr:
        return columns.one_sample_wilcoxon(
            x, constant=_turned(constant), alternative=alternative, zeros=zeros, variant=variant, alpha=alpha
        )

    n, ties = pl.col("n"), pl.col("n_ties")
    # The ranks that either side shares: of blocks with a difference, or of all.
    ranked = n if zeros == "drop" else n + ties
    below = ties * (ties + 1) / 2 if zeros == "pratt" else pl.lit(0.0)
    mirrored = ranked * (ranked + 1) / 2 - below - pl.col("statistic")
    return _against(table, by, ONE_SAMPLE_WILCOXON, test, constant, reduce, mirrored)


def _turned(constant: float) -> pl.Expr:
    return pl.lit(float(constant)) * pl.col("orientation")


def _against(
    table: Frame,
    by: By,
    method: Method,
    test: Any,
    constant: float,
    reduce: Reduce,
    mirrored: pl.Expr | None = None,
) -> Frame:
    checked_number(constant, "constant")
    test(pl.col("value"))  # a misspelt option is refused before a lazy frame is read
    in_units = method.id != ONE_SAMPLE_SIGN.id

    def run(scores: Any) -> pl.DataFrame:
        return over_algorithms(
            scores,
            by,
            method,
            test,
            reduce=reduce,
            constant=constant,
            in_units=in_units,
            mirrored=mirrored,
            doubt=SHARED_RUNS,
        )

    return over_table(table, by, RESULT_COLUMNS, run)


Z_TEST_MEAN = replace(columns.Z_TEST_MEAN, remarks=(*columns.Z_TEST_MEAN.remarks, SHARED_RUNS), table=z_test_mean)

ONE_SAMPLE_T = replace(columns.ONE_SAMPLE_T, remarks=(*columns.ONE_SAMPLE_T.remarks, SHARED_RUNS), table=one_sample_t)

ONE_SAMPLE_SIGN = replace(
    columns.ONE_SAMPLE_SIGN, remarks=(*columns.ONE_SAMPLE_SIGN.remarks, SHARED_RUNS), table=one_sample_sign
)

ONE_SAMPLE_WILCOXON = replace(
    columns.ONE_SAMPLE_WILCOXON, remarks=(*columns.ONE_SAMPLE_WILCOXON.remarks, SHARED_RUNS), table=one_sample_wilcoxon
)
