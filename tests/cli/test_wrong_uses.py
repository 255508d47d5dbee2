"""Wrong uses that new users tried: each ends in a sentence that names the way out."""

from __future__ import annotations

import os
import re
from pathlib import Path

import polars as pl
import pytest

from tests.cli.shell import DEMSAR, fine, refused, run, shell
from tests.cli.test_test import two_classifiers


@pytest.mark.parametrize("words", [("test", "wilcoxon"), ("plot", "box"), ("test", "friedman")])
def test_predictions_where_scores_are_wanted_are_measured_first(tmp_path: Path, words: tuple[str, str]) -> None:
    path = two_classifiers(tmp_path / "pred.csv")
    error, hint = refused(*words, path, *(["-o", tmp_path / "x.svg"] if words[0] == "plot" else []), code=2)
    assert error == "this is a table of predictions, not of scores"
    assert hint.startswith("benchreport measure TABLE -o scores.csv")
    fine("measure", path, "-o", tmp_path / "scores.csv")  # the way that the hint names is open
    fine("test", "win_tie_loss", tmp_path / "scores.csv")


@pytest.mark.parametrize("command", ["rebuild", "verify"])
def test_a_table_or_an_absent_file_in_place_of_a_report(tmp_path: Path, command: str) -> None:
    output = ["-o", tmp_path / "y.html"] if command == "rebuild" else []
    for source, problem in ((DEMSAR, "is not a readable PDF"), (tmp_path / "nosuch.pdf", "no report")):
        error, hint = refused(command, source, *output, code=2)
        assert problem in error
        assert hint == "name the .pdf of a report, such as report.pdf"


@pytest.mark.parametrize("command", [("build", "-o", "x.md"), ("check",), ("test", "friedman")])
def test_a_query_for_a_table_that_is_no_database_is_refused(tmp_path: Path, command: tuple[str, ...]) -> None:
    words = [*command, DEMSAR, "--query", "select 1"] if command[0] != "build" else ["build", DEMSAR, "--query", "x"]
    words += ["-o", str(tmp_path / "x.md")] if command[0] == "build" else []
    error, hint = refused(*words, code=2)
    assert error.endswith("is a table, not a database, and takes no query")
    assert "--query" in hint
    assert not (tmp_path / "x.md").exists()


def test_the_options_of_a_method_name_those_that_every_test_has(gappy: Path) -> None:
    hint = refused("test", "friedman", gappy, "--ties", "drop", code=2)[1]
    assert hint == "its options are --adjust, --alpha, --by, --family, --missing, --reduce, --variant"
    fine("test", "friedman", gappy, "--missing", "drop_blocks", "--adjust", "holm", "--family", "metric")


def test_a_study_is_not_begun_in_a_file(tmp_path: Path) -> None:
    (afile := tmp_path / "afile").write_text("mine")
    error, hint = refused("init", afile, code=2)
    assert error == f"'{afile}' is a file; the study goes into a folder"
    assert hint == "benchreport init FOLDER"
    assert afile.read_text() == "mine"


def test_errors_of_writing_name_the_file_that_was_asked_for(tmp_path: Path) -> None:
    (tmp_path / "afile").write_text("mine")
    pl.DataFrame({"model": ["A"], "tp": [5], "fp": [1], "fn": [0], "tn": [5]}).write_csv(tmp_path / "counts.csv")
    for words in (
        ("plot", "cd", DEMSAR, "-o", tmp_path / "afile" / "x.svg"),
        ("measure", two_classifiers(tmp_path / "p.csv"), "-o", tmp_path / "afile" / "x.csv"),
        ("build", DEMSAR, "--sections", "setup", "-o", tmp_path / "afile" / "x.md"),
    ):
        error = refused(*words, code=2)[0]
        assert re.match(rf"'{tmp_path}/afile/x(\.|_files/)\w+", error), error
        assert ".benchreport-" not in error


@pytest.fixture
def without_pango(tmp_path: Path) -> dict[str, str]:
    """An environment in which the library of Pango is a file that cannot be loaded."""
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "libpango-1.0.so.0").write_text("not a library")
    return {"LD_LIBRARY_PATH": f"{folder}{os.pathsep}{os.environ.get('LD_LIBRARY_PATH', '')}"}


def test_without_pango_the_html_is_written_and_what_is_missing_is_said(
    tmp_path: Path, without_pango: dict[str, str]
) -> None:
    command = f"benchreport build '{DEMSAR}' --sections setup -o x.html -o x.pdf"
    done = shell(command, cwd=tmp_path, env=without_pango)
    assert done.returncode == 2
    assert done.stdout == "x.html\n"
    error, hint = done.stderr.splitlines()[-2:]
    assert error.startswith("error: no PDF was written: Pango cannot be loaded: pango-1.0 (")
    assert hint.startswith("hint: apt-get install libpango-1.0-0")
    assert (tmp_path / "x.html").exists()
    assert not (tmp_path / "x.pdf").exists()
    strict = shell(f"{command} --strict", cwd=tmp_path, env=without_pango)
    assert strict.returncode == 2
    assert strict.stdout == ""


def test_the_doctor_loads_the_library_of_pango(tmp_path: Path, without_pango: dict[str, str]) -> None:
    done = shell("benchreport doctor", cwd=tmp_path, env=without_pango)
    assert done.returncode == 1
    assert re.search(r"^!! Pango \(for PDF\) +without pango-1.0 \(.*\): no PDF$", done.stdout, re.MULTILINE)
    assert "ok Pango" in re.sub(" +", " ", run("doctor").stdout)
