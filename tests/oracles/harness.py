"""Do our functions agree with the values other implementations gave?"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from tests.oracles.accuracy import Place, bound, written
from tests.oracles.answering import Answered, codes, methods_called

Entry = Mapping[str, Any]
# Gives our result in the shape of the oracle's; what it leaves out is not compared, and is counted.
Call = Callable[["Oracle"], Any]
Asked = TypeVar("Asked", bound=Call)

NOT_A_NUMBER = {"NaN": None, "nan": None, "NA": None, "Inf": math.inf, "inf": math.inf, "-Inf": -math.inf}
NAMES = ("a", "b")  # of the two algorithms of a pair
NOT_ASKED = "no call of ours gives this number"


class Hidden:
    """Stand for a number of the oracle: a call sees where one is, and never which."""

    def __repr__(self) -> str:
        return "<a number of the oracle>"


HIDDEN = Hidden()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Stand in our result for what cannot be compared, with the reason; decided from the inputs, not from theirs."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Oracle:
    """One value of another implementation without its numbers, and the folder its data lie in."""

    entry: Entry
    folder: Path
    directions: Mapping[str, str]
    inputs: tuple[str, ...] = ()

    @property
    def data(self) -> Mapping[str, Any]:
        return self.entry["data"]

    @property
    def result(self) -> Any:
        """Return the shape of their result: names stay, numbers are hidden unless they are inputs."""
        return without_numbers(self.entry["result"], self.inputs)


@dataclass(slots=True)
class Comparison:
    """What one entry compared: the problems, the numbers compared, and those left out by reason."""

    problems: list[str] = field(default_factory=list)
    compared: int = 0
    left_out: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Tally:
    """What passed, failed and was skipped, by method."""

    passed: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    empty: Counter[str] = field(default_factory=Counter)
    compared: Counter[str] = field(default_factory=Counter)
    left_out: dict[str, Counter[str]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    answered: Counter[Answered] = field(default_factory=Counter)


def reads(*names: str) -> Callable[[Asked], Asked]:
    """Declare fields of their result that are inputs of the call, as raw p-values are; those are not compared."""

    def declare(call: Asked) -> Asked:
        call.inputs = names  # type: ignore[attr-defined]
        return call

    return declare


def without_numbers(result: Any, inputs: tuple[str, ...] = ()) -> Any:
    """Return the same names and lists with every number hidden, but for the inputs.

    Examples
    --------
    >>> without_numbers({"raw": [0.1], "adjusted": [0.2, "NaN"], "a": "C4.5"}, ("raw",))
    {'raw': [0.1], 'adjusted': [<a number of the oracle>, <a number of the oracle>], 'a': 'C4.5'}
    """
    if isinstance(result, Mapping):
        return {
            name: value if name in inputs or is_name(name, value) else without_numbers(value, inputs)
            for name, value in result.items()
        }
    if isinstance(result, list):
        return [without_numbers(value, inputs) for value in result]
    return HIDDEN if is_number(result) else result


def is_name(field: str, value: Any) -> bool:
    """Tell whether a field names one of the two algorithms of a pair."""
    return field in NAMES and isinstance(value, str)


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) or (isinstance(value, str) and value in NOT_A_NUMBER)


def numbers(theirs: Any, inputs: tuple[str, ...] = ()) -> int:
    """Count the numbers of their result that are no inputs.

    Examples
    --------
    >>> numbers({"raw": [0.1], "adjusted": [0.2, 0.3], "a": "5", "note": "text"}, ("raw",))
    2
    """
    if isinstance(theirs, Mapping):
        return sum(numbers(v, inputs) for name, v in theirs.items() if name not in inputs and not is_name(name, v))
    if isinstance(theirs, list):
        return sum(numbers(value, inputs) for value in theirs)
    return int(is_number(theirs))


def run(folder: Path, references: Mapping[str, Call], variants: Mapping[str, Call], *, record: bool = False) -> Tally:
    """Compare every oracle that a call of ours is mapped to; an entry of which nothing is compared is skipped.

    A ``record`` tells which methods answered, which takes longer.
    """
    behind = codes() if record else {}
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
        if record:
            with methods_called(behind) as called:
                comparison = compare(mapped[method], entry, folder, directions)
            tally.answered[tuple(sorted(called)), entry["implementation"]] += comparison.compared
        else:
            comparison = compare(mapped[method], entry, folder, directions)
        tally.compared[method] += comparison.compared
        tally.left_out.setdefault(method, Counter()).update(comparison.left_out)
        if comparison.problems:
            tally.failed[method] += 1
            tally.problems += [f"{entry['id']} {method} {text}" for text in comparison.problems[:5]]
        elif comparison.compared:
            tally.passed[method] += 1
        else:
            tally.skipped[method] += 1
            tally.empty[method] += 1
    return tally


def compare(call: Call, entry: Entry, folder: Path, directions: Mapping[str, str]) -> Comparison:
    """Answer one entry without seeing its numbers, and compare."""
    inputs: tuple[str, ...] = getattr(call, "inputs", ())
    comparison = Comparison()
    try:
        ours = call(Oracle(entry=entry, folder=folder, directions=directions, inputs=inputs))
        comparison.problems += differences(ours, entry["result"], entry, comparison, inputs=inputs)
    except Exception as problem:  # one broken entry must not hide the others
        comparison.problems.append(f"{type(problem).__name__}: {problem}")
    return comparison


def differences(
    ours: Any, theirs: Any, entry: Entry, comparison: Comparison, *, inputs: tuple[str, ...] = (), where: Place = ()
) -> Iterator[str]:
    """Name every place where our result differs from theirs beyond the tolerance; count what was compared."""
    if isinstance(ours, LeftOut):
        comparison.left_out[ours.reason] += numbers(theirs, inputs)
    elif isinstance(ours, Mapping):
        if not isinstance(theirs, Mapping):
            yield f"{written(where)}: {ours} against {theirs}"
            return
        for name, value in ours.items():
            below = (*where, name)
            if name not in theirs:
                yield f"{written(below)}: the oracle has no such field"
            elif name in inputs or is_name(name, theirs[name]):
                yield f"{written(below)}: an input is no answer"
            else:
                yield from differences(value, theirs[name], entry, comparison, inputs=inputs, where=below)
        for name in theirs.keys() - ours.keys():
            if count := numbers({name: theirs[name]}, inputs):
                comparison.left_out[NOT_ASKED] += count
    elif isinstance(ours, list):
        if not isinstance(theirs, list) or len(ours) != len(theirs):
            yield f"{written(where)}: {ours} against {theirs}"
            return
        for position, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from differences(mine, other, entry, comparison, inputs=inputs, where=(*where, position))
    else:
        comparison.compared += 1
        same = ours == theirs if isinstance(ours, str) else close(ours, theirs, bound(entry, where))
        if not same:
            yield f"{written(where)}: {ours!r} against {theirs!r}"


def close(ours: float | None, theirs: float | str | None, tolerance: Mapping[str, Any]) -> bool:
    """Compare two numbers by the oracle's own tolerance."""
    value = NOT_A_NUMBER.get(theirs, math.nan) if isinstance(theirs, str) else theirs
    if ours is None or value is None:
        return ours is value
    if math.isinf(value):
        return ours == value
    return abs(ours - value) <= tolerance.get("atol", 0.0) + tolerance.get("rtol", 0.0) * abs(value)


def report(tally: Tally) -> str:
    """Write a line per method, the failures, what was left out and why, and the counts."""
    lines = []
    for method in sorted(tally.passed | tally.failed | tally.empty):
        left = sum(tally.left_out[method].values())
        numbers_of = f"{tally.compared[method]} numbers compared, {left} left out"
        lines.append(f"{method}: {tally.passed[method]} passed, {tally.failed[method]} failed; {numbers_of}")
    if tally.skipped:
        unmapped = tally.skipped - tally.empty
        for title, counter in (("without a mapping or not a reference", unmapped), ("nothing compared", tally.empty)):
            if counter:
                lines.append(f"{title}: " + ", ".join(f"{method} {n}" for method, n in sorted(counter.items())))
    reasons: Counter[str] = sum(tally.left_out.values(), Counter())
    lines += [f"left out, {reason}: {count} numbers" for reason, count in reasons.most_common()]
    lines += tally.problems
    lines.append(f"{sum(tally.compared.values())} numbers compared, {sum(reasons.values())} left out")
    counts = (sum(counter.values()) for counter in (tally.passed, tally.failed, tally.skipped))
    lines.append("{} passed, {} failed, {} skipped".format(*counts))
    return "\n".join(lines)
