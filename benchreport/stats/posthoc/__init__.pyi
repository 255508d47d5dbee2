# Written by `make names` from the records of the methods; do not edit.
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

__all__ = [
    "bonferroni_dunn",
    "conover",
    "conover_kw",
    "contrasts",
    "critical_difference",
    "dscf",
    "dunn",
    "dunnett",
    "exact_friedman_pairs",
    "fisher_lsd",
    "friedman_aligned_posthoc",
    "friedman_posthoc_z",
    "games_howell",
    "miller",
    "nemenyi",
    "nemenyi_kw",
    "pairwise_t_pooled",
    "pool_stability",
    "quade_posthoc",
    "scheffe",
    "siegel",
    "tukey_hsd",
    "tukey_ranks",
]
