"""Scales of metrics: which are comparable over datasets as they are, and which have units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, cast, get_args

from benchreport.errors import OptionError, one_of, refuse_unknown
from benchreport.tables.schema import (
    ERROR_IN,
    HIGHER_WORDS,
    LOWER_WORDS,
    is_unsettled,
    normalised,
    stem_of,
    without_minus,
)

# An ordinal metric, such as R2, is a share without a lower end: over datasets only its order can be compared.
Scale = Literal["share", "area", "correlation", "ratio", "ordinal", "unknown"]
SCALES: tuple[Scale, ...] = get_args(Scale)
# On these a difference of 0.01 means the same on every dataset.
COMPARABLE: frozenset[Scale] = frozenset(("share", "area", "correlation"))

NAMES: Mapping[Scale, str] = {
    "share": """
        accuracy acc acc_norm bacc balacc balanced_accuracy weighted_accuracy f1 f1_score f_score f_measure f1_macro
        f1_micro f1_weighted precision recall sensitivity specificity tpr tnr fpr fnr false_positive_rate
        false_negative_rate hit_rate success_rate success win_rate top1 top5 top_1 top_5 exact_match em bleu
        sacrebleu chrf rouge rouge_l meteor jaccard iou dice gmean
        g_mean mrr recip_rank reciprocal_rank ndcg ndcg_cut hits hit hr bpref rprec nmi v_measure pass pass_at_1 ssim
        error err error_rate misclassification zero_one_loss eer wer cer per ter mape smape brier brier_score
        quadratic_loss quadratic_probability_loss ece break_even_point mc1 mc2
    """,
    "area": """
        auc auroc roc_auc auc_roc auc_50 auc50 auprc pr_auc aucpr ap map map_cut average_precision
        average_precision_11 c_index concordance
    """,
    "correlation": """
        mcc matthews matthews_correlation kappa cohen_kappa pearson spearman kendall ari silhouette youden youden_j
    """,
    "ratio": """
        mse rmse mae medae max_error mean_absolute_error mean_squared_error root_mean_squared_error
        median_absolute_error rmsle msle crps pinball perplexity ppl bits_per_character bpc bits_per_byte
        word_perplexity byte_perplexity time duration seconds runtime run_time train_time test_time training_duration
        latency memory cost total_cost asymmetric_loss carbon energy flops parameters n_parameters size_bytes
        throughput speedup hypervolume hv igd gd hausdorff fid lpips logloss log_loss cross_entropy nll
        neg_log_likelihood negative_log_likelihood informational_loss likelihood
    """,
    "ordinal": """
        r2 r2_score r_squared explained_variance nse kge skill_score brier_skill_score
    """,
}
SCALE_OF_NAME: Mapping[str, Scale] = {name: scale for scale, names in NAMES.items() for name in names.split()}
# Last words that settle it, unless a word before them says the contrary: `grid_search_time`, `churn_auc`.
LAST_WORDS: Mapping[str, Scale] = {
    **dict.fromkeys(("accuracy", "f1", "recall", "precision"), "share"),
    **dict.fromkeys(("auc", "auroc"), "area"),
    **dict.fromkeys(("mcc", "kappa"), "correlation"),
    "r2": "ordinal",
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
    if metric.startswith(ERROR_IN):
        scale = known_scale(metric.removeprefix(ERROR_IN))
        return "ratio" if scale == "ordinal" else scale  # 1 - R2 is a ratio of sums of squares
    stem = stem_of(without_minus(metric) or metric, SCALE_OF_NAME)
    if stem in SCALE_OF_NAME:
        return SCALE_OF_NAME[stem]
    words = stem.split("_")
    if words[0] == "1" or is_unsettled(stem):
        return "unknown"
    name = normalised(metric)
    if words[0] == "time" and name.endswith(("_s", "_ms", "_sec")):
        return "ratio"
    if words[0].startswith("rouge"):
        return "share"
    if words[-1] in HIGHER_WORDS and LOWER_WORDS & set(words):
        return "unknown"
    return LAST_WORDS.get(words[-1], "share" if name.endswith(("_percent", "_percentage", "_pct")) else "unknown")


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
