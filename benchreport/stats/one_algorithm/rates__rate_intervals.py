"""How sure is each rate of the confusion matrix?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import polars as pl

from benchreport.measures.confusion import counted_cells, decided
from benchreport.method import Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import Frame, over_layout
from benchreport.stats.forms.rates import COUNT_REMARKS, judged_counts, rate_rows, split_instances, with_limits
from benchreport.stats.forms.rows import checked_alpha, fields, first_that_holds
from benchreport.stats.kernels.binomial import wilson
from benchreport.stats.one_algorithm.rates__columns_rates import CI_WILSON, ci_wilson
from benchreport.tables.blocks import GROUP, Grouped, grouped_scores
from benchreport.tables.groups import By
from benchreport.tables.scored import LINE, as_decisions

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
    layout, rows = partial(_confused, by=by, positive=positive), partial(_intervals, alpha=checked_alpha(alpha))
    return over_layout(table, layout, rows, by=by)


@dataclass(frozen=True, kw_only=True, eq=False)
class Confused(Grouped):
    """Predictions or counts split into groups, their two-class ``cells``, and the ``instances`` that are judged."""

    cells: pl.DataFrame  # one row per group and algorithm
    instances: Grouped


def _confused(table: Any, *, by: By, positive: Any) -> Confused:
    entered = grouped_scores(table, by, as_decisions)
    known = decided(entered, by, positive)
    counted = counted_cells(known, positive).sort(LINE)
    cells = known.scored.lines(counted.get_column(LINE).to_numpy()).hstack(counted.drop(LINE))
    return Confused.split(known.scored.source, by, cells=cells, instances=split_instances(entered, by=by))


def _intervals(table: Confused, *, alpha: float) -> pl.DataFrame:
    cells = table.cells.with_columns(whole=True)
    each = [
        cells.select(
            "group", "n_dropped", "whole", a="algorithm", term=pl.lit(name), k=hits.cast(pl.Float64), n=pl.col(of)
        )
        for name, (hits, of) in RATES.items()
    ]
    limits = with_limits(wilson, judged_counts(pl.concat(each).cast({"n": pl.Float64})), alpha / 2)
    # Pooled folds, repeated instances and clusters are judged once, for the error rate.
    test = ci_wilson("__successes", "__trials", alpha=alpha)
    judged = rate_rows(table.instances, method=CI_WILSON, test=test, rate="error", alternative="two-sided")
    owner = table.owners(table.instances).gather(judged.get_column(GROUP))
    judged = judged.select(owner.alias("group"), "a", "status", "remarks")
    rows = limits.join(judged, on=["group", "a"], how="left", maintain_order="left")
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
    return rows.select("group", *row).sort("group", "a", "term")


RATE_INTERVALS = Method(
    id="rate_intervals",
    title="Wilson intervals of the rates",
    question="Where do the true rates of a classifier lie: of hits, of false alarms, of right calls?",
    shape="predictions",
    also=("counts",),
    symbol="p",
    formula="Wilson's score interval of tp/p, tn/n, fp/n, fn/p, tp/p', tn/n' and (tp + tn)/N",
    tex=r"\frac{f + \frac{z^2}{2m} \pm z \sqrt{\frac{f (1 - f)}{m} + \frac{z^2}{4 m^2}}}{1 + \frac{z^2}{m}}",
    assumes=("instances are independent", "the classifier was not trained on them"),
    cites=("wilson1927", "brown2001"),
    estimand="rate",
    remarks=(NOTHING, *COUNT_REMARKS),
    table=rate_intervals,
)
