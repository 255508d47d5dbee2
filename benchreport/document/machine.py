"""Has this machine what a report needs?"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from ctypes.util import find_library
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path

PANGO = ("pango-1.0", "pangoft2-1.0", "harfbuzz-subset")
PANGO_FIX = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at, what was seen, and what to do about it."""

    what: str
    seen: str
    good: bool
    fix: str
    optional: bool = False


def examine() -> list[Finding]:
    """Look at everything a report may need.

    Examples
    --------
    >>> [finding.what for finding in examine()][0]
    'Python'
    """
    return [_python(), *_packages(), _pango(), _fonts(), _cjk(), _latex()]


def _python() -> Finding:
    seen = ".".join(map(str, sys.version_info[:3]))
    return Finding(what="Python", seen=seen, good=sys.version_info >= (3, 11), fix="install Python 3.11 or newer")


def _packages() -> list[Finding]:
    try:
        needed = requires("benchreport") or []
    except PackageNotFoundError:
        return [Finding(what="benchreport", seen="runs from a bare checkout", good=False, fix="pip install -e .")]
    return [_package(line) for line in needed if "extra ==" not in line]


def _package(requirement: str) -> Finding:
    name, _, least = requirement.partition(">=")
    fix = f"pip install '{requirement}'"
    try:
        seen = version(name)
    except PackageNotFoundError:
        return Finding(what=name, seen="not installed", good=False, fix=fix)
    return Finding(what=name, seen=seen, good=_numbers(seen) >= _numbers(least), fix=fix)


def _numbers(release: str) -> list[int]:
    found = [int(part) for part in re.findall(r"\d+", release)[:3]]
    return found + [0] * (3 - len(found))


def absent_libraries() -> list[str]:
    """Return the libraries of Pango that this machine does not have."""
    return [name for name in PANGO if find_library(name) is None]


def _pango() -> Finding:
    absent = absent_libraries()
    seen = f"without {', '.join(absent)}: no PDF" if absent else "found"
    return Finding(what="Pango (for PDF)", seen=seen, good=not absent, fix=PANGO_FIX)


def _fonts() -> Finding:
    spec = find_spec("matplotlib")
    folder = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf" if spec and spec.origin else Path()
    found = (folder / "DejaVuSans.ttf").exists()
    seen = "DejaVu, with matplotlib" if found else "none"
    return Finding(what="fonts", seen=seen, good=found, fix="pip install matplotlib")


def _cjk() -> Finding:
    listed = ""
    if shutil.which("fc-list"):
        listed = subprocess.run(["fc-list", ":lang=zh"], capture_output=True, text=True, check=False).stdout
    seen = "found" if listed else "none: such names are spelt out in PDF and figures"
    fix = "apt-get install fonts-noto-cjk"
    return Finding(what="Chinese, Japanese, Korean", seen=seen, good=bool(listed), fix=fix, optional=True)


def _latex() -> Finding:
    found = shutil.which("pdflatex") is not None
    seen, fix = "found" if found else "none", "apt-get install texlive-latex-recommended lmodern"
    return Finding(what="LaTeX (to compile it here)", seen=seen, good=found, fix=fix, optional=True)
