# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.multiplicity.adjusting import attainable as attainable

__all__ = [
    "attainable",
]
