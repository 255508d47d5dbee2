"""Tests of all algorithms of a group at once: expressions of the facts of a group, and the rows they make."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

import polars as pl

from benchreport.method import Method, Remark
from benchreport.records import dataclass
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import chi2_sf, f_sf
from benchreport.stats.forms.over import doubted
from benchreport.stats.forms.rows import SHARED_RUNS, fields
from benchreport.tables.blocks import Blocks

NEVER = pl.lit(False)
# Columns of every group that remarks may refer to.
ENOUGH, TIED, SOUND = pl.col("enough"), pl.col("tied"), pl.col("sound")
FEW_VALUES_EACH = Remark(code="few_values_each", note="fewer than two values per algorithm")
FEW_COMPLETE_BLOCKS = Remark(code="few_complete_blocks", note="fewer than two complete blocks")


@dataclass(frozen=True, slots=True, kw_only=True)
class Omnibus:
    """A test of all algorithms, as expressions of the facts of a group.

    A group has ``enough`` to test, or too few, or is ``undefined`` whatever it has. Where nothing differs from
    anything it is ``tied`` and p is 1; ``refused`` names what else leaves no statistic, with the status that it gives.
    All others are sound, though a ``rough`` one is approximate. Without a ``p_value`` of its own a statistic has the
    chi-square law with ``df1`` degrees of freedom, or the F law where there are ``df2`` too.
    """

    statistic: pl.Expr
    enough: pl.Expr
    tied: pl.Expr
    refused: Sequence[tuple[pl.Expr, str]] = ()
    undefined: pl.Expr = NEVER
    rough: pl.Expr = NEVER
    df1: pl.Expr | None = None
    df2: pl.Expr | None = None
    p_value: pl.Expr | None = None
    remarks: Sequence[pl.Expr] = ()


def omnibus_rows(
    method: Method,
    test: Omnibus,
    facts: pl.DataFrame,
    blocks: Blocks,
    doubt: Remark | None = SHARED_RUNS,
    **values: Any,
) -> pl.DataFrame:
    """Return one row per group; ``facts`` are :attr:`Blocks.facts` and more, ``values`` further columns of the rows."""
    return doubted(rows_of_facts(method, test, facts, **values), blocks, doubt)


def rows_of_facts(
    method: Method, test: Omnibus, facts: pl.DataFrame, *, keys: Sequence[str] = ("group",), **values: Any
) -> pl.DataFrame:
    """Return one row per row of ``facts``, with its ``keys``; ``values`` are further columns of the rows."""
    return judged_rows(facts, judgement(method, test, facts.columns, **values), keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Expressions of a test: what is worked out of the facts of a group first, and the columns of its row."""

    first: Mapping[str, pl.Expr | None]
    row: Sequence[pl.Expr]


def judged_rows(facts: pl.DataFrame, made: Judgement, keys: Sequence[str] = ("group",)) -> pl.DataFrame:
    """Return one row per row of ``facts``, with its ``keys``."""
    return facts.with_columns_seq(**made.first).select_seq(*keys, *made.row)


def judgement(method: Method, test: Omnibus, columns: Collection[str], **values: Any) -> Judgement:
    """Return the expressions of a test of facts with these columns; ``values`` are further columns of the rows."""
    refused = reduce(or_, (condition for condition, _ in test.refused), NEVER)
    sound = test.enough & ~test.tied & ~refused
    tail = test.p_value
    if tail is None and test.df1 is not None:
        tail = chi2_sf(test.statistic, test.df1) if test.df2 is None else f_sf(test.statistic, test.df1, test.df2)
    # In columns, since what is mentioned is worked out anew wherever it is.
    statistic = pl.when(sound).then(test.statistic)
    first = {"enough": test.enough, "tied": test.tied, "sound": sound, "__statistic": statistic}
    row: dict[str, Any] = {"statistic": pl.col("__statistic")}
    degrees = {"df1": test.df1, "df2": test.df2}
    row |= {name: pl.when(SOUND).then(number) for name, number in degrees.items() if number is not None}
    row |= {name: pl.col(name) for name in ("n", "n_dropped", "n_ties") if name in columns}
    problems = [(test.undefined, "undefined"), (~ENOUGH, "too_few"), (TIED, "all_ties"), *test.refused]
    row |= {
        "p_value": pl.when(SOUND).then("tail").when(ENOUGH & TIED).then(1.0),
        "status": [*problems, (test.rough, "approximate")],
        "remarks": joined_remarks(*test.remarks),
    }
    law = "chi-square" if test.df2 is None else "F"
    return Judgement(first=first | {"tail": tail}, row=fields(method, **{**row, "law": law, **values}))
