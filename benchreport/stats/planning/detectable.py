"""Detectable differences: the smallest true difference that a design would have found."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, REMARK_COLUMNS, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import Frame, over_blocks, spreads_of
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_alpha, checked_number, status_where
from benchreport.stats.kernels.roots import bisected
from benchreport.stats.planning.sizes import power_and_error
from benchreport.tables.blocks import Blocks, Flags, Floats, Missing, pairs_of
from benchreport.tables.designs.sizes import NEEDS_DESIGN, sizes_of
from benchreport.tables.groups import By

ONE_BLOCK = Remark(code="one_block", note="one block tells no spread")
NO_SPREAD = Remark(code="no_spread_to_plan", note="the differences do not vary, so there is no spread to plan with")
SIZES_NEEDED = Remark(code="sizes_needed", note="sizes of training and test data are needed: n_train, n_test")
CORRECTED = Remark(
    code="planned_corrected", note="planned with the corrected resampled t test, since runs share training data"
)


# detectable_difference: one row per group and pair.
DETECTABLE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair, or the control"),
    "n": ("Int64", "blocks used"),
    "n_dropped": ("Int64", "blocks left out because results were missing"),
    "sd": ("Float64", "standard deviation of the differences between the two"),
    "detectable": ("Float64", "smallest true difference found with the wanted power, in metric units"),
    "wanted_power": ("Float64", "power that detectable is given for"),
    "difference": ("Float64", "a difference of interest, as declared"),
    "power": ("Float64", "power to find the difference of interest"),
    "alpha": ("Float64", "level of the test"),
    "alternative": ("String", "two-sided, greater or less"),
    "law": ("String", "distribution of the test"),
    "status": ("String", "ok, approximate, too_few, zero_variance, all_ties or undefined"),
    **REMARK_COLUMNS,
}


@documented
def detectable_difference(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    difference: float | None = None,
    power: float = 0.8,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    missing: Missing = "refuse",
) -> Frame:
    """Compute the smallest difference that a paired t test of this design would find, for every two algorithms.

    Over datasets the plain paired t test is planned with, over the runs of one dataset the corrected resampled one.
    The observed spread is plugged in, the observed difference is not: power at what was observed says no more than
    its p-value. To plan, declare the ``difference`` that would matter.

    Parameters
    ----------
    difference
        A true difference of interest, in metric units; ``power`` in the row is the chance to find it.
    power
        The power wanted.
    alternative
        One-sided tests find smaller differences, on their side only.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.detectable_difference(scores, control="C4.5", difference=0.02)
    >>> rows.select("a", "n", pl.col("detectable").round(4), pl.col("power").round(2)).row(1)
    ('C4.5+m', 14, 0.0165, 0.92)
    """
    one_of(alternative, ALTERNATIVES, name="alternative")
    target = checked_number(power, "power", least=checked_alpha(alpha), most=1.0, strict=True)
    declared = None if difference is None else abs(checked_number(difference, "difference"))
    rows = partial(_planned, control=control, difference=declared, target=target, alpha=alpha, alternative=alternative)
    return over_blocks(table, rows, by=by, missing=missing, control=control, columns=DETECTABLE_COLUMNS)


def needed_shift(n: Floats, power: float, alpha: float, alternative: Alternative) -> Floats:
    """Return the true mean, in standard errors, at which a t test of n values has the wanted power.

    Examples
    --------
    >>> needed_shift(np.array([10.0]), 0.8, 0.05, "two-sided").round(4).tolist()
    [3.1496]
    """
    side: Alternative = "two-sided" if alternative == "two-sided" else "greater"
    level = np.full(len(n), alpha)
    several = n > 1
    high = np.ones(len(n))

    def enough(shift: Floats) -> Flags:
        return np.asarray(power_and_error(shift, n, level, side, "t")[0] >= power)

    while (short := several & ~enough(high)).any():
        high = np.where(short, 2 * high, high)
    return np.where(several, bisected(enough, np.zeros(len(n)), high), np.nan)


def t_shift(n: int, power: float, alpha: float) -> float | None:
    """Return the true mean, in standard deviations, at which a two-sided t test of n values has the wanted power.

    Examples
    --------
    >>> round(t_shift(10, 0.8, 0.05), 4)
    0.996
    """
    return None if n < 2 else float(needed_shift(np.array([float(n)]), power, alpha, "two-sided")[0] / np.sqrt(n))


def _planned(
    blocks: Blocks,
    *,
    control: str | None,
    difference: float | None,
    target: float,
    alpha: float,
    alternative: Alternative,
) -> pl.DataFrame:
    pairs = pairs_of(blocks, control)
    facts = spreads_of(pairs).hstack(sizes_of(blocks)[pairs.group])
    facts = facts.with_columns(pl.col("sd") * pl.col("unit"), dependent=pl.Series(blocks.dependent[pairs.group]))
    n = facts.get_column("n").to_numpy().astype(np.float64)
    sizes, which = np.unique(n, return_inverse=True)
    shift = needed_shift(sizes, target, alpha, alternative)[which]
    dependent, ratio = pl.col("dependent"), pl.col("ratio")
    overlap = pl.when(dependent).then(ratio).otherwise(0.0)
    planned = facts.with_columns(error=pl.col("sd") * (1 / pl.col("n") + overlap).sqrt())
    unknown = dependent & ratio.is_null()
    few, flat = pl.col("n") < 2, ~pl.col("varies")
    sound = ~(few | flat | unknown)
    planned = planned.with_columns(
        status=status_where(
            too_few=few, all_ties=~pl.col("differs"), zero_variance=flat, undefined=unknown, approximate=dependent
        ),
        detectable=pl.when(sound).then(pl.Series(shift) * pl.col("error")),
        wanted_power=pl.lit(target),
        difference=pl.lit(difference, dtype=pl.Float64),
        alpha=pl.lit(alpha),
        alternative=pl.lit(alternative),
        law=pl.lit("noncentral t"),
        remarks=joined_remarks(
            ONE_BLOCK.where(few),
            NO_SPREAD.where(flat & ~few),
            SIZES_NEEDED.where(unknown & ~few & ~flat),
            CORRECTED.where(sound & dependent),
            NEEDS_DESIGN.where(sound & dependent & pl.col("assumed")),
            pl.col("policy"),
        ),
        note=None,
    )
    reached = pl.lit(None, dtype=pl.Float64)
    if difference is not None:
        side: Alternative = "two-sided" if alternative == "two-sided" else "greater"
        with np.errstate(divide="ignore", invalid="ignore"):
            shifts = difference / planned.get_column("error").to_numpy()
            power = power_and_error(shifts, n, np.full(len(n), alpha), side, "t")[0]
        reached = pl.when(sound).then(pl.Series(power)).fill_nan(None)
    return planned.with_columns(power=reached).select("group", *DETECTABLE_COLUMNS)


DETECTABLE_DIFFERENCE = Method(
    table=detectable_difference,
    title="Detectable difference",
    question="How small a true difference would a paired t test of this design find?",
    symbol="delta",
    formula="power of the (corrected) paired t with the observed spread and n; solved for the difference",
    tex=(
        r"\delta = \lambda \, s_d \sqrt{\frac{1}{n} + \frac{n_{\mathrm{test}}}{n_{\mathrm{train}}}}, "
        r"\quad \Pr(|T_{n-1}(\lambda)| \geq t_{1-\alpha/2, n-1}) = 1 - \beta"
    ),
    null="the expected difference between the two algorithms is zero",
    assumes=("differences are about normal", "another experiment of this kind would vary alike"),
    account=(
        r"The detectable difference is the true difference that the test would find with power $1 - \beta$, given "
        "the observed spread."
    ),
    cites=("cohen1988", "nadeau2003"),
    remarks=(ONE_BLOCK, NO_SPREAD, SIZES_NEEDED, CORRECTED),
)
