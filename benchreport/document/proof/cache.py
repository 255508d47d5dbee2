"""A cache of what is costly to make: contents in a folder, under the hash of what they are made from."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl

from benchreport.errors import OptionError
from benchreport.records import dataclass
from benchreport.resources import PACKAGE
from benchreport.version import __version__, version_of

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

    def content(self, key: str) -> bytes | None:
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
        """Check the size of the folder; while it is too large, the entry used longest ago is deleted."""
        entries = []
        for path in self.folder.glob(f"*/*{SUFFIX}"):
            with suppress(OSError):
                state = path.stat()
                entries.append((state.st_mtime_ns, state.st_size, path))
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
    """Run a block that keeps what is costly to make in a folder, and takes it from there; with None, keep nothing.

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
    store = None
    if folder is not None and not is_open_to_others(Path(folder)):
        store = Cache(folder=Path(folder), most_bytes=most_bytes)
    before = IN_USE.set(store)
    try:
        yield
    finally:
        IN_USE.reset(before)
        if store is not None:
            store.trim()


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
    """Return where the command line keeps its cache: BENCHREPORT_CACHE, or the user's cache folder; None for "off".

    Examples
    --------
    >>> usual_folder({"XDG_CACHE_HOME": "/home/ada/.cache"}).as_posix()
    '/home/ada/.cache/benchreport'
    >>> usual_folder({"BENCHREPORT_CACHE": "off"}) is None
    True
    """
    variables = os.environ if environment is None else environment
    own = variables.get("BENCHREPORT_CACHE")
    if own is not None:
        if not own.strip():
            raise OptionError("BENCHREPORT_CACHE is empty", hint="BENCHREPORT_CACHE=off, or a folder")
        return None if own == OFF else Path(own)
    home = variables.get("XDG_CACHE_HOME")
    # The standard says that a relative path counts for nothing.
    if home and Path(home).is_absolute():
        return Path(home) / "benchreport"
    try:
        return Path.home() / ".cache" / "benchreport"
    except RuntimeError:  # a user without a home
        return None


def remembered(made_from: Callable[[], str], make: Callable[[], bytes]) -> bytes:
    """Return a content from the cache in use, or made; ``made_from`` gives its key, and runs only with a cache."""
    using = IN_USE.get()
    if using is None:
        return make()
    key = made_from()
    content = using.content(key)
    if content is None:
        content = make()
        using.keep(key, content)
    return content


def has_kept(made_from: Callable[[], str]) -> bool:
    """Return whether the cache in use has a content; ``made_from`` gives its key, and runs only with a cache."""
    using = IN_USE.get()
    return using is not None and using.content(made_from()) is not None


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
    frames, stream = [], BytesIO(content)
    while size := int.from_bytes(stream.read(8), "little"):
        frames.append(pl.read_ipc(BytesIO(stream.read(size))))
    return frames


def _packed(frame: pl.DataFrame) -> bytes:
    stream = BytesIO()
    frame.write_ipc(stream)
    return len(stream.getvalue()).to_bytes(8, "little") + stream.getvalue()


def key_of(*parts: Any) -> str:
    """Return the hash of what a content is made from: frames by their bytes, the rest by its JSON, and the software.

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
    """Return a frame as bytes, the same for equal frames: names, types, values, in their order."""
    # The codes of categories depend on what else a process has read.
    plain = frame.with_columns(pl.col(pl.Categorical).cast(pl.String)).rechunk()
    stream = BytesIO()
    plain.write_ipc(stream)
    schema = _json([(name, str(kind)) for name, kind in frame.schema.items()])
    return schema + stream.getvalue()


def _json(part: Any) -> bytes:
    return json.dumps(part, sort_keys=True, ensure_ascii=False, allow_nan=True, default=_exactly).encode()


def _exactly(value: Any) -> Any:
    """Return what JSON can write for a value it does not know; raise where the value has only an address."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} cannot be part of a key")


@cache
def _software() -> bytes:
    """Return a hash of the versions and the source: a function that was changed makes its figures anew."""
    digest = hashlib.sha256(json.dumps([__version__, *(version_of(name) for name in MAKERS)]).encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.digest()
