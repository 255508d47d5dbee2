"""In which metric, or which combination of metrics, do two algorithms differ?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import t_isf, t_sf
from benchreport.stats.forms.over import Frame
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, checked_alpha, first_that_holds, result_rows
from benchreport.stats.forms.sides import NO_RATIO
from benchreport.stats.forms.vectors import COUNT_REMARKS, Metrics, over_stacks, over_vectors, vector_remarks
from benchreport.stats.kernels.linear_algebra import LEFT_OUT, left_out, length_of
from benchreport.stats.several_metrics.t2_tests import FEW_FOR_METRICS, SAME_AMOUNT, differences, separated
from benchreport.tables.blocks import Missing, Reduce
from benchreport.tables.designs.sizes import NEEDS_DESIGN, sizes_of
from benchreport.tables.groups import By
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.vectors import Stack, Vectors

DEPENDENT_WEIGHTS = Remark(
    code="shared_runs_weights",
    note="runs share training data (unless they are seeds), so the covariance behind the weights is too small",
)
PosthocVariant = Literal["paired", "corrected"]
SAME_DIFFERENCE = Remark(code="same_difference", note="the same difference on every block")


@documented
def hotelling_posthoc(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: PosthocVariant = "paired",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Paired t test of every two algorithms in each metric, after :func:`hotelling`.

    One row per group, pair and metric, the metric in ``term``. ``estimate`` is a - b in metric units, and ``statistic``
    has its sign, whichever way is better. Adjust with ``br.adjust``.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts.
    metrics
        The metrics to compare in, all by default.
    variant
        "paired", or "corrected" for runs that share training data.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.hotelling_posthoc(scores, metrics=["accuracy", "auc"], control="kNN")
    >>> rows.select("dataset", "a", "term", "better", pl.col("statistic").round(4)).row(0)
    ('breast_cancer', 'DecisionTree', 'accuracy', 'kNN', -10.4256)
    """
    one_of(variant, HOTELLING_POSTHOC.variants, name="variant")
    one_of(alternative, ALTERNATIVES, name="alternative")
    checked_alpha(alpha)

    rows = partial(_t_rows, control=control, alternative=alternative, variant=variant, alpha=alpha)
    doubt = None if variant == "corrected" else SHARED_RUNS
    return over_vectors(
        table, rows, by=by, metrics=metrics, missing=missing, reduce=reduce, control=control, doubt=doubt
    )


@documented
def hotelling_direction(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    control: str | None = None,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Weights of the combination of metrics that tells every two algorithms apart best.

    One row per group, pair and metric, the metric in ``term``: ``estimate`` is its weight, ``effect`` the weight times
    the standard deviation of the metric's differences, which can be compared between metrics; ``statistic`` is the t
    value of the combination, the root of Hotelling's T-squared. The sign and scale of weights mean nothing.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.hotelling_direction(scores, metrics=["accuracy", "auc"], control="kNN")
    >>> rows.select("a", "term", pl.col("effect").round(4)).rows()[:2]
    [('DecisionTree', 'accuracy', -3.0547), ('DecisionTree', 'auc', -0.598)]
    """
    rows = partial(_direction_rows, control=control)
    return over_vectors(
        table, rows, by=by, metrics=metrics, missing=missing, reduce=reduce, control=control, doubt=DEPENDENT_WEIGHTS
    )


def _spread(pairs: Stack, signs: Mapping[str, float]) -> pl.DataFrame:
    difference, mean, _ = differences(pairs)
    sd = length_of(difference - mean[:, None]) / np.sqrt(max(pairs.n - 1, 1))
    sign = np.tile([signs[metric] for metric in pairs.metrics], (len(mean), 1))
    names = {"a": pairs.named(0), "b": pairs.named(1)}
    return pairs.per_metric(**names, mean=mean, sd=sd, largest=pairs.largest, sign=sign)


def _t_rows(
    vectors: Vectors, *, control: str | None, alternative: Alternative, variant: PosthocVariant, alpha: float
) -> pl.DataFrame:
    tested = over_stacks(vectors, vectors.pairs(control), partial(_spread, signs=vectors.signs), "a", "b")
    facts = tested.hstack(sizes_of(vectors)[tested.get_column("group").to_numpy()])
    n, mean, sd = pl.col("n"), pl.col("mean"), pl.col("sd")
    small = TOLERANCE * pl.col("largest")
    enough, steady = n >= 2, sd <= small
    tied = enough & steady & (mean.abs() <= small)
    ratio = pl.col("ratio") if variant == "corrected" else pl.lit(0.0)
    known = ratio.is_not_null()
    testable = enough & ~steady & known
    error, df = sd * (1 / n + ratio).sqrt(), n - 1
    t = mean * pl.col("sign") / error
    tail = {"two-sided": 2 * t_sf(t.abs(), df), "greater": t_sf(t, df), "less": t_sf(-t, df)}[alternative]
    reach = error * t_isf(alpha / (2 if alternative == "two-sided" else 1), df)
    lower, upper = pl.when(testable).then(mean - reach), pl.when(testable).then(mean + reach)
    favours_high = (pl.col("sign") > 0) if alternative == "greater" else (pl.col("sign") < 0)
    if alternative != "two-sided":
        lower, upper = pl.when(favours_high).then(lower), pl.when(~favours_high).then(upper)
    ahead = mean * pl.col("sign")
    return result_rows(
        facts,
        HOTELLING_POSTHOC,
        better=pl.when(ahead > small).then("a").when(ahead < -small).then("b"),
        variant=variant,
        n_dropped=pl.col("n_dropped") + pl.col("unshared"),
        statistic=pl.when(testable).then(mean / error),
        df1=pl.when(testable).then(df),
        p_value=pl.when(testable).then(tail).when(tied).then(1.0),
        estimate=pl.when(n > 0).then(mean),
        ci_low=lower,
        ci_high=upper,
        effect=pl.when(enough & ~steady).then(ahead / sd),
        alpha=alpha,
        law="t",
        alternative=alternative,
        status=first_that_holds(
            [(~enough, "too_few"), (tied, "all_ties"), (steady, "zero_variance"), (~known, "undefined")], "ok"
        ),
        remarks=joined_remarks(
            SAME_DIFFERENCE.where(enough & steady & ~tied),
            NO_RATIO.where(enough & ~known),
            NEEDS_DESIGN.where(testable & pl.col("assumed") & pl.lit(variant == "corrected")),
            *vector_remarks(),
        ),
    )


def _weights(pairs: Stack) -> pl.DataFrame:
    difference, mean, tied = differences(pairs)
    n = pairs.n
    basis = separated(difference, mean, pairs.largest)
    with np.errstate(all="ignore"):
        inverse, z = basis.carried[:, 1:], basis.carried[:, 0]
        weight = (n - 1) * np.einsum("gij,gj->gi", inverse, z) / np.sqrt(max(n, 1))
        sd = length_of(difference - mean[:, None]) / np.sqrt(max(n - 1, 1))
        t = np.sqrt(max(n - 1, 0) * (z**2).sum(axis=1))
    rank = basis.rank
    few = (n - 1 < rank) | (rank == 0) | ((rank < len(pairs.metrics)) & (rank >= n - 1))
    few &= ~tied if n > 1 else True
    clash = ~few & ~tied & basis.clashing.any(axis=1)
    return pairs.per_metric(
        a=pairs.named(0),
        b=pairs.named(1),
        weight=weight,
        scaled=weight * sd,
        kept=basis.kept,
        t=t,
        tied=tied,
        few=few,
        clash=clash,
        left_out=pl.Series(left_out(basis, pairs.metrics), dtype=pl.String),
    )


def _direction_rows(vectors: Vectors, *, control: str | None) -> pl.DataFrame:
    facts = over_stacks(vectors, vectors.pairs(control), _weights, "a", "b")
    few, tied, clash = pl.col("few"), pl.col("tied"), pl.col("clash")
    fine = ~few & ~tied & ~clash
    return result_rows(
        facts,
        HOTELLING_DIRECTION,
        n_dropped=pl.col("n_dropped") + pl.col("unshared"),
        statistic=pl.when(fine).then("t"),
        estimate=pl.when(fine & pl.col("kept")).then("weight"),
        effect=pl.when(fine & pl.col("kept")).then("scaled"),
        status=first_that_holds([(few, "too_few"), (tied, "all_ties"), (clash, "zero_variance")], "ok"),
        remarks=joined_remarks(
            FEW_FOR_METRICS.where(few),
            pl.when(~few & ~tied).then("left_out"),
            SAME_AMOUNT.where(clash),
            *vector_remarks(),
        ),
    )


HOTELLING_POSTHOC = Method(
    id="hotelling_posthoc",
    title="Paired t tests per metric",
    question="Which metric carries the difference between two algorithms?",
    also=("counts",),
    symbol="t",
    formula="t = sqrt(K) mean(d) / sd(d) with K - 1 degrees of freedom, for each metric",
    tex=r"t = \frac{\sqrt{K} \, \bar{d}}{s_d}",
    null="the two algorithms have the same expectation in this metric",
    assumes=("blocks are independent, which cross-validation folds are not", "differences are about normal"),
    cites=("alpaydin2010", "nadeau2003"),
    estimand="mean difference a - b",
    effect="mean difference in standard deviations",
    variants=("paired", "corrected"),
    signed=True,
    remarks=(SAME_DIFFERENCE, NO_RATIO, *COUNT_REMARKS, SHARED_RUNS),
    table=hotelling_posthoc,
)

HOTELLING_DIRECTION = Method(
    id="hotelling_direction",
    title="Direction of the largest difference",
    question="Which combination of metrics tells two algorithms apart best?",
    also=("counts",),
    symbol="w",
    formula="w = S^-1 m; the projection of the differences on w has the largest |t| of all, t^2 = T2",
    tex=r"w = S^{-1} \bar{d}, \quad t_w^2 = T^2",
    assumes=("blocks are independent", "weights of correlated metrics are not to be read one by one"),
    cites=("hotelling1931", "alpaydin2010"),
    estimand="weight of the metric",
    effect="weight in standard deviations of the metric",
    remarks=(FEW_FOR_METRICS, *LEFT_OUT, SAME_AMOUNT, *COUNT_REMARKS, DEPENDENT_WEIGHTS),
    table=hotelling_direction,
)
