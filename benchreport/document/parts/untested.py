"""What could not be tested, and why?"""

from __future__ import annotations

import polars as pl

from benchreport.document.numbers import counted

# What a row left out of a test that could be made otherwise is no reason.
NO_REASON = "left out"
# What a status says where no note says more.
WITHOUT_A_NOTE = {
    "too_few": "too few results",
    "zero_variance": "nothing varies",
    "all_ties": "all results are equal",
    "singular": "fewer runs than the metrics need",
    "undefined": "it is not defined for these results",
}


def untested(rows: pl.DataFrame, noun: str) -> list[tuple[str, str]]:
    """Count the rows without a p-value by what their note gives as the reason, the most frequent first.

    Examples
    --------
    >>> notes = ["the same difference on every fold; folds are few", None, None]
    >>> status = ["zero_variance", "too_few", "ok"]
    >>> untested(pl.DataFrame({"p_value": [None, None, 0.1], "status": status, "note": notes}), "comparison")
    [('1 comparison', 'the same difference on every fold'), ('1 comparison', 'too few results')]
    """
    parts = pl.col("note").str.split("; ")
    noted = parts.list.filter(~pl.element().str.starts_with(NO_REASON)).list.first()
    reason = noted.fill_null(pl.col("status").cast(pl.String).replace(WITHOUT_A_NOTE))
    lacking = rows.filter(pl.col("p_value").is_null()).select(reason.alias("reason"))
    found = lacking.group_by("reason").agg(n=pl.len()).sort("n", "reason", descending=[True, False])
    return [(counted(n, noun), reason) for reason, n in found.select("reason", "n").rows()]
