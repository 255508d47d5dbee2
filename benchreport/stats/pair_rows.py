"""How does a difference of two algorithms, with its standard error, become a result row?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, IncompleteError, did_you_mean, one_of
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
from benchreport.stats.rows import checked_alpha, fields, first_that_holds, table_remarks
from benchreport.tables.cells import Reduce
from benchreport.tables.groups import By, aggregate, joined
from benchreport.tables.pairs import Missing

Law = Literal["normal", "bonferroni", "t", "studentised range", "F", "chi-square"]
# Statistic, p-value, degrees of freedom and reach of the interval, from the level of two tails and the alternative.
Terms = Callable[[float, Alternative], dict[str, pl.Expr]]
ADVANTAGE, ERROR, DF, L = (pl.col(name) for name in ("__advantage", "__error", "__df", "n_algorithms"))
FEW_VALUES_OF_ONE = Remark(code="few_values_of_one", note="fewer than two values of an algorithm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a comparison of pairs was asked for; checked before any table is read."""

    by: By
    control: str | None = None
    alternative: Alternative = "two-sided"
    alpha: float = 0.05
    reduce: Reduce = "mean"
    missing: Missing = "refuse"
    variant: str | None = None

    def checked(self, method: Method) -> Asked:
        """Refuse words that mean nothing here."""
        one_of(self.alternative, ALTERNATIVES, name="alternative")
        one_of(self.missing, ("refuse", "available"), name="missing")
        checked_alpha(self.alpha)
        if self.variant is not None:
            one_of(self.variant, method.variants, name="variant")
        return self


def couples(
    algorithms: pl.DataFrame, facts: pl.DataFrame, groups: Sequence[str], control: str | None = None
) -> pl.DataFrame:
    """Put every two algorithms of a group side by side, or each beside the control, and the facts of the group.

    ``algorithms`` has one row per group and algorithm; its further columns come out as ``__name_a`` and ``__name_b``.
    """
    if control is not None:
        _refuse_without_control(algorithms, groups, control)
    sides = {}
    for side in "ab":
        further = {name: f"__{name}_{side}" for name in algorithms.columns if name not in (*groups, "algorithm")}
        sides[side] = algorithms.rename({"algorithm": side, **further})
    wanted = pl.col("a") < pl.col("b") if control is None else (pl.col("b") == control) & (pl.col("a") != control)
    pairs = joined(joined(sides["a"], sides["b"], groups).filter(wanted), facts, groups)
    m = L * (L - 1) // 2 if control is None else L - 1
    return pairs.with_columns(__comparisons=m).sort(*groups, "a", "b")


def _refuse_without_control(algorithms: pl.DataFrame, groups: Sequence[str], control: str) -> None:
    known = algorithms.get_column("algorithm").unique().sort().to_list()
    if control not in known:
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, known))
    lacking = aggregate(algorithms, groups, __lacks=(pl.col("algorithm") != control).all()).filter("__lacks")
    if lacking.height:
        first = ", ".join(map(str, lacking.select(groups).sort(groups).row(0)))
        raise IncompleteError(
            f"group {first} lacks the control {control!r}",
            hint="filter it out, or choose a control that was measured in every group",
        )


def pair_rows(
    pairs: pl.DataFrame,
    groups: Sequence[str],
    method: Method,
    law: Law | Terms,
    asked: Asked,
    /,
    *,
    cases: Sequence[tuple[pl.Expr, str]] = (),
    remarks: Sequence[pl.Expr] = (),
    **values: Any,
) -> pl.DataFrame:
    """Finish the rows of all pairs.

    ``pairs`` come from :func:`couples`, with ``__advantage`` (positive where a is better), ``__error`` (its standard
    error), ``__turn`` (what makes the advantage the estimate), ``orientation`` (-1 where lower values of the metric are
    better, which turns a signed statistic), ``__enough``, ``__tied`` (nothing differs), ``__flat`` (no spread to judge
    by) and, where the law has them, ``__df`` degrees of freedom. ``law`` is one of :data:`LAWS`, or terms of a method's
    own with its name among the ``values``.
    """
    enough, tied = pl.col("__enough"), pl.col("__tied")
    sound = enough & ~tied & ~pl.col("__flat")
    terms = law if callable(law) else LAWS[law]
    asked_of = terms(asked.alpha if asked.alternative == "two-sided" else 2 * asked.alpha, asked.alternative)
    # In columns, since a law is worked out anew wherever it is mentioned.
    pairs = pairs.with_columns(value.alias(f"__law_{name}") for name, value in asked_of.items())
    found = {name: pl.col(f"__law_{name}") for name in asked_of}
    # One-sided tests have one-sided intervals; turning a difference round exchanges the limits.
    none = pl.lit(None, dtype=pl.Float64)
    low = none if asked.alternative == "less" else ADVANTAGE - found["reach"]
    high = none if asked.alternative == "greater" else ADVANTAGE + found["reach"]
    turned = pl.col("__turn") < 0
    named = "Student's t" if law == "t" else "normal" if law == "bonferroni" else law
    known: dict[str, Any] = {
        "a": pl.col("a"),
        "b": pl.col("b"),
        "better": pl.when(enough & ~tied).then(
            pl.when(ADVANTAGE > 0).then(pl.col("a")).when(ADVANTAGE < 0).then(pl.col("b"))
        ),
        "n": pl.col("n"),
        "n_dropped": pl.col("n_dropped"),
        "statistic": pl.when(sound).then(found["statistic"] * (pl.col("orientation") if method.signed else 1.0)),
        "df1": pl.when(sound).then(found["df1"]) if "df1" in found else None,
        "df2": pl.when(sound).then(found["df2"]) if "df2" in found else None,
        "p_value": pl.when(sound).then(found["p_value"]).when(enough & tied).then(1.0),
        "estimate": pl.when(enough).then(ADVANTAGE * pl.col("__turn")),
        "ci_low": pl.when(sound).then(pl.when(turned).then(-high).otherwise(low)),
        "ci_high": pl.when(sound).then(pl.when(turned).then(-low).otherwise(high)),
        "alpha": asked.alpha,
        "law": named,
        "alternative": asked.alternative,
        "variant": asked.variant,
        "status": first_that_holds(
            [(~enough, "too_few"), (tied, "all_ties"), (pl.col("__flat"), "zero_variance"), *cases], "ok"
        ),
        "remarks": joined_remarks(*remarks, *table_remarks()),
    }
    return pairs.select(*groups, *fields(method, **(known | values)))


def two_sided_or_not(sf: Callable[[pl.Expr], pl.Expr], statistic: pl.Expr, alternative: Alternative) -> pl.Expr:
    """Give the p-value of a statistic with a symmetric law; large values speak for a."""
    tails = {"greater": statistic, "less": -statistic, "two-sided": statistic.abs()}
    return (2 if alternative == "two-sided" else 1) * sf(tails[alternative])


def _normal(alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    z = ADVANTAGE / ERROR
    return {
        "statistic": z,
        "p_value": two_sided_or_not(normal_sf, z, alternative),
        "reach": ERROR * normal_isf(alpha / 2),
    }


def _bonferroni(alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    m = pl.col("__comparisons")
    single = _normal(alpha, alternative)
    return single | {
        "p_value": (m * single["p_value"]).clip(upper_bound=1.0),
        "reach": ERROR * normal_isf(pl.lit(alpha) / (2 * m)),
    }


def _t(alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    t = ADVANTAGE / ERROR
    return {
        "statistic": t,
        "df1": DF,
        "p_value": two_sided_or_not(lambda value: t_sf(value, DF), t, alternative),
        "reach": ERROR * t_isf(pl.lit(alpha / 2), DF),
    }


def _studentised_range(alpha: float, _: Alternative) -> dict[str, pl.Expr]:
    scale = ERROR / 2**0.5  # of one mean, where the error is that of a difference
    q = ADVANTAGE.abs() / scale
    return {
        "statistic": q,
        "df2": pl.when(DF.is_finite()).then(DF),
        "p_value": studentized_range_sf(q, L, DF),
        "reach": scale * elementwise(lambda groups, df: _range_quantiles(alpha, groups, df), L, DF),
    }


def _range_quantiles(alpha: float, groups: Any, df: Any) -> Any:
    """Invert the law once per size of table: most rows share theirs with many others."""
    from benchreport.stats.studentized_range import quantile

    sizes, which = np.unique(np.stack((groups, df)), axis=1, return_inverse=True)
    return quantile(alpha, sizes[0], sizes[1])[which.ravel()]


def _f(alpha: float, _: Alternative) -> dict[str, pl.Expr]:
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


def _chi_square(alpha: float, _: Alternative) -> dict[str, pl.Expr]:
    from scipy.special import chdtri

    chi2 = (ADVANTAGE / ERROR) ** 2
    return {
        "statistic": chi2,
        "df1": L - 1,
        "p_value": chi2_sf(chi2, L - 1),
        "reach": ERROR * elementwise(lambda df: chdtri(df, alpha), L - 1).sqrt(),
    }


LAWS: Mapping[Law, Terms] = {
    "normal": _normal,
    "bonferroni": _bonferroni,
    "t": _t,
    "studentised range": _studentised_range,
    "F": _f,
    "chi-square": _chi_square,
}
