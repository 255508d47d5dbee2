"""Standard input, process substitution and standard output, in a real shell."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path

import polars as pl
import pytest

from tests.cli.shell import SCRIPT, fine, ladder, refused, run, save, shell


@pytest.mark.parametrize("form", ["csv", "csv.gz", "json", "ndjson", "parquet", "arrow"])
def test_standard_input_is_read_whatever_it_holds(form: str, tmp_path: Path) -> None:
    frame = pl.DataFrame(ladder())
    path = tmp_path / f"scores.{form}"
    if form == "csv.gz":
        path.write_bytes(gzip.compress(frame.write_csv().encode()))
    else:
        getattr(frame, f"write_{form.replace('arrow', 'ipc')}")(path)
    answer = shell(f"cat {path} | {SCRIPT} check - --json")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert '"n_cells":18' in answer.stdout


@pytest.mark.parametrize("source", ["- < {0}", "/dev/stdin < {0}", "<(cat {0})"])
def test_every_command_reads_a_pipe(source: str, table: Path, tmp_path: Path) -> None:
    words = source.format(table)
    assert shell(f"{SCRIPT} check {words}").stdout.startswith("standard input: 18 rows")
    assert "accuracy" in shell(f"{SCRIPT} test friedman {words}").stdout
    figure = shell(f"{SCRIPT} plot box -o {tmp_path / 'box.svg'} {words}")
    assert (figure.returncode, (tmp_path / "box.svg").is_file()) == (0, True)


def test_predictions_are_measured_from_a_pipe_to_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("algorithm,dataset,item,y_true,y_pred\nA,d,1,0,0\nA,d,2,1,0\nB,d,1,0,0\nB,d,2,1,1\n")
    measured = shell(f"cat {path} | {SCRIPT} measure - -o - --format csv --metrics accuracy")
    assert measured.stderr == ""
    assert pl.read_csv(measured.stdout.encode())["value"].to_list() == [0.5, 1.0]


def test_a_report_goes_from_standard_input_to_standard_output(table: Path) -> None:
    report = shell(f"cat {table} | {SCRIPT} build - -o - --format html")
    assert report.returncode == 0
    assert report.stdout.startswith("<!DOCTYPE html>")
    assert report.stdout.rstrip().endswith("</html>")
    assert "standard input" in report.stdout


def test_a_figure_goes_to_standard_output(table: Path) -> None:
    assert fine("plot", "box", table, "-o", "-", "--format", "svg").startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("-o", "-"), "standard output has no ending that tells the format"),
        (("-o", "x.html", "--format", "html"), "--format is for standard output"),
        (("-o", "-", "-o", "-", "--format", "html"), "only one format can be written to standard output"),
        (("-o", "-", "--format", "tex"), "LaTeX is a folder of files"),
        (("-o", "-", "--format", "docx"), "unknown format 'report.docx'"),
    ],
)
def test_an_output_that_is_not_one_file_of_one_format_is_refused(
    words: tuple[str, ...], problem: str, table: Path
) -> None:
    assert refused("build", table, *words, code=2)[0] == problem


def test_a_terminal_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchreport.tables.reading.streams.sys.stdin", None)
    result = run("check", "-")
    assert result.exit_code == 2


def test_standard_input_is_not_watched() -> None:
    assert "cannot be watched" in refused("watch", "-", "-o", "r.html", code=2)[0]


@pytest.mark.parametrize("command", ["methods", "methods --json", "check {0} --json", "test wilcoxon {0} --csv"])
def test_a_pipe_that_is_closed_early_ends_quietly(command: str, table: Path) -> None:
    answer = shell(f"{SCRIPT} {command.format(table)} | true")
    assert answer.stderr == ""


def test_missing_folders_are_made(table: Path, tmp_path: Path) -> None:
    fine("plot", "box", table, "-o", tmp_path / "new" / "figures" / "box.svg")
    predicted = save(tmp_path / "p.csv", [{"model": "A", "item": 1, "y_true": 0, "y_pred": 0}])
    fine("measure", predicted, "-o", tmp_path / "other" / "scores.csv", "--metrics", "accuracy")
    assert (tmp_path / "new" / "figures" / "box.svg").is_file()
    assert (tmp_path / "other" / "scores.csv").is_file()


UNREAD = (
    "--help",
    "--version",
    "check {0}",
    "check {0} --json",
    "test friedman {0}",
    "test wilcoxon {0} --json",
    "compare {0} {1} --json",
    "table {0} 2>&1",
    "methods",
    "build {0} --sections tables -o - --format html",
    "build {0} --sections tables -o - --format pdf",
)


def test_a_reader_who_leaves_is_no_finding_and_no_failure(table: Path, tmp_path: Path) -> None:
    """The pipe is closed before anything is written into it, as ``head`` closes it after some lines."""
    other = tmp_path / "other.csv"
    scores = pl.read_csv(table)
    scores.with_columns(pl.col("accuracy").reverse()).write_csv(other)  # what compare would call a finding
    ended = {}
    for words in UNREAD:
        command = f"exec {SCRIPT} {words.format(table, other)}"
        ended[words] = subprocess.Popen(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        ended[words].stdout.close()
    for words, program in ended.items():
        with program:
            complaints = program.stderr.read().decode()
        assert (words, program.returncode) == (words, 0), complaints
        assert not re.search("Traceback|BrokenPipe|error", complaints), complaints
