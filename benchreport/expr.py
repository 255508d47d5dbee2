"""Tests as Polars expressions, for columns that already sit side by side; they know no direction.

Examples
--------
>>> import polars as pl
>>> import benchreport as br
>>> folds = pl.DataFrame({"seed": [1, 1, 1, 2, 2, 2], "a": [4, 5, 6, 1, 2, 3], "b": [3, 3, 3, 2, 2, 2]})
>>> rows = folds.group_by("seed", maintain_order=True).agg(br.expr.sign_test("a", "b"))
>>> rows.unnest("sign_test").select("seed", "n", "n_ties", "p_value").rows()
[(1, 3, 0, 0.25), (2, 2, 1, 1.0)]
"""

from benchreport.measures.prevalence import adjusted_precision
from benchreport.measures.probability import (
    brier_score,
    conditional_log_likelihood,
    informational_loss,
    log_loss,
    quadratic_probability_loss,
)
from benchreport.measures.rank_columns import auc, average_precision
from benchreport.measures.rates import (
    accuracy,
    balanced_accuracy,
    error_rate,
    f_score,
    fnr,
    fpr,
    mcc,
    precision,
    tnr,
    tpr,
)
from benchreport.measures.regression import mae, mse, r2, rmse
from benchreport.stats.columns.effects import (
    cliff_delta,
    cohen_d,
    hedges_g,
    rank_biserial,
    vargha_delaney,
    win_tie_loss,
)
from benchreport.stats.columns.equivalence import tost_paired_t, tost_proportions, tost_wilcoxon
from benchreport.stats.columns.folds import corrected_resampled_t, cv52_f, cv52_t, kfold_paired_t
from benchreport.stats.columns.instances import ci_tango, mcnemar, paired_t_instances
from benchreport.stats.columns.means import (
    ci_bootstrap,
    ci_empirical_bernstein,
    ci_hoeffding_mean,
    ci_mean_t,
    ci_mean_z,
)
from benchreport.stats.columns.one_sample import one_sample_sign, one_sample_t, one_sample_wilcoxon, z_test_mean
from benchreport.stats.columns.paired import sign_test, sign_test_normal, wilcoxon
from benchreport.stats.columns.rate_tests import approx_normal_test, binomial_test
from benchreport.stats.columns.rates import (
    ci_agresti_coull,
    ci_blaker,
    ci_clopper_pearson,
    ci_hoeffding,
    ci_jeffreys,
    ci_midp,
    ci_proportion_wald,
    ci_transformed,
    ci_wilson,
)
from benchreport.stats.columns.regression_errors import pitman_morgan
from benchreport.stats.columns.resampled import bootstrap_paired, permutation_signflip
from benchreport.stats.columns.two_rates import ci_difference_errors, two_proportions
from benchreport.stats.columns.unpaired import mann_whitney, permutation_two_sample, unpaired_t

__all__ = [
    "accuracy",
    "adjusted_precision",
    "approx_normal_test",
    "auc",
    "average_precision",
    "balanced_accuracy",
    "binomial_test",
    "bootstrap_paired",
    "brier_score",
    "ci_agresti_coull",
    "ci_blaker",
    "ci_bootstrap",
    "ci_clopper_pearson",
    "ci_difference_errors",
    "ci_empirical_bernstein",
    "ci_hoeffding",
    "ci_hoeffding_mean",
    "ci_jeffreys",
    "ci_mean_t",
    "ci_mean_z",
    "ci_midp",
    "ci_proportion_wald",
    "ci_tango",
    "ci_transformed",
    "ci_wilson",
    "cliff_delta",
    "cohen_d",
    "conditional_log_likelihood",
    "corrected_resampled_t",
    "cv52_f",
    "cv52_t",
    "error_rate",
    "f_score",
    "fnr",
    "fpr",
    "hedges_g",
    "informational_loss",
    "kfold_paired_t",
    "log_loss",
    "mae",
    "mann_whitney",
    "mcc",
    "mcnemar",
    "mse",
    "one_sample_sign",
    "one_sample_t",
    "one_sample_wilcoxon",
    "paired_t_instances",
    "permutation_signflip",
    "permutation_two_sample",
    "pitman_morgan",
    "precision",
    "quadratic_probability_loss",
    "r2",
    "rank_biserial",
    "rmse",
    "sign_test",
    "sign_test_normal",
    "tnr",
    "tost_paired_t",
    "tost_proportions",
    "tost_wilcoxon",
    "tpr",
    "two_proportions",
    "unpaired_t",
    "vargha_delaney",
    "wilcoxon",
    "win_tie_loss",
    "z_test_mean",
]
