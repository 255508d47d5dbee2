"""The section of equivalence: which algorithms are equivalent within a declared margin."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison, turned_against
from benchreport.document.evidence.result_rows import adjusted
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, decimals, decision, interval, label
from benchreport.document.model.blocks import Part, Section, Table
from benchreport.errors import OptionError, refuse_unknown
from benchreport.naming import named
from benchreport.numerals import counted, decimals_for, fixed, integer, number, percent
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.stats.two_algorithms.equivalence import tost_wilcoxon

MOST_ROWS = 60
WORDS: Mapping[str, str] = {"equivalent": "equivalent", "no_worse": "not worse", "open": "not shown"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """Algorithms of one verdict: their names in words, and how many they are."""

    names: str
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """The only other algorithm: its verdict and, where it was tested, p-value, difference and limits as text."""

    name: str
    verdict: str
    p_value: float | None
    difference: str
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """The tests of one metric against its margin: ``rows`` of equivalence, and the verdict on each other algorithm."""

    metric: str
    focus: str
    margin: str
    limits: tuple[float, float]
    decimals: int
    datasets: str
    single: Single | None
    equivalent: Verdicts
    no_worse: Verdicts
    open: Verdicts
    n_untested: int
    rows: pl.DataFrame
    family: str
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalence:
    """What the template ``equivalence`` prints."""

    FORMER: ClassVar[Mapping[str, str]] = {
        "parts": "s.metrics",
        "against": "options.reference",
        "baseline": "options.reference",
    }

    level: str
    metrics: tuple[Tested, ...]


def equivalence_section(evidence: Evidence) -> Section | None:
    """Return the section on equivalence; none unless a margin was declared."""
    margins = _margins(evidence)
    comparisons = [
        comparison
        for comparison in evidence.comparisons
        if comparison.reason is None and comparison.metric.comparable and comparison.metric.name in margins
    ]
    if not comparisons:
        return None
    most = MOST_ROWS // len(comparisons)
    metrics = tuple(_tested(comparison, margins[comparison.metric.name], evidence, most) for comparison in comparisons)
    level = percent(1 - 2 * evidence.options.alpha)
    return evidence.section("equivalence", Equivalence(level=level, metrics=metrics))


def _margins(evidence: Evidence) -> dict[str, float]:
    margin, names = evidence.options.margin, [metric.name for metric in evidence.metrics]
    if margin is None:
        return {}
    if not isinstance(margin, Mapping):
        return dict.fromkeys(names, float(margin))
    refuse_unknown(margin, names, "a margin for the unknown metric {!r}", OptionError)
    return {name: float(width) for name, width in margin.items()}


def _tested(c: Comparison, margin: float, evidence: Evidence, most: int) -> Tested:
    """Return the tests of equivalence, and of no other algorithm being worse than the one in focus.

    Without a reference the focus was chosen by looking, so all pairs are tested, both ways, and adjusted for.
    """
    options, focus = evidence.options, c.focus
    test = partial(
        tost_wilcoxon,
        evidence.compared.of_metrics(c.metric.name),
        margin=margin,
        control=c.baseline,
        missing="available",
        alpha=options.alpha,
    )
    rows = adjusted(test(), options)
    sides = [test(alternative="greater"), *([] if c.baseline else [test(alternative="less")])]
    others = _verdicts(c, rows, adjusted(pl.concat(sides), options), options.alpha)
    names = {word: others.filter(pl.col("verdict") == word)["a"].to_list() for word in WORDS}
    return Tested(
        metric=c.metric.name,
        focus=focus,
        margin=number(margin),
        limits=(-margin, margin),
        decimals=decimals_for(margin),
        datasets=c.datasets,
        single=_single(others, margin) if others.height == 1 else None,
        **{word: Verdicts(names=named(alike, others.height), n=len(alike)) for word, alike in names.items()},
        n_untested=others.filter(pl.col("p_value").is_null()).height,
        rows=rows,
        family=counted(rows.height, "comparison") if rows.height > 1 else "",
        table=_table(c, margin, rows, others, options, most),
    )


def _verdicts(c: Comparison, rows: pl.DataFrame, sides: pl.DataFrame, alpha: float) -> pl.DataFrame:
    """Return one row per other algorithm, best first: the test of equivalence, and the verdict of both tests."""
    greater = (pl.col("alternative") == "greater") & (pl.col("b") == c.focus)
    mirrored = (pl.col("alternative") == "less") & (pl.col("a") == c.focus)
    other = pl.when(pl.col("a") == c.focus).then("b").otherwise("a")
    p_side = sides.filter(greater | mirrored).select(a=other, p_no_worse="p_adjusted")
    verdict = (
        pl.when(pl.col("p_adjusted") <= alpha)
        .then(pl.lit("equivalent"))
        .when(pl.col("p_no_worse") <= alpha)
        .then(pl.lit("no_worse"))
        .otherwise(pl.lit("open"))
    )
    order = c.ranks.select(a=pl.col("algorithm").cast(pl.String)).filter(pl.col("a") != c.focus)
    return (
        order.join(turned_against(rows, c.focus), on="a", how="left", maintain_order="left")
        .join(p_side, on="a", how="left", maintain_order="left")
        .with_columns(verdict=verdict)
    )


def _single(others: pl.DataFrame, margin: float) -> Single:
    row = others.row(0, named=True)
    return Single(
        name=row["a"],
        verdict=row["verdict"],
        p_value=row["p_value"],
        difference=fixed(row["estimate"], decimals_for(margin)),
        low=row["ci_low"],
        high=row["ci_high"],
    )


def _table(
    c: Comparison, margin: float, rows: pl.DataFrame, others: pl.DataFrame, options: Options, most: int
) -> Table:
    places = decimals_for(margin)
    several = rows.height > 1
    group = "p, adjusted" if several else "p"
    columns = (
        label("a"),
        column("n"),
        column("estimate", f"a − {c.focus}", decimals(places)),
        interval(f"{percent(1 - 2 * options.alpha)} interval", places, null=(-margin, margin)),
        column("p_value", "p", when=several),
        column("p_adjusted", "equivalent", decision(options.alpha), group=group),
        column("p_no_worse", "not worse", decision(options.alpha), group=group),
        column("verdict", "shown", WORDS.__getitem__, align="left"),
    )
    rest = others.height - most
    return exhibits.table(
        f"equivalence-{c.metric.slug}",
        f"Equivalence with {c.focus} by {c.metric.name}, within ± {number(margin)}.",
        others.head(most),
        columns,
        twin=rows,
        note=exhibits.boldness(rows.height),
        rest=f"The other {integer(rest)} algorithms are in" if rest > 0 else "",
    )


EQUIVALENCE = Part(id="equivalence", after="bayes", make=equivalence_section, record=Equivalence)
