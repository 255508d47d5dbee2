"""Bayesian comparisons and rankings."""

from benchreport.registry import door

__getattr__, __dir__ = door("bayes")
