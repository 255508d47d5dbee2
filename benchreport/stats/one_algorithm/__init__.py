"""Methods of one algorithm: rates, means, areas, tests against a constant, resampled errors."""

from benchreport.registry import door

__getattr__, __dir__ = door("one")
