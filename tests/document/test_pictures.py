"""Pictures of page one: numbers from the report's own rows are those of the figure made from the table."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.document.analyses.answer.picture import (
    differences_of,
    error_differences_of,
    rank_dots_of,
    standings_of,
)
from benchreport.document.evidence import Evidence, Provenance, evidence_of
from benchreport.document.model.blocks import Figure, Look, Picture
from benchreport.figures.comparison.differences import differences_data
from benchreport.figures.comparison.rank_dots import rank_dots_data
from benchreport.figures.comparison.standings import standings_data
from benchreport.options import Options
from benchreport.tables.scored import PredictionTable
from tests.document.sections import answers
from tests.document.sections.told import said
from tests.figures.cases import demsar, made, study
from tests.figures.cases_comparison import gappy, losses, predicted, seven, times, zeros


def evidence(scores: pl.DataFrame, **wishes: object) -> Evidence:
    return evidence_of(scores, None, Options(**wishes), Look(), Provenance())  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [demsar, losses, times, zeros, seven])
def test_the_rows_of_a_report_give_the_figure_of_its_table(make: object) -> None:
    table = make()  # type: ignore[operator]
    own = evidence(table)
    assert_frame_equal(differences_of(own, own.comparisons[0]), differences_data(table))
    assert_frame_equal(standings_of(own, own.comparisons[0]), standings_data(table))


def test_with_a_reference_too() -> None:
    own = evidence(demsar(), reference="C4.5")
    assert_frame_equal(differences_of(own, own.comparisons[0]), differences_data(demsar(), control="C4.5"))
    assert_frame_equal(standings_of(own, own.comparisons[0]), standings_data(demsar(), control="C4.5"))


@pytest.mark.parametrize("missing", ["drop_blocks", "available", "subtable", "worst"])
def test_and_with_missing_results(missing: str) -> None:
    own = evidence(gappy(), missing=missing)
    made_of_rows = standings_of(own, own.comparisons[0])
    from_table = standings_data(gappy(), missing=missing)  # type: ignore[arg-type]
    assert_frame_equal(made_of_rows, from_table)


def test_of_many_algorithms_the_best_and_those_not_distinguished_from_it_have_colours() -> None:
    own = evidence(made(18, 14))
    c = own.comparisons[0]
    best = c.algorithms[0]
    pairs = c.tested.with_columns(pl.col("a", "b").cast(pl.String)).filter(
        (pl.col("a") == best) | (pl.col("b") == best)
    )
    alike = pairs.filter(pl.col("p_adjusted") > 0.05)
    names = {best, *alike["a"], *alike["b"]}
    assert 2 <= len(names) <= 18
    assert own.coloured == tuple(name for name in c.algorithms if name in names)[:7]
    few = evidence(demsar())
    assert few.coloured == few.cast == ("C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5")


def test_a_figure_of_the_report_holds_its_cast() -> None:
    own = evidence(demsar(), colours={"C4.5": "#AA3377"})
    figure = own.drawn("differences", differences_of(own, own.comparisons[0]), id="answer", caption="Differences.")
    assert figure.picture.cast == own.cast  # type: ignore[union-attr]
    svg = figure.svg.decode().lower()
    assert "#aa3377" in svg
    assert "#0b4f8a" in svg


def test_errors_on_one_dataset_are_those_of_the_figure_too() -> None:
    # One fitted model each: where folds train models anew, a report decides by these.
    folds = pl.selectors.by_name("repeat", "fold", require_all=False)
    table = predicted().filter(pl.col("dataset").cast(pl.String) == "iris").drop(folds)
    for wishes in ({}, {"reference": "kNN"}):
        own = evidence_of(br.measure(table), PredictionTable(table), Options(**wishes), Look(), Provenance())
        numbers = error_differences_of(own)
        assert numbers is not None
        assert_frame_equal(numbers, differences_data(table, control=wishes.get("reference")))


def test_ranks_by_metric_are_those_of_the_figure_in_the_order_of_the_report() -> None:
    own = evidence(study())
    order = [name for metric in own.metrics for name in [metric.name]]
    numbers = rank_dots_of(own)
    assert numbers["metric"].unique(maintain_order=True).to_list() == order
    table = rank_dots_data(study())
    keys = ["metric", "algorithm", "dataset"]
    assert_frame_equal(numbers.sort(keys), table.sort(keys))


# Runs on one dataset


def drawn_of(report: br.Report) -> tuple[pl.DataFrame, str, str]:
    """Return the numbers of the picture of page one, its caption and its alternative text."""
    (figure,) = [block for block in report.sections[0].blocks if isinstance(block, Figure)]
    assert isinstance(figure.picture, Picture)
    return figure.picture.numbers, str(figure.caption[0]), figure.alternative


@pytest.mark.parametrize("reference", [None, "C"])
def test_runs_on_one_dataset_are_drawn_with_the_limits_of_the_corrected_t_test(reference: str | None) -> None:
    table = answers.runs_of_one()
    numbers, caption, alternative = drawn_of(br.report(table, reference=reference, sections=["answer"]))
    focus = reference or "A"
    pairs = 3 if reference is None else 2
    tests = {
        (row["a"], row["b"]): row
        for row in br.corrected_resampled_t(table, alpha=0.05 / pairs)
        .with_columns(pl.col("a", "b").cast(pl.String))
        .to_dicts()
    }
    for row in numbers.filter(~pl.col("is_focus")).to_dicts():
        forth, back = tests.get((row["algorithm"], focus)), tests.get((focus, row["algorithm"]))
        own, sign = (forth, 1) if forth is not None else (back, -1)
        assert own is not None
        assert row["estimate"] == pytest.approx(sign * own["estimate"])
        limits = sorted(sign * own[end] for end in ("ci_low", "ci_high"))
        assert (row["low"], row["high"]) == pytest.approx(tuple(limits))
    family = "all three pairs" if reference is None else "all two comparisons"
    assert f"95 % intervals for {family} together (Holm-adjusted corrected resampled t test)" in caption
    assert f"with 95 % intervals for all {pairs} comparisons together" in alternative


def test_a_test_without_an_interval_is_drawn_without_one_and_says_so() -> None:
    table = br.read_scores(br.example("small_study_5x2.csv"))
    iris = pl.DataFrame(table).filter(pl.col("dataset") == "iris", pl.col("metric") == "accuracy")
    report = br.report(br.scores(iris))
    numbers, caption, alternative = drawn_of(report)
    assert numbers.select(pl.col("low", "high", "single_low", "single_high").count().sum()).row(0) == (0, 0, 0, 0)
    assert "5 × 2 cv F test, which gives no interval" in caption
    assert "interval" not in alternative
    rows = report.sections[0].rows
    assert rows is not None
    assert set(rows["method"]) == {"cv52_f"}
    assert "A difference is called significant if its adjusted p-value is at most .05." in said(report, "methods")
    assert "results" not in [section.id for section in report.sections]
