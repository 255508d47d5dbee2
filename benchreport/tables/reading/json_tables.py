"""Tables in JSON: lists of records, lines of records, columns, every layout of pandas, and nested records."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from benchreport.errors import ReadError
from benchreport.tables.schema import ALIASES, known_direction, normalised

RECORDS = 'write a list of records, [{"algorithm": "kNN", "dataset": "iris", "accuracy": 0.9}, ...]'
PANDAS = "df.reset_index().to_json('scores.json', orient='records') writes rows and columns that can be told apart"
Record = Mapping[str, Any]
KEYS = frozenset(
    alias for key in ("algorithm", "dataset", "repeat", "fold", "metric", "value") for alias in ALIASES[key]
)
# What pandas calls rows that nobody named.
INDEX = "index"
SEPARATOR = "."


def read_json_table(text: bytes, name: str, refuse_tool: Callable[[Any], None]) -> pl.DataFrame:
    """Read a table in any layout of JSON; ``refuse_tool`` raises for what a harness wrote.

    Examples
    --------
    >>> read_json_table(b'{"model": {"0": "kNN"}, "auc": {"0": 0.5}}', "t.json", lambda record: None).to_dicts()
    [{'model': 'kNN', 'auc': 0.5}]
    """
    record = single_object(text, name)
    if record is not None:
        refuse_tool(record)
        return flattened(_frame(list(_rows_of_object(record, name)), name))
    is_list = text.startswith(b"[")
    if is_list:
        _refuse_bare_rows(text, name)
    frame = (pl.read_json if is_list else pl.read_ndjson)(text, infer_schema_length=None)
    refuse_lossy_json(text, frame, name)
    refuse_tool([dict.fromkeys(frame.columns)])
    return flattened(frame)


def single_object(text: bytes, name: str) -> dict[str, Any] | None:
    """Return the object that a text is as a whole; None for a list, and for lines of objects.

    Examples
    --------
    >>> single_object(b'{"a": 1}', "t.json"), single_object(b'{"a": 1}\\n{"a": 2}', "t.json")
    ({'a': 1}, None)
    """
    if not text.startswith(b"{") or (b"\n" in text and first_line(text) is not None):
        return None
    decoder = json.JSONDecoder(object_pairs_hook=lambda pairs: _distinct(pairs, name), parse_constant=_constant)
    decoded = text.decode()
    try:
        record, end = decoder.raw_decode(decoded)
    except RecursionError as problem:
        raise ReadError(f"{name!r} is nested too deeply", hint=RECORDS) from problem
    if decoded[end:].strip():
        return None
    broken = [key for key, value in record.items() if not is_encodable([key, value])] if b"\\u" in text else []
    if broken:
        raise ReadError(
            f"{name!r}: {broken[0]!r} holds an unpaired surrogate escape",
            hint=r"a character outside the basic plane needs both escapes, such as \ud83d\ude00",
        )
    return dict(record)


def first_line(text: bytes) -> dict[str, Any] | None:
    """Return the object on the first line of lines of objects; None for other texts."""
    end = text.find(b"\n")
    line = text if end < 0 else text[:end]
    if not (line.startswith(b"{") and line.rstrip().endswith(b"}")):
        return None
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


def all_lines(text: bytes, name: str) -> list[Any]:
    """Read lines of objects."""
    try:
        return [json.loads(line) for line in text.split(b"\n") if line.strip()]
    except ValueError as problem:
        raise ReadError(f"{name!r} is not JSON, line by line: {problem}", hint="is the file whole?") from problem


def flattened(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a table whose records within records are columns of their own, named with a point.

    The parameters of a search stay together: an importer reads them.

    Examples
    --------
    >>> flattened(pl.DataFrame({"model": ["kNN"], "scores": [{"auc": 0.5}]})).columns
    ['model', 'scores.auc']
    """
    while True:
        nested = [name for name, kind in frame.schema.items() if isinstance(kind, pl.Struct) and name != "params"]
        if not nested:
            return frame
        frame = frame.with_columns(pl.col(name).name.prefix_fields(f"{name}{SEPARATOR}") for name in nested)
        inner = [field.name for name in nested for field in frame.schema[name].fields]  # type: ignore[attr-defined]
        twice = [name for name in inner if name in frame.columns]
        if twice:
            raise ReadError(f"{twice[0]!r} is both a key and a record within a record", hint=RECORDS)
        frame = frame.unnest(nested)


def _rows_of_object(record: Record, name: str) -> Iterator[Record]:
    """Yield the rows of one object, by the layout it has."""
    values = list(record.values())
    if {"columns", "data"} <= set(record) and isinstance(record["columns"], list):  # pandas orient="split"
        columns = [
            SEPARATOR.join(map(str, head)) if isinstance(head, list) else str(head) for head in record["columns"]
        ]
        yield from (dict(zip(columns, row, strict=True)) for row in record["data"])
    elif {"schema", "data"} <= set(record) and isinstance(record["data"], list):  # pandas orient="table"
        yield from ({key: cell for key, cell in row.items() if key != INDEX} for row in record["data"])
    elif values and all(isinstance(value, list) and not any(map(_is_container, value)) for value in values):
        yield from _rows_of_columns({key: dict(enumerate(value)) for key, value in record.items()}, name)
    elif values and all(isinstance(value, Mapping) for value in values):
        yield from _rows_of_mappings(record, name)
    elif values and not any(map(_is_container, values)):
        yield record
    else:
        lists = [key for key, value in record.items() if _are_records(value)]
        if len(lists) != 1:
            keys = ", ".join(map(repr, list(record)[:6])) + (" …" if len(record) > 6 else "")
            raise ReadError(f"{name!r} holds one object with the keys {keys}, which is not a table", hint=RECORDS)
        yield from record[lists[0]]


def _rows_of_mappings(record: Mapping[str, Record], name: str) -> Iterator[Record]:
    """Yield the rows of columns that map rows to cells, or of rows that map columns to cells."""
    inner = list(dict.fromkeys(key for value in record.values() for key in value))
    if not _are_columns(list(record)) and (
        _are_columns(inner) or (_are_counted(list(record)) and not _are_counted(inner))
    ):
        yield from record.values()  # pandas orient="index"
    elif _are_columns(list(record)) or (_are_counted(inner) and not _are_counted(list(record))):
        yield from _rows_of_columns(record, name)  # pandas orient="columns"
    else:
        first = next(iter(record))
        raise ReadError(
            f"{name!r} maps names to names, {first!r} to {inner[0] if inner else ''!r}: rows and columns look alike",
            hint=PANDAS,
        )


def _rows_of_columns(columns: Mapping[str, Mapping[Any, Any]], name: str) -> Iterator[Record]:
    labels = list(next(iter(columns.values())))
    for head, cells in columns.items():
        if list(cells) != labels:
            raise ReadError(
                f"{name!r} holds columns of different lengths or rows: {head!r} has {len(cells)}, not {len(labels)}",
                hint="give every column a cell in every row",
            )
    named = not _are_counted([str(label) for label in labels]) and INDEX not in columns
    for label in labels:
        yield {**({INDEX: label} if named else {}), **{head: cells[label] for head, cells in columns.items()}}


def _are_columns(names: Sequence[str]) -> bool:
    """Return whether some of the names are those of a column of scores or of a metric."""
    return any(normalised(name) in KEYS or known_direction(name) for name in names)


def _are_counted(names: Sequence[str]) -> bool:
    return all(name.isdigit() for name in names)


def _are_records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _is_container(value: Any) -> bool:
    return isinstance(value, Mapping | list)


def _frame(rows: Sequence[Record], name: str) -> pl.DataFrame:
    if not rows:
        raise ReadError(f"{name!r} is empty", hint="it needs at least one record")
    return pl.read_json(json.dumps(rows, allow_nan=False).encode(), infer_schema_length=None)


def _refuse_bare_rows(text: bytes, name: str) -> None:
    """Raise for a list whose rows have no names of columns."""
    first = text[1:].lstrip()[:1]
    if first == b"[":
        raise ReadError(f"{name!r} holds rows without the names of columns, as orient='values' writes", hint=RECORDS)
    if first not in (b"{", b"]", b""):
        raise ReadError(f"{name!r} holds a list of single values", hint=RECORDS)


def _distinct(pairs: Sequence[tuple[str, Any]], name: str) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    if len(set(keys)) < len(keys):
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ReadError(f"{name!r}: the key {twice!r} appears twice", hint="give every value of a record its own key")
    return dict(pairs)


def _constant(word: str) -> float | None:
    value = float(word)
    if math.isinf(value):
        raise ReadError(f"a number is {word}", hint="leave the cell of a failed run empty: null")
    return None


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
            if escapes and not (is_encodable(key) and is_encodable(value)):
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


def is_encodable(value: Any) -> bool:
    """Return whether every text in a value can be written as UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
