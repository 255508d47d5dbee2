"""The LaTeX folder compiles, and says nothing it should not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from tests.document.conftest import needs


def compiled(folder: Path) -> str:
    for command in (["pdflatex"], ["bibtex"], ["pdflatex"], ["pdflatex"]):
        words = [*command, "main"] if command == ["bibtex"] else [*command, "-interaction=nonstopmode", "main.tex"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
        assert done.returncode == 0, done.stdout[-3000:]
    return (folder / "main.log").read_text(errors="replace")


@pytest.mark.parametrize("which", ["plain", "hostile"])
def test_the_folder_compiles_without_missing_references(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    needs("pdflatex", "bibtex")
    report: br.Report = request.getfixturevalue(which)
    log = compiled(report.write(tmp_path / "latex").parent)
    assert (tmp_path / "latex" / "main.pdf").stat().st_size > 10_000
    for complaint in ("undefined", "multiply defined", "Missing character", "LaTeX Error"):
        assert complaint not in log


def test_each_table_and_figure_can_stand_in_another_document(plain: br.Report, tmp_path: Path) -> None:
    needs("pdflatex")
    folder = plain.write(tmp_path / "latex").parent
    (folder / "paper.tex").write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern,textcomp,array,booktabs,longtable,graphicx,pdflscape}"
        "\\begin{document}\\input{tables/pairs-auc}\\input{figures/ranks-auc}\\end{document}"
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "paper.tex"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_name_that_begins_with_a_bracket_or_star_is_only_a_name(tmp_path: Path) -> None:
    needs("pdflatex", "bibtex")
    frame = pl.DataFrame({"dataset": ["[a] x", "*b", "c"], "[1] SVM": [0.1, 0.2, 0.3], "* B": [0.2, 0.1, 0.4]})
    report = br.report(br.scores(frame, metric="accuracy"))
    assert "LaTeX Error" not in compiled(report.write(tmp_path / "latex").parent)


def test_every_number_can_be_quoted_by_name_and_an_unknown_name_stops_the_paper(
    plain: br.Report, tmp_path: Path
) -> None:
    needs("pdflatex")
    folder = plain.write(tmp_path / "latex").parent
    friedman = br.friedman(br.read_scores(br.example("demsar2006_auc.csv")))
    assert f"{{{friedman['p_value'][0]:.3g}}}" in (folder / "numbers.tex").read_text()
    head = "\\documentclass{article}\\usepackage[T1]{fontenc}\\input{numbers}\\begin{document}"
    for name, code in (("friedman/auc/p", 0), ("friedman/auk/p", 1)):
        (folder / "paper.tex").write_text(
            f"{head}\\bench{{{name}}} and \\bench{{wilcoxon/auc/C4.5+m/C4.5/p}}\\end{{document}}"
        )
        words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
        assert subprocess.run(words, cwd=folder, capture_output=True, check=False).returncode == code
