"""Comparisons of means after an analysis of variance: Fisher, Tukey, Scheffe, Games-Howell, Dunnett, pooled t tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms import laws
from benchreport.stats.forms.distributions import f_sf
from benchreport.stats.forms.laws import ADVANTAGE, DF, ERROR, Law
from benchreport.stats.forms.omnibus import ENOUGH, FEW_VALUES_EACH, SOUND, TIED
from benchreport.stats.forms.over import PER_DATASET, over_blocks
from benchreport.stats.forms.parameters import documented, options_as_in
from benchreport.stats.forms.posthoc import FEW_VALUES_OF_ONE, FLAT, Facts, PostHoc, over_posthoc, posthoc
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha, nullable, table_remarks
from benchreport.stats.kernels.many_to_one import Design, quantile, survival
from benchreport.stats.many_algorithms.variance import ENOUGH_VALUES, blocked_facts, oneway_facts, samples
from benchreport.stats.posthoc.pooled_ranks import dunn
from benchreport.tables.blocks import GAPPY, Blocks, Missing, Reduce
from benchreport.tables.groups import By
from benchreport.tables.ties import sign_of_difference

Layout = Literal["blocked", "oneway"]
LAYOUTS: tuple[str, ...] = ("blocked", "oneway")
MEANS = "difference of means a - b"
NORMAL = "results are about normal with one variance"
MEAN_SQUARES = "blocked: MSe of the two-way table, (L-1)(K-1) df; oneway: MSw within algorithms, sum(K_j) - L df"
IGNORED = Remark(code="shared_blocks_oneway", note="the algorithms share their blocks, which this form ignores")
NO_SPREAD = Remark(code="no_spread", note="no spread to judge the difference by")
NOT_REJECTED = Remark(
    code="anova_not_rejected", note="the analysis of variance does not reject, so no pair counts as different"
)
NOT_LOCATED = Remark(
    code="difference_not_located", note="a difference exists, its source is not located: more data needed"
)
REMARKS = (FEW_VALUES_EACH, NO_SPREAD, IGNORED, SHARED_RUNS)
SIZES = pl.col("size_a"), pl.col("size_b")
# To all its digits, and 0 where it is rounding.
SAME = sign_of_difference(pl.col("mean_a"), pl.col("mean_b")) == 0
DIFFERENCE = pl.when(SAME).then(0.0).otherwise(pl.col("offset_a") - pl.col("offset_b"))
UNTESTED = (FEW_VALUES_EACH.where(~ENOUGH), NO_SPREAD.where(ENOUGH & FLAT & ~TIED))
BLOCKED = PostHoc(
    facts=blocked_facts,
    advantage=DIFFERENCE * pl.col("orientation"),
    error=pl.col("sd_error") * (1 / SIZES[0] + 1 / SIZES[1]).sqrt(),
    law=laws.STUDENT,
    df=pl.col("df_error"),
    turn=pl.col("orientation"),
    enough=ENOUGH_VALUES & (pl.min_horizontal(*SIZES) >= 1),
    tied=pl.col("level"),
    flat=pl.col("flat"),
    remarks=(*UNTESTED, *table_remarks()),
)
ONEWAY = replace(BLOCKED, facts=oneway_facts, remarks=(*UNTESTED, IGNORED.where(ENOUGH & ~FLAT), *table_remarks()))


def comparison_of_means(method: Method, variant: str, missing: Missing) -> PostHoc:
    """Return the comparison of means on shared blocks, or of independent samples, if they fit the options."""
    one_of(variant, method.variants, name="variant")
    if variant == "blocked" and missing in GAPPY:
        raise OptionError(
            "blocks with gaps cannot be compared as blocks",
            hint='br.complete(scores, "drop_blocks"), or variant="oneway"',
        )
    return BLOCKED if variant == "blocked" else ONEWAY


def _welch_facts(blocks: Blocks) -> Facts:
    """Return means and squared errors of the algorithms, the latter in a ``unit`` of each group without overflow."""
    parts = blocks.once(samples)
    means, _ = blocks.once(oneway_facts)
    squared = parts.variance / parts.own.counts
    algorithms = means.with_columns(nullable(squared=squared, still=parts.still))
    return algorithms, blocks.facts.with_columns(unit=pl.Series(parts.unit))


BOTH = pl.col("squared_a") + pl.col("squared_b")


FREEDOM = pl.col("squared_a") ** 2 / (SIZES[0] - 1) + pl.col("squared_b") ** 2 / (SIZES[1] - 1)


UNLIKE = replace(
    BLOCKED,
    facts=_welch_facts,
    error=BOTH.sqrt() * pl.col("unit"),
    law=laws.STUDENTISED_RANGE,
    df=BOTH**2 / FREEDOM,
    enough=pl.min_horizontal(*SIZES) >= 2,
    tied=pl.col("still_a") & pl.col("still_b") & (DIFFERENCE == 0),
    flat=pl.col("still_a") & pl.col("still_b"),
    remarks=(
        FEW_VALUES_OF_ONE.where(~ENOUGH),
        NO_SPREAD.where(ENOUGH & FLAT & ~TIED),
        IGNORED.where(ENOUGH & ~FLAT),
        *table_remarks(),
    ),
)


@documented
def fisher_lsd(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: Layout = "blocked",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Fisher's least significant difference of every two algorithms.

    The second step after an analysis of variance: where that does not reject at ``alpha``, the note says that no pair
    counts. The least significant difference is half the width of the interval.

    Parameters
    ----------
    variant
        "blocked" uses that all algorithms ran on the same blocks; "oneway" takes their results as independent samples.
    alpha
        Level of the interval and of the analysis of variance.
    missing
        "refuse" missing results, settle them first by a policy of :func:`benchreport.complete` or, one-way only, use
        what is "available".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.fisher_lsd(scores, by="metric").select("a", "b", pl.col("p_value").round(6), "df1").row(2)
    ('C4.5', 'C4.5+m+cf', 0.002539, 39.0)
    """
    test: PostHoc = comparison_of_means(FISHER_LSD, variant, missing)
    rejects = f_sf("f", "df_between", "df_error") <= checked_alpha(alpha)
    silent = (pl.col("p_value").min() > alpha).over("group") & pl.lit(control is None)
    gate: list[pl.Expr] = [NOT_REJECTED.where(SOUND & ~rejects), NOT_LOCATED.where(SOUND & rejects & silent)]
    gated = replace(test, remarks=[*test.remarks, *gate])
    rows = posthoc(FISHER_LSD, gated, control=control, alternative=alternative, variant=variant, alpha=alpha)
    return over_blocks(table, rows, by=by, missing=missing, reduce=reduce, control=control)


@documented
@options_as_in(dunn, by=PER_DATASET)
def pairwise_t_pooled(table: Frame, **options: Any) -> Frame:
    """Compute t tests of every two algorithms as independent samples, with the variance pooled over all.

    The numbers of the one-way :func:`fisher_lsd`, to be adjusted instead of gated.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.pairwise_t_pooled(scores, by="metric").select("a", "b", pl.col("p_value").round(6), "df1").row(2)
    ('C4.5', 'C4.5+m+cf', 0.71448, 52.0)
    """
    return over_posthoc(PAIRWISE_T_POOLED, ONEWAY, table, **options)


@documented
def tukey_hsd(
    table: Frame,
    *,
    by: By = PER_DATASET,
    variant: Layout = "blocked",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Tukey's honestly significant difference of all pairs; with samples of unlike size, in Kramer's form.

    P-values and intervals hold for all pairs of a group together.

    Parameters
    ----------
    variant
        "blocked" uses that all algorithms ran on the same blocks; "oneway" takes their results as independent samples.
    missing
        "refuse" missing results, settle them first by a policy of :func:`benchreport.complete` or, one-way only, use
        what is "available".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.tukey_hsd(scores, by="metric").select("a", "b", pl.col("p_value").round(6), "df2").row(2)
    ('C4.5', 'C4.5+m+cf', 0.013002, 39.0)
    """
    test = replace(comparison_of_means(TUKEY_HSD, variant, missing), law=laws.STUDENTISED_RANGE)
    return over_posthoc(TUKEY_HSD, test, table, by=by, variant=variant, alpha=alpha, missing=missing, reduce=reduce)


@documented
@options_as_in(tukey_hsd)
def scheffe(table: Frame, *, variant: Layout, missing: Missing, **options: Any) -> Frame:
    """Compute Scheffe's test of all pairs: valid for all contrasts at once, so rather cautious about pairs.

    For other contrasts see :func:`contrasts`.

    Parameters
    ----------
    variant
        "blocked" uses that all algorithms ran on the same blocks; "oneway" takes their results as independent samples.
    missing
        "refuse" missing results, settle them first by a policy of :func:`benchreport.complete` or, one-way only, use
        what is "available".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.scheffe(scores, by="metric").select("a", "b", pl.col("p_value").round(6)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.025073)
    """
    test = replace(comparison_of_means(SCHEFFE, variant, missing), law=laws.F)
    return over_posthoc(SCHEFFE, test, table, variant=variant, missing=missing, **options)


@documented
def games_howell(
    table: Frame, *, by: By = PER_DATASET, alpha: float = 0.05, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> Frame:
    """Compute the Games-Howell test of all pairs: independent samples whose variances may differ.

    P-values and intervals hold for all pairs of a group together.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.games_howell(scores, by="metric").select("a", "b", pl.col("df2").round(2)).row(2)
    ('C4.5', 'C4.5+m+cf', 25.97)
    """
    return over_posthoc(GAMES_HOWELL, UNLIKE, table, by=by, alpha=alpha, missing=missing, reduce=reduce)


@documented
def dunnett(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str,
    alternative: Alternative = "two-sided",
    variant: Layout = "blocked",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Dunnett's test of the mean result of every algorithm against that of a control.

    P-values and intervals hold for all comparisons of a group together, so they need no adjustment; samples may differ
    in size. An interval excludes 0 exactly where p is at most ``alpha``.

    Parameters
    ----------
    control
        The algorithm to compare all others with; it becomes ``b``.
    alternative
        "greater" means that a is better than the control. One-sided tests have one-sided intervals.
    variant
        "blocked" uses that all algorithms ran on the same blocks; "oneway" takes their results as independent samples.
    missing
        "refuse" missing results, settle them first by a policy of :func:`benchreport.complete` or, one-way only, use
        what is "available".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.dunnett(scores, by="metric", control="C4.5").select("a", pl.col("p_value").round(6), "df1").rows()
    [('C4.5+cf', 0.899471, 39.0), ('C4.5+m', 0.07799, 39.0), ('C4.5+m+cf', 0.007057, 39.0)]
    """
    if not isinstance(control, str):
        raise OptionError(f"control is {control!r}", hint="name the algorithm that all others are compared with")
    test = replace(comparison_of_means(DUNNETT, variant, missing), law=MANY_TO_ONE)
    rows = posthoc(DUNNETT, test, control=control, alternative=alternative, variant=variant, alpha=alpha)
    return over_blocks(table, rows, by=by, missing=missing, reduce=reduce, control=control)


def _many_to_one(pairs: pl.DataFrame, alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    """Return the joint p-value of each comparison and the reach of its interval, one design of sizes at a time."""
    two_sided = alternative == "two-sided"
    ratio = pl.col("size_a") / pl.col("size_b")
    facts = pairs.select(
        t=ADVANTAGE / ERROR, df=DF, ratios=ratio.filter(ENOUGH).sort().implode().over("group")
    ).with_columns(design=pl.col("ratios").cast(pl.List(pl.String)).list.join(" "))
    t, df = (facts.get_column(name).cast(pl.Float64).fill_null(np.nan).to_numpy() for name in ("t", "df"))
    t = {"two-sided": np.abs(t), "greater": t, "less": -t}[alternative]
    joint_p, critical = np.full(len(t), np.nan), np.full(len(t), np.nan)
    designs = facts.with_row_index("row").group_by("design", maintain_order=True).agg("row", pl.col("ratios").first())
    for _, rows, ratios in designs.iter_rows():
        if not ratios:
            continue
        design = Design.of(ratios, two_sided=two_sided)
        joint_p[rows] = survival(t[rows], df[rows], design)
        degrees, which = np.unique(df[rows], return_inverse=True)
        critical[rows] = quantile(alpha if two_sided else alpha / 2, degrees, design)[which]
    return {
        "statistic": ADVANTAGE / ERROR,
        "df1": DF,
        "p_value": pl.lit(pl.Series(joint_p)),
        "reach": ERROR * pl.Series(critical),
    }


MANY_TO_ONE = Law(name="multivariate Student's t", terms=_many_to_one)


FISHER_LSD = Method(
    table=fisher_lsd,
    title="Fisher's least significant difference",
    question="Which pairs of algorithms differ in mean result, once the analysis of variance has rejected?",
    symbol="t",
    formula=f"t = (m_a - m_b) / sqrt(MS (1/K_a + 1/K_b)); {MEAN_SQUARES}",
    tex=r"t = \frac{\bar{x}_a - \bar{x}_b}{\sqrt{\mathrm{MS} \, (1/K_a + 1/K_b)}}",
    null="the two algorithms have the same expected result",
    assumes=(NORMAL, "the analysis of variance has rejected", "guards the family only with three algorithms"),
    cites=("alpaydin2010",),
    estimand=MEANS,
    variants=LAYOUTS,
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=(*REMARKS, NOT_REJECTED, NOT_LOCATED),
)

PAIRWISE_T_POOLED = FISHER_LSD.relative(
    table=pairwise_t_pooled,
    title="Pairwise t tests with a pooled variance",
    question="Which pairs of algorithms differ in mean result, their results taken as independent samples?",
    formula="t = (m_a - m_b) / sqrt(MSw (1/K_a + 1/K_b)) with sum(K_j) - L degrees of freedom",
    tex=r"t = \frac{\bar{x}_a - \bar{x}_b}{\sqrt{\mathrm{MS}_w (1/K_a + 1/K_b)}}",
    assumes=(NORMAL, "samples are independent", "p-values are to be adjusted for the number of pairs"),
    remarks=REMARKS,
    variants=(),
)

TUKEY_HSD = Method(
    table=tukey_hsd,
    title="Tukey's honestly significant difference",
    question="Which pairs of algorithms differ in mean result, all pairs judged together?",
    symbol="q",
    formula=f"q = |m_a - m_b| / sqrt(MS (1/K_a + 1/K_b) / 2), studentised range of L; {MEAN_SQUARES}",
    tex=r"q = \frac{|\bar{x}_a - \bar{x}_b|}{\sqrt{\mathrm{MS} \, (1/K_a + 1/K_b) / 2}}",
    null="the two algorithms have the same expected result",
    assumes=(NORMAL,),
    cites=("tukey1949", "kramer1956"),
    estimand=MEANS,
    variants=LAYOUTS,
    answers=("posthoc",),
    simultaneous=True,
    remarks=REMARKS,
)

SCHEFFE = TUKEY_HSD.relative(
    table=scheffe,
    title="Scheffe's test",
    question="Which pairs of algorithms differ in mean result, were all contrasts looked at?",
    symbol="F",
    formula=f"F = (m_a - m_b)^2 / ((L-1) MS (1/K_a + 1/K_b)) with L-1 and error degrees of freedom; {MEAN_SQUARES}",
    tex=r"F = \frac{(\bar{x}_a - \bar{x}_b)^2}{(L - 1) \, \mathrm{MS} \, (1/K_a + 1/K_b)}",
    cites=("scheffe1953",),
)

GAMES_HOWELL = TUKEY_HSD.relative(
    table=games_howell,
    title="Games-Howell test",
    question="Which pairs of algorithms differ in mean result, when their variances differ?",
    formula="q = |m_a - m_b| / sqrt((s_a^2/K_a + s_b^2/K_b) / 2), studentised range of L with Welch's df of the pair",
    tex=r"q = \frac{|\bar{x}_a - \bar{x}_b|}{\sqrt{(s_a^2 / K_a + s_b^2 / K_b) / 2}}",
    assumes=("samples are independent", "results are about normal"),
    cites=("games1976",),
    remarks=(FEW_VALUES_OF_ONE, NO_SPREAD, IGNORED, SHARED_RUNS),
    variants=(),
)

DUNNETT = TUKEY_HSD.relative(
    table=dunnett,
    title="Dunnett's test",
    question="Which algorithms differ in mean result from a control, all comparisons judged together?",
    prose="Dunnett’s test",
    short="Dunnett",
    symbol="t",
    formula=(
        "t = (m_a - m_b) / sqrt(MS (1/K_a + 1/K_b)), p = P(max |T| >= |t|) of the multivariate t law with correlations "
        f"sqrt(K_i K_j / ((K_i + K_b) (K_j + K_b))); {MEAN_SQUARES}"
    ),
    tex=(
        r"t = \frac{\bar{x}_a - \bar{x}_b}{\sqrt{\mathrm{MS} \, (1/K_a + 1/K_b)}}, "
        r"\quad p = \Pr\left( \max_j |T_j| \geq |t| \right)"
    ),
    null="the algorithm and the control have the same expected result",
    cites=("dunnett1955",),
    signed=True,
    answers=(),
)
