"""Result rows: one schema for every method, remarks as codes, and the door of column forms."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import numpy.typing as npt
import polars as pl

from benchreport.errors import OptionError, whole_number
from benchreport.method import RESULT_COLUMNS, Method, Remark, Status, schema_of
from benchreport.remarks import first_that_holds as first_that_holds
from benchreport.remarks import joined_remarks, remarks_of, with_words
from benchreport.stats.forms.distributions import IntoExpr, ordered
from benchreport.tables.complete import POLICY_REMARKS
from benchreport.tables.designs.sizes import NEEDS_DESIGN

Frame = TypeVar("Frame", pl.DataFrame, pl.LazyFrame)
PAIR = ("a", "b", "better")
KINDS = schema_of(RESULT_COLUMNS)
# Made once: a literal takes longer to make than an operation on it.
ZERO, NOTHING = pl.lit(0.0), pl.lit(None)
# Stands for the column of the same name.
SAME = object()
# What a test computes of two columns; the note is written last.
COMPUTED = tuple(name for name in RESULT_COLUMNS if name not in (*PAIR, "note"))
NUMBERS = ("statistic", "df1", "df2", "p_value", "estimate", "ci_low", "ci_high", "effect", "effect_low", "effect_high")
SHARED_RUNS = Remark(
    code="shared_runs", note="runs share training data (unless they are seeds), so this test rejects too often"
)
DRAWN = Remark(code="drawn", note="{0} draws, seed {1}, Monte Carlo standard error {2}")
UNEVEN_RUNS = Remark(code="uneven_runs", note="cells average {0} to {1} runs")
NO_MEAN = Remark(code="infinite_no_mean", note="{0} infinite {0|value|values}, so no mean exists")
SINGLE_DATASET = Remark(
    code="single_dataset",
    note='one dataset is one value per algorithm; to compare its runs: by=("dataset", "metric") (--by dataset,metric)',
)
# What the cells of a row may have gone through before any method saw them; beside the policies of complete.
TABLE_REMARKS = (UNEVEN_RUNS, NEEDS_DESIGN, SINGLE_DATASET, *POLICY_REMARKS)


def fields(method: Method, /, **values: Any) -> list[pl.Expr]:
    """Return every column of a result row, in order and type; a column without a value is null.

    Strings are texts, not column names. NaN and infinities become null. ``status`` may be a list of conditions with
    their words, of which the first that holds counts, and "ok" if none does. ``remarks`` come from
    :meth:`Remark.where`, in a list or joined by :func:`joined_remarks`; their words, ``note``, are written last, by
    :func:`with_words`.
    """
    if "note" in values:
        raise TypeError("a note is made from remarks")
    named: dict[str, Any] = {"method": method.id, "status": "ok"}
    if "estimate" in values:
        named["estimand"] = method.estimand
    if "effect" in values:
        named["effect_name"] = method.effect
    named |= values
    if isinstance(named["status"], list):
        named["status"] = first_that_holds(named["status"], "ok")
    if isinstance(named.get("remarks"), list):
        named["remarks"] = joined_remarks(*named["remarks"])
    return [_typed(named.get(name), name) for name in KINDS]


def deferred(rows: Frame, run: Callable[[pl.DataFrame], pl.DataFrame]) -> Frame:
    """Return what a function makes of rows; of a lazy frame once it is collected.

    Examples
    --------
    >>> deferred(pl.LazyFrame({"n": [1, 2]}), lambda rows: rows.head(1)).collect().item()
    1
    """
    if isinstance(rows, pl.DataFrame):
        return run(rows)
    schema = run(pl.DataFrame(schema=rows.collect_schema())).schema
    return pl.defer(lambda: run(rows.collect()), schema=schema)


def result_rows(facts: pl.DataFrame, method: Method, /, **values: Any) -> pl.DataFrame:
    """Return result rows of groups from a frame of facts with our own names: those of results are taken over.

    Other ``values`` are given as to :func:`fields`, and go before the facts.
    """
    named = dict.fromkeys((name for name in RESULT_COLUMNS if name in facts.columns), SAME) | values
    remarks = named.get("remarks")
    if isinstance(remarks, list):
        named["remarks"] = pl.lit(remarks_of(facts, remarks))
    return facts.select_seq("group", *fields(method, **named))


def status_where(otherwise: Status = "ok", /, **conditions: pl.Expr) -> pl.Expr:
    """Return the first status whose condition holds.

    Examples
    --------
    >>> status = status_where(too_few=pl.col("n") < 2, approximate=pl.col("n") < 10)
    >>> pl.DataFrame({"n": [1, 5, 20]}).select(status=status)["status"].to_list()
    ['too_few', 'approximate', 'ok']
    """
    return first_that_holds([(condition, status) for status, condition in conditions.items()], otherwise)


def values_where(condition: pl.Expr | str, **values: IntoExpr) -> dict[str, pl.Expr]:
    """Return columns that have these values where a condition holds, and are null elsewhere."""
    return {name: pl.when(condition).then(value) for name, value in values.items()}


def summarised(method: Method, rows: Callable[[pl.DataFrame], pl.DataFrame], /, **aggregates: pl.Expr) -> pl.Expr:
    """Return a column test: each group aggregated to a few values, then the rows of all groups finished together.

    ``rows`` turns a frame of aggregates, one row per group, into a frame of results.
    However often it mentions an aggregate, the group is read once. Columns that are not of a result are left out.
    """

    def finish(packed: pl.Series) -> pl.Series:
        return with_words(rows(packed.struct.unnest()))[list(RESULT_COLUMNS)].to_struct(method.id)

    kind = pl.Struct(KINDS)
    packed = pl.struct([expression.alias(name) for name, expression in aggregates.items()])
    return packed.map_batches(finish, return_dtype=kind, is_elementwise=True).alias(method.id)


def averaged(
    method: Method,
    rows: Callable[[pl.DataFrame], pl.DataFrame],
    values: Sequence[IntoExpr],
    aggregates: Mapping[str, pl.Expr],
    /,
    *,
    matched: bool = True,
    lists: bool = False,
    remark: Remark = NO_MEAN,
) -> pl.Expr:
    """Return a column test as :func:`summarised` does, for methods on means of some columns of values.

    A mean with an infinite term does not exist: such a group has status "undefined", no number, and a ``remark`` that
    counts the infinite values; its ``n`` counts them too. Columns are ``matched`` row by row, or separate samples.
    ``lists`` says that all aggregates are such.
    """
    columns = [ordered(value) for value in values]
    missing = [column.is_null() for column in columns]
    infinite = [column.is_infinite().fill_null(False) for column in columns]
    if matched:
        complete = ~pl.any_horizontal(missing)
        size, n_infinite = complete.sum(), (complete & pl.any_horizontal(infinite)).sum()
    else:
        size = pl.min_horizontal(column.count() for column in columns)
        n_infinite = pl.sum_horizontal(column.sum() for column in infinite)

    def finish(frame: pl.DataFrame) -> pl.DataFrame:
        finished = rows(frame.drop("__size", "__infinite"))
        counts = frame.select(pl.col("__size", "__infinite").list.first() if lists else ["__size", "__infinite"])
        if not (counts.get_column("__infinite") > 0).any():
            return finished
        counted = finished.hstack(counts)
        return _without_numbers(counted, remark).select(finished.columns)

    counts = {"__size": size.cast(pl.Int64), "__infinite": n_infinite.cast(pl.Int64)}
    if lists:
        # Polars takes several times as long to put single numbers beside lists.
        counts = {name: count.implode() for name, count in counts.items()}
    return summarised(method, finish, **aggregates, **counts)


def _without_numbers(rows: pl.DataFrame, remark: Remark) -> pl.DataFrame:
    """Return rows without the numbers of those with infinite values, which a remark counts."""
    void = pl.col("__infinite") > 0
    return rows.with_columns(
        *(pl.when(~void).then(name).alias(name) for name in NUMBERS if name in rows.columns),
        n=pl.when(void).then("__size").otherwise("n"),
        status=pl.when(void).then(pl.lit("undefined")).otherwise("status"),
        remarks=pl.coalesce(remark.where(void, "__infinite"), "remarks"),
    )


def _typed(value: Any, name: str) -> pl.Expr:
    if value is SAME:
        return _same(name)
    kind = KINDS[name]
    if value is None or (isinstance(value, str) and kind == pl.String):
        return _constant(value, name)
    expression = value if isinstance(value, pl.Expr) else pl.lit(value)
    if kind == pl.Float64:
        number = expression.cast(kind) + ZERO  # takes the sign off a negative zero
        return pl.when(number.is_finite()).then(number).otherwise(NOTHING).alias(name)
    return expression.cast(kind).alias(name)


@cache
def _same(name: str) -> pl.Expr:
    return _typed(pl.col(name), name)


@cache
def _constant(value: str | None, name: str) -> pl.Expr:
    return pl.lit(value, dtype=KINDS[name]).alias(name)


def in_metric_units(
    method: Method, lower: pl.Expr, *, in_units: bool, mirrored: pl.Expr | None = None
) -> dict[str, pl.Expr]:
    """Return the statistic, estimate and limits of rows in the metric's own units.

    The rows come from a test that saw values turned so that higher is better: where ``lower`` holds they had been
    negated. A signed statistic changes its sign there, and so do an estimate ``in_units`` of the metric and its limits.
    ``mirrored`` is the value of a rank sum after a and b have changed places.
    """
    statistic = -pl.col("statistic") if method.signed else mirrored
    turned = {} if statistic is None else {"statistic": pl.when(lower).then(statistic).otherwise("statistic")}
    if in_units:
        ends = {"estimate": "estimate", "ci_low": "ci_high", "ci_high": "ci_low"}
        turned |= {name: pl.when(lower).then(-pl.col(end)).otherwise(name) for name, end in ends.items()}
    return turned


def checked_number(
    value: float, name: str, *, least: float = -math.inf, most: float = math.inf, strict: bool = False
) -> float:
    """Raise an error for what is no finite number, or lies outside its bounds (``strict``: on them).

    Examples
    --------
    >>> checked_number(0.1, "margin", least=0, strict=True)
    0.1
    """
    fits = isinstance(value, int | float) and math.isfinite(value) and least <= value <= most
    if not fits or (strict and value in (least, most)):
        bounds = [f"above {least:g}" if strict else f"at least {least:g}"] if math.isfinite(least) else []
        bounds += [f"below {most:g}" if strict else f"at most {most:g}"] if math.isfinite(most) else []
        raise OptionError(
            f"{name} is {value!r}", hint=f"it is a finite number{', ' if bounds else ''}{' and '.join(bounds)}"
        )
    return float(value)


def checked_draws(draws: int) -> int:
    """Raise an error for a number of draws that is not a whole number of at least 99.

    Examples
    --------
    >>> checked_draws(9999)
    9999
    """
    return whole_number(draws, name="draws", least=99, hint="a whole number of at least 99, such as 9999")


def checked_seed(seed: int) -> int:
    """Raise an error for a seed that is not a whole number from 0 up.

    Examples
    --------
    >>> checked_seed(7)
    7
    """
    return whole_number(seed, name="seed", least=0, hint="a whole number from 0 up, such as 0")


def checked_alpha(alpha: float) -> float:
    """Raise an error for a level outside (0, 1)."""
    if isinstance(alpha, bool) or not isinstance(alpha, int | float) or not 0 < alpha < 1:
        raise OptionError(f"alpha is {alpha!r}", hint="a level lies between 0 and 1, such as 0.05")
    return alpha


def nullable(**columns: npt.NDArray[Any]) -> list[pl.Series]:
    """Return arrays as columns of these names, with null for NaN.

    Examples
    --------
    >>> import numpy as np
    >>> [column.to_list() for column in nullable(z=np.array([1.5, np.nan]), flat=np.array([False, True]))]
    [[1.5, None], [False, True]]
    """
    # Column by column, since a frame of several long arrays is made by threads that cost more than the columns.
    return [pl.Series(name, values, nan_to_null=True) for name, values in columns.items()]


@cache
def table_remarks() -> tuple[pl.Expr, ...]:
    """Return what the cells went through before the test: unequal numbers of runs, a policy for missing results."""
    uneven = UNEVEN_RUNS.where(pl.col("least") < pl.col("most"), "least", "most", numbers=True)
    return uneven, pl.col("policy").cast(pl.String)
