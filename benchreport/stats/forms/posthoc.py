"""Tests of every two algorithms of a group: what is compared, its standard error and law, and the rows they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.distributions import (
    chi2_sf,
    elementwise,
    f_sf,
    normal_isf,
    normal_sf,
    studentized_range_sf,
    t_isf,
    t_sf,
)
from benchreport.stats.forms.omnibus import ENOUGH, NEVER, SOUND, TIED
from benchreport.stats.forms.over import doubted
from benchreport.stats.rows import SHARED_RUNS, checked_alpha, fields, first_that_holds
from benchreport.tables.blocks import Blocks, Pairs, pairs_of

# One row per algorithm of each group, in the order of Blocks.seats, and one row per group.
Facts = tuple[pl.DataFrame, pl.DataFrame]
# Statistic, p-value, degrees of freedom and reach of the interval, from pairs, the level of two tails, the alternative.
Terms = Callable[[pl.DataFrame, float, Alternative], Mapping[str, pl.Expr | pl.Series]]
ADVANTAGE, ERROR, DF, L = (pl.col(name) for name in ("advantage", "error", "df", "n_algorithms"))
FLAT = pl.col("flat")
ENDLESS = pl.lit(float("inf"))
FEW_VALUES_OF_ONE = Remark(code="few_values_of_one", note="fewer than two values of an algorithm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A law of a difference over its standard error: its name in the rows, and what it makes of pairs."""

    name: str
    terms: Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class PostHoc:
    """A test of every two algorithms, as expressions of a pair.

    ``facts`` returns what is known of algorithms and of groups; in a pair the columns of algorithms end in ``_a`` and
    ``_b``. ``advantage`` is positive where a is better, ``error`` its standard error, ``df`` the degrees of freedom of
    that, and ``turn`` makes the advantage the estimate; ``of_pairs`` returns what is known of no algorithm alone. A
    pair has ``enough`` to test, or too few; it is ``tied`` where nothing differs, and ``flat`` without any spread to
    judge by. A ``rough`` test is approximate. ``values`` are columns of the rows that do not follow from the law.
    """

    facts: Callable[[Blocks], Facts]
    of_pairs: Callable[[Pairs], Mapping[str, pl.Series]] | None = None
    advantage: pl.Expr
    error: pl.Expr
    law: Law
    df: pl.Expr = ENDLESS
    turn: pl.Expr
    enough: pl.Expr
    tied: pl.Expr
    flat: pl.Expr = NEVER
    rough: pl.Expr = NEVER
    remarks: Sequence[pl.Expr] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


def posthoc(
    method: Method,
    test: PostHoc,
    *,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: str | None = None,
    alpha: float,
) -> Callable[[Blocks], pl.DataFrame]:
    """Return the function that compares every two algorithms, or each with ``control``; options are checked now."""
    one_of(alternative, ALTERNATIVES, name="alternative")
    options: dict[str, Any] = {"control": control, "alternative": alternative, "variant": variant}
    return partial(posthoc_rows, method=method, test=test, alpha=checked_alpha(alpha), **options)


def posthoc_rows(
    blocks: Blocks,
    *,
    method: Method,
    test: PostHoc,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: str | None = None,
    alpha: float,
) -> pl.DataFrame:
    """Return one row per group and pair."""
    pairs = side_by_side(blocks, test, control)
    return contrast_rows(pairs, blocks, method=method, test=test, alternative=alternative, variant=variant, alpha=alpha)


def contrast_rows(
    pairs: pl.DataFrame,
    blocks: Blocks,
    *,
    method: Method,
    test: PostHoc,
    alternative: Alternative,
    variant: str | None,
    alpha: float,
) -> pl.DataFrame:
    """Return the rows of pairs, or of other contrasts, from what is known of them."""
    pairs = pairs.with_columns(
        advantage=test.advantage, error=test.error, df=test.df, turn=test.turn, enough=test.enough, tied=test.tied
    )
    pairs = pairs.with_columns(flat=test.flat).with_columns(sound=ENOUGH & ~TIED & ~FLAT)
    # In columns, since a law is worked out anew wherever it is mentioned.
    terms = test.law.terms(pairs, alpha if alternative == "two-sided" else 2 * alpha, alternative)
    pairs = pairs.with_columns(**{name: pl.when(SOUND).then(term) for name, term in terms.items()})
    # One-sided tests have one-sided intervals; turning a difference round exchanges the limits.
    none, turned = pl.lit(None, dtype=pl.Float64), pl.col("turn") < 0
    low = none if alternative == "less" else ADVANTAGE - pl.col("reach")
    high = none if alternative == "greater" else ADVANTAGE + pl.col("reach")
    better = pl.when(ADVANTAGE > 0).then("a").when(ADVANTAGE < 0).then("b")
    known: dict[str, Any] = {
        "n": pl.col("n"),
        "n_dropped": pl.col("n_dropped"),
        "statistic": pl.col("statistic") * (pl.col("orientation") if method.signed else 1.0),
        "df1": pl.col("df1") if "df1" in terms else None,
        "df2": pl.col("df2") if "df2" in terms else None,
        "p_value": pl.when(ENOUGH & TIED).then(1.0).otherwise("p_value"),
        "estimate": pl.when(ENOUGH).then(ADVANTAGE * pl.col("turn")),
        "ci_low": pl.when(turned).then(-high).otherwise(low),
        "ci_high": pl.when(turned).then(-low).otherwise(high),
        "alpha": alpha,
        "law": test.law.name,
        "alternative": alternative,
        "variant": variant,
        "status": first_that_holds(
            [(~ENOUGH, "too_few"), (TIED, "all_ties"), (FLAT, "zero_variance"), (test.rough, "approximate")], "ok"
        ),
        "remarks": joined_remarks(*test.remarks),
    }
    if "a" in pairs.columns:
        known |= {"a": pl.col("a"), "b": pl.col("b"), "better": pl.when(ENOUGH & ~TIED).then(better)}
    return doubted(pairs.select("group", *fields(method, **{**known, **test.values})), blocks, SHARED_RUNS)


def side_by_side(blocks: Blocks, test: PostHoc, control: str | None) -> pl.DataFrame:
    """Return one row per pair with what is known of its group and, ending in ``_a`` and ``_b``, of its algorithms.

    ``n_pairs`` counts the pairs of the group.
    """
    algorithms, groups = blocks.once(test.facts)
    pairs = pairs_of(blocks, control)
    parts = [groups[pairs.group]]
    for side, column in (("a", pairs.a), ("b", pairs.b)):
        known = algorithms.drop("group")[blocks.seat[pairs.group, column]]
        parts.append(known.rename({name: side if name == "algorithm" else f"{name}_{side}" for name in known.columns}))
    n_pairs = L * (L - 1) // 2 if control is None else L - 1
    of_pairs = test.of_pairs(pairs) if test.of_pairs else {}
    return pl.concat(parts, how="horizontal").with_columns(n_pairs=n_pairs, **of_pairs)


def two_sided_or_not(sf: Callable[[pl.Expr], pl.Expr], statistic: pl.Expr, alternative: Alternative) -> pl.Expr:
    """Return the p-value of a statistic with a symmetric law; large values speak for a."""
    tails = {"greater": statistic, "less": -statistic, "two-sided": statistic.abs()}
    return (2 if alternative == "two-sided" else 1) * sf(tails[alternative])


def _normal(_: pl.DataFrame, alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    z = ADVANTAGE / ERROR
    return {
        "statistic": z,
        "p_value": two_sided_or_not(normal_sf, z, alternative),
        "reach": ERROR * normal_isf(alpha / 2),
    }


def _bonferroni(pairs: pl.DataFrame, alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    m = pl.col("n_pairs")
    single = _normal(pairs, alpha, alternative)
    return single | {
        "p_value": (m * single["p_value"]).clip(upper_bound=1.0),
        "reach": ERROR * normal_isf(pl.lit(alpha) / (2 * m)),
    }


def _t(_: pl.DataFrame, alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    t = ADVANTAGE / ERROR
    return {
        "statistic": t,
        "df1": DF,
        "p_value": two_sided_or_not(lambda value: t_sf(value, DF), t, alternative),
        "reach": ERROR * t_isf(pl.lit(alpha / 2), DF),
    }


def _studentised_range(_: pl.DataFrame, alpha: float, __: Alternative) -> dict[str, pl.Expr]:
    scale = ERROR / 2**0.5  # of one mean, where the error is that of a difference
    q = ADVANTAGE.abs() / scale
    return {
        "statistic": q,
        "df2": pl.when(DF.is_finite()).then(DF),
        "p_value": studentized_range_sf(q, L, DF),
        "reach": scale * elementwise(partial(_range_quantiles, alpha), L, DF),
    }


def _range_quantiles(alpha: float, groups: Any, df: Any) -> Any:
    """Invert the law once per size of table: most rows share theirs with many others."""
    from benchreport.stats.studentized_range import quantile

    sizes, which = np.unique(np.stack((groups, df)), axis=1, return_inverse=True)
    return quantile(alpha, sizes[0], sizes[1])[which.ravel()]


def _f(_: pl.DataFrame, alpha: float, __: Alternative) -> dict[str, pl.Expr]:
    from scipy.special import fdtri

    f = (ADVANTAGE / ERROR) ** 2 / (L - 1)
    quantile = elementwise(lambda first, second: fdtri(first, second, 1 - alpha), L - 1, DF)
    return {
        "statistic": f,
        "df1": L - 1,
        "df2": DF,
        "p_value": f_sf(f, L - 1, DF),
        "reach": ERROR * ((L - 1) * quantile).sqrt(),
    }


def _chi_square(_: pl.DataFrame, alpha: float, __: Alternative) -> dict[str, pl.Expr]:
    from scipy.special import chdtri

    chi2 = (ADVANTAGE / ERROR) ** 2
    return {
        "statistic": chi2,
        "df1": L - 1,
        "p_value": chi2_sf(chi2, L - 1),
        "reach": ERROR * elementwise(lambda df: chdtri(df, alpha), L - 1).sqrt(),
    }


NORMAL = Law(name="normal", terms=_normal)
BONFERRONI = Law(name="normal", terms=_bonferroni)
STUDENT = Law(name="Student's t", terms=_t)
STUDENTISED_RANGE = Law(name="studentised range", terms=_studentised_range)
F = Law(name="F", terms=_f)
CHI_SQUARE = Law(name="chi-square", terms=_chi_square)
