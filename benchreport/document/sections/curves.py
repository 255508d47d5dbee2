"""Ranking quality of scores: ROC, precision and recall, lift."""

from __future__ import annotations

from functools import partial, reduce
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.class_curves import several_classes
from benchreport.document.analyses.contests import Contest, Focus, audit, contest_of, listing_of
from benchreport.document.evidence.predictions import (
    classes_of,
    datasets_named,
    is_numeric_truth,
    largest_first,
    of_datasets,
    pooled_word,
    positives_of,
    thinned,
    where_of,
    with_control,
)
from benchreport.document.evidence.rates import rate, without_limits
from benchreport.document.evidence.result_rows import plain, smallest
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import (
    INTERVAL,
    adjusted_p,
    column,
    decimals,
    interval,
    level_title,
    limits_to,
)
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.measures.areas import auc_n, average_precision, average_precision_11, break_even_point
from benchreport.measures.dominance import roc_dominance
from benchreport.measures.retrieval import gains
from benchreport.naming import enumerated, named
from benchreport.numerals import counted, fixed, integer, percent
from benchreport.options import Options
from benchreport.stats.one_algorithm.areas import ci_auc
from benchreport.stats.two_algorithms.areas import delong
from benchreport.stats.two_algorithms.on_instances__instance_dependence import instance_dependence
from benchreport.tables.schema import RUN_KEYS, probability_columns
from benchreport.tables.scored import PredictionTable

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

DRAWN_ALGORITHMS = 12
EARLY = 50


def curves_section(evidence: Evidence) -> Section | None:
    """Write the section on rankings; none where there are neither scores nor probabilities."""
    predicted = evidence.judged
    if predicted is None or is_numeric_truth(predicted):
        return None
    chances = probability_columns(predicted.columns)
    if "score" not in predicted.columns and not chances:
        return None
    positives = positives_of(evidence, predicted)
    classes = classes_of(predicted)
    two = _two_classes(evidence, predicted, positives)
    several = several_classes(evidence, predicted, [name for name in classes if name not in positives], classes)
    undeclared = [name for name, labels in classes.items() if len(labels) == 2 and name not in positives]
    if two is None and several is None and not undeclared:
        return None
    return evidence.section(
        "curves",
        {
            "title": f"Ranking quality{': ROC, precision and recall, lift' if two else ''}",
            "pooled": pooled_word(predicted),
            "two": two,
            "several": several,
            "undeclared": datasets_named(undeclared),
            "example": classes[undeclared[0]][-1] if undeclared else None,
        },
    )


def _two_classes(evidence: Evidence, predicted: pl.DataFrame, positives: dict[str, str]) -> dict[str, Any] | None:
    """Gather what is said of datasets with a declared positive class."""
    if "score" not in predicted.columns:
        known = {name.removeprefix("prob_") for name in probability_columns(predicted.columns)}
        positives = {dataset: label for dataset, label in positives.items() if label in known}
    if not positives:
        return None
    options = evidence.options
    ranked, dropped = _complete(of_datasets(predicted, positives), positives)
    positives = _kept(positives, ranked)
    if not positives:
        return None
    ranked = of_datasets(ranked, positives)
    areas = plain(ci_auc(ranked, positive=positives, alpha=options.alpha))
    losses = areas.select("dataset", "a", estimate=1 - pl.col("estimate"))
    # DeLong's test and interval take instances as independent: of dependent ones they decide nothing.
    dependence = instance_dependence(ranked)
    if dependence.dependent:
        areas = without_limits(areas)
    contest = contest_of(evidence, ranked, losses, partial(_delong, positives), when=not dependence.dependent)
    focus, told = contest.focus, contest.told
    drawn = largest_first(ranked)[0]
    here = of_datasets(ranked, [drawn])
    drawable = areas.filter(pl.col("dataset") == drawn)["estimate"].drop_nulls().len() > 0
    shared = with_control(ranked, focus.name)
    curves = None
    if focus.others:
        curves = plain(roc_dominance(shared, positive=_kept(positives, shared), control=focus.name))
    return contest.facts(options.alpha) | {
        "dependent": dependence.words,
        "audit": audit(areas if contest.rows is None else contest.rows),
        "dropped": dropped,
        "where": where_of(areas),
        "one": len(positives) == 1,
        "largest": drawn,
        "positive": positives[drawn],
        "areas": _area_table(areas, contest, options, _sizes(ranked, positives), pooled_word(ranked)),
        "measures": _measure_table(ranked, positives, focus),
        "decile": _lift_table(here, drawn, positives[drawn], focus.name),
        "best": areas.filter(pl.col("a") == focus.name).sort("dataset").row(0, named=True),
        "dominance": "" if curves is None else _dominance(curves),
        "undecided": "" if curves is None or told is None else _undecided(curves, told, options.alpha),
        "curves": curves,
        "figures": _figures(evidence, here, drawn, positives[drawn]) if drawable else [],
        "averaged": any(name in predicted.columns for name in RUN_KEYS),
    }


def _delong(positives: dict[str, str], ranked: pl.DataFrame, **options: Any) -> pl.DataFrame:
    return delong(ranked, positive=_kept(positives, ranked), **options)


def _kept(positives: dict[str, str], ranked: pl.DataFrame) -> dict[str, str]:
    """Keep the positive classes that are left."""
    left = set(ranked.select(pl.col("dataset", "truth").cast(pl.String)).unique().rows())
    return {name: label for name, label in positives.items() if (name, label) in left}


def _complete(predicted: pl.DataFrame, positives: dict[str, str]) -> tuple[pl.DataFrame, str]:
    """Leave out instances that some algorithm gave no score, for all algorithms alike, and count them."""
    if "score" in predicted.columns:
        lacks = pl.col("score").is_null()
    else:
        of = [
            (pl.col("dataset").cast(pl.String) == dataset) & pl.col(f"prob_{label}").is_null()
            for dataset, label in positives.items()
        ]
        lacks = reduce(lambda one, other: one | other, of)
    units = ["dataset", *(name for name in RUN_KEYS if name in predicted.columns), "instance"]
    lacking = predicted.filter(lacks).select(units).unique()
    if lacking.is_empty():
        return predicted, ""
    return PredictionTable(predicted.join(lacking, on=units, how="anti")), counted(lacking.height, "instance")


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


def _dominance(curves: pl.DataFrame) -> str:
    """Return how the curve in focus lies to the others: by name on one dataset, counted over several."""
    found = {word: curves.filter(pl.col("verdict") == word).sort("dataset", "a") for word in LIES}
    if curves["dataset"].n_unique() > 1:
        counts = [f"{LIES[word][1]} in {rows.height}" for word, rows in found.items() if rows.height]
        return f"lies {enumerated(counts)} of {counted(curves.height, 'comparison')}" if counts else "has no other"
    parts = []
    for word, rows in found.items():
        if not rows.height:
            continue
        one = rows.height == 1
        parts.append(f"{LIES[word][0]} {'that' if one else 'those'} of {named(rows['a'].to_list(), curves.height)}")
        if word == "cross":
            parts[-1] += f", first at a false alarm rate of {fixed(smallest(rows['crossing']), 3)}"
    return "; it ".join(parts) if parts else "could not be compared with another"


def _undecided(curves: pl.DataFrame, told: pl.DataFrame, alpha: float) -> str:
    """Return which of the curves that lie on one side do not differ significantly in area."""
    aside = curves.filter(pl.col("verdict").is_in(["dominates", "dominated"])).select("dataset", "a")
    judged = aside.join(told.select("dataset", "a", "p_adjusted"), on=["dataset", "a"], how="left")
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
        contest.told,
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
    """Print the measures of the early part, of precision and recall, one row per algorithm."""
    keys = ["dataset", "algorithm"]
    pooled = pooled_word(ranked)
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


def _lift_table(here: pl.DataFrame, dataset: str, positive: str, focus: str) -> Table:
    """Print the lift of every tenth for the algorithm in focus."""
    mine = plain(gains(here, positive=positive)).filter(pl.col("algorithm") == focus)
    columns = (
        column("part", "tenth"),
        column("share", "instances so far", partial(percent, decimals=0)),
        column("gain", "positives found", rate),
        column("lift", "lift so far", decimals(2)),
        column("part_lift", "lift of the tenth", decimals(2)),
    )
    caption = f"Lift by tenths, best scored first: {focus} on {dataset}; {positive} is positive."
    return exhibits.table("lift", caption, mine, columns)


def _figures(evidence: Evidence, here: pl.DataFrame, dataset: str, positive: str) -> list[Figure]:
    """Draw the curves of one dataset, where its algorithms can be told apart."""
    if here["algorithm"].n_unique() > DRAWN_ALGORITHMS:
        return []
    words = {
        "roc": f"ROC curves on {dataset}; {positive} is the positive class. Dashes: chance.",
        "pr": f"Precision against recall on {dataset}; {positive} is the positive class. Dashes: prevalence.",
        "lift": f"Lift on {dataset}; {positive} is the positive class. Dashes: chance, and the most there can be.",
    }
    drawn, sampled = thinned(here)
    looks: dict[str, dict[str, Any]] = {"roc": {"early": EARLY, "width": "page"}}
    return [
        evidence.plotted(
            kind, drawn, positive=positive, id=f"{kind}-1", caption=caption + sampled, **looks.get(kind, {})
        )
        for kind, caption in words.items()
    ]


CURVES = Part(id="curves", after="confusion", make=curves_section)
