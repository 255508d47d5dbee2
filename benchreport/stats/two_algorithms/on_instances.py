"""Do two predictors differ on the instances both predicted? Every pair of a table of predictions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError
from benchreport.measures.instances import ClusterScope, Losses, averaged_attempts, losses, side_by_side
from benchreport.measures.losses import Costs, Loss, Priced
from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import Frame, over_pairs
from benchreport.stats.forms.predictions import FLAGS, over_predictions, untouched, with_doubts
from benchreport.stats.forms.rows import COMPUTED, NUMBERS, SHARED_RUNS, fields, in_metric_units
from benchreport.stats.kernels.bootstrap__resampling import BootstrapVariant
from benchreport.stats.two_algorithms import on_instances__columns_instances as columns
from benchreport.stats.two_algorithms import on_instances__columns_resampled as resampled
from benchreport.tables.blocks import Missing
from benchreport.tables.groups import By
from benchreport.tables.schema import table_kind
from benchreport.tables.scored import GROUP, Scored, is_predictions, named_pairs, pairs_of
from benchreport.tables.scores import is_canonical

PER_DATASET = ("dataset", "metric")
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


def mcnemar(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: columns.McnemarVariant = "exact",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """McNemar test of every two classifiers on the instances both predicted.

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
    test = partial(columns.mcnemar, alternative=alternative, variant=variant, alpha=alpha)
    return over_predictions(table, by, compared_answers, MCNEMAR, test, control, missing)


def ci_tango(
    table: Frame,
    *,
    by: By = "dataset",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: columns.RateVariant = "tango",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Interval for the difference between the error rates of every two classifiers on the same instances.

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
    test = partial(columns.ci_tango, alternative=alternative, variant=variant, alpha=alpha)
    return over_predictions(table, by, compared_answers, CI_TANGO, test, control, missing)


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
    """Paired t test of every two predictors on the losses of the instances both predicted.

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
        A cluster is one of its "dataset", or "global": then equal labels in several datasets name one cluster.
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
    test = partial(columns.paired_t_instances, alternative=alternative, alpha=alpha)
    return over_predictions(table, by, compared_losses, PAIRED_T_INSTANCES, test, control, missing, priced, clusters)


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
    """Sign-flip permutation test of every two algorithms, over scores or over predictions.

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
        resampled.permutation_signflip,
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
    """Bootstrap interval for the difference in mean loss of every two predictors, a - b.

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
    test = partial(
        resampled.bootstrap_paired, alternative=alternative, variant=variant, draws=draws, seed=seed, alpha=alpha
    )
    return over_predictions(table, by, compared_losses, BOOTSTRAP_PAIRED, test, control, missing, priced, clusters)


def compared_answers(
    scored: Scored, method: Method, test: ColumnTest, control: str | None, missing: Missing
) -> pl.DataFrame:
    """Apply a test of two columns of right answers, 1 and 0, to every pair of classifiers."""
    right = partial(_of_right_answers, test=test)
    return over_instances(right_or_wrong(scored), method, right, control=control, missing=missing)


def _of_right_answers(x: pl.Expr, y: pl.Expr, test: ColumnTest) -> pl.Expr:
    return test(1 + x, 1 + y)


def compared_losses(
    scored: Scored,
    method: Method,
    test: ColumnTest,
    control: str | None,
    missing: Missing,
    priced: Priced,
    clusters: ClusterScope,
) -> pl.DataFrame:
    """Apply a test of two columns, and of their clusters, to the losses of every pair; attempts are averaged."""
    known = averaged_attempts(losses(scored.once(untouched), priced, clusters=clusters))
    return over_instances(known, method, test, control=control, missing=missing, by_cluster=True)


def right_or_wrong(scored: Scored) -> Losses:
    """Return the 0/1 losses of classes; numbers are sent to the methods that take other losses."""
    known = scored.once(untouched)
    if "prediction" in known.source.columns and known.source.schema["truth"].is_float():
        raise ColumnError(
            "the truth holds numbers with decimals, which are hardly ever hit exactly",
            hint="br.paired_t_instances(table, loss='squared') suits numbers; cast classes to whole numbers or text",
        )
    return known.once(losses, Priced())


def over_instances(
    known: Losses,
    method: Method,
    test: ColumnTest,
    *,
    control: str | None = None,
    missing: Missing = "refuse",
    by_cluster: bool = False,
) -> pl.DataFrame:
    """Apply a column test to every pair of a table of losses, batch by batch.

    The test sees losses turned, so that "greater" means better; with ``by_cluster`` it is given their clusters too.
    """
    pairs = pairs_of(known.scored, control)
    clusters = known.cluster is not None
    columns = [-pl.col("x"), -pl.col("y"), *([pl.col("cluster")] if clusters and by_cluster else [])]
    several = pl.col("cluster").n_unique() < pl.len() if clusters and not by_cluster else pl.lit(False)
    infinite = (pl.col("x").is_infinite() | pl.col("y").is_infinite()).sum()
    tested = pl.concat(
        batch.group_by("pair", maintain_order=True).agg(
            test(*columns), pl.col("n_dropped").first().alias("dropped"), clustered=several, infinite=infinite
        )
        for batch in side_by_side(known, pairs, missing=missing)
    )
    told = known.repetition
    facts = named_pairs(known.scored, pairs).with_columns(
        pooled=pl.Series(told.pooled[pairs.group]),
        again=pl.Series(told.again[pairs.group]),
        attempts=pl.Series(told.attempts[pairs.group]),
    )
    rows = tested.select(pl.col(method.id).struct.field(*COMPUTED), "dropped", "clustered", "infinite")
    return _judged(facts.hstack(rows), known, method)


def _judged(rows: pl.DataFrame, known: Losses, method: Method) -> pl.DataFrame:
    """Finish the rows of pairs: numbers in units of the loss, of which an infinite one leaves none, and doubts."""
    void = pl.col("infinite") > 0
    sound = pl.col("status").is_in(["ok", "approximate"])
    ahead = pl.coalesce("effect", "estimate")
    in_units = (method.estimand or "").endswith("a - b")
    turned = in_metric_units(method, pl.lit(True), in_units=in_units)  # a loss is better when lower
    numbers = {name: pl.when(~void).then(turned.get(name, pl.col(name))) for name in NUMBERS}
    kept: dict[str, Any] = {name: pl.col(name) for name in COMPUTED}
    changed = {
        "a": pl.col("a"),
        "b": pl.col("b"),
        "better": pl.when(void).then(None).when(ahead > 0).then("a").when(ahead < 0).then("b"),
        "n_dropped": pl.col("dropped"),
        "status": pl.when(void).then(pl.lit("undefined")).otherwise("status"),
        "remarks": joined_remarks(
            INFINITE_LOSS.where(void, "infinite"),
            pl.when(~void).then("remarks"),
            ATTEMPTS.where(sound & ~void & ~pl.col("again") & (pl.col("attempts") > 1), "attempts"),
        ),
    }
    finished = rows.select(GROUP, *fields(method, **(kept | numbers | changed)), *FLAGS)
    again = AGAIN_INTERVAL if method.null.startswith("none") else AGAIN
    return with_doubts(finished, again, POOLED, CLUSTERED, WEIGHTS.where(sound & pl.lit(known.weighted)))


def holds_predictions(table: Any) -> bool:
    """Return whether a table holds predictions, not scores, by its columns."""
    if isinstance(table, pl.LazyFrame | pl.DataFrame):
        schema = table.collect_schema()
        if is_predictions(schema) or is_canonical(schema):
            return is_predictions(schema)
        return table_kind(schema.names()) == "predictions"
    names = getattr(table, "column_names", None) or getattr(table, "columns", None)
    return names is not None and table_kind([str(name) for name in names]) == "predictions"


MCNEMAR = replace(columns.MCNEMAR, remarks=(*columns.MCNEMAR.remarks, *INSTANCE_REMARKS), table=mcnemar)

CI_TANGO = replace(
    columns.CI_TANGO, remarks=(*columns.CI_TANGO.remarks, AGAIN_INTERVAL, POOLED, CLUSTERED, WEIGHTS), table=ci_tango
)

PAIRED_T_INSTANCES = replace(
    columns.PAIRED_T_INSTANCES,
    remarks=(*columns.PAIRED_T_INSTANCES.remarks, *AVERAGED_REMARKS),
    table=paired_t_instances,
)

PERMUTATION_SIGNFLIP = replace(
    resampled.PERMUTATION_SIGNFLIP,
    remarks=(*resampled.PERMUTATION_SIGNFLIP.remarks, *AVERAGED_REMARKS, SHARED_RUNS),
    table=permutation_signflip,
)

BOOTSTRAP_PAIRED = replace(
    resampled.BOOTSTRAP_PAIRED,
    remarks=(*resampled.BOOTSTRAP_PAIRED.remarks, *AVERAGED_REMARKS),
    table=bootstrap_paired,
)
