# Written by `make names` from the records of the methods; do not edit.
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

__all__ = [
    "binomial_model",
    "blocking",
    "detectable_difference",
    "factorial_design",
    "factors_response",
    "fractional_factorial",
    "interactions",
    "k_disjoint_pairs",
    "main_effects",
    "model_selection_bound",
    "pairing",
    "power_friedman",
    "power_wilcoxon",
    "replication",
    "resampling_costs",
    "response_surface",
    "sample_size_hoeffding",
    "sample_size_power",
    "sample_size_selection",
    "simulate_test_size",
    "test_size_simulation",
    "type2_power",
]
