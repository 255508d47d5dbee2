"""Which measures are there, what do they read, and which way is better?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import polars as pl

from benchreport.errors import OptionError, did_you_mean
from benchreport.measures.areas__columns import prepared
from benchreport.measures.classes import CHANCE, IS_POSITIVE, SAID, SAID_POSITIVE, TRUTH, WEIGHT
from benchreport.measures.probability import GIVEN, QUADRATIC, surprise
from benchreport.measures.ranked import NO_CLASS, NO_NEGATIVE, NO_POSITIVE, NOT_PREDICTED
from benchreport.measures.rates import AVERAGED, AVERAGES, FORMULAS, Four, balanced, f_of, kappa, matthews
from benchreport.measures.regression import mae, mse, r2, rmse, weighted_mean
from benchreport.measures.reliability import BINS, EVENT, FORECAST, expected_error
from benchreport.method import Remark
from benchreport.tables.schema import Direction, normalised

Reads = Literal["decision", "probability", "number", "ranking"]
COST, NUMBER, OWN_WEIGHT = "__cost", "__number", "__own_weight"
W = pl.col(WEIGHT)
SOME_NOT_PREDICTED = Remark(code="some_not_predicted", note="{0} of {1} instances were not predicted")
INFINITE = Remark(
    code="infinite_score",
    note="infinite: {0} true classes were given probability 0; clip=1e-15, say, bounds it",
)
NO_INSTANCES = Remark(code="no_instances", note="no instances")
NO_WEIGHT = Remark(code="no_weight", note="the weights sum to 0")
NOTHING_CALLED = Remark(code="nothing_called", note="nothing was called positive")
NOTHING_POSITIVE = Remark(code="nothing_positive", note="nothing is positive and nothing was called so")
ABSENT_CLASS = Remark(code="absent_class", note="a class of the dataset is absent")
UNDEFINED_CLASS = Remark(code="undefined_class", note="some class has none")
CONSTANT_DECISION = Remark(code="constant_decision", note="truth or decision never varies")
CONSTANT_TRUTH = Remark(code="constant_truth", note="the truth never varies")
FULL_CHANCE = Remark(code="full_chance_agreement", note="chance alone agrees fully")
ONE_CLASS_OCCURS = Remark(code="one_class_occurs", note="only one class occurs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What measures may be told: the beta of F, the bins of calibration errors, a bound for probabilities."""

    beta: float = 1.0
    bins: int = BINS
    clip: float | None = None
    undefined: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What a measure reads and how it is computed.

    ``build`` gives an expression that aggregates the rows of one run: rows of instances, or, with ``per="class"``,
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
    build: Callable[[Settings], pl.Expr]
    why: Remark
    per: Literal["instance", "class"] = "instance"
    positive: bool = False
    # Whether a number may be put in where it is 0/0.
    fillable: bool = False

    @property
    def absent(self) -> Remark:
        """The remark of a run in which no instance can be measured."""
        return NO_CLASS if self.positive else NOT_PREDICTED

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """All remarks that scores of this measure may carry."""
        return (self.absent, SOME_NOT_PREDICTED, INFINITE, self.why)


def four() -> Four:
    """Count the decisions about the positive class, of the prepared columns."""
    return Four.of_decisions(pl.col(IS_POSITIVE), pl.col(SAID_POSITIVE), W)


def _hit() -> pl.Expr:
    return (pl.col(TRUTH) == pl.col(SAID)).cast(pl.Float64)


def _of_positive(name: str, title: str, direction: Direction, why: Remark) -> Measure:
    return Measure(
        name=name,
        title=title,
        reads="decision",
        direction=direction,
        column=SAID_POSITIVE,
        build=lambda settings: f_of(four(), settings.beta) if name == "f_score" else FORMULAS[name](four()),
        why=why,
        positive=True,
        fillable=True,
    )


def _of_classes(
    name: str, title: str, build: Callable[[Settings], pl.Expr], why: Remark, *, fillable: bool = True
) -> Measure:
    return Measure(
        name=name, title=title, reads="decision", direction="higher", column=SAID, build=build, why=why,
        per="class", fillable=fillable,
    )  # fmt: skip


def _of_probability(
    name: str, title: str, build: Callable[[Settings], pl.Expr], column: str = GIVEN, direction: Direction = "lower"
) -> Measure:
    return Measure(
        name=name, title=title, reads="probability", direction=direction, column=column, build=build,
        why=NO_INSTANCES,
    )  # fmt: skip


def _of_numbers(name: str, title: str, build: Callable[..., pl.Expr], direction: Direction = "lower") -> Measure:
    return Measure(
        name=name,
        title=title,
        reads="number",
        direction=direction,
        column=NUMBER,
        build=lambda _: build("truth", NUMBER, weight=W),
        why=CONSTANT_TRUTH if name == "r2" else NO_INSTANCES,
    )


def _of_ranking(name: str, title: str, why: Remark = NO_POSITIVE) -> Measure:
    return Measure(
        name=name, title=title, reads="ranking", direction="higher", column=CHANCE, build=lambda _: prepared(name),
        why=why, positive=True,
    )  # fmt: skip


def _averaged(average: str, short: str, formula: str) -> Measure:
    return _of_classes(
        f"{average}_{short}",
        f"{short.capitalize()}, {average} average",
        lambda settings: AVERAGES[average](formula, settings.undefined),
        UNDEFINED_CLASS,
        fillable=False,
    )


_ALL = (
    Measure(
        name="accuracy", title="Accuracy", reads="decision", direction="higher", column=SAID,
        build=lambda _: weighted_mean(_hit(), W), why=NO_INSTANCES,
    ),
    Measure(
        name="error_rate", title="Error rate", reads="decision", direction="lower", column=SAID,
        build=lambda _: weighted_mean(1 - _hit(), W), why=NO_INSTANCES,
    ),
    Measure(
        name="weighted_accuracy", title="Weighted accuracy", reads="decision", direction="higher", column=SAID,
        build=lambda _: weighted_mean(_hit(), pl.col(OWN_WEIGHT)), why=NO_WEIGHT,
    ),
    _of_positive("tpr", "True positive rate (recall, sensitivity)", "higher", NO_POSITIVE),
    _of_positive("fpr", "False positive rate", "lower", NO_NEGATIVE),
    _of_positive("precision", "Precision", "higher", NOTHING_CALLED),
    _of_positive("tnr", "True negative rate (specificity)", "higher", NO_NEGATIVE),
    _of_positive("fnr", "False negative rate", "lower", NO_POSITIVE),
    _of_positive("f_score", "F score", "higher", NOTHING_POSITIVE),
    _of_classes("balanced_accuracy", "Balanced accuracy", lambda _: balanced(), ABSENT_CLASS),
    _of_classes("mcc", "Matthews correlation", lambda _: matthews(), CONSTANT_DECISION),
    _of_classes("cohen_kappa", "Cohen's kappa", lambda _: kappa(), FULL_CHANCE),
    *(_averaged(average, short, formula) for average in AVERAGES for short, formula in AVERAGED.items()),
    Measure(
        name="asymmetric_loss", title="Mean cost", reads="decision", direction="lower", column=COST,
        build=lambda _: weighted_mean(pl.col(COST), W), why=NO_INSTANCES,
    ),
    Measure(
        name="total_cost", title="Total cost", reads="decision", direction="lower", column=COST,
        build=lambda _: (pl.col(COST) * W).sum(), why=NO_INSTANCES,
    ),
    _of_probability(
        "quadratic_probability_loss",
        "Quadratic loss (0 to 2)",
        lambda _: weighted_mean(pl.col(QUADRATIC), W),
        QUADRATIC,
    ),
    Measure(
        name="brier_score", title="Brier score of the positive class (0 to 1)", reads="probability", direction="lower",
        column=CHANCE, positive=True, why=NO_INSTANCES,
        build=lambda _: weighted_mean((pl.col(CHANCE) - pl.col(IS_POSITIVE).cast(pl.Float64)) ** 2, W),
    ),
    _of_probability("log_loss", "Log loss (nats)", lambda s: weighted_mean(surprise(GIVEN, s.clip), W)),
    _of_probability(
        "informational_loss",
        "Informational loss (bits)",
        lambda s: weighted_mean(surprise(GIVEN, s.clip), W) / pl.lit(2.0).log(),
    ),
    _of_probability(
        "conditional_log_likelihood",
        "Conditional log-likelihood",
        lambda s: -(surprise(GIVEN, s.clip) * W).sum(),
        direction="higher",
    ),
    _of_probability(
        "ece", "Expected calibration error", lambda s: expected_error(s.bins, W), column=FORECAST
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
)  # fmt: skip

MEASURES: Mapping[str, Measure] = {measure.name: measure for measure in _ALL}

# Other names of the same measures.
SYNONYMS: Mapping[str, str] = {
    "acc": "accuracy",
    "success_rate": "accuracy",
    "error": "error_rate",
    "zero_one_loss": "error_rate",
    "misclassification": "error_rate",
    "recall": "tpr",
    "sensitivity": "tpr",
    "hit_rate": "tpr",
    "false_alarm_rate": "fpr",
    "specificity": "tnr",
    "miss_rate": "fnr",
    "f1": "f_score",
    "f_beta": "f_score",
    "bacc": "balanced_accuracy",
    "matthews": "mcc",
    "kappa": "cohen_kappa",
    "f1_macro": "macro_f1",
    "f1_micro": "micro_f1",
    "f1_weighted": "weighted_f1",
    "mean_cost": "asymmetric_loss",
    "cost": "asymmetric_loss",
    "quadratic_loss": "quadratic_probability_loss",
    "brier": "brier_score",
    "logloss": "log_loss",
    "cross_entropy": "log_loss",
    "bits": "informational_loss",
    "log_likelihood": "conditional_log_likelihood",
    "auroc": "auc",
    "roc_auc": "auc",
    "auc_roc": "auc",
    "auc50": "auc_50",
    "ap": "average_precision",
    "ap11": "average_precision_11",
    "bep": "break_even_point",
    "r_precision": "break_even_point",
    "youden_j": "youden",
}


def measure_named(name: str) -> Measure:
    """Find a measure by its name or a synonym.

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


__all__ = ["EVENT", "FORECAST", "MEASURES", "SYNONYMS", "Measure", "Settings", "measure_named"]
