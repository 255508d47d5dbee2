"""Seeded mutations of bytes and of nested structures."""

from __future__ import annotations

import copy
import random
from typing import Any

HOSTILE_TEXTS = (
    '"',
    '""',
    "\x00",
    "\ufeff",
    "1e999",
    "nan",
    "-inf",
    "",
    ",",
    ";",
    "\t",
    "\r\n",
    "a" * 5000,
    "\u202e",
    "9" * 40,
)
HOSTILE_VALUES: tuple[Any, ...] = (
    None,
    "",
    [],
    {},
    -1,
    1e308,
    float("nan"),
    float("inf"),
    True,
    "text",
    [[]],
    {"a": {}},
    10**30,
)


def mutated_bytes(content: bytes, chance: random.Random) -> bytes:
    """Return bytes with a few changes: flipped, left out, doubled, cut, or hostile ones put in."""
    changed = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(changed) + 1)
        action = chance.randrange(6)
        if action == 0 and changed:
            changed[min(place, len(changed) - 1)] = chance.randrange(256)
        elif action == 1:
            del changed[place : place + chance.randint(1, 20)]
        elif action == 2:
            changed[place:place] = changed[place : place + chance.randint(1, 60)]
        elif action == 3:
            changed[place:place] = chance.choice(HOSTILE_TEXTS).encode()
        elif action == 4 and chance.random() < 0.3:
            del changed[place:]
        else:
            changed[place : place + 1] = bytes([chance.randrange(256)])
    return bytes(changed)


def mutated_structure(value: Any, chance: random.Random) -> Any:
    """Return a deep copy of lists and dictionaries with one to three places changed."""
    changed = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        holders = [holder for holder in _holders(changed) if len(holder)]
        if not holders:
            return chance.choice(HOSTILE_VALUES)
        holder = chance.choice(holders)
        key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        action = chance.randrange(4)
        if action == 0:
            del holder[key]
        elif action == 1 and isinstance(holder, dict):
            holder[str(chance.choice(HOSTILE_TEXTS))] = holder.pop(key)
        elif action == 2 and isinstance(holder, list):
            holder.insert(key, chance.choice(HOSTILE_VALUES))
        else:
            holder[key] = chance.choice(HOSTILE_VALUES)
    return changed


def _holders(value: Any) -> list[Any]:
    found, pending = [], [value]
    while pending:
        item = pending.pop()
        if isinstance(item, (dict, list)):
            found.append(item)
            pending += item.values() if isinstance(item, dict) else item
    return found
