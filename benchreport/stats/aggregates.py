"""How good is an algorithm over all datasets, in one number with an interval?"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.method import RESULT_COLUMNS, Method
from benchreport.stats.bootstrap import Floats, Resample, Resampling, batches
from benchreport.stats.rows import Frame, checked_number, over_table
from benchreport.stats.strata import VALUE, Sizes, Statistic, bootstrapped, interval_rows, strata, with_dependence
from benchreport.tables.groups import By

ASSUMES = ("values mean the same on every dataset", "what is drawn again, runs or datasets, is independent")

MEAN_SCORE = Method(
    id="mean_score",
    title="Mean score",
    question="How good is an algorithm on average over the datasets?",
    kind="table",
    shape="scores",
    symbol="\\bar{x}",
    formula="mean over datasets of the mean over runs; percentile interval, runs or datasets drawn again",
    null="",
    assumes=ASSUMES,
    cites=("agarwal2021", "efron1993"),
    estimand="mean over datasets",
    variants=("runs", "datasets"),
)

MEDIAN_SCORE = Method(
    id="median_score",
    title="Median score",
    question="How good is an algorithm on the dataset in the middle?",
    kind="table",
    shape="scores",
    symbol="\\tilde{x}",
    formula="median over datasets of the mean over runs; percentile interval, runs or datasets drawn again",
    null="",
    assumes=ASSUMES,
    cites=("agarwal2021", "efron1993"),
    estimand="median over datasets",
    variants=("runs", "datasets"),
)

IQM = Method(
    id="iqm",
    title="Interquartile mean",
    question="How good is an algorithm over the middle half of all its runs?",
    kind="table",
    shape="scores",
    symbol="\\mathrm{IQM}",
    formula="mean of all n runs after the floor(n/4) smallest and largest are cut off; percentile interval, runs of"
    " each dataset or datasets drawn again",
    null="",
    assumes=ASSUMES,
    cites=("agarwal2021", "efron1993"),
    estimand="interquartile mean of runs",
    variants=("runs", "datasets"),
)

OPTIMALITY_GAP = Method(
    id="optimality_gap",
    title="Optimality gap",
    question="How far does an algorithm fall short of a target on average?",
    kind="table",
    shape="scores",
    symbol="\\mathrm{OG}",
    formula="mean over datasets of the mean over runs of max(target - value, 0), turned where lower is better",
    null="",
    assumes=ASSUMES,
    cites=("agarwal2021", "efron1993"),
    estimand="mean shortfall from the target",
    variants=("runs", "datasets"),
)


def iqm(
    table: Frame,
    *,
    by: By = "metric",
    resample: Resample = "runs",
    draws: int = 2000,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Interquartile mean of the runs of each algorithm over all datasets, with a bootstrap interval.

    Robust as the median, and uses twice the data: the mean of the middle half of all runs. Values should mean the same
    on every dataset; :func:`rescaled` brings them there.

    Parameters
    ----------
    table
        Scores; an algorithm that lacks a dataset others have is refused.
    by
        Groups to summarise separately.
    resample
        "runs" draws the runs of each dataset again: how sure is the number for these datasets? "datasets" draws whole
        datasets: how sure is it for others of their kind?
    draws
        Number of bootstrap draws.
    seed
        Of the draws.
    alpha
        Level of the percentile interval.

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
    ('DecisionTree', 4, 0.902, 0.889, 0.914)
    """
    chosen = Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)
    return _aggregate(table, by, IQM, _iqm, chosen)  # type: ignore[no-any-return]


def mean_score(
    table: Frame,
    *,
    by: By = "metric",
    resample: Resample = "runs",
    draws: int = 2000,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Mean over datasets of the mean over runs, with a bootstrap interval; parameters as in :func:`iqm`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.mean_score(scores, resample="datasets", draws=200)
    >>> rows.select("a", "n", pl.col("estimate").round(4)).row(0)
    ('C4.5', 14, 0.8049)
    """
    chosen = Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)
    return _aggregate(table, by, MEAN_SCORE, _mean, chosen)  # type: ignore[no-any-return]


def median_score(
    table: Frame,
    *,
    by: By = "metric",
    resample: Resample = "runs",
    draws: int = 2000,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Median over datasets of the mean over runs, with a bootstrap interval; parameters as in :func:`iqm`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.median_score(scores, resample="datasets", draws=200)
    >>> rows.select("a", "n", "estimate").row(0)
    ('C4.5', 14, 0.8285)
    """
    chosen = Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)
    return _aggregate(table, by, MEDIAN_SCORE, _median, chosen)  # type: ignore[no-any-return]


def optimality_gap(
    table: Frame,
    *,
    by: By = "metric",
    target: float | None = None,
    resample: Resample = "runs",
    draws: int = 2000,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Mean shortfall of the runs from a target; runs beyond the target count as at it.

    ``target`` is 1 by default, and 0 for metrics of which lower values are better. Other parameters as in :func:`iqm`.

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
    return _aggregate(table, by, OPTIMALITY_GAP, _mean, chosen, short)  # type: ignore[no-any-return]


def _aggregate(
    table: Any, by: By, method: Method, statistic: Statistic, resampling: Resampling, value: pl.Expr = VALUE
) -> Any:
    def run(scores: Any) -> pl.DataFrame:
        rows, groups, known = strata(scores, by, value=value)
        finished = interval_rows(method, bootstrapped(rows, statistic, resampling), groups, resampling)
        return with_dependence(finished, known, groups, resampling)

    return over_table(table, by, RESULT_COLUMNS, run)


def _iqm(values: Floats, counts: Floats, sizes: Sizes) -> Floats:  # noqa: ARG001
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


def _mean(values: Floats, counts: Floats, sizes: Sizes) -> Floats:
    """Average the drawn runs of each dataset, then the drawn datasets."""
    weights = (counts / (sizes * sizes.size)[:, None]).reshape(len(counts), -1)
    return np.asarray(values.reshape(len(values), -1) @ weights.T)


def _median(values: Floats, counts: Floats, sizes: Sizes) -> Floats:
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
