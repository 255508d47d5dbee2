# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.summaries.aggregates import iqm as iqm
from benchreport.stats.summaries.aggregates import mean_interval_few as mean_interval_few
from benchreport.stats.summaries.aggregates import mean_score as mean_score
from benchreport.stats.summaries.aggregates import median_score as median_score
from benchreport.stats.summaries.aggregates import optimality_gap as optimality_gap
from benchreport.stats.summaries.profiles import performance_profile as performance_profile
from benchreport.stats.summaries.profiles import score_profile as score_profile
from benchreport.stats.summaries.winning import probability_of_improvement as probability_of_improvement
from benchreport.stats.summaries.winning import rank_intervals as rank_intervals
from benchreport.stats.summaries.winning import win_rates as win_rates

__all__ = [
    "iqm",
    "mean_interval_few",
    "mean_score",
    "median_score",
    "optimality_gap",
    "performance_profile",
    "probability_of_improvement",
    "rank_intervals",
    "score_profile",
    "win_rates",
]
