"""What was made before need not be made again: contents in a folder, under the hash of what they are made from."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from benchreport.errors import OptionError
from benchreport.resources import PACKAGE
from benchreport.version import __version__

MOST_BYTES = 500_000_000
OFF = "off"
CHECKSUM = 32  # bytes before the content of an entry
SUFFIX = ".entry"
DRAFT = ".draft"
MAKERS = ("matplotlib", "numpy", "polars", "scipy")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cache:
    """A folder of entries, each a checksum and a content. It may be emptied at any time, even while it is in use."""

    folder: Path
    most_bytes: int = MOST_BYTES

    def found(self, key: str) -> bytes | None:
        """Return the content kept under a key; None where there is none, or where it is not what was written."""
        path = self._path(key)
        try:
            entry = path.read_bytes()
        except OSError:
            return None
        checksum, content = entry[:CHECKSUM], entry[CHECKSUM:]
        if hashlib.sha256(content).digest() != checksum:
            return None
        with suppress(OSError):
            os.utime(path)  # the entries used last are kept longest
        return content

    def keep(self, key: str, content: bytes) -> None:
        """Write a content under its key; where the folder cannot be written, nothing is kept and nothing fails."""
        path = self._path(key)
        with suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            handle, name = tempfile.mkstemp(suffix=DRAFT, dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(hashlib.sha256(content).digest() + content)
                Path(name).replace(path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise

    def trim(self) -> None:
        """Delete the entries that were used longest ago until the rest is no larger than it may be."""
        entries = []
        for path in self.folder.glob(f"*/*{SUFFIX}"):
            with suppress(OSError):
                known = path.stat()
                entries.append((known.st_mtime_ns, known.st_size, path))
        total = sum(size for _, size, _ in entries)
        for _, size, path in sorted(entries):
            if total <= self.most_bytes:
                return
            with suppress(OSError):
                path.unlink()
            total -= size

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}{SUFFIX}"


IN_USE: ContextVar[Cache | None] = ContextVar("IN_USE", default=None)


@contextmanager
def cached(folder: str | Path | None, *, most_bytes: int = MOST_BYTES) -> Iterator[None]:
    """Keep what is costly to make in a folder while the block runs, and take it from there; with None, keep nothing.

    The same input gives the same bytes with and without.

    Examples
    --------
    >>> import benchreport as br
    >>> report = br.report(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> with tempfile.TemporaryDirectory() as place:
    ...     with cached(place):
    ...         _ = report.write(Path(place) / "report.html")
    ...     len(list(Path(place).glob("*/*.entry"))) > 0
    True
    """
    mine = (
        None if folder is None or is_open_to_others(Path(folder)) else Cache(folder=Path(folder), most_bytes=most_bytes)
    )
    before = IN_USE.set(mine)
    try:
        yield
    finally:
        IN_USE.reset(before)
        if mine is not None:
            mine.trim()


def is_open_to_others(folder: Path) -> bool:
    """Return whether somebody else could put entries into a folder: those would be printed as ours."""
    try:
        state = folder.stat()
    except OSError:
        return False  # it will be made, for this user alone
    if not hasattr(os, "getuid"):
        return False
    return state.st_uid not in (os.getuid(), 0) or bool(state.st_mode & 0o022)


def usual_folder(environment: Mapping[str, str] | None = None) -> Path | None:
    """Say where the command line keeps its cache: BENCHREPORT_CACHE, which may be "off", or the user's cache folder.

    Examples
    --------
    >>> usual_folder({"XDG_CACHE_HOME": "/home/ada/.cache"}).as_posix()
    '/home/ada/.cache/benchreport'
    >>> usual_folder({"BENCHREPORT_CACHE": "off"}) is None
    True
    """
    said = os.environ if environment is None else environment
    own = said.get("BENCHREPORT_CACHE")
    if own is not None:
        if not own.strip():
            raise OptionError("BENCHREPORT_CACHE names no folder", hint="BENCHREPORT_CACHE=off, or a folder")
        return None if own == OFF else Path(own)
    home = said.get("XDG_CACHE_HOME")
    # The standard says that a relative path counts for nothing.
    if home and Path(home).is_absolute():
        return Path(home) / "benchreport"
    try:
        return Path.home() / ".cache" / "benchreport"
    except RuntimeError:  # a user without a home
        return None


def remembered(made_from: Callable[[], str], make: Callable[[], bytes]) -> bytes:
    """Make a content, or take it from the cache in use; ``made_from`` gives the key, and is asked for only then."""
    using = IN_USE.get()
    if using is None:
        return make()
    key = made_from()
    content = using.found(key)
    if content is None:
        content = make()
        using.keep(key, content)
    return content


def remembered_frames(made_from: Callable[[], str], make: Callable[[], Sequence[pl.DataFrame]]) -> list[pl.DataFrame]:
    """Compute frames that belong together, or take them from the cache in use, as :func:`remembered` does bytes.

    Examples
    --------
    >>> ranks = pl.DataFrame({"algorithm": ["A", "B"], "mean_rank": [1.0, 2.0]})
    >>> with tempfile.TemporaryDirectory() as place, cached(place):
    ...     _ = remembered_frames(lambda: key_of("ranks"), lambda: [ranks])
    ...     remembered_frames(lambda: key_of("ranks"), lambda: [])[0].equals(ranks)
    True
    """
    if IN_USE.get() is None:
        return list(make())
    content = remembered(made_from, lambda: b"".join(_packed(frame) for frame in make()))
    frames, at = [], 0
    while at < len(content):
        size = int.from_bytes(content[at : at + 8], "little")
        frames.append(pl.read_ipc(BytesIO(content[at + 8 : at + 8 + size])))
        at += 8 + size
    return frames


def _packed(frame: pl.DataFrame) -> bytes:
    stream = BytesIO()
    frame.write_ipc(stream)
    return len(stream.getvalue()).to_bytes(8, "little") + stream.getvalue()


def key_of(*parts: Any) -> str:
    """Hash what a content is made from: frames by their bytes, anything else by its JSON, and the software.

    Examples
    --------
    >>> ranks = pl.DataFrame({"algorithm": ["A", "B"], "mean_rank": [1.0, 2.0]})
    >>> key_of("cd", ranks) == key_of("cd", ranks.clone())
    True
    >>> key_of("cd", ranks) == key_of("cd", ranks.with_columns(pl.col("mean_rank") + 1e-15))
    False
    """
    digest = hashlib.sha256(_software())
    for part in parts:
        content = frame_bytes(part) if isinstance(part, pl.DataFrame) else _json(part)
        digest.update(len(content).to_bytes(8, "little") + content)
    return digest.hexdigest()


def frame_bytes(frame: pl.DataFrame) -> bytes:
    """Write a frame so that equal frames give equal bytes: names, types, values, in their order."""
    # The codes of categories depend on what else a process has read.
    plain = frame.with_columns(pl.col(pl.Categorical).cast(pl.String)).rechunk()
    stream = BytesIO()
    plain.write_ipc(stream)
    schema = _json([(name, str(kind)) for name, kind in frame.schema.items()])
    return schema + stream.getvalue()


def _json(part: Any) -> bytes:
    return json.dumps(part, sort_keys=True, ensure_ascii=False, allow_nan=True, default=_exactly).encode()


def _exactly(value: Any) -> Any:
    """Write what JSON does not know; a value that only has an address is refused, for its key would mean nothing."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} cannot be part of a key")


@cache
def _software() -> bytes:
    """Name the versions and hash the source: a function that was changed makes its figures anew."""
    digest = hashlib.sha256(json.dumps([__version__, *(version(name) for name in MAKERS)]).encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.digest()
