"""How well does an oracle know its own number? Its tolerance, and the stated accuracy of the routine it came from.

Nothing depends on our numbers: a tolerance belongs to an entry, or to the implementation and field that it names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

DEFAULT = {"rtol": 1e-9}
# Where a number of a result stands: names of fields, whatever signs they hold, and places in lists.
Place = tuple[str | int, ...]


def written(where: Place) -> str:
    """Return a place as one text.

    Examples
    --------
    >>> written(("pairs", 0, "C4.5/m - kNN"))
    '/pairs[0]/C4.5/m - kNN'
    """
    return "".join(f"/{step}" if isinstance(step, str) else f"[{step}]" for step in where)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """Say how far the numbers of an implementation are off in the fields that match."""

    implementation: str
    call: str
    field: str
    atol: float = 0.0
    relative_to: Callable[[Any, Place], float] | None = None
    rtol: float = 0.0


def _half_width(result: Any, where: Place) -> float:
    row = _row(result, where)
    return (row["upr"] - row["lwr"]) / 2


def _row(result: Any, where: Place) -> Any:
    """Return the mapping that holds the field at this place of their result."""
    for step in where[:-1]:
        result = result[step]
    return result


ACCURACIES = (
    # qtukey stops its steps at 1e-4; against a quadrature of 1,200 nodes it is off by up to 2.3e-7 of the quantile.
    Accuracy(implementation=r"R 4", call=r"TukeyHSD", field=r"/(lwr|upr)$", rtol=2.3e-7, relative_to=_half_width),
    # With many groups and few degrees of freedom ptukey is off by up to 9e-7; SciPy on the same grid is not.
    Accuracy(implementation=r"R 4", call=r"^ptukey\(q,k,df", field=r"/p$", atol=1e-6),
    # binom.confint finds these by optimize() and uniroot(), which stop at about 1e-7 and 1e-4 of the rate: the
    # likelihood limit of 0 of 10 is 1 - exp(-z^2 / 20) = 0.17475333 in closed form where R prints 0.17475344.
    Accuracy(implementation=r"binom ", call=r"", field=r"/bayes(/lower|/upper|\[.\])$", atol=2e-7),
    Accuracy(implementation=r"binom ", call=r"", field=r"/lrt(/lower|/upper|\[.\])$", atol=4e-5),
    # Differences of doubles near 1/2: R prints 2e-17 for the lower limit 0 of 0 of 10.
    Accuracy(implementation=r"binom ", call=r"", field=r"/wilson(/lower|/upper|\[.\])$", atol=1e-15),
    # uniroot() stops at 1.2e-4: the upper limit of 0 of 10 is 1 - 0.05^(1/10) = 0.258865551 in closed form where
    # exactci prints 0.258862037.
    Accuracy(implementation=r"exactci ", call=r"midp", field=r"/(lower|upper)$", atol=3e-5),
    # rstatix prints p-values from 0.001 on to three decimals.
    Accuracy(implementation=r"rstatix ", call=r"games_howell_test", field=r"/p_adj$", atol=5e-4),
)


def bound(entry: Mapping[str, Any], where: Place) -> Mapping[str, float]:
    """Return the tolerance at one place of the entry: its own, widened by the accuracy of the routine it came from.

    Examples
    --------
    >>> entry = {"implementation": "binom 1.1.1.1", "call": "", "tolerance": {"rtol": 1e-9}, "result": {}}
    >>> bound(entry, ("wilson", "lower")), bound(entry, ("exact", "lower"))
    ({'rtol': 1e-09, 'atol': 1e-15}, {'rtol': 1e-09})
    """
    stated = {name: entry["tolerance"][name] for name in ("rtol", "atol") if name in entry.get("tolerance", {})}
    tolerance = stated or DEFAULT
    for known in ACCURACIES:
        if (
            re.search(known.implementation, entry.get("implementation", ""))
            and re.search(known.call, entry.get("call", ""))
            and re.search(known.field, written(where))
        ):
            scale = known.relative_to(entry["result"], where) if known.relative_to else 0.0
            return tolerance | {"atol": max(tolerance.get("atol", 0.0), known.atol + known.rtol * scale)}
    return tolerance
