"""Is a rate above or below a stated value, judged by a count of successes?"""

from __future__ import annotations

from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats import binomial_limits as kernels
from benchreport.stats.columns.counts import FEW, INDEPENDENT, NOT_COUNTS, counted, judged_counts, on_distinct
from benchreport.stats.columns.moments import checked_level
from benchreport.stats.distributions import IntoExpr, as_expr, normal_sf
from benchreport.stats.rows import fields, first_that_holds, summarised

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
    one_of(variant, BINOMIAL_TEST.variants, name="variant")
    level = checked_level(alpha, alternative)

    def rows(counts: pl.DataFrame) -> pl.DataFrame:
        judged = _judged(counts)
        limits = kernels.clopper_pearson if variant == "exact" else kernels.midp
        low, high = on_distinct(limits, judged, level)
        found = judged.with_columns(
            low=pl.Series(low).fill_nan(None),
            high=pl.Series(high).fill_nan(None),
            p=pl.Series(_exact_p(judged, alternative, variant)).fill_nan(None),
            least=pl.Series(_least_p(judged, alternative, variant)).fill_nan(None),
        )
        return found.select(_binomial_row(alternative, variant, alpha))

    return summarised(BINOMIAL_TEST, rows, **counted(successes, trials), constant=_constant(constant))


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
    one_of(variant, APPROX_NORMAL_TEST.variants, name="variant")
    level = checked_level(alpha, alternative)

    def rows(counts: pl.DataFrame) -> pl.DataFrame:
        judged = _judged(counts)
        limits = {"plain": kernels.wilson, "corrected": kernels.wilson_corrected}[variant]
        low, high = on_distinct(limits, judged, level)
        found = judged.with_columns(
            low=pl.Series(low).fill_nan(None),
            high=pl.Series(high).fill_nan(None),
            exact=pl.Series(_exact_p(judged, alternative, "exact")).fill_nan(None),
        )
        return found.select(_normal_row(alternative, variant, alpha))

    return summarised(APPROX_NORMAL_TEST, rows, **counted(successes, trials), constant=_constant(constant))


def _constant(constant: IntoExpr) -> pl.Expr:
    return as_expr(constant).cast(pl.Float64).drop_nulls().first()


def _judged(counts: pl.DataFrame) -> pl.DataFrame:
    rate = pl.col("constant").is_between(0, 1).fill_null(False)
    return judged_counts(counts).with_columns(rate=rate, testable=pl.col("fine") & rate)


def _exact_p(judged: pl.DataFrame, alternative: Alternative, variant: str) -> kernels.Array:
    p = np.full(judged.height, np.nan)
    at = judged.get_column("testable").to_numpy()
    k, n, rate = judged.select("k", "n", "constant").to_numpy()[at].T.copy()
    with np.errstate(all="ignore"):
        p[at] = _tail(k, n, rate, alternative, variant)
    return p


def _least_p(judged: pl.DataFrame, alternative: Alternative, variant: str) -> kernels.Array:
    """Give the smallest p-value that any count of these trials could have."""
    ends = [_exact_p(judged.with_columns(k=end), alternative, variant) for end in (pl.col("n") * 0.0, pl.col("n"))]
    return np.fmin(*ends)


def _tail(
    k: kernels.Array, n: kernels.Array, rate: kernels.Array, alternative: Alternative, variant: str
) -> kernels.Array:
    half = variant == "midp"
    above, below = kernels.at_least(k, n, rate), kernels.at_most(k, n, rate)
    seen = (above - kernels.at_least(k + 1, n, rate)) / 2
    if alternative == "greater":
        return above - seen * half
    if alternative == "less":
        return below - seen * half
    if half:
        return np.minimum(1.0, 2 * (np.minimum(above, below) - seen))
    return kernels.no_likelier(k, n, rate)


def _binomial_row(alternative: Alternative, variant: str, alpha: float) -> list[pl.Expr]:
    testable = pl.col("testable")
    return fields(
        BINOMIAL_TEST,
        **_shared(alternative, variant, alpha),
        statistic=pl.when(testable).then("k"),
        p_value=pl.col("p"),
        law="binomial",
        status=first_that_holds(_problems(), "ok"),
        remarks=joined_remarks(*_remarks(), UNREACHABLE.where(testable & (pl.col("least") > alpha))),
    )


def _normal_row(alternative: Alternative, variant: str, alpha: float) -> list[pl.Expr]:
    k, n, constant = pl.col("k"), pl.col("n"), pl.col("constant")
    inner = pl.col("testable") & constant.is_between(0, 1, closed="none")
    distance = k - n * constant
    # The correction never carries the count past the constant on a two-sided test.
    step = {
        "two-sided": pl.min_horizontal(distance.abs(), pl.lit(0.5)) * distance.sign(),
        "greater": pl.lit(0.5),
        "less": pl.lit(-0.5),
    }[alternative]
    z = (distance - (step if variant == "corrected" else 0.0)) / (n * constant * (1 - constant)).sqrt()
    tail = {"two-sided": 2 * normal_sf(z.abs()), "greater": normal_sf(z), "less": normal_sf(-z)}[alternative]
    few = inner & ((n * constant < FEW) | (n * (1 - constant) < FEW))
    edge = pl.col("testable") & ~inner
    return fields(
        APPROX_NORMAL_TEST,
        **_shared(alternative, variant, alpha),
        statistic=pl.when(inner).then(z),
        p_value=pl.when(inner).then(tail),
        law="normal",
        status=first_that_holds([*_problems(), (edge, "undefined"), (few, "approximate")], "ok"),
        remarks=joined_remarks(
            *_remarks(), EDGE.where(edge), FEW_EXPECTED.where(few, pl.col("exact").round_sig_figs(4))
        ),
    )


def _shared(alternative: Alternative, variant: str, alpha: float) -> dict[str, object]:
    rate = pl.when("fine").then(pl.col("k") / pl.col("n"))
    return {
        "variant": pl.format(f"{variant}, against {{}}", pl.col("constant")),
        "n": pl.when(pl.col("sound")).then("n").otherwise(0),
        "estimate": rate,
        "ci_low": None if alternative == "less" else pl.col("low"),
        "ci_high": None if alternative == "greater" else pl.col("high"),
        "effect": pl.when("testable").then(rate - pl.col("constant")),
        "alpha": alpha,
        "alternative": alternative,
    }


def _problems() -> list[tuple[pl.Expr, str]]:
    return [
        (~pl.col("some") & pl.col("sound"), "too_few"),
        (~pl.col("sound"), "undefined"),
        (~pl.col("rate"), "undefined"),
    ]


def _remarks() -> tuple[pl.Expr, ...]:
    return (NOT_COUNTS.where(~pl.col("sound")), NOT_A_RATE.where(~pl.col("rate")))


BINOMIAL_TEST = Method(
    id="binomial_test",
    title="Binomial test",
    question="Is the error rate of a classifier above or below a stated value?",
    kind="columns",
    shape="predictions",
    also=("counts",),
    door="one",
    symbol="r",
    formula="P(X >= r) or P(X <= r) with X ~ Binomial(m, p0); two-sided: all counts no likelier than r",
    tex=r"p = \Pr(X \geq r), \quad X \sim \mathrm{Bin}(m, p_0)",
    null="the true rate is p0",
    assumes=(INDEPENDENT,),
    cites=("alpaydin2010", "clopper1934"),
    estimand="rate of successes",
    effect="rate minus the constant",
    variants=("exact", "midp"),
    remarks=(NOT_COUNTS, NOT_A_RATE, UNREACHABLE),
    expr=binomial_test,
)

APPROX_NORMAL_TEST = Method(
    id="approx_normal_test",
    title="Normal approximation to the binomial test",
    question="Is the error rate of a classifier above or below a stated value, by the normal law?",
    kind="columns",
    shape="predictions",
    also=("counts",),
    door="one",
    symbol="z",
    formula="z = (r/m - p0) / sqrt(p0 (1 - p0) / m)",
    tex=r"z = \frac{r/m - p_0}{\sqrt{p_0 (1 - p_0) / m}}",
    null="the true rate is p0",
    assumes=(INDEPENDENT, "m p0 and m (1 - p0) are at least 5"),
    cites=("alpaydin2010",),
    estimand="rate of successes",
    effect="rate minus the constant",
    variants=("plain", "corrected"),
    signed=True,
    remarks=(NOT_COUNTS, NOT_A_RATE, EDGE, FEW_EXPECTED),
    expr=approx_normal_test,
)
