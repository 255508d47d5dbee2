"""Results of races in words: a line each for a terminal, and RESULTS.md with the machine and a part per topic."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchreport.document.times import STAGES, TOTAL
from benchreport.stats.kernels.delong import sorts_by_vectors
from tests.benchmarks.peers import PEERS
from tests.benchmarks.race import USUAL_IMPORTS, Cost, Result

PAGE = Path(__file__).with_name("RESULTS.md")
# Libraries as the names of peers have them, and as they are installed.
LIBRARIES = {
    "scipy": "scipy",
    "sklearn": "scikit-learn",
    "scikit-learn": "scikit-learn",
    "pandas": "pandas",
    "statsmodels": "statsmodels",
    "duckdb": "duckdb",
    "polars-ds": "polars-ds",
    "autorank": "autorank",
    "matplotlib": "matplotlib",
    "click": "click",
    "numpy": "numpy",
    "argsort": "numpy",
    "weasyprint": "weasyprint",
}
USED = ("numpy", "polars", "scipy", "matplotlib", "jinja2", "weasyprint")
HEADS = (
    *("workload", "CPU s", "wall s", "MB", "peer", "its CPU s", "its wall s", "ours is"),
    *("goal", "met", "best of"),
)
NUMBERS = {"CPU s", "wall s", "MB", "its CPU s", "its wall s", "best of"}
TOPIC = re.compile(r"^## (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one topic measured: its races, and what it says in lines of its own."""

    topic: str
    title: str
    results: tuple[Result, ...]
    lines: tuple[str, ...] = ()


def line_of(result: Result) -> str:
    """Return a result as a line for a terminal, with its stages in a second one."""
    race = result.race
    parts = [f"{race.name}: {_cost(result.ours)}"]
    if result.theirs is not None:
        than = "than" if (result.ratio or 0) > 1 else "of"
        parts.append(f"{result.ratio_words} {than} {with_versions(race.peer)} ({_cost(result.theirs)})")
    parts += [f"{words}: {'met' if met else 'missed'}" for words, met in result.checks]
    parts.append(f"best of {result.rounds}")
    return "; ".join(parts) + (f"\n    {_stages(result.ours)}" if result.ours.stages else "")


def _cost(cost: Cost) -> str:
    memory = "" if cost.megabytes is None else f", {cost.megabytes:.0f} MB"
    return f"{cost.cpu:.3f} s CPU, {cost.wall:.3f} s wall{memory}"


def _stages(cost: Cost) -> str:
    return ", ".join(f"{name} {cost.stages[name].cpu:.2f}" for name in STAGES if name in cost.stages)


def with_versions(peer: str) -> str:
    """Return the name of a peer with the versions of the libraries in it."""
    words = peer.lower()
    names = dict.fromkeys(library for name, library in LIBRARIES.items() if re.search(rf"\b{name}", words))
    versions = [f"{name} {number}" for name in names if (number := version_of(name))]
    return f"{peer} [{', '.join(versions)}]" if versions else peer


def version_of(library: str) -> str:
    """Return the version of a library that is installed; of one beside the environment, as it says itself."""
    try:
        return version(library)
    except PackageNotFoundError:
        if not PEERS.exists():
            return ""
    program = f"from importlib.metadata import version; print(version({library!r}))"
    done = subprocess.run([PEERS, "-c", program], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def machine() -> str:
    """Return what this machine is, without its name: processor, cores, memory, system."""
    model = "unknown processor"
    processors = Path("/proc/cpuinfo")
    if processors.exists():
        names = re.findall(r"^model name\s*:\s*(.+)$", processors.read_text(encoding="utf8"), re.MULTILINE)
        model = names[0].strip() if names else model
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    # By these NumPy sorts several times as fast, peers and ours alike.
    vectors = ", NumPy sorts by AVX-512" if sorts_by_vectors() else ""
    return f"{model}, {os.cpu_count()} cores, {gigabytes:.0f} GiB, {platform.system()} {platform.machine()}{vectors}"


def section(outcome: Outcome, imports: float | None) -> str:
    """Return what a topic measured as a part of RESULTS.md."""
    day = datetime.now(UTC).strftime("%Y-%m-%d")
    scale = "" if imports is None else f", imports {imports:.2f} s (goals in seconds are for {USUAL_IMPORTS:g} s)"
    versions = ", ".join(f"{name} {version(name)}" for name in USED)
    where = f"{machine()}; Python {platform.python_version()}, {versions}"
    parts = [f"## {outcome.topic}", outcome.title, f"Measured {day}{scale}, on {where}."]
    if outcome.results:
        parts.append(_table(HEADS, [_row(result) for result in outcome.results]))
    missed = [result.race for result in outcome.results if result.met is False and result.race.profile]
    if missed:
        parts.append("\n".join(f"- {race.name}, missed: {race.profile}" for race in missed))
    staged = [result for result in outcome.results if result.ours.stages]
    if staged:
        heads = ("seconds of processor", *STAGES, TOTAL)
        rows = [[result.race.name, *(f"{result.ours.stages[name].cpu:.2f}" for name in heads[1:])] for result in staged]
        parts.append(_table(heads, rows))
    if outcome.lines:
        parts.append("\n".join(f"- {line}" for line in outcome.lines))
    return "\n\n".join(parts) + "\n"


def _row(result: Result) -> list[str]:
    ours, theirs = result.ours, result.theirs
    met = {None: "", True: "met", False: "missed"}[result.met]
    return [
        result.race.name,
        f"{ours.cpu:.3f}",
        f"{ours.wall:.3f}",
        "" if ours.megabytes is None else f"{ours.megabytes:.0f}",
        with_versions(result.race.peer),
        "" if theirs is None else f"{theirs.cpu:.3f}",
        "" if theirs is None else f"{theirs.wall:.3f}",
        result.ratio_words,
        "; ".join(words for words, _ in result.checks),
        met,
        str(result.rounds),
    ]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rule = ["---:" if head in NUMBERS or head in (*STAGES, TOTAL) else "---" for head in heads]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in (heads, rule, *rows))


def write_page(outcome: Outcome, imports: float | None, order: Sequence[str], path: Path = PAGE) -> None:
    """Write the part of one topic into RESULTS.md; parts of other topics stay, in the order of all."""
    parts = dict(_sections(path.read_text(encoding="utf8"))) if path.exists() else {}
    parts[outcome.topic] = section(outcome, imports)
    head = """# Results of the benchmarks

Written by `python -m tests.benchmarks --write [TOPIC ...]`. Seconds of processor count all threads and all processes
that a call started. Both sides run by turns; each number is the best of its rounds, and in a round a call of less than
0.1 s is the mean of as many as fill that time. Ratios and goals are of processor seconds. Stages are those of a run of
their own, since to time them takes time itself. What is said of a goal that was missed is where a profile finds the
time.
"""
    ordered = [parts[topic] for topic in order if topic in parts]
    path.write_text("\n".join([head, *ordered]), encoding="utf8")


def _sections(text: str) -> Iterator[tuple[str, str]]:
    starts = list(TOPIC.finditer(text))
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(text)
        yield start[1], text[start.start() : end].rstrip() + "\n"
