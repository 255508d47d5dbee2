"""Signed normal-scores test of two algorithms on the same blocks, exact given the ties.

Ranks of the absolute differences become normal scores (Fraser 1957; van der Waerden's scores with signs). Given the
scores, all 2^n signs are equally likely, whether or not scores are tied.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, Alternative, Method, Remark
from benchreport.stats.forms.distributions import IntoExpr, ordered
from benchreport.stats.forms.over import Frame, over_pairs
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import averaged, checked_alpha, fields, first_that_holds
from benchreport.stats.multiplicity.adjusting import least_of_sign_flips
from benchreport.tables.blocks import Missing, Reduce
from benchreport.tables.groups import By
from benchreport.tables.rounding import is_zero

EXACT_UP_TO = 16
NORMAL = Remark(code="normal_scores_normal", note=f"more than {EXACT_UP_TO} blocks: normal approximation")
HALF_STEP = 1e-9  # sums of the same scores in another order differ by rounding


@documented
def signed_scores(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compare every two algorithms by the signed normal-scores test over the blocks they share.

    Examples
    --------
    >>> import benchreport as br
    >>> br.signed_scores(br.read_scores(br.example("demsar2006_auc.csv"))).height
    6
    """
    test = partial(signed_scores_expr, alternative=alternative, alpha=alpha)
    return over_pairs(SIGNED_SCORES, test, table, by=by, control=control, missing=missing, reduce=reduce)


def signed_scores_expr(
    x: IntoExpr, y: IntoExpr, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the signed normal-scores test of two matched columns.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> pairs = pl.DataFrame({"x": [2.0, 4.0, 6.0], "y": [1.0, 2.0, 3.0]})
    >>> pairs.select(br.expr.signed_scores("x", "y")).unnest("signed_scores").select("n", "p_value").row(0)
    (3, 0.25)
    """
    one_of(alternative, ALTERNATIVES, name="alternative")
    checked_alpha(alpha)

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        facts = [
            _scored(np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64), alternative)
            for first, second in lists.select("x", "y").iter_rows()
        ]
        computed = pl.DataFrame(
            facts, schema={"n": pl.Int64, "ties": pl.Int64, "statistic": pl.Float64, "p": pl.Float64}, orient="row"
        )
        n, exact = pl.col("n"), pl.col("n") <= EXACT_UP_TO
        decided = n > 0
        return computed.select(
            fields(
                SIGNED_SCORES,
                n=n,
                n_ties=pl.col("ties"),
                statistic=pl.when(decided).then("statistic"),
                p_value=pl.when(decided).then("p").when(pl.col("ties") > 0).then(1.0),
                effect=pl.when(decided).then("statistic"),
                alpha=alpha,
                law=pl.when(exact).then(pl.lit("exact sign flips")).otherwise(pl.lit("normal")),
                alternative=alternative,
                status=first_that_holds(
                    [(decided & exact, "ok"), (decided, "approximate"), (pl.col("ties") > 0, "all_ties")], "too_few"
                ),
                remarks=[NORMAL.where(decided & ~exact)],
            )
        )

    first, second = ordered(x), ordered(y)
    both = first.is_not_null() & second.is_not_null()
    lists = {"x": first.filter(both).implode(), "y": second.filter(both).implode()}
    return averaged(SIGNED_SCORES, rows, (x, y), lists)


def _scored(
    first: npt.NDArray[np.float64], second: npt.NDArray[np.float64], alternative: Alternative
) -> tuple[int, int, float, float]:
    """Return the blocks that differ, the ties, the balance of the scores and its p-value."""
    from scipy.special import ndtr, ndtri

    with np.errstate(invalid="ignore"):
        difference = np.where(is_zero(first, second), 0.0, first - second)
    difference = difference[difference != 0]
    n = len(difference)
    if n == 0 or not np.isfinite(difference).all():
        return n, len(first) - n, np.nan, np.nan
    size = np.abs(difference)
    midrank = np.array([(size < value).sum() + ((size == value).sum() + 1) / 2 for value in size])
    score = ndtri((1 + midrank / (n + 1)) / 2)
    total = float((score * np.sign(difference)).sum())
    if n <= EXACT_UP_TO:
        signs = 1 - 2 * (np.arange(2**n)[:, None] >> np.arange(n) & 1)
        sums = signs @ score
        above = float((sums >= total - HALF_STEP).mean())
        below = float((sums <= total + HALF_STEP).mean())
    else:
        z = total / np.sqrt((score**2).sum())
        above, below = float(ndtr(-z)), float(ndtr(z))
    p = {"two-sided": min(1.0, 2 * min(above, below)), "greater": above, "less": below}[alternative]
    return n, len(first) - n, total / float(score.sum()), p


SIGNED_SCORES = Method(
    table=signed_scores,
    title="Signed normal-scores test",
    question="Is one algorithm better over datasets, when large wins count as in a normal sample?",
    prose="the signed normal-scores test",
    short="normal scores",
    symbol="s",
    formula="s = sum of sign(d) Phi^-1((1 + rank|d| / (n + 1)) / 2), all 2^n signs equally likely",
    tex=r"s = \sum_i \mathrm{sign}(d_i)\, \Phi^{-1}\!\left(\frac{1}{2} + \frac{R_i}{2(n + 1)}\right)",
    null="the differences between the two algorithms are symmetric about zero",
    assumes=("datasets are independent", "differences are comparable in size across datasets"),
    cites=("demsar2006",),
    effect="balance of the normal scores",
    answers=("pairs", "posthoc"),
    reason="It was asked for.",
    least_p=least_of_sign_flips,
    drops_ties=True,
    remarks=(NORMAL,),
)
