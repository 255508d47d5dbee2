"""How small a difference could this experiment have shown?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, Alternative, Method, Remark
from benchreport.remarks import REMARK_COLUMNS, joined_remarks
from benchreport.stats.centring import spread_lists, with_spread
from benchreport.stats.planning import power_and_error
from benchreport.stats.roots import Flags, bisected
from benchreport.stats.rows import (
    Frame,
    checked_alpha,
    checked_number,
    first_that_holds,
    over_table,
)
from benchreport.tables.cells import as_scores
from benchreport.tables.groups import By, group_columns, joined
from benchreport.tables.pairs import Missing, pairs
from benchreport.tables.sizes import NEEDS_DESIGN, dependent_runs, size_ratios

Floats = npt.NDArray[np.float64]
ONE_BLOCK = Remark(code="one_block", note="one block tells no spread")
NO_SPREAD = Remark(code="no_spread_to_plan", note="the differences do not vary, so there is no spread to plan with")
SIZES_NEEDED = Remark(code="sizes_needed", note="sizes of training and test data are needed: n_train, n_test")
CORRECTED = Remark(
    code="planned_corrected",
    note="planned with the corrected resampled t test, since runs share training data",
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
    """Smallest difference that a paired t test of this design would find, for every two algorithms.

    Over datasets the plain paired t test is planned with, over the runs of one dataset the corrected resampled one.
    The observed spread is plugged in, the observed difference is not: power at what was observed says no more than
    its p-value. To plan, declare the ``difference`` that would matter.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to look at separately. With ``dataset`` among them the blocks are runs, else datasets.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    difference
        A true difference of interest, in metric units; ``power`` in the row is the chance to find it.
    power
        The power wanted.
    alpha
        Level of the test.
    alternative
        One-sided tests find smaller differences, on their side only.
    missing
        "refuse" incomplete tables, or use the blocks "available" to both.

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
    wanted = checked_number(power, "power", least=checked_alpha(alpha), most=1.0, strict=True)
    declared = None if difference is None else abs(checked_number(difference, "difference"))

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        side_by_side = pairs(scores, by=by, control=control, missing=missing)
        groups: list[str] = group_columns(scores, by, taken=tuple(DETECTABLE_COLUMNS))
        facts = _facts(scores, side_by_side, groups)
        return _planned(facts, declared, wanted, alpha, alternative).select(*groups, *DETECTABLE_COLUMNS)

    return over_table(table, by, DETECTABLE_COLUMNS, run)


def needed_shift(n: Floats, power: float, alpha: float, alternative: Alternative) -> Floats:
    """Find the true mean, in standard errors, at which a t test of n values has the wanted power.

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


def _facts(scores: pl.DataFrame, side_by_side: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Give every pair its number of blocks, the spread of its differences, and the overlap of its training data."""
    gap = pl.col("x") - pl.col("y")
    operand = pl.when(gap.is_not_null()).then(pl.max_horizontal(pl.col("x").abs(), pl.col("y").abs()))
    lists = side_by_side.group_by(*groups, "a", "b", maintain_order=True).agg(
        pl.col("n_dropped").first(),
        **spread_lists(gap, operand),
        __policy=pl.col("policy").first().cast(pl.String),
    )
    facts = with_spread(lists).select(
        *(*groups, "a", "b", "n_dropped", "n"),
        sd=pl.col("sd") * pl.col("unit"),
        __tied=~pl.col("differs"),
        __flat=~pl.col("varies"),
        __policy="__policy",
    )
    shared = dependent_runs(scores, groups).rename({"dependent": "__dependent"})
    ratios = size_ratios(scores, groups).rename({"ratio": "__ratio", "assumed": "__assumed"})
    return joined(joined(facts, shared, groups), ratios, groups)


def _planned(
    facts: pl.DataFrame, difference: float | None, wanted: float, alpha: float, alternative: Alternative
) -> pl.DataFrame:
    n = facts.get_column("n").to_numpy().astype(np.float64)
    sizes, which = np.unique(n, return_inverse=True)
    shift = needed_shift(sizes, wanted, alpha, alternative)[which]
    dependent, overlap = pl.col("__dependent"), pl.when(pl.col("__dependent")).then("__ratio").otherwise(0.0)
    judged = facts.with_columns(
        __error=pl.col("sd") * (1 / pl.col("n") + overlap).sqrt(),
        __unknown=dependent & pl.col("__ratio").is_null(),
    )
    few, flat, unknown = pl.col("n") < 2, pl.col("__flat"), pl.col("__unknown")
    sound = ~(few | flat | unknown)
    judged = judged.with_columns(
        status=first_that_holds(
            [
                (few, "too_few"),
                (pl.col("__tied"), "all_ties"),
                (flat, "zero_variance"),
                (unknown, "undefined"),
                (dependent, "approximate"),
            ],
            "ok",
        ),
        detectable=pl.when(sound).then(pl.Series(shift) * pl.col("__error")),
        wanted_power=pl.lit(wanted),
        difference=pl.lit(difference, dtype=pl.Float64),
        alpha=pl.lit(alpha),
        alternative=pl.lit(alternative),
        law=pl.lit("noncentral t"),
        remarks=joined_remarks(
            ONE_BLOCK.where(few),
            NO_SPREAD.where(flat & ~few),
            SIZES_NEEDED.where(unknown & ~few & ~flat),
            CORRECTED.where(sound & dependent),
            NEEDS_DESIGN.where(sound & dependent & pl.col("__assumed")),
            pl.col("__policy"),
        ),
        note=None,
    )
    if difference is None:
        return judged.with_columns(power=pl.lit(None, dtype=pl.Float64))
    error = judged.get_column("__error").to_numpy()
    side: Alternative = "two-sided" if alternative == "two-sided" else "greater"
    with np.errstate(divide="ignore", invalid="ignore"):
        reached = power_and_error(difference / error, n, np.full(len(n), alpha), side, "t")[0]
    return judged.with_columns(power=pl.when(sound).then(pl.Series(reached)).fill_nan(None))


DETECTABLE_DIFFERENCE = Method(
    id="detectable_difference",
    title="Detectable difference",
    question="How small a true difference would a paired t test of this design find?",
    kind="table",
    shape="scores",
    door="planning",
    symbol="delta",
    formula="power of the (corrected) paired t with the observed spread and n; solved for the difference",
    tex=(
        r"\delta = \lambda \, s_d \sqrt{\frac{1}{n} + \frac{n_{\mathrm{test}}}{n_{\mathrm{train}}}}, "
        r"\quad \Pr(|T_{n-1}(\lambda)| \geq t_{1-\alpha/2, n-1}) = 1 - \beta"
    ),
    null="the expected difference between the two algorithms is zero",
    assumes=("differences are about normal", "another experiment of this kind would vary alike"),
    cites=("cohen1988", "nadeau2003"),
    remarks=(ONE_BLOCK, NO_SPREAD, SIZES_NEEDED, CORRECTED),
    table=detectable_difference,
)
