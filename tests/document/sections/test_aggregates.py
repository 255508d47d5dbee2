"""The section on aggregates says what its rows say, and only of rates."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from scipy.stats import trim_mean

import benchreport as br
from tests.document.sections.sections import column, every_format, figures, findings, only, plain, prose, tables, told


@pytest.fixture
def accuracy(study: pl.DataFrame) -> pl.DataFrame:
    return study.filter(pl.col("metric") == "accuracy")


def test_the_interquartile_mean_is_a_mean_trimmed_by_a_quarter(accuracy: pl.DataFrame) -> None:
    section = told(accuracy, "aggregates")
    rows = tables(section)["aggregates-accuracy"].frame.filter(pl.col("method") == "iqm")
    for name, estimate in rows.select("a", "estimate").rows():
        values = accuracy.filter(pl.col("algorithm") == name)["value"].to_numpy()
        assert estimate == pytest.approx(trim_mean(values, 0.25))
    best = rows.sort("estimate", descending=True)["a"][0]
    assert f"{best} has the best interquartile mean" in findings(section)[0]


def test_median_and_gap_are_taken_over_datasets(demsar: pl.DataFrame) -> None:
    rows = tables(told(demsar, "aggregates"))["aggregates-auc"].frame
    values = demsar.filter(pl.col("algorithm") == "C4.5")["value"]
    of = {row["method"]: row["estimate"] for row in rows.filter(pl.col("a") == "C4.5").to_dicts()}
    assert of["median_score"] == pytest.approx(values.median())
    assert of["optimality_gap"] == pytest.approx(1 - values.mean())


def test_the_probability_of_improvement_counts_datasets_where_each_has_one_result(demsar: pl.DataFrame) -> None:
    table = tables(told(demsar, "aggregates", baseline="C4.5"))["aggregates-auc"]
    rows = table.frame.filter(pl.col("method") == "probability_of_improvement")
    # Demsar 2006: C4.5+m wins 10, ties 2, loses 2 of 14 against C4.5.
    assert rows.filter(pl.col("a") == "C4.5+m")["estimate"].item() == pytest.approx(11 / 14)
    assert f"{11 / 14:.2f}" in [row[-2].text for row in table.rows]


def test_nothing_is_said_of_twice_the_data_of_the_median(demsar: pl.DataFrame) -> None:
    section = told(demsar, "aggregates")
    (reason,) = [plain(choice.reason) for choice in section.choices if choice.method == "iqm"]
    assert "averages the middle half of the results" in reason
    assert "twice" not in reason


def test_intervals_that_are_not_adjusted_decide_nothing_in_words(demsar: pl.DataFrame) -> None:
    section = told(demsar, "aggregates", baseline="C4.5")
    rows = tables(section)["aggregates-auc"].frame.filter(pl.col("method") == "probability_of_improvement")
    assert rows.filter((pl.col("ci_low") > 0.5) | (pl.col("ci_high") < 0.5)).height
    assert "excludes" not in prose(section)


def test_what_is_no_rate_is_left_out_and_named(study: pl.DataFrame) -> None:
    section = told(study, "aggregates")
    assert "log loss" in prose(section)
    assert "aggregates-log-loss" not in tables(section)


def test_a_metric_without_a_scale_has_no_aggregates(demsar: pl.DataFrame) -> None:
    assert only(demsar.with_columns(metric=pl.lit("reward", pl.Categorical)), "aggregates") is None


def test_two_datasets_have_no_aggregates(demsar: pl.DataFrame) -> None:
    two = demsar["dataset"].unique().sort().head(2)
    assert only(demsar.filter(pl.col("dataset").is_in(two.implode())), "aggregates") is None


def test_per_cent_is_recognised_and_falls_short_of_one_hundred(demsar: pl.DataFrame) -> None:
    per_cent = demsar.with_columns(pl.col("value") * 100)
    section = told(per_cent, "aggregates")
    rows = tables(section)["aggregates-auc"].frame.filter(pl.col("method") == "optimality_gap")
    plain = tables(told(demsar, "aggregates"))["aggregates-auc"].frame.filter(pl.col("method") == "optimality_gap")
    assert rows["estimate"].to_list() == pytest.approx([100 * value for value in plain["estimate"]])
    assert "per cent" in prose(section)


def test_a_renamed_metric_is_still_a_rate(demsar: pl.DataFrame) -> None:
    assert only(demsar, "aggregates", labels={"auc": "Area"}) is not None


def test_lower_is_better_puts_the_smallest_first(fx4: pl.DataFrame) -> None:
    section = told(fx4, "aggregates")
    rows = tables(section)["aggregates-error"].frame.filter(pl.col("method") == "iqm").sort("estimate")
    assert f"{rows['a'][0]} has the best interquartile mean" in findings(section)[0]
    gap = tables(section)["aggregates-error"].frame.filter(pl.col("method") == "optimality_gap")
    assert gap.filter(pl.col("a") == "1")["estimate"].item() == pytest.approx(0.183)  # mean error of FX4, column 1


def test_the_unit_of_every_interval_is_the_dataset_whatever_the_runs_share(accuracy: pl.DataFrame) -> None:
    words = prose(told(accuracy, "aggregates"))
    assert "The unit of every interval is the dataset" in words
    assert "too narrow" not in words
    rows = tables(told(accuracy, "aggregates"))["aggregates-accuracy"].frame
    assert set(rows["law"]) == {
        "bootstrap of datasets",
        "bootstrap-t of datasets",
        "exact order statistics of datasets",
        "exact binomial limits, datasets as trials",
    }


def test_too_few_datasets_have_no_interval_of_means_and_the_report_says_so(accuracy: pl.DataFrame) -> None:
    section = told(accuracy, "aggregates")
    rows = tables(section)["aggregates-accuracy"].frame
    assert rows.filter(pl.col("method").is_in(["iqm", "median_score"]))["ci_low"].count() == 0
    assert "an interquartile mean of fewer than 10 datasets or a median of fewer than 6 holds its level" in prose(
        section
    )


def test_a_caption_carries_the_simulated_level_of_intervals_that_miss_too_often(demsar: pl.DataFrame) -> None:
    from benchreport.stats.summaries.interval_levels import simulated

    recorded = simulated()
    caption = plain(tables(told(demsar, "aggregates"))["aggregates-auc"].caption)
    low, high = (round(100 * level) for level in recorded["bootstrap_t"][14])
    assert f"optimality gap {low} to {high} %" in caption
    # Order statistics and exact limits hold theirs.
    assert "median" not in caption
    assert "Simulated" not in plain(tables(told(demsar, "aggregates", alpha=0.1))["aggregates-auc"].caption)


def test_equal_algorithms_share_the_best_mean(tmp_path: Path) -> None:
    wide = pl.DataFrame({"dataset": list("abcdef"), "A": [0.5] * 6, "B": [0.5] * 6})
    report = br.report(br.scores(wide, metric="accuracy"), sections=["aggregates"])
    assert "A and B share the best interquartile mean" in findings(report.sections[0])[0]
    every_format(report, tmp_path)


def test_the_profile_is_drawn_and_ten_algorithms_are_printed_as_eight() -> None:
    wide = {"dataset": [f"d{i}" for i in range(6)]} | {
        f"a{j:02}": [0.9 - 0.02 * j + 0.001 * ((i * j) % 5) for i in range(6)] for j in range(10)
    }
    section = told(br.scores(pl.DataFrame(wide), metric="accuracy"), "aggregates", baseline="a09")
    table = tables(section)["aggregates-accuracy"]
    assert len(table.rows) == 8
    assert column(table, "algorithm")[-1] == "a09"
    assert "profile-accuracy" in figures(section)


def test_a_rate_that_passes_one_by_rounding_is_no_per_cent(demsar: pl.DataFrame) -> None:
    last = pl.int_range(pl.len()) == 0
    summed = demsar.with_columns(value=pl.when(last).then(1 + 2.3e-16).otherwise("value"))
    assert summed["value"].max() > 1  # type: ignore[operator]
    rows = tables(told(summed, "aggregates"))["aggregates-auc"].frame.filter(pl.col("method") == "optimality_gap")
    expected = dict(summed.group_by("algorithm").agg(1 - pl.col("value").mean()).rows())
    for name, gap in rows.select("a", "estimate").rows():
        assert gap == pytest.approx(expected[name])


def test_stand_ins_for_missing_results_have_no_size(demsar: pl.DataFrame) -> None:
    lost = (pl.col("algorithm").cast(pl.String) == "C4.5") & (pl.col("dataset") == demsar["dataset"][0])
    gappy = demsar.with_columns(value=pl.when(~lost).then("value"))
    section = told(gappy, "aggregates", missing="worst")
    rows = tables(section)["aggregates-auc"].frame.filter(pl.col("a") == "C4.5", pl.col("method") == "optimality_gap")
    measured = gappy.filter(pl.col("algorithm").cast(pl.String) == "C4.5")["value"].drop_nulls()
    assert rows["estimate"].item() == pytest.approx(1 - measured.mean())  # type: ignore[operator]
    assert "over 13 datasets" in findings(section)[0]
    assert "over 13 datasets" in plain(tables(section)["aggregates-auc"].caption)
    assert "Datasets with a missing result are left out" in prose(section)
