# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.one_algorithm.against_constant import approx_normal_test as approx_normal_test
from benchreport.stats.one_algorithm.against_constant import binomial_test as binomial_test
from benchreport.stats.one_algorithm.against_constant import one_sample_sign as one_sample_sign
from benchreport.stats.one_algorithm.against_constant import one_sample_t as one_sample_t
from benchreport.stats.one_algorithm.against_constant import one_sample_wilcoxon as one_sample_wilcoxon
from benchreport.stats.one_algorithm.against_constant import z_test_mean as z_test_mean
from benchreport.stats.one_algorithm.areas import auc_test as auc_test
from benchreport.stats.one_algorithm.areas import ci_auc as ci_auc
from benchreport.stats.one_algorithm.bias_variance import bias_variance_noise as bias_variance_noise
from benchreport.stats.one_algorithm.bias_variance import empirical_risk as empirical_risk
from benchreport.stats.one_algorithm.label_permutation import label_permutation_test as label_permutation_test
from benchreport.stats.one_algorithm.losses import mean_loss_t as mean_loss_t
from benchreport.stats.one_algorithm.means import ci_bootstrap as ci_bootstrap
from benchreport.stats.one_algorithm.means import ci_empirical_bernstein as ci_empirical_bernstein
from benchreport.stats.one_algorithm.means import ci_hoeffding_mean as ci_hoeffding_mean
from benchreport.stats.one_algorithm.means import ci_mean_t as ci_mean_t
from benchreport.stats.one_algorithm.means import ci_mean_z as ci_mean_z
from benchreport.stats.one_algorithm.normality import anderson_darling as anderson_darling
from benchreport.stats.one_algorithm.normality import shapiro_wilk as shapiro_wilk
from benchreport.stats.one_algorithm.rates import ci_agresti_coull as ci_agresti_coull
from benchreport.stats.one_algorithm.rates import ci_blaker as ci_blaker
from benchreport.stats.one_algorithm.rates import ci_clopper_pearson as ci_clopper_pearson
from benchreport.stats.one_algorithm.rates import ci_hoeffding as ci_hoeffding
from benchreport.stats.one_algorithm.rates import ci_jeffreys as ci_jeffreys
from benchreport.stats.one_algorithm.rates import ci_midp as ci_midp
from benchreport.stats.one_algorithm.rates import ci_proportion_wald as ci_proportion_wald
from benchreport.stats.one_algorithm.rates import ci_transformed as ci_transformed
from benchreport.stats.one_algorithm.rates import ci_wilson as ci_wilson
from benchreport.stats.one_algorithm.rates import rate_intervals as rate_intervals
from benchreport.stats.one_algorithm.resampling_error import averaged_cv_error as averaged_cv_error
from benchreport.stats.one_algorithm.resampling_error import bootstrap_632 as bootstrap_632
from benchreport.stats.one_algorithm.resampling_error import bootstrap_632_plus as bootstrap_632_plus
from benchreport.stats.one_algorithm.resampling_error import bootstrap_oob as bootstrap_oob
from benchreport.stats.one_algorithm.resampling_error import pooled_cv_error as pooled_cv_error

__all__ = [
    "anderson_darling",
    "approx_normal_test",
    "auc_test",
    "averaged_cv_error",
    "bias_variance_noise",
    "binomial_test",
    "bootstrap_632",
    "bootstrap_632_plus",
    "bootstrap_oob",
    "ci_agresti_coull",
    "ci_auc",
    "ci_blaker",
    "ci_bootstrap",
    "ci_clopper_pearson",
    "ci_empirical_bernstein",
    "ci_hoeffding",
    "ci_hoeffding_mean",
    "ci_jeffreys",
    "ci_mean_t",
    "ci_mean_z",
    "ci_midp",
    "ci_proportion_wald",
    "ci_transformed",
    "ci_wilson",
    "empirical_risk",
    "label_permutation_test",
    "mean_loss_t",
    "one_sample_sign",
    "one_sample_t",
    "one_sample_wilcoxon",
    "pooled_cv_error",
    "rate_intervals",
    "shapiro_wilk",
    "z_test_mean",
]
