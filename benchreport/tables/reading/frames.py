"""Frames of Polars, pandas, PyArrow, DuckDB and Spark, brought into Polars."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.errors import BenchreportError, ColumnError


def to_polars(frame: Any) -> pl.DataFrame:
    """Return any frame as one of Polars: Polars lazy or eager, pandas, PyArrow, DuckDB, Spark.

    A named index of pandas, as pivoting leaves it, becomes a column.

    Examples
    --------
    >>> import pyarrow as pa
    >>> to_polars(pa.table({"accuracy": [0.9]})).columns
    ['accuracy']
    """
    if isinstance(frame, pl.DataFrame):
        return frame
    if isinstance(frame, pl.LazyFrame):
        return frame.collect()
    try:
        return _converted(frame)
    except BenchreportError:
        raise
    except ImportError as problem:
        raise ColumnError(
            f"taking a {type(frame).__name__} needs one more package", hint="pip install pyarrow"
        ) from problem
    except Exception as problem:  # every library raises its own kinds
        raise ColumnError(
            f"the {type(frame).__name__} cannot be taken over: {' '.join(str(problem).split())}",
            hint="give every column one name of its own and values of one kind",
        ) from problem


def ends_of(values: pl.Series) -> tuple[float, float]:
    """Return the smallest and the largest of some values, nulls apart; 0 and 0 without any.

    Examples
    --------
    >>> ends_of(pl.Series([2, None, 1])), ends_of(pl.Series([], dtype=pl.Float64))
    ((1.0, 2.0), (0.0, 0.0))
    """
    low, high = values.to_frame("x").select(low=pl.col("x").min(), high=pl.col("x").max()).row(0)
    return float(low or 0), float(high or 0)


def largest(values: pl.Series) -> int:
    """Return the largest of some counts, nulls apart; 0 without any."""
    return int(ends_of(values)[1])


def _converted(frame: Any) -> pl.DataFrame:
    import narwhals as nw

    try:
        native = nw.from_native(frame)
    except TypeError as problem:
        raise ColumnError(
            f"a table is needed, not {type(frame).__name__}",
            hint="hand in a Polars, pandas, PyArrow, DuckDB or Spark frame; br.read_scores reads files",
        ) from problem
    if native.implementation.is_pandas():
        native = nw.from_native(_without_index(frame))
    if isinstance(native, nw.LazyFrame):
        native = native.collect(backend="polars")
    collected: pl.DataFrame = native.to_polars()
    return collected


def _without_index(frame: Any) -> Any:
    """Return a pandas frame with the named levels of its index as columns, and columns of mixed kinds as text."""
    named = [level for level in frame.index.names if level is not None and level not in frame.columns]
    flat = frame.reset_index(level=named) if named else frame.copy(deep=False)
    for name in flat.columns:
        if flat[name].dtype == object and flat[name].dropna().map(type).nunique() > 1:
            flat[name] = flat[name].map(str, na_action="ignore")
    return flat
