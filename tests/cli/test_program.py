"""What does the program as a whole promise?"""

from __future__ import annotations

import pty
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import pytest

from benchreport.cli import main
from tests.cli.shell import ANSI, DEMSAR, SCRIPT, fine, ladder, refused, run, save, shell


def test_the_version_is_the_installed_one() -> None:
    assert version("benchreport") in fine("--version")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_every_command(flag: str) -> None:
    text = fine(flag)
    assert [name for name in main.commands if f"\n  {name} " not in text] == []


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_explains_itself_and_all_its_options(command: str) -> None:
    text = fine(command, "--help")
    assert text.startswith(f"Usage: benchreport {command}")
    options = [one for one in main.commands[command].params if isinstance(one, click.Option)]
    assert [option.name for option in options if not option.help] == []


def test_a_misspelt_command_is_answered_with_the_nearest_one() -> None:
    result = run("chek", "scores.csv")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "'chek'" in result.stderr
    assert "did you mean 'check'?" in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("chek", DEMSAR),
        ("test", "friedman"),
        ("check", DEMSAR, "--wrong"),
        ("test", "friedman", DEMSAR, "--alpha", "x"),
    ],
    ids=["command", "no source", "option", "value"],
)
def test_every_usage_error_is_an_error_line_and_a_hint_line(words: tuple[str, ...]) -> None:
    refused(*words, code=2)


def test_an_internal_error_is_owned_up_to_without_a_traceback(monkeypatch: pytest.MonkeyPatch, table: Path) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("the sky fell")

    monkeypatch.setattr("benchreport.tables.reading.read.read_with_digests", broken)
    result = run("check", table)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "internal error: ZeroDivisionError: the sky fell" in result.stderr
    assert "--traceback" in result.stderr


def test_the_installed_script_prints_an_error_without_a_traceback(tmp_path: Path) -> None:
    done = shell("benchreport check nothing.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[0] == "error: no file 'nothing.csv'"
    assert "Traceback" not in done.stderr


def test_traceback_shows_where_an_error_came_from(tmp_path: Path) -> None:
    done = shell("benchreport --traceback check nothing.csv", cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback (most recent call last)" in done.stderr
    assert "ReadError: no file 'nothing.csv'" in done.stderr


def test_traceback_does_not_change_the_exit_code_of_a_usage_error() -> None:
    done = shell(f"benchreport --traceback test wilcoxn '{DEMSAR}'")
    assert "Traceback" in done.stderr
    assert done.returncode == 2


def test_a_reader_that_stops_early_causes_no_traceback(tmp_path: Path) -> None:
    steep = ladder([f"a{i:03}" for i in range(60)], datasets=3)
    shallow = [row | {"accuracy": (row["accuracy"] + 3) / 4} for row in steep]
    many = save(tmp_path / "many.csv", shallow)
    done = shell(f"benchreport test nemenyi {many} --json | head -c 10; benchreport methods | head -n 1")
    assert done.stdout.startswith("[{")
    assert done.stderr == ""


def test_a_reader_that_is_already_gone_causes_no_traceback() -> None:
    assert shell("benchreport methods | true").stderr == ""


def test_nothing_but_text_goes_into_a_pipe(table: Path) -> None:
    done = shell(f"benchreport test average_ranks {table}; benchreport check {table}; benchreport doctor")
    assert "mean_rank" in done.stdout
    assert not ANSI.search(done.stdout + done.stderr)


def test_progress_on_a_terminal_stays_out_of_standard_output(table: Path) -> None:
    ours, theirs = pty.openpty()
    with open(ours, "rb", closefd=True), open(theirs, "wb", closefd=True) as terminal:  # noqa: PTH123
        done = subprocess.run([SCRIPT, "check", table], stdout=subprocess.PIPE, stderr=terminal, text=True, check=True)
    assert done.stdout.startswith("scores.csv: 18 rows")
    assert not ANSI.search(done.stdout)


def test_what_a_command_computed_is_not_searched_for_garbage_when_it_ends() -> None:
    # What is registered first runs last.
    program = """
import atexit, gc
atexit.register(lambda: print("frozen:", gc.get_freeze_count() > 1_000))
from benchreport.cli import main
main(["methods"], standalone_mode=False)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "frozen: True"
