"""Groups of a table: the columns that split it, and their names while a method works on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import BenchreportError, ColumnError, OptionError, did_you_mean
from benchreport.method import RESULT_COLUMNS
from benchreport.tables.schema import (
    ALIASES,
    BOOKKEEPING,
    COLUMNS_OF,
    CONFUSION_CELLS,
    HISTORY,
    RUN_KEYS,
    normalised,
    table_kind,
)
from benchreport.threads import in_one_order

P = ParamSpec("P")
SYNONYMS = frozenset(alias for aliases in ALIASES.values() for alias in aliases)

By = str | Sequence[str] | None
# The prefix that a user's group columns have while a method works on them, so that no column of its own is in the way.
HIDDEN = "__by_"
KEYS = ("dataset", "metric", *RUN_KEYS)


@in_one_order
def under_own_names(table: Any, by: By, outputs: Iterable[str], run: Callable[[Any], pl.DataFrame]) -> pl.DataFrame:
    """Run a method on a table, so that group columns of any name stay apart from the columns of the method.

    On the way the columns of ``by`` that a user made have names that nothing else has. Names of the ``outputs`` are
    refused, since a table has one column of a name.

    Examples
    --------
    >>> table = pl.DataFrame({"rank": ["low", "high"], "value": [1.0, 2.0]})
    >>> under_own_names(table, "rank", (), lambda given: given.select("__by_rank"))["rank"].to_list()
    ['low', 'high']
    """
    from benchreport.tables.reading.frames import to_polars

    groups = [name for name in listed(by) if name not in KEYS]
    refuse_results(groups, outputs)
    if not groups:
        return run(table)
    frame = to_polars(table)
    # What is measured keeps its name: a method looks for it.
    measured = {*COLUMNS_OF[table_kind(frame)], *CONFUSION_CELLS, *BOOKKEEPING}.difference(HISTORY, ("group",))
    canonical = all(isinstance(frame.schema.get(name), pl.Categorical) for name in ("algorithm", "dataset"))
    reserved = measured if canonical else measured | SYNONYMS
    names = [
        name for name in groups if name in frame.columns and normalised(name) not in reserved and HIDDEN not in name
    ]
    if not names:
        return run(table)
    try:
        rows = run(frame.rename({name: HIDDEN + name for name in names}))
    except BenchreportError as error:
        error.args = (error.problem.replace(HIDDEN, ""),)
        error.problem, error.hint = error.problem.replace(HIDDEN, ""), error.hint.replace(HIDDEN, "")
        raise
    refuse_results(names, rows.columns)
    texts = [name for name in ("family", "remarks", "note") if rows.schema.get(name) == pl.String]
    named = rows.with_columns(pl.col(texts).str.replace_all(HIDDEN, "", literal=True))
    return named.rename({HIDDEN + name: name for name in names})


def refuse_results(names: Iterable[str], outputs: Iterable[str]) -> None:
    """Raise when a group has the name of a column of the results."""
    taken = set(outputs)
    for name in names:
        if name in taken:
            raise ColumnError(
                f"{name!r} is a column of the results, not a group", hint=f"rename the column {name!r} first"
            )


def keeps_group_names(function: Callable[P, pl.DataFrame]) -> Callable[P, pl.DataFrame]:
    """Return a function of a table and ``by`` that takes group columns of any name, as :func:`under_own_names`."""
    parameters = signature(function)
    first = next(iter(parameters.parameters))

    @wraps(function)
    def grouped(*args: P.args, **options: P.kwargs) -> pl.DataFrame:
        call = parameters.bind(*args, **options)
        entered = call.arguments.pop(first)
        by = call.arguments.get("by", parameters.parameters["by"].default)
        inner: Callable[..., pl.DataFrame] = function
        return under_own_names(entered, by, (), lambda table: inner(table, *call.args, **call.kwargs))

    return grouped


def group_columns(table: pl.DataFrame, by: By) -> list[str]:
    """Check the columns that split a table into groups, and return their names in it.

    Examples
    --------
    >>> group_columns(pl.DataFrame(schema=["metric", "algorithm"]), "metric")
    ['metric']
    """
    names = list(dict.fromkeys(listed(by)))
    for name in names:
        if HIDDEN + name not in table.columns:
            if name.startswith("__") and not name.startswith(HIDDEN):
                raise ColumnError(f"{name!r} cannot name a group", hint=f"rename the column {name!r} first")
            refuse_results([name], RESULT_COLUMNS)
            if name not in table.columns:
                columns = [column.removeprefix(HIDDEN) for column in table.columns]
                own_columns = [column for column in columns if not column.startswith("__")]
                raise ColumnError(f"no column {name!r} to group by", hint=did_you_mean(name, own_columns))
        if name in ("algorithm", "value"):
            raise ColumnError(f"{name!r} is what is compared, not a group", hint="group by metric, dataset or a factor")
    present = [HIDDEN + name if HIDDEN + name in table.columns else name for name in names]
    for name in present:
        if table.get_column(name).null_count():
            own = name.removeprefix(HIDDEN)
            raise ColumnError(f"the group column {own!r} has empty cells", hint="fill them, or filter the rows out")
    return present


def listed(by: By) -> list[str]:
    """Return one name, several or none as a list.

    Examples
    --------
    >>> listed("metric"), listed(None), listed(("dataset", "metric"))
    (['metric'], [], ['dataset', 'metric'])
    """
    if by is None or isinstance(by, str):
        return [] if by is None else [by]
    names = list(by) if isinstance(by, Iterable) else [by]
    if not all(isinstance(name, str) for name in names):
        raise OptionError(f"{by!r} is not a name", hint="give one name as a text, or a list of names")
    return names


def taken(frame: pl.DataFrame, rows: npt.NDArray[Any]) -> pl.DataFrame:
    """Return some rows of a frame, column by column: of several at a time Polars makes threads.

    Examples
    --------
    >>> taken(pl.DataFrame({"a": [1, 2], "b": ["x", "y"]}), np.array([1, 1, 0])).rows()
    [(2, 'y'), (2, 'y'), (1, 'x')]
    """
    places = pl.Series(rows.astype(np.uint32))
    return pl.DataFrame([column[places] for column in frame.get_columns()])


def within(groups: Sequence[str]) -> list[pl.Expr]:
    """Return the partition for ``over``; without groups all rows are one."""
    return [pl.col(name) for name in groups] or [pl.lit(0)]


def aggregate(frame: pl.DataFrame, groups: Sequence[str], **facts: pl.Expr) -> pl.DataFrame:
    """Return aggregates per group; without groups one row.

    Examples
    --------
    >>> aggregate(pl.DataFrame({"x": [1, 2]}), [], total=pl.col("x").sum()).item()
    3
    """
    return frame.group_by(groups).agg(**facts) if groups else frame.select(**facts)


def joined(left: pl.DataFrame, right: pl.DataFrame, groups: Sequence[str]) -> pl.DataFrame:
    """Return a join on the group, in the order of the left table; without groups every row matches.

    Examples
    --------
    >>> joined(pl.DataFrame({"a": [1, 2]}), pl.DataFrame({"n": [9]}), []).rows()
    [(1, 9), (2, 9)]
    """
    return left.join(right, on=list(groups), maintain_order="left") if groups else left.join(right, how="cross")
