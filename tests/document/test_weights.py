"""Weights of instances are used, or it is said that they are not."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from tests.cli.shell import run


def weighted() -> pl.DataFrame:
    """Forty instances: B errs on four light ones, A on two heavy ones."""
    wrong = {"A": {0: 5.0, 1: 5.0}, "B": dict.fromkeys(range(10, 14), 1.0)}
    heavy = {0: 5.0, 1: 5.0}
    rows = [
        (m, "d", i, i % 2, 1 - i % 2 if i in wrong[m] else i % 2, heavy.get(i, 1.0)) for m in wrong for i in range(40)
    ]
    return pl.DataFrame(rows, schema=["model", "dataset", "item", "truth", "prediction", "sample_weight"], orient="row")


def test_the_command_that_leaves_weights_out_says_how_they_are_used(tmp_path: Path) -> None:
    weighted().write_csv(tmp_path / "items.csv")
    alike = run("measure", tmp_path / "items.csv", "--metrics", "accuracy")
    assert alike.stderr == "warning: column 'weight' is not used: --weighted lets instances weigh\n"
    own = run("measure", tmp_path / "items.csv", "--metrics", "accuracy", "--weighted", "--json")
    assert own.stderr == ""
    # Weights sum to 48; A loses 10 of it and B 4.
    assert sorted(row["value"] for row in json.loads(own.stdout)) == pytest.approx([38 / 48, 44 / 48])


def test_a_report_of_weighted_predictions_says_on_page_one_that_instances_count_once() -> None:
    with pytest.warns(br.BenchreportWarning, match="every instance counts once"):
        report = br.report(br.predictions(weighted()), sections=["answer"])
    assert "Weights not used" in str(report.sections[0].blocks)
    assert "measures and tests of instances count each instance once" in str(report.sections[0].blocks)
