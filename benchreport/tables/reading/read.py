"""Files, folders, patterns and database addresses, read once into a frame."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import json
import os
import re
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from glob import glob
from io import BytesIO
from os import PathLike
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import polars as pl

from benchreport.errors import BenchreportError, OptionError, ReadError, did_you_mean
from benchreport.files import name_as_text
from benchreport.tables.reading.database import read_query
from benchreport.tables.reading.delimited import read_delimited

SUFFIXES = (".csv", ".tsv", ".txt", ".parquet", ".pq", ".arrow", ".ipc", ".feather", ".json", ".ndjson", ".jsonl")
PACKED = (".gz", ".zst")
ENCODINGS = ("utf8", "latin1", "cp1252", "utf-16")
URI = re.compile(r"^[a-z][a-z0-9+.-]+://", re.IGNORECASE)
NOT_FETCHED = ("http", "https", "ftp", "s3", "gs", "az", "hf")
# Holds the name of the file each row came from, when there are several.
FILE = "name of the file"
# Standard error belongs to the whole process, so that only one may hold it back at a time.
HELD_BACK = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Rows, and the SHA-256 of the bytes of every file that they were read from; a database has none."""

    frame: pl.DataFrame
    digests: Mapping[Path, str] = field(default_factory=dict)


def read_frame(source: str | Path, *, encoding: str = "utf8", query: str | None = None) -> pl.DataFrame:
    """Read one file, all files of a folder or pattern, or a database query, as they are.

    Several files are stacked, and one more column, ``name of the file``, tells their rows apart.

    Examples
    --------
    >>> from benchreport.resources import resource
    >>> read_frame(resource("examples", "demsar2006_auc.csv")).columns
    ['algorithm', 'dataset', 'metric', 'value']
    """
    return read_with_digests(source, encoding=encoding, query=query).frame


def read_with_digests(source: str | Path, *, encoding: str = "utf8", query: str | None = None) -> Reading:
    """Read as :func:`read_frame` does, and fingerprint the very bytes that the rows come from.

    Examples
    --------
    >>> from benchreport.resources import resource
    >>> reading = read_with_digests(resource("examples", "demsar2006_auc.csv"))
    >>> [(path.name, len(digest)) for path, digest in reading.digests.items()]
    [('demsar2006_auc.csv', 64)]
    """
    _refuse_no_path(source)
    if URI.match(str(source)):
        return Reading(frame=_read_address(str(source), query))
    _refuse_unknown_encoding(encoding)
    digests: dict[Path, str] = {}
    frames: list[pl.DataFrame] = []
    for path in table_files(source):
        content = content_of(path)
        digests[path] = hashlib.sha256(content).hexdigest()
        frames.append(_table(content, path, encoding))
    if len(frames) == 1:
        return Reading(frame=frames[0], digests=digests)
    named = [frame.with_columns(pl.lit(name_of(path)).alias(FILE)) for path, frame in zip(digests, frames, strict=True)]
    try:
        return Reading(frame=pl.concat(named, how="diagonal_relaxed"), digests=digests)
    except pl.exceptions.PolarsError as problem:
        raise ReadError(
            f"the {len(named)} files of {str(source)!r} do not stack: {_first_line(problem)}",
            hint="give every file the same columns with the same types",
        ) from problem


def content_of(path: Path) -> bytes:
    """Read the bytes of a file once, without mapping it: whoever writes it may cut it short at any moment."""
    with path.open("rb") as stream:
        before = os.fstat(stream.fileno())
        content = stream.read()
        after = os.fstat(stream.fileno())
    if len(content) != before.st_size or (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise ReadError(f"{path.name!r} changed while it was read", hint="read it again when it is complete")
    return content


def name_of(source: str | Path) -> str:
    """Return the name of a table: that of its file or folder.

    Examples
    --------
    >>> name_of("results/iris.csv.gz")
    'iris'
    """
    _refuse_no_path(source)
    path = Path(source)
    return name_as_text((path.name or path.resolve().name).split(".")[0]) or "data"


def table_files(source: str | Path) -> list[Path]:
    """Return the table files that a path, folder or glob pattern names, sorted.

    Examples
    --------
    >>> from benchreport.resources import resource
    >>> table_files(resource("examples", "demsar2006_auc.csv").parent / "demsar*.csv")[0].name
    'demsar2006_auc.csv'
    """
    path = Path(source)
    if path.is_file():
        if _suffix(path) not in SUFFIXES:
            raise ReadError(f"{path.name!r} is not a table that can be read", hint=f"use one of {', '.join(SUFFIXES)}")
        return [path]
    if path.is_dir():
        paths = tables_in(path)
        if not paths:
            raise ReadError(f"the folder {str(path)!r} holds no table", hint=f"tables end in {', '.join(SUFFIXES)}")
        return paths
    if path.exists():
        raise ReadError(f"{str(source)!r} is a pipe or a device", hint="save what comes out of it as scores.csv, say")
    if any(sign in str(source) for sign in "*?["):
        paths = sorted(entry for name in glob(str(source), recursive=True) if _is_table(entry := Path(name)))
        if not paths:
            raise ReadError(
                f"the pattern {str(source)!r} matches no table", hint="quote the pattern and check the folder"
            )
        return paths
    siblings = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    near = did_you_mean(path.name, siblings)
    raise ReadError(
        f"no file {str(source)!r}", hint=near if near.startswith("did") else f"looked in {str(path.parent.resolve())!r}"
    )


def tables_in(folder: str | Path) -> list[Path]:
    """Return the tables that lie in a folder, sorted; none where there is no such folder.

    Examples
    --------
    >>> from benchreport.resources import resource
    >>> tables_in(resource("examples", "demsar2006_auc.csv").parent)[0].suffix
    '.csv'
    """
    path = Path(folder)
    return sorted(entry for entry in path.iterdir() if _is_table(entry)) if path.is_dir() else []


def _refuse_no_path(source: object) -> None:
    if not isinstance(source, str | PathLike):
        raise ReadError(
            f"a file is needed, not {type(source).__name__}",
            hint="give its path; br.scores, br.predictions and br.counts take tables in memory",
        )


def _is_table(path: Path) -> bool:
    return path.is_file() and _suffix(path) in SUFFIXES


def _suffix(path: Path) -> str:
    endings = [ending.lower() for ending in path.suffixes]
    if endings and endings[-1] in PACKED:
        endings.pop()
    return endings[-1] if endings else ""


def _refuse_unknown_encoding(encoding: str) -> None:
    try:
        "a".encode(encoding)  # codecs that are no encodings of text, such as hex, are refused too
    except (LookupError, ValueError) as problem:
        raise OptionError(f"unknown encoding {encoding!r}", hint=did_you_mean(encoding.lower(), ENCODINGS)) from problem


def _table(content: bytes, path: Path, encoding: str) -> pl.DataFrame:
    if not content:
        raise _empty(path)
    try:
        frame = READERS[_suffix(path)](content, path, encoding)
    except BenchreportError:
        raise
    except pl.exceptions.NoDataError as problem:
        raise _empty(path) from problem
    except UnicodeError as problem:
        raise _not_text(path, encoding) from problem
    except pl.exceptions.ComputeError as problem:
        if "utf-8" in str(problem).lower() or "utf8" in str(problem).lower():
            raise _not_text(path, encoding) from problem
        raise _unreadable(path, problem) from problem
    except (pl.exceptions.PolarsError, OSError, ValueError, EOFError, zlib.error) as problem:
        raise _unreadable(path, problem) from problem
    if frame.height == 0:
        raise _empty(path)
    return frame


def _read_text(content: bytes, path: Path, encoding: str) -> pl.DataFrame:
    utf8 = codecs.lookup(encoding).name == "utf-8"
    unpacked = _unpacked(content, path, utf8=utf8)
    if utf8 and b"\x00" in unpacked.partition(b"\n")[0]:
        raise _not_text(path, encoding, "utf-16")
    text = unpacked.decode(encoding)  # refuses what is no text in this encoding
    return read_delimited((unpacked if utf8 else text.encode()).removeprefix(codecs.BOM_UTF8), path.name)


def _read_json(content: bytes, path: Path, _: str) -> pl.DataFrame:
    text = _unpacked(content, path, utf8=True).removeprefix(codecs.BOM_UTF8).strip()
    if not text:
        raise _empty(path)
    read = pl.read_json if text.startswith(b"[") else pl.read_ndjson
    with panics_as_errors():
        frame = read(text, infer_schema_length=None)
    refuse_lossy_json(text, frame, path.name)
    return frame


def _read_arrow(content: bytes, *_: object) -> pl.DataFrame:
    with panics_as_errors():
        return pl.read_ipc(content) if content.startswith(b"ARROW1") else pl.read_ipc_stream(content)


def _read_parquet(content: bytes, *_: object) -> pl.DataFrame:
    with panics_as_errors():
        return pl.read_parquet(BytesIO(content))


READERS: Mapping[str, Callable[[bytes, Path, str], pl.DataFrame]] = {
    **dict.fromkeys((".csv", ".tsv", ".txt"), _read_text),
    **dict.fromkeys((".parquet", ".pq"), _read_parquet),
    **dict.fromkeys((".arrow", ".ipc", ".feather"), _read_arrow),
    **dict.fromkeys((".json", ".ndjson", ".jsonl"), _read_json),
}


def _unpacked(content: bytes, path: Path, *, utf8: bool) -> bytes:
    if path.suffix.lower() == ".gz":
        return gzip.decompress(content)
    if path.suffix.lower() != ".zst":
        return content
    if utf8:
        return "\n".join(pl.read_lines(content).to_series()).encode()
    try:
        import pyarrow
    except ImportError as problem:
        raise ReadError(
            f"unpacking {path.name!r} needs one more package", hint="pip install pyarrow, or save it as UTF-8"
        ) from problem
    unpacked: bytes = pyarrow.input_stream(pyarrow.py_buffer(content), compression="zstd").read()
    return unpacked


def _read_address(address: str, query: str | None) -> pl.DataFrame:
    if address.partition("://")[0].lower() in NOT_FETCHED:
        raise ReadError(f"{address!r} is not fetched", hint="download it first, then name the file")
    if query is None:
        raise ReadError("a database needs a query", hint="query='SELECT * FROM scores'; --query on the command line")
    return read_query(address, query)


def _first_line(problem: BaseException) -> str:
    return str(problem).strip().split("\n")[0]


def _empty(path: Path) -> ReadError:
    return ReadError(f"{path.name!r} is empty", hint="it needs a header line and at least one row")


def _not_text(path: Path, encoding: str, other: str = "latin1") -> ReadError:
    return ReadError(
        f"{path.name!r} is not text in {encoding}",
        hint=f"try encoding={other!r} (--encoding {other}), or save it as UTF-8",
    )


def _unreadable(path: Path, problem: BaseException) -> ReadError:
    return ReadError(
        f"{path.name!r} cannot be read: {_first_line(problem)}", hint="is the file whole, and its ending right?"
    )


def refuse_lossy_json(content: bytes, frame: pl.DataFrame, name: str) -> None:
    """Raise if a record repeats a key or a text holds an unpaired surrogate escape.

    Polars keeps one of the two values, and replaces the escape by a NUL character. The records are parsed a second time
    only if the bytes suggest such a case.

    Examples
    --------
    >>> content = b'[{"algorithm": "SVM", "auc": 0.5, "auc": 0.6}]'
    >>> refuse_lossy_json(content, pl.read_json(content), "t.json")
    Traceback (most recent call last):
    benchreport.errors.ReadError: 't.json', record 1: the key 'auc' appears twice
    hint: give every value of a record its own key
    """
    escapes = b"\\u" in content
    if not escapes and not any(content.count(_written(column)) > frame.height for column in frame.columns):
        return
    for number, pairs in enumerate(_records(content), 1):
        keys: set[str] = set()
        for key, value in pairs:
            if key in keys:
                raise ReadError(
                    f"{name!r}, record {number}: the key {key!r} appears twice",
                    hint="give every value of a record its own key",
                )
            keys.add(key)
            if escapes and not (_is_text(key) and _is_text(value)):
                raise ReadError(
                    f"{name!r}, record {number}: {key!r} holds an unpaired surrogate escape",
                    hint=r"a character outside the basic plane needs both escapes, such as \ud83d\ude00",
                )


def _written(column: str) -> bytes:
    return json.dumps(column, ensure_ascii=False).encode("utf8", "surrogatepass")


def _records(content: bytes) -> Iterator[list[tuple[str, Any]]]:
    """Return the key-value pairs of every record; a value that is not an object has none."""
    text = content.decode()
    whole = [text] if text.startswith("[") else (line for line in text.split("\n") if line.strip())
    for part in whole:
        value = json.loads(part, object_pairs_hook=_Pairs)
        records = value if text.startswith("[") else [value]
        yield from (record if isinstance(record, _Pairs) else [] for record in records)


class _Pairs(list[tuple[str, Any]]):
    """The key-value pairs of a JSON object, repeated keys included."""


def _is_text(value: Any) -> bool:
    """Return whether every text in a value can be written as UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def panics_as_errors() -> Iterator[None]:
    """Raise ``ComputeError`` where Polars panics, without the report that Rust prints to standard error by itself.

    Examples
    --------
    >>> with panics_as_errors():
    ...     raise pl.exceptions.PanicException("index out of bounds")
    Traceback (most recent call last):
    polars.exceptions.ComputeError: index out of bounds
    """
    with HELD_BACK, TemporaryFile() as printed:
        stream = _standard_error()
        try:
            if stream is not None:
                os.dup2(printed.fileno(), 2)
            yield
        except pl.exceptions.PanicException as problem:
            printed.truncate(0)
            raise pl.exceptions.ComputeError(str(problem).splitlines()[0] if str(problem) else "panic") from problem
        finally:
            if stream is not None:
                os.dup2(stream, 2)
                os.close(stream)
                printed.seek(0)
                if rest := printed.read():  # what others had to say meanwhile
                    os.write(2, rest)


def _standard_error() -> int | None:
    """Return a second handle of standard error; None where it is closed."""
    if sys.stderr is not None:
        sys.stderr.flush()
    try:
        return os.dup(2)
    except OSError:
        return None
