"""Planning of experiments: sample sizes, power, factorial designs, replication."""

from benchreport.registry import door

__getattr__, __dir__ = door("planning")
