"""Rank tests for complete blocks: Friedman, Iman-Davenport, Quade, aligned ranks, Kendall's W; average ranks."""

from __future__ import annotations

import math
from functools import cache, lru_cache, partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import RANK_COLUMNS, Method, Remark, schema_of
from benchreport.options import PAIR_TEST
from benchreport.records import dataclass
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import chi2_sf, f_sf
from benchreport.stats.forms.omnibus import (
    FEW_COMPLETE_BLOCKS,
    SOUND,
    Judgement,
    Omnibus,
    judged_rows,
    judgement,
    omnibus_rows,
)
from benchreport.stats.forms.over import doubted, over_blocks
from benchreport.stats.forms.parameters import documented, options_as_in
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha, nullable, result_rows, table_remarks
from benchreport.stats.kernels.friedman_exact import PERMUTATIONS, SEED, tails
from benchreport.stats.kernels.midranks import double_midranks, row_midranks
from benchreport.tables.blocks import Blocks, Floats, Integers, Reduce
from benchreport.tables.groups import By, taken

FriedmanVariant = Literal["corrected", "uncorrected"]
ExactVariant = Literal["corrected", "uncorrected", "exact"]
# Below so many blocks the laws of rank statistics are rough; a sentence spells the number out.
FEW_BLOCKS, FEW_IN_WORDS = 10, "ten"
# Up to so many blocks tests of all algorithms count arrangements.
EXACT_UP_TO = 5
N, L = pl.col("n"), pl.col("n_algorithms")
PERMUTATION_LAW = "Monte Carlo permutations"
# What :func:`rank_remarks` say of a group.
RANK_REMARK = pl.col("rank_remarks")
# What the facts of mean ranks count in each group.
RANK_COUNTS = ("n", "n_dropped", "n_ties")
EXACT = Remark(
    code="exact_ranks",
    note="p is exact: over all arrangements of the ranks within blocks",
    sentence="With at most five datasets, the p-value is exact: it counts all arrangements of ranks within datasets.",
)
PERMUTED = Remark(
    code="permuted_ranks",
    note=f"p is from {PERMUTATIONS:,} permutations of the ranks within blocks, seed {SEED}",
    sentence=f"With at most five datasets, the p-value counts {PERMUTATIONS:,} random arrangements of ranks within "
    "datasets.",
)
TOO_MANY = Remark(code="too_many_arrangements", note="too many arrangements for the exact law, so p is from chi-square")
ROUGH = Remark(
    code="few_blocks",
    note=f"rough with fewer than {FEW_BLOCKS} blocks",
    sentence=f"With fewer than {FEW_IN_WORDS} datasets the laws of rank statistics are approximate.",
)
FEW_ALGORITHMS = Remark(code="few_algorithms", note=f"fewer than three algorithms: use {PAIR_TEST} or sign_test")
NO_RANK_SCATTER = Remark(code="no_rank_scatter", note="all blocks agree, so the ranks have no scatter to judge by")
AGREED_CHI_SQUARE = Remark(
    code="agreed_blocks_chi_square",
    note="all blocks agree, so F is infinite; p is the exact chance of that, the chi-square p is {0}",
)
NO_REMARK = pl.lit(None, dtype=pl.String)
# What tests of mean ranks have in common.
RANK_REMARKS = (FEW_ALGORITHMS, FEW_COMPLETE_BLOCKS, ROUGH, SHARED_RUNS)
OMNIBUS_REMARKS = (*RANK_REMARKS, EXACT, PERMUTED)
KendallVariant = Literal["chi2", "f"]
AGREED = Remark(code="agreed_blocks", note="all blocks agree, so F is infinite; p is the exact chance of that")


@documented
def average_ranks(table: Frame, *, by: By = "metric", reduce: Reduce = "mean") -> Frame:
    """Compute the average rank of every algorithm over the blocks; rank 1 is best, ties share their mean rank.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, sorted by them; columns as in ``RANK_COLUMNS``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.average_ranks(scores).select("algorithm", pl.col("mean_rank").round(4)).rows()
    [('C4.5', 3.1429), ('C4.5+cf', 2.9286), ('C4.5+m', 2.0), ('C4.5+m+cf', 1.9286)]
    """
    return over_blocks(table, average_rank_rows, by=by, reduce=reduce, columns=RANK_COLUMNS)


@documented
def friedman(
    table: Frame,
    *,
    by: By = "metric",
    variant: ExactVariant = "corrected",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Friedman's rank test, one row per group, with Kendall's W as effect.

    Parameters
    ----------
    variant
        "corrected" for ties, or "uncorrected" as printed in Demsar 2006. "exact" refers the corrected statistic to all
        arrangements of the ranks within the blocks, ties included, for any number of blocks; where these are too many
        it keeps the chi-square law, and the row says so.

    Notes
    -----
    With at most five blocks every variant is exact, or where there are too many arrangements from 99,999 permutations
    of the ranks within the blocks; ``law`` says which.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.friedman(scores).select("n", "statistic", "df1", pl.col("p_value").round(6)).row(0)
    (14, 10.952..., 3.0, 0.011986)
    """
    one_of(variant, FRIEDMAN.variants, name="variant")
    rows = partial(friedman_rows, variant=variant, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce)


@documented
def iman_davenport(
    table: Frame,
    *,
    by: By = "metric",
    variant: FriedmanVariant = "corrected",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the F version of Friedman's test by Iman and Davenport, one row per group.

    On perfect agreement F is infinite: the statistic is null and the p-value is the exact probability that all
    blocks agree by chance.

    Parameters
    ----------
    variant
        "corrected" for ties, or "uncorrected" as printed in Demsar 2006.

    Notes
    -----
    With at most five blocks the p-value is that of :func:`friedman`, exact or by permutations: the F law would reject
    too often.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.iman_davenport(scores).select(pl.col("statistic", "p_value").round(6), "df1", "df2").row(0)
    (4.58589, 0.007629, 3.0, 39.0)
    """
    one_of(variant, IMAN_DAVENPORT.variants, name="variant")
    rows = partial(iman_davenport_rows, variant=variant, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """Ranks within blocks, times two so that they stay whole, and how many share each; 0 where there is no value."""

    doubled: Integers
    tied: Integers


def ranks_within(blocks: Blocks) -> Ranks:
    """Return the ranks of the algorithms within every block; 1 is best, ties share their mean rank."""
    measured = blocks.measured
    if measured.all():
        doubled, tied = row_midranks(-blocks.oriented)
    else:
        doubled, tied = np.zeros(measured.shape, dtype=np.int64), np.zeros(measured.shape, dtype=np.int64)
        doubled[measured], tied[measured] = double_midranks([blocks.cells.block], -blocks.cells.oriented)
    return Ranks(doubled=doubled, tied=tied)


def block_ranks(table: Any, by: By, reduce: Reduce) -> tuple[pl.DataFrame, list[str]]:
    """Return the cells of a complete table with their ``rank`` within the block, and the names of the groups.

    ``tied`` counts the cells that share a rank. Blocks without any value are kept with null ranks, so that a group that
    has lost all its blocks stays visible.
    """
    blocks = Blocks.of(table, by=by, reduce=reduce)
    ranks, cell = blocks.once(ranks_within), np.nonzero(blocks.n_values >= 0)
    measured = pl.col("value").is_not_null()
    ranked = blocks.long().with_columns(
        rank=pl.when(measured).then(pl.Series(ranks.doubled[cell]) / 2),
        tied=pl.when(measured).then(pl.Series(ranks.tied[cell])),
    )
    return blocks.with_keys(ranked.drop("block")), list(blocks.by)


def n_ranked(blocks: Blocks) -> Integers:
    """Return in how many blocks each algorithm has a rank, groups by columns."""
    if blocks.measured.all():
        return np.where(blocks.present, blocks.n_blocks[:, None], 0)
    return np.asarray(blocks.over_blocks(np.add, blocks.measured.astype(np.int64)))


def mean_rank_matrix(blocks: Blocks) -> Floats:
    """Return the mean rank of each algorithm, groups by columns; 0 for one without any rank."""
    sums = blocks.over_blocks(np.add, blocks.once(ranks_within).doubled)
    return np.asarray(sums / np.maximum(blocks.once(n_ranked), 1) / 2)


def mean_ranks(blocks: Blocks) -> pl.DataFrame:
    """Return the mean rank of each algorithm, one row per group and algorithm in the order of :attr:`Blocks.seats`."""
    n, means = (matrix[blocks.present] for matrix in (blocks.once(n_ranked), blocks.once(mean_rank_matrix)))
    return blocks.seats.with_columns_seq(pl.Series("n", n), *nullable(mean_rank=np.where(n > 0, means, np.nan)))


def rank_ranges(blocks: Blocks) -> list[pl.Series]:
    """Return how often each algorithm is first, its best and its worst rank, in the order of :attr:`Blocks.seats`."""
    ranks, present = blocks.once(ranks_within), blocks.present
    first, best = ranks.doubled == ranks.tied + 1, ranks.doubled
    if not blocks.measured.all():
        first, best = first & blocks.measured, np.where(blocks.measured, best, np.iinfo(np.int64).max)
    ends = {
        "best_rank": blocks.over_blocks(np.minimum, best)[present] / 2,
        "worst_rank": blocks.over_blocks(np.maximum, ranks.doubled)[present] / 2,
    }
    ranked = blocks.once(n_ranked)[present] > 0
    n_first = blocks.over_blocks(np.add, first.astype(np.int64))[present]
    # An algorithm without any value has no ranks.
    return nullable(n_first=n_first, **{name: np.where(ranked, end, np.nan) for name, end in ends.items()})


def rank_facts(blocks: Blocks) -> pl.DataFrame:
    """Compute what tests of mean ranks need, one row per group; ``plain_chi2`` is not corrected for ties."""
    from scipy.special import gammaln

    ranks, means = blocks.once(ranks_within), blocks.once(mean_rank_matrix)
    n, k = blocks.n_blocks, blocks.n_algorithms
    squares = np.where(blocks.present, (means - (k[:, None] + 1) / 2) ** 2, 0.0).sum(axis=1)
    cell = np.flatnonzero(ranks.tied > 1)
    group, tied = blocks.group[cell // ranks.tied.shape[1]], ranks.tied.ravel()[cell]
    n_ties = np.bincount(group, minlength=blocks.n_groups)
    tie_sum = np.bincount(group, tied**2 - 1.0, blocks.n_groups)
    # Each cell's share of log t! of its tie of t cells.
    shares = np.array([0.0, *(math.lgamma(size + 1) / size for size in range(1, int(tied.max(initial=0)) + 1))])
    log_tied = np.bincount(group, shares[tied], blocks.n_groups)
    most_tied = n * (k**3 - k)
    with np.errstate(divide="ignore", invalid="ignore"):
        # With no tie at all the factor is exactly 1; all tied makes it 0.
        tie_factor = 1 - tie_sum / most_tied
        plain = 12 * n / (k * (k + 1)) * squares
        numbers = {
            "n_ties": n_ties,
            "tie_sum": tie_sum,
            "tie_factor": tie_factor,
            "all_tied": (n > 0) & (tie_sum == most_tied),
            "plain_chi2": plain,
            "chi2": plain / tie_factor,
            "log_arrangements": gammaln(k + 1.0) - log_tied / n,
        }
    columns = (pl.Series(name, column) for name, column in numbers.items())
    # Joined once, for every test of these ranks.
    remarks = joined_remarks(*rank_remarks()).alias("rank_remarks")
    return blocks.facts.with_columns_seq(blocks.history["n_dropped"], *columns, remarks)


def average_rank_rows(blocks: Blocks) -> pl.DataFrame:
    """Return one row per group and algorithm, with the columns of ``RANK_COLUMNS``."""
    rows = _remarked_means(blocks).hstack(rank_ranges(blocks)).with_columns_seq(note=None)
    return rows.select_seq("group", *(pl.col(name).cast(kind) for name, kind in schema_of(RANK_COLUMNS).items()))


def _remarked_means(blocks: Blocks) -> pl.DataFrame:
    """Return :func:`mean_ranks` with what the blocks went through: how many were left out, and remarks."""
    means = blocks.once(mean_ranks)
    history = blocks.facts.select_seq(n_dropped=blocks.history["n_dropped"], remarks=joined_remarks(*table_remarks()))
    return means.hstack(taken(history, means["group"].to_numpy()))


# Whether a group has blocks and algorithms enough for a test of all.
ENOUGH_RANKS = (N >= 2) & (L >= 3)


TESTABLE = ENOUGH_RANKS & ~pl.col("all_tied")


# Whether the laws of rank statistics are only rough.
FEW = TESTABLE & (N < FEW_BLOCKS)
# Perfect agreement: the share of the largest chi-square that is reached, and its chance.
CONCORDANCE, AGREEMENT = pl.col("chi2") / (N * (L - 1)), (-(N - 1) * pl.col("log_arrangements")).exp()
EXACT_P, KNOWN = pl.col("exact_p"), pl.col("exact_p").is_not_null()


def exact_remarks(where: pl.Expr = SOUND) -> tuple[pl.Expr, pl.Expr]:
    """Return what rows say of an exact p-value."""
    return EXACT.where(where & KNOWN & ~pl.col("permuted")), PERMUTED.where(where & pl.col("permuted"))


def law_of_ranks(otherwise: str) -> pl.Expr:
    """Return the law of a test of all algorithms: of permutations, exact, or another."""
    drawn = pl.when(SOUND & pl.col("permuted")).then(pl.lit(PERMUTATION_LAW))
    return drawn.when(SOUND & KNOWN).then(pl.lit("exact")).otherwise(pl.lit(otherwise))


F_LAW = pl.when(SOUND & pl.col("agreed")).then(pl.lit("exact agreement")).otherwise(law_of_ranks("F"))


@cache
def rank_remarks() -> tuple[pl.Expr, ...]:
    """Return why a group could not be tested, and what its cells went through."""
    return FEW_ALGORITHMS.where(L < 3), FEW_COMPLETE_BLOCKS.where((L >= 3) & (N < 2)), *table_remarks()


def with_exact_tails(facts: pl.DataFrame, blocks: Blocks, scores: Integers, *, any_size: bool = False) -> pl.DataFrame:
    """Return facts with the exact p-value of each group of few blocks, else null, and whether permutations gave it.

    The statistic must rise with the sum of the squared sums of the ``scores``, whole numbers per cell that a block may
    shuffle among the algorithms. With ``any_size`` larger groups are exact too, unless they have too many arrangements.
    """
    p_value, exact = np.full(blocks.n_groups, np.nan), np.zeros(blocks.n_groups, dtype=bool)
    for groups, rows, k in blocks.shapes():
        few = rows.shape[1] <= EXACT_UP_TO
        if rows.shape[1] >= 2 and k >= 3 and (few or any_size):
            p_value[groups], exact[groups] = tails(scores[rows][:, :, :k], permuted=few)
    return facts.hstack(nullable(exact_p=p_value)).with_columns_seq(permuted=pl.Series(~exact & ~np.isnan(p_value)))


def exact_rank_facts(blocks: Blocks, *, any_size: bool = False) -> pl.DataFrame:
    """Compute what tests of mean ranks need, with the exact p-value of few blocks: see :func:`with_exact_tails`."""
    doubled = blocks.once(ranks_within).doubled
    facts = with_exact_tails(blocks.once(rank_facts), blocks, doubled, any_size=any_size)
    agreement = pl.col("permuted") & (CONCORDANCE > 1 - 1e-12)
    return facts.with_columns_seq(
        exact_p=pl.when(agreement).then(AGREEMENT).otherwise("exact_p"), permuted=~agreement & pl.col("permuted")
    )


def friedman_rows(blocks: Blocks, *, variant: ExactVariant = "corrected", alpha: float) -> pl.DataFrame:
    """Return the rows of Friedman's test."""
    any_size = variant == "exact"
    facts = exact_rank_facts(blocks, any_size=True) if any_size else blocks.once(exact_rank_facts)
    return doubted(judged_rows(facts, _friedman_judgement(variant, alpha)), blocks, SHARED_RUNS)


# Tests that every table takes anew are made once: an expression takes longer to make than to work out on a few groups.
@lru_cache(maxsize=16)
def _friedman_judgement(variant: ExactVariant, alpha: float) -> Judgement:
    """Return the expressions of Friedman's test, with its effect and law."""
    chi2 = pl.col("plain_chi2" if variant == "uncorrected" else "chi2")
    too_many = ~KNOWN & pl.lit(variant == "exact")
    test = Omnibus(
        statistic=chi2,
        df1=L - 1,
        p_value=pl.coalesce(EXACT_P, chi2_sf(chi2, L - 1)),
        enough=ENOUGH_RANKS,
        tied=pl.col("all_tied"),
        rough=(FEW & ~KNOWN) | too_many,
        remarks=(RANK_REMARK, ROUGH.where(FEW & ~KNOWN), *exact_remarks(), TOO_MANY.where(SOUND & too_many)),
    )
    law = law_of_ranks("chi-square")
    effect = pl.when(SOUND).then(chi2 / (N * (L - 1)))
    return judgement(FRIEDMAN, test, RANK_COUNTS, alpha=alpha, variant=variant, effect=effect, law=law)


def iman_davenport_rows(blocks: Blocks, *, variant: FriedmanVariant = "corrected", alpha: float) -> pl.DataFrame:
    """Return the rows of Iman and Davenport's test."""
    chi2 = pl.col("plain_chi2" if variant == "uncorrected" else "chi2")
    concordance = chi2 / (N * (L - 1))
    facts = blocks.once(exact_rank_facts).with_columns_seq(agreed=TESTABLE & (1 - concordance < 1e-12))
    made = _iman_davenport_judgement(variant, alpha, agreed=facts.get_column("agreed").any())
    return doubted(judged_rows(facts, made), blocks, SHARED_RUNS)


@lru_cache(maxsize=16)
def _iman_davenport_judgement(variant: FriedmanVariant, alpha: float, *, agreed: bool) -> Judgement:
    """Return the expressions of Iman and Davenport's test; whether in any group all blocks ``agreed``."""
    chi2 = pl.col("plain_chi2" if variant == "uncorrected" else "chi2")
    remark = NO_REMARK
    if agreed:
        remark = AGREED_CHI_SQUARE.where(pl.col("agreed"), chi2_sf(chi2, L - 1).round_sig_figs(3))
    test = _f_test((N - 1) * chi2 / (N * (L - 1) - chi2), remark)
    effect = pl.when(SOUND).then(chi2 / (N * (L - 1)))
    return judgement(IMAN_DAVENPORT, test, RANK_COUNTS, alpha=alpha, variant=variant, effect=effect, law=F_LAW)


def _f_test(statistic: pl.Expr, remark: pl.Expr) -> Omnibus:
    """Return the F test of ranks; where all blocks agree F is infinite, and p is the exact chance of that."""
    agreed, df1, df2 = pl.col("agreed"), L - 1, (L - 1) * (N - 1)
    rough = FEW & ~agreed & ~KNOWN
    return Omnibus(
        statistic=pl.when(~agreed).then(statistic),
        df1=df1,
        df2=df2,
        p_value=pl.when(agreed).then(AGREEMENT).otherwise(pl.coalesce(EXACT_P, f_sf(statistic, df1, df2))),
        enough=ENOUGH_RANKS,
        tied=pl.col("all_tied"),
        rough=rough,
        remarks=(RANK_REMARK, ROUGH.where(rough), *exact_remarks(SOUND & ~agreed), remark),
    )


@documented
def quade(table: Frame, *, by: By = "metric", alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Compute Quade's test, one row per group: ranks within blocks, weighted by the rank of the block's range.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.quade(scores).select(pl.col("statistic", "p_value").round(6), "df1", "df2").row(0)
    (4.627905, 0.007303, 3.0, 39.0)
    """
    return over_blocks(table, partial(_quade_rows, alpha=checked_alpha(alpha)), by=by, reduce=reduce)


@documented
@options_as_in(iman_davenport)
def friedman_aligned(table: Frame, *, variant: FriedmanVariant, alpha: float, **layout: Any) -> Frame:
    """Compute Friedman's test on aligned ranks (Hodges and Lehmann), one row per group.

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
    return over_blocks(table, rows, **layout)


@documented
def kendall_w(
    table: Frame, *, by: By = "metric", variant: KendallVariant = "chi2", alpha: float = 0.05, reduce: Reduce = "mean"
) -> Frame:
    """Compute Kendall's coefficient of concordance W, corrected for ties, one row per group; ``estimate`` is W.

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
    """Compute the average ranks, Friedman's and Iman-Davenport's test and Kendall's W in one pass, as stacked rows.

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
    chi_square = friedman_rows(blocks, alpha=alpha)
    tests = [chi_square, iman_davenport_rows(blocks, alpha=alpha), _as_concordance(chi_square, "chi2")]
    means = _remarked_means(blocks).rename({"algorithm": "a", "mean_rank": "estimate"})
    averages = result_rows(means, AVERAGE_RANKS, status=[(N < 1, "too_few")])
    # In the order of the names of methods, and of algorithms within average ranks.
    rows = pl.concat([averages, *tests])
    return taken(rows, np.argsort(rows["group"].to_numpy(), kind="stable"))


def _kendall_rows(blocks: Blocks, *, variant: KendallVariant = "chi2", alpha: float) -> pl.DataFrame:
    """Return Kendall's W from the rows of its test: Friedman's by chi-square, Iman and Davenport's by F."""
    test = friedman_rows if variant == "chi2" else iman_davenport_rows
    return _as_concordance(test(blocks, alpha=alpha), variant)


def _as_concordance(rows: pl.DataFrame, variant: KendallVariant) -> pl.DataFrame:
    """Return the rows of a test of mean ranks as those of Kendall's W, their effect."""
    return rows.with_columns_seq(
        method=pl.lit(KENDALL_W.id),
        variant=pl.lit(variant),
        estimate=pl.col("effect"),
        estimand=pl.lit(KENDALL_W.estimand),
        effect=pl.lit(None, dtype=pl.Float64),
        effect_name=pl.lit(None, dtype=pl.String),
    )


def _quade_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    statistic = (N - 1) * pl.col("explained") / pl.col("unexplained")
    test = _f_test(statistic, AGREED.where(TESTABLE & pl.col("agreed")))
    facts = with_exact_tails(blocks.once(quade_facts)[1], blocks, blocks.once(weighted_ranks))
    return omnibus_rows(QUADE, test, facts, blocks, alpha=alpha, law=F_LAW)


def _aligned_rows(blocks: Blocks, *, variant: FriedmanVariant, alpha: float) -> pl.DataFrame:
    facts = with_exact_tails(blocks.once(aligned_facts)[1], blocks, blocks.once(aligned_ranks).doubled)
    M = N * L
    squares = pl.col("squared_ranks") if variant == "corrected" else M * (M + 1) * (2 * M + 1) / 6
    statistic = (L - 1) * pl.col("rank_spread") / (squares - pl.col("between_blocks"))
    test = Omnibus(
        statistic=statistic,
        df1=L - 1,
        p_value=pl.coalesce(EXACT_P, chi2_sf(statistic, L - 1)),
        enough=ENOUGH_RANKS,
        tied=pl.col("all_tied"),
        rough=FEW & ~KNOWN,
        remarks=(RANK_REMARK, ROUGH.where(FEW & ~KNOWN), *exact_remarks()),
    )
    law = law_of_ranks("chi-square")
    return omnibus_rows(FRIEDMAN_ALIGNED, test, facts, blocks, alpha=alpha, variant=variant, law=law)


def weighted_ranks(blocks: Blocks) -> Integers:
    """Return the centred ranks within blocks, times the rank of the block's range, the narrowest first; times four."""
    cells = blocks.cells
    high, low = np.full(len(cells.group_of_block), -np.inf), np.full(len(cells.group_of_block), np.inf)
    np.maximum.at(high, cells.block, cells.values)
    np.minimum.at(low, cells.block, cells.values)
    operands = np.maximum(np.abs(high), np.abs(low))
    weights = np.zeros(len(blocks.group), dtype=np.int64)
    weights[blocks.used] = double_midranks([cells.group_of_block], high - low, operands)[0]
    centred = blocks.once(ranks_within).doubled - (blocks.n_algorithms[blocks.group] + 1)[:, None]
    return np.where(blocks.measured, weights[:, None] * centred, 0)


def aligned_ranks(blocks: Blocks) -> Ranks:
    """Return the ranks of all values of a group less the mean of their block; 1 is best."""
    cells = blocks.cells
    value = -cells.oriented
    # About a value of the block, so that a mean of equals is that value.
    first = value[np.unique(cells.block, return_index=True)[1]]
    counts = cells.per_block(np.ones(len(value)))
    level = (first + cells.per_block((value - first[cells.block]) / counts[cells.block]))[cells.block]
    doubled, tied = (np.zeros(blocks.values.shape, dtype=np.int64) for _ in range(2))
    operands = np.maximum(np.abs(value), np.abs(level))
    doubled[blocks.measured], tied[blocks.measured] = double_midranks([cells.group], value - level, operands)
    return Ranks(doubled=doubled, tied=tied)


def quade_facts(blocks: Blocks) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Compute the ranks within blocks, weighted by the rank of the block's range, the narrowest first.

    The first frame has the weighted mean ``rank`` of each algorithm, the second the sums of squares of each group.
    """
    cells = blocks.cells
    n, weighted = blocks.n_blocks, blocks.once(weighted_ranks)[blocks.measured] / 4
    rank_sums, total = cells.per_algorithm(weighted), cells.per_group(weighted**2)
    with np.errstate(all="ignore"):
        explained = cells.of_algorithms(rank_sums**2) / n
        means = rank_sums / (n * (n + 1) / 2)[cells.group_of_algorithm]
        rest = total - explained
    sums = nullable(explained=explained, unexplained=rest, agreed=rest <= 1e-12 * total, level=total == 0)
    facts = blocks.once(rank_facts).with_columns(*sums, n_dropped=blocks.facts["n_dropped"])
    return blocks.seats.with_columns(nullable(rank=means)), facts


def aligned_facts(blocks: Blocks) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Compute the ranks of all values of a group less the mean of their block, 1 is best.

    The first frame has the mean ``rank`` of each algorithm, the second the sums of squares and the ties of each group.
    """
    cells = blocks.cells
    aligned = blocks.once(aligned_ranks)
    rank, tied = aligned.doubled[blocks.measured] / 2, aligned.tied[blocks.measured]
    L, n = blocks.n_algorithms, blocks.n_blocks
    sums = cells.per_algorithm(rank)
    with np.errstate(all="ignore"):
        means = sums / n[cells.group_of_algorithm]
    middle = (n * (L * n + 1) / 2)[cells.group_of_algorithm]
    facts = blocks.once(rank_facts).with_columns(
        n_dropped=blocks.facts["n_dropped"],
        squared_ranks=pl.Series(cells.per_group(rank**2)),
        between_blocks=pl.Series(cells.of_blocks(cells.per_block(rank) ** 2) / L),
        rank_spread=pl.Series(cells.of_algorithms((sums - middle) ** 2)),
        aligned_ties=pl.Series(cells.per_group((tied > 1).astype(np.float64))).cast(pl.Int64),
        all_aligned=pl.Series(cells.per_group((tied < (n * L)[cells.group]).astype(np.float64)) == 0),
    )
    return blocks.seats.with_columns(nullable(rank=means)), facts


AVERAGE_RANKS = Method(
    table=average_ranks,
    title="Average ranks",
    question="Which algorithm ranks best over the datasets?",
    symbol="\\bar{R}_j",
    formula="R_j = mean over blocks of the rank of algorithm j, 1 = best, ties share their mean rank",
    tex=r"\bar{R}_j = \frac{1}{n} \sum_{i=1}^{n} r_{ij}",
    assumes=("every algorithm was measured on every block",),
    account=(
        r"Results are ranked within each dataset, 1 being best and ties sharing the mean of their ranks; $\bar{R}_j$"
        " is the mean rank of algorithm $j$."
    ),
    cites=("friedman1937", "demsar2006"),
    estimand="mean rank",
)

FRIEDMAN = Method(
    table=friedman,
    title="Friedman test",
    question="Do several algorithms differ, when all ran on the same datasets?",
    short="Friedman",
    symbol="\\chi^2_F",
    formula="chi2 = 12 N / (L (L+1)) sum_j (R_j - (L+1)/2)^2, divided by 1 - sum(t^3 - t) / (N (L^3 - L)) for ties",
    tex=r"\chi^2_F = \frac{12 n^2 (k - 1) \sum_j (\bar{R}_j - (k + 1) / 2)^2}{n k (k^2 - 1) - \sum (t^3 - t)}",
    null="all algorithms rank alike on every dataset",
    assumes=("datasets are independent", "every algorithm was measured on every dataset"),
    account=(
        r"Friedman’s test asks whether the mean ranks $\bar{R}_j$ of the $k$ algorithms differ; the sum in the "
        "denominator runs over groups of $t$ tied values."
    ),
    cites=("friedman1937", "demsar2006"),
    effect="Kendall's W",
    variants=("corrected", "uncorrected", "exact"),
    answers=("omnibus",),
    reason="It compares ranks within datasets.",
    remarks=(*OMNIBUS_REMARKS, TOO_MANY),
)

IMAN_DAVENPORT = FRIEDMAN.relative(
    table=iman_davenport,
    title="Iman-Davenport test",
    question="Do several algorithms differ, by the less conservative F version of Friedman's test?",
    short="Iman-Davenport",
    symbol="F_F",
    formula="F = (N-1) chi2 / (N (L-1) - chi2) with (L-1) and (L-1)(N-1) degrees of freedom",
    tex=r"F_F = \frac{(n - 1) \chi^2_F}{n (k - 1) - \chi^2_F}",
    account=(
        r"The test of Iman and Davenport refers a function of Friedman’s $\chi^2_F$ to the $F$ distribution with "
        "$k - 1$ and $(k - 1)(n - 1)$ degrees of freedom."
    ),
    cites=("iman1980", "demsar2006"),
    variants=("corrected", "uncorrected"),
    reason="It is less conservative than Friedman’s chi-square test.",
    remarks=(*OMNIBUS_REMARKS, AGREED_CHI_SQUARE),
)

QUADE = Method(
    table=quade,
    title="Quade test",
    question="Do several algorithms differ, counting datasets more on which they lie further apart?",
    short="Quade",
    symbol="F_Q",
    formula=(
        "S_ij = Q_i (r_ij - (L+1)/2) with Q_i the rank of the range of block i, B = sum_j (sum_i S_ij)^2 / N, "
        "F = (N-1) B / (sum S_ij^2 - B) with (L-1) and (L-1)(N-1) degrees of freedom"
    ),
    tex=(
        r"F_Q = \frac{(n - 1) B}{\sum_{ij} S_{ij}^2 - B}, "
        r"\quad B = \frac{1}{n} \sum_j \left( \sum_i S_{ij} \right)^2, "
        r"\quad S_{ij} = Q_i \left( r_{ij} - \frac{k + 1}{2} \right)"
    ),
    null="all algorithms rank alike on every dataset",
    assumes=("datasets are independent", "ranges of values can be compared between datasets"),
    account="Quade’s test weights the centred ranks of dataset $i$ by the rank $Q_i$ of the range of its results.",
    cites=("quade1979", "garcia2010"),
    answers=("omnibus",),
    reason="It weighs datasets by the range of their results.",
    by_size=True,
    remarks=(*OMNIBUS_REMARKS, AGREED),
)

FRIEDMAN_ALIGNED = Method(
    table=friedman_aligned,
    title="Friedman test on aligned ranks",
    question="Do several algorithms differ, ranking all results together after taking each dataset's mean off?",
    short="Friedman, aligned ranks",
    symbol="T",
    formula=(
        "T = (L-1) sum_j (R_j - N(LN+1)/2)^2 / (sum r_ij^2 - sum_i R_i^2 / L), r_ij the rank of value less block mean; "
        "uncorrected: LN(LN+1)(2LN+1)/6 in place of sum r_ij^2"
    ),
    tex=r"T = \frac{(k - 1) \sum_j (R_{\cdot j} - n (k n + 1) / 2)^2}{\sum_{ij} r_{ij}^2 - \sum_i R_{i \cdot}^2 / k}",
    null="all algorithms have the same results up to the level of the dataset",
    assumes=("datasets are independent", "differences can be compared between datasets"),
    account=(
        "Friedman’s test on aligned ranks ranks the results of all datasets together, each less the mean of its "
        "dataset."
    ),
    cites=("hodges1962", "garcia2010"),
    variants=("corrected", "uncorrected"),
    answers=("omnibus",),
    reason="It ranks results of all datasets together, less the mean of each.",
    by_size=True,
    remarks=OMNIBUS_REMARKS,
)

KENDALL_W = Method(
    table=kendall_w,
    title="Kendall's coefficient of concordance",
    question="How far do the datasets agree on the order of the algorithms?",
    symbol="W",
    formula="W = chi2_F / (N (L-1)), 0 without any agreement and 1 when all blocks order the algorithms alike",
    tex=r"W = \frac{\chi^2_F}{n (k - 1)}",
    null="the blocks order the algorithms independently of each other",
    assumes=("datasets are independent", "every algorithm was measured on every dataset"),
    account=(
        "Kendall’s $W$ expresses the agreement of the datasets on the order of the algorithms, from 0 (none) to 1 "
        "(complete)."
    ),
    cites=("kendall1939", "demsar2006"),
    estimand="Kendall's W",
    variants=("chi2", "f"),
    remarks=(*OMNIBUS_REMARKS, AGREED_CHI_SQUARE),
)
