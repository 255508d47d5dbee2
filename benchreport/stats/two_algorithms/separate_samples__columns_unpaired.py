"""Do two algorithms differ, when their runs are two separate samples?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import IntoExpr, elementwise, measured, normal_sf, ordered, t_isf, t_sf
from benchreport.stats.forms.moments import checked_level
from benchreport.stats.forms.rows import NO_MEAN, averaged, checked_draws, fields, first_that_holds, summarised
from benchreport.stats.forms.samples import gathered
from benchreport.stats.forms.sides import effect_limits, limits, tail_of
from benchreport.stats.kernels.two_samples import (
    DIFFERENCES_UP_TO,
    EXACT_RANKS_UP_TO,
    dominance,
    moments,
    rank_sum_tails,
    shifts,
    split_tails,
)
from benchreport.stats.two_algorithms.over_datasets__columns_paired import UNREACHABLE
from benchreport.tables.rounding import Floats

UnpairedVariant = Literal["welch", "conservative", "pooled"]
RankSumVariant = Literal["exact", "normal", "normal_corrected"]
SplitVariant = Literal["mean", "studentized"]
ListTest = Callable[[pl.DataFrame], pl.DataFrame]
SAMPLE_SIZES = Remark(code="sample_sizes", note="{0} values of a and {1} of b, unpaired")
NO_SPREAD = Remark(code="no_spread_within_either", note="no spread within either algorithm")
MANY_VALUES = Remark(code="many_values", note=f"more than {EXACT_RANKS_UP_TO} values: normal approximation")
MANY_DIFFERENCES = Remark(code="many_differences", note=f"no estimate from more than {DIFFERENCES_UP_TO} differences")
RANDOM_SPLITS = Remark(code="random_splits", note="{0} random splits, seed {1}, standard error {2}")


def unpaired_t(
    x: IntoExpr,
    y: IntoExpr,
    /,
    *,
    alternative: Alternative = "two-sided",
    variant: UnpairedVariant = "welch",
    alpha: float = 0.05,
) -> pl.Expr:
    """T test of two columns as two samples; missing values of one column say nothing about the other.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.14, 0.16, 0.15, None]})
    >>> row = runs.select(br.expr.unpaired_t("x", "y")).unnest("unpaired_t")
    >>> row.select(pl.col("statistic", "df1", "p_value").round(4)).row(0)
    (-1.8516, 4.7419, 0.1265)
    """
    rows = unpaired_t_rows(alternative, variant, alpha)
    return averaged(UNPAIRED_T, rows, (x, y), both_samples(x, y, measured), matched=False)


def mann_whitney(
    x: IntoExpr,
    y: IntoExpr,
    /,
    *,
    alternative: Alternative = "two-sided",
    variant: RankSumVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """Mann-Whitney test of two columns as two samples; missing values of one say nothing about the other.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.14, 0.16, 0.17, 0.18]})
    >>> row = runs.select(br.expr.mann_whitney("x", "y")).unnest("mann_whitney")
    >>> row.select("statistic", pl.col("p_value").round(6), "effect").row(0)
    (1.5, 0.085714, -0.8125)
    """
    return summarised(MANN_WHITNEY, mann_whitney_rows(alternative, variant, alpha), **both_samples(x, y))


def permutation_two_sample(
    x: IntoExpr,
    y: IntoExpr,
    /,
    *,
    alternative: Alternative = "two-sided",
    variant: SplitVariant = "mean",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
) -> pl.Expr:
    """Permutation test of two columns as two samples; exact up to 100,000 splits, else by random ones.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"x": [2.0, 5.0], "y": [6.0, None]})
    >>> row = runs.select(br.expr.permutation_two_sample("x", "y")).unnest("permutation_two_sample")
    >>> row.select(pl.col("statistic", "p_value").round(6)).row(0)
    (-2.5, 0.666667)
    """
    rows = permutation_rows(alternative, variant, alpha, draws, seed)
    return averaged(PERMUTATION_TWO_SAMPLE, rows, (x, y), both_samples(x, y, measured), matched=False)


def unpaired_t_rows(alternative: Alternative, variant: UnpairedVariant, alpha: float) -> ListTest:
    """Check the options, and return the function that makes results of lists ``x`` and ``y``, one row per group."""
    level = checked_level(alpha, alternative)
    one_of(variant, UNPAIRED_T.variants, name="variant")
    return partial(_t_rows, alternative=alternative, variant=variant, alpha=alpha, level=level)


def mann_whitney_rows(alternative: Alternative, variant: RankSumVariant, alpha: float) -> ListTest:
    """As :func:`unpaired_t_rows`; the rows have a further column ``mirrored``, the statistic of y against x."""
    level = checked_level(alpha, alternative)
    one_of(variant, MANN_WHITNEY.variants, name="variant")
    return partial(_rank_rows, alternative=alternative, variant=variant, alpha=alpha, level=level)


def permutation_rows(alternative: Alternative, variant: SplitVariant, alpha: float, draws: int, seed: int) -> ListTest:
    """As :func:`unpaired_t_rows`."""
    level = checked_level(alpha, alternative)
    one_of(variant, PERMUTATION_TWO_SAMPLE.variants, name="variant")
    return partial(
        _split_rows,
        alternative=alternative,
        variant=variant,
        alpha=alpha,
        level=level,
        draws=checked_draws(draws),
        seed=seed,
    )


def both_samples(x: IntoExpr, y: IntoExpr, read: Callable[[IntoExpr], pl.Expr] = ordered) -> dict[str, pl.Expr]:
    """Aggregate two columns to ascending lists ``x`` and ``y``, without what is missing."""
    return {name: read(column).drop_nulls().sort().implode() for name, column in (("x", x), ("y", y))}


def _t_rows(
    lists: pl.DataFrame, *, alternative: Alternative, variant: UnpairedVariant, alpha: float, level: float
) -> pl.DataFrame:
    n_x, n_y, difference, unit = pl.col("n_x"), pl.col("n_y"), pl.col("difference"), pl.col("unit")
    part_x, part_y = pl.col("sd_x").pow(2) / n_x, pl.col("sd_y").pow(2) / n_y
    df = {
        "welch": (part_x + part_y).pow(2) / (part_x.pow(2) / (n_x - 1) + part_y.pow(2) / (n_y - 1)),
        "conservative": pl.min_horizontal(n_x, n_y) - 1,
        "pooled": n_x + n_y - 2,
    }[variant]
    enough = (n_x >= 2) & (n_y >= 2)
    error = pooled_sd() * (1 / n_x + 1 / n_y).sqrt() if variant == "pooled" else (part_x + part_y).sqrt()
    facts = pl.DataFrame(moments(gathered(lists)), nan_to_null=True)
    facts = facts.with_columns(error=error, df=df.cast(pl.Float64), pooled=pooled_sd())
    error, df, testable = pl.col("error"), pl.col("df"), enough & ~pl.col("steady")
    t, reach = difference / error, error * t_isf(level, df)
    row = fields(
        UNPAIRED_T,
        variant=variant,
        n=pl.min_horizontal(n_x, n_y),
        statistic=pl.when(testable).then(t),
        df1=pl.when(testable).then(df),
        p_value=pl.when(testable).then(tail_of(t, alternative, t_sf, df)).when(enough & pl.col("same")).then(1.0),
        estimate=difference * unit,
        **limits("ci", alternative, testable, (difference - reach) * unit, (difference + reach) * unit),
        **_standardised(alternative, level, testable),
        alpha=alpha,
        law="t",
        alternative=alternative,
        status=first_that_holds(
            [
                (~enough, "too_few"),
                (pl.col("steady") & pl.col("same"), "all_ties"),
                (pl.col("steady"), "zero_variance"),
            ],
            "ok",
        ),
        remarks=joined_remarks(_sizes(enough), NO_SPREAD.where(enough & pl.col("steady") & ~pl.col("same"))),
    )
    return facts.select(row)


def pooled_sd() -> pl.Expr:
    """Return the standard deviation within two samples, from their sizes and deviations; one value deviates by 0."""
    squares = [(pl.col(f"n_{side}") - 1) * pl.col(f"sd_{side}").fill_null(0).pow(2) for side in "xy"]
    return (sum(squares[1:], squares[0]) / (pl.col("n_x") + pl.col("n_y") - 2)).sqrt()


def _standardised(alternative: Alternative, level: float, testable: pl.Expr) -> dict[str, pl.Expr | None]:
    """Return Cohen's d of two samples with its interval; needs ``difference``, ``pooled``, ``n_x`` and ``n_y``."""
    n_x, n_y = pl.col("n_x"), pl.col("n_y")
    factor, effect = (1 / n_x + 1 / n_y).sqrt(), pl.col("difference") / pl.col("pooled")
    ends = effect_limits(effect / factor, n_x + n_y - 2, factor, level)
    return {"effect": pl.when(testable).then(effect), **limits("effect", alternative, testable, *ends)}


def _sizes(enough: pl.Expr) -> pl.Expr:
    return SAMPLE_SIZES.where(enough, "n_x", "n_y")


def cliff_limits(level: float) -> tuple[pl.Expr, pl.Expr]:
    """Return the limits of Cliff's delta from ``delta``, its ``variance``, ``n_x`` and ``n_y``.

    They are asymmetric, after Feng and Cliff, and stay within -1 and 1 where the samples do not overlap.
    """
    delta, n_x, n_y = pl.col("delta"), pl.col("n_x"), pl.col("n_y")
    z = t_isf(level, n_x + n_y - 2)

    def limits(side: float, d: Any, variance: Any, quantile: Any, least: Any) -> Any:
        reach = quantile**2 * variance
        inner = (d - d**3 + side * np.sqrt(reach * ((1 - d**2) ** 2 + reach))) / (1 - d**2 + reach)
        apart = np.sign(d) * np.where(d * side < 0, (least - quantile**2) / (least + quantile**2), 1.0)
        return np.clip(np.where(np.abs(d) >= 1, apart, inner), -1.0, 1.0)

    least = pl.min_horizontal(n_x, n_y)
    low = elementwise(partial(limits, -1.0), delta, "variance", z, least)
    high = elementwise(partial(limits, 1.0), delta, "variance", z, least)
    return low, high


def _rank_rows(
    lists: pl.DataFrame, *, alternative: Alternative, variant: RankSumVariant, alpha: float, level: float
) -> pl.DataFrame:
    samples = gathered(lists)
    few = (samples.n_x + samples.n_y <= EXACT_RANKS_UP_TO) & (samples.n_x > 0) & (samples.n_y > 0)
    exact = few & (variant == "exact")
    at_most, at_least = rank_sum_tails(samples, exact)
    shift, low, high = shifts(samples, level, lower=alternative != "less", upper=alternative != "greater")
    found = {"at_most": at_most, "at_least": at_least, "shift": shift, "low": low, "high": high}
    numbers = {name: pl.Series(values, nan_to_null=True) for name, values in found.items()}
    facts = pl.DataFrame(dominance(samples), nan_to_null=True).with_columns(exact=pl.Series(exact), **numbers)
    mirrored = pl.col("n_x") * pl.col("n_y") - pl.col("u")
    return facts.select(*_rank_row(alternative, variant, alpha, level), mirrored=mirrored)


def _rank_row(alternative: Alternative, variant: RankSumVariant, alpha: float, level: float) -> list[pl.Expr]:
    n_x, n_y, exact = pl.col("n_x"), pl.col("n_y"), pl.col("exact")
    n = n_x + n_y
    enough = (n_x >= 1) & (n_y >= 1)
    all_tied = enough & (pl.col("crossed") == n_x * n_y)
    exactly = {
        "two-sided": (2 * pl.min_horizontal("at_most", "at_least")).clip(upper_bound=1.0),
        "greater": pl.col("at_least"),
        "less": pl.col("at_most"),
    }[alternative]
    spread = (n_x * n_y / 12 * ((n + 1) - pl.col("tie_sum") / (n * (n - 1)))).sqrt()
    distance = pl.col("u") - n_x * n_y / 2
    step = 0.5 if variant == "normal_corrected" else 0.0
    nearly = {
        "two-sided": (2 * normal_sf((distance.abs() - step).clip(lower_bound=0.0) / spread)).clip(upper_bound=1.0),
        "greater": normal_sf((distance - step) / spread),
        "less": normal_sf((-distance - step) / spread),
    }[alternative]
    interval = enough & ~all_tied & (n_x > 1) & (n_y > 1)
    best = alpha / level * _least_split()
    normal_name = "normal" if variant == "exact" else variant
    return fields(
        MANN_WHITNEY,
        variant=pl.when(exact).then(pl.lit("exact")).otherwise(pl.lit(normal_name)),
        n=pl.min_horizontal(n_x, n_y),
        n_ties=pl.col("crossed"),
        statistic=pl.when(enough).then("u"),
        p_value=pl.when(all_tied).then(1.0).when(exact).then(exactly).when(enough).then(nearly),
        estimate=pl.col("shift"),
        ci_low=pl.col("low"),
        ci_high=pl.col("high"),
        effect=pl.when(enough).then("delta"),
        **limits("effect", alternative, interval, *cliff_limits(level)),
        alpha=alpha,
        law=pl.when(exact).then(pl.lit("exact rank-sum")).otherwise(pl.lit("normal")),
        alternative=alternative,
        status=first_that_holds([(~enough, "too_few"), (all_tied, "all_ties"), (exact, "ok")], "approximate"),
        remarks=joined_remarks(
            _sizes(enough),
            UNREACHABLE.where(exact & ~all_tied & (best > alpha)),
            MANY_VALUES.where(enough & ~exact & ~all_tied & pl.lit(variant == "exact")),
            MANY_DIFFERENCES.where(n_x * n_y > DIFFERENCES_UP_TO),
        ),
    )


def _least_split() -> pl.Expr:
    """Return the probability of a single split of all values into ``n_x`` and ``n_y``."""
    from scipy.special import gammaln

    def probability(k: Floats, j: Floats) -> Floats:
        return np.asarray(np.exp(gammaln(k + 1) + gammaln(j + 1) - gammaln(k + j + 1)))

    return elementwise(probability, "n_x", "n_y")


def _split_rows(
    lists: pl.DataFrame,
    *,
    alternative: Alternative,
    variant: SplitVariant,
    alpha: float,
    level: float,
    draws: int,
    seed: int,
) -> pl.DataFrame:
    samples = gathered(lists)
    studentized = variant == "studentized"
    statistic, upper, lower, both, exactly = split_tails(samples, studentized=studentized, draws=draws, seed=seed)
    tail = {"two-sided": both, "greater": upper, "less": lower}[alternative]
    facts = pl.DataFrame(moments(samples), nan_to_null=True).with_columns(
        pooled=pooled_sd(),
        statistic=pl.Series(statistic, nan_to_null=True),
        p=pl.Series(tail, nan_to_null=True),
        exact=pl.Series(exactly),
        same=pl.col("same") & pl.col("level"),
    )
    n_x, n_y, exact, p, same = (pl.col(name) for name in ("n_x", "n_y", "exact", "p", "same"))
    least = 2 if studentized else 1
    enough = (n_x >= least) & (n_y >= least)
    standard = enough & (n_x + n_y > 2) & (pl.col("pooled") > 0)
    error = (p * (1 - p) / draws).sqrt().round(6)
    row = fields(
        PERMUTATION_TWO_SAMPLE,
        variant=variant,
        n=pl.min_horizontal(n_x, n_y),
        statistic=pl.when(enough).then("statistic"),
        p_value=pl.when(enough).then(pl.when(same).then(1.0).otherwise(p)),
        estimate=pl.col("difference") * pl.col("unit"),
        **_standardised(alternative, level, standard),
        alpha=alpha,
        law=pl.when(exact).then(pl.lit("all splits")).otherwise(pl.lit(f"{draws} random splits")),
        alternative=alternative,
        status=first_that_holds([(~enough, "too_few"), (same, "all_ties")], "ok"),
        remarks=joined_remarks(
            _sizes(enough),
            RANDOM_SPLITS.where(enough & ~exact, pl.lit(draws), pl.lit(seed), error),
            UNREACHABLE.where(enough & exact & ~same & (_least_split() > alpha)),
        ),
    )
    return facts.select(row)


UNPAIRED_T = Method(
    id="unpaired_t",
    title="Unpaired t test",
    question="Do two algorithms differ in expected result, when their runs cannot be matched?",
    kind="columns",
    prose="Welch’s t test",
    symbol="t",
    formula="t = (mean(a) - mean(b)) / sqrt(var(a) / k + var(b) / j) with Welch's degrees of freedom",
    tex=r"t = \frac{\bar{a} - \bar{b}}{\sqrt{\frac{s_a^2}{k} + \frac{s_b^2}{j}}}",
    null="both algorithms have the same expected result",
    assumes=("runs are independent within and between the algorithms", "results are about normal"),
    cites=("welch1947", "witten2011"),
    estimand="mean difference a - b",
    effect="mean difference in pooled standard deviations",
    variants=("welch", "conservative", "pooled"),
    answers=("folds",),
    reason="Seeds of different algorithms are not matched.",
    transitive=True,
    matched=False,
    signed=True,
    remarks=(SAMPLE_SIZES, NO_SPREAD, NO_MEAN),
    expr=unpaired_t,
)

MANN_WHITNEY = Method(
    id="mann_whitney",
    title="Mann-Whitney test",
    question="Does a run of one algorithm tend to beat a run of the other, when runs cannot be matched?",
    kind="columns",
    symbol="U",
    formula="U = number of pairs of runs with a - b > 0, ties half; all splits of the pooled ranks equally likely",
    tex=r"U = \#\{ (i, j) : a_i > b_j \} + \frac{1}{2} \#\{ (i, j) : a_i = b_j \}",
    null="the results of both algorithms follow one law",
    assumes=("runs are independent within and between the algorithms",),
    cites=("mann1947", "cliff1993"),
    estimand="median of the pairwise differences a - b",
    effect="Cliff's delta",
    variants=("exact", "normal", "normal_corrected"),
    remarks=(SAMPLE_SIZES, UNREACHABLE, MANY_VALUES, MANY_DIFFERENCES),
    expr=mann_whitney,
)

PERMUTATION_TWO_SAMPLE = Method(
    id="permutation_two_sample",
    title="Two-sample permutation test",
    question="Would random relabelling of the runs of two algorithms give so large a difference?",
    kind="columns",
    prose="the permutation test of two samples",
    short="permutation",
    symbol="d",
    formula="p = share of the splits of all runs into k and j whose statistic is at least as extreme",
    tex=r"p = \#\{ s : |T_s| \geq |T| \} / \binom{k + j}{k}",
    null="the results of both algorithms follow one law",
    assumes=("runs are exchangeable when the algorithms do not differ",),
    cites=("pitman1937", "phipson2010"),
    estimand="mean difference a - b",
    effect="mean difference in pooled standard deviations",
    variants=("mean", "studentized"),
    answers=("folds",),
    reason="It compares separate samples without taking them as normal.",
    matched=False,
    signed=True,
    remarks=(SAMPLE_SIZES, RANDOM_SPLITS, UNREACHABLE, NO_MEAN),
    expr=permutation_two_sample,
)
