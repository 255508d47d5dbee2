"""Single datasets: how many pairs differ where, against the rows of the test itself."""

from __future__ import annotations

import re
from typing import Any

import polars as pl
import pytest

import benchreport as br
from tests.document.sections.sections import figures, only, plain, prose, told

STUDY = br.read_scores(br.example("small_study_5x2.csv"))
PRINTED = {"accuracy": "accuracy", "auc": "AUC", "balanced_accuracy": "balanced accuracy", "log_loss": "log loss"}


def significant(scores: pl.DataFrame, **options: Any) -> pl.DataFrame:
    rows = br.adjust(br.cv52_f(scores, by=("dataset", "metric"), **options), "holm")
    return rows.filter(pl.col("p_adjusted") <= 0.05).with_columns(pl.col("metric", "dataset").cast(pl.String))


@pytest.mark.parametrize("reference", [None, "kNN"])
def test_the_sentence_counts_the_pairs_that_differ_by_each_metric(reference: str | None) -> None:
    words = prose(told(STUDY, "singles", reference=reference))
    counts = dict(significant(STUDY, control=reference).group_by("metric").len().rows())
    for metric, count in counts.items():
        assert re.search(rf"\b{count} (differ significantly )?by {PRINTED[metric]}\b", words), (metric, count, words)
    total = 15 * 4 if reference is None else 5 * 4
    assert f"Of {total} {'pairs' if reference is None else 'comparisons with kNN'}, " in words
    assert "Alpaydın’s combined 5 × 2 cv F test, Holm-adjusted over the" in words


def test_few_datasets_and_algorithms_are_named() -> None:
    few = STUDY.filter(pl.col("dataset").is_in(["digits", "iris"]), pl.col("metric") == "accuracy")
    few = few.filter(pl.col("algorithm").is_in(["kNN", "GaussianNB", "RandomForest"]))
    rows = significant(few)
    words = prose(told(few, "singles"))
    means = few.group_by("dataset", "algorithm").agg(pl.col("value").mean()).sort("value").rows()
    best = {dataset: algorithm for dataset, algorithm, _ in means}
    worse = {
        (row["dataset"], str(row["b"] if row["better"] == row["a"] else row["a"]))
        for row in rows.iter_rows(named=True)
        if str(row["better"]) == best[row["dataset"]]
    }
    assert worse
    named = words.split("Significantly worse than the best of the dataset: ")[1]
    for dataset, algorithm in worse:
        assert algorithm in named
        assert f" on {dataset}" in named
    assert "metric" not in named.split(".")[0]


def test_nothing_is_tested_without_a_declared_design_or_on_one_dataset_by_one_metric() -> None:
    single = STUDY.filter(pl.col("metric") == "accuracy", pl.col("dataset") == "iris")
    assert only(single, "singles") is None
    assert only(br.read_scores(br.example("demsar2006_auc.csv")), "singles") is None


def test_the_map_says_what_its_marks_mean_and_what_they_are_adjusted_over() -> None:
    caption = plain(figures(told(STUDY, "singles"))["singles-map"].caption)
    assert caption.startswith("Mean results on every dataset. ")
    assert "Dot: significantly worse than the best of the row." in caption
    assert "adjusted over the 15 pairs of a dataset and metric" in caption
    assert "Triangle" not in caption
    against = plain(figures(told(STUDY, "singles", reference="Majority"))["singles-map"].caption)
    assert "Triangle: significantly better than Majority." in against


def test_rows_beyond_a_page_are_left_out_metric_by_metric() -> None:
    parts = [
        STUDY.with_columns(dataset=(pl.col("dataset").cast(pl.String) + f"{i}").cast(pl.Categorical)) for i in range(9)
    ]
    caption = plain(figures(told(pl.concat(parts), "singles"))["singles-map"].caption)
    assert "The first two of four metrics." in caption
