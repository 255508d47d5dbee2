"""All measures of predictions by name: what each reads, how it is computed, and which way is better."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import polars as pl

from benchreport.errors import OptionError, did_you_mean
from benchreport.measures import classes, rates
from benchreport.measures.areas import prepared
from benchreport.measures.probability import GIVEN, QUADRATIC, surprise
from benchreport.measures.regression import CONSTANT_TRUTH, mae, mse, r2, rmse, weighted_mean
from benchreport.measures.reliability import BINS, FORECAST, expected_error
from benchreport.method import Remark
from benchreport.records import dataclass
from benchreport.tables.schema import Direction, normalised

Reads = Literal["decision", "probability", "number", "ranking"]
COST, NUMBER, OWN_WEIGHT = "__cost", "__number", "__own_weight"
W = pl.col(classes.WEIGHT)
UNDEFINED_CLASS = Remark(code="undefined_class", note="some class has none")
ONE_CLASS_OCCURS = Remark(code="one_class_occurs", note="only one class occurs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings of measures: the beta of F, the bins of calibration errors, a bound for probabilities."""

    beta: float = 1.0
    bins: int = BINS
    clip: float | None = None
    undefined: float | None = None


Build = Callable[[Settings], pl.Expr]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What a measure reads and how it is computed.

    ``build`` returns an expression that aggregates the rows of one run: rows of instances, or, with ``per="class"``,
    rows of classes with the columns of ``class_counts``. ``column`` is the prepared column it cannot do without,
    ``why`` is the remark where it is undefined.

    Examples
    --------
    >>> MEASURES["precision"].reads, MEASURES["precision"].direction, MEASURES["precision"].positive
    ('decision', 'higher', True)
    """

    name: str
    title: str
    reads: Reads
    direction: Direction
    column: str
    build: Build
    why: Remark
    per: Literal["instance", "class"] = "instance"
    positive: bool = False
    # Whether a number may be put in where it is 0/0.
    fillable: bool = False

    @property
    def absent(self) -> Remark:
        """The remark of a run in which no instance can be measured."""
        return classes.NO_CLASS if self.positive else classes.NOT_PREDICTED


def _measure(
    name: str,
    title: str,
    reads: Reads,
    column: str,
    build: Build,
    direction: Direction = "higher",
    why: Remark = classes.NO_INSTANCES,
    **further: Any,
) -> Measure:
    return Measure(
        name=name, title=title, reads=reads, column=column, build=build, direction=direction, why=why, **further
    )


def _hit() -> pl.Expr:
    return (pl.col(classes.TRUTH) == pl.col(classes.SAID)).cast(pl.Float64)


def _mean_of(column: str) -> Build:
    return lambda _: weighted_mean(pl.col(column), W)


def _of_positive(name: str, title: str, direction: Direction, why: Remark) -> Measure:
    def build(settings: Settings) -> pl.Expr:
        four = rates.Four.of_decisions(pl.col(classes.IS_POSITIVE), pl.col(classes.SAID_POSITIVE), W)
        return rates.f_of(four, settings.beta) if name == "f_score" else rates.FORMULAS[name](four)

    return _measure(name, title, "decision", classes.SAID_POSITIVE, build, direction, why, positive=True, fillable=True)


def _of_classes(name: str, title: str, build: Build, why: Remark, *, fillable: bool = True) -> Measure:
    return _measure(name, title, "decision", classes.SAID, build, why=why, per="class", fillable=fillable)


def _averaged(average: str, short: str) -> Measure:
    def build(settings: Settings) -> pl.Expr:
        return rates.AVERAGES[average](rates.AVERAGED[short], settings.undefined)

    title = f"{short.capitalize()}, {average} average"
    return _of_classes(f"{average}_{short}", title, build, UNDEFINED_CLASS, fillable=False)


def _of_true_class(name: str, title: str, build: Callable[[pl.Expr], pl.Expr], direction: Direction) -> Measure:
    def of_nats(settings: Settings) -> pl.Expr:
        return build(surprise(GIVEN, settings.clip))

    return _measure(name, title, "probability", GIVEN, of_nats, direction)


def _of_numbers(name: str, title: str, build: Callable[..., pl.Expr], direction: Direction = "lower") -> Measure:
    why = CONSTANT_TRUTH if name == "r2" else classes.NO_INSTANCES
    return _measure(name, title, "number", NUMBER, lambda _: build("truth", NUMBER, weight=W), direction, why)


def _of_ranking(name: str, title: str, why: Remark = classes.NO_POSITIVE) -> Measure:
    return _measure(name, title, "ranking", classes.CHANCE, lambda _: prepared(name), why=why, positive=True)


def _squared_distance(_: Settings) -> pl.Expr:
    return weighted_mean((pl.col(classes.CHANCE) - pl.col(classes.IS_POSITIVE).cast(pl.Float64)) ** 2, W)


_ALL = (
    _measure("accuracy", "Accuracy", "decision", classes.SAID, lambda _: weighted_mean(_hit(), W)),
    _measure("error_rate", "Error rate", "decision", classes.SAID, lambda _: weighted_mean(1 - _hit(), W), "lower"),
    _measure(
        "weighted_accuracy",
        "Weighted accuracy",
        "decision",
        classes.SAID,
        lambda _: weighted_mean(_hit(), pl.col(OWN_WEIGHT)),
        why=rates.NO_WEIGHT,
    ),
    _of_positive("tpr", "True positive rate (recall, sensitivity)", "higher", classes.NO_POSITIVE),
    _of_positive("fpr", "False positive rate", "lower", classes.NO_NEGATIVE),
    _of_positive("precision", "Precision", "higher", rates.NOTHING_CALLED),
    _of_positive("tnr", "True negative rate (specificity)", "higher", classes.NO_NEGATIVE),
    _of_positive("fnr", "False negative rate", "lower", classes.NO_POSITIVE),
    _of_positive("f_score", "F score", "higher", rates.NOTHING_POSITIVE),
    _of_classes("balanced_accuracy", "Balanced accuracy", lambda _: rates.balanced(), rates.ABSENT_CLASS),
    _of_classes("mcc", "Matthews correlation", lambda _: rates.matthews(), rates.CONSTANT_DECISION),
    _of_classes("cohen_kappa", "Cohen's kappa", lambda _: rates.kappa(), rates.FULL_CHANCE),
    *(_averaged(average, short) for average in rates.AVERAGES for short in rates.AVERAGED),
    _measure("asymmetric_loss", "Mean cost", "decision", COST, _mean_of(COST), "lower"),
    _measure("total_cost", "Total cost", "decision", COST, lambda _: (pl.col(COST) * W).sum(), "lower"),
    _measure(
        "quadratic_probability_loss", "Quadratic loss (0 to 2)", "probability", QUADRATIC, _mean_of(QUADRATIC), "lower"
    ),
    _measure(
        "brier_score",
        "Brier score of the positive class (0 to 1)",
        "probability",
        classes.CHANCE,
        _squared_distance,
        "lower",
        positive=True,
    ),
    _of_true_class("log_loss", "Log loss (nats)", lambda nats: weighted_mean(nats, W), "lower"),
    _of_true_class(
        "informational_loss",
        "Informational loss (bits)",
        lambda nats: weighted_mean(nats, W) / pl.lit(2.0).log(),
        "lower",
    ),
    _of_true_class(
        "conditional_log_likelihood", "Conditional log-likelihood", lambda nats: -(nats * W).sum(), "higher"
    ),
    _measure(
        "ece",
        "Expected calibration error",
        "probability",
        FORECAST,
        lambda settings: expected_error(settings.bins, W),
        "lower",
    ),
    _of_ranking("auc", "Area under the ROC curve", ONE_CLASS_OCCURS),
    _of_ranking("auc_50", "Area under the ROC curve before 50 false alarms", ONE_CLASS_OCCURS),
    _of_ranking("average_precision", "Average precision"),
    _of_ranking("average_precision_11", "Eleven-point average precision"),
    _of_ranking("break_even_point", "Break-even point of precision and recall"),
    _of_ranking("youden", "Youden index", ONE_CLASS_OCCURS),
    _of_numbers("mse", "Mean squared error", mse),
    _of_numbers("rmse", "Root mean squared error", rmse),
    _of_numbers("mae", "Mean absolute error", mae),
    _of_numbers("r2", "Coefficient of determination", r2, "higher"),
)

MEASURES: Mapping[str, Measure] = {measure.name: measure for measure in _ALL}

# Other names of the same measures.
OTHER_NAMES: Mapping[str, str] = {
    "accuracy": "acc success_rate",
    "error_rate": "error zero_one_loss misclassification",
    "tpr": "recall sensitivity hit_rate",
    "fpr": "false_alarm_rate",
    "tnr": "specificity",
    "fnr": "miss_rate",
    "f_score": "f1 f_beta",
    "balanced_accuracy": "bacc",
    "mcc": "matthews",
    "cohen_kappa": "kappa",
    "macro_f1": "f1_macro",
    "micro_f1": "f1_micro",
    "weighted_f1": "f1_weighted",
    "asymmetric_loss": "mean_cost cost",
    "quadratic_probability_loss": "quadratic_loss",
    "brier_score": "brier",
    "log_loss": "logloss cross_entropy",
    "informational_loss": "bits",
    "conditional_log_likelihood": "log_likelihood",
    "auc": "auroc roc_auc auc_roc",
    "auc_50": "auc50",
    "average_precision": "ap",
    "average_precision_11": "ap11",
    "break_even_point": "bep r_precision",
    "youden": "youden_j",
}
SYNONYMS = {word: name for name, words in OTHER_NAMES.items() for word in words.split()}


def measure_named(name: str) -> Measure:
    """Return the measure that has a name or a synonym.

    Examples
    --------
    >>> measure_named("Recall").name
    'tpr'
    """
    if not isinstance(name, str):
        raise OptionError(f"metric {name!r} cannot be measured", hint="metrics are named by texts, such as 'accuracy'")
    word = normalised(name)
    if word not in MEASURES and word not in SYNONYMS:
        raise OptionError(f"metric {name!r} cannot be measured", hint=did_you_mean(word, [*MEASURES, *SYNONYMS]))
    return MEASURES[SYNONYMS.get(word, word)]
