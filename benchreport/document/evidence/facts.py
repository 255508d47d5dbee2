"""The line below the title: how many algorithms and datasets, what is missing, the metrics, the design, the source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import polars as pl

from benchreport.document.evidence.left_out import left_out_counts
from benchreport.document.evidence.predictions import n_instances
from benchreport.numerals import counted, integer
from benchreport.tables.complete import missing_cells
from benchreport.tables.predictions import is_scored

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

# Metrics that are named with their directions; more are counted.
NAMED_METRICS = 2
# Designs of runs in words, by their numbers of repeats, folds and runs in all.
DESIGNS: Mapping[str, str] = {
    "single": "one value per cell",
    "holdout": "one test set",
    "runs": "{runs} runs per cell, design not declared",
    "kfold_cv": "{folds}-fold cross-validation",
    "repeated_cv": "{repeats} × {folds}-fold cross-validation",
    "cv52": "5 × 2 cross-validation",
    "loo_cv": "leave-one-out cross-validation",
    "repeated_holdout": "{runs} random resamples",
    "bootstrap_oob": "{runs} bootstrap samples",
    "seeds": "{runs} seeds",
}


def facts_of(evidence: Evidence) -> tuple[str, ...]:
    """Return the parts of the line below the title, each a few words."""
    return tuple(_facts(evidence))


def _facts(evidence: Evidence) -> Iterator[str]:
    k, options = len(evidence.algorithms), evidence.options
    yield f"{k} {evidence.noun if k == 1 else evidence.nouns}"
    yield from _datasets(evidence)
    if counts := left_out_counts(options):
        yield f"{counts} left out by choice"
    yield from _metrics(evidence)
    yield _design(evidence)
    if options.reference is not None:
        yield f"reference: {options.reference} (declared)"
    # The columns tp, fp, fn and tn call it so themselves; nobody declared it.
    if isinstance(options.positive, str) and options.positive != "positive":
        yield f"positive class {options.positive} (declared)"
    if options.source:
        yield f"source: {options.source}"


def _datasets(evidence: Evidence) -> Iterator[str]:
    """Yield the datasets, those used where they are fewer, and what is missing; by the first metric."""
    metric = evidence.metrics[0]
    table = evidence.of(metric)
    n, k = table["dataset"].n_unique(), table["algorithm"].n_unique()
    used = evidence.compared.of_metrics(metric.name).drop_nulls("value")["dataset"].n_unique()
    missing = n * k - table.drop_nulls("value").select("algorithm", "dataset").n_unique()
    if missing:
        yield f"{used} of {counted(n, 'dataset')} used" if used < n else counted(n, "dataset")
        yield f"{integer(missing)} of {counted(n * k, 'result')} missing"
        return
    uneven = missing_cells(table).height
    whole = not uneven and all(policy == "complete" for policy in evidence.policies.values())
    remark = f", {integer(uneven)} of {counted(n * k, 'result')} on fewer runs" if uneven else ", no result missing"
    yield f"{counted(n, 'dataset')}{_instances(evidence)}{remark if uneven or (whole and n > 1) else ''}"


def _instances(evidence: Evidence) -> str:
    predicted = evidence.predictions
    if predicted is None or "instance" not in predicted.columns:
        return ""
    n = n_instances(predicted)
    return f", {counted(n, 'instance')}"


def _metrics(evidence: Evidence) -> Iterator[str]:
    if len(evidence.metrics) > NAMED_METRICS:
        yield f"{len(evidence.metrics)} metrics"
        return
    for metric in evidence.metrics:
        yield f"{metric.name}, {'lower' if metric.lower else 'higher'} is better"


def _design(evidence: Evidence) -> str:
    """Return how the values came about, by the first metric; datasets may differ in it."""
    first = evidence.design.filter(pl.col("metric").cast(pl.String) == evidence.metrics[0].name)
    layouts = first.select("design", "n_repeats", "n_folds").unique().rows()
    if len(layouts) != 1:
        return "designs differ by dataset"
    design, repeats, folds = layouts[0]
    most = "up to " if missing_cells(evidence.of(evidence.metrics[0])).height else ""
    words = DESIGNS.get(design, "").format(repeats=repeats, folds=folds, runs=f"{most}{repeats * folds}")
    words = words or f"{counted(repeats * folds, 'run')} per cell"
    if evidence.predictions is not None and design == "single":
        return "each instance predicted once"
    if evidence.predictions is not None and design == "seeds" and is_scored(evidence.predictions):
        return f"{counted(repeats * folds, 'attempt')} at every item"
    return words
