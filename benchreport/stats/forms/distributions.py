"""Tail probabilities and quantiles of distributions as Polars expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl

from benchreport.method import Alternative

IntoExpr = str | float | pl.Expr
Kernel = Callable[..., Any]


def as_expr(value: IntoExpr) -> pl.Expr:
    """Return an expression: a string is a column name, a number itself."""
    if isinstance(value, str):
        return pl.col(value)
    return value if isinstance(value, pl.Expr) else pl.lit(value)


def measured(value: IntoExpr) -> pl.Expr:
    """Return a column as finite measurements; what is no finite number counts as missing.

    Methods on means take it inside :func:`benchreport.stats.forms.rows.averaged`, which reports infinite values;
    methods on ranks and signs take :func:`ordered`.

    Examples
    --------
    >>> pl.DataFrame({"x": [1.0, float("nan"), None]}).select(measured("x")).to_series().to_list()
    [1.0, None, None]
    """
    number = as_expr(value).cast(pl.Float64)
    return pl.when(number.is_finite()).then(number)


def ordered(value: IntoExpr) -> pl.Expr:
    """Return a column for its order: NaN counts as missing, an infinity is the largest or the smallest value.

    Examples
    --------
    >>> pl.DataFrame({"x": [1.0, float("nan"), float("inf")]}).select(ordered("x")).to_series().to_list()
    [1.0, None, inf]
    """
    return as_expr(value).cast(pl.Float64).fill_nan(None)


def elementwise(kernel: Kernel, *arguments: IntoExpr) -> pl.Expr:
    """Compute a vectorised function of columns of numbers; one call whatever the number of groups.

    Examples
    --------
    >>> import numpy as np
    >>> pl.DataFrame({"x": [3.0], "y": [4.0]}).select(elementwise(np.hypot, "x", "y").alias("h")).item()
    5.0
    """
    fields = [as_expr(value).cast(pl.Float64).alias(str(position)) for position, value in enumerate(arguments)]

    def call(packed: pl.Series) -> pl.Series:
        columns = [column.to_numpy() for column in packed.struct.unnest().get_columns()]
        with np.errstate(all="ignore"):
            # Nulls are made here: an expression on top would run the kernel once for every mention of it.
            return pl.Series(np.asarray(kernel(*columns), dtype=np.float64), nan_to_null=True)

    return pl.struct(fields).map_batches(call, return_dtype=pl.Float64, is_elementwise=True)


def _special() -> Any:
    """Return SciPy's functions, imported when numbers are there: an expression alone needs none."""
    import scipy.special

    return scipy.special


def normal_sf(z: IntoExpr) -> pl.Expr:
    """Return the upper tail of the standard normal law.

    Examples
    --------
    >>> round(pl.select(normal_sf(1.959963984540054)).item(), 12)
    0.025
    """
    return elementwise(lambda value: _special().ndtr(-value), z)


def normal_isf(p: IntoExpr) -> pl.Expr:
    """Return the upper quantile of the standard normal law.

    Examples
    --------
    >>> round(pl.select(normal_isf(0.025)).item(), 12)
    1.95996398454
    """
    return elementwise(lambda value: -_special().ndtri(value), p)


def t_sf(t: IntoExpr, df: IntoExpr) -> pl.Expr:
    """Return the upper tail of Student's law.

    Examples
    --------
    >>> round(pl.select(t_sf(1.83311293265624, 9)).item(), 12)
    0.05
    """
    return elementwise(lambda value, degrees: _special().stdtr(degrees, -value), t, df)


def t_isf(p: IntoExpr, df: IntoExpr) -> pl.Expr:
    """Return the upper quantile of Student's law.

    Examples
    --------
    >>> round(pl.select(t_isf(0.025, 9)).item(), 10)
    2.2621571628
    """
    return elementwise(lambda value, degrees: -_special().stdtrit(degrees, value), p, df)


def chi2_sf(x: IntoExpr, df: IntoExpr) -> pl.Expr:
    """Return the upper tail of the chi-square law.

    Examples
    --------
    >>> round(pl.select(chi2_sf(3.841458820694124, 1)).item(), 12)
    0.05
    """
    return elementwise(lambda value, degrees: _special().chdtrc(degrees, value), x, df)


def f_sf(x: IntoExpr, df1: IntoExpr, df2: IntoExpr) -> pl.Expr:
    """Return the upper tail of the F law.

    Examples
    --------
    >>> round(pl.select(f_sf(4.735063069693, 10, 5)).item(), 12)
    0.05
    """
    return elementwise(lambda value, first, second: _special().fdtrc(first, second, value), x, df1, df2)


def f_isf(p: IntoExpr, df1: IntoExpr, df2: IntoExpr) -> pl.Expr:
    """Return the upper quantile of the F law.

    Examples
    --------
    >>> round(pl.select(f_isf(0.05, 10, 5)).item(), 9)
    4.73506307
    """
    return elementwise(lambda value, first, second: _special().fdtri(first, second, 1 - value), p, df1, df2)


def beta_quantile(p: IntoExpr, a: IntoExpr, b: IntoExpr) -> pl.Expr:
    """Return the lower quantile of the beta law; 0 where ``a`` is 0 and 1 where ``b`` is 0.

    Examples
    --------
    >>> round(pl.select(beta_quantile(0.025, 12, 29)).item(), 12)
    0.165627204393
    """

    def quantile(share: Any, first: Any, second: Any) -> Any:
        inner = _special().betaincinv(np.maximum(first, 1e-300), np.maximum(second, 1e-300), share)
        return np.where(first <= 0, 0.0, np.where(second <= 0, 1.0, inner))

    return elementwise(quantile, p, a, b)


def binomial_sf(successes: IntoExpr, n: IntoExpr, p: IntoExpr) -> pl.Expr:
    """Return the probability of at least so many successes in n trials.

    Examples
    --------
    >>> pl.select(binomial_sf(8, 10, 0.5)).item()
    0.0546875
    """

    def upper(count: Any, trials: Any, share: Any) -> Any:
        inner = _special().betainc(np.maximum(count, 1.0), np.maximum(trials - count + 1, 1e-300), share)
        return np.where(count <= 0, 1.0, np.where(count > trials, 0.0, inner))

    return elementwise(upper, successes, n, p)


def binomial_tail(successes: IntoExpr, n: IntoExpr, p: float, alternative: Alternative) -> pl.Expr:
    """Return the p-value of a count; two-sided is twice the smaller tail, at most 1.

    Examples
    --------
    >>> pl.select(binomial_tail(9, 10, 0.5, "two-sided")).item()
    0.021484375
    """
    count, trials = as_expr(successes), as_expr(n)
    at_least = binomial_sf(count, trials, p)
    at_most = binomial_sf(trials - count, trials, 1 - p)
    tails = {
        "greater": at_least,
        "less": at_most,
        "two-sided": (2 * pl.min_horizontal(at_least, at_most)).clip(upper_bound=1.0),
    }
    return tails[alternative]


def log_factorial(n: IntoExpr) -> pl.Expr:
    """Return the natural logarithm of n!.

    Examples
    --------
    >>> import math
    >>> round(math.exp(pl.select(log_factorial(5)).item()))
    120
    """
    return elementwise(lambda value: _special().gammaln(value + 1), n)


def studentized_range_sf(q: IntoExpr, groups: IntoExpr, df: IntoExpr = float("inf")) -> pl.Expr:
    """Return the upper tail of the studentised range.

    Examples
    --------
    >>> round(pl.select(studentized_range_sf(15, 3)).item() * 1e26, 2)
    8.33
    """
    from benchreport.stats.kernels.studentized_range import survival

    return elementwise(survival, q, groups, df)


def studentized_range_isf(p: IntoExpr, groups: IntoExpr, df: IntoExpr = float("inf")) -> pl.Expr:
    """Return the upper quantile of the studentised range.

    Examples
    --------
    >>> round(pl.select(studentized_range_isf(0.05, 4)).item() / 2**0.5, 9)
    2.569031773
    """
    from benchreport.stats.kernels.studentized_range import quantile

    return elementwise(quantile, p, groups, df)
