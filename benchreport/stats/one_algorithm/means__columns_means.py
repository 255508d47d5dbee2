"""Between which limits does an expected result lie, judged by a column of results?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import IntoExpr, measured, t_isf
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import (
    NO_MEAN,
    averaged,
    checked_draws,
    checked_number,
    checked_seed,
    fields,
    first_that_holds,
)
from benchreport.stats.forms.samples import flat
from benchreport.stats.forms.sides import (
    NEVER_VARIES,
    NO_RATIO,
    checked_level,
    corrected_error,
    limits,
    moments,
    ratio_of,
    sided,
    summed,
)
from benchreport.stats.kernels.binomial import normal_point
from benchreport.stats.kernels.bootstrap import location_limits

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
    rows = partial(_z_rows, sigma=sigma, alternative=alternative, alpha=alpha, level=level)
    return averaged(CI_MEAN_Z, rows, (x,), moments(x))


def _z_rows(lists: pl.DataFrame, *, sigma: float, alternative: Alternative, alpha: float, level: float) -> pl.DataFrame:
    n, mean = pl.col("n"), pl.col("mean")
    reach = normal_point(level) * sigma / n.sqrt()
    row = fields(
        CI_MEAN_Z,
        variant=sided(None, alternative),
        n=n,
        estimate=mean,
        **limits("ci", alternative, n >= 1, mean - reach, mean + reach),
        alpha=alpha,
        law="normal",
        alternative=alternative,
        status=first_that_holds([(n < 1, "too_few")], "ok"),
    )
    return summed(lists).select(row)


@documented
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

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]})
    >>> row = errors.select(br.expr.ci_mean_t("x")).unnest("ci_mean_t")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.117323, 0.144677)
    """
    rows = partial(_t_rows, alternative=alternative, alpha=alpha, level=checked_level(alpha, alternative))
    return averaged(CI_MEAN_T, rows, (x,), moments(x) | {"ratio": ratio_of(ratio)})


def _t_rows(lists: pl.DataFrame, *, alternative: Alternative, alpha: float, level: float) -> pl.DataFrame:
    n, mean, ratio, steady = pl.col("n"), pl.col("mean"), pl.col("ratio"), pl.col("steady")
    enough = n >= 2
    known, unknown = enough & (ratio.is_not_null() | steady), enough & ratio.is_null() & ~steady
    reach = pl.when(steady).then(0.0).otherwise(corrected_error() * t_isf(level, n - 1))
    plain, corrected = pl.lit(sided("plain", alternative)), pl.lit(sided("corrected", alternative))
    row = fields(
        CI_MEAN_T,
        variant=pl.when(ratio == 0).then(plain).otherwise(corrected),
        n=n,
        df1=pl.when(known & ~steady).then(n - 1),
        estimate=mean,
        **limits("ci", alternative, known, mean - reach, mean + reach),
        alpha=alpha,
        law="t",
        alternative=alternative,
        status=first_that_holds([(~enough, "too_few"), (steady, "zero_variance"), (unknown, "undefined")], "ok"),
        remarks=joined_remarks(NEVER_VARIES.where(enough & steady), NO_RATIO.where(unknown)),
    )
    return summed(lists).select(row)


@documented
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
    upright = pl.lit(1.0)
    return oriented_bootstrap(
        upright, x, statistic=statistic, variant=variant, alternative=alternative, alpha=alpha, draws=draws, seed=seed
    )


def oriented_bootstrap(
    orientation: pl.Expr,
    x: IntoExpr,
    *,
    statistic: Statistic,
    variant: BootstrapVariant,
    alternative: Alternative,
    alpha: float,
    draws: int,
    seed: int,
) -> pl.Expr:
    """Compute :func:`ci_bootstrap`; where the orientation is -1, blocks are drawn in the opposite order of size."""
    level = checked_level(alpha, alternative)
    one_of(statistic, ("mean", "median"), name="statistic")
    one_of(variant, CI_BOOTSTRAP.variants, name="variant")
    drawing = {"statistic": statistic, "variant": variant, "draws": checked_draws(draws), "seed": checked_seed(seed)}
    rows = partial(_bootstrap_rows, drawing, alternative=alternative, alpha=alpha, level=level)
    turned = (measured(x) * orientation).drop_nulls().implode()
    facts = moments(x) | {"values": turned, "lower": orientation.first() < 0}
    return averaged(CI_BOOTSTRAP, rows, (x,), facts, remark=NO_BOOTSTRAP)


def _bootstrap_rows(
    drawing: dict[str, Any], lists: pl.DataFrame, *, alternative: Alternative, alpha: float, level: float
) -> pl.DataFrame:
    drawn_limits = location_limits(*flat(lists.get_column("values")), levels=(level, level), **drawing)
    found = pl.DataFrame(drawn_limits, nan_to_null=True).with_columns(lists["lower"])
    ends = {"estimate": -pl.col("estimate"), "low": -pl.col("high"), "high": -pl.col("low")}
    ends |= {"error_low": pl.col("error_high"), "error_high": pl.col("error_low")}
    found = found.select(pl.when("lower").then(end).otherwise(name).alias(name) for name, end in ends.items())
    n, steady = pl.col("n"), pl.col("steady")
    enough = n >= 2
    drawn = enough & ~steady
    errors_of = {"two-sided": ("error_low", "error_high"), "greater": ("error_low",), "less": ("error_high",)}
    spread = [pl.col(name).round_sig_figs(2) for name in errors_of[alternative]]
    values = [pl.lit(drawing["draws"]), pl.lit(drawing["seed"]), *spread]
    row = fields(
        CI_BOOTSTRAP,
        variant=sided(f"{drawing['variant']}, {drawing['statistic']}", alternative),
        n=n,
        estimate=pl.col("estimate"),
        estimand=f"{drawing['statistic']} of a",
        **limits("ci", alternative, enough, "low", "high"),
        alpha=alpha,
        law="bootstrap",
        alternative=alternative,
        status=first_that_holds([(~enough, "too_few"), (steady, "zero_variance"), (n < SMALL, "approximate")], "ok"),
        remarks=joined_remarks(
            (DRAWN_LIMITS if len(spread) == 2 else DRAWN_LIMIT).where(drawn, *values),
            FEW_FOR_BOOTSTRAP.where(drawn & (n < SMALL)),
            NEVER_VARIES.where(enough & steady),
        ),
    )
    return summed(lists).hstack(found).select(row)


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
    return _bounded(CI_HOEFFDING_MEAN, x, bound, alternative, alpha)


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
    return _bounded(CI_EMPIRICAL_BERNSTEIN, x, bound, alternative, alpha)


def _bounded(method: Method, x: IntoExpr, bound: Sequence[float], alternative: Alternative, alpha: float) -> pl.Expr:
    low, high = checked_bound(bound)
    level = checked_level(alpha, alternative)
    rows = partial(_bounded_rows, method=method, low=low, high=high, alternative=alternative, alpha=alpha, level=level)
    value = measured(x)
    return averaged(method, rows, (x,), moments(x) | {"least": value.min(), "most": value.max()})


def checked_bound(bound: Sequence[float]) -> tuple[float, float]:
    """Raise an error for a range that is not two numbers in order."""
    if isinstance(bound, str) or len(bound) != 2:
        raise OptionError(f"bound is {bound!r}", hint="it is the smallest and the largest possible value: (0, 1)")
    low, high = (checked_number(end, "bound") for end in bound)
    if low >= high:
        raise OptionError(f"bound is {bound!r}", hint="the smaller end comes first, such as (0, 1)")
    return low, high


def _bounded_rows(
    lists: pl.DataFrame,
    *,
    method: Method,
    low: float,
    high: float,
    alternative: Alternative,
    alpha: float,
    level: float,
) -> pl.DataFrame:
    n, mean, span = pl.col("n"), pl.col("mean"), high - low
    empirical = method.id == CI_EMPIRICAL_BERNSTEIN.id
    if empirical:
        # The variance is bounded too, which costs half of the level.
        cost = math.log(2 / level)
        reach = pl.col("sd") * (2 * cost / n).sqrt() + 7 * span * cost / (3 * (n - 1))
    else:
        reach = span * (math.log(1 / level) / (2 * n)).sqrt()
    enough = n >= (2 if empirical else 1)
    inside = ((pl.col("least") >= low) & (pl.col("most") <= high)).fill_null(True)
    ends = limits("ci", alternative, enough & inside, mean - reach, mean + reach)
    beyond = [end < low if name == "ci_low" else end > high for name, end in ends.items() if end is not None]
    row = fields(
        method,
        variant=sided(None, alternative),
        n=n,
        estimate=mean,
        **ends,
        alpha=alpha,
        law="empirical Bernstein" if empirical else "Hoeffding",
        alternative=alternative,
        status=first_that_holds([(~enough, "too_few"), (~inside, "undefined")], "ok"),
        remarks=joined_remarks(OUT_OF_BOUND.where(~inside), VACUOUS.where(pl.any_horizontal(beyond).fill_null(False))),
    )
    return summed(lists).select(row)


CI_MEAN_Z = Method(
    id="ci_mean_z",
    title="Interval of a mean with known spread",
    question="Where does the expected result of an algorithm lie, when its spread is known?",
    kind="columns",
    symbol="z",
    formula="m +- z sigma / sqrt(n)",
    tex=r"\bar{x} \pm z_{1-\alpha/2} \frac{\sigma}{\sqrt{n}}",
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
    symbol="t",
    formula="m +- t s / sqrt(n) with n - 1 degrees of freedom; corrected: m +- t s sqrt(1/n + n_test/n_train)",
    tex=r"\bar{x} \pm t_{1-\alpha/2, n-1} \frac{s}{\sqrt{n}}",
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
    symbol="m",
    formula="quantiles of the statistic over blocks drawn again with replacement; bca: shifted for bias and skewness",
    tex=r"\left[ m^{\ast}_{(\alpha/2)}, \; m^{\ast}_{(1-\alpha/2)} \right]",
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
    symbol="m",
    formula="m +- (b - a) sqrt(ln(2/alpha) / (2n)) for results in [a, b]",
    tex=r"\bar{x} \pm (b - a) \sqrt{\frac{\ln(2/\alpha)}{2 n}}",
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
    symbol="m",
    formula="m +- sqrt(2 s^2 ln(4/alpha) / n) + 7 (b - a) ln(4/alpha) / (3 (n - 1)) for results in [a, b]",
    tex=r"\bar{x} \pm \left( \sqrt{\frac{2 s^2 \ln(4/\alpha)}{n}} + \frac{7 (b - a) \ln(4/\alpha)}{3 (n - 1)} \right)",
    assumes=("results are independent", "results lie in the declared bound"),
    cites=("maurer2009",),
    estimand="mean of a",
    remarks=(OUT_OF_BOUND, VACUOUS, NO_MEAN),
    expr=ci_empirical_bernstein,
)
