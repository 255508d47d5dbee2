"""Do several algorithms differ on shared blocks? Relatives of Friedman's test that weigh, align or order the ranks."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.distributions import chi2_sf, f_sf, log_factorial
from benchreport.stats.layout import Floats, Layout, laid_out
from benchreport.stats.midranks import double_midranks
from benchreport.stats.ranks import (
    AGREED_CHI_SQUARE,
    RANK_REMARKS,
    ROUGH,
    FriedmanVariant,
    average_rank_rows,
    block_ranks,
    few_blocks,
    friedman_facts,
    friedman_rows,
    iman_davenport_rows,
    is_testable,
    rank_remarks,
    rank_status,
    rank_summary,
    tied_throughout,
    with_run_caveat,
)
from benchreport.stats.rows import Frame, checked_alpha, fields, over_table
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By

KendallVariant = Literal["chi2", "f"]
AGREED = Remark(code="agreed_blocks", note="all blocks agree, so F is infinite; p is the exact chance of that")


def quade(table: Frame, *, by: By = "metric", alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Quade's test, one row per group: ranks within blocks, weighted by the rank of the block's range.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
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
    >>> br.quade(scores).select(pl.col("statistic", "p_value").round(6), "df1", "df2").row(0)
    (4.627905, 0.007303, 3.0, 39.0)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, taken=("a2", "b2", "log_tied"))
        groups = layout.groups
        facts = layout.facts.with_columns(**_quade(layout))
        N, L = pl.col("n"), pl.col("n_algorithms")
        df1, df2 = L - 1, (L - 1) * (N - 1)
        agreed = is_testable() & (pl.col("a2") - pl.col("b2") <= 1e-12 * pl.col("a2"))
        statistic = (N - 1) * pl.col("b2") / (pl.col("a2") - pl.col("b2"))
        chance = (-(N - 1) * log_factorial("n_algorithms")).exp()
        rows = facts.select(
            *groups,
            *fields(
                QUADE,
                n=N,
                n_dropped=pl.col("n_dropped"),
                n_ties=pl.col("n_ties"),
                statistic=pl.when(is_testable() & ~agreed).then(statistic),
                df1=pl.when(is_testable()).then(df1),
                df2=pl.when(is_testable()).then(df2),
                p_value=pl.when(agreed)
                .then(chance)
                .when(is_testable())
                .then(f_sf(statistic, df1, df2))
                .when(tied_throughout())
                .then(1.0),
                alpha=checked_alpha(alpha),
                law=pl.when(agreed).then(pl.lit("exact agreement")).otherwise(pl.lit("F")),
                status=rank_status(approximate=few_blocks() & ~agreed),
                remarks=joined_remarks(
                    *rank_remarks(),
                    ROUGH.where(few_blocks() & ~agreed),
                    AGREED.where(agreed),
                ),
            ),
        )
        return with_run_caveat(rows, known, groups)

    return over_table(table, by, RESULT_COLUMNS, run)


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
    table
        Scores; an incomplete table is refused.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    variant
        "corrected" for ties, or "uncorrected" as usually printed.
    alpha
        Level of the decision.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.friedman_aligned(scores).select(pl.col("statistic", "p_value").round(6), "df1").row(0)
    (11.647604, 0.008693, 3.0)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce)
        groups = layout.groups
        facts = layout.facts.with_columns(**_aligned(layout, variant))
        L = pl.col("n_algorithms")
        rows = facts.select(
            *groups,
            *fields(
                FRIEDMAN_ALIGNED,
                variant=variant,
                n=pl.col("n"),
                n_dropped=pl.col("n_dropped"),
                n_ties=pl.col("n_ties"),
                statistic=pl.when(is_testable()).then(pl.col("chi2")),
                df1=pl.when(is_testable()).then(L - 1),
                p_value=pl.when(is_testable()).then(chi2_sf("chi2", L - 1)).when(tied_throughout()).then(1.0),
                alpha=checked_alpha(alpha),
                law="chi-square",
                status=rank_status(approximate=few_blocks()),
                remarks=joined_remarks(*rank_remarks(), ROUGH.where(few_blocks())),
            ),
        )
        return with_run_caveat(rows, known, groups)

    one_of(variant, FRIEDMAN_ALIGNED.variants, name="variant")
    return over_table(table, by, RESULT_COLUMNS, run)


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
    table
        Scores; an incomplete table is refused.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    variant
        Test it by "chi2" (Friedman) or by "f" (Iman and Davenport).
    alpha
        Level of the decision.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.kendall_w(scores).select(pl.col("estimate", "statistic", "p_value").round(6)).row(0)
    (0.260771, 10.952381, 0.011986)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        ranked, groups = block_ranks(known, by, reduce)
        facts = friedman_facts(ranked, groups, "corrected")
        test = friedman_rows if variant == "chi2" else iman_davenport_rows
        rows = kendall_rows(test(facts, groups, "corrected", checked_alpha(alpha)), variant)
        return with_run_caveat(rows, known, groups)

    one_of(variant, KENDALL_W.variants, name="variant")
    return over_table(table, by, RESULT_COLUMNS, run)


def kendall_rows(rows: Frame, variant: KendallVariant) -> Frame:
    """Give Kendall's W from the rows of its test: Friedman's by chi-square, Iman and Davenport's by F."""
    return rows.with_columns(
        method=pl.lit(KENDALL_W.id),
        variant=pl.lit(variant),
        estimate=pl.col("effect"),
        estimand=pl.lit(KENDALL_W.estimand),
        effect=pl.lit(None, dtype=pl.Float64),
        effect_name=pl.lit(None, dtype=pl.String),
    )


def rank_tests(table: Frame, *, by: By = "metric", alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Friedman, Iman-Davenport, Kendall's W and the average ranks in one pass over the table, as stacked rows.

    The rows of the tests are those of the functions of the same names. Average ranks come one row per algorithm, named
    in ``a``, with the mean rank as ``estimate``; ``method`` tells the rows apart. Parameters as in :func:`quade`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.rank_tests(scores).select("method", "a", pl.col("statistic", "estimate").round(4)).rows()[:5]
    [('average_ranks', 'C4.5', None, 3.1429), ('average_ranks', 'C4.5+cf', None, 2.9286),
    ('average_ranks', 'C4.5+m', None, 2.0), ('average_ranks', 'C4.5+m+cf', None, 1.9286),
    ('friedman', None, 10.9524, None)]
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        ranked, groups = block_ranks(known, by, reduce)
        level = checked_alpha(alpha)
        summary = rank_summary(ranked, groups)
        facts = friedman_facts(ranked, groups, "corrected", summary)
        chi2 = friedman_rows(facts, groups, "corrected", level)
        tests = [chi2, iman_davenport_rows(facts, groups, "corrected", level), kendall_rows(chi2, "chi2")]
        tested = with_run_caveat(pl.concat(tests), known, groups)
        return pl.concat([average_rank_rows(summary, groups), tested]).sort(*groups, "method", "a")

    return over_table(table, by, RESULT_COLUMNS, run)


def block_ranks_of(layout: Layout) -> tuple[Floats, Floats]:
    """Rank the algorithms within blocks, 1 is best; and the sizes of ties."""
    ranks, tied = double_midranks([layout.block], -layout.oriented())
    return ranks / 2, tied.astype(np.float64)


def range_ranks(layout: Layout) -> Floats:
    """Rank the blocks of each group by the range of their values, the narrowest first."""
    high, low = np.full(len(layout.group_of_block), -np.inf), np.full(len(layout.group_of_block), np.inf)
    np.maximum.at(high, layout.block, layout.values)
    np.minimum.at(low, layout.block, layout.values)
    operands = np.maximum(np.abs(high), np.abs(low))
    return np.asarray(double_midranks([layout.group_of_block], high - low, operands)[0] / 2)


def aligned_ranks(layout: Layout) -> tuple[Floats, Floats]:
    """Rank all values of a group less the mean of their block, 1 is best; and the sizes of ties."""
    value = -layout.oriented()
    # About a value of the block, so that a mean of equals is that value.
    first = value[np.unique(layout.block, return_index=True)[1]]
    counts = layout.per_block(np.ones(len(value)))
    level = first + layout.per_block((value - first[layout.block]) / counts[layout.block])
    aligned = value - level[layout.block]
    operands = np.maximum(np.abs(value), np.abs(level[layout.block]))
    ranks, tied = double_midranks([layout.group], aligned, operands)
    return ranks / 2, tied.astype(np.float64)


def _ties(layout: Layout, tied: Floats) -> dict[str, pl.Series]:
    """Count the tied cells of each group, and tell the groups in which every block is tied throughout."""
    L = layout.facts.get_column("n_algorithms").to_numpy()
    throughout = layout.per_group((tied < L[layout.group]).astype(np.float64)) == 0
    measured = layout.facts.get_column("n").to_numpy() > 0
    n_ties = layout.per_group((tied > 1).astype(np.float64))
    return {"n_ties": pl.Series(n_ties).cast(pl.Int64), "all_tied": pl.Series(throughout & measured)}


def _quade(layout: Layout) -> dict[str, pl.Series]:
    ranks, tied = block_ranks_of(layout)
    weights = range_ranks(layout)
    L = layout.facts.get_column("n_algorithms").to_numpy()[layout.group]
    S = weights[layout.block] * (ranks - (L + 1) / 2)
    with np.errstate(all="ignore"):
        b2 = layout.of_algorithms(layout.per_algorithm(S) ** 2) / layout.facts.get_column("n").to_numpy()
    return _ties(layout, tied) | {"a2": pl.Series(layout.per_group(S**2)), "b2": pl.Series(b2).fill_nan(None)}


def _aligned(layout: Layout, variant: FriedmanVariant) -> dict[str, pl.Series]:
    L = layout.facts.get_column("n_algorithms").to_numpy().astype(np.float64)
    n = layout.facts.get_column("n").to_numpy().astype(np.float64)
    ranks, _ = aligned_ranks(layout)
    m = L * n
    squares = layout.per_group(ranks**2) if variant == "corrected" else m * (m + 1) * (2 * m + 1) / 6
    with np.errstate(all="ignore"):
        of_blocks = layout.of_blocks(layout.per_block(ranks) ** 2) / L
        spread = layout.of_algorithms((layout.per_algorithm(ranks) - (n * (m + 1) / 2)[layout.group_of_algorithm]) ** 2)
        statistic = (L - 1) * spread / (squares - of_blocks)
    within = block_ranks_of(layout)[1]
    return _ties(layout, within) | {"chi2": pl.Series(statistic).fill_nan(None)}


QUADE = Method(
    id="quade",
    title="Quade test",
    question="Do several algorithms differ, counting datasets more on which they lie further apart?",
    kind="table",
    shape="scores",
    door="many",
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
    remarks=(*RANK_REMARKS, AGREED),
    table=quade,
)

FRIEDMAN_ALIGNED = Method(
    id="friedman_aligned",
    title="Friedman test on aligned ranks",
    question="Do several algorithms differ, ranking all results together after taking each dataset's mean off?",
    kind="table",
    shape="scores",
    door="many",
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
    remarks=RANK_REMARKS,
    table=friedman_aligned,
)

KENDALL_W = Method(
    id="kendall_w",
    title="Kendall's coefficient of concordance",
    question="How far do the datasets agree on the order of the algorithms?",
    kind="table",
    shape="scores",
    door="many",
    symbol="W",
    formula="W = chi2_F / (N (L-1)), 0 without any agreement and 1 when all blocks order the algorithms alike",
    tex=r"W = \frac{\chi^2_F}{N (L - 1)}",
    null="the blocks order the algorithms independently of each other",
    assumes=("datasets are independent", "every algorithm was measured on every dataset"),
    cites=("kendall1939", "demsar2006"),
    estimand="Kendall's W",
    variants=("chi2", "f"),
    remarks=(*RANK_REMARKS, AGREED_CHI_SQUARE),
    table=kendall_w,
)
