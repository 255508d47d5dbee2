"""Throw mutated input at every door, bounded and seeded: python -m tests.fuzz [share of the cases] [target].

Each attempt must end in a result or an error of ours, within ten seconds. Writes the figures of tests/SAFETY.md.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.targets import TARGETS

SAFETY = Path(__file__).parents[1] / "SAFETY.md"
BATCH = 250
BATCH_SECONDS = 600
BEGIN, END = "<!-- figures: written by make fuzz -->\n", "<!-- end of figures -->\n"


def tried(name: str, cases: int) -> Counter[str]:
    """Try a target in processes of their own, so that a crash is counted and not suffered."""
    counts: Counter[str] = Counter()
    for start in range(0, cases, BATCH):
        stop = min(cases, start + BATCH)
        command = [sys.executable, "-m", "tests.fuzz.attempts", name, str(start), str(stop)]
        try:
            ended = subprocess.run(command, capture_output=True, text=True, timeout=BATCH_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            counts[f"cases {start} to {stop}: not done within {BATCH_SECONDS} s"] += 1
            continue
        outcomes = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith('"')]
        counts.update(outcomes)
        if len(outcomes) < stop - start:
            last = ended.stderr.strip().splitlines()[-1:] or ["no word"]
            counts[f"case {start + len(outcomes)}: the process ended with {ended.returncode}: {last[0]}"] += 1
    return counts


def main(arguments: list[str]) -> int:
    share = float(arguments[0]) if arguments else 1.0
    only = arguments[1:]
    started, lines, faults = time.monotonic(), [], 0
    for name, target in TARGETS.items():
        if only and name not in only:
            continue
        counts = tried(name, max(1, round(target.cases * share)))
        bad = {what: n for what, n in counts.items() if what not in ("accepted", "refused")}
        faults += sum(bad.values())
        lines.append(
            f"| {name} | {counts.total()} | {counts['accepted']} | {counts['refused']} | {sum(bad.values())} |"
        )
        print(
            f"{time.monotonic() - started:6.0f} s  {name}: {counts.total()} cases, faults: {bad or 'none'}", flush=True
        )
    if share == 1.0 and not only and not faults:
        _record(lines)
    print(f"{len(TARGETS)} targets, {faults} faults, {time.monotonic() - started:.0f} s")
    return 1 if faults else 0


def _record(lines: list[str]) -> None:
    """Write the figures into SAFETY.md."""
    table = "| target | cases | accepted | refused | faults |\n|---|---|---|---|---|\n" + "\n".join(lines) + "\n"
    text = SAFETY.read_text(encoding="utf8")
    SAFETY.write_text(re.sub(f"{BEGIN}.*?{END}", lambda _: BEGIN + table + END, text, flags=re.DOTALL), encoding="utf8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
