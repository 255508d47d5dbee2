"""Between which limits does an expected result lie, judged by a column of results?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.binomial_limits import normal_point
from benchreport.stats.bootstrap import checked_seed
from benchreport.stats.columns.moments import (
    NEVER_VARIES,
    NO_RATIO,
    checked_level,
    moments,
    on_moments,
    ratio_of,
    sided,
    with_error,
)
from benchreport.stats.distributions import IntoExpr, as_expr, measured, t_isf
from benchreport.stats.resampled_means import bootstrap_limits
from benchreport.stats.rows import NO_MEAN, averaged, checked_draws, checked_number, fields, first_that_holds

BootstrapVariant = Literal["bca", "percentile"]
Statistic = Literal["mean", "median"]
SMALL = 10
OUT_OF_BOUND = Remark(code="outside_bound", note="results lie outside the declared bound")
NO_BOOTSTRAP = Remark(code="infinite_no_bootstrap", note="{0} infinite {0|value|values}, so the bootstrap is undefined")
VACUOUS = Remark(code="limit_outside_bound", note="a limit lies outside the declared bound")
FEW_FOR_BOOTSTRAP = Remark(
    code="few_for_bootstrap", note=f"bootstrap intervals from fewer than {SMALL} blocks are too narrow"
)
DRAWN_LIMITS = Remark(
    code="drawn_limits", note="{0} draws, seed {1}; Monte Carlo standard error of the limits {2} and {3}"
)
DRAWN_LIMIT = Remark(code="drawn_limit", note="{0} draws, seed {1}; Monte Carlo standard error of the limit {2}")


def ci_mean_z(x: IntoExpr, *, sigma: float, alternative: Alternative = "two-sided", alpha: float = 0.05) -> pl.Expr:
    """Interval of the mean of a column whose standard deviation is known.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]})
    >>> row = errors.select(br.expr.ci_mean_z("x", sigma=0.02)).unnest("ci_mean_z")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.118604, 0.143396)
    """
    level = checked_level(alpha, alternative)
    checked_number(sigma, "sigma", least=0, strict=True)

    def rows(sums: pl.DataFrame) -> pl.DataFrame:
        reach = normal_point(level) * sigma / pl.col("n").sqrt()
        return sums.select(_mean_row(CI_MEAN_Z, reach, pl.col("n") >= 1, alternative, alpha, law="normal"))

    return averaged(CI_MEAN_Z, on_moments(rows), (x,), moments(x))


def ci_mean_t(
    x: IntoExpr, *, ratio: IntoExpr | None = None, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Interval of the mean of a column.

    Parameters
    ----------
    x
        Results, one row per block.
    ratio
        Test size over training size where the rows are runs that share training data: the variance is then corrected
        as by Nadeau and Bengio. A number, or a column that is constant in a group.
    alternative
        "greater" gives the lower bound alone, "less" the upper bound.
    alpha
        Level of the interval.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]})
    >>> row = errors.select(br.expr.ci_mean_t("x")).unnest("ci_mean_t")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.117323, 0.144677)
    """
    level = checked_level(alpha, alternative)

    def rows(sums: pl.DataFrame) -> pl.DataFrame:
        spread = with_error(sums)
        reach = pl.when("steady").then(0.0).otherwise(pl.col("error") * t_isf(level, pl.col("n") - 1))
        known = (pl.col("n") >= 2) & (pl.col("ratio").is_not_null() | pl.col("steady"))
        return spread.select(_mean_row(CI_MEAN_T, reach, known, alternative, alpha, law="t", df=pl.col("n") - 1))

    return averaged(CI_MEAN_T, on_moments(rows), (x,), moments(x) | {"ratio": ratio_of(ratio)})


def ci_bootstrap(
    x: IntoExpr,
    *,
    statistic: Statistic = "mean",
    variant: BootstrapVariant = "bca",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
) -> pl.Expr:
    """Bootstrap interval of the mean or median of a column.

    Parameters
    ----------
    x
        Results, one row per block.
    statistic
        "mean" or "median".
    variant
        "bca" corrects the percentile interval for bias and skewness; "percentile" does not.
    alternative
        "greater" gives the lower bound alone, "less" the upper bound.
    alpha
        Level of the interval.
    draws, seed
        How often the rows are drawn again, and from which seed; groups of the same size share their draws.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]})
    >>> row = errors.select(br.expr.ci_bootstrap("x")).unnest("ci_bootstrap")
    >>> row.select(pl.col("ci_low", "ci_high").round(2)).row(0)
    (0.12, 0.14)
    """
    level = checked_level(alpha, alternative)
    one_of(statistic, ("mean", "median"), name="statistic")
    one_of(variant, CI_BOOTSTRAP.variants, name="variant")
    checked_draws(draws)
    checked_seed(seed)

    def rows(sums: pl.DataFrame) -> pl.DataFrame:
        limits = bootstrap_limits(
            sums.get_column("values"), statistic=statistic, variant=variant, draws=draws, seed=seed,
            levels=(level, level),
        )  # fmt: skip
        found = with_error(pl.concat([sums, limits], how="horizontal"))
        return found.select(_bootstrap_row(statistic, variant, alternative, alpha, draws, seed))

    facts = moments(x) | {"ratio": pl.lit(0.0).first(), "values": measured(x).drop_nulls().implode()}
    return averaged(CI_BOOTSTRAP, on_moments(rows), (x,), facts, remark=NO_BOOTSTRAP)


def ci_hoeffding_mean(
    x: IntoExpr, *, bound: Sequence[float], alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Interval of the mean of bounded results by Hoeffding's inequality, whatever their law.

    ``bound`` is the range the results cannot leave, such as (0, 1).

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> losses = pl.DataFrame({"x": [0.0, 1.0, 0.0, 0.5] * 10})
    >>> row = losses.select(br.expr.ci_hoeffding_mean("x", bound=(0, 1))).unnest("ci_hoeffding_mean")
    >>> row.select(((pl.col("ci_high") - pl.col("ci_low")) / 2).round(6)).item()
    0.214735
    """
    return bounded(CI_HOEFFDING_MEAN, x, *checked_bound(bound), alternative, alpha)


def ci_empirical_bernstein(
    x: IntoExpr, *, bound: Sequence[float], alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Interval of the mean of bounded results by the empirical Bernstein bound of Maurer and Pontil.

    Narrower than Hoeffding's where the results vary little and there are many of them.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> losses = pl.DataFrame({"x": [0.0, 0.1] * 2000})
    >>> row = losses.select(br.expr.ci_empirical_bernstein("x", bound=(0, 1))).unnest("ci_empirical_bernstein")
    >>> row.select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.0451, 0.0549)
    """
    return bounded(CI_EMPIRICAL_BERNSTEIN, x, *checked_bound(bound), alternative, alpha)


def bounded(
    method: Method, x: IntoExpr, low: IntoExpr, high: IntoExpr, alternative: Alternative, alpha: float
) -> pl.Expr:
    """Interval of the mean of results between two ends, which may be columns."""
    level = checked_level(alpha, alternative)
    empirical = method.id == CI_EMPIRICAL_BERNSTEIN.id

    def rows(sums: pl.DataFrame) -> pl.DataFrame:
        n, span = pl.col("n"), pl.col("high") - pl.col("low")
        reach = span * (math.log(1 / level) / (2 * n)).sqrt()
        if empirical:
            # The variance is bounded too, which costs half of the level.
            cost = math.log(2 / level)
            reach = pl.col("sd") * (2 * cost / n).sqrt() + 7 * span * cost / (3 * (n - 1))
        inside = (pl.col("least") >= pl.col("low")) & (pl.col("most") <= pl.col("high"))
        judged = sums.with_columns(enough=n >= (2 if empirical else 1), inside=inside.fill_null(True), reach=reach)
        return judged.select(_bounded_row(method, alternative, alpha))

    ends = {name: as_expr(end).cast(pl.Float64).drop_nulls().first() for name, end in (("low", low), ("high", high))}
    value = measured(x)
    return averaged(method, on_moments(rows), (x,), moments(x) | ends | {"least": value.min(), "most": value.max()})


def checked_bound(bound: Sequence[float]) -> tuple[float, float]:
    """Refuse a range that is not two numbers in order."""
    if isinstance(bound, str) or len(bound) != 2:
        raise OptionError(f"bound is {bound!r}", hint="it is the smallest and the largest possible value: (0, 1)")
    low, high = (checked_number(end, "bound") for end in bound)
    if low >= high:
        raise OptionError(f"bound is {bound!r}", hint="the smaller end comes first, such as (0, 1)")
    return low, high


def _mean_row(
    method: Method,
    reach: pl.Expr,
    known: pl.Expr,
    alternative: Alternative,
    alpha: float,
    *,
    law: str,
    df: pl.Expr | None = None,
) -> list[pl.Expr]:
    mean = pl.col("mean")
    by_t = method.id == CI_MEAN_T.id
    enough = pl.col("n") >= (2 if by_t else 1)
    steady = enough & pl.col("steady") if by_t else pl.lit(False)
    unknown = enough & pl.col("ratio").is_null() & ~pl.col("steady") if by_t else pl.lit(False)
    plain, corrected = pl.lit(sided("plain", alternative)), pl.lit(sided("corrected", alternative))
    told = pl.when(pl.col("ratio") == 0).then(plain).otherwise(corrected) if by_t else sided(None, alternative)
    return fields(
        method,
        variant=told,
        n=pl.col("n"),
        df1=pl.when(known & ~steady).then(df) if df is not None else None,
        estimate=mean,
        ci_low=None if alternative == "less" else pl.when(known).then(mean - reach),
        ci_high=None if alternative == "greater" else pl.when(known).then(mean + reach),
        alpha=alpha,
        law=law,
        alternative=alternative,
        status=first_that_holds([(~enough, "too_few"), (steady, "zero_variance"), (unknown, "undefined")], "ok"),
        remarks=joined_remarks(NEVER_VARIES.where(steady), NO_RATIO.where(unknown)),
    )


def _bootstrap_row(
    statistic: str, variant: str, alternative: Alternative, alpha: float, draws: int, seed: int
) -> list[pl.Expr]:
    enough = pl.col("n") >= 2
    steady = enough & pl.col("steady")
    drawn = enough & ~steady
    errors = {"two-sided": ("error_low", "error_high"), "greater": ("error_low",), "less": ("error_high",)}[alternative]
    values = [pl.lit(draws), pl.lit(seed), *(pl.col(name).round_sig_figs(2) for name in errors)]
    return fields(
        CI_BOOTSTRAP,
        variant=sided(f"{variant}, {statistic}", alternative),
        n=pl.col("n"),
        estimate=pl.col("estimate"),
        estimand=f"{statistic} of a",
        ci_low=None if alternative == "less" else pl.when(enough).then("low"),
        ci_high=None if alternative == "greater" else pl.when(enough).then("high"),
        alpha=alpha,
        law="bootstrap",
        alternative=alternative,
        status=first_that_holds(
            [(~enough, "too_few"), (steady, "zero_variance"), (pl.col("n") < SMALL, "approximate")], "ok"
        ),
        remarks=joined_remarks(
            (DRAWN_LIMITS if len(errors) == 2 else DRAWN_LIMIT).where(drawn, *values),
            FEW_FOR_BOOTSTRAP.where(drawn & (pl.col("n") < SMALL)),
            NEVER_VARIES.where(steady),
        ),
    )


def _bounded_row(method: Method, alternative: Alternative, alpha: float) -> list[pl.Expr]:
    mean, reach, known = pl.col("mean"), pl.col("reach"), pl.col("enough") & pl.col("inside")
    low = pl.when(known & pl.lit(alternative != "less")).then(mean - reach)
    high = pl.when(known & pl.lit(alternative != "greater")).then(mean + reach)
    beyond = (low < pl.col("low")).fill_null(False) | (high > pl.col("high")).fill_null(False)
    return fields(
        method,
        variant=sided(None, alternative),
        n=pl.col("n"),
        estimate=mean,
        ci_low=low,
        ci_high=high,
        alpha=alpha,
        law="empirical Bernstein" if method.id == CI_EMPIRICAL_BERNSTEIN.id else "Hoeffding",
        alternative=alternative,
        status=first_that_holds([(~pl.col("enough"), "too_few"), (~pl.col("inside"), "undefined")], "ok"),
        remarks=joined_remarks(OUT_OF_BOUND.where(~pl.col("inside")), VACUOUS.where(beyond)),
    )


CI_MEAN_Z = Method(
    id="ci_mean_z",
    title="Interval of a mean with known spread",
    question="Where does the expected result of an algorithm lie, when its spread is known?",
    kind="columns",
    shape="scores",
    door="one",
    symbol="z",
    formula="m +- z sigma / sqrt(n)",
    tex=r"\bar{x} \pm z_{1-\alpha/2} \frac{\sigma}{\sqrt{n}}",
    null="",
    assumes=("results are independent", "results are about normal, or many", "sigma is known, not estimated"),
    cites=("alpaydin2010",),
    estimand="mean of a",
    remarks=(NO_MEAN,),
    expr=ci_mean_z,
)

CI_MEAN_T = Method(
    id="ci_mean_t",
    title="Interval of a mean",
    question="Where does the expected result of an algorithm lie?",
    kind="columns",
    shape="scores",
    door="one",
    symbol="t",
    formula="m +- t s / sqrt(n) with n - 1 degrees of freedom; corrected: m +- t s sqrt(1/n + n_test/n_train)",
    tex=r"\bar{x} \pm t_{1-\alpha/2, n-1} \frac{s}{\sqrt{n}}",
    null="",
    assumes=(
        "results are independent, or their correlation is n_test / (n_train + n_test)",
        "results are about normal",
    ),
    cites=("student1908", "nadeau2003", "alpaydin2010"),
    estimand="mean of a",
    variants=("corrected", "plain"),
    remarks=(NEVER_VARIES, NO_RATIO, NO_MEAN),
    expr=ci_mean_t,
)

CI_BOOTSTRAP = Method(
    id="ci_bootstrap",
    title="Bootstrap interval",
    question="Where does the mean or median result of an algorithm lie, without a law for the results?",
    kind="columns",
    shape="scores",
    door="one",
    symbol="m",
    formula="quantiles of the statistic over blocks drawn again with replacement; bca: shifted for bias and skewness",
    tex=r"\left[ m^{\ast}_{(\alpha/2)}, \; m^{\ast}_{(1-\alpha/2)} \right]",
    null="",
    assumes=("blocks are independent",),
    cites=("efron1987",),
    estimand="mean of a",
    variants=("bca", "percentile"),
    remarks=(DRAWN_LIMITS, DRAWN_LIMIT, FEW_FOR_BOOTSTRAP, NEVER_VARIES, NO_BOOTSTRAP),
    expr=ci_bootstrap,
)

CI_HOEFFDING_MEAN = Method(
    id="ci_hoeffding_mean",
    title="Hoeffding interval of a mean",
    question="Where does the expected result of an algorithm lie, whatever its law, if it is bounded?",
    kind="columns",
    shape="scores",
    door="one",
    symbol="m",
    formula="m +- (b - a) sqrt(ln(2/alpha) / (2n)) for results in [a, b]",
    tex=r"\bar{x} \pm (b - a) \sqrt{\frac{\ln(2/\alpha)}{2 n}}",
    null="",
    assumes=("results are independent", "results lie in the declared bound"),
    cites=("hoeffding1963",),
    estimand="mean of a",
    remarks=(OUT_OF_BOUND, VACUOUS, NO_MEAN),
    expr=ci_hoeffding_mean,
)

CI_EMPIRICAL_BERNSTEIN = Method(
    id="ci_empirical_bernstein",
    title="Empirical Bernstein interval",
    question="Where does the expected result of an algorithm lie, if it is bounded and varies little?",
    kind="columns",
    shape="scores",
    door="one",
    symbol="m",
    formula="m +- sqrt(2 s^2 ln(4/alpha) / n) + 7 (b - a) ln(4/alpha) / (3 (n - 1)) for results in [a, b]",
    tex=r"\bar{x} \pm \left( \sqrt{\frac{2 s^2 \ln(4/\alpha)}{n}} + \frac{7 (b - a) \ln(4/\alpha)}{3 (n - 1)} \right)",
    null="",
    assumes=("results are independent", "results lie in the declared bound"),
    cites=("maurer2009",),
    estimand="mean of a",
    remarks=(OUT_OF_BOUND, VACUOUS, NO_MEAN),
    expr=ci_empirical_bernstein,
)
