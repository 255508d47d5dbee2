"""Distributions of results: boxes over datasets or runs, histograms and ranges of runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.result_rows import smallest
from benchreport.document.model.blocks import Figure, Section
from benchreport.document.sections import Part
from benchreport.numerals import counted

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

MOST_ALGORITHMS = 40
MOST_PANELS = 12
MOST_FIGURES = 4
# Fewer values make no histogram.
LEAST_RUNS = 5


def distributions_section(evidence: Evidence) -> Section | None:
    """Draw the results of every algorithm over the datasets, or over the runs where there is but one dataset.

    None where nothing is spread: one run on one dataset, or more algorithms than a figure holds.
    """
    drawn = [(metric, _drawn(evidence, metric)) for metric in evidence.metrics if _is_spread(evidence, metric)]
    if not drawn:
        return None
    one_dataset = len(evidence.datasets) == 1
    boxes = [figure for _, figure in drawn[: MOST_FIGURES - 2 if one_dataset else MOST_FIGURES]]
    further = _further(evidence, drawn[0][0]) if one_dataset else []
    left = [metric.name for metric, _ in drawn[len(boxes) :]]
    context = {
        "figures": boxes,
        "further": further,
        "of": drawn[0][0].name,
        "one_dataset": evidence.datasets[0] if one_dataset else None,
        "left": counted(len(left), "further metric") if left else "",
        "left_one": len(left) == 1,
        "left_names": ", ".join(left),
    }
    return evidence.section("distributions", context)


def _is_spread(evidence: Evidence, metric: Metric) -> bool:
    here = evidence.of(metric).filter(pl.col("value").is_not_null())
    if here.is_empty() or here.get_column("algorithm").n_unique() > MOST_ALGORITHMS:
        return False
    return here.get_column("dataset").n_unique() > 1 or _least_runs(here) > 1


def _least_runs(scores: pl.DataFrame) -> int:
    return int(smallest(scores.group_by("algorithm").len().get_column("len")) or 0)


def _drawn(evidence: Evidence, metric: Metric) -> Figure:
    here, shared = _of_shared_datasets(evidence.of(metric).filter(pl.col("value").is_not_null()))
    over = "runs" if here.get_column("dataset").n_unique() == 1 else "datasets"
    where = over if shared is None else f"{shared} datasets on which all have a result"
    if shared == 1:
        where = f"runs on {here.get_column('dataset')[0]}, the only dataset on which all have a result"
    caption = f"{metric.name} of each algorithm over the {where}: median, quartiles, and a point per {over[:-1]}."
    return evidence.plotted("box", here, points=over, id=f"spread-{metric.slug}", caption=caption, width="page")


def _of_shared_datasets(scores: pl.DataFrame) -> tuple[pl.DataFrame, int | None]:
    """Keep the datasets that all algorithms have, lest one looks better for those it lacks, and count them.

    Everything is kept, and nothing counted, where nobody lacks any or no dataset is shared by all.
    """
    owners = scores.group_by("dataset").agg(n=pl.col("algorithm").n_unique())
    shared = owners.filter(pl.col("n") == scores.get_column("algorithm").n_unique())
    if shared.height in (0, owners.height):
        return scores, None
    return scores.join(shared, on="dataset", how="semi", maintain_order="left"), shared.height


def _further(evidence: Evidence, metric: Metric) -> list[Figure]:
    """Draw histograms and ranges of the runs on the only dataset, if there are runs enough."""
    here = evidence.of(metric).filter(pl.col("value").is_not_null())
    if _least_runs(here) < LEAST_RUNS or here.get_column("algorithm").n_unique() > MOST_PANELS:
        return []
    captions = {
        "histogram": f"Histograms of {metric.name} over the runs, by algorithm, on a common scale.",
        "range": f"Smallest, mean and largest {metric.name} over the runs, by algorithm.",
    }
    return [
        evidence.plotted(kind, here, points="runs", id=f"{kind}-{metric.slug}", caption=caption, width="page")
        for kind, caption in captions.items()
    ]


DISTRIBUTIONS = Part(id="distributions", after="ordering", make=distributions_section)
