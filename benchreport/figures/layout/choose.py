"""Which part of a table does a figure show, and which test of all pairs does it rest on?"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError, TooFewAlgorithmsError, did_you_mean, one_of
from benchreport.registry import METHODS
from benchreport.stats.forms.vectors import scores_of
from benchreport.stats.many_algorithms.complete_blocks import average_ranks
from benchreport.stats.multiplicity.adjusting import adjust as adjusted
from benchreport.stats.ordering.indistinguishable_sets import in_rank_order
from benchreport.tables.designs.sizes import size_ratios
from benchreport.tables.scores import as_scores

MOST_PAIRS = 12  # with a control, in one figure


def one_metric(table: Any, metric: str | None) -> pl.DataFrame:
    """Keep the one metric a figure shows; among several it must be named.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> one_metric(scores, "accuracy")["metric"].n_unique()
    1
    """
    return _only(as_scores(table), "metric", metric, "--metrics ")


def one_dataset(table: pl.DataFrame, dataset: str | None) -> pl.DataFrame:
    """Keep the one dataset a figure shows; among several it must be named."""
    return _only(table, "dataset", dataset, "--set dataset=")


def _only(table: pl.DataFrame, column: str, name: str | None, flag: str) -> pl.DataFrame:
    known = table.get_column(column).cast(pl.String).unique().sort().to_list()
    if name is None and len(known) > 1:
        raise OptionError(
            f"the table has {len(known)} {column}s", hint=f"name one: {column}={known[0]!r} ({flag}{known[0]})"
        )
    if name is not None and name not in known:
        raise ColumnError(f"no {column} {name!r} to draw", hint=did_you_mean(name, known))
    return table if name is None else table.filter(pl.col(column).cast(pl.String) == name)


def of_dataset(table: Any, dataset: str | None, metrics: Sequence[str] | None = None) -> tuple[pl.DataFrame, list[str]]:
    """Keep one dataset, if it is named or alone; gives the scores and the groups: a dataset, or none over datasets.

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
    """Name the algorithm that others are compared with, by default the best on average, and those, the best first.

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
    """Name the metric of a table with one metric."""
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


def compared_pairs(
    scores: pl.DataFrame, posthoc: str, adjust: Any, *, alpha: float = 0.05, control: str | None = None
) -> pl.DataFrame:
    """Test all pairs of algorithms over the datasets, or all against a control; adjusted where the test is not so.

    A test that knows no control tests all pairs, and those with the control are kept.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> compared_pairs(scores, "sign_test", "holm").height
    6
    >>> compared_pairs(scores, "nemenyi", None, control="C4.5").height
    3
    """
    one_of(posthoc, METHODS.answering("posthoc"), name="posthoc")
    test: Any = METHODS[posthoc].table
    knows = "control" in inspect.signature(test).parameters
    options = {"control": control} if knows and control is not None else {}
    rows: pl.DataFrame = test(scores, by="metric", alpha=alpha, **options)
    if adjust is not None and not METHODS[posthoc].simultaneous:
        rows = adjusted(rows, adjust)
    return rows if control is None else with_control(rows, control)


def with_control(rows: pl.DataFrame, control: str) -> pl.DataFrame:
    """Keep the pairs of which the control is one."""
    return rows.filter(pl.any_horizontal(pl.col("a", "b").cast(pl.String) == control))


def adjustment_of(posthoc: str, adjust: str | None) -> str:
    """Say what was done to the p-values of a test for the number of pairs.

    Examples
    --------
    >>> adjustment_of("sign_test", "holm"), adjustment_of("nemenyi", "holm"), adjustment_of("sign_test", None)
    ('Holm adjustment', 'for all pairs together', 'not adjusted')
    """
    if METHODS[posthoc].simultaneous:
        return "for all pairs together"
    return titled(adjust) if adjust is not None else "not adjusted"


def titled(method: str) -> str:
    """Name a test or an adjustment as readers know it; what is no method of ours is given back as it is.

    Examples
    --------
    >>> titled("nemenyi"), titled("holm"), titled("one-sided sign test")
    ('Nemenyi test', 'Holm adjustment', 'one-sided sign test')
    """
    return METHODS[method].title if method in METHODS else method
