"""Nothing lost: the cells of a text file, counted by readers of their own, against the table that was made of it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

import polars as pl


class LostError(Exception):
    """A table was accepted that is not what its file holds."""


def cells_of(text: str, separator: str) -> Iterator[list[str]]:
    """Return the records of delimited text (RFC 4180), read character by character; empty lines are none.

    A cell that begins with a quotation mark goes on to the next single one; elsewhere a mark is a character.
    """
    record: list[str] = []
    cell: list[str] = []
    quoted, place, begun = False, 0, False
    while place < len(text):
        sign = text[place]
        place += 1
        if quoted:
            if sign == '"' and text[place : place + 1] == '"':
                cell.append('"')
                place += 1
            elif sign == '"':
                quoted = False
            else:
                cell.append(sign)
        elif sign == '"' and not cell and not begun:
            quoted = begun = True
        elif sign == separator:
            record.append("".join(cell))
            cell, begun = [], False
        elif sign in "\r\n":
            if record or cell or begun:
                yield [*record, "".join(cell)]
            record, cell, begun = [], [], False
        else:
            cell.append(sign)
    if record or cell or begun:
        yield [*record, "".join(cell)]


def check_delimited(text: str, separator: str, frame: pl.DataFrame) -> None:
    """Raise where a table lacks a row of its text, has one more, or holds another value."""
    header, *rows = cells_of(text.removeprefix("\ufeff"), separator)
    if frame.height != len(rows):
        raise LostError(f"{len(rows)} data lines, {frame.height} rows")
    if frame.width != len(header):
        raise LostError(f"{len(header)} columns in the text, {frame.width} in the table")
    for number, (cells, values) in enumerate(zip(rows, frame.rows(), strict=True), 1):
        for cell, value in zip([*cells, *[""] * (len(header) - len(cells))], values, strict=True):
            if not _agrees(cell, value):
                raise LostError(f"row {number}: the text says {cell[:40]!r}, the table {value!r}")


def check_records(records: Any, frame: pl.DataFrame) -> None:
    """Raise where a table lacks a record of a JSON file, or a value of one."""
    if not isinstance(records, list):
        raise LostError(f"a table was made of {type(records).__name__}")
    if frame.height != len(records):
        raise LostError(f"{len(records)} records, {frame.height} rows")
    for number, (record, values) in enumerate(zip(records, frame.rows(named=True), strict=True), 1):
        if not isinstance(record, dict):
            raise LostError(f"record {number} is {record!r}, no object")
        for name, value in record.items():
            if value is not None and (name not in values or not _agrees(value, values[name])):
                raise LostError(
                    f"record {number}: {name!r} is {value!r} in the file, {values.get(name)!r} in the table"
                )


def records_of(text: str) -> Any:
    """Read JSON, or JSON line by line."""
    try:
        return json.loads(text)
    except ValueError:
        return [json.loads(line) for line in text.split("\n") if line.strip()]


def _agrees(written: Any, value: Any) -> bool:
    if written == "" and value in (None, ""):
        return True
    if isinstance(written, (list, dict)):
        return value is not None
    if isinstance(value, bool) or isinstance(written, bool):
        return str(written).lower() == str(value).lower() or written == value
    if isinstance(value, (int, float)):
        try:
            number = float(str(written).strip())
        except ValueError:
            return False
        return number == float(value) or (math.isnan(number) and math.isnan(value))
    return value is not None and (str(written) == str(value) or _same_number(written, value))


def _same_number(written: Any, value: Any) -> bool:
    """A number among texts becomes a text, in the writing of whoever reads it."""
    try:
        return not isinstance(written, str) and float(written) == float(value)
    except (TypeError, ValueError):
        return False
