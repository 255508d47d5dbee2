"""List columns as arrays of samples: flat values, two samples per group, means and spreads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl

from benchreport.stats.forms.distributions import IntoExpr, measured, ordered
from benchreport.stats.kernels.centring import Spreads, power_of_two, spreads
from benchreport.stats.kernels.two_samples import Samples
from benchreport.tables.blocks import Cells, Floats, Integers


def flat(lists: pl.Series) -> tuple[Floats, Integers]:
    """Return the values of all lists one after another, and the length of each list; a missing list is empty.

    Examples
    --------
    >>> values, lengths = flat(pl.Series([[1.0, 2.0], None, [3.0]]))
    >>> values.tolist(), lengths.tolist()
    ([1.0, 2.0, 3.0], [2, 0, 1])
    """
    if lists.null_count():
        lengths = lists.list.len().fill_null(0).to_numpy().astype(np.int64)
        return lists.drop_nulls().explode(empty_as_null=False).to_numpy().astype(np.float64), lengths
    lengths = lists.list.len().to_numpy().astype(np.int64)
    return lists.explode(empty_as_null=False).to_numpy().astype(np.float64), lengths


def gathered(lists: pl.DataFrame) -> Samples:
    """Return the list columns ``x`` and ``y``, one row per group, as two samples per group.

    Examples
    --------
    >>> gathered(pl.DataFrame({"x": [[1.0, 2.0], [3.0]], "y": [[4.0], []]})).n_y.tolist()
    [1, 0]
    """
    (x, n_x), (y, n_y) = (flat(lists.get_column(name)) for name in ("x", "y"))
    x_of, y_of = (np.repeat(np.arange(lists.height), sizes) for sizes in (n_x, n_y))
    largest = np.zeros(lists.height)
    np.maximum.at(largest, x_of, np.abs(x))
    np.maximum.at(largest, y_of, np.abs(y))
    return Samples(x=x, y=y, x_of=x_of, y_of=y_of, n_x=n_x, n_y=n_y, largest=largest)


def scaled(cells: Cells) -> tuple[Floats, Floats]:
    """Return values in units of a power of two, in which no square overflows; and the unit of each group."""
    unit = power_of_two(cells.largest())
    return cells.values / unit[cells.group], unit


def spread_lists(value: pl.Expr, operand: pl.Expr) -> dict[str, pl.Expr]:
    """Return the aggregates of a column that :func:`with_spread` reads.

    ``operand`` is the size of each value, or of the larger of the two numbers whose difference it is.
    """
    present = value.is_not_null()
    return {"__values": value.filter(present).implode(), "__operands": operand.filter(present).implode()}


def with_spread(lists: pl.DataFrame) -> pl.DataFrame:
    """Return one row per group with ``n`` and the columns of :class:`Spreads`, from lists of values and operands.

    Examples
    --------
    >>> frame = pl.DataFrame({"x": [1e12 + 1, 1e12 + 2, 1e12 + 3]})
    >>> facts = with_spread(frame.select(**spread_lists(pl.col("x"), pl.col("x").abs())))
    >>> facts.select("n", pl.col("sd") * pl.col("unit"), "varies", "differs").row(0)
    (3, 1.0, True, True)
    """
    (values, counts), (operands, _) = (flat(lists.get_column(name)) for name in ("__values", "__operands"))
    groups = spreads(values, operands, counts)
    columns = {name: pl.Series(getattr(groups, name), nan_to_null=True) for name in Spreads.__slots__}
    return lists.drop("__values", "__operands").with_columns(n=pl.Series(counts), **columns)


def difference_facts(x: IntoExpr, y: IntoExpr) -> dict[str, pl.Expr]:
    """Return the aggregates of two matched columns that :func:`spread_facts` reads."""
    return spread_lists(*difference_and_operand(x, y))


def difference_and_operand(x: IntoExpr, y: IntoExpr) -> tuple[pl.Expr, pl.Expr]:
    """Return the differences of two matched columns, and the larger size of the two numbers behind each."""
    first, second = measured(x), measured(y)
    paired = first.is_not_null() & second.is_not_null()
    return first - second, pl.when(paired).then(pl.max_horizontal(first.abs(), second.abs()))


def spread_facts(lists: pl.DataFrame) -> pl.DataFrame:
    """Return the spread of lists of differences, ``steady`` where all are the same and ``tied`` where all are zero."""
    several = pl.col("n") > 1
    return with_spread(lists).with_columns(steady=several & ~pl.col("varies"), tied=several & ~pl.col("differs"))


def matched_lists(
    x: IntoExpr, y: IntoExpr, read: Callable[[IntoExpr], pl.Expr] = ordered, **further: pl.Expr
) -> dict[str, pl.Expr]:
    """Return the aggregates of two columns, and of further ones, as lists of the rows that have both."""
    columns = {"x": read(x), "y": read(y)}
    both = columns["x"].is_not_null() & columns["y"].is_not_null()
    return {name: column.filter(both).implode() for name, column in (columns | further).items()}


def matched_arrays(lists: pl.DataFrame) -> tuple[Integers, Floats, Floats, Floats]:
    """Return the group, x and y of every row of :func:`matched_lists`, and the largest size in each group."""
    (x, lengths), (y, _) = (flat(lists.get_column(name)) for name in ("x", "y"))
    group = np.repeat(np.arange(lists.height), lengths)
    return group, x, y, largest_sizes(group, x, y, lists.height)


def largest_sizes(group: Integers, x: Floats, y: Floats, groups: int) -> Floats:
    """Return the largest absolute value of each group."""
    largest = np.zeros(groups)
    # Groups mostly lie one after another, in stretches: one number is left of each.
    begins = np.flatnonzero(np.diff(group, prepend=-1))
    if len(begins):
        np.maximum.at(largest, group[begins], np.maximum.reduceat(np.maximum(np.abs(x), np.abs(y)), begins))
    return largest
