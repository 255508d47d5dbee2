"""Nobody's paper is overwritten: build, rebuild, plot, measure and init ask before they replace."""

from __future__ import annotations

from pathlib import Path

import pytest

import benchreport as br
from tests.cli.shell import fine, refused, run, study

PAPER = "\\documentclass{article} % my paper\n"
QUICK = ("--sections", "provenance")


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with somebody's paper in it, which is the current one."""
    (folder := tmp_path / "paper").mkdir()
    (folder / "main.tex").write_text(PAPER)
    (folder / "references.bib").write_text("@book{mine, title = {Mine}}\n")
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    return br.report(scores, sections=["provenance"]).write(tmp_path_factory.mktemp("pdf") / "r.pdf")


@pytest.mark.parametrize("where", ["", ".", "./", "../paper/", "/"])
def test_build_into_the_folder_of_a_paper_is_refused_and_writes_nothing(table: Path, paper: Path, where: str) -> None:
    before = tree(paper)
    refused("build", table, "-o", where, *QUICK, code=2)
    assert tree(paper) == before


@pytest.mark.parametrize("where", ["", ".", "../paper/", "/"])
def test_rebuild_into_the_folder_of_a_paper_is_refused_and_writes_nothing(pdf: Path, paper: Path, where: str) -> None:
    before = tree(paper)
    refused("rebuild", pdf, "-o", where, code=2)
    assert tree(paper) == before


def test_the_files_beside_a_named_tex_file_replace_nobodys(table: Path, paper: Path) -> None:
    before = tree(paper)
    error, hint = refused("build", table, "-o", "l.tex", *QUICK, code=2)
    assert "references.bib" in error
    assert "--force" in hint
    assert tree(paper) == before


def test_force_replaces_what_is_there(table: Path, pdf: Path, paper: Path) -> None:
    for words in (("build", table, *QUICK), ("rebuild", pdf)):
        (paper / "main.tex").write_text(PAPER)
        fine(*words, "-o", ".", "--force")
        assert (paper / "main.tex").read_text().startswith("% Made by benchreport")


def test_a_nightly_script_goes_on_replacing_what_it_wrote(table: Path, tmp_path: Path) -> None:
    outputs = [word for name in ("r.html", "r.md", "latex", "l/l.tex") for word in ("-o", tmp_path / "out" / name)]
    fine("build", table, *outputs, *QUICK)
    first = tree(tmp_path / "out")
    fine("build", table, *outputs, *QUICK, "--title", "The next night")
    second = tree(tmp_path / "out")
    assert first.keys() == second.keys()
    assert first["r.html"] != second["r.html"]
    assert first["latex/main.tex"] != second["latex/main.tex"]


def test_what_the_user_named_is_replaced_as_ever(table: Path, tmp_path: Path) -> None:
    (tmp_path / "r.html").write_text("anything")
    fine("build", table, "-o", tmp_path / "r.html", *QUICK)
    assert (tmp_path / "r.html").read_text().startswith("<!DOCTYPE html>")


def test_a_path_that_ends_in_a_slash_is_a_folder_whatever_dots_it_has(table: Path, tmp_path: Path) -> None:
    fine("build", table, "-o", f"{tmp_path}/report.v2/", "-o", f"{tmp_path}/report.html/", *QUICK)
    assert (tmp_path / "report.v2" / "main.tex").exists()
    assert (tmp_path / "report.html" / "main.tex").exists()
    refused("build", table, "-o", tmp_path / "report.html", *QUICK, code=2)


@pytest.mark.parametrize("output", ["", "paper", "paper/", "/"])
def test_outputs_of_a_study_file_replace_nobodys_paper_either(table: Path, paper: Path, output: str) -> None:
    text = f'scores = "{table.name}"\nsections = ["provenance"]\noutputs = ["{output}"]'
    before = tree(paper)
    refused("build", study(table.parent, text), code=2)
    assert tree(paper) == before
    assert not (table.parent / "main.tex").exists()


def test_a_folder_with_dots_in_a_study_file_is_a_folder(table: Path) -> None:
    text = f'scores = "{table.name}"\nsections = ["provenance"]\noutputs = ["v1.5/"]'
    fine("build", study(table.parent, text))
    assert (table.parent / "v1.5" / "main.tex").exists()


@pytest.mark.parametrize("where", ["", "/", "figures.svg/"])
def test_plot_and_measure_write_to_files_only(table: Path, where: str) -> None:
    refused("plot", "cd", table, "-o", where, code=2)
    predictions = br.example("small_study_predictions.parquet")
    refused("measure", predictions, "-o", where.replace("svg", "csv"), "--metrics", "accuracy", code=2)


@pytest.mark.parametrize("where", ["", "/"])
def test_init_needs_a_folder(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused("init", where, code=2)
    assert tree(tmp_path) == {}


def test_measure_leaves_the_old_file_when_it_cannot_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (target := tmp_path / "scores.csv").write_text("old")

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.write", full)
    predictions = br.example("small_study_predictions.parquet")
    result = run("measure", predictions, "-o", target, "--metrics", "accuracy")
    monkeypatch.undo()
    assert result.exit_code == 2
    assert "scores.csv' could not be written: No space left on device" in result.stderr
    assert tree(tmp_path) == {"scores.csv": b"old"}


def test_a_report_written_from_python_replaces_nobodys_paper_either(paper: Path) -> None:
    report = br.report(br.read_scores(br.example("demsar2006_auc.csv")), sections=["provenance"])
    with pytest.raises(br.BenchreportError, match="would be replaced"):
        report.write(paper)
    assert (paper / "main.tex").read_text() == PAPER
    report.write(paper, force=True)
    assert (paper / "main.tex").read_text() != PAPER
