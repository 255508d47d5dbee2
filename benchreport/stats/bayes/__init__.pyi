# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.bayes.abilities import bradley_terry as bradley_terry
from benchreport.stats.bayes.abilities import plackett_luce as plackett_luce
from benchreport.stats.bayes.paired_tests import bayes_correlated_t as bayes_correlated_t
from benchreport.stats.bayes.paired_tests import bayes_sign as bayes_sign
from benchreport.stats.bayes.paired_tests import bayes_signed_rank as bayes_signed_rank

__all__ = [
    "bayes_correlated_t",
    "bayes_sign",
    "bayes_signed_rank",
    "bradley_terry",
    "plackett_luce",
]
