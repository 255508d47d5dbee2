"""Measures of predicted classes and probabilities, a row per dataset and algorithm, and the table that prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

import polars as pl

from benchreport.document.analyses.predictions.prediction_tests import PairTests, area_test
from benchreport.document.analyses.predictions.scores_of_predictions import class_callers
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import classes_of, of_datasets, positives_of
from benchreport.document.evidence.result_rows import plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import Printed, Printer, column, label, level_title, limits_to
from benchreport.document.exhibits.tables import emphases
from benchreport.document.model.blocks import Cell, Table
from benchreport.measures.classes import INFINITE
from benchreport.measures.confusion import confusion_binary
from benchreport.measures.measure import measure
from benchreport.measures.multiclass import multiclass_auc
from benchreport.measures.reliability import calibration
from benchreport.naming import enumerated
from benchreport.numerals import counted, fixed, integer
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.remarks import value_in
from benchreport.tables.schema import RUN_KEYS, probability_columns
from benchreport.tables.scored import PredictionTable

KEYS = ["dataset", "algorithm"]
TWO = 2
# The measures of a table, and whether less is better.
MEASURES: Mapping[str, bool] = {
    "error": True,
    "missed": True,
    "alarms": True,
    "auc": False,
    "quadratic_loss": True,
    "ece": True,
    "log_loss": True,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measures:
    """What was measured of predictions: ``frame`` has one row per dataset and algorithm, the lowest error first.

    ``positives`` are the declared positive classes, ``ranked`` the predictions with a score by every algorithm on the
    datasets of ``ranked_classes``, whose areas are in ``area_rows`` and their tests in ``areas``; ``forecast`` are the
    datasets with probabilities of all classes.
    """

    frame: pl.DataFrame
    classes: Mapping[str, list[str]]
    positives: Mapping[str, str]
    ranked: PredictionTable | None
    ranked_classes: Mapping[str, str]
    area_rows: pl.DataFrame | None
    areas: PairTests | None
    forecast: tuple[str, ...]

    def of(self, dataset: str) -> pl.DataFrame:
        """Return the rows of one dataset."""
        return self.frame.filter(pl.col("dataset") == dataset)

    def without_variance(self, datasets: Iterable[str]) -> bool:
        """Return whether DeLong's interval of some area has no variance, so that Newcombe's stands in its place."""
        if self.area_rows is None:
            return False
        own = self.area_rows.filter(pl.col("dataset").is_in(list(datasets)))
        return bool(own["status"].is_in(["zero_variance", "too_few"]).any())

    def one_area(self, dataset: str) -> bool:
        """Return whether the area is that of two classes, not a mean over pairs of classes."""
        return dataset in self.ranked_classes or len(self.classes[dataset]) == TWO


def by_error(rows: pl.DataFrame) -> list[str]:
    """Return the algorithms of one dataset by error, or else by area, equal ones by name."""
    return _ordered(rows, None)["algorithm"].to_list()


def measures_of(evidence: Evidence) -> Measures | None:
    """Return what can be measured of predicted classes; None where there are neither classes nor scores."""
    predicted = evidence.judged
    if predicted is None or predicted.schema["truth"].is_float():
        return None
    classes = classes_of(predicted)
    parts = [_errors(evidence, predicted)]
    positives = positives_of(evidence, predicted)
    ranked_classes, ranked = _ranked(predicted, positives)
    area_rows = tests = None
    if ranked is not None:
        area_rows, tests = area_test(evidence, ranked, ranked_classes)
        parts.append(area_rows.select("dataset", algorithm="a", auc="estimate", auc_low="ci_low", auc_high="ci_high"))
    forecast = _forecast(predicted, classes)
    if forecast:
        parts.append(_probabilities(of_datasets(predicted, forecast), positives))
        if several := [name for name in forecast if name not in ranked_classes]:
            many = plain(multiclass_auc(of_datasets(predicted, several))).select(*KEYS, several_auc="auc")
            parts.append(many)
    frame = parts[0]
    for part in parts[1:]:
        frame = frame.join(part, on=KEYS, how="full", coalesce=True)
    if "several_auc" in frame.columns:
        auc = pl.coalesce("auc", "several_auc") if "auc" in frame.columns else pl.col("several_auc")
        frame = frame.with_columns(auc=auc).drop("several_auc")
    if not {"error", "auc"} & set(frame.columns):
        return None
    return Measures(
        frame=_ordered(frame, evidence.options.reference),
        classes=classes,
        positives=positives,
        ranked=ranked,
        ranked_classes=ranked_classes,
        area_rows=area_rows,
        areas=tests,
        forecast=tuple(forecast),
    )


def _ordered(frame: pl.DataFrame, reference: str | None) -> pl.DataFrame:
    """Return rows by dataset, a reference first, then by error, or else by area; equal ones by name."""
    order = pl.col("error").round_sig_figs(12) if "error" in frame.columns else -pl.col("auc").round_sig_figs(12)
    first = pl.col("algorithm") != (reference or "")
    return frame.sort("dataset", first, order, "algorithm", nulls_last=True)


def _errors(evidence: Evidence, predicted: pl.DataFrame) -> pl.DataFrame:
    """Return the errors of predicted classes with their rates; of two classes with a positive one both kinds."""
    decided = evidence.decided
    if decided is None:
        return plain(predicted.select(KEYS).unique())
    columns = {"algorithm": "a", "n": "predictions", "error": "estimate"}
    rows = evidence.error_rates.select("dataset", "errors", "instances", "ci_low", "ci_high", "method", **columns)
    positives = {
        name: label for name, label in positives_of(evidence, decided).items() if len(classes_of(decided)[name]) == TWO
    }
    if not positives:
        return rows
    cells = plain(confusion_binary(of_datasets(decided, positives), positive=positives))
    kinds = cells.select(*KEYS, "positives", "negatives", missed="fn", alarms="fp")
    # Counts of unequal numbers of instances do not compare.
    even = pl.col("n").n_unique().over("dataset") == 1
    joined = rows.join(kinds, on=KEYS, how="left", maintain_order="left")
    return joined.with_columns(pl.when(even).then(pl.col("missed", "alarms")))


def _forecast(predicted: pl.DataFrame, classes: Mapping[str, list[str]]) -> list[str]:
    """Return the datasets with probabilities of all their classes."""
    forecast = {name.removeprefix("prob_") for name in probability_columns(predicted.columns)}
    return [name for name, labels in classes.items() if len(labels) > 1 and set(labels) <= forecast]


def _ranked(predicted: PredictionTable, declared: Mapping[str, str]) -> tuple[dict[str, str], PredictionTable | None]:
    """Return the positive classes, and the predictions of instances that every algorithm gave a score."""
    forecast = {name.removeprefix("prob_") for name in probability_columns(predicted.columns)}
    scored = "score" in predicted.columns
    positives = {name: label for name, label in declared.items() if scored or label in forecast}
    if not positives:
        return {}, None
    own = of_datasets(predicted, positives)
    lacks = pl.col("score").is_null() if scored else pl.any_horizontal(
        (pl.col("dataset").cast(pl.String) == name) & pl.col(f"prob_{label}").is_null()
        for name, label in positives.items()
    )  # fmt: skip
    units = ["dataset", *(name for name in RUN_KEYS if name in own.columns), "instance"]
    lacking = own.filter(lacks).select(units).unique()
    if lacking.height:
        own = PredictionTable(own.join(lacking, on=units, how="anti"))
    present = set(own.select(pl.col("dataset", "truth").cast(pl.String)).unique().rows())
    positives = {name: label for name, label in positives.items() if (name, label) in present}
    return (positives, of_datasets(own, positives)) if positives else ({}, None)


def _probabilities(predicted: pl.DataFrame, positives: Mapping[str, str]) -> pl.DataFrame:
    """Return quadratic loss, calibration error and log loss; none of them for algorithms that output classes only."""
    metrics = ["quadratic_probability_loss", "log_loss"]
    scores = plain(measure(predicted, weighted=False, metrics=metrics, average="pooled"))
    long = scores.group_by(*KEYS, "metric", maintain_order=True).agg(
        value=pl.when(~pl.col("value").is_null().any()).then(pl.col("value").mean()),
        infinite=value_in(INFINITE).cast(pl.Int64).sum(),
    )
    losses = long.pivot("metric", index=KEYS, values="value").rename({"quadratic_probability_loss": "quadratic_loss"})
    endless = long.filter(pl.col("metric") == "log_loss").select(*KEYS, pl.col("infinite").fill_null(0))
    named = [name for name in positives if name in losses["dataset"]]
    others = [name for name in losses["dataset"].unique() if name not in named]
    tables = [calibration(of_datasets(predicted, named), positive=dict(positives))] if named else []
    tables += [calibration(of_datasets(predicted, others))] if others else []
    errors = pl.concat([plain(table).select(*KEYS, "ece").unique() for table in tables])
    joined = losses.join(endless, on=KEYS, how="left").join(errors, on=KEYS, how="left")
    confidence = plain(
        predicted.select(*KEYS, confidence=pl.max_horizontal(probability_columns(predicted.columns)))
    ).group_by(KEYS).agg(pl.col("confidence").mean())  # fmt: skip
    soft = pl.when(~pl.col("algorithm").is_in(class_callers(predicted)))
    own = joined.with_columns(soft.then(pl.col("quadratic_loss", "log_loss", "infinite", "ece")))
    return own.join(confidence, on=KEYS, how="left")


def measure_table(measures: Measures, dataset: str | None, options: Options, pooled: str) -> Table:
    """Return the table of all measures on one dataset, or on several below each other; the best of each in bold."""
    frame = measures.frame if dataset is None else measures.of(dataset)
    several = frame["dataset"].n_unique() > 1
    marked = frame.with_columns(
        pl.Series(f"{name}_best", _best(frame, name), dtype=pl.Boolean) for name in MEASURES if name in frame.columns
    )
    has = {
        name: name in frame.columns and frame[name].count() > 0
        for name in (*MEASURES, "n", "errors", "ci_low", "auc_low")
    }
    sizes = frame["n"].unique().drop_nulls().to_list() if has["n"] else []
    one_size, again = len(sizes) == 1, has["n"] and bool((frame["n"] > frame["instances"]).any())
    errors = f"of {integer(sizes[0])}" if one_size else "number"
    any_area = any(measures.one_area(name) for name in frame["dataset"].unique())
    areas = area_places(frame)
    columns = (
        label("dataset", "Dataset", when=several),
        label("algorithm", "Algorithm"),
        column("n", "predictions" if again else "instances", when=has["n"] and not one_size),
        column(("errors", "error_best"), errors, _counted(one_size), group="errors", when=has["errors"]),
        _bold("missed", "missed", integer, group="errors", when=has["missed"]),
        _bold("alarms", "false alarms", integer, group="errors", when=has["alarms"]),
        _bold("error", "estimate", _to(3), group="error rate", when=has["error"]),
        column(
            ("ci_low", "ci_high"), level_title(options), limits_to(3, null=None), group="error rate",
            when=has["ci_low"],
        ),
        _bold("auc", "M" if has["auc"] and not any_area else "estimate", _to(areas), group="AUC", when=has["auc"]),
        column(("auc_low", "auc_high"), level_title(options), limits_to(areas, null=None), group="AUC",
               when=has["auc_low"], unless_empty=True),
        _bold("quadratic_loss", "quadratic loss", _or_dash(3), group="probabilities", when=has["quadratic_loss"]),
        _bold("ece", "ECE", _or_dash(3), group="probabilities", when=has["ece"]),
        column(("log_loss", "infinite", "log_loss_best"), "log loss", _log_loss, group="probabilities",
               when="log_loss" in frame.columns),
    )  # fmt: skip
    where = "" if dataset is None else f" on {dataset}"
    caption = f"All measures{where}. {pooled}Bold: best of the column{' on the dataset' if several else ''}."
    return exhibits.table("measures", caption, marked, columns, twin=frame, note=_note(measures, frame, has))


def area_places(frame: pl.DataFrame) -> int:
    """Return the decimals of areas; one that is not 1 is not printed as 1."""
    near = "auc" in frame.columns and frame["auc"].cast(pl.Float64).is_between(0.9995, 1, closed="left").any()
    return 4 if near else 3


def _best(frame: pl.DataFrame, name: str) -> list[bool]:
    """Return which rows have the best value of a measure on their dataset."""
    lower = MEASURES[name]
    marks: list[bool] = []
    for part in frame.partition_by("dataset", maintain_order=True):
        if name == "log_loss" and part["infinite"].sum():  # the metric is left out, so none is the best
            marks += [False] * part.height
            continue
        marks += [mark == "best" for mark in emphases(part[name].cast(pl.Float64).to_list(), lower=lower)]
    return marks


def _to(places: int) -> Printer:
    return partial(fixed, decimals=places)


def _or_dash(places: int) -> Printer:
    return lambda value: "–" if value is None else fixed(value, places)


def _bold(name: str, title: str, text: Printer, *, group: str, when: bool) -> Printed | None:
    def cell(value: float | None, best: bool | None) -> Cell:
        return Cell(text=str(text(value)), value=value, emphasis="best" if best else "")

    return column((name, f"{name}_best"), title, cell, group=group, when=when)


def _counted(one_size: bool) -> Printer:
    """Return what writes counts of errors; of unequal numbers of instances the fewest are not the best."""
    return lambda n, best: Cell(text=integer(n), value=n, emphasis="best" if best and one_size else "")


def _log_loss(value: float | None, infinite: int | None, best: bool | None) -> Cell:
    if infinite:
        return Cell(text="∞")
    return Cell(text="–" if value is None else fixed(value, 2), value=value, emphasis="best" if best else "")


def _note(measures: Measures, frame: pl.DataFrame, has: Mapping[str, bool]) -> str:
    """Return what the columns mean, each once."""
    parts = []
    if has["missed"]:
        parts.append(_kinds_in_words(measures, frame))
    if has["ci_low"]:
        methods = frame["method"].drop_nulls().unique().to_list()
        labels = [METHODS[name].label for name in sorted(methods, key=lambda name: name == "ci_clopper_pearson")]
        few = f", or {labels[1]} where fewer than five are wrong or right" if len(labels) > 1 else ""
        parts.append(f"Intervals of error rates: {labels[0]}{few}")
    if has["auc_low"]:
        flat = ", or Newcombe where it has no variance" if measures.without_variance(frame["dataset"].unique()) else ""
        parts.append(
            f"of AUC: DeLong, on the logit scale{flat}" if has["ci_low"] else f"Intervals of AUC: DeLong{flat}"
        )
    elif has["auc"]:
        two = all(measures.one_area(name) for name in frame["dataset"].unique())
        parts.append(
            "AUC: mean over either class as the positive one"
            if two
            else "M: Hand and Till’s mean AUC over all pairs of classes"
        )
    if has["quadratic_loss"]:
        parts.append("Quadratic loss: squared error of the probabilities, summed over classes, 0 to 2")
        parts.append("ECE: expected calibration error, ten bins")
        callers = frame.filter(pl.col("quadratic_loss").is_null() & pl.col("confidence").is_not_null())
        if callers.height:
            parts.append(f"–: {enumerated(callers['algorithm'].unique().sort().to_list())} output classes only")
        endless = frame.filter(pl.col("infinite") > 0)
        if endless.height:
            rows = [f"{integer(n)} ({name})" for name, n in endless.select("algorithm", "infinite").rows()]
            many = len(rows) > 4
            noun = (
                "predictions"
                if "instances" in frame.columns and (frame["n"] > frame["instances"]).any()
                else "instances"
            )
            who = f"some {noun} in {counted(len(rows), 'row')}" if many else f"{enumerated(rows)} {noun}"
            parts.append(f"∞: probability 0 for the true class of {who}")
    text = ". ".join(parts).replace(". of AUC", "; of AUC")
    return f"{text}." if text else ""


def _kinds_in_words(measures: Measures, frame: pl.DataFrame) -> str:
    datasets = frame["dataset"].unique().to_list()
    if len(datasets) > 1:
        return "Missed: positive, predicted negative. False alarms: negative, predicted positive"
    own = frame.filter(pl.col("missed").is_not_null())
    positives, negatives = own.select("positives", "negatives").row(0)
    labels = measures.classes[datasets[0]]
    positive = measures.positives[datasets[0]]
    other = next(name for name in labels if name != positive)
    positive, other = quoted(positive), quoted(other)
    return (
        f"Missed: {positive}, predicted {other} (of {integer(positives)}). "
        f"False alarms: {other}, predicted {positive} (of {integer(negatives)})"
    )


def quoted(label: str) -> str:
    """Return the name of a class as a sentence has it: in quotation marks unless it is a word.

    Examples
    --------
    >>> quoted("malignant"), quoted("0")
    ('malignant', '“0”')
    """
    return label if label[:1].isalpha() else f"“{label}”"


def class_of(label: str) -> str:
    """Return a class as a sentence names it.

    Examples
    --------
    >>> class_of("malignant"), class_of("2"), class_of("class 2")
    ('class malignant', 'class “2”', 'class 2')
    """
    return label if label.lower().startswith("class") else f"class {quoted(label)}"
