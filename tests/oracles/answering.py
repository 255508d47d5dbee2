"""Which methods of ours answer an oracle, and how many of its values: the record that the manual reads."""

from __future__ import annotations

import csv
import inspect
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from benchreport.registry import METHODS

RESULTS = Path(__file__).with_name("RESULTS.csv")
COLUMNS = ("method", "implementation", "values", "others")
# The methods that answered an entry together, and the program that its values come from.
Answered = tuple[tuple[str, ...], str]


def codes() -> Mapping[CodeType, frozenset[str]]:
    """Return the methods behind each function of ours; two adjustments may share one."""
    methods: dict[CodeType, set[str]] = defaultdict(set)
    for method in METHODS.values():
        for function in (method.table, method.expr, method.kernel):
            code = getattr(inspect.unwrap(function), "__code__", None) if function is not None else None
            if code is not None:
                methods[code].add(method.id)
    return {code: frozenset(names) for code, names in methods.items()}


@contextmanager
def methods_called(behind: Mapping[CodeType, frozenset[str]]) -> Iterator[set[str]]:
    """Yield a set into which the methods go that a block calls, but not those that these call themselves."""
    called: set[str] = set()
    depth = 0

    def watch(frame: FrameType, event: str, _: Any) -> None:
        nonlocal depth
        names = behind.get(frame.f_code)
        if names is not None and event == "call":
            if depth == 0:
                called.update(names)
            depth += 1
        elif names is not None and event == "return":
            depth -= 1

    sys.setprofile(watch)
    try:
        yield called
    finally:
        sys.setprofile(None)


def write(answered: Counter[Answered], path: Path = RESULTS) -> None:
    """Write how many values of each program a method gave, and with how many others together."""
    rows: Counter[tuple[str, str, int]] = Counter()
    for (methods, implementation), values in answered.items():
        for method in methods:
            rows[method, implementation, len(methods) - 1] += values
    with path.open("w", encoding="utf8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for (method, implementation, others), values in sorted(rows.items()):
            if values:
                writer.writerow([method, implementation, values, others])
