"""Spreads that a table gives stand in the tables of a report and of a paper, and survive in the file."""

from __future__ import annotations

import random
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Report, Table, tables_of
from tests.document.sections.test_answer import care

DATASETS = [f"d{place}" for place in range(8)]


def table(spread: str = "accuracy_std", algorithms: int = 3) -> pl.DataFrame:
    """Accuracies in thousandths; their spread is a hundredth for the first algorithm, two for the second, and so on."""
    draw = random.Random(5)
    rows = [
        (f"A{i}", dataset, draw.randint(700, 960) / 1000, 0.01 * (i + 1))
        for dataset in DATASETS
        for i in range(algorithms)
    ]
    return pl.DataFrame(rows, schema=["model", "dataset", "accuracy", spread], orient="row")


def every_result(report: Report) -> Table:
    (complete,) = (table for table in tables_of(report) if table.complete)
    return complete


def caption_of(table: Table) -> str:
    return "".join(map(str, table.caption))


def note_of(table: Table) -> str:
    return "".join(word if isinstance(word, str) else word.text for word in table.note)


@pytest.mark.parametrize(
    ("column", "words", "head"),
    [
        ("accuracy_std", "Values ± standard deviation as given; algorithms in the order", "A0 (sd)"),
        ("accuracy_se", "Values ± standard error as given; algorithms in the order", "A0 (stderr)"),
        ("accuracy ±", "Values ± spread as given; algorithms in the order", "A0 (spread)"),
    ],
)
def test_every_result_stands_with_the_spread_that_the_table_gives(column: str, words: str, head: str) -> None:
    own = table(column)
    printed = every_result(br.report(br.scores(own), sections=["tables"]))
    assert words in caption_of(printed)
    expected = {
        (model, dataset): f"{value:.3f} ± {spread:.3f}".replace("0.", ".")
        for model, dataset, value, spread in own.rows()
    }
    names = [head.title for head in printed.columns[1:]]
    cells = {
        (name, row[0].text): cell.text
        for row in printed.rows[: len(DATASETS)]
        for name, cell in zip(names, row[1:], strict=True)
    }
    assert cells == expected
    assert printed.frame[head].to_list() == [0.01] * len(DATASETS)


def test_more_spreads_than_fit_are_in_the_file_and_the_note_says_so() -> None:
    printed = every_result(br.report(br.scores(table(algorithms=12)), sections=["tables"]))
    assert not any("±" in cell.text for row in printed.rows for cell in row)
    assert "as given" not in caption_of(printed)
    assert note_of(printed).startswith("All digits and the spreads given are in ")
    assert printed.frame["A11 (sd)"].to_list() == pytest.approx([0.12] * len(DATASETS))


def test_a_whole_number_keeps_the_decimals_of_its_spread() -> None:
    own = table().with_columns(pl.col("accuracy").mul(100).round(), accuracy_std=pl.lit(0.3))
    printed = every_result(br.report(br.scores(own), sections=["tables"]))
    assert {cell.text.partition(" ± ")[2] for row in printed.rows[:-1] for cell in row[1:]} == {"0.3"}
    exact = own.with_columns(accuracy_std=pl.lit(1 / 3))
    printed = every_result(br.report(br.scores(exact), sections=["tables"]))
    assert {cell.text.partition(" ± ")[2] for row in printed.rows[:-1] for cell in row[1:]} == {"0.3"}


def test_runs_have_a_spread_of_their_own_that_is_computed() -> None:
    runs = pl.concat([table().with_columns(fold=pl.lit(i), accuracy=pl.col("accuracy") + i / 100) for i in range(3)])
    printed = every_result(br.report(br.scores(runs, design="seeds"), sections=["tables"]))
    assert "Means of 3 runs ± standard deviation over them; algorithms" in caption_of(printed)
    # The standard deviation of 0, 0.01 and 0.02 is 0.01, whatever the table says of each run.
    assert {cell.text.partition(" ± ")[2] for row in printed.rows[:-1] for cell in row[1:]} == {".010"}


def test_a_metric_with_a_spread_and_one_without_stand_together() -> None:
    own = table().head(12).with_columns(f1=pl.col("accuracy") - 0.1, log_loss=pl.col("accuracy") * 3)
    own = own.with_columns(log_loss_se=pl.lit(0.25))
    printed = every_result(br.report(br.scores(own), sections=["tables"]))
    assert "Values ± spread as given" in caption_of(printed), "kinds differ"
    with_spread = [any("±" in cell.text for cell in row) for row in printed.rows]
    assert with_spread == [True] * 4 + [False] * 4 + [True] * 4
    assert {"A0 (sd)", "A0 (stderr)"} <= set(printed.frame.columns)


def test_page_one_does_not_deny_a_spread_nor_warn_of_single_values() -> None:
    for own in (table().drop("accuracy_std"), table()):
        assert "One value per cell" not in care(br.scores(own))
    advised = {
        kind: br.advice(br.scores(own))["id"].to_list()
        for kind, own in {"given": table(), "none": table().drop("accuracy_std")}.items()
    }
    assert "one_run_caveat" in advised["none"]
    assert "one_run_caveat" not in advised["given"]


@pytest.mark.parametrize(
    ("column", "words", "name"),
    [
        ("accuracy_std", "±: standard deviation as given.", "A1 sd"),
        ("accuracy_stderr", "±: standard error as given.", "A1 stderr"),
    ],
)
def test_the_table_of_a_paper_has_the_spread_and_its_numbers(column: str, words: str, name: str) -> None:
    own = table(column)
    paper = br.table_of(br.scores(own), percent=True)
    first = own.filter(pl.col("model") == "A1").row(0)
    assert paper.table.rows[0][2].text == f"{100 * first[2]:.1f} ± 2.0"
    assert words in note_of(paper.table)
    assert paper.numbers[name].to_list() == pytest.approx([2.0] * len(DATASETS))
    assert "\\pm" in paper.text("tex")
    assert "±" not in br.table_of(br.scores(own), cell="mean").text("md")
    over = br.table_of(br.scores(own), rows="algorithm", columns="metric")
    assert "as given" not in note_of(over.table), "the spread over datasets is another one"
    by_metric = br.table_of(br.scores(own), rows=("dataset", "algorithm"), columns="metric", ranks=True)
    assert by_metric.columns[2].title == f"mean ± {name.removeprefix('A1 ')}"


def test_a_report_with_spreads_is_verified_from_the_data_inside_it(tmp_path: Path) -> None:
    for name, declared in {"cells": {"spread": True}, "columns": {}}.items():
        own = table()
        if declared:
            cells = pl.format("{} ± {}", "accuracy", "accuracy_std")
            own = own.select("model", "dataset", accuracy=cells)
        own.write_csv(tmp_path / f"{name}.csv")
        path = tmp_path / f"{name}.pdf"
        br.report(br.read_scores(tmp_path / f"{name}.csv", **declared), sections=["tables"]).write(path)
        assert br.verify(path) == []
        rebuilt = br.report(br.read_scores(tmp_path / f"{name}.csv", **declared), sections=["tables"])
        assert "± " in every_result(rebuilt).rows[0][1].text
