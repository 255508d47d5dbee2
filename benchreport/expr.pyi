# Written by `make names` from the records of the methods; do not edit.
from benchreport.measures.areas import auc_rank_expr as auc
from benchreport.measures.areas import auc_rank_expr as auc_rank
from benchreport.measures.areas import average_precision_expr as average_precision
from benchreport.measures.probability import brier_score as brier_score
from benchreport.measures.probability import conditional_log_likelihood as conditional_log_likelihood
from benchreport.measures.probability import informational_loss as informational_loss
from benchreport.measures.probability import log_loss as log_loss
from benchreport.measures.probability import quadratic_probability_loss as quadratic_probability_loss
from benchreport.measures.rates import accuracy as accuracy
from benchreport.measures.rates import balanced_accuracy as balanced_accuracy
from benchreport.measures.rates import error_rate as error_rate
from benchreport.measures.rates import f_score as f_score
from benchreport.measures.rates import fnr as fnr
from benchreport.measures.rates import fpr as fpr
from benchreport.measures.rates import mcc as mcc
from benchreport.measures.rates import precision as precision
from benchreport.measures.rates import tnr as tnr
from benchreport.measures.rates import tpr as tpr
from benchreport.measures.regression import mae as mae
from benchreport.measures.regression import mse as mse
from benchreport.measures.regression import r2 as r2
from benchreport.measures.regression import rmse as rmse
from benchreport.measures.thresholds import adjusted_precision as adjusted_precision
from benchreport.stats.one_algorithm.against_constant import approx_normal_test_expr as approx_normal_test
from benchreport.stats.one_algorithm.against_constant import binomial_test_expr as binomial_test
from benchreport.stats.one_algorithm.against_constant import one_sample_sign_expr as one_sample_sign
from benchreport.stats.one_algorithm.against_constant import one_sample_t_expr as one_sample_t
from benchreport.stats.one_algorithm.against_constant import one_sample_wilcoxon_expr as one_sample_wilcoxon
from benchreport.stats.one_algorithm.against_constant import z_test_mean_expr as z_test_mean
from benchreport.stats.one_algorithm.means import ci_bootstrap_expr as ci_bootstrap
from benchreport.stats.one_algorithm.means import ci_empirical_bernstein_expr as ci_empirical_bernstein
from benchreport.stats.one_algorithm.means import ci_hoeffding_mean_expr as ci_hoeffding_mean
from benchreport.stats.one_algorithm.means import ci_mean_t_expr as ci_mean_t
from benchreport.stats.one_algorithm.means import ci_mean_z_expr as ci_mean_z
from benchreport.stats.one_algorithm.normality import anderson_darling_expr as anderson_darling
from benchreport.stats.one_algorithm.normality import shapiro_wilk_expr as shapiro_wilk
from benchreport.stats.one_algorithm.rates import ci_agresti_coull_expr as ci_agresti_coull
from benchreport.stats.one_algorithm.rates import ci_blaker_expr as ci_blaker
from benchreport.stats.one_algorithm.rates import ci_clopper_pearson_expr as ci_clopper_pearson
from benchreport.stats.one_algorithm.rates import ci_hoeffding_expr as ci_hoeffding
from benchreport.stats.one_algorithm.rates import ci_jeffreys_expr as ci_jeffreys
from benchreport.stats.one_algorithm.rates import ci_midp_expr as ci_midp
from benchreport.stats.one_algorithm.rates import ci_proportion_wald_expr as ci_proportion_wald
from benchreport.stats.one_algorithm.rates import ci_transformed_expr as ci_transformed
from benchreport.stats.one_algorithm.rates import ci_wilson_expr as ci_wilson
from benchreport.stats.several_metrics.correlations import kendall_tau_expr as kendall_tau
from benchreport.stats.several_metrics.correlations import spearman_expr as spearman
from benchreport.stats.two_algorithms.effects import cliff_delta_expr as cliff_delta
from benchreport.stats.two_algorithms.effects import cohen_d_expr as cohen_d
from benchreport.stats.two_algorithms.effects import hedges_g_expr as hedges_g
from benchreport.stats.two_algorithms.effects import rank_biserial_expr as rank_biserial
from benchreport.stats.two_algorithms.effects import vargha_delaney_expr as vargha_delaney
from benchreport.stats.two_algorithms.effects import win_tie_loss_expr as win_tie_loss
from benchreport.stats.two_algorithms.equivalence import tost_paired_t_expr as tost_paired_t
from benchreport.stats.two_algorithms.equivalence import tost_proportions_expr as tost_proportions
from benchreport.stats.two_algorithms.equivalence import tost_wilcoxon_expr as tost_wilcoxon
from benchreport.stats.two_algorithms.on_instances import bootstrap_paired_expr as bootstrap_paired
from benchreport.stats.two_algorithms.on_instances import ci_tango_expr as ci_tango
from benchreport.stats.two_algorithms.on_instances import mcnemar_expr as mcnemar
from benchreport.stats.two_algorithms.on_instances import paired_t_instances_expr as paired_t_instances
from benchreport.stats.two_algorithms.on_instances import permutation_signflip_expr as permutation_signflip
from benchreport.stats.two_algorithms.over_datasets import sign_test_expr as sign_test
from benchreport.stats.two_algorithms.over_datasets import sign_test_normal_expr as sign_test_normal
from benchreport.stats.two_algorithms.over_datasets import wilcoxon_expr as wilcoxon
from benchreport.stats.two_algorithms.over_folds import corrected_resampled_t_expr as corrected_resampled_t
from benchreport.stats.two_algorithms.over_folds import cv52_f_expr as cv52_f
from benchreport.stats.two_algorithms.over_folds import cv52_t_expr as cv52_t
from benchreport.stats.two_algorithms.over_folds import kfold_paired_t_expr as kfold_paired_t
from benchreport.stats.two_algorithms.regression_errors import pitman_morgan_expr as pitman_morgan
from benchreport.stats.two_algorithms.separate_samples import ci_difference_errors_expr as ci_difference_errors
from benchreport.stats.two_algorithms.separate_samples import mann_whitney_expr as mann_whitney
from benchreport.stats.two_algorithms.separate_samples import permutation_two_sample_expr as permutation_two_sample
from benchreport.stats.two_algorithms.separate_samples import two_proportions_expr as two_proportions
from benchreport.stats.two_algorithms.separate_samples import unpaired_t_expr as unpaired_t

__all__ = [
    "accuracy",
    "adjusted_precision",
    "anderson_darling",
    "approx_normal_test",
    "auc",
    "auc_rank",
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
    "kendall_tau",
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
    "shapiro_wilk",
    "sign_test",
    "sign_test_normal",
    "spearman",
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
