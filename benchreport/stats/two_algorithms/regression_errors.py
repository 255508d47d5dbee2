"""Tests on the errors of two regressors: F test of squared errors, Pitman-Morgan test of variances."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.measures.instances import losses
from benchreport.measures.losses import Priced
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.distributions import IntoExpr, f_isf, f_sf, measured, t_isf, t_sf
from benchreport.stats.forms.over import MIRRORED
from benchreport.stats.forms.parameters import options_as_in
from benchreport.stats.forms.predictions import over_predictions, untouched
from benchreport.stats.forms.rows import NO_MEAN, Frame, averaged, status_where, values_where
from benchreport.stats.forms.samples import matched_arrays, matched_lists
from benchreport.stats.forms.sides import OptionsOfTest, checked_options, limits
from benchreport.stats.kernels.centring import centred, power_of_two
from benchreport.stats.two_algorithms.on_instances import INFINITE_LOSS, INSTANCE_REMARKS, POOLED, over_instances
from benchreport.stats.two_algorithms.over_folds import kfold_paired_t
from benchreport.tables.blocks import Missing
from benchreport.tables.groups import By
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.scored import GROUP, Scored, named_pairs, pairs_of

PERFECT = 1e-12  # what rounding leaves of one less a squared correlation of one
ONE_STEADY = Remark(code="one_error_steady", note="one of the two has the same error on every instance")
IN_PROPORTION = Remark(code="proportional_errors", note="the two errors are in proportion")
NO_ERROR = Remark(code="b_without_error", note="b makes no error at all")
COMMON = Remark(
    code="common_instances",
    note=(
        "both predicted the same instances, so the F law does not hold; "
        "see paired_t_instances(loss='squared'), permutation_signflip or pitman_morgan"
    ),
)


@options_as_in(kfold_paired_t, by="dataset")
def pitman_morgan(table: Frame, *, by: By, **options: Any) -> Frame:
    """Compute the Pitman-Morgan test on the error variances of every two regressors, over the instances both predicted.

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
    return over_predictions(table, by, _error_variances, **options)


def pitman_morgan_expr(
    x: IntoExpr, y: IntoExpr, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the Pitman-Morgan test of the variances of two matched columns.

    ``estimate`` is the ratio of the variance of ``x`` to that of ``y``, with its interval; "greater" means that ``x``
    spreads more widely.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.5, -0.3, 0.8, -0.6], "y": [0.3, -0.2, 0.6, -0.2]})
    >>> row = errors.select(br.expr.pitman_morgan("x", "y")).unnest("pitman_morgan")
    >>> row.select(pl.col("statistic", "estimate").round(4)).row(0)
    (3.3902, 2.7807)
    """
    row = _variance_row(checked_options(PITMAN_MORGAN, alternative, alpha))
    return averaged(
        PITMAN_MORGAN, lambda lists: _error_moments(lists).select(row), (x, y), matched_lists(x, y, measured)
    )


def _error_moments(lists: pl.DataFrame) -> pl.DataFrame:
    """Return the variances and the covariance of every group, in a unit in which no square overflows."""
    groups = lists.height
    group, x, y, largest = matched_arrays(lists)
    lengths = np.bincount(group, minlength=groups)
    scale = power_of_two(largest)[group]
    order = np.lexsort((y, x, group))
    x, y = ((column / scale)[order] for column in (x, y))
    with np.errstate(invalid="ignore", divide="ignore"):
        x, y = (centred(column, group, groups).residual for column in (x, y))
        xx, yy, xy = (np.bincount(group, product, groups) / (lengths - 1) for product in (x * x, y * y, x * y))
        sums, gaps = xx + yy + 2 * xy, xx + yy - 2 * xy
        r = (xx - yy) / np.sqrt(np.maximum(sums, 0.0) * np.maximum(gaps, 0.0))
        apart = np.sqrt(np.bincount(group, (x - y) ** 2, groups) / np.maximum(lengths - 1, 1))
    frame = pl.DataFrame({"n": lengths, "xx": xx, "yy": yy, "xy": xy, "r": np.clip(r, -1, 1), "apart": apart})
    return frame.with_columns(pl.col("xx", "yy", "xy", "r").fill_nan(None))


def _variance_row(options: OptionsOfTest) -> list[pl.Expr]:
    n, r = pl.col("n"), pl.col("r")
    enough = n >= 3
    steady = ((pl.col("xx").sqrt() <= TOLERANCE) | (pl.col("yy").sqrt() <= TOLERANCE)).fill_null(False)
    # Errors that differ by a constant have the same variance, and errors in proportion no law of r.
    parallel = pl.col("apart") <= TOLERANCE
    perfect = ((1 - r**2) <= PERFECT).fill_null(True) & ~parallel
    testable = enough & ~steady & ~perfect & ~parallel
    df = n - 2
    t = r * (df / (1 - r**2)).sqrt()
    ratio = pl.col("xx") / pl.col("yy")
    correlation = pl.col("xy") ** 2 / (pl.col("xx") * pl.col("yy"))
    middle = 1 + 2 * (1 - correlation) * t_isf(options.level, df) ** 2 / df
    reach = (middle**2 - 1).sqrt()
    return options.row(
        n=n,
        **values_where(testable, statistic=t, df1=df, estimate=ratio, effect=r),
        p_value=pl.when(testable).then(options.tail(t, t_sf, df)).when(enough & parallel).then(1.0),
        **options.limits(ratio * (middle - reach), ratio * (middle + reach), where=testable),
        law="t",
        status=status_where(too_few=~enough, all_ties=parallel, zero_variance=steady, singular=perfect),
        remarks=[ONE_STEADY.where(enough & steady & ~parallel), IN_PROPORTION.where(enough & perfect & ~steady)],
    )


def f_test_regression(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Compute the F test on the mean squared errors of every two regressors.

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
    return over_predictions(table, by, _mean_squares, control, checked_options(F_TEST_REGRESSION, alternative, alpha))


def _error_variances(
    scored: Scored, control: str | None, alternative: Alternative, alpha: float, missing: Missing
) -> pl.DataFrame:
    def test(x: pl.Expr, y: pl.Expr) -> pl.Expr:
        # With the sides changed, since a wider spread is worse; the ratio is turned back afterwards.
        return pitman_morgan_expr(y, x, alternative=alternative, alpha=alpha)

    residuals = losses(scored.once(untouched), Priced(loss="residual"))
    rows = over_instances(residuals, PITMAN_MORGAN, test, control=control, missing=missing)
    return rows.with_columns(
        estimate=1 / pl.col("estimate"), ci_low=1 / pl.col("ci_high"), ci_high=1 / pl.col("ci_low")
    )


def _mean_squares(scored: Scored, control: str | None, options: OptionsOfTest) -> pl.DataFrame:
    """Return the rows of every two algorithms from their mean squared errors side by side."""
    residuals = losses(scored.once(untouched), Priced(loss="residual"))
    pairs, measured = pairs_of(residuals.scored, control), residuals.measured
    unit, algorithm = np.nonzero(measured)
    line, sizes = residuals.group[unit] * measured.shape[1] + algorithm, np.abs(residuals.values[unit, algorithm])
    errors = pl.DataFrame({"line": line, "error": sizes}).sort("line", "error")
    # In units of the largest error, so that squares neither overflow nor vanish.
    mean = ((pl.col("error") / pl.col("error").max()).fill_nan(0.0) ** 2).mean()
    lines = errors.group_by("line").agg(largest=pl.col("error").max(), n=pl.len().cast(pl.Int64), mean=mean)
    side = named_pairs(residuals.scored, pairs)
    for end, numbers in (("a", pairs.a), ("b", pairs.b)):
        place = pl.DataFrame({"line": pairs.group * measured.shape[1] + numbers})
        own = place.join(lines, on="line", how="left", maintain_order="left")
        side = side.hstack(own.select(pl.col("largest", "n", "mean").name.suffix(f"_{end}")))
    shared = [
        bool((measured[residuals.start[group] : residuals.start[group + 1], [a, b]]).all(axis=1).any())
        for group, a, b in zip(pairs.group, pairs.a, pairs.b, strict=True)
    ]
    facts = side.with_columns(
        shared=pl.Series(shared, dtype=pl.Boolean), pooled=pl.Series(residuals.repetition.pooled[pairs.group])
    )
    return facts.select(GROUP, *_f_row(options))


def _f_row(options: OptionsOfTest) -> list[pl.Expr]:
    n_a, n_b = pl.col("n_a").fill_null(0), pl.col("n_b").fill_null(0)
    enough = (n_a > 0) & (n_b > 0)
    perfect_a, perfect_b = pl.col("largest_a") <= 0, pl.col("largest_b") <= 0
    ratio = pl.col("mean_a") / pl.col("mean_b") * (pl.col("largest_a") / pl.col("largest_b")) ** 2
    testable = enough & ~perfect_b
    above, below = f_sf(ratio, n_a, n_b), f_sf(1 / ratio, n_b, n_a)
    below = pl.when(ratio > 0).then(below).otherwise(0.0)
    both = (2 * pl.min_horizontal(above, below)).clip(upper_bound=1.0)
    tail = {"two-sided": both, "greater": below, "less": above}[options.alternative]
    common = testable & pl.col("shared")
    equal = (ratio - 1).abs() <= TOLERANCE
    # A ratio above 1 speaks against a, so that the sides of its limits are the other way round.
    low, high = ratio / f_isf(options.level, n_a, n_b), ratio * f_isf(options.level, n_b, n_a)
    return options.row(
        a=pl.col("a"),
        b=pl.col("b"),
        better=pl.when(testable & (ratio < 1) & ~equal).then("a").when(testable & (ratio > 1) & ~equal).then("b"),
        n=n_a + n_b,
        n_dropped=0,
        **values_where(testable, statistic=ratio, df1=n_a, df2=n_b, estimate=ratio),
        p_value=pl.when(testable).then(tail).when(enough & perfect_a & perfect_b).then(1.0),
        **limits("ci", MIRRORED[options.alternative], testable, low, high),
        law="F",
        status=status_where(
            too_few=~enough, all_ties=perfect_a & perfect_b, undefined=perfect_b, approximate=common | pl.col("pooled")
        ),
        remarks=[
            NO_ERROR.where(enough & perfect_b & ~perfect_a),
            COMMON.where(common),
            POOLED.where(testable & pl.col("pooled")),
        ],
    )


PITMAN_MORGAN = Method(
    table=pitman_morgan,
    title="Pitman-Morgan test",
    question="Do the errors of two regressors on the same instances have the same variance?",
    shape="predictions",
    symbol="t",
    formula="r = correlation of e_a + e_b and e_a - e_b; t = r sqrt((n - 2) / (1 - r^2)) with n - 2 degrees of freedom",
    tex=r"t = r \sqrt{\frac{n - 2}{1 - r^2}}, \quad r = \mathrm{corr}(e_a + e_b, \, e_a - e_b)",
    null="the errors of both have the same variance",
    assumes=("instances are independent", "the two errors are about bivariate normal"),
    account=(
        "The Pitman–Morgan test compares the squared errors of two regressors on the same instances by the "
        "correlation of the sum and the difference of their errors."
    ),
    cites=("pitman1939", "morgan1939"),
    estimand="ratio of error variances a / b",
    effect="correlation of sum and difference of the errors",
    signed=True,
    remarks=(ONE_STEADY, IN_PROPORTION, NO_MEAN, INFINITE_LOSS, *INSTANCE_REMARKS),
)

F_TEST_REGRESSION = Method(
    table=f_test_regression,
    title="F test on squared errors",
    question="Is one regressor's squared error larger than another's, on separate test sets?",
    shape="predictions",
    symbol="F",
    formula="F = MSE_a / MSE_b with n_a and n_b degrees of freedom",
    tex=r"F = \frac{\mathrm{MSE}_a}{\mathrm{MSE}_b}",
    null="the two regressors have the same mean squared error",
    assumes=("separate test sets", "errors are independent, normal and of mean zero"),
    account="The $F$ test compares two mean squared errors measured on different instances.",
    cites=("alpaydin2010",),
    estimand="ratio of mean squared errors a / b",
    remarks=(NO_ERROR, COMMON, POOLED),
)
