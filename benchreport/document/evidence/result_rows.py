"""Result rows as sections read them: categories as text, adjusted as asked, parted by what they show."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import fields
from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from benchreport.numerals import degrees
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import table_form
from benchreport.stats.many_algorithms.complete_blocks import PERMUTATION_LAW
from benchreport.stats.multiplicity.adjusting import adjust
from benchreport.tables.blocks import ScoreTable

if TYPE_CHECKING:
    from benchreport.document.evidence.comparison import Comparison

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)


def plain(rows: pl.DataFrame) -> pl.DataFrame:
    """Return rows with text for categories, to be joined and printed."""
    return rows.with_columns(pl.col(pl.Categorical).cast(pl.String))


def adjusted(rows: pl.DataFrame, options: Options, family: Sequence[str] | None = None) -> pl.DataFrame:
    """Return plain result rows, adjusted as asked; by default within the groups of the test."""
    return adjust(plain(rows), options.adjust, family=family)


def seeded(test: str, options: Options) -> Callable[..., pl.DataFrame]:
    """Return the table form of a test, with the seed of the report where it draws."""
    form = table_form(test)
    return partial(form, seed=options.seed) if "seed" in signature(form).parameters else form


def of_metrics(table: pl.DataFrame, names: Iterable[str]) -> pl.DataFrame:
    """Return the rows of some metrics; those of a score table share its layouts."""
    if isinstance(table, ScoreTable):
        return table.of_metrics(*names)
    return table.filter(pl.col("metric").cast(pl.String).is_in(list(names)))


def by_control(
    test: Callable[..., pl.DataFrame],
    scores: pl.DataFrame,
    compared: Iterable[Comparison],
    control_of: Callable[[Comparison], str | None],
) -> pl.DataFrame:
    """Run a test on the scores of compared metrics, at once on all whose control is the same."""
    return pl.concat(
        plain(test(of_metrics(scores, [c.metric.name for c in alike]), control=control))
        for control, alike in grouped(compared, control_of).items()
    )


def in_order(rows: pl.DataFrame, name: str, values: Iterable[str], *then: str) -> pl.DataFrame:
    """Return rows in the order of the values of a column, and then of other columns.

    Examples
    --------
    >>> in_order(pl.DataFrame({"metric": ["auc", "f1"]}), "metric", ["f1", "auc"])["metric"].to_list()
    ['f1', 'auc']
    """
    places = {value: place for place, value in enumerate(values)}
    place = pl.col(name).cast(pl.String).replace_strict(places, return_dtype=pl.Int64)
    return rows.sort(place, *then, maintain_order=True)


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """Return items by what they have in common, in order.

    Examples
    --------
    >>> grouped(["auc", "f1", "mcc"], len)
    {3: ['auc', 'mcc'], 2: ['f1']}
    """
    groups: dict[Key, list[Item]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def first_row(rows: pl.DataFrame) -> dict[str, Any] | None:
    """Return the first of result rows by its columns; None where there is none."""
    return rows.row(0, named=True) if rows.height else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One result row as sentences read it; None for what the row lacks."""

    method: str
    status: str
    note: str | None
    alpha: float | None
    p_value: float | None
    p_adjusted: float | None
    law: str | None
    statistic: float | None
    df1: float | None
    df2: float | None
    estimate: float | None
    ci_low: float | None
    ci_high: float | None
    effect: float | None
    a: str | None
    b: str | None
    better: str | None

    @property
    def df(self) -> str:
        """The degrees of freedom in words."""
        return degrees(self.df1, self.df2, " and ")

    @property
    def counted(self) -> str:
        """What stands in front of a p-value that counts arrangements: how many of them; nothing of any other."""
        law = self.law or ""
        return "exact " if law.startswith("exact") else "permutation " if law == PERMUTATION_LAW else ""

    @property
    def significant(self) -> bool:
        """Whether the p-value is at most the level; the adjusted one, where there is one."""
        p = self.p_value if self.p_adjusted is None else self.p_adjusted
        return p is not None and self.alpha is not None and p <= self.alpha

    @property
    def reason(self) -> str:
        """Why there is no p-value."""
        return self.note or self.status


def result_row(rows: pl.DataFrame, place: int = 0) -> ResultRow:
    """Return one of some result rows, by default the first."""
    return ResultRow(**plain(rows.select(field.name for field in fields(ResultRow))).row(place, named=True))


def median(values: pl.Series) -> float | None:
    """Return the median of numbers; None where there are none.

    Examples
    --------
    >>> median(pl.Series([1, 2, 4])), median(pl.Series([], dtype=pl.Float64))
    (2.0, None)
    """
    return _number(values.median())


def mean(values: pl.Series) -> float | None:
    """Return the mean of numbers; None where there are none."""
    return _number(values.mean())


def smallest(values: pl.Series) -> float | None:
    """Return the least of numbers; None where there are none."""
    return _number(values.min())


def largest(values: pl.Series) -> float | None:
    """Return the greatest of numbers; None where there are none."""
    return _number(values.max())


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The algorithms that one in focus is compared with, by what the adjusted tests show.

    ``worse`` are significantly worse than the focus, ``better`` significantly better; ``open`` are those tested and not
    shown to differ.
    """

    worse: list[str]
    better: list[str]
    open: list[str]

    @property
    def clear(self) -> int:
        """How many comparisons are significant."""
        return len(self.worse) + len(self.better)


def outcome_of(with_focus: pl.DataFrame, focus: str | None, alpha: float) -> Outcome:
    """Return the algorithms compared with one, which is ``b`` in all rows, by what the tests show.

    Examples
    --------
    >>> rows = {"a": ["kNN", "LDA", "tree"], "better": ["SVM", "SVM", None], "p_adjusted": [0.01, 0.3, None]}
    >>> outcome_of(pl.DataFrame(rows), "SVM", 0.05)
    Outcome(worse=['kNN'], better=[], open=['LDA'])
    """
    clear = pl.col("p_adjusted") <= alpha
    ahead = (pl.col("better").cast(pl.String) == focus).fill_null(False)

    def names(condition: pl.Expr) -> list[str]:
        return with_focus.filter(condition).get_column("a").cast(pl.String).to_list()

    return Outcome(
        worse=names(clear & ahead),
        better=names(clear & ~ahead & pl.col("better").is_not_null()),
        open=names(pl.col("p_adjusted") > alpha),
    )
