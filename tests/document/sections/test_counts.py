"""What a report made from confusion counts holds."""

from __future__ import annotations

from math import ceil, floor
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.document.model.blocks import Figure
from tests.document.sections.folds import found_section, printed
from tests.document.sections.sections import findings_of, plain, prose, table_of, tables
from tests.stats.several_metrics.test_hotelling import counts as cells
from tests.stats.several_metrics.test_hotelling import three_classes as cells_of_three

FOUR = {"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4}
SECTIONS = ["leaderboard", "multivariate", "confusion"]


def folds(table: pl.DataFrame) -> pl.DataFrame:
    """The counts of the folds of cross-validation."""
    return br.counts(table, design="kfold_cv")


def counts() -> pl.DataFrame:
    """FX2 of the method catalogue, declared as ten-fold cross-validation."""
    return br.counts(cells(), design="kfold_cv")


def three_classes(**chances: float) -> pl.DataFrame:
    """Counts on twelve folds of cross-validation with three classes, one of which nobody misses."""
    return br.counts(cells_of_three(**chances), design="kfold_cv")


@pytest.fixture(scope="module")
def two_classes() -> br.Report:
    """A report of FX2 of the method catalogue, with 50 positives and 60 negatives in every fold."""
    return br.report(folds(counts()), sections=SECTIONS)


@pytest.fixture(scope="module")
def several_classes() -> br.Report:
    """A report of two datasets with three classes, one of which nobody misses."""
    both = pl.concat([three_classes(**FOUR), three_classes(**FOUR).with_columns(dataset=pl.lit("e", pl.Categorical))])
    return br.report(folds(both), sections=SECTIONS)


def test_counts_are_measured_by_what_they_determine(two_classes: br.Report) -> None:
    # A makes 41 false positives and 86 false negatives on 600 negatives and 500 positives.
    board = {row["algorithm"]: row for row in printed(table_of(found_section(two_classes, "leaderboard"), "board"))}
    assert float(board["A"]["accuracy mean"]) == pytest.approx(1 - 127 / 1100, abs=5e-5)
    assert float(board["A"]["balanced accuracy mean"]) == pytest.approx((1 - 86 / 500 + 1 - 41 / 600) / 2, abs=5e-5)
    assert float(board["majority class"]["accuracy mean"]) == pytest.approx(600 / 1100, abs=5e-5)


def test_columns_that_name_the_positive_class_declare_none(two_classes: br.Report) -> None:
    assert not [fact for fact in two_classes.facts if fact.startswith("positive class")]


def test_scores_that_counts_do_not_determine_are_refused_with_those_they_do() -> None:
    with pytest.raises(br.BenchreportError, match="auc does not follow from confusion counts") as caught:
        br.report(counts(), metrics=["accuracy", "auc"])
    assert "mcc" in str(caught.value)
    scores = br.measure(counts(), metrics=["tpr", "fpr", "f_score"])
    one = scores.filter((pl.col("algorithm") == "A") & (pl.col("fold") == 0))
    # tp 41, fp 3, fn 9, tn 57.
    assert dict(one.select(pl.col("metric").cast(pl.String), "value").rows()) == pytest.approx(
        {"tpr": 41 / 50, "fpr": 3 / 60, "f_score": 82 / (82 + 3 + 9)}
    )


def test_the_positive_class_of_four_columns_is_theirs_and_of_other_classes_never_guessed() -> None:
    with pytest.raises(br.BenchreportError, match="positive class"):
        br.measure(three_classes(), metrics="tpr")
    assert br.measure(three_classes(), metrics="tpr", positive="x")["value"].null_count() == 0


def test_scores_of_counts_equal_those_of_the_predictions_behind_them() -> None:
    predicted = br.read_predictions(br.example("small_study_predictions.parquet"))
    cells = br.confusion_multiclass(predicted, by=("dataset", "fold"))
    metrics = ["accuracy", "balanced_accuracy", "mcc", "cohen_kappa", "macro_f1", "error_rate"]
    keys = ["algorithm", "dataset", "fold", "metric"]
    ours, theirs = (
        br.measure(table, metrics=metrics, baselines=True)
        .with_columns(pl.col("algorithm", "dataset", "metric").cast(pl.String))
        .sort(keys)
        for table in (cells, predicted)
    )
    assert ours.select(keys).equals(theirs.select(keys))
    columns = ["value", "n_test", "note"]
    assert_frame_equal(ours.select(columns), theirs.select(columns), check_exact=False, rel_tol=1e-12)


def test_two_classes_are_compared_in_false_positives_and_false_negatives(two_classes: br.Report) -> None:
    part = found_section(two_classes, "multivariate")
    row = findings_of(part)[0].rows.row(0, named=True)
    expected = br.manova(counts(), variant="corrected").row(0, named=True)
    assert (row["variant"], row["df1"]) == ("wilks, corrected", 4.0)
    assert (row["statistic"], row["p_value"]) == (expected["statistic"], expected["p_value"])
    assert "differ significantly in false positives and false negatives taken together" in plain(
        findings_of(part)[0].words
    )
    assert [row["error count"] for row in printed(table_of(part, "joint-metrics"))] == ["fp", "fn"]


def test_the_omnibus_test_the_picture_and_the_directions_come_before_the_pairs(two_classes: br.Report) -> None:
    blocks = found_section(two_classes, "multivariate").blocks
    order = [
        block.id if hasattr(block, "id") else type(block).__name__
        for block in blocks
        if hasattr(block, "id") or type(block).__name__ == "Finding"
    ]
    assert order[0] == "Finding"
    assert order.index("joint-scores-1") < order.index("joint-metrics") < order.index("joint-pairs")
    assert any(isinstance(block, Figure) for block in blocks)


def test_several_classes_are_compared_in_misses_per_true_class(several_classes: br.Report) -> None:
    part = found_section(several_classes, "multivariate")
    rows = findings_of(part)[0].rows
    expected = br.manova(three_classes(**FOUR), variant="corrected").row(0, named=True)
    assert rows["dataset"].to_list() == ["d", "e"]
    assert rows["statistic"].to_list() == pytest.approx([expected["statistic"]] * 2, rel=1e-12)
    assert "the misses of each true class" in prose(part)
    assert "class z missed, where nothing varies" in prose(part)


def test_a_declared_positive_class_names_the_errors_of_two_classes() -> None:
    two = three_classes(**FOUR).filter(pl.col("actual") != "z", pl.col("predicted") != "z")
    part = found_section(br.report(folds(two), sections=["multivariate"], positive="x"), "multivariate")
    assert "false positives and false negatives" in prose(part)
    rows = {row["error count"]: row for row in printed(table_of(part, "joint-metrics"))}
    assert list(rows) == ["fp", "fn"]
    one = br.manova_posthoc(two, variant="blocked").filter(pl.col("term") == "class x missed").row(0, named=True)
    # x missed are the false negatives; the table prints the F that is corrected for overlapping training sets.
    assert float(rows["fn"]["F"]) == pytest.approx(one["statistic"] / (1 + 12 / 11), rel=1e-3)


def test_as_many_classes_as_folds_are_said_and_not_computed() -> None:
    few = three_classes(**FOUR).filter(pl.col("fold") < 2)
    part = found_section(br.report(folds(few), sections=["multivariate"]), "multivariate")
    assert not findings_of(part)
    assert "d (2 runs, 2 error counts)" in prose(part)


def test_rates_have_wilson_intervals(two_classes: br.Report) -> None:
    part = found_section(two_classes, "confusion")
    rows = {row["algorithm"]: row for row in printed(table_of(part, "error-rates"))}
    # 127 of 1100, Wilson by hand: centre (127 + z^2/2) / (1100 + z^2), z = 1.959963984540054.
    z = 1.959963984540054
    centre, n = (127 + z**2 / 2) / (1100 + z**2), 1100
    half = z / (n + z**2) * (127 * (n - 127) / n + z**2 / 4) ** 0.5
    low, high = 100 * (centre - half), 100 * (centre + half)
    # Limits are rounded outward.
    assert rows["A"]["95 % interval"] == f"[{floor(10 * low) / 10}, {ceil(10 * high) / 10}] %"
    rates = {row["rate"]: row for row in printed(table_of(part, "class-intervals"))}
    assert float(rates["recall (tpr)"]["estimate"]) == pytest.approx(1 - 86 / 500, abs=5e-4)
    assert "On toy, A misclassifies 127 of 1,100 instances" in plain(findings_of(part)[0].words)
    figure = next(block for block in part.blocks if isinstance(block, Figure))
    assert figure.id == "confusion-1"


def test_instances_that_were_counted_several_times_get_no_interval() -> None:
    again = pl.concat(counts().with_columns(repeat=pl.lit(repeat)) for repeat in (1, 2))
    declared = br.counts(counts(), design="repeated_holdout")
    for table in (br.counts(again, design="repeated_cv"), declared):
        part = found_section(br.report(table, sections=["confusion"]), "confusion")
        assert "95 % interval" not in [column.title for column in table_of(part, "error-rates").columns]
        assert "class-intervals" not in tables(part)
        assert "instances were counted in several runs, so there are no intervals" in prose(part)
        assert "Wilson" not in prose(part)


def test_the_counts_travel_in_the_pdf_and_the_report_is_made_again_from_them(tmp_path: Path) -> None:
    made = br.report(folds(counts()), title="Counts", sections=["multivariate", "provenance"])
    pdf = made.write(tmp_path / "counts.pdf")
    assert br.verify(pdf) == []
    again = br.rebuild(pdf)
    assert again.title == "Counts"
    assert again.package is not None
    (name,) = again.package.tables
    assert name == "counts.parquet"
    assert again.package.tables[name].equals(folds(counts()))


def test_names_of_algorithms_are_printed_in_the_sections_of_counts() -> None:
    part = found_section(br.report(folds(counts()), sections=["confusion"], names={"A": "Alpha"}), "confusion")
    assert [row["algorithm"] for row in printed(table_of(part, "error-rates"))] == ["Alpha", "B", "C"]


def test_counts_beside_predictions_are_refused() -> None:
    with pytest.raises(br.BenchreportError, match="both tables"):
        br.report(counts(), predictions=br.read_predictions(br.example("small_study_predictions.parquet")))


def test_runs_of_which_nothing_says_what_they_are_are_not_compared_as_vectors() -> None:
    with pytest.warns(br.BenchreportWarning, match="declared design"):
        made = br.report(cells().rename({"fold": "run"}), sections=["summary", "multivariate"])
    assert [part.id for part in made.sections] == ["summary"]
