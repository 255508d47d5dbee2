"""Which part of a table does a figure show, and which test of all pairs does it rest on?"""

from __future__ import annotations

import inspect
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, one_of
from benchreport.registry import METHODS
from benchreport.stats.adjust import adjust as adjusted
from benchreport.stats.cliques import in_rank_order
from benchreport.stats.ranks import average_ranks
from benchreport.tables.cells import as_scores


def one_metric(table: Any, metric: str | None) -> pl.DataFrame:
    """Keep the one metric a figure shows; among several it must be named.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> one_metric(scores, "accuracy")["metric"].n_unique()
    1
    """
    scores = as_scores(table)
    known = scores.get_column("metric").unique().sort().to_list()
    if metric is None and len(known) > 1:
        raise OptionError(
            f"the table has {len(known)} metrics", hint=f"name one: metric={known[0]!r} (--metrics {known[0]})"
        )
    if metric is not None and metric not in known:
        raise ColumnError(f"no metric {metric!r} to draw", hint=did_you_mean(metric, known))
    return scores if metric is None else scores.filter(pl.col("metric") == metric)


def metric_of(scores: pl.DataFrame) -> str:
    """Name the metric of a table with one metric."""
    return str(scores.get_column("metric")[0])


def direction_of(scores: pl.DataFrame) -> str | None:
    """Say which way is better, of a table with one metric."""
    ways = scores.get_column("direction").drop_nulls().unique().to_list()
    return str(ways[0]) if len(ways) == 1 else None


def ranked_names(scores: pl.DataFrame) -> list[str]:
    """List the algorithms of a table with one metric, the best mean rank first.

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
