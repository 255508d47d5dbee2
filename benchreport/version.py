"""The version of benchreport, and those of the libraries it stands on."""

from __future__ import annotations

import re
from functools import cache

__version__ = "0.2.0"
VERSION = re.compile(r"^Version: *(\S+)", re.MULTILINE)


@cache
def version_of(library: str) -> str:
    """Return the version of a library that is installed.

    Examples
    --------
    >>> version_of("polars").count(".")
    2
    """
    from importlib.metadata import distribution

    installed = distribution(library)
    # One line of many, which all would be read as those of a letter.
    line = VERSION.search(installed.read_text("METADATA") or "")
    return line[1] if line else installed.version
