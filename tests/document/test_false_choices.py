"""Choices that reports once made for their users and that were wrong; none of them is made again."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import benchreport as br
from tests.document.parts.sections import prose
from tests.document.parts.told import ERRORS, part_of, printed, said, table_of, wide


def failure_of(*values: Any, **wishes: Any) -> str | None:
    """Return why a report is refused, or nothing where it is made."""
    try:
        br.report(*values, **wishes)
    except br.BenchreportError as error:
        return str(error)
    return None


# Six algorithms on twelve datasets. F has results on three datasets only; without it the table is complete.
FRAGILE = {name: [0.5 + 0.03 * place + 0.001 * i for i in range(12)] for place, name in enumerate("ABCDE")}
GAPS = wide("accuracy", **FRAGILE, F=[0.9 if i < 3 else None for i in range(12)])


def test_the_default_does_not_throw_most_of_the_table_away() -> None:
    # Dropping the datasets that F lacks would leave three of twelve, on which nothing can be decided.
    report = br.report(GAPS, sections=["summary", "ranks"])
    assert "E is significantly better than" in said(report, "comparison-accuracy")


def test_the_first_sentence_counts_what_was_compared_and_names_who_was_left_out() -> None:
    first = prose(br.report(GAPS, sections=["summary"]).sections[0]).split(". ")[0]
    assert "9 of 72 results are missing" in first
    assert "5 of 6 algorithms are compared on 12 of 12 datasets" in first
    assert "F left out" in first


def test_under_a_policy_of_stand_ins_the_first_sentence_counts_the_cells_that_were_made_up() -> None:
    first = prose(br.report(GAPS, sections=["summary"], missing="worst").sections[0]).split(". ")[0]
    assert "9 of 72 results are missing" in first
    assert "9 made-up values are ranked last" in first


def test_coverage_counts_the_results_of_every_algorithm_and_the_sensitivity_stands_beside() -> None:
    report = br.report(GAPS, sections=["coverage"])
    names = {block.id for block in part_of(report, "coverage").blocks if hasattr(block, "id")}
    assert {"results", "sensitivity-accuracy"} <= names
    counts = {row["algorithm"]: row["datasets"].strip() for row in printed(table_of(report, "results"))}
    assert counts["F"] == "3"
    assert counts["A"] == "12"


def test_n_is_a_column_of_a_leaderboard_whose_rows_rest_on_other_cells() -> None:
    (row,) = [
        row for row in printed(table_of(br.report(GAPS, sections=["leaderboard"]), "board")) if row["algorithm"] == "F"
    ]
    assert row.get("n", "").strip() == "3"


def test_a_reference_with_gaps_is_never_dropped() -> None:
    # Of the reference three results are missing, of F nine.
    gaps = FRAGILE | {"A": [None] * 3 + FRAGILE["A"][3:]}
    table = wide("accuracy", **gaps, F=[0.9 if i < 3 else None for i in range(12)])
    for policy in ("auto", "drop_algorithms"):
        wishes = {} if policy == "auto" else {"missing": policy}
        report = br.report(table, sections=["ranks"], baseline="A", **wishes)
        text = said(report, "comparison-accuracy")
        assert "Over 9 datasets" in text
        assert "A" in {cell.text for line in table_of(report, "pairs-accuracy").rows for cell in line}


def test_a_table_of_which_nothing_remains_is_refused() -> None:
    # Every dataset lacks another algorithm, so no dataset is complete.
    round_robin = {
        name: [None if i % 3 == place else 0.5 + 0.01 * i for i in range(9)] for place, name in enumerate("ABC")
    }
    assert "nothing is left" in str(failure_of(wide("accuracy", **round_robin), missing="drop_blocks"))


def test_a_report_is_made_from_a_table_of_confusion_counts() -> None:
    rows = [("A", "d", fold, 40 + fold, 5, 10, 45 - fold) for fold in range(4)]
    rows += [("B", "d", fold, 38, 7 - fold, 12, 43 + fold) for fold in range(4)]
    table = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "tp", "fp", "fn", "tn"], orient="row")
    counts = br.counts(table.with_columns(design=pl.lit("kfold_cv")))
    assert failure_of(counts, sections=["confusion"]) is None


@pytest.mark.parametrize("test", [br.wilcoxon, br.friedman, br.average_ranks])
def test_innocent_columns_group_the_rows_of_every_test(test: Any) -> None:
    table = wide("error", **ERRORS)
    refused = []
    for name in ("key", "rank", "position", "level", "mean", "best", "place", "blocks", "size"):
        try:
            rows = test(table.with_columns(pl.lit("one").alias(name)), by=("metric", name))
        except br.BenchreportError:
            refused.append(name)
            continue
        assert rows[name].unique().to_list() == ["one"]
    assert refused == []
