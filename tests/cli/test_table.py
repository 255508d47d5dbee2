"""benchreport table: the table of a paper from a file."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import benchreport as br
from tests.cli.shell import DEMSAR, fine, refused, run

ISSUE = ("--rows", "dataset", "--columns", "algorithm", "--cell", "mean ± sd", "--bold", "best", "--mark", "wilcoxon")


@pytest.mark.parametrize("ending", ["tex", "md", "html", "csv", "typ"])
def test_every_format_is_that_of_python(ending: str, tmp_path: Path) -> None:
    path = tmp_path / "deep" / f"table.{ending}"
    assert fine("table", DEMSAR, *ISSUE, "--reference", "C4.5", "--ranks", "-o", path) == f"{path}\n"
    paper = br.table_of(br.read_scores(DEMSAR), mark="wilcoxon", reference="C4.5", ranks=True)
    assert path.read_text(encoding="utf8") == paper.text(ending)


def test_several_files_at_once_and_excel_among_them(tmp_path: Path) -> None:
    paths = [tmp_path / "a.xlsx", tmp_path / "a.csv"]
    assert fine("table", DEMSAR, "-o", paths[0], "-o", paths[1]).split() == list(map(str, paths))
    assert "xl/worksheets/sheet1.xml" in zipfile.ZipFile(paths[0]).namelist()


def test_without_an_output_markdown_is_printed() -> None:
    words = fine("table", DEMSAR, "--rows", "algorithm", "--caption", "Area under the curve.", "--label", "auc")
    assert words.startswith('<a id="auc"></a>\n**Table. Area under the curve.**')
    assert "| C4.5 | 0.763 |" in words


def test_shares_are_percentages_where_asked_and_reading_percent_signs_is_another_option() -> None:
    assert "| adult \\(sample\\) | 76.3 |" in fine("table", DEMSAR, "--in-percent")
    assert "| adult \\(sample\\) | 0.763 |" in fine("table", DEMSAR, "--percent")


def test_orders_are_as_asked(two_metrics: Path) -> None:
    heads = fine("table", two_metrics, "--metrics", "logloss,accuracy", "--algorithm-order", "C,A").splitlines()[3]
    assert heads.split(" | ")[:4] == ["| dataset", "log loss ↓ C", "log loss ↓ A", "log loss ↓ B"]


def test_a_study_file_says_what_its_table_is(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(f'scores = "{DEMSAR}"\nreference = "C4.5"\nalpha = 0.1\n[labels]\nauc = "Area"\n')
    words = fine("table", study, "--mark", "wilcoxon")
    assert "than C4.5" in words
    assert "α \\= 0.1" in words
    assert "Area of 4 algorithms" in words


def test_wrong_uses_have_a_hint(table: Path, tmp_path: Path) -> None:
    assert refused("table", table, "-o", tmp_path / "t.docx", code=2)[1] == ".tex, .typ, .md, .html, .csv, .xlsx"
    error, hint = refused("table", table, "--mark", "wilcoxn", code=2)
    assert "wilcoxn" in error
    assert "'wilcoxon'" in hint
    error, _ = refused("table", table, "--rows", "datasets", code=2)
    assert "datasets" in error
    error, hint = refused("table", table, "--mark", "unpaired_t", code=2)
    assert "--design seeds" in hint
    assert not list(tmp_path.glob("t.*"))


def test_warnings_are_printed_beside_the_table(two_metrics: Path) -> None:
    text = two_metrics.read_text().replace("logloss", "gain_x")
    two_metrics.write_text(text)
    done = run("table", two_metrics)
    assert done.exit_code == 0
    assert "gain_x" in done.stderr
