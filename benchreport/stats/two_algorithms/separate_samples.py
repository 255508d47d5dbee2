"""Tests of two algorithms on separate samples: t, Mann-Whitney and permutation tests of runs, differences of rates."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.distributions import IntoExpr, elementwise, measured, normal_sf, ordered, t_isf, t_sf
from benchreport.stats.forms.over import MATCHED, PER_DATASET, Frame, over_samples
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rates import FEW, INDEPENDENT, NOT_COUNTS, Rate, count_row, over_rate_pairs
from benchreport.stats.forms.rows import (
    NO_MEAN,
    SHARED_RUNS,
    averaged,
    checked_draws,
    nullable,
    status_where,
    summarised,
    values_where,
)
from benchreport.stats.forms.samples import gathered
from benchreport.stats.forms.sides import OptionsOfTest, checked_options, effect_limits
from benchreport.stats.kernels import binomial as kernels
from benchreport.stats.kernels import two_samples
from benchreport.stats.kernels.binomial import fisher_p
from benchreport.stats.kernels.two_samples import Samples
from benchreport.stats.two_algorithms.over_datasets import UNREACHABLE, WILCOXON, wilcoxon
from benchreport.stats.two_algorithms.over_folds import KFOLD_PAIRED_T, kfold_paired_t
from benchreport.tables.blocks import Reduce
from benchreport.tables.groups import By
from benchreport.tables.rounding import Floats

DifferenceVariant = Literal["newcombe", "wald"]
ProportionsVariant = Literal["plain", "corrected", "fisher"]
COUNTS = ("ka", "na", "kb", "nb")
NO_WIDTH = Remark(
    code="wald_without_width", note="both rates are 0 or 1, so the Wald interval has no width: Newcombe's is given"
)
FEW_SEEN = Remark(code="few_seen", note=f"fewer than {FEW} successes or failures; see Newcombe's interval")
FEW_FOR_Z = Remark(code="few_for_z", note=f'fewer than {FEW} successes or failures expected; see variant="fisher"')
UnpairedVariant = Literal["welch", "conservative", "pooled"]
RankSumVariant = Literal["exact", "normal", "normal_corrected"]
SplitVariant = Literal["mean", "studentized"]
SAMPLE_SIZES = Remark(code="sample_sizes", note="{0} values of a and {1} of b, unpaired")
NO_SPREAD = Remark(code="no_spread_within_either", note="no spread within either algorithm")
MANY_VALUES = Remark(code="many_values", note=f"more than {two_samples.EXACT_RANKS_UP_TO} values: normal approximation")
MANY_DIFFERENCES = Remark(
    code="many_differences", note=f"no estimate from more than {two_samples.DIFFERENCES_UP_TO} differences"
)
RANDOM_SPLITS = Remark(code="random_splits", note="{0} random splits, seed {1}, standard error {2}")
Rewards = Literal["welch", "permutation", "paired_t", "wilcoxon"]


@documented
def unpaired_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: UnpairedVariant = "welch",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the t test of every two algorithms, their runs taken as two separate samples.

    For runs with different seeds, splits or numbers of folds. ``n`` is the size of the smaller sample, the note gives
    both. Where both were measured on the same blocks the row says that a paired test would see more.

    Parameters
    ----------
    table
        Scores; gaps do not matter.
    variant
        "welch" degrees of freedom, "conservative" ones (the smaller sample minus 1), or "pooled" variances.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.unpaired_t(scores, control="Majority").select("dataset", "a", "n", "status").row(0)
    ('breast_cancer', 'DecisionTree', 10, 'approximate')
    """
    test = partial(_t_rows, options=checked_options(UNPAIRED_T, alternative, alpha, variant))
    return over_samples(UNPAIRED_T, test, table, by=by, control=control, reduce=reduce)


def unpaired_t_expr(
    x: IntoExpr,
    y: IntoExpr,
    /,
    *,
    alternative: Alternative = "two-sided",
    variant: UnpairedVariant = "welch",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the t test of two columns as two samples; missing values of one do not affect the other.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.14, 0.16, 0.15, None]})
    >>> row = runs.select(br.expr.unpaired_t("x", "y")).unnest("unpaired_t")
    >>> row.select(pl.col("statistic", "df1", "p_value").round(4)).row(0)
    (-1.8516, 4.7419, 0.1265)
    """
    rows = partial(_t_rows, options=checked_options(UNPAIRED_T, alternative, alpha, variant))
    return averaged(UNPAIRED_T, rows, (x, y), both_samples(x, y, measured), matched=False)


@documented
def mann_whitney(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: RankSumVariant = "exact",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the Mann-Whitney test of every two algorithms, their runs taken as two separate samples.

    The p-value is exact, ties included, up to 50 runs of both together; ``statistic`` is U, the number of pairs of runs
    in which the value of ``a`` is the larger, ties half, whichever way is better. ``estimate`` is the Hodges-Lehmann
    shift a - b, ``effect`` is Cliff's delta.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.mann_whitney(scores, control="Majority").select("a", "statistic", "effect").row(0)
    ('DecisionTree', 100.0, 1.0)
    """
    test = partial(_rank_rows, options=checked_options(MANN_WHITNEY, alternative, alpha, variant))
    return over_samples(MANN_WHITNEY, test, table, by=by, control=control, reduce=reduce)


def mann_whitney_expr(
    x: IntoExpr,
    y: IntoExpr,
    /,
    *,
    alternative: Alternative = "two-sided",
    variant: RankSumVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the Mann-Whitney test of two columns as two samples; missing values of one do not affect the other.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.14, 0.16, 0.17, 0.18]})
    >>> row = runs.select(br.expr.mann_whitney("x", "y")).unnest("mann_whitney")
    >>> row.select("statistic", pl.col("p_value").round(6), "effect").row(0)
    (1.5, 0.085714, -0.8125)
    """
    rows = partial(_rank_rows, options=checked_options(MANN_WHITNEY, alternative, alpha, variant))
    return summarised(MANN_WHITNEY, rows, **both_samples(x, y))


@documented
def permutation_two_sample(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: SplitVariant = "mean",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the permutation test of every two algorithms, their runs taken as two separate samples.

    Counts all splits of the runs up to 100,000 of them, else ``draws`` random ones and the observed split. The variant
    "studentized" divides the difference of the means by Welch's standard error, for spreads that differ. Other
    parameters as in :func:`unpaired_t`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> few = scores.filter(pl.col("repeat") < 3)
    >>> br.permutation_two_sample(few, control="Majority").select("a", "n", "law").row(0)
    ('DecisionTree', 4, 'all splits')
    """
    options = checked_options(PERMUTATION_TWO_SAMPLE, alternative, alpha, variant)
    test = partial(_split_rows, options=options, draws=checked_draws(draws), seed=seed)
    return over_samples(PERMUTATION_TWO_SAMPLE, test, table, by=by, control=control, reduce=reduce)


def permutation_two_sample_expr(
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
    """Compute the permutation test of two columns as two samples; exact up to 100,000 splits, else by random ones.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"x": [2.0, 5.0], "y": [6.0, None]})
    >>> row = runs.select(br.expr.permutation_two_sample("x", "y")).unnest("permutation_two_sample")
    >>> row.select(pl.col("statistic", "p_value").round(6)).row(0)
    (-2.5, 0.666667)
    """
    options = checked_options(PERMUTATION_TWO_SAMPLE, alternative, alpha, variant)
    rows = partial(_split_rows, options=options, draws=checked_draws(draws), seed=seed)
    return averaged(PERMUTATION_TWO_SAMPLE, rows, (x, y), both_samples(x, y, measured), matched=False)


def ci_difference_errors(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    variant: DifferenceVariant = "newcombe",
    alpha: float = 0.05,
) -> Frame:
    """Compute the interval for the difference of two error rates that were counted on separate test sets.

    Two algorithms that predicted the same instances are refused: their results are paired, and McNemar's test applies.
    Confusion counts do not tell their instances, so there the caller must know.

    Parameters
    ----------
    table
        Predictions or confusion counts.
    by
        Groups to compare within; with None all datasets are pooled.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    rate
        "error" or "accuracy".
    alternative
        "two-sided", or one bound alone: "greater" bounds by how little a is better than b.
    variant
        "newcombe" combines the Wilson limits of both rates; "wald" is the normal interval, with its z test.
    alpha
        Level of the interval.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> cells = {"tp": [18, 20], "fp": [6, 5], "fn": [6, 5], "tn": [10, 20]}
    >>> table = br.counts(pl.DataFrame({"model": ["A", "B"], **cells}))
    >>> rows = br.ci_difference_errors(table, variant="wald")
    >>> rows.select("a", "b", pl.col("estimate", "ci_low", "ci_high").round(4), "better").row(0)
    ('A', 'B', 0.1, -0.0802, 0.2802, 'B')
    """
    test = partial(ci_difference_errors_expr, alternative=alternative, variant=variant, alpha=alpha)
    return over_rate_pairs(CI_DIFFERENCE_ERRORS, test, table, by=by, rate=rate, control=control)


def ci_difference_errors_expr(
    successes_a: IntoExpr,
    trials_a: IntoExpr,
    successes_b: IntoExpr,
    trials_b: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    variant: DifferenceVariant = "newcombe",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the interval for the difference of two rates counted on separate trials.

    Parameters
    ----------
    successes_a, trials_a, successes_b, trials_b
        Counts, added up within a group.
    alternative
        "greater" gives the lower bound alone, "less" the upper bound.
    variant
        "newcombe" combines the Wilson limits of both rates; "wald" is the normal interval, with its z test.
    alpha
        Level of the interval.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_difference_errors(12, 40, 10, 50, variant="wald")).unnest("ci_difference_errors")
    >>> row.select(pl.col("estimate", "ci_low", "ci_high").round(6)).row(0)
    (0.1, -0.080167, 0.280167)
    """
    options = checked_options(CI_DIFFERENCE_ERRORS, alternative, alpha, variant)
    return _tested_rates(options, _difference_rows, successes_a, trials_a, successes_b, trials_b)


def two_proportions(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    variant: ProportionsVariant = "plain",
    alpha: float = 0.05,
) -> Frame:
    """Compute the test whether two algorithms have the same error rate, each tested on its own instances.

    ``statistic`` is z of the difference of rates a - b; its square is the chi-square of the table. ``variant`` is
    "plain", "corrected" for continuity, or "fisher", the exact test, whose statistic is the count of a. Other
    parameters as in :func:`ci_difference_errors`; "greater" means that a is better than b.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> cells = {"tp": [10, 3], "fp": [5, 15], "fn": [5, 10], "tn": [5, 2]}
    >>> table = br.counts(pl.DataFrame({"model": ["A", "B"], **cells}))
    >>> br.two_proportions(table).select("better", pl.col("statistic", "p_value").round(4)).row(0)
    ('A', -3.3265, 0.0009)
    """
    test = partial(two_proportions_expr, alternative=alternative, variant=variant, alpha=alpha)
    return over_rate_pairs(TWO_PROPORTIONS, test, table, by=by, rate=rate, control=control)


def two_proportions_expr(
    successes_a: IntoExpr,
    trials_a: IntoExpr,
    successes_b: IntoExpr,
    trials_b: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    variant: ProportionsVariant = "plain",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the test whether two rates counted on separate trials are equal.

    ``statistic`` is z; its square is the chi-square of the two-by-two table. "corrected" is Yates' continuity
    correction, "fisher" the exact test. Other arguments as in :func:`benchreport.expr.ci_difference_errors`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.two_proportions(15, 25, 5, 30)).unnest("two_proportions")
    >>> row.select((pl.col("statistic") ** 2).round(6), pl.col("p_value").round(6)).row(0)
    (11.065476, 0.000879)
    """
    options = checked_options(TWO_PROPORTIONS, alternative, alpha, variant)
    rows = _fisher_rows if variant == "fisher" else _z_rows
    return _tested_rates(options, rows, successes_a, trials_a, successes_b, trials_b)


def _tested_rates(
    options: OptionsOfTest, rows: Callable[[OptionsOfTest, pl.DataFrame], pl.DataFrame], *counts: IntoExpr
) -> pl.Expr:
    values = {name: ordered(value) for name, value in zip(COUNTS, counts, strict=True)}
    complete = pl.all_horizontal(value.is_not_null() for value in values.values())
    sums = {name: value.filter(complete).sum() for name, value in values.items()}
    return summarised(options.method, lambda counts: rows(options, _rate_facts(counts)), **sums)


def _rate_facts(counts: pl.DataFrame) -> pl.DataFrame:
    ka, na, kb, nb = (pl.col(name) for name in COUNTS)
    sound = (pl.min_horizontal(ka, kb) >= 0) & (ka <= na) & (kb <= nb) & na.is_finite() & nb.is_finite()
    some = pl.min_horizontal(na, nb) > 0
    pa, pb, pooled = ka / na, kb / nb, (ka + kb) / (na + nb)
    return counts.with_columns(
        sound=sound.fill_null(False),
        some=some.fill_null(False),
        fine=(sound & some).fill_null(False),
        n=na + nb,
        estimate=pa - pb,
        error=(pa * (1 - pa) / na + pb * (1 - pb) / nb).sqrt(),
        pooled=pooled,
        weight=1 / na + 1 / nb,
        alike=(pooled == 0) | (pooled == 1),
        arcs=2 * (pa.sqrt().arcsin() - pb.sqrt().arcsin()),
    )


def _difference_rows(options: OptionsOfTest, judged: pl.DataFrame) -> pl.DataFrame:
    fine, difference, error = pl.col("fine"), pl.col("estimate"), pl.col("error")
    chosen = options.variant == "wald"
    wald = fine & (error > 0) & chosen
    fewest = pl.min_horizontal("ka", "kb", pl.col("na") - pl.col("ka"), pl.col("nb") - pl.col("kb"))
    few = wald & (fewest < FEW)
    z = difference / error
    reach = kernels.normal_point(options.level) * error
    low, high = (pl.when(wald).then(difference + side).when(fine) for side in (-reach, reach))
    row = count_row(
        options,
        problems=[(few, "approximate")],
        remarks=[NO_WIDTH.where(fine & ~wald & chosen), FEW_SEEN.where(few)],
        variant=pl.when(wald).then(pl.lit("wald")).otherwise(pl.lit("newcombe")),
        **values_where(wald, statistic=z, p_value=options.tail(z)),
        effect=pl.when(fine).then("arcs"),
        law="normal",
        **options.limits(low.then("low"), high.then("high")),
    )
    return judged.with_columns(_newcombe(judged, options.level)).select(row)


def _newcombe(judged: pl.DataFrame, level: float) -> list[pl.Series]:
    ka, na, kb, nb = judged.select(COUNTS).to_numpy().T.copy()
    with np.errstate(all="ignore"):
        (la, ua), (lb, ub) = kernels.wilson(ka, na, level), kernels.wilson(kb, nb, level)
        pa, pb = ka / na, kb / nb
        low = pa - pb - np.hypot(pa - la, ub - pb)
        high = pa - pb + np.hypot(ua - pa, pb - lb)
    return nullable(low=low, high=high)


def _z_rows(options: OptionsOfTest, judged: pl.DataFrame) -> pl.DataFrame:
    fine, difference, pooled, weight = (pl.col(name) for name in ("fine", "estimate", "pooled", "weight"))
    tied, testable = fine & pl.col("alike"), fine & ~pl.col("alike")
    corrected = options.variant == "corrected"
    step = pl.min_horizontal(pl.lit(0.5), difference.abs() / weight) * weight if corrected else pl.lit(0.0)
    z = (difference.abs() - step) * difference.sign() / (pooled * (1 - pooled) * weight).sqrt()
    reach = kernels.normal_point(options.level) * pl.col("error") + step
    few = testable & (pl.min_horizontal("na", "nb") * pl.min_horizontal(pooled, 1 - pooled) < FEW)
    low, high = (pl.when(testable).then((difference + side).clip(-1, 1)) for side in (-reach, reach))
    row = count_row(
        options,
        problems=[(tied, "all_ties"), (few, "approximate")],
        remarks=[FEW_FOR_Z.where(few)],
        statistic=pl.when(testable).then(z),
        p_value=pl.when(testable).then(options.tail(z)).when(tied).then(1.0),
        effect=pl.when(fine).then("arcs"),
        law="normal",
        **options.limits(low, high),
    )
    return judged.select(row)


def _fisher_rows(options: OptionsOfTest, judged: pl.DataFrame) -> pl.DataFrame:
    fine = judged.get_column("fine").to_numpy()
    p = np.full(judged.height, np.nan)
    p[fine] = fisher_p(*judged.select(COUNTS).to_numpy()[fine].T, alternative=options.alternative)
    tied = pl.col("fine") & pl.col("alike")
    row = count_row(
        options,
        problems=[(tied, "all_ties")],
        remarks=[],
        **values_where("fine", statistic="ka", effect="arcs"),
        p_value=pl.when(tied).then(1.0).otherwise("p"),
        law="hypergeometric",
    )
    return judged.with_columns(nullable(p=p)).select(row)


def both_samples(x: IntoExpr, y: IntoExpr, read: Callable[[IntoExpr], pl.Expr] = ordered) -> dict[str, pl.Expr]:
    """Return the aggregates of two columns as ascending lists ``x`` and ``y``, without missing values."""
    return {name: read(column).drop_nulls().sort().implode() for name, column in (("x", x), ("y", y))}


def _t_rows(lists: pl.DataFrame, *, options: OptionsOfTest) -> pl.DataFrame:
    n_x, n_y, difference, unit = pl.col("n_x"), pl.col("n_y"), pl.col("difference"), pl.col("unit")
    part_x, part_y = pl.col("sd_x").pow(2) / n_x, pl.col("sd_y").pow(2) / n_y
    df = {
        "welch": (part_x + part_y).pow(2) / (part_x.pow(2) / (n_x - 1) + part_y.pow(2) / (n_y - 1)),
        "conservative": pl.min_horizontal(n_x, n_y) - 1,
        "pooled": n_x + n_y - 2,
    }[options.variant]
    enough = (n_x >= 2) & (n_y >= 2)
    error = pooled_sd() * (1 / n_x + 1 / n_y).sqrt() if options.variant == "pooled" else (part_x + part_y).sqrt()
    facts = pl.DataFrame(nullable(**two_samples.moments(gathered(lists))))
    facts = facts.with_columns(error=error, df=df.cast(pl.Float64), pooled=pooled_sd())
    error, df, testable = pl.col("error"), pl.col("df"), enough & ~pl.col("steady")
    t, reach = difference / error, error * t_isf(options.level, df)
    row = options.row(
        n=pl.min_horizontal(n_x, n_y),
        **values_where(testable, statistic=t, df1=df),
        p_value=pl.when(testable).then(options.tail(t, t_sf, df)).when(enough & pl.col("same")).then(1.0),
        estimate=difference * unit,
        **options.limits((difference - reach) * unit, (difference + reach) * unit, where=testable),
        **_standardised(options, testable),
        law="t",
        status=status_where(
            too_few=~enough, all_ties=pl.col("steady") & pl.col("same"), zero_variance=pl.col("steady")
        ),
        remarks=[
            SAMPLE_SIZES.where(enough, "n_x", "n_y"),
            NO_SPREAD.where(enough & pl.col("steady") & ~pl.col("same")),
        ],
    )
    return facts.select(row)


def pooled_sd() -> pl.Expr:
    """Return the standard deviation within two samples, from their sizes and deviations; one value deviates by 0."""
    squares = [(pl.col(f"n_{side}") - 1) * pl.col(f"sd_{side}").fill_null(0).pow(2) for side in "xy"]
    return (sum(squares[1:], squares[0]) / (pl.col("n_x") + pl.col("n_y") - 2)).sqrt()


def _standardised(options: OptionsOfTest, testable: pl.Expr) -> dict[str, pl.Expr | None]:
    """Return Cohen's d of two samples with its interval; needs ``difference``, ``pooled``, ``n_x`` and ``n_y``."""
    n_x, n_y = pl.col("n_x"), pl.col("n_y")
    factor, effect = (1 / n_x + 1 / n_y).sqrt(), pl.col("difference") / pl.col("pooled")
    ends = effect_limits(effect / factor, n_x + n_y - 2, factor, options.level)
    return {"effect": pl.when(testable).then(effect), **options.limits(*ends, where=testable, name="effect")}


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

    facts = (delta, pl.col("variance"), z, pl.min_horizontal(n_x, n_y))
    return elementwise(partial(limits, -1.0), *facts), elementwise(partial(limits, 1.0), *facts)


def _rank_rows(lists: pl.DataFrame, *, options: OptionsOfTest) -> pl.DataFrame:
    """Return the rows of lists ``x`` and ``y``, with a further column ``mirrored``, the statistic of y against x."""
    samples = gathered(lists)
    lower, upper = options.alternative != "less", options.alternative != "greater"
    shift, low, high = two_samples.shifts(samples, options.level, lower=lower, upper=upper)
    facts = rank_sum_facts(samples, options.variant).with_columns(*nullable(shift=shift, low=low, high=high))
    mirrored = pl.col("n_x") * pl.col("n_y") - pl.col("u")
    return facts.select(*_rank_row(options), mirrored=mirrored)


def rank_sum_facts(samples: Samples, variant: str) -> pl.DataFrame:
    """Return the dominance of two samples, one row for every two, and the tails of its law where that is ``exact``."""
    few = (samples.n_x + samples.n_y <= two_samples.EXACT_RANKS_UP_TO) & (samples.n_x > 0) & (samples.n_y > 0)
    exact = few & (variant == "exact")
    at_most, at_least = two_samples.rank_sum_tails(samples, exact)
    facts = pl.DataFrame(nullable(**two_samples.dominance(samples)))
    return facts.with_columns(*nullable(at_most=at_most, at_least=at_least), exact=pl.Series(exact))


def rank_sum_columns(options: OptionsOfTest) -> dict[str, pl.Expr]:
    """Return variant, p-value and law of a rank-sum test, from :func:`rank_sum_facts`."""
    n_x, n_y, exact = pl.col("n_x"), pl.col("n_y"), pl.col("exact")
    n = n_x + n_y
    enough = (n_x >= 1) & (n_y >= 1)
    all_tied = enough & (pl.col("crossed") == n_x * n_y)
    exactly = {
        "two-sided": (2 * pl.min_horizontal("at_most", "at_least")).clip(upper_bound=1.0),
        "greater": pl.col("at_least"),
        "less": pl.col("at_most"),
    }[options.alternative]
    spread = (n_x * n_y / 12 * ((n + 1) - pl.col("tie_sum") / (n * (n - 1)))).sqrt()
    distance = pl.col("u") - n_x * n_y / 2
    step = 0.5 if options.variant == "normal_corrected" else 0.0
    nearly = {
        "two-sided": (2 * normal_sf((distance.abs() - step).clip(lower_bound=0.0) / spread)).clip(upper_bound=1.0),
        "greater": normal_sf((distance - step) / spread),
        "less": normal_sf((-distance - step) / spread),
    }[options.alternative]
    normal_name = "normal" if options.variant == "exact" else options.variant
    return {
        "variant": pl.when(exact).then(pl.lit("exact")).otherwise(pl.lit(normal_name)),
        "p_value": pl.when(all_tied).then(1.0).when(exact).then(exactly).when(enough).then(nearly),
        "law": pl.when(exact).then(pl.lit("exact rank-sum")).otherwise(pl.lit("normal")),
    }


def _rank_row(options: OptionsOfTest) -> list[pl.Expr]:
    n_x, n_y, exact = pl.col("n_x"), pl.col("n_y"), pl.col("exact")
    enough = (n_x >= 1) & (n_y >= 1)
    all_tied = enough & (pl.col("crossed") == n_x * n_y)
    interval = enough & ~all_tied & (n_x > 1) & (n_y > 1)
    best = options.alpha / options.level * _least_split()
    return options.row(
        **rank_sum_columns(options),
        n=pl.min_horizontal(n_x, n_y),
        n_ties=pl.col("crossed"),
        **values_where(enough, statistic="u", effect="delta"),
        estimate=pl.col("shift"),
        ci_low=pl.col("low"),
        ci_high=pl.col("high"),
        **options.limits(*cliff_limits(options.level), where=interval, name="effect"),
        status=status_where("approximate", too_few=~enough, all_ties=all_tied, ok=exact),
        remarks=[
            SAMPLE_SIZES.where(enough, "n_x", "n_y"),
            UNREACHABLE.where(exact & ~all_tied & (best > options.alpha)),
            MANY_VALUES.where(enough & ~exact & ~all_tied & pl.lit(options.variant == "exact")),
            MANY_DIFFERENCES.where(n_x * n_y > two_samples.DIFFERENCES_UP_TO),
        ],
    )


def _least_split() -> pl.Expr:
    """Return the probability of a single split of all values into ``n_x`` and ``n_y``."""
    from scipy.special import gammaln

    def probability(k: Floats, j: Floats) -> Floats:
        return np.asarray(np.exp(gammaln(k + 1) + gammaln(j + 1) - gammaln(k + j + 1)))

    return elementwise(probability, "n_x", "n_y")


def _split_rows(lists: pl.DataFrame, *, options: OptionsOfTest, draws: int, seed: int) -> pl.DataFrame:
    samples = gathered(lists)
    studentized = options.variant == "studentized"
    statistic, upper, lower, both, exactly = two_samples.split_tails(
        samples, studentized=studentized, draws=draws, seed=seed
    )
    tail = {"two-sided": both, "greater": upper, "less": lower}[options.alternative]
    same = pl.col("same") & pl.col("level")
    numbers = nullable(statistic=statistic, p=tail)
    facts = pl.DataFrame(nullable(**two_samples.moments(samples))).with_columns(
        *numbers, pooled=pooled_sd(), exact=pl.Series(exactly), same=same
    )
    n_x, n_y, exact, p, same = (pl.col(name) for name in ("n_x", "n_y", "exact", "p", "same"))
    least = 2 if studentized else 1
    enough = (n_x >= least) & (n_y >= least)
    standard = enough & (n_x + n_y > 2) & (pl.col("pooled") > 0)
    error = (p * (1 - p) / draws).sqrt().round(6)
    row = options.row(
        n=pl.min_horizontal(n_x, n_y),
        **values_where(enough, statistic="statistic", p_value=pl.when(same).then(1.0).otherwise(p)),
        estimate=pl.col("difference") * pl.col("unit"),
        **_standardised(options, standard),
        law=pl.when(exact).then(pl.lit("all splits")).otherwise(pl.lit(f"{draws} random splits")),
        status=status_where(too_few=~enough, all_ties=same),
        remarks=[
            SAMPLE_SIZES.where(enough, "n_x", "n_y"),
            RANDOM_SPLITS.where(enough & ~exact, pl.lit(draws), pl.lit(seed), error),
            UNREACHABLE.where(enough & exact & ~same & (_least_split() > options.alpha)),
        ],
    )
    return facts.select(row)


@documented
def reward_comparison(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    variant: Rewards = "welch",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
) -> Frame:
    """Compute a test of the rewards of every two learners; one value per independently seeded run.

    Runs that share no environment seeds are two samples: "welch", or "permutation" where rewards are skewed. Runs
    matched by environment seed are pairs: "paired_t", or "wilcoxon". Episodes of one run are no replicates: average
    them first.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.reward_comparison(scores, control="Majority").select("a", "method", "variant").row(0)
    ('DecisionTree', 'reward_comparison', 'welch')
    """
    one_of(variant, REWARD_COMPARISON.variants, name="variant")
    tests: dict[str, Callable[..., Frame]] = {
        "welch": unpaired_t,
        "permutation": partial(permutation_two_sample, draws=draws, seed=seed),
        "paired_t": kfold_paired_t,
        "wilcoxon": wilcoxon,
    }
    rows = tests[variant](table, by=by, control=control, alternative=alternative, alpha=alpha)
    return rows.with_columns(method=pl.lit(REWARD_COMPARISON.id), variant=pl.lit(variant))


_two_rates = partial(
    Method,
    shape="predictions",
    also=("counts",),
    symbol="z",
    null="the two true rates are equal",
    assumes=("the two were tested on separate instances", INDEPENDENT),
    estimand="difference of rates a - b",
    effect="Cohen's h",
    signed=True,
)

CI_DIFFERENCE_ERRORS = _two_rates(
    table=ci_difference_errors,
    title="Interval for the difference of two error rates",
    question="How far apart are the true errors of two classifiers that were tested on different instances?",
    formula=(
        "(e1 - e2) +- z sqrt(e1 (1 - e1)/n1 + e2 (1 - e2)/n2); Newcombe's form takes the distances to the Wilson "
        "limits instead"
    ),
    tex=r"e_1 - e_2 \pm z_{1-\alpha/2} \sqrt{\frac{e_1 (1 - e_1)}{n_1} + \frac{e_2 (1 - e_2)}{n_2}}",
    cites=("newcombe1998",),
    variants=("newcombe", "wald"),
    remarks=(NOT_COUNTS, NO_WIDTH, FEW_SEEN),
)

TWO_PROPORTIONS = _two_rates(
    table=two_proportions,
    title="Test of two proportions",
    question="Do two classifiers differ in error, when they were tested on different instances?",
    formula="z = (f1 - f2) / sqrt(f (1 - f) (1/n1 + 1/n2)) with f the pooled rate; z^2 is Pearson's chi-square",
    tex=r"z = \frac{f_1 - f_2}{\sqrt{f (1 - f) (1/n_1 + 1/n_2)}}",
    cites=("dietterich1998", "newcombe1998"),
    variants=("plain", "corrected", "fisher"),
    remarks=(NOT_COUNTS, FEW_FOR_Z),
)

UNPAIRED_T = Method(
    table=unpaired_t,
    title="Unpaired t test",
    question="Do two algorithms differ in expected result, when their runs cannot be matched?",
    prose="Welch’s t test",
    short="Welch t",
    symbol="t",
    formula="t = (mean(a) - mean(b)) / sqrt(var(a) / k + var(b) / j) with Welch's degrees of freedom",
    tex=r"t = \frac{\bar{a} - \bar{b}}{\sqrt{s_a^2 / k + s_b^2 / j}}",
    null="both algorithms have the same expected result",
    assumes=("runs are independent within and between the algorithms", "results are about normal"),
    account="Welch’s $t$ test compares the means of two separate samples of runs.",
    cites=("welch1947", "witten2011"),
    estimand="mean difference a - b",
    effect="mean difference in pooled standard deviations",
    variants=("welch", "conservative", "pooled"),
    answers=("folds",),
    reason="Seeds of different algorithms are not matched.",
    transitive=True,
    matched=False,
    signed=True,
    remarks=(SAMPLE_SIZES, NO_SPREAD, NO_MEAN, MATCHED, SHARED_RUNS),
)

MANN_WHITNEY = Method(
    table=mann_whitney,
    title="Mann-Whitney test",
    question="Does a run of one algorithm tend to beat a run of the other, when runs cannot be matched?",
    symbol="U",
    formula="U = number of pairs of runs with a - b > 0, ties half; all splits of the pooled ranks equally likely",
    tex=r"U = \#\{ (i, j) : a_i > b_j \} + \frac{1}{2} \#\{ (i, j) : a_i = b_j \}",
    null="the results of both algorithms follow one law",
    assumes=("runs are independent within and between the algorithms",),
    account="The Mann–Whitney test counts the pairs of runs that the first algorithm wins.",
    cites=("mann1947", "cliff1993"),
    estimand="median of the pairwise differences a - b",
    effect="Cliff's delta",
    variants=("exact", "normal", "normal_corrected"),
    remarks=(SAMPLE_SIZES, UNREACHABLE, MANY_VALUES, MANY_DIFFERENCES, MATCHED, SHARED_RUNS),
)

PERMUTATION_TWO_SAMPLE = Method(
    table=permutation_two_sample,
    title="Two-sample permutation test",
    question="Would random relabelling of the runs of two algorithms give so large a difference?",
    prose="the permutation test of two samples",
    short="permutation",
    symbol="d",
    formula="p = share of the splits of all runs into k and j whose statistic is at least as extreme",
    tex=r"p = \#\{ s : |T_s| \geq |T| \} / \binom{k + j}{k}",
    null="the results of both algorithms follow one law",
    assumes=("runs are exchangeable when the algorithms do not differ",),
    account=(
        "The two-sample permutation test compares the difference $T$ of means with its values under all splits of "
        "the runs."
    ),
    cites=("pitman1937", "phipson2010"),
    estimand="mean difference a - b",
    effect="mean difference in pooled standard deviations",
    variants=("mean", "studentized"),
    answers=("folds",),
    reason="It compares separate samples without taking them as normal.",
    matched=False,
    signed=True,
    remarks=(SAMPLE_SIZES, RANDOM_SPLITS, UNREACHABLE, NO_MEAN, MATCHED, SHARED_RUNS),
)

REWARD_COMPARISON = Method(
    table=reward_comparison,
    title="Comparison of expected rewards",
    question="Which of two learners earns the larger expected reward?",
    symbol="t",
    formula="the test named in variant, one value per independently seeded run",
    null="both learners have the same expected reward",
    assumes=("each run is an independent replicate: episodes of one run are averaged first, they are not replicates",),
    cites=("alpaydin2010", "welch1947"),
    estimand="difference in reward a - b",
    effect="effect size of the test used",
    variants=("welch", "permutation", "paired_t", "wilcoxon"),
    signed=True,
    remarks=tuple(
        dict.fromkeys(
            remark
            for method in (UNPAIRED_T, PERMUTATION_TWO_SAMPLE, KFOLD_PAIRED_T, WILCOXON)
            for remark in method.remarks
        )
    ),
)
