"""The section of coverage: results that are there, results that are missing, and what was done about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import polars as pl

from benchreport.document.analyses.compared import POLICY_WORDS, Compared, policy_rows, settled, uneven_words
from benchreport.document.analyses.sizes import sizes_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.left_out import left_out_words
from benchreport.document.evidence.result_rows import grouped
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.model.blocks import Part, Section, Table
from benchreport.naming import enumerated
from benchreport.numerals import counted, integer
from benchreport.records import dataclass
from benchreport.stats.planning.replicates import pairing, replication
from benchreport.tables.complete import missing_cells

NAMED_DATASETS = 8
MOST_NAMED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """The two algorithms that share the fewest datasets by a metric, ``n`` of ``total``."""

    metric: str
    a: str
    b: str
    n: str
    total: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Folds:
    """The test folds of predictions: ``summaries`` by dataset, and ``more`` datasets that are not listed.

    On the datasets of ``anew`` instance numbers start anew in every fold. ``leaks`` are a dataset, how many instances
    are tested twice in one repeat, and which.
    """

    summaries: tuple[tuple[str, str], ...]
    anew: str
    more: int
    checked: bool
    leaks: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What the template ``coverage`` prints.

    ``n_gone`` combinations of algorithm, dataset and metric have no result, ``n_partial`` have fewer runs than others;
    ``settled`` is what was done about them by each metric, and why. ``common`` are datasets on which only the runs of
    all algorithms are compared, ``absent`` the algorithms that a metric has no results of;
    ``left_out`` names what was left out by choice.
    """

    FORMER: ClassVar[Mapping[str, str]] = {
        "one_run": "not s.runs",
        "gone_word": "s.n_gone",
        "partial_word": "s.n_partial",
        "automatic": "options.missing",
    }

    design: Table
    runs: bool
    seeds: bool
    several_datasets: bool
    replicates: Table | None
    sizes: Table | None
    paired: bool
    shared: tuple[Shared, ...]
    common: str
    folds: Folds | None
    lacking: Table | None
    n_gone: int
    n_partial: int
    settled: tuple[tuple[Compared, str], ...]
    filled: bool
    coverage: Table | None
    sensitivity: tuple[Table, ...]
    absent: tuple[tuple[str, str], ...]
    left_out: str
    excluded: tuple[tuple[str, str], ...]
    budgets: Mapping[str, str]
    declared: bool


def coverage_section(evidence: Evidence) -> Section:
    """Return the section on the experiment in the table, what is missing from it, and what was done about that."""
    places = {metric.name: place for place, metric in enumerate(evidence.metrics)}
    by_metric = pl.col("metric").cast(pl.String).replace_strict(places)
    described = evidence.design.sort(by_metric, maintain_order=True)
    lacking = missing_cells(evidence.scores)
    gone = lacking.filter(pl.col("n_missing") == pl.col("n_runs")).height
    repeated = described.filter(pl.col("n_folds") * pl.col("n_repeats") > 1)
    runs = repeated.height > 0
    coverage = Coverage(
        design=exhibits.design_table(described),
        runs=runs,
        seeds=runs and bool((repeated["design"].cast(pl.String) == "seeds").all()),
        several_datasets=len(evidence.datasets) > 1,
        replicates=_replicates(evidence.scores, by_metric) if runs else None,
        sizes=_sizes(evidence.scores),
        paired=bool(described["paired"].all()),
        shared=_shared(evidence.scores) if gone else (),
        common=uneven_words(evidence, evidence.alike.cut, sizes=True),
        folds=None if evidence.folds is None else _folds(evidence.folds),
        lacking=exhibits.missing_table(lacking, described) if lacking.height else None,
        n_gone=gone,
        n_partial=lacking.height - gone,
        settled=settled(evidence),
        filled=evidence.filled,
        coverage=_coverage(evidence) if gone else None,
        sensitivity=_sensitivity(evidence) if gone else (),
        absent=tuple((metric, ", ".join(names)) for metric, names in evidence.algorithms_lacking.items()),
        left_out=left_out_words(evidence.options),
        excluded=evidence.excluded,
        budgets=evidence.budgets,
        declared="design" in evidence.scores.columns,
    )
    return evidence.section("coverage", coverage)


def _coverage(evidence: Evidence) -> Table:
    """Return the table of datasets with a result of each algorithm; metrics with the same counts share a column."""
    measured = evidence.scores.filter(pl.col("value").is_not_null()).select(
        pl.col("metric", "algorithm").cast(pl.String), "dataset"
    )
    counts = measured.group_by("metric", "algorithm").agg(n=pl.col("dataset").n_unique().cast(pl.Int64))

    def results(metric: Metric) -> tuple[int | None, ...]:
        own = dict(counts.filter(pl.col("metric") == metric.name).select("algorithm", "n").rows())
        return tuple(own.get(name) for name in evidence.algorithms)

    alike = grouped(evidence.metrics, results)
    heads = {
        f"metric_{place}": "datasets" if len(alike) == 1 else enumerated([metric.name for metric in metrics])
        for place, metrics in enumerate(alike.values())
    }
    frame = pl.DataFrame({"algorithm": evidence.algorithms}).with_columns(
        pl.Series(name, values, dtype=pl.Int64) for name, values in zip(heads, alike, strict=True)
    )
    frame = frame.sort(*heads, "algorithm", nulls_last=False)
    total = counted(len(evidence.datasets), "dataset")
    caption = f"Datasets with a result of each algorithm, of {total}; fewest first."
    columns = [label("algorithm"), *(column(name, title) for name, title in heads.items())]
    return exhibits.table("results-per-algorithm", caption, frame, columns, twin=counts.sort("metric", "algorithm"))


def _sensitivity(evidence: Evidence) -> tuple[Table, ...]:
    """Return for every metric that lacks results the table of outcomes by what is done about them."""
    rows = evidence.sensitivity.with_columns(pl.col("metric").cast(pl.String))
    columns = (
        label("policy", "compared"),
        column("datasets"),
        column("n_algorithms", "algorithms"),
        label("leader", "first"),
        label("tier", "not distinguished from the best", unless_empty=True),
        column("n_verdicts", "all", group="verdicts"),
        column("n_lost", "lost", group="verdicts"),
        column("n_gained", "gained", group="verdicts"),
        column("n_reversed", "reversed", group="verdicts"),
    )
    note = (
        "Verdicts: significant differences; lost, gained and reversed against the first row, which decides. "
        "A missing result that is ranked last has a made-up value."
    )
    few, n_tier = pl.col("n_tier") <= MOST_NAMED, pl.col("n_tier")
    printed = policy_rows(evidence).with_columns(
        pl.col("policy").replace_strict(POLICY_WORDS),
        tier=pl.when(few).then("tier").when(n_tier.is_not_null()).then(pl.format("{} algorithms", n_tier)),
    )
    return tuple(
        exhibits.table(
            f"sensitivity-{metric.slug}",
            f"What the comparison by {metric.name} shows, by what is done about missing results.",
            printed.filter(own),
            columns,
            twin=rows.filter(own),
            note=note,
            wraps=True,
        )
        for metric in evidence.metrics
        if rows.filter(own := pl.col("metric") == metric.name).height
    )


def _replicates(scores: pl.DataFrame, by_metric: pl.Expr) -> Table:
    """Return the table of runs of a cell and how much they differ; metrics come in the order of the report."""
    rows = replication(scores).with_columns(pl.col("metric").cast(pl.String)).sort(by_metric, maintain_order=True)
    columns = (
        label("metric"),
        column("n_cells", "cells"),
        column("least", "fewest runs"),
        column("most", "most runs"),
        column("error_sd", "sd of the runs of a cell"),
    )
    caption = "Runs of one algorithm on one dataset, a cell, and how much they differ, pooled over the cells."
    return exhibits.table("replicates", caption, rows, columns, twin=rows.with_columns(method=pl.lit("replication")))


def _sizes(scores: pl.DataFrame) -> Table | None:
    """Return the table of dataset sizes; None where they are not recorded."""
    sizes = sizes_of(scores)
    if sizes.is_empty():
        return None
    frame = sizes.with_columns(pl.col("n_train", "n_test").round().cast(pl.Int64))
    columns = (label("dataset"), column("n_train", "training instances"), column("n_test", "test instances"))
    note = "Sizes are those of one run, averaged over the runs."
    return exhibits.table("sizes", "Sizes of the datasets.", frame, columns, note=note)


def _shared(scores: pl.DataFrame) -> tuple[Shared, ...]:
    """Return for every metric which two algorithms share the fewest datasets, where they do not share all."""
    cells = scores.group_by("metric", "dataset", "algorithm").agg(pl.col("value").mean(), pl.col("direction").first())
    rows = pairing(cells).with_columns(pl.col("metric", "a", "b").cast(pl.String))
    totals = cells.group_by(pl.col("metric").cast(pl.String)).agg(total=pl.col("dataset").n_unique())
    fewest = rows.sort("metric", "n_shared", "a", "b").unique("metric", keep="first", maintain_order=True)
    lacking = fewest.join(totals, on="metric", maintain_order="left").filter(pl.col("n_shared") < pl.col("total"))
    return tuple(
        Shared(metric=metric, a=a, b=b, n=integer(n), total=counted(total, "dataset"))
        for metric, a, b, n, total in lacking.select("metric", "a", "b", "n_shared", "total").rows()
    )


def _folds(folds: pl.DataFrame) -> Folds:
    """Return which design the test folds of the predictions have, and whether anything is tested twice."""
    rows = folds.with_columns(pl.col("dataset").cast(pl.String))
    leaking = rows.filter(pl.col("n_leaks") > 0).head(NAMED_DATASETS).select("dataset", "n_leaks", "leaks")
    return Folds(
        summaries=tuple(rows.select("dataset", "summary").head(NAMED_DATASETS).rows()),
        anew=enumerated(rows.filter(pl.col("design") == "unknown")["dataset"].head(NAMED_DATASETS).to_list()),
        more=max(rows.height - NAMED_DATASETS, 0),
        checked=bool(rows["design"].is_in(["kfold_cv", "repeated_cv", "cv52", "loo_cv"]).any()),
        leaks=tuple((dataset, counted(n, "instance"), ", ".join(names)) for dataset, n, names in leaking.rows()),
    )


COVERAGE = Part(id="coverage", after="setup", make=coverage_section, record=Coverage)
