"""Seconds of each stage of a build, of the processor and by the clock: BENCHREPORT_TIMES=1 prints them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field
from importlib.machinery import ExtensionFileLoader, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from benchreport.records import dataclass

VARIABLE = "BENCHREPORT_TIMES"
Stage = Literal[
    "imports", "read", "statistics", "figures", "markup", "layout", "attachments", "write", "workers", "everything else"
]
IMPORTS: Stage = "imports"
REST: Stage = "everything else"
STAGES: tuple[Stage, ...] = (
    *(IMPORTS, "read", "statistics", "figures", "markup", "layout", "attachments", "write", "workers", REST),
)
TOTAL = "total"
# Field 22 of /proc/self/stat: when the process began. Its second field is a name in brackets, which may hold blanks.
STAT, BEGAN = Path("/proc/self/stat"), 22 - 3


@dataclass(frozen=True, slots=True)
class Seconds:
    """Seconds of processor, of this process and of its workers that have ended, and seconds by the clock."""

    cpu: float
    wall: float

    def __add__(self, other: Seconds) -> Seconds:
        return Seconds(self.cpu + other.cpu, self.wall + other.wall)

    def __sub__(self, other: Seconds) -> Seconds:
        return Seconds(self.cpu - other.cpu, self.wall - other.wall)


def now() -> Seconds:
    """Return what both clocks show."""
    workers = os.times()
    return Seconds(time.process_time() + workers.children_user + workers.children_system, time.perf_counter())


@dataclass(slots=True)
class Stopwatch:
    """The seconds of each stage so far; those of a stage inside another belong to the inner one alone.

    Examples
    --------
    >>> ticks = iter(Seconds(float(second), float(second)) for second in (0, 1, 4, 6))
    >>> watch = Stopwatch(clock=lambda: next(ticks))
    >>> watch.begin("statistics")
    >>> watch.begin("figures")
    >>> watch.end()
    >>> watch.spent["statistics"].cpu, watch.spent["figures"].cpu
    (3.0, 2.0)
    """

    clock: Callable[[], Seconds] = now
    spent: dict[Stage, Seconds] = field(default_factory=lambda: dict.fromkeys(STAGES, Seconds(0.0, 0.0)))
    _running: list[Stage] = field(default_factory=lambda: [REST])
    _last: Seconds = Seconds(0.0, 0.0)

    def __post_init__(self) -> None:
        self._last = self.clock()

    def begin(self, stage: Stage) -> None:
        """Run a stage from now on."""
        self._charge()
        self._running.append(stage)

    def end(self) -> None:
        """Run again what ran before the latest stage."""
        self._charge()
        self._running.pop()

    def _charge(self) -> None:
        moment, stage = self.clock(), self._running[-1]
        self.spent[stage] += moment - self._last
        self._last = moment


_watch: ContextVar[Stopwatch | None] = ContextVar("watch", default=None)


@contextmanager
def timed(stage: Stage) -> Iterator[None]:
    """Run a block, or a function decorated with it, as a stage of what is being timed, if anything is."""
    watch = _watch.get()
    if watch is None:
        yield
        return
    watch.begin(stage)
    try:
        yield
    finally:
        watch.end()


@contextmanager
def times_printed(
    write: Callable[[str], None],
    environment: Mapping[str, str] | None = None,
    *,
    age: Callable[[], Seconds] | None = None,
) -> Iterator[None]:
    """Run a block and write the seconds of its stages, one line each, where BENCHREPORT_TIMES asks for them.

    What the process did before, which is to start Python and to load the command line, counts as imports.
    """
    choice = (os.environ if environment is None else environment).get(VARIABLE, "")
    if choice in ("", "0"):
        yield
        return
    watch = Stopwatch()
    watch.spent[IMPORTS] += (age or age_of_process)()
    finder = _TimedFinder()
    sys.meta_path.insert(0, finder)
    token = _watch.set(watch)
    try:
        yield
    finally:
        _watch.reset(token)
        sys.meta_path.remove(finder)
        watch.end()
        for line in lines_of(watch.spent):
            write(line)


def lines_of(spent: Mapping[Stage, Seconds]) -> list[str]:
    """Return the seconds of stages as lines of a table, with their sum.

    Examples
    --------
    >>> print("\\n".join(lines_of({"read": Seconds(0.25, 0.5), "write": Seconds(0.5, 0.75)})))
    stage              CPU s   wall s
    read                0.25     0.50
    write               0.50     0.75
    total               0.75     1.25
    """
    total = sum(spent.values(), Seconds(0.0, 0.0))
    rows = [*spent.items(), (TOTAL, total)]
    return [f"{'stage':<15}{'CPU s':>9}{'wall s':>9}", *(f"{name:<15}{s.cpu:9.2f}{s.wall:9.2f}" for name, s in rows)]


def times_in(text: str) -> dict[str, Seconds]:
    """Read the seconds of stages, and of their sum, from what a build printed; of a build without any, none.

    Examples
    --------
    >>> times_in("note: a remark\\nstage     CPU s   wall s\\nread    0.25     0.50\\ntotal   0.25     0.50")["read"]
    Seconds(cpu=0.25, wall=0.5)
    """
    rows = [line.rsplit(maxsplit=2) for line in text.splitlines()]
    names = {*STAGES, TOTAL}
    return {row[0]: Seconds(float(row[1]), float(row[2])) for row in rows if len(row) == 3 and row[0] in names}


def age_of_process() -> Seconds:
    """Return what this process has used since it began; where the system does not say when, by its processor alone."""
    cpu = time.process_time()
    try:
        fields = STAT.read_text(encoding="utf8").rpartition(")")[2].split()
        began = int(fields[BEGAN]) / os.sysconf("SC_CLK_TCK")
        return Seconds(cpu, max(cpu, time.clock_gettime(time.CLOCK_BOOTTIME) - began))
    except (OSError, AttributeError):
        return Seconds(cpu, cpu)


class _TimedFinder:
    """Finds modules as the other finders do, and times what running them takes."""

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where a module is, with a loader that is timed."""
        with timed(IMPORTS):
            others = [finder for finder in sys.meta_path if finder is not self]
            spec = next((spec for finder in others if (spec := finder.find_spec(name, path, target))), None)
        # Of these each module has one of its own.
        loader: Any = spec.loader if spec is not None else None
        if isinstance(loader, (SourceFileLoader, ExtensionFileLoader)):
            for step in ("create_module", "exec_module"):
                setattr(loader, step, timed(IMPORTS)(getattr(loader, step)))
        return spec
