"""Comparisons of pairs after an omnibus test, contrasts."""

from benchreport.registry import door

__getattr__, __dir__ = door("posthoc")
