"""Is the error rate of each algorithm acceptable? Tests of a count against a stated rate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import polars as pl

from benchreport.errors import OptionError
from benchreport.method import RESULT_COLUMNS, Alternative
from benchreport.stats.columns import rate_tests as columns
from benchreport.stats.rate_counts import COUNT_REMARKS, Rate, over_rates
from benchreport.stats.rows import Frame, checked_number, over_table
from benchreport.tables.groups import By, listed


def binomial_test(
    table: Frame,
    *,
    by: By = "dataset",
    constant: float | Mapping[str, float],
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    variant: columns.BinomialVariant = "exact",
    alpha: float = 0.05,
) -> Frame:
    """Exact test whether the error rate of every algorithm is above or below a stated value.

    To certify that the error is below the value, take ``alternative="greater"``, better than the constant: it is the
    lower tail of the error count. ``statistic`` is the number of errors.

    Parameters
    ----------
    table
        Predictions or confusion counts.
    by
        Groups to test separately.
    constant
        The rate to compare with: one for all, or one for each dataset.
    rate
        "error", the share of wrong predictions, or "accuracy", the share of right ones; ``constant`` is one of these.
    alternative
        "greater" means that the algorithm is better than the constant, "less" that it is worse.
    variant
        "exact", or "midp", which counts half of the chance of the observed number.
    alpha
        Level of the interval and of the decision.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    >>> worse = br.binomial_test(table, constant=0.2, alternative="less")
    >>> worse.select("a", "n", "statistic", pl.col("p_value").round(6)).row(0)
    ('kNN', 40, 12.0, 0.087505)
    """
    against = _by_dataset(constant, by) if isinstance(constant, Mapping) else _checked_rate(constant)

    def test(successes: str, trials: str, side: Alternative) -> pl.Expr:
        return columns.binomial_test(
            successes, trials, constant=against, alternative=side, variant=variant, alpha=alpha
        )

    def run(data: Any) -> pl.DataFrame:
        return over_rates(data, by, rate, alternative, BINOMIAL_TEST, test)

    test("k", "n", alternative)
    return over_table(table, by, RESULT_COLUMNS, run)


def approx_normal_test(
    table: Frame,
    *,
    by: By = "dataset",
    constant: float,
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    variant: columns.NormalVariant = "plain",
    alpha: float = 0.05,
) -> Frame:
    """Test whether the error rate of every algorithm is above or below a stated value, by the normal law.

    Where fewer than five errors or right answers are expected the status is "approximate" and the note gives the exact
    p-value. ``statistic`` is z of the rate minus the constant. Parameters as in :func:`binomial_test`;
    ``variant="corrected"`` is the continuity correction.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    >>> worse = br.approx_normal_test(table, constant=0.2, alternative="less")
    >>> worse.select(pl.col("statistic", "p_value").round(6)).row(0)
    (1.581139, 0.056923)
    """
    checked_number(constant, "constant", least=0, most=1)

    def test(successes: str, trials: str, side: Alternative) -> pl.Expr:
        return columns.approx_normal_test(
            successes, trials, constant=constant, alternative=side, variant=variant, alpha=alpha
        )

    def run(data: Any) -> pl.DataFrame:
        return over_rates(data, by, rate, alternative, APPROX_NORMAL_TEST, test)

    test("k", "n", alternative)
    return over_table(table, by, RESULT_COLUMNS, run)


def _checked_rate(constant: float) -> float:
    """Refuse what is no rate."""
    return checked_number(constant, "constant", least=0, most=1)


def _by_dataset(constants: Mapping[str, float], by: By) -> pl.Expr:
    if "dataset" not in listed(by):
        raise OptionError("there is a constant for each dataset, which is no group", hint="by='dataset'")
    rates = {name: _checked_rate(value) for name, value in constants.items()}
    return pl.col("dataset").cast(pl.String).replace_strict(rates, default=None, return_dtype=pl.Float64)


BINOMIAL_TEST = replace(
    columns.BINOMIAL_TEST, remarks=(*columns.BINOMIAL_TEST.remarks, *COUNT_REMARKS), table=binomial_test
)

APPROX_NORMAL_TEST = replace(
    columns.APPROX_NORMAL_TEST, remarks=(*columns.APPROX_NORMAL_TEST.remarks, *COUNT_REMARKS), table=approx_normal_test
)
