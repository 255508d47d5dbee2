"""Which rows are in these files?"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Mapping
from glob import glob
from pathlib import Path
from typing import Any

import polars as pl

from benchreport.errors import BenchreportError, ColumnError, ReadError, did_you_mean

SEPARATORS = ",;\t|"
SUFFIXES = (".csv", ".tsv", ".txt", ".parquet", ".pq", ".arrow", ".ipc", ".feather", ".json", ".ndjson", ".jsonl")
PACKED = (".gz", ".zst")
URI = re.compile(r"^[a-z][a-z0-9+.-]+://", re.IGNORECASE)


def read_frame(source: str | Path, *, encoding: str = "utf8", query: str | None = None) -> pl.DataFrame:
    """Read one file, all files of a folder or pattern, or a database query, as they are.

    Examples
    --------
    >>> from benchreport.resources import resource
    >>> read_frame(resource("examples", "demsar2006_auc.csv")).columns
    ['algorithm', 'dataset', 'metric', 'value']
    """
    if URI.match(str(source)):
        return _read_database(str(source), query)
    paths = table_files(source)
    frames = [_read_file(path, encoding) for path in paths]
    if len(frames) == 1:
        return frames[0]
    try:
        return pl.concat(frames, how="diagonal_relaxed")
    except pl.exceptions.PolarsError as problem:
        raise ReadError(
            f"the {len(paths)} files of {str(source)!r} do not stack: {_first_line(problem)}",
            hint="give every file the same columns with the same types",
        ) from problem


def table_files(source: str | Path) -> list[Path]:
    """List the table files that a path, folder or glob pattern names, sorted.

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
        found = sorted(entry for entry in path.iterdir() if _suffix(entry) in SUFFIXES)
        if not found:
            raise ReadError(f"the folder {str(path)!r} holds no table", hint=f"tables end in {', '.join(SUFFIXES)}")
        return found
    if any(sign in str(source) for sign in "*?["):
        found = sorted(Path(name) for name in glob(str(source), recursive=True) if _suffix(Path(name)) in SUFFIXES)
        if not found:
            raise ReadError(
                f"the pattern {str(source)!r} matches no table", hint="quote the pattern and check the folder"
            )
        return found
    siblings = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
    near = did_you_mean(path.name, siblings)
    raise ReadError(
        f"no file {str(source)!r}", hint=near if near.startswith("did") else f"looked in {str(path.parent.resolve())!r}"
    )


def _suffix(path: Path) -> str:
    endings = [ending.lower() for ending in path.suffixes]
    if endings and endings[-1] in PACKED:
        endings.pop()
    return endings[-1] if endings else ""


def _read_file(path: Path, encoding: str) -> pl.DataFrame:
    try:
        frame = READERS[_suffix(path)](path, encoding)
    except BenchreportError:
        raise
    except pl.exceptions.NoDataError as problem:
        raise _empty(path) from problem
    except (UnicodeError, LookupError) as problem:
        raise _not_utf8(path, encoding) from problem
    except pl.exceptions.ComputeError as problem:
        if "utf-8" in str(problem).lower() or "utf8" in str(problem).lower():
            raise _not_utf8(path, encoding) from problem
        raise _unreadable(path, problem) from problem
    except (pl.exceptions.PolarsError, OSError, ValueError) as problem:
        raise _unreadable(path, problem) from problem
    if frame.height == 0:
        raise _empty(path)
    return frame


def _read_text(path: Path, encoding: str) -> pl.DataFrame:
    head = pl.read_csv(path, n_rows=0, separator="\n", quote_char=None, encoding=encoding, truncate_ragged_lines=True)
    header = head.columns[0] if head.columns else ""
    if "\x00" in header:
        raise _not_utf8(path, encoding, "utf-16")
    separator = max(SEPARATORS, key=header.count)
    return pl.read_csv(path, separator=separator, encoding=encoding, infer_schema_length=None)


def _read_json(path: Path, _: str) -> pl.DataFrame:
    content = path.read_bytes()
    if path.suffix == ".gz":
        content = gzip.decompress(content)
    return pl.read_json(content) if content.lstrip().startswith(b"[") else pl.read_ndjson(content)


READERS: Mapping[str, Callable[[Path, str], pl.DataFrame]] = {
    **dict.fromkeys((".csv", ".tsv", ".txt"), _read_text),
    **dict.fromkeys((".parquet", ".pq"), lambda path, _: pl.read_parquet(path)),
    **dict.fromkeys((".arrow", ".ipc", ".feather"), lambda path, _: pl.read_ipc(path)),
    **dict.fromkeys((".json",), _read_json),
    **dict.fromkeys((".ndjson", ".jsonl"), lambda path, _: pl.read_ndjson(path)),
}


def _read_database(uri: str, query: str | None) -> pl.DataFrame:
    if query is None:
        raise ReadError("a database needs a query", hint="query='SELECT * FROM scores'; --query on the command line")
    try:
        return pl.read_database_uri(query, uri)
    except ImportError as problem:
        raise ReadError("reading a database needs one more package", hint="pip install 'benchreport[sql]'") from problem
    except Exception as problem:  # drivers raise their own kinds
        raise ReadError(
            f"the database did not answer the query: {_first_line(problem)}", hint="check the address and the query"
        ) from problem


def to_polars(frame: Any) -> pl.DataFrame:
    """Bring any frame into Polars: Polars lazy or eager, pandas, PyArrow, DuckDB, Spark.

    Examples
    --------
    >>> import pyarrow as pa
    >>> to_polars(pa.table({"accuracy": [0.9]})).columns
    ['accuracy']
    """
    if isinstance(frame, pl.DataFrame):
        return frame
    if isinstance(frame, pl.LazyFrame):
        return frame.collect()
    import narwhals as nw

    try:
        native = nw.from_native(frame)
    except TypeError as problem:
        raise ColumnError(
            f"a table is needed, not {type(frame).__name__}",
            hint="hand in a Polars, pandas, PyArrow, DuckDB or Spark frame; br.read_scores reads files",
        ) from problem
    if isinstance(native, nw.LazyFrame):
        native = native.collect(backend="polars")
    collected: pl.DataFrame = native.to_polars()
    return collected


def _first_line(problem: BaseException) -> str:
    return str(problem).strip().split("\n")[0]


def _empty(path: Path) -> ReadError:
    return ReadError(f"{path.name!r} is empty", hint="it needs a header line and at least one row")


def _not_utf8(path: Path, encoding: str, other: str = "latin1") -> ReadError:
    return ReadError(
        f"{path.name!r} is not text in {encoding}",
        hint=f"try encoding={other!r} (--encoding {other}), or save it as UTF-8",
    )


def _unreadable(path: Path, problem: BaseException) -> ReadError:
    return ReadError(
        f"{path.name!r} cannot be read: {_first_line(problem)}", hint="is the file whole, and its ending right?"
    )
