"""Sides of a test, and moments: levels, tails and limits by alternative; the size, mean and spread of columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, Alternative, Remark
from benchreport.stats.forms.distributions import IntoExpr, as_expr, elementwise, measured, t_sf
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.kernels.centring import spread_lists, with_spread

BOUNDS = {"two-sided": None, "greater": "lower_bound", "less": "upper_bound"}
NEVER_VARIES = Remark(code="no_variation", note="the results never vary")
NO_RATIO = Remark(code="no_size_ratio", note="the ratio of test to training size is not known")


def checked_level(alpha: float, alternative: Alternative) -> float:
    """Return the level of one tail."""
    one_of(alternative, ALTERNATIVES, name="alternative")
    return checked_alpha(alpha) / (2 if alternative == "two-sided" else 1)


def moments(x: IntoExpr) -> dict[str, pl.Expr]:
    """Aggregate a column to what :func:`summed` sums up."""
    value = measured(x)
    return spread_lists(value, value.abs())


def summed(lists: pl.DataFrame) -> pl.DataFrame:
    """Sum up a column: ``n``, ``mean``, ``sd``, the ``largest`` size, and if it ``varies``; it is ``steady`` if not."""
    sums = with_spread(lists).with_columns(pl.col("mean", "sd") * pl.col("unit"))
    return sums.with_columns(steady=(pl.col("n") > 1) & ~pl.col("varies"))


def ratio_of(ratio: IntoExpr | None) -> pl.Expr:
    """Read the ratio of sizes; none means independent rows."""
    return pl.lit(0.0).first() if ratio is None else as_expr(ratio).cast(pl.Float64).drop_nulls().first()


def corrected_error() -> pl.Expr:
    """Return the standard error of a mean, by the ``ratio`` of sizes."""
    return pl.col("sd") * (1 / pl.col("n") + pl.col("ratio")).sqrt()


def sided(variant: str | None, alternative: Alternative) -> str | None:
    """Name the bound of a one-sided interval behind its variant."""
    return ", ".join(filter(None, (variant, BOUNDS[alternative]))) or None


def tail_of(z: pl.Expr, alternative: Alternative, sf: Callable[..., pl.Expr], *parameters: IntoExpr) -> pl.Expr:
    """Return the p-value of a statistic with a law that is symmetric about zero, by its upper tail.

    Examples
    --------
    >>> from benchreport.stats.forms.distributions import normal_sf
    >>> pl.select(tail_of(pl.lit(-1.0), "less", normal_sf).round(4)).item()
    0.1587
    """
    if alternative == "two-sided":
        return 2 * sf(z.abs(), *parameters)
    return sf(z if alternative == "greater" else -z, *parameters)


def limits(
    name: str, alternative: Alternative, where: pl.Expr, low: pl.Expr | str, high: pl.Expr | str
) -> dict[str, pl.Expr | None]:
    """Return both limits where a condition holds, or the one that a one-sided alternative leaves."""
    return {
        f"{name}_low": None if alternative == "less" else pl.when(where).then(low),
        f"{name}_high": None if alternative == "greater" else pl.when(where).then(high),
    }


def effect_limits(t: pl.Expr, df: pl.Expr, scale: pl.Expr, level: float) -> tuple[pl.Expr, pl.Expr]:
    """Return the limits of a standardised mean, which is t times a scale, from the noncentral t law."""
    return noncentrality_of(t, df, 1 - level) * scale, noncentrality_of(t, df, level) * scale


def noncentrality_of(t: IntoExpr, df: IntoExpr, p: float) -> pl.Expr:
    """Noncentrality at which a noncentral t falls at or below t with probability p."""
    from benchreport.stats.kernels.noncentral import noncentrality

    return elementwise(lambda value, degrees: noncentrality(value, degrees, p), t, df)


def student(
    t: pl.Expr, df: pl.Expr, scale: pl.Expr, alternative: Alternative, level: float, *, where: pl.Expr, tied: pl.Expr
) -> dict[str, Any]:
    """Return what a t test says, with an effect that is t times a scale, and its limits; p is 1 where all is tied."""
    return {
        "statistic": pl.when(where).then(t),
        "df1": pl.when(where).then(df),
        "p_value": pl.when(where).then(tail_of(t, alternative, t_sf, df)).when(tied).then(1.0),
        "effect": pl.when(where).then(t * scale),
        **limits("effect", alternative, where, *effect_limits(t, df, scale, level)),
        "law": "t",
        "alternative": alternative,
    }


def difference_facts(x: IntoExpr, y: IntoExpr) -> dict[str, pl.Expr]:
    """Aggregate the differences of two matched columns to what :func:`spread_facts` sums up."""
    return spread_lists(*difference_and_operand(x, y))


def difference_and_operand(x: IntoExpr, y: IntoExpr) -> tuple[pl.Expr, pl.Expr]:
    """Return the differences of two matched columns, and the larger size of the two numbers behind each."""
    first, second = measured(x), measured(y)
    paired = first.is_not_null() & second.is_not_null()
    return first - second, pl.when(paired).then(pl.max_horizontal(first.abs(), second.abs()))


def spread_facts(lists: pl.DataFrame) -> pl.DataFrame:
    """Sum up lists of differences, and tell where they are the same on every block, and where they are all zero."""
    several = pl.col("n") > 1
    return with_spread(lists).with_columns(steady=several & ~pl.col("varies"), tied=several & ~pl.col("differs"))


def t_quantile(p: float, df: IntoExpr) -> pl.Expr:
    """Upper quantile of Student's law, looked up once for each number of degrees of freedom."""
    from scipy.special import stdtrit

    def quantile(degrees: Any) -> Any:
        known, where = np.unique(degrees, return_inverse=True)
        return -stdtrit(known, p)[where]

    return elementwise(quantile, df)
