"""Tests of every two algorithms of a group: what is compared, its standard error and law, and the rows they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import Any

import polars as pl

from benchreport.method import Alternative, Method, Remark
from benchreport.records import dataclass
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.laws import ADVANTAGE, L, Law
from benchreport.stats.forms.omnibus import ENOUGH, NEVER, SOUND, TIED
from benchreport.stats.forms.over import Frame, doubted, over_blocks
from benchreport.stats.forms.rows import SHARED_RUNS, status_where
from benchreport.stats.forms.sides import OptionsOfTest, checked_options
from benchreport.tables.blocks import Blocks, Missing, Pairs, Reduce, pairs_of
from benchreport.tables.groups import By

# One row per algorithm of each group, in the order of Blocks.seats, and one row per group.
Facts = tuple[pl.DataFrame, pl.DataFrame]
FLAT = pl.col("flat")
ENDLESS = pl.lit(float("inf"))
FEW_VALUES_OF_ONE = Remark(code="few_values_of_one", note="fewer than two values of an algorithm")


@dataclass(frozen=True, slots=True, kw_only=True)
class PostHoc:
    """A test of every two algorithms, as expressions of a pair.

    ``facts`` returns what is known of algorithms and of groups; in a pair the columns of algorithms end in ``_a`` and
    ``_b``. ``advantage`` is positive where a is better, ``error`` its standard error, ``df`` the degrees of freedom of
    that, and ``turn`` makes the advantage the estimate; ``of_pairs`` returns what is known of no algorithm alone. A
    pair has ``enough`` to test, or too few, or is ``undefined``; it is ``tied`` where nothing differs, and ``flat``
    without any spread to judge by. A ``rough`` test is approximate. ``values`` are columns of the rows that do not
    follow from the law.
    """

    facts: Callable[[Blocks], Facts]
    of_pairs: Callable[[Pairs], Mapping[str, pl.Series]] | None = None
    advantage: pl.Expr
    error: pl.Expr
    law: Law
    df: pl.Expr = ENDLESS
    turn: pl.Expr
    enough: pl.Expr
    tied: pl.Expr
    flat: pl.Expr = NEVER
    undefined: pl.Expr = NEVER
    rough: pl.Expr = NEVER
    remarks: Sequence[pl.Expr] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


def posthoc(
    method: Method, test: PostHoc, *, control: str | None = None, **options: Any
) -> Callable[[Blocks], pl.DataFrame]:
    """Return the function that compares every two algorithms, or each with ``control``; options are checked now."""
    pairs = partial(side_by_side, test=test, control=control)
    return contrasted(method, test, pairs, **options)


def over_posthoc(
    method: Method, test: PostHoc, table: Frame, *, by: By, reduce: Reduce, missing: Missing = "refuse", **options: Any
) -> Frame:
    """Compute a test of every two algorithms over a table, with the options of :func:`posthoc`."""
    rows, control = posthoc(method, test, **options), options.get("control")
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


def contrasted(
    method: Method,
    test: PostHoc,
    pairs: Callable[[Blocks], pl.DataFrame],
    *,
    alternative: Alternative = "two-sided",
    variant: str | None = None,
    alpha: float,
) -> Callable[[Blocks], pl.DataFrame]:
    """Return the function that tests what ``pairs`` returns of Blocks: a row per group and contrast."""
    options = checked_options(method, alternative, alpha)

    def rows(blocks: Blocks) -> pl.DataFrame:
        return doubted(_contrast_rows(pairs(blocks), test, options, variant), blocks, SHARED_RUNS)

    return rows


def _contrast_rows(contrasts: pl.DataFrame, test: PostHoc, options: OptionsOfTest, variant: str | None) -> pl.DataFrame:
    alternative, alpha = options.alternative, options.alpha
    pairs = contrasts.with_columns(
        advantage=test.advantage, error=test.error, df=test.df, turn=test.turn, enough=test.enough, tied=test.tied
    )
    pairs = pairs.with_columns(flat=test.flat).with_columns(sound=ENOUGH & ~TIED & ~FLAT)
    # In columns, since a law is worked out anew wherever it is mentioned.
    terms = test.law.terms(pairs, alpha if alternative == "two-sided" else 2 * alpha, alternative)
    pairs = pairs.with_columns(**{name: pl.when(SOUND).then(term) for name, term in terms.items()})
    # One-sided tests have one-sided intervals; turning a difference round exchanges the limits.
    none, turned = pl.lit(None, dtype=pl.Float64), pl.col("turn") < 0
    low = none if alternative == "less" else ADVANTAGE - pl.col("reach")
    high = none if alternative == "greater" else ADVANTAGE + pl.col("reach")
    better = pl.when(ADVANTAGE > 0).then("a").when(ADVANTAGE < 0).then("b")
    columns: dict[str, Any] = {
        "n": pl.col("n"),
        "n_dropped": pl.col("n_dropped"),
        "statistic": pl.col("statistic") * (pl.col("orientation") if options.method.signed else 1.0),
        "df1": pl.col("df1") if "df1" in terms else None,
        "df2": pl.col("df2") if "df2" in terms else None,
        "p_value": pl.when(ENOUGH & TIED).then(1.0).otherwise("p_value"),
        "estimate": pl.when(ENOUGH).then(ADVANTAGE * pl.col("turn")),
        "ci_low": pl.when(turned).then(-high).otherwise(low),
        "ci_high": pl.when(turned).then(-low).otherwise(high),
        "law": test.law.name,
        "variant": variant,
        "status": status_where(
            undefined=test.undefined, too_few=~ENOUGH, all_ties=TIED, zero_variance=FLAT, approximate=test.rough
        ),
        "remarks": joined_remarks(*test.remarks),
    }
    if "a" in pairs.columns:
        columns |= {"a": pl.col("a"), "b": pl.col("b"), "better": pl.when(ENOUGH & ~TIED).then(better)}
    return pairs.select("group", *options.row(**{**columns, **test.values}))


def side_by_side(blocks: Blocks, *, test: PostHoc, control: str | None) -> pl.DataFrame:
    """Return one row per pair with what is known of its group and, ending in ``_a`` and ``_b``, of its algorithms.

    ``n_pairs`` counts the pairs of the group.
    """
    algorithms, groups = blocks.once(test.facts)
    pairs = pairs_of(blocks, control)
    parts = [groups[pairs.group]]
    for side, column in (("a", pairs.a), ("b", pairs.b)):
        facts = algorithms.drop("group")[blocks.seat[pairs.group, column]]
        parts.append(facts.rename({name: side if name == "algorithm" else f"{name}_{side}" for name in facts.columns}))
    n_pairs = L * (L - 1) // 2 if control is None else L - 1
    of_pairs = test.of_pairs(pairs) if test.of_pairs else {}
    return pl.concat(parts, how="horizontal").with_columns(n_pairs=n_pairs, **of_pairs)
