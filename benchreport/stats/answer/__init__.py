"""Methods of the answer: the test that decides, verdicts on pairs, their intervals, places, other analyses."""

from benchreport.registry import door

__getattr__, __dir__ = door("answer")
