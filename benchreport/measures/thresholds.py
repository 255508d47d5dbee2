"""Thresholds of scores for unequal costs, and precision at another share of positives."""

from __future__ import annotations

import math

import polars as pl

from benchreport.errors import OptionError
from benchreport.measures.rates import IntoExpr, as_column, share
from benchreport.method import Method


def cost_threshold(false_alarm: float, miss: float) -> float:
    """Compute the probability of the positive class from which on it is cheaper to call positive.

    Only the ratio of the costs matters. At the cut itself both calls cost the same; positive is called.

    Examples
    --------
    >>> import benchreport as br
    >>> round(br.cost_threshold(5, 1), 12)
    0.833333333333
    """
    first, second = _checked(false_alarm, "false_alarm"), _checked(miss, "miss")
    return 1 / (1 + second / first)


def decision_threshold(false_alarm: float, miss: float) -> float:
    """Compute the difference P(+) - P(-) from which on it is cheaper to call positive; 0 for equal costs.

    Examples
    --------
    >>> import benchreport as br
    >>> round(br.decision_threshold(5, 1), 12)
    0.666666666667
    """
    return 2 * cost_threshold(false_alarm, miss) - 1


def _checked(cost: float, name: str) -> float:
    if isinstance(cost, bool) or not isinstance(cost, int | float) or not (math.isfinite(cost) and cost > 0):
        raise OptionError(f"{name} is {cost!r}", hint="a cost is a finite number above 0")
    return float(cost)


def adjusted_precision(tpr: IntoExpr, fpr: IntoExpr, *, prevalence: IntoExpr | float) -> pl.Expr:
    """Compute the precision that the same rates give where the share of positives is ``prevalence``.

    The rates of finding positives and of false alarms do not depend on how many positives a test set holds; precision
    does. That of a test set balanced by sampling does not hold elsewhere. Null where nothing would be called positive.

    Examples
    --------
    >>> import benchreport as br
    >>> rates = pl.DataFrame({"tpr": [0.8, 0.8], "fpr": [0.1, 0.1], "positives": [0.5, 0.01]})
    >>> rates.select(br.expr.adjusted_precision("tpr", "fpr", prevalence="positives").round(4)).to_series().to_list()
    [0.8889, 0.0748]
    """
    hits, alarms = as_column(tpr), as_column(fpr)
    if isinstance(prevalence, str | pl.Expr):
        positives = as_column(prevalence)
        positives = pl.when(positives.is_between(0, 1)).then(positives)
    else:
        if isinstance(prevalence, bool) or not 0 <= prevalence <= 1:
            raise OptionError(f"prevalence is {prevalence!r}", hint="it is a share, from 0 to 1")
        positives = pl.lit(float(prevalence))
    true_calls = hits * positives
    return share(true_calls, true_calls + alarms * (1 - positives)).fill_nan(None).alias("adjusted_precision")


COST_THRESHOLD = Method(
    table=cost_threshold,
    title="Cut of a probability for given costs",
    question="From which probability on does a positive call cost less than a negative one?",
    kind="numbers",
    shape="none",
    symbol="\\theta",
    formula="cut = cost of a false alarm / (cost of a false alarm + cost of a miss); positive iff p >= cut",
    tex=r"\theta = \frac{l_{\mathrm{FP}}}{l_{\mathrm{FP}} + l_{\mathrm{FN}}}",
    assumes=("the scores are calibrated probabilities",),
    cites=("alpaydin2010",),
)

DECISION_THRESHOLD = COST_THRESHOLD.relative(
    table=decision_threshold,
    title="Cut of a difference of probabilities for given costs",
    question="From which difference P(+) - P(-) on does a positive call cost less than a negative one?",
    formula="cut = (cost of a false alarm - cost of a miss) / (cost of a false alarm + cost of a miss)",
    tex=r"\theta = \frac{l_{\mathrm{FP}} - l_{\mathrm{FN}}}{l_{\mathrm{FP}} + l_{\mathrm{FN}}}",
    assumes=("the scores are differences of calibrated probabilities",),
)
