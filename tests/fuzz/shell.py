"""The command line in this process: what it printed must be a result or an error of ours."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from benchreport.cli import main
from benchreport.errors import BenchreportError

FOREIGN = ("Traceback (most recent call last)", "internal error", "panicked at", "RUST_BACKTRACE")
DONE, FINDING, WRONG, UNDECIDED = 0, 1, 2, 3


class ForeignError(Exception):
    """The command line printed what nobody can act on, or ended in a way that it does not announce."""


def try_command(*words: str | Path) -> str:
    """Run a command; return what it printed, raise its error as one of ours, or tell what is foreign in it."""
    result = CliRunner().invoke(main, [str(word) for word in words], prog_name="benchreport")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    check_ending(result.exit_code, result.stdout, result.stderr)
    return result.stdout


def check_ending(code: int, stdout: str, stderr: str) -> None:
    """Raise where a command ended in a refusal, or in anything but a result."""
    foreign = next((line for line in (stdout + stderr).splitlines() if any(word in line for word in FOREIGN)), None)
    if foreign is not None:
        raise ForeignError(foreign[:200])
    if code not in (DONE, FINDING, WRONG, UNDECIDED):
        raise ForeignError(f"exit code {code}: {stderr[-200:]!r}")
    if code == WRONG:
        problem, _, hint = stderr.rpartition("error: ")[2].rpartition("\nhint: ")
        if not problem or not hint:
            raise ForeignError(f"exit code 2 without a sentence and a hint: {stderr[-200:]!r}")
        raise BenchreportError(problem, hint=hint.strip())
