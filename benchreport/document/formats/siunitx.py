"""How does a column of numbers read to the LaTeX package siunitx, from its version 3 on?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchreport.document.exhibits.alignment import Number, numbers_in
from benchreport.document.model.blocks import Table

UNCERTAIN = " ± "
COMPARED = {"<": "<", ">": ">", "≤": "\\le", "≥": "\\ge"}


def with_siunitx(parts: dict[str, Any], table: Table, escape: Callable[[str], str]) -> dict[str, Any]:
    """Add to what a table macro prints the formats of the columns that siunitx can align, and their numbers.

    Cells of such a column that are no numbers keep their text; the macro puts braces around it.
    """
    rows = [*parts["rows"], *parts["foot"]]
    for place, column in enumerate(parts["columns"]):
        texts = [row[place].text for row in table.rows]
        column["format"] = table_format(texts) if column["decimal"] else ""
        if not column["format"]:
            continue
        widest = _front(texts)
        for text, row in zip(texts, rows, strict=True):
            number = as_input(text)
            row[place]["number"] = number
            row[place]["front"] = escape(widest[: len(widest) - len(_front([text]))]) if number else ""
    return parts | {"siunitx": True}


def table_format(texts: Sequence[str]) -> str:
    """Return the ``table-format`` that has room for all numbers of a column; nothing where it is no column of numbers.

    Examples
    --------
    >>> table_format(["0.812", "−12.5", "—"]), table_format(["< 1.2", "0.5"]), table_format(["0.81 ± 0.05"])
    ('-2.3', '<1.1', '1.2 +- 1.2')
    >>> table_format(["[0.1, 0.2]"]), table_format(["1.23e−08"]), table_format([".031", "< .001"])
    ('', '1.2e-1', '')
    """
    parsed = [numbers_in(text) for text in texts]
    numeric = [(front.strip(), numbers) for front, numbers in parsed if numbers]
    if not numeric or not all(_readable(front, numbers) for front, numbers in numeric):
        return ""
    compared = "<" if any(front for front, _ in numeric) else ""
    second = [numbers[1] for _, numbers in numeric if len(numbers) == 2]
    spread = f" +- {_digits(second)}" if second else ""
    return f"{compared}{_digits([numbers[0] for _, numbers in numeric])}{spread}"


def as_input(text: str) -> str:
    """Write a number as siunitx reads it; nothing for a text that is none.

    Examples
    --------
    >>> as_input("< 1.2"), as_input("−1,234.5"), as_input("0.81 ± 0.05"), as_input("—")
    ('<1.2', '-1234.5', '0.81+-0.05', '')
    """
    front, numbers = numbers_in(text)
    written = "+-".join(_plain(number) for number in numbers)
    return COMPARED.get(front.strip(), "") + written if numbers else ""


def _readable(front: str, numbers: Sequence[Number]) -> bool:
    between = [number.between for number in numbers]
    # siunitx would print the zero that p-values go without.
    whole = all(number.whole for number in numbers)
    return whole and (not front or front in COMPARED) and between in ([""], [UNCERTAIN, ""])


def _digits(numbers: Sequence[Number]) -> str:
    sign = "-" if any(number.sign for number in numbers) else ""
    whole = max(len(number.whole.replace(",", "")) for number in numbers)
    decimals = max(len(number.decimals.removeprefix(".")) for number in numbers)
    powers = [number.power.removeprefix("e") for number in numbers if number.power]
    below = "-" if any(power.startswith(("−", "-")) for power in powers) else ""
    power = f"e{below}{max(len(power.lstrip('+−-').lstrip('0')) or 1 for power in powers)}" if powers else ""
    return f"{sign}{whole}.{decimals}{power}" if decimals else f"{sign}{whole}{power}"


def _plain(number: Number) -> str:
    power = f"e{int(number.power[1:].replace('−', '-'))}" if number.power else ""
    return f"{'-' if number.sign else ''}{number.whole.replace(',', '')}{number.decimals}{power}"


def _front(texts: Sequence[str]) -> str:
    """Return the longest text that stands before the decimal sign, without the thousands' commas."""
    fronts = [numbers_in(text) for text in texts]
    heads = [f"{front.strip()}{numbers[0].sign}{numbers[0].whole}" for front, numbers in fronts if numbers]
    return max((head.replace(",", "") for head in heads), key=len, default="")
