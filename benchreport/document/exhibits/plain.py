"""How does a table look on a terminal?"""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.document.exhibits.numbers import integer, number, p_value

P_COLUMNS = ("p_value", "p_adjusted")


def text_table(frame: pl.DataFrame) -> str:
    """Lay out a frame as aligned text: words to the left, numbers to the right, no frame around.

    Examples
    --------
    >>> print(text_table(pl.DataFrame({"algorithm": ["kNN", "SVM"], "n": [14, 9], "p_value": [0.0312, 1e-9]})))
    algorithm   n  p_value
    kNN        14     .031
    SVM         9   < .001
    """
    columns = [_column(frame.get_column(name)) for name in frame.columns]
    return "\n".join("  ".join(parts).rstrip() for parts in zip(*columns, strict=True))


def _column(values: pl.Series) -> list[str]:
    """Return the name and the values of a column, all as wide on a terminal as the widest of them."""
    from rich.cells import cell_len

    cells = [_printable(text) for text in (values.name, *(_cell(values.name, value) for value in values.to_list()))]
    widths = [len(cell) if cell.isascii() else cell_len(cell) for cell in cells]
    padding = [" " * (max(widths) - width) for width in widths]
    to_right = values.dtype.is_numeric()
    return [blank + cell if to_right else cell + blank for blank, cell in zip(padding, cells, strict=True)]


def _printable(text: str) -> str:
    """Spell out what would break a line or command a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        # A terminal's text goes on into other programs, which know the minus of the keyboard only.
        return p_value(value) if name in P_COLUMNS else number(value).replace("−", "-")
    if isinstance(value, int):
        return integer(value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
