"""Places of former names in the records of sections: a user's own template may be older than these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

# Of a section that prints a comparison over datasets.
COMPARED = {"metric": "s.c.metric.name", "focus": "s.c.focus", "against": "s.c.baseline"}
REFERENCE = {"against": "options.reference", "baseline": "options.reference"}


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
