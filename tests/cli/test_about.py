"""Do methods, demo, doctor and completion work?"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import benchreport as br
from tests.cli.shell import fine, refused, rows


def test_methods_lists_the_whole_catalogue() -> None:
    listed = rows("methods")
    assert {row["id"]: row["question"] for row in listed} == {m.id: m.question for m in br.METHODS.values()}
    assert all(method in fine("methods") for method in br.METHODS)


@pytest.mark.parametrize("method", list(br.METHODS))
def test_a_method_is_described_with_its_question_formula_and_works(method: str) -> None:
    text = fine("methods", method)
    record = br.METHODS[method]
    assert text.startswith(record.title)
    assert record.question in text
    assert record.formula in text
    assert text.count(" (19") + text.count(" (20") >= len(record.cites)


def test_a_method_is_described_for_machines_too() -> None:
    (described,) = json.loads(fine("methods", "wilcoxon", "--json"))
    assert described["cites"] == list(br.METHODS["wilcoxon"].cites)
    assert described["tex"] == br.METHODS["wilcoxon"].tex
    (row,) = csv.DictReader(io.StringIO(fine("methods", "wilcoxon", "--csv")))
    assert row["id"] == "wilcoxon"


def test_a_misspelt_method_is_answered_with_the_nearest_one() -> None:
    error, hint = refused("methods", "freidman", code=2)
    assert "'freidman'" in error
    assert "'friedman'" in hint


@pytest.mark.long
def test_the_demo_makes_the_report_of_a_published_table_in_all_formats(tmp_path: Path) -> None:
    # R: friedman.test gives 10.952, p = 0.01199; exactRankTests gives 0.00732 for C4.5 against C4.5+m.
    text = fine("demo", "-o", tmp_path)
    assert ".007" in text
    made = [Path(line) for line in text.splitlines()[-4:]]
    assert [path.name for path in made] == ["report.html", "report.md", "latex", "report.pdf"]
    assert all(path.exists() for path in made)
    page = (tmp_path / "report.md").read_text(encoding="utf8")
    # Iman and Davenport's F and Kendall's W follow from R's statistic with 14 datasets and 4 algorithms.
    statistic, freedom = 10.952, 14 * 3
    for number in (f"{13 * statistic / (freedom - statistic):.2f}", f"{statistic / freedom:.2f}", ".007", "3.14"):
        assert number in page
