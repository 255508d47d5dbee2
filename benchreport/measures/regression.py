"""How far off are predicted numbers?"""

from __future__ import annotations

import polars as pl

from benchreport.measures.rates import IntoExpr, as_column, share

ONE = pl.lit(1.0)


def weighted_mean(value: pl.Expr, weight: pl.Expr = ONE) -> pl.Expr:
    """Average what is there; null where nothing is, or where it weighs nothing."""
    known = pl.when(value.is_not_null()).then(weight)
    return share((value * weight).sum(), known.sum())


def _error(truth: IntoExpr, prediction: IntoExpr) -> pl.Expr:
    return as_column(prediction).cast(pl.Float64) - as_column(truth).cast(pl.Float64)


def mse(truth: IntoExpr, prediction: IntoExpr, *, weight: IntoExpr = ONE) -> pl.Expr:
    """Mean squared error.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1.0, 2.0], "said": [1.0, 4.0]})
    >>> frame.select(br.expr.mse("y", "said")).item()
    2.0
    """
    return weighted_mean(_error(truth, prediction) ** 2, as_column(weight)).alias("mse")


def rmse(truth: IntoExpr, prediction: IntoExpr, *, weight: IntoExpr = ONE) -> pl.Expr:
    """Root of the mean squared error, in the units of the truth.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1.0, 2.0], "said": [3.0, 4.0]})
    >>> frame.select(br.expr.rmse("y", "said")).item()
    2.0
    """
    return mse(truth, prediction, weight=weight).sqrt().alias("rmse")


def mae(truth: IntoExpr, prediction: IntoExpr, *, weight: IntoExpr = ONE) -> pl.Expr:
    """Mean absolute error.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1.0, 2.0], "said": [1.0, 4.0]})
    >>> frame.select(br.expr.mae("y", "said")).item()
    1.0
    """
    return weighted_mean(_error(truth, prediction).abs(), as_column(weight)).alias("mae")


def r2(truth: IntoExpr, prediction: IntoExpr, *, weight: IntoExpr = ONE) -> pl.Expr:
    """Share of the variance of the truth that is explained; null where the truth never varies.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1.0, 2.0, 3.0], "said": [1.0, 2.0, 2.0]})
    >>> frame.select(br.expr.r2("y", "said")).item()
    0.5
    """
    error, given = _error(truth, prediction), as_column(weight)
    true = pl.when(error.is_not_null()).then(as_column(truth).cast(pl.Float64))
    middle = weighted_mean(true, given)
    spread = ((true - middle) ** 2 * given).sum()
    varies = true.max() > true.min()
    return pl.when(varies).then(1 - (error**2 * given).sum() / spread).alias("r2")
