"""What the numbers of each method were compared with: values of other programs, and the tests that call it."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchreport.registry import METHODS

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
ORACLES = TESTS / "oracles" / "RESULTS.csv"
CALL = re.compile(r"\b(?:br|expr|two|one|many|posthoc|bayes)\.(\w+)\(|\"(\w+)\"")
FOLDERS = ("stats", "measures", "tables")
MOST_FILES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A program whose values a method was compared with; ``others`` answered the same entries with it."""

    implementation: str
    values: int
    others: int

    @property
    def words(self) -> str:
        """The source in a sentence."""
        number = f"{self.values:,} {'value' if self.values == 1 else 'values'}"
        together = f", together with {self.others} other {'method' if self.others == 1 else 'methods'}"
        return f"{self.implementation} ({number}{together if self.others else ''})"


@cache
def recorded() -> Mapping[str, Sequence[Source]]:
    """Return the programs that each method was compared with, as ``python -m tests.oracles --record`` wrote them."""
    sources: dict[str, list[Source]] = defaultdict(list)
    with ORACLES.open(encoding="utf8", newline="") as file:
        for row in csv.DictReader(file):
            values, others = int(row["values"]), int(row["others"])
            sources[row["method"]].append(Source(implementation=row["implementation"], values=values, others=others))
    return sources


def sources_of(method: str) -> Sequence[Source]:
    """Return the programs whose values a method was compared with, the one with most values first."""
    return sorted(recorded().get(method, ()), key=lambda source: (source.others > 0, -source.values))


@cache
def _calls() -> Mapping[str, Sequence[str]]:
    """Return the test files that call each method, the one that calls it most often first."""
    counts: dict[str, dict[str, int]] = defaultdict(dict)
    for folder in FOLDERS:
        for path in sorted((TESTS / folder).rglob("test_*.py")):
            name = str(path.relative_to(ROOT))
            for direct, quoted in CALL.findall(path.read_text(encoding="utf8")):
                word = direct or quoted
                if word in METHODS:
                    counts[METHODS[word].id][name] = counts[METHODS[word].id].get(name, 0) + 1
    return {method: sorted(files, key=lambda name: (-files[name], name)) for method, files in counts.items()}


def tests_of(method: str) -> Sequence[str]:
    """Return the test files that call a method most often.

    Examples
    --------
    >>> tests_of("nemenyi")[0].startswith("tests/stats/")
    True
    """
    return _calls().get(method, ())[:MOST_FILES]
