"""What is there of the results, what is missing, and what was done about it?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.compared import compared
from benchreport.document.analyses.sizes import sizes_of
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.result_rows import grouped
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.exhibits.numbers import counted, enumerated, integer
from benchreport.document.model.blocks import Section, Table
from benchreport.document.sections import Part
from benchreport.stats.planning.replicates import pairing, replication
from benchreport.tables.complete import missing_cells

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

NAMED_DATASETS = 8
MOST_NAMED = 4
# Why `auto` decided as it did, by the number of its rule.
WHY = {
    1: "",
    2: "These are at least nine tenths of the datasets, and no fewer than the {n_needed} with which an exact test of a "
    "pair can reject after Holm adjustment.",
    3: "Only {n_complete} of {n_blocks} datasets {are} complete, but every pair shares at least the {n_needed} with "
    "which its exact test can reject after Holm adjustment.",
    4: "Only {n_complete} of {n_blocks} datasets {are} complete, and some pairs share only {least}, fewer than the "
    "{n_needed} with which an exact test can reject after Holm adjustment; so the largest complete part of the table "
    "is compared.",
    5: "Only {n_complete} of {n_blocks} datasets {are} complete, and no complete part of the table has enough datasets "
    "for its algorithms. After Holm adjustment, {n_undecidable} of {n_comparisons} comparisons cannot become "
    "significant by an exact test, whatever their results.",
}
POLICY_WORDS = {
    "deciding": "as in this report",
    "drop_blocks": "complete datasets",
    "subtable": "largest complete part",
    "available": "each pair on what both have",
    "worst": "missing results ranked last",
}


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
        "seeds": bool((runs > 1).any())
        and bool((described.filter(runs > 1)["design"].cast(pl.String) == "seeds").all()),
        "several_datasets": len(evidence.datasets) > 1,
        "one_run": bool((runs == 1).all()),
        "replicates": _replicates(evidence.scores, place) if (runs > 1).any() else None,
        "sizes": _sizes(evidence.scores),
        "paired": bool(described["paired"].all()),
        "shared": _shared(evidence.scores) if gone else [],
        "common": _common(evidence),
        "folds": _folds(evidence),
        "lacking": exhibits.missing_table(lacking, described) if lacking.height else None,
        "n_gone": gone,
        "gone_word": counted(gone, "combination"),
        "n_partial": partial,
        "partial_word": counted(partial, "combination"),
        "settled": _settled(evidence),
        "automatic": evidence.options.missing == "auto",
        "filled": evidence.filled,
        "coverage": _coverage(evidence) if gone else None,
        "sensitivity": _sensitivity(evidence) if gone else [],
        "absent": _absent(evidence),
        "excluded": evidence.excluded,
        "budgets": evidence.budgets,
        "declared": "design" in evidence.scores.columns,
    }
    return evidence.section("coverage", context)


def _common(evidence: Evidence) -> list[str]:
    """Return the datasets on which only common runs are compared, with their numbers, in words."""
    cut = evidence.alike.cut.with_columns(pl.col("metric", "dataset").cast(pl.String))
    several = len(evidence.metrics) > 1
    return [
        f"{row['dataset']}{' by ' + row['metric'] if several else ''} ({row['n_common']} of {row['n_runs']} runs)"
        for row in cut.head(NAMED_DATASETS).iter_rows(named=True)
    ] + ([f"{cut.height - NAMED_DATASETS} more"] if cut.height > NAMED_DATASETS else [])


def _settled(evidence: Evidence) -> list[dict[str, Any]]:
    """Say what was compared by every metric that lacks results, and why that was chosen."""
    facts = {row["metric"]: row for row in evidence.gaps.with_columns(pl.col("metric").cast(pl.String)).to_dicts()}
    automatic = evidence.options.missing == "auto"
    return [
        {
            "metric": one.metric,
            "clause": one.clause,
            "why": _why(facts[one.metric]) if automatic else "",
        }
        for one in compared(evidence)
        if one.missing
    ]


def _why(facts: Mapping[str, Any]) -> str:
    """Say why ``auto`` decided as it did."""
    return WHY[facts["rule"]].format(**facts, are="is" if facts["n_complete"] == 1 else "are")


def _coverage(evidence: Evidence) -> Table:
    """Print on how many datasets every algorithm has a result; metrics of which the same is true share a column."""
    measured = evidence.scores.filter(pl.col("value").is_not_null()).select(
        pl.col("metric", "algorithm").cast(pl.String), "dataset"
    )
    counts = measured.group_by("metric", "algorithm").agg(n=pl.col("dataset").n_unique().cast(pl.Int64))

    def results(metric: Metric) -> tuple[int | None, ...]:
        mine = dict(counts.filter(pl.col("metric") == metric.name).select("algorithm", "n").rows())
        return tuple(mine.get(name) for name in evidence.algorithms)

    alike = grouped(evidence.metrics, results)
    heads = {
        f"metric_{place}": "datasets" if len(alike) == 1 else enumerated([one.name for one in metrics])
        for place, metrics in enumerate(alike.values())
    }
    frame = pl.DataFrame({"algorithm": evidence.algorithms}).with_columns(
        pl.Series(name, values, dtype=pl.Int64) for name, values in zip(heads, alike, strict=True)
    )
    frame = frame.sort(*heads, "algorithm", nulls_last=False)
    total = counted(len(evidence.datasets), "dataset")
    caption = f"Datasets with a result of each algorithm, of {total}; fewest first."
    columns = [label("algorithm"), *(column(name, title) for name, title in heads.items())]
    return exhibits.table("results", caption, frame, columns, twin=counts.sort("metric", "algorithm"))


def _sensitivity(evidence: Evidence) -> list[tuple[str, Table]]:
    """Print for every metric that lacks results how the outcome depends on what is done about them."""
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
    tables = []
    for metric in evidence.metrics:
        mine = rows.filter(pl.col("metric") == metric.name)
        if mine.is_empty():
            continue
        span = pl.when(pl.col("least") == pl.col("most")).then(pl.col("most").cast(pl.String))
        frame = mine.with_columns(
            pl.col("policy").replace_strict(POLICY_WORDS),
            pl.col("leader").fill_null("—"),
            datasets=span.otherwise(pl.format("{}–{}", "least", "most")).fill_null("0"),
            tier=_few(pl.col("tier"), pl.col("n_tier")),
        )
        caption = f"What the comparison by {metric.name} shows, by what is done about missing results."
        name = f"sensitivity-{metric.slug}"
        tables.append((metric.name, exhibits.table(name, caption, frame, columns, twin=mine, note=note, wraps=True)))
    return tables


def _few(names: pl.Expr, n: pl.Expr) -> pl.Expr:
    """Print few names, and count many."""
    return pl.when(n <= MOST_NAMED).then(names).when(n.is_not_null()).then(pl.format("{} algorithms", n))


def _replicates(scores: pl.DataFrame, place: pl.Expr) -> Table:
    """Print how often cells were run, and how much their runs differ; metrics come in the order of the report."""
    rows = replication(scores).with_columns(pl.col("metric").cast(pl.String)).sort(place, maintain_order=True)
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
    """Print the sizes of the datasets; nothing where the table does not tell them."""
    sizes = sizes_of(scores)
    if sizes.is_empty():
        return None
    frame = sizes.with_columns(pl.col("n_train", "n_test").round().cast(pl.Int64))
    columns = (label("dataset"), column("n_train", "training instances"), column("n_test", "test instances"))
    note = "Sizes are those of one run, averaged over the runs."
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
        "checked": bool(rows["design"].is_in(["kfold_cv", "repeated_cv", "cv52", "loo_cv"]).any()),
        "leaks": [
            (row["dataset"], counted(row["n_leaks"], "instance"), ", ".join(row["leaks"]))
            for row in leaking.head(NAMED_DATASETS).iter_rows(named=True)
        ],
    }


def _absent(evidence: Evidence) -> list[tuple[str, str]]:
    """Name the algorithms that a metric knows nothing of."""
    present = evidence.scores.group_by("metric", maintain_order=True).agg(pl.col("algorithm").cast(pl.String).unique())
    lacks = [(metric, sorted(set(evidence.algorithms) - set(names))) for metric, names in present.rows()]
    return [(metric, ", ".join(names)) for metric, names in lacks if names]


COVERAGE = Part(id="coverage", after="setup", make=coverage_section)
