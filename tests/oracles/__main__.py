"""Compare with the oracles of a folder: python -m tests.oracles FOLDER [--record]; the manual reads the record."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.oracles.answering import write
from tests.oracles.harness import report, run
from tests.oracles.listed import listed, uncovered
from tests.oracles.mapping import REFERENCES, VARIANTS

CATALOGUE = "METHODS.md"


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0])
    if not (folder / "oracles.json").exists():
        print(f"no oracles in {folder}; nothing to compare")
        return 0
    uncovered_methods = lacking(folder.parent / CATALOGUE)
    record = "--record" in arguments[1:]
    tally = run(folder, REFERENCES, VARIANTS, record=record)
    print(report(tally))
    if record and not tally.failed:
        write(tally.answered)
    return 1 if tally.failed or uncovered_methods else 0


def lacking(catalogue: Path) -> int:
    """Count what a written catalogue of methods lists and coverage.toml lacks, or the other way round."""
    if not catalogue.exists():
        print(f"no {catalogue.name} beside the oracles; its methods are not compared")
        return 0
    text = catalogue.read_text(encoding="utf8")
    problems = uncovered(text)
    print("\n".join([*problems, f"{len(listed(text))} methods of {catalogue.name}, {len(problems)} problems"]))
    return len(problems)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
