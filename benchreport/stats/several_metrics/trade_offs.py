"""Pareto front of several metrics: the algorithms that no other beats in all of them, such as quality and time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import polars as pl

from benchreport.errors import OptionError, refuse_unknown
from benchreport.method import REMARK_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import Frame, over_layout
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import first_that_holds
from benchreport.tables.blocks import grouped_scores
from benchreport.tables.groups import By, listed
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.ties import tie_key
from benchreport.tables.vectors import Vectors

# pareto_front: one row per group and algorithm.
PARETO_COLUMNS: Mapping[str, tuple[str, str]] = {
    "algorithm": ("Categorical", "the algorithm"),
    "metrics": ("String", "the metrics compared, with the better direction of each"),
    "n": ("Int64", "datasets averaged"),
    "on_front": ("Boolean", "no other algorithm dominates it"),
    "n_dominating": ("Int64", "algorithms that dominate it"),
    "n_dominated": ("Int64", "algorithms that it dominates"),
    "dominated_by": ("Categorical", "one that dominates it, itself on the front"),
    "status": ("String", "ok, approximate or undefined"),
    **REMARK_COLUMNS,
}
LACKS_METRIC = Remark(code="lacks_metric", note="lacks one of the metrics")
DIFFERENT_RUNS = Remark(code="different_runs", note="algorithms were measured on different runs")
DATASET_MEANS = Remark(code="dataset_means", note="means over datasets")


@documented
def pareto_front(table: Frame, *, by: By = "dataset", metrics: By = None) -> Frame:
    """Return the algorithms that no other beats in every metric at once, such as accuracy and time.

    Values are means over the runs of a dataset; without ``dataset`` in ``by`` they are means over datasets too,
    which suits metrics on one scale only. Values that agree to twelve digits are equal.

    Parameters
    ----------
    table
        Scores with several metrics.
    metrics
        The metrics to weigh against each other; all of them unless named.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": ["A", "B", "C"], "accuracy": [0.9, 0.8, 0.7], "time": [9.0, 2.0, 3.0]})
    >>> br.pareto_front(br.scores(table)).select("algorithm", "on_front", "dominated_by").rows()
    [('A', True, None), ('B', True, None), ('C', False, 'B')]
    """
    layout = partial(_vectors, by=by, metrics=metrics)
    return over_layout(table, layout, _front, by=by, columns=PARETO_COLUMNS)


def _vectors(table: Any, *, by: By, metrics: By) -> Vectors:
    scores = grouped_scores(table, by)
    if "metric" in listed(by):
        raise OptionError("metrics are weighed against each other, not grouped by", hint="leave 'metric' out of by")
    present = scores.get_column("metric").unique().sort().to_list()
    chosen = sorted(dict.fromkeys(listed(metrics))) or present
    refuse_unknown(chosen, present, "no metric {!r}")
    return Vectors.of(scores, by=by, metrics=chosen, missing="available", alone=True)


def _front(vectors: Vectors) -> pl.DataFrame:
    keys = _keys(vectors)
    measured = keys.filter("whole").select("group", a="algorithm", keys_a="keys")
    both = measured.join(measured.rename({"a": "b", "keys_a": "keys_b"}), on="group")
    ahead = pl.col("keys_b") - pl.col("keys_a")
    beaten = both.filter((ahead.list.min() >= 0) & (ahead.list.max() > 0)).select("group", "a", "b")
    losses = beaten.group_by("group", algorithm="a").agg(n_dominating=pl.len().cast(pl.Int64))
    wins = beaten.group_by("group", algorithm="b").agg(n_dominated=pl.len().cast(pl.Int64))
    on = ["group", "algorithm"]
    # Whoever is dominated is dominated by some member of the front.
    fronted = beaten.join(losses, left_on=["group", "b"], right_on=on, how="anti")
    example = fronted.group_by("group", algorithm="a").agg(dominated_by=pl.col("b").sort().first())
    for part in (losses, wins, example):
        keys = keys.join(part, on=on, how="left")
    whole, uneven = pl.col("whole"), pl.col("uneven")
    ways = [f"{name} ({'lower' if vectors.signs[name] < 0 else 'higher'} is better)" for name in vectors.metrics]
    rows = keys.with_columns(
        metrics=pl.lit(", ".join(ways)),
        n_dominating=pl.when(whole).then(pl.col("n_dominating").fill_null(0)),
        n_dominated=pl.when(whole).then(pl.col("n_dominated").fill_null(0)),
        status=first_that_holds([(~whole, "undefined"), (uneven, "approximate")], "ok"),
        remarks=joined_remarks(
            LACKS_METRIC.where(~whole),
            DIFFERENT_RUNS.where(whole & uneven),
            DATASET_MEANS.where(whole & pl.lit("dataset" not in vectors.by) & (pl.col("n") > 1)),
        ),
        note=None,
    ).with_columns(on_front=pl.when(whole).then(pl.col("n_dominating") == 0))
    return rows.sort(on).select("group", *PARETO_COLUMNS)


def _keys(vectors: Vectors) -> pl.DataFrame:
    """Return the means of every algorithm as whole numbers, higher is better, one per metric in order of names."""
    runs = [name for name in ("dataset", *RUN_KEYS) if name in vectors.source.columns and name not in vectors.by]
    long = vectors.blocks.long()
    inner = long.get_column("group").to_numpy()
    place, n = ["group", "metric"], pl.col("value").count().cast(pl.Int64)
    cells = (
        long.with_columns(group=pl.Series(vectors.owner[inner]), metric=pl.Series(vectors.metric[inner]))
        .group_by(*place, "algorithm", maintain_order=True)
        .agg(
            turned=(pl.col("value") * pl.col("orientation")).mean(),
            count=pl.col("n_values").sum(),
            n=n.clip(upper_bound=1) if "dataset" in vectors.by else n,
        )
        .with_columns(key=tie_key(pl.col("turned"), place), spread=pl.col("count").n_unique().over(place) > 1)
    )
    measured = pl.col("key").is_not_null()
    keys = (
        cells.sort("group", "algorithm", "metric")
        .group_by("group", "algorithm", maintain_order=True)
        .agg(
            keys=pl.col("key").filter(measured),
            whole=measured.sum() == len(vectors.metrics),
            n=pl.col("n").max(),
            spread=pl.col("spread").any(),
        )
    )
    return keys.with_columns(uneven=pl.col("spread").any().over("group") & pl.lit(bool(runs)))


PARETO_FRONT = Method(
    table=pareto_front,
    title="Pareto front of several metrics",
    question="Which algorithms are not beaten by another in every metric at once?",
    symbol="front",
    formula="a dominates b when it is at least as good in every metric and better in one; the front is not dominated",
    tex=r"a \succ b \; \Leftrightarrow \; \forall m : a_m \succeq b_m, \; \exists m : a_m \succ b_m",
    null="none",
    assumes=("differences in the sample are taken as they are, without a test",),
    account=(
        "Algorithm $a$ dominates $b$ if it is at least as good on every metric and better on one; algorithms that "
        "none dominates form the Pareto front."
    ),
    cites=("kung1975", "alpaydin2010"),
    remarks=(LACKS_METRIC, DIFFERENT_RUNS, DATASET_MEANS),
)
