"""Names of metrics as a paper prints them: AUC, balanced accuracy, log loss."""

from __future__ import annotations

from collections.abc import Mapping

from benchreport.tables.schema import ERROR_IN, normalised

PRINTED: Mapping[str, str] = {
    "acc": "accuracy",
    "accuracy": "accuracy",
    "ap": "average precision",
    "ari": "ARI",
    "auc": "AUC",
    "auc_roc": "AUC",
    "aucpr": "AUPRC",
    "auprc": "AUPRC",
    "auroc": "AUROC",
    "bacc": "balanced accuracy",
    "balacc": "balanced accuracy",
    "balanced_accuracy": "balanced accuracy",
    "brier": "Brier score",
    "brier_score": "Brier score",
    "ece": "ECE",
    "err": "error",
    "error_rate": "error rate",
    "f1": "F1",
    "f1_macro": "macro F1",
    "f1_micro": "micro F1",
    "f1_score": "F1",
    "f1_weighted": "weighted F1",
    "log_loss": "log loss",
    "logloss": "log loss",
    "macro_f1": "macro F1",
    "mae": "MAE",
    "mape": "MAPE",
    "mcc": "MCC",
    "mrr": "MRR",
    "mse": "MSE",
    "ndcg": "NDCG",
    "nll": "NLL",
    "nmi": "NMI",
    "pr_auc": "AUPRC",
    "quadratic_probability_loss": "quadratic loss",
    "r2": "R²",
    "r2_score": "R²",
    "rmse": "RMSE",
    "roc_auc": "AUC",
    "test_time": "test time",
    "train_time": "training time",
    "training_duration": "training time",
}
SUFFIXES = ("_mean", "_avg", "_average")


def printed_metric(name: str) -> str:
    """Return the name that a paper prints for a metric; an unknown one stays as it was given.

    Examples
    --------
    >>> [printed_metric(name) for name in ("auc", "Balanced Accuracy", "accuracy_mean", "gain")]
    ['AUC', 'balanced accuracy', 'accuracy', 'gain']
    >>> printed_metric("error in auc")
    'error in AUC'
    """
    if name.startswith(ERROR_IN):
        return ERROR_IN + printed_metric(name.removeprefix(ERROR_IN))
    stem = normalised(name)
    for suffix in SUFFIXES:
        stem = stem.removesuffix(suffix)
    return PRINTED.get(stem, name)


def printed_metrics(names: list[str]) -> dict[str, str]:
    """Return the printed name of every metric; those that would share one stay as they were given.

    Examples
    --------
    >>> printed_metrics(["auc", "roc_auc", "logloss"])
    {'auc': 'auc', 'roc_auc': 'roc_auc', 'logloss': 'log loss'}
    """
    printed = {name: printed_metric(name) for name in names}
    labels = list(printed.values())
    return {
        name: name if labels.count(label) > 1 or (label in names and label != name) else label
        for name, label in printed.items()
    }
