"""Does one regressor err more widely than another? Tests on residuals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.measures.instances import Losses, couples, losses
from benchreport.measures.losses import Priced
from benchreport.method import ALTERNATIVES, RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.columns import regression_errors as columns
from benchreport.stats.distributions import IntoExpr, elementwise, f_sf
from benchreport.stats.instances import INFINITE_LOSS, INSTANCE_REMARKS, POOLED, over_instances
from benchreport.stats.rows import Frame, checked_alpha, fields, first_that_holds, over_table
from benchreport.stats.untouched import untouched_predictions
from benchreport.tables.groups import By
from benchreport.tables.pairs import Missing
from benchreport.tables.rounding import TOLERANCE

NO_ERROR = Remark(code="b_without_error", note="b makes no error at all")
COMMON = Remark(
    code="common_instances",
    note=(
        "both predicted the same instances, so the F law does not hold; "
        "see paired_t_instances(loss='squared'), permutation_signflip or pitman_morgan"
    ),
)


def f_test_regression(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """F test on the mean squared errors of every two regressors.

    Made for separate test sets. On common instances errors are correlated and the law fails: such rows are approximate
    and their note names the tests to use instead. ``statistic`` and ``estimate`` are the ratio a / b, below 1 where
    ``a`` is better.

    Parameters
    ----------
    table
        Predictions of numbers.
    by
        Groups to test separately.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b, which is a smaller error.
    alpha
        Level of the interval.

    Examples
    --------
    >>> import benchreport as br
    >>> errors = {"A": [0.5, -0.3, 0.8, -0.6], "B": [0.3, -0.2, 0.6, -0.2]}
    >>> rows = [(name, i, 0.0, value) for name, values in errors.items() for i, value in enumerate(values)]
    >>> table = pl.DataFrame(rows, schema=["algorithm", "instance", "truth", "prediction"], orient="row")
    >>> br.f_test_regression(table).select(pl.col("statistic").round(4), "df1", "df2", "better", "status").row(0)
    (2.5283, 4.0, 4.0, 'B', 'approximate')
    """
    one_of(alternative, ALTERNATIVES, name="alternative")
    checked_alpha(alpha)

    def run(predictions: Any) -> pl.DataFrame:
        known = losses(untouched_predictions(predictions), by, Priced(loss="residual"))
        return _with_squares(known, control).select(*known.groups, *_f_row(alternative, alpha))

    return over_table(table, by, RESULT_COLUMNS, run)


def pitman_morgan(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Pitman-Morgan test on the error variances of every two regressors, over the instances both predicted.

    It allows for the correlation of the errors, which the F test does not. ``statistic`` is positive where ``a`` has
    the larger variance; ``estimate`` is the ratio of variances a / b. Biases are not compared. Parameters as in
    :func:`paired_t_instances`.

    Examples
    --------
    >>> import benchreport as br
    >>> errors = {"A": [0.5, -0.3, 0.8, -0.6], "B": [0.3, -0.2, 0.6, -0.2]}
    >>> rows = [(name, i, 0.0, value) for name, values in errors.items() for i, value in enumerate(values)]
    >>> table = pl.DataFrame(rows, schema=["algorithm", "instance", "truth", "prediction"], orient="row")
    >>> br.pitman_morgan(table).select(pl.col("statistic").round(4), "df1", "better").row(0)
    (3.3902, 2.0, 'B')
    """

    def test(x: IntoExpr, y: IntoExpr) -> pl.Expr:
        # A wider spread is worse, so the sides change places and the ratio is turned back below.
        return columns.pitman_morgan(y, x, alternative=alternative, alpha=alpha)

    def run(predictions: Any) -> pl.DataFrame:
        known = losses(untouched_predictions(predictions), by, Priced(loss="residual"))
        rows = over_instances(known, PITMAN_MORGAN, test, control=control, missing=missing)
        return rows.with_columns(
            estimate=1 / pl.col("estimate"), ci_low=1 / pl.col("ci_high"), ci_high=1 / pl.col("ci_low")
        )

    return over_table(table, by, RESULT_COLUMNS, run)


def _with_squares(known: Losses, control: str | None) -> pl.DataFrame:
    """Put the mean squared errors of every two algorithms side by side, and count the instances they share."""
    groups = known.groups
    measured = known.table.filter(pl.col("__loss").is_not_null())
    # In units of the largest error, so that squares neither overflow nor vanish.
    keys = [*groups, "algorithm"]
    largest = measured.group_by(keys).agg(largest=pl.col("__loss").abs().max(), n=pl.len().cast(pl.Int64))
    scaled = measured.join(largest, on=keys, maintain_order="left").sort(*keys, "__loss")
    mean = ((pl.col("__loss") / pl.col("largest")).fill_nan(0.0) ** 2).mean()
    squares = scaled.group_by(keys, maintain_order=True).agg(pl.col("largest", "n").first(), mean=mean)
    side = couples(known, control)
    for end in ("a", "b"):
        own = squares.rename({"algorithm": end} | {name: f"{name}_{end}" for name in ("largest", "n", "mean")})
        side = side.join(own, on=[*groups, end], how="left", maintain_order="left")
    shared = _shared(measured, side.select(*groups, "a", "b"), groups)
    return side.join(shared, on=[*groups, "a", "b"], how="left", maintain_order="left")


def _shared(measured: pl.DataFrame, pairs: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Tell the pairs with a common instance; one of them is enough."""
    first = pairs.join(measured.select(*groups, "__unit", a="algorithm"), on=[*groups, "a"])
    second = measured.select("__unit", b="algorithm")
    both = first.join(second, on=["__unit", "b"], how="semi")
    return both.group_by(*groups, "a", "b").agg(n_shared=pl.len())


def _f_row(alternative: Alternative, alpha: float) -> list[pl.Expr]:
    n_a, n_b = pl.col("n_a").fill_null(0), pl.col("n_b").fill_null(0)
    enough = (n_a > 0) & (n_b > 0)
    perfect_a, perfect_b = pl.col("largest_a") <= 0, pl.col("largest_b") <= 0
    ratio = pl.col("mean_a") / pl.col("mean_b") * (pl.col("largest_a") / pl.col("largest_b")) ** 2
    testable = enough & ~perfect_b
    above, below = f_sf(ratio, n_a, n_b), f_sf(1 / ratio, n_b, n_a)
    below = pl.when(ratio > 0).then(below).otherwise(0.0)
    both = (2 * pl.min_horizontal(above, below)).clip(upper_bound=1.0)
    tail = {"two-sided": both, "greater": below, "less": above}[alternative]
    level = alpha / 2 if alternative == "two-sided" else alpha
    common = testable & (pl.col("n_shared").fill_null(0) > 0)
    equal = (ratio - 1).abs() <= TOLERANCE
    return fields(
        F_TEST_REGRESSION,
        a=pl.col("a"),
        b=pl.col("b"),
        better=pl.when(testable & (ratio < 1) & ~equal).then("a").when(testable & (ratio > 1) & ~equal).then("b"),
        n=n_a + n_b,
        n_dropped=0,
        statistic=pl.when(testable).then(ratio),
        df1=pl.when(testable).then(n_a),
        df2=pl.when(testable).then(n_b),
        p_value=pl.when(testable).then(tail).when(enough & perfect_a & perfect_b).then(1.0),
        estimate=pl.when(testable).then(ratio),
        ci_low=None if alternative == "greater" else pl.when(testable).then(ratio / _f_isf(level, n_a, n_b)),
        ci_high=None if alternative == "less" else pl.when(testable).then(ratio * _f_isf(level, n_b, n_a)),
        alpha=alpha,
        law="F",
        alternative=alternative,
        status=first_that_holds(
            [
                (~enough, "too_few"),
                (perfect_a & perfect_b, "all_ties"),
                (perfect_b, "undefined"),
                (common | pl.col("pooled"), "approximate"),
            ],
            "ok",
        ),
        remarks=joined_remarks(
            NO_ERROR.where(enough & perfect_b & ~perfect_a),
            COMMON.where(common),
            POOLED.where(testable & pl.col("pooled")),
        ),
    )


def _f_isf(p: float, df1: pl.Expr, df2: pl.Expr) -> pl.Expr:
    from scipy.special import fdtri

    def upper(area: Any, first: Any, second: Any) -> Any:
        return fdtri(np.maximum(first, 1.0), np.maximum(second, 1.0), 1 - area)

    return elementwise(upper, p, df1, df2)


PITMAN_MORGAN = replace(
    columns.PITMAN_MORGAN,
    remarks=(*columns.PITMAN_MORGAN.remarks, INFINITE_LOSS, *INSTANCE_REMARKS),
    table=pitman_morgan,
)

F_TEST_REGRESSION = Method(
    id="f_test_regression",
    title="F test on squared errors",
    question="Is one regressor's squared error larger than another's, on separate test sets?",
    kind="table",
    shape="predictions",
    door="two",
    symbol="F",
    formula="F = MSE_a / MSE_b with n_a and n_b degrees of freedom",
    tex=r"F = \frac{\mathrm{MSE}_a}{\mathrm{MSE}_b}",
    null="the two regressors have the same mean squared error",
    assumes=("separate test sets", "errors are independent, normal and of mean zero"),
    cites=("alpaydin2010",),
    estimand="ratio of mean squared errors a / b",
    remarks=(NO_ERROR, COMMON, POOLED),
    table=f_test_regression,
)
