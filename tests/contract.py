"""What the contract tests must know about single methods; see CONTRIBUTING."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Options without which a method cannot be called.
NEEDS: Mapping[str, Mapping[str, Any]] = {
    "one_sample_sign": {"constant": 0.5},
    "one_sample_t": {"constant": 0.5},
    "one_sample_wilcoxon": {"constant": 0.5},
    "rate_intervals": {"positive": "malignant"},
    "tost_paired_proportions": {"margin": 0.05},
    "tost_paired_t": {"margin": 0.05},
    "tost_proportions": {"margin": 0.05},
    "tost_wilcoxon": {"margin": 0.05},
    "z_test_mean": {"constant": 0.5, "sigma": 0.1},
}

# One row per algorithm, named in `a`; they take a table with one algorithm.
SINGLE: frozenset[str] = frozenset(
    {"anderson_darling", "one_sample_sign", "one_sample_t", "one_sample_wilcoxon", "shapiro_wilk", "z_test_mean"}
)

# They use what is there, so a table with gaps is not refused.
INCOMPLETE: frozenset[str] = frozenset(
    {"mann_whitney", "permutation_two_sample", "reward_comparison", "skillings_mack", "unpaired_t"}
)

# Their groups do not follow the usual rules (five repeats of two folds, a declared order, ...), so that the tests
# over hostile groups only ask for rows with a status.
PARTICULAR: frozenset[str] = frozenset(
    {
        "anderson_darling",
        "cv52_f",
        "cv52_t",
        "shapiro_wilk",
        "tost_paired_proportions",
        "tost_paired_t",
        "tost_wilcoxon",
    }
)

# Their sums run over the runs themselves, so the last bit may depend on the order of the rows.
LAST_BIT: frozenset[str] = frozenset({"kfold_paired_t", "corrected_resampled_t"})

# Methods over scores whose results have another shape, or whose input needs more than scores: test_contract_others.py.
OTHERS: frozenset[str] = frozenset(
    {
        "anova_table",
        "anova_twofactor",
        "auc_test",
        "averaged_cv_error",
        "bayes_correlated_t",
        "bayes_sign",
        "bayes_signed_rank",
        "bias_variance_noise",
        "blocking",
        "bootstrap_632",
        "bootstrap_632_plus",
        "bootstrap_oob",
        "box_m",
        "calibration",
        "ci_auc",
        "ci_bootstrap",
        "ci_empirical_bernstein",
        "ci_hoeffding_mean",
        "ci_mean_t",
        "ci_mean_z",
        "cliff_delta",
        "cohen_d",
        "confusion_binary",
        "confusion_multiclass",
        "contrasts",
        "delong",
        "delong_omnibus",
        "delong_unpaired",
        "detectable_difference",
        "dunnett",
        "empirical_risk",
        "factorial_design",
        "factors_response",
        "fractional_factorial",
        "group_test",
        "hedges_g",
        "hotelling",
        "hotelling_direction",
        "hotelling_posthoc",
        "interactions",
        "iqm",
        "jonckheere",
        "kendall_tau",
        "log_ratio",
        "label_permutation_test",
        "main_effects",
        "manova",
        "manova_directions",
        "manova_posthoc",
        "mean_interval_few",
        "mean_score",
        "median_score",
        "missing_auto",
        "missing_sensitivity",
        "multitest_order",
        "multivariate_shapiro",
        "multiverse",
        "optimality_gap",
        "page_trend",
        "pairing",
        "pareto_front",
        "places",
        "per_class_measures",
        "performance_profile",
        "pool_stability",
        "pooled_cv_error",
        "probability_of_improvement",
        "rank_biserial",
        "rank_effects",
        "rank_intervals",
        "rank_sets",
        "rate_intervals",
        "replication",
        "resolution",
        "response_surface",
        "same_rate_other_errors",
        "score_profile",
        "spearman",
        "tost_proportions",
        "vargha_delaney",
        "verdict_interval",
        "verdicts",
        "win_rates",
        "win_tie_loss",
    }
)
