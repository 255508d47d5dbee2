"""Does a report say so where results are infinite, folds cannot be checked, sizes are unknown or cells are missing?"""

from __future__ import annotations

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Finding, Table, figures_of
from benchreport.errors import OptionError
from tests.document.sections.told import ERRORS, FOLDS, folds, part_of, printed, said, table_of, wide


def forecasts(least: float) -> pl.DataFrame:
    """Two classifiers on two folds of four instances; B gives one true class no more than this probability."""
    rows = [
        (name, "d", at % 2, at, "y" if at < 4 else "n", "y" if at < 4 else "n", chance, 1 - chance)
        for name, first in (("A", 0.9), ("B", least))
        for at, chance in enumerate([first, 0.8, 0.7, 0.9, 0.2, 0.1, 0.3, 0.2])
    ]
    names = ["algorithm", "dataset", "fold", "instance", "truth", "prediction", "prob_y", "prob_n"]
    return pl.DataFrame(rows, schema=names, orient="row")


def numbered_anew(**declared: str) -> pl.DataFrame:
    """Two regressors on three folds whose instances are numbered from 0 in each, with truths of their own."""
    rows = [
        (name, "d", fold, at, 10.0 * fold + at, 10.0 * fold + at + off * (1 + (at * 7 + fold) % 5))
        for name, off in (("A", 0.1), ("B", -0.2))
        for fold in range(3)
        for at in range(12)
    ]
    table = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "instance", "truth", "prediction"], orient="row")
    return br.predictions(table, **declared)


def resampled(datasets: int = 3) -> pl.DataFrame:
    """Runs that share training data, nobody knows how much."""
    return folds("error", datasets=datasets, **FOLDS).with_columns(design=pl.lit("repeated_holdout", pl.Categorical))


# Infinite losses


def test_a_metric_that_is_infinite_somewhere_is_left_out_and_the_report_says_for_whom() -> None:
    report = br.report(forecasts(0.0), sections=["coverage", "leaderboard"])
    assert "log_loss was left out: it is infinite for B, where a true class was given probability 0." in said(
        report, "coverage"
    )
    assert not any("log loss" in column.group for column in table_of(report, "board").columns)
    assert report.warnings == ()


def test_a_metric_without_an_infinite_value_stays() -> None:
    board = table_of(br.report(forecasts(0.6), sections=["leaderboard"]), "board")
    assert any("log loss" in column.group for column in board.columns)


def test_a_metric_that_was_asked_for_is_not_left_out_without_a_warning() -> None:
    with pytest.warns(br.BenchreportWarning, match="infinite for B"):
        report = br.report(forecasts(0.0), sections=["coverage"], metrics=["accuracy", "log_loss"])
    assert report.warnings == (
        "metric 'log_loss' is left out: it is infinite for B, where a true class was given probability 0",
    )


# Metrics that are undefined for all but one


def constant_and_tree(datasets: int = 3) -> pl.DataFrame:
    """Predictions of a tree, and of a classifier that always says n, so that its MCC is undefined."""
    rows = [
        (name, f"d{data}", at, "y" if at % 3 == 0 else "n", "n" if name == "Constant" or (at + data) % 7 < 4 else "y")
        for data in range(datasets)
        for name in ("Constant", "Tree")
        for at in range(30)
    ]
    names = ["algorithm", "dataset", "instance", "truth", "prediction"]
    return pl.DataFrame(rows, schema=names, orient="row")


@pytest.mark.parametrize("datasets", [1, 3])
def test_a_metric_undefined_for_one_of_two_algorithms_does_not_stop_the_report(datasets: int) -> None:
    report = br.report(constant_and_tree(datasets), metrics=["mcc", "accuracy"], sections=["all"])
    assert "By MCC, there are no results of Constant." in said(report, "coverage")
    board = {row[0].text: [cell.text for cell in row[1:]] for row in table_of(report, "board").rows}
    heads = [column.group for column in table_of(report, "board").columns][1:]
    printed_mcc = {
        name: [text for text, head in zip(texts, heads, strict=True) if "MCC" in head] for name, texts in board.items()
    }
    assert any(printed_mcc["Tree"])
    if datasets > 1:
        assert "only Tree has results" in " ".join(said(report, part.id) for part in report.sections)


def test_a_report_by_nothing_but_an_undefined_metric_is_refused_with_the_reason() -> None:
    with pytest.raises(
        br.BenchreportError, match="'MCC'; it is undefined for Constant: truth or decision never varies"
    ):
        br.report(constant_and_tree(), metrics=["mcc"])


def test_a_metric_by_which_no_two_algorithms_share_a_dataset_is_left_out() -> None:
    both = wide(A=[0.5, 0.7, 0.6], B=[0.6, 0.9, 0.8])
    apart = both.with_columns(
        metric=pl.lit("auc").cast(pl.Categorical),
        value=pl.when((pl.col("algorithm") == "A") == (pl.col("dataset") == both["dataset"][0])).then("value"),
    )
    with pytest.warns(br.BenchreportWarning, match="'auc' is left out: no two algorithms have results on the same"):
        report = br.report(pl.concat([both, apart]), sections=["all"])
    assert "auc was left out: no two algorithms have results on the same dataset." in said(report, "coverage")


# Folds that cannot be checked


def test_folds_whose_instances_are_numbered_anew_are_told_and_warned_of() -> None:
    with pytest.warns(br.BenchreportWarning, match="need a declared design|do not show the design"):
        report = br.report(numbered_anew(), sections=["setup", "coverage", "regression"])
    assert "The design of the runs is not declared." in said(report, "setup")
    assert "numbers start anew in every fold and do not name instances" in said(report, "coverage")
    assert "df = 35" in said(report, "regression")
    assert any("instance numbers start anew in every fold" in warning for warning in report.warnings)


def test_a_declared_design_of_predictions_is_that_of_their_scores() -> None:
    report = br.report(numbered_anew(design="repeated_holdout"), sections=["setup", "coverage", "within"])
    assert "3 random splits of d" in said(report, "setup")
    assert "cross-validation" not in said(report, "setup")
    assert report.warnings == ()


def test_test_folds_that_share_instances_are_resamples() -> None:
    drawn = ([0, 1, 2, 3], [2, 3, 4, 5], [1, 3, 5, 7], [0, 2, 6, 7])
    rows = [
        (name, "d", fold, at, "y" if at % 2 else "n", "y" if at % 2 or at == 6 else "n")
        for name in ("A", "B")
        for fold, part in enumerate(drawn)
        for at in part
    ]
    table = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "instance", "truth", "prediction"], orient="row")
    assert "4 random splits of d" in said(br.report(table, sections=["setup"]), "setup")


def test_an_unknown_design_is_refused() -> None:
    with pytest.raises(OptionError, match="design"):
        numbered_anew(design="guessing")


# Numbers that are no classes


def test_predicted_numbers_are_set_beside_their_mean_and_no_bound_for_rates_is_given() -> None:
    report = br.report(numbered_anew(design="kfold_cv"), sections=["leaderboard", "advice"])
    assert [row[0].text for row in table_of(report, "board").rows][-1] == "mean of the truth"
    assert "Hoeffding" not in said(report, "leaderboard")
    assert "Stratified" not in said(report, "advice")


# Sizes that are not known


def test_runs_of_unknown_sizes_are_said_to_be_untested_and_make_no_headline() -> None:
    report = br.report(resampled(), sections=["summary", "within", "variance"])
    for name in ("within", "variance"):
        part = part_of(report, name)
        (finding,) = [block for block in part.blocks if isinstance(block, Finding)]
        assert not finding.headline
        assert "On none of 3 datasets could" in said(report, name)
        assert "the ratio of test to training size is not known" in said(report, name)
        assert not [block for block in part.blocks if isinstance(block, Table)]
    assert "the columns n_train and n_test would give it" in said(report, "within")


def test_untested_comparisons_are_counted_apart_from_those_that_show_nothing() -> None:
    sized = folds("error", datasets=2, **FOLDS).with_columns(n_train=pl.lit(90), n_test=pl.lit(10))
    unsized = pl.col("dataset").cast(pl.String) == sized["dataset"].cast(pl.String).max()
    mixed = sized.with_columns(
        pl.when(unsized).then(None).otherwise(pl.col(name)).alias(name) for name in ("n_train", "n_test")
    ).with_columns(design=pl.lit("repeated_holdout", pl.Categorical))
    report = br.report(mixed, sections=["within"])
    rows = printed(table_of(report, "within-error"))
    assert [row["not tested"] for row in rows] == ["0", "2"]
    assert "of 2 comparisons" in said(report, "within")
    assert "2 more could not be tested" in said(report, "within")


# Missing cells


def test_boxes_are_drawn_over_the_datasets_that_all_algorithms_have() -> None:
    gaps = wide(A=[0.1, 0.2, 0.3, 0.4], B=[None, 0.2, 0.3, 0.5])
    (figure,) = figures_of(br.report(gaps, sections=["distributions"]))
    assert "over the 3 datasets on which all have a result" in "".join(map(str, figure.caption))
    (whole,) = figures_of(br.report(wide(**ERRORS), sections=["distributions"]))
    assert "on which all have a result" not in "".join(map(str, whole.caption))


def test_algorithms_that_lack_the_same_stand_together() -> None:
    gaps = wide(A=[0.1, 0.2, 0.3], B=[None, 0.2, 0.3], C=[None, 0.1, 0.2])
    (row,) = printed(table_of(br.report(gaps, sections=["coverage"]), "missing"))
    assert (row["dataset"], row["algorithms"]) == ("d00", "B, C")


def test_the_former_name_of_the_complete_tables_still_means_them() -> None:
    scores = folds("error", datasets=2, **FOLDS)
    assert [part.id for part in br.report(scores, sections=["datasets"]).sections] == ["tables"]
    assert "tables" not in [part.id for part in br.report(scores, omit=["datasets"]).sections]
