"""Where does the difference between several algorithms lie: in which metric, pair or direction?"""

from __future__ import annotations

from functools import partial
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import f_sf
from benchreport.stats.forms.over import Frame
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, checked_alpha, first_that_holds, result_rows
from benchreport.stats.forms.vectors import COUNT_REMARKS, Metrics, over_stacks, over_vectors, vector_remarks
from benchreport.stats.kernels.linear_algebra import LEFT_OUT, Array, left_out, length_of
from benchreport.stats.several_metrics.t2_tests import FEW_FOR_METRICS, HOTELLING, SAME_AMOUNT, hotelling_rows
from benchreport.stats.several_metrics.t2_tests__hotelling_posthoc import DEPENDENT_WEIGHTS
from benchreport.stats.several_metrics.variance_of_vectors import (
    FEW_FOR_MANOVA,
    SHARED,
    TOO_MANY,
    parted,
    scatter,
    tied_values,
)
from benchreport.tables.blocks import Reduce
from benchreport.tables.groups import By
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.vectors import Stack, Vectors

Design = Literal["oneway", "blocked"]
PAIR_TERM = "all metrics"
ONE_DIRECTION = 0.9
SAME_STEP = Remark(code="same_amount", note="the algorithms differ by the same amount on every block")
NO_FURTHER_DIRECTION = Remark(code="no_further_direction", note="as many directions as independent metrics")
ESSENTIALLY_ONE = Remark(code="one_direction", note="the algorithms differ along essentially one direction")


@documented
def manova_posthoc(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    variant: Design = "oneway",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Analysis of variance of each metric, then Hotelling's test of each pair, after :func:`manova`.

    Rows of metrics name the metric in ``term`` and have no pair; ``estimate`` is the share of variance that the
    algorithms explain. Rows of pairs have the term "all metrics". Adjust with ``br.adjust``, which takes all rows of a
    group for one family.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts.
    metrics
        The metrics to compare in, all by default.
    variant
        Of the analyses of variance: "oneway", or "blocked" without what blocks share. Pairs are always compared block
        by block.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.manova_posthoc(scores, metrics=["accuracy", "auc"])
    >>> rows.select("a", "b", "term", pl.col("statistic").round(3)).rows()[1:3]
    [(None, None, 'auc', 5866.807), ('DecisionTree', 'GaussianNB', 'all metrics', 21.113)]
    """
    one_of(variant, MANOVA_POSTHOC.variants, name="variant")
    checked_alpha(alpha)
    rows = partial(_posthoc_rows, variant=variant, alpha=alpha)
    return over_vectors(table, rows, by=by, metrics=metrics, reduce=reduce, doubt=SHARED_RUNS)


@documented
def manova_directions(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    variant: Design = "oneway",
    reduce: Reduce = "mean",
) -> Frame:
    """Combinations of metrics that tell the algorithms apart best.

    One row per group, direction and metric: ``variant`` numbers the direction, ``term`` is the metric, ``estimate`` its
    weight with the largest at 1, ``statistic`` the eigenvalue of the direction and ``effect`` its share of all
    eigenvalues. Above 0.9 the algorithms differ along essentially one direction.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts.
    variant
        "oneway", or "blocked" without what blocks share.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.manova_directions(scores, metrics=["accuracy", "auc"])
    >>> rows.select("dataset", "variant", "term", pl.col("estimate", "effect").round(4)).row(0)
    ('breast_cancer', 'direction 1', 'accuracy', 0.2815, 0.9959)
    """
    one_of(variant, MANOVA_DIRECTIONS.variants, name="variant")
    rows = partial(_direction_rows, variant=variant)
    return over_vectors(table, rows, by=by, metrics=metrics, reduce=reduce, doubt=DEPENDENT_WEIGHTS)


def _posthoc_rows(vectors: Vectors, *, variant: Design, alpha: float) -> pl.DataFrame:
    pairs = hotelling_rows(vectors, method=MANOVA_POSTHOC, alpha=alpha)
    pairs = pairs.with_columns(term=pl.lit(PAIR_TERM), estimand=pl.lit(HOTELLING.estimand))
    rows = pl.concat([_metric_rows(vectors, variant, alpha), pairs])
    return rows.sort("group", "a", "b", nulls_last=False, maintain_order=True)


def _metric_rows(vectors: Vectors, variant: Design, alpha: float) -> pl.DataFrame:
    facts = over_stacks(vectors, vectors.whole(), partial(_analysis, blocked=variant == "blocked"))
    few, tied, steady = pl.col("few"), pl.col("tied"), pl.col("steady")
    fine = ~few & ~tied & ~steady
    F = (pl.col("between") / pl.col("within")) ** 2 * pl.col("df2") / pl.col("df1")
    explained = 1 / (1 + (pl.col("within") / pl.col("between")) ** 2)
    return result_rows(
        facts,
        MANOVA_POSTHOC,
        variant=variant,
        n_dropped=pl.col("n_dropped") + pl.col("unshared"),
        statistic=pl.when(fine).then(F),
        df1=pl.when(fine).then("df1"),
        df2=pl.when(fine).then("df2"),
        p_value=pl.when(fine).then(f_sf(F, pl.col("df1"), pl.col("df2"))).when(tied).then(1.0),
        estimate=pl.when(fine).then(explained),
        estimand="share of variance explained",
        alpha=alpha,
        law="F",
        status=first_that_holds([(few, "too_few"), (tied, "all_ties"), (steady, "zero_variance")], "ok"),
        remarks=joined_remarks(
            FEW_FOR_MANOVA.where(few),
            SAME_STEP.where(~few & steady & ~tied),
            SHARED.where(fine & pl.lit(variant == "oneway")),
            *vector_remarks(),
        ),
    )


def _analysis(part: Stack, *, blocked: bool) -> pl.DataFrame:
    values = part.values
    many, n, width, p = values.shape
    means, residuals, freedom = parted(values, blocked=blocked)
    within = length_of(residuals.reshape(many, n * width, p))
    between = np.sqrt(n) * length_of(means - means.mean(axis=1, keepdims=True))
    enough = n >= 2 and width >= 2
    spread = values.max(axis=2, initial=-np.inf) - values.min(axis=2, initial=np.inf)
    tied = (spread <= TOLERANCE * np.abs(values).max(axis=2, initial=0.0)).all(axis=1)
    return part.per_metric(
        within=within,
        between=between,
        df1=np.full(many, float(width - 1)),
        df2=np.full(many, float(freedom)),
        few=np.full(many, not enough),
        tied=tied & enough,
        steady=within <= TOLERANCE * np.sqrt(max(n * width, 1)) * part.largest,
    )


def _directions(part: Stack, *, blocked: bool) -> pl.DataFrame:
    values = part.values
    many, n, width, p = values.shape
    found = scatter(values, blocked=blocked)
    rank = found.basis.rank
    size = max(min(p, width - 1), 1 if p else 0)
    tied = tied_values(values) & (n >= 2)
    few = ((n < 2) | (rank > found.freedom) | ((rank < p) & (rank >= found.freedom))) & ~tied
    clash = ~few & ~tied & (found.basis.clashing.any(axis=1) | (rank == 0))
    with np.errstate(all="ignore"):
        share = found.roots / found.roots.sum(axis=1, keepdims=True)
        peak = np.take_along_axis(found.vectors, np.abs(found.vectors).argmax(axis=1)[:, None], axis=1)
        weights = found.vectors / peak
    # A direction beyond the rank is none.
    real = np.arange(size) < np.minimum(rank, width - 1)[:, None]
    varying = p - found.basis.steady.sum(axis=1)
    sound = ~few & ~tied & ~clash

    def each(array: Array) -> Array:
        return np.repeat(array[:, :size], p, axis=1)

    return part.rows(
        size * p,
        number=np.tile(np.repeat(np.arange(1, size + 1), p), (many, 1)),
        weight=weights[:, :, :size].swapaxes(1, 2),
        root=each(found.roots),
        share=each(share),
        real=each(real),
        kept=np.repeat(found.basis.kept[:, None], size, axis=1),
        tied=tied,
        few=few,
        clash=clash,
        most_directions=np.where(sound, np.clip(varying, 1, size), size),
        left_out=pl.Series(left_out(found.basis, part.metrics), dtype=pl.String),
    ).with_columns(term=pl.Series(list(part.metrics) * size * many, dtype=pl.String))


def _direction_rows(vectors: Vectors, *, variant: Design) -> pl.DataFrame:
    facts = over_stacks(vectors, vectors.whole(), partial(_directions, blocked=variant == "blocked"))
    # What never varies has no direction; a group without any still has rows.
    facts = facts.filter(pl.col("number") <= pl.col("most_directions"))
    few, tied, clash = pl.col("few"), pl.col("tied"), pl.col("clash")
    fine = ~few & ~tied & ~clash & pl.col("real")
    return result_rows(
        facts,
        MANOVA_DIRECTIONS,
        variant=pl.format("direction {}" + (", blocked" if variant == "blocked" else ""), "number"),
        n_dropped=pl.col("n_dropped") + pl.col("unshared"),
        statistic=pl.when(fine).then("root"),
        estimate=pl.when(fine & pl.col("kept")).then("weight"),
        effect=pl.when(fine).then("share"),
        status=first_that_holds(
            [(few, "singular"), (tied, "all_ties"), (clash, "zero_variance"), (~pl.col("real"), "undefined")], "ok"
        ),
        remarks=joined_remarks(
            TOO_MANY.where(few),
            pl.when(~few & ~tied).then("left_out"),
            SAME_AMOUNT.where(clash),
            NO_FURTHER_DIRECTION.where(~few & ~tied & ~clash & ~pl.col("real")),
            ESSENTIALLY_ONE.where(fine & (pl.col("number") == 1) & (pl.col("share") > ONE_DIRECTION)),
            *vector_remarks(),
        ),
    )


MANOVA_POSTHOC = Method(
    id="manova_posthoc",
    title="Tests after a multivariate analysis of variance",
    question="Which metrics and which pairs of algorithms carry the difference?",
    also=("counts",),
    symbol="F",
    formula="an analysis of variance per metric, and Hotelling's paired T2 per pair of algorithms",
    tex=(
        r"F = \frac{\mathrm{MS}_{\mathrm{algorithms}}}{\mathrm{MS}_{\mathrm{error}}}, "
        r"\quad T^2 = K \bar{d}^{\top} S^{-1} \bar{d}"
    ),
    null="all algorithms have the same expectation in this metric; or this pair in every metric",
    assumes=("blocks are independent, which cross-validation folds are not", "residuals are about normal"),
    cites=("rencher2002", "alpaydin2010"),
    estimand="share of variance explained",
    effect=HOTELLING.effect,
    variants=("oneway", "blocked"),
    remarks=(FEW_FOR_MANOVA, SAME_STEP, SHARED, *LEFT_OUT, FEW_FOR_METRICS, SAME_AMOUNT, *COUNT_REMARKS, SHARED_RUNS),
    table=manova_posthoc,
)

MANOVA_DIRECTIONS = Method(
    id="manova_directions",
    title="Directions of a multivariate analysis of variance",
    question="Which combinations of metrics tell several algorithms apart best?",
    also=("counts",),
    symbol="\\lambda",
    formula="eigenvectors of E^-1 H, largest entry 1, with eigenvalue lambda and share lambda / sum of lambda",
    tex=r"E^{-1} H v = \lambda v, \quad \mathrm{share} = \frac{\lambda}{\sum \lambda}",
    assumes=("blocks are independent", "weights of correlated metrics are not to be read one by one"),
    cites=("rencher2002", "alpaydin2010"),
    estimand="weight of the metric",
    effect="share of the difference along this direction",
    variants=("oneway", "blocked"),
    remarks=(
        TOO_MANY,
        *LEFT_OUT,
        SAME_AMOUNT,
        NO_FURTHER_DIRECTION,
        ESSENTIALLY_ONE,
        *COUNT_REMARKS,
        DEPENDENT_WEIGHTS,
    ),
    table=manova_directions,
)
