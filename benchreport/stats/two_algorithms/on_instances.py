"""Tests of two predictors on the same instances: McNemar, Tango's interval, paired t, sign flips, bootstrap."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError
from benchreport.measures.instances import (
    ClusterScope,
    Losses,
    averaged_attempts,
    counted_answers,
    losses,
    repetition,
    side_by_side,
)
from benchreport.measures.losses import Costs, Loss, Priced
from benchreport.method import Alternative, Method, Remark
from benchreport.records import dataclass
from benchreport.remarks import with_words
from benchreport.stats.forms import distributions as tails
from benchreport.stats.forms import samples
from benchreport.stats.forms.distributions import IntoExpr, as_expr, measured, ordered
from benchreport.stats.forms.over import PER_DATASET, Frame, over_pairs
from benchreport.stats.forms.predictions import FLAGS, over_predictions, untouched, with_doubts
from benchreport.stats.forms.rows import (
    COMPUTED,
    NO_MEAN,
    NUMBERS,
    SHARED_RUNS,
    averaged,
    checked_draws,
    checked_seed,
    in_metric_units,
    nullable,
    result_rows,
    status_where,
    summarised,
    values_where,
)
from benchreport.stats.forms.sides import OptionsOfTest, checked_options, effect_limits, noncentrality_of
from benchreport.stats.kernels.binomial import newcombe_limits, tango_limits
from benchreport.stats.kernels.bootstrap import BootstrapVariant, cluster_mean_limits
from benchreport.stats.kernels.centring import centred, is_rounding, none_of, power_of_two
from benchreport.stats.kernels.sign_flips import DRAWN, sign_flips
from benchreport.stats.multiplicity.adjusting import least_of_sign_flips
from benchreport.stats.two_algorithms.over_datasets import UNREACHABLE
from benchreport.tables.blocks import Floats, Integers, Missing
from benchreport.tables.groups import By
from benchreport.tables.reduction import numbered
from benchreport.tables.rounding import TOLERANCE, is_zero, order_within
from benchreport.tables.schema import table_kind
from benchreport.tables.scored import Pairs, Scored, distinct, named_pairs, pairs_of

McnemarVariant = Literal["exact", "midp", "corrected", "uncorrected"]
RateVariant = Literal["tango", "newcombe"]
# What the table, and no test of columns, knows of a pair.
FACTS = ("n_dropped", "clustered", "infinite")
LARGE = 30
NOT_BINARY = Remark(code="columns_not_binary", note="the columns hold other values than 0 and 1")
FEW_INSTANCES = Remark(code="few_instances", note=f"fewer than {LARGE} instances: prefer permutation_signflip")
FEW_CLUSTERS = Remark(code="few_clusters", note=f"fewer than {LARGE} clusters: the t law is rough")
UNREACHABLE_INSTANCES = Remark(
    code="unreachable_instances", topic="unreachable", note="cannot reach alpha with so few instances that differ"
)
SCORE_INTERVAL = Remark(
    code="interval_disagrees", note="the score interval and this p-value disagree about zero at this level"
)
BESIDE_EXACT = Remark(
    code="beside_exact", note="beside it: mid-p {0}, chi-square {1} (p {2}), corrected for continuity {3} (p {4})"
)
BESIDE_MIDP = Remark(
    code="beside_midp", note="beside it: exact p {0}, chi-square {1} (p {2}), corrected for continuity {3} (p {4})"
)
BESIDE_UNCORRECTED = Remark(
    code="beside_uncorrected", note="beside it: exact p {0}, mid-p {1}, corrected for continuity {2} (p {3})"
)
BESIDE_CORRECTED = Remark(code="beside_corrected", note="beside it: exact p {0}, mid-p {1}, chi-square {2} (p {3})")
BESIDE = {"exact": BESIDE_EXACT, "midp": BESIDE_MIDP, "uncorrected": BESIDE_UNCORRECTED, "corrected": BESIDE_CORRECTED}
SAME_ON_INSTANCES = Remark(code="same_difference_instances", note="the same difference on every instance")
SIGN_FLIP_P = Remark(code="sign_flip_p", note="exact sign-flip p {0}")
CLUSTER_ERROR = Remark(code="cluster_error", note="standard error over {0} clusters")
CLUSTERS_DRAWN = Remark(code="clusters_drawn", note="{0} clusters drawn anew")
CLUSTERS_FLIPPED = Remark(code="clusters_flipped", note="signs of {0} clusters of {1} rows flipped together")
DRAWN_SIGNS = Remark(code="drawn_signs", note="p from {0} draws with seed {1}, Monte Carlo standard error {2}")
INDEPENDENT, ROBUST, FLIPPED = "mcnemar", "paired_t_instances", "permutation_signflip"
INFINITE_LOSS = Remark(
    code="infinite_loss", note="an infinite loss on {0} instances, as of probability 0 for what is true"
)
POOLED = Remark(
    code="pooled_folds", topic="pooled", note="predictions of several folds come from several trained models"
)
AGAIN = Remark(
    code="repeated_instances",
    topic="repeated",
    note="the same instances were predicted in several runs, so this test rejects too often",
)
AGAIN_INTERVAL = Remark(
    code="repeated_instances_interval",
    topic="repeated",
    note="the same instances were predicted in several runs, so this interval is too narrow",
)
ATTEMPTS = Remark(code="attempts", note="up to {0} attempts per instance averaged")
WEIGHTS = Remark(code="weights_unused", note="weights are not used")
CLUSTERED = Remark(
    code="clustered_instances",
    note="instances of a cluster are not independent, which this method ignores; see paired_t_instances",
)
# What rows carry that take instances as they come, and those that average attempts and know clusters.
INSTANCE_REMARKS = (AGAIN, POOLED, CLUSTERED, WEIGHTS)
AVERAGED_REMARKS = (INFINITE_LOSS, ATTEMPTS, POOLED, WEIGHTS)
ColumnTest = Callable[..., pl.Expr]
# From counts as agreement() makes them, one row per pair, to results.
RowsOfCounts = Callable[[pl.DataFrame], pl.DataFrame]


def mcnemar(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: McnemarVariant = "exact",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute the McNemar test of every two classifiers on the instances both predicted.

    ``statistic`` counts the instances only ``a`` gets right, ``n_ties`` those on which both are right or both wrong.
    The exact test decides; its note gives the other variants beside it. ``estimate`` is the difference of error rates
    with Tango's interval. Predictions pooled over folds come from several models: such rows are approximate.

    Parameters
    ----------
    table
        Predictions.
    by
        Groups to test separately.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    variant
        "exact", "midp", "corrected" for continuity or "uncorrected" chi-square.
    alpha
        Level of the interval.
    missing
        "refuse" tables in which someone lacks an instance, or compare on those "available" to both.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> br.mcnemar(table, control="Majority").select("dataset", "a", "n", "n_ties", "statistic", "better").row(0)
    ('breast_cancer', 'DecisionTree', 569, 369, 190.0, 'DecisionTree')
    """
    rows = _mcnemar_rows(checked_options(MCNEMAR, alternative, alpha, variant))
    return over_predictions(table, by, compared_answers, MCNEMAR, rows, control, missing)


def mcnemar_expr(
    x: IntoExpr,
    y: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    variant: McnemarVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the McNemar test of two matched columns of 0 and 1, or of truth values.

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
    rows = _mcnemar_rows(checked_options(MCNEMAR, alternative, alpha, variant))
    return summarised(MCNEMAR, rows, **agreement(x, y))


def _mcnemar_rows(options: OptionsOfTest) -> RowsOfCounts:
    def rows(counts: pl.DataFrame) -> pl.DataFrame:
        # In stages, since Polars computes a tail once for every mention of it.
        tested = _with_limits(counts, options, tango_limits).with_columns(_mcnemar_p(options.alternative))
        return tested.select(_mcnemar_row(options))

    return rows


def ci_tango(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: RateVariant = "tango",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute the interval for the difference between the error rates of every two classifiers on the same instances.

    ``variant`` is "tango", the score interval, or "newcombe", from two Wilson intervals. Other parameters as in
    :func:`mcnemar`.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.ci_tango(table, control="Majority")
    >>> rows.select("dataset", "a", pl.col("estimate", "ci_low", "ci_high").round(4)).row(0)
    ('breast_cancer', 'DecisionTree', -0.3163, -0.3581, -0.2757)
    """
    rows = _tango_rows(checked_options(CI_TANGO, alternative, alpha, variant), variant)
    return over_predictions(table, by, compared_answers, CI_TANGO, rows, control, missing)


def ci_tango_expr(
    x: IntoExpr,
    y: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    variant: RateVariant = "tango",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the interval for the difference between the shares of ones of two matched columns.

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
    rows = _tango_rows(checked_options(CI_TANGO, alternative, alpha, variant), variant)
    return summarised(CI_TANGO, rows, **agreement(x, y))


def _tango_rows(options: OptionsOfTest, variant: RateVariant) -> RowsOfCounts:
    limits = tango_limits if variant == "tango" else newcombe_limits
    n, binary = pl.col("n"), pl.col("binary")
    row = options.row(
        **_difference_of_rates(),
        law="score" if variant == "tango" else "Wilson",
        status=status_where(too_few=n == 0, undefined=~binary),
        remarks=[NOT_BINARY.where((n > 0) & ~binary)],
    )
    return lambda counts: _with_limits(counts, options, limits).select(row)


def paired_t_instances(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    loss: Loss = "zero_one",
    costs: Costs | None = None,
    positive: Any = None,
    clusters: ClusterScope = "dataset",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute the paired t test of every two predictors on the losses of the instances both predicted.

    Several attempts at an instance are averaged first. A column ``cluster`` in the table makes the standard error
    robust against dependence within clusters. ``estimate`` is the difference in mean loss, a - b, and ``statistic`` has
    its sign: negative where ``a`` is better.

    Parameters
    ----------
    table
        Predictions.
    by
        Groups to test separately.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    loss
        "zero_one", "squared", "absolute", "brier", "log_loss" (nats) or "informational" (bits).
    costs
        What confusions cost instead: (of a false alarm, of a miss), or {(truth, prediction): cost}.
    positive
        The class that false alarms and misses are about.
    clusters
        A cluster is one of its "dataset", or "global": then equal labels in several datasets name one cluster. "none"
        takes the instances as independent.
    alternative
        "greater" means that a is better than b.
    alpha
        Level of the interval.
    missing
        "refuse" tables in which someone lacks an instance, or compare on those "available" to both.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.paired_t_instances(table, loss="brier", control="Majority")
    >>> rows.select("dataset", "a", "n", "df1", "better").row(0)
    ('breast_cancer', 'DecisionTree', 569, 568.0, 'DecisionTree')
    """
    priced = Priced(loss=loss, costs=costs, positive=positive)
    test = partial(paired_t_instances_expr, alternative=alternative, alpha=alpha)
    return over_predictions(table, by, compared_losses, PAIRED_T_INSTANCES, test, control, missing, priced, clusters)


def paired_t_instances_expr(
    x: IntoExpr,
    y: IntoExpr,
    cluster: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the paired t test of two matched columns of losses, one row per instance.

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
    options = checked_options(PAIRED_T_INSTANCES, alternative, alpha)
    difference, operand = samples.difference_and_operand(x, y)
    both = difference.is_not_null()
    facts = samples.spread_lists(difference, operand)
    if cluster is not None:
        facts["d"] = difference.filter(both).implode()
        facts["cluster"] = as_expr(cluster).rank("dense").filter(both).cast(pl.Int64).implode()

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        sums = samples.with_spread(lists).with_columns(pl.col("mean", "sd") * pl.col("unit"))
        if cluster is None:
            measured = sums.with_columns(error=pl.col("sd") / pl.col("n").sqrt(), units=pl.col("n"))
        else:
            measured = sums.hstack(_cluster_errors(sums))
        # Clusters may balance what varies within them.
        level = (pl.col("error") * pl.col("units").sqrt() <= TOLERANCE * pl.col("largest")).fill_null(False)
        steady = level | ((pl.col("n") > 1) & ~pl.col("varies"))
        judged = measured.with_columns(steady=steady, tied=(pl.col("n") > 1) & ~pl.col("differs"))
        return judged.select(_t_row(options, cluster is not None))

    return averaged(PAIRED_T_INSTANCES, rows, (x, y), facts)


def permutation_signflip(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    loss: Loss = "zero_one",
    costs: Costs | None = None,
    positive: Any = None,
    clusters: ClusterScope = "dataset",
    alternative: Alternative = "two-sided",
    variant: str = "exact",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute the sign-flip permutation test of every two algorithms, over scores or over predictions.

    Scores are compared block by block, predictions by their losses instance by instance; then ``by`` is the dataset
    unless said otherwise. Several attempts at an instance are averaged first, and with a column ``cluster`` the signs
    of a cluster change together. Exact where that is feasible, always so for 0/1 losses; else by ``draws``. Runs of one
    dataset share training data, and the row is marked.

    Parameters
    ----------
    table
        Scores, or predictions.
    by
        Groups to test separately.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    loss, costs, positive, clusters
        What a prediction costs, and what a cluster is, as in :func:`paired_t_instances`; of no concern to scores.
    alternative
        "greater" means that a is better than b.
    variant
        "exact" wherever that is feasible, or "monte_carlo" throughout.
    draws, seed
        Of the Monte Carlo law.
    alpha
        Level of the decision.
    missing
        "refuse" incomplete tables, or compare each pair on what is "available" to both.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.permutation_signflip(scores, by="metric", control="C4.5").select("a", "n", "p_value", "law").row(1)
    ('C4.5+m', 14, 0.00732421875, 'exact sign flips')
    """
    priced = Priced(loss=loss, costs=costs, positive=positive)
    test = partial(
        permutation_signflip_expr,
        alternative=alternative, variant=variant, draws=draws, seed=seed, alpha=alpha,
    )  # fmt: skip
    if holds_predictions(table):
        groups = "dataset" if by == PER_DATASET else by
        return over_predictions(
            table, groups, compared_losses, PERMUTATION_SIGNFLIP, test, control, missing, priced, clusters
        )
    if priced != Priced():
        raise OptionError("loss, costs and positive are about predictions, and these are scores", hint="leave them out")
    return over_pairs(PERMUTATION_SIGNFLIP, test, table, by=by, control=control, missing=missing, doubt=SHARED_RUNS)


def permutation_signflip_expr(
    x: IntoExpr,
    y: IntoExpr,
    cluster: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    variant: str = "exact",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the sign-flip permutation test of the mean difference of two matched columns.

    With ``cluster`` the differences of a cluster change signs together, and ``n`` counts clusters. Exact for up to 20
    differences other than zero, and for any number of them when their sizes are one, two, or multiples of a common
    step; else ``draws`` random choices of signs, and the note says so. Draws depend on the seed and the number of rows
    only, never on their order.

    Parameters
    ----------
    x, y
        Columns of equal length.
    cluster
        Column that names the cluster of each row, where rows are not independent.
    alternative
        "greater" means x lies above y.
    variant
        "exact" wherever that is feasible, or "monte_carlo" throughout.
    draws, seed
        Of the Monte Carlo law.
    alpha
        Level of the decision.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.14, 0.16, 0.15, 0.15]})
    >>> row = folds.select(br.expr.permutation_signflip("x", "y")).unnest("permutation_signflip")
    >>> row.select("n", pl.col("statistic").round(6), "p_value", "law").row(0)
    (4, -0.08, 0.125, 'exact sign flips')
    """
    options = checked_options(PERMUTATION_SIGNFLIP, alternative, alpha, variant)
    checked_draws(draws)
    checked_seed(seed)
    n, root = pl.col("n"), pl.col("n").cast(pl.Float64).sqrt()
    # In columns, since they are mentioned several times and take long to work out.
    limits = dict(
        zip(("low", "high"), effect_limits(pl.col("effect") * root, n - 1, 1 / root, options.level), strict=True)
    )
    row = _flip_row(options, draws, seed)
    clusters = {} if cluster is None else {"cluster": as_expr(cluster).rank("dense").cast(pl.Int64)}

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        return _flipped(lists, options, draws, seed).with_columns_seq(**limits).select_seq(row)

    lists = samples.matched_lists(x, y, measured, **clusters)
    return averaged(PERMUTATION_SIGNFLIP, rows, (x, y), lists, lists=True)


def bootstrap_paired(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    loss: Loss = "zero_one",
    costs: Costs | None = None,
    positive: Any = None,
    clusters: ClusterScope = "dataset",
    alternative: Alternative = "two-sided",
    variant: BootstrapVariant = "bca",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute the bootstrap interval for the difference in mean loss of every two predictors, a - b.

    Instances are drawn anew, or whole clusters where the table has a column ``cluster``; several attempts at an
    instance are averaged first. Parameters as in :func:`permutation_signflip`; ``variant`` is "bca" or "percentile".

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.bootstrap_paired(table, loss="brier", control="Majority", draws=999)
    >>> rows.select("dataset", "a", "n", "law").row(0)
    ('breast_cancer', 'DecisionTree', 569, 'bootstrap, 999 draws, seed 0')
    """
    priced = Priced(loss=loss, costs=costs, positive=positive)
    test = partial(bootstrap_paired_expr, alternative=alternative, variant=variant, draws=draws, seed=seed, alpha=alpha)
    return over_predictions(table, by, compared_losses, BOOTSTRAP_PAIRED, test, control, missing, priced, clusters)


def bootstrap_paired_expr(
    x: IntoExpr,
    y: IntoExpr,
    cluster: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    variant: BootstrapVariant = "bca",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the bootstrap interval for the mean difference of two matched columns.

    With ``cluster`` whole clusters are drawn. "bca" allows for bias and skewness, "percentile" takes the quantiles as
    they are. With ``alternative`` "greater" only the lower limit is given, with "less" only the upper.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> losses = pl.DataFrame({"x": [0.3, 0.5, 0.9, 0.2, 0.4, 0.6], "y": [0.2, 0.5, 0.3, 0.1, 0.4, 0.2]})
    >>> row = losses.select(br.expr.bootstrap_paired("x", "y")).unnest("bootstrap_paired")
    >>> row.select("n", pl.col("estimate").round(6), "law").row(0)
    (6, 0.2, 'bootstrap, 9999 draws, seed 0')
    """
    options = checked_options(BOOTSTRAP_PAIRED, alternative, alpha, variant)
    checked_draws(draws)
    checked_seed(seed)
    label = pl.int_range(pl.len()) if cluster is None else as_expr(cluster).rank("dense").cast(pl.Int64)
    enough, steady, tied = pl.col("units") >= 2, pl.col("steady"), pl.col("tied")
    row = options.row(
        variant=variant if cluster is None else f"{variant}, clusters",
        n=pl.col("n"),
        estimate=pl.when(pl.col("n") > 0).then("mean"),
        **options.limits("low", "high", where=enough & ~steady),
        law=f"bootstrap, {draws} draws, seed {seed}",
        status=status_where(too_few=~enough, all_ties=tied, zero_variance=steady),
        remarks=[
            CLUSTERS_DRAWN.where(enough & pl.lit(cluster is not None), "units"),
            SAME_ON_INSTANCES.where(enough & steady & ~tied),
        ],
    )

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        return _resampled(lists, variant, options.level, draws, seed).select(row)

    return averaged(BOOTSTRAP_PAIRED, rows, (x, y), samples.matched_lists(x, y, measured, cluster=label), lists=True)


def agreement(x: IntoExpr, y: IntoExpr) -> dict[str, pl.Expr]:
    """Return the counts of two matched columns of 0 and 1: both 1, only x, only y, none; if all are ``binary``."""
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
        "both": count((first == 1) & (second == 1)),
        "none": count((first == 0) & (second == 0)),
    }


def _with_limits(
    counts: pl.DataFrame, options: OptionsOfTest, limits: Callable[..., tuple[Floats, Floats]]
) -> pl.DataFrame:
    cells = (counts.get_column(name).to_numpy().astype(np.float64) for name in ("both", "b", "c", "none"))
    low, high = limits(*cells, options.level)
    unlimited = np.full(len(low), np.nan)
    ends = nullable(
        low=unlimited if options.alternative == "less" else low,
        high=unlimited if options.alternative == "greater" else high,
    )
    return counts.with_columns(ends, difference=(pl.col("b") - pl.col("c")) / pl.col("n"))


def _difference_of_rates() -> dict[str, Any]:
    """Return the columns of a row from counts with their ``difference`` and its limits."""
    n, sound = pl.col("n"), pl.col("binary") & (pl.col("n") > 0)
    numbers = {"n_ties": n - pl.col("b") - pl.col("c"), "estimate": pl.col("difference")}
    numbers |= {"ci_low": pl.col("low"), "ci_high": pl.col("high")}
    return {"n": n} | {name: pl.when(sound).then(number) for name, number in numbers.items()}


def _mcnemar_row(options: OptionsOfTest) -> list[pl.Expr]:
    variant, n, b, c = options.variant, pl.col("n"), pl.col("b"), pl.col("c")
    discordant = b + c
    sound = pl.col("binary") & (n > 0)
    decided = sound & (discordant > 0)
    asymptotic = variant in ("corrected", "uncorrected")
    numbers = {name: [pl.col(f"p_{name}")] for name in ("exact", "midp")}
    numbers |= {name: [pl.col(f"chi2_{name}"), pl.col(f"p_{name}")] for name in ("uncorrected", "corrected")}
    statistic, p = numbers.pop(variant) if asymptotic else [b, *numbers.pop(variant)]
    others = [number.round_sig_figs(4) for pair in numbers.values() for number in pair]
    differs = (pl.col("low") > 0) | (pl.col("high") < 0)
    low, high = tails.beta_quantile(options.level, b, c + 1), tails.beta_quantile(1 - options.level, b + 1, c)
    asymptotic_law = "chi-square" if options.alternative == "two-sided" else "normal"
    return options.row(
        **_difference_of_rates(),
        **values_where(decided, statistic=statistic, effect=(b - c) / discordant),
        df1=pl.when(decided).then(1) if asymptotic else None,
        p_value=pl.when(decided).then(p).when(sound).then(1.0),
        **options.limits(2 * low - 1, 2 * high - 1, where=decided, name="effect"),
        law=asymptotic_law if asymptotic else "binomial",
        status=status_where(
            "approximate" if asymptotic else "ok", too_few=n == 0, undefined=~pl.col("binary"), all_ties=~decided
        ),
        remarks=[
            NOT_BINARY.where((n > 0) & ~pl.col("binary")),
            UNREACHABLE_INSTANCES.where(
                decided & pl.lit(not asymptotic) & (pl.lit(0.5).pow(discordant) > options.level)
            ),
            SCORE_INTERVAL.where(decided & (differs != (p <= options.alpha))),
            BESIDE[variant].where(decided, *others),
        ],
    )


def _mcnemar_p(alternative: Alternative) -> list[pl.Expr]:
    """Return chi-square and the p-values of all variants."""
    b, c = pl.col("b"), pl.col("c")
    n = b + c
    gap = (b - c).abs()
    corrected = (gap - 1).clip(lower_bound=0)
    chi2 = {"uncorrected": gap**2 / n, "corrected": corrected**2 / n}
    # Half of the probability of what was seen is taken off each tail.
    mass = (tails.log_factorial(n) - tails.log_factorial(b) - tails.log_factorial(c) - n * float(np.log(2))).exp()
    exact = tails.binomial_tail(b, n, 0.5, alternative)
    if alternative == "two-sided":
        midp = pl.when(b == c).then(1.0).otherwise((exact - mass).clip(upper_bound=1.0))
        asymptotic = {name: tails.chi2_sf(value, 1) for name, value in chi2.items()}
    else:
        midp = exact - mass / 2
        way = b - c if alternative == "greater" else c - b
        asymptotic = {
            "uncorrected": tails.normal_sf(way / n.sqrt()),
            "corrected": tails.normal_sf((way - 1) / n.sqrt()),
        }
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
    mean = sums.get_column("mean").fill_null(0.0).to_numpy()
    _, first, cluster = np.unique(_cluster_labels(sums, group), return_index=True, return_inverse=True)
    off = np.bincount(cluster, weights=d - mean[group], minlength=len(first))
    owner = group[first]
    units = np.bincount(owner, minlength=groups)
    squares = np.bincount(owner, weights=off**2, minlength=groups)
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.sqrt(units / (units - 1) * squares) / lengths
    return pl.DataFrame({"error": error, "units": units.astype(np.int64)}).with_columns(pl.col("error").fill_nan(None))


def _cluster_labels(lists: pl.DataFrame, group: Integers) -> Integers:
    """Return a number for the cluster of every row, different in every group."""
    code = lists.get_column("cluster").explode(empty_as_null=False).to_numpy()
    return np.asarray(group * (code.max(initial=0) + 1) + code)


def _t_row(options: OptionsOfTest, clustered: bool) -> list[pl.Expr]:
    n, units, mean, error = pl.col("n"), pl.col("units"), pl.col("mean"), pl.col("error")
    enough = units >= 2
    testable = enough & ~pl.col("steady")
    t, df = mean / error, units - 1
    reach = error * tails.t_isf(options.level, df)
    few = testable & (units < LARGE)
    constant = enough & pl.col("steady") & ~pl.col("tied")
    flipped = (2 * pl.lit(0.5).pow(n)).round_sig_figs(4)
    varies = testable & (pl.col("sd") > 0)
    low, high = (noncentrality_of(t, df, level) * error / pl.col("sd") for level in (1 - options.level, options.level))
    return options.row(
        variant="cluster-robust" if clustered else "plain",
        n=n,
        **values_where(testable, statistic=t, df1=df),
        p_value=pl.when(testable).then(options.tail(t, tails.t_sf, df)).when(enough & pl.col("tied")).then(1.0),
        estimate=mean,
        **options.limits(mean - reach, mean + reach, where=testable),
        effect=pl.when(varies).then(mean / pl.col("sd")),
        **options.limits(low, high, where=varies, name="effect"),
        law="t",
        status=status_where(too_few=~enough, all_ties=pl.col("tied"), zero_variance=pl.col("steady"), approximate=few),
        remarks=[
            SAME_ON_INSTANCES.where(constant),
            SIGN_FLIP_P.where(constant & pl.lit(not clustered and options.alternative == "two-sided"), flipped),
            CLUSTER_ERROR.where(testable & pl.lit(clustered), units),
            (FEW_CLUSTERS if clustered else FEW_INSTANCES).where(few),
        ],
    )


def _flipped(lists: pl.DataFrame, options: OptionsOfTest, draws: int, seed: int) -> pl.DataFrame:
    group, x, y, largest = samples.matched_arrays(lists)
    groups = lists.height
    rows = np.bincount(group, minlength=groups)
    if "cluster" in lists.columns:
        group, x, y = _cluster_sums(lists, group, x, y)
        largest = samples.largest_sizes(group, x, y, groups)
    difference = x - y
    tied = is_zero(x, y)
    moved, operands = np.where(tied, 0.0, difference), np.maximum(np.abs(x), np.abs(y))
    side, exact = options.alternative, options.variant == "exact"
    p, law = sign_flips(moved, operands, group, groups, alternative=side, draws=draws, seed=seed, exact=exact)
    n = np.bincount(group, minlength=groups)
    # Sums in order of size do not depend on the order of the rows.
    order = order_within(difference, group)
    total = np.bincount(group, weights=difference[order], minlength=groups)
    # In a unit in which squares neither overflow nor vanish.
    unit = power_of_two(largest)
    own = centred(difference[order] / unit[group], group, groups)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / rows
        sd = np.sqrt(np.bincount(group, weights=own.residual**2, minlength=groups) / (n - 1))
        still = none_of(~is_rounding(own.residual, operands[order] / unit[group]), group, groups)
        effect = np.where(still, np.nan, own.mean / sd)
    n_ties = np.bincount(group, weights=tied, minlength=groups).astype(np.int64)
    sums = nullable(total=total, mean=mean, effect=effect, p=p)
    return pl.DataFrame([*nullable(n=n, n_ties=n_ties, moving=n - n_ties, rows=rows, drawn=law == DRAWN), *sums])


def _cluster_sums(lists: pl.DataFrame, group: Integers, x: Floats, y: Floats) -> tuple[Integers, Floats, Floats]:
    """Return the sums of both columns over the clusters of each group, whatever the order of the rows."""
    _, first, unit = np.unique(_cluster_labels(lists, group), return_index=True, return_inverse=True)
    sums: list[Floats] = []
    for values in (x, y):
        order = np.lexsort((values, unit))
        sums.append(np.bincount(unit[order], weights=values[order], minlength=len(first)).astype(np.float64))
    return group[first], sums[0], sums[1]


# An expression takes longer to make than to work out on a few groups.
@lru_cache(maxsize=16)
def _flip_row(options: OptionsOfTest, draws: int, seed: int) -> list[pl.Expr]:
    n, moving, drawn, p = pl.col("n"), pl.col("moving"), pl.col("drawn"), pl.col("p")
    decided = moving > 0
    error = (p * (1 - p) / draws).sqrt().round_sig_figs(2)
    effect = pl.col("effect")
    varies = decided & effect.is_not_null()
    return options.row(
        variant=pl.when(drawn).then(pl.lit("monte_carlo")).otherwise(pl.lit("exact")),
        n=n,
        n_ties=pl.col("n_ties"),
        **values_where(decided, statistic="total", effect=effect),
        p_value=pl.when(decided).then("p").when(n > 0).then(1.0),
        estimate=pl.when(decided).then("mean").when(n > 0).then(0.0),
        **options.limits(pl.col("low"), pl.col("high"), where=varies, name="effect"),
        law=pl.when(drawn)
        .then(pl.lit(f"Monte Carlo sign flips, {draws} draws, seed {seed}"))
        .otherwise(pl.lit("exact sign flips")),
        status=status_where(too_few=n == 0, all_ties=~decided),
        remarks=[
            UNREACHABLE.where(decided & (pl.lit(0.5).pow(moving) > options.level)),
            CLUSTERS_FLIPPED.where(pl.col("rows") > n, n, "rows", numbers=True),
            DRAWN_SIGNS.where(drawn, pl.lit(draws), pl.lit(seed), error, numbers=True),
        ],
    )


def _resampled(lists: pl.DataFrame, variant: BootstrapVariant, level: float, draws: int, seed: int) -> pl.DataFrame:
    group, x, y, largest = samples.matched_arrays(lists)
    groups = lists.height
    difference = x - y
    label = _cluster_labels(lists, group)
    # In order of size, so that sums and draws do not depend on the order of the rows.
    order = np.lexsort((difference, label))
    _, first, unit = np.unique(label[order], return_index=True, return_inverse=True)
    owner = group[order][first]
    sums = np.bincount(unit, weights=difference[order], minlength=len(first))
    sizes = np.bincount(unit, minlength=len(first)).astype(np.float64)
    ranked = np.lexsort((sizes, sums, owner))
    sums, sizes = sums[ranked], sizes[ranked]
    units = np.bincount(owner, minlength=groups)
    starts = np.concatenate(([0], np.cumsum(units)))[:-1]
    n = np.bincount(group, minlength=groups)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.bincount(owner, weights=sums, minlength=groups) / n
    low, high, steady = np.full(groups, np.nan), np.full(groups, np.nan), np.zeros(groups, dtype=bool)
    for m in np.unique(units[units >= 2]):
        alike = np.flatnonzero(units == m)
        places = starts[alike][:, None] + np.arange(m)
        # In units of the largest value, so that squares neither overflow nor vanish.
        scale = np.where(largest[alike] > 0, largest[alike], 1.0)[:, None]
        scaled, weight = sums[places] / scale, sizes[places]
        average = scaled.sum(axis=1, keepdims=True) / weight.sum(axis=1, keepdims=True)
        steady[alike] = np.abs(scaled / weight - average).max(axis=1) <= TOLERANCE
        limits = cluster_mean_limits(scaled, weight, variant=variant, levels=(level, 1 - level), draws=draws, seed=seed)
        low[alike], high[alike] = (limit * scale[:, 0] for limit in limits)
    tied = steady & (np.abs(mean) <= TOLERANCE * largest)
    columns = {"n": n, "units": units, "mean": mean, "low": low, "high": high, "steady": steady, "tied": tied}
    return pl.DataFrame(columns).with_columns(pl.col("mean", "low", "high").fill_nan(None))


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceDependence:
    """How the instances of a table of predictions depend on each other.

    ``attempts`` is the most predictions of one instance by one algorithm, ``clustered`` tells whether some cluster has
    several instances, ``fewest`` is the smallest number of clusters, or else of instances, of a dataset. ``anew`` tells
    whether numbers of instances start anew in every run, so that nobody knows which instances are the same.
    """

    attempts: int
    clustered: bool
    fewest: int
    anew: bool = False

    @property
    def dependent(self) -> bool:
        """Whether rows of the table are no independent instances."""
        return self.attempts > 1 or self.clustered

    @property
    def words(self) -> str:
        """What the instances did to depend on each other; nothing where they are independent."""
        if not self.dependent:
            return ""
        return "come in clusters" if self.clustered else "were predicted several times"

    @property
    def test(self) -> str:
        """The id of the test that decides on instances, by their numbers alone.

        Independent instances: McNemar's exact test. Otherwise the t test of cluster sums or instance means, or the
        exact sign flips of these where there are too few for the t law.
        """
        if not self.dependent:
            return INDEPENDENT
        return ROBUST if self.fewest >= LARGE else FLIPPED


def instance_dependence(table: Any) -> InstanceDependence:
    """Return how the instances of a table of predictions depend on each other; a cluster is one of its dataset.

    Examples
    --------
    >>> import polars as pl
    >>> rows = {"model": ["A"] * 4, "item": [1, 2, 3, 4], "truth": [0, 1, 1, 0], "prediction": [0, 1, 0, 0]}
    >>> instance_dependence(pl.DataFrame(rows)).test
    'mcnemar'
    >>> instance_dependence(pl.DataFrame(rows | {"cluster": ["x", "x", "y", "y"]})).test
    'permutation_signflip'
    """
    scored = Scored.of(table, by="dataset").once(untouched)
    items, groups = scored.items, scored.n_groups
    instances = distinct(items.group, items.instance, groups)
    clusters = instances
    if "cluster" in scored.source.columns:
        clusters = distinct(items.group, numbered(scored.column("cluster"))[0], groups)
    repeats = scored.once(repetition)
    return InstanceDependence(
        attempts=int(repeats.attempts.max(initial=1)),
        anew=bool(repeats.anew.any()),
        clustered=bool((clusters < instances).any()),
        fewest=int(clusters.min()),
    )


def compared_answers(
    scored: Scored, method: Method, rows: RowsOfCounts, control: str | None, missing: Missing
) -> pl.DataFrame:
    """Compute a test of the counts of right answers for every pair of classifiers."""
    answers = right_or_wrong(scored)
    counts = answers.scored.once(counted_answers, control, missing).with_columns(binary=pl.lit(True))
    tested = with_words(rows(counts)).with_columns(counts["n_dropped"], counts["clustered"], infinite=0)
    return _judged(_with_pairs(tested, answers, pairs_of(answers.scored, control)), answers, method)


def compared_losses(
    scored: Scored,
    method: Method,
    test: ColumnTest,
    control: str | None,
    missing: Missing,
    priced: Priced,
    clusters: ClusterScope,
) -> pl.DataFrame:
    """Compute a test of two columns, and of their clusters, for the losses of every pair; attempts are averaged."""
    priced_losses = averaged_attempts(losses(scored.once(untouched), priced, clusters=clusters))
    return over_instances(priced_losses, method, test, control=control, missing=missing, by_cluster=True)


def right_or_wrong(scored: Scored) -> Losses:
    """Return the 0/1 losses of classes, or raise for numbers, with the methods that take other losses as a hint."""
    tested = scored.once(untouched)
    if "prediction" in tested.source.columns and tested.source.schema["truth"].is_float():
        raise ColumnError(
            "the truth holds numbers with decimals, which are hardly ever hit exactly",
            hint="br.paired_t_instances(table, loss='squared') suits numbers; cast classes to whole numbers or text",
        )
    return tested.once(losses, Priced())


def over_instances(
    table: Losses,
    method: Method,
    test: ColumnTest,
    *,
    control: str | None = None,
    missing: Missing = "refuse",
    by_cluster: bool = False,
) -> pl.DataFrame:
    """Compute a column test for every pair of a table of losses, batch by batch.

    The test sees losses turned, so that "greater" means better; with ``by_cluster`` it sees their clusters too.
    """
    pairs = pairs_of(table.scored, control)
    clusters = table.cluster is not None
    columns = [-pl.col("x"), -pl.col("y"), *([pl.col("cluster")] if clusters and by_cluster else [])]
    several = pl.col("cluster").n_unique() < pl.len() if clusters and not by_cluster else pl.lit(False)
    infinite = (pl.col("x").is_infinite() | pl.col("y").is_infinite()).sum()
    tested = pl.concat(
        batch.group_by("pair", maintain_order=True).agg(
            test(*columns), pl.col("n_dropped").first(), clustered=several, infinite=infinite
        )
        for batch in side_by_side(table, pairs, missing=missing)
    )
    computed = [name for name in COMPUTED if name != "n_dropped"]
    rows = tested.select(pl.col(method.id).struct.field(*computed), *FACTS)
    return _judged(_with_pairs(rows, table, pairs), table, method)


def _with_pairs(tested: pl.DataFrame, table: Losses, pairs: Pairs) -> pl.DataFrame:
    """Return the results of all pairs with their names and how the runs of their group repeat its instances."""
    repeats = table.repetition
    facts = named_pairs(table.scored, pairs).with_columns(
        pooled=pl.Series(repeats.pooled[pairs.group]),
        again=pl.Series(repeats.again[pairs.group]),
        attempts=pl.Series(repeats.attempts[pairs.group]),
    )
    return facts.hstack(tested.select(*(name for name in COMPUTED if name != "n_dropped"), *FACTS))


def _judged(rows: pl.DataFrame, table: Losses, method: Method) -> pl.DataFrame:
    """Return the rows of pairs, with numbers in units of the loss, of which an infinite one leaves none, and doubts."""
    void = pl.col("infinite") > 0
    sound = pl.col("status").is_in(["ok", "approximate"])
    ahead = pl.coalesce("effect", "estimate")
    in_units = (method.estimand or "").endswith("a - b")
    turned = in_metric_units(method, pl.lit(True), in_units=in_units)  # a loss is better when lower
    numbers = {name: pl.when(~void).then(turned.get(name, pl.col(name))) for name in NUMBERS}
    finished = result_rows(
        rows,
        method,
        **numbers,
        better=pl.when(void).then(None).when(ahead > 0).then("a").when(ahead < 0).then("b"),
        status=pl.when(void).then(pl.lit("undefined")).otherwise("status"),
        remarks=[
            INFINITE_LOSS.where(void, "infinite"),
            pl.when(~void).then("remarks"),
            ATTEMPTS.where(sound & ~void & ~pl.col("again") & (pl.col("attempts") > 1), "attempts"),
        ],
    )
    again = AGAIN_INTERVAL if method.null.startswith("none") else AGAIN
    weights = WEIGHTS.where(sound & pl.lit(table.weighted))
    return with_doubts(finished.hstack(rows.select(FLAGS)), again, POOLED, CLUSTERED, weights)


def holds_predictions(table: Any) -> bool:
    """Return whether a table holds predictions, not scores, by its columns."""
    return table_kind(table) == "predictions"


MCNEMAR = Method(
    table=mcnemar,
    title="McNemar test",
    question="Do two trained classifiers differ in error on the same instances?",
    shape="predictions",
    prose="McNemar’s exact test",
    short="McNemar, exact",
    symbol="b",
    formula="b = instances only a gets right, c = only b; b ~ Binomial(b + c, 1/2); chi2 = (|b - c| - 1)^2 / (b + c)",
    tex=r"b \sim \mathrm{Bin}(b + c, 1/2)",
    null="an instance that one of the two gets wrong is as likely the one's as the other's",
    assumes=("instances are independent", "the two classifiers are fixed, trained once"),
    account=(
        "McNemar’s test asks whether two classifiers err equally often: of the $b + c$ instances that exactly one of "
        "them gets right, each should get half."
    ),
    cites=("mcnemar1947", "dietterich1998", "fagerland2013", "alpaydin2010"),
    estimand="difference of rates a - b",
    effect="wins minus losses among the instances that differ, as a share",
    variants=("exact", "midp", "corrected", "uncorrected"),
    answers=("instances",),
    reason="It counts the instances that only one of two classifiers gets right.",
    remarks=(NOT_BINARY, UNREACHABLE_INSTANCES, SCORE_INTERVAL, *BESIDE.values(), *INSTANCE_REMARKS),
)

CI_TANGO = Method(
    table=ci_tango,
    title="Interval for a paired difference of rates",
    question="How far apart are the error rates of two classifiers on the same instances?",
    shape="predictions",
    symbol="d",
    formula="all D with |b - c - nD| <= z sqrt(n (2 q + D (1 - D))), q the restricted estimate given D",
    tex=r"\left\{ D : |b - c - n D| \leq z_{1-\alpha/2} \sqrt{n (2 q + D (1 - D))} \right\}",
    null="none: an interval",
    assumes=("instances are independent", "the two classifiers are fixed, trained once"),
    account=(
        "The difference $D$ of two error rates on the same $n$ instances has Tango’s score interval; $q$ is "
        "estimated given $D$."
    ),
    cites=("tango1998", "newcombe1998paired"),
    estimand="difference of rates a - b",
    variants=("tango", "newcombe"),
    remarks=(NOT_BINARY, AGAIN_INTERVAL, POOLED, CLUSTERED, WEIGHTS),
)

PAIRED_T_INSTANCES = Method(
    table=paired_t_instances,
    title="Paired t test on instances",
    question="Do two trained predictors differ in mean loss on the same instances?",
    shape="predictions",
    prose="the paired t test on instances",
    symbol="t",
    formula="t = sqrt(m) mean(d) / sd(d) with m - 1 degrees of freedom; over G clusters their sums, with G - 1",
    tex=r"t = \frac{\sqrt{m} \, \bar{d}}{s_d}",
    null="the expected difference in loss is zero",
    assumes=("instances are independent, or clusters of them are", "many instances, since losses are not normal"),
    account=(
        "The paired $t$ test on instances relates the mean difference of the losses on $m$ instances to its "
        "standard error."
    ),
    cites=("dietterich1998", "liang1986"),
    estimand="mean difference a - b",
    effect="mean difference in standard deviations",
    variants=("plain", "cluster-robust"),
    answers=("instances",),
    reason="It compares mean losses, which are about normal for many instances.",
    signed=True,
    remarks=(SAME_ON_INSTANCES, SIGN_FLIP_P, CLUSTER_ERROR, FEW_CLUSTERS, FEW_INSTANCES, NO_MEAN, *AVERAGED_REMARKS),
)

PERMUTATION_SIGNFLIP = Method(
    table=permutation_signflip,
    title="Sign-flip permutation test",
    question="Do two algorithms differ in mean result, whatever the law of the differences?",
    also=("predictions",),
    prose="the sign-flip permutation test",
    plural="sign-flip tests",
    short="sign flips",
    symbol="T",
    formula="T = sum d; p = share of the 2^n choices of signs with |sum s d| >= |T|, or (b + 1) / (S + 1) over S draws",
    tex=(
        r"p = \frac{1}{2^n} \#\left\{ s \in \{-1, 1\}^n : \left| \sum_i s_i d_i \right| \geq |T| \right\}, "
        r"\quad T = \sum_i d_i"
    ),
    null="the differences between the two algorithms are symmetric about zero",
    assumes=("blocks are independent, which cross-validation folds are not",),
    account=(
        "The sign-flip permutation test compares the sum $T$ of the differences with its values under changes of "
        "their signs."
    ),
    cites=("fisher1935", "phipson2010"),
    estimand="mean difference a - b",
    effect="mean difference in standard deviations",
    variants=("exact", "monte_carlo"),
    answers=("pairs", "instances"),
    reason="It compares mean differences without taking them as normal.",
    least_p=least_of_sign_flips,
    signed=True,
    remarks=(UNREACHABLE, CLUSTERS_FLIPPED, DRAWN_SIGNS, NO_MEAN, *AVERAGED_REMARKS, SHARED_RUNS),
)

BOOTSTRAP_PAIRED = Method(
    table=bootstrap_paired,
    title="Paired bootstrap",
    question="How far apart are two predictors in mean loss, when the instances are drawn anew?",
    shape="predictions",
    symbol="d",
    formula="quantiles of mean(d*) over S samples of the instances, or clusters, with replacement",
    tex=r"\left[ \bar{d}^{\ast}_{(\alpha/2)}, \; \bar{d}^{\ast}_{(1-\alpha/2)} \right]",
    null="none: an interval",
    assumes=("instances are independent, or clusters of them are",),
    cites=("efron1987",),
    estimand="mean difference a - b",
    variants=("bca", "percentile"),
    remarks=(CLUSTERS_DRAWN, SAME_ON_INSTANCES, NO_MEAN, *AVERAGED_REMARKS),
)
