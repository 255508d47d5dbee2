"""Seeded mutations of bytes, of nested structures and of the columns of a table.

Every function takes the source of chance, or None for a sound input, which it returns as it is.
"""

from __future__ import annotations

import copy
import datetime
import random
from decimal import Decimal
from typing import Any

import polars as pl

HOSTILE_TEXTS = (
    *('"', '""', "\x00", "\ufeff", "1e999", "nan", "-inf", "", ",", ";", "\t", "\r", "\r\n", "a" * 5000, "\u202e"),
    *("9" * 40, "1e-320", "1e308", "-1", "0", "007", "true", "null", "{{", "}}", "{%", "../", "/", "=1+1", "\x1b[2J"),
)
HOSTILE_VALUES: tuple[Any, ...] = (
    *(None, "", [], {}, -1, 0, 1e308, -1e308, 5e-324, float("nan"), float("inf"), True, "text", [[]], {"a": {}}),
    *(10**30, 2**63, "\ud800", "0.5", [0.5, None], {"": 1}, "\x00", "a" * 5000),
)
# Columns of kinds that no table of results should have, or has in an unusual form.
STRANGE_COLUMNS: tuple[pl.Series, ...] = (
    pl.Series([None], dtype=pl.Null),
    pl.Series([[0.5, 0.25]]),
    pl.Series([{"a": 0.5}]),
    pl.Series([b"\xff\xfe"]),
    pl.Series([datetime.date(2020, 1, 1)]),
    pl.Series([datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)]),
    pl.Series([datetime.timedelta(days=1)]),
    pl.Series([datetime.time(12)]),
    pl.Series([Decimal("0.50")]),
    pl.Series(["a"], dtype=pl.Categorical),
    pl.Series(["a"], dtype=pl.Enum(["a", "b"])),
    pl.Series([2**64 - 1], dtype=pl.UInt64),
    pl.Series([2**100], dtype=pl.Int128),
    pl.Series([True]),
    pl.Series([0.5], dtype=pl.Float32),
    pl.Series([float("nan")]),
    pl.Series([float("-inf")]),
    pl.Series([1e308]),
    pl.Series(["\ufeff\x00"]),
    pl.Series([""]),
)


def mutated_bytes(content: bytes, chance: random.Random | None) -> bytes:
    """Return bytes with a few changes: flipped, left out, doubled, cut, or hostile ones put in."""
    if chance is None:
        return content
    changed = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 4))):
        place = chance.randrange(len(changed) + 1)
        action = chance.randrange(7)
        if action == 0 and changed:
            changed[min(place, len(changed) - 1)] ^= 1 << chance.randrange(8)
        elif action == 1:
            del changed[place : place + chance.randint(1, 20)]
        elif action == 2:
            changed[place:place] = changed[place : place + chance.randint(1, 60)]
        elif action == 3:
            changed[place:place] = chance.choice(HOSTILE_TEXTS).encode()
        elif action == 4 and chance.random() < 0.3:
            del changed[place:]
        elif action == 5:
            # Lengths and offsets of binary files are whole numbers of four or eight bytes.
            changed[place : place + 4] = chance.choice((b"\xff\xff\xff\x7f", b"\xff" * 4, b"\x00" * 4))
        else:
            changed[place : place + 1] = bytes([chance.randrange(256)])
    return bytes(changed)


def mutated_structure(value: Any, chance: random.Random | None) -> Any:
    """Return a deep copy of lists and dictionaries with one to three places changed."""
    changed = copy.deepcopy(value)
    for _ in range(chance.choice((1, 1, 2, 3)) if chance else 0):
        holders = [holder for holder in _holders(changed) if len(holder)]
        if not holders:
            return chance.choice(HOSTILE_VALUES)
        holder = chance.choice(holders)
        key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        action = chance.randrange(6)
        if action == 0:
            del holder[key]
        elif action == 1 and isinstance(holder, dict):
            holder[str(chance.choice(HOSTILE_TEXTS))] = holder.pop(key)
        elif action == 2 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(chance.choice(HOSTILE_VALUES)))
        elif action == 3 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif action == 4 and isinstance(holder, dict):
            holder[chance.choice(list(holder))] = copy.deepcopy(holder[key])
        else:
            holder[key] = copy.deepcopy(chance.choice(HOSTILE_VALUES))
    return changed


def mutated_frame(frame: pl.DataFrame, chance: random.Random | None) -> pl.DataFrame:
    """Return a table with one to three columns of another kind, name or place, rows doubled or cells emptied."""
    for _ in range(chance.choice((1, 1, 2, 3)) if chance else 0):
        name = chance.choice(frame.columns)
        action = chance.randrange(6)
        strange = chance.choice(STRANGE_COLUMNS)
        if action == 0 and frame.width > 1:
            frame = frame.drop(name)
        elif action == 1:
            frame = frame.rename({name: chance.choice(HOSTILE_TEXTS) + name})
        elif action == 2:
            frame = pl.concat([frame, frame.sample(min(2, frame.height), seed=chance.randrange(99))])
        elif action == 3:
            frame = frame.with_columns(pl.when(pl.int_range(pl.len()) % 3 > 0).then(pl.col(name)).alias(name))
        elif action == 4:
            frame = frame.with_columns(strange.new_from_index(0, frame.height).alias(f"other {frame.width}"))
        else:
            frame = frame.with_columns(strange.new_from_index(0, frame.height).alias(name))
    return frame


def _holders(value: Any) -> list[Any]:
    holders, pending = [], [value]
    while pending:
        item = pending.pop()
        if isinstance(item, (dict, list)):
            holders.append(item)
            pending += item.values() if isinstance(item, dict) else item
    return holders
