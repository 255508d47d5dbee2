"""Scores from confusion counts: the measures that a confusion matrix determines, run by run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl

from benchreport.errors import OptionError
from benchreport.measures.measure__baselines import MAJORITY, UNIFORM
from benchreport.measures.metrics import MEASURES
from benchreport.measures.scoring import ONE, Asked, measured
from benchreport.tables.predictions import counts, two_class
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.schema import RUN_KEYS

# The measures of decisions that also read weights of single instances, which counts do not have.
NEED_INSTANCES = ("weighted_accuracy",)


def measured_counts(table: Any, asked: Asked) -> pl.DataFrame:
    """Score a table of confusion counts; a cell stands for as many instances as it counts.

    Of a table with the columns tp, fp, fn and tn the positive class is declared by these names.
    """
    known = counts(to_polars(table))
    if asked.weighted:
        raise OptionError("counts have no weights of single instances", hint="leave out weighted")
    asked = replace(asked, positive=positive_class(known, asked.positive))
    if asked.cut is not None:
        raise OptionError("counts have no scores to cut", hint="leave out cut")
    cells = _instances(known)
    for name, record in asked.measures(cells).items():
        if record.reads != "decision" or record.name in NEED_INSTANCES:
            able = [one.name for one in MEASURES.values() if one.reads == "decision" and one.name not in NEED_INSTANCES]
            raise OptionError(f"{name} does not follow from confusion counts", hint=f"choose from {', '.join(able)}")
    weighted = replace(asked, weighted=True, baselines=False)
    scores = measured(cells, weighted)
    if not asked.baselines:
        return scores
    guesses = measured(_truths(cells), replace(weighted, baselines=True))
    blind = guesses.filter(pl.col("algorithm").cast(pl.String).is_in([MAJORITY, UNIFORM]))
    return pl.concat([scores, blind.select(scores.columns)])


def positive_class(known: pl.DataFrame, positive: Any) -> Any:
    """Return the positive class of canonical counts: the one asked for, or "positive" where tp and fn name it."""
    return "positive" if positive is None and two_class(known) else positive


def _instances(known: pl.DataFrame) -> pl.DataFrame:
    """Return a row per cell that counts something, weighing as many instances as it counts."""
    keys = [name for name in ("algorithm", "dataset", *RUN_KEYS) if name in known.columns]
    # A run without any instance keeps its rows, so that its scores are missing and not absent.
    filled = (pl.col("n") > 0) | (pl.col("n").sum().over(keys) == 0)
    return known.filter(filled).select(
        *keys,
        truth="actual",
        prediction="predicted",
        weight=pl.col("n").cast(pl.Float64),
        **{ONE: pl.col("n").cast(pl.Int64)},
    )


def _truths(cells: pl.DataFrame) -> pl.DataFrame:
    """Return the true classes of every run, as the algorithm with the most instances met them."""
    sizes = cells.group_by("algorithm", "dataset").agg(pl.col(ONE).sum())
    order = sizes.sort("dataset", ONE, pl.col("algorithm").cast(pl.String), descending=[False, True, False])
    fullest = order.unique("dataset", keep="first", maintain_order=True).select("algorithm", "dataset")
    keys = [name for name in ("algorithm", "dataset", *RUN_KEYS, "truth") if name in cells.columns]
    met = cells.join(fullest, on=["algorithm", "dataset"], how="semi", maintain_order="left")
    sums = met.group_by(keys, maintain_order=True).agg(pl.col("weight", ONE).sum())
    return sums.with_columns(prediction="truth", instance=pl.col("truth").cast(pl.String))
