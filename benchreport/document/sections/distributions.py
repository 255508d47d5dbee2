"""Distributions of results: boxes over datasets or runs, histograms and ranges of runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.result_rows import smallest
from benchreport.document.model.blocks import Figure, Part, Section
from benchreport.numerals import counted
from benchreport.records import dataclass

MOST_ALGORITHMS = 40
MOST_PANELS = 12
MOST_FIGURES = 4
# Fewer values make no histogram.
LEAST_RUNS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Distributions:
    """What the template ``distributions`` prints: boxes, and of the only dataset the shapes by the first metric."""

    FORMER: ClassVar[Mapping[str, str]] = {"of": "s.metric", "left": "s.undrawn"}

    figures: tuple[Figure, ...]
    further: tuple[Figure, ...]
    metric: str
    one_dataset: str | None
    undrawn: str
    left_names: tuple[str, ...]


def distributions_section(evidence: Evidence) -> Section | None:
    """Return the section on the results of every algorithm over the datasets, or over the runs of the only one.

    None where nothing is spread: one run on one dataset, or more algorithms than a figure holds.
    """
    metrics = [metric for metric in evidence.metrics if _is_spread(evidence, metric)]
    if not metrics:
        return None
    single = len(evidence.datasets) == 1
    most = MOST_FIGURES - 2 if single else MOST_FIGURES
    undrawn = tuple(metric.name for metric in metrics[most:])
    record = Distributions(
        figures=tuple(_drawn(evidence, metric) for metric in metrics[:most]),
        further=_further(evidence, metrics[0]) if single else (),
        metric=metrics[0].name,
        one_dataset=evidence.datasets[0] if single else None,
        undrawn=counted(len(undrawn), "further metric") if undrawn else "",
        left_names=undrawn,
    )
    return evidence.section("distributions", record)


def _is_spread(evidence: Evidence, metric: Metric) -> bool:
    scores = evidence.means_of(metric).filter(pl.col("value").is_not_null())
    if scores.is_empty() or scores.get_column("algorithm").n_unique() > MOST_ALGORITHMS:
        return False
    return scores.get_column("dataset").n_unique() > 1 or _least_runs(scores) > 1


def _least_runs(scores: pl.DataFrame) -> int:
    return int(smallest(scores.group_by("algorithm").len().get_column("len")) or 0)


def _drawn(evidence: Evidence, metric: Metric) -> Figure:
    scores, shared = _of_shared_datasets(evidence.means_of(metric).filter(pl.col("value").is_not_null()))
    over = "runs" if scores.get_column("dataset").n_unique() == 1 else "datasets"
    where = over if shared is None else f"{shared} datasets on which all have a result"
    if shared == 1:
        where = f"runs on {scores.get_column('dataset')[0]}, the only dataset on which all have a result"
    caption = f"{metric.name} of each algorithm over the {where}: median, quartiles, and a point per {over[:-1]}."
    return evidence.plotted("box", scores, points=over, id=f"spread-{metric.slug}", caption=caption, width="page")


def _of_shared_datasets(scores: pl.DataFrame) -> tuple[pl.DataFrame, int | None]:
    """Return the scores on the datasets that all algorithms have, lest one gains by those it lacks, and their number.

    All scores and no number are returned where nobody lacks any or no dataset is shared by all.
    """
    owners = scores.group_by("dataset").agg(n=pl.col("algorithm").n_unique())
    shared = owners.filter(pl.col("n") == scores.get_column("algorithm").n_unique())
    if shared.height in (0, owners.height):
        return scores, None
    return scores.join(shared, on="dataset", how="semi", maintain_order="left"), shared.height


def _further(evidence: Evidence, metric: Metric) -> tuple[Figure, ...]:
    """Return histograms and ranges of the runs on the only dataset, if there are runs enough."""
    scores = evidence.means_of(metric).filter(pl.col("value").is_not_null())
    if _least_runs(scores) < LEAST_RUNS or scores.get_column("algorithm").n_unique() > MOST_PANELS:
        return ()
    captions = {
        "histogram": f"Histograms of {metric.name} over the runs, by algorithm, on a common scale.",
        "range": f"Smallest, mean and largest {metric.name} over the runs, by algorithm.",
    }
    return tuple(
        evidence.plotted(kind, scores, points="runs", id=f"{kind}-{metric.slug}", caption=caption, width="page")
        for kind, caption in captions.items()
    )


DISTRIBUTIONS = Part(id="distributions", after="ordering", make=distributions_section, record=Distributions)
