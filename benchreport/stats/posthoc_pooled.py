"""Which algorithms differ in location, when the values of all are ranked together?"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.method import RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.stats.layout import Layout, laid_out
from benchreport.stats.midranks import double_midranks
from benchreport.stats.pair_rows import FEW_VALUES_OF_ONE, Asked, Law, couples, pair_rows
from benchreport.stats.pooled_ranks import pooled_ranks
from benchreport.stats.rows import SHARED_RUNS, Frame, doubted, over_table
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By
from benchreport.tables.pairs import Missing
from benchreport.tables.sizes import dependent_runs

PooledLaw = Literal["tukey", "chi_square"]
FEW = 5
POOLED = "difference of mean pooled ranks a - b"
INDEPENDENT = "samples are independent, which shared datasets are not"
ADJUST = "p-values are to be adjusted for the number of pairs"
IGNORED = Remark(
    code="shared_blocks_see_nemenyi",
    note="the algorithms share their blocks, which pooled ranks ignore: see nemenyi, siegel or conover",
)
M, L = pl.col("__total"), pl.col("n_algorithms")
SHARES = 1 / pl.col("__size_a") + 1 / pl.col("__size_b")
ROUGH_VALUES_OF_ONE = Remark(code="rough_values_of_one", note=f"rough with fewer than {FEW} values of an algorithm")
NO_SCATTER_WITHIN = Remark(code="no_scatter_within", note="no scatter of ranks within the algorithms")
REMARKS = (FEW_VALUES_OF_ONE, ROUGH_VALUES_OF_ONE, IGNORED, SHARED_RUNS)


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
    """Dunn's test of pooled ranks, corrected for ties; p-values are not adjusted.

    Rank 1 is the best of all values of a group. On shared datasets their difficulty drowns the difference.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the values are runs, else datasets.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    alpha
        Level of the interval.
    missing
        "refuse" incomplete tables, or use what is "available": samples may then differ in size.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.dunn(scores).select("a", "b", pl.col("statistic", "p_value").round(4)).row(2)
    ('C4.5', 'C4.5+m+cf', -0.5158, 0.606)
    """
    asked = Asked(by=by, control=control, alternative=alternative, alpha=alpha, missing=missing, reduce=reduce)
    return _pooled(table, asked, DUNN, "normal", pl.col("__spread") * SHARES)


def conover_kw(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Conover's t test of pooled ranks; p-values are not adjusted. Parameters as in :func:`dunn`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.conover_kw(scores).select("a", "b", pl.col("statistic").round(4), "df1").row(2)
    ('C4.5', 'C4.5+m+cf', -0.5037, 52.0)
    """
    asked = Asked(by=by, control=control, alternative=alternative, alpha=alpha, missing=missing, reduce=reduce)
    return _pooled(table, asked, CONOVER_KW, "t", pl.col("__within") * SHARES)


def nemenyi_kw(
    table: Frame,
    *,
    by: By = "metric",
    variant: PooledLaw = "tukey",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Nemenyi's test of pooled ranks; p-values hold for all pairs together. Parameters as in :func:`dunn`.

    ``variant`` is "tukey", without correction for ties, or "chi_square", corrected and valid for all contrasts.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.nemenyi_kw(scores).select("a", "b", pl.col("statistic").round(4)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.7292)
    """
    asked = Asked(by=by, alpha=alpha, missing=missing, reduce=reduce, variant=variant)
    plain = M * (M + 1) / 12 * SHARES
    if variant == "chi_square":
        return _pooled(table, asked, NEMENYI_KW, "chi-square", pl.col("__spread") * SHARES)
    return _pooled(table, asked, NEMENYI_KW, "studentised range", plain, df=pl.lit(float("inf")))


def tukey_ranks(
    table: Frame,
    *,
    by: By = "metric",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Tukey's studentised range of mean pooled ranks, on the scale of a mean. Parameters as in :func:`dunn`.

    The textbook that names it divides by the standard deviation of single ranks, under which no difference could ever
    be significant.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.tukey_ranks(scores).select("a", "b", "df2", "status").row(2)
    ('C4.5', 'C4.5+m+cf', 52.0, 'approximate')
    """
    asked = Asked(by=by, alpha=alpha, missing=missing, reduce=reduce)
    return _pooled(table, asked, TUKEY_RANKS, "studentised range", pl.col("__within") * SHARES, rough=pl.lit(True))


def dscf(
    table: Frame,
    *,
    by: By = "metric",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Dwass-Steel-Critchlow-Fligner test: every pair is ranked by itself, so no third algorithm has a say.

    P-values hold for all pairs together; ``effect`` is Cliff's delta: how much more often a value of a is
    better than one of b, than worse.
    Parameters as in :func:`dunn`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.dscf(scores).select("a", "b", pl.col("effect").round(4)).row(2)
    ('C4.5', 'C4.5+m+cf', -0.1173)
    """
    asked = Asked(by=by, alpha=alpha, missing=missing, reduce=reduce).checked(DSCF)

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, missing=missing, reduce=reduce)
        groups = layout.groups
        sizes = layout.per_algorithm(np.ones(len(layout.values)))
        numbered = layout.algorithms.with_columns(at=pl.int_range(pl.len()), size=pl.Series(sizes))
        pairs = couples(numbered, layout.facts, groups)
        above, tie_sum = _within_pairs(layout, pairs)
        first, second = pairs.get_column("__size_a").to_numpy(), pairs.get_column("__size_b").to_numpy()
        total = first + second
        with np.errstate(all="ignore"):
            variance = first * second / 12 * (total + 1 - tie_sum / (total * (total - 1)))
        enough = (pl.col("__size_a") >= 2) & (pl.col("__size_b") >= 2)
        pairs = pairs.with_columns(
            __advantage=pl.Series(above - first * second / 2),
            __turn=pl.lit(1.0),
            __error=pl.Series(np.sqrt(variance)).fill_nan(None),
            __df=pl.lit(float("inf")),
            __enough=enough,
            __delta=2 * pl.Series(above) / (pl.col("__size_a") * pl.col("__size_b")) - 1,
            __tied=pl.Series(tie_sum >= total**3 - total),
            __flat=pl.lit(False),
        )
        rows = pair_rows(
            pairs,
            groups,
            DSCF,
            "studentised range",
            asked,
            cases=[(_few(), "approximate")],
            remarks=_remarks(),
            estimate=None,
            ci_low=None,
            ci_high=None,
            effect=pl.when(enough).then(pl.col("__delta")),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def _within_pairs(layout: Layout, pairs: pl.DataFrame) -> tuple[Any, Any]:
    """Count, for every pair, how often a value of a beats one of b (ties half), and sum t^3 - t over its ties."""
    value_of = -layout.oriented()
    starts = np.argsort(layout.algorithm, kind="stable")
    counts = np.bincount(layout.algorithm, minlength=len(layout.group_of_algorithm))
    offsets = np.concatenate(([0], np.cumsum(counts)))
    sides = [pairs.get_column(f"__at_{side}").to_numpy() for side in "ab"]
    pair, value, owner = [], [], []
    for side, which in enumerate(sides):
        lengths = counts[which]
        number = np.repeat(np.arange(len(which)), lengths)
        inside = np.arange(len(number)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        pair.append(number)
        value.append(starts[offsets[which][number] + inside])
        owner.append(np.full(len(number), side))
    number, places, whose = (np.concatenate(parts) for parts in (pair, value, owner))
    doubled, tied = double_midranks([number], value_of[places])
    mine = whose == 0
    rank_sum = np.bincount(number[mine], doubled[mine] / 2, len(pairs))
    size = counts[sides[0]]
    # Rank 1 is the best, so large rank sums speak against a.
    above = counts[sides[0]] * counts[sides[1]] - (rank_sum - size * (size + 1) / 2)
    return above, np.bincount(number, tied.astype(float) ** 2 - 1, len(pairs))


def pooled_facts(layout: Layout) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Rank all values of a group together; give mean ranks per algorithm, and per group what tests on them need."""
    ranks, tied = pooled_ranks(layout)
    ones = np.ones(len(ranks))
    n = layout.per_algorithm(ones)
    total = layout.per_group(ones)
    ties = layout.per_group(tied**2 - 1)
    with np.errstate(all="ignore"):
        means = layout.per_algorithm(ranks) / n
        within = layout.per_group((ranks - means[layout.algorithm]) ** 2)
        present = layout.of_algorithms((n > 0).astype(float))
        df = total - present
        spread = (total**3 - total - ties) / (12 * (total - 1))
        columns = {"__total": total, "__spread": spread, "__within": within / df, "__df": df}
    facts = layout.facts.with_columns(
        **{name: pl.Series(column).fill_nan(None) for name, column in columns.items()},
        __ties=pl.Series(layout.per_group((tied > 1).astype(np.float64))).cast(pl.Int64),
        __tied=pl.Series(ties >= total**3 - total),
        __scatter=pl.Series(within > 1e-9),
    )
    return layout.algorithms.with_columns(rank=pl.Series(means).fill_nan(None), size=pl.Series(n)), facts


def _few() -> pl.Expr:
    return pl.min_horizontal("__size_a", "__size_b") < FEW


def _remarks() -> list[pl.Expr]:
    enough, tied = pl.col("__enough"), pl.col("__tied")
    return [
        FEW_VALUES_OF_ONE.where(~enough),
        ROUGH_VALUES_OF_ONE.where(enough & ~tied & _few()),
        NO_SCATTER_WITHIN.where(enough & ~tied & pl.col("__flat")),
        IGNORED.where(enough & ~tied),
    ]


def _pooled(
    table: Frame,
    asked: Asked,
    method: Method,
    law: Law,
    squared_error: pl.Expr,
    *,
    df: pl.Expr | None = None,
    rough: pl.Expr | None = None,
) -> Frame:
    asked.checked(method)
    loose = _few() if rough is None else rough

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, asked.by, missing=asked.missing, reduce=asked.reduce)
        algorithms, facts = pooled_facts(layout)
        uses_scatter = method.id in (CONOVER_KW.id, TUKEY_RANKS.id)
        pairs = couples(algorithms, facts, layout.groups, asked.control).with_columns(
            __advantage=pl.col("__rank_b") - pl.col("__rank_a"),
            __turn=pl.lit(-1.0),
            __error=squared_error.sqrt(),
            __df=pl.col("__df") if df is None else df,
            __enough=(pl.col("__size_a") >= 2) & (pl.col("__size_b") >= 2),
            __flat=~pl.col("__scatter") & pl.lit(uses_scatter),
        )
        rows = pair_rows(
            pairs,
            layout.groups,
            method,
            law,
            asked,
            cases=[(loose, "approximate")],
            remarks=_remarks(),
            n_ties=pl.col("__ties"),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, layout.groups))

    return over_table(table, asked.by, RESULT_COLUMNS, run)


DUNN = Method(
    id="dunn",
    title="Dunn's test",
    question="Which pairs of algorithms differ after a Kruskal-Wallis test?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="z",
    formula=(
        "z = (R_a - R_b) / sqrt((M (M+1) / 12 - sum(t^3 - t) / (12 (M-1))) (1/K_a + 1/K_b)), "
        "R mean ranks, ascending, of all M values"
    ),
    tex=(
        r"z = \frac{\bar{R}_a - \bar{R}_b}{\sqrt{\left( \frac{M (M + 1)}{12} - \frac{\sum (t^3 - t)}{12 (M - 1)} "
        r"\right) \left( \frac{1}{K_a} + \frac{1}{K_b} \right)}}"
    ),
    null="the values of both algorithms have the same distribution",
    assumes=(INDEPENDENT, ADJUST),
    cites=("dunn1964",),
    estimand=POOLED,
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=REMARKS,
    table=dunn,
)

CONOVER_KW = Method(
    id="conover_kw",
    title="Conover's test after Kruskal-Wallis",
    question="Which pairs of algorithms differ after a Kruskal-Wallis test, judged by the scatter within algorithms?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="t",
    formula=(
        "t = (R_a - R_b) / sqrt(S^2 (M - 1 - H) / (M - L) (1/K_a + 1/K_b)), R mean ranks, ascending, of all M values, "
        "S^2 variance of all ranks, M - L df"
    ),
    tex=(
        r"t = \frac{\bar{R}_a - \bar{R}_b}{\sqrt{S^2 \frac{M - 1 - H}{M - L} \left( \frac{1}{K_a} + \frac{1}{K_b} "
        r"\right)}}"
    ),
    null="the values of both algorithms have the same distribution",
    assumes=(INDEPENDENT, ADJUST),
    cites=("conover1999",),
    estimand=POOLED,
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=(*REMARKS, NO_SCATTER_WITHIN),
    table=conover_kw,
)

NEMENYI_KW = Method(
    id="nemenyi_kw",
    title="Nemenyi's test after Kruskal-Wallis",
    question="Which pairs of algorithms differ in mean pooled rank, all pairs judged together?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="q",
    formula=(
        "tukey: q = |R_a - R_b| / sqrt(M (M+1) / 24 (1/K_a + 1/K_b)), studentised range of L; "
        "chi_square: (R_a - R_b)^2 / (M (M+1) / 12 (1/K_a + 1/K_b) C), L-1 df, C the tie factor"
    ),
    tex=r"q = \frac{|\bar{R}_a - \bar{R}_b|}{\sqrt{\frac{M (M + 1)}{24} \left( \frac{1}{K_a} + \frac{1}{K_b} \right)}}",
    null="the values of both algorithms have the same distribution",
    assumes=(INDEPENDENT,),
    cites=("nemenyi1963",),
    estimand=POOLED,
    variants=("tukey", "chi_square"),
    answers=("posthoc",),
    simultaneous=True,
    remarks=REMARKS,
    table=nemenyi_kw,
)

TUKEY_RANKS = Method(
    id="tukey_ranks",
    title="Tukey's test on pooled ranks",
    question="Which pairs of algorithms differ in mean pooled rank, by the studentised range?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="q",
    formula="q = |R_a - R_b| / sqrt(MSw (1/K_a + 1/K_b) / 2), MSw of the ranks, studentised range of L with M - L df",
    tex=(
        r"q = \frac{|\bar{R}_a - \bar{R}_b|}{\sqrt{\frac{\mathrm{MS}_w}{2} \left( \frac{1}{K_a} + \frac{1}{K_b} "
        r"\right)}}"
    ),
    null="the values of both algorithms have the same distribution",
    assumes=(INDEPENDENT, "the studentised range holds only roughly for ranks"),
    cites=("alpaydin2010", "tukey1949"),
    estimand=POOLED,
    answers=("posthoc",),
    simultaneous=True,
    remarks=(*REMARKS, NO_SCATTER_WITHIN),
    table=tukey_ranks,
)

DSCF = Method(
    id="dscf",
    title="Dwass-Steel-Critchlow-Fligner test",
    question="Which pairs of algorithms differ, each pair ranked by itself and all judged together?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="q",
    formula="q = sqrt(2) |W - E(W)| / sd(W), W the rank sum of a in the pair, ties corrected, studentised range of L",
    tex=r"q = \frac{\sqrt{2} \, |W - \mathrm{E} W|}{\mathrm{sd}(W)}",
    null="the values of both algorithms have the same distribution",
    assumes=(INDEPENDENT,),
    cites=("critchlow1991",),
    estimand=None,
    effect="Cliff's delta",
    answers=("posthoc",),
    simultaneous=True,
    remarks=REMARKS,
    table=dscf,
)
