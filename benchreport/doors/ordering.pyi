# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.cliques import cliques as cliques
from benchreport.stats.letters import letters as letters
from benchreport.stats.ordering import multitest_order as multitest_order
from benchreport.stats.ordering import partial_order as partial_order
from benchreport.stats.places import places as places
from benchreport.stats.places import resolution as resolution
from benchreport.stats.rank_sets import rank_sets as rank_sets
