"""Orders of algorithms: places, rank sets, groups that cannot be distinguished."""

from benchreport.registry import door

__getattr__, __dir__ = door("ordering")
