"""Faults that the claims of small reports brought to light, each on the smallest table that shows it."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Figure, Report, figures_of, tables_of
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


def _figure(report: Report, name: str) -> Figure:
    return next(figure for figure in figures_of(report) if figure.id == name)


def test_a_caption_names_the_only_dataset_on_which_all_algorithms_have_runs() -> None:
    rows = [
        {"dataset": dataset, "algorithm": name, "fold": fold, "accuracy": 0.5 + 0.01 * fold + 0.1 * (name == "A")}
        for dataset, names in (("d0", "AB"), ("d1", "A"), ("d2", "B"))
        for name in names
        for fold in range(4)
    ]
    caption = str(_figure(br.report(pl.DataFrame(rows), sections=["distributions"]), "spread-accuracy").caption[0])
    assert "over the runs on d0, the only dataset on which all have a result" in caption


def test_a_diagram_with_gaps_says_how_many_datasets_the_pairs_share() -> None:
    rng = np.random.default_rng(2)
    table = _scores(rng.uniform(0.5, 0.9, (12, 3))).filter(
        ~((pl.col("algorithm") == "A") & pl.col("dataset").is_in(["d0", "d1", "d2"]))
        & ~((pl.col("algorithm") == "B") & (pl.col("dataset") == "d3"))
    )
    words = _figure(br.report(table, missing="available", sections=["ranks"]), "ranks-accuracy").alternative
    assert words.endswith("n = 8 to 11 datasets for each pair.")


def test_a_posterior_counts_the_datasets_of_its_own_comparisons() -> None:
    rng = np.random.default_rng(3)
    values = rng.uniform(0.5, 0.6, (16, 3)) + np.array([0.3, 0.0, 0.0])
    table = _scores(values).filter(~((pl.col("algorithm") == "A") & pl.col("dataset").is_in(["d0", "d1", "d2"])))
    texts = _texts(br.report(table, missing="available", sections=["bayes"]))
    assert any(text.startswith("By accuracy, over 13 datasets, ") for text in texts)


def test_differences_of_means_are_counted_by_dataset_and_not_by_run() -> None:
    rows = [
        {"dataset": f"d{place}", "algorithm": name, "fold": fold, "accuracy": 0.5 + 0.1 * (name == "A") + 0.01 * fold}
        for place in range(7)
        for name in "AB"
        for fold in range(3)
    ]
    report = br.report(pl.DataFrame(rows), sections=["matrix"])
    words = _figure(report, "dataset-differences-accuracy").alternative
    assert (
        "is better on 0 of 7 datasets and worse on 7" in words or "is better on 7 of 7 datasets and worse on 0" in words
    )


def test_differences_that_cancel_are_no_lead() -> None:
    values = {"A": (0.1, 0.2, 0.9), "B": (0.9, 0.1, 0.2)}
    rows = [
        {"dataset": "d0", "algorithm": name, "fold": fold, "accuracy": value}
        for name, runs in values.items()
        for fold, value in enumerate(runs)
    ]
    words = br.alt_text("fold_differences", pl.DataFrame(rows), control="A")
    assert "ahead on average on 0 datasets" in words


def test_boxes_of_equal_width_are_not_called_widest() -> None:
    table = _scores([[0.5, 0.85], [0.501, 0.851], [0.502, 0.852]])
    assert "widest" not in br.alt_text("box", table)


def test_a_profile_with_a_reference_behind_the_best_names_it() -> None:
    rng = np.random.default_rng(4)
    values = rng.uniform(0.5, 0.9, (12, 1)) + np.linspace(0.08, 0.0, 8)
    table = _scores(np.column_stack([values, values[:, 7] - 0.05])[:, :8]).vstack(
        pl.DataFrame({"dataset": [f"d{n}" for n in range(12)], "algorithm": "Z", "accuracy": values[:, 7] - 0.2})
    )
    caption = str(_figure(br.report(table, baseline="Z", sections=["aggregates"]), "profile-accuracy").caption[0])
    assert "the 7 algorithms of best mean rank, and Z:" in caption


def test_intervals_of_error_rates_exclude_no_difference_iff_the_adjusted_test_does() -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 60)
    rows = [
        {"dataset": "d0", "algorithm": name, "instance": place, "truth": f"c{label}"}
        | {"prediction": f"c{label ^ int(rng.random() < share)}"}
        for name, share in (("A", 0.02), ("B", 0.15), ("C", 0.2), ("D", 0.4))
        for place, label in enumerate(truth)
    ]
    report = br.report(pl.DataFrame(rows), sections=["predicted"])
    table = next(table for table in tables_of(report) if table.id == "errors")
    rows_with_tests = table.frame.drop_nulls("p_instances")
    assert {True, False} == set((rows_with_tests["p_instances"] <= 0.05).to_list())
    for low, high, p in rows_with_tests.select("difference_low", "difference_high", "p_instances").rows():
        assert low >= 0 or high <= 0 if p <= 0.05 else low <= 0 <= high


def test_the_only_pair_of_a_metric_shows_its_adjusted_p_value_under_its_name() -> None:
    rng = np.random.default_rng(6)
    table = _scores(rng.uniform(0.5, 0.9, (6, 2))).with_columns(error_rate=rng.uniform(0.1, 0.5, 12))
    report = br.report(table, family="all", sections=["ranks"])
    pairs = next(table for table in tables_of(report) if table.id == "pairs-accuracy")
    assert [column.title for column in pairs.columns][-2:] == ["p", "p (Holm)"]
