"""Sentences that reports once printed and that were not true; whatever is asked for, none of them is printed again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Figure, Finding, Table, Text, figures_of
from tests.document.sections.instances import decisions
from tests.document.sections.sections import plain
from tests.document.sections.told import ERRORS, FOLDS, folds, said, wide

# Seven datasets, four algorithms in strict order: every p is 2 / 2^7. Stepping up keeps it below 0.05, and so does a
# t test; Holm's first step, 6 * 2 / 2^7 = 0.094, does not.
ORDERED = {name: [0.9 - 0.1 * place + 0.001 * i * (place + 1) for i in range(7)] for place, name in enumerate("ABCD")}


def everything(report: br.Report) -> str:
    """Return all words of a report: headings, texts, verdicts, captions, notes, column heads, alternative texts."""
    words = []
    for section in report.sections:
        words.append(section.title)
        for block in section.blocks:
            if isinstance(block, (Text, Finding)):
                words.append(plain(block.words))
            elif isinstance(block, Table):
                words += [plain(block.caption), plain(block.note), *(column.title for column in block.columns)]
            elif isinstance(block, Figure):
                words += [plain(block.caption), block.alternative]
    return "\n".join(words).replace("\u00a0", " ").replace("\u202f", " ")


def compared(scores: pl.DataFrame, **wishes: Any) -> str:
    sections = ["summary", "ranks", "matrix", "advice", "reasons"]
    return everything(br.report(scores, sections=sections, **wishes))


@pytest.mark.parametrize(
    "wishes",
    [{"adjustment": "bh"}, {"adjustment": "hochberg"}, {"tests": {"pairs": "kfold_paired_t"}}],
    ids=["bh", "hochberg", "t test"],
)
def test_where_pairs_differ_significantly_no_sentence_says_that_none_can(wishes: dict[str, Any]) -> None:
    text = compared(wide("accuracy", **ORDERED), **wishes)
    assert re.search("significantly better than (?:all three others|all of the other 3)|6 of 6 pairs|6 differ", text)
    assert not re.search("(?:No|no) pair (?:can|could) (?:become significant|be decided)", text)
    assert "can become significant" not in text


@pytest.mark.parametrize("adjustment", ["holm", "sidak", "hochberg", "bh", "by", "tsbh"])
def test_an_adjustment_claims_the_error_rate_that_it_controls_and_at_most_its_level(adjustment: str) -> None:
    report = br.report(wide("accuracy", **ORDERED), sections=["ranks", "reasons"], adjustment=adjustment)
    text = everything(report)
    if adjustment in ("bh", "by", "tsbh"):
        assert "any false claim" not in text
    assert not re.search(r"any false claim[^.]*[^r] at 0\.05", text.replace("at or below", ""))


@pytest.mark.parametrize("adjustment", ["holm_sidak", "bh", "by", "tsbh"])
def test_an_adjustment_goes_by_its_name_in_every_section(adjustment: str) -> None:
    runs = folds("accuracy", datasets=6, **{name: [1 - value for value in values] for name, values in FOLDS.items()})
    text = everything(br.report(runs, adjustment=adjustment, omit=["methods", "provenance"]))
    assert not re.search(r"\b(?:Bh|Tsbh|Holm_sidak|Bergmann_hommel)\b|\(By\)|By adjust|\bBy-adjusted", text)


def test_an_adjustment_that_needs_no_condition_is_not_said_to_assume_one() -> None:
    text = everything(br.report(wide("error", **ERRORS), sections=["ranks", "methods"]))
    assert "Holm adjustment" in text
    assert not re.search("Assum[^.]*any dependence", text)
    assert not [name for name, record in br.METHODS.items() if "any dependence" in record.assumes]


def test_a_method_that_controls_an_error_rate_says_under_which_dependence() -> None:
    assert not [name for name, record in br.METHODS.items() if record.controls and not record.dependence]


def test_the_interquartile_mean_is_not_said_to_use_twice_the_data_of_the_median() -> None:
    report = br.report(wide("accuracy", **ORDERED), sections=["aggregates", "reasons", "methods"])
    assert "nterquartile mean" in everything(report)
    assert "twice the data" not in everything(report)
    assert "twice the data" not in str(br.iqm.__doc__)


def test_power_is_marked_where_it_is_asked_for_and_never_at_the_observed_differences() -> None:
    report = br.report(wide("error", **ERRORS), sections=["advice"])
    (figure,) = [figure for figure in figures_of(report) if figure.id == "power-error"]
    numbers = figure.picture.numbers  # type: ignore[union-attr]
    marks = numbers.filter(pl.col("item") == "mark").drop_nulls("power")["power"].to_list()
    assert marks == pytest.approx([0.8] * len(marks))
    assert {float(power) for power in re.findall(r"power (\d\.\d+)", figure.alternative)} <= {0.8}
    assert "observed" not in figure.alternative


def test_regression_reports_give_no_advice_on_classes() -> None:
    truth = [float(i) for i in range(20)]
    rows = [
        (name, "d", i % 5, i, value, value + shift * (i % 3))
        for name, shift in (("A", 0.1), ("B", 0.2))
        for i, value in enumerate(truth)
    ]
    names = ["algorithm", "dataset", "fold", "instance", "truth", "prediction"]
    predicted = pl.DataFrame(rows, schema=names, orient="row").with_columns(design=pl.lit("kfold_cv"))
    for table in (predicted, folds("rmse", **FOLDS)):
        text = said(br.report(table, sections=["advice"]), "advice")
        assert not re.search("class(?:es)?\\b|[Ss]tratif", text)


def test_a_pdf_carries_every_data_file_that_it_names(tmp_path: Path) -> None:
    from pypdf import PdfReader

    report = br.report(folds("error", datasets=3, **FOLDS), sections=["within"])
    report.write(tmp_path / "r.pdf")
    reader = PdfReader(tmp_path / "r.pdf")
    text = re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader.pages))
    assert "data file" not in text  # a file that is not named cannot be looked for
    files = set(re.findall(r"[a-z][a-z0-9-]*\.csv", text.replace("- ", "-")))
    assert files
    assert files <= set(reader.attachments)


def test_one_value_per_cell_is_not_called_a_run_since_it_may_be_an_average() -> None:
    report = br.report(wide("error", **ERRORS), sections=["coverage", "advice"])
    text = everything(report)
    assert "One run" not in text
    assert "A single run" not in text


def test_of_classifiers_with_equally_many_errors_none_has_the_lowest_error_rate() -> None:
    pairs = [("x", "x"), ("x", "y"), ("y", "y"), ("y", "y")] * 5
    mirrored = [("x", "x"), ("x", "x"), ("y", "x"), ("y", "y")] * 5
    report = br.report(decisions({"A": pairs, "B": mirrored}), sections=["confusion", "predicted"])
    text = everything(report)
    assert not re.search("which has the lowest (?:mean )?error rate", text)
    assert "lowest mean error rate" not in text


def test_a_circle_of_wins_refers_to_no_sentence_that_is_not_there() -> None:
    circle = wide("accuracy", A=[0.9, 0.7, 0.8], B=[0.8, 0.9, 0.7], C=[0.7, 0.8, 0.9])
    text = said(br.report(circle, sections=["matrix"]), "matrix")
    assert "beats" in text
    assert not re.search(r"\beither\b", text)


@pytest.mark.parametrize("test", [br.hotelling, br.manova])
def test_a_metric_is_not_said_to_follow_from_others_because_one_run_diverged(test: Any) -> None:
    # Two losses measured independently; in one run both overflow, and the rest is small beside that.
    rng = np.random.default_rng(1)
    values = rng.uniform(0.1, 0.9, (10, 2, 3))
    values[0, 0, :2] = 1e9, 2e9
    rows = [
        (name, "d", run, f"loss {metric}", values[run, place, metric])
        for place, name in enumerate("AB")
        for run in range(10)
        for metric in range(3)
    ]
    table = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "metric", "value"], orient="row")
    directions = {f"loss {metric}": "lower" for metric in range(3)}
    (note,) = test(br.scores(table, directions=directions, design="kfold_cv"))["note"].unique()[:1]
    assert "loss 1" in note
    assert "follow" not in note


def test_rounds_of_a_timer_are_not_said_to_be_pairs() -> None:
    rows = [(name, "d", run, 1.0 + 0.1 * run + step) for step, name in enumerate("AB") for run in range(6)]
    rounds = br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "runtime"], orient="row"))
    seeds = rounds.with_columns(metric=pl.lit("error", pl.Categorical), design=pl.lit("seeds"))
    for test in (br.unpaired_t, br.mann_whitney, br.cliff_delta):
        for table in (rounds, seeds):
            assert "paired test" not in str(test(table)["note"][0])


TIED = {"A": [0.8, 0.7, 0.9, 0.6, 0.8, 0.7, 0.9, 0.6], "B": [0.7, 0.8, 0.6, 0.9, 0.7, 0.8, 0.6, 0.9]}


@pytest.mark.parametrize(
    "algorithms",
    [TIED | {"C": [0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2]}, {name: [0.5, 0.6, 0.7, 0.8] * 2 for name in "ABC"}],
    ids=["two on top", "all equal"],
)
@pytest.mark.parametrize("metric", ["accuracy", "error"])
def test_none_of_several_that_are_tied_on_top_is_called_the_best(
    algorithms: dict[str, list[float]], metric: str
) -> None:
    better = {name: [1 - v for v in values] if metric == "error" else values for name, values in algorithms.items()}
    text = everything(br.report(wide(metric, **better)))
    praise = "is best|is the best|has the best|has the highest|has the lowest|ranks? best|leads"
    alone = rf"(?<!and )(?<!or )(?<!, )\b[AB]\b(?! and| or|,)[^.;,]{{0,30}}\b(?:{praise})"
    assert not re.findall(alone, text)
    assert not re.findall(r"(?:best|leader|winner)(?: is|:) [AB]\b(?! and|,)", text)
