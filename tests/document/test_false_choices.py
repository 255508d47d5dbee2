"""Choices that reports once made for their users and that were wrong; none of them is made again."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Finding
from tests.document.sections.sections import prose
from tests.document.sections.told import ERRORS, part_of, printed, said, table_of, wide


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
    assert {"results-per-algorithm", "sensitivity-accuracy"} <= names
    counts = {row["algorithm"]: row["datasets"].strip() for row in printed(table_of(report, "results-per-algorithm"))}
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


def classified(*, items: int = 60, attempts: int = 1, clusters: int = 0, folds: int = 0) -> pl.DataFrame:
    """Two classifiers that both miss the same hard items, the second a little more often."""
    rng = np.random.default_rng(4)
    hard = rng.random(items)
    rows = [
        {"algorithm": name, "dataset": "d", "instance": item, "truth": "yes" if item % 2 else "no"}
        | ({"repeat": attempt} if attempts > 1 else {})
        | ({"cluster": item % clusters} if clusters else {})
        | ({"fold": item % folds, "design": "kfold_cv"} if folds else {})
        | {"prediction": "yes" if (item % 2) ^ (rng.random() < shift * hard[item]) else "no"}
        for name, shift in (("A", 0.4), ("B", 0.9))
        for item in range(items)
        for attempt in range(attempts)
    ]
    return pl.DataFrame(rows)


def deciding(report: br.Report) -> set[str]:
    """Return the methods whose rows the verdicts of a report rest on."""
    findings = [block for part in report.sections for block in part.blocks if isinstance(block, Finding)]
    return {name for finding in findings if "method" in finding.rows.columns for name in finding.rows["method"]}


@pytest.mark.parametrize("table", [classified(clusters=12), classified(attempts=5)], ids=["clusters", "attempts"])
def test_instances_that_depend_on_each_other_are_not_decided_by_mcnemar_on_pooled_rows(table: pl.DataFrame) -> None:
    report = br.report(table, sections=["summary", "predicted"])
    assert deciding(report)
    assert "mcnemar" not in deciding(report)
    assert "McNemar" not in said(report, "summary")


def test_a_t_test_that_counts_clusters_does_not_claim_to_reject_too_often() -> None:
    row = br.paired_t_instances(classified(attempts=3, clusters=12)).row(0, named=True)
    assert "too often" not in row["note"]
    assert row["n"] == 60  # items, not the 180 attempts at them


def test_two_answers_to_one_question_name_their_populations() -> None:
    report = br.report(classified(folds=5), sections=["summary", "within", "predicted"])
    text = said(report, "predicted") + said(report, "within")
    assert "mcnemar" in deciding(report)
    assert "further instances for the models as they were trained" in text
    assert "models trained anew on other training sets" in text


def test_items_that_are_right_or_wrong_get_no_word_on_classes() -> None:
    rng = np.random.default_rng(2)
    logs = []
    for name, skill in (("gpt", 0.8), ("lm", 0.5)):
        samples = [{"doc_id": item, "acc": float(rng.random() < skill)} for item in range(40)]
        logs.append({"model_name": name, "results": {}, "samples": {"arc": samples}})
    report = br.report(br.from_lm_eval_samples(logs), omit=["methods", "provenance"])
    text = " ".join(prose(part) for part in report.sections)
    assert not {"confusion", "single"} & {part.id for part in report.sections}
    assert not re.search("[Mm]ajority|largest class|always", text)


def test_importers_warn_of_splits_that_nobody_declared() -> None:
    results = {"kNN": {"test_score": [0.8, 0.9, 0.7, 0.8]}, "SVM": {"test_score": [0.7, 0.9, 0.8, 0.8]}}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        br.from_cross_validate(results, dataset="iris", metric="accuracy")
    assert [one for one in caught if "need a declared design" in str(one.message)]


@pytest.mark.parametrize("seed", range(3))
def test_an_interval_of_the_table_of_pairs_excludes_0_iff_the_pair_differs_significantly(seed: int) -> None:
    rng = np.random.default_rng(seed)
    algorithms = {name: rng.normal(0.6 + 0.02 * place, 0.03, 12) for place, name in enumerate("ABCD")}
    values = {name: column.round(3).tolist() for name, column in algorithms.items()}
    table = table_of(br.report(wide("accuracy", **values), sections=["ranks"]), "pairs-accuracy")
    titles = [column.title for column in table.columns]
    for row in table.rows:
        text = row[titles.index("interval")].text.replace("−", "-")
        low, high = (float(limit) for limit in text[1:-1].split(", "))
        above = low > 0 or (low == 0 and text[0] == "(")
        below = high < 0 or (high == 0 and text[-1] == ")")
        assert (above or below) == (row[titles.index("p (Holm)")].value <= 0.05)
