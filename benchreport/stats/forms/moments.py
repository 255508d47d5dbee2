"""What do a column's size, mean and spread say? What the methods for means start from."""

from __future__ import annotations

import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, Alternative, Remark
from benchreport.stats.forms.distributions import IntoExpr, as_expr, measured
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.forms.samples import spread_lists, with_spread

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
