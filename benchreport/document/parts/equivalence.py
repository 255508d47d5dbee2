"""Which algorithms are as good as another, within a margin that was declared?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Cell, Column, Section, Table, Words, data_file
from benchreport.document.numbers import counted, decimals_for, fixed, integer, limits, number, p_value, percent
from benchreport.document.parts import Part
from benchreport.document.parts.bayesian import refuse_unknown
from benchreport.document.parts.comparison import Comparison, turned_against
from benchreport.naming import named
from benchreport.options import Options
from benchreport.stats.adjust import adjust
from benchreport.stats.adjustments import adjustment_name
from benchreport.stats.equivalence import tost_wilcoxon

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
        "against": options.reference is not None,
        "adjustment": adjustment_name(options.adjust),
        "alpha": number(options.alpha),
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
    adjustment: Any = options.adjust
    rows = _plain(adjust(tost_wilcoxon(scores, **how), adjustment))
    ways = ("greater",) if one.baseline else ("greater", "less")
    sides = pl.concat([tost_wilcoxon(scores, alternative=way, **how) for way in ways])  # type: ignore[arg-type]
    sides = _plain(adjust(sides, adjustment))
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


def _plain(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.col(pl.Categorical).cast(pl.String))


def _facts(one: Equivalence, options: Options, most: int) -> dict[str, Any]:
    names = {word: one.told.filter(pl.col("verdict") == word)["a"].to_list() for word in WORDS}
    return {
        "metric": one.compared.metric.name,
        "lower": one.compared.metric.lower,
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
        "decimals": _decimals(one),
        "margins": (-one.margin, one.margin),
        "rows": one.rows,
        "family": counted(one.rows.height, "comparison"),
        "n_family": one.rows.height,
        "table": _table(one, options, most),
    }


def _decimals(one: Equivalence) -> int:
    return decimals_for(one.margin)


def _table(one: Equivalence, options: Options, most: int) -> Table:
    decimals = _decimals(one)
    told = one.told.head(most)
    shown = told.select(
        "a",
        "n",
        "p_value",
        estimate=pl.Series([fixed(value, decimals) for value in told["estimate"]], dtype=pl.String),
        interval=pl.Series(
            [
                limits(low, high, decimals, null=(-one.margin, one.margin))
                for low, high in told.select("ci_low", "ci_high").rows()
            ],
            dtype=pl.String,
        ),
        p_adjusted=_decisions(told["p_adjusted"], options.alpha),
        p_no_worse=_decisions(told["p_no_worse"], options.alpha),
        verdict=pl.col("verdict").replace(WORDS),
    )
    columns = {
        "a": Column(title="a", align="left"),
        "n": Column(title="n"),
        "estimate": Column(title=f"a − {one.compared.focus}"),
        "interval": Column(title=f"{percent(1 - 2 * options.alpha)} interval"),
        "p_value": Column(title="p"),
        "p_adjusted": Column(title="equivalent", group="p, adjusted"),
        "p_no_worse": Column(title="not worse", group="p, adjusted"),
        "verdict": Column(title="shown", align="left"),
    }
    if one.rows.height == 1:
        del columns["p_value"]
        columns |= {name: replace(columns[name], group="p") for name in ("p_adjusted", "p_no_worse")}
    if not any(shown["interval"]):
        del columns["interval"]
    left = one.told.height - told.height
    name = f"equivalence-{one.compared.metric.slug}"
    note: Words = ("Bold: significant after adjustment." if one.rows.height > 1 else "Bold: significant.",)
    if left:
        note = (*note, f" The other {integer(left)} algorithms are in ", data_file(name), ".")
    caption = f"Equivalence with {one.compared.focus} by {one.compared.metric.name}, within ± {number(one.margin)}."
    return exhibits.table(name, caption, shown, columns, twin=one.rows, note=note)


def _decisions(values: pl.Series, alpha: float) -> pl.Series:
    cells = [Cell(text=p_value(p), value=p, emphasis="best" if p is not None and p <= alpha else "") for p in values]
    return pl.Series(cells, dtype=pl.Object)


EQUIVALENCE = Part(id="equivalence", after="bayes", make=equivalence_section)
