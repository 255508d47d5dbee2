"""Mean loss of one predictor with its t interval, for clusters of instances and repeated attempts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.measures.instances import ClusterScope, averaged_attempts, losses
from benchreport.measures.losses import Costs, Loss, Priced
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.predictions import over_predictions, untouched
from benchreport.stats.forms.rows import Frame, fields
from benchreport.stats.two_algorithms.on_instances import (
    ATTEMPTS,
    CLUSTER_ERROR,
    LARGE,
    POOLED,
    WEIGHTS,
    paired_t_instances_expr,
)
from benchreport.tables.groups import By
from benchreport.tables.scored import GROUP, LINE, Floats, Scored

SAME_LOSS = Remark(code="same_loss", note="the same loss on every instance")
FEW_UNITS = Remark(code="few_units", note=f"fewer than {LARGE} clusters or instances: the t law is rough")


def mean_loss_t(
    table: Frame,
    *,
    by: By = "dataset",
    loss: Loss = "zero_one",
    costs: Costs | None = None,
    positive: Any = None,
    clusters: ClusterScope = "dataset",
    constant: float | Mapping[str, float] | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Compute the mean loss of every predictor with its t interval, which allows for clusters and repeated attempts.

    Several attempts at an instance are averaged first; with a column ``cluster`` the standard error allows for any
    dependence within a cluster. Limits of an error rate stay between 0 and 1.

    Parameters
    ----------
    table
        Predictions.
    by
        Groups to treat separately.
    loss, costs, positive, clusters
        What a prediction costs, and what a cluster is, as in :func:`paired_t_instances`.
    constant
        A mean loss to test against: one for all, or one for each dataset. Without it there is no p-value.
    alternative
        "greater" means that the predictor is better than the constant: its loss is lower.
    alpha
        Level of the interval.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, named in ``a``, sorted by them; ``n`` counts instances.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = {"model": "kNN", "item": [1, 2, 3, 4] * 2, "attempt": [1] * 4 + [2] * 4}
    >>> table = pl.DataFrame(rows).with_columns(correct=pl.Series([1, 0, 1, 1, 1, 0, 0, 1]))
    >>> br.mean_loss_t(table).select("a", "n", "estimate", "df1", pl.col("ci_high").round(4)).row(0)
    ('kNN', 4, 0.375, 3.0, 1.0)
    """
    priced = Priced(loss=loss, costs=costs, positive=positive)
    return over_predictions(table, by, _mean_losses, priced, clusters, constant, alternative, alpha)


def _mean_losses(
    scored: Scored,
    priced: Priced,
    clusters: ClusterScope,
    constant: float | Mapping[str, float] | None,
    alternative: Alternative,
    alpha: float,
) -> pl.DataFrame:
    attempts = averaged_attempts(losses(scored.once(untouched), priced, clusters=clusters, alone=True))
    of_group = _constants(constant, attempts.scored)
    unit, algorithm = np.nonzero(attempts.answered)
    rows = pl.DataFrame(
        {
            LINE: attempts.group[unit] * len(attempts.scored.algorithms) + algorithm,
            "loss": pl.Series(attempts.values[unit, algorithm], nan_to_null=True),
            "constant": pl.Series(of_group[attempts.group[unit]], nan_to_null=True),
            "cluster": np.zeros_like(unit) if attempts.cluster is None else attempts.cluster[unit],
        }
    )
    clustered = attempts.cluster is not None
    test = paired_t_instances_expr(
        -pl.col("loss"), -pl.col("constant"), "cluster" if clustered else None, alternative=alternative, alpha=alpha
    )
    tested = rows.group_by(LINE).agg(
        test,
        mean=pl.col("loss").mean(),
        constant=pl.col("constant").first(),
        missing=pl.col("loss").null_count().cast(pl.Int64),
    )
    facts = tested.sort(LINE).unnest("paired_t_instances")
    named, repetition = attempts.scored.lines(facts[LINE].to_numpy()), attempts.repetition
    group = named[GROUP].to_numpy()
    facts = facts.hstack(named).with_columns(
        pooled=pl.Series(repetition.pooled[group]), attempts=pl.Series(repetition.attempts[group])
    )
    is_rate = priced.loss == "zero_one" and priced.costs is None
    return facts.select(GROUP, *_row(constant is not None, clustered, attempts.weighted, is_rate))


def _constants(constant: float | Mapping[str, float] | None, scored: Scored) -> Floats:
    """Return the constant of every group, NaN where its dataset has none."""
    if not isinstance(constant, Mapping):
        return np.full(scored.n_groups, 0.0 if constant is None else float(constant))
    if "dataset" not in scored.by:
        raise OptionError("a constant for each dataset needs datasets of its own", hint="put 'dataset' into by")
    of_dataset = {str(name): float(value) for name, value in constant.items()}
    return np.array([of_dataset.get(str(name), np.nan) for name in scored.keys.get_column("dataset")])


def _row(tests: bool, clustered: bool, weighted: bool, is_rate: bool) -> list[pl.Expr]:
    """Return the columns of the result: what was tested is the constant minus the loss, so signs and limits turn."""
    low, high = (pl.col("constant") - pl.col(name) for name in ("ci_high", "ci_low"))
    if is_rate:
        low, high = low.clip(lower_bound=0.0), high.clip(upper_bound=1.0)
    testable = pl.col("status").is_in(["ok", "approximate"])
    units = pl.col("df1") + 1
    few = testable & (units < LARGE)
    p = pl.col("p_value") if tests else pl.lit(None, dtype=pl.Float64)
    steady = pl.col("status").is_in(["zero_variance", "all_ties"])
    sound = pl.when(testable).then(pl.lit("ok")).otherwise("status")
    status = pl.when(steady & pl.lit(not tests)).then(pl.lit("zero_variance")).otherwise(sound)
    return fields(
        MEAN_LOSS_T,
        a=pl.col("algorithm"),
        variant="cluster-robust" if clustered else "instances",
        n=pl.col("n"),
        n_dropped=pl.col("missing"),
        statistic=-pl.col("statistic") if tests else None,
        df1=pl.col("df1"),
        p_value=p,
        estimate=pl.col("mean"),
        ci_low=low,
        ci_high=high,
        alpha=pl.col("alpha"),
        law="t",
        alternative=pl.col("alternative"),
        status=pl.when(testable & (few | pl.col("pooled"))).then(pl.lit("approximate")).otherwise(status),
        remarks=[
            SAME_LOSS.where(steady),
            CLUSTER_ERROR.where(testable & pl.lit(clustered), units.cast(pl.Int64)),
            ATTEMPTS.where(testable & (pl.col("attempts") > 1), "attempts"),
            FEW_UNITS.where(few),
            POOLED.where(testable & pl.col("pooled")),
            WEIGHTS.where(testable & pl.lit(weighted)),
        ],
    )


MEAN_LOSS_T = Method(
    table=mean_loss_t,
    title="Mean loss with its t interval",
    question="How large is the mean loss of one predictor, when instances depend on each other?",
    shape="predictions",
    short="t",
    symbol="t",
    formula="mean(l) +- t sd(l) / sqrt(m) over m instances, attempts at each averaged; over G clusters their sums",
    tex=r"\bar{l} \pm t_{1-\alpha/2, m-1} \frac{s_l}{\sqrt{m}}",
    null="the expected loss is the constant",
    assumes=("instances are independent, or clusters of them are", "many instances, since losses are not normal"),
    account="Mean losses over $m$ instances have $t$ intervals.",
    cites=("liang1986",),
    estimand="mean loss of a",
    variants=("instances", "cluster-robust"),
    remarks=(SAME_LOSS, CLUSTER_ERROR, ATTEMPTS, FEW_UNITS, POOLED, WEIGHTS),
)
