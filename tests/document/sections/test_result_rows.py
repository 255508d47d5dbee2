"""What sections share of result rows, and that a cheap answer is that of the tests it stands for."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.document.evidence import Evidence, Provenance, evidence_of
from benchreport.document.evidence.result_rows import by_control, of_metrics, outcome_of
from benchreport.document.model.blocks import Look
from benchreport.options import Options
from benchreport.stats.two_algorithms.over_datasets import sign_test
from tests.document.sections.told import ERRORS, folds, halved, wide


def evidence(scores: pl.DataFrame, **wishes: Any) -> Evidence:
    return evidence_of(scores, None, Options(**wishes), Look(), Provenance())


def two_metrics() -> pl.DataFrame:
    return pl.concat([wide("error", **ERRORS), wide("loss", **halved(ERRORS))])


def test_tests_by_control_are_those_of_every_metric_by_itself() -> None:
    scores = two_metrics()
    compared: Any = [SimpleNamespace(metric=SimpleNamespace(name=name), focus=one) for name, one in FOCUS.items()]
    rows = by_control(partial(sign_test, by="metric"), scores, compared, lambda one: one.focus)
    for name, focus in FOCUS.items():
        alone = sign_test(scores.filter(pl.col("metric") == name), by="metric", control=focus)
        texts = alone.with_columns(pl.col(pl.Categorical).cast(pl.String))
        assert_frame_equal(of_metrics(rows, [name]), texts)


FOCUS = {"error": "A", "loss": "C"}


def test_an_outcome_parts_every_row_that_was_tested() -> None:
    rows = sign_test(wide("error", **ERRORS), control="A").pipe(br.adjust, "holm")
    for alpha in (0.01, 0.2, 1.0):
        outcome = outcome_of(rows, "A", alpha)
        parted = [*outcome.worse, *outcome.better, *outcome.open]
        undirected = rows.filter((pl.col("p_adjusted") <= alpha) & pl.col("better").is_null())["a"].to_list()
        assert sorted([*parted, *undirected]) == sorted(rows.drop_nulls("p_adjusted")["a"].cast(pl.String))
        assert outcome.clear == len(outcome.worse) + len(outcome.better)


TABLES: dict[str, tuple[pl.DataFrame, dict[str, Any]]] = {
    "one value per cell": (wide("error", **ERRORS), {}),
    "folds": (folds("error", datasets=3, **ERRORS), {}),
    "folds of one dataset": (folds("error", **ERRORS), {"reference": "B"}),
    "no design": (folds("error", datasets=2, **ERRORS).drop("design"), {}),
    "a reference without runs": (
        pl.concat([folds("error", **ERRORS).filter(pl.col("algorithm") != "A"), folds("loss", **halved(ERRORS))]),
        {"reference": "A"},
    ),
}


@pytest.mark.parametrize("name", TABLES)
def test_whether_runs_are_judged_is_known_without_any_test(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scores, wishes = TABLES[name]
    tested = bool(evidence(scores, **wishes).within)
    monkeypatch.setattr("benchreport.document.evidence.within_datasets", None)
    assert evidence(scores, **wishes).judges_runs == tested


@pytest.mark.parametrize("name", ["ranks", "variance", "single", "multivariate"])
def test_a_section_runs_no_test_within_datasets_that_it_does_not_print(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchreport.document.evidence.within_datasets", None)
    report = br.report(folds("error", datasets=3, **ERRORS), sections=[name])
    assert all(section.blocks for section in report.sections)
