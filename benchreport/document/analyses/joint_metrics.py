"""Metrics that are compared together: those measured on the same runs, durations apart, or vectors of errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from benchreport.document.evidence.predictions import positives_of
from benchreport.document.evidence.runs import Runs, several_runs, without_gaps
from benchreport.naming import enumerated
from benchreport.numerals import counted
from benchreport.stats.forms.vectors import ERRORS, error_vectors
from benchreport.tables.designs.design import design
from benchreport.tables.designs.doubtful import COST_WORDS
from benchreport.tables.schema import RUN_KEYS, UNDECLARED, normalised

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

# Words in the name of a metric that measures what a run took, not how good its result is.
RESOURCES = COST_WORDS | {"elapsed", "throughput", "speedup", "flops", "parameters", "params"}
# Last words of measures of quality that may be of times: the area of a time-to-event model.
QUALITY = ("auc", "accuracy", "error", "index", "loss")
DURATION = "it measures what a run took, not how good its result is"
OTHER_RUNS = "it was not measured on the same runs"
LEAST_METRICS = 2
# What the runs of a count table are taken for where no design was declared; their verdicts stay out of the summary.
GUESS = "kfold_cv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What is compared at once: ``runs`` without gaps, one row per run, algorithm and metric.

    ``metrics`` are in order; ``apart`` names the metrics left out with the reason; ``crowded`` names the datasets with
    no more runs than metrics, with both numbers. ``counts`` tells vectors of errors from metrics; ``doubted`` says that
    no design was declared, so that runs are taken as folds.
    """

    runs: Runs
    metrics: tuple[str, ...]
    apart: tuple[tuple[str, str], ...]
    crowded: tuple[tuple[str, int, int], ...]
    counts: bool
    doubted: bool = False

    @property
    def what(self) -> str:
        """Name the vector that is compared."""
        if not self.counts:
            return enumerated(self.metrics)
        if set(self.metrics) <= set(ERRORS):
            return "false positives and false negatives"
        return "the misses of each true class"

    @property
    def axis(self) -> str:
        """Name one entry of the vector."""
        return "error count" if self.counts else "metric"


def joined_metrics(evidence: Evidence) -> Together | None:
    """Choose what is compared at once; None where no dataset has two such metrics on several runs."""
    apart: tuple[tuple[str, str], ...] = ()
    doubted = False
    if evidence.counts is not None:
        scores = error_counts(evidence, evidence.counts)
        layouts = design(scores)
        doubted = bool((layouts["design"] == UNDECLARED).any())
        found = several_runs(scores, layouts.with_columns(pl.col("design").replace({UNDECLARED: GUESS})))
    else:
        kept, apart = _kinds_apart(evidence)
        found = several_runs(kept, evidence.design) if len(evidence.metrics) >= LEAST_METRICS else None
        scores = evidence.scores
    if found is None:
        return None
    order = scores.get_column("metric").cast(pl.String).unique(maintain_order=True).to_list()
    if evidence.counts is not None:
        order.sort(key=lambda name: ERRORS.index(name) if name in ERRORS else len(ERRORS))
    if not evidence.options.joint and evidence.counts is None:
        found, others = _on_same_runs(found, order)
        apart += tuple((name, OTHER_RUNS) for name in others)
    least = 2 if len(evidence.algorithms) == 2 else 3
    runs = _comparable(without_gaps(found, policy=evidence.options.missing, together=True), least=least)
    runs, crowded = _roomy(runs)
    if runs.scores.is_empty() and not crowded:
        return None
    present = set(runs.scores.get_column("metric").cast(pl.String).unique())
    return Together(
        runs=runs,
        metrics=tuple(name for name in order if name in present),
        apart=apart,
        crowded=crowded,
        counts=evidence.counts is not None,
        doubted=doubted,
    )


def error_counts(evidence: Evidence, counts: pl.DataFrame) -> pl.DataFrame:
    """Return the vectors of errors of a count table; with a declared positive class they are ``fp`` and ``fn``."""
    vectors = error_vectors(counts)
    positives = positives_of(evidence, counts)
    names = vectors.select("dataset", "metric").unique().with_columns(pl.col(pl.Categorical).cast(pl.String))
    two = names.group_by("dataset").len().filter(pl.col("len") == 2).get_column("dataset").to_list()
    called = {
        (dataset, metric): "fn" if metric == f"class {positives[dataset]} missed" else "fp"
        for dataset, metric in names.rows()
        if dataset in positives and dataset in two and metric not in ERRORS
    }
    if not called:
        return vectors
    known = pl.DataFrame(
        [(*key, name) for key, name in called.items()], schema=["dataset", "metric", "called"], orient="row"
    )
    keys = ["dataset", "metric"]
    text = vectors.with_columns(pl.col(*keys).cast(pl.String)).join(known, on=keys, how="left", maintain_order="left")
    return text.with_columns(
        pl.col("dataset").cast(pl.Categorical), metric=pl.coalesce("called", "metric").cast(pl.Categorical)
    ).drop("called")


def is_resource(metric: str) -> bool:
    """Return whether a metric measures what a run took: time, memory, energy.

    Examples
    --------
    >>> [is_resource(name) for name in ("Train time (s)", "training_duration", "accuracy", "time_to_event_auc")]
    [True, True, False, False]
    """
    words = normalised(metric).split("_")
    return bool(RESOURCES & set(words)) and not words[-1].endswith(QUALITY)


def _kinds_apart(evidence: Evidence) -> tuple[pl.DataFrame, tuple[tuple[str, str], ...]]:
    """Keep the metrics asked for; or all measures of quality, if there are any, without what a run took."""
    names = [one.name for one in evidence.metrics]
    if evidence.options.joint:
        kept, apart = list(evidence.options.joint), []
    else:
        own_name = {label: name for name, label in evidence.options.labels.items()}
        apart = [name for name in names if is_resource(own_name.get(name, name))]
        kept = [name for name in names if name not in apart] or names
        apart = [name for name in names if name not in kept]
    scores = evidence.scores.filter(pl.col("metric").cast(pl.String).is_in(kept))
    return scores, tuple((name, DURATION) for name in apart)


def _on_same_runs(given: Runs, order: Sequence[str]) -> tuple[Runs, list[str]]:
    """Keep, dataset by dataset, the metrics that were measured on the same runs, and name those left out.

    Of several such sets the one is kept whose first metric comes first. A run counts as measured where some algorithm
    has a value, or a remark that says why there is none.
    """
    keys = [name for name in RUN_KEYS if name in given.scores.columns]
    measured = pl.col("value").is_not_null()
    if "remarks" in given.scores.columns:
        measured |= pl.col("remarks").is_not_null()
    run = pl.concat_str(pl.col(keys).cast(pl.String).fill_null(""), separator="/")
    sets = (
        given.scores.filter(measured)
        .group_by("dataset", "metric")
        .agg(run.unique().sort().str.join("|").alias("set"))
        .join(given.seeded.with_columns(seeded=pl.lit(True)), on=["dataset", "metric"], how="left")
        .with_columns(
            place=pl.col("metric").cast(pl.String).replace_strict({name: at for at, name in enumerate(order)})
        )
    )
    groups = (
        sets.group_by("dataset", "set", "seeded")
        .agg(size=pl.len(), first=pl.col("place").min())
        .sort(pl.col("size") < LEAST_METRICS, "first")
        .unique("dataset", keep="first", maintain_order=True)
    )
    kept = sets.join(groups, on=["dataset", "set", "seeded"], how="semi", nulls_equal=True)
    left = set(sets.get_column("metric").cast(pl.String)) - set(kept.get_column("metric").cast(pl.String))
    if kept.height == sets.height:
        return given, []
    scores = given.scores.join(kept, on=["dataset", "metric"], how="semi", maintain_order="left")
    return replace(given, scores=scores), [name for name in order if name in left]


def _comparable(runs: Runs, *, least: int) -> Runs:
    """Keep the datasets with two metrics and algorithms enough."""
    sizes = runs.scores.group_by("dataset").agg(
        metrics=pl.col("metric").n_unique(), algorithms=pl.col("algorithm").n_unique()
    )
    fit = sizes.filter((pl.col("metrics") >= LEAST_METRICS) & (pl.col("algorithms") >= least))
    if fit.height == sizes.height:
        return runs
    return replace(runs, scores=runs.scores.join(fit, on="dataset", how="semi", maintain_order="left"))


def _roomy(runs: Runs) -> tuple[Runs, tuple[tuple[str, int, int], ...]]:
    """Set the datasets apart whose runs are no more than the metrics that vary on them: nothing is computed there."""
    keys = [name for name in RUN_KEYS if name in runs.scores.columns]
    varying = runs.scores.group_by("dataset", "metric").agg(pl.col("value").n_unique()).filter(pl.col("value") > 1)
    dimensions = varying.group_by("dataset").agg(metrics=pl.len())
    sizes = runs.scores.group_by("dataset").agg(runs=pl.struct(keys).n_unique()).join(dimensions, on="dataset")
    crowded = sizes.filter(pl.col("runs") <= pl.col("metrics")).with_columns(pl.col("dataset").cast(pl.String))
    if crowded.is_empty():
        return runs, ()
    rows = crowded.sort("dataset").select("dataset", "runs", "metrics").rows()
    names = [name for name, _, _ in rows]
    return replace(runs, scores=runs.scores.filter(~pl.col("dataset").cast(pl.String).is_in(names))), tuple(rows)


def crowding(crowded: Sequence[tuple[str, int, int]], axis: str) -> str:
    """Return which datasets have too few runs.

    Examples
    --------
    >>> crowding([("digits", 10, 10)], "error count")
    'digits (10 runs, 10 error counts)'
    """
    return enumerated([f"{name} ({counted(runs, 'run')}, {counted(size, axis)})" for name, runs, size in crowded])
