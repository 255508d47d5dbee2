"""Measures of predicted probabilities: logarithmic and quadratic losses, the Brier score."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError, ValueFormatError
from benchreport.measures.classes import CHANCE, DECLARED, IS_POSITIVE, measure_record
from benchreport.measures.losses import Priced, loss_of, true_chance
from benchreport.measures.rates import IntoExpr, as_column
from benchreport.measures.regression import ONE, weighted_mean
from benchreport.tables.schema import probability_columns

GIVEN, QUADRATIC = "__given", "__quadratic"


def surprise(probability: IntoExpr, clip: float | None = None) -> pl.Expr:
    """Return minus the natural logarithm of a probability; infinite at 0 unless it is clipped from below."""
    chance = as_column(probability)
    # A certain and right forecast costs 0, not the negative zero of a logarithm.
    return pl.when(chance >= 1).then(0.0).otherwise(-(chance if clip is None else chance.clip(lower_bound=clip)).log())


def log_loss(given: IntoExpr, *, clip: float | None = None, weight: IntoExpr = ONE) -> pl.Expr:
    """Compute the mean of minus the logarithm of the probability ``given`` to the true class, in nats.

    Examples
    --------
    >>> import benchreport as br
    >>> round(pl.DataFrame({"p": [0.7]}).select(br.expr.log_loss("p")).item(), 12)
    0.356674943939
    """
    return weighted_mean(surprise(given, checked_clip(clip)), as_column(weight)).alias("log_loss")


def informational_loss(given: IntoExpr, *, clip: float | None = None, weight: IntoExpr = ONE) -> pl.Expr:
    """Compute the mean number of bits that the forecast leaves open about the true class.

    Examples
    --------
    >>> import benchreport as br
    >>> round(pl.DataFrame({"p": [0.7]}).select(br.expr.informational_loss("p")).item(), 12)
    0.51457317283
    """
    return (log_loss(given, clip=clip, weight=weight) / math.log(2)).alias("informational_loss")


def conditional_log_likelihood(given: IntoExpr, *, clip: float | None = None) -> pl.Expr:
    """Compute the sum of the logarithms of the probabilities given to the true classes.

    Examples
    --------
    >>> import benchreport as br
    >>> round(pl.DataFrame({"p": [0.5, 0.5]}).select(br.expr.conditional_log_likelihood("p")).item(), 6)
    -1.386294
    """
    return (-surprise(given, checked_clip(clip)).sum()).alias("conditional_log_likelihood")


def quadratic_probability_loss(
    truth: IntoExpr, probabilities: Mapping[Any, IntoExpr], *, weight: IntoExpr = ONE
) -> pl.Expr:
    """Compute the mean over instances of the squared distances of all class probabilities from the truth, 0 to 2.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": ["a"], "p_a": [0.7], "p_b": [0.2], "p_c": [0.1]})
    >>> columns = {"a": "p_a", "b": "p_b", "c": "p_c"}
    >>> round(frame.select(br.expr.quadratic_probability_loss("y", columns)).item(), 12)
    0.14
    """
    true = as_column(truth).cast(pl.String)
    loss = pl.lit(0.0)
    for label, column in probabilities.items():
        loss = loss + (as_column(column) - (true == str(label)).cast(pl.Float64)) ** 2
    return weighted_mean(loss, as_column(weight)).alias("quadratic_probability_loss")


def brier_score(truth: IntoExpr, chance: IntoExpr, *, positive: Any, weight: IntoExpr = ONE) -> pl.Expr:
    """Compute the mean squared distance of the positive class's probability from the truth, half the quadratic loss.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 0], "p": [0.5, 0.5]})
    >>> frame.select(br.expr.brier_score("y", "p", positive=1)).item()
    0.25
    """
    is_positive = (as_column(truth).cast(pl.String) == str(positive)).cast(pl.Float64)
    return weighted_mean((as_column(chance) - is_positive) ** 2, as_column(weight)).alias("brier_score")


def checked_clip(clip: float | None) -> float | None:
    """Raise an error for a bound for probabilities that is none."""
    if clip is not None and (not isinstance(clip, int | float) or not 0 < clip < 0.5):
        raise OptionError(f"clip is {clip!r}", hint="a small probability, such as 1e-15, or None")
    return clip


def with_probabilities(table: pl.DataFrame) -> pl.DataFrame:
    """Return a table with the probability given to the true class and the quadratic loss of every row.

    From one ``prob_<class>`` column per class, or from a ``score`` that is the probability of the positive class.
    """
    columns = probability_columns(table.columns)
    if columns:
        quadratic = loss_of(table, Priced(loss="brier"))
        return table.with_columns(true_chance(columns).alias(GIVEN), quadratic.alias(QUADRATIC))
    if CHANCE not in table.columns:
        raise ColumnError(
            "no column holds probabilities",
            hint="one column prob_<class> per class, or a score that is one, with positive= (--positive CLASS)",
        )
    wrong = table.filter(~pl.col(CHANCE).is_between(0, 1))
    if wrong.height:
        raise ValueFormatError(
            f"the score {wrong.item(0, CHANCE)} is not a probability",
            hint="metrics of rankings, such as auc, take any score",
        )
    chance = pl.when(IS_POSITIVE).then(CHANCE).otherwise(1 - pl.col(CHANCE))
    return table.with_columns(chance.alias(GIVEN), (2 * (1 - chance) ** 2).alias(QUADRATIC))


QUADRATIC_PROBABILITY_LOSS = measure_record(
    quadratic_probability_loss,
    "Quadratic loss",
    "How far are all class probabilities from the truth?",
    "mean of sum_j (p_j - a_j)^2 over all classes, 0 to 2",
    "probabilities of a row sum to 1",
    cites=("brier1950",),
    tex=r"\frac{1}{N} \sum_{i=1}^{N} \sum_j (p_{ij} - a_{ij})^2",
    account=(
        "The Brier score is the mean over the instances of the squared differences between predicted probabilities "
        "and outcomes, summed over the classes."
    ),
)

BRIER_SCORE = measure_record(
    brier_score,
    "Brier score",
    "How far is the probability of the positive class from the truth?",
    "mean of (p - y)^2, 0 to 1; half the quadratic loss",
    DECLARED,
    cites=("brier1950",),
    tex=r"\frac{1}{N} \sum_{i=1}^{N} (p_i - y_i)^2",
    account="The Brier score is the mean squared difference between the predicted probability and the outcome.",
)

INFORMATIONAL_LOSS = measure_record(
    informational_loss,
    "Informational loss",
    "How many bits does the forecast leave open about the true class?",
    "mean of -log2 p_c",
    "no true class was given probability 0",
    tex=r"-\frac{1}{N} \sum_{i=1}^{N} \log_2 p_{i c_i}",
)

LOG_LOSS = measure_record(
    log_loss,
    "Log loss",
    "How surprised is the forecast by the true class?",
    "mean of -ln p_c",
    "no true class was given probability 0",
    tex=r"-\frac{1}{N} \sum_{i=1}^{N} \ln p_{i c_i}",
    account="Log loss is the mean negative natural logarithm of the probability given to the true class.",
)

CONDITIONAL_LOG_LIKELIHOOD = measure_record(
    conditional_log_likelihood,
    "Conditional log-likelihood",
    "How probable were all true classes, given the forecasts?",
    "sum of ln p_c",
    "instances are independent",
    tex=r"\sum_{i=1}^{N} \ln p_{i c_i}",
)
