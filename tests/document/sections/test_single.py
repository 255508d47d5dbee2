"""Does the section on single algorithms give the intervals and tests of the catalogue?"""

from __future__ import annotations

import polars as pl
import pytest
from scipy.stats import binomtest

import benchreport as br
from benchreport.document.model.blocks import Figure
from tests.document.sections.instances import cells_of, decisions, matrix, sections_of, told
from tests.document.sections.sections import findings_of, prose, table_of

# 40 instances, 20 of each class: A errs on 12 of them, B on 20 by always saying y.
CALLS = {
    "A": matrix({("y", "y"): 14, ("y", "n"): 6, ("n", "n"): 14, ("n", "y"): 6}),
    "B": matrix({("y", "y"): 20, ("n", "y"): 20}),
}
# FX1 of the catalogue: errors of A on ten shared folds, mean 0.131.
FX1 = {
    "A": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13],
    "B": [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17],
}


def folds(metric: str = "error", dataset: str = "d") -> pl.DataFrame:
    rows = [(name, dataset, fold, value) for name, values in FX1.items() for fold, value in enumerate(values)]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", metric], orient="row")
    return br.scores(frame, design="kfold_cv")


def test_twelve_errors_of_forty_have_the_three_intervals_of_the_catalogue() -> None:
    frame = table_of(told(decisions(CALLS), "single"), "single-rates").frame
    row = frame.filter(pl.col("a") == "A").row(0, named=True)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((0.180748452297, 0.454300188181), rel=1e-9)
    assert (row["exact_low"], row["exact_high"]) == pytest.approx((0.165627204393, 0.465316285254), rel=1e-9)
    assert row["hoeffding_high"] - 0.3 == pytest.approx(0.214734704173, rel=1e-9)
    printed = {cells[0]: cells for cells in cells_of(table_of(told(decisions(CALLS), "single"), "single-rates"))}
    assert printed["A"][1:6] == ["12 of 40", "30.0 %", "[18.0, 45.5] %", "[16.5, 46.6] %", "[8.5, 51.5] %"]


def test_always_saying_the_largest_class_is_the_rate_to_beat() -> None:
    section = told(decisions(CALLS), "single")
    rows = {row["a"]: row for row in findings_of(section)[0].rows.rows(named=True)}
    assert rows["A"]["p_value"] == pytest.approx(binomtest(12, 40, 0.5, alternative="less").pvalue, rel=1e-9)
    assert rows["B"]["p_value"] == pytest.approx(binomtest(20, 40, 0.5, alternative="less").pvalue, rel=1e-9)
    assert "a majority-class predictor (always “n”) is wrong on 50.0 %; A errs significantly less often" in prose(
        section
    )
    assert "For B, no significant difference from the majority-class predictor was found." in prose(section)


def test_the_rate_to_beat_is_that_of_each_dataset() -> None:
    rare = decisions({name: matrix({("y", "y"): 30, ("n", "y"): 10}) for name in "AB"}, dataset="e")
    section = told(pl.concat([decisions(CALLS), rare]), "single")
    guesses = dict(table_of(section, "single-rates").frame.select("dataset", "guess").rows())
    assert guesses == {"d": pytest.approx(0.5), "e": pytest.approx(0.25)}
    assert "On 2 datasets, 1 of 4 error rates is significantly below that of a majority-class predictor" in prose(
        section
    )


def test_the_three_intervals_are_drawn() -> None:
    section = told(decisions(CALLS), "single")
    assert [block.id for block in section.blocks if isinstance(block, Figure)] == ["rate-intervals"]


def test_means_over_folds_have_the_plain_interval_beside_the_corrected_one() -> None:
    section = told(folds(), "single")
    row = table_of(section, "means").frame.filter(pl.col("a") == "A").row(0, named=True)
    assert row["estimate"] == pytest.approx(0.131)
    assert (row["plain_low"], row["plain_high"]) == pytest.approx((0.117322728486, 0.144677271514), rel=1e-9)
    # Ten folds: the variance grows by 1 + 10 / 9, the width by its root.
    wider = (row["ci_high"] - row["ci_low"]) / (row["plain_high"] - row["plain_low"])
    assert wider == pytest.approx((1 + 10 / 9) ** 0.5, rel=1e-9)
    assert "the corrected one is 1.5 times as wide" in prose(section)


def test_a_metric_without_a_known_chance_level_is_not_tested_against_one() -> None:
    section = told(folds(), "single")
    assert not findings_of(section)
    assert "chance" not in prose(section)


def test_areas_are_tested_against_one_half() -> None:
    shifted = folds("auc").with_columns(value=pl.col("value") + 0.4)
    section = told(shifted, "single")
    (finding,) = findings_of(section)
    assert set(finding.rows["method"]) == {"one_sample_t"}
    assert "Significantly above the chance level, 0.5 for AUC, are 2 of 2 means" in prose(section)


def test_resamples_of_unknown_size_get_no_corrected_interval_and_no_verdict() -> None:
    shifted = folds("auc").with_columns(value=pl.col("value") + 0.4, design=pl.lit("repeated_holdout", pl.Categorical))
    section = told(shifted, "single")
    assert not findings_of(section)
    assert "could not be tested: the ratio of test to training size is not known" in prose(section)
    assert "is too narrow" in prose(section)
    table = table_of(section, "means")
    assert not any("corrected" in column.title for column in table.columns)
    assert table.frame["plain_low"].count() == 2


def test_tables_without_runs_or_predictions_have_no_such_section() -> None:
    demsar = br.read_scores(br.example("demsar2006_auc.csv"))
    assert "single" not in sections_of(demsar, "single", "leaderboard")


def test_of_very_many_means_only_the_algorithm_in_focus_is_computed() -> None:
    cells = [
        (f"A{a}", f"d{d:03d}", fold, 0.5 + 0.001 * a + 0.0001 * ((d * 7 + fold * 3) % 11))
        for a in range(21)
        for d in range(100)
        for fold in range(2)
    ]
    frame = pl.DataFrame(cells, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row")
    table = br.scores(frame, design="kfold_cv")
    section = told(table, "single")
    assert "only A20 is shown" in prose(section)
    assert set(table_of(section, "means").frame["a"]) == {"A20"}
    assert len(table_of(section, "means").rows) <= 30
