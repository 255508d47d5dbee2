"""benchreport measure: from predictions to scores at the shell."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.measures.metrics import MEASURES
from tests.cli.shell import fine, refused, rows

STUDY = str(br.example("small_study_predictions.parquet"))


@pytest.mark.parametrize("suffix", [".parquet", ".csv", ".arrow", ".ndjson"])
def test_scores_are_written_and_can_be_read_back(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"scores{suffix}"
    said = fine("measure", STUDY, "-o", path, "--metrics", "accuracy,mcc")
    expected = br.measure(br.read_predictions(STUDY), metrics=["accuracy", "mcc"])
    assert f"{expected.height} scores" in said
    again = br.read_scores(path)
    keys = ["algorithm", "dataset", "repeat", "fold", "metric"]
    assert_frame_equal(again.select(*keys, "value").sort(keys), expected.select(*keys, "value").sort(keys))


def test_options_reach_the_measures(tmp_path: Path) -> None:
    table = br.read_predictions(STUDY).filter(pl.col("dataset") == "breast_cancer")
    path = tmp_path / "cancer.parquet"
    table.write_parquet(path)
    words = ["--metrics", "total_cost,tpr", "--positive", "malignant", "--costs", "5,1", "--average", "pooled"]
    found = rows("measure", path, *words, "--baselines")
    expected = br.measure(
        table, metrics=["total_cost", "tpr"], positive="malignant", costs=(5, 1), average="pooled", baselines=True
    )
    assert [row["value"] for row in found] == expected["value"].to_list()
    each = rows("measure", path, "--metrics", "tpr", "--positive", "breast_cancer=malignant", "--cut", "0.5")
    assert {row["metric"] for row in each} == {"tpr"}


def test_what_can_be_measured_is_listed() -> None:
    assert {row["metric"] for row in rows("measure", "--list")} == set(MEASURES)


@pytest.mark.parametrize(
    ("words", "match"),
    [
        (["-o", "scores.xyz"], "unknown kind of table"),
        (["--costs", "5"], "not a pair of costs"),
        (["--metrics", "precision"], "never guessed"),
        (["--metrics", "acuracy"], "cannot be measured"),
        (["--positive", "a", "--positive", "b"], "not a pair"),
    ],
)
def test_mistakes_are_told_in_two_lines(words: list[str], match: str) -> None:
    problem, _ = refused("measure", STUDY, *words, code=2)
    assert match in problem


def test_a_table_of_scores_is_no_table_of_predictions() -> None:
    problem, _ = refused("measure", str(br.example("demsar2006_auc.csv")), code=2)
    assert "predictions" in problem
