"""A child process with limits of time and memory, in which a stranger's file is worked on."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchreport.cli.terminal import echo
from benchreport.errors import ReadError

INSIDE = "BENCHREPORT_INSIDE_LIMITS"
SECONDS, MEGABYTES = 20.0, 1000.0
# What a page takes to lay out, and a row of the attached table to read and compare: seconds, megabytes.
PER_PAGE, PER_ROW = (2.0, 4.0), (5e-4, 4e-3)
PAUSE, PATIENCE = 0.05, 10


def limits_of(pages: int, rows: int) -> tuple[float, float]:
    """Return the seconds and megabytes that a report of so many pages and table rows may take.

    Examples
    --------
    >>> limits_of(0, 0), limits_of(10, 1000)
    ((20.0, 1000.0), (40.5, 1044.0))
    """
    return (
        SECONDS + PER_PAGE[0] * pages + PER_ROW[0] * rows,
        MEGABYTES + PER_PAGE[1] * pages + PER_ROW[1] * rows,
    )


def is_inside() -> bool:
    """Return whether this process is the child."""
    return INSIDE in os.environ


def announce(pages: int, rows: int) -> None:
    """Write for the parent how much the file holds; the limits grow with it."""
    if is_inside():
        Path(os.environ[INSIDE]).write_text(f"{pages} {rows}", encoding="ascii")


def run_inside(source: str, words: Sequence[str]) -> int:
    """Run a command in a child process, pass on what it prints, and return its exit code.

    Time is that of the processor, so that a busy machine gives up no sound report.
    """
    with tempfile.TemporaryDirectory() as folder:
        note, *printed = (Path(folder) / name for name in ("announced", "stdout", "stderr"))
        with printed[0].open("wb") as out, printed[1].open("wb") as err:
            environment = os.environ | {INSIDE: str(note)}
            command = [sys.executable, "-m", "benchreport", *words]
            child = subprocess.Popen(command, env=environment, stdout=out, stderr=err)
            try:
                _watch(child, note, Path(source).name)
            finally:
                if child.poll() is None:
                    child.kill()
                child.wait()
        for path in printed:
            text = path.read_bytes().decode("utf8", "replace")
            if text:
                echo(text, err=path.name == "stderr", nl=False)
    return child.returncode if child.returncode >= 0 else 2


def _watch(child: subprocess.Popen[bytes], note: Path, name: str) -> None:
    """Run until the child ends; raise when it takes more than its pages and rows call for."""
    started = time.monotonic()
    while child.poll() is None:
        time.sleep(PAUSE)
        seconds, megabytes = limits_of(*_announced(note))
        # On a busy machine the clock says little; it ends what waits for nothing.
        late = time.monotonic() - started > PATIENCE * seconds
        for exceeded, limit in (
            (late or _processor_seconds(child.pid) > seconds, f"after {seconds:.0f} seconds"),
            (_resident(child.pid) > megabytes, f"at {megabytes:.0f} MB of memory"),
        ):
            if exceeded:
                hint = "a report of its size needs less"
                raise ReadError(f"{name} was stopped {limit}", hint=hint)


def _announced(note: Path) -> tuple[int, int]:
    try:
        pages, rows = note.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0, 0
    return int(pages), int(rows)


def _processor_seconds(process: int) -> float:
    """Return the processor time of a process; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0


def _resident(process: int) -> float:
    """Return the memory of a process in megabytes; 0 where the system does not say."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
