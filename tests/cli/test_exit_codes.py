"""One table of exit codes: 0 done, 1 a finding, 2 wrong use or input, 3 undecided, 130 interrupted."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from benchreport import errors
from benchreport.cli import main
from tests.cli.shell import fine, ladder, refused, run, save

TABLE = (
    "Exit codes:",
    "0 done",
    "1 a finding: differences, warnings under --strict, a check that failed",
    "2 wrong use or input, or something could not be read, computed or written",
    "3 undecided: less was compared than asked",
    "130 interrupted",
)


@pytest.mark.parametrize("command", ["", *sorted(main.commands)])
def test_every_help_ends_with_the_table_of_exit_codes(command: str) -> None:
    lines = [" ".join(line.split()) for line in fine(*filter(None, [command]), "--help").splitlines()]
    assert tuple(lines[-len(TABLE) :]) == TABLE


def test_every_error_of_input_or_use_exits_with_2_and_a_finding_with_1() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    kinds = [kind for kind in kinds if not issubclass(kind, Warning)]
    codes = {kind.__name__: kind.exit_code for kind in kinds}
    assert codes.pop("FindingError") == 1
    assert set(codes.values()) == {2}


@pytest.mark.parametrize("content", ["", "algorithm,dataset,accuracy\n", "algorithm,dataset,accuracy\nA,d1,one\n"])
def test_wrong_input_exits_with_2(tmp_path: Path, content: str) -> None:
    (table := tmp_path / "t.csv").write_text(content)
    refused("check", table, code=2)


def test_warnings_under_strict_are_a_finding(tmp_path: Path) -> None:
    odd = save(tmp_path / "odd.csv", [row | {"zing": 1} for row in ladder("AB")])
    refused("build", odd, "-o", tmp_path / "r.md", "--strict", code=1)


def test_an_interrupt_exits_with_130(monkeypatch: pytest.MonkeyPatch, table: Path) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("benchreport.tables.reading.read.read_with_digests", interrupted)
    done = run("check", table)
    assert (done.exit_code, done.stderr) == (130, "interrupted\n")


def test_sigint_ends_a_running_program_with_130_and_no_traceback(table: Path, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "benchreport", "watch", str(table), "-o", str(tmp_path / "r.md")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        for _ in range(600):  # the interrupt must not come before the program has begun
            if (tmp_path / "r.md").exists():
                break
            time.sleep(0.1)
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=60)
    assert program.returncode == 130
    assert "Traceback" not in said
    assert said.endswith("interrupted\n")
