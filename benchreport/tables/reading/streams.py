"""Standard input and process substitution: read once, their kind known by their first bytes."""

from __future__ import annotations

import gzip
import sys
from os import PathLike
from pathlib import Path

import polars as pl

from benchreport.errors import ReadError

STANDARD_INPUT = "-"
# Where a shell keeps what it redirects; a file behind one of them has no ending to go by.
HANDLES = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
MAGIC = {b"PAR1": ".parquet", b"ARROW1": ".arrow", b"\xff\xff\xff\xff": ".arrow"}
GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"


def is_stream(source: str | PathLike[str]) -> bool:
    """Return whether a source is standard input or a handle that a shell redirected.

    A named pipe is none: reading it would wait for a writer who may never come.

    Examples
    --------
    >>> is_stream("-"), is_stream("/dev/stdin"), is_stream("scores.csv")
    (True, True, False)
    """
    return str(source) == STANDARD_INPUT or str(source).startswith(HANDLES)


def stream_content(source: str | PathLike[str]) -> tuple[Path, bytes]:
    """Read all that comes out of a stream, and return a name whose ending says what it is."""
    text = str(source)
    if text == STANDARD_INPUT:
        if sys.stdin is None or sys.stdin.isatty():
            raise ReadError("nothing comes from standard input", hint="cat scores.csv | benchreport check -")
        content = sys.stdin.buffer.read()
    else:
        try:
            content = Path(text).read_bytes()
        except OSError as problem:
            raise ReadError(
                f"{text!r} cannot be read: {problem.strerror or problem}", hint="is something redirected there?"
            ) from problem
    return Path(f"standard input{ending_of(content)}"), content


def ending_of(content: bytes) -> str:
    """Return the ending that a file with such a content would have.

    Examples
    --------
    >>> ending_of(b'[{"auc": 0.5}]'), ending_of(b"model,auc\\n"), ending_of(gzip.compress(b"model,auc\\n"))
    ('.json', '.csv', '.csv.gz')
    """
    for mark, ending in MAGIC.items():
        if content.startswith(mark):
            return ending
    if content.startswith(GZIP):
        return f"{ending_of(gzip.decompress(content))}.gz"
    if content.startswith(ZSTD):
        return f"{ending_of(chr(10).join(pl.read_lines(content).to_series()).encode())}.zst"
    return ".json" if content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{") else ".csv"
