"""Ranges of metrics: the least and the greatest value that the name of a metric allows."""

from __future__ import annotations

import polars as pl

from benchreport.errors import ValueFormatError
from benchreport.tables.checks import SHOWN, run_in_words
from benchreport.tables.metric_scale import SCALE_OF_NAME
from benchreport.tables.schema import ERROR_IN, HIGHER, stem_of

# A metric of at most 1 that reaches so much is in per cent.
PER_CENT_FROM, PER_CENT = 2.0, 100.0
# How far rounding takes a value beyond its end, on a scale of 1: sums of numbers of single precision.
ROUNDING = 1e-6
# Names that may count, and similarities that fall below 0.
VAGUE = frozenset(("hits", "hit", "hr", "pass", "success", "ssim"))
ENDS_OF_SCALE = {"share": (0.0, 1.0), "area": (0.0, 1.0), "correlation": (-1.0, 1.0), "ordinal": (None, 1.0)}
# Errors in units have a least value, but no greatest one.
AT_LEAST_ZERO = frozenset(
    (
        *("mse", "rmse", "mae", "medae", "max_error", "mean_absolute_error", "mean_squared_error", "msle", "rmsle"),
        *("root_mean_squared_error", "median_absolute_error", "log_loss", "logloss", "perplexity", "ppl"),
    )
)
HINT = "correct the cell, or leave it empty where the run failed"


def range_of(metric: str) -> tuple[float | None, float | None]:
    """Return the least and the greatest value that a metric's name allows, None where it sets no end.

    Rates that are better lower have no greatest value: 1.2 may be an error rate in per cent.

    Examples
    --------
    >>> range_of("test_accuracy"), range_of("R2"), range_of("MCC"), range_of("error"), range_of("gain")
    ((0.0, 1.0), (None, 1.0), (-1.0, 1.0), (0.0, None), (None, None))
    """
    if metric.startswith(ERROR_IN):
        return 0.0 if range_of(metric.removeprefix(ERROR_IN))[1] is not None else None, None
    stem = stem_of(metric, SCALE_OF_NAME)
    if stem in VAGUE or stem not in SCALE_OF_NAME:
        return None, None
    low, high = ENDS_OF_SCALE.get(SCALE_OF_NAME[stem], (0.0 if stem in AT_LEAST_ZERO else None, None))
    return low, high if stem in HIGHER or SCALE_OF_NAME[stem] != "share" else None


def impossible(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of scores beyond the ends of their metric, with the ``end`` that each has passed.

    Examples
    --------
    >>> rows = {"metric": ["accuracy"] * 3 + ["auc"] * 2, "value": [0.9, 1.2, -0.1, 84.2, 91.0]}
    >>> impossible(pl.DataFrame(rows)).select("value", "end").rows()
    [(1.2, 1.0), (-0.1, 0.0)]
    """
    if "imputed" in scores.columns:  # what a policy filled in may lie beyond the end
        scores = scores.filter(~pl.col("imputed").cast(pl.String).is_in(["true", "True"]))
    value, name = pl.col("value"), pl.col("metric").cast(pl.String)
    facts = scores.group_by("metric").agg(least=value.min(), most=value.max()).with_columns(named=name)
    ranges = [range_of(metric) for metric in facts.get_column("named")]
    reach = pl.when(pl.col("low") < 0).then(pl.max_horizontal("most", -pl.col("least"))).otherwise("most")
    whole = pl.when(reach >= PER_CENT_FROM).then(100.0).otherwise(1.0)
    ends = facts.with_columns(
        low=pl.Series([low for low, _ in ranges], dtype=pl.Float64),
        high=pl.Series([high for _, high in ranges], dtype=pl.Float64),
    ).with_columns(pl.col("low", "high") * whole, slack=ROUNDING * whole)
    # Where values exceed 100 the name is not believed, neither here nor for the scale.
    passed = ends.filter(
        pl.col("most") <= PER_CENT + pl.col("slack"),
        (pl.col("least") < pl.col("low") - pl.col("slack")).fill_null(False)
        | (pl.col("most") > pl.col("high") + pl.col("slack")).fill_null(False),
    )
    if passed.is_empty():
        return scores.clear().with_columns(end=pl.lit(None, dtype=pl.Float64))
    rows = scores.join(passed.select("metric", "low", "high", "slack"), on="metric", maintain_order="left")
    above, below = value > pl.col("high") + pl.col("slack"), value < pl.col("low") - pl.col("slack")
    end = pl.when(above).then("high").when(below).then("low")
    return rows.with_columns(end=end).drop("low", "high", "slack").filter(pl.col("end").is_not_null())


def refuse_impossible(scores: pl.DataFrame) -> None:
    """Raise when a value lies beyond what its metric can be, naming its run."""
    rows = impossible(scores)
    if rows.is_empty():
        return
    first = [
        f"{run_in_words(row)}, is {row['value']:g}, {'above' if row['value'] > row['end'] else 'below'} {row['end']:g}"
        for row in rows.head(SHOWN).iter_rows(named=True)
    ]
    more = f" and {rows.height - SHOWN} more" if rows.height > SHOWN else ""
    others = sorted(set(scores["metric"].cast(pl.String)) - set(rows["metric"].cast(pl.String)))
    keep = f"; or keep the other metrics: metrics={others!r} (--metrics {','.join(others)})" if others else ""
    raise ValueFormatError(
        f"impossible value{'s' if rows.height > 1 else ''}: {'; '.join(first)}{more}", hint=f"{HINT}{keep}"
    )
