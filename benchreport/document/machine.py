"""What a report needs of this machine: Python, packages, Pango, fonts, LaTeX."""

from __future__ import annotations

import ctypes.util
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CDLL
from importlib.metadata import PackageNotFoundError, requires, version
from threading import get_ident

from benchreport.document.formats.fonts import font_file
from benchreport.figures.style import CJK_FONTS
from benchreport.records import dataclass

PANGO = ("pango-1.0", "pangoft2-1.0", "harfbuzz-subset")
# What the loader says of a file that is not there, on Linux and macOS.
NOT_THERE = re.compile(r"no such file|not found", re.IGNORECASE)
PANGO_FIX = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One thing that a report may need, its state on this machine, and what to do where it is not met."""

    name: str
    state: str
    met: bool
    fix: str
    optional: bool = False


def examine() -> list[Need]:
    """Return everything a report may need, with its state on this machine.

    Examples
    --------
    >>> [need.name for need in examine()][0]
    'Python'
    """
    return [_python(), *_packages(), _pango(), _fonts(), _cjk(), _latex()]


def _python() -> Need:
    state = ".".join(map(str, sys.version_info[:3]))
    return Need(name="Python", state=state, met=sys.version_info >= (3, 11), fix="install Python 3.11 or newer")


def _packages() -> list[Need]:
    try:
        needed = requires("benchreport") or []
    except PackageNotFoundError:
        return [Need(name="benchreport", state="runs from a bare checkout", met=False, fix="pip install -e .")]
    return [_package(line) for line in needed if "extra ==" not in line]


def _package(requirement: str) -> Need:
    name, _, least = requirement.partition(">=")
    fix = f"pip install '{requirement}'"
    try:
        state = version(name)
    except PackageNotFoundError:
        return Need(name=name, state="not installed", met=False, fix=fix)
    return Need(name=name, state=state, met=_numbers(state) >= _numbers(least), fix=fix)


def _numbers(release: str) -> list[int]:
    return [*map(int, re.findall(r"\d+", release)), 0, 0, 0][:3]


def absent_libraries() -> list[str]:
    """Return the libraries of Pango that cannot be loaded on this machine, with the reason where they lie there."""
    return [problem for name in PANGO if (problem := _problem_of(name))]


def _problem_of(library: str) -> str:
    """Return nothing where a library can be loaded, else its name and what stands against it."""
    names = dict.fromkeys(name for name in (ctypes.util.find_library(library), f"lib{library}.so.0") if name)
    reasons = []
    for name in names:
        try:
            CDLL(name)
        except OSError as problem:
            reasons.append(str(problem))
        else:
            return ""
    broken = next((reason for reason in reasons if not NOT_THERE.search(reason)), None)
    return f"{library} ({broken})" if broken else library


@contextmanager
def libraries_by_file() -> Iterator[None]:
    """Run an import in this thread that loads libraries by the names of their files alone, not by a search.

    A search runs ldconfig, the compiler and the linker, for each spelling of each name; the loader knows a file by its
    name at once.
    """
    search, thread = ctypes.util.find_library, get_ident()

    def found(name: str) -> str | None:
        return None if get_ident() == thread else search(name)

    ctypes.util.find_library = found
    try:
        yield
    finally:
        ctypes.util.find_library = search


def pango_problem() -> str:
    """Return what keeps this machine from making PDF, in words; nothing where nothing does."""
    absent = absent_libraries()
    return f"Pango cannot be loaded: {', '.join(absent)}" if absent else ""


def _pango() -> Need:
    absent = absent_libraries()
    state = f"without {', '.join(absent)}: no PDF" if absent else "loaded"
    return Need(name="Pango (for PDF)", state=state, met=not absent, fix=PANGO_FIX)


def _fonts() -> Need:
    met = font_file("DejaVuSans.ttf").exists()
    state = "DejaVu, with matplotlib" if met else "none"
    return Need(name="fonts", state=state, met=met, fix="pip install matplotlib")


def _cjk() -> Need:
    listed = ""
    if shutil.which("fc-list"):
        listed = subprocess.run(["fc-list", ":lang=zh"], capture_output=True, text=True, check=False).stdout
    state = "found" if listed else "none: such names are spelt out in PDF and figures"
    fix = f"apt-get install {CJK_FONTS}"
    return Need(name="Chinese, Japanese, Korean", state=state, met=bool(listed), fix=fix, optional=True)


def _latex() -> Need:
    met = shutil.which("pdflatex") is not None
    state, fix = "found" if met else "none", "apt-get install texlive-latex-recommended lmodern"
    return Need(name="LaTeX (to compile it here)", state=state, met=met, fix=fix, optional=True)
