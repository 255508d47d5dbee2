"""From predictions to scores: confusion tables, curves, areas, calibration, thresholds."""

from benchreport.registry import door

__getattr__, __dir__ = door("scoring")
