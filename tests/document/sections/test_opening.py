"""Do the sections on setup, coverage, leaderboard and distributions say what the table holds?"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import figures_of
from benchreport.document.sections.setup import listing
from tests.document.sections.told import ERRORS, FOLDS, folds, printed, said, table_of, wide

OPENING = ["setup", "coverage", "leaderboard", "distributions"]


def opening(scores: pl.DataFrame, **wishes: object) -> br.Report:
    return br.report(scores, sections=OPENING, **wishes)


# Setup


@pytest.mark.parametrize(
    ("scores", "question"),
    [
        (wide(A=[0.1, 0.2], B=[0.3, 0.1]), "over the datasets taken together, and by how much."),
        (wide(**ERRORS), "over the datasets taken together and, if so, which of them differ from which."),
        (folds("error", A=FOLDS["A"], B=FOLDS["B"]), "on this dataset, and by how much."),
        (folds("error", **FOLDS), "on this dataset and, if so, which of them differ from which."),
    ],
    ids=["two on several", "several on several", "two on one", "several on one"],
)
def test_the_aim_depends_on_how_many_algorithms_and_datasets_there_are(scores: pl.DataFrame, question: str) -> None:
    assert f"It asks whether the algorithms differ in performance {question}" in said(opening(scores), "setup")


def test_factors_and_responses_are_listed_with_their_levels_and_range() -> None:
    report = opening(folds("error", datasets=2, **FOLDS))
    rows = {row["column"]: row for row in printed(table_of(report, "factors"))}
    assert rows["algorithm"] == {"column": "algorithm", "role": "controlled", "levels": "3", "values": "A, B, C"}
    assert rows["dataset"]["role"] == "block"
    assert rows["fold"]["role"] == "left to chance"
    assert rows["error"]["values"] == "0.1 to 0.211, lower is better"
    assert table_of(report, "factors").frame["factor"].to_list() == ["algorithm", "dataset", "fold", "error"]


@pytest.mark.parametrize(
    ("scores", "design", "caveat"),
    [
        (
            folds("error", datasets=2, **FOLDS),
            "10-fold cross-validation on each of 2 datasets",
            "Training sets overlap, so fold scores are not independent.",
        ),
        (
            folds("error", repeats=3, **FOLDS),
            "10-fold cross-validation on d0, repeated 3 times",
            "so the 30 scores are not independent",
        ),
        (
            folds("error", repeats=5, **{name: values[:2] for name, values in FOLDS.items()}),
            "five repeats of two-fold cross-validation on d0",
            "so the ten scores are not independent",
        ),
    ],
    ids=["folds", "repeated folds", "5x2"],
)
def test_the_design_line_names_layout_and_caveat(scores: pl.DataFrame, design: str, caveat: str) -> None:
    text = said(opening(scores), "setup")
    assert design in text
    assert caveat in text


def test_sizes_of_the_datasets_are_told_where_the_table_has_them() -> None:
    sized = folds("error", datasets=2, **FOLDS).with_columns(
        n_train=pl.when(pl.col("dataset") == "d0").then(90).otherwise(900),
        n_test=pl.when(pl.col("dataset") == "d0").then(10).otherwise(100),
    )
    report = opening(sized)
    assert "n = 100 to 1,000 instances, test sets of 10 to 100" in said(report, "setup")
    assert [row["training instances"] for row in printed(table_of(report, "sizes"))] == ["90", "900"]
    # Two candidates more cost more: sqrt(2 / 10 ln(2 * 3 / 0.05)) is 0.9785, and with 100 instances 0.3094.
    assert "at most 0.98 on the 10 instances of d0" in said(report, "leaderboard")
    assert "at most 0.31 on the 100 instances of d1" in said(report, "leaderboard")


def test_many_names_are_listed_in_part_and_counted() -> None:
    assert listing([f"n{i}" for i in range(40)]).endswith("n24 and 15 more")


# Coverage


def test_the_design_line_of_single_values_has_no_caveat() -> None:
    text = said(opening(wide(**ERRORS)), "setup")
    assert "one value per algorithm on each of 10 datasets." in text
    assert "spread" not in text


def test_one_value_per_cell_may_be_a_run_or_an_average() -> None:
    assert "It may be one run or an average." in said(opening(wide(**ERRORS)), "coverage")
    assert "It may be one run or an average." not in said(opening(folds("error", **FOLDS)), "coverage")


def test_replicates_are_counted_and_their_spread_is_told() -> None:
    table = table_of(opening(folds("error", **FOLDS)), "replicates")
    (row,) = printed(table)
    assert (row["cells"], row["fewest runs"], row["most runs"]) == ("3", "10", "10")
    # The root of the mean variance of the three algorithms.
    variances = [pl.Series(values).var() for values in FOLDS.values()]
    assert float(row["sd of the runs of a cell"]) == pytest.approx((sum(variances) / 3) ** 0.5, abs=5e-5)


def test_the_pair_that_shares_fewest_datasets_is_named() -> None:
    gaps = wide(A=[0.1, 0.2, 0.3, 0.4], B=[None, 0.2, 0.3, 0.5], C=[0.2, None, 0.1, 0.2])
    text = said(opening(gaps), "coverage")
    assert "any two algorithms share at least 2 of 4 datasets; B and C share the fewest" in text
    assert "every comparison is paired" not in text
    assert "every comparison is paired" in said(opening(wide(**ERRORS)), "coverage")


def test_metrics_that_lack_the_same_results_stand_together() -> None:
    both = [wide(name, A=[0.1, 0.2, 0.3], B=[None, 0.2, 0.3]) for name in ("accuracy", "recall")]
    table = table_of(opening(pl.concat(both)), "missing")
    assert [(row["dataset"], row["algorithms"], row["metric"]) for row in printed(table)] == [("d00", "B", "all")]
    assert table.frame.height == 2


def test_leakage_is_left_to_the_author_to_rule_out() -> None:
    assert "cannot be seen in a table of results" in said(opening(wide(**ERRORS)), "coverage")


def test_predictions_tell_their_folds_and_that_none_leaks() -> None:
    table = br.read_predictions(br.example("small_study_predictions.parquet"))
    report = br.report(table, sections=["coverage", "leaderboard"])
    text = said(report, "coverage")
    assert "stratified 10-fold cross-validation, n = 569, test folds of 56 to 57" in text
    assert "No instance stands in two test folds of one repeat." in text


# Leaderboard


def test_blind_guesses_stand_below_the_leaderboard_of_predictions() -> None:
    truth = ["y"] * 6 + ["n"] * 4
    rows = [
        (name, "d", i, t, p)
        for name, answers in (("A", "yyyyyyynnn"), ("B", "ynynynynyn"))
        for i, (t, p) in enumerate(zip(truth, answers, strict=True))
    ]
    table = pl.DataFrame(rows, schema=["algorithm", "dataset", "instance", "truth", "prediction"], orient="row")
    report = br.report(table, sections=["leaderboard"], metrics=["accuracy"])
    board = table_of(report, "board")
    # 6 of 10 are of the majority class; a guess of two classes is right half the time.
    assert [(row[0].text, row[1].value) for row in board.rows[-board.foot :]] == [
        ("majority class", pytest.approx(0.6)),
        ("uniform guess", pytest.approx(0.5)),
    ]
    assert "Below the line" in said(report, "leaderboard")
    assert board.frame["algorithm"].to_list() == ["A", "B"]


def test_a_baseline_by_name_and_the_lack_of_one_are_said() -> None:
    named = wide(A=[0.9, 0.8, 0.7], Majority=[0.5, 0.4, 0.5])
    assert "Majority stands for the level of chance" in said(opening(named), "leaderboard")
    assert "No trivial baseline is included." in said(opening(wide(**ERRORS)), "leaderboard")


def test_one_dataset_has_means_without_a_spread_over_datasets() -> None:
    board = table_of(opening(folds("error", **FOLDS)), "board")
    assert [column.title for column in board.columns] == ["algorithm", "mean", "rank"]
    # METHODS 0.3: the means of FX1.
    assert [row[1].value for row in board.rows] == [pytest.approx(0.131), pytest.approx(0.152), pytest.approx(0.174)]


# Distributions


def test_runs_of_a_single_dataset_are_drawn_as_boxes_histograms_and_ranges() -> None:
    report = opening(folds("error", **FOLDS))
    assert [figure.id for figure in figures_of(report)] == ["spread-error", "histogram-error", "range-error"]
    assert "over the runs on d0" in said(report, "distributions")


def test_few_runs_make_no_histogram_and_one_value_makes_no_section() -> None:
    few = folds("error", **{name: values[:3] for name, values in FOLDS.items()})
    assert [figure.id for figure in figures_of(opening(few))] == ["spread-error"]
    single = wide(A=[0.1], B=[0.2])
    assert "distributions" not in [part.id for part in opening(single).sections]


def test_metrics_beyond_four_are_named_and_not_drawn() -> None:
    names = ["accuracy", "recall", "precision", "f1", "mcc"]
    report = opening(pl.concat([wide(name, A=[0.1, 0.2], B=[0.2, 0.3]) for name in names]))
    assert len(figures_of(report)) == 4
    assert "1 further metric is not drawn (MCC)" in said(report, "distributions")


@pytest.mark.parametrize("form", ["report.md", "report.html"])
def test_the_opening_renders(form: str, tmp_path: Path) -> None:
    assert opening(folds("error", datasets=3, **FOLDS)).write(tmp_path / form).stat().st_size > 0


def test_published_results_keep_their_decimals_and_are_no_means(demsar: pl.DataFrame) -> None:
    report = br.report(demsar, sections=["datasets"])
    table = table_of(report, "complete-auc")
    # Table 6 of Demšar (2006) gives three decimals; C4.5 has 0.763 on adult.
    row = {column.title: cell.text for column, cell in zip(table.columns, table.rows[0], strict=True)}
    assert row["C4.5"] == ".763"
    assert "Means" not in str(table.caption)
