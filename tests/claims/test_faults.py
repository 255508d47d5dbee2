"""Faults that the claims of small reports brought to light, each on the smallest table that shows it."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.blocks import Report
from tests.claims.sentences import Names, sentences

pytestmark = pytest.mark.filterwarnings("ignore::benchreport.BenchreportWarning")


def _texts(report: Report) -> list[str]:
    return [sentence.text for sentence in sentences(report, Names(["-"], ["--"]))]


def _scores(values: Any, **columns: Any) -> pl.DataFrame:
    """Lay out a table of datasets by algorithms, one value each."""
    rows = [
        {"dataset": f"d{place}", "algorithm": "ABCDEFGH"[name], "accuracy": float(value)}
        for place, row in enumerate(values)
        for name, value in enumerate(row)
    ]
    return pl.DataFrame(rows).with_columns(**columns)


def test_the_datasets_of_an_undecided_pair_are_counted_once_by_sign_flips_with_ties() -> None:
    values = [[0.5, 0.5, 0.6], [0.7, 0.7, 0.6], [0.8, 0.7, 0.9]]
    report = br.report(_scores(values), tests={"pairs": "permutation_signflip"}, sections=["summary", "ranks"])
    told = [text for text in _texts(report) if text.startswith("No pair can be decided by")]
    assert len(told) == 1
    assert "with 3 datasets" in told[0]


def test_a_classifier_without_an_error_has_a_confusion_section() -> None:
    truth = ["cat", "dog", "cat", "dog"] * 4
    wrong = ["dog", "dog", "cat", "cat"] * 4
    table = pl.DataFrame(
        {
            "dataset": "pets",
            "algorithm": ["A"] * 16 + ["B"] * 16,
            "instance": [*range(16)] * 2,
            "truth": truth * 2,
            "prediction": truth + wrong,
        }
    )
    report = br.report(table, sections=["confusion"])
    assert "On pets, A misclassifies 0 of 16 instances." in _texts(report)


def test_a_reference_without_runs_on_a_dataset_leaves_the_other_datasets_comparable() -> None:
    rng = np.random.default_rng(0)
    rows = [
        {"dataset": f"d{place}", "algorithm": name, "fold": fold, "design": "kfold_cv"}
        | {"accuracy": rng.normal(0.8, 0.02), "auc": rng.normal(0.9, 0.02)}
        for place in range(4)
        for name in "ABC"
        if not (name == "A" and place == 2)
        for fold in range(10)
    ]
    report = br.report(pl.DataFrame(rows), baseline="A", sections=["multivariate"])
    counted = [text for text in _texts(report) if "comparisons with A" in text]
    assert counted
    assert counted[0].startswith("Of 6 comparisons with A")


def test_datasets_that_could_not_be_tested_do_not_count_as_datasets_without_a_difference() -> None:
    rng = np.random.default_rng(1)
    rows = [
        {"dataset": f"d{place}", "algorithm": name, "fold": fold, "design": "kfold_cv"}
        | {"accuracy": value, "error_rate": 1 - value if place else rng.normal(0.3, 0.02)}
        for place in range(6)
        for name in "AB"
        for fold in range(12)
        for value in [rng.normal(0.8, 0.02)]
    ]
    report = br.report(pl.DataFrame(rows), sections=["multivariate"])
    told = [text for text in _texts(report) if "taken together, the two algorithms" in text]
    assert told
    assert "of 6 datasets" not in told[0]
