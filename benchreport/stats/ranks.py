"""Do several algorithms differ, when all were measured on the same blocks? By ranks within blocks."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import RANK_COLUMNS, RESULT_COLUMNS, Method, Remark, schema_of
from benchreport.options import PAIR_TEST
from benchreport.remarks import joined_remarks
from benchreport.stats.distributions import chi2_sf, f_sf, log_factorial
from benchreport.stats.friedman_exact import exact_tails
from benchreport.stats.layout import FEW_COMPLETE_BLOCKS
from benchreport.stats.midranks import double_midranks, row_midranks
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    checked_alpha,
    doubted,
    fields,
    first_that_holds,
    over_table,
    table_remarks,
)
from benchreport.tables.cells import Reduce, as_scores, block_columns, complete_cells
from benchreport.tables.groups import By, aggregate, group_columns, joined, within
from benchreport.tables.reduction import Codes
from benchreport.tables.sizes import dependent_runs

FriedmanVariant = Literal["corrected", "uncorrected"]
ExactVariant = Literal["corrected", "uncorrected", "exact"]
# Below so many blocks the laws of rank statistics are rough; a sentence spells the number out.
FEW_BLOCKS, FEW_IN_WORDS = 10, "ten"
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
# What tests of mean ranks have in common.
RANK_REMARKS = (FEW_ALGORITHMS, FEW_COMPLETE_BLOCKS, ROUGH, SHARED_RUNS)


def average_ranks(table: Frame, *, by: By = "metric", reduce: Reduce = "mean") -> Frame:
    """Rank the algorithms within each block and average over blocks; rank 1 is best, ties share their mean rank.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
    by
        Groups to rank separately. With ``dataset`` among them the blocks are runs, else datasets.
    reduce
        How several runs of a block become one value.

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

    def run(scores: Any) -> pl.DataFrame:
        ranked, groups = block_ranks(scores, by, reduce)
        return rank_summary(ranked, groups)

    return over_table(table, by, RANK_COLUMNS, run)


def friedman(
    table: Frame,
    *,
    by: By = "metric",
    variant: ExactVariant = "corrected",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Friedman's rank test, one row per group, with Kendall's W as effect.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    variant
        "corrected" for ties, or "uncorrected" as printed in Demsar 2006. "exact" refers the corrected statistic to all
        arrangements of the ranks within the blocks, ties included; where these are too many it keeps the chi-square
        law, and the row says so.
    alpha
        Level of the decision.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.friedman(scores).select("n", "statistic", "df1", pl.col("p_value").round(6)).row(0)
    (14, 10.952..., 3.0, 0.011986)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        ranked, groups = block_ranks(known, by, reduce)
        facts = friedman_facts(ranked, groups, "uncorrected" if variant == "uncorrected" else "corrected")
        if variant == "exact":
            exact = exact_tails(ranked, groups, block_columns(known, groups))
            facts = facts.join(exact, on=groups, how="left", maintain_order="left") if groups else facts.hstack(exact)
        rows = friedman_rows(facts, groups, variant, checked_alpha(alpha))
        return with_run_caveat(rows, known, groups)

    one_of(variant, FRIEDMAN.variants, name="variant")
    return over_table(table, by, RESULT_COLUMNS, run)


def iman_davenport(
    table: Frame,
    *,
    by: By = "metric",
    variant: FriedmanVariant = "corrected",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """F version of Friedman's test by Iman and Davenport, one row per group.

    On perfect agreement F is infinite: the statistic is null and the p-value is the exact probability that all
    blocks agree by chance. Parameters as in :func:`friedman`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.iman_davenport(scores).select(pl.col("statistic", "p_value").round(6), "df1", "df2").row(0)
    (4.58589, 0.007629, 3.0, 39.0)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        ranked, groups = block_ranks(known, by, reduce)
        facts = friedman_facts(ranked, groups, variant)
        rows = iman_davenport_rows(facts, groups, variant, checked_alpha(alpha))
        return with_run_caveat(rows, known, groups)

    one_of(variant, IMAN_DAVENPORT.variants, name="variant")
    return over_table(table, by, RESULT_COLUMNS, run)


def friedman_rows(facts: Frame, groups: list[str], variant: str, alpha: float) -> Frame:
    """Give the rows of Friedman's test from the facts of its groups."""
    chi2, L = pl.col("chi2"), pl.col("n_algorithms")
    exact = pl.col("exact_p") if variant == "exact" else pl.lit(None, dtype=pl.Float64)
    few, testable = few_blocks() & exact.is_null(), pl.col("__testable")
    p = pl.when(testable).then(pl.coalesce(exact, "__tail")).when(tied_throughout()).then(1.0)
    return facts.with_columns(__testable=is_testable(), __tail=chi2_sf(chi2, L - 1)).select(
        *groups,
        *fields(
            FRIEDMAN,
            variant=variant,
            n=pl.col("n"),
            n_dropped=pl.col("n_dropped"),
            n_ties=pl.col("n_ties"),
            statistic=pl.when(testable).then(chi2),
            df1=pl.when(testable).then(L - 1),
            p_value=p,
            effect=pl.when(testable).then(pl.col("kendall_w")),
            alpha=alpha,
            law=pl.when(testable & exact.is_not_null()).then(pl.lit("exact")).otherwise(pl.lit("chi-square")),
            status=rank_status(approximate=few | (pl.lit(variant == "exact") & exact.is_null())),
            remarks=joined_remarks(
                *rank_remarks(),
                ROUGH.where(few),
                TOO_MANY.where(testable & exact.is_null() & pl.lit(variant == "exact")),
            ),
        ),
    )


def iman_davenport_rows(facts: Frame, groups: list[str], variant: str, alpha: float) -> Frame:
    """Give the rows of Iman and Davenport's test from the facts of its groups."""
    chi2, N, L = pl.col("chi2"), pl.col("n"), pl.col("n_algorithms")
    df1, df2 = L - 1, (L - 1) * (N - 1)
    testable, agreed = pl.col("__testable"), pl.col("__agreed")
    known = facts.with_columns(
        __testable=is_testable(), __few=few_blocks(), __agreed=is_testable() & (1 - pl.col("kendall_w") < 1e-12)
    )
    few = pl.col("__few") & ~agreed
    statistic = (N - 1) * chi2 / (N * (L - 1) - chi2)
    chance = (-(N - 1) * pl.col("log_arrangements")).exp()
    tail = pl.when(agreed).then(chance).otherwise("__tail")
    return known.with_columns(__tail=f_sf(statistic, df1, df2)).select(
        *groups,
        *fields(
            IMAN_DAVENPORT,
            variant=variant,
            n=N,
            n_dropped=pl.col("n_dropped"),
            n_ties=pl.col("n_ties"),
            statistic=pl.when(testable & ~agreed).then(statistic),
            df1=pl.when(testable).then(df1),
            df2=pl.when(testable).then(df2),
            p_value=pl.when(testable).then(tail).when(tied_throughout()).then(1.0),
            effect=pl.when(testable).then(pl.col("kendall_w")),
            alpha=alpha,
            law=pl.when(agreed).then(pl.lit("exact agreement")).otherwise(pl.lit("F")),
            status=rank_status(approximate=few),
            remarks=joined_remarks(
                *rank_remarks(), ROUGH.where(few), AGREED_CHI_SQUARE.where(agreed, chi2_sf(chi2, df1).round_sig_figs(3))
            ),
        ),
    )


def average_rank_rows(summary: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Give average ranks as result rows, one per algorithm."""
    return summary.select(
        *groups,
        *fields(
            AVERAGE_RANKS,
            a=pl.col("algorithm"),
            n=pl.col("n"),
            n_dropped=pl.col("n_dropped"),
            estimate=pl.col("mean_rank"),
            status=first_that_holds([(pl.col("n") < 1, "too_few")], "ok"),
            remarks=pl.col("remarks"),
        ),
    )


def with_run_caveat(rows: pl.DataFrame, scores: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Mark tests over runs of one dataset as approximate; datasets are independent blocks."""
    return doubted(rows, SHARED_RUNS, dependent_runs(scores, groups)) if "dataset" in groups else rows


def block_ranks(table: Any, by: By, reduce: Reduce) -> tuple[pl.DataFrame, list[str]]:
    """Rank the algorithms within every block; ``tied`` counts the cells that share a rank.

    Blocks without any value are kept with null ranks, so that a group that has lost all its blocks stays visible.
    """
    scores = as_scores(table)
    groups = group_columns(scores, by)
    block = block_columns(scores, groups)
    grid = complete_cells(scores, groups, reduce=reduce)
    number = Codes(grid, [*groups, *block]).numbers
    starts = np.flatnonzero(np.diff(number, prepend=-1))
    # Blocks without any value are ranked as well, which nobody sees.
    value = -(grid.get_column("value") * grid.get_column("orientation")).fill_null(0.0).to_numpy()
    sizes = np.diff(starts, append=len(value))
    width = int(sizes.max(initial=0))
    if (sizes == width).all():
        doubled, tied = (found.ravel() for found in row_midranks(value.reshape(-1, width)))
    else:
        doubled, tied = double_midranks([number], value)
    measured = pl.col("value").is_not_null()
    ranked = grid.with_columns(
        rank=pl.when(measured).then(pl.Series(doubled) / 2), tied=pl.when(measured).then(pl.Series(tied))
    )
    return ranked, groups


def rank_summary(ranked: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Average the ranks of each algorithm."""
    rank = pl.col("rank")
    summary = ranked.group_by(*groups, "algorithm").agg(
        n=rank.count().cast(pl.Int64),
        n_dropped=pl.col("n_dropped").max(),
        mean_rank=rank.mean(),
        best_rank=rank.min(),
        worst_rank=rank.max(),
        n_first=(rank == (pl.col("tied") + 1) / 2).sum().cast(pl.Int64),
        policy=pl.col("policy").first(),
        least=pl.when(rank.is_not_null()).then("n_values").min(),
        most=pl.col("n_values").max(),
    )
    spans = {"least": pl.col("least").min(), "most": pl.col("most").max()}
    summary = summary.with_columns(span.over(within(groups)).alias(name) for name, span in spans.items())
    described = summary.with_columns(remarks=joined_remarks(*table_remarks()), note=None).sort(*groups, "algorithm")
    return described.select(*groups, *RANK_COLUMNS).cast(schema_of(RANK_COLUMNS))  # type: ignore[arg-type]


def friedman_facts(
    ranked: pl.DataFrame, groups: list[str], variant: FriedmanVariant, summary: pl.DataFrame | None = None
) -> pl.DataFrame:
    """Gather what Friedman-type tests need, one row per group; ``summary`` is that of the ranks, if at hand."""
    summary = rank_summary(ranked, groups) if summary is None else summary
    n, L = pl.col("n"), pl.col("n_algorithms")
    spread = aggregate(
        summary,
        groups,
        n=n.max(),
        n_algorithms=pl.len().cast(pl.Int64),
        squares=((pl.col("mean_rank") - (pl.len() + 1) / 2) ** 2).sum(),
    )
    tied = pl.col("tied")
    ties = aggregate(
        ranked.with_columns(__log_share=_log_shares(ranked.get_column("tied"))),
        groups,
        n_ties=(tied > 1).sum().cast(pl.Int64),
        tie_sum=(tied.cast(pl.Float64) ** 2 - 1).sum(),
        log_tied=pl.col("__log_share").sum(),
        n_dropped=pl.col("n_dropped").max(),
        policy=pl.col("policy").first(),
        least=pl.when(pl.col("rank").is_not_null()).then("n_values").min(),
        most=pl.col("n_values").max(),
    )
    factor = 1 - pl.col("tie_sum") / (n * (L**3 - L))
    # With no tie at all the factor is exactly 1; all tied makes it 0.
    facts = joined(spread, ties, groups).with_columns(
        all_tied=(n > 0) & (pl.col("tie_sum") == n * (L**3 - L)),
        chi2=12 * n / (L * (L + 1)) * pl.col("squares") / (factor if variant == "corrected" else 1),
        log_arrangements=log_factorial("n_algorithms") - pl.col("log_tied") / n,
    )
    facts = facts.with_columns(kendall_w=pl.col("chi2") / (n * (L - 1)))
    return facts.sort(groups) if groups else facts


def _log_shares(tied: pl.Series) -> pl.Series:
    """Give each cell its share of log t! of its tie of t cells, looked up, since ties have few sizes."""
    sizes = tied.fill_null(0).to_numpy()
    size = pl.select(t=pl.int_range(int(sizes.max(initial=0)) + 1))
    shares = size.select(pl.when(pl.col("t") > 0).then(log_factorial("t") / pl.col("t")).otherwise(0.0)).to_series()
    return pl.Series(shares.to_numpy()[sizes])


def enough() -> pl.Expr:
    """Tell the groups with blocks and algorithms enough for a test of all."""
    return (pl.col("n") >= 2) & (pl.col("n_algorithms") >= 3)


def few_blocks() -> pl.Expr:
    """Tell the groups in which the laws of rank statistics are only rough."""
    return enough() & (pl.col("n") < FEW_BLOCKS) & ~pl.col("all_tied")


def is_testable() -> pl.Expr:
    """Tell the groups whose rank statistic is defined."""
    return enough() & ~pl.col("all_tied")


def tied_throughout() -> pl.Expr:
    """Tell the groups in which every block is tied throughout."""
    return enough() & pl.col("all_tied")


def rank_status(*, approximate: pl.Expr) -> pl.Expr:
    """Choose the status of a rank test."""
    return first_that_holds(
        [
            (~enough(), "too_few"),
            (pl.col("all_tied"), "all_ties"),
            (approximate, "approximate"),
        ],
        "ok",
    )


def rank_remarks() -> tuple[pl.Expr, ...]:
    """Return why a group could not be tested, and what its cells went through."""
    return (
        FEW_ALGORITHMS.where(pl.col("n_algorithms") < 3),
        FEW_COMPLETE_BLOCKS.where((pl.col("n_algorithms") >= 3) & (pl.col("n") < 2)),
        *table_remarks(),
    )


AVERAGE_RANKS = Method(
    id="average_ranks",
    title="Average ranks",
    question="Which algorithm ranks best over the datasets?",
    kind="table",
    shape="scores",
    door="many",
    symbol="\\bar{R}_j",
    formula="R_j = mean over blocks of the rank of algorithm j, 1 = best, ties share their mean rank",
    tex=r"\bar{R}_j = \frac{1}{N} \sum_{i=1}^{N} r_{ij}",
    null="",
    assumes=("every algorithm was measured on every block",),
    cites=("friedman1937", "demsar2006"),
    estimand="mean rank",
    table=average_ranks,
)

FRIEDMAN = Method(
    id="friedman",
    title="Friedman test",
    question="Do several algorithms differ, when all ran on the same datasets?",
    kind="table",
    shape="scores",
    door="many",
    short="Friedman",
    symbol="\\chi^2_F",
    formula="chi2 = 12 N / (L (L+1)) sum_j (R_j - (L+1)/2)^2, divided by 1 - sum(t^3 - t) / (N (L^3 - L)) for ties",
    tex=(
        r"\chi^2_F = \frac{\frac{12 N}{L (L + 1)} \sum_j \left( \bar{R}_j - \frac{L + 1}{2} \right)^2}{1 - \frac{\sum "
        r"(t^3 - t)}{N (L^3 - L)}}"
    ),
    null="all algorithms rank alike on every dataset",
    assumes=("datasets are independent", "every algorithm was measured on every dataset"),
    cites=("friedman1937", "demsar2006"),
    effect="Kendall's W",
    variants=("corrected", "uncorrected", "exact"),
    answers=("omnibus",),
    reason="It compares ranks within datasets.",
    remarks=(*RANK_REMARKS, TOO_MANY),
    table=friedman,
)

IMAN_DAVENPORT = Method(
    id="iman_davenport",
    title="Iman-Davenport test",
    question="Do several algorithms differ, by the less conservative F version of Friedman's test?",
    kind="table",
    shape="scores",
    door="many",
    short="Iman-Davenport",
    symbol="F_F",
    formula="F = (N-1) chi2 / (N (L-1) - chi2) with (L-1) and (L-1)(N-1) degrees of freedom",
    tex=r"F_F = \frac{(N - 1) \chi^2_F}{N (L - 1) - \chi^2_F}",
    null="all algorithms rank alike on every dataset",
    assumes=("datasets are independent", "every algorithm was measured on every dataset"),
    cites=("iman1980", "demsar2006"),
    effect="Kendall's W",
    variants=("corrected", "uncorrected"),
    answers=("omnibus",),
    reason="It is less conservative than Friedman’s chi-square test.",
    remarks=(*RANK_REMARKS, AGREED_CHI_SQUARE),
    table=iman_davenport,
)
