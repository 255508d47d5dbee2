# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.aggregates import iqm as iqm
from benchreport.stats.aggregates import mean_score as mean_score
from benchreport.stats.aggregates import median_score as median_score
from benchreport.stats.aggregates import optimality_gap as optimality_gap
from benchreport.stats.few_datasets import mean_interval_few as mean_interval_few
from benchreport.stats.profiles import performance_profile as performance_profile
from benchreport.stats.profiles import score_profile as score_profile
from benchreport.stats.standings import probability_of_improvement as probability_of_improvement
from benchreport.stats.standings import rank_intervals as rank_intervals
from benchreport.stats.standings import win_rates as win_rates
