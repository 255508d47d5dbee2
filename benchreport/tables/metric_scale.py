"""Scales of metrics: which are comparable over datasets as they are, and which have units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, cast, get_args

from benchreport.errors import OptionError, one_of, refuse_unknown
from benchreport.tables.schema import UNSETTLING, normalised, without_prefixes

Scale = Literal["share", "area", "correlation", "ratio", "unknown"]
SCALES: tuple[Scale, ...] = get_args(Scale)
# On these a difference of 0.01 means the same on every dataset.
COMPARABLE: frozenset[Scale] = frozenset(("share", "area", "correlation"))

NAMES: Mapping[Scale, str] = {
    "share": """
        accuracy acc acc_norm bacc balacc balanced_accuracy weighted_accuracy f1 f1_score f_score f_measure f1_macro
        f1_micro f1_weighted precision recall sensitivity specificity tpr tnr fpr fnr false_positive_rate
        false_negative_rate hit_rate success_rate success win_rate top1 top5 top_1 top_5 exact_match em bleu rouge
        rouge_l rouge1 rouge2 meteor jaccard iou dice gmean g_mean mrr ndcg nmi v_measure pass_at_1 ssim error err
        error_rate misclassification zero_one_loss wer cer per ter mape smape brier brier_score quadratic_loss
        quadratic_probability_loss ece r2 r2_score r_squared explained_variance break_even_point mc1 mc2
    """,
    "area": """
        auc auroc roc_auc auc_roc auc_50 auc50 auprc pr_auc aucpr ap map average_precision average_precision_11
        c_index concordance
    """,
    "correlation": """
        mcc matthews matthews_correlation kappa cohen_kappa pearson spearman kendall ari silhouette youden youden_j
    """,
    "ratio": """
        mse rmse mae medae max_error mean_absolute_error mean_squared_error root_mean_squared_error
        median_absolute_error rmsle msle crps pinball perplexity ppl bits_per_character bpc bits_per_byte
        word_perplexity byte_perplexity time duration seconds runtime run_time train_time test_time training_duration
        latency memory cost total_cost asymmetric_loss carbon energy flops parameters n_parameters size_bytes
        throughput speedup hypervolume hv igd gd hausdorff fid logloss log_loss cross_entropy nll informational_loss
        likelihood
    """,
}
SCALE_OF_NAME: Mapping[str, Scale] = {name: scale for scale, names in NAMES.items() for name in names.split()}
# Last words that settle it: `grid_search_time`, `error_percent`, `churn_auc`.
LAST_WORDS: Mapping[str, Scale] = {
    **dict.fromkeys(("accuracy", "f1", "recall", "precision", "percent", "percentage", "pct"), "share"),
    **dict.fromkeys(("auc", "auroc"), "area"),
    **dict.fromkeys(("mcc", "kappa"), "correlation"),
    **dict.fromkeys(("time", "duration", "seconds", "latency", "runtime", "memory", "rmse", "mae", "mse"), "ratio"),
}
SYNONYMS: Mapping[str, Scale] = {
    "percent": "share", "percentage": "share", "proportion": "share", "rate": "share", "units": "ratio",
}  # fmt: skip


def known_scale(metric: str) -> Scale:
    """Return the scale that a metric's name implies, "unknown" where its name does not settle it.

    Examples
    --------
    >>> known_scale("Balanced Accuracy"), known_scale("test_auc"), known_scale("RMSE"), known_scale("gain")
    ('share', 'area', 'ratio', 'unknown')
    """
    bare = without_prefixes(metric, SCALE_OF_NAME)
    if bare in SCALE_OF_NAME:
        return SCALE_OF_NAME[bare]
    words = bare.split("_")
    if words[0] == "1" or UNSETTLING & set(words):
        return "unknown"
    if words[0] == "time" and words[-1] in {"s", "ms", "sec"}:
        return "ratio"
    return LAST_WORDS.get(words[-1], "unknown")


def scale_word(metric: str, word: str) -> Scale:
    """Read a declared scale.

    Examples
    --------
    >>> scale_word("gain", "percent")
    'share'
    """
    spelt = normalised(word) if isinstance(word, str) else ""
    if spelt in SYNONYMS:
        return SYNONYMS[spelt]
    one_of(word if spelt not in SCALES else spelt, SCALES, name=f"scale of {metric!r}")
    return cast(Scale, spelt)


def scales_of(metrics: Iterable[str], declared: Mapping[str, str] | None = None) -> dict[str, Scale]:
    """Return the scale of every metric: the declared one, else the one its name implies.

    Examples
    --------
    >>> scales_of(["auc", "gain"], {"gain": "share"})
    {'auc': 'area', 'gain': 'share'}
    """
    names = list(metrics)
    declared = declared or {}
    if not isinstance(declared, Mapping):
        raise OptionError(f"scales is {declared!r}", hint="a mapping, such as scales={'gain': 'share'}")
    refuse_unknown(declared, sorted(names), "a scale is declared for {!r}", OptionError)
    return {name: scale_word(name, declared[name]) if name in declared else known_scale(name) for name in names}
