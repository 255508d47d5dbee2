"""Between which limits does a rate lie, judged by a count of successes?"""

from __future__ import annotations

from functools import partial
from typing import Literal

import polars as pl

from benchreport.errors import OptionError
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.distributions import IntoExpr
from benchreport.stats.forms.rates import (
    FEW,
    INDEPENDENT,
    NOT_COUNTS,
    count_row,
    counted,
    judged_counts,
    with_limits,
)
from benchreport.stats.forms.rows import summarised
from benchreport.stats.forms.sides import TestOptions, checked_options, sided
from benchreport.stats.kernels import binomial as kernels

WilsonVariant = Literal["plain", "corrected"]
JeffreysVariant = Literal["equal_tailed", "hpd"]
Scale = Literal["logit", "probit", "cloglog", "arcsine", "likelihood"]

ALIKE = Remark(
    code="all_alike", note="all trials ended alike, where this interval fails; see ci_wilson or ci_clopper_pearson"
)
FEW_COUNTED = Remark(
    code="few_counted", note=f"fewer than {FEW} successes or failures; see ci_wilson or ci_clopper_pearson"
)
OUTSIDE = Remark(code="limit_outside_rates", note="a limit lies outside [0, 1]")


# Limits by variant.
WILSON = {"plain": kernels.wilson, "corrected": kernels.wilson_corrected}
JEFFREYS = {"equal_tailed": kernels.jeffreys, "hpd": kernels.jeffreys_hpd}
SCALES = {
    "logit": kernels.logit,
    "probit": kernels.probit,
    "cloglog": kernels.cloglog,
    "arcsine": kernels.arcsine,
    "likelihood": kernels.likelihood,
}


def ci_proportion_wald(
    successes: IntoExpr, trials: IntoExpr | None = None, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Wald interval of a rate; kept for comparison, since it is too narrow for small counts.

    Arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_proportion_wald(12, 40)).unnest("ci_proportion_wald")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.157987, 0.442013)
    """
    asked = checked_options(CI_PROPORTION_WALD, alternative, alpha)
    return _interval(asked, kernels.wald, "normal", successes, trials)


def ci_wilson(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    variant: WilsonVariant = "plain",
    alpha: float = 0.05,
) -> pl.Expr:
    """Wilson's score interval of a rate.

    Parameters
    ----------
    successes, trials
        Counts, added up within a group; or one column of 0 and 1 (or truth values) alone.
    alternative
        "greater" gives the lower bound alone, "less" the upper bound.
    variant
        "plain", or "corrected" for continuity.
    alpha
        Level of the interval.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_wilson(12, 40)).unnest("ci_wilson")
    >>> row.select("n", "estimate", pl.col("ci_low", "ci_high").round(6)).row(0)
    (40, 0.3, 0.180748, 0.4543)
    """
    asked = checked_options(CI_WILSON, alternative, alpha, variant)
    return _interval(asked, WILSON[variant], "normal", successes, trials)


def ci_clopper_pearson(
    successes: IntoExpr, trials: IntoExpr | None = None, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Exact interval of a rate by Clopper and Pearson: it covers with probability 1 - alpha at least.

    Arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_clopper_pearson(12, 40)).unnest("ci_clopper_pearson")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.165627, 0.465316)
    """
    asked = checked_options(CI_CLOPPER_PEARSON, alternative, alpha)
    return _interval(asked, kernels.clopper_pearson, "binomial", successes, trials)


def ci_midp(
    successes: IntoExpr, trials: IntoExpr | None = None, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Mid-p interval of a rate: less cautious than the exact one.

    Arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_midp(0, 10)).unnest("ci_midp")
    >>> row.select("ci_low", pl.col("ci_high").round(6)).row(0)
    (0.0, 0.258866)
    """
    asked = checked_options(CI_MIDP, alternative, alpha)
    return _interval(asked, kernels.midp, "binomial", successes, trials)


def ci_blaker(successes: IntoExpr, trials: IntoExpr | None = None, *, alpha: float = 0.05) -> pl.Expr:
    """Blaker's exact interval of a rate: inside Clopper and Pearson's; it is two-sided by nature.

    Arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_blaker(1, 10)).unnest("ci_blaker")
    >>> row.select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.0051, 0.4444)
    """
    asked = checked_options(CI_BLAKER, "two-sided", alpha)
    return _interval(asked, kernels.blaker, "binomial", successes, trials)


def ci_jeffreys(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    variant: JeffreysVariant = "equal_tailed",
    alpha: float = 0.05,
) -> pl.Expr:
    """Bayesian interval of a rate under Jeffreys' prior.

    ``variant="hpd"`` is the shortest such interval, which is two-sided by nature. Other arguments as in
    :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_jeffreys(1, 10)).unnest("ci_jeffreys")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.011012, 0.381315)
    """
    asked = checked_options(CI_JEFFREYS, alternative, alpha, variant)
    if variant == "hpd" and alternative != "two-sided":
        raise OptionError("the shortest interval has two sides", hint='variant="equal_tailed" gives one-sided bounds')
    return _interval(asked, JEFFREYS[variant], "beta", successes, trials)


def ci_agresti_coull(
    successes: IntoExpr, trials: IntoExpr | None = None, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Agresti and Coull's interval of a rate: about two successes and two failures are added.

    Arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_agresti_coull(1, 10)).unnest("ci_agresti_coull")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (-0.003941, 0.425968)
    """
    asked = checked_options(CI_AGRESTI_COULL, alternative, alpha)
    return _interval(asked, kernels.agresti_coull, "normal", successes, trials)


def ci_hoeffding(
    successes: IntoExpr, trials: IntoExpr | None = None, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Interval of a rate by Hoeffding's inequality: wide, and valid without any assumption about the law.

    Arguments as in :func:`benchreport.expr.ci_wilson`; for losses other than 0 and 1 see ``ci_hoeffding_mean``.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_hoeffding(250, 1000)).unnest("ci_hoeffding")
    >>> row.select(((pl.col("ci_high") - pl.col("ci_low")) / 2).round(6)).item()
    0.042947
    """
    asked = checked_options(CI_HOEFFDING, alternative, alpha)
    return _interval(asked, kernels.hoeffding, "Hoeffding", successes, trials)


def ci_transformed(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    variant: Scale = "logit",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> pl.Expr:
    """Interval of a rate found on another scale: logit, probit, complementary log-log, arcsine root, or likelihood.

    Other arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_transformed(1, 10, variant="logit")).unnest("ci_transformed")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.013882, 0.467237)
    """
    law = "chi-square" if variant == "likelihood" else "normal"
    asked = checked_options(CI_TRANSFORMED, alternative, alpha, variant)
    return _interval(asked, SCALES[variant], law, successes, trials)


def _interval(
    asked: TestOptions, kernel: kernels.Limits, law: str, successes: IntoExpr, trials: IntoExpr | None
) -> pl.Expr:
    row = _interval_row(asked, law)
    return summarised(
        asked.method,
        lambda counts: with_limits(kernel, judged_counts(counts), asked.level).select(row),
        **counted(successes, trials),
    )


def _interval_row(asked: TestOptions, law: str) -> list[pl.Expr]:
    k, n, fine, low, high = (pl.col(name) for name in ("k", "n", "fine", "low", "high"))
    by_normal_law = FEW_COUNTED in asked.method.remarks
    none = fine & low.is_null()
    few = fine & ~none & (pl.min_horizontal(k, n - k) < FEW) & by_normal_law
    beyond = {"greater": low < 0, "less": high > 1}.get(asked.alternative, (low < 0) | (high > 1))
    return count_row(
        asked,
        problems=[(none, "zero_variance" if by_normal_law else "undefined"), (few, "approximate")],
        remarks=[ALIKE.where(none), FEW_COUNTED.where(few), OUTSIDE.where(fine & beyond)],
        variant=sided(asked.variant, asked.alternative),
        law=law,
        **asked.limits(low, high),
    )


_interval_record = partial(
    Method,
    question="Where does the true error rate of a classifier lie?",
    kind="columns",
    shape="predictions",
    also=("counts",),
    symbol="p",
    assumes=(INDEPENDENT,),
    estimand="rate of successes",
    remarks=(NOT_COUNTS,),
)

CI_PROPORTION_WALD = _interval_record(
    id="ci_proportion_wald",
    title="Wald interval",
    formula="f +- z sqrt(f (1 - f) / m), f = r / m",
    cites=("brown2001",),
    tex=r"f \pm z_{1-\alpha/2} \sqrt{\frac{f (1 - f)}{m}}, \quad f = \frac{r}{m}",
    expr=ci_proportion_wald,
    short="Wald",
    answers=("rates",),
    remarks=(NOT_COUNTS, ALIKE, FEW_COUNTED, OUTSIDE),
    reason="It is the interval of most textbooks.",
)

CI_WILSON = _interval_record(
    id="ci_wilson",
    title="Wilson score interval",
    formula="(f + z^2/(2m) +- z sqrt(f (1 - f)/m + z^2/(4 m^2))) / (1 + z^2/m)",
    cites=("wilson1927", "brown2001"),
    tex=r"\frac{f + \frac{z^2}{2m} \pm z \sqrt{\frac{f (1 - f)}{m} + \frac{z^2}{4 m^2}}}{1 + \frac{z^2}{m}}",
    variants=tuple(WILSON),
    expr=ci_wilson,
    short="Wilson",
    answers=("rates",),
    reason="Its coverage is close to nominal for all rates.",
)

CI_CLOPPER_PEARSON = _interval_record(
    id="ci_clopper_pearson",
    title="Clopper-Pearson interval",
    formula="the rates p with P(X >= r) > alpha/2 and P(X <= r) > alpha/2, X ~ Binomial(m, p)",
    cites=("clopper1934",),
    tex=(
        r"\left\{ p : \Pr(X \geq r) > \frac{\alpha}{2}, \; \Pr(X \leq r) > \frac{\alpha}{2} \right\}, "
        r"\quad X \sim \mathrm{Bin}(m, p)"
    ),
    expr=ci_clopper_pearson,
    short="Clopper-Pearson",
    answers=("rates",),
    reason="Its coverage is never below nominal.",
)

CI_MIDP = _interval_record(
    id="ci_midp",
    title="Mid-p interval",
    formula="as Clopper-Pearson, with half of P(X = r) in each tail",
    cites=("brown2001",),
    tex=(
        r"\left\{ p : \Pr(X > r) + \frac{1}{2} \Pr(X = r) > \frac{\alpha}{2}, \; \Pr(X < r) + \frac{1}{2} \Pr(X = r) > "
        r"\frac{\alpha}{2} \right\}"
    ),
    expr=ci_midp,
)

CI_BLAKER = _interval_record(
    id="ci_blaker",
    title="Blaker interval",
    formula="the rates p at which P(min tail of X <= min tail of r) > alpha, X ~ Binomial(m, p)",
    cites=("blaker2000",),
    tex=(
        r"\left\{ p : \Pr(\gamma(X) \leq \gamma(r)) > \alpha \right\}, "
        r"\quad \gamma(x) = \min(\Pr(X \leq x), \Pr(X \geq x))"
    ),
    expr=ci_blaker,
)

CI_JEFFREYS = _interval_record(
    id="ci_jeffreys",
    title="Jeffreys interval",
    formula="quantiles of Beta(r + 1/2, m - r + 1/2)",
    cites=("brown2001",),
    tex=r"\left[ B_{\alpha/2}, \; B_{1-\alpha/2} \right], \quad B \sim \mathrm{Beta}(r + 1/2, m - r + 1/2)",
    variants=tuple(JEFFREYS),
    expr=ci_jeffreys,
    short="Jeffreys",
    answers=("rates",),
    reason="Its coverage is close to nominal on average.",
)

CI_AGRESTI_COULL = _interval_record(
    id="ci_agresti_coull",
    title="Agresti-Coull interval",
    formula="Wald's formula with r + z^2/2 successes of m + z^2",
    cites=("agresti1998",),
    tex=(
        r"\tilde{f} \pm z \sqrt{\frac{\tilde{f} (1 - \tilde{f})}{m + z^2}}, \quad \tilde{f} = \frac{r + z^2/2}{m + z^2}"
    ),
    remarks=(NOT_COUNTS, OUTSIDE),
    expr=ci_agresti_coull,
)

CI_HOEFFDING = _interval_record(
    id="ci_hoeffding",
    title="Hoeffding interval",
    formula="f +- sqrt(ln(2/alpha) / (2m)), whatever the law",
    cites=("hoeffding1963",),
    tex=r"f \pm \sqrt{\frac{\ln(2/\alpha)}{2 m}}",
    remarks=(NOT_COUNTS, OUTSIDE),
    expr=ci_hoeffding,
    short="Hoeffding",
    answers=("rates",),
    reason="It holds whatever the law of the results.",
)

CI_TRANSFORMED = _interval_record(
    id="ci_transformed",
    title="Interval for a rate on another scale",
    formula=(
        "g^-1(g(f) +- z se(g(f))) with g the logit, probit, complementary log-log or arcsine root; or the rates whose "
        "likelihood ratio is within z^2"
    ),
    cites=("brown2001",),
    tex=r"g^{-1}\left( g(f) \pm z_{1-\alpha/2} \, \mathrm{se}(g(f)) \right)",
    variants=tuple(SCALES),
    remarks=(NOT_COUNTS, ALIKE),
    expr=ci_transformed,
)
