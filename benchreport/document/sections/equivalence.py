"""Which algorithms are as good as another, within a margin that was declared?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from benchreport.document.analyses.widths import refuse_unknown
from benchreport.document.evidence.comparison import Comparison, turned_against
from benchreport.document.evidence.result_rows import adjusted
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, decimals, decision, interval, label
from benchreport.document.exhibits.numbers import counted, decimals_for, fixed, integer, number, percent
from benchreport.document.model.blocks import Section, Table
from benchreport.document.sections import Part
from benchreport.naming import named
from benchreport.options import Options
from benchreport.stats.two_algorithms.equivalence import tost_wilcoxon

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

MOST_ROWS = 60
WORDS: Mapping[str, str] = {"equivalent": "equivalent", "no_worse": "not worse", "open": "not shown"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Equivalence:
    """Tests of one metric against a margin: ``rows`` of equivalence, ``no_worse`` of being no worse than the focus.

    ``told`` has a row per other algorithm with its verdict.
    """

    compared: Comparison
    margin: float
    rows: pl.DataFrame
    no_worse: pl.DataFrame
    told: pl.DataFrame


def equivalence_section(evidence: Evidence) -> Section | None:
    """Write the section on equivalence; none unless a margin was declared."""
    options = evidence.options
    margins = _margins(evidence)
    known = [one for one in evidence.comparisons if one.reason is None and one.metric.comparable]
    compared = [one for one in known if one.metric.name in margins]
    if not compared:
        return None
    told = [_tested(one, margins[one.metric.name], evidence) for one in compared]
    context = {
        "parts": [_facts(one, options, MOST_ROWS // len(told)) for one in told],
        "level": percent(1 - 2 * options.alpha),
    }
    return evidence.section("equivalence", context)


def _margins(evidence: Evidence) -> dict[str, float]:
    margin, names = evidence.options.margin, [one.name for one in evidence.metrics]
    if margin is None:
        return {}
    if not isinstance(margin, Mapping):
        return dict.fromkeys(names, float(margin))
    refuse_unknown(margin, names, "margin")
    return {name: float(width) for name, width in margin.items()}


def _tested(one: Comparison, margin: float, evidence: Evidence) -> Equivalence:
    """Test equivalence, and that the other algorithm is not worse than the one in focus.

    Without a baseline the focus was chosen by looking, so all pairs are tested, both ways, and adjusted for.
    """
    options, focus = evidence.options, one.focus
    scores = evidence.compared_of(one.metric)
    how: dict[str, Any] = {
        "margin": margin,
        "control": one.baseline,
        "missing": "available",
        "alpha": options.alpha,
    }
    rows = adjusted(tost_wilcoxon(scores, **how), options)
    ways: tuple[Literal["greater", "less"], ...] = ("greater",) if one.baseline else ("greater", "less")
    sides = adjusted(pl.concat(tost_wilcoxon(scores, alternative=way, **how) for way in ways), options)
    mine = (pl.col("alternative") == "greater") & (pl.col("b") == focus)
    mirrored = (pl.col("alternative") == "less") & (pl.col("a") == focus)
    other = pl.when(pl.col("a") == focus).then("b").otherwise("a")
    p_side = sides.filter(mine | mirrored).select(a=other, p_no_worse="p_adjusted")
    order = one.ranks.select(a=pl.col("algorithm").cast(pl.String)).filter(pl.col("a") != focus)
    told = order.join(turned_against(rows, focus), on="a", how="left", maintain_order="left")
    told = told.join(p_side, on="a", how="left", maintain_order="left")
    verdict = (
        pl.when(pl.col("p_adjusted") <= options.alpha)
        .then(pl.lit("equivalent"))
        .when(pl.col("p_no_worse") <= options.alpha)
        .then(pl.lit("no_worse"))
        .otherwise(pl.lit("open"))
    )
    return Equivalence(compared=one, margin=margin, rows=rows, no_worse=sides, told=told.with_columns(verdict=verdict))


def _facts(one: Equivalence, options: Options, most: int) -> dict[str, Any]:
    names = {word: one.told.filter(pl.col("verdict") == word)["a"].to_list() for word in WORDS}
    return {
        "metric": one.compared.metric.name,
        "focus": one.compared.focus,
        "margin": number(one.margin),
        "datasets": one.compared.datasets,
        "others": one.told.height,
        "names": {word: named(found, one.told.height) for word, found in names.items()},
        "equivalent": len(names["equivalent"]),
        "no_worse": len(names["no_worse"]),
        "open": len(names["open"]),
        "untested": one.told.filter(pl.col("p_value").is_null()).height,
        "only": one.told.row(0, named=True),
        "fixed": fixed,
        "decimals": decimals_for(one.margin),
        "margins": (-one.margin, one.margin),
        "rows": one.rows,
        "family": counted(one.rows.height, "comparison"),
        "n_family": one.rows.height,
        "table": _table(one, options, most),
    }


def _table(one: Equivalence, options: Options, most: int) -> Table:
    places, margins = decimals_for(one.margin), (-one.margin, one.margin)
    told, single = one.told.head(most), one.rows.height == 1
    group = "p" if single else "p, adjusted"
    columns = (
        label("a"),
        column("n"),
        column("estimate", f"a − {one.compared.focus}", decimals(places)),
        interval(f"{percent(1 - 2 * options.alpha)} interval", places, null=margins),
        column("p_value", "p", when=not single),
        column("p_adjusted", "equivalent", decision(options.alpha), group=group),
        column("p_no_worse", "not worse", decision(options.alpha), group=group),
        column("verdict", "shown", WORDS.__getitem__, align="left"),
    )
    left = one.told.height - told.height
    return exhibits.table(
        f"equivalence-{one.compared.metric.slug}",
        f"Equivalence with {one.compared.focus} by {one.compared.metric.name}, within ± {number(one.margin)}.",
        told,
        columns,
        twin=one.rows,
        note=exhibits.boldness(one.rows.height),
        rest=f"The other {integer(left)} algorithms are in" if left else "",
    )


EQUIVALENCE = Part(id="equivalence", after="bayes", make=equivalence_section)
