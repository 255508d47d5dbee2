"""Where should a score be cut, when false alarms and misses cost differently?"""

from __future__ import annotations

import math

from benchreport.errors import OptionError
from benchreport.method import Method


def cost_threshold(false_alarm: float, miss: float) -> float:
    """Probability of the positive class from which on it is cheaper to call positive.

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
    """Difference P(+) - P(-) from which on it is cheaper to call positive; 0 for equal costs.

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


COST_THRESHOLD = Method(
    id="cost_threshold",
    title="Cut of a probability for given costs",
    question="From which probability on does a positive call cost less than a negative one?",
    kind="numbers",
    shape="none",
    symbol="\\theta",
    formula="cut = cost of a false alarm / (cost of a false alarm + cost of a miss); positive iff p >= cut",
    tex=r"\theta = \frac{l_{\mathrm{FP}}}{l_{\mathrm{FP}} + l_{\mathrm{FN}}}",
    assumes=("the scores are calibrated probabilities",),
    cites=("alpaydin2010",),
    table=cost_threshold,
)

DECISION_THRESHOLD = Method(
    id="decision_threshold",
    title="Cut of a difference of probabilities for given costs",
    question="From which difference P(+) - P(-) on does a positive call cost less than a negative one?",
    kind="numbers",
    shape="none",
    symbol="\\theta",
    formula="cut = (cost of a false alarm - cost of a miss) / (cost of a false alarm + cost of a miss)",
    tex=r"\theta = \frac{l_{\mathrm{FP}} - l_{\mathrm{FN}}}{l_{\mathrm{FP}} + l_{\mathrm{FN}}}",
    assumes=("the scores are differences of calibrated probabilities",),
    cites=("alpaydin2010",),
    table=decision_threshold,
)
