"""Former names of what section templates are given: a user's own template may be older than the records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

COMPARED = {"metric": "c.metric.name", "focus": "c.focus", "against": "c.baseline"}
REFERENCE = {"against": "options.reference", "baseline": "options.reference"}
# By section: the former name, and where it stands now. What follows "not" is denied, "in" names a question that a test
# is asked for, and "order" makes words of an order.
FORMER: Mapping[str, Mapping[str, str]] = {
    "bayes": COMPARED | {
        "has_rope": "first.rope", "judged": "first.judged", "rows": "first.rows", "shared": "not c.leader",
        "single_rows": "first.single",
    },
    "matrix": COMPARED | {
        "datasets": "c.datasets", "pool_rows": "first.pools", "rows": "first.beside",
        "units": "not c.metric.comparable", "unlike": "c.pairwise",
    },
    "multivariate": {
        "audit": "together.runs.left_out", "axis": "together.axis", "counts": "together.counts",
        "decisive": "joint.decisive", "doubted": "together.doubted", "error_df": "joint.error_df",
        "focus": "joint.focus", "matched": "joint.matched", "pairs": "joint.pairs", "single": "joint.single",
        "two": "joint.two", "what": "together.what",
    },
    "ordering": {"complexity": "order options.complexity"},
    "ranks": COMPARED | {
        "best": "c.best", "comparable": "c.metric.comparable", "deciding": "c.method", "n_datasets": "c.datasets",
        "omnibus_rows": "c.omnibus", "pairwise": "c.pairwise", "reason": "c.reason", "reference": "c.baseline",
        "tested_rows": "c.tested", "undecided": "c.undecided",
    },
    "subsets": REFERENCE,
    "variance": {
        "audit": "analyses.runs.left_out", "listed": "analyses.listed", "matched": "analyses.matched",
        "shared": "analyses.shared", "symbol": "analyses.symbol",
    },
    "within": REFERENCE | {"asked_for": "in folds"},
}  # fmt: skip


def place_of(record: object, name: str) -> str | None:
    """Return where a template finds what had a name before sections handed over records; None if nowhere.

    The record of a section may say so in ``FORMER``; else the first field of that name is meant, in the record, in the
    records that it holds or in those of its tuples.

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
    if name in names:
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
    >>> sorted(with_former_names("subsets", {"options": SimpleNamespace(reference="kNN")}))
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
