"""How many trials of a group succeeded? What the methods for rates start from."""

from __future__ import annotations

import numpy as np
import polars as pl

from benchreport.method import Remark
from benchreport.stats import binomial_limits as kernels
from benchreport.stats.distributions import IntoExpr, ordered

FEW = 5  # successes and failures that the normal law wants to see
NOT_COUNTS = Remark(
    code="not_counts", note="successes are counts between 0 and the number of trials, or a column of 0 and 1"
)
INDEPENDENT = "instances are independent, and were not used in training"


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
    sound = pl.col("whole") & (k >= 0) & (k <= n) & (n >= 0) & n.is_finite()
    return counts.with_columns(some=n != 0, sound=sound.fill_null(False)).with_columns(
        fine=pl.col("some") & pl.col("sound")
    )


def on_distinct(kernel: kernels.Limits, counts: pl.DataFrame, level: float) -> tuple[kernels.Array, kernels.Array]:
    """Run a kernel once per distinct pair of counts; NaN where the counts are not sound."""
    low, high = np.full(counts.height, np.nan), np.full(counts.height, np.nan)
    fine = counts.get_column("fine").to_numpy()
    if fine.any():
        pairs, at = np.unique(counts.select("k", "n").to_numpy()[fine], axis=0, return_inverse=True)
        with np.errstate(all="ignore"):
            first, second = kernel(pairs[:, 0].copy(), pairs[:, 1].copy(), level)
        low[fine], high[fine] = first[at.ravel()], second[at.ravel()]
    return low, high
