"""Do two matched columns of errors spread differently?"""

from __future__ import annotations

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import IntoExpr, measured, t_isf, t_sf
from benchreport.stats.forms.rows import NO_MEAN, averaged, checked_alpha, fields, first_that_holds
from benchreport.stats.kernels.centring import centred, power_of_two
from benchreport.tables.rounding import TOLERANCE

PERFECT = 1e-12  # what rounding leaves of one less a squared correlation of one

ONE_STEADY = Remark(code="one_error_steady", note="one of the two has the same error on every instance")
IN_PROPORTION = Remark(code="proportional_errors", note="the two errors are in proportion")


def pitman_morgan(x: IntoExpr, y: IntoExpr, *, alternative: Alternative = "two-sided", alpha: float = 0.05) -> pl.Expr:
    """Pitman-Morgan test of the variances of two matched columns.

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
    one_of(alternative, ALTERNATIVES, name="alternative")
    checked_alpha(alpha)
    first, second = measured(x), measured(y)
    both = first.is_not_null() & second.is_not_null()

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        return _moments(lists).select(_row(alternative, alpha))

    matched = {"x": first.filter(both).implode(), "y": second.filter(both).implode()}
    return averaged(PITMAN_MORGAN, rows, (x, y), matched)


def _moments(lists: pl.DataFrame) -> pl.DataFrame:
    """Return the variances and the covariance of every group, in a unit in which no square overflows."""
    lengths = lists.get_column("x").list.len().to_numpy().astype(np.int64)
    groups = lists.height
    group = np.repeat(np.arange(groups), lengths)
    columns = [lists.get_column(name).explode(empty_as_null=False).to_numpy().astype(np.float64) for name in ("x", "y")]
    largest = np.zeros(groups)
    np.maximum.at(largest, group, np.maximum(*np.abs(columns)))
    scale = power_of_two(largest)[group]
    order = np.lexsort((columns[1], columns[0], group))
    x, y = ((column / scale)[order] for column in columns)
    with np.errstate(invalid="ignore", divide="ignore"):
        x, y = (centred(column, group, groups).residual for column in (x, y))
        xx, yy, xy = (np.bincount(group, product, groups) / (lengths - 1) for product in (x * x, y * y, x * y))
        sums, gaps = xx + yy + 2 * xy, xx + yy - 2 * xy
        r = (xx - yy) / np.sqrt(np.maximum(sums, 0.0) * np.maximum(gaps, 0.0))
        apart = np.sqrt(np.bincount(group, (x - y) ** 2, groups) / np.maximum(lengths - 1, 1))
    frame = pl.DataFrame({"n": lengths, "xx": xx, "yy": yy, "xy": xy, "r": np.clip(r, -1, 1), "apart": apart})
    return frame.with_columns(pl.col("xx", "yy", "xy", "r").fill_nan(None))


def _row(alternative: Alternative, alpha: float) -> list[pl.Expr]:
    n, r = pl.col("n"), pl.col("r")
    enough = n >= 3
    steady = ((pl.col("xx").sqrt() <= TOLERANCE) | (pl.col("yy").sqrt() <= TOLERANCE)).fill_null(False)
    # Errors that differ by a constant have the same variance, and errors in proportion no law of r.
    parallel = pl.col("apart") <= TOLERANCE
    perfect = ((1 - r**2) <= PERFECT).fill_null(True) & ~parallel
    testable = enough & ~steady & ~perfect & ~parallel
    df = n - 2
    t = r * (df / (1 - r**2)).sqrt()
    sides = 2 if alternative == "two-sided" else 1
    tail = {"two-sided": 2 * t_sf(t.abs(), df), "greater": t_sf(t, df), "less": t_sf(-t, df)}[alternative]
    ratio = pl.col("xx") / pl.col("yy")
    correlation = pl.col("xy") ** 2 / (pl.col("xx") * pl.col("yy"))
    middle = 1 + 2 * (1 - correlation) * t_isf(alpha / sides, df) ** 2 / df
    reach = (middle**2 - 1).sqrt()
    return fields(
        PITMAN_MORGAN,
        n=n,
        statistic=pl.when(testable).then(t),
        df1=pl.when(testable).then(df),
        p_value=pl.when(testable).then(tail).when(enough & parallel).then(1.0),
        estimate=pl.when(testable).then(ratio),
        ci_low=None if alternative == "less" else pl.when(testable).then(ratio * (middle - reach)),
        ci_high=None if alternative == "greater" else pl.when(testable).then(ratio * (middle + reach)),
        effect=pl.when(testable).then(r),
        alpha=alpha,
        law="t",
        alternative=alternative,
        status=first_that_holds(
            [
                (~enough, "too_few"),
                (parallel, "all_ties"),
                (steady, "zero_variance"),
                (perfect, "singular"),
            ],
            "ok",
        ),
        remarks=joined_remarks(
            ONE_STEADY.where(enough & steady & ~parallel), IN_PROPORTION.where(enough & perfect & ~steady)
        ),
    )


PITMAN_MORGAN = Method(
    id="pitman_morgan",
    title="Pitman-Morgan test",
    question="Do the errors of two regressors on the same instances have the same variance?",
    kind="columns",
    shape="predictions",
    symbol="t",
    formula="r = correlation of e_a + e_b and e_a - e_b; t = r sqrt((n - 2) / (1 - r^2)) with n - 2 degrees of freedom",
    tex=r"t = r \sqrt{\frac{n - 2}{1 - r^2}}, \quad r = \mathrm{corr}(e_a + e_b, \, e_a - e_b)",
    null="the errors of both have the same variance",
    assumes=("instances are independent", "the two errors are about bivariate normal"),
    cites=("pitman1939", "morgan1939"),
    estimand="ratio of error variances a / b",
    effect="correlation of sum and difference of the errors",
    signed=True,
    remarks=(ONE_STEADY, IN_PROPORTION, NO_MEAN),
    expr=pitman_morgan,
)
