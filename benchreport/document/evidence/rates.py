"""Error rates with their intervals, and how rates are written."""

from __future__ import annotations

import polars as pl

from benchreport.document.evidence.result_rows import plain
from benchreport.numerals import limits, percent
from benchreport.options import Options
from benchreport.registry import table_form
from benchreport.stats.one_algorithm.losses import mean_loss_t
from benchreport.stats.one_algorithm.rates import ci_clopper_pearson
from benchreport.stats.two_algorithms.on_instances import instance_dependence

# With fewer errors, or fewer right answers, the exact interval is preferred: chosen by counts, not by outcome.
FEW = 5


def error_rates(decided: pl.DataFrame, options: Options) -> pl.DataFrame:
    """Return the error rate of every algorithm and dataset with its interval.

    The interval asked for, or Wilson's, which gives way to the exact one where errors or right answers are few. Where
    instances depend on each other, the t interval over clusters or over the means of instances instead.
    """
    if "rates" not in options.tests and "instance" in decided.columns and instance_dependence(decided).dependent:
        return plain(mean_loss_t(decided, alpha=options.alpha))
    rows = plain(table_form(options.test_for("rates"))(decided, alpha=options.alpha))
    if "rates" in options.tests:
        return rows
    errors = (pl.col("estimate") * pl.col("n")).round()
    few = ((errors < FEW) | (pl.col("n") - errors < FEW)).fill_null(False)
    if not rows.select(few.any()).item():
        return rows
    exact = plain(ci_clopper_pearson(decided, alpha=options.alpha))
    return pl.concat([rows.filter(~few), exact.filter(few)]).sort("dataset", "a")


def error_counts(decided: pl.DataFrame) -> pl.DataFrame:
    """Return how many ``errors``, ``predictions`` and ``instances`` every algorithm and dataset has.

    An instance that was predicted several times is one instance and as many predictions.
    """
    wrong = pl.col("prediction") != pl.col("truth")
    counts = {"errors": wrong.sum(), "predictions": wrong.count(), "instances": pl.col("instance").n_unique()}
    rows = decided.group_by("dataset", a="algorithm").agg(**{name: n.cast(pl.Int64) for name, n in counts.items()})
    return plain(rows)


def rate(value: float | None) -> str:
    """Return a rate in per cent, with one decimal."""
    return percent(value, 1)


def rate_interval(low: float | None, high: float | None) -> str:
    """Return the interval of a rate in per cent, rounded outward.

    Examples
    --------
    >>> rate_interval(0.0123, 0.0456)
    '[1.2, 4.6] %'
    """
    return "" if low is None or high is None else f"{limits(100 * low, 100 * high, 1, null=None)} %"


def without_limits(rows: pl.DataFrame) -> pl.DataFrame:
    """Return rows without their intervals, which take instances as independent."""
    return rows.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("ci_low", "ci_high"))
