"""Tested pairs of algorithms that comparisons rest on: all pairs, or those with a control."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import polars as pl

from benchreport.errors import one_of
from benchreport.figures.selection import metric_facts
from benchreport.registry import METHODS
from benchreport.stats.multiplicity.adjusting import adjust as adjusted


def compared_pairs(
    scores: pl.DataFrame, posthoc: str, adjust: Any, *, alpha: float = 0.05, control: str | None = None
) -> pl.DataFrame:
    """Compute a test of all pairs of algorithms over the datasets, or of all with a control, adjusted if need be.

    A test that knows no control tests all pairs, and those with the control are kept.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> compared_pairs(scores, "sign_test", "holm").height
    6
    >>> compared_pairs(scores, "nemenyi", None, control="C4.5").height
    3
    """
    one_of(posthoc, METHODS.answering("posthoc"), name="posthoc")
    test: Any = METHODS[posthoc].table
    takes_control = control is not None and "control" in inspect.signature(test).parameters
    rows: pl.DataFrame = test(scores, by="metric", alpha=alpha, **({"control": control} if takes_control else {}))
    if adjust is not None and not METHODS[posthoc].simultaneous:
        rows = adjusted(rows, adjust)
    return rows if control is None else with_control(rows, control)


def with_control(rows: pl.DataFrame, control: str) -> pl.DataFrame:
    """Return the pairs of which the control is one."""
    return rows.filter(pl.any_horizontal(pl.col("a", "b").cast(pl.String) == control))


def both_ways(rows: pl.DataFrame) -> pl.DataFrame:
    """Return every tested pair twice, as (a, b) and as (b, a): p, unadjusted p, who did better, whether they differ."""
    text = pl.col("a", "b", "better").cast(pl.String)
    p_adjusted = pl.col("p_adjusted") if "p_adjusted" in rows.columns else pl.lit(None, dtype=pl.Float64)
    # Wilcoxon and the sign test count their blocks without ties; a figure counts all.
    dropping = pl.col("method").is_in([name for name, method in METHODS.items() if method.drops_ties])
    n = pl.col("n") + pl.when(dropping).then(pl.col("n_ties").fill_null(0)).otherwise(0)
    pairs = rows.select(text, p=pl.coalesce(p_adjusted, "p_value"), p_raw="p_value", n=n, alpha="alpha")
    both = pl.concat([pairs, pairs.rename({"a": "b", "b": "a"}).select(pairs.columns)])
    better = pl.col("better")
    return both.with_columns(
        differs=(pl.col("p") <= pl.col("alpha")).fill_null(False),
        row_is=pl.when(better == pl.col("a")).then(pl.lit("better")).when(better == pl.col("b")).then(pl.lit("worse")),
    ).drop("better", "alpha")


def pairs_in_order(rows: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """Return pairs sorted by the places of their algorithms; pairs without ``b`` come first."""
    places = {name: place for place, name in enumerate(names)}
    order = pl.col("a", "b").replace_strict(places, default=None, return_dtype=pl.Int64).fill_null(-1)
    return rows.sort(order)


def facts_of_test(scores: pl.DataFrame, posthoc: str, adjust: str | None, alpha: float) -> dict[str, pl.Expr]:
    """Return the columns that say what a comparison of pairs rests on."""
    return {
        **metric_facts(scores),
        "posthoc": pl.lit(posthoc),
        "judged": pl.lit(adjustment_of(posthoc, adjust)),
        "alpha": pl.lit(alpha),
    }


def adjustment_of(posthoc: str, adjust: str | None) -> str:
    """Return in words what was done to the p-values of a test for the number of pairs.

    Examples
    --------
    >>> adjustment_of("sign_test", "holm"), adjustment_of("nemenyi", "holm"), adjustment_of("sign_test", None)
    ('Holm adjustment', 'for all pairs together', 'not adjusted')
    """
    if METHODS[posthoc].simultaneous:
        return "for all pairs together"
    return titled(adjust) if adjust is not None else "not adjusted"


def titled(method: str) -> str:
    """Return the title of a test or an adjustment; a name that is no method is returned as it is.

    Examples
    --------
    >>> titled("nemenyi"), titled("holm"), titled("one-sided sign test")
    ('Nemenyi test', 'Holm adjustment', 'one-sided sign test')
    """
    return METHODS[method].title if method in METHODS else method
