"""Simultaneous confidence sets for the places of algorithms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from inspect import signature
from typing import Any

import polars as pl

from benchreport.errors import one_of
from benchreport.method import REMARK_COLUMNS, Method, Remark, schema_of
from benchreport.options import PAIR_TEST
from benchreport.registry import METHODS
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import Frame, checked_alpha
from benchreport.stats.many_algorithms.complete_blocks import average_rank_rows
from benchreport.stats.multiplicity.adjusting import Adjustment, adjust
from benchreport.tables.blocks import Blocks, Reduce
from benchreport.tables.groups import By

DEPENDENT = Remark(
    code="shared_runs_rank_sets", note="runs share training data (unless they are seeds), so these sets are too narrow"
)
ALL_PLACES = Remark(code="all_places", note="no place is ruled out")

FAMILY_WISE = ("bonferroni", "sidak", "holm", "holm_sidak", "hochberg", "hommel")

# One row per group and algorithm.
RANK_SET_COLUMNS: Mapping[str, tuple[str, str]] = {
    "algorithm": ("Categorical", "the algorithm"),
    "n": ("Int64", "blocks used"),
    "mean_rank": ("Float64", "mean rank over the blocks, 1 is best"),
    "place": ("Int64", "place by mean rank, ties share the better one"),
    "place_low": ("Int64", "best place not ruled out"),
    "place_high": ("Int64", "worst place not ruled out"),
    "alpha": ("Float64", "the sets of all algorithms hold together with probability 1 - alpha"),
    "method": ("String", "test of the pairs"),
    "adjustment": ("String", "adjustment for multiplicity"),
    **REMARK_COLUMNS,
}


@documented
def rank_sets(
    table: Frame,
    *,
    by: By = "metric",
    test: str = PAIR_TEST,
    adjustment: Adjustment = "holm",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the range of places of every algorithm that the data do not rule out, for all algorithms at once.

    An algorithm stands below those shown to be better than it and above those shown to be worse.

    Parameters
    ----------
    test
        The test of every pair: Wilcoxon's, "sign_test" or another that ``METHODS.answering("pairs")`` lists.
    adjustment
        One that holds the family-wise error, such as "holm".
    alpha
        All sets hold together with probability 1 - alpha.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, sorted by them; columns as in ``RANK_SET_COLUMNS``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.rank_sets(scores).select("algorithm", "place", "place_low", "place_high").rows()
    [('C4.5', 4, 2, 4), ('C4.5+cf', 3, 1, 4), ('C4.5+m', 2, 1, 3), ('C4.5+m+cf', 1, 1, 4)]
    """
    level = checked_alpha(alpha)
    one_of(test, METHODS.answering("pairs"), name="test")
    one_of(adjustment, FAMILY_WISE, name="adjustment")

    rows = partial(_rows, test=test, adjustment=adjustment, alpha=level, reduce=reduce)
    return over_blocks(table, rows, by=by, reduce=reduce, columns=RANK_SET_COLUMNS)


def _rows(blocks: Blocks, *, test: str, adjustment: Adjustment, alpha: float, reduce: Reduce) -> pl.DataFrame:
    function: Any = METHODS[test].table
    reducing = {"reduce": reduce} if "reduce" in signature(function).parameters else {}
    tested: pl.DataFrame = function(blocks.source, by=blocks.by, alpha=alpha, **reducing)
    pairs = beats(blocks.numbered(adjust(tested, adjustment)), alpha)
    above = pairs.group_by("group", algorithm="loser").agg(above=pl.len().cast(pl.Int64))
    below = pairs.group_by("group", algorithm="winner").agg(below=pl.len().cast(pl.Int64))
    ranks = average_rank_rows(blocks).with_columns(
        place=pl.col("mean_rank").rank("min").over("group").cast(pl.Int64), size=pl.len().cast(pl.Int64).over("group")
    )
    keys = ["group", "algorithm"]
    placed = ranks.join(above, on=keys, how="left").join(below, on=keys, how="left").sort(keys)
    dependent = pl.lit(pl.Series(blocks.dependent[placed["group"].to_numpy()]))
    everything = pl.col("above").is_null() & pl.col("below").is_null() & (pl.col("n") > 0)
    rows = placed.with_columns(
        place_low=1 + pl.col("above").fill_null(0),
        place_high=pl.col("size") - pl.col("below").fill_null(0),
        alpha=pl.lit(alpha),
        method=pl.lit(test),
        adjustment=pl.lit(adjustment),
        remarks=joined_remarks(ALL_PLACES.where(everything), pl.col("remarks"), DEPENDENT.where(dependent)),
        note=None,
    )
    return rows.select("group", *(pl.col(name).cast(kind) for name, kind in schema_of(RANK_SET_COLUMNS).items()))


def beats(rows: pl.DataFrame, alpha: float) -> pl.DataFrame:
    """Return who is shown to be better than whom: ``group``, ``winner`` and ``loser``."""
    decided = rows.filter((pl.col("p_adjusted") <= alpha) & pl.col("better").is_not_null())
    first = pl.col("better").cast(pl.String) == pl.col("a").cast(pl.String)
    return decided.select(
        "group", winner=pl.when(first).then("a").otherwise("b"), loser=pl.when(first).then("b").otherwise("a")
    )


RANK_SETS = Method(
    table=rank_sets,
    title="Simultaneous confidence sets for ranks",
    question="Which places may each algorithm truly hold?",
    symbol="",
    formula="from 1 + how many were shown to be better, to L - how many were shown to be worse",
    tex=r"\left[ 1 + \#\{ b : b \succ a \}, \; k - \#\{ b : a \succ b \} \right]",
    assumes=("datasets are independent", "the adjustment holds the family-wise error of all pairs"),
    account=(
        "The rank set of algorithm $a$ runs from one plus the number of algorithms significantly better to $k$ "
        "minus the number significantly worse; all rank sets hold together at the level of the tests."
    ),
    cites=("mogstad2024",),
    remarks=(ALL_PLACES, DEPENDENT),
)
