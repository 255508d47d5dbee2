"""Which part of a table does a figure show?"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, one_of
from benchreport.stats.adjust import adjust as adjusted
from benchreport.tables.cells import as_scores

# Tests of all pairs that a figure can rest on, and the module each lives in.
POSTHOCS: Mapping[str, str] = {
    "wilcoxon": "paired",
    "sign_test": "paired",
    "nemenyi": "posthoc",
}
# Their p-values already allow for all pairs.
SELF_ADJUSTED = frozenset({"nemenyi"})


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


def direction_of(scores: pl.DataFrame) -> str | None:
    """Say which way is better, of a table with one metric."""
    ways = scores.get_column("direction").drop_nulls().unique().to_list()
    return str(ways[0]) if len(ways) == 1 else None


def compared_pairs(
    scores: pl.DataFrame, posthoc: str, adjust: Any, *, alpha: float = 0.05, **options: Any
) -> pl.DataFrame:
    """Test all pairs of algorithms, adjusted where the test is not so already.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> compared_pairs(scores, "wilcoxon", "holm").height
    6
    """
    one_of(posthoc, POSTHOCS, name="posthoc")
    test = getattr(import_module(f"benchreport.stats.{POSTHOCS[posthoc]}"), posthoc)
    rows: pl.DataFrame = test(scores, alpha=alpha, **options)
    return rows if adjust is None or posthoc in SELF_ADJUSTED else adjusted(rows, adjust)
