"""Sides of a test, and moments: options, tails and limits by alternative; the size, mean and spread of columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, Alternative, Method, Remark
from benchreport.records import dataclass
from benchreport.stats.forms.distributions import IntoExpr, as_expr, elementwise, measured, normal_sf, t_sf
from benchreport.stats.forms.rows import checked_alpha, fields, values_where
from benchreport.stats.forms.samples import spread_lists, with_spread

# Other words for whether two samples share their blocks.
DESIGNS = {"independent": "unpaired", "two_sample": "unpaired"}
BOUNDS = {"two-sided": None, "greater": "lower_bound", "less": "upper_bound"}
NEVER_VARIES = Remark(code="no_variation", note="the results never vary")
NO_RATIO = Remark(code="no_size_ratio", note="the ratio of test to training size is not known")


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsOfTest:
    """The options of a test: which variant of a method, on which side, at which level."""

    method: Method
    alternative: Alternative
    alpha: float
    variant: str  # empty where there is but one
    level: float  # of one tail

    def tail(self, statistic: pl.Expr, sf: Callable[..., pl.Expr] = normal_sf, *parameters: IntoExpr) -> pl.Expr:
        """Return the p-value of a statistic with a symmetric law, as :func:`tail_of` does."""
        return tail_of(statistic, self.alternative, sf, *parameters)

    def limits(
        self, low: pl.Expr | str, high: pl.Expr | str, *, where: pl.Expr | None = None, name: str = "ci"
    ) -> dict[str, pl.Expr | None]:
        """Return the limits that the alternative leaves, as :func:`limits` does."""
        return limits(name, self.alternative, pl.lit(True) if where is None else where, low, high)

    def row(self, **values: Any) -> list[pl.Expr]:
        """Return the columns of a result row with these options, as :func:`fields` does."""
        own = {"variant": self.variant or None, "alpha": self.alpha, "alternative": self.alternative}
        return fields(self.method, **own | values)


def checked_options(method: Method, alternative: Alternative, alpha: float, *variant: str) -> OptionsOfTest:
    """Return the options of a test, or raise where there is no such side or level, or no such variant of it."""
    level = checked_level(alpha, alternative)
    words = [design_of(name, method) for name in variant]
    for name in words:
        one_of(name, method.variants, name="variant")
    return OptionsOfTest(method=method, alternative=alternative, alpha=alpha, variant="".join(words), level=level)


def design_of(variant: Any, method: Method) -> Any:
    """Return a variant by our own word where it says whether samples are paired.

    Examples
    --------
    >>> from benchreport.registry import METHODS
    >>> design_of("independent", METHODS["cohen_d"]), design_of("independent", METHODS["main_effects"])
    ('unpaired', 'independent')
    """
    word = DESIGNS.get(variant)
    return word if word in method.variants and variant not in method.variants else variant


def checked_level(alpha: float, alternative: Alternative) -> float:
    """Return the level of one tail, or raise where there is no such side or level."""
    one_of(alternative, ALTERNATIVES, name="alternative")
    return checked_alpha(alpha) / (2 if alternative == "two-sided" else 1)


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


def sided(variant: str | None, alternative: Alternative) -> str | None:
    """Return a variant with the name of the bound that a one-sided interval has."""
    return ", ".join(filter(None, (variant, BOUNDS[alternative]))) or None


def effect_limits(t: pl.Expr, df: pl.Expr, scale: pl.Expr, level: float) -> tuple[pl.Expr, pl.Expr]:
    """Return the limits of a standardised mean, which is t times a scale, from the noncentral t law."""
    return noncentrality_of(t, df, 1 - level) * scale, noncentrality_of(t, df, level) * scale


def noncentrality_of(t: IntoExpr, df: IntoExpr, p: float) -> pl.Expr:
    """Return the noncentrality at which a noncentral t falls at or below t with probability p."""
    from benchreport.stats.kernels.noncentral import noncentrality

    return elementwise(lambda value, degrees: noncentrality(value, degrees, p), t, df)


def student(
    t: pl.Expr, df: pl.Expr, scale: pl.Expr, alternative: Alternative, level: float, *, where: pl.Expr, tied: pl.Expr
) -> dict[str, Any]:
    """Return the columns of a t test whose effect is t times a scale; p is 1 where all is tied."""
    return {
        **values_where(where, statistic=t, df1=df),
        "p_value": pl.when(where).then(tail_of(t, alternative, t_sf, df)).when(tied).then(1.0),
        "effect": pl.when(where).then(t * scale),
        **limits("effect", alternative, where, *effect_limits(t, df, scale, level)),
        "law": "t",
        "alternative": alternative,
    }


def t_quantile(p: float, df: IntoExpr) -> pl.Expr:
    """Return the upper quantile of Student's law, computed once for each number of degrees of freedom."""
    from scipy.special import stdtrit

    def quantile(degrees: Any) -> Any:
        distinct, place = np.unique(degrees, return_inverse=True)
        return -stdtrit(distinct, p)[place]

    return elementwise(quantile, df)


def moments(x: IntoExpr) -> dict[str, pl.Expr]:
    """Return the aggregates of a column that :func:`summed` sums up."""
    value = measured(x)
    return spread_lists(value, value.abs())


def summed(lists: pl.DataFrame) -> pl.DataFrame:
    """Return ``n``, ``mean``, ``sd`` and the ``largest`` size of a column, whether it ``varies`` or is ``steady``."""
    sums = with_spread(lists).with_columns(pl.col("mean", "sd") * pl.col("unit"))
    return sums.with_columns(steady=(pl.col("n") > 1) & ~pl.col("varies"))


def ratio_of(ratio: IntoExpr | None) -> pl.Expr:
    """Return the ratio of test to training size as an expression; none means independent rows."""
    return pl.lit(0.0).first() if ratio is None else as_expr(ratio).cast(pl.Float64).drop_nulls().first()


def corrected_error() -> pl.Expr:
    """Return the standard error of a mean, by the ``ratio`` of sizes."""
    return pl.col("sd") * (1 / pl.col("n") + pl.col("ratio")).sqrt()
