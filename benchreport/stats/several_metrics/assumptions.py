"""Tests of the assumptions on several metrics: Box's M of equal covariances, Shapiro-Wilk of joint normality."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.stats.forms.distributions import chi2_sf
from benchreport.stats.forms.over import Frame
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import DRAWN, SHARED_RUNS, checked_alpha, checked_draws, first_that_holds, result_rows
from benchreport.stats.forms.sides import NEVER_VARIES
from benchreport.stats.forms.vectors import OF_COUNTS, Metrics, first_word, over_stacks, over_vectors, vector_remarks
from benchreport.stats.kernels.linear_algebra import LEFT_OUT, left_out, orthonormal
from benchreport.stats.kernels.normality import farthest_projection, shapiro, simulated_shapiro, standardised
from benchreport.stats.many_algorithms.assumptions import SHARED_BLOCKS
from benchreport.stats.several_metrics.t2_tests import TROUBLE
from benchreport.stats.several_metrics.variance_of_vectors import FEW_FOR_MANOVA
from benchreport.tables.blocks import Missing, Reduce
from benchreport.tables.groups import By
from benchreport.tables.vectors import Stack, Vectors, largest_sizes
from benchreport.threads import product, roots

MultivariateVariant = Literal["simulated", "univariate"]
FEW = 20  # values per algorithm below which the chi-square law is rough
DEPENDENT = 1e-12  # of the largest root: what rounding leaves of a smallest one that is 0
ROUGH = Remark(
    code="few_for_box_m", note=f"the chi-square approximation is rough with fewer than {FEW} values per algorithm"
)
SINGULAR = Remark(
    code="fewer_directions", note="the metrics of an algorithm vary in fewer directions than those of all together"
)


FEW_VECTORS = Remark(code="few_vectors", note="fewer than three complete blocks")
EQUALLY_FAR = Remark(code="equally_far", note="with so many metrics every block is equally far from the mean")
CHOSEN = Remark(code="chosen_direction", note="the direction was chosen as the most extreme one, so p is too small")


@documented
def box_m(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Box's M test of equal covariance matrices, one row per group: a description, no reason to choose a test.

    A multivariate analysis of variance assumes that the metrics vary together in the same way for every algorithm.
    ``estimate`` is M, ``statistic`` its chi-square. The test takes the results of the algorithms as independent
    samples, and is sensitive to departures from normality. Metrics that are linear functions of others to six digits
    are left out, and the note names them.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts (``tp fp fn tn``, or ``actual``, ``predicted``, ``n``).
    metrics
        The metrics to compare, all by default. Of metrics that depend on each other the first is kept.
    missing
        "refuse" incomplete tables, or use the complete blocks "available" to each algorithm.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> some = scores.filter(pl.col("algorithm") != "Majority")
    >>> rows = br.box_m(some, metrics=["accuracy", "auc"])
    >>> rows.select("dataset", "n", "df1", pl.col("estimate", "statistic").round(4), "status").row(0)
    ('breast_cancer', 10, 12.0, 48.4131, 43.7511, 'approximate')
    """
    rows = partial(_box_rows, alpha=checked_alpha(alpha))
    return over_vectors(table, rows, by=by, metrics=metrics, missing=missing, reduce=reduce, doubt=SHARED_RUNS)


def _compared(stack: Stack) -> pl.DataFrame:
    """Return the comparison of the covariances of groups of one shape; ``trouble`` says what keeps one from a test."""
    many, blocks, width, p = stack.values.shape
    whole = np.asarray(~np.isnan(stack.values).any(axis=3))
    n = whole.sum(axis=1)  # per group and algorithm
    values = np.where(whole[..., None], stack.values, 0.0)
    with np.errstate(all="ignore"):
        means = values.sum(axis=1) / n[:, :, None]
        residuals = np.where(whole[..., None], values - means[:, None], 0.0)
    # M is the same in every basis; in this one the pooled scatter is the identity.
    largest = largest_sizes(values)
    basis = orthonormal(residuals.reshape(many, blocks * width, p), np.zeros((many, 0, p)), largest)
    columns = basis.columns.reshape(many, blocks, width, p).transpose(0, 2, 1, 3).reshape(many * width, blocks, p)
    scatter = product(columns.transpose(0, 2, 1), columns).reshape(many, width, p, p)
    # What was left out adds nothing to the logarithm of a determinant.
    scatter = scatter + (np.eye(p) * ~basis.independent[:, :, None])[:, None]
    values_of = roots(scatter.reshape(many * width, p, p)).reshape(many, width, p) if p else np.ones((many, width, 1))
    free, rank = (n - 1).astype(np.float64), basis.rank
    with np.errstate(all="ignore"):
        total = free.sum(axis=1)
        logs = rank[:, None] * np.log(free / total[:, None]) - np.log(values_of).sum(axis=2)
        m = (free * logs).sum(axis=1)
        shrink = (2 * rank**2 + 3 * rank - 1) / (6 * (rank + 1) * (width - 1))
        chi2 = m * (1 - shrink * ((1 / free).sum(axis=1) - 1 / total))
    fewest = n.min(axis=1, initial=blocks)
    few = (fewest < 2) | (width < 2) | (p == 0)
    singular = (values_of[:, :, 0] <= DEPENDENT * values_of[:, :, -1]).any(axis=1) | (fewest - 1 < rank)
    trouble = first_word(many, (few, "too_few"), (rank == 0, "all_ties"), (singular, "singular"))
    sound = trouble.is_null().to_numpy()
    return stack.rows(
        few=fewest < FEW,
        m=np.where(sound, np.maximum(m, 0.0), np.nan),
        chi2=np.where(sound, np.maximum(chi2, 0.0), np.nan),
        df=rank * (rank + 1) / 2 * (width - 1),
        trouble=trouble,
        left_out=pl.Series(left_out(basis, stack.metrics), dtype=pl.String),
    )


def _box_rows(vectors: Vectors, *, alpha: float) -> pl.DataFrame:
    sound, df = TROUBLE.is_null(), pl.col("df")
    rough = sound & pl.col("few")
    return result_rows(
        over_stacks(vectors, vectors.stacks, _compared),
        BOX_M,
        statistic=pl.col("chi2"),
        df1=pl.when(sound).then(df),
        p_value=pl.when(sound).then(chi2_sf("chi2", df)).when(TROUBLE == "all_ties").then(1.0),
        estimate=pl.col("m"),
        alpha=alpha,
        law="chi-square",
        status=pl.coalesce(TROUBLE, first_that_holds([(rough, "approximate")], "ok")),
        remarks=[
            pl.when(sound).then("left_out"),
            FEW_FOR_MANOVA.where(TROUBLE == "too_few"),
            SINGULAR.where(TROUBLE == "singular"),
            ROUGH.where(rough),
            SHARED_BLOCKS.where(sound),
            *vector_remarks(),
        ],
    )


@documented
def multivariate_shapiro(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    variant: MultivariateVariant = "simulated",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
    seed: int = 0,
    draws: int = 9999,
) -> Frame:
    """Compute the Shapiro-Wilk test of joint normality of several metrics, one row per group and algorithm.

    The statistic is Shapiro and Wilk's W of the blocks projected on the direction of the block farthest from the mean
    in Mahalanobis' distance, as in ``mshapiro.test`` of the R package mvnormtest. That package takes the p-value of a
    direction given beforehand ("univariate"), which rejects 14 % of normal samples of 20 blocks and two metrics at a
    level of 5 %, and 58 % with four metrics. By default the law of the statistic is simulated instead; it depends on
    the numbers of blocks and metrics alone.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts (``tp fp fn tn``, or ``actual``, ``predicted``, ``n``).
    metrics
        The metrics to test, all by default. Of metrics that depend on each other the first is kept.
    variant
        "simulated", or "univariate" as in mvnormtest.
    draws
        How many samples are simulated.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.multivariate_shapiro(scores, metrics=["accuracy", "auc"])
    >>> rows.select("dataset", "a", "n", pl.col("statistic").round(6), "p_value").row(0)
    ('breast_cancer', 'DecisionTree', 10, 0.927196, 0.6217)
    """
    one_of(variant, MULTIVARIATE_SHAPIRO.variants, name="variant")
    options: dict[str, Any] = {"alpha": checked_alpha(alpha), "seed": seed, "draws": checked_draws(draws)}
    rows = partial(_multivariate_rows, variant=variant, **options)
    return over_vectors(
        table, rows, by=by, metrics=metrics, missing="available", reduce=reduce, alone=True, doubt=SHARED_RUNS
    )


def _projected(part: Stack, variant: MultivariateVariant, seed: int, draws: int) -> pl.DataFrame:
    """Return the tests of samples of one size; ``trouble`` says what keeps a sample from being tested."""
    values = part.values[:, :, 0]
    many, n, p = values.shape
    outcome, p_value = np.full(many, np.nan), np.full(many, np.nan)
    few = np.full(many, n < 3 or p == 0)
    rank = np.zeros(many, dtype=np.int64)
    words: list[str | None] = [None] * many
    if not few.any():
        projected, basis = farthest_projection(values)
        rank, words = basis.rank, left_out(basis, part.metrics)
        sound = np.flatnonzero((rank > 0) & (rank < n - 1))
        standard, _ = standardised(projected[sound], np.abs(projected[sound]))
        outcome[sound], p_value[sound] = shapiro(standard)
        if variant == "simulated":
            for dimension in np.unique(rank[sound]):
                alike = sound[rank[sound] == dimension]
                law = simulated_shapiro(n, int(dimension), seed, draws)
                p_value[alike] = (np.searchsorted(law, outcome[alike], side="right") + 1) / (draws + 1)
    trouble = first_word(many, (few, "too_few"), (rank == 0, "zero_variance"), (rank >= n - 1, "singular"))
    spelled = pl.Series(words, dtype=pl.String)
    return part.rows(a=part.named(0), outcome=outcome, p=p_value, trouble=trouble, left_out=spelled)


def _multivariate_rows(
    vectors: Vectors, *, variant: MultivariateVariant, alpha: float, seed: int, draws: int
) -> pl.DataFrame:
    test = partial(_projected, variant=variant, seed=seed, draws=draws)
    facts = over_stacks(vectors, vectors.singles(), test, "a")
    whole, p, drawn = TROUBLE.is_null(), pl.col("p"), variant == "simulated"
    error = (p * (1 - p) / draws).sqrt().round_sig_figs(2)
    return result_rows(
        facts,
        MULTIVARIATE_SHAPIRO,
        variant=variant,
        statistic=pl.col("outcome"),
        p_value=p,
        alpha=alpha,
        law="Monte Carlo" if drawn else "normal",
        status=pl.when(whole).then(pl.lit("approximate")).otherwise(TROUBLE),
        remarks=[
            pl.when(whole).then("left_out"),
            FEW_VECTORS.where(TROUBLE == "too_few"),
            NEVER_VARIES.where(TROUBLE == "zero_variance"),
            EQUALLY_FAR.where(TROUBLE == "singular"),
            DRAWN.where(whole, pl.lit(draws), pl.lit(seed), error) if drawn else CHOSEN.where(whole),
            *vector_remarks(),
        ],
    )


BOX_M = Method(
    table=box_m,
    title="Box's M test of equal covariances",
    question="Do several metrics vary together in the same way for every algorithm?",
    prose="Box’s M test",
    short="Box M",
    also=("counts",),
    symbol="\\chi^2",
    formula=(
        "M = nu ln|S| - sum nu_j ln|S_j|, nu_j = n_j - 1, S pooled; "
        "chi2 = M (1 - (2p^2 + 3p - 1) / (6 (p + 1) (L - 1)) (sum 1/nu_j - 1/nu)) with p (p + 1) (L - 1) / 2 df"
    ),
    tex=(
        r"\chi^2 = M \left[ 1 - \frac{2 p^2 + 3 p - 1}{6 (p + 1) (L - 1)} \left( \sum_j \frac{1}{\nu_j} - "
        r"\frac{1}{\nu} \right) \right], \quad M = \nu \ln |S| - \sum_j \nu_j \ln |S_j|"
    ),
    null="the metrics have the same covariance matrix for every algorithm",
    assumes=("samples are independent", "results are jointly normal"),
    cites=("box1949", "rencher2002"),
    estimand="Box's M",
    remarks=(*LEFT_OUT, FEW_FOR_MANOVA, SINGULAR, ROUGH, SHARED_BLOCKS, *OF_COUNTS, SHARED_RUNS),
)

MULTIVARIATE_SHAPIRO = Method(
    table=multivariate_shapiro,
    title="Multivariate Shapiro-Wilk test",
    question="Do the results of an algorithm in several metrics look like a sample of a multivariate normal law?",
    also=("counts",),
    symbol="W^*",
    formula=(
        "W* = Shapiro and Wilk's W of r_i' S^-1 r_j over all blocks i, r = x - mean, S = sum r r', "
        "j the block with the largest r_j' S^-1 r_j"
    ),
    tex=(
        r"W^{\ast} = W(y_1, \ldots, y_n), \quad y_i = r_i^{\top} S^{-1} r_j, "
        r"\quad j = \arg \max_i \, r_i^{\top} S^{-1} r_i"
    ),
    null="the vectors of results are a sample of a multivariate normal law",
    assumes=("blocks are independent",),
    cites=("domanski1998", "royston1995"),
    variants=("simulated", "univariate"),
    remarks=(*LEFT_OUT, FEW_VECTORS, NEVER_VARIES, EQUALLY_FAR, DRAWN, CHOSEN, *OF_COUNTS, SHARED_RUNS),
)
