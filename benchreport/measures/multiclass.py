"""Rankings of more than two classes: Hand and Till's area, and one class against the rest."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import polars as pl

from benchreport.errors import ColumnError
from benchreport.measures.areas import area_of_ranks
from benchreport.measures.classes import NOT_PREDICTED, described, refuse_decimals
from benchreport.measures.ranked import POOLED
from benchreport.method import Remark
from benchreport.remarks import first_that_holds, with_words
from benchreport.tables.groups import By
from benchreport.tables.reduction import counted_rows
from benchreport.tables.schema import probability_columns
from benchreport.tables.scored import LINE, Scored, as_predictions
from benchreport.threads import added, in_one_order

TRUE, CLASSES = "__true", "__classes"
ONE_CLASS = Remark(code="one_class", note="only one class")
ABSENT_CLASSES = Remark(code="absent_classes", note="{0} of {1} classes do not occur")


@in_one_order
def multiclass_auc(table: Any, *, by: By = "dataset") -> pl.DataFrame:
    """Compute Hand and Till's area of each algorithm: the mean over all pairs of classes, whatever their sizes.

    Parameters
    ----------
    table
        Predictions with a column ``prob_<class>`` for every class.
    by
        Groups to measure separately, besides the algorithms.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm: ``classes``, ``n``, ``auc``, ``status``, ``remarks``, ``note``. A group that
        lacks a class of its dataset has no area.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.multiclass_auc(table.filter(pl.col("dataset") == "iris"))
    >>> rows.select("algorithm", "classes", "n", pl.col("auc").round(4)).row(1)
    ('GaussianNB', 3, 150, 0.9935)
    """
    scored = Scored.of(table, by=by)
    _, classes, chances = _checked_classes(scored.answers)
    names = [name.removeprefix("prob_") for name in chances]
    pairs = {f"{i}|{j}": _pair(names[i], names[j]) for i, j in combinations(range(len(names)), 2)}
    rows = pl.concat(
        _marked(batch, classes)
        .group_by(LINE)
        .agg(
            n=pl.len().cast(pl.Int64),
            missing=pl.any_horizontal(
                pl.when(pl.col(CLASSES).list.contains(name)).then(pl.col(f"prob_{name}").is_null()) for name in names
            ).any(),
            lacks=pl.col(CLASSES).list.explode().n_unique() - pl.col(TRUE).n_unique(),
            classes=pl.col(CLASSES).list.explode().n_unique().cast(pl.Int64),
            **pairs,
        )
        for batch in scored.batches(["dataset", "truth", *chances])
    )
    rows = rows.with_columns(pooled=pl.Series(scored.pooled).gather(rows.get_column(LINE)))
    missing, lacks, few = pl.col("missing").fill_null(False), pl.col("lacks") > 0, pl.col("classes") < 2
    undefined = missing | lacks | few
    mean = added(pl.col(name) for name in pairs) / pl.sum_horizontal(pl.col(list(pairs)).is_not_null())
    areas = rows.with_columns(auc=pl.when(~undefined).then(mean))
    judged = areas.with_columns(
        status=first_that_holds([(undefined, "undefined"), (pl.col("pooled"), "approximate")], "ok"),
        remarks=pl.coalesce(
            NOT_PREDICTED.where(missing),
            ONE_CLASS.where(few),
            ABSENT_CLASSES.where(lacks, "lacks", "classes"),
            POOLED.where(pl.col("pooled")),
        ),
    )
    return scored.with_lines(with_words(judged).select(LINE, "classes", "n", "auc", "status", "remarks", "note"))


def _pair(first: str, second: str) -> pl.Expr:
    """Return the mean area of two classes by the probability of either; null where a class does not occur."""

    def area_of(label: str, other: str) -> pl.Expr:
        both = pl.col(TRUE).is_in([label, other])
        return area_of_ranks((pl.col(TRUE) == label).filter(both), pl.col(f"prob_{label}").filter(both))

    return (area_of(first, second) + area_of(second, first)) / 2


def _with_classes(table: Any) -> tuple[pl.DataFrame, list[str]]:
    """Return predictions with the true class as text and the classes of the dataset; all must have probabilities."""
    predicted, classes, chances = _checked_classes(table)
    return _marked(predicted, classes), chances


def _marked(predicted: pl.DataFrame, classes: pl.DataFrame) -> pl.DataFrame:
    marked = predicted.with_columns(pl.col("truth").cast(pl.String).alias(TRUE))
    return marked.join(classes, on="dataset", how="left", maintain_order="left")


def _checked_classes(table: Any) -> tuple[pl.DataFrame, pl.DataFrame, list[str]]:
    """Return predictions, the classes of each dataset and their columns; all classes must have probabilities."""
    predicted = as_predictions(table)
    refuse_decimals(predicted)
    chances = probability_columns(predicted.columns)
    if not chances:
        raise ColumnError("no column holds probabilities of classes", hint="one column prob_<class> per class")
    labels = counted_rows(predicted, ["dataset", "truth"])
    labels = labels.select("dataset", label=pl.col("truth").cast(pl.String)).sort("dataset", "label")
    for word in labels.get_column("label"):
        if f"prob_{word}" not in chances:
            raise ColumnError(f"class {word!r} has no column of probabilities", hint=f"a column 'prob_{word}'")
    return predicted, labels.group_by("dataset").agg(pl.col("label").alias(CLASSES)), chances


def one_vs_rest(table: Any) -> pl.DataFrame:
    """Return one two-class table per class from predictions of several classes, with the class in column ``label``.

    The truth is 1 for the class itself and 0 for all others, the score is its probability; every curve and area takes
    the result with ``by=("dataset", "label")`` and ``positive=1``.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> each = br.one_vs_rest(table.filter(pl.col("dataset") == "iris"))
    >>> rows = br.auc_rank(each, by=("dataset", "label"), positive=1)
    >>> rows.filter(pl.col("algorithm") == "GaussianNB").select("label", pl.col("auc").round(4)).rows()
    [('setosa', 1.0), ('versicolor', 0.9902), ('virginica', 0.9902)]
    """
    marked, chances = _with_classes(table)
    columns = [name for name in marked.columns if name not in ("truth", "prediction", "score", TRUE, CLASSES, *chances)]
    if "label" in columns:
        raise ColumnError("a column 'label' is there already", hint="rename it first")
    parts = []
    for name in chances:
        label = name.removeprefix("prob_")
        parts.append(
            marked.filter(pl.col(CLASSES).list.contains(label)).select(
                *columns,
                truth=(pl.col(TRUE) == label).cast(pl.Int64),
                score=name,
                label=pl.lit(label).cast(pl.Categorical),
            )
        )
    return pl.concat(parts)


MULTICLASS_AUC = described(
    multiclass_auc,
    "Hand and Till's area for several classes",
    "How well are the classes told apart, two at a time?",
    "M",
    "M = mean over pairs of classes of (A(i|j) + A(j|i)) / 2, A(i|j) the chance that an instance of class i has a"
    " higher probability of i than one of class j",
    "hand2001",
    tex=r"M = \frac{2}{K (K - 1)} \sum_{i<j} \frac{A(i \mid j) + A(j \mid i)}{2}",
    account="AUC is Hand and Till’s mean over all pairs of classes of the area under the ROC curve.",
    remarks=(NOT_PREDICTED, ONE_CLASS, ABSENT_CLASSES, POOLED),
)

ONE_VS_REST = described(
    one_vs_rest,
    "One class against the rest",
    "How does each class fare against all others?",
    "c_j",
    "one two-class table per class: positive is the class itself, the score its probability",
    "fawcett2006",
    tex=r"y_j = \mathbf{1}[y = j], \quad s_j = p_j",
)
