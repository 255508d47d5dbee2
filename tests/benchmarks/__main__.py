"""How fast, against the usual way in Python? python -m tests.benchmarks [TOPIC ...]; ratios measured in one run."""

from __future__ import annotations

import sys
from importlib import import_module

from tests.benchmarks.race import seconds

# Each topic is a module with races(), or with measures() where there is nobody to race.
TOPICS = (
    "first",
    "aggregates",
    "multivariate",
    "instances",
    "omnibus",
    "gaps",
    "posthoc",
    "two",
    "ranking",
    "figures",
    "predictions",
    "documents",
    "page",
)


def main(topics: list[str]) -> None:
    for topic in topics or TOPICS:
        module = import_module(f"tests.benchmarks.{topic}")
        for line in getattr(module, "measures", tuple)():
            print(line, flush=True)
        for race in getattr(module, "races", tuple)():
            ours, theirs = seconds(race.ours) / race.part, seconds(race.theirs) / race.share
            ratio = f"{theirs / ours:.1f}x faster than" if theirs > ours else f"{ours / theirs:.2f}x the time of"
            print(f"{race.name}: {ours:.3f} s, {ratio} {race.peer} ({theirs:.3f} s)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
