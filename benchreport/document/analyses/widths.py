"""Widths by metric: regions of practical equivalence and margins, as options declare them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchreport.errors import OptionError, did_you_mean


def refuse_unknown(widths: Mapping[str, float], metrics: Sequence[str], what: str) -> None:
    """Raise an error for a width for a metric that the report does not have.

    Examples
    --------
    >>> refuse_unknown({"acuracy": 0.01}, ["accuracy"], "rope")
    Traceback (most recent call last):
    benchreport.errors.OptionError: a rope for the unknown metric 'acuracy'
    hint: did you mean 'accuracy'?
    """
    for name in widths:
        if name not in metrics:
            raise OptionError(f"a {what} for the unknown metric {name!r}", hint=did_you_mean(name, metrics))
