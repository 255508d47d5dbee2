"""Is a rate above or below a stated value, judged by a count of successes?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.distributions import IntoExpr, as_expr
from benchreport.stats.forms.rates import (
    FEW,
    INDEPENDENT,
    NOT_COUNTS,
    count_row,
    counted,
    judged_counts,
    nullable,
    with_limits,
)
from benchreport.stats.forms.rows import summarised
from benchreport.stats.forms.sides import TestOptions, checked_options
from benchreport.stats.kernels import binomial as kernels
from benchreport.tables.rounding import Floats

BinomialVariant = Literal["exact", "midp"]
NormalVariant = Literal["plain", "corrected"]
NOT_A_RATE = Remark(code="constant_not_rate", note="the rate to compare with must lie between 0 and 1")
UNREACHABLE = Remark(code="unreachable_trials", topic="unreachable", note="cannot reach alpha with so few trials")
EDGE = Remark(code="edge_rate", note="a rate of 0 or 1 leaves nothing to approximate; see binomial_test")
FEW_EXPECTED = Remark(
    code="few_expected", note=f"fewer than {FEW} successes or failures expected; the exact p is {{0}}"
)


def binomial_test(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    constant: IntoExpr,
    alternative: Alternative = "two-sided",
    variant: BinomialVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """Exact binomial test of a rate against a constant.

    ``statistic`` is the number of successes, ``estimate`` the rate with its Clopper-Pearson interval.

    Parameters
    ----------
    successes, trials
        Counts, added up within a group; or one column of 0 and 1 (or truth values) alone.
    constant
        The rate to compare with: a number, or a column that is constant in a group.
    alternative
        "greater" means that the rate lies above the constant.
    variant
        "exact", or "midp", which counts half of the chance of the observed number.
    alpha
        Level of the interval and of the decision.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.binomial_test(12, 40, constant=0.2, alternative="greater")).unnest("binomial_test")
    >>> row.select("statistic", pl.col("p_value").round(6)).row(0)
    (12.0, 0.087505)
    """
    asked = checked_options(BINOMIAL_TEST, alternative, alpha, variant)
    limits = {"exact": kernels.clopper_pearson, "midp": kernels.midp}[variant]
    return _tested(asked, limits, _binomial_rows, successes, trials, constant)


def approx_normal_test(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    constant: IntoExpr,
    alternative: Alternative = "two-sided",
    variant: NormalVariant = "plain",
    alpha: float = 0.05,
) -> pl.Expr:
    """Test of a rate against a constant by the normal law; the exact p-value stands in the note where that is rough.

    ``estimate`` is the rate with the Wilson interval that belongs to this test. Other arguments as in
    :func:`benchreport.expr.binomial_test`; ``variant="corrected"`` is the continuity correction.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> test = br.expr.approx_normal_test(12, 40, constant=0.2, alternative="greater")
    >>> pl.select(test).unnest("approx_normal_test").select(pl.col("statistic", "p_value").round(6)).row(0)
    (1.581139, 0.056923)
    """
    asked = checked_options(APPROX_NORMAL_TEST, alternative, alpha, variant)
    limits = {"plain": kernels.wilson, "corrected": kernels.wilson_corrected}[variant]
    return _tested(asked, limits, _normal_rows, successes, trials, constant)


def _tested(
    asked: TestOptions,
    limits: kernels.Limits,
    rows: Callable[[TestOptions, pl.DataFrame], pl.DataFrame],
    successes: IntoExpr,
    trials: IntoExpr | None,
    constant: IntoExpr,
) -> pl.Expr:
    rate = pl.col("constant").is_between(0, 1).fill_null(False)

    def finish(counts: pl.DataFrame) -> pl.DataFrame:
        judged = judged_counts(counts).with_columns(rate=rate, testable=pl.col("fine") & rate)
        return rows(asked, with_limits(limits, judged, asked.level))

    given = as_expr(constant).cast(pl.Float64).drop_nulls().first()
    return summarised(asked.method, finish, **counted(successes, trials), constant=given)


def _binomial_rows(asked: TestOptions, judged: pl.DataFrame) -> pl.DataFrame:
    p = _exact_p(judged, asked.alternative, asked.variant)
    # The smallest p-value that any count of these trials could have.
    ends = (judged.with_columns(k=end) for end in (pl.lit(0.0), pl.col("n")))
    least = np.fmin(*(_exact_p(end, asked.alternative, asked.variant) for end in ends))
    testable = pl.col("testable")
    row = _row(
        asked,
        remarks=[UNREACHABLE.where(testable & (pl.col("least") > asked.alpha))],
        statistic=pl.when(testable).then("k"),
        p_value=pl.col("p"),
        law="binomial",
    )
    return judged.with_columns(nullable(p=p, least=least)).select(row)


def _normal_rows(asked: TestOptions, judged: pl.DataFrame) -> pl.DataFrame:
    n, constant, testable = pl.col("n"), pl.col("constant"), pl.col("testable")
    inner = testable & constant.is_between(0, 1, closed="none")
    edge = testable & ~inner
    distance = pl.col("k") - n * constant
    if asked.variant == "corrected":
        # The correction never carries the count past the constant on a two-sided test.
        both = pl.min_horizontal(distance.abs(), pl.lit(0.5)) * distance.sign()
        distance -= {"greater": pl.lit(0.5), "less": pl.lit(-0.5)}.get(asked.alternative, both)
    z = distance / (n * constant * (1 - constant)).sqrt()
    few = inner & (pl.min_horizontal(n * constant, n * (1 - constant)) < FEW)
    row = _row(
        asked,
        problems=[(edge, "undefined"), (few, "approximate")],
        remarks=[EDGE.where(edge), FEW_EXPECTED.where(few, pl.col("exact").round_sig_figs(4))],
        statistic=pl.when(inner).then(z),
        p_value=pl.when(inner).then(asked.tail(z)),
        law="normal",
    )
    return judged.with_columns(nullable(exact=_exact_p(judged, asked.alternative, "exact"))).select(row)


def _exact_p(judged: pl.DataFrame, alternative: Alternative, variant: str) -> Floats:
    p = np.full(judged.height, np.nan)
    testable = judged.get_column("testable").to_numpy()
    k, n, rate = judged.select("k", "n", "constant").to_numpy()[testable].T.copy()
    with np.errstate(all="ignore"):
        above, below = kernels.at_least(k, n, rate), kernels.at_most(k, n, rate)
        if variant == "midp":
            seen = (above - kernels.at_least(k + 1, n, rate)) / 2
            above, below = above - seen, below - seen
            both = np.minimum(1.0, 2 * np.minimum(above, below))
        else:
            both = kernels.no_likelier(k, n, rate)
    p[testable] = {"two-sided": both, "greater": above, "less": below}[alternative]
    return p


def _row(
    asked: TestOptions, *, remarks: list[pl.Expr], problems: Sequence[tuple[pl.Expr, str]] = (), **values: Any
) -> list[pl.Expr]:
    """Return a row of a test of a rate against a constant."""
    constant, no_rate = pl.col("constant"), ~pl.col("rate")
    return count_row(
        asked,
        problems=[(no_rate, "undefined"), *problems],
        remarks=[NOT_A_RATE.where(no_rate), *remarks],
        variant=pl.format(f"{asked.variant}, against {{}}", constant),
        effect=pl.when("testable").then(pl.col("estimate") - constant),
        **asked.limits(pl.col("low"), pl.col("high")),
        **values,
    )


_rate_test = partial(
    Method,
    kind="columns",
    shape="predictions",
    also=("counts",),
    null="the true rate is p0",
    estimand="rate of successes",
    effect="rate minus the constant",
)

BINOMIAL_TEST = _rate_test(
    id="binomial_test",
    title="Binomial test",
    question="Is the error rate of a classifier above or below a stated value?",
    symbol="r",
    formula="P(X >= r) or P(X <= r) with X ~ Binomial(m, p0); two-sided: all counts no likelier than r",
    tex=r"p = \Pr(X \geq r), \quad X \sim \mathrm{Bin}(m, p_0)",
    assumes=(INDEPENDENT,),
    cites=("alpaydin2010", "clopper1934"),
    variants=("exact", "midp"),
    remarks=(NOT_COUNTS, NOT_A_RATE, UNREACHABLE),
    expr=binomial_test,
)

APPROX_NORMAL_TEST = _rate_test(
    id="approx_normal_test",
    title="Normal approximation to the binomial test",
    question="Is the error rate of a classifier above or below a stated value, by the normal law?",
    symbol="z",
    formula="z = (r/m - p0) / sqrt(p0 (1 - p0) / m)",
    tex=r"z = \frac{r/m - p_0}{\sqrt{p_0 (1 - p_0) / m}}",
    assumes=(INDEPENDENT, "m p0 and m (1 - p0) are at least 5"),
    cites=("alpaydin2010",),
    variants=("plain", "corrected"),
    signed=True,
    remarks=(NOT_COUNTS, NOT_A_RATE, EDGE, FEW_EXPECTED),
    expr=approx_normal_test,
)
