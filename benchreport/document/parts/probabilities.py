"""Quality and calibration of predicted probabilities, and costs of errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Column, Figure, Section, Table, Words, data_file
from benchreport.document.numbers import counted, enumerated, fixed, limits, percent
from benchreport.document.parts import Part
from benchreport.document.parts.classified import (
    LISTED,
    Focus,
    adjusted,
    audit,
    classes_of,
    focus_of,
    is_numeric_truth,
    judged_on,
    largest_first,
    of_datasets,
    plain,
    pooled_word,
    positives_of,
    tally,
    texts,
    turned,
    where_of,
    with_control,
)
from benchreport.document.parts.costs import costs_of
from benchreport.measures.baselines import MAJORITY, UNIFORM
from benchreport.measures.calibration import calibration
from benchreport.measures.measure import measure
from benchreport.measures.metrics import INFINITE
from benchreport.options import Options
from benchreport.remarks import value_in
from benchreport.stats.adjustments import adjustment_name
from benchreport.stats.instance_dependence import InstanceDependence, instance_dependence
from benchreport.stats.instances import paired_t_instances
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
    options = evidence.options
    context = {
        "forecasts": forecasts,
        "costs": costs,
        "level": percent(1 - options.alpha),
        "adjustment": adjustment_name(options.adjust),
        "fixed": fixed,
    }
    return evidence.section("probabilities", context)


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
    predicted, options = judged_on(evidence), evidence.options
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
    focus = focus_of(evidence, own.select("dataset", a="algorithm", estimate=QUADRATIC))
    pairs = told = None
    if focus.tested:
        shared = with_control(here, focus.baseline)
        tested = paired_t_instances(
            shared, control=focus.baseline, loss="brier", alpha=options.alpha, missing="available"
        )
        pairs = adjusted(tested, options)
        told = turned(pairs, focus.name)
    mine = own.filter(pl.col("algorithm") == focus.name).sort("dataset")
    largest = next(name for name in largest_first(here) if name in mine["dataset"].to_list())
    single = of_datasets(here, [largest])
    positive = positives_of(evidence, single).get(largest)
    infinite = own.filter(pl.col("infinite") > 0)
    below = own.filter(pl.col("skill") < 0)
    return (tally(told, focus.name, options.alpha) if told is not None else {"n": 0, "only": None, "widest": None}) | {
        "focus": focus.name,
        "against": focus.baseline is not None,
        "rows": pairs,
        "audit": audit(pairs) if pairs is not None else None,
        "units": _units(dependence),
        "test_name": _test_name(dependence),
        "where": where_of(own),
        "one": len(whole) == 1,
        "mine": mine.row(0, named=True),
        "table": _loss_table(measured, told, focus, options, pooled_word(here)),
        "bins": _bin_table(single, largest, positive, focus.name, options, sure=not dependence.dependent),
        "figure": _reliability(evidence, single, own, largest, positive, focus.name),
        "largest": largest,
        "event": positive,
        "infinite": infinite.sort("infinite", "algorithm", descending=[True, False]).row(0, named=True)
        if infinite.height
        else None,
        "n_infinite": infinite.height,
        "endless": enumerated(infinite["algorithm"].sort().to_list()),
        "below": below.sort("skill", "algorithm").row(0, named=True) if below.height else None,
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


def _loss_table(
    measured: pl.DataFrame, told: pl.DataFrame | None, focus: Focus, options: Options, pooled: str
) -> Table:
    frame = measured
    if told is not None:
        against = told.select(
            "dataset",
            algorithm="a",
            difference="estimate",
            difference_low="ci_low",
            difference_high="ci_high",
            p_quadratic="p_adjusted",
        )
        frame = frame.join(against, on=["dataset", "algorithm"], how="left", maintain_order="left")
    few = frame.height > LISTED
    kept = frame.filter(pl.col("algorithm").is_in([focus.name, MAJORITY])) if few else frame
    bits = ["infinite" if endless else fixed(value, 3) for value, endless in kept.select(BITS, "infinite").rows()]
    shown = kept.select(
        "dataset",
        algorithm=pl.col("algorithm").replace({name: f"({word})" for name, word in BASELINES.items()}),
        quadratic=texts(fixed(value, 4) for value in kept[QUADRATIC]),
        skill=texts(fixed(value, 3) for value in kept["skill"]),
        bits=texts(bits),
        ece=texts(fixed(value, 3) for value in kept[ECE]),
    )
    columns = {
        "dataset": Column(title="dataset", align="left"),
        "algorithm": Column(title="algorithm", align="left"),
        "quadratic": Column(title="quadratic loss (0–2)", group=pooled and "pooled over the folds"),
        "skill": Column(title="skill", group=pooled and "pooled over the folds"),
        "bits": Column(title="log loss in bits", group=pooled and "pooled over the folds"),
        "ece": Column(title="ECE", group=pooled and "pooled over the folds"),
    }
    if told is not None and not few:
        group = f"quadratic loss against {focus.name}"
        ends = kept.select("difference_low", "difference_high").rows()
        shown = shown.with_columns(
            difference=texts(fixed(value, 4) for value in kept["difference"]),
            interval=texts(limits(low, high, 4) for low, high in ends),
            p_quadratic=kept["p_quadratic"],
        )
        columns |= {
            "difference": Column(title="difference", group=group),
            "interval": Column(title="interval", group=group),
            "p_quadratic": Column(title=f"p ({adjustment_name(options.adjust)})", group=group),
        }
    if frame["dataset"].n_unique() == 1:
        del columns["dataset"]
    note = (
        "In brackets: predictors that ignore the features. Quadratic loss: Brier score, summed over the classes. "
        "Skill: 1 is perfect, 0 as good as the class shares. ECE: expected calibration error of the most probable "
        "class, ten bins."
    )
    more: Words = ()
    if few:
        more = (f" Of {counted(frame.height, 'row')} those of {focus.name}; all are in ", data_file("forecasts"), ".")
    caption = "Losses of the predicted probabilities; smaller is better, and skill larger."
    return exhibits.table("forecasts", caption, shown, columns, twin=frame, note=(note, *more))


def _bin_table(
    here: pl.DataFrame, dataset: str, positive: str | None, focus: str, options: Options, *, sure: bool
) -> Table:
    """Print how often forecasts came true, for the algorithm in focus; all are in the twin.

    Without ``sure`` instances depend on each other, and Wilson's intervals do not apply.
    """
    frame = plain(calibration(here, positive=positive, alpha=options.alpha))
    if not sure:
        frame = frame.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("ci_low", "ci_high"))
    mine = frame.filter(pl.col("algorithm") == focus)
    shown = mine.select(
        bin=texts(f"{fixed(low, 1)} to {fixed(high, 1)}" for low, high in mine.select("low", "high").rows()),
        n="n",
        forecast=texts(fixed(value, 3) for value in mine["forecast"]),
        observed=texts(fixed(value, 3) for value in mine["observed"]),
        interval=texts(limits(low, high, 3, null=None) for low, high in mine.select("ci_low", "ci_high").rows()),
    )
    columns = {
        "bin": Column(title="forecast between", align="left"),
        "n": Column(title="instances"),
        "forecast": Column(title="mean forecast"),
        "observed": Column(title="came true"),
        "interval": Column(title=f"{percent(1 - options.alpha)} interval"),
    }
    event = f"class “{positive}”" if positive is not None else "the most probable class"
    caption = f"Calibration of {focus} on {dataset}: probabilities of {event}, and how often they came true."
    if not sure:
        del columns["interval"]
    note = "Bins with fewer than five instances are merged with their neighbours." + (
        " Wilson intervals." if sure else ""
    )
    return exhibits.table("calibration", caption, shown, columns, twin=frame, note=(note,))


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
        numbers = numbers.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("ci_low", "ci_high"))
    event = f"class “{positive}”" if positive is not None else "the most probable class"
    some = f"; the {len(names)} with the least quadratic loss" if len(order) > len(names) else ""
    beside = f"Beside the names: the expected calibration error for {event}."
    caption = f"Reliability of the probabilities of {event} on {dataset}{some}. {beside}"
    return evidence.drawn("reliability", numbers, id="reliability", caption=caption)


PROBABILITIES = Part(id="probabilities", after="curves", make=probabilities_section)
