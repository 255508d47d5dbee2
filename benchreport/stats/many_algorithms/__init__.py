"""Methods of many algorithms: omnibus tests on ranks and means, trends, assumptions."""

from benchreport.registry import door

__getattr__, __dir__ = door("many")
