"""Intervals of mean results: known spread, Student's t, bootstrap, Hoeffding, empirical Bernstein."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Literal

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.distributions import IntoExpr, measured, t_isf
from benchreport.stats.forms.over import DEPENDENT_INTERVAL, PER_DATASET, Frame, over_algorithms
from benchreport.stats.forms.parameters import documented, options_as_in
from benchreport.stats.forms.rows import NO_MEAN, averaged, checked_draws, checked_number, checked_seed
from benchreport.stats.forms.samples import flat
from benchreport.stats.forms.sides import (
    NEVER_VARIES,
    NO_RATIO,
    OptionsOfTest,
    checked_options,
    corrected_error,
    moments,
    ratio_of,
    sided,
    summed,
)
from benchreport.stats.kernels.binomial import normal_point
from benchreport.stats.kernels.bootstrap import location_limits
from benchreport.tables.blocks import Reduce
from benchreport.tables.groups import By

MeanVariant = Literal["corrected", "plain"]
BootstrapVariant = Literal["bca", "percentile"]
Statistic = Literal["mean", "median"]
SMALL = 10
N, MEAN, STEADY = pl.col("n"), pl.col("mean"), pl.col("steady")
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


@documented
def ci_mean_z(
    table: Frame,
    *,
    by: By = PER_DATASET,
    sigma: float,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the interval of the mean result of every algorithm when the standard deviation of a result is known.

    Parameters
    ----------
    sigma
        The known standard deviation of one block's result.
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be (an upper bound where lower
        values are better), "less" how good.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.ci_mean_z(scores, by="metric", sigma=0.15)
    >>> rows.select("a", pl.col("estimate", "ci_low", "ci_high").round(3)).row(0)
    ('C4.5', 0.805, 0.726, 0.884)
    """
    test = partial(ci_mean_z_expr, sigma=sigma, alpha=alpha)
    return over_algorithms(CI_MEAN_Z, test, table, by=by, alternative=alternative, reduce=reduce)


@documented
def ci_mean_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    alternative: Alternative = "two-sided",
    variant: MeanVariant = "corrected",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Student's interval of the mean result of every algorithm.

    Where the blocks are runs on one dataset that share training data, the variance is corrected as by Nadeau and
    Bengio; ``variant`` of each row says "plain" where there was nothing to correct.

    Parameters
    ----------
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be, "less" how good.
    variant
        "corrected" for training data that runs share, or "plain" as if all blocks were independent.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.ci_mean_t(scores, by="metric").select("a", "variant", pl.col("ci_low", "ci_high").round(3)).row(0)
    ('C4.5', 'plain', 0.712, 0.897)
    """
    one_of(variant, CI_MEAN_T.variants, name="variant")
    corrected = variant == "corrected"
    test = partial(ci_mean_t_expr, ratio="ratio" if corrected else None, alpha=alpha)
    return over_algorithms(CI_MEAN_T, test, table, by=by, alternative=alternative, reduce=reduce, corrected=corrected)


@documented
def ci_bootstrap(
    table: Frame,
    *,
    by: By = "metric",
    statistic: Statistic = "mean",
    variant: BootstrapVariant = "bca",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the bootstrap interval of the mean or median result of every algorithm over resampled blocks.

    Parameters
    ----------
    statistic
        "mean" or "median" over the blocks.
    variant
        "bca" corrects the percentile interval for bias and skewness; "percentile" does not.
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be, "less" how good.
    draws
        How often the blocks are drawn again.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.ci_bootstrap(scores).select("a", "variant", pl.col("ci_low", "ci_high").round(2)).row(0)
    ('C4.5', 'bca, mean', 0.72, 0.88)
    """
    options: dict[str, Any] = {"statistic": statistic, "variant": variant, "alpha": alpha, "draws": draws, "seed": seed}
    test = partial(_oriented_bootstrap, pl.col("orientation"), **options)
    return over_algorithms(CI_BOOTSTRAP, test, table, by=by, alternative=alternative, reduce=reduce)


@documented
def ci_hoeffding_mean(
    table: Frame,
    *,
    by: By = "metric",
    bound: Sequence[float],
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the interval of the mean of bounded results of every algorithm by Hoeffding's inequality.

    It holds whatever law the results follow.

    Parameters
    ----------
    bound
        The range that the metric cannot leave, such as (0, 1).
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be, "less" how good.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.ci_hoeffding_mean(scores, bound=(0, 1)).select("a", pl.col("ci_low", "ci_high").round(3)).row(0)
    ('C4.5', 0.442, 1.168)
    """
    test = partial(ci_hoeffding_mean_expr, bound=bound, alpha=alpha)
    return over_algorithms(CI_HOEFFDING_MEAN, test, table, by=by, alternative=alternative, reduce=reduce)


@documented
@options_as_in(ci_hoeffding_mean)
def ci_empirical_bernstein(table: Frame, *, bound: Sequence[float], alpha: float, **options: Any) -> Frame:
    """Compute the interval of the mean of bounded results of every algorithm by the empirical Bernstein bound.

    It holds whatever law the results follow, and is narrower than :func:`ci_hoeffding_mean` where there are many blocks
    and they vary little.

    Parameters
    ----------
    bound
        The range that the metric cannot leave, such as (0, 1).
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be, "less" how good.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> rows = br.ci_empirical_bernstein(scores, by=("dataset", "metric"), bound=(0, 1))
    >>> rows.select("dataset", "a", pl.col("ci_low").round(2), "status").row(0)
    ('breast_cancer', 'DecisionTree', 0.82, 'approximate')
    """
    test = partial(ci_empirical_bernstein_expr, bound=bound, alpha=alpha)
    return over_algorithms(CI_EMPIRICAL_BERNSTEIN, test, table, **options)


def ci_mean_z_expr(
    x: IntoExpr, *, sigma: float, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the interval of the mean of a column whose standard deviation is known.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]})
    >>> row = errors.select(br.expr.ci_mean_z("x", sigma=0.02)).unnest("ci_mean_z")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.118604, 0.143396)
    """
    options = checked_options(CI_MEAN_Z, alternative, alpha)
    reach = normal_point(options.level) * checked_number(sigma, "sigma", least=0, strict=True) / N.sqrt()
    return about_mean(options, x, reach, N >= 1, [(N < 1, "too_few")], variant=sided(None, alternative), law="normal")


def about_mean(
    options: OptionsOfTest,
    x: IntoExpr,
    reach: pl.Expr,
    sound: pl.Expr,
    problems: list[tuple[pl.Expr, str]],
    *remarks: pl.Expr,
    aggregates: Mapping[str, pl.Expr] = MappingProxyType({}),
    **values: Any,
) -> pl.Expr:
    """Return the interval that reaches so far to either side of the mean of a column, where that is ``sound``.

    Expressions are of the columns of :func:`summed` and of further ``aggregates``; ``values`` are those of the row.
    """
    columns = {"n": N, "estimate": MEAN, **options.limits(MEAN - reach, MEAN + reach, where=sound)}
    row = options.row(**{**columns, "status": problems, "remarks": list(remarks), **values})
    return averaged(options.method, lambda lists: summed(lists).select(row), (x,), {**moments(x), **aggregates})


@documented
def ci_mean_t_expr(
    x: IntoExpr, *, ratio: IntoExpr | None = None, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute Student's interval of the mean of a column.

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
    options, size_ratio = checked_options(CI_MEAN_T, alternative, alpha), pl.col("ratio")
    enough = N >= 2
    sound, unknown = enough & (size_ratio.is_not_null() | STEADY), enough & size_ratio.is_null() & ~STEADY
    reach = pl.when(STEADY).then(0.0).otherwise(corrected_error() * t_isf(options.level, N - 1))
    plain, corrected = pl.lit(sided("plain", alternative)), pl.lit(sided("corrected", alternative))
    return about_mean(
        options,
        x,
        reach,
        sound,
        [(~enough, "too_few"), (STEADY, "zero_variance"), (unknown, "undefined")],
        NEVER_VARIES.where(enough & STEADY),
        NO_RATIO.where(unknown),
        aggregates={"ratio": ratio_of(ratio)},
        variant=pl.when(size_ratio == 0).then(plain).otherwise(corrected),
        df1=pl.when(sound & ~STEADY).then(N - 1),
        law="t",
    )


@documented
def ci_bootstrap_expr(
    x: IntoExpr,
    *,
    statistic: Statistic = "mean",
    variant: BootstrapVariant = "bca",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
) -> pl.Expr:
    """Compute the bootstrap interval of the mean or median of a column.

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
    options: dict[str, Any] = {"statistic": statistic, "variant": variant, "alpha": alpha, "draws": draws, "seed": seed}
    return _oriented_bootstrap(pl.lit(1.0), x, alternative=alternative, **options)


def _oriented_bootstrap(
    orientation: pl.Expr, x: IntoExpr, *, alternative: Alternative, alpha: float, **drawing: Any
) -> pl.Expr:
    """Compute :func:`ci_bootstrap`; where the orientation is -1, blocks are drawn in the opposite order of size."""
    options = checked_options(CI_BOOTSTRAP, alternative, alpha)
    one_of(drawing["statistic"], ("mean", "median"), name="statistic")
    one_of(drawing["variant"], CI_BOOTSTRAP.variants, name="variant")
    checked_draws(drawing["draws"])
    checked_seed(drawing["seed"])
    turned = (measured(x) * orientation).drop_nulls().implode()
    aggregates = moments(x) | {"values": turned, "lower": orientation.first() < 0}
    return averaged(CI_BOOTSTRAP, partial(_bootstrap_rows, options, drawing), (x,), aggregates, remark=NO_BOOTSTRAP)


def _bootstrap_rows(options: OptionsOfTest, drawing: dict[str, Any], lists: pl.DataFrame) -> pl.DataFrame:
    levels = (options.level, options.level)
    drawn_limits = location_limits(*flat(lists.get_column("values")), levels=levels, **drawing)
    drawn = pl.DataFrame(drawn_limits, nan_to_null=True).with_columns(lists["lower"])
    ends = {"estimate": -pl.col("estimate"), "low": -pl.col("high"), "high": -pl.col("low")}
    ends |= {"error_low": pl.col("error_high"), "error_high": pl.col("error_low")}
    drawn = drawn.select(pl.when("lower").then(end).otherwise(name).alias(name) for name, end in ends.items())
    enough = N >= 2
    varies = enough & ~STEADY
    errors_of = {"two-sided": ("error_low", "error_high"), "greater": ("error_low",), "less": ("error_high",)}
    spread = [pl.col(name).round_sig_figs(2) for name in errors_of[options.alternative]]
    values = [pl.lit(drawing["draws"]), pl.lit(drawing["seed"]), *spread]
    row = options.row(
        variant=sided(f"{drawing['variant']}, {drawing['statistic']}", options.alternative),
        n=N,
        estimate=pl.col("estimate"),
        estimand=f"{drawing['statistic']} of a",
        **options.limits("low", "high", where=enough),
        law="bootstrap",
        status=[(~enough, "too_few"), (STEADY, "zero_variance"), (N < SMALL, "approximate")],
        remarks=[
            (DRAWN_LIMITS if len(spread) == 2 else DRAWN_LIMIT).where(varies, *values),
            FEW_FOR_BOOTSTRAP.where(varies & (N < SMALL)),
            NEVER_VARIES.where(enough & STEADY),
        ],
    )
    return summed(lists).hstack(drawn).select(row)


def ci_hoeffding_mean_expr(
    x: IntoExpr, *, bound: Sequence[float], alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the interval of the mean of bounded results by Hoeffding's inequality, whatever their law.

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


def ci_empirical_bernstein_expr(
    x: IntoExpr, *, bound: Sequence[float], alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the interval of the mean of bounded results by the empirical Bernstein bound of Maurer and Pontil.

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
    low, high = _checked_bound(bound)
    options, span, value = checked_options(method, alternative, alpha), high - low, measured(x)
    empirical = method.id == CI_EMPIRICAL_BERNSTEIN.id
    if empirical:
        # The variance is bounded too, which costs half of the level.
        cost = math.log(2 / options.level)
        reach = pl.col("sd") * (2 * cost / N).sqrt() + 7 * span * cost / (3 * (N - 1))
    else:
        reach = span * (math.log(1 / options.level) / (2 * N)).sqrt()
    enough = pl.col("n") >= (2 if empirical else 1)
    inside = ((pl.col("least") >= low) & (pl.col("most") <= high)).fill_null(True)
    ends = options.limits(MEAN - reach, MEAN + reach, where=enough & inside)
    beyond = [end < low if name == "ci_low" else end > high for name, end in ends.items() if end is not None]
    return about_mean(
        options,
        x,
        reach,
        enough & inside,
        [(~enough, "too_few"), (~inside, "undefined")],
        OUT_OF_BOUND.where(~inside),
        VACUOUS.where(pl.any_horizontal(beyond).fill_null(False)),
        aggregates={"least": value.min(), "most": value.max()},
        variant=sided(None, alternative),
        law="empirical Bernstein" if empirical else "Hoeffding",
    )


def _checked_bound(bound: Sequence[float]) -> tuple[float, float]:
    """Return the ends of a range; raise an error for what is not two numbers in order."""
    if isinstance(bound, str) or len(bound) != 2:
        raise OptionError(f"bound is {bound!r}", hint="it is the smallest and the largest possible value: (0, 1)")
    low, high = (checked_number(end, "bound") for end in bound)
    if low >= high:
        raise OptionError(f"bound is {bound!r}", hint="the smaller end comes first, such as (0, 1)")
    return low, high


_interval_of_mean = partial(Method, estimand="mean of a")

CI_MEAN_Z = _interval_of_mean(
    table=ci_mean_z,
    title="Interval of a mean with known spread",
    question="Where does the expected result of an algorithm lie, when its spread is known?",
    symbol="z",
    formula="m +- z sigma / sqrt(n)",
    tex=r"\bar{x} \pm z_{1-\alpha/2} \frac{\sigma}{\sqrt{n}}",
    assumes=("results are independent", "results are about normal, or many", "sigma is known, not estimated"),
    cites=("alpaydin2010",),
    remarks=(NO_MEAN, DEPENDENT_INTERVAL),
)

CI_MEAN_T = _interval_of_mean(
    table=ci_mean_t,
    title="Interval of a mean",
    question="Where does the expected result of an algorithm lie?",
    symbol="t",
    formula="m +- t s / sqrt(n) with n - 1 degrees of freedom; corrected: m +- t s sqrt(1/n + n_test/n_train)",
    tex=r"\bar{x} \pm t_{1-\alpha/2, n-1} \frac{s}{\sqrt{n}}",
    assumes=(
        "results are independent, or their correlation is n_test / (n_train + n_test)",
        "results are about normal",
    ),
    account="Means of runs have $t$ intervals.",
    cites=("student1908", "nadeau2003", "alpaydin2010"),
    variants=("corrected", "plain"),
    remarks=(NEVER_VARIES, NO_RATIO, NO_MEAN, DEPENDENT_INTERVAL),
)

CI_BOOTSTRAP = _interval_of_mean(
    table=ci_bootstrap,
    title="Bootstrap interval",
    question="Where does the mean or median result of an algorithm lie, without a law for the results?",
    symbol="m",
    formula="quantiles of the statistic over blocks drawn again with replacement; bca: shifted for bias and skewness",
    tex=r"\left[ m^{\ast}_{(\alpha/2)}, \; m^{\ast}_{(1-\alpha/2)} \right]",
    assumes=("blocks are independent",),
    cites=("efron1987",),
    variants=("bca", "percentile"),
    remarks=(DRAWN_LIMITS, DRAWN_LIMIT, FEW_FOR_BOOTSTRAP, NEVER_VARIES, NO_BOOTSTRAP, DEPENDENT_INTERVAL),
)

CI_HOEFFDING_MEAN = _interval_of_mean(
    table=ci_hoeffding_mean,
    title="Hoeffding interval of a mean",
    question="Where does the expected result of an algorithm lie, whatever its law, if it is bounded?",
    symbol="m",
    formula="m +- (b - a) sqrt(ln(2/alpha) / (2n)) for results in [a, b]",
    tex=r"\bar{x} \pm (b - a) \sqrt{\frac{\ln(2/\alpha)}{2 n}}",
    assumes=("results are independent", "results lie in the declared bound"),
    cites=("hoeffding1963",),
    remarks=(OUT_OF_BOUND, VACUOUS, NO_MEAN, DEPENDENT_INTERVAL),
)

CI_EMPIRICAL_BERNSTEIN = CI_HOEFFDING_MEAN.relative(
    table=ci_empirical_bernstein,
    title="Empirical Bernstein interval",
    question="Where does the expected result of an algorithm lie, if it is bounded and varies little?",
    formula="m +- sqrt(2 s^2 ln(4/alpha) / n) + 7 (b - a) ln(4/alpha) / (3 (n - 1)) for results in [a, b]",
    tex=r"\bar{x} \pm \left( \sqrt{\frac{2 s^2 \ln(4/\alpha)}{n}} + \frac{7 (b - a) \ln(4/\alpha)}{3 (n - 1)} \right)",
    cites=("maurer2009",),
)
