# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.two_algorithms.areas import delong as delong
from benchreport.stats.two_algorithms.areas import delong_unpaired as delong_unpaired
from benchreport.stats.two_algorithms.class_use import bowker as bowker
from benchreport.stats.two_algorithms.class_use import same_rate_other_errors as same_rate_other_errors
from benchreport.stats.two_algorithms.class_use import stuart_maxwell as stuart_maxwell
from benchreport.stats.two_algorithms.costs import risk_test as risk_test
from benchreport.stats.two_algorithms.costs import risk_test as tests_on_risk
from benchreport.stats.two_algorithms.differences import group_test as group_test
from benchreport.stats.two_algorithms.differences import log_ratio as log_ratio
from benchreport.stats.two_algorithms.effects import cliff_delta as cliff_delta
from benchreport.stats.two_algorithms.effects import cohen_d as cohen_d
from benchreport.stats.two_algorithms.effects import hedges_g as hedges_g
from benchreport.stats.two_algorithms.effects import rank_biserial as rank_biserial
from benchreport.stats.two_algorithms.effects import vargha_delaney as vargha_delaney
from benchreport.stats.two_algorithms.effects import win_tie_loss as win_tie_loss
from benchreport.stats.two_algorithms.equivalence import tost_paired_proportions as tost_paired_proportions
from benchreport.stats.two_algorithms.equivalence import tost_paired_t as tost_paired_t
from benchreport.stats.two_algorithms.equivalence import tost_proportions as tost_proportions
from benchreport.stats.two_algorithms.equivalence import tost_wilcoxon as tost_wilcoxon
from benchreport.stats.two_algorithms.on_instances import bootstrap_paired as bootstrap_paired
from benchreport.stats.two_algorithms.on_instances import ci_tango as ci_tango
from benchreport.stats.two_algorithms.on_instances import mcnemar as mcnemar
from benchreport.stats.two_algorithms.on_instances import paired_t_instances as paired_t_instances
from benchreport.stats.two_algorithms.on_instances import permutation_signflip as permutation_signflip
from benchreport.stats.two_algorithms.over_datasets import sign_test as sign_test
from benchreport.stats.two_algorithms.over_datasets import sign_test_normal as sign_test_normal
from benchreport.stats.two_algorithms.over_datasets import wilcoxon as wilcoxon
from benchreport.stats.two_algorithms.over_folds import corrected_resampled_t as corrected_resampled_t
from benchreport.stats.two_algorithms.over_folds import cv52_f as cv52_f
from benchreport.stats.two_algorithms.over_folds import cv52_t as cv52_t
from benchreport.stats.two_algorithms.over_folds import kfold_paired_t as kfold_paired_t
from benchreport.stats.two_algorithms.regression_errors import f_test_regression as f_test_regression
from benchreport.stats.two_algorithms.regression_errors import pitman_morgan as pitman_morgan
from benchreport.stats.two_algorithms.separate_samples import ci_difference_errors as ci_difference_errors
from benchreport.stats.two_algorithms.separate_samples import mann_whitney as mann_whitney
from benchreport.stats.two_algorithms.separate_samples import permutation_two_sample as permutation_two_sample
from benchreport.stats.two_algorithms.separate_samples import reward_comparison as reward_comparison
from benchreport.stats.two_algorithms.separate_samples import two_proportions as two_proportions
from benchreport.stats.two_algorithms.separate_samples import unpaired_t as unpaired_t

__all__ = [
    "bootstrap_paired",
    "bowker",
    "ci_difference_errors",
    "ci_tango",
    "cliff_delta",
    "cohen_d",
    "corrected_resampled_t",
    "cv52_f",
    "cv52_t",
    "delong",
    "delong_unpaired",
    "f_test_regression",
    "group_test",
    "hedges_g",
    "kfold_paired_t",
    "log_ratio",
    "mann_whitney",
    "mcnemar",
    "paired_t_instances",
    "permutation_signflip",
    "permutation_two_sample",
    "pitman_morgan",
    "rank_biserial",
    "reward_comparison",
    "risk_test",
    "same_rate_other_errors",
    "sign_test",
    "sign_test_normal",
    "stuart_maxwell",
    "tests_on_risk",
    "tost_paired_proportions",
    "tost_paired_t",
    "tost_proportions",
    "tost_wilcoxon",
    "two_proportions",
    "unpaired_t",
    "vargha_delaney",
    "wilcoxon",
    "win_tie_loss",
]
