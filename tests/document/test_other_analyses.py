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


def claim(better: str | None = "A", other: str = "B", same: int = 7, words: str = "not by the sign test") -> Agreement:
    return Agreement(
        a="A", b=other, better=better, same=same, total=8, otherwise="" if same == 8 else words, cannot=0, hangs_on=()
    )


def test_agreement_is_that_of_the_multiverse_where_the_report_decides_as_it_does() -> None:
    own = evidence(answers.demo())
    expected = br.multiverse(answers.demo())
    for agreement in agreements(own.comparisons[0], own.multiverse):
        pair = expected.filter(pl.col("a") == agreement.a, pl.col("b") == agreement.b)
        able = pair.filter(pl.col("kind") == "analysis", "can")
        assert (agreement.same, agreement.total) == (able["same"].sum(), able.height)
        gone = pair.filter(pl.col("kind") == "left_out", ~pl.col("same"))["left_out"].to_list()
        assert list(agreement.hangs_on) == gone


def test_the_only_verdict_of_the_demo_is_that_of_wilcoxon_tests_alone() -> None:
    own = evidence(answers.demo())
    (verdict,) = [part for part in agreements(own.comparisons[0], own.multiverse) if part.better]
    assert (verdict.better, verdict.loser, verdict.otherwise) == ("C4.5+m", "C4.5", "not by t, sign or rank tests")
    assert line_of([verdict]) == "The verdict is the same in two of eight analyses; not by t, sign or rank tests."


def test_another_test_of_the_report_is_compared_with_all_of_the_list() -> None:
    own = evidence(answers.demo(), tests={"pairs": "sign_test"})
    assert not own.comparisons[0].significant().height
    found = {frozenset((part.a, part.b)): part for part in agreements(own.comparisons[0], own.multiverse)}
    pair = found[frozenset(("C4.5", "C4.5+m"))]
    assert (pair.better, pair.same, pair.total) == (None, 6, 8)
    assert pair.otherwise == "not by Wilcoxon tests"


def test_with_a_reference_there_are_six_analyses() -> None:
    own = evidence(answers.between(), reference="C")
    assert {part.total for part in agreements(own.comparisons[0], own.multiverse)} == {6}


def test_families_of_datasets_have_no_list_of_analyses() -> None:
    assert evidence(answers.families()).multiverse.is_empty()


@pytest.mark.parametrize(
    ("claims", "line"),
    [
        ([], ""),
        ([claim(same=8)], ""),
        ([claim()], "The verdict is the same in seven of eight analyses; not by the sign test."),
        (
            [claim(), claim(other="C")],
            "Both verdicts are the same in seven of eight analyses; not by the sign test.",
        ),
        (
            [claim(), claim(other="C", same=8), claim(other="D", same=8)],
            "The verdict over B is the same in seven of eight analyses, not by the sign test; the others in all.",
        ),
        (
            [claim(), claim(other="C", same=2, words="not by t tests"), claim(other="D", same=8)],
            "Of these three verdicts, one is the same in all analyses; the one over C in two of eight, not by t tests.",
        ),
    ],
)
def test_the_line(claims: list[Agreement], line: str) -> None:
    assert line_of(claims) == line
