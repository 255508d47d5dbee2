"""Quality and calibration of predicted probabilities, and costs of errors."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.contests import Contest, contest_of, listing_of
from benchreport.document.analyses.costs import costs_of
from benchreport.document.evidence.predictions import (
    classes_of,
    is_numeric_truth,
    largest_first,
    of_datasets,
    pooled_word,
    positives_of,
    where_of,
)
from benchreport.document.evidence.rates import without_limits
from benchreport.document.evidence.result_rows import first_row, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import INTERVAL, adjusted_p, column, decimals, level_title, limits_to
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.measures.classes import INFINITE
from benchreport.measures.measure import measure
from benchreport.measures.reliability import calibration
from benchreport.measures.scoring import MAJORITY, UNIFORM
from benchreport.naming import enumerated
from benchreport.numerals import fixed
from benchreport.options import Options
from benchreport.remarks import value_in
from benchreport.stats.two_algorithms.on_instances import paired_t_instances
from benchreport.stats.two_algorithms.on_instances__instance_dependence import InstanceDependence, instance_dependence
from benchreport.tables.schema import probability_columns

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

MEASURED = ("quadratic_probability_loss", "informational_loss", "ece")
QUADRATIC, BITS, ECE = MEASURED
DRAWN_ALGORITHMS = 6
BASELINES = {MAJORITY: "class shares", UNIFORM: "all classes alike"}


def probabilities_section(evidence: Evidence) -> Section | None:
    """Write the section on probabilities and costs; none where there are no probabilities and no costs."""
    forecasts = _forecasts(evidence)
    costs = costs_of(evidence)
    if forecasts is None and costs is None:
        return None
    return evidence.section("probabilities", {"forecasts": forecasts, "costs": costs})


def _units(dependence: InstanceDependence) -> str:
    """Return what the tests count as independent, in words."""
    if dependence.clustered:
        return "clusters of instances"
    return "instances, the attempts at each averaged," if dependence.attempts > 1 else "instances"


def _test_name(dependence: InstanceDependence) -> str:
    if dependence.clustered:
        return "cluster-robust t test"
    return f"paired t test on {'the means of ' if dependence.attempts > 1 else ''}instances"


def _forecasts(evidence: Evidence) -> dict[str, Any] | None:
    predicted, options = evidence.judged, evidence.options
    if predicted is None or is_numeric_truth(predicted):
        return None
    known = {name.removeprefix("prob_") for name in probability_columns(predicted.columns)}
    whole = [name for name, labels in classes_of(predicted).items() if set(labels) <= known]
    if not whole:
        return None
    here = of_datasets(predicted, whole)
    dependence = instance_dependence(here)
    measured = _measured(here)
    own = measured.filter(~pl.col("algorithm").is_in(list(BASELINES)))
    losses = own.select("dataset", a="algorithm", estimate=QUADRATIC)
    contest = contest_of(evidence, here, losses, partial(paired_t_instances, loss="brier"))
    focus = contest.focus.name
    mine = own.filter(pl.col("algorithm") == focus).sort("dataset")
    drawn = next(name for name in largest_first(here) if name in mine["dataset"].to_list())
    single = of_datasets(here, [drawn])
    positive = positives_of(evidence, single).get(drawn)
    infinite = own.filter(pl.col("infinite") > 0)
    below = own.filter(pl.col("skill") < 0)
    return contest.facts(options.alpha) | {
        "units": _units(dependence),
        "test_name": _test_name(dependence),
        "where": where_of(own),
        "one": len(whole) == 1,
        "mine": mine.row(0, named=True),
        "table": _loss_table(measured, contest, options, pooled_word(here)),
        "bins": _bin_table(single, drawn, positive, focus, options, sure=not dependence.dependent),
        "figure": _reliability(evidence, single, own, drawn, positive, focus),
        "largest": drawn,
        "event": positive,
        "infinite": first_row(infinite.sort("infinite", "algorithm", descending=[True, False])),
        "n_infinite": infinite.height,
        "endless": enumerated(infinite["algorithm"].sort().to_list()),
        "below": first_row(below.sort("skill", "algorithm")),
        "n_below": below.height,
    }


def _measured(here: pl.DataFrame) -> pl.DataFrame:
    """Measure the losses of every algorithm and of forecasts that know no feature; skill is against class shares."""
    scores = measure(here, metrics=list(MEASURED), average="pooled", baselines=True)
    keys = ["dataset", "algorithm"]
    long = (
        plain(scores)
        .group_by(*keys, "metric", maintain_order=True)
        .agg(
            value=pl.col("value").mean(),
            gaps=pl.col("value").is_null().any(),
            remarks=pl.col("remarks").drop_nulls().first(),
        )
    )
    values = long.with_columns(value=pl.when(~pl.col("gaps")).then("value"))
    wide = values.pivot("metric", index=keys, values="value")
    count = value_in(INFINITE).cast(pl.Int64)
    endless = long.filter(pl.col("metric") == BITS).select(*keys, infinite=count.fill_null(0))
    prior = wide.filter(pl.col("algorithm") == MAJORITY).select("dataset", prior=QUADRATIC, entropy=BITS)
    # The same estimator as in the reliability diagram: all instances of an algorithm together.
    errors = plain(calibration(here)).select(*keys, pl.col("ece").alias("__ece")).unique()
    wide = wide.join(errors, on=keys, how="left", maintain_order="left")
    wide = wide.with_columns(pl.coalesce("__ece", ECE).alias(ECE)).drop("__ece")
    known = wide.join(endless, on=keys, how="left").join(prior, on="dataset", how="left")
    skill = pl.when(pl.col("prior") > 0).then(1 - pl.col(QUADRATIC) / pl.col("prior"))
    return known.with_columns(skill=skill).sort("dataset", QUADRATIC, "algorithm", nulls_last=True)


def _loss_table(measured: pl.DataFrame, contest: Contest, options: Options, pooled: str) -> Table:
    listing = listing_of(
        measured,
        contest.focus,
        contest.told,
        name="algorithm",
        also=(MAJORITY,),
        difference="estimate",
        difference_low="ci_low",
        difference_high="ci_high",
        p_quadratic="p_adjusted",
    )
    together, group = pooled and "pooled over the folds", f"quadratic loss against {listing.focus}"
    columns = (
        column(QUADRATIC, "quadratic loss (0–2)", decimals(4), group=together),
        column("skill", printer=decimals(3), group=together),
        column((BITS, "infinite"), "log loss in bits", _bits, group=together),
        column(ECE, "ECE", decimals(3), group=together),
        column("difference", printer=decimals(4), group=group, when=listing.beside),
        column(("difference_low", "difference_high"), "interval", limits_to(4), group=group, when=listing.beside),
        adjusted_p(options, "p_quadratic", group=group, when=listing.beside),
    )
    note = (
        "In brackets: predictors that ignore the features. Quadratic loss: Brier score, summed over the classes. "
        "Skill: 1 is perfect, 0 as good as the class shares. ECE: expected calibration error of the most probable "
        "class, ten bins."
    )
    caption = "Losses of the predicted probabilities; smaller is better, and skill larger."
    return listing.table("forecasts", caption, columns, note=note, called=BASELINES)


def _bits(value: float | None, infinite: int | None) -> str:
    return "infinite" if infinite else fixed(value, 3)


def _bin_table(
    here: pl.DataFrame, dataset: str, positive: str | None, focus: str, options: Options, *, sure: bool
) -> Table:
    """Print how often forecasts came true, for the algorithm in focus; all are in the twin.

    Without ``sure`` instances depend on each other, and Wilson's intervals do not apply.
    """
    frame = plain(calibration(here, positive=positive, alpha=options.alpha))
    if not sure:
        frame = without_limits(frame)
    columns = (
        column(("low", "high"), "forecast between", _bin, align="left"),
        column("n", "instances"),
        column("forecast", "mean forecast", decimals(3)),
        column("observed", "came true", decimals(3)),
        column(INTERVAL, level_title(options), limits_to(3, null=None), when=sure),
    )
    caption = f"Calibration of {focus} on {dataset}: probabilities of {_event(positive)}, and how often they came true."
    note = "Bins with fewer than five instances are merged with their neighbours."
    note += " Wilson intervals." if sure else ""
    mine = frame.filter(pl.col("algorithm") == focus)
    return exhibits.table("calibration", caption, mine, columns, twin=frame, note=note)


def _bin(low: float, high: float) -> str:
    return f"{fixed(low, 1)} to {fixed(high, 1)}"


def _event(positive: str | None) -> str:
    return f"class “{positive}”" if positive is not None else "the most probable class"


def _reliability(
    evidence: Evidence, here: pl.DataFrame, own: pl.DataFrame, dataset: str, positive: str | None, focus: str
) -> Figure:
    """Draw the reliability diagrams of the algorithm in focus and of those with the least loss."""
    from benchreport.figures.plot import plot_data

    order = own.filter(pl.col("dataset") == dataset)["algorithm"].to_list()
    names = list(dict.fromkeys([focus, *order]))[:DRAWN_ALGORITHMS]
    drawn = here.filter(pl.col("algorithm").cast(pl.String).is_in(names))
    numbers = plot_data("reliability", drawn, positive=positive, alpha=evidence.options.alpha)
    if instance_dependence(here).dependent:
        numbers = without_limits(numbers)
    some = f"; the {len(names)} with the least quadratic loss" if len(order) > len(names) else ""
    event = _event(positive)
    beside = f"Beside the names: the expected calibration error for {event}."
    caption = f"Reliability of the probabilities of {event} on {dataset}{some}. {beside}"
    return evidence.drawn("reliability", numbers, id="reliability", caption=caption)


PROBABILITIES = Part(id="probabilities", after="curves", make=probabilities_section)
