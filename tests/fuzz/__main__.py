"""Throw mutated input at every door, bounded and seeded: python -m tests.fuzz.

    python -m tests.fuzz --record                        write the figures into tests/SAFETY.md, if nothing is at fault
    python -m tests.fuzz --share 0.1 --only reader       a tenth of the cases of one group
    python -m tests.fuzz --case "reader: scores, csv" 7  one case again, with its traceback

Every attempt must end in a result or an error of ours, within ten seconds and without a lost row.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.attempts import ACCEPTED, REFUSED
from tests.fuzz.targets import TARGETS
from tests.fuzz.workers import outcomes

SAFETY = Path(__file__).parents[1] / "SAFETY.md"
BEGIN, END = "<!-- figures: written by python -m tests.fuzz --record -->\n", "<!-- end of figures -->\n"
HEADER = "| target | cases | accepted | refused | faults | processor seconds |\n|---|--:|--:|--:|--:|--:|\n"


def main(words: list[str]) -> int:
    """Try all cases or those that were asked for; return 1 where one is at fault."""
    asked = _parser().parse_args(words)
    if asked.case:
        name, number = asked.case
        with tempfile.TemporaryDirectory() as folder:
            chance = random.Random(f"{name}/{number}") if int(number) else None
            print(TARGETS[name].attempt(chance, Path(folder)))
        return 0
    names = [name for name in TARGETS if not asked.only or name.startswith(asked.only)]
    cases = [(name, number) for name in names for number in range(1 + round(TARGETS[name].cases * asked.share))]
    started = time.monotonic()
    counts: dict[str, Counter[str]] = {name: Counter() for name in names}
    seconds: dict[str, float] = defaultdict(float)
    for done, ((name, number), outcome, spent) in enumerate(outcomes(cases, asked.workers), 1):
        seconds[name] += spent
        fault = outcome not in (ACCEPTED, REFUSED)
        counts[name]["faults" if fault else outcome] += 1
        if fault:
            print(f"FAULT {name}, case {number}: {outcome}", flush=True)
        if done % 1000 == 0:
            print(f"{time.monotonic() - started:6.0f} s  {done:,} of {len(cases):,} cases", flush=True)
    rows = {name: _row(each, seconds[name]) for name, each in counts.items()}
    faults = sum(row.faults for row in rows.values())
    print(f"\n{table_of(rows)}\n{len(cases):,} cases, {faults} faults, {time.monotonic() - started:.0f} s")
    if asked.record and not faults:
        record(rows)
    return 1 if faults else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--record", action="store_true", help="write the figures into tests/SAFETY.md")
    parser.add_argument("--share", type=float, default=1.0, help="how much of the cases to try")
    parser.add_argument("--only", default="", help="how the names of the targets begin")
    parser.add_argument("--case", nargs=2, metavar=("TARGET", "NUMBER"), help="try one case, with its traceback")
    parser.add_argument("--workers", type=int, default=min(2, os.cpu_count() or 1))
    return parser


class Row(NamedTuple):
    """What became of the cases of a target."""

    cases: int
    accepted: int
    refused: int
    faults: int
    seconds: int


def _row(outcomes: Counter[str], seconds: float) -> Row:
    return Row(outcomes.total(), outcomes[ACCEPTED], outcomes[REFUSED], outcomes["faults"], round(seconds))


def table_of(rows: dict[str, Row]) -> str:
    """Return the table of what became of all cases, with the sum of every group."""
    groups = {
        f"**every {group}**": _sum(row for name, row in rows.items() if TARGETS[name].group == group)
        for group in dict.fromkeys(TARGETS[name].group for name in rows)
    }
    return HEADER + "".join(f"{_line(name, row)}\n" for name, row in (rows | groups).items())


def _sum(rows: Iterable[Row]) -> Row:
    return Row(*map(sum, zip(*rows, strict=True)))


def _line(name: str, row: Row) -> str:
    return f"| {name} | " + " | ".join(f"{number:,}" for number in row) + " |"


def record(rows: Mapping[str, Row]) -> None:
    """Write the figures into SAFETY.md; those of targets that were not tried stay."""
    text = SAFETY.read_text(encoding="utf8")
    known = recorded_rows(text) | dict(rows)
    every = {name: known[name] for name in TARGETS if name in known}
    total = _sum(every.values())
    summary = (
        f"{total.cases:,} cases, {total.faults} faults, {total.seconds / 60:.0f} minutes of processor time; "
        f"two workers share it. Last run: {date.today():%d %B %Y}.\n\n"
    )
    changed, places = re.subn(
        f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}{summary}{table_of(every)}{END}", text, flags=re.DOTALL
    )
    if places != 1:
        raise SystemExit(f"no place for the figures in {SAFETY}")
    SAFETY.write_text(changed, encoding="utf8")


def recorded_rows(text: str) -> dict[str, Row]:
    """Read the rows of the targets that there still are."""
    cells = [
        [cell.strip() for cell in line.strip("| ").split("|")] for line in text.splitlines() if line.startswith("| ")
    ]
    return {name: Row(*(int(number.replace(",", "")) for number in rest)) for name, *rest in cells if name in TARGETS}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
