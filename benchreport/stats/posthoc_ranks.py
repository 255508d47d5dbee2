"""Which algorithms differ in their ranks within blocks?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.method import RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.stats.distributions import elementwise
from benchreport.stats.layout import FEW_COMPLETE_BLOCKS
from benchreport.stats.pair_rows import Asked, Law, couples, pair_rows
from benchreport.stats.ranks import (
    FEW_ALGORITHMS,
    NO_RANK_SCATTER,
    RANK_REMARKS,
    ROUGH,
    block_ranks,
    enough,
    few_blocks,
    friedman_facts,
    rank_remarks,
    rank_summary,
)
from benchreport.stats.rows import SHARED_RUNS, Frame, doubted, over_table
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, aggregate, joined
from benchreport.tables.sizes import dependent_runs

TieVariant = Literal["uncorrected", "corrected"]
POOL = "the verdict on a pair depends on which other algorithms take part"
RANKS = "difference of mean ranks a - b"
N, L = pl.col("n"), pl.col("n_algorithms")
# Squared standard error of a difference of two mean ranks without ties.
PLAIN = L * (L + 1) / (6 * N)
TIED_RANKS = Remark(code="tied_ranks", note="ties: referred to the law without ties")


def friedman_posthoc_z(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: TieVariant = "uncorrected",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compare mean ranks by the normal law: the z of Demsar, and of Garcia and Herrera.

    ``estimate`` is the difference of mean ranks, 1 being the best: negative where ``a`` is better. ``statistic`` is in
    the metric's own order: positive where the values of ``a`` are the larger ones. The p-values are not adjusted: pipe
    them into :func:`adjust`.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    variant
        "uncorrected" for ties, as usually printed, or "corrected".
    alpha
        Level of the interval.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.friedman_posthoc_z(scores, control="C4.5").pipe(br.adjust, "holm")
    >>> rows.select("a", pl.col("statistic", "p_adjusted").round(4)).row(1)
    ('C4.5+m', 2.3422, 0.0385)
    """
    asked = Asked(by=by, control=control, alternative=alternative, alpha=alpha, reduce=reduce, variant=variant)
    tie_factor = 1 - pl.col("tie_sum") / (N * (L**3 - L))
    squared = PLAIN * (tie_factor if variant == "corrected" else 1)
    return _ranked(table, asked, FRIEDMAN_POSTHOC_Z, "normal", squared)


def siegel(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compare mean ranks as Siegel and Castellan do: the z of :func:`friedman_posthoc_z` without a tie correction.

    Parameters as there; p-values are not adjusted.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.siegel(scores).select("a", "b", pl.col("p_value").round(6)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.012827)
    """
    asked = Asked(by=by, control=control, alternative=alternative, alpha=alpha, reduce=reduce)
    return _ranked(table, asked, SIEGEL, "normal", PLAIN)


def bonferroni_dunn(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Bonferroni-Dunn test on mean ranks; p-values and intervals hold for all comparisons of a group together.

    The interval reaches one critical difference to either side: :func:`critical_difference` with
    ``variant="bonferroni_dunn"``. Parameters as in :func:`friedman_posthoc_z`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.bonferroni_dunn(scores, control="C4.5").select("a", pl.col("p_value").round(6)).row(2)
    ('C4.5+m+cf', 0.03848)
    """
    asked = Asked(by=by, control=control, alternative=alternative, alpha=alpha, reduce=reduce)
    return _ranked(table, asked, BONFERRONI_DUNN, "bonferroni", PLAIN)


def conover(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Conover's t test on ranks within blocks. Parameters as in :func:`friedman_posthoc_z`; p-values are not adjusted.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.conover(scores).select("a", "b", pl.col("statistic").round(4), "df1").row(2)
    ('C4.5', 'C4.5+m+cf', -2.94, 39.0)
    """
    asked = Asked(by=by, control=control, alternative=alternative, alpha=alpha, reduce=reduce)
    scatter = (N * (L**3 - L) - pl.col("tie_sum")) / 12
    # Of perfect agreement the last bits may be left.
    unexplained = 1 - pl.col("kendall_w")
    squared = 2 * scatter * pl.when(unexplained > 1e-12).then(unexplained).otherwise(0.0) / (N * (N - 1) * (L - 1))
    return _ranked(table, asked, CONOVER, "t", squared, df=(N - 1) * (L - 1))


def miller(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Miller's chi-square test on mean ranks, valid for all contrasts at once, so rather cautious about pairs.

    Parameters as in :func:`friedman_posthoc_z`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.miller(scores).select("a", "b", pl.col("p_value").round(4)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.1026)
    """
    asked = Asked(by=by, control=control, alpha=alpha, reduce=reduce)
    return _ranked(table, asked, MILLER, "chi-square", PLAIN)


def exact_friedman_pairs(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Exact test of differences of rank sums; ``statistic`` is the absolute difference.

    With ties the law without ties is an approximation, and the row says so. Parameters as in
    :func:`friedman_posthoc_z`; p-values are not adjusted.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.exact_friedman_pairs(scores).select("a", "b", "statistic", pl.col("p_value").round(6)).row(2)
    ('C4.5', 'C4.5+m+cf', 17.0, 0.014451)
    """
    asked = Asked(by=by, control=control, alpha=alpha, reduce=reduce)
    sum_difference = (N * pl.col("__advantage")).abs()
    tied = pl.col("n_ties") > 0
    return _ranked(
        table,
        asked,
        EXACT_FRIEDMAN_PAIRS,
        "normal",
        PLAIN,
        cases=[(tied, "approximate")],
        remarks=[TIED_RANKS.where(tied & ~pl.col("all_tied"))],
        p_value=pl.when(pl.col("__enough")).then(elementwise(rank_sum_tail, sum_difference, N, L)),
        statistic=pl.when(pl.col("__enough")).then(sum_difference),
        ci_low=None,
        ci_high=None,
        law="exact rank sums",
    )


def rank_sum_tail(difference: Any, blocks: Any, algorithms: Any) -> Any:
    """Give the probability that two rank sums differ by at least so much, one law per size of table."""
    tail = np.ones(len(difference))
    sizes = {(n, k) for n, k in zip(blocks, algorithms, strict=True) if n >= 1 and k >= 2}
    for n, k in sorted(sizes):
        step = np.arange(-(k - 1), k)
        once = np.where(step == 0, 0.0, (k - np.abs(step)) / (k * (k - 1)))
        law = np.ones(1)
        for _ in range(int(n)):
            law = np.convolve(law, once)
        middle = len(law) // 2
        upper = np.append(np.cumsum(law[::-1])[::-1], 0.0)[middle:]
        rows = (blocks == n) & (algorithms == k)
        at = np.ceil(difference[rows] - 1e-9).astype(int)
        tail[rows] = np.where(at <= 0, 1.0, np.minimum(1.0, 2 * upper[np.minimum(at, len(upper) - 1)]))
    return tail


def _orientations(scores: pl.DataFrame, groups: Sequence[str]) -> pl.DataFrame:
    """Return -1 for groups in which lower values are better, else 1."""
    lower = (pl.col("direction") == "lower").any()
    return aggregate(scores, groups, orientation=pl.when(lower).then(-1.0).otherwise(1.0))


def _ranked(
    table: Frame,
    asked: Asked,
    method: Method,
    law: Law,
    squared_error: pl.Expr,
    /,
    *,
    df: pl.Expr | None = None,
    cases: Sequence[tuple[pl.Expr, str]] | None = None,
    remarks: Sequence[pl.Expr] | None = None,
    **values: Any,
) -> Frame:
    asked.checked(method)

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        ranked, groups = block_ranks(known, asked.by, asked.reduce)
        facts = friedman_facts(ranked, groups, "corrected")
        ranks = rank_summary(ranked, groups).select(*groups, "algorithm", "mean_rank")
        facts = joined(facts, _orientations(known, groups), groups)
        pairs = couples(ranks, facts, groups, asked.control).with_columns(
            __advantage=pl.col("__mean_rank_b") - pl.col("__mean_rank_a"),
            __turn=pl.lit(-1.0),
            __error=squared_error.sqrt(),
            __df=pl.lit(float("inf")) if df is None else df,
            __enough=enough(),
            __tied=pl.col("all_tied"),
        )
        agreed = pl.col("__enough") & ~pl.col("__tied") & pl.col("__flat")
        rows = pair_rows(
            pairs.with_columns(__flat=(pl.col("__error") == 0).fill_null(True)),
            groups,
            method,
            law,
            asked,
            cases=[(few_blocks(), "approximate")] if cases is None else cases,
            remarks=[
                *rank_remarks()[:2],
                *([ROUGH.where(few_blocks())] if remarks is None else remarks),
                NO_RANK_SCATTER.where(agreed),
            ],
            n_ties=pl.col("n_ties"),
            **values,
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, asked.by, RESULT_COLUMNS, run)


FRIEDMAN_POSTHOC_Z = Method(
    id="friedman_posthoc_z",
    title="z test on mean ranks",
    question="Which pairs of algorithms differ in mean rank, before any adjustment?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="z",
    formula=(
        "z = (R_a - R_b) / sqrt(L (L+1) / (6 N)), R mean ranks of ascending values; corrected: the variance times "
        "1 - sum(t^3 - t) / (N (L^3 - L))"
    ),
    tex=r"z = \frac{\bar{R}_a - \bar{R}_b}{\sqrt{\frac{L (L + 1)}{6 N}}}",
    null="the two algorithms have the same mean rank",
    assumes=("datasets are independent", POOL, "p-values are to be adjusted for the number of pairs"),
    cites=("demsar2006", "garcia2008"),
    estimand=RANKS,
    variants=("uncorrected", "corrected"),
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=RANK_REMARKS,
    table=friedman_posthoc_z,
)

SIEGEL = Method(
    id="siegel",
    title="Siegel-Castellan test",
    question="Which pairs of algorithms differ in mean rank, by the normal law?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="z",
    formula="z = (R_a - R_b) / sqrt(L (L+1) / (6 N)), R mean ranks of ascending values",
    tex=r"z = \frac{\bar{R}_a - \bar{R}_b}{\sqrt{\frac{L (L + 1)}{6 N}}}",
    null="the two algorithms have the same mean rank",
    assumes=("datasets are independent", POOL, "p-values are to be adjusted for the number of pairs"),
    cites=("siegel1988", "demsar2006"),
    estimand=RANKS,
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=RANK_REMARKS,
    table=siegel,
)

BONFERRONI_DUNN = Method(
    id="bonferroni_dunn",
    title="Bonferroni-Dunn test",
    question="Which algorithms differ in mean rank from a control?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="z",
    formula=(
        "z = (R_a - R_b) / sqrt(L (L+1) / (6 N)), R mean ranks of ascending values; p times the number of comparisons, "
        "L - 1 with a control"
    ),
    tex=r"z = \frac{\bar{R}_a - \bar{R}_b}{\sqrt{\frac{L (L + 1)}{6 N}}}",
    null="the two algorithms have the same mean rank",
    assumes=("datasets are independent", POOL),
    cites=("dunn1961", "demsar2006"),
    estimand=RANKS,
    answers=("posthoc",),
    simultaneous=True,
    signed=True,
    remarks=RANK_REMARKS,
    table=bonferroni_dunn,
)

CONOVER = Method(
    id="conover",
    title="Conover's test after Friedman",
    question="Which pairs of algorithms differ in mean rank, judged by the scatter of the ranks?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="t",
    formula=(
        "t = (R_a - R_b) / sqrt(2 S (1 - W) / (N (N-1) (L-1))), R mean ranks of ascending values, "
        "S = sum of (rank - (L+1)/2)^2, (N-1)(L-1) df"
    ),
    tex=(
        r"t = \frac{\bar{R}_a - \bar{R}_b}{\sqrt{\frac{2 S (1 - W)}{N (N - 1) (L - 1)}}}, "
        r"\quad S = \sum_{ij} \left( r_{ij} - \frac{L + 1}{2} \right)^2"
    ),
    null="the two algorithms have the same mean rank",
    assumes=("datasets are independent", POOL, "p-values are to be adjusted for the number of pairs"),
    cites=("conover1999",),
    estimand=RANKS,
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=(*RANK_REMARKS, NO_RANK_SCATTER),
    table=conover,
)

MILLER = Method(
    id="miller",
    title="Miller's test",
    question="Which pairs of algorithms differ in mean rank, whatever contrast is looked at?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="\\chi^2",
    formula="chi2 = (R_a - R_b)^2 / (L (L+1) / (6 N)) with L-1 degrees of freedom",
    tex=r"\chi^2 = \frac{(\bar{R}_a - \bar{R}_b)^2}{\frac{L (L + 1)}{6 N}}",
    null="the two algorithms have the same mean rank",
    assumes=("datasets are independent", POOL),
    cites=("miller1981",),
    estimand=RANKS,
    answers=("posthoc",),
    simultaneous=True,
    remarks=RANK_REMARKS,
    table=miller,
)

EXACT_FRIEDMAN_PAIRS = Method(
    id="exact_friedman_pairs",
    title="Exact test of rank sum differences",
    question="Which pairs of algorithms differ in rank sum, by the exact law?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="d",
    formula="d = |rank sum of a - rank sum of b|; p = share of all rankings of N blocks with a difference of d or more",
    tex=r"d = |R_a - R_b|, \quad p = \Pr(|D| \geq d)",
    null="every ranking of the algorithms is equally likely on every dataset",
    assumes=("datasets are independent", "no ties", "p-values are to be adjusted for the number of pairs"),
    cites=("eisinga2017",),
    estimand=RANKS,
    answers=("posthoc",),
    transitive=True,
    remarks=(FEW_ALGORITHMS, FEW_COMPLETE_BLOCKS, TIED_RANKS, SHARED_RUNS),
    table=exact_friedman_pairs,
)
