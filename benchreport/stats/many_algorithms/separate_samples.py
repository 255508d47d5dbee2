"""Rank test of separate samples: Kruskal-Wallis."""

from __future__ import annotations

from functools import partial

import numpy as np
import polars as pl

from benchreport.method import Method, Remark
from benchreport.stats.forms.omnibus import ENOUGH, FEW_VALUES_EACH, SOUND, Omnibus, omnibus_rows
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha, nullable, table_remarks
from benchreport.stats.kernels.midranks import double_midranks
from benchreport.tables.blocks import Blocks, Missing, Reduce
from benchreport.tables.groups import By

FEW_VALUES = 5
SHARED_BLOCKS = Remark(
    code="shared_blocks_see_friedman", note="the algorithms share their blocks, which this test ignores: see friedman"
)
ROUGH_VALUES = Remark(code="few_values", note=f"rough with fewer than {FEW_VALUES} values per algorithm")


@documented
def kruskal_wallis(
    table: Frame, *, by: By = "metric", alpha: float = 0.05, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> Frame:
    """Compute the Kruskal-Wallis test, corrected for ties, one row per group, with epsilon squared as effect.

    It takes the algorithms' results as independent samples. On shared datasets their difficulty swamps the differences
    between algorithms, and the note says so; :func:`friedman` uses the pairing.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.kruskal_wallis(scores).select(pl.col("statistic", "p_value").round(6), "df1").row(0)
    (0.48642, 0.921865, 3.0)
    """
    rows = partial(_kruskal_rows, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing)


def _kruskal_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    _, facts = blocks.once(pooled_facts)
    L, M, H = pl.col("n_algorithms"), pl.col("total"), pl.col("between") / pl.col("spread")
    few = pl.col("fewest") < FEW_VALUES
    test = Omnibus(
        statistic=H,
        df1=L - 1,
        enough=(L >= 2) & (pl.col("fewest") >= 1) & (L < M),
        tied=pl.col("all_tied"),
        rough=few,
        remarks=(
            FEW_VALUES_EACH.where(~ENOUGH),
            ROUGH_VALUES.where(SOUND & few),
            SHARED_BLOCKS.where(SOUND),
            *table_remarks(),
        ),
    )
    effect = pl.when(SOUND).then(H / (M - 1))
    return omnibus_rows(KRUSKAL_WALLIS, test, facts, blocks, alpha=alpha, effect=effect)


def sample_sizes(blocks: Blocks) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the ``size`` of the sample of each algorithm, and what is known of each group with its ``total``."""
    cells = blocks.cells
    ones = np.ones(len(cells.values))
    algorithms = blocks.seats.with_columns(size=pl.Series(cells.per_algorithm(ones)))
    return algorithms, blocks.facts.with_columns(total=pl.Series(cells.per_group(ones)))


def pooled_facts(blocks: Blocks) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Compute the ranks of all values of a group together, 1 is best: means of algorithms, and facts of each group.

    Of a group these are the variance of all ranks (``spread``), that ``within`` algorithms, and the sum of squares
    ``between`` them.
    """
    cells = blocks.cells
    doubled, tied = double_midranks([cells.group], -cells.oriented)
    algorithms, facts = blocks.once(sample_sizes)
    ranks, n, total = doubled / 2, algorithms["size"].to_numpy(), facts["total"].to_numpy()
    ties = cells.per_group(tied.astype(np.float64) ** 2 - 1)
    fewest = np.full(blocks.n_groups, np.inf)
    np.minimum.at(fewest, cells.group_of_algorithm, n)
    with np.errstate(all="ignore"):
        means = cells.per_algorithm(ranks) / n
        gap = means - (total[cells.group_of_algorithm] + 1) / 2
        within = cells.per_group((ranks - means[cells.algorithm]) ** 2)
        df = total - cells.of_algorithms((n > 0).astype(np.float64))
        columns = nullable(
            spread=(total**3 - total - ties) / (12 * (total - 1)),
            between=cells.of_algorithms(np.nan_to_num(n * gap**2)),
            within=within / df,
            df_within=df,
            fewest=fewest,
            n_ties=cells.per_group((tied > 1).astype(np.float64)).astype(np.int64),
            all_tied=(total > 0) & (ties == total**3 - total),
            scatter=within > 1e-9,
        )
    return algorithms.with_columns(nullable(rank=means)), facts.with_columns(columns)


KRUSKAL_WALLIS = Method(
    table=kruskal_wallis,
    title="Kruskal-Wallis test",
    question="Do several algorithms differ in location, taking their results as independent samples?",
    short="Kruskal-Wallis, for comparison",
    symbol="H",
    formula="H = 12 / (M (M+1)) sum_j n_j (R_j - (M+1)/2)^2, divided by 1 - sum(t^3 - t) / (M^3 - M) for ties",
    tex=r"H = \frac{12 (M - 1) \sum_j n_j (\bar{R}_j - (M + 1) / 2)^2}{M (M^2 - 1) - \sum (t^3 - t)}",
    null="all algorithms have the same distribution of results",
    assumes=("samples are independent, which shared datasets and folds are not",),
    account="The Kruskal–Wallis test ranks all $M$ results together and ignores that they are matched by dataset.",
    cites=("kruskal1952", "alpaydin2010"),
    effect="epsilon squared",
    answers=("omnibus",),
    reason="It takes results on different datasets as one sample.",
    by_size=True,
    remarks=(FEW_VALUES_EACH, ROUGH_VALUES, SHARED_BLOCKS, SHARED_RUNS),
)
