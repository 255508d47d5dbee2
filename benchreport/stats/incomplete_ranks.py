"""Do several algorithms differ on shared blocks, when some results are missing?"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.method import RESULT_COLUMNS, Method
from benchreport.stats.distributions import chi2_sf
from benchreport.stats.layout import Layout, laid_out
from benchreport.stats.midranks import double_midranks
from benchreport.stats.paired import table_remarks
from benchreport.stats.ranks import FEW_BLOCKS, FEW_NOTE
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    checked_alpha,
    doubted,
    fields,
    first_that_holds,
    notes,
    over_table,
    remark,
)
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By
from benchreport.tables.rounding import rounded_array
from benchreport.tables.sizes import dependent_runs

SKILLINGS_MACK = Method(
    id="skillings_mack",
    title="Skillings-Mack test",
    question="Do several algorithms differ, when some of them lack results on some datasets?",
    kind="table",
    shape="scores",
    symbol="T",
    formula=(
        "A_j = sum_i sqrt(12 / (k_i + 1)) (r_ij - (k_i + 1) / 2) over the blocks that have j, k_i results in block i; "
        "T = A' S^- A with S_jj' = -(blocks that have both), chi-square with L - 1 degrees of freedom"
    ),
    null="all algorithms rank alike on every dataset",
    assumes=("datasets are independent", "results are missing at random, not because they were bad"),
    cites=("skillings1981",),
)


def skillings_mack(table: Frame, *, by: By = "metric", alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Friedman's test for tables with gaps, by Skillings and Mack, one row per group.

    Blocks with fewer than two results say nothing and are left out. On a complete table without ties it equals
    :func:`friedman`. Results that are missing because they failed are not missing at random; the note counts them.

    Parameters
    ----------
    table
        Scores; gaps are allowed.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    alpha
        Level of the decision.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> gap = (pl.col("dataset") == "iris") & (pl.col("algorithm") == "C4.5")
    >>> br.skillings_mack(scores.filter(~gap)).select("n", "df1", "status", "note").row(0)
    (14, 3.0, 'ok', '1 of 56 results missing')
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, missing="available", taken=("gaps", "used", "connected"))
        groups = layout.groups
        facts = layout.facts.with_columns(**_skillings_mack(layout))
        N, L = pl.col("used"), pl.col("n_algorithms")
        enough = (N >= 2) & (L >= 3)
        tied, connected = pl.col("all_tied"), pl.col("connected")
        sound, few = enough & ~tied & connected, pl.col("used") < FEW_BLOCKS
        rows = facts.select(
            *groups,
            *fields(
                SKILLINGS_MACK,
                n=N,
                n_dropped=pl.col("n_dropped") + pl.col("n") - N,
                n_ties=pl.col("n_ties"),
                statistic=pl.when(sound).then(pl.col("chi2")),
                df1=pl.when(sound).then(L - 1),
                p_value=pl.when(sound).then(chi2_sf("chi2", L - 1)).when(enough & tied).then(1.0),
                alpha=checked_alpha(alpha),
                law="chi-square",
                status=first_that_holds(
                    [(~enough, "too_few"), (tied, "all_ties"), (~connected, "singular"), (few, "approximate")], "ok"
                ),
                note=notes(
                    remark(L < 3, "fewer than three algorithms: use wilcoxon or sign_test"),
                    remark((L >= 3) & (N < 2), "fewer than two blocks with two results"),
                    remark(enough & ~tied & ~connected, "some algorithms share no block with the others"),
                    remark(sound & few, FEW_NOTE),
                    remark(pl.col("gaps") > 0, pl.format("{} of {} results missing", "gaps", pl.col("n") * L)),
                    *table_remarks(),
                ),
            ),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)  # type: ignore[no-any-return]


def _skillings_mack(layout: Layout) -> dict[str, pl.Series]:
    value = -layout.oriented()
    blocks = len(layout.group_of_block)
    largest = np.zeros(blocks)
    np.maximum.at(largest, layout.block, np.abs(value))
    doubled, tied = double_midranks([layout.block], rounded_array(value, largest[layout.block]))
    k = layout.per_block(np.ones(len(value)))
    kept = k[layout.block] >= 2
    width = k[layout.block]
    adjusted = np.where(kept, np.sqrt(12 / (width + 1)) * (doubled / 2 - (width + 1) / 2), 0.0)
    A = layout.per_algorithm(adjusted)
    L = layout.facts.get_column("n_algorithms").to_numpy()
    first = np.concatenate(([0], np.cumsum(L)[:-1]))
    chi2, connected = np.full(layout.size, np.nan), np.zeros(layout.size, dtype=bool)
    used = layout.of_blocks((k >= 2).astype(np.float64))
    for size in np.unique(L[(used > 0) & (L >= 2)]).tolist():
        chosen = np.flatnonzero((used > 0) & (size == L))
        shared = _shared_blocks(layout, chosen, first, size, kept)
        S = -shared
        S[:, np.arange(size), np.arange(size)] = 0.0
        S[:, np.arange(size), np.arange(size)] = -S.sum(axis=2)
        connected[chosen] = np.linalg.matrix_rank(S, hermitian=True) == size - 1
        sound = connected[chosen]
        own = A[first[chosen, None] + np.arange(size)][sound]
        solved = np.linalg.solve(S[sound][:, 1:, 1:], own[:, 1:, None])[:, :, 0]
        chi2[chosen[sound]] = (own[:, 1:] * solved).sum(axis=1)
    n = layout.facts.get_column("n").to_numpy()
    return {
        "chi2": pl.Series(np.maximum(chi2, 0.0)).fill_nan(None),
        "connected": pl.Series(connected),
        "used": pl.Series(used).cast(pl.Int64),
        "gaps": pl.Series(n * L - layout.per_group(np.ones(len(value)))).cast(pl.Int64),
        "n_ties": pl.Series(layout.per_group((kept & (tied > 1)).astype(np.float64))).cast(pl.Int64),
        "all_tied": pl.Series((used > 0) & (layout.per_group((kept & (tied < width)).astype(np.float64)) == 0)),
    }


def _shared_blocks(layout: Layout, chosen: Any, first: Any, size: int, kept: Any) -> Any:
    """Count for every two algorithms of each chosen group the blocks that have both."""
    number = np.full(layout.size, -1)
    number[chosen] = np.arange(len(chosen))
    here = kept & (number[layout.group] >= 0)
    column = layout.algorithm[here] - first[layout.group[here]]
    rows, which = np.unique(layout.block[here], return_inverse=True)
    presence = np.zeros((len(rows), size))
    presence[which, column] = 1.0
    starts = np.flatnonzero(np.diff(number[layout.group_of_block[rows]], prepend=-1))
    shared = np.empty((len(chosen), size, size))
    ends = np.append(starts[1:], len(rows))
    lengths = ends - starts
    for length in np.unique(lengths).tolist():
        at = np.flatnonzero(lengths == length)
        part = presence[starts[at, None] + np.arange(length)]
        shared[at] = np.einsum("gij,gik->gjk", part, part)
    return shared
