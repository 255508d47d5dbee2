"""Methods of two algorithms: paired and unpaired tests, effect sizes, equivalence, verdicts."""

from benchreport.registry import door

__getattr__, __dir__ = door("two")
