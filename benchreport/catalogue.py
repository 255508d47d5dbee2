"""Which methods are there?"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from benchreport.measures.areas import (
    AUC_DIRECT,
    AUC_N,
    AUC_RANK,
    AVERAGE_PRECISION,
    AVERAGE_PRECISION_11,
    BREAK_EVEN_POINT,
    PARTIAL_AUC,
    YOUDEN,
)
from benchreport.measures.calibration import CALIBRATION
from benchreport.measures.confusion import CONFUSION_BINARY, CONFUSION_MULTICLASS, PER_CLASS_MEASURES
from benchreport.measures.curves import PR_CURVE, PRECISION_AT_RECALL, ROC_CURVE, ROC_N, SENS_SPEC_CURVE
from benchreport.measures.dominance import ROC_DOMINANCE
from benchreport.measures.gains import GAINS, LIFT, RETRIEVAL_VENN
from benchreport.measures.multiclass import MULTICLASS_AUC, ONE_VS_REST
from benchreport.measures.records import (
    ACCURACY,
    ASYMMETRIC_LOSS,
    BALANCED_ACCURACY,
    BRIER_SCORE,
    COHEN_KAPPA,
    CONDITIONAL_LOG_LIKELIHOOD,
    ECE,
    ERROR_RATE,
    F_SCORE,
    FNR,
    FPR,
    INFORMATIONAL_LOSS,
    LOG_LOSS,
    MAE,
    MCC,
    MSE,
    PRECISION,
    QUADRATIC_PROBABILITY_LOSS,
    R2,
    RMSE,
    TNR,
    TOTAL_COST,
    TPR,
    WEIGHTED_ACCURACY,
    ZERO_ONE_LOSS,
)
from benchreport.measures.thresholds import COST_THRESHOLD, DECISION_THRESHOLD
from benchreport.method import Method
from benchreport.stats.adjust import BONFERRONI, HOLM
from benchreport.stats.adjustments import (
    BERGMANN_HOMMEL,
    BH,
    BY,
    FINNER,
    HOCHBERG,
    HOLLAND,
    HOLM_SIDAK,
    HOMMEL,
    LI,
    ROM,
    SHAFFER,
    SIDAK,
    TSBH,
)
from benchreport.stats.aggregates import IQM, MEAN_SCORE, MEDIAN_SCORE, OPTIMALITY_GAP
from benchreport.stats.agreement import SAME_RATE_OTHER_ERRORS
from benchreport.stats.attainable import ATTAINABLE
from benchreport.stats.auc import AUC_TEST, CI_AUC
from benchreport.stats.bayes import BAYES_CORRELATED_T, BAYES_SIGN, BAYES_SIGNED_RANK
from benchreport.stats.bias_variance import BIAS_VARIANCE_NOISE, EMPIRICAL_RISK
from benchreport.stats.cliques import CLIQUES
from benchreport.stats.cochran import COCHRAN_Q
from benchreport.stats.confirmed import NEMENYI_CONFIRMED
from benchreport.stats.contrasts import CONTRASTS
from benchreport.stats.deciding import DECIDING_TEST
from benchreport.stats.delong_omnibus import DELONG_OMNIBUS
from benchreport.stats.delong_pairs import DELONG, DELONG_UNPAIRED
from benchreport.stats.detectable import DETECTABLE_DIFFERENCE
from benchreport.stats.differences import GROUP_TEST, LOG_RATIO
from benchreport.stats.effects import CLIFF_DELTA, COHEN_D, HEDGES_G, RANK_BISERIAL, VARGHA_DELANEY, WIN_TIE_LOSS
from benchreport.stats.equivalence import TOST_PAIRED_T, TOST_PROPORTIONS, TOST_WILCOXON
from benchreport.stats.equivalence_pairs import TOST_PAIRED_PROPORTIONS
from benchreport.stats.factor_effects import INTERACTIONS, MAIN_EFFECTS
from benchreport.stats.factors import FACTORIAL_DESIGN, FACTORS_RESPONSE, FRACTIONAL_FACTORIAL
from benchreport.stats.few_datasets import MEAN_INTERVAL_FEW
from benchreport.stats.folds import CORRECTED_RESAMPLED_T, CV52_F, CV52_T, KFOLD_PAIRED_T
from benchreport.stats.gap_sensitivity import MISSING_SENSITIVITY
from benchreport.stats.hotelling import HOTELLING
from benchreport.stats.hotelling_posthoc import HOTELLING_DIRECTION, HOTELLING_POSTHOC
from benchreport.stats.incomplete_ranks import RANK_EFFECTS, SKILLINGS_MACK
from benchreport.stats.instances import BOOTSTRAP_PAIRED, CI_TANGO, MCNEMAR, PAIRED_T_INSTANCES, PERMUTATION_SIGNFLIP
from benchreport.stats.label_permutation import LABEL_PERMUTATION_TEST
from benchreport.stats.letters import LETTERS
from benchreport.stats.manova import MANOVA
from benchreport.stats.manova_posthoc import MANOVA_DIRECTIONS, MANOVA_POSTHOC
from benchreport.stats.marginals import BOWKER, STUART_MAXWELL
from benchreport.stats.mean_loss import MEAN_LOSS_T
from benchreport.stats.means import CI_BOOTSTRAP, CI_EMPIRICAL_BERNSTEIN, CI_HOEFFDING_MEAN, CI_MEAN_T, CI_MEAN_Z
from benchreport.stats.missing_results import MISSING_AUTO
from benchreport.stats.multiverse import MULTIVERSE
from benchreport.stats.notes_on_design import (
    ABSOLUTE_VALUE_CAVEAT,
    BALANCING,
    BEST_GUESS,
    CV52,
    CV_MODEL_SELECTION,
    CV_UNBIASEDNESS,
    GENE_FILTER_T,
    GUIDELINE_A_AIM,
    GUIDELINE_B_RESPONSE,
    GUIDELINE_C_FACTORS,
    GUIDELINE_D_DESIGN,
    GUIDELINE_E_RUN,
    GUIDELINE_F_ANALYSIS,
    GUIDELINE_G_CONCLUSIONS,
    HOLDOUT,
    KFOLD_CV,
    LEAKAGE_RULES,
    LOO_CV,
    METRIC_AGNOSTIC_NOTE,
    NO_FREE_LUNCH,
    ONE_FACTOR_AT_A_TIME,
    ONE_RUN_CAVEAT,
    OTHER_CRITERIA,
    OVERFITTING_NOTE,
    RANDOMIZATION,
    REPEATED_CV,
    REPEATED_HOLDOUT,
    STRATIFIED_CV,
    TRAIN_VAL_TEST,
)
from benchreport.stats.one_sample import ONE_SAMPLE_SIGN, ONE_SAMPLE_T, ONE_SAMPLE_WILCOXON, Z_TEST_MEAN
from benchreport.stats.one_sample_rates import APPROX_NORMAL_TEST, BINOMIAL_TEST
from benchreport.stats.ordering import MULTITEST_ORDER, PARTIAL_ORDER
from benchreport.stats.page_family import PAGE_FAMILY
from benchreport.stats.paired import SIGN_TEST, SIGN_TEST_NORMAL, WILCOXON
from benchreport.stats.partitions import K_DISJOINT_PAIRS, RESAMPLING_COSTS
from benchreport.stats.places import PLACES, RESOLUTION
from benchreport.stats.planning import (
    BINOMIAL_MODEL,
    MODEL_SELECTION_BOUND,
    SAMPLE_SIZE_HOEFFDING,
    SAMPLE_SIZE_POWER,
    SAMPLE_SIZE_SELECTION,
    TYPE2_POWER,
)
from benchreport.stats.pooled_ranks import KRUSKAL_WALLIS
from benchreport.stats.posthoc import CRITICAL_DIFFERENCE, NEMENYI
from benchreport.stats.posthoc_aligned import FRIEDMAN_ALIGNED_POSTHOC, QUADE_POSTHOC
from benchreport.stats.posthoc_means import FISHER_LSD, GAMES_HOWELL, PAIRWISE_T_POOLED, SCHEFFE, TUKEY_HSD
from benchreport.stats.posthoc_pooled import CONOVER_KW, DSCF, DUNN, NEMENYI_KW, TUKEY_RANKS
from benchreport.stats.posthoc_ranks import (
    BONFERRONI_DUNN,
    CONOVER,
    EXACT_FRIEDMAN_PAIRS,
    FRIEDMAN_POSTHOC_Z,
    MILLER,
    SIEGEL,
)
from benchreport.stats.preferences import BRADLEY_TERRY, PLACKETT_LUCE
from benchreport.stats.profiles import PERFORMANCE_PROFILE, SCORE_PROFILE
from benchreport.stats.rank_sets import RANK_SETS
from benchreport.stats.rank_tests import FRIEDMAN_ALIGNED, KENDALL_W, QUADE
from benchreport.stats.ranks import AVERAGE_RANKS, FRIEDMAN, IMAN_DAVENPORT
from benchreport.stats.rate_intervals import RATE_INTERVALS
from benchreport.stats.rates import (
    CI_AGRESTI_COULL,
    CI_BLAKER,
    CI_CLOPPER_PEARSON,
    CI_DIFFERENCE_ERRORS,
    CI_HOEFFDING,
    CI_JEFFREYS,
    CI_MIDP,
    CI_PROPORTION_WALD,
    CI_TRANSFORMED,
    CI_WILSON,
    TWO_PROPORTIONS,
)
from benchreport.stats.regression_errors import F_TEST_REGRESSION, PITMAN_MORGAN
from benchreport.stats.replicates import BLOCKING, PAIRING, REPLICATION
from benchreport.stats.resample_errors import (
    AVERAGED_CV_ERROR,
    BOOTSTRAP_632,
    BOOTSTRAP_632_PLUS,
    BOOTSTRAP_OOB,
    POOLED_CV_ERROR,
)
from benchreport.stats.risk import TESTS_ON_RISK
from benchreport.stats.roc_bands import ROC_AVERAGE, ROC_BAND
from benchreport.stats.simulations import POWER_FRIEDMAN, POWER_WILCOXON, TEST_SIZE_SIMULATION
from benchreport.stats.sphericity import MAUCHLY
from benchreport.stats.spread import BARTLETT, FLIGNER, LEVENE
from benchreport.stats.stability import POOL_STABILITY
from benchreport.stats.standings import PROBABILITY_OF_IMPROVEMENT, RANK_INTERVALS, WIN_RATES
from benchreport.stats.surface import RESPONSE_SURFACE
from benchreport.stats.theory import BAYES_CLASSIFIER, BAYES_RISK, GAUSSIAN_DISCRIMINANT, GENERALIZATION_RISK
from benchreport.stats.trade_offs import PARETO_FRONT
from benchreport.stats.trends import JONCKHEERE, PAGE_TREND
from benchreport.stats.unpaired import MANN_WHITNEY, PERMUTATION_TWO_SAMPLE, REWARD_COMPARISON, UNPAIRED_T
from benchreport.stats.variance import ANOVA_ONEWAY, WELCH_ANOVA
from benchreport.stats.variance_blocked import ANOVA_BLOCKED
from benchreport.stats.variance_factors import ANOVA_TABLE, ANOVA_TWOFACTOR
from benchreport.stats.verdict_intervals import VERDICT_INTERVAL
from benchreport.stats.verdicts import VERDICTS

METHODS: Mapping[str, Method] = MappingProxyType(
    {
        method.id: method
        for method in (
            KFOLD_PAIRED_T,
            CORRECTED_RESAMPLED_T,
            CV52_T,
            CV52_F,
            SIGN_TEST,
            WILCOXON,
            AVERAGE_RANKS,
            FRIEDMAN,
            IMAN_DAVENPORT,
            NEMENYI,
            CRITICAL_DIFFERENCE,
            BONFERRONI,
            HOLM,
            TYPE2_POWER,
            SAMPLE_SIZE_POWER,
            SAMPLE_SIZE_HOEFFDING,
            MODEL_SELECTION_BOUND,
            SAMPLE_SIZE_SELECTION,
            BINOMIAL_MODEL,
            K_DISJOINT_PAIRS,
            TEST_SIZE_SIMULATION,
            POWER_WILCOXON,
            POWER_FRIEDMAN,
            FRIEDMAN_POSTHOC_Z,
            SIEGEL,
            BONFERRONI_DUNN,
            CONOVER,
            MILLER,
            EXACT_FRIEDMAN_PAIRS,
            FISHER_LSD,
            PAIRWISE_T_POOLED,
            TUKEY_HSD,
            SCHEFFE,
            GAMES_HOWELL,
            DUNN,
            CONOVER_KW,
            NEMENYI_KW,
            TUKEY_RANKS,
            DSCF,
            FRIEDMAN_ALIGNED_POSTHOC,
            QUADE_POSTHOC,
            GAUSSIAN_DISCRIMINANT,
            BAYES_CLASSIFIER,
            BAYES_RISK,
            GENERALIZATION_RISK,
            CI_WILSON,
            CI_PROPORTION_WALD,
            CI_CLOPPER_PEARSON,
            CI_MIDP,
            CI_BLAKER,
            CI_JEFFREYS,
            CI_AGRESTI_COULL,
            CI_HOEFFDING,
            CI_TRANSFORMED,
            CI_DIFFERENCE_ERRORS,
            TWO_PROPORTIONS,
            BINOMIAL_TEST,
            APPROX_NORMAL_TEST,
            HOTELLING,
            HOTELLING_POSTHOC,
            HOTELLING_DIRECTION,
            MANOVA,
            MANOVA_POSTHOC,
            MANOVA_DIRECTIONS,
            MEAN_INTERVAL_FEW,
            MEAN_SCORE,
            MEDIAN_SCORE,
            IQM,
            OPTIMALITY_GAP,
            PROBABILITY_OF_IMPROVEMENT,
            WIN_RATES,
            RANK_INTERVALS,
            PERFORMANCE_PROFILE,
            SCORE_PROFILE,
            SIDAK,
            HOLM_SIDAK,
            HOLLAND,
            FINNER,
            HOCHBERG,
            HOMMEL,
            ROM,
            LI,
            BH,
            BY,
            TSBH,
            SHAFFER,
            BERGMANN_HOMMEL,
            ATTAINABLE,
            MCNEMAR,
            CI_TANGO,
            PAIRED_T_INSTANCES,
            PERMUTATION_SIGNFLIP,
            BOOTSTRAP_PAIRED,
            MEAN_LOSS_T,
            SAME_RATE_OTHER_ERRORS,
            TESTS_ON_RISK,
            F_TEST_REGRESSION,
            PITMAN_MORGAN,
            BAYES_CORRELATED_T,
            BAYES_SIGN,
            BAYES_SIGNED_RANK,
            ANOVA_ONEWAY,
            WELCH_ANOVA,
            ANOVA_BLOCKED,
            ANOVA_TWOFACTOR,
            ANOVA_TABLE,
            MAUCHLY,
            QUADE,
            FRIEDMAN_ALIGNED,
            KENDALL_W,
            KRUSKAL_WALLIS,
            PAGE_TREND,
            JONCKHEERE,
            SKILLINGS_MACK,
            RANK_EFFECTS,
            COCHRAN_Q,
            UNPAIRED_T,
            MANN_WHITNEY,
            PERMUTATION_TWO_SAMPLE,
            REWARD_COMPARISON,
            SIGN_TEST_NORMAL,
            CI_MEAN_Z,
            CI_MEAN_T,
            CI_BOOTSTRAP,
            CI_HOEFFDING_MEAN,
            CI_EMPIRICAL_BERNSTEIN,
            Z_TEST_MEAN,
            ONE_SAMPLE_T,
            ONE_SAMPLE_SIGN,
            ONE_SAMPLE_WILCOXON,
            LABEL_PERMUTATION_TEST,
            FACTORS_RESPONSE,
            FACTORIAL_DESIGN,
            FRACTIONAL_FACTORIAL,
            REPLICATION,
            BLOCKING,
            PAIRING,
            MISSING_AUTO,
            MISSING_SENSITIVITY,
            MAIN_EFFECTS,
            INTERACTIONS,
            RESPONSE_SURFACE,
            PARETO_FRONT,
            BIAS_VARIANCE_NOISE,
            EMPIRICAL_RISK,
            BRADLEY_TERRY,
            PLACKETT_LUCE,
            HOLDOUT,
            TRAIN_VAL_TEST,
            REPEATED_HOLDOUT,
            KFOLD_CV,
            CV_UNBIASEDNESS,
            STRATIFIED_CV,
            REPEATED_CV,
            LOO_CV,
            CV52,
            BALANCING,
            CV_MODEL_SELECTION,
            BEST_GUESS,
            ONE_FACTOR_AT_A_TIME,
            RANDOMIZATION,
            ONE_RUN_CAVEAT,
            NO_FREE_LUNCH,
            OTHER_CRITERIA,
            ABSOLUTE_VALUE_CAVEAT,
            OVERFITTING_NOTE,
            LEAKAGE_RULES,
            METRIC_AGNOSTIC_NOTE,
            GENE_FILTER_T,
            GUIDELINE_A_AIM,
            GUIDELINE_B_RESPONSE,
            GUIDELINE_C_FACTORS,
            GUIDELINE_D_DESIGN,
            GUIDELINE_E_RUN,
            GUIDELINE_F_ANALYSIS,
            GUIDELINE_G_CONCLUSIONS,
            COHEN_D,
            HEDGES_G,
            RANK_BISERIAL,
            WIN_TIE_LOSS,
            CLIFF_DELTA,
            VARGHA_DELANEY,
            CLIQUES,
            LETTERS,
            POOL_STABILITY,
            RANK_SETS,
            CONTRASTS,
            MULTITEST_ORDER,
            PARTIAL_ORDER,
            TOST_PAIRED_T,
            TOST_WILCOXON,
            TOST_PROPORTIONS,
            BOOTSTRAP_OOB,
            BOOTSTRAP_632,
            BOOTSTRAP_632_PLUS,
            POOLED_CV_ERROR,
            AVERAGED_CV_ERROR,
            LEVENE,
            BARTLETT,
            FLIGNER,
            RESAMPLING_COSTS,
            DETECTABLE_DIFFERENCE,
            STUART_MAXWELL,
            BOWKER,
            CONFUSION_BINARY,
            CONFUSION_MULTICLASS,
            PER_CLASS_MEASURES,
            CALIBRATION,
            COST_THRESHOLD,
            DECISION_THRESHOLD,
            ACCURACY,
            ERROR_RATE,
            ZERO_ONE_LOSS,
            WEIGHTED_ACCURACY,
            TPR,
            FPR,
            PRECISION,
            TNR,
            FNR,
            F_SCORE,
            BALANCED_ACCURACY,
            MCC,
            COHEN_KAPPA,
            ASYMMETRIC_LOSS,
            TOTAL_COST,
            QUADRATIC_PROBABILITY_LOSS,
            BRIER_SCORE,
            INFORMATIONAL_LOSS,
            LOG_LOSS,
            CONDITIONAL_LOG_LIKELIHOOD,
            ECE,
            MSE,
            RMSE,
            MAE,
            R2,
            AUC_RANK,
            AUC_DIRECT,
            AUC_N,
            PARTIAL_AUC,
            AVERAGE_PRECISION,
            AVERAGE_PRECISION_11,
            BREAK_EVEN_POINT,
            YOUDEN,
            ROC_CURVE,
            SENS_SPEC_CURVE,
            ROC_N,
            PR_CURVE,
            PRECISION_AT_RECALL,
            LIFT,
            GAINS,
            RETRIEVAL_VENN,
            MULTICLASS_AUC,
            ONE_VS_REST,
            ROC_DOMINANCE,
            ROC_BAND,
            ROC_AVERAGE,
            CI_AUC,
            AUC_TEST,
            DELONG,
            DELONG_UNPAIRED,
            DELONG_OMNIBUS,
            TOST_PAIRED_PROPORTIONS,
            RATE_INTERVALS,
            DECIDING_TEST,
            PAGE_FAMILY,
            LOG_RATIO,
            GROUP_TEST,
            NEMENYI_CONFIRMED,
            VERDICT_INTERVAL,
            VERDICTS,
            PLACES,
            RESOLUTION,
            MULTIVERSE,
        )
    }
)
