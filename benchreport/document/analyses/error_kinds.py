"""False positives and false negatives of predictions, compared at once by Hotelling's test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.joint_exhibits import facing
from benchreport.document.analyses.scores_of_predictions import with_design_of
from benchreport.document.analyses.untested import untested
from benchreport.document.evidence.predictions import is_numeric_truth
from benchreport.document.evidence.result_rows import adjusted
from benchreport.document.evidence.runs import several_runs, without_gaps
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import adjusted_p, column, degrees_of_freedom, label
from benchreport.document.model.blocks import Table
from benchreport.measures.confusion import confusion_binary
from benchreport.numerals import counted
from benchreport.stats.several_metrics.t2_tests import hotelling
from benchreport.tables.designs.design import design
from benchreport.tables.schema import RUN_KEYS

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

KINDS = ("fp", "fn")
MOST_DATASETS = 20


def error_kinds(evidence: Evidence, focus: str | None) -> dict[str, Any] | None:
    """Compare false positives and false negatives of every fold by Hotelling’s test; None without a positive class.

    The four cells of a confusion matrix cannot be compared at once: on shared folds two of them follow from the others.
    """
    options = evidence.options
    scores = _counted(evidence)
    if scores is None or focus is None or evidence.folds is None:
        return None
    scores = with_design_of(evidence.folds, scores)
    found = several_runs(scores, design(scores))
    if found is None:
        return None
    runs = without_gaps(found, policy=options.missing, together=True)
    here = runs.matched.filter((pl.col("algorithm") == focus).any().over("dataset"))
    here = here.filter(pl.col("algorithm").n_unique().over("dataset") > 1)
    if here.is_empty() or here.get_column("dataset").n_unique() > MOST_DATASETS:
        return None
    control = focus if focus == options.reference else None
    rows = hotelling(here, by="dataset", metrics=KINDS, control=control, variant="corrected", alpha=options.alpha)
    rows = adjusted(rows, options, family=["dataset"])
    told = facing(rows, focus)
    clear = told.filter(pl.col("p_adjusted") <= options.alpha)
    return {
        "rows": rows,
        "focus": focus,
        "n": told.height,
        "datasets": counted(told["dataset"].n_unique(), "dataset"),
        "several": told["dataset"].n_unique() > 1,
        "against": control is not None,
        "n_clear": clear.height,
        "n_trade": clear["better"].null_count(),
        "positive": options.positive if isinstance(options.positive, str) else None,
        "untested": untested(told, "comparison"),
        "table": _table(here, told, rows, evidence),
    }


def _counted(evidence: Evidence) -> pl.DataFrame | None:
    """Count the errors of both kinds, fold by fold, as scores of which less is better."""
    predicted, positive = evidence.predictions, evidence.options.positive
    if predicted is None or positive is None or "prediction" not in predicted.columns or is_numeric_truth(predicted):
        return None
    keys = [name for name in RUN_KEYS if name in predicted.columns]
    classes = predicted.group_by("dataset").agg(pl.col("truth").n_unique())
    two = classes.filter(pl.col("truth") == 2).get_column("dataset")
    if not keys or two.is_empty():
        return None
    kept = predicted.filter(pl.col("dataset").is_in(two.implode()))
    counts = confusion_binary(kept, by=("dataset", *keys), positive=positive).drop_nulls(KINDS)
    long = counts.unpivot(KINDS, index=["algorithm", "dataset", *keys], variable_name="metric")
    return long.with_columns(
        pl.col("algorithm", "dataset", "metric").cast(pl.Categorical),
        pl.col("value").cast(pl.Float64),
        direction=pl.lit("lower", pl.Categorical),
    )


def _table(scores: pl.DataFrame, told: pl.DataFrame, rows: pl.DataFrame, evidence: Evidence) -> Table:
    keys = ["dataset", "algorithm"]
    means = scores.with_columns(pl.col(*keys, "metric").cast(pl.String)).pivot(
        "metric", index=keys, values="value", aggregate_function="mean"
    )
    others = told.join(means, left_on=["dataset", "a"], right_on=keys, how="left", maintain_order="left")
    mine = means.filter(pl.col("algorithm") == told["b"][0]).select("dataset", a="algorithm", fp="fp", fn="fn")
    frame = pl.concat([mine, others], how="diagonal").sort(
        "dataset", pl.col("a") != told["b"][0], "a", maintain_order=True
    )
    columns = (
        label("dataset", when=told["dataset"].n_unique() > 1),
        label("a", "algorithm"),
        column("fp", "false positives", group="mean per run"),
        column("fn", "false negatives", group="mean per run"),
        column("estimate", "T²"),
        column("statistic", "F"),
        degrees_of_freedom(),
        column("p_value", "p"),
        adjusted_p(evidence.options, when=rows.height > 1),
    )
    caption = f"False positives and false negatives together, compared with {told['b'][0]} by Hotelling’s test."
    return exhibits.table("error-kinds", caption, frame, columns, twin=rows)
