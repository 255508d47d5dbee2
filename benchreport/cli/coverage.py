"""What delivers each method of the field: functions, metrics, figures, checks, sections and sentences of a report."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from benchreport.records import dataclass

SOURCE = Path(__file__).with_name("coverage.toml")
GROUPS, OUT_OF_SCOPE = "groups", "out_of_scope"

# How each kind of delivery reads; coverage.toml explains the kinds.
WORDS: Mapping[str, str] = MappingProxyType(
    {
        "function": "br.{}",
        "expression": "br.expr.{}",
        "metric": 'br.measure(table, metrics="{}")',
        "option": "br.{}",
        "figure": 'br.plot("{}", table)',
        "design": 'design "{}", told by br.design',
        "layout": 'layout "{}", told by br.factorial_design',
        "check": "br.{}",
        "advice": 'note "{}" of br.advice',
        "section": 'section "{}" of the report',
        "sentence": "the report says “{}”",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One thing that delivers a method: a function, a figure, a sentence.

    Examples
    --------
    >>> str(Delivery(kind="expression", name="mcnemar"))
    'br.expr.mcnemar'
    """

    kind: str
    name: str

    def __str__(self) -> str:
        return WORDS[self.kind].format(self.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """A method, the groups of questions it belongs to, and all that delivers it; or why nothing does."""

    id: str
    groups: tuple[str, ...]
    deliveries: tuple[Delivery, ...]
    out_of_scope: str | None = None

    def named(self, kind: str) -> tuple[str, ...]:
        """Return the names of what delivers the method in one way.

        Examples
        --------
        >>> coverage()["nemenyi"].named("figure")
        ('cd', 'p_values')
        """
        return tuple(delivery.name for delivery in self.deliveries if delivery.kind == kind)

    def texts(self) -> tuple[str, ...]:
        """Return what delivers the method, in words, or why nothing does.

        Examples
        --------
        >>> coverage()["visual_histogram"].texts()
        ('br.plot("histogram", table)', 'section "distributions" of the report')
        """
        return tuple(map(str, self.deliveries)) or (f"out of scope: {self.out_of_scope}",)


@cache
def coverage() -> Mapping[str, Covered]:
    """Return what delivers each method of the field, by id.

    Names differ where a method of the field is a special case here: the accuracy of several classes is that of two.

    Examples
    --------
    >>> coverage()["accuracy_multiclass"].texts()
    ('br.measure(table, metrics="accuracy")',)
    >>> [method.id for method in coverage().values() if method.out_of_scope]
    ['gene_filter_t']
    """
    declared, titles = _declared(), group_titles()
    return MappingProxyType({name: _covered(name, declared[name], titles) for name in declared if name != GROUPS})


def group_titles() -> tuple[str, ...]:
    """Return the groups of questions that methods belong to, in the order of a report.

    Examples
    --------
    >>> group_titles()[0]
    'Single classifier assessment'
    """
    return tuple(_declared()[GROUPS])


def _declared() -> dict[str, Any]:
    return tomllib.loads(SOURCE.read_text(encoding="utf8"))


def _covered(name: str, entry: Mapping[str, Any], titles: Sequence[str]) -> Covered:
    deliveries = [
        Delivery(kind=kind, name=delivery)
        for kind, names in entry.items()
        if kind not in (GROUPS, OUT_OF_SCOPE)
        for delivery in ([names] if isinstance(names, str) else names)
    ]
    return Covered(
        id=name,
        groups=tuple(titles[number - 1] for number in entry[GROUPS]),
        deliveries=tuple(deliveries),
        out_of_scope=entry.get(OUT_OF_SCOPE),
    )
