"""Between which limits does a rate lie, judged by a count of successes?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Alternative, Method, Question, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats import binomial_limits as kernels
from benchreport.stats.columns.counts import FEW, INDEPENDENT, NOT_COUNTS, counted, judged_counts, on_distinct
from benchreport.stats.columns.moments import checked_level, sided
from benchreport.stats.distributions import IntoExpr
from benchreport.stats.rows import fields, first_that_holds, summarised

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


def _method(
    name: str,
    title: str,
    formula: str,
    *cites: str,
    tex: str = "",
    short: str = "",
    reason: str = "",
    variants: tuple[str, ...] = (),
    answers: tuple[Question, ...] = (),
    remarks: tuple[Remark, ...] = (),
    expr: Callable[..., pl.Expr],
) -> Method:
    return Method(
        id=name,
        title=title,
        question="Where does the true error rate of a classifier lie?",
        kind="columns",
        shape="predictions",
        also=("counts",),
        door="one",
        short=short,
        symbol="p",
        formula=formula,
        tex=tex,
        null="",
        assumes=(INDEPENDENT,),
        cites=cites,
        estimand="rate of successes",
        variants=variants,
        answers=answers,
        reason=reason,
        remarks=(NOT_COUNTS, *remarks),
        expr=expr,
    )


def ci_proportion_wald(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
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
    return _interval(CI_PROPORTION_WALD, kernels.wald, successes, trials, alternative, alpha, law="normal")


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
    one_of(variant, CI_WILSON.variants, name="variant")
    limits = {"plain": kernels.wilson, "corrected": kernels.wilson_corrected}[variant]
    return _interval(CI_WILSON, limits, successes, trials, alternative, alpha, law="normal", variant=variant)


def ci_clopper_pearson(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
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
    return _interval(CI_CLOPPER_PEARSON, kernels.clopper_pearson, successes, trials, alternative, alpha, law="binomial")


def ci_midp(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
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
    return _interval(CI_MIDP, kernels.midp, successes, trials, alternative, alpha, law="binomial")


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
    return _interval(CI_BLAKER, kernels.blaker, successes, trials, "two-sided", alpha, law="binomial")


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
    one_of(variant, CI_JEFFREYS.variants, name="variant")
    if variant == "hpd" and alternative != "two-sided":
        raise OptionError("the shortest interval has two sides", hint='variant="equal_tailed" gives one-sided bounds')
    limits = {"equal_tailed": kernels.jeffreys, "hpd": kernels.jeffreys_hpd}[variant]
    return _interval(CI_JEFFREYS, limits, successes, trials, alternative, alpha, law="beta", variant=variant)


def ci_agresti_coull(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
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
    return _interval(CI_AGRESTI_COULL, kernels.agresti_coull, successes, trials, alternative, alpha, law="normal")


def ci_hoeffding(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
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
    return _interval(CI_HOEFFDING, kernels.hoeffding, successes, trials, alternative, alpha, law="Hoeffding")


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
    one_of(variant, CI_TRANSFORMED.variants, name="variant")
    own: dict[str, kernels.Limits] = {"arcsine": kernels.arcsine, "likelihood": kernels.likelihood}
    limits = own.get(variant) or kernels.transformed(variant)
    law = "chi-square" if variant == "likelihood" else "normal"
    return _interval(CI_TRANSFORMED, limits, successes, trials, alternative, alpha, law=law, variant=variant)


def _interval(
    method: Method,
    kernel: kernels.Limits,
    successes: IntoExpr,
    trials: IntoExpr | None,
    alternative: Alternative,
    alpha: float,
    *,
    law: str,
    variant: str | None = None,
) -> pl.Expr:
    level = checked_level(alpha, alternative)

    def rows(counts: pl.DataFrame) -> pl.DataFrame:
        judged = judged_counts(counts)
        low, high = on_distinct(kernel, judged, level)
        both = judged.with_columns(low=pl.Series(low).fill_nan(None), high=pl.Series(high).fill_nan(None))
        return both.select(_interval_row(method, alternative, alpha, law, variant))

    return summarised(method, rows, **counted(successes, trials))


def _interval_row(
    method: Method, alternative: Alternative, alpha: float, law: str, variant: str | None
) -> list[pl.Expr]:
    k, n, some, fine = (pl.col(name) for name in ("k", "n", "some", "fine"))
    none = fine & pl.col("low").is_null()
    wald = method.id == CI_PROPORTION_WALD.id
    few = fine & ~none & ((k < FEW) | (n - k < FEW)) & pl.lit(wald)
    low = pl.col("low") if alternative != "less" else pl.lit(None)
    high = pl.col("high") if alternative != "greater" else pl.lit(None)
    beyond = fine & ((pl.col("low") < 0).fill_null(False) & pl.lit(alternative != "less"))
    beyond |= fine & ((pl.col("high") > 1).fill_null(False) & pl.lit(alternative != "greater"))
    return fields(
        method,
        variant=sided(variant, alternative),
        n=pl.when(pl.col("sound")).then(n).otherwise(0),
        estimate=pl.when(fine).then(k / n),
        ci_low=low,
        ci_high=high,
        alpha=alpha,
        law=law,
        alternative=alternative,
        status=first_that_holds(
            [
                (~some & pl.col("sound"), "too_few"),
                (~pl.col("sound"), "undefined"),
                (none, "zero_variance" if wald else "undefined"),
                (few, "approximate"),
            ],
            "ok",
        ),
        remarks=joined_remarks(
            NOT_COUNTS.where(~pl.col("sound")), ALIKE.where(none), FEW_COUNTED.where(few), OUTSIDE.where(beyond)
        ),
    )


CI_PROPORTION_WALD = _method(
    "ci_proportion_wald",
    "Wald interval",
    "f +- z sqrt(f (1 - f) / m), f = r / m",
    "brown2001",
    tex=r"f \pm z_{1-\alpha/2} \sqrt{\frac{f (1 - f)}{m}}, \quad f = \frac{r}{m}",
    expr=ci_proportion_wald,
    short="Wald",
    answers=("rates",),
    remarks=(ALIKE, FEW_COUNTED, OUTSIDE),
    reason="It is the interval of most textbooks.",
)

CI_WILSON = _method(
    "ci_wilson",
    "Wilson score interval",
    "(f + z^2/(2m) +- z sqrt(f (1 - f)/m + z^2/(4 m^2))) / (1 + z^2/m)",
    "wilson1927",
    "brown2001",
    tex=r"\frac{f + \frac{z^2}{2m} \pm z \sqrt{\frac{f (1 - f)}{m} + \frac{z^2}{4 m^2}}}{1 + \frac{z^2}{m}}",
    variants=("plain", "corrected"),
    expr=ci_wilson,
    short="Wilson",
    answers=("rates",),
    reason="Its coverage is close to nominal for all rates.",
)

CI_CLOPPER_PEARSON = _method(
    "ci_clopper_pearson",
    "Clopper-Pearson interval",
    "the rates p with P(X >= r) > alpha/2 and P(X <= r) > alpha/2, X ~ Binomial(m, p)",
    "clopper1934",
    tex=(
        r"\left\{ p : \Pr(X \geq r) > \frac{\alpha}{2}, \; \Pr(X \leq r) > \frac{\alpha}{2} \right\}, "
        r"\quad X \sim \mathrm{Bin}(m, p)"
    ),
    expr=ci_clopper_pearson,
    short="Clopper-Pearson",
    answers=("rates",),
    reason="Its coverage is never below nominal.",
)

CI_MIDP = _method(
    "ci_midp",
    "Mid-p interval",
    "as Clopper-Pearson, with half of P(X = r) in each tail",
    "brown2001",
    tex=(
        r"\left\{ p : \Pr(X > r) + \frac{1}{2} \Pr(X = r) > \frac{\alpha}{2}, \; \Pr(X < r) + \frac{1}{2} \Pr(X = r) > "
        r"\frac{\alpha}{2} \right\}"
    ),
    expr=ci_midp,
)

CI_BLAKER = _method(
    "ci_blaker",
    "Blaker interval",
    "the rates p at which P(min tail of X <= min tail of r) > alpha, X ~ Binomial(m, p)",
    "blaker2000",
    tex=(
        r"\left\{ p : \Pr(\gamma(X) \leq \gamma(r)) > \alpha \right\}, "
        r"\quad \gamma(x) = \min(\Pr(X \leq x), \Pr(X \geq x))"
    ),
    expr=ci_blaker,
)

CI_JEFFREYS = _method(
    "ci_jeffreys",
    "Jeffreys interval",
    "quantiles of Beta(r + 1/2, m - r + 1/2)",
    "brown2001",
    tex=r"\left[ B_{\alpha/2}, \; B_{1-\alpha/2} \right], \quad B \sim \mathrm{Beta}(r + 1/2, m - r + 1/2)",
    variants=("equal_tailed", "hpd"),
    expr=ci_jeffreys,
    short="Jeffreys",
    answers=("rates",),
    reason="Its coverage is close to nominal on average.",
)

CI_AGRESTI_COULL = _method(
    "ci_agresti_coull",
    "Agresti-Coull interval",
    "Wald's formula with r + z^2/2 successes of m + z^2",
    "agresti1998",
    tex=(
        r"\tilde{f} \pm z \sqrt{\frac{\tilde{f} (1 - \tilde{f})}{m + z^2}}, \quad \tilde{f} = \frac{r + z^2/2}{m + z^2}"
    ),
    remarks=(OUTSIDE,),
    expr=ci_agresti_coull,
)

CI_HOEFFDING = _method(
    "ci_hoeffding",
    "Hoeffding interval",
    "f +- sqrt(ln(2/alpha) / (2m)), whatever the law",
    "hoeffding1963",
    tex=r"f \pm \sqrt{\frac{\ln(2/\alpha)}{2 m}}",
    remarks=(OUTSIDE,),
    expr=ci_hoeffding,
    short="Hoeffding",
    answers=("rates",),
    reason="It holds whatever the law of the results.",
)

CI_TRANSFORMED = _method(
    "ci_transformed",
    "Interval for a rate on another scale",
    "g^-1(g(f) +- z se(g(f))) with g the logit, probit, complementary log-log or arcsine root; or the rates whose "
    "likelihood ratio is within z^2",
    "brown2001",
    tex=r"g^{-1}\left( g(f) \pm z_{1-\alpha/2} \, \mathrm{se}(g(f)) \right)",
    variants=("logit", "probit", "cloglog", "arcsine", "likelihood"),
    remarks=(ALIKE,),
    expr=ci_transformed,
)
