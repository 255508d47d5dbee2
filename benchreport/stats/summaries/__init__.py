"""Summaries over datasets: aggregates, profiles, win rates."""

from benchreport.registry import door

__getattr__, __dir__ = door("summaries")
