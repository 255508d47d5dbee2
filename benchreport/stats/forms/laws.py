"""Laws of a difference over its standard error: normal, Student's t, studentised range, F, chi-square."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from benchreport.method import Alternative
from benchreport.records import dataclass
from benchreport.stats.forms import distributions as tails
from benchreport.stats.forms.distributions import elementwise
from benchreport.stats.forms.sides import tail_of

# Columns of a pair: a difference, positive where a is better, its standard error and the degrees of freedom of that.
ADVANTAGE, ERROR, DF, L = (pl.col(name) for name in ("advantage", "error", "df", "n_algorithms"))
# Statistic, p-value, degrees of freedom and reach of the interval, from pairs, the level of two tails, the alternative.
Terms = Callable[[pl.DataFrame, float, Alternative], Mapping[str, pl.Expr | pl.Series]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A law of a difference over its standard error: its name in the rows, and what it makes of pairs."""

    name: str
    terms: Terms


def _normal(_: pl.DataFrame, alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    z = ADVANTAGE / ERROR
    return {
        "statistic": z,
        "p_value": tail_of(z, alternative, tails.normal_sf),
        "reach": ERROR * tails.normal_isf(alpha / 2),
    }


def _bonferroni(pairs: pl.DataFrame, alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    m = pl.col("n_pairs")
    single = _normal(pairs, alpha, alternative)
    return single | {
        "p_value": (m * single["p_value"]).clip(upper_bound=1.0),
        "reach": ERROR * tails.normal_isf(pl.lit(alpha) / (2 * m)),
    }


def _t(_: pl.DataFrame, alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    t = ADVANTAGE / ERROR
    return {
        "statistic": t,
        "df1": DF,
        "p_value": tail_of(t, alternative, tails.t_sf, DF),
        "reach": ERROR * tails.t_isf(pl.lit(alpha / 2), DF),
    }


def _studentised_range(_: pl.DataFrame, alpha: float, __: Alternative) -> dict[str, pl.Expr]:
    scale = ERROR / 2**0.5  # of one mean, where the error is that of a difference
    q = ADVANTAGE.abs() / scale
    return {
        "statistic": q,
        "df2": pl.when(DF.is_finite()).then(DF),
        "p_value": tails.studentized_range_sf(q, L, DF),
        "reach": scale * elementwise(partial(_range_quantiles, alpha), L, DF),
    }


def _range_quantiles(alpha: float, groups: Any, df: Any) -> Any:
    """Compute the quantile once per size of table: most rows share theirs with many others."""
    from benchreport.stats.kernels.studentized_range import quantile

    sizes, place = np.unique(np.stack((groups, df)), axis=1, return_inverse=True)
    return quantile(alpha, sizes[0], sizes[1])[place.ravel()]


def _f(_: pl.DataFrame, alpha: float, __: Alternative) -> dict[str, pl.Expr]:
    f = (ADVANTAGE / ERROR) ** 2 / (L - 1)
    return {
        "statistic": f,
        "df1": L - 1,
        "df2": DF,
        "p_value": tails.f_sf(f, L - 1, DF),
        "reach": ERROR * ((L - 1) * tails.f_isf(alpha, L - 1, DF)).sqrt(),
    }


def _chi_square(_: pl.DataFrame, alpha: float, __: Alternative) -> dict[str, pl.Expr]:
    from scipy.special import chdtri

    chi2 = (ADVANTAGE / ERROR) ** 2
    return {
        "statistic": chi2,
        "df1": L - 1,
        "p_value": tails.chi2_sf(chi2, L - 1),
        "reach": ERROR * elementwise(lambda df: chdtri(df, alpha), L - 1).sqrt(),
    }


NORMAL = Law(name="normal", terms=_normal)
BONFERRONI = Law(name="normal", terms=_bonferroni)
STUDENT = Law(name="Student's t", terms=_t)
STUDENTISED_RANGE = Law(name="studentised range", terms=_studentised_range)
F = Law(name="F", terms=_f)
CHI_SQUARE = Law(name="chi-square", terms=_chi_square)
