"""Infinite results: refused with the names of their runs, or counted as missing where they are the worst possible."""

from __future__ import annotations

from typing import Literal

import polars as pl

from benchreport.errors import ValueFormatError, one_of
from benchreport.tables.checks import ROW, SHOWN
from benchreport.tables.schema import RUN_KEYS

Infinite = Literal["refuse", "missing"]
HINT = "missing='worst' (--missing worst) ranks such a run last; or leave its cell empty"


def without_infinite(scores: pl.DataFrame, infinite: Infinite = "refuse") -> pl.DataFrame:
    """Return scores without infinite values, or raise an error that names their runs.

    With "missing" an infinity on the bad side of its metric becomes null. One on the good side is refused all the same:
    ranked last, it would turn the best result into the worst.

    Examples
    --------
    >>> row = {"algorithm": "kNN", "dataset": "iris", "metric": "rmse", "value": float("inf"), "direction": "lower"}
    >>> without_infinite(pl.DataFrame([row]), "missing")["value"].to_list()
    [None]
    """
    one_of(infinite, ("refuse", "missing"), name="infinite")
    value = scores.get_column("value")
    endless = value.is_infinite().fill_null(False)
    if not endless.any():
        return scores
    if infinite == "refuse":
        raise ValueFormatError(f"infinite value{_runs(scores.filter(endless))}", hint=HINT)
    best = pl.when(pl.col("direction") == "lower").then(float("-inf")).otherwise(float("inf"))
    good = scores.select((pl.col("value") == best) & pl.col("direction").is_not_null()).to_series().fill_null(False)
    if good.any():
        raise ValueFormatError(
            f"infinitely good value{_runs(scores.filter(good))}",
            hint="check the sign and the direction of the metric; a failed run has an empty cell",
        )
    return scores.with_columns(value=pl.when(pl.col("value").is_finite()).then("value"))


def _runs(rows: pl.DataFrame) -> str:
    """Name the first runs, by their keys and the row of the file."""
    first = [_run(row) for row in rows.head(SHOWN).iter_rows(named=True)]
    more = f" and {rows.height - SHOWN} more" if rows.height > SHOWN else ""
    return f"{'s' if rows.height > 1 else ''}: {'; '.join(first)}{more}"


def _run(row: dict[str, object]) -> str:
    keys = [f"{name} {row[name]}" for name in RUN_KEYS if row.get(name) is not None]
    place = [f"row {row[ROW]}"] if ROW in row else []
    return ", ".join([f"{row['metric']} of {row['algorithm']} on {row['dataset']}", *keys, *place])
