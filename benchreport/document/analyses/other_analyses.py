"""Verdicts under other analyses: in how many of a fixed list each is the same, which differ, and the line for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.naming import enumerated, spelled
from benchreport.records import dataclass

# Conditions under which analyses may all come out otherwise, in the words of the line.
TESTS = {"Wilcoxon": "Wilcoxon", "t": "t", "sign": "sign", "Nemenyi": "rank", "mean ranks": "rank"}
CONDITIONS = (
    ("adjustment", "bonferroni", "with Bonferroni adjustment"),
    ("runs", "median", "with medians of runs"),
    ("gaps", "complete", "on complete datasets"),
    ("gaps", "pairs", "on the datasets of each pair"),
    ("gaps", "worst", "with missing results ranked last"),
)
VERSIONS = {(column, value): phrase for column, value, phrase in CONDITIONS} | {("runs", "mean"): "with means of runs"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """One comparison under the other analyses: ``same`` of ``total`` that can decide come to the report's verdict.

    ``better`` is None where the report does not separate the two. ``otherwise`` says in words which analyses differ,
    ``cannot`` counts those that cannot reach the level, ``hangs_on`` names the datasets without any one of which the
    report's own analysis comes to another verdict.
    """

    a: str
    b: str
    better: str | None
    same: int
    total: int
    otherwise: str
    cannot: int
    hangs_on: tuple[str, ...]

    @property
    def unanimous(self) -> bool:
        """Whether every analysis comes to the same verdict."""
        return self.same == self.total

    @property
    def loser(self) -> str:
        """The algorithm that is not the better one."""
        return self.a if self.better == self.b else self.b


def first_agreements(evidence: Evidence) -> list[Agreement]:
    """Return how each deciding comparison by the first metric fares under the other analyses."""
    return agreements(evidence.comparisons[0], evidence.multiverse)


def agreements(c: Comparison, rows: pl.DataFrame) -> list[Agreement]:
    """Return how each deciding comparison fares under the other analyses, in the order of the deciding rows.

    ``rows`` are those of :func:`multiverse`; the verdicts are compared with those of the report, whichever test,
    adjustment or policy it was made with.
    """
    names = pl.col("a", "b", "better").cast(pl.String)
    significant = (pl.col("p_adjusted") <= pl.col("alpha")).fill_null(False)
    decided = c.tested.select(names, sure=significant).select("a", "b", own=pl.when("sure").then("better"))
    pair = pl.concat_str(pl.min_horizontal("a", "b"), pl.max_horizontal("a", "b"), separator="\0")
    # Of the many rows without single datasets only those that differ from the deciding analysis are looked at.
    judged = (
        rows.filter((pl.col("kind") != "left_out") | ~pl.col("same"))
        .with_columns(names)
        .with_columns(pair=pair)
        .join(decided.select("own", pair=pair), on="pair", maintain_order="left")
        .with_columns(
            same=pl.when(pl.col("own").is_null())
            .then(~pl.col("verdict"))
            .otherwise(pl.col("verdict") & (pl.col("better") == pl.col("own")))
            .fill_null(False),
            number=pl.struct("analysis", "adjustment", "runs", "gaps").rank("dense"),
        )
    )
    analyses = {
        number: Analysis(name, adjustment, runs, gaps)
        for number, name, adjustment, runs, gaps in judged.select("number", "analysis", "adjustment", "runs", "gaps")
        .unique()
        .iter_rows()
    }
    able = (pl.col("kind") == "analysis") & pl.col("can")
    gone = pl.col("kind") == "left_out"
    outcomes = judged.group_by("pair").agg(
        same=pl.col("same").filter(able),
        numbers=pl.col("number").filter(able),
        cannot=((pl.col("kind") == "analysis") & ~pl.col("can")).sum(),
        # What the list calls deciding is the report's own analysis only where both come to the same.
        gone=pl.when(pl.col("same").filter(pl.col("kind") == "deciding").all())
        .then(pl.col("left_out").filter(gone).implode())
        .otherwise(pl.lit([], pl.List(pl.String))),
    )
    ordered = decided.with_columns(pair=pair).join(outcomes, on="pair", maintain_order="left").drop("pair")
    clauses: dict[tuple[tuple[int, ...], tuple[bool, ...]], str] = {}
    agreed = []
    for a, b, own, same, numbers, cannot, without in ordered.iter_rows():
        key = (tuple(numbers), tuple(same))
        if key not in clauses:
            clauses[key] = _otherwise([analyses[number] for number in numbers], same)
        agreed.append(
            Agreement(
                a=a,
                b=b,
                better=own,
                same=sum(same),
                total=len(same),
                otherwise=clauses[key],
                cannot=cannot,
                hangs_on=tuple(without),
            )
        )
    return agreed


class Analysis(NamedTuple):
    """One analysis of the list: its name, and the versions of the table and adjustment it is made with."""

    name: str
    adjustment: str | None
    runs: str | None
    gaps: str | None

    @property
    def test(self) -> str:
        """The kind of test, in the words of the line."""
        return TESTS[self.name.split(",")[0]]

    @property
    def words(self) -> str:
        """The analysis in full: the test, how it is adjusted, and the version of the table."""
        test, *rest = self.name.split(", ")
        named = {"Nemenyi": "by Nemenyi's test", "mean ranks": "by the test of mean ranks"}
        own = named.get(test, f"by the {test} test")
        adjusted = f" adjusted by {rest[0]}" if self.adjustment else ""
        versions = [VERSIONS[column, value] for column, value in (("runs", self.runs), ("gaps", self.gaps)) if value]
        return f"{own}{adjusted}{''.join(f' {version}' for version in versions)}"


def _otherwise(analyses: Sequence[Analysis], same: Sequence[bool]) -> str:
    """Return which analyses come to another verdict, as a clause that begins with "not"; empty where none does."""
    other = {number for number, agrees in enumerate(same) if not agrees}
    if not other:
        return ""
    by_test: dict[str, set[int]] = {label: set() for label in TESTS.values()}
    for number, analysis in enumerate(analyses):
        by_test[analysis.test].add(number)
    tests = [label for label, members in by_test.items() if members and members <= other]
    explained = {number for label in tests for number in by_test[label]}
    words = [f"by {enumerated(tests, 'or')} tests" if tests != ["sign"] else "by the sign test"] if tests else []
    for column, value, phrase in CONDITIONS:
        members = {number for number, analysis in enumerate(analyses) if getattr(analysis, column) == value}
        if members and members <= other and not members <= explained:
            words.append(phrase)
            explained |= members
    rest = sorted(other - explained)
    if len(rest) == 1:
        words.append(analyses[rest[0]].words)
    elif rest:
        words.append(f"in {spelled(len(rest))} others" if words else f"in {spelled(len(rest))}")
    return f"not {enumerated(words, 'or')}"


def line_of(claims: Sequence[Agreement]) -> str:
    """Return how far some verdicts hang on the analysis, as one sentence; empty where all analyses agree on all.

    Examples
    --------
    >>> claim = Agreement(a="A", b="B", better="A", same=7, total=8, otherwise="not by the sign test", cannot=0,
    ...     hangs_on=())
    >>> line_of([claim])
    'The verdict is the same in seven of eight analyses; not by the sign test.'
    >>> line_of([])
    ''
    """
    open_claims = [claim for claim in claims if not claim.unanimous]
    if not open_claims:
        return ""
    if len(claims) == 1:
        claim = claims[0]
        return f"The verdict is the same in {_of(claim)} analyses; {claim.otherwise}."
    kinds = {(claim.same, claim.total, claim.otherwise) for claim in open_claims}
    if len(kinds) == 1 and len(open_claims) == len(claims):
        every = "Both" if len(claims) == 2 else f"All {spelled(len(claims))}"
        return f"{every} verdicts are the same in {_of(claims[0])} analyses; {claims[0].otherwise}."
    least = min(open_claims, key=lambda claim: (claim.same / max(claim.total, 1), claim.loser))
    agreed = len(claims) - len(open_claims)
    over = _over(least, shared=len({claim.better for claim in claims}) == 1)
    if len(open_claims) == 1:
        others = "other" if agreed == 1 else "others"
        return f"The verdict {over} is the same in {_of(least)} analyses, {least.otherwise}; the {others} in all."
    every = f"{spelled(agreed) if agreed else 'none'} {'is' if agreed <= 1 else 'are'} the same in all analyses"
    return f"Of these {spelled(len(claims))} verdicts, {every}; the one {over} in {_of(least)}, {least.otherwise}."


def _of(claim: Agreement) -> str:
    same = spelled(claim.same) if claim.same else "none"
    return f"{same} of {spelled(claim.total)}"


def _over(claim: Agreement, *, shared: bool) -> str:
    if claim.better is None:
        return f"on {claim.a} and {claim.b}"
    return f"over {claim.loser}" if shared else f"of {claim.better} over {claim.loser}"
