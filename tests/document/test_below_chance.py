"""A best mean below the level of guessing is said on page one, in the warnings and by the check."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

import benchreport as br
from benchreport.cli import main
from benchreport.document.model.blocks import Care
from tests.document.sections.sections import plain


def care(report: br.Report) -> dict[str, str]:
    blocks = [block for section in report.sections for block in section.blocks if isinstance(block, Care)]
    return {label: plain(words) for block in blocks for label, words in block.items}


def aucs(least: float) -> pl.DataFrame:
    rows = {"dataset": [f"d{i}" for i in range(8)], "A": [least + i / 100 for i in range(8)]}
    return pl.DataFrame(rows).with_columns(B=pl.col("A") - 0.05)


def test_page_one_and_the_check_say_that_the_best_is_below_chance(tmp_path: Path) -> None:
    with pytest.warns(
        br.BenchreportWarning, match=r"best mean auc, 0\.235 \(A\), is below the level of guessing, 0\.5"
    ):
        report = br.report(br.scores(aucs(0.2), metric="auc"), sections=["answer"])
    assert care(report)["Below chance"].startswith("The best mean AUC is 0.235 (A), below the level of guessing, 0.5.")
    aucs(0.2).write_csv(tmp_path / "t.csv")
    printed = CliRunner().invoke(main, ["check", str(tmp_path / "t.csv"), "--metric", "auc"]).output
    assert "note: the best mean auc, 0.235 (A), is below the level of guessing, 0.5" in printed.replace("\n", " ")


def test_nothing_is_said_of_aucs_above_chance() -> None:
    assert "Below chance" not in care(br.report(br.scores(aucs(0.5), metric="auc"), sections=["answer"]))


def test_predictions_of_two_classes_have_a_level_of_chance_for_accuracy() -> None:
    wrong = {"A": 0.7, "B": 0.8}
    rows = [
        (model, "d", i, "xy"[i % 2], "yx"[i % 2] if i < share * 40 else "xy"[i % 2])
        for model, share in wrong.items()
        for i in range(40)
    ]
    table = pl.DataFrame(rows, schema=["model", "data", "item", "y_true", "y_pred"], orient="row")
    with pytest.warns(br.BenchreportWarning, match="best mean mcc"):
        words = care(br.report(br.predictions(table), sections=["answer"]))
    assert words["Below chance"].startswith("The best mean accuracy is 0.300 (A), below the level of guessing, 0.5.")
    three = table.with_columns(y_true=pl.when(pl.col("item") == 39).then(pl.lit("z")).otherwise("y_true"))
    with pytest.warns(br.BenchreportWarning, match="best mean mcc"):
        words = care(br.report(br.predictions(three), sections=["answer"]))
    assert words["Below chance"].startswith("The best mean MCC is")
