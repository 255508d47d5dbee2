# Written by `make names` from the records of the methods; do not edit.
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

__all__ = [
    "box_m",
    "hotelling",
    "hotelling_direction",
    "hotelling_posthoc",
    "kendall_tau",
    "manova",
    "manova_directions",
    "manova_posthoc",
    "multivariate_shapiro",
    "pareto_front",
    "spearman",
]
