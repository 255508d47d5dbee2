"""False positives and false negatives of predictions, compared at once by Hotelling's test."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from benchreport.document.analyses.joint_metrics import facing
from benchreport.document.analyses.predictions.scores_of_predictions import with_design_of
from benchreport.document.analyses.untested import untested
from benchreport.document.evidence import Evidence
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

KINDS = ("fp", "fn")
MOST_DATASETS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorKinds:
    """Comparisons of both kinds of errors with the algorithm in focus: ``n_clear`` are significant.

    In ``n_trade`` of these one algorithm makes fewer errors of one kind and more of the other. ``positive`` is the name
    of the positive class, where it has one.
    """

    rows: pl.DataFrame
    focus: str
    n: int
    datasets: str
    against_reference: bool
    n_clear: int
    n_trade: int
    positive: str | None
    untested: tuple[tuple[str, str], ...]
    table: Table


def error_kinds(evidence: Evidence, focus: str | None) -> ErrorKinds | None:
    """Return the false positives and negatives of every fold, compared by Hotelling’s test; None if none are counted.

    The four cells of a confusion matrix cannot be compared at once: on shared folds two of them follow from the others.
    """
    options = evidence.options
    scores = _counted(evidence)
    if scores is None or focus is None or evidence.folds is None:
        return None
    scores = with_design_of(evidence.folds, scores)
    several = several_runs(scores, design(scores))
    if several is None:
        return None
    runs = without_gaps(several, policy=options.missing, together=True)
    shared = runs.matched.filter((pl.col("algorithm") == focus).any().over("dataset"))
    shared = shared.filter(pl.col("algorithm").n_unique().over("dataset") > 1)
    if shared.is_empty() or shared.get_column("dataset").n_unique() > MOST_DATASETS:
        return None
    control = focus if focus == options.reference else None
    rows = hotelling(shared, by="dataset", metrics=KINDS, control=control, variant="corrected", alpha=options.alpha)
    rows = adjusted(rows, options, family=["dataset"])
    with_focus, datasets = facing(rows, focus), rows["dataset"].n_unique()
    clear = with_focus.filter(pl.col("p_adjusted") <= options.alpha)
    return ErrorKinds(
        rows=rows,
        focus=focus,
        n=with_focus.height,
        datasets=counted(datasets, "dataset") if datasets > 1 else "",
        against_reference=control is not None,
        n_clear=clear.height,
        n_trade=clear["better"].null_count(),
        positive=options.positive if isinstance(options.positive, str) else None,
        untested=tuple(untested(with_focus, "comparison")),
        table=_table(shared, with_focus, rows, evidence),
    )


def _counted(evidence: Evidence) -> pl.DataFrame | None:
    """Return the errors of both kinds, fold by fold, as scores of which less is better."""
    predicted, positive = evidence.predictions, evidence.options.positive
    if predicted is None or positive is None or "prediction" not in predicted.columns or is_numeric_truth(predicted):
        return None
    keys = [name for name in RUN_KEYS if name in predicted.columns]
    classes = predicted.group_by("dataset").agg(pl.col("truth").n_unique())
    two = classes.filter(pl.col("truth") == 2).get_column("dataset")
    if not keys or two.is_empty():
        return None
    binary = predicted.filter(pl.col("dataset").is_in(two.implode()))
    counts = confusion_binary(binary, by=("dataset", *keys), positive=positive).drop_nulls(KINDS)
    long = counts.unpivot(KINDS, index=["algorithm", "dataset", *keys], variable_name="metric")
    return long.with_columns(
        pl.col("algorithm", "dataset", "metric").cast(pl.Categorical),
        pl.col("value").cast(pl.Float64),
        direction=pl.lit("lower", pl.Categorical),
    )


def _table(scores: pl.DataFrame, with_focus: pl.DataFrame, rows: pl.DataFrame, evidence: Evidence) -> Table:
    keys = ["dataset", "algorithm"]
    means = scores.with_columns(pl.col(*keys, "metric").cast(pl.String)).pivot(
        "metric", index=keys, values="value", aggregate_function="mean"
    )
    others = with_focus.join(means, left_on=["dataset", "a"], right_on=keys, how="left", maintain_order="left")
    own = means.filter(pl.col("algorithm") == with_focus["b"][0]).select("dataset", a="algorithm", fp="fp", fn="fn")
    frame = pl.concat([own, others], how="diagonal").sort(
        "dataset", pl.col("a") != with_focus["b"][0], "a", maintain_order=True
    )
    columns = (
        label("dataset", when=with_focus["dataset"].n_unique() > 1),
        label("a", "algorithm"),
        column("fp", "false positives", group="mean per run"),
        column("fn", "false negatives", group="mean per run"),
        column("estimate", "T²"),
        column("statistic", "F"),
        degrees_of_freedom(),
        column("p_value", "p"),
        adjusted_p(evidence.options, when=rows.height > 1),
    )
    caption = f"False positives and false negatives together, compared with {with_focus['b'][0]} by Hotelling’s test."
    return exhibits.table("error-kinds", caption, frame, columns, twin=rows)
