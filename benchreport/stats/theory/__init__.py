"""Classifiers whose risk is known: Gaussian classes."""

from benchreport.registry import door

__getattr__, __dir__ = door("theory")
