"""Table forms of several metrics at once: functions of Vectors over scores, or over vectors of confusion counts.

Confusion counts become vectors of errors: false positives and false negatives of two classes, misses per true class of
several. On shared folds the right answers follow from the errors: tp + fn and fp + tn are the sizes of the classes.
They are left out because of what they mean, not because a rank check finds them dependent: fold sizes that differ by
one let such a check pass.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from benchreport.method import Remark
from benchreport.stats.forms.over import Frame, doubted, over_layout
from benchreport.stats.forms.rows import table_remarks
from benchreport.tables.blocks import Flags, grouped_scores
from benchreport.tables.groups import By, taken
from benchreport.tables.predictions import CELL, holds_counts, two_class
from benchreport.tables.predictions import counts as canonical_counts
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scores import as_scores
from benchreport.tables.vectors import CELL_ORDER, Stack, Vectors

ERRORS = ("fp", "fn")
# What a row remarks on the cells that it does not compare.
TWO_CLASSES = Remark(code="cells_follow", topic="left_out", note="left out tp, tn, which follow from fp, fn")
SEVERAL_CLASSES = Remark(code="misses_per_class", note="counts are compared as misses per true class")
KEYS = ("actual", "predicted")
# What every row may remark on the table it came from.
OF_COUNTS = (TWO_CLASSES, SEVERAL_CLASSES)
Metrics = str | Sequence[str] | None
Rows = Callable[[Vectors], pl.DataFrame]


def scores_of(table: Any, metrics: Metrics = None) -> Any:
    """Return confusion counts as scores; anything else as it is.

    Counts are compared as vectors of errors. Single cells are metrics only where ``metrics`` are named.

    Examples
    --------
    >>> run = pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]})
    >>> scores_of(run).select("metric", "value", "direction").row(1)
    ('fn', 10.0, 'lower')
    """
    frame = table.collect() if isinstance(table, pl.LazyFrame) else table
    if not holds_counts(frame):
        return frame
    vectors = error_vectors(frame)
    if metrics is None:
        return vectors
    named = vectors.get_column("metric").unique().cast(pl.String).to_list()
    cells = cell_scores(frame).filter(~pl.col("metric").cast(pl.String).is_in(named))
    return pl.concat([vectors, cells.select(vectors.columns)])


def error_vectors(table: Any) -> pl.DataFrame:
    """Return the vectors of errors of every run as scores, of which less is better.

    The metrics are ``fp`` and ``fn`` where the classes are "positive" and "negative", else the misses of each true
    class of the dataset.

    Examples
    --------
    >>> run = pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]})
    >>> error_vectors(run).select("metric", "value", "direction").rows()
    [('fp', 5.0, 'lower'), ('fn', 10.0, 'lower')]
    """
    counted = canonical_counts(to_polars(table))
    actual, predicted = (pl.col(name).cast(pl.String) for name in KEYS)
    cells = counted.with_columns(actual, predicted)
    runs = _runs(counted)
    classes = cells.group_by("dataset", "actual").agg(pl.col("n").sum()).filter(pl.col("n") > 0).drop("n")
    named = classes.with_columns(metric=_error_names(two_class(counted)))
    keys = [*runs.columns, "actual"]
    errors = cells.filter(actual != predicted).group_by(keys).agg(value=pl.col("n").sum())
    # A cell that was never filled is zero, not missing.
    full = runs.join(named, on="dataset", how="left", maintain_order="left_right").drop_nulls("metric")
    filled = full.join(errors, on=keys, how="left", nulls_equal=True, maintain_order="left")
    return (
        filled.with_columns(pl.col("value").fill_null(0).cast(pl.Float64), __order=_order(ERRORS))
        .sort(*runs.columns, "__order", "metric", maintain_order=True)
        .select(*_score_columns(runs))
    )


def cell_scores(table: Any) -> pl.DataFrame:
    """Return every cell of the confusion matrices as a metric: tp, fp, fn and tn, or "x as y" of other classes.

    Examples
    --------
    >>> run = pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]})
    >>> cell_scores(run)["metric"].to_list()
    ['fp', 'fn', 'tp', 'tn']
    """
    counted = canonical_counts(to_polars(table))
    names = {classes: cell for cell, classes in CELL.items()}
    pairs = counted.select("dataset", *KEYS).unique()
    plain = two_class(counted)
    called = [
        (dataset, actual, predicted, names[actual, predicted] if plain else f"{actual} as {predicted}")
        for dataset, actual, predicted in pairs.with_columns(pl.col(pl.Categorical).cast(pl.String)).rows()
    ]
    kinds = pl.DataFrame(called, schema=["dataset", *KEYS, "metric"], orient="row").with_columns(
        pl.col("dataset", *KEYS).cast(pl.Categorical)
    )
    runs = _runs(counted)
    full = runs.join(kinds, on="dataset", how="left")
    filled = full.join(counted, on=[*runs.columns, *KEYS], how="left", nulls_equal=True)
    right = pl.col("actual").cast(pl.String) == pl.col("predicted").cast(pl.String)
    return (
        filled.with_columns(value=pl.col("n").fill_null(0).cast(pl.Float64), __right=right, __order=_order(CELL_ORDER))
        .sort(*runs.columns, "__right", "__order", "metric")
        .select(*_score_columns(runs, pl.when("__right").then(pl.lit("higher")).otherwise(pl.lit("lower"))))
    )


def remark_on(vectors: pl.DataFrame) -> Remark:
    """Return the remark of a result row on the cells that vectors of errors leave out."""
    names = vectors.get_column("metric").unique().cast(pl.String).to_list()
    return TWO_CLASSES if set(names) <= set(ERRORS) else SEVERAL_CLASSES


def _runs(counted: pl.DataFrame) -> pl.DataFrame:
    """Return a row per run, with the further columns that are the same in all cells of a run."""
    keys = [name for name in ("algorithm", "dataset", *RUN_KEYS) if name in counted.columns]
    rest = [name for name in counted.columns if name not in (*keys, *KEYS, "n")]
    sizes = counted.group_by(keys).agg(pl.col(rest).n_unique())
    steady = [name for name in rest if sizes.get_column(name).max() == 1]
    return counted.select(*keys, *steady).unique(keys, maintain_order=True)


def _order(metrics: Sequence[str]) -> pl.Expr:
    places = {metric: place for place, metric in enumerate(metrics)}
    return pl.col("metric").replace_strict(places, default=len(metrics))


def _error_names(plain: bool) -> pl.Expr:
    if plain:
        return pl.col("actual").replace_strict({"negative": "fp", "positive": "fn"})
    return pl.concat_str(pl.lit("class "), "actual", pl.lit(" missed"))


def _score_columns(runs: pl.DataFrame, direction: pl.Expr | None = None) -> list[Any]:
    way = pl.lit("lower") if direction is None else direction
    return [*runs.columns, pl.col("metric").cast(pl.Categorical), "value", way.cast(pl.Categorical).alias("direction")]


def vectors_of(table: Any, by: By, metrics: Metrics, **layout: Any) -> Vectors:
    """Return the vectors of scores, or of confusion counts, which become vectors of errors.

    Unless ``metric`` is among the groups, all metrics of a group belong together.

    Examples
    --------
    >>> table = pl.DataFrame({"model": ["A", "B"], "tp": [4, 3], "fp": [1, 2], "fn": [1, 2], "tn": [4, 3]})
    >>> vectors_of(table, "dataset", None).metrics
    ('fp', 'fn')
    """
    scores = grouped_scores(table, by, lambda source: as_scores(scores_of(source, metrics)))
    remark = remark_on(scores).spelled() if metrics is None and holds_counts(table) else None
    return Vectors.of(scores, by=by, metrics=metrics, remark=remark, **layout)


def over_vectors(
    table: Frame, rows: Rows, *, by: By, metrics: Metrics, doubt: Remark | None = None, **layout: Any
) -> Frame:
    """Compute a function of Vectors, the metrics of a table side by side, as :func:`over_blocks` does."""
    laid_out = partial(vectors_of, by=by, metrics=metrics, **layout)
    return over_layout(table, laid_out, lambda vectors: doubted(rows(vectors), vectors, doubt), by=by)


def over_stacks(
    vectors: Vectors, stacks: Sequence[Stack], test: Callable[[Stack], pl.DataFrame], *order: str
) -> pl.DataFrame:
    """Compute a function of stacks of sets: its rows in order, with the facts of their groups.

    Rows of one stack are in order already.
    """
    parts = [test(stack) for stack in stacks]
    rows = parts[0] if len(parts) == 1 else pl.concat(parts).sort("group", *order, maintain_order=True)
    facts = taken(vectors.facts, rows.get_column("group").to_numpy())
    n_dropped = facts.drop_in_place("n_dropped") + rows.get_column("unshared")
    return rows.hstack(facts).hstack([n_dropped])


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
    place = np.zeros(many, dtype=np.uint32)
    for number, (condition, _) in reversed(list(enumerate(cases, 1))):
        place[condition] = number
    return pl.Series([None, *(word for _, word in cases)], dtype=pl.String)[pl.Series(place)]
