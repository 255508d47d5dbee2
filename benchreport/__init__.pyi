# Written by `make names` from the records of the methods; do not edit.
from benchreport import expr as expr
from benchreport import measures as scoring
from benchreport.document.compose import figure as figure
from benchreport.document.compose import finding as finding
from benchreport.document.compose import section as section
from benchreport.document.compose import show as show
from benchreport.document.compose import table as table
from benchreport.document.evidence import Evidence as Evidence
from benchreport.document.model.blocks import Report as Report
from benchreport.document.model.blocks import Section as Section
from benchreport.document.proof.changes import compare as compare
from benchreport.document.proof.rebuild import rebuild as rebuild
from benchreport.document.proof.verify import verification as verification
from benchreport.document.proof.verify import verify as verify
from benchreport.document.table_of import table_of as table_of
from benchreport.errors import BenchreportError as BenchreportError
from benchreport.errors import BenchreportWarning as BenchreportWarning
from benchreport.figures.plot import alt_text as alt_text
from benchreport.figures.plot import plot as plot
from benchreport.figures.plot import plot_data as plot_data
from benchreport.measures.areas import auc_direct as auc_direct
from benchreport.measures.areas import auc_n as auc_n
from benchreport.measures.areas import auc_rank as auc
from benchreport.measures.areas import auc_rank as auc_rank
from benchreport.measures.areas import average_precision as average_precision
from benchreport.measures.areas import average_precision_11 as average_precision_11
from benchreport.measures.areas import break_even_point as break_even_point
from benchreport.measures.areas import partial_auc as partial_auc
from benchreport.measures.areas import youden as youden
from benchreport.measures.confusion import confusion_binary as confusion_binary
from benchreport.measures.confusion import confusion_multiclass as confusion_multiclass
from benchreport.measures.confusion import per_class_measures as per_class_measures
from benchreport.measures.curves import pr_curve as pr_curve
from benchreport.measures.curves import precision_at_recall as precision_at_recall
from benchreport.measures.curves import roc_curve as roc_curve
from benchreport.measures.curves import roc_dominance as roc_dominance
from benchreport.measures.curves import roc_n as roc_n
from benchreport.measures.curves import sens_spec_curve as sens_spec_curve
from benchreport.measures.instances import instance_pairs as instance_pairs
from benchreport.measures.measure import measure as measure
from benchreport.measures.multiclass import multiclass_auc as multiclass_auc
from benchreport.measures.multiclass import one_vs_rest as one_vs_rest
from benchreport.measures.reliability import calibration as calibration
from benchreport.measures.retrieval import gains as gains
from benchreport.measures.retrieval import lift as lift
from benchreport.measures.retrieval import retrieval_venn as retrieval_venn
from benchreport.measures.thresholds import cost_threshold as cost_threshold
from benchreport.measures.thresholds import decision_threshold as decision_threshold
from benchreport.method import Advice as Advice
from benchreport.method import Method as Method
from benchreport.method import RANK_COLUMNS as RANK_COLUMNS
from benchreport.method import RESULT_COLUMNS as RESULT_COLUMNS
from benchreport.registry import ADVICE as ADVICE
from benchreport.registry import METHODS as METHODS
from benchreport.registry import methods as methods
from benchreport.resources import example as example
from benchreport.running import run as run
from benchreport.stats import answer as answer
from benchreport.stats import bayes as bayes
from benchreport.stats import many_algorithms as many
from benchreport.stats import multiplicity as multiplicity
from benchreport.stats import one_algorithm as one
from benchreport.stats import ordering as ordering
from benchreport.stats import planning as planning
from benchreport.stats import posthoc as posthoc
from benchreport.stats import several_metrics as metrics
from benchreport.stats import summaries as summaries
from benchreport.stats import theory as theory
from benchreport.stats import two_algorithms as two
from benchreport.stats.answer.deciding import deciding_test as deciding_test
from benchreport.stats.answer.deciding import page_family as page_family
from benchreport.stats.answer.gaps import missing_auto as missing_auto
from benchreport.stats.answer.gaps import missing_sensitivity as missing_sensitivity
from benchreport.stats.answer.other_analyses import multiverse as multiverse
from benchreport.stats.answer.pair_verdicts import nemenyi_confirmed as nemenyi_confirmed
from benchreport.stats.answer.pair_verdicts import verdicts as verdicts
from benchreport.stats.answer.standings import places as places
from benchreport.stats.answer.standings import resolution as resolution
from benchreport.stats.answer.verdict_intervals import verdict_interval as verdict_interval
from benchreport.stats.bayes.abilities import bradley_terry as bradley_terry
from benchreport.stats.bayes.abilities import plackett_luce as plackett_luce
from benchreport.stats.bayes.paired_tests import bayes_correlated_t as bayes_correlated_t
from benchreport.stats.bayes.paired_tests import bayes_samples as bayes_samples
from benchreport.stats.bayes.paired_tests import bayes_sign as bayes_sign
from benchreport.stats.bayes.paired_tests import bayes_signed_rank as bayes_signed_rank
from benchreport.stats.many_algorithms.assumptions import bartlett as bartlett
from benchreport.stats.many_algorithms.assumptions import fligner as fligner
from benchreport.stats.many_algorithms.assumptions import levene as levene
from benchreport.stats.many_algorithms.assumptions import mauchly as mauchly
from benchreport.stats.many_algorithms.binary_outcomes import cochran_q as cochran_q
from benchreport.stats.many_algorithms.complete_blocks import average_ranks as average_ranks
from benchreport.stats.many_algorithms.complete_blocks import friedman as friedman
from benchreport.stats.many_algorithms.complete_blocks import friedman_aligned as friedman_aligned
from benchreport.stats.many_algorithms.complete_blocks import iman_davenport as iman_davenport
from benchreport.stats.many_algorithms.complete_blocks import kendall_w as kendall_w
from benchreport.stats.many_algorithms.complete_blocks import quade as quade
from benchreport.stats.many_algorithms.complete_blocks import rank_tests as rank_tests
from benchreport.stats.many_algorithms.incomplete_blocks import rank_effects as rank_effects
from benchreport.stats.many_algorithms.incomplete_blocks import skillings_mack as skillings_mack
from benchreport.stats.many_algorithms.ordered_alternatives import jonckheere as jonckheere
from benchreport.stats.many_algorithms.ordered_alternatives import page_trend as page_trend
from benchreport.stats.many_algorithms.separate_samples import kruskal_wallis as kruskal_wallis
from benchreport.stats.many_algorithms.variance import ANOVA_COLUMNS as ANOVA_COLUMNS
from benchreport.stats.many_algorithms.variance import anova_blocked as anova_blocked
from benchreport.stats.many_algorithms.variance import anova_oneway as anova_oneway
from benchreport.stats.many_algorithms.variance import anova_table as anova_table
from benchreport.stats.many_algorithms.variance import anova_twofactor as anova_twofactor
from benchreport.stats.many_algorithms.variance import welch_anova as welch_anova
from benchreport.stats.multiplicity.adjusting import adjust as adjust
from benchreport.stats.multiplicity.adjusting import attainable as attainable
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
from benchreport.stats.one_algorithm.roc_bands import roc_average as roc_average
from benchreport.stats.one_algorithm.roc_bands import roc_band as roc_band
from benchreport.stats.ordering.complete_order import multitest_order as multitest_order
from benchreport.stats.ordering.complete_order import partial_order as partial_order
from benchreport.stats.ordering.indistinguishable_sets import cliques as cliques
from benchreport.stats.ordering.indistinguishable_sets import letters as letters
from benchreport.stats.ordering.plausible_ranks import rank_sets as rank_sets
from benchreport.stats.planning.advising import advice as advice
from benchreport.stats.planning.detectable import detectable_difference as detectable_difference
from benchreport.stats.planning.factors import factorial_design as factorial_design
from benchreport.stats.planning.factors import factors_response as factors_response
from benchreport.stats.planning.factors import fractional_factorial as fractional_factorial
from benchreport.stats.planning.factors import interactions as interactions
from benchreport.stats.planning.factors import main_effects as main_effects
from benchreport.stats.planning.partitions import k_disjoint_pairs as k_disjoint_pairs
from benchreport.stats.planning.partitions import resampling_costs as resampling_costs
from benchreport.stats.planning.replicates import blocking as blocking
from benchreport.stats.planning.replicates import pairing as pairing
from benchreport.stats.planning.replicates import replication as replication
from benchreport.stats.planning.simulations import power_friedman as power_friedman
from benchreport.stats.planning.simulations import power_wilcoxon as power_wilcoxon
from benchreport.stats.planning.simulations import simulate_test_size as simulate_test_size
from benchreport.stats.planning.simulations import simulate_test_size as test_size_simulation
from benchreport.stats.planning.sizes import binomial_model as binomial_model
from benchreport.stats.planning.sizes import model_selection_bound as model_selection_bound
from benchreport.stats.planning.sizes import sample_size_hoeffding as sample_size_hoeffding
from benchreport.stats.planning.sizes import sample_size_power as sample_size_power
from benchreport.stats.planning.sizes import sample_size_selection as sample_size_selection
from benchreport.stats.planning.sizes import type2_power as type2_power
from benchreport.stats.planning.surface import response_surface as response_surface
from benchreport.stats.posthoc.mean_ranks import bonferroni_dunn as bonferroni_dunn
from benchreport.stats.posthoc.mean_ranks import conover as conover
from benchreport.stats.posthoc.mean_ranks import critical_difference as critical_difference
from benchreport.stats.posthoc.mean_ranks import exact_friedman_pairs as exact_friedman_pairs
from benchreport.stats.posthoc.mean_ranks import friedman_aligned_posthoc as friedman_aligned_posthoc
from benchreport.stats.posthoc.mean_ranks import friedman_posthoc_z as friedman_posthoc_z
from benchreport.stats.posthoc.mean_ranks import miller as miller
from benchreport.stats.posthoc.mean_ranks import nemenyi as nemenyi
from benchreport.stats.posthoc.mean_ranks import quade_posthoc as quade_posthoc
from benchreport.stats.posthoc.mean_ranks import siegel as siegel
from benchreport.stats.posthoc.means import dunnett as dunnett
from benchreport.stats.posthoc.means import fisher_lsd as fisher_lsd
from benchreport.stats.posthoc.means import games_howell as games_howell
from benchreport.stats.posthoc.means import pairwise_t_pooled as pairwise_t_pooled
from benchreport.stats.posthoc.means import scheffe as scheffe
from benchreport.stats.posthoc.means import tukey_hsd as tukey_hsd
from benchreport.stats.posthoc.planned_contrasts import contrasts as contrasts
from benchreport.stats.posthoc.pooled_ranks import conover_kw as conover_kw
from benchreport.stats.posthoc.pooled_ranks import dscf as dscf
from benchreport.stats.posthoc.pooled_ranks import dunn as dunn
from benchreport.stats.posthoc.pooled_ranks import nemenyi_kw as nemenyi_kw
from benchreport.stats.posthoc.pooled_ranks import tukey_ranks as tukey_ranks
from benchreport.stats.posthoc.stability import pool_stability as pool_stability
from benchreport.stats.several_metrics.assumptions import box_m as box_m
from benchreport.stats.several_metrics.assumptions import multivariate_shapiro as multivariate_shapiro
from benchreport.stats.several_metrics.correlations import kendall_tau as kendall_tau
from benchreport.stats.several_metrics.correlations import spearman as spearman
from benchreport.stats.several_metrics.t2_tests import hotelling as hotelling
from benchreport.stats.several_metrics.t2_tests import hotelling_direction as hotelling_direction
from benchreport.stats.several_metrics.t2_tests import hotelling_posthoc as hotelling_posthoc
from benchreport.stats.several_metrics.trade_offs import pareto_front as pareto_front
from benchreport.stats.several_metrics.variance_of_vectors import manova as manova
from benchreport.stats.several_metrics.variance_of_vectors import manova_directions as manova_directions
from benchreport.stats.several_metrics.variance_of_vectors import manova_posthoc as manova_posthoc
from benchreport.stats.summaries.aggregates import iqm as iqm
from benchreport.stats.summaries.aggregates import mean_interval_few as mean_interval_few
from benchreport.stats.summaries.aggregates import mean_score as mean_score
from benchreport.stats.summaries.aggregates import median_score as median_score
from benchreport.stats.summaries.aggregates import optimality_gap as optimality_gap
from benchreport.stats.summaries.profiles import performance_profile as performance_profile
from benchreport.stats.summaries.profiles import score_profile as score_profile
from benchreport.stats.summaries.rescaling import rescaled as rescaled
from benchreport.stats.summaries.winning import probability_of_improvement as probability_of_improvement
from benchreport.stats.summaries.winning import rank_intervals as rank_intervals
from benchreport.stats.summaries.winning import win_rates as win_rates
from benchreport.stats.theory.gaussian_classes import GaussianTask as GaussianTask
from benchreport.stats.theory.gaussian_classes import QuadraticRule as QuadraticRule
from benchreport.stats.theory.gaussian_classes import bayes_classifier as bayes_classifier
from benchreport.stats.theory.gaussian_classes import bayes_risk as bayes_risk
from benchreport.stats.theory.gaussian_classes import estimated_task as estimated_task
from benchreport.stats.theory.gaussian_classes import gaussian_discriminant as gaussian_discriminant
from benchreport.stats.theory.gaussian_classes import gaussian_sample as gaussian_sample
from benchreport.stats.theory.gaussian_classes import generalization_risk as generalization_risk
from benchreport.stats.two_algorithms.areas import delong as delong
from benchreport.stats.two_algorithms.areas import delong_omnibus as delong_omnibus
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
from benchreport.tables.blocks import pairs as pairs
from benchreport.tables.complete import complete as complete
from benchreport.tables.complete import missing_cells as missing_cells
from benchreport.tables.designs.design import design as design
from benchreport.tables.designs.prediction_design import prediction_design as prediction_design
from benchreport.tables.importers.automlbenchmark import from_automlbenchmark as from_automlbenchmark
from benchreport.tables.importers.lm_eval import from_lm_eval as from_lm_eval
from benchreport.tables.importers.lm_eval import from_lm_eval_samples as from_lm_eval_samples
from benchreport.tables.importers.scikit_learn import from_cross_validate as from_cross_validate
from benchreport.tables.importers.scikit_learn import from_search as from_search
from benchreport.tables.importers.tracking import from_mlflow as from_mlflow
from benchreport.tables.importers.tracking import from_optuna as from_optuna
from benchreport.tables.predictions import counts as counts
from benchreport.tables.predictions import predictions as predictions
from benchreport.tables.predictions import read as read
from benchreport.tables.predictions import read_counts as read_counts
from benchreport.tables.predictions import read_predictions as read_predictions
from benchreport.tables.scores import read_scores as read_scores
from benchreport.tables.scores import scores as scores
from benchreport.version import __version__ as __version__
from benchreport.document.evidence import Provenance
from pathlib import Path
from benchreport.options import Family, Filling
from collections.abc import Callable, Mapping, Sequence
from types import EllipsisType
from typing import Any


VERBS: dict[str, str]
COMPANIONS: dict[str, str]
__all__ = [
    "ADVICE",
    "ANOVA_COLUMNS",
    "Advice",
    "BenchreportError",
    "BenchreportWarning",
    "Evidence",
    "GaussianTask",
    "METHODS",
    "Method",
    "QuadraticRule",
    "RANK_COLUMNS",
    "RESULT_COLUMNS",
    "Report",
    "Section",
    "adjust",
    "advice",
    "alt_text",
    "anderson_darling",
    "anova_blocked",
    "anova_oneway",
    "anova_table",
    "anova_twofactor",
    "answer",
    "approx_normal_test",
    "attainable",
    "auc",
    "auc_direct",
    "auc_n",
    "auc_rank",
    "auc_test",
    "average_precision",
    "average_precision_11",
    "average_ranks",
    "averaged_cv_error",
    "bartlett",
    "bayes",
    "bayes_classifier",
    "bayes_correlated_t",
    "bayes_risk",
    "bayes_samples",
    "bayes_sign",
    "bayes_signed_rank",
    "bias_variance_noise",
    "binomial_model",
    "binomial_test",
    "blocking",
    "bonferroni_dunn",
    "bootstrap_632",
    "bootstrap_632_plus",
    "bootstrap_oob",
    "bootstrap_paired",
    "bowker",
    "box_m",
    "bradley_terry",
    "break_even_point",
    "calibration",
    "ci_agresti_coull",
    "ci_auc",
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
    "cliques",
    "cochran_q",
    "cohen_d",
    "compare",
    "complete",
    "confusion_binary",
    "confusion_multiclass",
    "conover",
    "conover_kw",
    "contrasts",
    "corrected_resampled_t",
    "cost_threshold",
    "counts",
    "critical_difference",
    "cv52_f",
    "cv52_t",
    "deciding_test",
    "decision_threshold",
    "delong",
    "delong_omnibus",
    "delong_unpaired",
    "design",
    "detectable_difference",
    "dscf",
    "dunn",
    "dunnett",
    "empirical_risk",
    "estimated_task",
    "exact_friedman_pairs",
    "example",
    "expr",
    "f_test_regression",
    "factorial_design",
    "factors_response",
    "figure",
    "finding",
    "fisher_lsd",
    "fligner",
    "fractional_factorial",
    "friedman",
    "friedman_aligned",
    "friedman_aligned_posthoc",
    "friedman_posthoc_z",
    "from_automlbenchmark",
    "from_cross_validate",
    "from_lm_eval",
    "from_lm_eval_samples",
    "from_mlflow",
    "from_optuna",
    "from_search",
    "gains",
    "games_howell",
    "gaussian_discriminant",
    "gaussian_sample",
    "generalization_risk",
    "group_test",
    "hedges_g",
    "hotelling",
    "hotelling_direction",
    "hotelling_posthoc",
    "iman_davenport",
    "instance_pairs",
    "interactions",
    "iqm",
    "jonckheere",
    "k_disjoint_pairs",
    "kendall_tau",
    "kendall_w",
    "kfold_paired_t",
    "kruskal_wallis",
    "label_permutation_test",
    "letters",
    "levene",
    "lift",
    "log_ratio",
    "main_effects",
    "mann_whitney",
    "manova",
    "manova_directions",
    "manova_posthoc",
    "many",
    "mauchly",
    "mcnemar",
    "mean_interval_few",
    "mean_loss_t",
    "mean_score",
    "measure",
    "median_score",
    "methods",
    "metrics",
    "miller",
    "missing_auto",
    "missing_cells",
    "missing_sensitivity",
    "model_selection_bound",
    "multiclass_auc",
    "multiplicity",
    "multitest_order",
    "multivariate_shapiro",
    "multiverse",
    "nemenyi",
    "nemenyi_confirmed",
    "nemenyi_kw",
    "one",
    "one_sample_sign",
    "one_sample_t",
    "one_sample_wilcoxon",
    "one_vs_rest",
    "optimality_gap",
    "ordering",
    "page_family",
    "page_trend",
    "paired_t_instances",
    "pairing",
    "pairs",
    "pairwise_t_pooled",
    "pareto_front",
    "partial_auc",
    "partial_order",
    "per_class_measures",
    "performance_profile",
    "permutation_signflip",
    "permutation_two_sample",
    "pitman_morgan",
    "places",
    "plackett_luce",
    "planning",
    "plot",
    "plot_data",
    "pool_stability",
    "pooled_cv_error",
    "posthoc",
    "power_friedman",
    "power_wilcoxon",
    "pr_curve",
    "precision_at_recall",
    "prediction_design",
    "predictions",
    "probability_of_improvement",
    "quade",
    "quade_posthoc",
    "rank_biserial",
    "rank_effects",
    "rank_intervals",
    "rank_sets",
    "rank_tests",
    "rate_intervals",
    "read",
    "read_counts",
    "read_predictions",
    "read_scores",
    "rebuild",
    "replication",
    "report",
    "resampling_costs",
    "rescaled",
    "resolution",
    "response_surface",
    "retrieval_venn",
    "reward_comparison",
    "risk_test",
    "roc_average",
    "roc_band",
    "roc_curve",
    "roc_dominance",
    "roc_n",
    "run",
    "same_rate_other_errors",
    "sample_size_hoeffding",
    "sample_size_power",
    "sample_size_selection",
    "scheffe",
    "score_profile",
    "scores",
    "scoring",
    "section",
    "sens_spec_curve",
    "shapiro_wilk",
    "show",
    "siegel",
    "sign_test",
    "sign_test_normal",
    "simulate_test_size",
    "skillings_mack",
    "spearman",
    "stuart_maxwell",
    "summaries",
    "table",
    "table_of",
    "test_size_simulation",
    "tests_on_risk",
    "theory",
    "tost_paired_proportions",
    "tost_paired_t",
    "tost_proportions",
    "tost_wilcoxon",
    "tukey_hsd",
    "tukey_ranks",
    "two",
    "two_proportions",
    "type2_power",
    "unpaired_t",
    "vargha_delaney",
    "verdict_interval",
    "verdicts",
    "verification",
    "verify",
    "welch_anova",
    "wilcoxon",
    "win_rates",
    "win_tie_loss",
    "youden",
    "z_test_mean",
]

def report(
    table: Any,
    *,
    predictions: Any = None,
    provenance: Provenance | None = None,
    templates: str | Path | Mapping[str, str] | None = None,
    title: str = "",
    author: str = "",
    source: str = "",
    noun: str = "algorithm",
    reference: str | None = None,
    alpha: float = 0.05,
    adjust: str = "holm",
    family: Family = "metric",
    missing: Filling = "auto",
    without_algorithms: Sequence[str] = ...,
    without_datasets: Sequence[str] = ...,
    metrics: Sequence[str] = ...,
    algorithm_order: Sequence[str] = ...,
    dataset_order: Sequence[str] = ...,
    joint: Sequence[str] = ...,
    scales: Mapping[str, str] = ...,
    positive: Any = None,
    sections: Sequence[str | EllipsisType | Callable[..., Any]] = ...,
    omit: Sequence[str] = ...,
    tests: Mapping[str, str] = ...,
    rope: float | Mapping[str, float] | None = None,
    margin: float | Mapping[str, float] | None = None,
    subsets: str | Mapping[str, Sequence[str]] | None = None,
    complexity: Sequence[str] = ...,
    costs: Mapping[str, Mapping[str, float]] = ...,
    names: Mapping[str, str] = ...,
    labels: Mapping[str, str] = ...,
    colours: Mapping[str, str] = ...,
    theme: str = "article",
    venue: str | None = None,
    seed: int = 0,
    baseline: str | None = ...,
    control: str | None = ...,
    adjustment: str = ...,
) -> Report: ...
