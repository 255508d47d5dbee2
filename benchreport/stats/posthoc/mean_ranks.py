"""Post-hoc tests on ranks within blocks: Nemenyi, Bonferroni-Dunn, Siegel, Conover, Miller, exact, aligned, Quade."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms import laws
from benchreport.stats.forms.distributions import elementwise, normal_isf, studentized_range_isf
from benchreport.stats.forms.laws import ADVANTAGE, ERROR
from benchreport.stats.forms.omnibus import ENOUGH, FEW_COMPLETE_BLOCKS, NEVER, TIED
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented, options_as_in
from benchreport.stats.forms.posthoc import FLAT, Facts, PostHoc, over_posthoc, posthoc
from benchreport.stats.forms.rows import SHARED_RUNS, checked_alpha, table_remarks, values_where
from benchreport.stats.many_algorithms import complete_blocks as ranks
from benchreport.stats.many_algorithms.complete_blocks import L, N, aligned_facts, quade_facts
from benchreport.tables.blocks import Blocks, Reduce
from benchreport.tables.groups import By

CriticalVariant = Literal["nemenyi", "bonferroni_dunn"]
TieVariant = Literal["uncorrected", "corrected"]
QuadeVariant = Literal["t", "z", "published"]
AlignedVariant = Literal["z", "published"]
POOL = "the verdict on a pair depends on which other algorithms take part"
RANKS = "difference of mean ranks a - b"
# The published variances, by their simulated size at 5 % on 30 datasets.
QUADE_PUBLISHED = Remark(
    code="quade_published_variance",
    note="the published variance is right for three algorithms only: of 5, 7 and 10 equal ones it rejects in 0.8 %, "
    "0.1 % and 0 % instead of 5 %",
)
ALIGNED_PUBLISHED = Remark(
    code="aligned_published_variance",
    note="the published variance takes the ranks of a dataset as independent: of three equal algorithms it rejects in "
    "11 % instead of 5 %",
)
TIED_RANKS = Remark(code="tied_ranks", note="ties: referred to the law without ties")


def _rank_facts(blocks: Blocks) -> Facts:
    """Return the mean rank of each algorithm, and the facts of each group."""
    means = blocks.once(ranks.mean_ranks).select("group", "algorithm", rank="mean_rank")
    return means, blocks.once(ranks.rank_facts)


# Mean ranks by the squared standard error of a difference without ties; 1 is the best rank.
PLAIN = L * (L + 1) / (6 * N)
ROUGH_RANKS = ENOUGH & ~TIED & (N < ranks.FEW_BLOCKS)
TOO_FEW = ranks.rank_remarks()[:2]
AGREED = ranks.NO_RANK_SCATTER.where(ENOUGH & ~TIED & FLAT)
MEAN_RANKS = PostHoc(
    facts=_rank_facts,
    advantage=pl.col("rank_b") - pl.col("rank_a"),
    error=PLAIN.sqrt(),
    law=laws.NORMAL,
    turn=pl.lit(-1.0),
    enough=ranks.ENOUGH_RANKS,
    tied=pl.col("all_tied"),
    flat=(ERROR == 0).fill_null(True),
    rough=ROUGH_RANKS,
    remarks=(*TOO_FEW, ranks.ROUGH.where(ROUGH_RANKS), AGREED, *table_remarks()),
    values={"n_ties": pl.col("n_ties")},
)
# Nemenyi's statistic is given where all is tied, and who is ahead even where there is too little to test.
RANGE_OF_RANKS = replace(
    MEAN_RANKS,
    law=laws.STUDENTISED_RANGE,
    tied=NEVER,
    remarks=(ranks.RANK_REMARK, ranks.ROUGH.where(ranks.FEW)),
    values={
        "n_ties": pl.col("n_ties"),
        "better": pl.when(ADVANTAGE > 0).then("a").when(ADVANTAGE < 0).then("b"),
        "status": [(~ENOUGH, "too_few"), (pl.col("all_tied"), "all_ties"), (ranks.FEW, "approximate")],
    },
)
CORRECTED_RANKS = replace(MEAN_RANKS, error=(PLAIN * pl.col("tie_factor")).sqrt())
# Of perfect agreement the last bits may be left.
UNEXPLAINED = 1 - pl.col("chi2") / (N * (L - 1))
SCATTER = (N * (L**3 - L) - pl.col("tie_sum")) / 12 * pl.when(UNEXPLAINED > 1e-12).then(UNEXPLAINED).otherwise(0.0)
SCATTERED_RANKS = replace(
    MEAN_RANKS, error=(2 * SCATTER / (N * (N - 1) * (L - 1))).sqrt(), law=laws.STUDENT, df=(N - 1) * (L - 1)
)


def _published(test: PostHoc, remark: Remark, variance: pl.Expr) -> PostHoc:
    """Return a test with its published variance, and a remark on the size that this has."""
    sound = ENOUGH & ~TIED
    return replace(test, error=variance.sqrt(), rough=sound, remarks=(*MEAN_RANKS.remarks, remark.where(sound)))


# Their variance over all arrangements within blocks: what lies within blocks, times 2 / (N^2 (L-1)).
ALIGNED = replace(
    MEAN_RANKS,
    facts=aligned_facts,
    error=(2 * (pl.col("squared_ranks") - pl.col("between_blocks")) / (N**2 * (L - 1))).sqrt(),
    tied=pl.col("all_aligned"),
    values={"n_ties": pl.col("aligned_ties")},
)
ALIGNED_RANKS = {"z": ALIGNED, "published": _published(ALIGNED, ALIGNED_PUBLISHED, L * (N * L + 1) / 6)}
# In units of the weighted mean rank, sums divided by N (N+1) / 2.
WEIGHTED_SCATTER = pl.when("agreed").then(0.0).otherwise("unexplained")
WEIGHTED = replace(MEAN_RANKS, facts=quade_facts, tied=pl.col("level"))
WEIGHTED_RANKS = {
    "t": replace(
        WEIGHTED,
        error=(2 * N * WEIGHTED_SCATTER / ((N - 1) * (L - 1)) / (N * (N + 1) / 2) ** 2).sqrt(),
        law=laws.STUDENT,
        df=((N - 1) * (L - 1)).cast(pl.Float64),
    ),
    # Over all arrangements within blocks; L (L+1) (2N+1) / (9 N (N+1)) without ties.
    "z": replace(
        WEIGHTED,
        error=(2 * (pl.col("explained") + pl.col("unexplained")) / (L - 1) / (N * (N + 1) / 2) ** 2).sqrt(),
    ),
    "published": _published(WEIGHTED, QUADE_PUBLISHED, L * (L + 1) * (2 * N + 1) * (L - 1) / (18 * N * (N + 1))),
}


def rank_sum_tail(difference: Any, blocks: Any, algorithms: Any) -> Any:
    """Return the probability that two rank sums differ by at least so much, one law per size of table."""
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
        least = np.ceil(difference[rows] - 1e-9).astype(int)
        tail[rows] = np.where(least <= 0, 1.0, np.minimum(1.0, 2 * upper[np.minimum(least, len(upper) - 1)]))
    return tail


RANK_SUMS = (N * ADVANTAGE).abs()
EXACT_RANKS = replace(
    MEAN_RANKS,
    rough=pl.col("n_ties") > 0,
    remarks=(*TOO_FEW, TIED_RANKS.where((pl.col("n_ties") > 0) & ~pl.col("all_tied")), AGREED, *table_remarks()),
    values={
        "n_ties": pl.col("n_ties"),
        **values_where(ENOUGH, p_value=elementwise(rank_sum_tail, RANK_SUMS, N, L), statistic=RANK_SUMS),
        "ci_low": None,
        "ci_high": None,
        "law": "exact rank sums",
    },
)


@documented
def nemenyi(table: Frame, *, by: By = "metric", alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Compute Nemenyi's test of all pairs on mean ranks.

    ``estimate`` is the difference of mean ranks, negative where ``a`` is better; ``ci_low`` and ``ci_high`` lie one
    critical difference to either side of it.

    Parameters
    ----------
    alpha
        Level of the critical difference.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.nemenyi(scores).select("a", "b", pl.col("p_value").round(6), "better").row(2)
    ('C4.5', 'C4.5+m+cf', 0.061683, 'C4.5+m+cf')
    """
    return over_posthoc(NEMENYI, RANGE_OF_RANKS, table, by=by, alpha=alpha, reduce=reduce)


@documented
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
    """Compute the z tests of mean ranks by the normal law, as Demsar and as Garcia and Herrera do.

    ``estimate`` is the difference of mean ranks, 1 being the best: negative where ``a`` is better. ``statistic`` is in
    the metric's own order: positive where the values of ``a`` are the larger ones. The p-values are not adjusted: pipe
    them into :func:`adjust`.

    Parameters
    ----------
    variant
        "uncorrected" for ties, as usually printed, or "corrected".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.friedman_posthoc_z(scores, control="C4.5").pipe(br.adjust, "holm")
    >>> rows.select("a", pl.col("statistic", "p_adjusted").round(4)).row(1)
    ('C4.5+m', 2.3422, 0.0385)
    """
    one_of(variant, FRIEDMAN_POSTHOC_Z.variants, name="variant")
    test = CORRECTED_RANKS if variant == "corrected" else MEAN_RANKS
    rows = posthoc(FRIEDMAN_POSTHOC_Z, test, control=control, alternative=alternative, variant=variant, alpha=alpha)
    return over_blocks(table, rows, by=by, reduce=reduce)


@documented
def siegel(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Siegel and Castellan's tests of mean ranks: :func:`friedman_posthoc_z` without a tie correction.

    P-values are not adjusted.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.siegel(scores).select("a", "b", pl.col("p_value").round(6)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.012827)
    """
    rows = posthoc(SIEGEL, MEAN_RANKS, control=control, alternative=alternative, alpha=alpha)
    return over_blocks(table, rows, by=by, reduce=reduce)


@documented
@options_as_in(siegel)
def bonferroni_dunn(table: Frame, **options: Any) -> Frame:
    """Compute the Bonferroni-Dunn test on mean ranks.

    P-values and intervals hold for all comparisons of a group together. The interval reaches one critical difference to
    either side: :func:`critical_difference` with ``variant="bonferroni_dunn"``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.bonferroni_dunn(scores, control="C4.5").select("a", pl.col("p_value").round(6)).row(2)
    ('C4.5+m+cf', 0.03848)
    """
    test = replace(MEAN_RANKS, law=laws.BONFERRONI)
    return over_posthoc(BONFERRONI_DUNN, test, table, **options)


@documented
@options_as_in(siegel)
def conover(table: Frame, **options: Any) -> Frame:
    """Compute Conover's t test on ranks within blocks; p-values are not adjusted.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.conover(scores).select("a", "b", pl.col("statistic").round(4), "df1").row(2)
    ('C4.5', 'C4.5+m+cf', -2.94, 39.0)
    """
    return over_posthoc(CONOVER, SCATTERED_RANKS, table, **options)


@documented
def miller(
    table: Frame, *, by: By = "metric", control: str | None = None, alpha: float = 0.05, reduce: Reduce = "mean"
) -> Frame:
    """Compute Miller's chi-square test on mean ranks, valid for all contrasts at once, so rather cautious about pairs.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.miller(scores).select("a", "b", pl.col("p_value").round(4)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.1026)
    """
    test = replace(MEAN_RANKS, law=laws.CHI_SQUARE)
    return over_posthoc(MILLER, test, table, by=by, control=control, alpha=alpha, reduce=reduce)


@documented
def exact_friedman_pairs(
    table: Frame, *, by: By = "metric", control: str | None = None, alpha: float = 0.05, reduce: Reduce = "mean"
) -> Frame:
    """Compute the exact test of differences of rank sums; ``statistic`` is the absolute difference.

    With ties the law without ties is an approximation, and the row says so. P-values are not adjusted.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.exact_friedman_pairs(scores).select("a", "b", "statistic", pl.col("p_value").round(6)).row(2)
    ('C4.5', 'C4.5+m+cf', 17.0, 0.014451)
    """
    return over_posthoc(EXACT_FRIEDMAN_PAIRS, EXACT_RANKS, table, by=by, control=control, alpha=alpha, reduce=reduce)


@documented
def friedman_aligned_posthoc(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: AlignedVariant = "z",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the z tests of mean aligned ranks by the normal law; p-values are not adjusted.

    Parameters
    ----------
    variant
        "z" takes the variance over all arrangements of the aligned ranks within blocks, or "published", which takes
        the ranks of a block as independent and rejects too often.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.friedman_aligned_posthoc(scores).select("a", "b", pl.col("p_value").round(4)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.0032)
    """
    one_of(variant, FRIEDMAN_ALIGNED_POSTHOC.variants, name="variant")
    test = ALIGNED_RANKS[variant]
    rows = posthoc(
        FRIEDMAN_ALIGNED_POSTHOC, test, control=control, alternative=alternative, variant=variant, alpha=alpha
    )
    return over_blocks(table, rows, by=by, reduce=reduce)


@documented
def quade_posthoc(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: QuadeVariant = "t",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the tests of the weighted ranks of Quade's test; p-values are not adjusted.

    Parameters
    ----------
    variant
        "t" judges by the scatter of the weighted ranks that the algorithms leave; "z" takes their variance over all
        arrangements within blocks, or "published", which is right for three algorithms only.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.quade_posthoc(scores).select("a", "b", pl.col("p_value").round(4), "df1").row(2)
    ('C4.5', 'C4.5+m+cf', 0.0033, 39.0)
    """
    one_of(variant, QUADE_POSTHOC.variants, name="variant")
    rows = posthoc(
        QUADE_POSTHOC, WEIGHTED_RANKS[variant], control=control, alternative=alternative, variant=variant, alpha=alpha
    )
    return over_blocks(table, rows, by=by, reduce=reduce)


def critical_difference(
    n_algorithms: int, n_blocks: int, *, alpha: float = 0.05, variant: CriticalVariant = "nemenyi"
) -> float:
    """Return the critical difference of mean ranks: of all pairs by Nemenyi, or from a control by Bonferroni and Dunn.

    Examples
    --------
    >>> import benchreport as br
    >>> round(br.critical_difference(4, 14), 5)
    1.25356
    >>> round(br.critical_difference(4, 14, variant="bonferroni_dunn"), 5)
    1.16814
    """
    one_of(variant, CRITICAL_DIFFERENCE.variants, name="variant")
    if n_algorithms < 2 or n_blocks < 2:
        raise OptionError(
            f"{n_algorithms} algorithms on {n_blocks} blocks have no critical difference", hint="two of each at least"
        )
    level = checked_alpha(alpha)
    if variant == "nemenyi":
        quantile = studentized_range_isf(level, n_algorithms) / math.sqrt(2)
    else:
        quantile = normal_isf(level / (2 * (n_algorithms - 1)))
    return float(pl.select(quantile).item() * math.sqrt(n_algorithms * (n_algorithms + 1) / (6 * n_blocks)))


NEMENYI = Method(
    table=nemenyi,
    title="Nemenyi test",
    prose="Nemenyi’s test",
    plural="Nemenyi tests",
    question="Which pairs of algorithms differ in mean rank?",
    symbol="q",
    formula="q = |R_a - R_b| / sqrt(L (L+1) / (12 N)), referred to the studentised range of L with infinite df",
    tex=r"q = \frac{|\bar{R}_a - \bar{R}_b|}{\sqrt{k (k + 1) / (12 n)}}",
    null="the two algorithms have the same mean rank",
    assumes=("datasets are independent", POOL),
    account=(
        "Nemenyi’s test refers the difference of two mean ranks to the studentized range distribution, so that its "
        "$p$-values hold for all pairs together. Where some algorithms spread more over the datasets than others, it "
        "makes a false claim in up to 22 % of simulated reports instead of 5 %."
    ),
    cites=("nemenyi1963", "demsar2006", "benavoli2016"),
    estimand=RANKS,
    answers=("posthoc",),
    simultaneous=True,
    remarks=ranks.RANK_REMARKS,
)

CRITICAL_DIFFERENCE = Method(
    table=critical_difference,
    title="Critical difference of mean ranks",
    question="How far apart must two mean ranks be to differ?",
    kind="numbers",
    shape="none",
    symbol="CD",
    formula=(
        "CD = q sqrt(L (L+1) / (6 N)); nemenyi: q of the studentised range of L with infinite df, over sqrt(2); "
        "bonferroni_dunn: q the normal quantile of alpha / (2 (L-1))"
    ),
    tex=r"\mathrm{CD} = q \sqrt{\frac{k (k + 1)}{6 n}}",
    null="the two algorithms have the same mean rank",
    assumes=("datasets are independent",),
    account=(
        "By Nemenyi’s test, mean ranks differ significantly if they differ by the critical difference CD or more; "
        r"$q$ is a quantile of the studentized range divided by $\sqrt{2}$."
    ),
    cites=("nemenyi1963", "dunn1961", "demsar2006"),
    variants=("nemenyi", "bonferroni_dunn"),
)

FRIEDMAN_POSTHOC_Z = NEMENYI.relative(
    table=friedman_posthoc_z,
    title="z test on mean ranks",
    prose="the z test on mean ranks",
    plural="z tests on mean ranks",
    question="Which pairs of algorithms differ in mean rank, before any adjustment?",
    symbol="z",
    formula=(
        "z = (R_a - R_b) / sqrt(L (L+1) / (6 N)), R mean ranks of ascending values; corrected: the variance times "
        "1 - sum(t^3 - t) / (N (L^3 - L))"
    ),
    tex=r"z = \frac{\bar{R}_a - \bar{R}_b}{\sqrt{k (k + 1) / (6 n)}}",
    assumes=("datasets are independent", POOL, "p-values are to be adjusted for the number of pairs"),
    account=(
        "The $z$ test on mean ranks relates the difference of two mean ranks to its standard error under Friedman’s"
        " null hypothesis."
    ),
    cites=("demsar2006", "garcia2008"),
    variants=("uncorrected", "corrected"),
    transitive=True,
    signed=True,
    simultaneous=False,
)

SIEGEL = FRIEDMAN_POSTHOC_Z.relative(
    table=siegel,
    title="Siegel-Castellan test",
    prose="the Siegel-Castellan test",
    plural="Siegel-Castellan tests",
    question="Which pairs of algorithms differ in mean rank, by the normal law?",
    account=(
        "The test of Siegel and Castellan relates the difference of two mean ranks to its standard error; its "
        "$p$-values are adjusted for the number of comparisons."
    ),
    formula="z = (R_a - R_b) / sqrt(L (L+1) / (6 N)), R mean ranks of ascending values",
    cites=("siegel1988", "demsar2006"),
    variants=(),
)

BONFERRONI_DUNN = FRIEDMAN_POSTHOC_Z.relative(
    table=bonferroni_dunn,
    title="Bonferroni-Dunn test",
    prose="the Bonferroni-Dunn test",
    plural="Bonferroni-Dunn tests",
    question="Which algorithms differ in mean rank from a control?",
    account=(
        "The Bonferroni–Dunn test relates the difference of two mean ranks to its standard error, with Bonferroni’s"
        " correction."
    ),
    formula=(
        "z = (R_a - R_b) / sqrt(L (L+1) / (6 N)), R mean ranks of ascending values; p times the number of comparisons, "
        "L - 1 with a control"
    ),
    assumes=("datasets are independent", POOL),
    cites=("dunn1961", "demsar2006"),
    simultaneous=True,
    variants=(),
    transitive=False,
)

CONOVER = FRIEDMAN_POSTHOC_Z.relative(
    table=conover,
    title="Conover's test after Friedman",
    prose="Conover’s test",
    plural="Conover tests",
    question="Which pairs of algorithms differ in mean rank, judged by the scatter of the ranks?",
    account=(
        "Conover’s test relates the difference of two mean ranks to a $t$ distribution, with the variance $S$ that "
        "Friedman’s test leaves; $W$ is Kendall’s coefficient."
    ),
    symbol="t",
    formula=(
        "t = (R_a - R_b) / sqrt(2 S (1 - W) / (N (N-1) (L-1))), R mean ranks of ascending values, "
        "S = sum of (rank - (L+1)/2)^2, (N-1)(L-1) df"
    ),
    tex=(
        r"t = (\bar{R}_a - \bar{R}_b) \sqrt{\frac{n (n - 1) (k - 1)}{2 S (1 - W)}}, "
        r"\quad S = \sum_{ij} \left( r_{ij} - \frac{k + 1}{2} \right)^2"
    ),
    cites=("conover1999",),
    remarks=(*ranks.RANK_REMARKS, ranks.NO_RANK_SCATTER),
    variants=(),
)

MILLER = NEMENYI.relative(
    table=miller,
    title="Miller's test",
    prose="Miller’s test",
    plural="Miller tests",
    question="Which pairs of algorithms differ in mean rank, whatever contrast is looked at?",
    account=(
        "Miller’s test refers the squared difference of two mean ranks to the chi-square distribution of Friedman’s"
        " test."
    ),
    symbol="\\chi^2",
    formula="chi2 = (R_a - R_b)^2 / (L (L+1) / (6 N)) with L-1 degrees of freedom",
    tex=r"\chi^2 = \frac{6 n (\bar{R}_a - \bar{R}_b)^2}{k (k + 1)}",
    cites=("miller1981",),
)

EXACT_FRIEDMAN_PAIRS = Method(
    table=exact_friedman_pairs,
    title="Exact test of rank sum differences",
    prose="the exact test of rank sum differences",
    plural="exact tests of rank sum differences",
    question="Which pairs of algorithms differ in rank sum, by the exact law?",
    symbol="d",
    formula="d = |rank sum of a - rank sum of b|; p = share of all rankings of N blocks with a difference of d or more",
    tex=r"d = |R_a - R_b|, \quad p = \Pr(|D| \geq d)",
    null="every ranking of the algorithms is equally likely on every dataset",
    assumes=("datasets are independent", "no ties", "p-values are to be adjusted for the number of pairs"),
    cites=("eisinga2017",),
    estimand=RANKS,
    answers=("posthoc",),
    transitive=True,
    remarks=(ranks.FEW_ALGORITHMS, FEW_COMPLETE_BLOCKS, TIED_RANKS, SHARED_RUNS),
)

FRIEDMAN_ALIGNED_POSTHOC = FRIEDMAN_POSTHOC_Z.relative(
    table=friedman_aligned_posthoc,
    title="z test on aligned ranks",
    prose="the z test on aligned ranks",
    plural="z tests on aligned ranks",
    question="Which pairs of algorithms differ, once the level of every dataset is taken off?",
    account="The $z$ test on aligned ranks relates the difference of two mean aligned ranks to its standard error.",
    formula=(
        "z = (R_a - R_b) / sqrt(2 C / (N^2 (L-1))), R mean ranks, ascending, among all N L values less the mean of "
        "their block, C the sum of squared differences of ranks from the mean of their block; "
        "published: variance L (N L + 1) / 6"
    ),
    tex=(
        r"z = (\bar{R}_a - \bar{R}_b) \sqrt{\frac{n^2 (k - 1)}{2 C}}, "
        r"\quad C = \sum_{ij} \left( r_{ij} - \bar{r}_i \right)^2"
    ),
    null="the two algorithms have the same mean aligned rank",
    assumes=("datasets are independent", "differences are comparable between datasets", "p-values are to be adjusted"),
    cites=("hodges1962", "garcia2010"),
    estimand="difference of mean aligned ranks a - b",
    variants=("z", "published"),
    remarks=(*ranks.RANK_REMARKS, ranks.NO_RANK_SCATTER, ALIGNED_PUBLISHED),
)

QUADE_POSTHOC = CONOVER.relative(
    table=quade_posthoc,
    title="Test after Quade",
    prose="the test after Quade",
    plural="tests after Quade",
    question="Which pairs of algorithms differ, datasets with wide differences counting more?",
    account=(
        "The test after Quade relates the difference of two weighted rank sums $S_a$ and $S_b$ to its standard error."
    ),
    formula=(
        "t: S_j = sum of Q_i (rank - (L+1)/2), t = (S_a - S_b) / sqrt(2 N (A - B) / ((N-1)(L-1))), A = sum of squares, "
        "B = sum S_j^2 / N, (N-1)(L-1) df; z = (S_a - S_b) / sqrt(2 A / (L-1)); published: as variance of "
        "S_a - S_b L (L+1) (2N+1) (L-1) N (N+1) / 72; Q_i ranks the ranges of the blocks; ranks ascend"
    ),
    tex=(
        r"t = (S_a - S_b) \sqrt{\frac{(n - 1) (k - 1)}{2 n (A - B)}}, "
        r"\quad A = \sum_{ij} S_{ij}^2, \quad B = \frac{1}{n} \sum_j S_j^2"
    ),
    null="the two algorithms rank alike on every dataset",
    assumes=("datasets are independent", "ranges are comparable between datasets", "p-values are to be adjusted"),
    cites=("quade1979", "garcia2010", "conover1999"),
    estimand="difference of weighted mean ranks a - b",
    variants=("t", "z", "published"),
    remarks=(*ranks.RANK_REMARKS, ranks.NO_RANK_SCATTER, QUADE_PUBLISHED),
)
