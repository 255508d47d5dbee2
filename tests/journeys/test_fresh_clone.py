"""U9, somebody with a fresh clone, in a folder with a blank in its name: what the README says is there and works."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess

import click
import pytest

import benchreport as br
from benchreport.cli import main
from tests.journeys.desk import ROOT, Desk

README = (ROOT / "README.md").read_text(encoding="utf8")
CONSOLE = re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL)
TYPED = [
    line.removeprefix("$ ").partition(" #")[0].strip()
    for text in CONSOLE
    for line in text.splitlines()
    if line.startswith("$ ")
]
OURS = [line for line in TYPED if line.startswith("benchreport ")]
FIRST = re.findall(
    r"\$ (benchreport .*?)(?: {2,}#.*)?\n", README.partition("Five commands to try")[2].partition("## ")[0]
)


@pytest.mark.parametrize("line", OURS)
def test_every_command_of_the_readme_has_the_options_that_it_names(line: str) -> None:
    _, name, *words = shlex.split(line)
    context = click.Context(main, info_name="benchreport")
    command = main.get_command(context, name)
    assert command is not None, name
    if isinstance(command, click.Group):
        command = command.get_command(context, words.pop(0))
    assert command is not None
    flags = {flag for option in command.params for flag in (*option.opts, *option.secondary_opts)}
    assert [word for word in words if word.startswith("-") and word not in flags] == []


def test_the_makefile_has_what_the_readme_and_contributing_name(desk: Desk) -> None:
    named = {
        *re.findall(r"`?make ([a-z]+)", README),
        *re.findall(r"make ([a-z]+) +#", (ROOT / "CONTRIBUTING.md").read_text()),
    }
    clone = desk.folder / "my clone"
    clone.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, clone / name)
    done = subprocess.run(["make", "help"], cwd=clone, capture_output=True, text=True, check=True)
    listed = {line.split()[0] for line in done.stdout.splitlines()}
    assert {"demo", "test", "check", "long"} <= named
    assert named - listed == set()
    tried = subprocess.run(["make", "-n", "demo"], cwd=clone, capture_output=True, text=True, check=True)
    assert "benchreport demo" in tried.stdout


@pytest.mark.long
def test_the_five_commands_of_the_first_screen_work_in_their_order(desk: Desk) -> None:
    assert len(FIRST) == 5
    shutil.copy(br.example("small_study_5x2.csv"), desk.folder / "scores.csv")
    check, build, table, test, verify = FIRST
    assert "6 algorithms, 4 datasets" in desk.shell(check).out
    assert "LaTeX" not in desk.types(table).err
    assert "wilcoxon" in desk.types(test).out
    assert (desk.folder / "t.tex").read_text().startswith("% Made by benchreport")
    # Page one and its data stand for the whole report, which the test of the long road makes.
    assert desk.types(f"{build} --sections answer").out == "report.html\nreport.pdf\n"
    assert "report.pdf" in desk.types(verify).out
    assert (desk.commands, desk.edits) == (5, 0)


@pytest.mark.long
def test_the_whole_report_of_the_first_screen_is_made_and_verified(desk: Desk) -> None:
    shutil.copy(br.example("small_study_5x2.csv"), desk.folder / "scores.csv")
    desk.shell(FIRST[1])
    assert "report.pdf" in desk.shell(FIRST[4]).out
    assert (desk.commands, desk.edits) == (2, 0)
