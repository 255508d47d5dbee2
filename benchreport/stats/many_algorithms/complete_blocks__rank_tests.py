"""Do several algorithms differ on shared blocks? Relatives of Friedman's test that weigh, align or order the ranks."""

from __future__ import annotations

from functools import partial
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.stats.forms.distributions import f_sf, log_factorial
from benchreport.stats.forms.omnibus import SOUND, Omnibus, omnibus_rows
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import Frame, checked_alpha, fields, first_that_holds
from benchreport.stats.kernels.midranks import double_midranks
from benchreport.stats.many_algorithms import complete_blocks as ranks
from benchreport.stats.many_algorithms.complete_blocks import FriedmanVariant, L, N
from benchreport.tables.blocks import Blocks, Reduce
from benchreport.tables.groups import By

KendallVariant = Literal["chi2", "f"]
AGREED = Remark(code="agreed_blocks", note="all blocks agree, so F is infinite; p is the exact chance of that")


@documented
def quade(table: Frame, *, by: By = "metric", alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Quade's test, one row per group: ranks within blocks, weighted by the rank of the block's range.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.quade(scores).select(pl.col("statistic", "p_value").round(6), "df1", "df2").row(0)
    (4.627905, 0.007303, 3.0, 39.0)
    """
    return over_blocks(table, partial(_quade_rows, alpha=checked_alpha(alpha)), by=by, reduce=reduce)


@documented
def friedman_aligned(
    table: Frame,
    *,
    by: By = "metric",
    variant: FriedmanVariant = "corrected",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Friedman's test on aligned ranks (Hodges and Lehmann), one row per group.

    Parameters
    ----------
    variant
        "corrected" for ties, or "uncorrected" as usually printed.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.friedman_aligned(scores).select(pl.col("statistic", "p_value").round(6), "df1").row(0)
    (11.647604, 0.008693, 3.0)
    """
    one_of(variant, FRIEDMAN_ALIGNED.variants, name="variant")
    rows = partial(_aligned_rows, variant=variant, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce)


@documented
def kendall_w(
    table: Frame,
    *,
    by: By = "metric",
    variant: KendallVariant = "chi2",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Kendall's coefficient of concordance W, corrected for ties, one row per group; ``estimate`` is W.

    Parameters
    ----------
    variant
        Test it by "chi2" (Friedman) or by "f" (Iman and Davenport).

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.kendall_w(scores).select(pl.col("estimate", "statistic", "p_value").round(6)).row(0)
    (0.260771, 10.952381, 0.011986)
    """
    one_of(variant, KENDALL_W.variants, name="variant")
    rows = partial(_kendall_rows, variant=variant, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce)


@documented
def rank_tests(table: Frame, *, by: By = "metric", alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Friedman, Iman-Davenport, Kendall's W and the average ranks in one pass over the table, as stacked rows.

    The rows of the tests are those of the functions of the same names. Average ranks come one row per algorithm, named
    in ``a``, with the mean rank as ``estimate``; ``method`` tells the rows apart.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.rank_tests(scores).select("method", "a", pl.col("statistic", "estimate").round(4)).rows()[:5]
    [('average_ranks', 'C4.5', None, 3.1429), ('average_ranks', 'C4.5+cf', None, 2.9286),
    ('average_ranks', 'C4.5+m', None, 2.0), ('average_ranks', 'C4.5+m+cf', None, 1.9286),
    ('friedman', None, 10.9524, None)]
    """
    return over_blocks(table, partial(_stacked_rows, alpha=checked_alpha(alpha)), by=by, reduce=reduce)


def _stacked_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    tests = [test(blocks, alpha=alpha) for test in (ranks.friedman_rows, ranks.iman_davenport_rows, _kendall_rows)]
    averages = ranks.average_rank_rows(blocks).select(
        "group",
        *fields(
            ranks.AVERAGE_RANKS,
            a=pl.col("algorithm"),
            n=N,
            n_dropped=pl.col("n_dropped"),
            estimate=pl.col("mean_rank"),
            status=first_that_holds([(N < 1, "too_few")], "ok"),
            remarks=pl.col("remarks"),
        ),
    )
    return pl.concat([averages, *tests]).sort("group", "method", "a")


def _kendall_rows(blocks: Blocks, *, variant: KendallVariant = "chi2", alpha: float) -> pl.DataFrame:
    """Return Kendall's W from the rows of its test: Friedman's by chi-square, Iman and Davenport's by F."""
    test = ranks.friedman_rows if variant == "chi2" else ranks.iman_davenport_rows
    return test(blocks, alpha=alpha).with_columns(
        method=pl.lit(KENDALL_W.id),
        variant=pl.lit(variant),
        estimate=pl.col("effect"),
        estimand=pl.lit(KENDALL_W.estimand),
        effect=pl.lit(None, dtype=pl.Float64),
        effect_name=pl.lit(None, dtype=pl.String),
    )


def _quade_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    _, facts = blocks.once(quade_facts)
    agreed, df1, df2 = pl.col("agreed"), L - 1, (L - 1) * (N - 1)
    F = (N - 1) * pl.col("explained") / pl.col("unexplained")
    chance = (-(N - 1) * log_factorial("n_algorithms")).exp()
    test = Omnibus(
        statistic=pl.when(~agreed).then(F),
        df1=df1,
        df2=df2,
        p_value=pl.when(agreed).then(chance).otherwise(f_sf(F, df1, df2)),
        enough=ranks.ENOUGH_RANKS,
        tied=pl.col("all_tied"),
        rough=ranks.FEW & ~agreed,
        remarks=(*ranks.rank_remarks(), ranks.ROUGH.where(ranks.FEW & ~agreed), AGREED.where(ranks.TESTABLE & agreed)),
    )
    law = pl.when(SOUND & agreed).then(pl.lit("exact agreement")).otherwise(pl.lit("F"))
    return omnibus_rows(QUADE, test, facts, blocks, alpha=alpha, law=law)


def _aligned_rows(blocks: Blocks, *, variant: FriedmanVariant, alpha: float) -> pl.DataFrame:
    _, facts = blocks.once(aligned_facts)
    M = N * L
    squares = pl.col("squared_ranks") if variant == "corrected" else M * (M + 1) * (2 * M + 1) / 6
    test = Omnibus(
        statistic=(L - 1) * pl.col("rank_spread") / (squares - pl.col("between_blocks")),
        df1=L - 1,
        enough=ranks.ENOUGH_RANKS,
        tied=pl.col("all_tied"),
        rough=ranks.FEW,
        remarks=(*ranks.rank_remarks(), ranks.ROUGH.where(ranks.FEW)),
    )
    return omnibus_rows(FRIEDMAN_ALIGNED, test, facts, blocks, alpha=alpha, variant=variant)


def quade_facts(blocks: Blocks) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Weigh the ranks within blocks by the rank of the block's range, the narrowest first.

    Returns the weighted mean ``rank`` of each algorithm, one row each, and the sums of squares of each group.
    """
    cells = blocks.cells
    rank = blocks.once(ranks.ranks_within).doubled[blocks.measured] / 2
    high, low = np.full(len(cells.group_of_block), -np.inf), np.full(len(cells.group_of_block), np.inf)
    np.maximum.at(high, cells.block, cells.values)
    np.minimum.at(low, cells.block, cells.values)
    operands = np.maximum(np.abs(high), np.abs(low))
    weights = double_midranks([cells.group_of_block], high - low, operands)[0] / 2
    n = blocks.n_blocks
    weighted = weights[cells.block] * (rank - (blocks.n_algorithms[cells.group] + 1) / 2)
    sums, total = cells.per_algorithm(weighted), cells.per_group(weighted**2)
    with np.errstate(all="ignore"):
        explained = cells.of_algorithms(sums**2) / n
        means = sums / (n * (n + 1) / 2)[cells.group_of_algorithm]
    facts = blocks.once(ranks.rank_facts).with_columns(
        n_dropped=blocks.facts["n_dropped"],
        explained=pl.Series(explained).fill_nan(None),
        unexplained=pl.Series(total - explained).fill_nan(None),
        agreed=pl.Series(total - explained <= 1e-12 * total),
        level=pl.Series(total == 0),
    )
    return blocks.seats.with_columns(rank=pl.Series(means).fill_nan(None)), facts


def aligned_facts(blocks: Blocks) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Rank all values of a group less the mean of their block, 1 is best.

    Returns the mean ``rank`` of each algorithm, one row each, and the sums of squares and the ties of each group.
    """
    cells = blocks.cells
    value = -cells.oriented
    # About a value of the block, so that a mean of equals is that value.
    first = value[np.unique(cells.block, return_index=True)[1]]
    counts = cells.per_block(np.ones(len(value)))
    level = (first + cells.per_block((value - first[cells.block]) / counts[cells.block]))[cells.block]
    doubled, tied = double_midranks([cells.group], value - level, np.maximum(np.abs(value), np.abs(level)))
    rank, L, n = doubled / 2, blocks.n_algorithms, blocks.n_blocks
    sums = cells.per_algorithm(rank)
    with np.errstate(all="ignore"):
        means = sums / n[cells.group_of_algorithm]
    middle = (n * (L * n + 1) / 2)[cells.group_of_algorithm]
    facts = blocks.once(ranks.rank_facts).with_columns(
        n_dropped=blocks.facts["n_dropped"],
        squared_ranks=pl.Series(cells.per_group(rank**2)),
        between_blocks=pl.Series(cells.of_blocks(cells.per_block(rank) ** 2) / L),
        rank_spread=pl.Series(cells.of_algorithms((sums - middle) ** 2)),
        aligned_ties=pl.Series(cells.per_group((tied > 1).astype(np.float64))).cast(pl.Int64),
        all_aligned=pl.Series(cells.per_group((tied < (n * L)[cells.group]).astype(np.float64)) == 0),
    )
    return blocks.seats.with_columns(rank=pl.Series(means).fill_nan(None)), facts


QUADE = Method(
    id="quade",
    title="Quade test",
    question="Do several algorithms differ, counting datasets more on which they lie further apart?",
    short="Quade",
    symbol="F_Q",
    formula=(
        "S_ij = Q_i (r_ij - (L+1)/2) with Q_i the rank of the range of block i, B = sum_j (sum_i S_ij)^2 / N, "
        "F = (N-1) B / (sum S_ij^2 - B) with (L-1) and (L-1)(N-1) degrees of freedom"
    ),
    tex=(
        r"F_Q = \frac{(N - 1) B}{\sum_{ij} S_{ij}^2 - B}, "
        r"\quad B = \frac{1}{N} \sum_j \left( \sum_i S_{ij} \right)^2, "
        r"\quad S_{ij} = Q_i \left( r_{ij} - \frac{L + 1}{2} \right)"
    ),
    null="all algorithms rank alike on every dataset",
    assumes=("datasets are independent", "ranges of values can be compared between datasets"),
    cites=("quade1979", "garcia2010"),
    answers=("omnibus",),
    reason="It weighs datasets by the range of their results.",
    by_size=True,
    remarks=(*ranks.RANK_REMARKS, AGREED),
    table=quade,
)

FRIEDMAN_ALIGNED = Method(
    id="friedman_aligned",
    title="Friedman test on aligned ranks",
    question="Do several algorithms differ, ranking all results together after taking each dataset's mean off?",
    short="Friedman, aligned ranks",
    symbol="T",
    formula=(
        "T = (L-1) sum_j (R_j - N(LN+1)/2)^2 / (sum r_ij^2 - sum_i R_i^2 / L), r_ij the rank of value less block mean; "
        "uncorrected: LN(LN+1)(2LN+1)/6 in place of sum r_ij^2"
    ),
    tex=(
        r"T = \frac{(L - 1) \sum_j \left( R_{\cdot j} - \frac{N (L N + 1)}{2} \right)^2}{\sum_{ij} r_{ij}^2 - "
        r"\frac{1}{L} \sum_i R_{i \cdot}^2}"
    ),
    null="all algorithms have the same results up to the level of the dataset",
    assumes=("datasets are independent", "differences can be compared between datasets"),
    cites=("hodges1962", "garcia2010"),
    variants=("corrected", "uncorrected"),
    answers=("omnibus",),
    reason="It ranks results of all datasets together, less the mean of each.",
    by_size=True,
    remarks=ranks.RANK_REMARKS,
    table=friedman_aligned,
)

KENDALL_W = Method(
    id="kendall_w",
    title="Kendall's coefficient of concordance",
    question="How far do the datasets agree on the order of the algorithms?",
    symbol="W",
    formula="W = chi2_F / (N (L-1)), 0 without any agreement and 1 when all blocks order the algorithms alike",
    tex=r"W = \frac{\chi^2_F}{N (L - 1)}",
    null="the blocks order the algorithms independently of each other",
    assumes=("datasets are independent", "every algorithm was measured on every dataset"),
    cites=("kendall1939", "demsar2006"),
    estimand="Kendall's W",
    variants=("chi2", "f"),
    remarks=(*ranks.RANK_REMARKS, ranks.AGREED_CHI_SQUARE),
    table=kendall_w,
)
