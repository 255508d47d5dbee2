"""Panics of Polars, made errors that can be caught."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile

import polars as pl

# Standard error belongs to the whole process, so that only one may hold it back at a time.
HELD_BACK = threading.Lock()


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
