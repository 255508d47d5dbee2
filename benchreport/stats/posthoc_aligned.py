"""Which algorithms differ, when blocks count by how far they tell the algorithms apart?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.method import RESULT_COLUMNS, Alternative, Method
from benchreport.stats.layout import FEW_COMPLETE_BLOCKS, Layout, laid_out
from benchreport.stats.pair_rows import Asked, Law, couples, pair_rows
from benchreport.stats.rank_tests import aligned_ranks, block_ranks_of, range_ranks
from benchreport.stats.ranks import FEW_ALGORITHMS, FEW_BLOCKS, NO_RANK_SCATTER, RANK_REMARKS, ROUGH
from benchreport.stats.rows import SHARED_RUNS, Frame, doubted, over_table
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By
from benchreport.tables.sizes import dependent_runs

QuadeVariant = Literal["t", "z"]
N, L = pl.col("n"), pl.col("n_algorithms")


def friedman_aligned_posthoc(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compare mean aligned ranks by the normal law; p-values are not adjusted.

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
    alpha
        Level of the interval.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.friedman_aligned_posthoc(scores).select("a", "b", pl.col("p_value").round(4)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.001)
    """
    asked = Asked(by=by, control=control, alternative=alternative, alpha=alpha, reduce=reduce)
    return _weighted(table, asked, FRIEDMAN_ALIGNED_POSTHOC, "normal", _aligned, L * (N * L + 1) / 6)


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
    """Compare the weighted ranks of Quade's test; p-values are not adjusted. Parameters as in the aligned form.

    ``variant`` "t" judges by the scatter of the weighted ranks and so minds ties; "z" takes the variance that ranks
    without ties would have.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.quade_posthoc(scores).select("a", "b", pl.col("p_value").round(4), "df1").row(2)
    ('C4.5', 'C4.5+m+cf', 0.0033, 39.0)
    """
    asked = Asked(by=by, control=control, alternative=alternative, alpha=alpha, reduce=reduce, variant=variant)
    if variant == "z":
        squared = L * (L + 1) * (2 * N + 1) * (L - 1) / (18 * N * (N + 1))
        return _weighted(table, asked, QUADE_POSTHOC, "normal", _quade, squared)
    # In units of the weighted mean rank, sums divided by N (N+1) / 2.
    scatter = pl.when(pl.col("__scatter")).then(pl.col("__unexplained")).otherwise(0.0)
    squared = 2 * N * scatter / ((N - 1) * (L - 1)) / (N * (N + 1) / 2) ** 2
    return _weighted(table, asked, QUADE_POSTHOC, "t", _quade, squared)


def _aligned(layout: Layout) -> tuple[Any, dict[str, Any]]:
    ranks, tied = aligned_ranks(layout)
    ones = np.ones(len(ranks))
    total = layout.per_group(ones)
    mean = layout.per_algorithm(ranks) / layout.per_algorithm(ones)
    size = layout.per_group((tied > 1).astype(np.float64))
    return mean, {"__ties": size, "__tied": layout.per_group(tied - total[layout.group]) == 0}


def _quade(layout: Layout) -> tuple[Any, dict[str, Any]]:
    ranks, tied = block_ranks_of(layout)
    weights = range_ranks(layout)
    ones = np.ones(len(ranks))
    L = layout.of_algorithms(np.ones(len(layout.group_of_algorithm)))
    n = layout.of_blocks(np.ones(len(weights)))
    centred = weights[layout.block] * (ranks - (L[layout.group] + 1) / 2)
    sums = layout.per_algorithm(centred)
    with np.errstate(all="ignore"):
        total = layout.per_group(centred**2)
        unexplained = total - layout.of_algorithms(sums**2) / n
        mean = sums / (n * (n + 1) / 2)[layout.group_of_algorithm]
    facts = {
        "__ties": layout.per_group((tied > 1).astype(np.float64)),
        "__tied": total == 0,
        "__unexplained": unexplained,
        "__scatter": unexplained > 1e-12 * total,
    }
    return np.where(layout.per_algorithm(ones) > 0, mean, np.nan), facts


def _weighted(
    table: Frame,
    asked: Asked,
    method: Method,
    law: Law,
    ranks: Callable[[Layout], tuple[Any, dict[str, Any]]],
    squared_error: pl.Expr,
) -> Frame:
    asked.checked(method)

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, asked.by, reduce=asked.reduce)
        groups = layout.groups
        with np.errstate(all="ignore"):
            mean, columns = ranks(layout)
        facts = layout.facts.with_columns(**{name: pl.Series(column) for name, column in columns.items()})
        algorithms = layout.algorithms.with_columns(rank=pl.Series(mean).fill_nan(None))
        pairs = couples(algorithms, facts, groups, asked.control).with_columns(
            __advantage=pl.col("__rank_b") - pl.col("__rank_a"),
            __turn=pl.lit(-1.0),
            __error=squared_error.sqrt(),
            __df=((N - 1) * (L - 1)).cast(pl.Float64),
            __enough=(N >= 2) & (L >= 3),
        )
        enough, tied, flat = pl.col("__enough"), pl.col("__tied"), pl.col("__flat")
        few = enough & ~tied & (N < FEW_BLOCKS)
        rows = pair_rows(
            pairs.with_columns(__flat=(pl.col("__error") == 0).fill_null(True)),
            groups,
            method,
            law,
            asked,
            cases=[(few, "approximate")],
            remarks=[
                FEW_ALGORITHMS.where(L < 3),
                FEW_COMPLETE_BLOCKS.where((L >= 3) & (N < 2)),
                ROUGH.where(few),
                NO_RANK_SCATTER.where(enough & ~tied & flat),
            ],
            n_ties=pl.col("__ties").cast(pl.Int64),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, asked.by, RESULT_COLUMNS, run)


FRIEDMAN_ALIGNED_POSTHOC = Method(
    id="friedman_aligned_posthoc",
    title="z test on aligned ranks",
    question="Which pairs of algorithms differ, once the level of every dataset is taken off?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="z",
    formula=(
        "z = (R_a - R_b) / sqrt(L (N L + 1) / 6), R mean ranks, ascending, among all N L values less the mean of their "
        "block"
    ),
    tex=r"z = \frac{\bar{R}_a - \bar{R}_b}{\sqrt{\frac{L (N L + 1)}{6}}}",
    null="the two algorithms have the same mean aligned rank",
    assumes=("datasets are independent", "differences are comparable between datasets", "p-values are to be adjusted"),
    cites=("hodges1962", "garcia2010"),
    estimand="difference of mean aligned ranks a - b",
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=RANK_REMARKS,
    table=friedman_aligned_posthoc,
)

QUADE_POSTHOC = Method(
    id="quade_posthoc",
    title="Test after Quade",
    question="Which pairs of algorithms differ, datasets with wide differences counting more?",
    kind="table",
    shape="scores",
    door="posthoc",
    symbol="t",
    formula=(
        "t: S_j = sum of Q_i (rank - (L+1)/2), t = (S_a - S_b) / sqrt(2 N (A - B) / ((N-1)(L-1))), A = sum of squares, "
        "B = sum S_j^2 / N, (N-1)(L-1) df; z: T_j = sum Q_i rank / (N (N+1) / 2), "
        "z = (T_a - T_b) / sqrt(L (L+1) (2N+1) (L-1) / (18 N (N+1))); Q_i ranks the ranges of the blocks; ranks ascend"
    ),
    tex=(
        r"t = \frac{S_a - S_b}{\sqrt{\frac{2 N (A - B)}{(N - 1) (L - 1)}}}, \quad A = \sum_{ij} S_{ij}^2, "
        r"\quad B = \frac{1}{N} \sum_j S_j^2"
    ),
    null="the two algorithms rank alike on every dataset",
    assumes=("datasets are independent", "ranges are comparable between datasets", "p-values are to be adjusted"),
    cites=("quade1979", "garcia2010", "conover1999"),
    estimand="difference of weighted mean ranks a - b",
    variants=("t", "z"),
    answers=("posthoc",),
    transitive=True,
    signed=True,
    remarks=(*RANK_REMARKS, NO_RANK_SCATTER),
    table=quade_posthoc,
)
