"""Several metrics at once: Hotelling's T2, MANOVA, trade-offs."""

from benchreport.registry import door

__getattr__, __dir__ = door("metrics")
