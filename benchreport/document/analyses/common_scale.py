"""Rates: metrics that lie between 0 and 1, or 0 and 100 %, on every dataset, so that their values may be pooled."""

from __future__ import annotations

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric
from benchreport.tables.schema import stem_of

UNIT, PER_CENT = 1.0, 100.0
# A rate that was summed up may pass its end by rounding.
ROUNDED = 1 + 1e-9
# Metrics that lie between 0 and 1 by definition, whatever the dataset.
RATES = frozenset(
    (
        *("accuracy", "acc", "bacc", "balacc", "balanced_accuracy", "error_rate", "misclassification", "zero_one_loss"),
        *("auc", "auroc", "roc_auc", "auc_roc", "auprc", "pr_auc", "aucpr", "average_precision", "ndcg", "mrr"),
        *("f1", "f1_score", "f_score", "f_measure", "f1_macro", "f1_micro", "f1_weighted", "gmean", "g_mean"),
        *("precision", "recall", "sensitivity", "specificity", "tpr", "tnr", "fpr", "fnr", "hit_rate"),
        *("false_positive_rate", "false_negative_rate", "jaccard", "iou", "dice", "exact_match", "pass_at_1"),
        *("top1", "top5", "top_1", "top_5", "win_rate", "success_rate"),
    )
)
# Words that name a rate only where every value is one; they are never read as per cent.
PERHAPS = frozenset(["error", "err", "brier", "brier_score", "ece", "map", "ap", "em", "success"])


def scale_of(evidence: Evidence, metric: Metric) -> float | None:
    """Return the largest possible value of a rate, 1 or 100 for per cent; None where a metric is no rate."""
    lowest, highest = evidence.of(metric).select(pl.col("value").min(), highest=pl.col("value").max()).row(0)
    return rate_scale(evidence.table_metrics.get(metric.name, metric.name), lowest, highest)


def rate_scale(metric: str, lowest: float | None, highest: float | None) -> float | None:
    """Return on which scale a metric is a rate, from its name and from the range of its values.

    Examples
    --------
    >>> rate_scale("test_accuracy", 0.4, 0.9), rate_scale("Accuracy", 41.0, 93.5), rate_scale("rmse", 0.1, 0.9)
    (1.0, 100.0, None)
    >>> rate_scale("error", 0.1, 0.4), rate_scale("error", 0.1, 40.0)
    (1.0, None)
    >>> rate_scale("auroc", 0.4, 1.0000000000000002)
    1.0
    """
    name = stem_of(metric, RATES)
    if lowest is None or highest is None or lowest < 0 or name not in RATES | PERHAPS:
        return None
    if highest <= UNIT * ROUNDED:
        return UNIT
    return PER_CENT if highest <= PER_CENT * ROUNDED and name in RATES else None
