"""What the build made before, by the content it was made from."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
CACHE = ROOT / "build" / ".docs"
# Whatever a picture of the manual depends on beside its page.
SOURCES = ("benchreport", "templates", "examples")
SUFFIXES = (".py", ".toml", ".csv", ".jinja", ".css", ".js", ".bib", ".parquet", ".ttf")


def digest(parts: Iterable[bytes]) -> str:
    """Return a short name for some content.

    Examples
    --------
    >>> len(digest([b"a", b"b"])), digest([b"a", b"b"]) == digest([b"ab"])
    (24, False)
    """
    whole = hashlib.sha256()
    for part in parts:
        whole.update(hashlib.sha256(part).digest())
    return whole.hexdigest()[:24]


@cache
def sources() -> bytes:
    """Return a digest of the product: a picture is drawn anew when any of it changes."""
    paths = (path for folder in SOURCES for path in sorted((ROOT / folder).rglob("*")))
    files = [path for path in paths if path.suffix in SUFFIXES and path.is_file()]
    return digest(part for path in files for part in (str(path.relative_to(ROOT)).encode(), path.read_bytes())).encode()


def made(key: Iterable[bytes], make: Callable[[Path], None]) -> Path:
    """Return a folder of files made from a key, its maker and the product, making it where it is not there."""
    maker = Path(make.__code__.co_filename).read_bytes()
    folder = CACHE / digest([*key, maker, sources()])
    if not folder.exists():
        unfinished = folder.with_suffix(".part")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        make(unfinished)
        unfinished.rename(folder)
    folder.touch()
    return folder
