"""Rates of right and wrong decisions, from the four counts of two classes or from those of every class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

from benchreport.measures.classes import DECLARED, NO_NEGATIVE, NO_POSITIVE, TRUTH_KNOWN, measure_record
from benchreport.method import Remark
from benchreport.records import dataclass

IntoExpr = str | pl.Expr
# Over one row per class with the columns of `class_counts`: row, col, hit, total.
ROW, COL, HIT, TOTAL = (pl.col(name) for name in ("row", "col", "hit", "total"))
ROUNDING = 1e-12  # of sums of shares, beside the square of their number
AVERAGED = {"precision": "precision", "recall": "tpr", "f1": "f_score"}
NO_WEIGHT = Remark(code="no_weight", note="the weights sum to 0")
NOTHING_CALLED = Remark(code="nothing_called", note="nothing was called positive")
NOTHING_POSITIVE = Remark(code="nothing_positive", note="nothing is positive and nothing was called so")
ABSENT_CLASS = Remark(code="absent_class", note="a class of the dataset is absent")
CONSTANT_DECISION = Remark(code="constant_decision", note="truth or decision never varies")
FULL_CHANCE = Remark(code="full_chance_agreement", note="chance alone agrees fully")


def as_column(value: IntoExpr) -> pl.Expr:
    """Read a string as a column name."""
    return pl.col(value) if isinstance(value, str) else value


def share(part: pl.Expr, whole: pl.Expr) -> pl.Expr:
    """Return a part of a whole, null for a share of nothing.

    Examples
    --------
    >>> pl.DataFrame({"n": [1, 0], "of": [4, 0]}).select(share(pl.col("n"), pl.col("of"))).to_series().to_list()
    [0.25, None]
    """
    return pl.when(whole > 0).then(part / whole)


@dataclass(frozen=True, slots=True, kw_only=True)
class Four:
    """The four counts of two classes, as expressions; rows are actual, columns predicted.

    Examples
    --------
    >>> pl.DataFrame({"tp": [40], "fn": [10], "fp": [5], "tn": [45]}).select(Four.of_columns().positives).item()
    50
    """

    tp: pl.Expr
    fn: pl.Expr
    fp: pl.Expr
    tn: pl.Expr

    @classmethod
    def of_columns(cls) -> Four:
        """Read columns tp, fn, fp and tn."""
        return cls(tp=pl.col("tp"), fn=pl.col("fn"), fp=pl.col("fp"), tn=pl.col("tn"))

    @classmethod
    def of_decisions(cls, is_positive: pl.Expr, said_positive: pl.Expr, weight: pl.Expr) -> Four:
        """Return the counts of two columns of true and false."""

        def count(condition: pl.Expr) -> pl.Expr:
            return (condition.cast(pl.Float64) * weight).sum()

        return cls(
            tp=count(is_positive & said_positive),
            fn=count(is_positive & ~said_positive),
            fp=count(~is_positive & said_positive),
            tn=count(~is_positive & ~said_positive),
        )

    @property
    def positives(self) -> pl.Expr:
        """Count the actual positives."""
        return self.tp + self.fn

    @property
    def negatives(self) -> pl.Expr:
        """Count the actual negatives."""
        return self.fp + self.tn

    @property
    def total(self) -> pl.Expr:
        """Count all."""
        return self.positives + self.negatives


def f_of(four: Four, beta: float = 1.0) -> pl.Expr:
    """Return the F measure; beta above 1 favours recall. Null where nothing is positive and nothing was called so."""
    square = beta**2
    return share((1 + square) * four.tp, (1 + square) * four.tp + square * four.fn + four.fp)


def mcc_of(four: Four) -> pl.Expr:
    """Return the correlation of truth and decision; null where one of them never varies."""
    tp, fn, fp, tn = (count.cast(pl.Float64) for count in (four.tp, four.fn, four.fp, four.tn))
    # One root per margin: their product overflows nothing, and a perfect table gives exactly 1.
    spread = ((tp + fp) * (tp + fn)).sqrt() * ((tn + fp) * (tn + fn)).sqrt()
    return share(tp * tn - fp * fn, spread)


FORMULAS: Mapping[str, Callable[[Four], pl.Expr]] = {
    "accuracy": lambda four: share(four.tp + four.tn, four.total),
    "error_rate": lambda four: share(four.fp + four.fn, four.total),
    "tpr": lambda four: share(four.tp, four.positives),
    "fpr": lambda four: share(four.fp, four.negatives),
    "precision": lambda four: share(four.tp, four.tp + four.fp),
    "tnr": lambda four: share(four.tn, four.negatives),
    "fnr": lambda four: share(four.fn, four.positives),
    "f_score": f_of,
    "balanced_accuracy": lambda four: (share(four.tp, four.positives) + share(four.tn, four.negatives)) / 2,
    "mcc": mcc_of,
}


def of_class() -> Four:
    """Return the counts of one class against the rest."""
    return Four(tp=HIT, fn=ROW - HIT, fp=COL - HIT, tn=TOTAL - ROW - COL + HIT)


def filled(value: pl.Expr, undefined: float | None) -> pl.Expr:
    """Return rates with a number in place of those that are undefined, if there is one."""
    return value if undefined is None else value.fill_null(undefined)


def macro(formula: str, undefined: float | None = None) -> pl.Expr:
    """Return the mean of a rate over the classes that occur, each weighing the same; null where one has none."""
    value = filled(FORMULAS[formula](of_class()), undefined)
    occurs = (ROW > 0) | (COL > 0)
    values = value.filter(occurs)
    return pl.when((values.null_count() == 0) & (values.len() > 0)).then(values.mean())


def weighted(formula: str, undefined: float | None = None) -> pl.Expr:
    """Return the mean of a rate over the classes, weighted by how often each is true; null where one has none."""
    value = filled(FORMULAS[formula](of_class()), undefined)
    true = ROW > 0
    values, weight = value.filter(true), ROW.filter(true)
    return pl.when((values.null_count() == 0) & (values.len() > 0)).then((values * weight).sum() / weight.sum())


def micro(formula: str) -> pl.Expr:
    """Return a rate of the counts added over the classes."""
    four = of_class()
    added = Four(tp=four.tp.sum(), fn=four.fn.sum(), fp=four.fp.sum(), tn=four.tn.sum())
    return FORMULAS[formula](added)


def balanced() -> pl.Expr:
    """Return the mean share found over all classes of the dataset; null where one of them is absent."""
    shares = share(HIT, ROW)
    return pl.when((shares.null_count() == 0) & (shares.len() > 0)).then(shares.mean())


def matthews() -> pl.Expr:
    """Return the correlation of truth and call over all classes; null where one of them never varies."""
    n, hits = ROW.sum(), HIT.sum()
    together = n * hits - (ROW * COL).sum()
    called, true = n * n - (COL * COL).sum(), n * n - (ROW * ROW).sum()
    varies = (called > ROUNDING * n * n) & (true > ROUNDING * n * n)
    # Shares of an instance add up to whole ones but for rounding, and chance is no correlation.
    beyond = pl.when(together.abs() > ROUNDING * n * n).then(together).otherwise(0.0)
    return pl.when(varies).then(beyond / (called.sqrt() * true.sqrt()))


def kappa() -> pl.Expr:
    """Return the agreement of truth and call beyond chance; null where chance alone agrees fully."""
    n = ROW.sum()
    chance = (ROW * COL).sum() / (n * n)
    return pl.when(chance < 1 - ROUNDING).then((HIT.sum() / n - chance) / (1 - chance))


AVERAGES: Mapping[str, Callable[[str, float | None], pl.Expr]] = {
    "macro": macro,
    "micro": lambda formula, _: micro(formula),
    "weighted": weighted,
}


def _four(truth: IntoExpr, prediction: IntoExpr, positive: Any, weight: IntoExpr | None) -> Four:
    true, called = (as_column(column).cast(pl.String) == str(positive) for column in (truth, prediction))
    # Dropped before counting, since `false and null` is false.
    complete = true.is_not_null() & called.is_not_null()
    weights = pl.lit(1.0) if weight is None else as_column(weight)
    return Four.of_decisions(pl.when(complete).then(true), pl.when(complete).then(called), weights)


def rate(name: str, truth: IntoExpr, prediction: IntoExpr, positive: Any, weight: IntoExpr | None = None) -> pl.Expr:
    """Return a rate of two columns; rows without a prediction are left out."""
    return FORMULAS[name](_four(truth, prediction, positive, weight)).alias(name)


def accuracy(truth: IntoExpr, prediction: IntoExpr, *, weight: IntoExpr | None = None) -> pl.Expr:
    """Compute the share of the instances that were predicted right.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": ["a", "b", "c", "c"], "said": ["a", "b", "c", "b"]})
    >>> frame.select(br.expr.accuracy("y", "said")).item()
    0.75
    """
    true, called = (as_column(column).cast(pl.String) for column in (truth, prediction))
    hit = (true == called).cast(pl.Float64)
    weights = pl.when(hit.is_not_null()).then(pl.lit(1.0) if weight is None else as_column(weight))
    return share((hit * weights).sum(), weights.sum()).alias("accuracy")


def error_rate(truth: IntoExpr, prediction: IntoExpr, *, weight: IntoExpr | None = None) -> pl.Expr:
    """Compute the share of the instances that were predicted wrong.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": ["a", "b", "c", "c"], "said": ["a", "b", "c", "b"]})
    >>> frame.select(br.expr.error_rate("y", "said")).item()
    0.25
    """
    return (1 - accuracy(truth, prediction, weight=weight)).alias("error_rate")


def tpr(truth: IntoExpr, prediction: IntoExpr, *, positive: Any, weight: IntoExpr | None = None) -> pl.Expr:
    """Compute the share of the actual positives that were found: recall, sensitivity.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 1, 0, 0], "said": [1, 0, 0, 0]})
    >>> frame.select(br.expr.tpr("y", "said", positive=1)).item()
    0.5
    """
    return rate("tpr", truth, prediction, positive, weight)


def fpr(truth: IntoExpr, prediction: IntoExpr, *, positive: Any, weight: IntoExpr | None = None) -> pl.Expr:
    """Compute the share of the actual negatives that were called positive: false alarms.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 1, 0, 0], "said": [1, 0, 0, 1]})
    >>> frame.select(br.expr.fpr("y", "said", positive=1)).item()
    0.5
    """
    return rate("fpr", truth, prediction, positive, weight)


def precision(truth: IntoExpr, prediction: IntoExpr, *, positive: Any, weight: IntoExpr | None = None) -> pl.Expr:
    """Compute the share of the positive calls that were right; null when nothing was called positive.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 1, 0, 0], "said": [1, 0, 0, 1]})
    >>> frame.select(br.expr.precision("y", "said", positive=1)).item()
    0.5
    """
    return rate("precision", truth, prediction, positive, weight)


def tnr(truth: IntoExpr, prediction: IntoExpr, *, positive: Any, weight: IntoExpr | None = None) -> pl.Expr:
    """Compute the share of the actual negatives that were called negative: specificity.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 1, 0, 0], "said": [1, 0, 0, 1]})
    >>> frame.select(br.expr.tnr("y", "said", positive=1)).item()
    0.5
    """
    return rate("tnr", truth, prediction, positive, weight)


def fnr(truth: IntoExpr, prediction: IntoExpr, *, positive: Any, weight: IntoExpr | None = None) -> pl.Expr:
    """Compute the share of the actual positives that were missed.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 1, 0, 0], "said": [1, 0, 0, 1]})
    >>> frame.select(br.expr.fnr("y", "said", positive=1)).item()
    0.5
    """
    return rate("fnr", truth, prediction, positive, weight)


def f_score(
    truth: IntoExpr, prediction: IntoExpr, *, positive: Any, beta: float = 1.0, weight: IntoExpr | None = None
) -> pl.Expr:
    """Compute the harmonic mean of precision and recall; ``beta`` above 1 favours recall.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 1, 1, 0], "said": [1, 1, 0, 1]})
    >>> round(frame.select(br.expr.f_score("y", "said", positive=1)).item(), 4)
    0.6667
    """
    return f_of(_four(truth, prediction, positive, weight), beta).alias("f_score")


def balanced_accuracy(
    truth: IntoExpr, prediction: IntoExpr, *, positive: Any, weight: IntoExpr | None = None
) -> pl.Expr:
    """Compute the mean of the shares predicted right among actual positives and among actual negatives.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 0, 0, 0], "said": [0, 0, 0, 0]})
    >>> frame.select(br.expr.balanced_accuracy("y", "said", positive=1)).item()
    0.5
    """
    return rate("balanced_accuracy", truth, prediction, positive, weight)


def mcc(truth: IntoExpr, prediction: IntoExpr, *, positive: Any, weight: IntoExpr | None = None) -> pl.Expr:
    """Compute the Matthews correlation of truth and decision; null where one of them never varies.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 1, 0, 0], "said": [1, 1, 0, 0]})
    >>> frame.select(br.expr.mcc("y", "said", positive=1)).item()
    1.0
    """
    return rate("mcc", truth, prediction, positive, weight)


ACCURACY = measure_record(
    accuracy,
    "Accuracy",
    "Which share of the instances was predicted right?",
    "(tp + tn) / N",
    tex=r"\frac{\mathrm{tp} + \mathrm{tn}}{N}",
)

ERROR_RATE = measure_record(
    error_rate,
    "Error rate",
    "Which share of the instances was predicted wrong?",
    "(fp + fn) / N",
    tex=r"\frac{\mathrm{fp} + \mathrm{fn}}{N}",
)

ZERO_ONE_LOSS = measure_record(
    "zero_one_loss",
    "0/1 loss",
    "Was the prediction wrong?",
    "L = 1 if y differs from g(x), else 0",
    tex=r"L = \mathbf{1}[y \neq g(x)]",
)

WEIGHTED_ACCURACY = measure_record(
    "weighted_accuracy",
    "Weighted accuracy",
    "Which share of the weight was predicted right?",
    "sum of the weights of right predictions / sum of weights",
    "weights are numbers from 0 up",
    NO_WEIGHT,
    tex=r"\frac{\sum_i w_i \mathbf{1}[y_i = g(x_i)]}{\sum_i w_i}",
)

TPR = measure_record(
    tpr,
    "True positive rate",
    "Which share of the positives was found?",
    "tp / (tp + fn)",
    DECLARED,
    NO_POSITIVE,
    tex=r"\frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}",
)

FPR = measure_record(
    fpr,
    "False positive rate",
    "Which share of the negatives raised alarm?",
    "fp / (fp + tn)",
    DECLARED,
    NO_NEGATIVE,
    tex=r"\frac{\mathrm{fp}}{\mathrm{fp} + \mathrm{tn}}",
)

PRECISION = measure_record(
    precision,
    "Precision",
    "Which share of the positive calls was right?",
    "tp / (tp + fp)",
    DECLARED,
    NOTHING_CALLED,
    tex=r"\frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}",
)

TNR = measure_record(
    tnr,
    "True negative rate",
    "Which share of the negatives was left alone?",
    "tn / (fp + tn)",
    DECLARED,
    NO_NEGATIVE,
    tex=r"\frac{\mathrm{tn}}{\mathrm{fp} + \mathrm{tn}}",
)

FNR = measure_record(
    fnr,
    "False negative rate",
    "Which share of the positives was missed?",
    "fn / (tp + fn)",
    DECLARED,
    NO_POSITIVE,
    tex=r"\frac{\mathrm{fn}}{\mathrm{tp} + \mathrm{fn}}",
)

F_SCORE = measure_record(
    f_score,
    "F score",
    "How good are precision and recall together?",
    "(1 + b^2) tp / ((1 + b^2) tp + b^2 fn + fp), b = 1 unless told",
    DECLARED,
    NOTHING_POSITIVE,
    tex=r"\frac{(1 + b^2) \, \mathrm{tp}}{(1 + b^2) \, \mathrm{tp} + b^2 \, \mathrm{fn} + \mathrm{fp}}",
)

BALANCED_ACCURACY = measure_record(
    balanced_accuracy,
    "Balanced accuracy",
    "Which share is found of each class, all classes weighing the same?",
    "mean over classes of hits / instances of the class",
    "every class of the dataset occurs",
    ABSENT_CLASS,
    tex=r"\frac{1}{K} \sum_{j=1}^{K} \frac{C_{jj}}{n_j}",
)

MCC = measure_record(
    mcc,
    "Matthews correlation",
    "How strongly do truth and decision correlate?",
    "(tp tn - fp fn) / sqrt((tp+fp)(tp+fn)(tn+fp)(tn+fn)); covariance form for several classes",
    TRUTH_KNOWN,
    CONSTANT_DECISION,
    tex=(
        r"\frac{\mathrm{tp} \, \mathrm{tn} - \mathrm{fp} \, \mathrm{fn}}{\sqrt{(\mathrm{tp} + \mathrm{fp}) "
        r"(\mathrm{tp} + \mathrm{fn}) (\mathrm{tn} + \mathrm{fp}) (\mathrm{tn} + \mathrm{fn})}}"
    ),
)

COHEN_KAPPA = measure_record(
    "cohen_kappa",
    "Cohen's kappa",
    "How much do truth and decision agree beyond chance?",
    "(p_o - p_e) / (1 - p_e), p_e from the margins",
    TRUTH_KNOWN,
    FULL_CHANCE,
    cites=("cohen1960",),
    tex=r"\frac{p_o - p_e}{1 - p_e}",
)
