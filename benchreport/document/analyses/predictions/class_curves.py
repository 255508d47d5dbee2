"""Areas over pairs of classes, and each class against the rest."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from benchreport.document.analyses.contests import Focus, focus_of, listing_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import largest_first, of_datasets, thinned, where_of
from benchreport.document.evidence.rates import without_limits
from benchreport.document.evidence.result_rows import mean, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import INTERVAL, column, decimals, interval, label, level_title
from benchreport.document.model.blocks import Figure, Table
from benchreport.measures.multiclass import multiclass_auc, one_vs_rest
from benchreport.naming import best_of, named
from benchreport.numerals import counted
from benchreport.options import Options
from benchreport.remarks import words_of
from benchreport.stats.one_algorithm.areas import ci_auc
from benchreport.stats.two_algorithms.on_instances import instance_dependence
from benchreport.tables.schema import probability_columns

DRAWN_ALGORITHMS = 12
MOST_CLASSES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralClasses:
    """Areas over all pairs of classes, on datasets without a positive class.

    ``area`` is that of the algorithm in focus, the mean over several datasets; ``leaders`` name those that share the
    largest, unless a reference is in focus. ``lacking`` says why there is no area on the only dataset.
    """

    focus: str
    leaders: str
    n_leaders: int
    rows: pl.DataFrame
    where: str
    one_dataset: bool
    area: float | None
    lacking: str
    table: Table
    each: Table | None
    figure: Figure | None
    unmeasured: str
    reasons: str


def several_classes(
    evidence: Evidence, predicted: pl.DataFrame, datasets: list[str], classes: dict[str, list[str]]
) -> SeveralClasses | None:
    """Return what is printed of datasets without a positive class: every two classes, and each against the rest."""
    forecast = {name.removeprefix("prob_") for name in probability_columns(predicted.columns)}
    whole = [name for name in datasets if set(classes[name]) <= forecast and len(classes[name]) > 1]
    if not whole:
        return None
    predictions = of_datasets(predicted, whole)
    areas = plain(multiclass_auc(predictions))
    focus = focus_of(evidence, areas.select("dataset", a="algorithm", estimate=1 - pl.col("auc")))
    own = areas.filter(pl.col("algorithm") == focus.name).sort("dataset")
    largest = next((name for name in largest_first(predictions) if len(classes[name]) > 2), None)
    each = figure = None
    if largest is not None:
        single = of_datasets(predictions, [largest])
        each = _class_table(single, largest, focus.name, evidence.options)
        figure = _class_figure(evidence, single, largest)
    means = areas.group_by("algorithm", maintain_order=True).agg(pl.col("auc").mean()).sort("algorithm")
    leaders = [] if focus.baseline is not None else best_of(dict(means.rows()))
    unmeasured = areas.filter(pl.col("auc").is_null())
    return SeveralClasses(
        focus=focus.name,
        leaders=named(leaders, means.height),
        n_leaders=len(leaders),
        rows=areas,
        where=where_of(areas),
        one_dataset=len(whole) == 1,
        area=own["auc"][0] if len(whole) == 1 else mean(own["auc"]),
        lacking=words_of(own["remarks"][0]) if own["remarks"][0] else "",
        table=_multiclass_table(areas, focus),
        each=each,
        figure=figure,
        unmeasured=counted(unmeasured.height, "area") if unmeasured.height else "",
        reasons="; ".join(map(words_of, unmeasured["remarks"].drop_nulls().unique(maintain_order=True).head(3))),
    )


def _multiclass_table(areas: pl.DataFrame, focus: Focus) -> Table:
    frame = areas.sort("dataset", "auc", "algorithm", descending=[False, True, False], nulls_last=True)
    columns = (column("classes"), column("n", "instances"), column("auc", "M", decimals(4)))
    caption = (
        "Hand and Till’s M: mean over all pairs of classes of the chance that an instance of one class has a higher "
        "probability of it than an instance of the other; 0.5 is chance."
    )
    rest = "Of all {rows} those of {focus}; all are in"
    return listing_of(frame, focus, name="algorithm").table("several-classes", caption, columns, rest=rest)


def _class_table(predictions: pl.DataFrame, dataset: str, focus: str, options: Options) -> Table:
    """Return the table of the area of each class against the rest, the hardest of many."""
    each = one_vs_rest(predictions.filter(pl.col("algorithm") == focus))
    rows = plain(ci_auc(each, by=("dataset", "label"), positive=1, alpha=options.alpha)).sort(
        "estimate", "label", nulls_last=True
    )
    if instance_dependence(predictions).dependent:
        # DeLong's interval takes instances as independent.
        rows = without_limits(rows)
    printed = rows.head(MOST_CLASSES)
    columns = (
        label("label", "class"),
        column("estimate", "AUC", decimals(4)),
        interval(level_title(options), 4, null=0.5),
    )
    sure = printed.select(pl.any_horizontal(pl.col(INTERVAL).is_not_null()).any()).item()
    limited = ", with DeLong intervals on the logit scale" if sure else ""
    caption = f"Each class of {dataset} against the rest: {focus}, hardest first{limited}."
    n_others = rows.height - printed.height
    rest = f"The {MOST_CLASSES} hardest; the other {n_others} are in" if n_others else ""
    return exhibits.table("against-rest", caption, printed, columns, twin=rows, rest=rest)


def _class_figure(evidence: Evidence, predictions: pl.DataFrame, dataset: str) -> Figure | None:
    if predictions["algorithm"].n_unique() > DRAWN_ALGORITHMS:
        return None
    drawn, sampled = thinned(predictions)
    caption = f"ROC curves of each class of {dataset} against the rest. Dashes: chance.{sampled}"
    return evidence.plotted("roc", drawn, id="roc-classes", caption=caption, width="page")
