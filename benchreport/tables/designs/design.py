"""Design of an experiment: the declared one checked against the table, or runs whose kind is not known."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.method import Remark
from benchreport.remarks import joined_remarks, with_words
from benchreport.tables.blocks import computed_once, score_table, varying_columns
from benchreport.tables.checks import repeated
from benchreport.tables.complete import cell_counts
from benchreport.tables.designs.declared_design import (
    SEVERAL_RUNS,
    column_or_null,
    refuse_contradictions,
    same_share,
    tested_share,
)
from benchreport.tables.designs.doubtful import off_grid
from benchreport.tables.designs.run_layout import run_layouts
from benchreport.tables.schema import RUN_KEYS, SINGLE, UNDECLARED
from benchreport.tables.scores import as_scores, open_scores
from benchreport.tables.ties import tie_key

NAMED = 3
UNDECLARED_RUNS = (
    "folds, resamples or seeds? Tests within a dataset need a declared design: "
    "design='kfold_cv', 'repeated_holdout' or 'seeds', for instance (--design)"
)
UNKNOWN_DIRECTION = Remark(code="unknown_direction", note="direction unknown, to be declared")
# The value lists the metrics whose numbers are repeated, and on how many datasets.
REPEATED_METRIC = Remark(code="repeated_metric", note="repeats {0}")
MIXED_DIRECTIONS = Remark(code="mixed_directions", note="repeats {0}, so no one direction fits: leave it out")
UNEVEN_CELLS = Remark(code="uneven_cells", note="{0} to {1} runs per cell")
FEWER_RUNS = Remark(code="fewer_runs", note="fewer runs than the other algorithms: {0}")
LACKING_RUNS = Remark(code="lacking_runs", note="runs of the other datasets are missing: {0}")
ONE_VALUE = Remark(code="one_value", note="one value per cell, a single split or an average")
REFUTED_DESIGN = Remark(
    code="refuted_design", note="the declared design has several runs, so it is not that of this metric"
)
UNDECLARED_DESIGN = Remark(
    code="undeclared_design", note="folds, resamples or seeds? A test within a dataset needs a declared design"
)
FITS_LOO = Remark(code="fits_loo_cv", note="test sets of one instance would fit leave-one-out cross-validation")
# Shares in percent; the folds are a number, or repeats x folds.
FITS_FOLDS = Remark(code="fits_folds", note="test sets of {0} % would fit {1}-fold cross-validation")
MISFITS_FOLDS = Remark(code="misfits_folds", note="test sets of {0} % do not fit {1}-fold cross-validation")


def design(table: Any) -> pl.DataFrame:
    """Return the experiment behind a score table, one row per metric and group of datasets with the same layout.

    A design is declared (``design=`` at the door, or a column ``design``) or said by the name of the column of runs
    (``seed``; ``fold`` with up to ten numbers), and checked against the table. Several values per cell of which nothing
    says this are ``runs``: they may be folds, resamples or seeds.

    Columns: ``metric``, ``direction`` (null if unknown), ``design`` (``holdout``, ``kfold_cv``, ``repeated_cv``,
    ``cv52``, ``loo_cv``, ``repeated_holdout``, ``bootstrap_oob``, ``seeds``; undeclared ``runs``, or ``single`` for one
    value per cell), ``n_datasets``, ``n_algorithms``, ``n_repeats``, ``n_folds``, ``n_cells`` (algorithms times
    datasets), ``n_missing`` (cells without any value), ``n_partial`` (cells that lack runs, counted against the run
    labels of the metric), ``n_failed`` (rows without a value), ``complete``, ``paired`` (the algorithms of a dataset
    share its runs), ``n_tied`` (datasets where two algorithms tie), ``n_constant`` (datasets where all do),
    ``datasets``, ``remarks``, ``note``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> br.design(scores).select("metric", "design", "n_repeats", "n_folds", "complete").row(0)
    ('accuracy', 'cv52', 5, 2, True)
    >>> br.design(scores.drop("design"))["design"][0]
    'runs'
    """
    described = computed_once(table, _described)
    return with_words(described.sort("metric", "n_repeats", "n_folds", "design", "direction")).select(
        "metric", "direction", "design", "n_datasets", "n_algorithms", "n_repeats", "n_folds", "n_cells", "n_missing",
        "n_partial", "n_failed", "complete", "paired", "n_tied", "n_constant", "datasets", "remarks", "note",
    )  # fmt: skip


def _described(table: Any) -> pl.DataFrame:
    """Return the layouts of a table with all that is said of them, in no order."""
    scores = with_factors(as_scores(table, open_scores))
    refuse_contradictions(scores, whole=False)
    places = ["metric", "dataset"]
    layout = scores.group_by(places).agg(
        pl.col("direction").first(),
        declared=column_or_null(scores, "design", pl.String).min(),
        share=tested_share(scores),
        instances=column_or_null(scores, "n_train").mean() + column_or_null(scores, "n_test").mean(),
        singles=(column_or_null(scores, "n_test").max() == 1).fill_null(False),
    )
    runs = run_layouts(scores, places)
    facts = layout.join(runs, on=places).join(_coverage(scores, runs), on=places)
    facts = _without_names_of_runs(facts.join(_ties(scores), on=places, how="left"))
    facts = facts.with_columns(design=_design_name())
    facts = facts.with_columns(hint=_hint(), percentage=_percentage().cast(pl.String), fits=_fits())
    grouped = facts.group_by("metric", "direction", "design", "n_repeats", "n_folds").agg(
        n_datasets=pl.len().cast(pl.Int64),
        n_algorithms=pl.col("n_algorithms").max(),
        n_cells=pl.col("n_algorithms").sum(),
        n_missing=pl.col("n_missing").sum(),
        n_partial=pl.col("n_partial").sum(),
        n_failed=pl.col("n_failed").sum(),
        n_tied=pl.col("tied").sum().cast(pl.Int64),
        n_constant=pl.col("constant").sum().cast(pl.Int64),
        least=pl.col("least").min(),
        most=pl.col("most").max(),
        paired=~pl.col("uneven").any(),
        refuted=(pl.col("declared") != pl.col("design")).any(),
        hint=pl.col("hint").sort_by("singles", "percentage", "fits").drop_nulls().first(),
        fewer=pl.col("fewer").drop_nulls().sort().head(NAMED).str.join(", "),
        lacking=_lacking().drop_nulls().sort().head(NAMED).str.join(", "),
        datasets=pl.col("dataset").cast(pl.String).sort(),
    )
    grouped = grouped.join(_echoes(scores), on="metric", how="left").join(off_grid(scores), on="metric", how="left")
    return grouped.with_columns(
        complete=pl.col("n_missing") == 0,
        paired=(pl.col("n_missing") == 0) & pl.col("paired"),
        remarks=_remarks(),
    )


def design_warnings(table: Any) -> tuple[str, ...]:
    """Return what an author should know about the runs of a table before printing.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> design_warnings(scores), design_warnings(scores.drop("design"))[0][:53]
    ((), 'folds, resamples or seeds? Tests within a dataset nee')
    """
    described = computed_once(table, _described).sort("metric", "lacking")
    lacking = described.get_column("lacking").filter(described.get_column("lacking") != "").unique(maintain_order=True)
    undeclared = described.select(((pl.col("design") == UNDECLARED) & (pl.col("n_algorithms") > 1)).any()).item()
    return (*((UNDECLARED_RUNS,) if undeclared else ()), *(LACKING_RUNS.note.format(names) for names in lacking))


def factors_of(scores: pl.DataFrame) -> list[str]:
    """Return the columns that tell rows of the same run apart."""
    keys = [name for name in ("algorithm", "dataset", *RUN_KEYS, "metric") if name in scores.columns]
    return varying_columns(repeated(scores, keys), keys)


def with_factors(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the scores with one dataset per level of the columns that tell its rows apart.

    Examples
    --------
    >>> table = pl.DataFrame({"algorithm": ["A", "A"], "dataset": ["d", "d"], "size": [1, 2], "value": [0.1, 0.2]})
    >>> with_factors(table.with_columns(metric=pl.lit("error")))["dataset"].to_list()
    ['d, size=1', 'd, size=2']
    """
    varying = factors_of(scores)
    if not varying:
        return scores
    levels = [pl.format(f"{name}={{}}", pl.col(name)) for name in varying]
    return scores.with_columns(dataset=pl.concat_str("dataset", *levels, separator=", ").cast(pl.Categorical))


def _coverage(table: pl.DataFrame, runs: pl.DataFrame) -> pl.DataFrame:
    """Return counts of the results of every dataset, and the algorithms with fewer runs than the others."""
    cells = computed_once(table, cell_counts, ("metric",), ("dataset",))
    cells = cells.join(runs.select("metric", "dataset", "n_labels"), on=["metric", "dataset"])
    measured, own = pl.col("measured"), pl.col("n_runs")
    behind = (measured > 0) & (measured < own)
    names = pl.format("{} on {} has {} of {}", "algorithm", "dataset", "measured", "n_runs")
    return cells.group_by("metric", "dataset").agg(
        n_algorithms=pl.len().cast(pl.Int64),
        n_missing=(measured == 0).sum().cast(pl.Int64),
        n_partial=((measured > 0) & (measured < pl.col("n_labels"))).sum().cast(pl.Int64),
        n_failed=pl.col("n_failed").sum(),
        least=measured.filter(measured > 0).min(),
        most=measured.max(),
        uneven=behind.any(),
        fewer=names.filter(behind).sort().first(),
    )


def _without_names_of_runs(facts: pl.DataFrame) -> pl.DataFrame:
    """Return a single run where every algorithm has one, whatever its label: a trial number is no fold."""
    once = (pl.col("most").fill_null(0) <= 1) & (pl.col("n_runs") > 1)
    alone = dict.fromkeys(("n_repeats", "n_folds", "n_runs", "n_labels"), 1) | {"n_partial": 0, "uneven": False}
    return facts.with_columns(
        *(pl.when(once).then(value).otherwise(name).alias(name) for name, value in alone.items()),
        fewer=pl.when(~once).then("fewer"),
    )


def _ties(table: pl.DataFrame) -> pl.DataFrame:
    means = score_table(table).results.select("metric", "dataset", "algorithm", value="mean")
    distinct = pl.col("key").n_unique()
    return (
        means.with_columns(key=tie_key(pl.col("value"), ["metric", "dataset"]))
        .group_by("metric", "dataset")
        .agg(tied=distinct < pl.len(), constant=(distinct == 1) & (pl.len() > 1))
    )


def _echoes(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the metrics of unknown direction that merely repeat other metrics, and on how many datasets."""
    keys = ["algorithm", "dataset", *(name for name in RUN_KEYS if name in scores.columns)]
    directed = pl.col("direction").is_not_null()
    unknown = scores.filter(~directed).select(*keys, "metric", "value").drop_nulls()
    others = scores.filter(directed).select(*keys, "value", other="metric", way="direction").drop_nulls()
    same = pl.col("value") == pl.col("value_right")
    echoes = (
        unknown.join(others, on=keys).group_by("metric", "dataset", "other", "way").agg(same=same.all()).filter("same")
    )
    counted = echoes.group_by("metric", "other", "way").agg(n=pl.len()).sort("metric", "other")
    return counted.group_by("metric").agg(
        echo=pl.format("{} on {} datasets", "other", "n").str.join(" and repeats "),
        mixed=pl.col("way").n_unique() > 1,
    )


def _design_name() -> pl.Expr:
    several = (pl.col("n_repeats") * pl.col("n_folds")) > 1
    # One value per cell contradicts every design of several runs.
    fits = several | ~pl.col("declared").is_in(SEVERAL_RUNS)
    return (
        pl.when(pl.col("declared").is_not_null() & fits)
        .then("declared")
        .when(several)
        .then(pl.lit(UNDECLARED))
        .otherwise(pl.lit(SINGLE))
    )


def _hint() -> pl.Expr:
    """Return the remark on which design the sizes and counts of undeclared runs would fit."""
    repeats, folds = pl.col("n_repeats"), pl.col("n_folds")
    times = pl.when(repeats > 1).then(pl.format("{} x {}", repeats, folds)).otherwise(folds.cast(pl.String))
    undeclared, singles = pl.col("design") == UNDECLARED, pl.col("singles")
    measured = undeclared & ~singles & pl.col("share").is_not_null() & (folds != 1)
    return pl.coalesce(
        FITS_LOO.where(undeclared & singles),
        FITS_FOLDS.where(measured & _fits(), _percentage(), times),
        MISFITS_FOLDS.where(measured & ~_fits(), _percentage(), times),
    )


def _percentage() -> pl.Expr:
    return (100 * pl.col("share")).round(1)


def _fits() -> pl.Expr:
    return same_share(pl.col("share"), pl.col("n_folds"), pl.col("instances")).fill_null(False)


def _lacking() -> pl.Expr:
    return pl.when(pl.col("n_runs") < pl.col("n_labels")).then(
        pl.format("{} of {} on {} ({})", "n_runs", "n_labels", "dataset", "labels")
    )


def _remarks() -> pl.Expr:
    single, undeclared = pl.col("design") == SINGLE, pl.col("design") == UNDECLARED
    repeated_metric, mixed = pl.col("echo").is_not_null(), pl.col("mixed").fill_null(False)
    return joined_remarks(
        UNKNOWN_DIRECTION.where(pl.col("direction").is_null()),
        MIXED_DIRECTIONS.where(repeated_metric & mixed, "echo"),
        REPEATED_METRIC.where(repeated_metric & ~mixed, "echo"),
        UNEVEN_CELLS.where(pl.col("least") < pl.col("most"), "least", "most"),
        FEWER_RUNS.where(pl.col("fewer") != "", "fewer"),
        LACKING_RUNS.where(pl.col("lacking") != "", "lacking"),
        ONE_VALUE.where(single),
        REFUTED_DESIGN.where(pl.col("refuted") & single),
        UNDECLARED_DESIGN.where(undeclared),
        pl.col("hint"),
        pl.col("off_grid"),
    )
