"""Which figures are there, and what are they made from?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from benchreport.method import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of figure.

    The module ``benchreport.figures.<module>`` holds three functions: ``<id>_data`` takes the table and gives the
    numbers behind the figure, ``<id>`` draws those numbers, ``<id>_alt`` says in words what they show.

    Examples
    --------
    >>> KINDS["cd"].question
    'Which algorithms rank best, and which of them were not shown to differ?'
    """

    id: str
    module: str
    title: str
    question: str
    shape: Shape
    also: tuple[Shape, ...] = ()


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.id: kind
        for kind in (
            Kind(
                id="cd",
                module="critical_difference",
                title="Critical difference diagram",
                question="Which algorithms rank best, and which of them were not shown to differ?",
                shape="scores",
            ),
        )
    }
)
