"""Data and design: what is said of the table, its design and its gaps, and the figure of every result."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import rankdata

import benchreport as br
from benchreport.document.model.blocks import Picture
from benchreport.document.sections.data import _coverage
from benchreport.errors import BenchreportWarning
from tests.document.sections.sections import figures, plain, prose, tables, told
from tests.document.sections.told import folds, printed, wide

WORDS = {"worst": "ranked last", "available": "each pair"}
DEMO = br.example("demsar2006_auc.csv")


def grid(table: pl.DataFrame, metric: str | None = None) -> tuple[np.ndarray, list[str], list[str]]:
    """Values with a row per dataset and a column per algorithm, and the names of both."""
    own = table if metric is None else table.filter(pl.col("metric") == metric)
    cells = own.group_by("dataset", "algorithm").agg(pl.col("value").mean())
    square = cells.with_columns(pl.col("dataset", "algorithm").cast(pl.String)).pivot(
        "algorithm", index="dataset", values="value", sort_columns=True
    )
    square = square.sort("dataset")
    return square.drop("dataset").to_numpy(), square["dataset"].to_list(), square.columns[1:]


def numbers_of(section: Any) -> pl.DataFrame:
    (figure,) = figures(section).values()
    assert isinstance(figure.picture, Picture)
    return figure.picture.numbers


def noise(algorithms: int, datasets: int, seed: int = 3) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    values = {f"A{a:02}": rng.normal(0.7, 0.05, datasets).round(4).tolist() for a in range(algorithms)}
    return wide(**values)


def test_the_first_sentence_counts_what_is_in_the_table() -> None:
    scores = br.read_scores(DEMO)
    words = prose(told(scores, "data"))
    k, n = (scores[name].n_unique() for name in ("algorithm", "dataset"))
    assert (k, n, scores.height) == (4, 14, 56)
    assert words.startswith("The table compares four algorithms on 14 datasets by AUC: 56 results, none missing ")


def test_the_range_of_scores_stands_beside_the_distance_of_best_and_worst_on_the_median_dataset() -> None:
    values, _, _ = grid(br.read_scores(DEMO))
    apart = np.median(np.ptp(values, axis=1))
    between = np.std(np.median(values, axis=1), ddof=1)
    words = prose(told(br.read_scores(DEMO), "data"))
    assert between > apart
    assert f"Datasets differ more than algorithms: AUC ranges from {values.min():.3f} to {values.max():.3f}" in words
    assert f"the best and the worst differ by {apart:.3f} on the median dataset" in words


def test_it_is_not_said_that_datasets_differ_more_where_they_do_not() -> None:
    values = {"A": [0.9, 0.9, 0.91], "B": [0.5, 0.5, 0.51], "C": [0.7, 0.7, 0.71]}
    words = prose(told(wide(**values), "data"))
    assert "Datasets differ more" not in words
    assert "Over all results, accuracy ranges from 0.500 to 0.910" in words


def test_with_units_the_best_and_the_worst_are_apart_by_a_factor_and_drawn_as_ratios() -> None:
    values = {"A": [1.0, 10.0, 100.0, 1000.0], "B": [2.0, 30.0, 400.0, 5000.0], "C": [4.0, 50.0, 600.0, 9000.0]}
    scores = wide("train_time", **values)
    section = told(scores, "data")
    square, names, _ = grid(scores)
    factor = np.median(square.max(axis=1) / square.min(axis=1))
    assert f"differ by a factor of {factor:.2g} on the median dataset" in prose(section)
    numbers = numbers_of(section)
    middle = dict(zip(names, np.median(square, axis=1), strict=True))
    expected = [row["value"] / middle[row["dataset"]] for row in numbers.iter_rows(named=True)]
    assert numbers["deviation"].to_list() == pytest.approx(expected)
    # Lower is better: the dataset of the least median stands on top.
    assert numbers["dataset"][0] == names[int(np.argmin(np.median(square, axis=1)))]


def test_with_units_and_zeros_ranks_are_drawn() -> None:
    section = told(wide("train_time", A=[0.0, 1.0, 2.0], B=[1.0, 2.0, 3.0], C=[5.0, 6.0, 0.5]), "data")
    assert figures(section)["every-result"].picture.kind == "rank_map"
    assert "factor" not in prose(section)


def test_every_value_is_drawn_with_its_distance_from_the_median_of_its_dataset() -> None:
    scores = br.read_scores(DEMO)
    square, names, _ = grid(scores)
    numbers = numbers_of(told(scores, "data"))
    middle = dict(zip(names, np.median(square, axis=1), strict=True))
    assert numbers.height == square.size
    expected = [row["value"] - middle[row["dataset"]] for row in numbers.iter_rows(named=True)]
    assert numbers["deviation"].to_list() == pytest.approx(expected)
    flat = [name for name, row in zip(names, square, strict=True) if np.ptp(row) == 0]
    caption = plain(figures(told(scores, "data"))["every-result"].caption)
    assert caption.startswith("All 56 results. ")
    assert caption.endswith(f"On {' and '.join(flat)} all four are equal.")


def test_means_that_only_rounding_tells_apart_are_equal() -> None:
    runs = [0.1, 0.2, 0.3]
    assert np.mean(runs) != 0.2
    table = folds(datasets=3, A=runs, B=[0.2, 0.2, 0.2])
    assert plain(figures(told(table, "data"))["every-result"].caption).endswith("On d0, d1 and d2 both are equal.")


def test_where_an_algorithm_is_left_out_the_map_claims_no_order_of_mean_ranks() -> None:
    values = {f"A{place}": [0.9 - place / 10 + row / 1000 for row in range(26)] for place in range(3)}
    whole = figures(told(wide(**values), "data"))["every-result"]
    assert plain(whole.caption).endswith(", rows in the order of places.")
    assert "From the best mean rank to the worst: A0, A1 and A2." in whole.alternative
    values["A0"] = [None, *values["A0"][1:]]
    section = told(wide(**values), "data", missing="drop_algorithms")
    figure = figures(section)["every-result"]
    assert ", rows in the order of places (those left out last)." in plain(figure.caption)
    assert "Rows from the top: A1, A2 and A0. Best most often, on 25 datasets: A0." in figure.alternative


@pytest.mark.parametrize("lower", [False, True])
def test_of_many_datasets_every_rank_is_drawn_from_the_worst_median_to_the_best(lower: bool) -> None:
    scores = noise(5, 26)
    if lower:
        scores = scores.with_columns(direction=pl.lit("lower").cast(scores.schema["direction"]))
    numbers = numbers_of(told(scores, "data"))
    square, datasets, algorithms = grid(scores)
    ranks = rankdata(square if lower else -square, axis=1)
    cells = {(a, d): ranks[i, j] for i, d in enumerate(datasets) for j, a in enumerate(algorithms)}
    assert numbers["rank"].to_list() == [cells[row] for row in numbers.select("algorithm", "dataset").rows()]
    means = dict(zip(algorithms, ranks.mean(axis=0), strict=True))
    order = numbers["algorithm"].unique(maintain_order=True).to_list()
    assert [means[name] for name in order] == sorted(means.values())
    medians = numbers.head(26)["median"].to_list()
    assert medians == sorted(medians, reverse=lower)


def test_one_dataset_has_no_figure_and_no_pairs_of_datasets() -> None:
    section = told(folds(A=[0.9, 0.8, 0.85], B=[0.7, 0.6, 0.65]), "data")
    assert not figures(section)
    assert "paired" not in prose(section)
    assert "on d0 by accuracy" in prose(section)


def test_an_undeclared_design_is_said_once_on_page_one_and_a_declared_one_by_its_name() -> None:
    table = folds(datasets=3, A=[0.9, 0.8], B=[0.7, 0.6])
    with pytest.warns(BenchreportWarning, match="folds, resamples or seeds"):
        undeclared = prose(told(table.drop("design"), "data"))
    assert "declared" not in undeclared
    with pytest.warns(BenchreportWarning, match="folds, resamples or seeds"):
        care = told(table.drop("design"), "answer")
    assert "Design not declared" in str(care.blocks)
    assert "so no dataset is tested by itself; tests over datasets do not depend on it" in str(care.blocks)
    declared = prose(told(table, "data"))
    assert "Results come from 2-fold cross-validation." in declared
    assert "Equal run numbers are assumed to denote the same split." in declared
    assert "not declared" not in declared


def test_the_noun_of_the_study_is_used() -> None:
    assert "two classifiers on three datasets" in prose(told(wide(A=[1, 2, 3], B=[2, 3, 4]), "data", noun="classifier"))


def test_a_trivial_baseline_is_named_and_left_out_of_range_and_figure() -> None:
    scores = wide(A=[0.9, 0.8, 0.85], B=[0.7, 0.6, 0.65], Majority=[0.1, 0.1, 0.1])
    section = told(scores, "data")
    assert "A trivial baseline is included: Majority." in prose(section)
    assert "Without it, accuracy ranges from 0.600 to 0.900" in prose(section)
    assert set(numbers_of(section)["algorithm"]) == {"A", "B"}
    assert plain(figures(section)["every-result"].caption).endswith("Without Majority.")
    assert "trivial baseline" not in prose(told(br.read_scores(DEMO), "data"))


def gappy() -> pl.DataFrame:
    """A lacks three of twelve datasets, B one of them."""
    rng = np.random.default_rng(8)
    values: dict[str, list[float | None]] = {
        name: [round(float(0.5 + shift + rng.normal(0, 0.02)), 4) for _ in range(12)]
        for name, shift in (("A", 0.0), ("B", 0.1), ("C", 0.2))
    }
    values["A"][:3] = [None] * 3
    values["B"][0] = None
    return wide(**values)


def test_coverage_is_said_by_algorithm_and_why_they_are_compared_so() -> None:
    words = prose(told(gappy(), "data"))
    assert "In all, 4 of 36 results are missing" in words
    assert "A has results on 9 of 12 datasets, B on 11, C on all." in words
    choice = br.missing_auto(gappy()).row(0, named=True)
    assert f"Only {choice['n_complete']} of {choice['n_blocks']} datasets are complete" in words
    assert "none missing" not in words


def test_the_outcome_under_other_policies_is_that_of_the_method() -> None:
    rows = br.missing_sensitivity(gappy())
    table = tables(told(gappy(), "data"))["policies"]
    own = {row["policy"]: row for row in rows.iter_rows(named=True)}
    lines = printed(table)
    assert sum("(this report)" in line["policy"] for line in lines) == 1
    assert "(this report)" in lines[0]["policy"]
    for line in lines:
        key = (
            "worst"
            if "ranked last" in line["policy"]
            else "available"
            if "each pair" in line["policy"]
            else "drop_blocks"
        )
        facts = (own[key]["n_verdicts"], own[key]["n_lost"], own[key]["n_gained"], own[key]["n_reversed"])
        assert tuple(int(line[name]) for name in ("all", "lost", "gained", "reversed")) == facts
        assert line["leader"] == own[key]["leader"]


def test_who_has_how_many_results_reads_well() -> None:
    assert _coverage({"A": 2, "B": 3}, 3) == "A has results on 2 of 3 datasets, B on all"
    many = {f"M{number}": 9 for number in range(10)}
    assert _coverage({"A": 2} | many, 9) == "A has results on 2 of 9 datasets, the other ten on all"


def test_a_metric_left_out_is_named_with_the_reason() -> None:
    table = pl.concat([wide(A=[0.9, 0.8], B=[0.7, 0.6]), wide("rmse", A=[1e150, 2.0], B=[3.0, 4.0])])
    with pytest.warns(BenchreportWarning, match="is left out"):
        words = prose(told(table, "data"))
    assert "The metric rmse was left out: it takes the value 1e+150" in words


@pytest.mark.parametrize(("algorithms", "datasets"), [(2, 3), (40, 12), (3, 60)])
def test_every_size_of_table_has_its_figure(algorithms: int, datasets: int) -> None:
    section = told(noise(algorithms, datasets), "data")
    kind = "all_results" if algorithms <= 15 and datasets <= 25 else "rank_map"
    assert figures(section)["every-result"].picture.kind == kind
    assert figures(section)["every-result"].svg.startswith(b"<?xml")


def test_predictions_show_their_design_themselves() -> None:
    predictions = br.read_predictions(br.example("small_study_predictions.parquet"))
    words = prose(told(predictions, "data"))
    instances = predictions.select("dataset", "instance").unique().height
    assert f"The scores were computed from predictions of {instances:,} instances." in words
    assert "The test folds form 10-fold cross-validation." in words
    assert "assumed" not in words


def test_nothing_is_said_of_coverage_where_all_have_all() -> None:
    assert _coverage({"A": 3, "B": 3}, 3) == ""
    assert _coverage({f"M{number}": 2 for number in range(9)} | {"Z": 3}, 3).startswith("Nine have results on 2 of 3")


def test_on_a_single_dataset_an_undefined_measure_is_said_and_no_policy_is_compared() -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 40)
    flipped = {name: np.where(rng.random(40) < rate, 1 - truth, truth) for name, rate in (("A", 0.1), ("B", 0.3))}
    parts = [
        pl.DataFrame({"algorithm": name, "dataset": "d", "instance": range(40), "truth": truth, "prediction": own})
        for name, own in (flipped | {"always": np.zeros_like(truth)}).items()
    ]
    section = told(pl.concat(parts), "data")
    assert "By MCC there are no results of always." in prose(section)  # it predicts one class alone
    assert "complete" not in prose(section)
    assert not tables(section)
