"""Which algorithms are worth their cost: the best quality for the time and memory they take?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from benchreport.errors import OptionError, refuse_unknown
from benchreport.method import Method, Remark
from benchreport.remarks import REMARK_COLUMNS, joined_remarks
from benchreport.stats.rows import Frame, first_that_holds, over_table
from benchreport.tables.cells import as_scores, refuse_mixtures
from benchreport.tables.groups import By, group_columns, joined, listed, within
from benchreport.tables.rounding import tie_key
from benchreport.tables.schema import RUN_KEYS

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


def pareto_front(table: Frame, *, by: By = "dataset", metrics: By = None) -> Frame:
    """Find the algorithms that no other beats in every metric at once, such as accuracy and time.

    Values are means over the runs of a dataset; without ``dataset`` in ``by`` they are means over datasets too,
    which suits metrics on one scale only. Values that agree to twelve digits are equal.

    Parameters
    ----------
    table
        Scores with several metrics.
    by
        Groups to look at separately.
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
    return over_table(table, by, PARETO_COLUMNS, lambda given: _front(given, by, metrics))


def _front(given: Any, by: By, metrics: By) -> pl.DataFrame:
    scores = as_scores(given)
    groups = group_columns(scores, by, taken=tuple(PARETO_COLUMNS))
    if "metric" in groups:
        raise OptionError("metrics are weighed against each other, not grouped by", hint="leave 'metric' out of by")
    known = scores.get_column("metric").unique().sort().to_list()
    chosen = sorted(dict.fromkeys(listed(metrics))) or known
    refuse_unknown(chosen, known, "no metric {!r}")
    scores = scores.filter(pl.col("metric").is_in(chosen))
    refuse_mixtures(scores, [*groups, "metric"])
    keys = _keys(scores, groups, len(chosen))
    directions = scores.select("metric", "direction").unique().sort("metric").rows()
    measured = keys.filter("__whole")
    mine = measured.select(*groups, __a="algorithm", __mine="__keys")
    theirs = measured.select(*groups, __b="algorithm", __theirs="__keys")
    both = joined(mine, theirs, groups).filter(pl.col("__a") != pl.col("__b"))
    ahead = pl.col("__theirs") - pl.col("__mine")
    beaten = both.filter((ahead.list.min() >= 0) & (ahead.list.max() > 0)).select(*groups, "__a", "__b")
    losses = beaten.group_by(*groups, algorithm="__a").agg(n_dominating=pl.len().cast(pl.Int64))
    wins = beaten.group_by(*groups, algorithm="__b").agg(n_dominated=pl.len().cast(pl.Int64))
    on = [*groups, "algorithm"]
    # Whoever is dominated is dominated by some member of the front.
    fronted = beaten.join(losses, left_on=[*groups, "__b"], right_on=on, how="anti")
    example = fronted.group_by(*groups, algorithm="__a").agg(dominated_by=pl.col("__b").sort().first())
    rows = keys
    for part in (losses, wins, example):
        rows = rows.join(part, on=on, how="left")
    whole, dataset_means = pl.col("__whole"), "dataset" not in groups
    rows = rows.with_columns(
        metrics=pl.lit(", ".join(f"{metric} ({way} is better)" for metric, way in directions)),
        n=pl.col("__datasets"),
        n_dominating=pl.when(whole).then(pl.col("n_dominating").fill_null(0)),
        n_dominated=pl.when(whole).then(pl.col("n_dominated").fill_null(0)),
        status=first_that_holds([(~whole, "undefined"), (pl.col("__uneven"), "approximate")], "ok"),
        remarks=joined_remarks(
            LACKS_METRIC.where(~whole),
            DIFFERENT_RUNS.where(whole & pl.col("__uneven")),
            DATASET_MEANS.where(whole & pl.lit(dataset_means) & (pl.col("__datasets") > 1)),
        ),
        note=None,
    ).with_columns(on_front=pl.when(whole).then(pl.col("n_dominating") == 0))
    return rows.sort(*groups, "algorithm").select(*groups, *PARETO_COLUMNS)


def _keys(scores: pl.DataFrame, groups: list[str], wanted: int) -> pl.DataFrame:
    """Give every algorithm its means as whole numbers, higher is better, one per metric in the order of their names."""
    runs = [name for name in ("dataset", *RUN_KEYS) if name in scores.columns and name not in groups]
    ordered = scores.sort(*groups, "metric", "algorithm", "value")
    turned = pl.col("value") * pl.when(pl.col("direction") == "lower").then(-1.0).otherwise(1.0)
    per_dataset = list(dict.fromkeys([*groups, "metric", "algorithm", "dataset"]))
    means = (
        ordered.with_columns(__turned=turned)
        .group_by(per_dataset, maintain_order=True)
        .agg(pl.col("__turned").mean(), __count=pl.col("value").count().cast(pl.Int64))
    )
    cells = means.group_by(*groups, "metric", "algorithm", maintain_order=True).agg(
        pl.col("__turned").mean(),
        pl.col("__count").sum(),
        __datasets=(pl.col("__count") > 0).sum().cast(pl.Int64),
    )
    place = within([*groups, "metric"])
    cells = cells.with_columns(
        __key=tie_key(pl.col("__turned"), place), __spread=pl.col("__count").n_unique().over(place) > 1
    )
    measured = pl.col("__key").is_not_null()
    found = (
        cells.sort(*groups, "algorithm", "metric")
        .group_by(*groups, "algorithm", maintain_order=True)
        .agg(
            __keys=pl.col("__key").filter(measured),
            __whole=measured.sum() == wanted,
            __datasets=pl.col("__datasets").max(),
            __spread=pl.col("__spread").any(),
        )
    )
    return found.with_columns(__uneven=pl.col("__spread").any().over(within(groups)) & pl.lit(bool(runs)))


PARETO_FRONT = Method(
    id="pareto_front",
    title="Pareto front of several metrics",
    question="Which algorithms are not beaten by another in every metric at once?",
    door="metrics",
    symbol="front",
    formula="a dominates b when it is at least as good in every metric and better in one; the front is not dominated",
    tex=r"a \succ b \; \Leftrightarrow \; \forall m : a_m \succeq b_m, \; \exists m : a_m \succ b_m",
    null="none",
    assumes=("differences in the sample are taken as they are, without a test",),
    cites=("kung1975", "alpaydin2010"),
    remarks=(LACKS_METRIC, DIFFERENT_RUNS, DATASET_MEANS),
    table=pareto_front,
)
