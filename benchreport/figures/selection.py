"""The part of a table that a figure shows: one metric, one dataset, the rivals of a reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError, TooFewAlgorithmsError, did_you_mean
from benchreport.stats.forms.vectors import scores_of
from benchreport.stats.many_algorithms.complete_blocks import average_ranks
from benchreport.stats.ordering.indistinguishable_sets import in_rank_order
from benchreport.tables.designs.sizes import size_ratios
from benchreport.tables.scores import as_scores

MOST_PAIRS = 12  # with a control, in one figure


def one_metric(table: Any, metric: str | None) -> pl.DataFrame:
    """Return the scores in the one metric a figure shows; among several it must be named.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> one_metric(scores, "accuracy")["metric"].n_unique()
    1
    """
    return _only(as_scores(table), "metric", metric, "--metrics ")


def one_dataset(table: pl.DataFrame, dataset: str | None) -> pl.DataFrame:
    """Return the rows of the one dataset a figure shows; among several it must be named."""
    return _only(table, "dataset", dataset, "--set dataset=")


def _only(table: pl.DataFrame, column: str, name: str | None, flag: str) -> pl.DataFrame:
    names = table.get_column(column).cast(pl.String).unique().sort().to_list()
    if name is None and len(names) > 1:
        hint = f"name one: {column}={names[0]!r} ({flag}{names[0]})"
        raise OptionError(f"the table has {len(names)} {column}s", hint=hint)
    if name is not None and name not in names:
        raise ColumnError(f"no {column} {name!r} to draw", hint=did_you_mean(name, names))
    return table if name is None else table.filter(pl.col(column).cast(pl.String) == name)


def of_dataset(table: Any, dataset: str | None, metrics: Sequence[str] | None = None) -> tuple[pl.DataFrame, list[str]]:
    """Return the scores of one dataset, if it is named or alone, and the groups: a dataset, or none over datasets.

    Confusion counts become vectors of errors.

    Examples
    --------
    >>> import benchreport as br
    >>> of_dataset(br.read_scores(br.example("small_study_5x2.csv")), "iris")[1]
    ['dataset']
    """
    scores = as_scores(scores_of(table, metrics))
    if dataset is not None:
        scores = one_dataset(scores, dataset)
    return scores, ["dataset"] if scores.get_column("dataset").n_unique() == 1 else []


def rivals(scores: pl.DataFrame, control: str | None, metric: str) -> tuple[str, list[str]]:
    """Return the algorithm that others are compared with, by default the best on average, and those, the best first.

    Examples
    --------
    >>> import benchreport as br
    >>> rivals(br.read_scores(br.example("demsar2006_auc.csv")), "C4.5", "auc")
    ('C4.5', ['C4.5+m+cf', 'C4.5+m', 'C4.5+cf'])
    """
    better = pl.when(pl.col("direction") == "lower").then(-1.0).otherwise(1.0)
    means = (
        scores.filter(pl.col("metric") == metric)
        .group_by(pl.col("algorithm").cast(pl.String))
        .agg(mean=(pl.col("value") * better).mean().round_sig_figs(12))
        .sort(pl.col("mean"), "algorithm", descending=[True, False], nulls_last=True)
    )
    names = means.get_column("algorithm").to_list()
    if len(names) < 2:
        raise TooFewAlgorithmsError("a comparison needs two algorithms", hint="keep two or more")
    if control is not None and control not in names:
        raise OptionError(f"no algorithm {control!r} to compare with", hint=did_you_mean(control, names))
    chosen = names[0] if control is None else control
    return chosen, [name for name in names if name != chosen]


def overlap(scores: pl.DataFrame, groups: list[str], n: int) -> float | None:
    """Return what overlapping training sets multiply the squared reach of an ellipse by: 1 + n n_test/n_train.

    None where the sizes are not known.

    Examples
    --------
    >>> import benchreport as br
    >>> scores, groups = of_dataset(br.read_scores(br.example("small_study_5x2.csv")), "wine")
    >>> overlap(scores, groups, 10)
    11.0
    """
    ratios = size_ratios(scores, groups).get_column("ratio").drop_nulls()
    return 1.0 + n * float(max(ratios)) if ratios.len() else None


def metric_of(scores: pl.DataFrame) -> str:
    """Return the metric of a table with one metric."""
    return str(scores.get_column("metric")[0])


def direction_of(scores: pl.DataFrame) -> str | None:
    """Return which way is better, of a table with one metric."""
    ways = scores.get_column("direction").drop_nulls().unique().to_list()
    return str(ways[0]) if len(ways) == 1 else None


def metric_facts(scores: pl.DataFrame) -> dict[str, pl.Expr]:
    """Return the columns that say which metric a figure shows, and which way is better."""
    return {"metric": pl.lit(metric_of(scores)), "direction": pl.lit(direction_of(scores), dtype=pl.String)}


def better_sign(direction: str | None) -> float:
    """Return -1 where lower values are better, else 1."""
    return -1.0 if direction == "lower" else 1.0


def ranked_names(scores: pl.DataFrame) -> list[str]:
    """Return the algorithms of a table with one metric, the best mean rank first.

    Examples
    --------
    >>> import benchreport as br
    >>> ranked_names(br.read_scores(br.example("demsar2006_auc.csv")))
    ['C4.5+m+cf', 'C4.5+m', 'C4.5+cf', 'C4.5']
    """
    return [str(name) for name in in_rank_order(average_ranks(scores)).get_column("algorithm")]
