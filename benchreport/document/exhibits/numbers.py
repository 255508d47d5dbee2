"""Numbers as text: counts, values, p-values, intervals, shares."""

from __future__ import annotations

import math

from benchreport.naming import enumerated
from benchreport.numerals import SCIENTIFIC, SMALLEST_P, limit_texts, limits, limits_in_words, p_statement, p_value

__all__ = [
    "SCIENTIFIC",
    "counted",
    "decimals_for",
    "degrees",
    "enumerated",
    "fixed",
    "integer",
    "limit_texts",
    "limits",
    "limits_in_words",
    "none_or_integer",
    "number",
    "p_statement",
    "p_value",
    "percent",
    "plus_minus",
    "probability",
]


def integer(value: int | None) -> str:
    """Write a count, thousands apart.

    Examples
    --------
    >>> integer(537600)
    '537,600'
    """
    return "" if value is None else f"{value:,}"


def none_or_integer(n: int) -> str:
    """Return a count as a sentence has it, the word none for 0.

    Examples
    --------
    >>> none_or_integer(0), none_or_integer(1200)
    ('none', '1,200')
    """
    return integer(n) if n else "none"


def counted(n: int, noun: str, least: int | None = None) -> str:
    """Return so many of a thing in words, or from the least to the most.

    Examples
    --------
    >>> counted(1, "test"), counted(1200, "dataset"), counted(12, "dataset", 9), counted(12, "dataset", 12)
    ('1 test', '1,200 datasets', '9 to 12 datasets', '12 datasets')
    """
    span = "" if least is None or least == n else f"{integer(least)} to "
    return f"{span}{integer(n)} {noun}{'' if n == 1 else 's'}"


def number(value: float | None, digits: int = 4) -> str:
    """Write a number with so many significant digits and a real minus sign; nothing where it was not computed.

    Examples
    --------
    >>> number(1234.5678), number(-0.00001234), number(0.25), number(None)
    ('1235', '−1.234e−05', '0.25', '')
    """
    if value is None or math.isnan(value):
        return ""
    text = f"{value + 0.0:.{digits}g}"  # adding zero takes the sign off a negative zero
    if "e" in text and 1e-4 <= abs(value) < 1e9:
        text = f"{value:.0f}"
    return text.replace("-", "−")


def probability(value: float | None) -> str:
    """Write a posterior probability with three decimals; never as certain.

    Examples
    --------
    >>> probability(0.66905), probability(1e-5), probability(1.0), probability(None)
    ('0.669', '< 0.001', '> 0.999', '')
    """
    if value is None or math.isnan(value):
        return ""
    if value < SMALLEST_P:
        return f"< {SMALLEST_P}"
    return f"> {1 - SMALLEST_P}" if value > 1 - SMALLEST_P else f"{value:.3f}"


def decimals_for(spread: float | None, most: int = 6) -> int:
    """Return how many decimals a value deserves when it is only known to within ``spread``: two digits of that.

    Where that would take more than ``most`` decimals, scientific notation is chosen. The sign of ``spread`` is ignored.

    Examples
    --------
    >>> decimals_for(0.0312), decimals_for(12.5), decimals_for(None), decimals_for(1e-9) == SCIENTIFIC
    (3, 0, 3, True)
    """
    if not spread or math.isnan(spread):
        return 3
    needed = max(1 - math.floor(math.log10(abs(spread))), 0)
    return needed if needed <= most else SCIENTIFIC


def fixed(value: float | None, decimals: int) -> str:
    """Write a number with so many decimals and a real minus sign; nothing where it was not computed.

    Examples
    --------
    >>> fixed(0.98765, 3), fixed(-2.0, 1), fixed(-0.00001, 3), fixed(1.234e-8, SCIENTIFIC), fixed(None, 2)
    ('0.988', '−2.0', '0.000', '1.23e−08', '')
    """
    if value is None or math.isnan(value):
        return ""
    if decimals == SCIENTIFIC or abs(value) >= 1e6:
        return f"{value:.2e}".replace("-", "−")
    text = f"{value:,.{decimals}f}"
    return text.replace("-", "−" if text.strip("-0.,") else "")


def percent(share: float | None, decimals: int | None = None) -> str:
    """Write a share as per cent, with so many decimals, or with no more digits than it has.

    Examples
    --------
    >>> percent(0.95), percent(0.999), percent(0.975), percent(0.05, 1)
    ('95 %', '99.9 %', '97.5 %', '5.0 %')
    """
    if share is None:
        return ""
    return f"{100 * share:.6g} %" if decimals is None else f"{100 * share:.{decimals}f} %"


def plus_minus(mean: float | None, spread: float | None, decimals: int) -> str:
    """Write a mean with its standard deviation.

    Examples
    --------
    >>> plus_minus(0.8123, 0.0456, 3), plus_minus(0.8123, None, 3)
    ('0.812 ± 0.046', '0.812')
    """
    if mean is None:
        return ""
    return fixed(mean, decimals) + (f" ± {fixed(spread, decimals)}" if spread is not None else "")


def degrees(first: float | None, second: float | None = None, joint: str = ", ") -> str:
    """Write one or two degrees of freedom.

    Examples
    --------
    >>> degrees(9.0), degrees(10.0, 5.0), degrees(2.0, 18.0, " and "), degrees(None)
    ('9', '10, 5', '2 and 18', '')
    """
    if first is None:
        return ""
    return number(first) if second is None else f"{number(first)}{joint}{number(second)}"
