"""Summaries over datasets with intervals: means, medians, trimmed and interquartile means, optimality gap."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Method, Remark
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented, options_as_in
from benchreport.stats.forms.rows import checked_number
from benchreport.stats.kernels.binomial import clopper_pearson
from benchreport.stats.kernels.bootstrap import NUMBERS_AT_ONCE, batches, drawn_blocks
from benchreport.stats.summaries import strata as intervals
from benchreport.stats.summaries.strata import Limits, Resample, Resampling
from benchreport.tables.blocks import Blocks
from benchreport.tables.groups import By
from benchreport.tables.rounding import TOLERANCE, Floats, Integers
from benchreport.threads import product

FewStatistic = Literal["mean", "median", "trimmed_mean"]
FewVariant = Literal["bootstrap_t", "t", "order_statistics", "tukey_mclaughlin"]
# Below these an interval misses too often to be given, whatever the law of the results.
FEWEST_FOR_MEAN, FEWEST_FOR_IQM = 4, 10
FEW_FOR_MEAN = Remark(code="few_for_mean", note=f"an interval of a mean needs at least {FEWEST_FOR_MEAN} datasets")
ONE_DATASET = Remark(code="one_dataset", note="one dataset has no spread")
FEW_FOR_MEDIAN = Remark(code="few_for_median", note="too few datasets for an interval of a median at this level")
FEW_FOR_TRIMMED_MEAN = Remark(
    code="few_for_trimmed_mean", note=f"an interval of a trimmed mean needs at least {FEWEST_FOR_MEAN} datasets"
)
NO_DATASET = Remark(code="no_dataset", note="no dataset")
# Squares of offsets cancel to about this share of the largest.
CANCELLED = 1e-13
ALLOWED: dict[str, tuple[str, ...]] = {
    "mean": ("bootstrap_t", "t"),
    "median": ("order_statistics",),
    "trimmed_mean": ("tukey_mclaughlin",),
}
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
    """Compute the interquartile mean of the runs of each algorithm over all datasets, with a bootstrap interval.

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
    resampling = Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)
    return _summary(table, by, IQM, IQM_OF_DATASETS, resampling, _iqm)


@documented
@options_as_in(iqm, draws=9999)
def mean_score(table: Frame, *, by: By, **options: Any) -> Frame:
    """Compute the mean over datasets of the mean over runs, with a bootstrap-t interval from four datasets on.

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
    return _summary(table, by, MEAN_SCORE, KINDS["bootstrap_t"], Resampling(**options), _mean)


@documented
@options_as_in(mean_score)
def median_score(table: Frame, *, by: By, **options: Any) -> Frame:
    """Compute the median over datasets of the mean over runs, with limits that hold for every law.

    The limits are two ordered datasets; at 95 % there is an interval from six datasets on. ``resample="runs"`` gives
    percentiles of runs drawn again instead, which speak of these datasets only.

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
    return _summary(table, by, MEDIAN_SCORE, KINDS["order_statistics"], Resampling(**options), _median)


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
    """Compute the mean shortfall of the runs from a target, with a bootstrap-t interval; runs beyond it count as at it.

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
    resampling = Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)
    higher = (1.0 if target is None else float(target)) - intervals.VALUE
    lower = intervals.VALUE - (0.0 if target is None else float(target))
    short = pl.when(pl.col("direction") == "lower").then(lower).otherwise(higher).clip(lower_bound=0.0)
    return _summary(table, by, OPTIMALITY_GAP, KINDS["bootstrap_t"], resampling, _mean, short)


@documented
def mean_interval_few(
    table: Frame,
    *,
    by: By = "metric",
    statistic: FewStatistic = "mean",
    variant: FewVariant | None = None,
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Compute the mean, median or trimmed mean of every algorithm over datasets, with an interval.

    The unit is the dataset: runs of one dataset are averaged first. Percentile bootstraps of a mean miss 17 to 25 % at
    five datasets and Student's t 9 to 15 %; the bootstrap-t misses 4 to 9 %. The note of a row gives the simulated
    level.

    Parameters
    ----------
    table
        Scores; an algorithm that lacks a dataset others have is refused.
    statistic
        "mean", "median", or "trimmed_mean" without the floor(n/4) smallest and largest datasets.
    variant
        Of the mean "bootstrap_t" from four datasets on, or "t"; of the median "order_statistics", from six datasets
        on at 95 %; of the trimmed mean "tukey_mclaughlin". None takes the first.
    draws
        Number of draws of the bootstrap-t.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, named in ``a``, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.mean_interval_few(scores, statistic="median")
    >>> rows.select("a", "n", "estimate", pl.col("ci_low", "ci_high").round(3)).row(0)
    ('C4.5', 14, 0.8285, 0.619, 0.957)
    """
    one_of(statistic, tuple(ALLOWED), name="statistic")
    if variant is not None:
        one_of(variant, MEAN_INTERVAL_FEW.variants, name="variant")
    chosen = variant or ALLOWED[statistic][0]
    if chosen not in ALLOWED[statistic]:
        raise OptionError(
            f"variant {chosen!r} is not an interval of the {statistic.replace('_', ' ')}",
            hint=f"variant={ALLOWED[statistic][0]!r}",
        )
    resampling = Resampling(resample="datasets", draws=draws, seed=seed, alpha=alpha)
    return _summary(table, by, MEAN_INTERVAL_FEW, KINDS[chosen], resampling)


def _summary(
    table: Frame,
    by: By,
    method: Method,
    kind: intervals.Kind,
    resampling: Resampling,
    statistic: intervals.Statistic | None = None,
    value: pl.Expr = intervals.VALUE,
) -> Frame:
    """Return the rows of a summary: limits over datasets of a kind, else those of a statistic drawn again."""

    def rows(blocks: Blocks) -> pl.DataFrame:
        runs = intervals.strata(blocks, value)
        if statistic is None or (resampling.resample == "datasets" and kind.limits is not None):
            return intervals.interval_rows(
                method, intervals.over_datasets(runs, kind, resampling), blocks, resampling, kind
            )
        return intervals.interval_rows(
            method, intervals.bootstrapped(runs, statistic, resampling), blocks, resampling, kind
        )

    return over_blocks(table, rows, by=by, alone=True)


def studentised_limits(values: Floats, resampling: Resampling) -> Limits:
    """Compute the bootstrap-t limits of the mean of every row, NaN where one of them is not finite.

    ``error`` is the Monte Carlo error of the limits. Rows of one length share their draws.

    Examples
    --------
    >>> resampling = Resampling(resample="datasets", draws=999, seed=0, alpha=0.05)
    >>> limits = studentised_limits(np.array([[0.7, 0.8, 0.85, 0.9, 0.92]]), resampling)
    >>> bool(limits["low"][0] < 0.7 < 0.834 < limits["high"][0] < 1)
    True
    """
    n = values.shape[1]
    limits = {name: np.full(len(values), np.nan) for name in ("low", "high", "error")}
    if n < 2 or not len(values):
        return limits
    draw = partial(drawn_blocks, n, draws=resampling.draws, seed=resampling.seed)
    few = n * resampling.draws <= NUMBERS_AT_ONCE
    drawn = list(draw()) if few else []
    for start in range(0, len(values), max(1, NUMBERS_AT_ONCE // resampling.draws)):
        rows = slice(start, start + max(1, NUMBERS_AT_ONCE // resampling.draws))
        # In order of size, so that the names of the datasets play no part.
        ordered = np.sort(values[rows], axis=1)
        largest = np.abs(ordered).max(axis=1, keepdims=True)
        scale = np.where(largest > 0, largest, 1.0)
        centre = (ordered / scale).mean(axis=1, keepdims=True)
        offsets = ordered / scale - centre
        error = np.sqrt((offsets**2).sum(axis=1) / (n - 1) / n)
        ratios = _studentised(offsets, drawn or draw())
        ends = {}
        for name, level in (("high", resampling.alpha / 2), ("low", 1 - resampling.alpha / 2)):
            step = np.sqrt(level * (1 - level) / resampling.draws)
            with np.errstate(invalid="ignore"):  # infinite ratios give no limit, and no error of one
                ends[name] = centre[:, 0] - _quantile(ratios, level) * error
                spread = (_quantile(ratios, level + step) - _quantile(ratios, level - step)) / 2 * error
            limits["error"][rows] = np.fmax(limits["error"][rows], np.where(np.isfinite(spread), spread, np.nan))
        sound = np.isfinite(ends["low"]) & np.isfinite(ends["high"])
        for name, limit in ends.items():
            limits[name][rows] = np.where(sound, limit * scale[:, 0], np.nan)
        limits["error"][rows] *= scale[:, 0]
    return limits


def _studentised(offsets: Floats, drawn: Iterable[Floats]) -> Floats:
    """Return the sorted ratios (m* - m) / (s* / sqrt(n)); without spread infinite of its sign, or 0 where 0/0."""
    n = offsets.shape[1]
    both = [(product(offsets, counts.T), product(offsets**2, counts.T)) for counts in drawn]
    moves, means = (np.concatenate(parts, axis=1) / n for parts in zip(*both, strict=True))
    largest = np.abs(offsets).max(axis=1, keepdims=True)
    squares = means - moves**2
    flat = squares <= CANCELLED * largest**2
    still = np.abs(moves) <= TOLERANCE * largest
    error = np.sqrt(np.where(flat, 1.0, squares) / (n - 1))
    ratios = np.where(flat, np.where(still, 0.0, np.copysign(np.inf, moves)), moves / error)
    return np.sort(ratios, axis=1)


def _quantile(ordered: Floats, level: float) -> Floats:
    """Compute the quantile at level (B + 1) by interpolation, an order statistic where that is whole."""
    draws = ordered.shape[1]
    place = float(np.clip(level * (draws + 1) - 1, 0, draws - 1))
    below = int(np.floor(place + 1e-9))
    part = max(place - below, 0.0)
    first = ordered[:, below]
    if part < 1e-9:
        return np.asarray(first)
    with np.errstate(invalid="ignore"):
        between = first + part * (ordered[:, min(below + 1, draws - 1)] - first)
    return np.where(np.isnan(between), first, between)


def t_limits(values: Floats, resampling: Resampling) -> Limits:
    """Compute Student's limits of the mean of every row."""
    from scipy.special import stdtrit

    n = values.shape[1]
    if n < 2:
        return {}
    reach = stdtrit(n - 1, 1 - resampling.alpha / 2) * values.std(axis=1, ddof=1) / np.sqrt(n)
    mean = values.mean(axis=1)
    return {"low": mean - reach, "high": mean + reach}


def order_limits(values: Floats, resampling: Resampling) -> Limits:
    """Return the limits of the median of every row: two of its ordered values, none where too few.

    Examples
    --------
    >>> resampling = Resampling(resample="datasets", draws=99, seed=0, alpha=0.05)
    >>> limits = order_limits(np.arange(1.0, 15.0)[None], resampling)
    >>> limits["low"].item(), limits["high"].item()
    (3.0, 12.0)
    """
    from scipy.special import bdtr

    n = values.shape[1]
    ordered = np.sort(values, axis=1)
    outside = int((bdtr(np.arange(n), n, 0.5) <= resampling.alpha / 2).sum())
    if not outside or n - outside < outside:
        return {}
    return {"low": ordered[:, outside - 1], "high": ordered[:, n - outside]}


def fewest_for_median(alpha: float) -> int:
    """Return the fewest datasets whose order statistics hold the median at this level.

    Examples
    --------
    >>> fewest_for_median(0.05), fewest_for_median(0.1)
    (6, 5)
    """
    return math.ceil(1 + math.log2(1 / alpha))


def trimmed_limits(values: Floats, resampling: Resampling) -> Limits:
    """Compute the limits of the trimmed mean of every row by Tukey and McLaughlin."""
    from scipy.special import stdtrit

    n = values.shape[1]
    cut = n // 4
    used = n - 2 * cut
    ordered = np.sort(values, axis=1)
    if used < 2:
        return {}
    winsorised = np.clip(ordered, ordered[:, [cut]], ordered[:, [n - 1 - cut]])
    error = winsorised.std(axis=1, ddof=1) / ((1 - 2 * cut / n) * np.sqrt(n))
    reach = stdtrit(used - 1, 1 - resampling.alpha / 2) * error
    centre = trimmed_mean(values)
    return {"low": centre - reach, "high": centre + reach}


def trimmed_mean(values: Floats) -> Floats:
    """Return the mean of every row without the floor(n/4) smallest and largest.

    Examples
    --------
    >>> trimmed_mean(np.array([[0.0, 1.0, 2.0, 9.0]])).tolist()
    [1.5]
    """
    cut = values.shape[1] // 4
    return np.asarray(np.sort(values, axis=1)[:, cut : values.shape[1] - cut].mean(axis=1))


def share_limits(values: Floats, resampling: Resampling) -> Limits:
    """Compute the exact binomial limits of the mean of shares between 0 and 1, every dataset a trial.

    A share varies at most as much as a trial that either succeeds or fails, so the limits are cautious.

    Examples
    --------
    >>> resampling = Resampling(resample="datasets", draws=99, seed=0, alpha=0.05)
    >>> limits = share_limits(np.array([[1.0] * 7 + [0.0] * 3]), resampling)
    >>> round(limits["low"].item(), 4), round(limits["high"].item(), 4)
    (0.3475, 0.9333)
    """
    n = np.full(len(values), float(values.shape[1]))
    low, high = clopper_pearson(values.sum(axis=1), n, resampling.alpha / 2)
    return {"low": low, "high": high}


def _means(values: Floats) -> Floats:
    return np.asarray(values.mean(axis=1))


KINDS = {
    kind.name: kind
    for kind in (
        intervals.Kind(
            name="bootstrap_t",
            law="bootstrap-t of datasets",
            fewest=FEWEST_FOR_MEAN,
            why=FEW_FOR_MEAN,
            estimate=_means,
            limits=studentised_limits,
            drawn=True,
        ),
        intervals.Kind(name="t", law="t over datasets", fewest=2, why=ONE_DATASET, estimate=_means, limits=t_limits),
        intervals.Kind(
            name="order_statistics",
            law="exact order statistics of datasets",
            fewest=2,
            why=FEW_FOR_MEDIAN,
            estimate=lambda values: np.asarray(np.median(values, axis=1)),
            limits=order_limits,
        ),
        intervals.Kind(
            name="tukey_mclaughlin",
            law="t over winsorised datasets",
            fewest=FEWEST_FOR_MEAN,
            why=FEW_FOR_TRIMMED_MEAN,
            estimate=trimmed_mean,
            limits=trimmed_limits,
        ),
        intervals.Kind(
            name="exact",
            law="exact binomial limits, datasets as trials",
            fewest=1,
            why=NO_DATASET,
            estimate=_means,
            limits=share_limits,
        ),
    )
}


IQM_OF_DATASETS = intervals.Kind(
    name="datasets",
    law="bootstrap of datasets",
    fewest=FEWEST_FOR_IQM,
    why=FEW_FOR_IQM,
    drawn=True,
    level="iqm_percentile",
)


def _iqm(values: Floats, counts: Floats, sizes: Integers) -> Floats:  # noqa: ARG001
    """Compute trimmed means by where each sorted run falls in the drawn sample, which itself is never sorted."""
    flat = values.reshape(len(values), -1)
    drawn = counts.reshape(len(counts), -1)
    order = np.argsort(flat, axis=1, kind="stable")
    ascending = np.take_along_axis(flat, order, axis=1)
    gaps = np.diff(ascending, axis=1)
    size = drawn.sum(axis=1)
    cut = np.floor(size / 4)
    used = size - 2 * cut
    above = np.empty((len(flat), len(drawn)))
    for rows in batches(len(flat), drawn.size):
        below = np.cumsum(drawn[:, order[rows, :-1]], axis=2)
        below -= cut[:, None, None]
        np.clip(below, 0, used[:, None, None], out=below)
        above[rows] = np.einsum("dbn,bn->bd", below, gaps[rows])
    return np.asarray(ascending[:, -1:] - above / used)


def _mean(values: Floats, counts: Floats, sizes: Integers) -> Floats:
    """Compute means of the drawn runs of each dataset, then of the drawn datasets."""
    weights = (counts / (sizes * sizes.size)[:, None]).reshape(len(counts), -1)
    return np.asarray(product(values.reshape(len(values), -1), weights.T))


def _median(values: Floats, counts: Floats, sizes: Integers) -> Floats:
    """Compute means of the drawn runs of each dataset, then the drawn dataset in the middle."""
    times = counts.sum(axis=2) / sizes
    if (times == 1).all():
        medians = np.empty((len(values), len(counts)))
        for rows in batches(len(values), times.size):
            means = np.einsum("dsr,bsr->bds", counts, values[rows]) / sizes
            medians[rows] = np.median(means, axis=2)
        return medians
    present = np.arange(values.shape[2]) < sizes[:, None]
    means = (values * present).sum(axis=2) / sizes
    order = np.argsort(means, axis=1, kind="stable")
    ascending = np.take_along_axis(means, order, axis=1)
    middles = ((sizes.size - 1) // 2, sizes.size // 2)
    medians = np.zeros((len(values), len(counts)))
    for rows in batches(len(values), times.size):
        reached = np.cumsum(times[:, order[rows]], axis=2)
        for middle in middles:
            place = (reached <= middle).sum(axis=2)
            medians[rows] += np.take_along_axis(ascending[rows], place.T, axis=1) / 2
    return medians


MEAN_SCORE = Method(
    table=mean_score,
    title="Mean score",
    question="How good is an algorithm on average over the datasets?",
    symbol="\\bar{x}",
    formula=(
        "mean over datasets of the mean over runs; bootstrap-t interval of datasets, or percentiles of runs drawn again"
    ),
    tex=r"\bar{x} = \frac{1}{n} \sum_{i=1}^{n} \bar{x}_i",
    assumes=ASSUMES,
    account="Scores are averaged over the runs of a dataset and then over datasets.",
    cites=("agarwal2021", "efron1993"),
    estimand="mean over datasets",
    variants=("bootstrap_t", "runs"),
    remarks=(*intervals.INTERVAL_REMARKS, KINDS["bootstrap_t"].why, intervals.DEPENDENT),
)

MEDIAN_SCORE = MEAN_SCORE.relative(
    table=median_score,
    title="Median score",
    question="How good is an algorithm on the dataset in the middle?",
    account="The median is taken over the datasets.",
    symbol="\\tilde{x}",
    formula=(
        "median over datasets of the mean over runs; order statistics of datasets, or percentiles of runs drawn again"
    ),
    tex=r"\tilde{x} = \mathrm{median}_i \, \bar{x}_i",
    estimand="median over datasets",
    variants=("order_statistics", "runs"),
    remarks=(*intervals.INTERVAL_REMARKS, KINDS["order_statistics"].why, intervals.DEPENDENT),
)

IQM = Method(
    table=iqm,
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
    account="The interquartile mean averages the results between the quartiles.",
    cites=("agarwal2021", "efron1993"),
    estimand="interquartile mean of runs",
    variants=("datasets", "runs"),
    remarks=(*intervals.INTERVAL_REMARKS, FEW_FOR_IQM, intervals.DEPENDENT),
)

OPTIMALITY_GAP = MEAN_SCORE.relative(
    table=optimality_gap,
    title="Optimality gap",
    question="How far does an algorithm fall short of a target on average?",
    account=r"The optimality gap is the mean shortfall from the target $\gamma$.",
    symbol="\\mathrm{OG}",
    formula=(
        "mean over datasets of the mean over runs of max(target - value, 0), turned where lower is better;"
        " bootstrap-t interval of datasets, or percentiles of runs drawn again"
    ),
    tex=r"\mathrm{OG} = \frac{1}{n} \sum_{i=1}^{n} \frac{1}{K_i} \sum_{k=1}^{K_i} \max(\gamma - x_{ik}, 0)",
    estimand="mean shortfall from the target",
)

MEAN_INTERVAL_FEW = Method(
    table=mean_interval_few,
    title="Interval of a mean over few datasets",
    question="Where does the mean or median over datasets lie, when there are few of them?",
    symbol="\\bar{x}",
    formula=(
        "bootstrap-t: T* = (m* - m) / (s* / sqrt(n)) over resampled datasets, limits m - T*_{1-a/2} s / sqrt(n) and "
        "m - T*_{a/2} s / sqrt(n); median: x_(c+1) and x_(n-c), c the largest with P(Bin(n, 1/2) <= c) <= a / 2; "
        "trimmed mean: g = floor(n/4) cut off each side, winsorised s_w / ((1 - 2 g / n) sqrt(n)), n - 2 g - 1 df"
    ),
    tex=r"\left[ \bar{x} - T^{\ast}_{1-a/2} \frac{s}{\sqrt{n}}, \; \bar{x} - T^{\ast}_{a/2} \frac{s}{\sqrt{n}} \right]",
    assumes=("values mean the same on every dataset", "datasets are independent"),
    account="Intervals of means over few datasets are bootstrap-$t$ intervals, with datasets drawn again.",
    cites=("efron1993", "tukey1963"),
    estimand="mean, median or trimmed mean over datasets",
    variants=("bootstrap_t", "t", "order_statistics", "tukey_mclaughlin"),
    remarks=(*intervals.INTERVAL_REMARKS, FEW_FOR_MEAN, ONE_DATASET, FEW_FOR_MEDIAN, FEW_FOR_TRIMMED_MEAN),
)
