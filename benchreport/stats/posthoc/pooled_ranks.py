"""Post-hoc tests on the ranks of all values together: Dunn, Conover, Nemenyi, Tukey, Dwass-Steel-Critchlow-Fligner."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms import laws
from benchreport.stats.forms.omnibus import ENOUGH, TIED
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented, options_as_in
from benchreport.stats.forms.posthoc import FEW_VALUES_OF_ONE, FLAT, PostHoc, over_posthoc, posthoc
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, table_remarks
from benchreport.stats.kernels.midranks import double_midranks
from benchreport.stats.many_algorithms.separate_samples import pooled_facts, sample_sizes
from benchreport.tables.blocks import Missing, Pairs, Reduce
from benchreport.tables.groups import By

PooledLaw = Literal["tukey", "chi_square"]
FEW = 5
POOLED = "difference of mean pooled ranks a - b"
INDEPENDENT = "samples are independent, which shared datasets are not"
ADJUST = "p-values are to be adjusted for the number of pairs"
IGNORED = Remark(
    code="shared_blocks_see_nemenyi",
    note="the algorithms share their blocks, which pooled ranks ignore: see nemenyi, siegel or conover",
)
ROUGH_VALUES_OF_ONE = Remark(code="rough_values_of_one", note=f"rough with fewer than {FEW} values of an algorithm")
NO_SCATTER_WITHIN = Remark(code="no_scatter_within", note="no scatter of ranks within the algorithms")
REMARKS = (FEW_VALUES_OF_ONE, ROUGH_VALUES_OF_ONE, IGNORED, SHARED_RUNS)

M = pl.col("total")
SHARES = 1 / pl.col("size_a") + 1 / pl.col("size_b")
FEW_OF_ONE = pl.min_horizontal("size_a", "size_b") < FEW
POOLED_RANKS = PostHoc(
    facts=pooled_facts,
    advantage=pl.col("rank_b") - pl.col("rank_a"),
    error=(pl.col("spread") * SHARES).sqrt(),
    law=laws.NORMAL,
    turn=pl.lit(-1.0),
    enough=pl.min_horizontal("size_a", "size_b") >= 2,
    tied=pl.col("all_tied"),
    rough=FEW_OF_ONE,
    remarks=(
        FEW_VALUES_OF_ONE.where(~ENOUGH),
        ROUGH_VALUES_OF_ONE.where(ENOUGH & ~TIED & FEW_OF_ONE),
        NO_SCATTER_WITHIN.where(ENOUGH & ~TIED & FLAT),
        IGNORED.where(ENOUGH & ~TIED),
        *table_remarks(),
    ),
    values={"n_ties": pl.col("n_ties")},
)
# Judged by the scatter of the ranks within algorithms.
SCATTERED_RANKS = replace(
    POOLED_RANKS,
    error=(pl.col("within") * SHARES).sqrt(),
    law=laws.STUDENT,
    df=pl.col("df_within"),
    flat=~pl.col("scatter"),
)
RANGE_OF_RANKS = replace(POOLED_RANKS, error=(M * (M + 1) / 12 * SHARES).sqrt(), law=laws.STUDENTISED_RANGE)


def _ranks_of_pairs(pairs: Pairs) -> dict[str, pl.Series]:
    """Return the rank sum of a in every pair ranked by itself, 1 is best, and t^3 - t over the ties of t values."""
    value, start = -pairs.blocks.oriented, pairs.blocks.start
    n = np.diff(start)[pairs.group]
    number = np.repeat(np.arange(pairs.size), n)
    row = np.arange(len(number)) + np.repeat(start[:-1][pairs.group] - (np.cumsum(n) - n), n)
    sides = [value[row, column[number]] for column in (pairs.a, pairs.b)]
    measured = [~np.isnan(side) for side in sides]
    pair = np.concatenate([number[flags] for flags in measured])
    values = np.concatenate([side[flags] for side, flags in zip(sides, measured, strict=True)])
    doubled, tied = double_midranks([pair], values)
    own = slice(np.count_nonzero(measured[0]))
    return {
        "rank_sum": pl.Series(np.bincount(pair[own], doubled[own] / 2, pairs.size)),
        "tie_sum": pl.Series(np.bincount(pair, tied.astype(np.float64) ** 2 - 1, pairs.size)),
    }


A, B = pl.col("size_a"), pl.col("size_b")
# How often a value of a beats one of b, ties half: large rank sums speak against a.
ABOVE = A * B - (pl.col("rank_sum") - A * (A + 1) / 2)
SPREAD_OF_PAIR = A * B / 12 * (A + B + 1 - pl.col("tie_sum") / ((A + B) * (A + B - 1)))
RANKED_PAIRS = replace(
    POOLED_RANKS,
    facts=sample_sizes,
    of_pairs=_ranks_of_pairs,
    advantage=ABOVE - A * B / 2,
    error=SPREAD_OF_PAIR.sqrt(),
    law=laws.STUDENTISED_RANGE,
    turn=pl.lit(1.0),
    tied=pl.col("tie_sum") >= (A + B) ** 3 - (A + B),
    values={"estimate": None, "ci_low": None, "ci_high": None, "effect": pl.when(ENOUGH).then(2 * ABOVE / (A * B) - 1)},
)


@documented
def dunn(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Dunn's test of pooled ranks, corrected for ties; p-values are not adjusted.

    Rank 1 is the best of all values of a group. On shared datasets their difficulty drowns the difference.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.dunn(scores).select("a", "b", pl.col("statistic", "p_value").round(4)).row(2)
    ('C4.5', 'C4.5+m+cf', -0.5158, 0.606)
    """
    rows = posthoc(DUNN, POOLED_RANKS, control=control, alternative=alternative, alpha=alpha)
    return over_blocks(table, rows, by=by, missing=missing, reduce=reduce, control=control)


@documented
@options_as_in(dunn)
def conover_kw(table: Frame, **options: Any) -> Frame:
    """Compute Conover's t test of pooled ranks; p-values are not adjusted.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.conover_kw(scores).select("a", "b", pl.col("statistic").round(4), "df1").row(2)
    ('C4.5', 'C4.5+m+cf', -0.5037, 52.0)
    """
    return over_posthoc(CONOVER_KW, SCATTERED_RANKS, table, **options)


@documented
def nemenyi_kw(
    table: Frame,
    *,
    by: By = "metric",
    variant: PooledLaw = "tukey",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Nemenyi's test of pooled ranks; p-values hold for all pairs together.

    Parameters
    ----------
    variant
        "tukey", without correction for ties, or "chi_square", corrected and valid for all contrasts.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.nemenyi_kw(scores).select("a", "b", pl.col("statistic").round(4)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.7292)
    """
    one_of(variant, NEMENYI_KW.variants, name="variant")
    test = replace(POOLED_RANKS, law=laws.CHI_SQUARE) if variant == "chi_square" else RANGE_OF_RANKS
    return over_posthoc(NEMENYI_KW, test, table, by=by, variant=variant, alpha=alpha, missing=missing, reduce=reduce)


@documented
def tukey_ranks(
    table: Frame, *, by: By = "metric", alpha: float = 0.05, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> Frame:
    """Compute Tukey's studentised range of mean pooled ranks, on the scale of a mean.

    The textbook that names it divides by the standard deviation of single ranks, under which no difference could ever
    be significant.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.tukey_ranks(scores).select("a", "b", "df2", "status").row(2)
    ('C4.5', 'C4.5+m+cf', 52.0, 'approximate')
    """
    test = replace(SCATTERED_RANKS, law=laws.STUDENTISED_RANGE, rough=pl.lit(True))
    return over_posthoc(TUKEY_RANKS, test, table, by=by, alpha=alpha, missing=missing, reduce=reduce)


@documented
def dscf(
    table: Frame, *, by: By = "metric", alpha: float = 0.05, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> Frame:
    """Compute the Dwass-Steel-Critchlow-Fligner test: every pair is ranked by itself, whatever the other algorithms.

    P-values hold for all pairs together; ``effect`` is Cliff's delta: how much more often a value of a is
    better than one of b, than worse.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.dscf(scores).select("a", "b", pl.col("effect").round(4)).row(2)
    ('C4.5', 'C4.5+m+cf', -0.1173)
    """
    return over_posthoc(DSCF, RANKED_PAIRS, table, by=by, alpha=alpha, missing=missing, reduce=reduce)


DUNN = Method(
    table=dunn,
    title="Dunn's test",
    question="Which pairs of algorithms differ after a Kruskal-Wallis test?",
    symbol="z",
    formula=(
        "z = (R_a - R_b) / sqrt((M (M+1) / 12 - sum(t^3 - t) / (12 (M-1))) (1/K_a + 1/K_b)), "
        "R mean ranks, ascending, of all M values"
    ),
    tex=(
        r"z = \frac{\bar{R}_a - \bar{R}_b}{\sqrt{V (1/K_a + 1/K_b)}}, "
        r"\quad V = \frac{M (M + 1)}{12} - \frac{\sum (t^3 - t)}{12 (M - 1)}"
    ),
    null="the values of both algorithms have the same distribution",
    assumes=(INDEPENDENT, ADJUST),
    cites=("dunn1964",),
    estimand=POOLED,
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=REMARKS,
)

CONOVER_KW = DUNN.relative(
    table=conover_kw,
    title="Conover's test after Kruskal-Wallis",
    question="Which pairs of algorithms differ after a Kruskal-Wallis test, judged by the scatter within algorithms?",
    symbol="t",
    formula=(
        "t = (R_a - R_b) / sqrt(S^2 (M - 1 - H) / (M - L) (1/K_a + 1/K_b)), R mean ranks, ascending, of all M values, "
        "S^2 variance of all ranks, M - L df"
    ),
    tex=r"t = \frac{\bar{R}_a - \bar{R}_b}{\sqrt{V (1/K_a + 1/K_b)}}, \quad V = \frac{S^2 (M - 1 - H)}{M - L}",
    cites=("conover1999",),
    remarks=(*REMARKS, NO_SCATTER_WITHIN),
)

NEMENYI_KW = DUNN.relative(
    table=nemenyi_kw,
    title="Nemenyi's test after Kruskal-Wallis",
    question="Which pairs of algorithms differ in mean pooled rank, all pairs judged together?",
    symbol="q",
    formula=(
        "tukey: q = |R_a - R_b| / sqrt(M (M+1) / 24 (1/K_a + 1/K_b)), studentised range of L; "
        "chi_square: (R_a - R_b)^2 / (M (M+1) / 12 (1/K_a + 1/K_b) C), L-1 df, C the tie factor"
    ),
    tex=r"q = \frac{|\bar{R}_a - \bar{R}_b|}{\sqrt{M (M + 1) (1/K_a + 1/K_b) / 24}}",
    assumes=(INDEPENDENT,),
    cites=("nemenyi1963",),
    variants=("tukey", "chi_square"),
    simultaneous=True,
    transitive=False,
    signed=False,
)

TUKEY_RANKS = NEMENYI_KW.relative(
    table=tukey_ranks,
    title="Tukey's test on pooled ranks",
    question="Which pairs of algorithms differ in mean pooled rank, by the studentised range?",
    formula="q = |R_a - R_b| / sqrt(MSw (1/K_a + 1/K_b) / 2), MSw of the ranks, studentised range of L with M - L df",
    tex=r"q = \frac{|\bar{R}_a - \bar{R}_b|}{\sqrt{\mathrm{MS}_w (1/K_a + 1/K_b) / 2}}",
    assumes=(INDEPENDENT, "the studentised range holds only roughly for ranks"),
    cites=("alpaydin2010", "tukey1949"),
    remarks=(*REMARKS, NO_SCATTER_WITHIN),
    variants=(),
)

DSCF = NEMENYI_KW.relative(
    table=dscf,
    title="Dwass-Steel-Critchlow-Fligner test",
    question="Which pairs of algorithms differ, each pair ranked by itself and all judged together?",
    formula="q = sqrt(2) |W - E(W)| / sd(W), W the rank sum of a in the pair, ties corrected, studentised range of L",
    tex=r"q = \frac{\sqrt{2} \, |W - \mathrm{E} W|}{\mathrm{sd}(W)}",
    cites=("critchlow1991",),
    estimand=None,
    effect="Cliff's delta",
    variants=(),
)
