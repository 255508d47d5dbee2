# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.bayes import bayes_correlated_t as bayes_correlated_t
from benchreport.stats.bayes import bayes_sign as bayes_sign
from benchreport.stats.bayes import bayes_signed_rank as bayes_signed_rank
from benchreport.stats.preferences import bradley_terry as bradley_terry
from benchreport.stats.preferences import plackett_luce as plackett_luce
