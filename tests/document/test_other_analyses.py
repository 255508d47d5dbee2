"""Verdicts under other analyses: counted against the report's own, and the line that says so."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.document.analyses.other_analyses import Agreement, agreements, line_of
from benchreport.document.evidence import Evidence, Provenance, evidence_of
from benchreport.document.model.blocks import Look
from benchreport.options import read_options
from tests.document.sections import answers


def evidence(table: pl.DataFrame, **wishes: Any) -> Evidence:
    return evidence_of(table, None, read_options(wishes), Look(), Provenance())


def claim(other: str = "B", same: int = 2, better: str = "A") -> Agreement:
    return Agreement(a=better, b=other, better=better, same=same, total=3, hangs_on=())


def test_agreement_is_that_of_the_multiverse_where_the_report_decides_as_it_does() -> None:
    own = evidence(answers.demo())
    expected = br.multiverse(answers.demo())
    for agreement in agreements(own.comparisons[0], own.multiverse):
        pair = expected.filter(pl.col("a") == agreement.a, pl.col("b") == agreement.b)
        able = pair.filter(pl.col("kind") == "analysis", "can")
        assert (agreement.same, agreement.total) == (able["same"].sum(), able.height)
        gone = pair.filter(pl.col("kind") == "left_out", ~pl.col("same"))["left_out"].to_list()
        assert list(agreement.hangs_on) == gone


def test_the_only_verdict_of_the_demo_is_that_of_wilcoxon_tests_and_sign_flips() -> None:
    own = evidence(answers.demo())
    (verdict,) = [part for part in agreements(own.comparisons[0], own.multiverse) if part.better]
    assert (verdict.better, verdict.loser) == ("C4.5+m", "C4.5")
    assert line_of([verdict]) == "The win over C4.5 holds in one of three alternative analyses."


def test_another_test_of_the_report_is_left_out_of_the_list_and_its_adjustment_is_taken() -> None:
    own = evidence(answers.demo(), tests={"pairs": "sign_test"}, adjust="bonferroni")
    assert not own.comparisons[0].significant().height
    counted = own.multiverse.filter(pl.col("kind") == "analysis")
    assert set(counted["analysis"]) == {"Wilcoxon", "paired t", "sign flips of means"}
    assert set(counted["adjustment"]) == {"bonferroni"}
    found = {frozenset((part.a, part.b)): part for part in agreements(own.comparisons[0], own.multiverse)}
    pair = found[frozenset(("C4.5", "C4.5+m"))]
    # By Bonferroni Wilcoxon's p is .00732 * 6 = .044, that of sign flips as much, that of the t test above .05.
    assert (pair.better, pair.same, pair.total) == (None, 1, 3)


def test_with_a_reference_there_are_three_analyses() -> None:
    own = evidence(answers.between(), reference="C")
    assert {part.total for part in agreements(own.comparisons[0], own.multiverse)} == {3}


def test_families_of_datasets_have_no_list_of_analyses() -> None:
    assert evidence(answers.families()).multiverse.is_empty()


@pytest.mark.parametrize(
    ("claims", "line"),
    [
        ([], ""),
        ([claim(same=3)], ""),
        ([claim()], "The win over B holds in two of three alternative analyses."),
        ([claim(), claim("C")], "The wins over B and C hold in two of three alternative analyses."),
        (
            [claim(), claim("C", 3), claim("D", 3)],
            "The wins over C and D hold in all three alternative analyses; the win over B holds in two.",
        ),
        (
            [claim(), claim("C", 0), claim("D", 3)],
            "Only the win over D holds in all three alternative analyses; the win over B holds in two and the win "
            "over C holds in none.",
        ),
        (
            [claim(), claim("A", 1, better="C")],
            "No win holds in all three alternative analyses; the win of A over B holds in two and the win of C over A "
            "holds in one.",
        ),
        (
            [claim(name, same) for name, same in zip("BCDEFGHI", (3, 3, 3, 3, 2, 2, 1, 1), strict=True)],
            "Of the eight wins, four hold in all three alternative analyses; the other four hold in one to two.",
        ),
    ],
)
def test_the_line(claims: list[Agreement], line: str) -> None:
    assert line_of(claims) == line
