# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.attainable import attainable as attainable
from benchreport.stats.deciding import deciding_test as deciding_test
from benchreport.stats.multiverse import multiverse as multiverse
from benchreport.stats.page_family import page_family as page_family
