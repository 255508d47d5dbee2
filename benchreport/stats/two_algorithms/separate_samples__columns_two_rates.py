"""Do two rates differ, when they were counted on separate trials?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

import numpy as np
import polars as pl

from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.counts import FEW, INDEPENDENT, NOT_COUNTS, Asked, checked, count_row, nullable
from benchreport.stats.forms.distributions import IntoExpr, ordered
from benchreport.stats.forms.rows import summarised
from benchreport.stats.kernels import binomial as kernels
from benchreport.stats.kernels.binomial import fisher_p

DifferenceVariant = Literal["newcombe", "wald"]
ProportionsVariant = Literal["plain", "corrected", "fisher"]
COUNTS = ("ka", "na", "kb", "nb")
NO_WIDTH = Remark(
    code="wald_without_width",
    note="both rates are 0 or 1, so the Wald interval has no width: Newcombe's is given",
)
FEW_SEEN = Remark(code="few_seen", note=f"fewer than {FEW} successes or failures; see Newcombe's interval")
FEW_FOR_Z = Remark(code="few_for_z", note=f'fewer than {FEW} successes or failures expected; see variant="fisher"')


def ci_difference_errors(
    successes_a: IntoExpr,
    trials_a: IntoExpr,
    successes_b: IntoExpr,
    trials_b: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    variant: DifferenceVariant = "newcombe",
    alpha: float = 0.05,
) -> pl.Expr:
    """Interval for the difference of two rates counted on separate trials.

    Parameters
    ----------
    successes_a, trials_a, successes_b, trials_b
        Counts, added up within a group.
    alternative
        "greater" gives the lower bound alone, "less" the upper bound.
    variant
        "newcombe" combines the Wilson limits of both rates; "wald" is the normal interval, with its z test.
    alpha
        Level of the interval.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_difference_errors(12, 40, 10, 50, variant="wald")).unnest("ci_difference_errors")
    >>> row.select(pl.col("estimate", "ci_low", "ci_high").round(6)).row(0)
    (0.1, -0.080167, 0.280167)
    """
    asked = checked(CI_DIFFERENCE_ERRORS, alternative, alpha, variant)
    return _tested(asked, _difference_rows, successes_a, trials_a, successes_b, trials_b)


def two_proportions(
    successes_a: IntoExpr,
    trials_a: IntoExpr,
    successes_b: IntoExpr,
    trials_b: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    variant: ProportionsVariant = "plain",
    alpha: float = 0.05,
) -> pl.Expr:
    """Test whether two rates counted on separate trials are equal.

    ``statistic`` is z; its square is the chi-square of the two-by-two table. "corrected" is Yates' continuity
    correction, "fisher" the exact test. Other arguments as in :func:`benchreport.expr.ci_difference_errors`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.two_proportions(15, 25, 5, 30)).unnest("two_proportions")
    >>> row.select((pl.col("statistic") ** 2).round(6), pl.col("p_value").round(6)).row(0)
    (11.065476, 0.000879)
    """
    asked = checked(TWO_PROPORTIONS, alternative, alpha, variant)
    rows = _fisher_rows if variant == "fisher" else _z_rows
    return _tested(asked, rows, successes_a, trials_a, successes_b, trials_b)


def _tested(asked: Asked, rows: Callable[[Asked, pl.DataFrame], pl.DataFrame], *counts: IntoExpr) -> pl.Expr:
    values = {name: ordered(value) for name, value in zip(COUNTS, counts, strict=True)}
    complete = pl.all_horizontal(value.is_not_null() for value in values.values())
    sums = {name: value.filter(complete).sum() for name, value in values.items()}
    return summarised(asked.method, lambda counts: rows(asked, _judged(counts)), **sums)


def _judged(counts: pl.DataFrame) -> pl.DataFrame:
    ka, na, kb, nb = (pl.col(name) for name in COUNTS)
    sound = (pl.min_horizontal(ka, kb) >= 0) & (ka <= na) & (kb <= nb) & na.is_finite() & nb.is_finite()
    some = pl.min_horizontal(na, nb) > 0
    pa, pb, pooled = ka / na, kb / nb, (ka + kb) / (na + nb)
    return counts.with_columns(
        sound=sound.fill_null(False),
        some=some.fill_null(False),
        fine=(sound & some).fill_null(False),
        n=na + nb,
        estimate=pa - pb,
        error=(pa * (1 - pa) / na + pb * (1 - pb) / nb).sqrt(),
        pooled=pooled,
        weight=1 / na + 1 / nb,
        alike=(pooled == 0) | (pooled == 1),
        arcs=2 * (pa.sqrt().arcsin() - pb.sqrt().arcsin()),
    )


def _difference_rows(asked: Asked, judged: pl.DataFrame) -> pl.DataFrame:
    fine, difference, error = pl.col("fine"), pl.col("estimate"), pl.col("error")
    asked_wald = asked.variant == "wald"
    wald = fine & (error > 0) & asked_wald
    fewest = pl.min_horizontal("ka", "kb", pl.col("na") - pl.col("ka"), pl.col("nb") - pl.col("kb"))
    few = wald & (fewest < FEW)
    z = difference / error
    reach = kernels.normal_point(asked.level) * error
    low, high = (pl.when(wald).then(difference + side).when(fine) for side in (-reach, reach))
    row = count_row(
        asked,
        problems=[(few, "approximate")],
        remarks=[NO_WIDTH.where(fine & ~wald & asked_wald), FEW_SEEN.where(few)],
        variant=pl.when(wald).then(pl.lit("wald")).otherwise(pl.lit("newcombe")),
        statistic=pl.when(wald).then(z),
        p_value=pl.when(wald).then(asked.tail(z)),
        effect=pl.when(fine).then("arcs"),
        law="normal",
        **asked.limits(low.then("low"), high.then("high")),
    )
    return judged.with_columns(_newcombe(judged, asked.level)).select(row)


def _newcombe(judged: pl.DataFrame, level: float) -> list[pl.Series]:
    ka, na, kb, nb = judged.select(COUNTS).to_numpy().T.copy()
    with np.errstate(all="ignore"):
        (la, ua), (lb, ub) = kernels.wilson(ka, na, level), kernels.wilson(kb, nb, level)
        pa, pb = ka / na, kb / nb
        low = pa - pb - np.hypot(pa - la, ub - pb)
        high = pa - pb + np.hypot(ua - pa, pb - lb)
    return nullable(low=low, high=high)


def _z_rows(asked: Asked, judged: pl.DataFrame) -> pl.DataFrame:
    fine, difference, pooled, weight = (pl.col(name) for name in ("fine", "estimate", "pooled", "weight"))
    tied, testable = fine & pl.col("alike"), fine & ~pl.col("alike")
    corrected = asked.variant == "corrected"
    step = pl.min_horizontal(pl.lit(0.5), difference.abs() / weight) * weight if corrected else pl.lit(0.0)
    z = (difference.abs() - step) * difference.sign() / (pooled * (1 - pooled) * weight).sqrt()
    reach = kernels.normal_point(asked.level) * pl.col("error") + step
    few = testable & (pl.min_horizontal("na", "nb") * pl.min_horizontal(pooled, 1 - pooled) < FEW)
    low, high = (pl.when(testable).then((difference + side).clip(-1, 1)) for side in (-reach, reach))
    row = count_row(
        asked,
        problems=[(tied, "all_ties"), (few, "approximate")],
        remarks=[FEW_FOR_Z.where(few)],
        statistic=pl.when(testable).then(z),
        p_value=pl.when(testable).then(asked.tail(z)).when(tied).then(1.0),
        effect=pl.when(fine).then("arcs"),
        law="normal",
        **asked.limits(low, high),
    )
    return judged.select(row)


def _fisher_rows(asked: Asked, judged: pl.DataFrame) -> pl.DataFrame:
    fine = judged.get_column("fine").to_numpy()
    p = np.full(judged.height, np.nan)
    p[fine] = fisher_p(*judged.select(COUNTS).to_numpy()[fine].T, alternative=asked.alternative)
    tied = pl.col("fine") & pl.col("alike")
    row = count_row(
        asked,
        problems=[(tied, "all_ties")],
        remarks=[],
        statistic=pl.when("fine").then("ka"),
        p_value=pl.when(tied).then(1.0).otherwise("p"),
        effect=pl.when("fine").then("arcs"),
        law="hypergeometric",
    )
    return judged.with_columns(nullable(p=p)).select(row)


_two_rates = partial(
    Method,
    kind="columns",
    shape="predictions",
    also=("counts",),
    symbol="z",
    null="the two true rates are equal",
    assumes=("the two were tested on separate instances", INDEPENDENT),
    estimand="difference of rates a - b",
    effect="Cohen's h",
    signed=True,
)

CI_DIFFERENCE_ERRORS = _two_rates(
    id="ci_difference_errors",
    title="Interval for the difference of two error rates",
    question="How far apart are the true errors of two classifiers that were tested on different instances?",
    formula=(
        "(e1 - e2) +- z sqrt(e1 (1 - e1)/n1 + e2 (1 - e2)/n2); Newcombe's form takes the distances to the Wilson "
        "limits instead"
    ),
    tex=r"e_1 - e_2 \pm z_{1-\alpha/2} \sqrt{\frac{e_1 (1 - e_1)}{n_1} + \frac{e_2 (1 - e_2)}{n_2}}",
    cites=("newcombe1998",),
    variants=("newcombe", "wald"),
    remarks=(NOT_COUNTS, NO_WIDTH, FEW_SEEN),
    expr=ci_difference_errors,
)

TWO_PROPORTIONS = _two_rates(
    id="two_proportions",
    title="Test of two proportions",
    question="Do two classifiers differ in error, when they were tested on different instances?",
    formula="z = (f1 - f2) / sqrt(f (1 - f) (1/n1 + 1/n2)) with f the pooled rate; z^2 is Pearson's chi-square",
    tex=r"z = \frac{f_1 - f_2}{\sqrt{f (1 - f) \left( \frac{1}{n_1} + \frac{1}{n_2} \right)}}",
    cites=("dietterich1998", "newcombe1998"),
    variants=("plain", "corrected", "fisher"),
    remarks=(NOT_COUNTS, FEW_FOR_Z),
    expr=two_proportions,
)
