"""Which places may an algorithm truly hold?"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import Any

import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark, schema_of
from benchreport.options import PAIR_TEST
from benchreport.registry import METHODS
from benchreport.remarks import REMARK_COLUMNS, joined_remarks
from benchreport.stats.adjust import Adjustment, adjust
from benchreport.stats.ranks import average_ranks
from benchreport.stats.rows import Frame, checked_alpha, over_table
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, group_columns, within
from benchreport.tables.sizes import dependent_runs

DEPENDENT = Remark(
    code="shared_runs_rank_sets",
    note="runs share training data (unless they are seeds), so these sets are too narrow",
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


def rank_sets(
    table: Frame,
    *,
    by: By = "metric",
    test: str = PAIR_TEST,
    adjustment: Adjustment = "holm",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Give every algorithm the range of places that the data do not rule out, for all algorithms at once.

    An algorithm stands below those shown to be better than it and above those shown to be worse.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
    by
        Groups to look at separately. With ``dataset`` among them the blocks are runs, else datasets.
    test
        The test of every pair: Wilcoxon's, "sign_test" or another that ``METHODS.answering("pairs")`` lists.
    adjustment
        One that holds the family-wise error, such as "holm".
    alpha
        All sets hold together with probability 1 - alpha.
    reduce
        How several runs of a block become one value.

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

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        groups: list[str] = group_columns(known, by, tuple(RANK_SET_COLUMNS))
        function: Any = METHODS[test].table
        reducing = {"reduce": reduce} if "reduce" in signature(function).parameters else {}
        tested: pl.DataFrame = function(known, by=groups, alpha=level, **reducing)
        pairs = adjust(tested, adjustment)
        shown = pairs.filter((pl.col("p_adjusted") <= level) & pl.col("better").is_not_null())
        first = pl.col("better") == pl.col("a")
        sides = shown.select(
            *groups,
            __winner=pl.when(first).then(pl.col("a")).otherwise(pl.col("b")),
            __loser=pl.when(first).then(pl.col("b")).otherwise(pl.col("a")),
        )
        above = sides.group_by(*groups, algorithm=pl.col("__loser")).agg(__above=pl.len().cast(pl.Int64))
        below = sides.group_by(*groups, algorithm=pl.col("__winner")).agg(__below=pl.len().cast(pl.Int64))
        ranks = average_ranks(known, by=groups, reduce=reduce)
        keys = [*groups, "algorithm"]
        size = pl.len().cast(pl.Int64)
        placed = ranks.with_columns(
            place=pl.col("mean_rank").rank("min").over(within(groups)).cast(pl.Int64),
            __size=size.over(within(groups)),
        )
        shared = dependent_runs(known, groups).rename({"dependent": "__shared"})
        placed = placed.join(shared, on=groups, how="left") if groups else placed.join(shared, how="cross")
        joined = placed.join(above, on=keys, how="left").join(below, on=keys, how="left").sort(keys)
        everything = pl.col("__above").is_null() & pl.col("__below").is_null() & (pl.col("n") > 0)
        return (
            joined.with_columns(
                place_low=1 + pl.col("__above").fill_null(0),
                place_high=pl.col("__size") - pl.col("__below").fill_null(0),
                alpha=pl.lit(level),
                method=pl.lit(test),
                adjustment=pl.lit(adjustment),
                remarks=joined_remarks(
                    ALL_PLACES.where(everything), pl.col("remarks"), DEPENDENT.where(pl.col("__shared"))
                ),
                note=None,
            )
            .select(*groups, *RANK_SET_COLUMNS)
            .cast(schema_of(RANK_SET_COLUMNS))  # type: ignore[arg-type]
        )

    return over_table(table, by, RANK_SET_COLUMNS, run)


RANK_SETS = Method(
    id="rank_sets",
    title="Simultaneous confidence sets for ranks",
    question="Which places may each algorithm truly hold?",
    kind="table",
    shape="scores",
    door="ordering",
    symbol="",
    formula="from 1 + how many were shown to be better, to L - how many were shown to be worse",
    tex=r"\left[ 1 + \#\{ b : b \succ a \}, \; L - \#\{ b : a \succ b \} \right]",
    null="",
    assumes=("datasets are independent", "the adjustment holds the family-wise error of all pairs"),
    cites=("mogstad2024",),
    remarks=(ALL_PLACES, DEPENDENT),
    table=rank_sets,
)
