"""Files, folders, patterns and database addresses, read once into a frame."""

from __future__ import annotations

import codecs
import gzip
import hashlib
import logging
import os
import re
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from fnmatch import fnmatch
from functools import partial
from glob import glob
from io import BytesIO
from os import PathLike
from pathlib import Path
from tempfile import TemporaryFile

import polars as pl

from benchreport.errors import BenchreportError, OptionError, ReadError, did_you_mean, give_warning
from benchreport.files import MANIFEST, name_as_text
from benchreport.numerals import counted
from benchreport.records import dataclass
from benchreport.tables.reading.database import (
    database_file,
    is_duckdb,
    read_duckdb,
    read_query,
    refuse_sqlite_file,
    scheme_of,
)
from benchreport.tables.reading.delimited import read_delimited
from benchreport.tables.reading.harnesses import refuse_harness, refuse_harness_ending, refuse_harness_table
from benchreport.tables.reading.json_tables import all_lines, first_line, read_json_table, single_object
from benchreport.tables.reading.streams import is_stream, stream_content
from benchreport.tables.schema import canonical_names, table_kind

LOGGER = logging.getLogger("benchreport")

JSON = (".json", ".ndjson", ".jsonl")
SUFFIXES = (".csv", ".tsv", ".txt", ".parquet", ".pq", ".arrow", ".ipc", ".feather", *JSON)
PACKED = (".gz", ".zst")
ENCODINGS = ("utf8", "latin1", "cp1252", "utf-16")
URI = re.compile(r"^[a-z][a-z0-9+.-]+://", re.IGNORECASE)
NOT_FETCHED = ("http", "https", "ftp", "s3", "gs", "az", "hf")
# Columns whose texts become categories at every door.
NAMED = ("algorithm", "dataset", "metric", "truth", "prediction", "actual", "predicted")
# Holds the name of the file each row came from, when there are several.
FILE = "name of the file"
# Standard error belongs to the whole process, so that only one may hold it back at a time.
HELD_BACK = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Rows, and the SHA-256 of the bytes of every file that they were read from; a database has none.

    ``notes`` say which files were recognised as those of a tool, and ``skipped`` what was not read.
    """

    frame: pl.DataFrame
    digests: Mapping[Path, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TextForm:
    """How texts are written: their encoding, and the sign before decimals where it was declared.

    With ``categories`` the names of algorithms, datasets, metrics and classes may be read as such, for doors that make
    them categories anyway.
    """

    encoding: str = "utf8"
    decimal: str | None = None
    categories: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One file as a table; ``tool`` is the importer that recognised it, ``odd`` what that could not read."""

    path: Path
    digest: str
    frame: pl.DataFrame = field(default_factory=pl.DataFrame)
    tool: str | None = None
    odd: tuple[str, ...] = ()
    problem: BenchreportError | None = None


def read_frame(
    source: str | Path,
    *,
    encoding: str = "utf8",
    query: str | None = None,
    decimal: str | None = None,
    categories: bool = False,
) -> pl.DataFrame:
    """Read one file, all files of a folder or pattern, standard input or a database query, as they are.

    With ``categories`` the names in Parquet files are read as categories: a door must check the frame.

    Several files are stacked, and one more column, ``name of the file``, tells their rows apart. Files of a tool that
    has an importer are recognised by their layout.

    Examples
    --------
    >>> from benchreport.resources import resource
    >>> read_frame(resource("examples", "demsar2006_auc.csv")).columns
    ['algorithm', 'dataset', 'metric', 'value']
    """
    reading = read_with_digests(source, encoding=encoding, query=query, decimal=decimal, categories=categories)
    for text in reading.notes:
        LOGGER.info("%s", text)
    for text in reading.skipped:
        give_warning(text, depth=2)
    return reading.frame


def read_with_digests(
    source: str | Path,
    *,
    encoding: str = "utf8",
    query: str | None = None,
    decimal: str | None = None,
    categories: bool = False,
) -> Reading:
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
    form = TextForm(encoding=encoding, decimal=decimal, categories=categories)
    if is_stream(source):
        named, content = stream_content(source)
        parts = [_part(named, content, form)]
    else:
        paths = table_files(source)
        if len(paths) == 1 and is_duckdb(paths[0]):
            frame = read_duckdb(paths[0], query)
            return Reading(frame=frame, digests={paths[0]: hashlib.sha256(content_of(paths[0])).hexdigest()})
        parts = [_part(path, content_of(path), form) for path in paths]
    return _joined(parts, source)


def _part(path: Path, content: bytes, form: TextForm) -> Part:
    """Return one file as a table, or the reason why it is none."""
    digest = hashlib.sha256(content).hexdigest()
    try:
        recognised = _of_a_tool(content, path)
        if recognised is not None:
            tool, frame, odd = recognised
            return Part(path=path, digest=digest, frame=frame, tool=tool, odd=tuple(odd))
        return Part(path=path, digest=digest, frame=_table(content, path, form))
    except BenchreportError as problem:
        return Part(path=path, digest=digest, problem=problem)


def _of_a_tool(content: bytes, path: Path) -> tuple[str, pl.DataFrame, list[str]] | None:
    """Return the importer that recognises a file, the rows it reads and what it skips; None for other files."""
    # The importers read files by the functions of this room.
    from benchreport.tables.importers import IMPORTERS
    from benchreport.tables.importers.foreign import MALFORMED, malformed

    if _suffix(path) not in JSON or not content:
        return None
    with errors_of(path, "utf8"):
        text = json_text(content, path)
        record = single_object(text, path.name)
        lines = first_line(text) if record is None else None
    if record is None and lines is None:
        return None
    for importer in IMPORTERS.values():
        form = importer.file
        if form is None or not form.fits(lines if form.lines else record):
            continue
        try:
            frame, odd = form.read(all_lines(text, path.name) if form.lines else record, path)
        except BenchreportError:
            raise
        except MALFORMED as problem:
            raise malformed(importer.tool, problem, "is the file whole?") from problem
        return importer.id, frame, odd
    return None


def _joined(parts: Sequence[Part], source: str | Path) -> Reading:
    """Return the files of one kind as one table: those of a tool where there are some, else all."""
    from benchreport.tables.importers import IMPORTERS

    tools = [tool for tool in IMPORTERS if any(part.tool == tool and part.frame.height for part in parts)]
    if not tools:
        for part in parts:
            if part.problem is not None:
                raise part.problem
    chosen = [part for part in parts if part.tool == tools[0]] if tools else list(parts)
    usable = [part for part in chosen if part.problem is None and part.frame.height]
    if not usable:
        odd = ", ".join(name for part in parts for name in part.odd)
        raise ReadError(f"no result of {str(source)!r} can be read: {odd}", hint="is there a metric of 0 and 1?")
    others = [part for part in parts if part not in chosen]
    digests = {part.path: part.digest for part in usable}
    notes = [f"read {counted(len(usable), 'file')} as {IMPORTERS[tools[0]].reads}"] if tools else []
    skipped = [
        f"skipped {', '.join(part.odd)} of {part.path.name!r}: not as the tool writes it" for part in chosen if part.odd
    ]
    if others:
        names = [str(part.path.name) for part in others]
        remedy = _other_pattern(others, chosen, source)
        skipped.append(f"skipped {counted(len(names), 'other file')}: {listed_names(names)}{remedy}")
    if len(usable) == 1:
        return Reading(frame=usable[0].frame, digests=digests, notes=tuple(notes), skipped=tuple(skipped))
    named = [part.frame.with_columns(pl.lit(name_of(part.path)).alias(FILE)) for part in usable]
    try:
        frame = pl.concat(named, how="diagonal_relaxed")
    except pl.exceptions.PolarsError as problem:
        raise ReadError(
            f"the {len(named)} files of {str(source)!r} do not stack: {_first_line(problem)}",
            hint="give every file the same columns with the same types",
        ) from problem
    return Reading(frame=frame, digests=digests, notes=tuple(notes), skipped=tuple(skipped))


def _other_pattern(others: Sequence[Part], chosen: Sequence[Part], source: str | Path) -> str:
    """Return how skipped files of a tool are read, where they are of one kind and a pattern matches them alone."""
    from benchreport.tables.importers import IMPORTERS

    (kind, *more) = dict.fromkeys(part.tool for part in others)
    if kind is None or more or not Path(source).is_dir():
        return ""
    first, *rest = (part.path.name.partition("_")[0] + f"_*{part.path.suffix}" for part in others)
    if any(pattern != first for pattern in rest) or any(fnmatch(part.path.name, first) for part in chosen):
        return ""
    return f"; {str(Path(source) / '**' / first)!r} reads {IMPORTERS[kind].reads}"


def listed_names(names: Sequence[str], most: int = 3) -> str:
    """Return the first of some names, and how many more there are.

    Examples
    --------
    >>> listed_names(["a.json", "b.json", "c.json", "d.json"])
    'a.json, b.json, c.json and 1 more'
    """
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")


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
    if is_stream(source):
        return "data"
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
        refuse_sqlite_file(path)
        if _suffix(path) not in SUFFIXES and not is_duckdb(path):
            refuse_harness_ending(_suffix(path), path.name)
            raise ReadError(f"{path.name!r} is not a table that can be read", hint=f"use one of {', '.join(SUFFIXES)}")
        return [path]
    if path.is_dir():
        paths = tables_in(path) or tables_below(path)
        if not paths:
            for entry in sorted(path.rglob("*")):
                refuse_harness_ending(_suffix(entry), entry.name)
            raise ReadError(f"the folder {str(path)!r} holds no table", hint=f"tables end in {', '.join(SUFFIXES)}")
        return paths
    if path.exists():
        raise ReadError(
            f"{str(source)!r} is a pipe or a device", hint="save what comes out of it as scores.csv, or use -"
        )
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


def tables_below(folder: Path) -> list[Path]:
    """Return the tables in the folders below one, sorted; hidden folders and those that benchreport wrote are left out.

    Examples
    --------
    >>> from benchreport.resources import resource
    >>> folder = resource("examples", "demsar2006_auc.csv").parents[1]
    >>> "demsar2006_auc.csv" in [path.name for path in tables_below(folder)]
    True
    """
    paths: list[Path] = []
    for place, folders, names in os.walk(folder):
        if MANIFEST in names:
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths += [entry for name in names if _is_table(entry := Path(place) / name)]
    return sorted(paths)


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


def _table(content: bytes, path: Path, form: TextForm) -> pl.DataFrame:
    with errors_of(path, form.encoding):
        if not content:
            raise _empty(path)
        frame = READERS[_suffix(path)](content, path, form)
        refuse_harness_table(frame.columns, path.name)
    if frame.height == 0:
        raise _empty(path)
    return frame


@contextmanager
def errors_of(path: Path, encoding: str) -> Iterator[None]:
    """Raise errors of ours, which name the file, for whatever reading it raises."""
    try:
        yield
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


def _read_text(content: bytes, path: Path, form: TextForm) -> pl.DataFrame:
    utf8 = codecs.lookup(form.encoding).name == "utf-8"
    unpacked = _unpacked(content, path, utf8=utf8)
    if utf8 and b"\x00" in unpacked.partition(b"\n")[0]:
        raise _not_text(path, form.encoding, "utf-16")
    text = unpacked.decode(form.encoding)  # refuses what is no text in this encoding
    plain = (unpacked if utf8 else text.encode()).removeprefix(codecs.BOM_UTF8)
    return read_delimited(plain, path.name, decimal=form.decimal)


def json_text(content: bytes, path: Path) -> bytes:
    """Return the text of a JSON file, unpacked and without blanks around it."""
    text = _unpacked(content, path, utf8=True).removeprefix(codecs.BOM_UTF8).strip()
    if not text:
        raise _empty(path)
    return text


def _read_json(content: bytes, path: Path, _: TextForm) -> pl.DataFrame:
    with panics_as_errors():
        return read_json_table(json_text(content, path), path.name, partial(refuse_harness, name=path.name))


def _read_arrow(content: bytes, *_: object) -> pl.DataFrame:
    with panics_as_errors():
        return pl.read_ipc(content) if content.startswith(b"ARROW1") else pl.read_ipc_stream(content)


def _read_parquet(content: bytes, _: Path, form: TextForm) -> pl.DataFrame:
    with panics_as_errors():
        schema = pl.read_parquet_schema(BytesIO(content))
        names = _columns_of_names(schema) if form.categories else []
        rest = [name for name in schema if name not in names]
        if not names or not rest:
            return pl.read_parquet(BytesIO(content))
        # Texts take four times the memory of the categories that every door makes of them: one column at a time.
        named = [pl.read_parquet(BytesIO(content), columns=[name])[name].cast(pl.Categorical) for name in names]
        return pl.read_parquet(BytesIO(content), columns=rest).with_columns(named).select(list(schema))


def _columns_of_names(schema: Mapping[str, pl.DataType]) -> list[str]:
    """Return the columns of text that name algorithms, datasets, metrics and classes by their own name."""
    kind = table_kind(list(schema))
    try:
        names = canonical_names(list(schema), kind)
    except BenchreportError:  # whose door says more of it
        return []
    return [own for own, name in names.items() if name in NAMED and schema[own] == pl.String]


READERS: Mapping[str, Callable[[bytes, Path, TextForm], pl.DataFrame]] = {
    **dict.fromkeys((".csv", ".tsv", ".txt"), _read_text),
    **dict.fromkeys((".parquet", ".pq"), _read_parquet),
    **dict.fromkeys((".arrow", ".ipc", ".feather"), _read_arrow),
    **dict.fromkeys(JSON, _read_json),
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
    if query is None and scheme_of(address) == "duckdb":
        return read_duckdb(database_file(address), None)
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
