"""Races: one of our calls beside the usual way to the same numbers, by turns, with what they cost and a goal."""

from __future__ import annotations

import compileall
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from benchreport import resources
from benchreport.cli.memory import JEMALLOC
from benchreport.document.times import VARIABLE, Seconds, times_in

LAUNCH = Path(__file__).with_name("launch.py")
# As often as this, unless it takes more seconds of processor than these; then fewer rounds, and the result says so.
ROUNDS, PATIENCE = 5, 40.0
# A call that takes fewer seconds than these is measured several times in a row.
SHORT = 0.1
# Goals in seconds hold for a machine on which a new Python takes this long to import what every report needs.
USUAL_IMPORTS, IMPORTED = 1.1, "import polars, scipy.special, jinja2, matplotlib.figure"
Word = str | Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a call used: seconds of processor and by the clock, and of a process its peak memory and its stages."""

    cpu: float
    wall: float
    megabytes: float | None = None
    stages: Mapping[str, Seconds] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What a race should reach, in seconds of processor: at least so many times faster than the peer, at most so many
    times its time, at most so many seconds (scaled to this machine by its imports) or megabytes.
    """

    faster: float | None = None
    ratio: float | None = None
    seconds: float | None = None
    megabytes: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """One of our calls beside the usual way to the same numbers, if there is one.

    ``part`` is how much of the work ours does and ``share`` how much theirs; times are scaled to the whole. A call that
    returns a Cost has measured itself, such as one in a process of its own. ``profile`` says where the time goes
    when the goal is missed.
    """

    name: str
    ours: Callable[[], Any]
    peer: str = ""
    theirs: Callable[[], Any] | None = None
    share: float = 1.0
    part: float = 1.0
    goal: Goal | None = None
    profile: str = ""
    rounds: int = ROUNDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """A race that was run: the best of each side, over how many rounds."""

    race: Race
    ours: Cost
    theirs: Cost | None
    rounds: int

    @property
    def ratio(self) -> float | None:
        """How many times the processor time of ours the peer needs."""
        return None if self.theirs is None else self.theirs.cpu / self.ours.cpu

    @property
    def ratio_words(self) -> str:
        """Who is faster, and how many times."""
        if self.ratio is None:
            return ""
        return f"{self.ratio:.1f}x faster" if self.ratio > 1 else f"{1 / self.ratio:.2f}x the time"

    @property
    def checks(self) -> list[tuple[str, bool]]:
        """Every part of the goal in words, and whether it was met."""
        goal, checks = self.race.goal or Goal(), []
        if goal.faster is not None:
            checks.append((f"at least {goal.faster:g}x faster", (self.ratio or 0.0) >= goal.faster))
        if goal.ratio is not None:
            checks.append((f"at most {goal.ratio:g}x the time", (self.ratio or 0.0) >= 1 / goal.ratio))
        if goal.seconds is not None:
            most = goal.seconds * machine_scale()
            words = f"at most {most:.2f} s ({goal.seconds:g} s where imports take {USUAL_IMPORTS:g} s)"
            checks.append((words, self.ours.cpu <= most))
        if goal.megabytes is not None:
            peak = self.ours.megabytes
            checks.append((f"at most {goal.megabytes:g} MB", peak is not None and peak <= goal.megabytes))
        return checks

    @property
    def met(self) -> bool | None:
        """Whether the goal was met; None of a race without one."""
        return all(met for _, met in self.checks) if self.checks else None


def clocks() -> Seconds:
    """Return the seconds of processor so far, of this process and of its children that have ended, and the clock's."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return Seconds(sum(usage.ru_utime + usage.ru_stime for usage in used), time.perf_counter())


def measured(call: Callable[[], Any]) -> Cost:
    """Run a call and return what it used; a short one again and again, as a loop would, and the mean of all."""
    before, calls = clocks(), 0
    while True:
        answer = call()
        spent, calls = clocks() - before, calls + 1
        if isinstance(answer, Cost):
            return answer
        if spent.wall >= SHORT:
            return Cost(cpu=spent.cpu / calls, wall=spent.wall / calls)


def run(race: Race, *, patience: float = PATIENCE) -> Result:
    """Run both sides by turns and return the best of each, since these machines are noisy."""
    ours: list[Cost] = []
    theirs: list[Cost] = []
    start = clocks().cpu
    while not ours or (len(ours) < race.rounds and clocks().cpu - start < patience):
        ours.append(measured(race.ours))
        if race.theirs is not None:
            theirs.append(measured(race.theirs))
    peer = best(theirs, race.share) if theirs else None
    return Result(race=race, ours=best(ours, race.part), theirs=peer, rounds=len(ours))


def best(costs: Sequence[Cost], part: float = 1.0) -> Cost:
    """Return the least of each that some runs used, of a part of the work scaled to the whole."""
    peaks = [cost.megabytes for cost in costs if cost.megabytes is not None]
    fastest = min(costs, key=lambda cost: cost.cpu)
    return Cost(
        cpu=fastest.cpu / part,
        wall=min(cost.wall for cost in costs) / part,
        megabytes=min(peaks, default=None),
        stages=fastest.stages,
    )


def process(*words: Word, stages: bool = False) -> Callable[[], Cost]:
    """Return a call that runs a program in a process of its own and returns what that used, with the stages if asked.

    To time the stages takes time itself, a tenth of a second of a small report: mostly that of each import.
    """

    def call() -> Cost:
        command = [sys.executable, "-I", "-S", LAUNCH, *words]
        # Polars writes its own word about memory into the environment when it is imported, as it was here.
        own = {name: value for name, value in os.environ.items() if name != JEMALLOC}
        environment = own | {VARIABLE: "1" if stages else "", "BENCHREPORT_CACHE": "off"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        used = json.loads(done.stdout.rstrip().rpartition("\n")[2])
        if used["code"]:
            raise ChildProcessError(f"{' '.join(map(str, words))} ended with {used['code']}: {done.stderr[-2000:]}")
        peak = used["kilobytes"] / 1024
        return Cost(cpu=used["cpu"], wall=used["wall"], megabytes=peak, stages=times_in(done.stderr))

    return call


def python(program: str, *words: Word) -> Callable[[], Cost]:
    """Return a call that runs a program of Python in a process of its own."""
    return process(sys.executable, "-c", program, *words)


@cache
def compiled() -> Path:
    """Write the bytecode of our package, as pip does when it installs one, and return its folder.

    A work tree where nothing may write bytecode would compile every module in every process.
    """
    folder = Path(br.__file__).parent
    for written in (folder, resources.resource("templates", "references.bib").parent):
        compileall.compile_dir(written, quiet=1)
    return folder


def benchreport(*words: Word, stages: bool = False) -> Callable[[], Cost]:
    """Return a call that runs a command of ours in a process of its own, without its cache."""
    command = process(sys.executable, "-m", "benchreport", *words, stages=stages)

    def call() -> Cost:
        compiled()
        return command()

    return call


def with_stages(*words: Word) -> Callable[[], Cost]:
    """Return a call that runs a command of ours, with the stages of a run of its own before the first."""
    plain, staged, stages = benchreport(*words), benchreport(*words, stages=True), dict[str, Seconds]()

    def call() -> Cost:
        stages.update(stages or staged().stages)
        return replace(plain(), stages=stages)

    return call


def within(folder: TemporaryDirectory[str], call: Callable[[], Cost]) -> Callable[[], Cost]:
    """Return the same call, with which a folder lives as long as somebody may make it."""

    def kept_alive() -> Cost:
        if not Path(folder.name).is_dir():
            raise FileNotFoundError(folder.name)
        return call()

    return kept_alive


@cache
def machine_scale() -> float:
    """Compute how much longer imports take on this machine, at this time, than on the one that goals were set for."""
    return best([python(IMPORTED)() for _ in range(ROUNDS)]).cpu / USUAL_IMPORTS


def table(groups: int, blocks: int, algorithms: int) -> tuple[pl.DataFrame, np.ndarray]:
    rng = np.random.default_rng(20260101)
    values = np.round(rng.normal(0.8, 0.05, (groups, blocks, algorithms)), 3)
    g, b, a = np.indices(values.shape).reshape(3, -1)
    frame = pl.DataFrame({"metric": g, "dataset": b, "algorithm": a, "value": values.ravel()})
    labelled = frame.with_columns(pl.col("metric", "dataset", "algorithm").cast(pl.String).cast(pl.Categorical))
    return labelled.with_columns(direction=pl.lit("higher", dtype=pl.Categorical)), values
