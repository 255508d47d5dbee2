"""Scores that a report computes from predictions or confusion counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from benchreport.document.evidence.predictions import is_numeric_truth
from benchreport.errors import OptionError
from benchreport.measures.measure import measure
from benchreport.measures.metrics import MEASURES
from benchreport.tables.designs.families import GROUP
from benchreport.tables.designs.prediction_design import design_of
from benchreport.tables.predictions import is_scored
from benchreport.tables.schema import DESIGNS, normalised, probability_columns
from benchreport.tables.scored import PredictionTable

NUMBERS = ("rmse", "mae", "r2")


DECISIONS = ("accuracy", "balanced_accuracy", "mcc")


FORECASTS = ("quadratic_probability_loss", "log_loss")


# Measures that count right answers alone, and so need no classes.
COUNTED = frozenset(("accuracy", "error_rate", "acc", "success_rate", "error", "zero_one_loss", "misclassification"))


def scores_of(predicted: PredictionTable, positive: Any, metrics: Sequence[str]) -> pl.DataFrame:
    """Return the scores that a report measures of predictions, with their design and the families of their datasets.

    The design is the declared one, or what the instances of the test sets show.
    """
    scores = with_design_of(predicted.once(design_of), _measured(predicted, positive, metrics))
    if GROUP in predicted.columns and GROUP not in scores.columns:
        families = predicted.group_by("dataset").agg(pl.col(GROUP).first())
        scores = scores.join(families, on="dataset", how="left", maintain_order="left")
    return scores


def with_design_of(folds: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    """Return scores with the design of the predictions behind them, where it is known; ``folds`` describes these."""
    facts = folds.filter(pl.col("design").is_in(DESIGNS)).select("dataset", pl.col("design").cast(pl.Categorical))
    return scores.join(facts, on="dataset", how="left", maintain_order="left") if facts.height else scores


def scores_of_counts(counted: pl.DataFrame, positive: Any, metrics: Sequence[str]) -> pl.DataFrame:
    """Return what a report shows of confusion counts; the design is the declared one."""
    scores = measure(counted, weighted=False, metrics=list(metrics) or list(DECISIONS), positive=positive)
    if "design" not in counted.columns:
        return scores
    return scores.with_columns(design=pl.lit(counted["design"][0], dtype=pl.Categorical))


def _measured(predicted: pl.DataFrame, positive: Any, metrics: Sequence[str]) -> pl.DataFrame:
    """Return the measures that were asked for, or a few that the columns allow; of scored items their accuracy."""
    if is_scored(predicted):
        strange = [name for name in metrics if normalised(name) not in COUNTED]
        if strange:
            raise OptionError(
                f"scored items have no classes, so {strange[0]!r} cannot be measured", hint="metrics=['accuracy']"
            )
        return measure(predicted, weighted=False, metrics=list(metrics) or ["accuracy"])
    if metrics:
        return _without_callers(predicted, measure(predicted, weighted=False, metrics=list(metrics), positive=positive))
    if is_numeric_truth(predicted):
        return measure(predicted, weighted=False, metrics=list(NUMBERS))
    forecasts = FORECASTS if probability_columns(predicted.columns) else ()
    ranked = ("auc",) if positive is not None and ("score" in predicted.columns or forecasts) else ()
    decided = DECISIONS if "prediction" in predicted.columns or forecasts else ()
    return _without_callers(
        predicted, measure(predicted, weighted=False, metrics=[*decided, *ranked, *forecasts], positive=positive)
    )


def class_callers(predicted: pl.DataFrame) -> list[str]:
    """Return the algorithms whose probabilities are 0 and 1 alone: they output classes.

    Examples
    --------
    >>> rows = {"algorithm": ["A", "A", "B", "B"], "prob_no": [1.0, 0.0, 1.0, 0.4], "prob_yes": [0.0, 1.0, 0.0, 0.6]}
    >>> class_callers(pl.DataFrame(rows))
    ['A']
    """
    columns = probability_columns(predicted.columns)
    if not columns:
        return []
    least = predicted.group_by(pl.col("algorithm").cast(pl.String)).agg(least=pl.max_horizontal(columns).min())
    return least.filter(pl.col("least") >= 1)["algorithm"].sort().to_list()


def _without_callers(predicted: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    """Return scores without those of probabilities by algorithms that output classes, unless nothing is left."""
    names = [name for name, own in MEASURES.items() if own.reads == "probability"]
    metric, algorithm = (pl.col(name).cast(pl.String) for name in ("metric", "algorithm"))
    rest = scores.filter(~(metric.is_in(names) & algorithm.is_in(class_callers(predicted))))
    return rest if rest.height else scores
