"""Tests of the assumptions of an analysis of variance: Levene, Bartlett, Fligner-Killeen, Mauchly."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.stats.forms import omnibus
from benchreport.stats.forms.distributions import elementwise
from benchreport.stats.forms.over import PER_DATASET, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha, nullable, table_remarks
from benchreport.stats.kernels.centring import centred, is_rounding, none_of
from benchreport.stats.kernels.midranks import double_midranks
from benchreport.stats.many_algorithms.variance import SAME_DIFFERENCES, samples, sphericity
from benchreport.tables.blocks import Blocks, Cells, Floats, Missing, Reduce
from benchreport.tables.groups import By

LeveneVariant = Literal["median", "mean"]
SHARED_BLOCKS = Remark(code="shared_blocks", note="the algorithms share their blocks, which this test ignores")
FLAT = 1e-24  # of the variance of normal scores, which is about one
NO_SCATTER = Remark(code="no_scatter_of_spreads", note="an algorithm without any spread, or spreads without scatter")
REMARKS = (omnibus.FEW_VALUES_EACH, NO_SCATTER, SHARED_BLOCKS, SHARED_RUNS)
ALWAYS_SPHERICAL = Remark(code="always_spherical", note="two algorithms have one difference, which is always spherical")
SINGULAR = Remark(code="singular_covariance", note="the covariance of the differences is singular")


@documented
def levene(
    table: Frame,
    *,
    by: By = PER_DATASET,
    variant: LeveneVariant = "median",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Levene's test of equal variances, one row per group.

    Parameters
    ----------
    variant
        Spread about the "median" (Brown and Forsythe), or about the "mean" as Levene had it.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.levene(scores, by="metric").select(pl.col("statistic", "p_value").round(6), "df1", "df2").row(0)
    (0.064261, 0.97851, 3.0, 52.0)
    """
    one_of(variant, LEVENE.variants, name="variant")
    law: dict[str, Any] = {"variant": variant, "df2": pl.col("total") - pl.col("n_algorithms")}
    outcome = partial(_levene, variant=variant)
    rows = partial(_spread_rows, method=LEVENE, outcome=outcome, alpha=checked_alpha(alpha), **law)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing)


@documented
def bartlett(
    table: Frame, *, by: By = PER_DATASET, alpha: float = 0.05, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> Frame:
    """Compute Bartlett's test of equal variances, which needs normal results, one row per group.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.bartlett(scores, by="metric").select(pl.col("statistic", "p_value").round(6), "df1").row(0)
    (0.086763, 0.993377, 3.0)
    """
    rows = partial(_spread_rows, method=BARTLETT, outcome=_bartlett, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing)


@documented
def fligner(
    table: Frame, *, by: By = PER_DATASET, alpha: float = 0.05, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> Frame:
    """Compute Fligner and Killeen's test of equal variances by ranks, one row per group.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.fligner(scores, by="metric").select("df1", "law", "status").row(0)
    (3.0, 'chi-square', 'ok')
    """
    rows = partial(_spread_rows, method=FLIGNER, outcome=_fligner, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing)


def _spread_rows(
    blocks: Blocks, *, method: Method, outcome: Callable[[Blocks], Floats], df2: pl.Expr | None = None, **values: Any
) -> pl.DataFrame:
    """Return a row per group; ``outcome`` returns the statistics, NaN where one is not defined."""
    cells, parts = blocks.cells, blocks.once(samples)
    fewest = np.full(cells.n_groups, np.inf)
    np.minimum.at(fewest, cells.group_of_algorithm, parts.own.counts)
    level = none_of(parts.varies, cells.group, cells.n_groups) & (fewest >= 1)
    total = cells.per_group(np.ones(len(cells.values)))
    facts = blocks.facts.with_columns(nullable(level=level, fewest=fewest, total=total, outcome=outcome(blocks)))
    still = pl.col("outcome").is_null()
    test = omnibus.Omnibus(
        statistic=pl.col("outcome"),
        df1=pl.col("n_algorithms") - 1,
        df2=df2,
        enough=(pl.col("n_algorithms") >= 2) & (pl.col("fewest") >= 2),
        tied=pl.col("level"),
        refused=[(still, "zero_variance")],
        remarks=(
            omnibus.FEW_VALUES_EACH.where(~omnibus.ENOUGH),
            NO_SCATTER.where(omnibus.ENOUGH & ~omnibus.TIED & still),
            SHARED_BLOCKS.where(omnibus.SOUND),
            *table_remarks(),
        ),
    )
    return omnibus.omnibus_rows(method, test, facts, blocks, **values)


def _medians(cells: Cells, x: Floats) -> tuple[Floats, Floats]:
    """Return the lower middle value of every algorithm, and how far the median lies above it."""
    order = np.lexsort((x, cells.algorithm))
    counts = np.bincount(cells.algorithm, minlength=len(cells.group_of_algorithm))
    starts = np.concatenate(([0], np.cumsum(counts)[:-1])).astype(np.int64)
    ordered = np.append(x[order], np.nan)
    low, high = starts + np.maximum(counts - 1, 0) // 2, starts + counts // 2
    return ordered[low], (ordered[high] - ordered[low]) / 2


def _levene(blocks: Blocks, *, variant: LeveneVariant) -> Floats:
    cells, parts = blocks.cells, blocks.once(samples)
    x, L = parts.values, blocks.n_algorithms
    with np.errstate(all="ignore"):
        low, half = (part[cells.algorithm] for part in _medians(cells, x))
        gap = np.abs(x - low - half if variant == "median" else parts.own.residual)
        own = centred(gap, cells.algorithm, len(cells.group_of_algorithm))
        M = cells.per_group(np.ones(len(x)))
        grand = (cells.of_algorithms(np.nan_to_num(own.counts * own.mean)) / M)[cells.group_of_algorithm]
        between = cells.of_algorithms(np.nan_to_num(own.counts * (own.mean - grand) ** 2)) / (L - 1)
        within = cells.per_group(own.residual**2) / (M - L)
        still = none_of(~is_rounding(own.residual, x), cells.group, cells.n_groups)
        return np.where(still, np.nan, between / within)


def _bartlett(blocks: Blocks) -> Floats:
    cells, parts = blocks.cells, blocks.once(samples)
    with np.errstate(all="ignore"):
        free = parts.own.counts - 1
        total, L = cells.of_algorithms(free), blocks.n_algorithms
        pooled = cells.of_algorithms(free * parts.variance) / total
        # Logarithms of ratios, since those of small variances would lose their difference.
        statistic = cells.of_algorithms(-free * np.log(parts.variance / pooled[cells.group_of_algorithm]))
        outcome = statistic / (1 + (cells.of_algorithms(1 / free) - 1 / total) / (3 * (L - 1)))
        return np.where(cells.of_algorithms(parts.still.astype(np.float64)) > 0, np.nan, np.maximum(outcome, 0.0))


def _fligner(blocks: Blocks) -> Floats:
    from scipy.special import ndtri

    cells = blocks.cells
    x, ones = cells.values, np.ones(len(cells.values))
    low, half = (part[cells.algorithm] for part in _medians(cells, x))
    ranks = double_midranks([cells.group], np.abs(x - low - half), np.maximum(np.abs(x), np.abs(low + half)))[0] / 2
    counts, M = cells.per_algorithm(ones), cells.per_group(ones)
    with np.errstate(all="ignore"):
        scores = ndtri(0.5 + ranks / (2 * (M[cells.group] + 1)))
        mean = cells.per_group(scores) / M
        variance = cells.per_group((scores - mean[cells.group]) ** 2) / (M - 1)
        gaps = cells.per_algorithm(scores) / counts - mean[cells.group_of_algorithm]
        outcome = cells.of_algorithms(np.nan_to_num(counts * gaps**2)) / variance
        return np.where(variance > FLAT, outcome, np.nan)


@documented
def mauchly(table: Frame, *, by: By = PER_DATASET, alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Compute Mauchly's test of sphericity, one row per group; ``estimate`` is the Greenhouse-Geisser epsilon.

    An epsilon of 1 means that the differences of any two algorithms have one variance.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.mauchly(scores, by="metric").select(pl.col("statistic", "p_value", "estimate").round(6)).row(0)
    (0.464264, 0.110382, 0.762804)
    """
    return over_blocks(table, partial(_mauchly_rows, alpha=checked_alpha(alpha)), by=by, reduce=reduce)


def _mauchly_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    n, L, p = pl.col("n"), pl.col("n_algorithms"), pl.col("n_algorithms") - 1
    flat, singular = pl.col("flat"), ~pl.col("full")
    test = omnibus.Omnibus(
        statistic=pl.col("w"),
        df1=p * (p + 1) / 2 - 1,
        p_value=_mauchly_p("log_w", n, p),
        enough=(n >= 2) & (L >= 3),
        tied=pl.col("level"),
        refused=[(flat, "zero_variance"), (singular, "singular")],
        remarks=(
            ALWAYS_SPHERICAL.where(L < 3),
            omnibus.FEW_COMPLETE_BLOCKS.where((L >= 3) & (n < 2)),
            SAME_DIFFERENCES.where(omnibus.ENOUGH & flat & ~pl.col("level")),
            SINGULAR.where(omnibus.ENOUGH & ~flat & singular),
            *table_remarks(),
        ),
    )
    facts = blocks.facts.hstack(blocks.once(sphericity))
    estimate = pl.when(omnibus.ENOUGH & ~flat).then("epsilon_gg")
    return omnibus.omnibus_rows(MAUCHLY, test, facts, blocks, alpha=alpha, estimate=estimate)


def _mauchly_p(log_w: str, n: pl.Expr, p: pl.Expr) -> pl.Expr:
    """Return the tail of Mauchly's criterion, to second order in the number of blocks (Anderson's expansion)."""
    from scipy.special import chdtrc

    def tail(log_ratio: Floats, blocks: Floats, size: Floats) -> Floats:
        df = blocks - 1
        rho = 1 - (2 * size**2 + size + 2) / (6 * size * df)
        second = (
            (size + 2) * (size - 1) * (size - 2) * (2 * size**3 + 6 * size**2 + 3 * size + 2)
            / (288 * (df * size * rho) ** 2)
        )  # fmt: skip
        z, degrees = -df * rho * log_ratio, size * (size + 1) / 2 - 1
        first = chdtrc(degrees, z)
        return np.clip(first + second * (chdtrc(degrees + 4, z) - first), 0.0, 1.0)

    return elementwise(tail, log_w, n, p)


LEVENE = Method(
    table=levene,
    title="Levene's test of equal variances",
    question="Do the results of several algorithms have the same variance?",
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
)

BARTLETT = Method(
    table=bartlett,
    title="Bartlett's test of equal variances",
    question="Do the results of several algorithms have the same variance, if they are normal?",
    symbol="K^2",
    formula="K2 = ((M-L) ln s^2 - sum (n_j-1) ln s_j^2) / (1 + (sum 1/(n_j-1) - 1/(M-L)) / (3(L-1))), L-1 df",
    tex=(
        r"K^2 = \frac{(M - L) \ln s^2 - \sum_j (n_j - 1) \ln s_j^2}{1 + c}, "
        r"\quad c = \frac{1}{3 (L - 1)} \left( \sum_j \frac{1}{n_j - 1} - \frac{1}{M - L} \right)"
    ),
    null="all algorithms have the same variance",
    assumes=("samples are independent", "results are normal"),
    cites=("bartlett1937",),
    remarks=REMARKS,
)

FLIGNER = Method(
    table=fligner,
    title="Fligner-Killeen test of equal variances",
    question="Do the results of several algorithms spread alike, whatever their law?",
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
)

MAUCHLY = Method(
    table=mauchly,
    title="Mauchly's test of sphericity",
    question="Do the differences of any two algorithms have the same variance?",
    symbol="W",
    formula=(
        "W = det(S) / (trace(S) / p)^p of the covariance S of p = L - 1 orthonormal contrasts, "
        "-(N - 1) rho ln W referred to chi-square with p (p+1) / 2 - 1 degrees of freedom, to second order"
    ),
    tex=r"W = \frac{\det S}{(\mathrm{tr} \, S / p)^p}",
    null="all differences of two algorithms have the same variance",
    assumes=("blocks are independent", "results are normal"),
    cites=("mauchly1940", "greenhouse1959", "huynh1976"),
    estimand="Greenhouse-Geisser epsilon",
    remarks=(ALWAYS_SPHERICAL, omnibus.FEW_COMPLETE_BLOCKS, SAME_DIFFERENCES, SINGULAR, SHARED_RUNS),
)
