"""A report says what was really compared when results are missing, under every policy."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.analyses.compared import clauses, compared
from benchreport.document.evidence import Evidence, Provenance, evidence_of
from benchreport.document.model.looks import look_of
from benchreport.document.sections.coverage import coverage_section
from benchreport.document.sections.leaderboard import leaderboard_section
from benchreport.document.sections.tables import tables_section
from benchreport.errors import IncompleteError, OptionError
from benchreport.options import FILLING, read_options
from tests.cli.shell import fine, refused
from tests.document.sections.sections import prose, tables
from tests.document.sections.told import printed

# The example of the specification: rows are datasets, 1 is a result.
EXAMPLE = ["11110", "11111", "11101", "11110", "11011", "11110", "10111", "11110"]
ONE_OUTSIDE = ["1110"] * 11 + ["0001"]
PATTERNS = {
    "example": EXAMPLE,
    "nearly complete": ["1111"] * 18 + ["1110", "0111"],
    "pairs": ["111"] * 5 + ["110", "110", "011", "011", "101", "101"],
    "one outside": ONE_OUTSIDE,
    "round": ["110", "011", "101"] * 4,
    "apart": ["1100"] * 7 + ["0011"] * 7,
}


def table_of(rows: list[str], *, metric: str = "accuracy", seed: int = 0) -> pl.DataFrame:
    """Scores with a result where a row of signs has a 1; later algorithms are a little better."""
    random = np.random.default_rng(seed)
    cells = [
        (
            f"d{number:02}",
            chr(65 + column),
            metric,
            round(0.5 + 0.02 * column + 0.02 * float(random.normal()), 4) if sign == "1" else None,
        )
        for number, row in enumerate(rows)
        for column, sign in enumerate(row)
    ]
    return br.scores(pl.DataFrame(cells, schema=["dataset", "algorithm", "metric", "value"], orient="row"))


def evidence(table: pl.DataFrame, **wishes: Any) -> Evidence:
    return evidence_of(table, None, read_options(wishes), look_of("article", None), Provenance())


def first_sentence(table: pl.DataFrame, **wishes: Any) -> str:
    report = br.report(table, sections=["summary"], **wishes)
    return prose(report.sections[0]).split(". ")[0]


def test_auto_is_the_default_policy() -> None:
    assert read_options({}).missing == "auto"
    assert evidence(table_of(EXAMPLE)).policies == {"accuracy": "available"}


def test_the_first_sentence_counts_what_was_really_compared() -> None:
    # ANSWER, missing_auto: "5 algorithms on 8 datasets, 7 of 40 results missing; pairs compared on 3 to 7 datasets".
    assert first_sentence(table_of(EXAMPLE)) == (
        "The table holds five algorithms on 8 datasets by accuracy; 7 of 40 results are missing; "
        "pairs are compared on 3 to 7 datasets"
    )


def test_the_first_sentence_counts_complete_datasets() -> None:
    assert clauses(evidence(table_of(PATTERNS["nearly complete"]))) == (
        "2 of 80 results are missing; 18 of 20 datasets have results of all 4 algorithms and are compared"
    )


def test_the_first_sentence_names_the_algorithms_outside_the_sub_table() -> None:
    assert clauses(evidence(table_of(ONE_OUTSIDE))) == (
        "14 of 48 results are missing; 3 of 4 algorithms are compared on 11 of 12 datasets (D left out)"
    )


def test_the_first_sentence_says_where_the_sub_table_is_not_proved_to_be_the_largest() -> None:
    random = np.random.default_rng(0)
    rows = ["".join("1" if random.random() > 0.1 else "0" for _ in range(20)) for _ in range(41)]
    said = clauses(evidence(table_of(rows), missing="subtable"))
    assert "not proved to be the most possible" in said
    present = sum(row.count("1") for row in rows)
    assert f" of {present} results, not proved" in said


@pytest.mark.parametrize(
    ("policy", "clause"),
    [
        ("worst", "7 of 40 results are missing; 7 made-up values are ranked last on their datasets"),
        ("stand_in", "7 of 40 results are missing; 7 made-up values stand in for them"),
    ],
)
def test_the_first_sentence_counts_made_up_cells(policy: str, clause: str) -> None:
    assert clauses(evidence(table_of(EXAMPLE), missing=policy, baseline="A")) == clause


def test_metrics_with_other_gaps_are_told_apart_in_the_first_sentence() -> None:
    both = pl.concat([table_of(EXAMPLE), table_of(["11111"] * 8, metric="auc", seed=1)])
    assert clauses(evidence(both)) == ("by accuracy 7 of 40 results are missing; pairs are compared on 3 to 7 datasets")


def test_nothing_is_said_of_missing_results_where_none_is_missing() -> None:
    assert clauses(evidence(table_of(["111"] * 8))) == ""


@pytest.mark.long
@pytest.mark.parametrize("name", ["example", "one outside", "apart"])
@pytest.mark.parametrize("policy", [word for word in FILLING if word not in ("refuse", "reference")])
def test_every_section_works_under_every_policy(name: str, policy: Any) -> None:
    table = table_of(PATTERNS[name])
    baseline = "A" if policy == "stand_in" else None
    wishes: dict[str, Any] = {"missing": policy, "margin": 0.05, "baseline": baseline, "omit": ["methods"]}
    left = br.complete(table, policy, reference=baseline).drop_nulls("value")
    if left.group_by("dataset").len().filter(pl.col("len") > 1).is_empty():
        with pytest.raises(IncompleteError, match="nothing is left to compare"):
            br.report(table, sections=["all"], **wishes)
        return
    report = br.report(table, sections=["all"], **wishes)
    assert {"summary", "coverage", "leaderboard", "tables"} <= {part.id for part in report.sections}


def test_a_report_refuses_gaps_where_that_is_read_options() -> None:
    with pytest.raises(IncompleteError, match="accuracy, d00 lacks E"):
        br.report(table_of(EXAMPLE), missing="refuse")


def test_stand_ins_need_a_reference() -> None:
    with pytest.raises(OptionError, match=r"(?s)needs a reference, whose results stand in.*--reference NAME"):
        br.report(table_of(EXAMPLE), missing="stand_in")


@pytest.mark.parametrize("policy", ["drop_blocks", "drop_algorithms"])
def test_a_table_of_which_nothing_remains_is_an_error(policy: str) -> None:
    with pytest.raises(
        IncompleteError, match=rf"(?s)nothing is left to compare with missing = '{policy}'.*--missing auto"
    ):
        br.report(table_of(PATTERNS["round"]), missing=policy)


def test_algorithms_without_a_common_dataset_are_an_error() -> None:
    with pytest.raises(IncompleteError, match="no two algorithms have results on the same dataset"):
        br.report(table_of(["10", "01"] * 4))


def test_the_command_line_fails_where_nothing_remains(tmp_path: Any) -> None:
    path = tmp_path / "scores.csv"
    table_of(PATTERNS["round"]).select("algorithm", "dataset", "metric", "value").write_csv(path)
    error, hint = refused("build", path, "-o", tmp_path / "report.md", "--missing", "drop_blocks", code=2)
    assert "nothing is left to compare" in error
    assert "--missing auto" in hint
    assert not (tmp_path / "report.md").exists()


def test_build_takes_every_policy_by_its_name() -> None:
    text = " ".join(fine("build", "--help").split())
    for policy in ("auto", "refuse", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in"):
        assert policy in text
    assert "Default: auto." in text


def test_coverage_is_counted_for_every_algorithm() -> None:
    section = coverage_section(evidence(table_of(EXAMPLE)))
    rows = printed(tables(section)["results-per-algorithm"])
    assert [(row["algorithm"], row["datasets"]) for row in rows] == [
        ("E", "4"), ("B", "7"), ("C", "7"), ("D", "7"), ("A", "8"),
    ]  # fmt: skip


def test_the_reason_of_the_choice_stands_in_the_section_on_coverage() -> None:
    words = prose(coverage_section(evidence(table_of(EXAMPLE))))
    assert "Only 1 of 8 datasets is complete, and no complete part of the table has enough datasets" in words
    assert "After Holm adjustment, 10 of 10 comparisons cannot become significant by an exact test" in words
    assert "decided from the pattern of missing results alone" in words


def test_the_sensitivity_table_stands_beside_whatever_the_policy() -> None:
    for policy in ("auto", "worst"):
        section = coverage_section(evidence(table_of(ONE_OUTSIDE), missing=policy))
        rows = printed(tables(section)["sensitivity-accuracy"])
        assert [row["compared"] for row in rows] == [
            "as in this report",
            "complete datasets",
            "largest complete part",
            "each pair on what both have",
            "missing results ranked last",
        ]
    own = printed(tables(coverage_section(evidence(table_of(ONE_OUTSIDE))))["sensitivity-accuracy"])
    assert own[0]["algorithms"] == own[2]["algorithms"] == "3"
    assert own[0]["datasets"].strip() == "11"
    # No dataset has results of all four.
    assert (own[1]["datasets"].strip(), own[1]["first"]) == ("0", "—")


def board_of(given: Evidence) -> list[dict[str, str]]:
    (board,) = [part for name, part in tables(leaderboard_section(given)).items() if name == "board"]
    return printed(board)


def test_a_row_of_the_leaderboard_rests_on_one_set_of_cells_and_n_is_a_column() -> None:
    given = evidence(table_of(EXAMPLE))
    rows = {row["algorithm"]: row for row in board_of(given)}
    assert {name: row["n"] for name, row in rows.items()} == {"A": "8", "B": "7", "C": "7", "D": "7", "E": "4"}
    own = given.scores.filter((pl.col("algorithm") == "E") & pl.col("value").is_not_null())["value"]
    assert rows["E"]["mean ± sd"].startswith(f"{own.mean():.4f}")
    ranked = br.rank_effects(table_of(EXAMPLE))
    expected = {row["algorithm"]: str(row["place"]) for row in ranked.to_dicts()}
    assert {name: row["place"] for name, row in rows.items()} == expected


def test_without_gaps_the_leaderboard_has_no_column_n() -> None:
    assert "n" not in board_of(evidence(table_of(["111"] * 8)))[0]


def test_algorithms_outside_the_sub_table_are_listed_with_their_n_and_get_no_place() -> None:
    given = evidence(table_of(ONE_OUTSIDE))
    last = board_of(given)[-1]
    assert (last["algorithm"], last["n"], last["rank"], last["mean ± sd"]) == ("D", "1", "", "")
    assert "By accuracy, D has too few results in common with the others and gets no place." in prose(
        leaderboard_section(given)
    )


def test_an_algorithm_with_made_up_results_has_a_rank_and_no_mean() -> None:
    given = evidence(table_of(["111"] * 7 + ["110"]), missing="worst")
    rows = {row["algorithm"]: row for row in board_of(given)}
    assert rows["C"]["mean ± sd"] == ""
    assert rows["C"]["rank"] != ""
    assert rows["A"]["mean ± sd"] != ""


def test_places_of_algorithms_that_share_no_dataset_are_given_among_those_that_do() -> None:
    given = evidence(table_of(PATTERNS["apart"]), missing="available")
    assert sorted(row["place"] for row in board_of(given)) == ["1", "1", "2", "2"]
    assert compared(given)[0].apart == 4
    assert "4 pairs share none" in clauses(given)


def test_the_table_of_results_prints_places_where_results_are_missing() -> None:
    rows = printed(tables(tables_section(evidence(table_of(EXAMPLE))))["complete-accuracy"])
    assert rows[-1]["dataset"] == "place"


def test_no_policy_drops_the_baseline_from_a_report() -> None:
    rows = ["1110"] * 6 + ["1111"] * 9
    for policy in ("auto", "subtable", "drop_algorithms"):
        given = evidence(table_of(rows), missing=policy, baseline="D")
        assert "D" in given.compared.drop_nulls("value")["algorithm"].cast(pl.String).to_list()


def test_a_single_test_takes_the_policies_of_reports(tmp_path: Any) -> None:
    path = tmp_path / "scores.csv"
    table_of(ONE_OUTSIDE).select("algorithm", "dataset", "metric", "value").write_csv(path)
    for policy in ("auto", "subtable"):
        assert " 11 " in fine("test", "friedman", path, "--missing", policy)
