"""The section of curves: ranking quality of scores, by ROC, precision and recall, lift; areas of several classes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

import polars as pl

from benchreport.document.analyses.contests import Audit, Contest, Focus, Tally, audit, contest_of, focus_of, listing_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence import predictions as instances
from benchreport.document.evidence.rates import rate, without_limits
from benchreport.document.evidence.result_rows import mean, plain, smallest
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import (
    INTERVAL,
    adjusted_p,
    column,
    decimals,
    interval,
    label,
    level_title,
    limits_to,
)
from benchreport.document.model.blocks import Figure, Part, Section, Table
from benchreport.measures.areas import auc_n, average_precision, average_precision_11, break_even_point
from benchreport.measures.curves import roc_dominance
from benchreport.measures.multiclass import multiclass_auc, one_vs_rest
from benchreport.measures.retrieval import gains
from benchreport.naming import best_of, enumerated, named
from benchreport.numerals import counted, fixed, integer, percent
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.remarks import words_of
from benchreport.stats.one_algorithm.areas import ci_auc
from benchreport.stats.two_algorithms.areas import delong
from benchreport.stats.two_algorithms.on_instances import instance_dependence
from benchreport.tables.schema import RUN_KEYS, probability_columns
from benchreport.tables.scored import PredictionTable

DRAWN_ALGORITHMS = 12
EARLY = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """The area of the algorithm in focus, with its interval."""

    estimate: float | None
    ci_low: float | None
    ci_high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dominance:
    """How the ROC curve in focus lies to the others, with the ``rows`` it was read from, and what remains open."""

    rows: pl.DataFrame
    words: str
    undecided: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoClasses:
    """Rankings on datasets with a declared positive class.

    ``rows`` are the tests of the areas, None where pairs are not tested; ``dependent`` says why they cannot be.
    ``dropped`` counts the instances that some algorithm gave no score, ``n_dropped`` are they.
    """

    focus: str
    rows: pl.DataFrame | None
    tally: Tally
    family: str
    dependent: str
    audit: Audit
    dropped: str
    n_dropped: int
    where: str
    one_dataset: bool
    areas: Table
    measures: Table
    decile: Table
    best: Area
    dominance: Dominance | None
    figures: tuple[Figure, ...]
    averaged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Undeclared:
    """Datasets of two classes without a declared positive one, and a class that could be."""

    datasets: str
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Curves:
    """What the template ``curves`` prints; ``pooled`` is a word before the name of a measure, or nothing."""

    FORMER: ClassVar[Mapping[str, str]] = {"title": "part of the template", "example": "s.undeclared.example"}

    pooled: str
    two: TwoClasses | None
    several: SeveralClasses | None
    undeclared: Undeclared | None


def curves_section(evidence: Evidence) -> Section | None:
    """Return the section on rankings; none where there are neither scores nor probabilities."""
    predicted = evidence.judged
    if predicted is None or instances.is_numeric_truth(predicted):
        return None
    if "score" not in predicted.columns and not probability_columns(predicted.columns):
        return None
    positives = instances.positives_of(evidence, predicted)
    classes = instances.classes_of(predicted)
    two = _two_classes(evidence, predicted, positives)
    several = several_classes(evidence, predicted, [name for name in classes if name not in positives], classes)
    open_ = [name for name, labels in classes.items() if len(labels) == 2 and name not in positives]
    if two is None and several is None and not open_:
        return None
    undeclared = Undeclared(datasets=instances.datasets_named(open_), example=classes[open_[0]][-1]) if open_ else None
    record = Curves(pooled=instances.pooled_word(predicted), two=two, several=several, undeclared=undeclared)
    return evidence.section("curves", record)


def _two_classes(evidence: Evidence, predicted: pl.DataFrame, positives: dict[str, str]) -> TwoClasses | None:
    """Return what is printed of datasets with a declared positive class."""
    if "score" not in predicted.columns:
        forecast = {name.removeprefix("prob_") for name in probability_columns(predicted.columns)}
        positives = {dataset: label for dataset, label in positives.items() if label in forecast}
    if not positives:
        return None
    options = evidence.options
    ranked, n_dropped = _complete(instances.of_datasets(predicted, positives), positives)
    positives = _present(positives, ranked)
    if not positives:
        return None
    ranked = instances.of_datasets(ranked, positives)
    areas = plain(ci_auc(ranked, positive=positives, alpha=options.alpha))
    losses = areas.select("dataset", "a", estimate=1 - pl.col("estimate"))
    # DeLong's test and interval take instances as independent: of dependent ones they decide nothing.
    dependence = instance_dependence(ranked)
    if dependence.dependent:
        areas = without_limits(areas)
    contest = contest_of(evidence, ranked, losses, partial(_delong, positives), when=not dependence.dependent)
    focus = contest.focus
    drawn = instances.largest_first(ranked)[0]
    largest = instances.of_datasets(ranked, [drawn])
    drawable = areas.filter(pl.col("dataset") == drawn)["estimate"].drop_nulls().len() > 0
    best = areas.filter(pl.col("a") == focus.name).sort("dataset").row(0, named=True)
    return TwoClasses(
        focus=focus.name,
        rows=contest.rows,
        tally=contest.tally(options.alpha),
        family=contest.family(),
        dependent=dependence.words,
        audit=audit(areas if contest.rows is None else contest.rows),
        dropped=counted(n_dropped, "instance"),
        n_dropped=n_dropped,
        where=instances.where_of(areas),
        one_dataset=len(positives) == 1,
        areas=_area_table(areas, contest, options, _sizes(ranked, positives), instances.pooled_word(ranked)),
        measures=_measure_table(ranked, positives, focus),
        decile=_lift_table(largest, drawn, positives[drawn], focus.name),
        best=Area(estimate=best["estimate"], ci_low=best["ci_low"], ci_high=best["ci_high"]),
        dominance=_dominance(ranked, positives, contest, options.alpha) if focus.others else None,
        figures=_figures(evidence, largest, drawn, positives[drawn]) if drawable else (),
        averaged=any(name in predicted.columns for name in RUN_KEYS),
    )


def _delong(positives: dict[str, str], ranked: pl.DataFrame, **options: Any) -> pl.DataFrame:
    return delong(ranked, positive=_present(positives, ranked), **options)


def _present(positives: dict[str, str], ranked: pl.DataFrame) -> dict[str, str]:
    """Return the positive classes that still occur, by dataset."""
    present = set(ranked.select(pl.col("dataset", "truth").cast(pl.String)).unique().rows())
    return {name: label for name, label in positives.items() if (name, label) in present}


def _complete(predicted: pl.DataFrame, positives: dict[str, str]) -> tuple[pl.DataFrame, int]:
    """Return the predictions of instances that every algorithm gave a score, and the number of the others."""
    if "score" in predicted.columns:
        lacks = pl.col("score").is_null()
    else:
        unforecast = [
            (pl.col("dataset").cast(pl.String) == dataset) & pl.col(f"prob_{label}").is_null()
            for dataset, label in positives.items()
        ]
        lacks = pl.any_horizontal(unforecast)
    units = ["dataset", *(name for name in RUN_KEYS if name in predicted.columns), "instance"]
    lacking = predicted.filter(lacks).select(units).unique()
    if lacking.is_empty():
        return predicted, 0
    return PredictionTable(predicted.join(lacking, on=units, how="anti")), lacking.height


def _sizes(ranked: pl.DataFrame, positives: dict[str, str]) -> str:
    """Return how many instances there are, and how many of them are positive."""
    units = ["dataset", *(name for name in RUN_KEYS if name in ranked.columns), "instance"]
    once = ranked.unique(units).select(pl.col("dataset", "truth").cast(pl.String))
    hits = once.filter(pl.col("truth") == pl.col("dataset").replace_strict(positives, default=None))
    return f"{counted(once.height, 'instance')}, {integer(hits.height)} of them positive"


# How the curve in focus, which is ``b`` of the rows, lies to another one or to several.
LIES = {
    "dominated": ("lies nowhere below", "nowhere below the other’s"),
    "dominates": ("lies nowhere above", "nowhere above it"),
    "equal": ("equals", "equal to it"),
    "cross": ("crosses", "crossing it"),
}


def _dominance(ranked: pl.DataFrame, positives: dict[str, str], contest: Contest, alpha: float) -> Dominance:
    """Return how the curve in focus lies to the others, and which of these verdicts no difference of areas upholds."""
    focus, shared = contest.focus.name, instances.with_control(ranked, contest.focus.name)
    curves = plain(roc_dominance(shared, positive=_present(positives, shared), control=focus))
    undecided = "" if contest.against is None else _undecided(curves, contest.against, alpha)
    return Dominance(rows=curves, words=_lies(curves), undecided=undecided)


def _lies(curves: pl.DataFrame) -> str:
    """Return how the curve in focus lies to the others: by name on one dataset, counted over several."""
    verdicts = {word: curves.filter(pl.col("verdict") == word).sort("dataset", "a") for word in LIES}
    if curves["dataset"].n_unique() > 1:
        counts = [f"{LIES[word][1]} in {rows.height}" for word, rows in verdicts.items() if rows.height]
        return f"lies {enumerated(counts)} of {counted(curves.height, 'comparison')}" if counts else "has no other"
    clauses = []
    for word, rows in verdicts.items():
        if not rows.height:
            continue
        pronoun = "that" if rows.height == 1 else "those"
        clauses.append(f"{LIES[word][0]} {pronoun} of {named(rows['a'].to_list(), curves.height)}")
        if word == "cross":
            clauses[-1] += f", first at a false alarm rate of {fixed(smallest(rows['crossing']), 3)}"
    return "; it ".join(clauses) if clauses else "could not be compared with another"


def _undecided(curves: pl.DataFrame, faced: pl.DataFrame, alpha: float) -> str:
    """Return which of the curves that lie on one side do not differ significantly in area."""
    aside = curves.filter(pl.col("verdict").is_in(["dominates", "dominated"])).select("dataset", "a")
    judged = aside.join(faced.select("dataset", "a", "p_adjusted"), on=["dataset", "a"], how="left")
    open_ = judged.filter((pl.col("p_adjusted") > alpha) | pl.col("p_adjusted").is_null()).sort("dataset", "a")
    if open_.is_empty():
        return ""
    if curves["dataset"].n_unique() > 1:
        return f"In {open_.height} of these {judged.height} comparisons the areas do not differ significantly."
    names = named(open_["a"].to_list(), curves.height)
    if open_.height == 1:
        return f"The area of {names} does not differ significantly from its own."
    return f"The areas of {names} do not differ significantly from its own."


def _area_table(areas: pl.DataFrame, contest: Contest, options: Options, sizes: str, pooled: str) -> Table:
    listing = listing_of(
        areas.sort("dataset", "estimate", "a", descending=[False, True, False], nulls_last=True),
        contest.focus,
        contest.against,
        difference="estimate",
        difference_low="ci_low",
        difference_high="ci_high",
        p_delong="p_value",
        p_delong_adjusted="p_adjusted",
    )
    group = f"against {listing.focus}"
    sure = listing.kept.select(pl.any_horizontal(pl.col(INTERVAL).is_not_null()).any()).item()
    columns = (
        column("estimate", f"{pooled}AUC", decimals(4)),
        interval(level_title(options), 4, null=0.5),
        column("difference", printer=decimals(4), group=group, when=listing.beside),
        column(("difference_low", "difference_high"), "interval", limits_to(4), group=group, when=listing.beside),
        column("p_delong", "p", group=group, when=listing.beside),
        adjusted_p(options, "p_delong_adjusted", group=group, when=listing.beside),
    )
    caption = "Areas under the ROC curve" + (" with DeLong intervals on the logit scale" if sure else "")
    caption += f", and DeLong’s paired test {group}." if listing.beside else "."
    note, rest = f"{sizes[0].upper()}{sizes[1:]}.", "Of all {rows} those of {focus}; all are in"
    return listing.table("areas", caption, columns, note=note, rest=rest)


def _measure_table(ranked: pl.DataFrame, positives: dict[str, str], focus: Focus) -> Table:
    """Return the table of the measures of the early part, of precision and recall, one row per algorithm."""
    keys = ["dataset", "algorithm"]
    pooled = instances.pooled_word(ranked)
    frame = plain(auc_n(ranked, positive=positives, n=EARLY)).select(*keys, "positives", "negatives", "auc_n", "chance")
    for rows, *names in (
        (average_precision(ranked, positive=positives), "average_precision", pl.col("chance").alias("prevalence")),
        (average_precision_11(ranked, positive=positives), "average_precision_11"),
        (break_even_point(ranked, positive=positives), "break_even_point"),
    ):
        frame = frame.join(plain(rows).select(*keys, *names), on=keys, how="left", maintain_order="left")
    frame = frame.sort("dataset", "average_precision", "algorithm", descending=[False, True, False], nulls_last=True)
    listing = listing_of(frame, focus, name="algorithm")
    early_part, precision = "early part", "precision and recall"
    columns = (
        column("auc_n", f"{pooled}AUC{EARLY}", decimals(3), group=early_part),
        column("chance", printer=decimals(3), group=early_part),
        column("average_precision", f"{pooled}AP", decimals(3), group=precision),
        column("average_precision_11", "AP11", decimals(3), group=precision),
        column("break_even_point", "break-even", decimals(3), group=precision),
        column("prevalence", "chance", decimals(3), group=precision),
    )
    caption = "The early part of the ROC curve, and precision and recall, each with its chance level."
    note = (
        f"AUC{EARLY}: area before the {EARLY}th false alarm. AP: average precision; AP11: its eleven-point form; "
        "break-even: where precision equals recall."
    )
    return listing.table("rankings", caption, columns, note=note, rest="")


def _lift_table(predictions: pl.DataFrame, dataset: str, positive: str, focus: str) -> Table:
    """Return the table of the lift of every tenth for the algorithm in focus."""
    own = plain(gains(predictions, positive=positive)).filter(pl.col("algorithm") == focus)
    columns = (
        column("part", "tenth"),
        column("share", "instances so far", partial(percent, decimals=0)),
        column("gain", "positives found", rate),
        column("lift", "lift so far", decimals(2)),
        column("part_lift", "lift of the tenth", decimals(2)),
    )
    caption = f"Lift by tenths, best scored first: {focus} on {dataset}; {positive} is positive."
    return exhibits.table("lift", caption, own, columns)


def _figures(evidence: Evidence, predictions: pl.DataFrame, dataset: str, positive: str) -> tuple[Figure, ...]:
    """Return the curves of one dataset; none of more algorithms than can be distinguished."""
    if predictions["algorithm"].n_unique() > DRAWN_ALGORITHMS:
        return ()
    words = {
        "roc": f"ROC curves on {dataset}; {positive} is the positive class. Dashes: chance.",
        "pr": f"Precision against recall on {dataset}; {positive} is the positive class. Dashes: prevalence.",
        "lift": f"Lift on {dataset}; {positive} is the positive class. Dashes: chance, and the most there can be.",
    }
    drawn, sampled = instances.thinned(predictions)
    looks: dict[str, dict[str, Any]] = {"roc": {"early": EARLY, "width": "page"}}
    return tuple(
        evidence.plotted(
            kind, drawn, positive=positive, id=f"{kind}-1", caption=caption + sampled, **looks.get(kind, {})
        )
        for kind, caption in words.items()
    )


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
    predictions = instances.of_datasets(predicted, whole)
    areas = plain(multiclass_auc(predictions))
    focus = focus_of(evidence, areas.select("dataset", a="algorithm", estimate=1 - pl.col("auc")))
    own = areas.filter(pl.col("algorithm") == focus.name).sort("dataset")
    largest = next((name for name in instances.largest_first(predictions) if len(classes[name]) > 2), None)
    each = figure = None
    if largest is not None:
        single = instances.of_datasets(predictions, [largest])
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
        where=instances.where_of(areas),
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
    drawn, sampled = instances.thinned(predictions)
    caption = f"ROC curves of each class of {dataset} against the rest. Dashes: chance.{sampled}"
    return evidence.plotted("roc", drawn, id="roc-classes", caption=caption, width="page")


CURVES = Part(id="curves", after="confusion", make=curves_section, record=Curves)
