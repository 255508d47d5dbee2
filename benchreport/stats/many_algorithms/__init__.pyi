# Written by `make names` from the records of the methods; do not edit.
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
from benchreport.stats.many_algorithms.incomplete_blocks import rank_effects as rank_effects
from benchreport.stats.many_algorithms.incomplete_blocks import skillings_mack as skillings_mack
from benchreport.stats.many_algorithms.ordered_alternatives import jonckheere as jonckheere
from benchreport.stats.many_algorithms.ordered_alternatives import page_trend as page_trend
from benchreport.stats.many_algorithms.separate_samples import kruskal_wallis as kruskal_wallis
from benchreport.stats.many_algorithms.variance import anova_blocked as anova_blocked
from benchreport.stats.many_algorithms.variance import anova_oneway as anova_oneway
from benchreport.stats.many_algorithms.variance import anova_table as anova_table
from benchreport.stats.many_algorithms.variance import anova_twofactor as anova_twofactor
from benchreport.stats.many_algorithms.variance import welch_anova as welch_anova
from benchreport.stats.two_algorithms.areas import delong_omnibus as delong_omnibus

__all__ = [
    "anova_blocked",
    "anova_oneway",
    "anova_table",
    "anova_twofactor",
    "average_ranks",
    "bartlett",
    "cochran_q",
    "delong_omnibus",
    "fligner",
    "friedman",
    "friedman_aligned",
    "iman_davenport",
    "jonckheere",
    "kendall_w",
    "kruskal_wallis",
    "levene",
    "mauchly",
    "page_trend",
    "quade",
    "rank_effects",
    "skillings_mack",
    "welch_anova",
]
