"""Weights of instances are used, or it is said that they are not."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.errors import OptionError
from tests.cli.shell import run


def weighted() -> pl.DataFrame:
    """Forty instances: B errs on four light ones, A on two heavy ones."""
    wrong = {"A": {0: 5.0, 1: 5.0}, "B": dict.fromkeys(range(10, 14), 1.0)}
    heavy = {0: 5.0, 1: 5.0}
    rows = [
        (m, "d", i, i % 2, 1 - i % 2 if i in wrong[m] else i % 2, heavy.get(i, 1.0)) for m in wrong for i in range(40)
    ]
    return pl.DataFrame(rows, schema=["model", "dataset", "item", "truth", "prediction", "sample_weight"], orient="row")


def test_measures_ask_whether_instances_weigh() -> None:
    table = br.predictions(weighted())
    for source in (table, table.lazy()):
        with pytest.raises(OptionError, match="the instances have weights"):
            br.measure(source, metrics="accuracy").lazy().collect()
    # Weights sum to 48; A loses 10 of it and B 4.
    assert br.measure(table, metrics="accuracy", weighted=True)["value"].to_list() == pytest.approx([38 / 48, 44 / 48])
    assert br.measure(table, metrics="accuracy", weighted=False)["value"].to_list() == pytest.approx([38 / 40, 36 / 40])
    assert br.measure(table, metrics="weighted_accuracy").height == 2


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_the_command_asks_it_too_and_its_hint_works(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"items.{ending}"
    getattr(weighted(), f"write_{ending}")(path)
    asked = run("measure", path, "--metrics", "accuracy")
    assert (asked.exit_code, asked.stdout) == (2, "")
    assert "the instances have weights" in asked.stderr
    values = {"--weighted": [38 / 48, 44 / 48], "--unweighted": [38 / 40, 36 / 40]}
    for flag, expected in values.items():
        assert flag in asked.stderr
        own = run("measure", path, "--metrics", "accuracy", flag, "--json")
        assert sorted(row["value"] for row in json.loads(own.stdout)) == pytest.approx(sorted(expected))


def test_a_report_of_weighted_predictions_says_on_page_one_that_instances_count_once() -> None:
    with pytest.warns(br.BenchreportWarning, match="every instance counts once"):
        report = br.report(br.predictions(weighted()), sections=["answer"])
    assert "Weights not used" in str(report.sections[0].blocks)
    assert "measures and tests of instances count each instance once" in str(report.sections[0].blocks)
