"""Tests as Polars expressions, for columns that already sit side by side; they know no direction.

Examples
--------
>>> import polars as pl
>>> import benchreport as br
>>> folds = pl.DataFrame({"seed": [1, 1, 1, 2, 2, 2], "a": [4, 5, 6, 1, 2, 3], "b": [3, 3, 3, 2, 2, 2]})
>>> rows = folds.group_by("seed", maintain_order=True).agg(br.expr.sign_test("a", "b"))
>>> rows.unnest("sign_test").select("seed", "n", "n_ties", "p_value").rows()
[(1, 3, 0, 0.25), (2, 2, 1, 1.0)]
"""

from benchreport.stats.columns.folds import corrected_resampled_t, cv52_f, cv52_t, kfold_paired_t
from benchreport.stats.columns.paired import sign_test, wilcoxon

__all__ = ["corrected_resampled_t", "cv52_f", "cv52_t", "kfold_paired_t", "sign_test", "wilcoxon"]
