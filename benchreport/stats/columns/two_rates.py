"""Do two rates differ, when they were counted on separate trials?"""

from __future__ import annotations

from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats import binomial_limits as kernels
from benchreport.stats.columns.counts import FEW, INDEPENDENT, NOT_COUNTS
from benchreport.stats.columns.moments import checked_level
from benchreport.stats.distributions import IntoExpr, normal_sf, ordered
from benchreport.stats.hypergeometric import fisher_p
from benchreport.stats.rows import fields, first_that_holds, summarised

DifferenceVariant = Literal["newcombe", "wald"]
ProportionsVariant = Literal["plain", "corrected", "fisher"]
SEPARATE = ("the two were tested on separate instances", INDEPENDENT)
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
    one_of(variant, CI_DIFFERENCE_ERRORS.variants, name="variant")
    level = checked_level(alpha, alternative)

    def rows(counts: pl.DataFrame) -> pl.DataFrame:
        judged = _judged(counts)
        return _with_newcombe(judged, level).select(_difference_row(alternative, variant, alpha, level))

    return summarised(CI_DIFFERENCE_ERRORS, rows, **_counted(successes_a, trials_a, successes_b, trials_b))


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
    one_of(variant, TWO_PROPORTIONS.variants, name="variant")
    level = checked_level(alpha, alternative)

    def rows(counts: pl.DataFrame) -> pl.DataFrame:
        judged = _judged(counts)
        if variant == "fisher":
            fine = judged.get_column("fine").to_numpy()
            p = np.full(judged.height, np.nan)
            p[fine] = fisher_p(*judged.select("ka", "na", "kb", "nb").to_numpy()[fine].T, alternative=alternative)
            return judged.with_columns(p=pl.Series(p).fill_nan(None)).select(_fisher_row(alternative, alpha))
        return judged.select(_z_row(alternative, variant, alpha, level))

    return summarised(TWO_PROPORTIONS, rows, **_counted(successes_a, trials_a, successes_b, trials_b))


def _counted(
    successes_a: IntoExpr, trials_a: IntoExpr, successes_b: IntoExpr, trials_b: IntoExpr
) -> dict[str, pl.Expr]:
    given = (("ka", successes_a), ("na", trials_a), ("kb", successes_b), ("nb", trials_b))
    values = {name: ordered(value) for name, value in given}
    known = pl.all_horizontal(value.is_not_null() for value in values.values())
    return {name: value.filter(known).sum() for name, value in values.items()}


def _judged(counts: pl.DataFrame) -> pl.DataFrame:
    sound = pl.all_horizontal(
        (pl.col(f"k{side}") >= 0) & (pl.col(f"k{side}") <= pl.col(f"n{side}")) & pl.col(f"n{side}").is_finite()
        for side in "ab"
    )
    some = (pl.col("na") > 0) & (pl.col("nb") > 0)
    pa, pb = pl.col("ka") / pl.col("na"), pl.col("kb") / pl.col("nb")
    return counts.with_columns(sound=sound.fill_null(False), some=some.fill_null(False), pa=pa, pb=pb).with_columns(
        fine=pl.col("sound") & pl.col("some"),
        d=pl.col("pa") - pl.col("pb"),
        error=(pa * (1 - pa) / pl.col("na") + pb * (1 - pb) / pl.col("nb")).sqrt(),
        pooled=(pl.col("ka") + pl.col("kb")) / (pl.col("na") + pl.col("nb")),
        weight=1 / pl.col("na") + 1 / pl.col("nb"),
    )


def _with_newcombe(judged: pl.DataFrame, level: float) -> pl.DataFrame:
    ka, na, kb, nb = judged.select("ka", "na", "kb", "nb").to_numpy().T.copy()
    with np.errstate(all="ignore"):
        (la, ua), (lb, ub) = kernels.wilson(ka, na, level), kernels.wilson(kb, nb, level)
        pa, pb = ka / na, kb / nb
        low = pa - pb - np.hypot(pa - la, ub - pb)
        high = pa - pb + np.hypot(ua - pa, pb - lb)
    return judged.with_columns(low=pl.Series(low).fill_nan(None), high=pl.Series(high).fill_nan(None))


def _difference_row(alternative: Alternative, variant: str, alpha: float, level: float) -> list[pl.Expr]:
    fine, d, error = pl.col("fine"), pl.col("d"), pl.col("error")
    wald = fine & (error > 0) & pl.lit(variant == "wald")
    instead = fine & ~wald & pl.lit(variant == "wald")
    z = d / error
    reach = kernels.normal_point(level) * error
    return fields(
        CI_DIFFERENCE_ERRORS,
        **_shared(alternative, alpha),
        variant=pl.when(wald).then(pl.lit("wald")).otherwise(pl.lit("newcombe")),
        statistic=pl.when(wald).then(z),
        p_value=pl.when(wald).then(_tail(z, alternative)),
        ci_low=None if alternative == "less" else pl.when(wald).then(d - reach).when(fine).then("low"),
        ci_high=None if alternative == "greater" else pl.when(wald).then(d + reach).when(fine).then("high"),
        law="normal",
        status=first_that_holds([*_problems(), (wald & _few_seen(), "approximate")], "ok"),
        remarks=joined_remarks(
            NOT_COUNTS.where(~pl.col("sound")), NO_WIDTH.where(instead), FEW_SEEN.where(wald & _few_seen())
        ),
    )


def _z_row(alternative: Alternative, variant: str, alpha: float, level: float) -> list[pl.Expr]:
    fine, d, error, pooled, weight = (pl.col(name) for name in ("fine", "d", "error", "pooled", "weight"))
    tied = fine & ((pooled == 0) | (pooled == 1))
    testable = fine & ~tied
    step = pl.min_horizontal(pl.lit(0.5), d.abs() / weight) * weight if variant == "corrected" else pl.lit(0.0)
    z = (d.abs() - step) * d.sign() / (pooled * (1 - pooled) * weight).sqrt()
    reach = kernels.normal_point(level) * error + step
    least = pl.min_horizontal(n * share for n in (pl.col("na"), pl.col("nb")) for share in (pooled, 1 - pooled))
    few = testable & (least < FEW)
    return fields(
        TWO_PROPORTIONS,
        **_shared(alternative, alpha),
        variant=variant,
        statistic=pl.when(testable).then(z),
        p_value=pl.when(testable).then(_tail(z, alternative)).when(tied).then(1.0),
        ci_low=None if alternative == "less" else pl.when(testable).then((d - reach).clip(-1, 1)),
        ci_high=None if alternative == "greater" else pl.when(testable).then((d + reach).clip(-1, 1)),
        law="normal",
        status=first_that_holds([*_problems(), (tied, "all_ties"), (few, "approximate")], "ok"),
        remarks=joined_remarks(NOT_COUNTS.where(~pl.col("sound")), FEW_FOR_Z.where(few)),
    )


def _fisher_row(alternative: Alternative, alpha: float) -> list[pl.Expr]:
    pooled = pl.col("pooled")
    tied = pl.col("fine") & ((pooled == 0) | (pooled == 1))
    return fields(
        TWO_PROPORTIONS,
        **_shared(alternative, alpha),
        variant="fisher",
        statistic=pl.when("fine").then("ka"),
        p_value=pl.when(tied).then(1.0).otherwise("p"),
        law="hypergeometric",
        status=first_that_holds([*_problems(), (tied, "all_ties")], "ok"),
        remarks=joined_remarks(NOT_COUNTS.where(~pl.col("sound"))),
    )


def _shared(alternative: Alternative, alpha: float) -> dict[str, object]:
    arcs = 2 * (pl.col("pa").sqrt().arcsin() - pl.col("pb").sqrt().arcsin())
    return {
        "n": pl.when(pl.col("sound")).then(pl.col("na") + pl.col("nb")).otherwise(0),
        "estimate": pl.when("fine").then("d"),
        "effect": pl.when("fine").then(arcs),
        "alpha": alpha,
        "alternative": alternative,
    }


def _problems() -> list[tuple[pl.Expr, str]]:
    return [(~pl.col("some") & pl.col("sound"), "too_few"), (~pl.col("sound"), "undefined")]


def _few_seen() -> pl.Expr:
    return pl.min_horizontal("ka", "kb", pl.col("na") - pl.col("ka"), pl.col("nb") - pl.col("kb")) < FEW


def _tail(z: pl.Expr, alternative: Alternative) -> pl.Expr:
    return {"two-sided": 2 * normal_sf(z.abs()), "greater": normal_sf(z), "less": normal_sf(-z)}[alternative]


CI_DIFFERENCE_ERRORS = Method(
    id="ci_difference_errors",
    title="Interval for the difference of two error rates",
    question="How far apart are the true errors of two classifiers that were tested on different instances?",
    kind="columns",
    shape="predictions",
    also=("counts",),
    door="two",
    symbol="z",
    formula=(
        "(e1 - e2) +- z sqrt(e1 (1 - e1)/n1 + e2 (1 - e2)/n2); Newcombe's form takes the distances to the Wilson "
        "limits instead"
    ),
    tex=r"e_1 - e_2 \pm z_{1-\alpha/2} \sqrt{\frac{e_1 (1 - e_1)}{n_1} + \frac{e_2 (1 - e_2)}{n_2}}",
    null="the two true rates are equal",
    assumes=SEPARATE,
    cites=("newcombe1998",),
    estimand="difference of rates a - b",
    effect="Cohen's h",
    variants=("newcombe", "wald"),
    signed=True,
    remarks=(NOT_COUNTS, NO_WIDTH, FEW_SEEN),
    expr=ci_difference_errors,
)

TWO_PROPORTIONS = Method(
    id="two_proportions",
    title="Test of two proportions",
    question="Do two classifiers differ in error, when they were tested on different instances?",
    kind="columns",
    shape="predictions",
    also=("counts",),
    door="two",
    symbol="z",
    formula="z = (f1 - f2) / sqrt(f (1 - f) (1/n1 + 1/n2)) with f the pooled rate; z^2 is Pearson's chi-square",
    tex=r"z = \frac{f_1 - f_2}{\sqrt{f (1 - f) \left( \frac{1}{n_1} + \frac{1}{n_2} \right)}}",
    null="the two true rates are equal",
    assumes=SEPARATE,
    cites=("dietterich1998", "newcombe1998"),
    estimand="difference of rates a - b",
    effect="Cohen's h",
    variants=("plain", "corrected", "fisher"),
    signed=True,
    remarks=(NOT_COUNTS, FEW_FOR_Z),
    expr=two_proportions,
)
