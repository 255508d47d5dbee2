"""Orders: metrics as asked for, costs behind quality, algorithms and datasets as an option."""

from __future__ import annotations

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import tables_of

PRINTED = {"acc": "accuracy", "f1": "F1", "duration": "duration"}
NAMES = ("zeta", "Alpha", "beta")


def table() -> pl.DataFrame:
    rows = [
        (name, f"{letter}{n}", 10.0 + place + n, 0.5 + 0.1 * place + 0.01 * n, 0.9 - 0.1 * place)
        for place, name in enumerate(NAMES)
        for n, letter in enumerate("wXyZab")
    ]
    return pl.DataFrame(rows, schema=["algorithm", "dataset", "duration", "acc", "f1"], orient="row")


def results_of(report: br.Report) -> list[str]:
    """Give the metrics in the order in which the report gives their results."""
    names = [block.id.removeprefix("complete-") for block in tables_of(report) if block.id.startswith("complete")]
    if names == ["complete"]:
        (whole,) = [block for block in tables_of(report) if block.id == "complete"]
        names = whole.frame["metric"].unique(maintain_order=True).to_list()
    return names


def headline(report: br.Report) -> str:
    return str(report.sections[0].blocks[0])


def test_a_time_that_comes_first_in_the_table_does_not_lead() -> None:
    report = br.report(br.scores(table()))
    assert results_of(report) == ["acc", "f1", "duration"]
    assert report.facts == br.report(br.scores(table().select("algorithm", "dataset", "acc", "f1", "duration"))).facts
    assert headline(report) == headline(br.report(br.scores(table().drop("duration"))))


@pytest.mark.parametrize("metrics", [["f1", "acc"], ["acc", "duration", "f1"], ["duration", "f1"]])
def test_metrics_are_in_the_order_asked_for(metrics: list[str]) -> None:
    report = br.report(br.scores(table()), metrics=metrics)
    assert results_of(report) == metrics
    assert f" by {PRINTED[metrics[0]]}" in headline(report)


def test_capitals_do_not_come_first() -> None:
    (whole,) = [block for block in tables_of(br.report(br.scores(table().drop("duration", "f1")))) if block.complete]
    assert [row[0].text for row in whole.rows[: whole.frame.height]] == ["a4", "b5", "w0", "X1", "y2", "Z3"]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (["input"], ["w0", "X1", "y2", "Z3", "a4", "b5"]),
        (["Z3", "w0"], ["Z3", "w0", "a4", "b5", "X1", "y2"]),
        (["name"], ["a4", "b5", "w0", "X1", "y2", "Z3"]),
    ],
)
def test_datasets_are_in_the_order_asked_for(order: list[str], expected: list[str]) -> None:
    report = br.report(br.scores(table().drop("duration", "f1")), dataset_order=order)
    (whole,) = [block for block in tables_of(report) if block.complete]
    assert whole.frame["dataset"].to_list() == expected


def test_algorithms_are_in_the_order_asked_for_and_the_caption_says_so() -> None:
    scores = br.scores(table().drop("duration", "f1"))
    report = br.report(scores, algorithm_order=["zeta"])
    (whole,) = [block for block in tables_of(report) if block.complete]
    assert whole.frame.columns == ["dataset", "zeta", "Alpha", "beta"]
    assert "in the order given" in str(whole.caption)
    (ranked,) = [block for block in tables_of(br.report(scores)) if block.complete]
    assert ranked.frame.columns == ["dataset", "beta", "Alpha", "zeta"]
    assert "in the order of mean rank" in str(ranked.caption)


def test_a_name_that_is_not_there_is_refused() -> None:
    with pytest.raises(br.BenchreportError, match="no dataset 'W0' to be put in order"):
        br.report(br.scores(table()), dataset_order=["W0"])
