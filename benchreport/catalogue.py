"""The catalogue of methods under its first name; ``benchreport.registry`` derives it."""

from benchreport.registry import METHODS as METHODS
from benchreport.registry import methods as methods
