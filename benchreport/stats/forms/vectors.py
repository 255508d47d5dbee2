"""Table forms of several metrics at once: a function of Vectors over scores, or over confusion counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from benchreport.method import Remark
from benchreport.stats.forms.count_vectors import SEVERAL_CLASSES, TWO_CLASSES, remark_on, scores_of
from benchreport.stats.forms.over import Frame, doubted, over_layout
from benchreport.stats.forms.rows import table_remarks
from benchreport.tables.blocks import Flags, Missing, Reduce, grouped_scores
from benchreport.tables.groups import By
from benchreport.tables.predictions import holds_counts
from benchreport.tables.scores import as_scores
from benchreport.tables.vectors import Stack, Vectors

# What every row may remark on the table it came from.
COUNT_REMARKS = (TWO_CLASSES, SEVERAL_CLASSES)
Metrics = str | Sequence[str] | None


def vectors_of(
    table: Any,
    by: By,
    metrics: Metrics,
    *,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
    control: str | None = None,
    alone: bool = False,
) -> Vectors:
    """Return the vectors of scores, or of confusion counts, which become vectors of errors.

    Unless ``metric`` is among the groups, all metrics of a group belong together.

    Examples
    --------
    >>> table = pl.DataFrame({"model": ["A", "B"], "tp": [4, 3], "fp": [1, 2], "fn": [1, 2], "tn": [4, 3]})
    >>> vectors_of(table, "dataset", None).metrics
    ('fp', 'fn')
    """
    scores = grouped_scores(table, by, partial(_scores, metrics=metrics))
    remark = remark_on(scores).spelled() if metrics is None and holds_counts(table) else None
    return Vectors.of(
        scores,
        by=by,
        metrics=metrics,
        missing=missing,
        reduce=reduce,
        control=control,
        alone=alone,
        remark=remark,
    )


def _scores(table: Any, metrics: Metrics) -> pl.DataFrame:
    return as_scores(scores_of(table, metrics))


def over_vectors(
    table: Frame,
    rows: Callable[[Vectors], pl.DataFrame],
    *,
    by: By,
    metrics: Metrics,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
    control: str | None = None,
    alone: bool = False,
    doubt: Remark | None = None,
) -> Frame:
    """Put the metrics of a table side by side and hand it to a function of Vectors, as :func:`over_blocks` does."""
    layout = partial(vectors_of, by=by, metrics=metrics, missing=missing, reduce=reduce, control=control, alone=alone)
    return over_layout(table, layout, partial(_doubted_rows, rows=rows, doubt=doubt), by=by)


def _doubted_rows(vectors: Vectors, rows: Callable[[Vectors], pl.DataFrame], doubt: Remark | None) -> pl.DataFrame:
    return doubted(rows(vectors), vectors, doubt)


def over_stacks(
    vectors: Vectors, stacks: Sequence[Stack], test: Callable[[Stack], pl.DataFrame], *order: str
) -> pl.DataFrame:
    """Apply a function to stacks of sets, and bring its rows into order, with what a row says of its table.

    Rows of one stack are in order already.
    """
    parts = [test(stack) for stack in stacks]
    rows = parts[0] if len(parts) == 1 else pl.concat(parts).sort("group", *order, maintain_order=True)
    return rows.hstack(vectors.facts[rows.get_column("group").to_numpy()])


def vector_remarks() -> list[pl.Expr]:
    """Return what every row remarks on the table it came from: counts, gaps, averaged runs."""
    return [pl.col("remark"), *table_remarks()]


def first_word(many: int, *cases: tuple[Flags, str]) -> pl.Series:
    """Return the word of the first condition that holds, null where none does.

    Examples
    --------
    >>> first_word(2, (np.array([True, False]), "too_few")).to_list()
    ['too_few', None]
    """
    words = np.full(many, None, dtype=object)
    for condition, word in reversed(cases):
        words[condition] = word
    return pl.Series(words.tolist(), dtype=pl.String)
