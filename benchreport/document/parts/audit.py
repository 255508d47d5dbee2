"""What is there of the results, what is missing, and what was done about it?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Column, Section, Table
from benchreport.document.numbers import counted, enumerated, integer
from benchreport.document.parts.opening import sizes_of, span
from benchreport.stats.replicates import pairing, replication
from benchreport.tables.complete import missing_cells

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

NAMED_DATASETS = 8


def coverage_section(evidence: Evidence) -> Section:
    """Write what experiment was found in the table, what is missing, and what was done about it."""
    place = pl.col("metric").cast(pl.String).replace_strict({one.name: at for at, one in enumerate(evidence.metrics)})
    described = evidence.design.sort(place, maintain_order=True)
    lacking = missing_cells(evidence.scores)
    gone = lacking.filter(pl.col("n_missing") == pl.col("n_runs")).height
    partial = lacking.height - gone
    runs = described["n_folds"] * described["n_repeats"]
    context = {
        "design": exhibits.design_table(described),
        "runs": bool((runs > 1).any()),
        "several_datasets": len(evidence.datasets) > 1,
        "one_run": bool((runs == 1).all()),
        "replicates": _replicates(evidence.scores, place) if (runs > 1).any() else None,
        "sizes": _sizes(evidence.scores),
        "paired": bool(described["paired"].all()),
        "shared": _shared(evidence.scores) if gone else [],
        "folds": _folds(evidence),
        "lacking": exhibits.missing_table(lacking, described) if lacking.height else None,
        "n_gone": gone,
        "gone_word": counted(gone, "combination"),
        "n_partial": partial,
        "partial_word": counted(partial, "combination"),
        "policy": evidence.asked.missing,
        "deeds": _deeds(evidence.completed),
        "absent": _absent(evidence),
        "excluded": evidence.excluded,
        "budgets": evidence.budgets,
        "declared": "design" in evidence.scores.columns,
    }
    return evidence.section("coverage", context)


def _deeds(completed: pl.DataFrame) -> str:
    """Say what the policy for missing results did, metric by metric."""
    policies = completed.select(pl.col("metric", "policy").cast(pl.String)).unique(maintain_order=True)
    said = policies.drop_nulls().rows()
    return "; ".join(f"{metric}: {text.partition(': ')[2].replace('blocks', 'datasets')}" for metric, text in said)


def _replicates(scores: pl.DataFrame, place: pl.Expr) -> Table:
    """Print how often cells were run, and how much their runs differ; metrics come in the order of the report."""
    rows = replication(scores).with_columns(pl.col("metric").cast(pl.String)).sort(place, maintain_order=True)
    columns = {
        "metric": Column(title="metric", align="left"),
        "n_cells": Column(title="cells"),
        "least": Column(title="fewest runs"),
        "most": Column(title="most runs"),
        "error_sd": Column(title="sd of the runs of a cell"),
    }
    caption = "Runs of one algorithm on one dataset, a cell, and how much they differ, pooled over the cells."
    return exhibits.table("replicates", caption, rows, columns, twin=rows.with_columns(method=pl.lit("replication")))


def _sizes(scores: pl.DataFrame) -> Table | None:
    """Print the sizes of the datasets; nothing where the table does not tell them."""
    sizes = sizes_of(scores)
    if sizes.is_empty():
        return None
    frame = sizes.with_columns(pl.col("n_train", "n_test").round().cast(pl.Int64))
    columns = {
        "dataset": Column(title="dataset", align="left"),
        "n_train": Column(title="training instances"),
        "n_test": Column(title="test instances"),
    }
    note = ("Sizes are those of one run, averaged over the runs.",)
    return exhibits.table("sizes", "Sizes of the datasets.", frame, columns, note=note)


def _shared(scores: pl.DataFrame) -> list[dict[str, Any]]:
    """Tell for every metric which two algorithms share the fewest datasets."""
    here = scores.group_by("metric", "dataset", "algorithm").agg(pl.col("value").mean(), pl.col("direction").first())
    rows = pairing(here).with_columns(pl.col("metric", "a", "b").cast(pl.String))
    totals = dict(here.group_by(pl.col("metric").cast(pl.String)).agg(pl.col("dataset").n_unique()).rows())
    fewest = rows.sort("metric", "n_shared", "a", "b").unique("metric", keep="first", maintain_order=True)
    return [
        {
            "metric": row["metric"],
            "a": row["a"],
            "b": row["b"],
            "n": integer(row["n_shared"]),
            "total": counted(totals[row["metric"]], "dataset"),
        }
        for row in fewest.iter_rows(named=True)
        if row["n_shared"] < totals[row["metric"]]
    ]


def _folds(evidence: Evidence) -> dict[str, Any] | None:
    """Say of which design the test folds of the predictions are, and whether anything is tested twice."""
    if evidence.folds is None:
        return None
    rows = evidence.folds.with_columns(pl.col("dataset").cast(pl.String))
    leaking = rows.filter(pl.col("n_leaks") > 0)
    return {
        "summaries": rows.select("dataset", "summary").head(NAMED_DATASETS).rows(),
        "anew": enumerated(rows.filter(pl.col("design") == "unknown")["dataset"].head(NAMED_DATASETS).to_list()),
        "more": max(rows.height - NAMED_DATASETS, 0),
        "instances": span(rows["n_instances"]),
        "checked": bool(rows["design"].is_in(["kfold_cv", "repeated_cv", "cv52", "loo_cv"]).any()),
        "leaks": [
            (row["dataset"], counted(row["n_leaks"], "instance"), ", ".join(row["leaks"]))
            for row in leaking.head(NAMED_DATASETS).iter_rows(named=True)
        ],
        "same": bool(rows["same_instances"].all()),
    }


def _absent(evidence: Evidence) -> list[tuple[str, str]]:
    """Name the algorithms that a metric knows nothing of."""
    present = evidence.scores.group_by("metric", maintain_order=True).agg(pl.col("algorithm").cast(pl.String).unique())
    lacks = [(metric, sorted(set(evidence.algorithms) - set(names))) for metric, names in present.rows()]
    return [(metric, ", ".join(names)) for metric, names in lacks if names]
