"""Do several algorithms differ in mean result, when all were measured on the same blocks?"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.centring import centred, is_rounding, none_of
from benchreport.stats.columns.moments import NO_RATIO
from benchreport.stats.distributions import f_sf
from benchreport.stats.layout import FEW_VALUES_EACH, Layout, laid_out
from benchreport.stats.rows import SHARED_RUNS, Frame, checked_alpha, doubted, fields, over_table
from benchreport.stats.sphericity import SAME_DIFFERENCES, epsilons
from benchreport.stats.variance import (
    FEW_TO_COMPARE,
    PER_DATASET,
    algorithm_moments,
    all_tied,
    enough,
    is_even,
    is_testable,
    sums_of_squares,
    variance_remarks,
    variance_status,
)
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, joined
from benchreport.tables.sizes import dependent_runs, size_ratios

BlockedVariant = Literal["plain", "greenhouse_geisser", "huynh_feldt", "resampled"]
HEURISTIC = Remark(
    code="divided_f", note="F is divided by 1 + runs times test over training size, a heuristic after Nadeau and Bengio"
)
SHRINK = {"greenhouse_geisser": pl.col("epsilon_gg"), "huynh_feldt": pl.col("epsilon_hf")}
NO_RUNS = Remark(code="no_runs", note="blocks are not runs of one dataset, so there is nothing to correct for")
EPSILON = Remark(code="epsilon", note="epsilon {0}")
TWO_ALGORITHMS = Remark(code="two_algorithms", note="two algorithms: F is the square of the paired t")


def anova_blocked(
    table: Frame,
    *,
    by: By = PER_DATASET,
    variant: BlockedVariant = "plain",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Analysis of variance over shared blocks, one row per group, with partial eta squared as effect.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    variant
        "plain" assumes sphericity; "greenhouse_geisser" and "huynh_feldt" shrink the degrees of freedom by the
        estimate of it; "resampled" divides F by 1 + runs x test size / training size, a heuristic that allows for the
        training data that runs share.
    alpha
        Level of the decision.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.anova_blocked(scores, by="metric").select(pl.col("statistic", "p_value").round(6), "df1", "df2").row(0)
    (4.44718, 0.008818, 3.0, 39.0)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, taken=("shared", "dependent", "epsilon_gg", "epsilon_hf"))
        groups = layout.groups
        facts = blocked(layout)[1].with_columns(**(epsilons(layout) if variant in SHRINK else {}))
        facts = joined(facts, _shared(known, groups), groups)
        shrink = SHRINK.get(variant, pl.lit(1))
        divisor = 1 + pl.col("n") * pl.col("shared") if variant == "resampled" else pl.lit(1.0)
        sound = is_testable() & divisor.is_not_null()
        statistic, df1, df2 = pl.col("f") / divisor, shrink * pl.col("df_between"), shrink * pl.col("df_error")
        rows = facts.select(
            *groups,
            *fields(
                ANOVA_BLOCKED,
                variant=variant,
                n=pl.col("n"),
                n_dropped=pl.col("n_dropped"),
                statistic=pl.when(sound).then(statistic),
                df1=pl.when(sound).then(df1),
                df2=pl.when(sound).then(df2),
                p_value=pl.when(sound).then(f_sf(statistic, df1, df2)).when(all_tied()).then(1.0),
                effect=pl.when(is_testable()).then(pl.col("share")),
                alpha=checked_alpha(alpha),
                law="F",
                status=variance_status(
                    (divisor.is_null(), "undefined"), (pl.lit(variant == "resampled"), "approximate")
                ),
                remarks=joined_remarks(
                    *variance_remarks(SAME_DIFFERENCES),
                    HEURISTIC.where(sound & pl.lit(variant == "resampled")),
                    NO_RATIO.where(is_testable() & divisor.is_null() & pl.col("dependent")),
                    NO_RUNS.where(is_testable() & divisor.is_null() & ~pl.col("dependent")),
                    EPSILON.where(sound & pl.lit(variant in SHRINK), shrink.round_sig_figs(6)),
                    TWO_ALGORITHMS.where(enough() & (pl.col("n_algorithms") == 2)),
                ),
            ),
        )
        return rows if variant == "resampled" else doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    one_of(variant, ANOVA_BLOCKED.variants, name="variant")
    return over_table(table, by, RESULT_COLUMNS, run)


def _shared(scores: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Tell whether the blocks are runs of one dataset, and if so the ratio of test to training size, else null."""
    ratios = joined(size_ratios(scores, groups), dependent_runs(scores, groups), groups)
    return ratios.select(*groups, "dependent", shared=pl.when("dependent").then("ratio"))


def blocked_facts(scores: Any, by: By, *, reduce: Reduce = "mean") -> tuple[pl.DataFrame, pl.DataFrame]:
    """Gather what comparisons of means on shared blocks need, in the metric's own units; gaps are refused.

    Frames as in :func:`benchreport.stats.variance.oneway_facts`, with the error of the two-way table without
    interaction, (L-1)(N-1) degrees of freedom, and ``ss_blocks``, the sum of squares between blocks.
    """
    return blocked(laid_out(scores, by, reduce=reduce))


def blocked(layout: Layout) -> tuple[pl.DataFrame, pl.DataFrame]:
    """As :func:`blocked_facts`, of a table already laid out."""
    x, unit = layout.scaled()
    size = len(layout.group_of_block)
    own = centred(x, layout.algorithm, len(layout.group_of_algorithm))
    # Blocks are complete: what is left of their means are differences between algorithms, whatever the blocks' levels.
    block = centred(x, layout.block, size)
    level = centred(block.mean, layout.group_of_block, layout.size)
    rest = centred(block.residual, layout.algorithm, len(layout.group_of_algorithm))
    with np.errstate(all="ignore"):
        L = layout.of_algorithms(np.ones(len(layout.group_of_algorithm)))
        blocks = layout.of_blocks(np.ones(size))
        df_error = np.where(blocks > 0, (L - 1) * (blocks - 1), 0.0)
        between = layout.of_algorithms(np.nan_to_num(rest.counts * rest.mean**2))
        of_blocks = layout.of_blocks(L[layout.group_of_block] * level.residual**2)
        ss_blocks = pl.Series(of_blocks * unit**2).fill_nan(None)
    still = is_rounding(rest.residual, x, own.mean[layout.algorithm], block.mean[layout.block])
    columns = sums_of_squares(
        between,
        layout.per_group(rest.residual**2),
        df_error,
        layout.facts,
        unit,
        flat=none_of(~still, layout.group, layout.size),
        even=is_even(layout, rest.mean, own.mean),
    )
    facts = layout.facts.with_columns(**columns, largest=pl.Series(layout.largest()), ss_blocks=ss_blocks)
    return algorithm_moments(layout, own, rest.mean, unit), facts


ANOVA_BLOCKED = Method(
    id="anova_blocked",
    title="Analysis of variance over shared blocks (repeated measures)",
    question="Do several algorithms differ in mean result, when all ran on the same folds or datasets?",
    kind="table",
    shape="scores",
    door="many",
    symbol="F",
    formula="F = (SS_algorithms / (L-1)) / (SS_residual / ((L-1)(N-1))) with (L-1) and (L-1)(N-1) degrees of freedom",
    tex=r"F = \frac{\mathrm{SS}_{\mathrm{algorithms}} / (L - 1)}{\mathrm{SS}_{\mathrm{residual}} / ((L - 1) (N - 1))}",
    null="all algorithms have the same expected result",
    assumes=(
        "blocks are independent, which cross-validation folds are not",
        "residuals are about normal",
        "differences of any two algorithms have one variance (sphericity), unless corrected for",
    ),
    cites=("fisher1935", "greenhouse1959", "huynh1976", "nadeau2003"),
    effect="partial eta squared",
    variants=("plain", "greenhouse_geisser", "huynh_feldt", "resampled"),
    remarks=(
        FEW_TO_COMPARE,
        FEW_VALUES_EACH,
        SAME_DIFFERENCES,
        HEURISTIC,
        NO_RATIO,
        NO_RUNS,
        EPSILON,
        TWO_ALGORITHMS,
        SHARED_RUNS,
    ),
    table=anova_blocked,
)
