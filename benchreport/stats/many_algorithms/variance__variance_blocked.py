"""Do several algorithms differ in mean result, when all were measured on the same blocks?"""

from __future__ import annotations

from functools import partial
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.stats.forms.omnibus import ENOUGH, FEW_VALUES_EACH, SOUND, Omnibus, omnibus_rows
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha
from benchreport.stats.forms.sides import NO_RATIO
from benchreport.stats.kernels.centring import centred, is_rounding, none_of
from benchreport.stats.many_algorithms import variance
from benchreport.stats.many_algorithms.assumptions__sphericity import SAME_DIFFERENCES, sphericity
from benchreport.stats.many_algorithms.variance import PER_DATASET
from benchreport.tables.blocks import Blocks, Reduce
from benchreport.tables.designs.sizes import sizes_of
from benchreport.tables.groups import By

BlockedVariant = Literal["plain", "greenhouse_geisser", "huynh_feldt", "resampled"]
HEURISTIC = Remark(
    code="divided_f", note="F is divided by 1 + runs times test over training size, a heuristic after Nadeau and Bengio"
)
SHRINK = {"greenhouse_geisser": pl.col("epsilon_gg"), "huynh_feldt": pl.col("epsilon_hf")}
NO_RUNS = Remark(code="no_runs", note="blocks are not runs of one dataset, so there is nothing to correct for")
EPSILON = Remark(code="epsilon", note="epsilon {0}")
TWO_ALGORITHMS = Remark(code="two_algorithms", note="two algorithms: F is the square of the paired t")


@documented
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
    variant
        "plain" assumes sphericity; "greenhouse_geisser" and "huynh_feldt" shrink the degrees of freedom by the
        estimate of it; "resampled" divides F by 1 + runs x test size / training size, a heuristic that allows for the
        training data that runs share.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.anova_blocked(scores, by="metric").select(pl.col("statistic", "p_value").round(6), "df1", "df2").row(0)
    (4.44718, 0.008818, 3.0, 39.0)
    """
    one_of(variant, ANOVA_BLOCKED.variants, name="variant")
    rows = partial(_blocked_rows, variant=variant, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce)


def _blocked_rows(blocks: Blocks, *, variant: BlockedVariant, alpha: float) -> pl.DataFrame:
    _, facts = blocks.once(blocked_facts)
    resampled, shrunk = variant == "resampled", variant in SHRINK
    if shrunk:
        facts = facts.hstack(blocks.once(sphericity).select("epsilon_gg", "epsilon_hf"))
    dependent = pl.Series(blocks.dependent)
    shrink = SHRINK.get(variant, pl.lit(1))
    # Blocks that are no runs of one dataset share no training data.
    ratio = pl.when(dependent).then(sizes_of(blocks)["ratio"]) if resampled else pl.lit(0.0)
    facts = facts.with_columns(divisor=1 + pl.col("n") * ratio)
    divisor, unknown = pl.col("divisor"), pl.col("divisor").is_null()
    test = Omnibus(
        statistic=pl.col("f") / divisor,
        df1=shrink * pl.col("df_between"),
        df2=shrink * pl.col("df_error"),
        enough=variance.ENOUGH_VALUES,
        tied=pl.col("level"),
        refused=[(pl.col("flat"), "zero_variance"), (unknown, "undefined")],
        rough=pl.lit(resampled),
        remarks=(
            *variance.variance_remarks(SAME_DIFFERENCES),
            HEURISTIC.where(SOUND & pl.lit(resampled)),
            NO_RATIO.where(variance.TESTABLE & unknown & dependent),
            NO_RUNS.where(variance.TESTABLE & unknown & ~dependent),
            EPSILON.where(SOUND & pl.lit(shrunk), shrink.round_sig_figs(6)),
            TWO_ALGORITHMS.where(ENOUGH & (pl.col("n_algorithms") == 2)),
        ),
    )
    effect, doubt = pl.when(variance.TESTABLE).then("share"), None if resampled else SHARED_RUNS
    return omnibus_rows(ANOVA_BLOCKED, test, facts, blocks, alpha=alpha, doubt=doubt, variant=variant, effect=effect)


def blocked_facts(blocks: Blocks) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Gather what comparisons of means on shared blocks need, in the metric's own units.

    Frames as in :func:`benchreport.stats.many_algorithms.variance.oneway_facts`, with the error of the two-way
    table without interaction, (L-1)(N-1) degrees of freedom, and ``ss_blocks``, the sum of squares between blocks.
    """
    cells, parts = blocks.cells, blocks.once(variance.samples)
    x, size = parts.values, len(cells.group_of_block)
    # Blocks are complete: what is left of their means are differences between algorithms, whatever the blocks' levels.
    block = centred(x, cells.block, size)
    level = centred(block.mean, cells.group_of_block, cells.n_groups)
    rest = centred(block.residual, cells.algorithm, len(cells.group_of_algorithm))
    still = is_rounding(rest.residual, x, parts.own.mean[cells.algorithm], block.mean[cells.block])
    L, n = blocks.n_algorithms, blocks.n_blocks
    columns = variance.sums_of_squares(
        blocks,
        cells.of_algorithms(np.nan_to_num(rest.counts * rest.mean**2)),
        cells.per_group(rest.residual**2),
        np.where(n > 0, (L - 1.0) * (n - 1), 0.0),
        flat=none_of(~still, cells.group, cells.n_groups),
        even=variance.is_even(cells, rest.mean, parts.own.mean),
    )
    with np.errstate(all="ignore"):
        of_blocks = cells.of_blocks(L[cells.group_of_block] * level.residual**2) * parts.unit**2
    facts = blocks.facts.with_columns(**columns, ss_blocks=pl.Series(of_blocks).fill_nan(None))
    return variance.algorithm_moments(blocks, rest.mean), facts


ANOVA_BLOCKED = Method(
    id="anova_blocked",
    title="Analysis of variance over shared blocks (repeated measures)",
    question="Do several algorithms differ in mean result, when all ran on the same folds or datasets?",
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
        variance.FEW_TO_COMPARE,
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
