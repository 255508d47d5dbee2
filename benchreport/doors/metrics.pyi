# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.correlations import kendall_tau as kendall_tau
from benchreport.stats.correlations import spearman as spearman
from benchreport.stats.covariances import box_m as box_m
from benchreport.stats.hotelling import hotelling as hotelling
from benchreport.stats.hotelling_posthoc import hotelling_direction as hotelling_direction
from benchreport.stats.hotelling_posthoc import hotelling_posthoc as hotelling_posthoc
from benchreport.stats.manova import manova as manova
from benchreport.stats.manova_posthoc import manova_directions as manova_directions
from benchreport.stats.manova_posthoc import manova_posthoc as manova_posthoc
from benchreport.stats.normality import multivariate_shapiro as multivariate_shapiro
from benchreport.stats.trade_offs import pareto_front as pareto_front
