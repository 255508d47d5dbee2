"""Former names of what section templates are given: a user's own template may be older than the records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

# Of a section that prints a comparison over datasets.
COMPARED = {"metric": "s.c.metric.name", "focus": "s.c.focus", "against": "s.c.baseline"}
REFERENCE = {"against": "options.reference", "baseline": "options.reference"}
DEPENDENCE = {"attempts": "dependence.attempts", "clustered": "dependence.clustered"}
# By section: the former name, and where it stands now. What follows "not" is denied, "in" names a question that a test
# is asked for, and "order" makes words of an order.
FORMER: Mapping[str, Mapping[str, str]] = {
    "confusion": {"asked_rates": "in rates"},
    "predicted": DEPENDENCE | {"asked_for": "in instances", "asked_rates": "in rates"},
    "reasons": REFERENCE,
    "regression": DEPENDENCE,
    "setup": REFERENCE,
    "summary": REFERENCE,
}  # fmt: skip


def place_of(record: object, name: str) -> str | None:
    """Return where a template finds what had a name before sections handed over records; None if nowhere.

    The record of a section may say so in ``FORMER``; else the first field or property of that name is meant, in the
    record, in the records that it holds or in those of its tuples.

    Examples
    --------
    >>> from benchreport.document.model.blocks import Column, Table
    >>> place_of(Column(title="p", align="left"), "title")
    's.title'
    """
    if not is_dataclass(record):
        return None
    explicit: Mapping[str, str] = getattr(record, "FORMER", {})
    return explicit.get(name) or next(_places(record, "s", name), None)


def _places(record: Any, path: str, name: str) -> Iterator[str]:
    names = [field.name for field in fields(record)]
    if name in names or isinstance(vars(type(record)).get(name), property | cached_property):
        yield f"{path}.{name}" if path.startswith("s") else f"{name} of {path}"
    for field in names:
        value = getattr(record, field)
        if isinstance(value, tuple) and value and is_dataclass(value[0]):
            yield from _places(value[0], f"each of {path}.{field}", name)
        elif is_dataclass(value):
            yield from _places(value, f"{path}.{field}", name)


def with_former_names(section: str, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a template is given, under the names of earlier versions too.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> sorted(with_former_names("setup", {"options": SimpleNamespace(reference="kNN")}))
    ['against', 'baseline', 'options']
    """
    former = FORMER.get(section, {})
    return {name: _value(path, context) for name, path in former.items() if name not in context} | dict(context)


def _value(path: str, context: Mapping[str, Any]) -> Any:
    word, _, rest = path.rpartition(" ")
    if word == "in":
        return rest in context["options"].tests
    root, _, attributes = rest.partition(".")
    value = context.get(root)
    found = None if value is None else attrgetter(attributes)(value)
    if word == "order":
        return " < ".join(found or ())
    return not found if word == "not" else found
