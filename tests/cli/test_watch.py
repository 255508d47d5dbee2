"""Does watch build on every change, and only then?"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from benchreport.cli.build import build_study
from benchreport.cli.watch import Built, Failed, builds
from benchreport.errors import OptionError
from benchreport.study import Study, read_study
from tests.cli.shell import ladder, refused, run, save, study


def later(path: Path) -> None:
    """Let a file be written a moment after it was, which clocks of file systems may not tell."""
    moment = path.stat().st_mtime_ns + 1_000_000_000
    os.utime(path, ns=(moment, moment))


def told(source: Path, deeds: Sequence[Callable[[], object]], output: Path) -> list[list[Built | Failed]]:
    """Do one thing before every look at the files, and tell what was built after each."""
    heard: list[list[Built | Failed]] = []

    def ticks() -> Iterator[None]:
        for deed in deeds:
            deed()
            heard.append([])
            yield

    def read() -> Study:
        if source.suffix == ".toml":
            return read_study(source)
        return read_study(short)

    text = f'scores = "{source}"\noutputs = ["{output}"]\nsections = ["setup", "coverage"]\n'
    short = study(output.parent, text, name="short.toml")
    for event in builds(str(source), read=read, make=build_study, ticks=ticks()):
        heard[-1].append(event)
    return heard


def nothing() -> None:
    """Leave everything as it is."""


def kinds(heard: list[list[Built | Failed]]) -> list[list[str]]:
    return [[type(event).__name__ for event in events] for events in heard]


def test_a_changed_table_is_built_once_and_an_unchanged_one_not_again(table: Path, tmp_path: Path) -> None:
    output = tmp_path / "r.md"

    def change() -> None:
        save(table, ladder("ABCD"))
        later(table)

    heard = told(table, [nothing, nothing, change, nothing], output)
    assert kinds(heard) == [["Built"], [], ["Built"], []]
    assert "4 algorithms" in output.read_text(encoding="utf8")


def test_an_error_is_told_once_and_watching_goes_on(table: Path, tmp_path: Path) -> None:
    sound = table.read_bytes()

    def broken() -> None:
        table.write_text("algorithm,dataset\nA,d1\n")

    def mended() -> None:
        table.write_bytes(sound)
        later(table)

    heard = told(table, [nothing, broken, nothing, mended], tmp_path / "r.md")
    assert kinds(heard) == [["Built"], ["Failed"], [], ["Built"]]
    failure = heard[1][0]
    assert isinstance(failure, Failed)
    assert failure.problem
    assert failure.hint


def test_a_table_that_is_deleted_is_waited_for(table: Path, tmp_path: Path) -> None:
    sound = table.read_bytes()
    heard = told(table, [nothing, table.unlink, nothing, lambda: table.write_bytes(sound)], tmp_path / "r.md")
    assert kinds(heard) == [["Built"], ["Failed"], [], ["Built"]]


def test_a_study_file_is_watched_with_its_table_and_templates(table: Path, tmp_path: Path) -> None:
    templates = tmp_path / "own" / "sections"
    templates.mkdir(parents=True)
    text = f'scores = "{table.name}"\ntitle = "A"\ntemplates = "own"\nsections = ["provenance"]\noutputs = ["r.md"]\n'
    source = study(tmp_path, text)

    def retitled() -> None:
        source.write_text(text.replace('"A"', '"Another"'))

    def reworded() -> None:
        (templates / "provenance.jinja").write_text("# Where this came from\n\nFrom our own hands.\n")

    heard = told(source, [nothing, nothing, retitled, reworded, lambda: later(table)], tmp_path / "r.md")
    assert kinds(heard) == [["Built"], [], ["Built"], ["Built"], ["Built"]]
    made = (tmp_path / "r.md").read_text(encoding="utf8")
    assert "Another" in made
    assert "From our own hands." in made


def test_a_broken_study_file_is_told_once_and_can_be_mended(table: Path, tmp_path: Path) -> None:
    sound = f'scores = "{table.name}"\noutputs = ["r.md"]\nsections = ["setup"]\n'
    source = study(tmp_path, "scores = ")
    heard = told(source, [nothing, nothing, lambda: source.write_text(sound), nothing], tmp_path / "r.md")
    assert kinds(heard) == [["Failed"], [], ["Built"], []]


def test_an_option_that_no_change_of_the_table_can_mend_ends_it(table: Path) -> None:
    def read() -> Study:
        raise OptionError("no output file", hint="-o report.html")

    with pytest.raises(OptionError):
        list(builds(str(table), read=read, make=build_study, ticks=[None]))
    refused("watch", table, code=2)


def test_what_changes_while_a_build_runs_is_built_at_the_next_look(table: Path) -> None:
    made: list[str] = []

    def make(_: Study) -> list[str]:
        made.append("one")
        if len(made) == 1:
            later(table)
        return []

    def read() -> Study:
        return Study(scores=str(table), outputs=["r.md"])

    assert len(list(builds(str(table), read=read, make=make, ticks=[None] * 3))) == 2


def test_the_command_prints_a_line_per_build_and_ends_well_on_ctrl_c(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    def interrupted(_: float) -> None:
        looks.append("look")
        if len(looks) == 1:
            later(table)
        if len(looks) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupted)
    done = run("watch", table, "--sections", "setup", "-o", tmp_path / "r.md")
    assert (done.exit_code, done.stderr) == (130, "interrupted\n")
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    assert all(f"{tmp_path / 'r.md'} in " in line and line.endswith(" s") for line in lines)


def test_warnings_are_told_when_they_are_new_and_errors_in_two_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = save(tmp_path / "odd.csv", [row | {"zing": 1} for row in ladder("AB")])
    looks: list[str] = []

    def interrupted(_: float) -> None:
        looks.append("look")
        if len(looks) == 1:
            later(odd)
        elif len(looks) == 2:
            odd.unlink()
        else:
            raise KeyboardInterrupt

    monkeypatch.setattr(time, "sleep", interrupted)
    done = run("watch", odd, "--sections", "setup", "-o", tmp_path / "r.md")
    assert done.exit_code == 130
    assert done.stderr.count("warning: metric 'zing' is left out") == 1
    assert "error: no file" in done.stderr
    assert "waiting for the next change" in done.stderr
    assert "hint: " in done.stderr


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("nosuch.csv", "-o", "r.md"), "no file"),
        (("scores.csv", "-o", "x.docx"), "x.docx"),
        (("scores.csv", "-o", "r.md", "--baseline", "nope"), "no algorithm 'nope'"),
        (("scores.csv", "-o", "r.md", "--sections", "nope"), "nope"),
        (("study.toml", "-o", "x.docx"), "x.docx"),
    ],
)
def test_a_fault_of_the_command_line_ends_it_at_once(
    table: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], problem: str
) -> None:
    def waited(_: float) -> None:
        raise AssertionError("it waits for a change that cannot help")

    study(table.parent, f'scores = "{table.name}"')
    monkeypatch.chdir(table.parent)
    monkeypatch.setattr(time, "sleep", waited)
    assert problem in refused("watch", *words, code=2)[0]


def test_a_database_and_an_absent_study_cannot_be_watched(tmp_path: Path) -> None:
    refused("watch", "sqlite://results.db", "-o", tmp_path / "r.md", code=2)
    refused("watch", tmp_path / "absent.toml", code=2)
