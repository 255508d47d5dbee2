"""Do several algorithms differ, when each has a sample of its own? By ranks over all results together."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.distributions import chi2_sf
from benchreport.stats.layout import FEW_VALUES_EACH, Floats, Layout, laid_out
from benchreport.stats.midranks import double_midranks
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
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By
from benchreport.tables.pairs import Missing
from benchreport.tables.sizes import dependent_runs

FEW_VALUES = 5
SHARED_BLOCKS = Remark(
    code="shared_blocks_see_friedman", note="the algorithms share their blocks, which this test ignores: see friedman"
)
ROUGH_VALUES = Remark(code="few_values", note=f"rough with fewer than {FEW_VALUES} values per algorithm")


def kruskal_wallis(
    table: Frame,
    *,
    by: By = "metric",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Kruskal-Wallis test, corrected for ties, one row per group, with epsilon squared as effect.

    It takes the algorithms' results as independent samples. On shared datasets their difficulty swamps the differences
    between algorithms, and the note says so; :func:`friedman` uses the pairing.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the values are runs, else datasets.
    alpha
        Level of the decision.
    missing
        "refuse" incomplete tables, or use what is "available": samples may then differ in size.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.kruskal_wallis(scores).select(pl.col("statistic", "p_value").round(6), "df1").row(0)
    (0.48642, 0.921865, 3.0)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, missing=missing, taken=("h", "total", "fewest"))
        groups = layout.groups
        facts = layout.facts.with_columns(**_kruskal(layout))
        H, M = pl.col("h"), pl.col("total")
        df = pl.col("n_algorithms") - 1
        enough = (pl.col("n_algorithms") >= 2) & (pl.col("fewest") >= 1) & (pl.col("n_algorithms") < M)
        sound, few = enough & ~pl.col("all_tied"), pl.col("fewest") < FEW_VALUES
        rows = facts.select(
            *groups,
            *fields(
                KRUSKAL_WALLIS,
                n=pl.col("n"),
                n_dropped=pl.col("n_dropped"),
                n_ties=pl.col("n_ties"),
                statistic=pl.when(sound).then(H),
                df1=pl.when(sound).then(df),
                p_value=pl.when(sound).then(chi2_sf(H, df)).when(enough & pl.col("all_tied")).then(1.0),
                effect=pl.when(sound).then(H / (M - 1)),
                alpha=checked_alpha(alpha),
                law="chi-square",
                status=first_that_holds(
                    [(~enough, "too_few"), (pl.col("all_tied"), "all_ties"), (few, "approximate")], "ok"
                ),
                remarks=joined_remarks(
                    FEW_VALUES_EACH.where(~enough),
                    ROUGH_VALUES.where(sound & few),
                    SHARED_BLOCKS.where(sound),
                    *table_remarks(),
                ),
            ),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def pooled_ranks(layout: Layout) -> tuple[Floats, Floats]:
    """Rank all values of a group together, 1 is best; and the sizes of ties."""
    ranks, tied = double_midranks([layout.group], -layout.oriented())
    return ranks / 2, tied.astype(np.float64)


def _kruskal(layout: Layout) -> dict[str, pl.Series]:
    ranks, tied = pooled_ranks(layout)
    counts = layout.per_algorithm(np.ones(len(ranks)))
    M = layout.per_group(np.ones(len(ranks)))
    with np.errstate(all="ignore"):
        gap = layout.per_algorithm(ranks) / counts - (M[layout.group_of_algorithm] + 1) / 2
        spread = layout.of_algorithms(np.nan_to_num(counts * gap**2))
        tie_sum = layout.per_group(tied**2 - 1)
        H = 12 / (M * (M + 1)) * spread / (1 - tie_sum / (M**3 - M))
    fewest = np.full(layout.size, np.inf)
    np.minimum.at(fewest, layout.group_of_algorithm, counts)
    return {
        "h": pl.Series(H).fill_nan(None),
        "total": pl.Series(M),
        "fewest": pl.Series(fewest),
        "n_ties": pl.Series(layout.per_group((tied > 1).astype(np.float64))).cast(pl.Int64),
        "all_tied": pl.Series((M > 0) & (tie_sum == M**3 - M)),
    }


KRUSKAL_WALLIS = Method(
    id="kruskal_wallis",
    title="Kruskal-Wallis test",
    question="Do several algorithms differ in location, taking their results as independent samples?",
    kind="table",
    shape="scores",
    door="many",
    short="Kruskal-Wallis, for comparison",
    symbol="H",
    formula="H = 12 / (M (M+1)) sum_j n_j (R_j - (M+1)/2)^2, divided by 1 - sum(t^3 - t) / (M^3 - M) for ties",
    tex=(
        r"H = \frac{\frac{12}{M (M + 1)} \sum_j n_j \left( \bar{R}_j - \frac{M + 1}{2} \right)^2}{1 - \frac{\sum (t^3 "
        r"- t)}{M^3 - M}}"
    ),
    null="all algorithms have the same distribution of results",
    assumes=("samples are independent, which shared datasets and folds are not",),
    cites=("kruskal1952", "alpaydin2010"),
    effect="epsilon squared",
    answers=("omnibus",),
    reason="It takes results on different datasets as one sample.",
    by_size=True,
    remarks=(FEW_VALUES_EACH, ROUGH_VALUES, SHARED_BLOCKS, SHARED_RUNS),
    table=kruskal_wallis,
)
