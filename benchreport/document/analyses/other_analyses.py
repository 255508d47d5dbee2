"""Wins under other analyses: in how many of a fixed list each holds, and the sentence for it."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.evidence.result_rows import grouped
from benchreport.naming import enumerated, initial, spelled
from benchreport.records import dataclass

# So many algorithms are named, and so many different counts; of more there are numbers.
NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """One comparison under the other analyses: ``same`` of ``total`` that can decide come to the report's verdict.

    ``better`` is None where the report does not separate the two. ``hangs_on`` names the datasets without any one of
    which the report's own analysis comes to another verdict.
    """

    a: str
    b: str
    better: str | None
    same: int
    total: int
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
        )
    )
    able, gone = (pl.col("kind") == "analysis") & pl.col("can"), pl.col("kind") == "left_out"
    outcomes = judged.group_by("pair").agg(
        same=pl.col("same").filter(able).sum().cast(pl.Int64),
        total=able.sum().cast(pl.Int64),
        # What the list calls deciding is the report's own analysis only where both come to the same.
        gone=pl.when(pl.col("same").filter(pl.col("kind") == "deciding").all())
        .then(pl.col("left_out").filter(gone).implode())
        .otherwise(pl.lit([], pl.List(pl.String))),
    )
    ordered = decided.with_columns(pair=pair).join(outcomes, on="pair", maintain_order="left").drop("pair")
    return [
        Agreement(a=a, b=b, better=own, same=same, total=total, hangs_on=tuple(without))
        for a, b, own, same, total, without in ordered.iter_rows()
    ]


def line_of(claims: Sequence[Agreement], *, winner: bool = False) -> str:
    """Return in how many of the other analyses some wins hold, as one sentence; empty where all hold in all.

    With ``winner`` it is named, although it is the same in all.

    Examples
    --------
    >>> wins = (("B", 1), ("C", 3))
    >>> claims = [Agreement(a="A", b=b, better="A", same=same, total=3, hangs_on=()) for b, same in wins]
    >>> line_of(claims)
    'Only the win over C holds in all three alternative analyses; the win over B holds in one.'
    >>> line_of(claims[:1])
    'The win over B holds in one of three alternative analyses.'
    >>> line_of([])
    ''
    """
    firm, weak = ([claim for claim in claims if claim.unanimous is agreed] for agreed in (True, False))
    if not weak:
        return ""
    total = max(claim.total for claim in claims)
    groups = grouped(sorted(weak, key=lambda claim: -claim.same), lambda claim: claim.same)
    if not firm and len(groups) == 1:
        subject = initial(wins_in_words(weak, claims, winner=winner))
        return f"{subject} hold{'s' if len(weak) == 1 else ''} in {some_analyses(weak[0].same, total)}."
    if len(firm) == 1:
        first = f"Only {wins_in_words(firm, claims, winner=winner)} holds in {every_analysis(total)}"
    else:
        subject = initial(wins_in_words(firm, claims, winner=winner)) if firm else "No win"
        first = f"{subject} hold{'s' if not firm else ''} in {every_analysis(total)}"
    if len(weak) > NAMED:
        between = " to ".join(dict.fromkeys(_count(end(groups)) for end in (min, max)))
        others = f"the other {spelled(len(weak))}" if firm else "they"
        return f"{first}; {others} hold in {between}."
    rest = enumerated([f"{wins_in_words(alike, claims, winner=winner)} {_held(alike)}" for alike in groups.values()])
    return f"{first}; {rest}."


def every_analysis(total: int) -> str:
    """Return all of the alternative analyses in words.

    Examples
    --------
    >>> every_analysis(1), every_analysis(2), every_analysis(3)
    ('the only alternative analysis', 'both alternative analyses', 'all three alternative analyses')
    """
    return {1: "the only alternative analysis", 2: "both alternative analyses"}.get(
        total, f"all {spelled(total)} alternative analyses"
    )


def some_analyses(n: int, total: int) -> str:
    """Return some of the alternative analyses in words.

    Examples
    --------
    >>> some_analyses(2, 3), some_analyses(0, 3), some_analyses(1, 1)
    ('two of three alternative analyses', 'none of three alternative analyses', 'the only alternative analysis')
    """
    return every_analysis(1) if n == total == 1 else f"{_count(n)} of {spelled(total)} alternative analyses"


def wins_in_words(some: Sequence[Agreement], claims: Sequence[Agreement], *, winner: bool = False) -> str:
    """Return some of the wins of a report: by name where they are few, the winner too where it is not always one."""
    if len(some) > NAMED:
        count = spelled(len(some))
        return f"all {count} wins" if len(some) == len(claims) else f"of the {spelled(len(claims))} wins, {count}"
    shared = len({claim.better for claim in claims}) == 1
    if shared and not winner:
        losers = enumerated([claim.loser for claim in some])
        return f"the win{'s' if len(some) > 1 else ''} over {losers}"
    each = enumerated([f"{claim.better} over {claim.loser}" for claim in some])
    return f"the win{'s' if len(some) > 1 else ''} of {each}"


def _held(alike: Sequence[Agreement]) -> str:
    return f"hold{'s' if len(alike) == 1 else ''} in {_count(alike[0].same)}"


def _count(n: int) -> str:
    return spelled(n) if n else "none"
