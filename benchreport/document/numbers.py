"""How does a number read? Here and nowhere else numbers become text."""

from __future__ import annotations

import math

SMALLEST_P = 0.001


def integer(value: int | None) -> str:
    """Write a count, thousands apart.

    Examples
    --------
    >>> integer(537600)
    '537,600'
    """
    return "" if value is None else f"{value:,}"


def counted(n: int, noun: str) -> str:
    """Write so many of a thing.

    Examples
    --------
    >>> counted(1, "test"), counted(1200, "dataset")
    ('1 test', '1,200 datasets')
    """
    return f"{integer(n)} {noun}{'' if n == 1 else 's'}"


def number(value: float | None, digits: int = 4) -> str:
    """Write a number with so many significant digits; nothing where it was not computed.

    Examples
    --------
    >>> number(1234.5678), number(0.00001234), number(0.25), number(None)
    ('1235', '1.234e-05', '0.25', '')
    """
    if value is None or math.isnan(value):
        return ""
    text = f"{value + 0.0:.{digits}g}"  # adding zero takes the sign off a negative zero
    if "e" in text and 1e-4 <= abs(value) < 1e9:
        text = f"{value:.0f}"
    return text


def p_value(value: float | None) -> str:
    """Write a p-value; a small one as "< 0.001".

    Examples
    --------
    >>> p_value(0.0385742), p_value(2e-9), p_value(1.0), p_value(None)
    ('0.0386', '< 0.001', '1', '')
    """
    if value is None or math.isnan(value):
        return ""
    if value < SMALLEST_P:
        return f"< {SMALLEST_P}"
    return f"{value:.3g}"
