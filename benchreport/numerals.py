"""Numbers as text, the same in tables, sentences and figures: counts, values, p-values, interval limits, shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from statistics import median

SMALLEST_P = 0.001
SCIENTIFIC = -1
# Numbers side by side that span more than this have digits of their own.
FAR_APART = 100.0
# Limits are means of a few values: beyond so many digits they carry rounding noise only.
DIGITS = 12
# Halves are rounded away from zero, also those that a sum missed by its rounding noise: one number, one rounding.
HALF_UP = 1 + 1e-13
# Digits enough for the largest and the smallest number that a computer holds.
EVERY_FLOAT = Context(prec=700)
# The value of no effect, several where a decision has two bounds, none where no test looks at the interval.
Null = float | tuple[float, ...] | None


def integer(value: int | None) -> str:
    """Return a count as text, with a comma between thousands.

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
    """Return a number with so many significant digits and a true minus; nothing where it was not computed.

    Examples
    --------
    >>> number(1234.5678), number(-0.00001234), number(0.25), number(None)
    ('1235', '−1.234e−05', '0.25', '')
    """
    if value is None or math.isnan(value):
        return ""
    text = f"{value * HALF_UP + 0.0:.{digits}g}"  # adding zero takes the sign off a negative zero
    if "e" in text and 1e-4 <= abs(value) < 1e9:
        text = f"{value * HALF_UP:.0f}"
    return text.replace("-", "−")


def probability(value: float | None) -> str:
    """Return a posterior probability with three decimals; it is never certain.

    Examples
    --------
    >>> probability(0.66905), probability(1e-5), probability(1.0), probability(None)
    ('0.669', '< 0.001', '> 0.999', '')
    """
    if value is None or math.isnan(value):
        return ""
    if value < SMALLEST_P:
        return f"< {SMALLEST_P}"
    return f"> {1 - SMALLEST_P}" if value > 1 - SMALLEST_P else f"{value * HALF_UP:.3f}"


def decimals_for(spread: float | None, most: int = 6) -> int:
    """Return how many decimals a value deserves that is known to within ``spread``: two digits of the spread.

    Where that takes more than ``most`` decimals, the answer is ``SCIENTIFIC``. The sign of the spread is ignored.

    Examples
    --------
    >>> decimals_for(0.0312), decimals_for(12.5), decimals_for(None), decimals_for(1e-9) == SCIENTIFIC
    (3, 0, 3, True)
    """
    if not spread or math.isnan(spread):
        return 3
    needed = max(1 - math.floor(math.log10(abs(spread))), 0)
    return needed if needed <= most else SCIENTIFIC


def significant_decimals(value: float, most: int = 6) -> int:
    """Return the decimals that show three significant digits of a number, ``SCIENTIFIC`` where it takes more than most.

    Examples
    --------
    >>> significant_decimals(0.0123), significant_decimals(14.5), significant_decimals(1e-9) == SCIENTIFIC
    (4, 1, True)
    """
    decimals = max(2 - math.floor(math.log10(abs(value))), 0) if value else 0
    return decimals if decimals <= most else SCIENTIFIC


def row_decimals(row: Sequence[float | None]) -> list[int]:
    """Return the decimals of numbers side by side: three digits of the middle one, two of the least.

    Integers have none. Where numbers span orders of magnitude each has three digits of its own.

    Examples
    --------
    >>> row_decimals([0.131, 0.0815, 2.5988]), row_decimals([0.02, 14401.3]), row_decimals([3.0, 12.0, None])
    ([3, 3, 3], [4, 0], [0, 0, 0])
    """
    present = [value for value in row if value is not None]
    sizes = [abs(value) for value in present if value]
    if not sizes or all(value == round(value) for value in present):
        return [0] * len(row)
    least, middle, most = min(sizes), median(sizes), max(sizes)
    needed = max(significant_decimals(middle), significant_decimals(least) - 1)
    if most > FAR_APART * least or significant_decimals(least) == SCIENTIFIC:
        return [significant_decimals(value or 0.0) for value in row]
    return [min(max(needed, decimals_for(most - least)), needed + 2)] * len(row)


def fixed(value: float | None, decimals: int) -> str:
    """Return a number with so many decimals and a true minus; nothing where it was not computed.

    Examples
    --------
    >>> fixed(0.98765, 3), fixed(-2.0, 1), fixed(-0.00001, 3), fixed(1.234e-8, SCIENTIFIC), fixed(None, 2)
    ('0.988', '−2.0', '0.000', '1.23e−08', '')
    """
    if value is None or math.isnan(value):
        return ""
    if decimals == SCIENTIFIC or abs(value) >= 1e6:
        return f"{value * HALF_UP:.2e}".replace("-", "−")
    text = f"{value * HALF_UP:,.{decimals}f}"
    return text.replace("-", "−" if text.strip("-0.,") else "")


def bounded(value: float | None, decimals: int) -> str:
    """Return a number with so many decimals as :func:`fixed`; only what is 0 looks like it.

    Examples
    --------
    >>> bounded(0.2754, 3), bounded(0.0002, 3), bounded(-0.0002, 3), bounded(0.0, 3), bounded(None, 3)
    ('0.275', '<0.001', '>−0.001', '0.000', '')
    """
    text = fixed(value, decimals)
    if not value or text.strip("0."):
        return text
    least = fixed(10.0**-decimals, decimals)
    return f"<{least}" if value > 0 else f">−{least}"


def rate(value: float | None, decimals: int = 3) -> str:
    """Return a number between -1 and 1 without its leading zero; only what is 1 or 0 looks like it.

    Examples
    --------
    >>> rate(0.9234), rate(1.0), rate(0.9997), rate(0.0002), rate(0.0), rate(-0.25), rate(-0.9999), rate(None)
    ('.923', '1', '>.999', '<.001', '0', '−.250', '<−.999', '')
    """
    if value is None or math.isnan(value):
        return ""
    if value in (-1.0, 0.0, 1.0):
        return f"{value + 0.0:.0f}".replace("-", "−")
    size = f"{abs(value) * HALF_UP:.{decimals}f}"
    if size[:2] == "0." and size.strip("0."):  # neither 0 nor 1 as printed
        return f"−{size[1:]}" if value < 0 else size[1:]
    least = 10.0**-decimals
    bound = min(max(float(size), least), 1 - least)
    beyond = "" if bound == float(size) else "<" if (abs(value) < 0.5) == (value > 0) else ">"
    return f"{beyond}{'−' if value < 0 else ''}{bound:.{decimals}f}".replace("0.", ".", 1)


def percent(share: float | None, decimals: int | None = None) -> str:
    """Return a share as a percentage, with so many decimals, or with no more digits than it has.

    Examples
    --------
    >>> percent(0.95), percent(0.999), percent(0.975), percent(0.05, 1)
    ('95 %', '99.9 %', '97.5 %', '5.0 %')
    """
    if share is None:
        return ""
    return f"{100 * share:.6g} %" if decimals is None else f"{100 * share * HALF_UP:.{decimals}f} %"


def plus_minus(mean: float | None, spread: float | None, decimals: int) -> str:
    """Return a mean with its standard deviation.

    Examples
    --------
    >>> plus_minus(0.8123, 0.0456, 3), plus_minus(0.8123, None, 3)
    ('0.812 ± 0.046', '0.812')
    """
    if mean is None:
        return ""
    return fixed(mean, decimals) + (f" ± {fixed(spread, decimals)}" if spread is not None else "")


def degrees(first: float | None, second: float | None = None, joint: str = ", ") -> str:
    """Return one or two degrees of freedom as text.

    Examples
    --------
    >>> degrees(9.0), degrees(10.0, 5.0), degrees(2.0, 18.0, " and "), degrees(None)
    ('9', '10, 5', '2 and 18', '')
    """
    if first is None:
        return ""
    return number(first) if second is None else f"{number(first)}{joint}{number(second)}"


def p_value(value: float | None, *, alpha: float = 0.05, rounding: str = ROUND_HALF_UP) -> str:
    """Return a p-value with three decimals and no leading zero; nothing where there is none.

    A p-value above ``alpha`` that would round onto it gets as many digits as it takes to stand above it. Bounds are
    rounded upward.

    Examples
    --------
    >>> p_value(0.0385742), p_value(0.15), p_value(2e-9), p_value(1.0), p_value(0.0503), p_value(None)
    ('.039', '.150', '< .001', '> .999', '.0503', '')
    """
    if value is None or math.isnan(value):
        return ""
    if value < SMALLEST_P:
        return "< .001"
    if value > 0.9995:
        return "> .999"
    exact = _decimal(value)
    bound = Decimal(repr(alpha))
    for decimals in range(3, DIGITS + 1):
        rounded = _quantized(exact, decimals, rounding)
        if exact <= bound or rounded > bound:
            break
    return f"{rounded:f}".removeprefix("0")


def p_statement(value: float | None, *, alpha: float = 0.05, most: bool = False) -> str:
    """Return what follows the letter p in a sentence; with ``most`` that no p-value exceeds this one.

    Examples
    --------
    >>> p_statement(0.0385742), p_statement(2e-9), p_statement(1.0), p_statement(0.0264, most=True)
    ('= .039', '< .001', '> .999', '≤ .027')
    """
    text = p_value(value, alpha=alpha, rounding=ROUND_CEILING if most else ROUND_HALF_UP)
    return text if text.startswith(("<", ">")) else f"{'≤' if most else '='} {text}"


def limit_texts(low: float | None, high: float | None, decimals: int, *, null: Null = 0.0) -> tuple[str, str]:
    """Return the limits of an interval rounded outward, with more digits where one would round onto ``null``.

    An interval that excludes the null value never looks as if it contained it. Both limits have the same number of
    decimals; a side without a limit is infinite.

    Examples
    --------
    >>> limit_texts(-0.1174, -0.0003, 3), limit_texts(0.5012, 0.64, 2, null=0.5), limit_texts(None, 0.21, 1)
    (('−0.1174', '−0.0003'), ('0.501', '0.640'), ('−∞', '0.3'))
    """
    while 0 <= decimals < DIGITS and _hits(low, high, decimals, null):
        decimals += 1
    return (
        "−∞" if low is None else _rounded(low, decimals, ROUND_FLOOR),
        "∞" if high is None else _rounded(high, decimals, ROUND_CEILING),
    )


def limits(
    low: float | None,
    high: float | None,
    decimals: int,
    *,
    null: Null = 0.0,
    open_low: bool = False,
    open_high: bool = False,
) -> str:
    """Return an interval in brackets, rounded outward; nothing where neither limit was computed.

    ``null`` is the value of no effect (0 for a difference, 1 for a ratio, 0.5 for a chance, both margins for
    equivalence, None for a rate): a limit never rounds onto it. A limit that is open, because it was cut there, is
    printed without rounding.

    Examples
    --------
    >>> limits(-0.0123, 0.2, 3), limits(0.5, None, 1), limits(None, None, 2), limits(-0.1174, -0.0003, 3)
    ('[−0.013, 0.200]', '[0.5, ∞)', '', '[−0.1174, −0.0003]')
    >>> limits(0.0, 0.0345, 3, open_low=True), limits(0.78, 1.0, 2, null=1.0, open_high=True)
    ('(0, 0.035]', '[0.78, 1)')
    """
    if low is None and high is None:
        return ""
    left, right = limit_texts(None if open_low else low, None if open_high else high, decimals, null=null)
    left = _exact(low) if open_low and low is not None else left
    right = _exact(high) if open_high and high is not None else right
    before = "(" if open_low or low is None else "["
    after = ")" if open_high or high is None else "]"
    return f"{before}{left}, {right}{after}"


def limits_in_words(low: float | None, high: float | None, decimals: int, *, null: Null = 0.0) -> str:
    """Return the limits of an interval for a sentence, rounded as in a table.

    Examples
    --------
    >>> limits_in_words(0.0123, 0.2, 3), limits_in_words(0.5, None, 1), limits_in_words(None, 0.21, 1)
    ('0.012 to 0.200', 'at least 0.5', 'at most 0.3')
    """
    least, most = limit_texts(low, high, decimals, null=null)
    if low is None:
        return "" if high is None else f"at most {most}"
    return f"at least {least}" if high is None else f"{least} to {most}"


def _hits(low: float | None, high: float | None, decimals: int, null: Null) -> bool:
    """Return whether a limit on one side of the null value would be printed on it or beyond it."""
    bounds = () if null is None else null if isinstance(null, tuple) else (null,)
    least = None if low is None else _quantized(_decimal(low), decimals, ROUND_FLOOR)
    most = None if high is None else _quantized(_decimal(high), decimals, ROUND_CEILING)
    return any(
        (low is not None and least is not None and low > bound and Decimal(repr(bound)) >= least)
        or (high is not None and most is not None and high < bound and Decimal(repr(bound)) <= most)
        for bound in bounds
    )


def _decimal(value: float) -> Decimal:
    return Decimal(f"{value:.{DIGITS}g}")


def _quantized(value: Decimal, decimals: int, rounding: str) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-decimals), rounding=rounding, context=EVERY_FLOAT)


def _rounded(value: float, decimals: int, rounding: str) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    exact = _decimal(value)
    if decimals == SCIENTIFIC or abs(value) >= 1e6:
        place = exact.adjusted() if exact else 0
        text = f"{_quantized(exact, 2 - place, rounding):.2e}" if place < 300 else f"{value:.2e}"
        return _with_exponent(text)
    rounded = _quantized(exact, decimals, rounding)
    return f"{rounded if rounded else abs(rounded):,f}".replace("-", "−")


def _with_exponent(text: str) -> str:
    """Return a number with an exponent of two digits, as elsewhere."""
    mantissa, exponent = text.split("e")
    return f"{mantissa}e{int(exponent):+03d}".replace("-", "−")


def _exact(value: float) -> str:
    return f"{value + 0.0:.6g}".replace("-", "−")
