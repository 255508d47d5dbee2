"""The version of benchreport."""

__version__ = "0.2.0"
