"""Confusion matrices, and the rates of every class."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.errors import OptionError
from benchreport.measures import rates
from benchreport.measures.classes import (
    IS_POSITIVE,
    SAID,
    SAID_POSITIVE,
    TRUTH,
    WEIGHT,
    Positive,
    class_counts,
    labels_of,
    with_decisions,
    with_labels,
    with_positive,
)
from benchreport.method import Method
from benchreport.records import dataclass
from benchreport.tables.groups import By, group_columns
from benchreport.tables.schema import canonical_kind
from benchreport.tables.scored import LINE, Scored, as_decisions, lay_out
from benchreport.threads import in_one_order

CELLS = ("tp", "fn", "fp", "tn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """Decisions line by line: the true class, the class called, and how many instances were so; and their layout."""

    scored: Scored
    table: pl.DataFrame

    @property
    def keys(self) -> list[str]:
        """The columns whose classes are counted together: those of one dataset, unless datasets are pooled."""
        return [LINE, "dataset"] if "dataset" in self.scored.by else [LINE]


def decided(table: Any, by: By, positive: Positive = None, cut: float | None = None) -> Decided:
    """Return predictions or counts as rows with the true class, the class called, and a weight."""
    source = as_decisions(table)
    if canonical_kind(source.schema) == "counts":
        if cut is not None:
            raise OptionError("counts have no scores to cut", hint="leave out cut")
        cells = source.rename({"actual": "truth", "predicted": "prediction"})
        scored, weight = lay_out(cells, group_columns(cells, by)), pl.col("n").cast(pl.Float64)
    else:
        scored, weight = Scored.of(source, by=by), pl.lit(1.0)
    called = with_decisions(scored.answers, positive, cut)
    return Decided(scored=scored, table=called.with_columns(weight.alias(WEIGHT), pl.Series(LINE, scored.line)))


@in_one_order
def confusion_binary(table: Any, *, by: By = "dataset", positive: Positive, cut: float | None = None) -> pl.DataFrame:
    """Compute hits, misses, false alarms and correct rejections of each algorithm, with their margins.

    Parameters
    ----------
    table
        Predictions, or counts of confusions.
    by
        Groups to count separately, besides the algorithms.
    positive
        The positive class: one for all datasets, or a mapping from dataset to class.
    cut
        Call positive what scores this or more, instead of reading the predictions.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm: ``tp fn fp tn``, the actual ``positives`` and ``negatives``, those
        ``called_positive`` and ``called_negative``, ``total``, and ``n_dropped`` instances without a prediction. Null
        where the dataset has no such class.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> table = table.filter(pl.col("dataset") == "breast_cancer")
    >>> br.confusion_binary(table, positive="malignant").select("algorithm", "tp", "fn", "fp", "tn").row(0)
    ('DecisionTree', 190, 22, 10, 347)
    """
    decisions = decided(table, by, positive, cut)
    return decisions.scored.with_lines(counted_cells(decisions, positive))


def counted_cells(decisions: Decided, positive: Positive) -> pl.DataFrame:
    """Return the four cells of every line and their margins; a dataset without the positive class has no counts."""
    called = pl.col(SAID_POSITIVE)
    four = rates.Four.of_decisions(pl.when(called.is_not_null()).then(IS_POSITIVE), called, pl.col(WEIGHT))
    there = pl.col(IS_POSITIVE).is_not_null().all()
    counted = {name: pl.when(there).then(getattr(four, name)).cast(pl.Int64) for name in CELLS}
    unsaid = pl.col(WEIGHT).filter(pl.col(SAID).is_null()).sum().cast(pl.Int64)
    rows = with_positive(decisions.table, positive).group_by(LINE).agg(**counted, n_dropped=unsaid)
    four = rates.Four.of_columns()
    return rows.with_columns(
        positives=four.positives,
        negatives=four.negatives,
        called_positive=four.tp + four.fp,
        called_negative=four.fn + four.tn,
        total=four.total,
    ).select(pl.exclude("n_dropped"), "n_dropped")


@in_one_order
def confusion_multiclass(
    table: Any, *, by: By = "dataset", cut: float | None = None, positive: Positive = None
) -> pl.DataFrame:
    """Compute how often each algorithm called each class each class; parameters as in :func:`confusion_binary`.

    Every class of the dataset has its row and column, zeros included, so that matrices of folds can be added.

    Returns
    -------
    polars.DataFrame
        One row per group, algorithm and cell: ``actual``, ``predicted``, ``n`` and its ``share`` of the actual class.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> iris = br.confusion_multiclass(table.filter(pl.col("dataset") == "iris"))
    >>> iris.select("algorithm", "actual", "predicted", "n", "share").row(4)
    ('DecisionTree', 'versicolor', 'versicolor', 47, 0.94)
    """
    decisions = decided(table, by, positive, cut)
    cells = decisions.table.filter(pl.col(SAID).is_not_null()).group_by(LINE, actual=TRUTH, predicted=SAID)
    counted = cells.agg(n=pl.col(WEIGHT).sum())
    places, labels = decisions.table.select(decisions.keys).unique(), labels_of(decisions.table)
    for name in ("actual", "predicted"):
        places = with_labels(places, labels, name)
    cell = [LINE, "actual", "predicted"]
    whole = places.join(counted, on=cell, how="left").with_columns(n=pl.col("n").fill_null(0.0).cast(pl.Int64))
    row = pl.col("n").sum().over(LINE, "actual")
    shared = whole.with_columns(share=pl.when(row > 0).then(pl.col("n") / row))
    return decisions.scored.with_lines(shared.select(*cell, "n", "share").sort(cell))


@in_one_order
def per_class_measures(
    table: Any,
    *,
    by: By = "dataset",
    undefined: float | None = None,
    cut: float | None = None,
    positive: Positive = None,
) -> pl.DataFrame:
    """Compute every rate of each class against the rest, and their macro, micro and weighted averages.

    Parameters
    ----------
    table
        Predictions, or counts of confusions.
    by
        Groups to measure separately, besides the algorithms.
    undefined
        What to put in for a rate that is 0/0; by default it stays null, and so do averages over it.
    cut, positive
        As in :func:`confusion_binary`.

    Returns
    -------
    polars.DataFrame
        Rows with ``average`` "class" are single classes, named in ``label``; in those of "macro", "micro" and
        "weighted" averages ``mcc`` and ``kappa`` are of the whole matrix.

    Examples
    --------
    >>> import benchreport as br
    >>> cells = pl.DataFrame({"model": ["m"] * 9, "actual": [*"AAABBBCCC"], "predicted": [*"ABCABCABC"]})
    >>> rows = br.per_class_measures(br.counts(cells.with_columns(n=pl.Series([25, 5, 20, 0, 45, 5, 25, 0, 25]))))
    >>> rows.select("average", "label", "n", pl.col("tpr", "fpr", "mcc").round(4)).rows()[:3]
    [('class', 'A', 50, 0.5, 0.25, 0.25), ('class', 'B', 50, 0.9, 0.05, 0.85), ('class', 'C', 50, 0.5, 0.25, 0.25)]
    """
    decisions = decided(table, by, positive, cut)
    classes = class_counts(decisions.table, decisions.keys)
    four = rates.of_class()
    single = classes.select(
        LINE,
        average=pl.lit("class"),
        label="label",
        n=pl.col("row").cast(pl.Int64),
        **{name: getattr(four, name).cast(pl.Int64) for name in CELLS},
        **{name: rates.filled(formula(four), undefined) for name, formula in rates.FORMULAS.items()},
        kappa=pl.lit(None, dtype=pl.Float64),
    )
    whole = []
    for average, averaged in rates.AVERAGES.items():
        averages = {formula: averaged(formula, undefined) for formula in rates.AVERAGED.values()}
        rows = classes.group_by(LINE).agg(
            n=pl.col("row").sum().cast(pl.Int64),
            accuracy=rates.share(pl.col("hit").sum(), pl.col("row").sum()),
            error_rate=1 - rates.share(pl.col("hit").sum(), pl.col("row").sum()),
            balanced_accuracy=rates.filled(rates.balanced(), undefined),
            mcc=rates.filled(rates.matthews(), undefined),
            kappa=rates.filled(rates.kappa(), undefined),
            **averages,
        )
        whole.append(rows.with_columns(average=pl.lit(average)))
    together = pl.concat([single, *whole], how="diagonal").sort(LINE, "average", "label", nulls_last=True)
    return decisions.scored.with_lines(together.select(single.columns))


CONFUSION_BINARY = Method(
    table=confusion_binary,
    title="Two-class confusion matrix",
    question="How many hits, misses, false alarms and correct rejections are there?",
    shape="predictions",
    also=("counts",),
    symbol="C",
    formula="tp, fn, fp, tn with margins p = tp + fn, n = fp + tn, p' = tp + fp, n' = fn + tn",
    tex=(
        r"p = \mathrm{tp} + \mathrm{fn}, \quad n = \mathrm{fp} + \mathrm{tn}, "
        r"\quad p' = \mathrm{tp} + \mathrm{fp}, \quad n' = \mathrm{fn} + \mathrm{tn}"
    ),
    assumes=("the positive class is declared",),
    account="With two classes, tp, fn, fp and tn count the instances by true and predicted class.",
    cites=("alpaydin2010",),
)

CONFUSION_MULTICLASS = CONFUSION_BINARY.relative(
    table=confusion_multiclass,
    title="Confusion matrix",
    question="Which classes are mistaken for which?",
    symbol="C_{ij}",
    formula="C_ij = instances of class i that were called j; classes are those of the whole dataset",
    tex=r"C_{ij} = \#\{ k : y_k = i, \; g(x_k) = j \}",
    assumes=("every instance has one true class",),
    account="The confusion matrix $C$ counts the instances of class $i$ that were predicted as class $j$.",
)

PER_CLASS_MEASURES = CONFUSION_MULTICLASS.relative(
    table=per_class_measures,
    title="Measures per class",
    question="How well is each class recognised, and how well all together?",
    symbol="m_j",
    formula=(
        "every rate of one class against the rest; macro: mean over classes, micro: of added counts, weighted: by"
        " class size"
    ),
    tex=r"m_{\mathrm{macro}} = \frac{1}{K} \sum_j m_j, \quad m_{\mathrm{weighted}} = \sum_j \frac{n_j}{N} m_j",
    account="Rates are computed for one class against the rest; macro averages weight classes equally.",
)
