"""Comparisons that could not be tested, counted by their reasons."""

from __future__ import annotations

import polars as pl

from benchreport.numerals import counted
from benchreport.remarks import remarks_in, words_of

# What a status says where no remark says more.
WITHOUT_REMARKS = {
    "too_few": "too few results",
    "zero_variance": "nothing varies",
    "all_ties": "all results are equal",
    "singular": "fewer runs than the metrics need",
    "undefined": "it is not defined for these results",
}


def untested(rows: pl.DataFrame, noun: str) -> list[tuple[str, str]]:
    """Return how many rows have no p-value by the reason of their first remark, the most frequent first.

    Examples
    --------
    >>> rows = pl.DataFrame(
    ...     {"p_value": [None, 0.1], "status": ["too_few", "ok"], "remarks": [None, None]},
    ...     schema_overrides={"remarks": pl.String},
    ... )
    >>> untested(rows, "comparison")
    [('1 comparison', 'too few results')]
    """
    lacking = rows.filter(pl.col("p_value").is_null())
    reasons = pl.DataFrame({"reason": [_reason(row) for row in lacking.iter_slices(1)]}, schema={"reason": pl.String})
    counts = reasons.group_by("reason").agg(n=pl.len()).sort("n", "reason", descending=[True, False])
    return [(counted(n, noun), reason) for reason, n in counts.select("reason", "n").rows()]


def _reason(row: pl.DataFrame) -> str:
    """Return why a row has no p-value; what was left out of a test that could be made otherwise is no reason."""
    reasons = [spelled for remark, spelled in remarks_in(row) if remark.topic != "left_out"]
    status = str(row.get_column("status")[0])
    return words_of(reasons[0]) if reasons else WITHOUT_REMARKS.get(status, status)
