"""Which algorithms differ in mean result, after an analysis of variance?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.method import RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.centring import centred, is_rounding, none_of
from benchreport.stats.distributions import f_sf
from benchreport.stats.layout import FEW_VALUES_EACH, laid_out
from benchreport.stats.pair_rows import FEW_VALUES_OF_ONE, Asked, Law, couples, pair_rows
from benchreport.stats.rows import SHARED_RUNS, Frame, doubted, over_table
from benchreport.stats.variance import algorithm_offsets, enough, oneway_facts
from benchreport.stats.variance_blocked import blocked_facts
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, within
from benchreport.tables.pairs import Missing
from benchreport.tables.rounding import sign_of_difference
from benchreport.tables.sizes import dependent_runs

Layout = Literal["blocked", "oneway"]
LAYOUTS: tuple[str, ...] = ("blocked", "oneway")
PER_DATASET = ("dataset", "metric")
MEANS = "difference of means a - b"
NORMAL = "results are about normal with one variance"
ERROR = "blocked: MSe of the two-way table, (L-1)(K-1) df; oneway: MSw within algorithms, sum(K_j) - L df"
IGNORED = Remark(code="shared_blocks_oneway", note="the algorithms share their blocks, which this form ignores")
NO_SPREAD = Remark(code="no_spread", note="no spread to judge the difference by")
NOT_REJECTED = Remark(
    code="anova_not_rejected", note="the analysis of variance does not reject, so no pair counts as different"
)
NOT_LOCATED = Remark(
    code="difference_not_located", note="a difference exists, its source is not located: more data needed"
)
REMARKS = (FEW_VALUES_EACH, NO_SPREAD, IGNORED, SHARED_RUNS)


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
    """Fisher's least significant difference of every two algorithms.

    The second step after an analysis of variance: where that does not reject at ``alpha``, the note says that no pair
    counts. The least significant difference is half the width of the interval.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    variant
        "blocked" uses that all algorithms ran on the same blocks; "oneway" takes their results as independent samples.
    alpha
        Level of the interval and of the analysis of variance.
    missing
        "refuse" incomplete tables, or, one-way only, use the values "available".
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.fisher_lsd(scores, by="metric").select("a", "b", pl.col("p_value").round(6), "df1").row(2)
    ('C4.5', 'C4.5+m+cf', 0.002539, 39.0)
    """
    asked = Asked(
        by=by, control=control, alternative=alternative, alpha=alpha, missing=missing, reduce=reduce, variant=variant
    )

    def judged(rows: pl.DataFrame, groups: Sequence[str]) -> pl.DataFrame:
        tested = pl.col("p_value").is_not_null() & ~pl.col("status").is_in(["all_ties"])
        rejected = pl.col("__omnibus") <= alpha
        silent = (pl.col("p_value").min() > alpha).over(within(groups))
        whole = pl.lit(control is None)
        remarked = joined_remarks(
            pl.col("remarks"),
            NOT_REJECTED.where(tested & ~rejected),
            NOT_LOCATED.where(tested & rejected & silent & whole),
        )
        return rows.with_columns(remarks=remarked)

    return _means(table, asked, FISHER_LSD, "t", judged)


def pairwise_t_pooled(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """t tests of every two algorithms with the variance pooled over all: independent samples.

    The numbers of the one-way :func:`fisher_lsd`, to be adjusted instead of gated. Parameters as there.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.pairwise_t_pooled(scores, by="metric").select("a", "b", pl.col("p_value").round(6), "df1").row(2)
    ('C4.5', 'C4.5+m+cf', 0.71448, 52.0)
    """
    asked = Asked(by=by, control=control, alternative=alternative, alpha=alpha, missing=missing, reduce=reduce)
    return _means(table, asked, PAIRWISE_T_POOLED, "t")


def tukey_hsd(
    table: Frame,
    *,
    by: By = PER_DATASET,
    variant: Layout = "blocked",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Tukey's honestly significant difference of all pairs; with samples of unlike size, in Kramer's form.

    P-values and intervals hold for all pairs of a group together. Parameters as in :func:`fisher_lsd`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.tukey_hsd(scores, by="metric").select("a", "b", pl.col("p_value").round(6), "df2").row(2)
    ('C4.5', 'C4.5+m+cf', 0.013002, 39.0)
    """
    asked = Asked(by=by, alpha=alpha, missing=missing, reduce=reduce, variant=variant)
    return _means(table, asked, TUKEY_HSD, "studentised range")


def scheffe(
    table: Frame,
    *,
    by: By = PER_DATASET,
    variant: Layout = "blocked",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Scheffe's test of all pairs: valid for all contrasts at once, so rather cautious about pairs.

    Parameters as in :func:`fisher_lsd`; for other contrasts see :func:`contrasts`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.scheffe(scores, by="metric").select("a", "b", pl.col("p_value").round(6)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.025073)
    """
    asked = Asked(by=by, alpha=alpha, missing=missing, reduce=reduce, variant=variant)
    return _means(table, asked, SCHEFFE, "F")


def games_howell(
    table: Frame,
    *,
    by: By = PER_DATASET,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Games-Howell test of all pairs: independent samples whose variances may differ.

    P-values and intervals hold for all pairs of a group together. Parameters as in :func:`fisher_lsd`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.games_howell(scores, by="metric").select("a", "b", pl.col("df2").round(2)).row(2)
    ('C4.5', 'C4.5+m+cf', 25.97)
    """
    asked = Asked(by=by, alpha=alpha, missing=missing, reduce=reduce).checked(GAMES_HOWELL)

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, missing=missing, reduce=reduce)
        groups, owner = layout.groups, layout.group_of_algorithm
        x, unit = layout.scaled()
        own = centred(x, layout.algorithm, len(owner))
        offset, _ = algorithm_offsets(layout, own)
        with np.errstate(all="ignore"):
            n = own.counts
            squared = layout.per_algorithm(own.residual**2) / (n - 1) / n
        varies = ~is_rounding(own.residual, x, own.mean[layout.algorithm])
        algorithms = layout.algorithms.with_columns(
            mean=pl.Series(own.mean * unit[owner]).fill_nan(None),
            offset=pl.Series(offset * unit[owner]).fill_nan(None),
            size=pl.Series(n),
            squared=pl.Series(squared).fill_nan(None),
            still=pl.Series(none_of(varies, layout.algorithm, len(owner))),
        )
        facts = layout.facts.with_columns(__unit=pl.Series(unit))
        both = pl.col("__squared_a") + pl.col("__squared_b")
        share = pl.col("__squared_a") ** 2 / (pl.col("__size_a") - 1) + pl.col("__squared_b") ** 2 / (
            pl.col("__size_b") - 1
        )
        apart = difference_of_means()
        still = pl.col("__still_a") & pl.col("__still_b")
        pairs = couples(algorithms, facts, groups).with_columns(
            __advantage=apart * pl.col("orientation"),
            __turn=pl.col("orientation"),
            __error=both.sqrt() * pl.col("__unit"),
            __df=both**2 / share,
            __enough=pl.min_horizontal("__size_a", "__size_b") >= 2,
            __tied=still & (apart == 0),
            __flat=still,
        )
        rows = pair_rows(
            pairs,
            groups,
            GAMES_HOWELL,
            "studentised range",
            asked,
            remarks=[
                FEW_VALUES_OF_ONE.where(~pl.col("__enough")),
                NO_SPREAD.where(pl.col("__enough") & pl.col("__flat") & ~pl.col("__tied")),
                IGNORED.where(pl.col("__enough") & ~pl.col("__flat")),
            ],
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def difference_of_means() -> pl.Expr:
    """Return the difference of two means to all its digits, and 0 where it is rounding."""
    same = sign_of_difference(pl.col("__mean_a"), pl.col("__mean_b")) == 0
    return pl.when(same).then(0.0).otherwise(pl.col("__offset_a") - pl.col("__offset_b"))


def mean_facts(scores: Any, asked: Asked, variant: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Gather means and their common error, of shared blocks or of independent samples."""
    if variant == "oneway":
        return oneway_facts(scores, asked.by, missing=asked.missing, reduce=asked.reduce)
    if asked.missing == "available":
        raise OptionError(
            "blocks with gaps cannot be compared as blocks",
            hint='br.complete(scores, "drop_blocks"), or variant="oneway"',
        )
    return blocked_facts(scores, asked.by, reduce=asked.reduce)


def mean_pairs(scores: pl.DataFrame, asked: Asked, variant: str) -> tuple[pl.DataFrame, list[str]]:
    """Return pairs of algorithms with the difference of their means and its error, for :func:`pair_rows`; the groups.

    ``__size_a`` and ``__size_b`` count the values behind the means, ``__omnibus`` is the p-value of the analysis of
    variance.
    """
    algorithms, facts = mean_facts(scores, asked, variant)
    groups = facts.columns[: facts.columns.index("n")]
    means = algorithms.select(*groups, "algorithm", "mean", "offset", size=pl.col("n"))
    size_a, size_b = pl.col("__size_a"), pl.col("__size_b")
    pairs = couples(means, facts, groups, asked.control).with_columns(
        __advantage=difference_of_means() * pl.col("orientation"),
        __turn=pl.col("orientation"),
        __error=pl.col("sd_error") * (1 / size_a + 1 / size_b).sqrt(),
        __df=pl.col("df_error"),
        __enough=enough() & (size_a >= 1) & (size_b >= 1),
        __tied=pl.col("level"),
        __flat=pl.col("flat"),
        __omnibus=f_sf(pl.col("ms_between") / pl.col("ms_error"), "df_between", "df_error"),
    )
    return pairs, groups


def mean_remarks(variant: str) -> list[pl.Expr]:
    """Return why a pair could not be tested, and what a one-way form leaves out."""
    return [
        FEW_VALUES_EACH.where(~pl.col("__enough")),
        NO_SPREAD.where(pl.col("__enough") & pl.col("__flat") & ~pl.col("__tied")),
        IGNORED.where(pl.col("__enough") & ~pl.col("__flat") & pl.lit(variant == "oneway")),
    ]


def _means(table: Frame, asked: Asked, method: Method, law: Law, judged: Any = None) -> Frame:
    asked.checked(method)
    variant = asked.variant or "oneway"

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        pairs, groups = mean_pairs(known, asked, variant)
        rows = pair_rows(pairs, groups, method, law, asked, remarks=mean_remarks(variant))
        if judged is not None:
            rows = judged(rows.with_columns(pairs.get_column("__omnibus")), groups).drop("__omnibus")
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, asked.by, RESULT_COLUMNS, run)


FISHER_LSD = Method(
    id="fisher_lsd",
    title="Fisher's least significant difference",
    question="Which pairs of algorithms differ in mean result, once the analysis of variance has rejected?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="t",
    formula=f"t = (m_a - m_b) / sqrt(MS (1/K_a + 1/K_b)); {ERROR}",
    tex=r"t = \frac{\bar{x}_a - \bar{x}_b}{\sqrt{\mathrm{MS} \left( \frac{1}{K_a} + \frac{1}{K_b} \right)}}",
    null="the two algorithms have the same expected result",
    assumes=(NORMAL, "the analysis of variance has rejected", "guards the family only with three algorithms"),
    cites=("alpaydin2010",),
    estimand=MEANS,
    variants=LAYOUTS,
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=(*REMARKS, NOT_REJECTED, NOT_LOCATED),
    table=fisher_lsd,
)

PAIRWISE_T_POOLED = Method(
    id="pairwise_t_pooled",
    title="Pairwise t tests with a pooled variance",
    question="Which pairs of algorithms differ in mean result, their results taken as independent samples?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="t",
    formula="t = (m_a - m_b) / sqrt(MSw (1/K_a + 1/K_b)) with sum(K_j) - L degrees of freedom",
    tex=r"t = \frac{\bar{x}_a - \bar{x}_b}{\sqrt{\mathrm{MS}_w \left( \frac{1}{K_a} + \frac{1}{K_b} \right)}}",
    null="the two algorithms have the same expected result",
    assumes=(NORMAL, "samples are independent", "p-values are to be adjusted for the number of pairs"),
    cites=("alpaydin2010",),
    estimand=MEANS,
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=REMARKS,
    table=pairwise_t_pooled,
)

TUKEY_HSD = Method(
    id="tukey_hsd",
    title="Tukey's honestly significant difference",
    question="Which pairs of algorithms differ in mean result, all pairs judged together?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="q",
    formula=f"q = |m_a - m_b| / sqrt(MS (1/K_a + 1/K_b) / 2), studentised range of L; {ERROR}",
    tex=(
        r"q = \frac{|\bar{x}_a - \bar{x}_b|}{\sqrt{\frac{\mathrm{MS}}{2} \left( \frac{1}{K_a} + \frac{1}{K_b} \right)}}"
    ),
    null="the two algorithms have the same expected result",
    assumes=(NORMAL,),
    cites=("tukey1949", "kramer1956"),
    estimand=MEANS,
    variants=LAYOUTS,
    answers=("posthoc",),
    simultaneous=True,
    remarks=REMARKS,
    table=tukey_hsd,
)

SCHEFFE = Method(
    id="scheffe",
    title="Scheffe's test",
    question="Which pairs of algorithms differ in mean result, were all contrasts looked at?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="F",
    formula=f"F = (m_a - m_b)^2 / ((L-1) MS (1/K_a + 1/K_b)) with L-1 and error degrees of freedom; {ERROR}",
    tex=r"F = \frac{(\bar{x}_a - \bar{x}_b)^2}{(L - 1) \, \mathrm{MS} \left( \frac{1}{K_a} + \frac{1}{K_b} \right)}",
    null="the two algorithms have the same expected result",
    assumes=(NORMAL,),
    cites=("scheffe1953",),
    estimand=MEANS,
    variants=LAYOUTS,
    answers=("posthoc",),
    simultaneous=True,
    remarks=REMARKS,
    table=scheffe,
)

GAMES_HOWELL = Method(
    id="games_howell",
    title="Games-Howell test",
    question="Which pairs of algorithms differ in mean result, when their variances differ?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="q",
    formula="q = |m_a - m_b| / sqrt((s_a^2/K_a + s_b^2/K_b) / 2), studentised range of L with Welch's df of the pair",
    tex=r"q = \frac{|\bar{x}_a - \bar{x}_b|}{\sqrt{\frac{1}{2} \left( \frac{s_a^2}{K_a} + \frac{s_b^2}{K_b} \right)}}",
    null="the two algorithms have the same expected result",
    assumes=("samples are independent", "results are about normal"),
    cites=("games1976",),
    estimand=MEANS,
    answers=("posthoc",),
    simultaneous=True,
    remarks=(FEW_VALUES_OF_ONE, NO_SPREAD, IGNORED, SHARED_RUNS),
    table=games_howell,
)
