"""Do two predictors differ on the instances both predicted? Every pair of a table of predictions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError
from benchreport.measures.instances import (
    ClusterScope,
    Losses,
    averaged_attempts,
    is_predictions,
    losses,
    pair_batches,
)
from benchreport.measures.losses import Costs, Loss, Priced
from benchreport.method import RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.columns import instances as columns
from benchreport.stats.columns import resampled
from benchreport.stats.forms.over import PER_DATASET, over_pairs
from benchreport.stats.resampling import BootstrapVariant
from benchreport.stats.rows import (
    COMPUTED,
    NUMBERS,
    SHARED_RUNS,
    Frame,
    fields,
    in_metric_units,
    over_table,
)
from benchreport.stats.untouched import untouched_predictions
from benchreport.tables.blocks import Missing
from benchreport.tables.groups import By, aggregate
from benchreport.tables.schema import table_kind
from benchreport.tables.scores import is_canonical

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

ColumnTest = Callable[[pl.Expr, pl.Expr], pl.Expr]


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

    def test(x: pl.Expr, y: pl.Expr) -> pl.Expr:
        return columns.mcnemar(1 + x, 1 + y, alternative=alternative, variant=variant, alpha=alpha)

    def run(predictions: Any) -> pl.DataFrame:
        known = right_or_wrong(predictions, by)
        return over_instances(known, MCNEMAR, test, control=control, missing=missing)

    return over_table(table, by, RESULT_COLUMNS, run)


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

    def test(x: pl.Expr, y: pl.Expr) -> pl.Expr:
        return columns.ci_tango(1 + x, 1 + y, alternative=alternative, variant=variant, alpha=alpha)

    def run(predictions: Any) -> pl.DataFrame:
        known = right_or_wrong(predictions, by)
        return over_instances(known, CI_TANGO, test, control=control, missing=missing)

    return over_table(table, by, RESULT_COLUMNS, run)


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

    def run(predictions: Any) -> pl.DataFrame:
        known = averaged_attempts(losses(untouched_predictions(predictions), by, priced, clusters=clusters))
        cluster = "cluster" if "cluster" in known.units.columns else None

        def test(x: pl.Expr, y: pl.Expr) -> pl.Expr:
            return columns.paired_t_instances(x, y, cluster, alternative=alternative, alpha=alpha)

        return over_instances(known, PAIRED_T_INSTANCES, test, control=control, missing=missing, by_cluster=True)

    return over_table(table, by, RESULT_COLUMNS, run)


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
    on_predictions = _holds_predictions(table)
    if not on_predictions and priced != Priced():
        raise OptionError("loss, costs and positive are about predictions, and these are scores", hint="leave them out")
    groups = "dataset" if by == PER_DATASET else by

    test = partial(
        resampled.permutation_signflip, alternative=alternative, variant=variant, draws=draws, seed=seed, alpha=alpha
    )
    if not on_predictions:
        method, doubt = PERMUTATION_SIGNFLIP, SHARED_RUNS
        return over_pairs(method, test, table, by=by, control=control, missing=missing, doubt=doubt)

    def on_instances(predictions: Any) -> pl.DataFrame:
        known = averaged_attempts(losses(untouched_predictions(predictions), groups, priced, clusters=clusters))
        flip = partial(test, cluster="cluster" if "cluster" in known.units.columns else None)
        return over_instances(known, PERMUTATION_SIGNFLIP, flip, control=control, missing=missing, by_cluster=True)

    return over_table(table, groups, RESULT_COLUMNS, on_instances)


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

    def run(predictions: Any) -> pl.DataFrame:
        known = averaged_attempts(losses(untouched_predictions(predictions), by, priced, clusters=clusters))
        cluster = "cluster" if "cluster" in known.units.columns else None

        def test(x: pl.Expr, y: pl.Expr) -> pl.Expr:
            return resampled.bootstrap_paired(
                x, y, cluster, alternative=alternative, variant=variant, draws=draws, seed=seed, alpha=alpha
            )

        return over_instances(known, BOOTSTRAP_PAIRED, test, control=control, missing=missing, by_cluster=True)

    return over_table(table, by, RESULT_COLUMNS, run)


def right_or_wrong(table: Any, by: By) -> Losses:
    """Give the 0/1 losses of a table of classes; numbers are sent to the methods that take other losses."""
    known = untouched_predictions(table)
    if "prediction" in known.columns and known.schema["truth"].is_float():
        raise ColumnError(
            "the truth holds numbers with decimals, which are hardly ever hit exactly",
            hint="br.paired_t_instances(table, loss='squared') suits numbers; cast classes to whole numbers or text",
        )
    return losses(known, by, Priced())


def clustered_groups(known: Losses) -> pl.DataFrame:
    """Tell the groups in which instances come in clusters of several, in a column ``__clustered``."""
    if "cluster" not in known.units.columns:
        return known.facts.select(*known.groups, __clustered=pl.lit(False))
    placed = known.table.select(*known.groups, "__unit").unique().join(known.units, on="__unit")
    several = pl.col("cluster").n_unique() < pl.col("__unit").n_unique()
    return aggregate(placed, known.groups, __clustered=several)


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

    The test sees losses turned so that higher is better; numbers in units of the loss are turned back. Unless it
    takes the clusters of the table into account (``by_cluster``), rows of clustered instances are marked.
    """
    keys = [*known.groups, "a", "b"]
    clusters = known.units.select("__unit", "cluster") if "cluster" in known.units.columns else None
    parts = []
    for batch in pair_batches(known, control=control, missing=missing):
        side = batch if clusters is None else batch.join(clusters, on="__unit", how="left", maintain_order="left")
        parts.append(
            side.group_by(keys, maintain_order=True).agg(
                test(-pl.col("x"), -pl.col("y")),
                pl.col("pooled", "again", "attempts").first(),
                dropped=pl.col("n_dropped").first(),
                clustered=pl.lit(False)
                if by_cluster or clusters is None
                else pl.col("cluster").n_unique() < pl.col("__unit").n_unique(),
                infinite=(pl.col("x").is_infinite() | pl.col("y").is_infinite()).sum(),
            )
        )
    rows = pl.concat(parts).with_columns(pl.col(method.id).struct.field(*COMPUTED)).drop(method.id)
    return _judged(rows, known, method)


def _judged(rows: pl.DataFrame, known: Losses, method: Method) -> pl.DataFrame:
    void = pl.col("infinite") > 0
    sound = pl.col("status").is_in(["ok", "approximate"]) & ~void
    doubtful = sound & (pl.col("pooled") | pl.col("again") | pl.col("clustered"))
    ahead = pl.coalesce("effect", "estimate")
    kept: dict[str, Any] = {name: pl.col(name) for name in COMPUTED}
    kept |= {name: pl.when(~void).then(name) for name in NUMBERS}
    interval = method.null.startswith("none")
    in_units = (method.estimand or "").endswith("a - b")
    turned = in_metric_units(method, pl.lit(True), in_units=in_units)  # a loss is better when lower
    changed = {
        "a": pl.col("a"),
        "b": pl.col("b"),
        "better": pl.when(void).then(None).when(ahead > 0).then("a").when(ahead < 0).then("b"),
        "n": pl.col("n"),
        "n_dropped": pl.col("dropped"),
        **{name: pl.when(~void).then(value) for name, value in turned.items()},
        "status": pl.when(void)
        .then(pl.lit("undefined"))
        .when(doubtful)
        .then(pl.lit("approximate"))
        .otherwise("status"),
        "remarks": joined_remarks(
            INFINITE_LOSS.where(void, "infinite"),
            pl.when(~void).then("remarks"),
            ATTEMPTS.where(sound & ~pl.col("again") & (pl.col("attempts") > 1), "attempts"),
            (AGAIN_INTERVAL if interval else AGAIN).where(sound & pl.col("again")),
            POOLED.where(sound & pl.col("pooled") & ~pl.col("again")),
            CLUSTERED.where(sound & pl.col("clustered")),
            WEIGHTS.where(sound & pl.lit(known.weighted)),
        ),
    }
    return rows.select(*known.groups, *fields(method, **(kept | changed)))


def _holds_predictions(table: Any) -> bool:
    if isinstance(table, pl.LazyFrame | pl.DataFrame):
        schema = table.collect_schema()
        if is_predictions(schema) or is_canonical(schema):
            return is_predictions(schema)
        return table_kind(schema.names()) == "predictions"
    names = getattr(table, "column_names", None) or getattr(table, "columns", None)
    return names is not None and table_kind([str(name) for name in names]) == "predictions"


MCNEMAR = columns.MCNEMAR.with_table(mcnemar, *INSTANCE_REMARKS)

CI_TANGO = columns.CI_TANGO.with_table(ci_tango, AGAIN_INTERVAL, POOLED, CLUSTERED, WEIGHTS)

PAIRED_T_INSTANCES = columns.PAIRED_T_INSTANCES.with_table(paired_t_instances, *AVERAGED_REMARKS)

PERMUTATION_SIGNFLIP = resampled.PERMUTATION_SIGNFLIP.with_table(permutation_signflip, *AVERAGED_REMARKS, SHARED_RUNS)

BOOTSTRAP_PAIRED = resampled.BOOTSTRAP_PAIRED.with_table(bootstrap_paired, *AVERAGED_REMARKS)
