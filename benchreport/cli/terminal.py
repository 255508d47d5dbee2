"""Text on a terminal: control, bidirectional and invisible characters are printed as escapes, never obeyed."""

from __future__ import annotations

import os
import sys
import textwrap
import unicodedata
from collections.abc import Iterable
from contextlib import nullcontext, suppress
from typing import Any

import click

from benchreport.errors import OptionError

# Line ends and tabs are layout; everything else of these categories moves the cursor, colours, hides or reorders.
ACTIVE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
LAYOUT = "\n\t"
TEXT_ENDINGS = (".html", ".htm", ".md", ".csv", ".json", ".ndjson", ".svg", ".pgf")
# Lines of files and pipes, and the longest that are easy to read.
LINE = 120
LEAST_WIDTH = 40


def visible(text: str) -> str:
    r"""Return a text with every character that a terminal would act upon, or not show, as an escape.

    Examples
    --------
    >>> visible("A\x1b[2J\u202eB\u200b")
    'A\\x1b[2J\\u202eB\\u200b'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(sign) if _is_active(sign) else sign for sign in text)


def line_width() -> int:
    """Return how wide a line may be: that of the terminal, or of COLUMNS; files and pipes get long lines."""
    with suppress(ValueError):
        if (columns := int(os.environ.get("COLUMNS", "0"))) > 0:
            return max(columns, LEAST_WIDTH)
    if sys.stdout is not None and sys.stdout.isatty():
        with suppress(OSError):
            return max(os.get_terminal_size(sys.stdout.fileno()).columns or LINE, LEAST_WIDTH)
    return LINE


def folded(text: str, *, first: str = "", rest: str | None = None, most: int | None = None) -> str:
    """Return a text in lines as wide as the terminal, with what stands before the first line and before the others."""
    width = min(line_width(), most or LINE)
    indent = " " * len(first) if rest is None else rest
    return textwrap.fill(text, width, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)


def _is_active(sign: str) -> bool:
    return sign not in LAYOUT and unicodedata.category(sign) in ACTIVE


def _escape(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")


def _printable(text: str) -> str | bytes:
    """Return a text, or its very bytes where it holds the name of a file that is not UTF-8."""
    try:
        text.encode("utf8")
    except UnicodeEncodeError:
        pass
    else:
        return text
    try:
        return text.encode("utf8", "surrogateescape")
    except UnicodeEncodeError:  # half a character, which no file is called by
        return text.encode("utf8", "backslashreplace")


def echo(message: Any = "", *, err: bool = False, nl: bool = True, bold: bool = False) -> None:
    """Print a text; files and pipes get it as it is, a terminal gets it harmless."""
    # A standard error that cannot be written must not undo the work.
    with suppress(OSError) if err else nullcontext():
        _write(str(message), err=err, nl=nl, bold=bold)


def write_out(content: Iterable[bytes], ending: str) -> None:
    """Write a file to standard output, which must not be a terminal unless the file is text."""
    if sys.stdout.isatty() and ending not in TEXT_ENDINGS:
        raise OptionError(f"{ending} files are not for a terminal", hint=f"redirect it: > report{ending}")
    sys.stdout.flush()
    for piece in content:
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


def _write(text: str, *, err: bool, nl: bool, bold: bool) -> None:
    stream = sys.stderr if err else sys.stdout
    if stream is not None and stream.isatty():
        text = visible(text)
        click.echo(click.style(text, bold=True) if bold else text, err=err, nl=nl)
    else:
        # click would strip what looks like a colour from the data
        click.echo(_printable(text), err=err, nl=nl, color=True)
