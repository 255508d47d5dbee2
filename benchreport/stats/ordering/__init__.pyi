# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.ordering.complete_order import multitest_order as multitest_order
from benchreport.stats.ordering.complete_order import partial_order as partial_order
from benchreport.stats.ordering.indistinguishable_sets import cliques as cliques
from benchreport.stats.ordering.indistinguishable_sets import letters as letters
from benchreport.stats.ordering.plausible_ranks import rank_sets as rank_sets

__all__ = [
    "cliques",
    "letters",
    "multitest_order",
    "partial_order",
    "rank_sets",
]
