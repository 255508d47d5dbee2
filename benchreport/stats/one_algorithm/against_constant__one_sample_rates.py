"""Is the error rate of each algorithm acceptable? Tests of a count against a stated rate."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import polars as pl

from benchreport.errors import OptionError
from benchreport.method import Alternative
from benchreport.stats.forms.rates import Rate, of_counts, over_rates, turned
from benchreport.stats.forms.rows import Frame, checked_number
from benchreport.stats.one_algorithm import against_constant__columns_rate_tests as columns
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
    side = turned(alternative, rate)
    test = partial(columns.binomial_test, constant=against, alternative=side, variant=variant, alpha=alpha)
    return over_rates(BINOMIAL_TEST, test, table, by=by, rate=rate, alternative=alternative)


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
    against, side = _checked_rate(constant), turned(alternative, rate)
    test = partial(columns.approx_normal_test, constant=against, alternative=side, variant=variant, alpha=alpha)
    return over_rates(APPROX_NORMAL_TEST, test, table, by=by, rate=rate, alternative=alternative)


def _checked_rate(constant: float) -> float:
    """Raise an error for what is no rate."""
    return checked_number(constant, "constant", least=0, most=1)


def _by_dataset(constants: Mapping[str, float], by: By) -> pl.Expr:
    if "dataset" not in listed(by):
        raise OptionError("there is a constant for each dataset, which is no group", hint="by='dataset'")
    rates = {name: _checked_rate(value) for name, value in constants.items()}
    return pl.col("dataset").cast(pl.String).replace_strict(rates, default=None, return_dtype=pl.Float64)


BINOMIAL_TEST = of_counts(columns.BINOMIAL_TEST, binomial_test)
APPROX_NORMAL_TEST = of_counts(columns.APPROX_NORMAL_TEST, approx_normal_test)
