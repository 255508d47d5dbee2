"""What do a column's size, mean and spread say? What the methods for means start from."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, Alternative, Remark
from benchreport.stats.centring import spread_lists, with_spread
from benchreport.stats.distributions import IntoExpr, as_expr, measured
from benchreport.stats.rows import checked_alpha

Rows = Callable[[pl.DataFrame], pl.DataFrame]
BOUNDS = {"two-sided": None, "greater": "lower_bound", "less": "upper_bound"}
NEVER_VARIES = Remark(code="no_variation", note="the results never vary")
NO_RATIO = Remark(code="no_size_ratio", note="the ratio of test to training size is not known")


def checked_level(alpha: float, alternative: Alternative) -> float:
    """Give the level of one tail."""
    one_of(alternative, ALTERNATIVES, name="alternative")
    return checked_alpha(alpha) / (2 if alternative == "two-sided" else 1)


def moments(x: IntoExpr) -> dict[str, pl.Expr]:
    """Aggregate a column to what :func:`on_moments` sums up."""
    value = measured(x)
    return spread_lists(value, value.abs())


def on_moments(rows: Rows) -> Rows:
    """Sum up a column before its rows are made: ``n``, ``mean``, ``sd``, the ``largest`` size, and if it ``varies``."""

    def summed(lists: pl.DataFrame) -> pl.DataFrame:
        return rows(with_spread(lists).with_columns(pl.col("mean", "sd") * pl.col("unit")))

    return summed


def ratio_of(ratio: IntoExpr | None) -> pl.Expr:
    """Read the ratio of sizes; none means independent rows."""
    return pl.lit(0.0).first() if ratio is None else as_expr(ratio).cast(pl.Float64).drop_nulls().first()


def with_error(sums: pl.DataFrame) -> pl.DataFrame:
    """Add the standard error, and whether the results vary at all beyond rounding."""
    return sums.with_columns(
        steady=(pl.col("n") > 1) & ~pl.col("varies"),
        error=pl.col("sd") * (1 / pl.col("n") + pl.col("ratio")).sqrt(),
    )


def sided(variant: str | None, alternative: Alternative) -> str | None:
    """Name the bound of a one-sided interval behind its variant."""
    return ", ".join(filter(None, (variant, BOUNDS[alternative]))) or None
