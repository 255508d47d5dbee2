"""Matplotlib is imported without manuals by commands, and with them by Python."""

from __future__ import annotations

import subprocess
import sys

import pytest

MANUAL = """
from benchreport.figures.manuals import import_without_manuals
{first}
import benchreport.figures.style
from matplotlib import artist
from matplotlib.lines import Line2D
print("markersize" in Line2D.set.__doc__, "markersize" in artist.kwdoc(Line2D))
"""


@pytest.mark.parametrize(("first", "printed"), [("", "True True"), ("import_without_manuals()", "False True")])
def test_only_what_commands_import_has_no_manual(first: str, printed: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", MANUAL.format(first=first)], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.strip() == printed
