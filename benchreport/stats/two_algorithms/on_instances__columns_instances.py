"""Do two classifiers differ on the same instances? Right or wrong side by side, or any two columns of losses."""

from __future__ import annotations

from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import (
    IntoExpr,
    as_expr,
    beta_quantile,
    binomial_tail,
    chi2_sf,
    log_factorial,
    normal_sf,
    ordered,
    t_isf,
    t_sf,
)
from benchreport.stats.forms.rows import NO_MEAN, averaged, checked_alpha, fields, first_that_holds, summarised
from benchreport.stats.forms.sides import difference_and_operand, noncentrality_of
from benchreport.stats.kernels.binomial__paired_rates import newcombe_limits, tango_limits
from benchreport.stats.kernels.centring import spread_lists, with_spread
from benchreport.tables.rounding import TOLERANCE

McnemarVariant = Literal["exact", "midp", "corrected", "uncorrected"]
RateVariant = Literal["tango", "newcombe"]

LARGE = 30
NOT_BINARY = Remark(code="columns_not_binary", note="the columns hold other values than 0 and 1")
FEW_INSTANCES = Remark(code="few_instances", note=f"fewer than {LARGE} instances: prefer permutation_signflip")
FEW_CLUSTERS = Remark(code="few_clusters", note=f"fewer than {LARGE} clusters: the t law is rough")
UNREACHABLE = Remark(
    code="unreachable_instances", topic="unreachable", note="cannot reach alpha with so few instances that differ"
)
SCORE_INTERVAL = Remark(
    code="interval_disagrees", note="the score interval and this p-value disagree about zero at this level"
)
BESIDE_EXACT = Remark(
    code="beside_exact",
    note="beside it: mid-p {0}, chi-square {1} (p {2}), corrected for continuity {3} (p {4})",
)
BESIDE_MIDP = Remark(
    code="beside_midp",
    note="beside it: exact p {0}, chi-square {1} (p {2}), corrected for continuity {3} (p {4})",
)
BESIDE_UNCORRECTED = Remark(
    code="beside_uncorrected", note="beside it: exact p {0}, mid-p {1}, corrected for continuity {2} (p {3})"
)
BESIDE_CORRECTED = Remark(code="beside_corrected", note="beside it: exact p {0}, mid-p {1}, chi-square {2} (p {3})")
SAME_ON_INSTANCES = Remark(code="same_difference_instances", note="the same difference on every instance")
FLIPPED = Remark(code="sign_flip_p", note="exact sign-flip p {0}")
CLUSTER_ERROR = Remark(code="cluster_error", note="standard error over {0} clusters")


def mcnemar(
    x: IntoExpr,
    y: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    variant: McnemarVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """McNemar test of two matched columns of 0 and 1, or of truth values.

    ``statistic`` is the number of rows where only ``x`` is 1, or chi-square for the two asymptotic variants; ``n_ties``
    counts the rows that agree. ``estimate`` is the difference of the two shares of ones with Tango's score interval;
    ``effect`` and its interval belong to the exact test.

    Parameters
    ----------
    x, y
        Columns of equal length.
    alternative
        "greater" means x is 1 more often than y.
    variant
        "exact" (binomial), "midp", "corrected" for continuity or "uncorrected" chi-square.
    alpha
        Level of the interval.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> right = pl.DataFrame({"x": [1] * 79 + [0] * 12 + [1] * 4 + [0] * 5, "y": [1] * 91 + [0] * 9})
    >>> row = right.select(br.expr.mcnemar("x", "y")).unnest("mcnemar")
    >>> row.select("n", "n_ties", "statistic", "p_value", "estimate").row(0)
    (100, 84, 4.0, 0.076812744140625, -0.08)
    """
    one_of(alternative, ALTERNATIVES, name="alternative")
    one_of(variant, MCNEMAR.variants, name="variant")
    checked_alpha(alpha)

    def rows(counts: pl.DataFrame) -> pl.DataFrame:
        limited = _with_limits(counts, alternative, alpha, "tango")
        # In stages, since Polars computes a tail once for every mention of it.
        tested = limited.with_columns(_mcnemar_p(alternative))
        return tested.select(_mcnemar_row(alternative, variant, alpha))

    return summarised(MCNEMAR, rows, **_agreement(x, y))


def ci_tango(
    x: IntoExpr,
    y: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    variant: RateVariant = "tango",
    alpha: float = 0.05,
) -> pl.Expr:
    """Interval for the difference between the shares of ones of two matched columns.

    Tango's score interval, or Newcombe's from two Wilson intervals. With ``alternative`` "greater" only the lower
    limit is given, with "less" only the upper.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> right = pl.DataFrame({"x": [1] * 79 + [0] * 12 + [1] * 4 + [0] * 5, "y": [1] * 91 + [0] * 9})
    >>> row = right.select(br.expr.ci_tango("x", "y")).unnest("ci_tango")
    >>> row.select(pl.col("estimate", "ci_low", "ci_high").round(4)).row(0)
    (-0.08, -0.1656, -0.0018)
    """
    one_of(alternative, ALTERNATIVES, name="alternative")
    one_of(variant, CI_TANGO.variants, name="variant")
    checked_alpha(alpha)

    def rows(counts: pl.DataFrame) -> pl.DataFrame:
        sound = pl.col("binary") & (pl.col("n") > 0)
        return _with_limits(counts, alternative, alpha, variant).select(
            fields(
                CI_TANGO,
                variant=variant,
                n=pl.col("n"),
                n_ties=pl.when(sound).then(pl.col("n") - pl.col("b") - pl.col("c")),
                estimate=pl.when(sound).then("difference"),
                ci_low=pl.when(sound).then("low"),
                ci_high=pl.when(sound).then("high"),
                alpha=alpha,
                law="score" if variant == "tango" else "Wilson",
                alternative=alternative,
                status=first_that_holds([(pl.col("n") == 0, "too_few"), (~pl.col("binary"), "undefined")], "ok"),
                remarks=joined_remarks(NOT_BINARY.where((pl.col("n") > 0) & ~pl.col("binary"))),
            )
        )

    return summarised(CI_TANGO, rows, **_agreement(x, y))


def paired_t_instances(
    x: IntoExpr,
    y: IntoExpr,
    cluster: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> pl.Expr:
    """Paired t test of two matched columns of losses, one row per instance.

    With ``cluster`` the standard error allows for any dependence within a cluster and the degrees of freedom are the
    number of clusters less one. Fewer than 30 instances or clusters make the result approximate.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> wrong = pl.DataFrame({"x": [0] * 79 + [1] * 12 + [0] * 4 + [1] * 5, "y": [0] * 91 + [1] * 9})
    >>> row = wrong.select(br.expr.paired_t_instances("x", "y")).unnest("paired_t_instances")
    >>> row.select("n", pl.col("statistic").round(8), pl.col("p_value").round(8)).row(0)
    (100, 2.0310096, 0.04493473)
    """
    one_of(alternative, ALTERNATIVES, name="alternative")
    checked_alpha(alpha)
    difference, operand = difference_and_operand(x, y)
    both = difference.is_not_null()
    facts = spread_lists(difference, operand)
    if cluster is not None:
        facts["d"] = difference.filter(both).implode()
        facts["cluster"] = as_expr(cluster).rank("dense").filter(both).cast(pl.Int64).implode()

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        sums = with_spread(lists).with_columns(pl.col("mean", "sd") * pl.col("unit"))
        known = sums if cluster is None else sums.hstack(_cluster_errors(sums))
        if cluster is None:
            known = sums.with_columns(error=pl.col("sd") / pl.col("n").sqrt(), units=pl.col("n"))
        # Clusters may balance what varies within them.
        level = (pl.col("error") * pl.col("units").sqrt() <= TOLERANCE * pl.col("largest")).fill_null(False)
        steady = level | ((pl.col("n") > 1) & ~pl.col("varies"))
        judged = known.with_columns(steady=steady, tied=(pl.col("n") > 1) & ~pl.col("differs"))
        return judged.select(_t_row(cluster is not None, alternative, alpha))

    return averaged(PAIRED_T_INSTANCES, rows, (x, y), facts)


def _agreement(x: IntoExpr, y: IntoExpr) -> dict[str, pl.Expr]:
    first, second = ordered(x), ordered(y)
    both = first.is_not_null() & second.is_not_null()

    def count(condition: pl.Expr) -> pl.Expr:
        # Counts are UInt32 in Polars: 0 - 1 would be 4294967295.
        return (both & condition).sum().cast(pl.Int64)

    binary = first.is_in([0.0, 1.0]) & second.is_in([0.0, 1.0])
    return {
        "n": both.sum().cast(pl.Int64),
        "binary": (~both | binary).all(),
        "b": count((first == 1) & (second == 0)),
        "c": count((first == 0) & (second == 1)),
        "one": count((first == 1) & (second == 1)),
        "none": count((first == 0) & (second == 0)),
    }


def _with_limits(counts: pl.DataFrame, alternative: Alternative, alpha: float, variant: RateVariant) -> pl.DataFrame:
    level = alpha / 2 if alternative == "two-sided" else alpha
    limits = {"tango": tango_limits, "newcombe": newcombe_limits}[variant]
    one, b, c, none = (counts.get_column(name).to_numpy().astype(np.float64) for name in ("one", "b", "c", "none"))
    low, high = limits(one, b, c, none, level)
    nothing = np.full(len(low), np.nan)
    return counts.with_columns(
        difference=(pl.col("b") - pl.col("c")) / pl.col("n"),
        low=pl.Series(nothing if alternative == "less" else low).fill_nan(None),
        high=pl.Series(nothing if alternative == "greater" else high).fill_nan(None),
    )


def _mcnemar_row(alternative: Alternative, variant: McnemarVariant, alpha: float) -> list[pl.Expr]:
    n, b, c = pl.col("n"), pl.col("b"), pl.col("c")
    discordant = b + c
    sound = pl.col("binary") & (n > 0)
    decided = sound & (discordant > 0)
    sides = 2 if alternative == "two-sided" else 1
    level = alpha / sides
    chi2 = {name: pl.col(f"chi2_{name}") for name in ("uncorrected", "corrected")}
    p = {name: pl.col(f"p_{name}") for name in MCNEMAR.variants}
    asymptotic = variant in ("corrected", "uncorrected")
    differs = (pl.col("low") > 0) | (pl.col("high") < 0)
    others = {
        "exact": [p["exact"]],
        "midp": [p["midp"]],
        "uncorrected": [chi2["uncorrected"], p["uncorrected"]],
        "corrected": [chi2["corrected"], p["corrected"]],
    }
    del others[variant]
    beside = {
        "exact": BESIDE_EXACT,
        "midp": BESIDE_MIDP,
        "uncorrected": BESIDE_UNCORRECTED,
        "corrected": BESIDE_CORRECTED,
    }[variant]
    return fields(
        MCNEMAR,
        variant=variant,
        n=n,
        n_ties=pl.when(sound).then(n - discordant),
        statistic=pl.when(decided).then(chi2[variant] if asymptotic else b),
        df1=pl.when(decided).then(1) if asymptotic else None,
        p_value=pl.when(decided).then(p[variant]).when(sound).then(1.0),
        estimate=pl.when(sound).then("difference"),
        ci_low=pl.when(sound).then("low"),
        ci_high=pl.when(sound).then("high"),
        effect=pl.when(decided).then((b - c) / discordant),
        effect_low=None if alternative == "less" else pl.when(decided).then(2 * beta_quantile(level, b, c + 1) - 1),
        effect_high=None
        if alternative == "greater"
        else pl.when(decided).then(2 * beta_quantile(1 - level, b + 1, c) - 1),
        alpha=alpha,
        law=("normal" if sides == 1 else "chi-square") if asymptotic else "binomial",
        alternative=alternative,
        status=first_that_holds(
            [(n == 0, "too_few"), (~pl.col("binary"), "undefined"), (~decided, "all_ties")],
            "approximate" if asymptotic else "ok",
        ),
        remarks=joined_remarks(
            NOT_BINARY.where((n > 0) & ~pl.col("binary")),
            UNREACHABLE.where(decided & pl.lit(not asymptotic) & (sides * pl.lit(0.5).pow(discordant) > alpha)),
            SCORE_INTERVAL.where(decided & (differs != (p[variant] <= alpha))),
            beside.where(decided, *(value.round_sig_figs(4) for values in others.values() for value in values)),
        ),
    )


def _mcnemar_p(alternative: Alternative) -> list[pl.Expr]:
    """Return chi-square and the p-values of all variants."""
    b, c = pl.col("b"), pl.col("c")
    n = b + c
    gap = (b - c).abs()
    corrected = (gap - 1).clip(lower_bound=0)
    chi2 = {"uncorrected": gap**2 / n, "corrected": corrected**2 / n}
    # Half of the probability of what was seen is taken off each tail.
    mass = (log_factorial(n) - log_factorial(b) - log_factorial(c) - n * float(np.log(2))).exp()
    exact = binomial_tail(b, n, 0.5, alternative)
    if alternative == "two-sided":
        midp = pl.when(b == c).then(1.0).otherwise((exact - mass).clip(upper_bound=1.0))
        asymptotic = {name: chi2_sf(value, 1) for name, value in chi2.items()}
    else:
        midp = exact - mass / 2
        way = b - c if alternative == "greater" else c - b
        asymptotic = {"uncorrected": normal_sf(way / n.sqrt()), "corrected": normal_sf((way - 1) / n.sqrt())}
    p = {"exact": exact, "midp": midp, **asymptotic}
    return [
        *(value.alias(f"chi2_{name}") for name, value in chi2.items()),
        *(value.alias(f"p_{name}") for name, value in p.items()),
    ]


def _cluster_errors(sums: pl.DataFrame) -> pl.DataFrame:
    """Return the cluster-robust standard error of the mean of every group, and its number of clusters."""
    groups = sums.height
    lengths = sums.get_column("d").list.len().to_numpy().astype(np.int64)
    group = np.repeat(np.arange(groups), lengths)
    d = sums.get_column("d").explode(empty_as_null=False).to_numpy().astype(np.float64)
    code = sums.get_column("cluster").explode(empty_as_null=False).to_numpy()
    mean = sums.get_column("mean").fill_null(0.0).to_numpy()
    label = group * (code.max(initial=0) + 1) + code
    _, at, cluster = np.unique(label, return_index=True, return_inverse=True)
    off = np.bincount(cluster, weights=d - mean[group], minlength=len(at))
    owner = group[at]
    units = np.bincount(owner, minlength=groups)
    squares = np.bincount(owner, weights=off**2, minlength=groups)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt(units / (units - 1) * squares) / lengths
    return pl.DataFrame({"error": error, "units": units.astype(np.int64)}).with_columns(pl.col("error").fill_nan(None))


def _t_row(clustered: bool, alternative: Alternative, alpha: float) -> list[pl.Expr]:
    n, units, mean, error = pl.col("n"), pl.col("units"), pl.col("mean"), pl.col("error")
    enough = units >= 2
    testable = enough & ~pl.col("steady")
    t, df = mean / error, units - 1
    sides = 2 if alternative == "two-sided" else 1
    tail = {"two-sided": 2 * t_sf(t.abs(), df), "greater": t_sf(t, df), "less": t_sf(-t, df)}[alternative]
    reach = error * t_isf(alpha / sides, df)
    few = testable & (units < LARGE)
    constant = enough & pl.col("steady") & ~pl.col("tied")
    flipped = (2 * pl.lit(0.5).pow(n)).round_sig_figs(4)
    varies = testable & (pl.col("sd") > 0)

    def limit(level: float) -> pl.Expr:
        return pl.when(varies).then(noncentrality_of(t, df, level) * error / pl.col("sd"))

    return fields(
        PAIRED_T_INSTANCES,
        variant="cluster-robust" if clustered else "plain",
        n=n,
        statistic=pl.when(testable).then(t),
        df1=pl.when(testable).then(df),
        p_value=pl.when(testable).then(tail).when(enough & pl.col("tied")).then(1.0),
        estimate=mean,
        ci_low=None if alternative == "less" else pl.when(testable).then(mean - reach),
        ci_high=None if alternative == "greater" else pl.when(testable).then(mean + reach),
        effect=pl.when(varies).then(mean / pl.col("sd")),
        effect_low=None if alternative == "less" else limit(1 - alpha / sides),
        effect_high=None if alternative == "greater" else limit(alpha / sides),
        alpha=alpha,
        law="t",
        alternative=alternative,
        status=first_that_holds(
            [
                (~enough, "too_few"),
                (pl.col("tied"), "all_ties"),
                (pl.col("steady"), "zero_variance"),
                (few, "approximate"),
            ],
            "ok",
        ),
        remarks=joined_remarks(
            SAME_ON_INSTANCES.where(constant),
            FLIPPED.where(constant & pl.lit(not clustered and sides == 2), flipped),
            CLUSTER_ERROR.where(testable & pl.lit(clustered), units),
            (FEW_CLUSTERS if clustered else FEW_INSTANCES).where(few),
        ),
    )


MCNEMAR = Method(
    id="mcnemar",
    title="McNemar test",
    question="Do two trained classifiers differ in error on the same instances?",
    kind="columns",
    shape="predictions",
    prose="McNemar’s exact test",
    symbol="b",
    formula="b = instances only a gets right, c = only b; b ~ Binomial(b + c, 1/2); chi2 = (|b - c| - 1)^2 / (b + c)",
    tex=r"b \sim \mathrm{Bin}(b + c, 1/2), \quad \chi^2 = \frac{(|b - c| - 1)^2}{b + c}",
    null="an instance that one of the two gets wrong is as likely the one's as the other's",
    assumes=("instances are independent", "the two classifiers are fixed, trained once"),
    cites=("mcnemar1947", "dietterich1998", "fagerland2013", "alpaydin2010"),
    estimand="difference of rates a - b",
    effect="wins minus losses among the instances that differ, as a share",
    variants=("exact", "midp", "corrected", "uncorrected"),
    answers=("instances",),
    reason="It counts the instances that only one of two classifiers gets right.",
    remarks=(NOT_BINARY, UNREACHABLE, SCORE_INTERVAL, BESIDE_EXACT, BESIDE_MIDP, BESIDE_UNCORRECTED, BESIDE_CORRECTED),
    expr=mcnemar,
)

CI_TANGO = Method(
    id="ci_tango",
    title="Interval for a paired difference of rates",
    question="How far apart are the error rates of two classifiers on the same instances?",
    kind="columns",
    shape="predictions",
    symbol="d",
    formula="all D with |b - c - nD| <= z sqrt(n (2 q + D (1 - D))), q the restricted estimate given D",
    tex=r"\left\{ D : |b - c - n D| \leq z_{1-\alpha/2} \sqrt{n (2 q + D (1 - D))} \right\}",
    null="none: an interval",
    assumes=("instances are independent", "the two classifiers are fixed, trained once"),
    cites=("tango1998", "newcombe1998paired"),
    estimand="difference of rates a - b",
    variants=("tango", "newcombe"),
    remarks=(NOT_BINARY,),
    expr=ci_tango,
)

PAIRED_T_INSTANCES = Method(
    id="paired_t_instances",
    title="Paired t test on instances",
    question="Do two trained predictors differ in mean loss on the same instances?",
    kind="columns",
    shape="predictions",
    prose="the paired t test on instances",
    symbol="t",
    formula="t = sqrt(m) mean(d) / sd(d) with m - 1 degrees of freedom; over G clusters their sums, with G - 1",
    tex=r"t = \frac{\sqrt{m} \, \bar{d}}{s_d}",
    null="the expected difference in loss is zero",
    assumes=("instances are independent, or clusters of them are", "many instances, since losses are not normal"),
    cites=("dietterich1998", "liang1986"),
    estimand="mean difference a - b",
    effect="mean difference in standard deviations",
    variants=("plain", "cluster-robust"),
    answers=("instances",),
    reason="It compares mean losses, which are about normal for many instances.",
    signed=True,
    remarks=(SAME_ON_INSTANCES, FLIPPED, CLUSTER_ERROR, FEW_CLUSTERS, FEW_INSTANCES, NO_MEAN),
    expr=paired_t_instances,
)
