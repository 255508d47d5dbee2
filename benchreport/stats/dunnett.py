"""Dunnett's test: means of several algorithms against that of a control, all comparisons judged together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.method import RESULT_COLUMNS, Alternative, Method
from benchreport.stats.many_to_one import Design, quantile, survival
from benchreport.stats.pair_rows import ADVANTAGE, DF, Asked, pair_rows
from benchreport.stats.posthoc_means import (
    ERROR,
    LAYOUTS,
    MEANS,
    NORMAL,
    PER_DATASET,
    REMARKS,
    Layout,
    mean_pairs,
    mean_remarks,
)
from benchreport.stats.rows import SHARED_RUNS, Frame, doubted, over_table
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, within
from benchreport.tables.pairs import Missing
from benchreport.tables.sizes import dependent_runs

T = ADVANTAGE / pl.col("__error")


def dunnett(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str,
    alternative: Alternative = "two-sided",
    variant: Layout = "blocked",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compare the mean result of every algorithm with that of a control by Dunnett's test.

    P-values and intervals hold for all comparisons of a group together, so they need no adjustment; samples may differ
    in size. An interval excludes 0 exactly where p is at most ``alpha``.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    control
        The algorithm to compare all others with; it becomes ``b``.
    alternative
        "greater" means that a is better than the control. One-sided tests have one-sided intervals.
    variant
        "blocked" uses that all algorithms ran on the same blocks; "oneway" takes their results as independent samples.
    alpha
        Level of the intervals.
    missing
        "refuse" incomplete tables, or, one-way only, use the values "available".
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.dunnett(scores, by="metric", control="C4.5").select("a", pl.col("p_value").round(6), "df1").rows()
    [('C4.5+cf', 0.899471, 39.0), ('C4.5+m', 0.07799, 39.0), ('C4.5+m+cf', 0.007057, 39.0)]
    """
    if not isinstance(control, str):
        raise OptionError(f"control is {control!r}", hint="name the algorithm that all others are compared with")
    asked = Asked(
        by=by, control=control, alternative=alternative, alpha=alpha, missing=missing, reduce=reduce, variant=variant
    ).checked(DUNNETT)

    def run(scores: Any) -> pl.DataFrame:
        canonical = as_scores(scores)
        pairs, groups = mean_pairs(canonical, asked, variant)
        pairs = _with_joint_law(pairs, groups, asked)
        rows = pair_rows(
            pairs, groups, DUNNETT, _terms, asked, remarks=mean_remarks(variant), law="multivariate Student's t"
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(canonical, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def _terms(_level: float, _alternative: Alternative) -> dict[str, pl.Expr]:
    return {
        "statistic": T,
        "df1": DF,
        "p_value": pl.col("__joint_p"),
        "reach": pl.col("__error") * pl.col("__critical"),
    }


def _with_joint_law(pairs: pl.DataFrame, groups: Sequence[str], asked: Asked) -> pl.DataFrame:
    """Add the p-value of each comparison and the critical t of its group, one design of sample sizes at a time."""
    ratio = pl.col("__size_a") / pl.col("__size_b")
    facts = pairs.select(
        t=T,
        df=DF,
        ratios=ratio.filter(pl.col("__enough")).sort().implode().over(within(groups)),
    ).with_columns(design=pl.col("ratios").cast(pl.List(pl.String)).list.join(" "))
    t, df = (facts.get_column(name).cast(pl.Float64).fill_null(np.nan).to_numpy() for name in ("t", "df"))
    t = {"two-sided": np.abs(t), "greater": t, "less": -t}[asked.alternative]
    joint_p, critical = np.full(len(t), np.nan), np.full(len(t), np.nan)
    first_rows = (
        facts.with_row_index("row").group_by("design", maintain_order=True).agg("row", pl.col("ratios").first())
    )
    for _, rows, ratios in first_rows.iter_rows():
        if not ratios:
            continue
        design = Design.of(ratios, two_sided=asked.alternative == "two-sided")
        joint_p[rows] = survival(t[rows], df[rows], design)
        degrees, which = np.unique(df[rows], return_inverse=True)
        critical[rows] = quantile(asked.alpha, degrees, design)[which]
    return pairs.with_columns(
        __joint_p=pl.Series(joint_p).fill_nan(None), __critical=pl.Series(critical).fill_nan(None)
    )


DUNNETT = Method(
    id="dunnett",
    title="Dunnett's test",
    question="Which algorithms differ in mean result from a control, all comparisons judged together?",
    kind="table",
    shape="scores",
    door="posthoc",
    prose="Dunnett’s test",
    short="Dunnett",
    symbol="t",
    formula=(
        "t = (m_a - m_b) / sqrt(MS (1/K_a + 1/K_b)), p = P(max |T| >= |t|) of the multivariate t law with correlations "
        f"sqrt(K_i K_j / ((K_i + K_b) (K_j + K_b))); {ERROR}"
    ),
    tex=(
        r"t = \frac{\bar{x}_a - \bar{x}_b}{\sqrt{\mathrm{MS} \left( \frac{1}{K_a} + \frac{1}{K_b} \right)}}, "
        r"\quad p = \Pr\left( \max_j |T_j| \geq |t| \right)"
    ),
    null="the algorithm and the control have the same expected result",
    assumes=(NORMAL,),
    cites=("dunnett1955",),
    estimand=MEANS,
    variants=LAYOUTS,
    simultaneous=True,
    signed=True,
    remarks=REMARKS,
    table=dunnett,
)
