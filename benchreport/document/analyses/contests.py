"""Tests of algorithms on the same predictions: the algorithm in focus, what tests come to, rows against the focus."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any, Literal

import polars as pl

from benchreport.document.analyses.untested import WITHOUT_REMARKS
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import turned_against
from benchreport.document.evidence.predictions import with_control
from benchreport.document.evidence.result_rows import adjusted, first_row, outcome_of
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import Printed, column, label
from benchreport.document.model.blocks import Table
from benchreport.naming import best_of, enumerated, named
from benchreport.numerals import counted
from benchreport.records import dataclass
from benchreport.remarks import about, words_of

# What the test of a pair shows.
Verdict = Literal["untested", "better", "open"]
# Without a reference all pairs are tested; above so many algorithms there are too many to tell of.
ALL_PAIRS_UP_TO = 20
# More rows than these are not printed; the text then speaks of the algorithm in focus.
LISTED = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus:
    """The algorithm that the others are compared with: the baseline, or the one with the least mean loss.

    ``leaders`` are all that share the least mean loss.
    """

    name: str
    baseline: str | None
    others: int
    leaders: tuple[str, ...] = ()

    @property
    def tested(self) -> bool:
        """Whether pairs are tested: with a baseline, or all of them where they are not too many."""
        return self.others > 0 and (self.baseline is not None or self.others < ALL_PAIRS_UP_TO)


def focus_of(evidence: Evidence, losses: pl.DataFrame) -> Focus:
    """Return the reference, or the algorithm with the least mean loss over datasets; of equals the first by name.

    ``losses`` has the columns ``a`` and ``estimate``, one row per algorithm and dataset.
    """
    means = dict(losses.group_by(pl.col("a").cast(pl.String)).agg(pl.col("estimate").mean()).sort("a").rows())
    leaders = best_of(means, lower=True)
    baseline = evidence.options.reference if evidence.options.reference in means else None
    name = baseline or next(iter(leaders or means))
    return Focus(name=name, baseline=baseline, others=len(means) - 1, leaders=tuple(leaders))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One comparison of an algorithm ``a`` with the one in focus, as sentences cite it."""

    dataset: str
    a: str
    focus: str
    better: str | None
    estimate: float | None
    ci_low: float | None
    ci_high: float | None
    statistic: float | None
    df1: float | None
    p_value: float | None
    p_adjusted: float | None
    alpha: float

    @property
    def verdict(self) -> Verdict:
        """What the test shows: that ``winner`` is better, no significant difference, or nothing."""
        if self.p_adjusted is None:
            return "untested"
        return "better" if self.p_adjusted <= self.alpha else "open"

    @property
    def winner(self) -> str:
        """The better of the two."""
        return self.better or self.a

    @property
    def loser(self) -> str:
        """The other one of the two."""
        return self.a if self.better == self.focus else self.focus


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What the comparisons with the algorithm in focus come to.

    ``ahead`` and ``behind`` count those that came out for it and against it, ``worse``, ``stronger`` and ``open`` name
    the other algorithms. ``only`` is the comparison where there is but one, ``widest`` that of the largest difference.
    """

    n: int = 0
    ahead: int = 0
    behind: int = 0
    worse: str = ""
    stronger: str = ""
    open: str = ""
    widest: Pair | None = None
    only: Pair | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Tests of the algorithms on the same predictions: of every two, or of all others against the reference.

    ``rows`` are all that were tested, ``against`` those with the algorithm in focus, which is their ``b``; both are
    None where pairs are not tested.
    """

    focus: Focus
    rows: pl.DataFrame | None = None
    against: pl.DataFrame | None = None

    def family(self, pronoun: str = "it") -> str:
        """Return the comparisons that are adjusted together, in words; ``pronoun`` stands for the reference."""
        return "all pairs" if self.focus.baseline is None else f"the comparisons with {pronoun}"

    def tally(self, alpha: float) -> Tally:
        """Return what the comparisons with the algorithm in focus come to."""
        if self.against is None:
            return Tally()
        rows, focus = self.against, self.focus.name
        outcome = outcome_of(rows, focus, alpha)
        return Tally(
            n=rows.height,
            ahead=len(outcome.worse),
            behind=len(outcome.better),
            worse=named(outcome.worse, rows.height),
            stronger=named(outcome.better, rows.height),
            open=enumerated(sorted(outcome.open), "or"),
            widest=_pair(_widest_of(rows), focus),
            only=_pair(first_row(rows), focus) if rows.height == 1 else None,
        )


def _pair(row: Mapping[str, Any] | None, focus: str) -> Pair | None:
    if row is None:
        return None
    return Pair(focus=focus, **{field.name: row[field.name] for field in fields(Pair) if field.name != "focus"})


def contest_of(
    evidence: Evidence,
    predicted: pl.DataFrame,
    losses: pl.DataFrame,
    test: Callable[..., pl.DataFrame],
    *,
    when: bool = True,
) -> Contest:
    """Run tests of pairs on predictions, adjusted within each dataset, with the focus that ``losses`` ask for.

    ``test`` takes the predictions on datasets that have the baseline, and the options ``control``, ``alpha`` and
    ``missing``.
    """
    focus, options = focus_of(evidence, losses), evidence.options
    if not when or not focus.tested:
        return Contest(focus=focus)
    shared = with_control(predicted, focus.baseline)
    rows = adjusted(test(shared, control=focus.baseline, alpha=options.alpha, missing="available"), options)
    return Contest(focus=focus, rows=rows, against=turned(rows, focus.name))


def turned(rows: pl.DataFrame, focus: str) -> pl.DataFrame:
    """Return the pairs with one algorithm, turned so that it is ``b``."""
    return turned_against(rows, focus).sort("dataset", "a")


def _widest_of(pairs: pl.DataFrame) -> dict[str, Any] | None:
    """Return the row of the largest difference."""
    estimated = pairs.filter(pl.col("estimate").is_not_null())
    order = estimated.sort(pl.col("estimate").abs(), "dataset", "a", descending=[True, False, False])
    return first_row(order)


@dataclass(frozen=True, kw_only=True)
class Listing:
    """Rows of every algorithm and dataset, to be printed with their differences from the algorithm in focus.

    Of too many rows only those of the focus are printed, without the differences, and the ``most`` of them. ``name`` is
    the column of algorithms.
    """

    frame: pl.DataFrame
    focus: str
    name: str = "a"
    compared: bool = False
    also: tuple[str, ...] = ()
    most: int | None = None

    @property
    def few(self) -> bool:
        """Whether only the rows of the algorithm in focus are printed."""
        return self.frame.height > LISTED

    @property
    def beside(self) -> bool:
        """Whether differences from the algorithm in focus are printed."""
        return self.compared and not self.few

    @cached_property
    def several(self) -> bool:
        """Whether there is more than one dataset."""
        return self.frame["dataset"].n_unique() > 1

    @cached_property
    def kept(self) -> pl.DataFrame:
        """The rows that are printed."""
        if not self.few:
            return self.frame
        return self.frame.filter(pl.col(self.name).is_in([self.focus, *self.also])).slice(0, self.most)

    def table(
        self,
        id: str,
        caption: str,
        columns: Sequence[Printed | None],
        *,
        note: str = "",
        rest: str = "Of {rows} those of {focus}; all are in",
        called: Mapping[str, str] | None = None,
    ) -> Table:
        """Print the rows, dataset and algorithm first; those ``called`` otherwise stand in brackets."""
        names = {name: f"({words})" for name, words in (called or {}).items()}
        algorithm = column(self.name, "algorithm", lambda name: names.get(name, str(name)), align="left")
        printed = (label("dataset", when=self.several), algorithm, *columns)
        words = rest.format(rows=counted(self.frame.height, "row"), focus=self.focus) if self.few else ""
        return exhibits.table(id, caption, self.kept, printed, twin=self.frame, note=note, rest=words)


def listing_of(
    frame: pl.DataFrame,
    focus: Focus,
    against: pl.DataFrame | None = None,
    *,
    name: str = "a",
    also: tuple[str, ...] = (),
    most: int | None = None,
    **differences: str,
) -> Listing:
    """Return rows with their differences from the focus beside them, whose columns get new names."""
    if against is not None:
        beside = against.select("dataset", pl.col("a").alias(name), **differences)
        frame = frame.join(beside, on=["dataset", name], how="left", maintain_order="left")
    return Listing(frame=frame, focus=focus.name, name=name, compared=against is not None, also=also, most=most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """What readers must know of result rows.

    Whether folds are ``pooled`` and instances predicted ``again``, the most values ``dropped`` from a row, the rows
    ``tied`` throughout, and how many rows were ``untested`` for which ``reasons``.
    """

    pooled: bool
    again: bool
    dropped: int
    tied: int
    untested: str
    reasons: str


def audit(rows: pl.DataFrame) -> Audit:
    """Return what readers must know of result rows: pooled folds, repeated instances, what was dropped or untested."""
    sound = pl.col("status").is_in(["ok", "approximate", "all_ties"])
    untested = rows.filter(~sound)
    reasons = [
        words_of(remarks) if remarks else WITHOUT_REMARKS.get(status, status)
        for status, remarks in untested.select(pl.col("status").cast(pl.String), "remarks").rows()
    ]
    return Audit(
        pooled=not rows.filter(about("pooled")).is_empty(),
        again=not rows.filter(about("repeated")).is_empty(),
        dropped=max(rows["n_dropped"].fill_null(0).to_list(), default=0),
        tied=rows.filter(pl.col("status") == "all_ties").height,
        untested=counted(untested.height, "row") if untested.height else "",
        reasons="; ".join(list(dict.fromkeys(reasons))[:3]),
    )
