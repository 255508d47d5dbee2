"""Sides of a test: the p-value, the effect and the limits that an alternative asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl

from benchreport.method import Alternative
from benchreport.stats.forms.distributions import IntoExpr, elementwise, t_sf


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
