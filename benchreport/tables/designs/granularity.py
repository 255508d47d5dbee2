"""Granularity of rates: an accuracy over n instances is a whole number of n-ths."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.method import Remark
from benchreport.tables.schema import normalised

# Rates that count instances alike, so that rate times instances is whole.
COUNTED_RATES = frozenset(
    ("accuracy", "acc", "test_accuracy", "test_acc", "error", "err", "error_rate", "test_error", "misclassification")
)
MOST_DECIMALS = 12
OFF_GRID = Remark(
    code="off_grid",
    note="{0} is no whole number of n_test instances in {1} of {2} rows: averages, weights or other test sets?",
)


def off_grid(scores: pl.DataFrame) -> pl.DataFrame:
    """Return, by metric, a remark where rates are no whole number of the instances tested, in a column ``off_grid``.

    Rounded scores are given the benefit of their last decimal.

    Examples
    --------
    >>> rows = {"metric": ["accuracy"] * 2, "value": [0.9333333333, 0.71], "n_test": [15, 15]}
    >>> off_grid(pl.DataFrame(rows))["off_grid"][0]
    'off_grid:accuracy:1:2'
    """
    schema: dict[str, Any] = {"metric": scores.schema["metric"], "off_grid": pl.String}
    names = scores.get_column("metric").unique().cast(pl.String).to_list()
    rates = [name for name in names if normalised(name) in COUNTED_RATES]
    if "n_test" not in scores.columns or not rates:
        return pl.DataFrame(schema=schema)
    rows = scores.filter(pl.col("metric").cast(pl.String).is_in(rates)).select("metric", "value", "n_test").drop_nulls()
    # Percentages are shares of 100.
    whole = pl.when(pl.col("value").max().over("metric") > 1).then(100.0).otherwise(1.0)
    rows = rows.with_columns(rate=pl.col("value") / whole, whole=whole)
    decimals = _decimals(rows)
    rows = rows.join(decimals, on="metric")
    rounding = 0.5 * pl.lit(10.0).pow(-pl.col("decimals")) / pl.col("whole") + 1e-9
    off = ((pl.col("rate") * pl.col("n_test")).round() / pl.col("n_test") - pl.col("rate")).abs() > rounding
    counted = rows.group_by("metric").agg(off=off.sum(), rows=pl.len()).filter(pl.col("off") > 0)
    return counted.select("metric", off_grid=OFF_GRID.where(pl.lit(True), "metric", "off", "rows"))


def _decimals(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the decimals that the values of each metric were written with."""
    value = pl.col("value")
    exact = [
        pl.when(((value.round(places) - value).abs() <= 1e-13).all()).then(places) for places in range(MOST_DECIMALS)
    ]
    return rows.group_by("metric").agg(decimals=pl.coalesce(*exact, pl.lit(MOST_DECIMALS)).cast(pl.Float64))
