"""Which algorithms differ from which, after a comparison of all?"""

from __future__ import annotations

import math
from typing import Any, Literal

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import RESULT_COLUMNS, Method
from benchreport.remarks import joined_remarks
from benchreport.stats.distributions import normal_isf, studentized_range_isf, studentized_range_sf
from benchreport.stats.ranks import (
    RANK_REMARKS,
    ROUGH,
    block_ranks,
    enough,
    few_blocks,
    friedman_facts,
    rank_remarks,
    rank_summary,
)
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    checked_alpha,
    doubted,
    fields,
    first_that_holds,
    over_table,
)
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, joined
from benchreport.tables.sizes import dependent_runs

CriticalVariant = Literal["nemenyi", "bonferroni_dunn"]


def nemenyi(table: Frame, *, by: By = "metric", alpha: float = 0.05, reduce: Reduce = "mean") -> Frame:
    """Nemenyi's test of all pairs on mean ranks.

    ``estimate`` is the difference of mean ranks, negative where ``a`` is better; ``ci_low`` and ``ci_high`` lie one
    critical difference to either side of it.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    alpha
        Level of the critical difference.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.nemenyi(scores).select("a", "b", pl.col("p_value").round(6), "better").row(2)
    ('C4.5', 'C4.5+m+cf', 0.061683, 'C4.5+m+cf')
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        ranked, groups = block_ranks(known, by, reduce)
        facts, summary = friedman_facts(ranked, groups, "corrected"), rank_summary(ranked, groups)
        first = summary.select(*groups, a="algorithm", rank_a="mean_rank")
        second = summary.select(*groups, b="algorithm", rank_b="mean_rank")
        couples = joined(first, second, groups).filter(pl.col("a") < pl.col("b"))
        pairs = joined(couples, facts, groups)
        N, L = pl.col("n"), pl.col("n_algorithms")
        testable = enough()
        error = (L * (L + 1) / (12 * N)).sqrt()
        difference = pl.col("rank_a") - pl.col("rank_b")
        reach = error * studentized_range_isf(pl.lit(checked_alpha(alpha)), L)
        rows = pairs.sort(*groups, "a", "b").select(
            *groups,
            *fields(
                NEMENYI,
                a=pl.col("a"),
                b=pl.col("b"),
                better=pl.when(difference < 0).then("a").when(difference > 0).then("b"),
                n=N,
                n_dropped=pl.col("n_dropped"),
                n_ties=pl.col("n_ties"),
                statistic=pl.when(testable).then(difference.abs() / error),
                p_value=pl.when(testable).then(studentized_range_sf(difference.abs() / error, L)),
                estimate=pl.when(testable).then(difference),
                ci_low=pl.when(testable).then(difference - reach),
                ci_high=pl.when(testable).then(difference + reach),
                alpha=alpha,
                law="studentised range",
                alternative="two-sided",
                status=first_that_holds(
                    [(~testable, "too_few"), (pl.col("all_tied"), "all_ties"), (few_blocks(), "approximate")], "ok"
                ),
                remarks=joined_remarks(*rank_remarks(), ROUGH.where(few_blocks())),
            ),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def critical_difference(
    n_algorithms: int, n_blocks: int, *, alpha: float = 0.05, variant: CriticalVariant = "nemenyi"
) -> float:
    """Give the critical difference of mean ranks: of all pairs by Nemenyi, or from a control by Bonferroni and Dunn.

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
    id="nemenyi",
    title="Nemenyi test",
    question="Which pairs of algorithms differ in mean rank?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="q",
    formula="q = |R_a - R_b| / sqrt(L (L+1) / (12 N)), referred to the studentised range of L with infinite df",
    tex=r"q = \frac{|\bar{R}_a - \bar{R}_b|}{\sqrt{\frac{L (L + 1)}{12 N}}}",
    null="the two algorithms have the same mean rank",
    assumes=("datasets are independent", "the verdict on a pair depends on which other algorithms take part"),
    cites=("nemenyi1963", "demsar2006", "benavoli2016"),
    estimand="difference of mean ranks a - b",
    answers=("posthoc",),
    simultaneous=True,
    remarks=RANK_REMARKS,
    table=nemenyi,
)

CRITICAL_DIFFERENCE = Method(
    id="critical_difference",
    title="Critical difference of mean ranks",
    question="How far apart must two mean ranks be to differ?",
    kind="numbers",
    shape="none",
    door="posthoc",
    symbol="CD",
    formula=(
        "CD = q sqrt(L (L+1) / (6 N)); nemenyi: q of the studentised range of L with infinite df, over sqrt(2); "
        "bonferroni_dunn: q the normal quantile of alpha / (2 (L-1))"
    ),
    tex=r"\mathrm{CD} = q \sqrt{\frac{L (L + 1)}{6 N}}",
    null="the two algorithms have the same mean rank",
    assumes=("datasets are independent",),
    cites=("nemenyi1963", "dunn1961", "demsar2006"),
    variants=("nemenyi", "bonferroni_dunn"),
    table=critical_difference,
)
