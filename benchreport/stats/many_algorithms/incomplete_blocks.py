"""Ranks within blocks that lack some algorithms: the test and the effects of Skillings and Mack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from benchreport.method import REMARK_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.omnibus import ENOUGH, SOUND, TIED, Omnibus, omnibus_rows
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha, nullable, table_remarks
from benchreport.stats.many_algorithms.complete_blocks import FEW_ALGORITHMS, FEW_BLOCKS, ROUGH, ranks_within
from benchreport.tables.blocks import Blocks, Reduce
from benchreport.tables.groups import By
from benchreport.threads import fast_product, roots, solve

EFFECT_COLUMNS: Mapping[str, tuple[str, str]] = {
    "algorithm": ("Categorical", "the algorithm"),
    "n": ("Int64", "blocks ranked: those with its result and another's"),
    "effect": ("Float64", "Skillings-Mack effect, negative where it ranks better than others on the same blocks"),
    "mean_rank": ("Float64", "the effect as a mean rank among the algorithms of its component, 1 is best"),
    "place": ("Int64", "place within its component; equal ones share a place"),
    "component": ("Int64", "algorithms of one component are linked by shared blocks; the largest component is 1"),
    "n_first": ("Int64", "blocks where no other algorithm ranked better"),
    **REMARK_COLUMNS,
}
# Effects that agree so far are equal.
DIGITS = 12
FEW_SHARED_BLOCKS = Remark(code="few_shared_blocks", note="fewer than two blocks with two results")
UNCONNECTED = Remark(code="unconnected_algorithms", note="some algorithms share no block with the others")
MISSING_RESULTS = Remark(code="missing_results", note="{0} of {1} results missing")
NO_OPPONENT = Remark(code="no_opponent", note="no block with a result of another algorithm")
COMPONENTS = Remark(
    code="separate_components", note="some algorithms share no block with others: places within components"
)


@documented
def skillings_mack(table: Frame, *, by: By = "metric", alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Compute Skillings and Mack's test, Friedman's for tables with gaps, one row per group.

    Blocks with fewer than two results say nothing and are left out. On a complete table without ties it equals
    :func:`friedman`. Results that are missing because they failed are not missing at random; the note counts them.

    Parameters
    ----------
    table
        Scores; gaps are allowed.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> gap = (pl.col("dataset") == "iris") & (pl.col("algorithm") == "C4.5")
    >>> br.skillings_mack(scores.filter(~gap)).select("n", "df1", "status", "note").row(0)
    (14, 3.0, 'ok', '1 of 56 results missing')
    """
    rows = partial(_skillings_mack_rows, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce, missing="available")


@documented
def rank_effects(table: Frame, *, by: By = "metric", reduce: Reduce = "mean") -> Frame:
    """Compute the order of the algorithms under gaps, by the effects of Skillings and Mack.

    Ranks within a block are adjusted for who else is in it, so that an algorithm gains nothing from weak company. Where
    nothing is missing, ``mean_rank`` is that of :func:`average_ranks`. Algorithms that share no block, directly or
    through others, cannot be ordered: places are given within components.

    Parameters
    ----------
    table
        Scores; gaps are allowed.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> gap = (pl.col("dataset") == "iris") & (pl.col("algorithm") == "C4.5")
    >>> br.rank_effects(scores.filter(~gap)).select("algorithm", "n", "place", pl.col("mean_rank").round(3)).rows()
    [('C4.5', 13, 4, 3.308), ('C4.5+cf', 14, 3, 2.894), ('C4.5+m', 14, 2, 1.936), ('C4.5+m+cf', 14, 1, 1.863)]
    """
    return over_blocks(table, effect_rows, by=by, reduce=reduce, missing="available", columns=EFFECT_COLUMNS)


def _skillings_mack_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    facts = blocks.facts.with_columns(_skillings_mack(blocks))
    N, L, gaps = pl.col("used"), pl.col("n_algorithms"), pl.col("gaps")
    unconnected, few = ~pl.col("connected"), N < FEW_BLOCKS
    test = Omnibus(
        statistic=pl.col("chi2"),
        df1=L - 1,
        enough=(N >= 2) & (L >= 3),
        tied=pl.col("all_tied"),
        refused=[(unconnected, "singular")],
        rough=few,
        remarks=(
            FEW_ALGORITHMS.where(L < 3),
            FEW_SHARED_BLOCKS.where((L >= 3) & (N < 2)),
            UNCONNECTED.where(ENOUGH & ~TIED & unconnected),
            ROUGH.where(SOUND & few),
            MISSING_RESULTS.where(gaps > 0, gaps, pl.col("n") * L),
            *table_remarks(),
        ),
    )
    n_dropped = pl.col("n_dropped") + pl.col("n") - N
    return omnibus_rows(SKILLINGS_MACK, test, facts, blocks, alpha=alpha, n=N, n_dropped=n_dropped)


def effect_rows(blocks: Blocks) -> pl.DataFrame:
    """Return the effect of each algorithm on the ranks, one row per group and algorithm, as :func:`rank_effects`."""
    cells, ranked = blocks.cells, blocks.once(RankedBlocks)
    size = len(cells.group_of_algorithm)
    effect, mean_rank = np.full(size, np.nan), np.full(size, np.nan)
    component = np.zeros(size, dtype=np.int64)
    n = cells.per_algorithm(ranked.comparable.astype(np.float64))
    with np.errstate(invalid="ignore"):
        own_mean = cells.per_algorithm(np.where(ranked.comparable, ranked.rank, 0.0)) / n
    for chosen, members, shared in ranked.groups_of_each_size():
        linked = linked_by(shared)
        component[members] = numbered_components(linked)
        companions = linked.sum(axis=2)
        laplacian = _laplacian(shared)
        solved = solve(laplacian + linked / companions[:, :, None], ranked.sums[members][:, :, None])[:, :, 0]
        effect[members] = solved
        adjusted = (companions + 1) / 2 + solved * companions / np.sqrt(12 / (companions + 1))
        whole = ranked.is_whole[chosen]
        # Without gaps the mean rank is known to its last digit.
        mean_rank[members] = np.where(whole[:, None], own_mean[members], adjusted)
    alone = n == 0
    effect[alone], mean_rank[alone] = np.nan, np.nan
    first = cells.per_algorithm((ranked.comparable & (ranked.rank == (ranked.tied + 1) / 2)).astype(np.float64))
    rows = blocks.seats.with_columns(
        *nullable(n=n.astype(np.int64), effect=effect, mean_rank=mean_rank, n_first=first.astype(np.int64)),
        component=pl.when(pl.Series(~alone)).then(pl.Series(component)),
    )
    place = pl.col("mean_rank").round_sig_figs(DIGITS).rank("min").over("group", "component")
    several = pl.col("component").max().over("group") > 1
    return rows.with_columns(
        place=pl.when(pl.col("mean_rank").is_not_null()).then(place).cast(pl.Int64),
        remarks=joined_remarks(NO_OPPONENT.where(pl.col("n") == 0), COMPONENTS.where(several & (pl.col("n") > 0))),
        note=None,
    ).select("group", *EFFECT_COLUMNS)


def linked_by(shared: Any) -> Any:
    """Return which algorithms are linked by shared blocks, directly or through others: groups x algorithms squared."""
    linked = shared > 0
    diagonal = np.arange(shared.shape[1])
    linked[:, diagonal, diagonal] = True
    steps = 1
    while steps < shared.shape[1]:
        linked = fast_product(linked.astype(np.float32), linked.astype(np.float32)) > 0
        steps *= 2
    return linked


def numbered_components(linked: Any) -> Any:
    """Return the number of each algorithm's component, from the largest; of equal ones the first algorithm decides."""
    first = linked.argmax(axis=2)
    size = linked.sum(axis=2)
    heads = first == np.arange(linked.shape[1])
    ahead = (size[:, None, :] > size[:, :, None]) | (
        (size[:, None, :] == size[:, :, None]) & (first[:, None, :] < first[:, :, None])
    )
    return 1 + (ahead & heads[:, None, :]).sum(axis=2)


class RankedBlocks:
    """Ranks within blocks of any width, and the adjusted rank sums of Skillings and Mack."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        cells, ranks = blocks.cells, blocks.once(ranks_within)
        self.rank, self.tied = ranks.doubled[blocks.measured] / 2, ranks.tied[blocks.measured]
        widths = cells.per_block(np.ones(len(self.rank)))
        self.width = widths[cells.block]
        # A block with one result ranks nobody.
        self.comparable = self.width >= 2
        centred = np.sqrt(12 / (self.width + 1)) * (self.rank - (self.width + 1) / 2)
        self.sums = cells.per_algorithm(np.where(self.comparable, centred, 0.0))
        self.used = cells.of_blocks((widths >= 2).astype(np.float64))

    @property
    def is_whole(self) -> Any:
        """Whether nothing is missing from the blocks of a group."""
        counts = self.blocks.cells.per_group(np.ones(len(self.rank)))
        return (counts == self.blocks.n_blocks * self.blocks.n_algorithms) & (self.blocks.n_algorithms >= 2)

    def groups_of_each_size(self) -> Iterator[tuple[Any, Any, Any]]:
        """Yield the groups with blocks to rank, by number of algorithms: groups, their algorithms, shared blocks.

        The latter count for every two algorithms of each group the blocks that have both.
        """
        blocks, sizes = self.blocks, self.blocks.n_algorithms
        ranked = blocks.measured & (blocks.measured.sum(axis=1) >= 2)[:, None]
        for size in np.unique(sizes[(self.used > 0) & (sizes >= 2)]).tolist():
            chosen = np.flatnonzero((self.used > 0) & (sizes == size))
            shared = np.empty((len(chosen), size, size))
            for number, group in enumerate(chosen.tolist()):
                present = ranked[blocks.start[group] : blocks.start[group + 1], :size].astype(np.float64)
                shared[number] = fast_product(present.T, present)
            yield chosen, blocks.seat[chosen, 0][:, None] + np.arange(size), shared


def _laplacian(shared: Any) -> Any:
    """Return the matrix S of Skillings and Mack from the numbers of shared blocks."""
    S = -shared
    diagonal = np.arange(shared.shape[1])
    S[:, diagonal, diagonal] = 0.0
    S[:, diagonal, diagonal] = -S.sum(axis=2)
    return S


def _skillings_mack(blocks: Blocks) -> list[pl.Series]:
    cells, ranked = blocks.cells, blocks.once(RankedBlocks)
    chi2, connected = np.full(cells.n_groups, np.nan), np.zeros(cells.n_groups, dtype=bool)
    for chosen, members, shared in ranked.groups_of_each_size():
        size = shared.shape[1]
        S = _laplacian(shared)
        sizes = np.abs(roots(S))
        rounding = sizes.max(axis=1, keepdims=True) * size * np.finfo(np.float64).eps
        connected[chosen] = (sizes > rounding).sum(axis=1) == size - 1
        sound = connected[chosen]
        own = ranked.sums[members][sound]
        solved = solve(S[sound][:, 1:, 1:], own[:, 1:, None])[:, :, 0]
        chi2[chosen[sound]] = (own[:, 1:] * solved).sum(axis=1)
    gaps = blocks.n_blocks * blocks.n_algorithms - cells.per_group(np.ones(len(ranked.rank)))
    tied, apart = (ranked.comparable & flags for flags in (ranked.tied > 1, ranked.tied < ranked.width))
    return nullable(
        chi2=np.maximum(chi2, 0.0),
        connected=connected,
        used=ranked.used.astype(np.int64),
        gaps=gaps.astype(np.int64),
        n_ties=cells.per_group(tied.astype(np.float64)).astype(np.int64),
        all_tied=(ranked.used > 0) & (cells.per_group(apart.astype(np.float64)) == 0),
    )


SKILLINGS_MACK = Method(
    table=skillings_mack,
    title="Skillings-Mack test",
    question="Do several algorithms differ, when some of them lack results on some datasets?",
    symbol="T",
    formula=(
        "A_j = sum_i sqrt(12 / (k_i + 1)) (r_ij - (k_i + 1) / 2) over the blocks that have j, k_i results in block i; "
        "T = A' S^- A with S_jj' = -(blocks that have both), chi-square with L - 1 degrees of freedom"
    ),
    tex=r"T = A^{\top} S^{-} A, \quad A_j = \sum_i \sqrt{\frac{12}{k_i + 1}} \left( r_{ij} - \frac{k_i + 1}{2} \right)",
    null="all algorithms rank alike on every dataset",
    assumes=("datasets are independent", "results are missing at random, not because they were bad"),
    account=(
        "The test of Skillings and Mack extends Friedman’s test to datasets with missing results; dataset $i$ has "
        "$k_i$ of them."
    ),
    cites=("skillings1981",),
    remarks=(FEW_ALGORITHMS, FEW_SHARED_BLOCKS, UNCONNECTED, ROUGH, MISSING_RESULTS, SHARED_RUNS),
)

RANK_EFFECTS = Method(
    table=rank_effects,
    title="Skillings-Mack rank effects",
    question="Which algorithm ranks best, when some of them lack results on some datasets?",
    symbol="\\hat{\\tau}_j",
    formula=(
        "effects = S^- A, with A and S of the Skillings-Mack test; as a mean rank among k algorithms: "
        "(k + 1) / 2 + k effect / sqrt(12 / (k + 1)), which is the mean rank where nothing is missing"
    ),
    tex=r"\hat{\tau} = S^{-} A, \quad \bar{R}_j = \frac{k + 1}{2} + \frac{k \, \hat{\tau}_j}{\sqrt{12 / (k + 1)}}",
    assumes=("results are missing at random, not because they were bad",),
    account=(
        "With results missing, mean ranks are estimated by the effects of Skillings and Mack, which allow for the "
        "company that an algorithm met."
    ),
    cites=("skillings1981",),
    estimand="mean rank, adjusted for gaps",
    remarks=(NO_OPPONENT, COMPONENTS),
)
