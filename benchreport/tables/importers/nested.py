"""Whose results are these? Results nested under the names of algorithms and datasets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from benchreport.errors import ColumnError


class Leaf(NamedTuple):
    """One tool's result, and the names it was found under."""

    algorithm: str | None
    dataset: str | None
    result: Mapping[str, Any]


def leaves(results: Any, read: Callable[[Any], Mapping[str, Any] | None], example: str) -> list[Leaf]:
    """Return the results in ``{algorithm: result}`` or ``{algorithm: {dataset: result}}``, or one result alone.

    ``read`` gives a result as a mapping of columns, or None for what is not one; ``example`` says what would be.

    Examples
    --------
    >>> leaves({"kNN": {"iris": [1]}}, lambda thing: {"x": thing} if isinstance(thing, list) else None, "lists")
    [Leaf(algorithm='kNN', dataset='iris', result={'x': [1]})]
    """
    found = list(_walk(results, read, ()))
    if not found or any(leaf is None for leaf in found):
        raise ColumnError("this holds no results that can be read", hint=example)
    return [leaf for leaf in found if leaf is not None]


def _walk(thing: Any, read: Callable[[Any], Mapping[str, Any] | None], names: tuple[str, ...]) -> Iterator[Leaf | None]:
    result = read(thing)
    if result is not None:
        algorithm, dataset = (*names, None, None)[:2]
        yield Leaf(algorithm, dataset, result)
    elif isinstance(thing, Mapping) and len(names) < 2:
        for name, inner in thing.items():
            yield from _walk(inner, read, (*names, str(name)))
    else:
        yield None
