"""What do the predictions themselves say: errors with their intervals, instance by instance, and the curves?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Column, Figure, Section, Table
from benchreport.document.comparison import Asked
from benchreport.document.drawn import drawn
from benchreport.document.numbers import counted, number, p_value, percent
from benchreport.document.sections import section
from benchreport.measures.measure import measure
from benchreport.stats.adjust import adjust
from benchreport.stats.instances import mcnemar
from benchreport.stats.rates import ci_wilson
from benchreport.tables.schema import probability_columns

DRAWN_DATASETS = 3
DRAWN_ALGORITHMS = 12
NUMBERS = ("rmse", "mae", "r2")
DECISIONS = ("accuracy", "balanced_accuracy", "mcc")
FORECASTS = ("quadratic_probability_loss", "log_loss")


def scores_of(predicted: pl.DataFrame, positive: Any, metrics: Sequence[str]) -> pl.DataFrame:
    """Measure what a report shows of predictions: what was asked for, or a few measures that the columns allow."""
    if metrics:
        return measure(predicted, metrics=list(metrics), positive=positive)
    if is_numeric_truth(predicted):
        return measure(predicted, metrics=list(NUMBERS))
    forecasts = FORECASTS if probability_columns(predicted.columns) else ()
    ranked = ("auc",) if positive is not None and ("score" in predicted.columns or forecasts) else ()
    decided = DECISIONS if "prediction" in predicted.columns or forecasts else ()
    return measure(predicted, metrics=[*decided, *ranked, *forecasts], positive=positive)


def is_numeric_truth(predicted: pl.DataFrame) -> bool:
    """Tell predictions of numbers from predictions of classes."""
    return predicted.schema["truth"].is_float()


def predicted_section(predicted: pl.DataFrame, positive: Any, asked: Asked) -> Section | None:
    """Write the section on predictions; none for numeric targets and for predictions without classes."""
    if is_numeric_truth(predicted) or "prediction" not in predicted.columns:
        return None
    errors = ci_wilson(predicted, alpha=asked.alpha).with_columns(pl.col(pl.Categorical).cast(pl.String))
    best = errors.group_by("a").agg(pl.col("estimate").mean()).sort("estimate", "a")
    known = errors["a"].unique().to_list()
    baseline = asked.baseline if asked.baseline in known else None
    focus = baseline or str(best["a"][0])
    pairs = mcnemar(predicted, control=baseline, alpha=asked.alpha, missing="available")
    pairs = adjust(pairs.with_columns(pl.col(pl.Categorical).cast(pl.String)), asked.adjustment)
    told = pairs.filter((pl.col("a") == focus) | (pl.col("b") == focus))
    clear = pl.col("p_adjusted") <= asked.alpha
    notes = errors["note"].str.split("; ").explode(keep_nulls=False, empty_as_null=False).unique(maintain_order=True)
    return section(
        "predicted",
        {
            "rows": pairs,
            "focus": focus,
            "against": baseline is not None,
            "datasets": counted(errors["dataset"].n_unique(), "dataset"),
            "n": told.height,
            "ahead": told.filter(clear & (pl.col("better") == focus)).height,
            "behind": told.filter(clear & (pl.col("better") != focus)).height,
            "adjustment": asked.adjustment.capitalize(),
            "alpha": number(asked.alpha),
            "level": percent(1 - asked.alpha),
            "errors": _errors(errors, told, focus, asked),
            "pooled": any("pooled" in note for note in notes),
            "figures": _figures(predicted, positive, focus),
        },
    )


def _errors(errors: pl.DataFrame, told: pl.DataFrame, focus: str, asked: Asked) -> Table:
    other = pl.when(pl.col("a") == focus).then("b").otherwise("a")
    p = told.select("dataset", other.alias("a"), p_mcnemar="p_adjusted")
    frame = errors.join(p, on=["dataset", "a"], how="left", maintain_order="left").sort("dataset", "estimate", "a")
    shown = frame.select(
        "dataset",
        "a",
        "n",
        error=pl.Series([percent(value, 1) for value in frame["estimate"]], dtype=pl.String),
        interval=pl.Series(
            [
                "" if low is None else f"{percent(low, 1)} to {percent(high, 1)}"
                for low, high in frame.select("ci_low", "ci_high").rows()
            ],
            dtype=pl.String,
        ),
        p_mcnemar=pl.Series([p_value(value) for value in frame["p_mcnemar"]], dtype=pl.String),
    )
    columns = {
        "dataset": Column(title="dataset", align="left"),
        "a": Column(title="algorithm", align="left"),
        "n": Column(title="instances"),
        "error": Column(title="error"),
        "interval": Column(title=f"{percent(1 - asked.alpha)} interval"),
        "p_mcnemar": Column(title=f"p against {focus}"),
    }
    caption = f"Error rates with Wilson intervals, and McNemar’s exact test against {focus}, adjusted."
    return exhibits.table("errors", caption, shown, columns, twin=frame)


def _figures(predicted: pl.DataFrame, positive: Any, focus: str) -> list[Figure]:
    """Draw ROC curves where a positive class is declared, and the confusions of the algorithm in focus."""
    from benchreport.figures.plot import plot_data

    datasets = predicted.get_column("dataset").cast(pl.String).unique().sort().to_list()
    if len(datasets) > DRAWN_DATASETS or predicted.get_column("algorithm").n_unique() > DRAWN_ALGORITHMS:
        return []
    figures = []
    for place, dataset in enumerate(datasets, 1):
        here = predicted.filter(pl.col("dataset").cast(pl.String) == dataset)
        own = positive.get(dataset) if isinstance(positive, dict) else positive
        ranked = "score" in here.columns or f"prob_{own}" in here.columns  # a decision alone has no curve
        if own is not None and ranked:
            caption = f"ROC curves on {dataset}; {own} is the positive class."
            figures.append(drawn("roc", plot_data("roc", here, positive=own), id=f"roc-{place}", caption=caption))
        numbers = plot_data("confusion", here, algorithm=focus)
        caption = f"Confusions of {focus} on {dataset}: actual classes in rows, predicted ones in columns."
        figures.append(drawn("confusion", numbers, id=f"confusion-{place}", caption=caption))
    return figures
