"""Limits on what a template may compute: powers, repetitions, widths and the length of its output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any

from jinja2.exceptions import SecurityError
from jinja2.filters import FILTERS, do_format

from benchreport.errors import TemplateError

LONGEST_TEXT = 1_000_000
LONGEST_OUTPUT = 50_000_000
TOO_LONG = f"more than {LONGEST_OUTPUT:,} characters"
MOST_BITS = 10_000
WIDE_FORMAT = re.compile(r"\d{5,}|%[-+ #0]*\d*\.?\*")
# A width that is one of the values: '{:.{digits}f}'.
NESTED_FORMAT = re.compile(r"\{[^{}]*:[^{}]*\{")


def limited_operation(operator: str, left: Any, right: Any) -> None:
    """Raise if an operation of a template would make a text or number of absurd size.

    Examples
    --------
    >>> limited_operation("**", 10, 10**10)
    Traceback (most recent call last):
    jinja2.exceptions.SecurityError: a number of more than 10,000 bits
    """
    if operator == "%" and isinstance(left, str):
        refuse_wide_format(left)
    elif operator == "**" and isinstance(left, int) and isinstance(right, int):
        if right > 0 and left.bit_length() * right > MOST_BITS:
            raise SecurityError(f"a number of more than {MOST_BITS:,} bits")
    elif operator == "*":
        for sequence, times in ((left, right), (right, left)):
            if isinstance(sequence, str | list | tuple) and isinstance(times, int):
                _refuse_long(len(sequence) * times)
        if isinstance(left, int) and isinstance(right, int) and left.bit_length() + right.bit_length() > MOST_BITS:
            raise SecurityError(f"a number of more than {MOST_BITS:,} bits")


def limited_arguments(values: Iterable[Any]) -> None:
    """Raise if a number handed to a method or filter is a length that no text should have."""
    for value in values:
        if isinstance(value, int):
            _refuse_long(value)


def refuse_wide_format(text: str) -> None:
    """Raise if a format asks for a width of five digits or more, or for ``%*d``."""
    if WIDE_FORMAT.search(text):
        raise SecurityError("a width in a format has at most four digits")


def limited_filter(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a filter of Jinja2 that refuses absurd lengths."""

    @wraps(function)
    def limited(*args: Any, **kwargs: Any) -> Any:
        limited_arguments([*args, *kwargs.values()])
        return function(*args, **kwargs)

    return limited


def limited_format(text: str, function: Callable[..., str]) -> Callable[..., str]:
    """Return the ``format`` method of a text, with widths of sensible size."""
    refuse_wide_format(text)

    @wraps(function)
    def limited(*args: Any, **kwargs: Any) -> str:
        if NESTED_FORMAT.search(text):
            limited_arguments([*args, *kwargs.values()])
        return function(*args, **kwargs)

    return limited


def format_filter(text: str, *args: Any, **kwargs: Any) -> str:
    """Return a text with its ``%`` placeholders filled in, with widths of sensible size."""
    refuse_wide_format(str(text))
    return do_format(text, *args, **kwargs)


LIMITED_FILTERS: Mapping[str, Callable[..., Any]] = {
    "format": format_filter,
    **{name: limited_filter(FILTERS[name]) for name in ("center", "indent", "wordwrap", "batch", "slice", "tojson")},
}


def joined_output(parts: Iterable[str], path: str) -> str:
    """Return the output of a template; raise as soon as it grows beyond 50 million characters."""
    pieces: list[str] = []
    length = 0
    for piece in parts:
        pieces.append(piece)
        length += len(piece)
        if length > LONGEST_OUTPUT:
            raise TemplateError(f"{path} writes {TOO_LONG}", hint="does one of its loops repeat too often?")
    return "".join(pieces)


def refuse_endless_output(length: int) -> None:
    """Raise if the values that a template printed are longer than 50 million characters."""
    if length > LONGEST_OUTPUT:
        raise SecurityError(TOO_LONG)


def _refuse_long(length: int) -> None:
    if length > LONGEST_TEXT:
        raise SecurityError(f"a length of {length:,}, where {LONGEST_TEXT:,} is the most")
