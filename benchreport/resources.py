"""Files that ship with the package: templates and example tables."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from benchreport.errors import ReadError

PACKAGE = Path(__file__).parent
# In a wheel the folders sit inside the package; in a checkout beside it.
PLACES = {
    "templates": (PACKAGE / "templates", PACKAGE.parent / "templates"),
    "examples": (PACKAGE / "examples", PACKAGE.parent / "examples" / "data"),
}


def example(name: str) -> Path:
    """Return the path of a table that ships with benchreport.

    Examples
    --------
    >>> import benchreport as br
    >>> br.example("demsar2006_auc.csv").exists()
    True
    """
    return resource("examples", name)


def resource(folder: str, name: str) -> Path:
    """Return the path of a shipped file, in an installed package or in a checkout.

    Examples
    --------
    >>> resource("examples", "demsar2006_auc.csv").name
    'demsar2006_auc.csv'
    """
    for place in PLACES[folder]:
        if (place / name).exists():
            return place / name
    raise ReadError(f"the shipped file {folder}/{name} is missing", hint="install benchreport again")


@lru_cache(maxsize=8)
def shipped(folder: str) -> tuple[str, ...]:
    """Return the files that ship in a folder, by their paths inside it.

    Examples
    --------
    >>> shipped("templates")[-1]
    'styles/themes/columns.css'
    """
    place = next(place for place in PLACES[folder] if place.exists())
    files = (path for path in place.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return tuple(sorted(path.relative_to(place).as_posix() for path in files))
