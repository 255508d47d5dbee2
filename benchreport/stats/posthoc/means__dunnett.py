"""Dunnett's test: means of several algorithms against that of a control, all comparisons judged together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.method import Alternative, Method
from benchreport.stats.forms.laws import ADVANTAGE, DF, ERROR, Law
from benchreport.stats.forms.omnibus import ENOUGH
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.posthoc import posthoc
from benchreport.stats.forms.rows import Frame
from benchreport.stats.kernels.many_to_one import Design, quantile, survival
from benchreport.stats.many_algorithms.variance import PER_DATASET
from benchreport.stats.posthoc.means import ERROR as MEAN_SQUARES
from benchreport.stats.posthoc.means import LAYOUTS, MEANS, NORMAL, REMARKS, Layout, comparison_of_means
from benchreport.tables.blocks import Missing, Reduce
from benchreport.tables.groups import By


@documented
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
    control
        The algorithm to compare all others with; it becomes ``b``.
    alternative
        "greater" means that a is better than the control. One-sided tests have one-sided intervals.
    variant
        "blocked" uses that all algorithms ran on the same blocks; "oneway" takes their results as independent samples.
    missing
        "refuse" missing results, settle them first by a policy of :func:`benchreport.complete` or, one-way only, use
        what is "available".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.dunnett(scores, by="metric", control="C4.5").select("a", pl.col("p_value").round(6), "df1").rows()
    [('C4.5+cf', 0.899471, 39.0), ('C4.5+m', 0.07799, 39.0), ('C4.5+m+cf', 0.007057, 39.0)]
    """
    if not isinstance(control, str):
        raise OptionError(f"control is {control!r}", hint="name the algorithm that all others are compared with")
    test = replace(comparison_of_means(DUNNETT, variant, missing), law=MANY_TO_ONE)
    rows = posthoc(DUNNETT, test, control=control, alternative=alternative, variant=variant, alpha=alpha)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


def _many_to_one(pairs: pl.DataFrame, alpha: float, alternative: Alternative) -> dict[str, pl.Expr]:
    """Return the joint p-value of each comparison and the reach of its interval, one design of sizes at a time."""
    two_sided = alternative == "two-sided"
    ratio = pl.col("size_a") / pl.col("size_b")
    facts = pairs.select(
        t=ADVANTAGE / ERROR, df=DF, ratios=ratio.filter(ENOUGH).sort().implode().over("group")
    ).with_columns(design=pl.col("ratios").cast(pl.List(pl.String)).list.join(" "))
    t, df = (facts.get_column(name).cast(pl.Float64).fill_null(np.nan).to_numpy() for name in ("t", "df"))
    t = {"two-sided": np.abs(t), "greater": t, "less": -t}[alternative]
    joint_p, critical = np.full(len(t), np.nan), np.full(len(t), np.nan)
    designs = facts.with_row_index("row").group_by("design", maintain_order=True).agg("row", pl.col("ratios").first())
    for _, rows, ratios in designs.iter_rows():
        if not ratios:
            continue
        design = Design.of(ratios, two_sided=two_sided)
        joint_p[rows] = survival(t[rows], df[rows], design)
        degrees, which = np.unique(df[rows], return_inverse=True)
        critical[rows] = quantile(alpha if two_sided else alpha / 2, degrees, design)[which]
    return {
        "statistic": ADVANTAGE / ERROR,
        "df1": DF,
        "p_value": pl.lit(pl.Series(joint_p)),
        "reach": ERROR * pl.Series(critical),
    }


MANY_TO_ONE = Law(name="multivariate Student's t", terms=_many_to_one)

DUNNETT = Method(
    id="dunnett",
    title="Dunnett's test",
    question="Which algorithms differ in mean result from a control, all comparisons judged together?",
    prose="Dunnett’s test",
    short="Dunnett",
    symbol="t",
    formula=(
        "t = (m_a - m_b) / sqrt(MS (1/K_a + 1/K_b)), p = P(max |T| >= |t|) of the multivariate t law with correlations "
        f"sqrt(K_i K_j / ((K_i + K_b) (K_j + K_b))); {MEAN_SQUARES}"
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
