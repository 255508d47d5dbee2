"""Instances ranked by their scores, and the counts of both classes at or above every score."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.errors import ColumnError, IncompleteError
from benchreport.measures.classes import (
    CHANCE,
    IS_POSITIVE,
    NO_CLASS,
    NO_NEGATIVE,
    NO_POSITIVE,
    WEIGHT,
    FrozenPositive,
    Positive,
    declared_positive,
    frozen_positive,
    positive_of,
    refuse_bad_weights,
    refuse_decimals,
    with_positive,
)
from benchreport.method import Remark
from benchreport.records import dataclass
from benchreport.remarks import first_that_holds, with_words
from benchreport.tables.checks import refuse_empty
from benchreport.tables.groups import By
from benchreport.tables.reduction import Codes, distinct_values
from benchreport.tables.schema import RUN_KEYS, probability_columns
from benchreport.tables.scored import LINE, Scored

POOLED = Remark(code="pooled_scores", topic="pooled", note="scores of several folds come from several trained models")
# What rankings may remark; without positives there is no precision, without negatives no false alarm rate either.
OF_PRECISION = (NO_CLASS, NO_POSITIVE, POOLED)
OF_RANKING = (NO_CLASS, NO_POSITIVE, NO_NEGATIVE, POOLED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Scored instances: whether each is positive, its score and its weight, line by line: a group and an algorithm."""

    scored: Scored
    table: pl.DataFrame
    weighted: bool = False

    def named(self, rows: pl.DataFrame, *columns: str) -> pl.DataFrame:
        """Return rows under the names of their groups and algorithms, with their remarks in words; or some columns."""
        remarked = with_words(rows)
        return self.scored.with_lines(remarked.select(LINE, *columns) if columns else remarked)


def ranked(table: Any, by: By, positive: Positive, *, weighted: bool = False) -> Ranked:
    """Read the scores of a table of predictions; the positive class is declared, never guessed."""
    scored = Scored.of(table, by=by)
    order = ranking(scored, positive)
    refuse_unscored(scored, order)
    line = pl.Series(LINE, scored.line)
    return Ranked(scored=scored, table=order.with_columns(_weights(scored.source, weighted), line), weighted=weighted)


def ranking(scored: Scored, positive: Positive) -> pl.DataFrame:
    """Return whether each row of a layout is of the positive class, and its score; computed once."""
    return scored.once(_ranking, frozen_positive(positive))


def _ranking(scored: Scored, positive: FrozenPositive) -> pl.DataFrame:
    return with_ranking(scored.answers, declared_positive(positive)).select(IS_POSITIVE, CHANCE)


def with_ranking(table: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    """Return whether the class of every row is the positive one, and its score: ``score``, or ``prob_<positive>``.

    Examples
    --------
    >>> table = pl.DataFrame({"dataset": ["d", "d"], "truth": [0, 1], "prob_0": [0.9, 0.2], "prob_1": [0.1, 0.8]})
    >>> with_ranking(table, 1).select("__is_positive", "__chance").rows()
    [(False, 0.1), (True, 0.8)]
    """
    refuse_decimals(table)
    refuse_empty(table)
    classes = _classes(table)
    labels = positive_of(classes, positive).get_column("positive")
    chances = probability_columns(table.columns)
    if "score" not in table.columns and not chances:
        raise ColumnError(
            "there is no score to rank by",
            hint="columns={'your_column': 'score'}, or one column prob_<class> per class",
        )
    label = labels[0]
    if labels.null_count() or labels.n_unique() > 1:
        marked = with_positive(table, positive).drop("positive")
    else:
        # One class for all datasets needs no look-up per row.
        value = classes.filter(pl.col("truth").cast(pl.String) == label).get_column("truth")[0]
        name = "score" if "score" in table.columns else f"prob_{label}"
        if name not in table.columns:
            raise ColumnError(f"class {label!r} has no column of probabilities", hint=f"a column {name!r}")
        marked = table.with_columns_seq((pl.col("truth") == value).alias(IS_POSITIVE), pl.col(name).alias(CHANCE))
    return marked.with_columns(pl.col(CHANCE).fill_nan(None)) if marked.get_column(CHANCE).is_nan().any() else marked


def _classes(table: pl.DataFrame) -> pl.DataFrame:
    """Return the classes of every dataset."""
    datasets = table.get_column("dataset").to_physical()
    if datasets.min() == datasets.max():
        truths = distinct_values(table.get_column("truth"))
        return pl.DataFrame(
            {"dataset": table.get_column("dataset")[:1].new_from_index(0, len(truths)), "truth": truths}
        )
    return table.select("dataset", "truth")[Codes(table, ["dataset", "truth"]).representatives()]


def refuse_unscored(scored: Scored, order: pl.DataFrame) -> None:
    """Raise when an instance lacks its score; without it there is no order."""
    if not order.get_column(CHANCE).null_count():
        return
    lacks = order.select(pl.col(CHANCE).is_null() & pl.col(IS_POSITIVE).is_not_null()).to_series()
    lacking = scored.source.filter(lacks)
    if lacking.height:
        names = [name for name in ("algorithm", "dataset", *RUN_KEYS, "instance") if name in lacking.columns]
        first = ", ".join(
            f"{name} {value}" for name, value in lacking.sort(names).select(names).row(0, named=True).items()
        )
        raise IncompleteError(
            f"{lacking.height} instances have no score, first {first}",
            hint="filter them out for every algorithm, if the rest may be ranked alone",
        )


def _weights(source: pl.DataFrame, weighted: bool) -> pl.Series | pl.Expr:
    """Return the weight of every instance: that of its column ``weight``, or 1."""
    if not weighted:
        return pl.lit(1.0).alias(WEIGHT)
    if "weight" not in source.columns:
        raise ColumnError("no column holds weights", hint="columns={'your_column': 'weight'}")
    weight = source.get_column("weight")
    refuse_bad_weights(weight)
    return weight.alias(WEIGHT)


def thresholds(data: Ranked) -> pl.DataFrame:
    """Return the positives and negatives at or above every distinct score, from the highest down, and judge each line.

    ``tp`` and ``fp`` add up; ``positives``, ``negatives`` and ``status``, ``remarks`` belong to the whole line. A line
    begins with a row without threshold, at which nothing is called positive.
    """
    down = counted_down(data.table, data.weighted)
    pooled = pl.Series(data.scored.pooled).gather(down.get_column(LINE))
    return down.with_columns(pooled=pooled).with_columns(**judged()).drop("pooled", "absent")


# Scores are compared as they are: a model may well tell 1e-14 from 1e-20, which rounding to the largest would not.
def counted_down(table: pl.DataFrame, weighted: bool = False) -> pl.DataFrame:
    """Return counts of positives and negatives line by line; ``absent`` marks lines whose dataset has no such class."""
    # In order, so that sums of weights come out the same whatever the order of the rows.
    weight = pl.col(WEIGHT).sort() if weighted else pl.col(WEIGHT)
    flag = pl.col(IS_POSITIVE).sort_by(WEIGHT) if weighted else pl.col(IS_POSITIVE)
    kind = pl.Float64 if weighted else pl.Int64
    counted = (
        table.filter(pl.col(IS_POSITIVE).is_not_null())
        .group_by(LINE, threshold=CHANCE)
        .agg(tp=weight.filter(flag).sum().cast(kind), fp=weight.filter(~flag).sum().cast(kind))
    )
    start = table.group_by(LINE).agg(
        threshold=pl.lit(None, dtype=pl.Float64),
        tp=pl.lit(0, dtype=kind),
        fp=pl.lit(0, dtype=kind),
        absent=pl.col(IS_POSITIVE).is_null().all(),
    )
    lists = pl.concat([start, counted], how="diagonal")
    down = lists.sort(LINE, "threshold", descending=[False, True], nulls_last=False)
    return down.with_columns(pl.col("tp", "fp").cum_sum().over(LINE)).with_columns(
        positives=pl.col("tp").max().over(LINE),
        negatives=pl.col("fp").max().over(LINE),
        absent=pl.col("absent").first().over(LINE),
    )


def judged(*, negatives: bool = True) -> dict[str, pl.Expr]:
    """Return status and remarks of a group by its ``positives``, ``negatives``, ``absent`` and ``pooled``."""
    none, lone = pl.col("positives") <= 0, (pl.col("negatives") <= 0) & pl.lit(negatives)
    undefined = pl.col("absent") | none | lone
    return {
        "status": first_that_holds([(undefined, "undefined"), (pl.col("pooled"), "approximate")], "ok"),
        "remarks": pl.coalesce(
            NO_CLASS.where(pl.col("absent")),
            NO_POSITIVE.where(none),
            NO_NEGATIVE.where(lone),
            POOLED.where(pl.col("pooled")),
        ),
    }


def judged_lines(data: Ranked, *, negatives: bool = True, **aggregates: pl.Expr) -> pl.DataFrame:
    """Return aggregates line by line, with positives and negatives, and each line judged by them."""
    flags, kind = pl.col(IS_POSITIVE), pl.Float64 if data.weighted else pl.Int64
    rows = data.table.group_by(LINE).agg(
        positives=pl.col(WEIGHT).filter(flags).sum().cast(kind),
        negatives=pl.col(WEIGHT).filter(~flags).sum().cast(kind),
        absent=flags.is_null().all(),
        **aggregates,
    )
    pooled = pl.Series(data.scored.pooled).gather(rows.get_column(LINE))
    return rows.with_columns(pooled=pooled).with_columns(**judged(negatives=negatives))


def sound_without_negatives(steps: pl.DataFrame) -> pl.DataFrame:
    """Return lines without negatives as sound, for measures that only need positives."""
    only = (pl.col("negatives") <= 0) & (pl.col("positives") > 0)
    return steps.with_columns(
        status=pl.when(only).then(pl.lit("ok")).otherwise("status"), remarks=pl.when(~only).then("remarks")
    )


def where_sound(rows: pl.DataFrame, **values: pl.Expr) -> pl.DataFrame:
    """Return rows with further values; null where the row is undefined."""
    sound = pl.col("status") != "undefined"
    return rows.with_columns(**{name: pl.when(sound).then(value) for name, value in values.items()})


def defined(curve: pl.DataFrame, **columns: pl.Expr) -> pl.DataFrame:
    """Return a curve with further columns; a line that has none keeps one row, without numbers."""
    return where_sound(curve.filter((pl.col("status") != "undefined") | pl.col("threshold").is_null()), **columns)
