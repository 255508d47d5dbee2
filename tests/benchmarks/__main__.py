"""Speed against the usual way in Python: python -m tests.benchmarks [--write] [TOPIC ...].

Each topic is a module with races(), or with measures() that yields lines where there is nobody to race. Both sides of a
race run by turns in one run. With --write the results go into RESULTS.md, topic by topic.
"""

from __future__ import annotations

import sys
from importlib import import_module

from tests.benchmarks.race import USUAL_IMPORTS, machine_scale, run
from tests.benchmarks.results import PAGE, Outcome, line_of, write_page

TOPICS = (
    *("first", "aggregates", "multivariate", "instances", "omnibus", "gaps", "posthoc", "two", "ranking"),
    *("figures", "tables", "predictions", "documents", "autorank", "large", "growth", "page"),
)


def outcome_of(topic: str) -> Outcome:
    """Run the races of one topic and print each result as it comes."""
    module = import_module(f"tests.benchmarks.{topic}")
    print(f"{topic}:", flush=True)
    lines, results = [], []
    for line in getattr(module, "measures", tuple)():
        print(f"  {line}", flush=True)
        lines.append(line)
    for race in getattr(module, "races", tuple)():
        results.append(run(race))
        print(f"  {line_of(results[-1])}", flush=True)
    title = (module.__doc__ or "").partition("\n")[0]
    return Outcome(topic=topic, title=title, results=tuple(results), lines=tuple(lines))


def main(words: list[str]) -> None:
    """Run the topics that were named, or all, and write what they measured if told to."""
    topics = [word for word in words if word != "--write"]
    unknown = [topic for topic in topics if topic not in TOPICS]
    if unknown:
        sys.exit(f"unknown topic {unknown[0]!r}; there are {', '.join(TOPICS)}")
    for topic in topics or TOPICS:
        outcome = outcome_of(topic)
        if "--write" in words:
            scaled = any(result.race.goal and result.race.goal.seconds for result in outcome.results)
            write_page(outcome, machine_scale() * USUAL_IMPORTS if scaled else None, TOPICS)
            print(f"  written to {PAGE.name}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
