# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.answer.deciding import deciding_test as deciding_test
from benchreport.stats.answer.deciding import page_family as page_family
from benchreport.stats.answer.gaps import missing_auto as missing_auto
from benchreport.stats.answer.gaps import missing_sensitivity as missing_sensitivity
from benchreport.stats.answer.other_analyses import multiverse as multiverse
from benchreport.stats.answer.pair_verdicts import nemenyi_confirmed as nemenyi_confirmed
from benchreport.stats.answer.pair_verdicts import verdicts as verdicts
from benchreport.stats.answer.standings import places as places
from benchreport.stats.answer.standings import resolution as resolution
from benchreport.stats.answer.verdict_intervals import verdict_interval as verdict_interval

__all__ = [
    "deciding_test",
    "missing_auto",
    "missing_sensitivity",
    "multiverse",
    "nemenyi_confirmed",
    "page_family",
    "places",
    "resolution",
    "verdict_interval",
    "verdicts",
]
