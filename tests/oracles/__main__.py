"""Compare with the oracles of a folder: python -m tests.oracles FOLDER."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.oracles.harness import report, run
from tests.oracles.mapping import REFERENCES, VARIANTS


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0])
    if not (folder / "oracles.json").exists():
        print(f"no oracles in {folder}; nothing to compare")
        return 0
    tally = run(folder, REFERENCES, VARIANTS)
    print(report(tally))
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
