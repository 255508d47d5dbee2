"""Do two algorithms differ, when their runs are two separate samples?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import ALTERNATIVES, RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.columns.folds import noncentrality_of
from benchreport.stats.columns.paired import UNREACHABLE
from benchreport.stats.distributions import IntoExpr, elementwise, measured, normal_sf, ordered, t_isf, t_sf
from benchreport.stats.rows import (
    NO_MEAN,
    averaged,
    checked_alpha,
    checked_draws,
    fields,
    first_that_holds,
    summarised,
)
from benchreport.stats.two_samples import (
    DIFFERENCES_UP_TO,
    EXACT_RANKS_UP_TO,
    Samples,
    dominance,
    gathered,
    moments,
    rank_sum_tails,
    shifts,
    split_tails,
)

UnpairedVariant = Literal["welch", "conservative", "pooled"]
RankSumVariant = Literal["exact", "normal", "normal_corrected"]
SplitVariant = Literal["mean", "studentized"]
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
    checked_unpaired_t(alternative, variant, alpha)
    return averaged(
        UNPAIRED_T,
        lambda lists: t_rows(lists, alternative, variant, alpha),
        (x, y),
        _both(x, y, measured),
        matched=False,
    )


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
    checked_mann_whitney(alternative, variant, alpha)
    columns = list(RESULT_COLUMNS)

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        return rank_rows(lists, alternative, variant, alpha).select(columns)

    return summarised(MANN_WHITNEY, rows, **_both(x, y))


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
    checked_permutation(alternative, variant, alpha, draws)

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        return split_rows(lists, alternative, variant, alpha, draws, seed)

    return averaged(PERMUTATION_TWO_SAMPLE, rows, (x, y), _both(x, y, measured), matched=False)


def checked_unpaired_t(alternative: str, variant: str, alpha: float) -> None:
    """Refuse options that mean nothing."""
    one_of(alternative, ALTERNATIVES, name="alternative")
    one_of(variant, UNPAIRED_T.variants, name="variant")
    checked_alpha(alpha)


def checked_mann_whitney(alternative: str, variant: str, alpha: float) -> None:
    """Refuse options that mean nothing."""
    one_of(alternative, ALTERNATIVES, name="alternative")
    one_of(variant, MANN_WHITNEY.variants, name="variant")
    checked_alpha(alpha)


def checked_permutation(alternative: str, variant: str, alpha: float, draws: int) -> None:
    """Refuse options that mean nothing."""
    one_of(alternative, ALTERNATIVES, name="alternative")
    one_of(variant, PERMUTATION_TWO_SAMPLE.variants, name="variant")
    checked_alpha(alpha)
    checked_draws(draws)


def _both(x: IntoExpr, y: IntoExpr, read: Callable[[IntoExpr], pl.Expr] = ordered) -> dict[str, pl.Expr]:
    return {name: read(column).drop_nulls().sort().implode() for name, column in (("x", x), ("y", y))}


def t_rows(lists: pl.DataFrame, alternative: Alternative, variant: UnpairedVariant, alpha: float) -> pl.DataFrame:
    """Give a result row per row of two lists."""
    facts = moments(gathered(lists))
    n_x, n_y = pl.col("n_x"), pl.col("n_y")
    part_x, part_y = pl.col("sd_x").pow(2) / n_x, pl.col("sd_y").pow(2) / n_y
    together = (((n_x - 1) * pl.col("sd_x").pow(2) + (n_y - 1) * pl.col("sd_y").pow(2)) / (n_x + n_y - 2)).sqrt()
    error = together * (1 / n_x + 1 / n_y).sqrt() if variant == "pooled" else (part_x + part_y).sqrt()
    df = {
        "welch": (part_x + part_y).pow(2) / (part_x.pow(2) / (n_x - 1) + part_y.pow(2) / (n_y - 1)),
        "conservative": pl.min_horizontal(n_x, n_y) - 1,
        "pooled": n_x + n_y - 2,
    }[variant]
    enough = (n_x >= 2) & (n_y >= 2)
    ready = facts.with_columns(error=error, df=df.cast(pl.Float64), pooled=together).with_columns(
        t=pl.col("difference") / pl.col("error"), testable=enough & ~pl.col("steady")
    )
    testable, t, degrees = pl.col("testable"), pl.col("t"), pl.col("df")
    tail = {"two-sided": 2 * t_sf(t.abs(), degrees), "greater": t_sf(t, degrees), "less": t_sf(-t, degrees)}
    sides = 2 if alternative == "two-sided" else 1
    reach = pl.col("error") * t_isf(alpha / sides, degrees)
    row = fields(
        UNPAIRED_T,
        variant=variant,
        n=pl.min_horizontal(n_x, n_y),
        statistic=pl.when(testable).then(t),
        df1=pl.when(testable).then(degrees),
        p_value=pl.when(testable).then(tail[alternative]).when(enough & pl.col("same")).then(1.0),
        estimate=pl.col("difference") * pl.col("unit"),
        ci_low=_side(alternative, "less", testable, (pl.col("difference") - reach) * pl.col("unit")),
        ci_high=_side(alternative, "greater", testable, (pl.col("difference") + reach) * pl.col("unit")),
        **standardised(alternative, alpha, testable),
        alpha=alpha,
        law="t",
        alternative=alternative,
        status=_status(enough),
        remarks=joined_remarks(_sizes(enough), NO_SPREAD.where(enough & pl.col("steady") & ~pl.col("same"))),
    )
    return ready.select(row)


def standardised(alternative: Alternative, alpha: float, testable: pl.Expr) -> dict[str, pl.Expr | None]:
    """Give Cohen's d of two samples with its interval; needs ``difference``, ``pooled``, ``n_x`` and ``n_y``."""
    n_x, n_y = pl.col("n_x"), pl.col("n_y")
    factor = (1 / n_x + 1 / n_y).sqrt()
    effect = pl.col("difference") / pl.col("pooled")
    sides = 2 if alternative == "two-sided" else 1

    def limit(level: float) -> pl.Expr:
        return noncentrality_of(effect / factor, n_x + n_y - 2, level) * factor

    return {
        "effect": pl.when(testable).then(effect),
        "effect_low": _side(alternative, "less", testable, limit(1 - alpha / sides)),
        "effect_high": _side(alternative, "greater", testable, limit(alpha / sides)),
    }


def _side(alternative: Alternative, absent: Alternative, testable: pl.Expr, limit: pl.Expr) -> pl.Expr | None:
    return None if alternative == absent else pl.when(testable).then(limit)


def _status(enough: pl.Expr) -> pl.Expr:
    steady = pl.col("steady")
    return first_that_holds(
        [(~enough, "too_few"), (steady & pl.col("same"), "all_ties"), (steady, "zero_variance")], "ok"
    )


def _sizes(enough: pl.Expr) -> pl.Expr:
    return SAMPLE_SIZES.where(enough, "n_x", "n_y")


def cliff_limits(alternative: Alternative, alpha: float) -> tuple[pl.Expr, pl.Expr]:
    """Give the limits of Cliff's delta from ``delta``, its ``variance``, ``n_x`` and ``n_y``.

    They are asymmetric, after Feng and Cliff, and stay within -1 and 1 where the samples do not overlap.
    """
    delta, n_x, n_y = pl.col("delta"), pl.col("n_x"), pl.col("n_y")
    z = t_isf(alpha / 2 if alternative == "two-sided" else alpha, n_x + n_y - 2)

    def limits(side: float, d: Any, variance: Any, quantile: Any, least: Any) -> Any:
        reach = quantile**2 * variance
        inner = (d - d**3 + side * np.sqrt(reach * ((1 - d**2) ** 2 + reach))) / (1 - d**2 + reach)
        apart = np.sign(d) * np.where(d * side < 0, (least - quantile**2) / (least + quantile**2), 1.0)
        return np.clip(np.where(np.abs(d) >= 1, apart, inner), -1.0, 1.0)

    least = pl.min_horizontal(n_x, n_y)
    low = elementwise(partial(limits, -1.0), delta, "variance", z, least)
    high = elementwise(partial(limits, 1.0), delta, "variance", z, least)
    return low, high


def rank_rows(lists: pl.DataFrame, alternative: Alternative, variant: RankSumVariant, alpha: float) -> pl.DataFrame:
    """Return a result row per row of two lists, and in ``mirrored`` the statistic of y against x."""
    samples = gathered(lists)
    sides = 2 if alternative == "two-sided" else 1
    n = samples.n_x + samples.n_y
    exact = (n <= EXACT_RANKS_UP_TO) & (samples.n_x > 0) & (samples.n_y > 0) & (variant == "exact")
    at_most, at_least = rank_sum_tails(samples, exact)
    shift, low, high = shifts(samples, alpha / sides, lower=alternative != "less", upper=alternative != "greater")
    facts = dominance(samples).with_columns(
        exact=pl.Series(exact),
        at_most=pl.Series(at_most, nan_to_null=True),
        at_least=pl.Series(at_least, nan_to_null=True),
        shift=pl.Series(shift, nan_to_null=True),
        low=pl.Series(low, nan_to_null=True),
        high=pl.Series(high, nan_to_null=True),
    )
    mirrored = pl.col("n_x") * pl.col("n_y") - pl.col("u")
    return facts.select(*_rank_row(alternative, variant, alpha), mirrored=mirrored)


def _rank_row(alternative: Alternative, variant: RankSumVariant, alpha: float) -> list[pl.Expr]:
    n_x, n_y, exact = pl.col("n_x"), pl.col("n_y"), pl.col("exact")
    n = n_x + n_y
    enough = (n_x >= 1) & (n_y >= 1)
    all_tied = enough & (pl.col("crossed") == n_x * n_y)
    sides = 2 if alternative == "two-sided" else 1
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
    low, high = cliff_limits(alternative, alpha)
    interval = enough & ~all_tied & (n_x > 1) & (n_y > 1)
    best = sides * (elementwise(lambda k, j: np.exp(_log_choose(k, j)), n_x, n_y))
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
        effect_low=_side(alternative, "less", interval, low),
        effect_high=_side(alternative, "greater", interval, high),
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


def _log_choose(k: np.ndarray, j: np.ndarray) -> np.ndarray:
    from scipy.special import gammaln

    return np.asarray(gammaln(k + 1) + gammaln(j + 1) - gammaln(k + j + 1))


def split_rows(
    lists: pl.DataFrame, alternative: Alternative, variant: SplitVariant, alpha: float, draws: int, seed: int
) -> pl.DataFrame:
    """Give a result row per row of two lists."""
    samples: Samples = gathered(lists)
    statistic, upper, lower, both, exact = split_tails(
        samples, studentized=variant == "studentized", draws=draws, seed=seed
    )
    p = {"two-sided": both, "greater": upper, "less": lower}[alternative]
    n_x, n_y = pl.col("n_x"), pl.col("n_y")
    together = ((n_x - 1) * pl.col("sd_x").fill_null(0).pow(2) + (n_y - 1) * pl.col("sd_y").fill_null(0).pow(2)) / (
        n_x + n_y - 2
    )
    facts = (
        moments(samples)
        .with_columns(
            pooled=together.sqrt(),
            statistic=pl.Series(statistic, nan_to_null=True),
            p=pl.Series(p, nan_to_null=True),
            exact=pl.Series(exact),
        )
        .with_columns(pl.col("same") & pl.col("level"))
    )
    return facts.select(_split_row(alternative, variant, alpha, draws, seed))


def _split_row(alternative: Alternative, variant: SplitVariant, alpha: float, draws: int, seed: int) -> list[pl.Expr]:
    n_x, n_y, exact, p = pl.col("n_x"), pl.col("n_y"), pl.col("exact"), pl.col("p")
    least = 2 if variant == "studentized" else 1
    enough = (n_x >= least) & (n_y >= least)
    standard = enough & (n_x + n_y > 2) & (pl.col("pooled") > 0)
    error = (p * (1 - p) / draws).sqrt().round(6)
    best = elementwise(lambda k, j: np.exp(_log_choose(k, j)), n_x, n_y)
    return fields(
        PERMUTATION_TWO_SAMPLE,
        variant=variant,
        n=pl.min_horizontal(n_x, n_y),
        statistic=pl.when(enough).then("statistic"),
        p_value=pl.when(enough).then(pl.when(pl.col("same")).then(1.0).otherwise(p)),
        estimate=pl.col("difference") * pl.col("unit"),
        **standardised(alternative, alpha, standard),
        alpha=alpha,
        law=pl.when(exact).then(pl.lit("all splits")).otherwise(pl.lit(f"{draws} random splits")),
        alternative=alternative,
        status=first_that_holds([(~enough, "too_few"), (pl.col("same"), "all_ties")], "ok"),
        remarks=joined_remarks(
            _sizes(enough),
            RANDOM_SPLITS.where(enough & ~exact, pl.lit(draws), pl.lit(seed), error),
            UNREACHABLE.where(enough & exact & ~pl.col("same") & (best > alpha)),
        ),
    )


UNPAIRED_T = Method(
    id="unpaired_t",
    title="Unpaired t test",
    question="Do two algorithms differ in expected result, when their runs cannot be matched?",
    kind="columns",
    shape="scores",
    door="two",
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
    shape="scores",
    door="two",
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
    shape="scores",
    door="two",
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
