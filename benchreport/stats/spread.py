"""Do the results of several algorithms spread alike? The assumption behind analysis of variance."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.centring import centred, is_rounding, none_of
from benchreport.stats.distributions import chi2_sf, f_sf
from benchreport.stats.layout import FEW_VALUES_EACH, Floats, Layout, laid_out
from benchreport.stats.midranks import double_midranks
from benchreport.stats.ranks import with_run_caveat
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    checked_alpha,
    fields,
    first_that_holds,
    over_table,
    table_remarks,
)
from benchreport.stats.variance import PER_DATASET
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By
from benchreport.tables.pairs import Missing

LeveneVariant = Literal["median", "mean"]
TAKEN = ("level", "fewest", "total", "outcome")
SHARED_BLOCKS = Remark(code="shared_blocks", note="the algorithms share their blocks, which this test ignores")
FLAT = 1e-24  # of the variance of normal scores, which is about one
NO_SCATTER = Remark(code="no_scatter_of_spreads", note="an algorithm without any spread, or spreads without scatter")
REMARKS = (FEW_VALUES_EACH, NO_SCATTER, SHARED_BLOCKS, SHARED_RUNS)


def levene(
    table: Frame,
    *,
    by: By = PER_DATASET,
    variant: LeveneVariant = "median",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Levene's test of equal variances, one row per group.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the values are runs, else datasets.
    variant
        Spread about the "median" (Brown and Forsythe), or about the "mean" as Levene had it.
    alpha
        Level of the decision.
    missing
        "refuse" incomplete tables, or use what is "available": samples may then differ in size.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.levene(scores, by="metric").select(pl.col("statistic", "p_value").round(6), "df1", "df2").row(0)
    (0.064261, 0.97851, 3.0, 52.0)
    """
    one_of(variant, LEVENE.variants, name="variant")

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, missing=missing, taken=TAKEN)
        df2 = pl.col("total") - pl.col("n_algorithms")
        return _rows(LEVENE, known, layout, _levene(layout, variant), alpha, variant, df2=df2)

    return over_table(table, by, RESULT_COLUMNS, run)


def bartlett(
    table: Frame,
    *,
    by: By = PER_DATASET,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Bartlett's test of equal variances, which needs normal results. Parameters as in :func:`levene`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.bartlett(scores, by="metric").select(pl.col("statistic", "p_value").round(6), "df1").row(0)
    (0.086763, 0.993377, 3.0)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, missing=missing, taken=TAKEN)
        return _rows(BARTLETT, known, layout, _bartlett(layout), alpha)

    return over_table(table, by, RESULT_COLUMNS, run)


def fligner(
    table: Frame,
    *,
    by: By = PER_DATASET,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Fligner and Killeen's test of equal variances, by ranks. Parameters as in :func:`levene`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.fligner(scores, by="metric").select("df1", "law", "status").row(0)
    (3.0, 'chi-square', 'ok')
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, missing=missing, taken=TAKEN)
        return _rows(FLIGNER, known, layout, _fligner(layout), alpha)

    return over_table(table, by, RESULT_COLUMNS, run)


def _rows(
    method: Method,
    scores: pl.DataFrame,
    layout: Layout,
    outcome: Floats,
    alpha: float,
    variant: str | None = None,
    df2: pl.Expr | None = None,
) -> pl.DataFrame:
    """Give a row per group; ``outcome`` is the statistic, NaN where it is not defined."""
    facts = layout.facts.with_columns(**_counts(layout), outcome=pl.Series(outcome).fill_nan(None))
    L = pl.col("n_algorithms")
    enough = (L >= 2) & (pl.col("fewest") >= 2)
    level, still = pl.col("level"), pl.col("outcome").is_null()
    sound = enough & ~level & ~still
    tail = chi2_sf("outcome", L - 1) if df2 is None else f_sf("outcome", L - 1, df2)
    rows = facts.select(
        *layout.groups,
        *fields(
            method,
            variant=variant,
            n=pl.col("n"),
            n_dropped=pl.col("n_dropped"),
            statistic=pl.when(sound).then(pl.col("outcome")),
            df1=pl.when(sound).then(L - 1),
            df2=None if df2 is None else pl.when(sound).then(df2),
            p_value=pl.when(sound).then(tail).when(enough & level).then(1.0),
            alpha=checked_alpha(alpha),
            law="chi-square" if df2 is None else "F",
            status=first_that_holds([(~enough, "too_few"), (level, "all_ties"), (still, "zero_variance")], "ok"),
            remarks=joined_remarks(
                FEW_VALUES_EACH.where(~enough),
                NO_SCATTER.where(enough & ~level & still),
                SHARED_BLOCKS.where(sound),
                *table_remarks(),
            ),
        ),
    )
    return with_run_caveat(rows, scores, layout.groups)


def _counts(layout: Layout) -> dict[str, pl.Series]:
    """Count the values of each group, and tell the groups in which no algorithm's results spread at all."""
    x, _ = layout.scaled()
    own = centred(x, layout.algorithm, len(layout.group_of_algorithm))
    varies = ~is_rounding(own.residual, x, own.mean[layout.algorithm])
    fewest = np.full(layout.size, np.inf)
    np.minimum.at(fewest, layout.group_of_algorithm, own.counts)
    return {
        "level": pl.Series(none_of(varies, layout.group, layout.size) & (fewest >= 1)),
        "fewest": pl.Series(fewest),
        "total": pl.Series(layout.per_group(np.ones(len(x)))),
    }


def _medians(layout: Layout, x: Floats) -> tuple[Floats, Floats]:
    """Give the lower middle value of every algorithm, and how far the median lies above it."""
    order = np.lexsort((x, layout.algorithm))
    counts = np.bincount(layout.algorithm, minlength=len(layout.group_of_algorithm))
    starts = np.concatenate(([0], np.cumsum(counts)[:-1])).astype(np.int64)
    ordered = np.append(x[order], np.nan)
    low, high = starts + np.maximum(counts - 1, 0) // 2, starts + counts // 2
    return ordered[low], (ordered[high] - ordered[low]) / 2


def _levene(layout: Layout, variant: LeveneVariant) -> Floats:
    x, _ = layout.scaled()
    size = len(layout.group_of_algorithm)
    with np.errstate(all="ignore"):
        if variant == "median":
            low, half = (part[layout.algorithm] for part in _medians(layout, x))
            gap = np.abs(x - low - half)
        else:
            gap = np.abs(centred(x, layout.algorithm, size).residual)
        own = centred(gap, layout.algorithm, size)
        M = layout.per_group(np.ones(len(x)))
        L = layout.of_algorithms(np.ones(size))
        grand = (layout.of_algorithms(np.nan_to_num(own.counts * own.mean)) / M)[layout.group_of_algorithm]
        between = layout.of_algorithms(np.nan_to_num(own.counts * (own.mean - grand) ** 2)) / (L - 1)
        within = layout.per_group(own.residual**2) / (M - L)
        still = none_of(~is_rounding(own.residual, x), layout.group, layout.size)
        return np.where(still, np.nan, between / within)


def _bartlett(layout: Layout) -> Floats:
    x, _ = layout.scaled()
    size = len(layout.group_of_algorithm)
    own = centred(x, layout.algorithm, size)
    still = none_of(~is_rounding(own.residual, x, own.mean[layout.algorithm]), layout.algorithm, size)
    with np.errstate(all="ignore"):
        free = own.counts - 1
        variances = layout.per_algorithm(own.residual**2) / free
        total, L = layout.of_algorithms(free), layout.of_algorithms(np.ones(size))
        pooled = layout.of_algorithms(free * variances) / total
        # Logarithms of ratios, since those of small variances would lose their difference.
        statistic = layout.of_algorithms(-free * np.log(variances / pooled[layout.group_of_algorithm]))
        outcome = statistic / (1 + (layout.of_algorithms(1 / free) - 1 / total) / (3 * (L - 1)))
        return np.where(layout.of_algorithms(still.astype(np.float64)) > 0, np.nan, np.maximum(outcome, 0.0))


def _fligner(layout: Layout) -> Floats:
    from scipy.special import ndtri

    x = layout.values
    low, half = (part[layout.algorithm] for part in _medians(layout, x))
    ranks = double_midranks([layout.group], np.abs(x - low - half), np.maximum(np.abs(x), np.abs(low + half)))[0] / 2
    counts = layout.per_algorithm(np.ones(len(x)))
    with np.errstate(all="ignore"):
        M = layout.per_group(np.ones(len(x)))
        scores = ndtri(0.5 + ranks / (2 * (M[layout.group] + 1)))
        mean = layout.per_group(scores) / M
        variance = layout.per_group((scores - mean[layout.group]) ** 2) / (M - 1)
        gaps = layout.per_algorithm(scores) / counts - mean[layout.group_of_algorithm]
        outcome = layout.of_algorithms(np.nan_to_num(counts * gaps**2)) / variance
        return np.where(variance > FLAT, outcome, np.nan)


LEVENE = Method(
    id="levene",
    title="Levene's test of equal variances",
    question="Do the results of several algorithms have the same variance?",
    kind="table",
    shape="scores",
    door="many",
    symbol="F",
    formula="one-way analysis of variance of |x - median of the algorithm| (Brown and Forsythe), or of |x - mean|",
    tex=(
        r"F = \frac{\sum_j n_j (\bar{z}_j - \bar{z})^2 / (L - 1)}{\sum_{ij} (z_{ij} - \bar{z}_j)^2 / (M - L)}, "
        r"\quad z_{ij} = |x_{ij} - \tilde{x}_j|"
    ),
    null="all algorithms have the same variance",
    assumes=("samples are independent",),
    cites=("levene1960", "brown1974"),
    variants=("median", "mean"),
    remarks=REMARKS,
    table=levene,
)

BARTLETT = Method(
    id="bartlett",
    title="Bartlett's test of equal variances",
    question="Do the results of several algorithms have the same variance, if they are normal?",
    kind="table",
    shape="scores",
    door="many",
    symbol="K^2",
    formula="K2 = ((M-L) ln s^2 - sum (n_j-1) ln s_j^2) / (1 + (sum 1/(n_j-1) - 1/(M-L)) / (3(L-1))), L-1 df",
    tex=(
        r"K^2 = \frac{(M - L) \ln s^2 - \sum_j (n_j - 1) \ln s_j^2}{1 + \frac{1}{3 (L - 1)} \left( \sum_j \frac{1}{n_j "
        r"- 1} - \frac{1}{M - L} \right)}"
    ),
    null="all algorithms have the same variance",
    assumes=("samples are independent", "results are normal"),
    cites=("bartlett1937",),
    remarks=REMARKS,
    table=bartlett,
)

FLIGNER = Method(
    id="fligner",
    title="Fligner-Killeen test of equal variances",
    question="Do the results of several algorithms spread alike, whatever their law?",
    kind="table",
    shape="scores",
    door="many",
    symbol="\\chi^2",
    formula="normal scores of the ranks of |x - median of the algorithm|, compared by chi-square with L-1 df",
    tex=(
        r"\chi^2 = \frac{\sum_j n_j (\bar{a}_j - \bar{a})^2}{s_a^2}, "
        r"\quad a_{ij} = \Phi^{-1}\left( \frac{1}{2} + \frac{r_{ij}}{2 (M + 1)} \right)"
    ),
    null="all algorithms have the same spread",
    assumes=("samples are independent",),
    cites=("fligner1976",),
    remarks=REMARKS,
    table=fligner,
)
