"""How good is an algorithm over all datasets, in one number with an interval?"""

from __future__ import annotations

from functools import partial

import numpy as np
import polars as pl

from benchreport.method import Method, Remark
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_number
from benchreport.stats.kernels.bootstrap import batches
from benchreport.stats.summaries.aggregates__few_datasets import FEWEST_FOR_IQM, KINDS
from benchreport.stats.summaries.strata import (
    DEPENDENT,
    INTERVAL_REMARKS,
    VALUE,
    Kind,
    Resample,
    Resampling,
    Statistic,
    bootstrapped,
    interval_rows,
    over_datasets,
    strata,
)
from benchreport.tables.blocks import Blocks
from benchreport.tables.groups import By
from benchreport.tables.rounding import Floats, Integers
from benchreport.threads import product

FEW_FOR_IQM = Remark(
    code="few_for_iqm", note=f"an interval of an interquartile mean needs at least {FEWEST_FOR_IQM} datasets"
)
ASSUMES = ("values mean the same on every dataset", "datasets are independent, or their runs where these are drawn")


@documented
def iqm(
    table: Frame,
    *,
    by: By = "metric",
    resample: Resample = "datasets",
    draws: int = 2000,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Interquartile mean of the runs of each algorithm over all datasets, with a bootstrap interval.

    The mean of the middle half of all runs: outliers on either side do not move it. Values should mean the same on
    every dataset; :func:`rescaled` brings them there.

    Parameters
    ----------
    table
        Scores; an algorithm that lacks a dataset others have is refused.
    resample
        "datasets" draws whole datasets: how sure is the number for others of their kind? There is no interval from
        fewer than ten, and the remarks give the level that it held in simulations. "runs" draws the runs of each
        dataset again: how sure is the number for these very datasets?

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, named in ``a``, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> rows = br.iqm(scores, draws=200)
    >>> rows.select("a", "n", pl.col("estimate", "ci_low", "ci_high").round(3)).row(0)
    ('DecisionTree', 4, 0.902, None, None)
    >>> rows = br.iqm(scores, resample="runs", draws=200)
    >>> rows.select("a", "n", pl.col("estimate", "ci_low", "ci_high").round(3)).row(0)
    ('DecisionTree', 4, 0.902, 0.889, 0.914)
    """
    chosen = Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)
    rows = partial(_rows, method=IQM, statistic=_iqm, kind=IQM_OF_DATASETS, resampling=chosen)
    return over_blocks(table, rows, by=by, alone=True)


@documented
def mean_score(
    table: Frame,
    *,
    by: By = "metric",
    resample: Resample = "datasets",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Mean over datasets of the mean over runs, with a bootstrap-t interval from four datasets on.

    ``resample="runs"`` gives percentiles of runs drawn again instead, which speak of these datasets only.

    Parameters
    ----------
    table
        Scores; an algorithm that lacks a dataset others have is refused.
    resample
        "datasets" draws whole datasets, "runs" the runs of each dataset, as in :func:`iqm`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.mean_score(scores, draws=999)
    >>> rows.select("a", "n", pl.col("estimate").round(4)).row(0)
    ('C4.5', 14, 0.8049)
    """
    chosen = Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)
    rows = partial(_rows, method=MEAN_SCORE, statistic=_mean, kind=KINDS["bootstrap_t"], resampling=chosen)
    return over_blocks(table, rows, by=by, alone=True)


@documented
def median_score(
    table: Frame,
    *,
    by: By = "metric",
    resample: Resample = "datasets",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Median over datasets of the mean over runs, between two ordered datasets at a level that holds for every law.

    At 95 % there is an interval from six datasets on. ``resample="runs"`` gives percentiles of runs drawn again
    instead, which speak of these datasets only.

    Parameters
    ----------
    table
        Scores; an algorithm that lacks a dataset others have is refused.
    resample
        "datasets" draws whole datasets, "runs" the runs of each dataset, as in :func:`iqm`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.median_score(scores)
    >>> rows.select("a", "n", "estimate").row(0)
    ('C4.5', 14, 0.8285)
    """
    chosen = Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)
    rows = partial(_rows, method=MEDIAN_SCORE, statistic=_median, kind=KINDS["order_statistics"], resampling=chosen)
    return over_blocks(table, rows, by=by, alone=True)


@documented
def optimality_gap(
    table: Frame,
    *,
    by: By = "metric",
    target: float | None = None,
    resample: Resample = "datasets",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Mean shortfall of the runs from a target, with a bootstrap-t interval; runs beyond the target count as at it.

    Parameters
    ----------
    table
        Scores; an algorithm that lacks a dataset others have is refused.
    target
        1 by default, and 0 for metrics of which lower values are better.
    resample
        "datasets" draws whole datasets, "runs" the runs of each dataset, as in :func:`iqm`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> rows = br.optimality_gap(scores, target=0.95, draws=200)
    >>> rows.select("a", pl.col("estimate").round(3)).row(0)
    ('DecisionTree', 0.061)
    """
    if target is not None:
        checked_number(target, "target")
    chosen = Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)

    higher = (1.0 if target is None else float(target)) - VALUE
    lower = VALUE - (0.0 if target is None else float(target))
    short = pl.when(pl.col("direction") == "lower").then(lower).otherwise(higher).clip(lower_bound=0.0)
    rows = partial(
        _rows, method=OPTIMALITY_GAP, statistic=_mean, kind=KINDS["bootstrap_t"], resampling=chosen, value=short
    )
    return over_blocks(table, rows, by=by, alone=True)


def _rows(
    blocks: Blocks, *, method: Method, statistic: Statistic, kind: Kind, resampling: Resampling, value: pl.Expr = VALUE
) -> pl.DataFrame:
    rows = strata(blocks, value)
    if resampling.resample == "datasets" and kind.limits is not None:
        return interval_rows(method, over_datasets(rows, kind, resampling), blocks, resampling, kind)
    return interval_rows(method, bootstrapped(rows, statistic, resampling), blocks, resampling, kind)


IQM_OF_DATASETS = Kind(
    name="datasets",
    law="bootstrap of datasets",
    fewest=FEWEST_FOR_IQM,
    why=FEW_FOR_IQM,
    drawn=True,
    level="iqm_percentile",
)


def _iqm(values: Floats, counts: Floats, sizes: Integers) -> Floats:  # noqa: ARG001
    """Trim by where each sorted run falls in the drawn sample; the sample itself is never sorted."""
    flat = values.reshape(len(values), -1)
    drawn = counts.reshape(len(counts), -1)
    order = np.argsort(flat, axis=1, kind="stable")
    ascending = np.take_along_axis(flat, order, axis=1)
    gaps = np.diff(ascending, axis=1)
    size = drawn.sum(axis=1)
    cut = np.floor(size / 4)
    kept = size - 2 * cut
    found = np.empty((len(flat), len(drawn)))
    for rows in batches(len(flat), drawn.size):
        below = np.cumsum(drawn[:, order[rows, :-1]], axis=2)
        below -= cut[:, None, None]
        np.clip(below, 0, kept[:, None, None], out=below)
        found[rows] = np.einsum("dbn,bn->bd", below, gaps[rows])
    return np.asarray(ascending[:, -1:] - found / kept)


def _mean(values: Floats, counts: Floats, sizes: Integers) -> Floats:
    """Average the drawn runs of each dataset, then the drawn datasets."""
    weights = (counts / (sizes * sizes.size)[:, None]).reshape(len(counts), -1)
    return np.asarray(product(values.reshape(len(values), -1), weights.T))


def _median(values: Floats, counts: Floats, sizes: Integers) -> Floats:
    """Average the drawn runs of each dataset, then take the drawn dataset in the middle."""
    times = counts.sum(axis=2) / sizes
    if (times == 1).all():
        found = np.empty((len(values), len(counts)))
        for rows in batches(len(values), times.size):
            means = np.einsum("dsr,bsr->bds", counts, values[rows]) / sizes
            found[rows] = np.median(means, axis=2)
        return found
    present = np.arange(values.shape[2]) < sizes[:, None]
    means = (values * present).sum(axis=2) / sizes
    order = np.argsort(means, axis=1, kind="stable")
    ascending = np.take_along_axis(means, order, axis=1)
    middles = ((sizes.size - 1) // 2, sizes.size // 2)
    found = np.zeros((len(values), len(counts)))
    for rows in batches(len(values), times.size):
        reached = np.cumsum(times[:, order[rows]], axis=2)
        for middle in middles:
            place = (reached <= middle).sum(axis=2)
            found[rows] += np.take_along_axis(ascending[rows], place.T, axis=1) / 2
    return found


MEAN_SCORE = Method(
    id="mean_score",
    title="Mean score",
    question="How good is an algorithm on average over the datasets?",
    symbol="\\bar{x}",
    formula=(
        "mean over datasets of the mean over runs; bootstrap-t interval of datasets, or percentiles of runs drawn again"
    ),
    tex=r"\bar{x} = \frac{1}{N} \sum_{i=1}^{N} \bar{x}_i",
    assumes=ASSUMES,
    cites=("agarwal2021", "efron1993"),
    estimand="mean over datasets",
    variants=("bootstrap_t", "runs"),
    remarks=(*INTERVAL_REMARKS, KINDS["bootstrap_t"].why, DEPENDENT),
    table=mean_score,
)

MEDIAN_SCORE = Method(
    id="median_score",
    title="Median score",
    question="How good is an algorithm on the dataset in the middle?",
    symbol="\\tilde{x}",
    formula=(
        "median over datasets of the mean over runs; order statistics of datasets, or percentiles of runs drawn again"
    ),
    tex=r"\tilde{x} = \mathrm{median}_i \, \bar{x}_i",
    assumes=ASSUMES,
    cites=("agarwal2021", "efron1993"),
    estimand="median over datasets",
    variants=("order_statistics", "runs"),
    remarks=(*INTERVAL_REMARKS, KINDS["order_statistics"].why, DEPENDENT),
    table=median_score,
)

IQM = Method(
    id="iqm",
    title="Interquartile mean",
    question="How good is an algorithm over the middle half of all its runs?",
    symbol="\\mathrm{IQM}",
    formula=(
        "mean of all n runs after the floor(n/4) smallest and largest are cut off; percentile interval,"
        " datasets or the runs of each drawn again"
    ),
    tex=(
        r"\mathrm{IQM} = \frac{1}{n - 2 g} \sum_{i=g+1}^{n-g} x_{(i)}, \quad g = \left\lfloor \frac{n}{4} \right\rfloor"
    ),
    assumes=ASSUMES,
    cites=("agarwal2021", "efron1993"),
    estimand="interquartile mean of runs",
    variants=("datasets", "runs"),
    remarks=(*INTERVAL_REMARKS, FEW_FOR_IQM, DEPENDENT),
    table=iqm,
)

OPTIMALITY_GAP = Method(
    id="optimality_gap",
    title="Optimality gap",
    question="How far does an algorithm fall short of a target on average?",
    symbol="\\mathrm{OG}",
    formula=(
        "mean over datasets of the mean over runs of max(target - value, 0), turned where lower is better;"
        " bootstrap-t interval of datasets, or percentiles of runs drawn again"
    ),
    tex=r"\mathrm{OG} = \frac{1}{N} \sum_{i=1}^{N} \frac{1}{K_i} \sum_{k=1}^{K_i} \max(\gamma - x_{ik}, 0)",
    assumes=ASSUMES,
    cites=("agarwal2021", "efron1993"),
    estimand="mean shortfall from the target",
    variants=("bootstrap_t", "runs"),
    remarks=(*INTERVAL_REMARKS, KINDS["bootstrap_t"].why, DEPENDENT),
    table=optimality_gap,
)
