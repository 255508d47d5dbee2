"""How many trials of a group succeeded? What the methods for rates start from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import IntoExpr, normal_sf, ordered
from benchreport.stats.forms.moments import checked_level
from benchreport.stats.forms.rows import fields, first_that_holds
from benchreport.stats.kernels import binomial as kernels
from benchreport.tables.rounding import Floats

FEW = 5  # successes and failures that the normal law wants to see
NOT_COUNTS = Remark(
    code="not_counts", note="successes are counts between 0 and the number of trials, or a column of 0 and 1"
)
INDEPENDENT = "instances are independent, and were not used in training"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of a method for rates: which variant of it, on which side, at which level."""

    method: Method
    alternative: Alternative
    alpha: float
    variant: str  # empty where there is but one
    level: float  # of one tail

    def limits(self, low: pl.Expr, high: pl.Expr) -> dict[str, pl.Expr | None]:
        """Return the limits that the alternative asks for: a lower bound for "greater", an upper one for "less"."""
        sides = {"less": (None, high), "greater": (low, None)}.get(self.alternative, (low, high))
        return dict(zip(("ci_low", "ci_high"), sides, strict=True))

    def tail(self, z: pl.Expr) -> pl.Expr:
        """Return the p-value of a normal statistic."""
        return {"greater": normal_sf(z), "less": normal_sf(-z)}.get(self.alternative, 2 * normal_sf(z.abs()))


def checked(method: Method, alternative: Alternative, alpha: float, variant: str = "") -> Asked:
    """Return what is asked of a method, or raise where there is no such variant, side or level."""
    if method.variants:
        one_of(variant, method.variants, name="variant")
    level = checked_level(alpha, alternative)
    return Asked(method=method, alternative=alternative, alpha=alpha, variant=variant, level=level)


def counted(successes: IntoExpr, trials: IntoExpr | None) -> dict[str, pl.Expr]:
    """Add up the successes and the trials of a group; ``whole`` is false where 0/1 outcomes are something else."""
    first = ordered(successes)
    if trials is None:
        return {
            "k": first.sum(),
            "n": first.count().cast(pl.Float64),
            "whole": ((first == 0) | (first == 1)).all(),
        }
    second = ordered(trials)
    both = first.is_not_null() & second.is_not_null()
    return {"k": first.filter(both).sum(), "n": second.filter(both).sum(), "whole": pl.lit(True).first()}


def judged_counts(counts: pl.DataFrame) -> pl.DataFrame:
    """Tell the groups that hold counts, and those that hold any."""
    k, n = pl.col("k"), pl.col("n")
    sound = (pl.col("whole") & (k >= 0) & (k <= n) & (n >= 0) & n.is_finite()).fill_null(False)
    return counts.with_columns(some=n != 0, sound=sound, fine=(n != 0) & sound, estimate=k / n)


def with_limits(kernel: kernels.Limits, counts: pl.DataFrame, level: float) -> pl.DataFrame:
    """Add ``low`` and ``high``: the kernel runs once per distinct pair of counts; null where they are not sound."""
    limits = np.full((counts.height, 2), np.nan)
    fine = counts.get_column("fine").to_numpy()
    if fine.any():
        pairs, at = np.unique(counts.select("k", "n").to_numpy()[fine], axis=0, return_inverse=True)
        with np.errstate(all="ignore"):
            limits[fine] = np.column_stack(kernel(pairs[:, 0].copy(), pairs[:, 1].copy(), level))[at.ravel()]
    return counts.with_columns(nullable(low=limits[:, 0], high=limits[:, 1]))


def nullable(**columns: Floats) -> list[pl.Series]:
    """Return arrays as columns of these names, with null for NaN."""
    return [pl.Series(name, values).fill_nan(None) for name, values in columns.items()]


def count_row(
    asked: Asked, *, problems: Sequence[tuple[pl.Expr, str]], remarks: Sequence[pl.Expr], **values: Any
) -> list[pl.Expr]:
    """Return the columns of a result row of ``n`` judged trials and their ``estimate``, with what a method adds."""
    sound = pl.col("sound")
    nothing = [(~pl.col("some") & sound, "too_few"), (~sound, "undefined")]
    own = {"variant": asked.variant, "alpha": asked.alpha, "alternative": asked.alternative}
    return fields(
        asked.method,
        n=pl.when(sound).then("n").otherwise(0),
        estimate=pl.when("fine").then("estimate"),
        status=first_that_holds([*nothing, *problems], "ok"),
        remarks=joined_remarks(NOT_COUNTS.where(~sound), *remarks),
        **own | values,
    )
