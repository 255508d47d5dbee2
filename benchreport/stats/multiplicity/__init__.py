"""Correction for multiple comparisons: attainable significance, deciding tests, families of a page."""

from benchreport.registry import door

__getattr__, __dir__ = door("multiplicity")
