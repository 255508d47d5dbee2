"""Do our functions agree with the values other implementations gave?"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Entry = Mapping[str, Any]
# Gives our result in the shape of the oracle's; what it leaves out is not compared.
Call = Callable[["Oracle"], Any]

NOT_A_NUMBER = {"NaN": None, "NA": None, "Inf": math.inf, "-Inf": -math.inf}


@dataclass(frozen=True, slots=True, kw_only=True)
class Oracle:
    """One value of another implementation, with the folder its data lie in."""

    entry: Entry
    folder: Path
    directions: Mapping[str, str]

    @property
    def data(self) -> Mapping[str, Any]:
        return self.entry["data"]

    @property
    def result(self) -> Any:
        return self.entry["result"]


@dataclass(slots=True)
class Tally:
    """What passed, failed and was skipped, by method."""

    passed: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def run(folder: Path, references: Mapping[str, Call], variants: Mapping[str, Call]) -> Tally:
    """Compare every oracle that a call of ours is mapped to."""
    entries = json.loads((folder / "oracles.json").read_text(encoding="utf8"))
    index = folder / "wide" / "index.json"
    known = json.loads(index.read_text(encoding="utf8")) if index.exists() else []
    directions = {entry["wide"]: entry["direction"] for entry in known}
    tally = Tally()
    for entry in entries:
        method, status = entry["method"], entry["status"]
        mapped = references if status.startswith("reference") else variants if status.startswith("variant") else {}
        if method not in mapped:
            tally.skipped[method] += 1
            continue
        try:
            ours = mapped[method](Oracle(entry=entry, folder=folder, directions=directions))
            problems = list(differences(ours, entry["result"], entry.get("tolerance", {})))
        except Exception as problem:  # one broken entry must not hide the others
            problems = [f"{type(problem).__name__}: {problem}"]
        (tally.failed if problems else tally.passed)[method] += 1
        tally.problems += [f"{entry['id']} {method} {text}" for text in problems[:5]]
    return tally


def differences(ours: Any, theirs: Any, tolerance: Mapping[str, Any], where: str = "") -> Iterator[str]:
    """Name every place where our result differs from theirs beyond the tolerance."""
    if isinstance(ours, Mapping):
        for name, value in ours.items():
            if name not in theirs:
                yield f"{where}/{name}: the oracle has no such field"
            else:
                yield from differences(value, theirs[name], tolerance, f"{where}/{name}")
    elif isinstance(ours, list):
        if not isinstance(theirs, list) or len(ours) != len(theirs):
            yield f"{where}: {ours} against {theirs}"
            return
        for position, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from differences(mine, other, tolerance, f"{where}[{position}]")
    elif isinstance(ours, str):
        if ours != theirs:
            yield f"{where}: {ours!r} against {theirs!r}"
    elif not close(ours, NOT_A_NUMBER.get(theirs, theirs) if isinstance(theirs, str) else theirs, tolerance):
        yield f"{where}: {ours!r} against {theirs!r}"


def close(ours: float | None, theirs: float | None, tolerance: Mapping[str, Any]) -> bool:
    """Compare two numbers by the oracle's own tolerance."""
    if ours is None or theirs is None:
        return ours is theirs
    if math.isinf(theirs):
        return ours == theirs
    bounds = tolerance if "rtol" in tolerance or "atol" in tolerance else {"rtol": 1e-9}
    return abs(ours - theirs) <= bounds.get("atol", 0.0) + bounds.get("rtol", 0.0) * abs(theirs)


def report(tally: Tally) -> str:
    """Write a line per method, the failures, and the count."""
    compared = sorted(tally.passed | tally.failed)
    lines = [f"{method}: {tally.passed[method]} passed, {tally.failed[method]} failed" for method in compared]
    if tally.skipped:
        skipped = ", ".join(f"{method} {count}" for method, count in sorted(tally.skipped.items()))
        lines.append(f"without a mapping or not a reference: {skipped}")
    lines += tally.problems
    counts = (sum(counter.values()) for counter in (tally.passed, tally.failed, tally.skipped))
    lines.append("{} passed, {} failed, {} skipped".format(*counts))
    return "\n".join(lines)
