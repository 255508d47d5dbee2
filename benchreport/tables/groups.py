"""How is a table split into groups, when there may be none?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean
from benchreport.method import RESULT_COLUMNS

By = str | Sequence[str] | None
# Names that results, or the tables on the way to them, use themselves.
RESERVED = frozenset(RESULT_COLUMNS) | frozenset(
    (
        *(
            "x",
            "y",
            "n_x",
            "n_y",
            "orientation",
            "n_values",
            "n_imputed",
            "imputed",
            "imputed_x",
            "imputed_y",
            "policy",
        ),
        *("key", "rank", "tied", "least", "most", "dropped", "chi2", "n_blocks", "squares", "tie_sum", "log_tied"),
        *("all_tied", "kendall_w", "log_arrangements", "n_algorithms", "rank_a", "rank_b", "mean_rank", "best_rank"),
        *("worst_rank", "n_first", "position", "ratio", "assumed", "repeated", "told", "folds", "partitioned"),
    )
)


def group_columns(table: pl.DataFrame, by: By, taken: Sequence[str] = ()) -> list[str]:
    """Check the columns that split a table into groups; ``taken`` are further names a method uses itself.

    Examples
    --------
    >>> group_columns(pl.DataFrame(schema=["metric", "algorithm"]), "metric")
    ['metric']
    """
    names = list(dict.fromkeys(listed(by)))
    for name in names:
        if name in RESERVED or name in taken:
            raise ColumnError(
                f"{name!r} is a column of the results, not a group", hint=f"rename the column {name!r} first"
            )
        if name not in table.columns:
            raise ColumnError(f"no column {name!r} to group by", hint=did_you_mean(name, _own(table)))
        if name in ("algorithm", "value"):
            raise ColumnError(f"{name!r} is what is compared, not a group", hint="group by metric, dataset or a factor")
        if table.get_column(name).null_count():
            raise ColumnError(f"the group column {name!r} has empty cells", hint="fill them, or filter the rows out")
    return names


def _own(table: pl.DataFrame) -> list[str]:
    """List the columns that a user gave, without those added on the way."""
    return [name for name in table.columns if not name.startswith("__")]


def listed(by: By) -> list[str]:
    """Give one name, several or none as a list.

    Examples
    --------
    >>> listed("metric"), listed(None), listed(("dataset", "metric"))
    (['metric'], [], ['dataset', 'metric'])
    """
    if by is None or isinstance(by, str):
        return [] if by is None else [by]
    names = list(by) if isinstance(by, Iterable) else [by]
    if not all(isinstance(name, str) for name in names):
        raise OptionError(f"{by!r} is no name", hint="give one name as a text, or a list of names")
    return names


def within(groups: Sequence[str]) -> list[pl.Expr]:
    """Give the partition for ``over``; without groups all rows are one."""
    return [pl.col(name) for name in groups] or [pl.lit(0)]


def aggregate(frame: pl.DataFrame, groups: Sequence[str], **facts: pl.Expr) -> pl.DataFrame:
    """Aggregate per group; without groups into one row.

    Examples
    --------
    >>> aggregate(pl.DataFrame({"x": [1, 2]}), [], total=pl.col("x").sum()).item()
    3
    """
    return frame.group_by(groups).agg(**facts) if groups else frame.select(**facts)


def joined(left: pl.DataFrame, right: pl.DataFrame, groups: Sequence[str]) -> pl.DataFrame:
    """Join what belongs to the same group, in the order of the left; without groups everything does.

    Examples
    --------
    >>> joined(pl.DataFrame({"a": [1, 2]}), pl.DataFrame({"n": [9]}), []).rows()
    [(1, 9), (2, 9)]
    """
    return left.join(right, on=list(groups), maintain_order="left") if groups else left.join(right, how="cross")
