"""Checks of JSON records that Polars would change silently: repeated keys and unpaired surrogate escapes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import polars as pl

from benchreport.errors import ReadError


def refuse_lossy_json(content: bytes, frame: pl.DataFrame, name: str) -> None:
    """Raise if a record repeats a key or a text holds an unpaired surrogate escape.

    Polars keeps one of the two values, and replaces the escape by a NUL character. The records are parsed a second time
    only if the bytes suggest such a case.

    Examples
    --------
    >>> content = b'[{"algorithm": "SVM", "auc": 0.5, "auc": 0.6}]'
    >>> refuse_lossy_json(content, pl.read_json(content), "t.json")
    Traceback (most recent call last):
    benchreport.errors.ReadError: 't.json', record 1: the key 'auc' appears twice
    hint: give every value of a record its own key
    """
    escapes = b"\\u" in content
    if not escapes and not any(content.count(_written(column)) > frame.height for column in frame.columns):
        return
    for number, pairs in enumerate(_records(content), 1):
        keys: set[str] = set()
        for key, value in pairs:
            if key in keys:
                raise ReadError(
                    f"{name!r}, record {number}: the key {key!r} appears twice",
                    hint="give every value of a record its own key",
                )
            keys.add(key)
            if escapes and not (_is_text(key) and _is_text(value)):
                raise ReadError(
                    f"{name!r}, record {number}: {key!r} holds an unpaired surrogate escape",
                    hint=r"a character outside the basic plane needs both escapes, such as \ud83d\ude00",
                )


def _written(column: str) -> bytes:
    return json.dumps(column, ensure_ascii=False).encode("utf8", "surrogatepass")


def _records(content: bytes) -> Iterator[list[tuple[str, Any]]]:
    """Return the key-value pairs of every record; a value that is not an object has none."""
    text = content.decode()
    whole = [text] if text.startswith("[") else (line for line in text.split("\n") if line.strip())
    for part in whole:
        value = json.loads(part, object_pairs_hook=_Pairs)
        records = value if text.startswith("[") else [value]
        yield from (record if isinstance(record, _Pairs) else [] for record in records)


class _Pairs(list[tuple[str, Any]]):
    """The key-value pairs of a JSON object, repeated keys included."""


def _is_text(value: Any) -> bool:
    """Return whether every text in a value can be written as UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
