"""In which metric, or which combination of metrics, do two algorithms differ?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.columns.moments import NO_RATIO
from benchreport.stats.distributions import t_isf, t_sf
from benchreport.stats.hotelling import FEW_FOR_METRICS, SAME_AMOUNT, differences, separated
from benchreport.stats.matrices import LEFT_OUT, left_out, length_of
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    checked_alpha,
    doubted,
    fields,
    first_that_holds,
    over_table,
)
from benchreport.stats.sheets import AT, SHEET_REMARKS, Couples, Sheets, couples, sheet_remarks, sheets
from benchreport.tables.cells import Reduce
from benchreport.tables.groups import By, joined
from benchreport.tables.pairs import Missing
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.sizes import NEEDS_DESIGN, dependent_runs, size_ratios

DEPENDENT_WEIGHTS = Remark(
    code="shared_runs_weights",
    note="runs share training data (unless they are seeds), so the covariance behind the weights is too small",
)
PosthocVariant = Literal["paired", "corrected"]
SAME_DIFFERENCE = Remark(code="same_difference", note="the same difference on every block")


def hotelling_posthoc(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: str | Sequence[str] | None = None,
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
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    metrics
        The metrics to compare in, all by default.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    variant
        "paired", or "corrected" for runs that share training data.
    alpha
        Level of the intervals.
    missing
        "refuse" incomplete tables, or compare each pair on the blocks "available" to both.
    reduce
        How several runs of a block become one value.

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

    def run(given: Any) -> pl.DataFrame:
        laid_out = sheets(given, by, metrics, missing=missing, reduce=reduce, control=control)
        facts = laid_out.placed([_spread(pairs, laid_out) for pairs in couples(laid_out, control)], "a", "b")
        facts = joined(facts, size_ratios(laid_out.scores, laid_out.groups), laid_out.groups)
        rows = facts.select(*laid_out.groups, *_t_fields(alternative, variant, alpha))
        if variant == "corrected":
            return rows
        return doubted(rows, SHARED_RUNS, dependent_runs(laid_out.scores, laid_out.groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def hotelling_direction(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: str | Sequence[str] | None = None,
    control: str | None = None,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Weights of the combination of metrics that tells every two algorithms apart best.

    One row per group, pair and metric, the metric in ``term``: ``estimate`` is its weight, ``effect`` the weight times
    the standard deviation of the metric's differences, which can be compared between metrics; ``statistic`` is the t
    value of the combination, the root of Hotelling's T-squared. The sign and scale of weights mean nothing. Parameters
    as in :func:`hotelling_posthoc`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.hotelling_direction(scores, metrics=["accuracy", "auc"], control="kNN")
    >>> rows.select("a", "term", pl.col("effect").round(4)).rows()[:2]
    [('DecisionTree', 'accuracy', -3.0547), ('DecisionTree', 'auc', -0.598)]
    """

    def run(given: Any) -> pl.DataFrame:
        laid_out = sheets(given, by, metrics, missing=missing, reduce=reduce, control=control)
        facts = laid_out.placed([_weights(pairs) for pairs in couples(laid_out, control)], "a", "b")
        rows = facts.select(*laid_out.groups, *_direction_fields())
        return doubted(rows, DEPENDENT_WEIGHTS, dependent_runs(laid_out.scores, laid_out.groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def _frame(pairs: Couples, **columns: Any) -> pl.DataFrame:
    """Give a row per pair and metric; the arrays are (pairs, metrics)."""
    many, p = len(pairs.at), len(pairs.metrics)
    return pl.DataFrame(
        {
            AT: np.repeat(pairs.at, p),
            "a": pl.Series(np.repeat(pairs.a, p).tolist(), dtype=pl.String),
            "b": pl.Series(np.repeat(pairs.b, p).tolist(), dtype=pl.String),
            "term": pl.Series(list(pairs.metrics) * many, dtype=pl.String),
            "n": np.full(many * p, pairs.n),
            "unshared": np.repeat(pairs.dropped, p),
            **{name: np.ravel(values) for name, values in columns.items()},
        }
    )


def _spread(pairs: Couples, laid_out: Sheets) -> pl.DataFrame:
    difference, mean, _ = differences(pairs)
    sd = length_of(difference - mean[:, None]) / np.sqrt(max(pairs.n - 1, 1))
    sign = np.broadcast_to(laid_out.signs(pairs.metrics), mean.shape)
    return _frame(pairs, mean=mean, sd=sd, largest=pairs.largest, sign=sign)


def _t_fields(alternative: Alternative, variant: PosthocVariant, alpha: float) -> list[pl.Expr]:
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
    return fields(
        HOTELLING_POSTHOC,
        a=pl.col("a"),
        b=pl.col("b"),
        better=pl.when(ahead > small).then("a").when(ahead < -small).then("b"),
        variant=variant,
        term=pl.col("term"),
        n=n,
        n_dropped=pl.col("dropped") + pl.col("unshared"),
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
            *sheet_remarks(),
        ),
    )


def _weights(pairs: Couples) -> pl.DataFrame:
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
    shape = mean.shape
    said = left_out(basis, pairs.metrics)
    frame = _frame(
        pairs,
        weight=weight,
        scaled=weight * sd,
        t=np.broadcast_to(t[:, None], shape),
        kept=basis.kept,
        tied=np.broadcast_to(tied[:, None], shape),
        few=np.broadcast_to(np.asarray(few)[:, None], shape),
        clash=np.broadcast_to(clash[:, None], shape),
    )
    repeated = [text for text in said for _ in pairs.metrics]
    return frame.with_columns(left_out=pl.Series(repeated, dtype=pl.String))


def _direction_fields() -> list[pl.Expr]:
    few, tied, clash = pl.col("few"), pl.col("tied"), pl.col("clash")
    fine = ~few & ~tied & ~clash
    return fields(
        HOTELLING_DIRECTION,
        a=pl.col("a"),
        b=pl.col("b"),
        term=pl.col("term"),
        n=pl.col("n"),
        n_dropped=pl.col("dropped") + pl.col("unshared"),
        statistic=pl.when(fine).then("t"),
        estimate=pl.when(fine & pl.col("kept")).then("weight"),
        effect=pl.when(fine & pl.col("kept")).then("scaled"),
        status=first_that_holds([(few, "too_few"), (tied, "all_ties"), (clash, "zero_variance")], "ok"),
        remarks=joined_remarks(
            FEW_FOR_METRICS.where(few),
            pl.when(~few & ~tied).then("left_out"),
            SAME_AMOUNT.where(clash),
            *sheet_remarks(),
        ),
    )


HOTELLING_POSTHOC = Method(
    id="hotelling_posthoc",
    title="Paired t tests per metric",
    question="Which metric carries the difference between two algorithms?",
    kind="table",
    shape="scores",
    also=("counts",),
    door="metrics",
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
    remarks=(SAME_DIFFERENCE, NO_RATIO, *SHEET_REMARKS, SHARED_RUNS),
    table=hotelling_posthoc,
)

HOTELLING_DIRECTION = Method(
    id="hotelling_direction",
    title="Direction of the largest difference",
    question="Which combination of metrics tells two algorithms apart best?",
    kind="table",
    shape="scores",
    also=("counts",),
    door="metrics",
    symbol="w",
    formula="w = S^-1 m; the projection of the differences on w has the largest |t| of all, t^2 = T2",
    tex=r"w = S^{-1} \bar{d}, \quad t_w^2 = T^2",
    null="",
    assumes=("blocks are independent", "weights of correlated metrics are not to be read one by one"),
    cites=("hotelling1931", "alpaydin2010"),
    estimand="weight of the metric",
    effect="weight in standard deviations of the metric",
    remarks=(FEW_FOR_METRICS, *LEFT_OUT, SAME_AMOUNT, *SHEET_REMARKS, DEPENDENT_WEIGHTS),
    table=hotelling_direction,
)
