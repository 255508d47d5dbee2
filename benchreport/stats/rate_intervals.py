"""How sure is each rate of the confusion matrix?"""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.measures.confusion import confusion_binary
from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats import rates
from benchreport.stats.binomial_limits import wilson
from benchreport.stats.columns.counts import judged_counts, with_limits
from benchreport.stats.rate_counts import COUNT_REMARKS
from benchreport.stats.rows import Frame, checked_alpha, fields, first_that_holds, over_table
from benchreport.tables.groups import By

NOTHING = Remark(code="rate_of_nothing", note="a rate of nothing: no such instances or calls")
# Name of the rate: what is counted, out of what.
RATES = {
    "accuracy": (pl.col("tp") + pl.col("tn"), "total"),
    "tpr": (pl.col("tp"), "positives"),
    "tnr": (pl.col("tn"), "negatives"),
    "fpr": (pl.col("fp"), "negatives"),
    "fnr": (pl.col("fn"), "positives"),
    "precision": (pl.col("tp"), "called_positive"),
    "npv": (pl.col("tn"), "called_negative"),
}


def rate_intervals(table: Frame, *, by: By = "dataset", positive: Any, alpha: float = 0.05) -> Frame:
    """Wilson's interval for every rate of the two-class confusion matrix, one row per algorithm and rate.

    ``term`` names the rate: accuracy, tpr, tnr, fpr, fnr, precision, npv. A rate of nothing is undefined. Counts are
    pooled over folds.

    Parameters
    ----------
    table
        Predictions, or counts of confusions.
    by
        Groups to count separately.
    positive
        The positive class; it is never guessed.
    alpha
        Level of the intervals.

    Examples
    --------
    >>> import benchreport as br
    >>> counts = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]}))
    >>> rows = br.rate_intervals(counts, positive="positive").filter(pl.col("term") == "tpr")
    >>> rows.select("n", "estimate", pl.col("ci_low", "ci_high").round(4)).row(0)
    (50, 0.8, 0.6696, 0.8876)
    """
    checked_alpha(alpha)

    def run(given: Any) -> pl.DataFrame:
        counts = confusion_binary(given, by=by, positive=positive).with_columns(whole=True)
        groups: list[str] = counts.columns[: counts.columns.index("algorithm")]
        each = [
            counts.select(
                *groups, "n_dropped", "whole", a="algorithm", term=pl.lit(name), k=hits.cast(pl.Float64), n=pl.col(of)
            )
            for name, (hits, of) in RATES.items()
        ]
        limits = with_limits(wilson, judged_counts(pl.concat(each).cast({"n": pl.Float64})), alpha / 2)
        # Pooled folds, repeated instances and clusters are judged once, for the error rate.
        judged = rates.ci_wilson(given, by=by, alpha=alpha).select(*groups, "a", "status", "remarks")
        rows = limits.join(judged, on=[*groups, "a"], how="left", maintain_order="left")
        nothing, rough = pl.col("n") == 0, pl.col("status") == "approximate"
        row = fields(
            RATE_INTERVALS,
            **{name: pl.col(name) for name in ("a", "term", "n", "n_dropped")},
            estimate=pl.when("fine").then("estimate"),
            ci_low=pl.col("low"),
            ci_high=pl.col("high"),
            alpha=alpha,
            law="score",
            alternative="two-sided",
            status=first_that_holds([(nothing, "undefined"), (rough, "approximate")], "ok"),
            remarks=joined_remarks(NOTHING.where(nothing), pl.col("remarks")),
        )
        return rows.select(*groups, *row).sort(*groups, "a", "term")

    return over_table(table, by, RESULT_COLUMNS, run)


RATE_INTERVALS = Method(
    id="rate_intervals",
    title="Wilson intervals of the rates",
    question="Where do the true rates of a classifier lie: of hits, of false alarms, of right calls?",
    shape="predictions",
    also=("counts",),
    door="one",
    symbol="p",
    formula="Wilson's score interval of tp/p, tn/n, fp/n, fn/p, tp/p', tn/n' and (tp + tn)/N",
    tex=r"\frac{f + \frac{z^2}{2m} \pm z \sqrt{\frac{f (1 - f)}{m} + \frac{z^2}{4 m^2}}}{1 + \frac{z^2}{m}}",
    assumes=("instances are independent", "the classifier was not trained on them"),
    cites=("wilson1927", "brown2001"),
    estimand="rate",
    remarks=(NOTHING, *COUNT_REMARKS),
    table=rate_intervals,
)
