"""What could not be tested, and why?"""

from __future__ import annotations

import polars as pl

from benchreport.document.numbers import counted

SILENT = "no reason was recorded"
# What a row left out of a test that could be made otherwise is no reason.
NO_REASON = "left out"


def untested(rows: pl.DataFrame, noun: str) -> list[tuple[str, str]]:
    """Count the rows without a p-value by what their note gives as the reason, the most frequent first.

    Examples
    --------
    >>> rows = pl.DataFrame({"p_value": [None, 0.1], "note": ["too few runs; folds are few", None]})
    >>> untested(rows, "comparison")
    [('1 comparison', 'too few runs')]
    """
    parts = pl.col("note").str.split("; ")
    reason = parts.list.filter(~pl.element().str.starts_with(NO_REASON)).list.first().fill_null(SILENT)
    lacking = rows.filter(pl.col("p_value").is_null()).select(reason.alias("reason"))
    found = lacking.group_by("reason").agg(n=pl.len()).sort("n", "reason", descending=[True, False])
    return [(counted(n, noun), reason) for reason, n in found.select("reason", "n").rows()]
