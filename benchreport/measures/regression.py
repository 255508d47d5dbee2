"""Errors of predicted numbers: squared, absolute, and the share of the variance that is explained."""

from __future__ import annotations

import polars as pl

from benchreport.measures.classes import measure_record
from benchreport.measures.rates import IntoExpr, as_column, share
from benchreport.method import Remark

ONE = pl.lit(1.0)
CONSTANT_TRUTH = Remark(code="constant_truth", note="the truth never varies")


def weighted_mean(value: pl.Expr, weight: pl.Expr = ONE) -> pl.Expr:
    """Return the weighted mean of the values that are not null; null without any, or where they weigh nothing."""
    weights = pl.when(value.is_not_null()).then(weight)
    return share((value * weight).sum(), weights.sum())


def _error(truth: IntoExpr, prediction: IntoExpr) -> pl.Expr:
    return as_column(prediction).cast(pl.Float64) - as_column(truth).cast(pl.Float64)


def mse(truth: IntoExpr, prediction: IntoExpr, *, weight: IntoExpr = ONE) -> pl.Expr:
    """Compute the mean squared error.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1.0, 2.0], "said": [1.0, 4.0]})
    >>> frame.select(br.expr.mse("y", "said")).item()
    2.0
    """
    return weighted_mean(_error(truth, prediction) ** 2, as_column(weight)).alias("mse")


def rmse(truth: IntoExpr, prediction: IntoExpr, *, weight: IntoExpr = ONE) -> pl.Expr:
    """Compute the root of the mean squared error, in the units of the truth.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1.0, 2.0], "said": [3.0, 4.0]})
    >>> frame.select(br.expr.rmse("y", "said")).item()
    2.0
    """
    return mse(truth, prediction, weight=weight).sqrt().alias("rmse")


def mae(truth: IntoExpr, prediction: IntoExpr, *, weight: IntoExpr = ONE) -> pl.Expr:
    """Compute the mean absolute error.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1.0, 2.0], "said": [1.0, 4.0]})
    >>> frame.select(br.expr.mae("y", "said")).item()
    1.0
    """
    return weighted_mean(_error(truth, prediction).abs(), as_column(weight)).alias("mae")


def r2(truth: IntoExpr, prediction: IntoExpr, *, weight: IntoExpr = ONE) -> pl.Expr:
    """Compute the share of the variance of the truth that is explained; null where the truth never varies.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1.0, 2.0, 3.0], "said": [1.0, 2.0, 2.0]})
    >>> frame.select(br.expr.r2("y", "said")).item()
    0.5
    """
    error, weights = _error(truth, prediction), as_column(weight)
    true = pl.when(error.is_not_null()).then(as_column(truth).cast(pl.Float64))
    middle = weighted_mean(true, weights)
    spread = ((true - middle) ** 2 * weights).sum()
    varies = true.max() > true.min()
    return pl.when(varies).then(1 - (error**2 * weights).sum() / spread).alias("r2")


MSE = measure_record(
    mse,
    "Mean squared error",
    "How far off are predicted numbers?",
    "mean of (y - g)^2",
    "truth is a number",
    tex=r"\frac{1}{N} \sum_{i=1}^{N} (y_i - g_i)^2",
)

RMSE = measure_record(
    rmse,
    "Root mean squared error",
    "How far off are predicted numbers, in their own units?",
    "sqrt(mean of (y - g)^2)",
    "truth is a number",
    tex=r"\sqrt{\frac{1}{N} \sum_{i=1}^{N} (y_i - g_i)^2}",
    account="RMSE is the root of the mean squared error.",
)

MAE = measure_record(
    mae,
    "Mean absolute error",
    "How far off are predicted numbers on average?",
    "mean of |y - g|",
    "truth is a number",
    tex=r"\frac{1}{N} \sum_{i=1}^{N} |y_i - g_i|",
    account="MAE is the mean absolute error.",
)

R2 = measure_record(
    r2,
    "Coefficient of determination",
    "Which share of the truth's variance is explained?",
    "1 - sum (y - g)^2 / sum (y - mean y)^2",
    "the truth varies",
    CONSTANT_TRUTH,
    tex=r"1 - \frac{\sum_i (y_i - g_i)^2}{\sum_i (y_i - \bar{y})^2}",
    account=(
        "The coefficient of determination $R^2$ is one minus the ratio of the squared errors to those of the mean."
    ),
)
