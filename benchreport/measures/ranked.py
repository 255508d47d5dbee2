"""In which order do scores put the instances, and how many of each class lie at or above each score?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, IncompleteError
from benchreport.measures.classes import (
    CHANCE,
    IS_POSITIVE,
    WEIGHT,
    Positive,
    positive_of,
    refuse_decimals,
    with_positive,
)
from benchreport.measures.instances import as_predictions
from benchreport.method import Method, Remark
from benchreport.tables.checks import refuse_empty
from benchreport.tables.groups import By, group_columns
from benchreport.tables.reduction import Codes
from benchreport.tables.schema import RUN_KEYS, probability_columns

TAKEN = (
    *("instance", "truth", "prediction", "score", "weight", "cluster", "positive", "threshold", "level", "part"),
    *("tp", "fp", "tpr", "tnr", "positives", "negatives", "auc", "share", "gain", "lift"),
)
NO_CLASS = Remark(code="no_class", note="no such class in this dataset")
NO_POSITIVE = Remark(code="no_positive", note="no instance is positive")
NO_NEGATIVE = Remark(code="no_negative", note="no instance is negative")
NOT_PREDICTED = Remark(code="not_predicted", note="some instances were not predicted")
POOLED = Remark(code="pooled_scores", topic="pooled", note="scores of several folds come from several trained models")
# What rankings may remark; without positives there is no precision, without negatives no false alarm rate either.
OF_PRECISION = (NO_CLASS, NO_POSITIVE, POOLED)
OF_RANKING = (NO_CLASS, NO_POSITIVE, NO_NEGATIVE, POOLED)


def described(
    ident: str,
    title: str,
    question: str,
    symbol: str,
    formula: str,
    *cites: str,
    tex: str = "",
    aliases: tuple[str, ...] = (),
    remarks: tuple[Remark, ...] = (),
    table: Callable[..., Any],
    expr: Callable[..., Any] | None = None,
) -> Method:
    """Describe a measure of rankings."""
    return Method(
        id=ident,
        title=title,
        question=question,
        kind="measure",
        shape="predictions",
        door="scoring",
        symbol=symbol,
        formula=formula,
        tex=tex,
        null="",
        assumes=("the positive class is declared", "a score at the threshold or above is a positive call"),
        cites=cites,
        aliases=aliases,
        remarks=remarks,
        table=table,
        expr=expr,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Scored instances: whether each is positive, its score and its weight; ``keys`` are groups and algorithm."""

    table: pl.DataFrame
    keys: list[str]
    weighted: bool = False

    @property
    def pooled(self) -> pl.Expr:
        """Tell, as an aggregate, whether several runs were put together."""
        runs = [name for name in RUN_KEYS if name in self.table.columns and name not in self.keys]
        return pl.struct(runs).n_unique() > 1 if runs else pl.lit(False)


def ranked(table: Any, by: By, positive: Positive, *, weighted: bool = False) -> Ranked:
    """Read the scores of a table of predictions; the positive class is declared, never guessed."""
    known = scored(as_predictions(table), positive)
    groups = group_columns(known, by, taken=(*TAKEN, *probability_columns(known.columns)))
    refuse_unscored(known)
    return Ranked(table=with_weight(known, weighted), keys=[*groups, "algorithm"], weighted=weighted)


def scored(known: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    """Say of every row whether its class is the positive one, and its score: ``score``, or ``prob_<positive>``.

    Examples
    --------
    >>> table = pl.DataFrame({"dataset": ["d", "d"], "truth": [0, 1], "prob_0": [0.9, 0.2], "prob_1": [0.1, 0.8]})
    >>> scored(table, 1).select("__is_positive", "__chance").rows()
    [(False, 0.1), (True, 0.8)]
    """
    refuse_decimals(known)
    refuse_empty(known)
    classes = _classes(known)
    labels = positive_of(classes, positive).get_column("positive")
    chances = probability_columns(known.columns)
    if "score" not in known.columns and not chances:
        raise ColumnError(
            "there is no score to rank by",
            hint="columns={'your_column': 'score'}, or one column prob_<class> per class",
        )
    label = labels[0]
    if labels.null_count() or labels.n_unique() > 1:
        marked = with_positive(known, positive).drop("positive")
    else:
        # One class for all datasets needs no look-up per row.
        value = classes.filter(pl.col("truth").cast(pl.String) == label).get_column("truth")[0]
        name = "score" if "score" in known.columns else f"prob_{label}"
        if name not in known.columns:
            raise ColumnError(f"class {label!r} has no column of probabilities", hint=f"a column {name!r}")
        marked = known.with_columns((pl.col("truth") == value).alias(IS_POSITIVE), pl.col(name).alias(CHANCE))
    return marked.with_columns(pl.col(CHANCE).fill_nan(None)) if marked.get_column(CHANCE).is_nan().any() else marked


def _classes(known: pl.DataFrame) -> pl.DataFrame:
    """List the classes of every dataset."""
    datasets = known.get_column("dataset").to_physical()
    if datasets.min() == datasets.max():
        truths = known.select(pl.col("truth").unique())
        return truths.select(dataset=known.get_column("dataset")[:1].new_from_index(0, truths.height), truth="truth")
    return known.select("dataset", "truth")[Codes(known, ["dataset", "truth"]).representatives()]


def refuse_unscored(known: pl.DataFrame) -> None:
    """Raise when an instance lacks its score; without it there is no order."""
    if not known.get_column(CHANCE).null_count():
        return
    lacking = known.filter(pl.col(CHANCE).is_null() & pl.col(IS_POSITIVE).is_not_null())
    if lacking.height:
        names = [name for name in ("algorithm", "dataset", *RUN_KEYS, "instance") if name in lacking.columns]
        first = ", ".join(
            f"{name} {value}" for name, value in lacking.sort(names).select(names).row(0, named=True).items()
        )
        raise IncompleteError(
            f"{lacking.height} instances have no score, first {first}",
            hint="filter them out for every algorithm, if the rest may be ranked alone",
        )


def with_weight(known: pl.DataFrame, weighted: bool) -> pl.DataFrame:
    """Give every instance the weight of its column ``weight``, or 1."""
    if not weighted:
        return known.with_columns(pl.lit(1.0).alias(WEIGHT))
    if "weight" not in known.columns:
        raise ColumnError("no column holds weights", hint="columns={'your_column': 'weight'}")
    weight = known.get_column("weight")
    if weight.null_count() or weight.fill_nan(-1.0).lt(0).any():
        raise ColumnError("column 'weight' is empty or negative somewhere", hint="weights are numbers from 0 up")
    return known.with_columns(weight.alias(WEIGHT))


# Scores are compared as they are: a model may well tell 1e-14 from 1e-20, which rounding to the largest would not.
def blocks(data: Ranked) -> pl.DataFrame:
    """Count the positives and negatives at or above every distinct score, from the highest down.

    ``tp`` and ``fp`` add up; ``positives``, ``negatives`` and ``status``, ``remarks`` belong to the whole group. A
    group begins with a row without threshold, at which nothing is called positive.
    """
    keys = data.keys
    # In order, so that sums of weights come out the same whatever the order of the rows.
    weight = pl.col(WEIGHT).sort() if data.weighted else pl.col(WEIGHT)
    flag = pl.col(IS_POSITIVE).sort_by(WEIGHT) if data.weighted else pl.col(IS_POSITIVE)
    kind = pl.Float64 if data.weighted else pl.Int64
    counted = (
        data.table.filter(pl.col(IS_POSITIVE).is_not_null())
        .group_by(*keys, threshold=CHANCE)
        .agg(tp=weight.filter(flag).sum().cast(kind), fp=weight.filter(~flag).sum().cast(kind))
    )
    start = data.table.group_by(keys).agg(
        threshold=pl.lit(None, dtype=pl.Float64),
        tp=pl.lit(0, dtype=kind),
        fp=pl.lit(0, dtype=kind),
        pooled=data.pooled,
        absent=pl.col(IS_POSITIVE).is_null().all(),
    )
    lists = pl.concat([start, counted], how="diagonal")
    down = lists.sort(*keys, "threshold", descending=[*([False] * len(keys)), True], nulls_last=False)
    added = down.with_columns(pl.col("tp", "fp").cum_sum().over(keys), pl.col("pooled", "absent").fill_null(False))
    whole = added.with_columns(
        positives=pl.col("tp").max().over(keys),
        negatives=pl.col("fp").max().over(keys),
        pooled=pl.col("pooled").any().over(keys),
        absent=pl.col("absent").any().over(keys),
    )
    return whole.with_columns(**judged()).drop("pooled", "absent")


def judged(*, negatives: bool = True) -> dict[str, pl.Expr]:
    """Return status and remarks of a group by its ``positives``, ``negatives``, ``absent`` and ``pooled``."""
    none, lone = pl.col("positives") <= 0, (pl.col("negatives") <= 0) & pl.lit(negatives)
    undefined = pl.col("absent") | none | lone
    return {
        "status": pl.when(undefined)
        .then(pl.lit("undefined"))
        .when("pooled")
        .then(pl.lit("approximate"))
        .otherwise(pl.lit("ok")),
        "remarks": pl.coalesce(
            NO_CLASS.where(pl.col("absent")),
            NO_POSITIVE.where(none),
            NO_NEGATIVE.where(lone),
            POOLED.where(pl.col("pooled")),
        ),
    }


def defined(curve: pl.DataFrame, keys: Sequence[str], **columns: pl.Expr) -> pl.DataFrame:
    """Add columns to a curve; a group that has none keeps one row, without numbers."""
    sound = pl.col("status") != "undefined"
    kept = curve.filter(sound | pl.col("threshold").is_null())
    return kept.with_columns(**{name: pl.when(sound).then(value) for name, value in columns.items()}).sort(
        keys, maintain_order=True
    )
